//! A graph of moves as SVG.

use super::arrows::{Arrow, HEAD, LETTERS, arrows};
use super::layers::{layers, ranks};
use super::springs::{springs, suits};
use super::{Palette, sheet};
use crate::answer::{GraphAnswer, NodeAnswer};
use crate::layout::{clean, shorten, shorten_position, width};
use svg::node::element::{Group, Path, Polygon, Rectangle, Text, Title};

/// Half the height of a node.
pub(super) const HALF: f64 = 21.0;
/// The width of a character, in text of size 12.
pub(super) const CHAR: f64 = 7.23;
const MARGIN: f64 = 28.0;
/// A line of the part of the picture that says what the shapes mean.
const LINE: f64 = 22.0;
/// With more arrows than this, only the winning moves are named.
const NAMED: usize = 70;
/// Positions are written with so many letters.
const LONG: usize = 30;

/// The picture: P-positions have square corners and two lines, N-positions round ones, others broken lines; winning moves
/// are thick.
pub fn graph(g: &GraphAnswer, palette: &Palette) -> String {
    let crowded = g.edges.len() > NAMED;
    let names: Vec<String> = g.nodes.iter().map(|n| shorten_position(&clean(&n.position), LONG)).collect();
    let wide = |(name, n): (&String, &NodeAnswer)| width(name).max(width(&standing(n))) as f64 * CHAR + 22.0;
    let widths: Vec<f64> = names.iter().zip(&g.nodes).map(|n| wide(n).max(54.0)).collect();
    let ranks = ranks(g);
    let places = if suits(g, &ranks) { springs(g, &widths) } else { layers(g, &ranks, &widths) };
    let (nodes, wide) = (places.nodes.clone(), places.width);
    let (key, key_width) = key(g, crowded, palette);
    let height = places.height + 2.0 * (MARGIN + HALF) + LINE * key.len() as f64 + 8.0;
    let unnamed = |winning: bool| crowded && !winning;
    let labels: Vec<String> =
        g.edges.iter().map(|e| if unnamed(e.winning) { String::new() } else { moves(&e.moves) }).collect();
    let arrows = arrows(places, &widths, &labels, &|i| g.edges[i].winning);
    let named = labels.iter().zip(&arrows).filter(|(name, _)| !name.is_empty());
    let (left, right) = named.fold((0.0f64, wide), |(left, right), (name, arrow)| {
        let half = width(name) as f64 * CHAR * LETTERS / 24.0;
        (left.min(arrow.name.0 - half), right.max(arrow.name.0 + half))
    });
    let total = (right - left + 2.0 * MARGIN).max(key_width + 48.0);
    let shift = (total - (right - left)) / 2.0 - left;
    let mut all = Group::new().set("transform", format!("translate({shift:.1} {:.1})", MARGIN + HALF));
    // Winning moves lie above the others.
    let mut order: Vec<usize> = (0..arrows.len()).collect();
    order.sort_by_key(|i| g.edges[*i].winning);
    for i in order {
        all = line(&arrows[i], g.edges[i].winning, palette).into_iter().fold(all, Group::add);
    }
    for (i, n) in g.nodes.iter().enumerate() {
        all = all.add(node(n, &names[i], nodes[i], widths[i], palette));
    }
    for (i, arrow) in arrows.iter().enumerate().filter(|(i, _)| !labels[*i].is_empty()) {
        all = all.add(label(&labels[i], arrow.name, g.edges[i].winning, palette));
    }
    let mut below = Group::new();
    let rows = key.len();
    for (i, row) in key.into_iter().enumerate() {
        let y = height - LINE * (rows - i) as f64;
        below = below.add(row.set("transform", format!("translate(24 {y:.1})")));
    }
    let title = format!("The moves from {}", g.nodes.first().map_or("", |n| n.position.as_str()));
    sheet(palette, (total, height), 12, &title).add(all).add(below).to_string() + "\n"
}

