//! Conditions as jumps: comparisons, membership, and folds over conditions. Sets of cells of which only those on the grid matter,
//! for they are taken away from a set that lies on it, or only what they have in common with one is wanted: cells off the board
//! need no room.

use super::chain_runs::mentions;
use super::code::{Op, Reg, To};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use super::memo::and;
use super::registers::parts_of;
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, LetId};
use crate::check::types::Type;
use crate::lowered::is_total;
use crate::value::Value;

/// Fixed elements that are no words are compared one by one up to this many.
const WRITTEN_OUT: usize = 4;

/// Where a condition is whether each of some elements is in a set, or not in it: the set of these elements, and that set.
fn asked_of_each<'e>(item: &'e Expr, binders: &[Binder]) -> Option<(Expr, bool, &'e Expr)> {
    let (member, is_in) =
        if let ExprKind::Not(inner) = &item.kind { (&**inner, false) } else { (item, true) };
    let ExprKind::In(x, source) = &member.kind else { return None };
    let kind = ExprKind::For(Fold::Set, x.clone(), binders.to_vec());
    Some((Expr { kind, ty: source.ty.clone(), span: item.span }, is_in, source))
}

/// Where a condition is whether each element of one set is in another one, or not in it: both sets.
fn asked_of_set<'e>(item: &'e Expr, binders: &'e [Binder]) -> Option<(&'e Expr, bool, &'e Expr)> {
    let [Binder { kind: BinderKind::In { slots, source: elements, .. }, guard: None, .. }] = binders else {
        return None;
    };
    let (member, is_in) =
        if let ExprKind::Not(inner) = &item.kind { (&**inner, false) } else { (item, true) };
    let (None, x, source) = member.sides()? else { return None };
    let fits = x.local().is_some_and(|x| slots[..] == [x] && !mentions(source, x));
    (fits && elements.ty == source.ty).then_some((elements, is_in, source))
}

/// Whether a fold asks something of all elements of a set, or of some; and whether that is to hold: of being in another set, or
/// not.
pub(super) fn asked_of(fold: Fold, is_in: bool) -> Option<(bool, bool)> {
    match (fold, is_in) {
        (Fold::All, true) | (Fold::None, false) => Some((true, true)),
        (Fold::Any, false) => Some((true, false)),
        (Fold::Any, true) => Some((false, true)),
        (Fold::None, true) | (Fold::All, false) => Some((false, false)),
        _ => None,
    }
}

