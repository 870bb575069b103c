//! Flat values in memory: put together from registers and taken apart into them; what is done with them is done by the same
//! function that the interpreter calls ([`FlatOp::on_runs`]).

use super::super::code::{Element, FlatOp, I, L, Reg};
use super::super::flat::Form as Written;
use super::super::flat_ops::To;
use super::super::parts::Demand;
use super::backend::{self, InstBuilder, IntCC, MemFlags, Value, Variable, types};
use super::forms::Form;
use super::memory::{address_of_flat_op, place, status};
use super::translate::Body;
use std::sync::Arc;

impl Body<'_> {
    /// Whether an operation is one on collections in memory, or on none that it reads.
    pub(super) fn is_in_memory(&self, op: &FlatOp) -> bool {
        let all = || op.lists().0.into_iter().chain(op.lists().1);
        let gives_list = if let To::List(d) = op.gives_to() { Some(d) } else { None };
        all().chain(gives_list).all(|l| self.forms[l as usize] == Form::Memory)
    }

    /// Calls the function for an operation, with what it reads, and takes up what it gives. An array has values of all positions,
    /// also of those that nobody asks for: that is worth it only where each takes little time.
    pub(super) fn called(&mut self, op: &FlatOp) -> Option<()> {
        if self.filling.is_some() {
            return None;
        }
        let from = self.b.use_var(self.scratch);
        for element in op.items() {
            self.append_element(element, (self.scratch, place::SCRATCH_END))?;
        }
        let item_bytes = self.bytes_since(self.scratch, from);
        let words = self.b.ins().ushr_imm(item_bytes, 3);
        self.operand(place::ITEM, from, words);
        for (l, at) in [(op.lists().0, place::FIRST), (op.lists().1, place::SECOND)] {
            if let Some(l) = l {
                let (from, length) = self.list(l);
                self.operand(at, from, length);
                self.spend_words(length);
            }
        }
        if let Some(i) = op.place() {
            let i = self.word(i);
            self.b.ins().store(MemFlags::trusted(), i, self.frame, place::NUMBER);
        }
        self.write_frame(self.scratch, place::USED);
        let kept = Arc::new(op.clone());
        let operation = self.number(Arc::as_ptr(&kept).expose_provenance() as i64);
        self.translator.operations.push(kept);
        let (function, none) = (self.number(address_of_flat_op()), self.number(0));
        let ended = backend::call(&mut self.b, function, [self.frame, operation, none]);
        let short = self.compare_with(IntCC::Equal, ended, status::NO_LISTS);
        self.leave_if(short, self.no_lists);
        self.misfit_if(ended);
        self.take_up(op)
    }

    fn take_up(&mut self, op: &FlatOp) -> Option<()> {
        match op.gives_to() {
            To::Word(d) => {
                let n = self.of_frame(place::NUMBER);
                self.set_word(d, n);
            }
            To::List(d) => {
                let (from, length) = (self.of_frame(place::FIRST), self.of_frame(place::FIRST + 8));
                self.set_list(d, from, length);
                let scratch = self.of_frame(place::USED);
                self.b.def_var(self.scratch, scratch);
            }
            To::Element(element) => {
                let (from, _) = self.list(op.lists().0?);
                let at = self.of_frame(place::NUMBER);
                self.loaded_element(element, from, at)?;
            }
            To::Nowhere => {
                let fits = self.of_frame(place::NUMBER);
                self.misfit_unless(fits);
            }
        }
        Some(())
    }

    fn operand(&mut self, at: i32, from: Value, length: Value) {
        self.b.ins().store(MemFlags::trusted(), from, self.frame, at);
        self.b.ins().store(MemFlags::trusted(), length, self.frame, at + 8);
    }

    fn bytes_since(&mut self, variable: Variable, from: Value) -> Value {
        let to = self.b.use_var(variable);
        self.b.ins().isub(to, from)
    }

    /// Appends an element to one of the arrays of the frame.
    pub(super) fn append_element(&mut self, element: &Element, to: (Variable, i32)) -> Option<()> {
        element.regs.iter().try_for_each(|reg| self.append_register(*reg, to))
    }

    /// Appends what a register holds: a word, the two words of a set, or how many words a run has and these.
    pub(super) fn append_register(&mut self, reg: Reg, to: (Variable, i32)) -> Option<()> {
        match reg {
            Reg::I(r) => {
                let word = self.word(r);
                self.append_word(word, to);
            }
            Reg::B(r) => {
                let (low, high) = self.halves_of_set(r);
                self.append_word(low, to);
                self.append_word(high, to);
            }
            Reg::L(l) => {
                let ((held, length), form) = (self.list(l), self.forms[l as usize]);
                if let Form::Piece(_) = form {
                    return None;
                }
                let bytes = self.b.ins().ishl_imm(length, 3);
                let all = self.b.ins().iadd_imm(bytes, 8);
                let at = self.stretch(to, all);
                self.b.ins().store(MemFlags::trusted(), length, at, 0);
                let behind = self.b.ins().iadd_imm(at, 8);
                self.spend_words(length);
                self.rounds(length, &[], |s, i, _| {
                    let x = s.entry_of(form, held, i);
                    s.stored(behind, i, x);
                    (vec![], None)
                });
            }
        }
        Some(())
    }

    /// A set as two words.
    fn halves_of_set(&mut self, r: u16) -> (Value, Value) {
        let set = self.set(r);
        if self.set_type == types::I64 { (set, self.number(0)) } else { self.b.ins().isplit(set) }
    }

    fn append_word(&mut self, word: Value, to: (Variable, i32)) {
        let eight = self.number(8);
        let at = self.stretch(to, eight);
        self.b.ins().store(MemFlags::trusted(), word, at, 0);
    }

    /// Where an entry of a list, counted from 1, begins; others are left to the interpreter.
    pub(super) fn place_in_memory(&mut self, l: L, i: I, form: &Written) -> Option<Value> {
        let ((from, length), i) = (self.list(l), self.word(i));
        let before = self.b.ins().iadd_imm(i, -1);
        let far = self.compare(IntCC::UnsignedGreaterThanOrEqual, before, length);
        self.misfit_if(far);
        let at = match form.width() {
            Some(width) => self.b.ins().imul_imm(before, width as i64),
            None if matches!(form, Written::Tuple(_)) => return None,
            None => {
                let zero = self.number(0);
                let (_, at) = self.rounds(before, &[zero], |s, _, at| {
                    let far = s.compare(IntCC::UnsignedGreaterThanOrEqual, at[0], length);
                    s.misfit_if(far);
                    let words = s.loaded(from, at[0]);
                    let next = s.b.ins().iadd(at[0], words);
                    (vec![s.b.ins().iadd_imm(next, 1)], None)
                });
                at[0]
            }
        };
        let far = self.compare(IntCC::UnsignedGreaterThanOrEqual, at, length);
        self.misfit_if(far);
        Some(at)
    }

    /// A list with another entry at a place: what comes before, the entry, and what comes behind, one after the other.
    pub(super) fn put_in_memory(&mut self, (d, l): (L, L), i: I, element: &Element) -> Option<()> {
        let at = self.place_in_memory(l, i, &element.form)?;
        let (from, length) = self.list(l);
        let to = (self.scratch, place::SCRATCH_END);
        let made = self.copied(from, at);
        self.append_element(element, to)?;
        let old = match element.form.width() {
            Some(width) => self.number(width as i64),
            None => {
                let words = self.loaded(from, at);
                self.b.ins().iadd_imm(words, 1)
            }
        };
        let behind = self.b.ins().iadd(at, old);
        let left = self.b.ins().isub(length, behind);
        let bytes = self.b.ins().ishl_imm(behind, 3);
        let tail = self.b.ins().iadd(from, bytes);
        self.copied(tail, left);
        let bytes = self.bytes_since(self.scratch, made);
        let length = self.b.ins().ushr_imm(bytes, 3);
        self.set_list(d, made, length);
        Some(())
    }

    /// So many words once more, at the end of all lists.
    fn copied(&mut self, from: Value, length: Value) -> Value {
        let bytes = self.b.ins().ishl_imm(length, 3);
        let to = self.stretch((self.scratch, place::SCRATCH_END), bytes);
        self.copy(to, from, length);
        to
    }

    /// Loads an element that begins at a word behind an address into registers; where the next one is.
    pub(super) fn loaded_element(&mut self, element: &Element, from: Value, at: Value) -> Option<Value> {
        let mut next = at;
        for reg in &element.regs {
            let word = self.loaded(from, next);
            next = self.b.ins().iadd_imm(next, 1);
            match *reg {
                Reg::I(r) => self.set_word(r, word),
                Reg::B(r) => {
                    let high = self.loaded(from, next);
                    next = self.b.ins().iadd_imm(next, 1);
                    self.load_set(r, word, high);
                }
                Reg::L(l) => {
                    let bytes = self.b.ins().ishl_imm(next, 3);
                    let begin = self.b.ins().iadd(from, bytes);
                    self.load_run(l, begin, word)?;
                    next = self.b.ins().iadd(next, word);
                }
            }
        }
        Some(next)
    }

    /// A set from its two words.
    pub(super) fn load_set(&mut self, r: u16, low: Value, high: Value) {
        if self.set_type == types::I64 {
            self.misfit_if(high);
            return self.set_set(r, low);
        }
        let both = self.b.ins().iconcat(low, high);
        self.set_set(r, both);
    }

    /// A list that stays where it is, if it may.
    pub(super) fn load_run(&mut self, l: L, from: Value, length: Value) -> Option<()> {
        match self.forms[l as usize] {
            Form::Memory => self.set_list(l, from, length),
            Form::Packed { .. } => self.list_from(l, from, length),
            Form::Piece(_) => return None,
        }
        Some(())
    }

    /// Puts the parts of a position into the registers of the parameters: see [`Input`](super::super::parts::Input).
    pub(super) fn load_runs(&mut self, begin: Value) -> Option<()> {
        let code = self.code;
        for (i, reg) in code.inputs.iter().enumerate() {
            let load = |s: &mut Self, k: i32| {
                s.b.ins().load(types::I64, MemFlags::trusted(), begin, 16 * i as i32 + 8 * k)
            };
            match *reg {
                Reg::I(r) => {
                    let word = load(self, 0);
                    self.set_word(r, word);
                }
                Reg::B(r) => {
                    let (low, high) = (load(self, 0), load(self, 1));
                    self.load_set(r, low, high);
                }
                Reg::L(l) => {
                    let (from, length) = (load(self, 0), load(self, 1));
                    self.load_run(l, from, length)?;
                }
            }
        }
        Some(())
    }

    /// Writes a part down: how many words follow, its game, and the values of its parameters.
    pub(super) fn part_in_words(&mut self, spec: u32, parts: &[Vec<Demand>]) -> Option<()> {
        let code = self.code;
        let spec = code.parts.get(spec as usize)?;
        let to = (self.parts, place::PARTS_END);
        let eight = self.number(8);
        let begin = self.stretch(to, eight);
        let tag = self.number(spec.instance as i64);
        self.append_word(tag, to);
        for (part, reg) in parts[spec.instance].iter().zip(&spec.args) {
            self.flat_op(&FlatOp::Fit(*reg, part.form.clone(), part.fit.clone()), 0)?;
            self.append_register(*reg, to)?;
        }
        let bytes = self.bytes_since(self.parts, begin);
        let words = self.b.ins().ushr_imm(bytes, 3);
        let words = self.b.ins().iadd_imm(words, -1);
        self.b.ins().store(MemFlags::trusted(), words, begin, 0);
        Some(())
    }

    /// Leaves the position to the interpreter unless what is in a register fits what was declared.
    pub(super) fn fitting_in_memory(&mut self, op: &FlatOp) -> Option<()> {
        let FlatOp::Fit(reg, form, fit) = op else { return None };
        match *reg {
            Reg::B(r) => {
                let allowed = (0..128).filter(|k| fit.takes_set(form, 1 << k)).fold(0, |all, k| all | 1 << k);
                if allowed != u128::MAX {
                    self.set_within(r, allowed);
                }
                Some(())
            }
            Reg::L(l) if self.forms[l as usize] == Form::Memory => match fit {
                fit if fit.takes_all_within(form, self.ranges.entries(l)) => Some(()),
                _ => self.called(op),
            },
            _ => None,
        }
    }
}
