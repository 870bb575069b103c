//! What depends on one number only is computed once for each: whether k is a prime, which k are Fibonacci numbers.
//!
//! In code for tables the same is done for conditions on two numbers, of which one is bound: which k divide a pile, say. There is
//! a list for each value of the other one.
//!
//! Such a condition is asked for every position and every choice again, and asking may take long. Answers are kept with the
//! registers ([`Memory`](super::recalled::Memory)); a loop over a range with such a guard goes through the list of the numbers that satisfy it,
//! which grows as larger ones are asked for. Ranges end where their guard does, if it holds up to some number only.

use super::code::{I, MembersRun, Op, Reg, To};
use super::compile::{Class, Compiler, Env, Val};
use super::loops::Body;
use crate::builtin::collection::elements;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, GameId, Move, Slot};
use crate::check::types::Type;
use crate::rules::divisors::{conjuncts, divided_in, divisors, mentions};
use crate::rules::machine::Machine;
use crate::rules::narrow::Cuts;

/// What happens for each number, given what else its guard says, and where to go for the next one.
type Guarded<'b, 'c> = &'b mut dyn FnMut(&mut Compiler<'c>, &mut Env, &[&Expr], To) -> Option<()>;

/// A memory is for values that depend on so many words at most.
const MOST_KEYS: usize = 2;
/// What depends on two words is remembered where both are less than this,
const MOST_OF_TWO: i64 = 1 << 20;
/// in so many places, in rows of so many: all pairs of numbers below 256 have places of their own.
const PLACES: i64 = 1 << 16;
const PLACES_IN_ROW: i64 = 1 << 8;
/// Machine code has room for 64 memories: where there are so many, no more are made of values.
const MOST_MEMORIES: u16 = 60;

/// Shorter ranges are left as they are.
const SHORT: i64 = 32;

impl<'c> Compiler<'c> {
    /// The value of a call or a fold that depends on one number or two and takes long, remembered for each; `None` if it is
    /// nothing of the kind.
    pub(super) fn remembered(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        if self.class(&e.ty) != Some(Class::Word) || e.ty == Type::Cell {
            return None;
        }
        let keys = match &e.kind {
            ExprKind::Call(id, args) if self.machine.is_long(e) => {
                let params = &self.machine.plain().definition(*id).params;
                if params.iter().any(|param| param.ty != Type::Int) || !self.is_worth_a_memory(e, args.len())
                {
                    return None;
                }
                args.iter().map(|arg| self.word_for(arg, env)).collect::<Option<Vec<I>>>()?
            }
            ExprKind::For(
                Fold::Any | Fold::All | Fold::None | Fold::Max | Fold::Min | Fold::Count | Fold::Sum,
                ..,
            ) => {
                let keys = self.free_words(e, env)?;
                self.is_worth_a_memory(e, keys.len()).then_some(keys)?
            }
            _ => return None,
        };
        self.with_memory(&keys, &mut |c| match &e.kind {
            ExprKind::Call(id, args) => match c.call(*id, args, env) {
                Some(inner) => match c.in_register(inner, &e.ty)? {
                    Reg::I(r) => Some(r),
                    _ => None,
                },
                None => None,
            },
            _ if e.ty == Type::Bool => c.truth_by(|c, no| c.branch_in_code(e, env, no, false)),
            _ => c.word_expr(e, env),
        })
    }

    /// The truth of a comparison, or of being in something, that depends on one word or two and takes long, remembered for each;
    /// `None` if it is nothing of the kind.
    pub(super) fn remembered_truth(&mut self, e: &Expr, env: &mut Env) -> Option<I> {
        if !matches!(e.kind, ExprKind::Compare(..) | ExprKind::In(..) | ExprKind::For(..)) {
            return None;
        }
        let keys = self.free_words(e, env)?;
        if keys.is_empty() || keys.len() > MOST_KEYS || !self.is_costly(e, env) {
            return None;
        }
        self.with_memory(&keys, &mut |c| c.truth_by(|c, no| c.branch_in_code(e, &mut env.clone(), no, false)))
    }

    /// Whether it pays to look for a value that depends on so many words: for one, whatever takes long does; for two, the look takes
    /// as long as a few rounds of a loop.
    fn is_worth_a_memory(&self, e: &Expr, keys: usize) -> bool {
        keys == 1 || keys == MOST_KEYS && self.is_costly(e, &Env::new(0, 0))
    }

