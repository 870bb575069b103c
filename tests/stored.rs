//! Values on disk: the same as in memory, whatever the room, however often it is stopped on the way.

use fairgame::disk::{Folder, Manifest, Progress};
use fairgame::stored::{Stored, Wanted, each_stored, verify_stored};
use fairgame::{Budget, Position, Session, Trouble};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;

/// Games of all kinds of fields, with a position each.
const GAMES: &[(&str, &str, &str)] = &[
    (
        "rows",
        "game Chomp(rows: list of nat)\n  move bite(r in 1..size(rows), c in 1..rows[r] where r + c > 2)\n    to Chomp([if i < r then rows[i] else min(rows[i], c - 1) for i in 1..size(rows)])\n",
        "Chomp([6, 6, 6, 6])",
    ),
    (
        "three piles of Wythoff",
        "game W(a: nat, b: nat, c: nat)\n  move first(k in 1..a) to W(a - k, b, c)\n  move second(k in 1..b) to W(a, b - k, c)\n  move third(k in 1..c) to W(a, b, c - k)\n  move all(k in 1..min(a, b, c)) to W(a - k, b - k, c - k)\n",
        "W(6, 7, 8)",
    ),
    (
        "subset take-away",
        "let below(a: nat, b: nat) = a mod 2 <= b mod 2 and (a / 2) mod 2 <= (b / 2) mod 2 and (a / 4) mod 2 <= (b / 4) mod 2\ngame Sets(left: set of 0..7)\n  move name(s in left) to Sets({ t for t in left where not below(s, t) })\n",
        "Sets({1, 2, 3, 4, 5, 6, 7})",
    ),
    (
        "a bag",
        "game Piles(b: bag of nat)\n  move take(n in b, k in 1..n) to Piles(b without n with n - k)\n",
        "Piles(bag(3, 3, 4, 5))",
    ),
    (
        "cells",
        "game Kings(free: set of cell)\n  move place(q in free) to Kings({ p for p in free where abs(p.row - q.row) > 1 or abs(p.col - q.col) > 1 })\n",
        "Kings({ (r, c) for r in 1..3, c in 1..4 })",
    ),
    (
        "sums",
        "game Row(n: nat)\n  move bowl(a in 0..n-1, w in 1..min(2, n - a)) to Row(a) + Row(n - a - w)\n",
        "Row(40)",
    ),
    (
        "heaps",
        "game Odd(n: nat)\n  move take(k in 1..min(3, n)) to Odd(n - k) + *k\n  move swap where n mod 2 == 1 to *n\n",
        "Odd(30)",
    ),
    (
        "two games",
        "game Even(n: nat, m: nat)\n  move down where n > 0 to Uneven(n - 1, m)\n  move cut(k in 1..m) to Even(n, m - k)\ngame Uneven(n: nat, m: nat)\n  move down where n > 0 to Even(n - 1, m)\n  move half where m > 1 to Even(n, m / 2)\n",
        "Even(12, 11)",
    ),
];

fn session(text: &str, budget: Budget) -> (Session, fairgame::Loaded) {
    let mut session = Session::new(budget);
    let loaded = session.load_text("own.game", text);
    assert!(loaded.is_fine(), "{text}: {:?}", loaded.diagnostics);
    (session, loaded)
}

fn small(positions: u64) -> Budget {
    Budget { bytes: 1 << 16, positions, time: None, ..Budget::default() }
}

/// Both ways in which positions are solved: by levels, and by place where they have places.
const LEVELS: Wanted = Wanted { only: false, levels: true };
const PLACES: Wanted = Wanted { only: false, levels: false };

/// Solved in slices of so many positions.
fn solved(text: &str, position: &str, folder: &Path, positions: u64) -> (Stored, u32) {
    solved_so(text, position, folder, positions, LEVELS)
}

fn solved_so(text: &str, position: &str, folder: &Path, positions: u64, way: Wanted) -> (Stored, u32) {
    for stops in 0.. {
        let (mut session, loaded) = session(text, small(positions));
        match session.solve_into(&loaded, position, folder, way) {
            Ok(stored) => return (stored, stops),
            Err(Trouble::Stopped(s)) => assert_eq!(s.budget, "positions", "{}", s.how_far),
            Err(Trouble::Mistakes(all)) => panic!("{position}: {all:?}"),
        }
        assert!(stops < 10_000, "{position}: nothing is kept");
    }
    unreachable!()
}

fn values(folder: &Path) -> BTreeMap<Position, u64> {
    let mut all = BTreeMap::new();
    let stored = each_stored(folder, Budget::default(), &mut |position, value| {
        let value = value.value().expect("a value");
        assert_eq!(all.insert(position.clone(), value), None, "{position} stands there twice");
        true
    });
    assert_eq!(stored.expect("values").positions, all.len() as u64);
    all
}

