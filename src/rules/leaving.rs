//! Moves that leave the declared types, and rules without a value: found on small positions, and what the rules should say instead.

use super::machine::Machine;
use super::samples::{Samples, samples};
use super::{Kind, Mistake, Stop, weight};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, Game, GameId, Move, Program, Slot};
use crate::check::types::{Shape, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::value::{GamePosition, Part};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// How many positions are looked at, and so much work is done for each game, in rounds of loops.
const POSITIONS: usize = 150;
const STEPS: u64 = 6_000;
/// No search takes longer, whatever a step of it costs.
const TIME: Duration = Duration::from_secs(1);

/// What is wrong with a rule, and the verdict's sentence on it.
pub(super) struct Leaving {
    pub(super) finding: Diagnostic,
    pub(super) sentence: &'static str,
}

/// How sure it is that an author thinks of a position.
#[derive(Clone, Copy, PartialEq)]
enum Meant {
    /// The file names it, or moves lead there from one it names.
    Surely,
    /// Nothing is named, and nothing in it is zero or empty.
    Likely,
    /// It only has the declared types.
    Perhaps,
}

/// A move that leaves the declared types, or a rule without a value, in a position that is one beyond doubt: one that the
/// file names, one that is reached from there, or any of the declared types where one number is all that a position has or
/// the file names none.
pub(super) fn look(machine: &Machine, id: GameId) -> Option<Leaving> {
    let game = machine.program.game(id);
    if game.graph.is_some() || game.moves.is_empty() {
        return None;
    }
    machine.start(machine.budget_beside(TIME, Some(STEPS)));
    let mut waiting = first_positions(machine, id);
    let mut met: BTreeSet<GamePosition> = waiting.iter().map(|(p, _)| p.clone()).collect();
    while let Some((position, meant)) = waiting.pop_front() {
        let choices = match machine.choices(&position) {
            Ok(choices) => choices,
            Err(Stop::Mistake(mistake)) => match of_rules(*mistake, meant) {
                None if meant != Meant::Surely => continue,
                found => return found,
            },
            Err(_) => return None,
        };
        for part in choices.into_iter().flat_map(|c| c.target.parts) {
            let Part::Game(next) = part else { continue };
            if next.game.id == id.0 && met.len() < POSITIONS && met.insert(next.clone()) {
                waiting.push_back((next, meant));
            }
        }
    }
    None
}

fn first_positions(machine: &Machine, id: GameId) -> VecDeque<(GamePosition, Meant)> {
    let game = machine.program.game(id);
    let Samples { named, small, made_up, .. } = samples(machine, id);
    let one_number = game.params.len() == 1 && game.params[0].ty == Type::Int;
    let nobody_asks = named.is_empty();
    let sure = if (one_number || nobody_asks) && !made_up { small } else { vec![] };
    let meant = |p: &GamePosition| match nobody_asks && p.args.iter().all(|v| weight::value_size(v) > 0) {
        true => Meant::Likely,
        false => Meant::Perhaps,
    };
    let sure = sure.into_iter().map(|p| (meant(&p), p)).map(|(meant, p)| (p, meant));
    sure.chain(named.into_iter().map(|p| (p, Meant::Surely))).collect()
}

/// A rule without a value counts where the position is meant. A likely one may still be too small for what a move asks
/// of it, such as a list for its third place; but where the move can be made, it has to lead somewhere.
fn of_rules(mistake: Mistake, meant: Meant) -> Option<Leaving> {
    let in_a_target = || mistake.diagnostic.play.iter().any(|line| line.ends_with("->  ?"));
    let sentence = match mistake.kind {
        Kind::LeavesItsType(_) => "a move leaves the declared type",
        Kind::Other if meant == Meant::Surely || meant == Meant::Likely && in_a_target() => {
            "a rule has no value in the position shown"
        }
        _ => return None,
    };
    Some(Leaving { finding: mistake.diagnostic, sentence })
}

/// Adds to a move's mistake what its rules should say: a shorter range, or a guard.
pub(super) fn mended(d: Diagnostic, program: &Program, game: &Game, m: &Move) -> Diagnostic {
    if let Some((span, text)) = d.span().and_then(|span| Some((span, only_taken(program, game, m, span)?))) {
        return d.instead(span, text);
    }
    let missing = d.span().and_then(|span| Missing::find(program, game, m, span));
    let mut plain = unguarded(program, game);
    plain.sort_by_key(|other| other.0.span != m.span);
    let alike = missing.as_ref().is_some_and(Missing::takes_a_fixed_number)
        && plain.first().is_some_and(|other| other.0.span == m.span);
    if !alike {
        plain.retain(|other| other.0.span != m.span);
    }
    let mended = if alike { Some(d.clone()) } else { missing.and_then(|missing| missing.hint(d.clone())) };
    match mended {
        // What other moves lack in the same way is said where they are.
        Some(mended) => plain.into_iter().fold(mended, |d, (other, condition)| {
            let behind = Span { start: other.span.end, ..other.span };
            let hint = format!("Did you mean `where {condition}`?");
            let d = if other.span == m.span { d.hint(hint) } else { d.also(other.span, hint) };
            d.replace(behind, format!(" where {condition}"))
        }),
        None => d.hint("Is a guard (`where ...`) missing, or should a range be shorter?"),
    }
}

/// `n - k`, for `to Pile(-k)`: what is taken from a number of the position, which is not said.
fn only_taken(program: &Program, game: &Game, m: &Move, span: Span) -> Option<String> {
    let mut found = None;
    m.target.walk(&mut |e| {
        if let Some((id, args)) = e.position()
            && let Some(i) = args.iter().position(|a| a.span == span)
        {
            let param = program.game(id).params.get(i).map(|p| p.name.clone());
            found = param.zip(args[i].behind_minus().and_then(Expr::local));
        }
    });
    let (name, slot) = found?;
    let chosen = m.binders.iter().find_map(|b| bound(b, slot))?;
    game.params.iter().any(|p| p.name == name).then(|| format!("{name} - {chosen}"))
}

/// What a move that changes nothing should say instead, if `max(n - k, 0)` keeps it from leaving the declared types.
pub(super) fn clamped(d: Diagnostic, program: &Program, game: &Game, m: &Move) -> Option<Diagnostic> {
    let mut held_back = vec![];
    m.target.walk(&mut |e| {
        if let Some((id, args)) = e.position() {
            let largest = |a: &Expr| match a.native() {
                Some((Builtin::Max, [a, b])) => [a, b].into_iter().find(|x| x.binary().is_some()).cloned(),
                _ => None,
            };
            held_back.extend(args.iter().enumerate().filter_map(|(i, a)| Some((id, i, largest(a)?))));
        }
    });
    let (id, i, number) = held_back.into_iter().next()?;
    let (number, lo, hi) = changed_number(&number, &program.game(id).params.get(i)?.shape)?;
    Missing { game, moves: m, number: number.clone(), lo, hi }.hint(d)
}

/// The moves that surely leave the declared types somewhere, with the condition that they lack: without choices or guards,
/// they take fixed numbers from natural ones.
fn unguarded<'m>(program: &'m Program, game: &'m Game) -> Vec<(&'m Move, String)> {
    let never_ends_early = game.ends.is_empty() && game.wins.is_empty();
    let plain = |m: &&Move| never_ends_early && m.binders.is_empty() && m.guard.is_none();
    let lacks = |m: &'m Move| {
        let mut spans = vec![];
        m.target.walk(&mut |e| {
            spans.extend(e.position().into_iter().flat_map(|(_, args)| args).map(|a| a.span));
        });
        let missing = spans.into_iter().filter_map(|span| Missing::find(program, game, m, span));
        let conditions: Vec<String> =
            missing.filter(Missing::takes_a_fixed_number).filter_map(|missing| missing.condition()).collect();
        (!conditions.is_empty()).then(|| (m, conditions.join(" and ")))
    };
    game.moves.iter().filter(plain).filter_map(lacks).collect()
}