    /// Whether there are loops in an expression that may take many rounds: not over a few things that are known.
    fn is_costly(&self, e: &Expr, env: &Env) -> bool {
        self.machine.has_long_loops(e, &|source| {
            let mut is_closed = true;
            source.each_free_slot(&mut |_| is_closed = false);
            let known = if is_closed { self.known(source, env) } else { None };
            known.is_some_and(|known| elements(&known).nth(Machine::FEW_ROUNDS).is_none())
        })
    }

    /// A value that depends on some words, computed once for each.
    fn with_memory(&mut self, keys: &[I], value: &mut dyn FnMut(&mut Self) -> Option<I>) -> Option<I> {
        if self.plan.memories > MOST_MEMORIES {
            return None;
        }
        let (d, pool, known) = (self.word()?, self.plan.memory()?, self.label());
        match keys {
            [key] => {
                self.emit(Op::Recall(d, *key, pool, known))?;
                let value = value(self)?;
                self.emit(Op::Move(d, value))?;
                self.emit(Op::Remember(*key, d, pool))?;
            }
            [x, y] => {
                let ((place, both), pools) = (self.place_of_two(*x, *y)?, [self.plan.memory()?, pool]);
                let (there, same, other) = (self.word()?, self.label(), self.label());
                self.emit(Op::Recall(there, place, pools[0], same))?;
                self.emit(Op::Jump(other))?;
                self.place(same);
                self.emit(Op::JumpUnlessEq(there, both, other))?;
                self.emit(Op::Recall(d, place, pools[1], known))?;
                self.place(other);
                let value = value(self)?;
                self.emit(Op::Move(d, value))?;
                self.emit(Op::Remember(place, both, pools[0]))?;
                self.emit(Op::Remember(place, d, pools[1]))?;
            }
            _ => return None,
        }
        self.place(known);
        Some(d)
    }

    /// Where a memory has what depends on two words, and these in one: several share a place, which is theirs who came last. There is
    /// none for words that are negative or large.
    fn place_of_two(&mut self, x: I, y: I) -> Option<(I, I)> {
        let (place, both, end) = (self.counter(-1)?, self.counter(-1)?, self.label());
        let [zero, most] = [0, MOST_OF_TWO - 1].map(|n| self.constant(n));
        for word in [x, y] {
            self.emit(Op::JumpUnlessLe(zero?, word, end))?;
            self.emit(Op::JumpUnlessLe(word, most?, end))?;
        }
        let [row, all, size] = [PLACES_IN_ROW, PLACES, MOST_OF_TWO].map(|n| self.constant(n));
        self.emit(Op::Mul(both, x, size?))?;
        self.emit(Op::Add(both, both, y))?;
        self.emit(Op::Mul(place, x, row?))?;
        self.emit(Op::Add(place, place, y))?;
        self.emit(Op::Mod(place, place, all?))?;
        self.place(end);
        Some((place, both))
    }

    /// The words that an expression depends on; `None` if it depends on anything that is not held in words.
    fn free_words(&self, e: &Expr, env: &Env) -> Option<Vec<I>> {
        let (mut free, mut words) = (vec![], true);
        e.walk(&mut |e| {
            if let ExprKind::Local(slot) | ExprKind::CallLocal(slot, _) = &e.kind
                && let Some(Some(val)) = env.slots.get(*slot as usize)
            {
                words &= words_of(val, &mut free);
            }
        });
        words.then_some(free)
    }

