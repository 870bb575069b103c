//! Values as SVG: a sequence as dots, a table as a heat map.

use super::{Palette, sheet};
use crate::answer::PlotAnswer;
use crate::layout::{clean, one_line, shorten};
use svg::node::element::{Circle, Group, Line, Rectangle, Text};

const LEFT: f64 = 64.0;
const TOP: f64 = 48.0;
const BELOW: f64 = 62.0;
const RIGHT: f64 = 28.0;

/// The picture of a sequence or of a table.
pub fn plot(p: &PlotAnswer, palette: &Palette) -> String {
    let (inside, width, height) = if p.axes.len() == 1 { sequence(p, palette) } else { heat_map(p, palette) };
    let (total, tall) = (width + LEFT + RIGHT, height + TOP + BELOW);
    let title = shorten(&one_line(&clean(&p.title)), 90);
    let picture = sheet(palette, (total, tall), 11, &title)
        .add(text(&title, LEFT, 26.0, "start").set("font-size", 14).set("font-weight", "bold"))
        .add(inside.set("transform", format!("translate({LEFT} {TOP})")));
    picture.to_string() + "\n"
}

fn text(content: &str, x: f64, y: f64, anchor: &str) -> Text {
    Text::new(content).set("x", round(x)).set("y", round(y)).set("text-anchor", anchor)
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64, color: &str) -> Line {
    Line::new()
        .set("x1", round(x1))
        .set("y1", round(y1))
        .set("x2", round(x2))
        .set("y2", round(y2))
        .set("stroke", color)
}

// ---- a sequence

fn sequence(p: &PlotAnswer, palette: &Palette) -> (Group, f64, f64) {
    let n = p.values.len();
    let step = (900.0 / n.max(1) as f64).clamp(1.2, 26.0);
    let (width, height) = (step * n.max(8) as f64, 300.0);
    let numbers = || p.values.iter().flatten().copied();
    let low = numbers().fold(0.0, f64::min);
    let high = numbers().fold(low + 1.0, f64::max);
    let x = |i: usize| (i as f64 + 0.5) * step;
    let y = |v: f64| height - (v - low) / (high - low) * height;
    let mut all = Group::new();
    if let Some((start, period)) = p.repeats {
        let shade = Rectangle::new()
            .set("x", round(start as f64 * step))
            .set("y", -6)
            .set("width", round(period as f64 * step))
            .set("height", height + 12.0)
            .set("fill", palette.shade)
            .set("stroke", palette.pale)
            .set("stroke-dasharray", "3 3");
        all = all.add(shade).add(text(&repeats(p, start, period), 0.0, height + 48.0, "start"));
    }
    for v in marks(low, high, 8) {
        all = all.add(line(0.0, y(v), width, y(v), palette.pale).set("stroke-opacity", 0.35)).add(text(
            &format!("{v}"),
            -10.0,
            y(v) + 4.0,
            "end",
        ));
    }
    let every = every(n, (width / 46.0) as usize);
    for i in (0..n).step_by(every) {
        all = all.add(text(&p.ticks[0][i], x(i), height + 18.0, "middle"));
    }
    all = all.add(text(&p.axes[0], width, height + 34.0, "end").set("fill", palette.pale));
    let radius = (step * 0.32).clamp(1.1, 4.0);
    for (i, v) in p.values.iter().enumerate() {
        let Some(v) = v else { continue };
        let dot = Circle::new().set("cx", round(x(i))).set("cy", round(y(*v))).set("r", round(radius));
        all = all.add(dot.set("fill", palette.lost.1));
    }
    (all, width, height)
}

/// `period 12, first from n = 71 to 82; seen as far as 200`
pub(super) fn repeats(p: &PlotAnswer, start: usize, period: usize) -> String {
    let name = &p.axes[0];
    let at = |i: usize| p.ticks[0].get(i).map_or("", String::as_str);
    format!(
        "period {period}: the part from {name} = {} to {} comes again, seen as far as {}",
        at(start),
        at((start + period - 1).min(p.ticks[0].len() - 1)),
        at(p.ticks[0].len() - 1)
    )
}

