//! Types as other languages write them: `List[int]`, `nat[]`, `{nat}`, `Map<K, V>`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[or_none, of_left_out, function_type, elsewhere, at_least];

/// A type of another language, said as it is written here; none if it is one of this language, or of none.
pub(crate) fn own_type(name: &str) -> Option<&'static str> {
    let small = name.to_lowercase();
    let singular = small.strip_suffix("_t").or(small.strip_suffix('s')).unwrap_or(&small);
    own_word(name).or_else(|| own_word(&small)).or_else(|| own_word(singular)).or(match singular {
        "nat" => Some("nat").filter(|own| *own != name),
        "int" => Some("int").filter(|own| *own != name),
        "bool" => Some("bool").filter(|own| *own != name),
        "text" => Some("text").filter(|own| *own != name),
        "cell" => Some("cell").filter(|own| *own != name),
        "position" => Some("position").filter(|own| *own != name),
        _ => None,
    })
}

fn own_word(name: &str) -> Option<&'static str> {
    Some(match name {
        "Nat" | "N" | "ℕ" | "N0" | "number" | "Number" | "num" | "uint" | "unsigned" | "natural" | "nats"
        | "size_t" => "nat",
        "positive" => "1..",
        "Int" | "Z" | "ℤ" | "integer" | "Integer" | "long" | "i32" | "i64" | "ints" => "int",
        "Bool" | "boolean" | "Boolean" | "𝔹" => "bool",
        "str" | "string" | "String" | "Text" | "Str" | "char" | "word" => "text",
        "Cell" | "point" | "Point" | "square" | "coordinate" => "cell",
        "board" | "Board" | "grid" | "Grid" => "set of cell",
        "List" | "array" | "Array" | "Vector" | "vector" | "vec" | "Vec" | "Seq" | "seq" | "tuple" => {
            "list of nat"
        }
        "Set" | "Finset" | "frozenset" => "set of nat",
        "Bag" | "multiset" | "Multiset" | "Counter" => "bag of nat",
        _ => return None,
    })
}

/// One word of a type.
fn simple(word: &str) -> Option<String> {
    match word {
        "nat" | "int" | "bool" | "text" | "cell" | "position" => Some(word.to_owned()),
        other => own_type(other).map(str::to_owned),
    }
}

/// The type that begins at `from` and ends before `to`.
pub(super) fn read(p: &Phrase, from: usize, to: usize) -> Option<String> {
    let inside = |from: usize, to: usize| (to > from).then(|| read(p, from, to)).flatten();
    if to == from + 1 {
        return simple(p.w(from));
    }
    let (open, close) = (p.w(from), p.w(to - 1));
    match (open, close) {
        ("[", "]") => return Some(format!("list of {}", inside(from + 1, to - 1)?)),
        ("{", "}") => return Some(format!("set of {}", inside(from + 1, to - 1)?)),
        (_, "*" | "+") if to == from + 2 => return Some(format!("list of {}", inside(from, to - 1)?)),
        (_, "]") if p.w(to - 2) == "[" => return Some(format!("list of {}", inside(from, to - 2)?)),
        _ => {}
    }
    let several = match open {
        "pair" | "pairs" | "couple" => 2,
        "tuple" if (from..to).all(|k| p.w(k) != "and") => 2,
        "triple" | "triples" => 3,
        _ => 0,
    };
    if several > 0 && p.w(from + 1) == "of" {
        let each = inside(from + 2, to)?;
        return Some(format!("({})", vec![each; several].join(", ")));
    }
    let and = (from + 2..to).find(|&k| p.w(k) == "and");
    if let (Some(and), "tuple" | "pair" | "couple", "of") = (and, open, p.w(from + 1)) {
        return Some(format!("({}, {})", inside(from + 2, and)?, inside(and + 1, to)?));
    }
    let bracket = matches!((p.w(from + 1), close), ("[", "]") | ("<", ">") | ("(", ")"));
    let of = matches!(p.w(from + 1), "of" | "Of");
    let (first, last) = if bracket { (from + 2, to - 1) } else { (from + 2, to) };
    let kind = match open {
        "set" | "list" | "bag" => open,
        "dict" | "Dict" | "Map" | "map" | "HashMap" if bracket => {
            let comma = (first..last).find(|&k| p.w(k) == ",")?;
            return Some(format!("map of {} to {}", inside(first, comma)?, inside(comma + 1, last)?));
        }
        other => own_type(other).filter(|t| t.ends_with("of nat"))?.split(' ').next()?,
    };
    (bracket || of).then(|| Some(format!("{kind} of {}", inside(first, last)?)))?
}

