//! Loops that cut the rows of a diagram: each to some lengths, and all rows to all lengths at once, however the rule is
//! spelled.

use super::chain_runs::{conjuncts, mentions};
use super::code::{ChainRun, CutRows, Edge, I, Op, To};
use super::compile::{Compiler, Env, Val};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Move, Slot};
use crate::value::Value;
use num_traits::ToPrimitive;

/// A range that guards have narrowed, as registers.
struct Bounds {
    lo: I,
    hi: I,
}

impl Compiler<'_> {
    /// Entries from one on cut down to at most x, for x in a range.
    pub(super) fn cutting_run(
        &mut self,
        target: &Expr,
        source: &Expr,
        guards: &[&Expr],
        x: Slot,
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        let ExprKind::Range(lo, Some(hi)) = &source.kind else { return None };
        let cut = cut_of(target, x)?;
        let (from, to) = (self.word_for(lo, env)?, self.word_for(hi, env)?);
        let bounds = Bounds { lo: self.word()?, hi: self.word()? };
        self.emit(Op::Move(bounds.lo, from))?;
        self.emit(Op::Move(bounds.hi, to))?;
        let mut avoid = None;
        for guard in guards {
            match all_but_one(guard, x) {
                Some(pairs) if avoid.is_none() => avoid = Some(self.avoided(&pairs, x, env)?),
                _ => self.narrow(guard, x, &bounds, env, next)?,
            }
        }
        let avoid = match avoid {
            Some(word) => word,
            None => self.constant(i64::MIN)?,
        };
        let list = self.list_for(cut.list, env)?;
        let from = match cut.from {
            None => self.constant(1)?,
            Some((word, 0)) => self.word_for(word, env)?,
            Some((word, add)) => {
                let (word, add) = (self.word_for(word, env)?, self.constant(add)?);
                self.word_op(|d| Op::Add(d, word, add))?
            }
        };
        let add = self.at_zero(cut.to, x, env)?;
        let run = ChainRun::Cut { list, from, lo: bounds.lo, hi: bounds.hi, add, avoid };
        self.code.chain_runs.push(run);
        self.emit(Op::ChainRun(self.code.chain_runs.len() as u32 - 1))
    }

    /// The value of `x` at which all pairs are equal, in a register; none does where others differ anyway.
    fn avoided(&mut self, pairs: &[(&Expr, &Expr)], x: Slot, env: &mut Env) -> Option<I> {
        let (d, differ) = (self.word()?, self.label());
        self.emit(Op::Const(d, i64::MIN))?;
        let (mut at, is_x) = (None, |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == x));
        for (a, b) in pairs {
            match (is_x(a), is_x(b)) {
                (true, false) if !mentions(b, x) => at = Some(self.word_for(b, env)?),
                (false, true) if !mentions(a, x) => at = Some(self.word_for(a, env)?),
                _ if mentions(a, x) || mentions(b, x) => return None,
                _ => self.branch_compare(CompareOp::Equal, a, b, env, differ, false)?,
            }
        }
        self.emit(Op::Move(d, at?))?;
        self.place(differ);
        Some(d)
    }
}

impl Compiler<'_> {
    /// Narrows a range by a guard that is linear in `x`, or jumps to `next` by one that has no `x` in it.
    fn narrow(&mut self, guard: &Expr, x: Slot, bounds: &Bounds, env: &mut Env, next: To) -> Option<()> {
        if !mentions(guard, x) {
            return self.branch(guard, env, next, false);
        }
        let ExprKind::Compare(op @ (CompareOp::Less | CompareOp::LessEqual), a, b) = &guard.kind else {
            return None;
        };
        let strict = self.constant(i64::from(*op == CompareOp::Less))?;
        let (step, a, b) = (slope(b, x)? - slope(a, x)?, self.at_zero(a, x, env)?, self.at_zero(b, x, env)?);
        let gap = self.word_op(|d| Op::Sub(d, b, a))?;
        let gap = self.word_op(|d| Op::Sub(d, gap, strict))?;
        // Now gap + step * x >= 0 is asked.
        match step {
            1 => {
                let least = self.word_op(|d| Op::Neg(d, gap))?;
                self.emit(Op::Max(bounds.lo, bounds.lo, least))
            }
            -1 => self.emit(Op::Min(bounds.hi, bounds.hi, gap)),
            _ => None,
        }
    }

    /// The value of an expression where `x` is 0.
    fn at_zero(&mut self, e: &Expr, x: Slot, env: &mut Env) -> Option<I> {
        env.slots[x as usize] = Some(Val::Known(Value::int(0)));
        let word = self.word_for(e, env);
        env.slots[x as usize] = None;
        word
    }
}

