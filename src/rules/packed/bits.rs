//! Sets of cells as bits of a rectangle: islands, turns and rays on words. How cells and sets are in order as words.

use std::cmp::Ordering;

/// The rectangle that cells are numbered in: row by row, from its upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub(super) top: i32,
    pub(super) left: i32,
    pub(super) rows: u32,
    pub(super) cols: u32,
    pub(super) first_column: u128,
    pub(super) last_column: u128,
    /// 1 / `cols` in 65536ths, rounded up.
    pub(super) per_row: u32,
}

/// The transposed 8 x 8 square (rows are bytes), by three exchanges of halves.
#[inline]
pub(super) fn transposed(s: u64) -> u64 {
    let exchange = |s: u64, by: u32, mask: u64| {
        let t = (s ^ (s >> by)) & mask;
        s ^ t ^ (t << by)
    };
    let s = exchange(s, 7, 0x00aa_00aa_00aa_00aa);
    let s = exchange(s, 14, 0x0000_cccc_0000_cccc);
    exchange(s, 28, 0x0000_0000_f0f0_f0f0)
}

/// A set in an 8 x 8 square moved up and left as far as it goes, and its first column before.
#[inline]
pub(super) fn corner(s: u64) -> (u64, u32) {
    let s = s.checked_shr(s.trailing_zeros() & !7).unwrap_or(0);
    let columns = s | s >> 32;
    let columns = columns | columns >> 16;
    let columns = (columns | columns >> 8) & 0xff;
    let left = columns.trailing_zeros() & 7;
    (s >> left, left)
}

impl Grid {
    /// The rectangle with these corners; `None` if it has more than 128 cells.
    pub(super) fn new(top: i32, left: i32, rows: u32, cols: u32) -> Option<Grid> {
        if rows.checked_mul(cols)? > 128 || rows == 0 || cols == 0 {
            return None;
        }
        let first_column = (0..rows).fold(0u128, |m, r| m | 1 << (r * cols));
        let last_column = first_column << (cols - 1);
        Some(Grid { top, left, rows, cols, first_column, last_column, per_row: 65536 / cols + 1 })
    }

    /// How many cells it has.
    pub(super) fn size(&self) -> u32 {
        self.rows * self.cols
    }

    /// The number of a cell, if it lies inside.
    #[inline]
    pub(super) fn bit(&self, row: i32, col: i32) -> Option<u32> {
        let (r, c) = (row.wrapping_sub(self.top) as u32, col.wrapping_sub(self.left) as u32);
        (r < self.rows && c < self.cols).then(|| r * self.cols + c)
    }

    /// The cell with a number.
    #[inline]
    pub(super) fn cell(&self, bit: u32) -> (i32, i32) {
        let (row, col) = self.place(bit);
        (self.top + row as i32, self.left + col as i32)
    }

    /// The row and column, from 0, of the cell with a number.
    #[inline]
    pub(super) fn place(&self, bit: u32) -> (u32, u32) {
        // A division by at most 128 of a number below 128, as a multiplication.
        let row = (bit * self.per_row) >> 16;
        (row, bit - row * self.cols)
    }

    /// The dominoes on a set of cells, by their upper or left cells: those that lie across and those that stand.
    #[inline]
    pub(super) fn dominoes(&self, on: u128) -> (u128, u128) {
        let below = on.checked_shr(self.cols).unwrap_or(0);
        (on & on >> 1 & !self.last_column, on & below)
    }

    /// A domino by its upper or left cell.
    #[inline]
    pub(super) fn domino(&self, cell: u128, across: bool) -> u128 {
        cell | if across { cell << 1 } else { cell.checked_shl(self.cols).unwrap_or(0) }
    }

    /// The cells of `on` that touch a cell.
    #[inline]
    pub(super) fn touching(&self, (row, col): (i32, i32), on: u128) -> u128 {
        let Some(bit) = self.bit(row, col) else { return self.touching_outside((row, col), on) };
        let cell = 1u128 << bit;
        let right = (cell & !self.last_column) << 1;
        let below = cell.checked_shl(self.cols).unwrap_or(0);
        let above = cell.checked_shr(self.cols).unwrap_or(0);
        (right | below | (cell & !self.first_column) >> 1 | above) & on
    }

    fn touching_outside(&self, (row, col): (i32, i32), on: u128) -> u128 {
        let (above, below) = ((row.wrapping_sub(1), col), (row.wrapping_add(1), col));
        let near = [above, (row, col.wrapping_sub(1)), (row, col.wrapping_add(1)), below];
        near.iter().filter_map(|(r, c)| self.bit(*r, *c)).fold(0, |m, b| m | 1 << b) & on
    }

