//! `docs/catalogue.md` is made of `tests/catalogue.txt` and of what the examples say: which rows they have, and how many
//! expectations stand under each. That these hold is tested in `tests/examples.rs`.

use fairgame::library::{CHAPTERS, Entry, examples, rows_named};
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/catalogue.md");

/// A row of `tests/catalogue.txt`: `name | kind | remark`, below the heading of its chapter.
struct Row {
    name: String,
    kind: String,
    remark: String,
}

fn rows() -> Vec<(String, Vec<Row>)> {
    let mut chapters: Vec<(String, Vec<Row>)> = vec![];
    for line in include_str!("catalogue.txt").lines().filter(|l| !l.is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            chapters.push((title.to_string(), vec![]));
            continue;
        }
        let mut cells = line.split('|').map(|cell| cell.trim().to_string());
        let mut cell = || cells.next().unwrap_or_default();
        let row = Row { name: cell(), kind: cell(), remark: cell() };
        chapters.last_mut().expect("a heading stands above").1.push(row);
    }
    chapters
}

/// Where each row is, and how many expectations stand under its name.
fn facts() -> BTreeMap<String, (Entry, usize)> {
    let mut facts: BTreeMap<String, (Entry, usize)> = BTreeMap::new();
    for entry in examples() {
        let mut current: Vec<&str> = vec![];
        for line in entry.text.lines() {
            let named: Vec<&str> = rows_named(line).collect();
            if !named.is_empty() {
                current = named;
            }
            for row in &current {
                let known = facts.entry(row.to_string()).or_insert((entry, 0));
                known.1 += usize::from(line.starts_with("expect "));
            }
        }
    }
    facts
}

fn line(row: &Row, facts: &BTreeMap<String, (Entry, usize)>) -> String {
    let (file, count, status) = match facts.get(&row.name) {
        Some((entry, count)) => {
            (format!("[{}](../examples/{})", entry.path, entry.path), count.to_string(), "works")
        }
        None if row.kind == "background" => (String::new(), String::new(), "background"),
        None => (String::new(), String::new(), "not yet"),
    };
    format!("| `{}` | {} | {file} | {count} | {status} | {} |\n", row.name, row.kind, row.remark)
}

fn page() -> String {
    let facts = facts();
    let chapters = rows();
    let all: Vec<&Row> = chapters.iter().flat_map(|c| &c.1).collect();
    let works = all.iter().filter(|r| facts.contains_key(&r.name)).count();
    let background = all.iter().filter(|r| r.kind == "background" && !facts.contains_key(&r.name)).count();
    let expectations: usize =
        examples().map(|e| e.text.lines().filter(|l| l.starts_with("expect ")).count()).sum();
    let mut text = format!(
        "# The catalogue\n\n\
         Games, theorems and methods of the literature, and their files in `examples/`. A row's expectations are the\n\
         `expect` lines below the comment that names it; `cargo test` runs them all. `fairgame help NAME` describes each.\n\n\
         {} rows: {works} work, {background} are background, {} do not work yet. {expectations} expectations in {} files.\n\n\
         `UPDATE=1 cargo test --test house catalogue` writes this page.\n",
        all.len(),
        all.len() - works - background,
        examples().count(),
    );
    for (title, rows) in &chapters {
        text += &format!(
            "\n## {title}\n\n| row | kind | file | expectations | status | remark |\n|---|---|---|--:|---|---|\n"
        );
        rows.iter().for_each(|row| text += &line(row, &facts));
    }
    text
}

#[test]
fn the_page_is_up_to_date() {
    let page = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(PAGE, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(written == page, "docs/catalogue.md is out of date: UPDATE=1 cargo test --test house catalogue");
}

#[test]
fn every_row_that_is_named_is_known_and_has_expectations() {
    let known: BTreeSet<String> = rows().into_iter().flat_map(|c| c.1).map(|r| r.name).collect();
    let facts = facts();
    let unknown: Vec<_> = facts.keys().filter(|row| !known.contains(*row)).collect();
    assert!(unknown.is_empty(), "not in tests/catalogue.txt: {unknown:?}");
    let empty: Vec<_> = facts.iter().filter(|(_, (_, count))| *count == 0).map(|(row, _)| row).collect();
    assert!(empty.is_empty(), "rows without an expectation: {empty:?}");
}

#[test]
fn a_row_that_does_not_work_says_why() {
    let facts = facts();
    let rows = rows().into_iter().flat_map(|c| c.1);
    let silent: Vec<_> =
        rows.filter(|r| !facts.contains_key(&r.name) && r.remark.is_empty()).map(|r| r.name).collect();
    assert!(silent.is_empty(), "rows without a file and without a remark: {silent:?}");
}

#[test]
fn names_of_examples_and_modules_are_different() {
    let mut names: Vec<&str> = examples().chain(fairgame::library::modules()).map(|e| e.name).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|w| w[0] == w[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(examples().all(|e| CHAPTERS.iter().any(|(c, _)| Some(*c) == e.chapter)));
}
