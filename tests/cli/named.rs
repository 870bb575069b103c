//! Files as they are named: without `.game`, behind what is asked, in another case, with a slip; and saved by any editor.

use super::dir::*;

const MINE: &str = "game Mine(n: nat)\n  move take(k in 1..2 where k <= n) to Mine(n - k)\n  starts Mine(4)\nexpect Mine(3) is P\n";

#[test]
fn a_name_without_its_ending_is_enough() {
    let dir = Dir::new(&[("mine.game", MINE)]);
    for args in [
        vec!["run", "mine"],
        vec!["check", "mine"],
        vec!["test", "mine"],
        vec!["link", "mine"],
        vec!["why", "mine", "Mine(4)"],
        vec!["why", "mine"],
        vec!["graph", "mine", "Mine(2)"],
        vec!["plot", "mine", "Mine(n) for n in 0..9"],
        vec!["eval", "mine", "Mine(4)"],
        vec!["table", "mine", "Mine(n) for n in 0..4"],
        vec!["play", "mine"],
        vec!["play", "mine", "Mine(3)"],
    ] {
        dir.run_with(&args, "").exits(0);
    }
    dir.run(&["fmt", "mine"]).exits(0);
    assert!(dir.path("mine.game").exists() && !dir.path("mine").exists());
}

#[test]
fn the_file_may_stand_behind_what_is_asked_of_it() {
    let dir = Dir::new(&[("mine.game", MINE)]);
    for file in ["mine.game", "mine"] {
        for command in ["eval", "why", "graph"] {
            let (one, other) = (dir.run(&[command, file, "Mine(4)"]), dir.run(&[command, "Mine(4)", file]));
            assert_eq!(one.exits(0).out, other.exits(0).out, "{command} {file}");
        }
        let plot = dir.run(&["plot", "Mine(n) for n in 0..9", file]);
        assert!(plot.exits(0).out.contains("Mine(n)"));
    }
}

#[test]
fn a_file_that_was_meant_is_named() {
    let dir = Dir::new(&[("mine.game", MINE), ("other.game", "use \"mine\"\nshow Mine(3)\n")]);
    for name in ["mine.gam", "Mine", "mien", "mine.gmae"] {
        dir.run(&["run", name]).exits(2).complains("Did you mean mine.game?");
    }
    dir.run(&["run", "other.game"]).exits(2).complains("Did you mean \"mine.game\"?");
    dir.run(&["run", "quite-different"]).exits(2).complains("there is no such file");
}

#[test]
fn a_start_that_is_missing_is_asked_for_with_a_position_of_the_file() {
    let rules = MINE.replace("  starts Mine(4)\n", "");
    let dir = Dir::new(&[("mine.game", &rules)]);
    dir.run(&["play", "mine"]).exits(2).complains("'Mine(5)'");
}

#[test]
fn texts_are_read_however_they_were_saved_or_it_is_said_how_they_were() {
    let dir = Dir::new(&[]);
    let write = |name: &str, bytes: Vec<u8>| std::fs::write(dir.path(name), bytes).unwrap();
    let wide = |marked: bool, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let mark = if marked { "\u{FEFF}" } else { "" };
        format!("{mark}{MINE}").encode_utf16().flat_map(bytes).collect()
    };
    for (i, marked) in [true, false].into_iter().enumerate() {
        write(&format!("little{i}.game"), wide(marked, u16::to_le_bytes));
        write(&format!("big{i}.game"), wide(marked, u16::to_be_bytes));
        dir.run(&["run", &format!("little{i}.game")]).exits(0);
        dir.run(&["run", &format!("big{i}.game")]).exits(0);
    }
    write("marked.game", format!("\u{FEFF}{MINE}").into_bytes());
    dir.run(&["run", "marked.game"]).exits(0);
    write("old.game", b"game Gr\xf6\xdfe(n: nat)\n".to_vec());
    dir.run(&["run", "old.game"]).exits(2).complains("Was it saved as Latin-1");
    let widest = [0xFEFF].into_iter().chain(MINE.chars().map(u32::from)).flat_map(u32::to_le_bytes);
    write("widest.game", widest.collect());
    dir.run(&["run", "widest.game"]).exits(2).complains("UTF-32");
    write("picture.game", vec![0x89, b'P', b'N', b'G', 0, 1, 2, 0xFF, 0xFE, 0x80]);
    dir.run(&["run", "picture.game"]).exits(2).complains("it is not a text");
}

#[test]
fn shells_complete_every_command_and_each_has_a_page() {
    let dir = Dir::new(&[]);
    let commands = [
        "run", "check", "test", "play", "why", "graph", "plot", "eval", "table", "fmt", "new", "help", "link",
    ];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let said = dir.run(&["completions", shell]);
        let lacking: Vec<_> = commands.iter().filter(|c| !said.out.contains(**c)).collect();
        assert!(lacking.is_empty(), "{shell}: {lacking:?}");
    }
    dir.run(&["completions", "tcsh"]).exits(2);
    dir.run(&["man", "pages"]).exits(0);
    let page = |name: &str| std::fs::read_to_string(dir.path("pages").join(name)).expect(name);
    assert!(
        page("fairgame.1").contains(".TH fairgame 1") && page("fairgame.1").contains("xit code"),
        "{}",
        page("fairgame.1")
    );
    for command in commands {
        assert!(page(&format!("fairgame-{command}.1")).contains(".SH SYNOPSIS"), "{command}");
    }
}
