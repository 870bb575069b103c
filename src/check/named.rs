//! What a name stands for: something bound, a case, a definition, a game without arguments.

use super::builtins::Builtin;
use super::ir::{Expr, ExprKind, GameId, LetId};
use super::partial::bound_outside;
use super::scope::{Checker, Context, Entity, GameSource, wrong_expr};
use super::types::{Type, outcome_type};
use super::typing::make;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use std::sync::Arc;

/// `one of red | black and of red | green: which?`
fn which_of(all: &[Arc<Vec<String>>]) -> String {
    let all: Vec<String> = all.iter().map(|names| format!("`{}`", names.join(" | "))).collect();
    format!("one of {}: which?", all.join(" and of "))
}

impl Checker {
    pub(super) fn name(&mut self, name: &str, span: Span, want: Option<&Type>) -> Expr {
        if let Some(slot) = self.local(name) {
            self.note_local(span, slot);
            return make(ExprKind::Local(slot), self.frame.slots[slot as usize].clone(), span);
        }
        if self.frame.outside.iter().any(|n| n == name) {
            return self.wrong(span, bound_outside(span));
        }
        if let Some(Type::Enum(names)) = want.map(|t| self.unifier.resolve(t))
            && let Some(i) = names.iter().position(|n| n == name)
        {
            self.note_case(name, span, Type::Enum(names.clone()));
            return make(ExprKind::Case(i as u32), Type::Enum(names), span);
        }
        match self.names.get(name).map(|(entity, _)| *entity) {
            Some(Entity::Let(id)) => {
                let checked = self.global(id, span);
                self.note_global(span, name);
                return checked;
            }
            Some(Entity::Game(id)) => {
                self.note_global(span, name);
                return self.bare_game(id, span);
            }
            None => {}
        }
        if self.is_broken(name) {
            return wrong_expr(span);
        }
        if let Some(only) = self.only_with_case(name) {
            let i = only.iter().position(|n| n == name).unwrap_or(0);
            self.note_case(name, span, Type::Enum(only.clone()));
            return make(ExprKind::Case(i as u32), Type::Enum(only), span);
        }
        let d = match name {
            "nat" | "int" => Diagnostic::error(
                "infinite-source",
                format!("`{name}` is a type: it has infinitely many numbers"),
            )
            .at(span, "infinitely many")
            .instead(span, format!("1..{}", self.some_end(""))),
            _ if self.cases.contains_key(name) => {
                Diagnostic::error("ambiguous-name", format!("`{name}` belongs to several types"))
                    .at(span, which_of(&self.cases[name]))
            }
            _ => match Builtin::named(name) {
                Some(f) => Diagnostic::error("function-without-arguments", format!("`{name}` is a function"))
                    .at(span, "what of?")
                    .hint(format!("Did you mean `{}`?", f.usage())),
                None => match want.map(|ty| self.unifier.resolve(ty)) {
                    Some(Type::Enum(names)) => self.unknown_name(name, &names, span),
                    Some(Type::Tuple(parts)) if parts == [Type::Int, Type::Int] && step(name).is_some() => {
                        let d =
                            Diagnostic::error("unknown-name", format!("The name `{name}` is not known here"));
                        d.at(span, "a step is so many rows down and columns to the right")
                            .instead(span, step(name).unwrap_or_default())
                    }
                    _ => self.unknown_name(name, &[], span),
                },
            },
        };
        self.wrong(span, d)
    }

    /// The only enumeration with a case. Whoever wrote one with `open` or `draw` need not know that outcomes have these names, too.
    fn only_with_case(&self, name: &str) -> Option<Arc<Vec<String>>> {
        let all = self.cases.get(name)?;
        let is_own = |names: &&Arc<Vec<String>>| Type::Enum((*names).clone()) != outcome_type();
        let own: Vec<_> = all.iter().filter(is_own).collect();
        match own.as_slice() {
            [] => all.first().cloned(),
            [only] => Some((*only).clone()),
            _ => None,
        }
    }

