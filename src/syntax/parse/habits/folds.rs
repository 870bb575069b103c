//! Sums and quantifiers in words: `sum k for k in S`, `exists k in S: c`, `max{k in S}`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

/// What can be read and is not right unless the rest of the text says so: `max(z in s)`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[fold_of_membership, sum_with_bounds];

pub(super) const WAYS: &[Way] = &[
    quantifier_called,
    quantifier,
    choice_first,
    fold_in_words,
    fold_of_choice,
    set_by_bounds,
    sides_of_a_board,
    compared,
];

/// What a quantifier of mathematics is called here.
fn own_quantifier(word: &str) -> Option<&'static str> {
    Some(match word {
        "any" | "exists" | "some" | "∃" => "any",
        "all" | "forall" | "every" | "∀" => "all",
        "none" | "no" | "∄" => "none",
        _ => return None,
    })
}

/// `forall(y in s: c)`, `any(k in s, k > 2)`, `all(y in s | c)`, `exists(k in s where c)`
fn quantifier_called(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.w(i + 1) == "(" && p.is_name(i + 2) && p.w(i + 3) == "in").find_map(|i| {
        let own = own_quantifier(p.w(i))?;
        let close = p.closing(i + 1)?;
        // `any(k in s where c)` is read otherwise.
        let foreign = own != p.w(i);
        let sign = p.find(i + 4, |k| match p.w(k) {
            ":" | "," | "|" | ";" | "." => true,
            "where" | "with" | "when" | "if" => foreign,
            _ => false,
        });
        let sign = sign.filter(|&k| k < close)?;
        let (choice, condition) = (p.text(i + 2, sign), p.text(sign + 1, close));
        let found = p.error(
            "foreign-word",
            format!("`{}` is written `{own}(condition for choice)`", p.w(i)),
            p.over(i, close + 1),
        );
        let text = format!("{own}({condition} for {choice})");
        (!condition.is_empty()).then(|| found.instead(p.over(i, close + 1), text))
    })
}

/// `sum(k^2, k, 1, n)`, `sum(k, 1, n)`
fn sum_with_bounds(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "sum" && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1)?;
        let parts = super::picking::parts(p, i + 2, close, super::picking::is_comma);
        let (item, name, lo, hi) = match *parts.as_slice() {
            [item, lo, hi] => (item, item, lo, hi),
            [item, name, lo, hi] => (item, name, lo, hi),
            _ => return None,
        };
        let text = |(a, b): (usize, usize)| p.text(a, b);
        let found = p.error(
            "wrong-number-of-arguments",
            "The terms of `sum` come before `for`",
            p.over(i, close + 1),
        );
        let sum = format!("sum({} for {} in {}..{})", text(item), text(name), text(lo), text(hi));
        (p.is_name(name.0) && name.1 == name.0 + 1).then(|| found.instead(p.over(i, close + 1), sum))
    })
}

/// `exists k in 1..n: k^2 == n`, `∃ k in S: c`, `any k in S where c`
fn quantifier(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let own = own_quantifier(p.w(i))
            .filter(|_| p.is_name(i + 1) && p.w(i + 2) == "in" && p.w(i - 1) != "for")?;
        let sign = p.find(i + 3, |k| matches!(p.w(k), ":" | "where" | "|" | "with" | "," | "."))?;
        let end = p.part_end(sign + 1);
        let text = format!("{own}({} for {})", p.text(sign + 1, end), p.text(i + 1, sign));
        let found = p.error(
            "foreign-word",
            format!("`{}` is written `{own}(condition for choice)`", p.w(i)),
            p.over(i, sign + 1),
        );
        (p.w(0) != "expect" || i > 1 || own != "all").then(|| found.instead(p.over(i, end), text))
    })
}

pub(super) fn is_fold(word: &str) -> bool {
    matches!(word, "sum" | "max" | "min" | "count" | "any" | "all" | "none")
}

/// `sum k for k in 1..n`
fn fold_in_words(p: &Phrase) -> Option<Diagnostic> {
    let bare = |i: usize| is_fold(p.w(i)) && p.view.starts_operand(i + 1) && p.w(i + 1) != "(";
    let i = (1..p.len()).find(|&i| bare(i))?;
    let last = p.find(i + 1, |k| p.w(k) == "for")?;
    let end =
        p.find(last + 1, |k| matches!(p.w(k), "then" | "else" | "under" | "is" | "to")).unwrap_or(p.len());
    let text = format!("{}({})", p.w(i), p.text(i + 1, end));
    let found = p.error(
        "missing-sign",
        format!("The argument of `{}` is written in parentheses", p.w(i)),
        p.over(i, last),
    );
    Some(found.instead(p.over(i, end), text))
}

/// `max(z in s)`, `count(y in s)`: what a name runs through is all that matters.
fn fold_of_membership(p: &Phrase) -> Option<Diagnostic> {
    let known = |word: &str| p.view.text.contains(&format!("let {word}"));
    let is_once = |i: usize| (0..p.len()).filter(|&k| p.w(k) == p.w(i)).count() == 1 && !known(p.w(i));
    (1..p.len()).filter(|&i| matches!(p.w(i), "max" | "min" | "sum" | "count") && p.w(i + 1) == "(").find_map(
        |i| {
            let close = p.closing(i + 1)?;
            let alone = p.is_name(i + 2) && p.w(i + 3) == "in" && i + 4 < close;
            let plain = p
                .find(i + 4, |k| !p.is_name(k) && p.w(k) != "." && !p.view.tokens[k].token.opens())?
                >= close;
            let own = if p.w(i) == "count" { "size" } else { p.w(i) };
            let text = format!("{own}({})", p.text(i + 4, close));
            let found = p.error("wrong-type", format!("`{own}` is of a collection"), p.over(i, close + 1));
            (alone && plain && is_once(i + 2)).then(|| found.instead(p.over(i, close + 1), text))
        },
    )
}

