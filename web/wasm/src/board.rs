//! Positions as boards that can be clicked on, whatever their game is: tokens in a row, coins on a strip, cells of a grid. What
//! a move is about is seen from what it changes, and from the cells that its name names.

use fairgame::{Cell, GamePosition, Move, Part, Position, Value};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Larger boards are not drawn.
const MOST: i64 = 60;

/// A part of a position as a grid of places, numbered row by row from 0.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(crate) struct Board {
    /// The part, as it would be typed.
    label: String,
    kind: Kind,
    rows: usize,
    columns: usize,
    /// The numbers of the first row and column.
    first: [i64; 2],
    /// What is in each place: nothing at all (no place of the board), `.` (free), `o` (a token), or a few letters.
    places: Vec<String>,
}

/// What its places are called.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// Tokens in a row, counted from 1.
    Tokens,
    /// Rows of tokens.
    Rows,
    /// Squares of a strip.
    Strip,
    /// Rows and columns.
    Grid,
    /// One piece on a grid; a move leads it somewhere.
    Piece,
}

/// A place: a row and a column.
type Place = (i64, i64);

/// A move, the places it is about, and the one that means it, if there is one; a place is its board and its number there.
pub(crate) type OnBoards = (Move, Vec<[usize; 2]>, Option<[usize; 2]>);

/// The places that a move is about, and the one that means it.
type About = (Vec<[usize; 2]>, Option<[usize; 2]>);

/// The boards of the parts that can be drawn, and what the moves are about on them. The first position of a play says how
/// large they are, so that they stay as they are while it goes on.
pub(crate) fn boards(position: &Position, first: &Position, moves: Vec<Move>) -> (Vec<Board>, Vec<OnBoards>) {
    let mut boards = vec![];
    let mut about: Vec<About> = vec![Default::default(); moves.len()];
    for (i, part) in position.parts.iter().enumerate() {
        let here: Vec<usize> = (0..moves.len()).filter(|m| moves[*m].part == i).collect();
        let options: Vec<Option<Vec<&Part>>> =
            here.iter().map(|m| replaced(position, i, &moves[*m].to)).collect();
        let Some(view) = View::of(part, &options) else { continue };
        let changes: Vec<BTreeSet<Place>> =
            options.iter().map(|new| new.as_ref().map_or(BTreeSet::new(), |new| view.changed(new))).collect();
        let frame = view.frame(first, &changes);
        let number = boards.len();
        for ((m, changed), new) in here.iter().zip(&changes).zip(&options) {
            let named = view.named(&moves[*m].name);
            let means = view.means(&named, changed, new.as_ref());
            let place = |p: &Place| frame.number(*p).map(|n| [number, n]);
            let touched = changed.union(&named).filter_map(place).collect();
            about[*m] = (touched, means.as_ref().and_then(place));
        }
        boards.push(view.board(part, &frame));
    }
    let moves = moves.into_iter().zip(about).map(|(m, (touched, means))| (m, touched, means)).collect();
    (boards, moves)
}

/// What a move leaves of a part, if the others stay as they are.
fn replaced<'p>(before: &Position, part: usize, after: &'p Position) -> Option<Vec<&'p Part>> {
    let behind = before.parts.len() - part - 1;
    let stays = after.parts.len() >= part + behind
        && after.parts[..part] == before.parts[..part]
        && after.parts[after.parts.len() - behind..] == before.parts[part + 1..];
    stays.then(|| after.parts[part..after.parts.len() - behind].iter().collect())
}

/// How a part is looked at.
struct View {
    kind: Kind,
    /// What is where.
    at: BTreeMap<Place, String>,
    /// The game, and which of its arguments is drawn.
    of: Option<(u32, Vec<usize>)>,
    /// Fixed numbers of the rules, which say how long a strip is.
    fixed: Vec<i64>,
}

/// How large a board is.
struct Frame {
    from: Place,
    to: Place,
}

impl Frame {
    fn columns(&self) -> usize {
        (self.to.1 - self.from.1 + 1).max(0) as usize
    }

    fn rows(&self) -> usize {
        (self.to.0 - self.from.0 + 1).max(0) as usize
    }

    fn number(&self, (row, column): Place) -> Option<usize> {
        let inside = (self.from.0..=self.to.0).contains(&row) && (self.from.1..=self.to.1).contains(&column);
        inside.then(|| (row - self.from.0) as usize * self.columns() + (column - self.from.1) as usize)
    }

