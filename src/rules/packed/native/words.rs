//! Numbers, truth values and cells in words: arithmetic, comparisons, jumps.

use super::super::code::{I, Op};
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::translate::Body;
use std::iter;

/// The largest number of half a word without a sign.
const SHORT: i64 = u32::MAX as i64;
/// Each round makes one of two numbers of 63 bits shorter.
const ROUNDS_OF_STEIN: i64 = 128;

impl Body<'_> {
    /// Translates an instruction on words; `Some(false)` if it is none, `None` if there is no translation.
    pub(super) fn word_op(&mut self, op: Op) -> Option<bool> {
        match op {
            Op::Const(d, n) => {
                let n = self.number(n);
                self.set_word(d, n);
            }
            Op::Move(d, a) => {
                let a = self.word(a);
                self.set_word(d, a);
            }
            Op::Add(d, a, b) if self.ranges.fits(op) => self.plain(d, a, b, |s, a, b| s.b.ins().iadd(a, b)),
            Op::Sub(d, a, b) if self.ranges.fits(op) => self.plain(d, a, b, |s, a, b| s.b.ins().isub(a, b)),
            Op::Mul(d, a, b) if self.ranges.fits(op) => self.plain(d, a, b, |s, a, b| s.b.ins().imul(a, b)),
            Op::Add(d, a, b) => self.checked(d, a, b, |s, a, b| s.b.ins().sadd_overflow(a, b)),
            Op::Sub(d, a, b) => self.checked(d, a, b, |s, a, b| s.b.ins().ssub_overflow(a, b)),
            Op::Mul(d, a, b) => self.checked(d, a, b, |s, a, b| s.b.ins().smul_overflow(a, b)),
            Op::Div(d, a, b) => {
                let (quotient, _) = self.divided(a, b);
                self.set_word(d, quotient);
            }
            Op::Mod(d, a, b) => {
                let (_, rest) = self.divided(a, b);
                self.set_word(d, rest);
            }
            Op::Pow(d, a, b) => self.power(d, a, b),
            Op::Gcd(d, a, b) => self.common_divisor(d, a, b),
            Op::Halve(d, a, b) => self.halved(d, a, b),
            Op::Xor(d, a, b) => {
                let natural = self.ranges.word(a).0 >= 0 && self.ranges.word(b).0 >= 0;
                let (a, b) = (self.word(a), self.word(b));
                if !natural {
                    let signs = self.b.ins().bor(a, b);
                    let negative = self.compare_with(IntCC::SignedLessThan, signs, 0);
                    self.misfit_if(negative);
                }
                let v = self.b.ins().bxor(a, b);
                self.set_word(d, v);
            }
            Op::Min(d, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                let v = self.b.ins().smin(a, b);
                self.set_word(d, v);
            }
            Op::Max(d, a, b) => {
                let (a, b) = (self.word(a), self.word(b));
                let v = self.b.ins().smax(a, b);
                self.set_word(d, v);
            }
            Op::Neg(d, a) => {
                let fits = self.ranges.fits(op);
                let (zero, a) = (self.number(0), self.word(a));
                let v = if fits { self.b.ins().ineg(a) } else { self.subtracted(zero, a) };
                self.set_word(d, v);
            }
            Op::Abs(d, a) => {
                let (zero, a) = (self.number(0), self.word(a));
                let negated = self.subtracted(zero, a);
                let v = self.b.ins().smax(a, negated);
                self.set_word(d, v);
            }
            Op::Check(a, pool) => {
                let ((low, high), a) = (self.code.bounds[pool as usize], self.word(a));
                let below = self.compare_with(IntCC::SignedLessThan, a, low);
                let above = self.compare_with(IntCC::SignedGreaterThan, a, high);
                let out = self.b.ins().bor(below, above);
                self.misfit_if(out);
            }
            Op::Cell(d, row, col) => {
                let (row, col) = (self.word(row), self.word(col));
                for half in [row, col] {
                    let same = self.low_half(half);
                    let wide = self.compare(IntCC::NotEqual, same, half);
                    self.misfit_if(wide);
                }
                let v = self.cell_word(row, col);
                self.set_word(d, v);
            }
            Op::Row(d, p) => {
                let p = self.word(p);
                let (row, _) = self.row_and_col(p);
                self.set_word(d, row);
            }
            Op::Col(d, p) => {
                let p = self.word(p);
                let (_, col) = self.row_and_col(p);
                self.set_word(d, col);
            }
            _ => return self.jump_op(op),
        }
        Some(true)
    }

    fn jump_op(&mut self, op: Op) -> Option<bool> {
        match op {
            Op::JumpIf(a, to) => {
                let a = self.word(a);
                self.jump_if(a, to);
            }
            Op::JumpUnless(a, to) => {
                let a = self.word(a);
                let not = self.compare_with(IntCC::Equal, a, 0);
                self.jump_if(not, to);
            }
            Op::JumpUnlessEq(a, b, to) => self.jump_where(IntCC::NotEqual, a, b, to),
            Op::JumpIfEq(a, b, to) => self.jump_where(IntCC::Equal, a, b, to),
            Op::JumpUnlessLt(a, b, to) => self.jump_where(IntCC::SignedGreaterThanOrEqual, a, b, to),
            Op::JumpUnlessLe(a, b, to) => self.jump_where(IntCC::SignedGreaterThan, a, b, to),
            Op::Step(a, hi, to) => {
                let (x, hi) = (self.counter(a), self.word(hi));
                let done = self.compare(IntCC::SignedGreaterThanOrEqual, x, hi);
                self.jump_if(done, to);
                let next = self.b.ins().iadd_imm(x, 1);
                self.set_word(a, next);
            }
            Op::StepAgain(a, hi, to) => {
                let (x, hi) = (self.counter(a), self.word(hi));
                let next = self.b.ins().iadd_imm(x, 1);
                let more = self.compare(IntCC::SignedLessThan, x, hi);
                // Nobody asks for the counter of a loop that is over, but it stays what it was.
                let now = self.b.ins().select(more, next, x);
                self.set_word(a, now);
                self.again_if(more, to);
            }
            _ => return Some(false),
        }
        Some(true)
    }

    fn jump_where(&mut self, how: IntCC, a: I, b: I, to: u32) {
        let (a, b) = (self.word(a), self.word(b));
        let condition = self.compare(how, a, b);
        self.jump_if(condition, to);
    }

    fn plain(&mut self, d: I, a: I, b: I, op: impl FnOnce(&mut Self, Value, Value) -> Value) {
        let (a, b) = (self.word(a), self.word(b));
        let v = op(self, a, b);
        self.set_word(d, v);
    }

    fn checked(&mut self, d: I, a: I, b: I, op: impl FnOnce(&mut Self, Value, Value) -> (Value, Value)) {
        let (a, b) = (self.word(a), self.word(b));
        let (v, overflow) = op(self, a, b);
        self.misfit_if(overflow);
        self.set_word(d, v);
    }

    pub(super) fn subtracted(&mut self, a: Value, b: Value) -> Value {
        let (v, overflow) = self.b.ins().ssub_overflow(a, b);
        self.misfit_if(overflow);
        v
    }

    /// The quotient, rounded down, and the rest of a division by a number above 0; others are left to the interpreter.
    fn divided(&mut self, a: I, b: I) -> (Value, Value) {
        let (of_a, of_b) = (self.ranges.word(a), self.ranges.word(b));
        let (known, a, b) = (self.known(b), self.word(a), self.word(b));
        if of_b.0 <= 0 {
            let not = self.compare_with(IntCC::SignedLessThanOrEqual, b, 0);
            self.misfit_if(not);
        }
        if of_a.0 >= 0 && of_a.1 <= SHORT && of_b.1 <= SHORT {
            return self.divided_short(a, b);
        }
        let quotient =
            if known.is_some_and(|n| n > 0) { self.b.ins().sdiv(a, b) } else { self.quotient(a, b) };
        let product = self.b.ins().imul(quotient, b);
        let rest = self.b.ins().isub(a, product);
        let negative = self.compare_with(IntCC::SignedLessThan, rest, 0);
        let (less, more) = (self.b.ins().iadd_imm(quotient, -1), self.b.ins().iadd(rest, b));
        (self.b.ins().select(negative, less, quotient), self.b.ins().select(negative, more, rest))
    }

    /// The same where both are short.
    fn divided_short(&mut self, a: Value, b: Value) -> (Value, Value) {
        let (x, y) = (self.b.ins().ireduce(types::I32, a), self.b.ins().ireduce(types::I32, b));
        let quotient = self.b.ins().udiv(x, y);
        let product = self.b.ins().imul(quotient, y);
        let rest = self.b.ins().isub(x, product);
        (self.b.ins().uextend(types::I64, quotient), self.b.ins().uextend(types::I64, rest))
    }

    /// A division by a number above 0, rounded towards 0: short ones take half the time.
    fn quotient(&mut self, a: Value, b: Value) -> Value {
        let (short, long, end) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(end, types::I64);
        let both = self.b.ins().bor(a, b);
        let high = self.b.ins().ushr_imm(both, 32);
        self.b.ins().brif(high, long, &[], short, &[]);
        self.b.switch_to_block(short);
        let (x, y) = (self.b.ins().ireduce(types::I32, a), self.b.ins().ireduce(types::I32, b));
        let q = self.b.ins().udiv(x, y);
        let q = self.b.ins().uextend(types::I64, q);
        self.b.ins().jump(end, &[q.into()]);
        self.b.switch_to_block(long);
        let q = self.b.ins().sdiv(a, b);
        self.b.ins().jump(end, &[q.into()]);
        self.b.switch_to_block(end);
        result
    }

    /// A number divided by 2 so many times, rounded down.
    fn halved(&mut self, d: I, a: I, times: I) {
        let (a, times, bounds) = (self.word(a), self.word(times), self.ranges.word(times));
        let times = self.within((0, i64::MAX), times, bounds);
        let times = if bounds.1 > 63 {
            let most = self.number(63);
            self.b.ins().smin(times, most)
        } else {
            times
        };
        let v = self.b.ins().sshr(a, times);
        self.set_word(d, v);
    }

    /// The greatest common divisor of natural numbers: of odd ones it divides their difference, without its factors 2 (Stein 1967).
    fn common_divisor(&mut self, d: I, a: I, b: I) {
        let (a, b) = (self.word(a), self.word(b));
        let [x, y] = [(a, b), (b, a)].map(|(a, b)| {
            let none = self.compare_with(IntCC::Equal, a, 0);
            self.b.ins().select(none, b, a)
        });
        let both = self.b.ins().bor(a, b);
        let common = self.b.ins().ctz(both);
        let (x, y, rounds) = (self.odd_part(x), self.odd_part(y), self.number(ROUNDS_OF_STEIN));
        let (_, odd) = self.rounds(rounds, &[x, y], |s, _, so_far| {
            let less = s.b.ins().smin(so_far[0], so_far[1]);
            let between = s.b.ins().isub(so_far[0], so_far[1]);
            let (back, twos) = (s.b.ins().ineg(between), s.b.ins().ctz(between));
            let far = s.b.ins().smax(between, back);
            let last = s.compare_with(IntCC::Equal, between, 0);
            (vec![less, s.b.ins().ushr(far, twos)], Some(last))
        });
        let v = self.b.ins().ishl(odd[0], common);
        self.set_word(d, v);
    }

    /// A natural number without its factors 2; of 0 it is 0.
    fn odd_part(&mut self, v: Value) -> Value {
        let twos = self.b.ins().ctz(v);
        self.b.ins().ushr(v, twos)
    }

    /// A power with an exponent below 64.
    fn power(&mut self, d: I, a: I, b: I) {
        if let Some(base) = self.known(a) {
            return self.power_of(base, d, b);
        }
        let (a, b) = (self.word(a), self.word(b));
        let large = self.compare_with(IntCC::UnsignedGreaterThan, b, 63);
        self.misfit_if(large);
        let one = self.number(1);
        let (_, power) = self.rounds(b, &[one], |s, _, so_far| {
            let (v, overflow) = s.b.ins().smul_overflow(so_far[0], a);
            s.misfit_if(overflow);
            (vec![v], None)
        });
        self.set_word(d, power[0]);
    }

    /// A power of a known number: there is a table.
    fn power_of(&mut self, base: i64, d: I, b: I) {
        let mut powers: Vec<i64> = iter::successors(Some(1i64), |p| p.checked_mul(base)).take(64).collect();
        let (b, bounds) = (self.word(b), self.ranges.word(b));
        let place = self.within((0, powers.len() as i64 - 1), b, bounds);
        // What does not fit is not looked up elsewhere, either.
        powers.resize(64, 0);
        let place = self.b.ins().band_imm(place, 63);
        let (table, place) = (self.constant(&powers), self.b.ins().ishl_imm(place, 3));
        let at = self.b.ins().iadd(table, place);
        let power = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
        self.set_word(d, power);
    }

    /// The lower half of a word as a number with a sign.
    pub(super) fn low_half(&mut self, v: Value) -> Value {
        let half = self.b.ins().ireduce(types::I32, v);
        self.b.ins().sextend(types::I64, half)
    }

    /// A row and a column, each of half a word, as a cell.
    pub(super) fn cell_word(&mut self, row: Value, col: Value) -> Value {
        let high = self.b.ins().ishl_imm(row, 32);
        self.b.ins().iadd(high, col)
    }

    /// The row and the column of a cell.
    pub(super) fn row_and_col(&mut self, p: Value) -> (Value, Value) {
        let col = self.low_half(p);
        let high = self.b.ins().isub(p, col);
        (self.b.ins().sshr_imm(high, 32), col)
    }
}
