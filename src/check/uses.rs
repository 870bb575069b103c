//! The meaning of every name in a text, recorded by the checker, so that nothing needs to resolve names a second
//! time. Editors use it to go to definitions, to rename and to colour.

use super::types::Type;
use crate::source::Span;

/// The meaning of a name.
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
    /// A name of a binder: a choice of a move, the index of a table.
    Binder,
    /// A move.
    Move,
    /// A name of an enumeration, or a vertex of a graph.
    Case,
    /// A function of the language.
    Builtin,
    /// The text between the quotation marks of `use`.
    Module,
}

/// A name in a text, and its meaning there. The definition itself counts too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The name.
    pub span: Span,
    /// Its meaning.
    pub kind: Kind,
    /// Where that is defined: the same for all uses of one thing. A word of the language has no place.
    pub definition: Option<Span>,
    /// Its type, if it has one: for a function the type of its result, for a parameter the resolved declared type.
    pub ty: Option<Type>,
    /// For the definition of a parameter, its type as written.
    pub declared: Option<Span>,
}

impl Use {
    /// Whether the name is defined here.
    pub fn is_definition(&self) -> bool {
        self.definition == Some(self.span)
    }
}
