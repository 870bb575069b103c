//! The parser derived from the grammar.
#![allow(missing_docs, unreachable_pub)]

/// The parser of the grammar's rules.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/fairgame.pest"]
pub struct Grammar;
