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
        "slide(7, 4) wins. If both play their best, that takes 7 moves.",
    ] {
        assert!(strip.contains(said), "{said}: {strip}");
    }
    assert!(strip.contains("  ..o..o.o\n"), "{strip}");
    let board = play(&["cram", "Cram(board(\"...|.x.\"))", "--level", "none"], "1\nquit\n", here);
    assert!(
        board.contains("  1  .  .  .\n")
            && board.contains("  2  .  #  .\n")
            && board.contains("You have left the play."),
        "{board}"
    );
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

#[test]
fn the_losing_move_is_taken_back_and_the_play_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let typed = "take(2)\nsave lost.game\nundo\ntake(1) in 2\n1\nsave won.game\nquit\n";
    let text = play(&["nim", "Nim[1, 2]"], typed, folder.path());
    let order = ["You lose", "lost.game", "Taken back.", "You win", "won.game"];
    let places: Vec<Option<usize>> = order.iter().map(|w| text.find(w)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{text}");
    let kept = std::fs::read_to_string(folder.path().join("won.game")).expect("a file");
    assert!(kept.contains("take(1) in 2"), "{kept}");
    // A draw that was agreed upon can be taken back as well.
    let text = play_mine(CYCLES, &["Clock(2)", "--level", "none"], "1\ndraw\nyes\nundo\nquit\n");
    assert!(text.contains("The play is a draw.") && text.contains("Taken back."), "{text}");
}

/// A board that its game draws keeps its size, too.
#[test]
fn pictures_of_boards_keep_their_size() {
    let text = play(&["cram", "--level", "none"], &"1\n".repeat(20), Path::new("."));
    let drawn: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| l.contains('.') && l[1..].chars().all(|c| matches!(c, '.' | '#' | ' ')))
        .collect();
    assert!(drawn.len() > 10 && drawn.iter().all(|l| l.len() == drawn[0].len()), "{text}");
}

/// A board stays one when its last cell is gone, and moves may be typed without their brackets.
#[test]
fn an_empty_board_is_a_board_and_moves_may_be_typed_loosely() {
    let rules =
        "game Snap(free: set of cell)\n  move block(p in free) to Snap(free without p minus touching(p))\n";
    let text = play_mine(rules, &["Snap(board(1, 2))", "--level", "none"], "block 1 2\n");
    assert!(text.contains("Player 1 wins") && text.contains("1  #  #"), "{text}");
    let text =
        play(&["nim", "Nim[3, 5]", "--level", "none"], "take 2 in 2\ntake 9 in 2\nquit\n", Path::new("."));
    assert!(
        text.contains("Nim(3) + Nim(3)") && text.contains("`take 9 in 2` is not a legal move here"),
        "{text}"
    );
}

/// In a sum, a move without its part and its brackets is asked back or made; levels have the names of other games.
#[test]
fn moves_in_sums_may_be_typed_loosely() {
    let here = Path::new(".");
    let text = play(&["nim", "Nim[1, 3]", "--level", "none"], "take 1\ntake 3\nquit\n", here);
    assert!(text.contains("In which part? Did you mean take(1) in 1?"), "{text}");
    assert!(text.contains("Nim(1) + Nim(0)"), "{text}");
    let text = play(&["nim", "Nim(3)", "--level", "hard"], "quit\n", here);
    assert!(text.contains("against the computer (perfect)"), "{text}");
}

/// A clock on which the hour 0 ends play, and a walk of two players who have moves of their own.
const CYCLES: &str = "loopy game Clock(hour: 0..7)\n  move tick(step in {2, 3}) where hour != 0 to Clock((hour + step) mod 8)\n";
const PARTIZAN: &str = "game Pair(n: nat)\n  left move red(k in 1..n) to Pair(n - k)\n  right move blue(k in 1..min(2, n)) to Pair(n - k)\n";

fn play_mine(rules: &str, args: &[&str], typed: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.game"), rules).expect("written");
    let all: Vec<&str> = ["mine.game"].iter().chain(args).copied().collect();
    play(&all, typed, folder.path())
}

#[test]
fn draws_by_repetition_and_by_agreement() {
    let text = play_mine(CYCLES, &["Clock(2)"], "hint\ndraw\n");
    assert!(text.contains("No move wins; tick(2) holds the draw."), "{text}");
    assert!(text.contains("The computer agrees.") && text.contains("let a win go: there was none"), "{text}");
    let text = play_mine(CYCLES, &["Clock(3)"], "draw\n1\n");
    assert!(text.contains("The computer plays on."), "{text}");
    assert!(text.contains("You lose") && text.contains("every position was lost already"), "{text}");
    // Whoever holds the draw three times round has it.
    let text = play_mine(CYCLES, &["Clock(2)", "--level", "none"], &"tick(2)\ntick(3)\ntick(3)\n".repeat(3));
    assert!(text.contains("occurred before") && text.contains("third time: a draw"), "{text}");
    let text = play(&["nim", "Nim(3)"], "draw\nquit\n", Path::new("."));
    assert!(text.contains("there is no draw"), "{text}");
}

/// From a draw the perfect computer never loses, and it wins as soon as the other slips.
#[test]
fn the_perfect_computer_holds_draws() {
    for seed in 1..6 {
        let moves: String = (0..60).map(|i| format!("{}\n", 1 + (seed * i + i / 3) % 2)).collect();
        let text =
            play_mine(CYCLES, &["Clock(7)", "--seed", &seed.to_string()], &(moves + &"1\n".repeat(60)));
        assert!(text.contains("You lose") || text.contains("third time: a draw"), "{text}");
    }
}

#[test]
fn left_and_right_are_played() {
    let text = play_mine(PARTIZAN, &["Pair(5) + Pair(4)", "--side", "right"], "hint\n1\n");
    assert!(text.contains("You are Right"), "{text}");
    assert!(text.contains("play can be made to last 4 moves"), "{text}");
    assert!(!text.contains("  1  red"), "{text}");
    let text = play_mine(PARTIZAN, &["Pair(2) + Pair(2)", "--level", "none"], "1\n1\n1\n1\n1\n");
    assert!(text.contains("Right wins: Right made the last move."), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.game"), PARTIZAN).expect("written");
    let text = play(
        &["mine.game", "Pair(4)", "--side", "right", "--level", "none"],
        "1\n2\nsave p.game\nquit\n",
        folder.path(),
    );
    assert!(text.contains("fairgame run p.game"), "{text}");
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .args(["run", "p.game"])
        .current_dir(folder.path())
        .output()
        .expect("runs");
    let shown = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(out.status.success() && shown.contains("blue(1)") && shown.contains("Right"), "{shown}");
}

/// In a lost position the computer leaves no win at once, few winning moves, and a long way.
#[test]
fn a_lost_game_is_made_long() {
    // From Nim[4, 4] every move loses; the longest way takes one bean at a time.
    let text = play(&["nim", "Nim[4, 4]", "--second"], "quit\n", Path::new("."));
    assert!(text.contains("The computer plays take(1) in"), "{text}");
}

/// A game too large to be solved while somebody waits is played all the same.
#[test]
fn the_computer_says_that_it_does_not_see_who_wins() {
    let here = Path::new(".");
    let text = play(&["cram", "Cram(rectangle(5, 5))", "--second", "--positions", "1000"], "1\nquit\n", here);
    assert!(text.contains("does not see who") && text.contains("The computer plays place("), "{text}");
}
