//! What a choice runs through, as others write it: `k in [0, n)`, `t subset of s`, `k in 1..n..2`, `k in powers of 2`; and sets
//! that lose an element and get another one.

use super::phrase::{Phrase, Way, meant};
use super::picking::choices;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] =
    &[counted_by_two, half_open, same_as_value, subset_chosen, with_step, listed_by_words];

/// What can be read and is not right unless the rest of the text says so: `s without x + y`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[exchanged];

/// `k in 1, 3..n`: every second number
fn counted_by_two(p: &Phrase) -> Option<Diagnostic> {
    choices(p).filter(|&i| p.w(i + 1) == "in" && p.is_number(i + 2) && p.w(i + 3) == ",").find_map(|i| {
        (p.is_number(i + 4) && matches!(p.w(i + 5), ".." | "...")).then_some(())?;
        let (a, b): (u64, u64) = (p.w(i + 2).parse().ok()?, p.w(i + 4).parse().ok()?);
        let step = b.checked_sub(a).filter(|&step| step > 0)?;
        let end = p.part_end(i + 6);
        let text = format!("{{i for i in {a}..{} where (i - {a}) mod {step} == 0}}", p.text(i + 6, end));
        let found =
            p.error("foreign-sign", "A range has no step; a condition picks its numbers", p.over(i + 2, end));
        (end > i + 6).then(|| found.instead(p.over(i + 2, end), text))
    })
}

/// `k in [0, n)`, `k in ]0, n]`
fn half_open(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| matches!(p.w(i - 1), "in" | "∈")).find_map(|i| {
        matches!(p.w(i), "[" | "(" | "]").then_some(())?;
        let close = end_of_interval(p, i)?;
        let comma = p.find(i + 1, |k| p.w(k) == ",").filter(|&k| k < close)?;
        let (lo, hi) = (p.text(i + 1, comma), p.text(comma + 1, close));
        let usual = matches!((p.w(i), p.w(close)), ("[", "]") | ("(", ")"));
        let low = if p.w(i) == "[" { lo.to_owned() } else { next(lo) };
        let dots = if p.w(close) == "]" { ".." } else { "..<" };
        let found =
            p.error("missing-in", "The numbers from one to another are a range", p.over(i, close + 1));
        (!usual && !lo.contains(',')).then(|| found.instead(p.over(i, close + 1), format!("{low}{dots}{hi}")))
    })
}

/// Where the interval that is opened at `i` closes, by any bracket.
fn end_of_interval(p: &Phrase, i: usize) -> Option<usize> {
    let mut depth = 0;
    (i + 1..p.len()).find(|&k| {
        let closes = depth == 0 && matches!(p.w(k), "]" | ")" | "[");
        depth += i32::from(matches!(p.w(k), "(" | "[" | "{")) - i32::from(matches!(p.w(k), ")" | "]" | "}"));
        closes
    })
}

/// The number after `lo`.
fn next(lo: &str) -> String {
    lo.parse::<u64>().map_or(format!("{lo}+1"), |n| (n + 1).to_string())
}

/// `q is n - k`, `q be n - k` among choices
fn same_as_value(p: &Phrase) -> Option<Diagnostic> {
    choices(p).filter(|&i| p.is_name(i) && matches!(p.w(i + 1), "is" | "be" | "==" | "equals")).find_map(
        |i| {
            let end = p.part_end(i + 2);
            let text = format!("{} = {}", p.w(i), p.text(i + 2, end));
            let found = p.error("missing-in", "A name for a value is given with `=`", p.over(i, end));
            (end > i + 2).then(|| found.instead(p.over(i, end), text))
        },
    )
}

/// `t subset of s`, `t ⊆ s` among choices
fn subset_chosen(p: &Phrase) -> Option<Diagnostic> {
    let chosen =
        |&i: &usize| p.is_name(i) && matches!(p.w(i + 1), "⊆" | "⊂" | "subset" | "subsets" | "subseteq");
    choices(p).filter(chosen).find_map(|i| {
        let from = i + 2 + usize::from(matches!(p.w(i + 2), "of" | "in"));
        let end = p.part_end(from);
        let set = p.text(from, end);
        let found =
            p.error("foreign-sign", "The subsets of a set are given by `small_subsets`", p.over(i, end));
        let text = format!("{} in small_subsets({set}, size({set}))", p.w(i));
        (!set.is_empty()).then(|| found.instead(p.over(i, end), text))
    })
}

