//! Calls with more arguments than there are parameters: pairs without their brackets, a collection that belongs beside
//! the call, the player of an outcome, terms of a sum.

use super::operators::around;
use super::scope::{Checker, Entity};
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as A};

/// Calls with more parameters are not tried: each subset of these may be pairs.
const MOST_PARAMETERS: usize = 8;

/// How many values a cell or a tuple is made of; 1 for anything else.
fn width(ty: &Type) -> usize {
    match ty {
        Type::Cell => 2,
        Type::Tuple(parts) => parts.len(),
        _ => 1,
    }
}

impl Checker {
    /// The hint for a call with too many arguments.
    pub(super) fn with_fewer(
        &self,
        d: Diagnostic,
        (name, span): (&str, Span),
        args: &[ast::Expr],
        params: &[Type],
    ) -> Diagnostic {
        if !d.replacements.is_empty() || args.len() <= params.len() {
            return d;
        }
        let found = self
            .common_with((name, span), args, &d)
            .or_else(|| self.pairs_in_brackets(args, params, &d))
            .or_else(|| without_player(args, params, &d));
        found.unwrap_or_else(|| super::elsewhere::one_sum(d, args, params))
    }

    /// `touching(p, s)`: those of its neighbours that are in s.
    fn common_with(
        &self,
        (name, span): (&str, Span),
        args: &[ast::Expr],
        d: &Diagnostic,
    ) -> Option<Diagnostic> {
        let ("touching", [p, cells]) = (name, args) else { return None };
        let of_cells = matches!(self.plain_type(cells)?, Type::Set(t) if *t == Type::Cell);
        let text = format!("touching({}) common {}", spelled(p)?, spelled(cells)?);
        let d = d.clone().hint(format!("Did you mean `{text}`, those that are in it?"));
        of_cells.then(|| d.replace(span, format!("({text})")))
    }

    /// `W(1, 1, board(2, 2))`, `ray(p, -1, 0, s)`: the numbers of a cell, or the parts of a tuple, in brackets.
    fn pairs_in_brackets(&self, args: &[ast::Expr], params: &[Type], d: &Diagnostic) -> Option<Diagnostic> {
        (params.len() <= MOST_PARAMETERS).then_some(())?;
        let params: Vec<Type> = params.iter().map(|t| self.unifier.resolve(t)).collect();
        let mut ways = (1..1usize << params.len()).filter_map(|chosen| self.grouped(args, &params, chosen));
        let groups = ways.next().filter(|_| ways.next().is_none())?;
        let what = match groups.len() {
            1 => "one pair, in its own brackets",
            _ => "pairs, each in its own brackets",
        };
        let d = d.clone().hint(format!("Did you mean {what}?"));
        Some(groups.into_iter().fold(d, |d, group| {
            let (first, last) = (&group[0], &group[group.len() - 1]);
            let open = Span { end: first.span.start, ..first.span };
            d.replace(open, "(").replace(around(last).1, ")")
        }))
    }

    /// The arguments that make up each of the chosen parameters, where all others have one each that may fit.
    fn grouped<'e>(
        &self,
        args: &'e [ast::Expr],
        params: &[Type],
        chosen: usize,
    ) -> Option<Vec<&'e [ast::Expr]>> {
        let (mut rest, mut groups) = (args, vec![]);
        for (i, ty) in params.iter().enumerate() {
            let in_parts = chosen >> i & 1 == 1;
            let (own, behind) = rest.split_at_checked(if in_parts { width(ty) } else { 1 })?;
            rest = behind;
            let parts = match ty {
                Type::Tuple(parts) if in_parts => parts.clone(),
                Type::Cell if in_parts => vec![Type::Int, Type::Int],
                _ if in_parts => return None,
                _ => vec![ty.clone()],
            };
            let may_be =
                |(e, t): (&ast::Expr, &Type)| self.plain_type(e).is_none_or(|is| is == *t || is_pair(&is, t));
            own.iter().zip(&parts).all(may_be).then_some(())?;
            if in_parts {
                groups.push(own);
            }
        }
        rest.is_empty().then_some(groups)
    }

    /// `values(m)`: what a map gives for its keys.
    pub(super) fn values_of_map(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Diagnostic> {
        let ("values", [map]) = (name.text.as_str(), args) else { return None };
        let A::Name(text) = &map.kind else { return None };
        (self.local(text).is_some() || self.names.contains_key(text)).then_some(())?;
        let ty = self.expr(map, None).ty;
        matches!(self.unifier.resolve(&ty), Type::Map(..)).then_some(())?;
        let key = if text == "key" { "k" } else { "key" };
        let d = Diagnostic::error("unknown-name", "There is no game or function `values`")
            .at(name.span, "not known");
        Some(d.instead(span, format!("[{text}[{key}] for {key} in {text}]")))
    }

    /// `sum(A, B)`, `sum(a, b)`: terms that are written out.
    pub(super) fn terms(&self, args: &[ast::Expr], span: Span, d: &Diagnostic) -> Option<Diagnostic> {
        let position = |e: &ast::Expr| matches!(&e.kind, A::Call(name, _) if matches!(self.names.get(&name.text), Some((Entity::Game(_), _))));
        let number = |e: &ast::Expr| self.plain_type(e) == Some(Type::Int);
        (args.len() > 1 && (args.iter().all(position) || args.iter().all(number))).then_some(())?;
        let text = args.iter().map(spelled).collect::<Option<Vec<_>>>()?.join(" + ");
        Some(d.clone().hint(format!("Did you mean `{text}`?")).replace(span, format!("({text})")))
    }
}

/// A pair of numbers is a cell where one is wanted.
fn is_pair(is: &Type, wanted: &Type) -> bool {
    matches!((is, wanted), (Type::Tuple(parts), Type::Cell) if parts.len() == 2)
}

/// `outcome(A, Left)`: an outcome says who wins, whoever begins.
fn without_player(args: &[ast::Expr], params: &[Type], d: &Diagnostic) -> Option<Diagnostic> {
    let ([position, player], [Type::Position]) = (args, params) else { return None };
    let named = matches!(&player.kind, A::Name(name) if matches!(name.as_str(), "Left" | "Right"));
    let gap = Span { start: position.span.end, end: player.span.end, ..position.span };
    let d = d.clone().note("It asks about both players at once.").hint("Can the player be left out?");
    named.then(|| d.replace(gap, ""))
}
