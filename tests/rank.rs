//! `Rules::rank`: a number that gets smaller with every option, where a single measure is known for all games involved.

use fairgame::engine::{Budget, Options, Rules};
use fairgame::rules::eval::Eval;
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::value::{Part, Value};
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// Programs, each with a position: what can be reached from it is looked at.
const PLAYS: &[(&str, &str)] = &[
    ("game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)", "Nim(9)"),
    ("game Add(n: nat)\n  ends when n > 40\n  move add(k in {1, 2, 5}) to Add(n + k)", "Add(0)"),
    (
        "game Kayles(n: nat)\n  move knock(k in 1..2, left in 0..n-k) to Kayles(left) + Kayles(n - k - left)",
        "Kayles(9)",
    ),
    (
        "game Queen(a: nat, b: nat)\n  move l(k in 1..a) to Queen(a - k, b)\n  move u(k in 1..b) to Queen(a, b - k)\n  move d(k in 1..min(a, b)) to Queen(a - k, b - k)",
        "Queen(4, 5)",
    ),
    (
        "game Welter(coins: set of nat)\n  move slide(c in coins, d in 0..<c where d not in coins) to Welter(coins without c with d)",
        "Welter({1, 4, 6})",
    ),
    (
        "game Mock(heads: set of nat)\n  move turn(n in heads, a in 0..<n, b in 0..<n) to Mock(heads flip {a, b, n})",
        "Mock({1, 4, 5})",
    ),
    (
        "game Cram(free: set of cell)\n  move place(p in free, q in touching(p) where q in free) to Cram(free minus {p, q})",
        "Cram(board(\"...|...\"))",
    ),
    (
        "game Cross(n: nat, used: set of nat)\n  move mark(x in 1..n where x not in used) to Cross(n, used with x)",
        "Cross(5, {})",
    ),
    (
        "game Chomp(rows: list of nat)\n  move bite(r in indices(rows), c in 0..<rows[r]) to Chomp([if i >= r then min(rows[i], c) else rows[i] for i in indices(rows)])",
        "Chomp([3, 3, 2])",
    ),
    (
        "game String(k: nat)\n  move cut(a in 1..k-1) to String(a) + String(k - a)\n  move untie(a in 0..k-1) to String(a) + String(k - 1 - a)\ngame Loop(k: 1..)\n  move untie to String(k - 1)\n  move cut to String(k)",
        "Loop(6)",
    ),
    (
        "game Maze(token: cell, floor: set of cell)\n  move go(p in ray(token, (0, -1), floor) union ray(token, (-1, 0), floor)) to Maze(p, floor)",
        "Maze((3, 3), board(\"...|.#.|...\"))",
    ),
];

#[test]
fn it_falls_with_every_option() {
    for (text, start) in PLAYS {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("test", &format!("{text}\nlet start = {start}"));
        assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
        let machine = Rc::new(Machine::new(Arc::new(session.program().clone())));
        let start = &machine.program.lets.last().expect("the start").body;
        let Ok(Value::Position(start)) = Eval::new(&machine, None, 0, &[]).eval(start) else {
            panic!("{text}")
        };
        let mut rules = General::new(machine.clone(), false);
        let parts = start
            .parts
            .iter()
            .map(|p| if let Part::Game(p) = p { rules.intern(p.clone()) } else { panic!() });
        let mut left: Vec<u32> = parts.collect();
        let mut seen = HashSet::new();
        while let Some(key) = left.pop() {
            if !seen.insert(key) {
                continue;
            }
            let mut options = Options::default();
            rules.options(key, &mut options).unwrap_or_else(|_| panic!("{text}"));
            let rank = rules.rank(key).unwrap_or_else(|| panic!("no rank: {text}"));
            for part in options.parts() {
                assert!(rules.rank(*part).is_some_and(|r| r < rank), "{text}: {:?}", rules.position(key));
                left.push(*part);
            }
        }
        assert!(seen.len() > 5, "{text}");
    }
}
