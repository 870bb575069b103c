//! Choices that an equation decides: `c in S where a + c == 2 * b` is a name for `2 * b - a`, which must be in S.
//!
//! Only choices from sets: there, the one that an equation leaves comes once. What a fold asks of its last choice is a
//! condition of it, too: `any(a + c == 2 * b for ... c in S)`, and `all(a + c != 2 * b or ... for ... c in S)`, where all
//! others make no difference.

use super::checks::truth;
use super::collections::joined;
use super::facts::{has_loop, is_atom, is_simple, number, surely_reads, uses};
use super::replace::{is_free_of, with};
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;

use BinaryOp::{Add, And, Divide, Mod, Multiply, Or, Subtract};

/// `any(c for x = e where g)` is `g and c` with e for x, which has but one value, if e is read once at most or is a name.
pub(super) fn of_one(plain: &Plain<'_>, e: &Expr) -> Option<Expr> {
    let ExprKind::For(fold @ (Fold::Any | Fold::All | Fold::None), item, binders) = &e.kind else {
        return None;
    };
    let [Binder { kind: BinderKind::Is { slot, value, .. }, guard: Some(guard), .. }] = &binders[..] else {
        return None;
    };
    let places = uses(guard, *slot) + uses(item, *slot);
    let read = places == 1 && surely_reads(guard, *slot) && !has_loop(value);
    let fits = (is_atom(value) || read || places == 0) && (read || plain.is_total(value));
    let guard = with(guard, *slot, value).filter(|_| fits)?;
    let item = with(item, *slot, value)?;
    let not = |c: Expr| like(e, ExprKind::Not(Box::new(c)));
    Some(match fold {
        Fold::Any => operation(And, &guard, &item),
        Fold::None => not(operation(And, &guard, &item)),
        _ => operation(Or, &not(guard), &item),
    })
}

