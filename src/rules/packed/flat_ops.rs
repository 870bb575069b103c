//! What register code does with flat values: see [`Form`].

use super::code::{Element, FlatOp, I, L, Reg};
use super::flat::{Form, join};
use super::vm::{MAX_SCRATCH, Vm};
use crate::builtin::collection::SetOp;
use std::cmp::Ordering;

impl Vm {
    /// Does one operation; none if something does not fit.
    pub(super) fn flat(&mut self, op: &FlatOp) -> Option<()> {
        match op {
            FlatOp::Push(element) => {
                let mut building = std::mem::take(&mut self.building);
                self.gather(element, &mut building);
                self.building = building;
                return (self.building.len() < MAX_SCRATCH).then_some(());
            }
            FlatOp::Fit(reg, form, fit) => return self.fits(fit, form, *reg).then_some(()),
            _ => {}
        }
        let (mut item, mut run) = (std::mem::take(&mut self.spare), std::mem::take(&mut self.made));
        item.clear();
        run.clear();
        op.items().for_each(|e| self.gather(e, &mut item));
        let (a, b) = op.lists();
        let list = |l: Option<L>| l.map_or(&[][..], |l| self.list(l));
        let i = op.place().map_or(0, |i| self.words[i as usize]);
        let gives = op.on_runs(&Operands { a: list(a), b: list(b), item: &item, i }, &mut run);
        let done = gives.and_then(|gives| self.take_up(op, &gives, &item, &run));
        (self.spare, self.made) = (item, run);
        done
    }

    /// Puts what an operation gives where it belongs.
    fn take_up(&mut self, op: &FlatOp, gives: &Gives, item: &[i64], run: &[i64]) -> Option<()> {
        let list = op.lists().0;
        match (*gives, op.gives_to(), list) {
            (Gives::Word(n), To::Word(d), _) => self.words[d as usize] = n,
            (Gives::Same, To::List(d), Some(l)) => self.lists[d as usize] = self.lists[l as usize],
            (Gives::Run, To::List(d), _) => return self.made(d, |s| s.extend_from_slice(run)),
            (Gives::Spliced { at, length, put }, To::List(d), Some(l)) => {
                return self.spliced(d, l, at, length, if put { item } else { &[] });
            }
            (Gives::At(at), To::Element(element), Some(l)) => {
                self.scatter(element, self.lists[l as usize].0 as usize + at);
            }
            _ => unreachable!("an operation gives what it writes"),
        }
        Some(())
    }

    /// Whether what is in a register fits what was declared.
    #[inline]
    pub(super) fn fits(&self, fit: &Fit, form: &Form, reg: Reg) -> bool {
        match (fit, reg) {
            (Fit::Any, _) => true,
            (Fit::Range(lo, hi), Reg::I(r)) => (*lo..=*hi).contains(&self.words[r as usize]),
            (_, Reg::I(_)) => true,
            (fit, Reg::B(r)) => fit.takes_set(form, self.sets[r as usize]),
            (fit, Reg::L(r)) => fit.takes_run(form, self.list(r)),
        }
    }

    /// Loads the element at a place of a list, counted in words; where the next one is, or none at the end.
    #[inline]
    pub(super) fn next_element(&mut self, l: L, at: i64, element: &Element) -> Option<i64> {
        let (start, length) = self.lists[l as usize];
        if at as u64 >= u64::from(length) {
            return None;
        }
        let begin = start as usize + at as usize;
        let mut end = self.scatter(element, begin);
        if element.once {
            let (first, behind) = (begin..end, (start + length) as usize);
            let width = first.len();
            while end + width <= behind && self.scratch[first.clone()] == self.scratch[end..end + width] {
                end += width;
            }
        }
        Some((end - start as usize) as i64)
    }

