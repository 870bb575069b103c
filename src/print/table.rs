//! Tables: columns under a header, or a grid where there are two binders and one expression.

use crate::layout::{Look, Paint, clean, one_line, pad, pad_left, shorten, width};
use std::collections::BTreeSet;

/// The number of rows examined before the widths of the columns are fixed.
const LOOKED_AT: usize = 200;

/// The largest number of cells of a grid.
const GRID_CELLS: usize = 250_000;

/// The widest cell shown to people; in a file, wider ones stick out of their columns.
const CELL: usize = 60;

/// The least width of a column of words on a narrow terminal.
const NARROWEST: usize = 10;

/// Cells with less than this between them run into each other.
const GAP: &str = "  ";

/// Lays out a table whose rows come one by one: the first ones are kept until widths can be fixed.
pub struct TableText {
    columns: Vec<String>,
    binders: usize,
    look: Look,
    /// Nothing is left out, however wide.
    in_full: bool,
    kept: Vec<Vec<String>>,
    fixed: Option<Vec<Column>>,
}

/// The layout of a column.
struct Column {
    width: usize,
    /// Narrower than its contents.
    narrow: bool,
    /// Numbers, aligned to the right.
    right: bool,
}

impl TableText {
    /// A table with these columns, of which the first `binders` are binders.
    pub fn new(columns: Vec<String>, binders: usize, look: Look) -> TableText {
        let columns = columns.iter().map(|c| shorten(&one_line(&clean(c)), CELL)).collect();
        TableText { columns, binders, look, in_full: false, kept: vec![], fixed: None }
    }

    /// The same table for a file, which keeps every cell as it is.
    pub fn in_full(columns: &[String], binders: usize) -> TableText {
        let columns = columns.iter().map(|c| one_line(&clean(c))).collect();
        TableText { columns, binders, look: Look::default(), in_full: true, kept: vec![], fixed: None }
    }

    /// A cell on one line, not too wide for its reader.
    fn cell(&self, text: &str) -> String {
        let text = one_line(&clean(text));
        if self.in_full { text } else { shorten(&text, CELL) }
    }

    /// Takes a row, and adds the text that can be shown now, often none.
    pub fn row(&mut self, cells: &[String], out: &mut String) {
        if let Some(columns) = &self.fixed {
            if self.look.width.is_some() || self.look.color || !cells.iter().all(|c| is_plain(c)) {
                let cells: Vec<String> = cells.iter().map(|c| self.cell(c)).collect();
                *out += &line(&cells, columns, &self.look);
            } else {
                plain_line(cells, columns, out);
            }
            return;
        }
        self.kept.push(cells.iter().map(|c| self.cell(c)).collect());
        let enough = if self.may_be_grid() { GRID_CELLS } else { LOOKED_AT };
        if self.kept.len() >= enough {
            *out += &self.fix();
        }
    }

    /// The rest of the table.
    pub fn finish(&mut self) -> String {
        if self.fixed.is_some() {
            return String::new();
        }
        if self.may_be_grid()
            && let Some(grid) = Grid::of(&self.kept)
        {
            return grid.text(&self.columns, &self.look);
        }
        self.fix()
    }

    fn may_be_grid(&self) -> bool {
        self.binders == 2 && self.columns.len() == 3
    }

    /// Fixes the widths and shows the header and the rows kept so far.
    fn fix(&mut self) -> String {
        let column = |i: usize| {
            let cells = || self.kept.iter().map(move |row| &row[i]);
            let width = cells().map(|c| width(c)).chain([width(&self.columns[i])]).max().unwrap_or(0);
            Column { width: width.min(CELL), narrow: false, right: cells().all(|c| is_number(c)) }
        };
        let mut columns: Vec<Column> = (0..self.columns.len()).map(column).collect();
        narrow(&mut columns, self.look.width.unwrap_or(usize::MAX));
        let header = line(&self.columns, &columns, &self.look);
        let mut out = self.look.paint(Paint::Bold, header.trim_end_matches('\n')) + "\n";
        for row in std::mem::take(&mut self.kept) {
            out += &line(&row, &columns, &self.look);
        }
        self.fixed = Some(columns);
        out
    }
}

/// Takes from the widest columns until the table fits, as long as something can be read in them.
fn narrow(columns: &mut [Column], room: usize) {
    let total = |columns: &[Column]| columns.iter().map(|c| c.width + GAP.len()).sum::<usize>();
    while total(columns) > room.saturating_add(GAP.len()) {
        let widest = columns.iter_mut().filter(|c| !c.right).max_by_key(|c| c.width);
        let Some(widest) = widest.filter(|c| c.width > NARROWEST) else { return };
        widest.width -= 1;
        widest.narrow = true;
    }
}

