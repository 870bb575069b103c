//! The commands of the prompt, which begin with a colon.

use crate::api::words::nearest;
use crate::layout::{pad, width, wrap};

/// What `:help` begins with.
const EXAMPLES: &str = "\
Type a game, a definition, a statement or an expression:

  game Nim(n: nat)
    move take(k in 1..n) to Nim(n - k)

  Nim(3) + Nim(5) + Nim(7)
  table Nim(n) for n in 0..10
  play Nim(7) + Nim(5): take(2) in 1
  expect Nim[1, 2, 3] is P
  let square(n: nat) = n^2
  show Nim(7) under misere

";

/// Commands and what they do.
const SHORT: &[(&str, &str)] = &[
    (":tour", "ten steps, to try"),
    (":why P", "why it is won or lost"),
    (":moves P", "the moves"),
    (":hint P", "a winning move"),
    (":tree P", "reachable positions"),
    (":graph P FILE", "the same as a picture"),
    (":play P", "play it"),
    (":table E for B", "values in rows"),
    (":plot E for B", "values, drawn"),
    (":period E", "what repeats"),
    (":load FILE", "read a file"),
    (":reload", "read it again"),
    (":watch FILE", "read it when saved"),
    (":games", "what is defined"),
    (":save FILE", "write that down"),
    (":reset", "forget it"),
    (":set NAME X", "budgets, the computer"),
    (":time", "how long answers take"),
    (":quit", "leave (or Ctrl-D)"),
];

const MORE: &str = "
:tour leads through ten steps, which you try yourself. :help WORD explains a command, a word of the language, a function, the code of a \
message such as wrong-type, or a topic: game, move, sums, values, outcomes, misere, quotient, loopy, remoteness, partizan, \
wins, plays, nimbers, termination, period, certificate, compare, sparse, boards, types, pictures, play, keys.
";

/// What `:help` says, in lines of this many columns.
pub(super) fn help(columns: usize) -> String {
    let first = SHORT.iter().map(|(usage, _)| width(usage)).max().unwrap_or(0) + 2;
    let second = SHORT.iter().map(|(_, does)| width(does)).max().unwrap_or(0) + 2;
    let side_by_side = columns + 2 >= 2 * (2 + first + second);
    let entry = |(usage, does): &(&str, &str)| format!("  {}{}", pad(usage, first), pad(does, second));
    let (left, right) = SHORT.split_at(if side_by_side { SHORT.len().div_ceil(2) } else { SHORT.len() });
    let mut out = EXAMPLES.to_string();
    out += &wrap(
        "A game of several lines ends with an empty line, or where something else begins.",
        columns,
        "",
    );
    out.push('\n');
    for (i, row) in left.iter().enumerate() {
        let line = entry(row) + &right.get(i).map(entry).unwrap_or_default();
        out += &format!("{}\n", line.trim_end());
    }
    out + &wrap(MORE, columns, "")
}

/// The names of all commands.
pub(super) const NAMES: &[&str] = &[
    "games", "graph", "help", "hint", "load", "moves", "period", "play", "plot", "quit", "reload", "reset",
    "save", "set", "table", "time", "tour", "tree", "watch", "why",
];

