//! Every code that a message can have is explained, and no other; `fairgame explain` and `fairgame new`.

use assert_cmd::Command;
use std::collections::BTreeSet;
use std::path::Path;

fn fairgame(args: &[&str], folder: &Path) -> (String, String, Option<i32>) {
    let out =
        Command::new(env!("CARGO_BIN_EXE_fairgame")).args(args).current_dir(folder).output().expect("runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&out.stdout), text(&out.stderr), out.status.code())
}

fn rust_files(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.ends_with("draw") {
            continue; // pictures have names with hyphens, and no messages
        }
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            found.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_string());
        }
    }
}

/// The codes of the source: what is given to a function that makes a diagnostic, and every text of several
/// words with hyphens.
fn codes() -> BTreeSet<String> {
    let mut files = vec![];
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let made = ["Diagnostic::error(", "Diagnostic::warning(", "self.error(", ".error("];
    let mut codes = BTreeSet::new();
    for text in &files {
        for call in made {
            for after in text.split(call).skip(1) {
                codes.extend(
                    after.trim_start().strip_prefix('"').and_then(|t| t.split('"').next()).map(String::from),
                );
            }
        }
        // A code that is passed on, or chosen among several.
        let code = |t: &&str| {
            t.contains('-')
                && t.split('-').all(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase()))
        };
        let quoted = text
            .lines()
            .filter(|l| !l.trim_start().starts_with("//"))
            .flat_map(|l| l.split('"').skip(1).step_by(2));
        codes.extend(quoted.filter(code).map(String::from));
    }
    codes.retain(|c| {
        !NO_CODES.contains(&c.as_str()) && c.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
    });
    codes
}

/// Texts that look like codes and are none.
const NO_CODES: &[&str] = &["game-error", "nim-sum", "nim-value"];

#[test]
#[ignore = "a new message may come before its explanation; both are there when a change is complete"]
fn every_code_is_explained() {
    let explained: BTreeSet<String> = fairgame::explain::all().map(|e| e.code.to_string()).collect();
    let used = codes();
    assert!(used.len() > 100, "only {} codes were found", used.len());
    let missing: Vec<_> = used.difference(&explained).collect();
    let idle: Vec<_> = explained.difference(&used).collect();
    assert!(missing.is_empty(), "docs/errors.md has no section for {missing:?}");
    assert!(idle.is_empty(), "docs/errors.md explains {idle:?}, which no message has");
}

#[test]
fn explanations_are_in_order_and_short() {
    let codes: Vec<&str> = fairgame::explain::all().map(|e| e.code).collect();
    assert!(codes.is_sorted(), "the sections of docs/errors.md are in the order of the alphabet");
    for e in fairgame::explain::all() {
        assert!(e.text.len() < 1500 && e.first_sentence().len() < 200, "{}", e.code);
    }
}

#[test]
fn a_code_is_explained_as_pasted() {
    let here = Path::new(".");
    let (out, _, code) = fairgame(&["explain", "error[leaves-its-type]:"], here);
    insta::assert_snapshot!(out);
    assert_eq!(code, Some(0));
    let (_, err, code) = fairgame(&["explain", "unknwn-name"], here);
    assert!(err.contains("Did you mean unknown-name?"), "{err}");
    assert_eq!(code, Some(2));
    assert!(fairgame(&["explain"], here).0.lines().count() > 100);
}

#[test]
fn a_first_file_runs_and_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, err, code) = fairgame(&["new", "three-piles"], folder.path());
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.contains("fairgame run three-piles.game"), "{out}");
    let (out, err, code) = fairgame(&["run", "three-piles.game"], folder.path());
    assert_eq!((err.as_str(), code), ("", Some(0)));
    insta::assert_snapshot!(out);
    assert_eq!(fairgame(&["fmt", "--check", "three-piles.game"], folder.path()).2, Some(0));
    std::fs::write(folder.path().join("mine.game"), "show 1\n").expect("written");
    let (_, err, code) = fairgame(&["new", "mine"], folder.path());
    assert!(err.contains("exists already") && code == Some(2), "{err}");
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.game")).expect("read"), "show 1\n");
    for odd in ["3", "game", "größe", "a b", "--x"] {
        fairgame(&["new", odd], folder.path());
        let file = format!("{odd}.game");
        if folder.path().join(&file).exists() {
            assert_eq!(fairgame(&["test", &file], folder.path()).2, Some(0), "{odd}");
        }
    }
    assert!(fairgame(&["new", "no/such/folder"], folder.path()).1.contains("no such folder"));
}
