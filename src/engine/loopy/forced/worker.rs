//! One thread at work on what can be forced.

use super::aim::Aim;
use super::{Frame, Known, OPEN, Order, Result, Walk, changed, known, written};
use crate::engine::loopy::Play;
use crate::engine::memo::Memo;
use crate::engine::rules::Options;
use crate::engine::stop::Stop;
use crate::engine::{Exhausted, Halt, Meter, Unfit};
use std::cmp::Reverse;

const CYCLE: Unfit = Unfit::Kind("play need not end");
const SUM: Unfit = Unfit::Kind("a move leads to a sum");
const LONG: Unfit = Unfit::Kind("a play takes too many moves");

/// Where all moves are looked at, plays may not get longer than this: some never end.
const DEEPEST: usize = 1 << 16;

/// After this many positions, or as many as are open, a thread looks whether others have decided what it is at work on. After 32 in
/// any case, two threads took four times as long as one where plays have some thousand moves.
const LOOK_DOWN: u64 = 32;

/// One thread at work.
pub(super) struct Worker<'w, R: Play, A: Aim, M> {
    pub(super) rules: &'w mut R,
    pub(super) known: &'w mut M,
    pub(super) walk: &'w mut Walk<R::Key, A>,
    pub(super) aim: A,
    pub(super) meter: &'w Meter,
}

impl<R: Play, A: Aim, M: Memo<Key = R::Key>> Worker<'_, R, A, M> {
    /// What is found about a position where the player of a side is to move; none if so many others are decided before.
    pub(super) fn run(
        mut self,
        position: R::Key,
        side: usize,
        most: Option<u64>,
    ) -> Result<Option<A::Found>, R> {
        let found = self.search(position, side, most);
        self.abandon(0);
        found
    }

    fn search(&mut self, position: R::Key, side: usize, most: Option<u64>) -> Result<Option<A::Found>, R> {
        let most = most.map(|most| self.walk.solved + most);
        let mut last = self.open(position, side)?;
        while let Some(frame) = self.walk.frames.last_mut() {
            let enough = last.is_some_and(|option| frame.heed(option));
            last = if enough || self.walk.waiting.len() == frame.waiting {
                Some(self.close()?)
            } else {
                self.next()?
            };
            if M::SHARED && last.is_none() && self.walk.opened >= self.walk.look_down_at {
                last = self.leave_decided();
            }
            if last.is_none() && most.is_some_and(|most| self.walk.solved >= most) {
                return Ok(None);
            }
        }
        Ok(last)
    }

    /// Who moves after the player of a side.
    fn other(&self, side: usize) -> usize {
        self.aim.next(side, self.rules.sides())
    }

    /// What is found about a waiting position, where that is known or seen at once; otherwise opens it. Those that other threads are
    /// at work on come last.
    fn next(&mut self) -> Result<Option<A::Found>, R> {
        let Some(mut frame) = self.walk.frames.pop() else { return Ok(None) };
        let side = self.other(frame.side);
        let Walk { waiting, frames, .. } = &mut *self.walk;
        let found = loop {
            let last = waiting.len() - 1;
            let key = waiting[last];
            match known::<A>(self.known.get(key), side) {
                Known::Found(found) => break Ok(Some(found)),
                Known::Open if !M::SHARED => break Err(Halt::at(key, CYCLE.into())),
                Known::Open if (frame.tried || !A::HURRIES) && frame.waiting + frame.put_off < last => {
                    waiting.swap(frame.waiting + frame.put_off, last);
                    frame.put_off += 1;
                }
                Known::Open | Known::Unknown => break Ok(None),
            }
        };
        frames.push(frame);
        let key = waiting.pop();
        match (found?, key) {
            (None, Some(key)) => self.open(key, side),
            (found, _) => Ok(found),
        }
    }

    /// Lists where a player can move to: what is found, if that is seen at once; otherwise the position is open, and what is
    /// not known about its options is waiting.
    fn open(&mut self, key: R::Key, side: usize) -> Result<Option<A::Found>, R> {
        self.known.pause();
        if !A::HURRIES && self.walk.frames.len() > DEEPEST {
            return Err(Halt::at(key, LONG.into()));
        }
        if self.rules.won(key).map_err(|stop| Halt::at(key, stop))? {
            return self.won_already().map(Some);
        }
        let mut options = std::mem::take(&mut self.walk.options);
        options.clear();
        let (waiting, aim) = (self.walk.waiting.len(), self.aim);
        let mut frame = Frame { key, side, waiting, put_off: 0, tried: false, so_far: A::SoFar::default() };
        let listed = aim.list(self.rules, key, side, &mut options).and_then(|()| self.simplify(&mut options));
        let decided = listed.and_then(|()| {
            let parts = options.parts_alone().ok_or(SUM)?;
            Ok(if parts.is_empty() { Some(aim.stuck()) } else { self.look_up(&mut frame, parts) })
        });
        let listed = 1 + options.len() as u32;
        self.walk.options = options;
        let decided = decided.map_err(|stop| Halt::at(key, stop))?;
        self.meter.ticks_of(listed)?;
        self.look_at_memory()?;
        if let Some(found) = decided {
            self.walk.waiting.truncate(waiting);
            return self.record(key, side, found).map(Some);
        }
        self.walk.frames.push(frame);
        self.known.update(key, |old| changed::<A>(old, side, OPEN));
        Ok(None)
    }

    /// Puts the canonical form of each option in its place.
    fn simplify(&mut self, options: &mut Options<R::Key>) -> std::result::Result<(), Stop<R::Mistake>> {
        if self.rules.simplifies() {
            for part in options.parts_mut() {
                *part = self.rules.canonical(*part)?;
            }
        }
        Ok(())
    }

    /// A position that is won before a move is not recorded. Where sets of numbers end play, six of seven positions are such,
    /// and to see it again takes half the time of a table so much larger.
    fn won_already(&mut self) -> Result<A::Found, R> {
        self.meter.ticks_of(1)?;
        Ok(A::won())
    }

    /// Takes account of what is known about the options of a position: what is found, if nothing is waiting. What waits is in order,
    /// the first option on top; or, if some option may make the others needless, the lightest one, where it is the turn of these.
    fn look_up(&mut self, frame: &mut Frame<R::Key, A>, parts: &[R::Key]) -> Option<A::Found> {
        self.known.fetch(parts);
        let side = self.other(frame.side);
        let Walk { weighed, waiting, order, .. } = &mut *self.walk;
        weighed.clear();
        let weight = |part| if *order == Order::Lightest { self.rules.weight(part) } else { 0 };
        for &part in parts.iter().rev() {
            match known::<A>(self.known.get(part), side) {
                Known::Found(found) if frame.heed(found) => return Some(A::found(frame.so_far)),
                Known::Found(_) => {}
                Known::Open | Known::Unknown if A::HURRIES => weighed.push((weight(part), part)),
                Known::Open | Known::Unknown => waiting.push(part),
            }
        }
        // The last one is on top. Of equal ones, what was listed first stays in front.
        weighed.sort_by_key(|(weight, _)| Reverse(*weight));
        waiting.extend(weighed.iter().map(|(_, part)| part));
        (waiting.len() == frame.waiting).then(|| A::found(frame.so_far))
    }

    /// Closes the top frame.
    fn close(&mut self) -> Result<A::Found, R> {
        let Some(frame) = self.walk.frames.pop() else { unreachable!("a position is open") };
        self.walk.waiting.truncate(frame.waiting);
        self.record(frame.key, frame.side, A::found(frame.so_far))
    }

    fn record(&mut self, key: R::Key, side: usize, found: A::Found) -> Result<A::Found, R> {
        let share = written::<A>(found).ok_or_else(|| Halt::at(key, LONG.into()))?;
        let old = self.known.update(key, |old| changed::<A>(old, side, share));
        match known::<A>(old, side) {
            Known::Found(old) => assert_eq!(old, found, "a position has one answer, whoever finds it"),
            Known::Open | Known::Unknown => {
                self.walk.solved += 1;
                self.meter.position()?;
            }
        }
        Ok(found)
    }

    /// Leaves the lowest open position that another thread has decided meanwhile, and all that was opened for it: what is found there.
    fn leave_decided(&mut self) -> Option<A::Found> {
        self.walk.look_down_at = self.walk.opened + LOOK_DOWN.max(self.walk.frames.len() as u64);
        let mut frames = self.walk.frames.iter().enumerate();
        let (at, found) =
            frames.find_map(|(at, frame)| match known::<A>(self.known.get(frame.key), frame.side) {
                Known::Found(found) => Some((at, found)),
                Known::Open | Known::Unknown => None,
            })?;
        self.abandon(at);
        Some(found)
    }

    /// Gives up the positions that were opened last, all but this many.
    fn abandon(&mut self, left: usize) {
        while self.walk.frames.len() > left {
            let Some(frame) = self.walk.frames.pop() else { break };
            self.known.update(frame.key, |old| changed::<A>(old, frame.side, 0));
            self.walk.waiting.truncate(frame.waiting);
        }
    }

    fn look_at_memory(&mut self) -> std::result::Result<(), Exhausted> {
        self.walk.opened += 1;
        if self.walk.opened & 0xff == 0 {
            let bytes = self.known.bytes() + self.rules.bytes() + self.walk.bytes();
            self.meter.grow(bytes, self.known.growth())?;
        }
        Ok(())
    }
}

