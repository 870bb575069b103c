//! What front ends rely on: names and places in texts, also in broken ones; values that stay known; slices and workers.

use crate::random::{daily, some};
use fairgame::{
    Answer, Budget, Finding, Kind, Lines, Loaded, Place, Reply, Session, Step, Texts, Trouble, Worker,
    library,
};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

const KAYLES: &str = "# A row of pins.
game Kayles(n: nat)
  move knock(k in 1..2, left in 0..n - k) to Kayles(left) + Kayles(n - k - left)
let double(x: nat) = 2 * x
";

fn open(text: &str) -> (Session, Loaded) {
    let mut session = Session::default();
    let loaded = session.open("my.game", text);
    (session, loaded)
}

/// Where a text stands in another one.
fn at(text: &str, what: &str) -> usize {
    text.find(what).unwrap_or_else(|| panic!("no {what:?}"))
}

fn names(loaded: &Loaded, session: &Session, byte: usize) -> BTreeSet<String> {
    let file = loaded.texts[0];
    loaded.names_at(&session.sources, file, byte).into_iter().map(|c| c.text).collect()
}

// ---- names

/// Every example of the library: each name is written down, once, and leads to a definition of that name.
#[test]
fn every_name_of_the_examples_leads_to_its_definition() {
    for entry in library::modules().chain(library::examples()) {
        let (session, loaded) = open(entry.text);
        let missing = names_left_out(&session, &loaded);
        assert!(missing.is_empty(), "in {}, names without any knowledge: {missing:?}", entry.name);
        for one in loaded.uses.iter().filter(|u| u.kind != Kind::Module) {
            let Some(definition) = one.definition else { continue };
            let (name, defined) = (session.sources.slice(one.span), session.sources.slice(definition));
            assert_eq!(name, defined, "in {}: {one:?}", entry.name);
            assert!(
                loaded.uses.iter().any(|u| u.span == definition && u.is_definition()),
                "in {}: nothing is defined where {name} leads, {one:?}",
                entry.name
            );
        }
        let spans: BTreeSet<_> = loaded.uses.iter().map(|u| u.span).collect();
        assert_eq!(spans.len(), loaded.uses.len(), "{}: names written down twice", entry.name);
    }
}

/// What is a name by its spelling, and no use: but for fields, and words that mean something in one place only.
fn names_left_out(session: &Session, loaded: &Loaded) -> Vec<String> {
    use fairgame::syntax::token::{Token, tokens};
    const WORDS: &[&str] =
        &["grundy", "functions", "left", "right", "impartial", "drawing", "when", "into", "as"];
    let text = &session.sources.get(loaded.texts[0]).text;
    let own = loaded.uses.iter().filter(|u| u.span.file == loaded.texts[0]);
    let covered: BTreeSet<usize> = own.map(|u| u.span.start as usize).collect();
    let mut before = "";
    let mut missing = vec![];
    for token in tokens(text).into_iter().filter(|t| t.token != Token::Comment) {
        let name = &text[token.span.clone()];
        let word = WORDS.contains(&name) || ["under", "."].contains(&before);
        if token.token == Token::Name && !word && !covered.contains(&token.span.start) {
            missing.push(format!("{name} at byte {}", token.span.start));
        }
        before = name;
    }
    missing
}

#[test]
fn a_program_with_mistakes_is_there_as_far_as_it_went() {
    let text = "game Pile(n: nat)\n  move take(k in 1..3 where k <= n) to Pile(n - k)\nlet f(x: nat) = x +\nshow Pile(f(2))";
    let (session, loaded) = open(text);
    assert!(!loaded.is_fine() && loaded.questions.is_empty());
    assert_eq!(loaded.program.games[0].name, "Pile");
    let one = loaded.use_at(loaded.texts[0], at(text, "Pile(f(2))")).expect("a name");
    assert_eq!((one.kind, one.definition.map(|d| d.range())), (Kind::Game, Some(5..9)));
    assert_eq!(loaded.symbol(&session.sources, one).usage, "game Pile(n: nat)");
}

