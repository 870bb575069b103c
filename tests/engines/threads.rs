//! Several threads, and what positions take.

use fairgame::answer::Answer;
use fairgame::engine::{Budget, Table};
use fairgame::session::Session;

/// The answer in full, by so many threads from the first position on.
fn answer(text: &str, threads: usize, positions: u64) -> String {
    let budget = Budget { threads: Some(threads), alone: 1, positions, time: None, ..Budget::default() };
    let mut session = Session::new(budget);
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    session.games().skip_tables();
    format!("{:?}", session.ask(&loaded.questions[0]))
}

#[test]
fn many_threads_are_stopped_where_one_is() {
    let take = "use \"boards\"\ngame G(free: set of cell)\n  move take(p in free, q in touching(p) where q in free) to G(free minus {p, q})\n";
    let (start, every) = ("show value(G(rectangle(3, 4)))", 1_000_000);
    // Positions in bytes.
    let cut = "game S(rows: list of list of nat)\n  move cut(r in indices(rows), k in 1..size(rows[r])) to S(put(rows, r, rows[r][1..k-1] + rows[r][k+1..]))\n";
    let rows = "show value(S([[2^40, 2, 3, 4], [1, 2^50, 2, 8], [6, 7, 2^41]]))";
    let left = "sum(size(row) for row in rows) == 3";
    let cases = [
        // A mistake, deep down and in many places.
        (
            format!(
                "{take}  move fall(p in free where 12 / (size(free) - 4) > 20) to G(free without p)\n{start}"
            ),
            every,
        ),
        // A cycle.
        (format!("{take}  move back(p in free where size(free) == 4) to G(rectangle(2, 3))\n{start}"), every),
        // A position that does not fit the words, far from the first one.
        (
            format!(
                "{take}  move out(p in free where size(free) == 4) to G({{(1, 1), (300, 300)}})\n{start}"
            ),
            every,
        ),
        // A budget.
        (format!("{take}{start}"), 200),
        (format!("{take}  splits into G(part) for part in islands(free)\n{start}"), every),
        (format!("{cut}{rows}"), every),
        (format!("{cut}{rows}"), 300),
        (format!("{cut}  move fall where {left} and 12 / (size(rows[1]) - 1) > 0 to S([])\n{rows}"), every),
        (format!("{cut}  move back where {left} to S([[1, 2], [3, 4, 5]])\n{rows}"), every),
    ];
    for (text, positions) in cases {
        let alone = answer(&text, 1, positions);
        for threads in [2, 3, 8] {
            assert_eq!(answer(&text, threads, positions), alone, "{threads} threads\n{text}");
        }
    }
}

/// Searches for who wins, in words and in bytes, with positions that are won before a move, and where play may not end.
#[test]
fn many_threads_find_who_wins() {
    let dominoes = "use \"boards\"\ngame D(free: set of cell)\n  left move upright(p in free where (p.row + 1, p.col) in free) to D(free minus {p, (p.row + 1, p.col)})\n  right move flat(p in free where (p.row, p.col + 1) in free) to D(free minus {p, (p.row, p.col + 1)})\n";
    let rows = "game S(rows: list of list of nat)\n  left move first(r in indices(rows) where size(rows[r]) > 0) to S(put(rows, r, rows[r][2..]))\n  right move last(r in indices(rows), k in 2..3 where size(rows[r]) >= k) to S(put(rows, r, rows[r][1..size(rows[r]) - k]))\n";
    let line = "game L(a: set of nat, b: set of nat)\n  wins when any(x != y and 2 * y - x in b for x in b, y in b)\n  move take(n in 1..9 where n not in a and n not in b) to L(b, a with n)\n";
    let cases = [
        format!("{dominoes}show outcome(D(rectangle(4, 4)))"),
        format!("{dominoes}show outcome(D(rectangle(4, 4) without (1, 1))) under misere"),
        format!("{rows}show outcome(S([[2^40, 2, 3, 4], [1, 2^50, 2, 8], [6, 7, 2^41]]))"),
        format!("{rows}show outcome(S([[2^40, 2, 3], [1, 2^50, 2, 8], [6, 7, 2^41]])) under misere"),
        format!("{line}show outcome(L({{}}, {{}}))"),
        format!(
            "{rows}  left move again where rows == [[7], [], []] to S([[9], [], []])\nshow outcome(S([[7, 2, 3, 4], [1, 2^50, 2, 8], [6, 7, 2^41]]))"
        ),
    ];
    for text in cases {
        let alone = answer(&text, 1, u64::MAX);
        assert!(alone.starts_with("Value"), "{alone}\n{text}");
        for threads in [2, 3, 8] {
            assert_eq!(answer(&text, threads, u64::MAX), alone, "{threads} threads\n{text}");
        }
    }
}

