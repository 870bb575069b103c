//! The bounds of the numbers in registers, on every way: an operation that cannot overflow or leave its field needs no
//! check.

use super::super::code::{self, Code, Element, FlatOp, I, L, Op, Reg};
use super::super::family::Family;
use super::super::flat_fields::Piece;
use super::super::flat_ops::To;
use super::super::layout::{Field, Kind, entries, mask};
use super::super::parts::Demand;
use super::Keys;
use super::builds::builds;
use super::forms::Form;
use super::members::first_member;
use super::pieces::leaves;
use std::collections::HashMap;
use std::sync::Arc;

/// The least and the largest number.
pub(super) type Bounds = (i64, i64);

pub(super) const ANY: Bounds = (i64::MIN, i64::MAX);
const TRUTH: Bounds = (0, 1);
/// Rows and columns are half a word.
const HALF: Bounds = (i32::MIN as i64, i32::MAX as i64);
/// Numbers in bit sets are below this.
const IN_SETS: i64 = 128;
/// What grows for more rounds than this may be anything: counters that nothing bounds.
const ROUNDS: usize = 8;

/// The bounds of each register of a code.
pub(super) struct Ranges {
    words: Vec<Option<Bounds>>,
    /// Of each list, its length and its entries.
    lengths: Vec<Option<Bounds>>,
    entries: Vec<Option<Bounds>>,
    /// Whether these follow from what is put into lists rather than from fields: in code for positions in bytes.
    flow: bool,
    /// Which list an instruction adds to.
    builds: HashMap<usize, L>,
    /// The pieces that lists are held as.
    pieces: Vec<Option<Arc<Piece>>>,
    /// Registers that count up: how far. In the loop they are above what they begin with.
    counters: HashMap<I, Option<i64>>,
    /// What is remembered by each pool.
    remembered: HashMap<u16, Bounds>,
    changed: bool,
}

impl Ranges {
    /// For the code of an instance; `fixed` are the bits in which no two keys differ, and what they are.
    pub(super) fn of(
        family: &Family,
        tag: usize,
        code: &Code,
        (forms, pieces): (&[Form], &[Arc<Piece>]),
        fixed: (u64, u64),
        keys: Keys<'_>,
    ) -> Ranges {
        let piece = |form: &Form| if let Form::Piece(i) = form { Some(pieces[*i].clone()) } else { None };
        let entry = |form: &Form| match *form {
            Form::Packed { lo, hi, .. } => (lo, hi),
            Form::Memory => ANY,
            Form::Piece(i) => match &*pieces[i] {
                Piece::Run { of, .. } => bounds_of(of),
                Piece::Counts { of, .. } => {
                    (0..of.width()).map(|column| of.bounds(column)).reduce(join).unwrap_or(ANY)
                }
                _ => ANY,
            },
        };
        let known = matches!(keys, Keys::Words(_));
        let mut ranges = Ranges {
            words: vec![None; code.size.0],
            lengths: vec![None; code.size.2],
            entries: forms.iter().map(|form| known.then(|| entry(form))).collect(),
            flow: !known,
            builds: builds(code).unwrap_or_default(),
            pieces: forms.iter().map(piece).collect(),
            counters: counters(code),
            remembered: HashMap::new(),
            changed: false,
        };
        for ((field, at), reg) in family.instances[tag].placed.fields.iter().zip(&code.inputs) {
            ranges.begin_with(field, *reg, fixed_length(field, *at, fixed));
        }
        if let Keys::Runs(parts) = keys {
            ranges.begin_with_parts(&parts[tag], code);
        }
        code.constants.iter().for_each(|(r, n)| ranges.add(*r, (*n, *n)));
        ranges.settle(code);
        ranges
    }

    fn begin_with(&mut self, field: &Field, reg: Reg, length: Option<i64>) {
        match (&field.kind, reg) {
            (Kind::Word { lo, hi }, Reg::I(r)) => self.add(r, (*lo, *hi)),
            (_, Reg::I(r)) => self.add(r, ANY),
            (kind, Reg::L(l)) => {
                let most =
                    entries(kind).map_or(i64::MAX, |(cap, _, _, together)| i64::from(cap) * together as i64);
                self.add_length(l, length.map_or((0, most), |n| (n, n)));
            }
            (_, Reg::B(_)) => {}
        }
    }

