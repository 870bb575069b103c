//! Expressions that other languages write so, and that mean nothing here whatever the types are; and what is meant where a
//! value of one type stands for another.

use super::ir::{BinderKind, Expr};
use super::operators::{around, between};
use super::scope::{Checker, wrong_expr};
use super::types::{Type, outcome_type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ExprKind as A};

/// The place before or behind which something is put.
fn from_to(start: u32, end: u32, of: Span) -> Span {
    Span { start, end, ..of }
}

/// The numbers of `1 or 2 or 3`, by their places.
fn numbers(e: &ast::Expr) -> Option<Vec<Span>> {
    match &e.kind {
        A::Number(_) => Some(vec![e.span]),
        A::Binary(BinaryOp::Or | BinaryOp::And, a, b) => Some([numbers(a)?, numbers(b)?].concat()),
        _ => None,
    }
}

impl Checker {
    /// `k in 1 or 2`, `k = 1 or 2`, `a in 0..3 and b in 0..3`: reported, and its names bound all the same.
    pub(super) fn joined_choice(&mut self, binder: &ast::Binder) -> Option<BinderKind> {
        let (names, value) = match &binder.kind {
            ast::BinderKind::Is { name, value } => (std::slice::from_ref(name), value),
            ast::BinderKind::In { names, source, .. } => (names.as_slice(), source),
        };
        let A::Binary(BinaryOp::Or | BinaryOp::And, a, b) = &value.kind else { return None };
        let d = match (numbers(value), &b.kind) {
            (Some(all), _) => self.listed(&names.last()?.text, names.last()?.span, value.span, &all),
            (None, A::Chain(_, ops)) if matches!(a.kind, A::Range { .. } | A::Set(_) | A::List(_)) => {
                ops.iter().find(|op| op.0 == ast::CompareOp::In)?;
                Diagnostic::error("missing-comma", "Choices are separated by commas")
                    .at(between(a, b), "")
                    .hint("Did you mean a comma?")
                    .replace(between(a, b), ", ")
            }
            _ => return None,
        };
        self.report(d);
        let more = if let A::Chain(operands, _) = &b.kind { operands.first() } else { None };
        if let Some(ast::Expr { kind: A::Name(name), span }) = more {
            self.bind_name(&ast::Name { text: name.clone(), span: *span }, Type::Wrong);
        }
        let slots = names.iter().map(|n| self.bind_name(n, Type::Wrong)).collect();
        let names = names.iter().map(|n| n.text.clone()).collect();
        Some(BinderKind::In { slots, names, source: wrong_expr(value.span) })
    }

    fn listed(&self, name: &str, at: Span, span: Span, all: &[Span]) -> Diagnostic {
        let mut d =
            Diagnostic::error("missing-in", "The values of a choice are written in brackets").at(span, "");
        d = d.hint(format!("Did you mean `{name} in {{..., ...}}`, one of these numbers?"));
        d = d.replace(from_to(at.end, span.start, span), " in {");
        for two in all.windows(2) {
            d = d.replace(from_to(two[0].end, two[1].start, span), ", ");
        }
        d.replace(from_to(span.end, span.end, span), "}")
    }

