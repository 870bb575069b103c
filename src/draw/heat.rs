//! A table over two names as a heat map. 0 has a colour of its own, and so has each word.

use super::axis::named_alike;
use super::legend::Entry;
use super::plot::{Body, LETTERS, Room, extremes};
use super::sheet::{Style, fitting, hex, ink_on, round, text, wide};
use super::words::Words;
use crate::answer::PlotAnswer;
use svg::node::element::{Group, Rectangle};

/// The usual page, and the sides of a cell.
const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 760.0;
const LARGEST: f64 = 34.0;
/// A cell this large is set apart from its neighbours; larger ones have their value written in.
const APART: f64 = 8.0;
const WRITTEN: f64 = 15.0;
/// Small letters, and the smallest, for what would not fit otherwise.
const SMALL: f64 = 10.0;
const SMALLEST: f64 = 8.0;
/// Names beside the rows are no wider.
const NAME: f64 = 150.0;

pub(super) fn heat_map(p: &PlotAnswer, words: &Words, style: &Style, room: &Room) -> Body {
    let (rows, columns) = (p.ticks[0].len(), p.ticks[1].len());
    let beside = p.ticks[0].iter().map(|t| wide(t, LETTERS)).fold(0.0, f64::max).min(NAME);
    let left = beside + 36.0;
    let across = room.width.map_or(WIDTH, |w| (w - left).max(40.0));
    let down = room.height.map_or(HEIGHT, |h| (h - 60.0).max(40.0));
    let largest = if room.width.is_some() { f64::MAX } else { LARGEST };
    let side = (across / columns as f64).min(down / rows as f64).min(largest);
    let (width, height) = (side * columns as f64, side * rows as f64);
    let (beside_rows, names) = named_alike(&p.ticks[0], &p.ticks[1], side, LETTERS);
    let slant = if names.slanted {
        p.ticks[1].iter().map(|t| wide(t, LETTERS)).fold(0.0, f64::max).min(NAME) * 0.8
    } else {
        0.0
    };
    let mut all = cells(p, words, style, side).set("transform", format!("translate({left:.1} 0)"));
    all = Group::new().add(all);
    for i in names.places {
        let (x, name) = (left + (i as f64 + 0.5) * side, fitting(&p.ticks[1][i], LETTERS, NAME));
        all = all.add(if names.slanted {
            let (x, y) = (x + 4.0, height + 14.0);
            text(&name, x, y, "end").set("transform", format!("rotate(-52 {x:.1} {y:.1})"))
        } else {
            text(&name, x, height + 16.0, "middle")
        });
    }
    for i in beside_rows.places {
        let name = fitting(&p.ticks[0][i], LETTERS, NAME);
        all = all.add(text(&name, left - 8.0, (i as f64 + 0.5) * side + 4.0, "end"));
    }
    let title = |asked: &Option<String>, own: &String| asked.as_ref().unwrap_or(own).clone();
    let (x, y) = (title(&style.axes.0, &p.axes[1]), title(&style.axes.1, &p.axes[0]));
    let body = left + width.max(200.0);
    let x = text(&fitting(&x, LETTERS, body), left + width / 2.0, height + slant + 34.0, "middle");
    let middle = height / 2.0;
    let y = text(&fitting(&y, LETTERS, height.max(40.0)), 11.0, middle, "middle")
        .set("transform", format!("rotate(-90 11 {middle:.1})"));
    all = all.add(x.set("font-style", "italic")).add(y.set("font-style", "italic"));
    Body { group: all, width: body, height: height + slant + 40.0 }
}

