//! Playing, with what is typed coming from a pipe.

use assert_cmd::Command;
use std::path::Path;

fn play(args: &[&str], typed: &str, folder: &Path) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .arg("play")
        .args(args)
        .current_dir(folder)
        .write_stdin(typed.to_string())
        .output()
        .expect("runs");
    format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr))
}

#[test]
fn a_whole_play_and_what_gave_it_away() {
    let here = Path::new(".");
    let lost = play(&["nim", "Nim[1, 2]"], "take(2)\n", here);
    assert!(
        lost.contains("You lose") && lost.contains("gave the game away; take(1) in 2 would have held it"),
        "{lost}"
    );
    let won = play(&["nim", "Nim[1, 2]"], "take(1) in 2\n1\n", here);
    assert!(won.contains("You win"), "{won}");
    let two = play(&["nim", "Nim(2)", "--level", "none"], "take(1)\ntake(1)\n", here);
    assert!(two.contains("Player 2 wins") && two.contains("take(2) would have held it"), "{two}");
    let misere = play(&["nim", "Nim(2)", "--misere"], "take(1)\n", here);
    assert!(misere.contains("You win"), "{misere}");
}

/// The computer that plays perfectly wins every won game, as second player too.
#[test]
fn the_perfect_computer_does_not_slip() {
    let here = Path::new(".");
    for start in ["Kayles(4)", "Kayles(7)", "Kayles(11)"] {
        let text = play(&["kayles", start, "--second"], &"1\n".repeat(30), here);
        assert!(
            text.contains("You lose") && text.contains("None of your moves was to blame"),
            "{start}: {text}"
        );
    }
    for level in ["random", "greedy"] {
        let text = play(&["kayles", "Kayles(9)", "--level", level, "--seed", "5"], &"1\n".repeat(30), here);
        assert!(text.contains("You win") || text.contains("You lose"), "{level}: {text}");
        assert_eq!(
            text,
            play(&["kayles", "Kayles(9)", "--level", level, "--seed", "5"], &"1\n".repeat(30), here)
        );
    }
}

#[test]
fn mistakes_undo_and_pictures() {
    let here = Path::new(".");
    let strip = play(&["welter"], "x\n99\nundo\n10\nundo\nhint\nquit\n", here);
    for said in [
        "`x` is not a legal move",
        "numbered from 1 to 11",
        "no move to take back",
        "Taken back.",
        "slide(7, 4) wins.",
    ] {
        assert!(strip.contains(said), "{said}: {strip}");
    }
    assert!(strip.contains("  .  .  o  .  .  o  .  o\n"), "{strip}");
    let board = play(&["cram", "Cram(board(\"...|.x.\"))", "--level", "none"], "1\nquit\n", here);
    assert!(board.contains("  .  #  .") && board.contains("The play is left."), "{board}");
    let text = play(&["nim", "2 + 2"], "1\n", here);
    assert!(text.contains("not-a-position"), "{text}");
}

#[test]
fn a_saved_play_is_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = play(&["nim", "Nim[2, 3]"], "take(1) in 2\nsave mine.game\nsave\nquit\n", folder.path());
    assert!(text.contains("fairgame run mine.game") && text.contains("Into which file?"), "{text}");
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .args(["run", "mine.game"])
        .current_dir(folder.path())
        .output()
        .expect("runs");
    let shown = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        shown.contains("first   take(1) in 2") && out.status.success(),
        "{shown}{}",
        String::from_utf8_lossy(&out.stderr)
    );
}
