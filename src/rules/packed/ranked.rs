//! Tables over a [`Chain`]: games whose position is one set of so many numbers, one bag or one list of fixed length,
//! solved in order without hashing.
//!
//! Nothing is assumed of the rules: an option outside the chain, or one that does not come earlier, ends the attempt,
//! and the graph solver takes over.

use super::chain::{Chain, Link};
use super::code::{ChainRun, Code, Reg};
use super::compile::moves_over_chain;
use super::dense::NotDense;
use super::family::{Family, Plan};
use super::layout::Kind;
use super::loops::word_of;
use super::vm::{Ended, Sink, Vm};
use crate::builtin::collection::elements;
use crate::check::types::Type;
use crate::engine::{Exhausted, Meter};
use crate::rules::machine::Machine;
use crate::value::GamePosition;
use std::rc::Rc;

/// Nim-values of the positions of a chain, 1 byte each while they are small, then 2.
pub(in crate::rules) struct Ranked {
    family: Family,
    code: Code,
    chain: Chain,
    /// How a position is read as digits.
    digits: Digits,
    values: Values,
    /// The digits of the first position without a value.
    at: Vec<u32>,
    /// Sums of its terms, up to each digit.
    before: Vec<u32>,
    vm: Vm,
    stamps: Box<[u32; 1 << 16]>,
    stamp: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Digits {
    /// The elements of a set, the largest first.
    Set,
    /// The entries of a list.
    List,
    /// The entries of a bag, the largest first.
    Bag,
}

enum Values {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Ranked {
    /// Tables for what a position can lead to, the likeliest first; none if that is no chain. They hold what `before`
    /// holds, too, if they can.
    pub(in crate::rules) fn all(
        machine: &Rc<Machine>,
        root: &GamePosition,
        before: &[Ranked],
    ) -> Vec<Ranked> {
        [Link::Falling, Link::NotRising, Link::Free]
            .into_iter()
            .filter_map(|link| Ranked::new(machine, root, before, link))
            .collect()
    }

    fn new(machine: &Rc<Machine>, root: &GamePosition, before: &[Ranked], link: Link) -> Option<Ranked> {
        let family = Family::new(machine, root, None, u128::BITS)?;
        let [instance] = family.instances.as_slice() else { return None };
        let [(field, _)] = instance.placed.fields.as_slice() else { return None };
        let (_, param) = machine.program.game(instance.id).state_params().next()?;
        let digits = match (&field.kind, &param.ty, link) {
            // Digits begin at 0, which the declared types must allow.
            (Kind::Set { lo: 0, .. }, Type::Set(t), Link::Falling) if **t == Type::Int => Digits::Set,
            (Kind::List { cells: false, lo: ..=0, .. }, Type::List(t), Link::NotRising | Link::Free)
                if **t == Type::Int =>
            {
                Digits::List
            }
            (Kind::List { cells: false, lo: ..=0, .. }, Type::Bag(t), Link::NotRising)
                if **t == Type::Int =>
            {
                Digits::Bag
            }
            _ => return None,
        };
        let mut bounds = digits_of(&family, digits, root)?;
        let falls = bounds.is_sorted_by(|a, b| a >= b);
        if instance.has_claims() || link == Link::NotRising && !falls {
            return None;
        }
        let is_like = |t: &&Ranked| (t.chain.link, t.chain.digits()) == (link, bounds.len());
        if let Some(before) = before.iter().find(is_like) {
            bounds.iter_mut().enumerate().for_each(|(j, bound)| *bound = before.chain.bound(j).max(*bound));
        }
        let chain = Chain::new(link, &bounds)?;
        let mut plan = Plan::default();
        plan.instance(instance.id, instance.rules.clone())?;
        let code = moves_over_chain(machine, &mut plan, family.grid, instance.id, &instance.rules)?;
        let stamps = vec![0; 1 << 16].into_boxed_slice().try_into().ok()?;
        let (at, values) = (chain.first(), Values::Bytes(vec![]));
        Some(Ranked {
            family,
            code,
            chain,
            digits,
            values,
            at,
            before: vec![],
            vm: Vm::default(),
            stamps,
            stamp: 0,
        })
    }

    /// Whether a position has a place in the table.
    pub(in crate::rules) fn holds(&self, position: &GamePosition) -> bool {
        self.rank(position).is_some()
    }

