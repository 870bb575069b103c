//! The program against the definitions, on random programs.

use super::play::{Kind, Reached};
use super::solve::{Fate, Outcomes, nim_values, value_of};
use super::value::{Fail, Part, Position, Value, quoted, written};
use super::world::World;
use crate::programs::Program;
use fairgame::answer::{Answer, GameVerdict};
use fairgame::engine::Budget;
use fairgame::session::{Loaded, Session, Which};
use fairgame::source::FileId;
use fairgame::syntax::parse::parse_expr;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// So many parts of sums are looked at, and so many whole sums.
const PARTS: usize = 400;
const SUMS: usize = 300;
/// So many steps of the slow interpreter.
const FUEL: u64 = 100_000;

/// What came of comparing.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    /// How often what was compared, or why not.
    pub(crate) counts: BTreeMap<String, usize>,
    /// What differs, in words.
    pub(crate) differences: Vec<String>,
}

impl Tally {
    pub(crate) fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    pub(crate) fn differ(&mut self, what: String) {
        self.differences.push(what);
    }

    pub(crate) fn add(&mut self, other: Tally) {
        for (what, n) in other.counts {
            *self.counts.entry(what).or_default() += n;
        }
        self.differences.extend(other.differences);
    }
}

/// What the program says to a question.
#[derive(Debug)]
pub(crate) enum Said {
    Text(String),
    Mistake(String),
    Stopped,
}

/// A program loaded by the one and by the other.
pub(crate) struct Both {
    pub(crate) world: World,
    pub(crate) session: Session,
    pub(crate) loaded: Loaded,
    /// Where the questions are that were asked in the text itself.
    asked: HashMap<String, usize>,
    has_claims: bool,
    /// The claims that are called proved: of which game, which.
    proved: Vec<(String, &'static str)>,
    /// How the position was drawn that was shown last.
    pub(crate) drawn: Option<Option<String>>,
}

/// What is asked about every position; so it need not be read one by one.
fn questions(position: &str) -> Vec<String> {
    let functions = [
        "value",
        "moves",
        "options",
        "shortest",
        "longest",
        "plays",
        "odd_plays",
        "even_plays",
        "misere_value",
        "boolean_value",
        "remoteness",
        "outcome",
    ];
    let mut all: Vec<String> = functions.iter().map(|f| format!("show {f}({position})")).collect();
    let winning = ["winning({})", "remoteness({}, Left)", "remoteness({}, Right)"];
    all.extend(winning.iter().map(|q| format!("show {}", q.replace("{}", position))));
    let outcomes = ["N", "P", "draw"];
    all.extend(outcomes.iter().map(|o| format!("expect {position} is {o}")));
    all.extend([format!("show {position}"), format!("show {position} under misere")]);
    all
}

impl Both {
    /// Loads a text; none if the program does not take it.
    pub(crate) fn load(program: &Program, tally: &mut Tally) -> Option<Both> {
        let world = match World::of(&program.text) {
            Ok(world) => world,
            Err(why) => {
                tally.differ(format!("not parsed: {why:?}"));
                return None;
            }
        };
        let budget = Budget {
            positions: 5_000,
            bound: 500,
            steps: Some(1_000_000),
            threads: Some(1),
            ..Budget::default()
        };
        let mut session = Session::new(budget);
        let statements: Vec<String> = program.positions.iter().flat_map(|p| questions(p)).collect();
        let loaded = session.load_text("random", &format!("{}{}", program.text, statements.join("\n")));
        if !loaded.is_fine() {
            let first = loaded.diagnostics.iter().find(|d| d.is_error());
            let (code, title) = first.map_or(("", ""), |d| (d.code, d.title.as_str()));
            let at = first.and_then(|d| d.span()).map(|s| session.sources.slice(s));
            tally.count(format!("refused: {code}"));
            // Of an empty collection in another one nobody can tell what would be in it.
            let open = code == "wrong-type" && title.contains("something");
            // A program may also write place 0 of a list.
            if !open && code != "index-zero" {
                tally.differ(format!("refused: {code}: {title}: {at:?}"));
            }
            return None;
        }
        for verdict in session.verdicts(&loaded, Which::Own) {
            tally.count(format!("verdict: {:?}", verdict.verdict));
        }
        let claims = session.claims(&loaded);
        claims.iter().for_each(|c| tally.count(format!("claim: {:?}", c.verdict)));
        let has_claims = !claims.is_empty();
        let proved = claims.into_iter().filter(|c| c.verdict == GameVerdict::Proved);
        let proved = proved.map(|c| (c.game, c.claim)).collect();
        let asked = statements.into_iter().enumerate().map(|(i, s)| (s, i)).collect();
        Some(Both { world, session, loaded, asked, has_claims, proved, drawn: None })
    }

