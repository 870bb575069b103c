#[path = "../../src/repl/commands.rs"]
mod commands;
#[path = "../../src/repl/help.rs"]
mod help;
#[path = "../../src/repl/pending.rs"]
mod pending;
#[path = "../../src/repl/topics.rs"]
mod topics;
#[path = "../../src/repl/vocabulary.rs"]
mod vocabulary;
