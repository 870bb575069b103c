//! What is known about an expression without working it out.

use super::bounds::{Line, name};
use super::state::Plain;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, GameId, Slot};
use crate::check::types::{Shape, Type};
use num_bigint::{BigInt, Sign};

/// The largest power that is computed without a thought to its size.
const HIGHEST: u32 = 4;
/// Rows and columns of cells are between these.
pub(super) const NEAR: (i32, i32) = (i32::MIN, i32::MAX);
/// Calls inside calls are followed so deep.
const DEEPEST: u32 = 8;

/// A number that is written there.
pub(super) fn number(e: &Expr) -> Option<&BigInt> {
    if let ExprKind::Int(n) = &e.kind { Some(n) } else { None }
}

/// Whether an expression is a name or is written out in one word: it may be said as often as one likes.
pub(super) fn is_atom(e: &Expr) -> bool {
    use ExprKind::*;
    matches!(e.kind, Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Function(_) | Nothing)
}

/// A tuple, or a cell, of names and numbers: to make it is no work.
pub(super) fn is_short_tuple(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Tuple(parts) => parts.iter().all(is_atom),
        ExprKind::Cell(row, col) => is_atom(row) && is_atom(col),
        _ => false,
    }
}

/// How many expressions there are in one; an entry of a tuple is one more than the tuple.
pub(super) fn size(e: &Expr) -> usize {
    let mut size = 0;
    each_part(e, &mut |_| size += 1);
    size
}

/// Visits an expression and its parts; of an entry of a tuple, that and the tuple.
fn each_part(e: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(e);
    match e.tuple_entry() {
        Some((tuple, _)) => each_part(tuple, visit),
        None => e.for_each_child(&mut |child| each_part(child, visit)),
    }
}

/// Whether an expression takes a few operations: no loop, no call, nothing that a table is looked up for.
pub(super) fn is_simple(e: &Expr) -> bool {
    use ExprKind::*;
    let mut simple = size(e) <= 12;
    each_part(e, &mut |e| {
        simple &= !is_loop(e) && !matches!(e.kind, Call(..) | CallLocal(..) | Builtin(..));
    });
    simple
}

/// Whether there is a loop in an expression.
pub(in crate::lowered) fn has_loop(e: &Expr) -> bool {
    let mut found = false;
    each_part(e, &mut |e| found |= is_loop(e));
    found
}

/// Whether it is a loop itself: an entry of a tuple is none, though it is written as a choice from one.
fn is_loop(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::For(..) | ExprKind::MapFor(..)) && e.tuple_entry().is_none()
}

/// How often a slot is looked at; in the body of a loop it counts twice.
pub(super) fn uses(e: &Expr, slot: Slot) -> usize {
    match &e.kind {
        ExprKind::Local(s) => usize::from(*s == slot),
        ExprKind::For(_, item, binders) => looped(binders, &[item], slot),
        ExprKind::MapFor(key, value, binders) => looped(binders, &[key, value], slot),
        _ => {
            let mut found = match e.kind {
                ExprKind::CallLocal(s, _) => usize::from(s == slot),
                _ => 0,
            };
            e.for_each_child(&mut |child| found += uses(child, slot));
            found
        }
    }
}

fn looped(binders: &[Binder], items: &[&Expr], slot: Slot) -> usize {
    let mut all = 0;
    crate::check::ir::each_in_binders(binders, &mut |e| all += uses(e, slot));
    // What the first choice is from is looked at once, and so are the names before it.
    let names = binders.iter().take_while(|b| matches!(b.kind, BinderKind::Is { .. })).count();
    let once = |(i, b): (usize, &Binder)| {
        let guard = b.guard.iter().filter(|_| i < names).map(|guard| uses(guard, slot)).sum::<usize>();
        uses(source(b), slot) + guard
    };
    let once = binders.iter().take(names + 1).enumerate().map(once).sum::<usize>();
    once + 2 * (all - once + items.iter().map(|e| uses(e, slot)).sum::<usize>())
}

/// What a binder takes its values from, or its value.
pub(super) fn source(binder: &Binder) -> &Expr {
    match &binder.kind {
        BinderKind::In { source, .. } => source,
        BinderKind::Is { value, .. } => value,
    }
}

/// Whether a slot is surely looked at when an expression is computed.
pub(super) fn surely_reads(e: &Expr, slot: Slot) -> bool {
    use ExprKind::*;
    match &e.kind {
        Local(s) => *s == slot,
        If(c, ..) => surely_reads(c, slot),
        Binary(BinaryOp::And | BinaryOp::Or, a, _) => surely_reads(a, slot),
        For(_, _, binders) | MapFor(_, _, binders) => {
            // Names come before all choices.
            let is_name = |b: &&Binder| matches!(b.kind, BinderKind::Is { .. }) && b.guard.is_none();
            let names = binders.iter().take_while(is_name).count();
            binders.iter().take(names + 1).any(|b| surely_reads(source(b), slot))
        }
        // Of an empty collection of keys nothing is looked at; a game without moves is asked nothing.
        Start(_) | Global(_) | Wrong => false,
        _ => {
            let mut found = false;
            e.for_each_child(&mut |child| found |= surely_reads(child, slot));
            found
        }
    }
}

