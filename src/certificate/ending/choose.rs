//! What binders choose, and what is said about all choices.

use super::poly::{Name, Poly};
use super::read::{Reader, Ways, one};
use super::totals::{Of, named};
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::rc::Rc;

impl<'a> Reader<'a> {
    /// The choices that binders offer: each with its frame.
    pub(super) fn bind(&self, way: Way<'a>, frame: &Frame<'a>, binders: &'a [Binder]) -> Ways<'a, Frame<'a>> {
        let mut out = vec![(way, frame.clone())];
        for binder in binders {
            out = self.each(out, |way, frame| self.bind_one(way, &frame, binder))?;
        }
        Ok(out)
    }

    fn bind_one(&self, way: Way<'a>, frame: &Frame<'a>, binder: &'a Binder) -> Ways<'a, Frame<'a>> {
        let bound = match &binder.kind {
            BinderKind::Is { slot, value, .. } => self.each(self.eval(way, frame, value)?, |way, v| {
                one(way, filled(frame, &[*slot], &v).unwrap_or_else(|| frame.clone()))
            })?,
            BinderKind::In { slots, names, source } => {
                let hint = if let [name] = names.as_slice() { name } else { "x" };
                self.each(self.eval(way, frame, source)?, |way, s| {
                    let Val::Coll(c) = s else { return self.refuse("what is chosen from", source.span) };
                    self.each(self.elements(way, &c, hint)?, |way, v| match filled(frame, slots, &v) {
                        Some(frame) => one(way, frame),
                        None => self.refuse("how a choice is taken apart", binder.span),
                    })
                })?
            }
        };
        match &binder.guard {
            None => Ok(bound),
            Some(guard) => self.each(bound, |way, frame| {
                let holds = self.truth(way, &frame, guard)?.into_iter().filter(|(_, b)| *b);
                Ok(holds.map(|(w, _)| (w, frame.clone())).collect())
            }),
        }
    }

    /// Some element of a collection: a key of a map. That it is one is noted.
    pub(super) fn elements(&self, way: Way<'a>, c: &Rc<Coll<'a>>, hint: &str) -> Ways<'a, Val<'a>> {
        self.each(self.elements_of(way, c, hint)?, |mut way, v| {
            way.members.entry((v.to_string(), c.name.clone())).or_insert_with(|| (v.clone(), true));
            one(way, v)
        })
    }

    fn elements_of(&self, mut way: Way<'a>, c: &Rc<Coll<'a>>, hint: &str) -> Ways<'a, Val<'a>> {
        match &c.node {
            Node::Unknown { element: (ty, shape), .. } => {
                let name = way.name(hint);
                let v = self.unknown_in(&mut way, ty, shape, name)?;
                way.members.insert((v.to_string(), c.name.clone()), (v.clone(), true));
                one(way, v)
            }
            Node::Items(items) => Ok(items.iter().map(|v| (way.clone(), v.clone())).collect()),
            Node::Range(lo, hi) => {
                let x = Poly::unknown(way.name(hint));
                way.at_most(lo, &x);
                way.at_most(&x, hi);
                one(way, Val::Num(x))
            }
            Node::With(c, v) => {
                let mut out = self.elements(way.clone(), c, hint)?;
                out.push((way, v.clone()));
                Ok(out)
            }
            Node::Without(whole, v) => self.each(self.elements(way, whole, hint)?, |way, x| {
                let same = self.same(way, &x, v)?.into_iter();
                let kept = same.filter(|(_, s)| !*s || c.kind == Kind::Bag);
                Ok(kept.map(|(w, _)| (w, x.clone())).collect())
            }),
            Node::Union(a, b) | Node::Concat(a, b) => {
                let mut out = self.elements(way.clone(), a, hint)?;
                out.extend(self.elements(way, b, hint)?);
                Ok(out)
            }
            Node::Common(a, b) => self.elements_where(way, a, b, hint, |inside| inside),
            Node::Minus(a, b) if c.kind == Kind::Set => {
                self.elements_where(way, a, b, hint, |inside| !inside)
            }
            Node::Minus(a, _) => self.elements(way, a, hint),
            Node::Flip(a, b) => {
                let mut out = self.elements_where(way.clone(), a, b, hint, |inside| !inside)?;
                out.extend(self.elements_where(way, b, a, hint, |inside| !inside)?);
                Ok(out)
            }
            Node::Put(whole, i, v) => {
                let (new, old) = if c.kind == Kind::Map { (i, whole) } else { (v, whole) };
                let mut out = self.elements(way.clone(), old, hint)?;
                out.push((way, new.clone()));
                Ok(out)
            }
            Node::For { item, binders, frame } => {
                self.each(self.bind(way, frame, binders)?, |way, frame| self.eval(way, &frame, item))
            }
            Node::Part(whole) => self.each(self.elements(way, whole, hint)?, |mut way, v| {
                way.members.insert((v.to_string(), c.name.clone()), (v.clone(), true));
                one(way, v)
            }),
            Node::Ordered(c) => self.elements(way, c, hint),
            Node::Moved(_) => {
                let name = way.name(hint);
                self.unknown(way, &Type::Cell, &Shape::Any, name)
            }
            Node::Indices(list) if list.kind == Kind::Map => self.elements(way, list, hint),
            Node::Indices(list) => {
                let x = Poly::unknown(way.name(hint));
                way.assert(&x.up(-1));
                self.each(self.total(way, Of::Size, list)?, |mut way, size| {
                    way.at_most(&x, &size);
                    one(way, Val::Num(x.clone()))
                })
            }
            Node::Parts(whole) => {
                let name = way.name("part");
                one(way, Val::Coll(Rc::new(Coll { kind: Kind::Set, node: Node::Part(whole.clone()), name })))
            }
            Node::Ray(p, d, within) => {
                let t = Poly::unknown(way.name("steps"));
                way.assert(&t.up(-1));
                match (pair(p), pair(d)) {
                    (Some((r, c)), Some((i, j))) => {
                        let at = [Val::Num(r.plus(&i.times(&t))), Val::Num(c.plus(&j.times(&t)))];
                        self.known_member(way, Val::Tuple(at.into()), within)
                    }
                    _ => self.elements(way, within, hint),
                }
            }
        }
    }

