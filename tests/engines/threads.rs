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
    ];
    for (text, positions) in cases {
        let alone = answer(&text, 1, positions);
        for threads in [2, 3, 8] {
            assert_eq!(answer(&text, threads, positions), alone, "{threads} threads\n{text}");
        }
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
