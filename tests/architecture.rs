//! The borders between the modules are where `docs/architecture.md` says they are: its tables are read here and compared
//! with every file of `src/`.

#[path = "support/rust.rs"]
mod rust;

use rust::{crate_paths, names_crate, uses, without_tests, words};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

// ---- the project as files

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// What tools keep for themselves.
const OTHERS: [&str; 9] = [
    "target",
    ".git",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "node_modules",
    "dist",
    "pkg",
];

/// Every file below a folder, by its path from the root of the project, sorted; what is built is left out.
fn files(folder: &str) -> Vec<String> {
    let mut found = vec![];
    let mut left = vec![root().join(folder)];
    while let Some(dir) = left.pop() {
        for entry in fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display())) {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if OTHERS.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() { left.push(path) } else { found.push(relative(&path)) }
        }
    }
    found.sort();
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).expect("a file of the project").to_string_lossy().replace('\\', "/")
}

struct Source {
    path: String,
    words: Vec<String>,
}

fn sources() -> Vec<Source> {
    let rust = files("src").into_iter().filter(|p| p.ends_with(".rs"));
    rust.map(|path| Source { words: words(&read(&path)), path }).collect()
}

// ---- the tables of docs/architecture.md

/// The rows of the table whose header begins with `first`, as cells.
fn table(first: &str) -> Vec<Vec<String>> {
    let text = read("docs/architecture.md");
    let mut lines = text.lines().skip_while(|l| !l.starts_with(&format!("| {first} |")));
    assert!(lines.next().is_some(), "docs/architecture.md has no table that begins with `{first}`");
    let cells = |line: &str| line.trim_matches('|').split('|').map(|c| c.trim().to_string()).collect();
    lines.skip(1).take_while(|l| l.starts_with('|')).map(cells).collect()
}

/// What stands between backticks in a cell.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// A row of the import table.
struct Row {
    /// A file or a folder; a file and the folder of its parts.
    paths: Vec<String>,
    module: Vec<String>,
    may_import: Vec<Vec<String>>,
}

fn segments(module: &str) -> Vec<String> {
    module.split("::").map(str::to_string).collect()
}

/// The module a file of `src/` is, or the files of a folder belong to.
fn module_of(path: &str) -> Vec<String> {
    let inner = path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches('/');
    let mut module: Vec<String> = inner.split('/').map(str::to_string).collect();
    if module.last().is_some_and(|m| m == "mod" || m == "lib") {
        module.pop();
    }
    module
}

fn rows() -> Vec<Row> {
    let row = |cells: Vec<String>| {
        let paths = quoted(&cells[0]);
        let may_import = quoted(&cells[2]).iter().map(|m| segments(m)).collect();
        Row { module: module_of(&paths[0]), paths, may_import }
    };
    let rows: Vec<Row> = table("path").into_iter().map(row).collect();
    assert!(rows.len() > 10, "the import table was not understood");
    rows
}

impl Row {
    fn name(&self) -> &str {
        &self.paths[0]
    }

    /// How much of a file's path the row covers, if any.
    fn covers(&self, file: &str) -> Option<usize> {
        let fits = |p: &&String| if p.ends_with('/') { file.starts_with(*p) } else { file == *p };
        self.paths.iter().filter(fits).map(String::len).max()
    }
}

/// The row with the longest path that is the beginning of `module`.
fn row_of<'r>(rows: &'r [Row], module: &[String]) -> Option<&'r Row> {
    rows.iter().filter(|r| module.starts_with(&r.module)).max_by_key(|r| r.module.len())
}

fn row_of_file<'r>(rows: &'r [Row], path: &str) -> &'r Row {
    let row = rows.iter().filter(|r| r.covers(path).is_some()).max_by_key(|r| r.covers(path));
    row.unwrap_or_else(|| panic!("docs/architecture.md: its table has no row for {path}"))
}

// ---- the borders

