//! A short reading of rules over unknowns, made for the checker and used by nothing else: what an expression may give,
//! on which ways, and which inequalities hold on each. It is written to be believed:
//!
//! - Every real move goes along one of the ways, and all that is said about that way holds of it. An expression that is
//!   not understood gives an unknown of which nothing is known; where that is a position, the rules are refused.
//! - Nothing is taken for true because an expression would have no value otherwise, with three exceptions, in which
//!   the move that is being made would be a mistake and end the play: division by zero, powers with negative
//!   exponents, and entries that are not there. In a measure none of them is read.
//! - Unknowns are named by what they stand for, so the same thing has the same name.

use super::poly::{Name, Poly};
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use crate::check::ir::{BinaryOp, Expr, ExprKind, GameId, LetId, Program};
use crate::check::types::{Shape, Type};
use crate::source::Span;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Rules that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// What was met there.
    pub what: String,
    /// Where it is.
    pub span: Span,
}

/// Ways, each with what it gives.
pub(super) type Ways<'a, T> = Result<Vec<(Way<'a>, T)>, Unread>;

/// A reading of a program.
pub(super) struct Reader<'a> {
    pub(super) program: &'a Program,
    /// In a measure nothing may be without a value.
    pub(super) strict: Cell<bool>,
    /// The game whose measure is read.
    pub(super) measured: Cell<Option<GameId>>,
    steps: Cell<u32>,
    depth: Cell<u32>,
    /// What was met and not understood, so that nothing is known about it.
    pub(super) skipped: RefCell<Vec<Span>>,
}

/// How many expressions and ways are looked at for a game.
const STEPS: u32 = 150_000;
/// So deep may they be nested, functions called included.
const DEPTH: u32 = 90;
/// Collections with more elements written out are not looked at.
pub(super) const LISTED: usize = 60;

