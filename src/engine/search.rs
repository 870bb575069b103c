//! The nim-value or the outcome of one large position, by looking at as few others as possible: nimber-guided
//! search after Lemoine and Viennot (Nimbers are inevitable, 2012).
//!
//! The question is always "is the value of this part v?". It is, if every smaller value is the value of some option
//! and v is that of none. An option is a sum of parts: those of all but one of them are found, and the question
//! goes to the last. Most positions are never given a value; it is known only what their value is not.

use super::budget::{Exhausted, Meter};
use super::depth_first::cancel_pairs_from;
use super::fact::{Fact, LARGEST};
use super::memo::{Map, Memo, Shared, place};
use super::rules::{Key, Options, Rules};
use super::stop::{Halt, Stop};
use super::workers;

/// What is known of a part, in 32 bits: its value, or the small values that are not its value.
#[derive(Clone, Copy, Debug)]
struct Known(u32);

const VALUE: u32 = 1 << 31;
const OPEN: u32 = 1 << 30;
/// Values from here on cannot be ruled out one by one; parts that may have them are given their value.
const SMALL: u64 = 30;

/// Longer plays are left to it, too: it finds whether they end.
const DEEP: usize = 1 << 16;

impl Known {
    fn value(self) -> Option<u64> {
        (self.0 & VALUE != 0).then_some(u64::from(self.0 & !VALUE))
    }

    fn is_open(self) -> bool {
        self.0 & (VALUE | OPEN) == OPEN
    }

    /// The same, and somebody is at work on it; unless another thread has just found its value.
    fn opened(self) -> u32 {
        if self.value().is_some() { self.0 } else { self.0 | OPEN }
    }

    fn rules_out(self, value: u64) -> bool {
        self.0 & VALUE == 0 && value < SMALL && self.0 >> value & 1 == 1
    }

    /// Whether it says if the value is the one that is wanted; or what it is, if none is.
    fn answers(self, wanted: Option<u32>) -> bool {
        self.value().is_some() || wanted.is_some_and(|w| self.rules_out(w.into()))
    }
}

/// Searches positions of one set of rules, and remembers what it learns of them: 4 bytes a part and its key.
///
/// A search that has grown is done by several threads, if the rules can leave theirs. All fill one table; parts that
/// another thread is at work on are put off, and a thread leaves what another one has answered.
#[derive(Debug)]
pub struct Search<K: Key> {
    known: Map<K>,
    walk: Walk<K>,
    asked: u64,
}

/// What one thread keeps on its way.
#[derive(Debug)]
struct Walk<K> {
    /// By how options of like weight are put in another order than usual; 0 where they are not.
    turn: u64,
    /// Canonical forms of parts lately seen, and their values if they were known: direct-mapped.
    recent: Vec<(K, K, Known)>,
    options: Options<K>,
    /// How far from the middle each option is, and its number.
    order: Vec<(u32, u32)>,
    split: Vec<K>,
    /// The parts of an option with their weights.
    weighed: Vec<(u64, K)>,
    frames: Vec<Frame<K>>,
    /// The options of open parts that are not known to be of some value, and what they are sums of.
    pending: Vec<Pending>,
    parts: Vec<K>,
    looked_at: u64,
    /// Questions answered.
    answered: u64,
}

/// After this many parts a thread looks whether others have answered what it is at work on.
const LOOK_DOWN: u64 = 32;

/// Canonical forms kept at hand.
const RECENT: usize = 1 << 15;

/// The work that a part may be grows faster than its weight.
fn squared(weight: u64) -> u64 {
    weight.min(1 << 20).pow(2)
}

/// An open part.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    /// The value that is asked about; `None` asks for the value.
    wanted: Option<u32>,
    /// Values that some option has.
    seen: u128,
    /// The value that is looked for among the options, and the option being looked at.
    look_for: u32,
    at: usize,
    /// Options were passed over, for another thread is at work on them; and: they no longer are.
    passed_over: bool,
    late: bool,
    pending: usize,
    parts: usize,
}

/// An option: some of `parts` and a nim-heap.
#[derive(Clone, Copy, Debug)]
struct Pending {
    from: u32,
    to: u32,
    heap: u64,
    weight: u64,
}

