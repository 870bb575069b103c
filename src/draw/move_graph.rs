//! A graph of moves as SVG.

use super::arrows::{Arrow, HEAD, LETTERS, Places, Size, place_names};
use super::faces::{Face, called, faces, listed, moves};
use super::fold::{folded, spread};
use super::layers::{layers, ranks};
use super::legend::{Entry, legend};
use super::sheet::{Palette, Style, fitting, round, sheet, text, wide};
use super::springs::{springs, suits};
use crate::answer::{EdgeAnswer, GraphAnswer, NodeAnswer};
use crate::layout::{clean, one_line, shorten};
use std::collections::BTreeSet;
use svg::node::element::{Group, Path, Polygon, Rectangle, Title};

/// The size of the letters in a node, and the height of a line.
const NODE: f64 = 12.0;
const LINE: f64 = 14.0;
const MARGIN: f64 = 28.0;
/// With more arrows than this, only the winning moves are named.
pub(super) const NAMED: usize = 70;
/// Positions are written with this many letters.
const LONG: usize = 30;
/// Larger pictures of positions are not drawn into nodes.
const PICTURE: (usize, usize) = (36, 14);

/// The picture: P-positions have square corners and two lines, N-positions round ones, draws broken lines; winning moves
/// are thick, moves of Left are blue, of Right red.
pub fn graph(g: &GraphAnswer, style: &Style) -> String {
    let palette = &style.palette;
    let faces = faces(&drawable(g), LONG, true);
    let sizes: Vec<Size> = faces.iter().zip(&g.nodes).map(|(f, n)| size(f, n)).collect();
    let mut places = placed(g, &sizes);
    let crowded = g.edges.len() > NAMED;
    let said = moves(g, &|i| !crowded || g.edges[i].winning);
    let (mut names, aside) = named(&mut places, &sizes, &said.names, &said.letters, &|i| g.edges[i].winning);
    let letters = said.in_order(&mut names);
    let mut list = listed(g, &faces);
    list.extend(told(g, &faces, &said.full, &letters, &names, &aside));
    let (left, right, top, bottom) = bounds(&places, &sizes, &names);
    let title = style.title.clone().unwrap_or_default();
    let head = if title.is_empty() { 0.0 } else { 30.0 };
    let page =
        style.size.map_or(right - left, |(w, _)| (right - left).max(f64::from(w) / 2.0 - 2.0 * MARGIN));
    let page = page.max(420.0);
    let (key, key_height) = legend(key(g, crowded, list, palette), page);
    let total = (page + 2.0 * MARGIN, head + bottom - top + 2.0 * MARGIN + key_height + 12.0);
    let shift = (total.0 - (right - left)) / 2.0 - left;
    let mut all = Group::new().set("transform", format!("translate({shift:.1} {:.1})", MARGIN + head - top));
    // Winning moves lie above the others.
    let mut order: Vec<usize> = (0..places.arrows.len()).collect();
    order.sort_by_key(|i| g.edges[*i].winning);
    for i in order {
        all = line(&places.arrows[i], &g.edges[i], palette).into_iter().fold(all, Group::add);
    }
    for (i, n) in g.nodes.iter().enumerate() {
        all = all.add(node(n, &faces[i], places.nodes[i], sizes[i], palette));
    }
    for (i, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        all = all.add(label(name, places.arrows[i].name, &g.edges[i], palette));
    }
    let below = total.1 - key_height - 4.0;
    let spoken = match title.as_str() {
        "" => format!("The moves from {}", g.nodes.first().map_or("", |n| n.position.as_str())),
        _ => title.clone(),
    };
    let heading = text(&fitting(&title, 14.0, page), MARGIN, 30.0, "start")
        .set("font-size", 14)
        .set("font-weight", "bold");
    let document = sheet(style, total, NODE as i64, &spoken);
    let document = if title.is_empty() { document } else { document.add(heading) };
    document.add(all).add(key.set("transform", format!("translate({MARGIN} {below:.1})"))).to_string() + "\n"
}

/// The graph without pictures that are too large for a node.
pub(super) fn drawable(g: &GraphAnswer) -> GraphAnswer {
    let mut g = g.clone();
    for n in &mut g.nodes {
        let widest = n.picture.iter().map(|l| crate::layout::width(l)).max().unwrap_or(0);
        if widest == 0 || widest > PICTURE.0 || n.picture.len() > PICTURE.1 {
            n.picture.clear();
        }
    }
    g
}

