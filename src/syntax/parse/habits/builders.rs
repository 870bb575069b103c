//! Sets and sums in the signs of mathematics: `[x^2 | x <- row, x > 5]`, `{x : x in S and x > 1}`, `Σ_{k=1}^{5} k^2`,
//! `S ⊆ T`, `n²`, `0.5 * n`.

use super::phrase::{Phrase, Way, meant};
use super::values::operand;
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] =
    &[root, builder_in_parts, indexed_sum, subset, superscript, subscript, part_of_a_number];

/// The parts between two tokens, cut at commas and at `and`.
fn parts(p: &Phrase, from: usize, end: usize) -> Vec<(usize, usize)> {
    let mut all = vec![];
    let mut start = from;
    while start < end {
        let cut = |k: usize| matches!(p.w(k), "," | "and" | "∧" | "&&" | ";");
        let next = p.find(start, cut).filter(|&k| k < end).unwrap_or(end);
        all.push((start, next));
        start = next + 1;
    }
    all
}

/// `[x^2 | x <- row, x > 5]`, `{x : x in S and x > 1}`
fn builder_in_parts(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|open| {
        let close = p.closing(open).filter(|_| matches!(p.w(open), "{" | "["))?;
        let bar = p
            .find(open + 1, |k| matches!(p.w(k), "|" | ":" | "for"))
            .filter(|&k| k > open + 1 && k < close)?;
        let (mut choices, mut conditions) = (vec![], vec![]);
        let mut needed = p.w(bar) != "for";
        for (from, end) in parts(p, bar + 1, close) {
            let arrow = p.w(from + 1) == "<" && p.w(from + 2) == "-";
            let behind = from + if arrow { 3 } else { 2 };
            if p.is_name(from) && (arrow || matches!(p.w(from + 1), "in" | "∈" | "←")) {
                choices.push(format!("{} in {}", p.w(from), p.text(behind, end)));
                needed |= arrow || p.w(from + 1) == "←";
            } else {
                conditions.push(p.text(from, end));
            }
        }
        let guard = if conditions.is_empty() {
            String::new()
        } else {
            format!(" where {}", conditions.join(" and "))
        };
        let text = format!("{} for {}{guard}", p.text(open + 1, bar), choices.join(", "));
        let found = p.error("set-builder", format!("`{}` is written `for` here", p.w(bar)), p.span(bar));
        (needed && !choices.is_empty() && p.find(bar + 1, |k| p.w(k) == "where").is_none_or(|k| k > close))
            .then(|| found.instead(p.over(open + 1, close), text))
    })
}

/// `Σ_{k=1}^{5} k^2`, `sum_{k=1}^n k`
fn indexed_sum(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|i| {
        let own = match p.w(i).trim_end_matches('_') {
            "sum" | "Σ" | "∑" => "sum",
            "prod" | "product" | "∏" | "Π" => "product",
            "max" => "max",
            "min" => "min",
            _ => return None,
        };
        let open = i + 1 + usize::from(p.w(i + 1) == "_");
        let close =
            p.closing(open).filter(|_| p.w(open) == "{" && p.is_name(open + 1) && p.w(open + 2) == "=")?;
        (p.w(close + 1) == "^").then_some(())?;
        let (hi, behind) = match p.w(close + 2) {
            "{" => (p.text(close + 3, p.closing(close + 2)?), p.closing(close + 2)? + 1),
            _ => (p.text(close + 2, close + 3), close + 3),
        };
        let end = p.part_end(behind);
        let text = format!(
            "{own}({} for {} in {}..{hi})",
            p.text(behind, end),
            p.w(open + 1),
            p.text(open + 3, close)
        );
        let found =
            p.error("foreign-sign", format!("The range of `{own}` comes after `for`"), p.over(i, behind));
        (behind < end).then(|| found.instead(p.over(i, end), text))
    })
}

