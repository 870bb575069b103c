//! A program on which something differs, made small.

use super::compare::compare;
use crate::programs::Program;
use crate::{printer, shrink};
use fairgame::source::FileId;
use fairgame::syntax::ast::{Item, StatementKind};
use fairgame::syntax::parse::parse;

/// Everything left out that is not needed for something to differ, positions included; what differs then is told.
pub(crate) fn smallest(program: &Program) -> String {
    let asked: String = program.positions.iter().map(|p| format!("show {p}\n")).collect();
    let small =
        shrink::shrunk(&format!("{}\n{asked}", program.text), 400, &|text| !differences(text).is_empty());
    let why = differences(&small);
    format!("{small}--- {}", why.join("\n--- "))
}

/// What differs on the positions shown, if it is not that the smaller program is none.
fn differences(text: &str) -> Vec<String> {
    let (asked, rules): (Vec<Item>, Vec<Item>) =
        parse(FileId(0), text).items.into_iter().partition(|i| matches!(i, Item::Statement(_)));
    let positions = asked.iter().filter_map(|i| match i {
        Item::Statement(s) => match &s.kind {
            StatementKind::Show { expr, .. } => Some(printer::expr(expr)),
            _ => None,
        },
        _ => None,
    });
    let small = Program { text: printer::program(&rules), positions: positions.collect(), tame: false };
    let refused = |why: &String| ["refused", "not parsed", "nonsense"].iter().any(|w| why.contains(w));
    compare(&small).differences.into_iter().filter(|why| !refused(why)).collect()
}

#[test]
fn what_is_not_needed_is_left_out() {
    let text = "let two = 1 + 1
        game Other(n: nat)
          move down where n > 0 to Other(n - 1)
        game G(n: nat, s: set of nat)
          move take(k in 1..n, j in s where j < k) where n > two to G(n - k, s without j) + *(n mod 3)
          move put(k in 1..n) to G(n - k, s)
        show G(3, {1})
        show Other(2)";
    let small = shrink::shrunk(text, 1000, &|text| text.contains("move take") && text.contains("mod"));
    assert_eq!(
        small.split_whitespace().collect::<Vec<_>>().join(" "),
        "game G(n: nat, s: set of nat) move take to n mod 3"
    );
}
