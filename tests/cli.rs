//! The program as its users run it: commands, exit codes, formats, and every kind of bad input.

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use tempfile::TempDir;

const NIM: &str = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n";
const QUEEN: &str = "game Queen(a: nat, b: nat)\n  move left(k in 1..a) to Queen(a - k, b)\n  move up(k in 1..b) to Queen(a, b - k)\n";
const GRUNDY: &str =
    "game Grundy(n: nat)\n  move split(a in 1..n-1 where a < n - a) to Grundy(a) + Grundy(n - a)\n";

// ---- helpers

/// A scratch directory with files in it; the program runs there.
struct Dir(TempDir);

impl Dir {
    fn new(files: &[(&str, &str)]) -> Dir {
        let dir = Dir(TempDir::new().unwrap());
        for (name, text) in files {
            fs::write(dir.0.path().join(name), text).unwrap();
        }
        dir
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
        command.current_dir(self.0.path()).args(args).env_remove("NO_COLOR").env("TERM", "xterm");
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        Run::of(&self.command(args).output().unwrap())
    }

    fn run_with(&self, args: &[&str], stdin: &str) -> Run {
        Run::of(&self.command(args).write_stdin(stdin).output().unwrap())
    }
}

/// What came of it.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    #[track_caller]
    fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "\n{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    #[track_caller]
    fn says(self, what: &str) -> Run {
        assert!(self.out.contains(what), "{what:?} is not in\n{}\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn complains(self, what: &str) -> Run {
        assert!(self.err.contains(what), "{what:?} is not in\n{}\n{}", self.out, self.err);
        self
    }

    /// Both streams, for snapshots.
    fn both(&self) -> String {
        format!("{}---- stderr\n{}---- exit {}\n", self.out, self.err, self.code.unwrap_or(-1))
    }

    #[track_caller]
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{e}: {l}"))).collect()
    }
}

fn file(text: &str) -> Dir {
    Dir::new(&[("x.game", text)])
}

#[track_caller]
fn run(text: &str) -> Run {
    file(text).run(&["run", "x.game"])
}

// ---- commands and exit codes

#[test]
fn run_answers_every_statement() {
    let text = format!(
        "{NIM}{GRUNDY}let triangular(n: nat) = n * (n + 1) / 2\n\
         show Nim(3) + Nim(5) + Nim(7)\n\
         show Nim(2) + Nim(2)\n\
         show nothing\n\
         show triangular(10)\n\
         show \"some text\"\n\
         table Grundy(n) for n in 0..6\n\
         table value(Nim(a) + Nim(b)), a + b for a in 0..1, b in 0..1\n\
         table Nim(a) + Nim(b) for a in 0..3, b in 0..4\n\
         table Nim(a) + Nim(b) for a in 0..2, b in 0..a\n\
         period Grundy(n) for n in 0..50\n\
         period Nim(n) for n in 0..50\n\
         play Nim(7) + Nim(5): take(1) in 1, take(1) in 1, take(5) in 1\n\
         expect Nim(1) + Nim(2) + Nim(3) is P\n\
         expect Nim(n) is N for n in 1..9\n"
    );
    insta::assert_snapshot!(run(&text).exits(0).both());
}

#[test]
fn a_failed_expectation_shows_options_and_mex() {
    insta::assert_snapshot!(run(&format!("{NIM}expect Nim(3) is P\nexpect Nim(2) is *2\n")).exits(1).both());
}

#[test]
fn many_winning_moves_are_cut() {
    let text = "game All(n: nat, m: nat)\n  move end(k in 1..40) where n > 0 to All(0, m)\nshow All(1, 2)\n";
    insta::assert_snapshot!(run(text).exits(0).both());
}

#[test]
fn several_files_have_headings() {
    let dir = Dir::new(&[("a.game", "show 1 + 1\n"), ("b.game", "show 2 + 2\n")]);
    insta::assert_snapshot!(dir.run(&["run", "a.game", "b.game"]).exits(0).both());
}

#[test]
fn check_says_fine_or_why_not() {
    let dir = Dir::new(&[("a.game", NIM), ("b.game", "show Nmi(3)\n")]);
    dir.run(&["check", "a.game"]).exits(0).says("a.game: fine");
    dir.run(&["check", "a.game", "b.game"]).exits(2).says("b.game: 1 error").complains("b.game:1:6");
}

