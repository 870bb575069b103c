//! Parts of sums in normal form.
//!
//! Under misère play few things may be simplified, and these are (J. H. Conway 1976, chapter 12): `*1 + *1 = 0`; a nim-heap
//! of odd size is the one below it and `*1`; and a position is the same as a simpler one H if it has all options of H
//! and each of its other options has H as an option (if H is 0, it must be an N-position as well). Parts that are left
//! are numbered; a position is the sorted list of the numbers of its parts.

use crate::engine::budget::{Exhausted, Meter};
use crate::engine::nimber::mex;
use crate::engine::rules::{Options, Rules};
use crate::engine::stop::{Halt, sampled};
use std::collections::{BTreeSet, HashMap};

/// A position in normal form: the sorted numbers of its parts.
pub type Form = Vec<u32>;

/// The number of `*1`. It stands first in a form, at most once.
pub const ONE: u32 = 0;

/// How a part behaves among tame ones: as a nim position. (Conway 1976, chapter 12)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tame {
    /// Its nim-value in normal play.
    pub value: u64,
    /// Like a position with a nim-heap of at least 2 in it; else like heaps of 0 and 1 only ("fickle").
    pub firm: bool,
}

impl Tame {
    /// The sum: values add in Nim, and firm is stronger.
    pub fn plus(self, other: Tame) -> Tame {
        Tame { value: self.value ^ other.value, firm: self.firm || other.firm }
    }

    /// Whether the previous player wins under misère play.
    pub fn previous_wins(self) -> bool {
        self.value == u64::from(!self.firm)
    }

    /// The nim-value under misère play.
    pub fn misere_value(self) -> u64 {
        self.value ^ u64::from(!self.firm)
    }
}

/// The sum of no parts.
pub const NOTHING: Tame = Tame { value: 0, firm: false };

/// A part in normal form.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its options; not listed for nim-heaps.
    pub options: Vec<Form>,
    /// Its size, if it is a nim-heap: 1 or an even number.
    pub heap: Option<u64>,
    /// Its nim-value in normal play.
    pub value: u64,
    /// How it behaves, if it and everything it leads to is tame.
    pub tame: Option<Tame>,
}

/// Everything known about the parts of some rules.
#[derive(Debug)]
pub struct Parts<R: Rules> {
    /// The rules.
    pub rules: R,
    /// How long a play may get before [`Parts::form`] asks (by [`Wrong::Deep`](crate::engine::Wrong)) whether it is meant to.
    pub longest: usize,
    parts: Vec<Part>,
    heaps: HashMap<u64, u32>,
    forms: HashMap<R::Key, Form>,
    by_options: HashMap<Vec<Form>, u32>,
    open: HashMap<R::Key, ()>,
    stack: Vec<(R::Key, bool)>,
    listed: Options<R::Key>,
    bytes: u64,
}

/// Options of this many parts' positions are looked through for something simpler; of more, only nim-heaps are tried.
const LOOK_THROUGH: usize = 400;

