//! What a statement runs through, given by bounds: `for n < 10`, `for 0 <= n <= 9`, `for n up to 9`, `| n = 0..9`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

/// What can be read and is never right: `show 1,000`.
pub(super) const NEVER_RIGHT: &[Way] = &[zeros_behind_a_comma];

pub(super) const WAYS: &[Way] = &[up_to, bounded, behind_a_bar, large_number];

/// `for n up to 9`
fn up_to(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let up = p.w(i) == "for"
            && p.is_name(i + 1)
            && matches!(p.w(i + 2), "up" | "upto" | "until" | "till" | "below");
        let from = if p.w(i + 3) == "to" { i + 4 } else { i + 3 };
        let end = if up { p.part_end(from) } else { return None };
        let text = format!("{} in 0..{}", p.w(i + 1), p.text(from, end));
        Some(runs(p, i + 1, end).instead(p.over(i + 1, end), text))
    })
}

fn runs(p: &Phrase, from: usize, end: usize) -> Diagnostic {
    p.error("missing-in", "The values of a name come after `in`", p.over(from, end))
}

/// `for n < 10`, `for all n <= 10`, `for 0 <= n <= 9`
fn bounded(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.w(i) == "for" && !p.is_game()).find_map(|i| {
        let start = if matches!(p.w(i + 1), "all" | "each" | "every") { i + 2 } else { i + 1 };
        let less = |k: usize| matches!(p.w(k), "<" | "<=");
        let (lo, name) = match p.is_number(start) && less(start + 1) {
            true => (
                if p.w(start + 1) == "<" { format!("{}+1", p.w(start)) } else { p.w(start).to_owned() },
                start + 2,
            ),
            false => ("0".to_owned(), start),
        };
        let end = p.part_end(name + 2);
        (p.is_name(name) && less(name + 1) && end > name + 2).then_some(())?;
        let dots = if p.w(name + 1) == "<" { "..<" } else { ".." };
        let text = format!("{} in {lo}{dots}{}", p.w(name), p.text(name + 2, end));
        Some(runs(p, start, end).instead(p.over(i + 1, end), text))
    })
}

/// `table Nim(n) | n = 0..9`
fn behind_a_bar(p: &Phrase) -> Option<Diagnostic> {
    let bar = |k: usize| p.w(k) == "|" && p.is_name(k + 1) && matches!(p.w(k + 2), "=" | "in");
    let i = p.find(1, bar).filter(|_| matches!(p.w(0), "table" | "period" | "expect" | "show"))?;
    let text = format!("for {} in", p.w(i + 1));
    let found = p.error("missing-for", "The range of a statement comes after `for`", p.span(i));
    Some(found.instead(p.over(i, i + 3), text))
}

/// `Nim(1,000)`, which reads as two numbers
fn zeros_behind_a_comma(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).any(|i| p.w(i) == "000").then(|| large_number(p))?
}

/// `1.000.000`, `1'000`, `1,000`
fn large_number(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.is_number(i) && p.w(i).len() <= 3).find_map(|i| {
        let group =
            |k: usize| matches!(p.w(k), "." | "'" | "’" | ",") && p.is_number(k + 1) && p.w(k + 1).len() == 3;
        let together = |k: usize| p.view.tokens[k].span.end == p.view.tokens[k + 1].span.start;
        let mut end = i + 1;
        while group(end) && together(end - 1) && together(end) {
            end += 2;
        }
        let groups = (end - i - 1) / 2;
        // `{1,100}` is a set: a group that begins with 0 is no number of its own.
        let listed = p.w(i + 1) == "," && (i + 2..end).step_by(2).all(|k| !p.w(k).starts_with('0'));
        (!listed && (groups > 1 || groups == 1 && p.w(i + 1) != ".")).then_some(())?;
        let digits: String = p.text(i, end).chars().filter(char::is_ascii_digit).collect();
        let found = p.error("bad-number", "The digits of a number are written together", p.over(i, end));
        Some(found.hint(meant(&digits)).replace(p.over(i, end), digits))
    })
}
