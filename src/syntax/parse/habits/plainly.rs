//! What is said as in a rulebook: `neither A nor B`, `the number of coins in s`, `two distinct a, b in s`, `n & k == 0`,
//! `board 3 by 3`, `a, b = p`, `sum(i = 1 to n, i^2)`.

use super::phrase::{Phrase, Way};
use super::picking::choices;
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    neither,
    number_in,
    number_that,
    distinct,
    no_common_digit,
    board_by_words,
    parts_of_pair,
    sum_from_to,
    up_to,
    choice_in_words,
    composed,
];

/// `neither k - 1 nor k + 1 in s`, `neither k > 3 nor k == 1`
fn neither(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "neither").find_map(|i| {
        let nor = p.find(i + 1, |k| p.w(k) == "nor")?;
        let ends = |k: usize| matches!(p.w(k), "and" | "or");
        let end = p.find(nor + 1, ends).unwrap_or(p.len()).min(p.part_end(nor + 1));
        let within = p.find(nor + 1, |k| p.w(k) == "in").filter(|&k| k < end);
        let compares = |from: usize, to: usize| {
            p.find(from, |k| matches!(p.w(k), "in" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "not"))
                .is_some_and(|k| k < to)
        };
        let (first, second) = (p.text(i + 1, nor), p.text(nor + 1, end));
        let text = match within {
            Some(k) if !compares(i + 1, nor) => {
                format!("{first} not {} and {} not {}", p.text(k, end), p.text(nor + 1, k), p.text(k, end))
            }
            _ if compares(i + 1, nor) && compares(nor + 1, end) => {
                format!("not ({first}) and not ({second})")
            }
            _ => return None,
        };
        let found = p.error("foreign-word", "`not` belongs to each of the two conditions", p.span(i));
        (nor > i + 1 && end > nor + 1).then(|| found.instead(p.over(i, end), text))
    })
}

/// Where `the number of ...` begins, and the token after `of`.
fn number_of(p: &Phrase) -> Option<(usize, usize)> {
    let i = (1..p.len()).find(|&i| matches!(p.w(i), "number" | "count" | "amount") && p.w(i + 1) == "of")?;
    Some((i - usize::from(p.w(i - 1) == "the"), i + 2))
}

/// `the number of x in s`: how many elements there are, or how many of them are x, if x is known.
fn number_in(p: &Phrase) -> Option<Diagnostic> {
    let (start, name) = number_of(p)?;
    let close = if p.is_name(name + 2) { name + 3 } else { p.closing(name + 2)? + 1 };
    let counted = p.is_name(name) && p.w(name + 1) == "in";
    let further = matches!(p.w(close), "with" | "such" | "where" | "that" | "." | "(" | "[" | "for" | "if");
    let known = p.header().is_some_and(|h| h.1.iter().any(|&k| p.w(k) == p.w(name)))
        || (0..start).any(|k| p.w(k) == p.w(name) && p.w(k + 1) == "in");
    let copy = if p.w(name) == "y" { "z" } else { "y" };
    let (x, s) = (p.w(name), p.text(name + 2, close));
    let text = if known { format!("count({copy} == {x} for {copy} in {s})") } else { format!("size({s})") };
    let title = "`size` counts the elements, and `count` those that satisfy a condition";
    let found = p.error("foreign-word", title, p.over(start, close));
    (counted && !further).then(|| found.instead(p.over(start, close), text))
}

/// `the number of x in s with x > 1`
fn number_that(p: &Phrase) -> Option<Diagnostic> {
    let (start, name) = number_of(p)?;
    let word = p.find(name + 2, |k| matches!(p.w(k), "with" | "such" | "where" | "having"))?;
    let from = word + 1 + usize::from(p.w(word + 1) == "that");
    let end = p.part_end(from);
    let counted = p.is_name(name) && p.w(name + 1) == "in" && word > name + 2 && end > from;
    let text = format!("count({} for {})", p.text(from, end), p.text(name, word));
    let found = p.error("foreign-word", "`count` counts those that satisfy a condition", p.over(start, end));
    // `count(...) > 1 and ...`: what is compared with the number is no part of the condition.
    let single =
        (from..end).filter(|&k| matches!(p.w(k), "<" | ">" | "<=" | ">=" | "==" | "!=")).count() == 1;
    (counted && single).then(|| found.instead(p.over(start, end), text))
}