/// `g: nat -> nat`, `g: nat to bool`: the types that a function takes are in brackets.
fn function_type(p: &Phrase) -> Option<Diagnostic> {
    let arrow = |k: usize| matches!(p.w(k), "->" | "→" | "=>" | "to" | "⇒");
    let takes = |&i: &usize| {
        p.w(i - 1) == ":" && p.w(i) != "map" && arrow(i + 1) && simple(p.w(i)).is_some() && p.is_name(i - 2)
    };
    let all: Vec<usize> = (3..p.len()).filter(takes).collect();
    let end = |i: usize| p.find(i + 2, |k| matches!(p.w(k), "," | ")")).unwrap_or(p.len());
    let texts: Vec<String> = all
        .iter()
        .map(|&i| Some(format!("({}) -> {}", simple(p.w(i))?, read(p, i + 2, end(i))?)))
        .collect::<Option<_>>()?;
    let (&first, text) = (all.first()?, texts.first()?);
    let found = p.error(
        "missing-type",
        "The parameters of a function type are written in parentheses",
        p.over(first, end(first)),
    );
    let found = found.hint(format!("Did you mean `{text}`?"));
    Some(all.iter().zip(&texts).fold(found, |d, (&i, text)| d.replace(p.over(i, end(i)), text.clone())))
}

/// `s: list nat`, `s: set cell`
fn of_left_out(p: &Phrase) -> Option<Diagnostic> {
    let kind = |&i: &usize| {
        let ty = matches!(
            p.w(i + 1),
            "nat" | "int" | "bool" | "text" | "cell" | "nats" | "ints" | "cells" | "texts"
        );
        matches!(p.w(i), "list" | "set" | "bag") && ty && matches!(p.w(i - 1), ":" | "of")
    };
    let all: Vec<usize> = (2..p.len()).filter(kind).collect();
    let first = *all.first()?;
    let element = |i: usize| p.w(i + 1).trim_end_matches('s');
    let found =
        p.error("missing-type", "The elements of a collection come after `of`", p.over(first, first + 2));
    let found = found.hint(meant(&format!("{} of {}", p.w(first), element(first))));
    Some(
        all.into_iter()
            .fold(found, |d, i| d.replace(p.between(i, i + 1), " of ").replace(p.span(i + 1), element(i))),
    )
}

/// `(last: nat or none)`, `(last: nat | null)`
fn or_none(p: &Phrase) -> Option<Diagnostic> {
    let params = p.header()?.1;
    params.into_iter().find_map(|i| {
        let own = matches!(p.w(i + 2), "nat" | "int" | "cell" | "text" | "bool");
        let none = matches!(p.w(i + 4), "none" | "None" | "nothing" | "null" | "nil" | "undefined" | "empty");
        let or = matches!(p.w(i + 3), "or" | "|");
        let found = p.error("foreign-word", format!("`{}` always has a value", p.w(i)), p.over(i + 3, i + 5));
        let none = (own && or && none && p.w(i + 1) == ":").then_some(found)?;
        Some(none.hint("Could a value that does not come up, such as 0, say that there is none?"))
    })
}

/// `(n >= 0)`, `(n > 0)`
fn at_least(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.is_name(i) && matches!(p.w(i - 1), "(" | ",")).find_map(|i| {
        let close = (i..p.len()).find(|&k| matches!(p.w(k), ")" | ","))?;
        let header = !(0..i).any(|k| p.w(k) == "move");
        let least = p.w(i + 2).parse::<u64>().ok().filter(|_| close == i + 3 && header)?;
        let ty = match p.w(i + 1) {
            ">=" if least == 0 => "nat".to_owned(),
            ">=" => format!("{least}.."),
            ">" => format!("{}..", least + 1),
            "<=" => format!("0..{least}"),
            "<" => format!("0..<{least}"),
            _ => return None,
        };
        let found =
            p.error("missing-type", format!("The parameter `{}` has no type", p.w(i)), p.over(i, close));
        Some(found.instead(p.over(i, close), format!("{}: {ty}", p.w(i))))
    })
}

/// `(row: List[int])`, `(s: {nat})`
fn elsewhere(p: &Phrase) -> Option<Diagnostic> {
    let params = p.header()?.1;
    params.into_iter().find_map(|i| {
        let from = i + 2;
        let end = (from..p.len()).scan(0isize, |depth, k| {
            let opens = matches!(p.w(k), "(" | "[" | "{" | "<");
            let closes = matches!(p.w(k), ")" | "]" | "}" | ">");
            *depth += isize::from(opens) - isize::from(closes);
            Some((k, *depth < 0 || *depth == 0 && p.w(k) == ","))
        });
        let end = end.filter(|(_, ends)| *ends).map(|(k, _)| k).next()?;
        let text = read(p, from, end).filter(|text| text != p.text(from, end))?;
        let found = p.error(
            "missing-type",
            format!("`{}` is not a type", super::phrase::shown(p.text(from, end))),
            p.over(from, end),
        );
        Some(found.instead(p.over(from, end), text))
    })
}