/// What there is to do next for the part on top.
enum Next<K> {
    /// Ask this of another part first.
    Ask(K, Option<u32>),
    /// This is its value.
    Value(u32),
    /// The value asked about is not its value.
    Not(u32),
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<K: Key> Default for Search<K> {
    fn default() -> Self {
        Search { known: Map::default(), walk: Walk::default(), asked: 0 }
    }
}

impl<K> Default for Walk<K> {
    fn default() -> Self {
        Walk {
            turn: 0,
            recent: vec![],
            options: Options::default(),
            order: vec![],
            split: vec![],
            weighed: vec![],
            frames: vec![],
            pending: vec![],
            parts: vec![],
            looked_at: 0,
            answered: 0,
        }
    }
}

impl<K> Walk<K> {
    fn bytes(&self) -> u64 {
        (self.pending.capacity() * size_of::<Pending>() + self.parts.capacity() * size_of::<K>()) as u64
    }
}

impl<K: Key> Search<K> {
    /// A search that looks at options of like weight in an order of its own, which this number gives; 0 is the usual one. Many
    /// who share what they find go different ways so.
    pub fn in_turn(turn: u64) -> Self {
        Search { walk: Walk { turn, ..Walk::default() }, ..Search::default() }
    }

    /// How many parts something is known of.
    pub fn met(&self) -> usize {
        self.known.len()
    }

    /// Every part that something is known of, and what, in no particular order.
    pub fn known(&self) -> impl Iterator<Item = (K, u32)> {
        self.known.iter()
    }

    /// Makes room for this many parts: before they are taken up.
    pub fn reserve(&mut self, parts: usize) {
        self.known.reserve(parts);
    }

    /// Takes up what [`Search::known`] gave for the same rules.
    pub fn learn(&mut self, part: K, known: u32) {
        self.known.update(part, |_| known & !OPEN);
    }

    /// Every part of which something is known that [`Fact`] can say, in no particular order.
    pub fn facts(&self) -> impl Iterator<Item = (K, Fact)> {
        self.known.iter().filter_map(|(part, known)| Some((part, fact(Known(known))?)))
    }

    /// What is known of a part.
    pub fn fact(&self, part: K) -> Option<Fact> {
        fact(self.known_of(part))
    }

    /// Takes up a fact of the same rules; false if it contradicts what is known, which then stays.
    pub fn unite(&mut self, part: K, new: Fact) -> bool {
        let before = self.known_of(part);
        match (before.value(), new) {
            (Some(is), Fact::Value(value)) => is == value,
            (Some(is), Fact::Not(_)) => !new.rules_out(is),
            (None, Fact::Value(value)) if before.rules_out(value) => false,
            (None, Fact::Value(value)) => {
                self.known.update(part, |_| VALUE | value as u32);
                true
            }
            (None, Fact::Not(bits)) => {
                self.known.update(part, |old| old.unwrap_or(0) & !OPEN | bits);
                true
            }
        }
    }

    /// Searches until it is known whether a part has a value, or which it has.
    ///
    /// # Errors
    /// As for [`Search::value`].
    pub(super) fn settle<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
    ) -> Result<(), R> {
        if self.known_of(part).answers(wanted) { Ok(()) } else { self.run(rules, part, wanted, meter) }
    }

