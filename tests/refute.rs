//! Games that can be played for ever: the shortest play that shows it, and what is said of it. And the other way
//! round: nothing is called wrong that ends.

use fairgame::answer::{GameVerdict, VerdictAnswer};
use fairgame::engine::Budget;
use fairgame::session::{Session, Which};

/// The verdicts on the games of a text.
fn verdicts(text: &str) -> Vec<VerdictAnswer> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("x.game", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.verdicts(&loaded, Which::Own)
}

fn verdict(text: &str) -> VerdictAnswer {
    verdicts(text).pop().expect("a game")
}

/// Games that are wrong, and the play that is shown.
const WRONG: &[(&str, &str)] = &[
    // Taking nothing, with rules that only a statement names.
    (
        "game TakeAway(n: nat, S: set of nat)
           move take(k in S where k <= n) to TakeAway(n - k, S)
         show TakeAway(5, {0, 2})",
        "TakeAway(0, {0, 2})  take(0) -> TakeAway(0, {0, 2}) -> ...",
    ),
    (
        "game TakeAway(n: nat, S: set of nat)
           move take(k in S where n - k >= 0) to TakeAway(n - k, S)
         table TakeAway(n, {0, 2}) for n in 3..5",
        "TakeAway(0, {0, 2})  take(0) -> TakeAway(0, {0, 2}) -> ...",
    ),
    (
        "let few = {0, 2}
         game TakeAway(n: nat)
           move take(k in 0..n where k in few) to TakeAway(n - k)",
        "0  take(0) -> 0 -> ...",
    ),
    // Growing.
    ("game Up(n: nat) move up to Up(n + 1)", "0  up -> 1  up -> 2  up -> 3 -> ..."),
    ("game Up(n: int) move up to Up(1 + n)", "0  up -> 1  up -> 2  up -> 3 -> ..."),
    ("game Up(n: nat) move up(k in 0..n) to Up(n + k + 1)", "0  up(0) -> 1  up(0) -> 2  up(0) -> 3 -> ..."),
    ("game Up(n: nat) ends when n == 5 move up to Up(n + 1)", "6  up -> 7  up -> 8  up -> 9 -> ..."),
    ("game Up(n: 1..) move up where n > 3 to Up(2 * n)", "4  up -> 8  up -> 16  up -> 32 -> ..."),
    ("game Up(n: nat) move up to Other(n + 1) game Other(m: nat) move on to Up(m)",
     "Up(0)  up -> Other(1)  on -> Up(1)  up -> Other(2) -> ..."),
    ("game Row(row: list of nat) move more(x in 1..2) to Row(row + [x])", "[]  more(1) -> [1]  more(1) -> [1, 1]  more(1) -> [1, 1, 1] -> ..."),
    ("game Word(w: text) move more to Word(\"b\" + w)", "\"\"  more -> \"b\"  more -> \"bb\"  more -> \"bbb\" -> ..."),
    ("game Word(w: text) move more where size(w) > 2 to Word(w + \"ab\")",
     "\"aab\"  more -> \"aabab\"  more -> \"aababab\"  more -> \"aabababab\" -> ..."),
    ("game Bag(b: bag of nat) move more to Bag(b with 3)", "bag()  more -> bag(3)  more -> bag(3, 3)  more -> bag(3, 3, 3) -> ..."),
    ("game Down(n: int) move take(k in 1..2) to Down(n - k)", "0  take(1) -> -1  take(1) -> -2  take(1) -> -3 -> ..."),
    // Repeating.
    (
        "let tri(n: nat) = max(k * (k + 1) / 2 for k in 0..n where k * (k + 1) / 2 <= n)
         game Tribulations(n: nat)
           move add where n > 0 to Tribulations(n + tri(n))
           move take where n > 0 to Tribulations(n - tri(n))",
        "1  add -> 2  take -> 1 -> ...",
    ),
    (
        "use \"numbers\"
         game Square(n: nat)
           move take(k in squares(n)) to Square(n - k)
           move put(k in squares(n)) to Square(n + k)",
        "1  put(1) -> 2  take(1) -> 1 -> ...",
    ),
    (
        "use \"numbers\"
         let largest_square(n: 1..) = root(n)^2
         game Square(n: nat)
           move change(sign in {-1, 1}) where n > 0 to Square(n + sign * largest_square(n))",
        "1  change(1) -> 2  change(-1) -> 1 -> ...",
    ),
    (
        "use \"numbers\"
         game Fibulations(n: nat)
           move add(f in 1..n where fibonacci(f) and none(fibonacci(g) for g in f+1..n)) to Fibulations(n + f)
           move take(f in 1..n where fibonacci(f) and none(fibonacci(g) for g in f+1..n)) to Fibulations(n - f)",
        "1  add(1) -> 2  add(2) -> 4  take(3) -> 1 -> ...",
    ),
    (
        "game Beanstalk(n: 1..)
           move half where n mod 2 == 0 to Beanstalk(n / 2)
           move up where n mod 2 == 1 and n > 1 to Beanstalk(3 * n + 1)
           move down where n mod 2 == 1 and n > 1 to Beanstalk(3 * n - 1)",
        "5  down -> 14  half -> 7  down -> 20  half -> 10  half -> 5 -> ...",
    ),
    (
        "game Beans(n: 1..)
           move talk(d in {-1, 1}) where n > 1 to Beans(if n mod 2 == 0 then n / 2 else (3 * n + d))",
        "5  talk(-1) -> 14  talk(-1) -> 7  talk(-1) -> 20  talk(-1) -> 10  talk(-1) -> 5 -> ...",
    ),
    (
        "game Poker(pile: nat, bank: nat)
           move take(k in 1..pile) to Poker(pile - k, bank + k)
           move add(k in 1..bank) to Poker(pile + k, bank - k)",
        "Poker(0, 1)  add(1) -> Poker(1, 0)  take(1) -> Poker(0, 1) -> ...",
    ),
    (
        "game Northcott(rows: list of (1..5, 1..5))
           move white(i in indices(rows), (a, b) in [rows[i]], c in 1..5 where c != a and c < b)
             to Northcott(put(rows, i, (c, b)))",
        "[(1, 3)]  white(1, 1, 3, 2) -> [(2, 3)]  white(1, 2, 3, 1) -> [(1, 3)] -> ...",
    ),
    (
        "game Northcott(a: 1..8, b: 1..8)
           move white(c in 1..b-1 where c != a) to Northcott(c, b)
           move black(c in a+1..8 where c != b) to Northcott(a, c)",
        "Northcott(1, 2)  black(3) -> Northcott(1, 3)  black(2) -> Northcott(1, 2) -> ...",
    ),
    (
        "game Circular(coins: bag of 0..5)
           move step(c in coins, d in 1..2) to Circular(coins without c with (c + d) mod 6)",
        "bag(0)  step(0, 2) -> bag(2)  step(2, 2) -> bag(4)  step(4, 2) -> bag(0) -> ...",
    ),
    (
        "game Welter(coins: set of nat)
           move left(c in coins, d in 0..<c where d not in coins) to Welter(coins without c with d)
           move right(c in coins where c + 1 not in coins) to Welter(coins without c with c + 1)",
        "{0}  right(0) -> {1}  left(1, 0) -> {0} -> ...",
    ),
    (
        "game Welter(coins: set of nat)
           move slide(c in coins, d in 0..c+1 where d not in coins) to Welter(coins without c with d)",
        "{0}  slide(0, 1) -> {1}  slide(1, 0) -> {0} -> ...",
    ),
    // One of two moves makes something smaller.
    (
        "game Two(a: nat, b: nat)
           move good(k in 1..a) to Two(a - k, b)
           move bad where b > 0 to Two(a + 1, b - 1)
           move swap where a > b to Two(b, a)
           move back where a < b to Two(b, a)",
        "Two(0, 1)  bad -> Two(1, 0)  swap -> Two(0, 1) -> ...",
    ),
    // A part of a sum that comes back.
    ("game Split(n: nat) move split(a in 0..n where n > 0) to Split(a) + Split(n - a)",
     "Split(1)  split(0) -> Split(0) + Split(1) -> ..."),
    ("game Split(n: nat) move grow where n > 2 to *3 + Split(n)", "Split(3)  grow -> *3 + Split(3) -> ..."),
    // Games that use each other.
    ("game A(n: nat) move a to B(n) game B(n: nat) move b(k in 0..n) to A(n - k)", "A(0)  a -> B(0)  b(0) -> A(0) -> ..."),
    ("game Cells(p: cell, floor: set of cell) move go(q in touching(p) where q in floor) to Cells(q, floor)
      show Cells((1, 1), board(\"..\"))", "(1, 1)  go((1, 2)) -> (1, 2)  go((1, 1)) -> (1, 1) -> ..."),
];

#[test]
fn endless_plays_are_shown_smallest_first() {
    let mut wrong = vec![];
    for (text, play) in WRONG {
        let v = verdict(text);
        if v.verdict != GameVerdict::Wrong || v.play != *play {
            wrong.push(format!("{text}\n  {:?} {} {}\n  wanted: {play}", v.verdict, v.sentence, v.play));
        }
        let finding = v.finding.map(|d| (d.code, d.is_error(), !d.play.is_empty(), d.hints.len()));
        match finding {
            Some(("cycle" | "keeps-growing", true, true, 1)) => {}
            other => wrong.push(format!("{text}\n  {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn graphs_with_cycles_are_loopy() {
    for text in ["graph Three from a to b from b to c from c to a", "graph Self from a to b, a"] {
        let v = verdict(text);
        assert_eq!(v.sentence, "positions can repeat, as its arrows show", "{text}");
        assert!(v.verdict == GameVerdict::Loopy && v.finding.is_none(), "{text}");
    }
}

/// Games in which every play ends, some of them for reasons that are hard to see.
const RIGHT: &[&str] = &[
    "game Limit(n: nat) ends when n >= 40 move add(k in {1, 2, 5}) to Limit(n + k)",
    "game Limit(n: nat) move add(k in 1..3 where n + k <= 40) to Limit(n + k)",
    "game Far(n: nat) move add where n < 5000 to Far(n + 1)",
    "game Doubled(n: nat) move double where 0 < n < 1000 to Doubled(2 * n)",
    "game Sets(s: set of 0..9) move more(x in 0..9 where x not in s) to Sets(s with x)",
    "game Sets(s: set of nat) move more(x in s where x < 30 and x + 1 not in s) to Sets(s with x + 1)",
    "game Even(n: nat) move add where n mod 2 == 0 to Even(n + 1)",
    "game Grid(p: cell) move go(q in touching(p) where q.row > p.row and q.row < 5) to Grid(q)",
    "game Row(row: list of nat) move more where size(row) < 12 to Row(row + [1])",
    "game Names(used: set of nat) move name(x in 1..9 where x not in used) to Names(used with x)",
    "game Apart(a: int, b: int) move closer where a < b to Apart(a + 1, b - 1)",
    "game Once(n: nat) move jump where n == 0 to Once(10) move take(k in 1..n where n != 10) to Once(n - 1)
       ends when n == 1",
];

#[test]
fn games_that_end_are_not_called_wrong() {
    for text in RIGHT {
        let v = verdict(text);
        assert!(matches!(v.verdict, GameVerdict::Proved | GameVerdict::Checked), "{text}\n{v:?}");
        let plain = "could not prove that this game ends; checked to ";
        assert!(v.verdict == GameVerdict::Proved || v.sentence.starts_with(plain), "{}", v.sentence);
    }
}

#[test]
fn small_types_are_gone_through() {
    let v = verdict("game Light(now: green | yellow | red) move on where now != red to Light(red)");
    assert_eq!(v.verdict, GameVerdict::Proved, "{v:?}");
    let v = verdict("game Doors(open: set of 1..6) move shut(d in open) to Doors(open without d)");
    assert_eq!(v.verdict, GameVerdict::Proved, "{v:?}");
}

#[test]
fn games_that_lead_to_others() {
    let all = verdicts(
        "game Up(n: nat) move up to Up(n + 1)
         game In(n: nat) move in_to(k in 1..n) to Up(k)
         loopy game Clock(h: 0..7) move tick to Clock((h + 1) mod 8)
         game Wind(n: nat) move wind(k in 1..n) to Clock(k mod 8)",
    );
    let words: Vec<(&str, GameVerdict)> = all.iter().map(|v| (v.game.as_str(), v.verdict)).collect();
    use GameVerdict::{Loopy, Wrong};
    assert_eq!(words, [("Up", Wrong), ("In", Wrong), ("Clock", Loopy), ("Wind", Loopy)]);
    assert!(all[1].sentence.contains("can lead to Up"), "{}", all[1].sentence);
}

#[test]
fn the_same_file_gets_the_same_verdict() {
    let text = WRONG.iter().find(|w| w.0.contains("Fibulations")).expect("it is there").0;
    assert_eq!(verdict(text).play, verdict(text).play);
}

/// The verdicts on the claims of a text: the claim, the verdict, and the play that refutes it.
fn claims(text: &str) -> Vec<(&'static str, GameVerdict, Vec<String>)> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("x.game", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    let play = |c: &fairgame::answer::ClaimAnswer| c.finding.as_ref().map_or(vec![], |d| d.play.clone());
    session.claims(&loaded).iter().map(|c| (c.claim, c.verdict, play(c))).collect()
}

const INTO_ISLANDS: &str = "splits into G(part) for part in islands(free)";

#[test]
fn islands_that_are_independent_are_proved_to_be() {
    for body in [
        "move place(p in free, q in touching(p) where q in free) to G(free without p without q)",
        "move place(p in free, q in touching(p) common free) to G(free minus {p, q})",
        "move place(p in free, q in free where q in touching(p)) to G(free without q without p)",
        "move place(domino in pairs(free)) to G(free minus domino)",
        "move take(p in free) to G(free without p minus touching(p))",
        "move take(p in free where none(q in free for q in touching(p))) to G(free without p)",
        "move shoot(p in free) to G(free minus (ray(p, (0, 1), free) with p))",
        "move three(p in free, q in touching(p) where q in free, r in touching(q) where r in free and r != p)
           to G(free minus {p, q, r})",
        "move whole(part in islands(free) where size(part) < 4) to G(free minus part)",
    ] {
        let pairs = "let pairs(S: set of cell) = { {p, q} for p in S, q in touching(p) where q in S }";
        let all = claims(&format!("{pairs}\ngame G(free: set of cell)\n{body}\n{INTO_ISLANDS}\n"));
        assert_eq!(all, [("splits into", GameVerdict::Proved, vec![])], "{body}");
    }
}

#[test]
fn islands_that_are_not_independent_are_refuted_on_the_smallest_board() {
    for (body, whole) in [
        (
            "move place(p in free, q in free where q != p) to G(free without p without q)",
            "G({(1, 1), (1, 3)})  has value 1",
        ),
        (
            "move hop(p in free, q in touching(p), r in touching(q) where r in free and r != p)
               to G(free without p without r)",
            "G({(1, 1), (1, 3)})  has value 1",
        ),
        (
            "move take(p in free where size(free) < 2) to G(free without p)",
            "G({(1, 1), (1, 2), (1, 4)})  has value 0",
        ),
    ] {
        let all = claims(&format!("game G(free: set of cell)\n{body}\n{INTO_ISLANDS}\n"));
        let [(_, GameVerdict::Wrong, play)] = all.as_slice() else { panic!("{body}\n{all:?}") };
        assert_eq!(play[0], format!("played whole:  {whole}"), "{body}");
    }
}

#[test]
fn symmetries_are_proved_where_the_rules_have_them() {
    let touching = "move place(p in free, q in touching(p) where q in free) to G(free without p without q)";
    let level =
        "move place(p in free, q in touching(p) where q in free and q.row == p.row) to G(free minus {p, q})";
    let right = "move shoot(p in free) to G(free minus ray(p, (0, 1), free) without p)";
    let first = "move take(p in free where p.row == 1) to G(free without p)";
    use GameVerdict::{Proved, Wrong};
    for (body, same, verdict) in [
        (touching, "G(turned(free)), G(mirrored(free)), G(shifted(free))", Proved),
        (touching, "G(shifted(turned(mirrored(free))))", Proved),
        (level, "G(shifted(free))", Proved),
        (level, "G(turned(free))", Wrong),
        (right, "G(shifted(free))", Proved),
        (right, "G(turned(free))", Wrong),
        (first, "G(shifted(free))", Wrong),
        (touching, "G({})", Wrong),
    ] {
        let all = claims(&format!("game G(free: set of cell)\n{body}\nsame as {same}\n"));
        assert_eq!((all.len(), all[0].1), (1, verdict), "{body} same as {same}\n{all:?}");
    }
}

#[test]
fn a_wrong_decreases_is_shown_with_a_move() {
    for (text, play) in [
        (
            "game D(a: nat, b: nat) decreases a
               move x(k in 1..a) to D(a - k, b) move y(k in 1..b) to D(a, b - k)",
            "D(0, 1)   y(1) ->  D(0, 0)",
        ),
        (
            "game D(a: nat, b: nat) decreases (b, a)
               move x(k in 1..a) to D(a - k, b + 1) move y(k in 1..b) to D(a, b - k)",
            "D(1, 0)   x(1) ->  D(0, 1)",
        ),
        ("game D(n: nat) decreases -n move x(k in 1..n) to D(n - k)", "D(1)   x(1) ->  D(0)"),
    ] {
        let v = verdict(text);
        let d = v.finding.unwrap_or_else(|| panic!("{text}\n{}", v.sentence));
        assert_eq!(
            (v.verdict, d.code, d.play[0].as_str()),
            (GameVerdict::Wrong, "decreases-wrong", play),
            "{text}"
        );
    }
    let right = verdict(
        "game D(a: nat, b: nat) decreases (a, b) move x(c in 0..5) where a > 0 to D(a - 1, c)
                           move y(k in 1..b) to D(a, b - k)",
    );
    assert_eq!(right.verdict, GameVerdict::Proved, "{}", right.sentence);
}

/// What the prover does not see is told as a property of the game only where some move shows it, and a guard is proposed only
/// there.
#[test]
fn doubts_are_told_as_the_game_bears_them_out() {
    let told = |text: &str| {
        let v = verdict(text);
        let d = v.finding.unwrap_or_else(|| panic!("{text}\n{}", v.sentence));
        assert_eq!(v.verdict, GameVerdict::Checked, "{text}\n{}", v.sentence);
        let labels: Vec<String> = d.labels.iter().map(|l| l.text.clone()).collect();
        (labels.join("; "), format!("{:?}", d.hints))
    };
    // Where r and n are equal the guard forbids the move.
    let (said, hints) = told("game Less(n: nat) move leave(r in 0..n where r xor n > 0) to Less(r)");
    assert!(said.contains("it did in all") && !said.contains("may"), "{said}");
    assert!(!hints.contains("Did you mean"), "{hints}");
    // The set grows; that it does not get smaller is no news.
    let (said, _) = told(
        "game Walk(seen: set of cell, p: cell)
           move go(q in touching(p) where q not in seen and q in board(3, 3)) to Walk(seen with p, q)",
    );
    assert!(!said.contains("size(seen)"), "{said}");
    // A number that does stay, in a game that ends for another reason.
    let (said, hints) = told(
        "game Stays(n: nat, s: set of nat)
           move take(k in 0..n where k * k + k + 1 not in s) to Stays(n - k, s with k * k + k + 1)",
    );
    assert!(said.contains("`take` may leave n unchanged when k = 0"), "{said}");
    assert!(hints.contains("Did you mean k >= 1?"), "{hints}");
}
