//! The longest and the shortest play from a node of a move graph.

use super::arcs::Arcs;
use crate::engine::{Exhausted, Meter};

/// Not come to yet, and on the way.
const NEW: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;

/// The number of moves of a longest play; `None` if there is a cycle.
pub(super) fn longest(arcs: &Arcs, root: u32, meter: &Meter) -> Result<Option<u64>, Exhausted> {
    let mut found = vec![NEW; arcs.nodes()];
    let mut open: Vec<(u32, usize, u32)> = vec![(root, 0, 0)];
    found[root as usize] = OPEN;
    while let Some((node, next, most)) = open.last_mut() {
        meter.tick()?;
        let Some(&to) = arcs.of(*node).get(*next) else {
            found[*node as usize] = *most;
            open.pop();
            continue;
        };
        match found[to as usize] {
            OPEN => return Ok(None),
            NEW => {
                found[to as usize] = OPEN;
                open.push((to, 0, 0));
            }
            length => {
                *most = (*most).max(length + 1);
                *next += 1;
            }
        }
    }
    Ok(Some(found[root as usize].into()))
}

/// The number of moves of a shortest play; `None` if no play ends.
pub(super) fn shortest(arcs: &Arcs, root: u32, meter: &Meter) -> Result<Option<u64>, Exhausted> {
    let mut seen = vec![false; arcs.nodes()];
    let (mut near, mut far, mut length) = (vec![root], vec![], 0);
    seen[root as usize] = true;
    while !near.is_empty() {
        for node in near.drain(..) {
            meter.tick()?;
            let to = arcs.of(node);
            if to.is_empty() {
                return Ok(Some(length));
            }
            far.extend(to.iter().filter(|to| !std::mem::replace(&mut seen[**to as usize], true)));
        }
        std::mem::swap(&mut near, &mut far);
        length += 1;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Budget;

    #[test]
    fn longest_and_shortest_plays_of_a_graph() {
        let lists = [vec![1, 2], vec![2, 3], vec![4], vec![], vec![3], vec![6], vec![5]];
        let arcs = Arcs::of_lists(&lists.map(Some));
        let meter = Meter::new(Budget::default());
        let both = |node| (longest(&arcs, node, &meter).unwrap(), shortest(&arcs, node, &meter).unwrap());
        assert_eq!(both(0), (Some(4), Some(2)));
        assert_eq!(both(3), (Some(0), Some(0)));
        assert_eq!(both(5), (None, None), "a cycle without an end");
    }

    #[test]
    fn a_play_may_end_beside_a_cycle() {
        let arcs = Arcs::of_lists(&[vec![1, 2], vec![0], vec![]].map(Some));
        let meter = Meter::new(Budget::default());
        assert_eq!(longest(&arcs, 0, &meter), Ok(None));
        assert_eq!(shortest(&arcs, 0, &meter), Ok(Some(1)));
    }
}
