//! Functions as other languages define them, with the type of their result: `def f(n: int) -> int: return n + 1`, and
//! steps beside something: `c + right`.

use super::phrase::{Phrase, Way, meant};
use super::values::operand;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[with_returns, with_result_type];

/// What can be read and is not right unless the rest of the text says so: `c + right`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[step_beside];

/// `def f(n):` and below it `if n == 0:`, `return 1`, `return n + 2`: one expression, with `if` for its cases
fn with_returns(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(p.w(0), "def" | "function" | "func" | "fn" | "fun" | "define" | "let");
    let close = p.closing(2).filter(|_| word && p.is_name(1) && p.w(2) == "(")?;
    let mut at = (close + 1..p.len()).find(|&k| p.w(k) == "if").filter(|&k| p.view.first_on_line(k))?;
    (close + 1..at).all(|k| !p.view.first_on_line(k) || k == at).then_some(())?;
    let mut text = String::new();
    loop {
        if matches!(p.w(at), "if" | "elif") || p.w(at) == "else" && p.w(at + 1) == "if" {
            let from = at + 1 + usize::from(p.w(at) == "else");
            let sign = p.find(from, |k| matches!(p.w(k), ":" | "then" | "{"))?;
            let (value, next) = returned(p, sign + 1)?;
            text += &format!("if {} then {value} else ", p.text(from, sign));
            at = next;
            continue;
        }
        let from = at + if p.w(at) == "else" { 1 + usize::from(matches!(p.w(at + 1), ":" | "{")) } else { 0 };
        let (value, next) = returned(p, from)?;
        text += &value;
        (next == p.len()).then_some(())?;
        break;
    }
    let found = p.error(
        "foreign-word",
        "A function is defined with `let`, and has one expression",
        p.over(0, close + 1),
    );
    let text = format!("let {}({}) = {text}", p.w(1), parameters(p, close)?);
    Some(
        found
            .note("Its cases are written with `if ... then ... else ...`.")
            .hint(meant(&text))
            .replace(p.over(0, p.len()), text),
    )
}

/// What `return` at `from` gives, which ends with its line, and the token after it.
fn returned<'t>(p: &Phrase<'t>, from: usize) -> Option<(String, usize)> {
    (p.w(from) == "return").then_some(())?;
    let ends = |k: usize| p.view.first_on_line(k) && k > from || matches!(p.w(k), ";" | "}");
    let end = p.find(from + 1, ends).unwrap_or(p.len());
    let next = (end..p.len()).find(|&k| !matches!(p.w(k), ";" | "}")).unwrap_or(p.len());
    (from + 1 < end).then(|| (p.text(from + 1, end).to_owned(), next))
}

/// `def f(n: int) -> int: return n + 1`, `function f(n: nat): nat { return n + 1 }`
fn with_result_type(p: &Phrase) -> Option<Diagnostic> {
    let word = matches!(p.w(0), "def" | "function" | "func" | "fn" | "fun" | "define");
    let close = p.closing(2).filter(|_| word && p.is_name(1) && p.w(2) == "(")?;
    matches!(p.w(close + 1), "->" | "→" | ":").then_some(())?;
    let sign = p.find(close + 2, |k| matches!(p.w(k), ":" | "=" | "{" | "=>"))?;
    (sign > close + 2 && (close + 2..sign).all(|k| !p.view.first_on_line(k))).then_some(())?;
    let from = sign + 1 + usize::from(p.w(sign + 1) == "return");
    let end = p.len() - usize::from(p.w(sign) == "{" && p.w(p.len() - 1) == "}");
    let end = end - usize::from(p.w(end - 1) == ";");
    let text = format!("let {}({}) = {}", p.w(1), parameters(p, close)?, p.text(from, end));
    let found = p.error(
        "foreign-word",
        "A function is defined with `let`; the type of its value is inferred",
        p.over(0, sign + 1),
    );
    (from < end).then(|| found.instead(p.over(0, p.len()), text))
}

/// The parameters before the bracket at `close`, each with a type of this language.
fn parameters(p: &Phrase, close: usize) -> Option<String> {
    let each = super::picking::parts(p, 3, close, |w| w == ",");
    let typed = |&(from, end): &(usize, usize)| match p.w(from + 1) {
        ":" => Some(format!(
            "{}: {}",
            p.w(from),
            super::types::read(p, from + 2, end).unwrap_or(p.text(from + 2, end).to_owned())
        )),
        _ => (end == from + 1).then(|| format!("{}: nat", p.w(from))),
    };
    Some(each.iter().map(typed).collect::<Option<Vec<_>>>()?.join(", "))
}

/// `c + right`, where c is a cell or a number of the position
fn step_beside(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).find_map(|i| {
        let (rows, cols) = match p.w(i) {
            "right" | "east" => ("", " + 1"),
            "left" | "west" => ("", " - 1"),
            "down" | "south" => (" + 1", ""),
            "up" | "north" => (" - 1", ""),
            _ => return None,
        };
        let known = || {
            (0..p.len()).any(|k| p.w(k) == p.w(i) && matches!(p.w(k + 1), ":" | "in" | "=" | "("))
                || p.view.text.contains(&format!("let {}", p.w(i)))
                || p.view.text.contains("use \"")
        };
        (p.w(i - 1) == "+" && p.is_game() && !known()).then_some(())?;
        let start = operand(p, i - 1);
        let own = p.text(start, i - 1);
        let cell = p.type_of(own) == "cell" || !p.is_counted(own);
        let text = match cell {
            true => format!("({own}.row{rows}, {own}.col{cols})"),
            false if rows.is_empty() => format!("{own}{cols}"),
            false => return None,
        };
        let found = p.error("unknown-name", format!("The name `{}` is not known here", p.w(i)), p.span(i));
        Some(found.hint(meant(&text)).replace(p.over(start, i + 1), text))
    })
}