#[test]
fn the_values_are_those_in_memory() {
    let both = GAMES.iter().flat_map(|game| [(game, LEVELS), (game, PLACES)]);
    for ((what, text, position), way) in both {
        let dir = tempdir().unwrap();
        let (stored, _) = solved_so(text, position, dir.path(), u64::MAX, way);
        // Of sets of cells in which kings leave no neighbours, few can be reached.
        let by_place = way == PLACES && *what != "cells";
        assert_eq!((stored.by_place, stored.levels.is_none()), (by_place, by_place), "{what}");
        let (mut session, _) = session(text, Budget::default());
        let root = session.position(position).expect("a position");
        assert_eq!(session.value_of(&root).expect("a value"), (stored.value as i64).into(), "{what}");
        for (there, value) in values(dir.path()) {
            let here = session.position_of(&game(&there), arguments(&there)).expect("a position");
            let wanted = session.value_of(&here).expect("a value");
            assert_eq!(wanted, (value as i64).into(), "{what}: {there}");
        }
        let (again, count) = verify_stored(dir.path(), (0, 1), small(u64::MAX)).expect("they are right");
        assert_eq!((&again, count), (&stored, stored.positions), "{what}");
    }
}

fn game(position: &Position) -> String {
    let [fairgame::Part::Game(p)] = position.parts.as_slice() else { panic!("{position}") };
    p.game.name.clone()
}

fn arguments(position: &Position) -> Vec<fairgame::Value> {
    let [fairgame::Part::Game(p)] = position.parts.as_slice() else { panic!("{position}") };
    p.args.to_vec()
}

/// Large enough for several files and runs.
const LARGE: &str = "Chomp([7, 7, 7, 7, 7, 7, 7])";

#[test]
#[ignore = "takes long"]
fn stopped_anywhere_it_goes_on() {
    let (_, text, _) = GAMES[0];
    for (way, count) in [(LEVELS, 3431), (PLACES, 3432)] {
        let whole = tempdir().unwrap();
        let (stored, stops) = solved_so(text, LARGE, whole.path(), u64::MAX, way);
        assert_eq!((stored.positions, stops), (count, 0));
        let all = values(whole.path());
        for slice in [61, 500, 3430] {
            let dir = tempdir().unwrap();
            let (pieces, stops) = solved_so(text, LARGE, dir.path(), slice, way);
            assert!(stops > 0, "{slice}");
            assert_eq!(values(dir.path()), all, "{slice}");
            assert_eq!((pieces.value, pieces.positions), (stored.value, stored.positions));
            if way == PLACES {
                assert_eq!(pieces.digest, stored.digest, "{slice}: wherever it was stopped");
            }
        }
    }
}

/// What the folder says when something is wrong with it.
fn complaint(asked: Result<impl std::fmt::Debug, Trouble>) -> &'static str {
    match asked {
        Err(Trouble::Mistakes(all)) => all[0].code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_file_that_was_changed_is_never_believed() {
    changed_files_are_seen(LEVELS, 10, 209);
    changed_files_are_seen(PLACES, 3, 210);
}

fn changed_files_are_seen(way: Wanted, count: usize, positions: u64) {
    let (_, text, position) = GAMES[0];
    let dir = tempdir().unwrap();
    let (stored, _) = solved_so(text, position, dir.path(), 60, way);
    let files = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().path());
    let files: Vec<_> = files.filter(|p| !p.ends_with("lock")).collect();
    assert!(files.len() == count, "{files:?}");
    for file in files {
        let good = std::fs::read(&file).unwrap();
        for i in (0..good.len()).step_by(good.len() / 5 + 1) {
            let mut changed = good.clone();
            changed[i] ^= 4;
            for bytes in [&changed[..], &good[..i]] {
                std::fs::write(&file, bytes).unwrap();
                let code = complaint(verify_stored(dir.path(), (0, 1), small(u64::MAX)));
                assert!(code.starts_with("folder-"), "{}: {code}", file.display());
                // Nor is anything solved on top of it.
                let (mut session, loaded) = session(text, small(u64::MAX));
                if let Ok(again) = session.solve_into(&loaded, position, dir.path(), way) {
                    assert_eq!((again.value, again.positions), (stored.value, positions));
                }
            }
        }
        std::fs::write(&file, &good).unwrap();
    }
    verify_stored(dir.path(), (0, 1), small(u64::MAX)).expect("it is as it was");
}

