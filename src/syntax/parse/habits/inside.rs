//! What stands inside a game, or inside a value, and has its place elsewhere: a function among the clauses, a row or a
//! column that is changed, one condition that implies another.

use super::phrase::{Phrase, Way, meant, shown};
use super::spoken::alien_lines;
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[function_inside, named_in_lines, place_changed, implied, range_of_numbers];

/// A function among the clauses of a game: where its line begins and ends, its name, and where its parameters close.
struct Inside {
    from: usize,
    end: usize,
    name: usize,
    close: usize,
}

impl Inside {
    fn read(p: &Phrase, (from, end): (usize, usize)) -> Option<Inside> {
        let word = matches!(p.w(from), "let" | "def" | "function" | "fun" | "fn" | "func");
        let name = from + usize::from(word);
        let close = p.closing(name + 1).filter(|_| word && p.is_name(name) && p.w(name + 1) == "(")?;
        let defined = matches!(p.w(close + 1), "=" | ":=") && close + 2 < end && close > name + 2;
        defined.then_some(Inside { from, end, name, close })
    }

    /// The parameters of the game that it uses.
    fn uses(&self, p: &Phrase, params: &[usize]) -> Vec<usize> {
        let own = |word: &str| (self.name + 2..self.close).any(|k| p.w(k) == word && p.w(k + 1) == ":");
        let body = self.close + 2..self.end;
        let used = |&q: &usize| !own(p.w(q)) && body.clone().any(|k| p.w(k) == p.w(q) && p.w(k - 1) != ".");
        params.iter().copied().filter(used).collect()
    }

    /// How it is written above the game, with what it uses as further parameters.
    fn above(&self, p: &Phrase, outer: &[usize]) -> String {
        let declared = |&q: &usize| format!(", {}: {}", p.w(q), p.text(q + 2, p.part_end(q + 2)));
        let more: String = outer.iter().map(declared).collect();
        let (params, body) = (p.text(self.name + 2, self.close), p.text(self.close + 2, self.end));
        format!("let {}({params}{more}) = {body}", p.w(self.name))
    }
}

/// `let ok(k: nat) = k <= n` among the clauses: a function above the game, with what it uses as further parameters.
fn function_inside(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.is_game())?;
    let all: Vec<Inside> = alien_lines(p).into_iter().filter_map(|line| Inside::read(p, line)).collect();
    let first = all.first()?;
    let title = "A game has no definitions among its clauses";
    let found = p.error("misplaced-word", title, p.over(first.from, first.close + 1));
    let shown = shown(&first.above(p, &first.uses(p, &params)));
    let mut found = found.hint(format!("Did you mean `{shown}` above the game?"));
    let mut above = String::new();
    for f in &all {
        let outer = f.uses(p, &params);
        above += &(f.above(p, &outer) + "\n");
        found = found.replace(p.tail(f.from, f.end), "");
        let given: String = outer.iter().map(|&q| format!(", {}", p.w(q))).collect();
        let calls = (f.end..p.len()).filter(|&k| p.w(k) == p.w(f.name) && p.w(k + 1) == "(");
        for k in calls.filter(|_| !given.is_empty()) {
            found = found.replace(p.before(p.closing(k + 1)?), given.clone());
        }
    }
    Some(found.replace(p.before(0), above))
}

/// `let f(n: nat) =` and below it `let m = n * 2`: what is named so is used behind `in`.
fn named_in_lines(p: &Phrase) -> Option<Diagnostic> {
    let body = p.find(1, |k| p.w(k) == "=").filter(|_| p.w(0) == "let")? + 1;
    let names = |k: &usize| p.w(*k) == "let" && p.is_name(k + 1) && p.w(k + 2) == "=";
    let all: Vec<usize> = (body..p.len()).filter(names).collect();
    let next = |k: usize| p.find(k + 3, |m| p.view.first_on_line(m));
    let ends: Vec<usize> = all.iter().map(|&k| next(k)).collect::<Option<_>>()?;
    let lacking: Vec<usize> = ends.into_iter().filter(|&m| p.w(m) != "in" && p.w(m - 1) != "in").collect();
    let (first, behind) = (*all.first()?, *lacking.first()?);
    let found = p.error("missing-in", "What uses a name comes after `in`", p.over(first, first + 2));
    let found = found.hint(meant(&format!("{} in", p.text(first, behind))));
    Some(lacking.into_iter().fold(found, |d, m| d.replace(p.behind(m - 1), " in")))
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
