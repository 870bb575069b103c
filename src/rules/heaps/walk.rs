//! The rules of a game gone through with the pile left open: every way through binders, guards and choices gives a
//! [`Path`], a system of linear conditions on the pile and what is chosen, and the parts that the move leads to.

use super::line::{Line, PILE, System};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, GameId, LetId, Slot};
use crate::check::types::Type;
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::value::Value;

/// What cannot be seen exactly is not seen at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unseen;

pub(super) type Result<T> = std::result::Result<T, Unseen>;

/// A value that may depend on the pile.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Sym {
    /// It does not.
    Known(Value),
    /// A number that does.
    Line(Line),
    /// A position: a nim-heap, and piles of this game.
    Position(u64, Vec<Line>),
}

/// One way through the rules so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// Under which conditions it is open.
    pub(super) system: System,
    /// For each variable: nothing if it was chosen, or the line and the number whose quotient it is, rounded down.
    pub(super) quotients: Vec<Option<(Line, i64)>>,
    /// Whether another path may make the same choices.
    pub(super) shared: bool,
}

type Frame = Vec<Sym>;

/// The walk through the rules of one game.
pub(super) struct Walk<'a> {
    pub(super) machine: &'a Machine,
    pub(super) game: GameId,
    /// Which parameter is the pile.
    pub(super) pile: usize,
    /// The least pile.
    pub(super) first: i64,
    /// Steps left before it is given up.
    pub(super) steps: std::cell::Cell<u32>,
}

/// A source with more elements is not gone through.
const MANY: usize = 5000;

impl Path {
    /// A new variable.
    fn variable(&mut self, quotient: Option<(Line, i64)>) -> usize {
        self.quotients.push(quotient);
        self.quotients.len() - 1
    }

    fn and(mut self, line: Option<Line>) -> Result<Path> {
        let line = line.ok_or(Unseen)?;
        if line.as_number().is_none_or(|c| c < 0) {
            self.system.require(line);
        }
        Ok(self)
    }

    /// Whether it is certainly closed.
    pub(super) fn is_closed(&self) -> bool {
        self.system.lines.iter().any(|l| l.as_number().is_some_and(|c| c < 0)) || self.system.is_empty()
    }
}

