//! Every fast path against the definitions: random rules, spelled in many ways, solved by the engines that the
//! program picks, by the general engine alone, and by the naive one.

#[path = "support/conditions.rs"]
mod conditions;
#[path = "support/random.rs"]
mod random;

use fairgame::answer::Answer;
use fairgame::check::{Bare, check};
use fairgame::engine::depth_first::Solver;
use fairgame::engine::naive::Naive;
use fairgame::engine::search::Search;
use fairgame::engine::{Budget, Meter, Table};
use fairgame::rules::eval::Eval;
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::parse::{parse, parse_expr};
use fairgame::value::{Part, Position, Value};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use random::config;
use sha2::Digest;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// How often each engine, and each loop of theirs, was used so far.
static USED: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

/// Adds what a session has used, and that no sample showed one of its tables to be wrong.
fn note(session: &Session) {
    assert_eq!(session.games().dropped(), Vec::<String>::new());
    let mut used = USED.lock().unwrap();
    session.games().used().into_iter().for_each(|(name, n)| *used.entry(name).or_default() += n);
}

/// The value by whatever engine the session picks.
fn picked(text: &str, question: &str) -> u64 {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", &format!("{text}\nshow value({question})"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    let answer = session.ask(&loaded.questions[0]);
    note(&session);
    match answer {
        Answer::Value { value, .. } => value.parse().unwrap(),
        other => panic!("{text}\n{question}: {other:?}"),
    }
}