/// `k in 1..n..2`
fn with_step(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i - 1) == "in").find_map(|i| {
        let end = p.part_end(i);
        let dots: Vec<usize> = (i..end).filter(|&k| p.w(k) == "..").collect();
        let &[first, second] = dots.as_slice() else { return None };
        let (lo, hi, step) = (p.text(i, first), p.text(first + 1, second), p.text(second + 1, end));
        let text = format!("{{i for i in {lo}..{hi} where (i - {lo}) mod {step} == 0}}");
        let found =
            p.error("foreign-sign", "A range has no step; a condition picks its numbers", p.over(i, end));
        (!step.is_empty()).then(|| found.instead(p.over(i, end), text))
    })
}

/// `k in powers of 2`, `k in divisors of n`, `k in odd numbers`
fn listed_by_words(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i - 1) == "in").find_map(|i| {
        let from = i + usize::from(matches!(p.w(i), "the" | "all" | "perfect"));
        let of = p.w(from + 1) == "of";
        let end = if of { p.part_end(from + 2) } else { from + 1 + usize::from(p.w(from + 1) == "numbers") };
        let what = p.text(from + 2, end);
        let what = if what == "two" { "2" } else { what };
        // `squares up to n`
        let bounded = p.w(end) == "up" && p.w(end + 1) == "to" || p.w(end) == "at" && p.w(end + 1) == "most";
        let last = if bounded { p.part_end(end + 2) } else { end };
        let largest = if bounded { p.text(end + 2, last) } else { p.some_number("20") };
        let text = match (p.w(from), of) {
            ("primes" | "prime", false) if bounded => {
                format!("{{q for q in 2..{largest} where none(q mod d == 0 for d in 2..q-1)}}")
            }
            ("powers", true) => format!("{{{what}^i for i in 0..{largest} where {what}^i <= {largest}}}"),
            ("divisors" | "factors", true) => format!("{{d for d in 1..{what} where {what} mod d == 0}}"),
            ("multiples", true) => format!("{{i for i in 1..{largest} where i mod {what} == 0}}"),
            ("odd" | "odds", false) => format!("{{i for i in 1..{largest} where i mod 2 == 1}}"),
            ("even" | "evens", false) => format!("{{i for i in 1..{largest} where i mod 2 == 0}}"),
            ("square" | "squares", false) if end > from + 1 || from > i || bounded => {
                format!("{{i^2 for i in 1..{largest} where i^2 <= {largest}}}")
            }
            _ => return None,
        };
        let found =
            p.error("foreign-word", "A set of numbers is written with a comprehension", p.over(i, last));
        Some(found.instead(p.over(i, last), text))
    })
}

/// `s without x + y`, where y is chosen outside of s: one element goes, another one comes. Where the sum is written
/// once more in the clause, or y is not chosen there, the sum itself is what goes.
fn exchanged(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "without" && p.w(i + 2) == "+").find_map(|i| {
        let (set, gone, new) = (p.w(i - 1), p.w(i + 1), p.w(i + 3));
        let begins = (0..=i).rfind(|&k| p.view.starts_clause(k) && p.view.first_on_line(k)).unwrap_or(0);
        let times = |words: &[&str]| {
            let found = |k: &usize| words.iter().enumerate().all(|(j, word)| p.w(k + j) == *word);
            (begins..p.clause_end(i)).filter(found).count()
        };
        let outside = times(&[new, "not", "in", set]) + times(&["not", new, "in", set]) > 0;
        let sum = times(&[gone, "+", new]) + times(&[new, "+", gone]);
        let exchanges = p.is_name(i + 3) && outside && sum == 1 && times(&[gone, "in", set]) > 0;
        let found = p.error("misplaced-word", "`with` puts an element into a set", p.span(i + 2));
        let found = found.hint(meant(&format!("{set} without {gone} with {new}")));
        exchanges.then(|| found.replace(p.span(i + 2), "with"))
    })
}
