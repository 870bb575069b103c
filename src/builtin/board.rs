//! Boards: sets of cells, their islands, rays and symmetries.

use crate::value::Cell;
use std::collections::BTreeSet;

/// Cells in reading order.
pub type Cells = BTreeSet<Cell>;

/// The cells marked `.` in a drawing; rows end with `|` or a line break. Blank space before a row counts
/// as indentation only where a row begins, so boards may be drawn over several lines.
///
/// # Errors
/// A sentence when a mark is not one of `. x # _`.
pub fn board(text: &str) -> Result<Cells, String> {
    let mut cells = Cells::new();
    let trimmed = text.trim();
    for (row, line) in trimmed.split(['|', '\n']).enumerate() {
        for (col, mark) in line.trim().chars().enumerate() {
            match mark {
                '.' => {
                    cells.insert(Cell { row: row as i32 + 1, col: col as i32 + 1 });
                }
                'x' | 'X' | '#' | '_' => {}
                other => {
                    return Err(format!(
                        "a board is drawn with . for a cell and x or # for none; `{other}` means nothing there"
                    ));
                }
            }
        }
    }
    Ok(cells)
}

/// The four cells beside a cell, in reading order; fewer at the edge of what a cell can be.
pub fn touching(p: Cell) -> impl Iterator<Item = Cell> {
    [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(move |by| step_from(p, by))
}

/// The cell some steps away, if there can be one.
fn step_from(p: Cell, (rows, cols): (i32, i32)) -> Option<Cell> {
    Some(Cell { row: p.row.checked_add(rows)?, col: p.col.checked_add(cols)? })
}

/// The connected parts, by touching cells, in reading order of their first cells.
pub fn islands(cells: &Cells) -> Vec<Cells> {
    let mut left = cells.clone();
    let mut parts = vec![];
    while let Some(first) = left.pop_first() {
        let (mut part, mut edge) = (Cells::from([first]), vec![first]);
        while let Some(p) = edge.pop() {
            for q in touching(p) {
                if left.remove(&q) {
                    part.insert(q);
                    edge.push(q);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// The cells met from `p` (not itself) in steps of `(rows, columns)`, as long as they are in `on`.
pub fn ray(p: Cell, step: (i32, i32), on: impl Fn(&Cell) -> bool) -> Cells {
    let mut met = Cells::new();
    let mut at = p;
    if step == (0, 0) {
        return met;
    }
    while let Some(next) = step_from(at, step).filter(|next| on(next)) {
        met.insert(next);
        at = next;
    }
    met
}

/// First and last row, first and last column.
fn bounds(cells: &Cells) -> Option<(i32, i32, i32, i32)> {
    let rows = || cells.iter().map(|p| p.row);
    let cols = || cells.iter().map(|p| p.col);
    Some((rows().min()?, rows().max()?, cols().min()?, cols().max()?))
}

/// A quarter turn to the right; the upper left corner of the surrounding rectangle stays.
pub fn turned(cells: &Cells) -> Cells {
    let Some((top, bottom, left, _)) = bounds(cells) else { return Cells::new() };
    cells.iter().map(|p| Cell { row: top + (p.col - left), col: left + (bottom - p.row) }).collect()
}

/// Left and right exchanged, inside the surrounding rectangle.
pub fn mirrored(cells: &Cells) -> Cells {
    let Some((_, _, left, right)) = bounds(cells) else { return Cells::new() };
    cells.iter().map(|p| Cell { row: p.row, col: left + right - p.col }).collect()
}

/// Shifted so that the first row and the first column are 1.
pub fn shifted(cells: &Cells) -> Cells {
    let Some((top, _, left, _)) = bounds(cells) else { return Cells::new() };
    cells.iter().map(|p| Cell { row: p.row - top + 1, col: p.col - left + 1 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_by_rows() {
        let cells = board("..x|.x.").unwrap();
        let at = |row, col| Cell { row, col };
        assert_eq!(cells, Cells::from([at(1, 1), at(1, 2), at(2, 1), at(2, 3)]));
        assert_eq!(board("  ..x\n  .x.\n").unwrap(), cells);
        assert!(board("a").is_err());
    }

    #[test]
    fn islands_and_symmetries() {
        let cells = board("..x|.x.").unwrap();
        assert_eq!(islands(&cells).len(), 2);
        let four = (0..4).fold(cells.clone(), |c, _| turned(&c));
        assert_eq!(four, cells);
        assert_eq!(mirrored(&mirrored(&cells)), cells);
        assert_eq!(shifted(&board("xxx|x..").unwrap()), board("..").unwrap());
        assert_eq!(turned(&board("...").unwrap()), board(".|.|.").unwrap());
    }

    #[test]
    fn rays_stop_at_walls() {
        let cells = board("..x.").unwrap();
        assert_eq!(ray(Cell { row: 1, col: 1 }, (0, 1), |c| cells.contains(c)).len(), 1);
        assert_eq!(ray(Cell { row: 1, col: 5 }, (0, -1), |c| cells.contains(c)).len(), 1);
    }
}
