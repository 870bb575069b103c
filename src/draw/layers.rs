//! Where the positions of a graph stand: in layers, moves going down, with as few crossings as can be found. Moves that
//! lead back, in games with cycles, go up.

use super::arrows::{Places, Size, ways};
use super::compact::{Place, compact};
use crate::answer::{EdgeAnswer, GraphAnswer};
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

/// Between two layers, at least; more where many arrows pass.
const LAYER: f64 = 58.0;
/// Between neighbours of a layer.
const SPACE: f64 = 26.0;
/// The width of the lane of a long edge.
const LANE: f64 = 2.0;

/// Places nodes of the given sizes.
pub(super) fn layers(g: &GraphAnswer, ranks: &[usize], sizes: &[Size]) -> Places {
    let Bent { mut places, links, lanes } = bent(g, ranks, sizes);
    adjacent(&mut places, &links);
    compact(&mut places, &links);
    let left = places.iter().map(|p| p.x - p.half).fold(f64::MAX, f64::min);
    let right = places.iter().map(|p| p.x + p.half).fold(f64::MIN, f64::max);
    let heights = heights(&places, &links, ranks, sizes);
    let place = |i: usize| (places[i].x - left, heights[places[i].rank]);
    let lane = |(points, e): (&Vec<usize>, &EdgeAnswer)| Lane {
        points: points.iter().map(|i| place(*i)).collect(),
        up: ranks[e.to] < ranks[e.from],
    };
    let ends: Vec<(usize, usize)> = g.edges.iter().map(|e| (e.from, e.to)).collect();
    Places {
        nodes: (0..g.nodes.len()).map(place).collect(),
        arrows: ways(lanes.iter().zip(&g.edges).map(lane).collect(), &ends, sizes),
        width: (right - left).max(0.0),
        height: heights.last().copied().unwrap_or(0.0),
    }
}

/// A graph whose edges lead from layer to layer: long ones have a bend in each layer on their way.
struct Bent {
    /// Of the nodes, then of the bends.
    places: Vec<Place>,
    /// Places of neighbouring layers that an edge joins.
    links: Vec<(u32, u32)>,
    /// The places of each edge, from the upper to the lower node.
    lanes: Vec<Vec<usize>>,
}

fn bent(g: &GraphAnswer, ranks: &[usize], sizes: &[Size]) -> Bent {
    let place =
        |(size, rank): (&Size, &usize)| Place { rank: *rank, x: 0.0, half: size.0 / 2.0, bend: false };
    let mut places: Vec<Place> = sizes.iter().zip(ranks).map(place).collect();
    let mut links = BTreeSet::new();
    let mut lanes: Vec<Vec<usize>> = vec![];
    for e in &g.edges {
        let up = ranks[e.to] < ranks[e.from];
        let (above, below) = if up { (e.to, e.from) } else { (e.from, e.to) };
        let mut lane = vec![above];
        for rank in ranks[above] + 1..ranks[below] {
            lane.push(places.len());
            places.push(Place { rank, x: 0.0, half: LANE / 2.0, bend: true });
        }
        lane.push(below);
        links.extend(lane.windows(2).filter(|w| w[0] != w[1]).map(|w| (w[0] as u32, w[1] as u32)));
        lanes.push(lane);
    }
    Bent { places, links: links.into_iter().collect(), lanes }
}

/// Says in which order places are in their layers; parts of the graph that nothing joins are side by side.
fn adjacent(all: &mut [Place], links: &[(u32, u32)]) {
    let sizes: Vec<(u32, (f64, f64))> =
        all.iter().enumerate().map(|(i, p)| (i as u32, (2.0 * p.half, 1.0))).collect();
    let config = Config { vertex_spacing: SPACE, dummy_vertices: false, ..Config::default() };
    let mut right = 0.0;
    for (places, _, _) in from_vertices_and_edges(&sizes, links, &config) {
        let min = places.iter().map(|(_, (px, _))| *px).fold(f64::MAX, f64::min);
        let max = places.iter().map(|(_, (px, _))| *px).fold(f64::MIN, f64::max);
        places.iter().for_each(|(i, (px, _))| all[*i].x = px - min + right);
        right += max - min + SPACE;
    }
}

/// Where the middles of the layers are: farther apart where nodes are high or many edges pass.
fn heights(places: &[Place], links: &[(u32, u32)], ranks: &[usize], sizes: &[Size]) -> Vec<f64> {
    let layers = 1 + places.iter().map(|p| p.rank).max().unwrap_or(0);
    let mut passing = vec![0usize; layers];
    links.iter().for_each(|(from, _)| passing[places[*from as usize].rank] += 1);
    let mut high = vec![0.0f64; layers];
    ranks.iter().zip(sizes).for_each(|(r, s)| high[*r] = high[*r].max(s.1));
    let mut at = vec![0.0; layers];
    for r in 1..layers {
        let gap = LAYER + (passing[r - 1] as f64 * 5.0).min(84.0);
        at[r] = at[r - 1] + high[r - 1] + high[r] + gap;
    }
    at
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

/// All nodes, each before those that it leads to, except in cycles: the reverse of the order in which a search in depth
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
