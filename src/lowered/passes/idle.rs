//! What nobody looks at is left out, if it can make no mistake.

use crate::check::ir::BinaryOp;
use crate::lowered::form::{Arg, Block, Form, Gather, Op, Step, StepKind, Var};

/// Leaves out idle steps.
pub(super) fn leave_out(form: &mut Form) {
    let mut uses = Uses(vec![0; form.vars.len()]);
    form.each_arg(&mut |arg| uses.add(arg));
    uses.block(&mut form.body);
}

/// How often each name is used.
struct Uses(Vec<u32>);

impl Uses {
    fn add(&mut self, arg: &Arg) {
        arg.var().into_iter().for_each(|v| self.0[v.index()] += 1);
    }

    /// From the end on: what only idle steps look at is idle, too.
    fn block(&mut self, block: &mut Block) {
        let mut kept = vec![];
        while let Some(mut step) = block.steps.pop() {
            if self.is_idle(&step) {
                self.forget(&step);
                continue;
            }
            step.each_block_mut(&mut |inner| self.block(inner));
            // What is inside may have been all there was to do.
            if !self.is_idle(&step) {
                kept.push(step);
            } else {
                self.forget(&step);
            }
        }
        block.steps = kept.into_iter().rev().collect();
    }

    fn forget(&mut self, step: &Step) {
        let mut forget = |arg: &Arg| arg.var().into_iter().for_each(|v| self.0[v.index()] -= 1);
        step.each_arg(&mut forget);
        step.each_block(&mut |block| {
            block.gives.iter().for_each(&mut forget);
            block.walk(&mut |step| {
                step.each_arg(&mut forget);
                step.each_block(&mut |block| block.gives.iter().for_each(&mut forget));
            });
        });
    }

    fn is_idle(&self, step: &Step) -> bool {
        let unused = |v: &Var| self.0[v.index()] == 0;
        match &step.kind {
            StepKind::Let { var, op, .. } => unused(var) && makes_no_mistake(*op),
            StepKind::If { gives, then, other, .. } => {
                gives.iter().all(unused) && then.steps.is_empty() && other.steps.is_empty()
            }
            StepKind::For { body, .. } => body.steps.is_empty(),
            StepKind::Gather { gives, what, body } => {
                let may_fail = matches!(what, Gather::Max | Gather::Min | Gather::Largest | Gather::Least);
                unused(gives) && !may_fail && only_puts(body)
            }
            StepKind::Repeat { .. }
            | StepKind::Put { .. }
            | StepKind::Option { .. }
            | StepKind::Part(_)
            | StepKind::Fit { .. }
            | StepKind::Stop { .. } => false,
        }
    }
}

/// Whether nothing is done in a block but that things are put where nobody looks: no mistake can be made, and nothing
/// outside is ended early.
fn only_puts(block: &Block) -> bool {
    let mut own: Vec<Var> = vec![];
    let mut fine = true;
    block.walk(&mut |step| match &step.kind {
        StepKind::Let { op, .. } => fine &= makes_no_mistake(*op),
        StepKind::Put { into, args: _ } => own.push(*into),
        StepKind::If { .. } | StepKind::For { .. } => {}
        _ => fine = false,
    });
    own.dedup();
    fine && own.len() <= 1
}

/// Whether an operation has a result whatever it is given. A budget is no mistake.
pub(crate) fn makes_no_mistake(op: Op) -> bool {
    match op {
        Op::Negate
        | Op::Not
        | Op::Compare(_)
        | Op::In
        | Op::Range
        | Op::Tuple
        | Op::Set
        | Op::List
        | Op::Bag
        | Op::Map
        | Op::Row
        | Op::Col
        | Op::Entry(_)
        | Op::Successors(_) => true,
        Op::Binary(op) => !matches!(
            op,
            BinaryOp::Divide | BinaryOp::Mod | BinaryOp::Power | BinaryOp::Xor | BinaryOp::Multiply
        ),
        Op::Cell
        | Op::Index
        | Op::Native(_)
        | Op::Call(_)
        | Op::Apply
        | Op::Global(_)
        | Op::Position(_)
        | Op::Heap => false,
    }
}
