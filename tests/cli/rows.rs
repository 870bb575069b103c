//! Rows as data, and values that are kept.

use super::dir::*;
use std::fs;

const TAKE: &str = "game T(n: nat)\n  move t(k in {2, 5, 7} where k <= n) to T(n - k)\n";

/// What other programs read is never cut, however long a list is.
#[test]
fn data_is_never_cut() {
    let dir = file("let row = [x for x in 1..3000]\nshow row\ntable row for n in 0..1\nshow join(row)\n");
    let ends = ["2998, 2999, 3000]", "299829993000"];
    for (as_data, lists) in [("--json", 3), ("--csv", 2)] {
        let out = dir.run(&["run", "x.game", as_data]).exits(0).out;
        assert!(!out.contains("..."), "{as_data}: {out}");
        assert!(out.matches(ends[0]).count() >= lists, "{as_data}: {out}");
        assert!(as_data == "--csv" || out.contains(ends[1]), "{as_data}: {out}");
    }
}

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
fn rows_of_piles_are_those_of_any_other_expression() {
    let split = "game G(n: 1..)\n  move split(a in 1..n-1 where a < n - a) to G(a) + G(n - a)\n";
    let dir = file(&format!("{split}{TAKE}"));
    let table = |columns: &str, more: &[&str]| {
        let run =
            dir.run(&[&["table", columns, "for", "n in 1..9000", "--use", "x.game", "--csv"], more].concat());
        run.out.split_once("\r\n").map(|(_, rows)| rows.to_string())
    };
    let (piles, others) = ("G(n), value(T(n + 3))", "value(G(n)) + 0, value(T(n + 3)) + 0");
    for more in [&[][..], &["--positions", "5000"], &["--misere"]] {
        let rows = table(piles, more);
        assert!(rows.as_ref().is_some_and(|r| r.lines().count() > 4000) || more == ["--misere"]);
        assert_eq!(rows, table(others, more), "{more:?}");
    }
    let before = ["table", "G(n)", "for", "n in 0..3", "--use", "x.game"];
    dir.run(&before).exits(2).complains("G(0) is not a position");
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

/// What stood in a file stays there until all rows are known, also if the program is killed before.
#[test]
fn rows_take_their_place_at_the_end() {
    let dir = file(TAKE);
    fs::write(dir.path("rows.csv"), "what was there before").unwrap();
    let names = || fs::read_dir(&dir.0).unwrap().count();
    let before = names();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .current_dir(&dir.0)
        .args(["table", "n, n * n", "for", "n in 1..100000000", "--out", "rows.csv"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // Until it has begun to write beside the file.
    let mut waited = 0;
    while names() == before && waited < 500 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        waited += 1;
    }
    assert!(names() > before, "nothing is written");
    assert_eq!(fs::read_to_string(dir.path("rows.csv")).unwrap(), "what was there before");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(dir.path("rows.csv")).unwrap(), "what was there before");
}

/// A large file is looked at when something in it is asked for; where nothing is, when it is written again.
#[test]
fn a_damaged_file_of_saved_values_is_named() {
    let dir = file(&format!("{QUEEN}{TAKE}"));
    let ask = |what: &str| dir.run(&["eval", what, "--use", "x.game", "--save", "s.sav"]);
    ask("value(Queen(1600, 1600))").exits(0);
    let mut bytes = fs::read(dir.path("s.sav")).unwrap();
    assert!(bytes.len() > 4 << 20, "{} bytes are compared at once", bytes.len());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(dir.path("s.sav"), &bytes).unwrap();
    ask("value(T(77))")
        .complains("s.sav is damaged or cut off, and is left as it is")
        .complains("Should it be deleted");
    assert!(fs::read(dir.path("s.sav")).unwrap() == bytes);
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
    let rest = read_one_line(&["table", "n", "for", "n in 1..1000000", "--csv"]);
    assert_eq!(rest.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&rest.stderr).contains("cannot be written"));
}

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

const BOARDS: &str = "use \"boards\"
game Cram(free: set of cell)
  move place(d in dominoes(free)) to Cram(free minus d)
  splits into Cram(part) for part in islands(free)
  same as Cram(turned(free)), Cram(mirrored(free)), Cram(shifted(free))
