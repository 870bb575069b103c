//! Expressions with the pile left open: linear in it, or known, or not seen.

use super::sym::{add, is_narrow, known, line, number, of_line};
use super::{Frame, Path, Result, Sym, Unseen, Walk};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::rules::heaps::line::{Line, PILE};
use crate::rules::open;
use crate::value::Value;

impl Walk<'_> {
    /// The value of an expression, in every case that has to be distinguished.
    pub(in crate::rules::heaps) fn eval(
        &self,
        path: Path,
        frame: &Frame,
        e: &Expr,
    ) -> Result<Vec<(Path, Sym)>> {
        self.step()?;
        if let Some(value) = self.concrete(frame, e) {
            return Ok(vec![(path, known(value?))]);
        }
        match self.eval_open(path.clone(), frame, e) {
            Err(Unseen) => {
                self.case_by_case(path, frame, e, &mut |path, frame| self.eval_open(path, frame, e))
            }
            done => done,
        }
    }

    pub(super) fn eval_open(&self, path: Path, frame: &Frame, e: &Expr) -> Result<Vec<(Path, Sym)>> {
        match &e.kind {
            ExprKind::Local(slot) => Ok(vec![(path, frame[*slot as usize].clone())]),
            ExprKind::Negate(a) => self.lines(path, frame, &[&**a], |l| l[0].times(-1)),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                self.lines(path, frame, &[&**a, &**b], |l| l[0].plus(&l[1], 1))
            }
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                self.lines(path, frame, &[&**a, &**b], |l| l[0].minus(&l[1]))
            }
            ExprKind::Binary(BinaryOp::Multiply, a, b) => {
                self.lines(path, frame, &[&**a, &**b], |l| match (l[0].as_number(), l[1].as_number()) {
                    (Some(k), _) => l[1].times(k),
                    (_, Some(k)) => l[0].times(k),
                    _ => None,
                })
            }
            ExprKind::Binary(op @ (BinaryOp::Divide | BinaryOp::Mod), a, b) => {
                self.quotient(path, frame, *op, a, b)
            }
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                let mut all = vec![];
                for (path, x) in self.eval(path, frame, a)? {
                    for (path, y) in self.eval(path, frame, b)? {
                        all.push((path, add(&x, &y)?));
                    }
                }
                Ok(all)
            }
            ExprKind::Builtin(f @ (Builtin::Min | Builtin::Max), args) if args.len() > 1 => {
                self.extreme(path, frame, args, *f == Builtin::Max)
            }
            ExprKind::Builtin(Builtin::Abs, args) => {
                let mut all = vec![];
                let zero = Sym::Known(Value::int(0));
                for (path, x) in self.eval(path, frame, &args[0])? {
                    let turned = line(&x)?.times(-1).ok_or(Unseen)?;
                    for path in self.compare(path.clone(), CompareOp::LessEqual, &zero, &x, true)? {
                        all.push((path, x.clone()));
                    }
                    for path in self.compare(path, CompareOp::Less, &x, &zero, true)? {
                        all.push((path, of_line(turned.clone())));
                    }
                }
                Ok(all)
            }
            ExprKind::If(c, a, b) => {
                self.either(path, frame, (c, a, b), &mut |path, frame, e| self.eval(path, frame, e))
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                self.inside(path, frame, e, &mut |path, frame, e| self.eval(path, frame, e))
            }
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let parts = self.all(path, frame, items)?;
                Ok(parts.into_iter().map(|(path, parts)| (path, Sym::Parts(parts))).collect())
            }
            ExprKind::Index(list, i) => self.element(path, frame, list, i),
            ExprKind::Nothing => Ok(vec![(path, Sym::Position(0, vec![]))]),
            ExprKind::Heap(k) => {
                let heaps = self.eval(path, frame, k)?.into_iter().map(|(p, k)| {
                    let size = number(&k).and_then(|k| u64::try_from(k).ok()).filter(|k| *k < 1 << 16);
                    Ok((p, Sym::Position(size.ok_or(Unseen)?, vec![])))
                });
                heaps.collect()
            }
            ExprKind::Position(game, args) if *game == self.game => {
                let handed_on = open::hands_on(self.machine, frame, self.given, args, self.pile);
                let piles = self.eval(path, frame, &args[self.pile])?.into_iter().map(|(path, x)| {
                    let pile = line(&x)?;
                    let smaller = Line::variable(PILE).minus(&pile).and_then(|d| d.minus(&Line::number(1)));
                    let fits = pile.minus(&Line::number(self.first)).is_some_and(|d| path.system.implies(&d));
                    let falls = smaller.is_some_and(|d| path.system.implies(&d));
                    if path.is_closed() || fits && falls && handed_on {
                        Ok((path, Sym::Position(0, vec![pile])))
                    } else {
                        Err(Unseen)
                    }
                });
                piles.collect()
            }
            ExprKind::For(Fold::SumPositions, item, binders) => self.sum(path, frame, item, binders),
            _ => Err(Unseen),
        }
    }

    /// A sum of positions over something that does not depend on what is open.
    pub(super) fn sum(
        &self,
        path: Path,
        frame: &Frame,
        item: &Expr,
        binders: &[Binder],
    ) -> Result<Vec<(Path, Sym)>> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return Err(Unseen);
        };
        let [slot] = slots.as_slice() else { return Err(Unseen) };
        let sources = match (self.concrete(frame, source), &source.kind) {
            (Some(value), _) => {
                let few = crate::builtin::collection::elements(&value?).take(8).map(known).collect();
                vec![(path, few)]
            }
            // Of a set with open elements it is not known which are equal.
            (None, ExprKind::Bag(items)) => self.all(path, frame, items)?,
            (None, _) => {
                let lists = self.eval(path, frame, source)?.into_iter().map(|(path, list)| match list {
                    Sym::Parts(parts) => Ok((path, parts)),
                    _ => Err(Unseen),
                });
                lists.collect::<Result<_>>()?
            }
        };
        let mut sums = vec![];
        for (path, elements) in sources {
            sums.extend(self.sum_over(path, frame, *slot, elements, item)?);
        }
        Ok(sums)
    }

    fn sum_over(
        &self,
        path: Path,
        frame: &Frame,
        slot: Slot,
        elements: Vec<Sym>,
        item: &Expr,
    ) -> Result<Vec<(Path, Sym)>> {
        if elements.len() > 7 {
            return Err(Unseen);
        }
        let mut open = vec![(path, Sym::Position(0, vec![]))];
        for x in elements {
            let mut inner = frame.clone();
            inner[slot as usize] = x;
            let mut next = vec![];
            for (path, total) in open {
                for (path, p) in self.eval(path, &inner, item)? {
                    next.push((path, add(&total, &p)?));
                }
            }
            open = next;
        }
        Ok(open)
    }

    /// The values of several expressions.
    fn all<'e>(
        &self,
        path: Path,
        frame: &Frame,
        args: impl IntoIterator<Item = &'e Expr>,
    ) -> Result<Vec<(Path, Vec<Sym>)>> {
        let mut open = vec![(path, vec![])];
        for arg in args {
            let mut next = vec![];
            for (path, done) in open {
                for (path, x) in self.eval(path, frame, arg)? {
                    next.push((path, [done.clone(), vec![x]].concat()));
                }
            }
            open = next;
        }
        Ok(open)
    }

    /// An element of a list that is written out, at a place that is known.
    fn element(&self, path: Path, frame: &Frame, list: &Expr, i: &Expr) -> Result<Vec<(Path, Sym)>> {
        let place = self.concrete(frame, i).ok_or(Unseen)??.as_i64().ok_or(Unseen)?;
        let place = place.checked_sub(1).and_then(|i| usize::try_from(i).ok()).ok_or(Unseen)?;
        let lists = self.eval(path, frame, list)?.into_iter().map(|(path, list)| match list {
            Sym::Parts(parts) => Ok((path, parts.get(place).cloned().ok_or(Unseen)?)),
            _ => Err(Unseen),
        });
        lists.collect()
    }

    fn lines(
        &self,
        path: Path,
        frame: &Frame,
        args: &[&Expr],
        f: impl Fn(&[Line]) -> Option<Line>,
    ) -> Result<Vec<(Path, Sym)>> {
        let mut all = vec![];
        for (path, values) in self.all(path, frame, args.iter().copied())? {
            let lines = values.iter().map(line).collect::<Result<Vec<_>>>()?;
            all.push((path, of_line(f(&lines).ok_or(Unseen)?)));
        }
        Ok(all)
    }

    pub(super) fn quotient(
        &self,
        path: Path,
        frame: &Frame,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
    ) -> Result<Vec<(Path, Sym)>> {
        let mut all = vec![];
        for (path, a) in self.eval(path, frame, a)? {
            for (mut path, b) in self.eval(path, frame, b)? {
                let divisor = number(&b).filter(|b| *b > 0).ok_or(Unseen)?;
                let a = line(&a)?;
                if op == BinaryOp::Mod && a.variables().all(|v| is_narrow(&path, v)) {
                    return Err(Unseen); // each value is a case of its own
                }
                if op == BinaryOp::Mod {
                    let cases = path.remainders(&a, divisor)?;
                    all.extend(cases.into_iter().map(|(p, r)| (p, Sym::Known(Value::int(r)))));
                    continue;
                }
                let q = Line::variable(path.variable(Some((a.clone(), divisor))));
                let rest = a.plus(&q, -divisor).ok_or(Unseen)?;
                let path = path.and(Some(rest.clone()))?.and(Line::number(divisor - 1).minus(&rest))?;
                all.push((path, Sym::Line(q)));
            }
        }
        Ok(all)
    }

    pub(super) fn extreme(
        &self,
        path: Path,
        frame: &Frame,
        args: &[Expr],
        largest: bool,
    ) -> Result<Vec<(Path, Sym)>> {
        let (first, rest) = args.split_first().ok_or(Unseen)?;
        let mut open = self.eval(path, frame, first)?;
        for arg in rest {
            let mut next = vec![];
            for (path, x) in open {
                for (path, y) in self.eval(path, frame, arg)? {
                    let below = |strict| if strict { CompareOp::Less } else { CompareOp::LessEqual };
                    for path in self.compare(path.clone(), below(false), &x, &y, true)? {
                        next.push((path, if largest { y.clone() } else { x.clone() }));
                    }
                    for path in self.compare(path, below(true), &y, &x, true)? {
                        next.push((path, if largest { x.clone() } else { y.clone() }));
                    }
                }
            }
            open = next;
        }
        Ok(open)
    }
}
