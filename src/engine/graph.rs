//! Nim-values of any acyclic game: depth first with a memo, components early, no recursion on the stack.

use super::budget::{Exhausted, Meter};
use super::nimber::Mex;
use super::rules::{Options, Rules};
use super::search::Search;
use super::table::{Entry, MAX_VALUE, Recent, Table};

/// Why a position could not be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt<K, F> {
    /// The rules reported a mistake, or could not go on, at this position.
    Fault(K, F),
    /// A budget ran out; the positions are the play being looked at, its beginning first.
    Exhausted(Exhausted, Vec<K>),
    /// A play that comes back to where it was: the last position leads to the first.
    Circle(Vec<K>),
    /// A nim-value beyond 32 bits, at this position.
    ValueTooBig(K),
    /// A play longer than the solver was told to expect: its first positions, and some of the later ones.
    Deep(Vec<K>),
}

impl<K, F> Halt<K, F> {
    /// The same with other keys (positions, say) and faults.
    pub fn map<L, G>(self, key: impl Fn(K) -> L, fault: impl Fn(F) -> G) -> Halt<L, G> {
        let all = |keys: Vec<K>| keys.into_iter().map(&key).collect();
        match self {
            Halt::Fault(k, f) => Halt::Fault(key(k), fault(f)),
            Halt::Exhausted(what, keys) => Halt::Exhausted(what, all(keys)),
            Halt::Circle(keys) => Halt::Circle(all(keys)),
            Halt::ValueTooBig(k) => Halt::ValueTooBig(key(k)),
            Halt::Deep(keys) => Halt::Deep(all(keys)),
        }
    }
}

/// Solves positions of one set of rules and remembers them.
///
/// Takes any acyclic rules; costs one listing of the options of each position (two where a listing was
/// too long to keep) and `size_of::<Key>() + 4` bytes a slot of the table. Gives up on circles.
#[derive(Debug)]
pub struct Solver<R: Rules> {
    /// The rules.
    pub rules: R,
    /// For questions about single positions.
    pub search: Search<R::Key>,
    /// How long a play may get before the solver asks (by [`Halt::Deep`]) whether it is meant to.
    pub longest: usize,
    table: Table<R::Key>,
    /// Values of positions lately seen as they came, before simplification.
    recent: Recent<R::Key>,
    options: Options<R::Key>,
    simplified: Vec<R::Key>,
    mex: Mex,
    /// For the open positions: the values of their options so far, and the keys still missing.
    partial: Vec<(u64, u32)>,
    missing: Vec<R::Key>,
    frames: Vec<Frame<R::Key>>,
}

/// An open position: where its share of `partial` and `missing` begins.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    partial: usize,
    missing: usize,
    next: usize,
    /// The listing was too long to keep: list again when the one missing key is solved.
    again: bool,
}

/// Plays longer than this are looked at, in case they never end.
const LONGEST: usize = 1 << 16;

/// Listings of open positions may take this many bytes before they are listed twice instead.
const KEEP: usize = 256 << 20;

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Fault>>;

