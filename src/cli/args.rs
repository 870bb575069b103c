//! What can be typed after `fairgame`.

use super::link::Shown;
use super::open::Wanted;
use crate::api::Budget;
use crate::api::{Level, Player};
use crate::console::{Format, Markup, amount};
use crate::draw::Style;
use crate::print::RowFormat;
use clap::{Parser, Subcommand, ValueEnum};
use std::time::Duration;

/// The text below the help of the program.
const CODES: &str = "\
Without a command, fairgame reads from the prompt: try :help there.

Exit codes:
  0  everything went well
  1  an expectation failed, or `fmt --check` found a file to reformat
  2  there is a mistake in a file or in the command
  3  a budget ran out (--time, --memory, --positions), or Ctrl-C was pressed";

/// Where completions belong.
const COMPLETIONS: &str = "\
Examples:
  fairgame completions bash > ~/.local/share/bash-completion/completions/fairgame
  fairgame completions zsh > ~/.zfunc/_fairgame
  fairgame completions fish > ~/.config/fish/completions/fairgame.fish";

/// The heading of the options of every command, below its own options.
const EVERYWHERE: &str = "Options of every command";

/// A language for combinatorial games: write the rules, get the mathematics.
#[derive(Parser, Debug)]
#[command(disable_help_subcommand = true)]
#[command(version, about, after_help = CODES)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// Write every answer as a JSON object on its own line
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900)]
    json: bool,

    /// How many positions one question may take, such as 10_000_000 or 50M [default: 200M]
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900, value_name = "N", value_parser = amount::positions)]
    positions: Option<u64>,

    /// How many positions to examine, if they grow without end, before the answer is `open` [default: 100_000]
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900, value_name = "N", value_parser = amount::positions)]
    bound: Option<u64>,

    /// How much memory one question may take, such as 500M or 4G (a bare number counts MiB) [default: 4G]
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900, value_name = "SIZE", value_parser = amount::memory)]
    memory: Option<u64>,

    /// How long one question may take [default: 60]
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900, value_name = "SECONDS", value_parser = amount::time)]
    time: Option<Duration>,

    /// How many threads may work on one long calculation [default: as many as the machine has]
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,

    /// A player who cannot move wins, as if every statement said `under misere`
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900)]
    pub(super) misere: bool,

    /// Show no spinner during a long calculation
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900)]
    pub(super) no_progress: bool,

    /// When to use colours
    #[arg(long, global = true, help_heading = EVERYWHERE, display_order = 900, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Answer the questions of the files, in order
    Run {
        /// Files to run; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        #[command(flatten)]
        rows: RowArgs,
        /// Keep solved tables in a file, and start from those in it
        #[arg(long, value_name = "FILE")]
        save: Option<String>,
        /// Read values from a folder that `fairgame solve` wrote
        #[arg(long, value_name = "DIR")]
        from: Option<String>,
        /// Write a certificate of each proved period, for `fairgame verify`
        #[arg(long, value_name = "FILE")]
        certificate: Option<String>,
    },
    /// Compute the values of all reachable positions, on disk
    ///
    /// For games that are too large for memory. You may stop the run at any moment; the same command resumes where it
    /// stopped. `run`, `eval`, `table`, `why` and `play` read the values with `--from DIR`, and `verify DIR` checks them.
    /// Time and positions are unlimited unless you give a limit, and tables in memory stay within `--memory`.
    ///
    /// With `--search` it computes the value of the position alone, from as few positions as a search needs, and keeps the
    /// proof: for games that split into parts.
    #[command(
        after_help = "Examples: fairgame solve chomp.game 'Chomp([9, 9, 9, 9, 9])' --into chomp9 --memory 1G\n          fairgame solve cram 'Cram(board(6, 7))' --search --into cram67"
    )]
    Solve {
        /// A file with the rules, and the position [default: where play `starts`]
        #[arg(required = true, value_name = "FILE POSITION")]
        words: Vec<String>,
        /// The folder for the values; it is created if missing
        #[arg(long, value_name = "DIR")]
        into: String,
        /// Keep the value of the position alone
        #[arg(long)]
        only: bool,
        /// Solve level by level, even if positions have places in an order
        #[arg(long, conflicts_with = "search")]
        levels: bool,
        /// Search for the value of the position alone, with `splits into` and `same as`
        #[arg(long, conflicts_with = "only")]
        search: bool,
        /// Begin with the results of another search, in its folder; may be repeated
        #[arg(long, value_name = "DIR", requires = "search")]
        with: Vec<String>,
        #[cfg(feature = "workers")]
        #[command(flatten)]
        crew: CrewArgs,
    },
    /// Check certificates of periods and of termination, and values on disk, with independent checkers
    Verify {
        /// Files written by `run --certificate` or `check --certificate`, or folders written by `solve`; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Check only one of several parts of a folder, such as 1/4
        #[arg(long, value_name = "I/N", value_parser = super::solve::shard)]
        shard: Option<(u32, u32)>,
        /// Write every position of a folder and its value instead
        #[arg(long)]
        print: bool,
    },
    /// Look for mistakes, without answering questions
    Check {
        /// Files to check; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Write a certificate for each game that is proved to end, for `fairgame verify`
        #[arg(long, value_name = "FILE")]
        certificate: Option<String>,
    },
    /// Check all expectations of the files
    Test {
        /// Files to test; `-` is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
    /// List the bundled games and modules
    #[command(after_help = "Example: fairgame list coins")]
    List {
        /// List only those with all these words in the name, title or description
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Describe a game, a module or a command
    #[command(after_help = "Example: fairgame help kayles")]
    Help {
        /// Its name, another name for it, or words of its description
        #[arg(value_name = "NAME")]
        words: Vec<String>,
    },
    /// Write a first file for you to change
    New {
        /// Its name; fairgame adds `.game`
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Serve an editor: a language server on standard input and output
    #[cfg(feature = "lsp")]
    #[command(after_help = "Editors start it themselves; editors/README.md explains how to set them up.")]
    Lsp,
    /// Write completions for a shell to standard output
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// Write a man page for each command
    #[command(after_help = "Example: fairgame man ~/.local/share/man/man1")]
    Man {
        /// The folder for the pages; it is created if missing
        #[arg(value_name = "DIR")]
        folder: String,
    },
    /// Explain a message, with an example; with --lowered, print the lowered form of the games of a file
    #[command(after_help = "Example: fairgame explain leaves-its-type")]
    Explain {
        /// The code in brackets [default: list all]
        #[arg(value_name = "CODE")]
        codes: Vec<String>,
        /// Print the form of the games of this file that analyses and engines read
        #[arg(long, value_name = "FILE", conflicts_with = "codes")]
        lowered: Option<String>,
    },
    /// Format files in the usual way
    Fmt {
        /// Files to reformat; `-` reads standard input and writes standard output
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Write nothing; name the files that would change
        #[arg(long)]
        check: bool,
    },
    /// Evaluate one expression
    #[command(
        after_help = "Examples: fairgame eval nim.game 'value(Nim[3, 5, 7])'\n          fairgame eval '3 xor 5'"
    )]
    Eval {
        /// The expression; a file or a bundled game may come before it
        #[arg(required = true, value_name = "EXPR", allow_negative_numbers = true)]
        expr: Vec<String>,
        /// Use the definitions of a file or a module of the library; may be repeated
        #[arg(long = "use", value_name = "FILE")]
        uses: Vec<String>,
        /// Keep solved tables in a file, and start from those in it
        #[arg(long, value_name = "FILE")]
        save: Option<String>,
        /// Read values from a folder that `fairgame solve` wrote
        #[arg(long, value_name = "DIR")]
        from: Option<String>,
    },
    /// Explain why a position is won or lost
    #[command(
        after_help = "Examples: fairgame why kayles.game 'Kayles(9)'\n          fairgame why 'Nim[3, 5, 7]' --use heaps"
    )]
    Why {
        /// A file with the definitions, unless they come with --use; and the position
        #[arg(required = true, value_name = "FILE POSITION", allow_negative_numbers = true)]
        words: Vec<String>,
        /// Use the definitions of a file or a module of the library; may be repeated
        #[arg(long = "use", value_name = "FILE")]
        uses: Vec<String>,
        /// Read values from a folder that `fairgame solve` wrote
        #[arg(long, value_name = "DIR")]
        from: Option<String>,
    },
    /// Make a table: `fairgame table 'EXPR' for 'n in 0..50'`
    #[command(
        override_usage = "fairgame table [FILE] 'EXPR' for 'BINDERS' [--use FILE]... [--csv | --jsonl | --bfile | --json] [--out FILE]"
    )]
    #[command(after_help = "Example: fairgame table kayles.game 'Kayles(n)' for 'n in 0..50' --csv")]
    Table {
        /// The expressions, `for`, and the range of each name
        #[arg(required = true, value_name = "EXPR for BINDERS", allow_negative_numbers = true)]
        words: Vec<String>,
        /// Use the definitions of a file or a module of the library; may be repeated
        #[arg(long = "use", value_name = "FILE")]
        uses: Vec<String>,
        #[command(flatten)]
        rows: RowArgs,
        /// Keep solved tables in a file, and start from those in it
        #[arg(long, value_name = "FILE")]
        save: Option<String>,
        /// Read values from a folder that `fairgame solve` wrote
        #[arg(long, value_name = "DIR")]
        from: Option<String>,
        /// Write the table as Markdown
        #[arg(long, conflicts_with_all = ["json"])]
        markdown: bool,
        /// Write the table as LaTeX
        #[arg(long, conflicts_with_all = ["json", "markdown"])]
        latex: bool,
        /// Write the table as HTML
        #[arg(long, conflicts_with_all = ["json", "markdown", "latex"])]
        html: bool,
    },
    /// Play a game against the computer, or against another person
    #[command(
        after_help = "Examples: fairgame play nim\n          fairgame play kayles 'Kayles(9)' --level greedy --second"
    )]
    Play {
        /// A file, or a bundled game
        #[arg(value_name = "FILE")]
        file: String,
        /// Where play begins [default: where the game `starts`]
        #[arg(value_name = "POSITION")]
        position: Vec<String>,
        /// How well the computer plays; with `none`, two people play [default: offers a choice on a terminal, else perfect]
        #[arg(long, value_name = "LEVEL")]
        level: Option<Strength>,
        /// The computer begins
        #[arg(long)]
        second: bool,
        /// Your side in partizan games; between two people, the side of the first player
        #[arg(long, value_name = "SIDE", default_value = "left")]
        side: Side,
        /// The seed for the computer's choices
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Read values from a folder that `fairgame solve` wrote
        #[arg(long, value_name = "DIR")]
        from: Option<String>,
    },
    /// Show the reachable positions as a list or a picture
    #[command(after_help = "Example: fairgame graph kayles.game 'Kayles(4)' --svg kayles.svg")]
    Graph {
        /// A file with the definitions, unless they come with --use; and the position
        #[arg(required = true, value_name = "FILE POSITION")]
        words: Vec<String>,
        /// Use the definitions of a file or a module of the library; may be repeated
        #[arg(long = "use", value_name = "FILE")]
        uses: Vec<String>,
        /// How many positions to show [default: 40, and 24 in a picture]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=500))]
        most: Option<u16>,
        /// Write the graph for Graphviz; `-` is standard output
        #[arg(long, value_name = "FILE")]
        dot: Option<String>,
        #[command(flatten)]
        picture: Picture,
    },
    /// Turn a program into a link that contains all of it
    #[command(
        after_help = "Examples: fairgame link mine.game\n          fairgame link nim 'Nim[3, 5]' 'take(2) in 1' --page https://example.org/fairgame.html --qr"
    )]
    Link {
        /// A file, or a bundled game; `-` is standard input
        #[arg(value_name = "FILE")]
        file: String,
        /// A position to begin with, and the moves made since, as in a `play`
        #[arg(value_name = "POSITION MOVES")]
        play: Vec<String>,
        #[command(flatten)]
        shown: Shown,
    },
    /// Turn an exercise with hidden checks into a link; or try an answer to it
    #[command(
        after_help = "Examples: fairgame exercise kayles.toml --page https://example.org/fairgame.html\n          fairgame exercise 'fairgame.html#A...' mine.game"
    )]
    Exercise {
        /// An exercise in TOML, as a teacher writes it, or the link made from one
        #[arg(value_name = "EXERCISE")]
        exercise: String,
        /// A file with an answer: fairgame tries the checks, and makes the link to hand in
        #[arg(value_name = "ANSWER")]
        answer: Option<String>,
        #[command(flatten)]
        shown: Shown,
    },
    /// Solve again what students handed in, and compare it with a solution
    #[command(after_help = "Example: fairgame grade links.csv --against solution.game --out marks.csv")]
    Grade {
        /// A list with a link in each row, as a spreadsheet writes it (CSV); `-` is standard input
        #[arg(value_name = "LINKS")]
        links: String,
        /// A correct program, or the exercise with its solution (.toml)
        #[arg(long, value_name = "SOLUTION")]
        against: String,
        /// Write the table as comma-separated values
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// Write the table to a file, as comma-separated values
        #[arg(long, value_name = "FILE")]
        out: Option<String>,
    },
    /// Show what a link contains, and answer its quick questions
    #[command(after_help = "Example: fairgame open 'fairgame.html#A...' --save mine.game")]
    Open {
        /// The link as it was sent, or the part after its `#`, or a file with it; `-` is standard input
        #[arg(required = true, value_name = "LINK")]
        link: Vec<String>,
        #[command(flatten)]
        wanted: Wanted,
    },
    /// Plot the values of sequences or of a table
    #[command(
        after_help = "Examples: fairgame plot kayles 'Kayles(n) for n in 0..100' --png kayles.png\n          fairgame plot heaps 'Nim(n), TakeAway(n, {1, 2}) for n in 0..30' --pdf two.pdf"
    )]
    Plot {
        /// A file with the definitions, unless they come with --use; one or several expressions, `for`, and a name; or one
        /// expression, `for`, and two names
        #[arg(required = true, value_name = "FILE EXPR for BINDERS", allow_negative_numbers = true)]
        words: Vec<String>,
        /// Use the definitions of a file or a module of the library; may be repeated
        #[arg(long = "use", value_name = "FILE")]
        uses: Vec<String>,
        #[command(flatten)]
        picture: Picture,
        /// The title of the horizontal axis
        #[arg(long, value_name = "TEXT")]
        x_title: Option<String>,
        /// The title of the vertical axis
        #[arg(long, value_name = "TEXT")]
        y_title: Option<String>,
    },
}

