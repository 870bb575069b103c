//! Expressions: each part is given a name, in the order in which it is evaluated.

use super::build::{Env, Lowering};
use super::form::{Arg, Atom, Op, Over, StepKind, Why};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold, LetId};
use crate::check::types::Type;
use crate::source::Span;
use crate::value::{Position as Sum, Value};

impl<'p> Lowering<'p> {
    /// The value of an expression.
    pub(super) fn value(&mut self, e: &'p Expr, env: &mut Env) -> Arg {
        let found = self.value_inner(e, env);
        Arg { span: e.span, ..found }
    }

    fn value_inner(&mut self, e: &'p Expr, env: &mut Env) -> Arg {
        use ExprKind::*;
        let known = |v: Value| Arg { is: Atom::Const(v), span: e.span };
        match &e.kind {
            Int(n) => known(Value::Int(n.clone().into())),
            Bool(b) => known(Value::Bool(*b)),
            Text(t) => known(Value::Text(t.clone())),
            Case(i) => match &e.ty {
                Type::Enum(names) => known(Value::Case(*i, names.clone())),
                _ => self.stop(Why::Unreadable, &e.ty, e.span),
            },
            Nothing => known(Value::Position(Sum::default())),
            Function(id) => known(Value::Function(id.0, self.program.definition(*id).name.as_str().into())),
            Local(slot) => match env.get(*slot as usize).cloned().flatten() {
                Some(is) => Arg { is, span: e.span },
                None => self.stop(Why::Unreadable, &e.ty, e.span),
            },
            Global(id) => self.global(*id, e),
            Call(id, args) => {
                let args = self.all(args, env);
                self.call(*id, args, &e.ty, e.span)
            }
            CallLocal(slot, args) => {
                let f = env.get(*slot as usize).cloned().flatten();
                let args = self.all(args, env);
                self.apply(f, args, e)
            }
            Builtin(f, args) => self.native(*f, args, env, e),
            Negate(a) => self.with(Op::Negate, &[a], env, e),
            Not(_) | In(..) | Binary(BinaryOp::And | BinaryOp::Or, ..) => self.truth(e, env),
            Binary(op, a, b) => self.with(Op::Binary(*op), &[a, b], env, e),
            Compare(op, a, b) => self.with(Op::Compare(*op), &[a, b], env, e),
            Range(lo, Some(hi)) => self.with(Op::Range, &[lo, hi], env, e),
            Range(_, None) => self.stop(Why::EndlessSet, &e.ty, e.span),
            Tuple(parts) => self.of_all(Op::Tuple, parts, env, e),
            Cell(row, col) => self.with(Op::Cell, &[row, col], env, e),
            Set(items) => self.of_all(Op::Set, items, env, e),
            List(items) => self.of_all(Op::List, items, env, e),
            Bag(items) => self.of_all(Op::Bag, items, env, e),
            Map(entries) => {
                let args = entries.iter().flat_map(|(k, v)| [k, v]).map(|x| self.value(x, env)).collect();
                self.op(Op::Map, args, &e.ty, e.span)
            }
            For(Fold::SumPositions, ..) => self.gathered_parts(e, env),
            For(fold, item, binders) => self.fold(*fold, item, binders, env, e),
            MapFor(k, v, binders) => self.map_for(k, v, binders, env, e),
            If(c, a, b) => {
                let cond = self.truth(c, env);
                let (mut there, mut here) = (env.clone(), env.clone());
                self.choose(cond, &e.ty, e.span, |l| l.value(a, &mut here), |l| l.value(b, &mut there))
            }
            Index(base, i) => self.with(Op::Index, &[base, i], env, e),
            Field(cell, is_row) => self.with(if *is_row { Op::Row } else { Op::Col }, &[cell], env, e),
            Position(id, args) => self.of_all(Op::Position(*id), args, env, e),
            Heap(k) => self.with(Op::Heap, &[k], env, e),
            Start(id) => match &self.program.game(*id).starts {
                Some(start) => self.value(start, &mut vec![None; self.program.game(*id).slots.len()]),
                None => self.stop(Why::NoStart(*id), &e.ty, e.span),
            },
            Successors(id, v) => self.with(Op::Successors(*id), &[v], env, e),
            Wrong => self.stop(Why::Unreadable, &e.ty, e.span),
        }
    }

