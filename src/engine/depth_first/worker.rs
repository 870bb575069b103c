//! One thread at work: it opens a position, goes to what is missing of it, and gives it its value.

use super::walk::{Frame, Walk};
use super::{Result, cancel_pairs_from};
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::memo::{Entry, MAX_VALUE, Memo, Pair, Values};
use crate::engine::rules::{Listed, Options, Rules};
use crate::engine::stop::Halt;

/// Listings of open positions may take this many bytes before they are listed twice instead.
pub(super) const KEEP: u64 = 256 << 20;

/// Positions and rounds are told to the meter in lots of so many: the call costs more than the count.
const LOT: u64 = 64;
const ROUNDS: u32 = 2048;

/// One thread at work.
pub(super) struct Worker<'w, R: Rules, M> {
    rules: &'w mut R,
    /// Whether they simplify anything.
    simplifies: bool,
    table: &'w mut Values<M>,
    walk: &'w mut Walk<R::Key>,
    longest: usize,
    meter: &'w Meter,
    /// Positions solved and options listed that the meter has not been told of; so many positions are the next lot.
    solved: u64,
    rounds: u32,
    lot: u64,
}

/// What is to be done next for the position on top.
enum Next<K> {
    /// Open this one, which is new; where the table has it, if it is marked as open already.
    Enter(K, Option<usize>),
    /// Somebody is at work on this one.
    Busy(K),
    /// Everything is known.
    Finish,
}

impl<'w, R: Rules, M: Memo<Key = R::Key>> Worker<'w, R, M> {
    pub(super) fn new(
        rules: &'w mut R,
        table: &'w mut Values<M>,
        walk: &'w mut Walk<R::Key>,
        longest: usize,
        meter: &'w Meter,
    ) -> Self {
        let (simplifies, lot) = (rules.simplifies(), next_lot(meter));
        Worker { rules, simplifies, table, walk, longest, meter, solved: 0, rounds: 0, lot }
    }

    /// The value of a position; `None` if so many are solved before.
    pub(super) fn solve(&mut self, root: R::Key, most: Option<u64>) -> Result<Option<u64>, R> {
        let result = self.run(root, most);
        let told = self.tell_meter();
        for frame in self.walk.abandon() {
            self.table.give_up(frame.key);
        }
        let value = result?;
        told.map_err(|what| Halt::exhausted(what, vec![root]))?;
        Ok(value)
    }

    fn run(&mut self, root: R::Key, most: Option<u64>) -> Result<Option<u64>, R> {
        let most = most.map_or(usize::MAX, |most| self.table.solved().saturating_add(most as usize));
        if let Entry::Value(v) = self.table.get(root) {
            return Ok(Some(u64::from(v)));
        }
        self.enter(root, None)?;
        while !self.walk.frames.is_empty() {
            match self.next() {
                Next::Enter(key, slot) => self.enter(key, slot)?,
                Next::Busy(key) if self.is_open_here(key) => return Err(self.cycle(key)),
                Next::Busy(key) => self.enter(key, None)?,
                Next::Finish => {
                    self.finish()?;
                    if self.table.solved() >= most {
                        break;
                    }
                }
            }
        }
        match self.table.get(root) {
            Entry::Value(v) => Ok(Some(u64::from(v))),
            _ if most < usize::MAX => Ok(None),
            _ => unreachable!("the root is solved when no position is open"),
        }
    }

    fn is_open_here(&self, key: R::Key) -> bool {
        !M::SHARED || self.walk.frames.iter().any(|f| f.key == key)
    }

    /// What is to be done next for the top position: what is known by now goes into its mex. Positions that other threads are at
    /// work on come last.
    #[inline]
    fn next(&mut self) -> Next<R::Key> {
        let Walk { frames, missing, large, sums, .. } = &mut *self.walk;
        let Some(frame) = frames.last_mut() else { return Next::Finish };
        while missing.len() > frame.missing as usize {
            let last = missing.len() - 1;
            let Pair { key, value } = missing[last];
            // It is looked up and opened at once, unless others may have to make room first.
            let (known, slot) = if M::SHARED {
                (self.table.get(key), None)
            } else {
                let (known, slot) = self.table.open(key);
                (known, Some(slot))
            };
            match known {
                Entry::Value(v) => {
                    missing.pop();
                    frame.add(u64::from(v ^ value), large);
                }
                Entry::Open if M::SHARED && ((frame.missing + frame.put_off) as usize) < last => {
                    missing.swap((frame.missing + frame.put_off) as usize, last);
                    frame.put_off += 1;
                }
                Entry::Open => return Next::Busy(key),
                Entry::Unknown => return Next::Enter(key, slot),
            }
        }
        if sums.len() == frame.sums as usize { Next::Finish } else { self.next_of_sums() }
    }

