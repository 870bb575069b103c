//! What is bound: names for values, choices from one, choices from what is chosen from something else.

use super::alternatives::names;
use super::collections::{filter, joined, keys, only};
use super::facts::{has_loop, is_atom, is_short_tuple, is_simple, number, size, source, surely_reads, uses};
use super::replace::{can_stand, put, put_in, with};
use super::state::Plain;
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;
use num_bigint::BigInt;

/// A position that is looked at more than once is written out if it is no longer.
const MOST_REPEATED: usize = 40;
/// Cells of a board that have masks are at most so many.
const MASK: u32 = 128;

/// What binders belong to.
#[derive(Clone, Copy)]
pub(super) enum Scope<'s> {
    /// A move, and the slots that are shown of it.
    Move(&'s [Slot]),
    /// A claim, or a map that is made.
    Claim,
    /// A comprehension or a fold.
    Fold(Fold),
}

impl Scope<'_> {
    /// Whether some choices may be skipped, so that a mistake of a later one need not show.
    fn ends_early(self) -> bool {
        matches!(self, Scope::Fold(Fold::Any | Fold::All | Fold::None | Fold::Max | Fold::Min))
    }

    /// Whether a slot is shown, and can be: then it stays.
    fn shows(self, slot: Slot, ty: &Type) -> bool {
        matches!(self, Scope::Move(shown) if shown.contains(&slot)) && *ty != Type::Position
    }
}

