//! What checking gives.

use super::ir;
use super::uses::Use;
use crate::diagnostic::Diagnostic;

/// What checking gives: a program (as far as it could be understood) and everything found.
#[derive(Debug, Default)]
pub struct Checked {
    /// The program; games and definitions with mistakes are in it as far as they went.
    pub program: ir::Program,
    /// For each statement item, in order: its index in the program, unless it has a mistake.
    pub statements: Vec<Option<usize>>,
    /// What every name stands for, by place.
    pub uses: Vec<Use>,
    /// Everything found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Whether a bare expression is a question (at the prompt) or a mistake (in a file).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bare {
    /// It is shown.
    Question,
    /// It is reported, with a hint.
    Mistake,
}
