//! Games written in blocks, and parameters and choices that are not joined: `game A(n: nat) { take(k in 1..n) { A(n - k) } }`,
//! `(a nat b nat)`, `(k in 1..n) -> A(n - k)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    blocks,
    parameters_not_joined,
    nameless_lines,
    infix_words,
    filtered,
    returned_cases,
    product_of_ranges,
];

/// Where the parameters of a game or a function begin.
fn parameters(p: &Phrase) -> Option<usize> {
    let open = if p.w(0) == "loopy" { 3 } else { 2 };
    (p.w(open) == "(" && (p.is_game() || p.w(0) == "let")).then_some(open)
}

/// `game A(n: nat) { move take(k in 1..n) { A(n - k); } }`
fn blocks(p: &Phrase) -> Option<Diagnostic> {
    let brace = p.closing(parameters(p)?)? + 1;
    let close = p.closing(brace).filter(|&c| p.is_game() && p.w(brace) == "{" && c + 1 == p.len())?;
    let found = p.error("braces", "The clauses of a game need no brackets around them", p.span(brace));
    let found = found.note("A game ends where the next definition or question begins.");
    let found = found.hint("Can `{` be left out here, and `}` at the end?");
    let found = found.replace(p.span(brace), "").replace(p.span(close), "");
    let begins = |i: usize| matches!(p.w(i - 1), "{" | "}" | ";") || p.view.first_on_line(i);
    Some((brace + 1..close).fold(found, |found, i| match p.w(i) {
        ";" => found.replace(p.span(i), ""),
        _ if begins(i) => block_of_a_move(p, i, found),
        _ => found,
    }))
}

/// `take(k in 1..n) { return A(n - k) }` as `move take(k in 1..n) to A(n - k)`.
fn block_of_a_move(p: &Phrase, i: usize, found: Diagnostic) -> Diagnostic {
    let label = i + usize::from(p.w(i) == "move");
    let choices = if p.w(label + 1) == "(" { p.closing(label + 1) } else { Some(label) };
    let Some(brace) = choices.filter(|_| p.is_name(label)).map(|last| last + 1) else { return found };
    let leads = matches!(p.w(brace), "{" | "to" | "->" | "=>");
    let found = if label == i && leads { found.replace(p.before(i), "move ") } else { found };
    let Some(close) = p.closing(brace).filter(|_| p.w(brace) == "{") else { return found };
    let first = usize::from(matches!(p.w(brace + 1), "return" | "to" | "->"));
    found.replace(p.over(brace, brace + 1 + first), "to").replace(p.span(close), "")
}

/// The token after the type that begins at `i`.
fn type_end(p: &Phrase, i: usize) -> Option<usize> {
    match p.w(i) {
        "nat" | "int" | "bool" | "text" | "cell" | "position" => Some(i + 1),
        "set" | "list" | "bag" if p.w(i + 1) == "of" => type_end(p, i + 2),
        "(" => p.closing(i).map(|close| close + 1),
        _ if p.is_number(i) && matches!(p.w(i + 1), ".." | "..<") => {
            Some(i + 2 + usize::from(p.is_number(i + 2)))
        }
        _ => None,
    }
}

/// `(a nat b nat)`, `(int a, int b)`, `(a nat b: set of nat)`
fn parameters_not_joined(p: &Phrase) -> Option<Diagnostic> {
    let open = parameters(p)?;
    let close = p.closing(open)?;
    let (mut at, mut all) = (open + 1, vec![]);
    while at < close {
        let (name, from, end) = match p.is_name(at) {
            true => {
                let from = at + 1 + usize::from(p.w(at + 1) == ":");
                (at, from, type_end(p, from)?)
            }
            false => {
                let name = type_end(p, at).filter(|&k| p.is_name(k))?;
                (name, at, name)
            }
        };
        // `nat x nat` is a pair of numbers.
        if p.w(at) == "x" && p.w(at - 1) != "," && !all.is_empty() {
            return None;
        }
        all.push(format!("{}: {}", p.w(name), p.text(from, end)));
        at = end.max(name + 1);
        at += usize::from(matches!(p.w(at), "," | ";"));
    }
    let text = format!("({})", all.join(", "));
    let found = p.error(
        "missing-type",
        "A parameter is a name, a colon and a type; a comma stands between two",
        p.over(open, close + 1),
    );
    // Where a comma alone is missing, it is said where.
    let colons = (open..close).filter(|&k| p.w(k) == ":").count();
    (all.len() > 1 && colons < all.len()).then(|| found.instead(p.over(open, close + 1), text))
}