/// Values that were changed together with all checksums: those of a game with one move less.
#[test]
fn wrong_values_are_found() {
    let text = |least: u32| format!("game Nim(n: nat)\n  move take(k in {least}..n) to Nim(n - k)\n");
    let (right, wrong) = (tempdir().unwrap(), tempdir().unwrap());
    solved(&text(1), "Nim(40)", right.path(), u64::MAX);
    let folder = Folder::to_write(wrong.path()).unwrap();
    let manifest = |path: &Path| Manifest::read(&Folder::to_read(path).unwrap()).unwrap().unwrap();
    let other = tempdir().unwrap();
    solved(&text(2), "Nim(40)", other.path(), u64::MAX);
    let about = Manifest {
        texts: manifest(right.path()).texts,
        rules: manifest(right.path()).rules,
        ..manifest(other.path())
    };
    about.write(&folder).unwrap();
    Progress::read(&Folder::to_read(other.path()).unwrap()).unwrap().write(&folder).unwrap();
    for name in ["keys-000000", "values-000000"] {
        std::fs::copy(other.path().join(name), wrong.path().join(name)).unwrap();
    }
    drop(folder);
    assert_eq!(complaint(verify_stored(wrong.path(), (0, 1), small(u64::MAX))), "wrong-value-stored");
}

#[test]
fn parts_of_a_folder_are_checked_by_themselves() {
    let (_, text, _) = GAMES[0];
    for (way, positions) in [(LEVELS, 3431), (PLACES, 3432)] {
        let dir = tempdir().unwrap();
        solved_so(text, LARGE, dir.path(), 700, way);
        let part = |i| verify_stored(dir.path(), (i, 3), small(u64::MAX)).expect("right").1;
        let counts = [part(0), part(1), part(2)];
        assert!(counts.iter().all(|n| *n > 0), "{counts:?}");
        assert_eq!(counts.iter().sum::<u64>(), positions);
    }
}

#[test]
fn questions_are_answered_from_a_folder() {
    let (_, text, _) = GAMES[0];
    for way in [LEVELS, PLACES] {
        let dir = tempdir().unwrap();
        let (stored, _) = solved_so(text, LARGE, dir.path(), u64::MAX, way);
        let (mut session, _) = session(text, small(1));
        session.read_stored(dir.path()).expect("a folder");
        let root = session.position(LARGE).expect("a position");
        let value = session.value_of(&root).expect("without solving anything");
        assert_eq!(value, (stored.value as i64).into());
        assert_eq!(session.solved_by()[0].engine, "stored");
        let winning = session.winning_of(&root).expect("moves");
        assert_eq!(winning.is_empty(), stored.value == 0);
    }
}

#[test]
fn one_value_alone_is_kept_on_demand() {
    let (_, text, position) = GAMES[0];
    for levels in [true, false] {
        let dir = tempdir().unwrap();
        let only = || {
            let (mut session, loaded) = session(text, small(u64::MAX));
            session.solve_into(&loaded, position, dir.path(), Wanted { only: true, levels })
        };
        let first = only().expect("a value");
        assert_eq!(only().expect("the same again"), first);
        let files = std::fs::read_dir(dir.path()).unwrap();
        let mut names: Vec<_> = files.map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["lock", "manifest", "progress"]);
        assert_eq!(complaint(verify_stored(dir.path(), (0, 1), small(u64::MAX))), "folder-unfinished");
        // Without `--only`, all are found.
        let way = Wanted { only: false, levels };
        let (all, _) = solved_so(text, position, dir.path(), u64::MAX, way);
        assert_eq!((all.value, all.positions), (first.value, first.positions));
        verify_stored(dir.path(), (0, 1), small(u64::MAX)).expect("they are right");
        // What is said to be there is there.
        let data = |name: &str| name.starts_with("range-") || name.starts_with("values-");
        let files = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap());
        let file = files.into_iter().find(|e| e.file_name().to_str().is_some_and(data)).unwrap();
        std::fs::remove_file(file.path()).unwrap();
        let (mut session, loaded) = session(text, small(u64::MAX));
        assert_eq!(complaint(session.solve_into(&loaded, position, dir.path(), way)), "folder-damaged");
    }
}

/// A file that was damaged before all is done is found again, and so is what stands behind it; what stands before it stays.
#[test]
fn a_damaged_file_is_found_again() {
    let (_, text, _) = GAMES[0];
    let whole = tempdir().unwrap();
    let (stored, _) = solved_so(text, LARGE, whole.path(), u64::MAX, PLACES);
    for which in 0..4 {
        let dir = tempdir().unwrap();
        let (mut session, loaded) = session(text, small(1100));
        assert!(matches!(session.solve_into(&loaded, LARGE, dir.path(), PLACES), Err(Trouble::Stopped(_))));
        let files = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap());
        let mut files: Vec<_> =
            files.filter(|e| e.file_name().to_str().is_some_and(|n| n.starts_with("range-"))).collect();
        files.sort_by_key(std::fs::DirEntry::file_name);
        let file = files[which].path();
        let mut bytes = std::fs::read(&file).unwrap();
        let at = bytes.len() * (which + 1) / 6;
        bytes[at] ^= 1;
        std::fs::write(&file, &bytes[..bytes.len() - which % 2]).unwrap();
        let (again, _) = solved_so(text, LARGE, dir.path(), u64::MAX, PLACES);
        assert_eq!(again, stored, "{}", file.display());
        assert_eq!(values(dir.path()), values(whole.path()));
    }
}

