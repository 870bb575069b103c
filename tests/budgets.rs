//! Budgets are kept: whatever a question is at work on, it stops, and says what it was doing. Nothing large is made before
//! a budget is asked for it.

use crate::random::{daily, some};
use fairgame::answer::{Answer, StoppedAnswer};
use fairgame::engine::Budget;
use fairgame::session::{Session, Which};
use std::cell::Cell;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;

fn session(text: &str, budget: Budget) -> (Session, Answer) {
    let mut session = Session::new(budget);
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    let answer = session.ask(&loaded.questions[0]);
    (session, answer)
}

fn stopped(text: &str, budget: Budget) -> StoppedAnswer {
    match session(text, budget).1 {
        Answer::Stopped(stopped) => stopped,
        other => panic!("{text}\n{other:?}"),
    }
}

/// Sixty definitions, each made of two of the one before: `#` is the number of the definition, `@` of the one before.
fn doubling(first: &str, next: &str) -> String {
    let line = |i: u32| next.replace('#', &i.to_string()).replace('@', &(i - 1).to_string()) + "\n";
    format!("{first}\n{}", (1..=60).map(line).collect::<String>())
}

fn functions() -> String {
    doubling("let f0(x: int) = x + 1", "let f#(x: int) = f@(x) + f@(x)")
}

const GAME: &str = "game G(n: nat)\n";

#[test]
fn time_ends_evaluations_of_every_kind() {
    let questions = [
        "show f60(1)".to_string(),
        format!("{GAME}  move go(k in 1..n where f60(k) > 3) to G(n - k)\nshow G(3)"),
        format!("{GAME}  move go(k in 1..n) to G(n - k) + *f60(k)\nshow G(50)"),
        format!("{GAME}  starts G(f60(1))\n  move go where n > 0 to G(n - 1)\nshow G"),
        format!(
            "{GAME}  ends when f60(n) == 0\n  move go where n > 0 to G(n - 1)\nshow outcome(G(4)) under misere"
        ),
        "game H(n: nat, m: nat)\n  move go(k in 1..n where f60(m) > k) to H(n - k, m)\nshow value(H(3, 5))"
            .to_string(),
    ];
    for question in questions {
        let time = Duration::from_millis(daily(30, 100));
        let budget = Budget { time: Some(time), ..Budget::default() };
        let answer = stopped(&format!("{}{question}", functions()), budget);
        assert_eq!(answer.budget, "time", "{question}\n{answer:?}");
        assert!(answer.how_far.contains(": "), "{answer:?}");
    }
}

#[test]
fn an_interruption_ends_an_evaluation() {
    let budget = Budget { time: None, ..Budget::default() };
    let cancel = budget.cancel.clone();
    let text = format!("{}show f60(1)", functions());
    let interrupts = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        cancel.store(true, Ordering::Relaxed);
    });
    assert_eq!(stopped(&text, budget).budget, "interrupted");
    interrupts.join().unwrap();
}

#[test]
#[ignore = "takes long"]
fn values_that_double_are_too_large() {
    let cases = [
        ("let x0 = [1]", "let x# = [x@, x@]", "show x60"),
        ("let x0 = [1]", "let x# = [x@, x@]", "show x60 == x60"),
        ("let x0 = {1}", "let x# = {x@, x@ union x@, {}}", "show size(x60) + size(x59)"),
        ("let x0 = [1]", "let x# = x@ + x@", "show size(x60)"),
        ("let x0 = [[1]]", "let x# = x@ + x@", "show size(x60)"),
        ("let x0 = {[1]}", "let x# = {[x, x] for x in x@, i in 1..2} union {[]}", "show x60"),
        ("let x0 = map(1 to [1])", "let x# = map(i to x@ for i in 1..2)", "show x60"),
    ];
    for (first, next, question) in cases {
        let text = doubling(first, next) + question;
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("test", &text);
        if !loaded.is_fine() {
            continue; // not all of these have types
        }
        match session.ask(&loaded.questions[0]) {
            Answer::Stopped(s) => assert_eq!(s.budget, "size", "{question}\n{s:?}"),
            other => assert!(first.contains('{'), "{text}\n{other:?}"),
        }
    }
    for question in ["[[i for i in 1..1000000] for j in 1..1000000]", "[(i, [i, i]) for i in 1..4000000]"] {
        let budget = Budget { time: None, ..Budget::default() };
        assert_eq!(stopped(&format!("show size({question})"), budget).budget, "size");
    }
}