impl Walk<'_> {
    fn step(&self) -> Result<()> {
        let left = self.steps.get().checked_sub(1).ok_or(Unseen)?;
        self.steps.set(left);
        Ok(())
    }

    /// Every way to choose the binders, with their guards.
    pub(super) fn binders(
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

    fn bind(&self, path: Path, frame: &Frame, b: &Binder) -> Result<Vec<(Path, Frame)>> {
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
    fn elements(&self, path: Path, frame: &Frame, source: &Expr) -> Result<Vec<(Path, Sym)>> {
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
                let mut all = vec![];
                for (wanted, e) in [(true, a), (false, b)] {
                    for (path, frame) in self.assume(path.clone(), frame, c, wanted)? {
                        all.extend(self.elements(path, &frame, e)?);
                    }
                }
                Ok(all)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let mut all = vec![];
                for (path, frame, body) in self.call(path, frame, source)? {
                    all.extend(self.elements(path, &frame, body)?);
                }
                Ok(all)
            }
            _ => Err(Unseen),
        }
    }

    fn combined(
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

    fn range(&self, path: Path, frame: &Frame, lo: &Expr, hi: &Expr) -> Result<Vec<(Path, Sym)>> {
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

    /// The value of an expression that depends on nothing open; `None` if it does depend on it.
    fn concrete(&self, frame: &Frame, e: &Expr) -> Option<Result<Value>> {
        let mut bound = vec![];
        let mut open = false;
        e.walk(&mut |e| {
            if let ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders) = &e.kind {
                for b in binders {
                    match &b.kind {
                        BinderKind::In { slots, .. } => bound.extend(slots.iter().copied()),
                        BinderKind::Is { slot, .. } => bound.push(*slot),
                    }
                }
            }
        });
        e.walk(&mut |e| {
            if let ExprKind::Local(s) | ExprKind::CallLocal(s, _) = &e.kind {
                open |= !bound.contains(s) && !matches!(frame.get(*s as usize), Some(Sym::Known(_)));
            }
        });
        if open || e.ty == Type::Position {
            return None;
        }
        let values: Vec<Value> = frame
            .iter()
            .map(|x| match x {
                Sym::Known(v) => v.clone(),
                _ => Value::Bool(false),
            })
            .collect();
        Some(Eval::new(self.machine, None, values.len(), &values).eval(e).map_err(|_| Unseen))
    }

    /// The body of a call, with its frame; arguments must be what the parameters are declared to be.
    fn call<'e>(&'e self, path: Path, frame: &Frame, e: &'e Expr) -> Result<Vec<(Path, Frame, &'e Expr)>> {
        let (id, args) = match &e.kind {
            ExprKind::Call(id, args) => (*id, args),
            ExprKind::CallLocal(slot, args) => match &frame[*slot as usize] {
                Sym::Known(Value::Function(id, _)) => (LetId(*id), args),
                _ => return Err(Unseen),
            },
            _ => return Err(Unseen),
        };
        let definition = self.machine.program.definition(id);
        let empty: Frame = vec![Sym::Known(Value::Bool(false)); definition.slots.len()];
        let mut open = vec![(path, empty)];
        for (i, (arg, param)) in args.iter().zip(&definition.params).enumerate() {
            let mut next = vec![];
            for (path, inner) in open {
                for (path, x) in self.eval(path, frame, arg)? {
                    if path.is_closed() {
                        continue;
                    }
                    self.must_fit(&path, param, &x)?;
                    let mut inner = inner.clone();
                    inner[i] = x;
                    next.push((path, inner));
                }
            }
            open = next;
        }
        Ok(open.into_iter().map(|(p, f)| (p, f, &definition.body)).collect())
    }

    fn must_fit(&self, path: &Path, param: &crate::check::ir::Param, x: &Sym) -> Result<()> {
        use crate::check::types::Shape;
        let fits = match (&param.shape, x) {
            (_, Sym::Known(v)) => crate::rules::shape::misfit(param, v).is_none(),
            (Shape::Any, _) => true,
            (Shape::Range(lo, hi), Sym::Line(l)) => {
                let bound = |b: &num_bigint::BigInt| i64::try_from(b).ok().map(Line::number);
                let above = lo.as_ref().map(|lo| bound(lo).and_then(|lo| l.minus(&lo)));
                let below = hi.as_ref().map(|hi| bound(hi).and_then(|hi| hi.minus(l)));
                above.into_iter().chain(below).all(|need| need.is_some_and(|need| path.system.implies(&need)))
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(Unseen) }
    }

    /// The value of an expression, in every case that has to be told apart.
    pub(super) fn eval(&self, path: Path, frame: &Frame, e: &Expr) -> Result<Vec<(Path, Sym)>> {
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

    fn eval_open(&self, path: Path, frame: &Frame, e: &Expr) -> Result<Vec<(Path, Sym)>> {
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
                let mut all = vec![];
                for (wanted, e) in [(true, a), (false, b)] {
                    for (path, frame) in self.assume(path.clone(), frame, c, wanted)? {
                        all.extend(self.eval(path, &frame, e)?);
                    }
                }
                Ok(all)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let mut all = vec![];
                for (path, frame, body) in self.call(path, frame, e)? {
                    all.extend(self.eval(path, &frame, body)?);
                }
                Ok(all)
            }
            ExprKind::Nothing => Ok(vec![(path, Sym::Position(0, vec![]))]),
            ExprKind::Heap(k) => {
                let heaps = self.eval(path, frame, k)?.into_iter().map(|(p, k)| {
                    let size = number(&k).and_then(|k| u64::try_from(k).ok()).filter(|k| *k < 1 << 16);
                    Ok((p, Sym::Position(size.ok_or(Unseen)?, vec![])))
                });
                heaps.collect()
            }
            ExprKind::Position(game, args) if *game == self.game => {
                let piles = self.eval(path, frame, &args[self.pile])?.into_iter().map(|(path, x)| {
                    let pile = line(&x)?;
                    let smaller = Line::variable(PILE).minus(&pile).and_then(|d| d.minus(&Line::number(1)));
                    let fits = pile.minus(&Line::number(self.first)).is_some_and(|d| path.system.implies(&d));
                    let falls = smaller.is_some_and(|d| path.system.implies(&d));
                    if path.is_closed() || fits && falls {
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
    fn sum(&self, path: Path, frame: &Frame, item: &Expr, binders: &[Binder]) -> Result<Vec<(Path, Sym)>> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return Err(Unseen);
        };
        let [slot] = slots.as_slice() else { return Err(Unseen) };
        let elements = match &source.kind {
            // Of a set with open elements it is not known which are equal.
            ExprKind::List(items) | ExprKind::Bag(items) => items.iter().map(Ok).collect::<Vec<_>>(),
            _ => match self.concrete(frame, source) {
                Some(value) => {
                    crate::builtin::collection::elements(&value?).take(8).map(Err).collect::<Vec<_>>()
                }
                None => return Err(Unseen),
            },
        };
        if elements.len() > 7 {
            return Err(Unseen);
        }
        let mut open = vec![(path, Sym::Position(0, vec![]))];
        for element in elements {
            let mut next = vec![];
            for (path, total) in open {
                let values = match &element {
                    Ok(e) => self.eval(path, frame, e)?,
                    Err(v) => vec![(path, known(v.clone()))],
                };
                for (path, x) in values {
                    let mut frame = frame.clone();
                    frame[*slot as usize] = x;
                    for (path, p) in self.eval(path, &frame, item)? {
                        next.push((path, add(&total, &p)?));
                    }
                }
            }
            open = next;
        }
        Ok(open)
    }

    fn lines(
        &self,
        path: Path,
        frame: &Frame,
        args: &[&Expr],
        f: impl Fn(&[Line]) -> Option<Line>,
    ) -> Result<Vec<(Path, Sym)>> {
        let mut open = vec![(path, vec![])];
        for arg in args {
            let mut next = vec![];
            for (path, done) in open {
                for (path, x) in self.eval(path, frame, arg)? {
                    let mut done: Vec<Line> = done.clone();
                    done.push(line(&x)?);
                    next.push((path, done));
                }
            }
            open = next;
        }
        open.into_iter().map(|(p, l)| Ok((p, of_line(f(&l).ok_or(Unseen)?)))).collect()
    }

    fn quotient(
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
                let q = Line::variable(path.variable(Some((a.clone(), divisor))));
                let rest = a.plus(&q, -divisor).ok_or(Unseen)?;
                let path = path.and(Some(rest.clone()))?.and(Line::number(divisor - 1).minus(&rest))?;
                all.push((path, Sym::Line(if op == BinaryOp::Mod { rest } else { q })));
            }
        }
        Ok(all)
    }

    fn extreme(&self, path: Path, frame: &Frame, args: &[Expr], largest: bool) -> Result<Vec<(Path, Sym)>> {
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

    /// The ways on which a condition is as wanted. Frames come back too, for a variable may have got a value.
    pub(super) fn assume(
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

    fn assume_open(&self, path: Path, frame: &Frame, e: &Expr, wanted: bool) -> Result<Vec<(Path, Frame)>> {
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
                let mut all = vec![];
                for (case, e) in [(true, a), (false, b)] {
                    for (path, frame) in self.assume(path.clone(), frame, c, case)? {
                        all.extend(self.assume(path, &frame, e, wanted)?);
                    }
                }
                Ok(all)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let mut all = vec![];
                for (path, inner, body) in self.call(path, frame, e)? {
                    all.extend(self.assume(path, &inner, body, wanted)?.into_iter().map(|(p, _)| p));
                }
                Ok(same(all))
            }
            _ => Err(Unseen),
        }
    }

    /// Does something for each value of a variable that the conditions keep between two numbers.
    fn case_by_case<T>(
        &self,
        path: Path,
        frame: &Frame,
        e: &Expr,
        body: &mut dyn FnMut(Path, &Frame) -> Result<Vec<T>>,
    ) -> Result<Vec<T>> {
        let mut variables = vec![];
        e.walk(&mut |e| {
            if let ExprKind::Local(s) = &e.kind
                && let Some(Sym::Line(l)) = frame.get(*s as usize)
            {
                variables.extend(l.variables());
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
                let frame: Result<Frame> = frame.iter().map(|x| substitute(x, v, &value)).collect();
                all.extend(body(path, &frame?)?);
            }
            return Ok(all);
        }
        Err(Unseen)
    }

    fn compare(&self, path: Path, op: CompareOp, x: &Sym, y: &Sym, wanted: bool) -> Result<Vec<Path>> {
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
    fn member(&self, path: Path, frame: &Frame, x: &Sym, source: &Expr, wanted: bool) -> Result<Vec<Path>> {
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

    fn in_range(
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
    fn in_known(&self, path: Path, x: &Sym, collection: &Value, wanted: bool) -> Result<Vec<Path>> {
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

/// Ways that may meet: an element of a set may come from several of them.
fn shared(mut all: Vec<(Path, Sym)>) -> Vec<(Path, Sym)> {
    for (path, _) in &mut all {
        path.shared = true;
    }
    all
}

/// Whether a variable takes few values.
fn is_narrow(path: &Path, v: usize) -> bool {
    matches!(path.system.range(v), (Some(low), Some(high)) if high.saturating_sub(low) < 512)
}

fn known(v: Value) -> Sym {
    Sym::Known(v)
}

/// A number as a line.
fn line(x: &Sym) -> Result<Line> {
    match x {
        Sym::Line(l) => Ok(l.clone()),
        Sym::Known(v) => v.as_i64().filter(|x| x.unsigned_abs() < 1 << 40).map(Line::number).ok_or(Unseen),
        Sym::Position(..) => Err(Unseen),
    }
}

fn number(x: &Sym) -> Option<i64> {
    line(x).ok()?.as_number()
}

fn of_line(l: Line) -> Sym {
    match l.as_number() {
        Some(n) => Sym::Known(Value::int(n)),
        None => Sym::Line(l),
    }
}

fn substitute(x: &Sym, v: usize, by: &Line) -> Result<Sym> {
    Ok(match x {
        Sym::Line(l) => of_line(l.with(v, by).ok_or(Unseen)?),
        other => other.clone(),
    })
}

fn add(x: &Sym, y: &Sym) -> Result<Sym> {
    match (x, y) {
        (Sym::Position(h, p), Sym::Position(k, q)) if p.len() + q.len() <= 8 => {
            Ok(Sym::Position(h ^ k, p.iter().chain(q).cloned().collect()))
        }
        _ => Err(Unseen),
    }
}
