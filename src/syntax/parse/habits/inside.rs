//! What stands inside a game, or inside a value, and has its place elsewhere: a function among the clauses, a row or a
//! column that is changed, one condition that implies another.

use super::phrase::{Phrase, Way, shown};
use super::spoken::alien_lines;
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[function_inside, place_changed, implied, range_of_numbers];

/// `let ok(k: nat) = k <= n` among the clauses: a function above the game, with what it uses as further parameters.
fn function_inside(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    alien_lines(p).into_iter().find_map(|(i, end)| {
        let name = i + usize::from(matches!(p.w(i), "let" | "def" | "function" | "fun" | "fn" | "func"));
        let close = p.closing(name + 1).filter(|_| name > i && p.is_name(name) && p.w(name + 1) == "(")?;
        let body = close + 2;
        (matches!(p.w(close + 1), "=" | ":=") && body < end && close > name + 2).then_some(())?;
        let own = |word: &str| (name + 2..close).any(|k| p.w(k) == word && p.w(k + 1) == ":");
        let uses = |&q: &usize| !own(p.w(q)) && (body..end).any(|k| p.w(k) == p.w(q) && p.w(k - 1) != ".");
        let outer: Vec<usize> = params.iter().copied().filter(uses).collect();
        let declared = |q: usize| format!(", {}: {}", p.w(q), p.text(q + 2, p.part_end(q + 2)));
        let more: String = outer.iter().map(|&q| declared(q)).collect();
        let given: String = outer.iter().map(|&q| format!(", {}", p.w(q))).collect();
        let text = format!("let {}({}{more}) = {}", p.w(name), p.text(name + 2, close), p.text(body, end));
        let found =
            p.error("misplaced-word", "A game has no definitions among its clauses", p.over(i, close + 1));
        let found = found.hint(format!("Did you mean `{}` above the game?", shown(&text)));
        let found = found.replace(p.tail(i, end), "").replace(p.before(0), text + "\n");
        let calls = (end..p.len()).filter(|&k| p.w(k) == p.w(name) && p.w(k + 1) == "(");
        let ends: Vec<usize> = calls.map(|k| p.closing(k + 1)).collect::<Option<_>>()?;
        Some(
            ends.into_iter()
                .filter(|_| !given.is_empty())
                .fold(found, |d, k| d.replace(p.before(k), given.clone())),
        )
    })
}

/// `p with row = p.row - 1`: the pair with one of its numbers changed.
fn place_changed(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i) == "with" && p.view.ends_operand(i - 1)).find_map(|i| {
        let changed = matches!(p.w(i + 1), "row" | "col" | "column") && p.w(i + 2) == "=";
        let (start, end) = (operand(p, i), p.part_end(i + 3));
        let (cell, value) = (p.text(start, i), p.text(i + 3, end));
        let text = match p.w(i + 1) {
            "row" => format!("({value}, {cell}.col)"),
            _ => format!("({cell}.row, {value})"),
        };
        let found =
            p.error("single-equals", "A cell is a pair, of its row and its column", p.over(start, end));
        (changed && end > i + 3).then(|| found.instead(p.over(start, end), text))
    })
}

/// `k > 2 implies n > 4`, `(k > 2) ==> (n > 4)`: the first condition fails, or the second holds.
fn implied(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.view.ends_operand(i - 1)).find_map(|i| {
        let width = match (p.w(i), p.w(i + 1)) {
            ("implies", _) => 1,
            ("==", ">") => 2,
            _ => return None,
        };
        let before = |k: &usize| matches!(p.w(*k), "where" | "when" | "if" | "expect" | "=" | ",");
        let inside =
            |k: &usize| p.view.tokens[*k].token.opens() && p.closing(*k).is_none_or(|close| close > i);
        let start = (0..i).rev().find(|k| before(k) && p.find(k + 1, |m| m == i).is_some() || inside(k))? + 1;
        let end = p.part_end(i + width);
        let (first, second) = (p.text(start, i), p.text(i + width, end));
        let whole = p.w(start) == "(" && p.closing(start) == Some(i - 1);
        let text = match whole {
            true => format!("not {first} or {second}"),
            false => format!("not ({first}) or {second}"),
        };
        let title = "`not` and `or` say that one condition implies another";
        let found = p.error("foreign-word", title, p.over(i, i + width));
        (start < i && end > i + width).then(|| found.instead(p.over(start, end), text))
    })
}

/// `n: 1 | 3 | 5`: numbers are no names; a range holds all of them.
fn range_of_numbers(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header()?;
    params.into_iter().find_map(|q| {
        let end = p.part_end(q + 2);
        let (numbers, signs): (Vec<usize>, Vec<usize>) = (q + 2..end).partition(|&k| p.is_number(k));
        let listed =
            !signs.is_empty() && numbers.len() == signs.len() + 1 && signs.iter().all(|&k| p.w(k) == "|");
        let values = numbers.iter().map(|&k| p.w(k).parse().ok()).collect::<Option<Vec<u64>>>()?;
        let text = format!("{}..{}", values.iter().min()?, values.iter().max()?);
        let found = p.error("missing-type", "A type of numbers is a range", p.over(q + 2, end));
        listed.then(|| found.instead(p.over(q + 2, end), text))
    })
}
