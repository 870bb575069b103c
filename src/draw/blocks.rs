//! Values in the terminal, in block characters; words, such as outcomes, as letters that a legend explains.

use super::axis::{named_in_columns, round_steps};
use super::plot::{extremes, remarks, said};
use super::words::Words;
use crate::answer::{CurveAnswer, PlotAnswer};
use crate::layout::{Look, Paint, clean, one_line, pad, pad_left, shorten, width, wrap};

/// Shades of a heat map, from the smallest value that is not 0 to the largest.
const SHADES: [&str; 4] = ["░░", "▒▒", "▓▓", "██"];
/// 0 is no shade.
const ZERO: &str = " ·";

/// Eighths of a line.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A sequence is at most this many lines high.
const HIGH: usize = 12;
/// A longer sequence than fits below each other so often is shown in short.
const BLOCKS: usize = 6;

/// The values as columns, or as a board of shades.
pub fn blocks(p: &PlotAnswer, look: &Look) -> String {
    let words = Words::of(p);
    let mut out = String::new();
    if p.axes.len() == 1 {
        for curve in &p.curves {
            out += &title(&curve.title, look);
            out += &columns(p, curve, &words, look);
        }
    } else {
        out += &title(&p.title, look);
        out += &shades(p, &words, look);
    }
    out + &legend(p, &words, look)
}

fn title(text: &str, look: &Look) -> String {
    look.paint(Paint::Bold, &shorten(&one_line(&clean(text)), look.columns())) + "\n"
}

/// A column of a sequence.
#[derive(Clone, Copy)]
enum Mark {
    Number(f64),
    Word(usize),
    Nothing,
}

fn columns(p: &PlotAnswer, curve: &CurveAnswer, words: &Words, look: &Look) -> String {
    let (low, high) = extremes([curve]).map_or((0.0, 0.0), |(a, b)| (a.min(0.0), b.max(a.min(0.0) + 1.0)));
    let lines = if high > low { ((high - low).ceil() as usize).clamp(1, HIGH) } else { 0 };
    let names = round_steps(low, high, lines.div_ceil(2).max(1));
    let side = names.iter().chain([&low, &high]).map(|v| format!("{v}").len()).max().unwrap_or(1);
    let room = look.columns().saturating_sub(side + 3).max(10);
    let (marks, taken) = in_short(curve, words, room);
    let ticks: Vec<String> = p.ticks[0].iter().step_by(taken).cloned().collect();
    let named = named_in_columns(&ticks, 1);
    let mut out = String::new();
    for (block, some) in marks.chunks(room).enumerate() {
        let from = block * room;
        let shaded = |i: usize| {
            let here = (from + i) * taken..(from + i + 1) * taken;
            curve.repeats.is_some_and(|(s, n)| here.start < s + n && here.end > s)
        };
        for line in (0..lines).rev() {
            let top = |v: &&f64| ((**v - low) / (high - low) * lines as f64).ceil() as usize == line + 1;
            let name = names.iter().filter(|v| **v > low).find(top);
            out += &format!("{} │", pad_left(&name.map_or(String::new(), |v| format!("{v}")), side));
            let row: String = some
                .iter()
                .enumerate()
                .map(|(i, m)| {
                    let shown = match m {
                        Mark::Number(v) => {
                            let filled =
                                ((v - low) / (high - low) * lines as f64 - line as f64).clamp(0.0, 1.0);
                            EIGHTHS[(filled * 8.0).round() as usize].to_string()
                        }
                        Mark::Word(w) if line == 0 => {
                            return look.paint(words.all[*w].paint(), &words.all[*w].letter.to_string());
                        }
                        _ => " ".into(),
                    };
                    if shaded(i) && shown != " " { look.paint(Paint::Good, &shown) } else { shown }
                })
                .collect();
            out += row.trim_end_matches(' ');
            out.push('\n');
        }
        if lines == 0 {
            let letter = |m: &Mark| match m {
                Mark::Word(w) => look.paint(words.all[*w].paint(), &words.all[*w].letter.to_string()),
                _ => " ".into(),
            };
            out += &format!("{} │{}\n", pad("", side), some.iter().map(letter).collect::<String>());
        }
        let least = if lines == 0 { String::new() } else { format!("{low}") };
        out += &format!("{} └{}\n", pad_left(&least, side), "─".repeat(some.len()));
        let here = named.iter().filter(|i| (from..from + some.len()).contains(i)).map(|i| i - from);
        out += &axis(p, &ticks[from..from + some.len()], here, side + 2, &shaded);
    }
    if taken > 1 {
        out += &format!("each column is the largest of {taken} values\n");
    }
    out
}

/// A mark for each value; of a very long sequence one for several, and for how many.
fn in_short(curve: &CurveAnswer, words: &Words, room: usize) -> (Vec<Mark>, usize) {
    let one = |(v, label): (&Option<f64>, &String)| match v {
        Some(v) => Mark::Number(*v),
        None => words.which(label).map_or(Mark::Nothing, Mark::Word),
    };
    let all: Vec<Mark> = curve.values.iter().zip(&curve.labels).map(one).collect();
    if all.len() <= room * BLOCKS || all.iter().any(|m| !matches!(m, Mark::Number(_))) {
        return (all, 1);
    }
    let taken = all.len().div_ceil(room * BLOCKS / 2);
    let taken = round_steps(0.0, taken as f64 * 10.0, 10).get(1).map_or(taken, |s| *s as usize).max(taken);
    let largest = |some: &[Mark]| {
        let number = |m: &Mark| if let Mark::Number(v) = m { *v } else { f64::MIN };
        Mark::Number(some.iter().map(number).fold(f64::MIN, f64::max))
    };
    (all.chunks(taken).map(largest).collect(), taken)
}