/// The format of the rows of tables.
#[derive(clap::Args, Debug)]
pub(super) struct RowArgs {
    /// Write rows of tables as comma-separated values
    #[arg(long, conflicts_with_all = ["json", "jsonl", "bfile"])]
    csv: bool,
    /// Write rows of tables as JSON objects, one a line
    #[arg(long, conflicts_with_all = ["json", "bfile"])]
    jsonl: bool,
    /// Write rows `n a(n)`, as in a b-file of the OEIS
    #[arg(long, conflicts_with = "json")]
    bfile: bool,
    /// Write the rows of tables to a file (.csv and .jsonl also determine the format)
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    out: Option<String>,
}

impl RowArgs {
    fn format(&self) -> Option<RowFormat> {
        let ends = |end: &str| self.out.as_ref().is_some_and(|name| name.ends_with(end));
        match self {
            RowArgs { csv: true, .. } => Some(RowFormat::Csv),
            RowArgs { jsonl: true, .. } => Some(RowFormat::JsonLines),
            RowArgs { bfile: true, .. } => Some(RowFormat::BFile),
            _ if ends(".csv") => Some(RowFormat::Csv),
            _ if ends(".jsonl") => Some(RowFormat::JsonLines),
            _ => None,
        }
    }
}

/// A player in partizan games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Side {
    Left,
    Right,
}

