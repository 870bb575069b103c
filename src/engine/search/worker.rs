//! One thread at work on a question: it asks the same question of options, until none is open.

use super::Result;
use super::known::{Known, OPEN, SMALL, VALUE, known_of};
use super::walk::{Frame, LOOK_DOWN, Next, Pending, RECENT, Walk, squared};
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::fact::LARGEST;
use crate::engine::memo::{Memo, place};
use crate::engine::rules::{Key, Options, Rules};
use crate::engine::stop::{Halt, sampled};

/// One thread at work.
pub(super) struct Worker<'w, R: Rules, M> {
    pub(super) rules: &'w mut R,
    pub(super) known: &'w mut M,
    pub(super) walk: &'w mut Walk<R::Key>,
    pub(super) meter: &'w Meter,
}

impl<R: Rules, M: Memo<Key = R::Key>> Worker<'_, R, M> {
    pub(super) fn run(&mut self, part: R::Key, wanted: Option<u32>, most: Option<u64>) -> Result<bool, R> {
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
                // Another thread may have answered it just before it was opened here.
                self.close(self.walk.frames.len() - 1);
                continue;
            }
            match self.next(frame)? {
                Next::Ask(part, _) if self.is_open_here(part) => return Err(self.cycle(part)),
                Next::Ask(part, wanted) => {
                    self.open(part, wanted)?;
                    if M::SHARED && self.walk.looked_at >= self.walk.look_down_at {
                        self.leave_answered();
                    }
                }
                Next::Value(value) => self.leave(frame, VALUE | value)?,
                Next::Not(values) => self.leave(frame, values)?,
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
        self.walk.look_down_at = self.walk.looked_at + LOOK_DOWN.max(self.walk.frames.len() as u64);
        let answered = |f: &Frame<R::Key>| self.known_of(f.key).answers(f.wanted);
        if let Some(i) = self.walk.frames.iter().position(answered) {
            self.close(i + 1);
        }
    }

    /// Opens a part and lists its options, light ones first. Stops at an option known to have the value asked about.
    fn open(&mut self, key: R::Key, wanted: Option<u32>) -> Result<(), R> {
        self.known.pause();
        let (pending, parts) = (self.walk.pending.len(), self.walk.parts.len());
        let ruled_out = self.known_of(key).ruled_out();
        self.known.update(key, |old| Known(old.unwrap_or(0)).opened());
        self.walk.frames.push(Frame {
            key,
            wanted,
            seen: ruled_out.into(),
            refutes: wanted.is_some(),
            look_for: wanted.unwrap_or(0),
            at: 0,
            even: 0,
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
            if !self.rules.simplifies() {
                self.known.fetch(options.parts());
            }
            from_the_middle(self.rules, key, &options, &mut order);
            let mut seen = ruled_out.into();
            for &(off, i) in &order {
                let (parts, heaps) = options.get(i as usize);
                let heap = heaps.iter().fold(0, |a, b| a ^ b);
                let even = heap == 0 && self.rules.is_even(parts);
                if let Some(value) = self.add_option(parts, heap, (off.into(), even))? {
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
        self.turn(key, pending);
        let listed = &mut self.walk.pending[pending..];
        listed.sort_unstable_by_key(|option| (option.even, option.weight));
        let even = listed.iter().rev().take_while(|option| option.even).count();
        if let Some(frame) = self.walk.frames.last_mut() {
            (frame.seen, frame.even) = (seen, even);
        }
        if self.walk.frames.len() > self.walk.longest {
            return Err(self.deep());
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
    fn add_option(
        &mut self,
        whole: &[R::Key],
        heap: u64,
        (off, even): (u64, bool),
    ) -> Result<Option<u64>, R> {
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
        pending.push(Pending { from: before as u32, to: parts.len() as u32, heap, weight, even });
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

    /// What the part on top waits for, or what is known about it now.
    fn next(&mut self, mut frame: Frame<R::Key>) -> Result<Next<R::Key>, R> {
        if let Some(w) = frame.wanted
            && frame.seen >> w & 1 == 1
        {
            return Ok(Next::Not(small(frame.seen)));
        }
        loop {
            while frame.seen >> frame.look_for & 1 == 1 {
                frame.look_for(frame.look_for + 1);
                if frame.look_for >= LARGEST {
                    return Err(Halt::wide(frame.key));
                }
            }
            if !frame.refutes && frame.wanted == Some(frame.look_for) {
                return Ok(Next::Value(frame.look_for));
            }
            let left = self.walk.pending.len() - frame.pending;
            if frame.at >= left {
                if std::mem::take(&mut frame.passed_over) {
                    (frame.at, frame.late) = (0, true);
                } else if std::mem::take(&mut frame.refutes) {
                    frame.look_for(0);
                } else {
                    // No option has the value looked for, and some option has each smaller one.
                    return Ok(Next::Value(frame.look_for));
                }
                continue;
            }
            let at = frame.pending + frame.place(left);
            let option = self.walk.pending[at];
            match self.ask(&option, frame.look_for) {
                Asked::Not => frame.at += 1,
                // The first option is likely to decide: threads part below it, not here.
                Asked::Ask(part, _)
                    if M::SHARED && frame.at > 0 && !frame.late && self.known_of(part).is_open() =>
                {
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
                    self.walk.pending.remove(at);
                    frame.even -= usize::from(option.even);
                    frame.seen |= 1u128.checked_shl(value.min(255) as u32).unwrap_or(0);
                    if frame.wanted.is_some_and(|w| u64::from(w) == value) {
                        return Ok(Next::Not(small(frame.seen)));
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

    /// Closes the part on top with what was found: its value, or the bits of those that it does not have.
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

    fn deep(&self) -> Halt<R::Key, R::Mistake> {
        Halt::deep(sampled(self.walk.frames.iter().map(|frame| frame.key)))
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

/// Those of some values that can be ruled out.
fn small(values: u128) -> u32 {
    values as u32 & ((1 << SMALL) - 1)
}

enum Asked<K> {
    /// It does not have it.
    Not,
    /// It has this value.
    Is(u64),
    /// That depends on this part.
    Ask(K, Option<u32>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::budget::Budget;
    use crate::engine::memo::Map;
    use crate::engine::memo::raced::Raced;
    use crate::engine::stop::Stop;

    /// Take any number of a pile.
    struct Pile;

    impl Rules for Pile {
        type Key = u64;
        type Mistake = ();

        fn options(&mut self, n: u64, out: &mut Options<u64>) -> std::result::Result<(), Stop<()>> {
            (0..n).for_each(|k| {
                out.push_part(k);
                out.end_option();
            });
            Ok(())
        }
    }

    #[test]
    fn what_another_thread_answers_while_it_is_opened_does_not_stay_open() {
        // What is said to another thread's credit is true.
        let others = (0..6).flat_map(|key| (0..6).filter(move |v| *v != key).map(move |v| (key, v)));
        for ((raced, value), wanted) in others.flat_map(|other| (0..8).map(move |wanted| (other, wanted))) {
            // Whenever a part is about to be changed here, another thread rules out a value of it.
            let rule_out = |key, map: &mut Map<u64>| {
                if key == raced {
                    map.update(key, |old| (old.unwrap_or(0) | 1 << value) & !OPEN);
                }
            };
            let (mut known, mut walk) = (Raced { map: Map::default(), other: rule_out }, Walk::default());
            let meter = Meter::new(Budget::default());
            let mut worker = Worker { rules: &mut Pile, known: &mut known, walk: &mut walk, meter: &meter };
            assert!(worker.run(5, Some(wanted), None).is_ok_and(|answered| answered));
            assert!(known_of(&known, 5).answers(Some(wanted)));
            let open = known.map.iter().filter(|(_, is)| Known(*is).is_open()).count();
            assert_eq!(open, 0, "is 5 worth {wanted}? {raced} is not worth {value}");
        }
    }
}
