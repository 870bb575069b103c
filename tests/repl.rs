//! The prompt, with its lines coming from a pipe.

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::process::Output;

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn repl(lines: &str) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_fairgame")).write_stdin(lines).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

#[test]
fn definitions_expressions_and_statements() {
    let run = repl(
        "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\nNim(3) + Nim(1)\n2 + 3\n\
         show 2 + 3\nlet f(n: nat) = n * n\nf(\n  7\n)\ntable f(n) for n in 0..2\n",
    );
    insta::assert_snapshot!(format!("{}---- stderr\n{}", run.out, run.err));
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_game_may_have_several_clauses() {
    let run = repl(
        "game Two(n: nat)\n  move one where n >= 1 to Two(n - 1)\n  # a comment\n  move two where n >= 2 to Two(n - 2)\n\n\
         value(Two(2))\ngraph D\n  from a to b\n  from b to nothing\nvalue(D(a))\n",
    );
    let answers = run.out.lines().filter(|l| !l.starts_with("proved "));
    assert_eq!(answers.collect::<Vec<_>>(), ["Two is defined", "2", "D is defined", "1"], "{}", run.err);
}

/// What a file means, the same text means here.
#[test]
fn a_statement_goes_on_over_the_ends_of_lines() {
    let run = repl(
        "use \"heaps\"\nshow value(Nim(3)\n  + Nim(4))\ntable Nim(n)\nfor n in 0..2\nexpect Nim(3)\nis N\nlet x = 3\n\n+ 4\n\
         show x\r\n\r\nexpect Nim(1)\r\n  is N\r\n# a comment\nunder misere\n2 +\n3\nx\n-1\n2\n  - 1",
    );
    assert!(run.out.contains("value(Nim(3) + Nim(4)) = 7\n"), "{}", run.out);
    assert!(run.out.contains("2       2\n") && run.out.contains("ok  expect Nim(3) is N\n"), "{}", run.out);
    assert!(
        run.out.contains("x = 7\n") && run.out.contains("Nim(1) is P under misère"),
        "{}{}",
        run.out,
        run.err
    );
    assert!(run.out.contains("<input>:13:1"), "{}", run.out);
    assert!(run.out.ends_with("5\n7\n-1\n1\n"), "{}", run.out);
    assert_eq!(run.code, Some(1), "{}", run.err);
}

/// Games that lead to each other, and a question before its game.
#[test]
fn items_may_stand_in_any_order() {
    let run = repl(
        "show value(A(3))\ngame A(n: nat)\n\n  move a(k in 1..n)\n    to B(n - k)\n\ngame B(n: nat)\n# a comment\n  move b(k in 1..n) \
         to A(n - k)\n",
    );
    assert!(run.err.is_empty() && run.out.ends_with("value(A(3)) = 3\n"), "{}{}", run.out, run.err);
}

#[test]
fn mistakes_say_the_line_of_the_input() {
    let run = repl("1\n\n2\nshow nmae\n\n:why nmae\nshow 3\nshow (\n  4 ) +\nnmae2\n");
    assert!(run.out.contains("3 = 3") || run.out.contains("\n3\n"), "{}", run.out);
    let places: Vec<&str> = run.err.lines().filter_map(|l| l.trim().strip_prefix("--> <input>:")).collect();
    assert_eq!(places, ["4:6", "6:6", "10:1"], "{}", run.err);
}

/// Behind a command nothing continues the line above.
#[test]
fn a_line_that_comes_too_late_is_told() {
    let run = repl("let x = 3\n:games\n+ 4\n5\n\n+ 6\n7\n\n  - 8\n");
    assert_eq!(run.err.matches("has-ended").count(), 1, "{}", run.err);
    assert!(
        run.err.contains("`5` has ended") && run.err.contains("note: - 8 is read by itself"),
        "{}",
        run.err
    );
    assert!(run.out.ends_with("7\n-8\n"), "{}", run.out);
}

/// Pasted definitions are kept one by one.
#[test]
fn what_is_saved_is_what_was_typed() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("f.game");
    let name = file.display();
    let run = repl(&format!(
        "use \"heaps\"\n# Twice.\nlet f(n: nat) = 2 * n\nshow f(1)\nlet g(n: nat) = f(n)\n\nlet f(n: nat) = 3 * n\n:save {name}\n"
    ));
    let saved = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}: {}{}", run.out, run.err));
    assert_eq!(saved, "use \"heaps\"\n\nlet g(n: nat) = f(n)\n\nlet f(n: nat) = 3 * n\n");
}

