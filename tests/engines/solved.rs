//! The values of positions, asked in every way there is.

use fairgame::answer::Answer;
use fairgame::check::{Bare, check};
use fairgame::engine::depth_first::Solver;
use fairgame::engine::naive::Naive;
use fairgame::engine::search::Search;
use fairgame::engine::{Budget, Meter};
use fairgame::rules::eval::Eval;
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::parse::{parse, parse_expr};
use fairgame::value::{Part, Position, Value};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// How often each engine, and each loop of theirs, was used so far.
pub(crate) static USED: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Adds what a session has used, and that no sample showed one of its tables to be wrong.
pub(crate) fn note(session: &Session) {
    assert_eq!(session.games().dropped(), Vec::<String>::new());
    let mut used = USED.lock().unwrap();
    session.games().used().into_iter().for_each(|(name, n)| *used.entry(name).or_default() += n);
}

/// The value by whatever engine the session picks.
pub(crate) fn picked(text: &str, question: &str) -> u64 {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", &format!("{text}\nshow value({question})"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    let answer = session.ask(&loaded.questions[0]);
    note(&session);
    match answer {
        Answer::Value { value, .. } => value.parse().unwrap(),
        other => panic!("{text}\n{question}: {other:?}"),
    }
}

/// How often each engine was used for the value of a position.
pub(crate) fn used_for(text: &str, question: &str) -> BTreeMap<String, u64> {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", &format!("{text}\nshow value({question})"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.ask(&loaded.questions[0]);
    session.games().used()
}

/// The values by the engines for large positions, and by a search for a single one; then without tables in order, for some games
/// as machine code. By several threads, or by several walks of one, from the first position on.
pub(crate) fn picked_for_large(text: &str, question: &str, value: u64) {
    let together = Budget { threads: Some(3), alone: 1, ..Budget::default() };
    asked_of_large(text, question, value, together, false);
    // Machine code from the first position on, for one game in four: it takes long to make where the compiler is slow.
    let interpreted = if text.len().is_multiple_of(4) { 0 } else { u64::MAX };
    let threads = Some(if text.len().is_multiple_of(2) { 1 } else { 3 });
    let budget = Budget { threads, alone: 1, interpreted, ..Budget::default() };
    asked_of_large(text, question, value, budget, true);
}

/// The value within a budget, by whatever engine the session picks, without a try in a graph before.
pub(crate) fn with_budget(text: &str, question: &str, budget: Budget) -> u64 {
    several(text, &[question.to_string()], budget)[0]
}

