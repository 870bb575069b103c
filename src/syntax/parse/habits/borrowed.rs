//! Expressions in the signs of spreadsheets, Java and Haskell: `=1+2`, `Math.max(a, b)`, `new Nim(3)`, `f $ x`,
//! `[x | x <- [1..5], odd x]`, `s[..i]`, `let a = 1, b = 2`, `sum(k, k=1..n)`.

use super::phrase::{Phrase, Way, meant};
use super::picking::parts;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[
    formula,
    class_before_function,
    new_object,
    applied_to_rest,
    infix_in_quotes,
    generators,
    from_the_beginning,
    several_definitions,
    modified_definition,
    statements_in_braces,
    definitions_behind,
    counted_sum,
    choice_called,
    entry_in_function,
    divides_sign,
];

/// `show =1+2`
fn formula(p: &Phrase) -> Option<Diagnostic> {
    let head = matches!(p.w(0), "show" | "expect" | "table" | "period");
    let sign = head && matches!(p.w(1), "=" | "==" | ":") && p.view.starts_operand(2);
    let found = p.error("unexpected", "A question has no equals sign at its beginning", p.span(1));
    sign.then(|| found.hint("Can it be left out?").replace(p.between(0, 2), " "))
}

/// `Math.max(3, 4)`
fn class_before_function(p: &Phrase) -> Option<Diagnostic> {
    let class = |i: usize| {
        let known = matches!(
            p.w(i),
            "Math"
                | "math"
                | "np"
                | "numpy"
                | "Integer"
                | "Collections"
                | "Arrays"
                | "Set"
                | "List"
                | "Map"
                | "Data"
                | "sympy"
                | "functools"
                | "itertools"
                | "operator"
        );
        known && p.w(i + 1) == "." && p.is_name(i + 2) && p.w(i + 3) == "("
    };
    let all: Vec<usize> = (0..p.len()).filter(|&i| class(i)).collect();
    let first = *all.first()?;
    let found =
        p.error("method", "Functions belong to no class: write the name alone", p.over(first, first + 2));
    let found = found.hint(meant(&format!("{}(...)", p.w(first + 2))));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.over(i, i + 2), "")))
}

/// `new Nim(3)`
fn new_object(p: &Phrase) -> Option<Diagnostic> {
    let new = |i: &usize| p.w(*i) == "new" && p.is_name(i + 1) && matches!(p.w(i + 2), "(" | "[");
    let all: Vec<usize> = (0..p.len()).filter(new).collect();
    let found = p.error("foreign-word", "A position is made by its name alone", p.span(*all.first()?));
    let found = found.hint("Can `new` be left out?");
    Some(all.into_iter().fold(found, |d, i| d.replace(p.span(i).to(p.before(i + 1)), "")))
}

/// `value $ Nim(3)`
fn applied_to_rest(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "$" && p.is_name(i - 1))?;
    let end = p.part_end(i + 1);
    let juxtaposed = p.is_name(i + 1) && p.is_number(i + 2) && i + 3 == end;
    let rest =
        if juxtaposed { format!("{}({})", p.w(i + 1), p.w(i + 2)) } else { p.text(i + 1, end).to_owned() };
    let text = format!("{}({rest})", p.w(i - 1));
    let found = p.error("foreign-sign", "The argument of a function is written in parentheses", p.span(i));
    (i + 1 < end).then(|| found.instead(p.over(i - 1, end), text))
}

/// ``7 `div` 2``
fn infix_in_quotes(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| {
        p.w(i) == "`" && p.is_name(i + 1) && p.w(i + 2) == "`"
            || p.w(i) == "`" && p.w(i + 1) == "mod" && p.w(i + 2) == "`"
    })?;
    let own = match p.w(i + 1) {
        "div" | "quot" => "/",
        "mod" | "rem" => "mod",
        "xor" => "xor",
        "elem" | "member" => "in",
        "notElem" => "not in",
        "union" => "union",
        "intersect" => "common",
        _ => return None,
    };
    let found =
        p.error("foreign-sign", "An operator goes between its operands, without quotes", p.over(i, i + 3));
    Some(found.hint(meant(own)).replace(p.between(i - 1, (i + 3).min(p.len() - 1)), format!(" {own} ")))
}

