//! The nodes of the lowered form.

use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, GameId, LetId};
use crate::check::types::Type;
use crate::source::Span;
use crate::value::Value;
use std::sync::Arc;

/// A name that is given a value in one place: an index into [`Form::vars`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var(pub u32);

impl Var {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known about a name.
#[derive(Clone, PartialEq, Debug)]
pub struct VarInfo {
    /// What the author calls it, if there is such a name.
    pub name: Option<Arc<str>>,
    /// Its type.
    pub ty: Type,
}

/// What an operation works on.
#[derive(Clone, PartialEq, Debug)]
pub enum Atom {
    /// A name.
    Var(Var),
    /// A value known beforehand.
    Const(Value),
}

/// What an operation works on, and where it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// What it is.
    pub is: Atom,
    /// Where it is written.
    pub span: Span,
}

impl Arg {
    /// The name, if it is one.
    pub fn var(&self) -> Option<Var> {
        match self.is {
            Atom::Var(v) => Some(v),
            Atom::Const(_) => None,
        }
    }

    /// The value, if it is known beforehand.
    pub fn constant(&self) -> Option<&Value> {
        match &self.is {
            Atom::Var(_) => None,
            Atom::Const(v) => Some(v),
        }
    }
}

/// A body: what is computed of some parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// All names; the parameters first.
    pub vars: Vec<VarInfo>,
    /// How many parameters there are.
    pub params: usize,
    /// What is done.
    pub body: Block,
}

/// Steps, one after the other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// The steps.
    pub steps: Vec<Step>,
    /// What the block gives in the end: to the names of the `if` or `repeat` it belongs to, or as the value of a body.
    pub gives: Vec<Arg>,
}

/// A step, and where it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// What is done.
    pub kind: StepKind,
    /// Where it is written.
    pub span: Span,
}

/// The steps. Everything is done in the order written, and the first mistake ends all.
#[derive(Clone, PartialEq, Debug)]
pub enum StepKind {
    /// `x = op(...)`: one operation.
    Let {
        /// The name it is given.
        var: Var,
        /// The operation.
        op: Op,
        /// What it works on.
        args: Vec<Arg>,
    },
    /// One block or the other, and what it gives.
    If {
        /// The names for what the blocks give.
        gives: Vec<Var>,
        /// The condition.
        cond: Arg,
        /// Where it holds.
        then: Block,
        /// Where it does not.
        other: Block,
    },
    /// A block for each element.
    For {
        /// The element.
        var: Var,
        /// Where it comes from.
        over: Over,
        /// What is done for it.
        body: Block,
    },
    /// A block this many times, each time with what it gave before; a mistake if the number is negative.
    Repeat {
        /// The name for what the last time gave, or the beginning.
        gives: Var,
        /// The name of what goes from one time to the next.
        state: Var,
        /// How it begins.
        first: Arg,
        /// How many times.
        times: Arg,
        /// Gives the next state.
        body: Block,
    },
    /// What is put together by the `put` and `part` steps inside.
    Gather {
        /// The name for the whole.
        gives: Var,
        /// What becomes of what is put.
        what: Gather,
        /// Where things are put.
        body: Block,
    },
    /// Puts something into a gathering around this step.
    Put {
        /// The gathering.
        into: Var,
        /// What is put: for a map a key and a value, for `Gather::Any` and `Gather::Count` nothing.
        args: Vec<Arg>,
    },
    /// An option: the sum of the parts inside.
    Option {
        /// Which move of the game it is.
        index: usize,
        /// What was chosen, as it is shown.
        shown: Vec<Arg>,
        /// Where its parts are.
        body: Block,
    },
    /// A part of the option or of the sum around this step.
    Part(Part),
    /// A mistake unless an argument fits the declared type of a parameter.
    Fit {
        /// The argument.
        value: Arg,
        /// The definition that is called.
        of: LetId,
        /// Which parameter.
        param: usize,
    },
    /// A mistake: what follows is never reached.
    Stop {
        /// Stands for the value that there would be.
        gives: Var,
        /// Which mistake.
        why: Why,
    },
}

/// A part of a sum.
#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    /// A position of a game; a mistake if the arguments do not fit its declared types.
    Game(GameId, Vec<Arg>),
    /// A nim-heap; a mistake if its size is negative.
    Heap(Arg),
    /// All parts of a position that is a value.
    All(Arg),
}

/// What the elements of a loop come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Over {
    /// The numbers from the first to the second.
    Up(Arg, Arg),
    /// The same, the largest first.
    Down(Arg, Arg),
    /// The elements of a collection, in order; the keys of a map.
    Elements(Arg),
}

/// What becomes of what is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gather {
    /// A set.
    Set,
    /// A list, in order.
    List,
    /// A bag.
    Bag,
    /// A map; the last value of a key counts.
    Map,
    /// The sum of numbers.
    Sum,
    /// The position with all these parts, in order.
    Positions,
    /// How often something was put.
    Count,
    /// The largest; a mistake if there is none.
    Max,
    /// The least; a mistake if there is none.
    Min,
    /// The first, which is the largest, and nothing more is done inside; a mistake if there is none.
    Largest,
    /// The first, which is the least, and nothing more is done inside; a mistake if there is none.
    Least,
    /// Whether something was put; then nothing more is done inside.
    Any,
}

impl Gather {
    /// Whether what is inside ends with the first `put`.
    pub fn ends_early(self) -> bool {
        matches!(self, Gather::Any | Gather::Largest | Gather::Least)
    }
}

/// Mistakes that are known where they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// What could not be understood.
    Unreadable,
    /// A set of infinitely many numbers.
    EndlessSet,
    /// A game that does not say how it starts.
    NoStart(GameId),
}

/// The operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `-x`
    Negate,
    /// `not p`
    Not,
    /// On two operands; `and` and `or` are `if`.
    Binary(BinaryOp),
    /// A comparison.
    Compare(CompareOp),
    /// Whether something is in a collection.
    In,
    /// The set of the numbers from the first to the second.
    Range,
    /// A tuple.
    Tuple,
    /// A cell, of row and column.
    Cell,
    /// A set of these.
    Set,
    /// A list of these.
    List,
    /// A bag of these.
    Bag,
    /// A map: keys and values in turn.
    Map,
    /// The entry of a list or map at a place.
    Index,
    /// The row of a cell.
    Row,
    /// The column of a cell.
    Col,
    /// An entry of a tuple, counted from 0.
    Entry(u32),
    /// A native function; a question asks a solver.
    Native(Builtin),
    /// A definition that is not written out here, because too much is already.
    Call(LetId),
    /// A function that is not known here, the first operand, of the others.
    Apply,
    /// What a definition without parameters stands for; computed once.
    Global(LetId),
    /// A position of a game; a mistake if the arguments do not fit its declared types.
    Position(GameId),
    /// A nim-heap; a mistake if its size is negative.
    Heap,
    /// Where a vertex of a graph leads.
    Successors(GameId),
}
