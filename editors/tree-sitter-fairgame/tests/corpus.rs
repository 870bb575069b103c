//! The trees of test/corpus, in the format of tree-sitter's own tests. `UPDATE=1` writes them anew.

mod support;

use std::path::PathBuf;
use support::{root, tree};

const RULE: &str = "==================\n";

/// A tree with one node a line, and the field it stands in.
fn shown(text: &str) -> String {
    let tree = tree(text);
    let mut out = String::new();
    let mut cursor = tree.walk();
    let mut depth = 0;
    loop {
        let node = cursor.node();
        if node.is_named() {
            let field = cursor.field_name().map_or(String::new(), |f| format!("{f}: "));
            out += &format!("\n{}{field}({}", "  ".repeat(depth), node.kind());
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        loop {
            if cursor.node().is_named() {
                out.push(')');
            }
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return out.trim_start().to_string();
            }
            depth -= 1;
        }
    }
}

/// The cases of a file: name, text and the tree that it should have.
fn cases(file: &str) -> Vec<(String, String, String)> {
    let pieces: Vec<&str> = file.split(RULE).skip(1).collect();
    let pairs = pieces.chunks(2).map(|pair| (pair[0], pair[1]));
    let case = |(name, body): (&str, &str)| {
        let (text, tree) = body.split_once("\n---\n").expect("a tree below ---");
        (name.trim().to_string(), text.trim_start_matches('\n').to_string(), tree.trim().to_string())
    };
    pairs.map(case).collect()
}

#[test]
fn the_trees_are_those_of_the_corpus() {
    let folder: PathBuf = root().join("editors/tree-sitter-fairgame/test/corpus");
    let update = std::env::var_os("UPDATE").is_some();
    for path in std::fs::read_dir(folder).expect("the corpus").map(|e| e.expect("a file").path()) {
        let file = std::fs::read_to_string(&path).expect("a text");
        let mut anew = String::new();
        for (name, text, expected) in cases(&file) {
            let tree = shown(&text);
            assert!(!tree.contains("(ERROR"), "{name}:\n{tree}");
            assert!(update || tree == expected, "{}: {name}:\n{tree}", path.display());
            anew += &format!("{RULE}{name}\n{RULE}\n{text}\n---\n\n{tree}\n\n");
        }
        if update {
            std::fs::write(&path, anew).expect("the corpus can be written");
        }
    }
}
