//! Positions.

use super::{Domain, Executor, Of, Sym, Unseen, Ways, put};
use crate::builtin::collection;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Slot};

impl<D: Domain> Executor<'_, '_, D> {
    /// The positions that an expression may be.
    pub(super) fn sum(&mut self, path: D::Path, frame: &[Of<D>], e: &Expr) -> Ways<D, Of<D>> {
        match &e.kind {
            ExprKind::Nothing => Ok(vec![(path, Sym::Sum(D::nothing()))]),
            ExprKind::Heap(k) => {
                let sizes = self.eval(path, frame, k)?.into_iter();
                sizes.map(|(path, k)| Ok((path, Sym::Sum(self.domain.heap(&k)?)))).collect()
            }
            ExprKind::Position(id, args) => {
                let args = self.all(path, frame, args)?.into_iter();
                let position =
                    |(path, args): (D::Path, Vec<Of<D>>)| match self.domain.position(&path, *id, &args) {
                        Ok(position) => Ok((path, Sym::Sum(position))),
                        // What nothing leads to may be anything.
                        Err(Unseen) if self.domain.is_closed(&path) => Ok((path, Sym::Sum(D::nothing()))),
                        Err(Unseen) => Err(Unseen),
                    };
                args.map(position).collect()
            }
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                let mut all = vec![];
                for (path, x) in self.eval(path, frame, a)? {
                    for (path, y) in self.eval(path, frame, b)? {
                        all.push((path, self.added(&x, &y)?));
                    }
                }
                Ok(all)
            }
            ExprKind::For(Fold::SumPositions, item, binders) => self.sum_of(path, frame, item, binders),
            _ => Err(Unseen),
        }
    }

    fn added(&self, x: &Of<D>, y: &Of<D>) -> Result<Of<D>, Unseen> {
        match (x, y) {
            (Sym::Sum(x), Sym::Sum(y)) => Ok(Sym::Sum(self.domain.add(x, y)?)),
            _ => Err(Unseen),
        }
    }

    /// A sum over something of which it is known how many there are.
    fn sum_of(&mut self, path: D::Path, frame: &[Of<D>], item: &Expr, binders: &[Binder]) -> Ways<D, Of<D>> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return Err(Unseen);
        };
        let [slot] = slots.as_slice() else { return Err(Unseen) };
        let sources = match (self.domain.known(frame, source), &source.kind) {
            (Some(value), _) => {
                let most = D::MOST_PARTS.saturating_add(1);
                vec![(path, collection::elements(&value?).take(most).map(Sym::Known).collect())]
            }
            // Of a set with open elements it is not known which are equal.
            (None, ExprKind::Bag(items)) => self.all(path, frame, items)?,
            (None, _) => {
                let lists = self.eval(path, frame, source)?.into_iter().map(|(path, list)| match list {
                    Sym::Parts(parts) => Ok((path, parts)),
                    _ => Err(Unseen),
                });
                lists.collect::<Result<_, _>>()?
            }
        };
        let mut sums = vec![];
        for (path, elements) in sources {
            sums.extend(self.sum_over(path, frame, *slot, elements, item)?);
        }
        Ok(sums)
    }

    fn sum_over(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        slot: Slot,
        elements: Vec<Of<D>>,
        item: &Expr,
    ) -> Ways<D, Of<D>> {
        if elements.len() > D::MOST_PARTS {
            return Err(Unseen);
        }
        let mut open = vec![(path, Sym::Sum(D::nothing()))];
        for x in elements {
            let inner = put(frame, slot as usize, x);
            let mut next = vec![];
            for (path, total) in open {
                for (path, one) in self.eval(path, &inner, item)? {
                    next.push((path, self.added(&total, &one)?));
                }
            }
            open = self.domain.few(next)?;
        }
        Ok(open)
    }
}