    /// Of positions in bytes it is known what was declared.
    fn begin_with_parts(&mut self, parts: &[Demand], code: &Code) {
        for (part, reg) in parts.iter().zip(&code.inputs) {
            let bounds = part.fit.words(&part.form);
            match *reg {
                Reg::I(r) => self.add(r, bounds),
                Reg::L(l) => {
                    self.add_length(l, (0, i64::MAX));
                    self.add_entries(l, Some(bounds));
                }
                Reg::B(_) => {}
            }
        }
    }

    fn settle(&mut self, code: &Code) {
        for round in 0.. {
            self.changed = false;
            let (before, entries_before) = (self.words.clone(), self.entries.clone());
            for (at, op) in code.ops.iter().enumerate() {
                self.take(code, *op);
                if self.flow {
                    self.take_entries(code, *op, at);
                }
            }
            if !self.changed {
                return;
            }
            if round >= ROUNDS {
                let grown = |(now, before): (&mut Option<Bounds>, &Option<Bounds>)| {
                    if *now != *before {
                        *now = Some(ANY);
                    }
                };
                self.words.iter_mut().zip(&before).for_each(grown);
                self.entries.iter_mut().zip(&entries_before).for_each(grown);
            }
        }
    }

    /// The bounds of a register where it is read; those of a counter in its loop.
    pub(super) fn word(&self, r: I) -> Bounds {
        self.so_far(r).unwrap_or(ANY)
    }

    fn so_far(&self, r: I) -> Option<Bounds> {
        let (low, high) = self.words[r as usize]?;
        match self.counters.get(&r) {
            Some(most) => (*most).map(|most| (low.saturating_add(1), most.max(low.saturating_add(1)))),
            None => Some((low, high)),
        }
    }

    pub(super) fn length(&self, l: L) -> Bounds {
        self.lengths[l as usize].unwrap_or((0, i64::MAX))
    }

    fn add(&mut self, r: I, new: Bounds) {
        let slot = &mut self.words[r as usize];
        let joined = slot.map_or(new, |old| join(old, new));
        self.changed |= *slot != Some(joined);
        *slot = Some(joined);
    }

    /// The bounds of the numbers in a list; of those of its elements if it holds such.
    pub(super) fn entries(&self, l: L) -> Bounds {
        self.entries[l as usize].unwrap_or(ANY)
    }

    fn add_entries(&mut self, l: L, new: Option<Bounds>) {
        let Some(new) = new else { return };
        let slot = &mut self.entries[l as usize];
        let joined = slot.map_or(new, |old| join(old, new));
        self.changed |= *slot != Some(joined);
        *slot = Some(joined);
    }

    /// What an instruction puts into lists.
    fn take_entries(&mut self, code: &Code, op: Op, at: usize) {
        let of = |l: L| self.entries[l as usize];
        let word = |r: I| self.so_far(r);
        let both = |a: Option<Bounds>, b: Option<Bounds>| a.map_or(b, |a| Some(b.map_or(a, |b| join(a, b))));
        let held = |e: &Element| {
            let held = |reg: &Reg| match *reg {
                Reg::I(r) => word(r),
                Reg::L(l) => of(l),
                Reg::B(_) => None,
            };
            e.regs.iter().map(held).fold(None, both)
        };
        let (d, bounds) = match op {
            Op::ListConst(d, pool) => {
                let list = &code.lists[pool as usize];
                (d, list.iter().min().zip(list.iter().max()).map(|(low, high)| (*low, *high)))
            }
            Op::ListMove(d, l) | Op::Sort(d, l) | Op::Reverse(d, l) | Op::Remove(d, l, _) => (d, of(l)),
            Op::Put(d, l, _, x) | Op::Insert(d, l, x) => (d, both(of(l), word(x))),
            Op::Concat(d, a, b) => (d, both(of(a), of(b))),
            Op::MapPut(d, l, k, x) => (d, both(of(l), both(word(k), word(x)))),
            Op::BitsList(d, ..) => (d, Some(TRUTH)),
            Op::EntryList(d, _, pool) => {
                let words = code.lists[code.rows[pool as usize].clone()].iter().flatten();
                (d, words.clone().min().zip(words.max()).map(|(low, high)| (*low, *high)))
            }
            Op::Touching(d, _) | Op::Arcs(d, ..) => (d, Some(ANY)),
            Op::Push(x) => match self.builds.get(&at) {
                Some(d) => (*d, word(x)),
                None => return,
            },
            Op::NextElement(_, l, pool, _) => {
                let bounds = of(l);
                return self.add_elements(&code.elements[pool as usize], bounds);
            }
            Op::Flat(flat) => {
                let op = &code.flats[flat as usize];
                let lists = [op.lists().0, op.lists().1].into_iter().flatten();
                let read = lists.map(of).chain(op.items().map(held)).fold(None, both);
                match (op.gives_to(), op, self.builds.get(&at)) {
                    (To::List(d), ..) => (d, read),
                    (To::Element(element), ..) => {
                        let bounds = op.lists().0.and_then(of);
                        return self.add_elements(element, bounds);
                    }
                    (_, FlatOp::Push(_), Some(d)) => (*d, read),
                    _ => return,
                }
            }
            _ => return,
        };
        self.add_entries(d, bounds);
    }

