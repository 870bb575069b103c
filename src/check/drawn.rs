//! Boards that are drawn with other marks than those of the language.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What marks a cell in drawings without a single dot.
const FREE: &str = "oO0-+·•□◻⬜○∘*1";

/// `board("oox|ooo")`, `board(". . x")`, `board("../..")`: what is said about a drawing with marks that mean nothing.
pub(super) fn odd_marks(text: &str, place: Span) -> Option<Diagnostic> {
    let odd = marks(text).find(|c| !is_mark(*c))?;
    let title =
        format!("A board is drawn with . for a cell and x or # for none; `{odd}` means nothing there");
    let d = Diagnostic::error("cannot-compute", title).at(place, "");
    if let Some((rows, cols)) = text.split_once(['x', 'X']).filter(|(a, b)| is_number(a) && is_number(b)) {
        return Some(d.instead(place, format!("{}, {}", rows.trim(), cols.trim())));
    }
    Some(match redrawn(text) {
        Some(drawn) => d.instead(place, format!("\"{drawn}\"")),
        None => d,
    })
}

/// `2` of `2x3`
fn is_number(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | 'x' | 'X' | '#' | '_')
}

/// The marks of a drawing, row by row.
fn marks(text: &str) -> impl Iterator<Item = char> {
    text.trim().split(['|', '\n']).flat_map(|row| row.trim().chars())
}

/// The same drawing with the marks of the language; nothing where its marks do not say which cells are meant.
fn redrawn(text: &str) -> Option<String> {
    let rows = text.trim().split(['|', '\n', '/', ';', ',']).map(str::trim);
    // Blanks between all marks say nothing.
    let rows: Vec<String> =
        rows.map(|row| if is_spaced(row) { row.replace(' ', "") } else { row.to_owned() }).collect();
    let dots = text.contains('.');
    let odd = |c: char| !is_mark(c);
    let mut others: Vec<char> = rows.iter().flat_map(|row| row.chars()).filter(|c| odd(*c)).collect();
    others.sort_unstable();
    others.dedup();
    let is_free = |c: char| match others.as_slice() {
        _ if dots => false,
        [_] => true,
        // In a matrix, 1 says that there is a cell.
        many if many.contains(&'1') => c == '1',
        many if many.iter().any(|c| FREE.contains(*c)) => FREE.contains(c),
        _ => c == ' ',
    };
    let redraw = |c: char| match c {
        _ if !odd(c) => c,
        _ if is_free(c) => '.',
        _ => 'x',
    };
    let rows: Vec<String> = rows.iter().map(|row| row.chars().map(redraw).collect()).collect();
    Some(rows.join("|")).filter(|drawn| drawn.contains('.'))
}

fn is_spaced(row: &str) -> bool {
    row.chars().count() > 2 && row.chars().enumerate().all(|(i, c)| (c == ' ') == (i % 2 == 1))
}
