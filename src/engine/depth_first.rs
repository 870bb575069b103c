//! Nim-values of any acyclic game: depth first with a memo, components early, no recursion on the stack.

use super::budget::{Exhausted, Meter};
use super::memo::{Entry, MAX_VALUE, Memo, Pair, Recent, Table, Values};
use super::rules::{Options, Rules};
use super::search::Search;
use super::stop::{Halt, Stop};
use super::workers;

/// Solves positions of one set of rules and remembers them.
///
/// Takes any acyclic rules; costs one listing of the options of each position (two where a listing was
/// too long to keep) and `size_of::<Key>() + 4` bytes a slot of the table. Gives up on cycles.
///
/// A calculation that has grown is done by several threads, if the rules can leave theirs: each goes depth first from the
/// top, all fill one table, and what one is at work on the others put off.
#[derive(Debug)]
pub struct Solver<R: Rules> {
    /// The rules.
    pub rules: R,
    /// For questions about single positions.
    pub search: Search<R::Key>,
    /// How long a play may get before the solver asks (by [`Wrong::Deep`](super::Wrong::Deep)) whether it is meant to.
    pub longest: usize,
    table: Table<R::Key>,
    walk: Walk<R::Key>,
}

/// What one thread keeps on its way. Of an open position only what is still missing is kept: an option whose value is known
/// goes into the mex at once.
#[derive(Debug)]
struct Walk<K: Copy> {
    /// Values of positions lately seen as they came, before simplification.
    recent: Recent<K>,
    options: Options<K>,
    simplified: Vec<K>,
    /// Options of which one part has no value yet: that part, and the nim-sum of the others.
    missing: Vec<Pair<K>>,
    /// Options of which several have none: the nim-sum of the others, and how many of `parts`.
    sums: Vec<(u64, u32)>,
    parts: Vec<K>,
    /// Values of options that have no bit in a frame.
    large: Vec<u64>,
    frames: Vec<Frame<K>>,
    /// Where the table has the position to be entered next, if it is open already.
    slot: Option<usize>,
    /// Positions opened.
    opened: u64,
}

impl<K: Copy> Default for Walk<K> {
    fn default() -> Self {
        Walk {
            recent: Recent::default(),
            options: Options::default(),
            simplified: vec![],
            missing: vec![],
            sums: vec![],
            parts: vec![],
            large: vec![],
            frames: vec![],
            slot: None,
            opened: 0,
        }
    }
}

/// An open position: the values of its options so far, and where its share of the lists begins. It is on top of all of them
/// whenever it is looked at.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    /// Where the table had it when it was opened.
    slot: usize,
    /// How many options there are: no larger value matters.
    options: usize,
    /// The values of options below 128.
    seen: u128,
    missing: usize,
    sums: usize,
    parts: usize,
    large: usize,
    /// How many of the missing are put off, for other threads are at work on them.
    put_off: usize,
    /// The listing was too long to keep: list again when the one missing key is solved.
    again: bool,
}

impl<K> Frame<K> {
    /// An option has this value.
    #[inline]
    fn add(&mut self, value: u64, large: &mut Vec<u64>) {
        match 1u128.checked_shl(value.min(128) as u32) {
            Some(bit) => self.seen |= bit,
            None if value <= self.options as u64 => large.push(value),
            None => {}
        }
    }

    /// The least number that is not the value of an option.
    fn mex(&self, large: &mut [u64]) -> u64 {
        let mut mex = u64::from(self.seen.trailing_ones());
        if mex == 128 {
            large.sort_unstable();
            large.iter().for_each(|v| mex += u64::from(*v == mex));
        }
        mex
    }
}

/// Plays longer than this are looked at, in case they never end.
const LONGEST: usize = 1 << 16;

