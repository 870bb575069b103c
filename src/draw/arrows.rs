//! The arrows of a graph: where they leave and reach their nodes, their curves, and the names of the moves beside them.

use super::layers::Lane;
use super::move_graph::{CHAR, HALF};

/// Arrows side by side are so far apart, if there is room.
const APART: f64 = 15.0;
/// The length of an arrowhead.
pub(super) const HEAD: f64 = 9.0;
/// Points of a curve between two layers that are looked at.
const STEPS: usize = 14;
/// The size of a name's letters, and half its height.
pub(super) const LETTERS: f64 = 10.0;
const HALF_NAME: f64 = 6.0;

pub(super) type Point = (f64, f64);

/// Where everything of a graph stands.
pub(super) struct Places {
    /// The middle of each node.
    pub(super) nodes: Vec<Point>,
    /// In the order of the edges; where their names stand is for [`arrows`] to say.
    pub(super) arrows: Vec<Arrow>,
    pub(super) width: f64,
    /// From the middle of the highest node to that of the lowest one.
    pub(super) height: f64,
}

/// An arrow.
pub(super) struct Arrow {
    /// Cubic curves, each by the point where it begins, the two that pull it, and the point where it ends; from the node it
    /// leaves to the beginning of the head.
    pub(super) way: Vec<[Point; 4]>,
    /// The direction of the head, of length 1.
    pub(super) toward: Point,
    /// Where the middle of its name stands.
    pub(super) name: Point,
}

/// All arrows with their names; `widths` are those of the nodes, `names` what is written beside an arrow, if anything, and
/// `first` tells which names get their place first.
pub(super) fn arrows(
    places: Places,
    widths: &[f64],
    names: &[String],
    first: &dyn Fn(usize) -> bool,
) -> Vec<Arrow> {
    let mut arrows = places.arrows;
    let curves: Vec<Vec<Point>> = arrows.iter().map(|a| curve(&a.way)).collect();
    let mut taken: Vec<Rect> = places
        .nodes
        .iter()
        .zip(widths)
        .map(|(at, w)| Rect { at: *at, half: (w / 2.0 + 2.0, HALF + 2.0) })
        .collect();
    let mut order: Vec<usize> = (0..arrows.len()).filter(|i| !names[*i].is_empty()).collect();
    order.sort_by_key(|i| !first(*i));
    for i in order {
        let half = (crate::layout::width(&names[i]) as f64 * CHAR * LETTERS / 12.0 / 2.0 + 3.0, HALF_NAME);
        let at = best_place(i, half, &curves, &taken);
        arrows[i].name = at;
        taken.push(Rect { at, half });
    }
    arrows
}

/// Arrows between layers, those at a node side by side in the order of where they go; `ends` are the nodes of each.
pub(super) fn ways(lanes: Vec<Lane>, ends: &[(usize, usize)], widths: &[f64]) -> Vec<Arrow> {
    let mut ways: Vec<Vec<Point>> = lanes.iter().map(|lane| lane.points.clone()).collect();
    for (v, width) in widths.iter().enumerate() {
        for below in [true, false] {
            let touches = |i: &usize| {
                let upper = if lanes[*i].up { ends[*i].1 } else { ends[*i].0 };
                let lower = if lanes[*i].up { ends[*i].0 } else { ends[*i].1 };
                ends[*i].0 != ends[*i].1 && if below { upper == v } else { lower == v }
            };
            let mut here: Vec<usize> = (0..lanes.len()).filter(touches).collect();
            let next = |i: usize| {
                let points = &lanes[i].points;
                if below { points[1].0 } else { points[points.len() - 2].0 }
            };
            here.sort_by(|a, b| next(*a).total_cmp(&next(*b)).then(a.cmp(b)));
            let apart = APART.min((width - 14.0) / here.len() as f64);
            for (n, i) in here.iter().enumerate() {
                let shift = (n as f64 - (here.len() as f64 - 1.0) / 2.0) * apart;
                let way = &mut ways[*i];
                let last = way.len() - 1;
                let end = &mut way[if below { 0 } else { last }];
                *end = (end.0 + shift, end.1 + if below { HALF } else { -HALF });
            }
        }
    }
    let one = |((mut way, lane), (from, to)): ((Vec<Point>, &Lane), &(usize, usize))| {
        if from == to {
            return around(way[0], widths[*from]);
        }
        if lane.up {
            way.reverse();
        }
        // Room for the head; it is drawn beyond the end of the line.
        let down = if lane.up { -1.0 } else { 1.0 };
        let last = way.len() - 1;
        way[last].1 -= down * HEAD;
        Arrow { way: upright(&way), toward: (0.0, down), name: way[0] }
    };
    ways.into_iter().zip(&lanes).zip(ends).map(one).collect()
}