/// All cells; neighbours of one colour in a row are one rectangle where they touch.
fn cells(p: &PlotAnswer, words: &Words, style: &Style, side: f64) -> Group {
    let mut all = Group::new();
    let (curve, columns) = (&p.curves[0], p.ticks[1].len());
    let high = extremes(&p.curves);
    let color = |i: usize| match curve.values[i] {
        Some(v) => color(v, high, style),
        None => words
            .which(&curve.labels[i])
            .map_or(style.palette.ground.into(), |w| words.all[w].color(&style.palette).to_string()),
    };
    let gap = if side > APART { 1.0 } else { 0.0 };
    for row in 0..p.ticks[0].len() {
        let mut from = 0;
        while from < columns {
            let fill = color(row * columns + from);
            let same = |c: &usize| gap == 0.0 && color(row * columns + c) == fill;
            let to = (from + 1..columns).take_while(same).count() + from + 1;
            let (x, y) = (from as f64 * side, row as f64 * side);
            let cell = Rectangle::new()
                .set("x", round2(x))
                .set("y", round2(y))
                .set("width", round2((to - from) as f64 * side - gap))
                .set("height", round2(side - gap))
                .set("fill", fill.as_str());
            all = all.add(if gap == 0.0 { cell.set("shape-rendering", "crispEdges") } else { cell });
            if let Some((label, size)) = inside(&curve.labels[row * columns + from], side) {
                let number = text(&label, x + side / 2.0 - 0.5, y + side / 2.0 + size * 0.35, "middle");
                all = all.add(number.set("font-size", round(size)).set("fill", ink_on(&fill)));
            }
            from = to;
        }
    }
    all
}

/// What is written into a cell of that side, and how large; nothing if it does not fit.
fn inside(label: &str, side: f64) -> Option<(String, f64)> {
    let label = written(label);
    let close = label.replace(", ", ",");
    let usual = (side * 0.4).clamp(SMALL, 16.0);
    let tried = [(&label, usual), (&label, SMALL), (&close, SMALLEST)];
    let (label, size) = tried.into_iter().find(|(label, size)| wide(label, *size) < side - 2.0)?;
    (side >= WRITTEN).then(|| (label.clone(), size))
}

/// What is written into a cell: an outcome of a player by its first letter.
pub(super) fn written(label: &str) -> String {
    let short = [
        ("Left", "L"),
        ("Right", "R"),
        ("draw", "D"),
        ("Left_if_first", "L1"),
        ("Left_if_second", "L2"),
        ("Right_if_first", "R1"),
        ("Right_if_second", "R2"),
    ];
    short.iter().find(|s| s.0 == label).map_or(label, |s| s.1).to_string()
}

/// The colour of a value: 0 has its own.
fn color(v: f64, extremes: Option<(f64, f64)>, style: &Style) -> String {
    if v == 0.0 {
        return hex(style.palette.zero);
    }
    let (low, high) = ramp(extremes);
    hex(style.palette.shade(if high > low { (v - low) / (high - low) } else { 0.5 }))
}

/// The values that the lightest and the darkest shade stand for.
fn ramp(extremes: Option<(f64, f64)>) -> (f64, f64) {
    let (low, high) = extremes.unwrap_or((1.0, 1.0));
    (
        if low >= 0.0 { low.max(1.0).min(high.max(1.0)) } else { low },
        high.max(if low >= 0.0 { 1.0 } else { low }),
    )
}

/// What the shades mean: the least and the largest value that is not 0, and 0.
pub(super) fn scale(p: &PlotAnswer, style: &Style) -> Vec<Entry> {
    let Some(found) = extremes(&p.curves).filter(|_| p.axes.len() == 2) else { return vec![] };
    let has = |zero: bool| p.curves[0].values.iter().flatten().any(|v| (*v == 0.0) == zero);
    let mut all = vec![];
    all.extend(has(true).then(|| Entry::sign(swatch(&hex(style.palette.zero)), 12.0, "0")));
    let (low, high) = ramp(Some(found));
    if has(false) && low == high {
        all.push(Entry::sign(swatch(&color(high, Some(found), style)), 12.0, format!("{high}")));
    } else if has(false) {
        let first = format!("{low}");
        let from = wide(&first, LETTERS) + 6.0;
        let mut sign = Group::new().add(text(&first, 0.0, 4.0, "start"));
        for i in 0..40 {
            let fill = hex(style.palette.shade(f64::from(i) / 39.0));
            let part = Rectangle::new().set("x", round(from + f64::from(i) * 3.0)).set("y", -6);
            sign = sign.add(part.set("width", 3.4).set("height", 12).set("fill", fill));
        }
        all.push(Entry::sign(sign, from + 120.0, format!("{high}")));
    }
    all
}

/// A small square of a colour.
pub(super) fn swatch(color: &str) -> Group {
    Group::new()
        .add(Rectangle::new().set("x", 0).set("y", -6).set("width", 12).set("height", 12).set("fill", color))
}

fn round2(n: f64) -> f64 {
    (n * 100.0).round() / 100.0
}
