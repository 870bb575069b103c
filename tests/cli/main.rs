//! The program as its users run it: commands, exit codes, formats, and every kind of bad input.

mod dir;
mod exercises;
mod input;
mod links;
mod named;
mod output;
mod rows;
mod stored;
#[cfg(feature = "workers")]
mod workers;

use dir::*;
use serde_json::Value;

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

/// Proofs as files: what is proved has a line that `verify` accepts; what is not is said; what was changed is refused.
#[test]
fn proofs_that_play_ends_are_written_and_verified() {
    let up = "game Up(n: nat)\n  move up to Up(n + 1)\nshow Up(3)\n";
    let uses =
        "use \"heaps\"\nuse \"half.game\"\ngame Own(n: nat)\n  move less(k in halves(n)) to Own(n - k)\n";
    let half = "let halves(n: nat) = 1..n/2\n";
    let dir = Dir::new(&[("a.game", NIM), ("up.game", up), ("uses.game", uses), ("half.game", half)]);
    dir.run(&["check", "a.game", "--certificate", "a.cert"]).exits(0);
    dir.run(&["verify", "a.cert"]).exits(0).says("a.cert: proved: every play of Nim ends");
    dir.run(&["check", "uses.game", "--certificate", "uses.cert"]).exits(0);
    std::fs::remove_file(dir.path("half.game")).expect("a file");
    dir.run(&["verify", "uses.cert"]).exits(0).says("every play of Own ends, by the rules of uses.game");
    dir.run(&["check", "up.game", "--certificate", "up.cert"])
        .exits(2)
        .complains("Up has no certificate: it is not proved that play ends")
        .complains("up.cert is empty: no game of the files was proved to end");
    let line = std::fs::read_to_string(dir.path("a.cert")).expect("a certificate");
    std::fs::write(dir.path("b.cert"), line.replacen("1..n", "0..n", 1)).expect("a file");
    dir.run(&["verify", "b.cert"]).exits(2).says("b.cert: refused: the checksum does not fit");
    assert_eq!(dir.run(&["verify", "a.cert", "--json"]).exits(0).json()[0]["verdict"], "proved");
    std::fs::write(dir.path("a.game"), format!("{NIM}# more\n")).expect("a file");
    dir.run(&["verify", "a.cert"]).exits(0).says("a.game holds other rules now");
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
fn a_file_may_stand_before_what_is_asked() {
    let dir = Dir::new(&[("nim.game", NIM), ("start.game", &format!("{NIM}  starts Nim(5)\n"))]);
    assert_eq!(dir.run(&["eval", "nim.game", "value(Nim(3))"]).out, "3\n");
    assert_eq!(dir.run(&["eval", "kayles", "value(Kayles(9))"]).out, "4\n");
    let rows = dir.run(&["table", "nim.game", "value(Nim(n))", "for", "n in 0..2", "--csv"]);
    assert_eq!(rows.out, "n,value(Nim(n))\r\n0,0\r\n1,1\r\n2,2\r\n");
    assert!(dir.run(&["why", "kayles"]).out.starts_with("Kayles("));
    assert!(dir.run(&["eval", "value(Kayles(9))"]).err.contains("Did you mean to `use \"kayles\"`"));
    for command in ["why", "graph"] {
        assert!(dir.run(&[command, "start.game"]).out.starts_with("Nim(5)"), "{command}");
        let without = dir.run(&[command, "nim.game"]);
        assert!(without.err.contains("No game of nim.game says where play `starts`"), "{}", without.err);
        assert_eq!(without.code, Some(2));
    }
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
    for args in [["run", "kayls"], ["help", "kalyes"]] {
        let run = dir.run(&args);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("Did you mean kayles?"), "{}", run.err);
    }
}
