//! Mistakes apart from what makes them: a position is named before a guard, and made behind it, if what its making checks is
//! checked where it was named.

use super::facts::is_simple;
use super::replace::renumber;
use super::state::{Plain, like};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::collections::HashMap;

impl Plain<'_> {
    /// A condition that holds wherever a position can be made, and is a mistake where its making is; none where it can be
    /// made in any case. `Err` if there is no way to say it.
    pub(super) fn checks(&mut self, e: &Expr) -> Result<Option<Expr>, ()> {
        if self.is_total(e) {
            return Ok(None);
        }
        match &e.kind {
            ExprKind::Position(id, args) => {
                let shapes: Vec<Shape> =
                    self.program.game(*id).params.iter().map(|p| p.shape.clone()).collect();
                let each = args.iter().zip(&shapes).map(|(arg, shape)| self.argument(arg, shape));
                let each = each.collect::<Result<Vec<_>, ()>>()?;
                Ok(each.into_iter().flatten().reduce(|a, b| truth(e, and(a, b))))
            }
            ExprKind::Wrong => Ok(Some(truth(e, ExprKind::Wrong))),
            ExprKind::Heap(k) => self.argument(k, &Shape::nat()),
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                let (a, b) = (self.checks(a)?, self.checks(b)?);
                Ok(a.into_iter().chain(b).reduce(|a, b| truth(e, and(a, b))))
            }
            ExprKind::If(c, a, b) => {
                let (a, b) = (self.checks(a)?, self.checks(b)?);
                let fine = |e: Option<Expr>| Box::new(e.unwrap_or_else(|| truth(c, ExprKind::Bool(true))));
                Ok(Some(truth(e, ExprKind::If(c.clone(), fine(a), fine(b)))))
            }
            _ => Err(()),
        }
    }

    /// The same for one argument that must fit a declared type.
    fn argument(&mut self, arg: &Expr, shape: &Shape) -> Result<Option<Expr>, ()> {
        let fits = self.fits(arg, shape);
        if fits && self.is_total(arg) {
            return Ok(None);
        }
        if let (ExprKind::Tuple(entries), Shape::Tuple(shapes)) = (&arg.kind, shape) {
            let each = entries.iter().zip(shapes).map(|(entry, shape)| self.argument(entry, shape));
            let each = each.collect::<Result<Vec<_>, ()>>()?;
            return Ok(each.into_iter().flatten().reduce(|a, b| truth(arg, and(a, b))));
        }
        let shape = if fits { &Shape::Any } else { shape };
        if arg.ty.has_function() {
            return Err(());
        }
        if is_simple(arg) && matches!(shape, Shape::Range(..)) {
            return Ok(Some(self.demanded(arg, shape)));
        }
        let slot = self.fresh(&arg.ty);
        let fine = self.demanded(&like(arg, ExprKind::Local(slot)), shape);
        let kind = BinderKind::Is { slot, name: String::new(), value: self.copied(arg) };
        let named = Binder { kind, guard: None, span: arg.span };
        Ok(Some(truth(arg, ExprKind::For(Fold::All, Box::new(fine), vec![named]))))
    }

    /// That a value fits a declared type, or else a mistake.
    fn demanded(&mut self, e: &Expr, shape: &Shape) -> Expr {
        let element = e.ty.element().into_iter().collect::<Vec<Type>>();
        match (shape, &e.ty) {
            _ if shape.is_any() => truth(e, ExprKind::Bool(true)),
            (Shape::Range(lo, hi), _) => in_range(e, lo.as_ref(), hi.as_ref()),
            (Shape::Elements(each), _) => self.all(e, &element, |plain, x| plain.demanded(&x[0], each)),
            (Shape::Map(key, value), Type::Map(_, ty)) => self.all(e, &element, |plain, x| {
                let of_key = plain.demanded(&x[0], key);
                let kept = ExprKind::Index(Box::new(e.clone()), Box::new(x[0].clone()));
                let of_value = plain.demanded(&Expr { kind: kept, ty: (**ty).clone(), span: e.span }, value);
                truth(e, and(of_key, of_value))
            }),
            (Shape::Tuple(shapes), Type::Tuple(types)) => {
                let alone = Expr {
                    ty: Type::List(Box::new(e.ty.clone())),
                    ..like(e, ExprKind::List(vec![e.clone()]))
                };
                self.all(&alone, types, |plain, entries| {
                    let each = entries.iter().zip(shapes).map(|(entry, shape)| plain.demanded(entry, shape));
                    each.reduce(|a, b| truth(e, and(a, b))).unwrap_or_else(|| truth(e, ExprKind::Bool(true)))
                })
            }
            _ => truth(e, ExprKind::Bool(true)),
        }
    }

    /// That something holds of all elements of a collection, or keys of a map, each in a slot or taken apart into some.
    fn all(&mut self, of: &Expr, types: &[Type], fine: impl FnOnce(&mut Self, &[Expr]) -> Expr) -> Expr {
        let slots: Vec<Slot> = types.iter().map(|ty| self.fresh(ty)).collect();
        let local =
            |(slot, ty): (&Slot, &Type)| Expr { kind: ExprKind::Local(*slot), ty: ty.clone(), span: of.span };
        let chosen: Vec<Expr> = slots.iter().zip(types).map(local).collect();
        let fine = fine(self, &chosen);
        let names = vec![String::new(); slots.len()];
        let kind = BinderKind::In { slots, names, source: of.clone() };
        let each = Binder { kind, guard: None, span: of.span };
        truth(of, ExprKind::For(Fold::All, Box::new(fine), vec![each]))
    }

    /// An expression again, with slots of its own.
    pub(super) fn copied(&mut self, e: &Expr) -> Expr {
        let mut copy = e.clone();
        let mut to: HashMap<Slot, Slot> = HashMap::new();
        e.walk(&mut |e| {
            let (ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders)) = &e.kind else { return };
            for slot in binders.iter().flat_map(Binder::slots) {
                let ty = self.slots[*slot as usize].clone();
                to.insert(*slot, self.fresh(&ty));
            }
        });
        if !to.is_empty() {
            renumber(&mut copy, &|slot| to.get(&slot).copied().unwrap_or(slot));
        }
        copy
    }

    /// A new slot.
    pub(super) fn fresh(&mut self, ty: &Type) -> Slot {
        self.slots.push(ty.clone());
        self.slots.len() as Slot - 1
    }
}

