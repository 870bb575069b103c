//! Games over sets of cells.

use super::moves;
use proptest::prelude::*;

pub(crate) fn board_game() -> impl Strategy<Value = String> {
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

/// Games on boards that fall into islands and look the same from all sides, with some of these claims.
pub(crate) fn claimed_board_game() -> impl Strategy<Value = (String, String)> {
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

pub(crate) fn drawing() -> impl Strategy<Value = String> {
    let row = proptest::collection::vec(prop_oneof![3 => Just('.'), 1 => Just('x')], 1..4)
        .prop_map(String::from_iter);
    proptest::collection::vec(row, 1..4).prop_map(|rows| rows.join("|"))
}