    /// Whether everything in this table is in another one.
    pub(in crate::rules) fn is_replaced_by(&self, other: &Ranked) -> bool {
        (self.chain.link, self.chain.digits()) == (other.chain.link, other.chain.digits())
    }

    /// How many positions there are in all.
    pub(in crate::rules) fn size(&self) -> usize {
        self.chain.size()
    }

    /// How many positions have a value.
    pub(in crate::rules) fn solved(&self) -> u64 {
        match &self.values {
            Values::Bytes(v) => v.len() as u64,
            Values::Words(v) => v.len() as u64,
        }
    }

    /// Memory held, in bytes.
    pub(in crate::rules) fn bytes(&self) -> u64 {
        match &self.values {
            Values::Bytes(v) => v.capacity() as u64,
            Values::Words(v) => v.capacity() as u64 * 2,
        }
    }

    /// The number of a position, if it is in the table.
    fn rank(&self, position: &GamePosition) -> Option<usize> {
        let digits = digits_of(&self.family, self.digits, position)?;
        self.chain.rank(digits.into_iter().map(i64::from))
    }

    /// The nim-value of a position, if it is known already.
    pub(in crate::rules) fn known_value(&self, position: &GamePosition) -> Option<u64> {
        let rank = self.rank(position)?;
        match &self.values {
            Values::Bytes(v) => v.get(rank).map(|v| u64::from(*v)),
            Values::Words(v) => v.get(rank).map(|v| u64::from(*v)),
        }
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// See [`NotDense`].
    pub(in crate::rules) fn value(
        &mut self,
        position: &GamePosition,
        meter: &Rc<Meter>,
    ) -> Result<u64, NotDense> {
        let rank = self.rank(position).ok_or(NotDense::Unfit)?;
        meter.memory(self.chain.size() as u64).map_err(|e| NotDense::Exhausted(e, String::new()))?;
        let code = std::mem::take(&mut self.code);
        let done = self.fill(&code, rank, meter);
        self.code = code;
        done?;
        self.known_value(position).ok_or(NotDense::Unfit)
    }

    /// Solves what is not solved yet up to a position.
    fn fill(&mut self, code: &Code, rank: usize, meter: &Meter) -> Result<(), NotDense> {
        if let Values::Bytes(values) = &mut self.values {
            let mut values = std::mem::take(values);
            let filled = self.fill_with(&mut values, code, rank, meter);
            self.values = Values::Bytes(values);
            match filled {
                Err(Stopped::TooLarge) => {}
                other => return other.map_err(Stopped::into_reason),
            }
            let Values::Bytes(values) = &self.values else { unreachable!("they have just been put back") };
            self.values = Values::Words(values.iter().map(|v| u16::from(*v)).collect());
        }
        let Values::Words(values) = &mut self.values else { unreachable!("bytes were left behind") };
        let mut values = std::mem::take(values);
        let filled = self.fill_with(&mut values, code, rank, meter);
        self.values = Values::Words(values);
        filled.map_err(Stopped::into_reason)
    }

    fn fill_with<V: Copy + Into<u16> + TryFrom<u64>>(
        &mut self,
        values: &mut Vec<V>,
        code: &Code,
        rank: usize,
        meter: &Meter,
    ) -> Result<(), Stopped> {
        values.reserve_exact((rank + 1).saturating_sub(values.len()));
        while values.len() <= rank {
            self.stamp = self.stamp.wrapping_add(1);
            if self.stamp == 0 {
                self.stamps.fill(0);
                self.stamp = 1;
            }
            self.vm.prepare(code);
            load(&mut self.vm, self.digits, code.inputs[0], &self.at);
            self.chain.sums(&self.at, &mut self.before);
            let mut sink = Look {
                chain: &self.chain,
                digits: self.digits,
                values,
                code,
                stamps: &mut self.stamps,
                stamp: self.stamp,
                value: 0,
                before: &self.before,
                meter,
                stopped: None,
            };
            let ended = self.vm.run(code, &self.family.grid, &mut sink);
            let done = values.len();
            let far = |what| Stopped::For(NotDense::Exhausted(what, format!("{done} positions solved")));
            match (ended, sink.stopped) {
                (_, Some(what)) => return Err(far(what)),
                (Ended::Fine, None) => {}
                (_, None) => return Err(Stopped::For(NotDense::Unfit)),
            }
            let mex = self.stamps.iter().position(|s| *s != self.stamp).unwrap_or(usize::MAX) as u64;
            if mex >= u64::from(u16::MAX) {
                return Err(Stopped::For(NotDense::Unfit));
            }
            let value = V::try_from(mex).map_err(|_| Stopped::TooLarge)?;
            meter.position().map_err(far)?;
            values.push(value);
            self.chain.step(&mut self.at);
        }
        Ok(())
    }
}

enum Stopped {
    /// A value needs more bits.
    TooLarge,
    For(NotDense),
}

impl Stopped {
    fn into_reason(self) -> NotDense {
        match self {
            Stopped::TooLarge => NotDense::Unfit,
            Stopped::For(reason) => reason,
        }
    }
}

/// A position as digits, the most significant first.
fn digits_of(family: &Family, digits: Digits, position: &GamePosition) -> Option<Vec<u32>> {
    let state = family.only_state(position)?;
    let words = elements(&state).map(|v| u32::try_from(word_of(&v)?).ok());
    let mut words: Vec<u32> = words.collect::<Option<_>>()?;
    if digits != Digits::List {
        words.sort_unstable_by(|a, b| b.cmp(a));
    }
    Some(words)
}

/// Puts digits into the register that code expects them in.
fn load(vm: &mut Vm, digits: Digits, to: Reg, at: &[u32]) {
    match (digits, to) {
        (Digits::Set, Reg::B(r)) => vm.sets[r as usize] = at.iter().fold(0, |s, d| s | 1u128 << d),
        (Digits::List, Reg::L(r)) => vm.load_list(r, at.iter().map(|d| i64::from(*d))),
        (Digits::Bag, Reg::L(r)) => vm.load_list(r, at.iter().rev().map(|d| i64::from(*d))),
        _ => unreachable!("fields and registers are made for the same parameter"),
    }
}

/// Looks options up in the table and marks their values.
struct Look<'a, V> {
    chain: &'a Chain,
    digits: Digits,
    values: &'a [V],
    code: &'a Code,
    stamps: &'a mut [u32; 1 << 16],
    stamp: u32,
    value: u16,
    /// The sums of the terms of the position itself, up to each digit.
    before: &'a [u32],
    meter: &'a Meter,
    stopped: Option<Exhausted>,
}

impl<V: Copy + Into<u16>> Look<'_, V> {
    fn rank(&self, vm: &Vm, reg: Reg) -> Option<usize> {
        match (self.digits, reg) {
            (Digits::Set, Reg::B(r)) => self.rank_of_set(vm.sets[r as usize]),
            (Digits::List, Reg::L(r)) => self.chain.rank(vm.list(r).iter().copied()),
            (Digits::Bag, Reg::L(r)) => self.chain.rank(vm.list(r).iter().rev().copied()),
            _ => None,
        }
    }