#[test]
fn what_may_stand_at_a_place() {
    let cases = [
        ("", "game table show use", "Nim Kayles"),
        ("ga", "game", "Kayles"),
        ("game G(n: ", "nat int position", "Kayles game"),
        ("game G(n: nat)\n  ", "move ends wins decreases", "Kayles"),
        ("game G(n: nat)\n  move take(k in 1..", "n Kayles double size", "where nat game"),
        ("game G(n: nat)\n  move take(k in 1..n) to G(n - ", "n k Kayles", "where"),
        ("game G(n: nat)\n  move take(k in 1..n ", "where", "Kayles"),
        ("show Kayles(3) under ", "misere normal", "Kayles"),
        ("expect Kayles(3) is ", "P N draw", "where"),
        ("show { a + b for (a, b) in [(1, 2)] where ", "a b", "where"),
        ("table Kayles(n) for n in 0..9 # ga", "", "game"),
        ("show \"K", "", "Kayles"),
        ("use \"", "heaps octal kayles", "Kayles game"),
        ("play Kayles(3): ", "knock", "Kayles"),
        ("let y = do", "double", "game"),
    ];
    for (more, wanted, unwanted) in cases {
        let text = format!("{KAYLES}{more}");
        let (session, loaded) = open(&text);
        let names = names(&loaded, &session, text.len());
        for name in wanted.split_whitespace() {
            assert!(names.contains(name), "{more:?} wants {name}: {names:?}");
        }
        for name in unwanted.split_whitespace() {
            assert!(!names.contains(name), "{more:?} does not want {name}");
        }
    }
}

/// At every byte of a text that is being typed: nothing panics, and every place that is given is one of the text.
#[test]
fn a_text_typed_letter_by_letter() {
    let text = format!("{KAYLES}table Kayles(n) for n in 0..9\nexpect Kayles(9) is *4 # größer ½ 𝔸\n");
    let mut session = Session::default();
    for end in some((0..=text.len()).filter(|i| text.is_char_boundary(*i))) {
        let part = &text[..end];
        let loaded = session.open("my.game", part);
        let Some(file) = loaded.texts.first() else { continue };
        loaded.names_at(&session.sources, *file, end);
        loaded.use_at(*file, end).map(|u| loaded.symbol(&session.sources, u));
        loaded.expression_at(*file, end);
        for d in &loaded.diagnostics {
            let finding = Finding::new(&session.sources, d);
            let lines = Lines::new(part);
            for range in finding.range.iter().chain(finding.labels.iter().map(|l| &l.0)) {
                assert_eq!(lines.byte(range.from), range.bytes.start, "{part:?}");
                assert_eq!(lines.byte(range.to), range.bytes.end, "{part:?}");
            }
        }
    }
}

#[test]
fn places_behind_the_ends_of_lines_and_texts() {
    let lines = Lines::new("a𝔸b\r\nc");
    assert_eq!(lines.place(5), Place { line: 0, utf16: 3 });
    assert_eq!(lines.place(2), Place { line: 0, utf16: 1 });
    assert_eq!(lines.byte(Place { line: 0, utf16: 99 }), 6);
    assert_eq!(lines.byte(Place { line: 0, utf16: 2 }), 1);
    assert_eq!(lines.byte(Place { line: 7, utf16: 0 }), 9);
    assert_eq!(Lines::new("").place(5), Place::default());
}

// ---- files

