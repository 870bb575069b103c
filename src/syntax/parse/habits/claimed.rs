//! What comes before and behind a claim: `is P position`, `for n mod 4 == 0`, `for n >= 0`, `for multiples of 4`, `every 4`,
//! `expect for n in 1..9 A(n) is N`, `== n (mod 4)`, `if A is N then show "win"`, `period(A)`, `for n in 8`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] = &[
    range_by_condition,
    multiples,
    every_so_many,
    range_first,
    behind_outcome,
    remainder_in_brackets,
    asked_if,
    called_period,
    columns_side_by_side,
];

/// What can be read and is never right.
pub(super) const NEVER_RIGHT: &[Way] = &[range_of_one_number];

fn asks(p: &Phrase) -> bool {
    matches!(p.w(0), "expect" | "table" | "show")
}

fn ranges_late(p: &Phrase, from: usize, to: usize) -> Diagnostic {
    p.error("missing-for", "After `for` come the numbers, and then the condition", p.over(from, to))
}

/// `for n mod 4 == 0`, `for every n mod 4 == 0`, `for n >= 1`
fn range_by_condition(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| p.w(k) == "for").filter(|_| asks(p))?;
    let every = usize::from(matches!(p.w(i + 1), "every" | "all" | "each" | "any"));
    let at = i + 1 + every;
    let end = p.find(at, |k| p.w(k) == "under").unwrap_or(p.len());
    (p.is_name(at) && (at..end).all(|k| !matches!(p.w(k), "in" | "where" | "=" | ","))).then_some(())?;
    let name = p.w(at);
    let text = match p.w(at + 1) {
        "mod" | "%" if (at + 2..end).any(|k| matches!(p.w(k), "==" | "!=" | ">" | "<")) => {
            format!("for {name} in 0..20 where {}", p.text(at, end))
        }
        ">=" if end == at + 3 && p.is_number(at + 2) => {
            let first: u64 = p.w(at + 2).parse().ok()?;
            format!("for {name} in {first}..{}", first.checked_add(20)?)
        }
        ">" if end == at + 3 && p.is_number(at + 2) => {
            let first = p.w(at + 2).parse::<u64>().ok()?.checked_add(1)?;
            format!("for {name} in {first}..{}", first.checked_add(19)?)
        }
        _ => return None,
    };
    Some(ranges_late(p, i, end).instead(p.over(i, end), text))
}

/// `for multiples of 4`
fn multiples(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| p.w(k) == "for").filter(|_| asks(p))?;
    let every = usize::from(matches!(p.w(i + 1), "all" | "every" | "the"));
    let at = i + 1 + every;
    let said = matches!((p.w(at), p.w(at + 1)), ("multiples" | "multiple", "of")) && p.is_number(at + 2);
    let name = (1..i)
        .find(|&k| p.is_name(k) && p.w(k).len() == 1 && p.w(k).starts_with(|c: char| c.is_lowercase()))?;
    let end = at + 3;
    let text = format!("for {} in 0..20 where {0} mod {} == 0", p.w(name), p.w(at + 2));
    said.then(|| ranges_late(p, i, end).instead(p.over(i, end), text))
}

/// `for n in 0..20 every 4`
fn every_so_many(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| p.w(k) == "for").filter(|_| asks(p))?;
    let at = p.find(i, |k| p.w(k) == "every").filter(|&k| k > i + 3 && p.is_number(k + 1))?;
    let text = format!("where {} mod {} == 0", p.w(i + 1), p.w(at + 1));
    let found = p.error("foreign-word", "A condition follows `where`", p.over(at, at + 2));
    Some(found.instead(p.over(at, at + 2), text))
}

/// `expect for n in 1..9 A(n) is N`
fn range_first(p: &Phrase) -> Option<Diagnostic> {
    (asks(p) && p.w(1) == "for" && p.is_name(2) && p.w(3) == "in").then_some(())?;
    let begins = |k: &usize| {
        p.is_name(*k)
            && p.w(*k).starts_with(char::is_uppercase)
            && matches!(p.w(k + 1), "(" | "[")
            && p.view.ends_operand(k - 1)
    };
    let k = (5..p.len()).find(begins)?;
    let text = format!("{} {} {}", p.w(0), p.text(k, p.len()), p.text(1, k));
    let found = p.error("missing-for", "The range of a question comes at its end", p.over(1, k));
    Some(found.instead(p.over(0, p.len()), text))
}

