//! How measures and obstacles are said.

use super::{Feature, Measure, Number, Obstacle, ObstacleKind, Slack, Statistic};
use crate::check::ir::{Game, GameId, Program};
use crate::check::types::Type;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Something in the way of a proof, about a move.
pub(super) fn obstacle(program: &Program, id: GameId, index: usize, text: &str) -> Obstacle {
    let span = program.game(id).moves.get(index).map_or(program.game(id).span, |m| m.span);
    let text = text.to_string();
    Obstacle {
        game: id,
        move_index: index,
        span,
        kind: ObstacleKind::NotSmaller,
        text,
        hint: None,
        doubt: None,
    }
}

/// `2 * a + b - 1`
pub(super) fn sum(terms: impl Iterator<Item = (BigInt, String)>, plus: &BigInt) -> String {
    let mut text = String::new();
    let mut add = |negative: bool, what: String| {
        text += match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &what;
    };
    let one = BigInt::from(1);
    let mut terms: Vec<(BigInt, String)> = terms.collect();
    if terms.len() == 1 && terms[0].0 < BigInt::ZERO && *plus > BigInt::ZERO {
        // 40 - n
        let (c, name) = terms.remove(0);
        let factor = if -&c == one { name } else { format!("{} * {name}", -c) };
        return format!("{plus} - {factor}");
    }
    terms.sort_by_key(|t| t.0 < BigInt::ZERO);
    let none = terms.is_empty();
    for (c, name) in terms {
        let size = if c < BigInt::ZERO { -&c } else { c.clone() };
        let what = if size == one { name } else { format!("{size} * {name}") };
        add(c < BigInt::ZERO, what);
    }
    if *plus != BigInt::ZERO || none {
        let negative = *plus < BigInt::ZERO;
        let size = if negative { -plus } else { plus.clone() };
        add(negative, size.to_string());
    }
    text
}

/// A measure as an expression.
pub(super) fn expression(game: &Game, measure: &Measure) -> String {
    let mut terms: Vec<(BigInt, String)> = vec![];
    for (c, f) in &measure.terms {
        let term = (c.clone(), feature(game, f));
        // What may be added is all that moves add, of whichever each does.
        let is_told = matches!(f, Feature::Slack { of: Slack::Written, .. }) && terms.contains(&term);
        terms.extend((!is_told).then_some(term));
    }
    sum(terms.into_iter(), &(&measure.plus + &measure.told_more))
}

/// A number of a position, in words.
fn feature(game: &Game, f: &Feature) -> String {
    match f {
        Feature::Of { param, at, number } => {
            let mut name = game.params[*param].name.clone();
            at.iter().for_each(|i| name += &format!("[{}]", i + 1));
            let is_map = at.is_empty() && matches!(game.params[*param].ty, Type::Map(..));
            let entry = if is_map { format!("{name}[x]") } else { "x".into() };
            match number {
                Number::Itself => name,
                Number::Abs => format!("abs({name})"),
                Number::Is(i) => match &game.params[*param].ty {
                    Type::Enum(names) if at.is_empty() => {
                        format!("({name} == {})", names[*i])
                    }
                    _ => format!("({name} is case {})", i + 1),
                },
                Number::Row => format!("{name}.row"),
                Number::Lives => format!("lives({name})"),
                Number::Col => format!("{name}.col"),
                Number::Of(Statistic::Size) => format!("size({name})"),
                Number::Of(Statistic::Sum) => match entries(&game.params[*param].ty) {
                    Some(Type::Enum(names)) => by_index(&game.params[*param].ty, names, &name),
                    // `sum(m)` is that of the keys.
                    _ if is_map => format!("sum({entry} for x in {name})"),
                    _ => format!("sum({name})"),
                },
                Number::Of(Statistic::Count(case)) => match entries(&game.params[*param].ty) {
                    Some(Type::Enum(names)) => counted(&game.params[*param].ty, &names[*case], &name),
                    _ => format!("how often {name} has case {}", case + 1),
                },
                Number::Of(Statistic::Binary) => format!("sum(2^x for x in {name})"),
                Number::Of(Statistic::Moment) => by_place(&game.params[*param].ty, "i", &name),
                Number::Of(Statistic::BinaryByPlace) => by_place(&game.params[*param].ty, "2^i", &name),
                Number::Of(Statistic::MomentFromEnd) => {
                    by_place(&game.params[*param].ty, &format!("(size({name}) + 1 - i)"), &name)
                }
                Number::Of(g @ (Statistic::Squares | Statistic::PowersOfThree)) => {
                    let x = &entry;
                    let each = if *g == Statistic::Squares { format!("{x}^2") } else { format!("3^{x}") };
                    format!("sum({each} for x in {name})")
                }
                Number::Of(g @ (Statistic::Rows | Statistic::Cols)) => {
                    side(&game.params[*param].ty, *g == Statistic::Rows, &name)
                }
                Number::Of(Statistic::Sizes) => format!("sum(size({entry}) for x in {name})"),
                Number::Of(Statistic::Sums) => format!("sum(sum({entry}) for x in {name})"),
                Number::Of(Statistic::LeastRow) => format!("the least row of {name}"),
                Number::Of(Statistic::LeastCol) => format!("the least column of {name}"),
                Number::Of(Statistic::LargestRow) => format!("the largest row of {name}"),
                Number::Of(Statistic::LargestCol) => format!("the largest column of {name}"),
            }
        }
        Feature::Slack { param, of } => {
            let end = |(rule, n): &(Option<usize>, BigInt)| {
                sum(rule.iter().map(|i| (BigInt::from(1), game.params[*i].name.clone())), n)
            };
            let of = match of {
                Slack::Rule(i) => game.params[*i].name.clone(),
                Slack::Range(lo, hi) => format!("({}..{})", end(lo), end(hi)),
                Slack::Written => "what may be added".into(),
            };
            format!("size({of} minus {})", game.params[*param].name)
        }
        Feature::While { param, case, of } => {
            let name = &game.params[*param].name;
            let case = match &game.params[*param].ty {
                Type::Enum(names) => format!("{name} == {}", names[*case]),
                _ if *case == 1 => name.clone(),
                _ => format!("not {name}"),
            };
            format!("(if {case} then {} else 0)", feature(game, of))
        }
        Feature::Decreases(0) if !is_pair(game) => "the measure after `decreases`".into(),
        Feature::Decreases(i) => format!("number {} after `decreases`", i + 1),
    }
}

