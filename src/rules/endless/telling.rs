//! Endless plays in words: the same for the checker and for a solver that meets one.

use super::play::{Endless, Step};
use crate::check::ir::{BinaryOp, BinderKind, Expr, Game, GameId, Slot};
use crate::diagnostic::Diagnostic;
use crate::rules::leaving;
use crate::rules::machine::Machine;
use crate::source::Span;
use crate::value::{GamePosition, Part, Value};
use num_traits::Zero;
use std::collections::BTreeSet;

/// How many moves are shown at most.
const SHOWN: usize = 12;

/// An endless play as a mistake, move by move.
pub(crate) fn describe(machine: &Machine, play: &Endless) -> Diagnostic {
    match play {
        Endless::Cycle(steps) => cycle(machine, steps),
        Endless::Grows { round, goes_on } => growing(machine, round, goes_on),
    }
}

fn game_of<'m>(machine: &'m Machine, step: &Step) -> &'m Game {
    machine.program.game(GameId(step.from.game.id))
}

fn title(game: &Game) -> String {
    match game.graph {
        Some(_) => format!("Wrong: a play on the graph {} can go on for ever", game.name),
        None => format!("Wrong: a play of {} can go on for ever", game.name),
    }
}

fn cycle(machine: &Machine, steps: &[Step]) -> Diagnostic {
    let game = game_of(machine, &steps[0]);
    let mut d = Diagnostic::error("cycle", title(game));
    let nothing = (steps.len() == 1).then(|| nothing_chosen(game, &steps[0])).flatten();
    d = match &nothing {
        Some((name, span)) => d.at(*span, format!("{name} can be 0")),
        None => labels(machine, d, steps),
    };
    d = rules_here(d, game, &steps[0]);
    for (i, step) in steps.iter().take(SHOWN).enumerate() {
        d = d.play(line(step, i + 1 == steps.len()));
    }
    if steps.len() > SHOWN {
        d = d.play(format!("... and after {} moves it is back at the first position", steps.len()));
    }
    if game.graph.is_some() {
        return d.hint("Should one of these arrows be left out, or turned round?");
    }
    let loopy = format!("write `loopy game {}`", game.name);
    if let Some((name, place)) =
        nothing.as_ref().and_then(|(name, span)| Some((name, begins_with_zero(game, *span)?)))
    {
        return d.hint(format!("Should the choices of `{name}` begin with 1?")).replace(place, "1");
    }
    if nothing.is_none() && steps.len() == 1 && steps[0].is_whole() {
        let held_back = leaving::clamped(d.clone(), &machine.program, game, &game.moves[steps[0].index]);
        if let Some(d) = held_back {
            return d;
        }
    }
    d.hint(match nothing {
        Some((name, _)) => format!("Should the guard also say 1 <= {name} ?"),
        None if steps.len() == 1 && steps[0].is_whole() => match unused_choice(game, &steps[0]) {
            Some(name) => format!("Where the move leads, `{name}` is not used: should it be?"),
            None => "Should a guard keep this move from changing nothing?".to_string(),
        },
        None if steps.len() == 1 => "Should every part be smaller than the whole?".to_string(),
        None => format!("Should a guard forbid this? Or may positions repeat? Then {loopy}."),
    })
}

/// A choice of a move that makes no difference to where it leads.
fn unused_choice<'g>(game: &'g Game, step: &Step) -> Option<&'g str> {
    let m = &game.moves[step.index];
    let mut used = BTreeSet::new();
    m.target.each_free_slot(&mut |slot| used.extend([slot]));
    m.binders.iter().find_map(|binder| match &binder.kind {
        BinderKind::In { slots, names, .. } if slots.iter().all(|slot| !used.contains(slot)) => {
            names.first().map(String::as_str)
        }
        _ => None,
    })
}

/// The rules that a play is played by, which the positions in it leave out.
fn rules_here(d: Diagnostic, game: &Game, step: &Step) -> Diagnostic {
    let rules = game.params.iter().zip(step.from.args.iter()).filter(|(p, _)| p.is_rule);
    let rules: Vec<String> = rules.map(|(p, v)| format!("{} = {v}", p.name)).collect();
    if rules.is_empty() { d } else { d.note(format!("Here {}.", rules.join(", "))) }
}

/// The moves of a play in the rules, the first one first; each clause once.
fn labels(machine: &Machine, mut d: Diagnostic, steps: &[Step]) -> Diagnostic {
    let game = game_of(machine, &steps[0]);
    if game.graph.is_some() {
        return d.at(game.span, "its arrows run in a cycle");
    }
    let mut seen: Vec<Span> = vec![];
    for (i, step) in steps.iter().enumerate().take(SHOWN) {
        let span = game_of(machine, step).moves[step.index].span;
        if seen.contains(&span) {
            continue;
        }
        seen.push(span);
        d = match i {
            0 if steps.len() == 1 => d.at(span, "this move can be made for ever"),
            0 => d.at(span, format!("first {}", step.name)),
            _ => d.also(span, format!("then {}", step.name)),
        };
    }
    d
}