/// Games whose positions stand in tables, with what the tables are called.
fn tables() -> Vec<(&'static str, &'static str, &'static str)> {
    let ring = "game R(row: list of bool)\n  move take(i in indices(row) where row[i] and (row[i mod size(row) + 1] or row[(i - 2) mod size(row) + 1])) to R(put(row, i, false))\n";
    let piles = "game N(piles: list of nat, turn: bool)\n  move take(i in indices(piles), k in 1..piles[i]) to N(put(piles, i, piles[i] - k), turn)\n";
    let passing = "game P(a: nat, b: nat, c: nat, pass: bool)\n  move first(k in 1..a) to P(a - k, b, c, pass)\n  move second(k in 1..b) to P(a, b - k, c, pass)\n  move third(k in 1..c) to P(a, b, c - k, pass)\n  move skip where pass and a + b + c > 0 to P(a, b, c, false)\n";
    let last = "game L(a: nat, b: nat, last: 0..4)\n  move one(k in 1..4 where k <= a and k != last) to L(a - k, b, k)\n  move two(k in 1..4 where k <= b and k != last) to L(a, b - k, k)\n";
    let late = "game B(a: nat, b: nat, on: bool)\n  move less(k in 1..3 where k <= a) to B(a - k, b, on)\n  move more where a == 1 and b == 17 and on to B(a, b + 1, false)\n  move other(k in 1..b) to B(a, b - k, on)\n";
    let coins = "game W(coins: set of nat)\n  move slide(c in coins, d in 0..c - 1 where d not in coins) to W(coins without c with d)\n";
    let rows = "game C(rows: list of nat)\n  move bite(i in indices(rows), k in 0..rows[i] - 1) to C([ if j >= i then min(rows[j], k) else rows[j] for j in indices(rows) ])\n";
    let bags =
        "game G(piles: bag of nat)\n  move take(n in piles, k in 1..n) to G(piles without n with n - k)\n";
    let (array, chain) = ("array: by several threads", "chain: by several threads");
    let tables = [
        (ring, "R([true for i in 1..13])", array),
        (piles, "N([40, 17, 9], true)", array),
        (piles, "N([300, 9], true)", array),
        (passing, "P(12, 15, 11, true)", array),
        (last, "L(50, 41, 0)", array),
        // A position far from the end leads to one that has no place: a graph takes over.
        (late, "B(30, 17, true)", "graph 64"),
        (coins, "W({12, 11, 9, 8})", chain),
        (bags, "G(bag(300, 20))", chain),
        (rows, "C([6, 6, 5, 5, 5])", chain),
        (bags, "G(bag(9, 8, 8, 7))", chain),
    ];
    let has_arrays = cfg!(all(feature = "native", target_arch = "x86_64"));
    tables.into_iter().filter(|(_, _, name)| has_arrays || *name != array).collect()
}

/// What is answered, saved and used, and the bytes of all values.
fn tables_of(text: &str, question: &str, budget: Budget) -> (String, Vec<u8>, Vec<String>) {
    let mut session = Session::new(Budget { interpreted: 0, time: None, ..budget });
    let loaded = session.load_text("test", &format!("{text}show value({question})"));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    let answer = format!("{:?}", session.ask(&loaded.questions[0]));
    let mut saved = vec![];
    session.save(&mut saved).unwrap();
    assert_eq!(session.games().dropped(), Vec::<String>::new());
    (answer, saved, session.games().used().into_keys().collect())
}

