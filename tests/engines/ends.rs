//! Who wins under misère play, where moves have owners, and where a game is won in another way: by the engines that the program
//! picks, and by the definitions over general values. Of positions that stay one part; sums are compared in `tests/misere.rs` and
//! `tests/meaning`.

use crate::solved::{USED, machine, note, position};
use crate::{box_game, claimed_board_game, config, drawing, flat_game};
use fairgame::answer::Answer;
use fairgame::engine::loopy::Play;
use fairgame::engine::{Budget, Options, Rules};
use fairgame::rules::general::General;
use fairgame::session::Session;
use fairgame::value::Part;
use proptest::prelude::*;
use std::collections::HashMap;

/// The answers to questions, by whatever engine the session picks.
pub(crate) fn asked(text: &str, questions: &[String], budget: Budget) -> Vec<String> {
    let mut session = Session::new(budget);
    let shows: Vec<String> = questions.iter().map(|q| format!("show {q}\n")).collect();
    let loaded = session.load_text("test", &format!("{text}{}", shows.concat()));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.games().skip_quick_attempts();
    let answers = loaded.questions.iter().map(|q| match session.ask(q) {
        Answer::Value { value, .. } => value,
        other => panic!("{text}\n{}: {other:?}", q.text),
    });
    let answers = answers.collect();
    note(&session);
    answers
}

/// As usual, with machine code from the first position on, and by several threads.
pub(crate) fn budgets() -> [Budget; 3] {
    let usual = Budget { time: None, ..Budget::default() };
    let native = Budget { interpreted: 0, ..usual.clone() };
    let together = Budget { threads: Some(2), alone: 1, ..usual.clone() };
    [usual, native, together]
}

/// The definitions, over positions of one part.
struct Defined {
    rules: General,
    values: HashMap<u32, u64>,
    lasts: HashMap<(u32, usize, bool), (bool, u32)>,
}

impl Defined {
    /// The rules of a text, and the key of a position.
    fn new(text: &str, question: &str, sides: usize) -> (Defined, u32) {
        let machine = machine(text);
        let mut rules = General::new(machine.clone(), false).with_sides(sides);
        let parts = position(&machine, text, question).parts;
        let [Part::Game(part)] = &parts[..] else { panic!("{question}") };
        let key = rules.intern(part.clone());
        (Defined { rules, values: HashMap::new(), lasts: HashMap::new() }, key)
    }

    /// The misère nim-value; `None` if a move leads to a sum.
    fn misere_value(&mut self, key: u32) -> Option<u64> {
        if let Some(value) = self.values.get(&key) {
            return Some(*value);
        }
        let mut options = Options::default();
        assert!(self.rules.options(key, &mut options).is_ok());
        let parts = options.parts_alone()?.to_vec();
        let mut values = vec![];
        for part in &parts {
            values.push(self.misere_value(*part)?);
        }
        let least = (0..).find(|v| !values.contains(v)).unwrap();
        let value = if parts.is_empty() { 1 } else { least };
        self.values.insert(key, value);
        Some(value)
    }

    /// Whether the player of a side, who is to move, wins; `None` if a move leads to a sum.
    fn wins(&mut self, key: u32, side: usize, misere: bool) -> Option<bool> {
        self.lasts(key, side, misere).map(|(wins, _)| wins)
    }

    /// The same, and the moves until the end, when the winner hurries and the loser delays.
    fn lasts(&mut self, key: u32, side: usize, misere: bool) -> Option<(bool, u32)> {
        if let Some(found) = self.lasts.get(&(key, side, misere)) {
            return Some(*found);
        }
        let already = self.rules.won(key).unwrap_or_else(|e| panic!("{e:?}"));
        let mut options = Options::default();
        if !already {
            assert!(self.rules.options_of(key, side, &mut options).is_ok());
        }
        let parts = options.parts_alone()?.to_vec();
        let other = (side + 1) % self.rules.sides();
        let (mut losses, mut wins) = (vec![], vec![]);
        for part in &parts {
            let (wins_there, moves) = self.lasts(*part, other, misere)?;
            if wins_there { wins.push(moves) } else { losses.push(moves) }
        }
        let found = match (losses.iter().min(), wins.iter().max()) {
            (Some(shortest), _) => (true, shortest + 1),
            (None, Some(longest)) => (false, longest + 1),
            (None, None) => (already || misere, 0),
        };
        self.lasts.insert((key, side, misere), found);
        Some(found)
    }
}

