//! Statements: what a file asks.

use super::{Binder, Expr, Slot};
use crate::check::types::Type;
use crate::source::Span;

/// A checked statement: frame size and question.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The question.
    pub kind: StatementKind,
    /// The types of the slots of its frame.
    pub slots: Vec<Type>,
    /// The statement.
    pub span: Span,
}

impl Statement {
    /// Asks under misère play, where the statement can say under which rule.
    pub fn play_misere(&mut self) {
        use StatementKind::{Expect, Play, Show, Table};
        if let Show { rule, .. } | Table { rule, .. } | Play { rule, .. } | Expect { rule, .. } =
            &mut self.kind
        {
            *rule = WinRule::Misere;
        }
    }
}

/// The statements.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `show` (and a bare expression at the prompt)
    Show {
        /// What.
        expr: Expr,
        /// Under which winning rule.
        rule: WinRule,
    },
    /// `table`
    Table {
        /// Only positions with this outcome (`P`, `N`, `draw`).
        only: Option<Expr>,
        /// Its columns.
        exprs: Vec<Expr>,
        /// Its rows.
        binders: Vec<Binder>,
        /// Under which winning rule.
        rule: WinRule,
    },
    /// `grundy functions of`
    Functions {
        /// From where: all vertices of a graph, or a position.
        expr: Expr,
    },
    /// `period`
    Period {
        /// The sequence.
        expr: Expr,
        /// Its index.
        slot: Slot,
        /// The index's name.
        name: String,
        /// How far to look.
        source: Option<Expr>,
    },
    /// `quotient`
    Quotient(Sequence),
    /// `sparse`
    Sparse(Sequence),
    /// `compare`
    Compare {
        /// One position.
        left: Expr,
        /// The other.
        right: Expr,
        /// For which cases.
        binders: Vec<Binder>,
    },
    /// `play`
    Play {
        /// Where it begins.
        start: Expr,
        /// Its moves.
        steps: Vec<PlayStep>,
        /// Under which winning rule.
        rule: WinRule,
    },
    /// `expect`
    Expect {
        /// The condition, or a position.
        expr: Expr,
        /// What follows `is`.
        is: Option<Verdict>,
        /// `for` which cases.
        binders: Vec<Binder>,
        /// Under which winning rule.
        rule: WinRule,
    },
}

impl StatementKind {
    /// Under which winning rule it asks.
    pub fn rule(&self) -> WinRule {
        use StatementKind::*;
        match self {
            Show { rule, .. } | Table { rule, .. } | Play { rule, .. } | Expect { rule, .. } => *rule,
            Functions { .. } | Period { .. } | Quotient(_) | Sparse(_) | Compare { .. } => WinRule::Normal,
        }
    }
}

/// A sequence of positions or numbers.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Its terms.
    pub expr: Expr,
    /// The slot of its index.
    pub slot: Slot,
    /// Whether its index has a name; else only the game is named.
    pub named: bool,
    /// How far to go.
    pub source: Option<Expr>,
}

/// Who wins when there is no move left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WinRule {
    /// A player who cannot move loses.
    #[default]
    Normal,
    /// A player who cannot move wins.
    Misere,
}

/// What follows `is`.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// An outcome: P, N or draw (an expression of the outcome type).
    Outcome(Expr),
    /// Equal in value to this position.
    SameValue(Expr),
}

/// One move of a play.
#[derive(Clone, Debug)]
pub struct PlayStep {
    /// The move's name.
    pub label: String,
    /// Its arguments; untyped until the game is known, so each is checked against its own type.
    pub args: Vec<Expr>,
    /// In which part, counted from 1.
    pub part: Option<Expr>,
    /// The step.
    pub span: Span,
}