    fn rank_of_set(&self, set: u128) -> Option<usize> {
        let mut left = set;
        self.chain.rank(std::iter::from_fn(|| {
            let top = 127u32.checked_sub(left.leading_zeros())?;
            left &= !(1 << top);
            Some(i64::from(top))
        }))
    }

    #[inline]
    fn mark(&mut self, rank: usize) -> bool {
        match self.values.get(rank) {
            Some(v) => {
                let v: u16 = (*v).into();
                self.stamps[usize::from(v)] = self.stamp;
                true
            }
            None => false,
        }
    }

    /// One more element for a set, each of some candidates in turn.
    fn mark_added(&mut self, base: u128, candidates: u128) -> bool {
        if candidates == 0 {
            return true;
        }
        if base & candidates != 0 || base.count_ones() as usize + 1 != self.chain.digits() {
            return false;
        }
        match (u64::try_from(base), u64::try_from(candidates)) {
            (Ok(base), Ok(candidates)) => self.mark_added_word(base, candidates),
            _ => {
                let mut left = candidates;
                while left != 0 {
                    let one = left & left.wrapping_neg();
                    left &= !one;
                    match self.rank_of_set(base | one) {
                        Some(rank) if self.mark(rank) => {}
                        _ => return false,
                    }
                }
                true
            }
        }
    }

