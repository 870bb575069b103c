//! Choices over unknowns: what a binder may choose, and what is known about it then.

use super::run::{Out, Run};
use super::symbol::{Frame, Path, Val};
use crate::check::ir::{Binder, BinderKind};
use crate::check::types::{Shape, Type};

impl<'a> Run<'a> {
    /// The choices that binders offer, each with its frame.
    pub(super) fn bind(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        binders: &'a [Binder],
    ) -> Out<'a, Frame<'a>> {
        let mut out = vec![(path, frame.clone())];
        for binder in binders {
            let mut next = vec![];
            for (path, frame) in out {
                next.extend(self.bind_one(path, frame, binder));
            }
            out = next;
        }
        out
    }

    fn bind_one(&mut self, path: Path<'a>, frame: Frame<'a>, binder: &'a Binder) -> Out<'a, Frame<'a>> {
        let mut bound = vec![];
        match &binder.kind {
            BinderKind::Is { slot, value, .. } => {
                for (p, v) in self.eval(path, &frame, value) {
                    let mut f = frame.clone();
                    f[*slot as usize] = Some(v);
                    bound.push((p, f));
                }
            }
            BinderKind::In { slots, names, source } => {
                let ty = &source.ty;
                for (p, source) in self.eval(path, &frame, source) {
                    let elements = match source {
                        Val::Coll(s) => self.elements(p, &s),
                        _ => self.some_element(p, ty),
                    };
                    for (p, v) in elements {
                        let mut p = p;
                        self.name(&v, names);
                        if let (Val::Num(n), [name]) = (&v, names.as_slice())
                            && let Some(n) = n.as_number()
                        {
                            p.chosen.push((name.clone(), n));
                        }
                        let mut f = frame.clone();
                        self.bind_slots(&mut f, slots, &v);
                        bound.push((p, f));
                    }
                }
            }
        }
        let Some(guard) = &binder.guard else { return bound };
        let guarded = |(p, f): (Path<'a>, Frame<'a>)| {
            let paths = self.guarded(p, &f, guard, true);
            paths.into_iter().map(move |p| (p, f.clone())).collect::<Vec<_>>()
        };
        let out: Vec<_> = bound.into_iter().flat_map(guarded).collect();
        if out.len() <= 1 {
            return out;
        }
        out.into_iter().filter(|(p, _)| !p.is_impossible()).collect()
    }

    /// An element of a collection of which nothing is known but its type.
    fn some_element(&mut self, mut path: Path<'a>, ty: &'a Type) -> Out<'a, Val<'a>> {
        match ty {
            Type::Set(t) | Type::Bag(t) | Type::List(t) | Type::Map(t, _) => {
                let v = self.unknown(&mut path, t, &Shape::Any, None);
                vec![(path, v)]
            }
            _ => vec![(path, Val::Opaque(self.fresh_id()))],
        }
    }

    /// Puts a value into the slots of a binder, taken apart if there are several.
    pub(super) fn bind_slots(&mut self, frame: &mut [Option<Val<'a>>], slots: &[u32], v: &Val<'a>) {
        match (slots, v) {
            ([slot], v) => frame[*slot as usize] = Some(v.clone()),
            (slots, Val::Tuple(parts)) => {
                for (slot, part) in slots.iter().zip(parts.iter()) {
                    frame[*slot as usize] = Some(part.clone());
                }
            }
            // Each time something else, so that what is not known is never taken to be the same.
            (slots, _) => {
                slots.iter().for_each(|slot| frame[*slot as usize] = Some(Val::Opaque(self.fresh_id())));
            }
        }
    }

    /// Gives the unknowns of a bound value the names of the binder.
    fn name(&mut self, v: &Val<'a>, names: &[String]) {
        let parts: Vec<Val<'a>> = match v {
            Val::Tuple(parts) if names.len() > 1 => parts.to_vec(),
            v => vec![v.clone()],
        };
        for (part, name) in parts.iter().zip(names) {
            if let Val::Num(n) = part
                && let Some(v) = n.as_var()
                && self.names[v as usize].is_none()
            {
                self.names[v as usize] = Some(name.clone());
            }
        }
    }
}
