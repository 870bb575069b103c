//! Who wins where every play ends: a depth-first search that stops as soon as it knows.

use super::explore::Play;
use crate::engine::memo::{Entry, Table};
use crate::engine::rules::{Options, Rules};
use crate::engine::{Exhausted, Halt, Meter, Unfit};
use std::cmp::Reverse;

/// Who wins positions that stay one part in play, for either player to move first.
///
/// A player wins if a move leads to a position that the other one, who is then to move, loses; so the search is over at the
/// first such move. It is for play that ends. Costs one listing of the moves of each position that it opens, and
/// a slot of a table for each position and player. Gives up on moves that lead to a sum, and on cycles.
#[derive(Debug)]
pub struct Forced<R: Play> {
    /// The rules.
    pub rules: R,
    /// Whether a player who cannot move has won, as under misère play.
    stuck_wins: bool,
    /// By who is to move: 1 where that player wins, 0 where he loses.
    won: [Table<R::Key>; 2],
    options: Options<R::Key>,
    frames: Vec<Frame<R::Key>>,
    /// What open positions lead to that is not decided yet.
    waiting: Vec<R::Key>,
    /// Of one position, how large they are.
    weighed: Vec<(u64, R::Key)>,
    opened: u64,
}

/// An open position, whose player to move has not won by any move so far.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    side: usize,
    /// Where its share of what is waiting begins.
    waiting: usize,
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

const CYCLE: Unfit = Unfit::Kind("play need not end");
const SUM: Unfit = Unfit::Kind("a move leads to a sum");

impl<R: Play> Forced<R> {
    /// Nothing known yet.
    pub fn new(rules: R, stuck_wins: bool) -> Forced<R> {
        Forced {
            rules,
            stuck_wins,
            won: [Table::default(), Table::default()],
            options: Options::default(),
            frames: vec![],
            waiting: vec![],
            weighed: vec![],
            opened: 0,
        }
    }

    /// How many positions are decided, each for one player to move.
    pub fn solved(&self) -> usize {
        self.won.iter().map(Table::solved).sum()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let stack = self.frames.capacity() * size_of::<Frame<R::Key>>()
            + self.waiting.capacity() * size_of::<R::Key>();
        self.won.iter().map(Table::bytes).sum::<u64>() + self.rules.bytes() + stack as u64
    }

    /// Whether the player of a side, who is to move, wins.
    ///
    /// # Errors
    /// A budget that ran out, or why it cannot go on; what was decided on the way stays known.
    pub fn wins(&mut self, position: R::Key, side: usize, meter: &Meter) -> Result<bool, R> {
        if let Entry::Value(won) = self.won[side].get(position) {
            return Ok(won == 1);
        }
        let found = self.search(position, side, meter);
        for frame in std::mem::take(&mut self.frames) {
            self.won[frame.side].give_up(frame.key);
        }
        self.waiting.clear();
        found
    }

    fn search(&mut self, position: R::Key, side: usize, meter: &Meter) -> Result<bool, R> {
        let mut last = self.open(position, side, meter)?;
        while let Some(frame) = self.frames.last() {
            last = match last {
                Some(false) => Some(self.close(true, meter)?),
                _ if self.waiting.len() == frame.waiting => Some(self.close(false, meter)?),
                _ => self.next(self.other(frame.side), meter)?,
            };
        }
        Ok(last == Some(true))
    }

    /// Who moves after the player of a side.
    fn other(&self, side: usize) -> usize {
        (side + 1) % self.rules.sides()
    }

    /// What the last waiting position is, where that is known or seen at once; otherwise opens it.
    fn next(&mut self, side: usize, meter: &Meter) -> Result<Option<bool>, R> {
        let Some(key) = self.waiting.pop() else { return Ok(None) };
        match self.won[side].get(key) {
            Entry::Value(won) => Ok(Some(won == 1)),
            Entry::Open => Err(Halt::at(key, CYCLE.into())),
            Entry::Unknown => self.open(key, side, meter),
        }
    }

    /// Lists where a player can move to: whether he wins, if that is seen at once; otherwise the position is open, and what is
    /// not known about its options is waiting.
    fn open(&mut self, key: R::Key, side: usize, meter: &Meter) -> Result<Option<bool>, R> {
        if self.rules.won(key).map_err(|stop| Halt::at(key, stop))? {
            return self.won_already(meter).map(Some);
        }
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let waiting = self.waiting.len();
        let listed = self.rules.options_of(key, side, &mut options);
        let decided = listed.and_then(|()| {
            let parts = options.parts_alone().ok_or(SUM)?;
            Ok(match parts {
                [] => Some(self.stuck_wins),
                parts => self.look_up(self.other(side), parts),
            })
        });
        let listed = 1 + options.len() as u32;
        self.options = options;
        let decided = decided.map_err(|stop| Halt::at(key, stop))?;
        meter.ticks_of(listed)?;
        self.look_at_memory(meter)?;
        if let Some(wins) = decided {
            return self.record(key, side, wins, meter).map(Some);
        }
        self.frames.push(Frame { key, side, waiting });
        self.won[side].open(key);
        Ok(None)
    }

    /// A position that is won before a move is not recorded. Where sets of numbers end play, six of seven positions are such,
    /// and to see it again takes half the time of a table so much larger.
    fn won_already(&mut self, meter: &Meter) -> Result<bool, R> {
        meter.ticks_of(1)?;
        Ok(true)
    }

    /// Whether some of these positions is known to be lost by who is to move there, or all are known to be won; otherwise the
    /// others are waiting, the lightest one on top: what is left of play is short there. With those that were listed first on top, a game
    /// of four heaps of 70 went through three times as many positions, and one of rows of stones through thirty times as many.
    fn look_up(&mut self, side: usize, parts: &[R::Key]) -> Option<bool> {
        self.won[side].fetch(parts);
        self.weighed.clear();
        for &part in parts.iter().rev() {
            match self.won[side].get(part) {
                Entry::Value(0) => return Some(true),
                Entry::Value(_) => {}
                Entry::Open | Entry::Unknown => self.weighed.push((self.rules.weight(part), part)),
            }
        }
        // The last one is on top. Of equal ones, what was listed first stays in front.
        self.weighed.sort_by_key(|(weight, _)| Reverse(*weight));
        self.waiting.extend(self.weighed.iter().map(|(_, part)| part));
        self.weighed.is_empty().then_some(false)
    }

    /// Closes the top frame.
    fn close(&mut self, wins: bool, meter: &Meter) -> Result<bool, R> {
        let Some(frame) = self.frames.pop() else { unreachable!("a position is open") };
        self.waiting.truncate(frame.waiting);
        self.record(frame.key, frame.side, wins, meter)
    }

    fn record(&mut self, key: R::Key, side: usize, wins: bool, meter: &Meter) -> Result<bool, R> {
        if self.won[side].set(key, u32::from(wins)) {
            meter.position()?;
        }
        Ok(wins)
    }

    fn look_at_memory(&mut self, meter: &Meter) -> std::result::Result<(), Exhausted> {
        self.opened += 1;
        if self.opened & 0xff == 0 {
            let growth = self.won.iter().map(Table::growth).sum();
            meter.grow(self.bytes(), growth)?;
        }
        Ok(())
    }
}
