//! Numbers and sets of 128 bits, as two words each, the low one first.

use super::builder::{FunctionBuilder, Value};
use super::instructions::IntCC;
use super::types::I64;
use wasm_encoder::Instruction as Op;

/// The low word and the high one.
type Halves = (Value, Value);

impl FunctionBuilder<'_> {
    pub(super) fn each_half(&mut self, [(a, b), (x, y)]: [Halves; 2], op: Op<'static>) -> Value {
        let (low, high) = (self.word(&[a, x], op.clone(), I64), self.word(&[b, y], op, I64));
        self.pair(low, high)
    }

    /// A truth value as a word.
    fn bit(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        let truth = self.ins().icmp(how, a, b);
        self.ins().uextend(I64, truth)
    }

    pub(super) fn wide_sum(&mut self, [(a, b), (x, y)]: [Halves; 2]) -> Value {
        let low = self.word(&[a, x], Op::I64Add, I64);
        let carry = self.bit(IntCC::UnsignedLessThan, low, a);
        let high = self.word(&[b, y], Op::I64Add, I64);
        let high = self.word(&[high, carry], Op::I64Add, I64);
        self.pair(low, high)
    }

    pub(super) fn wide_difference(&mut self, [(a, b), (x, y)]: [Halves; 2]) -> Value {
        let low = self.word(&[a, x], Op::I64Sub, I64);
        let borrowed = self.bit(IntCC::UnsignedLessThan, a, x);
        let high = self.word(&[b, y], Op::I64Sub, I64);
        let high = self.word(&[high, borrowed], Op::I64Sub, I64);
        self.pair(low, high)
    }

    /// The low word of a product of halves is that of words; its high word is put together of products of 32 bits.
    pub(super) fn wide_product(&mut self, [(a, b), (x, y)]: [Halves; 2]) -> Value {
        let low = self.word(&[a, x], Op::I64Mul, I64);
        let high = self.high_of_product(a, x);
        let (first, second) = (self.word(&[a, y], Op::I64Mul, I64), self.word(&[b, x], Op::I64Mul, I64));
        let high = self.word(&[high, first], Op::I64Add, I64);
        let high = self.word(&[high, second], Op::I64Add, I64);
        self.pair(low, high)
    }

    fn high_of_product(&mut self, a: Value, b: Value) -> Value {
        let low = |s: &mut Self, v: Value| s.ins().band_imm(v, 0xffff_ffff);
        let high = |s: &mut Self, v: Value| s.ins().ushr_imm(v, 32);
        let (a_low, a_high, b_low, b_high) = (low(self, a), high(self, a), low(self, b), high(self, b));
        let lowest = self.ins().imul(a_low, b_low);
        let carried = high(self, lowest);
        let middle = self.ins().imul(a_high, b_low);
        let middle = self.ins().iadd(middle, carried);
        let (kept, over) = (low(self, middle), high(self, middle));
        let other = self.ins().imul(a_low, b_high);
        let other = self.ins().iadd(other, kept);
        let other = high(self, other);
        let all = self.ins().imul(a_high, b_high);
        let all = self.ins().iadd(all, over);
        self.ins().iadd(all, other)
    }

    /// How far a shift goes, and whether that is a word or more.
    fn far(&mut self, by: Value) -> Halves {
        let by = self.halves(by).map_or(by, |(low, _)| low);
        let by = self.ins().uextend(I64, by);
        let whole = self.ins().band_imm(by, 64);
        (by, whole)
    }

    pub(super) fn wide_up(&mut self, (low, high): Halves, by: Value) -> Value {
        let (by, whole) = self.far(by);
        let moved = self.word(&[low, by], Op::I64Shl, I64);
        let kept = self.word(&[high, by], Op::I64Shl, I64);
        // What goes over from one word into the other: 64 bits less, in two steps, since no shift goes 64 bits far.
        let back = self.ins().bxor_imm(by, 63);
        let half = self.ins().ushr_imm(low, 1);
        let over = self.word(&[half, back], Op::I64ShrU, I64);
        let joined = self.word(&[kept, over], Op::I64Or, I64);
        let none = self.constant(0);
        let (low, high) = (self.ins().select(whole, none, moved), self.ins().select(whole, moved, joined));
        self.pair(low, high)
    }

    pub(super) fn wide_down(&mut self, (low, high): Halves, by: Value) -> Value {
        let (by, whole) = self.far(by);
        let moved = self.word(&[high, by], Op::I64ShrU, I64);
        let kept = self.word(&[low, by], Op::I64ShrU, I64);
        let back = self.ins().bxor_imm(by, 63);
        let twice = self.ins().ishl_imm(high, 1);
        let over = self.word(&[twice, back], Op::I64Shl, I64);
        let joined = self.word(&[kept, over], Op::I64Or, I64);
        let none = self.constant(0);
        let (low, high) = (self.ins().select(whole, moved, joined), self.ins().select(whole, none, moved));
        self.pair(low, high)
    }

    fn as_wide(&mut self, low: Value) -> Value {
        let high = self.constant(0);
        self.pair(low, high)
    }

    pub(super) fn wide_count(&mut self, (low, high): Halves) -> Value {
        let (a, b) = (self.word(&[low], Op::I64Popcnt, I64), self.word(&[high], Op::I64Popcnt, I64));
        let all = self.word(&[a, b], Op::I64Add, I64);
        self.as_wide(all)
    }

    /// How many bits below the lowest one are 0.
    pub(super) fn wide_lowest(&mut self, (low, high): Halves) -> Value {
        let (a, b) = (self.word(&[low], Op::I64Ctz, I64), self.word(&[high], Op::I64Ctz, I64));
        let b = self.ins().iadd_imm(b, 64);
        let found = self.ins().select(low, a, b);
        self.as_wide(found)
    }

    /// How many bits above the highest one are 0.
    pub(super) fn wide_highest(&mut self, (low, high): Halves) -> Value {
        let (a, b) = (self.word(&[low], Op::I64Clz, I64), self.word(&[high], Op::I64Clz, I64));
        let a = self.ins().iadd_imm(a, 64);
        let found = self.ins().select(high, b, a);
        self.as_wide(found)
    }

    /// A truth value; `None` for comparisons that nobody asks for.
    pub(super) fn wide_compared(&mut self, how: IntCC, [(a, b), (x, y)]: [Halves; 2]) -> Option<Value> {
        match how {
            IntCC::Equal | IntCC::NotEqual => {
                let (low, high) = (self.word(&[a, x], Op::I64Xor, I64), self.word(&[b, y], Op::I64Xor, I64));
                let differ = self.word(&[low, high], Op::I64Or, I64);
                Some(self.ins().icmp_imm(how, differ, 0))
            }
            IntCC::UnsignedLessThan | IntCC::UnsignedGreaterThan => {
                let (high, low) = (self.ins().icmp(how, b, y), self.ins().icmp(how, a, x));
                let same = self.ins().icmp(IntCC::Equal, b, y);
                let low = self.ins().band(same, low);
                Some(self.ins().bor(high, low))
            }
            _ => None,
        }
    }
}
