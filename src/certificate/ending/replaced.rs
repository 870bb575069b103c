//! Collections whose elements are replaced one by one.

use super::choose::filled;
use super::poly::Poly;
use super::read::{Reader, Unread, Ways, one};
use super::totals::{Of, named};
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use crate::check::ir::{CompareOp, Expr, ExprKind};
use crate::check::types::Type;
use num_bigint::BigInt;
use std::rc::Rc;

/// `item for slots in s where guard`
pub(super) struct All<'a, 'b> {
    pub(super) c: &'b Rc<Coll<'a>>,
    pub(super) s: &'b Rc<Coll<'a>>,
    pub(super) slots: &'a [u32],
    pub(super) guard: Option<&'a Expr>,
    pub(super) item: &'a Expr,
    pub(super) frame: &'b Frame<'a>,
}

/// Whether a number is not negative: it is one, or a fact says so.
fn obvious(way: &Way<'_>, n: &Poly) -> bool {
    let enough = |p: &Poly| p.as_number().is_some_and(|n| n >= BigInt::ZERO);
    enough(n) || way.facts.iter().any(|f| enough(&n.minus(f)))
}

/// Calls `visit` with both sides of every `==` and `!=` in the conditions of an expression.
fn compared<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr, &'a Expr)) {
    match &e.kind {
        ExprKind::Compare(CompareOp::Equal | CompareOp::NotEqual, a, b) => visit(a, b),
        ExprKind::If(c, a, b) => [c, a, b].into_iter().for_each(|e| compared(e, visit)),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| compared(e, visit)),
        ExprKind::Not(a) => compared(a, visit),
        _ => {}
    }
}

impl<'a> Reader<'a> {
    /// Every element replaced by another: where none gets larger, the sum does not, and it decreases by what is
    /// taken off those that are known.
    pub(super) fn replaced(&self, way: Way<'a>, of: Of, all: &All<'a, '_>) -> Ways<'a, Poly> {
        let n = named(of, all.c);
        // The entries of a list, by their places.
        let list = match &all.s.node {
            Node::Indices(list) if list.kind == Kind::List => Some(list.clone()),
            Node::Range(lo, hi) if lo.as_number() == Some(1.into()) => {
                let is = |v: &&Option<Val<'a>>| matches!(v, Some(Val::Coll(c)) if c.kind == Kind::List && named(Of::Size, c) == *hi);
                match all.frame.iter().find(is) {
                    Some(Some(Val::Coll(list))) => Some(list.clone()),
                    _ => None,
                }
            }
            _ => None,
        };
        let whole = list.clone().unwrap_or_else(|| all.s.clone());
        let in_order = list.is_some() && all.guard.is_none() && all.c.kind == Kind::List;
        if of.by_place() && !in_order
            || whole.kind == Kind::Map
            || !matches!(whole.node, Node::Unknown { .. })
        {
            return one(way, n);
        }
        let places = match &list {
            Some(list) => Coll::new(Kind::Set, Node::Indices(list.clone())),
            None => all.s.clone(),
        };
        let mut known = self.known(&way, &places);
        if list.is_some() {
            known.extend(self.named_places(&way, all));
        }
        let mut met: Vec<String> = vec![];
        let mut once_each = |v: &Val<'a>| {
            let new = matches!(v, Val::Num(_)) && !met.contains(&v.to_string());
            met.push(v.to_string());
            new
        };
        let known: Vec<Val<'a>> = known.into_iter().filter(|v| once_each(v)).collect();
        if !self.others_shrink(&way, all, list.as_ref(), &known)? {
            return one(way, n);
        }
        // A place of a list and an element of a set are met once; an element of a bag may be there again.
        let once = list.is_some() || whole.kind == Kind::Set;
        self.each(self.total(way, of, &whole)?, |way, t| {
            self.each(self.distinct(way, &known)?, |way, known| {
                let mut out = vec![(way, Some(t.clone()))];
                for x in &known {
                    out = self.each(out, |way, t| {
                        let there = self.member(way, x, &places)?;
                        let (there, elsewhere): (Vec<_>, Vec<_>) = there.into_iter().partition(|(_, b)| *b);
                        let mut changed = vec![];
                        for (way, _) in there {
                            changed.extend(self.change(
                                way,
                                of,
                                all,
                                (list.as_ref(), &whole),
                                x,
                                (&t, once),
                            )?);
                        }
                        changed.extend(elsewhere.into_iter().map(|(way, _)| (way, t.clone())));
                        Ok(changed)
                    })?;
                }
                let bounded = |(mut way, t): (Way<'a>, Option<Poly>)| {
                    t.iter().for_each(|t| way.at_most(&n, t));
                    (way, n.clone())
                };
                Ok(out.into_iter().map(bounded).collect())
            })
        })
    }

