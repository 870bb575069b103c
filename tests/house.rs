//! What calls the crate, a module a suite, in one program: each program would link the whole crate again. `cargo test
//! --test house dense::` runs one suite, `cargo test --test house dense::large` one test of it.

#[path = "support/measured.rs"]
mod measured;
#[path = "support/mutate.rs"]
mod mutate;
#[path = "support/programs/mod.rs"]
mod programs;
#[path = "support/random.rs"]
mod random;
mod support;
#[path = "support/wide.rs"]
mod wide;

mod api;
mod budgets;
mod catalogue;
mod claims;
mod corpus;
mod dense;
mod endings;
mod examples;
mod expectations;
mod facts;
mod failures;
mod format;
mod formats;
mod fuzz;
mod handed;
mod hints;
mod kept;
mod language_doc;
mod levels;
mod long_folds;
mod loopy;
mod lowered;
mod many;
mod measures;
mod misere;
mod mistakes;
mod mutants;
#[path = "piles/main.rs"]
mod piles;
mod placed;
mod plain;
mod rank;
mod refute;
mod residues;
mod searched;
mod sprouts;
mod stored;
#[path = "syntax/main.rs"]
mod syntax;
mod termination;