/// `lo <= e and e <= hi`, or a mistake.
fn in_range(e: &Expr, lo: Option<&BigInt>, hi: Option<&BigInt>) -> Expr {
    let number = |n: &BigInt| like(e, ExprKind::Int(n.clone()));
    let at_most =
        |a: Expr, b: Expr| truth(e, ExprKind::Compare(CompareOp::LessEqual, Box::new(a), Box::new(b)));
    let lo = lo.map(|lo| at_most(number(lo), e.clone()));
    let hi = hi.map(|hi| at_most(e.clone(), number(hi)));
    let fits = lo.into_iter().chain(hi).reduce(|a, b| truth(e, and(a, b)));
    let fits = fits.unwrap_or_else(|| truth(e, ExprKind::Bool(true)));
    let wrong = truth(e, ExprKind::Wrong);
    truth(e, ExprKind::Binary(BinaryOp::Or, Box::new(fits), Box::new(wrong)))
}

pub(super) fn and(a: Expr, b: Expr) -> ExprKind {
    ExprKind::Binary(BinaryOp::And, Box::new(a), Box::new(b))
}

/// A condition in the place of an expression.
pub(super) fn truth(e: &Expr, kind: ExprKind) -> Expr {
    Expr { kind, ty: Type::Bool, span: e.span }
}