/// More about each.
const TOPICS: &[(&str, &str)] = &[
    ("games", ":games lists the games, graphs and functions defined here, with their parameters."),
    (
        "graph",
        ":graph draws the positions reachable from one, with their outcomes and values; winning moves are thick. \
         Large graphs show the nearest positions. The file ends in .svg, .png, .pdf or .dot; without a file it is the same as \
         :tree.\n\n  :graph Nim(3) x.svg",
    ),
    (
        "help",
        ":help lists the commands; :help with a command, a topic, a word of the language, a function, or the code of a \
         message says more about it, as `fairgame help` does on the command line.\n\n  :help misere\n  :help where\n  :help mex",
    ),
    (
        "hint",
        ":hint names a winning move, if there is one, or a move that holds a draw; in partizan games, one for Left and \
         one for Right.\n\n  :hint Nim(3) + Nim(5)",
    ),
    (
        "load",
        ":load reads a file: its definitions replace older ones of the same name, and fairgame answers its questions. Tab \
         completes its name.\n\n  :load nim.game",
    ),
    ("moves", ":moves lists the moves of a position and where they lead.\n\n  :moves Nim(3)"),
    (
        "period",
        ":period looks for a period in a sequence of values, as the statement `period` does, until it can prove one. \
         With a range it looks no further. :why explains the theorem and its numbers.\n\n  :period Kayles(n) for \
         n\n  period Kayles(n) for n in 0..200\n  :why period Kayles(n) for n",
    ),
    (
        "play",
        ":play lets you play from a position against the computer; you begin. Type moves by number or by name, or \
         help, hint, why, undo, level, draw, resign or save. Afterwards fairgame names the move that gave the game \
         away. Settings: the level \
         (beginner, random, greedy, perfect, or none for two people), who begins, and your side in partizan games.\n\n  :play Nim(3) + Nim(5)\n  :play Nim[1, 2, 2] under misere\n  :set level greedy\n  :set begins \
         computer\n  :set side right\n\nThe statement `play` replays moves and says which of them gave a win away.\n\n  play Nim(7) + Nim(5): take(2) in 1, take(1) in 2",
    ),
    (
        "plot",
        ":plot draws values: a sequence as columns, and a table over two names as shades. With a file after it (.svg, .png or \
         .pdf) it draws a picture, in which a period is shaded.\n\n  :plot Kayles(n) for n in 0..80\n  :plot Kayles(n) for n \
         in 0..80 k.svg\n  :plot Nim(a) + Nim(b) for a in 0..9, b in 0..9",
    ),
    ("quit", ":quit leaves, and so does Ctrl-D at an empty line."),
    ("reload", ":reload reads the file loaded last again."),
    ("reset", ":reset forgets every definition and every value."),
    (
        "save",
        ":save writes the definitions typed or loaded here into a new file; it never overwrites one. In a play, save FILE \
         adds the play to a file.\n\n  :save mine.game",
    ),
    (
        "set",
        ":set alone shows all settings. Budgets of a question: positions, memory, time. Play against the computer: level \
         (beginner, random, greedy, perfect or none), begins (you or computer), side (left or right), seed.\n\n  :set positions \
         100M\n  :set memory 8G\n  :set time 5m\n  :set level random",
    ),
    (
        "table",
        ":table is the statement `table`: a row for every choice; over two names with one expression, a grid. A position shows \
         its value.\n\n  table Nim(n) for n in 0..9\n  table Nim(a) + Nim(b) for a in 0..5, b in 0..5\n  table P of Nim(a) + \
         Nim(b) for a in 0..9, b in a..9",
    ),
    (
        "time",
        "With :time on, every answer says how long it took, which engine computed it, how many positions that engine \
         holds in how many bytes each, and why no faster one answered. :time off ends this, and :time alone changes \
         from one to the other. :time with a question times that question only.\n\n  :time value(Nim[3, 5, 7])",
    ),
    (
        "tour",
        ":tour leads through ten steps, one at a time: read, try it, and press Enter to continue. Your definitions stay. \
         :tour 4 goes to step 4, and :tour off leaves the tour.",
    ),
    ("tree", ":tree lists the reachable positions; ! marks winning moves.\n\n  :tree Nim(3)"),
    (
        "watch",
        ":watch watches the file loaded last (:watch FILE loads one first): when you save it in an editor, fairgame \
         reads it again and reports its mistakes here. :watch off ends it.",
    ),
    (
        "why",
        ":why explains who wins and by which moves, one level deep: the values of the options and the least number \
         missing; for a sum the nim-sum in binary; for misère play, loopy games and partizan games the outcomes that \
         count; for a period the theorem that proves it.\n\n  :why Nim(3) + Nim(5)\n  :why Nim[1, 1] under misere\n  :why period \
         Nim(n) for n",
    ),
];

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().copied()
}

/// More about a command.
pub(super) fn topic(name: &str) -> Option<&'static str> {
    TOPICS.iter().find(|t| t.0 == name).map(|t| t.1)
}

/// A command: its full name, and what comes after it.
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

/// Commands of the shell, and words of other programs, for which the prompt has its own.
const ELSEWHERE: &[(&str, &str)] = &[
    ("list", "games"),
    ("open", "load"),
    ("use", "load"),
    ("run", "load"),
    ("edit", "load"),
    ("write", "save"),
    ("clear", "reset"),
    ("new", "reset"),
    ("options", "moves"),
    ("winning", "hint"),
    ("explain", "why"),
    ("draw", "graph"),
    ("bye", "quit"),
];

fn unknown(name: &str) -> String {
    if let Some((_, own)) = ELSEWHERE.iter().find(|e| e.0 == name) {
        return format!("There is no command :{name}. Did you mean :{own} ?");
    }
    match nearest(name, NAMES.iter().copied()) {
        Some(near) => format!("There is no command :{name}. Did you mean :{near} ?"),
        None => format!("There is no command :{name}. There are :{}.", NAMES.join(", :")),
    }
}
