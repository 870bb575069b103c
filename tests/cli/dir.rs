//! A scratch directory in which the program runs, and what came of it.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::process::Output;
#[cfg(unix)]
use std::process::Stdio;
use tempfile::TempDir;

pub(crate) const NIM: &str = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n";
pub(crate) const QUEEN: &str = "game Queen(a: nat, b: nat)\n  move left(k in 1..a) to Queen(a - k, b)\n  move up(k in 1..b) to Queen(a, b - k)\n";
pub(crate) const GRUNDY: &str =
    "game Grundy(n: nat)\n  move split(a in 1..n-1 where a < n - a) to Grundy(a) + Grundy(n - a)\n";

/// A scratch directory with files in it; the program runs there.
pub(crate) struct Dir(pub(crate) TempDir);

impl Dir {
    pub(crate) fn new(files: &[(&str, &str)]) -> Dir {
        let dir = Dir(TempDir::new().unwrap());
        for (name, text) in files {
            fs::write(dir.0.path().join(name), text).unwrap();
        }
        dir
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
        command.current_dir(self.0.path()).args(args).env_remove("NO_COLOR").env("TERM", "xterm");
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Run {
        Run::of(&self.command(args).output().unwrap())
    }

    pub(crate) fn run_with(&self, args: &[&str], stdin: &str) -> Run {
        Run::of(&self.command(args).write_stdin(stdin).output().unwrap())
    }
}

/// What came of it.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "\n{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, what: &str) -> Run {
        assert!(self.out.contains(what), "{what:?} is not in\n{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn complains(self, what: &str) -> Run {
        assert!(self.err.contains(what), "{what:?} is not in\n{}\n{}", self.out, self.err);
        self
    }

    /// Both streams, for snapshots.
    pub(crate) fn both(&self) -> String {
        format!("{}---- stderr\n{}---- exit {}\n", self.out, self.err, self.code.unwrap_or(-1))
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}"))).collect()
    }
}

pub(crate) fn file(text: &str) -> Dir {
    Dir::new(&[("x.game", text)])
}

#[track_caller]
pub(crate) fn run(text: &str) -> Run {
    file(text).run(&["run", "x.game"])
}

/// Runs the program for a reader who goes away after the first line.
#[cfg(unix)]
pub(crate) fn read_one_line(args: &[&str]) -> Output {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    child.wait_with_output().unwrap()
}