/// What the process holds, as its allocator would count it.
#[test]
fn what_the_process_holds_counts() {
    let full = || Budget { held: Some(|| 5 << 30), ..Budget::default() };
    let texts = [
        "show size({(i, j) for i in 1..300, j in 1..300})",
        "game G(a: nat, b: nat)\n  move x(k in 1..a) to G(a - k, b)\n  move y(k in 1..b) to G(a, b - k)\nshow value(G(90, 90))",
        "game K(n: nat)\n  move one(l in 0..n-1) to K(l) + K(n - 1 - l)\nshow value(K(5000))",
        "game B(b: bag of nat)\n  move a(p in b, k in 1..p) to B(b without p with p - k)\nshow value(B(bag(9, 9, 9, 9)))",
    ];
    for text in texts {
        let answer = stopped(text, full());
        assert_eq!(answer.budget, "memory", "{text}\n{answer:?}");
    }
}

const THREE: &str = "game G(a: nat, b: nat, c: nat)\n  move x(k in 1..a) to G(a - k, b, c)\n  move y(k in 1..b) to G(a, b - k, c)\n  move z(k in 1..c) to G(a, b, c - k)\n";

#[test]
fn tables_are_made_when_the_budget_holds_them() {
    let few = || Budget { positions: 10_000, ..Budget::default() };
    let (session, answer) = session(&format!("{THREE}show G(1000, 1000, 900)"), few());
    let Answer::Stopped(s) = answer else { panic!("{answer:?}") };
    assert!(s.budget == "positions" && s.how_far.contains("902802901 positions must be solved"), "{s:?}");
    assert!(session.games().usage().bytes < 1 << 20, "{:?}", session.games().usage());
    // Where some rows can be solved, they are.
    let s = stopped(&format!("{THREE}show G(1000, 20, 20)"), few());
    assert!(s.how_far.ends_with("G solved up to a = 21"), "{s:?}");
    let small = Budget { bytes: 1 << 20, ..Budget::default() };
    assert_eq!(stopped(&format!("{THREE}show G(200, 200, 200)"), small).budget, "memory");
}

#[test]
fn the_genus_takes_little_beside_the_outcome() {
    let budget = Budget::default();
    let progress = budget.progress.clone();
    let text = "game K(n: nat)\n  move one(l in 0..n-1) to K(l) + K(n - 1 - l)\n  move two(l in 0..n-2) to K(l) + K(n - 2 - l)\n  move four(l in 0..n-4) to K(l) + K(n - 4 - l)\nshow K(24) under misere";
    let (_, answer) = session(text, budget);
    assert!(matches!(answer, Answer::Misere(_)), "{answer:?}");
    assert!(progress.load(Ordering::Relaxed) < 200_000);
}

/// Counts the bytes that are read.
struct Counting {
    inner: Cursor<Vec<u8>>,
    read: Rc<Cell<u64>>,
}

impl Read for Counting {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(to)?;
        self.read.set(self.read.get() + n as u64);
        Ok(n)
    }
}

impl Seek for Counting {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.inner.seek(to)
    }
}