/// `take(1), take(2)`, or how many.
pub(super) fn moves(names: &[String]) -> String {
    match names {
        [one] => shorten(&clean(one), 22),
        [a, b] if width(a) + width(b) < 22 => format!("{}, {}", clean(a), clean(b)),
        many => format!("{} moves", many.len()),
    }
}

/// `0`, `*3` or `∞{0}`; nothing where there is no value.
pub(super) fn star(value: &str) -> String {
    if matches!(value, "" | "0") || value.starts_with('∞') {
        value.to_string()
    } else {
        format!("*{value}")
    }
}

/// `N *3`, and dots where moves are not shown.
fn standing(n: &NodeAnswer) -> String {
    let more = if n.folded { " ..." } else { "" };
    format!("{} {}{more}", n.outcome, shorten(&star(&n.value), 12))
}

/// What a large graph leaves out.
pub(super) fn note(g: &GraphAnswer) -> String {
    let count = if g.more { format!("more than {}", g.folded) } else { g.folded.to_string() };
    let what = if g.folded == 1 && !g.more { "position is" } else { "positions are" };
    format!("{count} {what} not shown; moves to them leave the positions marked ...")
}

/// How an outcome is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Lost,
    Won,
    Other,
}

impl Shape {
    fn of(outcome: &str) -> Shape {
        match outcome {
            "P" => Shape::Lost,
            "N" => Shape::Won,
            _ => Shape::Other,
        }
    }

    /// The inside and the line.
    fn colors(self, palette: &Palette) -> (&'static str, &'static str) {
        match self {
            Shape::Lost => palette.lost,
            Shape::Won => palette.won,
            Shape::Other => palette.other,
        }
    }

    /// The frame around a middle, of that width and half height.
    fn frame(self, (x, y): (f64, f64), w: f64, half: f64, palette: &Palette) -> Group {
        let (fill, line) = self.colors(palette);
        let one = |inset: f64, fill: &str| {
            let rect = Rectangle::new()
                .set("x", round(x - w / 2.0 + inset))
                .set("y", round(y - half + inset))
                .set("width", round(w - 2.0 * inset))
                .set("height", round(2.0 * (half - inset)))
                .set("rx", if self == Shape::Won { half * 0.66 } else { 2.0 })
                .set("fill", fill)
                .set("stroke", line)
                .set("stroke-width", if self == Shape::Lost { 1.2 } else { 1.6 });
            if self == Shape::Other { rect.set("stroke-dasharray", "5 3") } else { rect }
        };
        let group = Group::new().add(one(0.0, fill));
        if self == Shape::Lost { group.add(one((half / 7.0).max(2.4), "none")) } else { group }
    }
}

fn node(n: &NodeAnswer, name: &str, (x, y): (f64, f64), w: f64, palette: &Palette) -> Group {
    let shape = Shape::of(&n.outcome);
    let outcome = text(&standing(n), x, y + 13.0, "middle")
        .set("font-weight", "bold")
        .set("fill", shape.colors(palette).1);
    Group::new()
        .add(Title::new(clean(&n.position)))
        .add(shape.frame((x, y), w, HALF, palette))
        .add(text(name, x, y - 3.0, "middle"))
        .add(outcome)
}

fn text(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(content).set("x", round(x)).set("y", round(y)).set("text-anchor", anchor)
}

/// An arrow: its line, and its head beyond the end of that.
fn line(arrow: &Arrow, winning: bool, palette: &Palette) -> Vec<Box<dyn svg::Node>> {
    let color = if winning { palette.won.1 } else { palette.pale };
    let way = &arrow.way;
    let mut path = format!("M{:.1} {:.1}", way[0][0].0, way[0][0].1);
    for [_, b, c, d] in way {
        path += &format!(" C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", b.0, b.1, c.0, c.1, d.0, d.1);
    }
    let line = Path::new()
        .set("d", path)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", if winning { 2.6 } else { 1.1 });
    let half = if winning { 5.0 } else { 3.6 };
    let ((x, y), (dx, dy)) = (way[way.len() - 1][3], arrow.toward);
    let point = |ahead: f64, aside: f64| {
        format!("{:.1},{:.1}", x + dx * ahead - dy * aside, y + dy * ahead + dx * aside)
    };
    let corners = [point(0.0, -half), point(0.0, half), point(HEAD, 0.0)].join(" ");
    let head = Polygon::new().set("points", corners).set("fill", color);
    vec![Box::new(line), Box::new(head)]
}