/// By how much an expression grows with `x`: by 1, by -1 or not at all.
fn slope(e: &Expr, x: Slot) -> Option<i64> {
    if !mentions(e, x) {
        return Some(0);
    }
    let slope = match &e.kind {
        ExprKind::Local(_) => 1,
        ExprKind::Negate(a) => -slope(a, x)?,
        ExprKind::Binary(BinaryOp::Add, a, b) => slope(a, x)? + slope(b, x)?,
        ExprKind::Binary(BinaryOp::Subtract, a, b) => slope(a, x)? - slope(b, x)?,
        _ => return None,
    };
    (-1..=1).contains(&slope).then_some(slope)
}

/// `(a, x) != (b, c)` and its relatives, as the pairs that must not all be equal; one of them has `x` in it.
fn all_but_one(guard: &Expr, x: Slot) -> Option<Vec<(&Expr, &Expr)>> {
    let (a, b) = match &guard.kind {
        ExprKind::Compare(CompareOp::NotEqual, a, b) => (a, b),
        ExprKind::Binary(BinaryOp::Or, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Compare(CompareOp::NotEqual, a, b), ExprKind::Compare(CompareOp::NotEqual, c, d)) => {
                return one_with(vec![(a, b), (c, d)], x);
            }
            _ => return None,
        },
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Compare(CompareOp::Equal, a, b) => (a, b),
            ExprKind::Binary(BinaryOp::And, ..) => {
                let equal = |e: &'_ Expr| matches!(e.kind, ExprKind::Compare(CompareOp::Equal, ..));
                let all = conjuncts(inner);
                if !all.iter().all(|e| equal(e)) {
                    return None;
                }
                let pairs = all.into_iter().filter_map(|e| match &e.kind {
                    ExprKind::Compare(_, a, b) => Some((&**a, &**b)),
                    _ => None,
                });
                return one_with(pairs.collect(), x);
            }
            _ => return None,
        },
        _ => return None,
    };
    match (&a.kind, &b.kind) {
        (ExprKind::Tuple(xs), ExprKind::Tuple(ys)) => one_with(xs.iter().zip(ys).collect(), x),
        (ExprKind::Cell(r, c), ExprKind::Cell(s, d)) => one_with(vec![(r, s), (c, d)], x),
        _ => one_with(vec![(a, b)], x),
    }
}

fn one_with<'e>(pairs: Vec<(&'e Expr, &'e Expr)>, x: Slot) -> Option<Vec<(&'e Expr, &'e Expr)>> {
    let with_x = pairs.iter().filter(|(a, b)| mentions(a, x) || mentions(b, x)).count();
    (with_x == 1).then_some(pairs)
}

/// `[if j < i then r[j] else min(r[j], e) for j in indices(r)]`: from which entry on the rows are cut (an expression
/// and a number added; all, if there is none), and to what.
struct Cut<'e> {
    list: &'e Expr,
    from: Option<(&'e Expr, i64)>,
    to: &'e Expr,
}

