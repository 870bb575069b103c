//! Values in the terminal, in block characters.

use super::plot::repeats;
use crate::answer::PlotAnswer;
use crate::layout::{Look, Paint, clean, one_line, pad, pad_left, shorten, width};

/// Shades of a heat map, from the smallest value to the largest.
const SHADES: [&str; 5] = ["  ", "░░", "▒▒", "▓▓", "██"];

/// Eighths of a line.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// A sequence is at most so many lines high.
const HIGH: usize = 12;

/// The values as columns, or as a board of shades.
pub fn blocks(p: &PlotAnswer, look: &Look) -> String {
    let title = shorten(&one_line(&clean(&p.title)), look.columns());
    let body = if p.axes.len() == 1 { columns(p, look) } else { shades(p, look) };
    format!("{}\n{body}", look.paint(Paint::Bold, &title))
}

fn columns(p: &PlotAnswer, look: &Look) -> String {
    let high = p.values.iter().flatten().fold(1.0f64, |a, b| a.max(*b));
    let lines = (high.ceil() as usize).clamp(1, HIGH);
    let side = format!("{high}").len();
    let room = look.columns().saturating_sub(side + 3).max(10);
    let mut out = String::new();
    for (block, values) in p.values.chunks(room).enumerate() {
        let from = block * room;
        for line in (0..lines).rev() {
            let mark = if line + 1 == lines { format!("{high}") } else { String::new() };
            out += &format!("{} │", pad_left(&mark, side));
            for (i, v) in values.iter().enumerate() {
                let filled = v.map_or(0.0, |v| v / high * lines as f64 - line as f64).clamp(0.0, 1.0);
                let shown = EIGHTHS[(filled * 8.0).round() as usize];
                let in_period = p.repeats.is_some_and(|(s, n)| (s..s + n).contains(&(from + i)));
                out += &if in_period { look.paint(Paint::Good, shown) } else { shown.to_string() };
            }
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
        }
        out += &format!("{} └{}\n", pad_left("0", side), "─".repeat(values.len()));
        out += &axis(p, from, values.len(), side + 2);
    }
    if let Some((start, period)) = p.repeats {
        out += &format!("{}\n", repeats(p, start, period));
    }
    out
}

/// The names of some places below their columns; the period is underlined.
fn axis(p: &PlotAnswer, from: usize, n: usize, indent: usize) -> String {
    let mut marks = String::new();
    let mut under = String::new();
    for i in 0..n {
        let label = &p.ticks[0][from + i];
        if i % 10 == 0 && width(&marks) <= i {
            marks = pad(&marks, i) + label;
        }
        under += if p.repeats.is_some_and(|(s, len)| (s..s + len).contains(&(from + i))) { "~" } else { " " };
    }
    let line = |text: &str| format!("{}{}\n", " ".repeat(indent), text.trim_end());
    let under = if under.trim().is_empty() { String::new() } else { line(&under) };
    under + &line(&marks)
}

fn shades(p: &PlotAnswer, look: &Look) -> String {
    let high = p.values.iter().flatten().fold(1.0f64, |a, b| a.max(*b));
    let n = p.ticks[1].len();
    let side = p.ticks[0].iter().map(|t| width(t)).max().unwrap_or(1);
    let room = (look.columns().saturating_sub(side + 2) / 2).max(1);
    let mut out = format!("down {}, across {}\n", p.axes[0], p.axes[1]);
    for from in (0..n).step_by(room) {
        let to = (from + room).min(n);
        for (row, tick) in p.ticks[0].iter().enumerate() {
            let cells = &p.values[row * n + from..row * n + to];
            let shade = |v: &Option<f64>| v.map_or("? ", |v| SHADES[shade_of(v, high)]);
            out += &format!("{} │{}│\n", pad_left(tick, side), cells.iter().map(shade).collect::<String>());
        }
    }
    let step = high / SHADES.len() as f64;
    let (low, top) = super::plot::ends(p, high);
    match low.as_str() {
        "0" => out + &format!("blank is 0, full is {:.0} to {high}\n", (high - step).ceil()),
        _ => out + &format!("blank is {low}, full is {top}\n"),
    }
}

/// Only 0 is blank.
fn shade_of(v: f64, high: f64) -> usize {
    if v <= 0.0 {
        0
    } else {
        ((v / high * (SHADES.len() - 1) as f64).ceil() as usize).clamp(1, SHADES.len() - 1)
    }
}
