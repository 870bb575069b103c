//! Claims that are called proved are true: random games on boards, with rays of all steps, guards, functions, positions
//! bound to names and several games, against all boards of three by three, worked out without any claim.

use crate::support;

use fairgame::answer::GameVerdict;
use fairgame::check::ir::GameId;
use fairgame::engine::Budget;
use fairgame::rules::machine::Machine;
use fairgame::session::{Session, Which};
use support::run_text;

/// Numbers that look random, the same every day.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

const LETS: &str = "
let right = (0, 1)
let down = (2 - 1, 0)
let slant = (1, 1)
let hop = (0, 2)
let ways = [(0, 1), (1, 0), (0, -1), (-1, 0)]
let slants = [(1, 1), (1, -1), (0, 1)]
let near(p: cell, F: set of cell) = touching(p) common F
let along(p: cell, F: set of cell) = ray(p, (0, 1), F)
let far(p: cell, s: (int, int), F: set of cell) = ray(p, s, F)
let beyond(p: cell, F: set of cell) = { r for q in touching(p), r in touching(q) where r in F }
let alone(p: cell, F: set of cell) = none(q in F for q in touching(p))
let odd(p: cell) = p.row mod 2 == 1
let lone(F: set of cell) = { p for p in F where alone(p, F) }
let apply(f: (cell, set of cell) -> set of cell, p: cell, F: set of cell) = f(p, F)
";

const STEPS: [&str; 16] = [
    "(0, 1)",
    "(1, 0)",
    "(0, -1)",
    "(-1, 0)",
    "(1, 1)",
    "(1, -1)",
    "(0, 2)",
    "(1, 2)",
    "right",
    "down",
    "slant",
    "hop",
    "(1 - 1, 1)",
    "(0, 0)",
    "(0, p.row - p.row + 2)",
    "(0, if odd(p) then 1 else 2)",
];
const FIRST: [&str; 7] = [
    "p in F",
    "p in F",
    "p in F where any(t in F for t in touching(p))",
    "S in islands(F), p in S",
    "p in lone(F)",
    "p in { x for x in F where near(x, F) != {} }",
    "p in sort(F)",
];
const SECOND: [&str; 19] = [
    "q in touching(p)",
    "q in near(p, F)",
    "q in ray(p, STEP, F)",
    "q in ray(p, STEP, F without p)",
    "q in along(p, F)",
    "q in far(p, STEP, F)",
    "s in WAYS, q in ray(p, s, F)",
    "(a, b) in WAYS, q in ray(p, (a, b), F)",
    "k in NUMBERS, q in ray(p, (k, 0), F)",
    "q in F where q in touching(p)",
    "q in F where q in near(p, F)",
    "q in F",
    "q in beyond(p, F)",
    "q in apply(along, p, F)",
    "q in [(p.row, p.col + 1), (p.row + 1, p.col)]",
    "s = STEP, q in ray(p, s, F)",
    "q in [t for k in 2..p.row, t in near(p, F)]",
    "k in {k for k in 0..1 where p.col mod 2 == 1}, q in near(p, F)",
    "q in near((p.row mod 2 + p.row, p.col), F)",
];
const GUARDS: [&str; 22] = [
    "q in F",
    "q in F and p in F",
    "q.row == p.row",
    "p.row < q.row",
    "(p.row - q.row) mod 2 == 0",
    "p.row mod 2 == 1",
    "odd(q)",
    "alone(p, F)",
    "not alone(q, F)",
    "size(ray(p, STEP, F)) > 0",
    "ray(p, STEP, F) == {}",
    "size(near(p, F)) != 1",
    "size(F) > 2",
    "least(F) == p",
    "any(t in F for t in beyond(p, F))",
    "count(t in F for t in touching(q)) < 3",
    "touching(p) common touching(q) == {}",
    "2 * p.row - p.row - q.row == 0",
    "size(islands(F without p)) > 1",
    "F != {p}",
    "q != p",
    "max(t.row for t in near(p, F) with p) == p.row",
];
const AFTER: [&str; 12] = [
    "F without p",
    "F without p without q",
    "F without q without p",
    "F minus touching(p) without p",
    "F minus ray(p, STEP, F) without p",
    "F minus {p, q}",
    "(F minus near(q, F)) without p",
    "F minus along(p, F without q) without p",
    "if odd(p) then F without p else F without p without q",
    "F minus { t for t in touching(p) where t.row == p.row } without p",
    "F minus beyond(p, F) without p",
    "F minus { t for s in WAYS, t in ray(p, s, F) } without p",
];
const TARGETS: [&str; 5] = [
    "G(AFTER)",
    "G(AFTER)",
    "if p.row == q.row then G(AFTER) else G(AFTER)",
    "G(AFTER) + nothing",
    "sum(G(i) for i in islands(AFTER))",
];

