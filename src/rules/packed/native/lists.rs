//! Lists: in a word where the lists of positions are short and all that is done with them can be done there, else in memory.

use super::super::code::{Code, Element, FlatOp, I, L, Op, Reg};
use super::super::family::Family;
use super::super::flat_fields::Piece;
use super::super::layout::{Field, Kind};
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::builds::builds;
use super::flat::form_of_piece;
use super::pieces::leaves;
use super::ranges::ANY;
use super::runs::list_written;
use super::translate::Body;
use std::collections::HashSet;
use std::sync::Arc;

/// How a list register holds its list: a value and a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The address of its entries.
    Memory,
    /// The entries themselves, each of this many bits: what it is above the least one. Bits behind the last entry are 0.
    Packed { each: i64, lo: i64, hi: i64 },
    /// What is in a field, as a piece of this number: its elements, or a map.
    Piece(usize),
}

/// What lists of a field look like in a word, if they fit one.
fn form_of(field: &Field, pieces: &mut Vec<Arc<Piece>>) -> Form {
    match &field.kind {
        Kind::List { cap, entry, lo, hi, cells: false, .. } if cap * entry <= 64 && *entry < 64 => {
            Form::Packed { each: (*entry).into(), lo: *lo, hi: *hi }
        }
        Kind::Flat { piece, .. } => form_of_piece(piece, pieces),
        _ => Form::Memory,
    }
}

/// What is done with pieces is done in [`flat`](super::flat).
fn elsewhere() -> ! {
    unreachable!("lists that are pieces do not come here")
}

/// List registers that hold lists of the same form, as far as it is decided: each with its representative.
struct Classes {
    of: Vec<usize>,
    forms: Vec<Option<Form>>,
}

impl Classes {
    fn find(&self, r: L) -> usize {
        let mut at = r as usize;
        while self.of[at] != at {
            at = self.of[at];
        }
        at
    }

    fn join(&mut self, a: L, b: L) {
        let (a, b) = (self.find(a), self.find(b));
        self.of[b] = a;
        let form = self.forms[b];
        if let Some(form) = form {
            self.take(a, form);
        }
    }

    fn take(&mut self, class: usize, form: Form) {
        self.forms[class] = match self.forms[class] {
            Some(before) if before != form => Some(Form::Memory),
            _ => Some(form),
        };
    }

    fn set(&mut self, r: L, form: Form) {
        let class = self.find(r);
        self.take(class, form);
    }
}

/// The form of each list register of a code, and the pieces among them.
pub(super) fn forms(family: &Family, tag: usize, code: &Code) -> (Vec<Form>, Vec<Arc<Piece>>) {
    let (count, mut pieces) = (code.size.2, vec![]);
    let mut classes = Classes { of: (0..count).collect(), forms: vec![None; count] };
    let mut fields = |fields: &[(Field, u32)], regs: &[Reg]| {
        for ((field, _), reg) in fields.iter().zip(regs) {
            if let Reg::L(r) = reg {
                classes.set(*r, form_of(field, &mut pieces));
            }
        }
    };
    fields(&family.instances[tag].placed.fields, &code.inputs);
    for part in &code.parts {
        fields(&family.instances[part.instance].placed.fields, &part.args);
    }
    for op in &code.ops {
        match *op {
            Op::Put(d, l, ..) | Op::Insert(d, l, _) | Op::Remove(d, l, _) => classes.join(d, l),
            Op::Reverse(d, l) | Op::ListMove(d, l) | Op::MapPut(d, l, ..) => classes.join(d, l),
            Op::ListEq(_, a, b) => classes.join(a, b),
            Op::Concat(d, a, b) => {
                classes.join(d, a);
                classes.join(d, b);
            }
            Op::Sort(d, l) => {
                classes.join(d, l);
                classes.set(d, Form::Memory);
            }
            Op::Touching(d, _) | Op::Arcs(d, ..) => classes.set(d, Form::Memory),
            Op::Flat(flat) => match code.flats[flat as usize] {
                FlatOp::With(d, l, ..) | FlatOp::Without(d, l, _) | FlatOp::Sort(d, l, ..) => {
                    classes.join(d, l);
                }
                FlatOp::Put(d, l, ..) | FlatOp::MapPut(d, l, ..) => classes.join(d, l),
                FlatOp::Combine(d, _, a, b, _) => {
                    classes.join(d, a);
                    classes.join(d, b);
                }
                _ => {}
            },
            _ => {}
        }
    }
    classes.spread(code, &mut pieces);
    classes.keep_order(code, &pieces);
    let forms = (0..count).map(|r| classes.forms[classes.find(r as L)].unwrap_or(Form::Memory));
    (forms.collect(), pieces)
}