/// Compares misère play of a game with plain moves; of one that is won in another way the outcomes, for it has no misère
/// values.
pub(crate) fn misere_agrees(text: &str, root: &str) {
    if text.contains("wins when") {
        return outcomes_agree(text, root, 1);
    }
    let (mut defined, key) = Defined::new(text, root, 1);
    let Some(value) = defined.misere_value(key) else { return };
    let outcome = if defined.wins(key, 0, true) == Some(true) { "N" } else { "P" };
    assert_eq!(outcome == "P", value == 0, "{text}\n{root}");
    let questions = [format!("misere_value({root})"), format!("outcome({root}) under misere")];
    for budget in budgets() {
        assert_eq!(
            asked(text, &questions, budget.clone()),
            [value.to_string(), outcome.into()],
            "{text}\n{root}"
        );
        // What was found for the outcome is no hindrance to the value.
        let turned = [questions[1].clone(), questions[0].clone()];
        assert_eq!(asked(text, &turned, budget), [outcome.into(), value.to_string()], "{text}\n{root}");
    }
}

/// Compares outcomes of a game in which moves may have owners, and which may be won in another way.
pub(crate) fn outcomes_agree(text: &str, root: &str, sides: usize) {
    let (mut defined, key) = Defined::new(text, root, sides);
    let mut outcome = |misere: bool| {
        let left = defined.wins(key, 0, misere)?;
        let right = if sides == 2 { defined.wins(key, 1, misere)? } else { left };
        Some(match (left, right) {
            (true, true) => "N",
            (false, false) => "P",
            (true, false) => "Left",
            (false, true) => "Right",
        })
    };
    let (Some(normal), Some(misere)) = (outcome(false), outcome(true)) else { return };
    let mut questions = vec![format!("outcome({root})"), format!("outcome({root}) under misere")];
    let mut answers = vec![normal.to_string(), misere.to_string()];
    for (side, name) in ["Left", "Right"].into_iter().enumerate().take(sides) {
        for (misere, under) in [(false, ""), (true, " under misere")] {
            let of = if sides == 2 { format!("{root}, {name}") } else { root.to_string() };
            questions.push(format!("remoteness({of}){under}"));
            answers.extend(defined.lasts(key, side, misere).map(|(_, moves)| moves.to_string()));
        }
    }
    for budget in budgets() {
        assert_eq!(asked(text, &questions, budget.clone()), answers, "{text}\n{root}");
        // However long it takes is asked first, and tells who wins.
        questions.reverse();
        answers.reverse();
    }
}

