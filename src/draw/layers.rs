//! Where the positions of a graph stand: in layers, moves going down, with as few crossings as can be found. Moves that
//! lead back, in games with circles, go up.

use super::arrows::{Places, ways};
use super::compact::{Place, compact};
use crate::answer::GraphAnswer;
use rust_sugiyama::configure::Config;
use rust_sugiyama::from_vertices_and_edges;
use std::collections::BTreeSet;

/// The way of an edge.
pub(super) struct Lane {
    /// From the middle of the upper node to that of the lower one; of a position that leads to itself, twice its middle.
    pub(super) points: Vec<(f64, f64)>,
    /// The edge leads from the lower node to the upper one.
    pub(super) up: bool,
}

/// Between the middles of two layers, at least; more where many arrows pass.
const LAYER: f64 = 96.0;
/// Between neighbours of a layer.
const SPACE: f64 = 26.0;
/// The width of the lane of a long edge.
const LANE: f64 = 2.0;

/// Places nodes of the given widths.
pub(super) fn layers(g: &GraphAnswer, ranks: &[usize], widths: &[f64]) -> Places {
    let mut sizes: Vec<(u32, (f64, f64))> =
        widths.iter().enumerate().map(|(i, w)| (i as u32, (*w, 1.0))).collect();
    let mut rank_of = ranks.to_vec();
    let mut links = BTreeSet::new();
    let mut lanes: Vec<Vec<usize>> = vec![];
    for e in &g.edges {
        let up = ranks[e.to] < ranks[e.from];
        let (above, below) = if up { (e.to, e.from) } else { (e.from, e.to) };
        let mut lane = vec![above];
        for rank in ranks[above] + 1..ranks[below] {
            sizes.push((sizes.len() as u32, (LANE, 1.0)));
            rank_of.push(rank);
            lane.push(sizes.len() - 1);
        }
        lane.push(below);
        links.extend(lane.windows(2).filter(|w| w[0] != w[1]).map(|w| (w[0] as u32, w[1] as u32)));
        lanes.push(lane);
    }
    let links: Vec<(u32, u32)> = links.into_iter().collect();
    let config = Config { vertex_spacing: SPACE, dummy_vertices: false, ..Config::default() };
    let mut all: Vec<Place> = sizes
        .iter()
        .zip(&rank_of)
        .enumerate()
        .map(|(i, ((_, (w, _)), rank))| Place {
            rank: *rank,
            x: 0.0,
            half: w / 2.0,
            bend: i >= g.nodes.len(),
        })
        .collect();
    let mut right = 0.0;
    for (places, _, _) in from_vertices_and_edges(&sizes, &links, &config) {
        let min = places.iter().map(|(_, (px, _))| *px).fold(f64::MAX, f64::min);
        let max = places.iter().map(|(_, (px, _))| *px).fold(f64::MIN, f64::max);
        places.iter().for_each(|(i, (px, _))| all[*i].x = px - min + right);
        right += max - min + SPACE;
    }
    compact(&mut all, &links);
    let left = all.iter().map(|p| p.x - p.half).fold(f64::MAX, f64::min);
    let right = all.iter().map(|p| p.x + p.half).fold(f64::MIN, f64::max);
    let mut passing = vec![0usize; 1 + rank_of.iter().max().copied().unwrap_or(0)];
    links.iter().for_each(|(from, _)| passing[rank_of[*from as usize]] += 1);
    let busiest = passing.into_iter().max().unwrap_or(0);
    let layer = LAYER + (busiest as f64 * 5.0).min(120.0);
    let place = |i: usize| (all[i].x - left, rank_of[i] as f64 * layer);
    let lane = |(points, e): (&Vec<usize>, &crate::answer::EdgeAnswer)| Lane {
        points: points.iter().map(|i| place(*i)).collect(),
        up: ranks[e.to] < ranks[e.from],
    };
    let ends: Vec<(usize, usize)> = g.edges.iter().map(|e| (e.from, e.to)).collect();
    Places {
        nodes: (0..g.nodes.len()).map(place).collect(),
        arrows: ways(lanes.iter().zip(&g.edges).map(lane).collect(), &ends, widths),
        width: (right - left).max(0.0),
        height: rank_of.iter().max().map_or(0.0, |r| *r as f64 * layer),
    }
}

/// The length of the longest way to each node, without the moves that lead back on a way from the first one.
pub(super) fn ranks(g: &GraphAnswer) -> Vec<usize> {
    let n = g.nodes.len();
    let mut next: Vec<Vec<usize>> = vec![vec![]; n];
    g.edges.iter().for_each(|e| next[e.from].push(e.to));
    let order = down(&next);
    let mut place = vec![0; n];
    order.iter().enumerate().for_each(|(i, v)| place[*v] = i);
    let mut ranks = vec![0; n];
    for v in &order {
        for to in next[*v].iter().filter(|to| place[**to] > place[*v]) {
            ranks[*to] = ranks[*to].max(ranks[*v] + 1);
        }
    }
    ranks
}

/// All nodes, each before those that it leads to, but for circles: the reverse of the order in which a search in depth
/// leaves them.
fn down(next: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; next.len()];
    let mut order = vec![];
    for root in 0..next.len() {
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        while let Some((v, i)) = stack.pop() {
            match next[v].get(i) {
                Some(to) => {
                    stack.push((v, i + 1));
                    if !std::mem::replace(&mut seen[*to], true) {
                        stack.push((*to, 0));
                    }
                }
                None => order.push(v),
            }
        }
    }
    order.reverse();
    order
}
