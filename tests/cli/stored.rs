//! `fairgame solve`: ended at any moment, without room on the disk, with others in its folder.

use super::dir::Dir;
use std::fs;
use std::time::Duration;

const CHOMP: &str = "game Chomp(rows: list of nat)\n  move bite(r in 1..size(rows), c in 1..rows[r] where r + c > 2)\n    to Chomp([if i < r then rows[i] else min(rows[i], c - 1) for i in 1..size(rows)])\n";
const BAR: &str = "Chomp([7, 7, 7, 7, 7, 7, 7])";
const SOLVE: [&str; 8] = ["solve", "chomp.game", BAR, "--into", "d", "--memory", "1M", "--levels"];
/// The same by the places of positions.
const PLACES: [&str; 7] = ["solve", "chomp.game", BAR, "--into", "d", "--memory", "1M"];

fn chomp() -> Dir {
    Dir::new(&[("chomp.game", CHOMP)])
}

#[test]
fn solve_says_what_it_found_and_verify_checks_it() {
    let dir = chomp();
    dir.run(&SOLVE).exits(0).says("3431 positions can be reached; all values are in d");
    dir.run(&SOLVE).exits(0).says("3431 positions");
    dir.run(&["verify", "d"]).exits(0).says("d: proved: Chomp([7, 7, 7, 7, 7, 7, 7]) has the value");
    dir.run(&["verify", "d", "--shard", "1/1"]).exits(0).says("3431 positions checked");
    dir.run(&["verify", "d", "--shard", "3/2"]).exits(2);
    let shown = dir.run(&["verify", "d", "--print"]).exits(0).out;
    assert_eq!(shown.lines().count(), 3433);
    assert_eq!(shown.lines().next(), Some("Chomp([1, 0, 0, 0, 0, 0, 0]) 0"));
    let other = |more: &[&str]| {
        let solve = ["solve", "chomp.game", "Chomp([3, 2])", "--json", "--into"];
        dir.run(&[&solve[..], more].concat()).exits(0).json().remove(0)
    };
    let json = other(&["e", "--levels"]);
    assert_eq!((&json["answer"], &json["positions"]), (&"solve".into(), &8.into()));
    assert_eq!((&json["way"], &json["levels"]), (&"levels".into(), &"that was asked for".into()));
    let json = other(&["f"]);
    assert_eq!((&json["way"], &json["positions"], json.get("levels")), (&"place".into(), &9.into(), None));
}

#[test]
fn values_by_place_are_said_checked_and_read() {
    let dir = chomp();
    let first = dir.run(&PLACES).exits(0).says("3432 positions up to its place; all values are in d").out;
    assert_eq!(dir.run(&PLACES).exits(0).out, first, "nothing is left to do");
    dir.run(&["verify", "d"]).exits(0).says("d: proved: Chomp([7, 7, 7, 7, 7, 7, 7]) has the value");
    dir.run(&["verify", "d", "--shard", "2/3"]).exits(0).says("proved");
    assert_eq!(dir.run(&["verify", "d", "--print"]).exits(0).out.lines().count(), 3434);
    let value = ["eval", "chomp.game", &format!("value({BAR})"), "--json", "--from", "d"];
    let value = dir.run(&value).exits(0).json();
    assert_eq!((&value[0]["value"], &value[0]["engines"][0]["engine"]), (&"20".into(), &"stored".into()));
    dir.run(&["why", "chomp.game", BAR, "--from", "d"]).exits(0).says("Of the 48 moves");
    let table = ["table", "chomp.game", "Chomp([a, b, 0, 0, 0, 0, 0])", "for", "a in 1..7, b in 0..a"];
    dir.run(&[&table[..], &["--from", "d"]].concat()).exits(0);
    // A folder goes on as it was begun.
    dir.run(&SOLVE).exits(2).complains("error[folder-of-others]").complains("was begun in another way");
    dir.run(&[&PLACES[..], &["--processes", "2"]].concat()).exits(2).complains("error[workers-differ]");
}

#[test]
fn later_runs_read_the_folder() {
    let dir = chomp();
    dir.run(&SOLVE).exits(0);
    let with = |args: &[&str]| dir.run(&[args, &["--from", "d"]].concat());
    let value = with(&["eval", "chomp.game", &format!("value({BAR})"), "--json"]).exits(0).json();
    assert_eq!((&value[0]["value"], &value[0]["engines"][0]["engine"]), (&"20".into(), &"stored".into()));
    with(&["why", "chomp.game", BAR]).exits(0).says("Of the 48 moves");
    with(&["table", "chomp.game", "Chomp([a, b, 0, 0, 0, 0, 0])", "for", "a in 1..7, b in 0..a"]).exits(0);
    dir.run(&["eval", "chomp.game", "1", "--from", "none"]).exits(2).complains("holds no solved values");
}