impl Compiler<'_> {
    /// What is asked of each choice as a condition on the last one, where that is an element of a set of bits: those that satisfy
    /// it may be known as a set.
    pub(super) fn asked_of_last(&self, item: &Expr, wanted: bool, binders: &[Binder]) -> Option<Vec<Binder>> {
        let BinderKind::In { source, .. } = &binders.last()?.kind else { return None };
        // A range ends where its guard does, or is replaced by lists, which have no machine code here.
        let is_range = source.ends().is_some();
        if is_range || !matches!(source.ty, Type::Set(_)) || self.class(&source.ty) != Some(Class::Set) {
            return None;
        }
        let not = |e: &Expr| {
            let kind = ExprKind::Not(Box::new(e.clone()));
            Expr { kind, ty: Type::Bool, span: e.span }
        };
        let asked = if wanted { item.clone() } else { not(item) };
        let mut binders = binders.to_vec();
        let guard = &mut binders.last_mut()?.guard;
        *guard = Some(match guard.take() {
            Some(before) => and(before, asked),
            None => asked,
        });
        Some(binders)
    }

    /// The same where both are bits: one look at two sets.
    fn branch_sets(
        &mut self,
        (fold, is_in): (Fold, bool),
        (elements, source): (&Expr, &Expr),
        env: &mut Env,
        (to, when): (To, bool),
    ) -> Option<()> {
        let fit = self.fits_set(source, env) && self.fits_set(elements, env);
        if self.class(&source.ty) != Some(Class::Set) || !fit {
            return None;
        }
        let asked = asked_of(fold, is_in)?;
        let (elements, source) = (self.set_for(elements, env)?, self.set_for(source, env)?);
        self.branch_left(asked, (elements, source), (to, when))
    }

    /// Jumps by whether all elements of a set are in another one, or some, and whether that is to hold.
    pub(super) fn branch_left(
        &mut self,
        (of_all, holds): (bool, bool),
        (elements, source): (u16, u16),
        (to, when): (To, bool),
    ) -> Option<()> {
        let left = match of_all {
            true => self.set_op(|d| Op::SetMinus(d, elements, source))?,
            false => self.set_op(|d| Op::SetAnd(d, elements, source))?,
        };
        let count = self.word_op(|d| Op::Count(d, left))?;
        // It holds if nothing is left of all, or something of some.
        let jump_where_empty = (of_all == holds) == when;
        self.emit(if jump_where_empty { Op::JumpUnless(count, to) } else { Op::JumpIf(count, to) })
    }

    /// A condition as a word: 1 or 0.
    pub(super) fn truth(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        self.truth_by(|c, no| c.branch(e, env, no, false))
    }

    /// 1, or 0 if a branch goes where it does not hold.
    pub(super) fn truth_by(&mut self, branch: impl FnOnce(&mut Self, To) -> Option<()>) -> Option<u16> {
        let (d, no) = (self.word()?, self.label());
        self.emit(Op::Const(d, 0))?;
        branch(self, no)?;
        self.emit(Op::Const(d, 1))?;
        self.place(no);
        Some(d)
    }

    /// Jumps to `to` if the condition is `when`; otherwise goes on behind.
    pub(super) fn branch(&mut self, e: &Expr, env: &mut Env, to: To, when: bool) -> Option<()> {
        if let Some(Value::Bool(known)) = self.known(e, env) {
            return if known == when { self.emit(Op::Jump(to)) } else { Some(()) };
        }
        if let Some(Val::I(once)) = self.computed_once(e, env) {
            return self.jump(once, to, when);
        }
        let mark = self.mark();
        if let Some(truth) = self.remembered_truth(e, env) {
            return self.jump(truth, to, when);
        }
        self.back(&mark);
        self.branch_in_code(e, &mut env.clone(), to, when).or_else(|| {
            self.back(&mark);
            match self.aside(e, env)? {
                Val::I(r) => self.jump(r, to, when),
                _ => None,
            }
        })
    }

    pub(super) fn branch_in_code(&mut self, e: &Expr, env: &mut Env, to: To, when: bool) -> Option<()> {
        match &e.kind {
            ExprKind::Not(a) => self.branch(a, env, to, !when),
            ExprKind::Binary(BinaryOp::And, a, b) if !when => {
                self.branch(a, env, to, false)?;
                self.branch(b, env, to, false)
            }
            ExprKind::Binary(BinaryOp::Or, a, b) if when => {
                self.branch(a, env, to, true)?;
                self.branch(b, env, to, true)
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                let skip = self.label();
                self.branch(a, env, skip, !when)?;
                self.branch(b, env, to, when)?;
                self.place(skip);
                Some(())
            }
            ExprKind::Compare(op, a, b) => self.branch_compare(*op, a, b, env, to, when),
            ExprKind::Wrong => self.emit(Op::Bail),
            ExprKind::In(x, source) => {
                let val = self.value(x, env)?;
                self.branch_member(&val, &x.ty, source, env, to, !when)
            }
            ExprKind::For(fold @ (Fold::Any | Fold::All | Fold::None), item, binders) => {
                let mark = self.mark();
                let by_sets = asked_of_each(item, binders).and_then(|(elements, is_in, source)| {
                    let asked = (*fold, is_in, source);
                    self.branch_known_elements(asked, &elements, &mut env.clone(), (to, when))
                });
                if by_sets.is_some() {
                    return by_sets;
                }
                self.back(&mark);
                if let Some((elements, is_in, source)) = asked_of_set(item, binders) {
                    let asked = self.branch_sets((*fold, is_in), (elements, source), env, (to, when));
                    if asked.is_some() {
                        return asked;
                    }
                    self.back(&mark);
                }
                let found_means = *fold == Fold::Any;
                let wanted = *fold != Fold::All;
                let (found, next) = (self.label(), self.label());
                let target = if found_means == when { to } else { found };
                self.search(binders, (item, wanted), env, next, target)?;
                self.place(next);
                if found_means != when {
                    self.emit(Op::Jump(to))?;
                }
                self.place(found);
                Some(())
            }
            _ => {
                let r = self.word_for(e, env)?;
                self.jump(r, to, when)
            }
        }
    }

    pub(super) fn branch_compare(
        &mut self,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
        env: &mut Env,
        to: To,
        when: bool,
    ) -> Option<()> {
        if matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            let mark = self.mark();
            let nothing = (op == CompareOp::Equal) == when;
            if let Some(done) = self.branch_nothing_left(a, b, &mut env.clone(), (to, nothing)) {
                return Some(done);
            }
            self.back(&mark);
            let (x, y) = (self.value(a, env)?, self.value(b, env)?);
            return self.branch_same(&x, &y, &a.ty, to, (op == CompareOp::Equal) == when);
        }
        let (x, y) = (self.word_for(a, env)?, self.word_for(b, env)?);
        self.emit(match (op, when) {
            (CompareOp::Less, false) => Op::JumpUnlessLt(x, y, to),
            (CompareOp::Less, true) => Op::JumpUnlessLe(y, x, to),
            (_, false) => Op::JumpUnlessLe(x, y, to),
            (_, true) => Op::JumpUnlessLt(y, x, to),
        })
    }

    /// `A common B` of runs, or where A is a comprehension, or `A minus B` where the elements of A are written out, is empty, or its
    /// size 0: jumps to `to` if that is `when`. Nothing is put together for it; what is written out may lie off the board.
    fn branch_nothing_left(
        &mut self,
        left: &Expr,
        nothing: &Expr,
        env: &mut Env,
        (to, when): (To, bool),
    ) -> Option<()> {
        let nothing = self.known(nothing, env)?;
        let left = match &left.kind {
            ExprKind::Builtin(Builtin::Size, args) if nothing == Value::int(0) => args.first()?,
            _ if matches!(left.ty, Type::Set(_)) && elements(&nothing).next().is_none() => left,
            _ => return None,
        };
        let (op, a, b) = left.binary()?;
        let (through, within) = match op {
            BinaryOp::Common if self.is_flat(&a.ty) && !self.is_at_hand(b, env) => (b, a),
            BinaryOp::Common if self.is_flat(&a.ty) || self.is_comprehension(a, env) => (a, b),
            BinaryOp::Common if self.is_comprehension(b, env) => (b, a),
            BinaryOp::Minus if matches!(a.ty, Type::Set(_)) && self.lists_elements(a, env) => (a, b),
            _ => return None,
        };
        if !self.is_at_hand(within, env) {
            return None;
        }
        let (element, found, of_left) = (a.ty.element()?, self.label(), op == BinaryOp::Common);
        self.source(through, &mut env.clone(), false, &mut |c, val, next| {
            c.branch_member(&val, &element, within, &mut env.clone(), next, of_left)?;
            c.emit(Op::Jump(if when { found } else { to }))
        })?;
        if when {
            self.emit(Op::Jump(to))?;
        }
        self.place(found);
        Some(())
    }

    /// Whether a collection is written out, element by element or by a comprehension, so that its first elements may decide. No
    /// mistake is passed over then: making the others makes none.
    fn lists_elements(&self, e: &Expr, env: &Env) -> bool {
        match &e.kind {
            ExprKind::Set(_) => self.is_surely_made(e, env),
            _ => self.is_comprehension(e, env),
        }
    }

    /// The same of a comprehension alone, or a call of a function that gives one.
    fn is_comprehension(&self, e: &Expr, env: &Env) -> bool {
        match &e.kind {
            ExprKind::For(..) => self.is_surely_made(e, env),
            // What it is called with is computed before.
            ExprKind::Call(id, _) => self.lists_elements(&self.machine.plain().definition(*id).body, env),
            _ => false,
        }
    }

    /// Whether making a value makes no mistake. Cells that are further away than any board are not thought of, and products too
    /// large for a word bail out.
    pub(super) fn is_surely_made(&self, e: &Expr, env: &Env) -> bool {
        is_total(e, &|e| match &e.kind {
            ExprKind::Global(_) => Some(self.known(e, env).is_some()),
            ExprKind::Cell(..)
            | ExprKind::Binary(BinaryOp::Multiply, ..)
            | ExprKind::Builtin(Builtin::Indices | Builtin::Touching, _) => Some(true),
            _ => None,
        })
    }

    /// Whether making the later elements of a source, one by one, may be a mistake.
    pub(super) fn makes_mistakes_late(&self, e: &Expr, env: &Env) -> bool {
        // What binders before it give has no value yet.
        let mut is_closed = true;
        e.each_free_slot(&mut |_| is_closed = false);
        if is_closed && self.known(e, env).is_some() {
            return false;
        }
        let in_function = |id: LetId| {
            // What a function is called with is computed before.
            let definition = self.machine.plain().definition(id);
            self.makes_mistakes_late(&definition.body, &Env::new(definition.slots.len(), 0))
        };
        match &e.kind {
            ExprKind::For(..) | ExprKind::List(_) | ExprKind::Set(_) | ExprKind::Bag(_) => {
                !self.is_surely_made(e, env)
            }
            ExprKind::Call(id, _) => in_function(*id),
            ExprKind::CallLocal(slot, _) => match &env.slots[*slot as usize] {
                Some(Val::Known(Value::Function(id, _))) => in_function(LetId(*id)),
                _ => true,
            },
            ExprKind::If(_, a, b) => self.makes_mistakes_late(a, env) || self.makes_mistakes_late(b, env),
            ExprKind::Binary(_, a, b) => self.makes_mistakes_late(a, env) || !self.is_surely_made(b, env),
            ExprKind::Builtin(Builtin::Indices, args) => self.makes_mistakes_late(&args[0], env),
            _ => false,
        }
    }

    /// Whether an expression is a name, or known.
    fn is_at_hand(&self, e: &Expr, env: &Env) -> bool {
        e.local().is_some() || self.known(e, env).is_some()
    }

    /// Whether something is in a set that is made of others, as runs: by whether it is in these. Nothing is put together for it.
    fn branch_member_of_parts(
        &mut self,
        val: &Val,
        ty: &Type,
        source: &Expr,
        env: &mut Env,
        (to, wanted): (To, bool),
    ) -> Option<()> {
        let (op, a, b) = source.binary()?;
        if !matches!(source.ty, Type::Set(_)) || !self.is_at_hand(b, env) {
            return None;
        }
        let (is_one, both, other) = match op {
            BinaryOp::Without => (true, true, false),
            BinaryOp::Minus => (false, true, false),
            BinaryOp::Common => (false, true, true),
            BinaryOp::With => (true, false, true),
            BinaryOp::Union => (false, false, true),
            _ => return None,
        };
        // It is there if it is in both, or in one of them; where `other` is not, not in the second.
        let second = |c: &mut Self, env: &mut Env, to: To, wanted: bool| match is_one {
            true => {
                let one = c.value(b, env)?;
                c.branch_same(val, &one, ty, to, wanted != other)
            }
            false => c.branch_member(val, ty, b, env, to, wanted == other),
        };
        if both == wanted {
            self.branch_member(val, ty, a, env, to, wanted)?;
            return second(self, env, to, wanted);
        }
        let decided = self.label();
        self.branch_member(val, ty, a, env, decided, !wanted)?;
        second(self, env, to, wanted)?;
        self.place(decided);
        Some(())
    }

    /// Jumps to `to` if the two values are equal (`when`) or different (not `when`).
    pub(super) fn branch_same(&mut self, x: &Val, y: &Val, ty: &Type, to: To, when: bool) -> Option<()> {
        if let Type::Tuple(types) = ty {
            let (xs, ys) = (parts_of(x)?, parts_of(y)?);
            let skip = self.label();
            for ((x, y), t) in xs.iter().zip(&ys).zip(types) {
                self.branch_same(x, y, t, if when { skip } else { to }, false)?;
            }
            if when {
                self.emit(Op::Jump(to))?;
            }
            self.place(skip);
            return Some(());
        }
        if self.branch_same_letter(x, y, to, when).is_some() {
            return Some(());
        }
        let (x, y) = (self.in_register(x.clone(), ty)?, self.in_register(y.clone(), ty)?);
        let equal = match (x, y) {
            (Reg::I(x), Reg::I(y)) => {
                return self.emit(if when { Op::JumpIfEq(x, y, to) } else { Op::JumpUnlessEq(x, y, to) });
            }
            (Reg::B(x), Reg::B(y)) => self.word_op(|d| Op::SetEq(d, x, y))?,
            (Reg::L(x), Reg::L(y)) => self.word_op(|d| Op::ListEq(d, x, y))?,
            _ => return None,
        };
        self.emit(if when { Op::JumpIf(equal, to) } else { Op::JumpUnless(equal, to) })
    }

    /// Jumps to `to` unless being a member of the source is `wanted`.
    pub(super) fn branch_member(
        &mut self,
        val: &Val,
        ty: &Type,
        source: &Expr,
        env: &mut Env,
        to: To,
        wanted: bool,
    ) -> Option<()> {
        if let ExprKind::Range(lo, hi) = &source.kind {
            return self.branch_between(val, ty, lo, hi.as_deref(), env, to, wanted);
        }
        if let Some(ends) = source.as_box()
            && !(self.class(&source.ty) == Some(Class::Set) && self.is_small_box(&ends, env))
        {
            return self.branch_between_all(val, ty, &ends, env, (to, wanted));
        }
        // A position may have any of the cells that it is asked about.
        if let Some(known) = self.known(source, env).filter(|_| *ty == Type::Cell) {
            self.plan.meet(&known);
        }
        if let Some(known) = self.known(source, env)
            && elements(&known).nth(WRITTEN_OUT).is_some()
            && self.class(&source.ty) != Some(Class::Set)
            && let Some(place) = self.place_among(val, ty, &known)
        {
            let zero = self.constant(0)?;
            let has = self.word_op(|d| Op::Min(d, place, zero))?;
            return self.emit(if wanted { Op::JumpIf(has, to) } else { Op::JumpUnless(has, to) });
        }
        if let Some(known) = self.known(source, env)
            && !(self.is_flat(&source.ty) && elements(&known).nth(WRITTEN_OUT).is_some())
        {
            return self.branch_known_member(val, ty, &known, to, wanted);
        }
        if source.ty == Type::Text {
            let text = self.list_for(source, env)?;
            return self.branch_part_of(val, text, (to, wanted));
        }
        if let ExprKind::Builtin(Builtin::Islands, args) = &source.kind
            && self.plan.sets.on_grid()
        {
            let (found, one) = (self.counter(0)?, self.constant(1)?);
            self.island_loop(&args[0], env, &mut |c, island, next| {
                c.branch_same(&island, val, ty, next, false)?;
                c.emit(Op::Move(found, one))
            })?;
            return self.jump(found, to, !wanted);
        }
        if self.is_flat(&source.ty)
            && let ExprKind::Builtin(Builtin::Ray, args) = &source.kind
        {
            let (found, one) = (self.counter(0)?, self.constant(1)?);
            self.ray_loop(args, env, &mut |c, at, next| {
                c.branch_same(&at, val, ty, next, false)?;
                c.emit(Op::Move(found, one))
            })?;
            return self.jump(found, to, !wanted);
        }
        if let ExprKind::Builtin(Builtin::Letters, args) = &source.kind {
            let text = self.list_for(&args[0], env)?;
            return self.branch_letter_in(val, text, (to, wanted));
        }
        let mark = self.mark();
        if self.is_flat(&source.ty) {
            if let Some(done) = self.branch_member_of_parts(val, ty, source, &mut env.clone(), (to, wanted)) {
                return Some(done);
            }
            self.back(&mark);
        }
        if self.is_flat(&source.ty) && !matches!(source.kind, ExprKind::Builtin(Builtin::Touching, _)) {
            let has = self.flat_member(val, ty, source, env)?;
            return self.jump(has, to, !wanted);
        }
        if let (Type::Set(_), Numbering::Over(over)) = (&source.ty, self.numbering(&source.ty)) {
            let (s, x) = (self.set_for(source, env)?, self.number_of(val, ty, over)?);
            let has = self.word_op(|d| Op::Has(d, s, x))?;
            return self.jump(has, to, !wanted);
        }
        let Reg::I(x) = self.in_register(val.clone(), ty)? else { return None };
        let has = match &source.kind {
            ExprKind::Builtin(Builtin::Touching, args) => {
                let (p, l) = (self.word_for(&args[0], env)?, self.list()?);
                self.emit(Op::Touching(l, p))?;
                self.word_op(|d| Op::ListHas(d, l, x))?
            }
            _ => match self.class(&source.ty)? {
                Class::Set => {
                    let s = self.set_for(source, env)?;
                    self.word_op(|d| if *ty == Type::Cell { Op::HasCell(d, s, x) } else { Op::Has(d, s, x) })?
                }
                Class::List => {
                    let l = self.list_for(source, env)?;
                    self.word_op(|d| Op::ListHas(d, l, x))?
                }
                Class::Map => {
                    let l = self.list_for(source, env)?;
                    self.word_op(|d| Op::MapHas(d, l, x))?
                }
                Class::Word | Class::Flat => return None,
            },
        };
        self.emit(if wanted { Op::JumpUnless(has, to) } else { Op::JumpIf(has, to) })
    }
}