    /// The registers of an element of a list with such numbers.
    fn add_elements(&mut self, element: &Element, bounds: Option<Bounds>) {
        for reg in &element.regs {
            match (*reg, bounds) {
                (Reg::I(r), Some(bounds)) => self.add(r, bounds),
                (Reg::L(l), bounds) => self.add_entries(l, bounds),
                _ => {}
            }
        }
    }

    fn add_length(&mut self, l: L, new: Bounds) {
        let slot = &mut self.lengths[l as usize];
        let joined = slot.map_or(new, |old| if old == new { old } else { (0, i64::MAX) });
        self.changed |= *slot != Some(joined);
        *slot = Some(joined);
    }

    /// What an instruction may write.
    fn take(&mut self, code: &Code, op: Op) {
        match op {
            Op::Step(a, hi, _) | Op::StepAgain(a, hi, _) => self.count(a, hi),
            Op::Remember(_, v, pool) => {
                if let Some(v) = self.so_far(v) {
                    let known = self.remembered.get(&pool).map_or(v, |old| join(*old, v));
                    self.changed |= self.remembered.insert(pool, known) != Some(known);
                }
            }
            Op::Put(d, l, ..) | Op::Reverse(d, l) | Op::Sort(d, l) | Op::ListMove(d, l) => {
                if let Some(length) = self.lengths[l as usize] {
                    self.add_length(d, length);
                }
            }
            Op::BitsList(d, _, n) => self.add_length(d, (n.into(), n.into())),
            // There, elements are counted, not words.
            Op::ListConst(d, _) | Op::EntryList(d, ..) if self.pieces[d as usize].is_some() => {
                self.add_length(d, (0, i64::MAX));
            }
            Op::ListConst(d, pool) => {
                let n = code.lists[pool as usize].len() as i64;
                self.add_length(d, (n, n));
            }
            Op::Concat(d, ..) | Op::Insert(d, ..) | Op::Remove(d, ..) | Op::MapPut(d, ..) => {
                self.add_length(d, (0, i64::MAX));
            }
            Op::EntryList(d, _, pool) => {
                for list in &code.lists[code.rows[pool as usize].clone()] {
                    self.add_length(d, (list.len() as i64, list.len() as i64));
                }
            }
            Op::Touching(d, _) | Op::Arcs(d, ..) | Op::End(d, _) => self.add_length(d, (0, i64::MAX)),
            Op::NextElement(..) | Op::Flat(_) => {
                for (reg, bounds) in self.flat_results(code, op) {
                    match reg {
                        Reg::I(r) => self.add(r, bounds),
                        Reg::L(l) => self.add_length(l, (0, i64::MAX)),
                        Reg::B(_) => {}
                    }
                }
            }
            _ => {
                if let Some(d) = written(op)
                    && let Some(bounds) = self.result(code, op)
                {
                    self.add(d, bounds);
                }
            }
        }
    }

