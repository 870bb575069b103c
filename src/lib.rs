//! fairgame: a language for two-player games. Write the rules, get the mathematics.

pub mod diagnostic;
pub mod source;
pub mod syntax;