impl Plain<'_> {
    /// Makes binders plain, and what is in their scope.
    pub(super) fn in_scope(&mut self, binders: &mut Vec<Binder>, tail: &mut [&mut Expr], scope: Scope<'_>) {
        self.changed |=
            taken_apart(binders) || self.spread(binders, tail, scope) || self.spread_drawing(binders, tail);
        for binder in binders.iter_mut() {
            match &mut binder.kind {
                BinderKind::In { source, .. } => self.expr(source),
                BinderKind::Is { value, .. } => self.expr(value),
            }
            self.note_ends(binder);
            self.note_place(binder);
            // A guard is not decided by what it says itself.
            self.apart.retain(|(a, b)| !binder.slots().iter().any(|slot| slot == a || slot == b));
            binder.guard.iter_mut().for_each(|g| self.expr(g));
            self.note_apart(binder, matches!(scope, Scope::Move(_)));
            self.changed |=
                chosen_from_one(binder) || chosen_from_keys(binder) || self.filtered(binder, scope);
        }
        tail.iter_mut().for_each(|e| self.expr(e));
        let mut at = 0;
        while at < binders.len() {
            if self.named(binders, at, tail, scope) {
                self.changed = true;
            } else {
                at += 1;
            }
        }
        if let (false, Scope::Fold(fold), [item]) = (self.changed, scope, &mut tail[..]) {
            self.changed = self.decided(binders, item, fold);
        }
        if !self.changed {
            self.changed = self.asked_early(binders, tail, scope);
        }
        if let (false, Scope::Move(_)) = (self.changed, scope) {
            self.changed = self.decided_in_move(binders, tail);
        }
        if !self.changed {
            self.changed = (0..binders.len()).any(|at| self.brought_near(binders, at, tail, scope));
        }
        if !self.changed {
            self.changed = (0..binders.len()).any(|at| self.multiples_chosen(binders, at, tail, scope));
        }
        // What can be made later without a check has been.
        if !self.changed {
            self.changed = (0..binders.len()).any(|at| self.position_named(binders, at, tail));
        }
    }

    /// `q in {(r, c) for r in R, c in C}` is `r in R, c in C, q = (r, c)`, where something is asked of its row or column: what that
    /// says of them saves their loops. Boards that are small enough for masks are left whole.
    fn spread(&self, binders: &mut Vec<Binder>, tail: &[&mut Expr], scope: Scope<'_>) -> bool {
        let spread = |at: usize| {
            let BinderKind::In { slots, source, .. } = &binders[at].kind else { return None };
            let (item, inner) = entries_chosen(source)?;
            let asks = |e: &Expr| slots.len() > 1 || reads_entry_of(e, slots[0]);
            let asked = read_behind(binders, at, tail).into_iter().any(asks);
            let safe = !scope.ends_early() || self.is_total(source);
            let fits = asked && safe && !is_small(inner);
            let named = fits.then(|| names(&binders[at], item)).flatten()?;
            Some(inner.iter().cloned().chain(named).collect::<Vec<Binder>>())
        };
        let Some((at, apart)) = (0..binders.len()).find_map(|at| Some((at, spread(at)?))) else {
            return false;
        };
        binders.splice(at..=at, apart);
        true
    }

    /// `x in {y for y in S where c}` is `x in S where c`.
    fn filtered(&self, binder: &mut Binder, scope: Scope<'_>) -> bool {
        let BinderKind::In { slots, source, .. } = &mut binder.kind else { return false };
        let ([slot], Some((inner, from, guard))) = (&slots[..], filter(source)) else { return false };
        let local =
            Expr { kind: ExprKind::Local(*slot), ty: self.slots[*slot as usize].clone(), span: source.span };
        // All conditions are asked before the first choice is made, and now one after the other.
        if guard.is_some_and(|g| scope.ends_early() && !self.is_total(g) || !can_stand(&local, inner, &[g])) {
            return false;
        }
        let guard = guard.and_then(|g| with(g, inner, &local));
        *source = from.clone();
        binder.guard = joined(guard, binder.guard.take());
        true
    }

    /// A name for a value that can stand where the name is looked at.
    fn named(
        &mut self,
        binders: &mut Vec<Binder>,
        at: usize,
        tail: &mut [&mut Expr],
        scope: Scope<'_>,
    ) -> bool {
        let BinderKind::Is { slot, value, .. } = &binders[at].kind else { return false };
        let (slot, value) = (*slot, value.clone());
        let Some(places) = self.places(binders, at, tail, slot, &value) else { return false };
        let stays = scope.shows(slot, &value.ty) || !self.guard_can_go(binders, at);
        if stays && places == 0 {
            return self.asked_before(binders, at, slot);
        }
        if stays && !is_atom(&value) && !is_short_tuple(&value) {
            return false;
        }
        put_in(&mut binders[at + 1..], slot, &value);
        tail.iter_mut().for_each(|e| put(e, slot, &value));
        binders[at].guard.iter_mut().for_each(|g| put(g, slot, &value));
        if !stays {
            let gone = binders.remove(at);
            if let Some(guard) = gone.guard {
                let before = &mut binders[at - 1];
                before.guard = joined(before.guard.take(), Some(guard));
            }
        }
        true
    }

    /// What is asked behind a name that it does not look at is asked of the choice before it.
    fn asked_before(&self, binders: &mut [Binder], at: usize, slot: Slot) -> bool {
        let goes = |guard: &Expr| uses(guard, slot) == 0 && self.is_total(source(&binders[at]));
        if at == 0 || !binders[at].guard.as_ref().is_some_and(goes) {
            return false;
        }
        let guard = binders[at].guard.take();
        let before = &mut binders[at - 1];
        before.guard = joined(before.guard.take(), guard);
        true
    }

    /// A name for a position is the position: engines hold none in a name. What its making checks is asked where it was named,
    /// and then its guard. If it takes long to make and is looked at more than once, what its game is given has names instead.
    fn position_named(&mut self, binders: &mut Vec<Binder>, at: usize, tail: &mut [&mut Expr]) -> bool {
        let BinderKind::Is { slot, value, .. } = &binders[at].kind else { return false };
        let (slot, mut value) = (*slot, value.clone());
        if value.ty != Type::Position {
            return false;
        }
        let places: usize = read_behind(binders, at, tail).iter().map(|e| uses(e, slot)).sum();
        let often = places <= 1 || size(&value) <= MOST_REPEATED && !has_loop(&value);
        let parts = if often { vec![] } else { self.parts_named(&mut value) };
        let Ok(fine) = self.checks(&value) else { return false };
        if !often && parts.is_empty() {
            return false;
        }
        put_in(&mut binders[at + 1..], slot, &value);
        tail.iter_mut().for_each(|e| put(e, slot, &value));
        let mut gone = binders.remove(at);
        gone.guard.iter_mut().for_each(|g| put(g, slot, &value));
        let guard = joined(fine, gone.guard.take());
        let behind = at + parts.len();
        binders.splice(at..at, parts);
        if behind > 0 {
            let before = &mut binders[behind - 1];
            before.guard = joined(before.guard.take(), guard);
        } else {
            // There is no choice before it that could have the guard.
            guard.into_iter().for_each(|guard| binders.insert(0, self.asked(guard)));
        }
        true
    }

    /// Names for what the game of a position is given, which the position is made of from now on.
    fn parts_named(&mut self, position: &mut Expr) -> Vec<Binder> {
        let ExprKind::Position(_, args) = &mut position.kind else { return vec![] };
        let mut named = vec![];
        for arg in args.iter_mut().filter(|arg| !is_atom(arg) && !arg.ty.has_function()) {
            let (slot, span) = (self.fresh(&arg.ty), arg.span);
            let local = Expr { kind: ExprKind::Local(slot), ty: arg.ty.clone(), span };
            let value = std::mem::replace(arg, local);
            named.push(Binder {
                kind: BinderKind::Is { slot, name: String::new(), value },
                guard: None,
                span,
            });
        }
        named
    }

    /// Whether the guard of a binder that goes has a place.
    fn guard_can_go(&self, binders: &[Binder], at: usize) -> bool {
        at > 0 || binders[at].guard.is_none()
    }

    /// At how many places a name is looked at, if its value can be there: it is computed if it was before, unless it makes
    /// no mistake, and not much more often.
    fn places(
        &self,
        binders: &[Binder],
        at: usize,
        tail: &[&mut Expr],
        slot: Slot,
        value: &Expr,
    ) -> Option<usize> {
        let all = read_behind(binders, at, tail);
        let next = all.first().is_some_and(|e| surely_reads(e, slot));
        let places: usize = all.iter().map(|e| uses(e, slot)).sum();
        let looped = binders[at + 1..].iter().any(|b| matches!(b.kind, BinderKind::In { .. }));
        let chosen_from =
            binders.get(at + 1).is_some_and(|b| matches!(source(b).kind, ExprKind::Local(s) if s == slot));
        let once = places <= 1 && (!looped || chosen_from || is_simple(value));
        let small = value.ty == Type::Bool && is_simple(value);
        let often =
            is_atom(value) || is_short_tuple(value) || (once || small) && !(places > 1 && has_loop(value));
        (often && (next || self.is_total(value)) && can_stand(value, slot, &all)).then_some(places)
    }

    /// The guard of a name that stands alone before a move is the guard of the move.
    pub(super) fn settle_first_guard(&mut self, binders: &mut [Binder], guard: &mut Option<Expr>) {
        let [Binder { kind: BinderKind::Is { slot, value, .. }, guard: Some(first), .. }] = &binders[..]
        else {
            return;
        };
        let used = uses(first, *slot) + guard.iter().map(|g| uses(g, *slot)).sum::<usize>();
        if used == 0 && self.is_total(value) {
            self.changed = true;
            let first = first.clone();
            // What is left of the name is dropped in the next round, or stays if the target looks at it.
            binders[0].guard = None;
            *guard = joined(Some(first), guard.take());
        }
    }
}

