//! Sequences as dots over an axis. Words, such as outcomes, have a line each below the numbers.

use super::axis::{named, round_steps};
use super::plot::{Body, LETTERS, Room, curve_style, extremes, marks};
use super::sheet::{Style, fitting, line, text, wide};
use super::words::{Form, Words};
use crate::answer::{CurveAnswer, PlotAnswer};
use std::collections::BTreeSet;
use svg::node::element::{Group, Rectangle};

/// The usual page.
const WIDTH: f64 = 860.0;
const NARROWEST: f64 = 360.0;
const HEIGHT: f64 = 300.0;
/// Between neighbours where there are few of them.
const STEP: f64 = 34.0;
/// The height of the line of a word, and the room around the numbers.
const ROW: f64 = 24.0;
const AIR: f64 = 10.0;
/// Names of words beside their lines are no wider.
const NAME: f64 = 130.0;

/// Where everything is.
struct Frame<'a> {
    p: &'a PlotAnswer,
    words: &'a Words,
    style: &'a Style,
    left: f64,
    width: f64,
    /// The height of the numbers, none of them 0, and of all.
    numbers: f64,
    height: f64,
    low: f64,
    high: f64,
    step: f64,
}

pub(super) fn sequence(p: &PlotAnswer, words: &Words, style: &Style, room: &Room) -> Body {
    let n = p.ticks[0].len().max(1);
    let (low, high) = extremes(&p.curves).map_or((0.0, 1.0), |(a, b)| (a.min(0.0), b.max(a.min(0.0) + 1.0)));
    let any = extremes(&p.curves).is_some();
    let titled = style.axes.1.is_some();
    let names = words.all.iter().map(|w| wide(&w.name, LETTERS).min(NAME)).fold(0.0, f64::max);
    let values =
        if any { wide(&format!("{high}"), LETTERS).max(wide(&format!("{low}"), LETTERS)) } else { 0.0 };
    let left = names.max(values) + 16.0 + if titled { 20.0 } else { 0.0 };
    let longest = p.ticks[0].iter().map(|t| wide(t, LETTERS) + LETTERS + 1.0).fold(STEP, f64::max);
    let usual = (n as f64 * longest).clamp(NARROWEST, WIDTH);
    let width = room.width.map_or(usual, |w| (w - left - 8.0).max(120.0));
    let step = width / n as f64;
    let slant = slanted(p, step);
    let rows = words.all.len() as f64 * ROW;
    let below = 24.0 + slant + 18.0;
    let numbers = if !any {
        0.0
    } else {
        room.height.map_or(HEIGHT.min(60.0 + (high - low) * 40.0), |h| (h - below - rows).max(60.0))
    };
    let height = (numbers + rows).max(ROW);
    let frame = Frame { p, words, style, left, width, numbers, height, low, high, step };
    let group = Group::new()
        .add(frame.ground())
        .add(frame.axes(slant))
        .add(frame.dots())
        .set("data-kind", "sequence");
    Body { group, width: left + width + 8.0, height: height + below }
}

/// How far slanted names hang down; 0 if they stand level.
fn slanted(p: &PlotAnswer, step: f64) -> f64 {
    let names = named(&p.ticks[0], step, LETTERS, false);
    let longest = p.ticks[0].iter().map(|t| wide(t, LETTERS)).fold(0.0, f64::max).min(NAME);
    if names.slanted { longest * 0.8 } else { 0.0 }
}

