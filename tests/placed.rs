//! Values on disk by the places of positions: the same as in memory on random games; what does not stand in an order goes by
//! levels; a wrong value is found.

use crate::programs;
use crate::random::config;
use fairgame::disk::ranges::{self, Block};
use fairgame::disk::{Folder, Manifest, Progress};
use fairgame::stored::{Stored, Wanted, each_stored, verify_stored};
use fairgame::{Budget, Part, Session, Trouble};
use proptest::prelude::*;
use std::path::Path;
use tempfile::tempdir;

fn budget() -> Budget {
    Budget { bytes: 1 << 16, interpreted: 20, time: None, ..Budget::default() }
}

fn solve(text: &str, position: &str, folder: &Path, wanted: Wanted) -> Result<Stored, Trouble> {
    let mut session = Session::new(budget());
    let loaded = session.load_text("own.game", text);
    assert!(loaded.is_fine(), "{text}: {:?}", loaded.diagnostics);
    session.solve_into(&loaded, position, folder, wanted)
}

/// Every value of a folder is that in memory; how many there are. Large boxes are looked at here and there.
fn agrees(text: &str, position: &str, folder: &Path) -> u64 {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    session.load_text("own.game", text);
    let mut count = 0;
    let shown = each_stored(folder, budget(), &mut |there, value| {
        count += 1;
        if count % (count / 400 + 1) == 0 {
            let [Part::Game(p)] = there.parts.as_slice() else { panic!("{there}") };
            let here = session.position_of(&p.game.name, p.args.to_vec());
            match here.and_then(|here| session.value_of(&here)) {
                Ok(wanted) => {
                    let value = value.value().map(|v| (v as i64).into());
                    assert_eq!(Some(wanted), value, "{text}{position}: {there}");
                }
                // Claims, which are not used on disk, are false now and then; functions are those of another program.
                Err(Trouble::Mistakes(all)) if ["claim-refuted", "wrong-type"].contains(&all[0].code) => {}
                Err(other) => panic!("{text}{there}: {other:?}"),
            }
        }
        true
    });
    assert_eq!(shown.expect("values").positions, count);
    count
}

/// Moves of two numbers and a lamp, among them some that make a number larger, or after which no order is right.
fn numbers() -> impl Strategy<Value = String> {
    let moves = [
        "take(k in 1..a where (a + k) mod 3 != REST) to G(a - k, b, on)",
        "stay(k in 1..b where k != a) to G(a, b - k, on)",
        "both(k in 1..min(a, b)) to G(a - k, b - k, not on)",
        "share(k in 1..a where b + k <= 9) to G(a - k, b + k, on)",
        "off where on and a + b > REST to G(a, b, false)",
        "heap where a > REST to G(a - 1, b, on) + *b",
        "cut(k in 1..<a) to G(k, b, on) + G(a - k, 0, false)",
        "swap where a > b to G(b, a - 1, on)",
        "raise(k in 1..2 where b > 0) to G(a + k, b - 1, on)",
        "lamp where b > REST to G(a, b - 1, not on)",
    ];
    let some = proptest::sample::subsequence(moves.to_vec(), 1..4);
    (some, 0..3u32).prop_map(|(moves, rest)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        format!("game G(a: nat, b: nat, on: bool)\n{moves}").replace("REST", &rest.to_string())
    })
}

