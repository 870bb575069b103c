//! `fairgame solve` by many processes: the same values as by one, whoever ends, calls or has another secret.

use super::dir::{Dir, Run};
use crate::random::some;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

const GAMES: &str = "game Chomp(rows: list of nat)\n  move bite(r in 1..size(rows), c in 1..rows[r] where r + c > 2)\n    to Chomp([if i < r then rows[i] else min(rows[i], c - 1) for i in 1..size(rows)])\ngame Row(n: nat)\n  move bowl(a in 0..n-1, w in 1..min(2, n - a)) to Row(a) + Row(n - a - w)\ngame Odd(n: nat)\n  move take(k in 1..min(3, n)) to Odd(n - k) + *k\n  move swap where n mod 2 == 1 to *n\n";
const BAR: &str = "Chomp([7, 7, 7, 7, 7, 7, 7])";
const SOLVE: [&str; 7] = ["solve", "own.game", BAR, "--into", "d", "--memory", "1M"];

fn dir() -> Dir {
    Dir::new(&[("own.game", GAMES)])
}

fn solve(dir: &Dir, processes: &str) -> Run {
    dir.run(&[&SOLVE[..], &["--processes", processes]].concat())
}

/// All positions with their values.
fn printed(dir: &Dir) -> BTreeSet<String> {
    let shown = dir.run(&["verify", "d", "--print"]).exits(0).out;
    shown.lines().filter(|line| line.contains('(')).map(str::to_string).collect()
}

#[test]
fn many_find_what_one_finds() {
    for (position, processes) in some([("Row(20)", "2"), (BAR, "3"), ("Odd(15)", "3"), ("Odd(0)", "2")]) {
        let (one, many) = (dir(), dir());
        one.run(&["solve", "own.game", position, "--into", "d", "--levels"]).exits(0);
        let args = ["solve", "own.game", position, "--into", "d", "--processes", processes];
        many.run(&args).exits(0);
        assert_eq!(printed(&many), printed(&one), "{position}");
        many.run(&["verify", "d"]).exits(0).says("proved");
        // Nothing is left to do.
        many.run(&args).exits(0).says(&format!("{position}: "));
    }
}

#[test]
fn shares_are_read_and_checked_like_one_folder() {
    let dir = dir();
    solve(&dir, "2").exits(0).says("3431 positions can be reached; all values are in d");
    let value = dir.run(&["eval", "own.game", &format!("value({BAR})"), "--json", "--from", "d"]);
    let value = value.exits(0).json();
    assert_eq!((&value[0]["value"], &value[0]["engines"][0]["engine"]), (&"20".into(), &"stored".into()));
    dir.run(&["why", "own.game", BAR, "--from", "d"]).exits(0).says("Of the 48 moves");
    let checked: u32 = ["1/3", "2/3", "3/3"]
        .map(|part| {
            let said = dir.run(&["verify", "d", "--shard", part]).exits(0).out;
            let count = said.split(" positions").next().and_then(|s| s.rsplit(' ').next()).map(str::parse);
            count.expect("a number").expect("a number")
        })
        .iter()
        .sum();
    assert_eq!(checked, 3431);
    // Another number of workers would have other shares.
    solve(&dir, "3").exits(2).complains("error[workers-differ]");
    dir.run(&SOLVE).exits(2).complains("error[workers-differ]");
    let file = dir.path("d/part-2-of-2/values-000000");
    let mut bytes = fs::read(&file).expect("values");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).expect("a file");
    dir.run(&["verify", "d"]).exits(2).complains("error[folder-damaged]").complains("part-2-of-2");
    fs::write(&file, &bytes[..middle]).expect("a file");
    dir.run(&["verify", "d"]).exits(2).complains("error[folder-damaged]");
    fs::remove_dir_all(dir.path("d/part-2-of-2")).expect("a folder");
    dir.run(&["verify", "d"]).exits(2).complains("error[folder-damaged]");
}