/// `any(for y in s: c)`, `sum(k in 1..3: k^2)`
fn choice_first(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| is_fold(p.w(i)) && p.w(i + 1) == "(").find_map(|i| {
        let word = if p.w(i + 2) == "for" { "" } else { "for " };
        (word.is_empty() || p.is_name(i + 2) && p.w(i + 3) == "in").then_some(())?;
        let close = p.closing(i + 1)?;
        let ends = |k: usize| p.w(k) == ":" || word.is_empty() && matches!(p.w(k), "," | "|");
        let colon = p.find(i + 3, ends).filter(|&k| k < close)?;
        let (choice, item) = (p.text(i + 2, colon), p.text(colon + 1, close));
        let found = p.error(
            "misplaced-word",
            "The expression for each element comes before `for`",
            p.over(i + 2, close),
        );
        (!item.is_empty()).then(|| found.instead(p.over(i + 2, close), format!("{item} {word}{choice}")))
    })
}

/// `max(k in 1..n where c)`, `max{k in 1..n}`
fn fold_of_choice(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let choice =
            is_fold(p.w(i)) && matches!(p.w(i + 1), "(" | "{") && p.is_name(i + 2) && p.w(i + 3) == "in";
        let close = p.closing(i + 1).filter(|_| choice)?;
        let plain = p.find(i + 2, |k| matches!(p.w(k), "for" | "," | ":")).is_none_or(|k| k >= close);
        // What is asked of each is a condition: `count(y in s where c)`, `any(y in s where c)`.
        let asks = matches!(p.w(i), "count" | "any" | "all" | "none");
        let guard =
            p.find(i + 4, |k| matches!(p.w(k), "where" | "if" | "with" | "when")).filter(|&k| k < close);
        let text = match guard.filter(|_| asks) {
            Some(k) => format!("{}({} for {})", p.w(i), p.text(k + 1, close), p.text(i + 2, k)),
            None => format!("{}({} for {})", p.w(i), p.w(i + 2), p.text(i + 2, close)),
        };
        let found = p.error(
            "missing-sign",
            format!("The terms of `{}` come before `for`", p.w(i)),
            p.over(i, close + 1),
        );
        plain.then(|| found.instead(p.over(i, close + 1), text))
    })
}

/// `{k^2 | 1 <= k <= n}`
fn set_by_bounds(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|open| {
        let bar =
            p.find(open + 1, |k| matches!(p.w(k), "|" | ":")).filter(|_| matches!(p.w(open), "{" | "["))?;
        let close = p.closing(open)?;
        let sign = p.find(bar + 1, |k| matches!(p.w(k), "<=" | "<")).filter(|&k| k < close)?;
        (p.is_name(sign + 1) && matches!(p.w(sign + 2), "<=" | "<")).then_some(())?;
        let (lo, hi) = (p.text(bar + 1, sign), p.text(sign + 3, close));
        let lo = if p.w(sign) == "<" { format!("{lo}+1") } else { lo.to_owned() };
        let dots = if p.w(sign + 2) == "<" { "..<" } else { ".." };
        let text = format!("{} for {} in {lo}{dots}{hi}", p.text(open + 1, bar), p.w(sign + 1));
        let found = p.error("set-builder", format!("`{}` is written `for` here", p.w(bar)), p.span(bar));
        Some(found.instead(p.over(open + 1, close), text))
    })
}

/// `board(2x3)`
fn sides_of_a_board(p: &Phrase) -> Option<Diagnostic> {
    let apart = |i: &usize| p.back(*i, 3) == "board" && matches!(p.w(*i), "x" | "by" | "×" | "X");
    if let Some(i) = (3..p.len()).find(apart) {
        let found = p.error("missing-comma", "A board has rows and columns, with a comma between", p.span(i));
        return Some(
            found.hint("Did you mean `,`?").replace(p.between(i - 1, (i + 1).min(p.len() - 1)), ", "),
        );
    }
    let i = (2..p.len()).find(|&i| p.view.token(i) == Some(Token::BadNumber) && p.back(i, 2) == "board")?;
    let (rows, columns) = p.text(i, i + 1).split_once(['x', 'X'])?;
    let number = |side: &str| !side.is_empty() && side.chars().all(|c| c.is_ascii_digit());
    let found = p.error("bad-number", "A board has rows and columns, with a comma between", p.span(i));
    (number(rows) && number(columns)).then(|| found.instead(p.span(i), format!("{rows}, {columns}")))
}

/// `compare A with B`
fn compared(p: &Phrase) -> Option<Diagnostic> {
    let word =
        |k: usize| matches!(p.w(k), "with" | "and" | "to" | "vs" | "versus" | "==" | "=" | "against" | "&");
    let i = p.find(2, word).filter(|_| p.w(0) == "compare")?;
    let found = p.error("missing-comma", "A comma separates what is compared", p.span(i));
    Some(found.hint("Did you mean `,`?").replace(p.between(i - 1, (i + 1).min(p.len() - 1)), ", "))
}
