//! The tree of an item at another place: its text was read before and stands somewhere else now.

use super::ast::*;
use crate::source::{FileId, Span};

/// Where an item is moved to.
struct Move {
    file: FileId,
    by: u32,
}

impl Item {
    /// The same item in a text in which it begins `by` bytes further on.
    pub(crate) fn moved(mut self, file: FileId, by: usize) -> Item {
        Move { file, by: by as u32 }.item(&mut self);
        self
    }
}

impl Move {
    fn span(&self, span: &mut Span) {
        *span = Span { file: self.file, start: span.start + self.by, end: span.end + self.by };
    }

    fn name(&self, name: &mut Name) {
        self.span(&mut name.span);
    }

    fn names(&self, names: &mut [Name]) {
        names.iter_mut().for_each(|n| self.name(n));
    }

    fn item(&self, item: &mut Item) {
        match item {
            Item::Use(Use { path: _, path_span, span }) => {
                self.span(path_span);
                self.span(span);
            }
            Item::Let(LetDef { name, params, body, doc: _, span }) => {
                self.name(name);
                params.iter_mut().flatten().for_each(|p| self.param(p));
                self.expr(body);
                self.span(span);
            }
            Item::Game(GameDef { loopy: _, name, params, clauses, doc: _, span }) => {
                self.name(name);
                params.iter_mut().for_each(|p| self.param(p));
                clauses.iter_mut().for_each(|c| self.clause(c));
                self.span(span);
            }
            Item::Graph(GraphDef { name, edges, doc: _, span }) => {
                self.name(name);
                for GraphLine { from, to } in edges {
                    self.name(from);
                    self.names(to);
                }
                self.span(span);
            }
            Item::Statement(Statement { kind, span }) => {
                self.statement(kind);
                self.span(span);
            }
        }
    }

    fn param(&self, Param { name, ty }: &mut Param) {
        self.name(name);
        self.ty(ty);
    }

    fn ty(&self, Type { kind, span }: &mut Type) {
        use TypeKind::*;
        self.span(span);
        match kind {
            Nat | Int | Bool | Text | Drawing | Cell | Position | Unknown(_) => {}
            Range { lo, hi, exclusive: _ } => {
                self.expr(lo);
                hi.iter_mut().for_each(|e| self.expr(e));
            }
            Set(t) | Bag(t) | List(t) => self.ty(t),
            Map(k, v) => [k, v].into_iter().for_each(|t| self.ty(t)),
            Tuple(ts) => ts.iter_mut().for_each(|t| self.ty(t)),
            Enum(names) => self.names(names),
            Function(params, result) => {
                params.iter_mut().for_each(|t| self.ty(t));
                self.ty(result);
            }
        }
    }

    fn clause(&self, clause: &mut Clause) {
        match clause {
            Clause::Move(MoveDef { owner: _, label, binders, guard, target, span }) => {
                self.name(label);
                self.binders(binders);
                guard.iter_mut().for_each(|e| self.expr(e));
                self.expr(target);
                self.span(span);
            }
            Clause::SplitsInto { target, binders, span } => {
                self.expr(target);
                self.binders(binders);
                self.span(span);
            }
            Clause::SameAs(targets, span) => {
                self.exprs(targets);
                self.span(span);
            }
            Clause::EndsWhen(e, span)
            | Clause::WinsWhen(e, span)
            | Clause::Starts(e, span)
            | Clause::Picture(e, span)
            | Clause::Decreases(e, span) => {
                self.expr(e);
                self.span(span);
            }
        }
    }

    fn binders(&self, binders: &mut [Binder]) {
        for Binder { kind, guard, span } in binders {
            match kind {
                BinderKind::In { names, tuple: _, source } => {
                    self.names(names);
                    self.expr(source);
                }
                BinderKind::Is { name, value } => {
                    self.name(name);
                    self.expr(value);
                }
            }
            guard.iter_mut().for_each(|e| self.expr(e));
            self.span(span);
        }
    }

    fn statement(&self, kind: &mut StatementKind) {
        use StatementKind::*;
        match kind {
            Show { expr, under } => {
                self.expr(expr);
                under.iter_mut().for_each(|n| self.name(n));
            }
            Table { only, exprs, binders, under } => {
                only.iter_mut().chain(under).for_each(|n| self.name(n));
                self.exprs(exprs);
                self.binders(binders);
            }
            Functions { expr } | Bare(expr) => self.expr(expr),
            Period { expr, name, source } | Sparse { expr, name, source } => {
                self.expr(expr);
                self.name(name);
                source.iter_mut().for_each(|e| self.expr(e));
            }
            Quotient { expr, name, source } => {
                self.expr(expr);
                name.iter_mut().for_each(|n| self.name(n));
                source.iter_mut().for_each(|e| self.expr(e));
            }
            Compare { left, right, binders } => {
                self.expr(left);
                self.expr(right);
                self.binders(binders);
            }
            Play { start, steps, under } => {
                self.expr(start);
                steps.iter_mut().for_each(|s| self.step(s));
                under.iter_mut().for_each(|n| self.name(n));
            }
            Expect { expr, is, binders, under } => {
                self.expr(expr);
                match is {
                    Some(Verdict::Word(name)) => self.name(name),
                    Some(Verdict::Position(e)) => self.expr(e),
                    None => {}
                }
                self.binders(binders);
                under.iter_mut().for_each(|n| self.name(n));
            }
        }
    }

    fn step(&self, PlayStep { label, args, part, span }: &mut PlayStep) {
        self.name(label);
        self.exprs(args);
        part.iter_mut().for_each(|e| self.expr(e));
        self.span(span);
    }

    fn exprs(&self, all: &mut [Expr]) {
        all.iter_mut().for_each(|e| self.expr(e));
    }

    fn expr(&self, Expr { kind, span }: &mut Expr) {
        use ExprKind::*;
        self.span(span);
        match kind {
            Number(_) | Text(_) | Bool(_) | Nothing | Name(_) => {}
            Call(name, args) => {
                self.name(name);
                self.exprs(args);
            }
            Index(of, args) => {
                self.expr(of);
                self.exprs(args);
            }
            Field(of, name) => {
                self.expr(of);
                self.name(name);
            }
            Unary(_, e) => self.expr(e),
            Binary(_, a, b) | Entry(a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            Chain(operands, signs) => {
                self.exprs(operands);
                signs.iter_mut().for_each(|(_, span)| self.span(span));
            }
            Range { lo, hi, exclusive: _ } => {
                self.expr(lo);
                hi.iter_mut().for_each(|e| self.expr(e));
            }
            Tuple(all) | Set(all) | List(all) => self.exprs(all),
            SetFor(e, binders) | ListFor(e, binders) => {
                self.expr(e);
                self.binders(binders);
            }
            Fold(name, e, binders) => {
                self.name(name);
                self.expr(e);
                self.binders(binders);
            }
            If(c, a, b) => [c, a, b].into_iter().for_each(|e| self.expr(e)),
            Let(name, value, body) => {
                self.name(name);
                self.expr(value);
                self.expr(body);
            }
        }
    }
}
