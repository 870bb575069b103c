//! Choices over unknowns: what a binder may choose, and what is known of it then.

use super::run::{Out, Run};
use super::symbol::{Frame, Path, Val};
use crate::check::ir::{Binder, BinderKind};

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
                for (p, source) in self.eval(path, &frame, source) {
                    let Val::Coll(s) = source else {
                        let mut f = frame.clone();
                        slots.iter().for_each(|slot| f[*slot as usize] = None);
                        bound.push((p, f));
                        continue;
                    };
                    for (p, v) in self.elements(p, &s) {
                        let mut p = p;
                        self.name(&v, names);
                        if let (Val::Num(n), [name]) = (&v, names.as_slice())
                            && let Some(n) = n.as_number()
                        {
                            p.chosen.push((name.clone(), n));
                        }
                        let mut f = frame.clone();
                        bind_slots(&mut f, slots, &v);
                        bound.push((p, f));
                    }
                }
            }
        }
        let Some(guard) = &binder.guard else { return bound };
        let guarded = |(p, f): (Path<'a>, Frame<'a>)| {
            let paths = self.assume(p, &f, guard, true);
            paths.into_iter().map(move |p| (p, f.clone())).collect::<Vec<_>>()
        };
        let out: Vec<_> = bound.into_iter().flat_map(guarded).collect();
        if out.len() <= 1 {
            return out;
        }
        out.into_iter().filter(|(p, _)| !p.is_impossible()).collect()
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

/// Puts a value into the slots of a binder, taken apart if there are several.
pub(super) fn bind_slots<'a>(frame: &mut Frame<'a>, slots: &[u32], v: &Val<'a>) {
    match (slots, v) {
        ([slot], v) => frame[*slot as usize] = Some(v.clone()),
        (slots, Val::Tuple(parts)) => {
            for (slot, part) in slots.iter().zip(parts.iter()) {
                frame[*slot as usize] = Some(part.clone());
            }
        }
        (slots, _) => slots.iter().for_each(|slot| frame[*slot as usize] = None),
    }
}