fn growing(machine: &Machine, round: &[Step], goes_on: &[Step]) -> Diagnostic {
    let game = game_of(machine, &round[0]);
    let mut d = Diagnostic::error("keeps-growing", title(game));
    d = rules_here(labels(machine, d, round), game, &round[0]);
    for step in round.iter().chain(goes_on) {
        d = d.play(line(step, false));
    }
    let d = d.play("... and so on: whenever these moves can be made, they can be made again");
    let falls = round[0].from.args.iter().zip(goes_on.iter().flat_map(|s| s.from.args.iter()));
    let falls = falls.into_iter().any(|(a, b)| matches!((a, b), (Value::Int(a), Value::Int(b)) if b < a));
    d.hint(if falls {
        "Should a number here not pass zero: is `nat` its type, rather than `int`?"
    } else {
        "Does some move have to make a number smaller, or should a range have a largest number?"
    })
}

/// A move as a line of a play; `back`: it ends where the play began.
pub(crate) fn line(step: &Step, back: bool) -> String {
    let end = match back {
        false => "",
        true if step.is_whole() => "   the same position",
        true => "   the first position again, and more",
    };
    format!("{}   {} ->  {}{end}", trace(&step.from), step.name, step.to)
}

fn trace(p: &GamePosition) -> String {
    Part::Game(p.clone()).in_trace()
}

impl Step {
    /// Whether the position it is made in turns into one position, and not into a sum.
    fn is_whole(&self) -> bool {
        self.parts == 1
    }
}

/// The play on one line: `1  put(1) -> 2  take(1) -> 1 -> ...`
pub(crate) fn on_one_line(play: &Endless) -> String {
    let steps: Vec<&Step> = match play {
        Endless::Cycle(steps) => steps.iter().take(SHOWN).collect(),
        Endless::Grows { round, goes_on } => round.iter().chain(goes_on).take(round.len().max(3)).collect(),
    };
    let alone = steps.iter().all(|s| {
        s.from.game.id == steps[0].from.game.id
            && s.is_whole()
            && s.from.game.is_rule.iter().filter(|r| !**r).count() == 1
            && (s.from.args.len() == 1 || !s.from.has_short_rules())
    });
    let short = |text: &str| match (alone, text.split_once('(')) {
        (true, Some((_, rest))) => rest.strip_suffix(')').unwrap_or(rest).to_string(),
        _ => text.to_string(),
    };
    let mut text = short(&trace(&steps[0].from));
    for step in &steps {
        text += &format!("  {} -> {}", step.name, short(&step.to));
    }
    text + " -> ..."
}

/// Where the moves of a play are in the rules, in the order of the play.
pub(crate) fn places(machine: &Machine, play: &Endless) -> Vec<Span> {
    let mut spans: Vec<Span> = vec![];
    for step in play.round() {
        let span = game_of(machine, step).moves[step.index].span;
        if !spans.contains(&span) {
            spans.push(span);
        }
    }
    spans
}

/// The binder of a move in which 0 was chosen: the usual reason for a move that changes nothing.
fn nothing_chosen(game: &Game, step: &Step) -> Option<(String, Span)> {
    let zero = step.args.iter().position(|v| v.as_i64() == Some(0)).filter(|_| step.is_whole())?;
    let m = &game.moves[step.index];
    let wanted = m.shown[zero];
    adds_or_takes(&m.target, game.params.len() as u32, wanted).then_some(())?;
    m.binders.iter().find_map(|b| match &b.kind {
        BinderKind::In { slots, names, .. } => {
            slots.iter().position(|s| *s == wanted).map(|i| (names[i].clone(), b.span))
        }
        BinderKind::Is { .. } => None,
    })
}

/// Where the choices of a binder begin with a 0 that is written there: `k in 0..3`.
fn begins_with_zero(game: &Game, binder: Span) -> Option<Span> {
    let binder = game.moves.iter().flat_map(|m| &m.binders).find(|b| b.span == binder)?;
    let BinderKind::In { source, .. } = &binder.kind else { return None };
    let (low, _) = source.ends()?;
    (low.number().is_some_and(Zero::is_zero) && low.span.range().len() == 1).then_some(low.span)
}

/// Whether a position is built with a parameter plus or minus something of what was chosen.
fn adds_or_takes(target: &Expr, params: u32, chosen: Slot) -> bool {
    let mut found = false;
    target.walk(&mut |e| {
        if let Some((BinaryOp::Add | BinaryOp::Subtract, a, b)) = e.binary()
            && a.local().is_some_and(|slot| slot < params)
        {
            b.each_slot(&mut |slot| found |= slot == chosen);
        }
    });
    found
}