    /// `sum(k^2, k in 1..n)`, `sum(k in 1..n, k)`, `mex(0, 1, 3)`
    pub(super) fn fold_by_comma(
        &mut self,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Diagnostic> {
        let folds = ["sum", "max", "min", "count", "any", "all", "none", "mex", "nimsum", "product"];
        if !folds.contains(&name.text.as_str()) || self.names.contains_key(&name.text) {
            return None;
        }
        let runs = |e: &ast::Expr| match &e.kind {
            A::Chain(operands, ops) => {
                let free = matches!(&operands[0].kind, A::Name(k) if self.local(k).is_none());
                ops.len() == 1 && ops[0].0 == ast::CompareOp::In && free
            }
            _ => false,
        };
        let d = Diagnostic::error(
            "wrong-number-of-arguments",
            format!("The range of `{}` comes after `for`", name.text),
        );
        match args {
            [e, choice] if runs(choice) => Some(
                d.at(choice.span, "")
                    .hint("Did you mean `for` before it?")
                    .replace(between(e, choice), " for "),
            ),
            [choice, e] if runs(choice) => {
                Some(d.at(choice.span, "").hint("Did you mean `for`, after the expression?"))
                    .map(|d| swapped(d, choice, e, span))
            }
            [first, .., last] if matches!(name.text.as_str(), "mex" | "nimsum") => {
                let (open, close, what) = match name.text.as_str() {
                    "mex" => ("{", "}", "a set, in curly brackets"),
                    _ => ("[", "]", "a list, in square brackets"),
                };
                let title = format!("`{}` takes one collection", name.text);
                let d = Diagnostic::error("wrong-number-of-arguments", title).at(span, "");
                let d = d.hint(format!("Did you mean {what}?"));
                Some(d.replace(around(first).0, open).replace(around(last).1, close))
            }
            _ => None,
        }
    }

    /// `Two(a - k)` in the rules of a game over `a` and `b`: the other parameters stay as they are.
    pub(super) fn with_the_others(
        &self,
        d: Diagnostic,
        name: &str,
        args: &[ast::Expr],
        span: Span,
    ) -> Diagnostic {
        let Some(game) = self.program.games.iter().find(|g| g.name == name) else { return d };
        let inside =
            game.item.file == span.file && game.item.start <= span.start && span.end <= game.item.end;
        if let ([ast::Expr { kind: A::Tuple(parts) | A::List(parts), span: whole }], true) =
            (args, !game.params.is_empty())
            && parts.len() == game.params.len()
        {
            let (first, last) = (parts[0].span, parts[parts.len() - 1].span);
            let d = d.hint("Did you mean it without the second brackets?");
            let d = d.replace(from_to(whole.start, first.start, span), "");
            return d.replace(from_to(last.end, whole.end, span), "");
        }
        if let Some(d) = without_more(&d, args, game.params.len(), |e| self.plain_type(e)) {
            return d;
        }
        if args.len() > game.params.len() && game.params.len() == 1 {
            return match &game.params[0].ty {
                Type::Tuple(parts) if parts.len() == args.len() => {
                    in_brackets(d, args, ("(", ")"), "a tuple")
                }
                Type::Set(of)
                    if **of == Type::Cell
                        && args.len() == 2
                        && args.iter().all(|a| is_number(a) || self.names_a_number(a)) =>
                {
                    in_brackets(d, args, ("board(", ")"), "a board")
                }
                Type::List(_) => in_brackets(d, args, ("[", "]"), "a list"),
                Type::Set(_) if !args.iter().any(changes_a_set) => in_brackets(d, args, ("{", "}"), "a set"),
                _ => d,
            };
        }
        // `Take(4, 1, 2)`: the numbers of the set that comes last
        if let Some(last) = game.params.last()
            && args.len() > game.params.len()
            && args[game.params.len() - 1..].iter().all(is_number)
        {
            let rest = &args[game.params.len() - 1..];
            match &last.ty {
                Type::Set(of) if **of == Type::Int => return in_brackets(d, rest, ("{", "}"), "a set"),
                Type::List(of) if **of == Type::Int => return in_brackets(d, rest, ("[", "]"), "a list"),
                _ => {}
            }
        }
        if args.is_empty() && !inside && game.params.iter().all(|p| p.ty == Type::Int) {
            let text = format!("{name}({})", vec!["3"; game.params.len()].join(", "));
            return d.hint(format!("Did you mean a position, as in `{text}`?")).replace(span, text);
        }
        if args.len() >= game.params.len() || args.is_empty() {
            return d;
        }
        match inside {
            true => self.what_stays(d, game, args, span),
            false => asked_for(d, game, args),
        }
    }

    /// `Two(a - k)`, `Two(-k)`, `Row(a)` beside a rule: the parameters that are left out stay as they are.
    fn what_stays(
        &self,
        d: Diagnostic,
        game: &super::ir::Game,
        args: &[ast::Expr],
        span: Span,
    ) -> Diagnostic {
        if let [ast::Expr { kind: A::Unary(ast::UnaryOp::Minus, taken), .. }] = args
            && let Some(text) = self.taken_from_one(game, taken)
        {
            return d.instead(span, text);
        }
        let mentions = |e: &ast::Expr, name: &str| super::target::names(e).contains(&name);
        let fits = |e: &ast::Expr, ty: &Type| self.plain_type(e).is_some_and(|t| t == *ty);
        let by_name = left_out(game, args, |e, p| mentions(e, &p.name));
        let only_of_type = |p: &super::ir::Param| game.params.iter().filter(|q| q.ty == p.ty).count() == 1;
        let missing = by_name.or_else(|| left_out(game, args, |e, p| fits(e, &p.ty) && only_of_type(p)));
        let Some(missing) = missing else { return d };
        let names: Vec<&str> = missing.iter().map(|(_, name)| name.as_str()).collect();
        let d = d.hint(format!("Should `{}` stay as it is?", names.join("` and `")));
        let behind = args[args.len() - 1].span.end;
        missing.iter().fold(d, |d, (before, name)| match before {
            Some(start) => d.replace(from_to(*start, *start, span), format!("{name}, ")),
            None => d.replace(from_to(behind, behind, span), format!(", {name}")),
        })
    }

    /// `Two(-k)`: taken from the number of the position, if one number is all that it can be taken from.
    fn taken_from_one(&self, game: &super::ir::Game, taken: &ast::Expr) -> Option<String> {
        let number = game.params.iter().position(|p| p.ty == Type::Int)?;
        let taken = super::target::spelled(taken)?;
        let all = game.params.iter().enumerate().map(|(i, p)| match i == number {
            true => format!("{} - {taken}", p.name),
            false => p.name.clone(),
        });
        Some(format!("{}({})", game.name, all.collect::<Vec<_>>().join(", ")))
    }

    /// `map(f, row)`: a function for each element, reported.
    pub(super) fn mapped(&mut self, args: &[ast::Expr], span: Span) -> bool {
        let [f, row] = args else { return false };
        let A::Name(name) = &f.kind else { return false };
        let text = format!("[{name}(x) for x in ");
        let d = Diagnostic::error("not-an-entry", "A list of what a function gives is a comprehension");
        let d = d.at(f.span, "").hint(format!("Did you mean `[{name}(x) for x in ...]`?"));
        let d = d.replace(from_to(span.start, row.span.start, span), text);
        self.report(d.replace(from_to(row.span.end, span.end, span), "]"));
        true
    }

    /// `Nim(3) == N`: an outcome beside a position.
    pub(super) fn outcome_beside(
        &self,
        a: &ast::Expr,
        left: &Expr,
        b: &ast::Expr,
        right: &Expr,
    ) -> Option<Diagnostic> {
        let (l, r) = (self.unifier.resolve(&left.ty), self.unifier.resolve(&right.ty));
        let position = match (&l, &r) {
            (Type::Position, r) if *r == outcome_type() => a,
            (l, Type::Position) if *l == outcome_type() => b,
            _ => return None,
        };
        let (before, behind) = around(position);
        let d = Diagnostic::error("wrong-type", "A position is compared with an outcome here");
        let d = d.at(position.span, "a position").hint("Did you mean `outcome(...)`, who wins it?");
        Some(d.replace(before, "outcome(").replace(behind, ")"))
    }

    /// `Nim(n) in P`
    pub(super) fn among_outcomes(
        &mut self,
        x: &ast::Expr,
        source: &ast::Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        (*ty == outcome_type()).then(|| {
            let (before, behind) = around(x);
            let d = Diagnostic::error("wrong-type", "An outcome is not a set of positions")
                .at(source.span, "an outcome")
                .hint("Did you mean `outcome(...) ==`?")
                .replace(before, "outcome(")
                .replace(from_to(behind.start, source.span.start, span), ") == ");
            self.expr(x, None);
            self.wrong(span, d)
        })
    }
}

impl Checker {
    /// A name of a number here.
    fn names_a_number(&self, e: &ast::Expr) -> bool {
        let A::Name(name) = &e.kind else { return false };
        self.local(name)
            .is_some_and(|slot| self.unifier.resolve(&self.frame.slots[slot as usize]) == Type::Int)
    }