fn is_number(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '*')
}

/// One line of a table; on a narrow terminal it is shortened at the end.
fn line(cells: &[String], columns: &[Column], look: &Look) -> String {
    let padded = cells.iter().zip(columns).map(|(text, column)| match column.right {
        true => pad_left(text, column.width),
        false if column.narrow => pad(&shorten(text, column.width), column.width),
        false => pad(text, column.width),
    });
    let padded: Vec<String> = padded.collect();
    let out = padded.join(GAP);
    let out = out.trim_end();
    match look.width {
        Some(columns) if width(out) > columns => shorten(out, columns) + "\n",
        _ if look.color && cells.iter().any(|c| is_outcome(c)) => {
            let all: Vec<String> = padded.iter().map(|c| painted(c, look)).collect();
            format!("{}\n", all.join(GAP).trim_end())
        }
        _ => format!("{out}\n"),
    }
}

/// A padded cell, an outcome in its colour.
fn painted(cell: &str, look: &Look) -> String {
    let word = cell.trim();
    if is_outcome(word) { cell.replacen(word, &look.paint(look.outcome(word), word), 1) } else { cell.into() }
}

/// Whether a cell is shown as it is, each byte in a column of its own.
fn is_plain(text: &str) -> bool {
    text.len() <= CELL && text.bytes().all(|b| b.is_ascii_graphic())
}

/// [`line`] of plain cells where any width will do: in a long table, nearly all.
fn plain_line(cells: &[String], columns: &[Column], out: &mut String) {
    let begin = out.len();
    for (i, (text, column)) in cells.iter().zip(columns).enumerate() {
        let spaces = std::iter::repeat_n(' ', column.width.saturating_sub(text.len()));
        if i > 0 {
            out.push_str(GAP);
        }
        if column.right {
            out.extend(spaces);
            out.push_str(text);
        } else {
            out.push_str(text);
            out.extend(spaces);
        }
    }
    out.truncate(out.trim_end_matches(' ').len().max(begin));
    out.push('\n');
}

/// The rows of a table as a grid: the first binder down, the second across.
pub(super) struct Grid {
    pub(super) down: Vec<String>,
    pub(super) across: Vec<String>,
    /// Row by row.
    pub(super) cells: Vec<String>,
}

impl Grid {
    /// None unless there is exactly one row for each pair, in order.
    pub(super) fn of(rows: &[Vec<String>]) -> Option<Grid> {
        let first = rows.first()?;
        let across: Vec<String> =
            rows.iter().take_while(|r| r[0] == first[0]).map(|r| r[1].clone()).collect();
        if !rows.len().is_multiple_of(across.len()) {
            return None;
        }
        let down: Vec<String> = rows.iter().step_by(across.len()).map(|r| r[0].clone()).collect();
        let full = rows
            .iter()
            .enumerate()
            .all(|(i, r)| r[0] == down[i / across.len()] && r[1] == across[i % across.len()]);
        let distinct = down.iter().collect::<BTreeSet<_>>().len() == down.len();
        let cells = rows.iter().map(|r| r[2].clone()).collect();
        (full && distinct).then_some(Grid { down, across, cells })
    }

    /// Broken into blocks of columns where the terminal is too narrow.
    fn text(&self, columns: &[String], look: &Look) -> String {
        let corner = format!("{}\\{}", columns[0], columns[1]);
        let side = self.down.iter().map(|d| width(d)).chain([width(&corner)]).max().unwrap_or(0).min(CELL);
        let n = self.across.len();
        let widest = self.cells.iter().chain(&self.across).map(|c| width(c)).max().unwrap_or(1).min(CELL);
        let room = look.width.unwrap_or(usize::MAX).saturating_sub(side + 2);
        let per_block = (room / (widest + GAP.len())).clamp(1, n);
        let mut out = look.paint(Paint::Bold, &columns[2]) + "\n";
        for block in (0..n).step_by(per_block) {
            let shown = block..(block + per_block).min(n);
            if block > 0 {
                out.push('\n');
            }
            let head = grid_line(&corner, side, &self.across[shown.clone()], widest);
            out += &look.paint(Paint::Bold, &head);
            out.push('\n');
            for (i, down) in self.down.iter().enumerate() {
                let cells = &self.cells[i * n + shown.start..i * n + shown.end];
                out += &format!("{} |", pad_left(down, side));
                cells.iter().for_each(|c| out += &(GAP.to_string() + &painted(&pad_left(c, widest), look)));
                out.push('\n');
            }
        }
        out
    }
}

