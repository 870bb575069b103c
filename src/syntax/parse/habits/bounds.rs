//! What is given by its bounds or by examples: `take(k <= n)`, `{1, 2, ..., n}`, `1..∞`, `{1, 4, 9, ...}`, `c: 0 or 1`.

use super::choosing::sources;
use super::phrase::{Phrase, Way, meant, shown};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    two_ranges,
    between_two,
    by_one_bound,
    is_one_of,
    dots_in_a_list,
    endless,
    goes_on,
    numbers_for_a_type,
    bounded_parameter,
];

/// What can be read and is never right: `k in 1..a and k in 1..b`, `k in {1, 2, 3} <= n`.
pub(super) const NEVER_RIGHT: &[Way] = &[two_ranges, bounded_source];

fn compares(word: &str) -> bool {
    matches!(word, "<" | "<=" | ">" | ">=")
}

/// The tokens with which the choices of moves begin.
fn choices(p: &Phrase) -> Vec<usize> {
    let begins = |i: &usize| {
        let opens = p.w(i - 1) == "(" && p.back(*i, 3) == "move" && p.is_name(i - 2);
        opens && p.closing(i - 1).is_some()
    };
    (3..p.len()).filter(begins).collect()
}

/// `take(1 <= k <= n)`
fn between_two(p: &Phrase) -> Option<Diagnostic> {
    choices(p).into_iter().find_map(|i| {
        let first = p.find(i, |k| compares(p.w(k)))?;
        let name = first + 1;
        let sign = name + 1;
        let rising = |w: &str| matches!(w, "<" | "<=");
        let plain = (i..first).all(|k| p.w(k) != "where");
        (plain && rising(p.w(first)) && p.is_name(name) && rising(p.w(sign))).then_some(())?;
        let end = p.part_end(sign + 1);
        let lowest =
            if p.w(first) == "<" { format!("{} + 1", p.text(i, first)) } else { p.text(i, first).into() };
        let lowest = if lowest == "0 + 1" { "1".to_owned() } else { lowest };
        let dots = if p.w(sign) == "<" { "..<" } else { ".." };
        let text = format!("{} in {lowest}{dots}{}", p.w(name), p.text(sign + 1, end));
        Some(runs_through(p, i, name).instead(p.over(i, end), text))
    })
}

fn runs_through(p: &Phrase, at: usize, name: usize) -> Diagnostic {
    p.error("missing-in", format!("The values of `{}` come after `in`", p.w(name)), p.span(at))
}

/// `take(k <= n)`, `take(k >= 1)`
fn by_one_bound(p: &Phrase) -> Option<Diagnostic> {
    choices(p).into_iter().find_map(|i| {
        let parameter = p.header().is_some_and(|h| h.1.iter().any(|&k| p.w(k) == p.w(i)));
        (p.is_name(i) && compares(p.w(i + 1)) && !parameter).then_some(())?;
        let end = p.part_end(i + 2);
        let (bound, number) = (p.text(i + 2, end), p.some_number("10"));
        let range = match p.w(i + 1) {
            "<=" => format!("1..{bound}"),
            "<" => format!("1..<{bound}"),
            ">" if bound == "0" => format!("1..{number}"),
            ">" => format!("{bound}+1..{number}"),
            _ => format!("{bound}..{number}"),
        };
        Some(runs_through(p, i, i).instead(p.over(i, end), format!("{} in {range}", p.w(i))))
    })
}

/// `take(k is 1 or 2)`
fn is_one_of(p: &Phrase) -> Option<Diagnostic> {
    choices(p).into_iter().find_map(|i| {
        (p.is_name(i) && p.w(i + 1) == "is" && p.is_number(i + 2)).then_some(())?;
        let joins = |w: &str| matches!(w, "or" | "," | "and");
        let mut end = i + 3;
        while joins(p.w(end)) && p.is_number(end + 1) {
            end += 2;
        }
        let numbers: Vec<&str> = (i + 2..end).step_by(2).map(|k| p.w(k)).collect();
        let text = format!("{} in {{{}}}", p.w(i), numbers.join(", "));
        Some(runs_through(p, i + 1, i).instead(p.over(i, end), text))
    })
}

const DOTS: &str = "Dots among the parts of a list mean nothing here";

