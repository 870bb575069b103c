//! What is read, and what is too large.

use super::dir::*;
use std::fs;

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

#[test]
fn a_word_that_is_no_command_is_what_it_is_elsewhere() {
    let dir = Dir::new(&[("mine.game", NIM)]);
    dir.run(&["mine.game"]).exits(2).complains("`fairgame run mine.game`");
    dir.run(&["mine"]).exits(2).complains("`fairgame run mine.game`");
    dir.run(&["show", "Nim(3)"]).exits(2).complains("`fairgame eval 'show ...'`");
    dir.run(&["Nim(3)"]).exits(2).complains("`fairgame eval 'Nim(3)'`");
    dir.run(&["kayles"]).exits(2).complains("`fairgame run kayles`");
    dir.run(&["repl"]).exits(2).complains("opens the prompt");
    dir.run(&["runn", "mine.game"]).exits(2).complains("`fairgame run`");
    dir.run(&["nonsense"]).exits(2).complains("Did you mean one of run");
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
#[ignore = "takes long"]
fn a_million_moves_in_one_position() {
    let text = "game G(n: nat)\n  move go(k in 1..1000000 where n > 0) to G(n - 1)\nshow size(moves(G(1)))\nexpect G(1) is N\n";
    let run = file(text).run(&["run", "x.game", "--time", "20"]);
    assert!(matches!(run.code, Some(0 | 3)), "{:?} {}", run.code, run.err);
}

#[test]
fn many_winning_moves_respect_the_time() {
    let text = "game G(n: nat)\n  move go(k in 1..200000 where n > 0) to G(n - 1)\nshow G(3)\n";
    let run = file(text).run(&["run", "x.game", "--time", "2"]);
    assert!(matches!(run.code, Some(0 | 3)), "{:?} {}", run.code, run.err);
}

#[test]
fn nim_arithmetic_respects_the_time() {
    file("show niminverse(2^1200)\n").run(&["run", "x.game", "--time", "2"]);
}

#[test]
fn a_cycle_of_uses() {
    let dir = Dir::new(&[
        ("a.game", "use \"b.game\"\nshow 1\n"),
        ("b.game", "use \"c.game\"\n"),
        ("c.game", "use \"a.game\"\n"),
    ]);
    dir.run(&["run", "a.game"]).exits(2).complains("use-cycle").complains("c.game:1:5");
}

#[test]
fn several_errors_at_once() {
    let text = "let a = bb\nlet c = {1, 2} - {1}\nshow Nmi(3)\nshow 1 = 2\nshow (1 + 2\n";
    insta::assert_snapshot!(run(text).exits(2).both());
}

#[test]
fn at_most_twenty_are_shown() {
    let run =
        run(&(1..=50).map(|i| format!("show x_{i}\n")).collect::<String>()).exits(2).complains("and 30 more");
    assert_eq!(run.err.matches("error[").count(), 20);
}

#[test]
fn spans_with_tabs_crlf_and_wide_characters() {
    let text = "show 1\r\n\tshow\t1 + nmae\r\n# \u{4E16}\u{754C}\r\nshow size(\"\u{4E16}\u{754C}\u{1F600}\") + nmai\r\nshow 1 \u{2264} na\u{0308}me\r\nshow (1";
    insta::assert_snapshot!(run(text).exits(2).both());
}

#[test]
fn long_lines_are_cut_around_the_place() {
    let many = "1, ".repeat(400);
    let text =
        format!("show {{{many}nmae, {many}1}}\nshow {{{many}1}} + nmai\nshow nmao + size({{{many}1}})\n");
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
}

#[test]
#[ignore = "takes long"]
fn a_set_of_too_many_elements() {
    let elements = run("show { x * x for x in 1..10^12 }\n").exits(3);
    assert!(elements.err.contains("too large"), "{}", elements.err);
}
