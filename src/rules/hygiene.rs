//! Rules that do nothing, found by trying small positions: moves that were never possible, guards that were always true,
//! games in which nobody could move. Warnings, never more than was tried.

use super::each::Flow;
use super::endless::Explored;
use super::eval::Eval;
use super::machine::Machine;
use super::samples::{Samples, near_numbers, samples};
use super::weight;
use crate::check::ir::{Expr, Game, GameId, Move, each_in_binders};
use crate::diagnostic::Diagnostic;
use crate::engine::{Exhausted, Meter};
use crate::source::FileId;
use crate::value::{GamePosition, Int, Part, Value};
use std::collections::BTreeSet;
use std::time::Duration;

/// How many positions of a game are tried.
const POSITIONS: usize = 500;
/// So few are, at first: most moves are possible in one of them.
const FEW: usize = 25;
/// Numbers that the rules name are tried up to this one.
const FAR: i64 = 300;
/// So much work is done for each game, in rounds of loops.
const STEPS: u64 = 60_000;
/// No search takes longer, whatever a step of it costs.
const TIME: Duration = Duration::from_millis(400);
/// So many plays from each position that the file names.
const PLAYS: u64 = 20;
/// A guard is called always true if it was true in this many choices, in this many positions.
const CHOICES: usize = 150;
/// So many definitions inside each other are read for the numbers they name.
const DEEP: u32 = 3;
const PLACES: usize = 25;

/// Warns about moves of the games in `files` that were possible in none of the positions tried.
pub(crate) fn impossible_moves(machine: &Machine, is_new: &dyn Fn(FileId) -> bool) -> Vec<Diagnostic> {
    let mut found = vec![];
    for (i, game) in machine.program.games.iter().enumerate() {
        // Who writes `ends when true` knows that nobody can move.
        let over = game.ends.iter().any(Expr::is_true);
        if over || game.graph.is_some() || game.moves.is_empty() || !is_new(game.span.file) {
            continue;
        }
        let id = GameId(i as u32);
        let all_seen = |t: Tried| !t.moves_seen(machine, game).contains(&false);
        if Tried::few(machine, id).is_some_and(all_seen) || Tried::new(machine, id, FEW).is_none_or(all_seen)
        {
            continue;
        }
        let Some(tried) = Tried::new(machine, id, POSITIONS) else { continue };
        let mut seen = tried.moves_seen(machine, game);
        if seen.contains(&false) {
            tried.look_in_plays(machine, &mut seen);
        }
        let never: Vec<&Move> =
            game.moves.iter().zip(&seen).filter(|(_, seen)| !**seen).map(|(m, _)| m).collect();
        // A rule may choose among the moves: those that other rules allow are no mistake.
        let sure = |m: &&Move| !depends_on_rules(game, m) && !names_far(machine, m);
        // Of collections in collections few values are tried: that a move needs others is no finding.
        let n = tried.positions.len();
        if n < FEW && !tried.all {
            continue;
        }
        if never.len() == game.moves.len() && never.len() > 1 && never.iter().all(&sure) {
            found.push(nobody_moves(game, n));
            continue;
        }
        found.extend(never.into_iter().filter(|m| sure(m)).map(|m| never_possible(game, m, n)));
    }
    found
}

fn never_possible(game: &Game, m: &Move, tried: usize) -> Diagnostic {
    let place = format!("in none of the {tried} positions of {} that were tried", game.name);
    Diagnostic::warning("move-never-possible", format!("`{}` was never possible", m.label))
        .at(m.span, place)
        .hint("Can its guard hold, and is there anything to choose from?")
}

fn nobody_moves(game: &Game, tried: usize) -> Diagnostic {
    let place = format!("no move in any of the {tried} positions tried");
    Diagnostic::warning("nobody-can-move", format!("Nobody can ever move in {}, it seems", game.name))
        .at(game.span, place)
        .hint("Does an `ends when` always hold, or a guard never?")
}

