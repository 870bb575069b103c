//! Calls over unknowns: of functions whose rules are known, of rules that are not, and of what is built in.

use super::Statistic;
use super::linear::Lin;
use super::run::{Out, Run, coll};
use super::symbol::{Coll, Frame, Kind, Node, Path, Val};
use crate::check::builtins::Builtin;
use crate::check::ir::{Expr, LetId};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

impl<'a> Run<'a> {
    /// What a definition gives for some arguments.
    pub(super) fn call(
        &mut self,
        mut path: Path<'a>,
        id: LetId,
        args: Vec<Val<'a>>,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        let definition = self.program.definition(id);
        if self.forks == 0 {
            self.doubt(&path);
            return self.opaque(path, ty);
        }
        for (param, arg) in definition.params.iter().zip(&args) {
            self.need_to_fit(&mut path, &param.shape, arg);
        }
        let mut frame: Frame<'a> = args.into_iter().map(Some).collect();
        frame.resize(definition.slots.len().max(frame.len()), None);
        self.inside_call(|run| run.eval(path, &frame, &definition.body))
    }

    /// A function that is a rule not known: the same function gives equal results for equal arguments.
    pub(super) fn call_unknown(
        &mut self,
        mut path: Path<'a>,
        f: &Val<'a>,
        args: Vec<Val<'a>>,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        self.doubt(&path);
        if let Some((_, _, v)) = path.calls.iter().find(|(g, a, _)| g == f && *a == args) {
            let v = v.clone();
            return vec![(path, v)];
        }
        let v = self.unknown(&mut path, ty, &Shape::Any, None);
        path.calls.push((f.clone(), args, v.clone()));
        vec![(path, v)]
    }

    pub(super) fn builtin(
        &mut self,
        mut path: Path<'a>,
        f: Builtin,
        args: Vec<Val<'a>>,
        e: &'a Expr,
    ) -> Out<'a, Val<'a>> {
        use Builtin as B;
        let kind = Kind::of(&e.ty);
        let v = match (f, args.as_slice()) {
            (B::Abs, [Val::Num(n)]) => {
                let negative = self.linear(&mut path, n.times(-1));
                return self.split(path, &Lin::number(0), n, n.clone(), negative);
            }
            (B::Min | B::Max, [Val::Coll(s)]) => return self.extreme(path, s.clone(), f == B::Max, &e.ty),
            (B::Least, [Val::Coll(s)]) => return self.extreme(path, s.clone(), false, &e.ty),
            (B::Largest, [Val::Coll(s)]) => return self.extreme(path, s.clone(), true, &e.ty),
            (B::Min | B::Max, [Val::Num(first), rest @ ..]) => {
                let mut out = vec![(path, Val::Num(first.clone()))];
                for x in rest {
                    let before = std::mem::take(&mut out);
                    for (p, best) in before {
                        let (Val::Num(a), Val::Num(b)) = (best, x) else {
                            let unknown = Val::Num(self.fresh());
                            out.push((p, unknown));
                            continue;
                        };
                        let (low, high) = (a.clone(), b.clone());
                        let (then, otherwise) = if f == B::Min { (low, high) } else { (high, low) };
                        out.extend(self.split(p, &a, b, then, otherwise));
                    }
                }
                return out;
            }
            (B::Total, [Val::Coll(s)]) if e.ty == Type::Int => {
                Val::Num(self.statistic(&mut path, Statistic::Sum, s))
            }
            (B::Total, [Val::Coll(s)]) => {
                // There may be no part at all, or another one.
                let mut out = vec![(path.clone(), Val::Parts([].into()))];
                out.extend(self.elements(path, s));
                return out;
            }
            (B::Size, [Val::Coll(s)]) => Val::Num(self.statistic(&mut path, Statistic::Size, s)),
            (B::Size, [Val::Tuple(text)]) => text[0].clone(),
            (B::Letters, [text]) => return self.letters(path, text, &e.ty),
            (B::Join, [Val::Coll(s)]) => return self.join_list(path, s),
            (B::Indices, [Val::Coll(s)]) => Val::Coll(self.indices(&path, s)),
            (B::Put, [Val::Coll(s), i, x]) => coll(kind, Node::Put(s.clone(), i.clone(), x.clone())),
            (B::Sort | B::Reverse, [Val::Coll(s)]) => coll(kind, Node::Rearranged(s.clone(), f)),
            (B::Turned | B::Mirrored | B::Shifted, [Val::Coll(s)]) => coll(kind, Node::Moved(s.clone(), f)),
            (B::Islands, [Val::Coll(s)]) => coll(kind, Node::Islands(s.clone())),
            (B::Connected, [Val::Coll(s), _]) => {
                let part = self.unknown(&mut path, &e.ty, &Shape::Any, None);
                if let Val::Coll(part) = &part {
                    path.subsets.push((part.clone(), s.clone()));
                }
                part
            }
            (B::Iterate, [Val::Function(f), x, Val::Num(n)])
                if n.as_number().is_some_and(|n| (0..=8).contains(&n)) =>
            {
                let mut out = vec![(path, x.clone())];
                for _ in 0..n.as_number().unwrap_or_default() {
                    let again = |(p, x): (Path<'a>, Val<'a>)| self.call(p, *f, vec![x], &e.ty);
                    out = out.into_iter().flat_map(again).collect();
                }
                return out;
            }
            (B::Lives, [Val::Tuple(drawing)]) => drawing[0].clone(),
            (B::Curves, [Val::Tuple(old), new]) => coll(kind, Node::Curves(old[0].clone(), new.clone())),
            (B::Lands, [Val::Tuple(old)]) => coll(kind, Node::Lands(old[0].clone())),
            (B::Board, [Val::Num(rows), Val::Num(cols)]) => {
                let side =
                    |n: &Lin| Rc::new(Coll { kind: Kind::Set, node: Node::Range(Lin::number(1), n.clone()) });
                coll(kind, Node::Product(vec![side(rows), side(cols)]))
            }
            (B::Touching, [p]) => coll(kind, Node::Touching(p.clone())),
            (B::Ray, [p, Val::Tuple(step), Val::Coll(s)]) => match (&step[0], &step[1]) {
                (Val::Num(r), Val::Num(c)) => {
                    coll(kind, Node::Ray(p.clone(), r.clone(), c.clone(), s.clone()))
                }
                _ => self.unknown(&mut path, &e.ty, &Shape::Any, None),
            },
            _ => return self.native_unknown(path, f, args, &e.ty),
        };
        vec![(path, v)]
    }

