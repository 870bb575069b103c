//! Flat values in a word, or in two: runs of tuples, of lists and of sets, and maps from known keys, as they are in a field.
//! What is above the least value of its entry is held, and what is not there is 0, so that equal values are equal words.

use super::super::code::{Element, L, Reg};
use super::super::flat_fields::{Piece, length};
use super::super::layout::{Entry, mask};
use super::backend::{InstBuilder, IntCC, Type, Value, types};
use super::forms::Form;
use super::ranges::ANY;
use super::translate::Body;
use std::slice::Iter;
use std::sync::Arc;

/// What a run in a word is made of: so many elements at most, each of so many bits.
pub(super) struct Run {
    pub(super) cap: u32,
    pub(super) each: u32,
    pub(super) of: Piece,
}

/// A run in a word and its length.
#[derive(Clone, Copy)]
pub(super) struct Held {
    pub(super) bits: Value,
    pub(super) length: Value,
}

/// The type of so many bits.
pub(super) fn type_of(bits: u32) -> Type {
    if bits <= 64 { types::I64 } else { types::I128 }
}

/// The type of a list register that holds a piece: without the number of its elements.
pub(super) fn type_of_piece(piece: &Piece) -> Type {
    type_of(match piece {
        Piece::Run { cap, each, .. } => cap * each,
        other => other.most().unwrap_or(128),
    })
}

/// The pieces that a value has a register for each: its own, or those of the parts of a tuple.
pub(super) fn leaves(piece: &Piece) -> Vec<&Piece> {
    match piece {
        Piece::Tuple(parts) => parts.iter().flat_map(|(_, part)| leaves(part)).collect(),
        other => vec![other],
    }
}

/// Whether the bits of such values are in the order of the values.
pub(super) fn is_in_order(piece: &Piece) -> bool {
    match piece {
        Piece::Word(_) => true,
        Piece::Tuple(parts) => parts.iter().all(|(_, part)| is_in_order(part)),
        _ => false,
    }
}