    /// Elements of the first that are, or are not, in the second.
    fn elements_where(
        &self,
        way: Way<'a>,
        a: &Rc<Coll<'a>>,
        b: &Rc<Coll<'a>>,
        hint: &str,
        wanted: impl Fn(bool) -> bool,
    ) -> Ways<'a, Val<'a>> {
        self.each(self.elements(way, a, hint)?, |way, x| {
            let inside = self.member(way, &x, b)?.into_iter().filter(|(_, i)| wanted(*i));
            Ok(inside.map(|(w, _)| (w, x.clone())).collect())
        })
    }

    fn known_member(&self, way: Way<'a>, x: Val<'a>, c: &Rc<Coll<'a>>) -> Ways<'a, Val<'a>> {
        let inside = self.member(way, &x, c)?.into_iter().filter(|(_, i)| *i);
        Ok(inside.map(|(w, _)| (w, x.clone())).collect())
    }

    /// An entry of a list or map.
    pub(super) fn entry(
        &self,
        mut way: Way<'a>,
        c: &Rc<Coll<'a>>,
        i: &Val<'a>,
        ty: &Type,
    ) -> Ways<'a, Val<'a>> {
        match &c.node {
            Node::Unknown { value: (ty, shape), .. } => {
                let known = match c.kind {
                    Kind::Map => self.known_member(way, i.clone(), c)?,
                    _ => {
                        let places: Name = format!("indices({})", c.name).into();
                        way.members.insert((i.to_string(), places), (i.clone(), true));
                        vec![(way, i.clone())]
                    }
                };
                self.each(known, |way, i| {
                    let mut read = self.unknown(way, ty, shape, entry_name(c, &i))?;
                    read.iter_mut().for_each(|(way, _)| holds_entries(way, c));
                    Ok(read)
                })
            }
            Node::Items(items) if c.kind == Kind::List => {
                let places = items.iter().enumerate().map(|(j, v)| (Val::Num(Poly::number(j as u64 + 1)), v));
                let mut out = vec![];
                for (j, v) in places {
                    let at = self.same(way.clone(), i, &j)?.into_iter().filter(|(_, s)| *s);
                    out.extend(at.map(|(w, _)| (w, v.clone())));
                }
                Ok(out)
            }
            Node::Put(c, j, v) => self.each(self.same(way, i, j)?, |way, same| {
                if same { one(way, v.clone()) } else { self.entry(way, c, i, ty) }
            }),
            _ => {
                let name = way.name("entry");
                self.unknown(way, ty, &Shape::Any, name)
            }
        }
    }

    /// Whether `item` is as wanted for some choice: `result` where it is, the opposite where it is for none.
    pub(super) fn exists(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
        wanted: bool,
        result: bool,
    ) -> Ways<'a, Val<'a>> {
        let mut out = self.each(self.bind(way.clone(), frame, binders)?, |way, frame| {
            let found = self.truth(way, &frame, item)?.into_iter().filter(|(_, b)| *b == wanted);
            Ok(found.map(|(w, _)| (w, Val::Bool(result))).collect())
        })?;
        let none = self.for_all(way, frame, item, binders, !wanted)?;
        out.extend(none.into_iter().map(|(w, ())| (w, Val::Bool(!result))));
        Ok(out)
    }

