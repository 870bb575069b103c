//! Functions and elements without the brackets or words of their own: `max s`, `min a b`, `sum [1, 2]`, `cell(r, c)`, `s without
//! p and q`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] =
    &[piles_by_space, piles_apart, table_called, called_by_space, cell_called, kind_before_value];

/// What can be read and is never right: `sum [1, 2]`, `s without p and q`.
pub(super) const NEVER_RIGHT: &[Way] = &[several_left_out, sum_over, table_called];

/// What can be read and is not right unless the rest of the text says so: `Nim[3][5]`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[piles_apart, called_by_list];

/// `max s`, `size s`, `value P(3)`: a function of the language without brackets
fn called_by_space(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let known = matches!(
            p.w(i),
            "max"
                | "min"
                | "size"
                | "sum"
                | "sort"
                | "indices"
                | "letters"
                | "value"
                | "outcome"
                | "options"
                | "touching"
                | "maximum"
                | "minimum"
        );
        let end = match p.w(i + 2) {
            "(" | "[" if p.is_name(i + 1) => p.closing(i + 2)? + 1,
            _ => i + 2,
        };
        // `min a b`: of two
        let two = matches!(p.w(i), "min" | "max")
            && end == i + 2
            && (p.is_name(end) || p.is_number(end))
            && p.view.first_on_line(end) == p.view.first_on_line(i);
        if two && p.is_name(i + 1) && !p.view.first_on_line(i) && !matches!(p.w(end), "for" | "of") {
            let text = format!("{}({}, {})", p.w(i), p.w(i + 1), p.w(end));
            let found = p.error(
                "missing-sign",
                "The arguments of a function are written in parentheses",
                p.over(i, end + 1),
            );
            return Some(found.instead(p.over(i, end + 1), text));
        }
        let argument = p.is_name(i + 1) && !matches!(p.w(i + 1), "of" | "for" | "from");
        let text = format!("{}({})", p.w(i), p.text(i + 1, end));
        let found =
            p.error("missing-sign", "The argument of a function is written in parentheses", p.over(i, end));
        let inside = !p.view.first_on_line(i) && !matches!(p.w(i - 1), "let" | "move" | ".");
        (known && argument && inside).then(|| found.instead(p.over(i, end), text))
    })
}

/// `cell(r, c)`: a cell is a pair
fn cell_called(p: &Phrase) -> Option<Diagnostic> {
    let calls = |i: &usize| {
        let two = |close: usize| parts(p, i + 2, close, |w| w == ",").len() == 2;
        matches!(p.w(*i), "cell" | "Cell") && p.w(i + 1) == "(" && p.closing(i + 1).is_some_and(two)
    };
    let all: Vec<usize> = (1..p.len()).filter(calls).collect();
    let first = *all.first()?;
    let found = p.error("keyword-as-name", "A cell is the pair of its row and its column", p.span(first));
    let found = found.hint(meant("(r, c)"));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.over(i, i + 1).to(p.before(i + 1)), "")))
}

/// `sum [1, 2]`, which is read as an entry of `sum`
fn called_by_list(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let known = matches!(p.w(i), "max" | "min" | "size" | "sum" | "sort" | "mex" | "join")
            && p.w(i + 1) == "["
            && !p.may_hold(p.w(i));
        let close = p.closing(i + 1).filter(|_| known && !matches!(p.w(i - 1), "let" | "." | "move"))?;
        let found = p.error(
            "missing-sign",
            "The argument of a function is written in parentheses",
            p.over(i, close + 1),
        );
        Some(found.instead(p.over(i, close + 1), format!("{}({})", p.w(i), p.text(i + 1, close + 1))))
    })
}

/// `to A(s without p and q)`, `to A(s with p and q)`
fn several_left_out(p: &Phrase) -> Option<Diagnostic> {
    let operand =
        |k: usize| if p.w(k) == "(" { p.closing(k).map(|c| c + 1) } else { p.is_name(k).then_some(k + 1) };
    (3..p.len()).filter(|&i| matches!(p.w(i), "without" | "with") && p.is_game()).find_map(|i| {
        let joined = operand(i + 1).filter(|&k| p.w(k) == "and")?;
        let end = operand(joined + 1).filter(|&k| matches!(p.w(k), ")" | "," | "without" | "with"))?;
        // Directly among the arguments of a position: `if x in s without p and q` is right.
        let open = (0..i).rev().find(|&k| p.w(k) == "(" && p.closing(k).is_some_and(|c| c >= end))?;
        let begin = (open + 1..i).rev().find(|&k| p.w(k) == ",").map_or(open + 1, |comma| comma + 1);
        let called = p.w(open - 1).starts_with(char::is_uppercase) && p.back(open, 2) == "to";
        let plain = (begin..i).all(|k| p.is_name(k) || matches!(p.w(k), "without" | "with"));
        let found =
            p.error("missing-word", format!("Each element needs its own `{}`", p.w(i)), p.over(joined, end));
        (called && plain).then(|| found.instead(p.span(joined), p.w(i)))
    })
}

