//! Drawings of positions for players: by the game's `picture`, or by the types of its parameters.

use super::Session;
use crate::builtin::collection::with;
use crate::check::ir::{Game, GameId, Graph};
use crate::check::types::Type;
use crate::layout::{counted, pad, pad_left, width};
use crate::rules::Stop;
use crate::value::{Cell, GamePosition, Part, Position, Value};

/// Larger piles and longer strips are written, not drawn.
const LARGEST: i64 = 60;
/// Graphs of more vertices show only the current one.
const VERTICES: usize = 16;

/// The least number of rows and columns of a drawn board.
pub(super) type Extent = (i32, i32);

/// The rows and columns of all cells in a position.
pub(super) fn extent(p: &Position) -> Extent {
    let games = p.parts.iter().filter_map(|part| if let Part::Game(g) = part { Some(g) } else { None });
    let cells = games.flat_map(|g| g.args.iter().filter_map(cells).flatten());
    cells.fold((0, 0), |(rows, columns), c| (rows.max(c.row), columns.max(c.col)))
}

impl Session {
    /// One or more lines for each part; parts without a move are only counted.
    pub(super) fn draw_position(&self, p: &Position, extent: Extent) -> Result<Vec<String>, Stop> {
        if let [part] = p.parts.as_slice() {
            return Ok(indented("  ", self.draw_part(part, extent)?).collect());
        }
        let (mut lines, mut over) = (vec![], vec![]);
        for (i, part) in p.parts.iter().enumerate() {
            if self.games.move_count(&Position::one(part.clone()))? == 0 {
                over.push(part);
                continue;
            }
            lines.push(format!("{}  {}", i + 1, part.in_trace()));
            lines.extend(indented("     ", self.draw_part(part, extent)?));
        }
        let empty = over.iter().all(|part| is_empty_pile(part));
        let (one, many) =
            if empty { ("empty pile", "empty piles") } else { ("finished part", "finished parts") };
        let told = counted(over.len() as u64, one, many);
        match (over.len(), lines.is_empty()) {
            (0, _) => {}
            (_, true) => lines.push(told),
            (_, false) => lines.push(format!("and {told}")),
        }
        Ok(lines)
    }

    fn draw_part(&self, part: &Part, extent: Extent) -> Result<Vec<String>, Stop> {
        let g = match part {
            Part::Heap(k) => return Ok(k.to_i64().map(pile).unwrap_or_default()),
            Part::Game(g) => g,
        };
        let game = self.program.game(GameId(g.game.id));
        Ok(match (self.games.machine.picture(g)?, &game.graph) {
            (Some(picture), _) => match self.on_whole_board(g, &picture, extent)? {
                Some(whole) => numbered(&whole, 1, extent),
                None => picture.lines().map(str::to_string).collect(),
            },
            (None, Some(graph)) => arrows(graph, g.args.first().map(Value::plain).unwrap_or_default()),
            (None, None) => by_type(game, g, extent),
        })
    }

    /// A drawing in little room: the pictures of all parts and their boards, with a plus between them;
    /// nothing if a part is better written.
    pub(super) fn face(&self, p: &Position, extent: Extent) -> Result<Vec<String>, Stop> {
        let mut all: Vec<String> = vec![];
        for (i, part) in p.parts.iter().enumerate() {
            let lines = self.face_of(part, extent)?;
            if lines.iter().all(|l| l.trim().is_empty()) {
                return Ok(vec![]);
            }
            all = if i == 0 { lines } else { with_plus(&all, &lines) };
        }
        Ok(all)
    }

    fn face_of(&self, part: &Part, extent: Extent) -> Result<Vec<String>, Stop> {
        let g = match part {
            Part::Heap(k) => return Ok(vec![format!("*{k}")]),
            Part::Game(g) => g,
        };
        if let Some(picture) = self.games.machine.picture(g)? {
            let whole = self.on_whole_board(g, &picture, extent)?;
            return Ok(whole.unwrap_or_else(|| picture.lines().map(str::to_string).collect()));
        }
        let game = self.program.game(GameId(g.game.id));
        Ok(if game.graph.is_none() && lies_on_a_board(game, g, extent) {
            board(game, g, extent).1
        } else {
            vec![]
        })
    }
}

fn indented(by: &'static str, lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(move |l| format!("{by}{l}"))
}

/// `*0`, or a position that is a single number, and that is 0.
fn is_empty_pile(part: &Part) -> bool {
    match part {
        Part::Heap(k) => k.to_i64() == Some(0),
        Part::Game(g) => {
            let mut state = g.args.iter().zip(&g.game.is_rule).filter(|(_, rule)| !**rule).map(|(v, _)| v);
            state.next().is_some_and(|v| v.as_i64() == Some(0)) && state.next().is_none()
        }
    }
}

