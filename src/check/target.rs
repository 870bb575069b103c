//! Expressions that must be positions: where a move leads, parts, starts; and what was meant where they are none.

use super::ir::Expr;
use super::scope::Checker;
use super::types::Type;
use super::typing::capital;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ExprKind};

impl Checker {
    /// An expression that must be a position.
    pub(super) fn target(&mut self, e: &ast::Expr, what: &str) -> Expr {
        if let Some(d) = Self::several_claimed(e, what) {
            return self.wrong(e.span, d);
        }
        if let ExprKind::Binary(op @ (BinaryOp::Or | BinaryOp::And), a, b) = &e.kind {
            let sides = [a, b].map(|side| spelled(side));
            return self.wrong(e.span, joined(e, *op == BinaryOp::Or, &sides, what));
        }
        if let ExprKind::Name(word) = &e.kind
            && self.local(word).is_none()
            && !self.names.contains_key(word)
            && matches!(
                word.to_lowercase().as_str(),
                "win" | "won" | "wins" | "victory" | "end" | "over" | "done"
            )
        {
            let d = Diagnostic::error("target-not-position", "A move leads to a position, not to a result")
                .at(e.span, "")
                .note("A player who cannot move loses: a move to a position without moves wins.");
            return self.wrong(e.span, d.instead(e.span, "nothing"));
        }
        if let Some(d) =
            self.assigned_target(e).or_else(|| self.taken_from_position(e)).or_else(|| self.changed_game(e))
        {
            return self.wrong(e.span, d);
        }
        if let Some(d) = parts_listed(e, what) {
            return self.wrong(e.span, d);
        }
        if let ExprKind::Tuple(parts) = &e.kind
            && let Some(game) = self.game_around(e).filter(|g| g.params.len() == parts.len())
        {
            let d =
                Diagnostic::error("target-not-position", "A position is the name of the game with arguments");
            let (name, before) = (game.name.clone(), Span { end: e.span.start, ..e.span });
            let d = d.at(e.span, "").hint(format!("Did you mean `{name}(...)`?")).replace(before, name);
            return self.wrong(e.span, d);
        }
        let checked = self.expr(e, Some(&Type::Position));
        let ty = self.unifier.resolve(&checked.ty);
        // `P in {}`: nothing says what is chosen from, but where it is.
        let open = matches!(ty, Type::Unknown(_)) && self.unifier.unify(&ty, &Type::Position);
        if open || matches!(ty, Type::Position | Type::Wrong) {
            return checked;
        }
        let d = Diagnostic::error(
            "target-not-position",
            format!("{} should be a position, not {}", capital(what), ty.phrase()),
        )
        .at(e.span, format!("this is {}", ty.phrase()));
        if let Some(d) = self.each_part(&d, e, &ty, what) {
            return self.wrong(e.span, d);
        }
        let d = match (self.instead(e, &ty), self.game_hint(e)) {
            (Some(position), _) => d.instead(e.span, position),
            (None, Some(hint)) => d.hint(hint),
            (None, None) => d,
        };
        self.wrong(e.span, d)
    }

    pub(super) fn game_hint(&self, e: &ast::Expr) -> Option<String> {
        Some(format!("Did you mean a position such as {}(...)?", self.game_around(e)?.name))
    }

    /// The game in which an expression stands.
    pub(super) fn game_around(&self, e: &ast::Expr) -> Option<&super::ir::Game> {
        self.program.games.iter().rfind(|g| g.span.file == e.span.file && g.item.start <= e.span.start)
    }

    /// `to n - k` was meant as `to Pile(n - k)`: what one parameter becomes, the others staying as they are.
    fn instead(&self, e: &ast::Expr, ty: &Type) -> Option<String> {
        let game = self.game_around(e).filter(|g| e.span.end <= g.item.end)?;
        let text = spelled(e)?;
        let mentioned = |name: &str| names(e).contains(&name);
        let mut of_type = game.params.iter().filter(|p| p.ty == *ty);
        let becomes = match (of_type.next(), of_type.next()) {
            (Some(only), None) => only,
            _ => {
                let mut all = game.params.iter().filter(|p| p.ty == *ty && mentioned(&p.name));
                all.next().filter(|_| all.next().is_none())?
            }
        };
        let args: Vec<&str> = game
            .params
            .iter()
            .map(|p| if p.name == becomes.name { text.as_str() } else { p.name.as_str() })
            .collect();
        Some(format!("{}({})", game.name, args.join(", ")))
    }
}