/// The name of a move, readable above the lines.
fn label(name: &str, (x, y): (f64, f64), winning: bool, palette: &Palette) -> Group {
    let label = text(name, x, y + 3.5, "middle")
        .set("font-size", LETTERS)
        .set("fill", if winning { palette.won.1 } else { palette.ink });
    let half = width(name) as f64 * CHAR * LETTERS / 24.0 + 2.0;
    let ground = Rectangle::new()
        .set("x", round(x - half))
        .set("y", round(y - LETTERS / 2.0 - 1.0))
        .set("width", round(2.0 * half))
        .set("height", LETTERS + 2.0)
        .set("rx", 3)
        .set("fill", palette.ground)
        .set("fill-opacity", 0.9);
    Group::new().add(ground).add(if winning { label.set("font-weight", "bold") } else { label })
}

/// What shapes and lines mean, as far as they occur, and what is left out: a line each; and how wide they are.
fn key(g: &GraphAnswer, crowded: bool, palette: &Palette) -> (Vec<Group>, f64) {
    let say =
        |words: &str, x: f64| text(words, x, 4.0, "start").set("font-size", 11).set("fill", palette.ink);
    let mut row = Group::new();
    let mut x = 0.0;
    for (shape, words) in meanings(g) {
        row = match shape {
            Some(shape) => row.add(shape.frame((x + 12.0, 0.0), 24.0, 7.0, palette)),
            None => row.add(
                Path::new()
                    .set("d", format!("M{x:.1} 0 h26"))
                    .set("stroke", palette.won.1)
                    .set("stroke-width", 2.6),
            ),
        };
        row = row.add(say(words, x + 32.0));
        x += 32.0 + width(words) as f64 * CHAR * 11.0 / 12.0 + 22.0;
    }
    let mut rows = vec![row];
    for words in remarks(g, crowded) {
        rows.push(Group::new().add(say(&words, 0.0)));
        x = x.max(width(&words) as f64 * CHAR * 11.0 / 12.0);
    }
    (rows, x)
}

/// The shapes that occur, and thick lines, each with what it means.
fn meanings(g: &GraphAnswer) -> Vec<(Option<Shape>, &'static str)> {
    let mut all = vec![];
    let has = |outcome: &str| g.nodes.iter().any(|n| n.outcome == outcome);
    let partizan = g.nodes.iter().any(|n| matches!(n.outcome.as_str(), "Left" | "Right"));
    let (lost, won) = match partizan {
        true => ("P: whoever begins loses", "N: whoever begins wins"),
        false => ("P: the player to move loses", "N: the player to move wins"),
    };
    all.extend(has("P").then_some((Some(Shape::Lost), lost)));
    all.extend(has("N").then_some((Some(Shape::Won), won)));
    let other = [
        ("draw", "draw: neither can force an end"),
        ("Left", "Left, Right: that player wins"),
        ("Right", "Left, Right: that player wins"),
        ("open", "open: not decided"),
    ]
    .into_iter()
    .find(|(name, _)| has(name));
    all.extend(other.map(|(_, words)| (Some(Shape::Other), words)));
    all.extend(g.edges.iter().any(|e| e.winning).then_some((None, "a winning move")));
    all
}

/// Under which rule, and what is left out.
fn remarks(g: &GraphAnswer, crowded: bool) -> Vec<String> {
    let mut all = vec![];
    all.extend(g.misere.then(|| "misère play: whoever cannot move wins".to_string()));
    all.extend((g.folded > 0).then(|| note(g)));
    all.extend(crowded.then(|| "only winning moves are named".to_string()));
    all
}

fn round(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}
