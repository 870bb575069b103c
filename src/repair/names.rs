//! Names that mean nothing: the one parameter that fits in their place. And what the names of a text stand for.

use super::judge::Judge;
use super::place::Place;
use super::{Repair, Text};
use crate::check::builtins::{self, Builtin};
use crate::diagnostic::{Diagnostic, Replacement};
use crate::source::Span;
use crate::syntax::ast::{Item, Param};
use crate::syntax::items::cut;
use crate::syntax::parse::items_named;
use crate::syntax::token::is_keyword;

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
    if matches!(&*word, "empty" | "emptyset" | "EmptySet" | "Empty") {
        let span = place.over(place.at, place.at + 1);
        let collections = ["{}", "[]", "\"\""].into_iter().map(|text| place.edit(span, text));
        return collections.into_iter().find(|r| judge.accepts(r));
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
    // Where the names of an enumeration are listed, one of them was meant.
    if d.lists_names() {
        return None;
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
/// Those of the parameters of a game, likeliest first.
const IN_GAMES: &[&str] = &[
    "nat",
    "set of nat",
    "list of nat",
    "set of cell",
    "cell",
    "bag of nat",
    "text",
    "bool",
    "list of bool",
    "list of list of nat",
    "map of nat to nat",
    "position",
];

/// `let win(A: game) = outcome(A) == N`, `game Coins(heads)`: the type with which the rest has a meaning.
pub(super) fn one_type(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !matches!(d.code, "unknown-type" | "missing-type") {
        return None;
    }
    match place.word(0) {
        "let" => judge.only(TYPES.iter().filter_map(|ty| typed(place, ty)).collect()),
        "game" | "loopy" => {
            let untyped = untyped(place);
            let open = untyped.iter().flat_map(|&name| IN_GAMES.iter().map(move |ty| (name, ty)));
            let at_once = open.map(|(name, ty)| {
                let edits = untyped.iter().map(|&i| Replacement {
                    span: place.behind(Some(i)),
                    text: format!(": {}", if i == name { ty } else { "nat" }),
                });
                Repair::new(edits.collect())
            });
            let one = if untyped.is_empty() { IN_GAMES } else { &[] };
            at_once.chain(one.iter().filter_map(|ty| typed(place, ty))).find(|r| judge.accepts(r))
        }
        _ => None,
    }
}

/// The parameter at a place with that type.
fn typed(place: &Place, ty: &str) -> Option<Repair> {
    let colon = |i: usize| place.word(i) == ":";
    match [place.at, place.at.wrapping_sub(1), place.at + 1].into_iter().find(|&i| colon(i)) {
        Some(colon) => {
            let end = (colon + 1..place.tokens.len()).find(|&i| matches!(place.word(i), "," | ")"))?;
            Some(match end == colon + 1 {
                true => place.edit(place.behind(Some(colon)), format!(" {ty}")),
                false => place.edit(place.over(colon + 1, end), ty),
            })
        }
        None => place.is_name(place.at).then(|| place.edit(place.behind(Some(place.at)), format!(": {ty}"))),
    }
}

/// The parameters of a game that have no type.
fn untyped(place: &Place) -> Vec<usize> {
    let open = if place.word(0) == "loopy" { 3 } else { 2 };
    let close = if place.word(open) == "(" { place.closing(open) } else { None };
    let bare = |i: &usize| {
        place.is_name(*i) && matches!(place.word(i - 1), "(" | ",") && matches!(place.word(i + 1), "," | ")")
    };
    close.map_or(vec![], |close| (open + 1..close).filter(bare).collect())
}

/// `let of(n: nat) = n + 1` and `show of(2)`: a word of the language as a name gets another, also where it is used: where
/// it is called, or else wherever it begins no line.
pub(super) fn of_a_word(place: &Place, _: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let (text, word) = (place.text.text, place.word(place.at));
    if !is_keyword(word) {
        return None;
    }
    let (_, code) = cut(text);
    let written = |i: usize| code.get(i).map_or("", |t| t.word(text));
    let defines = |i: usize| i > 0 && matches!(written(i - 1), "let" | "game" | "graph");
    if !(1..code.len()).any(|i| written(i) == word && defines(i)) {
        return None;
    }
    let begins_line = |i: usize| text[..code[i].span.start].trim_end_matches([' ', '\t']).ends_with('\n');
    let named = |i: usize, called: bool| {
        let used = i > 0 && !begins_line(i) && (!called || written(i + 1) == "(");
        written(i) == word && (defines(i) || used)
    };
    [true, false].into_iter().find_map(|called| {
        let all: Vec<usize> = (0..code.len()).filter(|&i| named(i, called)).collect();
        let edits = all.iter().map(|&i| Replacement {
            span: Span::new(place.text.file, code[i].span.start, code[i].span.end),
            text: format!("{word}_"),
        });
        let hint = Some(format!("Would `{word}_` do, or `my_{word}`?"));
        let repair = Repair { edits: edits.collect(), hint };
        (all.len() > 1 && judge.accepts(&repair)).then_some(repair)
    })
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

/// The parameters of a game or function of that name, which may be in another text.
pub(super) fn parameters_of(text: &Text, name: &str) -> Option<Vec<Param>> {
    let own = items_named(text.file, text.text, name);
    own.iter().chain(text.elsewhere).find_map(|item| match item {
        Item::Game(game) if game.name.text == name => Some(game.params.clone()),
        Item::Let(def) if def.name.text == name => def.params.clone(),
        _ => None,
    })
}

/// How many parameters a game, a graph or a function has, which may be one of the library that nothing uses yet.
pub(super) fn count_of_parameters(text: &Text, name: &str) -> Option<usize> {
    let graph = |item: &Item| matches!(item, Item::Graph(graph) if graph.name.text == name);
    let vertex = || items_named(text.file, text.text, name).iter().any(graph).then_some(1);
    parameters_of(text, name).map(|params| params.len()).or_else(vertex).or_else(|| (text.arity)(name))
}

/// Whether a name may be that of a function with two arguments.
pub(super) fn has_two_arguments(place: &Place, name: &str) -> bool {
    let own = || count_of_parameters(place.text, name) == Some(2);
    Builtin::named(name).is_some() && builtins::TABLE.iter().any(|row| row.0 == name) || own()
}
