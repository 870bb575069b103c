//! Values as SVG: sequences as dots, a table as a heat map, with a title, axes and a legend.

use super::heat::heat_map;
use super::legend::{Entry, legend};
use super::sequence::sequence;
use super::sheet::{Style, fitting, points, sheet, text};
use super::words::{Form, Word, Words};
use crate::answer::{CurveAnswer, PlotAnswer};
use crate::layout::{clean, one_line};
use svg::node::element::{Group, Path};

const MARGIN: f64 = 20.0;
/// No picture is narrower, unless it is asked for.
const READABLE: f64 = 400.0;
/// The height of the line with the title.
const TITLE: f64 = 34.0;
/// The size of the letters at the axes.
pub(super) const LETTERS: f64 = 11.0;

/// The part of a picture between its title and its legend.
pub(super) struct Body {
    pub(super) group: Group,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The room that a size leaves for that part.
pub(super) struct Room {
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
}

/// The picture of sequences or of a table.
pub fn plot(p: &PlotAnswer, style: &Style) -> String {
    let words = Words::of(p);
    let asked = style.size.map(points);
    let across = asked.map(|a| a.0 - 2.0 * MARGIN);
    let below = |width: f64| legend(meanings(p, &words, style), width);
    let room = Room {
        width: across,
        height: asked
            .and_then(|a| a.1)
            .map(|h| h - 2.0 * MARGIN - TITLE - below(across.unwrap_or(0.0)).1 - 12.0),
    };
    let draw = if p.axes.len() == 1 { sequence } else { heat_map };
    let body = draw(p, &words, style, &room);
    // A legend has lines that can be read.
    let page = body.width.max(if across.is_some() { 0.0 } else { READABLE });
    let (key, key_height) = below(page);
    let title = style.title.as_ref().unwrap_or(&p.title);
    let size = (page + 2.0 * MARGIN, body.height + TITLE + key_height + 12.0 + 2.0 * MARGIN);
    let heading = text(&fitting(title, 14.0, page), MARGIN, MARGIN + 12.0, "start")
        .set("font-size", 14)
        .set("font-weight", "bold");
    let at = |y: f64| format!("translate({MARGIN} {y:.1})");
    sheet(style, size, LETTERS as i64, &one_line(&clean(title)))
        .add(heading)
        .add(body.group.set("transform", at(MARGIN + TITLE)))
        .add(key.set("transform", at(MARGIN + TITLE + body.height + 18.0)))
        .to_string()
        + "\n"
}

/// Everything that the legend says.
fn meanings(p: &PlotAnswer, words: &Words, style: &Style) -> Vec<Entry> {
    let mut all = vec![];
    let many = p.curves.len() > 1;
    for (i, curve) in p.curves.iter().enumerate().filter(|_| many) {
        let (form, color) = curve_style(i, style);
        all.push(Entry::sign(mark(form, color), 12.0, one_line(&clean(&curve.title))));
    }
    all.extend(super::heat::scale(p, style));
    for word in &words.all {
        let color = word.color(&style.palette);
        let sign = match p.axes.len() {
            1 if many => Group::new(),
            1 => mark(word.form, color),
            _ => super::heat::swatch(color),
        };
        let wide = if p.axes.len() == 1 && many { 0.0 } else { 12.0 };
        let words = if p.axes.len() == 1 { said(word) } else { said_of_cells(word) };
        all.push(Entry::sign(sign, wide, words));
    }
    all.extend(remarks(p).into_iter().map(Entry::remark));
    all
}

/// What is said about the whole plot: under which rule, what repeats, and how far it goes.
pub(super) fn remarks(p: &PlotAnswer) -> Vec<String> {
    let mut all = vec![];
    all.extend(p.misere.then(|| "misère play: a player who cannot move wins".to_string()));
    if let [curve] = p.curves.as_slice() {
        all.extend(curve.repeats.map(|(start, period)| repeats(p, start, period)));
    }
    all.extend(p.stopped.as_ref().map(|_| "not complete: a budget ran out".to_string()));
    all
}

/// `P: the player to move loses`
pub(super) fn said(word: &Word) -> String {
    if word.meaning.is_empty() { word.name.clone() } else { format!("{}: {}", word.name, word.meaning) }
}

/// `L, Left: Left wins, whoever begins`: with what is in the cells.
fn said_of_cells(word: &Word) -> String {
    let letters = super::heat::written(&word.name);
    if letters == word.name { said(word) } else { format!("{letters}, {}", said(word)) }
}

fn mark(form: Form, color: &str) -> Group {
    Group::new().add(marks(form, color, &form.path((6.0, 0.0), 4.5), 4.5))
}

/// Marks of one form and colour, drawn by one path.
pub(super) fn marks(form: Form, color: &str, path: &str, radius: f64) -> Path {
    let path = Path::new().set("d", path);
    if form.is_open() {
        path.set("fill", "none").set("stroke", color).set("stroke-width", (radius * 0.45).clamp(0.8, 2.0))
    } else {
        path.set("fill", color)
    }
}

/// The mark of one of several curves.
pub(super) fn curve_style(i: usize, style: &Style) -> (Form, &'static str) {
    let forms = [Form::Disc, Form::Square, Form::Up, Form::Diamond, Form::Cross, Form::Ring];
    (forms[i % forms.len()], style.palette.curves[i % style.palette.curves.len()])
}

/// `period 12: the part from n = 71 to 82 repeats as far as n = 200`
pub(super) fn repeats(p: &PlotAnswer, start: usize, period: usize) -> String {
    let name = &p.axes[0];
    let at = |i: usize| p.ticks[0].get(i).map_or("", String::as_str);
    let last = p.ticks[0].len() - 1;
    format!(
        "period {period}: the part from {name} = {} to {} repeats as far as {name} = {}",
        at(start),
        at((start + period - 1).min(last)),
        at(last)
    )
}

/// The least and the largest number of some curves.
pub(super) fn extremes<'a>(curves: impl IntoIterator<Item = &'a CurveAnswer>) -> Option<(f64, f64)> {
    let numbers = curves.into_iter().flat_map(|c| c.values.iter().flatten().copied());
    numbers.fold(None, |met: Option<(f64, f64)>, v| Some(met.map_or((v, v), |(a, b)| (a.min(v), b.max(v)))))
}
