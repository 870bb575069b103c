//! Where the positions of a graph stand whose moves lead in cycles: as far apart as there are moves between them,
//! as nearly as the plane allows (stress majorization: Gansner, Koren and North 2004). In layers such a graph would be a
//! tall chain.

use super::arrows::{Arrow, HEAD, Places, Point, Size, around, curve};
use crate::answer::{EdgeAnswer, GraphAnswer};
use std::collections::{BTreeSet, VecDeque};
use std::f64::consts::TAU;

/// Larger graphs are in layers.
const MOST: usize = 150;
const ROUNDS: usize = 400;
/// From a position to the next one, besides the widths of their boxes and their heights.
const ASIDE: f64 = 64.0;
const BELOW: f64 = 74.0;
/// Between two boxes, at least.
const SPACE: f64 = 28.0;
/// How far arrows may bend; those that meet another coming back bend a little.
const BENDS: [f64; 11] = [0.0, 26.0, -26.0, 52.0, -52.0, 90.0, -90.0, 140.0, -140.0, 200.0, -200.0];
const SIDE_BY_SIDE: f64 = 16.0;

/// Whether layers would be a tall chain with many moves up.
pub(super) fn suits(g: &GraphAnswer, ranks: &[usize]) -> bool {
    let mut layers = vec![0; g.nodes.len()];
    ranks.iter().for_each(|r| layers[*r] += 1);
    let tall = layers.iter().filter(|n| **n > 0).count();
    let wide = layers.iter().max().copied().unwrap_or(0);
    let up = g.edges.iter().filter(|e| ranks[e.to] < ranks[e.from]).count();
    (5..=MOST).contains(&g.nodes.len()) && tall > 2 * wide && 5 * up >= g.edges.len()
}

/// Places nodes of the given sizes, the first one on top.
pub(super) fn springs(g: &GraphAnswer, sizes: &[Size]) -> Places {
    let mut nodes = settled(&distances(g));
    upright(&mut nodes);
    let room = 1.0 / nearest(&nodes).clamp(0.5, 1.0);
    let mean = |of: fn(&Size) -> f64| sizes.iter().map(of).sum::<f64>() / sizes.len() as f64;
    let (aside, below) = (mean(|s| s.0) + ASIDE, mean(|s| 2.0 * s.1) + BELOW);
    nodes.iter_mut().for_each(|p| *p = (p.0 * aside * room, p.1 * below * room));
    move_apart(&mut nodes, sizes);
    let mut arrows = ways(g, &nodes, sizes);
    let (width, height) = to_the_corner(&mut nodes, sizes, &mut arrows);
    Places { nodes, arrows, width, height }
}

/// How many moves lie between two positions, whichever way they lead.
fn distances(g: &GraphAnswer) -> Vec<Vec<f64>> {
    let n = g.nodes.len();
    let mut near = vec![vec![]; n];
    for e in &g.edges {
        near[e.from].push(e.to);
        near[e.to].push(e.from);
    }
    let from = |v: usize| {
        let mut far = vec![f64::NAN; n];
        far[v] = 0.0;
        let mut queue = VecDeque::from([v]);
        while let Some(at) = queue.pop_front() {
            for to in &near[at] {
                if far[*to].is_nan() {
                    far[*to] = far[at] + 1.0;
                    queue.push_back(*to);
                }
            }
        }
        far.into_iter().map(|d| if d.is_nan() { n as f64 } else { d }).collect()
    };
    (0..n).map(from).collect()
}

/// Each node moves to where the others want it, in turn; the weight of a wish falls with the square of the distance.
fn settled(far: &[Vec<f64>]) -> Vec<Point> {
    let n = far.len();
    let radius = n as f64 / TAU;
    let angle = |i: usize| TAU * i as f64 / n as f64;
    let mut at: Vec<Point> = (0..n).map(|i| (radius * angle(i).sin(), -radius * angle(i).cos())).collect();
    for _ in 0..ROUNDS {
        for i in 0..n {
            let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
            for j in (0..n).filter(|j| *j != i) {
                let (dx, dy) = (at[i].0 - at[j].0, at[i].1 - at[j].1);
                let (wanted, is) = (far[i][j], dx.hypot(dy).max(1e-6));
                let weight = wanted.powi(-2);
                x += weight * (at[j].0 + dx * wanted / is);
                y += weight * (at[j].1 + dy * wanted / is);
                total += weight;
            }
            at[i] = (x / total, y / total);
        }
    }
    at
}

/// Turned so that the first node is on top, and the second not to the left of it.
fn upright(at: &mut [Point]) {
    let n = at.len() as f64;
    let (x, y) = at.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    let (dx, dy) = (at[0].0 - x, at[0].1 - y);
    let length = dx.hypot(dy);
    let (sin, cos) = if length < 1e-3 { (0.0, 1.0) } else { (dx / length, -dy / length) };
    for p in at.iter_mut() {
        let (px, py) = (p.0 - x, p.1 - y);
        *p = (px * cos + py * sin, py * cos - px * sin);
    }
    if at[1].0 < at[0].0 {
        at.iter_mut().for_each(|p| p.0 = -p.0);
    }
}