    /// What the program says to one of the questions.
    pub(crate) fn ask(&mut self, statement: &str) -> Said {
        if std::env::var_os("LOUD").is_some() {
            println!("    {statement}");
        }
        let Some(question) = self.asked.get(statement).and_then(|i| self.loaded.questions.get(*i)) else {
            return Said::Stopped;
        };
        match self.session.ask(question) {
            Answer::Value { value, .. } => Said::Text(value),
            // Whether the players have moves of their own is told of games, not of positions.
            Answer::Mistake { diagnostic }
                if matches!(diagnostic.code, "partizan-has-no-value" | "which-player") =>
            {
                Said::Stopped
            }
            Answer::Mistake { diagnostic } => Said::Mistake(diagnostic.code.into()),
            Answer::Misere(m) => Said::Text(m.outcome),
            Answer::Standing(s) => {
                self.drawn = Some(s.picture);
                Said::Text(s.outcome)
            }
            Answer::Position(p) => {
                self.drawn = Some(p.picture);
                Said::Text(p.outcome)
            }
            Answer::Expect(e) => Said::Text(e.passed.to_string()),
            _ => Said::Stopped,
        }
    }

    /// Games of which some position was seen to repeat are not proved to end.
    fn not_proved(&mut self, text: &str, reached: &Reached, tally: &mut Tally) {
        let verdicts = self.session.verdicts(&self.loaded, Which::Own);
        for (name, part) in reached.on_cycles() {
            match verdicts.iter().find(|v| v.game == name).map(|v| v.verdict) {
                Some(GameVerdict::Proved) => {
                    tally.differ(format!("{text}: {name} is called proved, but {part} repeats"))
                }
                Some(verdict) => tally.count(format!("a game with a cycle: {verdict:?}")),
                None => {}
            }
        }
    }