/// `[D(k), D(n - k)]`, `(D(k), D(n - k))`
fn parts_listed(e: &ast::Expr, what: &str) -> Option<Diagnostic> {
    let (ExprKind::List(parts) | ExprKind::Set(parts) | ExprKind::Tuple(parts)) = &e.kind else {
        return None;
    };
    let (first, last) = (parts.first()?, parts.last()?);
    let calls = parts.len() > 1 && parts.iter().all(|p| matches!(p.kind, ExprKind::Call(..)));
    let title = format!("{} should be one position; parts side by side are a sum", capital(what));
    let d = Diagnostic::error("target-not-position", title).at(e.span, "");
    let d = d.hint("Did you mean `+` between them?");
    let d = d.replace(Span { end: first.span.start, ..e.span }, " ");
    let d = d.replace(Span { start: last.span.end, ..e.span }, "");
    calls.then(|| {
        parts.windows(2).fold(d, |d, two| {
            d.replace(Span { start: two[0].span.end, end: two[1].span.start, ..e.span }, " + ")
        })
    })
}

/// `G(a) or G(b)`
fn joined(e: &ast::Expr, or: bool, sides: &[Option<String>; 2], what: &str) -> Diagnostic {
    let word = if or { "or" } else { "and" };
    let title = format!("{} should be one position; `{word}` joins conditions", capital(what));
    let d = Diagnostic::error("target-not-position", title).at(e.span, "");
    match (or, sides) {
        (true, [Some(a), Some(b)]) => {
            d.hint(format!("Did you mean two moves, one `to {a}` and one `to {b}`?"))
        }
        (true, _) => d.hint("Did you mean two moves, one for each of them?"),
        (false, [Some(a), Some(b)]) => {
            d.hint(format!("Did you mean the sum `{a} + {b}`?")).replace(e.span, format!("{a} + {b}"))
        }
        (false, _) => d.hint("Did you mean the sum of them, `A + B`?"),
    }
}

/// What is divided, and by what; none for other expressions.
pub(super) fn quotient(e: &ast::Expr) -> Option<(&ast::Expr, &ast::Expr)> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Divide, a, b) => Some((a, b)),
        _ => None,
    }
}

/// How a simple expression is written; none for others.
pub(super) fn spelled(e: &ast::Expr) -> Option<String> {
    Some(match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Text(text) if !text.contains(['"', '\\', '\n']) => format!("\"{text}\""),
        ExprKind::Field(base, axis) => format!("{}.{}", spelled(base)?, axis.text),
        ExprKind::Index(base, places) => {
            let places: Option<Vec<String>> = places.iter().map(spelled).collect();
            format!("{}[{}]", spelled(base)?, places?.join(", "))
        }
        ExprKind::Call(name, args) => {
            let args: Option<Vec<String>> = args.iter().map(spelled).collect();
            format!("{}({})", name.text, args?.join(", "))
        }
        ExprKind::Binary(op, a, b) => {
            let sign = match op {
                BinaryOp::Plus => "+",
                BinaryOp::Minus => "-",
                BinaryOp::Times => "*",
                BinaryOp::Divide => "/",
                BinaryOp::Mod => "mod",
                BinaryOp::With => "with",
                BinaryOp::Without => "without",
                BinaryOp::SetMinus => "minus",
                BinaryOp::Union => "union",
                _ => return None,
            };
            // A chain of one row of operators, or simple operands: no brackets are needed.
            let left = !matches!(a.kind, ExprKind::Binary(..))
                || matches!(op, BinaryOp::Plus | BinaryOp::Minus | BinaryOp::With | BinaryOp::Without);
            if !left || matches!(b.kind, ExprKind::Binary(..)) {
                return None;
            }
            format!("{} {sign} {}", spelled(a)?, spelled(b)?)
        }
        _ => return None,
    })
}

/// The names in a simple expression.
pub(super) fn names(e: &ast::Expr) -> Vec<&str> {
    match &e.kind {
        ExprKind::Name(name) => vec![name],
        ExprKind::Field(base, _) => names(base),
        ExprKind::Call(_, args) => args.iter().flat_map(names).collect(),
        ExprKind::Index(base, places) => {
            names(base).into_iter().chain(places.iter().flat_map(names)).collect()
        }
        ExprKind::Binary(_, a, b) => [names(a), names(b)].concat(),
        _ => vec![],
    }
}