fn cut_of(target: &Expr, x: Slot) -> Option<Cut<'_>> {
    let ExprKind::For(Fold::List, item, binders) = &target.kind else { return None };
    let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders.as_slice() else {
        return None;
    };
    let ([j], list) = (slots.as_slice(), indexed(source)?) else { return None };
    let ExprKind::Local(rows) = list.kind else { return None };
    let is = |e: &Expr, slot: Slot| matches!(e.kind, ExprKind::Local(s) if s == slot);
    let is_entry = |e: &Expr| matches!(&e.kind, ExprKind::Index(l, i) if is(l, rows) && is(i, *j));
    let cut_to = |e: &'_ Expr| -> Option<usize> {
        let ExprKind::Builtin(Builtin::Min, args) = &e.kind else { return None };
        match args.as_slice() {
            [a, b] if is_entry(a) && slope(b, x) == Some(1) && !mentions(b, *j) => Some(1),
            [a, b] if is_entry(b) && slope(a, x) == Some(1) && !mentions(a, *j) => Some(0),
            _ => None,
        }
    };
    let to = |e: &'_ Expr| cut_to(e);
    if let (Some(which), ExprKind::Builtin(_, args)) = (to(item), &item.kind) {
        return Some(Cut { list, from: None, to: &args[which] });
    }
    let ExprKind::If(condition, yes, no) = &item.kind else { return None };
    let ExprKind::Compare(op, a, b) = &condition.kind else { return None };
    // j < i and j <= i are true for the entries in front, i < j and i <= j for those behind.
    let (i, add, in_front) = match (op, is(a, *j), is(b, *j)) {
        (CompareOp::Less, true, false) => (b, 0, yes),
        (CompareOp::LessEqual, true, false) => (b, 1, yes),
        (CompareOp::Less, false, true) => (a, 1, no),
        (CompareOp::LessEqual, false, true) => (a, 0, no),
        _ => return None,
    };
    let behind = if std::ptr::eq(in_front, yes) { no } else { yes };
    let (Some(which), ExprKind::Builtin(_, args)) = (to(behind), &behind.kind) else { return None };
    let free = !mentions(i, x) && !mentions(i, *j);
    (is_entry(in_front) && free).then_some(Cut { list, from: Some((i, add)), to: &args[which] })
}

/// The list whose indices a source runs through.
fn indexed(source: &Expr) -> Option<&Expr> {
    match &source.kind {
        ExprKind::Builtin(Builtin::Indices, args) => Some(&args[0]),
        ExprKind::Range(lo, Some(hi)) => match (&lo.kind, &hi.kind) {
            (ExprKind::Int(n), ExprKind::Builtin(Builtin::Size, args)) if *n == 1.into() => Some(&args[0]),
            _ => None,
        },
        _ => None,
    }
}

/// What a loop over rows and lengths is about: the binders of both, the list, and what is added to the first binder to
/// count the entries of the list from 1.
struct Diagram<'e> {
    row: Slot,
    x: Slot,
    list: &'e Expr,
    shift: i64,
}

/// `row * r + x * x + length * list[r] + rest`, where the entries of `rest` are added, or subtracted if so marked.
#[derive(Default)]
struct Line<'e> {
    row: i64,
    x: i64,
    length: i64,
    rest: Vec<(bool, &'e Expr)>,
}

impl<'e> Line<'e> {
    fn minus(mut self, other: Line<'e>) -> Line<'e> {
        self.row -= other.row;
        self.x -= other.x;
        self.length -= other.length;
        self.rest.extend(other.rest.into_iter().map(|(negative, e)| (!negative, e)));
        self
    }
}

impl Diagram<'_> {
    fn is_free(&self, e: &Expr) -> bool {
        !mentions(e, self.row) && !mentions(e, self.x)
    }