/// Where everything is: round where moves lead round, else in layers that fit a page.
pub(super) fn placed(g: &GraphAnswer, sizes: &[Size]) -> Places {
    let ranks = ranks(g);
    if suits(g, &ranks) {
        return springs(g, sizes);
    }
    let places = layers(g, &spread(&ranks, sizes), sizes);
    folded(g, &ranks, sizes, &places).unwrap_or(places)
}

/// Finds a place for the name of each arrow; one that has none is its letter; and for those that have no place, either,
/// the name is left out and the arrow is returned.
fn named(
    places: &mut Places,
    sizes: &[Size],
    names: &[String],
    letters: &[String],
    first: &dyn Fn(usize) -> bool,
) -> (Vec<String>, BTreeSet<usize>) {
    let mut names = names.to_vec();
    let mut aside = BTreeSet::new();
    for i in place_names(places, sizes, &names, first) {
        names[i] = letters[i].clone();
        aside.insert(i);
    }
    for i in place_names(places, sizes, &names, first) {
        names[i].clear();
    }
    (names, aside)
}

/// What the letters stand for, and the moves that have no name in the picture.
fn told(
    g: &GraphAnswer,
    faces: &[Face],
    full: &[String],
    letters: &[String],
    names: &[String],
    aside: &BTreeSet<usize>,
) -> Vec<String> {
    let mut keys: BTreeSet<(usize, String)> = BTreeSet::new();
    for (i, name) in names.iter().enumerate() {
        if !letters[i].is_empty() && name.ends_with(&letters[i]) {
            keys.insert((letters[i].len(), format!("{} {}", letters[i], shorten(&full[i], 400))));
        }
    }
    let mut all: Vec<String> = keys.into_iter().map(|k| k.1).collect();
    let called = |i: usize| called(&faces[i], &g.nodes[i]);
    let gone = aside.iter().filter(|i| names[**i].is_empty()).map(|i| (&g.edges[*i], &full[*i]));
    all.extend(
        gone.map(|(e, moves)| format!("{} -> {}: {}", called(e.from), called(e.to), shorten(moves, 200))),
    );
    all
}

/// Left, right, top and bottom of everything.
fn bounds(places: &Places, sizes: &[Size], names: &[String]) -> (f64, f64, f64, f64) {
    let mut all: Vec<(f64, f64, f64, f64)> = places
        .nodes
        .iter()
        .zip(sizes)
        .map(|((x, y), s)| (x - s.0 / 2.0, x + s.0 / 2.0, y - s.1, y + s.1))
        .collect();
    for (arrow, name) in places.arrows.iter().zip(names) {
        all.extend(super::arrows::curve(&arrow.way).into_iter().map(|(x, y)| (x, x, y, y)));
        let half = wide(name, LETTERS) / 2.0 + 3.0;
        let (x, y) = arrow.name;
        all.extend((!name.is_empty()).then_some((x - half, x + half, y - 7.0, y + 7.0)));
    }
    all.into_iter().fold((f64::MAX, f64::MIN, f64::MAX, f64::MIN), |a, b| {
        (a.0.min(b.0), a.1.max(b.1), a.2.min(b.2), a.3.max(b.3))
    })
}

/// The width of a node and half its height.
pub(super) fn size(face: &Face, n: &NodeAnswer) -> Size {
    let widest = face.lines.iter().map(|l| wide(l, NODE)).fold(wide(&standing(n, face), NODE), f64::max);
    ((widest + 22.0).max(54.0), (LINE * face.lines.len() as f64 + 28.0) / 2.0)
}

/// `0`, `*3` or `∞{0}`; nothing where there is no value.
pub(super) fn star(value: &str) -> String {
    if matches!(value, "" | "0") || value.starts_with('∞') {
        value.to_string()
    } else {
        format!("*{value}")
    }
}

/// `N *3`, with a number where the position has one, and dots where moves are not shown.
fn standing(n: &NodeAnswer, face: &Face) -> String {
    let number = face.number.map_or(String::new(), |n| format!(" #{n}"));
    let more = if n.folded { " ..." } else { "" };
    format!("{} {}{number}{more}", n.outcome, shorten(&star(&n.value), 12)).trim_end().replace("  ", " ")
}