impl Plain<'_> {
    /// Whether an expression has a value in any case: working it out makes no mistake.
    pub(super) fn is_total(&self, e: &Expr) -> bool {
        self.total(e, 0)
    }

    fn total(&self, e: &Expr, depth: u32) -> bool {
        is_total(e, &|e| match &e.kind {
            ExprKind::Call(id, args) => {
                let definition = self.program.definition(*id);
                let fit = args.iter().zip(&definition.params).all(|(a, p)| self.fits(a, &p.shape));
                Some(fit && depth < DEEPEST && self.total(&definition.body, depth + 1))
            }
            ExprKind::Position(id, args) => Some(self.is_position(*id, args)),
            ExprKind::Heap(k) => Some(self.least(k).is_some_and(|n| n >= BigInt::ZERO)),
            ExprKind::Cell(row, col) => Some(self.is_near(row) && self.is_near(col)),
            _ => None,
        })
    }

    /// Whether a number is small enough for the row or column of a cell.
    fn is_near(&self, e: &Expr) -> bool {
        self.fits(e, &Shape::Range(Some(NEAR.0.into()), Some(NEAR.1.into())))
    }

    /// Whether computing an expression makes no mistake where these choices are made: numbers of positions that have code are so small
    /// that no product of some is too large, and what is chosen from the places of a list is one of them.
    pub(super) fn is_harmless(&self, e: &Expr, chosen: &[Binder]) -> bool {
        self.is_harmless_within(e, chosen, DEEPEST)
    }

    fn is_harmless_within(&self, e: &Expr, chosen: &[Binder], deep: u32) -> bool {
        is_total(e, &|e| match &e.kind {
            // What is drawn was looked at when the program was checked.
            ExprKind::Builtin(Builtin::Board, args) => Some(matches!(args[0].kind, ExprKind::Text(_))),
            ExprKind::Global(id) if deep > 0 => {
                Some(self.is_harmless_within(&self.program.definition(*id).body, &[], deep - 1))
            }
            ExprKind::Binary(BinaryOp::Multiply, ..) => Some(true),
            ExprKind::Binary(BinaryOp::Power, _, n) => {
                Some(number(n).is_some_and(|n| n.sign() != Sign::Minus && *n <= HIGHEST.into()))
            }
            ExprKind::Index(row, place) if place.local().is_some() => {
                Some(chosen.iter().any(|binder| is_place_of(binder, place, row)))
            }
            ExprKind::Call(..) | ExprKind::Position(..) | ExprKind::Heap(_) | ExprKind::Cell(..) => {
                Some(self.is_total(e))
            }
            _ => None,
        })
    }

    fn is_position(&self, id: GameId, args: &[Expr]) -> bool {
        args.iter().zip(&self.program.game(id).params).all(|(a, p)| self.fits(a, &p.shape))
    }

    /// Whether an argument surely is what a declared type demands.
    pub(super) fn fits(&self, arg: &Expr, shape: &Shape) -> bool {
        let known = shape.is_any() || self.declared(arg).is_some_and(|declared| declared.is_within(shape));
        let (lo, hi) = match shape {
            _ if known => return true,
            Shape::Range(lo, hi) => (lo, hi),
            Shape::Elements(of) => return self.elements_fit(arg, shape, of),
            Shape::Tuple(shapes) => {
                let ExprKind::Tuple(entries) = &arg.kind else { return false };
                return entries.iter().zip(shapes).all(|(entry, shape)| self.fits(entry, shape));
            }
            _ => return false,
        };
        let at_least = |lo: &BigInt| self.least(arg).is_some_and(|n| n >= *lo);
        let below = |hi: &BigInt| Some(Line::number(hi.clone()).plus(&Line::of(arg)?, &(-1).into()));
        let at_most =
            |hi: &BigInt| below(hi).and_then(|room| self.least_of(&room)).is_some_and(|n| n >= BigInt::ZERO);
        let numbers = arg.ty == Type::Int && lo.as_ref().is_none_or(at_least);
        numbers && hi.as_ref().is_none_or(at_most)
    }

    /// What was declared of a parameter, or of an entry of a tuple, list or map that is one.
    pub(super) fn declared(&self, e: &Expr) -> Option<&Shape> {
        if let (None, Some((of, _))) = (e.tuple_entry(), e.entry()) {
            return match self.declared(of)? {
                Shape::Elements(entry) | Shape::Map(_, entry) => Some(entry),
                _ => None,
            };
        }
        let (slot, entries) = name(e)?;
        entries.iter().try_fold(self.shapes.get(slot as usize)?, |shape, at| match shape {
            Shape::Tuple(shapes) => shapes.get(*at),
            _ => None,
        })
    }

    /// Whether all elements of a collection surely fit.
    fn elements_fit(&self, e: &Expr, shape: &Shape, of: &Shape) -> bool {
        use BinaryOp::*;
        match &e.kind {
            ExprKind::Set(all) | ExprKind::List(all) | ExprKind::Bag(all) => {
                all.iter().all(|e| self.fits(e, of))
            }
            ExprKind::Binary(With, s, x) => self.fits(s, shape) && self.fits(x, of),
            ExprKind::Binary(Without | Minus | Common, s, _) => self.fits(s, shape),
            ExprKind::Binary(Union | Flip | Concat, s, t) => self.fits(s, shape) && self.fits(t, shape),
            _ => false,
        }
    }

    /// A number that the value of an expression is never below.
    pub(super) fn least(&self, e: &Expr) -> Option<BigInt> {
        use ExprKind::*;
        let zero = BigInt::ZERO;
        match &e.kind {
            Int(n) => Some(n.clone()),
            Local(_) | Index(..) | For(..) | Field(..) | Binary(BinaryOp::Subtract, ..) => {
                self.least_of(&Line::of(e)?)
            }
            Binary(BinaryOp::Add, a, b) => Some(self.least(a)? + self.least(b)?),
            Binary(BinaryOp::Multiply, a, b) => {
                let (a, b) = (self.least(a)?, self.least(b)?);
                (a >= zero && b >= zero).then(|| a * b)
            }
            Binary(BinaryOp::Divide, a, m) => {
                (self.least(a)? >= zero && number(m).is_some_and(|m| *m > zero)).then_some(zero)
            }
            Binary(BinaryOp::Mod, _, m) => number(m).is_some_and(|m| *m > zero).then_some(zero),
            If(_, a, b) => Some(self.least(a)?.min(self.least(b)?)),
            Builtin(self::Builtin::Size | self::Builtin::Abs, _) => Some(zero),
            _ => None,
        }
    }
}

