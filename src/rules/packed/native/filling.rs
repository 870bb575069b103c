//! The rules fused with an array: code that goes from position to position in an order, looks the values of its options up and
//! writes down the least one that is missing. What is in the array is one more than a value, and 0 where there is none yet:
//! so one stamp shows, when all options were looked up, whether one of them has no value. The largest number that there is room for
//! stands for a position that is void ([`Kept::voids`]); another stamp shows whether an option is.
//!
//! Where who wins and in how many moves is kept ([`Kept::lasts`]), no stamps are needed: the extremes among the options are enough.

use super::super::arrays::Kept;
use super::super::code::Op;
use super::super::digits::{Below, Digit, Run, Shape};
use super::super::layout::mask;
use super::backend::{Block, FunctionBuilder, InstBuilder, IntCC, MemFlags, Value, Variable, types};
use super::memory::{place, status};
use super::translate::Body;
use crate::check::ir::WinRule;

/// What there is beside the rules: the shape of the array, and how far it is filled.
#[derive(Clone)]
pub(super) struct Filling {
    pub(super) digits: Vec<Digit>,
    runs: Vec<Run>,
    /// The bits of a key that are the same everywhere, and what they are.
    fixed: u64,
    base: u64,
    /// The place of the digits 0.
    pub(super) origin: i64,
    /// The order in which digits are.
    cone: Vec<Below>,
    kept: Kept,
    /// Whether options are listed rather than looked up: see [`listing`](super::listing).
    pub(super) lists: bool,
    /// The key being filled, its place, its stamp, and how many positions are left, it included.
    key: Variable,
    pub(super) here: Variable,
    stamp: Variable,
    left: Variable,
    /// Where the array and the stamps begin.
    table: Variable,
    seen: Variable,
    /// Under misère play, whether there is an option.
    any: Option<Variable>,
    /// Where it is kept who wins and in how many moves: what the options have.
    extremes: Option<Extremes>,
    /// Where an option is a sum: the values of its parts so far, taken together.
    sum: Option<Variable>,
    head: Block,
    out_of_order: Block,
    wide: Block,
    /// Where something is written down, which is given to it, and the next position is begun.
    next: Block,
}

/// Of what the options have, which is one more than twice the moves, and one more again for a win.
#[derive(Clone, Copy)]
struct Extremes {
    /// The least, 0 if one has nothing yet;
    least: Variable,
    /// the least odd one, for the shortest loss;
    loss: Variable,
    /// the largest even one, for the longest win.
    win: Variable,
}

/// No option is a loss.
const NO_LOSS: i64 = i64::MAX;

impl Filling {
    /// For an array in which something is kept, or, with nothing kept, for lists.
    pub(super) fn new(
        b: &mut FunctionBuilder<'_>,
        shape: &Shape,
        kept: Option<Kept>,
        alone: bool,
    ) -> Filling {
        let lists = kept.is_none();
        let kept = kept.unwrap_or(Kept { width: 1, rule: WinRule::Normal, lasts: false, voids: true });
        let [key, here, stamp, left, table, seen] = [(); 6].map(|()| b.declare_var(types::I64));
        let any = (kept.rule == WinRule::Misere).then(|| b.declare_var(types::I64));
        let extremes = kept.lasts.then(|| {
            let [least, loss, win] = [(); 3].map(|()| b.declare_var(types::I64));
            Extremes { least, loss, win }
        });
        let sum = (!alone).then(|| b.declare_var(types::I64));
        let [head, out_of_order, wide, next] = [(); 4].map(|()| b.create_block());
        b.append_block_param(next, types::I64);
        b.set_cold_block(out_of_order);
        b.set_cold_block(wide);
        let (digits, runs) = (shape.digits().to_vec(), shape.runs().to_vec());
        let (fixed, base) = shape.fixed();
        let origin = shape.origin() as i64;
        Filling {
            digits,
            runs,
            fixed,
            base,
            origin,
            cone: shape.cone().to_vec(),
            kept,
            lists,
            key,
            here,
            stamp,
            left,
            table,
            seen,
            any,
            extremes,
            sum,
            head,
            out_of_order,
            wide,
            next,
        }
    }

    /// Where bits of a key are in a place: from which on, how many, and what each counts for. What is not there is the same in all keys.
    pub(super) fn pieces(&self, at: u32, bits: u32) -> Vec<Run> {
        let piece = |run: &Run| {
            let (from, end) = (run.at.max(at), (run.at + run.bits).min(at + bits));
            (from < end).then(|| Run { at: from - at, bits: end - from, step: run.step << (from - run.at) })
        };
        self.runs.iter().filter_map(piece).collect()
    }

