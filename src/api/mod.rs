//! The interface for front ends: everything that the crate offers them, in one place. The crate root re-exports it, and
//! explains its use.

mod complete;
mod reply;
mod shown;
mod symbols;
mod text;
mod worker;

pub use complete::Candidate;
pub use reply::Reply;
pub use shown::Shown;
pub use symbols::Symbol;
pub use text::{Finding, Lines, Place, Range};
pub use worker::{Lost, Running, Worker};

pub use crate::answer::*;
pub use crate::check::types::Type;
pub use crate::check::uses::{Kind, Use};
pub use crate::diagnostic::{Diagnostic, Label, Replacement, Severity};
pub use crate::draw::{Palette, Style};
pub use crate::engine::{Budget, Meter};
pub use crate::files::{Disk, Files, Found, Texts, read_text};
pub use crate::layout::Look;
pub use crate::session::{
    Advice, Asked, Checksum, Contest, Ending, Entry, Hope, Level, Loaded, Move, NotSaved, Pace, Player,
    Progress, Question, Rows, Session, Slip, Step, Task, Trouble, Values, Which,
};
pub use crate::source::{FileId, SourceFile, Sources, Span};
pub use crate::value::{Cell, GamePosition, Int, Part, Position, Value};

/// Certificates: proofs in a form that can be checked without this program.
pub mod proofs {
    pub use crate::certificate::ending::is_one as is_ending;
    pub use crate::certificate::{Accepted, Refused, verify};
    pub use crate::session::ending::{Accepted as AcceptedEnding, Ending, verify as verify_ending};
}

/// Values on disk: what [`Session::solve_into`] writes, and how to check it.
pub mod stored {
    pub use crate::disk::{Alone, Fault, Peers};
    pub use crate::engine::fact::Fact;
    pub use crate::session::{
        Stored, Wanted, each_stored, stopped_workers, takes_shares, trouble_with_workers, verify_stored,
    };
}

/// The words of the language and its tokens: for colours, for completion, for unfinished input.
pub mod words {
    pub use crate::check::builtins::TABLE;
    pub use crate::check::nearest;
    #[cfg(feature = "lsp")]
    pub(crate) use crate::syntax::items::CLAUSE_WORDS;
    pub use crate::syntax::items::{Completeness, completeness, cut};
    #[cfg(feature = "terminal")]
    pub(crate) use crate::syntax::items::{ITEM_WORDS, View};
    pub use crate::syntax::token::{KEYWORDS, Lexed, Token, tokens};
}
