//! Whether a value lies between two numbers, on a board or among those that are known: as jumps.

use super::code::{I, Op, Reg, To};
use super::compile::{Class, Compiler, Env, Val};
use super::registers::parts_of;
use crate::builtin::collection::elements;
use crate::check::ir::Expr;
use crate::check::types::Type;
use crate::value::Value;

impl Compiler<'_> {
    #[allow(clippy::too_many_arguments)] // a range test is its parts
    pub(super) fn branch_between(
        &mut self,
        val: &Val,
        ty: &Type,
        lo: &Expr,
        hi: Option<&Expr>,
        env: &mut Env,
        to: To,
        wanted: bool,
    ) -> Option<()> {
        let Reg::I(x) = self.in_register(val.clone(), ty)? else { return None };
        let outside = self.label();
        let miss = if wanted { to } else { outside };
        let lo = self.word_for(lo, env)?;
        self.emit(Op::JumpUnlessLe(lo, x, miss))?;
        if let Some(hi) = hi {
            let hi = self.word_for(hi, env)?;
            self.emit(Op::JumpUnlessLe(x, hi, miss))?;
        }
        if !wanted {
            self.emit(Op::Jump(to))?;
        }
        self.place(outside);
        Some(())
    }

    /// Whether a rectangle is known and no larger than a set of bits.
    pub(super) fn is_small_box(&mut self, ends: &[(&Expr, &Expr)], env: &mut Env) -> bool {
        let counts = ends.iter().map(|(lo, hi)| {
            let (lo, hi) = (self.known(lo, env)?.as_i64()?, self.known(hi, env)?.as_i64()?);
            Some(hi.checked_sub(lo)?.max(-1) + 1)
        });
        let size = counts.collect::<Option<Vec<i64>>>();
        let size = size.and_then(|counts| counts.iter().try_fold(1i64, |n, count| n.checked_mul(*count)));
        size.is_some_and(|size| size <= i64::from(u128::BITS))
    }

    /// The same of each part of a cell or a tuple.
    pub(super) fn branch_between_all(
        &mut self,
        val: &Val,
        ty: &Type,
        ends: &[(&Expr, &Expr)],
        env: &mut Env,
        (to, wanted): (To, bool),
    ) -> Option<()> {
        let parts = match ty {
            Type::Cell => {
                let Reg::I(p) = self.in_register(val.clone(), ty)? else { return None };
                let (row, col) = (self.word_op(|d| Op::Row(d, p))?, self.word_op(|d| Op::Col(d, p))?);
                vec![Val::I(row), Val::I(col)]
            }
            _ => parts_of(val)?,
        };
        // All ends are computed: there may be a mistake in one.
        let mut digits = vec![];
        for (part, (lo, hi)) in parts.into_iter().zip(ends) {
            let Reg::I(x) = self.in_register(part, &Type::Int)? else { return None };
            digits.push((x, self.word_for(lo, env)?, self.word_for(hi, env)?));
        }
        self.branch_within(&digits, (to, wanted))
    }

    /// Jumps to `to` unless it is `wanted` that each of some words lies between two others.
    pub(super) fn branch_within(&mut self, digits: &[(I, I, I)], (to, wanted): (To, bool)) -> Option<()> {
        let outside = self.label();
        let miss = if wanted { to } else { outside };
        for (x, lo, hi) in digits {
            self.emit(Op::JumpUnlessLe(*lo, *x, miss))?;
            self.emit(Op::JumpUnlessLe(*x, *hi, miss))?;
        }
        if !wanted {
            self.emit(Op::Jump(to))?;
        }
        self.place(outside);
        Some(())
    }

    pub(super) fn branch_known_member(
        &mut self,
        val: &Val,
        ty: &Type,
        known: &Value,
        to: To,
        wanted: bool,
    ) -> Option<()> {
        let mark = self.mark();
        if let Some(done) = self.branch_in_box(val, ty, known, (to, wanted)) {
            return Some(done);
        }
        self.back(&mark);
        let items: Vec<Value> = elements(known).collect();
        if self.class(ty) != Some(Class::Word) {
            if items.len() > 32 {
                return None;
            }
            let found = self.label();
            for item in items {
                self.branch_same(val, &Val::Known(item), ty, if wanted { found } else { to }, true)?;
            }
            if wanted {
                self.emit(Op::Jump(to))?;
            }
            self.place(found);
            return Some(());
        }
        let Reg::I(x) = self.in_register(val.clone(), ty)? else { return None };
        let mut words = self.known_words(&items)?;
        words.sort_unstable();
        self.code.lists.push(words);
        let pool = self.code.lists.len() as u32 - 1;
        let has = self.word_op(|d| Op::ListHasSorted(d, pool, x))?;
        self.emit(if wanted { Op::JumpUnless(has, to) } else { Op::JumpIf(has, to) })
    }
}
