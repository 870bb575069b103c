//! Walks through the ir: every expression of a game, every part of an expression.

use super::{Binder, BinderKind, Expr, ExprKind, Game, Param};
use crate::check::types::Type;

impl Expr {
    /// Calls `visit` on every direct part of the expression, binders included.
    pub fn for_each_child(&self, visit: &mut dyn FnMut(&Expr)) {
        use ExprKind::*;
        match &self.kind {
            Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Global(_) | Function(_) | Nothing
            | Start(_) | Wrong => {}
            Call(_, xs)
            | CallLocal(_, xs)
            | Builtin(_, xs)
            | Tuple(xs)
            | Set(xs)
            | List(xs)
            | Bag(xs)
            | Position(_, xs) => xs.iter().for_each(visit),
            Negate(a) | Not(a) | Field(a, _) | Heap(a) | Successors(_, a) => visit(a),
            Binary(_, a, b) | Compare(_, a, b) | In(a, b) | Cell(a, b) | Index(a, b) => {
                visit(a);
                visit(b);
            }
            Range(a, b) => {
                visit(a);
                b.iter().for_each(|b| visit(b));
            }
            Map(entries) => entries.iter().for_each(|(k, v)| {
                visit(k);
                visit(v);
            }),
            For(_, e, binders) => {
                each_in_binders(binders, visit);
                visit(e);
            }
            MapFor(k, v, binders) => {
                each_in_binders(binders, visit);
                visit(k);
                visit(v);
            }
            If(c, a, b) => {
                visit(c);
                visit(a);
                visit(b);
            }
        }
    }

    /// Calls `visit` on the expression and everything inside it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        self.for_each_child(&mut |child| child.walk(visit));
    }

    /// Rewrites the types inside with `f`.
    pub fn map_types(&mut self, f: &dyn Fn(&Type) -> Type) {
        use ExprKind::*;
        self.ty = f(&self.ty);
        match &mut self.kind {
            Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Global(_) | Function(_) | Nothing
            | Start(_) | Wrong => {}
            Call(_, xs)
            | CallLocal(_, xs)
            | Builtin(_, xs)
            | Tuple(xs)
            | Set(xs)
            | List(xs)
            | Bag(xs)
            | Position(_, xs) => xs.iter_mut().for_each(|x| x.map_types(f)),
            Negate(a) | Not(a) | Field(a, _) | Heap(a) | Successors(_, a) => a.map_types(f),
            Binary(_, a, b) | Compare(_, a, b) | In(a, b) | Cell(a, b) | Index(a, b) => {
                a.map_types(f);
                b.map_types(f);
            }
            Range(a, b) => {
                a.map_types(f);
                b.iter_mut().for_each(|b| b.map_types(f));
            }
            Map(entries) => entries.iter_mut().for_each(|(k, v)| {
                k.map_types(f);
                v.map_types(f);
            }),
            For(_, e, binders) => {
                binders.iter_mut().for_each(|b| b.map_types(f));
                e.map_types(f);
            }
            MapFor(k, v, binders) => {
                binders.iter_mut().for_each(|b| b.map_types(f));
                k.map_types(f);
                v.map_types(f);
            }
            If(c, a, b) => {
                c.map_types(f);
                a.map_types(f);
                b.map_types(f);
            }
        }
    }
}

/// Calls `visit` on every expression directly inside some binders.
pub fn each_in_binders(binders: &[Binder], visit: &mut dyn FnMut(&Expr)) {
    for binder in binders {
        match &binder.kind {
            BinderKind::In { source, .. } => visit(source),
            BinderKind::Is { value, .. } => visit(value),
        }
        binder.guard.iter().for_each(&mut *visit);
    }
}

impl Binder {
    /// Rewrites the types inside with `f`.
    pub fn map_types(&mut self, f: &dyn Fn(&Type) -> Type) {
        match &mut self.kind {
            BinderKind::In { source, .. } => source.map_types(f),
            BinderKind::Is { value, .. } => value.map_types(f),
        }
        self.guard.iter_mut().for_each(|g| g.map_types(f));
    }
}

impl Game {
    /// Every expression of its clauses (moves, ends, claims, ...).
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        for m in &self.moves {
            each_in_binders(&m.binders, visit);
            m.guard.iter().for_each(&mut *visit);
            visit(&m.target);
        }
        self.ends.iter().chain(&self.wins).for_each(&mut *visit);
        for claim in self.splits.iter().chain(&self.same) {
            each_in_binders(&claim.binders, visit);
            visit(&claim.target);
        }
        self.starts.iter().chain(&self.picture).chain(&self.decreases).for_each(visit);
    }

    /// The parameters that make up a position, in order.
    pub fn state_params(&self) -> impl Iterator<Item = (usize, &Param)> {
        self.params.iter().enumerate().filter(|(_, p)| !p.is_rule)
    }
}
