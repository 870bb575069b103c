//! Who wins, where play comes to few of the nodes that there are: those are numbered, in order, and the solver keeps what it keeps of
//! all nodes of those alone.
//!
//! Costs a quarter of a byte for each node that there is, 4 bytes for each that is reached, and moves are listed once more.

use super::explore::Play;
use super::placed::{AT_ONCE, Ended, Graph, Moves, Nodes, Placed, of_threads, spread};
use crate::engine::prefetch::prefetch;
use crate::engine::stop::Unfit;
use crate::engine::workers::in_pieces;
use crate::engine::{Meter, Order};
use bytemuck::zeroed_vec;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The nodes that are reached, and their numbers.
#[derive(Debug)]
pub(super) struct Few {
    /// For 64 nodes each: which of them are reached, and how many are before them.
    marks: Vec<[AtomicU64; 2]>,
    /// In order.
    reached: Vec<u32>,
    alone: bool,
}

const MARKED: usize = 0;
const BEFORE: usize = 1;

impl Few {
    /// Marks what can be reached from a place; and how many nodes these are. Stops soon after `most`.
    pub(super) fn reached<P, O>(
        at: &Nodes<'_, O>,
        rules: &mut P,
        root: u64,
        most: u64,
        meter: &Meter,
    ) -> Ended<(Few, u64)>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order + Sync,
    {
        let marks = zeroed_vec(at.count().div_ceil(64) as usize);
        let (few, roots) = (Few { marks, reached: vec![], alone: meter.threads() == 1 }, at.at(root));
        roots.iter().for_each(|node| _ = few.mark(*node));
        let reached = spread(rules, roots, most, meter, &|rules, moves, level, meter| {
            few.mark_from(at, rules, moves, level, meter)
        })?;
        Ok((few, reached))
    }

    pub(super) fn bytes(&self) -> u64 {
        16 * self.marks.len() as u64 + 4 * self.reached.len() as u64
    }

    /// The node of a number.
    pub(super) fn node(&self, number: u32) -> u32 {
        self.reached[number as usize]
    }

    /// The number of a node; `None` if it was not reached.
    pub(super) fn number(&self, node: u32) -> Option<u32> {
        let mark = &self.marks[node as usize / 64];
        let (marked, bit) = (mark[MARKED].load(Relaxed), 1 << (node % 64));
        let is_marked = marked & bit != 0;
        is_marked.then(|| mark[BEFORE].load(Relaxed) as u32 + (marked & (bit - 1)).count_ones())
    }

    /// Marks a node; whether nobody has come to it before.
    fn mark(&self, node: u32) -> bool {
        let marked = &self.marks[node as usize / 64][MARKED];
        let bit = 1 << (node % 64);
        let before = marked.load(Relaxed);
        if before & bit != 0 || !self.alone {
            return before & bit == 0 && marked.fetch_or(bit, Relaxed) & bit == 0;
        }
        marked.store(before | bit, Relaxed);
        true
    }

    /// Marks what the moves of some nodes lead to, and gives what nobody has come to before.
    fn mark_from<P, O>(
        &self,
        at: &Nodes<'_, O>,
        rules: &mut P,
        moves: &mut Moves<P::Key>,
        level: &[u32],
        meter: &Meter,
    ) -> Ended<Vec<u32>>
    where
        P: Play<Mistake = Infallible>,
        O: Order<Key = P::Key>,
    {
        let mut next = vec![];
        for nodes in level.chunks(AT_ONCE) {
            moves.rows.clear();
            for node in nodes {
                moves.list(rules, at, *node)?;
            }
            moves.rows.iter().for_each(|to| prefetch(&self.marks[*to as usize / 64]));
            next.extend(moves.rows.iter().filter(|to| self.mark(**to)));
            meter.positions_solved(nodes.len() as u64)?;
        }
        Ok(next)
    }

    /// Solves the nodes that are marked. `None` if memory is short.
    pub(super) fn solve<P, O>(
        mut self,
        at: &Nodes<'_, O>,
        rules: &P,
        reached: u64,
        misere: bool,
        meter: &Meter,
    ) -> Ended<Option<Placed>>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order + Sync,
    {
        if meter.grow(self.bytes(), self.bytes() + 12 * reached).is_err() {
            return Ok(None);
        }
        self.number_all(reached);
        let (at, mut graph) = (Nodes { few: Some(&self), ..*at }, Graph::of(reached, misere, meter));
        graph.count_arcs_of_all(&at, rules, meter)?;
        let is_solved = graph.solve(&at, rules, meter)?;
        Ok(is_solved.then(|| Placed { few: Some(self), ..graph.done(Some(reached)) }))
    }

    /// Numbers the nodes that are marked.
    fn number_all(&mut self, reached: u64) {
        self.reached = Vec::with_capacity(reached as usize);
        for (i, mark) in self.marks.iter_mut().enumerate() {
            let mut left = *mark[MARKED].get_mut();
            if left != 0 {
                *mark[BEFORE].get_mut() = self.reached.len() as u64;
            }
            while left != 0 {
                self.reached.push(64 * i as u32 + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
}

impl Graph {
    /// Finds how many moves all nodes have, and how many lead to each.
    fn count_arcs_of_all<P, O>(&self, at: &Nodes<'_, O>, rules: &P, meter: &Meter) -> Ended<()>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order + Sync,
    {
        let start = of_threads(rules, meter)?;
        // There is one node behind the last one.
        in_pieces(meter, self.nodes.len() - 1, start, |own, piece, meter| {
            let (rules, moves) = own.as_mut().ok_or(Unfit::Threads)?;
            for from in piece.clone().step_by(AT_ONCE) {
                let some = from..piece.end.min(from + AT_ONCE);
                meter.ticks_of(some.len() as u32)?;
                self.count_arcs_from(at, rules, moves, some.map(|node| node as u32))?;
            }
            Ok(Vec::<()>::new())
        })?;
        Ok(())
    }
}
