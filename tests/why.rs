//! `why`: what is said about positions of many kinds.

use assert_cmd::Command;

fn why(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_fairgame")).arg("why").args(args).output().expect("runs");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    format!("$ fairgame why {}\n{}{}", args.join(" "), text(&out.stdout), text(&out.stderr))
}

fn all(cases: &[&[&str]]) -> String {
    cases.iter().map(|c| why(c)).collect::<Vec<_>>().join("\n")
}

#[test]
fn one_part() {
    insta::assert_snapshot!(all(&[
        &["nim", "Nim(0)"],
        &["nim", "Nim(1)"],
        &["nim", "Nim(30)"],
        &["kayles", "Kayles(5)"],
        &["kayles", "Kayles(9)"],
        &["TakeAway(4, {1, 2, 3})", "--use", "heaps"],
        &["TakeAway(9, {2, 5, 7})", "--use", "heaps"],
        &["grundy", "Grundy(8)"],
        &["grundy", "Grundy(7)"],
        &["wythoff", "Queen(3, 5)"],
        &["wythoff", "Queen(4, 5)"],
        &["welter", "Welter({2, 5, 7})"],
        &["cram", "Cram(rectangle(2, 2))"],
        &["cram", "Cram(board(\"...|.x.\"))"],
        &["nimble", "Nimble(bag(1, 3, 3, 6))"],
        &["lasker", "Lasker(3)"],
        &["treblecross", "Treblecross"],
        &["graphs", "Eight(7)"],
    ]));
}

#[test]
fn several_parts() {
    insta::assert_snapshot!(all(&[
        &["nim", "Nim[3, 5, 7]"],
        &["nim", "Nim[3, 5, 6]"],
        &["nim", "Nim[7, 7]"],
        &["nim", "Nim[0, 0]"],
        &["nim", "Nim[27, 23, 22, 15]"],
        &["nim", "nothing"],
        &["nim", "*5"],
        &["nim", "*(10^20) + *3"],
        &["nim", "*6 + Nim(3)"],
        &["kayles", "Kayles(9) + Kayles(4)"],
        &["kayles", "Kayles[7, 20, 3]"],
        &["graphs", "Eight(7) + Eight(6) + Eight(3)"],
        &["lasker", "Lasker[1, 2, 3]"],
        &["wythoff", "Queen(1, 1) + Rook(2, 3)"],
        &["nim", "sum(Nim(n) for n in 1..30)"],
    ]));
}

#[test]
fn misere() {
    insta::assert_snapshot!(all(&[
        &["nim", "Nim[1, 1, 1] under misere"],
        &["nim", "Nim(1) under misere"],
        &["nim", "Nim[2, 2] under misere"],
        &["nim", "Nim[3, 5] under misere"],
        &["nim", "Nim(0) under misere"],
        &["kayles", "Kayles(5) under misere"],
    ]));
}

/// A clock that may go round for ever, and a pair of players with moves of their own.
fn games() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.game");
    let text = "loopy game Clock(hour: 0..7)\n  move tick(step in {2, 3}) where hour != 0 to Clock((hour + step) mod 8)\n\
                game Pair(n: nat)\n  left move red(k in 1..n) to Pair(n - k)\n  right move blue(k in 1..min(2, n)) to Pair(n - k)\n\
                game Chomp(rows: list of nat)\n  wins when rows[1] == 0\n  move eat(i in indices(rows), j in 1..rows[i])\n    \
                to Chomp([if k < i then rows[k] else min(rows[k], j - 1) for k in indices(rows)])\n\
                loopy game Square(n: nat)\n  move take(k in 1..n where k^2 <= n < (k + 1)^2) to Square(n - k^2)\n  \
                move add(k in 1..n where k^2 <= n < (k + 1)^2) to Square(n + k^2)\n\
                loopy game Poker(n: nat, reserve: nat)\n  move take(k in 1..n) to Poker(n - k, reserve)\n  \
                move add(k in 1..reserve) to Poker(n + k, reserve - k)\n\
                loopy game Walk(n: 0..4)\n  left move up where n < 3 to Walk(n + 1)\n  right move down where n > 0 to Walk(n - 1)\n";
    std::fs::write(&file, text).expect("written");
    let name = file.to_str().expect("a name").to_string();
    (folder, name)
}

fn mine(asked: &[&str]) -> String {
    let (_folder, file) = games();
    let texts: Vec<String> = asked.iter().map(|a| why(&[&file, a])).collect();
    texts.join("\n").replace(&file, "mine.game")
}

#[test]
fn cycles() {
    insta::assert_snapshot!(mine(&[
        "Clock(0)",
        "Clock(2)",
        "Clock(3)",
        "Clock(5)",
        "Clock(1) + Clock(2)",
        "Clock(2) + *3",
        "Clock(5) + *1",
        "Clock(5) + *2 + *2",
        "Clock(2) under misere",
        "Square(5)",
        "Poker(3, 2)",
        "Poker(3, 2) + Poker(5, 1)",
    ]));
}

#[test]
fn left_and_right() {
    insta::assert_snapshot!(mine(&[
        "Pair(0)",
        "Pair(2)",
        "Pair(3)",
        "Pair(5) + Pair(4)",
        "Pair(2) + Pair(2)",
        "Pair(3) under misere",
        "Walk(2)",
        "Walk(0)",
        "impartial Pair(3)",
    ]));
}

#[test]
fn other_ways_to_win() {
    insta::assert_snapshot!(mine(&["Chomp([3, 3])", "Chomp([1])", "Chomp([0])", "Chomp([2, 1])"]));
}

#[test]
fn periods() {
    insta::assert_snapshot!(all(&[
        &["kayles", "period Kayles(n) for n"],
        &["kayles", "period Kayles(n + 3) for n"],
        &["kayles", "period Kayles(n) for n in 0..100"],
        &["kayles", "period Kayles(n) + Kayles(2 * n) for n in 0..300"],
        &["nim", "period Nim(n) for n"],
        &["lasker", "period Lasker(n) for n"],
        &["period TakeAway(n, {2, 5, 7}) for n", "--use", "heaps"],
        &["period TakeAway(n, {1, 2}) for n", "--use", "heaps"],
        &["grundy", "period Grundy(n) for n in 0..60"],
        &["period n * n for n in 0..50"],
    ]));
}

#[test]
fn what_is_not_explained() {
    insta::assert_snapshot!(all(&[
        &["nim", "2 + 2"],
        &["nim", "Nim(3"],
        &["nosuch", "Nim(3)"],
        &["nim", "let a = 1"],
        &["Nim(3)"],
    ]));
}