/// The values by the engines for large positions, and by a search for a single one; then without tables in order, by several
/// threads from the first position on.
fn picked_for_large(text: &str, question: &str, value: u64) {
    asked_of_large(text, question, value, Budget::default(), false);
    asked_of_large(text, question, value, Budget { threads: Some(3), alone: 1, ..Budget::default() }, true);
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
fn searched(text: &str, question: &str, value: u64) {
    let machine = machine(text);
    let meter = Meter::new(Budget::default());
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

fn machine(text: &str) -> Rc<Machine> {
    let parsed = parse(FileId(0), text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    Rc::new(Machine::new(Arc::new(check(&parsed.items, &[], Bare::Mistake).program)))
}

fn position(machine: &Machine, text: &str, question: &str) -> Position {
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
fn general(text: &str, question: &str) -> u64 {
    let machine = machine(text);
    let mut solver = Solver::new(General::new(machine.clone(), false));
    let meter = Meter::new(Budget::default());
    let mut total = 0;
    for part in position(&machine, text, question).parts {
        total ^= match part {
            Part::Heap(k) => k.to_u64().unwrap(),
            Part::Game(p) => {
                let key = solver.rules.intern(p);
                solver.value(key, &meter).unwrap_or_else(|_| panic!("{text}\n{question}"))
            }
        };
    }
    total
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

/// Some moves, each with a nim-heap beside what it leads to, or none: `@` is what the move chooses first, if that is one
/// name.
fn moves<T: AsRef<str> + std::fmt::Debug>(
    m: impl Strategy<Value = T>,
    count: std::ops::Range<usize>,
    heaps: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let one = (m, 0..=2 * heaps.len(), 0..12u32).prop_map(|(m, which, alone)| {
        let m = m.as_ref();
        let choice = m.split_once('(').map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
        let choice =
            choice.filter(|c| m.contains(&format!("({c} in ")) && c.chars().all(char::is_alphanumeric));
        let heap = match (heaps.get(which), choice) {
            (Some(heap), None) if heap.contains('@') => None,
            (Some(heap), choice) => Some(heap.replace('@', choice.unwrap_or_default())),
            (None, _) => None,
        };
        match (heap, m.split_once(" to ")) {
            (Some(heap), Some((before, _))) if alone == 0 => format!("{before} to {heap}\n"),
            (Some(heap), Some((before, target))) if alone < 3 => format!("{before} to {heap} + {target}"),
            (Some(heap), _) => format!("{} + {heap}\n", m.trim_end()),
            (None, _) => m.to_string(),
        }
    });
    proptest::collection::vec(one, count).prop_map(|moves| moves.concat())
}

/// A move of a game over one number n: every part is smaller than n.
fn heap_move() -> impl Strategy<Value = String> {
    let bound =
        prop_oneof![Just("n"), Just("n / 2"), Just("min(n, 5)"), Just("n - 1"), Just("max(n - 3, 0)")];
    let set = proptest::collection::btree_set(1..9i64, 1..4)
        .prop_map(|s| format!("{{{}}}", s.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")));
    let guard = prop_oneof![
        Just("k <= n"),
        Just("1 <= k <= n and k mod 2 == 1"),
        Just("k <= n and (n mod 3 != 0 or k > 1)"),
        Just("k <= n and n mod k == 0"),
        Just("k < n - k"),
        Just("2 * k <= n"),
    ];
    let k_source = prop_oneof![
        (bound, guard.clone()).prop_map(|(b, g)| format!("k in 1..{b} where {g}")),
        (set, guard.clone()).prop_map(|(s, g)| format!("k in {s} where {g}")),
        (1..4i64).prop_map(|k| format!("k in 1..{k} where k <= n")),
    ];
    let split = prop_oneof![
        Just((", left in 0..n-k", "G(left) + G(n - k - left)")),
        Just((", a in 1..n-k-1 where a < n - k - a", "G(a) + G(n - k - a)")),
        Just((", a in 1..n-k-1 where a <= n - k - a and a != 2", "G(a) + G(n - k - a)")),
        Just(("", "G(n - k)")),
        Just((", a in 1..<n-k", "G(n - k - a) + G(a) + *1")),
        Just((", a in 0..(n-k)/3", "G(a) + G(2 * a) + G(n - k - 3 * a)")),
        Just((", a in 0..n-k where a mod 2 == 0", "if a > 3 then G(a) else G(0) + *2")),
        Just((", a in 1..3, b in a..n-k where a + b <= n - k", "G(b - a) + G(n - k - b)")),
        Just((
            ", (a, b) in {(1, 2), (2, 2), (3, 1)} where a + b + k <= n",
            "sum(G(n - k - x) for x in {a, a + b})"
        )),
    ];
    let when = prop_oneof![Just(""), Just(" where n > 2"), Just(" where n mod 4 != 1")];
    (k_source, split, when).prop_map(|(k, (s, t), w)| format!("  move m({k}{s}){w} to {t}\n"))
}

fn heap_game() -> impl Strategy<Value = String> {
    let ends = prop_oneof![3 => Just(""), 1 => Just("  ends when n == 7\n")];
    let heaps = &[
        "*@",
        "*(@ mod 2)",
        "*(@ / 2)",
        "*(n mod 3)",
        "*(n / 2)",
        "*(@ xor n)",
        "*(@ * @)",
        "*min(@, n - @)",
        "*(if @ > 2 then @ else n)",
        "(if n mod 2 == 0 then *n else nothing)",
        "*@ + *(n - @)",
        "sum(*(x + @) for x in {1, 4})",
        "*size({1, @, n})",
    ];
    (moves(heap_move(), 1..4, heaps), ends).prop_map(|(moves, ends)| format!("game G(n: nat)\n{moves}{ends}"))
}

fn pair_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(k in 1..a) to P(a - k, b)\n"),
        Just("  move b(k in 1..b) to P(a, b - k)\n"),
        Just("  move c(k in 1..min(a, b)) to P(a - k, b - k)\n"),
        Just("  move d(i in 1..a-1) to P(i, b) + P(a - i, b)\n"),
        Just("  move e(j in 0..b-1 where 2 * j < b) to P(a, j) + P(a, b - 1 - j)\n"),
        Just("  move f(k in {1, 3} where k <= a and b > 0) to P(a - k, b - 1)\n"),
        Just("  move g(k in 1..b/2) to P(k, a) + *3\n"),
        Just("  move h(k in 1..a where k mod 2 == 0, j in 0..k/2) to P(a - k, min(b, j))\n"),
        Just("  move i where a > 1 and b > 1 to P(a - 2, b - 2) + P(1, 0)\n"),
    ];
    // `g` makes no number smaller by itself, but turns the pair round with a smaller sum.
    let heaps = &["*a", "*(b mod 3)", "*min(a, b)", "*@", "*(@ mod 2 + b)", "*(if a > b then a - b else 0)"];
    moves(m, 1..4, heaps).prop_map(|moves| {
        format!("game P(a: nat, b: nat)\n{}", moves.replace("P(k, a)", "P(k / 2, min(a, b - k))"))
    })
}

fn set_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(c in S, d in 0..<c where d not in S) to W(S without c with d)\n"),
        Just("  move b(c in S) to W(S without c)\n"),
        Just("  move c(c in S, d in {0, 1, 3} where d < c) to W((S without c) flip {d})\n"),
        Just(
            "  move d(c in S where size(S) > 1 and c != largest(S)) to W(S minus {x for x in S where x >= c})\n"
        ),
        Just(
            "  move e(c in S, others in {{i for i in j..c-1} for j in 0..c}) to W((S without c) flip others)\n"
        ),
        Just("  move f(x in least(S)..largest(S) where x in S and x mod 2 == 1) to W(S common (0..x-1))\n"),
        Just("  move g(c in S where count(x < c for x in S) mod 2 == 0) to W({x for x in S where x != c})\n"),
        Just(
            "  move h(c in S where any(x in S for x in c+1..c+2)) to W(S without c) + W({y for y in S where y < c})\n"
        ),
        Just("  move i(c in S where c >= 2 and c - 2 not in S) to W(S union {c - 2} minus {c})\n"),
    ];
    let ends = prop_oneof![3 => Just(""), 1 => Just("  ends when none(x mod 3 == 0 for x in S)\n"), 1 => Just("  ends when S == {}\n")];
    let heaps = &["*@", "*size(S)", "*(@ mod 2)", "*largest(S)", "*(if @ > 3 then 5 else size(S))", "*3"];
    (moves(m, 1..4, heaps), ends).prop_map(|(moves, ends)| {
        let moves = moves.replace("least(S)..largest(S)", "min(0, size(S))..12");
        format!("game W(S: set of nat)\n{moves}{ends}")
    })
}

fn list_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(i in indices(r), k in 1..r[i]) to L(put(r, i, r[i] - k))\n"),
        Just(
            "  move b(i in indices(r), c in 0..<r[i]) to L([if j < i then r[j] else min(r[j], c) for j in indices(r)])\n"
        ),
        Just("  move c(i in 2..size(r) where r[i] > 0) to L(sort(put(r, i, r[i] - 1)))\n"),
        Just("  move d(i in indices(r) where r[i] > 1) to L(reverse(put(r, i, r[i] / 2)))\n"),
        Just(
            "  move e(i in indices(r), j in indices(r) where i < j and r[i] > 0 and r[j] > 0) to L(put(put(r, i, 0), j, r[j] - 1))\n"
        ),
        Just(
            "  move f where size(r) > 1 and r[1] >= r[2] and r[1] > 0 to L([x for x in r where x != r[1]] + [0])\n"
        ),
    ];
    let heaps = &["*size(r)", "*@", "*r[@]", "*(r[@] mod 2)", "*sum(x for x in r)", "*2"];
    moves(m, 1..4, heaps).prop_map(|moves| format!("game L(r: list of nat)\n{moves}"))
}

fn board_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(p in free, q in touching(p) where q in free) to C(free without p without q)\n"),
        Just("  move a(q in free, p in touching(q)) where p in free to C(free minus {p, q})\n"),
        Just("  move a(p in free, q in touching(p) where q in free) to C(free flip {q, p})\n"),
        Just(
            "  move a(p in free, q in touching(p) where q in free) where size(free) > 3 to C(free minus ray(least(free), (0, 1), free) without q without p)\n"
        ),
        Just(
            "  move a(p in free, q in touching(p) where q in free and q.row == p.row) to C(free without p without q)\n"
        ),
        Just("  move a(p in free, q in touching(p) where q in free) to C(free without p)\n"),
        Just("  move b(p in free where none(q in free for q in touching(p))) to C(free without p)\n"),
        Just(
            "  move c((r, c) in free where (r, c + 1) in free and (r, c + 2) in free) to C(free minus {(r, c), (r, c + 1), (r, c + 2)})\n"
        ),
        Just("  move d(p in free where p.row == p.col) to C(free minus ray(p, (0, 1), free) without p)\n"),
        Just("  move e(part in islands(free) where size(part) mod 2 == 1) to C(free minus part)\n"),
        Just("  move f(p in free where p == least(free)) to C(shifted(free without p))\n"),
    ];
    let heaps = &["*size(free)", "*(size(free) mod 3)", "*(size(free) / 2) + *1", "*7"];
    moves(m, 1..4, heaps).prop_map(|moves| format!("game C(free: set of cell)\n{moves}"))
}