/// How near the next node is, for half of the nodes or more.
fn nearest(at: &[Point]) -> f64 {
    let next = |i: usize| {
        let others = (0..at.len()).filter(|j| *j != i);
        others.map(|j| (at[i].0 - at[j].0).hypot(at[i].1 - at[j].1)).fold(f64::MAX, f64::min)
    };
    let mut all: Vec<f64> = (0..at.len()).map(next).collect();
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Boxes that overlap are pushed apart, along the way that is shorter.
fn move_apart(at: &mut [Point], sizes: &[Size]) {
    for _ in 0..ROUNDS {
        let mut moved = false;
        for i in 0..at.len() {
            for j in 0..i {
                let (dx, dy) = (at[i].0 - at[j].0, at[i].1 - at[j].1);
                let aside = (sizes[i].0 + sizes[j].0) / 2.0 + SPACE - dx.abs();
                let below = sizes[i].1 + sizes[j].1 + SPACE - dy.abs();
                if aside <= 0.1 || below <= 0.1 {
                    continue;
                }
                moved = true;
                let push = if aside < below { (aside.copysign(dx), 0.0) } else { (0.0, below.copysign(dy)) };
                at[i] = (at[i].0 + push.0 / 2.0, at[i].1 + push.1 / 2.0);
                at[j] = (at[j].0 - push.0 / 2.0, at[j].1 - push.1 / 2.0);
            }
        }
        if !moved {
            return;
        }
    }
}

/// Arrows from box to box, straight unless another box is in the way or another arrow goes the same way or comes back.
pub(super) fn ways(g: &GraphAnswer, nodes: &[Point], sizes: &[Size]) -> Vec<Arrow> {
    let all: BTreeSet<(usize, usize)> = g.edges.iter().map(|e| (e.from, e.to)).collect();
    let mut met: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut one = |e: &EdgeAnswer| {
        if e.from == e.to {
            return around(nodes[e.from], sizes[e.from]);
        }
        let again = !met.insert((e.from, e.to));
        let aside = if again || all.contains(&(e.to, e.from)) { SIDE_BY_SIDE } else { 0.0 };
        let aside = if again { -aside } else { aside };
        let candidates = BENDS.iter().map(|bend| arrow(nodes, sizes, (e.from, e.to), bend + aside));
        let hidden = |a: &Arrow| {
            let hit = |p: &Point| {
                let inside = |i: usize| {
                    (p.0 - nodes[i].0).abs() < sizes[i].0 / 2.0 + 6.0
                        && (p.1 - nodes[i].1).abs() < sizes[i].1 + 6.0
                };
                (0..nodes.len()).any(|i| i != e.from && i != e.to && inside(i))
            };
            curve(&a.way).iter().filter(|p| hit(p)).count()
        };
        candidates.min_by_key(hidden).unwrap_or_else(|| unreachable!("there are bends to choose from"))
    };
    g.edges.iter().map(&mut one).collect()
}

/// An arrow whose middle lies so far to its right.
fn arrow(nodes: &[Point], sizes: &[Size], (from, to): (usize, usize), bend: f64) -> Arrow {
    let (a, b) = (nodes[from], nodes[to]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy).max(1.0);
    // A curve comes half as near as the point that pulls it.
    let pull = bend * 2.0;
    let middle = ((a.0 + b.0) / 2.0 - dy / length * pull, (a.1 + b.1) / 2.0 + dx / length * pull);
    let start = border(a, sizes[from], middle);
    let tip = border(b, sizes[to], middle);
    let (dx, dy) = (tip.0 - middle.0, tip.1 - middle.1);
    let length = dx.hypot(dy).max(1.0);
    let toward = (dx / length, dy / length);
    let end = (tip.0 - toward.0 * HEAD, tip.1 - toward.1 * HEAD);
    let near = |p: Point| (p.0 + (middle.0 - p.0) * 2.0 / 3.0, p.1 + (middle.1 - p.1) * 2.0 / 3.0);
    Arrow { way: vec![[start, near(start), near(end), end]], toward, name: start }
}

/// Where the way from the middle of a box to a point leaves the box.
fn border(at: Point, (width, half): Size, to: Point) -> Point {
    let (dx, dy) = (to.0 - at.0, to.1 - at.1);
    let share = (width / 2.0 / dx.abs().max(1e-6)).min(half / dy.abs().max(1e-6));
    (at.0 + dx * share, at.1 + dy * share)
}

/// Moves everything so that it begins at 0; how wide it is, and how high from the middle of a box on top.
fn to_the_corner(nodes: &mut [Point], sizes: &[Size], arrows: &mut [Arrow]) -> (f64, f64) {
    let boxes = nodes.iter().zip(sizes).flat_map(|(p, (w, _))| [(p.0 - w / 2.0, p.1), (p.0 + w / 2.0, p.1)]);
    let bends = arrows.iter().flat_map(|a| curve(&a.way));
    let all: Vec<Point> = boxes.chain(bends).collect();
    let least = |of: fn(&Point) -> f64| all.iter().map(of).fold(f64::MAX, f64::min);
    let most = |of: fn(&Point) -> f64| all.iter().map(of).fold(f64::MIN, f64::max);
    let (left, top) = (least(|p| p.0), least(|p| p.1));
    let size = (most(|p| p.0) - left, most(|p| p.1) - top);
    let shift = |p: &mut Point| *p = (p.0 - left, p.1 - top);
    nodes.iter_mut().for_each(shift);
    arrows.iter_mut().flat_map(|a| &mut a.way).flatten().for_each(shift);
    size
}
