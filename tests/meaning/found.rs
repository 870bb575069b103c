//! What the random programs found, each in its smallest form.

use super::compare::compare;
use crate::programs::Program;

/// Nothing differs on these positions.
fn agree(text: &str, positions: &[&str]) {
    let positions = positions.iter().map(|p| p.to_string()).collect();
    let tally = compare(&Program { text: format!("{text}\n"), positions, tame: false });
    assert!(tally.differences.is_empty(), "{text}\n{}", tally.differences.join("\n"));
}

#[test]
fn a_pair_is_a_cell_in_maps_and_inside_tuples() {
    agree(
        "let spots = {((1, 1), 2), ((1, 2), 1)}
         game Tokens(at: map of cell to nat, seen: list of (cell, nat), one: (nat, cell))
           move take(p in at where at[p] > 0) to Tokens(put(at, p, at[p] - 1), seen + [(p, 1)], one)
         let begun(at: map of cell to cell) = Tokens(map(p to 1 for p in at), [p for p in spots], (1, (2, 2)))
         let joined(at: list of cell) = size([(1, 3)] + at) + size(at + [(1, 3)])
         let named = map((1, 2) to (2, 2))",
        &[
            "Tokens(map((1, 2) to 2, (2, 1) to 1), [((1, 1), 3)], (0, (1, 2)))",
            "begun(map((1, 2) to (2, 2)))",
            "begun(named)",
            "*(joined([(1, 3), (2, 2)]))",
        ],
    );
}

#[test]
fn names_of_an_enumeration_are_known_above_its_type() {
    agree(
        "let first = {red, black}
         let is_red(c: red | black) = c == red
         game Light(now: red | black)
           move change where is_red(now) and now in first to Light(black)",
        &["Light(red)"],
    );
}

#[test]
fn two_positions_without_a_value_have_none_together() {
    agree(
        "game Won(n: nat)
           wins when n == 0
           move take(k in 1..n) to Won(n - k)",
        &["Won(0) + Won(0)", "Won(3) + Won(3)", "Won(2) + Won(0) + Won(0)"],
    );
    agree("game Round(n: nat)\n  move stay to Round(n)", &["Round(1) + Round(1)"]);
}

#[test]
fn an_answer_does_not_depend_on_what_was_asked_before() {
    let text = "game Own(n: nat)
           left move round where n == 3 to Own(n)
           right move down where n > 0 to Own(n - 1)";
    agree(text, &["Own(2)", "Own(3)", "Own(3)"]);
    agree(text, &["Own(3)", "Own(2)", "Own(3)", "Own(0)"]);
}