/// Numbers that grow behind the first files: what is found before there is room for them is found again.
#[test]
fn a_wider_layout_begins_anew() {
    let text = "game Purse(days: nat, coins: nat)\n  move spend(k in 1..coins) to Purse(days - 1, coins - k)\n  move rest to Purse(days - 1, coins)\n  move windfall where days == 60 to Purse(days - 1, coins + 10)\n  ends when days == 0\n";
    let (levels, places) = (tempdir().unwrap(), tempdir().unwrap());
    let (by_levels, _) = solved_so(text, "Purse(80, 12)", levels.path(), u64::MAX, LEVELS);
    let (by_place, _) = solved_so(text, "Purse(80, 12)", places.path(), u64::MAX, PLACES);
    assert_eq!(by_place.value, by_levels.value);
    let all = values(places.path());
    for (position, value) in values(levels.path()) {
        assert_eq!(all.get(&position), Some(&value), "{position}");
    }
    verify_stored(places.path(), (0, 1), small(u64::MAX)).expect("they are right");
}

#[test]
fn what_is_not_for_the_disk_is_said() {
    let dir = tempdir().unwrap();
    let refused = |text: &str, position: &str| {
        let (mut session, loaded) = session(text, small(u64::MAX));
        complaint(session.solve_into(&loaded, position, dir.path(), PLACES))
    };
    let nim = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n";
    assert_eq!(refused(nim, "Nim(3) + Nim(4)"), "not-for-the-disk");
    assert_eq!(refused(nim, "*3"), "not-for-the-disk");
    let won = "game Won(n: nat)\n  wins when n == 2\n  move take(k in 1..n) to Won(n - k)\n";
    assert_eq!(refused(won, "Won(9)"), "not-for-the-disk");
    let nested = "game Rows(w: list of list of nat)\n  move cut where size(w) > 0 to Rows(w[2..])\n";
    assert_eq!(refused(nested, "Rows([[1], [2, 3]])"), "not-for-the-disk");
}

/// A budget that runs out before positions are laid out is told as that; the game is not blamed for it.
#[test]
fn a_budget_too_small_to_begin_is_told() {
    for ((what, text, position), way) in GAMES.iter().flat_map(|game| [(game, LEVELS), (game, PLACES)]) {
        let dir = tempdir().unwrap();
        let (mut session, loaded) = session(text, Budget { time: Some(Duration::ZERO), ..small(u64::MAX) });
        match session.solve_into(&loaded, position, dir.path(), way) {
            Err(Trouble::Stopped(stopped)) => assert_eq!(stopped.budget, "time", "{what}"),
            other => panic!("{what}: {other:?}"),
        }
    }
}

#[test]
fn folders_of_others_are_left_alone() {
    let dir = tempdir().unwrap();
    let nim = |more: &str| format!("game Nim(n: nat)\n  move take(k in 1..n{more}) to Nim(n - k)\n");
    let solve = |text: &str, position: &str, path: &Path| {
        let (mut session, loaded) = session(text, small(u64::MAX));
        session.solve_into(&loaded, position, path, LEVELS)
    };
    solve(&nim(""), "Nim(9)", dir.path()).expect("a value");
    assert_eq!(complaint(solve(&nim(" where k < 3"), "Nim(9)", dir.path())), "folder-of-others");
    assert_eq!(complaint(solve(&nim(""), "Nim(10)", dir.path())), "folder-of-others");
    solve(&nim(""), "Nim(9)", dir.path()).expect("the same again");
    let reader = Folder::to_read(dir.path()).expect("a folder");
    assert_eq!(complaint(solve(&nim(""), "Nim(9)", dir.path())), "folder-busy");
    drop(reader);
    let (mut other, _) = session(&nim(" where k < 3"), small(u64::MAX));
    assert_eq!(complaint(other.read_stored(dir.path())), "folder-of-others");
    let foreign = tempdir().unwrap();
    std::fs::write(foreign.path().join("letter"), "x").unwrap();
    assert_eq!(complaint(solve(&nim(""), "Nim(9)", foreign.path())), "folder-foreign");
    assert_eq!(complaint(verify_stored(&foreign.path().join("none"), (0, 1), small(1))), "folder-foreign");
}