    /// The same where sums are left of which several parts have no value.
    fn next_of_sums(&mut self) -> Next<R::Key> {
        let Walk { frames, sums, parts, large, .. } = &mut *self.walk;
        let Some(frame) = frames.last_mut() else { return Next::Finish };
        while sums.len() > frame.sums as usize {
            let Some((known, left)) = sums.last_mut() else { break };
            let from = parts.len() - *left as usize;
            let Some(&key) = parts.last() else { break };
            match self.table.get(key) {
                Entry::Value(v) => {
                    parts.pop();
                    (*known, *left) = (*known ^ u64::from(v), *left - 1);
                }
                // The same part twice in a sum was cancelled before: another one may be free.
                Entry::Open if M::SHARED && self.table.get(parts[from]) == Entry::Unknown => {
                    let last = parts.len() - 1;
                    parts.swap(from, last);
                }
                Entry::Open => return Next::Busy(key),
                Entry::Unknown => return Next::Enter(key, None),
            }
            if let Some((known, 0)) = sums.last().copied() {
                sums.pop();
                frame.add(known, large);
            }
        }
        Next::Finish
    }

    /// Lists the options of a position and opens it, unless it is open already in this slot.
    fn enter(&mut self, key: R::Key, slot: Option<usize>) -> Result<(), R> {
        self.table.pause();
        let slot = slot.unwrap_or_else(|| self.table.open(key).1);
        self.walk.begin(key, slot);
        let options = if self.simplifies { self.add_simplified_options(key) } else { self.add_options(key) }?;
        self.rounds += 1 + options / 4;
        if self.rounds >= ROUNDS {
            self.tell_meter().map_err(|e| self.exhausted(e))?;
        }
        self.walk.opened += 1;
        if self.walk.opened & 0xff == 0 || self.walk.missing.len() + self.walk.parts.len() > 1 << 16 {
            self.look_at_memory()?;
        }
        if self.walk.frames.len() > self.longest {
            return Err(self.deep());
        }
        Ok(())
    }

    /// Records the options of the top position: what is known of them, and what is missing. How many there are.
    fn add_options(&mut self, key: R::Key) -> Result<u32, R> {
        let Walk { options, frames, missing, large, sums, parts, .. } = &mut *self.walk;
        options.clear();
        let listed = self.rules.list(key, options).map_err(|stop| Halt::at(key, stop))?;
        let Some(frame) = frames.last_mut() else { return Ok(0) };
        frame.options = listed.len() as u32;
        match listed {
            Listed::Alone(keys) => {
                self.table.fetch(keys);
                for &key in keys {
                    match self.table.get(key) {
                        Entry::Value(v) => frame.add(v.into(), large),
                        _ => missing.push(Pair { key, value: 0 }),
                    }
                }
            }
            Listed::Sums(options) => {
                for (of_option, heaps) in options.iter() {
                    let mut known = heaps.iter().fold(0, |a, b| a ^ b);
                    let before = parts.len();
                    for &part in of_option {
                        match self.table.get(part) {
                            Entry::Value(v) => known ^= u64::from(v),
                            _ => parts.push(part),
                        }
                    }
                    record(known, before, frame, Lists { missing, sums, parts, large });
                }
            }
        }
        // They are taken from the end: the first option first.
        missing[frame.missing as usize..].reverse();
        Ok(frame.options)
    }

    /// The same where positions fall into parts, and parts have canonical forms.
    fn add_simplified_options(&mut self, key: R::Key) -> Result<u32, R> {
        let mut options = std::mem::take(&mut self.walk.options);
        options.clear();
        let listed = self.rules.options(key, &mut options).map_err(|stop| Halt::at(key, stop));
        let added = listed.and_then(|()| self.add_simplified(&options));
        let count = options.len() as u32;
        self.walk.options = options;
        added.map(|()| count)
    }

    fn add_simplified(&mut self, options: &Options<R::Key>) -> Result<(), R> {
        if let Some(frame) = self.walk.frames.last_mut() {
            frame.options = options.len() as u32;
        }
        for (parts, heaps) in options.iter() {
            let mut known = heaps.iter().fold(0, |a, b| a ^ b);
            let before = self.walk.parts.len();
            for &part in parts {
                self.add_whole(part, &mut known)?;
            }
            let Walk { frames, missing, sums, parts, large, .. } = &mut *self.walk;
            let Some(frame) = frames.last_mut() else { continue };
            record(known, before, frame, Lists { missing, sums, parts, large });
        }
        let Walk { frames, missing, .. } = &mut *self.walk;
        if let Some(frame) = frames.last() {
            missing[frame.missing as usize..].reverse();
        }
        Ok(())
    }

    fn add_whole(&mut self, whole: R::Key, known: &mut u64) -> Result<(), R> {
        if let Some(value) = self.walk.recent.get(whole) {
            *known ^= u64::from(value);
            return Ok(());
        }
        let mut parts = std::mem::take(&mut self.walk.simplified);
        parts.clear();
        let done = self.rules.split(whole, &mut parts).map_err(|stop| Halt::at(whole, stop));
        let added = done.and_then(|()| parts.iter().try_for_each(|part| self.add_part(*part, whole, known)));
        self.walk.simplified = parts;
        added
    }

