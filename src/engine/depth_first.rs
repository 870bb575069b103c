//! Nim-values of any acyclic game: depth first with a memo, components early, no recursion on the stack.

use super::budget::{Exhausted, Meter};
use super::memo::{Entry, MAX_VALUE, Memo, Recent, Table, Values};
use super::nimber::Mex;
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

/// What one thread keeps on its way.
#[derive(Debug)]
struct Walk<K: Copy> {
    /// Values of positions lately seen as they came, before simplification.
    recent: Recent<K>,
    options: Options<K>,
    simplified: Vec<K>,
    mex: Mex,
    /// For the open positions: the values of their options so far, and the keys still missing.
    partial: Vec<(u64, u32)>,
    missing: Vec<K>,
    frames: Vec<Frame<K>>,
    /// Positions opened.
    opened: u64,
}

impl<K: Copy> Default for Walk<K> {
    fn default() -> Self {
        Walk {
            recent: Recent::default(),
            options: Options::default(),
            simplified: vec![],
            mex: Mex::default(),
            partial: vec![],
            missing: vec![],
            frames: vec![],
            opened: 0,
        }
    }
}

/// An open position: where its share of `partial` and `missing` begins.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    partial: usize,
    missing: usize,
    next: usize,
    /// Only keys that other threads are at work on are still missing.
    late: bool,
    /// The listing was too long to keep: list again when the one missing key is solved.
    again: bool,
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

    /// Makes room for so many values: before they are taken up.
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

    /// The value, unless so many positions are solved before.
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
        (self.partial.capacity() * 16 + self.missing.capacity() * size_of::<K>()) as u64
    }

    fn kept(&self) -> usize {
        self.partial.len() * 16 + self.missing.len() * size_of::<K>()
    }

    fn leave(&mut self, frame: &Frame<K>) {
        self.partial.truncate(frame.partial);
        self.missing.truncate(frame.missing);
        self.frames.pop();
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
        for frame in std::mem::take(&mut self.walk.frames) {
            self.table.give_up(frame.key);
        }
        self.walk.partial.clear();
        self.walk.missing.clear();
        result
    }

    fn run(&mut self, root: R::Key, most: Option<u64>) -> Result<Option<u64>, R> {
        let most = most.map(|most| self.table.solved() as u64 + most);
        if let Entry::Value(v) = self.table.get(root) {
            return Ok(Some(u64::from(v)));
        }
        self.enter(root)?;
        while let Some(frame) = self.walk.frames.last().copied() {
            match self.next_missing(&frame) {
                Some(key) => match self.table.get(key) {
                    Entry::Open if self.is_open_here(key) => return Err(self.cycle(key)),
                    _ => self.enter(key)?,
                },
                None if frame.again => {
                    self.walk.leave(&frame);
                    self.enter(frame.key)?;
                }
                None => {
                    let value = self.finish(&frame);
                    if value > u64::from(MAX_VALUE) {
                        return Err(Halt::wide(frame.key));
                    }
                    self.walk.leave(&frame);
                    if self.table.set(frame.key, value as u32) {
                        self.meter.position().map_err(|e| self.exhausted(e))?;
                    }
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

    /// The next key of the top frame that is not solved yet; those that other threads are at work on come last.
    fn next_missing(&mut self, frame: &Frame<R::Key>) -> Option<R::Key> {
        let (mut next, mut late) = (frame.next, frame.late);
        let missing = &self.walk.missing;
        let found = loop {
            let Some(&key) = missing.get(next) else {
                if late || !M::SHARED {
                    break None;
                }
                (next, late) = (frame.missing, true);
                continue;
            };
            match self.table.get(key) {
                Entry::Value(_) => {}
                Entry::Open if M::SHARED && !late => {}
                _ => break Some(key),
            }
            next += 1;
        };
        if let Some(top) = self.walk.frames.last_mut() {
            (top.next, top.late) = (next, late);
        }
        found
    }

    /// Lists the options of a position and opens it.
    fn enter(&mut self, key: R::Key) -> Result<(), R> {
        self.table.pause();
        let walk = &mut *self.walk;
        let frame = Frame {
            key,
            partial: walk.partial.len(),
            missing: walk.missing.len(),
            next: walk.missing.len(),
            late: false,
            again: false,
        };
        self.table.open(key);
        walk.frames.push(frame);
        let mut options = std::mem::take(&mut walk.options);
        options.clear();
        let listed = self.rules.options(key, &mut options).map_err(|stop| Halt::at(key, stop));
        let added =
            listed.and_then(|()| options.iter().try_for_each(|(parts, heaps)| self.add_option(parts, heaps)));
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

    /// Keeps only the largest missing key of the top frame, to be listed again later.
    fn keep_one(&mut self) {
        let Some(frame) = self.walk.frames.last_mut() else { return };
        let missing = self.walk.missing[frame.missing..].iter().copied();
        let Some(largest) = missing.filter(|k| !matches!(self.table.get(*k), Entry::Value(_))).max() else {
            return;
        };
        frame.again = true;
        self.walk.partial.truncate(frame.partial);
        self.walk.missing.truncate(frame.missing);
        self.walk.missing.push(largest);
    }

    /// Records an option: the nim-sum of what is known, and the keys that are not.
    fn add_option(&mut self, parts: &[R::Key], heaps: &[u64]) -> Result<(), R> {
        let mut known = heaps.iter().fold(0, |a, b| a ^ b);
        let before = self.walk.missing.len();
        if !self.rules.simplifies() {
            for &part in parts {
                self.add_key(part, &mut known);
            }
        } else {
            for &part in parts {
                self.add_simplified(part, &mut known)?;
            }
        }
        cancel_pairs_from(&mut self.walk.missing, before);
        self.walk.partial.push((known, (self.walk.missing.len() - before) as u32));
        Ok(())
    }

    fn add_key(&mut self, key: R::Key, known: &mut u64) {
        match self.table.get(key) {
            Entry::Value(v) => *known ^= u64::from(v),
            _ => self.walk.missing.push(key),
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
            _ => self.walk.missing.push(canonical),
        }
        Ok(())
    }

    fn finish(&mut self, frame: &Frame<R::Key>) -> u64 {
        let walk = &mut *self.walk;
        let count = (walk.partial.len() - frame.partial) as u64;
        let mut at = frame.missing;
        for &(known, missing) in &walk.partial[frame.partial..] {
            let keys = &walk.missing[at..at + missing as usize];
            at += missing as usize;
            let value = keys.iter().fold(known, |v, k| match self.table.get(*k) {
                Entry::Value(w) => v ^ u64::from(w),
                _ => unreachable!("a position is finished when all its options are solved"),
            });
            if value <= count {
                walk.mex.add(value);
            }
        }
        walk.mex.take()
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
