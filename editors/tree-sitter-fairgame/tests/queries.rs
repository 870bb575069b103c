//! The queries for editors fit the grammar, and every word of a program has a colour.

mod support;

use fairgame::check::builtins::TABLE;
use support::{is_right, root, texts, tree};
use tree_sitter::{Query, QueryCursor, StreamingIterator};

fn folder() -> std::path::PathBuf {
    root().join("editors/tree-sitter-fairgame/queries")
}

fn query(editor: &str, file: &str) -> Query {
    let path = folder().join(editor).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Query::new(&tree_sitter_fairgame::LANGUAGE.into(), &text)
        .unwrap_or_else(|e| panic!("{editor}/{file}: {e}"))
}

#[test]
fn every_query_fits_the_grammar() {
    let mut queries = 0;
    for editor in ["nvim", "helix", "zed"] {
        for file in std::fs::read_dir(folder().join(editor)).expect("a folder") {
            query(editor, &file.expect("a file").file_name().to_string_lossy());
            queries += 1;
        }
    }
    assert!(queries >= 12, "only {queries} queries");
}

/// The bytes of a text that have some capture.
fn covered(query: &Query, text: &str) -> Vec<bool> {
    let tree = tree(text);
    let mut covered = vec![false; text.len()];
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    while let Some(found) = matches.next() {
        for capture in found.captures() {
            covered[capture.node.byte_range()].fill(true);
        }
    }
    covered
}

#[test]
fn every_word_and_sign_has_a_colour() {
    let examples: Vec<(String, String)> = texts()
        .into_iter()
        .filter(|(name, text)| name.starts_with("tests/corpus") && is_right(text))
        .collect();
    for editor in ["nvim", "helix", "zed"] {
        let query = query(editor, "highlights.scm");
        for (name, text) in &examples {
            let covered = covered(&query, text);
            let bare = text.char_indices().find(|(i, c)| !c.is_whitespace() && !covered[*i]);
            assert!(bare.is_none(), "{editor}: {name}: no colour at {:?}", &text[bare.unwrap().0..]);
        }
    }
}

#[test]
fn every_function_of_the_language_is_coloured_as_one() {
    for editor in ["nvim", "helix", "zed"] {
        let path = folder().join(editor).join("highlights.scm");
        let text = std::fs::read_to_string(path).expect("the colours");
        let missing: Vec<&str> =
            TABLE.iter().map(|row| row.0).filter(|n| !text.contains(&format!("\"{n}\""))).collect();
        assert!(missing.is_empty(), "{editor}/highlights.scm does not know {missing:?}");
    }
}

#[test]
fn games_and_their_moves_fold() {
    let text = "game Nim(n: nat)\n  move take(k in 1..n)\n    to Nim(n - k)\n";
    let query = query("nvim", "folds.scm");
    let tree = tree(text);
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut kinds = vec![];
    while let Some(found) = matches.next() {
        kinds.extend(found.captures().iter().map(|c| c.node.kind()));
    }
    assert!(kinds.contains(&"game_item") && kinds.contains(&"move_clause"), "{kinds:?}");
}
