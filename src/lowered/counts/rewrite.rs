//! The rules of a game of bags, in counts.

use super::elements::filtered;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, LetId, Slot};
use crate::check::types::Type;
use crate::lowered::again::{
    Known, Style, View, Walk, binary, call, chosen, compare, if_then, index, int, list_of, local, put, range,
    total, truth,
};
use crate::lowered::plain::has_loop;
use crate::source::Span;
use crate::value::Value;

/// Bags of some elements as how often each of them is there.
pub(super) struct InCounts<'p> {
    /// What the bags are made of.
    pub(super) element: &'p Type,
    /// The definition of the list of elements; behind it comes that of the map from each to its place.
    pub(super) elements: LetId,
    pub(super) values: &'p [Value],
}

/// The place of an element: 0 if it has none, unless it surely has one; and the bag of the position that has the element for sure.
struct Place {
    at: Expr,
    is_sure: bool,
    of: Option<Slot>,
}

impl Style for InCounts<'_> {
    fn view(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<View> {
        Some(View { row: walk.view(e)?, by: 0 })
    }

    fn short(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<Expr> {
        walk.short(e)
    }

    fn written_out(walk: &mut Walk<'_, Self>, view: &View, ty: &Type) -> Expr {
        walk.written_out(&view.row, ty)
    }

    fn element(walk: &Walk<'_, Self>, _: usize, at: &Expr) -> Expr {
        index(&walk.all_elements(at.span), at)
    }

    fn chosen(
        walk: &mut Walk<'_, Self>,
        slots: &[Slot],
        source: &Expr,
        each_copy: bool,
        span: Span,
    ) -> Option<Vec<Binder>> {
        let counts = walk.view_to_repeat(source)?;
        let i = walk.fresh(&Type::Int);
        let there = index(&counts, &local(i, Type::Int, span));
        let mut place = chosen(vec![i], range(int(walk.style.values.len() as i64, span)), span);
        place.guard = Some(compare(CompareOp::Less, int(0, span), there.clone()));
        let of = counts.local().filter(|slot| walk.held.get(slot).is_some_and(|held| held.is_param));
        walk.places.insert(slots.to_vec(), Known { at: i, by: 0, of });
        let element = walk.taken_apart(slots, 0, &local(i, Type::Int, span), span);
        let mut all: Vec<Binder> = [place].into_iter().chain(element).collect();
        if each_copy {
            let copy = walk.fresh(&Type::Int);
            all.push(chosen(vec![copy], range(there), span));
        }
        Some(all)
    }
}

impl Walk<'_, InCounts<'_>> {
    /// What is asked of a bag without a look at all of it: whether and how often something is in it, its size, whether it is empty.
    fn short(&mut self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::In(x, bag) => {
                let counts = self.view(bag)?;
                let place = self.place(x);
                let there = compare(CompareOp::Less, int(0, e.span), index(&counts, &place.at));
                Some(place.if_any(there, truth(false, e.span)))
            }
            ExprKind::Builtin(Builtin::Size, of) => Some(total(self.view(&of[0])?)),
            ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) => {
                let is_empty = |e: &Expr| matches!(&e.kind, ExprKind::Bag(items) if items.is_empty());
                let all = if is_empty(b) { self.view(a) } else { self.view(b).filter(|_| is_empty(a)) };
                match all {
                    Some(counts) => Some(compare(*op, total(counts), int(0, e.span))),
                    None => Some(compare(*op, self.view(a)?, self.view(b)?)),
                }
            }
            ExprKind::For(Fold::Count, item, binders) => self.copies(item, binders),
            _ => None,
        }
    }

    /// `count(x == a for x in bag)`.
    fn copies(&mut self, item: &Expr, binders: &[Binder]) -> Option<Expr> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let ([slot], ExprKind::Compare(CompareOp::Equal, a, b)) = (&slots[..], &item.kind) else {
            return None;
        };
        let other = if a.local() == Some(*slot) { b } else { a };
        let one = if a.local() == Some(*slot) { a } else { b };
        let mut reads = false;
        other.each_slot(&mut |s| reads |= s == *slot);
        if reads || one.local() != Some(*slot) {
            return None;
        }
        let counts = self.view(source)?;
        let place = self.place(other);
        let copies = index(&counts, &place.at);
        Some(place.if_any(copies, int(0, item.span)))
    }

    /// The counts of a bag.
    fn view(&mut self, e: &Expr) -> Option<Expr> {
        if !matches!(&e.ty, Type::Bag(of) if *of.as_ref() == *self.style.element) {
            return None;
        }
        match &e.kind {
            ExprKind::Local(slot) => Some(self.held(*slot, e.span)?.row),
            ExprKind::Binary(BinaryOp::With, bag, x) => {
                let counts = self.view_to_repeat(bag)?;
                let place = self.place(x);
                let more = binary(BinaryOp::Add, index(&counts, &place.at), int(1, e.span));
                Some(put(counts, place.at, more))
            }
            ExprKind::Binary(BinaryOp::Without, bag, x) => {
                let counts = self.view_to_repeat(bag)?;
                let place = self.place(x);
                let mut less = binary(BinaryOp::Subtract, index(&counts, &place.at), int(1, e.span));
                if place.of.is_none() || place.of != counts.local() {
                    less = call(Builtin::Max, vec![less, int(0, e.span)], Type::Int);
                }
                let without = put(counts.clone(), place.at.clone(), less);
                Some(place.if_any(without, counts))
            }
            ExprKind::Binary(BinaryOp::Union, bag, more) => {
                let ExprKind::Bag(items) = &more.kind else { return None };
                let with =
                    items.iter().fold((**bag).clone(), |bag, x| binary(BinaryOp::With, bag, x.clone()));
                self.view(&with)
            }
            ExprKind::Binary(BinaryOp::Minus, bag, less) => {
                let ExprKind::Bag(items) = &less.kind else { return None };
                let without = |bag, x: &Expr| binary(BinaryOp::Without, bag, x.clone());
                self.view(&items.iter().fold((**bag).clone(), without))
            }
            ExprKind::If(c, a, b) => Some(self.either(c, a, b)?.row),
            ExprKind::For(..) => self.filtered(e),
            ExprKind::Bag(items) if items.is_empty() => {
                let zeros = self.style.values.iter().map(|_| int(0, e.span)).collect();
                Some(Expr { kind: ExprKind::List(zeros), ty: list_of(Type::Int), span: e.span })
            }
            _ => None,
        }
    }

    /// The same, to be written more than once: a name is bound in one place.
    fn view_to_repeat(&mut self, e: &Expr) -> Option<Expr> {
        let counts = self.view(e)?;
        self.fails |= has_loop(&counts);
        Some(counts)
    }

    /// The counts of `bag(x for x in bag where ...)`.
    fn filtered(&mut self, e: &Expr) -> Option<Expr> {
        let (slot, source, guard) = filtered(e)?;
        let Some(guard) = guard else { return self.view(source) };
        let counts = self.view_to_repeat(source)?;
        let (i, span) = (self.fresh(&Type::Int), e.span);
        let place = local(i, Type::Int, span);
        self.forget(&[slot]);
        self.places.insert(vec![slot], Known { at: i, by: 0, of: None });
        let guard = self.again(guard);
        let there = index(&counts, &place);
        let stays = binary(BinaryOp::And, compare(CompareOp::Less, int(0, span), there.clone()), guard);
        let binders = vec![chosen(vec![i], range(int(self.style.values.len() as i64, span)), span)];
        let item = Box::new(if_then(stays, there, int(0, span)));
        Some(Expr { kind: ExprKind::For(Fold::List, item, binders), ty: list_of(Type::Int), span })
    }

    /// The place of an element among all.
    fn place(&mut self, x: &Expr) -> Place {
        if let Some(Known { at, of, .. }) = self.known_place(x) {
            return Place { at: local(at, Type::Int, x.span), is_sure: true, of };
        }
        if let Some(number) = super::elements::small(x) {
            let found = self.style.values.iter().position(|v| v.as_i64() == Some(number));
            let at = int(found.map_or(0, |i| i as i64 + 1), x.span);
            return Place { at, is_sure: found.is_some(), of: None };
        }
        let x = self.again(x);
        // It is written more than once, and a name is bound in one place.
        self.fails |= has_loop(&x);
        let map = Type::Map(Box::new(self.style.element.clone()), Box::new(Type::Int));
        let places = Expr { kind: ExprKind::Global(LetId(self.style.elements.0 + 1)), ty: map, span: x.span };
        let is_one = ExprKind::In(Box::new(x.clone()), Box::new(places.clone()));
        let is_one = Expr { kind: is_one, ty: Type::Bool, span: x.span };
        let (span, at) = (x.span, ExprKind::Index(Box::new(places), Box::new(x)));
        let at = if_then(is_one, Expr { kind: at, ty: Type::Int, span }, int(0, span));
        Place { at, is_sure: false, of: None }
    }

    fn all_elements(&self, span: Span) -> Expr {
        let ty = list_of(self.style.element.clone());
        Expr { kind: ExprKind::Global(self.style.elements), ty, span }
    }

    /// Counts as a bag.
    fn written_out(&mut self, counts: &Expr, ty: &Type) -> Expr {
        let (i, copy, span) = (self.fresh(&Type::Int), self.fresh(&Type::Int), counts.span);
        let place = local(i, Type::Int, span);
        let element = index(&self.all_elements(span), &place);
        let each = chosen(vec![i], range(int(self.style.values.len() as i64, span)), span);
        let copies = chosen(vec![copy], range(index(counts, &place)), span);
        let kind = ExprKind::For(Fold::Bag, Box::new(element), vec![each, copies]);
        Expr { kind, ty: ty.clone(), span }
    }
}

impl Place {
    /// Something where the element has a place, else something else.
    fn if_any(&self, some: Expr, none: Expr) -> Expr {
        if self.is_sure {
            return some;
        }
        if self.at.number().is_some() {
            return none;
        }
        let span = some.span;
        if_then(compare(CompareOp::Equal, self.at.clone(), int(0, span)), none, some)
    }
}