/// `is P position`, `is N by take(1)`: what is claimed is said, and what follows says nothing.
fn behind_outcome(p: &Phrase) -> Option<Diagnostic> {
    let is = p.find(1, |k| p.w(k) == "is").filter(|_| p.w(0) == "expect")?;
    let outcome = matches!(p.w(is + 1), "P" | "N" | "draw" | "Left" | "Right");
    let at = is + 2;
    let goes_on = matches!(
        p.w(at),
        "for"
            | "under"
            | ","
            | "and"
            | "or"
            | "if"
            | "when"
            | "where"
            | "whenever"
            | "iff"
            | "only"
            | "exactly"
            | "with"
            | "unless"
            | "in"
            | "on"
    );
    (outcome && !goes_on && p.w(at).starts_with(char::is_alphabetic)).then_some(())?;
    let end = p.find(at, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let found = p.error("foreign-word", "The claim ends with its outcome", p.over(at, end));
    Some(found.hint(format!("Can `{}` be left out?", p.text(at, end))).replace(p.tail(at, end), ""))
}

/// `== n (mod 4)`
fn remainder_in_brackets(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&k| {
        p.w(k) == "("
            && matches!(p.w(k + 1), "mod" | "%" | "modulo")
            && (p.is_number(k + 2) || p.is_name(k + 2))
            && p.w(k + 3) == ")"
            && p.view.ends_operand(k - 1)
    })?;
    let equal = matches!(p.w(i - 2), "==" | "=" | "is" | "≡");
    let text = format!("{} mod {}", p.w(i - 1), p.w(i + 2));
    let found = p.error("operator-called", "`mod` stands between two numbers", p.over(i, i + 4));
    equal.then(|| found.instead(p.over(i - 1, i + 4), text))
}

/// `if A(3) is N then show "win"`
fn asked_if(p: &Phrase) -> Option<Diagnostic> {
    let called = |k: usize| {
        p.w(k) == "if"
            && (k == 0 || p.view.first_on_line(k))
            && p.w(k + 1).starts_with(char::is_uppercase)
            && p.w(k + 2) == "("
    };
    let i = (0..p.len()).find(|&k| called(k))?;
    let close = p.closing(i + 2).filter(|&c| matches!(p.w(c + 1), "is" | "==" | "="))?;
    // A `show` behind `then` is an item of its own.
    let start = p.span(i).range().start;
    let end = start + p.view.text[start..].find('\n').unwrap_or(p.view.text.len() - start);
    let whole = Span::new(p.file, start, end);
    let found = p.error("foreign-word", "`show` says who wins", whole);
    Some(found.instead(whole, format!("show {}", p.text(i + 1, close + 1))))
}

/// `period(A)`
fn called_period(p: &Phrase) -> Option<Diagnostic> {
    let called = p.w(0) == "period" && p.w(1) == "(" && p.is_name(2) && p.w(3) == ")" && p.len() == 4;
    let game = p.w(2).starts_with(char::is_uppercase);
    let found = p.error("missing-for", "A period belongs to a sequence", p.over(0, 4));
    (called && game).then(|| found.instead(p.over(0, 4), format!("period {}(n) for n", p.w(2))))
}

/// `table A(n) for n in 8`
fn range_of_one_number(p: &Phrase) -> Option<Diagnostic> {
    let i = p.find(1, |k| p.w(k) == "for").filter(|_| asks(p))?;
    let one = p.is_name(i + 1) && p.w(i + 2) == "in" && p.is_number(i + 3);
    let alone = matches!(p.w(i + 4), "" | "," | "under" | "where");
    let found = p.error("not-a-collection", "A range has two ends", p.span(i + 3));
    (one && alone).then(|| found.instead(p.span(i + 3), format!("0..{}", p.w(i + 3))))
}

/// `table A(n) value(A(n)) for n in 0..5`
fn columns_side_by_side(p: &Phrase) -> Option<Diagnostic> {
    let end = p.find(1, |k| p.w(k) == "for").filter(|_| matches!(p.w(0), "table" | "show"))?;
    let close = (2..end).find(|&k| {
        p.w(k) == ")" && p.is_name(k + 1) && matches!(p.w(k + 2), "(" | "[") && !p.view.first_on_line(k + 1)
    })?;
    let found = p.error("missing-comma", "A comma separates two columns", p.span(close + 1));
    Some(found.hint("Did you mean `,` before it?").replace(p.behind(close), ","))
}