    pub(super) fn all(&mut self, exprs: &'p [Expr], env: &mut Env) -> Vec<Arg> {
        exprs.iter().map(|e| self.value(e, env)).collect()
    }

    fn with(&mut self, op: Op, parts: &[&'p Expr], env: &mut Env, e: &Expr) -> Arg {
        let args = parts.iter().map(|x| self.value(x, env)).collect();
        self.op(op, args, &e.ty, e.span)
    }

    fn of_all(&mut self, op: Op, parts: &'p [Expr], env: &mut Env, e: &Expr) -> Arg {
        let args = self.all(parts, env);
        self.op(op, args, &e.ty, e.span)
    }

    /// A definition without parameters: a number, a text or a function that is written out is written here.
    fn global(&mut self, id: LetId, e: &Expr) -> Arg {
        let body = &self.program.definition(id).body;
        match body.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Case(_)
            | ExprKind::Nothing
            | ExprKind::Function(_) => self.value(body, &mut vec![]),
            _ => self.op(Op::Global(id), vec![], &e.ty, e.span),
        }
    }

    /// A call of a definition, which is written out where there is space for it.
    pub(super) fn call(&mut self, id: LetId, args: Vec<Arg>, ty: &Type, span: Span) -> Arg {
        if !self.may_write_out() {
            return self.op(Op::Call(id), args, ty, span);
        }
        let mut env = self.enter(id, args, span);
        let found = self.value(&self.program.definition(id).body, &mut env);
        self.depth -= 1;
        found
    }

    /// The frame of a definition that is written out here. Its arguments are looked at as where it is called.
    pub(super) fn enter(&mut self, id: LetId, args: Vec<Arg>, span: Span) -> Env {
        let definition = self.program.definition(id);
        self.depth += 1;
        let mut env: Env = vec![None; definition.slots.len()];
        for (param, (info, arg)) in definition.params.iter().zip(&args).enumerate() {
            env[param] = Some(arg.is.clone());
            if !info.shape.is_any() {
                self.push(StepKind::Fit { value: arg.clone(), of: id, param }, span);
            }
        }
        env
    }

    /// A call of what a parameter holds.
    fn apply(&mut self, f: Option<Atom>, args: Vec<Arg>, e: &Expr) -> Arg {
        match f {
            Some(Atom::Const(Value::Function(id, _))) => self.call(LetId(id), args, &e.ty, e.span),
            Some(is) => {
                let args = [Arg { is, span: e.span }].into_iter().chain(args).collect();
                self.op(Op::Apply, args, &e.ty, e.span)
            }
            None => self.stop(Why::Unreadable, &e.ty, e.span),
        }
    }

    fn native(&mut self, f: Builtin, args: &'p [Expr], env: &mut Env, e: &Expr) -> Arg {
        let mut args = self.all(args, env);
        if f != Builtin::Iterate {
            return self.op(Op::Native(f), args, &e.ty, e.span);
        }
        let (times, first) = (args.remove(2), args.remove(1));
        let function = args.remove(0);
        let state = self.fresh(None, &e.ty);
        let body = self.block(|l| {
            let arg = Arg { is: Atom::Var(state), span: e.span };
            vec![l.apply(Some(function.is), vec![arg], e)]
        });
        let gives = self.fresh(None, &e.ty);
        self.push(StepKind::Repeat { gives, state, first, times, body }, e.span);
        Arg { is: Atom::Var(gives), span: e.span }
    }

    /// What a loop runs through. Numbers that were given a name first are none the less a range.
    pub(super) fn over(&mut self, source: &'p Expr, env: &mut Env) -> Over {
        if let ExprKind::Range(lo, Some(hi)) = &source.kind {
            return Over::Up(self.value(lo, env), self.value(hi, env));
        }
        let elements = self.value(source, env);
        match self.made_by(&elements) {
            Some((Op::Range, ends)) => Over::Up(ends[0].clone(), ends[1].clone()),
            _ => Over::Elements(elements),
        }
    }
}