/// The names of some places below their columns; the period is underlined.
fn axis(
    p: &PlotAnswer,
    ticks: &[String],
    named: impl Iterator<Item = usize>,
    indent: usize,
    shaded: &dyn Fn(usize) -> bool,
) -> String {
    let n = ticks.len();
    let mut marks = String::new();
    let under: String = (0..n).map(|i| if shaded(i) { '~' } else { ' ' }).collect();
    for i in named {
        let label = &ticks[i];
        let begin = i.saturating_sub(width(label).saturating_sub(1) / 2);
        if (marks.is_empty() || width(&marks) < begin) && begin + width(label) <= n + 4 {
            marks = pad(&marks, begin) + label;
        }
    }
    let line = |text: &str| format!("{}{}\n", " ".repeat(indent), text.trim_end());
    let under = if under.trim().is_empty() { String::new() } else { line(&under) };
    let told = if named_all(&marks, ticks) || n > 60 { String::new() } else { listed(ticks, p) };
    under + &line(&marks) + &told
}

/// Whether an axis of words shows all of them, or is one of numbers.
fn named_all(marks: &str, ticks: &[String]) -> bool {
    ticks.iter().all(|t| t.parse::<f64>().is_ok()) || marks.split_whitespace().count() >= ticks.len()
}

/// The words of a short axis that has no room for them.
fn listed(ticks: &[String], p: &PlotAnswer) -> String {
    wrap(&format!("{} = {}", p.axes[0], ticks.join(", ")), 78, "  ")
}

fn shades(p: &PlotAnswer, words: &Words, look: &Look) -> String {
    let curve = &p.curves[0];
    let found = extremes(&p.curves);
    let n = p.ticks[1].len();
    let side = p.ticks[0].iter().map(|t| width(t)).max().unwrap_or(1);
    let room = (look.columns().saturating_sub(side + 3) / 2).max(1);
    let named = named_in_columns(&p.ticks[1], 2);
    let mut out = format!("down {}, across {}\n", p.axes[0], p.axes[1]);
    for from in (0..n).step_by(room) {
        let to = (from + room).min(n);
        let across = &p.ticks[1][from..to];
        let mut marks = String::new();
        for i in named.iter().filter(|i| (from..to).contains(i)).map(|i| i - from) {
            let begin = (2 * i + 2usize).saturating_sub(width(&across[i]));
            if (marks.is_empty() || width(&marks) < begin)
                && begin + width(&across[i]) <= 2 * across.len() + 2
            {
                marks = pad(&marks, begin) + &across[i];
            }
        }
        out += &format!("{}  {}\n", pad("", side), marks);
        for (row, tick) in p.ticks[0].iter().enumerate() {
            let cell = |i: usize| match curve.values[i] {
                Some(0.0) => look.paint(Paint::Lost, ZERO),
                Some(v) => SHADES[shade_of(v, found)].to_string(),
                None => words.which(&curve.labels[i]).map_or("  ".into(), |w| {
                    look.paint(words.all[w].paint(), &format!(" {}", words.all[w].letter))
                }),
            };
            let cells: String = (row * n + from..row * n + to).map(cell).collect();
            out += &format!("{} │{cells}│\n", pad_left(tick, side));
        }
    }
    out
}

/// Only 0 has no shade.
fn shade_of(v: f64, found: Option<(f64, f64)>) -> usize {
    let (low, high) = shaded(found);
    let share = if high > low { (v - low) / (high - low) } else { 1.0 };
    ((share * SHADES.len() as f64) as usize).min(SHADES.len() - 1)
}

/// The values of the lightest and the darkest shade.
fn shaded(found: Option<(f64, f64)>) -> (f64, f64) {
    let (low, high) = found.unwrap_or((1.0, 1.0));
    (if low >= 0.0 { 1.0 } else { low }, if low >= 0.0 { high.max(1.0) } else { high })
}

/// What shades and letters mean.
fn legend(p: &PlotAnswer, words: &Words, look: &Look) -> String {
    let mut out = String::new();
    if let (Some(found), 2) = (extremes(&p.curves), p.axes.len()) {
        let (low, high) = shaded(Some(found));
        let parts = SHADES.len() as f64;
        let mut said = vec![format!("{}: 0", look.paint(Paint::Lost, ZERO.trim()))];
        for (i, shade) in SHADES.iter().enumerate() {
            let from = (low + (high - low) * i as f64 / parts).ceil();
            let to = (low + (high - low) * (i + 1) as f64 / parts).ceil() - 1.0;
            let to = if i + 1 == SHADES.len() { high } else { to };
            if from <= to && high >= from {
                said.push(if from == to {
                    format!("{shade}: {from}")
                } else {
                    format!("{shade}: {from} to {to}")
                });
            }
        }
        out += &(said.join("   ") + "\n");
    }
    for word in &words.all {
        let letter = look.paint(word.paint(), &word.letter.to_string());
        let said = said(word);
        let once = word.meaning.starts_with(&format!("{} ", word.name)).then(|| word.meaning.clone());
        let own = said.strip_prefix(&format!("{}: ", word.letter)).map(String::from);
        let text = own.or(once).unwrap_or(said);
        out += &format!("{letter}: {}\n", shorten(&text, look.columns().saturating_sub(3)));
    }
    remarks(p).iter().for_each(|r| out += &wrap(r, look.columns(), ""));
    out
}