    /// `N` where `n` is a number: a capital letter too many.
    pub(super) fn small_letter(&self, d: &Diagnostic, e: &Expr) -> Option<Diagnostic> {
        let super::ir::ExprKind::Case(i) = e.kind else { return None };
        let Type::Enum(names) = self.unifier.resolve(&e.ty) else { return None };
        let small = names.get(i as usize)?.to_lowercase();
        self.local(&small)?;
        Some(d.clone().instead(e.span, small))
    }

    /// `p + (1, 0)`, `p - d`: a step from a cell.
    pub(super) fn step_from(
        &self,
        (a, b): (&ast::Expr, &ast::Expr),
        (left, right): (&Type, &Type),
        sign: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        let cell = super::target::spelled(a).filter(|_| *left == Type::Cell)?;
        let number = |t: &Type| self.unifier.resolve(t) == Type::Int;
        let parts = match (&b.kind, right) {
            (A::Tuple(step), _) => {
                let [down, right] = step.as_slice() else { return None };
                [super::target::spelled(down)?, super::target::spelled(right)?]
            }
            (A::Name(step), Type::Cell) => [format!("{step}.row"), format!("{step}.col")],
            (A::Name(step), Type::Tuple(types)) if types.len() == 2 && types.iter().all(number) => {
                [format!("{step}[1]"), format!("{step}[2]")]
            }
            _ => return None,
        };
        let moved = |axis: &str, by: &str| match by {
            "0" => format!("{cell}.{axis}"),
            by => format!("{cell}.{axis} {sign} {by}"),
        };
        let text = format!("({}, {})", moved("row", &parts[0]), moved("col", &parts[1]));
        let d =
            Diagnostic::error("wrong-type", "Cells cannot be added: rows and columns can").at(span, "cells");
        Some(d.instead(span, text))
    }
}

/// The parameters that no argument is for, each with the place where it belongs; none if an argument is for no parameter.
fn left_out(
    game: &super::ir::Game,
    args: &[ast::Expr],
    is_for: impl Fn(&ast::Expr, &super::ir::Param) -> bool,
) -> Option<Vec<(Option<u32>, String)>> {
    let mut missing = vec![];
    let mut rest = args.iter().peekable();
    for p in &game.params {
        match rest.peek() {
            Some(a) if is_for(a, p) => drop(rest.next()),
            _ => missing.push((rest.peek().map(|a| a.span.start), p.name.clone())),
        }
    }
    (rest.next().is_none() && missing.len() + args.len() == game.params.len()).then_some(missing)
}

/// `show Take(5)` where the position has a set, too: what is missing at the end.
fn asked_for(d: Diagnostic, game: &super::ir::Game, args: &[ast::Expr]) -> Diagnostic {
    let example = |ty: &Type| match ty {
        Type::Int => Some("3"),
        Type::Set(of) if **of == Type::Int => Some("{1, 2}"),
        Type::List(of) if **of == Type::Int => Some("[1, 2]"),
        Type::Set(of) if **of == Type::Cell => Some("board(3, 3)"),
        Type::Cell => Some("(1, 1)"),
        Type::Bool => Some("true"),
        _ => None,
    };
    let rest = &game.params[args.len()..];
    let written: Option<Vec<String>> = args.iter().map(super::target::spelled).collect();
    let examples: Option<Vec<&str>> = rest.iter().map(|p| example(&p.ty)).collect();
    let (Some(written), Some(examples)) = (written, examples) else { return d };
    let names: Vec<&str> = rest.iter().map(|p| p.name.as_str()).collect();
    let whole = format!("{}({}, {})", game.name, written.join(", "), examples.join(", "));
    d.hint(format!("Which `{}` does it have, as in `{whole}`?", names.join("` and `")))
}

/// `B(s without p, q, n)`, `B(b without r, c)`: elements behind commas that belong to what is before them.
fn without_more(
    d: &Diagnostic,
    args: &[ast::Expr],
    params: usize,
    plain_type: impl Fn(&ast::Expr) -> Option<Type>,
) -> Option<Diagnostic> {
    let more = args.len().checked_sub(params).filter(|more| *more > 0)?;
    let first = args.iter().position(changes_a_set).filter(|first| first + more < args.len())?;
    let A::Binary(op, set, element) = &args[first].kind else { return None };
    let word = if *op == BinaryOp::With { "with" } else { "without" };
    let parts = &args[first + 1..=first + more];
    let cells = matches!(plain_type(set), Some(Type::Set(of) | Type::Bag(of)) if *of == Type::Cell);
    let number = |e: &ast::Expr| plain_type(e) == Some(Type::Int);
    // `without r, c` names a cell by its row and its column.
    if let [column] = parts
        && cells
        && number(element)
        && number(column)
    {
        let d = d.clone().hint(format!("Did you mean one cell, as in `{word} (r, c)`?"));
        let end = column.span.end;
        return Some(d.replace(around(element).0, "(").replace(from_to(end, end, column.span), ")"));
    }
    let d = d.clone().hint(format!("Did you mean `{word}` in place of the comma?"));
    Some(
        args[first..=first + more]
            .windows(2)
            .fold(d, |d, two| d.replace(between(&two[0], &two[1]), format!(" {word} "))),
    )
}

fn is_number(e: &ast::Expr) -> bool {
    matches!(e.kind, A::Number(_))
}

fn changes_a_set(e: &ast::Expr) -> bool {
    matches!(e.kind, A::Binary(BinaryOp::With | BinaryOp::Without, ..))
}

/// Several arguments that are meant to be one.
fn in_brackets(d: Diagnostic, args: &[ast::Expr], signs: (&str, &str), what: &str) -> Diagnostic {
    let (first, last) = (args[0].span, args[args.len() - 1].span);
    let d = d.hint(format!("Did you mean {what}, with `{}` and `{}` around the values?", signs.0, signs.1));
    d.replace(Span { end: first.start, ..first }, signs.0).replace(Span { start: last.end, ..last }, signs.1)
}

/// `choice, e` as `e for choice`.
fn swapped(d: Diagnostic, choice: &ast::Expr, e: &ast::Expr, span: Span) -> Diagnostic {
    let d = Diagnostic { replacements: vec![], ..d };
    match (super::target::spelled(e), &choice.kind) {
        (Some(text), A::Chain(..)) => d
            .replace(from_to(choice.span.start, choice.span.start, span), format!("{text} for "))
            .replace(from_to(choice.span.end, e.span.end, span), ""),
        _ => d,
    }
}