impl<R: Rules> Solver<R> {
    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Solver<R> {
        Solver {
            rules,
            search: Search::default(),
            longest: LONGEST,
            table: Table::default(),
            recent: Recent::default(),
            options: Options::default(),
            simplified: vec![],
            mex: Mex::default(),
            partial: vec![],
            missing: vec![],
            frames: vec![],
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

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.rules.bytes()
            + self.table.bytes()
            + self.search.bytes()
            + (self.partial.capacity() * 16 + self.missing.capacity() * size_of::<R::Key>()) as u64
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
        self.rules.simplify(position, &mut parts).map_err(|f| Halt::Fault(position, f))?;
        cancel_pairs(&mut parts);
        Ok(parts)
    }

    fn solve(&mut self, root: R::Key, meter: &Meter) -> Result<u64, R> {
        let result = self.run(root, meter);
        for frame in std::mem::take(&mut self.frames) {
            self.table.give_up(frame.key);
        }
        self.partial.clear();
        self.missing.clear();
        result
    }

    fn run(&mut self, root: R::Key, meter: &Meter) -> Result<u64, R> {
        self.enter(root, meter)?;
        while let Some(frame) = self.frames.last().copied() {
            match self.next_missing(&frame) {
                Some(key) => match self.table.get(key) {
                    Entry::Open => return Err(self.circle(key)),
                    _ => self.enter(key, meter)?,
                },
                None if frame.again => {
                    self.leave(&frame);
                    self.enter(frame.key, meter)?;
                }
                None => {
                    let value = self.finish(&frame);
                    if value > u64::from(MAX_VALUE) {
                        return Err(Halt::ValueTooBig(frame.key));
                    }
                    self.leave(&frame);
                    self.table.set(frame.key, value as u32);
                    meter.position().map_err(|e| self.exhausted(e))?;
                }
            }
        }
        match self.table.get(root) {
            Entry::Value(v) => Ok(u64::from(v)),
            _ => unreachable!("the root is solved when no position is open"),
        }
    }

    /// The next key of the top frame that is not solved yet.
    fn next_missing(&mut self, frame: &Frame<R::Key>) -> Option<R::Key> {
        let mut next = frame.next;
        while next < self.missing.len() && matches!(self.table.get(self.missing[next]), Entry::Value(_)) {
            next += 1;
        }
        if let Some(top) = self.frames.last_mut() {
            top.next = next;
        }
        self.missing.get(next).copied()
    }

    /// Lists the options of a position and opens it.
    fn enter(&mut self, key: R::Key, meter: &Meter) -> Result<(), R> {
        let frame = Frame {
            key,
            partial: self.partial.len(),
            missing: self.missing.len(),
            next: self.missing.len(),
            again: false,
        };
        self.table.open(key);
        self.frames.push(frame);
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let listed = self.rules.options(key, &mut options).map_err(|f| Halt::Fault(key, f));
        let added =
            listed.and_then(|()| options.iter().try_for_each(|(parts, heaps)| self.add_option(parts, heaps)));
        meter.ticks_of(1 + options.len() as u32 / 4).map_err(|e| self.exhausted(e))?;
        self.options = options;
        added?;
        if self.frames.len() & 0xff == 0 || self.missing.len() > 1 << 16 {
            meter.memory(self.bytes()).map_err(|e| self.exhausted(e))?;
        }
        if self.frames.len() > self.longest {
            let sampled = self.frames.iter().step_by(self.frames.len() / 64).map(|f| f.key);
            return Err(Halt::Deep(
                self.frames.iter().take(8).map(|f| f.key).chain(sampled.skip(1)).collect(),
            ));
        }
        if self.kept() > KEEP {
            self.keep_one();
        }
        Ok(())
    }

    fn kept(&self) -> usize {
        self.partial.len() * 16 + self.missing.len() * size_of::<R::Key>()
    }

    /// Keeps only the largest missing key of the top frame, to be listed again later.
    fn keep_one(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        let missing = self.missing[frame.missing..].iter().copied();
        let Some(largest) = missing.filter(|k| !matches!(self.table.get(*k), Entry::Value(_))).max() else {
            return;
        };
        frame.again = true;
        self.partial.truncate(frame.partial);
        self.missing.truncate(frame.missing);
        self.missing.push(largest);
    }

    /// Records an option: the nim-sum of what is known, and the keys that are not.
    fn add_option(&mut self, parts: &[R::Key], heaps: &[u64]) -> Result<(), R> {
        let mut known = heaps.iter().fold(0, |a, b| a ^ b);
        let before = self.missing.len();
        if !self.rules.simplifies() {
            for &part in parts {
                self.add_key(part, &mut known);
            }
        } else {
            for &part in parts {
                self.add_simplified(part, &mut known)?;
            }
        }
        cancel_pairs_from(&mut self.missing, before);
        self.partial.push((known, (self.missing.len() - before) as u32));
        Ok(())
    }

    fn add_key(&mut self, key: R::Key, known: &mut u64) {
        match self.table.get(key) {
            Entry::Value(v) => *known ^= u64::from(v),
            _ => self.missing.push(key),
        }
    }

    fn add_simplified(&mut self, whole: R::Key, known: &mut u64) -> Result<(), R> {
        if let Some(value) = self.recent.get(whole) {
            *known ^= u64::from(value);
            return Ok(());
        }
        let mut parts = std::mem::take(&mut self.simplified);
        parts.clear();
        let done = self.rules.split(whole, &mut parts).map_err(|f| Halt::Fault(whole, f));
        let added = done.and_then(|()| parts.iter().try_for_each(|part| self.add_part(*part, whole, known)));
        self.simplified = parts;
        added
    }

    fn add_part(&mut self, part: R::Key, whole: R::Key, known: &mut u64) -> Result<(), R> {
        if part != whole
            && let Some(value) = self.recent.get(part)
        {
            *known ^= u64::from(value);
            return Ok(());
        }
        let canonical = self.rules.canonical(part).map_err(|f| Halt::Fault(part, f))?;
        match self.table.get(canonical) {
            Entry::Value(v) => {
                self.recent.set(part, v);
                *known ^= u64::from(v);
            }
            _ => self.missing.push(canonical),
        }
        Ok(())
    }

    fn finish(&mut self, frame: &Frame<R::Key>) -> u64 {
        let count = (self.partial.len() - frame.partial) as u64;
        let mut at = frame.missing;
        for &(known, missing) in &self.partial[frame.partial..] {
            let keys = &self.missing[at..at + missing as usize];
            at += missing as usize;
            let value = keys.iter().fold(known, |v, k| match self.table.get(*k) {
                Entry::Value(w) => v ^ u64::from(w),
                _ => unreachable!("a position is finished when all its options are solved"),
            });
            if value <= count {
                self.mex.add(value);
            }
        }
        self.mex.take()
    }

    fn leave(&mut self, frame: &Frame<R::Key>) {
        self.partial.truncate(frame.partial);
        self.missing.truncate(frame.missing);
        self.frames.pop();
    }

    fn circle(&self, key: R::Key) -> Halt<R::Key, R::Fault> {
        let from = self.frames.iter().position(|f| f.key == key).unwrap_or(0);
        Halt::Circle(self.frames[from..].iter().map(|f| f.key).collect())
    }

    fn exhausted(&self, what: Exhausted) -> Halt<R::Key, R::Fault> {
        Halt::Exhausted(what, self.frames.iter().take(12).map(|f| f.key).collect())
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