/// A mistake that one worker meets is said once, in the words of the rules.
#[test]
fn what_one_meets_all_know() {
    let dir = dir();
    let text = "game Odd(n: nat, m: nat)\n  move take(k in 1..n) to Odd(n - k, m)\n  move less(k in 1..m where 10 / (n + k - 6) > 0) to Odd(n, m - k)\n";
    fs::write(dir.path("odd.game"), text).expect("a file");
    let run = dir.run(&["solve", "odd.game", "Odd(9, 9)", "--into", "e", "--processes", "3"]);
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    assert_eq!(run.err.matches("error[").count(), 1, "{}", run.err);
    let mut rounds = 0;
    loop {
        let run = dir.run(&[&SOLVE[..], &["--processes", "2", "--positions", "2000"]].concat());
        if run.code == Some(0) {
            break;
        }
        run.exits(3).complains("what is finished is in d");
        rounds += 1;
        assert!(rounds < 100);
    }
    assert!(rounds > 1, "{rounds}");
    dir.run(&["verify", "d"]).exits(0);
}

#[test]
fn one_value_alone_is_kept_by_all() {
    let dir = dir();
    let args = [&SOLVE[..], &["--processes", "2", "--only"]].concat();
    let first = dir.run(&args).exits(0).out;
    assert_eq!(dir.run(&args).exits(0).out, first);
    dir.run(&["verify", "d"]).exits(2).complains("error[folder-unfinished]");
    solve(&dir, "2").exits(0).says("all values are in d");
    dir.run(&["verify", "d"]).exits(0).says("proved");
    fs::remove_file(dir.path("d/part-2-of-2/values-000000")).expect("a file");
    solve(&dir, "2").exits(2).complains("error[folder-damaged]");
}

/// One whose share is damaged, or is a file, says so and leaves; the others miss it at once, and nobody waits for ever.
#[test]
fn one_who_leaves_by_a_fault_of_its_own_is_missed() {
    let damage = |file: &str| {
        let dir = dir();
        dir.run(&[&SOLVE[..], &["--processes", "2", "--positions", "1000"]].concat()).exits(3);
        let path = dir.path(&format!("d/{file}"));
        let mut bytes = fs::read(&path).expect("a file");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(&path, &bytes).expect("a file");
        solve(&dir, "2").exits(2).complains("error[folder-damaged]");
        bytes[middle] ^= 1;
        fs::write(&path, &bytes).expect("a file");
        solve(&dir, "2").exits(0);
    };
    for file in some(["part-2-of-2/manifest", "part-2-of-2/progress", "part-1-of-2/progress"]) {
        damage(file);
    }
    let dir = dir();
    fs::create_dir(dir.path("d")).expect("a folder");
    fs::write(dir.path("d/part-2-of-2"), "a file").expect("a file");
    solve(&dir, "2").exits(2).complains("is a file, and values need a folder");
    fs::remove_dir_all(dir.path("d")).expect("a folder");
    fs::create_dir(dir.path("d")).expect("a folder");
    fs::write(dir.path("d/letter"), "x").expect("a file");
    solve(&dir, "2").exits(2).complains("error[folder-foreign]");
    assert!(!dir.path("d/part-1-of-2").exists());
    fs::remove_file(dir.path("d/letter")).expect("a file");
    fs::create_dir(dir.path("d/part-2-of-2")).expect("a folder");
    fs::write(dir.path("d/part-2-of-2/letter"), "x").expect("a file");
    solve(&dir, "2").exits(2).complains("error[folder-foreign]");
}

/// Somebody presses Ctrl-C while processes start, meet, lay out positions and begin.
#[cfg(target_os = "linux")]
#[test]
fn interrupted_at_any_moment_all_end() {
    use std::os::unix::process::CommandExt;
    let dir = dir();
    for wait in some([0u64, 5, 10, 20, 30, 40, 60, 80, 100, 150, 200]) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
        command.current_dir(dir.path(".")).args(SOLVE).args(["--processes", "3"]).process_group(0);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a process");
        thread::sleep(Duration::from_millis(wait));
        drop(Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status());
        let said = ended(child);
        // Before it listens to that, it ends as any program does; before it is at work, it says no more than that.
        assert!(matches!(said.code, Some(0 | 3 | 130) | None), "{wait}: {:?} {}", said.code, said.err);
    }
    solve(&dir, "3").exits(0);
    dir.run(&["verify", "d"]).exits(0).says("3431 positions checked");
}

