//! A graph of moves as SVG.

use super::Palette;
use super::layers::{Layers, layers};
use crate::answer::{GraphAnswer, NodeAnswer};
use crate::layout::{clean, shorten, shorten_position, width};
use svg::Document;
use svg::node::element::{Group, Path, Polygon, Rectangle, Text, Title};

/// Half the height of a node.
const HALF: f64 = 21.0;
/// The width of a character, in text of size 12.
const CHAR: f64 = 7.23;
const MARGIN: f64 = 28.0;
/// The part of the picture that says what the shapes mean.
const KEY: f64 = 58.0;
const FONT: &str = "Hack, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/// The picture: P-positions have square corners and two lines, N-positions round ones; winning moves are thick.
pub fn graph(g: &GraphAnswer, palette: &Palette) -> String {
    let names: Vec<String> = g.nodes.iter().map(|n| shorten_position(&clean(&n.position), 30)).collect();
    let widths: Vec<f64> = names.iter().map(|n| (width(n) as f64 * CHAR + 22.0).max(54.0)).collect();
    let places = layers(g, &widths);
    let key_width = 640.0f64;
    let total = (places.width + 2.0 * MARGIN).max(key_width);
    let shift = (total - places.width) / 2.0;
    let height = places.height + 2.0 * (MARGIN + HALF) + KEY;
    let mut all = Group::new().set("transform", format!("translate({shift:.1} {:.1})", MARGIN + HALF));
    let mut labels = Group::new();
    let levels = levels(&places);
    for (i, e) in g.edges.iter().enumerate() {
        let (line, label) = edge(&places, i, levels[i], e.winning, &moves(&e.moves), palette);
        all = line.into_iter().fold(all, Group::add);
        labels = labels.add(label);
    }
    all = all.add(labels);
    for (i, n) in g.nodes.iter().enumerate() {
        all = all.add(node(n, &names[i], places.nodes[i], widths[i], palette));
    }
    let picture = Document::new()
        .set("viewBox", (0, 0, total.ceil() as i64, height.ceil() as i64))
        .set("width", total.ceil() as i64)
        .set("height", height.ceil() as i64)
        .set("font-family", FONT)
        .set("font-size", 12)
        .set("fill", palette.ink)
        .add(Title::new(format!("The moves from {}", g.nodes.first().map_or("", |n| n.position.as_str()))))
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", palette.ground))
        .add(all)
        .add(key(g, height - KEY, palette));
    picture.to_string() + "\n"
}

/// `take(1), take(2)`, or how many.
pub(super) fn moves(names: &[String]) -> String {
    match names {
        [one] => shorten(&clean(one), 22),
        [a, b] if width(a) + width(b) < 22 => format!("{}, {}", clean(a), clean(b)),
        many => format!("{} moves", many.len()),
    }
}

/// `0`, or `*3`; nothing where there is no value.
pub(super) fn star(value: &str) -> String {
    if matches!(value, "" | "0") { value.to_string() } else { format!("*{value}") }
}

/// What a large graph leaves out.
pub(super) fn note(g: &GraphAnswer) -> String {
    let count = if g.more { format!("more than {}", g.folded) } else { g.folded.to_string() };
    let what = if g.folded == 1 && !g.more { "position is" } else { "positions are" };
    format!("{count} {what} not shown; moves to them leave the positions marked ...")
}

fn node(n: &NodeAnswer, name: &str, (x, y): (f64, f64), w: f64, palette: &Palette) -> Group {
    let lost = n.outcome == "P";
    let (fill, line) = if lost { palette.lost } else { palette.won };
    let frame = |inset: f64, fill: &str| {
        Rectangle::new()
            .set("x", round(x - w / 2.0 + inset))
            .set("y", round(y - HALF + inset))
            .set("width", round(w - 2.0 * inset))
            .set("height", round(2.0 * (HALF - inset)))
            .set("rx", if lost { 2 } else { 14 })
            .set("fill", fill)
            .set("stroke", line)
            .set("stroke-width", if lost { 1.2 } else { 1.6 })
    };
    let mut group = Group::new().add(Title::new(clean(&n.position))).add(frame(0.0, fill));
    if lost {
        group = group.add(frame(3.0, "none"));
    }
    let value = star(&n.value);
    let more = if n.folded { " ..." } else { "" };
    group.add(text(name, x, y - 3.0, "middle")).add(
        text(&format!("{} {}{more}", n.outcome, shorten(&value, 12)), x, y + 13.0, "middle")
            .set("font-weight", "bold")
            .set("fill", line),
    )
}

