//! Who wins, for all positions of a box, whether play comes to them or not: quicker than going where play goes if that is a fair part
//! of the box, for positions side by side are listed together. Positions that are void, and those from which play leads to them, get
//! no state; so whatever has one rests on the rules alone.

use super::explore::Play;
use super::few::Few;
use super::placed::{AT_ONCE, Ended, Graph, MOST, Nodes, Placed, START, STATE, state_of};
use crate::engine::prefetch::prefetch;
use crate::engine::workers::in_pieces;
use crate::engine::{Meter, Order, Stop};
use std::convert::Infallible;
use std::ops::Range;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

/// Nodes of positions side by side, with those that their moves lead to, each once.
#[derive(Debug)]
pub struct Rows {
    heads: Vec<Head>,
    to: Vec<u32>,
    /// How many nodes a position has, and which is that of the player whose moves are added.
    sides: u32,
    side: u32,
}

#[derive(Debug)]
struct Head {
    node: u32,
    /// Where the row ends; `None` if the position is void.
    end: Option<u32>,
}

impl Rows {
    /// None, where positions have so many nodes.
    fn of(sides: usize) -> Rows {
        Rows { heads: vec![], to: vec![], sides: sides as u32, side: 0 }
    }

    /// Adds the options of a position, or `None` if it is void: some of its moves have no place.
    pub fn add(&mut self, place: u32, options: Option<impl Iterator<Item = u32>>) {
        let node = place * self.sides + self.side;
        let Some(options) = options else {
            self.heads.push(Head { node, end: None });
            return;
        };
        let (from, sides, other) = (self.to.len(), self.sides, (self.side + 1) % self.sides);
        self.to.extend(options.map(|to| to * sides + other));
        keep_each_once(&mut self.to, from);
        self.heads.push(Head { node, end: Some(self.to.len() as u32) });
    }

    fn clear(&mut self) {
        self.heads.clear();
        self.to.clear();
    }

    /// Each node with its options; `None` if it is void.
    fn all(&self) -> impl Iterator<Item = (u32, Option<&[u32]>)> {
        let mut from = 0;
        self.heads.iter().map(move |head| {
            let row = head.end.map(|end| &self.to[from..end as usize]);
            from = head.end.map_or(from, |end| end as usize);
            (head.node, row)
        })
    }
}

/// Rows of so many options are not sorted.
const SHORT: usize = 8;

/// Keeps each of the numbers behind a place once.
#[inline]
pub(super) fn keep_each_once(all: &mut Vec<u32>, from: usize) {
    let row = &mut all[from..];
    let is_short = row.len() <= SHORT;
    if !is_short {
        row.sort_unstable();
    }
    let mut kept = row.len().min(1);
    for i in 1..row.len() {
        row[kept] = row[i];
        let others = if is_short { &row[..kept] } else { &row[kept - 1..kept] };
        kept += usize::from(!others.contains(&row[i]));
    }
    all.truncate(from + kept);
}

/// The rules of a game by the places of all positions of a box.
pub trait Sweep: Send + Sync {
    /// How many positions there are, and so many places.
    fn size(&self) -> u64;

    /// How many players have moves of their own: 1 or 2.
    fn sides(&self) -> usize;

    /// The same for a thread of its own.
    fn another(&self) -> Box<dyn Sweep>;

    /// Adds the rows of some positions where the player of a side is to move, by how many positions come before them.
    ///
    /// # Errors
    /// If time is up; or something does not fit.
    fn list(&mut self, positions: Range<u64>, side: usize, out: &mut Rows, meter: &Meter)
    -> Result<(), Stop>;
}

/// Play must come to one in so many positions.
const SHARE: u64 = 16;

impl Placed {
    /// Whether play from a place comes to a fair part of all places, so that going through all of them is worth it. As many are looked
    /// at.
    ///
    /// # Errors
    /// As for [`Placed::solve`].
    pub fn comes_far<P>(
        rules: &mut P,
        order: &(impl Order<Key = P::Key> + Sync),
        root: u64,
        meter: &Meter,
    ) -> Ended<bool>
    where
        P: Play<Mistake = Infallible>,
    {
        let at = Nodes { order, sides: rules.sides() as u32, few: None };
        let nodes = at.count();
        if nodes > MOST || meter.grow(0, 8 * nodes).is_err() {
            return Ok(false);
        }
        let (_, reached) = Few::reached(&at, rules, root, nodes / SHARE, meter)?;
        Ok(reached > nodes / SHARE)
    }