/// `two distinct a, b in s`, `different a, b in s`
fn distinct(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "distinct" | "different" | "unequal");
        let noun = i + 1 + usize::from(p.is_name(i + 2) && p.w(i + 2) != "in");
        let (a, comma, b) = (noun, noun + 1, noun + 2);
        let pair = matches!(p.w(comma), "," | "and") && p.is_name(a) && p.is_name(b) && p.w(b + 1) == "in";
        let start = i - usize::from(matches!(p.w(i - 1), "two" | "any"));
        let end = p.part_end(b + 2);
        let source = p.text(b + 2, end);
        let joined = if p.w(end) == "where" { "where {} != {} and" } else { "where {} != {}" };
        let unequal = joined.replacen("{}", p.w(a), 1).replacen("{}", p.w(b), 1);
        let text = format!("{} in {source}, {} in {source} {unequal}", p.w(a), p.w(b));
        let place = if p.w(end) == "where" { p.over(start, end + 1) } else { p.over(start, end) };
        let found = p.error(
            "foreign-word",
            "Each name has its own source; a condition keeps them apart",
            p.over(start, b + 1),
        );
        (word && pair && end > b + 2 && matches!(p.w(start - 1), "(" | "," | "for"))
            .then(|| found.instead(place, text))
    })
}

/// `n & k == 0`: no binary digit is 1 in both, so nothing is carried when they are added.
fn no_common_digit(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| matches!(p.w(i), "&" | "bitand") && p.is_game()).find_map(|i| {
        let (from, to) = (operand(p, i), i + 2);
        let brackets = p.w(from - 1) == "(" && p.w(to) == ")";
        let sign = to + usize::from(brackets);
        let zero = matches!(p.w(sign), "==" | "!=") && p.w(sign + 1) == "0";
        let end = p.part_end(sign + 2) == sign + 2 || matches!(p.w(sign + 2), "and" | "or");
        let plain = p.is_name(i - 1) && p.is_name(i + 1) && from + 1 == i;
        let (a, b) = (p.w(i - 1), p.w(i + 1));
        let text = format!("{a} xor {b} {} {a} + {b}", p.w(sign));
        let found =
            p.error("foreign-sign", "No operator takes the binary digits that two numbers share", p.span(i));
        let found = found.note("If they share none, their nim-sum is their sum.");
        (zero && end && plain).then(|| found.instead(p.over(from - usize::from(brackets), sign + 2), text))
    })
}

/// `board 3 by 3`, `board 3x3`, `3 by 3 board`
fn board_by_words(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let by =
            |k: usize| p.is_number(k) && matches!(p.w(k + 1), "by" | "x" | "times") && p.is_number(k + 2);
        let (from, end, rows) = match p.w(i) {
            "board" if by(i + 1) => (i, i + 4, i + 1),
            _ if by(i) && p.w(i + 3) == "board" => (i, i + 4, i),
            _ => return None,
        };
        let found =
            p.error("missing-parentheses", "A board has rows and columns, in parentheses", p.over(from, end));
        Some(found.instead(p.over(from, end), format!("board({}, {})", p.w(rows), p.w(rows + 2))))
    })
}

/// `(a, b = p, k in 1..a)`: the parts of a pair under two names
fn parts_of_pair(p: &Phrase) -> Option<Diagnostic> {
    choices(p).find_map(|i| {
        let two = p.is_name(i) && p.w(i + 1) == "," && p.is_name(i + 2) && p.w(i + 3) == "=";
        let of = p.w(i + 4);
        let pair = p.is_name(i + 4) && matches!(p.w(i + 5), "," | ")" | "where");
        let is_cell = p.type_of(of) == "cell";
        let (first, second) = if is_cell { (".row", ".col") } else { ("[1]", "[2]") };
        let text = format!("{} = {of}{first}, {} = {of}{second}", p.w(i), p.w(i + 2));
        let typed = is_cell || p.type_of(of) == "(";
        let found = p.error("missing-in", "Each name has its own value", p.over(i, i + 5));
        (two && pair && typed).then(|| found.instead(p.over(i, i + 5), text))
    })
}

