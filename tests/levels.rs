//! How well the computer plays. The beginner must be beaten by whoever thinks a move ahead about as often as not, and must
//! beat whoever does not think; nobody beats the best level from a lost position.

use crate::random::daily;
use fairgame::{Contest, Ending, Level, Player, Session};

const GAMES: &[(&str, &str)] = &[
    ("use \"heaps\"", "Nim[3, 4, 5]"),
    ("use \"heaps\"", "Nim[1, 2, 3, 4]"),
    ("use \"kayles\"", "Kayles(9)"),
    ("game Race(n: nat)\n  move take(k in 1..min(3, n)) to Race(n - k)", "Race(15)"),
    (
        "game Bar(r: nat, c: nat)\n  move cut(k in 1..r) to Bar(r - k, c)\n  move bite(k in 1..c) to Bar(r, c - k)",
        "Bar(6, 4)",
    ),
];

/// How many of the plays of each game the first of two levels wins; they take turns to begin.
fn wins(of: Level, against: Level, plays: u64) -> f64 {
    let mut won = 0;
    for (rules, position) in GAMES {
        let mut session = Session::default();
        let loaded = session.open("levels.game", &format!("{rules}\nshow {position}"));
        assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
        let question = &loaded.questions[0];
        for seed in 1..=plays {
            let contest = session.contest(question, Player::Left).expect("a position");
            won += u32::from(first_wins(&mut session, contest, (of, against), seed));
        }
    }
    f64::from(won) / (plays as f64 * GAMES.len() as f64)
}

/// With an even seed the second level begins.
fn first_wins(session: &mut Session, mut contest: Contest, (of, against): (Level, Level), seed: u64) -> bool {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut turn = seed % 2 == 1;
    while session.ending(&contest).expect("small games").is_none() {
        let level = if turn { of } else { against };
        let chosen = session.choose(&contest, level, &mut state).expect("a move");
        session.make(&mut contest, chosen).expect("it is legal");
        turn = !turn;
    }
    assert_eq!(session.ending(&contest).expect("small games"), Some(Ending::NoMove));
    !turn
}

#[test]
fn the_beginner_is_beaten_by_whoever_thinks() {
    let won = |of| wins(of, Level::Beginner, daily(12, 40));
    let (greedy, perfect, careless) = (won(Level::Greedy), won(Level::Perfect), won(Level::Random));
    println!("against the beginner: careless {careless:.2}, a move ahead {greedy:.2}, perfect {perfect:.2}");
    assert!((0.1..0.45).contains(&careless), "{careless}");
    assert!((0.45..0.8).contains(&greedy), "{greedy}");
    assert!(perfect > 0.9, "{perfect}");
}

#[test]
#[ignore = "takes long"]
fn each_level_beats_the_one_below() {
    for (strong, weak) in
        [(Level::Beginner, Level::Random), (Level::Greedy, Level::Beginner), (Level::Perfect, Level::Greedy)]
    {
        let share = wins(strong, weak, 40);
        println!("{strong:?} against {weak:?}: {share:.2}");
        assert!(share > 0.5, "{strong:?} against {weak:?}: {share}");
    }
}