    /// What the element or entry at x adds to a sum when it is replaced; nothing if that is not known to be all.
    fn change(
        &self,
        way: Way<'a>,
        of: Of,
        all: &All<'a, '_>,
        (list, whole): (Option<&Rc<Coll<'a>>>, &Rc<Coll<'a>>),
        x: &Val<'a>,
        (t, once): (&Option<Poly>, bool),
    ) -> Ways<'a, Option<Poly>> {
        self.each(self.before_and_after(way, all, list, x)?, |mut way, (old, new)| {
            let place = match (of, x) {
                (Of::MomentFromEnd, Val::Num(i)) => named(Of::Size, whole).minus(i).up(1),
                _ => self.at_place(&mut way, of, x).unwrap_or_else(|| Poly::number(1)),
            };
            let known =
                (once || obvious(&way, &old.minus(&new))) && (all.c.kind != Kind::Set || obvious(&way, &new));
            let t = t.clone().filter(|_| known);
            one(way, t.map(|t| t.plus(&place.times(&new.minus(&old)))))
        })
    }

    /// Those of some known values that are chosen from and for which the guard does not hold, each once.
    pub(super) fn left_out(
        &self,
        way: Way<'a>,
        all: &All<'a, '_>,
        known: &[Val<'a>],
    ) -> Ways<'a, Vec<Val<'a>>> {
        let mut out = vec![(way, vec![])];
        for v in known {
            let (Some(guard), Some(frame)) = (all.guard, filled(all.frame, all.slots, v)) else { continue };
            out = self.each(out, |way, gone: Vec<Val<'a>>| {
                let counted = Coll::new(Kind::Set, Node::Items(gone.clone()));
                self.each(self.member(way, v, all.s)?, |way, inside| {
                    let kept = if inside { self.truth(way, &frame, guard)? } else { vec![(way, true)] };
                    self.each(kept, |way, kept| {
                        let done = if kept { vec![(way, true)] } else { self.member(way, v, &counted)? };
                        let more = |done: bool| match done {
                            true => gone.clone(),
                            false => [&gone[..], std::slice::from_ref(v)].concat(),
                        };
                        Ok(done.into_iter().map(|(w, done)| (w, more(done))).collect())
                    })
                })
            })?;
        }
        Ok(out)
    }

    /// Places that an item compares with the one that is bound: `if k == i then ...`.
    fn named_places(&self, way: &Way<'a>, all: &All<'a, '_>) -> Vec<Val<'a>> {
        let mut found = vec![];
        let here = |e: &Expr| all.slots == [e.local().unwrap_or(u32::MAX)];
        let mut sides: Vec<&'a Expr> = vec![];
        compared(all.item, &mut |a, b| match (here(a), here(b)) {
            (true, false) => sides.push(b),
            (false, true) => sides.push(a),
            _ => {}
        });
        for e in sides.into_iter().take(4) {
            let mut free = true;
            e.each_slot(&mut |slot| free &= !all.slots.contains(&slot));
            if free
                && let Ok(ways) = self.eval(way.clone(), all.frame, e)
                && let [(_, v @ Val::Num(_))] = ways.as_slice()
            {
                found.push(v.clone());
            }
        }
        found
    }

    /// What an element counts in the sum, and what stands for it afterwards: nothing if the guard does not hold.
    fn before_and_after(
        &self,
        way: Way<'a>,
        all: &All<'a, '_>,
        list: Option<&Rc<Coll<'a>>>,
        x: &Val<'a>,
    ) -> Ways<'a, (Poly, Poly)> {
        let Some(frame) = filled(all.frame, all.slots, x) else {
            return self.refuse("how an element is taken apart", all.item.span);
        };
        let old = match list {
            Some(list) => self.entry(way, list, x, &Type::Int)?,
            None => vec![(way, x.clone())],
        };
        self.each(old, |way, old| {
            self.each(self.weight(way, Of::Sum, &old)?, |way, old| {
                let kept = match all.guard {
                    Some(guard) => self.truth(way, &frame, guard)?,
                    None => vec![(way, true)],
                };
                self.each(kept, |way, kept| {
                    if !kept {
                        return one(way, (old.clone(), Poly::default()));
                    }
                    self.each(self.eval(way, &frame, all.item)?, |way, v| {
                        let new = self.weight(way, Of::Sum, &v)?;
                        Ok(new.into_iter().map(|(w, new)| (w, (old.clone(), new))).collect())
                    })
                })
            })
        })
    }

    /// Whether any other element is replaced by one that is not larger, and by none below 0 where that matters.
    fn others_shrink(
        &self,
        way: &Way<'a>,
        all: &All<'a, '_>,
        list: Option<&Rc<Coll<'a>>>,
        known: &[Val<'a>],
    ) -> Result<bool, Unread> {
        let named = Coll::new(Kind::Set, Node::Items(known.to_vec()));
        let places = match list {
            Some(list) => Coll::new(Kind::Set, Node::Indices(list.clone())),
            None => all.s.clone(),
        };
        let any = self.each(self.elements(way.clone(), &places, "other")?, |way, x| {
            let others = self.member(way, &x, &named)?.into_iter().filter(|(_, n)| !*n);
            Ok(others.map(|(w, _)| (w, x.clone())).collect())
        })?;
        let all_of_them = self.each(any, |way, x| self.before_and_after(way, all, list, &x))?;
        let shrinks = |(way, (old, new)): &(Way<'a>, (Poly, Poly))| {
            obvious(way, &old.minus(new)) && (all.c.kind != Kind::Set || obvious(way, new))
        };
        Ok(all_of_them.iter().all(shrinks))
    }
}