/// `sum(i = 1 to n, i^2)`, `sum(i^2, i = 1..n)`
fn sum_from_to(p: &Phrase) -> Option<Diagnostic> {
    let fold = |w: &str| matches!(w, "sum" | "product" | "max" | "min" | "count" | "all" | "any");
    (1..p.len()).filter(|&i| fold(p.w(i)) && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1)?;
        let parts = super::picking::parts(p, i + 2, close, super::picking::is_comma);
        let &[a, b] = parts.as_slice() else { return None };
        let range = |(from, end): (usize, usize)| {
            let named = p.is_name(from) && matches!(p.w(from + 1), "=" | "in");
            let sign = p.find(from + 2, |k| matches!(p.w(k), "to" | ".." | "until")).filter(|&k| k < end)?;
            let text = format!("{} in {}..{}", p.w(from), p.text(from + 2, sign), p.text(sign + 1, end));
            (named && sign > from + 2 && end > sign + 1).then_some(text)
        };
        let (text, (from, end)) = match (range(a), range(b)) {
            (Some(text), None) => (text, b),
            (None, Some(text)) => (text, a),
            _ => return None,
        };
        let text = format!("{}({} for {text})", p.w(i), p.text(from, end));
        let title = format!("The range of `{}` comes after `for`", p.w(i));
        Some(p.error("missing-for", title, p.over(i, close + 1)).instead(p.over(i, close + 1), text))
    })
}

/// `take(k up to n/2)`
fn up_to(p: &Phrase) -> Option<Diagnostic> {
    choices(p).filter(|&i| p.is_name(i) && p.w(i + 1) == "up" && p.w(i + 2) == "to").find_map(|i| {
        let close = p.find(i, |k| matches!(p.w(k), ")" | "," | "where" | "for"))?;
        let text = format!("{} in 1..{}", p.w(i), p.text(i + 3, close));
        let title = format!("The values of `{}` come after `in`", p.w(i));
        (close > i + 3)
            .then(|| p.error("missing-in", title, p.over(i, close)).instead(p.over(i, close), text))
    })
}

/// `move take k coins where 1 <= k <= 3 to ...`
fn choice_in_words(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i) == "move" && p.is_name(i + 1) && p.is_name(i + 2)).find_map(|i| {
        let word = p.find(i + 3, |k| p.w(k) == "where").filter(|&k| k <= i + 4)?;
        let (k, lo) = (p.w(i + 2), word + 1);
        let bounded = p.w(lo + 1) == "<=" && p.w(lo + 2) == k && p.w(lo + 3) == "<=";
        let to = p.find(lo + 4, |m| p.w(m) == "to")?;
        let end = p.find(lo + 4, |m| p.w(m) == "and").unwrap_or(to).min(to);
        let rest = if end < to { format!(" where {}", p.text(end + 1, to)) } else { String::new() };
        let text = format!("{}({k} in {}..{}{rest})", p.w(i + 1), p.w(lo), p.text(lo + 4, end));
        let found =
            p.error("missing-parentheses", "What is chosen is written in parentheses", p.over(i + 2, word));
        (bounded && end > lo + 4).then(|| found.instead(p.over(i + 1, to), text))
    })
}

/// `f(g)(2)`, where both are functions of numbers: one is put into the other by brackets inside.
fn composed(p: &Phrase) -> Option<Diagnostic> {
    let function = |word: &str| {
        let header =
            p.view.text.split_once(&format!("let {word}(")).and_then(|(_, rest)| rest.split_once('='));
        header.is_some_and(|(params, _)| !params.contains("->"))
    };
    (1..p.len()).filter(|&i| p.is_name(i) && p.w(i + 1) == "(" && p.is_name(i + 2)).find_map(|i| {
        let behind = p.w(i + 3) == ")" && p.w(i + 4) == "(";
        let close = p.closing(i + 4).filter(|_| behind && function(p.w(i)) && function(p.w(i + 2)))?;
        let text = format!("{}({}({}))", p.w(i), p.w(i + 2), p.text(i + 5, close));
        let found = p.error("missing-sign", "Only a name can be called", p.over(i, close + 1));
        (close > i + 5).then(|| found.instead(p.over(i, close + 1), text))
    })
}