    /// Appends the value that is in some registers.
    fn gather(&self, element: &Element, out: &mut Vec<i64>) {
        if element.is_words {
            out.extend(element.regs.iter().map(|r| match r {
                Reg::I(r) => self.words[*r as usize],
                _ => 0,
            }));
            return;
        }
        let mut regs = element.regs.iter();
        self.gather_form(&element.form, &mut regs, out);
    }

    fn gather_form(&self, form: &Form, regs: &mut std::slice::Iter<'_, Reg>, out: &mut Vec<i64>) {
        if let Form::Tuple(parts) = form {
            return parts.iter().for_each(|part| self.gather_form(part, regs, out));
        }
        match regs.next() {
            Some(Reg::I(r)) => out.push(self.words[*r as usize]),
            Some(Reg::B(r)) => {
                let bits = self.sets[*r as usize];
                out.extend([bits as u64 as i64, (bits >> 64) as u64 as i64]);
            }
            Some(Reg::L(r)) => {
                let run = self.list(*r);
                out.push(run.len() as i64);
                out.extend_from_slice(run);
            }
            None => unreachable!("a register for each part"),
        }
    }

    /// Loads the value at a place of the scratch memory into registers; where it ends.
    pub(super) fn scatter(&mut self, element: &Element, at: usize) -> usize {
        if element.is_words {
            for (r, word) in element.regs.iter().zip(&self.scratch[at..]) {
                if let Reg::I(r) = r {
                    self.words[*r as usize] = *word;
                }
            }
            return at + element.regs.len();
        }
        let mut regs = element.regs.iter();
        self.scatter_form(&element.form, &mut regs, at)
    }

    fn scatter_form(&mut self, form: &Form, regs: &mut std::slice::Iter<'_, Reg>, at: usize) -> usize {
        if let Form::Tuple(parts) = form {
            return parts.iter().fold(at, |at, part| self.scatter_form(part, regs, at));
        }
        match regs.next() {
            Some(Reg::I(r)) => {
                self.words[*r as usize] = self.scratch[at];
                at + 1
            }
            Some(Reg::B(r)) => {
                self.sets[*r as usize] = join(&self.scratch[at..at + 2]);
                at + 2
            }
            Some(Reg::L(r)) => {
                let length = self.scratch[at] as u32;
                self.lists[*r as usize] = (at as u32 + 1, length);
                at + 1 + length as usize
            }
            None => unreachable!("a register for each part"),
        }
    }

    /// A new list.
    pub(super) fn made(&mut self, d: L, make: impl FnOnce(&mut Vec<i64>)) -> Option<()> {
        self.set_list(d, make).then_some(())
    }

    /// A list in which this many words at a place are replaced.
    fn spliced(&mut self, d: L, l: L, at: usize, length: usize, by: &[i64]) -> Option<()> {
        let (start, len) = self.lists[l as usize];
        let (from, to) = (start as usize, (start + len) as usize);
        self.made(d, |s| {
            s.extend_from_within(from..from + at);
            s.extend_from_slice(by);
            s.extend_from_within(from + at + length..to);
        })
    }
}

/// What an operation on runs of words reads.
pub(super) struct Operands<'w> {
    /// The run of the collection, and of the second one if there are two.
    pub(super) a: &'w [i64],
    pub(super) b: &'w [i64],
    /// An element, or a key and what it gets.
    pub(super) item: &'w [i64],
    /// A place counted from 1.
    pub(super) i: i64,
}

/// What an operation on runs of words gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gives {
    Word(i64),
    /// The first run as it is.
    Same,
    /// The run that was made.
    Run,
    /// The first run with so many words at a place less, and with the item there, if it is put there.
    Spliced {
        at: usize,
        length: usize,
        put: bool,
    },
    /// The element at this place of the first run.
    At(usize),
}

/// Where an operation puts what it gives.
pub(super) enum To<'o> {
    Word(I),
    List(L),
    Element(&'o Element),
    Nowhere,
}

