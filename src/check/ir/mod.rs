//! The typed intermediate representation: what a program means, every name resolved, every expression typed.
//!
//! There are no closures: a function or a move runs in a frame of numbered slots, its parameters first
//! and its binders behind them. Everything that solves or proves starts from here.

mod walk;

use crate::check::builtins::Builtin;
use crate::check::types::{Shape, Type};
use crate::source::Span;
use num_bigint::BigInt;
use std::sync::Arc;
pub(crate) use walk::each_in_binders;

/// Index of a game in [`Program::games`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GameId(pub u32);

impl GameId {
    /// Set in the id of a game whose owners are forgotten: `impartial G(...)`.
    const FAIR: u32 = 1 << 31;

    /// The same game with both players making all of its moves.
    pub fn fair(self) -> GameId {
        GameId(self.0 | Self::FAIR)
    }

    /// Whether its owners are forgotten.
    pub fn is_fair(self) -> bool {
        self.0 & Self::FAIR != 0
    }

    /// Its index in [`Program::games`].
    pub fn index(self) -> usize {
        (self.0 & !Self::FAIR) as usize
    }
}

/// Index of a definition in [`Program::lets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LetId(pub u32);

/// A place in a frame.
pub type Slot = u32;

/// A checked program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All games, in order of definition.
    pub games: Vec<Game>,
    /// All `let` definitions.
    pub lets: Vec<Let>,
    /// What the file asks, in order.
    pub statements: Vec<Statement>,
}

impl Program {
    /// The game behind an id.
    pub fn game(&self, id: GameId) -> &Game {
        &self.games[id.index()]
    }

    /// The definition behind an id.
    pub fn definition(&self, id: LetId) -> &Let {
        &self.lets[id.0 as usize]
    }

    /// The game of that name, if there is one.
    pub fn game_named(&self, name: &str) -> Option<GameId> {
        self.games.iter().rposition(|g| g.name == name).map(|i| GameId(i as u32))
    }
}

/// A parameter of a game or a function.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What its declared type demands beyond that: bounds of numbers.
    pub shape: Shape,
    /// Never changes during play: a rule of the game rather than part of the position (inferred).
    pub is_rule: bool,
    /// Where it is declared.
    pub span: Span,
}

/// `let name = body`, `let name(params) = body`
#[derive(Clone, Debug)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// Written with parentheses.
    pub is_function: bool,
    /// Its parameters: slots 0, 1, ...
    pub params: Vec<Param>,
    /// The types of the slots of its frame, parameters first.
    pub slots: Vec<Type>,
    /// What it stands for.
    pub body: Expr,
    /// The comment above.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: Span,
}

/// A family of positions with its rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Declared `loopy`, or a graph with a circle.
    pub loopy: bool,
    /// Written as `graph`: its vertices, and the arcs from each.
    pub graph: Option<Graph>,
    /// Its parameters: slots 0, 1, ...
    pub params: Vec<Param>,
    /// The types of the slots of the frame of its clauses, parameters first.
    pub slots: Vec<Type>,
    /// Its moves, in order.
    pub moves: Vec<Move>,
    /// `ends when`: no moves where one of these holds.
    pub ends: Vec<Expr>,
    /// `wins when`: the player to move has won.
    pub wins: Vec<Expr>,
    /// `splits into`
    pub splits: Option<Claim>,
    /// `same as`: positions claimed to have the same value.
    pub same: Vec<Claim>,
    /// `starts`
    pub starts: Option<Expr>,
    /// `picture`
    pub picture: Option<Expr>,
    /// `decreases`
    pub decreases: Option<Expr>,
    /// The comment above.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: Span,
    /// The text of the whole item.
    pub item: Span,
}

/// A `splits into` or `same as` clause: a position, or one for each choice of the binders.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position (or part).
    pub target: Expr,
    /// `for` binders; empty when there are none.
    pub binders: Vec<Binder>,
    /// The clause.
    pub span: Span,
}

/// An explicit move graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The names of the vertices, in order of appearance (numbers when all are numbers).
    pub vertices: Arc<Vec<String>>,
    /// `arcs[v]` lists where vertex `v` leads, as written.
    pub arcs: Vec<Vec<u32>>,
}

impl Graph {
    /// Whether arcs lead from some vertex back to it: what is left when ends of play are taken away again and again.
    pub fn has_circle(&self) -> bool {
        let mut into: Vec<Vec<usize>> = vec![vec![]; self.arcs.len()];
        for (v, arcs) in self.arcs.iter().enumerate() {
            arcs.iter().for_each(|&w| into[w as usize].push(v));
        }
        let mut left: Vec<usize> = self.arcs.iter().map(Vec::len).collect();
        let mut ends: Vec<usize> = (0..left.len()).filter(|&v| left[v] == 0).collect();
        let mut taken = 0;
        while let Some(end) = ends.pop() {
            taken += 1;
            for &v in &into[end] {
                left[v] -= 1;
                if left[v] == 0 {
                    ends.push(v);
                }
            }
        }
        taken < self.arcs.len()
    }
}

