//! Plain rules: each way to write a thing becomes the one that engines know. What that leaves of a game is compared with the
//! rules as written in `lowered`, on everything there is; here every rule of `lowered::plain` is seen to do its work.

use fairgame::check::ir::{GameId, Program};
use fairgame::engine::Budget;
use fairgame::lowered;
use fairgame::session::Session;

/// A game of one pile with one clause, in plain rules and then in lowered form.
fn pile(clause: &str) -> String {
    plain(&format!("game G(n: nat, taken: set of nat)\n  {clause}\nlet odd(k: int) = k mod 2 == 1\n"))
}

/// The same on a board.
fn board(clause: &str) -> String {
    plain(&format!("game G(free: set of cell)\n  {clause}\n"))
}

fn plain(text: &str) -> String {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("x.game", text);
    assert!(loaded.is_fine(), "{text}: {:?}", loaded.diagnostics);
    let program: Program = lowered::plain(session.program());
    let id = GameId(0);
    lowered::written(&program, id, &lowered::game(&program, id, &[]))
}

/// Ways to write a clause; the last is plain.
fn all_the_same(form: fn(&str) -> String, ways: &[&str]) {
    let (last, others) = ways.split_last().expect("there is one way at least");
    for way in others {
        assert_eq!(form(way), form(last), "{way}\n  is not  {last}");
    }
}

