//! Signs as TeX writes them: `3 \oplus 5`, `\frac{n(n+1)}{2}`, `\lfloor n/2 \rfloor`, `$k \le n$`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) const WAYS: &[Way] = &[commands];

/// What a command of TeX is called here; nothing for those that only shape a formula.
fn own(command: &str) -> Option<&'static str> {
    Some(match command {
        "oplus" | "veebar" => "xor",
        "cdot" | "times" | "ast" => "*",
        "div" => "/",
        "bmod" | "mod" | "pmod" => "mod",
        "le" | "leq" | "leqslant" => "<=",
        "ge" | "geq" | "geqslant" => ">=",
        "lt" => "<",
        "gt" => ">",
        "ne" | "neq" => "!=",
        "in" => "in",
        "notin" => "not in",
        "cup" | "bigcup" => "union",
        "cap" | "bigcap" => "common",
        "setminus" | "backslash" => "minus",
        "triangle" | "bigtriangleup" => "flip",
        "wedge" | "land" => "and",
        "vee" | "lor" => "or",
        "neg" | "lnot" => "not",
        "to" | "rightarrow" | "longrightarrow" | "mapsto" | "Rightarrow" => "to",
        "dots" | "ldots" | "cdots" | "dotsc" => "..",
        "emptyset" | "varnothing" => "{}",
        "star" => "*",
        "max" => "max",
        "min" => "min",
        "gcd" => "gcd",
        "sum" => "sum",
        "mex" => "mex",
        "lfloor" | "lceil" => "(",
        "rfloor" | "rceil" => ")",
        "{" => "{",
        "}" => "}",
        "left" | "right" | "big" | "Big" | "quad" | "qquad" | "," | ";" | "!" | "displaystyle" => "",
        "operatorname" | "mathrm" | "mathit" | "text" | "mathbb" => "",
        _ => return None,
    })
}

/// All commands of an item at once.
fn commands(p: &Phrase) -> Option<Diagnostic> {
    let first = (0..p.len()).find(|&i| p.w(i) == "\\" && p.is_command(i))?;
    let found = p.error(
        "foreign-sign",
        format!("`\\{}` is a command of TeX", p.w(first + 1)),
        p.over(first, first + 2),
    );
    let said = match p.w(first + 1) {
        "frac" | "tfrac" | "dfrac" => "(a) / (b)",
        command => own(command)?,
    };
    let found = match said {
        "" => found.hint("Can it be left out?"),
        said => found.hint(meant(said)),
    };
    let all = (first..p.len()).filter(|&i| p.w(i) == "\\" && p.is_command(i));
    let found = all.fold(found, |d, i| command(p, d, i));
    Some((0..p.len()).filter(|&i| p.w(i) == "$").fold(found, |d, i| d.replace(p.span(i), "")))
}

fn command(p: &Phrase, d: Diagnostic, i: usize) -> Diagnostic {
    if matches!(p.w(i + 1), "frac" | "tfrac" | "dfrac") {
        return fraction(p, i).into_iter().flatten().fold(d, |d, (span, text)| d.replace(span, text));
    }
    match own(p.w(i + 1)) {
        // `\{` is one bracket: the token after the sign stays.
        Some(_) if matches!(p.w(i + 1), "{" | "}") => d.replace(p.span(i), ""),
        Some(text) => d.replace(p.over(i, i + 2), apart(p, i, text)),
        None => d.replace(p.span(i), ""),
    }
}

/// A word with blanks where it would touch its neighbours.
fn apart(p: &Phrase, i: usize, text: &str) -> String {
    let word = text.starts_with(char::is_alphabetic);
    let touches = |at: usize, before: bool| {
        let neighbour =
            if before { p.view.text[..at].chars().next_back() } else { p.view.text[at..].chars().next() };
        word && neighbour.is_some_and(|c| c.is_alphanumeric() || c == '_')
    };
    let (from, to) = (p.span(i).range().start, p.span(i + 1).range().end);
    let blank = |wanted: bool| if wanted { " " } else { "" };
    format!("{}{text}{}", blank(touches(from, true)), blank(touches(to, false)))
}

/// `\frac{a}{b}`: the changes of its sign and of its brackets.
fn fraction(p: &Phrase, i: usize) -> Option<[(Span, String); 5]> {
    let upper = p.closing(i + 2).filter(|_| p.w(i + 2) == "{")?;
    let lower = p.closing(upper + 1).filter(|_| p.w(upper + 1) == "{")?;
    Some([
        (p.over(i, i + 2), String::new()),
        (p.span(i + 2), "(".to_owned()),
        (p.span(upper), ")".to_owned()),
        (p.span(upper + 1), " / (".to_owned()),
        (p.span(lower), ")".to_owned()),
    ])
}

impl Phrase<'_> {
    /// Whether a command of TeX begins at a `\`.
    fn is_command(&self, i: usize) -> bool {
        let together = i + 1 < self.len() && self.span(i).end == self.span(i + 1).start;
        together && (own(self.w(i + 1)).is_some() || matches!(self.w(i + 1), "frac" | "tfrac" | "dfrac"))
    }
}