/// Round numbers from low to high, at most about `most`.
fn marks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let rough = ((high - low) / most as f64).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough).unwrap_or(rough).max(1.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first + 40)).map(|i| i as f64 * step).collect()
}

/// One label in so many, in round steps.
pub(super) fn every(n: usize, room: usize) -> usize {
    let least = n.div_ceil(room.max(1));
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
        .into_iter()
        .find(|s| *s >= least)
        .unwrap_or(least)
}

// ---- a table

fn heat_map(p: &PlotAnswer, palette: &Palette) -> (Group, f64, f64) {
    let (rows, columns) = (p.ticks[0].len(), p.ticks[1].len());
    let side = (860.0 / columns.max(rows) as f64).clamp(3.0, 34.0);
    let (width, height) = ((side * columns as f64).max(240.0), side * rows as f64);
    let high = p.values.iter().flatten().fold(1.0f64, |a, b| a.max(*b));
    let mut all = Group::new();
    for (i, v) in p.values.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * side, (i / columns) as f64 * side);
        let (fill, dark) = v.map_or((palette.ground.to_string(), false), |v| heat(palette, v / high));
        let gap = if side > 8.0 { 1.0 } else { 0.0 };
        let cell = Rectangle::new()
            .set("x", round(x))
            .set("y", round(y))
            .set("width", round(side - gap))
            .set("height", round(side - gap))
            .set("fill", fill);
        all = all.add(cell);
        let label = &p.labels[i];
        if side >= 15.0 && label.len() as f64 * 6.2 < side + 3.0 {
            let ink = if dark { "#ffffff" } else { "#10151b" };
            let number = text(label, x + side / 2.0 - 0.5, y + side / 2.0 + 3.5, "middle")
                .set("font-size", 10)
                .set("fill", ink);
            all = all.add(if label == "0" || label == "P" {
                number.set("font-weight", "bold")
            } else {
                number
            });
        }
    }
    for i in (0..columns).step_by(every(columns, (width / 30.0) as usize)) {
        all = all.add(text(&p.ticks[1][i], (i as f64 + 0.5) * side, height + 16.0, "middle"));
    }
    for i in (0..rows).step_by(every(rows, (height / 15.0) as usize)) {
        all = all.add(text(&p.ticks[0][i], -8.0, (i as f64 + 0.5) * side + 4.0, "end"));
    }
    let axes = format!("down {}, across {}", p.axes[0], p.axes[1]);
    all = all.add(text(&axes, 0.0, height + 34.0, "start").set("fill", palette.pale));
    all = all.add(scale(palette, &ends(p, high), height + 42.0));
    (all, width, height)
}

/// What the least and the largest value are called: outcomes and truth values by their names.
pub(super) fn ends(p: &PlotAnswer, high: f64) -> (String, String) {
    let named = |a: &str, b: &str| p.labels.iter().all(|l| l == a || l == b).then(|| (a.into(), b.into()));
    named("P", "N").or_else(|| named("false", "true")).unwrap_or_else(|| ("0".into(), format!("{high}")))
}

/// What the shades mean.
fn scale(palette: &Palette, (low, high): &(String, String), y: f64) -> Group {
    let from = 7.0 + 7.0 * low.len() as f64;
    let mut all = Group::new().add(text(low, 0.0, y + 11.0, "start"));
    for i in 0..40 {
        let (fill, _) = heat(palette, f64::from(i) / 39.0);
        all = all.add(
            Rectangle::new()
                .set("x", from + f64::from(i) * 3.0)
                .set("y", y)
                .set("width", 3.2)
                .set("height", 12)
                .set("fill", fill),
        );
    }
    all.add(text(high, from + 126.0, y + 11.0, "start"))
}

/// The colour of a share of the largest value, and whether text on it has to be light.
fn heat(palette: &Palette, share: f64) -> (String, bool) {
    let at = share.clamp(0.0, 1.0) * (palette.heat.len() - 1) as f64;
    let i = (at.floor() as usize).min(palette.heat.len() - 2);
    let t = at - i as f64;
    let (a, b) = (palette.heat[i], palette.heat[i + 1]);
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
    let (red, green, blue) = (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2));
    let light = 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue);
    (format!("#{red:02x}{green:02x}{blue:02x}"), light < 135.0)
}

fn round(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}