    /// The part of a guard that depends on the number bound only, and takes long; or, in code for tables, on one other number
    /// of the position. And what else it says.
    fn own_guard<'e>(&self, slot: Slot, guard: &'e Expr, env: &Env) -> Option<Own<'e>> {
        let (parts, others) = self.guard_alone(slot, guard, env).unzip();
        match (parts, others) {
            (Some(parts), Some(others)) => Some(Own { parts, others, of: None }),
            _ if self.for_tables || self.lists_of_two => self.guard_of_two(slot, guard, env),
            _ => None,
        }
    }

    /// A condition on the number bound and one other, that is more than a comparison.
    fn guard_of_two<'e>(&self, slot: Slot, guard: &'e Expr, env: &Env) -> Option<Own<'e>> {
        let other_of = |e: &Expr| {
            let (mut others, mut words) = (vec![], true);
            e.walk(&mut |e| {
                if let ExprKind::Local(s) | ExprKind::CallLocal(s, _) = &e.kind
                    && *s != slot
                {
                    match env.slots.get(*s as usize) {
                        Some(Some(Val::I(r))) if !others.contains(r) => others.push(*r),
                        Some(None | Some(Val::Known(_) | Val::I(_))) => {}
                        _ => words = false,
                    }
                }
            });
            match others.as_slice() {
                [other] if words && mentions(e, slot) && (is_uneven(e) || self.machine.is_long(e)) => {
                    Some(*other)
                }
                _ => None,
            }
        };
        let conjuncts = conjuncts(guard);
        let of = conjuncts.iter().find_map(|e| other_of(e))?;
        let (parts, others) = conjuncts.into_iter().partition(|e| other_of(e) == Some(of));
        Some(Own { parts, others, of: Some(of) })
    }

    fn guard_alone<'e>(
        &self,
        slot: Slot,
        guard: &'e Expr,
        env: &Env,
    ) -> Option<(Vec<&'e Expr>, Vec<&'e Expr>)> {
        let own = |e: &&Expr| {
            let mut others = false;
            e.walk(&mut |e| {
                if let ExprKind::Local(s) | ExprKind::CallLocal(s, _) = &e.kind {
                    let known = matches!(env.slots.get(*s as usize), Some(None | Some(Val::Known(_))));
                    others |= *s != slot && !known;
                }
            });
            !others && mentions(e, slot) && self.machine.is_long(e)
        };
        let (own, others): (Vec<&Expr>, Vec<&Expr>) = conjuncts(guard).into_iter().partition(own);
        (!own.is_empty()).then_some((own, others))
    }

    /// A loop over the numbers of a range for which a guard holds that depends on them only; `None` if the binder is no
    /// such loop.
    pub(super) fn members_loop(
        &mut self,
        binder: &Binder,
        env: &mut Env,
        body: Guarded<'_, 'c>,
    ) -> Option<Option<()>> {
        let (slot, lo, hi, guard) = guarded_range(binder)?;
        let Own { parts, others, of } = self.own_guard(slot, guard, env)?;
        let lo = self.known(lo, env)?.as_i64()?;
        let own = (parts.as_slice(), of);
        Some(self.members_from(lo, hi, slot, own, env, &mut |c, env, next| body(c, env, &others, next)))
    }

    /// A move whose choices are numbers that satisfy a condition of their own, and that takes them away from a number of the
    /// position: all options at once. `None` if it is nothing of the kind.
    pub(super) fn members_run(&mut self, m: &Move, env: &mut Env) -> Option<Option<()>> {
        let ([binder], None, ExprKind::Position(id, args)) = (m.binders.as_slice(), &m.guard, &m.target.kind)
        else {
            return None;
        };
        let (slot, lo, hi, guard) = guarded_range(binder)?;
        let Own { parts, others, of } = self.own_guard(slot, guard, env)?;
        let lo = self.known(lo, env)?.as_i64()?;
        let mut taken = args.iter().enumerate().filter(|(_, a)| mentions(a, slot));
        let ((place, arg), None) = (taken.next()?, taken.next()) else { return None };
        let ExprKind::Binary(BinaryOp::Subtract, from, k) = &arg.kind else { return None };
        let is_left = matches!(k.kind, ExprKind::Local(s) if s == slot) && !mentions(from, slot);
        let params = &self.machine.plain().game(*id).params;
        if others.iter().any(|e| mentions(e, slot)) || !is_left || params[place].is_rule {
            return None;
        }
        let which = params[..place].iter().filter(|p| !p.is_rule).count();
        let mut args = args.clone();
        args[place] = (**from).clone();
        let (own, skip) = ((parts.as_slice(), of), self.label());
        let run = |c: &mut Self, env: &mut Env| {
            others.iter().try_for_each(|guard| c.branch(guard, env, skip, false))?;
            c.run_of_members(lo, hi, slot, own, (*id, &args, which), env)?;
            c.place(skip);
            Some(())
        };
        Some(run(self, env))
    }

    fn run_of_members(
        &mut self,
        lo: i64,
        hi: &Expr,
        slot: Slot,
        (own, of): (&[&Expr], Option<I>),
        (id, args, which): (GameId, &[Expr], usize),
        env: &mut Env,
    ) -> Option<()> {
        let (hi, pool) = (self.word_for(hi, env)?, self.plan.memory()?);
        if let Some(of) = of {
            self.emit(Op::MembersOf(of, pool))?;
        }
        let part = self.part_spec(id, args, env)?;
        let (item, limit, first) = (self.word()?, self.word()?, self.constant(lo)?);
        let (head, exit) = (self.label(), self.label());
        self.emit(Op::Move(limit, hi))?;
        self.emit(Op::BeginMembers(first, pool))?;
        self.place(head);
        self.emit(Op::KnowMembers(item, limit, pool, exit))?;
        self.learning((item, limit), slot, own, (pool, head), env)?;
        self.place(exit);
        self.code.members_runs.push(MembersRun { part, which, pool, limit });
        self.emit(Op::MembersRun(self.code.members_runs.len() as u32 - 1))
    }

    /// Finds whether a number belongs to a list, and goes back to its head.
    fn learning(
        &mut self,
        (item, limit): (I, I),
        slot: Slot,
        own: &[&Expr],
        (pool, head): (u16, To),
        env: &mut Env,
    ) -> Option<()> {
        let (no, none) = (self.label(), self.label());
        let of = divided_in(own, slot);
        if let Some(of) = of {
            let of = self.word_for(of, env)?;
            self.next_divisor(item, of, limit, none)?;
        }
        env.slots[slot as usize] = Some(Val::I(item));
        for guard in own {
            self.branch(guard, env, no, false)?;
        }
        let (yes, not) = (self.constant(1)?, self.constant(0)?);
        self.emit(Op::Learn(item, yes, pool))?;
        self.emit(Op::Loop(head))?;
        self.place(none);
        if of.is_some() {
            self.emit(Op::Move(item, limit))?;
        }
        self.place(no);
        self.emit(Op::Learn(item, not, pool))?;
        self.emit(Op::Loop(head))?;
        env.slots[slot as usize] = None;
        Some(())
    }

    fn members_from(
        &mut self,
        lo: i64,
        hi: &Expr,
        slot: Slot,
        (own, of): (&[&Expr], Option<I>),
        env: &mut Env,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        let (hi, pool) = (self.word_for(hi, env)?, self.plan.memory()?);
        if let Some(of) = of {
            self.emit(Op::MembersOf(of, pool))?;
        }
        let (item, limit, index) = (self.word()?, self.word()?, self.counter(0)?);
        let (head, next, test, exit) = (self.label(), self.label(), self.label(), self.label());
        self.emit(Op::Move(limit, hi))?;
        let first = self.constant(lo)?;
        self.emit(Op::BeginMembers(first, pool))?;
        self.place(head);
        self.emit(Op::NextMember(item, index, limit, pool, exit))?;
        self.emit(Op::Jump(test))?;
        env.slots[slot as usize] = Some(Val::I(item));
        body(self, env, next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(test);
        self.learning((item, limit), slot, own, (pool, head), env)?;
        self.place(exit);
        Some(())
    }

    /// A loop over the part of a range in which its guard can hold; `None` if looking for it would not pay.
    pub(super) fn cut_loop(
        &mut self,
        binder: &Binder,
        env: &mut Env,
        body: Body<'_, 'c>,
    ) -> Option<Option<()>> {
        let (slot, lo, hi, _) = guarded_range(binder)?;
        self.cuts_that_pay(binder)?;
        let mut run = |c: &mut Self, env: &mut Env| {
            let (lo, hi, one) = (c.word_for(lo, env)?, c.word_for(hi, env)?, c.constant(1)?);
            let (lo, hi) = c.cut(binder, slot, (lo, hi), env)?;
            let before = c.word_op(|d| Op::Sub(d, lo, one))?;
            c.counting(before, hi, &mut |c, val, next| {
                env.slots[slot as usize] = Some(val);
                body(c, env, next)?;
                env.slots[slot as usize] = None;
                Some(())
            })
        };
        Some(run(self, env))
    }

    /// The conditions that cut the range of a binder, if it pays to look for where they turn: something is multiplied in them,
    /// so that it may be long before the end. Games with cycles meet numbers much larger than those asked about, and there
    /// all others pay, too.
    fn cuts_that_pay<'e>(&self, binder: &'e Binder) -> Option<Cuts<'e>> {
        let Cuts { mut upper, mut lower } = self.machine.cuts(binder)?;
        let pays = |g: &&Expr| self.plan.listed.all() || is_steep(g);
        upper.retain(pays);
        lower.retain(pays);
        (!upper.is_empty() || !lower.is_empty()).then_some(Cuts { upper, lower })
    }

    /// The largest or least number of a range for which its guard holds, from that end on.
    pub(super) fn extreme_of_range(
        &mut self,
        largest: bool,
        binder: &Binder,
        (slot, lo, hi): (Slot, &Expr, &Expr),
        env: &mut Env,
    ) -> Option<u16> {
        if let Some(divisors) = divisors(binder, None) {
            return self.extreme_divisor(largest, binder, &divisors, env);
        }
        let (lo, hi) = (self.word_for(lo, env)?, self.word_for(hi, env)?);
        let (lo, hi) = self.cut(binder, slot, (lo, hi), env)?;
        let (first, last) = if largest {
            (self.word_op(|d| Op::Neg(d, hi))?, self.word_op(|d| Op::Neg(d, lo))?)
        } else {
            (lo, hi)
        };
        let (one, found, total) = (self.constant(1)?, self.label(), self.word()?);
        let before = self.word_op(|d| Op::Sub(d, first, one))?;
        self.counting(before, last, &mut |c, val, next| {
            let Val::I(i) = val else { return None };
            let x = if largest { c.word_op(|d| Op::Neg(d, i))? } else { i };
            env.slots[slot as usize] = Some(Val::I(x));
            if let Some(guard) = &binder.guard {
                c.branch(guard, env, next, false)?;
            }
            env.slots[slot as usize] = None;
            c.emit(Op::Move(total, x))?;
            c.emit(Op::Jump(found))
        })?;
        self.emit(Op::Bail)?;
        self.place(found);
        Some(total)
    }

    /// The part of a range in which its guard can hold; all of it if that is not seen.
    pub(super) fn cut(
        &mut self,
        binder: &Binder,
        slot: Slot,
        (lo, hi): (I, I),
        env: &mut Env,
    ) -> Option<(I, I)> {
        let Some(cuts) = self.cuts_that_pay(binder) else { return Some((lo, hi)) };
        let (first, last, end) = (self.word()?, self.word()?, self.label());
        let (one, zero, short) = (self.constant(1)?, self.constant(0)?, self.constant(SHORT)?);
        self.emit(Op::Move(first, lo))?;
        self.emit(Op::Move(last, hi))?;
        // The guard is known to turn once only for natural numbers; and it must pay.
        self.emit(Op::JumpUnlessLe(zero, lo, end))?;
        let enough = self.word_op(|d| Op::Add(d, lo, short))?;
        self.emit(Op::JumpUnlessLt(enough, hi, end))?;
        for guard in cuts.upper {
            let turn = self.turn(guard, true, slot, (first, last), env)?;
            self.emit(Op::Sub(last, turn, one))?;
        }
        for guard in cuts.lower {
            let turn = self.turn(guard, false, slot, (first, last), env)?;
            self.emit(Op::Move(first, turn))?;
        }
        self.place(end);
        Some((first, last))
    }

    /// The first number of a range for which a condition is no longer `at_first`, or the number behind its end: found by
    /// doubling and halving, so numbers much larger than that are not tried.
    fn turn(
        &mut self,
        guard: &Expr,
        at_first: bool,
        slot: Slot,
        (first, last): (I, I),
        env: &mut Env,
    ) -> Option<I> {
        let (from, to, probe, step) = (self.word()?, self.word()?, self.word()?, self.word()?);
        let (one, two) = (self.constant(1)?, self.constant(2)?);
        let (far, out, halve, out_half, done) =
            (self.label(), self.label(), self.label(), self.label(), self.label());
        env.slots[slot as usize] = Some(Val::I(probe));
        self.emit(Op::Move(from, first))?;
        self.emit(Op::Move(step, one))?;
        self.emit(Op::Add(to, last, one))?;
        self.place(far);
        self.emit(Op::JumpUnlessLt(from, to, halve))?;
        self.emit(Op::Add(probe, from, step))?;
        self.emit(Op::Sub(probe, probe, one))?;
        self.emit(Op::Min(probe, probe, last))?;
        self.branch(guard, env, out, !at_first)?;
        self.emit(Op::Add(from, probe, one))?;
        self.emit(Op::Add(step, step, step))?;
        self.emit(Op::Loop(far))?;
        self.place(out);
        self.emit(Op::Move(to, probe))?;
        self.place(halve);
        self.emit(Op::JumpUnlessLt(from, to, done))?;
        self.emit(Op::Add(probe, from, to))?;
        self.emit(Op::Div(probe, probe, two))?;
        self.branch(guard, env, out_half, !at_first)?;
        self.emit(Op::Add(from, probe, one))?;
        self.emit(Op::Loop(halve))?;
        self.place(out_half);
        self.emit(Op::Move(to, probe))?;
        self.emit(Op::Loop(halve))?;
        self.place(done);
        env.slots[slot as usize] = None;
        Some(from)
    }
}

