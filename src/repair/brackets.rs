//! Values in other brackets than those that their type is written in, and values of which a question was meant.

use super::Repair;
use super::judge::Judge;
use super::place::Place;
use crate::diagnostic::{Diagnostic, Replacement};
use crate::source::Span;

/// The brackets of tuples, sets and lists.
const PAIRS: &[(&str, &str)] = &[("(", ")"), ("{", "}"), ("[", "]")];
/// What may be asked of a value, if it is the only question that fits.
const ASKED: &[&str] = &["value(", "letters(", "outcome("];
/// What may be asked of the other side of a comparison.
const COMPARED: &[&str] = &["value(", "size(", "outcome("];

/// Whether a mistake is one of types, which other brackets, orders or a question may mend.
pub(super) fn is_of_types(d: &Diagnostic) -> bool {
    matches!(d.code, "wrong-type" | "wrong-number-of-arguments" | "not-a-function" | "not-a-collection")
}

/// The one kind of bracket that fits, or the one question.
pub(super) fn found(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !is_of_types(d) {
        return None;
    }
    if let Some(repair) = end_of_range(place).filter(|r| judge.accepts(r)) {
        return Some(repair);
    }
    let pairs: Vec<(usize, usize)> = place.around(place.at).into_iter().take(2).collect();
    pairs.into_iter().find_map(|pair| judge.only(in_others(place, pair))).or_else(|| judge.only(asked(place)))
}

/// `table value(A) and outcome(A) for ...`: several columns.
pub(super) fn columns(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !is_of_types(d) {
        return None;
    }
    let and = (1..place.tokens.len()).filter(|&i| place.word(0) == "table" && place.word(i) == "and");
    let edits: Vec<Replacement> = and
        .map(|i| Replacement {
            span: place.behind(Some(i - 1)).to(place.over(i, i + 1)),
            text: ",".to_owned(),
        })
        .collect();
    let repair = Repair::new(edits);
    (!repair.edits.is_empty() && judge.accepts(&repair)).then_some(repair)
}

/// `expect [A, B] == [1, 2]`: the values of positions beside numbers.
pub(super) fn values(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !is_of_types(d) || place.word(0) != "expect" {
        return None;
    }
    let equals = (2..place.tokens.len()).find(|&i| matches!(place.word(i), "==" | "!="))?;
    let list = |open: usize| {
        let close = place.closing(open).filter(|_| matches!(place.word(open), "[" | "{"))?;
        let asked = |&(from, end): &(usize, usize)| Replacement {
            span: place.over(from, end),
            text: format!("value({})", place.written(from, end)),
        };
        let edits: Vec<Replacement> = place.parts(open + 1, close).iter().map(asked).collect();
        Some(Repair::new(edits)).filter(|r| !r.edits.is_empty())
    };
    [1, equals + 1].into_iter().filter_map(list).find(|r| judge.accepts(r))
}

/// `k in 1..s`, where s is a list: the entry of the place that was chosen before, or how many there are.
fn end_of_range(place: &Place) -> Option<Repair> {
    let (at, row) = (place.at, place.word(place.at));
    let end = place.is_name(at) && at > 1 && matches!(place.word(at - 1), ".." | "..<");
    let chosen = (0..at).rev().find(|&i| {
        place.word(i) == "in" && place.word(i + 1) == "indices" && place.word(i + 3) == row && i > 0
    });
    let text = match chosen {
        Some(i) => format!("{row}[{}]", place.word(i - 1)),
        None => format!("size({row})"),
    };
    end.then(|| place.edit(place.over(at, at + 1), text))
}

/// The same values in brackets of other kinds; also without any, for a call in which they stand is one already.
fn in_others(place: &Place, (open, close): (usize, usize)) -> Vec<Repair> {
    let inside = place.word(open.wrapping_sub(1)) == "(" && place.word(close + 1) == ")";
    // Brackets of a call need no second ones around one value.
    let one = place.parts(open + 1, close).len() == 1;
    let others = PAIRS.iter().filter(|pair| pair.0 != place.word(open) && !(inside && one && pair.0 == "("));
    let in_pair = |(a, b): &(&str, &str)| {
        let edit = |i: usize, text: &str| Replacement { span: place.over(i, i + 1), text: text.to_owned() };
        Repair::new(vec![edit(open, a), edit(close, b)])
    };
    let mut all: Vec<Repair> = others.map(in_pair).collect();
    if inside {
        all.push(in_pair(&("", "")));
    }
    all
}

/// The value of the mistake as what a question is about.
fn asked(place: &Place) -> Vec<Repair> {
    let text = &place.text.text[place.span.range()];
    if text.is_empty() {
        return vec![];
    }
    // The other side of a comparison may be what is asked about.
    let other = (1..=place.at.min(place.tokens.len() - 1))
        .rev()
        .find(|&i| matches!(place.word(i), "==" | "!=" | "is"));
    let left = other.filter(|&i| place.at == i + 1);
    let left = left.map(|i| place.over(place.operand_before(i - 1), i));
    let asked = |span: Span, questions: &'static [&'static str]| {
        let text = place.text.text[span.range()].trim_end().to_owned();
        questions.iter().map(move |f| place.edit(span, format!("{f}{text})")))
    };
    asked(place.span, ASKED).chain(left.into_iter().flat_map(|span| asked(span, COMPARED))).collect()
}
