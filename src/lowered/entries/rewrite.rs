//! The rules of a game of maps, over lists.

use super::Keys;
use crate::builtin::collection;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, LetId, Slot};
use crate::check::types::Type;
use crate::lowered::again::{
    Known, Style, View, Walk, binary, call, chosen, compare, index, int, list_of, local, put, range, spelled,
    truth, written,
};
use crate::source::Span;
use crate::value::Value;

/// Maps by their keys as lists of what they have for each.
pub(super) struct InEntries<'p> {
    pub(super) all: &'p [Keys],
    /// The definition of the list of the first keys; behind each list comes the map from each key to its place.
    pub(super) first: LetId,
    /// The value of what has one beforehand.
    pub(super) known: &'p dyn Fn(&Expr) -> Option<Value>,
}

impl Style for InEntries<'_> {
    fn view(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<View> {
        walk.view(e)
    }

    fn short(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<Expr> {
        walk.short(e)
    }

    fn written_out(walk: &mut Walk<'_, Self>, view: &View, ty: &Type) -> Expr {
        let (i, span) = (walk.fresh(&Type::Int), view.row.span);
        let place = local(i, Type::Int, span);
        let (key, value) = (index(&walk.keys(view.by, span), &place), index(&view.row, &place));
        let each = chosen(vec![i], walk.places(view.by, span), span);
        Expr { kind: ExprKind::MapFor(Box::new(key), Box::new(value), vec![each]), ty: ty.clone(), span }
    }

    fn element(walk: &Walk<'_, Self>, by: usize, at: &Expr) -> Expr {
        index(&walk.keys(by, at.span), at)
    }

    fn chosen(
        walk: &mut Walk<'_, Self>,
        slots: &[Slot],
        source: &Expr,
        _: bool,
        span: Span,
    ) -> Option<Vec<Binder>> {
        let of = walk.keyed(source)?;
        let by = walk.held.get(&of)?.by;
        Some(walk.each_key(slots, by, Some(of), span))
    }
}

impl Walk<'_, InEntries<'_>> {
    /// The slot of a map of which these are the keys: a choice from a map runs through them.
    fn keyed(&self, e: &Expr) -> Option<Slot> {
        let of = match &e.kind {
            ExprKind::Builtin(Builtin::Indices, args) => &args[0],
            _ => e,
        };
        of.local().filter(|slot| self.held.contains_key(slot))
    }

    /// Places, and the keys at them in some slots.
    fn each_key(&mut self, slots: &[Slot], by: usize, of: Option<Slot>, span: Span) -> Vec<Binder> {
        let i = self.fresh(&Type::Int);
        self.places.insert(slots.to_vec(), Known { at: i, by, of });
        let key = self.taken_apart(slots, by, &local(i, Type::Int, span), span);
        // As a list is run through: whoever looks for lists in any order sees one.
        let places = match of.and_then(|slot| self.held(slot, span)) {
            Some(View { row, .. }) => call(Builtin::Indices, vec![row], Type::Set(Box::new(Type::Int))),
            None => self.places(by, span),
        };
        [chosen(vec![i], places, span)].into_iter().chain(key).collect()
    }

    /// The list in place of a map.
    fn view(&mut self, e: &Expr) -> Option<View> {
        let Type::Map(key, value) = &e.ty else { return None };
        match &e.kind {
            ExprKind::Local(slot) => self.held(*slot, e.span),
            ExprKind::Builtin(Builtin::Put, args) => {
                let [map, key, value] = args.as_slice() else { return None };
                let View { row, by } = self.view(map)?;
                let (place, value) = (self.place(key, by), self.again(value));
                Some(View { row: put(row, place, value), by })
            }
            ExprKind::If(c, a, b) => self.either(c, a, b),
            ExprKind::MapFor(key, value, binders) => self.made_again(e, key, value, binders),
            ExprKind::Map(entries) => {
                let keys: Option<Vec<Value>> = entries.iter().map(|(key, _)| self.value(key)).collect();
                let mut entries: Vec<(Value, &Expr)> =
                    keys?.into_iter().zip(entries.iter().map(|(_, value)| value)).collect();
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                let by = self.by(key, value, entries.iter().map(|(key, _)| key))?;
                let row = entries.iter().map(|(_, value)| self.again(value)).collect();
                Some(View { row: self.row(row, by, e.span), by })
            }
            ExprKind::Global(_) => {
                let Value::Map(map) = self.value(e)? else { return None };
                let by = self.by(key, value, map.keys())?;
                let row = map.values().map(|v| spelled(v, value, e.span));
                let row = row.collect::<Option<_>>()?;
                Some(View { row: self.row(row, by, e.span), by })
            }
            ExprKind::Call(id, args) => self.view_of_call(*id, args),
            _ => None,
        }
    }

    /// `map(k to ... for k in m)`.
    fn made_again(&mut self, e: &Expr, key: &Expr, value: &Expr, binders: &[Binder]) -> Option<View> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, span }] = binders else {
            return None;
        };
        let is_key = match (slots.as_slice(), &key.kind) {
            ([slot], ExprKind::Local(key)) => slot == key,
            (slots, ExprKind::Tuple(parts)) => {
                parts.iter().map(Expr::local).eq(slots.iter().map(|slot| Some(*slot)))
            }
            _ => false,
        };
        if !is_key {
            return None;
        }
        let of = self.keyed(source);
        let by = match of {
            Some(of) => self.held.get(&of).map(|held| held.by).filter(|by| {
                // What is made of it may be something else.
                matches!(&e.ty, Type::Map(_, entry) if **entry == self.style.all[*by].entry)
            })?,
            None => {
                let Type::Map(key, value) = &e.ty else { return None };
                let known = self.value(source)?;
                let keys: Vec<Value> = collection::elements(&known).collect();
                self.by(key, value, keys.iter())?
            }
        };
        self.forget(slots);
        let binders = self.each_key(slots, by, of, *span);
        let value = self.again(value);
        let ty = list_of(value.ty.clone());
        let kind = ExprKind::For(Fold::List, Box::new(value), binders);
        Some(View { row: Expr { kind, ty, span: e.span }, by })
    }

    /// What is asked of a map without a look at all of it.
    fn short(&mut self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::Index(map, key) => {
                let View { row, by } = self.view(map)?;
                Some(index(&row, &self.place(key, by)))
            }
            ExprKind::In(key, set) if matches!(set.kind, ExprKind::Set(_)) => {
                let by = self.known_place(key)?.by;
                let (key, all) = (self.key_place(key, by)?, set.elements()?.iter());
                let places = all.map(|x| self.key_place(x, by)).collect::<Option<Vec<_>>>()?;
                let ty = Type::Set(Box::new(Type::Int));
                let set = Expr { kind: ExprKind::Set(places), ty, span: set.span };
                let kind = ExprKind::In(Box::new(key), Box::new(set));
                Some(Expr { kind, ty: Type::Bool, span: e.span })
            }
            ExprKind::In(key, map) => {
                let by = self.held.get(&self.keyed(map)?)?.by;
                if self.known_place(key).is_some_and(|known| known.by == by) {
                    return Some(truth(true, e.span));
                }
                let (key, keys) = (self.again(key), self.set_of_keys(by, e.span));
                let kind = ExprKind::In(Box::new(key), Box::new(keys));
                Some(Expr { kind, ty: Type::Bool, span: e.span })
            }
            ExprKind::Builtin(Builtin::Size, args) => {
                let by = self.held.get(&self.keyed(&args[0])?)?.by;
                Some(int(self.style.all[by].values.len() as i64, e.span))
            }
            ExprKind::Builtin(Builtin::Indices, _) => {
                let by = self.held.get(&self.keyed(e)?)?.by;
                Some(self.set_of_keys(by, e.span))
            }
            ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) => {
                if let Some((a, b)) = self.both_places(a, b) {
                    return Some(compare(*op, a, b));
                }
                let (a, b) = (self.view(a)?, self.view(b)?);
                (a.by == b.by).then(|| compare(*op, a.row, b.row))
            }
            _ => None,
        }
    }

    /// The places of two things of which one is a key for sure.
    fn both_places(&self, a: &Expr, b: &Expr) -> Option<(Expr, Expr)> {
        let by = self.known_place(a).or_else(|| self.known_place(b))?.by;
        Some((self.key_place(a, by)?, self.key_place(b, by)?))
    }

    /// The place of what is a key for sure, or is none for sure, which has place 0. Keys are in order, and so are their places.
    fn key_place(&self, e: &Expr, by: usize) -> Option<Expr> {
        if let Some(known) = self.known_place(e) {
            return (known.by == by).then(|| local(known.at, Type::Int, e.span));
        }
        if let ExprKind::Builtin(f @ (Builtin::Least | Builtin::Largest), of) = &e.kind
            && let ExprKind::Set(all) = &of[0].kind
        {
            let all = all.iter().map(|x| self.key_place(x, by)).collect::<Option<Vec<_>>>()?;
            let f = if *f == Builtin::Least { Builtin::Min } else { Builtin::Max };
            // The place of none says nothing of the order.
            let fits = all.len() > 1 && all.iter().all(|at| at.number().is_none_or(|at| *at != 0.into()));
            return fits.then(|| call(f, all, Type::Int));
        }
        let at = self.style.all[by].values.binary_search(&self.value(e)?);
        Some(int(at.map_or(0, |at| at as i64 + 1), e.span))
    }

    /// The place of a key; a mistake if it has none.
    fn place(&mut self, key: &Expr, by: usize) -> Expr {
        if let Some(known) = self.known_place(key).filter(|known| known.by == by) {
            return local(known.at, Type::Int, key.span);
        }
        let keys = &self.style.all[by].values;
        if let Some(at) = self.value(key).and_then(|value| keys.binary_search(&value).ok()) {
            return int(at as i64 + 1, key.span);
        }
        let least = self.least(by);
        let key = self.again(key);
        match least {
            Some(1) => key,
            Some(least) => binary(BinaryOp::Subtract, key.clone(), int(least - 1, key.span)),
            None => {
                let places = self.global(2 * by + 1, &self.style.all[by].ty, Type::Int, key.span);
                index(&places, &key)
            }
        }
    }

    /// The least key, if they are all numbers from that one on.
    fn least(&self, by: usize) -> Option<i64> {
        let keys = &self.style.all[by].values;
        let least = keys.first()?.as_i64()?;
        keys.iter().zip(least..).all(|(key, n)| key.as_i64() == Some(n)).then_some(least)
    }

    /// By which keys a map is that has just these.
    fn by<'v>(&self, key: &Type, value: &Type, keys: impl Iterator<Item = &'v Value>) -> Option<usize> {
        let keys: Vec<&Value> = keys.collect();
        self.style.all.iter().position(|all| {
            (&all.ty, &all.entry) == (key, value) && all.values.iter().eq(keys.iter().copied())
        })
    }

    /// The value of what names nothing of the position.
    fn value(&self, e: &Expr) -> Option<Value> {
        let mut reads = false;
        e.each_slot(&mut |_| reads = true);
        if reads { None } else { (self.style.known)(e) }
    }

    fn row(&self, row: Vec<Expr>, by: usize, span: Span) -> Expr {
        Expr { kind: ExprKind::List(row), ty: list_of(self.style.all[by].entry.clone()), span }
    }

    /// All keys as a list.
    fn keys(&self, by: usize, span: Span) -> Expr {
        let ty = list_of(self.style.all[by].ty.clone());
        Expr { kind: ExprKind::Global(LetId(self.style.first.0 + 2 * by as u32)), ty, span }
    }

    fn global(&self, number: usize, key: &Type, value: Type, span: Span) -> Expr {
        let ty = Type::Map(Box::new(key.clone()), Box::new(value));
        Expr { kind: ExprKind::Global(LetId(self.style.first.0 + number as u32)), ty, span }
    }

    /// All keys as a set.
    fn set_of_keys(&self, by: usize, span: Span) -> Expr {
        let Keys { ty, values, .. } = &self.style.all[by];
        let keys = values.iter().filter_map(|key| written(key, ty, span));
        Expr { kind: ExprKind::Set(keys.collect()), ty: Type::Set(Box::new(ty.clone())), span }
    }

    /// All places.
    fn places(&self, by: usize, span: Span) -> Expr {
        range(int(self.style.all[by].values.len() as i64, span))
    }
}