/// `[x | x <- [1..5], odd x]`
fn generators(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| matches!(p.w(i), "[" | "{")).find_map(|open| {
        let close = p.closing(open)?;
        let bar = p.find(open + 1, |k| p.w(k) == "|").filter(|&k| k < close)?;
        let (mut binders, mut conditions) = (vec![], vec![]);
        for (a, b) in parts(p, bar + 1, close, |w| w == ",") {
            let arrow = match (p.w(a + 1), p.w(a + 2)) {
                ("<-" | "←" | "∈" | "in", _) => 2,
                ("<", "-") => 3,
                _ => 0,
            };
            let from = a + arrow;
            let bracket = arrow > 0
                && p.w(from) == "["
                && (from..b).any(|k| p.w(k) == "..")
                && (from..b).all(|k| p.w(k) != ",");
            match (arrow, p.w(a)) {
                (0, "odd") => conditions.push(format!("{} mod 2 == 1", p.text(a + 1, b))),
                (0, "even") => conditions.push(format!("{} mod 2 == 0", p.text(a + 1, b))),
                (0, _) => conditions.push(p.text(a, b).replace("/=", "!=")),
                _ if bracket => binders.push(format!("{} in {}", p.w(a), p.text(from + 1, b - 1))),
                _ => binders.push(format!("{} in {}", p.w(a), p.text(from, b))),
            }
        }
        let arrows = (bar..close).any(|k| matches!(p.w(k), "<-" | "←") || p.w(k) == "<" && p.w(k + 1) == "-");
        let guard = if conditions.is_empty() {
            String::new()
        } else {
            format!(" where {}", conditions.join(" and "))
        };
        let text = format!("{} for {}{guard}", p.text(open + 1, bar), binders.join(", "));
        let found = p.error(
            "set-builder",
            "The choices come after `for`, and the conditions after `where`",
            p.over(bar, close),
        );
        (arrows && !binders.is_empty()).then(|| found.instead(p.over(open + 1, close), text))
    })
}

/// `s[..i]`
fn from_the_beginning(p: &Phrase) -> Option<Diagnostic> {
    let opens = |i: &usize| {
        p.w(*i) == "[" && matches!(p.w(i + 1), ".." | "..<") && *i > 0 && p.view.ends_operand(i - 1)
    };
    let all: Vec<usize> = (1..p.len()).filter(opens).collect();
    let found = p.error(
        "missing-value",
        "A part of a list begins at a place, the first is 1",
        p.span(all.first()? + 1),
    );
    let found = found.hint(meant("[1.."));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.behind(i), "1")))
}

/// `let a = 1, b = 2`
fn several_definitions(p: &Phrase) -> Option<Diagnostic> {
    let begins = |k: usize| p.w(k) == "," && p.is_name(k + 1) && matches!(p.w(k + 2), "=" | ":=");
    (p.w(0) == "let" && p.is_name(1) && p.w(2) == "=").then_some(())?;
    let mut commas = vec![];
    let mut from = 3;
    while let Some(k) = p.find(from, begins) {
        commas.push(k);
        from = k + 1;
    }
    let found = p.error("unexpected", "Each name needs its own `let`", p.span(*commas.first()?));
    let found = found.hint(meant(&format!("let {} = ...", p.w(commas[0] + 1))));
    Some(commas.into_iter().fold(found, |d, k| d.replace(p.between(k - 1, k + 1), "\nlet ")))
}

/// `final int n = 5`, `public static int n = 5`
fn modified_definition(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| {
        matches!(p.w(k), "final" | "static" | "public" | "private" | "const" | "constant" | "readonly")
    };
    let from = (0..p.len()).find(|&k| !word(k)).filter(|&k| k > 0)?;
    let name = from + usize::from(p.is_name(from + 1) || matches!(p.w(from), "int" | "bool" | "text"));
    let found = p.error("foreign-word", "A definition begins with `let`", p.over(0, name));
    (p.is_name(name) && p.w(name + 1) == "=")
        .then(|| found.hint(meant(&format!("let {} = ...", p.w(name)))).replace(p.over(0, name), "let"))
}

/// `{ let s = r * r; 2 * s }`
fn statements_in_braces(p: &Phrase) -> Option<Diagnostic> {
    let word = |k: usize| matches!(p.w(k), "let" | "var" | "const" | "int" | "val");
    let i = (1..p.len()).find(|&i| p.w(i) == "{" && word(i + 1) && p.is_name(i + 2) && p.w(i + 3) == "=")?;
    let close = p.closing(i)?;
    let end = (i + 4..close).find(|&k| matches!(p.w(k), ";" | "," | "return") || p.view.first_on_line(k))?;
    let from = end + usize::from(matches!(p.w(end), ";" | ","));
    let from = from + usize::from(p.w(from) == "return");
    let last = if p.w(close - 1) == ";" { close - 1 } else { close };
    let text = format!("let {} = {} in {}", p.w(i + 2), p.text(i + 4, end), p.text(from, last));
    let found = p.error("foreign-sign", "A local name is given by `let ... in`, without brackets", p.span(i));
    (from < last).then(|| found.instead(p.over(i, close + 1), text))
}