/// Listings of open positions may take this many bytes before they are listed twice instead.
const KEEP: u64 = 256 << 20;

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<R: Rules> Solver<R> {
    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Solver<R> {
        Solver {
            rules,
            search: Search::default(),
            longest: LONGEST,
            table: Table::default(),
            walk: Walk::default(),
        }
    }

    /// How many positions have a value so far.
    pub fn solved(&self) -> usize {
        self.table.solved()
    }

    /// Every position solved so far with its nim-value, in no particular order.
    pub fn known(&self) -> impl Iterator<Item = (R::Key, u32)> {
        self.table.iter()
    }

    /// Makes room for this many values: before they are taken up.
    pub fn reserve(&mut self, positions: usize) {
        self.table.reserve(positions);
    }

    /// Takes up a value that [`Solver::known`] gave for the same rules.
    pub fn learn(&mut self, position: R::Key, value: u32) {
        if value <= MAX_VALUE {
            self.table.set(position, value);
        }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.rules.bytes() + self.table.bytes() + self.search.bytes() + self.walk.bytes()
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// See [`Halt`]; what was solved on the way stays known.
    pub fn value(&mut self, position: R::Key, meter: &Meter) -> Result<u64, R> {
        let mut value = 0;
        for key in self.simplify(position)? {
            value ^= match self.table.get(key) {
                Entry::Value(v) => u64::from(v),
                _ => self.solve(key, meter)?,
            };
        }
        Ok(value)
    }

    /// The nim-value of a position, if it is known already.
    pub fn known_value(&mut self, position: R::Key) -> Option<u64> {
        let parts = if self.rules.simplifies() { self.simplify(position).ok()? } else { vec![position] };
        parts.into_iter().try_fold(0, |value, key| match self.table.get(key) {
            Entry::Value(v) => Some(value ^ u64::from(v)),
            _ => None,
        })
    }

    fn simplify(&mut self, position: R::Key) -> Result<Vec<R::Key>, R> {
        let mut parts = vec![];
        self.rules.simplify(position, &mut parts).map_err(|stop| Halt::at(position, stop))?;
        cancel_pairs(&mut parts);
        Ok(parts)
    }

    fn solve(&mut self, root: R::Key, meter: &Meter) -> Result<u64, R> {
        if meter.threads() > 1 {
            let alone = meter.budget().alone;
            if let Some(value) = self.solve_alone(root, meter, Some(alone))? {
                return Ok(value);
            }
            self.solve_together(root, meter)?;
        }
        let value = self.solve_alone(root, meter, None)?;
        Ok(value.unwrap_or_else(|| unreachable!("without a limit it goes on to the end")))
    }

    /// The value, unless this many positions are solved before.
    fn solve_alone(&mut self, root: R::Key, meter: &Meter, most: Option<u64>) -> Result<Option<u64>, R> {
        let Solver { rules, table, walk, longest, .. } = self;
        Worker { rules, table, walk, longest: *longest, meter }.solve(root, most)
    }

    /// Solves with as many threads as there may be; where anything but a budget stops them, less than the root.
    fn solve_together(&mut self, root: R::Key, meter: &Meter) -> Result<(), R> {
        let Solver { rules, table, longest, .. } = self;
        let ended = table.share(|shared| {
            let ended = workers::work(rules, meter, |rules, meter| {
                let mut table = Values::new(shared.hand());
                let mut walk = Walk::default();
                let result = Worker { rules, table: &mut table, walk: &mut walk, longest: *longest, meter }
                    .solve(root, None);
                (result, table.solved() as u64)
            });
            let solved = ended.as_ref().map_or(0, |(_, solved)| *solved);
            (ended, solved as usize)
        });
        let Some((ended, solved)) = ended else { return Ok(()) };
        meter.solved_by_workers(solved)?;
        match ended {
            // Which position that is depends on the race: one thread goes on, and meets the same one as always.
            Err(Halt { why: Stop::Unfit(_), .. }) => Ok(()),
            ended => ended,
        }
    }
}

impl<K: Copy> Walk<K> {
    fn bytes(&self) -> u64 {
        let words = 2 * self.sums.capacity() + self.large.capacity();
        let keys = self.parts.capacity() * size_of::<K>() + self.missing.capacity() * size_of::<Pair<K>>();
        (8 * words + keys + self.frames.capacity() * size_of::<Frame<K>>()) as u64
    }

    fn kept(&self) -> usize {
        let keys = self.parts.len() * size_of::<K>() + self.missing.len() * size_of::<Pair<K>>();
        self.sums.len() * 16 + self.large.len() * 8 + keys
    }

    fn leave(&mut self, frame: &Frame<K>) {
        self.forget(frame);
        self.frames.pop();
    }

    /// Forgets what is missing of the top frame.
    fn forget(&mut self, frame: &Frame<K>) {
        self.missing.truncate(frame.missing);
        self.sums.truncate(frame.sums);
        self.parts.truncate(frame.parts);
        self.large.truncate(frame.large);
    }
}

/// One thread at work.
struct Worker<'w, R: Rules, M> {
    rules: &'w mut R,
    table: &'w mut Values<M>,
    walk: &'w mut Walk<R::Key>,
    longest: usize,
    meter: &'w Meter,
}