/// A binder that also asks what the names behind it, which stand for values, ask of the number bound: in `j in 1..n,
/// k = j * j where k <= n` that is `j * j <= n`.
pub(super) fn with_what_follows(binder: &Binder, rest: &[Binder]) -> Option<Binder> {
    if !matches!(&binder.kind, BinderKind::In { source: Expr { kind: ExprKind::Range(..), .. }, .. }) {
        return None;
    }
    let mut values: Vec<(Slot, Expr)> = vec![];
    let mut asked: Vec<Expr> = vec![];
    for b in rest {
        let BinderKind::Is { slot, value, .. } = &b.kind else { break };
        values.push((*slot, substituted(value, &values)));
        let guards = b.guard.iter().flat_map(conjuncts).filter(|g| matches!(g.kind, ExprKind::Compare(..)));
        asked.extend(guards.map(|g| substituted(g, &values)));
    }
    let all = binder.guard.iter().cloned().chain(asked.iter().cloned()).reduce(and)?;
    (!asked.is_empty()).then(|| Binder { guard: Some(all), ..binder.clone() })
}

/// Both conditions.
pub(super) fn and(a: Expr, b: Expr) -> Expr {
    let (ty, span) = (Type::Bool, b.span);
    Expr { kind: ExprKind::Binary(BinaryOp::And, Box::new(a), Box::new(b)), ty, span }
}

