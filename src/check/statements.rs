//! Statements: what a file asks.

use super::builtins::Builtin;
use super::checked::Bare;
use super::ir::{self, Expr, Move, PlayStep, Statement, StatementKind, Verdict, WinRule};
use super::scope::{Checker, Context, Entity};
use super::target::spelled;
use super::types::{OUTCOMES, Type, outcome_type};
use super::typing::make;
use crate::check::nearest;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

impl Checker {
    /// Checks every statement; one with a mistake is left out of the program.
    pub(super) fn statements(&mut self, items: &[ast::Item]) {
        for item in items {
            let ast::Item::Statement(statement) = item else { continue };
            let before = self.errors();
            let (kind, frame) = self.framed(Context::Free, |c| c.statement(&statement.kind, statement.span));
            let fine = self.errors() == before;
            let kind = kind.filter(|_| fine);
            self.statement_ids.push(kind.as_ref().map(|_| self.program.statements.len()));
            if let Some(mut kind) = kind {
                self.resolve_statement(&mut kind);
                self.report_large_type(statement.span);
                self.program.statements.push(Statement { kind, slots: frame.slots, span: statement.span });
            }
        }
    }

    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    fn statement(&mut self, kind: &ast::StatementKind, span: Span) -> Option<StatementKind> {
        use ast::StatementKind as A;
        Some(match kind {
            A::Show { expr, under } => {
                let before = self.diagnostics.len();
                let shown = self.expr(expr, None);
                let asked = matches!(expr.kind, ast::ExprKind::Call(..)) && under.is_none();
                self.say_for_which(before, span, Some(("show", "table")), asked);
                StatementKind::Show { expr: shown, rule: self.win_rule(under.as_ref()) }
            }
            A::Bare(expr) if self.bare == Bare::Question => {
                StatementKind::Show { expr: self.expr(expr, None), rule: WinRule::Normal }
            }
            A::Bare(expr) => {
                let d = Diagnostic::error("bare-expression", "This is not a statement")
                    .at(expr.span, "an expression on its own");
                if let ast::ExprKind::Call(name, args) = &expr.kind
                    && is_claiming(&name.text)
                {
                    self.report(claimed(d.hint("Did you mean `expect ...`?"), name.span, args, expr.span));
                    return None;
                }
                if let ast::ExprKind::Name(name) = &expr.kind
                    && closes_a_game(name)
                    && !self.names.contains_key(name)
                {
                    self.report(d.hint("Can it be left out?").replace(expr.span, ""));
                    return None;
                }
                let d = d.hint("Did you mean `show ...`?");
                let printed = match &expr.kind {
                    ast::ExprKind::Call(name, _) => Some(name).filter(|n| is_printing(&n.text)),
                    _ => None,
                };
                let before = Span { end: expr.span.start, ..expr.span };
                self.report(match printed {
                    Some(name) => d.replace(name.span, "show "),
                    None => d.replace(before, "show "),
                });
                return None;
            }
            A::Table { only, exprs: written, binders, under } => {
                self.note_falling(binders);
                let binders = self.binders(binders);
                let exprs: Vec<Expr> = written.iter().map(|e| self.expr(e, None)).collect();
                let only = only.as_ref().map(|word| {
                    self.position_of_row(word, written, &exprs);
                    self.outcome_of(word, written.first())
                });
                StatementKind::Table { only, exprs, binders, rule: self.win_rule(under.as_ref()) }
            }
            A::Functions { expr } => self.functions(expr),
            A::Period { expr, name, source } => self.period(expr, name, source.as_ref()),
            A::Quotient { expr, name, source } => StatementKind::Quotient(match name {
                Some(name) => self.sequence(expr, name, source.as_ref(), &Type::Position),
                None => self.game_sequence(expr)?,
            }),
            A::Sparse { expr, name, source } => {
                StatementKind::Sparse(self.sequence(expr, name, source.as_ref(), &Type::Position))
            }
            A::Compare { left, right, binders } => {
                if let Some(d) = self.lacks_choices(&[left, right]).filter(|_| binders.is_empty()) {
                    self.report(d);
                    return None;
                }
                let binders = self.binders(binders);
                let left = self.target(left, "what is compared");
                let right = self.target(right, "what it is compared with");
                StatementKind::Compare { left, right, binders }
            }
            A::Play { start, steps, under } => {
                let start = self.target(start, "where a play begins");
                let steps = steps.iter().map(|s| self.play_step(s)).collect();
                StatementKind::Play { start, steps, rule: self.win_rule(under.as_ref()) }
            }
            A::Expect { expr, is, binders, under } => {
                self.note_falling(binders);
                let (before, all) = (self.diagnostics.len(), binders.is_empty() && under.is_none());
                let binders = self.binders(binders);
                let (expr, is) = self.expectation(expr, is.as_ref(), span);
                self.say_for_which(before, span, None, all);
                StatementKind::Expect { expr, is, binders, rule: self.win_rule(under.as_ref()) }
            }
        })
    }

