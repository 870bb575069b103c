//! A language for two-player games: write the rules, get the mathematics. This library is all of it except the terminal.
//!
//! Front ends use the items listed here, and nothing else of the crate: the command line and the prompt (behind the feature
//! `terminal`), and in the same way a web page, an editor or a module for another language.
//!
//! # A text in, answers out
//!
//! A [`Session`] reads a text with [`open`](Session::open), which gives a [`Loaded`]: the findings in the text, and its
//! [`Question`]s. [`ask`](Session::ask) answers each with an [`Answer`], which is plain data. A [`Reply`] shows it as text,
//! HTML, Markdown, LaTeX, JSON or SVG, and a [`Shown`] does the same for a borrowed answer. Besides answers, [`render`]
//! prints mistakes, [`print`](mod@print) prints verdicts, rows as they come and lines of JSON, and [`mod@draw`] draws
//! pictures. [`layout`] fits text to a screen, and [`proofs`] checks certificates.
//!
//! ```
//! use fairgame::{Look, Reply, Session};
//!
//! let mut session = Session::default();
//! let loaded = session.open("pile.game", "
//! game Pile(n: nat)
//!   move take(k in 1..3 where k <= n) to Pile(n - k)
//! table Pile(n) for n in 0..5
//! expect Pile(8) is P
//! ");
//! for question in &loaded.questions {
//!     let answer = session.ask(question);
//!     print!("{}", Reply::new(&session.sources, question, answer).text(&Look::default()));
//! }
//! ```
//!
//! # Mistakes
//!
//! Mistakes are data too: each [`Diagnostic`] has a code, a sentence, places, often a play that shows the point, hints, and
//! the edits that a hint proposes. [`Finding`] has the places as editors count them. A text with mistakes still gives a
//! [`Loaded`], with as much of the program as could be understood, but without questions.
//!
//! ```
//! use fairgame::{Finding, Session};
//!
//! let mut session = Session::default();
//! let loaded = session.open("pile.game", "game Pile(n: nat)\n  move take(k in 1..m where k <= n) to Pile(n - k)");
//! assert!(!loaded.is_fine());
//! let finding = Finding::new(&session.sources, &loaded.diagnostics[0]);
//! assert_eq!((finding.code, finding.range.unwrap().from.line), ("unknown-name", 1));
//! assert_eq!(loaded.program.games[0].name, "Pile");
//! ```
//!
//! # Names
//!
//! [`Loaded::use_at`] gives the meaning of a name in the text and the place of its definition, [`Loaded::uses_of`] its other
//! uses, [`Loaded::symbol`] its description, [`Loaded::names_at`] the completions at a place, and [`Loaded::expression_at`]
//! the type of an expression. [`mod@format`] formats a text, [`explain`] explains codes, and [`library`] has the bundled games
//! and modules. [`words`] cuts a line into words for colours, and says whether it is complete.
//!
//! # Positions as values
//!
//! ```
//! # fn main() -> Result<(), fairgame::Trouble> {
//! let mut session = fairgame::Session::default();
//! session.open("my.game", "use \"heaps\"");
//! let position = session.position("Nim[3, 5, 7]")?;
//! assert_eq!(session.value_of(&position)?.to_string(), "1");
//! assert_eq!(session.outcome_of(&position)?, "N");
//! let winning = session.winning_of(&position)?;
//! assert_eq!(winning[0].name, "take(1) in 1");
//! assert_eq!(session.outcome_of(&winning[0].to)?, "P");
//! let graph = session.graph_of(&position, 20)?;
//! assert!(fairgame::draw::graph(&graph, &fairgame::Style::usual(false)).starts_with("<svg"));
//! # Ok(())
//! # }
//! ```
//!
//! There are also [`moves_of`](Session::moves_of), [`options_of`](Session::options_of), [`show_of`](Session::show_of),
//! [`why_of`](Session::why_of) and [`picture_of`](Session::picture_of), and [`evaluate`](Session::evaluate) for any expression.
//! A [`Contest`] is a play against the computer.
//!
//! # Work that takes long
//!
//! A [`Budget`] limits what a question may use; if it runs out, the answer says how far it got. To end the current question,
//! set [`Budget::cancel`], and clear it before the next. There are two ways not to wait: a [`Worker`] has a session on its own
//! thread, and [`Session::step`] works in slices where there are no threads. Solved values stay solved, even if you open the
//! text again with other games changed.
//!
//! # Files
//!
//! `use "mine.game"` reads from the session's [`Files`]: the [`Disk`], or [`Texts`] in memory.
//!
//! # Features
//!
//! All of these are on by default. The crate builds without any of them, also for browsers:
//!
//! | feature | what it adds |
//! |---|---|
//! | `terminal` | the program `fairgame`: the command line, the prompt, play |
//! | `png` | pictures as PNG and PDF besides SVG |
//! | `lsp` | `fairgame lsp`, a language server for editors |
//! | `native` | machine code for rules in long calculations, on x86-64 and in browsers; the answers are the same without it |
//! | `workers` | many processes that solve together, here or on many machines |

pub mod draw;
pub mod exercise;
pub mod explain;
pub mod format;
pub mod layout;
pub mod library;
pub mod link;
pub mod print;
pub mod render;

mod api;
pub use api::*;

// The parts, for the tests and benchmarks of this project only.
#[doc(hidden)]
pub mod answer;
#[doc(hidden)]
pub mod builtin;
#[doc(hidden)]
pub mod certificate;
#[doc(hidden)]
pub mod check;
#[cfg(feature = "terminal")]
pub mod cli;
#[cfg(feature = "terminal")]
#[doc(hidden)]
pub mod console;
#[doc(hidden)]
pub mod diagnostic;
#[doc(hidden)]
pub mod disk;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod lowered;
#[cfg(feature = "lsp")]
pub mod lsp;
#[doc(hidden)]
pub mod repair;
#[cfg(feature = "terminal")]
#[doc(hidden)]
pub mod repl;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod session;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod value;
#[cfg(feature = "workers")]
pub mod workers;