/// The list whose elements, or keys and values, an instruction reads or adds to, and the registers of one of them.
fn elements(code: &Code, op: Op, built: Option<L>) -> Option<(L, &[Reg])> {
    let (l, element): (L, &Element) = match op {
        Op::NextElement(_, l, pool, _) => (l, &code.elements[pool as usize]),
        Op::Flat(flat) => match &code.flats[flat as usize] {
            FlatOp::Push(e) => (built?, e),
            FlatOp::Has(_, l, e, _) | FlatOp::With(_, l, e, _) | FlatOp::Without(_, l, e) => (*l, e),
            FlatOp::Get(l, _, e) | FlatOp::Put(_, l, _, e) => (*l, e),
            FlatOp::MapGet(l, _, e) | FlatOp::MapPut(_, l, _, e) => (*l, e),
            _ => return None,
        },
        _ => return None,
    };
    Some((l, &element.regs))
}

impl Classes {
    /// Where the order of a list matters, it is not held as a bag that comes of it.
    fn keep_order(&mut self, code: &Code, pieces: &[Arc<Piece>]) {
        for r in ordered(code) {
            let class = self.find(r);
            if matches!(self.forms[class], Some(Form::Piece(i)) if matches!(*pieces[i], Piece::Counts { .. }))
            {
                self.forms[class] = Some(Form::Memory);
            }
        }
    }

    /// Lists inside of lists are held as they are there.
    fn spread(&mut self, code: &Code, pieces: &mut Vec<Arc<Piece>>) {
        let built = builds(code).unwrap_or_default();
        let mut before = vec![];
        while before != self.forms {
            before.clone_from(&self.forms);
            for (at, op) in code.ops.iter().enumerate() {
                let Some((l, regs)) = elements(code, *op, built.get(&at).copied()) else { continue };
                let Some(Form::Piece(i)) = self.forms[self.find(l)] else { continue };
                let whole = pieces[i].clone();
                let inner = match &*whole {
                    Piece::Run { of, .. } => leaves(of),
                    Piece::Keys { value, .. } => leaves(value),
                    _ => continue,
                };
                // Of a map, a key may come first: it is a word.
                for (reg, piece) in regs.iter().rev().zip(inner.into_iter().rev()) {
                    let is_list =
                        matches!(piece, Piece::Run { .. } | Piece::Keys { .. } | Piece::Counts { .. });
                    if let (Reg::L(r), true) = (reg, is_list) {
                        self.set(*r, form_of_piece(&Arc::new(piece.clone()), pieces));
                    }
                }
            }
        }
    }
}