    /// `grundy functions of`: of a graph, of all its vertices together.
    fn functions(&mut self, expr: &ast::Expr) -> StatementKind {
        let all = match &expr.kind {
            ast::ExprKind::Name(name) => {
                let graph = self.whole_graph(name, expr.span);
                if graph.is_some() {
                    self.note_global(expr.span, name);
                }
                graph
            }
            _ => None,
        };
        let expr = all.unwrap_or_else(|| self.target(expr, "where to look for Grundy functions"));
        StatementKind::Functions { expr }
    }

    fn period(&mut self, expr: &ast::Expr, name: &ast::Name, source: Option<&ast::Expr>) -> StatementKind {
        let numbers = Type::Set(Box::new(Type::Int));
        let source = source.map(|s| self.expr_of(s, &numbers, "where to look for a period"));
        let slot = self.bind_name(name, Type::Int);
        let asked = outcomes(expr);
        let expr = self.expr(expr, None);
        let ty = self.unifier.resolve(&expr.ty);
        if !matches!(ty, Type::Position | Type::Int | Type::Wrong) {
            match asked {
                Some(asked) => self.report(asked),
                None => self.demand(&expr, &Type::Position, "what has a period"),
            }
        }
        StatementKind::Period { expr, slot, name: name.text.clone(), source }
    }

    /// `EXPR for name in SOURCE`
    fn sequence(
        &mut self,
        expr: &ast::Expr,
        name: &ast::Name,
        source: Option<&ast::Expr>,
        ty: &Type,
    ) -> ir::Sequence {
        let numbers = Type::Set(Box::new(Type::Int));
        let source = source.map(|s| self.expr_of(s, &numbers, "how far to go"));
        let slot = self.bind_name(name, Type::Int);
        let expr = self.expr(expr, Some(ty));
        self.demand(&expr, ty, "each term of the sequence");
        ir::Sequence { expr, slot, named: true, source }
    }

    /// The name of a game over one number stands for all its positions.
    fn game_sequence(&mut self, game: &ast::Expr) -> Option<ir::Sequence> {
        let ast::ExprKind::Name(name) = &game.kind else { return self.lacks_range(game.span) };
        match self.names.get(name) {
            Some((Entity::Game(id), _)) => {
                let id = *id;
                let params = &self.program.game(id).params;
                if params.len() != 1 || self.unifier.resolve(&params[0].ty) != Type::Int {
                    return self.lacks_range(game.span);
                }
                self.note_global(game.span, name);
                let slot = self.bind("n", Type::Int);
                let n = make(ir::ExprKind::Local(slot), Type::Int, game.span);
                let expr = make(ir::ExprKind::Position(id, vec![n]), Type::Position, game.span);
                Some(ir::Sequence { expr, slot, named: false, source: None })
            }
            Some(_) => self.lacks_range(game.span),
            None => {
                self.expr(game, Some(&Type::Position));
                None
            }
        }
    }

