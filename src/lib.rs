//! A language for two-player games: write the rules, get the mathematics. This is all of it but the terminal, as a library.
//!
//! What is listed here is what front ends use: the command line and the prompt (behind the feature `terminal`), and a page,
//! an editor or a module for another language in the same way. Nothing else of the crate is meant for them.
//!
//! # A text in, answers out
//!
//! A [`Session`] reads a text with [`open`](Session::open), which gives a [`Loaded`]: what was found in it, and the
//! [`Question`]s that it asks. Each is answered by [`ask`](Session::ask) with an [`Answer`], which is plain data; a
//! [`Reply`] shows it as text, HTML, Markdown, LaTeX, JSON or SVG, and [`Shown`] an answer that somebody else holds. What is said
//! besides answers is in [`render`] (mistakes), [`print`](mod@print) (verdicts, rows as they come, lines of JSON) and [`mod@draw`] (pictures);
//! [`layout`] fits text to a screen, and [`proofs`] checks certificates.
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
//! They are data, too: each [`Diagnostic`] has a code, a sentence, places, often a play that shows the point, hints, and what
//! a hint would put where. [`Finding`] has the places as editors count them. A text with mistakes gives a [`Loaded`] all the
//! same, with the program as far as it was understood; only its questions are not asked.
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
//! [`Loaded::use_at`] tells what a name in the text stands for and where that is defined, [`Loaded::uses_of`] where else it
//! is named, [`Loaded::symbol`] what to say of it, [`Loaded::names_at`] what may stand at a place, and
//! [`Loaded::expression_at`] the type of an expression. [`mod@format`] lays a text out, [`explain`] knows the codes, [`library`]
//! has the games and modules that come along. [`words`] cuts a line into words for colours, and says whether it is finished.
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
//! Also [`moves_of`](Session::moves_of), [`options_of`](Session::options_of), [`show_of`](Session::show_of),
//! [`why_of`](Session::why_of), [`picture_of`](Session::picture_of); and [`evaluate`](Session::evaluate) for any expression.
//! Play against the computer is a [`Contest`].
//!
//! # Work that takes long
//!
//! A [`Budget`] bounds what a question may use; what runs out is an answer that says how far it got. Whoever sets
//! [`Budget::cancel`] ends the question that is being answered, and clears it before the next. There are two ways not to wait:
//! a [`Worker`] has a session on a thread of its own, and [`Session::step`] works in slices where there are no threads.
//! What is solved stays solved, also when the text is opened again with other games changed.
//!
//! # Files
//!
//! `use "mine.game"` reads what the session's [`Files`] give: the [`Disk`], or [`Texts`] that somebody holds.
//!
//! # Features
//!
//! All of these are on by default, and the crate builds without any of them, for browsers, too:
//!
//! | feature | what it adds |
//! |---|---|
//! | `terminal` | the program `fairgame`: the command line, the prompt, play |
//! | `png` | pictures as PNG and PDF besides SVG |
//! | `lsp` | `fairgame lsp`, a language server for editors |
//! | `native` | machine code for rules that are asked for long, on x86-64; answers are the same without it |

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

// The parts, open to the tests and benchmarks of this project alone.
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
