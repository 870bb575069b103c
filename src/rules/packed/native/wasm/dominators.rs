//! The blocks that a function reaches, in an order in which a block comes after those that lead to it, except in loops, and which
//! block each is reached through (Cooper, Harvey, Kennedy 2001).

use super::builder::{Draft, Edge, End};

/// What jumps make of the blocks of a function. A block is known by its place in the order.
pub(super) struct Graph {
    /// The blocks that are reached, the first one first.
    pub(super) order: Vec<u32>,
    /// The place of a block; `None` if it is not reached.
    pub(super) places: Vec<Option<usize>>,
    /// The blocks that are reached through one at once.
    pub(super) behind: Vec<Vec<usize>>,
    /// Whether a jump leads back to it.
    pub(super) is_loop: Vec<bool>,
    /// Whether several jumps lead forward to it.
    pub(super) is_meeting: Vec<bool>,
}

/// The blocks that a block jumps to.
pub(super) fn edges(end: &Option<End>) -> Vec<&Edge> {
    match end {
        Some(End::Jump(edge)) => vec![edge],
        Some(End::Branch(a, b)) => vec![a, b],
        Some(End::Return) | None => vec![],
    }
}

impl Graph {
    /// `None` if there is a loop that can be entered in the middle.
    pub(super) fn of(draft: &Draft, first: u32) -> Option<Graph> {
        let order = reached(draft, first);
        let mut places = vec![None; draft.blocks.len()];
        order.iter().enumerate().for_each(|(i, block)| places[*block as usize] = Some(i));
        let next = |i: usize| edges(&draft.blocks[order[i] as usize].end).into_iter();
        let mut before: Vec<Vec<usize>> = vec![vec![]; order.len()];
        for from in 0..order.len() {
            for to in next(from).filter_map(|edge| places[edge.to.0 as usize]) {
                before[to].push(from);
            }
        }
        let through = dominators(&before);
        let (mut behind, n) = (vec![vec![]; order.len()], order.len());
        (1..n).for_each(|i| behind[through[i]].push(i));
        let is_loop: Vec<bool> = (0..n).map(|to| before[to].iter().any(|from| *from >= to)).collect();
        let is_meeting = (0..n).map(|to| before[to].iter().filter(|from| **from < to).count() > 1).collect();
        let backward = (0..n)
            .flat_map(|to| before[to].iter().filter(move |from| **from >= to).map(move |from| (*from, to)));
        let entered_at_its_head = backward.into_iter().all(|(from, to)| leads_through(&through, from, to));
        entered_at_its_head.then_some(Graph { order, places, behind, is_loop, is_meeting })
    }
}

/// Whether every way to a block leads through another one.
fn leads_through(through: &[usize], mut block: usize, other: usize) -> bool {
    while block > other {
        block = through[block];
    }
    block == other
}

/// The blocks that are reached: each behind all that were begun after it, turned round.
fn reached(draft: &Draft, first: u32) -> Vec<u32> {
    let (mut order, mut seen) = (vec![], vec![false; draft.blocks.len()]);
    let mut left = vec![(first, 0)];
    seen[first as usize] = true;
    while let Some((block, tried)) = left.last_mut() {
        let next = edges(&draft.blocks[*block as usize].end).get(*tried).map(|edge| edge.to.0);
        *tried += 1;
        match next {
            None => {
                order.push(*block);
                left.pop();
            }
            Some(to) if seen[to as usize] => {}
            Some(to) => {
                seen[to as usize] = true;
                left.push((to, 0));
            }
        }
    }
    order.reverse();
    order
}

/// The last block that every way to a block leads through; of the first, itself.
fn dominators(before: &[Vec<usize>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut through = vec![UNKNOWN; before.len()];
    through[0] = 0;
    let meet = |through: &[usize], mut a: usize, mut b: usize| {
        while a != b {
            if a > b { a = through[a] } else { b = through[b] }
        }
        a
    };
    let mut changed = true;
    while changed {
        changed = false;
        for i in 1..before.len() {
            let known = before[i].iter().copied().filter(|from| through[*from] != UNKNOWN);
            let found = known.reduce(|a, b| meet(&through, a, b)).unwrap_or(UNKNOWN);
            changed |= through[i] != found;
            through[i] = found;
        }
    }
    through
}