impl Compiler<'_> {
    /// The elements of a set that may be in another one: of cells, those on the grid; of a universe, those in it; of numbers, those
    /// in it.
    pub(super) fn set_within(&mut self, e: &Expr, other: u16, env: &mut Env) -> Option<u16> {
        if self.plan.sets.runs {
            return self.set_for(e, env);
        }
        let mark = self.mark();
        self.clipped(e, other, &mut env.clone()).or_else(|| {
            self.back(&mark);
            self.set_for(e, env)
        })
    }

    fn clipped(&mut self, e: &Expr, other: u16, env: &mut Env) -> Option<u16> {
        if let Some(known) = self.known(e, env) {
            return self.fixed_set(self.bits_within(&known, &e.ty));
        }
        if let Some(of) = e.truths_of() {
            return self.those_true(of, &e.ty, env);
        }
        match &e.kind {
            ExprKind::Builtin(Builtin::Touching, args) if self.plan.sets.on_grid() => {
                let (p, on) = (self.word_for(&args[0], env)?, self.whole_grid()?);
                self.set_op(|d| Op::TouchingIn(d, p, on))
            }
            ExprKind::Binary(op @ (BinaryOp::Union | BinaryOp::Minus | BinaryOp::Common), a, b) => {
                let (a, b) = (self.clipped(a, other, env)?, self.clipped(b, other, env)?);
                self.set_op(|d| match op {
                    BinaryOp::Union => Op::SetOr(d, a, b),
                    BinaryOp::Minus => Op::SetMinus(d, a, b),
                    _ => Op::SetAnd(d, a, b),
                })
            }
            ExprKind::Binary(BinaryOp::With, a, x) => {
                let a = self.clipped(a, other, env)?;
                let d = self.set_op(|d| Op::SetMove(d, a))?;
                self.add_within(d, x, other, env)?;
                Some(d)
            }
            ExprKind::Set(items) => {
                let d = self.empty_set()?;
                items.iter().try_for_each(|item| self.add_within(d, item, other, env))?;
                Some(d)
            }
            ExprKind::For(Fold::Set, item, binders) => {
                let known = self.set_by_element(e, env, true).or_else(|| self.filtered(item, binders, env));
                if known.is_some() {
                    return known;
                }
                let (d, next) = (self.empty_set()?, self.label());
                self.each(binders, &[item], env, next, &mut |c, env, _| c.add_within(d, item, other, env))?;
                self.place(next);
                Some(d)
            }
            ExprKind::Call(id, args) => {
                let mut inner = self.inline(*id, args, env)?;
                let body = self.machine.plain().definition(*id).body.clone();
                self.nested(|c| c.clipped(&body, other, &mut inner))
            }
            _ => self.set_by_element(e, env, true).or_else(|| self.set_for(e, env)),
        }
    }

    /// Adds an element, if it may be in another set: a cell that lies on the grid, a number or a name that is there.
    fn add_within(&mut self, set: u16, cell: &Expr, other: u16, env: &mut Env) -> Option<()> {
        if cell.ty != Type::Cell && self.plan.sets.of(&cell.ty).is_none() {
            let (x, off) = (self.word_for(cell, env)?, self.label());
            let there = self.word_op(|d| Op::Has(d, other, x))?;
            self.emit(Op::JumpUnless(there, off))?;
            self.emit(Op::With(set, set, x))?;
            self.place(off);
            return Some(());
        }
        if let Some((over, _)) = self.plan.sets.of(&cell.ty) {
            let (x, zero, off) =
                (self.element_for(cell, Numbering::Over(over), env)?, self.constant(0)?, self.label());
            self.emit(Op::JumpUnlessLe(zero, x, off))?;
            self.emit(Op::With(set, set, x))?;
            self.place(off);
            return Some(());
        }
        let (p, on, off) = (self.word_for(cell, env)?, self.whole_grid()?, self.label());
        let inside = self.word_op(|d| Op::HasCell(d, on, p))?;
        self.emit(Op::JumpUnless(inside, off))?;
        self.emit(Op::WithCell(set, set, p))?;
        self.place(off);
        Some(())
    }

    fn whole_grid(&mut self) -> Option<u16> {
        self.fixed_set((0..self.grid.size()).fold(0, |set, bit| set | 1 << bit))
    }

    pub(super) fn fixed_set(&mut self, bits: u128) -> Option<u16> {
        self.code.sets.push(bits);
        let pool = self.code.sets.len() as u32 - 1;
        self.set_op(|d| Op::SetConst(d, pool))
    }
}