/// The same moves, each of both players, of Left or of Right in turn.
pub(crate) fn owned(text: &str, owners: &[usize]) -> String {
    let mut owners = owners.iter().cycle();
    let line = |line: &str| match line.strip_prefix("  move ") {
        Some(rest) => format!("  {}move {rest}\n", ["", "left ", "right "][*owners.next().unwrap_or(&0)]),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Owners of moves, of which at least one belongs to one player.
pub(crate) fn owners() -> impl Strategy<Value = Vec<usize>> {
    (1..3usize, prop::collection::vec(0..3usize, 1..4))
        .prop_map(|(first, more)| std::iter::once(first).chain(more).collect())
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn misere_play_of_any_type((text, root) in flat_game()) {
        misere_agrees(&text, &root);
    }

    /// Arrays filled by machine code, among others.
    #[test]
    fn misere_play_of_boxes(text in box_game(), a in 0u32..8, b in 0u32..8) {
        misere_agrees(&text, &format!("X({a}, {b}, [2, 1, 3], true)"));
    }

    #[test]
    fn owned_moves_of_any_type((text, root) in flat_game(), owners in owners()) {
        outcomes_agree(&owned(&text, &owners), &root, 2);
    }

    #[test]
    fn owned_moves_of_boxes(text in box_game(), owners in owners(), a in 0u32..6, b in 0u32..6) {
        outcomes_agree(&owned(&text, &owners), &format!("X({a}, {b}, [2, 1, 3], true)"), 2);
    }

    /// What is the same by a turn or a mirror image is so whatever the way to win; parts are of normal play alone.
    #[test]
    fn boards_with_claims_that_end_in_any_way(
        (_, text) in claimed_board_game(), board in drawing(), owners in prop::option::of(owners()), won: bool
    ) {
        let (head, moves) = text.split_once('\n').unwrap();
        let wins = if won { "  wins when size(free) == 3\n" } else { "" };
        let text = format!("{head}\n{wins}{moves}");
        let root = format!("C(board(\"{board}\"))");
        match owners {
            Some(owners) => outcomes_agree(&owned(&text, &owners), &root, 2),
            None => misere_agrees(&text, &root),
        }
    }

    #[test]
    fn other_ways_to_win(text in box_game(), owners in prop::option::of(owners()), which in 0..4usize) {
        let wins = ["a == 1 and on", "row[1] == 0 and not on", "a + b == 3", "any(x == b for x in row)"][which];
        let (head, moves) = text.split_once('\n').unwrap();
        let text = format!("{head}\n  wins when {wins}\n{moves}");
        let (text, sides) = match owners {
            Some(owners) => (owned(&text, &owners), 2),
            None => (text, 1),
        };
        outcomes_agree(&text, "X(5, 4, [2, 1, 3], true)", sides);
    }
}

/// Moves of two numbers, a truth value, a set and a token on a small board, in which play may come back to where it was.
fn loopy_game() -> impl Strategy<Value = String> {
    let moves = [
        "on where a > 0 to Y(a - 1, (b + 2) mod 5, on, s, t)",
        "back where b != REST to Y((a + 3) mod 6, b, not on, s, t)",
        "take(x in s) to Y(a, x mod 5, on, s without x, t)",
        "give(x in 0..3 where x not in s and on) to Y(a, b, false, s with x, t)",
        "walk(q in {(1, 1), (1, 2), (2, 2)} where q != t and a != REST) to Y(a, b, on, s, q)",
        "swap where a < 5 and b > a to Y(b, a, on, s, t)",
        "down where t.row == 1 and b > 0 to Y(a, b - 1, on, s, (2, 1))",
        "stay where on and a == REST to Y(a, b, on, s, t)",
        "leave where a + b == REST to Z(a)",
    ];
    let wins = prop::option::of(prop::sample::select(vec!["a == 3 and on", "s == {} and b == REST"]));
    let some = prop::sample::subsequence(moves.to_vec(), 1..6);
    let z = prop::sample::select(vec!["0..5", "-3..5", "0..9"]);
    (some, wins, 0..4u32, z).prop_map(|(moves, wins, rest, z)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        let wins = wins.map_or(String::new(), |w| format!("  wins when {w}\n"));
        let head = "loopy game Y(a: 0..5, b: 0..4, on: bool, s: set of 0..3, t: cell)\n";
        let z = format!("game Z(a: {z})\n  move less where a > 1 to Z(a - 2)\n");
        format!("{z}{head}{wins}{moves}").replace("REST", &rest.to_string())
    })
}

proptest! {
    #![proptest_config(config(60))]

    /// By name alone, and by place: by one thread, by several, and as machine code.
    #[test]
    fn games_with_cycles_by_place(
        text in loopy_game(), owners in prop::option::of(owners()), a in 0u32..6, b in 0u32..5, on: bool
    ) {
        let text = match owners {
            Some(owners) => owned(&text, &owners),
            None => text,
        };
        let root = format!("Y({a}, {b}, {on}, {{0, 2}}, (1, 1))");
        let mut questions = vec![format!("outcome({root})"), format!("outcome({root}) under misere")];
        if !asked(&text, &questions[..1], Budget::default())[0].contains("draw") && !text.contains("left ") && !text.contains("right ") {
            questions.push(format!("remoteness({root})"));
        }
        // Positions that play does not come to from there.
        questions.push("[outcome(Y(i, j, b, {1}, (2, 2))) for i in 0..5, j in 0..4, b in {true, false}]".into());
        let lasts = |who: &str, of: &str| {
            format!("[remoteness(Y(i, j, true, {{1, 3}}, (2, 1)){who}) for i in 0..5, j in 0..4 where outcome(Y(i, j, true, {{1, 3}}, (2, 1))) in {{{of}}}]")
        };
        if !text.contains("left ") && !text.contains("right ") {
            questions.push(lasts("", "N, P"));
        } else {
            questions.extend([", Left", ", Right"].map(|who| lasts(who, "N, P, Left, Right")));
        }
        let usual = Budget { time: None, ..Budget::default() };
        let by_name = asked(&text, &questions, Budget { alone: u64::MAX, threads: Some(1), ..usual.clone() });
        for (threads, interpreted) in [(1, u64::MAX), (3, u64::MAX), (2, 0)] {
            let by_place = Budget { alone: 1, threads: Some(threads), interpreted, ..usual.clone() };
            prop_assert_eq!(&asked(&text, &questions, by_place), &by_name, "{}{}", text, root);
        }
    }
}

/// Moves of a row of small numbers, or of pairs, and a hand, in which play may come back to where it was.
fn loopy_rows() -> impl Strategy<Value = (String, String)> {
    let moves = [
        "turn(i in indices(r)) to R(put(r, i, (r[i] + 1) mod 3), k)",
        "fall(i in indices(r) where r[i] > 0) to R(put(r, i, r[i] - 1), (k + i) mod 4)",
        "swap(i in 2..size(r) where r[i] != r[i - 1]) to R(put(put(r, i, r[i - 1]), i - 1, r[i]), k)",
        "all where k > REST to R([(x + k) mod 3 for x in r], k - 1)",
        "keep where k < 3 and r[1] != REST to R(r, k + 1)",
        "pile(i in indices(r), j in 0..<r[i]) to R(put(r, i, j), (k + j) mod 4)",
        "stop where r[2] == REST to Z(k)",
        "outside(i in indices(r) where r[i] == 2 and k == 3) to R(put(r, i, (REST + r[1]) mod 5), 0)",
    ];
    let some = prop::sample::subsequence(moves.to_vec(), 1..6);
    let at = (prop::collection::vec(0u32..3, 2..5), 0u32..4);
    (some, at, 0..3u32).prop_map(|(moves, (row, k), rest)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        let z = "game Z(a: 0..5)\n  move less where a > 1 to Z(a - 2)\n";
        let text = format!("{z}loopy game R(r: list of 0..4, k: 0..3)\n{moves}");
        (text.replace("REST", &rest.to_string()), format!("R({row:?}, {k})"))
    })
}