    /// How many questions needed a search.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + self.walk.bytes()
    }

    /// The nim-value of a position.
    ///
    /// Takes acyclic rules. Gives up, with [`Unfit::WideValue`](super::Unfit), at values of 128 and more, and, with
    /// [`Wrong::Deep`](super::Wrong), at very long plays.
    ///
    /// # Errors
    /// See [`Halt`]; what was found on the way stays known.
    pub fn value<R: Rules<Key = K>>(&mut self, rules: &mut R, position: K, meter: &Meter) -> Result<u64, R> {
        let mut parts = vec![];
        rules.simplify(position, &mut parts).map_err(|stop| Halt::at(position, stop))?;
        cancel_pairs_from(&mut parts, 0);
        parts.into_iter().try_fold(0, |value, part| Ok(value ^ self.part_value(rules, part, meter)?))
    }

    /// Whether a position has a nim-value.
    ///
    /// # Errors
    /// As for [`Search::value`].
    pub fn is<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        position: K,
        value: u64,
        meter: &Meter,
    ) -> Result<bool, R> {
        let mut parts = vec![];
        rules.simplify(position, &mut parts).map_err(|stop| Halt::at(position, stop))?;
        cancel_pairs_from(&mut parts, 0);
        parts.sort_by_key(|part| rules.weight(*part));
        let Some(last) = parts.pop() else { return Ok(value == 0) };
        let mut wanted = value;
        for part in parts {
            wanted ^= self.part_value(rules, part, meter)?;
        }
        if wanted >= SMALL {
            return Ok(self.part_value(rules, last, meter)? == wanted);
        }
        let known = self.known_of(last);
        if known.value().is_none() && !known.rules_out(wanted) {
            self.run(rules, last, Some(wanted as u32), meter)?;
        }
        Ok(self.known_of(last).value() == Some(wanted))
    }

    /// The nim-value of a part in canonical form.
    ///
    /// # Errors
    /// As for [`Search::value`].
    pub fn part_value<R: Rules<Key = K>>(&mut self, rules: &mut R, part: K, meter: &Meter) -> Result<u64, R> {
        if let Some(value) = self.known_of(part).value() {
            return Ok(value);
        }
        self.run(rules, part, None, meter)?;
        Ok(self.known_of(part).value().unwrap_or_else(|| unreachable!("a search for a value ends with it")))
    }

    fn known_of(&self, part: K) -> Known {
        known_of(&self.known, part)
    }

    /// Answers a question about a part that is not known yet.
    fn run<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
    ) -> Result<(), R> {
        self.asked += 1;
        if meter.threads() > 1 {
            let alone = meter.budget().alone;
            if self.run_alone(rules, part, wanted, meter, Some(alone))? {
                return Ok(());
            }
            self.run_together(rules, part, wanted, meter)?;
        }
        self.run_alone(rules, part, wanted, meter, None).map(drop)
    }

    /// True if the question is answered, and not this many others before it.
    fn run_alone<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
        most: Option<u64>,
    ) -> Result<bool, R> {
        Worker { rules, known: &mut self.known, walk: &mut self.walk, meter }.run(part, wanted, most)
    }

    /// Searches with as many threads as there may be; where anything but a budget stops them, without an answer.
    fn run_together<R: Rules<Key = K>>(
        &mut self,
        rules: &R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
    ) -> Result<(), R> {
        let shared = Shared::new(std::mem::take(&mut self.known));
        let ended = workers::work(rules, meter, |rules, meter| {
            let (mut known, mut walk) = (shared.hand(), Walk::default());
            let found = Worker { rules, known: &mut known, walk: &mut walk, meter }.run(part, wanted, None);
            (found, walk.answered)
        });
        self.known = shared.into_map();
        let Some((ended, answered)) = ended else { return Ok(()) };
        meter.solved_by_workers(answered)?;
        match ended {
            // Which position that is depends on the race: one thread goes on, and meets the same one as always.
            Err(Halt { why: Stop::Unfit(_), .. }) => Ok(()),
            ended => ended,
        }
    }
}

/// What can be said of it.
fn fact(known: Known) -> Option<Fact> {
    let bits = known.0 & ((1 << Fact::SMALL) - 1);
    known.value().map(Fact::Value).or((bits != 0).then_some(Fact::Not(bits)))
}

/// What is known of a part.
fn known_of<M: Memo>(known: &M, part: M::Key) -> Known {
    Known(known.get(part).unwrap_or(0))
}

/// One thread at work.
struct Worker<'w, R: Rules, M> {
    rules: &'w mut R,
    known: &'w mut M,
    walk: &'w mut Walk<R::Key>,
    meter: &'w Meter,
}

