//! Choices in another order: what one of them uses is chosen before it.

use super::Repair;
use super::judge::Judge;
use super::place::Place;
use crate::diagnostic::Diagnostic;

/// `take(k in 1..j, j in 1..n)`, `for k in 1..j, j in 1..n`: the choice of a name that is used too early comes first.
pub(super) fn chosen_later(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    (d.code == "unknown-name" && place.is_name(place.at)).then_some(())?;
    let name = place.word(place.at);
    let whole = place.tokens.len();
    let brackets = place.around(place.at).into_iter().map(|(open, close)| (open + 1, close));
    let mut ranges = brackets.chain([(0, whole)]).map(|(from, to)| (behind_for(place, from), to));
    let (from, to) =
        ranges.find(|&(from, to)| place.parts(from, to).iter().any(|&part| binds(place, part, name)))?;
    let mut parts = place.parts(from, to);
    let used = parts.iter().position(|&(from, to)| (from..to).contains(&place.at))?;
    let bound = parts.iter().position(|&part| binds(place, part, name)).filter(|&bound| used < bound)?;
    let moved = parts.remove(bound);
    parts.insert(used, moved);
    let texts: Vec<&str> = parts.iter().map(|&(from, to)| place.written(from, to)).collect();
    let repair = Repair {
        hint: Some(format!("Did you mean `{}`, with `{name}` chosen first?", texts.join(", "))),
        ..place.edit(place.over(from, to), texts.join(", "))
    };
    judge.accepts(&repair).then_some(repair)
}

/// The first choice between two brackets that are around the place, or in a statement: after `for`, if there is one.
fn behind_for(place: &Place, from: usize) -> usize {
    (from..place.at).rev().find(|&i| place.word(i) == "for").map_or(from, |i| i + 1)
}

fn binds(place: &Place, (from, _): (usize, usize), name: &str) -> bool {
    place.word(from) == name && place.word(from + 1) == "in"
}
