//! Dense tables against the definitions: random rules over one, two and three numbers, spelled in many ways. Every
//! value in the tables is compared with the general engine, and small ones with the naive one.

use fairgame::check::{Bare, check};
use fairgame::engine::depth_first::Solver;
use fairgame::engine::naive::Naive;
use fairgame::engine::{Budget, Meter};
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::rules::solve::Games;
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use fairgame::value::{GamePosition, Value};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

fn machine(text: &str) -> Rc<Machine> {
    let parsed = parse(FileId(0), text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
    let checked = check(&parsed.items, &[], Bare::Mistake);
    assert!(checked.diagnostics.is_empty(), "{text}\n{:?}", checked.diagnostics);
    Rc::new(Machine::new(Arc::new(checked.program)))
}

fn position(machine: &Machine, numbers: &[i64]) -> GamePosition {
    let id = machine.program.game_named("G").unwrap();
    GamePosition { game: machine.info(id).clone(), args: numbers.iter().map(|n| Value::int(*n)).collect() }
}

/// The naive engine looks at no more sums than this in one game.
const SUMS: usize = 3000;

/// How often each loop was used.
type Used = BTreeMap<&'static str, u64>;

/// Compares all values up to a corner; false if tables do not take the rules.
fn compare(text: &str, corner: &[i64], used: &mut Used) -> bool {
    let machine = machine(text);
    let Some(table) = Games::new(machine.clone()).tabulated(&position(&machine, corner), used) else {
        return false;
    };
    let mut solver = Solver::new(General::new(machine.clone(), false));
    let meter = Meter::new(Budget { time: None, ..Budget::default() });
    let mut rules = General::new(machine.clone(), false);
    let keys: Vec<u32> =
        table.iter().map(|(at, _)| rules.intern(position(&machine, &whole(&machine, corner, at)))).collect();
    let mut naive = Naive::new(rules);
    for ((at, value), small) in table.iter().zip(keys) {
        let at = &whole(&machine, corner, at);
        let key = solver.rules.intern(position(&machine, at));
        let general = solver.value(key, &meter).unwrap_or_else(|_| panic!("{text}\n{at:?}"));
        assert_eq!(*value, general, "{text}\n{at:?}");
        if at.iter().sum::<i64>() < 6 {
            let value = naive.value_within(&(vec![small], vec![]), SUMS);
            let value = value.unwrap_or_else(|_| panic!("{text}\n{at:?}"));
            assert!(value.is_none_or(|v| v == general), "naive {value:?}, not {general}\n{text}\n{at:?}");
        }
    }
    true
}

/// All numbers of a position, given those that are no rules: what never changes is as in the corner.
fn whole(machine: &Machine, corner: &[i64], at: &[i64]) -> Vec<i64> {
    let id = machine.program.game_named("G").unwrap();
    let mut left = at.iter();
    let params = machine.program.game(id).params.iter().zip(corner);
    params.map(|(p, corner)| if p.is_rule { *corner } else { *left.next().unwrap() }).collect()
}

/// Nothing says where a table of them would begin, however many other numbers stand beside them.
#[test]
fn numbers_without_a_least_value_fill_no_table() {
    for text in [
        "game G(a: nat, b: int) move y(k in 1..4) where k <= a to G(a - k, b mod 7 - 3)",
        "game G(a: nat, b: int, m: 1..) move y(k in 1..4) where k <= a to G(a - k, b mod 7 - 3, max(1, m))",
        "game G(a: int, b: nat, m: nat) move y(k in 1..b) where m > 0 to G(-a, b - k, m - 1)",
    ] {
        assert!(!compare(text, &[4, 2, 4][..text.matches(':').count()], &mut Used::new()), "{text}");
    }
}

// ---- rules

/// A move of a game over the numbers `names`. `x` is one of them, `y` another one (or the same).
fn a_move(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let pick = || proptest::sample::select(names);
    let along = (pick(), 0..12usize).prop_map(|(x, how)| {
        let (binders, with) = [
            ("k in 1..x", "x - k"),
            ("left in 0..x-1", "left"),
            ("left in 0..<x", "left"),
            ("k in 0..x-1", "x - 1 - k"),
            ("k in 1..x where k != 2", "x - k"),
            ("k in 1..x where k mod 2 == 1", "x - k"),
            ("k in 1..x/2", "x - k"),
            ("k in 2..min(x, 5)", "x - k"),
            ("k in 1..x, j = x - k where j > 1 or j == 0", "j"),
            ("k in 1..x where k mod 3 != 0", "x - k"),
            ("k in 2..x where (k + 1) mod 4 in {0, 2, 3}", "x - k"),
            ("left in x-4..x-2 where left >= 0", "left"),
        ][how];
        (binders.replace('x', x), vec![(x, with.replace('x', x))])
    });
    let both = (pick(), pick(), 0..9usize).prop_map(|(x, y, how)| {
        let (binders, xs, ys) = [
            ("k in 1..min(x, y)", "x - k", "y - k"),
            ("k in 1..x where k <= y", "x - k", "y - k"),
            ("k in 1..x+y where y >= k and k <= x", "x - k", "y - k"),
            ("k in 1..x where 2 * k <= y", "x - k", "y - 2 * k"),
            ("k in 1..x", "x - k", "min(y, k)"),
            ("left in 0..x-1 where y >= x - left", "left", "y + left - x"),
            ("j in 1..y, k in j..j+1 where k <= x", "x - k", "y - j"),
            ("k in 1..x, j in k-2..k where 1 <= j and j <= y", "x - k", "y - j"),
            ("j in 1..y, k in 1..x where k - 2 * j in {-1, 0, 1}", "x - k", "y - j"),
        ][how];
        let named = |s: &str| s.replace('x', "#").replace('y', y).replace('#', x);
        let changed = if x == y { vec![(x, named(xs))] } else { vec![(x, named(xs)), (y, named(ys))] };
        (named(binders), changed)
    });
    let fixed = (pick(), pick(), 1..4i64, 0..3i64).prop_map(|(x, y, k, j)| {
        let guard = format!("u = {x} where {x} >= {k} and {y} >= {j}");
        let changed = if x == y {
            vec![(x, format!("u - {k}"))]
        } else {
            vec![(x, format!("u - {k}")), (y, format!("{y} - {j}"))]
        };
        (guard, changed)
    });
    let of_set = (pick(), proptest::sample::subsequence(vec![1, 2, 3, 5, 7], 1..4)).prop_map(|(x, set)| {
        let set: Vec<String> = set.iter().map(i32::to_string).collect();
        (format!("k in {{{}}} where k <= {x}", set.join(", ")), vec![(x, format!("{x} - k"))])
    });
    let one = prop_oneof![along, both, fixed, of_set]
        .prop_map(move |(binders, changed)| (binders, target(names, &changed)));
    let splits = (pick(), 0..8usize).prop_map(move |(x, how)| {
        let (binders, parts): (&str, &[&str]) = [
            ("i in 0..x-1", &["i", "x - 1 - i"] as &[&str]),
            ("i in 1..x-1", &["i", "x - i"]),
            ("i in 1..x-1 where i < x - i", &["x - i", "i"]),
            ("k in 1..2, i in 0..x-k", &["i", "x - k - i"]),
            ("i in 0..x-2 where i mod 2 == 0", &["i", "x - 2 - i"]),
            ("i in 0..(x-1)/3", &["i", "i", "x - 1 - 2 * i"]),
            ("k in 1..x, i in 0..x-k", &["i", "x - k - i"]),
            ("i in 0..x-1", &["i", "0"]),
        ][how];
        let parts = parts.iter().map(|p| target(names, &[(x, p.replace('x', x))]));
        (binders.replace('x', x), parts.collect::<Vec<_>>().join(" + "))
    });
    let heap = (0..2 * HEAPS.len(), pick(), any::<bool>());
    let when = (pick(), pick(), 0..9usize).prop_map(|(x, y, how)| {
        let guard = [
            "",
            "",
            "",
            " where x > 2",
            " where x mod 3 != 1",
            " where x <= y",
            " where x != y",
            " where x / 2 > 1 or y == 0",
            " where not (x == 3 and y > 0)",
        ][how];
        guard.replace('x', "#").replace('y', y).replace('#', x)
    });
    let body = prop_oneof![2 => one, 1 => splits];
    (body, heap, when, 0..10u32).prop_map(|((b, t), (how, x, first), when, alone)| {
        let heap = a_heap(HEAPS.get(how), &b, x, first);
        let target = match heap {
            Some(heap) if alone == 0 => heap,
            Some(heap) if alone == 1 => format!("{heap} + {t}"),
            Some(heap) => format!("{t} + {heap}"),
            None if alone == 0 => "nothing".into(),
            None => t,
        };
        format!("  move m({b}){when} to {target}\n")
    })
}

/// Nim-heaps beside the parts of an option: `@` is a choice of the move, `x` a number of the position.
const HEAPS: &[&str] = &[
    "*1",
    "*5",
    "*@",
    "*x",
    "*(@ mod 2)",
    "*(@ / 2)",
    "*(2 * @ + 1)",
    "*(x mod 3)",
    "*((x + @) / 2)",
    "*abs(x - @)",
    "*@ + *(x mod 2)",
    "*@ + *(@ / 2) + *1",
    "*min(@, x)",
    "*max(@, 3)",
    "*(if @ > 2 then @ else x)",
    "(if x mod 2 == 0 then *@ else nothing)",
    "sum(*(i + @) for i in 0..1)",
    "*(@ * @)",
    "*(@ xor x)",
    "*size({1, @, x})",
    "*largest({1, @})",
    "*(300 - min(x, 300))",
];

/// A heap of the list, with the first or the last choice of some binders.
fn a_heap(how: Option<&&str>, binders: &str, x: &str, first: bool) -> Option<String> {
    let mut words = binders.split_whitespace().collect::<Vec<_>>();
    words.push("");
    let mut choices = words.windows(2).filter(|w| w[1] == "in" || w[1] == "=").map(|w| w[0]);
    let choice = if first { choices.next() } else { choices.next_back() };
    let named = |text: &str| text.replace("max", "ma#").replace('x', x).replace("ma#", "max");
    Some(named(&how?.replace("xor", "#or")).replace("#or", "xor").replace('@', choice?))
}

/// `G(...)` with some numbers changed.
fn target(names: &[&str], changed: &[(&str, String)]) -> String {
    let arg = |name: &&str| {
        changed.iter().find(|(n, _)| n == name).map_or_else(|| name.to_string(), |(_, form)| form.clone())
    };
    format!("G({})", names.iter().map(arg).collect::<Vec<_>>().join(", "))
}

fn game(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let ends = prop_oneof![4 => Just(""), 1 => Just("  ends when # == 4\n"), 1 => Just("  ends when # > 2 and # mod 2 == 0\n")];
    let odd = prop_oneof![
        6 => Just(""),
        1 => Just("  move odd(k in 1..# where # mod k == 0) to "), // not linear: by register code
    ];
    (proptest::collection::vec(a_move(names), 1..4), ends, odd).prop_map(move |(moves, ends, odd)| {
        let odd = if odd.is_empty() {
            String::new()
        } else {
            format!("{odd}{}\n", target(names, &[(names[0], format!("{} - k", names[0]))]))
        };
        let params: Vec<String> = names.iter().map(|n| format!("{n}: nat")).collect();
        let text = format!("game G({})\n{}{odd}{ends}", params.join(", "), moves.concat());
        text.replace('#', names[0])
    })
}

/// So many random games, always the same ones; at least a third of them must suit tables.
fn try_games(names: &'static [&'static str], games: u32, corner: &[i64], used: &mut Used) {
    let config = ProptestConfig {
        cases: games,
        rng_seed: RngSeed::Fixed(names.len() as u64),
        ..ProptestConfig::default()
    };
    let (taken, used) = (std::cell::Cell::new(0), std::cell::RefCell::new(used));
    let result = TestRunner::new(config).run(&game(names), |text| {
        taken.set(taken.get() + u32::from(compare(&text, corner, &mut used.borrow_mut())));
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
    assert!(taken.get() * 3 > games, "tables took {} of {games} games", taken.get());
}

const ONE: &[&str] = &["a"];
const TWO: &[&str] = &["a", "b"];
const THREE: &[&str] = &["a", "b", "c"];

/// A loop that no game reaches is one that no test looks at.
#[test]
#[ignore = "takes long"]
fn random_games_reach_every_loop() {
    let mut used = Used::new();
    try_games(ONE, 100, &[45], &mut used);
    try_games(ONE, 20, &[90], &mut used);
    try_games(TWO, 120, &[8, 7], &mut used);
    try_games(THREE, 60, &[3, 4, 3], &mut used);
    let never: Vec<_> = used.iter().filter(|(_, n)| **n == 0).collect();
    assert!(used.len() > 10 && never.is_empty(), "{never:?} of {used:?}");
}

#[test]
#[ignore = "a minute"]
fn many_games_of_one_number() {
    try_games(ONE, 500, &[60], &mut Used::new());
}

#[test]
#[ignore = "a minute"]
fn many_games_of_two_numbers() {
    try_games(TWO, 1000, &[8, 7], &mut Used::new());
}

#[test]
#[ignore = "a minute"]
fn many_games_of_three_numbers() {
    try_games(THREE, 1000, &[3, 4, 3], &mut Used::new());
}

// ---- shapes with loops of their own

/// Values by tables against the general engine, and again in a box of another shape.
fn fixed(text: &str, corners: &[&[i64]]) {
    for corner in corners {
        assert!(compare(text, corner, &mut Used::new()), "{text}{corner:?}");
    }
}

#[test]
fn queens_rooks_and_bishops() {
    let queen =
        "game G(a: nat, b: nat)\n  move x(k in 1..a) to G(a - k, b)\n  move y(j in 0..b-1) to G(a, j)\n";
    let all = format!("{queen}  move z(k in 1..b where k <= a) to G(a - k, b - k)\n");
    fixed(queen, &[&[12, 12], &[5, 20], &[20, 5]]);
    fixed(&all, &[&[14, 14], &[4, 25], &[25, 4], &[12, 13]]);
    let bishop = "game G(a: 1.., b: 1..)\n  move z(k in 1..min(a, b) - 1) to G(a - k, b - k)\n";
    fixed(bishop, &[&[10, 10]]);
    let guarded = "game G(a: nat, b: nat)\n  move x(k in 1..a) where b > 3 to G(a - k, b)\n  move y(k in 1..b) to G(a, b - k)\n";
    fixed(guarded, &[&[9, 9]]);
    let in_one = "game G(a: nat, b: nat)\n  move go(x in 0..a, y in 0..b where (x == a or y == b or a - x == b - y) and (x, y) != (a, b)) to G(x, y)\n";
    fixed(in_one, &[&[9, 9], &[3, 12]]);
    let named = "let below(n: nat) = {k for k in 0..<n}\nlet both(a: nat, b: nat) = [(a - k, b - k) for k in 1..min(a, b)]\n\
                 game G(a: nat, b: nat)\n  move x(k in below(a)) to G(k, b)\n  move y(k in below(b)) to G(a, k)\n  \
                 move z((c, d) in both(a, b)) to G(c, d)\n";
    fixed(named, &[&[9, 9], &[3, 12], &[12, 3]]);
    let with_knight = format!("{all}  move n where a > 1 and b > 0 to G(a - 2, b - 1)\n");
    fixed(&with_knight, &[&[9, 10]]);
}

#[test]
fn three_heaps_in_one_position() {
    let nim = "game G(a: nat, b: nat, c: nat)\n  move x(k in 1..a) to G(a - k, b, c)\n  move y(k in 1..b) to G(a, b - k, c)\n  move z(k in 1..c) to G(a, b, c - k)\n";
    fixed(nim, &[&[6, 5, 7]]);
    let all = format!("{nim}  move w(k in 1..min(a, b, c)) to G(a - k, b - k, c - k)\n");
    fixed(&all, &[&[5, 6, 5]]);
}

#[test]
fn bars_of_chocolate() {
    let bar = "game G(r: 1.., c: 1..)\n  move cut_row(i in 1..r-1) to G(i, c) + G(r - i, c)\n  move cut_column(j in 1..c-1) to G(r, j) + G(r, c - j)\n  move peel where r > 2 and c > 2 to G(r - 2, c - 2)\n";
    fixed(bar, &[&[11, 11], &[4, 19], &[19, 4]]);
    let half = "game G(r: 1.., c: 1..)\n  move cut(i in 1..r-1 where i <= r - i) to G(r - i, c) + G(i, c)\n  move other(j in 2..c-1) to G(r, c - j) + G(r, j - 1)\n";
    fixed(half, &[&[11, 11]]);
}

/// The heaps change along the innermost loop, or with a choice that stands for a quotient.
#[test]
fn heaps_that_are_worked_out() {
    let take = |heap: &str| format!("game G(n: nat)\n  move take(k in 1..n) to G(n - k) + {heap}\n");
    for heap in
        ["*(k mod 2)", "*(k / 2)", "*k", "*(n mod 3)", "*(k * k)", "*(k xor n)", "*min(k, 9) + *(n - k)"]
    {
        fixed(&take(heap), &[&[80], &[20]]);
    }
    fixed("game G(n: nat)\n  move split(l in 0..n - 1) to G(l) + G(n - 1 - l) + *l\n", &[&[90]]);
    fixed("game G(n: nat)\n  move end(k in 1..n) to *k\n  move one where n > 0 to G(n - 1)\n", &[&[90]]);
    fixed(
        "game G(n: nat)\n  move end where n > 0 to *(n / 2)\n  move one where n > 2 to G(n - 3)\n",
        &[&[90]],
    );
    fixed("game G(n: nat)\n  move two(k in 1..n, j in 0..k - 1) to G(n - k) + G(j) + *(k - j)\n", &[&[40]]);
    let of_two = "game G(a: nat, b: nat)\n  move x(k in 1..a) to G(a - k, b) + *(b mod 3)\n  move y(k in 1..b) to G(a, b - k) + *(k / 3)\n";
    fixed(of_two, &[&[20, 20], &[3, 40], &[40, 3]]);
    let of_three = "game G(a: nat, b: nat, c: nat)\n  move x(k in 1..a) to G(a - k, b, c) + *(k + c)\n  move y where b > 0 to G(a, b - 1, c) + *a\n  move z(k in 1..c) to G(a, b, c - k) + *k\n";
    fixed(of_three, &[&[6, 5, 7]]);
}

#[test]
fn values_of_every_width() {
    // 1, 2 and 4 bytes a value, with lines and with runs.
    fixed("game G(n: nat)\n  move take(k in 1..n) to G(n - k)\n", &[&[300]]);
    fixed(
        "game G(n: nat)\n  move take(k in 1..n where k != 1) to G(n - k)\n  move one(j in 0..n-1) to G(j)\n",
        &[&[300]],
    );
    fixed(
        "game G(a: nat, b: nat)\n  move x(k in 1..a) to G(a - k, b)\n  move y(k in 1..b) to G(a, b - k)\n",
        &[&[3, 300]],
    );
}
