//! Failures seen in other systems, one test each; the comment says what happened there.

use crate::support;

use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use std::time::Duration;
use support::{complaints, run_text};

/// Every expectation of the text holds, and nothing is complained about.
#[track_caller]
fn holds(text: &str) {
    let report = run_text("x.game", text);
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
    assert!(report.expectations + report.answers > 0, "nothing was asked");
}

/// What is said about the text contains all of these.
#[track_caller]
fn told(text: &str, parts: &[&str]) {
    let said = complaints(text);
    for part in parts {
        assert!(said.contains(part), "`{part}` is not in\n{said}");
    }
}

/// The answer to one line typed at the prompt, as a text.
#[track_caller]
fn typed(session: &mut Session, line: &str) -> String {
    let loaded = session.enter(line);
    assert!(loaded.is_fine(), "{line}: {:?}", loaded.diagnostics);
    let answers = loaded.questions.iter().map(|q| match session.ask(q) {
        Answer::Value { value, .. } => value,
        other => format!("{other:?}"),
    });
    answers.collect::<Vec<_>>().join(" ")
}

const NIM: &str = "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)\n";

// ---- wrong values

/// A hard-wired 0: rules that gave the empty heap a move still got value 0.
#[test]
fn the_empty_heap_is_computed_from_the_rules() {
    holds(
        "game Odd(n: nat)
  move jump where n == 0 to Odd(5)
expect Odd(0) is *1
expect Odd(5) is P
game Other(n: nat)
  move jump where n == 0 to *2
  move take(k in 1..n) to Other(n - k)
expect value(Other(0)) == 0
expect Other(1) is *1
game Both(n: nat)
  move zero where n == 0 to nothing
  move two where n == 0 to *1
  move take(k in 1..n) to Both(n - k)
expect [value(Both(n)) for n in 0..3] == [2, 0, 1, 3]
",
    );
}

/// Cached values of two different games were mixed after a global had changed.
#[test]
fn a_redefinition_starts_afresh() {
    let mut session = Session::new(Budget::default());
    let game = "game Take(n: nat)\n  move take(k in S where k <= n) to Take(n - k)";
    assert_eq!(typed(&mut session, "let S = {1, 2}"), "");
    assert_eq!(typed(&mut session, game), "");
    assert_eq!(typed(&mut session, "[value(Take(n)) for n in 0..4]"), "[0, 1, 2, 0, 1]");
    assert_eq!(typed(&mut session, "let S = {2, 3}"), "");
    assert_eq!(typed(&mut session, "[value(Take(n)) for n in 0..4]"), "[0, 0, 1, 1, 2]");
    assert_eq!(typed(&mut session, "game Take(n: nat)\n  move take(k in 1..n) to Take(n - k)"), "");
    assert_eq!(typed(&mut session, "[value(Take(n)) for n in 0..4]"), "[0, 1, 2, 3, 4]");
}

/// A wrong decomposition was trusted, and gave wrong values silently.
#[test]
fn a_wrong_split_is_refuted_on_a_small_board() {
    let game = "game Knights(free: set of cell)
  move place(p in free, q in free where abs(p.row - q.row) == 1 and abs(p.col - q.col) == 2)
    to Knights(free without p without q)
";
    let split = "  splits into Knights(part) for part in islands(free)\n";
    holds(&format!("{game}expect Knights(board(\".xx|xx.\")) is *1\n"));
    told(&format!("{game}{split}show Knights(board(\".xx|xx.\"))\n"), &["claim-refuted", "Knights"]);
    told(&format!("{game}{split}show Knights(board(\"....|....|....\"))\n"), &["claim-refuted", "Knights"]);
}

