//! What values can be computed with. Each works on words here, and on pairs of words in [`wide`](super::wide).

use super::builder::{Block, BlockArg, End, FunctionBuilder, Item, Value};
use super::types::{I8, I32, I64, I128, Type};
use wasm_encoder::{Instruction as Op, MemArg};

/// How whole numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum IntCC {
    Equal,
    NotEqual,
    SignedLessThan,
    SignedLessThanOrEqual,
    SignedGreaterThan,
    SignedGreaterThanOrEqual,
    UnsignedLessThan,
    UnsignedGreaterThan,
    UnsignedGreaterThanOrEqual,
}

impl IntCC {
    fn is_signed(self) -> bool {
        use IntCC::*;
        matches!(self, SignedLessThan | SignedLessThanOrEqual | SignedGreaterThan | SignedGreaterThanOrEqual)
    }

    fn of_words(self) -> Op<'static> {
        match self {
            IntCC::Equal => Op::I64Eq,
            IntCC::NotEqual => Op::I64Ne,
            IntCC::SignedLessThan => Op::I64LtS,
            IntCC::SignedLessThanOrEqual => Op::I64LeS,
            IntCC::SignedGreaterThan => Op::I64GtS,
            IntCC::SignedGreaterThanOrEqual => Op::I64GeS,
            IntCC::UnsignedLessThan => Op::I64LtU,
            IntCC::UnsignedGreaterThan => Op::I64GtU,
            IntCC::UnsignedGreaterThanOrEqual => Op::I64GeU,
        }
    }
}