/// The same of a map, a list of pairs, a text and a bag, which have digits inside of them while they stay as long as they are.
fn loopy_boards() -> impl Strategy<Value = (String, String)> {
    let moves = [
        "turn(i in m) to B(put(m, i, (m[i] + 1) mod 4), w, t, b, k)",
        "fall(i in m where m[i] > 0 and i != REST) to B(put(m, i, m[i] - 1), w, t, b, (k + i) mod 4)",
        "flip(i in indices(w), (x, y) in {w[i]} where x != REST) to B(m, put(w, i, ((x + 1) mod 3, not y)), t, b, k)",
        "lower(i in indices(w), (x, y) in {w[i]} where x > 0 and y) to B(m, put(w, i, (x - 1, false)), t, b, k)",
        "ink(i in 1..size(t) where t[i] == \"a\") to B(m, w, t[1..i-1] + \"b\" + t[i+1..], b, (k + 1) mod 4)",
        "fade(i in 1..size(t) where t[i] != \"a\" and k > REST) to B(m, w, t[1..i-1] + \"a\" + t[i+1..], b, k - 1)",
        "trade(x in b) to B(m, w, t, (b without x) with (x mod 3 + 1), k)",
        "drop(x in b where k > 0) to B(m, w, t, b without x, k - 1)",
        "longer where k == 3 and size(t) < 3 to B(m, w, t + \"c\", b, 0)",
        "new where k == 2 and size(m) < 3 to B(put(m, 7, REST), w, t, b, 1)",
    ];
    let some = prop::sample::subsequence(moves.to_vec(), 1..5);
    let at = (
        prop::collection::vec(0u32..4, 1..3),
        prop::collection::vec((0u32..3, any::<bool>()), 1..3),
        1..3usize,
        1..4usize,
        0u32..4,
    );
    (some, at, 0..3u32).prop_map(|(moves, (numbers, pairs, letters, bag, k), rest)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        let text = format!(
            "loopy game B(m: map of nat to 0..3, w: list of (0..2, bool), t: text, b: bag of 1..3, k: 0..3)\n  ends when k == REST\n{moves}"
        );
        let map: Vec<String> = numbers.iter().zip(1..).map(|(n, i)| format!("{i}: {n}")).collect();
        let (word, bag) = (&"ab"[..letters], &[1, 2, 2][..bag]);
        let bag: Vec<String> = bag.iter().map(u32::to_string).collect();
        let root = format!("B(map({}), {pairs:?}, \"{word}\", bag({}), {k})", map.join(", "), bag.join(", "));
        (text.replace("REST", &rest.to_string()), root.replace(": ", " to "))
    })
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn boards_with_cycles_by_place((text, root) in loopy_boards()) {
        by_name_or_by_place(&text, &root)?;
    }

    #[test]
    fn rows_with_cycles_by_place((text, root) in loopy_rows()) {
        by_name_or_by_place(&text, &root)?;
    }
}

