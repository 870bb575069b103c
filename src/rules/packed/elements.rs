//! Code for elements of universes: what an element is made of by its number, and its number by what it is made of.

use super::code::{B, FlatOp, I, Masks, Op, Reg, To, cell_word, word_cell};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use super::layout::{leaf_values, leaves};
use super::registers::parts_of;
use super::universe::{Finder, Universe};
use crate::builtin::collection::elements;
use crate::builtin::components::ends;
use crate::check::ir::Expr;
use crate::check::types::{Shape, Type};
use crate::value::{Cell, Value};
use std::sync::Arc;

/// Elements made of words are found in a table of at most so many places.
const PLACES: i64 = 1 << 14;
/// What lies in a box is seen by comparing so many digits; more are looked up.
const MOST_DIGITS: usize = 3;

impl Compiler<'_> {
    fn universe(&self, over: u16) -> Arc<Universe> {
        self.plan.sets.universe(over).clone()
    }

    /// What is taken out of a set as a number, as a value.
    pub(super) fn taken_value(&self, number: I, numbering: Numbering, element: &Type) -> Val {
        match numbering {
            Numbering::Over(over) => leaves_of(element, number, over, &mut 0),
            Numbering::Numbers | Numbering::Cells => Val::I(number),
        }
    }

    /// Whether elements of a collection are something else than words and cells, or its set is over some that were met.
    pub(super) fn is_of_runs(&self, ty: &Type) -> bool {
        match self.class(ty) {
            Some(Class::Set) => matches!(self.numbering(ty), Numbering::Over(_)),
            Some(Class::Flat) => {
                ty.element().is_some_and(|ty| ty != Type::Int && !matches!(ty, Type::Map(..)))
            }
            _ => false,
        }
    }

    /// The least or the largest element of such a collection: the first or the last of those in order. Elements of a universe are in
    /// order, and so are the runs of a set or a bag.
    pub(super) fn end_of(&mut self, is_largest: bool, of: &Expr, env: &mut Env) -> Option<Val> {
        let ty = of.ty.element()?;
        if self.class(&of.ty) == Some(Class::Set) {
            let (set, numbering) = (self.set_for(of, env)?, self.numbering(&of.ty));
            let end = |d| if is_largest { Op::Largest(d, set) } else { Op::Least(d, set) };
            let number = self.word_op(end)?;
            return Some(self.taken_value(number, numbering, &ty));
        }
        let list = self.list_for(of, env)?;
        let list = match of.ty {
            Type::Set(_) | Type::Bag(_) => list,
            Type::List(_) => {
                let form = self.form(&ty)?;
                self.flat_list(|d| FlatOp::Sort(d, list, form, false))?
            }
            _ => return None,
        };
        let (val, element) = self.room(&ty)?;
        self.code.elements.push(element);
        let pool = u16::try_from(self.code.elements.len() - 1).ok()?;
        let (at, seen, head, end) = (self.counter(0)?, self.counter(0)?, self.label(), self.label());
        self.place(head);
        self.emit(Op::NextElement(at, list, pool, end))?;
        self.emit(Op::Const(seen, 1))?;
        if is_largest {
            self.emit(Op::Loop(head))?;
        }
        self.place(end);
        self.bail_unless(seen)?;
        Some(val)
    }

    /// A part of an element, in a register.
    pub(super) fn leaf(&mut self, index: I, over: u16, leaf: u16) -> Option<Reg> {
        let universe = self.universe(over);
        let ty = universe.leaves().into_iter().nth(leaf.into())?;
        let column: Vec<&Value> = universe.column(leaf.into()).collect();
        self.of_column(index, &column, &ty)
    }

    /// One of some known values that are no tuples, in a register: by its place among them, from 0.
    fn of_column(&mut self, index: I, column: &[&Value], ty: &Type) -> Option<Reg> {
        let values = || column.iter().copied();
        match self.class(ty)? {
            Class::Word => {
                let words = self.known_words(values())?;
                let pool = self.list_in_pool(words);
                self.word_op(|d| Op::Entry(d, index, pool)).map(Reg::I)
            }
            Class::Set => {
                let sets = values().map(|v| self.bits_of(v, ty)).collect::<Option<_>>();
                let Some(sets) = sets else {
                    values().for_each(|v| self.plan.meet_elements(v));
                    return None;
                };
                self.code.masks.push(Masks { is_cell: false, held: true, sets });
                let pool = self.code.masks.len() as u32 - 1;
                self.set_op(|d| Op::SetMask(d, index, pool)).map(Reg::B)
            }
            Class::List | Class::Map | Class::Flat => {
                values().for_each(|v| self.plan.meet_bag(v));
                let lists: Vec<Vec<i64>> = values().map(|v| self.run_of(v, ty)).collect::<Option<_>>()?;
                let pool = self.rows_in_pool(lists);
                self.list_op(|d| Op::EntryList(d, index, pool)).map(Reg::L)
            }
        }
    }

    /// The place of constant lists that belong together.
    fn rows_in_pool(&mut self, lists: Vec<Vec<i64>>) -> u32 {
        let is_same = |rows: &std::ops::Range<usize>| self.code.lists[rows.clone()] == lists[..];
        if let Some(known) = self.code.rows.iter().position(is_same) {
            return known as u32;
        }
        let first = self.code.lists.len();
        self.code.lists.extend(lists);
        self.code.rows.push(first..self.code.lists.len());
        self.code.rows.len() as u32 - 1
    }

    /// An entry of a list, or of a map, that is known when code is made: by its place, where a search would go through all before it.
    pub(super) fn known_entry(&mut self, base: &Expr, i: &Expr, env: &mut Env) -> Option<Val> {
        let known = self.known(base, env)?;
        match (&known, &base.ty) {
            (Value::List(entries), Type::List(item)) => {
                let (i, one) = (self.word_for(i, env)?, self.constant(1)?);
                self.code.bounds.push((1, entries.len() as i64));
                self.emit(Op::Check(i, self.code.bounds.len() as u32 - 1))?;
                let place = self.word_op(|d| Op::Sub(d, i, one))?;
                self.of_columns(place, &entries.iter().collect::<Vec<_>>(), item)
            }
            (Value::Map(entries), Type::Map(key, item)) => {
                let at = self.value(i, env)?;
                let (place, zero, fine) =
                    (self.place_among(&at, key, &known)?, self.constant(0)?, self.label());
                self.emit(Op::JumpUnlessLt(place, zero, fine))?;
                self.emit(Op::Bail)?;
                self.place(fine);
                self.of_columns(place, &entries.values().collect::<Vec<_>>(), item)
            }
            _ => None,
        }
    }

    /// One of some known values: what it is made of, by its place among them.
    fn of_columns(&mut self, index: I, values: &[&Value], ty: &Type) -> Option<Val> {
        let Type::Tuple(types) = ty else {
            return Some(match self.of_column(index, values, ty)? {
                Reg::I(r) => Val::I(r),
                Reg::B(r) => Val::B(r),
                Reg::L(r) => Val::L(r),
            });
        };
        let entries = |at: usize| -> Option<Vec<&Value>> {
            values.iter().map(|v| if let Value::Tuple(parts) = v { parts.get(at) } else { None }).collect()
        };
        let part = |(at, ty): (usize, &Type)| self.of_columns(index, &entries(at)?, ty);
        types.iter().enumerate().map(part).collect::<Option<_>>().map(Val::Tuple)
    }

    /// The place of a constant list.
    pub(super) fn list_in_pool(&mut self, words: Vec<i64>) -> u32 {
        if let Some(known) = self.code.lists.iter().position(|l| *l == words) {
            return known as u32;
        }
        self.code.lists.push(words);
        self.code.lists.len() as u32 - 1
    }

    /// A set as bits; `None` if it has an element without one.
    pub(super) fn bits_of(&self, set: &Value, ty: &Type) -> Option<u128> {
        if let Numbering::Over(over) = self.numbering(ty) {
            return self.universe(over).bits_of(set);
        }
        let mut words = vec![];
        self.form(ty)?.write(set, &self.grid, &mut words)?;
        Some(super::flat::join(&words))
    }

    /// Those elements of a set that have a bit.
    pub(super) fn bits_within(&self, set: &Value, ty: &Type) -> u128 {
        if let Numbering::Over(over) = self.numbering(ty) {
            return self.universe(over).bits_within(set);
        }
        let bit = |v: Value| match v {
            Value::Cell(c) => self.grid.bit(c.row, c.col),
            Value::Int(n) => n.to_i64().and_then(|n| u32::try_from(n).ok()),
            Value::Case(n, _) => Some(n),
            _ => None,
        };
        elements(set).filter_map(bit).filter(|bit| *bit < u128::BITS).fold(0, |bits, bit| bits | 1 << bit)
    }

    fn run_of(&self, v: &Value, ty: &Type) -> Option<Vec<i64>> {
        let mut words = vec![];
        self.form(ty)?.write_run(v, &self.grid, &mut words)?;
        Some(words)
    }

    /// The number of an element of a set, for instructions on it.
    pub(super) fn element_for(&mut self, e: &Expr, numbering: Numbering, env: &mut Env) -> Option<I> {
        let Numbering::Over(over) = numbering else { return self.word_for(e, env) };
        let val = self.value(e, env)?;
        self.number_of(&val, &e.ty, over)
    }

    /// The number of an element of a universe; -1 if it has none.
    pub(super) fn number_of(&mut self, val: &Val, ty: &Type, over: u16) -> Option<I> {
        if let Val::Known(v) = val {
            let number = self.universe(over).index_of(v).map_or(-1, i64::from);
            return self.constant(number);
        }
        if let Some(index) = whole(val, ty, over) {
            return Some(index);
        }
        let element = self.held(val.clone(), ty)?;
        if let Some(number) = self.number_in_table(&element.regs, over) {
            return Some(number);
        }
        let finder = Finder::new(&self.universe(over), &element.form, &self.grid)?;
        let d = self.word()?;
        self.flat(FlatOp::Find(d, element, finder))?;
        Some(d)
    }

    /// The same, where elements are few small words: by a table.
    fn number_in_table(&mut self, regs: &[Reg], over: u16) -> Option<I> {
        let universe = self.universe(over);
        let count = universe.leaves().len();
        let columns =
            (0..count).map(|leaf| self.known_words(universe.column(leaf))).collect::<Option<_>>()?;
        self.place_in_table(regs, &universe.leaves(), columns)
    }

    /// The types of what elements of a known collection are made of, and these as words.
    fn columns_of(&mut self, ty: &Type, known: &Value) -> Option<(Vec<Type>, Vec<Vec<i64>>)> {
        let of: Vec<Type> = leaves(ty, &Shape::Any).into_iter().map(|(ty, _)| ty).collect();
        let mut columns = vec![vec![]; of.len()];
        // All that have no word yet are taken note of at once.
        let mut all = true;
        for element in elements(known) {
            let mut values = vec![];
            leaf_values(ty, &element, &mut values);
            for (column, value) in columns.iter_mut().zip(values) {
                let word = self.known_word(value);
                all &= word.is_some();
                column.extend(word);
            }
        }
        all.then_some((of, columns))
    }

    /// Jumps to `to` unless being an element of a known set is `wanted`, where it has all from some numbers to others, such as a board.
    pub(super) fn branch_in_box(
        &mut self,
        val: &Val,
        ty: &Type,
        known: &Value,
        asked: (To, bool),
    ) -> Option<()> {
        let Value::Set(set) = known else { return None };
        let is_word = |(ty, _): &(Type, Shape)| matches!(ty, Type::Int | Type::Cell);
        if !leaves(ty, &Shape::Any).iter().all(is_word) {
            return None;
        }
        let (of, columns) = self.columns_of(ty, known)?;
        let held = self.held(val.clone(), ty)?;
        let digits = digits_of(&held.regs, &of, columns)?;
        let spans: Vec<(i64, i64)> = digits.iter().map(|(.., words)| span(words)).collect::<Option<_>>()?;
        if spans.len() > MOST_DIGITS || size_of_box(&spans)? != set.len() as i64 {
            return None;
        }
        let within = digits.iter().zip(&spans).map(|((r, half, _), (lo, hi))| {
            Some((self.digit(*r, *half)?, self.constant(*lo)?, self.constant(*hi)?))
        });
        let within = within.collect::<Option<Vec<_>>>()?;
        self.branch_within(&within, asked)
    }

    /// The place of an element in a known collection, or -1: where elements are few small words, by a table.
    pub(super) fn place_among(&mut self, val: &Val, ty: &Type, known: &Value) -> Option<I> {
        let (of, columns) = self.columns_of(ty, known)?;
        let mark = self.mark();
        let held = self.held(val.clone(), ty)?;
        self.place_in_table(&held.regs, &of, columns).or_else(|| {
            self.back(&mark);
            None
        })
    }

    /// The value that a known map has for a key, where keys are few small words and values are words: by tables.
    pub(super) fn value_in_table(&mut self, map: &Value, (key, ty): (&Val, &Type)) -> Option<I> {
        let Value::Map(entries) = map else { return None };
        let words = self.known_words(entries.values())?;
        let (place, zero, fine) = (self.place_among(key, ty, map)?, self.constant(0)?, self.label());
        self.emit(Op::JumpUnlessLt(place, zero, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        let pool = self.list_in_pool(words);
        self.word_op(|d| Op::Entry(d, place, pool))
    }

    /// The number of an element, whose parts are in registers, among others, by what these have in each part; -1 if it is none.
    fn place_in_table(&mut self, regs: &[Reg], leaves: &[Type], columns: Vec<Vec<i64>>) -> Option<I> {
        let count = columns.first()?.len();
        let digits = digits_of(regs, leaves, columns)?;
        let spans: Vec<(i64, i64)> = digits.iter().map(|(.., words)| span(words)).collect::<Option<_>>()?;
        let mut table = vec![-1; usize::try_from(size_of_box(&spans).filter(|n| *n <= PLACES)?).ok()?];
        for i in 0..count {
            let each = spans.iter().zip(&digits);
            let place = each.fold(0, |at, ((lo, hi), (.., words))| at * (hi - lo + 1) + words[i] - lo);
            table[place as usize] = i as i64;
        }
        self.look_up(&digits, &spans, table)
    }

    fn look_up(&mut self, digits: &[Digit], spans: &[(i64, i64)], table: Vec<i64>) -> Option<I> {
        let (found, place, outside) = (self.counter(-1)?, self.counter(0)?, self.label());
        for ((r, half, _), (lo, hi)) in digits.iter().zip(spans) {
            let r = self.digit(*r, *half)?;
            let (low, high, size) = (self.constant(*lo)?, self.constant(*hi)?, self.constant(hi - lo + 1)?);
            self.emit(Op::JumpUnlessLe(low, r, outside))?;
            self.emit(Op::JumpUnlessLe(r, high, outside))?;
            let digit = self.word_op(|d| Op::Sub(d, r, low))?;
            self.emit(Op::Mul(place, place, size))?;
            self.emit(Op::Add(place, place, digit))?;
        }
        let pool = self.list_in_pool(table);
        self.emit(Op::Entry(found, place, pool))?;
        self.place(outside);
        Some(found)
    }

    fn digit(&mut self, r: I, half: Option<bool>) -> Option<I> {
        match half {
            None => Some(r),
            Some(true) => self.word_op(|d| Op::Row(d, r)),
            Some(false) => self.word_op(|d| Op::Col(d, r)),
        }
    }
}

/// A word, which half of a cell it is, and what it is for each element.
type Digit = (I, Option<bool>, Vec<i64>);

/// The words of some elements, in the registers of one: a cell is two.
fn digits_of(regs: &[Reg], leaves: &[Type], columns: Vec<Vec<i64>>) -> Option<Vec<Digit>> {
    let mut digits: Vec<Digit> = vec![];
    for ((ty, reg), words) in leaves.iter().zip(regs).zip(columns) {
        let Reg::I(r) = *reg else { return None };
        match ty {
            Type::Cell => {
                let halves = |w: &i64| word_cell(*w);
                digits.push((r, Some(true), words.iter().map(|w| halves(w).0.into()).collect()));
                digits.push((r, Some(false), words.iter().map(|w| halves(w).1.into()).collect()));
            }
            _ => digits.push((r, None, words)),
        }
    }
    Some(digits)
}

/// How many numbers have digits from some to others.
fn size_of_box(spans: &[(i64, i64)]) -> Option<i64> {
    spans.iter().try_fold(1i64, |n, (lo, hi)| n.checked_mul(hi.checked_sub(*lo)?.checked_add(1)?))
}

fn span(words: &[i64]) -> Option<(i64, i64)> {
    Some((*words.iter().min()?, *words.iter().max()?))
}

fn leaves_of(ty: &Type, index: I, over: u16, next: &mut u16) -> Val {
    if let Type::Tuple(types) = ty {
        return Val::Tuple(types.iter().map(|ty| leaves_of(ty, index, over, next)).collect());
    }
    *next += 1;
    Val::Leaf { index, over, leaf: *next - 1 }
}

/// The number of an element, if a value is made of all its parts in order.
fn whole(val: &Val, ty: &Type, over: u16) -> Option<I> {
    fn gather(val: &Val, ty: &Type, out: &mut Vec<Val>) -> Option<()> {
        match ty {
            Type::Tuple(types) => {
                parts_of(val)?.iter().zip(types).try_for_each(|(part, ty)| gather(part, ty, out))
            }
            _ => {
                out.push(val.clone());
                Some(())
            }
        }
    }
    let mut found = vec![];
    gather(val, ty, &mut found)?;
    let Some(Val::Leaf { index, .. }) = found.first() else { return None };
    let at = |val: &Val, i: usize| matches!(val, Val::Leaf { index: of, over: o, leaf } if of == index && *o == over && usize::from(*leaf) == i);
    found.iter().enumerate().all(|(i, val)| at(val, i)).then_some(*index)
}

/// The same value of other elements: what is in some registers is in others.
pub(super) fn moved(val: &Val, moves: &[(I, I)]) -> Val {
    let to = |r: &I| moves.iter().find(|(from, _)| from == r).map_or(*r, |(_, to)| *to);
    match val {
        Val::I(r) => Val::I(to(r)),
        Val::Leaf { index, over, leaf } => Val::Leaf { index: to(index), over: *over, leaf: *leaf },
        Val::Tuple(parts) => Val::Tuple(parts.iter().map(|part| moved(part, moves)).collect()),
        other => other.clone(),
    }
}

impl Compiler<'_> {
    /// The edges of a set that hang together with a vertex.
    pub(super) fn connected(&mut self, args: &[Expr], over: u16, env: &mut Env) -> Option<B> {
        let [edges, vertex] = args else { return None };
        let (all, vertex) = (self.set_for(edges, env)?, self.value(vertex, env)?);
        let at = self.edges_at(&vertex, over)?;
        let universe = self.universe(over);
        let meet = |e: &Value, f: &Value| ends(e).iter().any(|v| ends(f).contains(v));
        let sets = universe.values().iter().map(|e| universe.those(|f| meet(e, f))).collect();
        self.code.masks.push(Masks { is_cell: false, held: false, sets });
        let pool = self.code.masks.len() as u32 - 1;
        self.set_op(|d| Op::Connected(d, all, at, pool))
    }

    /// The edges of a universe that end in a vertex.
    fn edges_at(&mut self, vertex: &Val, over: u16) -> Option<B> {
        let universe = self.universe(over);
        let at = |v: &Value| universe.those(|e| ends(e).contains(v));
        let (index, is_cell, sets) = match vertex {
            Val::Known(v) => return self.fixed_set(at(v)),
            Val::Leaf { index, over, leaf } => {
                let of = self.universe(*over);
                (*index, false, of.column((*leaf).into()).map(at).collect())
            }
            Val::I(r) => match self.taken.iter().find(|(taken, _)| taken == r).map(|(_, kind)| *kind) {
                Some(Numbering::Cells) => {
                    let cell = |n| self.grid.cell(n);
                    let cells =
                        (0..self.grid.size()).map(|n| Value::Cell(Cell { row: cell(n).0, col: cell(n).1 }));
                    (*r, true, cells.map(|v| at(&v)).collect())
                }
                kind if universe.has_numbers() => {
                    if kind.is_none() {
                        // Any number: those that no set has are left to other engines.
                        self.code.bounds.push((0, 127));
                        self.emit(Op::Check(*r, self.code.bounds.len() as u32 - 1))?;
                    }
                    (*r, false, (0..128).map(|n| at(&Value::int(n))).collect())
                }
                _ => return None,
            },
            _ => return None,
        };
        self.code.masks.push(Masks { is_cell, held: false, sets });
        let pool = self.code.masks.len() as u32 - 1;
        self.set_op(|d| Op::SetMask(d, index, pool))
    }

    /// The word of the element with a number.
    pub(super) fn word_of_number(&self, number: u32, numbering: Numbering) -> i64 {
        match numbering {
            Numbering::Cells => {
                let (row, col) = self.grid.cell(number);
                cell_word(row, col)
            }
            Numbering::Numbers | Numbering::Over(_) => number.into(),
        }
    }

    /// How many numbers there are.
    pub(super) fn numbers(&self, numbering: Numbering) -> u32 {
        match numbering {
            Numbering::Cells => self.grid.size(),
            Numbering::Numbers => 128,
            Numbering::Over(over) => self.plan.sets.universe(over).len(),
        }
    }
}

impl Compiler<'_> {
    /// A known value as a word. A text that has none yet is taken note of.
    pub(super) fn known_word(&mut self, value: &Value) -> Option<i64> {
        let word = self.plan.sets.word_of(value);
        if word.is_none() {
            self.plan.meet_elements(value);
        }
        word
    }

    /// Takes note of a known value that has no place in a layout yet.
    pub(super) fn unmet<T>(&mut self, value: &Value) -> Option<T> {
        self.plan.meet_elements(value);
        None
    }

    /// Known values as words; all that have none yet are taken note of.
    pub(super) fn known_words<'v>(
        &mut self,
        values: impl IntoIterator<Item = &'v Value>,
    ) -> Option<Vec<i64>> {
        let words: Vec<Option<i64>> = values.into_iter().map(|v| self.known_word(v)).collect();
        words.into_iter().collect()
    }
}