    fn takes_in(&mut self, (row, column): Place) {
        self.from = (self.from.0.min(row), self.from.1.min(column));
        self.to = (self.to.0.max(row), self.to.1.max(column));
    }
}

impl View {
    fn of(part: &Part, options: &[Option<Vec<&Part>>]) -> Option<View> {
        let view = match part {
            Part::Heap(n) => tokens(n.to_i64()?, None),
            Part::Game(p) => drawn(p, options)?,
        };
        let small = |(row, column): &Place| row.abs() <= MOST && column.abs() <= MOST;
        view.at.keys().all(small).then_some(view)
    }

    /// The places that differ between the part and what a move leaves of it.
    fn changed(&self, new: &[&Part]) -> BTreeSet<Place> {
        let parts: Option<Vec<View>> = new.iter().map(|part| self.same_game(part)).collect();
        let Some(parts) = parts else { return BTreeSet::new() };
        if self.kind == Kind::Tokens {
            return self.taken(&parts);
        }
        let mut after: BTreeMap<Place, String> = BTreeMap::new();
        parts.into_iter().for_each(|view| after.extend(view.at));
        let all: BTreeSet<Place> = self.at.keys().chain(after.keys()).copied().collect();
        all.into_iter().filter(|p| content(&self.at, p) != content(&after, p)).collect()
    }

    /// Of tokens in a row, those between what is left on both sides.
    fn taken(&self, parts: &[View]) -> BTreeSet<Place> {
        let left: Vec<i64> = parts.iter().map(|view| view.at.len() as i64).collect();
        let all = self.at.len() as i64;
        let (from, to) = match left[..] {
            [] => (1, all),
            [n] if n < all => (n + 1, all),
            [a, b] if a + b < all => (a + 1, all - b),
            [a, b] if a + b == all => (a, a + 1),
            _ => return BTreeSet::new(),
        };
        (from..=to).map(|column| (1, column)).collect()
    }

    /// What a move leaves, looked at in the same way; nothing if it is another game.
    fn same_game(&self, part: &Part) -> Option<View> {
        match (part, &self.of) {
            (Part::Heap(n), None) => Some(tokens(n.to_i64()?, None)),
            (Part::Game(p), Some((id, drawn))) if p.game.id == *id => {
                read(self.kind, p, drawn, (*id, drawn.clone()), vec![])
            }
            _ => None,
        }
    }

    /// The places that a move names: `place((1, 2), (1, 3))`.
    fn named(&self, name: &str) -> BTreeSet<Place> {
        let of_cells = self.kind == Kind::Grid;
        let pairs = name.split('(').filter(|_| of_cells).filter_map(|piece| {
            let (row, column) = piece.split_once(')')?.0.split_once(", ")?;
            Some((row.parse().ok()?, column.parse().ok()?))
        });
        pairs.filter(|p: &Place| self.at.contains_key(p)).collect()
    }

    /// The place to click for a move that changes more than one.
    fn means(
        &self,
        named: &BTreeSet<Place>,
        changed: &BTreeSet<Place>,
        new: Option<&Vec<&Part>>,
    ) -> Option<Place> {
        let one_part = new.is_some_and(|new| new.len() == 1);
        match self.kind {
            Kind::Tokens | Kind::Rows if one_part => changed.first().copied(),
            Kind::Piece => changed.iter().find(|p| !self.at.contains_key(p)).copied(),
            Kind::Grid if named.len() == 1 => named.first().copied(),
            _ => None,
        }
    }

    fn frame(&self, first: &Position, changes: &[BTreeSet<Place>]) -> Frame {
        let before: Vec<View> = first.parts.iter().filter_map(|part| self.same_game(part)).collect();
        let mut places = self.at.keys().chain(changes.iter().flatten()).copied().collect::<Vec<_>>();
        if self.kind != Kind::Tokens {
            places.extend(before.iter().flat_map(|view| view.at.keys().copied()));
        }
        let least = |of: fn(&Place) -> i64| places.iter().map(of).min().unwrap_or(1).min(1);
        let corner = match self.kind {
            Kind::Strip => (1, least(|p| p.1)),
            Kind::Tokens | Kind::Rows => (1, 1),
            Kind::Grid | Kind::Piece => (least(|p| p.0), least(|p| p.1)),
        };
        let mut frame = Frame { from: corner, to: corner };
        places.into_iter().for_each(|p| frame.takes_in(p));
        if self.kind == Kind::Strip {
            self.fixed.iter().filter(|n| (1..=MOST).contains(*n)).for_each(|n| frame.takes_in((1, *n)));
        }
        frame
    }

