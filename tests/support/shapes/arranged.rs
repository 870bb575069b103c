//! Games on a list and a number: of some moves the order of the list matters, of others it does not, in many spellings.

use proptest::prelude::*;

/// Moves for which it does not matter how the list is arranged.
pub(crate) const ANY_ORDER: [&str; 20] = [
    "take(i in indices(l), k in 1..l[i]) to P(put(l, i, l[i] - k), m)",
    "gone(i in indices(l) where l[i] mod 2 == m mod 2) to P(l[1..i-1] + l[i+1..], m)",
    "largest(i in 1..size(l) where l[i] == max(l) and l[i] > 0) to P(put(l, i, l[i] - 1), m)",
    "more where m > 0 and size(l) < 5 to P(l + [2], m - 1)",
    "front where m > 0 and size(l) < 5 to P([1] + l, m - 1)",
    "two(i in indices(l), j in indices(l) where i != j and l[i] > 0 and l[j] > 0) to P(put(put(l, i, l[i] - 1), j, l[j] - 1), m)",
    "half(i in indices(l) where l[i] > 1) to P(l[1..i-1] + [l[i] / 2] + l[i+1..], m)",
    "left_out(i in indices(l) where l[i] > 0) to P([l[j] for j in indices(l) where j != i], m)",
    "halves where m > 0 and sum(l) > 0 to P([x / 2 for x in l], m)",
    "lower where l != [] and all(x > 1 for x in l) to P([x - 1 for x in l], m)",
    "sorted where m > 0 to P(sort(l), m - 1)",
    "distinct where m > 0 and size({ x for x in l }) == size(l) to P(l, m - 1)",
    "known(x in 1..6 where m > 0 and x in l and count(y == x for y in l) < 3) to P(l, m - 1)",
    "above(i in indices(l) where l[i] > 0 and none(j != i and l[j] == l[i] for j in indices(l))) to P(put(l, i, 0), m)",
    "worth where m > 0 and nimsum(l) != 0 to P(if size(l) > 3 then l else l + [m], m - 1)",
    "chosen(i in { j for j in indices(l) where l[j] > 1 }) to P(put(l, i, 1), m)",
    "named(i in indices(l), x = l[i] - 1 where x >= 0 and x mod 3 == 0, Q = P(put(l, i, x), m)) to Q",
    "early(i in indices(l), Q = P(put(l, i, max(0, l[i] - 1)), m) where l[i] > 0) to Q",
    "another(i in indices(l), j in { x for x in indices(l) where x != i } where l[i] > l[j]) to P(put(l, i, l[j]), m)",
    "gap(i in indices(l), x in l where x < l[i]) to P(put(l, i, x), m)",
];

/// Moves for which it does.
pub(crate) const THIS_ORDER: [&str; 12] = [
    "equal(i in indices(l), Q = P(put(l, i, 0), m) where l[i] > 0 and Q != P([0, 1, 0], m) and Q + *0 != P([0, 1, 2], m)) to Q",
    "first where l != [] and l[1] > 0 to P(put(l, 1, l[1] - 1), m)",
    "last where size(l) > 1 to P(l[1..size(l)-1], m)",
    "next(i in indices(l) where i < size(l) and l[i] > l[i+1]) to P(put(l, i, l[i+1]), m)",
    "pair(i in indices(l), j in indices(l) where i < j and l[i] > l[j]) to P(put(l, i, l[j]), m)",
    "place(i in indices(l) where l[i] > i) to P(put(l, i, i), m)",
    "mixed(i in indices(l), j in indices(l) where l[j] > 0) to P(l[1..i-1] + put(l, j, 0)[i+1..], m)",
    "rising where m > 0 and l == sort(l) to P(l, m - 1)",
    "before(i in indices(l) where l[i] > 0 and none(l[j] > l[i] for j in 1..i-1)) to P(put(l, i, 0), m)",
    "leader where m > 0 and l != [] and min({ i for i in indices(l) where l[i] == max(l) }) == 1 to P(l, m - 1)",
    "shift(i in 2..size(l) where l[i] > 0) to P(l[1..i-1] + [l[i] - 1] + l[i+1..], m)",
    "swapped(i in indices(l) where m > 0 and l[i] > 0) to P(l[1..i-1] + l[i..], m - 1) + P([l[1]], 0)",
];

/// A game with these moves.
pub(crate) fn game(moves: &[&str]) -> String {
    let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
    format!("game P(l: list of 0..6, m: int)\n  ends when m < 0\n{moves}")
}

/// Games of both.
pub(crate) fn game_in_any_order() -> impl Strategy<Value = String> {
    let any = prop::sample::subsequence(ANY_ORDER.to_vec(), 1..4);
    let this = prop::sample::subsequence(THIS_ORDER.to_vec(), 0..2);
    (any, this).prop_map(|(any, this)| game(&[any, this].concat()))
}

/// Positions of such games.
pub(crate) fn position_in_any_order() -> impl Strategy<Value = String> {
    (prop::collection::vec(0u32..5, 3..5), 0u32..3).prop_map(|(l, m)| format!("P({l:?}, {m})"))
}
