//! What starts the program as a user does, a module a suite. `cargo test --test program play::` runs one of them.

#[path = "cli/main.rs"]
mod cli;
mod explain;
#[cfg(feature = "lsp")]
#[path = "lsp/main.rs"]
mod lsp;
mod pictures;
mod play;
#[path = "support/random.rs"]
mod random;
mod repl;
mod terminal;
mod tour;
mod why;