/// Coins that change places: every position has as many, and the innermost loop is over where one goes.
fn coin_game() -> impl Strategy<Value = String> {
    let source = prop_oneof![
        Just("d in 0..<c where d not in S"),
        Just("d in 0..c-1 where not d in S and d != c - 2"),
        Just("d in (0..c-1) minus S"),
        Just("d in c-3..c-1 where d not in S and d >= 1"),
        Just("d in 0..12 where d < c and d not in S and c > 1"),
        Just("d in {0, 1, 4, 5} where d <= c - 1 and d not in S"),
        Just("d in 0..9 where 1 < d and d < c and d not in S and d in {2, 3, 5, 7}"),
    ];
    let target = prop_oneof![
        Just("W(S without c with d)"),
        Just("W(S with d without c)"),
        Just("W(S flip {c, d})"),
        Just("W((S without c) union {d})"),
        Just("W(S without c flip {d})"),
        Just("W({x for x in S where x != c} with d)"),
        Just("W(S minus {c} with d)"),
    ];
    let m = (source, target).prop_map(|(s, t)| format!("  move m(c in S, {s}) to {t}\n"));
    let heaps = &["*c", "*d", "*(c - d)", "*(d mod 2)", "*(c xor d)", "*size(S)"];
    let plain = moves(m.clone(), 1..3, &[]);
    let all = prop_oneof![2 => plain, 1 => moves(m, 1..3, heaps)];
    all.prop_map(|moves| format!("game W(S: set of nat)\n{moves}"))
}

