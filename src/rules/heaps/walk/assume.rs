//! Conditions with the pile left open: the lines they add to a path.

use super::sym::{self, line, substitute};
use super::{Frame, MANY, Path, Result, Sym, Unseen, Walk};
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::rules::heaps::line::Line;
use crate::value::Value;

impl Walk<'_> {
    /// The ways on which a condition is as wanted. Frames come back too, for a variable may have got a value.
    pub(in crate::rules::heaps) fn assume(
        &self,
        path: Path,
        frame: &Frame,
        e: &Expr,
        wanted: bool,
    ) -> Result<Vec<(Path, Frame)>> {
        self.step()?;
        if path.is_closed() {
            return Ok(vec![]);
        }
        if let Some(value) = self.concrete(frame, e) {
            let holds = value? == Value::Bool(wanted);
            return Ok(if holds { vec![(path, frame.clone())] } else { vec![] });
        }
        match self.assume_open(path.clone(), frame, e, wanted) {
            Err(Unseen) => {
                self.case_by_case(path, frame, e, &mut |path, frame| self.assume(path, frame, e, wanted))
            }
            done => done,
        }
    }

    pub(super) fn assume_open(
        &self,
        path: Path,
        frame: &Frame,
        e: &Expr,
        wanted: bool,
    ) -> Result<Vec<(Path, Frame)>> {
        let same = |paths: Vec<Path>| paths.into_iter().map(|p| (p, frame.clone())).collect();
        match &e.kind {
            ExprKind::Not(a) => self.assume(path, frame, a, !wanted),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let both = (*op == BinaryOp::And) == wanted;
                let mut all = vec![];
                if both {
                    for (path, frame) in self.assume(path, frame, a, wanted)? {
                        all.extend(self.assume(path, &frame, b, wanted)?);
                    }
                } else {
                    all = self.assume(path.clone(), frame, a, wanted)?;
                    // The right side is only looked at where the left one does not decide.
                    for (path, frame) in self.assume(path, frame, a, !wanted)? {
                        all.extend(self.assume(path, &frame, b, wanted)?);
                    }
                }
                Ok(all)
            }
            ExprKind::Compare(op, a, b) => {
                let mut all = vec![];
                for (path, x) in self.eval(path, frame, a)? {
                    for (path, y) in self.eval(path, frame, b)? {
                        all.extend(self.compare(path, *op, &x, &y, wanted)?);
                    }
                }
                Ok(same(all))
            }
            ExprKind::In(x, source) => {
                let mut all = vec![];
                for (path, x) in self.eval(path, frame, x)? {
                    all.extend(self.member(path, frame, &x, source, wanted)?);
                }
                Ok(same(all))
            }
            ExprKind::If(c, a, b) => {
                self.either(path, frame, (c, a, b), &mut |path, frame, e| self.assume(path, frame, e, wanted))
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let ask = &mut |path, frame: &Frame, e: &Expr| self.assume(path, frame, e, wanted);
                Ok(same(self.inside(path, frame, e, ask)?.into_iter().map(|(p, _)| p).collect()))
            }
            _ => Err(Unseen),
        }
    }

    /// Does something for each value of a variable that the conditions keep between two numbers.
    pub(super) fn case_by_case<T>(
        &self,
        path: Path,
        frame: &Frame,
        e: &Expr,
        body: &mut dyn FnMut(Path, &Frame) -> Result<Vec<T>>,
    ) -> Result<Vec<T>> {
        let mut variables = vec![];
        e.walk(&mut |e| {
            if let ExprKind::Local(s) = &e.kind
                && let Some(x) = frame.get(*s as usize)
            {
                variables.extend(sym::variables(x));
            }
        });
        for v in variables {
            let (Some(low), Some(high)) = path.system.range(v) else { continue };
            if path.quotients[v].is_some() || high.saturating_sub(low) > MANY as i64 {
                continue;
            }
            let mut all = vec![];
            for x in low..=high {
                let value = Line::number(x);
                let mut path = Path { system: path.system.with(v, &value).ok_or(Unseen)?, ..path.clone() };
                let here = Line::variable(v).minus(&value).ok_or(Unseen)?;
                path.system.require(here.times(-1).ok_or(Unseen)?);
                path.system.require(here);
                for q in path.quotients.iter_mut().flatten() {
                    q.0 = q.0.with(v, &value).ok_or(Unseen)?;
                }
                for c in &mut path.congruences {
                    *c = c.with(v, &value).ok_or(Unseen)?;
                }
                let frame: Result<Frame> = frame.iter().map(|x| substitute(x, v, &value)).collect();
                all.extend(body(path, &frame?)?);
            }
            return Ok(all);
        }
        Err(Unseen)
    }

    pub(super) fn compare(
        &self,
        path: Path,
        op: CompareOp,
        x: &Sym,
        y: &Sym,
        wanted: bool,
    ) -> Result<Vec<Path>> {
        if let (Sym::Known(a), Sym::Known(b)) = (x, y) {
            let holds = match op {
                CompareOp::Equal => a == b,
                CompareOp::NotEqual => a != b,
                CompareOp::Less => a < b,
                CompareOp::LessEqual => a <= b,
            };
            return Ok(if holds == wanted { vec![path] } else { vec![] });
        }
        let d = line(y)?.minus(&line(x)?).ok_or(Unseen)?;
        let up = |by: i64| d.plus(&Line::number(1), by);
        let down = |by: i64| d.times(-1).and_then(|d| d.plus(&Line::number(1), by));
        let equal = match (op, wanted) {
            (CompareOp::Less, true) => return Ok(vec![path.and(up(-1))?]),
            (CompareOp::Less, false) => return Ok(vec![path.and(down(0))?]),
            (CompareOp::LessEqual, true) => return Ok(vec![path.and(up(0))?]),
            (CompareOp::LessEqual, false) => return Ok(vec![path.and(down(-1))?]),
            (CompareOp::Equal, w) => w,
            (CompareOp::NotEqual, w) => !w,
        };
        if equal {
            Ok(vec![path.and(up(0))?.and(down(0))?])
        } else {
            Ok(vec![path.clone().and(up(-1))?, path.and(down(-1))?])
        }
    }

    /// The ways on which something is in a collection, or is not.
    pub(super) fn member(
        &self,
        path: Path,
        frame: &Frame,
        x: &Sym,
        source: &Expr,
        wanted: bool,
    ) -> Result<Vec<Path>> {
        self.step()?;
        if let ExprKind::Range(lo, hi) = &source.kind {
            return self.in_range(path, frame, x, lo, hi.as_deref(), wanted);
        }
        if let Some(value) = self.concrete(frame, source) {
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

    pub(super) fn in_range(
        &self,
        path: Path,
        frame: &Frame,
        x: &Sym,
        lo: &Expr,
        hi: Option<&Expr>,
        wanted: bool,
    ) -> Result<Vec<Path>> {
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

    /// Membership in a known collection of numbers: a case for each run of neighbours.
    pub(super) fn in_known(
        &self,
        path: Path,
        x: &Sym,
        collection: &Value,
        wanted: bool,
    ) -> Result<Vec<Path>> {
        if let Sym::Known(x) = x {
            let inside = crate::builtin::collection::contains(collection, x);
            return Ok(if inside == wanted { vec![path] } else { vec![] });
        }
        let mut numbers: Vec<i64> = vec![];
        for v in crate::builtin::collection::elements(collection) {
            numbers.push(v.as_i64().filter(|_| numbers.len() < MANY).ok_or(Unseen)?);
        }
        numbers.sort_unstable();
        let mut runs: Vec<(i64, i64)> = vec![];
        for v in numbers {
            match runs.last_mut() {
                Some(last) if v <= last.1 + 1 => last.1 = v,
                _ => runs.push((v, v)),
            }
        }
        let x = line(x)?;
        let mut all = vec![];
        let mut between = |low: Option<i64>, high: Option<i64>| -> Result<()> {
            let mut path = path.clone();
            if let Some(low) = low {
                path = path.and(x.minus(&Line::number(low)))?;
            }
            if let Some(high) = high {
                path = path.and(Line::number(high).minus(&x))?;
            }
            all.push(path);
            Ok(())
        };
        if wanted {
            runs.iter().try_for_each(|r| between(Some(r.0), Some(r.1)))?;
        } else {
            let mut low = None;
            for r in &runs {
                between(low, Some(r.0 - 1))?;
                low = Some(r.1 + 1);
            }
            between(low, None)?;
        }
        Ok(all)
    }
}
