//! From text to the abstract syntax tree: tokens (logos), items, and pest one item at a time.

pub mod ast;
pub mod items;
mod moved;
pub mod parse;
pub mod token;
