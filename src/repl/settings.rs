//! `:set`: what a question may use, and how the computer plays.

use super::play::Players;
use crate::api::Budget;
use crate::api::words::nearest;
use crate::api::{Level, Player};
use crate::console::amount;

/// The settings.
const NAMES: &[&str] = &["positions", "memory", "time", "level", "begins", "side", "seed"];

/// Changes a setting; without a name nothing.
///
/// # Errors
/// What would be a value, in words.
pub(super) fn set(budget: &mut Budget, players: &mut Players, name: &str, value: &str) -> Result<(), String> {
    match name {
        "" => {}
        "positions" => budget.positions = amount::positions(value)?,
        "memory" => budget.bytes = amount::memory(value)?,
        "time" => budget.time = Some(amount::time(value)?),
        "seed" => players.seed = value.parse().map_err(|_| "write a whole number".to_string())?,
        "level" => {
            let level = Level::named(value);
            if level.is_none() && value != "none" {
                return Err("write beginner, random, greedy, perfect or none".into());
            }
            (players.level, players.chosen) = (level, true);
        }
        "begins" => {
            players.second = match value {
                "you" => false,
                "computer" => true,
                _ => return Err("write you or computer".into()),
            }
        }
        "side" => {
            players.side = match value.to_lowercase().as_str() {
                "left" => Player::Left,
                "right" => Player::Right,
                _ => return Err("write left or right".into()),
            }
        }
        other => {
            return Err(match nearest(other, NAMES.iter().copied()) {
                Some(near) => format!("there is no setting {other}. Did you mean {near} ?"),
                None => format!("there is no setting {other}; there are {}", NAMES.join(", ")),
            });
        }
    }
    Ok(())
}

/// All settings.
pub(super) fn shown(b: &Budget, players: &Players) -> String {
    let level = players.level.map_or("none".to_string(), |l| format!("{l:?}").to_lowercase());
    let time = b.time.map_or("none".to_string(), |t| format!("{} s", t.as_secs_f32()));
    format!(
        "questions  positions {}   memory {} MiB   time {time}\nplay       level {level}   begins {}\n           side {}   seed {}\n",
        b.positions,
        b.bytes >> 20,
        if players.second { "computer" } else { "you" },
        players.side.name().to_lowercase(),
        players.seed
    )
}
