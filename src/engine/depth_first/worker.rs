//! One thread at work: it opens a position, goes to the options without a value, and gives the position its value.

use super::Result;
use super::walk::{Frame, Walk};
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::memo::{Entry, MAX_VALUE, Memo, Pair, Values};
use crate::engine::pairs::cancel_pairs_from;
use crate::engine::rules::{Listed, Options, Rules};
use crate::engine::stop::{Halt, sampled};

/// Listings of open positions may take this many bytes before they are listed twice instead.
pub(super) const KEEP: u64 = 256 << 20;

/// The meter counts positions and rounds in lots of so many: the call costs more than the count.
const LOT: u64 = 64;
const ROUNDS: u32 = 2048;

/// One thread at work.
pub(super) struct Worker<'w, R: Rules, M> {
    pub(super) rules: &'w mut R,
    /// Whether they simplify anything.
    simplifies: bool,
    pub(super) table: &'w mut Values<M>,
    /// Its walks, and which of them is at work: see [`turns`](super::turns).
    pub(super) walks: &'w mut [Walk<R::Key>],
    pub(super) at: usize,
    longest: usize,
    meter: &'w Meter,
    /// Positions solved and options listed that the meter does not know of; so many positions are the next lot.
    solved: u64,
    rounds: u32,
    lot: u64,
}