impl Frame<'_> {
    fn x(&self, i: usize) -> f64 {
        self.left + (i as f64 + 0.5) * self.step
    }

    fn y(&self, v: f64) -> f64 {
        let room = self.numbers - 2.0 * AIR;
        self.numbers - AIR - (v - self.low) / (self.high - self.low) * room
    }

    /// The middle of a word's line.
    fn row(&self, word: usize) -> f64 {
        self.numbers + (word as f64 + 0.5) * ROW
    }

    /// The period and the lines behind the dots.
    fn ground(&self) -> Group {
        let palette = &self.style.palette;
        let mut all = Group::new();
        if let [CurveAnswer { repeats: Some((start, period)), .. }] = self.p.curves.as_slice() {
            let shade = Rectangle::new()
                .set("x", format!("{:.1}", self.left + *start as f64 * self.step))
                .set("y", 0)
                .set(
                    "width",
                    format!(
                        "{:.1}",
                        (*period as f64 * self.step).min(self.left + self.width - self.x(*start))
                    ),
                )
                .set("height", format!("{:.1}", self.height))
                .set("fill", palette.shade)
                .set("stroke", palette.pale)
                .set("stroke-dasharray", "3 3");
            all = all.add(shade);
        }
        let level = |y: f64, opacity: f64| {
            line(self.left, y, self.left + self.width, y, palette.pale).set("stroke-opacity", opacity)
        };
        if self.numbers > 0.0 {
            for v in self.marks() {
                all = all.add(level(self.y(v), 0.35)).add(text(
                    &format!("{v}"),
                    self.left - 10.0,
                    self.y(v) + 4.0,
                    "end",
                ));
            }
        }
        for (i, word) in self.words.all.iter().enumerate() {
            let name = fitting(&word.name, LETTERS, NAME);
            all = all
                .add(level(self.row(i), 0.2))
                .add(text(&name, self.left - 10.0, self.row(i) + 4.0, "end").set("font-weight", "bold"));
        }
        if self.numbers > 0.0 && !self.words.all.is_empty() {
            all = all.add(level(self.numbers, 0.8));
        }
        all
    }

    fn marks(&self) -> Vec<f64> {
        round_steps(self.low, self.high, (self.numbers / 36.0) as usize)
    }

    /// The axis across with the names of its places, and the titles of both.
    fn axes(&self, slant: f64) -> Group {
        let palette = &self.style.palette;
        let bottom = self.height;
        let mut all = Group::new().add(line(self.left, bottom, self.left + self.width, bottom, palette.pale));
        let names = named(&self.p.ticks[0], self.step, LETTERS, false);
        for i in names.places {
            let name = fitting(&self.p.ticks[0][i], LETTERS, NAME);
            all = all.add(line(self.x(i), bottom, self.x(i), bottom + 5.0, palette.pale));
            let label = if names.slanted {
                let (x, y) = (self.x(i) + 4.0, bottom + 14.0);
                text(&name, x, y, "end").set("transform", format!("rotate(-52 {x:.1} {y:.1})"))
            } else {
                text(&name, self.x(i), bottom + 18.0, "middle")
            };
            all = all.add(label);
        }
        let title = self.style.axes.0.as_ref().unwrap_or(&self.p.axes[0]);
        let title = fitting(title, LETTERS, self.width);
        all = all.add(
            text(&title, self.left + self.width / 2.0, bottom + 24.0 + slant + 12.0, "middle")
                .set("font-style", "italic"),
        );
        if let Some(up) = &self.style.axes.1 {
            let (x, y) = (11.0, self.height / 2.0);
            let up = text(&fitting(up, LETTERS, self.height), x, y, "middle").set("font-style", "italic");
            all = all.add(up.set("transform", format!("rotate(-90 {x} {y:.1})")));
        }
        all
    }

    /// All marks: a path for each curve, or for each word where there is one curve.
    fn dots(&self) -> Group {
        let mut all = Group::new();
        let many = self.p.curves.len() > 1;
        let radius = (self.step * 0.32).clamp(1.3, 4.0);
        for (c, curve) in self.p.curves.iter().enumerate() {
            let (form, color) = curve_style(c, self.style);
            let radius =
                if many { radius * (1.25 - 0.5 * c as f64 / self.p.curves.len() as f64) } else { radius };
            let numbers =
                curve.values.iter().enumerate().filter_map(|(i, v)| Some((self.x(i), self.y((*v)?))));
            all = all.add(marks(form, color, &together(form, numbers, radius), radius));
            for (w, word) in self.words.all.iter().enumerate() {
                let here = curve
                    .labels
                    .iter()
                    .zip(&curve.values)
                    .enumerate()
                    .filter(|(_, (label, value))| value.is_none() && self.words.which(label) == Some(w));
                let points = here.map(|(i, _)| (self.x(i), self.row(w)));
                let (form, color) =
                    if many { (form, color) } else { (word.form, word.color(&self.style.palette)) };
                all = all.add(marks(form, color, &together(form, points, radius), radius));
            }
        }
        all
    }
}

/// One path for many marks; those that cannot be distinguished are drawn once.
fn together(form: Form, points: impl Iterator<Item = (f64, f64)>, radius: f64) -> String {
    let mut drawn = BTreeSet::new();
    let fresh = points.filter(|(x, y)| drawn.insert(((x * 3.0) as i64, (y * 3.0) as i64)));
    fresh.map(|p| form.path(p, radius)).collect()
}