/// `let f(n: nat) = a + 1 where { a = n }`
fn definitions_behind(p: &Phrase) -> Option<Diagnostic> {
    let i = (4..p.len()).find(|&i| p.w(i) == "where" && p.w(i + 1) == "{" && p.w(0) == "let")?;
    let equals = p.find(1, |k| p.w(k) == "=")?;
    let close = p.closing(i + 1).filter(|&c| c + 1 == p.len())?;
    let all = parts(p, i + 2, close, |w| matches!(w, ";" | ","));
    let named = all.iter().all(|&(a, _)| p.is_name(a) && p.w(a + 1) == "=");
    let locals: Vec<String> = all.iter().map(|&(a, b)| format!("let {} in ", p.text(a, b))).collect();
    let text = format!("{}{}", locals.concat(), p.text(equals + 1, i));
    let found = p.error(
        "misplaced-where",
        "A local name is given by `let ... in`, before it is used",
        p.over(i, close + 1),
    );
    (named && !all.is_empty()).then(|| found.instead(p.over(equals + 1, close + 1), text))
}

/// `sum from k=1 to n of k`, `sum(k, k=1..n)`, `sum(k, (k, 1, n))`
fn counted_sum(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| matches!(p.w(i), "sum" | "Sum" | "product" | "max" | "min"))?;
    let found = |a: usize, b: usize| {
        p.error("misplaced-word", format!("The range of `{}` comes after `for`", p.w(i)), p.over(a, b))
    };
    if p.w(i + 1) == "(" {
        let close = p.closing(i + 1)?;
        let comma = p.find(i + 2, |k| p.w(k) == ",").filter(|&k| k < close)?;
        let body = p.text(i + 2, comma);
        let range = p.is_name(comma + 1) && p.w(comma + 2) == "=" && (comma..close).any(|k| p.w(k) == "..");
        if range {
            let text = format!(
                "{}({body} for {} in {})",
                p.w(i).to_lowercase(),
                p.w(comma + 1),
                p.text(comma + 3, close)
            );
            return Some(found(i, close + 1).instead(p.over(i, close + 1), text));
        }
        return None;
    }
    let from = i + 1 + usize::from(matches!(p.w(i + 1), "from" | "for" | "over" | "of"));
    (p.is_name(from) && matches!(p.w(from + 1), "=" | "in" | "from")).then_some(())?;
    let to = (from + 2..p.len()).find(|&k| matches!(p.w(k), "to" | ".."))?;
    let of = (to..p.len()).find(|&k| matches!(p.w(k), "of" | ":"))?;
    let end = p.part_end(of + 1);
    let text = format!(
        "{}({} for {} in {}..{})",
        p.w(i),
        p.text(of + 1, end),
        p.w(from),
        p.text(from + 2, to),
        p.text(to + 1, of)
    );
    (of + 1 < end).then(|| found(i, end).instead(p.over(i, end), text))
}

/// `if(c, a, b)`
fn choice_called(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "if" && p.w(i + 1) == "(")?;
    let close = p.closing(i + 1)?;
    let all = parts(p, i + 2, close, |w| matches!(w, "," | ";"));
    let [(a, b), (c, d), (e, f)] = all.as_slice() else { return None };
    let text = format!("(if {} then {} else {})", p.text(*a, *b), p.text(*c, *d), p.text(*e, *f));
    let found =
        p.error("foreign-word", "A choice is written with `if`, `then` and `else`", p.over(i, close + 1));
    (p.w(close + 1) != "then").then(|| found.instead(p.over(i, close + 1), text))
}

/// `let off(s: list of bool, i: nat) = s[i] = false`
fn entry_in_function(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header().filter(|_| p.w(0) == "let")?;
    let equals = p.find(2, |k| p.w(k) == "=")?;
    let known = params.iter().any(|&k| p.w(k) == p.w(equals + 1));
    let close = p.closing(equals + 2).filter(|_| known && p.w(equals + 2) == "[")?;
    let (old, value) = (p.text(equals + 1, close + 1), p.text(close + 2, p.len()));
    let value = match p.w(close + 1) {
        "=" | ":=" | "<-" | "←" => value.to_owned(),
        "-=" => format!("{old} - {value}"),
        "+=" => format!("{old} + {value}"),
        _ => return None,
    };
    let text = format!("put({}, {}, {value})", p.w(equals + 1), p.text(equals + 3, close));
    let found =
        p.error("put-entry", "`put` gives the list with one entry changed", p.over(equals + 1, p.len()));
    (!value.is_empty()).then(|| found.instead(p.over(equals + 1, p.len()), text))
}

/// `k ∣ n`
fn divides_sign(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| matches!(p.w(i), "∣" | "∤") && p.view.starts_operand(i + 1))?;
    let start = super::values::operand(p, i);
    let end = if p.w(i + 2) == "(" { p.closing(i + 2)? + 1 } else { i + 2 };
    let sign = if p.w(i) == "∣" { "==" } else { "!=" };
    let text = format!("{} mod {} {sign} 0", p.text(i + 1, end), p.text(start, i));
    let found = p.error("foreign-sign", "`mod` tests whether one number divides another", p.span(i));
    Some(found.instead(p.over(start, end), text))
}
