//! Expressions: what they may be, in every case that has to be distinguished.

use super::{Domain, Executor, Form, Of, Sym, Unseen, Ways, of_form};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::value::Value;

impl<D: Domain> Executor<'_, '_, D> {
    /// The value of an expression, with each way to it.
    pub(crate) fn eval(&mut self, path: D::Path, frame: &[Of<D>], e: &Expr) -> Ways<D, Of<D>> {
        self.domain.step()?;
        if let Some(value) = self.domain.known(frame, e) {
            return Ok(vec![(path, Sym::Known(value?))]);
        }
        match self.eval_open(path.clone(), frame, e) {
            Err(Unseen) => {
                self.case_by_case(path, frame, e, &mut |x, path, frame, e| x.eval_open(path, frame, e))
            }
            done => self.domain.few(done?),
        }
    }

    fn eval_open(&mut self, path: D::Path, frame: &[Of<D>], e: &Expr) -> Ways<D, Of<D>> {
        match &e.kind {
            ExprKind::Local(slot) => Ok(vec![(path, frame[*slot as usize].clone())]),
            ExprKind::Negate(a) => self.forms(path, frame, &[&**a], |f| D::Form::constant(0).plus(&f[0], -1)),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                self.forms(path, frame, &[&**a, &**b], |f| f[0].plus(&f[1], sign))
            }
            ExprKind::Binary(BinaryOp::Multiply, a, b) => {
                let times = |f: &D::Form, k| D::Form::constant(0).plus(f, k);
                self.forms(path, frame, &[&**a, &**b], |f| match (f[0].as_number(), f[1].as_number()) {
                    (Some(k), _) => times(&f[1], k),
                    (_, Some(k)) => times(&f[0], k),
                    _ => None,
                })
            }
            ExprKind::Binary(op @ (BinaryOp::Divide | BinaryOp::Mod), a, b) => {
                self.quotient(path, frame, *op == BinaryOp::Mod, (a, b))
            }
            ExprKind::Builtin(f @ (Builtin::Min | Builtin::Max), args) if args.len() > 1 => {
                self.extreme(path, frame, args, *f == Builtin::Max)
            }
            ExprKind::Builtin(Builtin::Abs, args) => self.absolute(path, frame, &args[0]),
            ExprKind::If(c, a, b) => {
                self.either(path, frame, (c, a, b), &mut |x, path, frame, e| x.eval(path, frame, e))
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                self.inside(path, frame, e, &mut |x, path, frame, e| x.eval(path, frame, e))
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let parts = self.all(path, frame, items)?;
                Ok(parts.into_iter().map(|(path, parts)| (path, Sym::Parts(parts))).collect())
            }
            ExprKind::Index(list, i) => self.entry(path, frame, list, i),
            _ => self.sum(path, frame, e),
        }
    }

    /// The values of several expressions.
    pub(super) fn all<'e>(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        args: impl IntoIterator<Item = &'e Expr>,
    ) -> Ways<D, Vec<Of<D>>> {
        let mut open = vec![(path, vec![])];
        for arg in args {
            let mut next = vec![];
            for (path, done) in open {
                for (path, x) in self.eval(path, frame, arg)? {
                    next.push((path, [done.clone(), vec![x]].concat()));
                }
            }
            open = self.domain.few(next)?;
        }
        Ok(open)
    }

    fn forms(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        args: &[&Expr],
        f: impl Fn(&[D::Form]) -> Option<D::Form>,
    ) -> Ways<D, Of<D>> {
        let mut all = vec![];
        for (path, values) in self.all(path, frame, args.iter().copied())? {
            let forms = values.iter().map(|x| self.form(x)).collect::<Result<Vec<_>, _>>()?;
            all.push((path, of_form(f(&forms).ok_or(Unseen)?)));
        }
        Ok(all)
    }

    fn quotient(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        rest: bool,
        (a, b): (&Expr, &Expr),
    ) -> Ways<D, Of<D>> {
        let mut all = vec![];
        for (path, a) in self.eval(path, frame, a)? {
            for (path, b) in self.eval(path, frame, b)? {
                let divisor = self.number(&b).filter(|b| *b > 0).ok_or(Unseen)?;
                let a = self.form(&a)?;
                all.extend(self.domain.divided(path, a, divisor, rest)?);
            }
        }
        Ok(all)
    }

    fn absolute(&mut self, path: D::Path, frame: &[Of<D>], a: &Expr) -> Ways<D, Of<D>> {
        let (mut all, zero) = (vec![], Sym::Known(Value::int(0)));
        for (path, x) in self.eval(path, frame, a)? {
            let turned = D::Form::constant(0).plus(&self.form(&x)?, -1).ok_or(Unseen)?;
            for path in self.compare(path.clone(), CompareOp::LessEqual, &zero, &x, true)? {
                all.push((path, x.clone()));
            }
            for path in self.compare(path, CompareOp::Less, &x, &zero, true)? {
                all.push((path, of_form(turned.clone())));
            }
        }
        Ok(all)
    }

    /// The least or the largest of some numbers: a case for each, and one of them where some are equal. Where cases are kept
    /// apart that is the last one for the largest: `max(0, n - k)` is then n - k wherever it can be, which is one way less
    /// than to take 0 for itself.
    fn extreme(&mut self, path: D::Path, frame: &[Of<D>], args: &[Expr], largest: bool) -> Ways<D, Of<D>> {
        let mut all = vec![];
        for (path, values) in self.all(path, frame, args)? {
            for (i, x) in values.iter().enumerate() {
                let mut here = vec![path.clone()];
                for (j, y) in values.iter().enumerate().filter(|(j, _)| *j != i) {
                    let strict = (j < i) != (D::APART && largest);
                    let op = if strict { CompareOp::Less } else { CompareOp::LessEqual };
                    let (low, high) = if largest { (y, x) } else { (x, y) };
                    let mut next = vec![];
                    for path in here {
                        next.extend(self.compare(path, op, low, high, true)?);
                    }
                    here = next;
                }
                all.extend(here.into_iter().map(|path| (path, x.clone())));
            }
        }
        Ok(all)
    }

    /// An entry of a list that is written out, at a place that is known.
    fn entry(&mut self, path: D::Path, frame: &[Of<D>], list: &Expr, i: &Expr) -> Ways<D, Of<D>> {
        let place = self.domain.known(frame, i).ok_or(Unseen)??.as_i64().ok_or(Unseen)?;
        let place = place.checked_sub(1).and_then(|i| usize::try_from(i).ok()).ok_or(Unseen)?;
        let entries = self.eval(path, frame, list)?.into_iter().map(|(path, list)| match list {
            Sym::Parts(parts) => Ok((path, parts.get(place).cloned().ok_or(Unseen)?)),
            _ => Err(Unseen),
        });
        entries.collect()
    }
}
