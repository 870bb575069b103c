//! The one way through a form: every step, everything a step works on, every name it gives.

use super::form::{Arg, Block, Form, Over, Part, Step, StepKind, Var};

impl Form {
    /// Calls `visit` on every step, a step before those inside it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Step)) {
        self.body.walk(visit);
    }

    /// Calls `visit` on everything that is worked on or given anywhere.
    pub fn each_arg(&self, visit: &mut dyn FnMut(&Arg)) {
        self.body.gives.iter().for_each(&mut *visit);
        self.walk(&mut |step| {
            step.each_arg(visit);
            step.each_block(&mut |block| block.gives.iter().for_each(&mut *visit));
        });
    }
}

impl Block {
    /// Calls `visit` on every step, a step before those inside it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Step)) {
        for step in &self.steps {
            visit(step);
            step.each_block(&mut |block| block.walk(visit));
        }
    }
}

impl Step {
    /// Calls `visit` on the blocks directly inside.
    pub fn each_block(&self, visit: &mut dyn FnMut(&Block)) {
        match &self.kind {
            StepKind::If { then, other, .. } => [then, other].into_iter().for_each(visit),
            StepKind::For { body, .. }
            | StepKind::Repeat { body, .. }
            | StepKind::Gather { body, .. }
            | StepKind::Option { body, .. } => visit(body),
            StepKind::Let { .. }
            | StepKind::Put { .. }
            | StepKind::Part(_)
            | StepKind::Fit { .. }
            | StepKind::Stop { .. } => {}
        }
    }

    /// The same, to change them.
    pub fn each_block_mut(&mut self, visit: &mut dyn FnMut(&mut Block)) {
        match &mut self.kind {
            StepKind::If { then, other, .. } => [then, other].into_iter().for_each(visit),
            StepKind::For { body, .. }
            | StepKind::Repeat { body, .. }
            | StepKind::Gather { body, .. }
            | StepKind::Option { body, .. } => visit(body),
            StepKind::Let { .. }
            | StepKind::Put { .. }
            | StepKind::Part(_)
            | StepKind::Fit { .. }
            | StepKind::Stop { .. } => {}
        }
    }

    /// Calls `visit` on what the step itself works on; what its blocks give belongs to them.
    pub fn each_arg(&self, visit: &mut dyn FnMut(&Arg)) {
        match &self.kind {
            StepKind::Let { args, .. } | StepKind::Put { args, .. } => args.iter().for_each(visit),
            StepKind::If { cond, .. } => visit(cond),
            StepKind::For { over, .. } => match over {
                Over::Up(a, b) | Over::Down(a, b) => [a, b].into_iter().for_each(visit),
                Over::Elements(a) => visit(a),
            },
            StepKind::Repeat { first, times, .. } => [first, times].into_iter().for_each(visit),
            StepKind::Option { shown, .. } => shown.iter().for_each(visit),
            StepKind::Part(Part::Game(_, args)) => args.iter().for_each(visit),
            StepKind::Part(Part::Heap(a) | Part::All(a)) => visit(a),
            StepKind::Fit { value, .. } => visit(value),
            StepKind::Gather { .. } | StepKind::Stop { .. } => {}
        }
    }

    /// Calls `visit` on the names that the step gives values, those known only inside it among them.
    pub fn each_name(&self, visit: &mut dyn FnMut(Var)) {
        match &self.kind {
            StepKind::Let { var, .. } | StepKind::For { var, .. } => visit(*var),
            StepKind::If { gives, .. } => gives.iter().copied().for_each(visit),
            StepKind::Repeat { gives, state, .. } => [*gives, *state].into_iter().for_each(visit),
            StepKind::Gather { gives, .. } | StepKind::Stop { gives, .. } => visit(*gives),
            StepKind::Put { .. } | StepKind::Option { .. } | StepKind::Part(_) | StepKind::Fit { .. } => {}
        }
    }
}