/// The same by name and by place, by one thread and as machine code.
fn by_name_or_by_place(text: &str, root: &str) -> Result<(), TestCaseError> {
    let questions = [format!("outcome({root})"), format!("outcome({root}) under misere")];
    let usual = Budget { time: None, ..Budget::default() };
    let by_name = asked(text, &questions, Budget { alone: u64::MAX, threads: Some(1), ..usual.clone() });
    for (threads, interpreted) in [(1, u64::MAX), (2, 0)] {
        let by_place = Budget { alone: 1, threads: Some(threads), interpreted, ..usual.clone() };
        prop_assert_eq!(&asked(text, &questions, by_place), &by_name, "{}{}", text, root);
    }
    Ok(())
}

/// Large enough that levels are shared out, with all positions reached.
#[test]
fn many_positions_with_cycles_by_place() {
    let bounded = "loopy game T(a: 0..39, b: 0..39, c: 0..19)\n  move one where (a + b) mod 7 != 0 to T((a * 2 + 1) mod 40, b, c)\n  move two where (b + c) mod 5 != 0 to T(a, (b * 3 + 2) mod 40, (c + 1) mod 20)\n  move three where a > 0 to T(a - 1, (b + 1) mod 40, c)\n  move four where c > 0 to T(a, b, c - 1)\n";
    // Without bounds, the numbers of the positions that were listed say how many places there are.
    let unbounded = bounded.replace("a: 0..39, b: 0..39, c: 0..19", "a: nat, b: nat, c: nat");
    let owned = unbounded.replace("move one", "left move one").replace("move two", "right move two");
    let owned = owned.replace("move three", "right move three");
    let won = unbounded.replace("  move one", "  wins when a == b and c > 3\n  move one");
    for (text, alone) in
        [(bounded, 200), (&unbounded, 200), (&unbounded, 9_000), (&owned, 9_000), (&won, 9_000)]
    {
        by_name_and_by_place(text, alone);
    }
    let used = USED.lock().unwrap().clone();
    let mut engines = vec!["outcomes by place"];
    engines.extend(cfg!(all(feature = "native", target_arch = "x86_64")).then_some("outcomes of boxes"));
    assert!(engines.iter().all(|name| used.get(*name).is_some_and(|n| *n > 10_000)), "{used:#?}");
}