#[test]
fn files_come_from_where_the_front_end_says() {
    let mut texts = Texts::new();
    texts.put("lib/pile.game", "use \"other.game\"\nlet most = three");
    texts.put("lib/other.game", "let three = 3");
    let mut session = Session::default();
    session.read_from(texts);
    let loaded = session.open("my.game", "use \"lib/pile.game\"\nshow most\nuse \"none.game\"");
    let codes: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["cannot-use"]);
    let module = loaded.use_at(loaded.texts[0], 8).expect("a module");
    let file = module.definition.expect("a text").file;
    assert_eq!((module.kind, session.sources.get(file).name.as_str()), (Kind::Module, "lib/pile.game"));
    let loaded = session.open("my.game", "use \"lib/pile.game\"\nshow most");
    let answer = session.ask(&loaded.questions[0]);
    assert!(matches!(answer, Answer::Value { value, .. } if value == "3"));
}

// ---- values

#[test]
fn values_stay_known_as_long_as_their_game_is_the_same() {
    let chain = "game Chain(n: nat)\n  move go(k in 0..<n where (k + n) mod 3 > 0) to Chain(k)\n";
    let cram = "game Cram(free: set of cell)
  move place(p in free, q in touching(p) where q in free) to Cram(free without p without q)\n";
    let mut session = Session::default();
    session.budget.threads = Some(1);
    let board = "Cram(board(\".....|.....|.....|.....\"))";
    let ask = |session: &mut Session| {
        session.budget.progress.store(0, Ordering::Relaxed);
        let position = session.position(board).expect("a position");
        let value = session.value_of(&position).expect("a value").to_string();
        (value, session.budget.progress.load(Ordering::Relaxed))
    };
    session.open("a.game", &format!("{cram}{chain}"));
    let (value, work) = ask(&mut session);
    assert!(work > 0, "it had to be solved");
    // Another game, another order, a mistake on the way, comments and statements: nothing that the game depends on.
    session.open("a.game", &format!("{chain}# more\nlet a = 1\n{cram}"));
    assert_eq!(ask(&mut session), (value.clone(), 0));
    session.open("a.game", &format!("{chain}let a =\n{cram}"));
    session.open("a.game", &format!("show {board}\nlet a = 2\n{cram}"));
    assert_eq!(ask(&mut session), (value.clone(), 0));
    // The game itself: it may move along rows alone.
    session.open("a.game", &cram.replace("where q in free", "where q in free and q.row == p.row"));
    let (other, work) = ask(&mut session);
    assert_eq!(other, "0", "four rows of one kind cancel");
    assert_ne!((other, work), (value, 0), "the game has changed");
}

#[test]
fn positions_are_values_that_outlive_their_text() {
    let mut session = Session::default();
    session.open("a.game", KAYLES);
    let nine = session.position("Kayles(9)").expect("a position");
    assert_eq!(session.value_of(&nine).expect("a value").to_string(), "4");
    session.open("a.game", &format!("let a = 1\ngame First(n: nat)\n  move go to First(0)\n{KAYLES}"));
    assert_eq!(session.value_of(&nine).expect("a value").to_string(), "4");
    session.open("a.game", "game Kayles(row: list of nat)\n  move go to Kayles(row)");
    let Err(Trouble::Mistakes(found)) = session.value_of(&nine) else {
        panic!("the game has other parameters")
    };
    assert_eq!(found[0].code, "wrong-type");
    session.open("a.game", "let a = 1");
    assert!(
        matches!(session.moves_of(&nine), Err(Trouble::Mistakes(found)) if found[0].code == "unknown-name")
    );
}

#[test]
fn questions_by_programs_say_what_statements_say() {
    let mut session = Session::default();
    let text = format!("{KAYLES}show Kayles(7) + Kayles(2)\nshow Kayles(5) under misere");
    let loaded = session.open("a.game", &text);
    let position = session.position("Kayles(7) + Kayles(2)").expect("a position");
    let said = session.show_of(&position).expect("an answer");
    let asked = session.ask(&loaded.questions[0]);
    let text =
        |a: Answer| Reply::new(&session.sources, &loaded.questions[0], a).text(&fairgame::Look::default());
    assert_eq!(text(said), text(asked));
    let options = session.options_of(&position).expect("options");
    let moves = session.moves_of(&position).expect("moves");
    assert!(options.len() <= moves.len() && moves.iter().all(|m| options.contains(&m.to)));
    session.misere = true;
    let five = session.position("Kayles(5)").expect("a position");
    let Answer::Misere(said) = session.show_of(&five).expect("an answer") else {
        panic!("asked under misère")
    };
    assert_eq!(session.outcome_of(&five).expect("an outcome"), said.outcome);
}

