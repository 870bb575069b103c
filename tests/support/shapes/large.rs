//! Games on boards of more cells than a set of bits has room for: tokens, sets that lose cells and sets that get some, small sets
//! beside them, and straight lines.

use proptest::prelude::*;

/// The board, and one cell far away from it, to which nobody can move.
pub(crate) const FAR: &str = "{(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4), (20, 20)}";
pub(crate) const NEAR: &str =
    "{(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (3, 4)}";

/// Moves of a token, a set of cells and a small set, each of which may come once more as long as `left` says so.
pub(crate) fn moves() -> impl Strategy<Value = String> {
    let moves = [
        "step(q in touching(t) where q in Y) to B(q, s, m, LEFT, Y)",
        "ride(q in ray(t, (0, 1), Y)) to B(q, s without q, m, LEFT, Y)",
        "back(q in ray(t, (-1, -1), Y) where q not in s) to B(q, s, m, LEFT, Y)",
        "by(k in -1..1, q in ray(t, (k, REST - 1), Y minus s)) to B(q, s, m, LEFT, Y)",
        "other(r in 1..3, c in 1..4, q = (r, c) where q != t and q in Y and (r == t.row or c == t.col)) to B(q, s, m, LEFT, Y)",
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
pub(crate) fn wins() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "  wins when t in s and m == {}\n",
        "  wins when size(s) > 3 or t == (3, 4)\n",
    ])
}

/// The token in the middle, with these sets.
pub(crate) fn root(s: &[(u32, u32)], m: &[u32], left: u32, board: &str) -> String {
    let cells: Vec<String> = s.iter().map(|(r, c)| format!("({r}, {c})")).collect();
    let small: Vec<String> = m.iter().map(u32::to_string).collect();
    format!("B((2, 2), {{{}}}, {{{}}}, {left}, {board})", cells.join(", "), small.join(", "))
}

/// A set of cells and a small set.
pub(crate) fn at() -> impl Strategy<Value = (Vec<(u32, u32)>, Vec<u32>)> {
    (prop::collection::vec((1u32..4, 1u32..5), 0..4), prop::collection::vec(0u32..4, 0..3))
}

/// Games that end, with a position each.
pub(crate) fn game_on_a_large_board() -> impl Strategy<Value = (String, String)> {
    (moves(), at(), wins()).prop_map(|(moves, (s, m), wins)| (ending(&moves, wins), root(&s, &m, 2, FAR)))
}

/// A game with these moves of which each takes one of what is left.
pub(crate) fn ending(moves: &str, wins: &str) -> String {
    let head =
        "game B(t: cell, s: set of cell, m: set of 0..3, left: nat, Y: set of cell)\n  ends when left == 0\n";
    format!("{head}{wins}{}", moves.replace("LEFT", "left - 1"))
}
