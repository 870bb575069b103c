//! One thread at work on who wins a position.

use super::{Frame, Known, LOST, OPEN, Result, WON, Walk, changed, known};
use crate::engine::loopy::Play;
use crate::engine::memo::Memo;
use crate::engine::rules::Options;
use crate::engine::stop::Stop;
use crate::engine::{Exhausted, Halt, Meter, Unfit};
use std::cmp::Reverse;

const CYCLE: Unfit = Unfit::Kind("play need not end");
const SUM: Unfit = Unfit::Kind("a move leads to a sum");

/// After this many positions, or as many as are open, a thread looks whether others have decided what it is at work on. After 32 in
/// any case, two threads took four times as long as one where plays have some thousand moves.
const LOOK_DOWN: u64 = 32;

/// One thread at work.
pub(super) struct Worker<'w, R: Play, M> {
    pub(super) rules: &'w mut R,
    pub(super) won: &'w mut M,
    pub(super) walk: &'w mut Walk<R::Key>,
    pub(super) stuck_wins: bool,
    pub(super) meter: &'w Meter,
}

impl<R: Play, M: Memo<Key = R::Key>> Worker<'_, R, M> {
    /// Whether the player of a side, who is to move, wins; none if so many others are decided before.
    pub(super) fn run(mut self, position: R::Key, side: usize, most: Option<u64>) -> Result<Option<bool>, R> {
        let found = self.search(position, side, most);
        self.abandon(0);
        found
    }

    fn search(&mut self, position: R::Key, side: usize, most: Option<u64>) -> Result<Option<bool>, R> {
        let most = most.map(|most| self.walk.solved + most);
        let mut last = self.open(position, side)?;
        while let Some(frame) = self.walk.frames.last_mut() {
            frame.tried |= last == Some(true);
            last = match last {
                Some(false) => Some(self.close(true)?),
                _ if self.walk.waiting.len() == frame.waiting => Some(self.close(false)?),
                _ => self.next()?,
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
        (side + 1) % self.rules.sides()
    }

    /// What a waiting position is, where that is known or seen at once; otherwise opens it. Those that other threads are at work on
    /// come last.
    fn next(&mut self) -> Result<Option<bool>, R> {
        let Some(mut frame) = self.walk.frames.pop() else { return Ok(None) };
        let side = self.other(frame.side);
        let Walk { waiting, frames, .. } = &mut *self.walk;
        let found = loop {
            let last = waiting.len() - 1;
            let key = waiting[last];
            match known(self.won.get(key), side) {
                Known::Won(wins) => {
                    frame.tried |= wins;
                    break Ok(Some(wins));
                }
                Known::Open if !M::SHARED => break Err(Halt::at(key, CYCLE.into())),
                Known::Open if frame.tried && frame.waiting + frame.put_off < last => {
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

    /// Lists where a player can move to: whether he wins, if that is seen at once; otherwise the position is open, and what is
    /// not known about its options is waiting.
    fn open(&mut self, key: R::Key, side: usize) -> Result<Option<bool>, R> {
        self.won.pause();
        if self.rules.won(key).map_err(|stop| Halt::at(key, stop))? {
            return self.won_already().map(Some);
        }
        let mut options = std::mem::take(&mut self.walk.options);
        options.clear();
        let waiting = self.walk.waiting.len();
        let listed =
            self.rules.options_of(key, side, &mut options).and_then(|()| self.simplify(&mut options));
        let decided = listed.and_then(|()| {
            let parts = options.parts_alone().ok_or(SUM)?;
            Ok(match parts {
                [] => Some(self.stuck_wins),
                parts => self.look_up(self.other(side), parts),
            })
        });
        let listed = 1 + options.len() as u32;
        let tried = self.walk.waiting.len() - waiting < options.len();
        self.walk.options = options;
        let decided = decided.map_err(|stop| Halt::at(key, stop))?;
        self.meter.ticks_of(listed)?;
        self.look_at_memory()?;
        if let Some(wins) = decided {
            return self.record(key, side, wins).map(Some);
        }
        self.walk.frames.push(Frame { key, side, waiting, put_off: 0, tried });
        self.won.update(key, |old| match known(old, side) {
            Known::Won(_) => changed(old, side, 0, 0),
            Known::Unknown | Known::Open => changed(old, side, OPEN, 0),
        });
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
    fn won_already(&mut self) -> Result<bool, R> {
        self.meter.ticks_of(1)?;
        Ok(true)
    }

    /// Whether some of these positions is known to be lost by who is to move there, or all are known to be won; otherwise the
    /// others are waiting, the lightest one on top: what is left of play is short there. With those that were listed first on top, a game
    /// of four heaps of 70 went through three times as many positions, and one of rows of stones through thirty times as many.
    fn look_up(&mut self, side: usize, parts: &[R::Key]) -> Option<bool> {
        self.won.fetch(parts);
        let Walk { weighed, waiting, .. } = &mut *self.walk;
        weighed.clear();
        for &part in parts.iter().rev() {
            match known(self.won.get(part), side) {
                Known::Won(false) => return Some(true),
                Known::Won(true) => {}
                Known::Open | Known::Unknown => weighed.push((self.rules.weight(part), part)),
            }
        }
        // The last one is on top. Of equal ones, what was listed first stays in front.
        weighed.sort_by_key(|(weight, _)| Reverse(*weight));
        waiting.extend(weighed.iter().map(|(_, part)| part));
        weighed.is_empty().then_some(false)
    }

    /// Closes the top frame.
    fn close(&mut self, wins: bool) -> Result<bool, R> {
        let Some(frame) = self.walk.frames.pop() else { unreachable!("a position is open") };
        self.walk.waiting.truncate(frame.waiting);
        self.record(frame.key, frame.side, wins)
    }

    fn record(&mut self, key: R::Key, side: usize, wins: bool) -> Result<bool, R> {
        let found = if wins { WON } else { LOST };
        let old = self.won.update(key, |old| changed(old, side, found, OPEN));
        match known(old, side) {
            Known::Won(old) => assert_eq!(old, wins, "a position is won or lost, whoever finds it"),
            Known::Open | Known::Unknown => {
                self.walk.solved += 1;
                self.meter.position()?;
            }
        }
        Ok(wins)
    }

    /// Leaves the lowest open position that another thread has decided meanwhile, and all that was opened for it: whether it is won.
    fn leave_decided(&mut self) -> Option<bool> {
        self.walk.look_down_at = self.walk.opened + LOOK_DOWN.max(self.walk.frames.len() as u64);
        let is = |frame: &Frame<R::Key>| known(self.won.get(frame.key), frame.side);
        let decided = |(at, frame)| if let Known::Won(wins) = is(frame) { Some((at, wins)) } else { None };
        let (at, wins) = self.walk.frames.iter().enumerate().find_map(decided)?;
        self.abandon(at);
        Some(wins)
    }

    /// Gives up the positions that were opened last, all but this many.
    fn abandon(&mut self, left: usize) {
        while self.walk.frames.len() > left {
            let Some(frame) = self.walk.frames.pop() else { break };
            self.won.update(frame.key, |old| changed(old, frame.side, 0, OPEN));
            self.walk.waiting.truncate(frame.waiting);
        }
    }

    fn look_at_memory(&mut self) -> std::result::Result<(), Exhausted> {
        self.walk.opened += 1;
        if self.walk.opened & 0xff == 0 {
            let bytes = self.won.bytes() + self.rules.bytes() + self.walk.bytes();
            self.meter.grow(bytes, self.won.growth())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
                    map.update(decided, |old| {
                        changed(old, 0, if decided % 3 == 0 { LOST } else { WON }, OPEN)
                    });
                }
            };
            let (mut won, mut walk) = (Raced { map: Map::of_values(), other: decide }, Walk::default());
            let meter = Meter::new(Budget::default());
            let worker =
                Worker { rules: &mut Pile, won: &mut won, walk: &mut walk, stuck_wins: false, meter: &meter };
            assert!(worker.run(n, 0, None).is_ok_and(|wins| wins == Some(n % 3 != 0)), "{n} {decided}");
            assert!(won.map.iter().all(|(_, is)| known(Some(is), 0) != Known::Open));
        }
    }
}