/// `{1, 2, ..., n}`, `[2, 4, ..., 10]`
fn dots_in_a_list(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let dots = p.w(i) == ".." && p.w(i - 1) == ",";
        let behind = if p.w(i + 1) == "," { i + 2 } else { i + 1 };
        let open = (0..i)
            .rev()
            .find(|&k| p.view.tokens[k].token.opens() && p.closing(k) > Some(i))
            .filter(|_| dots)?;
        let close = p.closing(open)?;
        let comma = p.find(open + 1, |k| p.w(k) == ",")?;
        let (first, last) = (p.text(open + 1, comma), p.text(behind, close));
        let listed: Vec<i64> = (open + 1..i).filter_map(|k| number(p, k)).collect();
        if let Some(text) = powers(p, &listed, last) {
            let found = p.error("foreign-sign", DOTS, p.over(open, close + 1));
            return Some(found.hint(meant(&text)).replace(p.over(open, close + 1), text));
        }
        let even = listed.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]);
        (even && !(last.is_empty() && listed.len() < 2)).then_some(())?;
        let apart = match (number(p, comma - 1), number(p, comma + 1)) {
            (Some(a), Some(b)) if comma + 1 < i => b - a,
            _ => 1,
        };
        let last = match (last, p.some_number("")) {
            ("", _) if apart < 1 => return None,
            ("", "") => (listed[0] + 20 * apart).to_string(),
            ("", most) => most.to_owned(),
            _ => last.to_owned(),
        };
        let text = match apart {
            1 => format!("{first}..{last}"),
            d => format!("{{{first} + {d} * i for i in 0..({last} - {first}) / {d}}}"),
        };
        let found = p.error("foreign-sign", DOTS, p.over(open, close + 1));
        Some(found.hint(meant(&text)).replace(p.over(open, close + 1), text))
    })
}

/// `{1, 2, 4, 8, ...}`: the powers of a number, up to the last one or to what the position has.
fn powers(p: &Phrase, listed: &[i64], last: &str) -> Option<String> {
    let &[first, second, third, ..] = listed else { return None };
    let base = second.checked_div(first).filter(|b| *b > 1 && first * b == second && second * b == third)?;
    listed.windows(2).all(|w| w[0] * base == w[1]).then_some(())?;
    let last = if last.is_empty() { p.some_number("20") } else { last };
    let term = if first == 1 { format!("{base}^i") } else { format!("{first} * {base}^i") };
    Some(format!("{{{term} for i in 0..{last} where {term} <= {last}}}"))
}

/// `1..∞`, `1..inf`
fn endless(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let infinite =
            matches!(p.w(i), "∞" | "oo") || matches!(p.w(i).to_lowercase().as_str(), "inf" | "infinity");
        (infinite && matches!(p.w(i - 1), ".." | "..<")).then_some(())?;
        // The type of a parameter needs no end.
        if p.is_game() && super::rules::header_end(p).is_some_and(|end| i < end) {
            let found = p.error("missing-type", "A range without an end is written without one", p.span(i));
            return Some(found.hint(meant("..")).replace(p.span(i), ""));
        }
        let end = if p.is_game() { p.some_number("20") } else { "20" };
        let found = p.error("infinite-source", "A choice runs through a range that has an end", p.span(i));
        Some(found.hint(format!("Did you mean `..{}`?", shown(end))).replace(p.span(i), end))
    })
}

/// `k in 1..a and k in 1..b`, `k in 1..a or k in 1..b`
fn two_ranges(p: &Phrase) -> Option<Diagnostic> {
    sources(p).find_map(|i| {
        let dots = p.find(i, |k| p.w(k) == "..")?;
        let sign = p.find(dots, |k| matches!(p.w(k), "and" | "or" | "," | "where" | "for" | "to" | ")"))?;
        let joined = matches!(p.w(sign), "and" | "or");
        let same = joined && p.w(sign + 1) == p.w(i - 2) && p.w(sign + 2) == "in";
        let other = p.find(sign + 3, |k| p.w(k) == "..").filter(|_| same && p.is_game())?;
        let end = p.part_end(other + 1);
        let (lo, from) = (p.text(i, dots), p.text(sign + 3, other));
        let (hi, to) = (p.text(dots + 1, sign), p.text(other + 1, end));
        let plain = end - other < 8 && !p.text(other, end).contains("and") && !to.contains("or ");
        let (text, title) = match p.w(sign) {
            "and" if from == lo => {
                (format!("{lo}..min({hi}, {to})"), "A number that lies in two ranges is chosen from one")
            }
            "or" if from == lo => (
                format!("{lo}..max({hi}, {to})"),
                "A number of one of two ranges is chosen from both together",
            ),
            "or" => (
                format!("({lo}..{hi}) union ({from}..{to})"),
                "A number of one of two ranges is chosen from both together",
            ),
            _ => return None,
        };
        let found = p.error("missing-in", title, p.over(i, end));
        plain.then(|| found.instead(p.over(i, end), text))
    })
}

