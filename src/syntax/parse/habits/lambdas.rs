//! Functions without a name, given to others: `filter(lambda x: x > 5, row)`, `row.map(x => x + 1)`, `reduce(xor, row)`.

use super::phrase::{Phrase, Way};
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[applied_to_each, folded, given_without_name];

/// The name and the value of a function without a name, in the tokens `from..end`.
fn lambda<'t>(p: &Phrase<'t>, from: usize, end: usize) -> Option<(&'t str, &'t str)> {
    let marked = usize::from(matches!(p.w(from), "lambda" | "\\" | "λ" | "fn" | "fun"));
    let bracket = usize::from(p.w(from + marked) == "(");
    let name = from + marked + bracket;
    let sign = name + 1 + bracket;
    let arrow =
        matches!(p.w(sign), "->" | "→" | "=>" | "⇒" | "↦") || marked == 1 && matches!(p.w(sign), ":" | ".");
    (p.is_name(name) && arrow && sign + 1 < end).then(|| (p.w(name), p.text(sign + 1, end)))
}

/// The list of what a function without a name gives, as it is written here.
fn as_comprehension(word: &str, name: &str, value: &str, row: &str) -> Option<String> {
    Some(match word {
        "map" | "collect" => format!("[{value} for {name} in {row}]"),
        "filter" | "select" | "where" => format!("[{name} for {name} in {row} where {value}]"),
        "any" | "some" | "exists" => format!("any({value} for {name} in {row})"),
        "all" | "every" | "forall" => format!("all({value} for {name} in {row})"),
        "count" | "sum" | "max" | "min" => format!("{word}({value} for {name} in {row})"),
        "sumBy" | "maxBy" | "minBy" => format!("{}({value} for {name} in {row})", &word[..3]),
        _ => return None,
    })
}

/// `map(x -> x + 1, row)`, `any(S, x -> x > 2)`, `row.filter(x => x > 5)`
fn applied_to_each(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let close = p.closing(i + 1).filter(|_| p.w(i + 1) == "(")?;
        let comma = p.find(i + 2, |k| p.w(k) == ",").filter(|&k| k < close);
        let (start, row, (name, value)) = match (p.w(i - 1) == ".", comma) {
            (true, None) => {
                let start = operand(p, i - 1);
                (start, p.text(start, i - 1), lambda(p, i + 2, close)?)
            }
            (false, Some(comma)) => match lambda(p, i + 2, comma) {
                Some(found) => (i, p.text(comma + 1, close), found),
                None => (i, p.text(i + 2, comma), lambda(p, comma + 1, close)?),
            },
            _ => return None,
        };
        let text = as_comprehension(p.w(i), name, value, row)?;
        let found = p.error(
            "foreign-word",
            "What is done with each element is written before `for`",
            p.over(start, close + 1),
        );
        Some(found.instead(p.over(start, close + 1), text))
    })
}

/// `reduce(xor, row)`, `fold(+, row)`
fn folded(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).find_map(|i| {
        let word =
            matches!(p.w(i), "reduce" | "fold" | "foldl" | "foldr" | "accumulate") && p.w(i + 1) == "(";
        let close = p.closing(i + 1).filter(|_| word)?;
        let comma = p.find(i + 2, |k| p.w(k) == ",").filter(|&k| k == i + 3 && k < close)?;
        let own = match p.w(i + 2) {
            "xor" => "nimsum",
            "+" | "add" | "plus" => "sum",
            "*" | "mul" | "times" => "product",
            "max" => "max",
            "min" => "min",
            _ => return None,
        };
        let row = p.find(comma + 1, |k| p.w(k) == ",").filter(|&k| k < close).unwrap_or(close);
        let text = format!("{own}({})", p.text(comma + 1, row));
        let found = p.error(
            "foreign-word",
            format!("The whole of a list has a function: `{own}`"),
            p.over(i, close + 1),
        );
        Some(found.instead(p.over(i, close + 1), text))
    })
}

/// `TakeBy(10, lambda n: {1, 2})`: a function that is given to another one gets a name first.
fn given_without_name(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| matches!(p.w(i - 1), "(" | ",")).find_map(|i| {
        let end =
            p.find(i, |k| p.view.tokens[k].token.closes() || k > i + 3 && p.w(k) == ",").unwrap_or(p.len());
        let (name, value) = lambda(p, i, end)?;
        let rule =
            ["rule", "f", "g"].into_iter().find(|word| !p.view.text.contains(&format!("let {word}")))?;
        let definition = format!("let {rule}({name}: nat) = {value}");
        let found =
            p.error("foreign-word", "A function that is given to another one has a name", p.over(i, end));
        let found = found
            .hint(format!("Did you mean `{}` above, and `{rule}` here?", super::phrase::shown(&definition)));
        (!value.is_empty())
            .then(|| found.replace(p.over(i, end), rule).replace(p.before(0), definition + "\n"))
    })
}