impl FlatOp {
    /// What is put together for it: an element, or a key and its value.
    pub(super) fn items(&self) -> impl Iterator<Item = &Element> {
        let (first, second) = match self {
            FlatOp::Push(e) | FlatOp::Has(_, _, e, _) | FlatOp::With(_, _, e, _) => (Some(e), None),
            FlatOp::Without(_, _, e) | FlatOp::Put(_, _, _, e) | FlatOp::Find(_, e, _) => (Some(e), None),
            FlatOp::MapHas(_, _, key, _) | FlatOp::MapGet(_, key, _) => (Some(key), None),
            FlatOp::MapPut(_, _, key, item) => (Some(key), Some(item)),
            FlatOp::Combine(..) | FlatOp::Sort(..) | FlatOp::Size(..) => (None, None),
            FlatOp::Get(..) | FlatOp::Fit(..) => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// The collections that it reads.
    pub(super) fn lists(&self) -> (Option<L>, Option<L>) {
        match self {
            FlatOp::Combine(_, _, a, b, _) => (Some(*a), Some(*b)),
            FlatOp::Has(_, l, ..) | FlatOp::With(_, l, ..) | FlatOp::Without(_, l, _) => (Some(*l), None),
            FlatOp::Sort(_, l, ..) | FlatOp::Size(_, l, _) | FlatOp::Get(l, ..) => (Some(*l), None),
            FlatOp::Put(_, l, ..) | FlatOp::MapHas(_, l, ..) => (Some(*l), None),
            FlatOp::MapGet(l, ..) | FlatOp::MapPut(_, l, ..) => (Some(*l), None),
            FlatOp::Fit(Reg::L(l), ..) => (Some(*l), None),
            FlatOp::Push(_) | FlatOp::Find(..) | FlatOp::Fit(..) => (None, None),
        }
    }

    /// The register with a place that it reads.
    pub(super) fn place(&self) -> Option<I> {
        match self {
            FlatOp::Get(_, i, _) | FlatOp::Put(_, _, i, _) => Some(*i),
            _ => None,
        }
    }

    /// Where it puts what it gives.
    pub(super) fn gives_to(&self) -> To<'_> {
        match self {
            FlatOp::Has(d, ..) | FlatOp::Size(d, ..) | FlatOp::MapHas(d, ..) | FlatOp::Find(d, ..) => {
                To::Word(*d)
            }
            FlatOp::With(d, ..) | FlatOp::Without(d, ..) | FlatOp::Combine(d, ..) => To::List(*d),
            FlatOp::Sort(d, ..) | FlatOp::Put(d, ..) | FlatOp::MapPut(d, ..) => To::List(*d),
            FlatOp::Get(_, _, element) | FlatOp::MapGet(_, _, element) => To::Element(element),
            FlatOp::Push(_) | FlatOp::Fit(..) => To::Nowhere,
        }
    }

    /// Does it on runs of words, wherever they are; a run that is made is appended. None if something does not fit.
    pub(super) fn on_runs(&self, of: &Operands<'_>, made: &mut Vec<i64>) -> Option<Gives> {
        let (a, item) = (of.a, of.item);
        let truth = |found: bool| Gives::Word(found.into());
        Some(match self {
            FlatOp::Has(_, _, element, true) => truth(element.form.search(a, item).is_ok()),
            FlatOp::Has(_, _, element, false) => truth(element.form.elements(a).any(|e| e == item)),
            FlatOp::With(_, _, element, copies) => match element.form.search(a, item) {
                Ok(_) if !copies => Gives::Same,
                Ok((at, _)) | Err(at) => Gives::Spliced { at, length: 0, put: true },
            },
            FlatOp::Without(_, _, element) => match element.form.search(a, item) {
                Ok((at, length)) => Gives::Spliced { at, length, put: false },
                Err(_) => Gives::Same,
            },
            FlatOp::Combine(_, op, _, _, form) => {
                combine(*op, (a, of.b), form, made);
                Gives::Run
            }
            FlatOp::Sort(_, _, form, once) if form.is_sorted(a, *once) => Gives::Same,
            FlatOp::Sort(_, _, form, once) => {
                form.sort(a, *once, made);
                Gives::Run
            }
            FlatOp::Size(_, _, form) => Gives::Word(match form.width() {
                Some(width) => a.len() / width.max(1),
                None => form.elements(a).count(),
            } as i64),
            FlatOp::Get(_, _, element) => Gives::At(place(of, &element.form)?.0),
            FlatOp::Put(_, _, _, element) => {
                let (at, length) = place(of, &element.form)?;
                Gives::Spliced { at, length, put: true }
            }
            FlatOp::MapHas(_, _, key, value) => truth(key_place(of, &key.form, value).is_ok()),
            FlatOp::MapGet(_, key, value) => Gives::At(key_place(of, &key.form, &value.form).ok()?.1),
            FlatOp::MapPut(_, _, key, value) => match key_place(of, &key.form, &value.form) {
                Ok((at, _, end)) => Gives::Spliced { at, length: end - at, put: true },
                Err(at) => Gives::Spliced { at, length: 0, put: true },
            },
            FlatOp::Find(_, _, finder) => Gives::Word(finder.find(item)),
            FlatOp::Fit(_, form, fit) => truth(fit.takes_run(form, a)),
            FlatOp::Push(_) => return None,
        })
    }
}

/// Where an entry of a list, counted from 1, stands, and how long it is.
fn place(of: &Operands<'_>, form: &Form) -> Option<(usize, usize)> {
    let index = usize::try_from(of.i).ok()?.checked_sub(1)?;
    if let Some(width) = form.width() {
        let at = index.checked_mul(width)?;
        return (at < of.a.len()).then_some((at, width));
    }
    let mut at = 0;
    let entry = form.elements(of.a).enumerate().find(|(i, e)| {
        let found = *i == index;
        at += if found { 0 } else { e.len() };
        found
    })?;
    Some((at, entry.1.len()))
}

/// Where the key of a map that the item begins with stands, its value, and its end; or where it belongs.
fn key_place(of: &Operands<'_>, key: &Form, value: &Form) -> Result<(usize, usize, usize), usize> {
    if let (Some(width), Some(more)) = (key.width(), value.width()) {
        return even_place(of, key, (width, width + more)).map(|at| (at, at + width, at + width + more));
    }
    let (mut rest, length) = (of.a, of.a.len());
    while !rest.is_empty() {
        let at = length - rest.len();
        let this = key.take(&mut rest);
        let value_at = length - rest.len();
        value.take(&mut rest);
        match key.compare(this, of.item) {
            Ordering::Less => {}
            Ordering::Equal => return Ok((at, value_at, length - rest.len())),
            Ordering::Greater => return Err(at),
        }
    }
    Err(length)
}

/// The same where each key takes so many words, and with its value so many: mostly keys are numbers without gaps, as the places of a
/// list are, and the first guess is right.
fn even_place(of: &Operands<'_>, key: &Form, (width, each): (usize, usize)) -> Result<usize, usize> {
    let at = |place: usize| &of.a[place * each..][..width];
    let (mut low, mut high) = (0, of.a.len() / each.max(1));
    let guess = match (key, high) {
        (Form::Word, 1..) => usize::try_from(of.item[0].wrapping_sub(of.a[0])).ok().filter(|g| *g < high),
        _ => None,
    };
    if let Some(place) = guess.filter(|place| at(*place) == &of.item[..width]) {
        return Ok(place * each);
    }
    while low < high {
        let middle = (low + high) / 2;
        match key.compare(at(middle), of.item) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return Ok(middle * each),
        }
    }
    Err(low * each)
}

