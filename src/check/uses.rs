//! What every name in a text stands for: written down where the checker finds it out, so that nobody has to find it
//! out again. Editors go to definitions by it, rename by it, and colour by it.

use super::types::Type;
use crate::source::Span;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A game.
    Game,
    /// A graph.
    Graph,
    /// A `let` without parameters.
    Constant,
    /// A `let` with parameters.
    Function,
    /// A parameter of a game or a function.
    Parameter,
    /// What a binder binds: a choice of a move, the index of a table.
    Binder,
    /// A move.
    Move,
    /// A name of an enumeration, or a vertex of a graph.
    Case,
    /// A function of the language.
    Builtin,
    /// What stands between the quotation marks of `use`.
    Module,
}

/// A name in a text, and what it stands for there. The definition itself is one, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The name.
    pub span: Span,
    /// What it stands for.
    pub kind: Kind,
    /// Where that is defined: the same for all uses of one thing. What the language brings along has no place.
    pub definition: Option<Span>,
    /// Its type, if it has one: what a function gives, and of a parameter what its declared type comes to.
    pub ty: Option<Type>,
    /// Of the definition of a parameter, its type as it is written.
    pub declared: Option<Span>,
}

impl Use {
    /// Whether the name is defined here.
    pub fn is_definition(&self) -> bool {
        self.definition == Some(self.span)
    }
}