    /// What it says that `item` is as wanted for all choices: for those that can be named.
    fn for_all(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
        wanted: bool,
    ) -> Ways<'a, ()> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else {
            return one(way, ());
        };
        self.each(self.eval(way, frame, source)?, |way, s| {
            let Val::Coll(c) = s else { return one(way, ()) };
            let named = match &c.node {
                Node::Items(items) => items.clone(),
                Node::Range(lo, hi) => vec![Val::Num(lo.clone()), Val::Num(hi.clone())],
                _ => self.known(&way, &c),
            };
            let mut ways = vec![(way, ())];
            for x in named {
                let Some(frame) = filled(frame, slots, &x) else { continue };
                ways = self.each(ways, |way, ()| {
                    self.each(self.member(way, &x, &c)?, |way, inside| {
                        let holds = match guard {
                            Some(guard) if inside => self.truth(way, &frame, guard)?,
                            _ => vec![(way, inside)],
                        };
                        self.each(holds, |way, holds| {
                            if !holds {
                                return one(way, ());
                            }
                            let so = self.truth(way, &frame, item)?.into_iter().filter(|(_, b)| *b == wanted);
                            Ok(so.map(|(w, _)| (w, ())).collect())
                        })
                    })
                })?;
            }
            Ok(ways)
        })
    }

    /// What is known to be in a collection, or in one it is made of.
    pub(super) fn known(&self, way: &Way<'a>, c: &Rc<Coll<'a>>) -> Vec<Val<'a>> {
        let mut names: Vec<Name> = vec![];
        self.made_of(c, &mut names);
        let of = |((_, name), (v, inside)): (&(String, Name), &(Val<'a>, bool))| {
            (*inside && names.contains(name)).then(|| v.clone())
        };
        let mut found: Vec<Val<'a>> = vec![];
        for v in way.members.iter().filter_map(of) {
            if found.iter().all(|w| w.to_string() != v.to_string()) {
                found.push(v);
            }
        }
        found
    }

    fn made_of(&self, c: &Rc<Coll<'a>>, names: &mut Vec<Name>) {
        names.push(c.name.clone());
        match &c.node {
            Node::With(c, _) | Node::Without(c, _) | Node::Minus(c, _) | Node::Part(c) | Node::Ordered(c) => {
                self.made_of(c, names);
            }
            Node::Union(a, b) | Node::Common(a, b) | Node::Flip(a, b) => {
                self.made_of(a, names);
                self.made_of(b, names);
            }
            Node::For { item, binders, frame } => {
                if let Some((_, source, _)) = filter(item, binders)
                    && let Ok(ways) = self.eval(Way::default(), frame, source)
                    && let [(_, Val::Coll(c))] = ways.as_slice()
                {
                    self.made_of(c, names);
                }
            }
            _ => {}
        }
    }
}

/// `item for slots in source where guard` where the item is what was taken.
pub(super) fn filter<'a>(
    item: &'a Expr,
    binders: &'a [Binder],
) -> Option<(&'a [u32], &'a Expr, Option<&'a Expr>)> {
    let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else { return None };
    let is = |e: &Expr, slot: u32| matches!(e.kind, ExprKind::Local(s) if s == slot);
    let taken = match (&item.kind, slots.as_slice()) {
        (_, [slot]) => is(item, *slot),
        (ExprKind::Tuple(parts), slots) => {
            parts.len() == slots.len() && parts.iter().zip(slots).all(|(e, s)| is(e, *s))
        }
        (ExprKind::Cell(r, c), [row, col]) => is(r, *row) && is(c, *col),
        _ => false,
    };
    taken.then_some((slots, source, guard.as_ref()))
}

/// A frame with a value in some slots, taken apart if there are several.
pub(super) fn filled<'a>(frame: &Frame<'a>, slots: &[u32], v: &Val<'a>) -> Option<Frame<'a>> {
    let mut frame = frame.to_vec();
    match (slots, v) {
        ([slot], v) => *frame.get_mut(*slot as usize)? = Some(v.clone()),
        (slots, Val::Tuple(parts)) if parts.len() == slots.len() => {
            for (slot, part) in slots.iter().zip(parts.iter()) {
                *frame.get_mut(*slot as usize)? = Some(part.clone());
            }
        }
        _ => return None,
    }
    Some(Rc::new(frame))
}

fn pair<'v>(v: &'v Val<'_>) -> Option<(&'v Poly, &'v Poly)> {
    match v {
        Val::Tuple(parts) => match &**parts {
            [Val::Num(a), Val::Num(b)] => Some((a, b)),
            _ => None,
        },
        _ => None,
    }
}

fn entry_name(c: &Coll<'_>, i: &Val<'_>) -> Name {
    format!("{}[{i}]", c.name).into()
}

/// The sum of a list of natural numbers is at least that of the entries at different places.
fn holds_entries(way: &mut Way<'_>, c: &Coll<'_>) {
    let Node::Unknown { value: (Type::Int, Shape::Range(Some(lo), _)), .. } = &c.node else { return };
    if c.kind != Kind::List || *lo < BigInt::ZERO {
        return;
    }
    let places = format!("indices({})", c.name);
    let mut apart: Vec<&Poly> = vec![];
    for ((_, of), (place, inside)) in &way.members {
        if let (true, true, Val::Num(i)) = (*inside, **of == *places, place) {
            let differs = |j: &&Poly| i.minus(j).as_number().is_some_and(|n| n != BigInt::ZERO);
            apart.extend(apart.iter().all(differs).then_some(i));
        }
    }
    let entry = |i: &Poly| Poly::unknown(entry_name(c, &Val::Num(i.clone())));
    let sum = apart.into_iter().fold(Poly::default(), |sum, i| sum.plus(&entry(i)));
    way.at_most(&sum, &named(Of::Sum, c));
}