    /// Whether it is eight cells wide and fits a word, so that a row is a byte.
    #[inline]
    pub(super) fn is_eight_wide(&self) -> bool {
        self.cols == 8 && self.rows <= 8
    }

    /// The cells of a grid eight wide that may be moved down and right by so much without leaving it.
    #[inline]
    pub(super) fn room(&self, rows: u32, cols: u32) -> u64 {
        let columns = (0xff >> cols) * 0x0101_0101_0101_0101u64;
        columns & u64::MAX.checked_shr(64 - 8 * (self.rows - rows)).unwrap_or(0)
    }

    /// A set with all cells touching it.
    #[inline]
    fn grown(&self, s: u128) -> u128 {
        let row = s | (s & !self.last_column) << 1 | (s & !self.first_column) >> 1;
        row | s.checked_shl(self.cols).unwrap_or(0) | s.checked_shr(self.cols).unwrap_or(0)
    }

    /// The island that holds the first cell of a set.
    #[inline]
    pub(super) fn island(&self, s: u128) -> u128 {
        match u64::try_from(s) {
            Ok(s) => self.island_of_word(s).into(),
            Err(_) => self.island_of_any(s),
        }
    }

    #[inline]
    fn island_of_word(&self, s: u64) -> u64 {
        let (inner, first) = (!(self.last_column as u64), !(self.first_column as u64));
        let mut island = s & s.wrapping_neg();
        loop {
            let row = island | (island & inner) << 1 | (island & first) >> 1;
            let below = island.checked_shl(self.cols).unwrap_or(0);
            let next = (row | below | island.checked_shr(self.cols).unwrap_or(0)) & s;
            if next == island {
                return island;
            }
            island = next;
        }
    }

    fn island_of_any(&self, s: u128) -> u128 {
        let mut island = s & s.wrapping_neg();
        loop {
            let next = self.grown(island) & s;
            if next == island {
                return island;
            }
            island = next;
        }
    }

    /// First and last row and column in use, from 0; `None` for the empty set.
    pub(super) fn bounds(&self, s: u128) -> Option<(u32, u32, u32, u32)> {
        if s == 0 {
            return None;
        }
        let row = (1u128.checked_shl(self.cols).unwrap_or(0)).wrapping_sub(1);
        let columns = (0..self.rows).fold(0u128, |m, r| m | (s >> (r * self.cols) & row));
        let bottom = (127 - s.leading_zeros()) / self.cols;
        Some((
            s.trailing_zeros() / self.cols,
            bottom,
            columns.trailing_zeros(),
            127 - columns.leading_zeros(),
        ))
    }

    /// Each cell of a set moved by `f`; `None` if one leaves the rectangle.
    fn moved(&self, s: u128, f: impl Fn(u32, u32) -> (u32, u32)) -> Option<u128> {
        let (mut left, mut out) = (s, 0u128);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let (r, c) = f(bit / self.cols, bit % self.cols);
            if r >= self.rows || c >= self.cols {
                return None;
            }
            out |= 1 << (r * self.cols + c);
        }
        Some(out)
    }

    /// The image of a set when (row, column) becomes (a row + b column, c row + d column), a turn or a mirror image;
    /// the upper left corner of the surrounding rectangle stays.
    pub(super) fn image(&self, s: u128, [a, b, c, d]: [i8; 4]) -> Option<u128> {
        let Some((top, bottom, left, right)) = self.bounds(s) else { return Some(0) };
        let (height, width) = ((bottom - top) as i32, (right - left) as i32);
        let (rows, cols) = if a == 0 { (width, height) } else { (height, width) };
        let add_row = if a + b < 0 { rows } else { 0 };
        let add_col = if c + d < 0 { cols } else { 0 };
        self.moved(s, |r, col| {
            let (r, col) = ((r - top) as i32, (col - left) as i32);
            let row = i32::from(a) * r + i32::from(b) * col + add_row;
            (top + row as u32, left + (i32::from(c) * r + i32::from(d) * col + add_col) as u32)
        })
    }

    /// A quarter turn; the upper left corner of the surrounding rectangle stays.
    pub(super) fn turned(&self, s: u128) -> Option<u128> {
        self.image(s, [0, 1, -1, 0])
    }

    /// Left and right exchanged inside the surrounding rectangle.
    pub(super) fn mirrored(&self, s: u128) -> Option<u128> {
        self.image(s, [1, 0, 0, -1])
    }

    /// Shifted so that the first row and column in use are 1.
    pub(super) fn shifted(&self, s: u128) -> Option<u128> {
        let Some((top, bottom, left, right)) = self.bounds(s) else { return Some(0) };
        let to = self.bit(1, 1)?;
        let (to_row, to_col) = (to / self.cols, to % self.cols);
        if to_row + (bottom - top) >= self.rows || to_col + (right - left) >= self.cols {
            return None;
        }
        let from = top * self.cols + left;
        Some(if to <= from { s >> (from - to) } else { s << (to - from) })
    }

    /// The cells of `on` met from a cell in a direction, until one is missing.
    pub(super) fn ray(&self, (row, col): (i32, i32), step: (i32, i32), on: u128) -> u128 {
        let (mut row, mut col, mut met) = (row, col, 0u128);
        if step == (0, 0) {
            return 0;
        }
        loop {
            (row, col) = (row.saturating_add(step.0), col.saturating_add(step.1));
            match self.bit(row, col) {
                Some(bit) if on >> bit & 1 == 1 => met |= 1 << bit,
                _ => return met,
            }
        }
    }
}

