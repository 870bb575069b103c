//! How a play has ended, and what gave it away.

use super::play::{Table, capital};
use crate::api::{Ending, Hope, Player, Slip};
use crate::layout::{clean, wrap};
use std::io;

/// How many slips are reported.
const TOLD: usize = 3;

/// Who has won, and why.
pub(super) fn tell(table: &mut Table<'_>, ending: Ending) -> io::Result<()> {
    let misere = table.contest.is_misere();
    let winner = match ending {
        Ending::Repeated => {
            table.say("This position occurs for the third time: a draw.\n")?;
            return tell_draw(table);
        }
        Ending::Won => table.mover(),
        Ending::NoMove => {
            if misere {
                table.mover()
            } else {
                3 - table.mover()
            }
        }
    };
    let how = match ending {
        Ending::Won => "has reached what wins",
        _ if misere => "cannot move, and so wins",
        _ if table.contest.names().is_empty() => "need not move, and the other cannot",
        _ => "made the last move",
    };
    let against = table.players.level.is_some();
    let text = match (against, winner == table.person()) {
        (false, _) => {
            let name = name(table, winner);
            format!("{} wins: {name} {how}.\n", capital(&name))
        }
        (true, true) => format!("You win: you {}.\n", second_person(how)),
        (true, false) => format!("You lose: the computer {how}.\n"),
    };
    table.say(&text)?;
    table.count(Some(winner));
    if against && winner == table.person() { praise(table) } else { blame(table, 3 - winner, false) }
}

/// The player to move gives up.
pub(super) fn tell_resigned(table: &mut Table<'_>) -> io::Result<()> {
    let loser = table.mover();
    let text = match table.players.level {
        Some(_) => "You resign: the computer wins.\n".to_string(),
        None => format!("{} resigns: {} wins.\n", capital(&name(table, loser)), name(table, 3 - loser)),
    };
    table.say(&text)?;
    table.count(Some(3 - loser));
    let found = table.report.watched(|| table.session.advice(&table.contest));
    let Some(advice) = table.or_say(found)? else { return Ok(()) };
    if let (Hope::Win, Some(m)) = (advice.hope, advice.moves.first()) {
        let text = format!("This was not lost: {} would have won.\n", clean(&m.name));
        return table.say(&text);
    }
    blame(table, loser, false)
}

/// What won: the slip that let the person in, and what was right from then on.
fn praise(table: &mut Table<'_>) -> io::Result<()> {
    let (person, computer) = (table.person(), 3 - table.person());
    let found = table.report.watched(|| table.session.slips(&table.contest, computer));
    let Some(slips) = table.or_say(found)? else { return Ok(()) };
    let from = slips.last().map_or(0, |slip| slip.number);
    let held = table.report.watched(|| table.session.held_a_win(&table.contest, person, from));
    let Some(held) = table.or_say(held)? else { return Ok(()) };
    let moved = table.contest.names().len() >= person;
    let plain = !table.contest.is_misere() && !table.contest.may_be_endless() && !table.contest.has_goals();
    let left = match table.contest.side(person) {
        None if plain => "a position of value 0",
        _ => "a position that is lost for the player to move",
    };
    let text = match slips.last() {
        // What was too large to be decided is no praise.
        _ if !moved || !held => return Ok(()),
        Some(slip) => format!(
            "What won: the computer slipped with move {}, {} ({} would have held it), and from then on each of your moves left {left}.",
            slip.number,
            clean(&slip.name),
            clean(&slip.instead)
        ),
        None => format!("What won: you could win from the beginning, and each of your moves left {left}."),
    };
    let text = wrap(&text, table.report.output.look.columns(), "");
    table.say(&text)
}

/// A draw, and who could have had more.
pub(super) fn tell_draw(table: &mut Table<'_>) -> io::Result<()> {
    table.say("The play is a draw.\n")?;
    table.count(None);
    if table.players.level.is_some() {
        return blame(table, table.person(), true);
    }
    blame(table, 1, true)?;
    blame(table, 2, true)
}

/// `Left`, or `player 1`.
pub(super) fn name(table: &Table<'_>, player: usize) -> String {
    match table.contest.side(player).map(Player::name) {
        Some(side) => side.to_string(),
        None => format!("player {player}"),
    }
}

fn second_person(how: &str) -> String {
    how.replacen("finds", "find", 1).replacen("has", "have", 1)
}

/// The first moves by which a player let something go.
fn blame(table: &mut Table<'_>, player: usize, drawn: bool) -> io::Result<()> {
    let found = table.report.watched(|| table.session.slips(&table.contest, player));
    let Some(slips) = table.or_say(found)? else { return Ok(()) };
    let text = match slips.as_slice() {
        [] => {
            let whose = match table.players.level {
                Some(_) => "your moves".to_string(),
                None => format!("the moves of {}", name(table, player)),
            };
            match drawn {
                true => format!("None of {whose} let a win go: there was none."),
                false => format!("None of {whose} was to blame: every position was lost already."),
            }
        }
        [first, rest @ ..] => {
            let mut text = format!("Why? {}", told(first));
            for slip in rest.iter().take(TOLD - 1) {
                text += &format!(
                    " The other player gave it back, but {}",
                    told(slip).replacen("Move", "move", 1)
                );
            }
            text
        }
    };
    let text = wrap(&text, table.report.output.look.columns(), "");
    table.say(&text)
}

fn told(slip: &Slip) -> String {
    let what = match (slip.before, slip.after) {
        (Hope::Win, Hope::Draw) => "let the win go",
        (Hope::Draw, _) => "gave the draw away",
        _ => "gave the game away",
    };
    let (name, instead) = (clean(&slip.name), clean(&slip.instead));
    format!("Move {}, {name}, {what}; {instead} would have held it.", slip.number)
}
