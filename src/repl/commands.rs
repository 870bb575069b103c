//! The commands of the prompt, which begin with a colon.

use crate::check::nearest;

/// What `:help` says.
pub(super) const HELP: &str = "\
Type a game, a definition, a statement or an expression:

  game Nim(n: nat)
    move take(k in 1..n) to Nim(n - k)

  Nim(3) + Nim(5) + Nim(7)
  table Nim(n) for n in 0..10
  play Nim(7) + Nim(5): take(2) in 1
  expect Nim(1) + Nim(2) + Nim(3) is P
  let triangular(n: nat) = n * (n + 1) / 2
  triangular(10)
  show Nim(7) under misere
  remoteness(Nim[3, 5])

A game of several lines ends with an empty line, or where something else begins.

  :load FILE   read a file as if it were typed here
  :reset       forget every definition
  :help        this
  :quit        leave (so does Ctrl-D)
";

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// `:load FILE`
    Load(String),
    /// `:reset`
    Reset,
    /// `:help`
    Help,
    /// `:quit`
    Quit,
}

const NAMES: &[&str] = &["load", "reset", "help", "quit"];

impl Command {
    /// The command an entry is, or what is wrong with it; none if it is no command.
    pub(super) fn of(entry: &str) -> Option<Result<Command, String>> {
        let words = entry.trim().strip_prefix(':')?;
        let (name, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let rest = rest.trim().trim_matches('"');
        Some(match name {
            "load" | "l" if rest.is_empty() => Err("Which file? Write :load FILE".into()),
            "load" | "l" => Ok(Command::Load(rest.into())),
            "reset" => Ok(Command::Reset),
            "help" | "h" | "?" => Ok(Command::Help),
            "quit" | "q" | "exit" => Ok(Command::Quit),
            other => Err(unknown(other)),
        })
    }
}

fn unknown(name: &str) -> String {
    match nearest(name, NAMES.iter().copied()) {
        Some(near) => format!("There is no command :{name}. Did you mean :{near} ?"),
        None => format!("There is no command :{name}. There are :{}.", NAMES.join(", :")),
    }
}
