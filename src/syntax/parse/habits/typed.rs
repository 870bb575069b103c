//! Types and functions with types, as others write them: `public int f(int n) { return n + 1; }`, `matrix of nat`, `c: "red" |
//! "green"`, `c: one of red, green`.

use super::phrase::{Phrase, Way, meant};
use super::picking::{is_comma, parts};
use crate::diagnostic::Diagnostic;
use crate::syntax::token::{Token, inside_quotes, is_keyword};

pub(super) const WAYS: &[Way] = &[java_method, rows_of_rows, quoted_cases, one_of_cases];

/// What a type of Java is here.
fn own_type(word: &str) -> Option<&'static str> {
    Some(match word {
        "int" | "long" | "short" | "nat" | "unsigned" => "nat",
        "boolean" | "bool" => "bool",
        "String" | "string" | "char" => "text",
        _ => return None,
    })
}

/// `public static int f(int n) { return n + 1; }`
fn java_method(p: &Phrase) -> Option<Diagnostic> {
    let modifier = |w: &str| matches!(w, "public" | "private" | "protected" | "static" | "final");
    let ty = (0..p.len()).find(|&k| !modifier(p.w(k)))?;
    let (name, open) = (ty + 1, ty + 2);
    own_type(p.w(ty)).filter(|_| p.is_name(name) && p.w(open) == "(")?;
    let close = p.closing(open).filter(|&c| p.w(c + 1) == "{" && p.w(c + 2) == "return")?;
    let end = p.closing(close + 1).filter(|&e| e + 1 == p.len())?;
    let body = p.find(close + 3, |k| p.w(k) == ";").filter(|&k| k + 1 == end).unwrap_or(end);
    let declared = |&(from, end): &(usize, usize)| {
        let ty = own_type(p.w(from)).filter(|_| end == from + 2 && p.is_name(from + 1))?;
        Some(format!("{}: {ty}", p.w(from + 1)))
    };
    let params = parts(p, open + 1, close, is_comma).iter().map(declared).collect::<Option<Vec<_>>>()?;
    let text = format!("let {}({}) = {}", p.w(name), params.join(", "), p.text(close + 3, body));
    let found = p.error("foreign-word", "A function is defined with `let`", p.over(0, close + 1));
    (!params.is_empty() && body > close + 3).then(|| found.instead(p.over(0, p.len()), text))
}

/// `a: matrix of nat`
fn rows_of_rows(p: &Phrase) -> Option<Diagnostic> {
    let word = |&i: &usize| {
        matches!(p.w(i), "matrix" | "grid" | "array2d")
            && p.w(i + 1) == "of"
            && matches!(p.w(i - 1), ":" | "of")
    };
    let i = (2..p.len()).find(word)?;
    let found = p.error("missing-type", format!("`{}` is not a type", p.w(i)), p.span(i));
    let found = found.note("Its rows are lists, too.").hint(meant("list of list of"));
    Some(found.replace(p.over(i, i + 2), "list of list of"))
}

/// A name that a text in quotes could be.
fn quoted_name<'t>(p: &Phrase<'t>, i: usize) -> Option<&'t str> {
    let text = inside_quotes(p.text(i, i + 1));
    let letters = text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let begins = text.starts_with(char::is_alphabetic);
    (p.view.token(i) == Some(Token::Text) && letters && begins && !is_keyword(text)).then_some(text)
}

/// `c: "red" | "green"`: the names of an enumeration are no texts.
fn quoted_cases(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header()?;
    params.into_iter().find_map(|q| {
        let end = p.part_end(q + 2);
        let cases: Vec<&str> = (q + 2..end).step_by(2).map(|k| quoted_name(p, k)).collect::<Option<_>>()?;
        let joined = (q + 3..end).step_by(2).all(|k| matches!(p.w(k), "|" | "or"));
        let text = cases.join(" | ");
        let title = "The names of an enumeration have no quotes";
        let found = p.error("wrong-type", title, p.over(q + 2, end)).hint(meant(&text));
        let found = found.replace(p.over(q + 2, end), text);
        let quoted =
            (end..p.len()).filter_map(|k| Some((k, quoted_name(p, k).filter(|c| cases.contains(c))?)));
        (cases.len() > 1 && joined).then(|| quoted.fold(found, |d, (k, case)| d.replace(p.span(k), case)))
    })
}

/// `c: one of red, green`, `c: either red or green`
fn one_of_cases(p: &Phrase) -> Option<Diagnostic> {
    let (_, params) = p.header()?;
    params.into_iter().find_map(|q| {
        let from = match (p.w(q + 2), p.w(q + 3)) {
            ("one", "of") => q + 4,
            ("either", _) => q + 3,
            _ => return None,
        };
        let case = |k: usize| p.is_name(k) && p.w(k + 1) != ":";
        let mut end = from + 1;
        while matches!(p.w(end), "," | "or" | "|") && case(end + 1) {
            end += 2;
        }
        let cases: Vec<&str> = (from..end).step_by(2).map(|k| p.w(k)).collect();
        let found =
            p.error("missing-type", "The names of an enumeration are joined by `|`", p.over(q + 2, end));
        (case(from) && cases.len() > 1).then(|| found.instead(p.over(q + 2, end), cases.join(" | ")))
    })
}