/// Two sets or bags in one pass over both.
fn combine(op: SetOp, (mut a, mut b): (&[i64], &[i64]), form: &Form, out: &mut Vec<i64>) {
    while !a.is_empty() || !b.is_empty() {
        let order = match (a.is_empty(), b.is_empty()) {
            (true, _) => Ordering::Greater,
            (_, true) => Ordering::Less,
            _ => form.compare(a, b),
        };
        match order {
            Ordering::Less => {
                let x = form.take(&mut a);
                if !matches!(op, SetOp::Common) {
                    out.extend_from_slice(x);
                }
            }
            Ordering::Greater => {
                let y = form.take(&mut b);
                if matches!(op, SetOp::Union | SetOp::Flip) {
                    out.extend_from_slice(y);
                }
            }
            Ordering::Equal => {
                let (x, _) = (form.take(&mut a), form.take(&mut b));
                if matches!(op, SetOp::Union | SetOp::Common) {
                    out.extend_from_slice(x);
                }
            }
        }
    }
}

/// What a declared type demands of the numbers inside.
#[derive(Clone, Debug)]
pub(super) enum Fit {
    Any,
    Range(i64, i64),
    Elements(Box<Fit>),
    Map(Box<Fit>, Box<Fit>),
    Tuple(Vec<Fit>),
}