    fn lacks_range(&mut self, span: Span) -> Option<ir::Sequence> {
        let d = Diagnostic::error("missing-for", "`quotient` needs the positions that it is about")
            .at(span, "which of them?")
            .hint("Did you mean `for n in 1..50` at the end, as in `quotient G(n) for n in 1..50`?");
        self.report(d);
        None
    }

    fn win_rule(&mut self, under: Option<&ast::Name>) -> WinRule {
        match under.map(|n| n.text.as_str()) {
            None | Some("normal") => WinRule::Normal,
            Some("misere" | "misère") => WinRule::Misere,
            Some(word) => {
                let span = under.map(|n| n.span).unwrap_or_default();
                let d = Diagnostic::error("unknown-win-rule", format!("There is no winning rule `{word}`"))
                    .at(span, "not known")
                    .hint("Did you mean `under misere`?")
                    .replace(span, "misere");
                self.report(d);
                WinRule::Normal
            }
        }
    }

    /// `compare A(n), B(n)`: which n?
    fn lacks_choices(&self, compared: &[&ast::Expr]) -> Option<Diagnostic> {
        let unknown = |name: &&str| {
            !self.names.contains_key(*name) && !self.is_broken(name) && !self.cases.contains_key(*name)
        };
        let mut free: Vec<&str> =
            compared.iter().flat_map(|e| super::target::names(e)).filter(unknown).collect();
        free.dedup();
        let end = compared.last()?.span;
        let choices: Vec<String> = free.iter().map(|name| format!("{name} in 0..20")).collect();
        let text = format!(" for {}", choices.join(", "));
        let d = Diagnostic::error("missing-for", "The choices of a comparison come after `for`")
            .at(end, "for which of them?");
        let d = d.hint(format!("Did you mean `{}`, at the end?", text.trim_start()));
        // A longer name is rather misspelt.
        let short = free.iter().all(|name| name.chars().count() == 1);
        (short && matches!(free.len(), 1 | 2)).then(|| d.replace(Span { start: end.end, ..end }, text))
    }

    /// `table P of value(A)`: the rows of an outcome are chosen by a position among the entries.
    fn position_of_row(&mut self, word: &ast::Name, written: &[ast::Expr], entries: &[Expr]) {
        let decides = |e: &Expr| matches!(self.unifier.resolve(&e.ty), Type::Position | Type::Wrong);
        if entries.iter().any(decides) || !OUTCOMES.contains(&word.text.as_str()) {
            return;
        }
        let Some(first) = written.first() else { return };
        let d = Diagnostic::error(
            "wrong-type",
            format!("Rows with the outcome {} are those of a position", word.text),
        );
        let d = d.at(first.span, "no position");
        let asked = match &first.kind {
            ast::ExprKind::Call(name, args) => args.first().filter(|_| {
                Builtin::named(&name.text).is_some_and(Builtin::is_question)
                    && !self.names.contains_key(&name.text)
            }),
            _ => None,
        };
        let d = match asked {
            Some(position) => {
                let text = spelled(position).unwrap_or("...".into());
                let d = d.hint(format!("Did you mean `{} of {text}`, the position itself?", word.text));
                d.replace(Span { end: position.span.start, ..first.span }, "")
                    .replace(Span { start: position.span.end, ..first.span }, "")
            }
            None => d.hint(format!("Which position has this outcome, as in `{} of G(n)`?", word.text)),
        };
        self.report(d);
    }

    /// What is before `of` in a table.
    fn outcome_of(&mut self, word: &ast::Name, of: Option<&ast::Expr>) -> Expr {
        let name = ast::Expr { kind: ast::ExprKind::Name(word.text.clone()), span: word.span };
        match of.and_then(|of| self.before_of(&name, of)) {
            Some(d) => self.wrong(word.span, d),
            None => self.outcome_word(word),
        }
    }