    /// What an instruction on flat values writes, and between which bounds.
    fn flat_results(&self, code: &Code, op: Op) -> Vec<(Reg, Bounds)> {
        let any = |reg: &Reg| (*reg, ANY);
        let mut all: Vec<(Reg, Bounds)> = flat_written(code, op).iter().map(any).collect();
        if self.flow {
            return self.flow_results(code, op, all);
        }
        let (l, element) = match op {
            Op::NextElement(at, l, pool, _) => {
                all[0] = (Reg::I(at), (0, i64::MAX));
                (l, &code.elements[pool as usize])
            }
            Op::Flat(flat) => match &code.flats[flat as usize] {
                FlatOp::Get(l, _, element) | FlatOp::MapGet(l, _, element) => (*l, element),
                _ => return all,
            },
            _ => return all,
        };
        let Some(piece) = &self.pieces[l as usize] else { return all };
        if let Piece::Counts { of, .. } = &**piece {
            let first = all.len() - element.regs.len();
            all[first..].iter_mut().zip(0..).for_each(|((_, bounds), column)| *bounds = of.bounds(column));
            return all;
        }
        let inner = match &**piece {
            Piece::Run { of, .. } => leaves(of),
            Piece::Keys { value, .. } => leaves(value),
            _ => vec![],
        };
        // Of a map, a key may come first.
        let words = all.iter_mut().rev().take(element.regs.len()).zip(inner.into_iter().rev());
        words.for_each(|((_, bounds), piece)| *bounds = bounds_of(piece));
        all
    }

    /// The same where what is known about elements follows from lists: see [`Ranges::take_entries`].
    fn flow_results(&self, code: &Code, op: Op, mut all: Vec<(Reg, Bounds)>) -> Vec<(Reg, Bounds)> {
        let is_element = match op {
            Op::NextElement(..) => {
                all[0].1 = (0, i64::MAX);
                true
            }
            Op::Flat(flat) => matches!(code.flats[flat as usize].gives_to(), To::Element(_)),
            _ => false,
        };
        let first = usize::from(matches!(op, Op::NextElement(..)));
        let kept =
            |(i, (reg, _)): (usize, &(Reg, Bounds))| i < first || !is_element || matches!(reg, Reg::L(_));
        let keep: Vec<bool> = all.iter().enumerate().map(kept).collect();
        all.into_iter().zip(keep).filter_map(|(of, keep)| keep.then_some(of)).collect()
    }

    fn count(&mut self, a: I, hi: I) {
        let Some((_, high)) = self.so_far(hi) else { return };
        match self.counters.get_mut(&a) {
            Some(most) => {
                let joined = most.map_or(high, |old| old.max(high));
                self.changed |= *most != Some(joined);
                *most = Some(joined);
            }
            None => {
                let low = self.words[a as usize].map_or(i64::MIN, |(low, _)| low);
                self.add(a, (low, high.max(low)));
            }
        }
    }

    /// The bounds of what an instruction gives; none while those of what it reads are not known.
    fn result(&self, code: &Code, op: Op) -> Option<Bounds> {
        let of = |r: I| self.so_far(r);
        Some(match op {
            Op::Const(_, n) => (n, n),
            Op::Move(_, a) => of(a)?,
            Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Neg(..) => narrow(self.exact(op)?),
            Op::Div(_, a, b) => divided(of(a)?, of(b)?),
            Op::Mod(_, a, b) => rest(of(a)?, of(b)?),
            Op::Gcd(_, a, b) => (0, of(a)?.1.max(of(b)?.1)),
            Op::Halve(_, a, _) => (of(a)?.0.min(0), of(a)?.1.max(-1)),
            Op::Xor(_, a, b) => (0, all_ones(of(a)?.1.max(of(b)?.1))),
            Op::Min(_, a, b) => (of(a)?.0.min(of(b)?.0), of(a)?.1.min(of(b)?.1)),
            Op::Max(_, a, b) => (of(a)?.0.max(of(b)?.0), of(a)?.1.max(of(b)?.1)),
            Op::Abs(_, a) => {
                let (low, high) = of(a)?;
                let least =
                    if low <= 0 && high >= 0 { 0 } else { low.saturating_abs().min(high.saturating_abs()) };
                (least, low.saturating_abs().max(high.saturating_abs()))
            }
            Op::Row(..) | Op::Col(..) => HALF,
            Op::SetEq(..) | Op::Has(..) | Op::HasCell(..) | Op::MapHas(..) => TRUTH,
            Op::ListEq(..) | Op::ListHas(..) | Op::ListHasSorted(..) => TRUTH,
            Op::Count(..) | Op::LeastMissing(..) => (0, IN_SETS),
            Op::Least(..) | Op::Largest(..) | Op::Next(..) | Op::NextAgain(..) => (0, IN_SETS - 1),
            Op::Len(_, l) => self.length(l),
            Op::Get(_, l, _) | Op::At(_, l, _) => self.entries[l as usize]?,
            Op::Entry(_, _, pool) => {
                let list = &code.lists[pool as usize];
                (*list.iter().min()?, *list.iter().max()?)
            }
            Op::Recall(_, _, pool, _) => *self.remembered.get(&pool)?,
            Op::NextMember(_, _, limit, pool, _) => {
                let first = first_member(code, pool)?;
                (first, of(limit)?.1.max(first))
            }
            _ => ANY,
        })
    }

