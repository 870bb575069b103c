//! Searches that keep what they find: the same values as in memory, however often they are stopped; what is left is a proof, and
//! no fact of it can be changed without notice; folders are united, and two values for one part are told.

use crate::random::some;
use fairgame::disk::{Folder, Manifest, Progress, findings};
use fairgame::stored::{Fact, Fault, Peers, Stored, Wanted, each_stored, verify_stored};
use fairgame::{Budget, GamePosition, Part, Position, Session, Trouble};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use tempfile::tempdir;

const CRAM: &str = "game Cram(free: set of cell)
  move place(p in free, q in touching(p) where q in free) to Cram(free without p without q)
  splits into Cram(part) for part in islands(free)
  same as Cram(turned(free)), Cram(mirrored(free)), Cram(shifted(free))
";
const NODES: &str = "game Nodes(free: set of cell)
  move take(p in free) to Nodes(free minus touching(p) without p)
  splits into Nodes(part) for part in islands(free)
  same as Nodes(turned(turned(free))), Nodes(mirrored(free)), Nodes(shifted(free))
";
/// Sums in the moves, and a claim that is not proved.
const NOGO: &str = "game NoGo(row: list of 0..3)
  move put(i in indices(row), c in 1..2
           where row[i] == 3
           and
           (row[i - 1] == 3 or row[i + 1] == 3 or (row[i - 1] == c and row[i - 2] == 3)
            or (row[i + 1] == c and row[i + 2] == 3))
           and (row[i - 1] != 3 - c or row[i - 2] == 3) and (row[i + 1] != 3 - c or row[i + 2] == 3))
    to (if row[i - 1] == 3 - c then NoGo(row[1..i-1] + [0]) else nothing)
    + NoGo((if row[i - 1] == 3 - c then [0] else if row[i - 1] == c then row[1..i-2] else row[1..i-1]) + [c]
           + (if row[i + 1] == 3 - c then [0] else if row[i + 1] == c then row[i+2..] else row[i+1..]))
    + (if row[i + 1] == 3 - c then NoGo([0] + row[i+1..]) else nothing)
  same as NoGo(reverse(row)), NoGo([if x in {1, 2} then 3 - x else x for x in row])
";
const KAYLES: &str = "game Kayles(n: nat)
  move bowl(a in 0..n-1, w in 1..min(2, n - a)) to Kayles(a) + Kayles(n - a - w)
";
const HEAPS: &str = "game Odd(n: nat)
  move take(k in 1..min(3, n)) to Odd(n - k) + *k
  move swap where n mod 2 == 1 to *n
";

/// Games with a position each.
const GAMES: [(&str, &str); 6] = [
    (CRAM, "Cram(board(\"...xx|.x...\"))"),
    (CRAM, "Cram(board(4, 5))"),
    (NODES, "Nodes(board(3, 9))"),
    (NOGO, "NoGo([0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0])"),
    (KAYLES, "Kayles(40)"),
    (HEAPS, "Odd(30)"),
];

fn session(text: &str, positions: u64) -> (Session, fairgame::Loaded) {
    let mut session = Session::new(Budget { positions, time: None, ..Budget::default() });
    let loaded = session.load_text("own.game", text);
    assert!(loaded.is_fine(), "{text}: {:?}", loaded.diagnostics);
    (session, loaded)
}

fn search(text: &str, position: &str, into: &Path, others: &[&Path]) -> Result<Stored, Trouble> {
    let (mut session, loaded) = session(text, u64::MAX);
    session.search_into(&loaded, position, into, others)
}

fn verified(path: &Path, shard: (u32, u32)) -> Result<(Stored, u64), Trouble> {
    verify_stored(path, shard, Budget { time: None, ..Budget::default() })
}

fn facts(path: &Path) -> Vec<(GamePosition, Fact)> {
    let mut all = vec![];
    each_stored(path, Budget::default(), &mut |position, fact| {
        let [Part::Game(p)] = position.parts.as_slice() else { panic!("{position}") };
        all.push((p.clone(), fact));
        true
    })
    .expect("facts");
    all
}

