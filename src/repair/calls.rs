//! Calls with other arguments than there are parameters, or in another order.

use super::judge::Judge;
use super::names::parameters_of;
use super::place::Place;
use super::{Repair, brackets};
use crate::check::builtins::Builtin;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::Item;
use crate::syntax::parse::readable_items;

/// The most arguments that are put in other orders.
const MOST_ARGUMENTS: usize = 4;

/// The arguments of a call around the mistake in the one order that fits.
pub(super) fn reordered(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !brackets::is_of_types(d) {
        return None;
    }
    calls(place).into_iter().find_map(|(open, close)| {
        let args = arguments(place, open, close);
        let called = place.word(open - 1);
        let count = parameters_of(place.text, called).map(|params| params.len());
        let count = count.or_else(|| Builtin::named(called).map(|_| args.len()))?;
        if args.len() != count || !(2..=MOST_ARGUMENTS).contains(&count) {
            return None;
        }
        // The order that is nearest to the given one, if there is only one such.
        let steps = 1..=count * (count - 1) / 2;
        steps
            .into_iter()
            .find_map(|step| {
                let orders = orders(&args, step).into_iter();
                let calls: Vec<Repair> = orders
                    .map(|args| place.edit(place.over(open, close + 1), format!("({})", args.join(", "))))
                    .collect();
                let good: Vec<Repair> = calls.into_iter().filter(|r| judge.accepts(r)).collect();
                (!good.is_empty()).then_some(good)
            })
            .filter(|good| good.len() == 1)?
            .pop()
    })
}

/// `value(n)`, where the only game of the text has one number: the value of its position.
pub(super) fn of_the_game(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    let open = place.at.checked_sub(1).filter(|&i| place.word(i) == "(")?;
    let asked = open > 0 && matches!(place.word(open - 1), "value" | "outcome" | "winning" | "moves");
    let close = place.closing(open).filter(|_| asked && brackets::is_of_types(d))?;
    let items = readable_items(place.text.file, place.text.text);
    let mut games = items.iter().filter_map(|item| match item {
        Item::Game(game) => Some(game),
        _ => None,
    });
    let game = games.next().filter(|game| game.params.len() == 1 && games.next().is_none())?;
    let text = format!("({}({}))", game.name.text, place.written(open + 1, close));
    let repair = place.edit(place.over(open, close + 1), text);
    judge.accepts(&repair).then_some(repair)
}

/// The call around the mistake with the parameters that were left out.
pub(super) fn filled_up(place: &Place, d: &Diagnostic, judge: &mut Judge) -> Option<Repair> {
    if !brackets::is_of_types(d) {
        return None;
    }
    calls(place).into_iter().find_map(|(open, close)| {
        let args = arguments(place, open, close);
        let params = parameters_of(place.text, place.word(open - 1))?;
        let names: Vec<String> = params.iter().map(|p| p.name.text.clone()).collect();
        let args = Some(filled(&args, &names)?).filter(|_| args.len() < names.len())?;
        let repair = place.edit(place.over(open, close + 1), format!("({})", args.join(", ")));
        judge.accepts(&repair).then_some(repair)
    })
}

fn arguments(place: &Place, open: usize, close: usize) -> Vec<String> {
    place.parts(open + 1, close).iter().map(|&(a, b)| place.written(a, b).to_owned()).collect()
}

/// The calls around the mistake, the innermost first.
fn calls(place: &Place) -> Vec<(usize, usize)> {
    let called = |&(open, _): &(usize, usize)| place.word(open) == "(" && open > 0 && place.is_name(open - 1);
    let mut all = place.around(place.at);
    // `Nim` of `Nim(k, n)` may be the place.
    if place.word(place.at + 1) == "(" {
        all.extend(place.closing(place.at + 1).map(|close| (place.at + 1, close)));
    }
    all.sort_by_key(|&(open, _)| std::cmp::Reverse(open));
    all.into_iter().filter(called).collect()
}

/// The orders of some texts in which so many pairs have changed places.
fn orders(args: &[String], pairs: usize) -> Vec<Vec<String>> {
    if args.is_empty() {
        return if pairs == 0 { vec![vec![]] } else { vec![] };
    }
    // What comes first goes past all that stood before it.
    let with_first = |i: usize| {
        let mut rest = args.to_vec();
        let first = rest.remove(i);
        orders(&rest, pairs - i).into_iter().map(move |more| [vec![first.clone()], more].concat())
    };
    (0..args.len().min(pairs + 1)).flat_map(with_first).collect()
}

/// The arguments in their order, with parameters by their own names where some are missing: those whose names no
/// argument has.
fn filled(args: &[String], names: &[String]) -> Option<Vec<String>> {
    let has = |arg: &String, name: &String| {
        arg.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\'')).any(|word| word == name)
    };
    let missing: Vec<usize> =
        (0..names.len()).filter(|&i| !args.iter().any(|arg| has(arg, &names[i]))).collect();
    if missing.len() + args.len() != names.len() {
        return None;
    }
    let mut rest = args.iter().cloned();
    let call = (0..names.len())
        .map(|i| if missing.contains(&i) { names[i].clone() } else { rest.next().unwrap_or_default() });
    Some(call.collect())
}
