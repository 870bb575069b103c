//! Boards of more cells than a set of bits has room for: tokens on them, sets that lose cells and sets that get some, small sets
//! beside them, and straight lines. Who wins where play may come back is compared with the same moves on a small board.

use crate::ends::{asked, budgets, owned, owners};
use crate::random::config;
use crate::solved::agree;
use proptest::prelude::*;

/// The board, and one cell far away from it, to which nobody can move.
const FAR: &str = "{(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4), (20, 20)}";
const NEAR: &str =
    "{(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4)}";

/// Moves of a token, a set of cells and a small set, each of which may come once more as long as `left` says so.
fn moves() -> impl Strategy<Value = String> {
    let moves = [
        "step(q in touching(t) where q in Y) to B(q, s, m, LEFT, Y)",
        "ride(q in ray(t, (0, 1), Y)) to B(q, s without q, m, LEFT, Y)",
        "back(q in ray(t, (-1, -1), Y) where q not in s) to B(q, s, m, LEFT, Y)",
        "by(k in -1..1, q in ray(t, (k, REST - 1), Y minus s)) to B(q, s, m, LEFT, Y)",
        "see(q in s where q in ray(t, (1, 0), Y) or q in ray(t, (0, -1), Y)) to B(t, s without q, m, LEFT, Y)",
        "lay(q in touching(t) where q in Y and q not in s and size(s) < 4) to B(t, s with q, m, LEFT, Y)",
        "leap((r, c) in s where r > REST) to B((r, c), s, m, LEFT, Y)",
        "clear where s common touching(t) != {} to B(t, s minus touching(t), m, LEFT, Y)",
        "off(i in m where i != t.row) to B(t, s, m without i, LEFT, Y)",
        "on(i in 0..3 where i not in m and t in s) to B(t, s, m with i, LEFT, Y)",
        "least where s != {} and least(s) != t to B(least(s), s without least(s), m, LEFT, Y)",
        "all(q in touching(t) where q in Y and all(p.row != q.row for p in s)) to B(q, s, m, LEFT, Y)",
        "longest where size(ray(t, (1, 1), Y)) > REST to B((2, 2), {}, m, LEFT, Y)",
        "both(q in ray(t, (0, 1), Y) union ray(t, (1, 0), Y) where size(m) > REST) to B(q, s, m, LEFT, Y)",
    ];
    (prop::sample::subsequence(moves.to_vec(), 2..7), 0..3u32).prop_map(|(moves, rest)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        moves.replace("REST", &rest.to_string())
    })
}

/// How a player may have won already.
fn wins() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "  wins when t in s and m == {}\n",
        "  wins when size(s) > 3 or t == (3, 4)\n",
    ])
}

fn root(s: &[(u32, u32)], m: &[u32], left: u32, board: &str) -> String {
    let cells: Vec<String> = s.iter().map(|(r, c)| format!("({r}, {c})")).collect();
    let small: Vec<String> = m.iter().map(u32::to_string).collect();
    format!("B((2, 2), {{{}}}, {{{}}}, {left}, {board})", cells.join(", "), small.join(", "))
}

fn at() -> impl Strategy<Value = (Vec<(u32, u32)>, Vec<u32>)> {
    (prop::collection::vec((1u32..4, 1u32..5), 0..4), prop::collection::vec(0u32..4, 0..3))
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn values_on_large_boards(moves in moves(), (s, m) in at()) {
        let head = "game B(t: cell, s: set of cell, m: set of 0..3, left: nat, Y: set of cell)\n  ends when left == 0\n";
        let text = format!("{head}{}", moves.replace("LEFT", "left - 1"));
        agree(&text, &root(&s, &m, 3, FAR), false);
    }

    #[test]
    fn outcomes_on_large_boards(
        moves in moves(), (s, m) in at(), owners in prop::option::of(owners()), wins in wins(), ends: bool
    ) {
        let (head, next) = if ends {
            ("game B(t: cell, s: set of cell, m: set of 0..3, left: nat, Y: set of cell)\n  ends when left == 0\n", "left - 1")
        } else {
            ("loopy game B(t: cell, s: set of cell, m: set of 0..3, left: 0..1, Y: set of cell)\n", "1 - left")
        };
        let text = format!("{head}{wins}{}", moves.replace("LEFT", next));
        let text = owners.map_or(text.clone(), |owners| owned(&text, &owners));
        let questions = |board: &str| {
            let root = root(&s, &m, if ends { 3 } else { 1 }, board);
            vec![format!("outcome({root})"), format!("outcome({root}) under misere")]
        };
        let near = asked(&text, &questions(NEAR), budgets()[0].clone());
        for budget in budgets() {
            prop_assert_eq!(&asked(&text, &questions(FAR), budget), &near, "{}{:?} {:?}", text, s, m);
        }
    }
}