/// Two sets, by their elements in order.
pub(super) fn compare_bits(a: u128, b: u128) -> Ordering {
    let differ = a ^ b;
    if differ == 0 {
        return Ordering::Equal;
    }
    // One has this element, and the other a larger one there, or none any more.
    let first = differ & differ.wrapping_neg();
    let (owner, other) = if a & first != 0 { (Ordering::Less, b) } else { (Ordering::Greater, a) };
    if other & !(first | (first - 1)) != 0 { owner } else { owner.reverse() }
}

/// A cell as a word: words are in the order of cells, those left of the first column included.
pub(super) fn cell_word(row: i32, col: i32) -> i64 {
    (i64::from(row) << 32).wrapping_add(i64::from(col))
}

/// The row and column of a cell word.
pub(super) fn word_cell(word: i64) -> (i32, i32) {
    let col = word as u32 as i32;
    ((word.wrapping_sub(i64::from(col)) >> 32) as i32, col)
}

#[inline]
pub(super) fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests {
    use super::{Grid, cell_word, compare_bits, word_cell};
    use crate::builtin::board::{self, Cells};
    use crate::value::Cell;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn cells(g: &Grid, s: u128) -> Cells {
        (0..g.size())
            .filter(|b| s >> b & 1 == 1)
            .map(|b| g.cell(b))
            .map(|(row, col)| Cell { row, col })
            .collect()
    }

    proptest! {
        #[test]
        fn words_agree_with_sets(rows in 1u32..9, cols in 1u32..9, s: u128) {
            let g = Grid::new(1, 1, rows, cols).unwrap();
            let s = s & (1u128 << g.size()).wrapping_sub(1);
            let set = cells(&g, s);
            let fits = |c: &Cells| c.iter().all(|p| g.bit(p.row, p.col).is_some());
            for (ours, theirs) in [
                (g.turned(s), board::turned(&set)),
                (g.mirrored(s), board::mirrored(&set)),
                (g.shifted(s), board::shifted(&set)),
            ] {
                prop_assert_eq!(ours.map(|s| cells(&g, s)), fits(&theirs).then_some(theirs));
            }
            let mut left = s;
            let mut islands = vec![];
            while left != 0 {
                let island = g.island(left);
                left &= !island;
                islands.push(cells(&g, island));
            }
            prop_assert_eq!(islands, board::islands(&set));
            for step in [(0, 1), (1, 0), (-1, -1), (2, 1)] {
                let ray = board::ray(Cell { row: 2, col: 2 }, step, |c| set.contains(c));
                prop_assert_eq!(cells(&g, g.ray((2, 2), step, s)), ray);
            }
        }
    }

    #[test]
    fn the_order_of_bits_is_that_of_sets() {
        let set = |s: u128| (0..128).filter(|b| s >> b & 1 == 1).collect::<BTreeSet<u32>>();
        for a in 0u128..64 {
            for b in 0u128..64 {
                assert_eq!(compare_bits(a, b), set(a).cmp(&set(b)), "{a:b} {b:b}");
            }
        }
    }

    #[test]
    fn cells_are_ordered_by_rows_and_columns() {
        let cells = [(-2, 3), (0, -1), (0, 0), (1, -5), (1, 7)];
        let words = cells.map(|(r, c)| cell_word(r, c));
        assert!(words.is_sorted());
        assert_eq!(words.map(word_cell), cells);
    }
}