impl Plain<'_> {
    /// Makes a name of the first choice that an equation decides.
    pub(super) fn decided(&mut self, binders: &mut Vec<Binder>, item: &mut Expr, fold: Fold) -> bool {
        (0..binders.len()).any(|at| {
            self.decided_by_guard(binders, at, fold) || self.decided_by_item(binders, at, item, fold)
        })
    }

    /// Makes a name of the first choice of a move that an equation decides, in its own guard or, for the last one, in that of the
    /// move.
    pub(super) fn decided_in_move(&mut self, binders: &mut Vec<Binder>, tail: &mut [&mut Expr]) -> bool {
        let by_guard = (0..binders.len()).any(|at| self.decided_by_guard(binders, at, Fold::Count));
        match (tail, binders.len().checked_sub(1)) {
            ([guard, _], Some(last)) if !by_guard => self.decided_by_item(binders, last, guard, Fold::Count),
            _ => by_guard,
        }
    }

    /// By an equation in its own guard.
    fn decided_by_guard(&mut self, binders: &mut Vec<Binder>, at: usize, fold: Fold) -> bool {
        let Some(guard) = binders[at].guard.clone() else { return false };
        let Some((choice, others)) = self.decide(binders, at, &operands(&guard, And), CompareOp::Equal, fold)
        else {
            return false;
        };
        also(&mut binders[choice].guard, all_of(And, others));
        true
    }

    /// By an equation that is asked of the last choice.
    fn decided_by_item(&mut self, binders: &mut Vec<Binder>, at: usize, item: &mut Expr, fold: Fold) -> bool {
        let (op, sign) = match fold {
            Fold::Any | Fold::None | Fold::Count => (And, CompareOp::Equal),
            Fold::All => (Or, CompareOp::NotEqual),
            _ => return false,
        };
        let guard = binders[at].guard.clone();
        if at + 1 < binders.len() || !guard.iter().all(|g| self.is_total(g)) {
            return false;
        }
        let asked = item.clone();
        let Some((choice, others)) = self.decide(binders, at, &operands(&asked, op), sign, fold) else {
            return false;
        };
        also(&mut binders[choice].guard, guard);
        *item = all_of(op, others).unwrap_or_else(|| like(item, ExprKind::Bool(op == And)));
        true
    }

    /// Decides a choice by one of some conditions, if there is one that can: where the choice is now, and the other
    /// conditions, which are still to be asked. Those before it were asked of all choices, and must not have made a mistake.
    fn decide<'e>(
        &mut self,
        binders: &mut Vec<Binder>,
        at: usize,
        asked: &[&'e Expr],
        sign: CompareOp,
        fold: Fold,
    ) -> Option<(usize, Vec<&'e Expr>)> {
        let BinderKind::In { slots, names, source } = &binders[at].kind else { return None };
        let ([slot], true) = (&slots[..], is_asked_easily(source)) else { return None };
        let (slot, name, source, span) = (*slot, names[0].clone(), source.clone(), binders[at].span);
        let twice = matches!(fold, Fold::Any | Fold::All | Fold::None);
        // The only choice of a move is read as it is by those who know piles; none of them knows remainders.
        let is_alone = fold == Fold::Count
            && binders.iter().filter(|b| matches!(b.kind, BinderKind::In { .. })).count() == 1;
        let says = |e: &Expr| match &e.kind {
            ExprKind::Compare(op, a, b) if *op == sign => equation(a, b, slot, twice),
            ExprKind::In(x, few) if sign == CompareOp::Equal => one_of(x, few, slot),
            _ => None,
        };
        let said = asked.iter().take_while(|e| self.is_harmless(e, binders)).enumerate();
        let (place, equation) = said
            .filter_map(|(place, e)| Some((place, says(e)?)))
            .filter(|(_, equation)| equation.is_for(&source) && (!is_alone || equation.is_of_rests()))
            .find(|(_, equation)| self.divides(equation))?;
        let chosen = Expr { kind: ExprKind::Local(slot), ty: self.slots[slot as usize].clone(), span };
        let inside = Expr { kind: ExprKind::In(Box::new(chosen), Box::new(source)), ty: Type::Bool, span };
        let (kind, holds) = match equation {
            Equation::Same(value) => (BinderKind::Is { slot, name, value }, None),
            Equation::Multiple(times, value) => {
                let (value, holds) = divided(value, &times);
                (BinderKind::Is { slot, name, value }, holds)
            }
            Equation::Factor { by, product } => {
                let zero = like(&by, ExprKind::Int(BigInt::ZERO));
                let rest = operation(Mod, &product, &by);
                let holds = ExprKind::Compare(CompareOp::Equal, Box::new(rest), Box::new(zero));
                let value = operation(Divide, &product, &by);
                (BinderKind::Is { slot, name, value }, Some(truth(&by, holds)))
            }
            Equation::Rest { of, value, modulus } => {
                let holds = self.is_rest(&value, &modulus);
                let value = rest(of, &value, &modulus);
                (BinderKind::Is { slot, name, value }, holds)
            }
            Equation::OneOf { values, .. } => {
                let ty = Type::Set(Box::new(Type::Int));
                let source = Expr { kind: ExprKind::Set(values), ty, span };
                (BinderKind::In { slots: vec![slot], names: vec![name], source }, None)
            }
            Equation::Distance(from, by) => {
                let by = self.named_before(binders, at, by);
                let values = [Subtract, Add].map(|op| operation(op, &from, &by));
                let source =
                    Expr { kind: ExprKind::List(values.to_vec()), ty: Type::List(Box::new(Type::Int)), span };
                let holds = self.least(&by).is_none_or(|n| n < BigInt::ZERO).then(|| at_least_zero(&by));
                (BinderKind::In { slots: vec![slot], names: vec![name], source }, holds)
            }
        };
        let is_choice = |b: &Binder| matches!(&b.kind, BinderKind::In { slots, .. } if slots[..] == [slot]);
        let choice = binders.iter().position(is_choice)?;
        binders[choice] = Binder { kind, guard: joined(holds, Some(inside)), span };
        let mut others = asked.to_vec();
        others.remove(place);
        Some((choice, others))
    }

    /// Whether the other factor of a product is surely positive: 0 times any choice is 0.
    fn divides(&self, equation: &Equation) -> bool {
        match equation {
            Equation::Factor { by, .. } => self.least(by).is_some_and(|n| n > BigInt::ZERO),
            _ => true,
        }
    }

    /// What must hold if a number is to be a remainder, unless it is seen that it is.
    fn is_rest(&self, value: &Expr, modulus: &BigInt) -> Option<Expr> {
        let fits = self.fits(value, &Shape::Range(Some(BigInt::ZERO), Some(modulus - 1)));
        let itself = operation(Mod, value, &like(value, ExprKind::Int(modulus.clone())));
        (!fits).then(|| {
            truth(value, ExprKind::Compare(CompareOp::Equal, Box::new(value.clone()), Box::new(itself)))
        })
    }

    /// A value that is read twice: by a name if it is longer than one.
    fn named_before(&mut self, binders: &mut Vec<Binder>, at: usize, value: Expr) -> Expr {
        if is_atom(&value) {
            return value;
        }
        let slot = self.fresh(&value.ty);
        let named = like(&value, ExprKind::Local(slot));
        let binder = Binder {
            span: value.span,
            kind: BinderKind::Is { slot, name: String::new(), value },
            guard: None,
        };
        self.note_ends(&binder);
        binders.insert(at, binder);
        named
    }
}