/// What a large graph leaves out.
pub(super) fn note(g: &GraphAnswer) -> String {
    let count = if g.more { format!("more than {}", g.folded) } else { g.folded.to_string() };
    let (what, those) =
        if g.folded == 1 && !g.more { ("position is", "it") } else { ("positions are", "them") };
    format!("{count} {what} not shown; moves to {those} leave the positions marked ...")
}

/// How an outcome is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Lost,
    Won,
    Left,
    Right,
    /// A draw, or a draw for one player at best: then the place of its colour among those of the outcomes.
    Other(Option<usize>),
}

impl Shape {
    fn of(outcome: &str) -> Shape {
        match outcome {
            "P" => Shape::Lost,
            "N" => Shape::Won,
            "Left" => Shape::Left,
            "Right" => Shape::Right,
            "Left_if_first" => Shape::Other(Some(5)),
            "Left_if_second" => Shape::Other(Some(6)),
            "Right_if_first" => Shape::Other(Some(7)),
            "Right_if_second" => Shape::Other(Some(8)),
            _ => Shape::Other(None),
        }
    }

    /// The inside and the line.
    fn colors(self, palette: &Palette) -> (&'static str, &'static str) {
        match self {
            Shape::Lost => palette.lost,
            Shape::Won => palette.won,
            Shape::Left => palette.left,
            Shape::Right => palette.right,
            Shape::Other(_) => palette.other,
        }
    }

    /// The frame around a middle, of that width and half height.
    fn frame(self, (x, y): (f64, f64), w: f64, half: f64, palette: &Palette) -> Group {
        let (fill, line) = self.colors(palette);
        let line = match self {
            Shape::Other(Some(i)) => palette.outcomes[i],
            _ => line,
        };
        let one = |inset: f64, fill: &str| {
            let rect = Rectangle::new()
                .set("x", round(x - w / 2.0 + inset))
                .set("y", round(y - half + inset))
                .set("width", round(w - 2.0 * inset))
                .set("height", round(2.0 * (half - inset)))
                .set("rx", if self == Shape::Won { (half * 0.66).min(14.0) } else { 2.0 })
                .set("fill", fill)
                .set("stroke", line)
                .set("stroke-width", if self == Shape::Lost { 1.2 } else { 1.6 });
            if matches!(self, Shape::Other(_)) { rect.set("stroke-dasharray", "5 3") } else { rect }
        };
        let group = Group::new().add(one(0.0, fill));
        if self == Shape::Lost { group.add(one((half / 7.0).clamp(2.4, 3.0), "none")) } else { group }
    }
}

fn node(n: &NodeAnswer, face: &Face, (x, y): (f64, f64), (w, half): Size, palette: &Palette) -> Group {
    let shape = Shape::of(&n.outcome);
    let mut all = Group::new().add(Title::new(clean(&n.position))).add(shape.frame((x, y), w, half, palette));
    // Spaces count in pictures: they begin at one place, and none of them is left out.
    let widest = face.lines.iter().map(|l| wide(l, NODE)).fold(0.0, f64::max);
    for (i, l) in face.lines.iter().enumerate() {
        let at = y - half + 18.0 + LINE * i as f64;
        all = all.add(text(&l.replace(' ', "\u{a0}"), x - widest / 2.0, at, "start"));
    }
    let outcome = text(&standing(n, face), x, y + half - 8.0, "middle");
    all.add(outcome.set("font-weight", "bold").set("fill", shape.colors(palette).1))
}

/// The colour of an arrow and of its name.
fn color(e: &EdgeAnswer, palette: &Palette) -> &'static str {
    match e.owner {
        Some("Left") => palette.left.1,
        Some(_) => palette.right.1,
        None if e.winning => palette.won.1,
        None => palette.pale,
    }
}

/// An arrow: its line, and its head beyond the end of that.
fn line(arrow: &Arrow, e: &EdgeAnswer, palette: &Palette) -> Vec<Box<dyn svg::Node>> {
    let color = color(e, palette);
    let way = &arrow.way;
    let mut path = format!("M{:.1} {:.1}", way[0][0].0, way[0][0].1);
    for [_, b, c, d] in way {
        path += &format!(" C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", b.0, b.1, c.0, c.1, d.0, d.1);
    }
    let line = Path::new()
        .set("d", path)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", if e.winning { 2.6 } else { 1.1 });
    let half = if e.winning { 5.0 } else { 3.6 };
    let ((x, y), (dx, dy)) = (way[way.len() - 1][3], arrow.toward);
    let point = |ahead: f64, aside: f64| {
        format!("{:.1},{:.1}", x + dx * ahead - dy * aside, y + dy * ahead + dx * aside)
    };
    let corners = [point(0.0, -half), point(0.0, half), point(HEAD, 0.0)].join(" ");
    let head = Polygon::new().set("points", corners).set("fill", color);
    vec![Box::new(line), Box::new(head)]
}

