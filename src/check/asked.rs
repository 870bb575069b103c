//! Comparisons with lists of answers: `options(A) == {0, 1}`, `moves(A) == {"take(1)"}`, `winning(A) == nothing`, `B in
//! moves(A)`.

use super::operators::around;
use super::scope::{Checker, Entity};
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{self, ExprKind as A};

impl Checker {
    /// The question that is asked, if it is one that is answered by a list.
    fn listing<'e>(&self, e: &'e ast::Expr) -> Option<&'e str> {
        let A::Call(name, args) = &e.kind else { return None };
        let asks = matches!(name.text.as_str(), "options" | "moves" | "winning") && !args.is_empty();
        (asks && !self.names.contains_key(&name.text)).then_some(name.text.as_str())
    }

    /// `options(A) == {0, 1}`, `options(A) == {B, C}`, `winning(A) == none`
    pub(super) fn answers_compared(&self, a: &ast::Expr, b: &ast::Expr) -> Option<Diagnostic> {
        let question = self.listing(a)?;
        let what = if question == "options" { "positions" } else { "texts" };
        let d = Diagnostic::error("wrong-type", format!("`{question}` gives a list of {what}"));
        let d = d.at(b.span, "no such list");
        let (entries, brackets) = match &b.kind {
            A::Nothing => return Some(d.instead(b.span, "[]")),
            A::Name(name)
                if matches!(name.as_str(), "none" | "empty" | "nobody") && self.local(name).is_none() =>
            {
                return Some(d.instead(b.span, "[]"));
            }
            A::Set(entries) => (entries, ("{", "}")),
            A::List(entries) => (entries, ("[", "]")),
            _ => return None,
        };
        let (open, close) = brackets;
        let numbers = entries.iter().all(|e| self.plain_type(e) == Some(Type::Int));
        let (entry, name) = match (question, numbers && !entries.is_empty()) {
            ("options", true) => ("value(Q)", "Q"),
            (_, false) if open == "{" && !entries.is_empty() => match question {
                "options" => ("Q", "Q"),
                _ => ("m", "m"),
            },
            _ => return None,
        };
        let d = if name == entry { d.note("A list has an order; a set has none.") } else { d };
        let asked = spelled(a).unwrap_or(format!("{question}(...)"));
        let d = d.hint(format!("Did you mean `{open}{entry} for {name} in {asked}{close}`?"));
        let (before, behind) = around(a);
        Some(d.replace(before, format!("{open}{entry} for {name} in ")).replace(behind, close))
    }

    /// `Nim(1) in moves(Nim(2))`: a move is a text; the positions are the options.
    pub(super) fn position_among_moves(&self, x: &ast::Expr, source: &ast::Expr) -> Option<Diagnostic> {
        let (A::Call(game, _), A::Call(question, _)) = (&x.kind, &source.kind) else { return None };
        let position = matches!(self.names.get(&game.text), Some((Entity::Game(_), _)));
        let asks = self.listing(source).is_some_and(|q| q != "options");
        let d = Diagnostic::error("wrong-type", "A move is a text, and this is a position");
        (position && asks).then(|| d.at(x.span, "a position").instead(question.span, "options"))
    }
}