/// Arrays say who wins and in how many moves: 200 of them, for which a byte is too short, a move that leaves out of a game, and where who
/// cannot move has won.
#[test]
fn owned_games_in_arrays() {
    let long = "game G(a: 0..400, b: 0..30)\n  left move l(k in 1..2 where k <= a) to G(a - k, b)\n  right move r where a > 0 to G(a - 1, b)\n  move m where b > 3 and a mod 3 == 1 to G(a, b - 3)\n";
    let two = "game Z(n: 0..20)\n  right move less(k in 1..3 where k <= n) to Z(n - k)\ngame G(a: 0..40, on: bool)\n  left move l(k in 1..a where k mod 3 != 0 or on) to G(a - k, not on)\n  right move r where a > 1 to if on then G(a / 2, false) else Z(a / 2)\n  move m where on to Z(a mod 7)\n";
    let ended = "game G(a: 0..30, b: 0..30)\n  ends when a == b\n  left move l(k in 1..a) to G(a - k, b)\n  right move r(k in 1..b where (a + k) mod 4 != 2) to G(a, b - k)\n";
    for (text, root) in [
        (long, "G(397, 29)"),
        (long, "G(3, 30)"),
        (two, "G(40, true)"),
        (two, "G(39, false)"),
        (ended, "G(29, 30)"),
    ] {
        outcomes_agree(text, root, 2);
    }
    if cfg!(all(feature = "native", target_arch = "x86_64")) {
        let used = USED.lock().unwrap().clone();
        let engines = ["turns, array: bytes", "turns, array: two bytes each"];
        assert!(engines.iter().all(|name| used.get(*name).is_some_and(|n| *n > 1_000)), "{used:#?}");
    }
}

/// Moves of one player stay his own where a game is laid out again for the numbers that come up, and who has won has won.
#[test]
fn owned_games_of_numbers_without_bounds_by_place() {
    let one = "loopy game G(a: nat)\n  ends when a == 0\n  right move r(k in {1, 2}) to G((a + k) mod 35000)\n  left move l(k in {2, 3}) to G((3 * a + k) mod 35000)\n";
    let two = "loopy game G(a: nat, b: nat)\n  ends when b == 0\n  right move r where a != 0 to G((a + 1) mod 200, b)\n  move m where a > 0 to G((2 * a) mod 200, (b + 1) mod 200)\n  left move l where a mod 3 != 0 to G((2 * a + 1) mod 200, (b - 1) mod 200)\n";
    let won = two
        .replace("right move", "move")
        .replace("left move", "move")
        .replace("ends when", "wins when a > 9 and");
    for (text, roots) in
        [(one, ["G(4)", "G(77)"]), (two, ["G(15, 10)", "G(33, 1)"]), (&won, ["G(1, 7)", "G(33, 1)"])]
    {
        let questions: Vec<String> = roots
            .iter()
            .flat_map(|root| [format!("outcome({root})"), format!("outcome({root}) under misere")])
            .collect();
        let usual = Budget { time: None, threads: Some(2), ..Budget::default() };
        let by_name = asked(text, &questions, Budget { alone: u64::MAX, ..usual.clone() });
        assert_eq!(asked(text, &questions, Budget { alone: 30_000, ..usual }), by_name, "{text}");
    }
}

/// The same by name and by place, with questions one after the other.
fn by_name_and_by_place(text: &str, alone: u64) {
    for root in ["T(39, 20, 10)", "T(0, 0, 1)", "T(7, 33, 19)"] {
        let questions = [format!("outcome({root})"), format!("outcome({root}) under misere")];
        let usual = Budget { time: None, ..Budget::default() };
        let by_name = asked(text, &questions, Budget { alone: u64::MAX, threads: Some(1), ..usual.clone() });
        for (threads, interpreted) in [(1, 0), (2, 0), (4, 0), (1, u64::MAX), (3, u64::MAX)] {
            let by_place = Budget { alone, threads: Some(threads), interpreted, ..usual.clone() };
            assert_eq!(asked(text, &questions, by_place), by_name, "{root}");
        }
    }
    let others = [
        "T(0, 0, 1)",
        "[outcome(T(i, 39 - i, 3)) for i in 0..39]",
        "[remoteness(T(i, (i * i) mod 40, 7)) for i in 0..39 where outcome(T(i, (i * i) mod 40, 7)) in {N, P}]",
    ];
    let questions =
        others.map(|other| if other.starts_with('[') { other.into() } else { format!("outcome({other})") });
    let usual = Budget { time: None, ..Budget::default() };
    let by_name = asked(text, &questions, Budget { alone: u64::MAX, threads: Some(1), ..usual.clone() });
    assert_eq!(asked(text, &questions, Budget { alone, ..usual }), by_name, "one after the other");
}

