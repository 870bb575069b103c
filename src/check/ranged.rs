//! Ranges that go down, and questions about a number that runs through none.

use super::scope::Checker;
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as A};

/// The one letter of a name that is not known, if that is what is said.
fn unknown_letter(d: &Diagnostic) -> Option<&str> {
    let name = d.title.strip_prefix("The name `")?.strip_suffix("` is not known here")?;
    let letter = name.len() == 1 && name.starts_with(|c: char| c.is_ascii_lowercase());
    (d.code == "unknown-name" && letter && d.replacements.is_empty()).then_some(name)
}

impl Checker {
    /// Warns of `5..0` as what a table runs through: it has no rows.
    pub(super) fn note_falling(&mut self, binders: &[ast::Binder]) {
        for binder in binders {
            if let ast::BinderKind::In { source, .. } = &binder.kind {
                self.note_empty(source);
            }
        }
    }

    fn note_empty(&mut self, source: &ast::Expr) {
        let A::Range { lo, hi: Some(hi), exclusive } = &source.kind else { return };
        let (A::Number(first), A::Number(last)) = (&lo.kind, &hi.kind) else { return };
        if first <= last {
            return;
        }
        let sign = if *exclusive { "..<" } else { ".." };
        let d = Diagnostic::warning("empty-range", "A range goes up, and this one has no numbers");
        self.report(d.at(source.span, "empty").instead(source.span, format!("{last}{sign}{first}")));
    }

    /// `{1..3, 5}`: a range is a set, and the numbers beside it are none.
    pub(super) fn ranges_among(&self, items: &[ast::Expr], span: Span) -> Option<Diagnostic> {
        let number = |e: &ast::Expr| self.plain_type(e) == Some(Type::Int);
        let range = |e: &ast::Expr| matches!(e.kind, A::Range { hi: Some(_), .. });
        let mixed = items.iter().any(range) && items.iter().any(number);
        (mixed && items.iter().all(|e| range(e) || number(e))).then_some(())?;
        let written = |e: &ast::Expr| match &e.kind {
            A::Range { lo, hi: Some(hi), exclusive } => {
                let sign = if *exclusive { "..<" } else { ".." };
                Some(format!("{}{sign}{}", spelled(lo)?, spelled(hi)?))
            }
            _ => Some(format!("{{{}}}", spelled(e)?)),
        };
        let text = items.iter().map(written).collect::<Option<Vec<_>>>()?.join(" union ");
        let d =
            Diagnostic::error("wrong-type", "A range is a set of numbers, and stands here beside numbers");
        let d = d.at(items.iter().find(|e| range(e))?.span, "a set");
        Some(d.hint(format!("Did you mean `{text}`?")).replace(span, format!("({text})")))
    }

    /// `expect T(n) is *n`, `show T(n)`: what was said since `before`, if that is only that a number has no range. `word` is the
    /// word of the statement where another one has a range.
    pub(super) fn say_for_which(&mut self, before: usize, span: Span, word: Option<(&str, &str)>, all: bool) {
        let said = &self.diagnostics[before..];
        let Some(mut names) = said.iter().map(unknown_letter).collect::<Option<Vec<_>>>() else { return };
        let Some(at) = said.first().and_then(Diagnostic::span).filter(|_| all) else { return };
        let first = names.first().copied().unwrap_or("n").to_owned();
        names.sort_unstable();
        names.dedup();
        // Who asks about an expression of their own, from outside, finds the names in it that are not known by this code.
        let code = if word.is_some() { "unknown-name" } else { "missing-for" };
        if word.is_some() && names.len() > 1 {
            return;
        }
        let last = if names.len() == 1 { 20 } else { 5 };
        let ranges: Vec<String> = names.iter().map(|n| format!("{n} in 0..{last}")).collect();
        let d = Diagnostic::error(code, format!("Nothing says which `{first}` is meant"));
        let (end, ranges) = (Span { start: span.end, ..span }, ranges.join(", "));
        let d = d.at(at, "not known").replace(end, format!(" for {ranges}"));
        let d = match word {
            Some((own, other)) => d
                .hint(format!("Did you mean `{other} ... for {ranges}`?"))
                .replace(Span { end: span.start + own.len() as u32, ..span }, other),
            None => d.hint(format!("Did you mean `for {ranges}`, at the end?")),
        };
        self.diagnostics.truncate(before);
        self.report(d);
    }
}
