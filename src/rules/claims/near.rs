//! Positions that claims and plays lead to.

use super::super::Stop;
use super::super::machine::Machine;
use crate::check::ir::GameId;
use crate::engine::random;
use crate::value::{GamePosition, Part};

/// How many positions that claims lead to from the one asked about are compared, beginning with the farthest.
const LED_TO: usize = 128;

/// The positions that claims lead to from one, step by step, the nearest first.
pub(super) fn led_to(machine: &Machine, root: &GamePosition) -> Result<Vec<GamePosition>, Stop> {
    let mut found = vec![root.clone()];
    let mut next = 0;
    while next < found.len() && found.len() < LED_TO {
        let here = found[next].clone();
        let game = machine.program.game(GameId(here.game.id));
        for claim in game.splits.iter().chain(&game.same) {
            for part in machine.claimed(&here, claim)?.parts {
                if let Part::Game(p) = part
                    && !found.contains(&p)
                {
                    found.push(p);
                }
            }
        }
        next += 1;
    }
    found.truncate(LED_TO);
    found.remove(0);
    Ok(found)
}

/// The positions of one play from `root` to its end, moves chosen by a fixed mixing of `seed`.
pub(super) fn follow_a_play(
    machine: &Machine,
    root: &GamePosition,
    seed: u64,
) -> Result<Vec<GamePosition>, Stop> {
    let mut rng = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut path = vec![root.clone()];
    while path.len() < 200 {
        let here = &path[path.len() - 1];
        let choices = machine.choices(here)?;
        if choices.is_empty() {
            break;
        }
        let target = &choices[random::next(&mut rng) as usize % choices.len()].target;
        let games: Vec<&GamePosition> =
            target.parts.iter().filter_map(|p| if let Part::Game(p) = p { Some(p) } else { None }).collect();
        if games.is_empty() {
            break;
        }
        path.push(games[random::next(&mut rng) as usize % games.len()].clone());
    }
    Ok(path)
}
