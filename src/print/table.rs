//! Tables: columns under a header, or a grid where there are two binders and one expression.

use crate::layout::{Look, Paint, clean, one_line, pad, pad_left, shorten, width};
use std::collections::BTreeSet;

/// So many rows are looked at before the widths of the columns are fixed.
const LOOKED_AT: usize = 200;

/// A grid is not made of more cells than this.
const GRID_CELLS: usize = 250_000;

/// The widest cell.
const CELL: usize = 60;

/// Cells with less than this between them run into each other.
const GAP: &str = "  ";

/// Lays out a table whose rows come one by one: the first ones are kept until widths can be fixed.
pub struct TableText {
    columns: Vec<String>,
    binders: usize,
    look: Look,
    kept: Vec<Vec<String>>,
    widths: Option<Vec<usize>>,
}

impl TableText {
    /// A table with these columns, of which the first `binders` are binders.
    pub fn new(columns: Vec<String>, binders: usize, look: Look) -> TableText {
        let columns = columns.iter().map(|c| cell(c)).collect();
        TableText { columns, binders, look, kept: vec![], widths: None }
    }

    /// Takes a row; returns the text that can be shown now, often none.
    pub fn row(&mut self, cells: &[String]) -> String {
        let cells = cells.iter().map(|c| cell(c)).collect();
        if let Some(widths) = &self.widths {
            return line(&cells, widths, &self.look);
        }
        self.kept.push(cells);
        let enough = if self.may_be_grid() { GRID_CELLS } else { LOOKED_AT };
        if self.kept.len() < enough { String::new() } else { self.fix() }
    }

    /// The rest of the table.
    pub fn finish(&mut self) -> String {
        if self.widths.is_some() {
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
        let width_of = |i: usize| {
            let cells = self.kept.iter().map(|row| width(&row[i]));
            cells.chain([width(&self.columns[i])]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width_of).collect();
        let header = line(&self.columns, &widths, &self.look);
        let mut out = self.look.paint(Paint::Bold, header.trim_end_matches('\n')) + "\n";
        for row in std::mem::take(&mut self.kept) {
            out += &line(&row, &widths, &self.look);
        }
        self.widths = Some(widths);
        out
    }
}

/// A cell on one line, not too wide.
fn cell(text: &str) -> String {
    shorten(&one_line(&clean(text)), CELL)
}

/// One line of a table; on a narrow terminal it is shortened at the end.
fn line(cells: &Vec<String>, widths: &[usize], look: &Look) -> String {
    let number = |c: &String| c.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '*');
    let mut out = String::new();
    for (i, (c, w)) in cells.iter().zip(widths).enumerate() {
        let gap = if i > 0 { GAP } else { "" };
        out += gap;
        out += &if number(c) || *w <= width(c) { pad_left(c, *w) } else { pad(c, *w) };
    }
    let out = out.trim_end();
    match look.width {
        Some(columns) if width(out) > columns => shorten(out, columns) + "\n",
        _ => format!("{out}\n"),
    }
}

/// The rows of a table as a grid: the first binder down, the second across.
struct Grid {
    down: Vec<String>,
    across: Vec<String>,
    cells: Vec<String>,
}

impl Grid {
    /// None unless there is exactly one row for each pair, in order.
    fn of(rows: &[Vec<String>]) -> Option<Grid> {
        let first = rows.first()?;
        let across: Vec<String> =
            rows.iter().take_while(|r| r[0] == first[0]).map(|r| r[1].clone()).collect();
        if rows.len() % across.len() != 0 {
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
        let side = self.down.iter().map(|d| width(d)).chain([width(&corner)]).max().unwrap_or(0);
        let n = self.across.len();
        let widest = self.cells.iter().chain(&self.across).map(|c| width(c)).max().unwrap_or(1);
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
                out += &grid_line(down, side, cells, widest);
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

/// A line of CSV: cells with a comma, a quotation mark or a line break are quoted.
pub fn csv_row(cells: &[String]) -> String {
    let quoted = |c: &String| match c.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", c.replace('"', "\"\"")),
        false => c.clone(),
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}