#[test]
fn imports_are_those_of_the_table() {
    let rows = rows();
    let mut wrong = BTreeSet::new();
    let mut used = BTreeSet::new();
    for source in sources() {
        let row = row_of_file(&rows, &source.path);
        for path in crate_paths(&source.words, &module_of(&source.path)) {
            let Some(target) = row_of(&rows, &path) else { continue };
            if target.name() == row.name() {
                continue;
            }
            let covers = |m: &&Vec<String>| path.starts_with(m) && m.len() >= target.module.len();
            match row.may_import.iter().find(covers) {
                Some(allowed) => drop(used.insert((row.name().to_string(), allowed.join("::")))),
                None => drop(wrong.insert(format!("{} may not import {}", source.path, path.join("::")))),
            }
        }
    }
    for row in &rows {
        let unused = row.may_import.iter().map(|m| m.join("::"));
        let unused = unused.filter(|m| !used.contains(&(row.name().to_string(), m.clone())));
        wrong.extend(
            unused.map(|m| format!("{} does not import `{m}`: take it out of the table", row.name())),
        );
    }
    assert!(wrong.is_empty(), "against the table of docs/architecture.md:\n  {}", list(&wrong));
}

#[test]
fn the_table_goes_downwards() {
    let rows = rows();
    let mut wrong = BTreeSet::new();
    for (i, row) in rows.iter().enumerate() {
        for path in &row.paths {
            assert!(root().join(path).exists(), "{path} is in the table and does not exist");
        }
        for target in row.may_import.iter().filter_map(|m| row_of(&rows, m)) {
            let at = rows.iter().position(|r| r.name() == target.name());
            let nested = row.module.starts_with(&target.module) || target.module.starts_with(&row.module);
            if at > Some(i) && !nested {
                wrong.insert(format!("{} imports {}, which stands below it", row.name(), target.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", list(&wrong));
}

#[test]
fn dependencies_stay_where_they_belong() {
    let sources = sources();
    let mut wrong = BTreeSet::new();
    let mut listed = BTreeSet::new();
    for cells in table("crate") {
        let name = quoted(&cells[0]).pop().expect("a crate in the first cell");
        let places = quoted(&cells[1]);
        let ident = name.replace('-', "_");
        let users: Vec<&str> =
            sources.iter().filter(|s| names_crate(&s.words, &ident)).map(|s| s.path.as_str()).collect();
        let outside = users.iter().filter(|u| !places.iter().any(|p| u.starts_with(p)));
        wrong.extend(outside.map(|u| format!("{u} uses {name}")));
        let idle = places.iter().filter(|p| !users.iter().any(|u| u.starts_with(p.as_str())));
        wrong.extend(idle.map(|p| format!("{p} does not use {name}: take it out of the table")));
        listed.insert(name);
    }
    let declared = dependencies();
    wrong.extend(declared.difference(&listed).map(|d| format!("{d} is a dependency and not in the table")));
    wrong.extend(listed.difference(&declared).map(|d| format!("{d} is in the table and no dependency")));
    assert!(wrong.is_empty(), "against the table of docs/architecture.md:\n  {}", list(&wrong));
}

/// The names under `[dependencies]`, and under those of some systems.
fn dependencies() -> BTreeSet<String> {
    let text = read("Cargo.toml");
    let is_used =
        |name: &str| name == "dependencies" || name.starts_with("target.") && name.ends_with(".dependencies");
    let sections = text.split("\n[").filter_map(|s| s.split_once("]\n"));
    let mut names = BTreeSet::new();
    for (_, section) in sections.filter(|(name, _)| is_used(name)) {
        let mut commented = false;
        for line in section.lines() {
            if let Some((name, _)) = line.split_once(" = ") {
                assert!(commented, "Cargo.toml: {name} has no comment above it");
                names.insert(name.to_string());
            }
            commented = line.starts_with('#');
        }
    }
    names
}

#[test]
fn the_manual_names_every_feature() {
    let (manifest, manual) = (read("Cargo.toml"), read("src/lib.rs"));
    let features =
        manifest.split("\n[features]\n").nth(1).and_then(|s| s.split("\n[").next()).unwrap_or_default();
    let names = features.lines().filter_map(|line| line.split_once(" = [")).map(|(name, _)| name);
    let missing: Vec<&str> =
        names.filter(|n| *n != "default" && !manual.contains(&format!("//! | `{n}` |"))).collect();
    assert!(
        features.len() > 100 && missing.is_empty(),
        "features that src/lib.rs does not tell: {missing:?}"
    );
}

#[test]
fn only_front_ends_write_to_a_terminal() {
    let may = ["src/render", "src/console/", "src/repl/", "src/cli/", "src/main.rs"];
    let mut wrong = BTreeSet::new();
    for s in sources().iter().filter(|s| !may.iter().any(|m| s.path.starts_with(m))) {
        for pair in s.words.windows(2) {
            let macros = ["print", "println", "eprint", "eprintln", "dbg"];
            let writes = pair[1] == "!" && macros.contains(&pair[0].as_str())
                || pair[1] == "(" && ["stdout", "stderr"].contains(&pair[0].as_str());
            if writes {
                wrong.insert(format!("{} uses {}", s.path, pair[0]));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "only render, console, repl, cli and main write to a terminal:\n  {}",
        list(&wrong)
    );
}

/// The files that `docs/architecture.md` lists as the only ones with `unsafe`, each with its proof.
#[test]
fn unsafe_code_stands_where_it_is_listed() {
    let text = read("docs/architecture.md");
    let line =
        text.lines().find(|l| l.starts_with("- `unsafe` occurs only in")).expect("the list of unsafe files");
    let listed: BTreeSet<String> = quoted(line).into_iter().skip(1).collect();
    let rust = files("").into_iter().filter(|p| p.ends_with(".rs"));
    let found: BTreeSet<String> = rust.filter(|p| words(&read(p)).iter().any(|w| w == "unsafe")).collect();
    assert_eq!(found, listed, "files with `unsafe`, found and listed");
}

#[test]
fn no_file_refers_to_places_outside_the_project() {
    let mut wrong = BTreeSet::new();
    for path in files("").into_iter().filter(|p| !p.starts_with("tests/") && p != "Cargo.lock") {
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        for (i, line) in text.lines().enumerate() {
            let outside = line.split(|c: char| c.is_whitespace() || "\"'`()[]<>,;|=:".contains(c));
            let outside = outside.filter(|piece| is_outside(&path, piece));
            wrong.extend(outside.map(|piece| format!("{path}:{}: {piece}", i + 1)));
        }
    }
    assert!(wrong.is_empty(), "paths outside the project:\n  {}", list(&wrong));
}

/// Whether a piece of text is an absolute path of a machine, or a relative one that leaves the project.
fn is_outside(file: &str, piece: &str) -> bool {
    const ANYWHERE: [&str; 5] = ["/dev/null", "/dev/full", "/dev/stdin", "/usr/bin/env", "/proc/self/status"];
    // Members of messages between editors and the server, in JSON pointers; addresses of what a test serves.
    if file.starts_with("src/lsp/") || file.starts_with("editors/vscode/test/") {
        return false;
    }
    if let Some(rest) = piece.strip_prefix('/') {
        let is_path = rest.starts_with(char::is_alphabetic) && rest.contains('/');
        return is_path && !ANYWHERE.contains(&piece);
    }
    if !piece.contains("../") {
        return false;
    }
    let mut depth = Path::new(file).components().count() as i32 - 1;
    Path::new(piece).components().any(|c| {
        match c {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
        depth < 0
    })
}

fn list(lines: &BTreeSet<String>) -> String {
    lines.iter().cloned().collect::<Vec<_>>().join("\n  ")
}

// ---- who reads the rules

/// Files that may look at expressions of the ir: what makes it, what gives it its meaning, what lowers it; and the checker of
/// certificates, which shares nothing with the rest.
const READERS: [&str; 32] = [
    "src/syntax/",
    "src/certificate/ending/",
    "src/check/ir/",
    "src/lowered/",
    "src/rules/eval.rs",
    "src/rules/each.rs",
    "src/rules/tally.rs",
    "src/check/arguments.rs",
    "src/check/asked.rs",
    "src/check/binders.rs",
    "src/check/calls.rs",
    "src/check/cells.rs",
    "src/check/compared.rs",
    "src/check/elsewhere.rs",
    "src/check/entries.rs",
    "src/check/hints.rs",
    "src/check/items.rs",
    "src/check/meant.rs",
    "src/check/mended.rs",
    "src/check/named.rs",
    "src/check/operators.rs",
    "src/check/partial.rs",
    "src/check/parts.rs",
    "src/check/places.rs",
    "src/check/phrases.rs",
    "src/check/put.rs",
    "src/check/ranged.rs",
    "src/check/scope.rs",
    "src/check/statements.rs",
    "src/check/stepped.rs",
    "src/check/target.rs",
    "src/check/typing.rs",
];

/// So many other files still walk through expressions by themselves. Each is one more idea of what the rules say; they
/// move to the lowered form, so this number only falls.
const OTHER_READERS: usize = 28;

/// The compiler of values is one of them, in a file for each kind of register.
const COMPILER_OF_VALUES: [&str; 4] = ["registers", "word_values", "set_values", "list_values"];

#[test]
fn fewer_and_fewer_read_expressions_by_themselves() {
    let reads = |source: &Source| source.words.iter().any(|w| w == "ExprKind");
    let may = |path: &str| READERS.iter().any(|r| path.starts_with(r));
    let is_of_values = |path: &str| {
        let name = path.strip_prefix("src/rules/packed/").and_then(|name| name.strip_suffix(".rs"));
        name.is_some_and(|name| COMPILER_OF_VALUES.contains(&name))
    };
    let reader =
        |path: String| if is_of_values(&path) { "src/rules/packed/registers.rs".into() } else { path };
    let others: BTreeSet<String> =
        sources().into_iter().filter(|s| reads(s) && !may(&s.path)).map(|s| reader(s.path)).collect();
    assert!(others.len() <= OTHER_READERS, "one more reads `ExprKind`:\n  {}", list(&others));
    assert!(others.len() == OTHER_READERS, "OTHER_READERS can be {} now", others.len());
}

// ---- import cycles

/// A file that needs another that needs the first cannot be read, or changed, alone. Small groups of files that are one thing
/// may be one; in these folders there are larger ones, of so many files at most: numbers that only fall.
const LARGE_CYCLES: [(&str, usize); 1] = [("src/rules/packed/", 20)];
/// No other has more files.
const SMALL_CYCLE: usize = 4;

#[test]
fn import_cycles_are_small() {
    let most = |first: &str| {
        let known = LARGE_CYCLES.iter().find(|(folder, _)| first.starts_with(folder));
        known.map_or(SMALL_CYCLE, |(_, n)| *n)
    };
    let large: Vec<String> =
        cycles().into_iter().filter(|c| c.len() > most(&c[0])).map(|c| c.join(", ")).collect();
    assert!(large.is_empty(), "files that import each other:\n  {}", large.join("\n  "));
}

/// The groups of files that import each other, sorted.
fn cycles() -> Vec<Vec<String>> {
    let sources = sources();
    let at: BTreeMap<Vec<String>, u32> = sources.iter().map(|s| module_of(&s.path)).zip(0..).collect();
    let is_module = |path: &[String]| at.contains_key(path);
    // Where what a file re-exports comes from.
    let named = |s: &Source| {
        let uses = uses(without_tests(&s.words), &module_of(&s.path), &is_module).into_iter();
        let public = uses.filter(|(public, _)| *public).map(|(_, path)| path);
        public.map(|path| (path.last().cloned().unwrap_or_default(), path)).collect()
    };
    let exports: Vec<BTreeMap<String, Vec<String>>> = sources.iter().map(named).collect();
    let mut arrows = BTreeSet::new();
    for (s, from) in sources.iter().zip(0..) {
        let (words, module) = (without_tests(&s.words), module_of(&s.path));
        let by_use = uses(words, &module, &is_module).into_iter().map(|(_, path)| path);
        for path in by_use.chain(crate_paths(words, &module)) {
            arrows.extend(file_of(&path, &at, &exports, 0).filter(|to| *to != from).map(|to| (from, to)));
        }
    }
    let graph = petgraph::graph::DiGraph::<(), ()>::from_edges(arrows);
    let groups = petgraph::algo::kosaraju_scc(&graph).into_iter();
    let names = |group: Vec<petgraph::graph::NodeIndex>| {
        let mut names: Vec<String> = group.iter().map(|n| sources[n.index()].path.clone()).collect();
        names.sort();
        names
    };
    groups.map(names).filter(|g| g.len() > 1).collect()
}

/// The file in which what a path names stands.
fn file_of(
    path: &[String],
    at: &BTreeMap<Vec<String>, u32>,
    exports: &[BTreeMap<String, Vec<String>>],
    depth: usize,
) -> Option<u32> {
    let long = (1..=path.len()).rev().find(|n| at.contains_key(&path[..*n]))?;
    let file = at[&path[..long]];
    let elsewhere = path.get(long).and_then(|name| exports[file as usize].get(name));
    match elsewhere.filter(|to| depth < 6 && to[..] != path[..to.len().min(path.len())]) {
        Some(to) => file_of(&[to, &path[long + 1..]].concat(), at, exports, depth + 1),
        None => Some(file),
    }
}

// ---- front ends that are crates of their own

/// They see what the manual of the library shows (`src/lib.rs`, and what `src/api/` gives), and none of its parts.
#[test]
fn outside_front_ends_use_the_library_alone() {
    let offered = offered();
    assert!(
        offered.contains("Session") && offered.contains("draw") && !offered.contains("rules"),
        "{offered:?}"
    );
    let own = ["src/", "tests/", "benches/", "build.rs"];
    let outside = files("")
        .into_iter()
        .filter(|p| p.ends_with(".rs") && !own.iter().any(|o| p.starts_with(o)))
        .filter(|p| !p.contains("/tests/"));
    let mut wrong = BTreeSet::new();
    for path in outside {
        let names = named_of("fairgame", &words(&read(&path)));
        wrong.extend(names.difference(&offered).map(|name| format!("{path} uses fairgame::{name}")));
    }
    assert!(wrong.is_empty(), "not offered to front ends:\n  {}", list(&wrong));
    let text =
        "use fairgame::{Session, draw::{self, Style}, rules::solve}; fn f() { fairgame::check::check() }";
    let named = named_of("fairgame", &words(text));
    assert_eq!(list(&named), "Session\n  check\n  draw\n  rules");
}

/// The names that the crate offers: its modules except hidden ones, and what `src/api/` re-exports.
fn offered() -> BTreeSet<String> {
    let lib = words(&read("src/lib.rs"));
    let mut names = BTreeSet::new();
    for (i, window) in lib.windows(3).enumerate() {
        let hidden = lib[..i].ends_with(&["#", "[", "doc", "(", "hidden", ")", "]"].map(String::from));
        if window[0] == "pub" && window[1] == "mod" && !hidden {
            names.insert(window[2].clone());
        }
    }
    for file in ["src/api/mod.rs", "src/answer/mod.rs"] {
        let words = words(&read(file));
        for (i, _) in words.windows(2).enumerate().filter(|(_, w)| w[0] == "pub" && w[1] == "use") {
            let statement = words[i..].split(|w| w == ";").next().unwrap_or_default();
            names.extend(statement.iter().filter(|w| w.starts_with(char::is_uppercase)).cloned());
        }
        let items =
            words.windows(3).filter(|w| w[0] == "pub" && ["struct", "enum", "const"].contains(&&*w[1]));
        names.extend(items.map(|w| w[2].clone()));
    }
    names
}

/// The names directly behind that of a crate, also in groups.
fn named_of(name: &str, words: &[String]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (i, _) in words.windows(2).enumerate().filter(|(_, w)| w[0] == name && w[1] == "::") {
        let rest = &words[i + 2..];
        if rest.first().is_some_and(|w| w != "{") {
            found.extend(rest.first().cloned());
            continue;
        }
        let mut depth = 0;
        for pair in rest.windows(2) {
            match pair[0].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth == 1 && (pair[0] == "{" || pair[0] == ",") && pair[1] != "}" {
                found.insert(pair[1].clone());
            }
        }
    }
    found
}

// ---- the reading of Rust that all this rests on

#[test]
fn paths_are_found_in_every_spelling() {
    let text = r##"
        //! crate::comment::X
        use crate::{a::{self, B as C}, d::*};
        pub(in crate::hidden) fn f<'a>(x: &'a str, c: char) -> super::Up { /* crate::no /* crate::nested */ */ }
        const S: (&str, char, &str) = ("crate::string \" crate::more", '"', r#"crate::raw " "#);
        mod inner { use super::super::Aunt; fn g() { crate::inline::call::<u8>() } }
        fn h() { super::after::Inner; }
    "##;
    let module = ["outer".to_string(), "own".to_string()];
    let found: Vec<String> = crate_paths(&words(text), &module).iter().map(|p| p.join("::")).collect();
    let wanted = ["a", "a::B", "d", "outer::Up", "outer::Aunt", "inline::call", "outer::after::Inner"];
    assert_eq!(found, wanted);
    assert!(names_crate(&words("use im;"), "im") && names_crate(&words("x = im::Set::new()"), "im"));
    assert!(!names_crate(&words("crate::im::Set; self.im::<u8>(); // im::X"), "im"));
}

/// The words of the glossary's last column stand nowhere: neither in messages, nor in pages or comments.
#[test]
fn one_word_for_one_thing() {
    let rows = read("docs/glossary.md");
    let rows = rows.lines().filter(|l| l.starts_with('|'));
    let banned: Vec<String> =
        rows.filter_map(|l| l.trim_end_matches('|').rsplit('|').next()).flat_map(quoted).collect();
    assert!(banned.len() > 5, "the glossary was not understood");
    let folders = ["src", "docs", "stdlib", "examples"];
    let mut found = vec![];
    for path in folders.into_iter().flat_map(files).filter(|p| p != "docs/glossary.md") {
        let text = read(&path).to_lowercase();
        for (i, line) in text.lines().enumerate() {
            let said = banned.iter().filter(|b| stands_in(line, b));
            found.extend(said.map(|b| format!("{path}:{}: {b}", i + 1)));
        }
    }
    assert!(found.is_empty(), "see docs/glossary.md:\n{}", found.join("\n"));
}

/// Whether a word, or several, stand in a line, and not as a part of a longer word.
fn stands_in(line: &str, words: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(words).any(|(at, _)| {
        !letter(line[..at].chars().next_back()) && !letter(line[at + words.len()..].chars().next())
    })
}

/// Suites are modules of few programs, which Cargo.toml names. One that is a module of none would never run.
#[test]
fn every_suite_runs() {
    let roots = ["tests/architecture.rs", "tests/house.rs", "tests/program.rs"];
    let named: String = roots.iter().map(|r| read(r)).collect();
    let manifest = read("Cargo.toml");
    for file in files("tests") {
        let name = file.trim_start_matches("tests/");
        let suite = match name.split_once('/') {
            None if name.ends_with(".rs") && !roots.contains(&file.as_str()) => name.trim_end_matches(".rs"),
            Some((folder, "main.rs")) => folder,
            _ => continue,
        };
        let runs =
            named.contains(&format!("\nmod {suite};")) || manifest.contains(&format!("path = \"{file}\""));
        assert!(runs, "{file} never runs: name it in tests/house.rs or tests/program.rs");
    }
}

/// The terminal and the language server stand on what other front ends have: the API, the modules that the manual shows, and
/// each other.
#[test]
fn front_ends_use_the_api_alone() {
    let own = ["console", "repl", "cli", "lsp"];
    let manual = read("src/lib.rs");
    let shown = |module: &str| {
        let declared = format!("\npub mod {module};");
        manual.find(&declared).is_some_and(|at| !manual[..at].ends_with("#[doc(hidden)]"))
    };
    for row in rows().iter().filter(|row| row.module.first().is_some_and(|m| own.contains(&m.as_str()))) {
        for import in &row.may_import {
            let fine = import.len() == 1
                && (import[0] == "api" || own.contains(&import[0].as_str()) || shown(&import[0]));
            assert!(fine, "{} imports {}, which no other front end could", row.name(), import.join("::"));
        }
    }
}