/// What is in a collection, or the values of a map.
fn entries(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Set(t) | Type::Bag(t) | Type::List(t) | Type::Map(_, t) => Some(t),
        _ => None,
    }
}

/// `count(x == ripe for x in field)`
fn counted(ty: &Type, case: &str, name: &str) -> String {
    match ty {
        Type::Map(..) => format!("count({name}[k] == {case} for k in {name})"),
        _ => format!("count(x == {case} for x in {name})"),
    }
}

/// What the cases of an enumeration sum up to, if each counts its place in the list of cases.
fn by_index(ty: &Type, names: &[String], name: &str) -> String {
    let case = |(i, case): (usize, &String)| match i {
        1 => counted(ty, case, name),
        i => format!("{i} * {}", counted(ty, case, name)),
    };
    let all: Vec<String> = names.iter().enumerate().skip(1).map(case).collect();
    if all.len() == 1 { all.join("") } else { format!("({})", all.join(" + ")) }
}

/// What the places of a list sum up to, each as often as the number there says; the cases of an enumeration count their place in the
/// list of cases.
fn by_place(ty: &Type, each: &str, name: &str) -> String {
    let where_it = |is: &str| format!("sum({each} for i in indices({name}) where {name}[i]{is})");
    let names = match entries(ty) {
        Some(Type::Enum(names)) => names,
        Some(Type::Bool) => return where_it(""),
        _ => return format!("sum({each} * {name}[i] for i in indices({name}))"),
    };
    let case = |(i, case): (usize, &String)| match i {
        1 => where_it(&format!(" == {case}")),
        i => format!("{i} * {}", where_it(&format!(" == {case}"))),
    };
    let all: Vec<String> = names.iter().enumerate().skip(1).map(case).collect();
    if all.len() == 1 { all.join("") } else { format!("({})", all.join(" + ")) }
}

/// `; needs: ...`, if anything is known to be missing.
pub(super) fn needs(all: &[String]) -> String {
    if all.is_empty() { String::new() } else { format!("; needs: {}", all.join(", and ")) }
}

/// The types of the entries of the tuples in a collection.
fn sides(ty: &Type) -> Option<&[Type]> {
    match entries(ty) {
        Some(Type::Tuple(ts)) => Some(ts),
        _ => None,
    }
}

/// The first or second entries of the tuples in a collection, or the rows or columns of its cells, summed up.
fn side(ty: &Type, first: bool, name: &str) -> String {
    let Some(ts) = sides(ty) else {
        return format!("sum(max(p.{}, 0) for p in {name})", if first { "row" } else { "col" });
    };
    let names: Vec<String> = (1..=ts.len()).map(|i| format!("x{i}")).collect();
    let (which, all) = (if first { 1 } else { 2 }, names.join(", "));
    match ts[which - 1] {
        Type::Bool => format!("count(x{which} for ({all}) in {name})"),
        _ => format!("sum(max(x{which}, 0) for ({all}) in {name})"),
    }
}

fn is_pair(game: &Game) -> bool {
    game.decreases.as_ref().is_some_and(|e| matches!(e.ty, Type::Tuple(_)))
}

/// What decreases, as a sentence without its full stop.
pub(super) fn sentence(program: &Program, id: GameId, measures: &BTreeMap<GameId, Vec<Measure>>) -> String {
    let game = program.game(id);
    let Some(own) = measures.get(&id) else { return String::new() };
    let does = |m: &Measure| match m.terms.as_slice() {
        [] => "leads further in a fixed order of the games".into(),
        _ => format!("makes {} smaller", expression(game, m)),
    };
    let texts: Vec<String> = own.iter().map(does).collect();
    let may_pass = own.iter().any(|m| m.may_pass_zero);
    match texts.as_slice() {
        [one] if may_pass => format!("each move {one}, and there is none once it is zero or less"),
        [first, rest @ ..] if may_pass => format!(
            "each move {first}, or leaves it and {}, and only while that is above zero",
            rest.join(", or leaves it and ")
        ),
        [] => "no move leads back to this game".into(),
        [_] if own[0].terms.len() == 1 && &own[0].plus + &own[0].told_more == BigInt::ZERO => {
            format!("{} gets smaller with every move, and cannot pass zero", expression(game, &own[0]))
        }
        [one] => format!("each move {one}, and it cannot pass zero"),
        [first, rest @ ..] => format!(
            "each move {first}, or leaves it and {}; neither can pass zero",
            rest.join(", or leaves it and ")
        ),
    }
}