fn grid_line(head: &str, side: usize, cells: &[String], widest: usize) -> String {
    let cells: String = cells.iter().map(|c| format!("{GAP}{}", pad_left(c, widest))).collect();
    format!("{} |{cells}", pad_left(head, side))
}

/// Adds a line of CSV: cells with a comma, a quotation mark or a line break are quoted.
pub(super) fn csv_row(cells: &[String], out: &mut String) {
    for (i, cell) in cells.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        if cell.contains([',', '"', '\n', '\r']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push_str("\r\n");
}

/// Whether a cell or a value is an outcome that has a colour.
pub(super) fn is_outcome(text: &str) -> bool {
    matches!(text, "P" | "N") || text.starts_with("Left") || text.starts_with("Right")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(columns: &[&str], binders: usize, rows: &[&[&str]], width: usize) -> String {
        let columns = columns.iter().map(|c| c.to_string()).collect();
        let mut table = TableText::new(columns, binders, Look { width: Some(width), color: false });
        let mut text = String::new();
        for row in rows {
            table.row(&row.iter().map(|c| c.to_string()).collect::<Vec<_>>(), &mut text);
        }
        text + &table.finish()
    }

    #[test]
    fn a_grid_breaks_into_blocks() {
        let cells: Vec<[String; 3]> =
            (1..=2).flat_map(|a| (1..=5).map(move |b| [a, b, a * b].map(|n: i32| n.to_string()))).collect();
        let cells: Vec<Vec<&str>> = cells.iter().map(|r| r.iter().map(String::as_str).collect()).collect();
        let cells: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
        let text = rows(&["a", "b", "a * b"], 2, &cells, 18);
        assert_eq!(
            text,
            "a * b\na\\b |   1   2   3\n  1 |   1   2   3\n  2 |   2   4   6\n\na\\b |   4   5\n  1 |   4   5\n  2 |   8  10\n"
        );
    }

    #[test]
    fn a_file_has_every_cell_in_full() {
        let columns: Vec<String> = ["n", "f", "g"].map(String::from).into();
        let wide: Vec<String> = vec!["1".into(), "ab".repeat(100), "x".into()];
        let cut = TableText::new(columns.clone(), 1, Look::default());
        for (mut table, whole) in [(TableText::in_full(&columns, 1), true), (cut, false)] {
            let mut text = String::new();
            (0..2 * LOOKED_AT).for_each(|_| table.row(&wide, &mut text));
            text += &table.finish();
            assert!(text.lines().skip(1).all(|l| l.contains(&wide[1]) == whole), "{whole}");
        }
    }

    #[test]
    fn what_is_no_grid_is_a_list() {
        let text = rows(&["a", "b", "x"], 2, &[&["1", "1", "1"], &["2", "1", "2"], &["2", "2", "4"]], 80);
        assert_eq!(text, "a  b  x\n1  1  1\n2  1  2\n2  2  4\n");
        assert_eq!(rows(&["a", "b", "x"], 2, &[], 80), "a  b  x\n");
    }

    #[test]
    fn late_rows_are_laid_out_as_early_ones() {
        let columns: Vec<String> = ["n", "word", "last"].map(String::from).into();
        let mut table = TableText::new(columns, 1, Look { width: None, color: false });
        let row = |n: usize| [n.to_string(), "ab".repeat(n % 3), ["x", "\u{E9}", ""][n % 3].to_string()];
        let mut text = String::new();
        (0..2 * LOOKED_AT).for_each(|n| table.row(&row(n), &mut text));
        let lines: Vec<&str> = text.lines().skip(1).collect();
        for n in 0..LOOKED_AT - 3 {
            let same = (n..2 * LOOKED_AT).step_by(3).map(|m| &lines[m][3..]);
            assert!(same.clone().all(|l| l == &lines[n][3..]), "{n}");
        }
    }

    #[test]
    fn wide_characters_and_narrow_terminals() {
        let text = rows(&["n", "f"], 1, &[&["1", "\u{4E16}\u{754C}"], &["10", "x"]], 80);
        assert_eq!(text, " n  f\n 1  \u{4E16}\u{754C}\n10  x\n");
        let long = rows(&["n", "f"], 1, &[&["1", "abcdefghijklmnopqrstuvwxyz"]], 20);
        assert!(long.lines().all(|l| width(l) <= 20), "{long}");
    }
}