impl<'a> Reader<'a> {
    pub(super) fn new(program: &'a Program) -> Reader<'a> {
        Reader {
            program,
            strict: Cell::new(false),
            measured: Cell::new(None),
            steps: Cell::new(STEPS),
            depth: Cell::new(0),
            skipped: RefCell::default(),
        }
    }

    /// What an expression may give. Truth values and cases are decided.
    pub(super) fn eval(&self, way: Way<'a>, frame: &Frame<'a>, e: &'a Expr) -> Ways<'a, Val<'a>> {
        if self.depth.get() > DEPTH || self.steps.get() == 0 {
            return self.refuse("more than is looked at", e.span);
        }
        self.depth.set(self.depth.get() + 1);
        self.steps.set(self.steps.get() - 1);
        let found = self.eval_inner(way, frame, e);
        self.depth.set(self.depth.get() - 1);
        let mut out = vec![];
        for (way, v) in found? {
            out.extend(decided(way, v));
        }
        Ok(alive(out))
    }

    fn eval_inner(&self, way: Way<'a>, frame: &Frame<'a>, e: &'a Expr) -> Ways<'a, Val<'a>> {
        use ExprKind::*;
        match &e.kind {
            Int(n) => one(way, Val::Num(Poly::number(n.clone()))),
            Bool(b) => one(way, Val::Bool(*b)),
            Text(t) => one(way, Val::Text(format!("{t:?}").into(), Poly::number(t.chars().count() as u64))),
            Case(i) => one(way, Val::Case(*i)),
            Local(slot) => match frame.get(*slot as usize).cloned().flatten() {
                Some(v) => one(way, v),
                None => self.refuse("a name that stands for nothing yet", e.span),
            },
            Global(id) => self.call(way, *id, vec![], e.span),
            Function(id) => one(way, Val::Function(*id)),
            Call(id, args) => {
                self.each(self.all(way, frame, args)?, |way, args| self.call(way, *id, args, e.span))
            }
            CallLocal(slot, args) => {
                let f = frame.get(*slot as usize).cloned().flatten();
                self.each(self.all(way, frame, args)?, |way, args| match &f {
                    Some(Val::Function(id)) => self.call(way, *id, args, e.span),
                    Some(Val::Other(name)) => {
                        self.unknown(way, &e.ty, &Shape::Any, call_name(name, &args).into())
                    }
                    _ => self.skip(way, e),
                })
            }
            Builtin(f, args) => {
                self.each(self.all(way, frame, args)?, |way, args| self.native(way, *f, args, e))
            }
            Negate(a) => self.each(self.eval(way, frame, a)?, |way, v| match v {
                Val::Num(n) => one(way, Val::Num(n.scaled(&(-1).into()))),
                _ => self.skip(way, e),
            }),
            Not(a) => self.each(self.truth(way, frame, a)?, |way, b| one(way, Val::Bool(!b))),
            Binary(BinaryOp::And, a, b) => self.lazy(way, frame, a, b, true),
            Binary(BinaryOp::Or, a, b) => self.lazy(way, frame, a, b, false),
            // The parts of a sum are met one by one, each on ways of its own.
            Binary(BinaryOp::Sum, a, b) => {
                let mut out = self.eval(way.clone(), frame, a)?;
                out.extend(self.eval(way, frame, b)?);
                Ok(out)
            }
            Binary(op, a, b) => {
                self.each(self.two(way, frame, a, b)?, |way, (x, y)| self.binary(way, *op, x, y, e))
            }
            Compare(op, a, b) => self.each(self.two(way, frame, a, b)?, |way, (x, y)| {
                Ok(self.compare(way, *op, &x, &y, e)?.into_iter().map(|(w, b)| (w, Val::Bool(b))).collect())
            }),
            In(x, s) => self.each(self.two(way, frame, x, s)?, |way, (x, s)| match s {
                Val::Coll(s) => {
                    Ok(self.member(way, &x, &s)?.into_iter().map(|(w, b)| (w, Val::Bool(b))).collect())
                }
                _ => self.skip(way, e),
            }),
            Range(lo, Some(hi)) => self.each(self.two(way, frame, lo, hi)?, |way, both| match both {
                (Val::Num(lo), Val::Num(hi)) => one(way, coll(Kind::Set, Node::Range(lo, hi))),
                _ => self.skip(way, e),
            }),
            Tuple(parts) => self.each(self.all(way, frame, parts)?, |w, vs| one(w, Val::Tuple(vs.into()))),
            Cell(row, col) => {
                self.each(self.two(way, frame, row, col)?, |w, (r, c)| one(w, Val::Tuple([r, c].into())))
            }
            Set(items) | List(items) | Bag(items) if items.len() > LISTED => self.skip(way, e),
            Set(items) | List(items) | Bag(items) => self.each(self.all(way, frame, items)?, |way, vs| {
                one(way, coll(Kind::of(&e.ty), Node::Items(vs)))
            }),
            For(fold, item, binders) => self.fold(way, frame, *fold, item, binders, e),
            If(c, a, b) => self
                .each(self.truth(way, frame, c)?, |way, yes| self.eval(way, frame, if yes { a } else { b })),
            Index(base, i) => self.each(self.two(way, frame, base, i)?, |way, (base, i)| match base {
                Val::Coll(c) if !self.strict.get() => self.entry(way, &c, &i, &e.ty),
                _ => self.skip(way, e),
            }),
            Field(cell, is_row) => self.each(self.eval(way, frame, cell)?, |way, v| match v {
                Val::Tuple(parts) if parts.len() == 2 => one(way, parts[usize::from(!is_row)].clone()),
                _ => self.skip(way, e),
            }),
            Position(id, args) => {
                self.each(self.all(way, frame, args)?, |way, args| one(way, Val::Parts(vec![(*id, args)])))
            }
            Heap(_) | Nothing => one(way, Val::Parts(vec![])),
            Start(id) => {
                let game = self.program.game(*id);
                match &game.starts {
                    Some(start) => self.eval(way, &Rc::new(vec![None; game.slots.len()]), start),
                    None => self.refuse("a game without a start", e.span),
                }
            }
            Wrong => self.refuse("a mistake", e.span),
            Successors(..) => self.refuse("the arrows of a graph", e.span),
            MapFor(key, _, binders) if !self.strict.get() => self.map_for(way, frame, key, binders, e),
            Range(_, None) | Map(_) | MapFor(..) => self.skip(way, e),
        }
    }

    pub(super) fn refuse<T>(&self, what: &str, span: Span) -> Result<T, Unread> {
        Err(Unread { what: what.into(), span })
    }

    /// Something that is not understood, or that may have no value where it has to have one.
    pub(super) fn skip(&self, mut way: Way<'a>, e: &'a Expr) -> Ways<'a, Val<'a>> {
        if self.strict.get() || e.ty == Type::Position {
            return self.refuse("what this says", e.span);
        }
        self.skipped.borrow_mut().push(e.span);
        let name = way.name("?");
        self.unknown(way, &e.ty, &Shape::Any, name)
    }

    /// For each way what comes next.
    pub(super) fn each<T, U>(
        &self,
        ways: Vec<(Way<'a>, T)>,
        f: impl Fn(Way<'a>, T) -> Ways<'a, U>,
    ) -> Ways<'a, U> {
        let mut out = vec![];
        for (way, x) in ways {
            if self.steps.get() == 0 {
                return self.refuse("more than is looked at", Span::default());
            }
            self.steps.set(self.steps.get() - 1);
            out.extend(alive(f(way, x)?));
        }
        Ok(out)
    }

    pub(super) fn all(&self, way: Way<'a>, frame: &Frame<'a>, exprs: &'a [Expr]) -> Ways<'a, Vec<Val<'a>>> {
        let mut out = vec![(way, vec![])];
        for e in exprs {
            out = self.each(out, |way, vs| {
                let found = self.eval(way, frame, e)?;
                Ok(found.into_iter().map(|(w, v)| (w, [vs.clone(), vec![v]].concat())).collect())
            })?;
        }
        Ok(out)
    }

    fn two(&self, way: Way<'a>, frame: &Frame<'a>, a: &'a Expr, b: &'a Expr) -> Ways<'a, (Val<'a>, Val<'a>)> {
        self.each(self.eval(way, frame, a)?, |way, x| {
            let found = self.eval(way, frame, b)?;
            Ok(found.into_iter().map(|(w, y)| (w, (x.clone(), y))).collect())
        })
    }

    /// A condition.
    pub(super) fn truth(&self, way: Way<'a>, frame: &Frame<'a>, e: &'a Expr) -> Ways<'a, bool> {
        self.each(self.eval(way, frame, e)?, |way, v| match v {
            Val::Bool(b) => one(way, b),
            _ => Ok(vec![(way.clone(), true), (way, false)]),
        })
    }

    /// `and` looks at its second half if the first is true, `or` if it is false.
    fn lazy(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        a: &'a Expr,
        b: &'a Expr,
        and: bool,
    ) -> Ways<'a, Val<'a>> {
        self.each(self.truth(way, frame, a)?, |way, x| {
            if x == and { self.eval(way, frame, b) } else { one(way, Val::Bool(x)) }
        })
    }

    pub(super) fn call(&self, way: Way<'a>, id: LetId, args: Vec<Val<'a>>, span: Span) -> Ways<'a, Val<'a>> {
        let f = self.program.definition(id);
        if self.strict.get() && f.params.iter().any(|p| !p.shape.is_any()) {
            return self.refuse("a function that is not for all numbers", span);
        }
        let mut frame: Vec<Option<Val<'a>>> = args.into_iter().map(Some).collect();
        frame.resize(f.slots.len().max(frame.len()), None);
        self.eval(way, &Rc::new(frame), &f.body)
    }

    /// A value of which only the declared type is known.
    pub(super) fn unknown(
        &self,
        mut way: Way<'a>,
        ty: &Type,
        shape: &Shape,
        name: Name,
    ) -> Ways<'a, Val<'a>> {
        let v = self.unknown_in(&mut way, ty, shape, name)?;
        one(way, v)
    }

    pub(super) fn unknown_in(
        &self,
        way: &mut Way<'a>,
        ty: &Type,
        shape: &Shape,
        name: Name,
    ) -> Result<Val<'a>, Unread> {
        let part = |way: &mut Way<'a>, i: usize, t: &Type| {
            let shape = match shape {
                Shape::Tuple(shapes) => shapes.get(i).cloned().unwrap_or_default(),
                _ => Shape::Any,
            };
            self.unknown_in(way, t, &shape, format!("{name}.{}", i + 1).into())
        };
        let inner = || match shape {
            Shape::Elements(s) => (**s).clone(),
            Shape::Map(k, _) => (**k).clone(),
            _ => Shape::Any,
        };
        Ok(match ty {
            Type::Int => {
                let v = Val::Num(Poly::unknown(name));
                fits(way, shape, &v);
                v
            }
            Type::Bool => Val::Truth(name),
            Type::Enum(cases) => Val::SomeCase(name, cases.len() as u32),
            Type::Cell => Val::Tuple([part(way, 0, &Type::Int)?, part(way, 1, &Type::Int)?].into()),
            Type::Tuple(types) => {
                let parts: Result<Vec<Val<'a>>, Unread> =
                    types.iter().enumerate().map(|(i, t)| part(way, i, t)).collect();
                Val::Tuple(parts?.into())
            }
            Type::Set(t) | Type::Bag(t) | Type::List(t) => Val::Coll(Coll::unknown(
                Kind::of(ty),
                ((**t).clone(), inner()),
                ((**t).clone(), inner()),
                name,
            )),
            Type::Map(k, v) => {
                let values = if let Shape::Map(_, v) = shape { (**v).clone() } else { Shape::Any };
                Val::Coll(Coll::unknown(Kind::Map, ((**k).clone(), inner()), ((**v).clone(), values), name))
            }
            Type::Position => return self.refuse("a position that is not written out", Span::default()),
            Type::Text => {
                let size = Poly::unknown(format!("size({name})"));
                way.assert(&size);
                Val::Text(name, size)
            }
            Type::Drawing | Type::Function(..) | Type::Unknown(_) | Type::Wrong => Val::Other(name),
        })
    }

