//! Choices of positions: `P in {A, B}` is a move to A and one to B. Engines hold no position in a name; what is chosen from a
//! written set, a list, a comprehension, or from one of two such, is one of several values that are written there.
//!
//! A position chosen twice is one option more, which changes nothing that is asked of options: no value, no outcome.

use super::checks::truth;
use super::facts::{has_loop, size, source};
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Move};
use crate::check::types::Type;

/// A game has at most so many moves when they are split.
const MOST_MOVES: usize = 200;
/// The moves that one is split into take at most so many expressions.
const MOST: usize = 6_000;
/// What is asked of each before it is chosen takes at most so many.
const MOST_ASKED: usize = 80;

/// One way to choose: binders, and what is chosen by them.
pub(super) struct Way {
    pub(super) binders: Vec<Binder>,
    pub(super) value: Expr,
}

impl Plain<'_> {
    /// The moves that a move is, by the first choice of positions in it; `None` if there is none, or too many.
    pub(super) fn alternatives(&mut self, m: &Move, moves: usize) -> Option<(Move, Vec<Move>)> {
        let (at, ways) = (0..m.binders.len()).find_map(|at| Some((at, self.ways_of(&m.binders[at])?)))?;
        let written: usize = m.binders.iter().map(|b| size(source(b))).sum();
        let long = (written + size(&m.target)) * ways.len();
        if moves + ways.len() > MOST_MOVES || long > MOST {
            return None;
        }
        let chosen = ways.into_iter().map(|way| {
            let named = names(&m.binders[at], &way.value)?;
            let before = m.binders[..at].iter().cloned().chain(way.binders);
            let binders = before.chain(named).chain(m.binders[at + 1..].iter().cloned()).collect();
            Some(Move { binders, ..m.clone() })
        });
        let mut chosen = chosen.collect::<Option<Vec<Move>>>()?.into_iter();
        Some((chosen.next()?, chosen.collect()))
    }

    /// The ways to choose by a binder, if it chooses positions.
    fn ways_of(&mut self, binder: &Binder) -> Option<Vec<Way>> {
        let BinderKind::In { source, .. } = &binder.kind else { return None };
        let positions = source.ty.element()?.has_position();
        if positions { self.ways(source) } else { None }
    }

    /// The ways to choose from a collection that is written out.
    fn ways(&mut self, e: &Expr) -> Option<Vec<Way>> {
        match &e.kind {
            ExprKind::Set(all) | ExprKind::List(all) | ExprKind::Bag(all) => {
                Some(all.iter().map(|value| Way { binders: vec![], value: value.clone() }).collect())
            }
            ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) => {
                Some(vec![Way { binders: binders.clone(), value: (**item).clone() }])
            }
            ExprKind::Binary(BinaryOp::Union | BinaryOp::Concat, a, b) => {
                let (mut a, b) = (self.ways(a)?, self.ways(b)?);
                a.extend(b);
                Some(a)
            }
            ExprKind::Binary(BinaryOp::With, a, x) => {
                let mut all = self.ways(a)?;
                all.push(Way { binders: vec![], value: (**x).clone() });
                Some(all)
            }
            ExprKind::Binary(op @ (BinaryOp::Minus | BinaryOp::Common), a, b)
                if matches!(e.ty, Type::Set(_)) =>
            {
                let wanted = *op == BinaryOp::Common;
                self.ways_that(a, |x| {
                    let inside = truth(x, ExprKind::In(Box::new(x.clone()), b.clone()));
                    if wanted { inside } else { truth(x, ExprKind::Not(Box::new(inside))) }
                })
            }
            ExprKind::Binary(BinaryOp::Without, a, y) if matches!(e.ty, Type::Set(_)) => self
                .ways_that(a, |x| {
                    truth(x, ExprKind::Compare(CompareOp::NotEqual, Box::new(x.clone()), y.clone()))
                }),
            ExprKind::Builtin(Builtin::Sort | Builtin::Reverse, args) => self.ways(args.first()?),
            ExprKind::If(c, a, b) => {
                let not = like(c, ExprKind::Not(c.clone()));
                let mut a = self.ways_where(c, a)?;
                a.extend(self.ways_where(&not, b)?);
                Some(a)
            }
            _ => None,
        }
    }

    /// The ways to choose what fulfils a condition. Whoever chooses from a written collection asks it of something.
    fn ways_that(&mut self, e: &Expr, condition: impl Fn(&Expr) -> Expr) -> Option<Vec<Way>> {
        let mut all = self.ways(e)?;
        for way in &mut all {
            let asked = condition(&way.value);
            if size(&asked) > MOST_ASKED || has_loop(&asked) || !way.binders.is_empty() {
                return None;
            }
            way.binders.push(self.asked(asked));
        }
        Some(all)
    }

    /// The ways to choose from a collection where a condition holds. They may be none: then nobody asks for it, so it must make
    /// no mistake.
    fn ways_where(&mut self, condition: &Expr, e: &Expr) -> Option<Vec<Way>> {
        let mut all = self.ways(e)?;
        for way in &mut all {
            way.binders.insert(0, self.asked(condition.clone()));
        }
        (!all.is_empty() || self.is_total(condition)).then_some(all)
    }

    /// A binder that chooses nothing and has a guard.
    pub(super) fn asked(&mut self, guard: Expr) -> Binder {
        let (span, slot) = (guard.span, self.fresh(&Type::Bool));
        let yes = Expr { kind: ExprKind::Bool(true), ty: Type::Bool, span };
        Binder { kind: BinderKind::Is { slot, name: String::new(), value: yes }, guard: Some(guard), span }
    }
}

/// Names for a value in the place of a choice; the last has the guard. `None` if it is taken apart and not written so.
pub(super) fn names(choice: &Binder, value: &Expr) -> Option<Vec<Binder>> {
    let BinderKind::In { slots, names, .. } = &choice.kind else { return None };
    let parts = match &value.kind {
        _ if slots.len() == 1 => std::slice::from_ref(value),
        ExprKind::Tuple(parts) if parts.len() == slots.len() => parts,
        _ => return None,
    };
    let named = slots.iter().zip(names).zip(parts).map(|((slot, name), part)| Binder {
        kind: BinderKind::Is { slot: *slot, name: name.clone(), value: part.clone() },
        guard: None,
        span: choice.span,
    });
    let mut named: Vec<Binder> = named.collect();
    named.last_mut()?.guard = choice.guard.clone();
    Some(named)
}