    /// Solves all positions. `None` if memory is short.
    ///
    /// # Errors
    /// A budget that ran out; or a position takes too long.
    pub fn sweep(sweep: &dyn Sweep, misere: bool, meter: &Meter) -> Ended<Option<Placed>> {
        let nodes = sweep.size() * sweep.sides() as u64;
        if nodes > MOST || meter.grow(0, 8 * nodes).is_err() {
            return Ok(None);
        }
        let mut graph = Graph::of(nodes, misere, meter);
        graph.sweep(sweep, meter, |graph, rows| graph.count_arcs(rows))?;
        meter.solved_by_workers(nodes)?;
        let Some(arcs) = graph.end_rows(meter)? else { return Ok(None) };
        graph.make_room(arcs);
        graph.sweep(sweep, meter, |graph, rows| graph.write_arcs(rows))?;
        graph.spread_void(meter)?;
        graph.go_back(meter)?;
        Ok(Some(graph.done(None)))
    }
}

impl Graph {
    /// Lists all positions, and does something with the rows of those side by side.
    fn sweep(
        &self,
        sweep: &dyn Sweep,
        meter: &Meter,
        with: impl Fn(&Graph, &Rows) + Sync,
    ) -> Result<(), Stop> {
        let sides = sweep.sides();
        let start = |_: Rc<Meter>| (sweep.another(), Rows::of(sides));
        in_pieces(meter, sweep.size() as usize, start, |(sweep, rows), piece, meter| {
            rows.clear();
            for side in 0..sides {
                rows.side = side as u32;
                meter.ticks_of(16 * piece.len() as u32)?;
                sweep.list(piece.start as u64..piece.end as u64, side, rows, meter)?;
            }
            with(self, rows);
            Ok(Vec::<()>::new())
        })?;
        Ok(())
    }

    /// Notes how many moves positions have, and how many lead to each.
    fn count_arcs(&self, rows: &Rows) {
        for (node, row) in rows.all() {
            let state = row.map_or(0, |row| state_of(Some(row.len() as u32), self.misere));
            self.node(node)[STATE].store(state, Relaxed);
        }
        for (i, to) in rows.to.iter().enumerate() {
            rows.to.get(i + AT_ONCE).into_iter().for_each(|to| prefetch(self.node(*to)));
            self.change(&self.node(*to)[START], |start| Some(start + 1));
        }
    }

    fn write_arcs(&self, rows: &Rows) {
        let mut arcs = vec![];
        for (node, row) in rows.all() {
            arcs.extend(row.into_iter().flatten().map(|to| (node, *to)));
        }
        for some in arcs.chunks_mut(AT_ONCE) {
            self.add_arcs(some);
        }
    }

    /// Positions from which play leads to one that is void lose their state.
    fn spread_void(&self, meter: &Meter) -> Result<(), Stop> {
        // There is one node behind the last one.
        let nodes = 0..self.nodes.len() as u32 - 1;
        let mut void: Vec<u32> =
            nodes.filter(|node| self.state(*node) == 0 && !self.before(*node).is_empty()).collect();
        while let Some(node) = void.pop() {
            meter.tick()?;
            for before in self.before(node).iter().map(|before| before.load(Relaxed)) {
                if self.state(before) != 0 {
                    self.node(before)[STATE].store(0, Relaxed);
                    void.push(before);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::placed::{NUMBER, OPEN};
    use super::*;

    #[test]
    fn rows_have_each_option_once() {
        let mut rows = Rows::of(1);
        rows.add(7, Some([3, 1, 3, 2, 1].into_iter()));
        rows.add(8, None::<std::iter::Empty<u32>>);
        rows.add(9, Some(std::iter::empty()));
        rows.add(10, Some((0..12).map(|i| i * i % 7)));
        let all: Vec<_> = rows.all().collect();
        let long = [0, 1, 2, 4];
        assert_eq!(all, [(7, Some(&[3, 1, 2][..])), (8, None), (9, Some(&[][..])), (10, Some(&long[..]))]);
        let mut rows = Rows::of(2);
        rows.side = 1;
        rows.add(7, Some([3, 1, 3].into_iter()));
        assert_eq!(rows.all().collect::<Vec<_>>(), [(15, Some(&[6, 2][..]))]);
        assert_eq!(state_of(Some(3), false) & !NUMBER, OPEN);
    }
}
