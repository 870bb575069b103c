//! Values said with more than they need: named parts of a tuple, `x[i := e]`, `fold(x, 0, (a, b) -> a + b)`, `count(x, 3)`,
//! `compare value(A), value(B)`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use super::values::operand;
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

pub(super) const WAYS: &[Way] =
    &[counted_value, named_parts, entry_replaced, folded_by_arrow, name_then_value];

/// What can be read and is never right: `compare value(A), value(B) for n in 0..9`.
pub(super) const NEVER_RIGHT: &[Way] = &[values_compared, local_shown];

/// What can be read and is not right unless the rest of the text says so: `count(x, 3)`, `insert(c, s)`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[counted_value, element_first, said_to_win];

/// `let x = 3 in x * x` as an item: nobody defines something by itself.
fn local_shown(p: &Phrase) -> Option<Diagnostic> {
    (p.w(0) == "let" && p.is_name(1) && p.w(2) == "=").then_some(())?;
    let inside = p.find(3, |k| p.w(k) == "in")?;
    let uses = || (inside + 1..p.len()).filter(|&k| p.w(k) == p.w(1));
    let bound = uses().any(|k| matches!(p.w(k + 1), "in" | "," | ":" | ")"));
    let found =
        p.error("misplaced-word", "What `let ... in` gives is asked for with `show`", p.over(0, p.len()));
    let text = format!("show {}", p.text(0, p.len()));
    (uses().next().is_some() && !bound).then(|| found.hint(meant(&text)).replace(p.before(0), "show "))
}

fn is_comma(word: &str) -> bool {
    word == ","
}

/// `(row: 1, col: 2)`
fn named_parts(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.w(i) == "(" && !p.view.ends_operand(i - 1)).find_map(|open| {
        let each = parts(p, open + 1, p.closing(open)?, is_comma);
        let named = |&(a, b): &(usize, usize)| p.is_name(a) && matches!(p.w(a + 1), ":" | "=") && a + 2 < b;
        let is_map = p.w(open - 1) == "map";
        ((is_map || each.len() > 1) && each.iter().all(named)).then_some(())?;
        let span = p.over(open, p.closing(open)? + 1);
        let title = match is_map {
            true => "In a map, `to` stands between a key and its value",
            false => "The parts of a tuple have places, not names",
        };
        let part = |(a, b): (usize, usize)| match is_map {
            true => format!("{} to {}", p.text(a, a + 1), p.text(a + 2, b)),
            false => p.text(a + 2, b).to_string(),
        };
        let values: Vec<String> = each.into_iter().map(part).collect();
        Some(p.error("unexpected", title, span).instead(span, format!("({})", values.join(", "))))
    })
}

/// `x[i := e]`, `x[i -> e]`, `x[i ↦ e]`: the list with one entry changed
fn entry_replaced(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i) == "[" && p.is_name(i - 1)).find_map(|open| {
        let close = p.closing(open)?;
        let sign =
            p.find(open + 1, |k| matches!(p.w(k), ":=" | "->" | "=" | "<-" | "←" | "↦" | "|->" | "to"))?;
        (open + 1 < sign && sign + 1 < close).then_some(())?;
        let start = operand(p, open);
        let text =
            format!("put({}, {}, {})", p.text(start, open), p.text(open + 1, sign), p.text(sign + 1, close));
        let found =
            p.error("put-entry", "`put` gives the list with one entry changed", p.over(open, close + 1));
        Some(found.instead(p.over(start, close + 1), text))
    })
}

/// `fold(x, 0, (a, b) -> a + b)`, `reduce(lambda a, b: a * b, x)`: a fold by a sign
fn folded_by_arrow(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let word = matches!(p.w(i), "reduce" | "fold" | "foldl" | "foldr" | "accumulate" | "inject");
        let close = p.closing(i + 1).filter(|_| word && p.w(i + 1) == "(")?;
        let arrow = |k: usize| matches!(p.w(k), "->" | "=>" | "→" | "↦" | "⇒" | ":");
        let arrow = (i + 2..close).find(|&k| arrow(k))?;
        let own = match (arrow + 1..close).map(|k| p.w(k)).find(|w| !w.starts_with(char::is_alphabetic))? {
            "+" => "sum",
            "*" => "product",
            "^" => "nimsum",
            _ => return None,
        };
        let collection =
            |k: &usize| matches!(p.type_of(p.w(*k)), "list" | "set" | "bag") && p.w(*k + 1) != "[";
        let row = (i + 2..close).find(collection)?;
        let found = p.error(
            "foreign-word",
            format!("The whole of a list has a function: `{own}`"),
            p.over(i, close + 1),
        );
        Some(found.instead(p.over(i, close + 1), format!("{own}({})", p.w(row))))
    })
}

