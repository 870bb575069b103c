//! Items with more than one mistake: each is mended by its own hint or by a small change, one after the other, until
//! the item has none. All of it is one hint then, so that nobody has to follow a chain of them.

use super::judge::Judge;
use super::place::Place;
use super::{Repair, Text, signs};
use crate::diagnostic::{Diagnostic, Replacement, applied};
use crate::source::Span;

/// As many mistakes of one item are mended together.
const MOST_MENDED: usize = 4;
/// As many small changes are tried for each of them.
const MOST_TRIED: usize = 30;

/// The changes after which the item has no mistake.
pub(super) fn found(text: &Text, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let (mut now, mut current) = (text.text.to_owned(), d.clone());
    for _ in 0..MOST_MENDED {
        let (changed, found) = step(text, &now, d, &current, judge)?;
        if judge.is_better(&found) {
            return Some(difference(text, &changed));
        }
        current = judge.instead_of(d, &found).first().map(|&f| f.clone())?;
        now = changed;
    }
    None
}

/// The text without its present mistake, and what is found in it: nothing more, or a mistake further on. The first
/// mistake was `d`.
fn step(
    text: &Text,
    now: &str,
    d: &Diagnostic,
    current: &Diagnostic,
    judge: &mut Judge,
) -> Option<(String, Vec<Diagnostic>)> {
    let here = Text { text: now, ..*text };
    let place = Place::of(&here, current)?;
    let own = Some(Repair::new(current.replacements.clone())).filter(|r| !r.edits.is_empty());
    let (parts, small) = match place.is_readable() {
        true => (vec![], vec![]),
        false => (signs::parts(&place), signs::signs(&place)),
    };
    let ways = parts.into_iter().chain(own).chain(small.into_iter().take(MOST_TRIED));
    // How much comes after a mistake says how far a text was read.
    let behind = |text: &str, f: &Diagnostic| f.span().map(|s| text.len() - s.range().start.min(text.len()));
    ways.filter_map(|way| applied(&way.edits, text.file, now)).find_map(|changed| {
        let found = judge.mistakes_of(&changed)?;
        let further = match judge.instead_of(d, &found).as_slice() {
            [one] => behind(&changed, one) < behind(now, current),
            _ => false,
        };
        (judge.is_better(&found) || further).then_some((changed, found))
    })
}

/// What has to be changed for another text, as one change.
fn difference(text: &Text, changed: &str) -> Repair {
    let old = text.text;
    let same = |a: std::str::Chars, b: std::str::Chars| {
        a.zip(b).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>()
    };
    let start = same(old.chars(), changed.chars());
    let (rest, new) = (&old[start..], &changed[start..]);
    let behind = rest.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
    let behind: usize = behind.map(|(c, _)| c.len_utf8()).sum();
    let span = Span::new(text.file, start, old.len() - behind);
    Repair::new(vec![Replacement { span, text: new[..new.len() - behind].to_owned() }])
}
