//! Lists and maps that are made again with something else at a few places: `[if k == i then x else row[k] for k in indices(row)]` is
//! `put(row, i, x)`, where i is a place of the row.

use super::facts::{has_loop, number};
use super::replace::put;
use super::solved::operands;
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;

/// More places are seldom named.
const MOST: usize = 4;

/// What a place has from now on.
struct Edit {
    place: Slot,
    value: Expr,
}

impl Plain<'_> {
    /// Notes of what row or map a choice is a place or a key.
    pub(super) fn note_place(&mut self, binder: &Binder) {
        let BinderKind::In { slots, source, .. } = &binder.kind else { return };
        if let ([slot], Some(row)) = (slots.as_slice(), run_through(source)) {
            self.places.insert(*slot, row);
        }
    }

    /// Notes what the guard of a binder says to be different: of what it binds itself, or, in a move, of anything.
    pub(super) fn note_apart(&mut self, binder: &Binder, in_move: bool) {
        for asked in binder.guard.iter().flat_map(|guard| operands(guard, BinaryOp::And)) {
            let Some((Some(CompareOp::NotEqual), a, b)) = asked.sides() else { continue };
            let (Some(a), Some(b)) = (a.local(), b.local()) else { continue };
            if in_move || [a, b].iter().any(|slot| binder.slots().contains(slot)) {
                self.apart.extend([(a, b), (b, a)]);
            }
        }
    }

    /// Whether two things are the same, where it is known that they are not.
    pub(super) fn known_apart(&self, e: &Expr) -> Option<Expr> {
        let (op, a, b) = e.sides()?;
        let is_same = match op? {
            CompareOp::Equal => false,
            CompareOp::NotEqual => true,
            _ => return None,
        };
        self.apart.contains(&(a.local()?, b.local()?)).then(|| like(e, ExprKind::Bool(is_same)))
    }

    /// A list or map that is made again, as the one that it was with a few entries put into it.
    pub(super) fn edited(&self, e: &Expr) -> Option<Expr> {
        let (item, binders) = match &e.kind {
            ExprKind::For(Fold::List, item, binders) => (item, binders),
            ExprKind::MapFor(key, item, binders) if key.local().is_some() => (item, binders),
            _ => return None,
        };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders.as_slice()
        else {
            return None;
        };
        let [k] = slots.as_slice() else { return None };
        let row = run_through(source)?;
        if matches!(&e.kind, ExprKind::MapFor(key, ..) if key.local() != Some(*k)) {
            return None;
        }
        let mut edits = vec![];
        let rest = self.edits(item, (*k, row), &mut edits)?;
        let (from, at) = rest.entry()?;
        if from.local() != Some(row) || at.local() != Some(*k) || from.ty != e.ty || edits.is_empty() {
            return None;
        }
        Some(self.put_together(from, &edits))
    }

    /// The places at which something else stands, in the order in which they are asked for; and what stands at the others.
    fn edits<'e>(&self, e: &'e Expr, of: (Slot, Slot), edits: &mut Vec<Edit>) -> Option<&'e Expr> {
        let ExprKind::If(c, a, b) = &e.kind else { return Some(e) };
        let (k, row) = of;
        let (places, there, rest) = match places_asked(c, k) {
            Some((places, true)) => (places, a, b),
            Some((places, false)) => (places, b, a),
            None => return None,
        };
        // Written more than once, a name would be bound in several places.
        if places.len() > 1 && has_loop(there) || edits.len() + places.len() > MOST {
            return None;
        }
        for place in places {
            if self.places.get(&place) != Some(&row) || place == k {
                return None;
            }
            let mut value = (**there).clone();
            put(&mut value, k, &self.local(place, e));
            edits.push(Edit { place, value });
        }
        self.edits(rest, of, edits)
    }

    /// The row with all that is put into it: what is asked for first, last, since it stands there in any case.
    fn put_together(&self, row: &Expr, edits: &[Edit]) -> Expr {
        let mut all = row.clone();
        for (n, Edit { place, value }) in edits.iter().enumerate().rev() {
            let at = self.local(*place, row);
            let entry = |at: &Expr| like(value, ExprKind::Index(Box::new(row.clone()), Box::new(at.clone())));
            let value = edits[..n].iter().fold(value.clone(), |value, earlier| {
                let (a, b) = (Box::new(at.clone()), Box::new(self.local(earlier.place, row)));
                let kind = ExprKind::Compare(CompareOp::Equal, a, b);
                let same = Expr { kind, ty: Type::Bool, span: row.span };
                like(&value, ExprKind::If(Box::new(same), Box::new(entry(&at)), Box::new(value.clone())))
            });
            all = like(row, ExprKind::Builtin(Builtin::Put, vec![all, at, value]));
        }
        all
    }

    fn local(&self, slot: Slot, near: &Expr) -> Expr {
        Expr { kind: ExprKind::Local(slot), ty: self.slots[slot as usize].clone(), span: near.span }
    }
}

/// The list whose places, or the map whose keys, something runs through.
fn run_through(source: &Expr) -> Option<Slot> {
    let of_type = |e: &Expr, is_map: bool| match &e.ty {
        Type::Map(..) if is_map => e.local(),
        Type::List(_) if !is_map => e.local(),
        _ => None,
    };
    match &source.kind {
        ExprKind::Local(_) => of_type(source, true),
        ExprKind::Builtin(Builtin::Indices, of) => of_type(&of[0], false).or_else(|| of_type(&of[0], true)),
        ExprKind::Range(lo, Some(hi)) if number(lo).is_some_and(|n| *n == 1.into()) => match &hi.kind {
            ExprKind::Builtin(Builtin::Size, of) => of_type(&of[0], false),
            _ => None,
        },
        _ => None,
    }
}

/// The places that a slot is asked to be one of, or, with `false`, not to be.
fn places_asked(c: &Expr, k: Slot) -> Option<(Vec<Slot>, bool)> {
    match &c.kind {
        ExprKind::Not(c) => places_asked(c, k).map(|(places, is_one)| (places, !is_one)),
        ExprKind::Binary(op @ (BinaryOp::Or | BinaryOp::And), a, b) => {
            let ((a, is_a), (b, is_b)) = (places_asked(a, k)?, places_asked(b, k)?);
            (is_a == is_b && is_a == (*op == BinaryOp::Or)).then(|| ([a, b].concat(), is_a))
        }
        ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) => {
            let (a, b) = (a.local()?, b.local()?);
            let place = if a == k { b } else { (b == k).then_some(a)? };
            Some((vec![place], *op == CompareOp::Equal))
        }
        _ => None,
    }
}