/// `k in {1, 2, 3} <= n`, `k in S < n`
fn bounded_source(p: &Phrase) -> Option<Diagnostic> {
    sources(p).filter(|&i| p.is_game() && matches!(p.back(i, 3), "(" | ",")).find_map(|i| {
        // Only a collection that is written out, or a name: `P in if k > 2 then {A} else {}` is right.
        let sign = match p.w(i) {
            "{" | "[" => p.closing(i)? + 1,
            _ => i + usize::from(p.is_name(i)),
        };
        (sign > i && matches!(p.w(sign), "<" | "<=" | ">" | ">=" | "!=")).then_some(())?;
        let end = p.part_end(sign + 1);
        let found =
            p.error("missing-where", "A condition on a choice comes after `where`", p.over(sign, end));
        let found = found.hint(meant(&format!("where {} {}", p.w(i - 2), p.text(sign, end))));
        Some(found.replace(p.between(sign - 1, sign), format!(" where {} ", p.w(i - 2))))
    })
}

/// `{1, 4, 9, ...}`, `{2, 3, 5, ...}`: a list that goes on by another rule, or by none that one can see
fn goes_on(p: &Phrase) -> Option<Diagnostic> {
    let closes = |i: usize| matches!(p.w(i), "}" | "]") && p.w(i - 1) == ".." && p.w(i - 2) == ",";
    (7..p.len()).filter(|&close| closes(close)).find_map(|close| {
        let open = (0..close).rev().find(|&k| p.closing(k) == Some(close))?;
        let numbers = (open + 1..close - 2).step_by(2).map(|k| number(p, k));
        let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
        let listed = (open + 2..close - 2).step_by(2).all(|k| p.w(k) == ",");
        (listed && numbers.len() > 2).then_some(())?;
        let found = p.error("missing-value", "`...` needs a last value after it", p.span(close - 1));
        Some(match rule_of(&numbers) {
            Some(rule) => found.instead(p.over(open + 1, close), rule),
            None => found.hint("Can it be left out?").replace(p.tail(close - 2, close), ""),
        })
    })
}

/// A number that is small enough to calculate with.
fn number(p: &Phrase, k: usize) -> Option<i64> {
    p.w(k).parse::<i32>().ok().map(i64::from)
}

/// The rule of some squares or triangular numbers, in the words of the language.
fn rule_of(numbers: &[i64]) -> Option<String> {
    let from = i64::from(numbers[0] > 0);
    let by = |f: &dyn Fn(i64) -> i64| numbers.iter().zip(from..).all(|(n, i)| *n == f(i));
    let term = match () {
        _ if by(&|i| i * i) => "i^2",
        _ if by(&|i| i * (i + 1) / 2) => "i * (i + 1) / 2",
        _ => return None,
    };
    Some(format!("{term} for i in {from}..100"))
}

/// `s: list of 0 or 1`, `c: 1, 2 or 3`: a range for a type
fn numbers_for_a_type(p: &Phrase) -> Option<Diagnostic> {
    let number = |k: usize| number(p, k);
    let begins = |&i: &usize| matches!(p.w(i - 1), ":" | "of") && matches!(p.w(i + 1), "," | "or" | "|");
    let header = |&i: &usize| p.is_game() && (1..i).all(|k| !p.view.first_on_line(k));
    (3..p.len()).filter(header).filter(begins).find_map(|i| {
        let mut last = i;
        while matches!(p.w(last + 1), "," | "or" | "|") && number(last + 2) == number(last).map(|n| n + 1) {
            last += 2;
        }
        let joined = last > i && matches!(p.w(last - 1), "or" | "|") && number(i).is_some();
        let text = format!("{}..{}", p.w(i), p.w(last));
        let found = p.error("unknown-type", "Numbers from one to another are a range", p.over(i, last + 1));
        joined.then(|| found.instead(p.over(i, last + 1), text))
    })
}

/// `game A(n: nat) where n <= 100`: the range of a parameter is its type
fn bounded_parameter(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    let word = p.closing(if p.w(0) == "loopy" { 3 } else { 2 })? + 1;
    let one = matches!(p.w(word), "where" | "with" | "if" | "when") && !p.view.first_on_line(word);
    let ends = word + 4 == p.len() || p.view.first_on_line(word + 4);
    let most = p.w(word + 3).parse::<u64>().ok().filter(|_| one && ends)?;
    let most = match p.w(word + 2) {
        "<=" | "≤" => most,
        "<" => most.checked_sub(1)?,
        _ => return None,
    };
    let param = params.into_iter().find(|&i| p.w(i) == p.w(word + 1) && p.is_counted(p.w(i)))?;
    let found = p.error("misplaced-where", "The range of a parameter is its type", p.over(word, word + 4));
    let found = found.hint(meant(&format!("{}: 0..{most}", p.w(param))));
    Some(found.replace(p.span(param + 2), format!("0..{most}")).replace(p.tail(word, word + 4), ""))
}