/// What an equation says of a choice.
enum Equation {
    /// It is this.
    Same(Expr),
    /// So many times it is this number.
    Multiple(BigInt, Expr),
    /// So many times it, which is known when the game is played, is this number.
    Factor { by: Expr, product: Expr },
    /// It is so far from this number, on either side.
    Distance(Expr, Expr),
    /// With some multiple of it, and what is added to that, the remainder is this number.
    Rest { of: Multiple, value: Expr, modulus: BigInt },
    /// It is one of these numbers below the modulus.
    OneOf { values: Vec<Expr>, modulus: BigInt },
}

impl Equation {
    fn is_of_rests(&self) -> bool {
        matches!(self, Equation::Rest { .. } | Equation::OneOf { .. })
    }

    /// Whether it leaves one choice, or few, of what is in a set: of remainders, each number to the modulus has its own.
    fn is_for(&self, source: &Expr) -> bool {
        let (Equation::Rest { modulus, .. } | Equation::OneOf { modulus, .. }) = self else { return true };
        let ExprKind::Range(lo, Some(hi)) = &source.kind else { return false };
        number(lo).zip(number(hi)).is_some_and(|(lo, hi)| *lo >= BigInt::ZERO && hi < modulus)
    }
}

/// The only number below the modulus whose multiple, and what is added to that, leave some remainder.
fn rest(of: Multiple, value: &Expr, modulus: &BigInt) -> Expr {
    let without = match &of.rest {
        Some(rest) if of.times > BigInt::ZERO => operation(Subtract, value, rest),
        Some(rest) => operation(Subtract, rest, value),
        None if of.times > BigInt::ZERO => value.clone(),
        None => like(value, ExprKind::Negate(Box::new(value.clone()))),
    };
    operation(Mod, &without, &like(value, ExprKind::Int(modulus.clone())))
}

/// `(x + a) mod m in {b, c}`: x is one of as few.
fn one_of(e: &Expr, few: &Expr, slot: Slot) -> Option<Equation> {
    let ExprKind::Set(few) = &few.kind else { return None };
    let mut modulus = None;
    let mut value = |b: &Expr| {
        let Equation::Rest { of, value, modulus: m } = equation(e, b, slot, false)? else { return None };
        number(&value).filter(|n| **n >= BigInt::ZERO && **n < m)?;
        let value = rest(of, &value, &m);
        modulus = Some(m);
        Some(value)
    };
    let values: Option<Vec<Expr>> = few.iter().map(&mut value).collect();
    Some(Equation::OneOf { values: values?, modulus: modulus? })
}

/// Whether a number is 1 or -1.
pub(super) fn is_one(times: &BigInt) -> bool {
    times.magnitude() == &1u32.into()
}

/// What two equal expressions say of a slot. Where a choice may come twice, it may be one of two.
fn equation(a: &Expr, b: &Expr, slot: Slot, twice: bool) -> Option<Equation> {
    one_side(a, b, slot, twice).or_else(|| one_side(b, a, slot, twice)).or_else(|| {
        let (a, b) = (Multiple::of(a, slot)?, Multiple::of(b, slot)?);
        let times = &a.times - &b.times;
        let value = match (b.rest, a.rest) {
            (Some(b), Some(a)) => operation(Subtract, &b, &a),
            (Some(b), None) => b,
            (None, Some(a)) => like(&a, ExprKind::Negate(Box::new(a.clone()))),
            (None, None) => return None,
        };
        (times != BigInt::ZERO).then_some(Equation::Multiple(times, value))
    })
}

fn one_side(a: &Expr, b: &Expr, slot: Slot, twice: bool) -> Option<Equation> {
    if !is_free_of(b, slot) {
        return None;
    }
    match &a.kind {
        ExprKind::Local(s) if *s == slot && a.ty == b.ty => Some(Equation::Same(b.clone())),
        ExprKind::Builtin(Builtin::Abs, args) if twice => {
            let Multiple { times, rest } = Multiple::of(&args[0], slot)?;
            let rest = rest.unwrap_or_else(|| like(b, ExprKind::Int(BigInt::ZERO)));
            let one = BigInt::from(1);
            if times == -&one {
                return Some(Equation::Distance(rest, b.clone()));
            }
            let from = like(&rest, ExprKind::Negate(Box::new(rest.clone())));
            (times == one).then(|| Equation::Distance(from, b.clone()))
        }
        ExprKind::Binary(Multiply, x, by) => {
            let is_slot = |e: &Expr| matches!(&e.kind, ExprKind::Local(s) if *s == slot);
            let by = if is_slot(x) { by } else { Some(x).filter(|_| is_slot(by))? };
            let fits = number(by).is_none() && is_free_of(by, slot);
            fits.then(|| Equation::Factor { by: (**by).clone(), product: b.clone() })
        }
        ExprKind::Binary(Mod, inner, modulus) => {
            let modulus = number(modulus).filter(|m| **m > BigInt::ZERO)?.clone();
            let of = Multiple::of(inner, slot).filter(|of| is_one(&of.times))?;
            Some(Equation::Rest { of, value: b.clone(), modulus })
        }
        _ => None,
    }
}