#[test]
fn test_counts_expectations() {
    let text = format!("{NIM}show Nim(2)\nexpect Nim(0) is P\nexpect Nim(1) is N\nexpect Nim(1) is P\n");
    let dir = file(&text);
    let run =
        dir.run(&["test", "x.game"]).exits(1).says("2 expectations hold, 1 fails").says("Nim(1) is N, not P");
    assert!(!run.out.contains("Nim(2)"), "only expectations are asked: {}", run.out);
    file(NIM).run(&["test", "x.game"]).exits(0).says("no expectations");
}

#[test]
fn eval_gives_the_bare_value() {
    let dir = Dir::new(&[("nim.game", NIM)]);
    assert_eq!(dir.run(&["eval", "2 ^ 100"]).exits(0).out, "1267650600228229401496703205376\n");
    assert_eq!(dir.run(&["eval", "value(Nim[3, 5, 7])", "--use", "nim.game"]).exits(0).out, "1\n");
    assert_eq!(dir.run(&["eval", "-3", "+", "5"]).exits(0).out, "2\n");
    dir.run(&["eval", "Nim(3)", "--use", "nim.game"]).exits(0).says("outcome  N");
    dir.run(&["eval", "Nim(3)"]).exits(2).complains("unknown-name");
    dir.run(&["eval", "1", "--use", "none.game"]).exits(2).complains("no such file");
    dir.run(&["eval", "1", "--use", "nosuchmodule"]).exits(2).complains("no such module");
    dir.run(&["eval", ""]).exits(2).complains("nothing");
}

#[test]
fn table_in_three_formats() {
    let dir = Dir::new(&[("nim.game", NIM)]);
    let table = |more: &[&str]| {
        let mut args = vec!["table", "Nim(n), (n, n)", "for", "n in 0..2", "--use", "nim.game"];
        args.extend(more);
        dir.run(&args).exits(0)
    };
    assert_eq!(
        table(&[]).out,
        "n  Nim(n)  (n, n)\n0       0  (0, 0)\n1       1  (1, 1)\n2       2  (2, 2)\n"
    );
    assert_eq!(
        table(&["--csv"]).out,
        "n,Nim(n),\"(n, n)\"\r\n0,0,\"(0, 0)\"\r\n1,1,\"(1, 1)\"\r\n2,2,\"(2, 2)\"\r\n"
    );
    let json = table(&["--json"]).json();
    assert_eq!(json[0]["columns"], serde_json::json!(["n", "Nim(n)", "(n, n)"]));
    assert_eq!(json[0]["rows"][2], serde_json::json!(["2", "2", "(2, 2)"]));
}

#[test]
fn long_tables_come_as_a_stream() {
    let out = Dir::new(&[]).run(&["table", "n * n", "for", "n in 1..3000"]).exits(0).out;
    assert_eq!(out.lines().count(), 3001);
    assert_eq!(out.lines().last(), Some("3000  9000000"));
}

#[test]
fn rows_before_a_mistake_are_shown() {
    let run = run("table 6 / (3 - n) for n in 0..5\n").exits(2).says("2            6");
    assert!(run.err.contains("error["), "{}", run.err);
}

#[test]
fn wrong_commands() {
    let dir = Dir::new(&[("nim.game", NIM)]);
    dir.run(&["chekc", "nim.game"]).exits(2).complains("check");
    dir.run(&["rnu", "nim.game"]).exits(2).complains("Did you mean `fairgame run`?");
    dir.run(&["zzzzzz"]).exits(2).complains("fairgame --help");
    dir.run(&["nim.game"]).exits(2).complains("fairgame run nim.game");
    dir.run(&["run"]).exits(2).complains("FILE");
    dir.run(&["run", "nim.game", "--positions", "many"]).exits(2).complains("50M");
    dir.run(&["run", "nim.game", "--positions", "-5"]).exits(2);
    dir.run(&["run", "nim.game", "--memory", "4 potatoes"]).exits(2).complains("4G");
    dir.run(&["run", "nim.game", "--time", "0"]).exits(2).complains("seconds");
    dir.run(&["run", "nim.game", "--color", "pink"]).exits(2).complains("never");
    dir.run(&["table", "1"]).exits(2);
    dir.run(&["--help"]).exits(0).says("Commands");
    dir.run(&["--version"]).exits(0).says("fairgame");
}