/// One clause `move LABEL(binders) where guard to TARGET`.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub label: String,
    /// Who may make it.
    pub owner: crate::syntax::ast::Owner,
    /// What is chosen, read left to right.
    pub binders: Vec<Binder>,
    /// The guard behind the parentheses.
    pub guard: Option<Expr>,
    /// The position it leads to.
    pub target: Expr,
    /// Slots whose values a trace shows: what was chosen.
    pub shown: Vec<Slot>,
    /// Where its name stands.
    pub span: Span,
    /// The whole clause.
    pub clause: Span,
}

/// A binder and its guard.
#[derive(Clone, Debug)]
pub struct Binder {
    /// What it binds.
    pub kind: BinderKind,
    /// `where`
    pub guard: Option<Expr>,
    /// Its text.
    pub span: Span,
}

/// How a binder gets its values.
#[derive(Clone, Hash, Debug)]
pub enum BinderKind {
    /// `x in SOURCE`; several slots take a tuple (or a cell) apart.
    In {
        /// The slots bound.
        slots: Vec<Slot>,
        /// Their names, for messages.
        names: Vec<String>,
        /// What they run through: a set, bag, list, map (its keys) or range.
        source: Expr,
    },
    /// `x = EXPR`
    Is {
        /// The slot bound.
        slot: Slot,
        /// Its name, for messages.
        name: String,
        /// Its value.
        value: Expr,
    },
}

/// An expression with its type and place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, Hash, Debug)]
pub enum ExprKind {
    /// `42`
    Int(BigInt),
    /// `true`
    Bool(bool),
    /// `"text"`
    Text(Arc<str>),
    /// A name of an enumeration, by its index (the type holds the names).
    Case(u32),
    /// A parameter or a bound name.
    Local(Slot),
    /// A `let` without parameters.
    Global(LetId),
    /// A function as a value.
    Function(LetId),
    /// A call of a `let` with parameters.
    Call(LetId, Vec<Expr>),
    /// A call of a parameter that is a function.
    CallLocal(Slot, Vec<Expr>),
    /// A call of a native function.
    Builtin(Builtin, Vec<Expr>),
    /// `-x`
    Negate(Box<Expr>),
    /// `not p`
    Not(Box<Expr>),
    /// An operator on two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A comparison (`>` and `>=` are turned round).
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `x in S`
    In(Box<Expr>, Box<Expr>),
    /// `lo..hi` as a set of numbers; without `hi` it has no end.
    Range(Box<Expr>, Option<Box<Expr>>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `(row, column)` where a cell is wanted.
    Cell(Box<Expr>, Box<Expr>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `bag(a, b)`
    Bag(Vec<Expr>),
    /// `map(k to v, ...)`
    Map(Vec<(Expr, Expr)>),
    /// A comprehension or a fold.
    For(Fold, Box<Expr>, Vec<Binder>),
    /// `map(k to v for binders)`
    MapFor(Box<Expr>, Box<Expr>, Vec<Binder>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `row[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `p.row` (true) or `p.col`
    Field(Box<Expr>, bool),
    /// `Nim(3)`
    Position(GameId, Vec<Expr>),
    /// `*k`
    Heap(Box<Expr>),
    /// `nothing`
    Nothing,
    /// `Nim` on its own: the position it starts with.
    Start(GameId),
    /// Where a vertex of a graph leads.
    Successors(GameId, Box<Expr>),
    /// Stands where a mistake was reported; never run.
    Wrong,
}

/// What a comprehension collects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fold {
    /// `{ e for ... }`
    Set,
    /// `[ e for ... ]`
    List,
    /// `bag(e for ...)`
    Bag,
    /// `sum(e for ...)` of numbers
    Sum,
    /// `sum(P for ...)` of positions
    SumPositions,
    /// `max(e for ...)`
    Max,
    /// `min(e for ...)`
    Min,
    /// `count(cond for ...)`
    Count,
    /// `any(cond for ...)`
    Any,
    /// `all(cond for ...)`
    All,
    /// `none(cond for ...)`
    None,
}

/// Operators on two operands, resolved by type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// Numbers.
    Add,
    /// Numbers.
    Subtract,
    /// Numbers.
    Multiply,
    /// Numbers, rounded down.
    Divide,
    /// Numbers; the remainder has the sign of the divisor.
    Mod,
    /// Numbers.
    Power,
    /// Numbers: nim-sum.
    Xor,
    /// Truth values, the second only where needed.
    And,
    /// Truth values, the second only where needed.
    Or,
    /// Lists.
    Concat,
    /// Text and anything.
    Join,
    /// Positions: the disjunctive sum.
    Sum,
    /// A set or bag and an element (by the type of the left operand).
    With,
    /// A set or bag and an element.
    Without,
    /// Two sets or bags.
    Union,
    /// Two sets or bags.
    Common,
    /// Two sets or bags.
    Minus,
    /// Two sets: the symmetric difference.
    Flip,
}

/// Comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
}

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
        /// What stands behind `is`.
        is: Option<Verdict>,
        /// `for` which cases.
        binders: Vec<Binder>,
        /// Under which winning rule.
        rule: WinRule,
    },
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
    /// Whoever cannot move loses.
    #[default]
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

/// What stands behind `is`.
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
