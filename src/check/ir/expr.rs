//! Expressions and binders, typed.

use super::{GameId, LetId, Slot};
use crate::check::builtins::Builtin;
use crate::check::types::Type;
use crate::source::Span;
use num_bigint::BigInt;
use std::sync::Arc;

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
#[derive(Clone, PartialEq, Hash, Debug)]
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
    /// Where it is.
    pub span: Span,
}

/// The expressions.
#[derive(Clone, PartialEq, Hash, Debug)]
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
