//! Where a run of tokens is.

/// Where a run of tokens is: a broken one is explained differently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::syntax) enum Place {
    /// An item of a file, or text between items.
    File,
    /// Typed at the prompt.
    Prompt,
    /// An expression by itself.
    Expr,
    /// Binders by themselves.
    Binders,
}