    fn outcome_word(&mut self, word: &ast::Name) -> Expr {
        let name = ast::Expr { kind: ast::ExprKind::Name(word.text.clone()), span: word.span };
        self.expr_of(&name, &outcome_type(), "an outcome")
    }

    fn expectation(
        &mut self,
        expr: &ast::Expr,
        is: Option<&ast::Verdict>,
        span: Span,
    ) -> (Expr, Option<Verdict>) {
        let Some(is) = is else {
            let checked = self.expr(expr, None);
            if self.unifier.resolve(&checked.ty) == Type::Position {
                let d = Diagnostic::error("expect-what", "What is expected of this position?")
                    .at(span, "no expectation")
                    .hint("Did you mean `... is P`, `... is N` or `... is *2`?");
                self.report(d);
            } else {
                self.demand(&checked, &Type::Bool, "what is expected");
            }
            return (checked, None);
        };
        if let ast::ExprKind::Unary(ast::UnaryOp::Not, of) = &expr.kind {
            let checked = self.expr(of, Some(&Type::Position));
            if self.unifier.resolve(&checked.ty) == Type::Position {
                let d = is_for_positions(expr.span, "`not` comes before a position", without_not(is));
                let before = Span { end: of.span.start, ..expr.span };
                let d = match is {
                    ast::Verdict::Word(word) if word.text == "P" => {
                        d.replace(before, "").replace(word.span, "N")
                    }
                    ast::Verdict::Word(word) if word.text == "N" => {
                        d.replace(before, "").replace(word.span, "P")
                    }
                    _ => d,
                };
                return (self.wrong(span, d), None);
            }
        }
        let checked = self.expr(expr, Some(&Type::Position));
        let ty = self.unifier.resolve(&checked.ty);
        let hint = match &expr.kind {
            ast::ExprKind::Call(name, _) if name.text == "outcome" => {
                "Did you mean `==`, or the position alone, without `outcome`?"
            }
            _ => "Did you mean `==` in place of `is`?",
        };
        if !matches!(ty, Type::Position | Type::Wrong) && !self.unifier.unify(&ty, &Type::Position) {
            let what = if ty == outcome_type() { "an outcome".to_string() } else { ty.phrase() };
            let behind = match is {
                ast::Verdict::Word(word) => word.span,
                ast::Verdict::Position(e) => e.span,
            };
            let sign = Span { start: expr.span.end, end: behind.start, ..expr.span };
            let d = is_for_positions(expr.span, &format!("this is {what}"), hint).replace(sign, " == ");
            let plain = Diagnostic { hints: vec![], replacements: vec![], ..d.clone() };
            let vertex = self.as_position(&plain, &checked, (&ty, &Type::Position), "the argument");
            let d = vertex.filter(|_| matches!(ty, Type::Enum(_))).unwrap_or(d);
            return (self.wrong(span, d), None);
        }
        if let ast::Verdict::Position(chosen) = is
            && let Some(d) = self.outcome_chosen(expr, chosen)
        {
            return (self.wrong(chosen.span, d), None);
        }
        (checked, Some(self.verdict(is)))
    }

