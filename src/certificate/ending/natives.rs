//! The native functions that are read.

use super::choose::filter;
use super::numbers::at_most;
use super::read::{Reader, Unread, Ways, coll, one};
use super::totals::{Of, named};
use super::value::{Coll, Kind, Node, Val, Way};
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

/// The names of lists of the letters of a text begin so, and no others do.
const LETTERS: &str = "letters(";

impl<'a> Reader<'a> {
    /// What a native function gives.
    pub(super) fn native(
        &self,
        way: Way<'a>,
        f: Builtin,
        args: Vec<Val<'a>>,
        e: &'a Expr,
    ) -> Ways<'a, Val<'a>> {
        use Builtin as B;
        match (f, args.as_slice()) {
            (B::Abs, [Val::Num(x)]) => {
                let minus = x.scaled(&(-1).into());
                Ok(vec![
                    (way.clone().and(|w| w.assert(x)), Val::Num(x.clone())),
                    (way.and(|w| w.assert(&minus.up(-1))), Val::Num(minus)),
                ])
            }
            (B::Min | B::Max, [Val::Num(first), rest @ ..]) if !rest.is_empty() => {
                let mut out = vec![(way, first.clone())];
                for v in rest {
                    let Val::Num(y) = v else { return self.skip(out.swap_remove(0).0, e) };
                    out = self.each(out, |way, x| {
                        let least =
                            |(w, less)| (w, if less == (f == B::Min) { x.clone() } else { y.clone() });
                        Ok(at_most(way, &x, y).into_iter().map(least).collect())
                    })?;
                }
                Ok(out.into_iter().map(|(w, n)| (w, Val::Num(n))).collect())
            }
            (B::Size, [Val::Text(_, size)]) => one(way, Val::Num(size.clone())),
            (B::Letters, [Val::Text(name, size)]) => {
                let text = || (Type::Text, Shape::Any);
                let letters = Coll::unknown(Kind::List, text(), text(), format!("{LETTERS}{name})").into());
                one(way.and(|w| w.equal(&named(Of::Size, &letters), size)), Val::Coll(letters))
            }
            (B::Join, [Val::Coll(c)]) if self.are_letters(c)? => self
                .each(self.total(way, Of::Size, c)?, |way, size| {
                    one(way, Val::Text(format!("join({})", c.name).into(), size))
                }),
            (B::Size, [Val::Coll(c)]) => self.number_of(way, Of::Size, c, e),
            (B::Total, [Val::Coll(c)]) if e.ty == Type::Int && c.kind != Kind::Map => {
                self.number_of(way, Of::Sum, c, e)
            }
            (B::Indices, [Val::Coll(c)]) => one(way, coll(Kind::Set, Node::Indices(c.clone()))),
            (B::Sort | B::Reverse, [Val::Coll(c)]) if c.kind != Kind::Map => {
                one(way, coll(Kind::List, Node::Ordered(c.clone())))
            }
            (B::Touching, [Val::Tuple(p)]) => match &**p {
                [Val::Num(r), Val::Num(c)] => {
                    let adjacent = [(-1, 0), (0, -1), (0, 1), (1, 0)]
                        .map(|(i, j)| Val::Tuple([Val::Num(r.up(i)), Val::Num(c.up(j))].into()));
                    one(way, coll(Kind::Set, Node::Items(adjacent.to_vec())))
                }
                _ => self.skip(way, e),
            },
            (B::Turned | B::Mirrored | B::Shifted, [Val::Coll(c)]) => {
                one(way, coll(Kind::Set, Node::Moved(c.clone())))
            }
            (B::Connected, [Val::Coll(c), v]) => {
                let name = format!("connected({}, {v})", c.name).into();
                one(way, Val::Coll(Rc::new(Coll { kind: Kind::Set, node: Node::Part(c.clone()), name })))
            }
            (B::Islands, [Val::Coll(c)]) => one(way, coll(Kind::Set, Node::Parts(c.clone()))),
            // What follows has no value for some arguments.
            _ if self.strict.get() => self.skip(way, e),
            (B::Min | B::Max | B::Least | B::Largest | B::Total, [Val::Coll(c)]) => {
                self.elements(way, c, "x")
            }
            (B::Put, [Val::Coll(c), i, v]) => {
                one(way, coll(Kind::of(&e.ty), Node::Put(c.clone(), i.clone(), v.clone())))
            }
            (B::Ray, [p, d, Val::Coll(c)]) => {
                one(way, coll(Kind::List, Node::Ray(p.clone(), d.clone(), c.clone())))
            }
            (B::Iterate, [Val::Function(f), x, Val::Num(n)]) => {
                match n.as_number().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= 8) {
                    Some(n) => {
                        let mut out = vec![(way, x.clone())];
                        for _ in 0..n {
                            out = self.each(out, |way, x| self.call(way, *f, vec![x], e.span))?;
                        }
                        Ok(out)
                    }
                    None => self.skip(way, e),
                }
            }
            _ => self.skip(way, e),
        }
    }

    /// Whether all that is in a list are letters of a text: then joined they are as many.
    fn are_letters(&self, c: &Rc<Coll<'a>>) -> Result<bool, Unread> {
        Ok(match &c.node {
            Node::Unknown { .. } => c.name.starts_with(LETTERS),
            Node::Concat(a, b) => self.are_letters(a)? && self.are_letters(b)?,
            Node::Ordered(c) => self.are_letters(c)?,
            Node::For { item, binders, frame } => {
                let source = filter(item, binders).map(|(_, source, _)| source);
                let Some(source) = source.or_else(|| read_at(item, binders)) else { return Ok(false) };
                match self.eval(Way::default(), frame, source)?.as_slice() {
                    [(_, Val::Coll(c))] => self.are_letters(c)?,
                    _ => false,
                }
            }
            _ => false,
        })
    }
}

/// The list that is read at each place, `w` of `[w[i] for i in ...]`.
fn read_at<'a>(item: &'a Expr, binders: &[Binder]) -> Option<&'a Expr> {
    let [Binder { kind: BinderKind::In { slots, .. }, .. }] = binders else { return None };
    let ExprKind::Index(base, place) = &item.kind else { return None };
    let mut elsewhere = slots.as_slice() == [place.local()?];
    base.each_slot(&mut |slot| elsewhere &= !slots.contains(&slot));
    elsewhere.then_some(base)
}