/// An expression with values in place of names.
fn substituted(e: &Expr, values: &[(Slot, Expr)]) -> Expr {
    fn put(e: &mut Expr, values: &[(Slot, Expr)]) {
        match &e.kind {
            ExprKind::Local(s) => {
                if let Some((_, value)) = values.iter().find(|(slot, _)| slot == s) {
                    *e = value.clone();
                }
            }
            _ => e.for_each_child_mut(&mut |child| put(child, values)),
        }
    }
    let mut e = e.clone();
    put(&mut e, values);
    e
}

/// The part of a guard for which numbers are remembered, what else the guard says, and the register of the other number that
/// the part depends on, if there is one.
struct Own<'e> {
    parts: Vec<&'e Expr>,
    others: Vec<&'e Expr>,
    of: Option<I>,
}

/// Adds the words that a value is held in, each once; whether it is held in nothing else.
fn words_of(val: &Val, free: &mut Vec<I>) -> bool {
    match val {
        Val::I(r) if free.contains(r) => true,
        Val::I(r) => {
            free.push(*r);
            true
        }
        Val::Tuple(parts) => parts.iter().all(|part| words_of(part, free)),
        Val::Known(_) => true,
        _ => false,
    }
}

/// Whether a condition holds for scattered numbers: something in it is divided.
fn is_uneven(e: &Expr) -> bool {
    let mut uneven = false;
    e.walk(&mut |e| uneven |= matches!(e.kind, ExprKind::Binary(BinaryOp::Mod | BinaryOp::Divide, ..)));
    uneven
}

/// Whether a condition may turn long before the end of its range: something is multiplied in it.
fn is_steep(e: &Expr) -> bool {
    let mut steep = false;
    e.walk(&mut |e| {
        steep |=
            matches!(e.kind, ExprKind::Binary(BinaryOp::Multiply | BinaryOp::Power, ..) | ExprKind::Call(..));
    });
    steep
}

/// A number that runs through a range with two ends, and its guard: slot, ends, guard.
fn guarded_range(binder: &Binder) -> Option<(Slot, &Expr, &Expr, &Expr)> {
    let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
    match (slots.as_slice(), &source.kind, &binder.guard) {
        ([slot], ExprKind::Range(lo, Some(hi)), Some(guard)) => Some((*slot, lo, hi, guard)),
        _ => None,
    }
}
