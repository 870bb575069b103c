//! Lists of truth values, and maps to them, as sets: of the places, or of the keys, that hold `true`.

use super::Slot;
use super::expr::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold};
use crate::check::builtins::Builtin;
use crate::check::types::Type;

/// A choice from a set, of which the guard asked whether a list or a map holds `true` there, without that question.
pub struct InsideTruths {
    /// The choice.
    pub binder: Binder,
    /// What must be places of a list, or keys of a map: a set, and the list or the map. Where all of the set is asked for, what is
    /// no place is a mistake.
    pub demands: Vec<(Expr, Expr)>,
}

impl Expr {
    /// `{ x for x in indices(m) where m[x] }`: m, which is a name.
    pub fn truths_of(&self) -> Option<&Expr> {
        let ExprKind::For(Fold::Set, item, binders) = &self.kind else { return None };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: Some(guard), .. }] = &binders[..]
        else {
            return None;
        };
        let ([slot], Some((Builtin::Indices, [of]))) = (&slots[..], source.native()) else { return None };
        let is_all = item.local() == Some(*slot) && guard.truth_at(*slot) == Some(of);
        is_all.then_some(of)
    }

    /// `m[x]`, where x is in a slot, and m a list of truth values or a map to them that has a name: m.
    pub fn truth_at(&self, slot: Slot) -> Option<&Expr> {
        let ExprKind::Index(of, x) = &self.kind else { return None };
        let is_named = of.local().is_some_and(|s| s != slot) && of.holds_truths();
        (is_named && x.local() == Some(slot)).then_some(of)
    }

    fn holds_truths(&self) -> bool {
        match &self.ty {
            Type::List(value) | Type::Map(_, value) => **value == Type::Bool,
            _ => false,
        }
    }

    /// `m[x]` or `not m[x]`, and which of them.
    fn truth_or_not(&self, slot: Slot) -> Option<(&Expr, bool)> {
        match &self.kind {
            ExprKind::Not(of) => of.truth_at(slot).map(|of| (of, false)),
            _ => self.truth_at(slot).map(|of| (of, true)),
        }
    }

    /// `x in m`, where x is in a slot, and m a map to truth values that has a name: m.
    fn key_of_truths(&self, slot: Slot) -> Option<&Expr> {
        let ExprKind::In(x, of) = &self.kind else { return None };
        let is_map = matches!(of.ty, Type::Map(..)) && of.holds_truths();
        (x.local() == Some(slot) && is_map && of.local().is_some_and(|s| s != slot)).then_some(of)
    }

    /// The places of a list, or the keys of a map, as a set of a type.
    pub fn places(&self, ty: &Type) -> Expr {
        Expr {
            kind: ExprKind::Builtin(Builtin::Indices, vec![self.clone()]),
            ty: ty.clone(),
            span: self.span,
        }
    }

    /// Those that hold `true`; a slot goes through them.
    fn those_true(&self, slot: Slot, ty: &Type) -> Option<Expr> {
        let x = Expr { kind: ExprKind::Local(slot), ty: ty.element()?, span: self.span };
        let kind = ExprKind::Index(Box::new(self.clone()), Box::new(x));
        Expr { kind, ty: Type::Bool, span: self.span }.places_where(slot, self, ty)
    }

    /// `{ x for x in indices(m) where c }`, where c is this condition, x in a slot, and m a list or a map.
    pub fn places_where(&self, slot: Slot, of: &Expr, ty: &Type) -> Option<Expr> {
        let (names, source) = (vec![String::new()], of.places(ty));
        let kind = BinderKind::In { slots: vec![slot], names, source };
        let binder = Binder { kind, guard: Some(self.clone()), span: self.span };
        let x = Expr { kind: ExprKind::Local(slot), ty: ty.element()?, span: self.span };
        let kind = ExprKind::For(Fold::Set, Box::new(x), vec![binder]);
        Some(Expr { kind, ty: ty.clone(), span: self.span })
    }

    /// Whether a set holds nothing but places of a list, or keys of a map, however these are.
    pub fn lies_within(&self, of: &Expr) -> bool {
        match &self.kind {
            ExprKind::Builtin(Builtin::Indices, args) => args[0] == *of,
            ExprKind::Binary(BinaryOp::Common, a, b) => a.lies_within(of) || b.lies_within(of),
            ExprKind::Binary(BinaryOp::Minus, a, _) => a.lies_within(of),
            _ => self.truths_of() == Some(of),
        }
    }

    fn combined(self, op: BinaryOp, other: Expr) -> Expr {
        let (ty, span) = (self.ty.clone(), self.span);
        Expr { kind: ExprKind::Binary(op, Box::new(self), Box::new(other)), ty, span }
    }
}

