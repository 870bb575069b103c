//! Tables whose positions are in an order in which every option comes earlier: over a box of numbers, over chains of
//! digits, over piles of one game. What a table is filled with is held against the rules before it is used.

use crate::check::ir::WinRule;
use crate::engine::{Meter, Stop};
use crate::value::{GamePosition, Int};
use std::io::{self, Write};
use std::rc::Rc;

/// What a table says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// Its nim-value; under misère play, that of a position without moves is 1.
    Value(WinRule),
    /// Who wins, and in how many moves, as a number ([`crate::engine::loopy::Lasts`]).
    Lasting(WinRule),
}

/// A table in an order.
pub(super) trait Ranking {
    /// What it is called where its values are found to be wrong.
    fn title(&self) -> &'static str;

    /// The nim-value of a position, if it is in the table.
    fn known_value(&self, position: &GamePosition) -> Option<Int>;

    /// The nim-value of a position; fills the table up to it.
    ///
    /// # Errors
    /// A budget that ran out, with how far the table got; or why the game is not for such a table.
    fn value(&mut self, position: &GamePosition, meter: &Rc<Meter>) -> Result<Int, Stop>;

    /// What its values are.
    fn measure(&self) -> Measure {
        Measure::Value(WinRule::Normal)
    }

    /// How many positions have a value.
    fn solved(&self) -> u64;

    /// Memory held, in bytes.
    fn bytes(&self) -> u64;

    /// What was filled since values were last compared with the rules: stretches of this many positions, and some of each.
    fn not_compared(&self) -> Vec<(u64, Vec<GamePosition>)>;

    /// The values agree with the rules, as far as somebody looked.
    fn set_compared(&mut self);

    /// What was recognised in the rules, by name.
    fn recognised(&self) -> Vec<&'static str>;

    /// Writes the table as bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Takes what [`Ranking::save`] wrote for the same rules, before anything is solved; `None` if the bytes do not fit.
    fn restore(&mut self, bytes: &[u8]) -> Option<()>;
}

/// Whether so many more values stand in a table than when a sample of it was last compared that there should be another one: a
/// quarter. With a sample for each new value, a table of 24,000 rows upwards took twenty times as long as one downwards.
pub(in crate::rules) fn is_much_more(size: u64, compared: u64) -> bool {
    size > compared + compared / 4
}
