//! Which numbers, and which pairs of numbers, an expression may stand for, where these are few and written in the rules:
//! the steps of rays.

use crate::check::ir::{BinaryOp, Expr, ExprKind, LetId, Program, Slot};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Numbers (rows of one) or pairs (rows of two).
pub(super) type Values = BTreeSet<Vec<i64>>;

/// More values than this are not examined.
const FEW: usize = 64;
/// Definitions are followed so deep.
const DEEP: u32 = 4;

/// Whether every step of these leads to a cell that touches, or nowhere.
pub(super) fn touch(steps: &Values) -> bool {
    steps.iter().all(|step| matches!(step.as_slice(), [0, -1..=1] | [-1..=1, 0]))
}

/// What slots may hold, one alone or two that take a pair apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    bound: Vec<(Vec<Slot>, Rc<Values>)>,
}

impl Steps {
    /// Notes what slots may hold, if that is known.
    pub(super) fn bind(&mut self, slots: &[Slot], values: Option<Values>) {
        let fits = |all: &Values| slots.len() == 1 || all.iter().all(|row| row.len() == slots.len());
        if let Some(values) = values.filter(fits) {
            self.bound.push((slots.to_vec(), Rc::new(values)));
        }
    }

    fn of(&self, slots: &[Slot]) -> Option<Values> {
        self.bound.iter().find(|(s, _)| s == slots).map(|(_, values)| (**values).clone())
    }

    /// What an expression may stand for.
    pub(super) fn values(&self, program: &Program, e: &Expr) -> Option<Values> {
        self.follow(program, e, DEEP)
    }

    /// What the elements of a collection may be.
    pub(super) fn elements(&self, program: &Program, e: &Expr) -> Option<Values> {
        self.follow_elements(program, e, DEEP)
    }

    fn follow(&self, program: &Program, e: &Expr, deep: u32) -> Option<Values> {
        let values = |e: &Expr| self.follow(program, e, deep);
        match &e.kind {
            ExprKind::Int(n) => Some(Values::from([vec![n.to_i64()?]])),
            ExprKind::Local(slot) => self.of(&[*slot]),
            ExprKind::Global(id) => {
                Steps::default().follow(program, body(program, *id), deep.checked_sub(1)?)
            }
            ExprKind::Negate(a) => all(&[values(a)?], |x| x[0].checked_neg()),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Add => all(&[values(a)?, values(b)?], |x| x[0].checked_add(x[1])),
                BinaryOp::Subtract => all(&[values(a)?, values(b)?], |x| x[0].checked_sub(x[1])),
                BinaryOp::Multiply => all(&[values(a)?, values(b)?], |x| x[0].checked_mul(x[1])),
                _ => None,
            },
            ExprKind::If(_, a, b) => few(values(a)?.union(&values(b)?).cloned().collect()),
            ExprKind::Tuple(parts) => match parts.as_slice() {
                [a, b] => match (&a.kind, &b.kind) {
                    (ExprKind::Local(s), ExprKind::Local(t)) if self.of(&[*s, *t]).is_some() => {
                        self.of(&[*s, *t])
                    }
                    _ => few(rows(&[values(a)?, values(b)?])),
                },
                _ => None,
            },
            ExprKind::Index(list, _) => self.follow_elements(program, list, deep),
            _ => None,
        }
    }

    fn follow_elements(&self, program: &Program, e: &Expr, deep: u32) -> Option<Values> {
        match &e.kind {
            ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Bag(items) => {
                let mut found = Values::new();
                for item in items {
                    found.extend(self.follow(program, item, deep)?);
                }
                few(found)
            }
            ExprKind::Range(lo, Some(hi)) => {
                let (lo, hi) = (self.follow(program, lo, deep)?, self.follow(program, hi, deep)?);
                let (lo, hi) = (lo.first()?[0], hi.last()?[0]);
                (hi.saturating_sub(lo) < FEW as i64).then(|| (lo..=hi).map(|n| vec![n]).collect())
            }
            ExprKind::Global(id) => {
                Steps::default().follow_elements(program, body(program, *id), deep.checked_sub(1)?)
            }
            ExprKind::Binary(BinaryOp::Union | BinaryOp::Concat, a, b) => {
                let (a, b) =
                    (self.follow_elements(program, a, deep)?, self.follow_elements(program, b, deep)?);
                few(a.union(&b).cloned().collect())
            }
            _ => None,
        }
    }
}

fn body(program: &Program, id: LetId) -> &Expr {
    &program.definition(id).body
}

fn few(values: Values) -> Option<Values> {
    (values.len() <= FEW).then_some(values)
}

/// One number of each, in all ways.
fn rows(each: &[Values]) -> Values {
    let mut rows = Values::from([vec![]]);
    for values in each {
        let longer = rows.iter().flat_map(|row| values.iter().map(move |v| [row.as_slice(), v].concat()));
        rows = longer.collect();
    }
    rows
}

/// A number computed from numbers.
fn all(each: &[Values], f: impl Fn(&[i64]) -> Option<i64>) -> Option<Values> {
    let worked_out: Option<Values> = rows(each).iter().map(|row| f(row).map(|n| vec![n])).collect();
    worked_out.and_then(few)
}
