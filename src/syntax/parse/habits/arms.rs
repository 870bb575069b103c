//! Cases as other languages write them: `match n { 0 => 1, _ => 2 }`, `case n of 0 -> 1`, `| n > 3 = 1`, and several
//! local names after one `let`.

use super::phrase::{Phrase, Way, shown};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] =
    &[matched, taken_apart, guards, equations, cases_in_braces, several_local_names];

fn is_arrow(word: &str) -> bool {
    matches!(word, "->" | "→" | "=>" | "⇒")
}

fn is_rest(word: &str) -> bool {
    matches!(word, "_" | "otherwise" | "default" | "else")
}

/// The conditions and values of arms as a chain of `if`; the last arm is the one without a condition.
fn as_choice(arms: &[(String, String)], rest: &str) -> String {
    let chain: String = arms.iter().map(|(c, v)| format!("if {c} then {v} else ")).collect();
    chain + rest
}

fn said_as_choice(p: &Phrase, from: usize, end: usize, text: String) -> Diagnostic {
    let found = p.error("foreign-word", "`if` distinguishes cases", p.over(from, end));
    found.hint(format!("Did you mean `{}`?", shown(&text))).replace(p.over(from, end), text)
}

/// `match n { 0 => 1, _ => 2 }`, `case n of 0 -> 1; _ -> 2`
fn matched(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| matches!(p.w(i), "match" | "case" | "switch"))?;
    let head = p.find(i + 1, |k| matches!(p.w(k), "{" | "of" | "with" | ":"))?;
    let end = if p.w(head) == "{" { p.closing(head)? } else { p.len() };
    let asked = p.text(i + 1, head);
    let (mut arms, mut rest, mut from) = (vec![], None, head + 1);
    while from < end {
        let from_case = from + usize::from(matches!(p.w(from), "case" | "|"));
        let arrow = p.find(from_case, |k| is_arrow(p.w(k)) || p.w(k) == ":").filter(|&k| k < end)?;
        let next = p.find(arrow + 1, |k| {
            matches!(p.w(k), "," | ";" | "|") || k > arrow + 1 && p.view.first_on_line(k)
        });
        let next = next.unwrap_or(end).min(end);
        let value = p.text(arrow + 1, next).to_owned();
        match is_rest(p.w(from_case)) {
            true => rest = Some(value),
            false => arms.push((format!("{asked} == {}", p.text(from_case, arrow)), value)),
        }
        from = next + usize::from(matches!(p.w(next), "," | ";"));
    }
    // Where nothing is said about the rest, the last arm is for it.
    let rest = rest.or_else(|| if arms.len() > 1 { arms.pop().map(|(_, value)| value) } else { None });
    let text = as_choice(&arms, &rest?);
    let close = if p.w(head) == "{" { end + 1 } else { end };
    (!arms.is_empty()).then(|| said_as_choice(p, i, close, text))
}

/// `let f(n: nat) | n > 3 = 1 | otherwise = 2`
fn guards(p: &Phrase) -> Option<Diagnostic> {
    let header = p.closing(2).filter(|_| p.w(0) == "let" && p.w(2) == "(")? + 1;
    let bar = header + usize::from(p.w(header) == "=");
    (p.w(bar) == "|").then_some(())?;
    let (mut arms, mut rest, mut from) = (vec![], None, bar + 1);
    while from < p.len() {
        let equals = p.find(from, |k| matches!(p.w(k), "=" | ":") || is_arrow(p.w(k)))?;
        let next = p.find(equals + 1, |k| p.w(k) == "|").unwrap_or(p.len());
        let value = p.text(equals + 1, next).to_owned();
        match is_rest(p.w(from)) {
            true => rest = Some(value),
            false => arms.push((p.text(from, equals).to_owned(), value)),
        }
        from = next + 1;
    }
    let text = format!("= {}", as_choice(&arms, &rest?));
    (!arms.is_empty()).then(|| said_as_choice(p, header, p.len(), text))
}

