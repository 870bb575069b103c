//! Names that are defined twice: the second gets another name, also where it is used below, or goes.

use super::Repair;
use super::judge::Judge;
use super::place::Place;
use crate::diagnostic::{Diagnostic, Replacement};
use crate::source::Span;
use crate::syntax::items::cut;
use crate::syntax::token::{Lexed, Token};

/// The change after which each name is defined once.
pub(super) fn found(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if d.code != "defined-twice" || !place.is_name(place.at) {
        return None;
    }
    let name = place.word(place.at).to_owned();
    let twice = d.labels.iter().filter(|l| !l.primary && l.span.file == place.text.file);
    if twice.count() == 1 && is_same_again(place, d) {
        let span = place.over(0, place.tokens.len());
        let hint = Some("Can the second one be left out? Both say the same.".to_owned());
        return Some(Repair { edits: vec![Replacement { span, text: String::new() }], hint })
            .filter(|r| judge.accepts(r));
    }
    let new = free_name(place.text.text, &name);
    [true, false].into_iter().map(|below| renamed(place, &name, &new, below)).find(|r| judge.accepts(r))
}

/// Whether the two definitions are the same, word for word.
fn is_same_again(place: &Place, d: &Diagnostic) -> bool {
    let text = place.text.text;
    let own = place.tokens.first().map_or(0, |t| t.span.start);
    let before = |span: Span| span.range().start < own;
    let Some(first) = d.labels.iter().find(|l| !l.primary && before(l.span)) else { return false };
    let (items, code) = cut(text);
    let earlier = items.iter().rev().find(|item| item.span.start <= first.span.range().start);
    earlier.is_some_and(|item| {
        let words = |tokens: &[Lexed]| tokens.iter().map(|t| t.word(text).to_owned()).collect::<Vec<_>>();
        words(&code[item.tokens.clone()]) == words(&place.tokens)
    })
}

/// A name like that one that the text does not have.
fn free_name(text: &str, name: &str) -> String {
    (2..).map(|k| format!("{name}_{k}")).find(|new| !text.contains(new)).unwrap_or_default()
}

/// The second definition, and what is below it if that is meant, with another name. What a `let` is made from, and
/// what is above, is still the first.
fn renamed(place: &Place, name: &str, new: &str, below: bool) -> Repair {
    let own_body = place.word(0) != "let";
    let end = place.tokens.last().map_or(0, |t| t.span.end);
    let inside = place.tokens.iter().skip(place.at).take(if own_body { usize::MAX } else { 1 });
    let (_, code) = cut(place.text.text);
    let behind = code.iter().filter(|t| below && t.span.start >= end);
    let same = |t: &&Lexed| t.token == Token::Name && t.word(place.text.text) == name;
    let edits = inside.chain(behind).filter(same).map(|t| Replacement {
        span: Span::new(place.text.file, t.span.start, t.span.end),
        text: new.to_owned(),
    });
    let what = if below { "for the second one, and below it" } else { "for the second one" };
    Repair { edits: edits.collect(), hint: Some(format!("Would `{new}` do {what}?")) }
}
