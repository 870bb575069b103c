//! What comes of a program: answers, verdicts, engines; and in what two programs differ that should not.

use crate::library::Shows;
use crate::program::{Program, mentions};
use crate::tree;
use fairgame::answer::{Answer, GameVerdict};
use fairgame::engine::Budget;
use fairgame::session::Which;
use fairgame::syntax::ast::{Item, StatementKind};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What comes of a program.
pub(crate) struct Found {
    answers: Vec<Said>,
    /// Of each game, and of each claim of a game.
    verdicts: Vec<(String, Option<&'static str>, GameVerdict)>,
    engines: Vec<&'static str>,
    /// What the engines recognised.
    pub(crate) recognised: BTreeMap<&'static str, u64>,
}

/// What is said to a question.
enum Said {
    Answer(Json),
    /// A mistake with this code.
    Mistake(String),
    /// A budget ran out.
    Nothing,
}

impl Said {
    fn of(answer: Answer) -> Said {
        match answer {
            Answer::Stopped(_) => Said::Nothing,
            // Limits of size are budgets, too.
            Answer::Mistake { diagnostic } if diagnostic.code.starts_with("too-") => Said::Nothing,
            Answer::Mistake { diagnostic } => Said::Mistake(diagnostic.code.into()),
            other => Said::Answer(serde_json::to_value(other).expect("answers are plain data")),
        }
    }

    /// The answer in a form that a rewriting does not change; none where a budget ran out.
    fn normal(&self, shows: Shows) -> Option<Json> {
        match self {
            Said::Answer(answer) => normal(answer.clone(), shows),
            Said::Mistake(code) => Some(Json::String(code.clone())),
            Said::Nothing => None,
        }
    }

    /// Whether the question is about a period, and what is proved of it.
    fn proved(&self) -> Option<bool> {
        match self {
            Said::Answer(Json::Object(map)) if map.contains_key("saltus") => map["proved"].as_bool(),
            _ => None,
        }
    }
}

impl Found {
    /// Which questions were answered to their end.
    pub(crate) fn answered(&self) -> Vec<bool> {
        self.answers.iter().map(|said| said.normal(Shows::default()).is_some()).collect()
    }

    fn verdicts(&self, shows: Shows) -> BTreeMap<String, GameVerdict> {
        let named = self.verdicts.iter().map(|(game, claim, verdict)| {
            let game = shows.back.map_or_else(|| game.clone(), |back| back(game));
            (claim.map_or_else(|| game.clone(), |claim| format!("{game} {claim}")), *verdict)
        });
        named.collect()
    }
}

/// How serious a difference is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Kind {
    /// Answers contradict each other, or verdicts do.
    Wrong,
    /// Something is proved of one and not of the other.
    Proof,
    /// Other engines answered, or one was stopped.
    Engine,
}

/// A difference.
pub(crate) struct Difference {
    pub(crate) kind: Kind,
    pub(crate) what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.what)
    }
}

/// What a program may use. Work is counted: what comes of it must not depend on the machine, so the time is only there
/// for what counts nothing.
fn budget(steps: u64, positions: u64) -> Budget {
    let time = Some(Duration::from_secs(60));
    Budget { positions, steps: Some(steps), time, threads: Some(1), ..Budget::default() }
}

/// About three seconds of a program that is not optimised.
pub(crate) fn plenty() -> Budget {
    budget(10_000_000, 30_000)
}

/// So little that a rewritten question may take ten times as much.
pub(crate) fn little() -> Budget {
    budget(100_000, 2_000)
}

/// Ten times as much as that.
pub(crate) fn more() -> Budget {
    budget(1_000_000, 20_000)
}

/// Asks everything that a program asks, with the engines for large positions.
pub(crate) fn ask(program: &Program, budget: Budget) -> Found {
    let (mut session, loaded) = program.session();
    session.budget = budget;
    session.games().skip_quick_attempts();
    let mut verdicts = vec![];
    for v in session.verdicts(&loaded, Which::Own) {
        verdicts.push((v.game, None, v.verdict));
    }
    for c in session.claims(&loaded) {
        verdicts.push((c.game, Some(c.claim), c.verdict));
    }
    let answers = loaded.questions.iter().map(|q| Said::of(session.ask(q))).collect();
    let fired = session.games().fired();
    Found { answers, verdicts, engines: fired.engines().collect(), recognised: fired.counts().collect() }
}

/// What only repeats the question, or says how an answer was found.
const NOT_ANSWERS: [&str; 14] = [
    "sequence",
    "expectation",
    "of",
    "left",
    "right",
    "columns",
    "rests_on",
    "theorem",
    "needed",
    "verdict",
    "proved",
    "drawn_play",
    "sentence",
    "shown_by",
];