/// A play reads its values there, too: the computer wins what is won, and a folder that is damaged is told.
#[test]
fn a_play_reads_the_folder() {
    let dir = chomp();
    dir.run(&SOLVE).exits(0);
    let play = || dir.run_with(&["play", "chomp.game", BAR, "--second", "--from", "d"], &"1\n".repeat(60));
    play().exits(0).says("You lose").says("None of your moves was to blame");
    let file = dir.path("d").join("keys-000000");
    let mut bytes = fs::read(&file).expect("keys");
    bytes.truncate(20);
    fs::write(&file, &bytes).expect("a file");
    play().exits(2).complains("error[folder-damaged]");
}

/// Ended without a word at ever later moments, until it is done before that.
#[test]
#[ignore = "takes long"]
#[cfg(unix)]
fn killed_at_any_moment_it_goes_on() {
    killed_at_any_moment(&SOLVE, 3431);
}

#[test]
#[ignore = "takes long"]
#[cfg(unix)]
fn killed_at_any_moment_it_goes_on_by_place() {
    killed_at_any_moment(&PLACES, 3432);
}

#[cfg(unix)]
fn killed_at_any_moment(solve: &[&str], positions: u32) {
    let (dir, whole) = (chomp(), chomp());
    let wanted = whole.run(solve).exits(0).out;
    let bin = env!("CARGO_BIN_EXE_fairgame");
    for round in 0..40 {
        let mut command = std::process::Command::new(bin);
        let quiet = command.current_dir(dir.path(".")).args(solve).stdout(std::process::Stdio::null());
        let mut child = quiet.spawn().expect("a process");
        std::thread::sleep(Duration::from_millis(round * round % 97 + 3 * round));
        child.kill().expect("it can be ended");
        child.wait().expect("it was ended");
    }
    let first = |text: &str| text.lines().take(2).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(first(&dir.run(solve).exits(0).out), first(&wanted));
    dir.run(&["verify", "d"]).exits(0).says(&format!("{positions} positions checked"));
    let leftover = fs::read_dir(dir.path("d")).expect("a folder").map(|e| e.expect("a file").file_name());
    let leftover: Vec<_> = leftover.filter(|n| n.to_string_lossy().starts_with("run-")).collect();
    assert!(leftover.is_empty(), "{leftover:?}");
}

/// A limit on the size of files stands for a disk that is full.
#[test]
#[cfg(unix)]
fn without_room_on_the_disk_nothing_is_lost() {
    without_room(&SOLVE, &["0", "1", "2"], "3431 positions");
    // What is about the folder takes two blocks, and a file less.
    without_room(&PLACES, &["0", "1"], "3432 positions");
}

#[cfg(unix)]
fn without_room(solve: &[&str], all: &[&str], positions: &str) {
    let dir = chomp();
    for blocks in all {
        let line = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let out = assert_cmd::Command::new("sh")
            .current_dir(dir.path("."))
            .args(["-c", &line, env!("CARGO_BIN_EXE_fairgame")])
            .args(solve)
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{blocks}: {said}");
        assert!(said.contains("cannot be written"), "{blocks}: {said}");
    }
    dir.run(solve).exits(0).says(positions);
    dir.run(&["verify", "d"]).exits(0);
}

#[test]
fn a_changed_file_is_told() {
    changed_files_are_told(&SOLVE, "values-000000");
    changed_files_are_told(&PLACES, "range-000013-104");
}

fn changed_files_are_told(solve: &[&str], name: &str) {
    let dir = chomp();
    dir.run(solve).exits(0);
    let file = dir.path("d").join(name);
    let mut bytes = fs::read(&file).expect("values");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).expect("a file");
    dir.run(&["verify", "d"]).exits(2).complains("error[folder-damaged]").complains(name);
    fs::write(&file, &bytes[..middle]).expect("a file");
    dir.run(&["verify", "d"]).exits(2).complains("error[folder-damaged]");
    dir.run(&["why", "chomp.game", BAR, "--from", "d"]).exits(2).complains("error[folder-damaged]");
}