#[test]
fn a_small_question_does_not_read_what_a_large_one_has_left() {
    let rules =
        "use \"boards\"\ngame G(free: set of cell)\n  move place(d in dominoes(free)) to G(free minus d)\n";
    let ask = |session: &mut Session, question: &str| {
        let loaded = session.load_text("test", question);
        assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
        session.ask(&loaded.questions[0])
    };
    let with_rules = || {
        let mut session = Session::new(Budget { positions: 60_000, threads: Some(1), ..Budget::default() });
        assert!(session.load_text("rules", rules).is_fine());
        session
    };
    let mut large = with_rules();
    assert!(matches!(ask(&mut large, "show value(G(rectangle(4, 6)))"), Answer::Stopped(_)));
    let mut saved = vec![];
    large.save(&mut saved).unwrap();
    let (mut small, read) = (with_rules(), Rc::new(Cell::new(0)));
    small.restore(Counting { inner: Cursor::new(saved.clone()), read: read.clone() }).unwrap();
    let before = read.get();
    assert!(matches!(ask(&mut small, "show value(G(rectangle(2, 4)))"), Answer::Value { .. }));
    assert_eq!(read.get(), before, "nothing is read");
    assert!(!small.has_news(), "and nothing need be written");
    let mut again = vec![];
    small.save(&mut again).unwrap();
    assert_eq!(again, saved, "what was there is kept");
    // A large one goes on from there.
    assert!(matches!(ask(&mut small, "show value(G(rectangle(4, 6)))"), Answer::Stopped(_)));
    assert!(read.get() > before && small.has_news());
}

/// Whether play is proved to end in the last game of a text.
fn is_proved(text: &str) -> bool {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    let game = session.program().game_named("G").expect("a game");
    fairgame::check::termination::prove(session.program(), game, &Default::default()).is_ok()
}

/// Sixty definitions, each of which names the one before twice: work on a proof is counted, and where it is too much
/// nothing is known, so that what is not proved stays so.
#[test]
#[ignore = "takes long"]
fn proofs_about_collections_that_double_come_to_an_end() {
    let game = |clauses: &str| format!("game G(s: set of nat)\n{clauses}\n");
    let moves = [
        ("move m(x in s60(s)) to G(s without x)", false),
        ("move m(x in s where size(s60(s)) > x) to G(s without x)", true),
        ("move m(x in s) to G(s60(s))", false),
    ];
    let nexts = [
        "s@(s) union s@(s)",
        "(s@(s) union {#}) common (s@(s) union s)",
        "s@(s) flip s@(s)",
        "{x + y for x in s@(s), y in s@(s)}",
    ];
    for next in nexts {
        let sets = doubling("let s0(s: set of nat) = s with 1", &format!("let s#(s: set of nat) = {next}"));
        for (clause, ends) in moves {
            let text = sets.clone() + &game(&format!("  {clause}"));
            assert!(!is_proved(&text) || ends, "{text}");
        }
    }
    let lists = doubling("let l0(l: list of nat) = l", "let l#(l: list of nat) = sort(l@(l) + l@(l))");
    let text = lists + "game G(l: list of nat)\n  move m(i in indices(l)) to G(l60(l))\n";
    assert!(!is_proved(&text));
}

/// A condition that takes all the work there is says nothing; where the move leads is understood all the same.
#[test]
fn conditions_that_double_do_not_hide_where_a_move_leads() {
    let chains = [
        ("let f0(n: nat) = n", "let f#(n: nat) = f@(n) + f@(n)"),
        ("let f0(n: nat) = n", "let f#(n: nat) = if f@(n) > 3 then f@(n + 1) else f@(n)"),
        ("let f0(n: nat) = n", "let f#(n: nat) = f@(n) * f@(n + 1)"),
        ("let f0(n: nat) = n", "let f#(n: nat) = max(f@(n), f@(n + 1))"),
    ];
    let places = [
        "move m(k in 1..n where f60(k) > 0) to G(n - k)",
        "move m(k in 1..n) where f60(k) > 0 to G(n - k)",
        "move m(k in {x for x in 1..n where f60(x) > 0}) to G(n - k)",
        "ends when f60(n) > 5\n  move m(k in 1..n) to G(n - k)",
        "move m(k in 1..n) to G(min(n - k, f60(n)))",
    ];
    // Each chain in one place of every kind, and the first in all of them.
    let pairs = (0..chains.len()).flat_map(|i| (0..places.len()).map(move |j| (i, j)));
    for (i, j) in some(pairs.filter(|(i, j)| *i == 0 || j == i)) {
        let ((first, next), place) = (chains[i], places[j]);
        let text = format!("{}game G(n: nat)\n  {place}\n", doubling(first, next));
        assert!(is_proved(&text), "{text}");
    }
}