/// Two pictures side by side, each in the middle of its height.
fn with_plus(a: &[String], b: &[String]) -> Vec<String> {
    let high = a.len().max(b.len());
    let wide = |lines: &[String]| lines.iter().map(|l| width(l)).max().unwrap_or(0);
    let line = |lines: &[String], i: usize| {
        let above = (high - lines.len()) / 2;
        let text = i.checked_sub(above).and_then(|i| lines.get(i)).map_or("", String::as_str);
        pad(text, wide(lines))
    };
    let sign = |i: usize| if i == (high - 1) / 2 { " + " } else { "   " };
    (0..high).map(|i| format!("{}{}{}", line(a, i), sign(i), line(b, i))).collect()
}

/// A board with the numbers of its rows and columns, the first of them `from`.
fn numbered(lines: &[String], from: i32, (rows, columns): Extent) -> Vec<String> {
    let count = |to: i32| (to - from + 1).max(1) as usize;
    let high = lines.len() / count(rows);
    let wide = lines.first().map_or(0, |l| l.chars().count()) / count(columns);
    if high == 0 || wide == 0 {
        return lines.to_vec();
    }
    let step = if wide == 1 { 3 } else { wide.max(2) };
    let head: String = (from..=columns).map(|c| pad_left(&c.to_string(), step)).collect();
    let row = |(i, line): (usize, &String)| {
        let number = if i % high == 0 { (from + (i / high) as i32).to_string() } else { String::new() };
        let line = if wide == 1 { line.chars().map(|c| format!("  {c}")).collect() } else { line.clone() };
        format!("{number:>3}{line}")
    };
    std::iter::once(format!("   {head}")).chain(lines.iter().enumerate().map(row)).collect()
}

impl Session {
    /// The picture of a position on a board as large as at the beginning: pictures end with the last cell that is there,
    /// so one more is lent to them, beyond the corner of the board, and cut off again. `None` if what is left then does
    /// not say of the cells that are there what the picture says.
    fn on_whole_board(
        &self,
        g: &GamePosition,
        picture: &str,
        (rows, columns): Extent,
    ) -> Result<Option<Vec<String>>, Stop> {
        let far = Value::Cell(Cell { row: rows + 1, col: columns + 1 });
        for (i, v) in g.args.iter().enumerate().filter(|(_, v)| may_be_board(v)) {
            let mut args = g.args.to_vec();
            args[i] = with(v, far.clone());
            let lent = GamePosition { game: g.game.clone(), args: args.into() };
            // A set of something else than cells cannot be drawn so.
            let Ok(Some(large)) = self.games.machine.picture(&lent) else { continue };
            let Some(whole) = without_last(&large, rows as usize, columns as usize) else { continue };
            let small = picture.lines().count() <= whole.len();
            if small && picture.lines().zip(&whole).all(|(part, line)| line.starts_with(part)) {
                return Ok(Some(whole));
            }
        }
        Ok(None)
    }
}

fn may_be_board(v: &Value) -> bool {
    matches!(v, Value::Set(set) if set.is_empty()) || cells(v).is_some()
}

/// A picture of a board without its last row and column.
fn without_last(picture: &str, rows: usize, columns: usize) -> Option<Vec<String>> {
    let lines: Vec<Vec<char>> = picture.lines().map(|l| l.chars().collect()).collect();
    let (height, width) = (lines.len() / (rows + 1), lines.first()?.len() / (columns + 1));
    let even = lines.len() == height * (rows + 1) && lines.iter().all(|l| l.len() == width * (columns + 1));
    let line = |l: &Vec<char>| l[..width * columns].iter().collect();
    (even && width > 0).then(|| lines[..height * rows].iter().map(line).collect())
}

/// A board, or a drawing of each parameter: piles of beans, strips with coins, rows, edges.
fn by_type(game: &Game, g: &GamePosition, extent: Extent) -> Vec<String> {
    if lies_on_a_board(game, g, extent) {
        let (first, lines, extent) = board(game, g, extent);
        return numbered(&lines, first, extent);
    }
    let state = g.args.iter().zip(&g.game.is_rule).zip(&game.params).filter(|((_, rule), _)| !**rule);
    let drawn: Vec<(&str, Vec<String>)> =
        state.map(|((v, _), p)| (p.name.as_str(), value(v))).filter(|(_, lines)| !lines.is_empty()).collect();
    if let [(_, lines)] = drawn.as_slice() {
        return lines.clone();
    }
    let column = drawn.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let mut all = vec![];
    for (name, lines) in drawn {
        for (i, line) in lines.into_iter().enumerate() {
            all.push(format!("{}  {line}", pad(if i == 0 { name } else { "" }, column)));
        }
    }
    all
}

