//! The lowered form of a program: a dozen kinds of steps, in which nothing is left to read between the lines.
//!
//! The typed ir says what an author wrote; the lowered form says what is done: which loops are run through in which order,
//! what is tested where, which numbers are computed, which options that gives. Whoever solves, proves or recognises
//! something reads this, so that how a rule is spelled decides nothing: a call is what it calls, a comprehension is a loop
//! in which things are put into a set, `and` is one test inside the other, `ends when` is a test around all moves, and a
//! position, wherever it is written, is a `part` or a value. docs/lowered.md shows the forms of three games.

mod again;
mod build;
mod conditions;
pub(crate) mod counts;
pub(crate) mod entries;
mod exprs;
pub(crate) mod fixed;
mod form;
mod games;
mod loops;
pub(crate) mod movements;
mod passes;
mod plain;
mod positions;
mod print;
pub(crate) mod slices;
pub(crate) mod symbolic;
pub(crate) mod turns;
mod unordered;
mod visit;

pub use form::{Arg, Atom, Block, Form, Gather, Op, Over, Part, Step, StepKind, Var, VarInfo, Why};
pub use games::{LoweredGame, definition, expression, game};
pub use plain::{is_same, is_step_of_euclid, is_total, plain};
pub use print::{Words, written};
pub(crate) use unordered::is_unordered;
