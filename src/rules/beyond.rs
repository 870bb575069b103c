//! Places that a list does not have, and keys that a map does not have: what a move's choice should say instead.

use super::Stop;
use super::leaving::bound;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Condition, Expr, Game, Move, Slot};
use crate::check::types::Type;
use crate::source::Span;
use num_bigint::BigInt;
use num_traits::Zero;

/// Adds to a mistake about a place what is meant: a choice that begins at 1 or goes through the places, where it begins at 0 or goes
/// through the entries; or a guard, where a place beside what was chosen is asked for.
pub(super) fn explained(stop: Stop, game: &Game, m: &Move) -> Stop {
    let Stop::Mistake(mut mistake) = stop else { return stop };
    let d = &mut mistake.diagnostic;
    if d.code == "no-such-place"
        && d.hints.is_empty()
        && let Some((name, source, text)) = d.span().and_then(|span| choice_of_place(game, m, span))
    {
        *d = d.clone().hint(format!("Did you mean `{name} in {text}`?")).replace(source, text);
    } else if d.code == "no-such-place"
        && d.hints.is_empty()
        && let Some(span) = d.span()
        && let Some((binder, condition, otherwise)) = place_beyond(game, m, span)
    {
        *d = match &binder.guard {
            Some(guard) => {
                let before = Span { end: guard.span.start, ..guard.span };
                // Next to the first or last entry there is none: what the guard says of it may hold or not.
                let asked = guard.span.start <= span.start && span.end <= guard.span.end;
                let or = if asked { format!(", or `where {otherwise} or ...`") } else { String::new() };
                let d = d.clone().hint(format!("Did you mean `where {condition} and ...`{or}?"));
                d.replace(before, format!("{condition} and "))
            }
            None => {
                let behind = Span { start: binder.span.end, ..binder.span };
                let d = d.clone().hint(format!("Did you mean `where {condition}`?"));
                d.replace(behind, format!(" where {condition}"))
            }
        };
    }
    Stop::Mistake(mistake)
}

/// For `row[i + 1]` or `row[i - 1]` with i in indices(row), or a map in place of the list: the choice of i, and what has to hold
/// of it; and the opposite.
fn place_beyond<'m>(game: &Game, m: &'m Move, span: Span) -> Option<(&'m Binder, String, String)> {
    let mut found: Option<(Expr, BinaryOp, Slot, BigInt)> = None;
    m.clone().expressions_mut().for_each(|e| {
        e.walk(&mut |e| {
            let entry = e.entry().filter(|(_, place)| e.span == span || place.span == span);
            if let Some((row, (op @ (BinaryOp::Add | BinaryOp::Subtract), a, b))) =
                entry.and_then(|(row, place)| Some((row, place.binary()?)))
                && let Some((place, by)) = a.local().zip(b.number())
            {
                found.get_or_insert((row.clone(), op, place, by.clone()));
            }
        });
    });
    let (row, op, place, by) = found?;
    let name = &game.params.get(row.local()? as usize)?.name;
    let joins = |b: &Binder| b.guard.as_ref().is_none_or(|g| !matches!(g.condition(), Condition::Or(..)));
    let binder = m.binders.iter().find(|b| bound(b, place).is_some() && joins(b))?;
    let i = bound(binder, place)?;
    let (left, [sign, opposite], right) = match (op, &row.ty) {
        (BinaryOp::Add, Type::Map(..)) => (format!("{i} + {by}"), ["in", "not in"], name.clone()),
        (_, Type::Map(..)) => (format!("{i} - {by}"), ["in", "not in"], name.clone()),
        (BinaryOp::Add, _) => (format!("{i} + {by}"), ["<=", ">"], format!("size({name})")),
        _ => (i, [">", "<="], by.to_string()),
    };
    Some((binder, format!("{left} {sign} {right}"), format!("{left} {opposite} {right}")))
}

/// The choice whose number is the place at `span`: its name, where its range from 0 is written, and what is meant.
fn choice_of_place(game: &Game, m: &Move, span: Span) -> Option<(String, Span, String)> {
    let mut found: Option<(Slot, Slot)> = None;
    m.clone().expressions_mut().for_each(|e| {
        e.walk(&mut |e| {
            let entry = e.entry().filter(|(_, place)| e.span == span || place.span == span);
            if let Some((Some(row), Some(place))) = entry.map(|(row, place)| (row.local(), place.local())) {
                found.get_or_insert((row, place));
            }
        });
    });
    let (of_row, place) = found?;
    let of_move = m.binders.iter().find_map(|b| bound(b, of_row));
    let row = of_move.or_else(|| game.params.get(of_row as usize).map(|p| p.name.clone()))?;
    let binder = m.binders.iter().find(|b| bound(b, place).is_some())?;
    let BinderKind::In { source, .. } = &binder.kind else { return None };
    let zero = source.ends().is_some_and(|(lo, _)| lo.number().is_some_and(Zero::is_zero));
    // `i in row`, which is an entry of it and not its place.
    let entry = source.local().is_some_and(|slot| slot == of_row);
    (zero || entry).then(|| Some((bound(binder, place)?, source.span, format!("indices({row})"))))?
}