impl Body<'_> {
    /// The piece that a list register holds; none if it is held otherwise.
    pub(super) fn piece(&self, l: L) -> Option<Arc<Piece>> {
        match self.forms[l as usize] {
            Form::Piece(i) => Some(self.pieces[i].clone()),
            _ => None,
        }
    }

    /// The run that a list register holds in a word.
    pub(super) fn run_in_word(&self, l: L) -> Option<Run> {
        match self.forms[l as usize] {
            Form::Packed { each, lo, hi } => {
                let of = Piece::Word(Entry { bits: each as u32, lo, hi, cell: false });
                Some(Run { cap: 64 / each as u32, each: each as u32, of })
            }
            Form::Piece(i) => match &*self.pieces[i] {
                Piece::Run { cap, each, of } => Some(Run { cap: *cap, each: *each, of: (**of).clone() }),
                _ => None,
            },
            Form::Memory => None,
        }
    }

    pub(super) fn held(&mut self, l: L) -> Held {
        let (bits, length) = self.list(l);
        Held { bits, length }
    }

    pub(super) fn hold(&mut self, l: L, held: Held) {
        self.set_list(l, held.bits, held.length);
    }

    /// The same bits as a value of another type; what has no room is cut off.
    pub(super) fn as_type(&mut self, v: Value, ty: Type) -> Value {
        match (self.type_of(v), ty) {
            (types::I64, types::I128) => self.b.ins().uextend(types::I128, v),
            (types::I128, types::I64) => self.b.ins().ireduce(types::I64, v),
            _ => v,
        }
    }

    /// A number of a type.
    pub(super) fn typed(&mut self, n: u128, ty: Type) -> Value {
        let low = self.number(n as u64 as i64);
        if ty == types::I64 {
            return low;
        }
        let high = self.number((n >> 64) as u64 as i64);
        self.b.ins().iconcat(low, high)
    }

    pub(super) fn masked(&mut self, v: Value, bits: u32) -> Value {
        let ty = self.type_of(v);
        if bits >= ty.bits() {
            return v;
        }
        let all = self.typed(mask(bits), ty);
        self.b.ins().band(v, all)
    }

    pub(super) fn shifted_up(&mut self, v: Value, by: u32) -> Value {
        let ty = self.type_of(v);
        match by {
            0 => v,
            by if by >= ty.bits() => self.typed(0, ty),
            by => self.b.ins().ishl_imm(v, i64::from(by)),
        }
    }

    pub(super) fn shifted_down(&mut self, v: Value, by: u32) -> Value {
        let ty = self.type_of(v);
        match by {
            0 => v,
            by if by >= ty.bits() => self.typed(0, ty),
            by => self.b.ins().ushr_imm(v, i64::from(by)),
        }
    }

    /// The bits of a value that is in registers; what does not fit is left to the interpreter.
    pub(super) fn gathered(&mut self, piece: &Piece, regs: &mut Iter<'_, Reg>) -> Option<Value> {
        let ty = type_of(piece.most()?);
        match piece {
            Piece::Tuple(parts) => {
                let mut all = self.typed(0, ty);
                for (place, part) in parts {
                    let v = self.gathered(part, regs)?;
                    let v = self.as_type(v, ty);
                    let v = self.shifted_up(v, *place);
                    all = self.b.ins().bor(all, v);
                }
                Some(all)
            }
            Piece::Word(entry) => {
                let Some(Reg::I(r)) = regs.next() else { return None };
                let (v, bounds) = (self.word(*r), self.ranges.word(*r));
                Some(match entry.cell {
                    true => self.bits_of_cell(v),
                    false => self.within((entry.lo, entry.hi), v, bounds),
                })
            }
            Piece::Bits { allowed, .. } => {
                let Some(Reg::B(r)) = regs.next() else { return None };
                self.set_within(*r, *allowed);
                let set = self.set(*r);
                Some(self.as_type(set, ty))
            }
            Piece::Run { .. } | Piece::Keys { .. } | Piece::Counts { .. } => {
                let Some(Reg::L(r)) = regs.next() else { return None };
                self.piece_of_list(piece, *r)
            }
        }
    }

    /// The value of an element as bits.
    pub(super) fn item(&mut self, piece: &Piece, element: &Element) -> Option<Value> {
        self.gathered(piece, &mut element.regs.iter())
    }

    /// The same, and whether it fits.
    pub(super) fn item_if_it_fits(&mut self, piece: &Piece, element: &Element) -> Option<(Value, Value)> {
        let before = self.collected.replace(vec![]);
        let item = self.item(piece, element);
        let found = std::mem::replace(&mut self.collected, before)?;
        let none = self.b.ins().iconst(types::I8, 0);
        let misfit = found.into_iter().fold(none, |any, one| self.b.ins().bor(any, one));
        Some((item?, self.compare_with(IntCC::Equal, misfit, 0)))
    }

    /// A list register as a piece.
    pub(super) fn piece_of_list(&mut self, piece: &Piece, r: L) -> Option<Value> {
        let ty = type_of(piece.most()?);
        let held = self.held(r);
        match (self.forms[r as usize], piece) {
            (Form::Piece(i), Piece::Keys { .. } | Piece::Counts { .. }) if *self.pieces[i] == *piece => {
                Some(held.bits)
            }
            (Form::Piece(i), Piece::Run { cap, .. }) if *self.pieces[i] == *piece => {
                Some(self.counted_run(held, length(*cap), ty))
            }
            (Form::Packed { each, lo, hi }, Piece::Run { cap, each: width, of })
                if i64::from(*width) == each
                    && matches!(**of, Piece::Word(e) if !e.cell && (e.lo, e.hi) == (lo, hi)) =>
            {
                if self.ranges.length(r).1 > i64::from(*cap) {
                    let long = self.compare_with(IntCC::UnsignedGreaterThan, held.length, (*cap).into());
                    self.misfit_if(long);
                }
                Some(self.counted_run(held, length(*cap), ty))
            }
            (Form::Memory, Piece::Counts { of, each }) => self.counts_from_memory(held, (of, *each), ty),
            (Form::Memory, Piece::Run { cap, each, of }) => self.run_from_memory(held, (*cap, *each, of), ty),
            _ => None,
        }
    }

    /// The number of elements, and behind it these.
    fn counted_run(&mut self, held: Held, counted: u32, ty: Type) -> Value {
        let (bits, count) = (self.as_type(held.bits, ty), self.as_type(held.length, ty));
        let bits = self.shifted_up(bits, counted);
        self.b.ins().bor(bits, count)
    }

    fn run_from_memory(
        &mut self,
        held: Held,
        (cap, each, of): (u32, u32, &Piece),
        ty: Type,
    ) -> Option<Value> {
        // What a loop finds cannot be collected.
        let (Piece::Word(entry), None) = (of, &self.collected) else { return None };
        let long = self.compare_with(IntCC::UnsignedGreaterThan, held.length, cap.into());
        self.misfit_if(long);
        let empty = self.typed(0, ty);
        let (_, made) = self.rounds(held.length, &[empty], |s, i, so_far| {
            let v = s.loaded(held.bits, i);
            let v = if entry.cell { s.bits_of_cell(v) } else { s.within((entry.lo, entry.hi), v, ANY) };
            let (v, at) = (s.as_type(v, ty), s.b.ins().imul_imm(i, i64::from(each)));
            let v = s.b.ins().ishl(v, at);
            (vec![s.b.ins().bor(so_far[0], v)], None)
        });
        let made = Held { bits: made[0], length: held.length };
        Some(self.counted_run(made, length(cap), ty))
    }

    /// Puts the value that some bits stand for into registers.
    pub(super) fn scattered(&mut self, piece: &Piece, v: Value, regs: &mut Iter<'_, Reg>) -> Option<()> {
        match piece {
            Piece::Tuple(parts) => {
                for (place, part) in parts {
                    let bits = part.most()?;
                    let v = self.shifted_down(v, *place);
                    let v = self.as_type(v, type_of(bits));
                    let v = self.masked(v, bits);
                    self.scattered(part, v, regs)?;
                }
            }
            Piece::Word(entry) => {
                let Some(Reg::I(r)) = regs.next() else { return None };
                let v = self.word_of_entry(entry, v);
                self.set_word(*r, v);
            }
            Piece::Bits { .. } => {
                let Some(Reg::B(r)) = regs.next() else { return None };
                self.set_of_field(v, *r);
            }
            Piece::Run { .. } | Piece::Keys { .. } | Piece::Counts { .. } => {
                let Some(Reg::L(r)) = regs.next() else { return None };
                self.list_of_piece(piece, v, *r)?;
            }
        }
        Some(())
    }

    /// Puts a piece into a list register.
    pub(super) fn list_of_piece(&mut self, piece: &Piece, v: Value, r: L) -> Option<()> {
        if let (Piece::Counts { of, each }, Form::Memory) = (piece, self.forms[r as usize]) {
            let held = self.counts_in_memory(v, (of, *each));
            self.hold(r, held);
            return Some(());
        }
        let Piece::Run { cap, each, of } = piece else {
            let same = matches!(self.forms[r as usize], Form::Piece(i) if *self.pieces[i] == *piece);
            let none = self.number(0);
            self.set_list(r, v, none);
            return same.then_some(());
        };
        let (bits, count) = (self.shifted_down(v, length(*cap)), self.as_type(v, types::I64));
        let (bits, count) = (self.as_type(bits, type_of(cap * each)), self.masked(count, length(*cap)));
        match self.forms[r as usize] {
            Form::Piece(i) if *self.pieces[i] == *piece => self.set_list(r, bits, count),
            Form::Packed { each: width, lo, hi }
                if width == i64::from(*each)
                    && matches!(**of, Piece::Word(e) if !e.cell && (e.lo, e.hi) == (lo, hi)) =>
            {
                self.set_list(r, bits, count);
            }
            Form::Memory => {
                let Piece::Word(entry) = **of else { return None };
                let most = self.number((*cap).into());
                let to = self.list_room(most);
                self.rounds(count, &[], |s, i, _| {
                    let v = s.element_in_word(bits, *each, i);
                    let v = s.word_of_entry(&entry, v);
                    s.stored(to, i, v);
                    (vec![], None)
                });
                self.set_list(r, to, count);
            }
            _ => return None,
        }
        Some(())
    }

    /// The bits of an element of a run, by its place from 0 on.
    pub(super) fn element_in_word(&mut self, run: Value, each: u32, i: Value) -> Value {
        let at = self.b.ins().imul_imm(i, i64::from(each));
        let v = self.b.ins().ushr(run, at);
        let v = self.as_type(v, type_of(each));
        self.masked(v, each)
    }

    /// A run in which the element at a place is another.
    pub(super) fn replaced(&mut self, run: Value, each: u32, i: Value, item: Value) -> Value {
        let ty = self.type_of(run);
        let at = self.b.ins().imul_imm(i, i64::from(each));
        let (full, item) = (self.typed(mask(each), ty), self.as_type(item, ty));
        let (there, item) = (self.b.ins().ishl(full, at), self.b.ins().ishl(item, at));
        let others = self.b.ins().band_not(run, there);
        self.b.ins().bor(others, item)
    }

    /// A run with one element more at its end; one that is full is left to the interpreter.
    pub(super) fn appended(&mut self, run: &Run, held: Held, item: Value) -> Held {
        let full = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, held.length, run.cap.into());
        self.misfit_if(full);
        let ty = self.type_of(held.bits);
        let (at, item) = (self.b.ins().imul_imm(held.length, i64::from(run.each)), self.as_type(item, ty));
        let item = self.b.ins().ishl(item, at);
        let bits = self.b.ins().bor(held.bits, item);
        Held { bits, length: self.b.ins().iadd_imm(held.length, 1) }
    }

    /// The first place of an element that is so to some bits, else the length.
    pub(super) fn place_where(&mut self, run: &Run, held: Held, how: IntCC, item: Value) -> Value {
        let each = run.each;
        let (at, _) = self.rounds(held.length, &[], |s, i, _| {
            let v = s.element_in_word(held.bits, each, i);
            (vec![], Some(s.compare(how, v, item)))
        });
        at
    }

    /// Where an element of a sorted run is or belongs, and whether it is there.
    fn sorted_place(&mut self, run: &Run, held: Held, item: Value) -> (Value, Value) {
        let at = self.place_where(run, held, IntCC::UnsignedGreaterThanOrEqual, item);
        let inside = self.compare(IntCC::UnsignedLessThan, at, held.length);
        let zero = self.number(0);
        let safe = self.b.ins().select(inside, at, zero);
        let v = self.element_in_word(held.bits, run.each, safe);
        let same = self.compare(IntCC::Equal, v, item);
        (at, self.b.ins().band(inside, same))
    }

    /// A sorted run with one element more, or the same if it is there and elements come once.
    pub(super) fn with_item(&mut self, run: &Run, held: Held, item: Value, once: bool) -> Held {
        let (at, there) = self.sorted_place(run, held, item);
        let mut more = self.b.ins().iconst(types::I8, 1);
        if once {
            more = self.b.ins().bxor(there, more);
        }
        let full = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, held.length, run.cap.into());
        let misfit = self.b.ins().band(full, more);
        self.misfit_if(misfit);
        let ty = self.type_of(held.bits);
        let at = self.b.ins().imul_imm(at, i64::from(run.each));
        let (low, high) = self.parts_at(held.bits, at);
        let high = self.b.ins().ishl(high, at);
        let (high, item) = (self.shifted_up(high, run.each), self.as_type(item, ty));
        let item = self.b.ins().ishl(item, at);
        let low = self.b.ins().bor(low, item);
        let made = self.b.ins().bor(low, high);
        let count = self.truth(more);
        let length = self.b.ins().iadd(held.length, count);
        Held { bits: self.b.ins().select(more, made, held.bits), length }
    }

    /// A sorted run with one such element less, if there is one and the condition holds.
    pub(super) fn without_item(&mut self, run: &Run, held: Held, item: Value, when: Value) -> Held {
        let (at, there) = self.sorted_place(run, held, item);
        let less = self.b.ins().band(there, when);
        let at = self.b.ins().imul_imm(at, i64::from(run.each));
        let (low, high) = self.parts_at(held.bits, at);
        let high = self.shifted_down(high, run.each);
        let high = self.b.ins().ishl(high, at);
        let made = self.b.ins().bor(low, high);
        let count = self.truth(less);
        let length = self.b.ins().isub(held.length, count);
        Held { bits: self.b.ins().select(less, made, held.bits), length }
    }

    /// The bits below a place, and those from it on, moved down. Nothing is asked of a place behind all bits.
    fn parts_at(&mut self, v: Value, at: Value) -> (Value, Value) {
        let ty = self.type_of(v);
        let full = self.typed(u128::MAX, ty);
        let above = self.b.ins().ishl(full, at);
        (self.b.ins().band_not(v, above), self.b.ins().ushr(v, at))
    }
}