impl Fit {
    /// Whether the value at the beginning of some words fits; takes it off.
    fn takes(&self, form: &Form, words: &mut &[i64]) -> bool {
        let value = form.take(words);
        match (self, form) {
            (Fit::Any, _) => true,
            (Fit::Range(lo, hi), Form::Word) => (*lo..=*hi).contains(&value[0]),
            (Fit::Tuple(fits), Form::Tuple(forms)) => {
                let mut parts = value;
                fits.iter().zip(forms).all(|(fit, form)| fit.takes(form, &mut parts))
            }
            (_, Form::Bits | Form::Over(_)) => self.takes_set(form, join(value)),
            _ => self.takes_run(form, &value[1..]),
        }
    }

    /// Whether a set that is held in bits fits.
    pub(super) fn takes_set(&self, form: &Form, bits: u128) -> bool {
        match form {
            Form::Over(over) => self.takes_elements(over, bits),
            _ => self.takes_bits(bits),
        }
    }

    /// Whether a set of numbers fits.
    pub(super) fn takes_bits(&self, bits: u128) -> bool {
        let Fit::Elements(each) = self else { return true };
        let Fit::Range(lo, hi) = **each else { return true };
        let (first, last) = (i64::from(bits.trailing_zeros()), 127 - i64::from(bits.leading_zeros()));
        bits == 0 || lo <= first && last <= hi
    }

    /// Whether all lists fit whose entries are between two numbers.
    pub(super) fn takes_all_between(&self, (first, last): (i64, i64)) -> bool {
        let Fit::Elements(each) = self else { return false };
        matches!(**each, Fit::Range(lo, hi) if lo <= first && last <= hi)
    }

    /// Whether what is in a collection fits.
    pub(super) fn takes_run(&self, form: &Form, mut run: &[i64]) -> bool {
        match (self, form) {
            (Fit::Elements(fit), Form::Set(e) | Form::Bag(e) | Form::List(e))
                if let (Fit::Range(lo, hi), Form::Word) = (&**fit, &**e) =>
            {
                run.iter().all(|n| (*lo..=*hi).contains(n))
            }
            (Fit::Elements(fit), Form::Set(e) | Form::Bag(e) | Form::List(e)) => {
                while !run.is_empty() {
                    if !fit.takes(e, &mut run) {
                        return false;
                    }
                }
                true
            }
            (Fit::Map(keys, values), Form::Map(k, v)) => {
                while !run.is_empty() {
                    if !keys.takes(k, &mut run) || !values.takes(v, &mut run) {
                        return false;
                    }
                }
                true
            }
            // Of a map, elements are its keys.
            (Fit::Elements(fit), Form::Map(k, v)) => {
                while !run.is_empty() {
                    if !fit.takes(k, &mut run) {
                        return false;
                    }
                    v.take(&mut run);
                }
                true
            }
            _ => true,
        }
    }
}