/// `S ⊆ T`, `S subset of T`
fn subset(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "subset" | "⊆" | "⊂" | "subseteq");
        let from =
            i - usize::from(p.w(i - 1) == "a") - usize::from(p.back(i, 2) == "is" || p.w(i - 1) == "is");
        let behind = i + 1 + usize::from(p.w(i + 1) == "of");
        (word && p.view.ends_operand(from.checked_sub(1)?)).then_some(())?;
        let (start, end) = (operand(p, from), p.part_end(behind));
        let text = format!("size({} minus {}) == 0", p.text(start, from), p.text(behind, end));
        let found = p.error(
            "foreign-sign",
            "`minus` shows whether all elements of a set are in another one",
            p.over(from, behind),
        );
        (behind < end).then(|| found.instead(p.over(start, end), text))
    })
}

/// `n²`
fn superscript(p: &Phrase) -> Option<Diagnostic> {
    let digit = |k: usize| {
        "⁰¹²³⁴⁵⁶⁷⁸⁹"
            .chars()
            .position(|c| p.w(k).chars().eq([c]))
            .filter(|_| p.view.token(k) == Some(Token::Unknown))
    };
    let first = (1..p.len()).find(|&k| digit(k).is_some())?;
    let found = p.error("foreign-sign", "A power is written `^`", p.span(first));
    let found = found.hint(meant(&format!("{}^{}", p.w(first - 1), digit(first)?)));
    let all = (first..p.len()).filter_map(|k| Some((k, digit(k)?)));
    Some(all.fold(found, |d, (k, power)| {
        let sign = if k > 0 && digit(k - 1).is_some() { "" } else { "^" };
        d.replace(p.span(k), format!("{sign}{power}"))
    }))
}

/// `x₁`: a name with a digit
fn subscript(p: &Phrase) -> Option<Diagnostic> {
    let digit = |k: usize| {
        let joined = p.view.tokens[k - 1].span.end == p.view.tokens[k].span.start;
        let value = "₀₁₂₃₄₅₆₇₈₉".chars().position(|c| p.w(k).chars().eq([c]));
        value.filter(|_| joined && p.view.token(k) == Some(Token::Unknown))
    };
    let all: Vec<(usize, usize)> = (1..p.len()).filter_map(|k| Some((k, digit(k)?))).collect();
    let &(first, value) = all.first()?;
    let found = p.error("foreign-sign", "The digits of a name are ordinary ones", p.span(first));
    let found = found.hint(meant(&format!("{}{value}", p.w(first - 1))));
    p.is_name(first - 1)
        .then(|| all.iter().fold(found, |d, &(k, value)| d.replace(p.span(k), value.to_string())))
}

/// `0.5 * n`, `n * 0.25`
fn part_of_a_number(p: &Phrase) -> Option<Diagnostic> {
    let whole = |k: usize| match p.w(k) {
        "0.5" => Some(2),
        "0.25" => Some(4),
        "0.2" => Some(5),
        "0.1" => Some(10),
        _ => None,
    };
    let dotted = |k: usize| match (p.w(k), p.w(k + 1), p.w(k + 2)) {
        ("0", ".", "5") => Some((2, 3)),
        ("0", ".", "25") => Some((4, 3)),
        _ => whole(k).map(|n| (n, 1)),
    };
    (0..p.len()).find_map(|i| {
        let (parts, width) = dotted(i)?;
        let behind = i + width;
        let found = p.error("decimal", "Only whole numbers are used here", p.over(i, behind));
        let note = "Division is rounded down.";
        if p.w(behind) == "*" {
            let close = if p.w(behind + 2) == "(" { p.closing(behind + 2)? + 1 } else { behind + 2 };
            let text = format!("{} / {parts}", p.text(behind + 1, close));
            return Some(found.note(note).instead(p.over(i, close), text));
        }
        (i > 1 && p.w(i - 1) == "*")
            .then(|| found.note(note).instead(p.over(i - 1, behind), format!("/ {parts}")))
    })
}

/// `√9`, `√(n + 1)`
fn root(p: &Phrase) -> Option<Diagnostic> {
    let i = (0..p.len()).find(|&i| p.w(i) == "√" && p.view.starts_operand(i + 1))?;
    let end = if p.w(i + 1) == "(" { p.closing(i + 1)? + 1 } else { i + 2 };
    let of = p.text(i + 1, end);
    let found =
        p.error("foreign-sign", "The root is rounded down: the largest k with k^2 <= n", p.over(i, end));
    Some(found.instead(p.over(i, end), format!("max(k for k in 0..{of} where k^2 <= {of})")))
}