/// The processes that one has started.
#[cfg(target_os = "linux")]
fn started_by(parent: u32) -> Vec<u32> {
    let all =
        fs::read_dir("/proc").expect("processes").filter_map(|e| e.ok()?.file_name().to_str()?.parse().ok());
    let parent_of = |pid: &u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse::<u32>().ok()
    };
    // Until it has its own command line, its parent sleeps until it has: whoever stops it then stops both.
    let command_of = |pid: u32| fs::read(format!("/proc/{pid}/cmdline")).ok();
    let own = |pid: &u32| command_of(*pid).is_some_and(|own| Some(own) != command_of(parent));
    all.filter(|pid| parent_of(pid) == Some(parent)).filter(own).collect()
}

/// Three processes at work in a folder, and nothing said to anybody.
#[cfg(target_os = "linux")]
fn three(dir: &Dir) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
    command.current_dir(dir.path(".")).args(SOLVE).args(["--processes", "3"]);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a process")
}

/// The first of three and those that it has started until now.
#[cfg(target_os = "linux")]
fn all_of(parent: &Child) -> Vec<u32> {
    let mut all = started_by(parent.id());
    all.sort_unstable();
    all.insert(0, parent.id());
    all
}

#[cfg(target_os = "linux")]
fn signal(what: &str, process: u32) {
    drop(Command::new("kill").args([what, &process.to_string()]).stderr(Stdio::null()).status());
}

/// Waits for the end of processes; the complaints of the first.
#[cfg(target_os = "linux")]
fn all_end(parent: Child, all: &[u32]) -> Run {
    let said = Run::of(&parent.wait_with_output().expect("it ends"));
    assert!(!said.err.contains("panicked"), "{}", said.err);
    for process in all {
        while fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|s| !s.contains(") Z ")) {
            thread::sleep(Duration::from_millis(5));
        }
    }
    said
}

/// What one process finds is in the folder of three in the end, and they are not told apart.
#[cfg(target_os = "linux")]
fn are_right_in_the_end(many: &Dir) {
    let one = dir();
    one.run(&[&SOLVE[..], &["--levels"]].concat()).exits(0);
    solve(many, "3").exits(0).says("3431 positions");
    assert_eq!(printed(many), printed(&one));
    many.run(&["verify", "d"]).exits(0).says("3431 positions checked");
}

/// One of three is ended without a word at ever other moments, so many times; the others end by themselves.
#[cfg(target_os = "linux")]
fn killed(rounds: u64) {
    let many = dir();
    let mut gone = 0;
    for round in 0..rounds {
        let parent = three(&many);
        thread::sleep(Duration::from_millis(10 + round * 37 % 211));
        let all = all_of(&parent);
        signal("-9", all[round as usize % all.len()]);
        gone += u32::from(all_end(parent, &all).err.contains("error[worker-gone]"));
    }
    are_right_in_the_end(&many);
    assert!(rounds < 10 || gone > 0, "nobody was missed");
}

#[test]
#[cfg(target_os = "linux")]
fn killed_now_and_then_they_go_on() {
    killed(3);
}

#[test]
#[ignore = "takes long"]
#[cfg(target_os = "linux")]
fn killed_at_any_moment_they_go_on() {
    killed(20);
}

const CRAM: &str = "game Cram(free: set of cell)\n  move place(p in free, q in touching(p) where q in free) to Cram(free without p without q)\n  splits into Cram(part) for part in islands(free)\n  same as Cram(turned(free)), Cram(mirrored(free)), Cram(shifted(free))\n";

fn search(board: &str, processes: &str) -> Vec<String> {
    let position = format!("Cram(board({board}))");
    let words = ["solve", "cram.game", &position, "--search", "--into", "s", "--processes", processes];
    words.map(str::to_string).to_vec()
}