/// What is done with pairs instead of words; nothing where that has no translation.
type OfPairs = fn(&mut FunctionBuilder<'_>, [(Value, Value); 2]) -> Option<Value>;

/// How memory is read or written: the binary digits of an address that are 0, and the instruction.
type Access = (u32, fn(MemArg) -> Op<'static>);

/// What is known about a place in memory: nothing that matters here.
#[derive(Clone, Copy)]
pub(in super::super) struct MemFlags;

impl MemFlags {
    pub(in super::super) fn trusted() -> MemFlags {
        MemFlags
    }
}

/// The trait that has the instructions elsewhere, by its name; here they are [`Instructions`]' own.
#[allow(dead_code)]
pub(in super::super) trait InstBuilder {}

/// Appends an instruction to the current block.
pub(in super::super) struct Instructions<'b, 'd> {
    pub(super) b: &'b mut FunctionBuilder<'d>,
}

impl InstBuilder for Instructions<'_, '_> {}

impl<'d> FunctionBuilder<'d> {
    pub(in super::super) fn ins(&mut self) -> Instructions<'_, 'd> {
        Instructions { b: self }
    }

    /// A word computed from words.
    pub(super) fn word(&mut self, of: &[Value], op: Op<'static>, ty: Type) -> Value {
        of.iter().for_each(|v| self.get(*v));
        self.act(op);
        self.keep(ty)
    }

    pub(super) fn constant(&mut self, n: i64) -> Value {
        self.act(Op::I64Const(n));
        self.keep(I64)
    }

    /// A truth value computed from words.
    fn truth(&mut self, of: &[Value], op: Op<'static>) -> Value {
        of.iter().for_each(|v| self.get(*v));
        self.act(op);
        self.act(Op::I64ExtendI32U);
        self.keep(I8)
    }

    /// A condition on the stack.
    fn condition(&mut self, v: Value) {
        let v = self.any_bit(v);
        self.get(v);
        self.act(Op::I64Const(0));
        self.act(Op::I64Ne);
    }

    /// A word that is 0 where a value is.
    fn any_bit(&mut self, v: Value) -> Value {
        match self.halves(v) {
            None => v,
            Some((low, high)) => self.word(&[low, high], Op::I64Or, I64),
        }
    }

    /// What was computed from values of a type, without what has no room in it.
    fn within(&mut self, ty: Type, of: &[Value], op: Op<'static>) -> Value {
        of.iter().for_each(|v| self.get(*v));
        self.act(op);
        if ty.mask() != -1 {
            self.act(Op::I64Const(ty.mask()));
            self.act(Op::I64And);
        }
        self.keep(ty)
    }

    /// A value with its sign in all bits of its word.
    fn signed(&mut self, v: Value) -> Value {
        match self.type_of(v) {
            I8 => self.word(&[v], Op::I64Extend8S, I64),
            I32 => self.word(&[v], Op::I64Extend32S, I64),
            _ => v,
        }
    }

    /// An address on the stack, and what is to be added to it.
    fn address(&mut self, at: Value, offset: i32, align: u32) -> MemArg {
        self.get(at);
        if offset < 0 {
            self.act(Op::I64Const(offset.into()));
            self.act(Op::I64Add);
        }
        self.act(Op::I32WrapI64);
        MemArg { offset: offset.max(0) as u64, align, memory_index: 0 }
    }

    fn read(&mut self, at: Value, offset: i32, (align, op): Access) -> Value {
        let from = self.address(at, offset, align);
        self.act(op(from));
        self.keep(I64)
    }

    fn write(&mut self, v: Value, at: Value, offset: i32, (align, op): Access) {
        let to = self.address(at, offset, align);
        self.get(v);
        self.act(op(to));
    }
}

impl Instructions<'_, '_> {
    /// The same on both sides: for words, or for pairs where there is a way.
    fn both(self, (a, b): (Value, Value), op: Op<'static>, wide: OfPairs) -> Value {
        match (self.b.halves(a), self.b.halves(b)) {
            (Some(x), Some(y)) => wide(self.b, [x, y]).unwrap_or_else(|| {
                self.b.refuse();
                a
            }),
            _ => self.b.within(self.b.type_of(a), &[a, b], op),
        }
    }

    /// A number as a value of the type of another one.
    fn like(&mut self, v: Value, n: i64) -> Value {
        match self.b.type_of(v) {
            I128 => {
                let (low, high) = (self.b.constant(n), self.b.constant(n >> 63));
                self.b.pair(low, high)
            }
            ty => {
                self.b.act(Op::I64Const(n & ty.mask()));
                self.b.keep(ty)
            }
        }
    }

    fn with_number(mut self, v: Value, n: i64, then: fn(Self, Value, Value) -> Value) -> Value {
        let n = self.like(v, n);
        then(self, v, n)
    }

    // ---- numbers and bits

    pub(in super::super) fn iconst(self, ty: Type, n: i64) -> Value {
        self.b.act(Op::I64Const(n & ty.mask()));
        self.b.keep(ty)
    }

    pub(in super::super) fn iadd(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64Add, |b, sides| Some(b.wide_sum(sides)))
    }

    pub(in super::super) fn iadd_imm(self, a: Value, n: i64) -> Value {
        self.with_number(a, n, Self::iadd)
    }

    pub(in super::super) fn isub(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64Sub, |b, sides| Some(b.wide_difference(sides)))
    }

    /// A number less a value.
    pub(in super::super) fn irsub_imm(self, a: Value, n: i64) -> Value {
        self.with_number(a, n, |s, a, n| s.isub(n, a))
    }

    pub(in super::super) fn ineg(self, a: Value) -> Value {
        self.irsub_imm(a, 0)
    }

    pub(in super::super) fn imul(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64Mul, |b, sides| Some(b.wide_product(sides)))
    }

    pub(in super::super) fn imul_imm(self, a: Value, n: i64) -> Value {
        self.with_number(a, n, Self::imul)
    }

    pub(in super::super) fn udiv(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64DivU, |_, _| None)
    }

    pub(in super::super) fn sdiv(self, a: Value, b: Value) -> Value {
        let ty = self.b.type_of(a);
        let (x, y) = (self.b.signed(a), self.b.signed(b));
        if ty == I128 {
            self.both((x, y), Op::I64DivS, |_, _| None)
        } else {
            self.b.within(ty, &[x, y], Op::I64DivS)
        }
    }

    pub(in super::super) fn band(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64And, |b, sides| Some(b.each_half(sides, Op::I64And)))
    }

    pub(in super::super) fn band_imm(self, a: Value, n: i64) -> Value {
        self.with_number(a, n, Self::band)
    }

    pub(in super::super) fn bor(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64Or, |b, sides| Some(b.each_half(sides, Op::I64Or)))
    }

    pub(in super::super) fn bxor(self, a: Value, b: Value) -> Value {
        self.both((a, b), Op::I64Xor, |b, sides| Some(b.each_half(sides, Op::I64Xor)))
    }

    pub(in super::super) fn bxor_imm(self, a: Value, n: i64) -> Value {
        self.with_number(a, n, Self::bxor)
    }

    pub(in super::super) fn bnot(self, a: Value) -> Value {
        self.bxor_imm(a, -1)
    }

    /// What is in the first and not in the second.
    pub(in super::super) fn band_not(self, a: Value, b: Value) -> Value {
        let not = self.b.ins().bnot(b);
        self.band(a, not)
    }

    /// Shifts take as many bits of how far they go as the type has room for.
    fn shifted(self, a: Value, by: Value, op: Op<'static>) -> Value {
        let ty = self.b.type_of(a);
        let by = self.b.halves(by).map_or(by, |(low, _)| low);
        let by = if ty.bits() < 64 { self.b.ins().band_imm(by, i64::from(ty.bits()) - 1) } else { by };
        self.b.within(ty, &[a, by], op)
    }

    pub(in super::super) fn ishl(self, a: Value, by: Value) -> Value {
        match self.b.halves(a) {
            Some(sides) => self.b.wide_up(sides, by),
            None => self.shifted(a, by, Op::I64Shl),
        }
    }

    pub(in super::super) fn ishl_imm(self, a: Value, by: i64) -> Value {
        let by = self.b.constant(by);
        self.ishl(a, by)
    }

    pub(in super::super) fn ushr(self, a: Value, by: Value) -> Value {
        match self.b.halves(a) {
            Some(sides) => self.b.wide_down(sides, by),
            None => self.shifted(a, by, Op::I64ShrU),
        }
    }

    pub(in super::super) fn ushr_imm(self, a: Value, by: i64) -> Value {
        let by = self.b.constant(by);
        self.ushr(a, by)
    }

    pub(in super::super) fn sshr(self, a: Value, by: Value) -> Value {
        if self.b.halves(a).is_some() {
            self.b.refuse();
            return a;
        }
        let x = self.b.signed(a);
        self.b.within(self.b.type_of(a), &[x, by], Op::I64ShrS)
    }

    pub(in super::super) fn sshr_imm(self, a: Value, by: i64) -> Value {
        let by = self.b.constant(by);
        self.sshr(a, by)
    }

    pub(in super::super) fn popcnt(self, a: Value) -> Value {
        match self.b.halves(a) {
            Some(sides) => self.b.wide_count(sides),
            None => self.b.word(&[a], Op::I64Popcnt, self.b.type_of(a)),
        }
    }

    pub(in super::super) fn ctz(self, a: Value) -> Value {
        match self.b.halves(a) {
            Some(sides) => self.b.wide_lowest(sides),
            None if self.b.type_of(a) == I64 => self.b.word(&[a], Op::I64Ctz, I64),
            None => {
                self.b.refuse();
                a
            }
        }
    }

    pub(in super::super) fn clz(self, a: Value) -> Value {
        match self.b.halves(a) {
            Some(sides) => self.b.wide_highest(sides),
            None if self.b.type_of(a) == I64 => self.b.word(&[a], Op::I64Clz, I64),
            None => {
                self.b.refuse();
                a
            }
        }
    }

    // ---- with what has no room

    /// Words alone: what comes of it, and whether that had no room.
    pub(in super::super) fn sadd_overflow(self, a: Value, b: Value) -> (Value, Value) {
        let sum = self.b.word(&[a, b], Op::I64Add, I64);
        let (x, y) = (self.b.word(&[a, sum], Op::I64Xor, I64), self.b.word(&[b, sum], Op::I64Xor, I64));
        let signs = self.b.word(&[x, y], Op::I64And, I64);
        (sum, self.icmp_imm(IntCC::SignedLessThan, signs, 0))
    }

    pub(in super::super) fn ssub_overflow(self, a: Value, b: Value) -> (Value, Value) {
        let difference = self.b.word(&[a, b], Op::I64Sub, I64);
        let (x, y) = (self.b.word(&[a, b], Op::I64Xor, I64), self.b.word(&[a, difference], Op::I64Xor, I64));
        let signs = self.b.word(&[x, y], Op::I64And, I64);
        (difference, self.icmp_imm(IntCC::SignedLessThan, signs, 0))
    }

    /// A product of 64 bits has room if dividing it gives back what it was made of.
    pub(in super::super) fn smul_overflow(self, a: Value, b: Value) -> (Value, Value) {
        let builder = self.b;
        let product = builder.word(&[a, b], Op::I64Mul, I64);
        // 0 and -1 cannot be divided by, or not always.
        let next = builder.ins().iadd_imm(a, 1);
        let is_special = builder.ins().icmp_imm(IntCC::UnsignedLessThan, next, 2);
        let one = builder.constant(1);
        let divisor = builder.ins().select(is_special, one, a);
        let back = builder.word(&[product, divisor], Op::I64DivS, I64);
        let differs = builder.ins().icmp(IntCC::NotEqual, back, b);
        let usual = builder.ins().band_not(differs, is_special);
        let is_minus = builder.ins().icmp_imm(IntCC::Equal, a, -1);
        let is_least = builder.ins().icmp_imm(IntCC::Equal, b, i64::MIN);
        let least = builder.ins().band(is_minus, is_least);
        (product, builder.ins().bor(usual, least))
    }

    // ---- choices

    pub(in super::super) fn icmp(self, how: IntCC, a: Value, b: Value) -> Value {
        match (self.b.halves(a), self.b.halves(b)) {
            (Some(x), Some(y)) => self.b.wide_compared(how, [x, y]).unwrap_or_else(|| {
                self.b.refuse();
                self.b.constant(0)
            }),
            _ if how.is_signed() => {
                let (x, y) = (self.b.signed(a), self.b.signed(b));
                self.b.truth(&[x, y], how.of_words())
            }
            _ => self.b.truth(&[a, b], how.of_words()),
        }
    }

    pub(in super::super) fn icmp_imm(self, how: IntCC, a: Value, n: i64) -> Value {
        let mut s = self;
        let n = s.like(a, n);
        s.icmp(how, a, n)
    }

    /// The first where a condition is not 0, else the second.
    pub(in super::super) fn select(self, condition: Value, a: Value, b: Value) -> Value {
        if let (Some((low, high)), Some((x, y))) = (self.b.halves(a), self.b.halves(b)) {
            let low = self.b.ins().select(condition, low, x);
            let high = self.b.ins().select(condition, high, y);
            return self.b.pair(low, high);
        }
        let condition = self.b.any_bit(condition);
        self.b.get(a);
        self.b.get(b);
        self.b.condition(condition);
        self.b.act(Op::Select);
        self.b.keep(self.b.type_of(a))
    }

    fn chosen(self, how: IntCC, a: Value, b: Value) -> Value {
        let first = self.b.ins().icmp(how, a, b);
        self.select(first, a, b)
    }

    pub(in super::super) fn smin(self, a: Value, b: Value) -> Value {
        self.chosen(IntCC::SignedLessThan, a, b)
    }

    pub(in super::super) fn smax(self, a: Value, b: Value) -> Value {
        self.chosen(IntCC::SignedGreaterThan, a, b)
    }

    // ---- types

    pub(in super::super) fn iconcat(self, low: Value, high: Value) -> Value {
        self.b.pair(low, high)
    }

    pub(in super::super) fn isplit(self, v: Value) -> (Value, Value) {
        self.b.halves(v).unwrap_or((v, v))
    }

    pub(in super::super) fn ireduce(self, ty: Type, v: Value) -> Value {
        let low = self.b.halves(v).map_or(v, |(low, _)| low);
        self.b.get(low);
        self.b.act(Op::I64Const(ty.mask()));
        self.b.act(Op::I64And);
        self.b.keep(ty)
    }

    pub(in super::super) fn uextend(self, ty: Type, v: Value) -> Value {
        self.b.get(v);
        let low = self.b.keep(if ty == I128 { I64 } else { ty });
        if ty == I128 {
            let high = self.b.constant(0);
            return self.b.pair(low, high);
        }
        low
    }

    pub(in super::super) fn sextend(self, ty: Type, v: Value) -> Value {
        let v = self.b.signed(v);
        self.b.get(v);
        if ty != I64 {
            self.b.refuse();
        }
        self.b.keep(I64)
    }

    // ---- memory

    pub(in super::super) fn load(self, ty: Type, _: MemFlags, at: Value, offset: i32) -> Value {
        let low = self.b.read(at, offset, (3, Op::I64Load));
        if ty == I128 {
            let high = self.b.read(at, offset + 8, (3, Op::I64Load));
            return self.b.pair(low, high);
        }
        low
    }

    pub(in super::super) fn uload8(self, _: Type, _: MemFlags, at: Value, offset: i32) -> Value {
        self.b.read(at, offset, (0, Op::I64Load8U))
    }

    pub(in super::super) fn uload16(self, _: Type, _: MemFlags, at: Value, offset: i32) -> Value {
        self.b.read(at, offset, (1, Op::I64Load16U))
    }

    pub(in super::super) fn uload32(self, _: MemFlags, at: Value, offset: i32) -> Value {
        self.b.read(at, offset, (2, Op::I64Load32U))
    }

    pub(in super::super) fn store(self, _: MemFlags, v: Value, at: Value, offset: i32) {
        match self.b.halves(v) {
            None => self.b.write(v, at, offset, (3, Op::I64Store)),
            Some((low, high)) => {
                self.b.write(low, at, offset, (3, Op::I64Store));
                self.b.write(high, at, offset + 8, (3, Op::I64Store));
            }
        }
    }

    pub(in super::super) fn istore8(self, _: MemFlags, v: Value, at: Value, offset: i32) {
        self.b.write(v, at, offset, (0, Op::I64Store8));
    }

    pub(in super::super) fn istore16(self, _: MemFlags, v: Value, at: Value, offset: i32) {
        self.b.write(v, at, offset, (1, Op::I64Store16));
    }

    pub(in super::super) fn istore32(self, _: MemFlags, v: Value, at: Value, offset: i32) {
        self.b.write(v, at, offset, (2, Op::I64Store32));
    }

    // ---- the ends of blocks

    pub(in super::super) fn jump(self, to: Block, args: &[BlockArg]) {
        let edge = self.b.edge(to, args);
        self.b.end(End::Jump(edge));
    }

    pub(in super::super) fn brif(
        self,
        condition: Value,
        then: Block,
        with: &[BlockArg],
        otherwise: Block,
        and_with: &[BlockArg],
    ) {
        self.b.condition(condition);
        let (then, otherwise) = (self.b.edge(then, with), self.b.edge(otherwise, and_with));
        self.b.end(End::Branch(then, otherwise));
    }

    pub(in super::super) fn return_(self, values: &[Value]) {
        values.iter().for_each(|v| self.b.get(*v));
        self.b.push(Item::Do(Op::Return));
        self.b.end(End::Return);
    }
}