/// A drawing of a value; no line if it is better written.
fn value(v: &Value) -> Vec<String> {
    match v {
        Value::Int(n) => n.to_i64().map(pile).unwrap_or_default(),
        Value::Set(s) if s.iter().any(|v| matches!(v, Value::Tuple(_))) => edges(s.iter()),
        Value::Set(s) => strip(s.iter().map(|v| (v, 1)).collect()),
        Value::Bag(b) => strip(b.iter().map(|(v, n)| (v, *n)).collect()),
        Value::List(row) => rows(row.iter()),
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

/// Piles, or the rows of a board, with the numbers of rows and columns.
fn rows<'a>(row: impl Iterator<Item = &'a Value>) -> Vec<String> {
    let sizes: Option<Vec<i64>> = row.map(|v| v.as_i64().filter(|n| (0..=LARGEST).contains(n))).collect();
    let sizes: Vec<i64> = sizes.unwrap_or_default().into_iter().take(LARGEST as usize).collect();
    let longest = sizes.iter().max().copied().unwrap_or(0);
    let head: String = (1..=longest).map(|c| format!("{c:>3}")).collect();
    let line = |(i, n): (usize, &i64)| format!("{:>3}{}", i + 1, "  o".repeat(*n as usize));
    let head = (sizes.len() > 1 && longest > 0).then(|| format!("   {head}"));
    head.into_iter().chain(sizes.iter().enumerate().map(line)).collect()
}

/// `0-1  1-2`
fn edges<'a>(all: impl Iterator<Item = &'a Value>) -> Vec<String> {
    let one = |v: &Value| match v {
        Value::Tuple(ends) if ends.len() >= 2 => Some(format!("{}-{}", ends[0].plain(), ends[1].plain())),
        _ => None,
    };
    let written: Option<Vec<String>> = all.map(one).collect();
    written.map(|all| vec![all.join("  ")]).unwrap_or_default()
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

/// The arrows of a graph, with the current vertex marked.
fn arrows(graph: &Graph, here: String) -> Vec<String> {
    let line = |i: usize| {
        let name = &graph.vertices[i];
        let to: Vec<&str> = graph.arcs[i].iter().map(|t| graph.vertices[*t as usize].as_str()).collect();
        let to = if to.is_empty() { String::new() } else { format!(" -> {}", to.join(", ")) };
        format!("{} {name}{to}", if *name == here { ">" } else { " " })
    };
    let all = 0..graph.vertices.len();
    match graph.vertices.len() {
        0..=VERTICES => all.map(line).collect(),
        _ => all.filter(|i| graph.vertices[*i] == here).map(line).collect(),
    }
}

/// Whether a set of cells is drawn: one with cells, or an empty one on a board that had some at the beginning.
fn lies_on_a_board(game: &Game, g: &GamePosition, extent: Extent) -> bool {
    let empty = |ty: &Type| extent > (0, 0) && matches!(ty, Type::Set(inner) if **inner == Type::Cell);
    g.args.iter().zip(&game.params).any(|(v, param)| cells(v).is_some() || empty(&param.ty))
}

fn cells(v: &Value) -> Option<Vec<Cell>> {
    let Value::Set(set) = v else { return None };
    let all: Vec<Cell> =
        set.iter().map(|v| if let Value::Cell(c) = v { Some(*c) } else { None }).collect::<Option<_>>()?;
    let small = |c: &Cell| (0..=40).contains(&c.row) && (0..=40).contains(&c.col);
    (!all.is_empty() && all.iter().all(small)).then_some(all)
}

/// The first row and column, the lines, and the last ones. A single set of cells is drawn as `.`, tokens as `o`; of several
/// sets the rules are `.` and the others the first letters of their names.
fn board(game: &Game, g: &GamePosition, extent: Extent) -> (i32, Vec<String>, Extent) {
    let mut signs: Vec<(char, Vec<Cell>)> = vec![];
    let sets = g.args.iter().filter(|v| cells(v).is_some()).count();
    for ((v, rule), param) in g.args.iter().zip(&g.game.is_rule).zip(&game.params) {
        match v {
            Value::Cell(c) => signs.insert(0, ('o', vec![*c])),
            _ => {
                let letter = param.name.chars().next().filter(|_| sets > 1 && !rule).unwrap_or('.');
                signs.extend(cells(v).map(|all| (letter, all)));
            }
        }
    }
    // What lies on the floor is drawn, not the floor.
    signs.sort_by_key(|(sign, _)| *sign == '.');
    let all = || signs.iter().flat_map(|(_, cells)| cells);
    let rows = all().map(|c| c.row).max().unwrap_or(1).max(extent.0);
    let columns = all().map(|c| c.col).max().unwrap_or(1).max(extent.1);
    let first = all().map(|c| c.row.min(c.col)).min().unwrap_or(1).min(1);
    let empty = if sets > 1 && signs.iter().all(|(sign, _)| *sign != '.') { '.' } else { '#' };
    let sign = |row: i32, col: i32| {
        let found = signs.iter().find(|(_, cells)| cells.contains(&Cell { row, col }));
        found.map_or(empty, |(sign, _)| *sign)
    };
    let line = |r: i32| (first..=columns).map(|c| sign(r, c)).collect::<String>();
    (first, (first..=rows).map(line).collect(), (rows, columns))
}
