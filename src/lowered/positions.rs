//! Positions that are options, or parts of a sum: however they are put together, each part is one step.

use super::build::{Env, Lowering, Opener};
use super::form::{Arg, Atom, Gather, Op, Part, StepKind};
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold, LetId};
use crate::source::Span;
use crate::value::Value;

impl<'p> Lowering<'p> {
    /// Writes the parts of a position.
    pub(super) fn parts(&mut self, e: &'p Expr, env: &mut Env) {
        use ExprKind::*;
        match &e.kind {
            Nothing => {}
            Position(id, args) => {
                let args = self.all(args, env);
                self.push(StepKind::Part(Part::Game(*id, args)), e.span);
            }
            Heap(k) => {
                let size = self.value(k, env);
                self.push(StepKind::Part(Part::Heap(size)), e.span);
            }
            Binary(BinaryOp::Sum, a, b) => {
                self.parts(a, env);
                self.parts(b, env);
            }
            If(c, a, b) => self.one_or_the_other(c, a, b, env, e.span),
            For(Fold::SumPositions, item, binders) => {
                let at = self.depth_now();
                self.each(binders, env);
                self.parts(item, env);
                self.close(at);
            }
            Call(id, args) => {
                let args = self.all(args, env);
                self.parts_of_call(*id, args, e);
            }
            CallLocal(slot, args) => match env.get(*slot as usize).cloned().flatten() {
                Some(Atom::Const(Value::Function(id, _))) => {
                    let args = self.all(args, env);
                    self.parts_of_call(LetId(id), args, e);
                }
                _ => self.all_parts(e, env),
            },
            Start(id) if self.program.game(*id).starts.is_some() => {
                let mut env = vec![None; self.program.game(*id).slots.len()];
                self.program.game(*id).starts.iter().for_each(|start| self.parts(start, &mut env));
            }
            _ => self.all_parts(e, env),
        }
    }

    fn one_or_the_other(&mut self, c: &'p Expr, a: &'p Expr, b: &'p Expr, env: &mut Env, span: Span) {
        let cond = self.truth(c, env);
        if let Some(Value::Bool(known)) = cond.constant() {
            return self.parts(if *known { a } else { b }, env);
        }
        let mut write = |e: &'p Expr| {
            let mut env = env.clone();
            self.block(|l| {
                l.parts(e, &mut env);
                vec![]
            })
        };
        let (then, other) = (write(a), write(b));
        self.push(StepKind::If { gives: vec![], cond, then, other }, span);
    }

    fn parts_of_call(&mut self, id: LetId, args: Vec<Arg>, e: &Expr) {
        if !self.may_write_out() {
            let sum = self.op(Op::Call(id), args, &e.ty, e.span);
            return self.push(StepKind::Part(Part::All(sum)), e.span);
        }
        let mut env = self.enter(id, args, e.span);
        self.parts(&self.program.definition(id).body, &mut env);
        self.depth -= 1;
    }

    /// The parts of a position that is a value.
    fn all_parts(&mut self, e: &'p Expr, env: &mut Env) {
        let sum = self.value(e, env);
        self.push(StepKind::Part(Part::All(sum)), e.span);
    }

    /// `sum(P for ...)` where a value is wanted.
    pub(super) fn gathered_parts(&mut self, e: &'p Expr, env: &mut Env) -> Arg {
        let into = self.fresh(None, &e.ty);
        let at = self.open(Opener::Gather(into, Gather::Positions), e.span);
        self.parts(e, env);
        self.close(at);
        Arg { is: Atom::Var(into), span: e.span }
    }
}