/// `(x, y) in [(a, b)]` are two names.
fn taken_apart(binders: &mut Vec<Binder>) -> bool {
    let named = |binder: &Binder| match &binder.kind {
        BinderKind::In { slots, source, .. } if slots.len() > 1 => names(binder, only(source)?),
        _ => None,
    };
    let found = binders.iter().enumerate().find_map(|(at, binder)| Some((at, named(binder)?)));
    let is_found = found.is_some();
    if let Some((at, named)) = found {
        binders.splice(at..=at, named);
    }
    is_found
}

/// What is chosen from `{(r, c) for r in R, c in C}`, and by which binders: each gives one of the entries, in their order, so that
/// nothing comes twice and all comes in the order of the set.
pub(super) fn entries_chosen(source: &Expr) -> Option<(&Expr, &[Binder])> {
    let ExprKind::For(Fold::Set, item, binders) = &source.kind else { return None };
    let entries: Vec<&Expr> = match &item.kind {
        ExprKind::Tuple(parts) => parts.iter().collect(),
        ExprKind::Cell(row, col) => vec![row, col],
        _ => return None,
    };
    let gives = |(binder, entry): (&Binder, &&Expr)| match &binder.kind {
        BinderKind::In { slots, source, .. } => {
            matches!(source.ty, Type::Set(_)) && slots.len() == 1 && entry.local() == Some(slots[0])
        }
        BinderKind::Is { .. } => false,
    };
    (binders.len() == entries.len() && binders.iter().zip(&entries).all(gives))
        .then_some((&**item, &binders[..]))
}

/// Whether binders choose from ranges between numbers that are written there, of as few pairs as a mask has bits.
pub(super) fn is_small(binders: &[Binder]) -> bool {
    let length = |binder: &Binder| match &source(binder).kind {
        ExprKind::Range(lo, Some(hi)) => Some(number(hi)? - number(lo)? + 1),
        _ => None,
    };
    let lengths: Option<Vec<BigInt>> = binders.iter().map(length).collect();
    lengths.is_some_and(|all| all.iter().product::<BigInt>() <= MASK.into())
}

/// Whether an entry, or a row or column, of a name is looked at.
pub(super) fn reads_entry_of(e: &Expr, slot: Slot) -> bool {
    let mut found = false;
    e.walk(&mut |e| {
        let of = match &e.kind {
            ExprKind::Field(of, _) => of.local(),
            _ => e.tuple_entry().and_then(|(of, _)| of.local()),
        };
        found |= of == Some(slot);
    });
    found
}

/// What may look at the name that a binder gives, in the order in which it is computed.
fn read_behind<'e>(binders: &'e [Binder], at: usize, tail: &'e [&mut Expr]) -> Vec<&'e Expr> {
    let mut all: Vec<&Expr> = binders[at].guard.iter().collect();
    for later in &binders[at + 1..] {
        all.push(source(later));
        all.extend(&later.guard);
    }
    all.extend(tail.iter().map(|e| &**e));
    all
}

/// `x in indices(m)` of a map is `x in m`.
fn chosen_from_keys(binder: &mut Binder) -> bool {
    let BinderKind::In { source, .. } = &mut binder.kind else { return false };
    let Some(map) = keys(source).cloned() else { return false };
    *source = map;
    true
}

/// `x in {e}`, `x in [e]` and `x in e..e` are names for e.
fn chosen_from_one(binder: &mut Binder) -> bool {
    let BinderKind::In { slots, names, source } = &binder.kind else { return false };
    let ([slot], Some(value)) = (&slots[..], only(source)) else { return false };
    binder.kind = BinderKind::Is { slot: *slot, name: names[0].clone(), value: value.clone() };
    true
}
