//! Random changes of rules.

use super::wide::Random;

/// What may be written for what.
const SWAPS: &[(&str, &str)] = &[
    ("in 1..", "in 0.."),
    ("in 0..", "in -1.."),
    ("in 0..", "in 1.."),
    ("..<", ".."),
    (" < ", " <= "),
    (" <= ", " < "),
    (" >= ", " > "),
    (" > ", " >= "),
    (" < ", " > "),
    (" == ", " != "),
    (" != ", " == "),
    (" - ", " + "),
    (" + ", " - "),
    (" * ", " + "),
    (" - k", ""),
    (" / 2", " * 2"),
    (" mod ", " / "),
    ("min(", "max("),
    ("max(", "min("),
    (" without ", " with "),
    (" with ", " without "),
    (" minus ", " union "),
    (" minus ", " flip "),
    (" minus ", " common "),
    (" union ", " minus "),
    (" flip ", " union "),
    (" flip ", " minus "),
    (" common ", " union "),
    (" and ", " or "),
    (" or ", " and "),
    (" not in ", " in "),
    ("not ", ""),
    ("any(", "all("),
    ("all(", "any("),
    ("none(", "any("),
    ("then ", "then if 1 == 1 then "),
    (": nat", ": int"),
    (": 1..", ": int"),
    ("set of nat", "set of int"),
    ("list of nat", "list of int"),
    ("bag of nat", "bag of int"),
    ("size(", "sum("),
    ("sum(", "size("),
    ("largest(", "least("),
    ("  ends when ", "  # "),
    ("false", "true"),
    ("true", "false"),
    ("a", "b"),
    ("b", "a"),
    ("r", "c"),
    ("i", "j"),
    ("n", "k"),
    ("k", "n"),
    (" without p", ""),
    (" without n", ""),
    (" without c", ""),
    (" with d", ""),
    (", with", ""),
    ("-1", ""),
    (" - 1", ""),
    (" + 1", ""),
    ("row", "col"),
    ("left", "right"),
];

/// One random change; nothing if it did not apply.
pub(crate) fn mutated(text: &str, random: &mut Random) -> Option<String> {
    match random.below(6) {
        0 => drop_guard(text, random),
        1 => change_number(text, random),
        _ => {
            let (from, to) = SWAPS[random.below(SWAPS.len())];
            let is_word = from.chars().all(char::is_alphanumeric);
            let alone = |i: usize| {
                let near = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                !is_word
                    || !near(text[..i].chars().next_back()) && !near(text[i + from.len()..].chars().next())
            };
            let places: Vec<usize> = text.match_indices(from).map(|m| m.0).filter(|i| alone(*i)).collect();
            let at = *places.get(random.below(places.len()))?;
            Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
        }
    }
}

/// Takes out one `where ...`.
fn drop_guard(text: &str, random: &mut Random) -> Option<String> {
    let places: Vec<usize> = text.match_indices(" where ").map(|m| m.0).collect();
    let at = *places.get(random.below(places.len()))?;
    let mut depth = 0;
    let rest = &text[at + 1..];
    for (i, c) in rest.char_indices() {
        let ends = depth == 0
            && (matches!(c, ')' | ',' | '}' | ']' | '\n')
                || rest[i..].starts_with(" to ")
                || rest[i..].starts_with(" for "));
        if ends {
            return Some(format!("{}{}", &text[..at], &rest[i..]));
        }
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn change_number(text: &str, random: &mut Random) -> Option<String> {
    let digits: Vec<usize> =
        text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
    let at = *digits.get(random.below(digits.len()))?;
    let n: i64 = text[at..=at].parse().ok()?;
    let by = [-1, 1, 2, -2][random.below(4)];
    Some(format!("{}{}{}", &text[..at], n + by, &text[at + 1..]))
}