/// Warns about guards of the games in `files` that were true wherever they were asked. Games with rules are left out: a
/// guard may be there for other rules.
pub(crate) fn idle_guards(machine: &Machine, is_new: &dyn Fn(FileId) -> bool) -> Vec<Diagnostic> {
    let mut found = vec![];
    for (i, game) in machine.program.games.iter().enumerate() {
        if game.graph.is_some() || !is_new(game.span.file) || game.params.iter().any(|p| p.is_rule) {
            continue;
        }
        if game.moves.iter().all(|m| guards(m).next().is_none()) {
            continue;
        }
        let Some(tried) = Tried::new(machine, GameId(i as u32), POSITIONS) else { continue };
        let judged = |part: &&Expr| !machine.program.names_beyond(part, FAR.into(), DEEP);
        let parts = |m| guards(m).flat_map(Expr::conjuncts).filter(judged).map(move |part| (m, part));
        let mut spent = Duration::ZERO;
        for (m, part) in game.moves.iter().flat_map(parts) {
            // A game of very many guards has no more time than one of few.
            machine.start(machine.budget_beside(TIME.saturating_sub(spent), Some(STEPS)));
            found.extend(tried.always(machine, game, m, part));
            spent += machine.meter().elapsed();
            if spent >= TIME {
                break;
            }
        }
    }
    found
}

fn guards(m: &Move) -> impl Iterator<Item = &Expr> {
    m.binders.iter().filter_map(|b| b.guard.as_ref()).chain(&m.guard)
}

/// Whether what a move allows depends on the rule parameters of its game.
fn depends_on_rules(game: &Game, m: &Move) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| {
        e.each_slot(&mut |slot| found |= game.params.get(slot as usize).is_some_and(|p| p.is_rule));
    };
    each_in_binders(&m.binders, &mut look);
    m.guard.iter().for_each(&mut look);
    found
}

/// Whether a move may depend on larger numbers than those that are tried.
fn names_far(machine: &Machine, m: &Move) -> bool {
    let far_in = |e: &Expr| machine.program.names_beyond(e, FAR.into(), DEEP);
    let mut far = m.guard.iter().any(far_in);
    each_in_binders(&m.binders, &mut |e| far |= far_in(e));
    far
}

/// The positions of a game that were tried.
struct Tried {
    positions: Vec<GamePosition>,
    /// Those that the file names.
    named: Vec<GamePosition>,
    /// Whether there are no others.
    all: bool,
}

impl Tried {
    /// The smallest positions of the declared types and of those that the file names; nothing is played.
    fn few(machine: &Machine, id: GameId) -> Option<Tried> {
        machine.start(machine.budget_beside(TIME, Some(STEPS)));
        let Samples { named, small, all, .. } = samples(machine, id);
        let mut positions: Vec<GamePosition> = named.iter().cloned().chain(small).collect();
        positions.sort_by_cached_key(weight::size);
        positions.truncate(FEW);
        (!positions.is_empty()).then_some(Tried { positions, named, all })
    }

    /// Small positions, those that the file names, those that moves lead to, and those near the numbers that the rules name,
    /// for a guard may matter there alone; none if there are too few.
    fn new(machine: &Machine, id: GameId, most: usize) -> Option<Tried> {
        machine.start(machine.budget_beside(TIME, Some(STEPS)));
        let Samples { named, small, all, .. } = samples(machine, id);
        let near = near_numbers(machine, id, &small);
        let mut explored = Explored::new(vec![id], Meter::new(machine.budget_beside(TIME, Some(STEPS))));
        for position in named.iter().cloned().chain(small) {
            explored.add(position);
        }
        let mut positions = explored.listed_positions(machine, most);
        // Those that the file names may be too large to be among the first, and what a move needs may be there alone.
        let mut met: BTreeSet<GamePosition> = positions.iter().cloned().collect();
        let further = near.into_iter().filter(is_near).chain(named.iter().cloned());
        positions.extend(further.filter(|position| met.insert(position.clone())));
        (positions.len() >= 5).then_some(Tried { positions, named, all })
    }

