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

  :why P         why a position is won or lost       :load FILE     read a file as if typed here
  :moves P       its moves and where they lead       :reload        read it again
  :hint P        a winning move                      :watch [FILE]  tell what is wrong as one saves
  :tree P        everything that can follow          :games         what is defined
  :graph P FILE  the same as a picture               :save FILE     write down what was typed here
  :play P        play it against the computer        :reset         forget every definition
  :table E for B, :plot E for B, :period E for n     :time          how long answers take
                                                     :set NAME X    positions, memory, time, level, seed
  :help tour     ten steps to begin with
  :help COMMAND  more about one; :help CODE about a message
  :help TOPIC    misere, quotient, loopy, remoteness, partizan, wins, plays, nimbers, compare, sparse, certificate
  :quit          leave (so does Ctrl-D)
";

/// Ten steps for beginners, with what is answered.
pub(super) const TOUR: &str = include_str!("../../docs/tour.md");

/// The names of all commands.
pub(super) const NAMES: &[&str] = &[
    "games", "graph", "help", "hint", "load", "moves", "period", "play", "plot", "quit", "reload", "reset",
    "save", "set", "table", "time", "tree", "watch", "why",
];

/// More about each.
const TOPICS: &[(&str, &str)] = &[
    ("games", ":games lists the games, graphs and definitions that are known here.\n"),
    (
        "graph",
        ":graph Nim(3) x.svg draws the positions that can be reached from Nim(3). The file ends in .svg, .png or .dot;\n\
               without a file it is the same as :tree.\n",
    ),
    ("hint", ":hint Nim(3) + Nim(5) names a winning move, if there is one.\n"),
    (
        "load",
        ":load nim.game reads a file: its definitions replace older ones of the same name, and its questions are answered.\n",
    ),
    ("moves", ":moves Nim(3) lists the moves and where they lead.\n"),
    ("period", ":period Kayles(n) for n looks for a period, as the statement `period` does.\n"),
    (
        "play",
        ":play Nim(3) + Nim(5) lets you play against the computer; you begin. Moves are typed by number or by name. Add\n\
              `under misere` for misère play; :set level greedy makes the computer weaker, and :set level none lets two\n\
              people play.\n",
    ),
    (
        "plot",
        ":plot Kayles(n) for n in 0..80 draws values, here in the terminal. With a file behind it (.svg or .png) it\n\
              draws a picture.\n",
    ),
    ("reload", ":reload reads the file loaded last again.\n"),
    ("reset", ":reset forgets every definition.\n"),
    ("save", ":save mine.game writes the definitions that were typed here into a new file.\n"),
    (
        "set",
        ":set positions 100M, :set memory 8G, :set time 5m say what a question may use; :set level random, greedy, perfect\n\
             or none, and :set seed 7, how the computer plays. :set alone shows all.\n",
    ),
    ("table", ":table Nim(n) for n in 0..9 is the statement `table`.\n"),
    ("time", ":time turns on and off that every answer says how long it took.\n"),
    ("tree", ":tree Nim(3) lists everything that can follow; ! marks winning moves.\n"),
    (
        "watch",
        ":watch looks at the file loaded last (:watch FILE loads one first): when it is saved, it is read again and\n\
               what is wrong appears. :watch off ends it.\n",
    ),
    ("why", ":why Nim(3) + Nim(5) explains who wins, and by what.\n"),
];

/// More about a topic, if there is such a one.
pub(super) fn topic(name: &str) -> Option<&'static str> {
    let name = name.trim_start_matches(':');
    TOPICS.iter().find(|t| t.0 == name).map(|t| t.1)
}

/// A command: its full name, and what stands behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    pub(super) name: &'static str,
    pub(super) rest: String,
}

/// Commands that need something behind them, and the question that asks for it.
const NEEDS: &[(&str, &str)] = &[
    ("load", "Which file? Write :load FILE"),
    ("save", "Into which file? Write :save FILE"),
    ("why", "Why what? Write :why POSITION"),
    ("moves", "Of which position? Write :moves POSITION"),
    ("hint", "For which position? Write :hint POSITION"),
    ("tree", "From which position? Write :tree POSITION"),
    ("graph", "From which position? Write :graph POSITION FILE"),
    ("play", "From which position? Write :play POSITION"),
    ("table", "Of what? Write :table EXPRESSION for n in 0..9"),
    ("plot", "Of what? Write :plot EXPRESSION for n in 0..50"),
    ("period", "Of what? Write :period EXPRESSION for n"),
];

impl Command {
    /// The command an entry is, or what is wrong with it; none if it is no command.
    pub(super) fn of(entry: &str) -> Option<Result<Command, String>> {
        let words = entry.trim().strip_prefix(':')?;
        let (typed, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let full = match typed {
            "l" => "load",
            "r" => "reload",
            "h" | "?" => "help",
            "q" | "exit" => "quit",
            other => other,
        };
        let Some(name) = NAMES.iter().find(|n| **n == full) else { return Some(Err(unknown(typed))) };
        let rest = rest.trim().to_string();
        let needs = NEEDS.iter().find(|n| n.0 == *name).filter(|_| rest.is_empty());
        Some(match needs {
            Some((_, question)) => Err(question.to_string()),
            None => Ok(Command { name, rest }),
        })
    }
}

fn unknown(name: &str) -> String {
    match nearest(name, NAMES.iter().copied()) {
        Some(near) => format!("There is no command :{name}. Did you mean :{near} ?"),
        None => format!("There is no command :{name}. There are :{}.", NAMES.join(", :")),
    }
}