#[test]
fn folders_of_others_stay_as_they_are() {
    let dir = chomp();
    fs::create_dir(dir.path("d")).expect("a folder");
    fs::write(dir.path("d").join("letter"), "x").expect("a file");
    dir.run(&SOLVE).exits(2).complains("error[folder-foreign]").complains("holds something other");
    assert_eq!(fs::read_dir(dir.path("d")).expect("a folder").count(), 1);
    dir.run(&["solve", "chomp.game", "Chomp([3, 3])", "--into", "e"]).exits(0);
    dir.run(&["solve", "chomp.game", "Chomp([3, 2])", "--into", "e"])
        .exits(2)
        .complains("error[folder-of-others]");
    let changed = CHOMP.replace("r + c > 2", "r + c > 3");
    fs::write(dir.path("chomp.game"), changed).expect("a file");
    dir.run(&["solve", "chomp.game", "Chomp([3, 3])", "--into", "e"]).exits(2).complains("other rules");
    // Its own rules stand in it.
    dir.run(&["verify", "e"]).exits(0);
}

/// A budget ends it politely, and the same command goes on.
#[test]
fn a_budget_ends_it_and_it_goes_on() {
    budgets_end_it(&SOLVE);
    budgets_end_it(&PLACES);
}

fn budgets_end_it(solve: &[&str]) {
    let dir = chomp();
    let mut rounds = 0;
    loop {
        let run = dir.run(&[solve, &["--positions", "1000"]].concat());
        rounds += 1;
        if run.code == Some(0) {
            break;
        }
        run.exits(3).complains("what is finished is in d");
        assert!(rounds < 100);
    }
    assert!(rounds > 2, "{rounds}");
    dir.run(&["verify", "d"]).exits(0);
}

const CRAM: &str = "game Cram(free: set of cell)\n  move place(p in free, q in touching(p) where q in free) to Cram(free without p without q)\n  splits into Cram(part) for part in islands(free)\n  same as Cram(turned(free)), Cram(mirrored(free)), Cram(shifted(free))\n";
const SEARCH: [&str; 6] = ["solve", "cram.game", "Cram(board(5, 6))", "--search", "--into", "d"];

fn cram() -> Dir {
    Dir::new(&[("cram.game", CRAM)])
}

#[test]
fn a_search_says_what_its_value_rests_on() {
    let dir = cram();
    let search = |args: &[&str]| dir.run(&[&["solve", "cram.game", "--search"], args].concat());
    search(&["Cram(board(3, 5))", "--into", "a"]).exits(0).says(": 1").says("it rests on");
    search(&["Cram(board(4, 4))", "--into", "b"]).exits(0).says(": 0");
    search(&["Cram(board(4, 5))", "--into", "c", "--with", "a", "--with", "b"]).exits(0).says(": 2");
    dir.run(&["verify", "a", "b", "c"]).exits(0).says("c: proved: Cram(board(").says("has the value 2");
    dir.run(&["verify", "c", "--print"]).exits(0).says(" not ").says(" 2\n");
    dir.run(&["eval", "cram.game", "value(Cram(board(5, 4)))", "--from", "c"]).exits(0).says("2");
    search(&["Cram(board(4, 5))", "--into", "d", "--with", "none"])
        .exits(2)
        .complains("holds no solved values");
    search(&["Cram(board(4, 5))", "--into", "a"]).exits(2).complains("error[folder-of-others]");
    search(&["Cram(board(4, 5))", "--into", "d", "--only"]).exits(2);
    dir.run(&["solve", "cram.game", "Cram(board(4, 5))", "--into", "e", "--with", "a"]).exits(2);
}

/// Ended without a word at ever later moments, between two times when it writes, and while it does.
#[test]
#[ignore = "takes long"]
#[cfg(unix)]
fn a_search_that_is_killed_goes_on() {
    let dir = cram();
    let bin = env!("CARGO_BIN_EXE_fairgame");
    for round in 0..8 {
        let mut command = std::process::Command::new(bin);
        let quiet = command.current_dir(dir.path(".")).args(SEARCH).stdout(std::process::Stdio::null());
        let mut child = quiet.spawn().expect("a process");
        std::thread::sleep(Duration::from_millis(230 + 97 * round));
        child.kill().expect("it can be ended");
        child.wait().expect("it was ended");
    }
    dir.run(&SEARCH).exits(0).says(": 2\n");
    dir.run(&["verify", "d", "--shard", "3/40"]).exits(0);
}

#[test]
#[ignore = "takes long"]
#[cfg(unix)]
fn a_search_without_room_on_the_disk_loses_nothing() {
    let dir = cram();
    for blocks in ["0", "1", "3"] {
        let line = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let out = assert_cmd::Command::new("sh")
            .current_dir(dir.path("."))
            .args(["-c", &line, env!("CARGO_BIN_EXE_fairgame")])
            .args(SEARCH)
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{blocks}: {said}");
        assert!(said.contains("cannot be written"), "{blocks}: {said}");
    }
    dir.run(&SEARCH).exits(0).says(": 2\n");
}