    fn verdict(&mut self, is: &ast::Verdict) -> Verdict {
        let word = match is {
            ast::Verdict::Position(e) => return Verdict::SameValue(self.heap_or_position(e)),
            ast::Verdict::Word(word) => word,
        };
        if OUTCOMES.contains(&word.text.as_str()) {
            return Verdict::Outcome(self.outcome_word(word));
        }
        let e = ast::Expr { kind: ast::ExprKind::Name(word.text.clone()), span: word.span };
        if self.local(&word.text).is_none() && !self.names.contains_key(&word.text) {
            let d = Diagnostic::error(
                "unknown-outcome",
                format!("A position is P, N, draw, Left, Right or a value such as *2, not `{}`", word.text),
            )
            .at(word.span, "not an outcome");
            let near = match word.text.to_lowercase().as_str() {
                "win" | "wins" | "winning" | "won" | "n" | "first" | "next" => Some("N".to_string()),
                "lose" | "loss" | "loses" | "losing" | "lost" | "p" | "second" | "previous" | "zero" => {
                    Some("P".to_string())
                }
                "tie" | "tied" | "drawn" | "draws" => Some("draw".to_string()),
                _ => nearest(&word.text, OUTCOMES.iter().copied()),
            };
            let d = match near {
                Some(near) => d.instead(word.span, near),
                None => d,
            };
            let e = self.wrong(word.span, d);
            return Verdict::SameValue(e);
        }
        Verdict::SameValue(self.heap_or_position(&e))
    }

    /// Behind `is`: a position, usually `*k`; a bare number gets the hint.
    fn heap_or_position(&mut self, e: &ast::Expr) -> Expr {
        let checked = self.expr(e, Some(&Type::Position));
        if self.unifier.resolve(&checked.ty) == Type::Int {
            let d = Diagnostic::error("value-without-star", "A value after `is` is written with a star")
                .at(e.span, "a number")
                .hint(match &e.kind {
                    ast::ExprKind::Number(n) => format!("Did you mean `*{n}`, the nim-heap of that size?"),
                    _ => "Did you mean `*(...)`, the nim-heap of that size?".to_string(),
                });
            let (before, behind) =
                (Span { end: e.span.start, ..e.span }, Span { start: e.span.end, ..e.span });
            let d = match &e.kind {
                ast::ExprKind::Number(_) => d.replace(before, "*"),
                _ => d.replace(before, "*(").replace(behind, ")"),
            };
            return self.wrong(e.span, d);
        }
        self.demand(&checked, &Type::Position, "what follows `is`");
        checked
    }

    /// A step of a play: its arguments have the types that some move of that name lets one choose.
    fn play_step(&mut self, step: &ast::PlayStep) -> PlayStep {
        let labels: Vec<String> =
            self.program.games.iter().flat_map(|g| g.moves.iter().map(|m| m.label.clone())).collect();
        // `leave(j)` is the move of a nim-heap, which belongs to no game.
        if step.label.text != "leave" && !labels.contains(&step.label.text) {
            let d =
                Diagnostic::error("unknown-move", format!("No game here has a move `{}`", step.label.text))
                    .at(step.label.span, "not known");
            let d = match nearest(&step.label.text, labels.iter().map(String::as_str)) {
                Some(near) => d.instead(step.label.span, near),
                None if labels.first().is_some_and(|one| labels.iter().all(|l| l == one)) => {
                    d.instead(step.label.span, labels[0].clone())
                }
                None => d,
            };
            self.report(d);
        }
        self.note_move(&step.label);
        let types = self.step_types(&step.label.text, step.args.len());
        let args = step.args.iter().enumerate().map(|(i, a)| self.expr(a, types.get(i))).collect();
        let part = step.part.as_ref().map(|p| self.expr_of(p, &Type::Int, "the part to move in"));
        PlayStep { label: step.label.text.clone(), args, part, span: step.span }
    }

    fn step_types(&self, label: &str, arity: usize) -> Vec<Type> {
        let fits = |m: &&Move| m.label == label && m.shown.len() == arity;
        let types = self.program.games.iter().find_map(|g| {
            let m = g.moves.iter().find(fits)?;
            Some(m.shown.iter().map(|s| g.slots[*s as usize].clone()).collect())
        });
        types.unwrap_or_default()
    }

