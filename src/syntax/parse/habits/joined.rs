//! What is side by side without the sign that joins it here: `take(i in S)(j in T)`, `"n = " .. n`,
//! `"n = %d" % n`, `is odd and less than 6`, `is N and *3`.

use super::choosing::labels;
use super::phrase::{Phrase, Way, meant};
use super::values::operand;
use crate::diagnostic::Diagnostic;
use crate::syntax::token::{Token, inside_quotes};

pub(super) const WAYS: &[Way] = &[
    picture_in_parts,
    entry_before_list,
    until,
    bounds_behind_a_name,
    choices_apart,
    filled_in_text,
    texts_by_dots,
    second_comparison,
    remark_behind_a_move,
];

/// What can be read and is never right: `"n = " .. n`, `take(k = {1, 2} where k <= n)`, `is N and *3`.
pub(super) const NEVER_RIGHT: &[Way] = &[texts_by_dots, set_for_a_value, two_values_of_one];

/// `take(k from 1 until n)`: up to the number before
fn until(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i) == "until" && p.view.ends_operand(i - 1)).find_map(|i| {
        let from = (1..i).rev().find(|&k| matches!(p.w(k), "from" | "in" | "=" | "for"))?;
        let found =
            p.error("missing-in", "The numbers before an end are a range, with `..<`", p.over(from, i + 1));
        let found = found.hint(meant(&format!("in {}..<{}", p.text(from + 1, i), p.w(i + 1))));
        let named = p.is_name(from - 1) && p.view.starts_operand(i + 1);
        named.then(|| found.replace(p.span(from), "in").replace(p.between(i - 1, i + 1), "..<"))
    })
}

/// `take(k such that 1 <= k <= 3)`: the bounds say what k runs through
fn bounds_behind_a_name(p: &Phrase) -> Option<Diagnostic> {
    labels(p).find_map(|label| {
        let name = label + 2;
        let from = match (p.w(label + 1), p.w(name + 1), p.w(name + 2)) {
            ("(", "such", "that") => name + 3,
            ("(", "with" | "where" | "if" | "," | ":" | "|", _) => name + 2,
            _ => return None,
        };
        let compares = |k: usize| matches!(p.w(k), "<=" | "<" | "≤");
        let bounds =
            p.is_name(name) && compares(from + 1) && p.w(from + 2) == p.w(name) && compares(from + 3);
        let least = p.w(from).parse::<u64>().ok()? + u64::from(p.w(from + 1) == "<");
        let dots = if p.w(from + 3) == "<" { "..<" } else { ".." };
        let end = p.part_end(from + 4);
        let text = format!("{} in {least}{dots}{}", p.w(name), p.text(from + 4, end));
        let found = p.error(
            "missing-in",
            format!("The values of `{}` come after `in`", p.w(name)),
            p.over(name, end),
        );
        bounds.then(|| found.instead(p.over(name, end), text))
    })
}

/// `move both(i in 1..a)(j in 1..b) to A`
fn choices_apart(p: &Phrase) -> Option<Diagnostic> {
    labels(p).find_map(|label| {
        let close = p.closing(label + 1).filter(|_| p.w(label + 1) == "(")?;
        let again =
            p.w(close + 1) == "(" && p.is_name(close + 2) && matches!(p.w(close + 3), "in" | "∈" | "=");
        let found = p.error("missing-comma", "Choices are separated by commas", p.over(close, close + 2));
        let found = found.hint(meant(&format!(", {} {}", p.w(close + 2), p.w(close + 3))));
        again.then(|| found.replace(p.between(close - 1, close + 2), ", "))
    })
}

fn is_text(p: &Phrase, i: usize) -> bool {
    p.view.token(i) == Some(Token::Text)
}

/// `"n = " .. n`
fn texts_by_dots(p: &Phrase) -> Option<Diagnostic> {
    let dots =
        |&i: &usize| matches!(p.w(i), ".." | "<>" | "&" | "||") && (is_text(p, i - 1) || is_text(p, i + 1));
    let all: Vec<usize> = (1..p.len()).filter(dots).collect();
    let found = p.error("foreign-sign", "`+` joins texts", p.span(*all.first()?)).hint(meant("+"));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.span(i), "+")))
}

