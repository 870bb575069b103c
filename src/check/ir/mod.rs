//! The typed intermediate representation: what a program means, every name resolved, every expression typed.
//!
//! There are no closures: a function or a move runs in a frame of numbered slots, its parameters first
//! and its binders behind them. Everything that solves or proves starts from here.

mod asked;
mod built;
mod expr;
mod program;
mod sizes;
mod statement;
mod truths;
mod views;
mod walk;

pub(crate) use asked::asked;
pub(crate) use built::{Clauses, Links, components};
pub use expr::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};
pub use program::{Claim, Game, GameId, Graph, Let, LetId, Move, Param, Program, Slot};
pub use statement::{PlayStep, Sequence, Statement, StatementKind, Verdict, WinRule};
pub use truths::InsideTruths;
pub use views::{Called, Condition};
pub use walk::Named;
pub(crate) use walk::{each_in_binders, each_in_binders_mut};