    /// A game without arguments: the position it starts with, if it says so.
    pub(super) fn bare_game(&mut self, id: GameId, span: Span) -> Expr {
        let starts = match &self.game_defs[id.0 as usize] {
            GameSource::Rules(def) => def.clauses.iter().any(|c| matches!(c, ast::Clause::Starts(..))),
            GameSource::Graph(_) => false,
        };
        if starts && self.frame.context == Context::Free {
            return make(ExprKind::Start(id), Type::Position, span);
        }
        let game = self.program.game(id);
        let params: Vec<&str> = game.params.iter().map(|p| p.name.as_str()).collect();
        let rules = self.frame.context == Context::Rules && params.iter().all(|p| self.local(p).is_some());
        let numbers = game.params.iter().all(|p| p.ty == Type::Int);
        // `table Pile for n in 0..5`: the names that the statement binds.
        let bound: Vec<&str> = self.bound_numbers();
        let vertex = game.graph.as_ref().and_then(|g| g.vertices.first()).cloned();
        let usage = match (rules, numbers) {
            (false, true) if bound.len() == params.len() => format!("{}({})", game.name, bound.join(", ")),
            (false, _) if vertex.is_some() => {
                format!("{}({})", game.name, vertex.clone().unwrap_or_default())
            }
            (false, true) => format!("{}({})", game.name, vec!["3"; params.len()].join(", ")),
            _ => format!("{}({})", game.name, params.join(", ")),
        };
        let fits = rules || numbers || vertex.is_some();
        let d = Diagnostic::error(
            "game-without-arguments",
            format!("{} is a game; a position of it has arguments", game.name),
        )
        .at(span, "which position?")
        .hint(format!("Did you mean a position, as in `{usage}`?"));
        let d = if fits { d.replace(span, usage) } else { d };
        self.wrong(span, d)
    }

    /// The numbers that are in scope, outermost first.
    fn bound_numbers(&self) -> Vec<&str> {
        let number = |slot: u32| self.unifier.resolve(&self.frame.slots[slot as usize]) == Type::Int;
        self.frame.scope.iter().filter(|(_, slot)| number(*slot)).map(|(name, _)| name.as_str()).collect()
    }

    pub(super) fn global(&mut self, id: LetId, span: Span) -> Expr {
        if !self.use_let(id, span) {
            return wrong_expr(span);
        }
        let definition = self.program.definition(id);
        let result = definition.body.ty.clone();
        if definition.is_function {
            let params = definition.params.iter().map(|p| p.ty.clone()).collect();
            make(ExprKind::Function(id), Type::Function(params, Box::new(result)), span)
        } else {
            make(ExprKind::Global(id), result, span)
        }
    }

    /// Makes sure a definition is checked before its type is used; false if it is used inside itself.
    pub(super) fn use_let(&mut self, id: LetId, span: Span) -> bool {
        if self.is_recursive_use(id) {
            let title = format!("`{}` uses itself", self.program.definition(id).name);
            // However often it does.
            if self.diagnostics.iter().any(|d| d.title == title) {
                return false;
            }
            let d = Diagnostic::error("recursive-let", title)
                .at(span, "inside its own definition")
                .note("A `let` is not recursive, so computing a move always ends; only play goes on.")
                .hint(match &*self.program.definition(id).name {
                    name @ ("gcd" | "prime" | "factorial" | "binomial" | "product") => {
                        format!("Is it the `{name}` that `use \"numbers\"` has?")
                    }
                    _ => {
                        "Could `iterate`, or a fold such as sum(... for ...), or a game say the same?".into()
                    }
                });
            self.report(d);
            return false;
        }
        self.define_let(id);
        if self.asks[id.0 as usize] {
            self.ask(span);
        }
        true
    }

    pub(super) fn ask(&mut self, span: Span) {
        self.frame.asks = true;
        if self.frame.context == Context::Rules {
            let d = Diagnostic::error(
                "question-in-rules",
                "The rules of a game cannot ask for a value or an outcome",
            )
            .at(span, "asked before the moves are known")
            .hint("Could this go into a `let` or a statement, outside the game?");
            self.report(d);
        }
    }
}

/// The step of one cell in a direction.
fn step(direction: &str) -> Option<&'static str> {
    Some(match direction.to_lowercase().as_str() {
        "left" | "west" => "(0, -1)",
        "right" | "east" => "(0, 1)",
        "up" | "north" => "(-1, 0)",
        "down" | "south" => "(1, 0)",
        _ => return None,
    })
}