/// `(k in 1..n) -> A(n - k)`: lines of a game that are moves without names
fn nameless_lines(p: &Phrase) -> Option<Diagnostic> {
    let line = |i: usize| {
        let choices = p.is_game() && p.view.first_on_line(i) && p.w(i) == "(" && p.w(i + 2) == "in";
        let sign = p.closing(i).filter(|_| choices)? + 1;
        let leads = matches!(p.w(sign), "->" | "=>" | "→" | ":" | "to");
        (leads && p.w(sign + 1).starts_with(char::is_uppercase)).then_some((i, sign))
    };
    let all: Vec<(usize, usize)> = (2..p.len()).filter_map(line).collect();
    let first = all.first()?.0;
    let found = p.error("missing-move", "A move has a name, its choices, and where it leads", p.span(first));
    let found = found.hint(meant("move take(...) to ..."));
    Some(
        all.into_iter().fold(found, |found, (i, sign)| {
            found.replace(p.before(i), "move take").replace(p.span(sign), "to")
        }),
    )
}

/// `A(h remove c)`, `S add x`: sets with more or less, in words
fn infix_words(p: &Phrase) -> Option<Diagnostic> {
    let own = |word: &str| match word {
        "remove" | "removing" | "delete" | "deleting" | "excluding" | "sans" => Some("without"),
        "add" | "adding" | "insert" | "inserting" | "including" => Some("with"),
        _ => None,
    };
    let between = |i: usize| {
        p.view.ends_operand(i - 1)
            && p.view.starts_operand(i + 1)
            && !p.view.first_on_line(i)
            && p.w(i + 1) != "("
    };
    let all: Vec<usize> = (2..p.len()).filter(|&i| own(p.w(i)).is_some() && between(i)).collect();
    let first = *all.first()?;
    let meant_word = own(p.w(first))?;
    let title = format!("`{}` is not a word of this language", p.w(first));
    let found = p.error("foreign-word", title, p.span(first)).hint(meant(meant_word));
    Some(all.into_iter().fold(found, |found, i| found.replace(p.span(i), own(p.w(i)).unwrap_or(""))))
}

/// `{x in S if x > 1}`: what runs through S, under a condition
fn filtered(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).find_map(|open| {
        let close = p.closing(open).filter(|_| matches!(p.w(open), "{" | "["))?;
        let chosen = p.is_name(open + 1) && p.w(open + 2) == "in";
        let sign = p
            .find(open + 3, |k| matches!(p.w(k), "if" | "when" | "where" | "with"))
            .filter(|&k| k < close)?;
        let plain = chosen && (open..close).all(|k| p.w(k) != "for");
        let name = p.w(open + 1);
        let text = format!("{name} for {} where {}", p.text(open + 1, sign), p.text(sign + 1, close));
        let found =
            p.error("set-builder", "What runs through a set comes after `for`", p.over(open + 1, sign));
        plain.then(|| found.instead(p.over(open + 1, close), text))
    })
}

/// `if (n < 0) return -1 else return 1`
fn returned_cases(p: &Phrase) -> Option<Diagnostic> {
    let condition = |i: usize| {
        let close = p.closing(i + 1).filter(|_| p.w(i) == "if" && p.w(i + 1) == "(")?;
        (p.w(close + 1) == "return").then_some(close + 1)
    };
    let all: Vec<usize> = (0..p.len()).filter_map(condition).collect();
    let first = *all.first()?;
    let found = p.error("foreign-word", "A value is chosen by `if ... then ... else ...`", p.span(first));
    let found = found.hint(meant("then"));
    Some((first..p.len()).filter(|&k| p.w(k) == "return").fold(found, |found, k| {
        let own = if all.contains(&k) { "then" } else { "" };
        found.replace(p.span(k), own)
    }))
}

/// `for a, b in 0..3 x 0..5`, `for (a, b) in 0..3 x 0..5`: each from its own range
fn product_of_ranges(p: &Phrase) -> Option<Diagnostic> {
    let run = (1..p.len()).find(|&i| p.w(i) == "for")?;
    let sign = p.find(run + 1, |k| p.w(k) == "in")?;
    let bracket = usize::from(p.w(run + 1) == "(");
    let names: Vec<usize> = (run + 1 + bracket..sign).step_by(2).collect();
    let listed = names.iter().all(|&k| p.is_name(k) && matches!(p.w(k + 1), "," | "in" | ")"));
    let ends = |k: usize| matches!(p.w(k), "where" | "under" | "," | ")" | "]" | "}");
    let end = p.find(sign + 1, ends).unwrap_or(p.len());
    let mut sources = vec![];
    let mut from = sign + 1;
    while from < end {
        let next =
            p.find(from + 1, |k| matches!(p.w(k), "x" | "×" | "*")).filter(|&k| k < end).unwrap_or(end);
        sources.push(p.text(from, next));
        from = next + 1;
    }
    let pairs: Vec<String> =
        names.iter().zip(&sources).map(|(&k, source)| format!("{} in {source}", p.w(k))).collect();
    let found = p.error("missing-in", "Each name runs through its own range", p.over(run + 1, end));
    let in_a_line = sources.iter().all(|source| !source.contains('\n'));
    let each = listed && in_a_line && names.len() > 1 && sources.len() == names.len();
    each.then(|| found.instead(p.over(run + 1, end), pairs.join(", ")))
}