/// Rows, bags and sets of numbers.
fn collections() -> impl Strategy<Value = (String, String)> {
    let rows = [
        "bite(r in 1..size(rows), c in 1..rows[r]) to G([if i < r then rows[i] else min(rows[i], c - 1) for i in 1..size(rows)])",
        "row(r in 1..size(rows), k in 1..rows[r]) to G([if i == r then rows[i] - k else rows[i] for i in 1..size(rows)])",
        "tail(k in 1..rows[size(rows)]) to G([if i == size(rows) then rows[i] - k else rows[i] for i in 1..size(rows)])",
    ];
    let bags = ["take(n in rows, k in 1..n where k != REST) to G(rows without n with n - k)"];
    let sets = [
        "left(x in rows, y in 0..x-1 where not (y in rows)) to G(rows without x with y)",
        "step(x in rows where x > 0 and not (x - 1 in rows)) to G(rows without x with x - 1)",
        "drop(x in rows where x mod 2 == REST) to G(rows without x)",
    ];
    let list = (proptest::sample::subsequence(rows.to_vec(), 1..3), proptest::collection::vec(0u32..5, 1..4));
    let list = list.prop_map(|(m, mut d)| {
        d.sort_unstable_by(|a, b| b.cmp(a));
        (m, "list of nat", format!("{d:?}"))
    });
    let bag = proptest::collection::vec(0u32..5, 1..4).prop_map(move |d| {
        let d: Vec<String> = d.iter().map(u32::to_string).collect();
        (bags.to_vec(), "bag of nat", format!("bag({})", d.join(", ")))
    });
    let set =
        (proptest::sample::subsequence(sets.to_vec(), 1..3), proptest::collection::btree_set(0u32..9, 1..4));
    let set = set.prop_map(|(m, d)| (m, "set of 0..8", format!("{d:?}")));
    (prop_oneof![list, bag, set], 0..3u32).prop_map(|((moves, ty, at), rest)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        let text = format!("game G(rows: {ty})\n{moves}").replace("REST", &rest.to_string());
        (text, format!("G({at})"))
    })
}

/// Solved by place if it can be, with what memory says; by levels too where there is a measure.
fn both_ways(text: &str, position: &str) -> Result<(), TestCaseError> {
    let (places, levels) = (tempdir().unwrap(), tempdir().unwrap());
    let Ok(one) = solve(text, position, places.path(), Wanted::default()) else { return Ok(()) };
    agrees(text, position, places.path());
    let (again, _) = verify_stored(places.path(), (0, 1), budget()).expect("they are right");
    prop_assert_eq!(&again, &one, "{}", text);
    if let Ok(other) = solve(text, position, levels.path(), Wanted { levels: true, ..Wanted::default() }) {
        prop_assert_eq!(one.value, other.value, "{}{}", text, position);
        prop_assert!(!one.by_place || other.positions <= one.positions);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(12))]

    #[test]
    fn numbers_have_the_values_of_memory(text in numbers(), a in 0u32..9, b in 0u32..7) {
        both_ways(&text, &format!("G({a}, {b}, true)"))?;
    }

    #[test]
    fn collections_have_the_values_of_memory((text, position) in collections()) {
        both_ways(&text, &position)?;
    }

    #[test]
    fn whatever_there_is_has_the_values_of_memory(seed in any::<u64>()) {
        let program = programs::program(seed);
        prop_assume!(program.tame);
        for position in &program.positions {
            let dir = tempdir().unwrap();
            // What takes long is not waited for here.
            let mut session = Session::new(Budget { positions: 3_000, ..budget() });
            let loaded = session.load_text("own.game", &program.text);
            if session.solve_into(&loaded, position, dir.path(), Wanted::default()).is_ok_and(|s| s.by_place) {
                agrees(&program.text, position, dir.path());
            }
        }
    }
}

/// Which way was taken, and why not the other one.
fn way(text: &str, position: &str) -> Stored {
    let dir = tempdir().unwrap();
    let stored = solve(text, position, dir.path(), Wanted::default()).expect("a value");
    agrees(text, position, dir.path());
    stored
}

#[test]
fn what_has_places_is_seen() {
    let chomp = "game Chomp(rows: list of nat)\n  move bite(r in 1..size(rows), c in 1..rows[r] where r + c > 2)\n    to Chomp([if i < r then rows[i] else min(rows[i], c - 1) for i in 1..size(rows)])\n";
    // Rows that do not rise, coins on squares: without a gap.
    assert_eq!(way(chomp, "Chomp([5, 5, 5])").positions, 56);
    let coins = "game Coins(c: set of 0..20)\n  move left(x in c, y in 0..x-1 where not (y in c)) to Coins(c without x with y)\n";
    assert_eq!(way(coins, "Coins({9, 8, 7})").positions, 120);
    // No number falls with each move, only an order of two: nothing for levels.
    let order = "game Order(a: nat, b: 0..9)\n  move down where a > 0 to Order(a - 1, 9)\n  move less where b > 0 to Order(a, b - 1)\n";
    let by_place = way(order, "Order(3, 4)");
    assert!(by_place.by_place && by_place.positions == 35, "{by_place:?}");
    // Two games, the number of which is a digit.
    let two = "game Even(n: nat)\n  move down where n > 0 to Odd(n - 1)\ngame Odd(n: nat)\n  move down(k in 1..n) to Even(n - k)\n";
    assert!(way(two, "Even(30)").by_place);
}