impl<K, A: Aim> Frame<K, A> {
    /// Takes account of an option: whether the others do not matter any more.
    #[inline]
    fn heed(&mut self, option: A::Found) -> bool {
        self.tried = true;
        A::heed(&mut self.so_far, option)
    }
}

#[cfg(test)]
mod tests {
    use super::super::aim::Wins;
    use super::super::share;
    use super::*;
    use crate::engine::memo::Map;
    use crate::engine::memo::raced::Raced;
    use crate::engine::{Budget, Rules};

    /// Take one or two of a pile: who is to move loses if three divide it.
    struct Pile;

    impl Rules for Pile {
        type Key = u64;
        type Mistake = ();

        fn options(&mut self, n: u64, out: &mut Options<u64>) -> std::result::Result<(), Stop<()>> {
            for k in 1..=n.min(2) {
                out.push_part(n - k);
                out.end_option();
            }
            Ok(())
        }
    }

    impl Play for Pile {}

    #[test]
    fn what_another_thread_decides_is_left() {
        for (n, decided) in (200..206).flat_map(|n| (120..199).map(move |decided| (n, decided))) {
            // When play has come to 100, another thread knows of one above.
            let decide = |key, map: &mut Map<u64>| {
                if key == 100 {
                    let wins = written::<Wins>(decided % 3 != 0).unwrap_or(0);
                    map.update(decided, |old| changed::<Wins>(old, 0, wins));
                }
            };
            let (mut known, mut walk) = (Raced { map: Map::of_values(), other: decide }, Walk::default());
            let meter = Meter::new(Budget::default());
            let aim = Wins { stuck_wins: false };
            let worker = Worker { rules: &mut Pile, known: &mut known, walk: &mut walk, aim, meter: &meter };
            assert!(worker.run(n, 0, None).is_ok_and(|wins| wins == Some(n % 3 != 0)), "{n} {decided}");
            assert!(known.map.iter().all(|(_, is)| share::<Wins>(Some(is), 0) != OPEN));
        }
    }
}