    fn board(&self, part: &Part, frame: &Frame) -> Board {
        let position = Position { parts: vec![part.clone()] };
        let empty = if matches!(self.kind, Kind::Strip | Kind::Piece) { "." } else { "" };
        let place = |i: usize| {
            let p =
                (frame.from.0 + (i / frame.columns()) as i64, frame.from.1 + (i % frame.columns()) as i64);
            self.at.get(&p).map_or(empty.to_string(), String::clone)
        };
        Board {
            label: position.to_string(),
            kind: self.kind,
            rows: frame.rows(),
            columns: frame.columns(),
            first: [frame.from.0, frame.from.1],
            places: (0..frame.rows() * frame.columns()).map(place).collect(),
        }
    }
}

fn content<'a>(at: &'a BTreeMap<Place, String>, place: &Place) -> &'a str {
    at.get(place).map_or("", String::as_str)
}

fn tokens(n: i64, of: Option<(u32, Vec<usize>)>) -> View {
    let at = (1..=n.min(MOST + 1)).map(|i| ((1, i), "o".into())).collect();
    View { kind: Kind::Tokens, at, of, fixed: vec![] }
}

/// A part of a game: what can be drawn of its arguments that are no rules.
fn drawn(p: &GamePosition, options: &[Option<Vec<&Part>>]) -> Option<View> {
    let moving: Vec<usize> =
        (0..p.args.len()).filter(|i| !p.game.is_rule.get(*i).unwrap_or(&false)).collect();
    let fixed = p.args.iter().filter_map(number).collect();
    let id = p.game.id;
    let after = |i: usize| {
        let parts = options.iter().flatten().flatten();
        parts.filter_map(move |part| match part {
            Part::Game(q) if q.game.id == id => q.args.get(i),
            _ => None,
        })
    };
    let kind = |i: &usize| kind_of(&p.args[*i]).or_else(|| after(*i).find_map(kind_of));
    if let Some((i, kind)) = moving.iter().find_map(|i| Some((*i, kind(i)?))) {
        return read(kind, p, &[i], (id, vec![i]), fixed);
    }
    let numbers: Vec<usize> = moving.into_iter().filter(|i| number(&p.args[*i]).is_some()).collect();
    match numbers[..] {
        [i] => read(Kind::Tokens, p, &[i], (id, vec![i]), fixed),
        [i, j] => read(Kind::Piece, p, &[i, j], (id, vec![i, j]), fixed),
        _ => None,
    }
}

/// What a collection looks like; an empty one looks like nothing yet.
fn kind_of(value: &Value) -> Option<Kind> {
    let of_element = |v: &Value| match v {
        Value::Cell(_) => Some(Kind::Grid),
        Value::Int(_) => Some(Kind::Strip),
        _ => None,
    };
    match value {
        Value::Cell(_) => Some(Kind::Piece),
        Value::Set(all) => all.iter().next().and_then(of_element),
        Value::Map(all) => all.keys().next().and_then(of_element),
        Value::List(all) => match all.iter().next()? {
            Value::Int(_) if all.iter().all(|v| number(v).is_some_and(|n| n >= 0)) => Some(Kind::Rows),
            Value::Bool(_) | Value::Case(..) | Value::Text(_) => Some(Kind::Strip),
            _ => None,
        },
        _ => None,
    }
}

fn read(
    kind: Kind,
    p: &GamePosition,
    drawn: &[usize],
    of: (u32, Vec<usize>),
    fixed: Vec<i64>,
) -> Option<View> {
    let value = p.args.get(*drawn.first()?)?;
    let at = match (kind, value) {
        (Kind::Tokens, n) => return Some(View { fixed, ..tokens(number(n)?, Some(of)) }),
        (Kind::Piece, Value::Cell(c)) => BTreeMap::from([(place(c), "o".into())]),
        (Kind::Piece, row) => {
            BTreeMap::from([((number(row)?, number(p.args.get(*drawn.get(1)?)?)?), "o".into())])
        }
        (_, Value::Set(all)) => {
            all.iter().map(|v| Some((somewhere(v)?, "o".into()))).collect::<Option<_>>()?
        }
        (_, Value::Map(all)) => {
            all.iter().map(|(k, v)| Some((somewhere(k)?, letters(v)))).collect::<Option<_>>()?
        }
        (Kind::Rows, Value::List(all)) => {
            let row = |(i, v): (usize, &Value)| {
                let n = number(v).unwrap_or(0).min(MOST + 1);
                (1..=n).map(move |j| ((i as i64 + 1, j), "o".to_string()))
            };
            all.iter().enumerate().flat_map(row).collect()
        }
        (_, Value::List(all)) => {
            all.iter().enumerate().map(|(i, v)| ((1, i as i64 + 1), letters(v))).collect()
        }
        _ => return None,
    };
    Some(View { kind, at, of: Some(of), fixed })
}

