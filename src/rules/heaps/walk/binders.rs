//! What binders may choose, with the pile left open.

use super::sym::{known, line, number, shared};
use super::{Frame, MANY, Path, Result, Sym, Unseen, Walk};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;
use crate::rules::heaps::line::Line;
use crate::value::Value;

impl Walk<'_> {
    /// Every way to choose the binders, with their guards.
    pub(in crate::rules::heaps) fn binders(
        &self,
        path: Path,
        frame: &Frame,
        binders: &[Binder],
    ) -> Result<Vec<(Path, Frame)>> {
        let mut open = vec![(path, frame.clone())];
        for b in binders {
            let mut next = vec![];
            for (path, frame) in open {
                for (path, frame) in self.bind(path, &frame, b)? {
                    match &b.guard {
                        None => next.push((path, frame)),
                        Some(guard) => {
                            next.extend(self.assume(path, &frame, guard, true)?);
                        }
                    }
                }
            }
            open = next;
        }
        Ok(open)
    }

    pub(super) fn bind(&self, path: Path, frame: &Frame, b: &Binder) -> Result<Vec<(Path, Frame)>> {
        let put = |slot: Slot, x: Sym| {
            let mut frame = frame.clone();
            frame[slot as usize] = x;
            frame
        };
        match &b.kind {
            BinderKind::Is { slot, value, .. } => {
                Ok(self.eval(path, frame, value)?.into_iter().map(|(p, x)| (p, put(*slot, x))).collect())
            }
            BinderKind::In { slots, source, .. } => {
                let elements = self.elements(path, frame, source)?;
                let bound = elements.into_iter().map(|(p, x)| match (slots.as_slice(), x) {
                    ([slot], x) => Ok((p, put(*slot, x))),
                    (slots, Sym::Parts(parts)) if slots.len() == parts.len() => {
                        let mut frame = frame.clone();
                        slots.iter().zip(parts).for_each(|(slot, part)| frame[*slot as usize] = part);
                        Ok((p, frame))
                    }
                    (slots, Sym::Known(Value::Tuple(parts))) if slots.len() == parts.len() => {
                        let mut frame = frame.clone();
                        for (slot, part) in slots.iter().zip(parts.iter()) {
                            frame[*slot as usize] = Sym::Known(part.clone());
                        }
                        Ok((p, frame))
                    }
                    _ => Err(Unseen),
                });
                bound.collect()
            }
        }
    }

    /// The elements of a collection, each with the way to it; the same may come more than once.
    pub(super) fn elements(&self, path: Path, frame: &Frame, source: &Expr) -> Result<Vec<(Path, Sym)>> {
        self.step()?;
        if let ExprKind::Range(lo, Some(hi)) = &source.kind {
            return self.range(path, frame, lo, hi);
        }
        if let Some(value) = self.concrete(frame, source) {
            let all: Vec<Value> = crate::builtin::collection::elements(&value?).take(MANY + 1).collect();
            if all.len() > MANY {
                return Err(Unseen);
            }
            return Ok(all.into_iter().map(|x| (path.clone(), known(x))).collect());
        }
        match &source.kind {
            ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) => {
                let mut all = vec![];
                for (path, frame) in self.binders(path, frame, binders)? {
                    all.extend(self.eval(path, &frame, item)?);
                }
                Ok(shared(all))
            }
            ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Bag(items) => {
                let mut all = vec![];
                for item in items {
                    all.extend(self.eval(path.clone(), frame, item)?);
                }
                Ok(shared(all))
            }
            ExprKind::Binary(op, a, b) => self.combined(path, frame, *op, a, b),
            ExprKind::If(c, a, b) => {
                self.either(path, frame, (c, a, b), &mut |path, frame, e| self.elements(path, frame, e))
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                self.inside(path, frame, source, &mut |path, frame, e| self.elements(path, frame, e))
            }
            _ => Err(Unseen),
        }
    }

    pub(super) fn combined(
        &self,
        path: Path,
        frame: &Frame,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
    ) -> Result<Vec<(Path, Sym)>> {
        let mut all = vec![];
        match op {
            BinaryOp::Union => {
                all = self.elements(path.clone(), frame, a)?;
                all.extend(self.elements(path, frame, b)?);
                all = shared(all);
            }
            BinaryOp::With => {
                all = self.elements(path.clone(), frame, a)?;
                all.extend(self.eval(path, frame, b)?);
                all = shared(all);
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
        Ok(all)
    }

    pub(super) fn range(&self, path: Path, frame: &Frame, lo: &Expr, hi: &Expr) -> Result<Vec<(Path, Sym)>> {
        let mut all = vec![];
        for (path, lo) in self.eval(path, frame, lo)? {
            for (mut path, hi) in self.eval(path, frame, hi)? {
                if let (Some(lo), Some(hi)) = (number(&lo), number(&hi)) {
                    if hi.saturating_sub(lo) > MANY as i64 {
                        return Err(Unseen);
                    }
                    all.extend((lo..=hi).map(|x| (path.clone(), Sym::Known(Value::int(x)))));
                    continue;
                }
                let x = Line::variable(path.variable(None));
                let path = path.and(x.minus(&line(&lo)?))?.and(line(&hi)?.minus(&x))?;
                all.push((path, Sym::Line(x)));
            }
        }
        Ok(all)
    }
}
