//! Games over sets of numbers, and coins that change places.

use super::moves;
use proptest::prelude::*;

pub(crate) fn set_game() -> impl Strategy<Value = String> {
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
        // What is no number of the set, and less than any, is taken out of it.
        Just("  move m(c in S) to W(S minus {c - 1, c, c - 4, c + 2})\n"),
        Just("  move n(c in S where (S common {c - 3, c + 1, c}) == {c}) to W(S without c)\n"),
        Just("  move o(c in S) to W(S minus {2 * c - a for a in S} without c)\n"),
        Just(
            "  move p(c in S where c > largest({0} union {d for d in S where d < c}) + 1) to W(S without c with c - 1)\n"
        ),
        // Of which the first elements decide.
        Just(
            "  move j(c in S where {a + b for a in S, b in S where a < b} common S == {}) to W(S without c)\n"
        ),
        Just(
            "  move k(c in S where c > 0 and size(S common {2 * x mod 7 for x in S where x != c}) == 0) to W(S without c with c / 2)\n"
        ),
        Just(
            "  move l(c in S where count(x mod 2 == 0 for x in [1, c] + [y / 2 for y in S where y < c]) mod 2 == 1) to W(S without c)\n"
        ),
    ];
    let ends = prop_oneof![3 => Just(""), 1 => Just("  ends when none(x mod 3 == 0 for x in S)\n"), 1 => Just("  ends when S == {}\n")];
    let heaps = &["*@", "*size(S)", "*(@ mod 2)", "*largest(S)", "*(if @ > 3 then 5 else size(S))", "*3"];
    (moves(m, 1..4, heaps), ends).prop_map(|(moves, ends)| {
        let moves = moves.replace("least(S)..largest(S)", "min(0, size(S))..12");
        format!("game W(S: set of nat)\n{moves}{ends}")
    })
}

/// Coins that change places: every position has as many, and the innermost loop is over where one goes.
pub(crate) fn coin_game() -> impl Strategy<Value = String> {
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

/// Sets that are taken out of others: of sets made by `iterate`, of a collection that the rules name, by pairs of a long list.
pub(crate) fn game_of_sets() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just(
            "  move j(c in S, T in iterate(more, ({{}}, S), 2)[1] where c in T and sum(T) mod 3 != 1) to W(S minus T)\n"
        ),
        Just(
            "  move k(c in S) to W(S minus { x for x in iterate(shorter, [y for y in S], c mod 3) } minus {c})\n"
        ),
        Just("  move l(c in S, T in good where c in T and T minus S == {}) to W(S minus T)\n"),
        Just("  move m(c in S, (a, b) in pairs where a == c and b not in S) to W(S without c with b)\n"),
        Just("  move n(c in S where any(T minus S == {} for T in good)) to W(S without c)\n"),
        Just(
            "  move o(c in S, d in c - 4..c + 2 where d < c and d not in S and d >= 0) to W(S without c union {d})\n"
        ),
        Just("  move q(c in S, d in (c - 3..c) minus S where d < c and d > 0) to W(S flip {c, d})\n"),
    ];
    let lets = "let more(p: (set of set of nat, set of nat)) =
  (p[1] union { A with x for A in p[1], x in p[2] }, p[2])
let shorter(l: list of nat) = if size(l) > 1 then l[2..] else l
let good = { {a, b} for a in 0..12, b in 0..a }
let pairs = [(a, b) for a in 0..12, b in 0..a where a > b and (a + b) mod 7 != 0]\n";
    moves(m, 1..4, &["*@", "*size(S)", "*(@ mod 2)"])
        .prop_map(move |moves| format!("{lets}game W(S: set of nat)\n{moves}"))
}
