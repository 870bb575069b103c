//! From the syntax tree to the typed ir: names, types, and which parameters are rules.

mod binders;
pub mod builtins;
mod calls;
mod cells;
mod constant;
pub mod fingerprint;
mod finite;
mod handed;
mod hints;
pub(crate) mod independence;
pub mod ir;
mod items;
mod operators;
mod partial;
mod places;
mod scope;
mod statements;
mod target;
pub mod termination;
pub mod types;
mod typing;
pub(crate) mod unused;
pub mod uses;

use crate::diagnostic::Diagnostic;
use crate::syntax::ast;
pub use hints::nearest;
use scope::Checker;

/// What checking gives: a program (as far as it could be understood) and everything found.
#[derive(Debug, Default)]
pub struct Checked {
    /// The program; games and definitions with mistakes are in it as far as they went.
    pub program: ir::Program,
    /// For each statement item, in order: its index in the program, unless it has a mistake.
    pub statements: Vec<Option<usize>>,
    /// What every name stands for, by place.
    pub uses: Vec<uses::Use>,
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

/// Checks all items of a program together: they may refer to each other in any order.
///
/// `broken` are names that items which could not be parsed would have defined; using one is not reported.
pub fn check(items: &[ast::Item], broken: &[String], bare: Bare) -> Checked {
    let mut checker = Checker::new(bare, broken);
    checker.declare(items);
    checker.define();
    checker.statements(items);
    checker.finish()
}