/// A number that may leave its bounds, somewhere in the position that a move leads to.
struct Missing<'m> {
    game: &'m Game,
    moves: &'m Move,
    number: Expr,
    lo: Option<&'m BigInt>,
    hi: Option<&'m BigInt>,
}

impl<'m> Missing<'m> {
    fn find(program: &'m Program, game: &'m Game, m: &'m Move, span: Span) -> Option<Missing<'m>> {
        let mut found: Option<(GameId, usize, Expr)> = None;
        m.target.walk(&mut |e| {
            if let Some((id, args)) = e.position()
                && let Some(i) = args.iter().position(|a| a.span == span)
            {
                found.get_or_insert_with(|| (id, i, args[i].clone()));
            }
        });
        let (id, i, argument) = found?;
        let (number, lo, hi) = changed_number(&argument, &program.game(id).params.get(i)?.shape)?;
        Some(Missing { game, moves: m, number: number.clone(), lo, hi })
    }

    /// `n - 2`, where n is a natural number of the position.
    fn takes_a_fixed_number(&self) -> bool {
        let Some((BinaryOp::Subtract, a, b)) = self.number.binary() else { return false };
        let of_position = a.local().and_then(|slot| self.game.params.get(slot as usize));
        let natural = |shape: &Shape| matches!(shape, Shape::Range(Some(lo), _) if lo.is_zero());
        self.lo.is_some_and(Zero::is_zero)
            && of_position.is_some_and(|p| natural(&p.shape))
            && b.number().is_some_and(|n| *n > BigInt::zero())
    }

    /// `(n + 1) mod 4`, for `n + 1 mod 4` in 0..3: `mod` binds more tightly than `+`.
    fn around_a_circle(&self) -> Option<String> {
        let (BinaryOp::Add, a, rest) = self.number.binary()? else { return None };
        let (BinaryOp::Mod, b, around) = rest.binary()? else { return None };
        let whole = self.lo.is_some_and(Zero::is_zero)
            && self.hi.zip(around.number()).is_some_and(|(hi, n)| hi + 1 == *n);
        let text = format!("({} + {}) mod {}", self.said(a)?, self.said(b)?, self.said(around)?);
        whole.then_some(text)
    }

    fn hint(&self, d: Diagnostic) -> Option<Diagnostic> {
        if let Some(text) = self.around_a_circle() {
            return Some(d.instead(self.number.span, text));
        }
        if let Some((list, range)) = self.first_and_last() {
            return Some(
                d.hint(format!("Did you mean `{range}`, all numbers of that range?")).replace(list, range),
            );
        }
        if let Some((source, range)) = self.falling_range() {
            let d = d.note("A range goes up; where it begins behind its end it is empty.");
            return Some(d.instead(source, range));
        }
        if let Some((end, name, range)) = self.shorter_range() {
            let hint = format!("Did you mean `{range}` as the end of the range of `{name}`?");
            return Some(d.hint(hint).replace(end, range));
        }
        if let Some(text) = self.swapped() {
            return Some(d.instead(self.number.span, text));
        }
        let condition = self.condition()?;
        Some(self.guarded(d, &condition))
    }

    /// `n - k`, for `k - n` with k in 1..n: what is chosen is taken from what there is.
    fn swapped(&self) -> Option<String> {
        let (BinaryOp::Subtract, taken, whole) = self.number.binary()? else { return None };
        let BinderKind::In { source, .. } = &self.moves.binders[self.bound_by(taken.local()?)?].kind else {
            return None;
        };
        let (param, least) = (self.game.params.get(whole.local()? as usize)?, source.ends()?.0.number()?);
        let natural = matches!(&param.shape, Shape::Range(Some(lo), _) if lo.is_zero());
        (natural && *least >= BigInt::zero())
            .then(|| Some(format!("{} - {}", self.said(whole)?, self.said(taken)?)))?
    }

    /// `1..n`, for `n - k` with k in [1, n].
    fn first_and_last(&self) -> Option<(Span, String)> {
        let (BinaryOp::Subtract, number, taken) = self.number.binary()? else { return None };
        let BinderKind::In { source, .. } = &self.moves.binders[self.bound_by(taken.local()?)?].kind else {
            return None;
        };
        let [first, last] = source.elements()? else { return None };
        let (first, last) = (first.number()?.to_string(), self.said(last)?);
        let whole = matches!(first.as_str(), "0" | "1") && self.said(number)? == last;
        whole.then(|| (source.span, format!("1..{last}")))
    }

    /// `1..n`, for `n - k` with k in n..1.
    fn falling_range(&self) -> Option<(Span, String)> {
        let (BinaryOp::Subtract, number, taken) = self.number.binary()? else { return None };
        let BinderKind::In { source, .. } = &self.moves.binders[self.bound_by(taken.local()?)?].kind else {
            return None;
        };
        let (lo, hi) = source.ends()?;
        let (first, last) = (hi.number().filter(|n| **n <= BigInt::from(1))?, self.said(lo)?);
        (lo.local().is_some() && self.said(number)? == last)
            .then(|| (source.span, format!("{first}..{last}")))
    }

    /// `min(3, n)`, for `n - k` with k in 1..3.
    fn shorter_range(&self) -> Option<(Span, String, String)> {
        let (BinaryOp::Subtract, number, taken) = self.number.binary()? else { return None };
        let i = self.bound_by(taken.local()?)?;
        let known = self.lo.is_some_and(Zero::is_zero) && self.last_bound(number) < Some(i);
        let BinderKind::In { source, .. } = &self.moves.binders[i].kind else { return None };
        let (_, hi) = source.ends().filter(|_| known)?;
        let text = self.said(hi)?;
        let as_written =
            hi.span.range().len() == text.len() && (hi.local().is_some() || hi.number().is_some());
        let range = format!("min({text}, {})", self.said(number)?);
        as_written.then(|| Some((hi.span, self.name(taken.local()?)?, range)))?
    }

    /// What has to hold so that the number stays in its bounds.
    fn condition(&self) -> Option<String> {
        let number = self.said(&self.number)?;
        Some(match (self.number.binary(), self.lo, self.hi) {
            (Some((BinaryOp::Subtract, a, b)), Some(lo), _) if lo.is_zero() => match b.number() {
                Some(n) => format!("{} >= {n}", self.said(a)?),
                None => format!("{} <= {}", self.said(b)?, self.said(a)?),
            },
            (Some((BinaryOp::Subtract, ..)), Some(lo), _) => format!("{number} >= {lo}"),
            (Some((BinaryOp::Add, ..)), _, Some(hi)) => format!("{number} <= {hi}"),
            (_, Some(lo), Some(hi)) => format!("{lo} <= {number} <= {hi}"),
            (_, Some(lo), None) => format!("{number} >= {lo}"),
            (_, None, Some(hi)) => format!("{number} <= {hi}"),
            (_, None, None) => return None,
        })
    }

    /// The condition as a guard of the last choice that it looks at, or of the whole move.
    fn guarded(&self, d: Diagnostic, condition: &str) -> Diagnostic {
        let binders = &self.moves.binders;
        let i = self.last_bound(&self.number).or(binders.len().checked_sub(1));
        let (guard, whole): (Option<&Expr>, Span) = match (i, &self.moves.guard) {
            (None, Some(guard)) => (Some(guard), guard.span),
            (None, None) => (None, self.moves.span),
            (Some(i), _) => (binders[i].guard.as_ref(), binders[i].span),
        };
        let behind = Span { start: whole.end, ..whole };
        let d = d.hint(format!("Did you mean `where {condition}`?"));
        match guard {
            None => d.replace(behind, format!(" where {condition}")),
            Some(g) if matches!(g.binary(), Some((BinaryOp::Or, ..))) => d
                .replace(Span { end: g.span.start, ..g.span }, "(")
                .replace(behind, format!(") and {condition}")),
            Some(_) => d.replace(behind, format!(" and {condition}")),
        }
    }

    /// The last choice that an expression looks at.
    fn last_bound(&self, e: &Expr) -> Option<usize> {
        let mut last = None;
        e.each_slot(&mut |slot| last = last.max(self.bound_by(slot)));
        last
    }

    fn bound_by(&self, slot: Slot) -> Option<usize> {
        self.moves.binders.iter().position(|b| bound(b, slot).is_some())
    }

    fn name(&self, slot: Slot) -> Option<String> {
        let chosen = self.moves.binders.iter().find_map(|b| bound(b, slot));
        chosen.or_else(|| self.game.params.get(slot as usize).map(|p| p.name.clone()))
    }

    /// A number as it is written in the rules; nothing for what takes more than a few signs.
    fn said(&self, e: &Expr) -> Option<String> {
        if let Some(n) = e.number() {
            return Some(n.to_string());
        }
        if let Some(slot) = e.local() {
            return self.name(slot);
        }
        if let Some((tuple, at)) = e.tuple_entry() {
            return Some(format!("{}[{}]", self.said(tuple)?, at + 1));
        }
        if let Some((list, place)) = e.entry() {
            return Some(format!("{}[{}]", self.said(list)?, self.said(place)?));
        }
        if let Some((native, args)) = e.native() {
            let args: Option<Vec<String>> = args.iter().map(|a| self.said(a)).collect();
            return Some(format!("{}({})", native.name(), args?.join(", ")));
        }
        let (op, a, b) = e.binary()?;
        let sign = match op {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Mod => "mod",
            BinaryOp::Power => return Some(format!("{}^{}", self.inside(a)?, self.inside(b)?)),
            _ => return None,
        };
        let first =
            if matches!(op, BinaryOp::Add | BinaryOp::Subtract) { self.said(a) } else { self.inside(a) };
        Some(format!("{} {sign} {}", first?, self.inside(b)?))
    }

    /// The same, in brackets if it is joined by a sign.
    fn inside(&self, e: &Expr) -> Option<String> {
        let text = self.said(e)?;
        Some(if e.binary().is_some() { format!("({text})") } else { text })
    }
}

/// The number in an argument that a move changes, with the bounds that its type gives: the argument itself, or what is put
/// into a list, a set, a bag or a tuple.
fn changed_number<'e, 's>(
    argument: &'e Expr,
    shape: &'s Shape,
) -> Option<(&'e Expr, Option<&'s BigInt>, Option<&'s BigInt>)> {
    match shape {
        Shape::Range(lo, hi) => argument.number().is_none().then_some((argument, lo.as_ref(), hi.as_ref())),
        Shape::Elements(each) => match (argument.native(), argument.binary()) {
            (Some((Builtin::Put, [row, _, x])), _) => {
                changed_number(x, each).or_else(|| changed_number(row, shape))
            }
            (_, Some((BinaryOp::With, rest, x))) => {
                changed_number(x, each).or_else(|| changed_number(rest, shape))
            }
            (_, Some((_, a, b))) => changed_number(b, shape).or_else(|| changed_number(a, shape)),
            _ => argument.elements()?.iter().find_map(|x| changed_number(x, each)),
        },
        Shape::Tuple(shapes) => {
            let mut entries = argument.entries()?.iter().zip(shapes);
            entries.find_map(|(x, s)| changed_number(x, s).filter(|(e, ..)| e.binary().is_some()))
        }
        _ => None,
    }
}

/// The name that a binder gives to a slot.
pub(super) fn bound(binder: &Binder, slot: Slot) -> Option<String> {
    match &binder.kind {
        BinderKind::In { slots, names, .. } => {
            slots.iter().position(|s| *s == slot).map(|i| names[i].clone())
        }
        BinderKind::Is { slot: own, name, .. } => (*own == slot).then(|| name.clone()),
    }
}