    fn line<'e>(&self, e: &'e Expr) -> Option<Line<'e>> {
        Some(match &e.kind {
            ExprKind::Local(slot) if *slot == self.row => Line { row: 1, ..Line::default() },
            ExprKind::Local(slot) if *slot == self.x => Line { x: 1, ..Line::default() },
            _ if self.is_free(e) => Line { rest: vec![(false, e)], ..Line::default() },
            ExprKind::Negate(a) => Line::default().minus(self.line(a)?),
            ExprKind::Binary(BinaryOp::Subtract, a, b) => self.line(a)?.minus(self.line(b)?),
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                self.line(a)?.minus(Line::default().minus(self.line(b)?))
            }
            ExprKind::Index(list, at)
                if same_local(list, self.list) && offset(at, self.row)? == self.shift =>
            {
                Line { length: 1, ..Line::default() }
            }
            _ => return None,
        })
    }

    /// The least and the largest value that a source gives to the binder of rows, if all of these are rows.
    fn rows<'e>(&self, source: &'e Expr) -> Option<Rows<'e>> {
        if indexed(source).is_some_and(|list| same_local(list, self.list)) {
            return (self.shift == 0).then_some(Rows::All);
        }
        let ExprKind::Range(lo, Some(hi)) = &source.kind else { return None };
        let ExprKind::Int(least) = &lo.kind else { return None };
        let beyond = self.beyond_last(hi)?;
        let inside = least.to_i64()?.checked_add(self.shift)? >= 1 && beyond.checked_add(self.shift)? <= 0;
        inside.then_some(Rows::Between(lo, hi))
    }

    /// By how much an expression is more than the length of the list.
    fn beyond_last(&self, e: &Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Builtin(Builtin::Size, args) if same_local(&args[0], self.list) => Some(0),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let ExprKind::Int(n) = &b.kind else { return None };
                let n = n.to_i64().filter(|n| n.abs() < 1 << 32)?;
                self.beyond_last(a)?.checked_add(if *op == BinaryOp::Add { n } else { -n })
            }
            _ => None,
        }
    }
}

enum Rows<'e> {
    All,
    Between(&'e Expr, &'e Expr),
}

pub(super) fn same_local(a: &Expr, b: &Expr) -> bool {
    matches!((&a.kind, &b.kind), (ExprKind::Local(a), ExprKind::Local(b)) if a == b)
}

/// What is added to a binder.
pub(super) fn offset(e: &Expr, slot: Slot) -> Option<i64> {
    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == slot);
    let number = |e: &Expr| match &e.kind {
        ExprKind::Int(n) => n.to_i64().filter(|n| n.abs() < 1 << 32),
        _ => None,
    };
    match &e.kind {
        _ if is_it(e) => Some(0),
        ExprKind::Binary(BinaryOp::Add, a, b) if is_it(a) => number(b),
        ExprKind::Binary(BinaryOp::Add, a, b) if is_it(b) => number(a),
        ExprKind::Binary(BinaryOp::Subtract, a, b) if is_it(a) => number(b).map(|n| -n),
        _ => None,
    }
}

