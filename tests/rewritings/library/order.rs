//! The same things in another order.

use super::{ORDER, Rewriting, SAME};
use crate::draft::*;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "moves from last to first",
            why: "the moves of a game have no order",
            shows: ORDER,
            apply: |d| {
                games(d, |c| c.reverse());
            },
        },
        Rewriting {
            name: "moves in turn",
            why: "the moves of a game have no order",
            shows: ORDER,
            apply: |d| {
                games(d, |c| c.rotate_left(1));
            },
        },
        Rewriting {
            name: "definitions from last to first",
            why: "items may stand in any order",
            shows: SAME,
            apply: definitions,
        },
    ]
}

/// Games with at least two moves, their clauses in another order.
fn games(d: &mut Draft, change: impl Fn(&mut Vec<Clause>)) {
    let mut items = std::mem::take(&mut d.items);
    for item in &mut items {
        if let Item::Game(g) = item
            && g.clauses.iter().filter(|c| matches!(c, Clause::Move(_))).count() > 1
            && d.take()
        {
            change(&mut g.clauses);
        }
    }
    d.items = items;
}

fn definitions(d: &mut Draft) {
    if d.items.iter().filter(|i| !matches!(i, Item::Statement(_))).count() > 1 && d.take() {
        let items = std::mem::take(&mut d.items);
        let (asked, mut defined): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|i| matches!(i, Item::Statement(_)));
        defined.reverse();
        d.items = defined.into_iter().chain(asked).collect();
    }
}