    /// A native function of which little is known: equal arguments give equal results.
    pub(super) fn native_unknown(
        &mut self,
        mut path: Path<'a>,
        f: Builtin,
        args: Vec<Val<'a>>,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        use Builtin as B;
        if let Some((_, _, v)) = path.natives.iter().find(|(g, a, _)| *g == f && *a == args) {
            let v = v.clone();
            return vec![(path, v)];
        }
        let v = self.made(f, &args, |run| run.unknown(&mut path, ty, &Shape::Any, None));
        let natural = matches!(
            f,
            B::Mex | B::Size | B::NimTimes | B::NimInverse | B::NimPower | B::NimRoot | B::NimSum
        );
        if let (true, Val::Num(n)) = (natural, &v) {
            path.assert(Some(n.clone()));
        }
        path.natives.push((f, args, v.clone()));
        vec![(path, v)]
    }

    /// The places of a list, or the keys of a map; those of a map with one more entry are one more.
    pub(super) fn indices(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>) -> Rc<Coll<'a>> {
        let node = match &s.node {
            Node::Put(t, i, _) if s.kind == Kind::Map => {
                let before = self.indices(path, t);
                match self.contains(path, i, t) {
                    Some(true) => return before,
                    _ => Node::With(before, i.clone()),
                }
            }
            _ => Node::Indices(s.clone()),
        };
        Rc::new(Coll { kind: Kind::Set, node })
    }

    /// `then` where `a <= b`, `otherwise` where not.
    pub(super) fn split(
        &mut self,
        path: Path<'a>,
        a: &Lin,
        b: &Lin,
        then: Lin,
        otherwise: Lin,
    ) -> Out<'a, Val<'a>> {
        if path.entails_le(a, b) {
            return vec![(path, Val::Num(then))];
        }
        if path.entails_lt(b, a) {
            return vec![(path, Val::Num(otherwise))];
        }
        if !self.may_fork() {
            let v = self.fresh();
            return vec![(path, Val::Num(v))];
        }
        let (mut yes, mut no) = (path.clone(), path);
        yes.assert_le(a, b);
        no.assert_lt(b, a);
        vec![(yes, Val::Num(then)), (no, Val::Num(otherwise))]
    }
}
