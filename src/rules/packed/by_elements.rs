//! Sets that depend on a few elements and small numbers and on nothing else: they are known for each combination of these. What asks
//! whether all elements of such a set are in another one, or any, is one look at both.

use super::code::{I, Masks, Op, Reg, To};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use super::conditions::asked_of;
use super::masks::elements_in;
use super::universe::Universe;
use crate::builtin::collection::elements;
use crate::check::ir::{Expr, Fold};
use crate::check::types::Type;
use crate::value::{Cell, Value};
use std::collections::BTreeSet;

/// Sets are computed for at most so many combinations of several elements and numbers.
const MOST: u32 = 1 << 9;
/// Numbers that are counted are small if there are at most so many.
const COUNTED: i64 = 64;

/// What a set depends on: a register, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dependence {
    pub(super) register: I,
    holds: Holds,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    /// An element that was taken out of a set, by its number or as a cell.
    Element(Numbering),
    /// A number from one to another.
    Counted(i64, i64),
}

/// What becomes of elements that have no bit.
#[derive(Clone, Copy)]
enum Outside {
    /// They are left out.
    LeftOut,
    /// A set with one cannot be held.
    Refused,
    /// In their place stands a bit that no set has.
    Marked(u128),
}

impl Compiler<'_> {
    /// Notes that a register holds numbers from one to another, if both are known.
    pub(super) fn note_counted(&mut self, counter: &Val, ends: Option<(i64, i64)>) {
        if let (Val::I(r), Some((lo, hi))) = (counter, ends)
            && (lo..lo.saturating_add(COUNTED)).contains(&hi)
        {
            self.counted.push((*r, lo, hi));
        }
    }

    /// Notes that registers hold the row and the column of a cell, if that was taken out of a set on the grid.
    pub(super) fn note_place(&mut self, cell: I, (row, col): (I, I)) {
        for (register, is_row) in [(row, true), (col, false)] {
            self.note_counted(&Val::I(register), self.place_bounds(cell, is_row));
        }
    }

    /// Between which numbers the row, or the column, of a cell is that was taken out of a set on the grid.
    pub(super) fn place_bounds(&self, cell: I, is_row: bool) -> Option<(i64, i64)> {
        let taken = self.held_in(cell) == Some(Holds::Element(Numbering::Cells));
        let (first, count) = match is_row {
            true => (self.grid.top, self.grid.rows),
            false => (self.grid.left, self.grid.cols),
        };
        let first = i64::from(first);
        (taken && !self.code.inputs.contains(&Reg::I(cell))).then(|| (first, first + i64::from(count) - 1))
    }

    /// A set that depends on few elements and numbers and on nothing else. What has no bit is left out where nothing asks for it
    /// (`within`).
    pub(super) fn set_by_element(&mut self, e: &Expr, env: &Env, within: bool) -> Option<u16> {
        self.set_of_combinations(e, env, if within { Outside::LeftOut } else { Outside::Refused })
    }

    fn set_of_combinations(&mut self, e: &Expr, env: &Env, outside: Outside) -> Option<u16> {
        if self.class(&e.ty) != Some(Class::Set) || self.plan.sets.runs {
            return None;
        }
        let on = self.dependences(e, env).filter(|on| !on.is_empty())?;
        let rows = self.rows(&on)?;
        if on.len() > 1 && rows > MOST {
            return None;
        }
        self.machine.meter().work_of(rows).ok()?;
        let sets = (0..rows).map(|row| self.set_for_row(e, env, &on, row)).collect::<Option<Vec<_>>>()?;
        let bits = |set: &Value| match outside {
            Outside::LeftOut => Some(self.bits_within(set, &e.ty)),
            Outside::Refused => self.bits_of(set, &e.ty),
            Outside::Marked(bit) => Some(self.bits_of(set, &e.ty).unwrap_or(bit)),
        };
        let Some(sets) = sets.iter().map(bits).collect::<Option<Vec<u128>>>() else {
            return self.meet_all(&sets, &e.ty);
        };
        self.known_set(&on, sets)
    }

    /// How many combinations there are of what registers hold.
    pub(super) fn rows(&self, on: &[Dependence]) -> Option<u32> {
        on.iter().try_fold(1u32, |rows, d| rows.checked_mul(self.count(*d)))
    }

    /// The one of these sets for what registers hold.
    pub(super) fn known_set(&mut self, on: &[Dependence], sets: Vec<u128>) -> Option<u16> {
        let (index, is_cell) = match on {
            [] => return self.fixed_set(*sets.first()?),
            [Dependence { register, holds: Holds::Element(numbering) }] => {
                (*register, *numbering == Numbering::Cells)
            }
            on => (self.row_of(on)?, false),
        };
        self.code.masks.push(Masks { is_cell, held: false, sets });
        let pool = self.code.masks.len() as u32 - 1;
        self.set_op(|d| Op::SetMask(d, index, pool))
    }

    /// What a register holds, if it is an element or a small number. Numbers out of sets are small in each position, though not
    /// in all: with `alone`, they count.
    pub(super) fn dependence(&self, register: I, alone: bool) -> Option<Dependence> {
        let taken = || self.taken.iter().find(|(r, _)| alone && *r == register);
        let holds = taken().map(|(_, kind)| Holds::Element(*kind)).or_else(|| self.held_in(register))?;
        Some(Dependence { register, holds })
    }

    /// The words that registers hold in one combination.
    pub(super) fn words_of_row(&self, on: &[Dependence], row: u32) -> Vec<i64> {
        let word = |(d, number): (&Dependence, u32)| match d.holds {
            Holds::Element(numbering) => self.word_of_number(number, numbering),
            Holds::Counted(lo, _) => lo + i64::from(number),
        };
        on.iter().zip(self.numbers_of_row(on, row)).map(word).collect()
    }

    /// The numbers of what registers hold in one combination, from 0 on.
    fn numbers_of_row(&self, on: &[Dependence], row: u32) -> Vec<u32> {
        let (mut rest, mut numbers) = (row, vec![0; on.len()]);
        for (d, number) in on.iter().zip(&mut numbers).rev() {
            let count = self.count(*d);
            (*number, rest) = (rest % count, rest / count);
        }
        numbers
    }

    /// All that an expression depends on; none if that is more than elements and small numbers.
    fn dependences(&self, e: &Expr, env: &Env) -> Option<Vec<Dependence>> {
        let (mut registers, mut fine) = (vec![], true);
        e.each_free_slot(&mut |slot| {
            fine &= match env.slots.get(slot as usize) {
                Some(Some(val)) => elements_in(val, &mut registers),
                _ => false,
            };
        });
        registers.sort_unstable();
        registers.dedup();
        let all = registers
            .into_iter()
            .map(|register| Some(Dependence { register, holds: self.held_in(register)? }));
        if fine { all.collect() } else { None }
    }

    /// Numbers of other positions may be larger than any set in words, and their types are not known here: only what is counted
    /// is known to be small.
    fn held_in(&self, register: I) -> Option<Holds> {
        if let Some((_, lo, hi)) = self.counted.iter().find(|(r, ..)| *r == register) {
            return Some(Holds::Counted(*lo, *hi));
        }
        let (_, numbering) = self.taken.iter().find(|(r, _)| *r == register)?;
        (*numbering != Numbering::Numbers).then_some(Holds::Element(*numbering))
    }

    fn count(&self, d: Dependence) -> u32 {
        match d.holds {
            Holds::Element(numbering) => self.numbers(numbering),
            Holds::Counted(lo, hi) => (hi - lo + 1) as u32,
        }
    }

    /// The set for one combination; none where working it out is a mistake, which is left to those who meet it.
    fn set_for_row(&self, e: &Expr, env: &Env, on: &[Dependence], row: u32) -> Option<Value> {
        let values = self.numbers_of_row(on, row);
        let mut at = env.clone();
        for slot in at.slots.iter_mut().flatten() {
            if let Some(value) = self.value_at(slot, on, &values) {
                *slot = Val::Known(value);
            }
        }
        self.known(e, &at)
    }

    /// Takes note of the elements of sets over a universe, if there are bits for all of them.
    fn meet_all<T>(&mut self, sets: &[Value], ty: &Type) -> Option<T> {
        let Numbering::Over(over) = self.numbering(ty) else { return None };
        let mut all: BTreeSet<Value> = self.plan.sets.universe(over).values().iter().cloned().collect();
        sets.iter().for_each(|set| all.extend(elements(set)));
        if all.len() <= Universe::MOST {
            sets.iter().for_each(|set| self.plan.meet_elements(set));
        }
        None
    }

    /// The value of something that is made of nothing but these elements and numbers, which are counted from 0.
    fn value_at(&self, val: &Val, on: &[Dependence], values: &[u32]) -> Option<Value> {
        let at = |register: I| {
            let i = on.iter().position(|d| d.register == register)?;
            Some((on[i].holds, values[i]))
        };
        match val {
            Val::I(r) => match at(*r)? {
                (Holds::Element(Numbering::Cells), number) => {
                    let (row, col) = self.grid.cell(number);
                    Some(Value::Cell(Cell { row, col }))
                }
                (Holds::Counted(lo, _), number) => Some(Value::int(lo + i64::from(number))),
                _ => None,
            },
            Val::Leaf { index, over, leaf } => {
                let (_, number) = at(*index)?;
                self.plan.sets.universe(*over).column((*leaf).into()).nth(number as usize).cloned()
            }
            Val::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.value_at(part, on, values));
                Some(Value::Tuple(parts.collect::<Option<_>>()?))
            }
            Val::Known(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Which combination the registers hold.
    fn row_of(&mut self, on: &[Dependence]) -> Option<I> {
        let mut row = None;
        for d in on {
            let number = match d.holds {
                Holds::Element(Numbering::Cells) => self.number_of_cell(d.register)?,
                Holds::Element(_) => d.register,
                Holds::Counted(lo, _) => {
                    let lo = self.constant(lo)?;
                    self.word_op(|w| Op::Sub(w, d.register, lo))?
                }
            };
            row = Some(match row {
                None => number,
                Some(before) => self.joined_number(before, self.count(*d), number)?,
            });
        }
        row
    }

    fn number_of_cell(&mut self, cell: I) -> Option<I> {
        let (row, col) = (self.word_op(|d| Op::Row(d, cell))?, self.word_op(|d| Op::Col(d, cell))?);
        let (top, left) = (self.constant(self.grid.top.into())?, self.constant(self.grid.left.into())?);
        let (row, col) = (self.word_op(|d| Op::Sub(d, row, top))?, self.word_op(|d| Op::Sub(d, col, left))?);
        // What is taken out of a set lies on the grid; a cell of a position need not.
        if self.code.inputs.contains(&Reg::I(cell)) {
            for (place, count) in [(row, self.grid.rows), (col, self.grid.cols)] {
                self.code.bounds.push((0, i64::from(count) - 1));
                let bounds = self.code.bounds.len() as u32 - 1;
                self.emit(Op::Check(place, bounds))?;
            }
        }
        self.joined_number(row, self.grid.cols, col)
    }

    fn joined_number(&mut self, high: I, count: u32, low: I) -> Option<I> {
        let count = self.constant(count.into())?;
        let times = self.word_op(|d| Op::Mul(d, high, count))?;
        self.word_op(|d| Op::Add(d, times, low))
    }

    /// `all(x in S for ...)` and its relatives, where the set of all x, cells, is known for each combination of what it depends on:
    /// jumps to `to` if it is `when`.
    pub(super) fn branch_known_elements(
        &mut self,
        (fold, is_in, source): (Fold, bool, &Expr),
        elements: &Expr,
        env: &mut Env,
        (to, when): (To, bool),
    ) -> Option<()> {
        if self.class(&source.ty) != Some(Class::Set)
            || self.numbering(&source.ty) != Numbering::Cells
            || !self.is_held(source, env)
        {
            return None;
        }
        // Whether it is that all elements are in the set, or that some are: or the contrary.
        let (of_all, holds) = asked_of(fold, is_in)?;
        let outside = match of_all {
            true => Outside::Marked(self.bit_of_no_cell()?),
            false => Outside::LeftOut,
        };
        let known = self.set_of_combinations(elements, env, outside)?;
        let set = self.set_for(source, env)?;
        self.branch_left((of_all, holds), (known, set), (to, when))
    }

    /// A bit that no set of cells has, in as many words as these take.
    fn bit_of_no_cell(&self) -> Option<u128> {
        let size = self.grid.size();
        (size != 64 && size < 128).then(|| 1 << size)
    }
}