#[test]
fn verdicts_stop_with_the_budget_of_a_question_and_are_asked_again() {
    let text = functions() + "game G(n: nat)\n  move m(k in 1..n where f60(k) > 0) to G(f60(n) - k)\n";
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", &text);
    let sentence = |session: &mut Session| session.verdicts(&loaded, Which::Own).remove(0).sentence;
    session.budget.cancel.store(true, Ordering::Relaxed);
    let found = sentence(&mut session);
    assert!(found.ends_with("(interrupted)"), "{found}");
    session.budget.cancel.store(false, Ordering::Relaxed);
    session.budget.time = Some(Duration::from_millis(50));
    let found = sentence(&mut session);
    assert!(found.ends_with("(the time of 0.05 s is up)"), "{found}");
    session.budget.time = None;
    session.budget = Budget { bytes: 1, held: Some(|| 2 << 20), ..Budget::default() };
    let found = sentence(&mut session);
    assert!(found.ends_with("(the budget of 0 MiB of memory is used up)"), "{found}");
    session.budget = Budget::default();
    let found = sentence(&mut session);
    assert!(!found.contains('('), "{found}");
}

#[test]
fn a_text_that_takes_more_memory_than_there_is_is_not_read() {
    let clause = |i: usize| format!("  move m{i}(k in 1..n where n - k != {i}) to G(n - k)\n");
    let text = GAME.to_string() + &(0..5_000).map(clause).collect::<String>();
    let load = |text: &str| {
        let budget = Budget { bytes: 60 << 20, held: Some(|| 5 << 20), ..Budget::default() };
        let codes = Session::new(budget).load_text("test", text).diagnostics;
        codes.into_iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(load(&text), ["text-takes-too-much"]);
    let remarks = "# What is only said takes little.\n".repeat(200_000);
    assert_eq!(load(&(remarks + "show 3")), Vec::<&str>::new());
}

#[test]
fn types_that_double_are_reported_once() {
    let cases = [
        ("let x0 = (1, 2)", "let x# = (x@, x@)"),
        ("let x0 = [(1, 2)]", "let x# = [(x@, x@)]"),
        ("let x0 = map(1 to 2)", "let x# = map(x@ to x@)"),
        ("let x0 = {1}", "let x# = ({x@}, {x@})"),
        ("let x0(a: red | black) = (a, a)", "let x#(a: red | black) = (x@(a), x@(a))"),
        ("let x0(a: int) = a", "let x#(f: (int) -> int) = (x@, x@)"),
        ("let x0 = (1, 2)", "let x# = [(x@, x@) for i in 1..2]"),
    ];
    let mut texts: Vec<String> =
        cases.iter().map(|(first, next)| doubling(first, next) + "show x60").collect();
    let equal =
        (0..60).map(|i| format!("a{i} == (a{}, a{})", i + 1, i + 1)).collect::<Vec<_>>().join(" and ");
    let from = (0..61).map(|i| format!("a{i} in []")).collect::<Vec<_>>().join(", ");
    texts.push(format!("show any({equal} for {from})"));
    let eight = (0..8).fold("nat".to_string(), |t, _| format!("({t}, {t})"));
    texts.push(format!("game G(a: {eight})\n  move m to G(a)"));
    for text in texts {
        let loaded = Session::new(Budget::default()).load_text("test", &text);
        let codes: Vec<_> = loaded.diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes.iter().filter(|c| **c == "large-type").count(), 1, "{text}\n{codes:?}");
    }
    // What would be made of itself has no type.
    for text in ["show any(x == (x, x) for x in [])", "show any(x == [x] for x in {})"] {
        let loaded = Session::new(Budget::default()).load_text("test", text);
        assert!(loaded.diagnostics.iter().any(|d| d.code == "wrong-type"), "{:?}", loaded.diagnostics);
    }
}
