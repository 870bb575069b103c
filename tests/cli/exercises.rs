//! `exercise` and `grade`: what is hidden stays so, what fails is named, and only what is worked out again counts.

use super::dir::*;
use fairgame::link::Link;

const KAYLES: &str =
    "game Kayles(n: nat)\n  move knock(k in 1..2, left in 0..n-k) to Kayles(left) + Kayles(n - k - left)\n";
const ONE_PIN: &str =
    "game Kayles(n: nat)\n  move knock(left in 0..<n) to Kayles(left) + Kayles(n - 1 - left)\n";

const EXERCISE: &str = r#"title = "Two at once"
task = "Knock down one pin, or two neighbours."
starter = "game Kayles(n: nat)\n"
solution = { file = "right.game" }
checks = ["Kayles(1)", "Kayles(9) + Kayles(6)", "Kayles(12) is *4", "Kayles(20) is N", "[value(Kayles(n)) for n in 0..9]"]
"#;

fn class() -> Dir {
    Dir::new(&[("two.toml", EXERCISE), ("right.game", KAYLES), ("one.game", ONE_PIN)])
}

/// The link at the end of what was said.
fn link(out: &str) -> String {
    out.lines().rev().find_map(|l| l.split_whitespace().find(|w| w.contains("html#"))).unwrap().to_string()
}

#[test]
fn an_exercise_names_its_checks_and_keeps_what_they_expect() {
    let dir = class();
    let made = dir.run(&["exercise", "two.toml"]).exits(0);
    let sent = link(&made.out);
    let shown = dir
        .run(&["open", &sent])
        .exits(2) // what it begins with has no moves yet
        .says("Two at once")
        .says("5 hidden checks")
        .says("Kayles(9) + Kayles(6)");
    assert!(!shown.out.contains("*4") && !shown.out.contains("Kayles(12) is"), "{}", shown.out);
    // The same file makes the same link, and a link can be made of it again.
    assert_eq!(link(&dir.run(&["exercise", "two.toml"]).exits(0).out), sent);
    assert_eq!(link(&dir.run(&["exercise", &sent]).exits(0).out), sent);
    assert!(!format!("{:?}", Link::read(&sent).unwrap()).contains("1..2"), "the solution is not in it");
}

#[test]
fn an_answer_is_tried_and_handed_in() {
    let dir = class();
    let sent = link(&dir.run(&["exercise", "two.toml"]).exits(0).out);
    dir.run(&["exercise", &sent, "right.game"]).exits(0).says("5 of 5 checks hold");
    let tried = dir.run(&["exercise", &sent, "one.game"]).exits(1);
    let (checks, _) = tried.out.split_once("hand in").unwrap();
    assert!(checks.starts_with("holds  Kayles(1)\nfails  Kayles(9) + Kayles(6)\n"), "{checks}");
    assert!(!checks.contains("*4"), "{checks}");
    let handed_in = Link::read(&link(&tried.out)).unwrap();
    assert_eq!(handed_in.text, ONE_PIN);
    assert_eq!(handed_in.exercise, Link::read(&sent).unwrap().exercise);
}

#[test]
fn a_game_that_is_missing_is_said_to_be() {
    let dir = class();
    std::fs::write(dir.path("other.game"), "let a = 1\n").unwrap();
    dir.run(&["exercise", "two.toml", "other.game"])
        .exits(1)
        .says("Kayles(1): no answer:")
        .says("0 of 5 checks hold");
}

#[test]
fn mistakes_in_an_exercise_are_told_where_they_are() {
    let cases = [
        ("title = \"a\"\ntask = \"b\"\nchecks = []\n", "no checks"),
        ("title = \"a\"\ntask = \"b\"\ncheck = [\"1\"]\n", "unknown field `check`"),
        ("title = \"a\"\ntask = \"b\"\n", "missing field `checks`"),
        ("title = a\ntask = \"b\"\n", "is not an exercise"),
        (
            "title = \"a\"\ntask = \"b\"\nchecks = [\"Kayles(9)\"]\n",
            "Nothing says what `Kayles(9)` should give",
        ),
        (
            "title = \"a\"\ntask = \"b\"\nchecks = [\"Kayles(9) is n\"]\n",
            "neither a nim-value nor an outcome",
        ),
        (
            "title = \"a\"\ntask = \"b\"\nsolution = { file = \"right.game\" }\nchecks = [\"Kayles(9) is *5\"]\n",
            "the check expects 5",
        ),
        (
            "title = \"a\"\ntask = \"b\"\nsolution = { file = \"right.game\" }\nchecks = [\"Nim(9)\"]\n",
            "The solution gives no answer",
        ),
        (
            "title = \"a\"\ntask = \"b\"\nsolution = { file = \"none.game\" }\nchecks = [\"1\"]\n",
            "none.game cannot be read",
        ),
        (
            "title = \"a\"\ntask = \"b\"\nsolution = 3\nchecks = [\"1\"]\n",
            "this should be a text, or the name of a file",
        ),
    ];
    for (text, why) in cases {
        let dir = class();
        std::fs::write(dir.path("wrong.toml"), text).unwrap();
        dir.run(&["exercise", "wrong.toml"]).exits(2).complains(why);
    }
    let dir = class();
    dir.run(&["exercise", &Link::of("show 1").fragment().unwrap()]).exits(2).complains("holds no exercise");
    dir.run(&["exercise", "nothing.toml"]).exits(2).complains("no such file");
}