/// Every example, and what the corpus holds, gives the same answers as in a file.
#[test]
fn files_mean_the_same_piped_in() {
    let mut asked = 0;
    for file in files_to_pipe() {
        let text = std::fs::read_to_string(&file).unwrap();
        let answers = |output: Output| -> Vec<String> {
            let text = String::from_utf8(output.stdout).unwrap();
            let lines = text.lines().filter(|l| !l.starts_with("{\"answer\":\"defined\""));
            lines.map(|l| l.split(",\"file\":").next().unwrap().to_string()).collect()
        };
        let program = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
            command.arg("--json").arg("--no-progress");
            command
        };
        let in_file = program().arg("run").arg(&file).output().unwrap();
        let piped = program().current_dir(file.parent().unwrap()).write_stdin(text).output().unwrap();
        assert_eq!(in_file.status.code(), piped.status.code(), "{}", file.display());
        let (in_file, piped) = (answers(in_file), answers(piped));
        asked += in_file.len();
        assert_eq!(in_file, piped, "{}", file.display());
    }
    assert!(asked > 150, "{asked}");
}

/// Small examples, and texts with items in every shape.
fn files_to_pipe() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let small = [
        "heaps/nim",
        "heaps/vim",
        "foundations/graphs",
        "foundations/theorems",
        "chomp/chomp",
        "strips/strip",
    ];
    let small =
        small.iter().chain(&["loopy/beanstalk", "splitting/fibonacci", "boards/wythoff", "boards/mazes"]);
    let mut files: Vec<PathBuf> = small.map(|f| root.join(format!("examples/{f}.game"))).collect();
    files.push(root.join("examples/tour.game"));
    files
}

#[test]
fn a_mistake_keeps_the_session() {
    let run = repl("let f(n: nat) = n + 1\nf(nmae)\nf(\n\nf(1)\n");
    assert!(run.err.contains("unknown-name") && run.err.contains("<input>:2:3"), "{}", run.err);
    assert!(run.out.ends_with("2\n"), "{}", run.out);
    assert_eq!(run.code, Some(2));
}

#[test]
fn a_definition_may_be_replaced() {
    let run = repl("let f(n: nat) = n + 1\nf(1)\nlet f(n: nat) = n + 2\nf(1)\n");
    assert_eq!(run.out, "f is defined\n2\nf is defined again\n3\n");
}

/// What stands before a definition that replaces another one means the old one, also where all of it comes at once.
#[test]
fn a_definition_that_is_replaced_counts_until_then() {
    let run = repl(
        "let f(n: nat) = n + 1\nf(1)\nshow f(2)\nlet f(n: nat) = n + 2\nlet g = f(0)\nshow f(2) + g\nshow f(3)\n",
    );
    assert_eq!(
        run.out,
        "f is defined\n2\nf(2) = 3\nf is defined again\ng is defined\nf(2) + g = 6\nf(3) = 5\n"
    );
}

#[test]
fn commands() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("f.game");
    std::fs::write(&file, "let g(n: nat) = 2 * n\nshow g(4)\n").unwrap();
    let run = repl(&format!(":load {}\ng(5)\n:reset\ng(5)\n:hlep\n:help\n:quit\n1\n", file.display()));
    assert!(run.out.contains("g(4) = 8") && run.out.contains("10\n"), "{}", run.out);
    assert!(run.err.contains("no game or function `g`"), "{}", run.err);
    assert!(run.err.contains("Did you mean :help"), "{}", run.err);
    assert!(run.out.contains("leave (or Ctrl-D)"), "{}", run.out);
    assert!(repl(":load\n:load nosuch.game\n").err.contains("no such file"));
}

#[test]
fn one_question_is_timed() {
    let run = repl(":time 2 + 3\n4 + 5\n:time on\n1 + 1\n:time off\n3 + 4\n");
    let (times, rest): (Vec<&str>, Vec<&str>) = run.out.lines().partition(|l| l.ends_with(" s"));
    assert_eq!(times.len(), 3, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("5\n  0."), "{}", run.out);
    let answers: Vec<&str> = rest.into_iter().filter(|l| !l.starts_with("Answers")).collect();
    assert_eq!(answers, ["5", "9", "2", "7"], "{}", run.out);
}