/// A sum with a multiple of a slot in it: how often, and what else there is.
pub(super) struct Multiple {
    pub(super) times: BigInt,
    pub(super) rest: Option<Expr>,
}

impl Multiple {
    pub(super) fn of(e: &Expr, slot: Slot) -> Option<Multiple> {
        if is_free_of(e, slot) {
            return (e.ty == Type::Int).then(|| Multiple { times: BigInt::ZERO, rest: Some(e.clone()) });
        }
        match &e.kind {
            ExprKind::Local(_) if e.ty == Type::Int => Some(Multiple { times: 1.into(), rest: None }),
            ExprKind::Negate(a) => {
                let Multiple { times, rest } = Multiple::of(a, slot)?;
                let rest = rest.map(|rest| like(e, ExprKind::Negate(Box::new(rest))));
                Some(Multiple { times: -times, rest })
            }
            ExprKind::Binary(op @ (Add | Subtract), a, b) => {
                let (a, b) = (Multiple::of(a, slot)?, Multiple::of(b, slot)?);
                let rest = match (a.rest, b.rest) {
                    (Some(a), Some(b)) => Some(operation(*op, &a, &b)),
                    (None, Some(b)) if *op == Subtract => Some(like(e, ExprKind::Negate(Box::new(b)))),
                    (a, b) => a.or(b),
                };
                let times = if *op == Add { a.times + b.times } else { a.times - b.times };
                Some(Multiple { times, rest })
            }
            ExprKind::Binary(Multiply, a, b) => {
                let (n, of) = number(a).map(|n| (n, b)).or_else(|| number(b).map(|n| (n, a)))?;
                let Multiple { times, rest } = Multiple::of(of, slot)?;
                let factor = like(e, ExprKind::Int(n.clone()));
                Some(Multiple {
                    times: times * n,
                    rest: rest.map(|rest| operation(Multiply, &rest, &factor)),
                })
            }
            _ => None,
        }
    }
}

/// A number that is so many times what is looked for: what that is, and what must hold if it is to be a number.
fn divided(value: Expr, times: &BigInt) -> (Expr, Option<Expr>) {
    let one = BigInt::from(1);
    if *times == one {
        return (value, None);
    }
    if *times == -one {
        return (like(&value, ExprKind::Negate(Box::new(value.clone()))), None);
    }
    let by = like(&value, ExprKind::Int(times.clone()));
    let zero = like(&value, ExprKind::Int(BigInt::ZERO));
    let even = operation(Mod, &value, &by);
    let holds = truth(&value, ExprKind::Compare(CompareOp::Equal, Box::new(even), Box::new(zero)));
    (operation(Divide, &value, &by), Some(holds))
}

fn at_least_zero(e: &Expr) -> Expr {
    let zero = like(e, ExprKind::Int(BigInt::ZERO));
    truth(e, ExprKind::Compare(CompareOp::LessEqual, Box::new(zero), Box::new(e.clone())))
}

pub(super) fn operation(op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
    like(a, ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())))
}

/// One more condition.
fn also(guard: &mut Option<Expr>, condition: Option<Expr>) {
    *guard = joined(guard.take(), condition);
}

/// Conditions as one.
pub(super) fn all_of(op: BinaryOp, all: Vec<&Expr>) -> Option<Expr> {
    all.into_iter().cloned().reduce(|a, b| operation(op, &a, &b))
}

/// What `and`, or `or`, joins.
pub(super) fn operands(e: &Expr, op: BinaryOp) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(o, a, b) if *o == op => [operands(a, op), operands(b, op)].concat(),
        _ => vec![e],
    }
}

/// Whether a condition is an equation that leaves one of some choices nothing to choose.
pub(super) fn is_decided(condition: &Expr, chosen: &[Slot]) -> bool {
    let ExprKind::Compare(CompareOp::Equal, a, b) = &condition.kind else { return false };
    chosen.iter().any(|slot| equation(a, b, *slot, false).is_some())
}

/// Whether it takes no loop to find out what is in a set.
pub(super) fn is_asked_easily(e: &Expr) -> bool {
    let range = !matches!(e.kind, ExprKind::Range(_, None));
    matches!(e.ty, Type::Set(_)) && range && is_simple(e)
}