    /// Between two elements of the base the others keep their places, and only one term changes.
    fn mark_added_word(&mut self, base: u64, candidates: u64) -> bool {
        let (chain, count) = (self.chain, self.chain.digits());
        if base != 0 && 63 - base.leading_zeros() as usize >= chain.width() {
            return false;
        }
        // All of the base stand behind the new element at first; some may be too large for that.
        let (mut others, mut too_large, mut left) = (0usize, 0, base);
        for j in 1..count {
            let top = 63 - left.leading_zeros();
            left &= !(1 << top);
            too_large += u32::from(top > chain.bound(j));
            others += chain.terms(j)[top as usize] as usize;
        }
        let (mut left, mut candidates) = (base, candidates);
        for j in 0..count {
            // What lies above the next element of the base.
            let top = if left == 0 { None } else { Some(63 - left.leading_zeros()) };
            let mut here = top.map_or(candidates, |top| candidates & (u64::MAX << top));
            candidates &= !here;
            let terms = chain.terms(j);
            if here != 0 && (too_large > 0 || 63 - here.leading_zeros() > chain.bound(j)) {
                return false;
            }
            while here != 0 {
                let d = here.trailing_zeros() as usize;
                here &= here - 1;
                if !self.mark(others + terms[d] as usize) {
                    return false;
                }
            }
            let Some(top) = top else { break };
            if candidates == 0 {
                break;
            }
            if top > chain.bound(j) {
                return false;
            }
            left &= !(1 << top);
            too_large -= u32::from(top > chain.bound(j + 1));
            others = others + terms[top as usize] as usize - chain.terms(j + 1)[top as usize] as usize;
        }
        true
    }

    /// The position itself, a list, with its entries from one on cut down to `x + add`, for each x in a range.
    fn mark_cut(&mut self, list: &[i64], from: i64, (lo, hi): (i64, i64), add: i64, avoid: i64) -> bool {
        let Ok(from) = usize::try_from(from.max(1) - 1) else { return false };
        let (Some(first), Some(last)) = (lo.checked_add(add), hi.checked_add(add)) else { return false };
        if lo > hi {
            return true;
        }
        let (chain, count) = (self.chain, self.chain.digits());
        let is_rows = self.digits == Digits::List && chain.link == Link::NotRising;
        if !is_rows || list.len() != count || from >= count || first < 0 {
            return false;
        }
        let mut rest = (self.values.len() as u32).wrapping_sub(self.before[from]);
        // Entries up to `cut` are longer than the value they are cut to, and all of these then have that value.
        let mut cut = from;
        for value in (first..=last).rev() {
            while cut < count && list[cut] > value {
                rest -= chain.terms(cut)[list[cut] as usize];
                cut += 1;
            }
            if value - add == avoid {
                continue;
            }
            let rank = if cut == from {
                self.before[from] + rest
            } else {
                let same =
                    chain.sum_before(cut, value as u32).wrapping_sub(chain.sum_before(from, value as u32));
                self.before[from] + same + rest
            };
            if !self.mark(rank as usize) {
                return false;
            }
        }
        true
    }
}

impl<V: Copy + Into<u16>> Sink for Look<'_, V> {
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        let Some(rank) = self.rank(vm, spec.args[0]) else { return false };
        let Some(value) = self.values.get(rank) else { return false };
        self.value ^= (*value).into();
        true
    }

    fn heap(&mut self, size: i64) -> bool {
        match u16::try_from(size) {
            Ok(size) if size < 1 << 15 => {
                self.value ^= size;
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn end_option(&mut self) {
        self.stamps[usize::from(self.value)] = self.stamp;
        self.value = 0;
    }

    fn chain_run(&mut self, vm: &Vm, spec: u32) -> bool {
        let word = |r: u16| vm.words[r as usize];
        match self.code.chain_runs[spec as usize] {
            ChainRun::Add { base, candidates } => {
                self.mark_added(vm.sets[base as usize], vm.sets[candidates as usize])
            }
            // Other lists than the position itself are not known to be in the chain.
            ChainRun::Cut { list, .. } if Reg::L(list) != self.code.inputs[0] => false,
            ChainRun::Cut { list, from, lo, hi, add, avoid } => {
                self.mark_cut(vm.list(list), word(from), (word(lo), word(hi)), word(add), word(avoid))
            }
        }
    }

    fn tick(&mut self) -> bool {
        match self.meter.look() {
            Ok(()) => true,
            Err(what) => {
                self.stopped = Some(what);
                false
            }
        }
    }
}