/// The arrow of a move that leads back to the same position, beside its box.
pub(super) fn around((x, y): Point, width: f64) -> Arrow {
    let side = x + width / 2.0;
    let way = upright(&[(side - 12.0, y - HALF), (side + 26.0, y - 6.0), (side, y + 8.0)]);
    Arrow { way, toward: (0.0, 1.0), name: (side, y) }
}

/// Curves through some points, which leave and reach each of them upright.
fn upright(points: &[Point]) -> Vec<[Point; 4]> {
    let curve = |w: &[Point]| {
        let middle = (w[0].1 + w[1].1) / 2.0;
        [w[0], (w[0].0, middle), (w[1].0, middle), w[1]]
    };
    points.windows(2).map(curve).collect()
}

/// Points of some curves, one behind the other.
pub(super) fn curve(way: &[[Point; 4]]) -> Vec<Point> {
    let mut points = vec![];
    for [a, b, c, d] in way {
        for step in 0..STEPS {
            let t = step as f64 / STEPS as f64;
            let s = 1.0 - t;
            let at = |a: f64, b: f64, c: f64, d: f64| {
                a * s * s * s + 3.0 * (b * s * s * t + c * s * t * t) + d * t * t * t
            };
            points.push((at(a.0, b.0, c.0, d.0), at(a.1, b.1, c.1, d.1)));
        }
    }
    points.extend(way.last().map(|curve| curve[3]));
    points
}

/// A rectangle, by its middle and half its sides.
struct Rect {
    at: Point,
    half: (f64, f64),
}

impl Rect {
    /// The area that two rectangles have in common.
    fn common(&self, other: &Rect) -> f64 {
        let along = |a: f64, ha: f64, b: f64, hb: f64| ((a + ha).min(b + hb) - (a - ha).max(b - hb)).max(0.0);
        along(self.at.0, self.half.0, other.at.0, other.half.0)
            * along(self.at.1, self.half.1, other.at.1, other.half.1)
    }

    fn holds(&self, p: Point) -> bool {
        (p.0 - self.at.0).abs() < self.half.0 && (p.1 - self.at.1).abs() < self.half.1
    }
}

/// The place on a curve, or beside it, that covers the least of everything else, and is near the beginning.
fn best_place(i: usize, half: (f64, f64), curves: &[Vec<Point>], taken: &[Rect]) -> Point {
    let own = &curves[i];
    let mut best = (f64::MAX, own[own.len() / 2]);
    for (n, p) in own.iter().enumerate().skip(2) {
        for sideways in [0.0, 0.5, -0.5, 0.95, -0.95] {
            let rect = Rect { at: (p.0 + sideways * half.0, p.1), half };
            let covered: f64 = taken.iter().map(|r| rect.common(r)).sum();
            let others = curves.iter().enumerate().filter(|(j, _)| *j != i);
            let crossed: usize =
                others.map(|(_, points)| points.iter().filter(|p| rect.holds(**p)).count()).sum();
            let far = (n as f64 / own.len() as f64 - 0.3).abs();
            let cost = covered * 4.0 + crossed as f64 * 14.0 + far * 30.0 + f64::abs(sideways) * 16.0;
            if cost < best.0 {
                best = (cost, rect.at);
            }
        }
    }
    best.1
}