fn filled(dice: &mut Dice, mut text: String) -> String {
    let lists: [(&str, &[&str]); 4] = [
        ("AFTER", &AFTER),
        ("STEP", &STEPS),
        ("WAYS", &["ways", "slants", "[(0, 1), (1, 0)]", "{(0, 1)}", "[(0, 2)]"]),
        ("NUMBERS", &["{-1, 1}", "0..1", "{2}", "1..2"]),
    ];
    for (word, all) in lists {
        while text.contains(word) {
            text = text.replacen(word, dice.pick(all), 1);
        }
    }
    text
}

/// A move of G, which may lead to another game.
fn a_move(dice: &mut Dice, other: bool) -> String {
    let (first, second) = (dice.pick(&FIRST), dice.pick(&SECOND));
    let guard = [dice.pick(&GUARDS), dice.pick(&GUARDS)];
    let guard = match dice.below(4) {
        0 => String::new(),
        1 => format!(" where {} and {}", guard[0], guard[1]),
        2 => format!(" where {} or not ({})", guard[0], guard[1]),
        _ => format!(" where {}", guard[0]),
    };
    let mut target = dice.pick(&TARGETS).to_string();
    if other {
        target = target.replace("G(", "B(");
    }
    let text = if dice.below(4) == 0 {
        let guard = guard.replacen(" where ", " where (", 1) + if guard.is_empty() { "" } else { ")" };
        format!("  move go({first}, {second}{guard}, Q = {target}) to Q\n")
    } else {
        format!("  move go({first}, {second}){guard} to {target}\n")
    };
    filled(dice, text)
}

/// The rules of G, and of a game that it may lead to.
fn rules(seed: u64) -> (String, String) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let others = dice.below(3) == 0;
    let mut game = a_move(&mut dice, false);
    if dice.below(2) == 0 {
        game += &a_move(&mut dice, others);
    }
    let other = if others { a_move(&mut dice, true) } else { String::new() };
    (game, other)
}

const CLAIMS: [(&str, &str); 4] = [
    ("  splits into G(part) for part in islands(F)\n", "nimsum([value(G(part)) for part in islands(F)])"),
    ("  same as G(turned(F))\n", "value(G(turned(F)))"),
    ("  same as G(mirrored(F))\n", "value(G(mirrored(F)))"),
    ("  same as G(shifted(F))\n", "value(G(shifted(F)))"),
];

/// Whether the claim of G is proved; none if the text has mistakes.
fn is_proved(text: &str) -> Option<bool> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    if !session.load_text("x.game", text).is_fine() {
        return None;
    }
    let id: GameId = session.program().game_named("G")?;
    let machine = Machine::new(std::sync::Arc::new(session.program().clone()));
    Some(machine.claims_proved(id))
}

/// All boards that lie in three rows and columns, not all of them in the corner.
fn boards() -> String {
    let cell = |i: usize| format!("({}, {})", i / 3 + 2, i % 3 + 3);
    let board = |code: usize| {
        let cells: Vec<String> = (0..9).filter(|i| code >> i & 1 == 1).map(cell).collect();
        format!("{{{}}}", cells.join(", "))
    };
    // An empty board would have no type.
    (1..512).map(board).collect::<Vec<_>>().join(", ")
}

/// Looks at so many random games; gives how many claims of each kind were proved and found true.
fn look(seeds: std::ops::Range<u64>) -> [usize; 4] {
    let boards = format!("let boards = [{}]\n", boards());
    let mut proved = [0; 4];
    let mut read = 0;
    for seed in seeds {
        let (game, other) = rules(seed);
        let other = if other.is_empty() { other } else { format!("game B(F: set of cell)\n{other}") };
        for (i, (claim, is)) in CLAIMS.into_iter().enumerate() {
            let text = format!("{LETS}{other}game G(F: set of cell)\n{game}");
            let Some(true) = is_proved(&format!("{text}{claim}")) else { continue };
            let checked = format!("{text}{boards}expect value(G(F)) == {is} for F in boards\n");
            let report = run_text("x.game", &checked);
            assert!(report.asked_codes.is_empty(), "proved:\n{text}{claim}\n{:?}", report.failures);
            proved[i] += 1;
        }
        read += usize::from(is_proved(&format!("{LETS}{other}game G(F: set of cell)\n{game}")).is_some());
    }
    assert!(read > 0, "some games can be read");
    println!("{read} games read, proved: {proved:?}");
    proved
}