fn text(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(content).set("x", round(x)).set("y", round(y)).set("text-anchor", anchor)
}

/// Where on its first stretch each edge has its label: neighbours on different heights.
fn levels(places: &Layers) -> Vec<f64> {
    let mut order: Vec<usize> = (0..places.edges.len()).collect();
    let middle = |i: &usize| (places.edges[*i][0].0 + places.edges[*i][1].0) / 2.0;
    order.sort_by(|a, b| {
        let (ya, yb) = (places.edges[*a][0].1, places.edges[*b][0].1);
        ya.total_cmp(&yb).then(middle(a).total_cmp(&middle(b)))
    });
    let mut levels = vec![0.5; order.len()];
    for (n, i) in order.into_iter().enumerate() {
        levels[i] = [0.36, 0.52, 0.68][n % 3];
    }
    levels
}

/// An arrow along the points of an edge, and its label.
fn edge(
    places: &Layers,
    i: usize,
    level: f64,
    winning: bool,
    label: &str,
    palette: &Palette,
) -> (Vec<Box<dyn svg::Node>>, Text) {
    let points = &places.edges[i];
    let color = if winning { palette.won.1 } else { palette.pale };
    let (mut from, mut to) = (points[0], points[points.len() - 1]);
    from.1 += HALF;
    to.1 -= HALF + 2.0;
    let mut way = vec![from];
    way.extend(&points[1..points.len() - 1]);
    way.push((to.0, to.1 - 7.0));
    let mut path = format!("M{:.1} {:.1}", from.0, from.1);
    for w in way.windows(2) {
        let mid = (w[0].1 + w[1].1) / 2.0;
        path += &format!(" C{:.1} {mid:.1} {:.1} {mid:.1} {:.1} {:.1}", w[0].0, w[1].0, w[1].0, w[1].1);
    }
    let line = Path::new()
        .set("d", path)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", if winning { 2.6 } else { 1.1 });
    let half = if winning { 5.0 } else { 3.6 };
    let head = Polygon::new()
        .set(
            "points",
            format!(
                "{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}",
                to.0 - half,
                to.1 - 9.0,
                to.0 + half,
                to.1 - 9.0,
                to.0,
                to.1
            ),
        )
        .set("fill", color);
    // On the first stretch, where the arrows of a position have parted.
    let (a, b) = (way[0], way[1]);
    let at = |t: f64| {
        let s = t * t * (3.0 - 2.0 * t);
        (a.0 + (b.0 - a.0) * s, a.1 + (b.1 - a.1) * t)
    };
    let (x, y) = at(level);
    let label = text(label, x, y + 3.0, "middle")
        .set("font-size", 10)
        .set("paint-order", "stroke")
        .set("stroke", palette.ground)
        .set("stroke-width", 4)
        .set("stroke-linejoin", "round")
        .set("fill", if winning { palette.won.1 } else { palette.ink });
    let label = if winning { label.set("font-weight", "bold") } else { label };
    (vec![Box::new(line), Box::new(head)], label)
}

/// What shapes and lines mean, and what is left out.
fn key(g: &GraphAnswer, top: f64, palette: &Palette) -> Group {
    let y = top + 16.0;
    let swatch = |x: f64, lost: bool| {
        let (fill, line) = if lost { palette.lost } else { palette.won };
        let frame = |inset: f64| {
            Rectangle::new()
                .set("x", x + inset)
                .set("y", y - 9.0 + inset)
                .set("width", 24.0 - 2.0 * inset)
                .set("height", 14.0 - 2.0 * inset)
                .set("rx", if lost { 1 } else { 7 })
                .set("fill", if inset > 0.0 { "none" } else { fill })
                .set("stroke", line)
        };
        let group = Group::new().add(frame(0.0));
        if lost { group.add(frame(2.5)) } else { group }
    };
    let line = Path::new()
        .set("d", format!("M460 {:.1} h26", y - 2.0))
        .set("stroke", palette.won.1)
        .set("stroke-width", 2.6);
    let say = |words: &str, x: f64, y: f64| {
        text(words, x, y, "start").set("font-size", 11).set("fill", palette.ink)
    };
    let mut group = Group::new()
        .add(swatch(24.0, true))
        .add(say("P: the player to move loses", 54.0, y + 2.0))
        .add(swatch(248.0, false))
        .add(say("N: the player to move wins", 278.0, y + 2.0))
        .add(line)
        .add(say("a winning move", 494.0, y + 2.0));
    if g.folded > 0 {
        group = group.add(say(&note(g), 24.0, y + 24.0));
    }
    group
}

fn round(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}
