//! Moves that leave the declared types: found on small positions, and what the rules should say instead.

use super::machine::Machine;
use super::samples::{Samples, samples};
use super::{Mistake, Stop};
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, Game, GameId, Move, Slot};
use crate::check::types::{Shape, Type};
use crate::diagnostic::Diagnostic;
use crate::engine::Budget;
use crate::source::Span;
use crate::value::{GamePosition, Part};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::{BTreeSet, VecDeque};

/// How many positions are looked at, and so much work is done for each game, in rounds of loops.
const POSITIONS: usize = 150;
const STEPS: u64 = 20_000;

/// A move that leaves the declared types, in a position that is one beyond doubt: one that the file names, one that is
/// reached from there, or any number where one number is all that a position has.
pub(super) fn look(machine: &Machine, id: GameId) -> Option<Diagnostic> {
    let game = machine.program.game(id);
    if game.graph.is_some() || game.moves.is_empty() {
        return None;
    }
    let Samples { named, small, made_up, .. } = samples(machine, id);
    let one_number = game.params.len() == 1 && game.params[0].ty == Type::Int;
    let sure = if one_number && !made_up { small } else { vec![] };
    machine.start(Budget { steps: Some(STEPS), ..Budget::default() });
    let mut waiting: VecDeque<GamePosition> = sure.into_iter().chain(named).collect();
    let mut met: BTreeSet<GamePosition> = waiting.iter().cloned().collect();
    while let Some(position) = waiting.pop_front() {
        let choices = match machine.choices(&position) {
            Ok(choices) => choices,
            Err(Stop::Mistake(mistake)) => return of_this_kind(*mistake),
            Err(_) => return None,
        };
        for part in choices.into_iter().flat_map(|c| c.target.parts) {
            let Part::Game(next) = part else { continue };
            if next.game.id == id.0 && met.len() < POSITIONS && met.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    None
}

fn of_this_kind(mistake: Mistake) -> Option<Diagnostic> {
    mistake.leaves_its_type().then_some(mistake.diagnostic)
}

/// Adds to a move's mistake what its rules should say: a shorter range, or a guard.
pub(super) fn mended(d: Diagnostic, game: &Game, m: &Move) -> Diagnostic {
    let place = d.span();
    let Some(missing) = place.and_then(|span| Missing::find(game, m, span)) else {
        return d.hint("Is a guard (`where ...`) missing, or should a range be shorter?");
    };
    missing.hint(d, m)
}

/// What is missing where `number - taken` may fall below 0.
struct Missing<'m> {
    game: &'m Game,
    binders: &'m [Binder],
    number: String,
    taken: Taken,
}

enum Taken {
    Number(BigInt),
    /// By the index of its binder.
    Chosen(usize, String),
}

impl<'m> Missing<'m> {
    fn find(game: &'m Game, m: &'m Move, span: Span) -> Option<Missing<'m>> {
        let mut found: Option<Expr> = None;
        m.target.walk(&mut |e| {
            if let Some((_, args)) = e.position() {
                found = args.iter().find(|a| a.span == span).cloned().or(found.take());
            }
        });
        let found = found?;
        let (BinaryOp::Subtract, number, taken) = found.binary()? else { return None };
        let param = game.params.get(number.local()? as usize)?;
        let natural = matches!(&param.shape, Shape::Range(Some(lo), _) if lo.is_zero());
        let taken = match (taken.number(), taken.local()) {
            (Some(n), _) => Taken::Number(n.clone()),
            (_, Some(slot)) => {
                let mut binders = m.binders.iter().enumerate();
                let (i, name) = binders.find_map(|(i, b)| Some((i, bound(b, slot)?)))?;
                Taken::Chosen(i, name)
            }
            _ => return None,
        };
        natural.then(|| Missing { game, binders: &m.binders, number: param.name.clone(), taken })
    }

    fn hint(&self, d: Diagnostic, m: &Move) -> Diagnostic {
        match &self.taken {
            Taken::Chosen(i, name) => match self.end_of_range(*i) {
                Some((end, text)) => {
                    let range = format!("min({text}, {})", self.number);
                    d.hint(format!("Did you mean `{range}` as the end of the range of `{name}`?"))
                        .replace(end, range)
                }
                None => self.guarded(d, m, Some(*i), &format!("{name} <= {}", self.number)),
            },
            Taken::Number(n) => self.guarded(d, m, None, &format!("{} >= {n}", self.number)),
        }
    }

    /// The end of the range that a choice runs through, if it is a number or a name.
    fn end_of_range(&self, binder: usize) -> Option<(Span, String)> {
        let BinderKind::In { source, .. } = &self.binders[binder].kind else { return None };
        let (_, hi) = source.range()?;
        let text = match hi.number() {
            Some(n) => n.to_string(),
            None => self.game.params.get(hi.local()? as usize)?.name.clone(),
        };
        (hi.span.range().len() == text.len()).then_some((hi.span, text))
    }

    /// The condition as a guard of a choice, or of the whole move.
    fn guarded(&self, d: Diagnostic, m: &Move, binder: Option<usize>, condition: &str) -> Diagnostic {
        let hint = format!("Did you mean `where {condition}`?");
        let i = binder.or(self.binders.len().checked_sub(1));
        let (guard, whole): (Option<&Expr>, Span) = match (i, &m.guard) {
            (None, Some(guard)) => (Some(guard), guard.span),
            (None, None) => (None, m.span),
            (Some(i), _) => (self.binders[i].guard.as_ref(), self.binders[i].span),
        };
        let behind = Span { start: whole.end, ..whole };
        let d = d.hint(hint);
        match guard {
            None => d.replace(behind, format!(" where {condition}")),
            Some(g) if matches!(g.binary(), Some((BinaryOp::Or, ..))) => d
                .replace(Span { end: g.span.start, ..g.span }, "(")
                .replace(behind, format!(") and {condition}")),
            Some(_) => d.replace(behind, format!(" and {condition}")),
        }
    }
}

/// The name that a binder gives to a slot.
fn bound(binder: &Binder, slot: Slot) -> Option<String> {
    match &binder.kind {
        BinderKind::In { slots, names, .. } => {
            slots.iter().position(|s| *s == slot).map(|i| names[i].clone())
        }
        BinderKind::Is { .. } => None,
    }
}
