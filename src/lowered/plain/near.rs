//! Choices that must be near something: `r in 1..8` where `(r - a)^2 + (c - b)^2 == 5` of some `c` chosen behind it is `r in
//! max(1, a - 2)..min(8, a + 2)`, and `k in 1..n` where `n - k <= a` is `k in max(1, n - a)..n`. What a condition says of a choice,
//! or of its distance from a number, becomes the ends of its range; the condition stays.

use super::binders::Scope;
use super::facts::number;
use super::replace::is_free_of;
use super::solved::{Multiple, operands, operation};
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;
use num_bigint::{BigInt, Sign};

/// Ranges of no more numbers are short.
const SHORT: i32 = 16;

/// A range: its ends.
pub(super) type Ends = (Expr, Expr);
/// Perhaps a number that the choice is at least, and one that it is at most.
type Near = (Option<Expr>, Option<Expr>);

impl Plain<'_> {
    /// Brings the ends of a range as near as what is asked of the choice from it says.
    pub(super) fn brought_near(
        &mut self,
        binders: &mut [Binder],
        at: usize,
        tail: &[&mut Expr],
        scope: Scope<'_>,
    ) -> bool {
        let Some((slot, (lo, hi))) = numbers_chosen(&binders[at]) else { return false };
        let later: Vec<Slot> = binders[at..].iter().flat_map(Binder::slots).copied().collect();
        // Those who know piles read what is asked of a choice as it is written, and nobody else need be quick there.
        let as_written = matches!(scope, Scope::Move(_)) && self.of_pile || is_short(&lo, &hi);
        let looked = Looked { plain: self, binders, slot, later: &later, as_written };
        let mut near: Vec<Near> = vec![];
        for asked in looked.asked(binders, at, tail, scope) {
            looked.ends(asked, &mut near);
        }
        let mut nearer = |end: &Expr, f: Builtin, others: Vec<Option<Expr>>| {
            let known = match &end.kind {
                ExprKind::Builtin(g, args) if *g == f => args.clone(),
                _ => vec![end.clone()],
            };
            let mut all = known.clone();
            for mut other in others.into_iter().flatten() {
                self.expr(&mut other);
                if !all.contains(&other) {
                    all.push(other);
                }
            }
            (all.len() > known.len()).then(|| like(end, ExprKind::Builtin(f, all)))
        };
        let (los, his) = near.into_iter().unzip();
        let (new_lo, new_hi) = (nearer(&lo, Builtin::Max, los), nearer(&hi, Builtin::Min, his));
        if new_lo.is_none() && new_hi.is_none() {
            return false;
        }
        if let BinderKind::In { source, .. } = &mut binders[at].kind {
            let ends = (Box::new(new_lo.unwrap_or(lo)), Some(Box::new(new_hi.unwrap_or(hi))));
            *source = like(source, ExprKind::Range(ends.0, ends.1));
        }
        true
    }
}

/// A choice from a range of numbers, or from the places of a list: its slot, and the ends.
pub(super) fn numbers_chosen(binder: &Binder) -> Option<(Slot, Ends)> {
    let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
    let [slot] = slots[..] else { return None };
    match &source.kind {
        ExprKind::Range(lo, Some(hi)) => Some((slot, ((**lo).clone(), (**hi).clone()))),
        ExprKind::Builtin(Builtin::Indices, of) if matches!(of[0].ty, Type::List(_)) => {
            let number = |kind| Expr { kind, ty: Type::Int, span: source.span };
            let size = ExprKind::Builtin(Builtin::Size, of.clone());
            Some((slot, (number(ExprKind::Int(1.into())), number(size))))
        }
        _ => None,
    }
}

/// Whether a range has so few numbers, which are written there, that code goes through all of them in one go: to take 1 to 5 of two
/// piles of 900 took twice as long where its end depended on the pile.
pub(super) fn is_short(lo: &Expr, hi: &Expr) -> bool {
    number(lo).zip(number(hi)).is_some_and(|(lo, hi)| hi - lo < SHORT.into())
}

/// A choice that is looked at.
struct Looked<'l, 'p> {
    plain: &'l Plain<'p>,
    binders: &'l [Binder],
    slot: Slot,
    /// What has no value before the choice is made.
    later: &'l [Slot],
    /// Whether linear conditions stay what they are.
    as_written: bool,
}

