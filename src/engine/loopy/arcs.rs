//! Move graphs in flat arrays: the arcs of one node after those of another.

use crate::engine::prefetch::prefetch;
use crate::engine::{Exhausted, Meter};

/// Where each node leads, for the nodes whose moves are known: rows in the order they were added.
#[derive(Clone, Debug, Default)]
pub struct Arcs {
    /// The row of a node, [`UNKNOWN`] where its moves were never listed.
    row: Vec<u32>,
    /// Where each row ends in `to`.
    ends: Vec<u32>,
    to: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl Arcs {
    /// Arcs from lists, one for each node; `None` is a node whose moves are not known.
    pub fn of_lists(lists: &[Option<Vec<u32>>]) -> Arcs {
        let mut arcs = Arcs::default();
        for (node, list) in lists.iter().enumerate() {
            arcs.add_node();
            if let Some(list) = list {
                arcs.set(node as u32, list);
            }
        }
        arcs
    }

    /// Adds a node whose moves are not known yet.
    pub fn add_node(&mut self) {
        self.row.push(UNKNOWN);
    }

    /// Records where a node leads, once.
    pub fn set(&mut self, node: u32, to: &[u32]) {
        self.row[node as usize] = self.ends.len() as u32;
        self.to.extend_from_slice(to);
        self.ends.push(self.to.len() as u32);
    }

    /// Whether the moves of a node are known.
    #[inline]
    pub fn known(&self, node: u32) -> bool {
        self.row[node as usize] != UNKNOWN
    }

    /// Whether the moves of all players are known in a place, whose nodes are numbered one behind the other.
    pub fn all_known(&self, place: u32, sides: u32) -> bool {
        (place * sides..(place + 1) * sides).all(|node| self.known(node))
    }

    /// Where a node leads; nothing if that is not known.
    #[inline]
    pub fn of(&self, node: u32) -> &[u32] {
        match self.row[node as usize] {
            UNKNOWN => &[],
            0 => &self.to[..self.ends[0] as usize],
            row => &self.to[self.ends[row as usize - 1] as usize..self.ends[row as usize] as usize],
        }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.row.len()
    }

    /// Of how many nodes the moves are known.
    pub fn rows(&self) -> usize {
        self.ends.len()
    }

    /// How many arcs there are.
    pub fn len(&self) -> usize {
        self.to.len()
    }

    /// Whether there are no arcs.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.row.capacity() + self.ends.capacity() + self.to.capacity()) as u64
    }

    /// The same arcs read from their ends.
    ///
    /// # Errors
    /// When time is up.
    pub fn reverse(&self, meter: &Meter) -> Result<Reverse, Exhausted> {
        let n = self.nodes();
        let mut starts = vec![0u32; n + 2];
        for chunk in self.to.chunks(1 << 16) {
            meter.look()?;
            chunk.iter().for_each(|&to| starts[to as usize + 2] += 1);
        }
        for i in 2..n + 2 {
            starts[i] += starts[i - 1];
        }
        let mut from = vec![0u32; self.to.len()];
        for node in 0..n as u32 {
            if node & 0xffff == 0 {
                meter.look()?;
            }
            for &to in self.of(node) {
                let at = &mut starts[to as usize + 1];
                from[*at as usize] = node;
                *at += 1;
            }
        }
        Ok(Reverse { starts, from })
    }
}

/// Arcs by where they lead.
#[derive(Clone, Debug)]
pub struct Reverse {
    starts: Vec<u32>,
    from: Vec<u32>,
}

impl Reverse {
    /// Brings near the processor what is needed soon of the nodes that come next: where their rows are, these rows, and what is
    /// known about the nodes in them.
    #[inline]
    pub(super) fn fetch_ahead<T>(&self, next: &[u32], known: &[T]) {
        const STARTS: usize = 12;
        const ROWS: usize = 6;
        const NODES: usize = 2;
        if let Some(node) = next.get(STARTS) {
            prefetch(&self.starts[*node as usize]);
        }
        if let Some(row) = next.get(ROWS).and_then(|node| self.from.get(self.starts[*node as usize] as usize))
        {
            prefetch(row);
        }
        if let Some(node) = next.get(NODES) {
            self.of(*node).iter().for_each(|before| prefetch(&known[*before as usize]));
        }
    }

    /// The nodes that lead to a node, once for each arc.
    #[inline]
    pub fn of(&self, node: u32) -> &[u32] {
        &self.from[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }
}
