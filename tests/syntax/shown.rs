//! How results are shown in these tests.

use super::FILE;
use fairgame::diagnostic::{Diagnostic, Severity};
use fairgame::source::Span;
use fairgame::syntax::ast::*;
use fairgame::syntax::parse::{parse, parse_expr};
use std::fmt::Write;

/// A diagnostic as plain text, labels with their line and column (in characters) and the text they cover.
pub(crate) fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let severity = match d.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        writeln!(out, "{severity}[{}]: {}", d.code, d.title).unwrap();
        for l in &d.labels {
            let mark = if l.primary { '^' } else { '-' };
            writeln!(out, "  {mark} {} {:?} {}", place(text, l.span), &text[l.span.range()], l.text).unwrap();
        }
        d.notes.iter().for_each(|n| writeln!(out, "  note: {n}").unwrap());
        d.hints.iter().for_each(|h| writeln!(out, "  hint: {h}").unwrap());
    }
    out
}

pub(crate) fn place(text: &str, span: Span) -> String {
    let before = &text[..span.start as usize];
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{}:{column}", before.matches('\n').count() + 1)
}

pub(crate) fn items(text: &str) -> Vec<Item> {
    let parsed = parse(FILE, text);
    assert!(parsed.diagnostics.is_empty(), "{text}\n{}", render(text, &parsed.diagnostics));
    parsed.items
}

pub(crate) fn expr(text: &str) -> Expr {
    parse_expr(FILE, text).unwrap_or_else(|d| panic!("{text}\n{}", render(text, &d)))
}

/// An expression with every bracket that precedence leaves out.
pub(crate) fn tree(e: &Expr) -> String {
    let all = |es: &[Expr]| es.iter().map(tree).collect::<Vec<_>>().join(", ");
    match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Text(t) => format!("{t:?}"),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Nothing => "nothing".into(),
        ExprKind::Name(n) => n.clone(),
        ExprKind::Call(f, args) => format!("{}({})", f.text, all(args)),
        ExprKind::Index(e, args) => format!("{}[{}]", tree(e), all(args)),
        ExprKind::Field(e, f) => format!("{}.{}", tree(e), f.text),
        ExprKind::Unary(op, e) => format!("({op:?} {})", tree(e)),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", tree(a), tree(b)),
        ExprKind::Chain(es, ops) => {
            let rest: Vec<_> =
                ops.iter().zip(&es[1..]).map(|((op, _), e)| format!(" {op:?} {}", tree(e))).collect();
            format!("({}{})", tree(&es[0]), rest.concat())
        }
        ExprKind::Range { lo, hi, exclusive } => {
            let hi = hi.as_ref().map_or("oo".into(), |h| tree(h));
            format!("[{}{}{hi}]", tree(lo), if *exclusive { "..<" } else { ".." })
        }
        ExprKind::Tuple(es) => format!("tuple({})", all(es)),
        ExprKind::Set(es) => format!("{{{}}}", all(es)),
        ExprKind::List(es) => format!("list[{}]", all(es)),
        ExprKind::SetFor(e, b) => format!("{{{} for {}}}", tree(e), binders(b)),
        ExprKind::ListFor(e, b) => format!("list[{} for {}]", tree(e), binders(b)),
        ExprKind::Fold(f, e, b) => format!("{}({} for {})", f.text, tree(e), binders(b)),
        ExprKind::Entry(k, v) => format!("{} to {}", tree(k), tree(v)),
        ExprKind::Let(name, a, b) => format!("(let {} = {} in {})", name.text, tree(a), tree(b)),
        ExprKind::If(c, a, b) => format!("(if {} then {} else {})", tree(c), tree(a), tree(b)),
    }
}

pub(crate) fn binders(bs: &[Binder]) -> String {
    let one = |b: &Binder| {
        let guard = b.guard.as_ref().map_or(String::new(), |g| format!(" where {}", tree(g)));
        match &b.kind {
            BinderKind::In { names, source, .. } => {
                let names: Vec<_> = names.iter().map(|n| n.text.as_str()).collect();
                format!("{} in {}{guard}", names.join(" "), tree(source))
            }
            BinderKind::Is { name, value } => format!("{} = {}{guard}", name.text, tree(value)),
        }
    };
    bs.iter().map(one).collect::<Vec<_>>().join(", ")
}

pub(crate) fn check_expr(text: &str, expected: &str) {
    assert_eq!(tree(&expr(text)), expected, "{text}");
}
