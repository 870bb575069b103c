//! Walks through the ir: every expression of a game, every part of an expression.

use super::{
    Binder, BinderKind, Expr, ExprKind, Game, GameId, LetId, Param, PlayStep, Sequence, Slot, StatementKind,
    Verdict,
};
use crate::check::types::Type;

/// The walk over direct parts, once to look at them and once to change them.
macro_rules! direct_parts {
    ($(#[$of_expr:meta])* $each:ident, $(#[$of_binders:meta])* $in_binders:ident $(, $change:tt)?) => {
        impl Expr {
            $(#[$of_expr])*
            pub fn $each(&$($change)? self, visit: &mut dyn FnMut(&$($change)? Expr)) {
                use ExprKind::*;
                match &$($change)? self.kind {
                    Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Global(_) | Function(_) | Nothing
                    | Start(_) | Wrong => {}
                    Call(_, xs)
                    | CallLocal(_, xs)
                    | Builtin(_, xs)
                    | Tuple(xs)
                    | Set(xs)
                    | List(xs)
                    | Bag(xs)
                    | Position(_, xs) => {
                        for x in xs {
                            visit(x);
                        }
                    }
                    Negate(a) | Not(a) | Field(a, _) | Heap(a) | Successors(_, a) => visit(a),
                    Binary(_, a, b) | Compare(_, a, b) | In(a, b) | Cell(a, b) | Index(a, b) => {
                        visit(a);
                        visit(b);
                    }
                    Range(a, b) => {
                        visit(a);
                        if let Some(b) = b {
                            visit(b);
                        }
                    }
                    Map(entries) => {
                        for (k, v) in entries {
                            visit(k);
                            visit(v);
                        }
                    }
                    For(_, e, binders) => {
                        $in_binders(binders, visit);
                        visit(e);
                    }
                    MapFor(k, v, binders) => {
                        $in_binders(binders, visit);
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
        }

        $(#[$of_binders])*
        pub(crate) fn $in_binders(binders: &$($change)? [Binder], visit: &mut dyn FnMut(&$($change)? Expr)) {
            for binder in binders {
                match &$($change)? binder.kind {
                    BinderKind::In { source, .. } => visit(source),
                    BinderKind::Is { value, .. } => visit(value),
                }
                if let Some(guard) = &$($change)? binder.guard {
                    visit(guard);
                }
            }
        }
    };
}

direct_parts!(
    /// Calls `visit` on every direct part of the expression, binders included.
    for_each_child,
    /// Calls `visit` on every expression directly inside some binders.
    each_in_binders
);
direct_parts!(
    /// The same, to change them.
    for_each_child_mut,
    /// The same, to change them.
    each_in_binders_mut,
    mut
);

impl Expr {
    /// Calls `visit` on the expression and everything inside it, outermost first.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        self.for_each_child(&mut |child| child.walk(visit));
    }

    /// Calls `visit` with each place where a parameter or a bound name stands, called or not.
    pub fn each_local(&self, visit: &mut dyn FnMut(Slot, &Expr)) {
        self.walk(&mut |e| {
            if let ExprKind::Local(slot) | ExprKind::CallLocal(slot, _) = &e.kind {
                visit(*slot, e);
            }
        });
    }

    /// Rewrites the types inside with `f`.
    pub fn map_types(&mut self, f: &dyn Fn(&Type) -> Type) {
        self.ty = f(&self.ty);
        self.for_each_child_mut(&mut |child| child.map_types(f));
    }
}

/// What an expression names itself, rather than by its parts.
pub enum Named<'e> {
    /// A game.
    Game(&'e mut GameId),
    /// A definition.
    Definition(&'e mut LetId),
}

impl Expr {
    /// The game or the definition that the expression names itself, to be changed.
    pub fn names(&mut self) -> Option<Named<'_>> {
        use ExprKind::*;
        match &mut self.kind {
            Position(id, _) | Start(id) | Successors(id, _) => Some(Named::Game(id)),
            Call(id, _) | Global(id) | Function(id) => Some(Named::Definition(id)),
            Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | CallLocal(..) | Builtin(..) | Negate(_)
            | Not(_) | Binary(..) | Compare(..) | In(..) | Range(..) | Tuple(_) | Cell(..) | Set(_)
            | List(_) | Bag(_) | Map(_) | For(..) | MapFor(..) | If(..) | Index(..) | Field(..) | Heap(_)
            | Nothing | Wrong => None,
        }
    }
}

impl Binder {
    /// Rewrites the types inside with `f`.
    pub fn map_types(&mut self, f: &dyn Fn(&Type) -> Type) {
        each_in_binders_mut(std::slice::from_mut(self), &mut |e| e.map_types(f));
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

    /// The same, to change them.
    pub fn for_each_expr_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        for m in &mut self.moves {
            each_in_binders_mut(&mut m.binders, visit);
            m.guard.iter_mut().for_each(&mut *visit);
            visit(&mut m.target);
        }
        self.ends.iter_mut().chain(&mut self.wins).for_each(&mut *visit);
        for claim in self.splits.iter_mut().chain(&mut self.same) {
            each_in_binders_mut(&mut claim.binders, visit);
            visit(&mut claim.target);
        }
        self.starts.iter_mut().chain(&mut self.picture).chain(&mut self.decreases).for_each(visit);
    }

    /// The parameters that make up a position, in order.
    pub fn state_params(&self) -> impl Iterator<Item = (usize, &Param)> {
        self.params.iter().enumerate().filter(|(_, p)| !p.is_rule)
    }
}

impl StatementKind {
    /// Every expression of a statement.
    pub fn for_each_expr(&self, visit: &mut dyn FnMut(&Expr)) {
        use StatementKind::*;
        match self {
            Show { expr, rule: _ } | Functions { expr } => visit(expr),
            Table { only, exprs, binders, rule: _ } => {
                each_in_binders(binders, visit);
                only.iter().chain(exprs).for_each(visit);
            }
            Period { expr, source, slot: _, name: _ }
            | Quotient(Sequence { expr, source, slot: _, named: _ })
            | Sparse(Sequence { expr, source, slot: _, named: _ }) => {
                source.iter().chain([expr]).for_each(visit);
            }
            Compare { left, right, binders } => {
                each_in_binders(binders, visit);
                [left, right].into_iter().for_each(visit);
            }
            Play { start, steps, rule: _ } => {
                visit(start);
                for PlayStep { args, part, label: _, span: _ } in steps {
                    args.iter().chain(part).for_each(&mut *visit);
                }
            }
            Expect { expr, is, binders, rule: _ } => {
                each_in_binders(binders, visit);
                visit(expr);
                if let Some(Verdict::Outcome(e) | Verdict::SameValue(e)) = is {
                    visit(e);
                }
            }
        }
    }

    /// The binders behind `for`; a sequence has an index with a range in its place.
    pub fn binders(&self) -> &[Binder] {
        use StatementKind::*;
        match self {
            Table { binders, .. } | Compare { binders, .. } | Expect { binders, .. } => binders,
            Show { .. } | Functions { .. } | Play { .. } | Period { .. } | Quotient(_) | Sparse(_) => &[],
        }
    }
}
