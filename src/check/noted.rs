//! The checker notes what names stand for, where it finds that out.

use super::scope::Checker;
use super::types::Type;
use super::uses::{Kind, Use};
use crate::source::Span;
use crate::syntax::ast;

impl Checker {
    /// Writes down what a name stands for.
    pub(super) fn note_use(&mut self, span: Span, kind: Kind, definition: Option<Span>, ty: Option<Type>) {
        self.uses.push(Use { span, kind, definition, ty, declared: None });
    }

    /// Writes down a name where it is defined.
    pub(super) fn note_definition(&mut self, name: &ast::Name, kind: Kind, ty: Option<Type>) {
        self.note_use(name.span, kind, Some(name.span), ty);
    }

    /// Writes down where a parameter is defined.
    pub(super) fn note_parameter(&mut self, p: &ast::Param, ty: Type) {
        let (span, declared) = (p.name.span, Some(p.ty.span));
        let definition = Some(span);
        self.uses.push(Use { span, kind: Kind::Parameter, definition, ty: Some(ty), declared });
    }

    /// Writes down a name of an enumeration. The first place where there is one of this name counts as its definition.
    pub(super) fn note_case(&mut self, name: &str, span: Span, ty: Type) {
        let definition = self.case_places.get(name).copied();
        self.note_use(span, Kind::Case, definition, Some(ty));
    }

    /// Writes down the names of an enumeration where its type is written.
    pub(super) fn note_cases(&mut self, names: &[ast::Name], ty: &Type) {
        for name in names {
            let first = *self.case_places.entry(name.text.clone()).or_insert(name.span);
            self.note_use(name.span, Kind::Case, Some(first), Some(ty.clone()));
        }
    }

    /// Writes down the use of a move's name: of the first move that is called so.
    pub(super) fn note_move(&mut self, label: &ast::Name) {
        // The move of a graph is written nowhere.
        let written = self.program.games.iter().filter(|g| g.graph.is_none()).flat_map(|g| &g.moves);
        let definition = { written }.find(|m| m.label == label.text).map(|m| m.span);
        self.note_use(label.span, Kind::Move, definition, None);
    }

    /// Every name with all that was found about its type, by place. Where an expression was read twice, what was
    /// made of it in the end counts.
    pub(super) fn uses_found(&mut self) -> Vec<Use> {
        let mut uses = std::mem::take(&mut self.uses);
        uses.reverse();
        uses.sort_by_key(|u| u.span);
        uses.dedup_by_key(|u| u.span);
        for one in &mut uses {
            one.ty = one.ty.take().map(|t| self.unifier.resolve(&t));
        }
        // A type that is too large was reported where it arose.
        self.unifier.met_too_large();
        uses
    }
}