#[test]
fn many_threads_fill_tables_as_one_does() {
    for (text, question, name) in tables() {
        let one = Budget { threads: Some(1), ..Budget::default() };
        let (answer, saved, _) = tables_of(text, question, one);
        for (threads, alone) in [(2, 1), (3, 40), (8, 1)] {
            let many = Budget { threads: Some(threads), alone, ..Budget::default() };
            let (other, bytes, used) = tables_of(text, question, many);
            assert_eq!(other, answer, "{threads} threads\n{text}{question}");
            // A graph is saved in the order in which it was found.
            assert!(bytes == saved || name == "graph 64", "{threads} threads\n{text}{question}");
            assert!(used.iter().any(|u| u == name), "{threads} threads\n{text}{question}\n{used:?}");
        }
    }
}

/// A budget that runs out, and a game that was told to stop, do so for many as for one; what was filled goes on.
#[test]
fn many_threads_stop_with_what_they_have() {
    for (text, question, _) in tables() {
        for positions in [1, 100, 500] {
            let one = Budget { threads: Some(1), positions, ..Budget::default() };
            let many = Budget { threads: Some(3), alone: 1, ..one.clone() };
            assert_eq!(
                tables_of(text, question, many).0,
                tables_of(text, question, one).0,
                "{text}{question}"
            );
        }
        let cancelled = Budget { threads: Some(3), alone: 1, ..Budget::default() };
        cancelled.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
        let (answer, ..) = tables_of(text, question, cancelled);
        assert!(answer.starts_with("Stopped"), "{answer}\n{text}{question}");
    }
}

#[test]
fn short_plays_of_many_positions_keep_to_their_memory() {
    let text = "use \"boards\"\ngame G(free: set of cell)\n  move place(d in dominoes(free)) to G(free minus d)\nshow value(G(rectangle(4, 5)))";
    for threads in [1, 2] {
        let bytes = 1 << 19;
        let mut session =
            Session::new(Budget { threads: Some(threads), alone: 1000, bytes, ..Budget::default() });
        let loaded = session.load_text("test", text);
        match session.ask(&loaded.questions[0]) {
            Answer::Stopped(s) => assert_eq!(s.budget, "memory", "{s:?}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
#[ignore = "takes long"]
fn a_position_takes_at_most_24_bytes() {
    let (mut narrow, mut wide) = (Table::<u64>::default(), Table::<u128>::default());
    for i in 1..=2_000_000u64 {
        let key = i.wrapping_mul(0xd134_2543_de82_ef95);
        narrow.set(key, 1);
        wide.set(u128::from(key) << 64 | u128::from(i), 1);
        if i > 1_200_000 && i % 100 == 0 {
            assert!(
                narrow.bytes() <= 24 * i && wide.bytes() <= 24 * i,
                "{i}: {} {}",
                narrow.bytes(),
                wide.bytes()
            );
        }
    }
}

/// Large enough that threads take turns, and that the table they share grows under them.
#[test]
#[ignore = "takes long"]
fn many_threads_find_what_one_finds() {
    let board =
        "use \"boards\"\ngame G(free: set of cell)\n  move place(d in dominoes(free)) to G(free minus d)\n";
    let claims = "  splits into G(part) for part in islands(free)\n  same as G(turned(free)), G(mirrored(free)), G(shifted(free))\n";
    let cases = [
        format!("{board}show value(G(rectangle(4, 5)))"),
        format!("{board}{claims}show value(G(rectangle(5, 6)))"),
        format!("{board}{claims}show outcome(G(rectangle(5, 6) without (1, 1)))"),
    ];
    for text in cases {
        let alone = answer(&text, 1, u64::MAX);
        for threads in [2, 3, 4] {
            assert_eq!(answer(&text, threads, u64::MAX), alone, "{threads} threads\n{text}");
        }
    }
}
