//! `decreases`, tried on what was explored: what it says must decrease with every move, and stay natural.

use super::explore::Explored;
use super::play::Step;
use super::telling::line;
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::rules::samples::near_numbers;
use crate::rules::weight;
use crate::value::{GamePosition, Int, Part, Value};

/// A position and a move that show that `decreases` is wrong, the position as small as possible; or else the number of
/// moves that were tried.
pub(crate) fn refuted(machine: &Machine, explored: &mut Explored, id: GameId) -> Result<usize, Diagnostic> {
    if machine.program.game(id).decreases.is_none() {
        return Ok(0);
    }
    explored.explore(machine, TRIED);
    let places = explored.by_size().into_iter().map(|place| explored.place(place).clone());
    let places: Vec<GamePosition> = places.filter(|from| from.game.id == id.0).collect();
    let far = near_numbers(machine, id, &places);
    let mut tried = 0;
    for from in places.into_iter().chain(far) {
        if let Some(d) = wrong_at(machine, &from, &mut tried) {
            return Err(d);
        }
    }
    Ok(tried)
}

/// How many positions are tried.
const TRIED: usize = 400;

fn wrong_at(machine: &Machine, from: &GamePosition, tried: &mut usize) -> Option<Diagnostic> {
    let before = measure(machine, from)?;
    let mut found = machine.choices(from).ok()?.into_iter().filter_map(|choice| {
        let parts: Vec<GamePosition> = choice.target.parts.iter().filter_map(game_part).collect();
        let step = Step::new(from, choice);
        parts.into_iter().find_map(|to| {
            let after = measure(machine, &to)?;
            *tried += 1;
            let why = complaint(&before, &after)?;
            Some((weight::size(&to), step.clone(), to, after, why))
        })
    });
    let (_, step, to, after, why) = found.next()?;
    let game = machine.program.game(GameId(from.game.id));
    let target = Part::Game(to).in_trace();
    let d = Diagnostic::error("decreases-wrong", format!("Wrong: the measure after `decreases` {why}"))
        .at(game.decreases.as_ref()?.span, "not with every move")
        .also(game.moves[step.index].span, "not with this one")
        .play(line(&step, false))
        .note(format!(
            "`decreases` is {} before this move, and {} in {target}.",
            text(&before),
            text(&after)
        ));
    Some(match why {
        SMALLER => d.hint("Which number does get smaller with this move?"),
        _ => d.hint("Is there something that cannot pass zero?"),
    })
}

const SMALLER: &str = "does not get smaller";
const ZERO: &str = "is below zero before a move";

/// What is wrong with these numbers before and after a move: of the first that changes, it must decrease, and it
/// must not be negative where a move can still be made.
fn complaint(before: &[Int], after: &[Int]) -> Option<&'static str> {
    match before.iter().zip(after).find(|(b, a)| b != a) {
        Some((b, a)) if a < b => b.is_negative().then_some(ZERO),
        _ => Some(SMALLER),
    }
}

fn game_part(part: &Part) -> Option<GamePosition> {
    if let Part::Game(p) = part { Some(p.clone()) } else { None }
}

/// The numbers that `decreases` of its game gives for a position.
fn measure(machine: &Machine, p: &GamePosition) -> Option<Vec<Int>> {
    let game = machine.program.game(GameId(p.game.id));
    let expr = game.decreases.as_ref()?;
    match Eval::new(machine, None, game.slots.len(), &p.args).eval(expr).ok()? {
        Value::Int(n) => Some(vec![n]),
        Value::Tuple(ns) => {
            ns.iter().map(|n| if let Value::Int(n) = n { Some(n.clone()) } else { None }).collect()
        }
        _ => None,
    }
}

fn text(numbers: &[Int]) -> String {
    match numbers {
        [one] => one.to_string(),
        several => format!("({})", several.iter().map(Int::to_string).collect::<Vec<_>>().join(", ")),
    }
}
