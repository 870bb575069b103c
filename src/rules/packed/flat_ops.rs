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
                (self.building.len() < MAX_SCRATCH).then_some(())
            }
            FlatOp::Has(d, l, element, sorted) => {
                let wanted = self.gathered(element);
                let run = self.list(*l);
                let has = if *sorted {
                    element.form.search(run, &wanted).is_ok()
                } else {
                    element.form.elements(run).any(|e| e == wanted)
                };
                self.give_back(wanted);
                self.words[*d as usize] = has.into();
                Some(())
            }
            FlatOp::With(d, l, element, copies) => {
                let wanted = self.gathered(element);
                let (at, there) = match element.form.search(self.list(*l), &wanted) {
                    Ok((at, _)) => (at, !copies),
                    Err(at) => (at, false),
                };
                let done = self.spliced(*d, *l, at, 0, if there { &[] } else { &wanted });
                self.give_back(wanted);
                done
            }
            FlatOp::Without(d, l, element) => {
                let wanted = self.gathered(element);
                let (at, length) = element.form.search(self.list(*l), &wanted).unwrap_or((0, 0));
                self.give_back(wanted);
                self.spliced(*d, *l, at, length, &[])
            }
            FlatOp::Combine(d, op, a, b, form) => self.combine(*d, *op, (*a, *b), form),
            FlatOp::Sort(d, l, form, once) => {
                if form.is_sorted(self.list(*l), *once) {
                    self.lists[*d as usize] = self.lists[*l as usize];
                    return Some(());
                }
                let run = self.list(*l).to_vec();
                self.made(*d, |scratch| form.sort(&run, *once, scratch))
            }
            FlatOp::Size(d, l, form) => {
                let n = match form.width() {
                    Some(width) => self.list(*l).len() / width.max(1),
                    None => form.elements(self.list(*l)).count(),
                };
                self.words[*d as usize] = n as i64;
                Some(())
            }
            FlatOp::Get(l, i, element) => {
                let (at, _) = self.place(*l, *i, &element.form)?;
                self.scatter(element, self.lists[*l as usize].0 as usize + at);
                Some(())
            }
            FlatOp::Put(d, l, i, element) => {
                let (at, length) = self.place(*l, *i, &element.form)?;
                let item = self.gathered(element);
                let done = self.spliced(*d, *l, at, length, &item);
                self.give_back(item);
                done
            }
            FlatOp::MapHas(d, l, key, item) => {
                self.words[*d as usize] = i64::from(self.key_place(*l, key, item).is_ok());
                Some(())
            }
            FlatOp::MapGet(l, key, item) => {
                let (_, value, _) = self.key_place(*l, key, &item.form).ok()?;
                self.scatter(item, self.lists[*l as usize].0 as usize + value);
                Some(())
            }
            FlatOp::MapPut(d, l, key, item) => {
                let (at, length) = match self.key_place(*l, key, &item.form) {
                    Ok((key, _, end)) => (key, end - key),
                    Err(at) => (at, 0),
                };
                let mut entry = self.gathered(key);
                self.gather(item, &mut entry);
                let done = self.spliced(*d, *l, at, length, &entry);
                self.give_back(entry);
                done
            }
            FlatOp::Find(d, element, finder) => {
                let wanted = self.gathered(element);
                self.words[*d as usize] = finder.find(&wanted);
                self.give_back(wanted);
                Some(())
            }
            FlatOp::Fit(reg, form, fit) => self.fits(fit, form, *reg).then_some(()),
        }
    }

    /// Whether what is in a register fits what was declared.
    #[inline]
    pub(super) fn fits(&self, fit: &Fit, form: &Form, reg: Reg) -> bool {
        match (fit, reg) {
            (Fit::Any, _) => true,
            (Fit::Range(lo, hi), Reg::I(r)) => (*lo..=*hi).contains(&self.words[r as usize]),
            (_, Reg::I(_)) => true,
            (fit, Reg::B(r)) => match form {
                Form::Over(over) => fit.takes_elements(over, self.sets[r as usize]),
                _ => fit.takes_bits(self.sets[r as usize]),
            },
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
        let end = self.scatter(element, start as usize + at as usize);
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

    fn gathered(&mut self, element: &Element) -> Vec<i64> {
        let mut out = std::mem::take(&mut self.spare);
        out.clear();
        self.gather(element, &mut out);
        out
    }

    fn give_back(&mut self, spare: Vec<i64>) {
        self.spare = spare;
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

    /// Where an entry of a list, counted from 1, stands, and how long it is.
    fn place(&self, l: L, i: I, form: &Form) -> Option<(usize, usize)> {
        let index = usize::try_from(self.words[i as usize]).ok()?.checked_sub(1)?;
        let run = self.list(l);
        if let Some(width) = form.width() {
            let at = index.checked_mul(width)?;
            return (at < run.len()).then_some((at, width));
        }
        let mut at = 0;
        let entry = form.elements(run).enumerate().find(|(i, e)| {
            let found = *i == index;
            at += if found { 0 } else { e.len() };
            found
        })?;
        Some((at, entry.1.len()))
    }

    /// Where a key of a map stands, its value, and its end; or where it belongs.
    fn key_place(&mut self, l: L, key: &Element, item: &Form) -> Result<(usize, usize, usize), usize> {
        let wanted = self.gathered(key);
        let mut rest = self.list(l);
        let length = rest.len();
        let mut found = None;
        while !rest.is_empty() {
            let at = length - rest.len();
            let this = key.form.take(&mut rest);
            let value = length - rest.len();
            item.take(&mut rest);
            match key.form.compare(this, &wanted) {
                Ordering::Less => {}
                Ordering::Equal => {
                    found = Some(Ok((at, value, length - rest.len())));
                    break;
                }
                Ordering::Greater => {
                    found = Some(Err(at));
                    break;
                }
            }
        }
        self.give_back(wanted);
        found.unwrap_or(Err(length))
    }

    /// Two sets or bags in one pass over both.
    fn combine(&mut self, d: L, op: SetOp, (a, b): (L, L), form: &Form) -> Option<()> {
        let mut out = std::mem::take(&mut self.spare);
        out.clear();
        let (mut a, mut b) = (self.list(a), self.list(b));
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
        let done = self.made(d, |s| s.extend_from_slice(&out));
        self.spare = out;
        done
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
            (_, Form::Bits) => self.takes_bits(join(value)),
            (_, Form::Over(over)) => self.takes_elements(over, join(value)),
            _ => self.takes_run(form, &value[1..]),
        }
    }

    /// Whether a set of numbers fits.
    pub(super) fn takes_bits(&self, bits: u128) -> bool {
        let Fit::Elements(each) = self else { return true };
        let Fit::Range(lo, hi) = **each else { return true };
        let (first, last) = (i64::from(bits.trailing_zeros()), 127 - i64::from(bits.leading_zeros()));
        bits == 0 || lo <= first && last <= hi
    }

    /// Whether what is in a collection fits.
    pub(super) fn takes_run(&self, form: &Form, mut run: &[i64]) -> bool {
        match (self, form) {
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
