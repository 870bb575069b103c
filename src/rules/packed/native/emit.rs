//! The small pieces from which all translations of instructions are composed: registers, constants, comparisons, room in the
//! arrays of the frame, jumps, fuel, loops.

use super::super::code::I;
use super::Keys;
use super::backend::{self, Block, BlockArg, InstBuilder, IntCC, MemFlags, Type, Value, Variable, types};
use super::memory::place;
use super::translate::Body;

/// So many words of a run, as a binary logarithm, take as long as a round of a loop.
const WORDS_A_ROUND: i64 = 4;

impl Body<'_> {
    pub(super) fn type_of(&self, v: Value) -> Type {
        backend::type_of(&self.b, v)
    }

    pub(super) fn number(&mut self, n: i64) -> Value {
        self.b.ins().iconst(types::I64, n)
    }

    /// The value of a word register.
    pub(super) fn word(&mut self, r: I) -> Value {
        match self.known(r) {
            Some(n) => self.number(n),
            None => self.b.use_var(self.words[r as usize]),
        }
    }

    /// The value of a counter before the next one.
    pub(super) fn counter(&mut self, r: I) -> Value {
        self.b.use_var(self.words[r as usize])
    }

    /// The number that a word register holds throughout.
    pub(super) fn known(&self, r: I) -> Option<i64> {
        let (low, high) = self.ranges.word(r);
        self.known.get(&r).copied().or((low == high).then_some(low))
    }

    pub(super) fn set_word(&mut self, r: I, v: Value) {
        self.b.def_var(self.words[r as usize], v);
    }

    pub(super) fn set(&mut self, r: u16) -> Value {
        self.b.use_var(self.sets[r as usize])
    }

    pub(super) fn set_set(&mut self, r: u16, v: Value) {
        self.b.def_var(self.sets[r as usize], v);
    }

    /// The variable with the number of the cell that a register holds, if it holds nothing else.
    pub(super) fn cell_variable(&self, r: I) -> Option<Variable> {
        self.cells.get(&r).copied()
    }

    pub(super) fn of_frame(&mut self, at: i32) -> Value {
        self.b.ins().load(types::I64, MemFlags::trusted(), self.frame, at)
    }

    pub(super) fn write_frame(&mut self, v: Variable, at: i32) {
        let v = self.b.use_var(v);
        self.b.ins().store(MemFlags::trusted(), v, self.frame, at);
    }

    /// An array that the code reads, by its address.
    pub(super) fn constant(&mut self, words: &[i64]) -> Value {
        // Who looks for something in a table may read its first word before it is known that there is none.
        let words: Box<[i64]> = if words.is_empty() { [0].into() } else { words.into() };
        let address = words.as_ptr().expose_provenance() as i64;
        self.translator.constants.push(words);
        self.number(address)
    }

    pub(super) fn leave_if(&mut self, condition: Value, to: Block) {
        let on = self.b.create_block();
        self.b.ins().brif(condition, to, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// Leaves the position to the interpreter where a condition holds.
    pub(super) fn misfit_if(&mut self, condition: Value) {
        match &mut self.collected {
            Some(all) => all.push(condition),
            None => self.leave_if(condition, self.misfit),
        }
    }

    pub(super) fn misfit_unless(&mut self, condition: Value) {
        let not = self.b.ins().icmp_imm(IntCC::Equal, condition, 0);
        self.misfit_if(not);
    }

    pub(super) fn compare(&mut self, how: IntCC, a: Value, b: Value) -> Value {
        self.b.ins().icmp(how, a, b)
    }

    pub(super) fn compare_with(&mut self, how: IntCC, a: Value, n: i64) -> Value {
        self.b.ins().icmp_imm(how, a, n)
    }

    /// A truth value as a word.
    pub(super) fn truth(&mut self, condition: Value) -> Value {
        self.b.ins().uextend(types::I64, condition)
    }

    /// Room for this many bytes in one of the arrays of the frame: where it begins.
    pub(super) fn room(&mut self, variable: Variable, end: i32, bytes: Value) -> Value {
        self.room_or_leave((variable, end), bytes, self.no_room)
    }

    fn room_or_leave(&mut self, (variable, end): (Variable, i32), bytes: Value, leave: Block) -> Value {
        let (from, end) = (self.b.use_var(variable), self.of_frame(end));
        let left = self.b.ins().isub(end, from);
        let short = self.compare(IntCC::UnsignedGreaterThan, bytes, left);
        self.leave_if(short, leave);
        let next = self.b.ins().iadd(from, bytes);
        self.b.def_var(variable, next);
        from
    }

    /// Room in an array, be it one of the parts of options or one for lists.
    pub(super) fn stretch(&mut self, (variable, end): (Variable, i32), bytes: Value) -> Value {
        let leave = if end == place::PARTS_END { self.no_room } else { self.no_lists };
        self.room_or_leave((variable, end), bytes, leave)
    }

    /// Writes to one of these arrays.
    pub(super) fn append(&mut self, variable: Variable, end: i32, value: Value) {
        let bytes = self.number(self.type_of(value).bytes().into());
        let at = self.room(variable, end, bytes);
        self.b.ins().store(MemFlags::trusted(), value, at, 0);
    }

    /// Room for a list of this many entries.
    pub(super) fn list_room(&mut self, length: Value) -> Value {
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, 1 << 20);
        self.misfit_if(long);
        let bytes = self.b.ins().ishl_imm(length, 3);
        self.stretch((self.scratch, place::SCRATCH_END), bytes)
    }

    pub(super) fn fuel_left(&mut self) -> Value {
        self.b.use_var(self.fuel)
    }

    pub(super) fn set_fuel(&mut self, fuel: Value) {
        self.b.def_var(self.fuel, fuel);
    }

    /// One round of a loop.
    pub(super) fn spend(&mut self) {
        let fuel = self.b.use_var(self.fuel);
        let none = self.compare_with(IntCC::Equal, fuel, 0);
        self.leave_if(none, self.no_fuel);
        let left = self.b.ins().iadd_imm(fuel, -1);
        self.b.def_var(self.fuel, left);
    }

    /// What so many words of a run take at once, where they may be many.
    pub(super) fn spend_words(&mut self, words: Value) {
        if !matches!(self.keys, Keys::Runs(_)) {
            return;
        }
        let rounds = self.b.ins().ushr_imm(words, WORDS_A_ROUND);
        let fuel = self.b.use_var(self.fuel);
        let short = self.compare(IntCC::UnsignedGreaterThan, rounds, fuel);
        self.leave_if(short, self.no_fuel);
        let left = self.b.ins().isub(fuel, rounds);
        self.b.def_var(self.fuel, left);
    }

    pub(super) fn block(&self, to: u32) -> Block {
        self.blocks[&to]
    }

    /// Goes to an instruction where a condition holds, else on.
    pub(super) fn jump_if(&mut self, condition: Value, to: u32) {
        let (to, on) = (self.block(to), self.b.create_block());
        self.b.ins().brif(condition, to, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// The same at the end of a loop: there, after spending fuel.
    pub(super) fn again_if(&mut self, condition: Value, to: u32) {
        let (again, on) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(condition, again, &[], on, &[]);
        self.b.switch_to_block(again);
        self.spend();
        let to = self.block(to);
        self.b.ins().jump(to, &[]);
        self.b.switch_to_block(on);
    }

    /// Goes through numbers from 0 on below `count`; what is carried along is handed to each round, which gives what comes of
    /// it, and a condition under which it is the last.
    pub(super) fn rounds(
        &mut self,
        count: Value,
        carried: &[Value],
        mut round: impl FnMut(&mut Self, Value, &[Value]) -> (Vec<Value>, Option<Value>),
    ) -> (Value, Vec<Value>) {
        let (head, body, end) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let zero = self.number(0);
        let params = |s: &mut Self, block: Block| -> Vec<Value> {
            let first = s.b.append_block_param(block, types::I64);
            let all = carried.iter().map(|v| s.type_of(*v)).collect::<Vec<_>>();
            std::iter::once(first)
                .chain(all.into_iter().map(|ty| s.b.append_block_param(block, ty)))
                .collect()
        };
        let (at_head, at_end) = (params(self, head), params(self, end));
        let args = |first: Value, rest: &[Value]| -> Vec<BlockArg> {
            std::iter::once(first).chain(rest.iter().copied()).map(BlockArg::from).collect()
        };
        self.b.ins().jump(head, &args(zero, carried));
        self.b.switch_to_block(head);
        let more = self.compare(IntCC::UnsignedLessThan, at_head[0], count);
        let now = args(at_head[0], &at_head[1..]);
        self.b.ins().brif(more, body, &[], end, &now);
        self.b.switch_to_block(body);
        let (next, last) = round(self, at_head[0], &at_head[1..]);
        if let Some(last) = last {
            let on = self.b.create_block();
            self.b.ins().brif(last, end, &args(at_head[0], &next), on, &[]);
            self.b.switch_to_block(on);
        }
        let following = self.b.ins().iadd_imm(at_head[0], 1);
        self.b.ins().jump(head, &args(following, &next));
        self.b.switch_to_block(end);
        (at_end[0], at_end[1..].to_vec())
    }
}