    fn resolve_statement(&self, kind: &mut StatementKind) {
        let f = |t: &Type| self.unifier.resolve(t);
        let each_binder = |bs: &mut Vec<ir::Binder>| bs.iter_mut().for_each(|b| b.map_types(&f));
        match kind {
            StatementKind::Show { expr, .. } | StatementKind::Functions { expr } => expr.map_types(&f),
            StatementKind::Table { exprs, binders, .. } => {
                exprs.iter_mut().for_each(|e| e.map_types(&f));
                each_binder(binders);
            }
            StatementKind::Period { expr, source, .. } => {
                expr.map_types(&f);
                source.iter_mut().for_each(|s| s.map_types(&f));
            }
            StatementKind::Quotient(s) | StatementKind::Sparse(s) => {
                s.expr.map_types(&f);
                s.source.iter_mut().for_each(|s| s.map_types(&f));
            }
            StatementKind::Compare { left, right, binders } => {
                left.map_types(&f);
                right.map_types(&f);
                each_binder(binders);
            }
            StatementKind::Play { start, steps, .. } => {
                start.map_types(&f);
                steps.iter_mut().flat_map(|s| &mut s.args).for_each(|a| a.map_types(&f));
            }
            StatementKind::Expect { expr, is, binders, .. } => {
                expr.map_types(&f);
                each_binder(binders);
                if let Some(Verdict::SameValue(e) | Verdict::Outcome(e)) = is {
                    e.map_types(&f);
                }
            }
        }
    }
}

/// What other languages call `show`.
fn is_printing(word: &str) -> bool {
    matches!(
        word,
        "print"
            | "println"
            | "echo"
            | "display"
            | "puts"
            | "printf"
            | "write"
            | "solve"
            | "evaluate"
            | "eval"
            | "analyze"
            | "analyse"
    )
}

/// A word with which other languages end a block.
fn closes_a_game(word: &str) -> bool {
    matches!(word, "endgame" | "end_game" | "end" | "fin" | "done" | "endmove" | "pass" | "stop")
}

/// `assert(c)`, `assertEquals(a, b)`
fn is_claiming(word: &str) -> bool {
    let small = word.to_lowercase().replace('_', "");
    small.starts_with("assert")
        || matches!(small.as_str(), "check" | "verify" | "ensure" | "require" | "expectequal")
}

/// The claim that a call of another language makes.
fn claimed(d: Diagnostic, name: Span, args: &[ast::Expr], whole: Span) -> Diagnostic {
    match args {
        [a, b] if !matches!(b.kind, ast::ExprKind::Text(_)) => d
            .replace(Span { end: a.span.start, ..whole }, "expect ")
            .replace(Span { start: a.span.end, end: b.span.start, ..whole }, " == ")
            .replace(Span { start: b.span.end, ..whole }, ""),
        [a, ..] => d
            .replace(Span { end: a.span.start, ..whole }, "expect ")
            .replace(Span { start: a.span.end, ..whole }, ""),
        [] => d.replace(name, "expect "),
    }
}

fn is_for_positions(at: Span, label: &str, hint: &str) -> Diagnostic {
    let title = "`is` is for positions; compare numbers and everything else with `==`";
    Diagnostic::error("is-for-positions", title).at(at, label).hint(hint)
}

/// What somebody means who denies that a position is P, or N.
fn without_not(is: &ast::Verdict) -> &'static str {
    match is {
        ast::Verdict::Word(word) if word.text == "P" => "Did you mean `is N`, without `not`?",
        ast::Verdict::Word(word) if word.text == "N" => "Did you mean `is P`, without `not`?",
        _ => "Did you mean `value(...) != ...`?",
    }
}

/// `period outcome(A) for n`: outcomes as numbers.
fn outcomes(expr: &ast::Expr) -> Option<Diagnostic> {
    let ast::ExprKind::Call(callee, _) = &expr.kind else { return None };
    let own = callee.text == "outcome";
    let d = Diagnostic::error("wrong-type", "`period` needs numbers, not outcomes");
    let d = d.at(callee.span, "").note("`boolean_value` is 0 for P and 1 for N.");
    own.then(|| d.instead(callee.span, "boolean_value"))
}
