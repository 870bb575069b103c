//! What is written, and where.

use super::dir::*;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

#[test]
fn json_is_one_object_a_line() {
    let text = format!(
        "{NIM}show Nim(3)\nshow 2 + 3\ntable Nim(n) for n in 0..2\nperiod Nim(n) for n in 0..30\n\
         play Nim(3): take(3)\nexpect Nim(1) is N\nexpect Nim(1) is P\nshow value(Nim(1)) under misere\nshow Nim(500) + Nim(3) under misere\n"
    );
    let run = file(&text).run(&["run", "x.game", "--json", "--positions", "100"]).exits(2);
    let mut lines = run.json();
    let verdict = lines.remove(0);
    assert_eq!((&verdict["answer"], &verdict["game"]), (&"verdict".into(), &"Nim".into()));
    let kinds: Vec<&str> = lines.iter().map(|l| l["answer"].as_str().unwrap()).collect();
    let wanted =
        ["position", "value", "table", "period", "play", "expect", "expect", "diagnostic", "stopped"];
    assert_eq!(kinds, wanted);
    for (i, line) in lines.iter().enumerate() {
        assert_eq!(line["file"], "x.game");
        assert!(line["statement"].is_string());
        if kinds[i] != "diagnostic" {
            assert_eq!(line["line"], i + 3);
        }
    }
    assert_eq!(lines[6]["failure"]["code"], "expectation-failed");
    assert_eq!(lines[8]["flag"], "--positions");
    assert!(run.err.is_empty(), "{}", run.err);
}

#[test]
fn json_diagnostics_name_their_place() {
    let run = file("show 1\n  show \"\u{4E16}\u{754C}\" + nmae\n").run(&["run", "x.game", "--json"]).exits(2);
    let d = &run.json()[0];
    assert_eq!((&d["answer"], &d["severity"]), (&"diagnostic".into(), &"error".into()));
    assert_eq!((&d["file"], &d["line"], &d["column"]), (&"x.game".into(), &2.into(), &15.into()));
    assert_eq!(d["labels"][0]["end_column"], 19);
    for key in ["play", "notes", "hints"] {
        assert!(d[key].is_array(), "{d}");
    }
}

#[test]
fn json_of_check_and_test() {
    let dir = file(&format!("{NIM}expect Nim(0) is P\nexpect Nim(0) is N\n"));
    let check = dir.run(&["check", "--json", "x.game", "none.game"]).exits(2).json();
    assert_eq!((&check[0]["answer"], &check[0]["file"]), (&"verdict".into(), &"x.game".into()));
    assert_eq!((&check[1]["answer"], &check[1]["fine"]), (&"check".into(), &true.into()));
    assert_eq!((&check[2]["answer"], &check[2]["file"]), (&"diagnostic".into(), &Value::Null));
    assert_eq!((&check[3]["answer"], &check[3]["errors"]), (&"check".into(), &1.into()));
    let test = dir.run(&["test", "--json", "x.game"]).exits(1).json();
    assert_eq!(test.len(), 3);
    assert_eq!((&test[2]["passed"], &test[2]["failed"]), (&1.into(), &1.into()));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    let rest = read_one_line(&["table", "n", "for", "n in 1..1000000"]);
    assert_eq!(rest.status.code(), Some(0));
    assert!(rest.stderr.is_empty(), "{}", String::from_utf8_lossy(&rest.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_output_is_reported() {
    let dir = file("show 1 + 1\n");
    for args in [["run", "x.game"], ["check", "x.game"], ["eval", "1"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
            .current_dir(dir.0.path())
            .args(args)
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be written"));
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let dir = Dir::new(&[("x.game", "show nmae\n"), ("y.game", "expect 1 == 1\n")]);
    let escapes = |args: &[&str]| {
        let run = dir.run(args);
        run.out.contains('\u{1b}') || run.err.contains('\u{1b}')
    };
    assert!(!escapes(&["run", "x.game"]), "a pipe");
    assert!(escapes(&["run", "x.game", "--color", "always"]));
    assert!(escapes(&["run", "y.game", "--color", "always"]));
    assert!(!escapes(&["run", "x.game", "--color", "never"]));
    let output = dir.command(&["run", "x.game"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!Run::of(&output).err.contains('\u{1b}'));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known() {
    let counts = "show count(a + b + c == 3 for a in 0..2000, b in 0..2000, c in 0..2000)";
    let dir = file(&format!("show \"before\"\n{counts}\nshow \"after\"\n"));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .current_dir(dir.0.path())
        .args(["run", "x.game"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Only when something was answered is it sure that the program listens.
    let first = child.stdout.as_mut().unwrap().read(&mut [0; 64]).unwrap();
    assert!(first > 0);
    std::thread::sleep(std::time::Duration::from_millis(300));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let run = Run::of(&child.wait_with_output().unwrap()).exits(3).complains("interrupted");
    assert!(!run.out.contains("after"));
}

#[test]
fn the_tour_is_understood() {
    let tour = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tour.game");
    Dir::new(&[]).run(&["check", tour.to_str().unwrap()]).exits(0).says("fine");
}
