//! Functions and elements without the brackets or words of their own: `max s`, `min a b`, `sum [1, 2]`, `cell(r, c)`, `s without
//! p and q`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[called_by_space, cell_called];

/// What can be read and is never right: `sum [1, 2]`, `s without p and q`.
pub(super) const NEVER_RIGHT: &[Way] = &[called_by_list, several_left_out];

/// `max s`, `size s`, `value P(3)`: a function of the language without brackets
fn called_by_space(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let known = matches!(
            p.w(i),
            "max"
                | "min"
                | "size"
                | "sum"
                | "sort"
                | "indices"
                | "letters"
                | "value"
                | "outcome"
                | "options"
                | "touching"
                | "maximum"
                | "minimum"
        );
        let end = match p.w(i + 2) {
            "(" | "[" if p.is_name(i + 1) => p.closing(i + 2)? + 1,
            _ => i + 2,
        };
        // `min a b`: of two
        let two = matches!(p.w(i), "min" | "max")
            && end == i + 2
            && (p.is_name(end) || p.is_number(end))
            && p.view.first_on_line(end) == p.view.first_on_line(i);
        if two && p.is_name(i + 1) && !p.view.first_on_line(i) && !matches!(p.w(end), "for" | "of") {
            let text = format!("{}({}, {})", p.w(i), p.w(i + 1), p.w(end));
            let found = p.error(
                "missing-sign",
                "The arguments of a function are written in parentheses",
                p.over(i, end + 1),
            );
            return Some(found.instead(p.over(i, end + 1), text));
        }
        let argument = p.is_name(i + 1) && !matches!(p.w(i + 1), "of" | "for" | "from");
        let text = format!("{}({})", p.w(i), p.text(i + 1, end));
        let found =
            p.error("missing-sign", "The argument of a function is written in parentheses", p.over(i, end));
        let inside = !p.view.first_on_line(i) && !matches!(p.w(i - 1), "let" | "move" | ".");
        (known && argument && inside).then(|| found.instead(p.over(i, end), text))
    })
}

/// `cell(r, c)`: a cell is a pair
fn cell_called(p: &Phrase) -> Option<Diagnostic> {
    let calls = |i: &usize| {
        let two = |close: usize| parts(p, i + 2, close, |w| w == ",").len() == 2;
        matches!(p.w(*i), "cell" | "Cell") && p.w(i + 1) == "(" && p.closing(i + 1).is_some_and(two)
    };
    let all: Vec<usize> = (1..p.len()).filter(calls).collect();
    let first = *all.first()?;
    let found = p.error("keyword-as-name", "A cell is the pair of its row and its column", p.span(first));
    let found = found.hint(meant("(r, c)"));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.over(i, i + 1).to(p.before(i + 1)), "")))
}

/// `sum [1, 2]`, which is read as an entry of `sum`
fn called_by_list(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let known =
            matches!(p.w(i), "max" | "min" | "size" | "sum" | "sort" | "mex" | "join") && p.w(i + 1) == "[";
        let close = p.closing(i + 1).filter(|_| known && !matches!(p.w(i - 1), "let" | "." | "move"))?;
        let found = p.error(
            "missing-sign",
            "The argument of a function is written in parentheses",
            p.over(i, close + 1),
        );
        Some(found.instead(p.over(i, close + 1), format!("{}({})", p.w(i), p.text(i + 1, close + 1))))
    })
}

/// `to A(s without p and q)`, `to A(s with p and q)`
fn several_left_out(p: &Phrase) -> Option<Diagnostic> {
    let operand =
        |k: usize| if p.w(k) == "(" { p.closing(k).map(|c| c + 1) } else { p.is_name(k).then_some(k + 1) };
    (3..p.len()).filter(|&i| matches!(p.w(i), "without" | "with") && p.is_game()).find_map(|i| {
        let joined = operand(i + 1).filter(|&k| p.w(k) == "and")?;
        let end = operand(joined + 1).filter(|&k| matches!(p.w(k), ")" | "," | "without" | "with"))?;
        let target = (0..i).rev().find(|&k| matches!(p.w(k), "to" | "where" | "when" | "move"))?;
        let found = p.error(
            "missing-word",
            format!("Each element has a `{}` of its own", p.w(i)),
            p.over(joined, end),
        );
        (p.w(target) == "to").then(|| found.instead(p.span(joined), p.w(i)))
    })
}