    /// What each of a field counts for in a place, if it is there as it is.
    pub(super) fn step(&self, at: u32, bits: u32) -> Option<i64> {
        match self.pieces(at, bits).as_slice() {
            [Run { at: 0, bits: all, step }] if *all == bits => Some(*step),
            _ => None,
        }
    }

    /// The length that all lists of a field have.
    pub(super) fn length(&self, at: u32, len_bits: u32) -> Option<i64> {
        let here = ((1 << len_bits) - 1) << at;
        (self.fixed & here == here).then_some(((self.base & here) >> at) as i64)
    }

    /// Of bits of a key, from one on, those that are the same everywhere, and what they are.
    pub(super) fn fixed(&self, at: u32, bits: u32) -> (i64, i64) {
        let here = |bits_of_keys: u64| (bits_of_keys >> at & mask(bits) as u64) as i64;
        (here(self.fixed), here(self.base))
    }

    /// What is too much for one more than a value: the values of sums have no more bits than those of their parts.
    fn too_much(&self) -> i64 {
        match self.sum {
            None => self.kept.void() as i64,
            Some(_) => 1 << (8 * self.kept.width - 1),
        }
    }

    fn places(&self) -> [(Variable, i32); 4] {
        let Filling { key, here, stamp, left, .. } = *self;
        [(key, place::KEY), (here, place::HERE), (stamp, place::STAMP), (left, place::LEFT)]
    }
}