/// `let f(0) = 1`, `let f(n) = n + 1`: an equation on each line, the last one for all other numbers
fn equations(p: &Phrase) -> Option<Diagnostic> {
    let equation = |line: &str| -> Option<(String, String, String)> {
        let code = line.split('#').next()?.trim();
        let (head, value) = code.strip_prefix("let ").unwrap_or(code).split_once('=')?;
        let (name, argument) = head.trim().strip_suffix(')')?.split_once('(')?;
        Some((name.trim().to_owned(), argument.trim().to_owned(), value.trim().to_owned()))
    };
    let start = p.span(0).range().start;
    let (mut arms, mut end) = (vec![], start);
    let mut name = String::new();
    for line in p.view.text[start..].split_inclusive('\n') {
        let (of, argument, value) = equation(line)?;
        let at = end + line.trim_end().len();
        end += line.len();
        (arms.is_empty() || of == name).then_some(())?;
        name = of;
        if argument.chars().all(|c| c.is_ascii_digit()) {
            arms.push((argument, value));
            continue;
        }
        let n = argument.split(':').next()?.trim();
        (!arms.is_empty() && !n.contains(',')).then_some(())?;
        let arms: Vec<_> = arms.into_iter().map(|(a, v)| (format!("{n} == {a}"), v)).collect();
        let ty = if argument.contains(':') { argument.clone() } else { format!("{n}: nat") };
        let text = format!("let {name}({ty}) = {}", as_choice(&arms, &value));
        let found = p.error("foreign-word", "`if` distinguishes cases", p.over(0, p.len()));
        let place = Span::new(p.file, start, at);
        return Some(found.hint(format!("Did you mean `{}`?", shown(&text))).replace(place, text));
    }
    None
}

/// `{ 1 if n == 0, 2 otherwise }`, `{ 1 if n = 0; 2 else }`
fn cases_in_braces(p: &Phrase) -> Option<Diagnostic> {
    let open = (1..p.len()).find(|&i| p.w(i) == "{")?;
    let close = p.closing(open)?;
    let cut = |k: usize| matches!(p.w(k), "," | ";");
    let (mut arms, mut rest, mut from) = (vec![], None, open + 1);
    while from < close {
        let word = p.find(from, |k| matches!(p.w(k), "if" | "for" | "when") || is_rest(p.w(k)));
        let word = word.filter(|&k| from < k && k < close)?;
        let next = p.find(word + 1, cut).unwrap_or(close).min(close);
        let value = p.text(from, if cut(word - 1) { word - 1 } else { word }).to_owned();
        match is_rest(p.w(word)) {
            true if next == close => rest = Some(value),
            _ => arms.push((p.text(word + 1, next).replace(" = ", " == "), value)),
        }
        from = next + 1;
    }
    let text = as_choice(&arms, &rest?);
    (!arms.is_empty()).then(|| said_as_choice(p, open, close + 1, text))
}

/// `let a = n, b = n + 1 in a * b`
fn several_local_names(p: &Phrase) -> Option<Diagnostic> {
    let i = (1..p.len()).find(|&i| p.w(i) == "let" && p.is_name(i + 1) && p.w(i + 2) == "=")?;
    let last = p.find(i + 3, |k| p.w(k) == "in")?;
    let named = |k: usize| matches!(p.w(k), "," | ";" | "and") && p.is_name(k + 1) && p.w(k + 2) == "=";
    let commas: Vec<usize> = (i + 3..last).filter(|&k| named(k)).collect();
    let first = *commas.first()?;
    let found = p.error("missing-comma", "Each local name needs its own `let`", p.span(first));
    let found = found.hint("Did you mean `in let`?");
    Some(commas.into_iter().fold(found, |d, k| d.replace(p.between(k - 1, k + 1), " in let ")))
}

/// `let (x, y) = p in E`, `let [a, b] = row in E`
fn taken_apart(p: &Phrase) -> Option<Diagnostic> {
    (0..p.len()).filter(|&i| p.w(i) == "let" && matches!(p.w(i + 1), "(" | "[")).find_map(|i| {
        let close = p.closing(i + 1).filter(|&c| p.w(c + 1) == "=")?;
        let word = p.find(close + 2, |k| p.w(k) == "in")?;
        let names = super::picking::parts(p, i + 2, close, super::picking::is_comma);
        let plain = names.len() > 1 && names.iter().all(|&(a, b)| b == a + 1 && p.is_name(a));
        let whole = p.text(close + 2, word);
        let (first, of) = match word == close + 3 && p.is_name(close + 2) {
            true => (String::new(), whole),
            false => (format!("let whole = {whole} in "), "whole"),
        };
        let each = names.iter().zip(1..).map(|(name, at)| format!("let {} = {of}[{at}] in", p.w(name.0)));
        let text = format!("{first}{}", each.collect::<Vec<_>>().join(" "));
        let found =
            p.error("missing-name", "`let` gives one name; an entry has its place", p.over(i, word + 1));
        plain.then(|| found.instead(p.over(i, word + 1), text))
    })
}
