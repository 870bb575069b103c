//! The tests that stand beside what they test. As tests of the library they would need all of it compiled a second time; here
//! only the files that have tests are, and what these files need. What they name by `crate::` is a file that is compiled
//! here, or the finished library's.

// What the tests do not reach, the library does.
#![allow(dead_code, unused_imports, unreachable_pub, missing_docs)]

use fairgame::{answer, check, source};

#[path = "../../src/builtin/mod.rs"]
mod builtin;
#[path = "../../src/disk/mod.rs"]
mod disk;
#[path = "../../src/draw/mod.rs"]
mod draw;
#[path = "../../src/engine/mod.rs"]
mod engine;
#[path = "../../src/files.rs"]
mod files;
#[path = "../../src/layout/mod.rs"]
mod layout;
#[path = "../../src/library.rs"]
mod library;
#[path = "../../src/link/mod.rs"]
mod link;
#[path = "../../src/value/mod.rs"]
mod value;
#[cfg(feature = "workers")]
#[path = "../../src/workers/mod.rs"]
mod workers;

mod cli;
mod console;
mod packed;
mod print;
mod repl;
mod rules;
mod syntax;

/// What the prompt sees of the language.
mod api {
    pub(crate) mod words {
        pub(crate) use crate::syntax::items::{Completeness, ITEM_WORDS, View, completeness, cut};
        pub(crate) use crate::syntax::token::{KEYWORDS, Token, tokens};
        pub(crate) use fairgame::words::{TABLE, nearest};
    }
}

/// No test beside its code is left out: each file of `src/` that has some is named here, or stands in a folder that is.
#[test]
fn every_file_with_tests_is_here() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("a text");
    let here: String = below(&root.join("tests/units")).iter().map(|path| read(path)).collect();
    for path in below(&root.join("src")) {
        let name = path.strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
        let named = |name: &str| here.contains(&format!("#[path = \"../../{name}\"]"));
        let in_folder = || name.match_indices('/').any(|(at, _)| named(&format!("{}/mod.rs", &name[..at])));
        if read(&path).contains("#[cfg(test)]") {
            assert!(named(&name) || in_folder(), "the tests of {name} never run");
        }
    }
}

/// Every file below a folder.
fn below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { found.extend(below(&path)) } else { found.push(path) }
    }
    found
}
