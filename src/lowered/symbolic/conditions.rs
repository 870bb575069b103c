//! Conditions: the ways on which they hold, or do not.

use super::{Domain, Executor, Form, MANY, Of, Seen, Sym, Unseen, Ways};
use crate::builtin::collection;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::check::types::Type;
use crate::value::Value;

impl<D: Domain> Executor<'_, '_, D> {
    /// The ways on which a condition is as wanted. Frames come back too, for something may have got a value.
    pub(crate) fn assume(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        e: &Expr,
        wanted: bool,
    ) -> Ways<D, Vec<Of<D>>> {
        self.domain.step()?;
        if self.domain.is_closed(&path) {
            return Ok(vec![]);
        }
        if let Some(value) = self.domain.known(frame, e) {
            let holds = value? == Value::Bool(wanted);
            return Ok(if holds { vec![(path, frame.to_vec())] } else { vec![] });
        }
        match self.assume_open(path.clone(), frame, e, wanted) {
            Err(Unseen) => {
                self.case_by_case(path, frame, e, &mut |x, path, frame, e| x.assume(path, frame, e, wanted))
            }
            done => done,
        }
    }

    fn assume_open(&mut self, path: D::Path, frame: &[Of<D>], e: &Expr, wanted: bool) -> Ways<D, Vec<Of<D>>> {
        let same = |paths: Vec<D::Path>| paths.into_iter().map(|p| (p, frame.to_vec())).collect();
        match &e.kind {
            ExprKind::Not(a) => self.assume(path, frame, a, !wanted),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let all = if (*op == BinaryOp::And) == wanted {
                    self.both(path, frame, (a, b), wanted)
                } else {
                    self.one_of(path, frame, (a, b), wanted)
                };
                self.domain.few(all?)
            }
            ExprKind::Compare(op, a, b) => {
                let mut all = vec![];
                for (path, x) in self.eval(path, frame, a)? {
                    for (path, y) in self.eval(path, frame, b)? {
                        all.extend(self.compare(path, *op, &x, &y, wanted)?);
                    }
                }
                Ok(same(self.domain.few(all)?))
            }
            ExprKind::In(x, source) => {
                let mut all = vec![];
                for (path, x) in self.eval(path, frame, x)? {
                    all.extend(self.member(path, frame, &x, source, wanted)?);
                }
                Ok(same(self.domain.few(all)?))
            }
            ExprKind::If(c, a, b) => {
                self.either(path, frame, (c, a, b), &mut |x, path, frame, e| x.assume(path, frame, e, wanted))
            }
            ExprKind::Local(slot) if e.ty == Type::Bool => {
                let truth = self.form(&frame[*slot as usize])?;
                let from = if wanted { (-1, 1) } else { (0, -1) };
                let holds = D::Form::constant(from.0).plus(&truth, from.1).ok_or(Unseen)?;
                Ok(same(vec![self.domain.and(path, holds)]))
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let found =
                    self.inside(path, frame, e, &mut |x, path, frame, e| x.assume(path, frame, e, wanted))?;
                Ok(same(found.into_iter().map(|(path, _)| path).collect()))
            }
            _ => Err(Unseen),
        }
    }

    fn both(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        (a, b): (&Expr, &Expr),
        wanted: bool,
    ) -> Ways<D, Vec<Of<D>>> {
        let mut all = vec![];
        for (path, frame) in self.assume(path, frame, a, wanted)? {
            all.extend(self.assume(path, &frame, b, wanted)?);
        }
        Ok(all)
    }

    fn one_of(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        (a, b): (&Expr, &Expr),
        wanted: bool,
    ) -> Ways<D, Vec<Of<D>>> {
        let mut all = self.assume(path.clone(), frame, a, wanted)?;
        if !D::APART {
            all.extend(self.assume(path, frame, b, wanted)?);
            return Ok(all);
        }
        // The right side is only looked at where the left one does not decide.
        for (path, frame) in self.assume(path, frame, a, !wanted)? {
            all.extend(self.assume(path, &frame, b, wanted)?);
        }
        Ok(all)
    }

    /// The ways on which a form is at least a number.
    fn from(&mut self, path: D::Path, form: &D::Form, least: i64) -> Seen<D::Path> {
        let form = form.plus(&D::Form::constant(1), -least).ok_or(Unseen)?;
        Ok(self.domain.and(path, form))
    }

    pub(super) fn compare(
        &mut self,
        path: D::Path,
        op: CompareOp,
        x: &Of<D>,
        y: &Of<D>,
        wanted: bool,
    ) -> Seen<Vec<D::Path>> {
        if let (Sym::Known(a), Sym::Known(b)) = (x, y) {
            let holds = match op {
                CompareOp::Equal => a == b,
                CompareOp::NotEqual => a != b,
                CompareOp::Less => a < b,
                CompareOp::LessEqual => a <= b,
            };
            return Ok(if holds == wanted { vec![path] } else { vec![] });
        }
        let gap = self.form(y)?.plus(&self.form(x)?, -1).ok_or(Unseen)?;
        let back = D::Form::constant(0).plus(&gap, -1).ok_or(Unseen)?;
        match (op, wanted) {
            (CompareOp::Less, true) => Ok(vec![self.from(path, &gap, 1)?]),
            (CompareOp::Less, false) => Ok(vec![self.from(path, &back, 0)?]),
            (CompareOp::LessEqual, true) => Ok(vec![self.from(path, &gap, 0)?]),
            (CompareOp::LessEqual, false) => Ok(vec![self.from(path, &back, 1)?]),
            (CompareOp::Equal, true) | (CompareOp::NotEqual, false) => {
                let path = self.from(path, &gap, 0)?;
                Ok(vec![self.from(path, &back, 0)?])
            }
            (CompareOp::Equal, false) | (CompareOp::NotEqual, true) => {
                Ok(vec![self.from(path.clone(), &gap, 1)?, self.from(path, &back, 1)?])
            }
        }
    }

    /// The ways on which something is in a collection, or is not.
    pub(super) fn member(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        x: &Of<D>,
        source: &Expr,
        wanted: bool,
    ) -> Seen<Vec<D::Path>> {
        self.domain.step()?;
        if let ExprKind::Range(lo, hi) = &source.kind {
            return self.in_range(path, frame, x, (lo, hi.as_deref()), wanted);
        }
        if let Some(value) = self.domain.known(frame, source) {
            return self.in_known(path, x, &value?, wanted);
        }
        match &source.kind {
            ExprKind::Binary(BinaryOp::Union, a, b) if wanted => {
                let mut all = self.member(path.clone(), frame, x, a, true)?;
                all.extend(self.member(path, frame, x, b, true)?);
                Ok(all)
            }
            ExprKind::Binary(op @ (BinaryOp::Common | BinaryOp::Minus), a, b) if wanted => {
                let mut all = vec![];
                for path in self.member(path, frame, x, a, true)? {
                    all.extend(self.member(path, frame, x, b, *op == BinaryOp::Common)?);
                }
                Ok(all)
            }
            _ if wanted => {
                let mut all = vec![];
                for (path, y) in self.elements(path, frame, source)? {
                    all.extend(self.compare(path, CompareOp::Equal, x, &y, true)?);
                }
                Ok(all)
            }
            _ => Err(Unseen),
        }
    }

    fn in_range(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        x: &Of<D>,
        (lo, hi): (&Expr, Option<&Expr>),
        wanted: bool,
    ) -> Seen<Vec<D::Path>> {
        if !D::APART && wanted {
            return self.between(path, frame, x, (lo, hi));
        }
        let mut all = vec![];
        for (path, lo) in self.eval(path, frame, lo)? {
            let highs = match hi {
                Some(hi) => self.eval(path, frame, hi)?.into_iter().map(|(p, h)| (p, Some(h))).collect(),
                None => vec![(path, None)],
            };
            for (path, hi) in highs {
                if !wanted {
                    all.extend(self.compare(path.clone(), CompareOp::Less, x, &lo, true)?);
                }
                for path in self.compare(path, CompareOp::LessEqual, &lo, x, true)? {
                    match &hi {
                        Some(hi) => all.extend(self.compare(path, CompareOp::LessEqual, x, hi, wanted)?),
                        None if wanted => all.push(path),
                        None => {}
                    }
                }
            }
        }
        Ok(all)
    }

    /// The ways on which a number is between two others, which may be the largest and the least of several: all bounds on the
    /// same way.
    pub(super) fn between(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        x: &Of<D>,
        (lo, hi): (&Expr, Option<&Expr>),
    ) -> Seen<Vec<D::Path>> {
        let mut all = vec![];
        for path in self.bounded(path, frame, x, lo, Builtin::Max)? {
            match hi {
                Some(hi) => all.extend(self.bounded(path, frame, x, hi, Builtin::Min)?),
                None => all.push(path),
            }
        }
        self.domain.few(all)
    }

    /// The ways on which a number is at least (`Max`) or at most (`Min`) what an expression says.
    fn bounded(
        &mut self,
        path: D::Path,
        frame: &[Of<D>],
        x: &Of<D>,
        end: &Expr,
        by: Builtin,
    ) -> Seen<Vec<D::Path>> {
        match &end.kind {
            ExprKind::Builtin(f, args) if *f == by && args.len() > 1 => {
                let mut all = vec![path];
                for arg in args {
                    let mut next = vec![];
                    for path in all {
                        next.extend(self.bounded(path, frame, x, arg, by)?);
                    }
                    all = self.domain.few(next)?;
                }
                Ok(all)
            }
            // x is at most a quotient if so many times x is at most what is divided.
            ExprKind::Binary(BinaryOp::Divide, a, d)
                if by == Builtin::Min && self.domain.known(frame, d).is_some() =>
            {
                let divisor = self.domain.known(frame, d).ok_or(Unseen)??.as_i64();
                let divisor = divisor.filter(|d| *d > 0).ok_or(Unseen)?;
                let scaled = D::Form::constant(0).plus(&self.form(x)?, divisor).ok_or(Unseen)?;
                self.bounded(path, frame, &Sym::Form(scaled), a, by)
            }
            _ => {
                let mut all = vec![];
                for (path, end) in self.eval(path, frame, end)? {
                    let (low, high) = if by == Builtin::Min { (x, &end) } else { (&end, x) };
                    all.extend(self.compare(path, CompareOp::LessEqual, low, high, true)?);
                }
                Ok(all)
            }
        }
    }

    /// Membership in a known collection: a case for each run of neighbours.
    fn in_known(&mut self, path: D::Path, x: &Of<D>, collection: &Value, wanted: bool) -> Seen<Vec<D::Path>> {
        if let Sym::Known(x) = x {
            let inside = collection::contains(collection, x);
            return Ok(if inside == wanted { vec![path] } else { vec![] });
        }
        let x = self.form(x)?;
        let runs = self.runs(collection)?;
        let mut ends = vec![];
        if wanted {
            ends.extend(runs.iter().map(|r| (Some(r.0), Some(r.1))));
        } else {
            let mut low = None;
            for r in &runs {
                ends.push((low, Some(r.0 - 1)));
                low = Some(r.1 + 1);
            }
            ends.push((low, None));
        }
        ends.into_iter().map(|(low, high)| self.within(path.clone(), &x, low, high)).collect()
    }

    /// The way on which a form lies between two numbers.
    fn within(
        &mut self,
        mut path: D::Path,
        x: &D::Form,
        low: Option<i64>,
        high: Option<i64>,
    ) -> Seen<D::Path> {
        if let Some(low) = low {
            path = self.from(path, x, low)?;
        }
        if let Some(high) = high {
            let back = D::Form::constant(0).plus(x, -1).ok_or(Unseen)?;
            path = self.from(path, &back, -high)?;
        }
        Ok(path)
    }

    /// The numbers of a collection, as runs of neighbours.
    fn runs(&self, collection: &Value) -> Seen<Vec<(i64, i64)>> {
        let mut numbers: Vec<i64> = vec![];
        for v in collection::elements(collection) {
            let n = self.domain.number(&v).and_then(|n| n.as_number());
            numbers.push(n.filter(|_| numbers.len() < MANY).ok_or(Unseen)?);
        }
        numbers.sort_unstable();
        let mut runs: Vec<(i64, i64)> = vec![];
        for v in numbers {
            match runs.last_mut() {
                Some(last) if v <= last.1 + 1 => last.1 = v,
                _ => runs.push((v, v)),
            }
        }
        Ok(runs)
    }
}