fn place(cell: &Cell) -> Place {
    (cell.row.into(), cell.col.into())
}

fn somewhere(value: &Value) -> Option<Place> {
    match value {
        Value::Cell(c) => Some(place(c)),
        n => Some((1, number(n)?)),
    }
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => n.to_i64(),
        _ => None,
    }
}

/// More of what is in a place is not told.
const MOST_LETTERS: usize = 40;

/// What is in a place, in letters; a board shows the first few of them.
fn letters(value: &Value) -> String {
    match value {
        Value::Bool(true) => "o".into(),
        Value::Bool(false) => ".".into(),
        other => other.to_string().chars().filter(|c| *c != '"').take(MOST_LETTERS).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairgame::Session;

    fn seen(text: &str, position: &str) -> (Vec<Board>, Vec<OnBoards>) {
        let mut session = Session::default();
        session.open("t.game", text);
        let position = session.position(position).expect("a position");
        let moves = session.moves_of(&position).expect("moves");
        boards(&position, &position, moves)
    }

    fn clicked(moves: &[OnBoards], name: &str) -> (Vec<[usize; 2]>, Option<[usize; 2]>) {
        let (_, touched, means) = moves.iter().find(|(m, _, _)| m.name == name).expect("the move");
        (touched.clone(), *means)
    }

    #[test]
    fn tokens_are_taken_from_where_one_clicks() {
        let (boards, moves) = seen("use \"heaps\"", "Nim(3) + Nim(5)");
        assert_eq!((boards.len(), boards[1].columns, boards[1].kind), (2, 5, Kind::Tokens));
        assert_eq!(clicked(&moves, "take(2) in 2"), (vec![[1, 3], [1, 4]], Some([1, 3])));
        let (_, moves) = seen("use \"kayles\"", "Kayles(5)");
        assert_eq!(clicked(&moves, "knock(2, 1)"), (vec![[0, 1], [0, 2]], None));
    }

    #[test]
    fn coins_and_cells_are_where_they_stand() {
        let welter = "game Welter(coins: set of nat)\n  move slide(c in coins, d in 0..<c where d not in coins) \
                      to Welter(coins without c with d)";
        let (boards, moves) = seen(welter, "Welter({2, 5})");
        assert_eq!(boards[0].places.concat(), "..o..o");
        assert_eq!(clicked(&moves, "slide(5, 3)").0, [[0, 3], [0, 5]]);
        let cross = "game Cross(n: nat, c: set of nat)\n  move mark(x in 1..n where x not in c) to Cross(n, c with x)";
        assert_eq!(seen(cross, "Cross(4, {})").0[0].places.concat(), "....");
        let (boards, moves) = seen("use \"cram\"", "Cram(board(\"..x|...\"))");
        assert_eq!((boards[0].rows, boards[0].columns, boards[0].kind), (2, 3, Kind::Grid));
        assert!(moves.iter().all(|(_, touched, _)| touched.len() == 2));
    }

    #[test]
    fn rows_and_pieces_mean_one_place() {
        let chomp = "game Chomp(rows: list of nat)\n  move eat(i in indices(rows), j in 1..rows[i]) to \
                     Chomp([if k < i then rows[k] else min(rows[k], j - 1) for k in indices(rows)])";
        let (_, moves) = seen(chomp, "Chomp([3, 3])");
        assert_eq!(clicked(&moves, "eat(1, 2)"), (vec![[0, 1], [0, 2], [0, 4], [0, 5]], Some([0, 1])));
        let queen = "game Q(a: nat, b: nat)\n  move up(k in 1..a) to Q(a - k, b)\n  move left(k in 1..b) to Q(a, b - k)";
        let (boards, moves) = seen(queen, "Q(2, 3)");
        assert_eq!((boards[0].rows, boards[0].columns), (3, 4));
        assert_eq!(clicked(&moves, "up(2)").1, Some([0, 3]));
    }
}