#[test]
fn names_and_choices_of_one_are_what_they_stand_for() {
    let ways = [
        "move take(k in 1..n, P = G(n - k, taken)) to P",
        "move take(k in 1..n, w = k) to G(n - w, taken)",
        "move take(k in 1..n) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let ways = [
        "move take(k in 1..n, ok = k mod 3 == 0 where ok) to G(n - k, taken)",
        "move take(k in 1..n where k mod 3 == 0) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    // The name of what is chosen from a set of one is shown, so the forms differ in what they show.
    for source in ["{G(n - k, taken)}", "[G(n - k, taken)]"] {
        let form = pile(&format!("move take(k in 1..n, P in {source}) to P"));
        assert!(!form.contains("gather") && form.matches("for ").count() == 1, "{form}");
    }
}

#[test]
fn comprehensions_that_filter_are_guards() {
    let ways = [
        "move take(k in {w for w in 1..n where w mod 3 == 0} where k < 9) to G(n - k, taken)",
        "move take(k in 1..n where k mod 3 == 0 and k < 9) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let ways = [
        "move take(p in {q for q in free}) to G({q for q in free where q != p})",
        "move take(p in free) to G(free minus {p})",
        "move take(p in free) to G(free without p)",
    ];
    all_the_same(board, &ways);
    let ways = [
        "move take(k in 1..n where any(x == k for x in taken)) to G(n - k, taken union {k})",
        "move take(k in 1..n where k in taken) to G(n - k, taken with k)",
    ];
    all_the_same(pile, &ways);
    let ways = [
        "move take(k in 1..count(true for x in taken)) to G(n, {})",
        "move take(k in 1..size(taken)) to G(n, {})",
    ];
    all_the_same(pile, &ways);
}

#[test]
fn conditions_are_said_in_one_way() {
    let ways = [
        "move take(k in 1..n where if k mod 3 == 0 then k < 9 else false) to G(n - k, taken)",
        "move take(k in 1..n where not not (k mod 3 == 0) and not (9 <= k)) to G(n - k, taken)",
        "move take(k in 1..n where k mod 3 == 0 and 0 < 9 - k) to G(n - k, taken)",
        "move take(k in 1..n where k mod 3 == 0 and k < 9) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let ways = [
        "move take(k in 1..n where not (k mod 2 == 0)) to G(n - k, taken)",
        "move take(k in 1..n where odd(k)) to G(n - k, taken)",
        "move take(k in 1..n where k mod 2 == 1) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let ways = [
        "move take(k in 1..n where k in 2..7) to G(n - k, taken)",
        "move take(k in 1..n where 2 <= k and k <= 7) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
}

#[test]
fn numbers_are_said_in_one_way() {
    let ways = [
        "move take(k in 1..n) to G(n + 1 - (k + 1), taken)",
        "move take(k in 1..n) to G(-k + n, taken)",
        "move take(k in 1..2 * 0 + n) to G(n - k + 3 - 3, taken)",
        "move take(k in 1..n) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let ways =
        ["move take(k in 1..n) to G(n - 4 * (n / 4), taken)", "move take(k in 1..n) to G(n mod 4, taken)"];
    all_the_same(pile, &ways);
}

#[test]
fn sums_and_targets_are_said_in_one_way() {
    let ways = [
        "move split(k in 1..<n) to sum(P for P in [G(k, {}), G(n - k, {})]) + nothing",
        "move split(k in 1..<n) to sum(G(x, {}) for x in [k, n - k]) + *0",
        "move split(k in 1..<n) to if k < 3 then G(k, {}) + G(n - k, {}) else G(k, {}) + G(n - k, {})",
        "move split(k in 1..<n, P = G(k, {}), Q = G(n - k, {})) to P + Q",
        "move split(k in 1..<n) to G(k, {}) + G(n - k, {})",
    ];
    all_the_same(pile, &ways);
}

/// What may make a mistake stays where it was.
#[test]
fn no_mistake_is_lost() {
    let form = pile("move take(k in 0..n, q = 6 / k where k > 0) to G(n - k, taken)");
    assert!(form.contains("6 / k"), "{form}");
    let form = pile(
        "ends when n == 0 and 6 / n == 1\n  move take(k in 1..n where if 6 / k == 1 then true else true) to G(n, {})",
    );
    assert!(form.contains("6 / k") && form.contains("6 / n"), "{form}");
    // Positions are compared as they are written: `*0` is not `nothing`.
    let form = pile("move take(k in 1..n where G(k, {}) + *0 == G(n, {})) to G(n - k, {})");
    assert!(form.contains("*0"), "{form}");
}

/// A position is named before a guard, and made behind it: what its making checks is asked before the guard.
#[test]
fn positions_are_made_behind_guards() {
    let ways = [
        "move take(k in 1..min(3, n), P = G(n - k, taken) where k not in taken) to P",
        "move take(k in 1..min(3, n), P = G(n - k, taken), Q = P where k not in taken) to Q",
        "move take(k in 1..min(3, n) where k not in taken) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let ways = [
        "move take(k in 1..n, P = G(n - k, taken) where P == G(k, taken)) to P",
        "move take(k in 1..n where n - k == k) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    // Here making the position may be a mistake, guard or no guard.
    for guard in ["k not in taken", "P != G(0, taken)"] {
        let form = pile(&format!("move take(k in 1..3, P = G(n - k, taken) where {guard}) to P"));
        assert!(form.contains("stop") && !form.contains("gather"), "{form}");
    }
    let form = pile("move take(P = G(n - 1, taken) where n > 3, k in 1..2) to P");
    assert!(form.contains("stop") && form.matches("part").count() == 1, "{form}");
}

/// A choice that an equation decides is a name for what it must be; what it is compared with, by distance, may be two numbers.
#[test]
fn equations_decide_choices() {
    let ways = [
        "move take(k in 1..n where any(a + k == n for a in taken)) to G(n - k, taken)",
        "move take(k in 1..n where any(true for a in taken where n == k + a)) to G(n - k, taken)",
        "move take(k in 1..n where not all(n - a != k for a in taken)) to G(n - k, taken)",
        "move take(k in 1..n where n - k in taken) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways[2..]);
    all_the_same(pile, &[ways[0], ways[1], ways[3]]);
    for (way, loops) in [
        ("any(2 * b == a + c for a in taken, b in taken, c in taken where a < b)", 2),
        ("none(abs(a - c) == n and c > 0 for a in taken, c in taken)", 2),
        ("all(a + b != c or c < n for a in taken, b in taken, c in 1..n)", 2),
        ("any(b in taken and c == 6 / b for b in taken, c in taken)", 2),
        ("any(a * b == n for a in 2..9, b in taken)", 1),
        ("none(n == b * (c + 1) for b in taken, c in 0..9)", 2),
        ("all(a * b != n for a in taken, b in taken)", 2),
        ("any(a * b == n for a in 0..9, b in taken)", 2),
    ] {
        let form = pile(&format!("move take where {way} to G(n, taken)"));
        assert_eq!(form.matches("for ").count(), loops, "{way}\n{form}");
    }
}

#[test]
fn a_board_in_one_piece_is_each_of_its_islands() {
    let ways = [
        "move take(p in free where size(islands(free without p)) <= 1) to G(free without p)",
        "move take(p in free where size(islands(free without p)) < 2) to G(free without p)",
    ];
    all_the_same(board, &ways);
    for way in [ways[0], "move take(p in free where islands(free) == {free}) to G(free without p)"] {
        let form = board(way);
        assert!(form.contains("for  in") && form.contains("unless") && !form.contains("size"), "{form}");
    }
}

#[test]
fn few_written_elements_are_compared_one_by_one() {
    let ways = [
        "move take(k in 1..n where not (k + 1 in {n, n - 2})) to G(n - k, taken)",
        "move take(k in 1..n where k + 1 not in [n, n - 2]) to G(n - k, taken)",
        "move take(k in 1..n where not (k + 1 == n or k + 1 == n - 2)) to G(n - k, taken)",
    ];
    all_the_same(pile, &ways);
    let form = pile("move take(k in 1..n where k in {1, 4, 9}) to G(n - k, taken)");
    assert!(!form.contains("=="), "{form}");
}

/// A choice of positions is one of several values; the last way to write each is plain.
#[test]
fn choices_of_positions_are_moves() {
    let ways = [
        "move take(k in 1..n, P in {G(n - k, taken), G(n - k, {})}) to P",
        "move take(k in 1..n, P in [G(n - k, taken)] + [G(n - k, {})]) to P",
        "move take(k in 1..n, S = {G(n - k, taken), G(n - k, {})}, P in S) to P",
        "move take(k in 1..n, i in 1..1, P in {G(n - k, taken)} with G(n - k, {})) to P",
        "move take(k in 1..n, P in {G(n - k, taken), G(n - k, {}), G(0, {})} minus {G(0, {})}) to P",
        "move take(k in 1..n, (j, P) in [(1, G(n - k, taken)), (1, G(n - k, {}))]) to P",
    ];
    for way in ways {
        let form = pile(way);
        assert!(!form.contains("gather") && form.matches("option").count() == 2, "{way}\n{form}");
    }
    let form = pile("move take(P in {G(n - k, taken) for k in 1..3 where k <= n} where n > 2) to P");
    assert!(!form.contains("gather") && form.matches("for ").count() == 1, "{form}");
    let form = pile("move take(k in 1..n, P in if k > 2 then {G(n - k, {})} else {}) to P");
    assert!(!form.contains("gather") && form.matches("option").count() == 1, "{form}");
    let form = pile("move take(k in 1..n, i in 1..2, P = [G(n - k, {}), G(0, taken)][i]) to P");
    assert!(!form.contains("gather") && form.matches("part G").count() == 2, "{form}");
}

/// Questions about positions that are written out ask them one by one.
#[test]
fn positions_are_asked_one_by_one() {
    let ways = [
        "move take(k in 1..n where G(n - k, taken) in {G(2, {}), G(3, taken)}) to G(n - k, taken)",
        "move take(k in 1..n where any(P == G(n - k, taken) for P in {G(2, {}), G(3, taken)})) to G(n - k, taken)",
    ];
    for way in ways {
        let form = pile(way);
        assert!(!form.contains("gather"), "{way}\n{form}");
    }
    let form = pile("move take(k in 1..n) to sum(P for P in {G(n - k, taken), G(k, taken)})");
    assert!(form.contains("unless") && form.matches("part").count() == 2, "{form}");
}

#[test]
fn choices_near_something_have_nearer_ends() {
    let form = |clause: &str| plain(&format!("game N(a: 1..9, b: 1..9, t: 0..9)\n  {clause}\n"));
    let nearer = [
        ("(r - a)^2 + (c - b)^2 == 5", 2),
        ("t > 0 and max(abs(r - a), abs(b - c)) == 1", 2),
        ("abs((r - a) * (c - b)) == 2", 2),
        ("{abs(r - a), abs(c - b)} == {1, 2}", 2),
        ("abs(r - a) == 1 and c > 3 or abs(r - a) == 2 and c < 3", 1),
        ("r - a in {-1, 1} and c != b", 1),
        ("abs(r - a) < t and c != b", 1),
        // What is behind a mistake is asked of all.
        ("6 / (r - a) > 1 and abs(r - a) < 2", 0),
        ("abs(r - c) == 1", 1),
        ("abs(r - a) - abs(c - b) < 2", 0),
        ("abs(r * c - a) < 2", 0),
        ("not (abs(r - a) < 2)", 0),
    ];
    for (guard, ends) in nearer {
        let form = form(&format!("move go(r in 1..9, c in 1..9 where {guard}) to N(r, c, t - 1)"));
        assert_eq!(form.matches("= max(1, ").count(), ends, "{guard}\n{form}");
    }
    for (guard, end) in [("(r - a)^2 + (c - b)^2 == 8", "= -2 + a\n"), ("(r - a)^4 < 17", "= -4 + a\n")] {
        let form = form(&format!("move go(r in 1..9, c in 1..9 where {guard}) to N(r, c, t - 1)"));
        assert!(form.contains(end), "{guard}\n{form}");
    }
    for (guard, end, times) in [
        ("a - r <= 2", "max(1,", 1),
        ("r + b > c + a and c != b", "min(99,", 1),
        ("not (2 * r > a + 3)", "min(99,", 1),
        ("t + c < r - 4 * b", "max(1,", 0),
        ("(r < a or r <= b + t and r != c)", "min(99,", 1),
        ("6 / r > 1 and r < a", "min(99,", 0),
        ("6 / (r - a) > 1 and r < b", "min(99,", 0),
        ("r * t < a", "min(99,", 0),
        ("r - c < r - a", "max(1,", 1),
        ("r == c or r < b", "min(99,", 0),
    ] {
        let form = form(&format!("move go(r in 1..99, c in 1..99 where {guard}) to N(r, c, t - 1)"));
        assert_eq!(form.matches(end).count(), times, "{guard}\n{form}");
    }
    let short = form("move go(r in 1..9, c in 1..t where r <= a and c < 5) to N(r, c, t - 1)");
    assert!(short.contains("r from 1 to 9") && short.contains("min("), "{short}");
    let fold = form("move go(k in 1..t where any(abs(x - a) < 2 for x in 1..9)) to N(a, b, t - k)");
    assert!(fold.contains("= max(1, ") && fold.contains("= min(9, "), "{fold}");
}

/// Of a drawing with more cells than have masks, a cell is chosen by its row and column.
#[test]
fn cells_of_drawings_have_nearer_ends() {
    let row = ".".repeat(16);
    let large = format!("board(\"{}\")", [row.as_str(); 9].join("|"));
    let form = |cells: &str, guard: &str| {
        plain(&format!(
            "let meadow = {cells}\ngame N(p: cell, gone: set of cell)\n  move go(q in {guard}) to N(q, gone)\n"
        ))
    };
    for (guard, ends) in [
        ("meadow where abs(q.row - p.row) + abs(q.col - p.col) == 1", 2),
        ("meadow minus gone where max(abs(q.row - p.row), abs(q.col - p.col)) <= 2", 2),
        ("meadow where q.row - p.row in {-1, 1}", 1),
        ("meadow where q not in gone", 0),
        ("gone where abs(q.row - p.row) == 1", 0),
    ] {
        let form = form(&large, guard);
        assert_eq!(form.matches("= max(1, ").count(), ends, "{guard}\n{form}");
    }
    let small = form("board(\"...|...\")", "meadow where abs(q.row - p.row) == 1");
    assert!(!small.contains("= max(1, "), "{small}");
}

#[test]
fn conditions_are_asked_as_early_as_they_can_be() {
    let form = |choices: &str| plain(&format!("game N(a: 1..9, t: 0..9)\n  move go({choices}) to N(v, w)\n"));
    let early = [
        ("v in 1..9, w in 1..9 where v > 3 and w > v", "v in 1..9 where v > 3, w in 1..9 where w > v"),
        ("v in 1..9, w in 1..t where w > v and v > 3", "v in 1..9 where v > 3, w in 1..t where w > v"),
        (
            "v in 1..9, w in 1..9 where 6 / v > 1 and w > v",
            "v in 1..9 where 6 / v > 1, w in 1..9 where w > v",
        ),
    ];
    for (late, early) in early {
        assert_eq!(form(late), form(early), "{late}");
    }
    // A mistake that was made before is made, and none that was not.
    let late = [
        (
            "v in 1..9, w in 1..9 where 6 / (w - 2) > 0 and v > 3",
            "v in 1..9 where v > 3, w in 1..9 where 6 / (w - 2) > 0",
        ),
        ("v in 1..9, w in 1..6 / t where v > 3", "v in 1..9 where v > 3, w in 1..6 / t"),
        ("v in 1..9, w in 1..t where 6 / (v - 2) > 1", "v in 1..9 where 6 / (v - 2) > 1, w in 1..t"),
    ];
    for (late, early) in late {
        assert_ne!(form(late), form(early), "{late}");
    }
}
