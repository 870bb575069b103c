//! Positions drawn for players: by the game's `picture`, or by the types of its parameters.

use super::Session;
use crate::rules::Stop;
use crate::value::{Cell, GamePosition, Part, Position, Value};

/// Piles larger than this, and strips longer, are only written.
const LARGEST: i64 = 60;

impl Session {
    /// A line or several for each part.
    pub(super) fn draw_position(&self, p: &Position) -> Result<Vec<String>, Stop> {
        let several = p.parts.len() > 1;
        let mut lines = vec![];
        for (i, part) in p.parts.iter().enumerate() {
            let head = if several { format!("{}  {}", i + 1, part.in_trace()) } else { String::new() };
            lines.extend((!head.is_empty()).then_some(head));
            let indent = if several { "     " } else { "  " };
            lines.extend(self.draw_part(part)?.into_iter().map(|l| format!("{indent}{l}")));
        }
        Ok(lines)
    }

    fn draw_part(&self, part: &Part) -> Result<Vec<String>, Stop> {
        let g = match part {
            Part::Heap(k) => return Ok(k.to_i64().map(pile).unwrap_or_default()),
            Part::Game(g) => g,
        };
        match self.games.machine.picture(g)? {
            Some(picture) => Ok(picture.lines().map(str::to_string).collect()),
            None => Ok(by_type(g)),
        }
    }
}

/// A pile of beans, a strip with coins, or a board.
fn by_type(g: &GamePosition) -> Vec<String> {
    let state: Vec<&Value> =
        g.args.iter().zip(&g.game.is_rule).filter(|(_, rule)| !**rule).map(|(v, _)| v).collect();
    let tokens: Vec<Cell> =
        g.args.iter().filter_map(|v| if let Value::Cell(c) = v { Some(*c) } else { None }).collect();
    if let Some(cells) = g.args.iter().find_map(cells) {
        return board(&cells, &tokens);
    }
    match state.as_slice() {
        [Value::Int(n)] => n.to_i64().map(pile).unwrap_or_default(),
        [Value::Set(s)] => strip(s.iter().map(|v| (v, 1)).collect()),
        [Value::Bag(b)] => strip(b.iter().map(|(v, n)| (v, *n)).collect()),
        _ => vec![],
    }
}

fn pile(n: i64) -> Vec<String> {
    match n {
        0 => vec!["(none left)".into()],
        1..=LARGEST => vec![vec!["o"; n as usize].join(" ")],
        _ => vec![],
    }
}

/// Squares with coins, and their numbers.
fn strip(coins: Vec<(&Value, u64)>) -> Vec<String> {
    let places: Option<Vec<(i64, u64)>> = coins.iter().map(|(v, n)| v.as_i64().map(|p| (p, *n))).collect();
    let Some(places) = places.filter(|p| p.iter().all(|(p, _)| (0..=LARGEST).contains(p))) else {
        return vec![];
    };
    let last = places.iter().map(|p| p.0).max().unwrap_or(0).max(1);
    let square = |i: i64| match places.iter().find(|p| p.0 == i) {
        None => "  .".to_string(),
        Some((_, 1)) => "  o".to_string(),
        Some((_, n)) => format!("{n:>3}"),
    };
    let numbers: String = (0..=last).map(|i| format!("{i:>3}")).collect();
    vec![(0..=last).map(square).collect(), numbers]
}

fn cells(v: &Value) -> Option<Vec<Cell>> {
    let Value::Set(set) = v else { return None };
    let all: Vec<Cell> =
        set.iter().map(|v| if let Value::Cell(c) = v { Some(*c) } else { None }).collect::<Option<_>>()?;
    let small = |c: &Cell| (0..=40).contains(&c.row) && (0..=40).contains(&c.col);
    (!all.is_empty() && all.iter().all(small)).then_some(all)
}

/// The cells of a set as `.`, tokens as `o`; rows and columns are numbered.
fn board(cells: &[Cell], tokens: &[Cell]) -> Vec<String> {
    let rows = cells.iter().map(|c| c.row).max().unwrap_or(1);
    let columns = cells.iter().map(|c| c.col).max().unwrap_or(1);
    let sign = |row: i32, col: i32| {
        let at = Cell { row, col };
        if tokens.contains(&at) {
            "  o"
        } else if cells.contains(&at) {
            "  ."
        } else {
            "  #"
        }
    };
    let first = cells.iter().map(|c| c.row.min(c.col)).min().unwrap_or(1).min(1);
    let head = (first..=columns).map(|c| format!("{c:>3}")).collect::<String>();
    let line = |r: i32| format!("{r:>3}{}", (first..=columns).map(|c| sign(r, c)).collect::<String>());
    std::iter::once(format!("   {head}")).chain((first..=rows).map(line)).collect()
}