/// List registers that hold lists whose order matters to somebody: all but those that are read only to be put in order.
fn ordered(code: &Code) -> Vec<L> {
    let mut found = vec![];
    let mut unsorted: HashSet<L> = HashSet::new();
    for op in &code.ops {
        match *op {
            Op::Get(_, l, _) | Op::At(_, l, _) | Op::Put(_, l, ..) | Op::Reverse(_, l) => found.push(l),
            Op::Flat(flat) => match &code.flats[flat as usize] {
                FlatOp::Get(l, ..) | FlatOp::Put(_, l, ..) => found.push(*l),
                _ => {}
            },
            Op::ListConst(d, pool) if !code.lists[pool as usize].is_sorted() => drop(unsorted.insert(d)),
            Op::EntryList(d, _, pool) => {
                let rows = &code.lists[code.rows[pool as usize].clone()];
                if !rows.iter().all(|row| row.is_sorted()) {
                    unsorted.insert(d);
                }
            }
            Op::Concat(d, ..) | Op::End(d, _) => drop(unsorted.insert(d)),
            _ => {}
        }
    }
    for op in &code.ops {
        let is_sorting = matches!(*op, Op::Sort(..))
            || matches!(*op, Op::Flat(flat) if matches!(code.flats[flat as usize], FlatOp::Sort(..)));
        if !is_sorting {
            found.extend(lists_read(code, *op).into_iter().filter(|l| unsorted.contains(l)));
        }
    }
    found
}

/// The list registers that an instruction reads.
fn lists_read(code: &Code, op: Op) -> Vec<L> {
    let held = |regs: &[Reg]| {
        regs.iter().filter_map(|r| if let Reg::L(l) = *r { Some(l) } else { None }).collect::<Vec<L>>()
    };
    match op {
        Op::ListMove(_, l) | Op::Sort(_, l) | Op::Reverse(_, l) | Op::ListBits(_, l) | Op::Len(_, l) => {
            vec![l]
        }
        Op::Get(_, l, _) | Op::At(_, l, _) | Op::Put(_, l, ..) | Op::Insert(_, l, _) => vec![l],
        Op::Remove(_, l, _) | Op::ListHas(_, l, _) | Op::NextElement(_, l, ..) => vec![l],
        Op::MapGet(_, l, _) | Op::MapHas(_, l, _) | Op::MapPut(_, l, ..) => vec![l],
        Op::Concat(_, a, b) | Op::ListEq(_, a, b) => vec![a, b],
        Op::Part(spec) => held(&code.parts[spec as usize].args),
        Op::Flat(flat) => {
            let flat = &code.flats[flat as usize];
            let (a, b) = flat.lists();
            let items = flat.items().flat_map(|e| held(&e.regs));
            a.into_iter().chain(b).chain(items).collect()
        }
        Op::ChainRun(_) | Op::Aside(_) => (0..code.size.2 as L).collect(),
        _ => vec![],
    }
}

