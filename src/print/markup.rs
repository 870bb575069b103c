//! Whole tables for documents: Markdown, LaTeX and HTML. Two names and one expression make a grid.

use crate::answer::TableAnswer;
use crate::layout::{clean, one_line, pad, pad_left, tex, width};

/// A table as lines of cells, the first one its head.
struct Cells {
    lines: Vec<Vec<String>>,
    /// The meaning of the cells of a grid.
    caption: Option<String>,
}

impl Cells {
    fn of(t: &TableAnswer) -> Cells {
        let cell = |text: &String| one_line(&clean(text));
        let may_be_grid = t.binders == 2 && t.columns.len() == 3;
        if let Some(grid) = may_be_grid.then(|| super::table::Grid::of(&t.rows)).flatten() {
            let corner = format!("{}\\{}", cell(&t.columns[0]), cell(&t.columns[1]));
            let head = std::iter::once(corner).chain(grid.across.iter().map(cell)).collect();
            let rows = grid.down.iter().zip(grid.cells.chunks(grid.across.len()));
            let rows = rows.map(|(d, cells)| std::iter::once(d).chain(cells).map(cell).collect());
            return Cells {
                lines: std::iter::once(head).chain(rows).collect(),
                caption: Some(cell(&t.columns[2])),
            };
        }
        let lines = std::iter::once(&t.columns).chain(&t.rows);
        Cells { lines: lines.map(|row| row.iter().map(cell).collect()).collect(), caption: None }
    }

    /// Columns of numbers, aligned to the right.
    fn right(&self, column: usize) -> bool {
        self.lines.iter().skip(1).all(|l| l[column].parse::<f64>().is_ok() || l[column].starts_with('*'))
    }

    fn columns(&self) -> usize {
        self.lines[0].len()
    }
}

/// For wikis and forums.
pub fn markdown(t: &TableAnswer) -> String {
    let cells = Cells::of(t);
    let escaped: Vec<Vec<String>> = cells
        .lines
        .iter()
        .map(|l| l.iter().map(|c| c.replace('\\', "\\\\").replace('|', "\\|")).collect())
        .collect();
    let widths: Vec<usize> = (0..cells.columns())
        .map(|i| escaped.iter().map(|l| width(&l[i])).max().unwrap_or(0).max(3))
        .collect();
    let mut out = cells.caption.as_ref().map_or(String::new(), |c| format!("`{c}`\n\n"));
    for (n, line) in escaped.iter().enumerate() {
        let padded = line
            .iter()
            .enumerate()
            .map(|(i, c)| if cells.right(i) { pad_left(c, widths[i]) } else { pad(c, widths[i]) });
        out += &format!("| {} |\n", padded.collect::<Vec<_>>().join(" | "));
        if n == 0 {
            let rule = |i: usize| {
                if cells.right(i) { "-".repeat(widths[i] + 1) + ":" } else { "-".repeat(widths[i] + 2) }
            };
            out += &format!("|{}|\n", (0..cells.columns()).map(rule).collect::<Vec<_>>().join("|"));
        }
    }
    out
}

/// For papers: a `tabular`, which needs no package.
pub fn latex(t: &TableAnswer) -> String {
    let cells = Cells::of(t);
    let grid = cells.caption.is_some();
    let align: String = (0..cells.columns())
        .map(|i| match (cells.right(i), grid && i == 0) {
            (_, true) => "r|",
            (true, _) => "r",
            (false, _) => "l",
        })
        .collect();
    let mut out = cells.caption.as_ref().map_or(String::new(), |c| format!("% {c}\n"));
    out += &format!("\\begin{{tabular}}{{{align}}}\n");
    for (n, line) in cells.lines.iter().enumerate() {
        out += &format!("  {} \\\\\n", line.iter().map(|c| tex(c)).collect::<Vec<_>>().join(" & "));
        out += if n == 0 { "  \\hline\n" } else { "" };
    }
    out + "\\end{tabular}\n"
}

/// For web pages: a `table` without any style.
pub fn html(t: &TableAnswer) -> String {
    let cells = Cells::of(t);
    let mut out = String::from("<table>\n");
    out += &cells.caption.as_ref().map_or(String::new(), |c| format!("  <caption>{}</caption>\n", entity(c)));
    for (n, line) in cells.lines.iter().enumerate() {
        let head = |i: usize| n == 0 || i == 0 && cells.caption.is_some();
        let cell = |(i, c): (usize, &String)| {
            let tag = if head(i) { "th" } else { "td" };
            format!("<{tag}>{}</{tag}>", entity(c))
        };
        out += &format!("  <tr>{}</tr>\n", line.iter().enumerate().map(cell).collect::<String>());
    }
    out + "</table>\n"
}

/// A text inside HTML.
pub(crate) fn entity(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