game Plain(free: set of cell)
  move place(d in dominoes(free)) to Plain(free minus d)
game Welter(coins: set of nat)
  move slide(c in coins, d in 0..<c where d not in coins) to Welter(coins without c with d)
";

#[test]
fn positions_of_graphs_are_kept() {
    let dir = file(BOARDS);
    let ask = |question: &str, more: &[&str]| {
        dir.run(&[&["eval", question, "--use", "x.game", "--save", "kept"], more].concat())
    };
    // One that is searched, one that is solved in full, one of two words a position, a table over a chain.
    let all = "[value(Cram(rectangle(4, 4))), value(Plain(rectangle(3, 4))), \
               value(Plain({(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (9, 8), (9, 9), (1, 9)})), value(Welter({37, 38, 39}))]";
    let first = ask(all, &[]).exits(0).out.clone();
    let kept = fs::read(dir.path("kept")).unwrap();
    // What is kept needs no position of the budget, and the file stays as it is.
    assert_eq!(ask(all, &["--positions", "1"]).exits(0).out, first);
    assert_eq!(fs::read(dir.path("kept")).unwrap(), kept);
    // What was solved for larger positions is there for smaller ones, too, and grows with others.
    let smaller = "[value(Plain(rectangle(3, 4) without (1, 1) without (1, 2))), value(Welter({3, 17, 30}))]";
    ask(smaller, &["--positions", "1"]).exits(0);
    let other = "outcome(Cram(rectangle(4, 4) without (2, 2)))";
    let afresh = dir.run(&["eval", other, "--use", "x.game"]).exits(0).out.clone();
    assert_eq!(ask(other, &[]).exits(0).out, afresh);
    assert!(fs::metadata(dir.path("kept")).unwrap().len() > kept.len() as u64);
    assert_eq!(ask(all, &["--positions", "1"]).exits(0).out, first);
}

#[test]
fn what_was_solved_when_a_budget_ran_out_is_kept() {
    let dir = file(BOARDS);
    let ask = |more: &[&str]| {
        let question = ["eval", "value(Plain(rectangle(4, 4)))", "--use", "x.game", "--save", "kept"];
        dir.run(&[&question, more].concat())
    };
    ask(&["--positions", "300"]).exits(3);
    assert!(fs::metadata(dir.path("kept")).unwrap().len() > 300 * 12);
    // From there, so many are enough; from the beginning they are not.
    ask(&["--positions", "600"]).exits(0);
    fs::remove_file(dir.path("kept")).unwrap();
    ask(&["--positions", "600"]).exits(3);
}

#[test]
fn a_folder_holds_no_values() {
    let dir = file(BOARDS);
    fs::create_dir(dir.path("folder")).unwrap();
    let run = dir.run(&["eval", "1", "--use", "x.game", "--save", "folder"]);
    run.exits(2).complains("folder cannot be read");
}

#[test]
fn sequences_are_kept() {
    let kayles = "game K(n: nat)\n  move k(k in 1..2, left in 0..n-k) to K(left) + K(n - k - left)\n";
    let sets = "game S(n: nat)\n  move t(k in {2, 5, 7} where k <= n) to S(n - k)\n";
    let dir = file(&format!("{kayles}{sets}"));
    let ask = |question: &str, more: &[&str]| {
        dir.run(&[&["eval", question, "--use", "x.game", "--save", "kept"], more].concat())
    };
    ask("[value(K(150)), value(S(60))]", &[]).exits(0);
    // What is kept is not computed again; what lies behind it is.
    let more = "[value(K(10^30)), value(K(120)), value(S(60)), value(S(10^30 + 4))]";
    let kept = ask(more, &[]).exits(0).out.clone();
    assert_eq!(kept, dir.run(&["eval", more, "--use", "x.game"]).exits(0).out);
    ask("value(K(140)) + value(S(50))", &["--positions", "10"]).exits(0);
    // Other rules refuse it.
    fs::write(dir.path("x.game"), format!("{}{sets}", kayles.replace("1..2", "1..3"))).unwrap();
    ask("value(K(5))", &[]).exits(2).complains("other rules");
}
