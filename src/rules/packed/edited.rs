//! Lists made entry by entry in which few entries differ from those of another one, as
//! `[if j == i then x else if abs(i - j) == 1 then y else row[j] for j in indices(row)]`: only the places that a condition names
//! are looked at, each with all that is said about it, and put into a copy.

use super::chain_runs::mentions;
use super::code::{FlatOp, I, L, Op, Reg};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Condition, Expr, Slot};
use crate::check::types::Type;

/// A place: a sum of numbers, of which those with `false` are taken away.
type Place<'e> = Vec<(bool, &'e Expr)>;

/// Where more places are named, all are looked at.
const MOST: usize = 8;

impl Compiler<'_> {
    /// A list of an entry for each place of another list; `None` if more than a few of them may be others than there.
    pub(super) fn edited_list(&mut self, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<L> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let [j] = slots.as_slice() else { return None };
        let (places, row) = edits(item, *j)?;
        if places.is_empty() || places.len() > MOST || !self.are_its_places(source, row, env) {
            return None;
        }
        let mark = self.mark();
        self.edited(item, *j, (&places, row), &mut env.clone()).or_else(|| {
            self.back(&mark);
            None
        })
    }

    fn edited(
        &mut self,
        item: &Expr,
        j: Slot,
        (places, row): (&[Place<'_>], &Expr),
        env: &mut Env,
    ) -> Option<L> {
        let (before, size) = (self.list_for(row, env)?, self.size(row, env)?);
        let (made, one, done) = (self.list_op(|d| Op::ListMove(d, before))?, self.constant(1)?, self.label());
        self.emit(Op::JumpUnlessLe(one, size, done))?;
        for place in places {
            let (at, outside) = (self.sum_of(place, env)?, self.label());
            self.emit(Op::JumpUnlessLe(one, at, outside))?;
            self.emit(Op::JumpUnlessLe(at, size, outside))?;
            env.slots[j as usize] = Some(Val::I(at));
            let val = self.value(item, env)?;
            let entry = self.held(val, &item.ty)?;
            match (self.class(&row.ty)?, entry.regs.as_slice()) {
                (Class::List, [Reg::I(x)]) => self.emit(Op::Put(made, made, at, *x))?,
                _ => self.flat(FlatOp::Put(made, made, at, entry))?,
            }
            env.slots[j as usize] = None;
            self.place(outside);
        }
        self.place(done);
        Some(made)
    }

    /// `[s[j] and c for j in indices(s)]`: a copy of a list of truth values without those of which something else does not hold.
    /// Those are found as a set.
    pub(super) fn cleared_list(&mut self, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<L> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let ([j], Type::Bool) = (slots.as_slice(), &item.ty) else { return None };
        let asked = item.conjuncts();
        let entry = asked.iter().position(|e| e.truth_at(*j).is_some())?;
        let row = asked[entry].truth_at(*j)?;
        let is_sure = asked[..entry].iter().all(|e| self.is_surely_made(e, env));
        let plain = is_sure && asked.len() > 1 && matches!(row.ty, Type::List(_));
        if !plain || !self.are_its_places(source, row, env) {
            return None;
        }
        let mark = self.mark();
        self.cleared(item, *j, row, &mut env.clone()).or_else(|| {
            self.back(&mark);
            None
        })
    }

    fn cleared(&mut self, item: &Expr, j: Slot, row: &Expr, env: &mut Env) -> Option<L> {
        let (before, left) =
            (self.list_for(row, env)?, item.places_where(j, row, &Type::Set(Box::new(Type::Int)))?);
        self.has_truths(row, &left.ty, env).then_some(())?;
        let truths = self.those_true(row, &left.ty, env)?;
        let left = self.set_for(&left, env)?;
        let gone = self.set_op(|d| Op::SetMinus(d, truths, left))?;
        let (made, no) = (self.list_op(|d| Op::ListMove(d, before))?, self.constant(0)?);
        self.set_loop(gone, (Numbering::Numbers, &Type::Int), &mut |c, val, _| {
            let Val::I(at) = val else { return None };
            c.emit(Op::Put(made, made, at, no))
        })?;
        Some(made)
    }

    fn sum_of(&mut self, place: &Place<'_>, env: &mut Env) -> Option<I> {
        let sum = self.counter(0)?;
        for (added, number) in place {
            let x = self.word_for(number, env)?;
            self.emit(if *added { Op::Add(sum, sum, x) } else { Op::Sub(sum, sum, x) })?;
        }
        Some(sum)
    }

    /// Whether a source has every place of a list, and no other.
    fn are_its_places(&self, source: &Expr, row: &Expr, env: &Env) -> bool {
        let of_row = |e: &Expr, f: Builtin| matches!(e.native(), Some((g, [of])) if f == g && of.local() == row.local());
        let last = |hi: &Expr| {
            let all = self.known(hi, env).and_then(|n| n.as_i64());
            of_row(hi, Builtin::Size) || all.is_some() && all == self.known_length(row, env)
        };
        let one = |lo: &Expr| self.known(lo, env).and_then(|n| n.as_i64()) == Some(1);
        of_row(source, Builtin::Indices) || source.ends().is_some_and(|(lo, hi)| one(lo) && last(hi))
    }
}

/// The places for which an entry may be another than that of a list, and the list.
fn edits(item: &Expr, j: Slot) -> Option<(Vec<Place<'_>>, &Expr)> {
    let (mut places, mut e) = (vec![], item);
    loop {
        match e.condition() {
            Condition::If(c, _, b) => {
                places.extend(named(c, j)?);
                e = b;
            }
            Condition::Entry(row, place) if place.local() == Some(j) => {
                return row.local().is_some_and(|slot| slot != j).then_some((places, row));
            }
            _ => return None,
        }
    }
}

/// The places for which a condition may hold; it is no mistake for any other.
fn named(c: &Expr, j: Slot) -> Option<Vec<Place<'_>>> {
    match c.condition() {
        Condition::Or(a, b) => Some([named(a, j)?, named(b, j)?].concat()),
        Condition::And(a, _) => named(a, j),
        Condition::In(x, source) if x.local() == Some(j) => {
            let items = source.elements().filter(|items| items.iter().all(|x| !mentions(x, j)))?;
            Some(items.iter().map(|x| vec![(true, x)]).collect())
        }
        Condition::Numbers(CompareOp::Equal, a, b) => match (a.native(), b.native()) {
            (Some((Builtin::Abs, [x])), _) if !mentions(b, j) => off(x, b, j),
            (_, Some((Builtin::Abs, [x]))) if !mentions(a, j) => off(x, a, j),
            _ => Some(vec![where_zero([(true, a), (false, b)], j)?]),
        },
        _ => None,
    }
}