/// The same of several positions, one after the other in one session.
pub(crate) fn several(text: &str, questions: &[String], budget: Budget) -> Vec<u64> {
    let mut session = Session::new(budget);
    let asked: String = questions.iter().map(|q| format!("\nshow value({q})")).collect();
    let loaded = session.load_text("test", &format!("{text}{asked}"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    let answers: Vec<Answer> = loaded.questions.iter().map(|q| session.ask(q)).collect();
    note(&session);
    let value = |answer| match answer {
        Answer::Value { value, .. } => value.parse().unwrap(),
        other => panic!("{text}\n{questions:?}: {other:?}"),
    };
    answers.into_iter().map(value).collect()
}

/// The value by the graph solver.
pub(crate) fn in_graph(text: &str, question: &str, budget: Budget) -> u64 {
    let mut session = Session::new(budget);
    let loaded = session.load_text("test", &format!("{text}show value({question})"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    session.games().skip_tables();
    match session.ask(&loaded.questions[0]) {
        Answer::Value { value, .. } => value.parse().unwrap(),
        other => panic!("{text}\n{question}: {other:?}"),
    }
}

/// The value by positions in bytes; and whether all of the code was machine code.
pub(crate) fn in_bytes(text: &str, question: &str, interpreted: u64) -> (u64, bool) {
    let mut session = Session::new(Budget { interpreted, time: None, ..Budget::default() });
    let loaded = session.load_text("test", &format!("{text}show value({question})"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_words();
    let answer = session.ask(&loaded.questions[0]);
    note(&session);
    let translated = session.games().used().contains_key("machine code: bytes");
    match answer {
        Answer::Value { value, .. } => (value.parse().unwrap(), translated),
        other => panic!("{text}\n{question}: {other:?}"),
    }
}

fn asked_of_large(text: &str, question: &str, value: u64, budget: Budget, skip_tables: bool) {
    let asked =
        format!("{text}\nshow value({question})\nexpect {question} is *{value}\nshow outcome({question})");
    let mut session = Session::new(budget);
    let loaded = session.load_text("test", &asked);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    if skip_tables {
        session.games().skip_tables();
    }
    let wanted = [value.to_string(), "true".into(), if value == 0 { "P" } else { "N" }.into()];
    for i in if value == 0 { [2, 1, 0] } else { [0, 1, 2] } {
        let found = match session.ask(&loaded.questions[i]) {
            Answer::Value { value, .. } => value,
            Answer::Expect(e) => e.passed.to_string(),
            other => panic!("{text}\n{question}: {other:?}"),
        };
        assert_eq!(found, wanted[i], "for large positions\n{text}\n{question}");
    }
    note(&session);
}

/// The value by a search for this one alone, with general rules.
pub(crate) fn searched(text: &str, question: &str, value: u64) {
    let machine = machine(text);
    let meter = Meter::new(Budget { time: None, ..Budget::default() });
    let mut total = 0;
    for part in position(&machine, text, question).parts {
        match part {
            Part::Heap(k) => total ^= k.to_u64().unwrap(),
            Part::Game(p) => {
                let (mut rules, mut search) = (General::new(machine.clone(), true), Search::default());
                let key = rules.intern(p.clone());
                let found = search.value(&mut rules, key, &meter).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
                for other in 0..4 {
                    let mut rules = General::new(machine.clone(), true);
                    let key = rules.intern(p.clone());
                    let is = Search::default().is(&mut rules, key, other, &meter);
                    assert_eq!(
                        is.unwrap_or_else(|e| panic!("{text}\n{e:?}")),
                        other == found,
                        "{text}\n{question}"
                    );
                }
                total ^= found;
            }
        }
    }
    assert_eq!(total, value, "search\n{text}\n{question}");
}

pub(crate) fn machine(text: &str) -> Rc<Machine> {
    let parsed = parse(FileId(0), text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    Rc::new(Machine::new(Arc::new(check(&parsed.items, &[], Bare::Mistake).program)))
}

pub(crate) fn position(machine: &Machine, text: &str, question: &str) -> Position {
    let whole = format!("{text}\nshow {question}");
    let program = check(&parse(FileId(0), &whole).items, &[], Bare::Mistake).program;
    let fairgame::check::ir::StatementKind::Show { expr, .. } = &program.statements[0].kind else { panic!() };
    assert!(parse_expr(FileId(0), question).is_ok());
    match Eval::new(machine, None, 0, &[]).eval(expr) {
        Ok(Value::Position(p)) => p,
        other => panic!("{question}: {other:?}"),
    }
}

/// The value by the general engine, without claims.
pub(crate) fn general(text: &str, question: &str) -> u64 {
    general_or_mistake(text, question).unwrap_or_else(|| panic!("{text}\n{question}"))
}

/// The same, or that a rule makes a mistake in a position that can be reached.
pub(crate) fn general_or_mistake(text: &str, question: &str) -> Option<u64> {
    let machine = machine(text);
    let mut solver = Solver::new(General::new(machine.clone(), false));
    let meter = Meter::new(Budget { time: None, ..Budget::default() });
    let mut total = 0;
    for part in position(&machine, text, question).parts {
        total ^= match part {
            Part::Heap(k) => k.to_u64().unwrap(),
            Part::Game(p) => {
                let key = solver.rules.intern(p);
                solver.value(key, &meter).ok()?
            }
        };
    }
    Some(total)
}

/// The value by the definition, the sum expanded; `None` if that is too long.
fn naive(text: &str, question: &str) -> Option<u64> {
    let machine = machine(text);
    let mut rules = General::new(machine.clone(), false);
    let (mut keys, mut heaps) = (vec![], vec![]);
    for part in position(&machine, text, question).parts {
        match part {
            Part::Heap(k) => heaps.push(k.to_u64().unwrap()),
            Part::Game(p) => keys.push(rules.intern(p)),
        }
    }
    keys.sort_unstable();
    heaps.sort_unstable();
    Naive::new(rules).value_within(&(keys, heaps), 5000).unwrap_or_else(|_| panic!("{text}\n{question}"))
}

pub(crate) fn agree(text: &str, question: &str, with_naive: bool) {
    let value = picked(text, question);
    assert_eq!(value, general(text, question), "general engine\n{text}\n{question}");
    searched(text, question, value);
    picked_for_large(text, question, value);
    if text.len().is_multiple_of(3) {
        let interpreted = if text.len().is_multiple_of(2) { 0 } else { u64::MAX };
        let found = in_bytes(text, question, interpreted).0;
        assert_eq!(value, found, "in bytes, {interpreted} times interpreted\n{text}\n{question}");
    }
    let naive = if with_naive { naive(text, question) } else { None };
    assert!(naive.is_none_or(|v| v == value), "naive engine {naive:?}, not {value}\n{text}\n{question}");
    if with_naive {
        count(naive.is_some());
    }
}

thread_local! {
    /// Of this test: how many positions were to be compared with the naive engine, and how many of them were.
    static COUNTS: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// The naive engine gives up where sums grow. At least one comparison in eight must be made.
fn count(compared: bool) {
    let (all, with_naive) = COUNTS.get();
    let (all, with_naive) = (all + 1, with_naive + u32::from(compared));
    COUNTS.set((all, with_naive));
    assert!(
        all < 40 || 8 * with_naive >= all,
        "only {with_naive} of {all} comparisons with the naive engine"
    );
}