/// Whether a choice is one from the places of a list, or the keys of a map.
fn is_place_of(binder: &Binder, place: &Expr, row: &Expr) -> bool {
    let BinderKind::In { slots, source, .. } = &binder.kind else { return false };
    let is_size = |e: &Expr| matches!(&e.kind, ExprKind::Builtin(Builtin::Size, args) if args[0] == *row);
    let is_from = match &source.kind {
        ExprKind::Builtin(Builtin::Indices, args) => args[0] == *row,
        ExprKind::Range(lo, Some(hi)) => {
            let ends = match &hi.kind {
                ExprKind::Builtin(Builtin::Min, args) => args.iter().any(is_size),
                _ => is_size(hi),
            };
            matches!(row.ty, Type::List(_)) && ends && is_positive(lo)
        }
        _ => matches!(row.ty, Type::Map(..)) && *source == *row,
    };
    slots.len() == 1 && slots.first().copied() == place.local() && is_from
}

/// Whether a number, or the largest of some, is 1 at least, as it is written.
fn is_positive(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Builtin(Builtin::Max, args) => args.iter().any(is_positive),
        _ => number(e).is_some_and(|n| n.sign() == Sign::Plus),
    }
}

/// Whether computing an expression makes no mistake, whatever the values of its parts are. What depends on more than the
/// expression says `own`, of it and each part, without its parts.
pub fn is_total(e: &Expr, own: &dyn Fn(&Expr) -> Option<bool>) -> bool {
    own(e).unwrap_or_else(|| is_total_by_kind(e)) && parts_are_total(e, own)
}

fn parts_are_total(e: &Expr, own: &dyn Fn(&Expr) -> Option<bool>) -> bool {
    let mut all = true;
    e.for_each_child(&mut |child| {
        // An endless range may be asked what is in it, and nothing else.
        let is_asked = matches!((&e.kind, &child.kind), (ExprKind::In(..), ExprKind::Range(_, None)));
        all = all && if is_asked { parts_are_total(child, own) } else { is_total(child, own) };
    });
    all
}

fn is_total_by_kind(e: &Expr) -> bool {
    use ExprKind::*;
    match &e.kind {
        Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Function(_) | Nothing | Negate(_) | Not(_)
        | Compare(..) | Tuple(_) | Set(_) | List(_) | Bag(_) | If(..) | Field(..) | In(..) => true,
        Binary(op, a, b) => match op {
            BinaryOp::Divide | BinaryOp::Mod => number(b).is_some_and(|n| *n != BigInt::ZERO),
            BinaryOp::Multiply => number(a).is_some() || number(b).is_some(),
            BinaryOp::Power | BinaryOp::Xor => false,
            _ => true,
        },
        Range(_, hi) => hi.is_some(),
        Builtin(f, args) => match f {
            self::Builtin::Size | self::Builtin::Abs | self::Builtin::Islands => true,
            self::Builtin::Min | self::Builtin::Max => args.len() >= 2,
            _ => false,
        },
        For(fold, _, binders) => !matches!(fold, Fold::Max | Fold::Min) && !binders.is_empty(),
        Index(..) if e.tuple_entry().is_some() => true,
        Call(..) | Position(..) | Heap(_) | Global(_) | CallLocal(..) | Cell(..) | Map(_) | MapFor(..)
        | Index(..) | Start(_) | Successors(..) | Wrong => false,
    }
}