fn complaint(asked: Result<impl std::fmt::Debug, Trouble>) -> &'static str {
    match asked {
        Err(Trouble::Mistakes(all)) => all[0].code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_value_is_that_in_memory_and_every_fact_is_true() {
    for (text, position) in some(GAMES) {
        let dir = tempdir().unwrap();
        let stored = search(text, position, dir.path(), &[]).expect("a value");
        let (mut here, _) = session(text, u64::MAX);
        let root = here.position(position).expect("a position");
        assert_eq!(here.value_of(&root).expect("a value"), (stored.value as i64).into(), "{position}");
        let all = facts(dir.path());
        assert_eq!((all.len() as u64, stored.search), (stored.positions, true), "{position}");
        for (there, fact) in all {
            let there = Position::one(Part::Game(there));
            let value = here.value_of(&there).expect("a value");
            let is = (0..64).find(|v: &i64| value == (*v).into()).expect("a small value") as u64;
            match fact {
                Fact::Value(value) => assert_eq!(value, is, "{there}"),
                Fact::Not(_) => assert!(!fact.rules_out(is), "{there} is {is}: {fact:?}"),
            }
        }
        let (again, count) = verified(dir.path(), (0, 1)).expect("a proof");
        assert_eq!((again.value, count), (stored.value, stored.positions));
        assert_eq!(again.rests_on.is_empty(), text != NOGO, "{:?}", again.rests_on);
        assert_eq!(search(text, position, dir.path(), &[]).expect("the same").digest, stored.digest);
    }
}

#[test]
#[ignore = "takes long"]
fn stopped_anywhere_it_goes_on() {
    for (text, position) in [GAMES[1], GAMES[2]] {
        let whole = tempdir().unwrap();
        let wanted = search(text, position, whole.path(), &[]).expect("a value");
        for slice in [40, 150] {
            let dir = tempdir().unwrap();
            let mut stops = 0;
            let stored = loop {
                let (mut session, loaded) = session(text, slice);
                match session.search_into(&loaded, position, dir.path(), &[]) {
                    Ok(stored) => break stored,
                    Err(Trouble::Stopped(s)) => assert_eq!(s.budget, "positions", "{}", s.how_far),
                    Err(Trouble::Mistakes(all)) => panic!("{position}: {all:?}"),
                }
                stops += 1;
                assert!(stops < 2000, "{position}: nothing is kept");
            };
            assert!(stops > 0, "{position} in slices of {slice}");
            assert_eq!(stored.value, wanted.value);
            verified(dir.path(), (0, 1)).expect("a proof");
        }
    }
}

/// A proof with one fact changed, with all checksums, is none.
#[test]
#[ignore = "takes long"]
fn a_changed_fact_is_noticed() {
    for (text, position) in [(CRAM, "Cram(board(3, 4))"), (NODES, "Nodes(board(3, 5))")] {
        let dir = tempdir().unwrap();
        search(text, position, dir.path(), &[]).expect("a value");
        let mut all = vec![];
        {
            let folder = Folder::to_read(dir.path()).unwrap();
            let progress = Progress::read(&folder).unwrap();
            let table = fairgame::disk::Table::<u64>::solved(&folder, &progress, 8);
            let mut table = table.expect("a proof");
            for frame in 0..table.places().len() {
                let (rank, read) = (table.rank(frame), table.frame(frame).unwrap());
                let both = read.keys.iter().zip(&read.values);
                all.extend(both.map(|(key, word)| (rank, *key, Fact::of_word(*word).expect("a fact"))));
            }
        }
        assert!(all.len() > 10, "{}", all.len());
        for i in 0..all.len() {
            let changes = match all[i].2 {
                Fact::Value(value) => vec![Some(Fact::Value(value + 1)), Some(Fact::Not(1 << value)), None],
                Fact::Not(bits) => vec![Some(Fact::Not(!bits & 0x7fff)), None],
            };
            for change in changes {
                let mut changed = all.clone();
                match change {
                    Some(fact) => changed[i].2 = fact,
                    None => drop(changed.remove(i)),
                }
                let folder = Folder::to_write(dir.path()).unwrap();
                let progress = Progress::read(&folder).unwrap();
                let mut facts = changed.into_iter();
                let value = progress.value.unwrap_or(0);
                findings::conclude::<u64, fairgame::stored::Fault>(&folder, &progress, value, &mut || {
                    Ok(facts.next())
                })
                .unwrap();
                drop(folder);
                match (verified(dir.path(), (0, 1)), change) {
                    // Something may follow in two ways.
                    (Ok(_), None) if i > 0 => {}
                    (checked, _) => {
                        let code = complaint(checked);
                        assert_eq!(code, "wrong-value-stored", "{position}: {:?} as {change:?}", all[i]);
                    }
                }
            }
        }
    }
}

/// What one search has found is of use to another one, of another board as well.
#[test]
fn folders_are_united() {
    let at = |name: &str, dir: &tempfile::TempDir| dir.path().join(name);
    let dir = tempdir().unwrap();
    let (one, two, three) = (at("1", &dir), at("2", &dir), at("3", &dir));
    search(CRAM, "Cram(board(4, 4))", &one, &[]).expect("a value");
    search(CRAM, "Cram(board(3, 5))", &two, &[]).expect("a value");
    let stored = search(CRAM, "Cram(board(4, 5))", &three, &[&one, &two]).expect("a value");
    assert_eq!(stored.value, 2);
    verified(&three, (0, 1)).expect("a proof");
    let counts: u64 = (0..3).map(|i| verified(&three, (i, 3)).expect("right").1).sum();
    assert_eq!(counts, stored.positions);
    assert_eq!(complaint(search(NODES, "Nodes(board(3, 3))", &at("4", &dir), &[&one])), "folder-of-others");
}

#[test]
fn two_values_for_one_part_are_told() {
    let dir = tempdir().unwrap();
    let good = dir.path().join("good");
    search(CRAM, "Cram(board(3, 3))", &good, &[]).expect("a value");
    let bad = wrong_folder(dir.path());
    let into = dir.path().join("into");
    assert_eq!(complaint(search(CRAM, "Cram(board(3, 4))", &into, &[&good, &bad])), "wrong-value-stored");
    search(CRAM, "Cram(board(3, 4))", &into, &[&good]).expect("a value");
}

/// A folder each value of which is wrong.
fn wrong_folder(dir: &Path) -> std::path::PathBuf {
    let bad = dir.join("bad");
    search(CRAM, "Cram(board(3, 3))", &bad, &[]).expect("a value");
    let folder = Folder::to_write(&bad).unwrap();
    let progress = Progress::read(&folder).unwrap();
    let mut facts = vec![];
    findings::each::<u64, fairgame::stored::Fault>(&folder, &progress, &mut |key, fact| {
        facts.push((key, fact.value().map_or(fact, |value| Fact::Value(value + 1))));
        Ok(())
    })
    .unwrap();
    findings::save(&folder, &progress, facts.into_iter()).unwrap();
    bad
}

/// Workers in threads of this process.
struct Threads {
    me: usize,
    to: Vec<Sender<(usize, Vec<u8>)>>,
    from: Receiver<(usize, Vec<u8>)>,
    waiting: Vec<VecDeque<Vec<u8>>>,
    gone: Arc<Vec<AtomicBool>>,
}

impl Threads {
    fn all(count: usize) -> Vec<Threads> {
        let (to, from): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        let gone: Arc<Vec<AtomicBool>> = Arc::new((0..count).map(|_| AtomicBool::default()).collect());
        let one = |(me, from)| Threads {
            me,
            to: to.clone(),
            from,
            waiting: vec![VecDeque::new(); count],
            gone: gone.clone(),
        };
        from.into_iter().enumerate().map(one).collect()
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.gone[self.me].store(true, Ordering::SeqCst);
    }
}

impl Peers for Threads {
    fn me(&self) -> usize {
        self.me
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn exchange(&mut self, to: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Fault> {
        for (other, bytes) in to.into_iter().enumerate() {
            self.to[other].send((self.me, bytes)).map_err(|_| Fault::Lost(other))?;
        }
        let mut all = vec![];
        for from in 0..self.to.len() {
            while self.waiting[from].is_empty() {
                let was_gone = self.gone[from].load(Ordering::SeqCst);
                match self.from.recv_timeout(Duration::from_millis(20)) {
                    Ok((from, bytes)) => self.waiting[from].push_back(bytes),
                    Err(_) if was_gone => return Err(Fault::Lost(from)),
                    Err(_) => {}
                }
            }
            all.extend(self.waiting[from].pop_front());
        }
        Ok(all)
    }
}

/// A search by so many workers, of which the first has the folder and begins with others.
fn shared(
    count: usize,
    text: &str,
    position: &str,
    into: &Path,
    others: &[&Path],
) -> Vec<Result<Stored, Trouble>> {
    std::thread::scope(|scope| {
        let one = |mut peers: Threads| {
            scope.spawn(move || {
                let budget = Budget { threads: Some(1), time: None, ..Budget::default() };
                let mut session = Session::new(budget);
                let loaded = session.load_text("own.game", text);
                session.search_with(&loaded, position, into, others, &mut peers)
            })
        };
        let all: Vec<_> = Threads::all(count).into_iter().map(one).collect();
        all.into_iter().map(|worker| worker.join().expect("no panic")).collect()
    })
}

#[test]
fn workers_share_what_they_find() {
    for (i, (text, position)) in some(GAMES.into_iter().enumerate()) {
        let dir = tempdir().unwrap();
        let (one, many) = (dir.path().join("one"), dir.path().join("many"));
        let wanted = search(text, position, &one, &[]).expect("a value").value;
        let found = shared(2 + i % 2, text, position, &many, &[]);
        let values: Vec<u64> = found.into_iter().map(|found| found.expect("a value").value).collect();
        assert!(values.iter().all(|value| *value == wanted), "{position}: {values:?}");
        assert_eq!(verified(&many, (0, 1)).expect("right").0.value, wanted, "{position}");
        // Nothing is left to do, by many or by one.
        let again = shared(3, text, position, &many, &[]);
        assert!(again.into_iter().all(|found| found.is_ok_and(|stored| stored.value == wanted)));
        assert_eq!(search(text, position, &many, &[]).expect("a value").value, wanted);
    }
}

/// What one has from a folder that is wrong contradicts what the other has found: no value is given by any.
#[test]
fn two_values_among_workers_are_told() {
    let dir = tempdir().unwrap();
    let bad = wrong_folder(dir.path());
    let all = shared(2, CRAM, "Cram(board(4, 5))", &dir.path().join("into"), &[&bad]);
    let told: Vec<&str> = all.into_iter().map(complaint).collect();
    assert!(told.contains(&"wrong-value-stored"), "{told:?}");
    assert!(told.iter().all(|code| ["wrong-value-stored", "worker-gone"].contains(code)), "{told:?}");
}

#[test]
fn later_questions_read_a_proof() {
    let (text, position) = (CRAM, "Cram(board(4, 5))");
    let dir = tempdir().unwrap();
    let stored = search(text, position, dir.path(), &[]).expect("a value");
    let (mut session, _) = session(text, 1);
    session.read_stored(dir.path()).expect("a folder");
    for position in [position, "Cram(board(5, 4))"] {
        let root = session.position(position).expect("a position");
        assert_eq!(session.value_of(&root).expect("known"), (stored.value as i64).into());
    }
    assert_eq!(session.solved_by()[0].engine, "stored");
}

#[test]
fn a_search_and_all_values_are_kept_apart() {
    let dir = tempdir().unwrap();
    let (all, one) = (dir.path().join("all"), dir.path().join("one"));
    let solve = |path: &Path| {
        let (mut session, loaded) = session(KAYLES, u64::MAX);
        session.solve_into(&loaded, "Kayles(20)", path, Wanted::default())
    };
    solve(&all).expect("values");
    search(KAYLES, "Kayles(20)", &one, &[]).expect("a value");
    assert_eq!(complaint(solve(&one)), "folder-of-others");
    assert_eq!(complaint(search(KAYLES, "Kayles(20)", &all, &[])), "folder-of-others");
    assert_eq!(complaint(search(KAYLES, "Kayles(21)", &one, &[])), "folder-of-others");
    let other = dir.path().join("other");
    assert_eq!(complaint(search(KAYLES, "Kayles(21)", &other, &[&all])), "folder-of-others");
    // Another version of the format is not read.
    let folder = Folder::to_write(&one).unwrap();
    let about = Manifest::read(&folder).unwrap().unwrap();
    Manifest { format: "fairgame search on disk 2".into(), ..about }.write(&folder).unwrap();
    drop(folder);
    assert_eq!(complaint(search(KAYLES, "Kayles(20)", &one, &[])), "folder-foreign");
}

#[test]
fn a_damaged_folder_is_never_believed() {
    let (text, position) = (NODES, "Nodes(board(3, 6))");
    let dir = tempdir().unwrap();
    search(text, position, dir.path(), &[]).expect("a value");
    let files = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().path());
    let files: Vec<_> = files.filter(|p| !p.ends_with("lock")).collect();
    assert_eq!(files.len(), 4, "{files:?}");
    for file in files {
        let good = std::fs::read(&file).unwrap();
        for i in (0..good.len()).step_by(good.len() / 7 + 1) {
            let mut changed = good.clone();
            changed[i] ^= 4;
            for bytes in [&changed[..], &good[..i]] {
                std::fs::write(&file, bytes).unwrap();
                let code = complaint(verified(dir.path(), (0, 1)));
                assert!(code.starts_with("folder-"), "{}: {code}", file.display());
            }
        }
        std::fs::write(&file, &good).unwrap();
    }
    verified(dir.path(), (0, 1)).expect("it is as it was");
}
