//! The arrows of a graph: where they leave and reach their nodes, their curves, and the names of the moves beside them.

use super::layers::Lane;
use super::sheet::wide;

/// Arrows side by side are so far apart, if there is room.
const APART: f64 = 20.0;
/// The length of an arrowhead.
pub(super) const HEAD: f64 = 9.0;
/// Points of a curve between two layers that are looked at.
const STEPS: usize = 14;
/// The size of a name's letters, and half its height.
pub(super) const LETTERS: f64 = 10.0;
const HALF_NAME: f64 = 6.0;

pub(super) type Point = (f64, f64);

/// The width of a node, and half its height.
pub(super) type Size = (f64, f64);

/// Where everything of a graph stands.
pub(super) struct Places {
    /// The middle of each node.
    pub(super) nodes: Vec<Point>,
    /// In the order of the edges; where their names are is for [`place_names`] to say.
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

/// Finds a place for each name that covers no node, no other name and no other arrow, and says which names have none; where
/// a name is empty none is needed. `first` tells which names get their place first.
pub(super) fn place_names(
    places: &mut Places,
    sizes: &[Size],
    names: &[String],
    first: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let curves: Vec<Curve> = places.arrows.iter().map(|a| Curve::of(&a.way, a.toward)).collect();
    let around = |(at, s): (&Point, &Size)| Rect { at: *at, half: (s.0 / 2.0 + 2.0, s.1 + 2.0) };
    let mut taken: Vec<Rect> = places.nodes.iter().zip(sizes).map(around).collect();
    let mut order: Vec<usize> = (0..names.len()).filter(|i| !names[*i].is_empty()).collect();
    order.sort_by_key(|i| !first(*i));
    let mut without = vec![];
    for i in order {
        let half = (wide(&names[i], LETTERS) / 2.0 + 3.0, HALF_NAME);
        match best_place(i, half, &curves, &taken) {
            Some(at) => {
                places.arrows[i].name = at;
                taken.push(Rect { at, half });
            }
            None => without.push(i),
        }
    }
    without
}

/// Arrows between layers, those at a node side by side in the order of where they go; `ends` are the nodes of each.
pub(super) fn ways(lanes: Vec<Lane>, ends: &[(usize, usize)], sizes: &[Size]) -> Vec<Arrow> {
    let mut ways: Vec<Vec<Point>> = lanes.iter().map(|lane| lane.points.clone()).collect();
    for (v, (width, half)) in sizes.iter().enumerate() {
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
                *end = (end.0 + shift, end.1 + if below { *half } else { -half });
            }
        }
    }
    let one = |((mut way, lane), (from, to)): ((Vec<Point>, &Lane), &(usize, usize))| {
        if from == to {
            return around(way[0], sizes[*from]);
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
pub(super) fn around((x, y): Point, (width, half): Size) -> Arrow {
    let side = x + width / 2.0;
    let way = upright(&[(side - 12.0, y - half), (side + 26.0, y - 6.0), (side, y + 8.0)]);
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
    fn meets(&self, other: &Rect) -> bool {
        (self.at.0 - other.at.0).abs() < self.half.0 + other.half.0
            && (self.at.1 - other.at.1).abs() < self.half.1 + other.half.1
    }

    /// Whether a straight piece of a line passes through (Liang and Barsky's way of cutting it at each side).
    fn is_crossed(&self, a: Point, b: Point) -> bool {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let (mut from, mut to) = (0.0f64, 1.0f64);
        let sides = [
            (-dx, a.0 - (self.at.0 - self.half.0)),
            (dx, self.at.0 + self.half.0 - a.0),
            (-dy, a.1 - (self.at.1 - self.half.1)),
            (dy, self.at.1 + self.half.1 - a.1),
        ];
        for (step, room) in sides {
            if step == 0.0 {
                if room < 0.0 {
                    return false;
                }
            } else if step < 0.0 {
                from = from.max(room / step);
            } else {
                to = to.min(room / step);
            }
        }
        from <= to
    }
}

/// The points of an arrow, to the tip of its head, and a rectangle around them.
struct Curve {
    points: Vec<Point>,
    around: Rect,
    head: Rect,
}

impl Curve {
    fn of(way: &[[Point; 4]], toward: Point) -> Curve {
        let mut points = curve(way);
        let tip = points.last().map(|p| (p.0 + toward.0 * HEAD, p.1 + toward.1 * HEAD));
        points.extend(tip);
        let most = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::MIN, f64::max);
        let least = |of: fn(&Point) -> f64| points.iter().map(of).fold(f64::MAX, f64::min);
        let (left, right) = (least(|p| p.0), most(|p| p.0));
        let (top, bottom) = (least(|p| p.1), most(|p| p.1));
        // Lines and heads have some width.
        let around = Rect {
            at: ((left + right) / 2.0, (top + bottom) / 2.0),
            half: ((right - left) / 2.0 + 2.0, (bottom - top) / 2.0 + 2.0),
        };
        let head = head(&points, toward);
        Curve { points, around, head }
    }

    fn crosses(&self, rect: &Rect) -> bool {
        let line = || self.points.windows(2).any(|w| rect.is_crossed(w[0], w[1]));
        rect.meets(&self.head) || rect.meets(&self.around) && line()
    }
}

/// A rectangle around the head of an arrow whose points reach to its tip.
fn head(points: &[Point], (right, down): Point) -> Rect {
    let tip = points.last().copied().unwrap_or((0.0, 0.0));
    let side = |along: f64, across: f64| f64::abs(along) * HEAD / 2.0 + f64::abs(across) * HEAD / 2.0 + 1.0;
    let at = (tip.0 - right * HEAD / 2.0, tip.1 - down * HEAD / 2.0);
    Rect { at, half: (side(right, down), side(down, right)) }
}

/// The place on an arrow, or beside it, that covers nothing else, and is near its beginning.
fn best_place(i: usize, half: Size, curves: &[Curve], taken: &[Rect]) -> Option<Point> {
    let own = &curves[i].points;
    let mut all: Vec<(f64, Point)> = vec![];
    for (n, p) in own.iter().enumerate().take(own.len() - 1).skip(1) {
        let far = (n as f64 / own.len() as f64 - 0.35).abs();
        for aside in [0.0, 0.5, -0.5, 0.95, -0.95] {
            all.push((far * 30.0 + f64::abs(aside) * 12.0, (p.0 + aside * half.0, p.1)));
        }
        for above in [-1.25, 1.25] {
            all.push((far * 30.0 + 9.0, (p.0, p.1 + above * half.1)));
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let free = |at: &Point| {
        let rect = Rect { at: *at, half };
        let others = || curves.iter().enumerate().filter(|(j, _)| *j != i);
        let covered = taken.iter().any(|t| t.meets(&rect)) || curves[i].head.meets(&rect);
        !covered && !others().any(|(_, c)| c.crosses(&rect))
    };
    all.into_iter().map(|(_, at)| at).find(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_passes_through_is_found() {
        let rect = Rect { at: (0.0, 0.0), half: (10.0, 5.0) };
        assert!(rect.is_crossed((-20.0, 0.0), (20.0, 0.0)));
        assert!(rect.is_crossed((-12.0, -6.0), (12.0, 6.0)));
        assert!(rect.is_crossed((1.0, 1.0), (2.0, 2.0)));
        assert!(!rect.is_crossed((-20.0, 6.0), (20.0, 6.0)));
        assert!(!rect.is_crossed((-16.0, 0.0), (-8.0, 8.0)));
    }
}