impl<R: Rules, M: Memo<Key = R::Key>> Worker<'_, R, M> {
    fn solve(&mut self, root: R::Key, most: Option<u64>) -> Result<Option<u64>, R> {
        let result = self.run(root, most);
        self.walk.slot = None;
        for frame in std::mem::take(&mut self.walk.frames) {
            self.table.give_up(frame.key);
        }
        self.walk.missing.clear();
        self.walk.sums.clear();
        self.walk.parts.clear();
        self.walk.large.clear();
        result
    }

    fn run(&mut self, root: R::Key, most: Option<u64>) -> Result<Option<u64>, R> {
        let most = most.map(|most| self.table.solved() as u64 + most);
        if let Entry::Value(v) = self.table.get(root) {
            return Ok(Some(u64::from(v)));
        }
        self.enter(root)?;
        while let Some(mut frame) = self.walk.frames.pop() {
            let missing = self.next_missing(&mut frame);
            self.walk.frames.push(frame);
            match missing {
                Some((key, true)) if self.is_open_here(key) => return Err(self.cycle(key)),
                Some((key, _)) => self.enter(key)?,
                None if frame.again => {
                    self.walk.leave(&frame);
                    self.enter(frame.key)?;
                }
                None => {
                    self.finish(&frame)?;
                    if most.is_some_and(|most| self.table.solved() as u64 >= most) {
                        break;
                    }
                }
            }
        }
        match self.table.get(root) {
            Entry::Value(v) => Ok(Some(u64::from(v))),
            _ if most.is_some() => Ok(None),
            _ => unreachable!("the root is solved when no position is open"),
        }
    }

    fn is_open_here(&self, key: R::Key) -> bool {
        !M::SHARED || self.walk.frames.iter().any(|f| f.key == key)
    }

    /// The next key of the top frame that is not solved yet, and whether somebody is at work on it; those that other threads
    /// are at work on come last.
    fn next_missing(&mut self, frame: &mut Frame<R::Key>) -> Option<(R::Key, bool)> {
        loop {
            let walk = &mut *self.walk;
            if walk.missing.len() == frame.missing {
                match self.next_of_sum(frame) {
                    None if self.walk.missing.len() > frame.missing => continue,
                    found => return found,
                }
            }
            let last = walk.missing.len() - 1;
            let Pair { key, value } = walk.missing[last];
            // It is looked up and opened at once, unless others may have to make room first.
            let known = if M::SHARED {
                self.table.get(key)
            } else {
                let (known, slot) = self.table.open(key);
                walk.slot = (known == Entry::Unknown).then_some(slot);
                known
            };
            match known {
                Entry::Value(v) => {
                    walk.missing.pop();
                    frame.add(u64::from(v ^ value), &mut walk.large);
                }
                Entry::Open if M::SHARED && frame.missing + frame.put_off < last => {
                    walk.missing.swap(frame.missing + frame.put_off, last);
                    frame.put_off += 1;
                }
                Entry::Open => return Some((key, true)),
                Entry::Unknown => return Some((key, false)),
            }
        }
    }

    /// The next key of a sum of the top frame that is not solved yet. A sum of which only one part is left is counted as such.
    fn next_of_sum(&mut self, frame: &mut Frame<R::Key>) -> Option<(R::Key, bool)> {
        let walk = &mut *self.walk;
        while walk.sums.len() > frame.sums {
            let Some((known, left)) = walk.sums.last_mut() else { break };
            let from = walk.parts.len() - *left as usize;
            let Some(&key) = walk.parts.last() else { break };
            match self.table.get(key) {
                Entry::Value(v) => {
                    walk.parts.pop();
                    (*known, *left) = (*known ^ u64::from(v), *left - 1);
                }
                // The same part twice in a sum was cancelled before: another one may be free.
                Entry::Open if M::SHARED && self.table.get(walk.parts[from]) == Entry::Unknown => {
                    let last = walk.parts.len() - 1;
                    walk.parts.swap(from, last);
                }
                entry => return Some((key, entry == Entry::Open)),
            }
            if let Some((known, 0)) = walk.sums.last().copied() {
                walk.sums.pop();
                frame.add(known, &mut walk.large);
            }
        }
        None
    }

    /// Lists the options of a position and opens it.
    fn enter(&mut self, key: R::Key) -> Result<(), R> {
        self.table.pause();
        let walk = &mut *self.walk;
        let slot = walk.slot.take().unwrap_or_else(|| self.table.open(key).1);
        let mut options = std::mem::take(&mut walk.options);
        options.clear();
        walk.frames.push(Frame {
            key,
            slot,
            options: 0,
            seen: 0,
            missing: walk.missing.len(),
            sums: walk.sums.len(),
            parts: walk.parts.len(),
            large: walk.large.len(),
            put_off: 0,
            again: false,
        });
        let listed = self.rules.options(key, &mut options).map_err(|stop| Halt::at(key, stop));
        let added = listed.and_then(|()| self.add_options(&options));
        self.meter.ticks_of(1 + options.len() as u32 / 4).map_err(|e| self.exhausted(e))?;
        self.walk.options = options;
        added?;
        self.walk.opened += 1;
        if self.walk.opened & 0xff == 0 || self.walk.missing.len() > 1 << 16 {
            let bytes = self.rules.bytes() + self.table.bytes() + self.walk.bytes();
            self.meter.grow(bytes, self.table.growth()).map_err(|e| self.exhausted(e))?;
        }
        let frames = &self.walk.frames;
        if frames.len() > self.longest {
            let sampled = frames.iter().step_by(frames.len() / 64).map(|f| f.key);
            return Err(Halt::deep(frames.iter().take(8).map(|f| f.key).chain(sampled.skip(1)).collect()));
        }
        if self.walk.kept() as u64 > KEEP.min(self.meter.budget().bytes / 8) {
            self.keep_one();
        }
        Ok(())
    }

    /// Records the options of the top frame: what is known of them, and what is missing.
    fn add_options(&mut self, options: &Options<R::Key>) -> Result<(), R> {
        let Some(mut frame) = self.walk.frames.pop() else { return Ok(()) };
        frame.options = options.len();
        let added = match options.parts_alone() {
            Some(keys) if !self.rules.simplifies() => {
                self.add_keys(keys, &mut frame);
                Ok(())
            }
            _ => options.iter().try_for_each(|(parts, heaps)| self.add_option(parts, heaps, &mut frame)),
        };
        // They are taken from the end: the first option first.
        self.walk.missing[frame.missing..].reverse();
        self.walk.frames.push(frame);
        added
    }

    /// Records options of one part each.
    fn add_keys(&mut self, keys: &[R::Key], frame: &mut Frame<R::Key>) {
        self.table.fetch(keys);
        for &key in keys {
            match self.table.get(key) {
                Entry::Value(v) => frame.add(v.into(), &mut self.walk.large),
                _ => self.walk.missing.push(Pair { key, value: 0 }),
            }
        }
    }

    /// Keeps only the largest missing key of the top frame, to be listed again later.
    fn keep_one(&mut self) {
        let walk = &mut *self.walk;
        let Some(mut frame) = walk.frames.pop() else { return };
        let missing = walk.missing[frame.missing..].iter().map(|m| m.key);
        let missing = missing.chain(walk.parts[frame.parts..].iter().copied());
        let largest = missing.filter(|k| !matches!(self.table.get(*k), Entry::Value(_))).max();
        if let Some(key) = largest {
            walk.forget(&frame);
            frame = Frame { again: true, seen: 0, put_off: 0, ..frame };
            walk.missing.push(Pair { key, value: 0 });
        }
        walk.frames.push(frame);
    }

    /// Records an option: its value, or the nim-sum of what is known and the keys that are not.
    fn add_option(&mut self, parts: &[R::Key], heaps: &[u64], frame: &mut Frame<R::Key>) -> Result<(), R> {
        let mut known = heaps.iter().fold(0, |a, b| a ^ b);
        let before = self.walk.parts.len();
        if !self.rules.simplifies() {
            for &part in parts {
                self.add_key(part, &mut known);
            }
        } else {
            for &part in parts {
                self.add_simplified(part, &mut known)?;
            }
        }
        let walk = &mut *self.walk;
        cancel_pairs_from(&mut walk.parts, before);
        match (&walk.parts[before..], u32::try_from(known)) {
            ([], _) => frame.add(known, &mut walk.large),
            (&[key], Ok(value)) => {
                walk.parts.truncate(before);
                walk.missing.push(Pair { key, value });
            }
            (missing, _) => walk.sums.push((known, missing.len() as u32)),
        }
        Ok(())
    }

    fn add_key(&mut self, key: R::Key, known: &mut u64) {
        match self.table.get(key) {
            Entry::Value(v) => *known ^= u64::from(v),
            _ => self.walk.parts.push(key),
        }
    }

    fn add_simplified(&mut self, whole: R::Key, known: &mut u64) -> Result<(), R> {
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

    /// Gives the top position its value, and leaves it.
    fn finish(&mut self, frame: &Frame<R::Key>) -> Result<(), R> {
        let value = frame.mex(&mut self.walk.large[frame.large..]);
        if value > u64::from(MAX_VALUE) {
            return Err(Halt::wide(frame.key));
        }
        self.walk.leave(frame);
        if self.table.set_at(frame.slot, frame.key, value as u32) {
            self.meter.position().map_err(|e| self.exhausted(e))?;
        }
        Ok(())
    }

    fn cycle(&self, key: R::Key) -> Halt<R::Key, R::Mistake> {
        let frames = &self.walk.frames;
        let from = frames.iter().position(|f| f.key == key).unwrap_or(0);
        Halt::cycle(frames[from..].iter().map(|f| f.key).collect())
    }

    fn exhausted(&self, what: Exhausted) -> Halt<R::Key, R::Mistake> {
        Halt::exhausted(what, self.walk.frames.iter().take(12).map(|f| f.key).collect())
    }
}

/// Equal parts of a sum cancel: their nim-sum is 0.
fn cancel_pairs<K: Ord + Copy>(parts: &mut Vec<K>) {
    cancel_pairs_from(parts, 0);
}

pub(super) fn cancel_pairs_from<K: Ord + Copy>(parts: &mut Vec<K>, from: usize) {
    if parts.len() - from < 2 {
        return;
    }
    parts[from..].sort_unstable();
    let mut kept = from;
    for i in from..parts.len() {
        if kept > from && parts[kept - 1] == parts[i] {
            kept -= 1;
        } else {
            parts[kept] = parts[i];
            kept += 1;
        }
    }
    parts.truncate(kept);
}