/// The name of a move, readable above the line of its own arrow.
fn label(name: &str, (x, y): (f64, f64), e: &EdgeAnswer, palette: &Palette) -> Group {
    let ink = if e.winning || e.owner.is_some() { color(e, palette) } else { palette.ink };
    let label = text(name, x, y + 3.5, "middle").set("font-size", LETTERS).set("fill", ink);
    let half = wide(name, LETTERS) / 2.0 + 2.0;
    let ground = Rectangle::new()
        .set("x", round(x - half))
        .set("y", round(y - LETTERS / 2.0 - 1.0))
        .set("width", round(2.0 * half))
        .set("height", LETTERS + 2.0)
        .set("rx", 3)
        .set("fill", palette.ground)
        .set("fill-opacity", 0.9);
    Group::new().add(ground).add(if e.winning { label.set("font-weight", "bold") } else { label })
}

/// What shapes and lines mean, as far as they occur, what is left out, and what is listed.
fn key(g: &GraphAnswer, crowded: bool, list: Vec<String>, palette: &Palette) -> Vec<Entry> {
    let framed =
        |shape: Shape, words: &str| Entry::sign(shape.frame((12.0, 0.0), 24.0, 7.0, palette), 24.0, words);
    let mut all: Vec<Entry> = meanings(g).into_iter().map(|(shape, words)| framed(shape, words)).collect();
    let stroke = |color: &str, thick: f64, words: &str| {
        let line = Path::new().set("d", "M0 0 h26").set("stroke", color).set("stroke-width", thick);
        Entry::sign(Group::new().add(line), 26.0, words)
    };
    let of = |owner: &str| g.edges.iter().any(|e| e.owner == Some(owner));
    all.extend(of("Left").then(|| stroke(palette.left.1, 1.4, "a move of Left")));
    all.extend(of("Right").then(|| stroke(palette.right.1, 1.4, "a move of Right")));
    let owned = of("Left") || of("Right");
    let winning = if owned { palette.ink } else { palette.won.1 };
    all.extend(g.edges.iter().any(|e| e.winning).then(|| stroke(winning, 2.6, "a winning move")));
    all.extend(g.misere.then(|| Entry::remark("misère play: a player who cannot move wins")));
    all.extend((g.folded > 0).then(|| Entry::remark(note(g))));
    all.extend(crowded.then(|| Entry::remark("only winning moves are named")));
    all.extend(list.into_iter().map(|l| match crate::layout::width(&l) {
        0..=90 => Entry::sign(Group::new(), 0.0, one_line(&l)),
        _ => Entry::remark(l),
    }));
    all
}

/// The shapes that occur, each with what it means.
fn meanings(g: &GraphAnswer) -> Vec<(Shape, &'static str)> {
    let has = |outcome: &str| g.nodes.iter().any(|n| n.outcome == outcome);
    let owned = g.edges.iter().any(|e| e.owner.is_some())
        || g.nodes.iter().any(|n| n.outcome.starts_with("Left") || n.outcome.starts_with("Right"));
    let (lost, won) = match owned {
        true => ("P: whoever begins loses", "N: whoever begins wins"),
        false => ("P: the player to move loses", "N: the player to move wins"),
    };
    let all = [
        ("P", lost),
        ("N", won),
        ("Left", "Left wins, whoever begins"),
        ("Right", "Right wins, whoever begins"),
        ("draw", "draw: neither player can force a win"),
        ("Left_if_first", "Left_if_first: Left wins if Left begins, else a draw"),
        ("Left_if_second", "Left_if_second: Left wins if Right begins, else a draw"),
        ("Right_if_first", "Right_if_first: Right wins if Right begins, else a draw"),
        ("Right_if_second", "Right_if_second: Right wins if Left begins, else a draw"),
        ("open", "open: not decided"),
    ];
    all.into_iter().filter(|(name, _)| has(name)).map(|(name, words)| (Shape::of(name), words)).collect()
}
