//! The shortest cycle in what was explored; of several, the one through the smallest positions.

use super::explore::Explored;
use super::play::Step;
use crate::rules::machine::Machine;
use crate::rules::weight;
use std::collections::VecDeque;

/// From this many positions, smallest first, cycles are looked for.
const STARTS: usize = 1000;

/// The shortest cycle, move by move, beginning at its smallest position.
pub(super) fn shortest(machine: &Machine, explored: &mut Explored) -> Option<Vec<Step>> {
    let (ids, edges) = shortest_ids(explored);
    explored.follow(edges);
    let ids = ids?;
    let step = |i: usize| {
        let (from, to) = (ids[i], ids[(i + 1) % ids.len()]);
        Some(Step::new(explored.place(from), explored.choice(machine, from, to)?))
    };
    (0..ids.len()).map(step).collect()
}

/// The positions on it, and how many edges were followed to find it.
fn shortest_ids(explored: &Explored) -> (Option<Vec<u32>>, usize) {
    let alive = on_the_way_back(explored);
    let mut best: Option<(usize, u64, Vec<u32>)> = None;
    let mut edges = 0;
    let starts = explored.by_size().into_iter().filter(|id| alive[*id as usize]);
    for start in starts.take(STARTS) {
        if edges > explored.edges_left() {
            break;
        }
        let longest = best.as_ref().map_or(usize::MAX, |b| b.0);
        let Some(ids) = back_to(explored, &alive, start, longest, &mut edges) else { continue };
        let size = ids.iter().map(|id| weight::size(explored.place(*id))).sum();
        if best.as_ref().is_none_or(|b| (ids.len(), size) < (b.0, b.1)) {
            best = Some((ids.len(), size, ids));
        }
    }
    (best.and_then(|best| from_the_least(explored, best.2)), edges)
}

/// A cycle told from its smallest position on.
fn from_the_least(explored: &Explored, mut ids: Vec<u32>) -> Option<Vec<u32>> {
    let least = ids.iter().enumerate().min_by_key(|(_, id)| {
        let place = explored.place(**id);
        (weight::size(place), place.clone())
    })?;
    let first = least.0;
    ids.rotate_left(first);
    Some(ids)
}

/// Which positions may lie on a cycle: those left when positions without a way on, or without a way there,
/// are taken away again and again.
fn on_the_way_back(explored: &Explored) -> Vec<bool> {
    let n = explored.len();
    let mut before: Vec<Vec<u32>> = vec![vec![]; n];
    for id in 0..n as u32 {
        explored.next(id).iter().for_each(|to| before[*to as usize].push(id));
    }
    let mut alive = vec![true; n];
    let all = || 0..n as u32;
    peel(&mut alive, all().map(|id| explored.next(id).len()).collect(), |id| &before[id as usize]);
    let ins = all().map(|id| before[id as usize].iter().filter(|b| alive[**b as usize]).count()).collect();
    peel(&mut alive, ins, |id| explored.next(id));
    alive
}

/// Takes away whatever has `left` 0, and counts down those that `feeds` names.
fn peel<'a>(alive: &mut [bool], mut left: Vec<usize>, feeds: impl Fn(u32) -> &'a [u32]) {
    let mut gone: Vec<u32> =
        (0..alive.len() as u32).filter(|id| alive[*id as usize] && left[*id as usize] == 0).collect();
    while let Some(id) = gone.pop() {
        alive[id as usize] = false;
        for to in feeds(id) {
            let count = &mut left[*to as usize];
            *count = count.saturating_sub(1);
            if *count == 0 && alive[*to as usize] {
                alive[*to as usize] = false;
                gone.push(*to);
            }
        }
    }
}

/// The shortest way from a position back to it, of at most `longest` moves.
fn back_to(
    explored: &Explored,
    alive: &[bool],
    start: u32,
    longest: usize,
    edges: &mut usize,
) -> Option<Vec<u32>> {
    let mut came_from: std::collections::HashMap<u32, (u32, usize)> = Default::default();
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((id, depth)) = queue.pop_front() {
        if depth >= longest {
            return None;
        }
        for to in explored.next(id) {
            *edges += 1;
            if *to == start {
                return Some(way(&came_from, start, id));
            }
            if alive[*to as usize] && !came_from.contains_key(to) {
                came_from.insert(*to, (id, depth + 1));
                queue.push_back((*to, depth + 1));
            }
        }
    }
    None
}

fn way(came_from: &std::collections::HashMap<u32, (u32, usize)>, start: u32, end: u32) -> Vec<u32> {
    let mut ids = vec![end];
    let mut here = end;
    while here != start {
        here = came_from[&here].0;
        ids.push(here);
    }
    ids.reverse();
    ids
}
