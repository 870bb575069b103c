//! Values of the positions of a chain, one after the other; by several threads where there are many.

use super::bits::Grid;
use super::chain::{Chain, Digits};
use super::chain_at::At;
use super::chain_look::Look;
use super::chain_marks::{Known, Marks, Stamps, room};
use super::code::{Code, Reg};
use super::vm::Vm;
use crate::engine::{Fills, Meter, Stop, Unfit, fill_together};
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

/// What is the same for all positions of a chain.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) chain: &'a Chain,
    pub(super) digits: Digits,
    pub(super) code: &'a Code,
    pub(super) grid: &'a Grid,
}

/// Goes from position to position.
pub(super) struct Walk {
    at: At,
    vm: Vm,
    /// Room for the numbers of options.
    ranks: Vec<u32>,
    stamps: Box<Stamps>,
    stamp: u8,
    /// No value put together of several parts was larger.
    most: u16,
}

/// How many positions a thread fills before it tells the others.
const AT_ONCE: u64 = 1 << 12;
/// A thread takes at least this share of what one fills alone.
const LEAST_SHARE: u64 = 8;

/// Values in words of one width.
pub(super) trait Width: Copy + Into<u16> + TryFrom<u64> {
    /// The same as several threads see it.
    type Shared: Shared<Width = Self>;
}

/// One more than a value, or 0 where it is not known: what several threads read and write.
pub(super) trait Shared: Send + Sync {
    type Width;
    /// No value is larger.
    const MOST: usize;
    /// `None` if it has no room.
    fn of(value: Option<Self::Width>) -> Option<Self>
    where
        Self: Sized;
    fn value(&self) -> Option<u16>;
    /// False if it has no room.
    fn set(&self, value: u16) -> bool;
    /// The value where there is one.
    fn into_width(self) -> Self::Width;
}

macro_rules! width {
    ($width:ty, $shared:ty) => {
        impl Width for $width {
            type Shared = $shared;
        }

        impl Shared for $shared {
            type Width = $width;

            const MOST: usize = <$width>::MAX as usize;

            fn of(value: Option<$width>) -> Option<$shared> {
                value.map_or(Some(0), |v| v.checked_add(1)).map(<$shared>::new)
            }

            #[inline(always)]
            fn value(&self) -> Option<u16> {
                u16::from(self.load(Ordering::Relaxed)).checked_sub(1)
            }

            fn set(&self, value: u16) -> bool {
                let more = value.checked_add(1).and_then(|v| <$width>::try_from(v).ok());
                more.map(|v| self.store(v, Ordering::Relaxed)).is_some()
            }

            fn into_width(self) -> $width {
                self.into_inner().wrapping_sub(1)
            }
        }
    };
}

width!(u8, AtomicU8);
width!(u16, AtomicU16);

/// A table that several threads fill.
struct Table<C>(Vec<C>);

impl<C: Shared> Known for Table<C> {
    const MOST: usize = C::MOST;

    #[inline(always)]
    fn known(&self, rank: usize) -> Option<u16> {
        self.0.get(rank)?.value()
    }
}

/// Where every position counts as known.
struct Anything;

impl Known for Anything {
    const MOST: usize = u8::MAX as usize;

    fn known(&self, _: usize) -> Option<u16> {
        Some(0)
    }
}

impl Walk {
    /// At the first position of a chain.
    pub(super) fn new(chain: &Chain) -> Option<Walk> {
        let stamps = vec![0; size_of::<Stamps>()].into_boxed_slice().try_into().ok()?;
        let (at, ranks) = (At::first(chain), room(chain));
        Some(Walk { at, vm: Vm::default(), ranks, stamps, stamp: 0, most: 0 })
    }

    /// To the position with a number.
    pub(super) fn go_to(&mut self, chain: &Chain, place: usize) {
        self.at.go_to(chain, place);
    }

    /// A stamp that no value has.
    fn new_stamp(&mut self, most: usize) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps[..=most.max(self.most.into())].fill(0);
            self.stamp = 1;
        }
    }

    /// The value of the position that it is at.
    fn value<T: Known + ?Sized>(
        &mut self,
        given: &Given<'_>,
        values: &T,
        meter: &Meter,
    ) -> Result<u16, Stop> {
        let Given { chain, digits, code, grid } = *given;
        self.new_stamp(T::MOST);
        self.at.prepare(chain, digits);
        self.vm.prepare(code);
        load(&mut self.vm, digits, code.inputs[0], &self.at);
        let (stamps, ranks) = (&mut *self.stamps, &mut self.ranks);
        let marks = Marks { values, stamps, stamp: self.stamp, ranks, waiting: 0 };
        let (most, at) = (&mut self.most, &self.at);
        let mut sink = Look { chain, digits, marks, code, value: 0, most, at, meter };
        self.vm.run(code, grid, &mut sink)?;
        let mex = mex(&self.stamps, self.stamp).filter(|mex| *mex < u16::MAX.into());
        mex.map(|mex| mex as u16).ok_or(Unfit::WideValue.into())
    }
}