#[test]
fn the_most_serious_finding_decides() {
    let broken = format!("{NIM}show Nim(2\n");
    let failing = format!("{NIM}expect Nim(2) is P\n");
    let slow = format!("{NIM}show Nim(200)\nexpect Nim(2) is P\n");
    let dir = Dir::new(&[("broken.game", &broken), ("failing.game", &failing), ("slow.game", &slow)]);
    let budget = ["--positions", "50"];
    let with = |files: &[&str]| dir.run(&[&["run"], files, &budget].concat());
    with(&["failing.game"]).exits(1);
    with(&["failing.game", "slow.game"]).exits(3);
    with(&["slow.game", "broken.game", "failing.game"]).exits(2);
}

// ---- JSON

#[test]
fn json_is_one_object_a_line() {
    let text = format!(
        "{NIM}show Nim(3)\nshow 2 + 3\ntable Nim(n) for n in 0..2\nperiod Nim(n) for n in 0..30\n\
         play Nim(3): take(3)\nexpect Nim(1) is N\nexpect Nim(1) is P\nshow value(Nim(1)) under misere\nshow Nim(500)\n"
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

// ---- input

#[test]
fn standard_input_is_a_file() {
    Dir::new(&[]).run_with(&["run", "-"], &format!("{NIM}show Nim(3)\n")).exits(0).says("*3");
    Dir::new(&[]).run_with(&["check", "-"], "show Nim(3)\n").exits(2).complains("<stdin>:1:6");
}

#[test]
fn files_that_cannot_be_read() {
    let dir = Dir::new(&[("nim.game", NIM), ("empty.game", "")]);
    fs::write(dir.path("bytes.game"), b"show 1\nshow \"\xff\"\n").unwrap();
    fs::File::create(dir.path("big.game")).unwrap().set_len(50 << 20).unwrap();
    dir.run(&["run", "none.game"]).exits(2).complains("no such file");
    dir.run(&["run", "."]).exits(2).complains("directory");
    dir.run(&["run", "bytes.game"]).exits(2).complains("UTF-8").complains("line 2");
    dir.run(&["run", "big.game"]).exits(2).complains("50 MiB");
    dir.run(&["run", "empty.game"]).exits(2).complains("empty.game is empty");
    dir.run(&["check", "empty.game"]).exits(2).complains("empty.game is empty");
    dir.run(&["run", "none.game", "nim.game"]).exits(2);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_pipes_as_files() {
    let dir = file("show 1 + 1\n");
    for endless in ["/dev/zero", "/dev/urandom", "/dev/full"] {
        dir.run(&["run", endless]).exits(2).complains("cannot be read");
    }
    dir.run(&["run", "/dev/null"]).exits(2);
    let pipe = dir.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, "show 2 + 3\n").unwrap()
    });
    dir.run(&["run", "pipe"]).exits(0).says("5");
    writer.join().unwrap();
}

#[test]
fn a_million_moves_in_one_position() {
    let text = "game G(n: nat)\n  move go(k in 1..1000000 where n > 0) to G(n - 1)\nshow size(moves(G(1)))\nexpect G(1) is N\n";
    let run = file(text).run(&["run", "x.game", "--time", "20"]);
    assert!(matches!(run.code, Some(0 | 3)), "{:?} {}", run.code, run.err);
}

#[test]
fn many_winning_moves_respect_the_time() {
    let text = "game G(n: nat)\n  move go(k in 1..200000 where n > 0) to G(n - 1)\nshow G(3)\n";
    let start = std::time::Instant::now();
    let run = file(text).run(&["run", "x.game", "--time", "2"]);
    assert!(matches!(run.code, Some(0 | 3)), "{:?} {}", run.code, run.err);
    assert!(start.elapsed() < std::time::Duration::from_secs(15), "{:?}", start.elapsed());
}

#[test]
fn nim_arithmetic_respects_the_time() {
    let start = std::time::Instant::now();
    file("show niminverse(2^1200)\n").run(&["run", "x.game", "--time", "2"]);
    assert!(start.elapsed() < std::time::Duration::from_secs(15), "{:?}", start.elapsed());
}

