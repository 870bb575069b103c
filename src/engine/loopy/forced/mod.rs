//! What can be forced where every play ends: a depth-first search that stops as soon as it knows.

mod aim;
mod sums;
mod worker;

use super::explore::Play;
use crate::engine::memo::{Map, Memo, Shared};
use crate::engine::rules::{Key, Options, Rules};
use crate::engine::stop::Stop;
use crate::engine::{Halt, Meter, workers};
pub use aim::{Aim, Ends, Lasting, Lasts, Wins};
pub use sums::Sums;
use worker::Worker;

/// What is asked about positions that stay one part in play, for either player to move first.
///
/// It is for play that ends. Costs one listing of the moves of each position that it opens, and a slot of a table for each position.
/// Gives up on moves that lead to a sum, and on cycles.
///
/// Where play is proved to end and rules can leave their thread, a search that has grown is done by several threads. All fill one
/// table; positions that another thread is at work on are put off, and a thread leaves what another one has decided.
#[derive(Debug)]
pub struct Forced<R: Play, A: Aim> {
    /// The rules.
    pub rules: R,
    aim: A,
    known: Map<R::Key>,
    walk: Walk<R::Key, A>,
    solved: u64,
}

/// Which of the options that are not decided is tried first, where one may make the others needless.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Order {
    /// The lightest: what is left of play is short there. With those that were listed first in front, a game of four heaps of 70 went
    /// through three times as many positions, and one of rows of stones through thirty times as many.
    #[default]
    Lightest,
    /// As the rules list them. With the lightest in front, two who buy goods for their money went through a hundred times as many:
    /// whoever has spent most has least.
    Listed,
}

/// Neither order is the better one everywhere, so they have turns: at first so many positions for the lightest in front,
const FIRST_TURN: u64 = 200_000;
/// half as many for the others, and then this many times more. What one of them decides stays known to the other.
const LONGER: u64 = 4;

/// Whose turn it is after so many positions, and for how many more.
fn turn_after(solved: u64) -> (Order, u64) {
    let (mut end, mut turn) = (0u64, FIRST_TURN);
    loop {
        for (order, share) in [(Order::Lightest, turn), (Order::Listed, turn / 2)] {
            end = end.saturating_add(share);
            if solved < end {
                return (order, end - solved);
            }
        }
        turn = turn.saturating_mul(LONGER);
    }
}

/// What one thread keeps on its way.
#[derive(Debug)]
struct Walk<K, A: Aim> {
    order: Order,
    options: Options<K>,
    frames: Vec<Frame<K, A>>,
    /// What open positions lead to that is not decided yet.
    waiting: Vec<K>,
    /// Of one position, how large they are.
    weighed: Vec<(u64, K)>,
    opened: u64,
    /// When so many are, it is looked whether others have decided what is open.
    look_down_at: u64,
    /// How many were decided that nobody had decided before.
    solved: u64,
}

/// An open position.
#[derive(Clone, Copy, Debug)]
struct Frame<K, A: Aim> {
    key: K,
    side: usize,
    /// Where its share of what is waiting begins, and how many there were put off, for other threads are at work on them.
    waiting: usize,
    put_off: usize,
    /// Whether something is known about some option.
    tried: bool,
    so_far: A::SoFar,
}

/// What is known about a position where the player of a side is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known<F> {
    /// Nothing.
    Unknown,
    /// Somebody is at work on it.
    Open,
    /// This.
    Found(F),
}

/// In the entry of a position, for each side: nothing, somebody is at work on it, or from here on what is found.
const OPEN: u32 = 1;
const FOUND: u32 = 2;

#[inline]
fn share<A: Aim>(entry: Option<u32>, side: usize) -> u32 {
    entry.unwrap_or(0) >> (A::BITS * side as u32) & ((1 << A::BITS) - 1)
}

#[inline]
fn known<A: Aim>(entry: Option<u32>, side: usize) -> Known<A::Found> {
    match share::<A>(entry, side) {
        0 => Known::Unknown,
        OPEN => Known::Open,
        found => Known::Found(A::of_number(found - FOUND)),
    }
}

/// An entry with another share of a side, unless something is found there already.
#[inline]
fn changed<A: Aim>(entry: Option<u32>, side: usize, to: u32) -> u32 {
    let is = share::<A>(entry, side);
    entry.unwrap_or(0) ^ (if is < FOUND { is ^ to } else { 0 }) << (A::BITS * side as u32)
}