#[test]
fn what_has_no_places_goes_by_levels() {
    let why = |text: &str, position: &str| way(text, position).levels.expect("by levels");
    let swap = "game Swap(a: nat, b: nat)\n  move swap where a > 0 to Swap(b, a - 1)\n  move drop where b > 0 to Swap(a, b - 1)\n";
    assert!(why(swap, "Swap(9, 9)").contains("come earlier"), "{}", why(swap, "Swap(9, 9)"));
    let few = "game Few(a: nat, b: nat)\n  move both where a > 0 and b > 0 to Few(a - 1, b - 1)\n";
    assert!(why(few, "Few(200, 200)").contains("few of the positions"));
}

/// A move that is seen in no play of those that show the order: the fallback throws away what was found.
#[test]
fn a_move_against_the_order_that_no_play_shows_ends_it() {
    let rare = "game Rare(a: nat, b: nat)\n  decreases a * 1000 + b\n  move first(k in 1..3 where k <= b) to Rare(a, b - k)\n  move second(k in 1..3 where k <= a) to Rare(a - k, b)\n  move jump where a == 29 and b == 1 to Rare(28, 3)\n";
    let dir = tempdir().unwrap();
    let stored = solve(rare, "Rare(30, 30)", dir.path(), Wanted::default()).expect("a value");
    agrees(rare, "Rare(30, 30)", dir.path());
    verify_stored(dir.path(), (0, 1), budget()).expect("right");
    let names = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let ranges = names.filter(|name| name.starts_with("range-")).count();
    assert_eq!(ranges > 0, stored.by_place);
}

/// A value that was changed together with all checksums.
#[test]
fn wrong_values_are_found() {
    let text = "game Nim(a: nat, b: nat)\n  move first(k in 1..a) to Nim(a - k, b)\n  move second(k in 1..b) to Nim(a, b - k)\n";
    let dir = tempdir().unwrap();
    let stored = solve(text, "Nim(20, 20)", dir.path(), Wanted::default()).expect("a value");
    assert_eq!((stored.by_place, stored.positions), (true, 441));
    let folder = Folder::to_write(dir.path()).unwrap();
    let manifest = Manifest::read(&folder).unwrap().unwrap();
    let cut = manifest.cut().expect("by place");
    let progress = Progress::read(&folder).unwrap();
    let range = ranges::Range::open(&folder, &cut, 0, cut.full(0)).unwrap();
    let mut blocks: Vec<Block> = (0..range.blocks()).map(|i| range.block(i).unwrap()).collect();
    let mut values: Vec<u16> = (0..blocks[2].len()).map(|i| blocks[2].get(i)).collect();
    values[7] ^= 1;
    blocks[2] = Block::of(&values);
    ranges::write(&folder, &cut, 0, blocks.iter()).unwrap();
    drop(folder);
    let complaint = || match verify_stored(dir.path(), (0, 1), budget()) {
        Err(Trouble::Mistakes(all)) => all[0].code,
        other => panic!("{other:?}"),
    };
    // First the checksum of the whole result, then with that changed as well.
    assert_eq!(complaint(), "folder-damaged");
    let folder = Folder::to_write(dir.path()).unwrap();
    let most = 1 << 20;
    let digest = fairgame::disk::Blocks::begun(&folder, cut, most).unwrap().digest();
    Progress { digest: Some(digest), ..progress }.write(&folder).unwrap();
    drop(folder);
    assert_eq!(complaint(), "wrong-value-stored");
}