// ---- forms

#[test]
fn all_forms_of_an_answer_come_from_one() {
    let text = format!(
        "{KAYLES}table Kayles(n) for n in 0..3\nexpect Kayles(3) is P\nshow \"<b>`\\\\end{{verbatim}}\""
    );
    let (mut session, loaded) = open(&text);
    let mut reply = |i: usize| {
        let answer = session.ask(&loaded.questions[i]);
        Reply::new(&session.sources, &loaded.questions[i], answer)
    };
    let table = reply(0);
    assert_eq!(table.short(), "0 1 2 3");
    assert!(table.html().starts_with("<table>") && table.latex().starts_with("\\begin{tabular}"));
    assert!(
        table.markdown().contains("|   2 |") && table.svg(&fairgame::Style::usual(false)).contains("<path")
    );
    let fails = reply(1);
    assert!(fails.html().contains("class=\"complaint\"") && fails.html().contains("class=\"bad\""));
    assert!(fails.text(&fairgame::Look::default()).contains("Kayles(3) is N, not P"));
    let hostile = reply(2);
    assert!(hostile.html().contains("&lt;b&gt;") && !hostile.html().contains("<b>"));
    assert_eq!(hostile.latex().matches("\\end{verbatim}").count(), 1);
    assert!(hostile.svg(&fairgame::Style::usual(true)).contains("&lt;b&gt;"));
}

// ---- slices and workers

#[test]
fn every_kind_of_question_comes_to_its_end_in_slices() {
    let slice = Duration::from_micros(daily(500, 50));
    let quotient = daily("Kayles(n) for n in 0..9", "Kayles");
    let text = format!(
        "{KAYLES}loopy game Ring(n: 0..30)
  move on(k in 1..3) to Ring((n + k) mod 31)
  ends when n == 0
show Kayles(200)
table Kayles(n), Kayles(n + 1) for n in 0..40 where n mod 3 == 0
table P of Kayles(a) + Kayles(b) for a in 0..20, b in 0..20
period Kayles(n) for n
expect Kayles(n) is N for n in 1..30
quotient {quotient}
play Kayles(4): knock(1, 1)
compare Kayles(n), Kayles(n) for n in 0..5
show Ring(7)
show longest(Kayles(12))
table plays(Kayles(n)) for n in 0..9"
    );
    let (mut whole, loaded) = open(&text);
    let mut sliced = Session::default();
    let questions = sliced.open("my.game", &text).questions;
    assert!(loaded.is_fine());
    for (question, asked) in loaded.questions.iter().zip(&questions) {
        let answer = whole.ask(question);
        let mut task = sliced.begin(asked);
        let mut slices = 0;
        let stepped = loop {
            slices += 1;
            match sliced.step(&mut task, slice) {
                Step::Done(answer) => break *answer,
                Step::More(progress) => {
                    assert!(slices < 10_000 && progress.rows.len() <= progress.rows_in_all)
                }
            }
        };
        let json = |session: &Session, a| Reply::new(&session.sources, question, a).json().to_string();
        assert_eq!(json(&sliced, stepped), json(&whole, answer), "{}", question.text);
    }
    assert_eq!(sliced.budget.time, Budget::default().time);
}

