//! Rewritings that change nothing but the spelling, each with the reason why.

mod comparisons;
mod folds;
mod guards;
mod held;
mod made;
mod names;
mod numbers;
mod order;
mod ranges;
mod rules;
mod sums;
mod targets;

use crate::draft::Draft;

/// A rewriting.
pub(crate) struct Rewriting {
    /// Its name in reports.
    pub(crate) name: &'static str,
    /// Why it changes nothing.
    pub(crate) why: &'static str,
    /// What it may change in how answers look.
    pub(crate) shows: Shows,
    /// Rewrites, wherever the draft says.
    pub(crate) apply: fn(&mut Draft),
}

/// What a rewriting may change in how answers look.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shows {
    /// Moves come in another order.
    pub(crate) order: bool,
    /// Names of moves tell of more choices.
    pub(crate) choices: bool,
    /// The parts of a sum come in another order, or there are more that are worth nothing.
    pub(crate) parts: bool,
    /// What is a rule may not be seen any more: positions that moves lead to are then shown with it.
    pub(crate) rules: bool,
    /// Names differ: this takes a text back.
    pub(crate) back: Option<fn(&str) -> String>,
}

const SAME: Shows = Shows { order: false, choices: false, parts: false, rules: false, back: None };
const ORDER: Shows = Shows { order: true, ..SAME };
const CHOICES: Shows = Shows { choices: true, ..SAME };
const PARTS: Shows = Shows { parts: true, ..SAME };

/// All of them.
pub(crate) fn all() -> Vec<Rewriting> {
    let parts = [
        targets::all(),
        guards::all(),
        made::all(),
        comparisons::all(),
        ranges::all(),
        numbers::all(),
        folds::all(),
        sums::all(),
        names::all(),
        held::all(),
        order::all(),
        rules::all(),
    ];
    parts.into_iter().flatten().collect()
}