impl Given<'_> {
    /// Gives values to all positions up to one, by several threads once that has become long. If they are wide, the table ends
    /// before the first such position.
    pub(super) fn fill<V: Width>(
        &self,
        walk: &mut Walk,
        values: &mut Vec<V>,
        rank: usize,
        meter: &Meter,
    ) -> Result<Filled, Stop> {
        if values.is_empty() {
            // What does not fit in the largest position would end the attempt when all others have their values.
            walk.go_to(self.chain, rank);
            walk.value(self, &Anything, meter)?;
        }
        values.reserve_exact((rank + 1).saturating_sub(values.len()));
        let (from, mut together) = (values.len(), 0);
        while values.len() <= rank {
            if (values.len() - from) as u64 == meter.budget().alone
                && meter.threads() > 1
                && let Some(fixed) = self.digits_of_stretches(meter)
            {
                let before = values.len();
                self.fill_together(fixed, values, rank, meter)?;
                together += values.len() - before;
                if values.len() > rank {
                    break;
                }
            }
            walk.go_to(self.chain, values.len());
            let value = walk.value(self, &values[..], meter)?;
            let value = V::try_from(value.into()).map_err(|_| Stop::Unfit(Unfit::WideValue))?;
            meter.position()?;
            values.push(value);
            walk.at.step(self.chain, self.digits);
        }
        Ok(Filled { together })
    }

    /// The same by several threads, from where one stands; stretches have so many first digits alike.
    fn fill_together<V: Width>(
        &self,
        fixed: usize,
        values: &mut Vec<V>,
        rank: usize,
        meter: &Meter,
    ) -> Result<(), Stop> {
        if values.iter().any(|v| V::Shared::of(Some(*v)).is_none()) {
            return Err(Unfit::WideValue.into());
        }
        let from = values.len();
        // What is shared stands where the values stood, and they where it stood.
        let known = std::mem::take(values).into_iter();
        let mut shared: Vec<V::Shared> = known.filter_map(|v| V::Shared::of(Some(v))).collect();
        shared.resize_with(rank + 1, || V::Shared::of(None).unwrap_or_else(|| unreachable!("0 has room")));
        let table = Table(shared);
        let thread = |_| Some(FillsChain { walk: Walk::new(self.chain)?, given: *self, table: &table });
        let threads = (0..meter.threads()).filter_map(thread).collect();
        let least = least(meter) as usize / 2;
        let end_of = |at| self.end_of(at as usize, fixed, least) as u64;
        let (filled, ended) = fill_together(threads, from as u64..rank as u64 + 1, end_of, meter);
        *values = table.0.into_iter().map(Shared::into_width).collect();
        values.truncate(filled as usize);
        ended
    }

    /// How many first digits the positions of a stretch have alike, if stretches can be long enough for several threads. In
    /// most games an option with other first digits stands no further on in its stretch, so that nobody waits long.
    fn digits_of_stretches(&self, meter: &Meter) -> Option<usize> {
        let all = self.chain.size() as u64;
        let is_long = |fixed: &usize| {
            self.chain.beginnings(*fixed).is_some_and(|count| all / count.max(1) >= least(meter))
        };
        (1..self.chain.digits()).rev().find(is_long)
    }

    /// Where a stretch ends that begins at a place: of at least so many positions.
    fn end_of(&self, start: usize, fixed: usize, least: usize) -> usize {
        let mut end = start;
        while end < self.chain.size() && end - start <= least {
            end = self.chain.end_of_beginning(end, fixed);
        }
        end
    }
}

/// How many positions a thread takes at once, at least on average.
fn least(meter: &Meter) -> u64 {
    (meter.budget().alone / LEAST_SHARE).max(1)
}

/// How a table was filled.
pub(super) struct Filled {
    /// How many positions several threads have filled.
    pub(super) together: usize,
}

/// One of the threads that fill a table.
struct FillsChain<'t, C> {
    walk: Walk,
    given: Given<'t>,
    table: &'t Table<C>,
}

impl<C: Shared> Fills for FillsChain<'_, C> {
    fn fill(&mut self, places: Range<u64>, meter: &Meter) -> (u64, Result<(), Stop>) {
        let end = places.end.min(places.start + AT_ONCE);
        self.walk.go_to(self.given.chain, places.start as usize);
        for place in places.start..end {
            if let Err(stop) = self.fill_one(place as usize, meter) {
                return (place - places.start, Err(stop));
            }
        }
        (end - places.start, Ok(()))
    }
}

impl<C: Shared> FillsChain<'_, C> {
    fn fill_one(&mut self, place: usize, meter: &Meter) -> Result<(), Stop> {
        let value = self.walk.value(&self.given, self.table, meter)?;
        if !self.table.0[place].set(value) {
            return Err(Unfit::WideValue.into());
        }
        self.walk.at.step(self.given.chain, self.given.digits);
        Ok(meter.position()?)
    }
}

/// The first value without this stamp.
fn mex(stamps: &Stamps, stamp: u8) -> Option<u64> {
    // Values are compared by the word.
    let full = u64::from_le_bytes([stamp; 8]);
    let first = |(i, word): (usize, &[u8; 8])| {
        let others = u64::from_le_bytes(*word) ^ full;
        (others != 0).then(|| 8 * i as u64 + u64::from(others.trailing_zeros() / 8))
    };
    stamps.as_chunks().0.iter().enumerate().find_map(first)
}

/// Puts a position into the register that code expects it in.
fn load(vm: &mut Vm, digits: Digits, to: Reg, at: &At) {
    match (digits, to) {
        (Digits::Set, Reg::B(r)) => vm.sets[r as usize] = at.set,
        (Digits::List, Reg::L(r)) => vm.load_list(r, at.digits.iter().map(|d| i64::from(*d))),
        (Digits::Bag, Reg::L(r)) => vm.load_list(r, at.digits.iter().rev().map(|d| i64::from(*d))),
        _ => unreachable!("fields and registers are made for the same parameter"),
    }
}