/// Rows that are cut, spelled in many ways; the second text is a guard that spares one cell.
fn row_game() -> impl Strategy<Value = String> {
    let guard = prop_oneof![
        Just(""),
        Just(" where (i, c) != (1, 1)"),
        Just(" where not (i == 1 and c == 1)"),
        Just(" where c != 2"),
        Just(" where c <= 3 and i != 2"),
        Just(" where (1, c) != (i, 1) and c > 0"),
        Just(" where i != 1 or c != 1"),
        Just(" where i + c > 2 and size(r) > 1"),
        Just(" where c - i < 2 and i <= 3"),
    ];
    let choice = prop_oneof![
        3 => Just("i in indices(r), c in 1..r[i]"),
        1 => Just("c in 1..r[1], i in indices(r) where c <= r[i]"),
        1 => Just("i in 1..size(r), c in 1..9 where c < r[i] + 1"),
        1 => Just("i in 2..size(r), c in i..r[i]"),
        1 => Just("c in 1..4, i in 1..size(r)-1 where r[i] >= c"),
    ];
    let rows = prop_oneof![
        Just("[if j < i then r[j] else min(r[j], c - 1) for j in indices(r)]"),
        Just("[if j >= i then min(c - 1, r[j]) else r[j] for j in 1..size(r)]"),
        Just("[if j <= i - 1 then r[j] else min(r[j], c - 1) for j in indices(r)]"),
        Just("[if i <= j then min(r[j], c - 1) else r[j] for j in indices(r)]"),
        Just("[min(r[j], c - 1) for j in indices(r)]"),
        Just("put(r, i, c - 1)"),
        Just("reverse(sort(put(r, i, c - 1)))"),
    ];
    let m = (choice, guard, rows).prop_map(|(c, g, t)| {
        let and = if c.contains("where") { g.replacen(" where ", " and (", 1) } else { g.into() };
        let close = if and.starts_with(" and") { ")" } else { "" };
        format!("  move m({c}{and}{close}) to L({t})\n")
    });
    let from_zero = Just(
        "  move m(i in 0..<size(r), c in 1..r[i + 1]) to L([if j <= i then r[j] else min(c - 1, r[j]) for j in indices(r)])\n",
    );
    let m = prop_oneof![8 => m, 1 => from_zero.prop_map(String::from)].boxed();
    let heaps = &["*i", "*c", "*(c mod 2)", "*(i + c)", "*r[1]", "*size(r)"];
    let all = prop_oneof![2 => moves(m.clone(), 1..3, &[]), 1 => moves(m, 1..3, heaps)];
    all.prop_map(|moves| format!("game L(r: list of nat)\n{moves}"))
}

