//! Elements that come and go in words or as methods of other languages: `remove x from s`, `add x to s`, `s.union({x})`, `s
//! without 1, 2` in a question, `s without y where y > x`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[set_method, moved_in_words, several_by_comma, those_where];

/// `s.union(t)`, `s.minus(t)`, `s.with(x)`: words of the language, called as methods
fn set_method(p: &Phrase) -> Option<Diagnostic> {
    let called = |&i: &usize| {
        let word = matches!(p.w(i), "union" | "common" | "minus" | "flip" | "with" | "without");
        word && p.w(i - 1) == "." && p.w(i + 1) == "(" && p.view.ends_operand(i - 2)
    };
    let all: Vec<usize> = (2..p.len()).filter(called).collect();
    let first = *all.first()?;
    let close = p.closing(first + 1)?;
    let text = format!("{} {}", p.w(first), p.text(first + 2, close));
    let found = p.error("method", "No function is called with a dot here", p.over(first - 1, first + 1));
    let found = found.hint(meant(&text));
    Some(all.into_iter().filter_map(|i| p.closing(i + 1).map(|c| (i, c))).fold(found, |d, (i, close)| {
        let head = p.over(i - 1, i + 2);
        d.replace(head, format!(" {} ", p.w(i))).replace(p.span(close), "")
    }))
}

/// `remove x from s`, `take x out of s`, `add x to s`, `put x into s`
fn moved_in_words(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| matches!(p.w(i - 1), "(" | "," | "=" | "to" | "then" | "else")).find_map(|i| {
        let own = match p.w(i) {
            "remove" | "take" | "delete" | "drop" | "discard" | "erase" | "removing" => "without",
            "add" | "put" | "insert" | "place" | "append" | "adding" => "with",
            _ => return None,
        };
        let element = i + 1 + usize::from(p.w(i + 1) == "the");
        let end = if p.w(element) == "(" { p.closing(element)? + 1 } else { element + 1 };
        let leads = match (own, p.w(end), p.w(end + 1)) {
            ("without", "out", "of") | ("without", "away", "from") => 2,
            ("without", "from", _) | ("with", "to" | "into" | "in", _) => 1,
            _ => return None,
        };
        let set = end + leads + usize::from(p.w(end + leads) == "the");
        let whole = p.is_name(set) && matches!(p.w(set + 1), ")" | "," | "");
        let found = p.error("foreign-word", format!("An element goes behind `{own}`"), p.over(i, set + 1));
        let text = format!("{} {own} {}", p.w(set), p.text(element, end));
        (whole && p.view.starts_operand(element)).then(|| found.instead(p.over(i, set + 1), text))
    })
}

/// `show s without 1, 2`, `x in s without 0, 1`: each element needs its own word.
fn several_by_comma(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "show" | "expect");
    (2..p.len()).filter(|&i| matches!(p.w(i), "without" | "with") && p.view.ends_operand(i - 1)).find_map(
        |i| {
            let one = |k: usize| {
                let plain = p.is_number(k) || asks && p.is_name(k);
                plain && !matches!(p.w(k + 1), "in" | "=" | "(" | "[" | "." | ":")
            };
            let mut commas = vec![];
            let mut at = i + 1;
            while one(at) && p.w(at + 1) == "," && one(at + 2) {
                commas.push(at + 1);
                at += 2;
            }
            let first = *commas.first()?;
            let ends = matches!(p.w(at + 1), "" | ")" | "==" | "!=" | "where" | "for" | "in");
            let title = format!("Each element needs its own `{}`", p.w(i));
            let found = p.error("missing-word", title, p.span(first)).hint(meant(&format!(
                "{} {}",
                p.w(i),
                p.w(first + 1)
            )));
            ends.then(|| {
                commas
                    .into_iter()
                    .fold(found, |d, k| d.replace(p.between(k - 1, k + 1), format!(" {} ", p.w(i))))
            })
        },
    )
}

/// `s without y where y > x`: all elements for which something holds
fn those_where(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| matches!(p.w(i), "without" | "minus")).find_map(|i| {
        let (set, name) = (p.w(i - 1), i + 1 + usize::from(matches!(p.w(i + 1), "all" | "every" | "any")));
        let word = matches!(p.w(name + 1), "where" | "with" | "if");
        let own = p.is_name(name) && (0..i).all(|k| p.w(k) != p.w(name));
        let end = p.find(name + 2, |k| matches!(p.w(k), ")" | ","))?;
        let y = p.w(name);
        let text = format!("{{{y} for {y} in {set} where not ({})}}", p.text(name + 2, end));
        let found = p.error("missing-for", "What runs through a set has a `for`", p.over(i, end));
        (word && own && p.is_name(i - 1) && end > name + 2).then(|| found.instead(p.over(i - 1, end), text))
    })
}