    fn binary(&self, way: Way<'a>, op: BinaryOp, x: Val<'a>, y: Val<'a>, e: &'a Expr) -> Ways<'a, Val<'a>> {
        use BinaryOp as B;
        let kind = Kind::of(&e.ty);
        let built = |node| Ok(vec![(way.clone(), coll(kind, node))]);
        match (op, x, y) {
            // Maps know none of these, and bags count copies where sets flip.
            _ if kind == Kind::Map || op == B::Flip && kind != Kind::Set => self.skip(way, e),
            (B::Add, Val::Num(x), Val::Num(y)) => one(way, Val::Num(x.plus(&y))),
            (B::Subtract, Val::Num(x), Val::Num(y)) => one(way, Val::Num(x.minus(&y))),
            (B::Multiply, Val::Num(x), Val::Num(y)) => one(way, Val::Num(x.times(&y))),
            (B::Divide, Val::Num(x), Val::Num(y)) => self.quotient(way, &x, &y, e, |q| q),
            (B::Mod, Val::Num(x), Val::Num(y)) => self.quotient(way, &x, &y, e, |q| x.minus(&q.times(&y))),
            (B::Power, Val::Num(x), Val::Num(y)) => self.power(way, &x, &y, e),
            // The same two numbers have the same nim-sum, in whichever order.
            (B::Xor, Val::Num(x), Val::Num(y)) if !self.strict.get() => {
                let (mut a, mut b) = (x.to_string(), y.to_string());
                if b < a {
                    std::mem::swap(&mut a, &mut b);
                }
                one(way, Val::Num(Poly::unknown(format!("({a} xor {b})"))))
            }
            (B::With, Val::Coll(c), x) => built(Node::With(c, x)),
            (B::Without, Val::Coll(c), x) => built(Node::Without(c, x)),
            (B::Union, Val::Coll(a), Val::Coll(b)) => built(Node::Union(a, b)),
            (B::Common, Val::Coll(a), Val::Coll(b)) => built(Node::Common(a, b)),
            (B::Minus, Val::Coll(a), Val::Coll(b)) => built(Node::Minus(a, b)),
            (B::Flip, Val::Coll(a), Val::Coll(b)) => built(Node::Flip(a, b)),
            (B::Concat, Val::Coll(a), Val::Coll(b)) => built(Node::Concat(a, b)),
            (B::Join, x, y) => {
                let name: Name = format!("({x} & {y})").into();
                match (x, y) {
                    (Val::Text(_, a), Val::Text(_, b)) => one(way, Val::Text(name, a.plus(&b))),
                    _ => self.unknown(way, &Type::Text, &Shape::Any, name),
                }
            }
            _ => self.skip(way, e),
        }
    }
}

