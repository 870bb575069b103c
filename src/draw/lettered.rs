//! Words as a picture: lines of equal letters, as they are on a terminal.

use super::sheet::{Style, round, sheet};
use crate::layout::{clean, shorten, width};
use svg::node::element::Text;

const LETTERS: f64 = 12.0;
/// How wide a letter is, and how far lines are apart.
const ADVANCE: f64 = 0.602 * LETTERS;
const LEADING: f64 = 1.4 * LETTERS;
const MARGIN: f64 = 16.0;

/// More columns and lines are not drawn.
const COLUMNS: usize = 160;
const LINES: usize = 200;

/// The picture of a text.
pub fn lettered(text: &str, style: &Style) -> String {
    let text = clean(text);
    let mut lines: Vec<String> = text.lines().take(LINES).map(|l| shorten(l, COLUMNS)).collect();
    if text.lines().nth(LINES).is_some() {
        lines.push("...".into());
    }
    let columns = lines.iter().map(|l| width(l)).max().unwrap_or(0) as f64;
    let size = (columns * ADVANCE + 2.0 * MARGIN, lines.len() as f64 * LEADING + 2.0 * MARGIN);
    let mut picture = sheet(style, size, LETTERS as i64, lines.first().map_or("", String::as_str));
    for (i, line) in lines.iter().enumerate() {
        let indent = line.chars().take_while(|c| *c == ' ').count();
        let y = MARGIN + LETTERS + i as f64 * LEADING;
        // Spaces inside are kept apart by spaces that do not collapse.
        let shown = line.trim_start().replace("  ", "\u{a0} ");
        let x = MARGIN + indent as f64 * ADVANCE;
        picture = picture.add(Text::new(shown).set("x", round(x)).set("y", round(y)));
    }
    picture.to_string() + "\n"
}