/// What an array has when a slice is over is there in the next one: each position is solved once.
#[test]
fn what_is_filled_in_slices_is_filled_once() {
    let lights = "game Lights(row: list of bool)
  move out(i in indices(row) where row[i]) to Lights(put(row, i, false))
  move triple(i in 1..size(row) - 2 where row[i] and row[i + 2]) to Lights(put(put(row, i, false), i + 2, not row[i + 2]))
show Lights([true for i in 1..18])";
    let pour = "game Pour(a: nat, b: nat, c: nat)
  move out(k in 1..a where k != c) to Pour(a - k, b, c)
  move on(k in 1..b where 2 * k != a) to Pour(a, b - k, c)
  move off(k in 1..c where k mod 3 != b mod 3) to Pour(a, b, c - k)
show Pour(60, 60, 50)";
    for text in [lights, pour] {
        let (mut session, loaded) = open(text);
        let mut task = session.begin(&loaded.questions[0]);
        let (mut positions, mut idle) = (0, 0);
        let answer = loop {
            match session.step(&mut task, Duration::from_millis(1)) {
                Step::Done(answer) => break *answer,
                Step::More(progress) => {
                    idle += usize::from(progress.positions <= positions);
                    positions = progress.positions;
                }
            }
        };
        let Answer::Position(answer) = answer else { panic!("the value of a position") };
        let Answer::Position(whole) = open(text).0.ask(&loaded.questions[0]) else { panic!("the same") };
        assert_eq!(answer.value, whole.value);
        assert!(idle < 30, "{idle} slices found nothing, {positions} positions");
    }
}

#[test]
fn a_task_ends_with_its_budget_and_its_rows_stand() {
    let text = format!("{KAYLES}table plays(Kayles(n)) for n in 0..10000");
    let (mut session, loaded) = open(&text);
    session.budget.time = Some(Duration::from_secs(1));
    let mut task = session.begin(&loaded.questions[0]);
    let answer = loop {
        if let Step::Done(answer) = session.step(&mut task, Duration::from_millis(5)) {
            break *answer;
        }
    };
    let Answer::Table(t) = answer else { panic!("a table") };
    assert_eq!(t.stopped.expect("the time is up").budget, "time");
    assert!(t.rows.len() > 3 && t.rows.iter().enumerate().all(|(i, row)| row[0] == i.to_string()));
}

#[test]
fn a_worker_is_shared_cancelled_and_survives() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    let budget = Budget { time: None, threads: Some(1), ..Budget::default() };
    let worker = Worker::new(budget).expect("a thread");
    is_shared(&worker);
    worker.run(|s| drop(s.open("a.game", KAYLES)));
    let long = worker
        .run(|s| s.evaluate("sum(1 for a in 1..2000, b in 1..2000, c in 1..2000)").map(|v| v.to_string()));
    let next = worker.run(|s| s.evaluate("2 + 2").map(|v| v.to_string()));
    assert!(matches!(long.wait_for(Duration::from_millis(20)), Ok(None)));
    long.cancel();
    let Ok(Err(Trouble::Stopped(stopped))) = long.wait() else { panic!("it was cancelled") };
    assert_eq!(stopped.budget, "interrupted");
    assert_eq!(next.wait().expect("a result").expect("a value"), "4", "the one behind it is not cancelled");
    let broken = worker.run(|_| panic!("a mistake of whoever sent this"));
    assert!(broken.wait().is_err());
    let value = worker.run(|s| s.evaluate("1").map(|v| v.to_string()));
    assert_eq!(value.wait().expect("the worker goes on").expect("a value"), "1");
}

/// Types and bounds are what a front end shows of a position's parts.
#[test]
fn parameters_are_shown_as_they_are_declared() {
    let declared = "n: nat, k: -1..3, z: int, s: set of nat, m: map of cell to 0..2, t: (nat, up | down)";
    let (session, _) =
        open(&format!("game G({declared})\n  move end where z > 0 to G(n, k, z - 1, s, m, t)\n"));
    let shown: Vec<String> = session.program().games[0].params.iter().map(ToString::to_string).collect();
    assert_eq!(shown.join(", "), declared);
}