pub(super) fn call_name(f: &Name, args: &[Val<'_>]) -> String {
    format!("{f}@({})", super::value::list(args))
}

pub(super) fn one<'a, T>(way: Way<'a>, v: T) -> Ways<'a, T> {
    Ok(vec![(way, v)])
}

pub(super) fn alive<'a, T>(ways: Vec<(Way<'a>, T)>) -> Vec<(Way<'a>, T)> {
    ways.into_iter().filter(|(w, _)| !w.dead).collect()
}

pub(super) fn coll<'a>(kind: Kind, node: Node<'a>) -> Val<'a> {
    Val::Coll(Coll::new(kind, node))
}

/// Truth values and cases as they are decided on each way.
pub(super) fn decided<'a>(way: Way<'a>, v: Val<'a>) -> Vec<(Way<'a>, Val<'a>)> {
    let (name, many) = match &v {
        Val::Truth(name) => (name.clone(), 2),
        Val::SomeCase(name, many) => (name.clone(), *many),
        _ => return vec![(way, v)],
    };
    let value = |i: u32| if matches!(v, Val::Truth(_)) { Val::Bool(i == 1) } else { Val::Case(i) };
    if let Some(i) = way.decided.get(&name) {
        let i = *i;
        return vec![(way, value(i))];
    }
    let decide = |i: u32| {
        let way = way.clone().and(|w| {
            w.decided.insert(name.clone(), i);
        });
        (way, value(i))
    };
    (0..many).map(decide).collect()
}

/// What a declared type demands of a value.
pub(super) fn fits(way: &mut Way<'_>, shape: &Shape, v: &Val<'_>) {
    match (shape, v) {
        (Shape::Range(lo, hi), Val::Num(n)) => {
            if let Some(lo) = lo {
                way.at_most(&Poly::number(lo.clone()), n);
            }
            if let Some(hi) = hi {
                way.at_most(n, &Poly::number(hi.clone()));
            }
        }
        (Shape::Tuple(shapes), Val::Tuple(parts)) => {
            shapes.iter().zip(parts.iter()).for_each(|(s, v)| fits(way, s, v));
        }
        _ => {}
    }
}