#[test]
fn a_search_is_shared() {
    let dir = Dir::new(&[("cram.game", CRAM)]);
    let run = |processes| {
        let words = search("4, 5", processes);
        dir.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    run("3").exits(0).says(": 2\n").says("it rests on");
    dir.run(&["verify", "s"]).exits(0).says("proved");
    // The folder is that of one process: any number goes on with it.
    for processes in ["1", "2"] {
        run(processes).exits(0).says(": 2\n");
    }
    dir.run(&["eval", "cram.game", "value(Cram(board(5, 4)))", "--from", "s"]).exits(0).says("2");
    fs::write(dir.path("other.game"), CRAM.replace("touching", "diagonal")).expect("a file");
    dir.run(&["solve", "other.game", "Cram(board(4, 5))", "--search", "--into", "s", "--processes", "2"])
        .exits(2)
        .complains("error[");
}

/// One of three is ended without a word at ever other moments; the others end by themselves, and the work goes on.
#[test]
#[ignore = "takes long"]
#[cfg(target_os = "linux")]
fn a_shared_search_that_is_killed_goes_on() {
    let dir = Dir::new(&[("cram.game", CRAM)]);
    let words = search("5, 6", "3");
    let mut gone = 0;
    for round in 0..9u64 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
        command.current_dir(dir.path(".")).args(&words).stdout(Stdio::null()).stderr(Stdio::piped());
        let parent = command.spawn().expect("a process");
        thread::sleep(Duration::from_millis(50 + round * 137 % 811));
        let all = all_of(&parent);
        signal("-9", all[round as usize % all.len()]);
        gone += u32::from(all_end(parent, &all).err.contains("error[worker-gone]"));
    }
    assert!(gone > 0, "nobody was missed");
    dir.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).exits(0).says(": 2\n");
    dir.run(&["verify", "s", "--shard", "3/40"]).exits(0);
}

/// Nobody waits for one who is gone before all have met, not even if another one rests.
#[test]
#[ignore = "takes long"]
#[cfg(target_os = "linux")]
fn one_who_is_gone_before_they_meet_is_missed() {
    let many = dir();
    for (rests, goes) in [(2, 1), (1, 2), (1, 0), (0, 0)] {
        let mut all = vec![];
        let parent = three(&many);
        while all.len() < 3 {
            all = all_of(&parent);
        }
        if rests > 0 {
            signal("-STOP", all[rests]);
        }
        signal("-9", all[goes]);
        if goes == 0 {
            // It cannot hear of it while it rests.
            signal("-CONT", all[rests]);
        }
        let said = all_end(parent, &all);
        if goes > 0 {
            assert!(said.err.contains(&format!("Worker {} is gone", goes + 1)), "{}", said.err);
            assert!(said.err.contains("started again, for all workers"), "{}", said.err);
        }
    }
    are_right_in_the_end(&many);
}

/// Whoever rests for a while is waited for.
#[test]
#[cfg(target_os = "linux")]
fn a_slow_worker_is_waited_for() {
    let many = dir();
    let parent = three(&many);
    let mut all = vec![];
    for round in 0..9 {
        thread::sleep(Duration::from_millis(20));
        all = all_of(&parent);
        let slow = all[round % all.len()];
        signal("-STOP", slow);
        thread::sleep(Duration::from_millis(40));
        signal("-CONT", slow);
    }
    let said = all_end(parent, &all);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    are_right_in_the_end(&many);
}

/// No room on the disk of some worker, at ever other moments.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_all_and_they_go_on() {
    let many = dir();
    for blocks in ["0", "1", "2", "4"] {
        let line = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command.current_dir(many.path(".")).args(["-c", &line, env!("CARGO_BIN_EXE_fairgame")]);
        let run = Run::of(&command.args(SOLVE).args(["--processes", "3"]).output().expect("a shell"));
        run.exits(2).complains("cannot be written").complains("Finished work stays");
    }
    are_right_in_the_end(&many);
}

