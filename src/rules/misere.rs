//! Misère play of any game that ends: outcomes, winning moves, misère nim-values and genera.

use super::Stop;
use super::misere_forms::Forms;
use super::moves::{SumMove, heap_move_in};
use super::solve::Games;
use crate::check::ir::WinRule;
use crate::engine::misere::quotient::Growing;
use crate::engine::misere::{Form, Genus};
use crate::engine::{Budget, Exhausted, Meter};
use crate::value::{Int, Part, Position};
use std::rc::Rc;
use std::time::Duration;

type Result<T> = std::result::Result<T, Stop>;

/// Moves in nim-heaps up to this size are tried one by one.
const SMALL_HEAP: u64 = 1000;

/// A genus that nobody asked for takes at most this many sums, or one for so many positions that the outcome took; no longer than a
/// while, or than the outcome took; and one part in this many of the time that is left. A sum takes some 5 microseconds over codes,
/// and 100 over values; a position of an array a tenth of one.
const GENUS_SUMS: u64 = 100_000;
const POSITIONS_A_SUM: u64 = 256;
const GENUS_WHILE: Duration = Duration::from_secs(1);
const GENUS_SHARE: u32 = 16;

impl Games {
    /// Whether the previous player wins.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub fn previous_wins(&self, position: &Position, rule: WinRule) -> Result<bool> {
        match rule {
            WinRule::Normal => self.has_value(position, &Int::from(0)),
            WinRule::Misere => match self.misere_is_p_alone(position)? {
                Some(previous_wins) => Ok(previous_wins),
                None => self.in_form(position, |known, form, meter| known.previous_wins(form, meter)),
            },
        }
    }

    /// The moves to a position that the previous player wins.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn winning_under(&self, position: &Position, rule: WinRule) -> Result<Vec<SumMove>> {
        if rule == WinRule::Normal {
            return self.winning(position);
        }
        if self.previous_wins(position, rule)? {
            return Ok(vec![]);
        }
        let mut all = vec![];
        for m in self.moves_worth_trying(position)? {
            self.machine.meter().look()?;
            if self.previous_wins(&m.to, rule)? {
                all.push(m);
            }
        }
        Ok(all)
    }

    /// The moves; in a large nim-heap among tame parts only those that can win.
    fn moves_worth_trying(&self, position: &Position) -> Result<Vec<SumMove>> {
        let large = |p: &Part| matches!(p, Part::Heap(k) if k.to_u64().is_none_or(|k| k > SMALL_HEAP));
        if !position.parts.iter().any(large) || !self.is_tame(position)? {
            return self.moves(position);
        }
        let mut all = vec![];
        for (i, part) in position.parts.iter().enumerate() {
            let Part::Heap(size) = part else {
                all.extend(self.moves_in(position, i)?);
                continue;
            };
            let others = self.value(&position.replace(i, &Position::default()))?;
            let one = Int::from(1);
            let sizes = others.xor(&one).into_iter().chain([others.clone()]);
            let mut sizes: Vec<_> = sizes.filter(|s| s < size).collect();
            sizes.sort();
            all.extend(sizes.iter().map(|left| heap_move_in(position, i, left)));
        }
        Ok(all)
    }

    /// The misère nim-value.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn misere_value(&self, position: &Position) -> Result<u64> {
        match self.misere_value_alone(position)? {
            Some(value) => Ok(value),
            None => self.in_form(position, |known, form, meter| known.misere_value(form, meter)),
        }
    }

    /// The genus.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn genus(&self, position: &Position) -> Result<Genus> {
        self.in_form(position, |known, form, meter| known.genus(form, meter))
    }

    /// The genus, if it takes little beside what the question has taken so far: every sum that is not tame must be looked
    /// at, which may be far more than an outcome takes.
    ///
    /// # Errors
    /// A mistake in the rules, or Ctrl-C.
    pub fn easy_genus(&self, position: &Position) -> Result<Option<Genus>> {
        let usual = self.machine.meter();
        let left = usual.budget().time.map(|limit| limit.saturating_sub(usual.elapsed()) / GENUS_SHARE);
        let worth = usual.elapsed().max(GENUS_WHILE);
        let budget = Budget {
            positions: GENUS_SUMS.max(usual.positions() / POSITIONS_A_SUM).min(usual.positions_left()),
            time: Some(left.map_or(worth, |left| left.min(worth))),
            ..usual.budget().clone()
        };
        self.machine.measure(Rc::new(Meter::new(budget)));
        let found = self.genus(position);
        self.machine.measure(usual);
        match found {
            Ok(genus) => Ok(Some(genus)),
            Err(Stop::Exhausted(Exhausted::Interrupted, text)) => {
                Err(Stop::Exhausted(Exhausted::Interrupted, text))
            }
            Err(Stop::Exhausted(..)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// Adds a position, and all it leads to, to a quotient; its normal form.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`]; what was added before stays.
    pub fn grow(&self, growing: &mut Growing, position: &Position) -> Result<Form> {
        self.with(|ctx, engines| engines.misere.grow(ctx, growing, position))
    }

    /// Whether the position, and every position it leads to, is played like Nim.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn is_tame(&self, position: &Position) -> Result<bool> {
        self.in_form(position, |known, form, _| Ok(known.is_tame(form)))
    }

    /// Works with the normal form of a position.
    fn in_form<T>(
        &self,
        position: &Position,
        work: impl FnOnce(&mut dyn Forms, &Form, &Meter) -> std::result::Result<T, Exhausted>,
    ) -> Result<T> {
        self.with(|ctx, engines| engines.misere.with_form(ctx, position, work))
    }
}