    /// Which moves were possible somewhere.
    fn moves_seen(&self, machine: &Machine, game: &Game) -> Vec<bool> {
        machine.start(machine.budget_beside(TIME, Some(STEPS)));
        let mut seen = vec![false; game.moves.len()];
        for position in &self.positions {
            let listed = machine.each_choice(position, &mut |choice| {
                seen[choice.index] = true;
                if seen.contains(&false) { Ok(()) } else { Err(Exhausted::TooLarge.into()) }
            });
            if !seen.contains(&false) || listed.is_err() && machine.meter().over() {
                break;
            }
        }
        seen
    }

    /// The same in plays from the positions that the file names: they may go where no small position is.
    fn look_in_plays(&self, machine: &Machine, seen: &mut [bool]) {
        machine.start(machine.budget_beside(TIME, Some(STEPS)));
        for (start, play) in (0..PLAYS).flat_map(|play| self.named.iter().map(move |start| (start, play))) {
            let (mut at, mut picked) = (Some(start.clone()), play.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            while let Some(position) = at.take() {
                let mut options = vec![];
                let listed = machine.each_choice(&position, &mut |choice| {
                    seen[choice.index] = true;
                    let parts = choice.target.parts.into_iter().filter_map(|part| match part {
                        Part::Game(p) if p.game.id == position.game.id => Some(p),
                        _ => None,
                    });
                    options.extend(parts);
                    Ok(())
                });
                if !seen.contains(&false) || listed.is_err() {
                    break;
                }
                picked = picked.wrapping_mul(0xd129_0d3a_2c4f_9b61).wrapping_add(1);
                at = (!options.is_empty())
                    .then(|| options.swap_remove((picked >> 32) as usize % options.len()));
            }
            if !seen.contains(&false) || machine.meter().over() {
                return;
            }
        }
    }

    /// A warning, if the move allows the same choices without this part of its guards, in very many cases.
    fn always(&self, machine: &Machine, game: &Game, m: &Move, part: &Expr) -> Option<Diagnostic> {
        let without = without_part(m, part);
        let (mut cases, mut places) = (0, 0);
        for position in &self.positions {
            let ended =
                game.ends.iter().chain(&game.wins).any(|e| {
                    Eval::new(machine, None, game.slots.len(), &position.args).truth(e).unwrap_or(true)
                });
            if ended {
                continue;
            }
            let (with, all) = (count(machine, game, m, position)?, count(machine, game, &without, position)?);
            if with != all {
                return None;
            }
            cases += all;
            places += usize::from(all > 0);
        }
        let text = format!("true in all {cases} choices tried");
        let d =
            Diagnostic::warning("guard-always-true", format!("This guard of `{}` was always true", m.label));
        (cases >= CHOICES && places >= PLACES)
            .then(|| d.at(part.span, text).hint("Can it be left out, or should it say something else?"))
    }
}

/// Whether all numbers of a position are small enough to go through what they allow.
fn is_near(position: &GamePosition) -> bool {
    let small = |n: &Int| n.to_i64().is_some_and(|n| n.abs() <= FAR);
    position.args.iter().all(|v| !matches!(v, Value::Int(n) if !small(n)))
}

/// How many choices a move has in a position, its guards included; none if that cannot be computed.
fn count(machine: &Machine, game: &Game, m: &Move, position: &GamePosition) -> Option<usize> {
    let mut run = Eval::new(machine, None, game.slots.len(), &position.args);
    let mut count = 0;
    let counted = run.each(&m.binders, &mut |run| {
        if m.guard.as_ref().map_or(Ok(true), |g| run.truth(g))? {
            count += 1;
        }
        Ok(Flow::Next)
    });
    counted.ok().map(|_| count)
}

/// The move with one condition taken as true.
fn without_part(m: &Move, part: &Expr) -> Move {
    let mut m = m.clone();
    let guards = m.binders.iter_mut().filter_map(|b| b.guard.as_mut()).chain(&mut m.guard);
    guards.for_each(|g| g.forget(part));
    m
}
