//! Boards of more cells than a set of bits has room for. Who wins where play may come back is compared with the same moves on a
//! small board.

use crate::ends::{asked, budgets, owned, owners};
use crate::random::config;
use crate::shapes::large::{FAR, NEAR, at, ending, moves, root, wins};
use crate::solved::agree;
use proptest::prelude::*;

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn values_on_large_boards(moves in moves(), (s, m) in at()) {
        agree(&ending(&moves, ""), &root(&s, &m, 3, FAR), false);
    }

    #[test]
    fn outcomes_on_large_boards(
        moves in moves(), (s, m) in at(), owners in prop::option::of(owners()), wins in wins(), ends: bool
    ) {
        let head = "loopy game B(t: cell, s: set of cell, m: set of 0..3, left: 0..1, Y: set of cell)\n";
        let loopy = || format!("{head}{wins}{}", moves.replace("LEFT", "1 - left"));
        let text = if ends { ending(&moves, wins) } else { loopy() };
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