impl Binder {
    /// Visits what it looks at: where a name comes from, and its guard.
    pub fn for_each_expression(&self, visit: &mut dyn FnMut(&Expr)) {
        let (BinderKind::In { source: from, .. } | BinderKind::Is { value: from, .. }) = &self.kind;
        visit(from);
        self.guard.iter().for_each(visit);
    }

    /// A choice from a set, of which the guard asks whether it holds `true` in a list or a map that has a name: the same from those
    /// that do. What is asked before that must be sure to make no mistake; and where something is, the question is not asked of all
    /// of the set, which must be known to hold nothing but places.
    pub fn inside_truths(
        &self,
        is_sure: &dyn Fn(&Expr) -> bool,
        are_places: &dyn Fn(&Expr, &Expr) -> bool,
    ) -> Option<InsideTruths> {
        let BinderKind::In { slots, names, source } = &self.kind else { return None };
        let [slot] = slots[..] else { return None };
        let (ty, first) = match &source.ty {
            Type::Set(_) => (source.ty.clone(), source.clone()),
            Type::Map(key, _) => {
                let keys = Type::Set(key.clone());
                (keys.clone(), source.places(&keys))
            }
            _ => return None,
        };
        let (mut of, mut others, mut sure, mut demands) = (first.clone(), vec![], true, vec![]);
        for asked in self.guard.as_ref()?.conjuncts() {
            let truth = asked.truth_or_not(slot).filter(|_| sure);
            let may_be_others = |m: &Expr| !of.lies_within(m) && !are_places(source, m);
            if let Some((m, holds)) = truth.filter(|(m, _)| others.is_empty() || !may_be_others(m)) {
                if may_be_others(m) {
                    demands.push((of.clone(), m.clone()));
                }
                let op = if holds { BinaryOp::Common } else { BinaryOp::Minus };
                let those = m.those_true(slot, &ty)?;
                of = of.combined(op, those);
            } else if let (true, Some(m)) = (sure, asked.key_of_truths(slot)) {
                of = of.combined(BinaryOp::Common, m.places(&ty));
            } else {
                sure = sure && is_sure(asked);
                others.push(asked.clone());
            }
        }
        let kind = BinderKind::In { slots: vec![slot], names: names.clone(), source: of.clone() };
        let binder = Binder { kind, guard: Expr::all_of(others), span: self.span };
        (of != first).then_some(InsideTruths { binder, demands })
    }

    /// `x in S where x in T and m[x] and ...`: the same with `x in those of T that hold true`, where T holds nothing but places.
    pub fn among_truths(&self, are_places: &dyn Fn(&Expr, &Expr) -> bool) -> Option<Binder> {
        let BinderKind::In { slots, .. } = &self.kind else { return None };
        let [slot] = slots[..] else { return None };
        let conjuncts = self.guard.as_ref()?.conjuncts();
        let [first, second, others @ ..] = conjuncts.as_slice() else { return None };
        let (ExprKind::In(x, within), Some((m, true))) = (&first.kind, second.truth_or_not(slot)) else {
            return None;
        };
        if x.local() != Some(slot) {
            return None;
        }
        let ty = Type::Set(Box::new(x.ty.clone()));
        let those = m.those_true(slot, &ty)?;
        let those = match &within.ty {
            Type::Map(..) if **within == *m => those,
            Type::Set(_) if within.lies_within(m) || are_places(within, m) => {
                (**within).clone().combined(BinaryOp::Common, those)
            }
            _ => return None,
        };
        let asked = Expr { kind: ExprKind::In(x.clone(), Box::new(those)), ..(*first).clone() };
        let guard = Expr::all_of(std::iter::once(asked).chain(others.iter().map(|e| (*e).clone())));
        Some(Binder { guard, ..self.clone() })
    }
}