/// `"n = %d" % n`, `"{} of {}" % (a, b)`, `"n = {}".format(n)`
fn filled_in_text(p: &Phrase) -> Option<Diagnostic> {
    let filled = |&i: &usize| is_text(p, i - 1) && (p.w(i) == "%" || p.w(i) == "." && p.w(i + 1) == "format");
    let i = (1..p.len()).find(filled)?;
    let from = if p.w(i) == "%" { i + 1 } else { i + 2 };
    let (values, end) = match p.w(from) {
        "(" => {
            let close = p.closing(from)?;
            let parts = super::picking::parts(p, from + 1, close, |w| w == ",");
            (parts.into_iter().map(|(a, b)| p.text(a, b)).collect(), close + 1)
        }
        _ => (vec![p.text(from, from + 1)], from + 1),
    };
    let mut values = values.into_iter();
    let mut parts = vec![];
    let mut rest = inside_quotes(p.w(i - 1));
    while let Some(at) = rest.find(['%', '{']) {
        let (last, c) = rest[at..].char_indices().find(|(_, c)| *c == '}' || c.is_alphabetic())?;
        let behind = at + last + c.len_utf8();
        parts.extend((at > 0).then(|| format!("\"{}\"", &rest[..at])));
        parts.push(values.next()?.to_owned());
        rest = &rest[behind..];
    }
    parts.extend((!rest.is_empty()).then(|| format!("\"{rest}\"")));
    let found = p.error("foreign-sign", "Text and values are joined with `+`", p.over(i - 1, end));
    (values.next().is_none() && parts.len() > 1).then(|| found.instead(p.over(i - 1, end), parts.join(" + ")))
}

/// `to Stack(1 : s)`, `to Stack(x :: s)`: an entry before a list
fn entry_before_list(p: &Phrase) -> Option<Diagnostic> {
    let colons = |i: usize| {
        if p.w(i) == "::" {
            1
        } else if p.w(i) == ":" && p.w(i + 1) == ":" {
            2
        } else {
            1
        }
    };
    (3..p.len()).filter(|&i| matches!(p.w(i), ":" | "::") && p.w(i - 2) == "(").find_map(|i| {
        let behind = i + colons(i);
        let target = p.is_game() && p.w(i.wrapping_sub(4)) == "to";
        let entry = p.is_number(i - 1) || p.is_name(i - 1);
        let ends = p.is_name(behind) && matches!(p.w(behind + 1), ")" | ",");
        let found = p.error("foreign-sign", "`+` joins lists", p.over(i - 1, behind + 1));
        let text = format!("[{}] + {}", p.w(i - 1), p.w(behind));
        (target && entry && ends).then(|| found.instead(p.over(i - 1, behind + 1), text))
    })
}

/// `picture "pile of ", n`
fn picture_in_parts(p: &Phrase) -> Option<Diagnostic> {
    let i = (2..p.len()).find(|&i| p.is_game() && p.w(i) == "picture")?;
    let end = p.clause_end(i);
    let parts = super::picking::parts(p, i + 1, end, |w| w == ",");
    let texts: Vec<&str> = parts.iter().map(|&(a, b)| p.text(a, b)).filter(|part| !part.is_empty()).collect();
    let says = parts.iter().any(|&(a, _)| is_text(p, a));
    let found = p.error("foreign-sign", "`+` joins texts", p.over(i + 1, end));
    (texts.len() > 1 && says).then(|| found.instead(p.over(i + 1, end), texts.join(" + ")))
}