/// `let m = n + 1, m * m`: a name and what is said with it
fn name_then_value(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "let" && p.is_name(i + 1) && p.w(i + 2) == "=")?;
    let sign = p.find(i + 3, |k| matches!(p.w(k), "," | ";" | ":" | "then"))?;
    let uses = (sign + 1..p.len()).any(|k| p.w(k) == p.w(i + 1));
    let alone = (i + 3..p.len()).all(|k| p.w(k) != "in") && p.w(sign + 2) != "=";
    let found = p.error("missing-in", "A local name is followed by `in`", p.span(sign));
    let found = found.hint(meant(&format!("in {}", p.text(sign + 1, p.part_end(sign + 1)))));
    (uses && alone).then(|| found.replace(p.between(sign - 1, sign + 1), " in "))
}

/// `compare value(A), value(B) for n in 0..9`
fn values_compared(p: &Phrase) -> Option<Diagnostic> {
    let asked = |&i: &usize| matches!(p.w(i), "value" | "outcome") && p.w(i + 1) == "(";
    let all: Vec<usize> = (1..p.len()).filter(|_| p.w(0) == "compare").filter(asked).collect();
    let first = *all.first()?;
    let found = p.error("misplaced-word", "`compare` takes the positions themselves", p.span(first));
    let found = found.hint(meant(&format!("compare {}", p.text(first + 2, p.closing(first + 1)?))));
    all.into_iter().try_fold(found, |d, i| {
        let close = p.closing(i + 1)?;
        Some(d.replace(p.over(i, i + 2), "").replace(p.span(close), ""))
    })
}

/// Whether the text may have a function of its own with that name, or one of a file that it uses.
fn defined(p: &Phrase, name: &str) -> bool {
    ["let", "game"].iter().any(|word| p.view.text.contains(&format!("{word} {name}(")))
        || p.view.text.contains("use \"")
}

/// `count(x, 3)`, `x.count(3)`: how often something is in a list
fn counted_value(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "count" && p.w(i + 1) == "(" && p.w(i - 1) != "move")?;
    let close = p.closing(i + 1)?;
    let each = parts(p, i + 2, close, is_comma);
    let start = if p.w(i - 1) == "." { operand(p, i - 1) } else { i };
    let (row, value) = match (p.w(i - 1), each.as_slice()) {
        (".", &[(a, b)]) => (p.text(start, i - 1), p.text(a, b)),
        (".", _) => return None,
        (_, &[(a, b), (c, d)]) => {
            let is_row = |text| matches!(p.type_of(text), "bag" | "list" | "set" | "text" | "map");
            let (first, second) = (p.text(a, b), p.text(c, d));
            if is_row(second) && !is_row(first) { (second, first) } else { (first, second) }
        }
        _ => return None,
    };
    let plain = (i + 2..close).all(|k| !matches!(p.w(k), "for" | "in" | "==")) && !value.is_empty();
    let of_text = matches!(p.type_of(row), "text") || value.starts_with('"');
    let row = if of_text { format!("letters({row})") } else { row.to_owned() };
    let e = if value == "e" { "x" } else { "e" };
    let found = p.error(
        "foreign-word",
        "`count` counts the elements for which something holds",
        p.over(i, close + 1),
    );
    (plain && !defined(p, "count"))
        .then(|| found.instead(p.over(start, close + 1), format!("count({e} == {value} for {e} in {row})")))
}

/// `expect win(A)`, `expect losing(A)`
fn said_to_win(p: &Phrase) -> Option<Diagnostic> {
    let outcome = match p.w(1).trim_start_matches("is_") {
        "win" | "wins" | "winnable" | "isWin" | "N" => "N",
        "lose" | "loses" | "lost" | "loss" | "losing" | "isLoss" | "P" => "P",
        _ => return None,
    };
    let close = p.closing(2).filter(|_| p.w(0) == "expect" && p.w(2) == "(")?;
    let rest = matches!(p.w(close + 1), "" | "for" | "under");
    let found = p.error("is-what", "`is` says who wins a position", p.over(1, close + 1));
    let found = found.note("P: the player to move loses. N: the player to move wins.");
    (rest && !defined(p, p.w(1)))
        .then(|| found.instead(p.over(1, close + 1), format!("{} is {outcome}", p.text(3, close))))
}

/// `insert(c, s)`, `remove(c, s)`: the element first
fn element_first(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let own = match p.w(i) {
            "insert" | "add" | "adjoin" => "with",
            "remove" | "discard" | "delete" | "erase" => "without",
            _ => return None,
        };
        let close = p.closing(i + 1).filter(|_| p.w(i + 1) == "(" && p.w(i - 1) != "move")?;
        let [(a, b), (c, d)] = parts(p, i + 2, close, is_comma)[..] else { return None };
        let set = d == c + 1 && matches!(p.type_of(p.w(c)), "set" | "bag");
        let element = p.view.token(a) != Some(Token::Text) || b == a + 1;
        let found = p.error("foreign-word", format!("An element goes behind `{own}`"), p.over(i, close + 1));
        (set && element && !matches!(p.type_of(p.w(a)), "set" | "bag") && !defined(p, p.w(i)))
            .then(|| found.instead(p.over(i, close + 1), format!("{} {own} {}", p.w(c), p.text(a, b))))
    })
}