/// A wolf that goes where it likes and sheep that only go on: play in turns ends, though the wolf alone could go round for ever. With a
/// sheep that goes back, it need not.
#[test]
fn owned_games_with_cycles_of_one_player_are_searched() {
    let ends = "loopy game W(wolf: cell, sheep: set of cell)
  left move wolf(q in touching(wolf) where q in board(4, 3) and q not in sheep) to W(q, sheep)
  right move sheep(p in sheep, d in {-1, 1}, q = (p.row + 1, p.col + d) where q in board(4, 3) and q not in sheep and q != wolf)
    to W(wolf, sheep without p with q)\n";
    let comes_back = ends.replace("(p.row + 1, p.col + d)", "(p.row + d, p.col)");
    let roots =
        ["W((4, 2), {(1, 1), (1, 3)})", "W((2, 2), {(1, 1), (3, 3)})", "W((1, 2), {(2, 1), (2, 2), (1, 3)})"];
    for (text, is_searched) in [(ends, true), (&comes_back, false)] {
        for root in roots {
            let mut questions = vec![format!("outcome({root})"), format!("outcome({root}) under misere")];
            if is_searched {
                questions.extend(["Left", "Right"].map(|who| format!("remoteness({root}, {who})")));
            }
            let usual = Budget { time: None, threads: Some(1), ..Budget::default() };
            let listed = asked(text, &questions, Budget { alone: u64::MAX, ..usual.clone() });
            for budget in [Budget { alone: 1, ..usual.clone() }, Budget { alone: 1, interpreted: 0, ..usual }]
            {
                assert_eq!(asked(text, &questions, budget), listed, "{text}{root}");
            }
        }
    }
    let mut session = Session::new(Budget { alone: 1, ..Budget::default() });
    let loaded = session.load_text("test", &format!("{ends}show outcome({})\n", roots[0]));
    session.ask(&loaded.questions[0]);
    assert!(
        session.solved_by().iter().any(|e| e.engine.starts_with("search of outcomes")),
        "{:?}",
        session.solved_by()
    );
}

/// Which engine answers for positions of one word, of two, and of bytes; each where those before it have no room.
#[test]
fn engines_of_outcomes_are_named() {
    let head = "loopy game H(t: cell, s: set of cell, n: nat)\n  move go(q in touching(t) where abs(q.row) < 3 and abs(q.col) < 3) to H(q, s without q, (n + BY) mod 4 + MORE)\n";
    let corners = |n: u32| (0..n).map(|i| format!("({}, {})", i % 11, i / 11)).collect::<Vec<_>>().join(", ");
    for (cells, by, more, engine) in [
        (2, "1", "0", "outcomes in 64 bits"),
        (60, "1", "0", "outcomes in 128 bits"),
        (120, "1", "0", "outcomes in bytes"),
        (2, "1", "2^70", "outcomes over values"),
    ] {
        let text = head.replace("BY", by).replace("MORE", more);
        let mut session = Session::new(Budget::default());
        let loaded =
            session.load_text("test", &format!("{text}show outcome(H((0, 0), {{{}}}, 1))\n", corners(cells)));
        assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
        let answer = session.ask(&loaded.questions[0]);
        assert!(matches!(&answer, Answer::Value { value, .. } if value == "draw"), "{answer:?}");
        let engines: Vec<&str> = session.solved_by().iter().map(|e| e.engine).collect();
        assert_eq!(engines, [engine], "{text}");
        assert!(session.solved_by()[0].positions > 0);
    }
}