#[test]
fn a_play_that_is_over_gives_way_to_the_prompt() {
    let run = repl("use \"nim\"\n:play Nim(2)\n2\n\n4 + 5\n");
    assert!(run.out.contains("You win") && run.out.ends_with("\n9\n"), "{}{}", run.out, run.err);
}

#[test]
fn a_file_can_be_loaded_again() {
    let dir = tempfile::TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name);
    std::fs::write(path("inner.game"), "let h(n: nat) = 3 * n\n").unwrap();
    std::fs::write(path("f.game"), "use \"inner.game\"\nlet g(n: nat) = h(n) + 1\n").unwrap();
    let load = format!(":load {}\n", path("f.game").display());
    let run = repl(&format!("let g(n: nat) = 0\n{load}g(1)\n{load}g(2)\nh(1)\n"));
    assert!(run.err.is_empty(), "{}", run.err);
    assert_eq!(run.out.lines().filter(|l| l.len() == 1).collect::<Vec<_>>(), ["4", "7", "3"]);
    std::fs::write(path("twice.game"), "let g(n: nat) = 1\nlet g(n: nat) = 2\n").unwrap();
    assert!(repl(&format!(":load {}\n", path("twice.game").display())).err.contains("defined-twice"));
}

#[test]
fn input_that_is_no_text() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_fairgame")).write_stdin(b"1\n\xff\n2\n".to_vec()).output().unwrap();
    assert_eq!(output.stdout, b"1\n2\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn json_lines_and_nothing_else() {
    let output = Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .arg("--json")
        .write_stdin("let f(n: nat) = n\n:help\nf(1)\n:reset\nf(2)\n")
        .output()
        .unwrap();
    let kinds: Vec<String> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|l| {
            serde_json::from_str::<serde_json::Value>(l).unwrap()["answer"].as_str().unwrap().to_string()
        })
        .collect();
    assert_eq!(kinds, ["defined", "value", "diagnostic"]);
}

#[test]
fn an_unfinished_end_is_reported() {
    let run = repl("show (1 +");
    assert!(run.err.contains("error["), "{}", run.err);
    assert_eq!(repl("").code, Some(0));
}

/// A game that is defined again leaves nothing of its old values behind, in games that lead to it either.
#[test]
fn a_replaced_game_never_mixes_with_old_values() {
    let run = repl(
        "game A(n: nat)\n  move take(k in 1..n) to A(n - k)\n\ngame B(n: nat)\n  move go(k in 1..n) to A(n + k)\n\n\
         value(A(5))\nvalue(B(3))\nperiod A(n) for n\nvalue(A(10^30))\n\
         game A(n: nat)\n  move take(k in 1..min(2, n)) to A(n - k)\n\n\
         value(A(5))\nvalue(B(3))\nperiod A(n) for n\nvalue(A(10^30))\n",
    );
    let numbers: Vec<&str> =
        run.out.lines().filter(|l| l.chars().all(|c| c.is_ascii_digit()) || l.contains("repeats")).collect();
    assert_eq!(numbers.len(), 8, "{}{}", run.out, run.err);
    assert_eq!((numbers[0], numbers[4]), ("5", "2"), "{}", run.out);
    // B(3) leads to A(4), A(5) and A(6): worth 4, 5, 6 at first, and then 1, 2, 0.
    assert_eq!((numbers[1], numbers[5]), ("0", "3"), "{}", run.out);
    assert!(numbers[2].contains("period 1, plus 1") && numbers[6].contains("period 3"), "{}", run.out);
    assert_eq!((numbers[3].len(), numbers[7]), (31, "1"), "{}", run.out);
}

/// A play of a game that was typed is saved with the game.
#[test]
fn a_saved_play_has_its_game() {
    let dir = tempfile::TempDir::new().unwrap();
    let file = dir.path().join("p.game");
    let name = file.display();
    let run = repl(&format!(
        "use \"heaps\"\ngame Beans(n: nat)\n  move take(k in 1..min(3, n)) to Beans(n - k)\n\n:play Beans(5) + Nim(2)\n\
         take(1) in 1\nsave {name}\nquit\n1 + 1\n"
    ));
    assert!(run.out.contains("replays it") && run.out.ends_with("2\n"), "{}{}", run.out, run.err);
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame")).arg("run").arg(&file).output().unwrap();
    let shown = String::from_utf8_lossy(&out.stdout);
    assert!(shown.contains("first   take(1) in 1") && out.status.success(), "{shown}");
}
