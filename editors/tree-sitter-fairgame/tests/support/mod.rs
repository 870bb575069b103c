//! The texts that both readers are given, and how each of them judges a text.

use fairgame::diagnostic::Diagnostic;
use fairgame::source::FileId;
use fairgame::syntax::ast::{Item, StatementKind};
use fairgame::syntax::items::cut;
use fairgame::syntax::parse::{parse, reads};
use std::path::{Path, PathBuf};
use tree_sitter::{Node, Parser, Tree};

/// The folder of the whole project.
#[allow(dead_code)]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A parser for fairgame.
#[allow(dead_code)]
pub fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_fairgame::LANGUAGE.into()).expect("a grammar of this version");
    parser
}

/// The tree of a text.
#[allow(dead_code)]
pub fn tree(text: &str) -> Tree {
    parser().parse(text, None).expect("a tree")
}

/// Whether the program takes a text as it is written; what it means is not asked.
#[allow(dead_code)]
pub fn is_right(text: &str) -> bool {
    complaints(text).is_empty()
}

/// The codes of what the program cannot read in a text.
#[allow(dead_code)]
pub fn complaints(text: &str) -> Vec<&'static str> {
    let mut parsed = parse(FileId(0), text);
    parsed.diagnostics.retain(|d| !can_be_read(text, d));
    let bare = |item: &Item| matches!(item, Item::Statement(s) if matches!(s.kind, StatementKind::Bare(_)));
    let bare = parsed.items.iter().any(bare).then_some("bare");
    parsed.diagnostics.iter().map(|d| d.code).chain(bare).collect()
}

/// Whether the item of a mistake can be read: it is one that is never meant, such as `1.."b"`.
fn can_be_read(text: &str, mistake: &Diagnostic) -> bool {
    let at = mistake.span().map_or(0, |s| s.range().start);
    let (items, _) = cut(text);
    let item = items.iter().rev().find(|item| item.span.start <= at);
    item.is_some_and(|item| reads(FileId(0), &text[item.span.clone()]))
}

/// The first place that the grammar does not take, if there is one.
#[allow(dead_code)]
pub fn error_in(tree: &Tree) -> Option<String> {
    if !tree.root_node().has_error() {
        return None;
    }
    let mut node = tree.root_node();
    while !(node.is_error() || node.is_missing()) {
        let mut cursor = node.walk();
        let next: Option<Node> = node.children(&mut cursor).find(|c| c.has_error() || c.is_missing());
        match next {
            Some(child) => node = child,
            None => break,
        }
    }
    let at = node.start_position();
    Some(format!("line {}, column {}: {}", at.row + 1, at.column + 1, node.to_sexp()))
}

/// Every text in the language that the repository has, with a name: programs, mistakes, and blocks of pages.
#[allow(dead_code)]
pub fn texts() -> Vec<(String, String)> {
    let mut found = vec![];
    for folder in ["examples", "stdlib", "benches", "tests", "docs"] {
        collect(&root().join(folder), &mut found);
    }
    assert!(found.len() > 500, "only {} texts were found", found.len());
    found
}

fn collect(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        if path.is_dir() {
            collect(&path, found);
            continue;
        }
        let pieces = match path.extension().and_then(|e| e.to_str()) {
            Some("game") => paragraphs_of_mistakes(&read(&path)),
            Some("md") => blocks(&read(&path)),
            Some("txt") if name.ends_with("mistakes.txt") => cases(&read(&path)),
            _ => continue,
        };
        found.extend(pieces.into_iter().enumerate().map(|(i, text)| (format!("{name} [{i}]"), text)));
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A file of the corpus without its mistakes, and each of these by itself.
fn paragraphs_of_mistakes(text: &str) -> Vec<String> {
    let (bad, good): (Vec<&str>, Vec<&str>) =
        text.split("\n\n").partition(|p| p.trim_start().starts_with("#! error "));
    let whole = std::iter::once(good.join("\n\n"));
    whole.chain(bad.into_iter().map(str::to_string)).collect()
}

/// The blocks of a page that are programs.
fn blocks(page: &str) -> Vec<String> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced
        .filter(|b| b.starts_with("game"))
        .filter_map(|b| Some(b.split_once('\n')?.1.to_string() + "\n"))
        .collect()
}

/// The cases of a list of mistakes.
fn cases(list: &str) -> Vec<String> {
    list.split("==== ").filter_map(|case| Some(case.split_once('\n')?.1.to_string())).collect()
}
