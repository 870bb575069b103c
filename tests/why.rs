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
