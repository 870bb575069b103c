//! Small questions about an expression: what it is, and which slots it looks at. Who asks no more than this asks here, and
//! walks through no expression alone.

use super::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, GameId, LetId, Move, Program, Slot,
};
use crate::check::builtins::Builtin;
use crate::check::types::Type;
use crate::syntax::ast::Owner;
use num_bigint::BigInt;

/// What a condition is made of.
pub enum Condition<'e> {
    /// The opposite.
    Not(&'e Expr),
    /// Both.
    And(&'e Expr, &'e Expr),
    /// Either.
    Or(&'e Expr, &'e Expr),
    /// Membership.
    In(&'e Expr, &'e Expr),
    /// An entry of a list of truth values, and its place.
    Entry(&'e Expr, &'e Expr),
    /// The second if the first holds, else the third.
    If(&'e Expr, &'e Expr, &'e Expr),
    /// A comparison of numbers.
    Numbers(CompareOp, &'e Expr, &'e Expr),
    /// Whether two truth values are the same, or whether they are not.
    Truths(CompareOp, &'e Expr, &'e Expr),
    /// Anything else.
    Other,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// A definition.
    Definition(LetId),
    /// What a slot holds.
    Slot(Slot),
}

impl Binder {
    /// From where to where a slot runs that is bound here alone, whatever others are.
    fn ends_for(&self, slot: Slot, others: &[Slot]) -> Option<(&Expr, &Expr)> {
        match &self.kind {
            BinderKind::In { slots, source, .. } if self.guard.is_none() && slots[..] == [slot] => {
                match &source.kind {
                    ExprKind::Range(lo, Some(hi)) if ![lo, hi].iter().any(|e| e.names_any(others)) => {
                        Some((lo, hi))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl Expr {
    /// What is called here, and what it is given.
    pub fn call(&self) -> Option<(Called, &[Expr])> {
        match &self.kind {
            ExprKind::Call(id, args) => Some((Called::Definition(*id), args)),
            ExprKind::CallLocal(slot, args) => Some((Called::Slot(*slot), args)),
            _ => None,
        }
    }

    /// From where to where each part of the elements runs, where these are all cells or tuples with parts from some numbers to
    /// others, such as those of a board.
    pub fn as_box(&self) -> Option<Vec<(&Expr, &Expr)>> {
        let ExprKind::For(Fold::Set, item, binders) = &self.kind else { return None };
        let parts: Vec<&Expr> = match &item.kind {
            ExprKind::Cell(row, col) => vec![row, col],
            ExprKind::Tuple(parts) => parts.iter().collect(),
            _ => return None,
        };
        let slots: Vec<Slot> = parts.iter().map(|part| part.local()).collect::<Option<_>>()?;
        if binders.len() != slots.len() {
            return None;
        }
        binders.iter().zip(&slots).map(|(binder, slot)| binder.ends_for(*slot, &slots)).collect()
    }

    /// Whether one of some slots is named somewhere in it.
    fn names_any(&self, slots: &[Slot]) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= e.local().is_some_and(|slot| slots.contains(&slot)));
        found
    }

    /// Whether something is done again and again here.
    pub fn is_loop(&self) -> bool {
        matches!(self.kind, ExprKind::For(..) | ExprKind::MapFor(..) | ExprKind::Builtin(Builtin::Iterate, _))
    }

    /// What a comprehension, a map of them or a fold takes its choices from; nothing of anything else.
    pub fn sources(&self) -> impl Iterator<Item = &Expr> {
        let binders = match &self.kind {
            ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders) => &binders[..],
            _ => &[],
        };
        binders.iter().filter_map(|binder| match &binder.kind {
            BinderKind::In { source, .. } => Some(source),
            _ => None,
        })
    }

    /// Whether it is a collection of at most so many things that are written out, or a range of so many numbers. An entry of a tuple is
    /// taken out of a list of one, too.
    pub fn is_few(&self, most: usize) -> bool {
        match &self.kind {
            ExprKind::List(items) | ExprKind::Set(items) => items.len() <= most,
            ExprKind::Range(lo, Some(hi)) => match (lo.number(), hi.number()) {
                (Some(lo), Some(hi)) => hi - lo < most.into(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether all elements of a collection are looked at, somewhere in it.
    pub fn folds_a_collection(&self) -> bool {
        use Builtin::{Connected, Islands, Join, Max, Min, NimSum, Reverse, Sort, Total};
        let mut folds = false;
        self.walk(&mut |e| {
            if let ExprKind::Builtin(f, _) = &e.kind {
                folds |=
                    matches!(f, Connected | Islands | Join | Max | Min | NimSum | Reverse | Sort | Total);
            }
        });
        folds
    }

    /// The slot that it stands for.
    pub fn local(&self) -> Option<Slot> {
        if let ExprKind::Local(slot) = self.kind { Some(slot) } else { None }
    }

    /// The number that is written there.
    pub fn number(&self) -> Option<&BigInt> {
        if let ExprKind::Int(n) = &self.kind { Some(n) } else { None }
    }

    /// `true`, as it is written.
    pub fn is_true(&self) -> bool {
        matches!(self.kind, ExprKind::Bool(true))
    }

    /// What `not` says of.
    pub fn negated(&self) -> Option<&Expr> {
        if let ExprKind::Not(e) = &self.kind { Some(e) } else { None }
    }

    /// What a minus sign stands before.
    pub fn behind_minus(&self) -> Option<&Expr> {
        if let ExprKind::Negate(e) = &self.kind { Some(e) } else { None }
    }

    /// An operator and its operands.
    pub fn binary(&self) -> Option<(BinaryOp, &Expr, &Expr)> {
        if let ExprKind::Binary(op, a, b) = &self.kind { Some((*op, a, b)) } else { None }
    }

    /// Both sides of a comparison, or of a membership, and the sign of the comparison.
    pub fn sides(&self) -> Option<(Option<CompareOp>, &Expr, &Expr)> {
        match &self.kind {
            ExprKind::Compare(op, a, b) => Some((Some(*op), a, b)),
            ExprKind::In(a, b) => Some((None, a, b)),
            _ => None,
        }
    }

    /// A collection and the place in it that is asked for.
    pub fn entry(&self) -> Option<(&Expr, &Expr)> {
        if let ExprKind::Index(row, place) = &self.kind { Some((row, place)) } else { None }
    }

    /// The elements of a list, a set or a bag that is written out.
    pub fn elements(&self) -> Option<&[Expr]> {
        match &self.kind {
            ExprKind::List(elements) | ExprKind::Set(elements) | ExprKind::Bag(elements) => Some(elements),
            _ => None,
        }
    }

    /// The entries of a tuple that is written out.
    pub fn entries(&self) -> Option<&[Expr]> {
        if let ExprKind::Tuple(entries) = &self.kind { Some(entries) } else { None }
    }

    /// A tuple, and which of its entries is taken, from 0: `p[2]` is the only element of a list in which the tuple is taken apart.
    pub fn tuple_entry(&self) -> Option<(&Expr, usize)> {
        let taken_apart = match self.entry() {
            Some((row, place)) if place.number().is_some_and(|n| *n == 1.into()) => row,
            _ => self,
        };
        let ExprKind::For(fold, item, binders) = &taken_apart.kind else { return None };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = &binders[..] else {
            return None;
        };
        let is_alone = if std::ptr::eq(taken_apart, self) {
            // The sum of all that are taken out of the only element, or whether one of them holds.
            matches!(fold, Fold::Sum | Fold::Any)
        } else {
            *fold == Fold::List
        };
        let ExprKind::List(elements) = &source.kind else { return None };
        let [tuple] = &elements[..] else { return None };
        let place = slots.iter().position(|s| Some(*s) == item.local())?;
        (is_alone && matches!(tuple.ty, Type::Tuple(_))).then_some((tuple, place))
    }

    /// `let x = e in body` of anything but a number or a truth value: the only element of a list, and the names in it.
    pub fn named_within(&self) -> Option<(&Expr, &[Binder])> {
        let ExprKind::Index(row, place) = &self.kind else { return None };
        let ExprKind::For(Fold::List, item, names) = &row.kind else { return None };
        let is_name = |b: &Binder| matches!(b.kind, BinderKind::Is { .. }) && b.guard.is_none();
        let is_first = place.number().is_some_and(|n| *n == 1.into());
        (is_first && names.iter().all(is_name)).then_some((item, names))
    }

    /// What a comprehension or a fold is about, and its choices.
    pub fn choices(&self) -> Option<(&Expr, &[Binder])> {
        if let ExprKind::For(_, item, binders) = &self.kind { Some((item, binders)) } else { None }
    }

    /// Whether it is a name for a set like another one, or an entry of a tuple that has a name, and not what is chosen from it.
    fn is_named_set(&self, like: &Expr, slot: Slot) -> bool {
        let of = self.tuple_entry().map_or(self, |(tuple, _)| tuple);
        let has_name = of.local().is_some_and(|s| s != slot) || matches!(of.kind, ExprKind::Global(_));
        has_name && self.ty == like.ty
    }

    /// The game of a position that is built here, and what it is given.
    pub fn position(&self) -> Option<(GameId, &[Expr])> {
        if let ExprKind::Position(id, args) = &self.kind { Some((*id, args)) } else { None }
    }

    /// A native function and what it is given.
    pub fn native(&self) -> Option<(Builtin, &[Expr])> {
        if let ExprKind::Builtin(f, args) = &self.kind { Some((*f, args)) } else { None }
    }

    /// The game that is named here: by one of its positions, or by the one it starts with.
    pub fn game(&self) -> Option<GameId> {
        match self.kind {
            ExprKind::Position(id, _) | ExprKind::Start(id) => Some(id),
            _ => None,
        }
    }

    /// The definition that is named here.
    pub fn definition(&self) -> Option<LetId> {
        match self.kind {
            ExprKind::Call(id, _) | ExprKind::Global(id) | ExprKind::Function(id) => Some(id),
            _ => None,
        }
    }

    /// The slot that it looks at itself, rather than by its parts.
    pub fn looks_at(&self) -> Option<Slot> {
        match self.kind {
            ExprKind::Local(slot) | ExprKind::CallLocal(slot, _) => Some(slot),
            _ => None,
        }
    }

    /// Calls `visit` on every slot that is looked at inside.
    pub fn each_slot(&self, visit: &mut dyn FnMut(Slot)) {
        self.walk(&mut |e| e.looks_at().into_iter().for_each(&mut *visit));
    }

    /// Calls `visit` on every slot that is looked at inside and not bound there.
    pub fn each_free_slot(&self, visit: &mut dyn FnMut(Slot)) {
        let mut bound = vec![];
        self.walk(&mut |e| {
            if let ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders) = &e.kind {
                binders.iter().for_each(|b| bound.extend(b.slots()));
            }
        });
        self.each_slot(&mut |slot| {
            if !bound.contains(&slot) {
                visit(slot);
            }
        });
    }

    /// What it is made of as a condition.
    pub fn condition(&self) -> Condition<'_> {
        match &self.kind {
            ExprKind::Not(a) => Condition::Not(a),
            ExprKind::Binary(BinaryOp::And, a, b) => Condition::And(a, b),
            ExprKind::Binary(BinaryOp::Or, a, b) => Condition::Or(a, b),
            ExprKind::In(x, source) => Condition::In(x, source),
            ExprKind::Index(list, place) if matches!(list.ty, Type::List(_)) => Condition::Entry(list, place),
            ExprKind::If(c, a, b) => Condition::If(c, a, b),
            ExprKind::Compare(op, a, b) if a.ty == Type::Int => Condition::Numbers(*op, a, b),
            ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) if a.ty == Type::Bool => {
                Condition::Truths(*op, a, b)
            }
            _ => Condition::Other,
        }
    }

    /// The ends of a range that has two.
    pub fn ends(&self) -> Option<(&Expr, &Expr)> {
        if let ExprKind::Range(lo, Some(hi)) = &self.kind { Some((lo, hi)) } else { None }
    }

    /// The conditions that `and` joins.
    pub fn conjuncts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => [a.conjuncts(), b.conjuncts()].concat(),
            _ => vec![self],
        }
    }

    /// Conditions joined by `and`; none if there are none.
    pub fn all_of(conditions: impl IntoIterator<Item = Expr>) -> Option<Expr> {
        conditions.into_iter().reduce(|a, b| {
            let (ty, span) = (a.ty.clone(), a.span);
            Expr { kind: ExprKind::Binary(BinaryOp::And, Box::new(a), Box::new(b)), ty, span }
        })
    }

    /// Takes one of the conditions that `and` joins as true.
    pub fn forget(&mut self, condition: &Expr) {
        if self.span == condition.span {
            self.kind = ExprKind::Bool(true);
        } else if let ExprKind::Binary(BinaryOp::And, a, b) = &mut self.kind {
            a.forget(condition);
            b.forget(condition);
        }
    }
}

impl Move {
    /// Whether the player of a side may make it: side 0 is Left, side 1 is Right.
    pub fn is_of(&self, side: usize) -> bool {
        match self.owner {
            Owner::Both => true,
            Owner::Left => side == 0,
            Owner::Right => side == 1,
        }
    }

    /// All expressions in it.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let binders = self.binders.iter_mut().flat_map(Binder::expressions_mut);
        binders.chain(&mut self.guard).chain(std::iter::once(&mut self.target))
    }
}

impl Binder {
    /// What it looks at: where a name comes from, and its guard.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let from = match &mut self.kind {
            BinderKind::In { source, .. } => source,
            BinderKind::Is { value, .. } => value,
        };
        std::iter::once(from).chain(&mut self.guard)
    }

    /// The slots that it fills.
    pub fn slots(&self) -> &[Slot] {
        match &self.kind {
            BinderKind::In { slots, .. } => slots,
            BinderKind::Is { slot, .. } => std::slice::from_ref(slot),
        }
    }

    /// A choice from a set, of which the guard says that it is in other sets that have names, or in none of them: the same from what
    /// the sets have in common. What is asked before that must be sure to make no mistake.
    pub fn inside_sets(&self, is_sure: &dyn Fn(&Expr) -> bool) -> Option<Binder> {
        let BinderKind::In { slots, names, source } = &self.kind else { return None };
        let [slot] = slots[..] else { return None };
        let (mut of, mut others, mut sure) = (source.clone(), vec![], true);
        for asked in self.guard.as_ref()?.conjuncts() {
            let (op, inner) = match &asked.kind {
                ExprKind::Not(inner) => (BinaryOp::Minus, &**inner),
                _ => (BinaryOp::Common, asked),
            };
            match inner.sides() {
                Some((None, x, set)) if sure && x.local() == Some(slot) && set.is_named_set(&of, slot) => {
                    let both = (Box::new(of.clone()), Box::new(set.clone()));
                    of = Expr { kind: ExprKind::Binary(op, both.0, both.1), ..of };
                }
                _ => {
                    sure = sure && is_sure(asked);
                    others.push(asked.clone());
                }
            }
        }
        let kind = BinderKind::In { slots: slots.clone(), names: names.clone(), source: of.clone() };
        (of != *source).then_some(Binder { kind, guard: Expr::all_of(others), span: self.span })
    }
}

impl Program {
    /// Whether an expression names a number beyond some limit, itself or by a definition.
    pub(crate) fn names_beyond(&self, e: &Expr, limit: i128, deep: u32) -> bool {
        let mut found = false;
        e.walk(&mut |e| {
            found |= e.constant().is_some_and(|n| n.abs() > limit);
            if let (ExprKind::Global(id) | ExprKind::Call(id, _) | ExprKind::Function(id), Some(deep)) =
                (&e.kind, deep.checked_sub(1))
            {
                found |= self.names_beyond(&self.definition(*id).body, limit, deep);
            }
        });
        found
    }
}

impl Expr {
    /// The value of `1000`, `2^10` or `3 * 200`; of what is larger than can be held, something very large.
    fn constant(&self) -> Option<i128> {
        if let ExprKind::Binary(op, a, b) = &self.kind {
            let (a, b) = (a.constant()?, b.constant()?);
            return match op {
                BinaryOp::Add => a.checked_add(b),
                BinaryOp::Multiply => a.checked_mul(b),
                BinaryOp::Power => a.checked_pow(b.try_into().ok()?),
                _ => None,
            };
        }
        self.number().map(|n| i128::try_from(n).unwrap_or(i128::MAX))
    }
}
