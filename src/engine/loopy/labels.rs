//! Nim-values where play need not end, and of games with an owner that play like nim-heaps.

use super::arcs::{Arcs, Reverse};
use crate::engine::{Exhausted, Meter};

/// What a place is worth in sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// Not decided by the places listed so far.
    Open,
    /// It plays like a nim-heap of this size.
    Value(u32),
    /// It is no nim-heap: for impartial games infinity, with the set of the values among its options.
    Infinite,
}

/// The labels of all places.
///
/// For one player, the *winner*, a place is labelled m if
/// 1. the least number that is not the label of one of the winner's moves is m, and
/// 2. every move of the other player to a place with no label, or with one of at least m, can be answered
///    by a move of the winner to a place of label m that was labelled before.
///
/// In a sum of labelled places whose labels have nim-sum 0 the winner, who is not to move, answers every
/// move by one to nim-sum 0 again. Either the labels decrease, or the answer leads to a place labelled
/// earlier, so play ends, and the winner makes the last move; from another nim-sum he moves to 0 first.
/// For impartial games this is the generalised Sprague-Grundy function (Smith 1966, Fraenkel and Yesha 1986),
/// and a place without a label is infinite: beside a heap of size k it is won by the next player if some
/// option has label k, and drawn if none has. With owners, a place that has the same label for either
/// player as the winner is won and lost in sums like the nim-heap (Northcott's game is the example).
///
/// Solves for m = 0, 1, 2, ... in turn, each like a retrograde analysis; costs a pass over what is left for each m,
/// and a few over all arcs. `won` tells places where the player to move has won already: nobody moves there
/// of his own will, so these moves count as none. Where moves are not known, what depends on them is open.
///
/// # Errors
/// When time is up.
pub fn labels(
    arcs: &Arcs,
    sides: usize,
    won: impl Fn(u32) -> bool,
    meter: &Meter,
) -> Result<Vec<Label>, Exhausted> {
    let reverse = arcs.reverse(meter)?;
    let places = arcs.nodes() / sides;
    let won: Vec<bool> = (0..places as u32).map(won).collect();
    let mut of_winner = vec![];
    for winner in 0..sides as u32 {
        let mut work = Work {
            arcs,
            reverse: &reverse,
            sides: sides as u32,
            winner,
            won: &won,
            label: vec![NONE; places],
            dead: vec![false; places],
            left: vec![0; places],
            mattering: vec![0; places],
            answered: vec![false; places],
            queue: vec![],
        };
        work.run(meter)?;
        of_winner.push(work.label);
    }
    let open = reaching_unknown(arcs, &reverse, sides as u32, &won, meter)?;
    let label = |p: usize| match of_winner[0][p] {
        m if m != NONE && of_winner.iter().all(|l| l[p] == m) => Label::Value(m),
        _ if open[p] => Label::Open,
        _ => Label::Infinite,
    };
    Ok((0..places).map(label).collect())
}

const NONE: u32 = u32::MAX;

struct Work<'a> {
    arcs: &'a Arcs,
    reverse: &'a Reverse,
    sides: u32,
    winner: u32,
    won: &'a [bool],
    label: Vec<u32>,
    /// Can have no label any more: no move to the label of a level that is done.
    dead: Vec<bool>,
    /// The other player's moves that are not to a smaller label and not answered yet.
    left: Vec<u32>,
    /// His moves that are neither to a label nor into a won place.
    mattering: Vec<u32>,
    /// Places from which a move of the winner leads to one of the level's label.
    answered: Vec<bool>,
    queue: Vec<u32>,
}

impl Work<'_> {
    fn run(&mut self, meter: &Meter) -> Result<(), Exhausted> {
        let mut alive: Vec<u32> = (0..self.label.len() as u32).collect();
        alive.retain(|p| !self.won[*p as usize] && self.arcs.all_known(*p, self.sides));
        for &p in &alive {
            meter.tick()?;
            let moves = self.arcs.of(self.to_lose(p)).iter();
            self.mattering[p as usize] =
                moves.filter(|to| !self.won[(**to / self.sides) as usize]).count() as u32;
        }
        let mut m = 0;
        while !alive.is_empty() {
            self.level(m, &alive, meter)?;
            alive.retain(|p| self.label[*p as usize] == NONE && !self.dead[*p as usize]);
            m += 1;
        }
        Ok(())
    }

    /// Where the winner is to move.
    fn to_win(&self, place: u32) -> u32 {
        place * self.sides + self.winner
    }

    /// Where the other player is to move; the same in impartial games.
    fn to_lose(&self, place: u32) -> u32 {
        place * self.sides + (self.winner + 1) % self.sides
    }

    /// Whether a move to this place matters on level m: not one to a smaller label or into a won place.
    fn matters(&self, place: u32) -> bool {
        !self.won[place as usize] && self.label[place as usize] == NONE
    }

    fn level(&mut self, m: u32, alive: &[u32], meter: &Meter) -> Result<(), Exhausted> {
        self.answered.fill(false);
        self.left.fill(NONE);
        self.queue.clear();
        for &p in alive {
            meter.tick()?;
            self.left[p as usize] = self.mattering[p as usize];
            if self.left[p as usize] == 0 {
                self.queue.push(p);
            }
        }
        while let Some(p) = self.queue.pop() {
            self.label[p as usize] = m;
            for &before in self.reverse.of(self.to_win(p)) {
                let before = &mut self.mattering[(before / self.sides) as usize];
                *before = before.saturating_sub(1);
            }
            for &before in self.reverse.of(self.to_lose(p)) {
                meter.tick()?;
                self.answer(before / self.sides);
            }
        }
        // Without a move of the winner to the level's label there is none for this place.
        for &p in alive {
            self.dead[p as usize] = self.label[p as usize] == NONE && !self.answered[p as usize];
        }
        Ok(())
    }

    /// From this place the winner can move to the level's label: moves to it are answered.
    fn answer(&mut self, place: u32) {
        if std::mem::replace(&mut self.answered[place as usize], true) || !self.matters(place) {
            return;
        }
        for &before in self.reverse.of(self.to_win(place)) {
            let p = (before / self.sides) as usize;
            if self.label[p] != NONE || self.left[p] == NONE {
                continue;
            }
            self.left[p] -= 1;
            if self.left[p] == 0 {
                self.queue.push(p as u32);
            }
        }
    }
}

/// Which places can reach one whose moves are not known.
fn reaching_unknown(
    arcs: &Arcs,
    reverse: &Reverse,
    sides: u32,
    won: &[bool],
    meter: &Meter,
) -> Result<Vec<bool>, Exhausted> {
    let unknown = |p: &u32| !won[*p as usize] && !arcs.all_known(*p, sides);
    let mut queue: Vec<u32> = (0..won.len() as u32).filter(unknown).collect();
    let mut seen = vec![false; won.len()];
    queue.iter().for_each(|p| seen[*p as usize] = true);
    while let Some(p) = queue.pop() {
        for node in p * sides..(p + 1) * sides {
            meter.tick()?;
            for &before in reverse.of(node) {
                let before = before / sides;
                if !std::mem::replace(&mut seen[before as usize], true) {
                    queue.push(before);
                }
            }
        }
    }
    Ok(seen)
}
