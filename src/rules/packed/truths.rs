//! Lists of truth values, and maps to them, as sets in registers: of the places, or of the keys, that hold `true`. Choices among these
//! are loops over a set, and what their guards ask besides is what sets have in common.

use super::code::{B, KeyBits, Op};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind, Expr};
use crate::check::types::Type;

impl Compiler<'_> {
    /// A choice of which the guard asks whether a list or a map holds `true` there, from those that do; bails where that may be a
    /// mistake.
    pub(super) fn inside_truths(&mut self, binder: &Binder, env: &mut Env) -> Option<Binder> {
        let is_sure = |asked: &Expr| self.is_surely_made(asked, env);
        let inside = binder.inside_truths(&is_sure, &|set, of| self.are_places(set, of, env))?;
        // Numbers below 1 are no elements of sets of bits: a loop takes them as they come.
        let BinderKind::In { source, .. } = &binder.kind else { return None };
        let is_checked = inside.demands.iter().any(|(set, _)| set == source);
        if !is_checked && self.may_begin_below_zero(source, env) || !self.have_code(&inside.binder, env) {
            return None;
        }
        let mark = self.mark();
        let done = inside.demands.iter().try_for_each(|(set, of)| self.all_are_places(set, of, env));
        if done.is_none() {
            self.back(&mark);
        }
        done.map(|()| inside.binder)
    }

    /// The same of cells that touch another, which are asked whether they are in a set first.
    pub(super) fn among_truths(&mut self, binder: &Binder, env: &mut Env) -> Option<Binder> {
        let BinderKind::In { source, .. } = &binder.kind else { return None };
        let near = matches!(source.native(), Some((Builtin::Touching, _))) && self.plan.sets.on_grid();
        if !near {
            return None;
        }
        let among = binder.among_truths(&|set, of| self.are_places(set, of, env))?;
        self.have_code(&among, env).then_some(among)
    }

    /// A choice and those behind it, which ask whether a list or a map holds `true` at what was chosen: it is asked of the choice
    /// itself, where neither that nor anything that comes before the question may be a mistake.
    pub(super) fn asked_ahead(&self, binder: &Binder, rest: &[Binder], env: &Env) -> Option<Vec<Binder>> {
        let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
        let [slot] = slots[..] else { return None };
        let (mut own, mut others, mut sure) = (vec![], rest.to_vec(), true);
        for later in &mut others {
            let (BinderKind::In { source: of, .. } | BinderKind::Is { value: of, .. }) = &later.kind;
            sure = sure && self.is_surely_made(of, env);
            let mut left = vec![];
            for asked in later.guard.iter().flat_map(Expr::conjuncts) {
                let is_own = asked.truth_at(slot).is_some_and(|of| {
                    let are_places = source.lies_within(of) || self.are_places(source, of, env);
                    are_places && self.has_truths(of, &source.ty, env)
                });
                if sure && is_own {
                    own.push(asked.clone());
                } else {
                    sure = sure && self.is_surely_made(asked, env);
                    left.push(asked.clone());
                }
            }
            later.guard = Expr::all_of(left);
        }
        if own.is_empty() {
            return None;
        }
        let first = Binder { guard: Expr::all_of(binder.guard.iter().cloned().chain(own)), ..binder.clone() };
        Some(std::iter::once(first).chain(others).collect())
    }

    /// Whether there is code for the places or keys that hold `true`, wherever a choice asks for these.
    fn have_code(&self, binder: &Binder, env: &Env) -> bool {
        let mut have_code = true;
        binder.for_each_expression(&mut |e| {
            e.walk(&mut |e| have_code &= e.truths_of().is_none_or(|of| self.has_truths(of, &e.ty, env)));
        });
        have_code
    }

    /// Whether all elements of a known set are places of a list, or keys of a map, in all positions of an array.
    fn are_places(&self, set: &Expr, of: &Expr, env: &Env) -> bool {
        let Some(Some(Val::L(l))) = of.local().and_then(|s| env.slots.get(s as usize)) else { return false };
        let Some((_, places)) = self.places_of.iter().find(|(known, _)| known == l) else { return false };
        self.known(set, env).is_some_and(|set| elements(&set).all(|x| places.contains(&x)))
    }

    /// Bails unless all elements of a set are places of a list, or keys of a map.
    fn all_are_places(&mut self, set: &Expr, of: &Expr, env: &mut Env) -> Option<()> {
        let fine = self.label();
        if let (Some((lo, hi)), None) = (set.ends(), self.known(set, env)) {
            // Numbers below 1 are no places, and no elements of sets of bits either.
            let (lo, hi, zero) = (self.word_for(lo, env)?, self.word_for(hi, env)?, self.constant(0)?);
            let some = self.label();
            self.emit(Op::JumpUnlessLe(lo, hi, fine))?;
            self.emit(Op::JumpUnlessLe(lo, zero, some))?;
            self.emit(Op::Bail)?;
            self.place(some);
        }
        let (set, places) = (self.set_for(set, env)?, self.set_for(&of.places(&set.ty), env)?);
        let others = self.set_op(|d| Op::SetMinus(d, set, places))?;
        let count = self.word_op(|d| Op::Count(d, others))?;
        self.emit(Op::JumpUnless(count, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        Some(())
    }

    /// The places or keys that hold `true`; none if these have no bits of their own.
    pub(super) fn those_true(&mut self, of: &Expr, ty: &Type, env: &mut Env) -> Option<B> {
        if let Type::Map(..) = of.ty {
            return self.bits_of_keys(of, ty, true, env);
        }
        if self.numbering(ty) != Numbering::Numbers {
            return None;
        }
        let Val::L(l) = self.value(of, env)? else { return None };
        self.set_op(|d| Op::ListBits(d, l))
    }

    /// The keys of a map from words to words, or those that hold something but 0; none if these have no bits of their own.
    pub(super) fn bits_of_keys(
        &mut self,
        map: &Expr,
        ty: &Type,
        only_true: bool,
        env: &mut Env,
    ) -> Option<B> {
        let cells = match self.numbering(ty) {
            Numbering::Over(_) => return None,
            numbering => numbering == Numbering::Cells,
        };
        let have_bits = cells || self.plan.sets.have_bits_for_keys();
        if !have_bits || self.class(&map.ty) != Some(Class::Map) || self.class(ty) != Some(Class::Set) {
            return None;
        }
        let l = self.list_for(map, env)?;
        self.set_op(|d| Op::KeyBits(d, l, KeyBits { cells, only_true }))
    }

    /// Whether there is code for the places or keys that hold `true`.
    pub(super) fn has_truths(&self, of: &Expr, ty: &Type, env: &Env) -> bool {
        let is_held = of.local().is_some_and(|s| matches!(env.slots.get(s as usize), Some(Some(Val::L(_)))));
        let fits = match self.numbering(ty) {
            Numbering::Over(_) => false,
            Numbering::Cells => self.class(&of.ty) == Some(Class::Map),
            Numbering::Numbers => match self.class(&of.ty) {
                Some(Class::Map) => self.plan.sets.have_bits_for_keys(),
                class => class == Some(Class::List),
            },
        };
        is_held && fits && self.class(ty) == Some(Class::Set)
    }
}
