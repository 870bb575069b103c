//! Words of boards: `right of p`, `the cell above p`, `neighbours of p`, `row of p`, `row 1 of b`, `b.row(1)`, `p and q in the
//! same row`, and a cell that is chosen `next to p`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[in_the_same_row, row_of_board, part_of_cell, direction_of, chosen_beside];

/// How a cell beside `p` is written, by the word for its direction.
fn beside(word: &str, p: &str) -> Option<String> {
    Some(match word {
        "right" | "east" => format!("({p}.row, {p}.col + 1)"),
        "left" | "west" => format!("({p}.row, {p}.col - 1)"),
        "above" | "over" | "up" | "north" => format!("({p}.row - 1, {p}.col)"),
        "below" | "under" | "underneath" | "down" | "south" | "beneath" => {
            format!("({p}.row + 1, {p}.col)")
        }
        _ => return None,
    })
}

/// The axis that a word means.
fn axis(word: &str) -> Option<&'static str> {
    match word.to_lowercase().as_str() {
        "row" | "rows" | "line" => Some("row"),
        "col" | "column" | "columns" | "cols" => Some("col"),
        _ => None,
    }
}

fn is_small_name(p: &Phrase, i: usize) -> bool {
    p.is_name(i) && p.w(i).starts_with(char::is_lowercase) && !matches!(p.w(i + 1), "(" | "[")
}

/// One place with a direction: from where to where, and the cell it means.
fn told_direction(p: &Phrase, i: usize) -> Option<(usize, usize, String)> {
    if p.back(i, 1) == "." || matches!(p.back(i, 1), "move" | "let") {
        return None;
    }
    let sided = !matches!(p.w(i), "above" | "below" | "beneath" | "underneath");
    let of = matches!(p.w(i + 1), "of" | "from");
    let at = i + 1 + usize::from(of);
    // `left p` may be anything; `above p` is not.
    let text = beside(p.w(i), p.w(at)).filter(|_| is_small_name(p, at) && (of || !sided))?;
    let said = |k: usize| matches!(p.w(k), "the" | "cell" | "square" | "to" | "one" | "directly" | "just");
    let from = (1..i).rev().take_while(|&k| said(k)).last().unwrap_or(i);
    // After `in` stands what the cell is one of.
    let text = if p.back(from, 1) == "in" { format!("[{text}]") } else { text };
    Some((from, at + 1, text))
}

/// `right of p`, `above p`, `the cell below p`: everywhere in the item
fn direction_of(p: &Phrase) -> Option<Diagnostic> {
    let all: Vec<_> = (2..p.len()).filter_map(|i| told_direction(p, i)).collect();
    let (from, to, text) = all.first()?;
    let found = p.error("foreign-word", "A cell is the pair of its row and its column", p.over(*from, *to));
    let found = found.hint(meant(text));
    Some(all.iter().fold(found, |d, (from, to, text)| d.replace(p.over(*from, *to), text.clone())))
}

/// `neighbours of p`, `row of p`, `column of p`: everywhere in the item
fn part_of_cell(p: &Phrase) -> Option<Diagnostic> {
    let told = |i: usize| {
        let cell = p.w(i + 2);
        let neighbours =
            matches!(p.w(i), "neighbours" | "neighbors" | "neighbour" | "neighbor" | "neighbourhood");
        let text = match axis(p.w(i)) {
            Some(axis) => format!("{cell}.{axis}"),
            None if neighbours => format!("touching({cell})"),
            None => return None,
        };
        let from = i - usize::from(p.back(i, 1) == "the");
        (p.w(i + 1) == "of" && is_small_name(p, i + 2)).then_some((from, i + 3, text))
    };
    let all: Vec<_> = (2..p.len()).filter_map(told).collect();
    let (from, to, text) = all.first()?;
    let title =
        if text.contains('.') { "A cell has `.row` and `.col`" } else { "The cells beside a cell are a set" };
    let found = p.error("foreign-word", title, p.over(*from, *to)).hint(meant(text));
    Some(all.iter().fold(found, |d, (from, to, text)| d.replace(p.over(*from, *to), text.clone())))
}

/// The cells of a board in one row or column.
fn cells_where(p: &Phrase, board: &str, axis: &str, number: &str) -> Option<String> {
    let x = ["q", "c", "p", "x", "y"].into_iter().find(|x| (0..p.len()).all(|k| p.w(k) != *x))?;
    Some(format!("{{{x} for {x} in {board} where {x}.{axis} == {number}}}"))
}

/// `row 1 of b`, `column c of b`, `b.row(1)`
fn row_of_board(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let axis = axis(p.w(i))?;
        let number = |k: usize| p.is_number(k) || is_small_name(p, k);
        let said = number(i + 1) && matches!(p.w(i + 2), "of" | "in") && is_small_name(p, i + 3);
        let close = p.closing(i + 1).filter(|&c| p.back(i, 1) == "." && p.w(i + 1) == "(" && c > i + 2);
        let (from, to, board, place) = match close {
            Some(close) => (i.checked_sub(2)?, close + 1, p.back(i, 2), p.text(i + 2, close)),
            None if said => (i - usize::from(p.w(i - 1) == "the"), i + 4, p.w(i + 3), p.w(i + 1)),
            None => return None,
        };
        let text = cells_where(p, board, axis, place)?;
        let found =
            p.error("foreign-word", "A row or a column of a board is a set of its cells", p.over(from, to));
        (p.is_name(if close.is_some() { from } else { i + 3 })).then(|| found.instead(p.over(from, to), text))
    })
}

/// `p and q in the same row`, `p in the same column as q`
fn in_the_same_row(p: &Phrase) -> Option<Diagnostic> {
    let same = (3..p.len()).find(|&k| p.w(k) == "same" && axis(p.w(k + 1)).is_some())?;
    let axis = axis(p.w(same + 1))?;
    let said = |k: usize| matches!(p.w(k), "in" | "the" | "on" | "are" | "is" | "both" | "share" | "have");
    let begin = (1..same).rev().take_while(|&k| said(k)).last()?;
    let after = same + 2 + usize::from(matches!(p.w(same + 2), "as" | "of"));
    let (a, b, from, to) = match p.back(begin, 2) {
        "and" | "," => (p.back(begin, 3), p.back(begin, 1), begin.checked_sub(3)?, same + 2),
        _ => (p.back(begin, 1), p.w(after), begin.checked_sub(1)?, after + 1),
    };
    let names = [a, b].iter().all(|w| w.starts_with(char::is_lowercase)) && is_small_name(p, begin - 1);
    let found = p.error("foreign-word", "A cell has `.row` and `.col`", p.over(from, to));
    names.then(|| found.instead(p.over(from, to), format!("{a}.{axis} == {b}.{axis}")))
}

/// `take(p in b, q next to p)`: a cell that is chosen
fn chosen_beside(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| p.w(i - 1) == "," && p.is_name(i)).find_map(|i| {
        let word = i + 1 + usize::from(p.w(i + 1) == "is");
        let known = matches!(
            p.w(word),
            "next" | "beside" | "adjacent" | "touching" | "touches" | "near" | "neighbouring" | "neighboring"
        );
        let cell = word + 1 + usize::from(p.w(word + 1) == "to");
        let text = format!("in touching({})", p.w(cell));
        let found = p.error("foreign-word", "The cells beside a cell are a set", p.over(i + 1, cell + 1));
        (known && is_small_name(p, cell))
            .then(|| found.hint(meant(&format!("{} {text}", p.w(i)))).replace(p.over(i + 1, cell + 1), text))
    })
}
