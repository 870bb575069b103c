//! Claims about a period: `period A(n) == 12`, `period of A is 12`, `expect period(A) == 12`, `A has period 12`, `A(n) repeats
//! every 12`; and claims with two cases: `if C then A is P else A is N`, `A is P if C otherwise N`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[claimed_period, two_cases, otherwise];

/// The last number of a claim about a period, and how many tokens it is from.
fn claimed_number(p: &Phrase) -> Option<u64> {
    let last = p.len().checked_sub(1).filter(|&k| p.is_number(k))?;
    let word = p.back(last, 1);
    let said = matches!(word, "==" | "=" | "is" | "of" | "every" | "period" | ":" | "length" | "with");
    let period = (0..last).any(|k| matches!(p.w(k), "period" | "periodic" | "repeats" | "repeat" | "cycles"));
    p.w(last).parse().ok().filter(|&n: &u64| said && period && n > 0)
}

/// The last game of the text whose positions are one number.
fn last_game<'t>(p: &Phrase<'t>) -> Option<&'t str> {
    let headers = p.view.text.split("game ").skip(1).filter_map(|rest| rest.split_once('('));
    let one = |(name, rest): &(&'t str, &'t str)| {
        let params = rest.split_once(')').map_or("", |(params, _)| params);
        params.matches(':').count() == 1 && name.chars().all(char::is_alphanumeric)
    };
    headers.filter(one).last().map(|(name, _)| name)
}

/// `period A(n) == 12` and its like
fn claimed_period(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "period" | "expect");
    let period = claimed_number(p).filter(|_| asks && p.find(1, |k| p.w(k) == "for").is_none())?;
    let named = (1..p.len()).find(|&k| p.is_name(k) && p.w(k).starts_with(char::is_uppercase));
    let game = named.map(|k| p.w(k)).or_else(|| last_game(p))?;
    let called = named.filter(|&k| p.w(k + 1) == "(");
    let argument = match called {
        Some(k) if p.is_name(k + 2) && p.w(k + 3) == ")" => p.w(k + 2),
        Some(_) => return None,
        None => "n",
    };
    let text = format!(
        "expect value({game}({argument})) == value({game}({argument} + {period})) for {argument} in 0..50"
    );
    let found = p.error(
        "missing-for",
        "`period` asks for a period; `expect` claims that values repeat",
        p.over(0, p.len()),
    );
    let same = format!("value({game}({argument})) == value({game}({argument} + {period}))");
    Some(found.hint(meant(&same)).replace(p.over(0, p.len()), text))
}

/// `if C then A is P else A is N`
fn two_cases(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "expect" && p.w(1) == "if").then_some(())?;
    let then = p.find(2, |k| p.w(k) == "then")?;
    let other = p.find(then, |k| p.w(k) == "else")?;
    let end = p.find(other, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let claim = |from: usize, to: usize| {
        let is = p.find(from, |k| p.w(k) == "is").filter(|&k| k + 2 == to)?;
        Some((p.text(from, is), p.w(is + 1)))
    };
    let ((a, first), (b, second)) = (claim(then + 1, other)?, claim(other + 1, end)?);
    (a == b).then(|| with_cases(p, a, p.text(2, then), (first, second), (1, end)))
}

/// `A is P if C otherwise N`, `A is P if C else N`
fn otherwise(p: &Phrase) -> Option<Diagnostic> {
    let is = p.find(1, |k| p.w(k) == "is").filter(|_| p.w(0) == "expect")?;
    let condition = is + 3;
    let word =
        matches!(p.w(is + 2), "if" | "when" | "where" | "for") && matches!(p.w(is + 1), "P" | "N" | "draw");
    let other = p.find(condition, |k| matches!(p.w(k), "otherwise" | "else")).filter(|_| word)?;
    let second = (other + 1..p.len()).find(|&k| matches!(p.w(k), "P" | "N" | "draw"))?;
    let from = other - usize::from(matches!(p.w(other - 1), "," | "and"));
    let ends = matches!(p.w(second + 1), "" | "for" | "under");
    let outcomes = (p.w(is + 1), p.w(second));
    ends.then(|| with_cases(p, p.text(1, is), p.text(condition, from), outcomes, (1, second + 1)))
}

fn with_cases(
    p: &Phrase,
    position: &str,
    condition: &str,
    outcomes: (&str, &str),
    (from, to): (usize, usize),
) -> Diagnostic {
    let text = format!("outcome({position}) == (if {condition} then {} else {})", outcomes.0, outcomes.1);
    let found =
        p.error("is-what", "After `is` comes one outcome; two cases are written with `==`", p.over(from, to));
    found.instead(p.over(from, to), text)
}