#[test]
fn a_circle_of_uses() {
    let dir = Dir::new(&[
        ("a.game", "use \"b.game\"\nshow 1\n"),
        ("b.game", "use \"c.game\"\n"),
        ("c.game", "use \"a.game\"\n"),
    ]);
    dir.run(&["run", "a.game"]).exits(2).complains("use-circle").complains("c.game:1:5");
}

#[test]
fn several_errors_at_once() {
    let text = "let a = bb\nlet c = {1, 2} - {1}\nshow Nmi(3)\nshow 1 = 2\nshow (1 + 2\n";
    insta::assert_snapshot!(run(text).exits(2).both());
}

#[test]
fn at_most_twenty_are_shown() {
    let run = run(&"show x\n".repeat(50)).exits(2).complains("and 30 more");
    assert_eq!(run.err.matches("error[").count(), 20);
}

#[test]
fn spans_with_tabs_crlf_and_wide_characters() {
    let text = "show 1\r\n\tshow\t1 + nmae\r\n# \u{4E16}\u{754C}\r\nshow size(\"\u{4E16}\u{754C}\u{1F600}\") + nmae\r\nshow 1 \u{2264} na\u{0308}me\r\nshow (1";
    insta::assert_snapshot!(run(text).exits(2).both());
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let many = "1, ".repeat(400);
    let text =
        format!("show {{{many}nmae, {many}1}}\nshow {{{many}1}} + nmae\nshow nmae + size({{{many}1}})\n");
    insta::assert_snapshot!(run(&text).exits(2).both());
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let run = run("show nmae # \u{1b}[31mred\nshow \"\u{1b}[31m\"\n").exits(2);
    assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
    let run = file("show \"a\u{1b}[31m\"\n").run(&["run", "x.game"]);
    assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{:?} {:?}", run.out, run.err);
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!("show {}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    run(&text).exits(2).complains("too-deep");
}

// ---- what is too large

#[test]
fn budgets_name_their_flag() {
    let dir = file(&format!("{QUEEN}show Queen(100, 100)\n"));
    dir.run(&["run", "x.game", "--positions", "1k"]).exits(3).complains("--positions");
    let slow = file("show count(a + b + c == 3 for a in 0..2000, b in 0..2000, c in 0..2000)\n");
    slow.run(&["run", "x.game", "--time", "0.2"]).exits(3).complains("--time");
}

#[test]
fn an_exploding_game_is_stopped() {
    let text = "game Grow(s: set of nat)\n  move put(k in 1..30 where k not in s) to Grow(s with k)\nshow Grow({})\n";
    file(text).run(&["run", "x.game", "--positions", "2000"]).exits(3).complains("2000 positions");
}

#[test]
fn rows_so_far_are_shown() {
    let dir = file(&format!("{NIM}table Nim(n) for n in 0..2000\n"));
    let run = dir.run(&["run", "x.game", "--positions", "40"]).exits(3).complains("solved up to n =");
    assert!(run.out.lines().count() > 20, "{}", run.out);
}

#[test]
fn huge_numbers() {
    run("show 2^(2^100)\n").exits(2).complains("cannot-compute");
    let pile = format!("{NIM}show Nim(10^999 + 7)\n");
    let huge = run(&pile);
    assert!(matches!(huge.code, Some(0 | 3)), "{:?} {}", huge.code, huge.err);
    let elements = run("show { x * x for x in 1..10^12 }\n").exits(3);
    assert!(elements.err.contains("too large"), "{}", elements.err);
}

// ---- output

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::{BufRead, BufReader};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .args(["table", "n", "for", "n in 1..1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let rest = child.wait_with_output().unwrap();
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
    let slow = "show count(a + b + c == 3 for a in 0..2000, b in 0..2000, c in 0..2000)\nshow \"after\"\n";
    let dir = file(slow);
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .current_dir(dir.0.path())
        .args(["run", "x.game"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let run = Run::of(&child.wait_with_output().unwrap()).exits(3).complains("interrupted");
    assert!(!run.out.contains("after"));
}

#[test]
fn the_tour_is_understood() {
    let tour = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tour.game");
    Dir::new(&[]).run(&["check", tour.to_str().unwrap()]).exits(0).says("fine");
}

// ---- what comes with the program

#[test]
fn games_of_the_catalogue_run_without_a_path() {
    let dir = Dir::new(&[("mine.game", "use \"kayles\"\nexpect Kayles(9) is *4\n")]);
    let run = dir.run(&["run", "kayles"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("Kayles(9)"), "{}", run.out);
    assert_eq!(dir.run(&["test", "mine.game"]).code, Some(0));
    assert_eq!(dir.run(&["test", "take-a-square"]).code, Some(0), "a row of the catalogue is a name, too");
}

#[test]
fn a_file_of_that_name_comes_first() {
    let dir = Dir::new(&[("kayles", "show 1 + 1\n")]);
    assert_eq!(dir.run(&["run", "kayles"]).out, "1 + 1 = 2\n");
}

#[test]
fn a_game_is_found_by_name_other_name_or_word() {
    let dir = Dir::new(&[]);
    assert!(dir.run(&["help", "kayles"]).out.starts_with("Kayles\n"));
    assert!(dir.run(&["help", "Plugg"]).out.starts_with("Cram\n"));
    assert!(dir.run(&["help", "run"]).out.contains("Usage: fairgame run"));
    assert!(dir.run(&["list", "chocolate"]).out.contains("chocolate"));
    let all = dir.run(&["list"]).out;
    assert!(all.contains("kayles") && all.contains("heaps"), "{all}");
    let json = dir.run(&["list", "kayles", "--json"]).out;
    assert!(json.lines().all(|l| serde_json::from_str::<Value>(l).is_ok()), "{json}");
}

#[test]
fn a_name_that_is_almost_right_is_asked_about() {
    let dir = Dir::new(&[]);
    for args in [["run", "kayls"], ["help", "kayls"]] {
        let run = dir.run(&args);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("Did you mean kayles?"), "{}", run.err);
    }
}

// ---- rows as data

const TAKE: &str = "game T(n: nat)\n  move t(k in {2, 5, 7} where k <= n) to T(n - k)\n";

#[test]
fn rows_as_data() {
    let dir = file(&format!("{TAKE}table T(n) for n in 0..4\nshow 1 + 1\n"));
    dir.run(&["run", "x.game", "--csv"]).exits(0).says("n,T(n)\r\n0,0\r\n1,0\r\n2,1\r\n3,1\r\n4,0\r\n");
    let table =
        |flag| dir.run(&["table", "T(n)", "for", "n in 1..3", "--use", "x.game", flag]).exits(0).out.clone();
    assert_eq!(table("--bfile"), "1 0\n2 1\n3 1\n");
    assert_eq!(table("--jsonl"), "{\"n\":1,\"T(n)\":0}\n{\"n\":2,\"T(n)\":1}\n{\"n\":3,\"T(n)\":1}\n");
    dir.run(&["table", "T(n), n", "for", "n in 1..3", "--use", "x.game", "--bfile"])
        .exits(2)
        .complains("b-file");
    dir.run(&["table", "outcome(T(n))", "for", "n in 1..3", "--use", "x.game", "--bfile"])
        .exits(2)
        .complains("P");
    dir.run(&["table", "n", "for", "n in {1, 3}", "--bfile"]).exits(2).complains("counts up by 1");
}

#[test]
fn rows_in_a_file() {
    let dir = file(TAKE);
    let table = |more: &[&str]| {
        dir.run(&[&["table", "T(n)", "for", "n in 0..200", "--use", "x.game"], more].concat())
    };
    table(&["--bfile", "--out", "b.txt"]).exits(0).complains("201 rows");
    assert_eq!(fs::read_to_string(dir.path("b.txt")).unwrap().lines().count(), 201);
    table(&["--out", "rows.csv"]).exits(0);
    assert!(fs::read_to_string(dir.path("rows.csv")).unwrap().starts_with("n,T(n)\r\n"));
    table(&["--out", "text.txt"]).exits(0).says("201 rows written to text.txt");
    table(&["--out", "x.game"]).exits(2).complains("x.game");
    table(&["--out", "no/such/folder"]).exits(2).complains("no/such/folder");
    let long = [
        "table",
        "Queen(n, 3)",
        "for",
        "n in 0..9000",
        "--use",
        "queen.game",
        "--out",
        "cut.csv",
        "--positions",
        "6000",
    ];
    fs::write(dir.path("queen.game"), QUEEN).unwrap();
    dir.run(&long).exits(3).complains("not complete");
    let cut = fs::read_to_string(dir.path("cut.csv")).unwrap();
    assert!(cut.lines().count() > 500 && cut.ends_with("\r\n"), "{cut}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let run = file(TAKE).run(&[
        "table",
        "T(n)",
        "for",
        "n in 0..20",
        "--use",
        "x.game",
        "--csv",
        "--out",
        "/dev/full",
    ]);
    run.exits(2).complains("/dev/full").complains("0 rows");
}

#[cfg(unix)]
#[test]
fn data_that_breaks_off_is_an_error() {
    use std::io::{BufRead, BufReader};
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .args(["table", "n", "for", "n in 1..1000000", "--csv"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let rest = child.wait_with_output().unwrap();
    assert_eq!(rest.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&rest.stderr).contains("cannot be written"));
}

// ---- saved values

const BAR: &str = "game Bar(r: 1.., c: 1..)\n  move row(i in 1..r-1) to Bar(i, c) + Bar(r - i, c)\n  move column(j in 1..c-1) to Bar(r, j) + Bar(r, c - j)\n  move peel where r > 2 and c > 2 to Bar(r - 2, c - 2)\n";

#[test]
fn solved_tables_are_kept() {
    let dir = file(BAR);
    let ask = |rules: &str, n: u32, more: &[&str]| {
        let question = format!("value(Bar({n}, {}))", n + 1);
        dir.run(&[&["eval", &question, "--use", rules, "--save", "kept"], more].concat())
    };
    let first = ask("x.game", 90, &[]).exits(0).out.clone();
    let size = fs::metadata(dir.path("kept")).unwrap().len();
    assert!(size > 8000, "{size}");
    // What is kept needs no position of the budget; and comments and layout are no rules.
    let same = BAR.replace("(i in", "(  i in").replace("\n  move peel", "\n  # the rim\n  move peel");
    fs::write(dir.path("same.game"), same).unwrap();
    assert_eq!(ask("same.game", 90, &["--positions", "1"]).exits(0).out, first);
    // More than is kept: the table grows, and agrees with one that starts afresh.
    let grown = ask("x.game", 130, &[]).exits(0).out.clone();
    assert!(fs::metadata(dir.path("kept")).unwrap().len() > size);
    let afresh = dir.run(&["eval", "value(Bar(130, 131))", "--use", "x.game"]).exits(0).out.clone();
    assert_eq!(grown, afresh);
}

#[test]
fn saved_values_that_do_not_fit_are_refused() {
    let dir = file(BAR);
    let ask = |rules: &str| dir.run(&["eval", "value(Bar(80, 81))", "--use", rules, "--save", "kept"]);
    ask("x.game").exits(0);
    let good = fs::read(dir.path("kept")).unwrap();
    fs::write(dir.path("other.game"), BAR.replace("r > 2", "r > 3")).unwrap();
    ask("other.game").exits(2).complains("other rules");
    assert_eq!(fs::read(dir.path("kept")).unwrap(), good);
    let mut spoilt = good.clone();
    spoilt[good.len() / 2] ^= 1;
    let mut newer = good.clone();
    newer[16] = 99;
    let cases: [(&[u8], &str); 5] = [
        (&good[..good.len() - 1], "damaged"),
        (&good[..20], "damaged"),
        (&spoilt, "damaged"),
        (&newer, "another version"),
        (b"n,value\n", "no values"),
    ];
    for (bytes, why) in cases {
        fs::write(dir.path("kept"), bytes).unwrap();
        ask("x.game").exits(2).complains(why);
        assert_eq!(fs::read(dir.path("kept")).unwrap(), bytes);
    }
    fs::write(dir.path("kept"), &good).unwrap();
    ask("x.game").exits(0);
    dir.run(&["run", "x.game", "other.game", "--save", "kept"]).exits(2).complains("one file");
    dir.run(&["eval", "1", "--save", "no/such/folder/kept"]).exits(2).complains("no/such/folder");
}