/// `Nim 3 + Nim 5`
fn piles_by_space(p: &Phrase) -> Option<Diagnostic> {
    let pile = |&i: &usize| {
        p.is_name(i)
            && p.w(i).starts_with(char::is_uppercase)
            && p.is_number(i + 1)
            && !matches!(p.w(i - 1), "game" | "graph" | "move" | "let")
            && !p.view.first_on_line(i + 1)
    };
    let all: Vec<usize> = (1..p.len()).filter(pile).collect();
    let first = *all.first().filter(|_| all.len() > 1)?;
    let found =
        p.error("missing-sign", "A position has its arguments in parentheses", p.over(first, first + 2));
    let found = found.hint(meant(&format!("{}({})", p.w(first), p.w(first + 1))));
    Some(
        all.into_iter().fold(found, |d, i| d.replace(p.between(i, i + 1), "(").replace(p.behind(i + 1), ")")),
    )
}

/// `Nim[3][5]`, `Nim(3)(5)`
fn piles_apart(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.is_name(i) && p.w(i).starts_with(char::is_uppercase)).find_map(|i| {
        let open = p.w(i + 1);
        let mut numbers = vec![];
        let mut at = i + 1;
        while p.w(at) == open
            && matches!(open, "[" | "(")
            && p.is_number(at + 1)
            && p.closing(at) == Some(at + 2)
        {
            numbers.push(p.w(at + 1));
            at += 3;
        }
        let asks = matches!(p.w(0), "show" | "table" | "expect" | "play" | "period");
        // A parameter or another name may be a list of lists.
        let is_game = || p.view.text.contains(&format!("game {}(", p.w(i)));
        (numbers.len() > 1 && asks && is_game()).then_some(())?;
        let params = p.params_of_game(p.w(i));
        let several = params.is_some_and(|params| params.matches(':').count() == numbers.len());
        let (open, close) = if several { ('(', ')') } else { ('[', ']') };
        let text = format!("{}{open}{}{close}", p.w(i), numbers.join(", "));
        let found = p.error("missing-comma", "Piles side by side share one pair of brackets", p.over(i, at));
        Some(found.instead(p.over(i, at), text))
    })
}

/// `sum(Nim, [3, 5])`, `sum(Nim(k) in [3, 5])`
fn sum_over(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "sum" && p.w(i + 1) == "(").find_map(|i| {
        let close = p.closing(i + 1)?;
        let game = i + 2;
        let capital = p.is_name(game) && p.w(game).starts_with(char::is_uppercase);
        let text = match (p.w(game + 1), p.w(game + 2)) {
            (",", "[" | "{") => format!("{}(k) for k in {}", p.w(game), p.text(game + 2, close)),
            ("(", name) if p.is_name(game + 2) && p.w(game + 3) == ")" && p.w(game + 4) == "in" => {
                format!("{} for {name} in {}", p.text(game, game + 4), p.text(game + 5, close))
            }
            _ => return None,
        };
        let found = p.error("missing-for", "The range of a sum comes after `for`", p.over(game, close));
        let plain = p.find(game, |k| p.w(k) == "for").is_none();
        (capital && plain).then(|| found.instead(p.over(game, close), text))
    })
}

/// `table(A, n, 0, 5)`
fn table_called(p: &Phrase) -> Option<Diagnostic> {
    let close = p.closing(1).filter(|&c| p.w(0) == "table" && p.w(1) == "(" && c + 1 == p.len())?;
    let each = parts(p, 2, close, |w| w == ",");
    let [(a, b), (name, _), (low, low_end), (high, high_end)] = *each.as_slice() else { return None };
    let text = format!(
        "table {} for {} in {}..{}",
        p.text(a, b),
        p.w(name),
        p.text(low, low_end),
        p.text(high, high_end)
    );
    let found = p.error("missing-for", "The range of a table comes after `for`", p.over(0, p.len()));
    (p.is_name(name) && p.is_number(low) && p.is_number(high))
        .then(|| found.instead(p.over(0, p.len()), text))
}

/// `let S = set of {1, 2}`, `let S = 1 to 5`
fn kind_before_value(p: &Phrase) -> Option<Diagnostic> {
    let equals = p.find(1, |k| p.w(k) == "=").filter(|_| p.w(0) == "let")?;
    let from = equals + 1;
    let kind = matches!((p.w(from), p.w(from + 2)), ("set", "{") | ("list", "[")) && p.w(from + 1) == "of";
    let found = |at: usize, end: usize, title: &str| p.error("unexpected", title, p.over(at, end));
    if kind {
        let found = found(from, from + 2, "The brackets say what kind of collection it is");
        return Some(
            found.hint("Can it be left out?").replace(p.over(from, from + 2).to(p.before(from + 2)), ""),
        );
    }
    let counts = p.is_number(from) && matches!(p.w(from + 1), "to" | "until" | "-") && p.is_number(from + 2);
    let text = format!("{}..{}", p.w(from), p.w(from + 2));
    (counts && p.w(from + 1) != "-" && from + 3 == p.len()).then(|| {
        found(from, p.len(), "The numbers from one to another are a range")
            .instead(p.over(from, p.len()), text)
    })
}