impl Side {
    pub(super) fn player(self) -> Player {
        if self == Side::Left { Player::Left } else { Player::Right }
    }
}

/// How well the computer plays.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// Makes mistakes, so you can beat it
    #[value(aliases = ["1", "easy"])]
    Beginner,
    /// Random moves
    Random,
    /// Sees one move ahead
    #[value(aliases = ["2", "medium"])]
    Greedy,
    /// Wins if it can, and sets traps if it cannot
    #[value(aliases = ["3", "hard"])]
    Perfect,
    /// Two people play
    None,
}

impl Strength {
    pub(super) fn level(self) -> Option<Level> {
        match self {
            Strength::Beginner => Some(Level::Beginner),
            Strength::Random => Some(Level::Random),
            Strength::Greedy => Some(Level::Greedy),
            Strength::Perfect => Some(Level::Perfect),
            Strength::None => None,
        }
    }
}

/// The file for a picture, and its look.
#[derive(clap::Args, Debug)]
pub(super) struct Picture {
    /// Write the picture as SVG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<String>,
    /// Write the picture as PNG; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) png: Option<String>,
    /// Write the picture as PDF; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(super) pdf: Option<String>,
    /// Light on dark
    #[arg(long)]
    dark: bool,
    /// The title of the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Its size in pixels, such as 1600x900, or only its width [default: a page, at most 4000 pixels]
    #[arg(long, value_name = "SIZE", value_parser = amount::pixels)]
    size: Option<(u32, Option<u32>)>,
}