/// A list as forms save it: names of columns, words around a link, semicolons, and people who do other things.
fn handed_in(dir: &Dir) -> String {
    let sent = link(&dir.run(&["exercise", "two.toml"]).exits(0).out);
    let own = |file: &str| link(&dir.run(&["exercise", &sent, file]).out);
    std::fs::write(dir.path("broken.game"), "game Kayles(n: nat\n").unwrap();
    std::fs::write(dir.path("slow.game"), format!("{KAYLES}show Kayles(10^9)\n")).unwrap();
    let (right, one, broken) = (own("right.game"), own("one.game"), own("broken.game"));
    // She has changed what is asked.
    let mut changed = Link::read(&one).unwrap();
    changed.exercise.as_mut().unwrap().checks.truncate(1);
    let changed = changed.fragment().unwrap();
    format!(
        "\u{FEFF}name;answer\nAda;my answer: {right} !\nBen;{one}\n=1+1;{}\nCleo;#{changed}\nDan;{broken}\nEve;I was ill\n",
        &one[..one.len() - 4]
    )
}

#[test]
fn what_was_handed_in_is_worked_out_again() {
    let dir = class();
    std::fs::write(dir.path("links.csv"), handed_in(&dir)).unwrap();
    let marks = dir.run(&["grade", "links.csv", "--against", "two.toml", "--csv"]).exits(0).out;
    let rows: Vec<&str> = marks.lines().collect();
    assert_eq!(rows.len(), 7, "{marks}");
    assert!(rows[1].starts_with("Ada,") && rows[1].ends_with("right,right,right,right,right,5,"), "{marks}");
    assert!(rows[2].starts_with("Ben,") && rows[2].contains("right,wrong,"), "{marks}");
    assert!(
        rows[3].starts_with("'=1+1,")
            && rows[3].contains(",0,")
            && rows[3].contains("it breaks off before its end"),
        "{marks}"
    );
    assert!(
        rows[4].starts_with("Cleo,") && rows[4].ends_with("the link carries another exercise"),
        "{marks}"
    );
    assert!(rows[5].starts_with("Dan,") && rows[5].contains("line 1: `(` is never closed"), "{marks}");
    assert!(rows[6].ends_with("there is no link in this row"), "{marks}");
    // The solution alone: what most of the links carry is asked.
    let alone = dir.run(&["grade", "links.csv", "--against", "right.game"]).exits(0);
    alone.says("Ada").says("5 of 5").says("  3  Kayles(12)").says("6 answers, 1 with everything right");
    let lines = dir.run(&["grade", "links.csv", "--against", "right.game", "--json"]).exits(0).json();
    assert_eq!((lines[0]["right"].as_u64(), lines[0]["who"]["name"].as_str()), (Some(5), Some("Ada")));
}

#[test]
fn without_an_exercise_the_solution_says_what_is_asked() {
    let dir = class();
    let sent = |file: &str| link(&dir.run(&["link", file]).exits(0).out);
    let list = format!("{}\n{}\n", sent("right.game"), sent("one.game"));
    dir.run_with(&["grade", "-", "--against", "right.game"], &list).exits(2).complains("contain questions");
    std::fs::write(
        dir.path("asks.game"),
        format!("{KAYLES}show Kayles(2)\nexpect Kayles(n) is N for n in 1..9\n"),
    )
    .unwrap();
    let marks = dir.run_with(&["grade", "-", "--against", "asks.game", "--out", "m.csv"], &list).exits(0);
    marks.says("m.csv is written");
    let marks = std::fs::read_to_string(dir.path("m.csv")).unwrap();
    assert!(
        marks.starts_with("column 1,Kayles(2),expect Kayles(n) is N for n in 1..9,right,remark\n"),
        "{marks}"
    );
    assert!(marks.contains(",right,right,2,\n") && marks.contains(",wrong,wrong,0,\n"), "{marks}");
    dir.run_with(&["grade", "-", "--against", "asks.game"], "a,b\nc,d\n").exits(2).complains("no link in it");
}