    /// The exact bounds of a sum, a difference, a product: `None` if they are not known.
    fn exact(&self, op: Op) -> Option<(i128, i128)> {
        let wide = |r: I| self.so_far(r).map(|(low, high)| (i128::from(low), i128::from(high)));
        Some(match op {
            Op::Add(_, a, b) => (wide(a)?.0 + wide(b)?.0, wide(a)?.1 + wide(b)?.1),
            Op::Sub(_, a, b) => (wide(a)?.0 - wide(b)?.1, wide(a)?.1 - wide(b)?.0),
            Op::Neg(_, a) => (-wide(a)?.1, -wide(a)?.0),
            Op::Mul(_, a, b) => {
                let ((a, b), (c, d)) = (wide(a)?, wide(b)?);
                let all = [a * c, a * d, b * c, b * d];
                (all.into_iter().min()?, all.into_iter().max()?)
            }
            _ => return None,
        })
    }

    /// Whether a sum, a difference or a product fits a word whatever its operands are.
    pub(super) fn fits(&self, op: Op) -> bool {
        self.exact(op).is_some_and(|(low, high)| low >= i64::MIN.into() && high <= i64::MAX.into())
    }
}

/// The bounds of a word that is in a piece.
fn bounds_of(piece: &Piece) -> Bounds {
    match piece {
        Piece::Word(entry) if !entry.cell => (entry.lo, entry.hi),
        _ => ANY,
    }
}

/// The registers that an instruction on flat values writes to.
pub(super) fn flat_written(code: &Code, op: Op) -> Vec<Reg> {
    match op {
        Op::NextElement(at, _, pool, _) => {
            let regs = code.elements[pool as usize].regs.iter().copied();
            std::iter::once(Reg::I(at)).chain(regs).collect()
        }
        Op::Flat(flat) => match &code.flats[flat as usize] {
            FlatOp::Push(_) | FlatOp::Fit(..) => vec![],
            FlatOp::Has(d, ..) | FlatOp::MapHas(d, ..) | FlatOp::Find(d, ..) | FlatOp::Size(d, ..) => {
                vec![Reg::I(*d)]
            }
            FlatOp::With(d, ..) | FlatOp::Without(d, ..) | FlatOp::Combine(d, ..) | FlatOp::Sort(d, ..) => {
                vec![Reg::L(*d)]
            }
            FlatOp::Put(d, ..) | FlatOp::MapPut(d, ..) => vec![Reg::L(*d)],
            FlatOp::Get(_, _, element) | FlatOp::MapGet(_, _, element) => element.regs.clone(),
        },
        _ => vec![],
    }
}

/// The registers that an instruction writes words to, and those that one on flat values writes anything to.
pub(super) fn all_written(code: &Code, op: Op) -> Vec<Reg> {
    written(op).map(Reg::I).into_iter().chain(flat_written(code, op)).collect()
}

/// The word registers that an instruction on flat values reads.
fn flat_read(op: &FlatOp) -> Vec<I> {
    let words = |elements: &[&Element], others: &[I]| {
        let regs = elements.iter().flat_map(|e| &e.regs);
        let words = regs.filter_map(|r| if let Reg::I(r) = r { Some(*r) } else { None });
        words.chain(others.iter().copied()).collect()
    };
    match op {
        FlatOp::Push(e) | FlatOp::Has(_, _, e, _) | FlatOp::With(_, _, e, _) => words(&[e], &[]),
        FlatOp::Without(_, _, e) | FlatOp::Find(_, e, _) => words(&[e], &[]),
        FlatOp::MapHas(_, _, key, _) | FlatOp::MapGet(_, key, _) => words(&[key], &[]),
        FlatOp::MapPut(_, _, key, item) => words(&[key, item], &[]),
        FlatOp::Get(_, i, _) => vec![*i],
        FlatOp::Put(_, _, i, e) => words(&[e], &[*i]),
        FlatOp::Fit(Reg::I(r), ..) => vec![*r],
        FlatOp::Fit(..) | FlatOp::Combine(..) | FlatOp::Sort(..) | FlatOp::Size(..) => vec![],
    }
}