/// What is to be done next for the position on top.
pub(super) enum Next<K> {
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
        walks: &'w mut [Walk<R::Key>],
        longest: usize,
        meter: &'w Meter,
    ) -> Self {
        let (simplifies, lot) = (rules.simplifies(), next_lot(meter));
        Worker { rules, simplifies, table, walks, at: 0, longest, meter, solved: 0, rounds: 0, lot }
    }

    /// The value of a position; `None` if so many are solved before.
    pub(super) fn solve(&mut self, root: R::Key, most: Option<u64>) -> Result<Option<u64>, R> {
        let result = match self.walks.len() {
            1 => self.run(root, most),
            _ => self.run_in_turns(root).map(Some),
        };
        let told = self.tell_meter();
        for frame in self.walks.iter_mut().flat_map(Walk::abandon) {
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
        while !self.walks[self.at].frames.is_empty() {
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

    pub(super) fn is_open_here(&self, key: R::Key) -> bool {
        !M::SHARED || self.walks.iter().flat_map(|walk| &walk.frames).any(|f| f.key == key)
    }

    /// What is to be done next for the top position: what is known by now goes into its mex. Positions that other threads are at
    /// work on come last.
    #[inline]
    pub(super) fn next(&mut self) -> Next<R::Key> {
        let others = M::SHARED || self.walks.len() > 1;
        let Walk { frames, missing, large, sums, .. } = &mut self.walks[self.at];
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
                Entry::Open if others && ((frame.missing + frame.put_off) as usize) < last => {
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
        let others = M::SHARED || self.walks.len() > 1;
        let Walk { frames, sums, parts, large, .. } = &mut self.walks[self.at];
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
                Entry::Open if others && self.table.get(parts[from]) == Entry::Unknown => {
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
        self.open(key, slot);
        let options = if self.simplifies { self.add_simplified_options(key) } else { self.add_options(key) }?;
        self.entered(options)
    }

    /// Puts a position on top, and marks it in the table as open, unless it is in this slot already.
    #[inline]
    pub(super) fn open(&mut self, key: R::Key, slot: Option<usize>) {
        self.table.pause();
        let slot = slot.unwrap_or_else(|| self.table.open(key).1);
        self.walks[self.at].begin(key, slot);
    }

    /// Counts a position that was opened, with so many options, and sees to it that there is time and room for more.
    #[inline]
    pub(super) fn entered(&mut self, options: u32) -> Result<(), R> {
        self.rounds += 1 + options / 4;
        if self.rounds >= ROUNDS {
            self.tell_meter().map_err(|e| self.exhausted(e))?;
        }
        let walk = &mut self.walks[self.at];
        walk.opened += 1;
        if walk.opened & 0xff == 0 || walk.missing.len() + walk.parts.len() > 1 << 16 {
            self.look_at_memory()?;
        }
        if self.walks[self.at].frames.len() > self.longest {
            return Err(self.deep());
        }
        Ok(())
    }

    /// Records the options of the top position: what is known about them, and what is missing. How many there are.
    fn add_options(&mut self, key: R::Key) -> Result<u32, R> {
        let Walk { options, frames, missing, large, sums, parts, .. } = &mut self.walks[self.at];
        options.clear();
        let listed = self.rules.list(key, options).map_err(|stop| Halt::at(key, stop))?;
        let Some(frame) = frames.last_mut() else { return Ok(0) };
        if let Listed::Alone(keys) = listed {
            self.table.fetch(keys);
        }
        add_listed(listed, self.table, frame, Lists { missing, sums, parts, large });
        Ok(frame.options)
    }

    /// The same where positions fall into parts, and parts have canonical forms.
    fn add_simplified_options(&mut self, key: R::Key) -> Result<u32, R> {
        let mut options = std::mem::take(&mut self.walks[self.at].options);
        options.clear();
        let listed = self.rules.options(key, &mut options).map_err(|stop| Halt::at(key, stop));
        let added = listed.and_then(|()| self.add_simplified(&options));
        let count = options.len() as u32;
        self.walks[self.at].options = options;
        added.map(|()| count)
    }

    fn add_simplified(&mut self, options: &Options<R::Key>) -> Result<(), R> {
        if let Some(frame) = self.walks[self.at].frames.last_mut() {
            frame.options = options.len() as u32;
        }
        for (parts, heaps) in options.iter() {
            let mut known = heaps.iter().fold(0, |a, b| a ^ b);
            let before = self.walks[self.at].parts.len();
            for &part in parts {
                self.add_whole(part, &mut known)?;
            }
            let Walk { frames, missing, sums, parts, large, .. } = &mut self.walks[self.at];
            let Some(frame) = frames.last_mut() else { continue };
            record(known, before, frame, &mut Lists { missing, sums, parts, large });
        }
        let Walk { frames, missing, .. } = &mut self.walks[self.at];
        if let Some(frame) = frames.last() {
            missing[frame.missing as usize..].reverse();
        }
        Ok(())
    }

    fn add_whole(&mut self, whole: R::Key, known: &mut u64) -> Result<(), R> {
        if let Some(value) = self.walks[self.at].recent.get(whole) {
            *known ^= u64::from(value);
            return Ok(());
        }
        let mut parts = std::mem::take(&mut self.walks[self.at].simplified);
        parts.clear();
        let done = self.rules.split(whole, &mut parts).map_err(|stop| Halt::at(whole, stop));
        let added = done.and_then(|()| parts.iter().try_for_each(|part| self.add_part(*part, whole, known)));
        self.walks[self.at].simplified = parts;
        added
    }

    fn add_part(&mut self, part: R::Key, whole: R::Key, known: &mut u64) -> Result<(), R> {
        if part != whole
            && let Some(value) = self.walks[self.at].recent.get(part)
        {
            *known ^= u64::from(value);
            return Ok(());
        }
        let canonical = self.rules.canonical(part).map_err(|stop| Halt::at(part, stop))?;
        match self.table.get(canonical) {
            Entry::Value(v) => {
                self.walks[self.at].recent.set(part, v);
                *known ^= u64::from(v);
            }
            _ => self.walks[self.at].parts.push(canonical),
        }
        Ok(())
    }

    /// Gives the top position its value, and leaves it; one that was listed only in part is listed again.
    pub(super) fn finish(&mut self) -> Result<(), R> {
        let Some(&frame) = self.walks[self.at].frames.last() else { return Ok(()) };
        if frame.again {
            self.walks[self.at].leave(&frame);
            return self.enter(frame.key, None);
        }
        let value = frame.mex(&mut self.walks[self.at].large[frame.large as usize..]);
        if value > u64::from(MAX_VALUE) {
            return Err(Halt::wide(frame.key));
        }
        self.walks[self.at].leave(&frame);
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
        let walks: u64 = self.walks.iter().map(Walk::bytes).sum();
        let bytes = self.rules.bytes() + self.table.bytes() + walks;
        self.meter.grow(bytes, self.table.growth()).map_err(|e| self.exhausted(e))?;
        if self.walks[self.at].kept() as u64 > KEEP.min(self.meter.budget().bytes / 8) {
            self.keep_one();
        }
        Ok(())
    }

    /// Keeps only the largest missing key of the top position, to be listed again later.
    fn keep_one(&mut self) {
        let walk = &mut self.walks[self.at];
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

    pub(super) fn cycle(&self, key: R::Key) -> Halt<R::Key, R::Mistake> {
        let frames = &self.walks[self.at].frames;
        let from = frames.iter().position(|f| f.key == key).unwrap_or(0);
        Halt::cycle(frames[from..].iter().map(|f| f.key).collect())
    }

    fn deep(&self) -> Halt<R::Key, R::Mistake> {
        Halt::deep(sampled(self.walks[self.at].frames.iter().map(|frame| frame.key)))
    }

    fn exhausted(&self, what: Exhausted) -> Halt<R::Key, R::Mistake> {
        Halt::exhausted(what, self.walks[0].frames.iter().take(12).map(|f| f.key).collect())
    }
}

/// How many positions the meter counts at once: so few that it stops at the one that is too many.
fn next_lot(meter: &Meter) -> u64 {
    meter.positions_left().saturating_add(1).min(LOT)
}

/// Where what is missing is recorded.
pub(super) struct Lists<'l, K: Copy> {
    pub(super) missing: &'l mut Vec<Pair<K>>,
    pub(super) sums: &'l mut Vec<(u64, u32)>,
    pub(super) parts: &'l mut Vec<K>,
    pub(super) large: &'l mut Vec<u64>,
}

/// Records options: what is known about them, and what is missing.
#[inline]
pub(super) fn add_listed<M: Memo>(
    listed: Listed<'_, M::Key>,
    table: &Values<M>,
    frame: &mut Frame<M::Key>,
    mut lists: Lists<'_, M::Key>,
) {
    frame.options = listed.len() as u32;
    match listed {
        Listed::Alone(keys) => {
            for &key in keys {
                match table.get(key) {
                    Entry::Value(v) => frame.add(v.into(), lists.large),
                    _ => lists.missing.push(Pair { key, value: 0 }),
                }
            }
        }
        Listed::Sums(options) => {
            for (parts, heaps) in options.iter() {
                let mut known = heaps.iter().fold(0, |a, b| a ^ b);
                let before = lists.parts.len();
                for &part in parts {
                    match table.get(part) {
                        Entry::Value(v) => known ^= u64::from(v),
                        _ => lists.parts.push(part),
                    }
                }
                record(known, before, frame, &mut lists);
            }
        }
    }
    // They are taken from the end: the first option first.
    lists.missing[frame.missing as usize..].reverse();
}

/// Records an option: its value, or the nim-sum of what is known and the parts from `before` on, which have no value yet.
fn record<K: Copy + Ord>(known: u64, before: usize, frame: &mut Frame<K>, lists: &mut Lists<'_, K>) {
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
