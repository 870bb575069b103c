//! From the syntax tree to the typed ir: names, types, and which parameters are rules.

mod binders;
pub mod builtins;
mod calls;
mod cells;
mod checked;
mod constant;
mod elsewhere;
pub mod fingerprint;
mod finite;
mod handed;
mod hints;
pub(crate) mod independence;
pub mod ir;
mod items;
mod meant;
mod mended;
mod noted;
mod operators;
mod partial;
mod phrases;
mod places;
mod scope;
mod statements;
mod target;
pub mod termination;
pub mod types;
mod typing;
pub(crate) mod unused;
pub mod uses;

use crate::syntax::ast;
pub use checked::{Bare, Checked};
pub use hints::nearest;
use scope::Checker;

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
