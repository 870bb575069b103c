//! What is done with flat values, where their collections are held in words; the rest is left to the interpreter.

use super::super::code::{Element, FlatOp, I, L, Op, Reg};
use super::super::flat::Form as Written;
use super::super::flat_fields::Piece;
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::forms::Form;
use super::pieces::{Held, Run, is_in_order};
use super::translate::Body;
use crate::builtin::collection::SetOp;

impl Body<'_> {
    /// The element of a run at a place, into registers.
    fn take_element(&mut self, run: &Run, held: Held, i: Value, regs: &[Reg]) -> Option<()> {
        let v = self.element_in_word(held.bits, run.each, i);
        self.scattered(&run.of, v, &mut regs.iter())
    }

    /// The next element of a run, or the next key of a map and its value; the counter is how many came before.
    pub(super) fn next_element(&mut self, at: I, l: L, pool: u16, to: u32) -> Option<()> {
        let code = self.code;
        let element = &code.elements[pool as usize];
        let (held, i) = (self.held(l), self.counter(at));
        if let Some(piece) = self.piece(l)
            && let Piece::Keys { keys, value, .. } = &*piece
        {
            let count = keys.len() as u32;
            let i = self.next_key((held.bits, i), count, to);
            let (key, regs) = element.regs.split_at_checked(keys.width())?;
            for (reg, column) in key.iter().zip(0..) {
                let Reg::I(r) = *reg else { return None };
                let words = self.constant(&keys.column(column).collect::<Vec<_>>());
                let word = self.loaded(words, i);
                self.set_word(r, word);
            }
            if let Some((_, place)) = self.places_of_keys.get(key) {
                let place = *place;
                self.b.def_var(place, i);
            }
            self.take_value(held.bits, (i, count), value, regs)?;
            let next = self.b.ins().iadd_imm(i, 1);
            self.set_word(at, next);
            return Some(());
        }
        if let Some(counts) = self.counts(l) {
            return self.next_counted(&counts, (at, held.bits), element, to);
        }
        let done = self.compare(IntCC::UnsignedGreaterThanOrEqual, i, held.length);
        self.jump_if(done, to);
        if self.forms[l as usize] == Form::Memory {
            // There, the counter is the place of the first word.
            let mut next = self.loaded_element(element, held.bits, i)?;
            if let (true, [Reg::I(r)]) = (element.once, element.regs.as_slice()) {
                let item = self.word(*r);
                next = self.behind_equal(held, next, |s, at| {
                    let other = s.loaded(held.bits, at);
                    s.compare(IntCC::NotEqual, other, item)
                });
            }
            self.set_word(at, next);
            return Some(());
        }
        let run = self.run_in_word(l)?;
        self.take_element(&run, held, i, &element.regs)?;
        let mut next = self.b.ins().iadd_imm(i, 1);
        if element.once {
            let item = self.element_in_word(held.bits, run.each, i);
            next = self.behind_equal(held, next, |s, at| {
                let other = s.element_in_word(held.bits, run.each, at);
                s.compare(IntCC::NotEqual, other, item)
            });
        }
        self.set_word(at, next);
        Some(())
    }

    /// The first place from one on with another element, else the length.
    fn behind_equal(
        &mut self,
        held: Held,
        from: Value,
        is_other: impl Fn(&mut Self, Value) -> Value,
    ) -> Value {
        let left = self.b.ins().isub(held.length, from);
        let (passed, _) = self.rounds(left, &[], |s, k, _| {
            let at = s.b.ins().iadd(from, k);
            (vec![], Some(is_other(s, at)))
        });
        self.b.ins().iadd(from, passed)
    }

    /// Translates what is done with a flat value; `None` if it is held in a way that this cannot be done with.
    pub(super) fn flat_op(&mut self, op: &FlatOp, at: usize) -> Option<()> {
        match op {
            FlatOp::Push(element) => self.push_element(element, at)?,
            FlatOp::Fit(Reg::L(l), ..) if self.forms[*l as usize] != Form::Memory => {
                let FlatOp::Fit(reg, form, fit) = op else { return None };
                self.fitting(*reg, form, fit)?;
            }
            FlatOp::Fit(Reg::B(_) | Reg::L(_), ..) => self.fitting_in_memory(op)?,
            FlatOp::Fit(reg, form, fit) => self.fitting(*reg, form, fit)?,
            FlatOp::Size(d, l, form) if self.is_in_memory(op) && form.width().is_some() => {
                let (_, length) = self.list(*l);
                let width = self.number(form.width()?.max(1) as i64);
                let size = self.b.ins().udiv(length, width);
                self.set_word(*d, size);
            }
            FlatOp::Get(l, i, element) if self.is_in_memory(op) => {
                let (from, _) = self.list(*l);
                let at = self.place_in_memory(*l, *i, &element.form)?;
                self.loaded_element(element, from, at)?;
            }
            FlatOp::Put(d, l, i, element) if self.is_in_memory(op) => {
                self.put_in_memory((*d, *l), *i, element)?
            }
            FlatOp::Find(d, element, finder) if let Some(number) = self.number_in_table(element, finder) => {
                self.set_word(*d, number);
            }
            _ if self.is_in_memory(op) => self.called(op)?,
            _ if let Some(counts) = op.lists().0.and_then(|l| self.counts(l)) => {
                self.counted_op(op, &counts)?;
            }
            FlatOp::Has(d, l, element, _) => {
                let (run, held) = (self.run_in_word(*l)?, self.held(*l));
                let (item, fits) = self.item_if_it_fits(&run.of, element)?;
                let place = self.place_where(&run, held, IntCC::Equal, item);
                let inside = self.compare(IntCC::UnsignedLessThan, place, held.length);
                let found = self.b.ins().band(inside, fits);
                self.set_truth(*d, found);
            }
            FlatOp::With(d, l, element, copies) => {
                let (run, held) = (self.sorted_run(*l)?, self.held(*l));
                let item = self.item(&run.of, element)?;
                let made = self.with_item(&run, held, item, !copies);
                self.hold(*d, made);
            }
            FlatOp::Without(d, l, element) => {
                let (run, held) = (self.sorted_run(*l)?, self.held(*l));
                let (item, fits) = self.item_if_it_fits(&run.of, element)?;
                let made = self.without_item(&run, held, item, fits);
                self.hold(*d, made);
            }
            FlatOp::Combine(d, op, a, b, _) => self.combined(*d, *op, *a, *b)?,
            FlatOp::Sort(d, l, _, once) => {
                let (run, from) = (self.sorted_run(*l)?, self.held(*l));
                let empty = self.empty_like(from);
                let made = self
                    .for_each(&run, from, empty, |s, run, made, item| s.with_item(run, made, item, *once));
                self.hold(*d, made);
            }
            FlatOp::Size(d, l, _) => {
                let size = self.size_in_words(*l)?;
                self.set_word(*d, size);
            }
            FlatOp::Get(l, i, element) => {
                let (run, place) = (self.run_in_word(*l)?, self.place_in(*i, *l));
                let held = self.held(*l);
                self.take_element(&run, held, place, &element.regs)?;
            }
            FlatOp::Put(d, l, i, element) => self.put_in_word(*d, *l, *i, &element.regs)?,
            FlatOp::MapHas(d, l, key, _) => {
                let found = self.key_there(*l, key)?.2;
                self.set_truth(*d, found);
            }
            FlatOp::MapGet(l, key, item) => self.map_get(*l, key, &item.regs)?,
            FlatOp::MapPut(d, l, key, item) => self.map_put(*d, *l, key, &item.regs)?,
            FlatOp::Find(..) => return None,
        }
        Some(())
    }

    pub(super) fn set_truth(&mut self, d: I, condition: Value) {
        let v = self.truth(condition);
        self.set_word(d, v);
    }

    /// A run whose elements are in order as their bits are.
    fn sorted_run(&self, l: L) -> Option<Run> {
        self.run_in_word(l).filter(|run| is_in_order(&run.of))
    }

    fn empty_like(&mut self, held: Held) -> Held {
        let ty = self.type_of(held.bits);
        Held { bits: self.typed(0, ty), length: self.number(0) }
    }

    /// Goes through the elements of a run, with a run that each round makes another of.
    fn for_each(
        &mut self,
        run: &Run,
        from: Held,
        to: Held,
        step: impl Fn(&mut Self, &Run, Held, Value) -> Held,
    ) -> Held {
        let (_, made) = self.rounds(from.length, &[to.bits, to.length], |s, i, so_far| {
            let item = s.element_in_word(from.bits, run.each, i);
            let so_far = Held { bits: so_far[0], length: so_far[1] };
            let made = step(s, run, so_far, item);
            (vec![made.bits, made.length], None)
        });
        Held { bits: made[0], length: made[1] }
    }

    fn combined(&mut self, d: L, op: SetOp, a: L, b: L) -> Option<()> {
        let (run, a, b) = (self.sorted_run(a)?, self.held(a), self.held(b));
        let always = self.b.ins().iconst(types::I8, 1);
        let made = match op {
            SetOp::Union => self.for_each(&run, b, a, |s, run, made, x| s.with_item(run, made, x, true)),
            SetOp::Minus => self.for_each(&run, b, a, |s, run, made, x| s.without_item(run, made, x, always)),
            // Of bags, as many copies as both have: what is left without those that are too many.
            SetOp::Common => {
                let others =
                    self.for_each(&run, b, a, |s, run, made, x| s.without_item(run, made, x, always));
                self.for_each(&run, others, a, |s, run, made, x| s.without_item(run, made, x, always))
            }
            SetOp::Flip => self.for_each(&run, b, a, |s, run, made, x| {
                let left = s.without_item(run, made, x, always);
                let same = s.compare(IntCC::Equal, left.length, made.length);
                let (with, on) = (s.b.create_block(), s.b.create_block());
                let bits = s.type_of(left.bits);
                let bits = s.b.append_block_param(on, bits);
                let length = s.b.append_block_param(on, types::I64);
                s.b.ins().brif(same, with, &[], on, &[left.bits.into(), left.length.into()]);
                s.b.switch_to_block(with);
                let more = s.with_item(run, made, x, true);
                s.b.ins().jump(on, &[more.bits.into(), more.length.into()]);
                s.b.switch_to_block(on);
                Held { bits, length }
            }),
        };
        self.hold(d, made);
        Some(())
    }

    /// How many elements a run in a word has, or keys a map.
    fn size_in_words(&mut self, l: L) -> Option<Value> {
        if let Some(piece) = self.piece(l)
            && let Piece::Keys { keys, .. } = &*piece
        {
            let bits = self.held(l).bits;
            let there = self.masked(bits, keys.len() as u32);
            let count = self.b.ins().popcnt(there);
            return Some(self.as_type(count, types::I64));
        }
        if let Some(counts) = self.counts(l) {
            let bits = self.held(l).bits;
            return Some(self.counted_size(&counts, bits));
        }
        self.run_in_word(l)?;
        Some(self.held(l).length)
    }

    fn put_in_word(&mut self, d: L, l: L, i: I, regs: &[Reg]) -> Option<()> {
        let (run, place, held) = (self.run_in_word(l)?, self.place_in(i, l), self.held(l));
        let item = self.gathered(&run.of, &mut regs.iter())?;
        let bits = self.replaced(held.bits, run.each, place, item);
        self.hold(d, Held { bits, length: held.length });
        Some(())
    }

    /// Plain instructions on lists that are held as pieces; `Some(false)` if it is none.
    pub(super) fn piece_op(&mut self, op: Op) -> Option<bool> {
        match op {
            Op::ListMove(d, l) => {
                let held = self.held(l);
                self.hold(d, held);
                return Some(true);
            }
            Op::NextElement(at, l, pool, to) => {
                self.next_element(at, l, pool, to)?;
                return Some(true);
            }
            _ => {}
        }
        let of = match op {
            Op::ListConst(l, _)
            | Op::EntryList(l, ..)
            | Op::Len(_, l)
            | Op::Get(_, l, _)
            | Op::At(_, l, _)
            | Op::ListHas(_, l, _) => l,
            Op::Put(l, ..) | Op::Concat(l, ..) | Op::Reverse(l, _) | Op::Sort(l, _) => l,
            Op::Insert(l, ..) | Op::Remove(l, ..) | Op::ListEq(_, l, _) => l,
            Op::MapGet(_, l, _) | Op::MapHas(_, l, _) | Op::MapPut(_, l, ..) => l,
            _ => return Some(false),
        };
        let Some(piece) = self.piece(of) else { return Some(false) };
        self.op_on_piece(op, &piece)?;
        Some(true)
    }

    fn op_on_piece(&mut self, op: Op, piece: &Piece) -> Option<()> {
        let word = |r: I| Element::new(Written::Word, vec![Reg::I(r)]);
        match op {
            Op::ListConst(d, pool) => {
                let code = self.code;
                let bits = piece.pack(&code.lists[pool as usize])?;
                let v = self.typed(bits, super::pieces::type_of(piece.most()?));
                self.list_of_piece(piece, v, d)?;
            }
            Op::EntryList(d, i, pool) => {
                let code = self.code;
                let rows = code.lists[code.rows[pool as usize].clone()].iter();
                let rows = rows.map(|list| piece.pack(list)).collect::<Option<Vec<u128>>>()?;
                let halves = |bits: &u128| [*bits as u64 as i64, (*bits >> 64) as u64 as i64];
                let table: Vec<i64> = rows.iter().flat_map(halves).collect();
                let (table, i) = (self.constant(&table), self.word(i));
                let at = self.b.ins().ishl_imm(i, 4);
                let at = self.b.ins().iadd(table, at);
                let [low, high] =
                    [0, 8].map(|part| self.b.ins().load(types::I64, MemFlags::trusted(), at, part));
                let v = match super::pieces::type_of(piece.most()?) {
                    ty if ty == types::I64 => low,
                    _ => self.b.ins().iconcat(low, high),
                };
                self.list_of_piece(piece, v, d)?;
            }
            Op::Len(d, l) => {
                let size = self.size_in_words(l)?;
                // Of a map of words, keys and values count.
                let words = match piece {
                    Piece::Keys { .. } => self.b.ins().ishl_imm(size, 1),
                    _ => size,
                };
                self.set_word(d, words);
            }
            Op::Get(d, l, i) => {
                let (run, place) = (self.run_in_word(l)?, self.place_in(i, l));
                let held = self.held(l);
                self.take_element(&run, held, place, &[Reg::I(d)])?;
            }
            Op::At(d, l, i) => {
                let (run, place, held) = (self.run_in_word(l)?, self.word(i), self.held(l));
                self.take_element(&run, held, place, &[Reg::I(d)])?;
            }
            Op::ListHas(d, l, x) => self.flat_op(&FlatOp::Has(d, l, word(x), false), 0)?,
            Op::Put(d, l, i, x) => self.put_in_word(d, l, i, &[Reg::I(x)])?,
            Op::Insert(d, l, x) => self.flat_op(&FlatOp::With(d, l, word(x), true), 0)?,
            Op::Remove(d, l, x) => self.flat_op(&FlatOp::Without(d, l, word(x)), 0)?,
            Op::Sort(d, l) => self.flat_op(&FlatOp::Sort(d, l, Written::Word, false), 0)?,
            Op::Concat(d, a, b) if let Some(counts) = self.counts(d) => {
                let (a, b) = (self.held(a).bits, self.held(b).bits);
                let made = self.counted_together(&counts, a, b);
                self.hold_counts(d, made);
            }
            Op::Concat(d, a, b) => self.concat_in_words(d, a, b)?,
            Op::Reverse(d, l) => {
                let (run, from) = (self.run_in_word(l)?, self.held(l));
                let empty = self.empty_like(from);
                let ty = self.type_of(from.bits);
                let made = self.for_each(&run, from, empty, |s, run, made, item| {
                    let (bits, item) = (s.shifted_up(made.bits, run.each), s.as_type(item, ty));
                    Held { bits: s.b.ins().bor(bits, item), length: made.length }
                });
                self.hold(d, Held { bits: made.bits, length: from.length });
            }
            Op::ListEq(d, a, b) => {
                let (a, b) = (self.held(a), self.held(b));
                let mut same = self.compare(IntCC::Equal, a.bits, b.bits);
                if let Piece::Run { .. } = piece {
                    let lengths = self.compare(IntCC::Equal, a.length, b.length);
                    same = self.b.ins().band(same, lengths);
                }
                self.set_truth(d, same);
            }
            Op::MapHas(d, l, k) => self.flat_op(&FlatOp::MapHas(d, l, word(k), Written::Word), 0)?,
            Op::MapGet(d, l, k) => self.map_get(l, &word(k), &[Reg::I(d)])?,
            Op::MapPut(d, l, k, x) => self.map_put(d, l, &word(k), &[Reg::I(x)])?,
            _ => return None,
        }
        Some(())
    }

    fn concat_in_words(&mut self, d: L, a: L, b: L) -> Option<()> {
        let (run, a, b) = (self.run_in_word(a)?, self.held(a), self.held(b));
        let length = self.b.ins().iadd(a.length, b.length);
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, run.cap.into());
        self.misfit_if(long);
        let ty = self.type_of(a.bits);
        let at = self.b.ins().imul_imm(a.length, i64::from(run.each));
        let moved = self.b.ins().ishl(b.bits, at);
        // Behind a full word there is nothing.
        let none = self.compare_with(IntCC::Equal, b.length, 0);
        let zero = self.typed(0, ty);
        let moved = self.b.ins().select(none, zero, moved);
        let bits = self.b.ins().bor(a.bits, moved);
        self.hold(d, Held { bits, length });
        Some(())
    }
}