/// An answer in a form that a rewriting does not change; none where a budget ran out on the way.
fn normal(answer: Json, shows: Shows) -> Option<Json> {
    match answer {
        Json::Object(map) => {
            let is_period = map.contains_key("saltus");
            let looked = if is_period && map["proved"] == Json::Bool(false) { None } else { Some(()) };
            let mut kept = Map::new();
            for (key, value) in map {
                if key == "stopped" {
                    return None;
                }
                let to = is_period && key == "to";
                // A name may show a sum that was chosen, whose parts are in another order.
                let sum = shows.parts && value.as_str().is_some_and(|name| name.contains(" + "));
                let name = (shows.choices || sum) && key == "move";
                let to = to || shows.rules && key == "to";
                if NOT_ANSWERS.contains(&key.as_str()) || to || name {
                    continue;
                }
                if key == "positions" && value.is_string() {
                    continue;
                }
                let mut value = normal(value, shows)?;
                if let Json::Array(all) = &mut value
                    && (shows.order || shows.choices)
                    && matches!(key.as_str(), "winning" | "drawing" | "open")
                {
                    all.sort_by_key(Json::to_string);
                }
                kept.insert(key, value);
            }
            // What is not proved is only told as far as it was looked at.
            looked.map(|()| Json::Object(kept))
        }
        Json::Array(all) => all.into_iter().map(|v| normal(v, shows)).collect::<Option<_>>().map(Json::Array),
        Json::String(text) => Some(Json::String(plain(&text, shows))),
        other => Some(other),
    }
}

fn plain(text: &str, shows: Shows) -> String {
    let text = shows.back.map_or_else(|| text.to_string(), |back| back(text));
    if !shows.parts {
        return text;
    }
    let mut parts: Vec<&str> = text.split(" + ").filter(|p| !matches!(*p, "nothing" | "*0")).collect();
    parts.sort_unstable();
    if parts.is_empty() { "nothing".into() } else { parts.join(" + ") }
}

/// The questions whose answers show what a rewriting may change.
fn not_asked(program: &Program, shows: Shows) -> Vec<bool> {
    let moves = program.asking_for_moves();
    let statements = program.items.iter().filter_map(|i| match i {
        Item::Statement(s) => Some((i, s)),
        _ => None,
    });
    let changes = shows.order || shows.choices || shows.parts;
    statements
        .map(|(item, s)| {
            let mut asks = (shows.choices || shows.parts) && matches!(s.kind, StatementKind::Play { .. });
            // Where moves are listed, functions on positions are, too.
            asks |= shows.order && matches!(s.kind, StatementKind::Functions { .. });
            tree::in_item_mut(&mut item.clone(), &mut |e| asks |= changes && mentions(e, &moves));
            asks
        })
        .collect()
}

/// In what a program and its rewriting differ.
pub(crate) fn differences(program: &Program, before: &Found, after: &Found, shows: Shows) -> Vec<Difference> {
    let mut found = vec![];
    let mut differ = |kind, what: String| found.push(Difference { kind, what });
    let not_asked = not_asked(program, shows);
    for (i, (a, b)) in before.answers.iter().zip(&after.answers).enumerate() {
        let question = || question(program, i);
        if a.proved() != b.proved() {
            let words = |said: &Said| said.proved().map_or("not told".into(), |p| p.to_string());
            differ(Kind::Proof, format!("{}: proved is {}, then {}", question(), words(a), words(b)));
            continue;
        }
        // A wild program makes mistakes: which one is met first, and whether it is met at all, is a matter of order.
        let mistake = matches!(a, Said::Mistake(_)) || matches!(b, Said::Mistake(_));
        if not_asked[i] || program.wild && mistake {
            continue;
        }
        match (a.normal(shows), b.normal(shows)) {
            (Some(a), Some(b)) if a != b => differ(Kind::Wrong, format!("{}: {a} and {b}", question())),
            (a @ Some(_), None) | (a @ None, Some(_)) => {
                let which = if a.is_some() { "rewritten" } else { "as it was" };
                differ(Kind::Engine, format!("{}: stopped {which}", question()));
            }
            _ => {}
        }
    }
    let after_verdicts = after.verdicts(shows);
    for (of, a) in &before.verdicts(shows) {
        match after_verdicts.get(of) {
            Some(b) if a == b => {}
            Some(b) => {
                let pair = [*a, *b];
                let apart = pair.contains(&GameVerdict::Wrong)
                    && pair.iter().any(|v| matches!(v, GameVerdict::Proved | GameVerdict::Loopy));
                differ(if apart { Kind::Wrong } else { Kind::Proof }, format!("{of}: {a:?}, then {b:?}"));
            }
            None => differ(Kind::Wrong, format!("{of}: no verdict")),
        }
    }
    // A play by the names of moves fails where these are others, and then no engine is asked.
    let failed = |(a, b): (&Said, &Said)| matches!(a, Said::Mistake(_)) != matches!(b, Said::Mistake(_));
    let pairs = before.answers.iter().zip(&after.answers);
    let one_failed = pairs.zip(&not_asked).any(|(pair, not_asked)| *not_asked && failed(pair));
    if before.engines != after.engines && !one_failed {
        let names = |all: &[&'static str]| {
            let names: Vec<&str> = all.iter().map(|e| e.trim_start_matches("engine: ")).collect();
            names.join(", ")
        };
        differ(Kind::Engine, format!("{}, then {}", names(&before.engines), names(&after.engines)));
    }
    found
}

fn question(program: &Program, i: usize) -> String {
    let statements = program.items.iter().filter(|i| matches!(i, Item::Statement(_)));
    statements.skip(i).take(1).map(crate::printer::item).collect::<String>().trim().to_string()
}
