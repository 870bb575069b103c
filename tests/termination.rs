//! What must be proved to end, and what must not.

use fairgame::check::ir::GameId;
use fairgame::check::termination::{Known, KnownRules, prove};
use fairgame::engine::Budget;
use fairgame::session::Session;
use std::fmt::Write;

/// Sections of a file, each a program; comments say what is known of the rules, and which games of the library to prove.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    text.split("----\n")
}

fn known(session: &Session, text: &str) -> KnownRules {
    let mut rules = KnownRules::default();
    for line in text.lines().filter_map(|l| l.strip_prefix("# with ")) {
        let (name, value) = line.split_once(" = ").expect("name = value");
        let numbers = || {
            let inner = value.trim_matches(|c| "{}[]".contains(c));
            inner.split(", ").map(|n| n.parse::<i64>().expect("a number").into()).collect()
        };
        let known = if value.starts_with('{') {
            Known::Set(numbers())
        } else if value.starts_with('[') {
            Known::List(numbers())
        } else if let Ok(n) = value.parse::<i64>() {
            Known::Number(n.into())
        } else {
            let lets = &session.program().lets;
            let id = lets.iter().rposition(|l| l.name == value).expect("a definition");
            Known::Function(fairgame::check::ir::LetId(id as u32))
        };
        rules.values.insert(name.to_string(), known);
    }
    rules
}

/// One line for each game of a section.
fn verdicts(text: &str, out: &mut String) {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    let titles: Vec<&str> = loaded.diagnostics.iter().map(|d| d.title.as_str()).collect();
    assert!(loaded.is_fine(), "{text}: {titles:?}");
    let rules = known(&session, text);
    let asked = text.lines().filter_map(|l| l.strip_prefix("# prove ")).flat_map(|l| l.split(", "));
    let asked: Vec<String> = asked.map(str::to_string).collect();
    let own = text.lines().filter_map(|l| l.strip_prefix("game ").or(l.strip_prefix("graph ")));
    let own = own.filter_map(|l| l.split(['(', ' ']).next()).map(str::to_string);
    let names: Vec<String> = if asked.is_empty() { own.collect() } else { asked };
    let program = session.program();
    for name in names {
        let id = program.game_named(&name).unwrap_or_else(|| panic!("no game {name} in {text}"));
        let start = std::time::Instant::now();
        let result = prove(program, id, &rules);
        let took = start.elapsed();
        let time = if std::env::var("TIMES").is_ok() { format!(" [{took:.1?}]") } else { String::new() };
        match result {
            Ok(proof) => writeln!(out, "{}{time}: {}", title(text, &name, id), proof.sentence(program)),
            Err(obstacles) => {
                let texts = obstacles.iter().map(|o| match &o.hint {
                    Some(hint) => format!("{} {hint}", o.text),
                    None => o.text.clone(),
                });
                writeln!(
                    out,
                    "NOT {}{time}: {}",
                    title(text, &name, id),
                    texts.collect::<Vec<_>>().join(" | ")
                )
            }
        }
        .expect("text");
    }
}