impl Compiler<'_> {
    /// Compiles two binders, of a row and of a length, in either order, as one run; `guards` are those of both and of
    /// the move.
    pub(super) fn cutting_rows(
        &mut self,
        m: &Move,
        [first, second]: [&Binder; 2],
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        let (ExprKind::Position(_, args), Some(sources)) = (&m.target.kind, sources([first, second])) else {
            return None;
        };
        let target = args.iter().find(|e| matches!(e.kind, ExprKind::For(Fold::List, ..)))?;
        let both = [(sources[0], sources[1]), (sources[1], sources[0])];
        let (cut, diagram, rows, lengths) = both.into_iter().find_map(|((row, rows), (x, lengths))| {
            let cut = cut_of(target, x)?;
            let (at, add) = cut.from?;
            let shift = offset(at, row)?.checked_add(add)?;
            let diagram = Diagram { row, x, list: cut.list, shift };
            (!mentions(cut.to, row)).then_some((cut, diagram, rows, lengths))
        })?;
        let list = self.list_for(cut.list, env)?;
        let (lo, hi) = match diagram.rows(rows)? {
            Rows::All => (self.constant(1)?, self.word_op(|d| Op::Len(d, list))?),
            Rows::Between(lo, hi) => (self.word_for(lo, env)?, self.word_for(hi, env)?),
        };
        let mut run = CutRows {
            list,
            lo: self.word()?,
            hi: self.word()?,
            shift: diagram.shift,
            least: vec![],
            most: vec![],
            add: 0,
            avoid: None,
        };
        self.emit(Op::Move(run.lo, lo))?;
        self.emit(Op::Move(run.hi, hi))?;
        let ExprKind::Range(lo, Some(hi)) = &lengths.kind else { return None };
        let x = || Line { x: 1, ..Line::default() };
        self.edge(x().minus(diagram.line(lo)?), false, &mut run, env)?;
        self.edge(diagram.line(hi)?.minus(x()), false, &mut run, env)?;
        let guards = first.guard.iter().chain(&second.guard).chain(&m.guard);
        for guard in guards.flat_map(conjuncts) {
            self.guard_of_rows(guard, &diagram, &mut run, env, next)?;
        }
        run.add = self.at_zero(cut.to, diagram.x, env)?;
        self.code.chain_runs.push(ChainRun::CutRows(run));
        self.emit(Op::ChainRun(self.code.chain_runs.len() as u32 - 1))
    }

    fn guard_of_rows(
        &mut self,
        guard: &Expr,
        diagram: &Diagram<'_>,
        run: &mut CutRows,
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        if diagram.is_free(guard) {
            return self.branch(guard, env, next, false);
        }
        if let ExprKind::Compare(op @ (CompareOp::Less | CompareOp::LessEqual), a, b) = &guard.kind {
            let line = diagram.line(b)?.minus(diagram.line(a)?);
            return self.edge(line, *op == CompareOp::Less, run, env);
        }
        let pairs = all_but_one(guard, diagram.x)?;
        if run.avoid.is_some() || pairs.len() != 2 {
            return None;
        }
        let mut of = |slot: Slot| {
            let is_it = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == slot);
            let other = pairs.iter().find_map(|(a, b)| match (is_it(a), is_it(b)) {
                (true, false) => Some(*b),
                (false, true) => Some(*a),
                _ => None,
            })?;
            diagram.is_free(other).then(|| self.word_for(other, env))?
        };
        run.avoid = Some((of(diagram.row)?, of(diagram.x)?));
        Some(())
    }

    /// Narrows rows or lengths to where a line is not negative, or positive if `strict`.
    fn edge(&mut self, line: Line<'_>, strict: bool, run: &mut CutRows, env: &mut Env) -> Option<()> {
        let mut base = self.constant(-i64::from(strict))?;
        for (negative, e) in line.rest {
            let word = self.word_for(e, env)?;
            base =
                self.word_op(|d| if negative { Op::Sub(d, base, word) } else { Op::Add(d, base, word) })?;
        }
        match (line.row, line.x, line.length) {
            (1, 0, 0) => {
                let least = self.word_op(|d| Op::Neg(d, base))?;
                self.emit(Op::Max(run.lo, run.lo, least))
            }
            (-1, 0, 0) => self.emit(Op::Min(run.hi, run.hi, base)),
            (slope @ -1..=1, -1, length @ 0..=1) => {
                run.most.push(Edge { base, slope, length });
                Some(())
            }
            (slope @ -1..=1, 1, length @ -1..=0) => {
                let base = self.word_op(|d| Op::Neg(d, base))?;
                run.least.push(Edge { base, slope: -slope, length: -length });
                Some(())
            }
            _ => None,
        }
    }
}

/// The binders of two loops, each over one name, with what they run through.
pub(super) fn sources<'e>(binders: [&'e Binder; 2]) -> Option<[(Slot, &'e Expr); 2]> {
    let one = |b: &'e Binder| match &b.kind {
        BinderKind::In { slots, source, .. } if slots.len() == 1 => Some((slots[0], source)),
        _ => None,
    };
    Some([one(binders[0])?, one(binders[1])?])
}