/// The length in words that all lists, or maps, of a field have.
fn fixed_length(field: &Field, at: u32, (bits, values): (u64, u64)) -> Option<i64> {
    let (_, len_bits, _, together) = entries(&field.kind)?;
    let here = (mask(len_bits) as u64).checked_shl(at)?;
    (bits & here == here).then_some(((values & here) >> at) as i64 * together as i64)
}

fn join(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

/// What is too large ends the calculation.
fn narrow((low, high): (i128, i128)) -> Bounds {
    let clamped = |n: i128| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    (clamped(low), clamped(high))
}

/// By a number above 0: others end the calculation.
fn divided((low, high): Bounds, (least, most): Bounds) -> Bounds {
    let (least, most) = (least.max(1), most.max(1));
    let all = [low.div_euclid(least), low.div_euclid(most), high.div_euclid(least), high.div_euclid(most)];
    (all.into_iter().min().unwrap_or(low), all.into_iter().max().unwrap_or(high))
}

fn rest((low, high): Bounds, (_, most): Bounds) -> Bounds {
    let most = most.max(1) - 1;
    (0, if low >= 0 { high.min(most) } else { most })
}

/// The largest number of as many binary digits.
fn all_ones(n: i64) -> i64 {
    if n <= 0 { 0 } else { i64::MAX >> (n.leading_zeros() - 1) }
}

/// The registers that `Step` alone changes once they have a value, and that nothing reads outside of the loop: there they are
/// above what they begin with.
fn counters(code: &Code) -> HashMap<I, Option<i64>> {
    let mut found: HashMap<I, Option<(usize, code::To)>> = HashMap::new();
    for (i, op) in code.ops.iter().enumerate() {
        if let Op::Step(a, _, exit) = *op {
            found.entry(a).and_modify(|v| *v = None).or_insert(Some((i, exit)));
        }
    }
    for (i, op) in code.ops.iter().enumerate() {
        let reads = read(code, *op);
        found.retain(|a, place| {
            let Some((head, exit)) = *place else { return false };
            let inside = head < i && i < exit as usize;
            match op {
                Op::Step(b, ..) if b == a => i == head,
                Op::StepAgain(b, _, to) if b == a => *to as usize == head + 1 && inside,
                _ if inside => written(*op) != Some(*a),
                _ => reads.as_ref().is_some_and(|reads| !reads.contains(a)),
            }
        });
    }
    found.into_keys().map(|a| (a, None)).collect()
}

/// The word register that an instruction writes to.
pub(super) fn written(op: Op) -> Option<I> {
    Some(match op {
        Op::Const(d, _) | Op::Move(d, _) | Op::Neg(d, _) | Op::Abs(d, _) | Op::Row(d, _) | Op::Col(d, _) => d,
        Op::Add(d, ..) | Op::Sub(d, ..) | Op::Mul(d, ..) | Op::Div(d, ..) | Op::Mod(d, ..) => d,
        Op::Pow(d, ..)
        | Op::Gcd(d, ..)
        | Op::Halve(d, ..)
        | Op::Xor(d, ..)
        | Op::Min(d, ..)
        | Op::Max(d, ..)
        | Op::Cell(d, ..) => d,
        Op::Step(d, ..) | Op::StepAgain(d, ..) | Op::SetEq(d, ..) | Op::Has(d, ..) | Op::HasCell(d, ..) => d,
        Op::Count(d, _) | Op::Least(d, _) | Op::Largest(d, _) | Op::LeastMissing(d, _) => d,
        Op::BitToCell(d, _) | Op::Next(d, ..) | Op::NextAgain(d, ..) => d,
        Op::NextCell(d, ..) | Op::NextCellAgain(d, ..) => d,
        Op::Len(d, _) | Op::Get(d, ..) | Op::At(d, ..) | Op::MapGet(d, ..) | Op::MapHas(d, ..) => d,
        Op::ListEq(d, ..) | Op::ListHas(d, ..) | Op::ListHasSorted(d, ..) | Op::Begin(d) => d,
        Op::Recall(d, ..) | Op::NextMember(d, ..) | Op::KnowMembers(d, ..) | Op::Entry(d, ..) => d,
        _ => return None,
    })
}

/// The word registers that an instruction reads, except those that it counts up; `None` if nothing is known about it.
pub(super) fn read(code: &Code, op: Op) -> Option<Vec<I>> {
    Some(match op {
        Op::Const(..) | Op::Jump(_) | Op::Loop(_) | Op::SetConst(..) | Op::SetMove(..) | Op::SetOr(..) => {
            vec![]
        }
        Op::SetAnd(..) | Op::SetMinus(..) | Op::SetXor(..) | Op::SetEq(..) | Op::Count(..) => vec![],
        Op::SetShift(..) | Op::ListBits(..) | Op::KeyBits(..) | Op::BitsList(..) => vec![],
        Op::Least(..) | Op::Largest(..) | Op::LeastMissing(..) | Op::Next(..) | Op::NextAgain(..) => vec![],
        Op::NextCell(..) | Op::NextCellAgain(..) | Op::ListConst(..) | Op::ListMove(..) | Op::Len(..) => {
            vec![]
        }
        Op::Concat(..) | Op::Sort(..) | Op::Reverse(..) | Op::ListEq(..) | Op::Begin(_) => vec![],
        Op::EndOption | Op::Bail | Op::Halt => vec![],
        Op::Move(_, a) | Op::Neg(_, a) | Op::Abs(_, a) | Op::Row(_, a) | Op::Col(_, a) | Op::Check(a, _) => {
            vec![a]
        }
        Op::JumpIf(a, _) | Op::JumpUnless(a, _) | Op::Has(_, _, a) | Op::With(_, _, a) => vec![a],
        Op::Without(_, _, a) | Op::HasCell(_, _, a) | Op::WithCell(_, _, a) | Op::WithoutCell(_, _, a) => {
            vec![a]
        }
        Op::Connected(..) => vec![],
        Op::Entry(_, a, _) | Op::EntryList(_, a, _) => vec![a],
        Op::BitToCell(_, a) | Op::Touching(_, a) | Op::TouchingIn(_, a, _) | Op::SetMask(_, a, _) => vec![a],
        Op::Get(_, _, a) | Op::At(_, _, a) | Op::Insert(_, _, a) | Op::Remove(_, _, a) => vec![a],
        Op::ListHas(_, _, a) | Op::ListHasSorted(_, _, a) | Op::Push(a) | Op::End(_, a) => vec![a],
        Op::Heap(a) | Op::Recall(_, a, ..) => vec![a],
        Op::Add(_, a, b) | Op::Sub(_, a, b) | Op::Mul(_, a, b) | Op::Div(_, a, b) | Op::Mod(_, a, b) => {
            vec![a, b]
        }
        Op::Pow(_, a, b)
        | Op::Gcd(_, a, b)
        | Op::Halve(_, a, b)
        | Op::Xor(_, a, b)
        | Op::Min(_, a, b)
        | Op::Max(_, a, b)
        | Op::Cell(_, a, b) => {
            vec![a, b]
        }
        Op::JumpUnlessEq(a, b, _) | Op::JumpIfEq(a, b, _) => vec![a, b],
        Op::JumpUnlessLt(a, b, _) | Op::JumpUnlessLe(a, b, _) => vec![a, b],
        Op::SetRange(_, a, b) | Op::Put(_, _, a, b) | Op::Remember(a, b, _) => vec![a, b],
        Op::Step(_, hi, _) | Op::StepAgain(_, hi, _) => vec![hi],
        Op::MembersOf(a, _) | Op::BeginMembers(a, _) => vec![a],
        Op::NextMember(_, index, limit, ..) => vec![index, limit],
        Op::NextElement(at, ..) => vec![at],
        Op::Flat(flat) => flat_read(&code.flats[flat as usize]),
        Op::MapGet(_, _, k) | Op::MapHas(_, _, k) => vec![k],
        Op::MapPut(_, _, k, x) => vec![k, x],
        Op::Learn(a, b, _) => vec![a, b],
        Op::Part(spec) => {
            let args = &code.parts[spec as usize].args;
            args.iter().filter_map(|r| if let Reg::I(r) = r { Some(*r) } else { None }).collect()
        }
        _ => return None,
    })
}
