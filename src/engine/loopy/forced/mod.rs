//! Who wins where every play ends: a depth-first search that stops as soon as it knows.

mod worker;

use super::explore::Play;
use crate::engine::memo::{Map, Memo, Shared};
use crate::engine::rules::{Key, Options, Rules};
use crate::engine::stop::Stop;
use crate::engine::{Halt, Meter, workers};
use worker::Worker;

/// Who wins positions that stay one part in play, for either player to move first.
///
/// A player wins if a move leads to a position that the other one, who is then to move, loses; so the search is over at the
/// first such move. It is for play that ends. Costs one listing of the moves of each position that it opens, and
/// a slot of a table for each position. Gives up on moves that lead to a sum, and on cycles.
///
/// Where play is proved to end and rules can leave their thread, a search that has grown is done by several threads. All fill one
/// table; positions that another thread is at work on are put off, and a thread leaves what another one has decided.
#[derive(Debug)]
pub struct Forced<R: Play> {
    /// The rules.
    pub rules: R,
    /// Whether a player who cannot move has won, as under misère play.
    stuck_wins: bool,
    won: Map<R::Key>,
    walk: Walk<R::Key>,
    solved: u64,
}

/// What one thread keeps on its way.
#[derive(Debug)]
struct Walk<K> {
    options: Options<K>,
    frames: Vec<Frame<K>>,
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

/// An open position, whose player to move has not won by any move so far.
#[derive(Clone, Copy, Debug)]
struct Frame<K> {
    key: K,
    side: usize,
    /// Where its share of what is waiting begins, and how many there were put off, for other threads are at work on them.
    waiting: usize,
    put_off: usize,
    /// Whether some option is known not to win.
    tried: bool,
}

/// What is known about a position where the player of a side is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// Nothing.
    Unknown,
    /// Somebody is at work on it.
    Open,
    /// Whether that player wins.
    Won(bool),
}

/// In the entry of a position, three bits for each side.
const OPEN: u32 = 1;
const LOST: u32 = 2;
const WON: u32 = 4;
const BITS: u32 = 3;

fn known(entry: Option<u32>, side: usize) -> Known {
    match entry.unwrap_or(0) >> (BITS * side as u32) & (OPEN | LOST | WON) {
        bits if bits & WON != 0 => Known::Won(true),
        bits if bits & LOST != 0 => Known::Won(false),
        0 => Known::Unknown,
        _ => Known::Open,
    }
}

/// An entry with some bits of a side more, and others less.
fn changed(entry: Option<u32>, side: usize, more: u32, less: u32) -> u32 {
    let shift = BITS * side as u32;
    entry.unwrap_or(0) & !(less << shift) | more << shift
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<K: Key> Default for Walk<K> {
    fn default() -> Self {
        let (options, frames, waiting, weighed) = (Options::default(), vec![], vec![], vec![]);
        Walk { options, frames, waiting, weighed, opened: 0, look_down_at: 0, solved: 0 }
    }
}

impl<K> Walk<K> {
    fn bytes(&self) -> u64 {
        (self.frames.capacity() * size_of::<Frame<K>>() + self.waiting.capacity() * size_of::<K>()) as u64
    }
}

impl<R: Play> Forced<R> {
    /// Nothing known yet.
    pub fn new(rules: R, stuck_wins: bool) -> Forced<R> {
        Forced { rules, stuck_wins, won: Map::of_values(), walk: Walk::default(), solved: 0 }
    }

    /// How many positions are decided, each for one player to move.
    pub fn solved(&self) -> usize {
        (self.solved + self.walk.solved) as usize
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.won.bytes() + self.rules.bytes() + self.walk.bytes()
    }

    /// Whether the player of a side, who is to move, wins.
    ///
    /// # Errors
    /// A budget that ran out, or why it cannot go on; what was decided on the way stays known.
    pub fn wins(&mut self, position: R::Key, side: usize, meter: &Meter) -> Result<bool, R> {
        let position = self.rules.canonical(position).map_err(|stop| Halt::at(position, stop))?;
        if let Known::Won(wins) = known(self.won.get(position), side) {
            return Ok(wins);
        }
        if meter.threads() > 1 {
            if let Some(wins) = self.alone(position, side, meter, Some(meter.budget().alone))? {
                return Ok(wins);
            }
            // Where play may come back, it would depend on the race whether threads meet that.
            if self.rules.is_sure_to_end(position) {
                self.together(position, side, meter)?;
            }
        }
        Ok(self.alone(position, side, meter, None)? == Some(true))
    }

    /// None if so many others are decided before.
    fn alone(
        &mut self,
        position: R::Key,
        side: usize,
        meter: &Meter,
        most: Option<u64>,
    ) -> Result<Option<bool>, R> {
        let Forced { rules, stuck_wins, won, walk, .. } = self;
        Worker { rules, won, walk, stuck_wins: *stuck_wins, meter }.run(position, side, most)
    }

    /// Searches with as many threads as there may be; where anything but a budget stops them, without an answer.
    fn together(&mut self, position: R::Key, side: usize, meter: &Meter) -> Result<(), R> {
        let shared = Shared::new(std::mem::replace(&mut self.won, Map::of_values()));
        let stuck_wins = self.stuck_wins;
        let ended = workers::work(&self.rules, meter, |rules, meter| {
            let (mut won, mut walk) = (shared.hand(), Walk::default());
            let worker = Worker { rules, won: &mut won, walk: &mut walk, stuck_wins, meter };
            (worker.run(position, side, None), walk.solved)
        });
        self.won = shared.into_map();
        let Some((ended, solved)) = ended else { return Ok(()) };
        self.solved += solved;
        meter.solved_by_workers(solved)?;
        match ended {
            // Which position that is depends on the race: one thread goes on, and meets the same one as always.
            Err(Halt { why: Stop::Unfit(_), .. }) => Ok(()),
            ended => ended,
        }
    }
}
