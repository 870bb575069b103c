//! Every example loads and all its expectations hold; every module of the library loads; files look as they should.

use crate::random::thorough;
use crate::support;

use std::collections::BTreeMap;
use support::{game_files, run_path, run_text};

/// One test per chapter, and one that none has been forgotten.
macro_rules! chapters {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { holds(&format!("examples/{}", stringify!($name))) })*

        #[test]
        fn every_chapter_has_its_test() {
            let known = [$(stringify!($name)),*];
            assert!(fairgame::library::CHAPTERS.iter().all(|(c, _)| c.is_empty() || known.contains(c)));
        }
    };
}

chapters! { foundations, heaps, strips, boards, splitting, octal, coins, hackenbush, loopy, chomp }

#[test]
fn to_begin_with() {
    holds("examples");
}

/// Examples that take the program of the tests half a second or more.
const LONG: &[&str] = &[
    "brussels-sprouts",
    "fibonacci",
    "matutinal",
    "misere-rows",
    "periods",
    "polyominoes",
    "sprouts",
    "strings",
    "subtraction",
    "tribulations",
];

/// All expectations of the examples of a folder hold. Long ones are tried with `FAIRGAME_THOROUGH=1`; those that say of
/// themselves that they take some time are left to `.ci/run`, which tests every example with the optimised program.
fn holds(folder: &str) {
    for path in game_files(folder).into_iter().filter(|path| thorough() || !LONG.contains(&&*stem(path))) {
        let text = std::fs::read_to_string(&path).expect("a readable example");
        if !text.contains("\n# Takes some ") {
            let report = run_path(&path);
            assert!(report.failures.is_empty(), "{path}:\n  {}", report.failures.join("\n  "));
            assert!(report.expectations > 0, "{path} expects nothing");
        }
    }
}

/// The files of all chapters.
fn examples() -> Vec<String> {
    let folders = fairgame::library::CHAPTERS.iter().map(|(chapter, _)| format!("examples/{chapter}"));
    folders.flat_map(|folder| game_files(&folder)).collect()
}

fn stem(path: &str) -> String {
    std::path::Path::new(path).file_stem().expect("a file").to_string_lossy().into_owned()
}

#[test]
fn every_module_of_the_library_loads_without_asking_anything() {
    for path in game_files("stdlib") {
        let report = run_path(&path);
        assert!(report.failures.is_empty(), "{path}:\n  {}", report.failures.join("\n  "));
        assert_eq!(report.expectations + report.answers, 0, "{path} asks something");
        let used = run_text("all", &format!("use \"{}\"", stem(&path)));
        assert!(used.failures.is_empty(), "{path} is not embedded");
    }
}

#[test]
fn modules_can_be_used_together() {
    let all: String = game_files("stdlib").iter().map(|p| format!("use \"{}\"\n", stem(p))).collect();
    let report = run_text("all", &all);
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n  "));
}

#[test]
fn an_example_tells_its_rules_its_source_and_asks_a_question() {
    for path in examples() {
        let text = std::fs::read_to_string(&path).expect("a readable example");
        let opening: Vec<&str> = text.lines().take_while(|l| l.starts_with('#')).collect();
        assert!(opening.len() >= 3, "{path} has no opening comment");
        assert!(path.ends_with("tour.game") || text.contains("# Source"), "{path} names no source");
        assert!(text.contains("\n# A question for you:"), "{path} asks nothing of the reader");
        let long = text.lines().position(|l| l.chars().count() > 130);
        assert_eq!(long, None, "{path}: a line of more than 130 characters");
    }
}

#[test]
fn every_definition_of_the_library_is_documented() {
    for path in game_files("stdlib") {
        let text = std::fs::read_to_string(&path).expect("a readable module");
        let lines: Vec<&str> = text.lines().collect();
        for (i, line) in lines.iter().enumerate() {
            let defines = line.starts_with("let ") || line.starts_with("game ");
            let same_group = |l: &str| l.starts_with('#') || l.starts_with("let ");
            assert!(!defines || (i > 0 && same_group(lines[i - 1])), "{path}:{}: {line}", i + 1);
        }
    }
}

/// No game is written twice, except in the tour, which is complete in itself, and Nim, which everybody reads first.
#[test]
fn no_game_is_written_twice() {
    let mut at: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in examples().into_iter().chain(game_files("stdlib")) {
        if path.ends_with("tour.game") || path.ends_with("nim.game") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a readable file");
        for line in text.lines().filter_map(|l| l.strip_prefix("game ")) {
            let name = line.split('(').next().unwrap_or_default().to_string();
            at.entry(name).or_default().push(stem(&path));
        }
    }
    let twice: Vec<_> = at.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