/// Games on boards that fall into islands and look the same from all sides, with some of these claims.
fn claimed_board_game() -> impl Strategy<Value = (String, String)> {
    let m = prop_oneof![
        Just("  move a(p in free, q in touching(p) where q in free) to C(free without p without q)\n"),
        Just(
            "  move a(d in { {p, q} for p in free, q in touching(p) where q in free }) to C(free minus d)\n"
        ),
        Just("  move b(p in free where none(q in free for q in touching(p))) to C(free without p)\n"),
        Just("  move c(part in islands(free) where size(part) mod 2 == 1) to C(free minus part)\n"),
        Just(
            "  move d(p in free where 2 <= count(q in free for q in touching(p)) <= 3) to C(free without p)\n"
        ),
        Just(
            "  move e(p in free) to C(free minus {q for q in touching(p) where q in free and q.row == p.row} without p)\n"
        ),
    ];
    let same = proptest::sample::subsequence(
        vec![
            "C(mirrored(free))",
            "C(shifted(free))",
            "C(turned(turned(free)))",
            "C(shifted(mirrored(free)))",
        ],
        1..4,
    );
    (proptest::collection::vec(m, 1..4), same, any::<bool>()).prop_map(|(moves, same, splits)| {
        let bare = format!("game C(free: set of cell)\n{}", moves.concat());
        let splits = if splits { "  splits into C(part) for part in islands(free)\n" } else { "" };
        let claimed = format!("{bare}{splits}  same as {}\n", same.join(", "));
        (bare, claimed)
    })
}

fn bag_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(p in b, k in 1..p) to B(b without p with p - k)\n"),
        Just("  move b(p in b where p > 1) to B(b without p with 1 with p - 2)\n"),
        Just("  move c(p in b, q in b where p < q) to B(b without q)\n"),
        Just("  move d(p in b where p > 0) to B(bag(x for x in b where x != p))\n"),
        Just(
            "  move e(p in b where size(b) > 2 and p - 1 in b and p > 0) to B(b without p) + B(bag(p - 1, 0))\n"
        ),
    ];
    let ends = prop_oneof![3 => Just(""), 1 => Just("  ends when b == bag(1, 1, 2)\n")];
    let heaps = &["*@", "*size(b)", "*(@ / 2)", "*(if 0 in b then @ else 1)"];
    (moves(m, 1..4, heaps), ends).prop_map(|(moves, ends)| format!("game B(b: bag of nat)\n{moves}{ends}"))
}

fn tuple_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a((a, b) in [p], k in 1..a) to T((a - k, b), r)\n"),
        Just("  move b((a, b) in [p], k in 1..min(a, b)) to T((b - k, a), r)\n"),
        Just("  move c((a, b) in [p] where a > b) to T((b, b), r) + T((0, a - b - 1), r)\n"),
        Just("  move d((a, b) in [p], (f, n) in [r] where n > 0 and f) to T((a, b), (false, n - 1))\n"),
        Just(
            "  move e((f, n) in [r] where n > 0 and not f) to T(if n mod 2 == 0 then p else (1, 2), (true, n - 1))\n"
        ),
        Just("  move f(n in 0..1 where p == (2, 3)) to T((0, 1), (true, n))\n"),
        Just("  move g((a, b) in {p, (1, 0)} where a + b > 0 and p != (0, 0)) to T((0, 0), r)\n"),
    ];
    let heaps = &["*sum(x + 2 * y for (x, y) in [p])", "*(if p == (0, 0) then 2 else 3)", "*4"];
    moves(m, 1..5, heaps).prop_map(|moves| format!("game T(p: (nat, nat), r: (bool, 0..9))\n{moves}"))
}

fn map_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(i in m, k in 1..m[i]) to M(put(m, i, m[i] - k))\n"),
        Just("  move b(i in m, j in m where m[i] > m[j] and i < j) to M(put(m, i, m[j]))\n"),
        Just("  move c(i in m where m[i] > 1) to M(map(j to min(m[j], m[i] - 1) for j in m))\n"),
        Just(
            "  move d(i in m where size(m) > 1 and m[i] == 0 and i > 0) to M(map(j to m[j] for j in m where j != i))\n"
        ),
        Just(
            "  move e(i in indices(m) where i + 1 in m and m[i] > 0) to M(put(put(m, i, 0), i + 1, m[i] - 1))\n"
        ),
        Just(
            "  move f(i in m where i not in put(m, 3, 1) or m[i] == 4) to M(put(m, i, 1)) + M(map(0 to 1))\n"
        ),
    ];
    let heaps = &["*@", "*m[@]", "*size(m)", "*(m[@] mod 2)", "*sum(m[j] for j in m)"];
    moves(m, 1..5, heaps).prop_map(|moves| format!("game M(m: map of nat to nat)\n{moves}"))
}

