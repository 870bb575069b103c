//! `put` where there are no entries: into a set or a bag.

use super::scope::{Checker, GameSource};
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as A};

impl Checker {
    /// `put(s, x)`: one more element.
    pub(super) fn put_into_set(&self, args: &[ast::Expr], span: Span) -> Option<Diagnostic> {
        let [set, x] = args else { return None };
        let ty = self.plain_type(set).filter(|ty| matches!(ty, Type::Set(_) | Type::Bag(_)))?;
        let text = format!("{} with {}", spelled(set)?, spelled(x)?);
        let title = format!("`put` does not work on {}", ty.phrase());
        Some(Diagnostic::error("wrong-type", title).at(set.span, ty.phrase()).instead(span, text))
    }

    /// `put(s, x, y)`: `y` in place of `x`; `put(free, p, false)`: without `p`.
    pub(super) fn put_in_place_of(&self, args: &[ast::Expr], ty: &Type, span: Span) -> Option<Diagnostic> {
        let ([set, old, new], Type::Set(of) | Type::Bag(of)) = (args, ty) else { return None };
        let title = format!("`put` does not work on {}", ty.phrase());
        let d = Diagnostic::error("wrong-type", title).at(set.span, ty.phrase());
        let (Some(s), Some(x)) = (spelled(set), spelled(old)) else { return Some(d) };
        let of = self.unifier.resolve(of);
        let fits = match (&of, &new.kind) {
            (Type::Cell, A::Tuple(_)) => true,
            _ => self.plain_type(new).is_none_or(|ty| ty == of),
        };
        Some(match (&new.kind, fits) {
            (A::Bool(true), _) => d.instead(span, format!("{s} with {x}")),
            (A::Bool(false), _) => d.instead(span, format!("{s} without {x}")),
            (_, false) => d
                .note("An element is in a set or not; a set says nothing else about it.")
                .hint(format!("Did you mean `{s} with {x}`, or `{s} without {x}`?")),
            _ => {
                let gap = |a: Span, b: Span| Span { start: a.end, end: b.start, ..a };
                let shown = spelled(new).unwrap_or("...".into());
                d.hint(format!("Did you mean `{s} without {x} with {shown}`?"))
                    .replace(Span { end: set.span.start, ..span }, "(")
                    .replace(gap(set.span, old.span), " without ")
                    .replace(gap(old.span, new.span), " with ")
            }
        })
    }

    /// `W(x - k)` where x is chosen in a set, a bag or a list of the position: that with one element changed.
    pub(super) fn chosen_changed(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        let A::Binary(ast::BinaryOp::Plus | ast::BinaryOp::Minus | ast::BinaryOp::Divide, first, _) = &e.kind
        else {
            return None;
        };
        let (A::Name(x), wanted) = (&first.kind, self.unifier.resolve(wanted)) else { return None };
        let source = self.source_of(x, e.span).filter(|s| self.plain_type(s) == Some(wanted.clone()))?;
        let (s, new) = (spelled(source)?, spelled(e)?);
        let d = Diagnostic::error("wrong-type", format!("This is one number; {} is wanted", wanted.phrase()));
        let d = d.at(e.span, "a number");
        match wanted {
            Type::Set(_) | Type::Bag(_) => Some(d.instead(e.span, format!("{s} without {x} with {new}"))),
            Type::List(_) => Some(d.hint(format!(
                "Could the place be chosen, as in `i in indices({s})`, and the list be `put({s}, i, {s}[i] ...)`?"
            ))),
            _ => None,
        }
    }

    /// `row[x]`, where x runs through the entries of `row`, which are no numbers: its places were meant.
    pub(super) fn entry_as_place(&self, row: &ast::Expr, place: &ast::Expr) -> Option<Diagnostic> {
        let (A::Name(x), A::Name(of)) = (&place.kind, &row.kind) else { return None };
        let no_number = self
            .plain_type(place)
            .is_some_and(|ty| !matches!(ty, Type::Int | Type::Wrong | Type::Unknown(_)));
        let source = self.source_of(x, place.span).filter(|s| matches!(&s.kind, A::Name(s) if s == of))?;
        let d = Diagnostic::error("wrong-type", "The place in a list should be a number");
        let d = d.at(place.span, "an entry").also(source.span, "runs through the entries");
        no_number.then(|| d.instead(source.span, format!("indices({of})")))
    }

    /// `put(m, p, v - 1)` or `m[p]` behind `(p, v) in m`, where keys are cells or pairs: each key is taken apart there.
    pub(super) fn key_taken_apart(&self, map: &ast::Expr, key: &ast::Expr) -> Option<Diagnostic> {
        let (A::Name(m), A::Name(p), Some(Type::Map(of, _))) = (&map.kind, &key.kind, self.plain_type(map))
        else {
            return None;
        };
        let of = self.unifier.resolve(&of);
        let is_pair = of == Type::Cell || matches!(&of, Type::Tuple(parts) if parts.len() == 2);
        let (binder, names, source) = self.binders_around(key.span)?.iter().find_map(|b| match &b.kind {
            ast::BinderKind::In { names, source, .. } => Some((b, names, source)).filter(|_| {
                names.len() == 2 && names[0].text == *p && matches!(&source.kind, A::Name(s) if s == m)
            }),
            ast::BinderKind::Is { .. } => None,
        })?;
        let is_part = self.plain_type(key).is_some_and(|ty| ty != of);
        let taken = Span { end: source.span.end, ..binder.span };
        let text = format!("{p} in {m}, {} = {m}[{p}]", names[1].text);
        let d = Diagnostic::error("wrong-type", format!("The key of this map is {}", of.phrase()));
        let d = d.at(key.span, "a part of a key").also(taken, "takes each key apart");
        (is_pair && is_part).then(|| d.instead(taken, text))
    }

    /// What a name runs through in the move around a place.
    fn source_of(&self, name: &str, at: Span) -> Option<&ast::Expr> {
        let binder = |b: &&ast::Binder| match &b.kind {
            ast::BinderKind::In { names, .. } => names.len() == 1 && names[0].text == name,
            ast::BinderKind::Is { .. } => false,
        };
        match &self.binders_around(at)?.iter().find(binder)?.kind {
            ast::BinderKind::In { source, .. } => Some(source),
            ast::BinderKind::Is { .. } => None,
        }
    }

    /// The choices of the move around a place.
    fn binders_around(&self, at: Span) -> Option<&[ast::Binder]> {
        let rules = self.game_defs.iter().filter_map(|def| match def {
            GameSource::Rules(def) => Some(def),
            GameSource::Graph(_) => None,
        });
        let moves = rules.flat_map(|def| &def.clauses).filter_map(|clause| match clause {
            ast::Clause::Move(m) => Some(m),
            _ => None,
        });
        let around =
            |m: &&ast::MoveDef| m.span.file == at.file && m.span.start <= at.start && at.end <= m.span.end;
        moves.into_iter().find(around).map(|m| &m.binders[..])
    }
}
