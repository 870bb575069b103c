//! Names that mean nothing: the one parameter that fits in their place. And what the names of a text stand for.

use super::judge::Judge;
use super::place::Place;
use super::{Repair, Text};
use crate::check::builtins::{self, Builtin};
use crate::diagnostic::{Diagnostic, Replacement};
use crate::syntax::ast::{Item, Param};
use crate::syntax::parse::parse;

/// `Nim(m - k)` in a game with the parameter `n` alone.
pub(super) fn found(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let word = place.word(place.at).to_owned();
    if d.code != "unknown-name"
        || judge.finds_more(place.piece(), d)
        || !place.is_name(place.at)
        || place.word(place.at + 1) == "("
    {
        return None;
    }
    let alone = |i: usize, words: &[&str]| words.contains(&place.word(i));
    if alone(place.at.wrapping_sub(1), &["==", "!=", "(", ",", "{", "["])
        && alone(
            place.at + 1,
            &["==", "!=", ")", ",", "}", "]", "to", "where", "and", "or", "then", "for", ""],
        )
    {
        let span = place.over(place.at, place.at + 1);
        let quoted = place.edit(span, format!("\"{word}\""));
        if judge.accepts(&quoted) {
            return Some(quoted);
        }
    }
    let everywhere = |name: &str| {
        let same = (0..place.tokens.len()).filter(|&i| place.word(i) == word && place.is_name(i));
        Repair::new(same.map(|i| Replacement { span: place.over(i, i + 1), text: name.to_owned() }).collect())
    };
    let bound =
        (0..place.tokens.len()).any(|i| place.word(i) == word && matches!(place.word(i + 1), "in" | "="));
    // `n - m` means no `n - n`.
    let beside = |name: &String| {
        [place.at.checked_sub(2), Some(place.at + 2)].iter().flatten().any(|&i| place.word(i) == name)
    };
    let own = parameters(place).into_iter().filter(|name| *name != word && !bound && !beside(name));
    judge.only(own.map(|name| everywhere(&name)).collect())
}

/// The types that a parameter may have meant.
const TYPES: &[&str] =
    &["nat", "position", "text", "bool", "cell", "set of nat", "list of nat", "set of cell"];

/// `let win(A: game) = outcome(A) == N`, `let win(A) = ...`: the one type with which the rest has a meaning.
pub(super) fn one_type(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !matches!(d.code, "unknown-type" | "missing-type") || place.word(0) != "let" {
        return None;
    }
    let colon = |i: usize| place.word(i) == ":";
    let at = [place.at, place.at.wrapping_sub(1), place.at + 1].into_iter().find(|&i| colon(i));
    let typed = |ty: &&str| match at {
        Some(colon) => {
            let end = (colon + 1..place.tokens.len()).find(|&i| matches!(place.word(i), "," | ")"))?;
            Some(match end == colon + 1 {
                true => place.edit(place.behind(Some(colon)), format!(" {ty}")),
                false => place.edit(place.over(colon + 1, end), *ty),
            })
        }
        None => place.is_name(place.at).then(|| place.edit(place.behind(Some(place.at)), format!(": {ty}"))),
    };
    judge.only(TYPES.iter().filter_map(typed).collect())
}

/// The parameters of the item of a place.
fn parameters(place: &Place) -> Vec<String> {
    let open = if place.word(0) == "loopy" { 3 } else { 2 };
    let close = match (place.word(0), place.word(open)) {
        ("game" | "loopy" | "let", "(") => place.closing(open),
        _ => None,
    };
    let typed = |i: &usize| place.is_name(*i) && place.word(i + 1) == ":";
    close.map_or(vec![], |close| (open..close).filter(typed).map(|i| place.word(i).to_owned()).collect())
}

/// The parameters of a game or function of that name, which may stand in another text.
pub(super) fn parameters_of(text: &Text, name: &str) -> Option<Vec<Param>> {
    let own = parse(text.file, text.text).items;
    own.iter().chain(text.elsewhere).find_map(|item| match item {
        Item::Game(game) if game.name.text == name => Some(game.params.clone()),
        Item::Let(def) if def.name.text == name => def.params.clone(),
        _ => None,
    })
}

/// Whether a name may be that of a function with two arguments.
pub(super) fn has_two_arguments(place: &Place, name: &str) -> bool {
    let own = || parameters_of(place.text, name).is_some_and(|params| params.len() == 2);
    Builtin::named(name).is_some() && builtins::TABLE.iter().any(|row| row.0 == name) || own()
}