impl Body<'_> {
    pub(super) fn filling(&self) -> Filling {
        self.filling.clone().unwrap_or_else(|| unreachable!("only code that fills an array gets here"))
    }

    /// Whether values are looked up, and written down.
    pub(super) fn fills(&self) -> bool {
        self.filling.as_ref().is_some_and(|f| !f.lists)
    }

    /// The key of the position being filled, if an array is.
    pub(super) fn key_being_filled(&mut self) -> Option<Value> {
        let key = self.filling.as_ref()?.key;
        Some(self.b.use_var(key))
    }

    /// From the frame to the first position; each position begins with empty registers.
    pub(super) fn begin_filling(&mut self) {
        let f = self.filling();
        for (variable, at) in f.places() {
            let v = self.of_frame(at);
            self.b.def_var(variable, v);
        }
        for (variable, at) in [(f.table, place::TABLE), (f.seen, place::SEEN)] {
            let v = self.of_frame(at);
            self.b.def_var(variable, v);
        }
        self.b.ins().jump(f.head, &[]);
        self.b.switch_to_block(f.head);
        let fuel = self.fuel_left();
        self.begin();
        self.set_fuel(fuel);
        let stamp = self.b.use_var(f.stamp);
        let stamp = self.b.ins().iadd_imm(stamp, 1);
        self.b.def_var(f.stamp, stamp);
        self.note_options(&f, 0);
        self.begin_sum(&f);
        self.begin_extremes(&f);
        self.leave_if_outside(&f);
    }

    /// A position whose digits are in an order that play does not come to is void.
    fn leave_if_outside(&mut self, f: &Filling) {
        for b in f.cone.iter().filter(|_| !f.lists) {
            let [low, high] = [b.low, b.high].map(|(at, bits)| {
                let key = self.b.use_var(f.key);
                let v = self.b.ins().ushr_imm(key, i64::from(at));
                self.b.ins().band_imm(v, mask(bits) as i64)
            });
            let how = if b.strictly { IntCC::UnsignedGreaterThanOrEqual } else { IntCC::UnsignedGreaterThan };
            let outside = self.compare(how, low, high);
            self.leave_if(outside, self.misfit);
        }
    }

    fn begin_sum(&mut self, f: &Filling) {
        if let Some(sum) = f.sum {
            let none = self.number(0);
            self.b.def_var(sum, none);
        }
    }

    /// Notes whether the position being filled has options, where that matters.
    fn note_options(&mut self, f: &Filling, any: i64) {
        if let Some(variable) = f.any {
            let any = self.number(any);
            self.b.def_var(variable, any);
        }
    }

    /// Where it will go on.
    pub(super) fn keep_place(&mut self) {
        if let Some(f) = &self.filling {
            for (variable, at) in f.places() {
                self.write_frame(variable, at);
            }
        }
    }

    /// The ways out that only such code has.
    pub(super) fn leave_filling(&mut self) {
        if let Some(f) = self.filling.clone() {
            self.write_down(&f);
            for (block, why) in [(f.out_of_order, status::OUT_OF_ORDER), (f.wide, status::WIDE)] {
                self.b.switch_to_block(block);
                self.leave(why);
            }
        }
    }

    /// The place of a key in the array; what has none is left to others.
    fn place_of(&mut self, key: Value, f: &Filling) -> Value {
        if f.fixed != 0 {
            let same = self.b.ins().band_imm(key, f.fixed as i64);
            let other = self.compare_with(IntCC::NotEqual, same, f.base as i64);
            self.misfit_if(other);
        }
        let mut all = self.number(f.origin);
        for run in &f.runs {
            let mut v = if run.at == 0 { key } else { self.b.ins().ushr_imm(key, i64::from(run.at)) };
            v = self.b.ins().band_imm(v, run.mask() as i64);
            let there = self.counted(v, run.step);
            all = self.b.ins().iadd(all, there);
        }
        all
    }

    /// What bits count for in a place.
    pub(super) fn counted(&mut self, bits: Value, step: i64) -> Value {
        match step {
            1 => bits,
            _ if step > 0 && step.count_ones() == 1 => {
                self.b.ins().ishl_imm(bits, i64::from(step.trailing_zeros()))
            }
            _ => self.b.ins().imul_imm(bits, step),
        }
    }

    /// Something in an array of values, or of stamps, by its place.
    fn element(&mut self, array: Variable, at: Value, bytes: u64) -> Value {
        let from = self.b.use_var(array);
        let offset = if bytes == 1 { at } else { self.b.ins().ishl_imm(at, i64::from(bytes.ilog2())) };
        self.b.ins().iadd(from, offset)
    }

    /// A part of an option: if it is all of it, its value is seen.
    pub(super) fn part_in_array(&mut self, spec: u32, at: usize) -> Option<()> {
        let f = self.filling();
        let is_direct = self.is_direct(spec, &f) && (!f.lists || self.is_checked(spec));
        let place = match is_direct {
            true => self.direct_place(spec, &[])?,
            false => {
                let key = self.packed_part(spec)?;
                self.check_digits(key, &f);
                self.place_of(key, &f)
            }
        };
        match f.sum {
            _ if f.lists => self.list_place(place),
            Some(sum) => self.add_place(place, sum, &f),
            None if f.kept.voids && !self.is_in_loop(at) => {
                let kept = self.at_place(place, &f);
                self.leave_if_void(kept, &f);
                self.mark(kept, &f);
            }
            None => self.mark_place(place),
        }
        Some(())
    }

    /// Whether an instruction may be done more than once for a position.
    fn is_in_loop(&self, at: usize) -> bool {
        let leads_back = |op: &Op| op.target().is_some_and(|to| to as usize <= at);
        self.code.ops[at..].iter().any(leads_back)
    }

    /// An option that is void makes the position void, whatever the others are.
    fn leave_if_void(&mut self, kept: Value, f: &Filling) {
        let is_void = self.compare_with(IntCC::Equal, kept, f.kept.void() as i64);
        self.leave_if(is_void, self.misfit);
    }

    /// What is in the array at a place.
    fn at_place(&mut self, at: Value, f: &Filling) -> Value {
        let from = self.element(f.table, at, f.kept.width);
        match f.kept.width {
            1 => self.b.ins().uload8(types::I64, MemFlags::trusted(), from, 0),
            _ => self.b.ins().uload16(types::I64, MemFlags::trusted(), from, 0),
        }
    }

    /// What an option has at its place is seen: one more than its value, or 0 if it has none yet.
    pub(super) fn mark_place(&mut self, at: Value) {
        let f = self.filling();
        let value = self.at_place(at, &f);
        self.mark(value, &f);
    }

    fn mark(&mut self, value: Value, f: &Filling) {
        if let Some(extremes) = f.extremes {
            if f.kept.voids {
                self.leave_if_void(value, f);
            }
            self.heed(value, extremes);
            self.note_options(f, 1);
            return;
        }
        let to = self.element(f.seen, value, 4);
        let stamp = self.b.use_var(f.stamp);
        self.b.ins().istore32(MemFlags::trusted(), stamp, to, 0);
        self.note_options(f, 1);
    }

    fn begin_extremes(&mut self, f: &Filling) {
        let Some(Extremes { least, loss, win }) = f.extremes else { return };
        for (variable, first) in [(least, NO_LOSS), (loss, NO_LOSS), (win, 0)] {
            let first = self.number(first);
            self.b.def_var(variable, first);
        }
    }

    /// What an option has joins the extremes.
    fn heed(&mut self, kept: Value, Extremes { least, loss, win }: Extremes) {
        let before = [least, loss, win].map(|variable| self.b.use_var(variable));
        let odd = self.b.ins().band_imm(kept, 1);
        let is_least = self.compare(IntCC::UnsignedLessThan, kept, before[0]);
        let new_least = self.b.ins().select(is_least, kept, before[0]);
        let is_shorter = self.compare(IntCC::UnsignedLessThan, kept, before[1]);
        let shorter = self.b.ins().select(is_shorter, kept, before[1]);
        let new_loss = self.b.ins().select(odd, shorter, before[1]);
        let is_longer = self.compare(IntCC::UnsignedGreaterThan, kept, before[2]);
        let longer = self.b.ins().select(is_longer, kept, before[2]);
        let new_win = self.b.ins().select(odd, before[2], longer);
        for (variable, new) in [(least, new_least), (loss, new_loss), (win, new_win)] {
            self.b.def_var(variable, new);
        }
    }

    /// One move more than the shortest loss, and a win; or than the longest win, and a loss.
    fn of_extremes(&mut self, Extremes { least, loss, win }: Extremes, f: &Filling) -> Value {
        let [least, loss, win] = [least, loss, win].map(|variable| self.b.use_var(variable));
        let is_missing = self.compare_with(IntCC::Equal, least, 0);
        self.leave_if(is_missing, f.out_of_order);
        let no_loss = self.compare_with(IntCC::Equal, loss, NO_LOSS);
        let (won, lost) = (self.b.ins().iadd_imm(loss, 3), self.b.ins().iadd_imm(win, 1));
        self.b.ins().select(no_loss, lost, won)
    }

    /// The value of a part joins those of the others.
    fn add_place(&mut self, at: Value, sum: Variable, f: &Filling) {
        let kept = self.at_place(at, f);
        let none_yet = self.compare_with(IntCC::Equal, kept, 0);
        self.leave_if(none_yet, f.out_of_order);
        if f.kept.voids {
            self.leave_if_void(kept, f);
        }
        let value = self.b.ins().iadd_imm(kept, -1);
        self.add_value(value, sum);
    }

    fn add_value(&mut self, value: Value, sum: Variable) {
        let others = self.b.use_var(sum);
        let all = self.b.ins().bxor(others, value);
        self.b.def_var(sum, all);
    }

    /// A nim-heap is a part of an option.
    pub(super) fn heap_in_array(&mut self, size: Value) {
        let f = self.filling();
        let Some(sum) = f.sum else { return };
        let large = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, size, f.too_much() - 1);
        self.leave_if(large, f.wide);
        self.add_value(size, sum);
    }

    /// An option that is a sum has all its parts: its value is seen.
    pub(super) fn end_option_in_array(&mut self) {
        let f = self.filling();
        let Some(sum) = f.sum else { return };
        let value = self.b.use_var(sum);
        let kept = self.b.ins().iadd_imm(value, 1);
        self.mark(kept, &f);
        self.begin_sum(&f);
    }

    /// All options of a position are seen: its value is the least one that is not, and the next position is begun.
    pub(super) fn end_position(&mut self) {
        let f = self.filling();
        if f.lists {
            let fits = self.number(0);
            self.b.ins().jump(f.next, &[fits.into()]);
            return;
        }
        let value = match f.extremes {
            Some(extremes) => self.of_extremes(extremes, &f),
            None => self.of_stamps(&f),
        };
        let value = self.or_won(value, &f);
        let large = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, value, f.too_much());
        self.leave_if(large, f.wide);
        self.b.ins().jump(f.next, &[value.into()]);
    }

    /// One more than the nim-value.
    fn of_stamps(&mut self, f: &Filling) -> Value {
        let is_missing = self.is_seen(0, f);
        self.leave_if(is_missing, f.out_of_order);
        if f.kept.voids && f.sum.is_none() {
            let is_void = self.is_seen(f.kept.void(), f);
            self.leave_if(is_void, self.misfit);
        }
        self.least_unseen(f)
    }

    /// Whether an option of this position has something in the array: one look for all of them.
    fn is_seen(&mut self, kept: u64, f: &Filling) -> Value {
        let (stamp, seen) = (self.b.use_var(f.stamp), self.b.use_var(f.seen));
        let last = self.b.ins().uload32(MemFlags::trusted(), seen, (4 * kept) as i32);
        self.compare(IntCC::Equal, last, stamp)
    }

    /// What becomes of a position from which a move does not fit.
    pub(super) fn leave_misfit(&mut self) {
        self.b.switch_to_block(self.misfit);
        match self.filling.clone().filter(|f| f.kept.voids) {
            Some(f) => {
                let void = self.number(if f.lists { 1 } else { f.kept.void() as i64 });
                self.b.ins().jump(f.next, &[void.into()]);
            }
            None => self.leave(status::MISFIT),
        }
    }

    /// Writes something down for the position being filled, and goes to the next one.
    fn write_down(&mut self, f: &Filling) {
        self.b.switch_to_block(f.next);
        let kept = self.b.block_params(f.next)[0];
        match f.lists {
            true => self.end_row(kept, f),
            false => self.write_value(kept, f),
        }
        let left = self.b.use_var(f.left);
        let left = self.b.ins().iadd_imm(left, -1);
        self.b.def_var(f.left, left);
        let done = self.b.create_block();
        for digit in &f.digits {
            self.advance(digit, f, left, done);
        }
        // Behind the last position comes the first one, which nobody asks for.
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        self.leave(status::DONE);
    }

    fn write_value(&mut self, kept: Value, f: &Filling) {
        let here = self.b.use_var(f.here);
        let to = self.element(f.table, here, f.kept.width);
        match f.kept.width {
            1 => self.b.ins().istore8(MemFlags::trusted(), kept, to, 0),
            _ => self.b.ins().istore16(MemFlags::trusted(), kept, to, 0),
        };
    }

    /// Under misère play, a value of 1 where there is no option, or a win in no move: who cannot move has won.
    fn or_won(&mut self, value: Value, f: &Filling) -> Value {
        let Some(any) = f.any else { return value };
        let (any, won) = (self.b.use_var(any), self.number(1 + 1));
        self.b.ins().select(any, value, won)
    }

    /// One more than the least value that no option has, which is at most as many as there are.
    fn least_unseen(&mut self, f: &Filling) -> Value {
        let stamp = self.b.use_var(f.stamp);
        let (head, end) = (self.b.create_block(), self.b.create_block());
        let at = self.b.append_block_param(head, types::I64);
        let least = self.number(1);
        self.b.ins().jump(head, &[least.into()]);
        self.b.switch_to_block(head);
        let from = self.element(f.seen, at, 4);
        let seen = self.b.ins().uload32(MemFlags::trusted(), from, 0);
        let is_seen = self.compare(IntCC::Equal, seen, stamp);
        let next = self.b.ins().iadd_imm(at, 1);
        self.b.ins().brif(is_seen, head, &[next.into()], end, &[]);
        self.b.switch_to_block(end);
        at
    }

    /// Counts a digit up and goes to the position, or sets it back and goes on to the next digit.
    fn advance(&mut self, digit: &Digit, f: &Filling, left: Value, done: Block) {
        let (key, here) = (self.b.use_var(f.key), self.b.use_var(f.here));
        let now = self.b.ins().ushr_imm(key, i64::from(digit.at));
        let now = self.b.ins().band_imm(now, digit.mask() as i64);
        // Digits that grow in play count from their largest value down.
        let last = if digit.rises { 0 } else { digit.most };
        let last = self.compare_with(IntCC::Equal, now, last as i64);
        let way = if digit.rises { -1 } else { 1 };
        let (up, back) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(last, back, &[], up, &[]);
        self.b.switch_to_block(up);
        let (next_key, next_here) =
            (self.b.ins().iadd_imm(key, way << digit.at), self.b.ins().iadd_imm(here, digit.step as i64));
        self.b.def_var(f.key, next_key);
        self.b.def_var(f.here, next_here);
        self.b.ins().brif(left, f.head, &[], done, &[]);
        self.b.switch_to_block(back);
        let (first_key, first_here) = (
            self.b.ins().iadd_imm(key, -way * ((digit.most << digit.at) as i64)),
            self.b.ins().iadd_imm(here, -((digit.most * digit.step) as i64)),
        );
        self.b.def_var(f.key, first_key);
        self.b.def_var(f.here, first_here);
    }
}
