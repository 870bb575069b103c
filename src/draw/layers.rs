//! Where the positions of a graph stand: in layers, moves going down, with as few crossings as can be found.

use crate::answer::GraphAnswer;
use rust_sugiyama::configure::Config;
use rust_sugiyama::from_vertices_and_edges;

/// Places in points.
pub(super) struct Layers {
    /// The middle of each node.
    pub(super) nodes: Vec<(f64, f64)>,
    /// For each edge the points it passes, from node to node.
    pub(super) edges: Vec<Vec<(f64, f64)>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Between the middles of two layers, at least; more where many arrows pass.
const LAYER: f64 = 92.0;
/// Between neighbours of a layer.
const SPACE: f64 = 26.0;
/// The width of the lane of a long edge.
const LANE: f64 = 22.0;

/// Places nodes of the given widths.
pub(super) fn layers(g: &GraphAnswer, widths: &[f64]) -> Layers {
    let ranks = ranks(g);
    let mut sizes: Vec<(u32, (f64, f64))> =
        widths.iter().enumerate().map(|(i, w)| (i as u32, (*w, 1.0))).collect();
    let mut rank_of = ranks.clone();
    let mut links = vec![];
    let mut lanes: Vec<Vec<usize>> = vec![];
    for e in &g.edges {
        let mut lane = vec![e.from];
        for rank in ranks[e.from] + 1..ranks[e.to] {
            sizes.push((sizes.len() as u32, (LANE, 1.0)));
            rank_of.push(rank);
            lane.push(sizes.len() - 1);
        }
        lane.push(e.to);
        links.extend(lane.windows(2).map(|w| (w[0] as u32, w[1] as u32)));
        lanes.push(lane);
    }
    let config = Config { vertex_spacing: SPACE, dummy_vertices: false, ..Config::default() };
    let mut x = vec![0.0; sizes.len()];
    let mut left = 0.0;
    for (places, _, _) in from_vertices_and_edges(&sizes, &links, &config) {
        let min = places.iter().map(|(i, (px, _))| px - sizes[*i].1.0 / 2.0).fold(f64::MAX, f64::min);
        let max = places.iter().map(|(i, (px, _))| px + sizes[*i].1.0 / 2.0).fold(f64::MIN, f64::max);
        places.iter().for_each(|(i, (px, _))| x[*i] = px - min + left);
        left += max - min + SPACE;
    }
    let mut passing = vec![0usize; 1 + rank_of.iter().max().copied().unwrap_or(0)];
    links.iter().for_each(|(from, _)| passing[rank_of[*from as usize]] += 1);
    let busiest = passing.into_iter().max().unwrap_or(0);
    let layer = LAYER + (busiest as f64 * 4.0).min(110.0);
    let place = |i: usize| (x[i], rank_of[i] as f64 * layer);
    Layers {
        nodes: (0..g.nodes.len()).map(place).collect(),
        edges: lanes.iter().map(|lane| lane.iter().map(|i| place(*i)).collect()).collect(),
        width: (left - SPACE).max(0.0),
        height: rank_of.iter().max().map_or(0.0, |r| *r as f64 * layer),
    }
}

/// The length of the longest way to each node: every move goes down. Circles are cut where they are met.
fn ranks(g: &GraphAnswer) -> Vec<usize> {
    let n = g.nodes.len();
    let mut ranks = vec![0; n];
    for _ in 0..n {
        let mut changed = false;
        for e in &g.edges {
            if e.from != e.to && ranks[e.to] <= ranks[e.from] && ranks[e.from] + 1 < n {
                ranks[e.to] = ranks[e.from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    ranks
}
