//! Innermost loops over chains: a set that gets each of some numbers in turn, and rows that are cut to each of some
//! lengths, however the rule is spelled.

use super::code::{B, ChainRun, I, Op, To};
use super::compile::{Class, Compiler, Env, Val, class};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Move, Slot};
use crate::check::types::Type;
use crate::value::Value;

/// A range that guards have narrowed, as registers.
struct Bounds {
    lo: I,
    hi: I,
}

impl Compiler<'_> {
    /// Compiles a move as a run over a chain, if its innermost loop is one; leaves no code behind if it is not.
    pub(super) fn move_over_chain(&mut self, m: &Move, env: &mut Env, next: To) -> Option<()> {
        let (last, outer) = m.binders.split_last()?;
        let BinderKind::In { slots, source, .. } = &last.kind else { return None };
        let ([x], ExprKind::Position(id, args)) = (slots.as_slice(), &m.target.kind) else { return None };
        let game = self.machine.program.game(*id);
        let mut state = args.iter().enumerate().filter(|(i, _)| !game.params[*i].is_rule).map(|(_, e)| e);
        let (target, None) = (state.next()?, state.next()) else { return None };
        let guards: Vec<&Expr> = last.guard.iter().chain(&m.guard).flat_map(conjuncts).collect();
        let before = self.code.clone();
        let done = self.each(outer, env, next, &mut |c, env, next| match class(&target.ty)? {
            Class::Set if target.ty == Type::Set(Box::new(Type::Int)) => {
                c.adding_run(target, source, &guards, *x, env, next)
            }
            Class::List => c.cutting_run(target, source, &guards, *x, env, next),
            _ => None,
        });
        if done.is_none() {
            self.code = before;
            return None;
        }
        self.place(next);
        Some(())
    }

    /// `E with x` for x in a set of candidates.
    fn adding_run(
        &mut self,
        target: &Expr,
        source: &Expr,
        guards: &[&Expr],
        x: Slot,
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        let candidates = self.set()?;
        let from = self.set_for(source, env)?;
        self.emit(Op::SetMove(candidates, from))?;
        for guard in guards {
            self.sift(guard, x, candidates, env, next)?;
        }
        let base = self.without_added(target, x, candidates, env)?;
        self.code.chain_runs.push(ChainRun::Add { base, candidates });
        self.emit(Op::ChainRun(self.code.chain_runs.len() as u32 - 1))
    }

    /// Keeps the candidates that a guard lets pass, or jumps to `next` by one that has no `x` in it.
    fn sift(&mut self, guard: &Expr, x: Slot, candidates: B, env: &mut Env, next: To) -> Option<()> {
        let is_x = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == x);
        if !mentions(guard, x) {
            return self.branch(guard, env, next, false);
        }
        match &guard.kind {
            ExprKind::In(a, set) if is_x(a) && !mentions(set, x) => {
                let set = self.set_for(set, env)?;
                self.emit(Op::SetAnd(candidates, candidates, set))
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::In(a, set) if is_x(a) && !mentions(set, x) => {
                    let set = self.set_for(set, env)?;
                    self.emit(Op::SetMinus(candidates, candidates, set))
                }
                _ => None,
            },
            ExprKind::Compare(op, a, b) if is_x(a) && !mentions(b, x) => {
                let b = self.word_for(b, env)?;
                match op {
                    CompareOp::NotEqual => self.emit(Op::Without(candidates, candidates, b)),
                    CompareOp::LessEqual => self.keep_between(candidates, None, Some((b, 0))),
                    CompareOp::Less => self.keep_between(candidates, None, Some((b, -1))),
                    CompareOp::Equal => None,
                }
            }
            ExprKind::Compare(op, a, b) if is_x(b) && !mentions(a, x) => {
                let a = self.word_for(a, env)?;
                match op {
                    CompareOp::NotEqual => self.emit(Op::Without(candidates, candidates, a)),
                    CompareOp::LessEqual => self.keep_between(candidates, Some((a, 0)), None),
                    CompareOp::Less => self.keep_between(candidates, Some((a, 1)), None),
                    CompareOp::Equal => None,
                }
            }
            _ => None,
        }
    }

    /// Keeps the candidates from and up to some numbers, each a register and what is added to it.
    fn keep_between(&mut self, candidates: B, lo: Option<(I, i64)>, hi: Option<(I, i64)>) -> Option<()> {
        let (least, most) = (self.constant(0)?, self.constant(127)?);
        let lo = match lo {
            None => least,
            Some((word, add)) => {
                let add = self.constant(add)?;
                let word = self.word_op(|d| Op::Add(d, word, add))?;
                self.word_op(|d| Op::Max(d, word, least))?
            }
        };
        let hi = match hi {
            None => most,
            Some((word, add)) => {
                let add = self.constant(add)?;
                let word = self.word_op(|d| Op::Add(d, word, add))?;
                self.word_op(|d| Op::Min(d, word, most))?
            }
        };
        let range = self.set_op(|d| Op::SetRange(d, lo, hi))?;
        self.emit(Op::SetAnd(candidates, candidates, range))
    }

    /// The set that a target adds `x` to.
    fn without_added(&mut self, target: &Expr, x: Slot, candidates: B, env: &mut Env) -> Option<B> {
        let is_x = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == x);
        if !mentions(target, x) {
            return None;
        }
        let ExprKind::Binary(op, a, b) = &target.kind else { return None };
        let (in_a, in_b) = (mentions(a, x), mentions(b, x));
        match (op, &b.kind) {
            (BinaryOp::With, _) if is_x(b) && !in_a => self.set_for(a, env),
            (BinaryOp::With, _) if in_a && !in_b => {
                let (base, w) = (self.without_added(a, x, candidates, env)?, self.word_for(b, env)?);
                self.set_op(|d| Op::With(d, base, w))
            }
            (BinaryOp::Without, _) if in_a && !in_b => {
                let (base, w) = (self.without_added(a, x, candidates, env)?, self.word_for(b, env)?);
                self.bail_if_candidate(w, candidates)?;
                self.set_op(|d| Op::Without(d, base, w))
            }
            (BinaryOp::Union, ExprKind::Set(items)) if !in_a && items.len() == 1 && is_x(&items[0]) => {
                self.set_for(a, env)
            }
            (BinaryOp::Flip, ExprKind::Set(items)) if !in_a => {
                let others: Vec<&Expr> = items.iter().filter(|e| !is_x(e)).collect();
                if others.len() + 1 != items.len()
                    || others.len() > 1
                    || others.iter().any(|e| mentions(e, x))
                {
                    return None;
                }
                let mut base = self.set_for(a, env)?;
                for other in others {
                    let (w, one) = (self.word_for(other, env)?, self.empty_set()?);
                    self.bail_if_candidate(w, candidates)?;
                    self.emit(Op::With(one, one, w))?;
                    base = self.set_op(|d| Op::SetXor(d, base, one))?;
                }
                Some(base)
            }
            _ => None,
        }
    }

    /// Adding this number would mean something else than adding the others.
    fn bail_if_candidate(&mut self, w: I, candidates: B) -> Option<()> {
        let (has, fine) = (self.word_op(|d| Op::Has(d, candidates, w))?, self.label());
        self.emit(Op::JumpUnless(has, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        Some(())
    }

    /// Entries from one on cut down to at most x, for x in a range.
    fn cutting_run(
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

fn mentions(e: &Expr, x: Slot) -> bool {
    let mut found = false;
    e.walk(&mut |e| found |= matches!(e.kind, ExprKind::Local(slot) if slot == x));
    found
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

fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}

/// `(a, x) != (b, c)` and its relatives, as the pairs that must not all be equal; one of them has `x` in it.
fn all_but_one(guard: &Expr, x: Slot) -> Option<Vec<(&Expr, &Expr)>> {
    let (a, b) = match &guard.kind {
        ExprKind::Compare(CompareOp::NotEqual, a, b) => (a, b),
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
