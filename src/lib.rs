//! fairgame: a language for two-player games. Write the rules, get the mathematics.

pub mod answer;
pub mod builtin;
pub mod certificate;
pub mod check;
#[cfg(feature = "terminal")]
pub mod cli;
#[cfg(feature = "terminal")]
pub mod console;
pub mod diagnostic;
pub mod draw;
pub mod engine;
pub mod explain;
pub mod files;
pub mod format;
pub mod layout;
pub mod library;
pub mod lowered;
pub mod print;
pub mod render;
#[cfg(feature = "terminal")]
pub mod repl;
pub mod rules;
pub mod session;
pub mod source;
pub mod syntax;
pub mod value;
