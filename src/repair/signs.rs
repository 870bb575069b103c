//! Items without a tree: one word or sign between others may be missing, be another one, or be one too many.

use super::judge::Judge;
use super::place::Place;
use super::{Repair, moved, names};
use crate::diagnostic::{Diagnostic, Replacement};
use crate::syntax::token::Token;

/// Words and signs that join parts. None of them says what is calculated, so one may have been meant by another.
const JOINING: &[&str] = &[",", ":", "where", "in", "to", "for", "=", "of", "into", "when", "as"];
/// What is written for them elsewhere.
const LIKE_JOINING: &[&str] = &[
    ",", ":", ";", "=", "==", "|", "->", "where", "in", "to", "for", "of", "if", "with", "by", "from", "at",
    "on",
];
/// What may be missing.
const MISSING: &[&str] =
    &[",", "where", "to", "in", "for", ")", "(", "]", "}", ":", "=", "of", "into", "when", "as"];
/// What may be one too many.
const NEEDLESS: &[&str] = &[",", ":", ")", "]", "}", "(", "of", "is", "by", "from"];

/// So many words and signs are read in search of a change.
const MOST_WORDS_READ: usize = 20_000;

/// The change after which the item has a tree, and no mistake.
pub(super) fn found(place: &Place, judge: &mut Judge) -> Option<Repair> {
    if place.tokens.is_empty() {
        return None;
    }
    // Long items are read fewer times.
    let most = MOST_WORDS_READ / place.tokens.len();
    let readable = |repairs: Vec<Repair>| {
        repairs.into_iter().take(most).filter(|r| place.reads_with(r)).collect::<Vec<_>>()
    };
    let parts = readable(parts(place));
    let first = parts.iter().position(|r| judge.accepts(r));
    let first = first.or_else(|| parts.iter().position(|r| judge.accepts_as_first_step(r)));
    match first {
        Some(first) => parts.into_iter().nth(first),
        None => readable(signs(place)).into_iter().find(|r| judge.accepts(r)),
    }
}

/// Changes of larger parts, by the shapes that they have.
pub(super) fn parts(place: &Place) -> Vec<Repair> {
    [infix(place), call_in_braces(place), applied(place), moved::unread(place)].concat()
}

/// Changes of one word or sign.
pub(super) fn signs(place: &Place) -> Vec<Repair> {
    [
        unknown_word(place),
        other_words(place),
        other_signs(place),
        missing(place),
        swapped(place),
        needless(place),
        sum_of_parts(place),
        products(place),
    ]
    .concat()
}

/// The tokens around the place where the item could not be read, nearest first.
fn near(place: &Place, steps: &[isize]) -> Vec<usize> {
    let at = place.at.min(place.tokens.len());
    let places = steps.iter().filter_map(|step| at.checked_add_signed(*step));
    places.filter(|&i| i < place.tokens.len()).collect()
}

/// `3 max 5`: a function between its two arguments.
fn infix(place: &Place) -> Vec<Repair> {
    let operator = |&i: &usize| i > 0 && place.is_name(i) && names::has_two_arguments(place, place.word(i));
    let call = |i: usize| {
        let (from, end) = (place.operand_before(i - 1), place.operand_behind(i + 1)?);
        let text = format!("{}({}, {})", place.word(i), place.written(from, i), place.written(i + 1, end));
        Some(place.edit(place.over(from, end), text))
    };
    near(place, &[0, -1, 1]).into_iter().filter(operator).filter_map(call).collect()
}

/// `wo k != 2`, `mostrar P(3)`: a word of another language that joins parts, or begins a question.
fn unknown_word(place: &Place) -> Vec<Repair> {
    let names = near(place, &[0, -1]).into_iter().filter(|&i| place.is_name(i) && place.word(i + 1) != "(");
    let words = |i: usize| if i == 0 { &["show"][..] } else { &["where", "to", "in", "for"][..] };
    names.flat_map(|i| words(i).iter().map(move |word| spaced(place, i, i + 1, word))).collect()
}

/// `a - k b`: what is side by side is multiplied.
fn products(place: &Place) -> Vec<Repair> {
    let factor = |i: usize| matches!(place.token(i), Some(Token::Name | Token::Number));
    let beside = |&i: &usize| {
        let ends = place.word(i - 1) == ")" || factor(i - 1);
        ends && place.is_name(i) && place.word(i + 1) != "(" && !place.around(i).is_empty()
    };
    let all = (1..place.tokens.len()).filter(beside).map(|i| place.behind(Some(i - 1)));
    let edits: Vec<Replacement> = all.map(|span| Replacement { span, text: " *".to_owned() }).collect();
    if edits.is_empty() { vec![] } else { vec![Repair::new(edits)] }
}

/// `min{a, b}`: a call in other brackets.
fn call_in_braces(place: &Place) -> Vec<Repair> {
    let call = |open: usize| {
        let close = place.closing(open).filter(|_| open > 0 && place.is_name(open - 1))?;
        let edit = |i: usize, text: &str| Replacement { span: place.over(i, i + 1), text: text.to_owned() };
        Some(Repair::new(vec![edit(open, "("), edit(close, ")")]))
    };
    near(place, &[0, -1, 1])
        .into_iter()
        .filter(|&i| matches!(place.word(i), "{" | "["))
        .filter_map(call)
        .collect()
}