impl<R: Rules, M: Memo<Key = R::Key>> Worker<'_, R, M> {
    fn run(&mut self, part: R::Key, wanted: Option<u32>, most: Option<u64>) -> Result<bool, R> {
        let result = self.search(part, wanted, most);
        self.close(0);
        self.walk.pending.clear();
        self.walk.parts.clear();
        result
    }

    fn known_of(&self, part: R::Key) -> Known {
        known_of(self.known, part)
    }

    fn search(&mut self, part: R::Key, wanted: Option<u32>, most: Option<u64>) -> Result<bool, R> {
        let most = most.map(|most| self.walk.answered + most);
        if self.known_of(part).answers(wanted) {
            return Ok(true);
        }
        self.open(part, wanted)?;
        while let Some(frame) = self.walk.frames.last().copied() {
            if M::SHARED && self.known_of(frame.key).answers(frame.wanted) {
                self.drop_frame(frame);
                continue;
            }
            match self.next(frame)? {
                Next::Ask(part, _) if self.is_open_here(part) => return Err(self.cycle(part)),
                Next::Ask(part, wanted) => {
                    self.open(part, wanted)?;
                    if M::SHARED && self.walk.looked_at.is_multiple_of(LOOK_DOWN) {
                        self.leave_answered();
                    }
                }
                Next::Value(value) => self.leave(frame, VALUE | value)?,
                Next::Not(value) => self.leave(frame, 1 << value)?,
            }
            if most.is_some_and(|most| self.walk.answered >= most) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_open_here(&self, part: R::Key) -> bool {
        let open = self.known_of(part).is_open();
        open && (!M::SHARED || self.walk.frames.iter().any(|f| f.key == part))
    }

    /// Leaves what another thread has answered meanwhile, and all that was opened for it.
    fn leave_answered(&mut self) {
        let answered = |f: &Frame<R::Key>| self.known_of(f.key).answers(f.wanted);
        if let Some(i) = self.walk.frames.iter().position(answered) {
            self.close(i + 1);
        }
    }

    /// Opens a part and lists its options, light ones first. Stops at an option known to have the value asked about.
    fn open(&mut self, key: R::Key, wanted: Option<u32>) -> Result<(), R> {
        self.known.pause();
        let (pending, parts) = (self.walk.pending.len(), self.walk.parts.len());
        self.known.update(key, |old| Known(old.unwrap_or(0)).opened());
        self.walk.frames.push(Frame {
            key,
            wanted,
            seen: 0,
            look_for: 0,
            at: pending,
            passed_over: false,
            late: false,
            pending,
            parts,
        });
        let mut options = std::mem::take(&mut self.walk.options);
        options.clear();
        let listed = self.rules.options(key, &mut options).map_err(|stop| Halt::at(key, stop));
        let count = options.len() as u64;
        let mut order = std::mem::take(&mut self.walk.order);
        let added = listed.and_then(|()| {
            from_the_middle(self.rules, key, &options, &mut order);
            let mut seen = 0;
            for &(off, i) in &order {
                let (parts, heaps) = options.get(i as usize);
                let heap = heaps.iter().fold(0, |a, b| a ^ b);
                if let Some(value) = self.add_option(parts, heap, off.into())? {
                    seen |= 1u128.checked_shl(value.min(255) as u32).unwrap_or(0);
                    if wanted.is_some_and(|w| u64::from(w) == value) {
                        break;
                    }
                }
            }
            Ok(seen)
        });
        self.walk.order = order;
        self.meter.ticks_of(1 + count as u32).map_err(|e| self.exhausted(e))?;
        self.walk.options = options;
        let seen = added?;
        if let Some(frame) = self.walk.frames.last_mut() {
            frame.seen = seen;
        }
        self.turn(key, pending);
        self.walk.pending[pending..].sort_unstable_by_key(|p| p.weight);
        if self.walk.frames.len() > DEEP {
            return Err(Halt::deep(vec![]));
        }
        self.walk.looked_at += 1;
        if self.walk.looked_at & 0xff == 0 {
            let bytes = self.known.bytes() + self.walk.bytes() + self.rules.bytes();
            self.meter.grow(bytes, self.known.growth()).map_err(|e| self.exhausted(e))?;
        }
        Ok(())
    }

    /// Makes some options a little heavier, in a way of this walk's own.
    fn turn(&mut self, key: R::Key, pending: usize) {
        const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
        let own = match self.walk.turn {
            0 => return,
            turn => key.mix() ^ turn.wrapping_mul(MIX),
        };
        for option in &mut self.walk.pending[pending..] {
            let eighths = (own ^ u64::from(option.from)).wrapping_mul(MIX) >> 61;
            option.weight += option.weight / 8 * eighths;
        }
    }

    /// Adds an option to the pending ones; or gives its value, if that is known.
    fn add_option(&mut self, whole: &[R::Key], heap: u64, off: u64) -> Result<Option<u64>, R> {
        let mut heap = heap;
        self.walk.weighed.clear();
        if self.rules.simplifies() {
            let mut split = std::mem::take(&mut self.walk.split);
            split.clear();
            whole.iter().try_for_each(|part| {
                self.rules.split(*part, &mut split).map_err(|stop| Halt::at(*part, stop))
            })?;
            for part in split.drain(..) {
                self.add_piece(part, &mut heap)?;
            }
            self.walk.split = split;
        } else {
            for part in whole {
                self.add_part(*part, &mut heap);
            }
        }
        // Equal parts cancel; the heaviest comes last.
        let Walk { weighed, parts, pending, .. } = &mut *self.walk;
        weighed.sort_unstable();
        let before = parts.len();
        let mut weight = 0;
        for &(w, part) in &*weighed {
            if parts.len() > before && parts.last() == Some(&part) {
                parts.pop();
                weight -= squared(w);
            } else {
                parts.push(part);
                weight += squared(w);
            }
        }
        if parts.len() == before {
            return Ok(Some(heap));
        }
        let weight = weight << 12 | off.min(0xfff);
        pending.push(Pending { from: before as u32, to: parts.len() as u32, heap, weight });
        Ok(None)
    }

    /// Adds a part that need not be in canonical form.
    fn add_piece(&mut self, piece: R::Key, heap: &mut u64) -> Result<(), R> {
        let slot = place(piece, RECENT);
        let part = match self.walk.recent.get(slot) {
            Some((lately, part, known)) if *lately == piece => {
                if let Some(value) = known.value() {
                    *heap ^= value;
                    return Ok(());
                }
                *part
            }
            _ => {
                let part = self.rules.canonical(piece).map_err(|stop| Halt::at(piece, stop))?;
                let recent = &mut self.walk.recent;
                if recent.is_empty() {
                    *recent = vec![(piece, part, Known(0)); RECENT];
                }
                recent[slot] = (piece, part, Known(0));
                part
            }
        };
        if let Some(value) = self.add_part(part, heap) {
            self.walk.recent[slot].2 = Known(VALUE | value as u32);
        }
        Ok(())
    }

    /// Adds the value of a part to the heap and gives it, if it is known; else weighs the part.
    fn add_part(&mut self, part: R::Key, heap: &mut u64) -> Option<u64> {
        let value = self.known_of(part).value();
        match value {
            Some(value) => *heap ^= value,
            None => self.walk.weighed.push((self.rules.weight(part), part)),
        }
        value
    }

    /// What the part on top waits for, or what is known of it now.
    fn next(&mut self, mut frame: Frame<R::Key>) -> Result<Next<R::Key>, R> {
        if let Some(w) = frame.wanted
            && frame.seen >> w & 1 == 1
        {
            return Ok(Next::Not(w));
        }
        loop {
            while frame.seen >> frame.look_for & 1 == 1 {
                frame.look_for += 1;
                (frame.at, frame.passed_over, frame.late) = (frame.pending, false, false);
                if frame.look_for >= LARGEST {
                    return Err(Halt::wide(frame.key));
                }
            }
            let Some(option) = self.walk.pending.get(frame.at).copied() else {
                if std::mem::take(&mut frame.passed_over) {
                    (frame.at, frame.late) = (frame.pending, true);
                    continue;
                }
                // No option has the value looked for, and some option has each smaller one.
                return Ok(Next::Value(frame.look_for));
            };
            match self.ask(&option, frame.look_for) {
                Asked::Not => frame.at += 1,
                Asked::Ask(part, _) if M::SHARED && !frame.late && self.known_of(part).is_open() => {
                    frame.passed_over = true;
                    frame.at += 1;
                }
                Asked::Ask(part, wanted) => {
                    if let Some(top) = self.walk.frames.last_mut() {
                        *top = frame;
                    }
                    return Ok(Next::Ask(part, wanted));
                }
                Asked::Is(value) => {
                    // Known now: no need to look at this option again.
                    self.walk.pending.remove(frame.at);
                    frame.seen |= 1u128.checked_shl(value.min(255) as u32).unwrap_or(0);
                    if frame.wanted.is_some_and(|w| u64::from(w) == value) {
                        return Ok(Next::Not(value as u32));
                    }
                }
            }
        }
    }

    /// Whether an option has a value, as far as that is known, or what to ask next.
    fn ask(&self, option: &Pending, value: u32) -> Asked<R::Key> {
        let mut rest = option.heap;
        let mut unknown = None;
        for &part in &self.walk.parts[option.from as usize..option.to as usize] {
            let known = self.known_of(part);
            match (known.value(), unknown) {
                (Some(v), _) => rest ^= v,
                (None, None) => unknown = Some((part, known)),
                (None, Some((first, _))) => return Asked::Ask(first, None),
            }
        }
        let Some((part, known)) = unknown else { return Asked::Is(rest) };
        let wanted = rest ^ u64::from(value);
        if known.rules_out(wanted) {
            return Asked::Not;
        }
        Asked::Ask(part, (wanted < SMALL).then_some(wanted as u32))
    }

    /// Closes the part on top with what was found: its value, or the bit of one that it has not.
    fn leave(&mut self, frame: Frame<R::Key>, found: u32) -> Result<(), R> {
        self.known.update(frame.key, |old| match Known(old.unwrap_or(0)) {
            Known(value) if value & VALUE != 0 => value,
            _ if found & VALUE != 0 => found,
            Known(ruled_out) => (ruled_out | found) & !OPEN,
        });
        self.drop_frame(frame);
        self.walk.answered += 1;
        self.meter.position().map_err(|e| self.exhausted(e))
    }

    fn drop_frame(&mut self, frame: Frame<R::Key>) {
        self.walk.pending.truncate(frame.pending);
        self.walk.parts.truncate(frame.parts);
        self.walk.frames.pop();
    }

    /// Gives up the parts that were opened last, all but this many.
    fn close(&mut self, left: usize) {
        while self.walk.frames.len() > left {
            let Some(frame) = self.walk.frames.last().copied() else { break };
            if self.known_of(frame.key).is_open() {
                self.known.update(frame.key, |old| match Known(old.unwrap_or(0)) {
                    open if open.is_open() => open.0 & !OPEN,
                    Known(value) => value,
                });
            }
            self.drop_frame(frame);
        }
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

/// The options of a position, those from its middle first.
fn from_the_middle<R: Rules>(
    rules: &mut R,
    position: R::Key,
    options: &Options<R::Key>,
    order: &mut Vec<(u32, u32)>,
) {
    let count = options.len() as u64;
    order.clear();
    order.extend((0..options.len()).map(|i| {
        let off = rules.off_middle(position, options.get(i).0);
        let off = off.unwrap_or_else(|| (2 * i as u64).abs_diff(count));
        (u32::try_from(off).unwrap_or(u32::MAX), i as u32)
    }));
    order.sort_unstable();
}

enum Asked<K> {
    /// It has not.
    Not,
    /// It has this value.
    Is(u64),
    /// That depends on this part.
    Ask(K, Option<u32>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_found_meanwhile_stays() {
        let found = Known(Known(VALUE | 3).opened());
        assert_eq!((found.value(), found.is_open()), (Some(3), false));
        let ruled_out = Known(Known(1 << 2).opened());
        assert!(ruled_out.is_open() && ruled_out.rules_out(2) && ruled_out.value().is_none());
    }

    #[test]
    fn two_values_for_one_part_are_no_union() {
        let mut search = Search::<u64>::default();
        assert!(search.unite(1, Fact::Not(0b1)) && search.unite(1, Fact::Not(0b100)));
        assert_eq!(search.fact(1), Some(Fact::Not(0b101)));
        assert!(!search.unite(1, Fact::Value(2)) && search.unite(1, Fact::Value(1)));
        assert!(search.unite(1, Fact::Value(1)) && search.unite(1, Fact::Not(0b1)));
        assert!(!search.unite(1, Fact::Value(3)) && !search.unite(1, Fact::Not(0b10)));
        assert_eq!(search.fact(1), Some(Fact::Value(1)));
    }
}
