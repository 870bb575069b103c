//! What beginners are told: the mistakes of a first afternoon, each with everything the program says about it.

use crate::support;

use support::complaints;

/// Compares what is said with the snapshot of that name.
#[track_caller]
fn says(name: &str, text: &str) {
    let said = complaints(text);
    assert!(!said.trim().is_empty(), "{name}: nothing is said about\n{text}");
    for title in said.lines().filter_map(|l| l.strip_prefix("error[").or(l.strip_prefix("warning["))) {
        let title = title.split_once("]: ").map_or("", |t| t.1);
        assert!(!title.starts_with(char::is_lowercase), "{name}: `{title}` begins with a small letter");
        assert!(!title.ends_with('.'), "{name}: `{title}` ends with a full stop");
    }
    insta::assert_snapshot!(name, said);
}

// ---- the sixteen mistakes of a first afternoon

#[test]
fn a_bracket_never_closed() {
    says(
        "a_bracket_never_closed",
        "game Nim(n: nat)
  move take(k in 1..n to Nim(n - k)
show Nim(3)
",
    );
}

#[test]
fn one_equals_sign_to_compare() {
    says(
        "one_equals_sign_to_compare",
        "game Nim(n: nat)
  move take(k in 1..n where k mod 2 = 1) to Nim(n - k)
expect value(Nim(3)) = 3
",
    );
}

#[test]
fn an_arrow_in_place_of_to() {
    says(
        "an_arrow_in_place_of_to",
        "game Nim(n: nat)
  move take(k in 1..n) -> Nim(n - k)
game Row(n: nat)
  move knock(k in 1..n) => Row(n - k)
",
    );
}

#[test]
fn a_parameter_without_a_type() {
    says(
        "a_parameter_without_a_type",
        "game Nim(n)
  move take(k in 1..n) to Nim(n - k)
",
    );
}

#[test]
fn a_move_without_a_name() {
    says(
        "a_move_without_a_name",
        "game Nim(n: nat)
  move (k in 1..n) to Nim(n - k)
",
    );
}

#[test]
fn a_word_of_the_language_as_a_name() {
    says(
        "a_word_of_the_language_as_a_name",
        "game Coins(set: set of nat)
  move take(c in set) to Coins(set without c)
let to = 3
",
    );
}

#[test]
fn an_unknown_name() {
    says(
        "an_unknown_name",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(m - k)
show Nmi(3)
let piles = 3
show pile + 1
",
    );
}

#[test]
fn the_wrong_number_of_arguments() {
    says(
        "the_wrong_number_of_arguments",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
show Nim(3, 4)
show Nim()
",
    );
}

#[test]
fn a_target_that_is_a_number() {
    says(
        "a_target_that_is_a_number",
        "game Nim(n: nat)
  move take(k in 1..n) to n - k
",
    );
}

#[test]
fn minus_on_a_set() {
    says(
        "minus_on_a_set",
        "game Coins(coins: set of nat)
  move take(c in coins) to Coins(coins - c)
",
    );
}

#[test]
fn a_choice_from_endlessly_many() {
    says(
        "a_choice_from_endlessly_many",
        "game Nim(n: nat)
  move take(k in nat where k <= n) to Nim(n - k)
  move drop(k in 1..) to Nim(n)
",
    );
}

#[test]
fn a_move_that_leaves_its_range() {
    says(
        "a_move_that_leaves_its_range",
        "game Nim(n: nat)
  move take(k in 1..3) to Nim(n - k)
show Nim(10)
",
    );
}

#[test]
fn a_rule_that_asks_whose_turn_it_is() {
    says(
        "a_rule_that_asks_whose_turn_it_is",
        "game Nim(n: nat)
  move take(k in 1..n where player == 1) to Nim(n - k)
",
    );
}

#[test]
fn a_list_index_of_0() {
    says(
        "a_list_index_of_0",
        "let allowed = [1, 3, 4]
game Nim(n: nat)
  move take(i in 0..2 where allowed[i] <= n) to Nim(n - allowed[i])
show allowed[0]
",
    );
}

#[test]
fn a_list_index_that_becomes_0() {
    says(
        "a_list_index_that_becomes_0",
        "let allowed = [1, 3, 4]
game Nim(n: nat)
  move take(i in 0..2 where allowed[i] <= n) to Nim(n - allowed[i])
show Nim(5)
",
    );
}

#[test]
fn a_move_that_can_never_be_made() {
    says(
        "a_move_that_can_never_be_made",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
  move more(k in 1..n where k > n) to Nim(n - k)
",
    );
}

#[test]
fn a_failed_expectation() {
    says(
        "a_failed_expectation",
        "game Nim(n: nat)
  move take(k in 1..2 where k <= n) to Nim(n - k)
expect Nim(3) is N
expect value(Nim(n)) == n for n in 0..5
",
    );
}

// ---- more of them

#[test]
fn several_mistakes_in_one_run() {
    says(
        "several_mistakes_in_one_run",
        "let a = bb
game Nim(n nat)
  move take(k in 1..n) to Nim(n - k)
show {1, 2} - {1}
show (1 + 2
show 1.5
expect 1 = 2
",
    );
}

#[test]
fn a_move_without_the_word_move() {
    says(
        "a_move_without_the_word_move",
        "game H(n: nat)
  take(k in 1..n) to H(n - k)
game K(n: nat)
  move take(k in 1..n) to K(n - k)
  split(a in 1..n) to K(a) + K(n - a)
  go where n > 0 to K(n - 1)
game L(n: nat)
take(k in 1..n) to L(n - k)
",
    );
}

#[test]
fn is_between_numbers() {
    says(
        "is_between_numbers",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
expect value(Nim(3)) is 3
expect Nim(3) == 3
expect outcome(Nim(3)) is N
expect not Nim(3) is P
expect winning(Nim(3)) is [\"take(3)\"]
expect all(Nim(n) is N for n in 1..3)
",
    );
}

#[test]
fn is_something_else() {
    says(
        "is_something_else",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
expect Nim(3) is p
expect Nim(3) is win
expect Nim(3) is N-position
expect Nim(3) is 0
expect Nim(3) is a win
expect Nim(3) is not P
expect Nim(3) is losing
expect Nim(3) is P-position
expect Nim(3) is value(Nim(3))
",
    );
}

#[test]
fn a_table_of_one_outcome() {
    says(
        "a_table_of_one_outcome",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
table only P Nim(a) for a in 0..9
table P Nim(a) for a in 0..9
table P: Nim(a) for a in 0..9
table only P of Nim(a) for a in 0..9
table Nim(a)
",
    );
}

#[test]
fn brackets_open_at_the_end() {
    says(
        "brackets_open_at_the_end",
        "show (1 + 2
show (
show {1,
  2
",
    );
}

#[test]
fn a_question_without_show() {
    says(
        "a_question_without_show",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
1 + 1
let a = 3
1 + a
Nim(3)
nim(3)
",
    );
}

#[test]
fn a_module_that_is_not_there() {
    says(
        "a_module_that_is_not_there",
        "use \"foo.game\"
use \"foo\"
use \"octals\"
use octal
show Octal(12, [7, 7])
",
    );
}

#[test]
fn numbers_with_a_decimal_point() {
    says(
        "numbers_with_a_decimal_point",
        "show 0.77
show 1.5
show 1.
show .5
",
    );
}

#[test]
fn habits_of_other_languages() {
    says(
        "habits_of_other_languages",
        "game A(n: nat) {
  move take(k in 1..n) to A(n - k)
}
game B(n: nat):
  move take(k in 1..n) to B(n - k)
game C(n: nat)
  move take(k in 1..n) to C(n - k)
end
game D(n: nat) =
  move take(k in 1..n) to D(n - k)
",
    );
}

#[test]
fn conditions_and_targets_in_other_words() {
    says(
        "conditions_and_targets_in_other_words",
        "game A(n: nat)
  move take(k in 1..n) then A(n - k)
game B(n: nat)
  move take(k in 1..n if k < 3) to B(n - k)
game C(n: nat)
  move take(k in 1..n) if n > 2 to C(n - k)
game D(n: nat)
  move take(k in 1..n) to D(n - k) if n > 2
game E(n: nat)
  move take(k from 1 to n) to E(n - k)
game F(n: nat)
  move take(1..n) to F(n - k)
game G(n: nat)
  ends if n == 0
  move take(k in 1..n) to G(n - k)
",
    );
}

#[test]
fn plays_that_are_not_possible() {
    says(
        "plays_that_are_not_possible",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
play Nim(7): take 2
play Nim(7): tkae(2)
",
    );
}

#[test]
fn a_move_that_is_not_legal() {
    says(
        "a_move_that_is_not_legal",
        "game Nim(n: nat)
  move take(k in 1..n) to Nim(n - k)
play Nim(7): take(8)
play Nim(7) + Nim(5): take(2)
",
    );
}

#[test]
fn positions_joined_with_or() {
    says(
        "positions_joined_with_or",
        "game G(a: nat)
  move x(k in 1..a) to G(a - k) or G(0)
",
    );
}

// ---- where: tabs, line ends, wide characters, pasted signs

#[test]
fn places_with_tabs_and_line_ends() {
    says(
        "places_with_tabs_and_line_ends",
        "\
         show 1\r\n\
         \tshow\t1 + nmae\r\n\
         game Nim(n: nat)\r\n\
         \tmove take(k in 1..n)\tto Nim(n\t- m)\r\n",
    );
}

#[test]
fn places_behind_wide_characters() {
    says(
        "places_behind_wide_characters",
        "\
         show size(\"世界😀\") + nmae\n\
         let 石 = 3\n\
         show 石 + größe + nmae # 世界\n\
         show \"e\u{301}\" + na\u{308}me\n",
    );
}

#[test]
fn pasted_signs_are_read() {
    says(
        "pasted_signs_are_read",
        "\
         game Nim(n: nat)\n\
         \u{A0}\u{A0}move take(k in 1…n where 1 ≤ k and k ≠ 0) to\u{A0}Nim(n − k)\n\
         expect Nim(3)\u{200B} is *3 and 3 × 2 == 6\n\
         expect “a” + „b“ == \"ab\"\n\
         show n – m\n\
         show Nim(2 − 5)\n",
    );
}

#[test]
fn pasted_signs_that_mean_something_else() {
    says(
        "pasted_signs_that_mean_something_else",
        "game Nim(n: nat)
  move take(k ∈ 1..n) → Nim(n − k)
show {1} ∪ {2}
show 1 ∧ 2
show 3 € 4
show ‘text’
",
    );
}

#[test]
fn names_from_elsewhere() {
    says(
        "names_from_elsewhere",
        "let n = 7
show n div 2
show n // 2
show floor(n / 2)
show even(n)
show len({1, 2})
show sqrt(n)
show True
",
    );
}

#[test]
fn a_condition_where_nothing_is_chosen() {
    says(
        "a_condition_where_nothing_is_chosen",
        "game Half(n: nat)
  move halve(where n >= 1) to Half(n / 2)
",
    );
}

#[test]
fn an_enumeration_in_brackets() {
    says(
        "an_enumeration_in_brackets",
        "game Toads(row: list of {t, f, e})
  move hop(i in 1..size(row)-1 where row[i] == t) to Toads(put(row, i, e))
show Toads([t, e, f])
show coins + coins
show 2 * coins
",
    );
}