/// `add 3 4`, `add(3)(4)`: the arguments one by one.
fn applied(place: &Place) -> Vec<Repair> {
    let arguments = |name: usize| {
        let count = names::count_of_parameters(place.text, place.word(name))?;
        let (mut end, mut args) = (name + 1, vec![]);
        while args.len() < count {
            let from = end;
            end = place.argument_behind(from)?;
            let inner = place.word(from) == "(" && place.word(end - 1) == ")";
            let (a, b) = if inner { (from + 1, end - 1) } else { (from, end) };
            args.push(place.written(a, b));
        }
        Some(place.edit(place.over(name, end), format!("{}({})", place.word(name), args.join(", "))))
    };
    let last = place.at.min(place.tokens.len() - 1);
    let first = last.saturating_sub(4);
    (first..=last).rev().filter(|&i| place.is_name(i)).filter_map(arguments).collect()
}

/// `where prime k`: a function that is known, and its arguments one by one.
pub(super) fn known_function(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let beside = d.code == "missing-comma" && !place.tokens.is_empty();
    let calls = if beside { applied(place) } else { vec![] };
    calls.into_iter().filter(|r| place.reads_with(r)).find(|r| judge.accepts(r))
}

fn other_words(place: &Place) -> Vec<Repair> {
    let like = |&i: &usize| LIKE_JOINING.contains(&place.word(i));
    let other = |i: usize| {
        let meant = JOINING.iter().filter(move |word| **word != place.word(i));
        meant.map(move |word| spaced(place, i, i + 1, word))
    };
    near(place, &[0, -1, 1]).into_iter().filter(like).flat_map(other).collect()
}

/// `"n = " & 5`
fn other_signs(place: &Place) -> Vec<Repair> {
    let signs = near(place, &[0, -1, 1]).into_iter();
    let signs =
        signs.filter(|&i| matches!(place.word(i), "&" | "++" | "<>" | "|" | "||" | "&&" | "~" | "^^"));
    let other = |i: usize| ["+", "union", "common"].iter().map(move |sign| spaced(place, i, i + 1, sign));
    signs.flat_map(other).collect()
}

fn missing(place: &Place) -> Vec<Repair> {
    // A word alone lacks more than a sign.
    if place.tokens.len() < 2 {
        return vec![];
    }
    let at = place.at.min(place.tokens.len());
    let places: Vec<usize> = [0, -1, 1, 2, -2].iter().filter_map(|s| at.checked_add_signed(*s)).collect();
    let inserted = |i: usize| MISSING.iter().map(move |word| spaced(place, i, i, word));
    places.into_iter().filter(|&i| 0 < i && i <= place.tokens.len()).flat_map(inserted).collect()
}

fn needless(place: &Place) -> Vec<Repair> {
    // What ends with a colon is not finished.
    let unfinished = |i: usize| place.word(i) == ":" && i + 1 == place.tokens.len();
    let needless = |&i: &usize| NEEDLESS.contains(&place.word(i)) && !unfinished(i);
    let alone = near(place, &[0, -1, 1]).into_iter().filter(needless);
    alone.map(|i| place.edit(place.over(i, i + 1), "")).collect()
}

/// `in k 1..n`: two words that changed places, of which one joins parts.
fn swapped(place: &Place) -> Vec<Repair> {
    let joins =
        |i: usize| matches!(place.word(i), "in" | "to" | "where" | "for" | "of" | "is" | "into" | "when");
    let pairs = near(place, &[-1, 0, -2]).into_iter().filter(|&i| i + 1 < place.tokens.len());
    let one = pairs.filter(|&i| joins(i) != joins(i + 1));
    one.map(|i| place.edit(place.over(i, i + 2), format!("{} {}", place.word(i + 1), place.word(i))))
        .collect()
}

/// `splits into A, B`: positions side by side are a sum.
fn sum_of_parts(place: &Place) -> Vec<Repair> {
    let commas = near(place, &[0, -1]).into_iter().filter(|&i| matches!(place.word(i), "," | "and" | "&"));
    let beside = commas.filter(|&i| {
        i > 0 && place.tokens[i - 1].token.closes() && place.word(i + 1).starts_with(char::is_uppercase)
    });
    beside.map(|i| spaced(place, i, i + 1, "+")).collect()
}

/// A word in place of the tokens `from..to`, with blanks where it needs them.
fn spaced(place: &Place, from: usize, to: usize, word: &str) -> Repair {
    let span = match (from < to, from) {
        (true, _) => place.over(from, to),
        (false, 0) => place.behind(None),
        (false, _) => place.behind(Some(from - 1)),
    };
    let text = &place.text.text;
    // A comma or a closing bracket in place of a word follows what is before it at once.
    let gap = place.behind(from.checked_sub(1));
    let closes = from > 0 && from < to && matches!(word, "," | ")" | "]" | "}" | ":");
    let blank = closes && text[gap.range().end..span.range().start].chars().all(|c| c == ' ');
    let span = if blank { gap.to(span) } else { span };
    let letter = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
    let plain = matches!(word, "," | ")" | "]" | "}" | ":" | "(");
    let before = !plain && letter(text[..span.range().start].chars().next_back());
    let behind = !matches!(word, ")" | "]" | "}" | "(") && letter(text[span.range().end..].chars().next());
    let blank = |needed: bool| if needed { " " } else { "" };
    // Before an operand, a bracket that opens comes after the blank.
    let text = if word == "(" && from == to {
        " (".to_owned()
    } else {
        format!("{}{word}{}", blank(before), blank(behind))
    };
    place.edit(span, text)
}