/// The same, where nothing is left but the two islands that are not independent.
#[test]
fn a_split_of_two_dependent_islands_is_refuted() {
    told(
        "game Knights(free: set of cell)
  move place(p in free, q in free where abs(p.row - q.row) == 1 and abs(p.col - q.col) == 2)
    to Knights(free without p without q)
  splits into Knights(part) for part in islands(free)
show Knights(board(\".xx|xx.\"))
",
        &["claim-refuted"],
    );
}

/// The same with a symmetry: only to the right may be placed, so turning the board is another game.
#[test]
fn a_wrong_symmetry_is_refuted() {
    let game = "game Right(free: set of cell)
  move place(p in free where (p.row, p.col + 1) in free)
    to Right(free without p without (p.row, p.col + 1))
";
    let ask = "expect value(Right(board(\"....|....\"))) == 0\n";
    holds(&format!("{game}  same as Right(mirrored(free))\n{ask}"));
    told(&format!("{game}  same as Right(turned(free))\n{ask}"), &["claim-refuted"]);
}

/// A turn made of several steps gave a graph with the wrong edges: a move with several choices is one edge.
#[test]
fn one_move_is_one_edge() {
    holds(
        "game Two(a: nat, b: nat)
  move both(j in 0..1, k in 0..1 where j + k > 0 and j <= a and k <= b) to Two(a - j, b - k)
expect moves(Two(1, 1)) == [\"both(0, 1)\", \"both(1, 0)\", \"both(1, 1)\"]
expect size(options(Two(1, 1))) == 3
expect Two(1, 1) is *2
",
    );
}

/// Item 12 of a menu built a board of size 11.
#[test]
fn sizes_are_what_they_say() {
    holds("expect size(board(repeat(\".\", n))) == n for n in 1..30\n");
}

/// 4-bit arithmetic wrapped around and gave counterexamples that are none.
#[test]
fn numbers_never_wrap_around() {
    holds(
        "game Big(n: nat)
  move take(k in 1..3 where k <= n and (n < 2^60 or n - k >= 2^64 - 2)) to Big(n - k)
expect [value(Big(2^64 - 2 + n)) for n in 0..8] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
expect *(2^63) + *(2^64) + *(2^128) is *(2^63 + 2^64 + 2^128)
expect 2^63 + 2^63 == 2^64 and -(2^63) - 1 == -9223372036854775809 and 2^62 * 4 == 2^64
expect 15 + 1 == 16 and 255 + 1 == 256 and 65535 + 1 == 65536 and 2^31 + 2^31 == 2^32
expect (-(2^63)) / -1 == 2^63 and abs(-(2^63)) == 2^63 and -(2^63) mod 10 == 2
expect 2^200 xor 2^200 + 1 == 1
",
    );
    holds(&format!("{NIM}expect Nim[15, 16, 31] is P\nexpect Nim[255, 256] is *511\n"));
}

/// Guards were dropped silently, depending on their order.
#[test]
fn the_order_of_guards_does_not_matter() {
    holds(
        "game A(n: nat)
  move a(k in 1..n where k mod 2 == 1) where n mod 3 != 0 to A(n - k)
game B(n: nat)
  move a(k in 1..n where n mod 3 != 0) where k mod 2 == 1 to B(n - k)
game C(n: nat)
  move a(k in 1..n where k mod 2 == 1 and n mod 3 != 0) to C(n - k)
expect value(A(n)) == value(B(n)) and value(B(n)) == value(C(n)) for n in 0..30
",
    );
}

// ---- endless

/// Parts that are the whole board again were split for ever.
#[test]
fn parts_that_are_the_whole_board_are_no_loop() {
    let game = "game Cram(free: set of cell)
  move place(p in free, q in touching(p) where q in free) to Cram(free without p without q)
";
    let ask = "expect Cram(board(\"...|...\")) is *1\nexpect Cram(board(\"..\")) is *1\n";
    holds(&format!("{game}{ask}"));
    holds(&format!("{game}  splits into Cram(part) for part in islands(free)\n{ask}"));
    holds(&format!("{game}  splits into Cram(free)\n{ask}"));
    holds(&format!("{game}  same as Cram(free)\n{ask}"));
}

/// `n -> n + 1` took five seconds, then "maximum recursive depth exceeded".
#[test]
fn a_play_that_grows_is_found_at_once() {
    told("game Up(n: nat)\n  move up to Up(n + 1)\nshow Up(0)\n", &["keeps-growing", "Up(0)   up ->  Up(1)"]);
    // First numbers get smaller, then below zero they get larger in amount.
    let down = "game Q(a: int)\n  move down to Q(a - 1)\nshow Q(300)\n";
    told(down, &["keeps-growing", "asked here"]);
}

/// What goes on for ever from one position of a game may end from another one, after a long play.
#[test]
fn a_long_play_may_end_where_another_one_does_not() {
    let text = "game Up(n: nat)\n  move up where n != 6000 to Up(n + 1)\nshow value(Up(7000))\nexpect value(Up(1)) == 1\n";
    let said = complaints(text);
    assert!(said.contains("keeps-growing") && !said.contains("Up(1)"), "{said}");
}

/// "Gets smaller" and "cannot pass zero" were mixed up in one message.
#[test]
fn growing_circling_and_falling_are_told_apart() {
    let only = |text: &str, code: &str| {
        let said = complaints(text);
        let codes: Vec<&str> = said.lines().filter_map(|l| l.strip_prefix("error[")).collect();
        assert!(codes.len() == 1 && codes[0].starts_with(code), "{code}:\n{said}");
    };
    only("game G(n: nat)\n  move up to G(n + 1)\nshow G(0)\n", "keeps-growing]");
    only("game G(n: nat)\n  move go to G((n + 1) mod 3)\nshow G(0)\n", "cycle]");
    only("game G(n: nat)\n  move down to G(n - 1)\nshow G(2)\n", "leaves-its-type]");
    only("game G(n: nat)\n  move stay to G(n)\nshow G(2)\n", "cycle]");
}

/// An explosion of positions ended in an exhausted stack.
#[test]
fn what_is_too_large_says_how_far_it_got() {
    let mut session = Session::new(Budget { positions: 500, ..Budget::default() });
    let text = "game Grow(s: set of nat)\n  move put(k in 1..30 where k not in s) to Grow(s with k)\nshow Grow({})\n";
    let loaded = session.load_text("x.game", text);
    let answer = session.ask(&loaded.questions[0]);
    let Answer::Stopped(stopped) = answer else { panic!("{answer:?}") };
    assert_eq!((stopped.budget, stopped.flag), ("positions", Some("--positions")));
    assert!(stopped.how_far.contains("500 positions"), "{}", stopped.how_far);
}

// ---- messages

/// "Index -3 out of bounds for length 100".
#[test]
fn a_negative_pile_names_the_move_that_led_there() {
    told(
        "game Pile(n: nat)\n  move take(k in {2, 5}) to Pile(n - k)\nshow Pile(4)\n",
        &["leaves-its-type", "n would be -", "take(", "->  Pile(-"],
    );
    told(&format!("{NIM}show Nim(-3)\n"), &["-3", "Nim"]);
    let said = complaints(&format!("{NIM}show Nim(-3)\n"));
    assert!(!said.contains("ndex") && !said.contains("bounds"), "{said}");
}

/// "That variable is not defined", without a suggestion.
#[test]
fn a_misspelt_name_gets_the_nearest() {
    told(&format!("{NIM}show Nmi(3)\n"), &["Did you mean `Nim`?"]);
    told("let triangle(n: nat) = n\nshow triagnle(3)\n", &["Did you mean `triangle`?"]);
    told("game G(beans: nat)\n  move a(k in 1..bean) to G(beans - k)\n", &["Did you mean `beans`?"]);
    told(&format!("{NIM}play Nim(3): tkae(1)\n"), &["Did you mean `take`?"]);
}

/// "Syntax error." with a position only.
#[test]
fn a_syntax_error_says_what_and_asks() {
    let texts =
        ["show (1", "show 1 +", "let x 3", "game G(n) move a to G(n)", "use octal", "show 1 = 2", "expect"];
    for text in texts {
        let said = complaints(text);
        assert!(said.contains('?') && !said.contains("yntax error"), "{text}\n{said}");
    }
}

/// A rule quoted a pile that was commented out: the game could never end and nothing complained.
#[test]
fn a_name_that_was_commented_out_is_unknown() {
    told(
        "# let heap = {1, 2}\ngame G(n: nat)\n  move take(k in heap where k <= n) to G(n - k)\nshow G(3)\n",
        &["unknown-name", "`heap`"],
    );
    told(
        "game G(n: nat)\n  move take(k in {} where k <= n) to G(n - k)\n  move all where n > 0 to G(0)\nshow G(3)\n",
        &["move-never-possible", "`take`"],
    );
}

/// A guard that matters for large numbers only was called always true, and a move for them never possible.
#[test]
fn what_only_large_numbers_decide_is_not_judged_by_small_ones() {
    for text in [
        "game G(n: 1..1000)\n  move double where 2 * n <= 1000 to G(2 * n)\n",
        "game G(n: nat)\n  move take(k in 1..2 where k <= n) to G(n - k)\n  move all where n > 2^10 to G(0)\n",
        "let most = 50 * 100\ngame G(n: nat)\n  move up where n < most to G(n + 1)\n",
        "game Out(players: list of nat)\n  move out where size(players) > 0 to Out(players[2..])\n",
    ] {
        assert_eq!(remarked(text), Vec::<&str>::new(), "{text}");
    }
    let idle = "game G(n: nat)\n  move take(k in 1..n where k < n + 1) to G(n - k)\n";
    assert_eq!(remarked(idle), ["guard-always-true"]);
    let never = "game G(n: nat)\n  move take(k in 1..n where k > 200 * n) to G(n - k)\n";
    assert_eq!(remarked(never), ["move-never-possible"]);
}

/// The codes of all that is remarked on a text that is read.
fn remarked(text: &str) -> Vec<&'static str> {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("x.game", text);
    let remarks = session.remarks(&loaded);
    loaded.diagnostics.iter().chain(&remarks).map(|d| d.code).collect()
}

/// An object named like a keyword: rules dropped, and a misleading error.
#[test]
fn a_word_of_the_language_as_a_name_is_said_so() {
    told("let set = {1, 2}\n", &["`set` is a word of the language, choose another name"]);
    told("game G(move: nat)\n  move a to nothing\n", &["`move` is a word of the language"]);
}

/// Traces showed the action without its arguments.
#[test]
fn plays_show_label_and_arguments() {
    told(
        "game G(n: nat, m: nat)\n  move shift(j in 1..2, k in 1..2) to G(n - j, m + k)\nshow G(3, 0)\n",
        &["shift(", ", "],
    );
    told("game T(s: 0..1)\n  move turn(k in 1..1) to T(1 - s)\nshow T(0)\n", &["turn(1) ->  T(1)"]);
}

/// Final positions were reported as deadlocks.
#[test]
fn a_position_without_moves_is_no_error() {
    holds(&format!(
        "{NIM}show Nim(0)\nexpect Nim(0) is P\nexpect moves(Nim(0)) == []\nplay Nim(1): take(1)\n"
    ));
    holds("game Done(n: nat)\n  move go where n == 1 to Done(0)\nshow Done(0)\n");
}

/// A bounded check was called a theorem; values seen to repeat were reported as if proved.
#[test]
fn what_was_only_seen_is_not_called_proved() {
    let text = "game K(row: list of nat)\n  move k(j in 1..2 where j <= row[1]) to K([row[1] - j])\nperiod K([n]) for n in 0..40\n";
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("x.game", text);
    let answer = session.ask(&loaded.questions[0]);
    let look = fairgame::layout::Look { width: None, color: false };
    let said = fairgame::print::text(&answer, "period K([n])", &look);
    assert!(said.contains("period 3") && said.contains("40"), "{said}");
    assert!(!said.contains("proved") && !said.contains("theorem"), "{said}");
}

/// Asked for the value of a loopy game, the message sent the user to another method, which failed in the same way.
#[test]
fn the_value_of_a_loopy_game_says_what_it_is() {
    let loopy =
        "loopy game Clock(hour: 0..7)\n  move tick(s in {2, 3}) where hour != 0 to Clock((hour + s) mod 8)\n";
    told(&format!("{loopy}show value(Clock(5))\n"), &["value-is-infinite"]);
    told(&format!("{loopy}show remoteness(Clock(2))\n"), &["draw-has-no-end"]);
    told(&format!("{loopy}expect Clock(2) is P\n"), &["expectation-failed"]);
}

/// A heap of 10^10 was answered with "Overflow".
#[test]
fn a_large_pile_is_answered_or_stopped() {
    let mut session =
        Session::new(Budget { positions: 1000, time: Some(Duration::from_secs(5)), ..Budget::default() });
    let text = "use \"heaps\"\nshow value(TakeAway(10^10, {1, 2}))\nshow value(TakeAway(10^200, {1, 2}))\n";
    let loaded = session.load_text("x.game", text);
    assert!(loaded.is_fine());
    for q in &loaded.questions {
        match session.ask(q) {
            Answer::Stopped(_) | Answer::Value { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

// ---- text

/// A closing bracket or a comment after the last line broke the file.
#[test]
fn the_end_of_the_file_is_no_trap() {
    for end in ["# the end", "", "\n\n\n", "\n   ", "\r\n", "\n# the end\n#", "\u{FEFF}", "\n\t# )"] {
        holds(&format!("{NIM}expect Nim(3) is *3 {end}"));
    }
    let said = complaints(&format!("{NIM}expect Nim(3) is P\n)\n"));
    assert!(said.contains("stray-bracket") && said.matches("error[").count() == 1, "{said}");
}

/// Text pasted from a slide: dashes, signs, curly quotes and no-break spaces broke it.
#[test]
fn pasted_text_is_read_as_what_it_means() {
    holds(
        "game Nim(n: nat)\u{A0}
\u{A0}\u{A0}move\u{A0}take(k ∈ 1…n where 1 ≤ k and k ≠ 0) to Nim(n − k)
expect Nim(3 – 1)\u{200B} is *2
expect “a” + „b” == \"ab\" and 2 × 3 ≥ 6 and 4 ∉ {1, 2}
",
    );
}