fn read(name: &str) -> String {
    let path = format!("{}/tests/termination/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn title(text: &str, name: &str, _id: GameId) -> String {
    let with = text.lines().filter_map(|l| l.strip_prefix("# with ")).collect::<Vec<_>>().join(", ");
    if with.is_empty() { name.to_string() } else { format!("{name} with {with}") }
}

fn all(file: &str) -> String {
    let mut out = String::new();
    sections(&read(file)).for_each(|section| verdicts(section, &mut out));
    if std::env::var("TIMES").is_ok() {
        println!("{out}");
    }
    out
}

/// What is said of the games of a file, and how many of them are proved and not.
fn compared(file: &str) -> (String, usize, usize) {
    let out = all(file);
    let not = out.lines().filter(|l| l.starts_with("NOT ")).count();
    let proved = out.lines().count() - not;
    (out, proved, not)
}

#[test]
fn these_are_proved() {
    let (out, proved, not) = compared("proved.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert_eq!(not, 0, "no longer proved: {lost:#?}");
    assert!(proved >= 160, "only {proved} games are left in the file");
    if std::env::var("TIMES").is_err() {
        insta::assert_snapshot!(out);
    }
}

/// Play of these ends, and that is beyond the prover. One that is proved one day goes to `proved.txt`.
#[test]
fn these_end_and_are_not_proved() {
    let (out, proved, not) = compared("unproved.txt");
    let won: Vec<&str> = out.lines().filter(|l| !l.starts_with("NOT ")).collect();
    assert_eq!(proved, 0, "now proved, so they belong in proved.txt: {won:#?}");
    assert_eq!(not, sections(&read("unproved.txt")).count(), "a game for each section");
}

/// Play of these need not end.
#[test]
fn these_must_not_be_proved() {
    let (out, proved, not) = compared("not.txt");
    let wrong: Vec<&str> = out.lines().filter(|l| !l.starts_with("NOT ")).collect();
    assert_eq!(proved, 0, "proved, and play need not end: {wrong:#?}");
    assert!(not >= 33, "only {not} games are left in the file");
    if std::env::var("TIMES").is_err() {
        insta::assert_snapshot!(out);
    }
}

/// In all of these a play goes on for ever from some position that fits the declared types, for some values of the rules.
/// The play is told where it is not seen at once.
#[test]
fn play_of_these_goes_on() {
    let (out, proved, not) = compared("endless.txt");
    let wrong: Vec<&str> = out.lines().filter(|l| !l.starts_with("NOT ")).collect();
    assert_eq!(proved, 0, "proved, and play goes on: {wrong:#?}");
    assert_eq!(not, 236, "games in the file");
}

/// Games as students write them; play of all of them ends. Of these so many are proved to.
#[test]
fn games_of_students_are_proved() {
    let (out, proved, not) = compared("students.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert_eq!((proved, not), (104, 2), "not proved: {lost:#?}");
}

/// Further games of this kind, written later and by somebody else, among them those with places, slices and local names.
#[test]
fn further_games_of_students_are_proved() {
    let (out, proved, not) = compared("further.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert_eq!((proved, not), (49, 1), "not proved: {lost:#?}");
}

/// A third list; its last seventy were written after the prover was as it is here, but for the size of texts.
#[test]
fn a_third_list_of_games_is_proved() {
    let (out, proved, not) = compared("third.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert!(proved >= 140 && not <= 2, "{proved} are proved; not: {lost:#?}");
}

/// A fourth list, of games invented anew. Of text only the size is followed, and runs of coins are turned in sets.
#[test]
fn a_fourth_list_of_games_is_proved() {
    let (out, proved, not) = compared("fourth.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert_eq!((proved, not), (70, 3), "not proved: {lost:#?}");
}

/// A fifth list; its first twenty-eight were written before the prover saw the boards, turned cases and parts in them.
#[test]
fn a_fifth_list_of_games_is_proved() {
    let (out, proved, not) = compared("fifth.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert_eq!((proved, not), (51, 0), "not proved: {lost:#?}");
}

/// A sixth list: places, members and what is not there; sets of tuples with a truth value; squares of the values of maps.
#[test]
fn a_sixth_list_of_games_is_proved() {
    let (out, proved, not) = compared("sixth.txt");
    let lost: Vec<&str> = out.lines().filter(|l| l.starts_with("NOT ")).collect();
    assert_eq!((proved, not), (36, 0), "not proved: {lost:#?}");
}

/// The same kind of games, each with a slip by which play goes on for ever from some position.
#[test]
#[ignore = "takes long"]
fn their_endless_twins_are_not_proved() {
    let (out, proved, not) = compared("twins.txt");
    let wrong: Vec<&str> = out.lines().filter(|l| !l.starts_with("NOT ")).collect();
    assert_eq!(proved, 0, "proved, and play goes on: {wrong:#?}");
    assert!(not >= 260, "only {not} games are left in the file");
}

/// What stands behind `decreases` is right in all of these.
#[test]
fn a_right_decreases_is_verified() {
    let (mut verified, mut not) = (0, vec![]);
    for section in sections(&read("decreases.txt")) {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("test", section);
        assert!(loaded.is_fine(), "{section}");
        let program = session.program();
        for name in &loaded.defined {
            let Some(id) = program.game_named(name) else { continue };
            match prove(program, id, &KnownRules::default()) {
                Ok(proof) if proof.unverified.is_empty() => verified += 1,
                _ => not.push(name.clone()),
            }
        }
    }
    assert!(verified >= 66 && not.len() <= 9, "{verified} are verified; not: {not:?}");
}

/// What a proof lacks is told, if it has a name: something is taken out twice that may be there once.
#[test]
fn what_a_proof_lacks_is_told() {
    let parity = "game M(piles: bag of nat)\n  move merge(a in piles, b in piles where a mod 2 == 0 and b mod 2 == 1) to M(piles without a without b with a + b)\n";
    let square = "game S(s: set of nat)\n  move odd(x in s, y in s where x * x > y * y + 1) to S(s without x without y with (x + y))\n";
    let helped = parity.replace("where a", "where a != b and a");
    for (text, wanted) in [
        (parity.to_string(), Some("needs: b is still in `piles without a`")),
        (format!("{parity}  decreases size(piles)\n"), Some("needs: b is still in `piles without a`")),
        (square.to_string(), Some("needs: y is still in `s without x`")),
        (helped, None),
    ] {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("test", &text);
        assert!(loaded.is_fine(), "{text}");
        let program = session.program();
        let id = program.game_named(&loaded.defined[0]).expect("a game");
        match (prove(program, id, &KnownRules::default()), wanted) {
            (Ok(_), None) => {}
            (Err(obstacles), Some(wanted)) => {
                assert!(obstacles.iter().any(|o| o.text.contains(wanted)), "{text}\n{obstacles:#?}");
            }
            (other, _) => panic!("{text}\n{other:#?}"),
        }
    }
}