impl Picture {
    pub(super) fn any(&self) -> bool {
        self.svg.is_some() || self.png.is_some() || self.pdf.is_some()
    }

    /// The style, with titles for the horizontal and the vertical axis.
    pub(super) fn style(&self, axes: (Option<String>, Option<String>)) -> Style {
        Style { title: self.title.clone(), size: self.size, axes, ..Style::usual(self.dark) }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Color {
    /// On a terminal with colours, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A connection holds about 3 MiB (what is being sent, and what is being read), the rest of a worker 16 MiB.
#[cfg(feature = "workers")]
const CONNECTION: u64 = 4 << 20;

/// Who solves together.
#[cfg(feature = "workers")]
#[derive(clap::Args, Debug)]
pub(super) struct CrewArgs {
    /// Solve with this many processes, each with its share of the positions and of `--memory`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) processes: Option<u16>,
    /// Solve on many machines: a file with an address of each, such as 10.0.0.1:7000, one a line
    #[arg(long, value_name = "FILE", conflicts_with = "processes", requires = "worker", requires = "secret")]
    pub(super) hosts: Option<String>,
    /// Which line of `--hosts` this machine is
    #[arg(long, value_name = "I")]
    pub(super) worker: Option<u16>,
    /// A file with a secret that only these machines know, at least 16 letters
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(super) secret: Option<String>,
}

#[cfg(feature = "workers")]
impl CrewArgs {
    /// How many share the memory of this machine.
    fn here(&self) -> u64 {
        self.processes.unwrap_or(1).into()
    }

    /// What a worker needs in any case.
    fn least(&self) -> u64 {
        if self.worker.is_none() && self.here() == 1 { 0 } else { CONNECTION * (4 + self.here()) }
    }

    /// Whether the first of the processes has started this one.
    pub(super) fn is_started(&self) -> bool {
        self.processes.is_some() && self.worker.is_some()
    }
}

impl Args {
    pub(super) fn budget(&self) -> Budget {
        let usual = Budget::default();
        Budget {
            positions: self.positions.unwrap_or(usual.positions),
            bound: self.bound.unwrap_or(usual.bound),
            bytes: self.memory.unwrap_or(usual.bytes),
            time: self.time.or(usual.time),
            threads: self.threads.map(usize::from),
            ..usual
        }
    }

    /// The same for work that may take days: only explicit limits apply.
    pub(super) fn unlimited(&self, budget: &Budget) -> Budget {
        let budget =
            Budget { positions: self.positions.unwrap_or(u64::MAX), time: self.time, ..budget.clone() };
        match &self.command {
            #[cfg(feature = "workers")]
            Some(Command::Solve { crew, .. }) => Budget {
                positions: budget.positions.div_ceil(crew.here()),
                bytes: (budget.bytes / crew.here()).max(crew.least()),
                // Many processes use many cores; more threads are for whoever asks for them.
                threads: budget.threads.or((crew.here() > 1).then_some(1)),
                ..budget
            },
            _ => budget,
        }
    }

    /// Whether another process shows how it goes.
    pub(super) fn is_started(&self) -> bool {
        match &self.command {
            #[cfg(feature = "workers")]
            Some(Command::Solve { crew, .. }) => crew.is_started(),
            _ => false,
        }
    }

    /// Whether to use colours; none leaves it to the terminal.
    pub(super) fn color(&self) -> Option<bool> {
        match self.color {
            Color::Auto => None,
            Color::Always => Some(true),
            Color::Never => Some(false),
        }
    }

    pub(super) fn format(&self) -> Format {
        match self.command {
            _ if self.json => Format::Json,
            Some(Command::Table { markdown: true, .. }) => Format::Markup(Markup::Markdown),
            Some(Command::Table { latex: true, .. }) => Format::Markup(Markup::Latex),
            Some(Command::Table { html: true, .. }) => Format::Markup(Markup::Html),
            _ => self.rows().and_then(RowArgs::format).map_or(Format::Text, Format::Data),
        }
    }

    /// The file for the rows of tables, if not standard output.
    pub(super) fn out(&self) -> Option<&str> {
        self.rows()?.out.as_deref()
    }

    /// The file for solved tables.
    pub(super) fn save(&self) -> Option<&str> {
        match &self.command {
            Some(Command::Run { save, .. } | Command::Eval { save, .. } | Command::Table { save, .. }) => {
                save.as_deref()
            }
            _ => None,
        }
    }

    /// The folder to read values from.
    pub(super) fn stored(&self) -> Option<&str> {
        match &self.command {
            Some(
                Command::Run { from, .. }
                | Command::Eval { from, .. }
                | Command::Table { from, .. }
                | Command::Why { from, .. }
                | Command::Play { from, .. },
            ) => from.as_deref(),
            _ => None,
        }
    }

    fn rows(&self) -> Option<&RowArgs> {
        match &self.command {
            Some(Command::Run { rows, .. } | Command::Table { rows, .. }) => Some(rows),
            _ => None,
        }
    }
}
