//! Conditions of which one decides a choice and another one decides another: `c == a or d == b` is a move for each, with one
//! loop instead of two. What both allow is an option twice, which changes nothing that is asked of options.

use super::facts::size;
use super::solved::{all_of, is_asked_easily, is_decided, operands, operation};
use super::state::{Plain, like};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Move, Slot};
use crate::check::types::Type;

use BinaryOp::{And, Or};

/// A move is split into at most so many by one condition.
const MOST_WAYS: usize = 6;
/// A game has at most so many moves when they are split.
const MOST_MOVES: usize = 30;
/// A condition with more expressions is asked as it is.
const LONGEST: usize = 80;

impl Plain<'_> {
    /// The moves that a move is, one for each part of a condition, if each part decides a choice; `None` if there is no such
    /// condition, or they are too many.
    pub(super) fn either(&self, m: &Move, moves: usize) -> Option<(Move, Vec<Move>)> {
        let chosen: Vec<Slot> = m.binders.iter().filter_map(one_choice).collect();
        // One choice alone takes one loop, whatever is asked of it.
        if chosen.len() < 2 {
            return None;
        }
        let guards = m.binders.iter().map(|b| &b.guard).chain([&m.guard]);
        let (at, ways) = guards.enumerate().find_map(|(at, guard)| {
            let ways = self.ways_to_hold(guard.as_ref()?, &chosen)?;
            Some((at, ways))
        })?;
        if moves + ways.len() > MOST_MOVES {
            return None;
        }
        let mut split = ways.into_iter().map(|guard| {
            let mut one = m.clone();
            match one.binders.get_mut(at) {
                Some(binder) => binder.guard = Some(guard),
                None => one.guard = Some(guard),
            }
            one
        });
        Some((split.next()?, split.collect()))
    }

    /// A guard once for each part of the first condition in it that decides choices whichever part holds.
    fn ways_to_hold(&self, guard: &Expr, chosen: &[Slot]) -> Option<Vec<Expr>> {
        let conditions = operands(guard, And);
        let (at, parts) = (0..conditions.len()).find_map(|at| {
            let parts = parts_of(conditions[at])?;
            let decides = |part: &Expr| operands(part, And).iter().any(|e| is_decided(e, chosen));
            (size(conditions[at]) <= LONGEST && parts.iter().all(decides)).then_some((at, parts))
        })?;
        // Where an earlier part holds, nobody asks for a later one, which must make no mistake then.
        if parts.len() > MOST_WAYS || !parts[1..].iter().all(|part| self.is_total(part)) {
            return None;
        }
        let with = |part: &Expr| {
            let mut all = conditions.clone();
            all[at] = part;
            all_of(And, all)
        };
        parts.iter().map(with).collect()
    }
}

/// The slot of a choice that an equation can decide.
fn one_choice(binder: &Binder) -> Option<Slot> {
    match &binder.kind {
        BinderKind::In { slots, source, .. } if slots.len() == 1 && is_asked_easily(source) => Some(slots[0]),
        _ => None,
    }
}

/// What a condition holds by, if that is one of several things.
fn parts_of(condition: &Expr) -> Option<Vec<Expr>> {
    let not = |c: &Expr| like(c, ExprKind::Not(Box::new(c.clone())));
    let both = |a: &Expr, b: &Expr| operation(And, a, b);
    match &condition.kind {
        ExprKind::Binary(Or, ..) => Some(operands(condition, Or).into_iter().cloned().collect()),
        ExprKind::If(c, a, b) => Some(vec![both(c, a), both(&not(c), b)]),
        // One of two and not both.
        ExprKind::Compare(CompareOp::NotEqual, a, b) if a.ty == Type::Bool => {
            Some(vec![both(a, &not(b)), both(&not(a), b)])
        }
        _ => None,
    }
}