/// Positions that no word holds: collections of collections, and text.
fn nested_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just(
            "  move a(i in indices(q), j in indices(q[i]), k in 1..q[i][j]) to Q(put(q, i, put(q[i], j, q[i][j] - k)), t)\n"
        ),
        Just(
            "  move b(i in indices(q) where size(q) > 1) to Q([q[j] for j in indices(q) where j != i], t)\n"
        ),
        Just(
            "  move c(s in {size(x) for x in q} where t == \"a\") to Q([x for x in q where size(x) < s], \"b\")\n"
        ),
    ];
    let heaps = &["*@", "*size(q)", "*size(t)", "*(@ mod 2)", "*(if t == \"a\" then 3 else 0)"];
    moves(m, 1..4, heaps).prop_map(|moves| format!("game Q(q: list of list of nat, t: text)\n{moves}"))
}

fn agree(text: &str, question: &str, with_naive: bool) {
    let value = picked(text, question);
    assert_eq!(value, general(text, question), "general engine\n{text}\n{question}");
    searched(text, question, value);
    picked_for_large(text, question, value);
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

fn drawing() -> impl Strategy<Value = String> {
    let row = proptest::collection::vec(prop_oneof![3 => Just('.'), 1 => Just('x')], 1..4)
        .prop_map(String::from_iter);
    proptest::collection::vec(row, 1..4).prop_map(|rows| rows.join("|"))
}

/// A test for each shape of game, with so many games.
macro_rules! shapes {
    ($cases:expr $(, $attribute:meta)*) => {
        proptest! {
            #![proptest_config(config($cases))]

            #[test]
            $(#[$attribute])*
            fn heaps(game in heap_game(), n in 0u32..40) {
                agree(&game, &format!("G({n})"), false);
                agree(&game, &format!("G({}) + G({}) + *2", n % 7, n % 5), true);
            }

            #[test]
            $(#[$attribute])*
            fn conditions_on_one_number(game in conditions::game(), n in 0u32..70) {
                agree(&game, &format!("G({n})"), false);
                agree(&game, &format!("G({})", n % 12), true);
            }

            #[test]
            $(#[$attribute])*
            fn pairs(game in pair_game(), a in 0u32..14, b in 0u32..14) {
                agree(&game, &format!("P({a}, {b})"), a + b < 10);
            }

            #[test]
            $(#[$attribute])*
            fn sets(game in set_game(), s in proptest::collection::btree_set(0u32..11, 0..5)) {
                // The naive engine expands sums: small coins only, or it never ends.
                let small = s.iter().all(|x| *x < 4);
                let s: Vec<String> = s.iter().map(u32::to_string).collect();
                agree(&game, &format!("W({{{}}})", s.join(", ")), small);
            }

            #[test]
            $(#[$attribute])*
            fn coins(game in coin_game(), s in proptest::collection::btree_set(0u32..12, 0..5)) {
                let s: Vec<String> = s.iter().map(u32::to_string).collect();
                agree(&game, &format!("W({{{}}})", s.join(", ")), s.len() < 3);
            }

            #[test]
            $(#[$attribute])*
            fn rows(game in row_game(), r in proptest::collection::vec(0u32..5, 1..5), sorted: bool) {
                let mut r = r;
                if sorted {
                    r.sort_by(|a, b| b.cmp(a));
                }
                let small = r.iter().sum::<u32>() < 7;
                let r: Vec<String> = r.iter().map(u32::to_string).collect();
                agree(&game, &format!("L([{}])", r.join(", ")), small);
            }

            #[test]
            $(#[$attribute])*
            fn lists(game in list_game(), r in proptest::collection::vec(0u32..5, 1..4)) {
                let r: Vec<String> = r.iter().map(u32::to_string).collect();
                agree(&game, &format!("L([{}])", r.join(", ")), r.len() < 3);
            }

            #[test]
            $(#[$attribute])*
            fn bags(game in bag_game(), b in proptest::collection::vec(0u32..5, 0..5)) {
                let b: Vec<String> = b.iter().map(u32::to_string).collect();
                agree(&game, &format!("B(bag({}))", b.join(", ")), b.len() < 3);
            }

            #[test]
            $(#[$attribute])*
            fn tuples(game in tuple_game(), a in 0u32..7, b in 0u32..7, f: bool, n in 0u32..6) {
                agree(&game, &format!("T(({a}, {b}), ({f}, {n}))"), a + b + n < 8);
            }

            #[test]
            $(#[$attribute])*
            fn maps(game in map_game(), values in proptest::collection::vec(0u32..5, 1..4), from in 0u32..3) {
                let entry = |(i, v): (usize, &u32)| format!("{} to {v}", i as u32 + from);
                let entries: Vec<String> = values.iter().enumerate().map(entry).collect();
                agree(&game, &format!("M(map({}))", entries.join(", ")), values.iter().sum::<u32>() < 6);
            }

            #[test]
            $(#[$attribute])*
            fn nested(game in nested_game(), q in proptest::collection::vec(proptest::collection::vec(0u32..3, 0..3), 0..3)) {
                agree(&game, &format!("Q({q:?}, \"a\")"), q.len() < 2);
            }

            #[test]
            $(#[$attribute])*
            fn boards(game in board_game(), b in drawing()) {
                agree(&game, &format!("C(board(\"{b}\"))"), b.len() < 8);
            }

            #[test]
            $(#[$attribute])*
            fn boards_with_claims((bare, claimed) in claimed_board_game(), b in drawing()) {
                let question = format!("C(board(\"{b}\"))");
                let value = general(&bare, &question);
                assert_eq!(value, picked(&claimed, &question), "{claimed}\n{question}");
                searched(&claimed, &question, value);
                picked_for_large(&claimed, &question, value);
            }
        }
    };
}

shapes!(60);

mod a_thousand {
    use super::*;
    shapes!(1000, ignore = "takes long");
}

proptest! {
    #![proptest_config(config(10))]

    /// Large enough that tables in order are used rather than the graph solver.
    #[test]
    fn tables_in_order(heap in heap_game(), pair in pair_game()) {
        agree(&heap, "G(70)", false);
        agree(&pair, "P(70, 4)", false);
    }
}

/// The answer in full, by so many threads from the first position on.
fn answer(text: &str, threads: usize, positions: u64) -> String {
    let budget = Budget { threads: Some(threads), alone: 1, positions, time: None, ..Budget::default() };
    let mut session = Session::new(budget);
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    session.games().skip_tables();
    format!("{:?}", session.ask(&loaded.questions[0]))
}

#[test]
fn many_threads_are_stopped_where_one_is() {
    let take = "use \"boards\"\ngame G(free: set of cell)\n  move take(p in free, q in touching(p) where q in free) to G(free minus {p, q})\n";
    let (start, every) = ("show value(G(rectangle(3, 4)))", 1_000_000);
    let cases = [
        // A mistake, deep down and in many places.
        (
            format!(
                "{take}  move fall(p in free where 12 / (size(free) - 4) > 20) to G(free without p)\n{start}"
            ),
            every,
        ),
        // A cycle.
        (format!("{take}  move back(p in free where size(free) == 4) to G(rectangle(2, 3))\n{start}"), every),
        // A position that does not fit the words, far from the first one.
        (
            format!(
                "{take}  move out(p in free where size(free) == 4) to G({{(1, 1), (300, 300)}})\n{start}"
            ),
            every,
        ),
        // A budget.
        (format!("{take}{start}"), 200),
        (format!("{take}  splits into G(part) for part in islands(free)\n{start}"), every),
    ];
    for (text, positions) in cases {
        let alone = answer(&text, 1, positions);
        for threads in [2, 3, 8] {
            assert_eq!(answer(&text, threads, positions), alone, "{threads} threads\n{text}");
        }
    }
}

#[test]
fn short_plays_of_many_positions_keep_to_their_memory() {
    let text = "use \"boards\"\ngame G(free: set of cell)\n  move place(d in dominoes(free)) to G(free minus d)\nshow value(G(rectangle(4, 5)))";
    for threads in [1, 2] {
        let bytes = 1 << 19;
        let mut session =
            Session::new(Budget { threads: Some(threads), alone: 1000, bytes, ..Budget::default() });
        let loaded = session.load_text("test", text);
        match session.ask(&loaded.questions[0]) {
            Answer::Stopped(s) => assert_eq!(s.budget, "memory", "{s:?}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_position_takes_at_most_24_bytes() {
    let (mut narrow, mut wide) = (Table::<u64>::default(), Table::<u128>::default());
    for i in 1..=2_000_000u64 {
        let key = i.wrapping_mul(0xd134_2543_de82_ef95);
        narrow.set(key, 1);
        wide.set(u128::from(key) << 64 | u128::from(i), 1);
        if i > 1_200_000 {
            assert!(
                narrow.bytes() <= 24 * i && wide.bytes() <= 24 * i,
                "{i}: {} {}",
                narrow.bytes(),
                wide.bytes()
            );
        }
    }
}

/// Large enough that threads take turns, and that the table they share grows under them.
#[test]
#[ignore = "takes long"]
fn many_threads_find_what_one_finds() {
    let board =
        "use \"boards\"\ngame G(free: set of cell)\n  move place(d in dominoes(free)) to G(free minus d)\n";
    let claims = "  splits into G(part) for part in islands(free)\n  same as G(turned(free)), G(mirrored(free)), G(shifted(free))\n";
    let cases = [
        format!("{board}show value(G(rectangle(4, 5)))"),
        format!("{board}{claims}show value(G(rectangle(5, 6)))"),
        format!("{board}{claims}show outcome(G(rectangle(5, 6) without (1, 1)))"),
    ];
    for text in cases {
        let alone = answer(&text, 1, u64::MAX);
        for threads in [2, 3, 4] {
            assert_eq!(answer(&text, threads, u64::MAX), alone, "{threads} threads\n{text}");
        }
    }
}

/// Some random games of each shape, and some positions that are wide: an engine that none of them reaches is one that no
/// test looks at.
#[test]
fn random_games_reach_every_engine() {
    fn some(cases: u32, games: impl Strategy<Value = String>, question: &str) {
        let result = TestRunner::new(config(cases)).run(&games, |text| {
            agree(&text, question, false);
            Ok(())
        });
        result.unwrap_or_else(|e| panic!("{e}"));
    }
    some(25, heap_game(), "G(75)");
    some(5, pair_game(), "P(30, 5)");
    some(10, coin_game(), "W({1, 2, 6, 9})");
    some(5, coin_game(), "W({1, 100})");
    some(10, row_game(), "L([4, 4, 3, 2])");
    some(5, nested_game(), "Q([[1, 2], [1]], \"a\")");
    let kayles = "game K(n: nat)\n  move one(l in 0..n-1) to K(l) + K(n - 1 - l)\n  move two(l in 0..n-2) to K(l) + K(n - 2 - l)\n";
    agree(kayles, "K(40)", false);
    agree(kayles, "K(300)", false);
    agree("game S(n: nat)\n  move take(k in {2, 5, 7} where k <= n) to S(n - k)\n", "S(300)", false);
    let three =
        "game T(n: nat)\n  move cut(a in 1..n, b in 1..n where a + b < n) to T(a) + T(b) + T(n - a - b)\n";
    agree(three, "T(90)", false);
    let odd = "game O(n: nat)\n  move split(l in 0..n-1 where l mod 2 == 1) to O(l) + O(n - 1 - l)\n";
    agree(odd, "O(200)", false);
    let used = USED.lock().unwrap();
    let engines = [
        "chain: an element added",
        "chain: one by one",
        "chain: rows cut",
        "dense: a set of a word: heaps that change",
        "dense: a set of a word: one part",
        "dense: a set of a word: two parts",
        "dense: register code",
        "dense: several loops",
        "dense: stamps: heaps that change",
        "general: search",
        "graph 64",
        "graph 64: search",
        "graph 128",
        "sequence: classes",
        "sequence: plain",
        "sequence: sparse",
        "sequence: subtraction",
        "sequence: triples",
    ];
    let never: Vec<_> = engines.iter().filter(|name| used.get(**name).is_none_or(|n| *n == 0)).collect();
    assert!(never.is_empty(), "never used: {never:?}\n{used:#?}");
}

/// A table with a wrong value in it, as saved values could be: a sample of its values shows it before one is used.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "another value than its options do")]
fn a_wrong_value_in_a_table_is_found() {
    let text = "game G(a: nat, b: nat)\n  move x(k in 1..a) to G(a - k, b) + *k\n  move y(k in 1..b) to G(a, b - k)\nshow value(G(40, 40))";
    let ask = |saved: Option<Vec<u8>>| {
        let mut session = Session::new(Budget::default());
        let loaded = session.load_text("test", text);
        if let Some(saved) = saved {
            session.restore(std::io::Cursor::new(saved)).unwrap();
        }
        session.ask(&loaded.questions[0]);
        let mut saved = vec![];
        session.save(&mut saved).unwrap();
        saved
    };
    let mut saved = ask(None);
    // Behind the values stands the checksum.
    let end = saved.len() - 32;
    saved[end - 1] ^= 1;
    let digest = sha2::Sha256::digest(&saved[..end]);
    saved[end..].copy_from_slice(&digest);
    ask(Some(saved));
}