/// What is written down for a finding; `None` if it is too large.
#[inline]
fn written<A: Aim>(found: A::Found) -> Option<u32> {
    let share = A::number(found)?.checked_add(FOUND)?;
    (share >> A::BITS == 0).then_some(share)
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<K: Key, A: Aim> Default for Walk<K, A> {
    fn default() -> Self {
        let (options, frames, waiting, weighed) = (Options::default(), vec![], vec![], vec![]);
        let order = Order::default();
        Walk { order, options, frames, waiting, weighed, opened: 0, look_down_at: 0, solved: 0 }
    }
}

impl<K, A: Aim> Walk<K, A> {
    fn bytes(&self) -> u64 {
        (self.frames.capacity() * size_of::<Frame<K, A>>() + self.waiting.capacity() * size_of::<K>()) as u64
    }
}

impl<R: Play, A: Aim> Forced<R, A> {
    /// Nothing known yet.
    pub fn new(rules: R, aim: A) -> Forced<R, A> {
        let known = if A::SMALL || rules.sides() == 1 { Map::of_values() } else { Map::default() };
        Forced { rules, aim, known, walk: Walk::default(), solved: 0 }
    }

    /// How many positions are decided, each for one player to move.
    pub fn solved(&self) -> usize {
        (self.solved + self.walk.solved) as usize
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + self.rules.bytes() + self.walk.bytes()
    }

    /// What is known about a position where the player of a side is to move.
    ///
    /// # Errors
    /// Why it cannot be said.
    pub fn known(&mut self, position: R::Key, side: usize) -> Result<Option<A::Found>, R> {
        let position = self.rules.canonical(position).map_err(|stop| Halt::at(position, stop))?;
        Ok(match known::<A>(self.known.get(position), side) {
            Known::Found(found) => Some(found),
            Known::Open | Known::Unknown => None,
        })
    }

    /// What is found about a position where the player of a side is to move; `None` if so many others are decided before.
    ///
    /// # Errors
    /// A budget that ran out, or why it cannot go on; what was decided on the way stays known.
    pub fn find(
        &mut self,
        position: R::Key,
        side: usize,
        most: Option<u64>,
        meter: &Meter,
    ) -> Result<Option<A::Found>, R> {
        if let Some(found) = self.known(position, side)? {
            return Ok(Some(found));
        }
        let position = self.rules.canonical(position).map_err(|stop| Halt::at(position, stop))?;
        let few = meter.budget().alone;
        let alone = |search: &mut Self, most| search.alone(position, side, meter, most).map(Some);
        if meter.threads() > 1 && most.is_none_or(|most| most > few) {
            if let Some(found) = self.by_turns(Some(few), alone)? {
                return Ok(Some(found));
            }
            // Where play may come back, it would depend on the race whether threads meet that.
            if self.rules.is_sure_to_end(position) {
                let mut in_order = true;
                let found = self.by_turns(most, |search, most| {
                    in_order = search.together(position, side, meter, most)?;
                    if in_order { search.known(position, side).map(Some) } else { Ok(None) }
                })?;
                if found.is_some() || in_order && most.is_some() {
                    return Ok(found);
                }
            }
        }
        self.by_turns(most, alone)
    }

    /// Searches in one order and in the other, as long as nothing is found and there are some of so many positions left; `search` gives
    /// none if it cannot go on.
    fn by_turns(
        &mut self,
        most: Option<u64>,
        mut search: impl FnMut(&mut Self, Option<u64>) -> Result<Option<Option<A::Found>>, R>,
    ) -> Result<Option<A::Found>, R> {
        if !A::HURRIES {
            return search(self, most).map(Option::flatten);
        }
        let mut left = most.unwrap_or(u64::MAX);
        loop {
            let before = self.solved() as u64;
            let (order, rest) = turn_after(before);
            self.walk.order = order;
            match search(self, Some(rest.min(left)))? {
                Some(None) => {}
                stopped_or_found => return Ok(stopped_or_found.flatten()),
            }
            let solved = self.solved() as u64 - before;
            left = left.saturating_sub(solved);
            if left == 0 || solved == 0 {
                return Ok(None);
            }
        }
    }

    fn alone(
        &mut self,
        position: R::Key,
        side: usize,
        meter: &Meter,
        most: Option<u64>,
    ) -> Result<Option<A::Found>, R> {
        let Forced { rules, aim, known, walk, .. } = self;
        Worker { rules, known, walk, aim: *aim, meter }.run(position, side, most)
    }

    /// Searches with as many threads as there may be, until one has done its share of so many positions: whether they found the answer,
    /// or that is why they have not. Not if there are no threads, or anything but a budget stops them.
    fn together(
        &mut self,
        position: R::Key,
        side: usize,
        meter: &Meter,
        most: Option<u64>,
    ) -> Result<bool, R> {
        let shared = Shared::new(std::mem::take(&mut self.known));
        let (aim, order) = (self.aim, self.walk.order);
        let most = most.map(|most| most.div_ceil(meter.threads().max(1) as u64));
        let ended = workers::work(&self.rules, meter, |rules, meter| {
            let (mut known, mut walk) = (shared.hand(), Walk { order, ..Walk::default() });
            let worker = Worker { rules, known: &mut known, walk: &mut walk, aim, meter };
            (worker.run(position, side, most), walk.solved)
        });
        self.known = shared.into_map();
        let Some((ended, solved)) = ended else { return Ok(false) };
        self.solved += solved;
        meter.solved_by_workers(solved)?;
        match ended {
            // Which position that is depends on the race: one thread goes on, and meets the same one as always.
            Err(Halt { why: Stop::Unfit(_), .. }) => Ok(false),
            ended => ended.map(|()| true),
        }
    }
}
