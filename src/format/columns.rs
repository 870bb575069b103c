//! Rows of numbers, one on each line, have their columns aligned.

use super::pieces::Text;
use crate::layout::width;
use crate::syntax::token::Token;

/// Wider rows are left alone: they may have to be broken.
const WIDEST: usize = 80;

/// For every piece, how many spaces are put before it so that columns are aligned.
pub(super) fn padding(text: &Text, breaks: &[bool]) -> Vec<usize> {
    let mut pad = vec![0; text.pieces.len()];
    let mut at = 0;
    while at < text.pieces.len() {
        let rows = rows_from(text, breaks, at);
        at = rows.last().map_or(at + 1, |r| r.1);
        if rows.len() > 1 {
            align(text, &rows, &mut pad);
        }
    }
    pad
}

/// Rows of equally many numbers, each on a line of its own, from a piece on: first and one past the last piece.
fn rows_from(text: &Text, breaks: &[bool], mut at: usize) -> Vec<(usize, usize)> {
    let mut rows: Vec<(usize, usize)> = vec![];
    while let Some(end) = row(text, breaks, at) {
        if rows.first().is_some_and(|r| r.1 - r.0 != end - at) {
            break;
        }
        rows.push((at, end));
        at = end;
        if text.pieces.get(at).is_none_or(|p| p.token != Token::Comma) {
            break;
        }
        at += 1;
    }
    rows
}

/// Where a row of numbers that begins a line ends.
fn row(text: &Text, breaks: &[bool], from: usize) -> Option<usize> {
    let open = text.pieces.get(from).filter(|p| p.token == Token::OpenSquare && breaks[from])?;
    let plain = |i: &usize| {
        let p = &text.pieces[*i];
        !breaks[*i] && matches!(p.token, Token::Number | Token::Comma) && p.item == open.item
    };
    let end = from + 1 + (from + 1..text.pieces.len()).take_while(plain).count();
    let closed = text.pieces.get(end).is_some_and(|p| p.token == Token::CloseSquare && !breaks[end]);
    let columns = text.pieces[from..end].iter().map(|p| 1 + width(&p.word)).sum::<usize>();
    (closed && end > from + 1 && columns < WIDEST).then_some(end + 1)
}

fn align(text: &Text, rows: &[(usize, usize)], pad: &mut [usize]) {
    for column in 1..rows[0].1 - rows[0].0 {
        let widths = rows.iter().map(|r| width(&text.pieces[r.0 + column].word));
        let widest = widths.clone().max().unwrap_or(0);
        rows.iter().zip(widths).for_each(|(r, w)| pad[r.0 + column] = widest - w);
    }
}