    fn add_part(&mut self, part: R::Key, whole: R::Key, known: &mut u64) -> Result<(), R> {
        if part != whole
            && let Some(value) = self.walk.recent.get(part)
        {
            *known ^= u64::from(value);
            return Ok(());
        }
        let canonical = self.rules.canonical(part).map_err(|stop| Halt::at(part, stop))?;
        match self.table.get(canonical) {
            Entry::Value(v) => {
                self.walk.recent.set(part, v);
                *known ^= u64::from(v);
            }
            _ => self.walk.parts.push(canonical),
        }
        Ok(())
    }

    /// Gives the top position its value, and leaves it; one that was listed only in part is listed again.
    fn finish(&mut self) -> Result<(), R> {
        let Some(&frame) = self.walk.frames.last() else { return Ok(()) };
        if frame.again {
            self.walk.leave(&frame);
            return self.enter(frame.key, None);
        }
        let value = frame.mex(&mut self.walk.large[frame.large as usize..]);
        if value > u64::from(MAX_VALUE) {
            return Err(Halt::wide(frame.key));
        }
        self.walk.leave(&frame);
        self.solved += u64::from(self.table.set_at(frame.slot, frame.key, value as u32));
        if self.solved >= self.lot {
            self.tell_meter().map_err(|e| self.exhausted(e))?;
        }
        Ok(())
    }

    /// Tells the meter what was done since it was told last.
    fn tell_meter(&mut self) -> std::result::Result<(), Exhausted> {
        let (solved, rounds) = (std::mem::take(&mut self.solved), std::mem::take(&mut self.rounds));
        let told = self.meter.positions_solved(solved).and_then(|()| self.meter.ticks_of(rounds));
        self.lot = next_lot(self.meter);
        told
    }

    /// Keeps within the memory that there is.
    fn look_at_memory(&mut self) -> Result<(), R> {
        let bytes = self.rules.bytes() + self.table.bytes() + self.walk.bytes();
        self.meter.grow(bytes, self.table.growth()).map_err(|e| self.exhausted(e))?;
        if self.walk.kept() as u64 > KEEP.min(self.meter.budget().bytes / 8) {
            self.keep_one();
        }
        Ok(())
    }

    /// Keeps only the largest missing key of the top position, to be listed again later.
    fn keep_one(&mut self) {
        let walk = &mut *self.walk;
        let Some(mut frame) = walk.frames.pop() else { return };
        let missing = walk.missing[frame.missing as usize..].iter().map(|m| m.key);
        let missing = missing.chain(walk.parts[frame.parts as usize..].iter().copied());
        let largest = missing.filter(|k| !matches!(self.table.get(*k), Entry::Value(_))).max();
        if let Some(key) = largest {
            walk.forget(&frame);
            frame.listed_again();
            walk.missing.push(Pair { key, value: 0 });
        }
        walk.frames.push(frame);
    }

    fn cycle(&self, key: R::Key) -> Halt<R::Key, R::Mistake> {
        let frames = &self.walk.frames;
        let from = frames.iter().position(|f| f.key == key).unwrap_or(0);
        Halt::cycle(frames[from..].iter().map(|f| f.key).collect())
    }

    fn deep(&self) -> Halt<R::Key, R::Mistake> {
        let frames = &self.walk.frames;
        let sampled = frames.iter().step_by((frames.len() / 64).max(1)).map(|f| f.key);
        Halt::deep(frames.iter().take(8).map(|f| f.key).chain(sampled.skip(1)).collect())
    }

    fn exhausted(&self, what: Exhausted) -> Halt<R::Key, R::Mistake> {
        Halt::exhausted(what, self.walk.frames.iter().take(12).map(|f| f.key).collect())
    }
}

/// How many positions the meter is told of at once: so few that it stops at the one that is too many.
fn next_lot(meter: &Meter) -> u64 {
    meter.positions_left().saturating_add(1).min(LOT)
}

/// Where what is missing is recorded.
struct Lists<'l, K: Copy> {
    missing: &'l mut Vec<Pair<K>>,
    sums: &'l mut Vec<(u64, u32)>,
    parts: &'l mut Vec<K>,
    large: &'l mut Vec<u64>,
}

/// Records an option: its value, or the nim-sum of what is known and the parts from `before` on, which have no value yet.
fn record<K: Copy + Ord>(known: u64, before: usize, frame: &mut Frame<K>, lists: Lists<'_, K>) {
    let Lists { missing, sums, parts, large } = lists;
    cancel_pairs_from(parts, before);
    match (&parts[before..], u32::try_from(known)) {
        ([], _) => frame.add(known, large),
        (&[key], Ok(value)) => {
            parts.truncate(before);
            missing.push(Pair { key, value });
        }
        (left, _) => sums.push((known, left.len() as u32)),
    }
}
