//! The tree-sitter grammar of fairgame: the generated parser, and the queries for editors.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_fairgame() -> *const ();
}

/// The grammar.
// The generated function takes nothing and gives a table that lives as long as the program, as `from_raw` asks.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_fairgame) };
/// The kinds of nodes there are, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
/// What has which colour.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/nvim/highlights.scm");
/// Where names are defined and used.
pub const LOCALS_QUERY: &str = include_str!("../../queries/nvim/locals.scm");
/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/nvim/folds.scm");
/// Texts of other languages inside.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/nvim/injections.scm");