impl Body<'_> {
    /// The value and the length of a list register.
    pub(super) fn list(&mut self, r: L) -> (Value, Value) {
        let ((v, length), (least, most)) = (self.lists[r as usize], self.ranges.length(r));
        let length = if least == most { self.number(least) } else { self.b.use_var(length) };
        (self.b.use_var(v), length)
    }

    pub(super) fn set_list(&mut self, r: L, v: Value, length: Value) {
        let (to, to_length) = self.lists[r as usize];
        self.b.def_var(to, v);
        self.b.def_var(to_length, length);
    }

    /// A list whose entries are in memory, as whatever its register wants.
    pub(super) fn list_from(&mut self, r: L, from: Value, length: Value) {
        match self.forms[r as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.copy(to, from, length);
                self.set_list(r, to, length);
            }
            Form::Packed { each, lo, hi } => {
                self.misfit_unless_short(length, each);
                let empty = self.number(0);
                let (_, bits) = self.rounds(length, &[empty], |s, i, so_far| {
                    let x = s.loaded(from, i);
                    let x = s.within((lo, hi), x, ANY);
                    let at = s.b.ins().imul_imm(i, each);
                    let x = s.b.ins().ishl(x, at);
                    (vec![s.b.ins().bor(so_far[0], x)], None)
                });
                self.set_list(r, bits[0], length);
            }
        }
    }

    fn misfit_unless_short(&mut self, length: Value, each: i64) {
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, 64 / each);
        self.misfit_if(long);
    }

    pub(super) fn loaded(&mut self, from: Value, i: Value) -> Value {
        let at = self.b.ins().ishl_imm(i, 3);
        let at = self.b.ins().iadd(from, at);
        self.b.ins().load(types::I64, MemFlags::trusted(), at, 0)
    }

    pub(super) fn stored(&mut self, to: Value, i: Value, x: Value) {
        let at = self.b.ins().ishl_imm(i, 3);
        let at = self.b.ins().iadd(to, at);
        self.b.ins().store(MemFlags::trusted(), x, at, 0);
    }

    pub(super) fn copy(&mut self, to: Value, from: Value, length: Value) {
        self.spend_words(length);
        self.rounds(length, &[], |s, i, _| {
            let x = s.loaded(from, i);
            s.stored(to, i, x);
            (vec![], None)
        });
    }

    /// The entry at a place, counted from 0, of a list in whatever form.
    fn entry(&mut self, r: L, i: Value) -> Value {
        let (from, _) = self.list(r);
        self.entry_of(self.forms[r as usize], from, i)
    }

    pub(super) fn entry_of(&mut self, form: Form, from: Value, i: Value) -> Value {
        match form {
            Form::Piece(_) => elsewhere(),
            Form::Memory => self.loaded(from, i),
            Form::Packed { each, lo, .. } => {
                let at = self.b.ins().imul_imm(i, each);
                let x = self.b.ins().ushr(from, at);
                let x = self.b.ins().band_imm(x, (1 << each) - 1);
                self.b.ins().iadd_imm(x, lo)
            }
        }
    }

    /// The first place with an entry that satisfies a condition, else the length.
    fn find(&mut self, r: L, condition: impl Fn(&mut Self, Value) -> Value) -> Value {
        let ((from, length), form) = (self.list(r), self.forms[r as usize]);
        let (at, _) = self.rounds(length, &[], |s, i, _| {
            let x = s.entry_of(form, from, i);
            (vec![], Some(condition(s, x)))
        });
        at
    }

    /// A place counted from 1 as one from 0; others are left to the interpreter.
    pub(super) fn place_in(&mut self, i: I, l: L) -> Value {
        let ((low, high), (least, _)) = (self.ranges.word(i), self.ranges.length(l));
        let ((_, length), i) = (self.list(l), self.word(i));
        let i = self.b.ins().iadd_imm(i, -1);
        if low < 1 || high > least {
            let out = self.compare(IntCC::UnsignedGreaterThanOrEqual, i, length);
            self.misfit_if(out);
        }
        i
    }

    /// Translates an instruction on lists; `Some(false)` if it is none, or has no translation.
    pub(super) fn list_op(&mut self, op: Op) -> Option<bool> {
        // Of pieces only what `piece_op` does has a translation.
        let is_piece = |d: &L| matches!(self.forms[*d as usize], Form::Piece(_));
        if list_written(op).as_ref().is_some_and(is_piece) {
            return None;
        }
        match op {
            Op::ListConst(d, pool) => {
                let code = self.code;
                let words = &code.lists[pool as usize];
                let (from, length) = (self.constant(words), self.number(words.len() as i64));
                match self.forms[d as usize] {
                    Form::Memory => self.set_list(d, from, length),
                    _ => self.list_from(d, from, length),
                }
            }
            Op::EntryList(d, i, pool) => {
                let code = self.code;
                let (mut words, mut places) = (vec![], vec![]);
                for list in &code.lists[code.rows[pool as usize].clone()] {
                    places.extend([8 * words.len() as i64, list.len() as i64]);
                    words.extend_from_slice(list);
                }
                let (words, places, i) = (self.constant(&words), self.constant(&places), self.word(i));
                let at = self.b.ins().ishl_imm(i, 4);
                let at = self.b.ins().iadd(places, at);
                let [from, length] =
                    [0, 8].map(|part| self.b.ins().load(types::I64, MemFlags::trusted(), at, part));
                let from = self.b.ins().iadd(words, from);
                match self.forms[d as usize] {
                    Form::Memory => self.set_list(d, from, length),
                    _ => self.list_from(d, from, length),
                }
            }
            Op::Touching(d, p) => self.touching(d, p),
            Op::Len(d, l) => {
                let (_, length) = self.list(l);
                self.set_word(d, length);
            }
            Op::Get(d, l, i) => {
                let i = self.place_in(i, l);
                let x = self.entry(l, i);
                self.set_word(d, x);
            }
            Op::At(d, l, i) => {
                let i = self.word(i);
                let x = self.entry(l, i);
                self.set_word(d, x);
            }
            Op::Entry(d, i, pool) => {
                let code = self.code;
                let (table, i) = (self.constant(&code.lists[pool as usize]), self.word(i));
                let at = self.b.ins().ishl_imm(i, 3);
                let at = self.b.ins().iadd(table, at);
                let x = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
                self.set_word(d, x);
            }
            Op::Put(d, l, i, x) => self.put(d, l, i, x),
            Op::Concat(d, a, b) => self.concat(d, a, b),
            Op::Reverse(d, l) => self.reverse(d, l),
            Op::Sort(d, l) => self.sort(d, l),
            Op::Insert(d, l, x) => self.insert(d, l, x),
            Op::Remove(d, l, x) => self.remove(d, l, x),
            Op::ListEq(d, a, b) => self.equal(d, a, b),
            Op::ListHas(d, l, x) => {
                let (x, (_, length)) = (self.word(x), self.list(l));
                let at = self.find(l, |s, y| s.compare(IntCC::Equal, y, x));
                let found = self.compare(IntCC::UnsignedLessThan, at, length);
                let v = self.truth(found);
                self.set_word(d, v);
            }
            Op::ListHasSorted(d, pool, x) => self.has_sorted(d, pool, x),
            _ => return self.map_op(op),
        }
        Some(true)
    }

    fn touching(&mut self, d: L, p: I) {
        let (p, four) = (self.word(p), self.number(4));
        let to = self.list_room(four);
        let (row, col) = self.row_and_col(p);
        for (k, (rows, cols)) in [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().enumerate() {
            let (row, col) = (self.b.ins().iadd_imm(row, rows), self.b.ins().iadd_imm(col, cols));
            let col = self.low_half(col);
            let q = self.cell_word(row, col);
            self.b.ins().store(MemFlags::trusted(), q, to, 8 * k as i32);
        }
        self.set_list(d, to, four);
    }

    fn put(&mut self, d: L, l: L, i: I, x: I) {
        let (from, length) = self.list(l);
        let (i, bounds, x) = (self.place_in(i, l), self.ranges.word(x), self.word(x));
        match self.forms[d as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.copy(to, from, length);
                self.stored(to, i, x);
                self.set_list(d, to, length);
            }
            Form::Packed { each, lo, hi } => {
                let x = self.within((lo, hi), x, bounds);
                let (at, full) = (self.b.ins().imul_imm(i, each), self.number((1 << each) - 1));
                let there = self.b.ins().ishl(full, at);
                let others = self.b.ins().band_not(from, there);
                let x = self.b.ins().ishl(x, at);
                let v = self.b.ins().bor(others, x);
                self.set_list(d, v, length);
            }
        }
    }

    fn concat(&mut self, d: L, a: L, b: L) {
        let ((first, n), (second, m)) = (self.list(a), self.list(b));
        let length = self.b.ins().iadd(n, m);
        let v = match self.forms[d as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.copy(to, first, n);
                let bytes = self.b.ins().ishl_imm(n, 3);
                let behind = self.b.ins().iadd(to, bytes);
                self.copy(behind, second, m);
                to
            }
            Form::Packed { each, .. } => {
                self.misfit_unless_short(length, each);
                let at = self.b.ins().imul_imm(n, each);
                let moved = self.b.ins().ishl(second, at);
                // Behind a full word there is nothing.
                let none = self.compare_with(IntCC::Equal, m, 0);
                let zero = self.number(0);
                let moved = self.b.ins().select(none, zero, moved);
                self.b.ins().bor(first, moved)
            }
        };
        self.set_list(d, v, length);
    }

    fn reverse(&mut self, d: L, l: L) {
        let ((from, length), form) = (self.list(l), self.forms[l as usize]);
        let v = match form {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.rounds(length, &[], |s, i, _| {
                    let x = s.loaded(from, i);
                    let back = s.b.ins().isub(length, i);
                    let back = s.b.ins().iadd_imm(back, -1);
                    s.stored(to, back, x);
                    (vec![], None)
                });
                to
            }
            Form::Packed { each, .. } => {
                let zero = self.number(0);
                let (_, out) = self.rounds(length, &[zero, from], |s, _, so_far| {
                    let x = s.b.ins().band_imm(so_far[1], (1 << each) - 1);
                    let out = s.b.ins().ishl_imm(so_far[0], each);
                    (vec![s.b.ins().bor(out, x), s.b.ins().ushr_imm(so_far[1], each)], None)
                });
                out[0]
            }
        };
        self.set_list(d, v, length);
    }

    /// By putting each entry into its place among those before.
    fn sort(&mut self, d: L, l: L) {
        let (from, length) = self.list(l);
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, 64);
        self.misfit_if(long);
        let to = self.list_room(length);
        self.rounds(length, &[], |s, i, _| {
            let x = s.loaded(from, i);
            let (passed, _) = s.rounds(i, &[], |s, k, _| {
                let before = s.b.ins().isub(i, k);
                let left = s.b.ins().iadd_imm(before, -1);
                let y = s.loaded(to, left);
                let ends = s.compare(IntCC::SignedLessThanOrEqual, y, x);
                let (move_it, on) = (s.b.create_block(), s.b.create_block());
                s.b.ins().brif(ends, on, &[], move_it, &[]);
                s.b.switch_to_block(move_it);
                s.stored(to, before, y);
                s.b.ins().jump(on, &[]);
                s.b.switch_to_block(on);
                (vec![], Some(ends))
            });
            let at = s.b.ins().isub(i, passed);
            s.stored(to, at, x);
            (vec![], None)
        });
        self.set_list(d, to, length);
    }

    fn insert(&mut self, d: L, l: L, x: I) {
        let ((from, length), x) = (self.list(l), self.word(x));
        let at = self.find(l, |s, y| s.compare(IntCC::SignedGreaterThanOrEqual, y, x));
        let more = self.b.ins().iadd_imm(length, 1);
        let v = match self.forms[d as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(more);
                self.copy(to, from, at);
                self.stored(to, at, x);
                let left = self.b.ins().isub(length, at);
                let here = self.b.ins().ishl_imm(at, 3);
                let (tail, behind) = (self.b.ins().iadd(from, here), self.b.ins().iadd(to, here));
                let behind = self.b.ins().iadd_imm(behind, 8);
                self.copy(behind, tail, left);
                to
            }
            Form::Packed { each, lo, hi } => {
                self.misfit_unless_short(more, each);
                let x = self.within((lo, hi), x, ANY);
                let at = self.b.ins().imul_imm(at, each);
                let (low, high) = self.cut(from, at);
                let high = self.b.ins().ishl(high, at);
                let high = self.b.ins().ishl_imm(high, each);
                let x = self.b.ins().ishl(x, at);
                let low = self.b.ins().bor(low, x);
                self.b.ins().bor(low, high)
            }
        };
        self.set_list(d, v, more);
    }

    /// The bits of a word below a place, and those from it on, moved down. A place behind the last bit is one of which nothing
    /// is left: no list that is full is cut there.
    fn cut(&mut self, v: Value, at: Value) -> (Value, Value) {
        let full = self.number(-1);
        let above = self.b.ins().ishl(full, at);
        let low = self.b.ins().band_not(v, above);
        (low, self.b.ins().ushr(v, at))
    }

    fn remove(&mut self, d: L, l: L, x: I) {
        let ((from, length), x, form) = (self.list(l), self.word(x), self.forms[l as usize]);
        let at = self.find(l, |s, y| s.compare(IntCC::SignedGreaterThanOrEqual, y, x));
        let (there, take, keep, end) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        let results = [types::I64; 2].map(|ty| self.b.append_block_param(end, ty));
        let inside = self.compare(IntCC::UnsignedLessThan, at, length);
        self.b.ins().brif(inside, there, &[], keep, &[]);
        self.b.switch_to_block(there);
        let y = self.entry_of(form, from, at);
        let same = self.compare(IntCC::Equal, y, x);
        self.b.ins().brif(same, take, &[], keep, &[]);
        self.b.switch_to_block(take);
        let less = self.b.ins().iadd_imm(length, -1);
        let v = match form {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(less);
                self.copy(to, from, at);
                let left = self.b.ins().isub(less, at);
                let here = self.b.ins().ishl_imm(at, 3);
                let (tail, behind) = (self.b.ins().iadd(from, here), self.b.ins().iadd(to, here));
                let tail = self.b.ins().iadd_imm(tail, 8);
                self.copy(behind, tail, left);
                to
            }
            Form::Packed { each, .. } => {
                let at = self.b.ins().imul_imm(at, each);
                let (low, high) = self.cut(from, at);
                let high = self.b.ins().ushr_imm(high, each);
                let high = self.b.ins().ishl(high, at);
                self.b.ins().bor(low, high)
            }
        };
        self.b.ins().jump(end, &[v.into(), less.into()]);
        self.b.switch_to_block(keep);
        self.b.ins().jump(end, &[from.into(), length.into()]);
        self.b.switch_to_block(end);
        self.set_list(d, results[0], results[1]);
    }

    fn equal(&mut self, d: I, a: L, b: L) {
        let ((first, n), (second, m), form) = (self.list(a), self.list(b), self.forms[a as usize]);
        let same_length = self.compare(IntCC::Equal, n, m);
        let same = match form {
            Form::Piece(_) => elsewhere(),
            Form::Packed { .. } => self.compare(IntCC::Equal, first, second),
            Form::Memory => {
                let zero = self.number(0);
                let length = self.b.ins().select(same_length, n, zero);
                let (at, _) = self.rounds(length, &[], |s, i, _| {
                    let (x, y) = (s.loaded(first, i), s.loaded(second, i));
                    (vec![], Some(s.compare(IntCC::NotEqual, x, y)))
                });
                self.compare(IntCC::Equal, at, length)
            }
        };
        let both = self.b.ins().band(same, same_length);
        let v = self.truth(both);
        self.set_word(d, v);
    }

    /// Whether a number is in a list that is known and sorted.
    fn has_sorted(&mut self, d: I, pool: u32, x: I) {
        let code = self.code;
        let (words, x) = (&code.lists[pool as usize], self.word(x));
        let v = match (words.first(), words.last()) {
            (Some(0..), Some(..64)) => {
                let bits = words.iter().fold(0u64, |bits, x| bits | 1 << x);
                let bits = self.number(bits as i64);
                let inside = self.compare_with(IntCC::UnsignedLessThan, x, 64);
                let bit = self.b.ins().ushr(bits, x);
                let (bit, zero) = (self.b.ins().band_imm(bit, 1), self.number(0));
                self.b.ins().select(inside, bit, zero)
            }
            _ => {
                let (from, low) = (self.constant(words), self.number(0));
                let (high, rounds) = (self.number(words.len() as i64), self.number(64));
                // Halves what is left until it is nothing: the first place that is not below.
                let (_, ends) = self.rounds(rounds, &[low, high], |s, _, ends| {
                    let done = s.compare(IntCC::UnsignedGreaterThanOrEqual, ends[0], ends[1]);
                    let sum = s.b.ins().iadd(ends[0], ends[1]);
                    let middle = s.b.ins().ushr_imm(sum, 1);
                    let zero = s.number(0);
                    let safe = s.b.ins().select(done, zero, middle);
                    let y = s.loaded(from, safe);
                    let below = s.compare(IntCC::SignedLessThan, y, x);
                    let behind = s.b.ins().iadd_imm(middle, 1);
                    let (low, high) =
                        (s.b.ins().select(below, behind, ends[0]), s.b.ins().select(below, ends[1], middle));
                    let (low, high) =
                        (s.b.ins().select(done, ends[0], low), s.b.ins().select(done, ends[1], high));
                    (vec![low, high], Some(done))
                });
                let inside = self.compare_with(IntCC::UnsignedLessThan, ends[0], words.len() as i64);
                let zero = self.number(0);
                let safe = self.b.ins().select(inside, ends[0], zero);
                let y = if words.is_empty() { zero } else { self.loaded(from, safe) };
                let same = self.compare(IntCC::Equal, y, x);
                let found = self.b.ins().band(same, inside);
                self.truth(found)
            }
        };
        self.set_word(d, v);
    }

    /// Maps are lists of keys and values in turn, in memory.
    fn map_op(&mut self, op: Op) -> Option<bool> {
        match op {
            Op::MapGet(d, l, k) => {
                let ((from, _), (at, there)) = (self.list(l), self.place_in_map(l, k));
                self.misfit_unless(there);
                let behind = self.b.ins().iadd_imm(at, 1);
                let x = self.loaded(from, behind);
                self.set_word(d, x);
            }
            Op::MapHas(d, l, k) => {
                let (_, there) = self.place_in_map(l, k);
                let v = self.truth(there);
                self.set_word(d, v);
            }
            Op::MapPut(d, l, k, x) => {
                let ((from, length), (at, there)) = (self.list(l), self.place_in_map(l, k));
                let (k, x) = (self.word(k), self.word(x));
                let (two, none) = (self.number(2), self.number(0));
                let added = self.b.ins().select(there, none, two);
                let more = self.b.ins().iadd(length, added);
                let to = self.list_room(more);
                self.copy(to, from, at);
                self.stored(to, at, k);
                let behind = self.b.ins().iadd_imm(at, 1);
                self.stored(to, behind, x);
                let next = self.b.ins().iadd_imm(at, 2);
                let old = self.b.ins().isub(next, added);
                let left = self.b.ins().isub(length, old);
                let (old, next) = (self.b.ins().ishl_imm(old, 3), self.b.ins().ishl_imm(next, 3));
                let (tail, rest) = (self.b.ins().iadd(from, old), self.b.ins().iadd(to, next));
                self.copy(rest, tail, left);
                self.set_list(d, to, more);
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// Where in a map a key stands or belongs, as a place of its list, and whether it is there.
    fn place_in_map(&mut self, l: L, k: I) -> (Value, Value) {
        let ((from, length), k) = (self.list(l), self.word(k));
        let count = self.b.ins().ushr_imm(length, 1);
        let (at, _) = self.rounds(count, &[], |s, i, _| {
            let at = s.b.ins().ishl_imm(i, 1);
            let y = s.loaded(from, at);
            (vec![], Some(s.compare(IntCC::SignedGreaterThanOrEqual, y, k)))
        });
        let inside = self.compare(IntCC::UnsignedLessThan, at, count);
        let at = self.b.ins().ishl_imm(at, 1);
        let end = self.b.create_block();
        let same = self.b.append_block_param(end, types::I8);
        let look = self.b.create_block();
        self.b.ins().brif(inside, look, &[], end, &[inside.into()]);
        self.b.switch_to_block(look);
        let y = self.loaded(from, at);
        let equal = self.compare(IntCC::Equal, y, k);
        self.b.ins().jump(end, &[equal.into()]);
        self.b.switch_to_block(end);
        (at, same)
    }
}