/// An engine that none of these games reaches is one that no test looks at.
#[test]
fn misere_play_reaches_its_engines() {
    let plain = |text: &str, root: &str| misere_agrees(text, root);
    plain(
        "game N(a: nat, b: nat)\n  move one(k in 1..a) to N(a - k, b)\n  move two(k in 1..b where k != a) to N(a, b - k)\n",
        "N(12, 9)",
    );
    plain(
        "game L(row: list of nat)\n  move take(i in indices(row), k in 1..row[i]) to L(put(row, i, row[i] - k))\n",
        "L([5, 1, 2, 1, 2])",
    );
    plain(
        "game S(s: set of nat)\n  move take(x in s) to S(s without x)\n  move half(x in s where x > 100) to S(s without x with x / 2)\n",
        "S({1, 2, 300, 120})",
    );
    plain(
        "game W(s: set of 0..90)\n  move take(x in s, y in s where x < y) to W(s without y)\n",
        "W({1, 3, 70, 80, 90})",
    );
    // More elements than bits.
    plain(
        "game H(s: set of nat)\n  move halve where s != {} to H({ x / 2 for x in s where x > 1 })\n",
        "H(100..300)",
    );
    let used = USED.lock().unwrap().clone();
    let mut engines = vec![
        "misère, graph 64",
        "misère, graph 64: search",
        "misère, graph 128",
        "misère, graph in bytes, sets as runs",
    ];
    if cfg!(all(feature = "native", target_arch = "x86_64")) {
        engines.push("misère, array: bytes");
    }
    let never: Vec<_> = engines.iter().filter(|name| used.get(**name).is_none_or(|n| *n == 0)).collect();
    assert!(never.is_empty(), "never used: {never:?}\n{used:#?}");
}

/// A letter that comes up in play gets room in a word, also where who wins is searched for.
#[test]
fn searches_get_wider_layouts() {
    let text = "game M(rows: list of text)\n  left move lay(r in indices(rows), c in 1..size(rows[r]) where rows[r][c] == \".\") to M(put(rows, r, rows[r][1..c-1] + \"#\" + rows[r][c+1..]))\n  right move cut(r in indices(rows) where rows[r] != \"\") to M(put(rows, r, rows[r][2..]))\n";
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", &format!("{text}show outcome(M([\"...\", \"..\"]))\n"));
    assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
    assert!(matches!(session.ask(&loaded.questions[0]), Answer::Value { .. }));
    let engines: Vec<&str> = session.solved_by().iter().map(|e| e.engine).collect();
    assert_eq!(engines, ["search of outcomes in 64 bits"]);
}

/// Where types say how large numbers get, all positions are listed, whatever the bound; elsewhere the answer is open.
#[test]
fn positions_that_cannot_grow_for_ever_are_all_listed() {
    let declared = [
        ("n: 0..3000", "Up(0)", "Up(n + 1)"),
        ("p: (0..3000, bool)", "Up((0, true))", "Up((n + 1, p[2]))"),
        ("m: map of 1..2 to 0..3000", "Up(map(1 to 0, 2 to 7))", "Up(put(m, 1, n + 1))"),
    ];
    let asked = |param: &str, root: &str, to: &str| {
        let n = if param.starts_with('n') {
            "n"
        } else if param.starts_with('p') {
            "p[1]"
        } else {
            "m[1]"
        };
        let to = to.replace("n + 1", &format!("{n} + 1"));
        let text =
            format!("loopy game Up({param})\n  move up where {n} < 3000 to {to}\nshow value({root})\n");
        let mut session = Session::new(Budget { bound: 1500, ..Budget::default() });
        let loaded = session.load_text("test", &text);
        assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
        session.ask(&loaded.questions[0])
    };
    for (param, root, to) in declared {
        assert!(matches!(asked(param, root, to), Answer::Value { .. }), "{param}");
        let open = asked(&param.replace("0..3000", "nat"), root, to);
        assert!(
            matches!(&open, Answer::Mistake { diagnostic } if diagnostic.code == "left-open"),
            "{param}: {open:?}"
        );
    }
}