impl Looked<'_, '_> {
    /// What is asked of a choice and of those behind it, as far as nothing that comes before it in the order of work makes a mistake.
    fn asked<'e>(
        &self,
        binders: &'e [Binder],
        at: usize,
        tail: &'e [&mut Expr],
        scope: Scope<'_>,
    ) -> Vec<&'e Expr> {
        let mut all: Vec<&Expr> = vec![];
        let mut goes_on = true;
        let mut ask = |condition: &'e Expr| {
            for e in operands(condition, BinaryOp::And) {
                goes_on = goes_on && self.plain.is_harmless(e, self.binders);
                all.extend(goes_on.then_some(e));
            }
            goes_on
        };
        for (i, binder) in binders.iter().enumerate().skip(at) {
            let source = super::facts::source(binder);
            if i > at && !self.plain.is_harmless(source, self.binders) || !binder.guard.iter().all(&mut ask) {
                return all;
            }
        }
        match (scope, tail) {
            (Scope::Move(_), [guard, _]) | (Scope::Fold(Fold::Any | Fold::None), [guard]) => {
                ask(guard);
            }
            _ => {}
        }
        all
    }

    /// Between which ends a condition holds at most.
    fn ends(&self, asked: &Expr, near: &mut Vec<Near>) {
        match &asked.kind {
            ExprKind::Compare(CompareOp::Equal, a, b) => {
                for (a, b) in [(a, b), (b, a)] {
                    self.at_most(a, b, near);
                    self.product(a, b, near);
                    // Of two sets that are equal, each element of one is among those of the other.
                    a.elements().into_iter().flatten().for_each(|x| self.among(x, b, near));
                }
            }
            ExprKind::Compare(CompareOp::LessEqual, a, b) => {
                self.at_most(a, b, near);
                self.linear(a, b, near);
            }
            ExprKind::Compare(CompareOp::Less, a, b) => {
                let one = like(b, ExprKind::Int(1.into()));
                let most = number(b).map(|b| b - BigInt::from(1));
                let most = most
                    .map_or_else(|| operation(BinaryOp::Subtract, b, &one), |n| like(b, ExprKind::Int(n)));
                self.at_most(a, &most, near);
                self.linear(a, &most, near);
            }
            ExprKind::In(x, of) => self.among(x, of, near),
            ExprKind::Binary(BinaryOp::Or, a, b) => self.either(a, b, near),
            _ => {}
        }
    }

    /// One of two conditions holds: the choice is no further away than where one of them lets it be.
    fn either(&self, a: &Expr, b: &Expr, near: &mut Vec<Near>) {
        let [first, second]: [Near; 2] = [a, b].map(|e| {
            let mut near = vec![];
            operands(e, BinaryOp::And).iter().for_each(|e| self.ends(e, &mut near));
            let (los, his): (Vec<_>, Vec<_>) = near.into_iter().unzip();
            (los.into_iter().flatten().next(), his.into_iter().flatten().next())
        });
        let of = |f: Builtin, both: Option<(Expr, Expr)>| {
            both.map(|(a, b)| like(&a.clone(), ExprKind::Builtin(f, vec![a, b])))
        };
        near.push((of(Builtin::Min, first.0.zip(second.0)), of(Builtin::Max, first.1.zip(second.1))));
    }

    /// One sum is at most another one, with the choice in them: an end of its range.
    fn linear(&self, less: &Expr, most: &Expr, near: &mut Vec<Near>) {
        let (Some(a), Some(b)) = (Multiple::of(less, self.slot), Multiple::of(most, self.slot)) else {
            return;
        };
        let times = a.times - b.times;
        let zero = || like(less, ExprKind::Int(BigInt::ZERO));
        let left = match (a.rest, b.rest) {
            (a, None) => like(less, ExprKind::Negate(Box::new(a.unwrap_or_else(zero)))),
            (None, Some(b)) => b,
            (Some(a), Some(b)) => operation(BinaryOp::Subtract, &b, &a),
        };
        if self.as_written || times == BigInt::ZERO || !self.is_ready(&left) {
            return;
        }
        // So many times the choice is at most what is left: the quotient is rounded down.
        let by = BigInt::from(times.magnitude().clone());
        let end = if by == BigInt::from(1) {
            left
        } else {
            operation(BinaryOp::Divide, &left, &like(less, ExprKind::Int(by)))
        };
        near.push(match times.sign() {
            Sign::Plus => (None, Some(end)),
            _ => (Some(like(less, ExprKind::Negate(Box::new(end)))), None),
        });
    }

    /// A number is one of some: between the ends of a range, or near the largest of the numbers that are written there.
    fn among(&self, x: &Expr, of: &Expr, near: &mut Vec<Near>) {
        if x.ty != Type::Int {
            return;
        }
        if let Some((lo, hi)) = of.ends() {
            self.shifted(x, (lo, hi), near);
            self.at_most(x, hi, near);
        }
        let numbers: Option<Vec<&BigInt>> =
            of.elements().map(|all| all.iter().map(number).collect()).unwrap_or_default();
        let Some(numbers) = numbers else { return };
        if let (Some(lo), Some(hi)) = (numbers.iter().min(), numbers.iter().max()) {
            let [lo, hi] = [*lo, *hi].map(|n| like(x, ExprKind::Int(n.clone())));
            self.shifted(x, (&lo, &hi), near);
            self.at_most(x, &hi, near);
        }
    }

    /// A sum in which nothing is negative, or the largest of some numbers, is at most so much.
    fn at_most(&self, sum: &Expr, most: &Expr, near: &mut Vec<Near>) {
        if sum.ty != Type::Int || !self.is_ready(most) {
            return;
        }
        let terms = operands(sum, BinaryOp::Add);
        for (at, term) in terms.iter().enumerate() {
            let mut others = terms.iter().enumerate().filter(|(other, _)| *other != at);
            if !is_free_of(term, self.slot) && others.all(|(_, e)| self.is_natural(e)) {
                self.term_at_most(term, most, near);
            }
        }
    }

    fn term_at_most(&self, term: &Expr, most: &Expr, near: &mut Vec<Near>) {
        match &term.kind {
            ExprKind::Builtin(Builtin::Max, args) if args.len() > 1 => {
                args.iter().for_each(|arg| self.at_most(arg, most, near));
            }
            ExprKind::Builtin(Builtin::Abs, args) => self.distance(&args[0], most, near),
            ExprKind::Binary(BinaryOp::Multiply, a, b) if a != b => {
                let positive = |e: &Expr| number(e).is_some_and(|n| n.sign() == Sign::Plus);
                for (n, of) in [(a, b), (b, a)] {
                    if positive(n) && self.is_natural(of) {
                        self.at_most(of, most, near);
                    }
                }
            }
            _ => {
                if let Some(of) = squared(term) {
                    // No number is further from 0 than its square.
                    let root = number(most).map(|n| like(most, ExprKind::Int(root(n))));
                    self.distance(of, root.as_ref().unwrap_or(most), near);
                }
            }
        }
    }

    /// A product is a number other than 0: no factor is further from 0.
    fn product(&self, product: &Expr, is: &Expr, near: &mut Vec<Near>) {
        let product = match &product.kind {
            ExprKind::Builtin(Builtin::Abs, args) => &args[0],
            _ => product,
        };
        let Some(is) = number(is).filter(|n| **n != BigInt::ZERO) else { return };
        if let ExprKind::Binary(BinaryOp::Multiply, a, b) = &product.kind {
            let most = like(product, ExprKind::Int(is.magnitude().clone().into()));
            for factor in [a, b] {
                let inner = match &factor.kind {
                    ExprKind::Builtin(Builtin::Abs, args) => &args[0],
                    _ => factor,
                };
                self.distance(inner, &most, near);
            }
        }
    }

    /// A number is no further from 0 than so much.
    fn distance(&self, of: &Expr, most: &Expr, near: &mut Vec<Near>) {
        let least = match number(most) {
            Some(n) => like(most, ExprKind::Int(-n)),
            None => like(most, ExprKind::Negate(Box::new(most.clone()))),
        };
        self.shifted(of, (&least, most), near);
    }

    /// A number is between two others: so the choice is, if it is the choice and something that is known before.
    fn shifted(&self, of: &Expr, (lo, hi): (&Expr, &Expr), near: &mut Vec<Near>) {
        let Some(Multiple { times, rest }) = Multiple::of(of, self.slot) else { return };
        let all = [Some(lo), Some(hi), rest.as_ref()];
        if !all.into_iter().flatten().all(|e| self.is_ready(e)) {
            return;
        }
        let Some(rest) = rest else {
            near.extend((times == BigInt::from(1)).then(|| (Some(lo.clone()), Some(hi.clone()))));
            return;
        };
        if times == BigInt::from(1) {
            near.push([lo, hi].map(|end| Some(operation(BinaryOp::Subtract, end, &rest))).into());
        } else if times == BigInt::from(-1) {
            near.push([hi, lo].map(|end| Some(operation(BinaryOp::Subtract, &rest, end))).into());
        }
    }

    /// Whether a number is known before the choice is made, and can be computed even if there is none.
    fn is_ready(&self, e: &Expr) -> bool {
        self.later.iter().all(|slot| is_free_of(e, *slot)) && self.plain.is_harmless(e, self.binders)
    }

    /// Whether a number is surely not negative.
    fn is_natural(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Builtin(Builtin::Abs, _) => true,
            ExprKind::Builtin(Builtin::Max, args) if args.len() > 1 => {
                args.iter().any(|e| self.is_natural(e))
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => self.is_natural(a) && self.is_natural(b),
            ExprKind::Binary(BinaryOp::Multiply, a, b) => a == b || self.is_natural(a) && self.is_natural(b),
            _ => squared(e).is_some() || self.plain.least(e).is_some_and(|n| n >= BigInt::ZERO),
        }
    }
}

/// What an expression is the square of, or another even power.
fn squared(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Multiply, a, b) if a == b => Some(a),
        ExprKind::Binary(BinaryOp::Power, a, n) => {
            number(n).is_some_and(|n| *n == 2.into() || *n == 4.into()).then_some(&**a)
        }
        _ => None,
    }
}

/// The largest number of which the square is not larger; of negative numbers, -1.
fn root(n: &BigInt) -> BigInt {
    if n.sign() == Sign::Minus { (-1).into() } else { n.sqrt() }
}
