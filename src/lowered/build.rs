//! The form in the making: names, and blocks that are opened and closed.

use super::form::{Arg, Atom, Block, Form, Gather, Op, Over, Step, StepKind, Var, VarInfo, Why};
use crate::check::ir::Program;
use crate::check::types::Type;
use crate::source::Span;
use crate::value::Value;
use std::sync::Arc;

/// A body with more steps than this calls what it would otherwise write out.
const MOST_STEPS: u32 = 20_000;
/// Calls inside calls are written out so deep.
const DEEPEST: u32 = 60;

/// What the slots of a frame hold.
pub(super) type Env = Vec<Option<Atom>>;

/// What a block belongs to that is not closed yet.
pub(super) enum Opener {
    /// Nothing: its steps are taken as a block.
    Plain,
    /// Nothing that is ever reached.
    Never,
    /// It is done where the condition is as wanted.
    When(Arg, bool),
    For(Var, Over),
    Gather(Var, Gather),
    Option(usize, Vec<Arg>),
}

struct Open {
    opener: Opener,
    span: Span,
    steps: Vec<Step>,
}

/// A lowering of one body.
pub(super) struct Lowering<'p> {
    pub(super) program: &'p Program,
    vars: Vec<VarInfo>,
    /// By what operation a name was given its value.
    made: Vec<Option<(Op, Vec<Arg>)>>,
    open: Vec<Open>,
    steps: u32,
    pub(super) depth: u32,
}

impl<'p> Lowering<'p> {
    pub(super) fn new(program: &'p Program) -> Lowering<'p> {
        let outermost = Open { opener: Opener::Plain, span: Span::default(), steps: vec![] };
        Lowering { program, vars: vec![], made: vec![], open: vec![outermost], steps: 0, depth: 0 }
    }

    /// A new name.
    pub(super) fn fresh(&mut self, name: Option<&str>, ty: &Type) -> Var {
        self.vars.push(VarInfo { name: name.map(Arc::from), ty: ty.clone() });
        self.made.push(None);
        Var(self.vars.len() as u32 - 1)
    }

    /// Calls a value as the author does, if it has no such name yet.
    pub(super) fn name(&mut self, atom: &Atom, name: &str) {
        if let Atom::Var(v) = atom {
            self.vars[v.index()].name.get_or_insert_with(|| name.into());
        }
    }

    /// The operation that gave an argument its value, if it was one.
    pub(super) fn made_by(&self, arg: &Arg) -> Option<&(Op, Vec<Arg>)> {
        self.made[arg.var()?.index()].as_ref()
    }

    pub(super) fn push(&mut self, kind: StepKind, span: Span) {
        self.steps += 1;
        self.open.last_mut().expect("the outermost block is never closed").steps.push(Step { kind, span });
    }

    /// One operation.
    pub(super) fn op(&mut self, op: Op, args: Vec<Arg>, ty: &Type, span: Span) -> Arg {
        let var = self.fresh(None, ty);
        self.made[var.index()] = Some((op, args.clone()));
        self.push(StepKind::Let { var, op, args }, span);
        Arg { is: Atom::Var(var), span }
    }

    /// A mistake in the place of a value.
    pub(super) fn stop(&mut self, why: Why, ty: &Type, span: Span) -> Arg {
        let gives = self.fresh(None, ty);
        self.push(StepKind::Stop { gives, why }, span);
        Arg { is: Atom::Var(gives), span }
    }

    /// Whether one more call may be written out.
    pub(super) fn may_write_out(&self) -> bool {
        self.steps < MOST_STEPS && self.depth < DEEPEST
    }

    // ---- blocks

    /// What follows is inside; until [`Lowering::close`] is given what this returns.
    pub(super) fn open(&mut self, opener: Opener, span: Span) -> usize {
        self.open.push(Open { opener, span, steps: vec![] });
        self.open.len() - 1
    }

    /// How many blocks are open.
    pub(super) fn depth_now(&self) -> usize {
        self.open.len()
    }

    /// Closes blocks until this many are open.
    pub(super) fn close(&mut self, to: usize) {
        while self.open.len() > to {
            let Some(Open { opener, span, steps }) = self.open.pop() else { return };
            let body = Block { steps, gives: vec![] };
            let kind = match opener {
                Opener::Never => continue,
                Opener::Plain => unreachable!("a plain block is taken, not closed"),
                Opener::When(cond, true) => {
                    StepKind::If { gives: vec![], cond, then: body, other: Block::default() }
                }
                Opener::When(cond, false) => {
                    StepKind::If { gives: vec![], cond, then: Block::default(), other: body }
                }
                Opener::For(var, over) => StepKind::For { var, over, body },
                Opener::Gather(gives, what) => StepKind::Gather { gives, what, body },
                Opener::Option(index, shown) => StepKind::Option { index, shown, body },
            };
            self.push(kind, span);
        }
    }

    /// The steps that something writes, as a block that gives what it returns.
    pub(super) fn block(&mut self, write: impl FnOnce(&mut Self) -> Vec<Arg>) -> Block {
        let at = self.open(Opener::Plain, Span::default());
        let gives = write(self);
        self.close(at + 1);
        let steps = self.open.pop().map_or_else(Vec::new, |b| b.steps);
        Block { steps, gives }
    }

    /// `if` with a value; only one of the two is written where the condition is known.
    pub(super) fn choose(
        &mut self,
        cond: Arg,
        ty: &Type,
        span: Span,
        then: impl FnOnce(&mut Self) -> Arg,
        other: impl FnOnce(&mut Self) -> Arg,
    ) -> Arg {
        match cond.constant() {
            Some(Value::Bool(true)) => return Arg { span, ..then(self) },
            Some(_) => return Arg { span, ..other(self) },
            None => {}
        }
        let then = self.block(|l| vec![then(l)]);
        let other = self.block(|l| vec![other(l)]);
        let gives = self.fresh(None, ty);
        self.push(StepKind::If { gives: vec![gives], cond, then, other }, span);
        Arg { is: Atom::Var(gives), span }
    }

    /// The whole, which gives these.
    pub(super) fn finish(mut self, params: usize, gives: Vec<Arg>) -> Form {
        self.close(1);
        let steps = self.open.pop().map_or_else(Vec::new, |b| b.steps);
        Form { vars: self.vars, params, body: Block { steps, gives } }.simplified()
    }
}
