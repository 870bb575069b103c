//! What the prover could not show about a number and a move, tried on the explored positions: a message says it only where
//! the game confirms it.

use super::explore::Explored;
use crate::check::ir::GameId;
use crate::check::termination::{Doubt, Obstacle};
use crate::rules::machine::Machine;
use crate::value::{GamePosition, Part};
use std::cmp::Ordering;

/// How many positions are tried.
const TRIED: usize = 400;

/// Obstacles as the positions at hand show them: a number that some move leaves unchanged or makes larger is said to be; one
/// that got smaller whenever the move was tried only lacks a proof, and nothing need be changed in the rules.
pub(crate) fn borne_out(
    machine: &Machine,
    explored: &mut Explored,
    id: GameId,
    obstacles: &[Obstacle],
) -> Vec<Obstacle> {
    if obstacles.iter().all(|o| o.doubt.is_none()) {
        return obstacles.to_vec();
    }
    explored.explore(machine, TRIED);
    let places = explored.by_size().into_iter().map(|place| explored.place(place).clone());
    let places: Vec<GamePosition> = places.filter(|from| from.game.id == id.0).take(TRIED).collect();
    obstacles.iter().map(|o| as_seen(machine, &places, id, o)).collect()
}

fn as_seen(machine: &Machine, places: &[GamePosition], id: GameId, o: &Obstacle) -> Obstacle {
    let Some(doubt) = o.doubt.as_ref().filter(|_| o.game == id) else { return o.clone() };
    let changes: Vec<Ordering> = places.iter().flat_map(|from| changes(machine, from, o, doubt)).collect();
    let Doubt { name, when, .. } = doubt;
    let label = &machine.program.game(id).moves[o.move_index].label;
    let text = match changes.iter().max() {
        Some(Ordering::Greater) => format!("`{label}` may make {name} larger{when}"),
        Some(Ordering::Equal) => format!("`{label}` may leave {name} unchanged{when}"),
        Some(Ordering::Less) => {
            let all = if changes.len() == 1 { "the only".into() } else { format!("all {}", changes.len()) };
            let moves = if changes.len() == 1 { "move" } else { "moves" };
            format!("no proof was found that `{label}` makes {name} smaller; it did in {all} {moves} tried")
        }
        None => format!("no proof was found that `{label}` makes {name} smaller"),
    };
    let hint = o.hint.clone().filter(|_| changes.iter().any(|c| *c != Ordering::Less));
    Obstacle { text, hint, ..o.clone() }
}

/// What the move does to the number, for each way to make it and each part of the same game that it leads to.
fn changes(machine: &Machine, from: &GamePosition, o: &Obstacle, doubt: &Doubt) -> Vec<Ordering> {
    let (Some(before), Ok(choices)) = (machine.measured(&doubt.of, from), machine.choices(from)) else {
        return vec![];
    };
    let made = choices.into_iter().filter(|c| c.index == o.move_index);
    made.flat_map(|c| c.target.parts)
        .filter_map(|part| match part {
            Part::Game(to) if to.game.id == from.game.id => {
                Some(machine.measured(&doubt.of, &to)?.cmp(&before))
            }
            _ => None,
        })
        .collect()
}