#[test]
fn what_is_proved_of_random_games_is_true() {
    look(0..3);
}

#[test]
#[ignore = "takes long"]
fn what_is_proved_of_many_random_games_is_true() {
    let proved = look(0..100);
    assert!(proved.iter().all(|n| *n > 0), "some of each are proved: {proved:?}");
    look(1000..1020);
}

/// Claims that small positions do not refute: the one asked about is compared first, and the largest below it.
const LARGE: [&str; 8] = [
    "game All(F: set of cell)
       move take(p in F) to All(F without p)
       move every where size(F) == 10 to All({})
       splits into All(part) for part in islands(F)
     show All(board(\".....x.....\"))",
    "game All(F: set of cell)
       move take(p in F) to All(F without p)
       move every where size(F) == 10 to All({})
       splits into All(part) for part in islands(F)
     table value(All(b)) for b in [board(\".....\"), board(\"......x.....\")]",
    "game All(F: set of cell)
       move take(p in F) to All(F without p)
       move every where size(F) == 10 to All({})
       splits into All(part) for part in islands(F)
     expect *3 + All(board(\"......x.....\")) + *1 is P",
    // Over values that no words hold.
    "game All(F: set of (nat, text))
       move take(p in F) to All(F without p)
       move every where size(F) == 10 to All({})
       splits into All({p}) for p in F
     expect All({ (k, \"a\") for k in 1..10 }) is P",
    "game Long(row: list of nat)
       move drop where size(row) > 0 to Long([row[i] for i in 2..size(row)])
       move end where size(row) == 7 and row[1] == 2 to Long([1])
       same as Long(reverse(row)), Long(row)
     show Long([2, 1, 1, 1, 1, 1, 1])",
    // The claim is right of the position itself, so that its value is right, and wrong of those one move away.
    "game Below(F: set of cell)
       move take(p in F) to Below(F without p)
       move every where size(F) in {10, 11} to Below({})
       splits into Below(part) for part in islands(F)
     show Below(board(\"...........\"))",
    // It is wrong of the position itself alone, whose value is right, for the larger of two images is not used.
    "game Itself(F: set of cell)
       move take(p in F) to Itself(F without p)
       same as Itself(if size(F) == 11 then F with (5, 5) else F)
     show Itself(board(\"...........\"))",
    // The board takes more than 64 cells.
    "game Wide(F: set of cell)
       move every where size(F) == 12 to Wide({})
       move take(p in F) to Wide(F without p)
       splits into Wide(part) for part in islands(F)
     show Wide({ (9, c) for c in 1..13 where c != 7 })",
];

#[test]
fn the_position_asked_about_is_compared() {
    for text in LARGE {
        let report = run_text("x.game", text);
        assert!(report.has("claim-refuted"), "{text}\n{report:?}");
    }
}

#[test]
fn what_an_answer_rests_on_is_said() {
    let rests_on = |board: &str| {
        let text = format!(
            "game One(F: set of cell)
               move take(p in F) where size(F) > 0 to One(F without p)
               splits into One(part) for part in islands(F)
             show One(board(\"{board}\"))"
        );
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("x.game", &text);
        let answer = session.ask(&loaded.questions[0]);
        serde_json::to_string(&answer).expect("an answer can be written")
    };
    let small = rests_on(".x.x.");
    assert!(small.contains("checked on") && !small.contains("but not on"), "{small}");
    let large = rests_on(&".x".repeat(40));
    assert!(large.contains("checked on") && large.contains("but not on all"), "{large}");
}

#[test]
fn rings_of_games_and_many_moves_are_looked_at_once() {
    let ring = |n: usize, less: &dyn Fn(usize) -> &'static str| {
        let game =
            |i| format!("game G{i}(n: nat)\n  move go where n > 0 to G{}(n{})\n", (i + 1) % n, less(i));
        (0..n).map(game).collect::<String>()
    };
    let all_proved = |text: &str, wanted: bool| {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("x.game", text);
        assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
        let verdicts = session.verdicts(&loaded, Which::Own);
        assert!(verdicts.iter().all(|v| (v.verdict == GameVerdict::Proved) == wanted), "{:?}", verdicts[0]);
        verdicts
    };
    all_proved(&ring(400, &|_| " - 1"), true);
    all_proved(&ring(400, &|i| if i == 0 { " - 1" } else { "" }), true);
    let moves: String = (0..6000).map(|i| format!("  move m{i} where n > {i} to G(n - {i} - 1)\n")).collect();
    let verdict = &all_proved(&format!("game G(n: nat)\n{moves}"), false)[0];
    let finding = verdict.finding.as_ref().expect("what stood in the way");
    let said: Vec<&str> = finding.labels.iter().map(|l| l.text.as_str()).collect();
    assert!(said.iter().any(|s| s.contains("there are 6000 moves")), "{said:?}");
}

/// Claims that hold where they are made, or seem to, and fail at the end of what they lead to.
const CHAINS: [&str; 7] = [
    "game P(u: nat)
       move union where u > 2 to *1 + *2 + *3
       move end where u > 2 to nothing
       same as P(max(0, u - 2))
     show value(P(120))",
    "game P(u: nat)
       move end where u > 2 to nothing
       same as P(max(0, u - 2))
     expect P(121) is P",
    // Two clauses, of which only one after the other leads to the wrong place.
    "game P(u: nat)
       move end where u != 50 to nothing
       same as P(if u > 60 then u - 1 else u)
       same as P(if u > 49 and u <= 60 then u - 1 else u)
     show value(P(90))",
    // A cycle.
    "game P(u: nat)
       move end where u mod 40 != 7 to nothing
       same as P((u + 1) mod 40)
     table value(P(u)) for u in [30, 20]",
    // Parts, and then what they are the same as.
    "game P(u: nat)
       move end where u > 2 to nothing
       splits into P(if u > 100 then u - 1 else u)
       same as P(if u > 100 then u else max(0, u - 2))
     show value(P(120))",
    // What is claimed of positions below.
    "game Top(u: nat)
       move down where u > 0 to P(u)
     game P(u: nat)
       move end where u > 2 to nothing
       same as P(max(0, u - 2))
     show value(Top(120))",
    // Over lists.
    "game P(row: list of nat)
       move end where size(row) > 2 to nothing
       same as P([row[i] for i in 2..size(row)])
     show value(P([1 for k in 1..40]))",
];

#[test]
fn what_claims_lead_to_is_compared_to_its_end() {
    for text in CHAINS {
        let report = run_text("x.game", text);
        assert!(report.has("claim-refuted"), "{text}\n{report:?}");
    }
}

#[test]
fn a_claim_does_not_lead_past_a_cycle() {
    for question in ["show value(G(5))", "expect G(5) is P", "expect G(7) is N", "table G(n) for n in 5..5"] {
        let text = format!(
            "game G(n: nat)
               move up where n == 5 to G(6)
               move back where n == 6 to G(5)
               move on where n == 7 to G(6)
               move take where n > 0 and n < 5 to G(n - 1)
               same as G(if n > 4 then 0 else n)
             {question}"
        );
        let report = run_text("x.game", &text);
        assert!(report.asked_codes.iter().any(|c| c == "cycle"), "{text}\n{report:?}");
    }
}

/// Each question is compared on positions of its own games, whatever was asked before.
#[test]
fn a_wrong_claim_says_nothing_of_other_games() {
    let text = "game Halves(n: nat, b: bool)
           move take(k in 1..n) to Halves(n - k, k mod 2 == 0)
           splits into Halves(n / 2, b) + Halves(n - n / 2, b)
         game Rows(l: list of nat)
           move take(i in indices(l), k in 1..l[i]) to Rows(put(l, i, l[i] - k))
           splits into sum(Rows([x]) for x in l)
         show Halves(7, true)
         show Halves(2, true)
         expect Rows([5, 3]) is *6
         expect winning(Rows([2, 1])) == [\"take(1, 1)\"]";
    let report = run_text("x.game", text);
    assert_eq!(report.asked_codes, ["claim-refuted", "claim-refuted"], "{report:?}");
    assert_eq!(report.expectations, 2);
}

#[test]
fn a_right_claim_is_compared_and_used() {
    let text = "game P(u: nat)
           move end where u > 0 to nothing
           same as P(if u > 1 then u - 1 else u)
         expect P(60) is N
         expect value(P(61)) == 1";
    let report = run_text("x.game", text);
    assert!(report.asked_codes.is_empty() && report.failures.is_empty(), "{report:?}");
}

#[test]
fn a_game_whose_positions_were_all_tried_is_proved_only_if_those_it_leads_into_are() {
    let text = "game Few(b: bool)
           move flip where b to Few(not b)
           move go where not b to Far(27)
         game Far(n: nat)
           move on where n > 1 to Far(if n mod 2 == 0 then n / 2 else 3 * n + 1)";
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("x.game", text);
    assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
    let verdicts = session.verdicts(&loaded, Which::Own);
    assert!(verdicts.iter().all(|v| v.verdict == GameVerdict::Checked), "{verdicts:?}");
}

/// How a claim and its rules are spelled decides nothing: functions, names for numbers and for positions.
/// Under misère play nothing compares a claim with positions solved without it.
#[test]
fn only_proved_claims_are_used_under_misere_play_and_where_moves_have_owners() {
    let flat = "game Flat(F: set of cell)
       move take(p in F, q in touching(p) where q in F and q.row == p.row) to Flat(F minus {p, q})
       same as Flat(turned(F))
     show outcome(Flat(board(\"..\"))) under misere
     show outcome(Flat(board(\".|.\"))) under misere\n";
    assert_eq!(shown(flat), ["P", "N"]);
    let owned = flat.replace("move", "left move").replace(" under misere", "");
    assert_eq!(shown(&owned), ["Left", "P"]);
}

fn shown(text: &str) -> Vec<String> {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("x.game", text);
    let answers = loaded.questions.iter().map(|q| match session.ask(q) {
        fairgame::answer::Answer::Value { value, .. } => value,
        other => panic!("{other:?}"),
    });
    answers.collect()
}

#[test]
fn symmetric_however_it_is_spelled() {
    let rules = "game G(F: set of cell)\n  move place(p in F, q in touching(p) where q in F) to G(F without p without q)\n";
    let spelled = "let quarter(S: set of cell) = turned(S)
let by(f: (set of cell) -> set of cell, S: set of cell) = f(S)
let rest(F: set of cell, p: cell, q: cell) = F without p without q
game G(F: set of cell)
  move place(p in F, near = touching(p), q in near where q in F, after = G(rest(F, p, q))) to after\n";
    assert_eq!(is_proved(&format!("{rules}  same as G(turned(F))\n")), Some(true));
    for claim in ["G(quarter(F))", "G(by(quarter, F))", "G(shifted(quarter(mirrored(F))))"] {
        assert_eq!(is_proved(&format!("{spelled}  same as {claim}\n")), Some(true), "{claim}");
    }
    let corner = spelled.replace("q in F,", "q in F and p.row > 1,");
    assert_eq!(is_proved(&format!("{corner}  same as G(quarter(F))\n")), Some(false));
}

/// That the order of a list does not matter, where it does not.
#[test]
fn lists_in_order_are_proved() {
    let claim = |rules: &str| is_proved(&format!("game G(l: list of nat)\n{rules}  same as G(sort(l))\n"));
    for rules in [
        "  move take(i in indices(l), k in 1..l[i]) to G(put(l, i, l[i] - k))\n",
        "  move gone(i in 1..size(l) where l[i] == min(l)) to G(l[1..i-1] + l[i+1..])\n",
        "  ends when any(x > 3 for x in l)\n  move put_by(i in indices(l) where l[i] > 0) to G(put(l, i, l[i] / 2))\n",
    ] {
        assert_eq!(claim(rules), Some(true), "{rules}");
    }
    for rules in [
        "  move take(i in indices(l), k in 1..l[i] where k <= i) to G(put(l, i, l[i] - k))\n",
        "  move gone(i in 1..size(l) where l[i] == min(l)) to G(l[1..i-1])\n",
        "  move take(i in indices(l), j in indices(l) where i < j and l[i] > 0) to G(put(l, i, l[j]))\n",
        // Some arrangements end before the mistake, others behind it.
        "  ends when any(6 / x > 3 for x in l)\n  move lower(i in indices(l) where l[i] > 0) to G(put(l, i, l[i] - 1))\n",
        "  ends when any(7 / l[i] == 1 for i in indices(l))\n  move lower(i in indices(l) where l[i] > 0) to G(put(l, i, l[i] - 1))\n",
    ] {
        assert_eq!(claim(rules), Some(false), "{rules}");
    }
}
