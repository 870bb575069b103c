//! Files that earlier versions wrote: they are read for ever. `tests/formats/` only grows.

use fairgame::certificate::{self, ending::is_one};
use fairgame::disk::{Blocks, Folder, Manifest, Progress, Table};
use fairgame::engine::Key;
use fairgame::session::{NotSaved, ending};
use fairgame::stored::verify_stored;
use fairgame::{Budget, Reply, Session, Trouble};
use serde_json::Value;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn text(name: &str) -> String {
    String::from_utf8(read(name)).expect("text")
}

#[test]
fn certificates_are_accepted() {
    for name in ["periods.cert", "endings.cert"] {
        for line in text(name).lines() {
            let accepted = match is_one(line) {
                true => ending::verify(line).map(drop).map_err(|e| format!("{e:?}")),
                false => certificate::verify(line, &mut |_| true).map(drop).map_err(|e| format!("{e:?}")),
            };
            assert_eq!(accepted, Ok(()), "{name}: {}", &line[..line.len().min(200)]);
        }
    }
}

/// Fields may be added; none that was there is renamed, removed, or of another type.
#[test]
fn answers_have_the_fields_that_they_had() {
    let mut session = Session::default();
    let loaded = session.load_text("all.game", &text("all.game"));
    assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
    let old = text("all.jsonl");
    let old: Vec<Value> = old.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let asked = old.iter().filter(|line| line.get("statement").is_some());
    for (line, question) in asked.zip(&loaded.questions) {
        let answer = session.ask(question);
        let new = Reply::new(&session.sources, question, answer);
        let new: Value = serde_json::from_str(new.json()).expect("JSON");
        assert_eq!(line["answer"], new["answer"], "{}", question.text);
        keeps(line, &new, &question.text);
    }
}

fn keeps(old: &Value, new: &Value, place: &str) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old {
                let place = format!("{place}, {key}");
                keeps(value, new.get(key).unwrap_or_else(|| panic!("{place}: it is gone")), &place);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            old.iter().zip(new).for_each(|(old, new)| keeps(old, new, place));
        }
        // What may be missing is null in one and not in the other.
        (Value::Null, _) | (_, Value::Null) => {}
        _ => assert_eq!(std::mem::discriminant(old), std::mem::discriminant(new), "{place}: another type"),
    }
}

/// An answer without how far a period was looked for: what is known already is looked through, too.
fn but_for_how_far(reply: &Reply) -> Value {
    let mut json: Value = serde_json::from_str(reply.json()).expect("JSON");
    if json["answer"] == "period" {
        json["to"] = Value::Null;
    }
    json
}

/// Saved values are taken, or refused in words because rules are read differently now; they are never misread.
#[test]
fn saved_values_are_taken_or_refused() {
    let mut session = Session::default();
    let loaded = session.load_text("all.game", &text("all.game"));
    match session.restore(Cursor::new(read("all.values"))) {
        Ok(_) | Err(NotSaved::OtherRules | NotSaved::OtherVersion) => {}
        Err(why) => panic!("it {}", why.reason()),
    }
    let mut fresh = Session::default();
    let same = fresh.load_text("all.game", &text("all.game"));
    for (restored, solved) in loaded.questions.iter().zip(&same.questions) {
        let (again, anew) = (session.ask(restored), fresh.ask(solved));
        let again = Reply::new(&session.sources, restored, again);
        let anew = Reply::new(&fresh.sources, solved, anew);
        assert_eq!(but_for_how_far(&again), but_for_how_far(&anew));
    }
}

/// The files are read; the rules in them give the same values, or it is said that positions are laid out otherwise now.
#[test]
fn folders_of_values_are_read() {
    assert_eq!(read_folder::<u64>("stored-64"), (69, 234));
    assert_eq!(read_folder::<u128>("stored-128"), (22, 21));
    assert_eq!(read_folder::<u64>("stored-wide"), (301, 300 * 301 / 2));
    // The proof that a search has left: the words of its facts.
    assert_eq!(read_folder::<u64>("stored-search"), (25, 88));
}

/// The same where values stand by place: numbers, of which one grows, with values of two bytes; rows that do not rise.
#[test]
fn folders_of_values_by_place_are_read() {
    assert_eq!(read_places("placed-box"), (903, 135_451));
    assert_eq!(read_places("placed-rows"), (70, 234));
}

fn read_places(name: &str) -> (u64, u64) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name);
    let folder = Folder::to_read(&path).expect("a folder");
    let manifest = Manifest::read(&folder).expect("read").expect("a manifest");
    let progress = Progress::read(&folder).expect("progress");
    let cut = manifest.cut().expect("by place");
    let mut blocks = Blocks::solved(&folder, &progress, cut, 1 << 16).expect("whole");
    let sum = (0..cut.count).map(|place| u64::from(blocks.value(place).expect("a value"))).sum();
    assert_eq!(progress.value, blocks.value(cut.count - 1).ok().map(u64::from));
    match verify_stored(&path, (0, 1), Budget::default()) {
        Ok((stored, count)) => assert_eq!((Some(stored.value), count), (progress.value, cut.count)),
        Err(Trouble::Mistakes(all)) => {
            assert!(matches!(all[0].code, "folder-of-others" | "folder-foreign"), "{name}: {all:?}");
        }
        Err(Trouble::Stopped(stopped)) => panic!("{name}: {}", stopped.how_far),
    }
    (cut.count, sum)
}

/// How many positions there are, and the sum of their values.
fn read_folder<K: Key>(name: &str) -> (u64, u64) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(name);
    let folder = Folder::to_read(&path).expect("a folder");
    let manifest = Manifest::read(&folder).expect("read").expect("a manifest");
    assert_eq!(manifest.bits as usize, 8 * size_of::<K>());
    let progress = Progress::read(&folder).expect("progress");
    let mut table = Table::<K>::solved(&folder, &progress, 8).expect("whole");
    let mut sum = 0;
    for frame in 0..table.places().len() {
        sum += table.frame(frame).expect("a frame").values.iter().map(|v| u64::from(*v)).sum::<u64>();
    }
    match verify_stored(&path, (0, 1), Budget::default()) {
        Ok((stored, count)) => assert_eq!((Some(stored.value), count), (progress.value, table.count())),
        Err(Trouble::Mistakes(all)) => {
            assert!(matches!(all[0].code, "folder-of-others" | "folder-foreign"), "{name}: {all:?}");
        }
        Err(Trouble::Stopped(stopped)) => panic!("{name}: {}", stopped.how_far),
    }
    (table.count(), sum)
}