/// Says of a form whether the next player wins it.
pub type IsN<'a, R> = &'a mut dyn FnMut(&mut Parts<R>, &[u32]) -> std::result::Result<bool, Exhausted>;

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<R: Rules> Parts<R> {
    /// Over some rules, whose claims of equal value must be switched off: they are about normal play.
    pub fn new(rules: R) -> Parts<R> {
        let one =
            Part { options: vec![], heap: Some(1), value: 1, tame: Some(Tame { value: 1, firm: false }) };
        Parts {
            rules,
            longest: crate::engine::LONGEST,
            parts: vec![one],
            heaps: HashMap::from([(1, ONE)]),
            forms: HashMap::new(),
            by_options: HashMap::new(),
            open: HashMap::new(),
            stack: vec![],
            listed: Options::default(),
            bytes: 0,
        }
    }

    /// What is known about a part.
    pub fn part(&self, number: u32) -> &Part {
        &self.parts[number as usize]
    }

    /// How many different parts there are.
    pub fn count(&self) -> usize {
        self.parts.len()
    }

    /// How many positions have a normal form.
    pub fn known(&self) -> usize {
        self.forms.len()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
            + self.rules.bytes()
            + (self.stack.capacity() * 2 * size_of::<R::Key>()) as u64
            + self.listed.bytes()
    }

    /// The form of a nim-heap.
    pub fn heap(&mut self, size: u64) -> Form {
        let even = size & !1;
        let mut form = if size & 1 == 1 { vec![ONE] } else { vec![] };
        if even > 0 {
            form.push(self.even_heap(even));
        }
        form
    }

    fn even_heap(&mut self, size: u64) -> u32 {
        if let Some(number) = self.heaps.get(&size) {
            return *number;
        }
        let number = self.parts.len() as u32;
        let tame = Some(Tame { value: size, firm: true });
        self.parts.push(Part { options: vec![], heap: Some(size), value: size, tame });
        self.heaps.insert(size, number);
        number
    }

    /// How a form behaves, if all its parts are tame.
    pub fn tame(&self, form: &[u32]) -> Option<Tame> {
        form.iter().try_fold(NOTHING, |sum, p| Some(sum.plus(self.part(*p).tame?)))
    }

    /// The nim-value of a form in normal play.
    pub fn value(&self, form: &[u32]) -> u64 {
        form.iter().fold(0, |v, p| v ^ self.part(*p).value)
    }

    /// Calls `found` with every option of a form, until it says stop by returning true; the same may come twice.
    /// Says whether it was stopped.
    pub fn each_option(&mut self, form: &[u32], found: &mut dyn FnMut(&Parts<R>, &[u32]) -> bool) -> bool {
        let mut option = Form::new();
        for (i, &part) in form.iter().enumerate() {
            if i > 0 && form[i - 1] == part {
                continue;
            }
            let rest = || form[..i].iter().chain(&form[i + 1..]).copied();
            if let Some(size) = self.part(part).heap {
                for left in 0..size {
                    let heap = self.heap(left);
                    set_sum(&mut option, rest(), &heap);
                    if found(self, &option) {
                        return true;
                    }
                }
                continue;
            }
            for moved in &self.part(part).options {
                set_sum(&mut option, rest(), moved);
                if found(self, &option) {
                    return true;
                }
            }
        }
        false
    }

    /// All options of a form, each once.
    pub fn options(&mut self, form: &[u32]) -> BTreeSet<Form> {
        let mut all = BTreeSet::new();
        self.each_option(form, &mut |_, option| {
            all.insert(option.to_vec());
            false
        });
        all
    }

    /// The normal form of a position. `is_n` is asked whether a form is an N-position, where that decides.
    ///
    /// # Errors
    /// What the rules report, a play without end, or a budget that ran out.
    pub fn form(&mut self, key: R::Key, meter: &Meter, is_n: IsN<'_, R>) -> Result<Form, R> {
        self.open.clear();
        self.stack.clear();
        self.stack.push((key, false));
        while let Some((key, expanded)) = self.stack.pop() {
            if self.forms.contains_key(&key) {
                continue;
            }
            if !expanded && self.open.contains_key(&key) {
                return Err(self.cycle(key));
            }
            let mut listed = std::mem::take(&mut self.listed);
            listed.clear();
            self.rules.options(key, &mut listed).map_err(|stop| Halt::at(key, stop))?;
            if self.push_missing(key, &listed) {
                if self.open.len() > self.longest {
                    return Err(self.deep());
                }
                let tick = meter.tick().and_then(|()| meter.memory(self.bytes()));
                tick.map_err(|e| Halt::exhausted(e, self.open_play()))?;
            } else {
                self.finish(key, &listed, meter, is_n)?;
            }
            self.listed = listed;
        }
        Ok(self.forms[&key].clone())
    }

    /// Puts a position back on the stack, and above it those it leads to that have no form yet; false if
    /// there are none.
    fn push_missing(&mut self, key: R::Key, listed: &Options<R::Key>) -> bool {
        let mut missing: Vec<R::Key> =
            listed.parts().iter().copied().filter(|k| !self.forms.contains_key(k)).collect();
        if missing.is_empty() {
            return false;
        }
        missing.dedup();
        self.open.insert(key, ());
        self.stack.push((key, true));
        self.stack.extend(missing.into_iter().map(|k| (k, false)));
        true
    }

    fn finish(
        &mut self,
        key: R::Key,
        listed: &Options<R::Key>,
        meter: &Meter,
        is_n: IsN<'_, R>,
    ) -> Result<(), R> {
        let mut options = BTreeSet::new();
        for (parts, heaps) in listed.iter() {
            let mut option = Form::new();
            for part in parts {
                option = sum(&option, &self.forms[part]);
            }
            for heap in heaps {
                option = sum(&option, &self.heap(*heap));
            }
            options.insert(option);
        }
        let form = self.simplest(options, meter, is_n)?;
        self.bytes += (96 + form.len() * 4) as u64;
        self.open.remove(&key);
        self.forms.insert(key, form);
        meter
            .position()
            .and_then(|()| meter.memory(self.bytes()))
            .map_err(|e| Halt::exhausted(e, self.open_play()))
    }

    /// The form of a position with these options.
    fn simplest(&mut self, options: BTreeSet<Form>, meter: &Meter, is_n: IsN<'_, R>) -> Result<Form, R> {
        if options.is_empty() {
            return Ok(vec![]);
        }
        let listed: Vec<Form> = options.iter().cloned().collect();
        if let Some(number) = self.by_options.get(&listed) {
            return Ok(vec![*number]);
        }
        let mut tried = BTreeSet::new();
        for simpler in self.candidates(&options) {
            meter.tick().map_err(|e| Halt::exhausted(e, self.open_play()))?;
            if !tried.insert(simpler.clone()) || !self.reverts_to(&options, &simpler) {
                continue;
            }
            if !simpler.is_empty() || self.has_p(&options, is_n)? {
                return Ok(simpler);
            }
        }
        Ok(vec![self.new_part(listed)])
    }

    /// Forms that a position with these options may be the same as.
    fn candidates(&mut self, options: &BTreeSet<Form>) -> Vec<Form> {
        let mut all = vec![];
        for size in 0.. {
            let heap = self.heap(size);
            let is_option = options.contains(&heap);
            all.push(heap);
            if !is_option {
                break;
            }
        }
        let weight: usize = options.iter().map(Vec::len).sum();
        if options.len() <= LOOK_THROUGH && weight <= 2 * LOOK_THROUGH {
            for option in options {
                all.push(sum(option, &[ONE]));
                if option.iter().all(|p| self.part(*p).heap.is_none_or(|h| h < 64)) {
                    all.extend(self.options(option));
                }
            }
        }
        all
    }

    /// Whether a position with these options has all options of `simpler`, and its others can all be answered by a
    /// move to `simpler`.
    fn reverts_to(&mut self, options: &BTreeSet<Form>, simpler: &[u32]) -> bool {
        let mut own = BTreeSet::new();
        let stray = self.each_option(simpler, &mut |_, option| {
            own.insert(option.to_vec());
            !options.contains(option)
        });
        !stray && options.difference(&own).all(|other| self.has_option(other, simpler))
    }

    /// Whether one move leads from a form to another. In a nim-heap only the sizes that can fit are tried.
    fn has_option(&mut self, form: &[u32], wanted: &[u32]) -> bool {
        let mut reached = Form::new();
        for (i, &part) in form.iter().enumerate() {
            let rest = || form[..i].iter().chain(&form[i + 1..]).copied();
            let Some(size) = self.part(part).heap else {
                let fits = |moved: &Form| {
                    set_sum(&mut reached, rest(), moved);
                    reached == wanted
                };
                if self.part(part).options.iter().any(fits) {
                    return true;
                }
                continue;
            };
            let sizes = wanted.iter().filter_map(|p| self.part(*p).heap).chain([0]);
            let sizes: Vec<u64> = sizes.flat_map(|s| [s & !1, s | 1]).filter(|s| *s < size).collect();
            for left in sizes {
                let heap = self.heap(left);
                set_sum(&mut reached, rest(), &heap);
                if reached == wanted {
                    return true;
                }
            }
        }
        false
    }

    fn has_p(&mut self, options: &BTreeSet<Form>, is_n: IsN<'_, R>) -> Result<bool, R> {
        for option in options {
            if !is_n(self, option).map_err(|e| Halt::exhausted(e, self.open_play()))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn new_part(&mut self, options: Vec<Form>) -> u32 {
        let number = self.parts.len() as u32;
        let value = mex(options.iter().map(|o| self.value(o)));
        let tame = self.tame_with(&options, value);
        self.bytes += options.iter().map(|o| 2 * (24 + o.len() as u64 * 4)).sum::<u64>() + 128;
        self.by_options.insert(options.clone(), number);
        self.parts.push(Part { options, heap: None, value, tame });
        number
    }

    /// A position all whose options are tame is tame itself if its two nim-values are those of a nim position.
    fn tame_with(&self, options: &[Form], value: u64) -> Option<Tame> {
        let tame: Vec<Tame> = options.iter().map(|o| self.tame(o)).collect::<Option<_>>()?;
        let misere = mex(tame.into_iter().map(Tame::misere_value));
        let firm = misere == value;
        (firm || (value <= 1 && misere == value ^ 1)).then_some(Tame { value, firm })
    }

    fn open_play(&self) -> Vec<R::Key> {
        self.stack.iter().filter(|(_, expanded)| *expanded).map(|(k, _)| *k).take(12).collect()
    }

    fn cycle(&self, key: R::Key) -> Halt<R::Key, R::Mistake> {
        let open = self.stack.iter().filter(|(_, expanded)| *expanded).map(|(k, _)| *k);
        Halt::cycle(open.skip_while(|k| *k != key).collect())
    }

    fn deep(&self) -> Halt<R::Key, R::Mistake> {
        let open: Vec<R::Key> = self.stack.iter().filter(|(_, e)| *e).map(|(k, _)| *k).collect();
        Halt::deep(sampled(open.into_iter()))
    }
}

/// The sum of two forms: `*1 + *1` goes away.
pub fn sum(a: &[u32], b: &[u32]) -> Form {
    let mut all = Form::new();
    set_sum(&mut all, a.iter().copied(), b);
    all
}

fn set_sum(to: &mut Form, rest: impl Iterator<Item = u32>, more: &[u32]) {
    to.clear();
    to.extend(rest);
    to.extend_from_slice(more);
    to.sort_unstable();
    let ones = to.iter().take_while(|p| **p == ONE).count();
    to.drain(..ones & !1);
}