    /// What a text of the program stands for.
    fn read(&self, text: &str) -> Option<Value> {
        let e = parse_expr(FileId(0), text).ok()?;
        self.world.fuel.set(FUEL);
        self.world.eval(&e, &mut vec![]).ok()
    }
}

/// Compares everything about a program.
pub(crate) fn compare(program: &Program) -> Tally {
    let mut tally = Tally::default();
    let Some(mut both) = Both::load(program, &mut tally) else { return tally };
    for (i, position) in program.positions.iter().enumerate().rev() {
        one_position(&mut both, position, program, i, &mut tally);
    }
    tally
}

fn one_position(both: &mut Both, text: &str, program: &Program, nth: usize, tally: &mut Tally) {
    both.world.fuel.set(FUEL);
    let Ok(e) = parse_expr(FileId(0), text) else { return tally.count("position not parsed") };
    let position = match both.world.eval(&e, &mut vec![]).and_then(Value::into_position) {
        Ok(p) => p,
        Err(Fail::Mistake(_)) => return no_position(both, text, tally),
        Err(Fail::TooMuch) => return tally.count("position: too much"),
        Err(Fail::Nonsense(why)) => return tally.differ(format!("{text}: nonsense: {why}")),
    };
    both.world.fuel.set(FUEL);
    let reached = match both.world.reached(&position, PARTS) {
        Ok(r) => r,
        Err(Fail::Nonsense(why)) => return tally.differ(format!("{text}: nonsense: {why}")),
        Err(_) => {
            tally.count("walk: too much");
            return local(both, text, &position, tally);
        }
    };
    let kind = kind_of(&both.world, &reached);
    let cycle = reached.order().is_none();
    if cycle {
        both.not_proved(text, &reached, tally);
    }
    tally.count(format!(
        "walked{}{}",
        if cycle { ", cycle" } else { "" },
        if reached.mistakes.is_empty() { "" } else { ", mistake" }
    ));
    if program.tame && (cycle || !reached.mistakes.is_empty()) {
        tally.count("tame program is not tame");
        let what: Vec<String> = reached
            .mistakes
            .iter()
            .take(1)
            .map(|(i, why)| format!("{why} in {}", written(&vec![reached.parts[*i].clone()])))
            .collect();
        tally.differ(format!("{text}: a tame program has a cycle ({cycle}) or mistake: {what:?}"));
        return;
    }
    if nth.is_multiple_of(2) {
        value(both, text, &position, &reached, kind, tally);
        local(both, text, &position, tally);
    } else {
        local(both, text, &position, tally);
        value(both, text, &position, &reached, kind, tally);
    }
    outcomes(both, text, &position, &reached, kind, tally);
    if !cycle && !kind.partizan && !kind.wins && reached.mistakes.is_empty() {
        other_questions(both, text, &position, tally);
    }
    if !cycle && !kind.partizan && !kind.loopy && reached.mistakes.is_empty() {
        claims(both, text, &reached, tally);
    }
}

/// Questions about plays, in games that end and in which both players have the same moves.
fn other_questions(both: &mut Both, text: &str, position: &Position, tally: &mut Tally) {
    both.world.fuel.set(FUEL);
    let Ok(sums) = Outcomes::of(&both.world, position, false, false, 150) else { return };
    let (Some(plays), Some(fate)) = (sums.plays(position), sums.fate(position, true)) else { return };
    let (won, moves) = match fate {
        Fate::Win(n) => (1, n),
        Fate::Loss(n) => (0, n),
        Fate::Draw => return,
    };
    let wanted = [
        ("shortest", plays.shortest.to_string()),
        ("longest", plays.longest.to_string()),
        ("plays", (&plays.odd + &plays.even).to_string()),
        ("odd_plays", plays.odd.to_string()),
        ("even_plays", plays.even.to_string()),
        ("misere_value", plays.misere_value.to_string()),
        ("boolean_value", won.to_string()),
        ("remoteness", moves.to_string()),
        ("outcome", if won == 1 { "N" } else { "P" }.to_string()),
    ];
    for (question, wanted) in wanted {
        match both.ask(&format!("show {question}({text})")) {
            Said::Text(found) if found == wanted => tally.count(question),
            Said::Stopped => tally.count(format!("{question}: stopped")),
            Said::Mistake(code) if code == "claim-refuted" || question == "misere_value" => {
                tally.count(format!("{question}: refused: {code}"));
            }
            said => tally.differ(format!("{question}({text}): program {said:?}, meaning {wanted}")),
        }
    }
}

/// A claim that is called proved must hold wherever it is looked at.
fn claims(both: &mut Both, text: &str, reached: &Reached, tally: &mut Tally) {
    let proved = both.proved.clone();
    let Some(values) = nim_values(reached).filter(|_| !proved.is_empty()) else { return };
    both.world.fuel.set(FUEL);
    for (part, value) in reached.parts.iter().zip(values) {
        let Part::Game(_, name, ..) = part else { continue };
        for (_, claim) in proved.iter().filter(|p| p.0 == *name) {
            let Ok(claimed) = both.world.claimed(part, claim) else { continue };
            for worth in claimed {
                match both
                    .world
                    .reached(&worth, PARTS)
                    .map(|r| nim_values(&r).and_then(|v| value_of(&r, &v, &worth)))
                {
                    Ok(found) if found == value => tally.count("claim: proved and right"),
                    Err(_) => {}
                    Ok(found) => tally.differ(format!(
                        "{text}: {claim} of {} is called proved, but {found:?} is not {value:?}",
                        written(&vec![part.clone()])
                    )),
                }
            }
        }
    }
}

/// A position that is none.
fn no_position(both: &mut Both, text: &str, tally: &mut Tally) {
    match both.ask(&format!("show value({text})")) {
        Said::Mistake(..) => tally.count("no position: both say so"),
        said => tally.differ(format!("{text}: no position, but {said:?}")),
    }
}

/// What the games of some positions are like, taken together.
pub(crate) fn kind_of(world: &World, reached: &Reached) -> Kind {
    let games: BTreeSet<(usize, bool)> = reached
        .parts
        .iter()
        .filter_map(|p| if let Part::Game(i, _, _, impartial) = p { Some((*i, *impartial)) } else { None })
        .collect();
    // A position whose owners are forgotten has none.
    let own = |(i, impartial): (usize, bool)| {
        let kind = world.own_kind(i);
        Kind { partizan: kind.partizan && !impartial, ..kind }
    };
    games.into_iter().map(own).fold(Kind::default(), |a, b| Kind {
        loopy: a.loopy || b.loopy,
        partizan: a.partizan || b.partizan,
        wins: a.wins || b.wins,
    })
}

/// The moves of a position and where they lead.
fn local(both: &mut Both, text: &str, position: &Position, tally: &mut Tally) {
    both.world.fuel.set(FUEL);
    let mut mine = vec![];
    let mut fails = None;
    for (i, part) in position.iter().enumerate() {
        match both.world.moves(part) {
            Ok(moves) => mine.extend(moves.into_iter().map(|m| {
                let name = if position.len() > 1 { format!("{} in {}", m.name, i + 1) } else { m.name };
                (name, without_zeros([&position[..i], &m.to, &position[i + 1..]].concat()))
            })),
            Err(fail) => fails = Some(fail),
        }
    }
    let said = both.ask(&format!("show moves({text})"));
    match (&fails, &said) {
        (Some(Fail::TooMuch), _) | (_, Said::Stopped) => return tally.count("moves: too much"),
        (Some(Fail::Nonsense(why)), _) => return tally.differ(format!("{text}: nonsense: {why}")),
        (Some(Fail::Mistake(_)), Said::Mistake(..)) => return tally.count("moves: both a mistake"),
        (None, Said::Text(_)) => {}
        _ => return tally.differ(format!("moves({text}): {fails:?} against {said:?}")),
    }
    let Said::Text(said) = said else { return };
    let names: Vec<String> = mine.iter().map(|m| quoted(&m.0)).collect();
    let listed = format!("[{}]", names.join(", "));
    // Quotation marks inside a name stand behind backslashes, more of them the deeper they are.
    if without_boards(&bare(&said)) != bare(&listed) && !said.contains("...") {
        return tally.differ(format!("moves({text}):\n  program {said}\n  meaning {listed}"));
    }
    tally.count("moves");
    let said = match both.ask(&format!("show options({text})")) {
        Said::Text(said) => said,
        said => return tally.differ(format!("options({text}): {said:?}")),
    };
    if said.contains("...") {
        return tally.count("options: cut");
    }
    let wanted: BTreeSet<Value> = mine.into_iter().map(|m| Value::Position(m.1)).collect();
    let found = both.read(&said).map(|v| v.elements());
    let Some(Ok(found)) = found else {
        return tally.differ(format!("options({text}) cannot be read back: {said}"));
    };
    let plain = |v: &Value| match v {
        Value::Position(p) => Value::Position(without_zeros(p.clone())),
        other => other.clone(),
    };
    if found.iter().map(plain).collect::<BTreeSet<Value>>() != wanted {
        let wanted: Vec<String> = wanted.iter().map(Value::written).collect();
        return tally.differ(format!("options({text}):\n  program {said}\n  meaning {wanted:?}"));
    }
    tally.count("options");
}

/// A text without backslashes.
pub(crate) fn bare(text: &str) -> String {
    text.replace('\\', "")
}

/// A heap of 0 is nothing.
fn without_zeros(mut p: Position) -> Position {
    p.retain(|part| *part != Part::Heap(0.into()));
    p
}

/// Cells drawn as a board, written as a set instead.
pub(crate) fn without_boards(text: &str) -> String {
    let mut rest = text;
    let mut done = String::new();
    while let Some(at) = rest.find("board(\"") {
        let inner = &rest[at + 7..];
        let Some(end) = inner.find("\")") else { break };
        done += &rest[..at];
        let cells = super::boards::call("board", &[Value::Text(inner[..end].into())]);
        if let Some(Ok(cells)) = cells {
            done += &cells.written();
        }
        rest = &inner[end + 2..];
    }
    done + rest
}

/// The nim-value.
fn value(both: &mut Both, text: &str, position: &Position, reached: &Reached, kind: Kind, tally: &mut Tally) {
    if kind.partizan || kind.loopy {
        return;
    }
    let said = both.ask(&format!("show value({text})"));
    if matches!(said, Said::Stopped) {
        return tally.count("value: stopped");
    }
    if !reached.mistakes.is_empty() {
        return match said {
            Said::Mistake(..) => tally.count("value: both a mistake"),
            // A mistake may lie where the value does not depend on it.
            Said::Text(_) => tally.count("value: a mistake not met"),
            Said::Stopped => {}
        };
    }
    let values = nim_values(reached);
    match (values.as_ref().map(|v| value_of(reached, v, position)), &said) {
        (None, Said::Mistake(code))
            if matches!(code.as_str(), "cycle" | "keeps-growing" | "value-is-infinite") =>
        {
            tally.count("value: both a cycle")
        }
        // Who wins may be known without meeting the cycle; the outcome is compared by itself.
        (None, Said::Text(_)) => tally.count("value: a cycle not met"),
        (Some(None), Said::Mistake(..)) => tally.count("value: none"),
        (Some(Some(wanted)), Said::Text(found)) if wanted.to_string() == *found => tally.count("value"),
        (_, Said::Mistake(code)) if code == "claim-refuted" => tally.count("value: claim refuted"),
        (wanted, said) => tally.differ(format!("value({text}): program {said:?}, meaning {wanted:?}")),
    }
}

/// Who wins, in normal play and under misère.
fn outcomes(
    both: &mut Both,
    text: &str,
    position: &Position,
    reached: &Reached,
    kind: Kind,
    tally: &mut Tally,
) {
    for misere in [false, true] {
        both.world.fuel.set(FUEL);
        let wanted = Outcomes::of(&both.world, position, kind.partizan, misere, SUMS);
        if kind.loopy && matches!(wanted, Err(Fail::TooMuch)) {
            tally.count("outcome of a loopy game: too much");
            continue;
        }
        let said = both.ask(&format!("show {text}{}", if misere { " under misere" } else { "" }));
        let rule = if misere { "misère" } else { "normal" };
        let cycle = !kind.loopy && reached.order().is_none();
        match (wanted, said) {
            (_, Said::Stopped) => tally.count(format!("outcome, {rule}: stopped")),
            (Err(Fail::Nonsense(why)), _) => tally.differ(format!("{text}: nonsense: {why}")),
            (Err(Fail::TooMuch), _) => tally.count(format!("outcome, {rule}: too much")),
            (_, Said::Mistake(..)) if cycle => tally.count(format!("outcome, {rule}: both a cycle")),
            (Err(Fail::Mistake(_)), Said::Mistake(..)) => {
                let loopy = if kind.loopy { ", loopy" } else { "" };
                tally.count(format!("outcome, {rule}{loopy}: both a mistake"))
            }
            (Err(Fail::Mistake(_)), Said::Text(_)) => {
                tally.count(format!("outcome, {rule}: a mistake not met"))
            }
            (Ok(_), Said::Mistake(code)) if code == "claim-refuted" => tally.count("outcome: claim refuted"),
            (Ok(o), Said::Text(found)) if o.name(position) == Some(found.as_str()) => {
                let mut what = format!("outcome, {rule}");
                for (is, name) in [(kind.partizan, "partizan"), (kind.loopy, "loopy"), (kind.wins, "wins")] {
                    if is {
                        what += &format!(", {name}");
                    }
                }
                if o.fate(position, true) == Some(Fate::Draw) {
                    what += ", draw";
                }
                tally.count(what);
                if !misere {
                    super::more::more(both, text, position, &o, kind, tally);
                }
            }
            // Of a game that is wrong already a claim may hide the cycle.
            (Ok(_), Said::Text(_)) if cycle && both.has_claims => {
                tally.count("outcome: a cycle behind a claim")
            }
            (wanted, said) => {
                let wanted = wanted.map(|o| o.name(position));
                tally.differ(format!("{text}, {rule}: program {said:?}, meaning {wanted:?}"));
            }
        }
    }
}
