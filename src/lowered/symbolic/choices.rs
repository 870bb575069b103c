//! What binders may choose.

use super::{Domain, Executor, MANY, Of, Sym, Unseen, Ways, put};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};
use crate::check::types::Type;
use crate::value::Value;

impl<D: Domain> Executor<'_, '_, D> {
    /// Every way to choose the binders, with their guards.
    pub(crate) fn binders(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        binders: &[Binder],
    ) -> Ways<D, Vec<Of<D>>> {
        let mut open = vec![(path, frame.to_vec())];
        for b in binders {
            let mut next = vec![];
            for (path, frame) in open {
                for (path, frame) in self.bind(path, &frame, b)? {
                    match &b.guard {
                        None => next.push((path, frame)),
                        Some(guard) => next.extend(self.assume(path, &frame, guard, true)?),
                    }
                }
            }
            open = next;
        }
        Ok(open)
    }

    fn bind(&mut self, path: D::Path, frame: &[Of<D>], b: &Binder) -> Ways<D, Vec<Of<D>>> {
        match &b.kind {
            BinderKind::Is { slot, value, .. } => {
                let values = self.eval(path, frame, value)?.into_iter();
                Ok(values.map(|(path, x)| (path, put(frame, *slot as usize, x))).collect())
            }
            BinderKind::In { slots, source, .. } => {
                let elements = self.elements(path, frame, source)?.into_iter();
                elements.map(|(path, x)| Ok((path, taken_apart(frame, slots, x)?))).collect()
            }
        }
    }

    /// The elements of a collection, each with the way to it; the same may come more than once.
    pub(super) fn elements(&mut self, path: D::Path, frame: &[Of<D>], source: &Expr) -> Ways<D, Of<D>> {
        self.domain.step()?;
        if let (ExprKind::Range(lo, Some(hi)), true) = (&source.kind, D::APART) {
            return self.range(path, frame, lo, hi);
        }
        if let Some(value) = self.domain.known(frame, source) {
            return self.domain.elements(path, &value?);
        }
        match &source.kind {
            ExprKind::Range(lo, Some(hi)) => self.range(path, frame, lo, hi),
            ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) => {
                let mut all = vec![];
                for (path, frame) in self.binders(path, frame, binders)? {
                    all.extend(self.eval(path, &frame, item)?);
                }
                self.met(all)
            }
            ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Bag(items) => {
                let mut all = vec![];
                for item in items {
                    all.extend(self.eval(path.clone(), frame, item)?);
                }
                self.met(all)
            }
            ExprKind::Binary(op, a, b) => self.combined(path, frame, *op, (a, b)),
            ExprKind::If(c, a, b) => {
                self.either(path, frame, (c, a, b), &mut |x, path, frame, e| x.elements(path, frame, e))
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                self.inside(path, frame, source, &mut |x, path, frame, e| x.elements(path, frame, e))
            }
            _ => Err(Unseen),
        }
    }

    /// Ways that may meet.
    fn met(&self, all: Vec<(D::Path, Of<D>)>) -> Ways<D, Of<D>> {
        self.domain.few(all.into_iter().map(|(path, x)| (self.domain.met(path), x)).collect())
    }

    fn combined(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        op: BinaryOp,
        (a, b): (&Expr, &Expr),
    ) -> Ways<D, Of<D>> {
        let mut all = vec![];
        match op {
            BinaryOp::Union => {
                all = self.elements(path.clone(), frame, a)?;
                all.extend(self.elements(path, frame, b)?);
                return self.met(all);
            }
            BinaryOp::With => {
                all = self.elements(path.clone(), frame, a)?;
                all.extend(self.eval(path, frame, b)?);
                return self.met(all);
            }
            BinaryOp::Common | BinaryOp::Minus if matches!(a.ty, Type::Set(_)) => {
                for (path, x) in self.elements(path, frame, a)? {
                    let inside = self.member(path, frame, &x, b, op == BinaryOp::Common)?;
                    all.extend(inside.into_iter().map(|p| (p, x.clone())));
                }
            }
            BinaryOp::Without if matches!(a.ty, Type::Set(_)) => {
                for (path, x) in self.elements(path, frame, a)? {
                    for (path, y) in self.eval(path, frame, b)? {
                        let differ = self.compare(path, CompareOp::NotEqual, &x, &y, true)?;
                        all.extend(differ.into_iter().map(|p| (p, x.clone())));
                    }
                }
            }
            _ => return Err(Unseen),
        }
        self.domain.few(all)
    }

    fn range(&mut self, path: D::Path, frame: &[Of<D>], lo: &Expr, hi: &Expr) -> Ways<D, Of<D>> {
        if !D::APART {
            let (path, x) = self.domain.choice(path)?;
            let x = Sym::Form(x);
            let paths = self.between(path, frame, &x, (lo, Some(hi)))?;
            return Ok(paths.into_iter().map(|path| (path, x.clone())).collect());
        }
        let mut all = vec![];
        for (path, lo) in self.eval(path, frame, lo)? {
            for (path, hi) in self.eval(path, frame, hi)? {
                if let (Some(lo), Some(hi)) = (self.number(&lo), self.number(&hi)) {
                    if hi.saturating_sub(lo) > MANY as i64 {
                        return Err(Unseen);
                    }
                    all.extend((lo..=hi).map(|x| (path.clone(), Sym::Known(Value::int(x)))));
                    continue;
                }
                let (path, x) = self.domain.choice(path)?;
                let x = Sym::Form(x);
                for path in self.compare(path, CompareOp::LessEqual, &lo, &x, true)? {
                    let below = self.compare(path, CompareOp::LessEqual, &x, &hi, true)?;
                    all.extend(below.into_iter().map(|path| (path, x.clone())));
                }
            }
        }
        Ok(all)
    }
}

/// A frame in which an element is in a slot, or its parts in several.
fn taken_apart<F: Clone, S: Clone>(
    frame: &[Sym<F, S>],
    slots: &[u32],
    x: Sym<F, S>,
) -> Result<Vec<Sym<F, S>>, Unseen> {
    let parts: Vec<Sym<F, S>> = match x {
        x if slots.len() == 1 => vec![x],
        Sym::Parts(parts) => parts,
        Sym::Known(Value::Tuple(parts)) => parts.iter().cloned().map(Sym::Known).collect(),
        Sym::Known(Value::Cell(p)) => [p.row, p.col].map(|n| Sym::Known(Value::int(n.into()))).into(),
        _ => return Err(Unseen),
    };
    if parts.len() != slots.len() {
        return Err(Unseen);
    }
    let mut frame = frame.to_vec();
    slots.iter().zip(parts).for_each(|(slot, part)| frame[*slot as usize] = part);
    Ok(frame)
}