/// The places so far off.
fn off<'e>(x: &'e Expr, by: &'e Expr, j: Slot) -> Option<Vec<Place<'e>>> {
    [true, false].into_iter().map(|added| where_zero([(true, x), (added, by)], j)).collect()
}

/// The place for which a sum is zero.
fn where_zero<'e>(sum: [(bool, &'e Expr); 2], j: Slot) -> Option<Place<'e>> {
    let (mut ways, mut rest) = (vec![], vec![]);
    for (added, e) in sum {
        gather(e, added, j, &mut ways, &mut rest)?;
    }
    let [added] = ways[..] else { return None };
    Some(rest.into_iter().map(|(plus, e)| (plus != added, e)).collect())
}

fn gather<'e>(e: &'e Expr, added: bool, j: Slot, ways: &mut Vec<bool>, rest: &mut Place<'e>) -> Option<()> {
    match e.binary() {
        Some((op @ (BinaryOp::Add | BinaryOp::Subtract), a, b)) if e.ty == Type::Int => {
            gather(a, added, j, ways, rest)?;
            gather(b, added == (op == BinaryOp::Add), j, ways, rest)
        }
        _ if e.local() == Some(j) => {
            ways.push(added);
            Some(())
        }
        _ if mentions(e, j) => None,
        _ => {
            rest.push((added, e));
            Some(())
        }
    }
}
