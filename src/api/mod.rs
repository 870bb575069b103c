//! What front ends use: one place for all that the crate offers them. Its root re-exports this, and says how to use it.

mod complete;
mod reply;
mod symbols;
mod text;
mod worker;

pub use complete::Candidate;
pub use reply::Reply;
pub use symbols::Symbol;
pub use text::{Finding, Lines, Place, Range};
pub use worker::{Lost, Running, Worker};

pub use crate::answer::*;
pub use crate::check::types::Type;
pub use crate::check::uses::{Kind, Use};
pub use crate::diagnostic::{Diagnostic, Label, Replacement, Severity};
pub use crate::draw::{Palette, Style};
pub use crate::engine::Budget;
pub use crate::files::{Disk, Files, Found, Texts};
pub use crate::layout::Look;
pub use crate::session::{
    Advice, Asked, Contest, Entry, Hope, Level, Loaded, Move, Player, Progress, Question, Rows, Session,
    Slip, Step, Task, Trouble, Values, Which,
};
pub use crate::source::{FileId, SourceFile, Sources, Span};
pub use crate::value::{Cell, GamePosition, Int, Part, Position, Value};