/// `k is odd and less than 6`, `k > 2 and at most 6`: a second comparison of the same value
fn second_comparison(p: &Phrase) -> Option<Diagnostic> {
    (3..p.len()).filter(|&i| matches!(p.w(i), "and" | "or" | "but")).find_map(|i| {
        let from = i + 1 + usize::from(matches!(p.w(i + 1), "is" | "also"));
        let (sign, value) = match (p.w(from), p.w(from + 1)) {
            ("less" | "smaller" | "fewer" | "below", "than") => ("<", from + 2),
            ("greater" | "larger" | "bigger" | "more", "than") => (">", from + 2),
            ("at", "most") => ("<=", from + 2),
            ("at", "least") => (">=", from + 2),
            ("below" | "under", _) => ("<", from + 1),
            ("above" | "over", _) => (">", from + 1),
            ("<" | "<=" | ">" | ">=" | "!=" | "==", _) => (p.w(from), from + 1),
            _ => return None,
        };
        let compares =
            |k: &usize| matches!(p.w(*k), "is" | "<" | "<=" | ">" | ">=" | "==" | "!=" | "=" | "mod" | "in");
        let first =
            (1..i).rev().take_while(|&k| !matches!(p.w(k), "where" | "," | "(")).filter(compares).last()?;
        let subject = p.text(operand(p, first), first);
        let joined = if p.w(i) == "but" { "and" } else { p.w(i) };
        let text = format!("{joined} {subject} {sign}");
        let found = p.error("foreign-word", "Each comparison names what it compares", p.over(i, value));
        (p.view.starts_operand(value) && p.is_name(first - 1)).then(|| found.instead(p.over(i, value), text))
    })
}

/// `play A: take(2) [Alice], take(1) (Bob)`
fn remark_behind_a_move(p: &Phrase) -> Option<Diagnostic> {
    let remark = |&i: &usize| {
        matches!(p.w(i), "[" | "(") && p.w(i - 1) == ")" && p.is_name(i + 1) && p.closing(i) == Some(i + 2)
    };
    let colon = p.find(1, |k| p.w(k) == ":").filter(|_| p.w(0) == "play")?;
    let all: Vec<usize> = (colon + 1..p.len()).filter(remark).collect();
    let first = *all.first()?;
    let found =
        p.error("unexpected", "A play lists moves only: the players take turns", p.over(first, first + 3));
    let found = found.hint("Can it be left out?");
    Some(all.into_iter().fold(found, |d, i| d.replace(p.tail(i, i + 3), "")))
}

/// `move take(k = {1, 2, 3} where k <= n) to A(n - k)`: one of the numbers, not their set
fn set_for_a_value(p: &Phrase) -> Option<Diagnostic> {
    labels(p).find_map(|label| {
        let close = p.closing(label + 1).filter(|_| p.w(label + 1) == "(")?;
        let choice = |&i: &usize| p.w(i) == "=" && p.w(i + 1) == "{" && matches!(p.w(i - 2), "(" | ",");
        let i = (label + 3..close).find(choice)?;
        let (name, end) = (p.w(i - 1), p.clause_end(label));
        let number = |k: usize| {
            let sign = |k: usize| matches!(p.w(k), "<" | "<=" | ">" | ">=" | "-" | "*" | "/" | "mod");
            p.w(k) == name && (sign(k - 1) || sign(k + 1))
        };
        let set = p.closing(i + 1)?;
        let numbers = (i + 2..set).all(|k| p.is_number(k) || p.w(k) == ",");
        let found = p.error("missing-in", "A choice from a set is written `in`", p.span(i));
        let found = found.hint(meant(&format!("{name} in {}", p.text(i + 1, set + 1))));
        (numbers && (set..end).any(number)).then(|| found.replace(p.span(i), "in"))
    })
}

/// `expect A is N and *3`: an outcome and a value, each a claim of its own
fn two_values_of_one(p: &Phrase) -> Option<Diagnostic> {
    let is = p.find(2, |k| p.w(k) == "is").filter(|_| p.w(0) == "expect")?;
    let value = |k: usize| match p.w(k) {
        "P" | "N" | "draw" => Some(k + 1),
        "*" if p.is_number(k + 1) => Some(k + 2),
        _ => None,
    };
    let and = value(is + 1).filter(|&k| matches!(p.w(k), "and" | "," | "with"))?;
    let end = value(and + 1)?;
    let (claim, rest) = (p.text(0, is + 1), p.text(end, p.len()));
    let (first, second) = (p.text(is + 1, and), p.text(and + 1, end));
    let text = format!(
        "{}\n{}",
        format!("{claim} {first} {rest}").trim(),
        format!("{claim} {second} {rest}").trim()
    );
    let found = p.error("unexpected", "`expect` makes one claim about a position", p.span(and));
    Some(found.hint(meant(&format!("{claim} {second}"))).replace(p.over(0, p.len()), text))
}
