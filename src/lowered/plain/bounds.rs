//! How small a number can be: differences of names that ranges bound, such as `n - k` where `k in 1..min(3, n)`.

use super::facts::{NEAR, number};
use super::state::Plain;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Slot};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Names are bounded by names that are bounded by names, so often.
const DEEPEST: u32 = 6;

/// A slot, or an entry of a tuple in it: the places of the entries, from the outside in; rows and columns of cells are such entries.
pub(super) type Name = (Slot, Vec<usize>);

const ROW: usize = usize::MAX;
const COLUMN: usize = usize::MAX - 1;

/// The numbers that a name is not below, and those that it is not above.
pub(super) struct Ends {
    lows: Vec<Line>,
    highs: Vec<Line>,
}

/// A sum of multiples of names, and a number.
#[derive(Clone, Default)]
pub(super) struct Line {
    number: BigInt,
    terms: BTreeMap<Name, BigInt>,
}

impl Line {
    /// An expression as such a sum, if it is one.
    pub(super) fn of(e: &Expr) -> Option<Line> {
        if let Some(name) = name(e) {
            return Some(Line::name(name));
        }
        match &e.kind {
            ExprKind::Int(n) => Some(Line::number(n.clone())),
            ExprKind::Negate(a) => Some(Line::of(a)?.times(&(-1).into())),
            ExprKind::Binary(BinaryOp::Add, a, b) => Some(Line::of(a)?.plus(&Line::of(b)?, &1.into())),
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                Some(Line::of(a)?.plus(&Line::of(b)?, &(-1).into()))
            }
            ExprKind::Binary(BinaryOp::Multiply, a, b) => match (number(a), number(b)) {
                (Some(n), _) => Some(Line::of(b)?.times(n)),
                (_, Some(n)) => Some(Line::of(a)?.times(n)),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn number(number: BigInt) -> Line {
        Line { number, terms: BTreeMap::new() }
    }

    fn name(name: Name) -> Line {
        Line { terms: [(name, 1.into())].into(), ..Line::default() }
    }

    fn times(&self, n: &BigInt) -> Line {
        Line::default().plus(self, n)
    }

    /// With so many times another one.
    pub(super) fn plus(&self, other: &Line, times: &BigInt) -> Line {
        let mut all = self.clone();
        all.number += &other.number * times;
        for (name, n) in &other.terms {
            *all.terms.entry(name.clone()).or_default() += n * times;
        }
        all.terms.retain(|_, n| *n != BigInt::ZERO);
        all
    }
}

/// A name, or an entry of a tuple that has one.
pub(super) fn name(e: &Expr) -> Option<Name> {
    if let Some(slot) = e.local() {
        return Some((slot, vec![]));
    }
    let (tuple, at) = match &e.kind {
        ExprKind::Field(cell, is_row) => (&**cell, if *is_row { ROW } else { COLUMN }),
        _ => e.tuple_entry()?,
    };
    let (slot, mut entries) = name(tuple)?;
    entries.push(at);
    Some((slot, entries))
}

/// What a number is not above if it is at most this: each argument of `min`.
fn highs(e: &Expr) -> Vec<Line> {
    match &e.kind {
        ExprKind::Builtin(Builtin::Min, args) => args.iter().filter_map(Line::of).collect(),
        _ => Line::of(e).into_iter().collect(),
    }
}

/// What a number is not below if it is at least this: each argument of `max`.
fn lows(e: &Expr) -> Vec<Line> {
    match &e.kind {
        ExprKind::Builtin(Builtin::Max, args) => args.iter().filter_map(Line::of).collect(),
        _ => Line::of(e).into_iter().collect(),
    }
}

impl Plain<'_> {
    /// A number that a sum is never below: each name is replaced by what bounds it, until none is left.
    pub(super) fn least_of(&self, line: &Line) -> Option<BigInt> {
        self.least_within(line, 0)
    }

    fn least_within(&self, line: &Line, depth: u32) -> Option<BigInt> {
        // Names bound last first: they are bounded by those before them.
        let Some((name, times)) = line.terms.iter().next_back() else { return Some(line.number.clone()) };
        let (is_above, others) = (*times > BigInt::ZERO, line.plus(&Line::name(name.clone()), &-times));
        if let [.., ROW | COLUMN] = name.1[..] {
            let (lo, hi) = NEAR;
            let end = Line::number(if is_above { lo } else { hi }.into());
            return self.least_within(&others.plus(&end, times), depth);
        }
        let ends = self.ends.get(name).filter(|_| depth < DEEPEST)?;
        let by = if is_above { &ends.lows } else { &ends.highs };
        by.iter().filter_map(|end| self.least_within(&others.plus(end, times), depth + 1)).max()
    }

    /// Notes what the declared type of a parameter, or of an entry of one, demands.
    pub(super) fn note_shape(&mut self, (slot, entries): Name, shape: &Shape) {
        match shape {
            Shape::Range(lo, hi) => {
                let fixed = |n: &Option<BigInt>| n.iter().cloned().map(Line::number).collect();
                self.ends.insert((slot, entries), Ends { lows: fixed(lo), highs: fixed(hi) });
            }
            Shape::Tuple(shapes) => {
                for (at, shape) in shapes.iter().enumerate() {
                    self.note_shape((slot, [&entries[..], &[at]].concat()), shape);
                }
            }
            _ => {}
        }
    }

    /// Notes what an element of a collection is: a place of a list, which is counted from 1, or as the type of a parameter says.
    fn note_element(&mut self, slot: Slot, source: &Expr) {
        match &source.kind {
            ExprKind::Builtin(Builtin::Indices, args) if matches!(args[0].ty, Type::List(_)) => {
                let ends = Ends { lows: vec![Line::number(1.into())], highs: vec![] };
                self.ends.insert((slot, vec![]), ends);
            }
            _ => {
                if let Some(Shape::Elements(of)) = self.declared(source).cloned() {
                    self.note_shape((slot, vec![]), &of);
                }
            }
        }
    }

    /// Notes what a binder gives its slot.
    pub(super) fn note_ends(&mut self, binder: &Binder) {
        let (slot, lo, hi) = match &binder.kind {
            BinderKind::In { slots, source, .. } => match (&slots[..], &source.kind) {
                ([slot], ExprKind::Range(lo, Some(hi))) => (*slot, &**lo, &**hi),
                ([slot], _) => return self.note_element(*slot, source),
                _ => return,
            },
            BinderKind::Is { slot, value, .. } if value.ty == Type::Int => (*slot, value, value),
            BinderKind::Is { .. } => return,
        };
        let fixed = self.least(lo).map(Line::number);
        let ends = Ends { lows: lows(lo).into_iter().chain(fixed).collect(), highs: highs(hi) };
        self.ends.insert((slot, vec![]), ends);
    }
}