/// Files that were changed or cut off while nobody was at work: that is told, or they were not needed.
#[test]
#[cfg(target_os = "linux")]
fn a_changed_file_is_never_believed_by_many() {
    let many = dir();
    for round in 0.. {
        let run = many.run(&[&SOLVE[..], &["--processes", "3", "--positions", "1500"]].concat());
        if run.code == Some(0) {
            break;
        }
        run.exits(3);
        let folder = many.path(&format!("d/part-{}-of-3", round % 3 + 1));
        let files = fs::read_dir(folder).expect("a share").map(|e| e.expect("a file").path());
        let mut files: Vec<_> = files.filter(|path| !path.ends_with("lock")).collect();
        files.sort();
        let file = &files[round * 5 % files.len()];
        let good = fs::read(file).expect("a file");
        let mut changed = good.clone();
        changed[good.len() / 2] ^= 4;
        for bytes in [&changed[..], &good[..good.len() / 2]] {
            fs::write(file, bytes).expect("a file");
            let run = solve(&many, "3");
            if run.code == Some(0) {
                return are_right_in_the_end(&many);
            }
            run.exits(2).complains("error[");
        }
        fs::write(file, good).expect("a file");
    }
    are_right_in_the_end(&many);
}

/// A worker of `--hosts`.
fn host(dir: &Dir, worker: &str, secret: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fairgame"));
    command.current_dir(dir.path(".")).args(SOLVE);
    command.args(["--hosts", "hosts.txt", "--worker", worker, "--secret", secret]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process")
}

fn ended(child: Child) -> Run {
    Run::of(&child.wait_with_output().expect("it ends"))
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a port").port()
}

/// A folder with two hosts and two secrets, and where the first host listens.
fn hosts() -> (Dir, u16) {
    let (dir, ports) = (dir(), [free_port(), free_port()]);
    let lines = format!("127.0.0.1:{}\n127.0.0.1:{}\n", ports[0], ports[1]);
    fs::write(dir.path("hosts.txt"), lines).expect("a file");
    fs::write(dir.path("secret"), "what only these two know\n").expect("a file");
    fs::write(dir.path("other"), "what somebody else knows\n").expect("a file");
    fs::write(dir.path("short"), "abc\n").expect("a file");
    (dir, ports[0])
}

#[test]
#[ignore = "waits for one who says nothing"]
fn strangers_are_sent_away() {
    let (dir, port) = hosts();
    let first = host(&dir, "1", "secret");
    let call = || {
        (0..200).find_map(|_| {
            thread::sleep(Duration::from_millis(20));
            TcpStream::connect(("127.0.0.1", port)).ok()
        })
    };
    // One who says nothing, one who says something else, one who leaves at once.
    let _silent = call().expect("it listens");
    let mut other = call().expect("it listens");
    other.write_all(&[b'x'; 500]).expect("it is read or not");
    drop(call());
    let stranger = ended(host(&dir, "2", "other"));
    stranger.exits(2).complains("error[worker-gone]").complains("has another secret");
    let second = host(&dir, "2", "secret");
    let (first, second) = (ended(first), ended(second));
    first.exits(0).says("3431 positions");
    second.exits(0).says("3431 positions");
    dir.run(&["verify", "d"]).exits(0).says("3431 positions checked");
}

#[test]
fn those_who_mean_something_else_are_told() {
    let (dir, _) = hosts();
    ended(host(&dir, "3", "secret")).exits(2).complains("there is no worker 3 among 2 hosts");
    ended(host(&dir, "1", "short")).exits(2).complains("less than 16 letters");
    ended(host(&dir, "1", "none")).exits(2).complains("cannot be read");
    let first = host(&dir, "1", "secret");
    thread::sleep(Duration::from_millis(300));
    let changed = GAMES.replace("r + c > 2", "r + c > 3");
    fs::write(dir.path("own.game"), changed).expect("a file");
    let second = ended(host(&dir, "2", "secret"));
    second.exits(2).complains("error[workers-differ]");
    ended(first).exits(2).complains("error[workers-differ]");
    // A comment is no rule.
    fs::write(dir.path("own.game"), GAMES).expect("a file");
    fs::remove_dir_all(dir.path("d")).expect("a folder");
    let first = host(&dir, "1", "secret");
    thread::sleep(Duration::from_millis(300));
    fs::write(dir.path("own.game"), format!("# from somebody else\n{GAMES}")).expect("a file");
    ended(host(&dir, "2", "secret")).exits(0);
    ended(first).exits(0);
    dir.run(&["verify", "d"]).exits(0).says("proved");
}
