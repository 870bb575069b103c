//! Graphs and boards for papers: pictures of TikZ, with nothing needed but the package itself.

use super::faces::{Face, faces};
use super::move_graph::{drawable, placed, size, star};
use super::sheet::wide;
use crate::answer::{EdgeAnswer, GraphAnswer, NodeAnswer};
use crate::layout::{clean, one_line, shorten};
use std::fmt::Write;

/// Positions are written with this many letters, and moves with this many.
const LONG: usize = 30;
const MOVE: usize = 24;
/// How large a square of a board is, in centimetres.
const SQUARE: f64 = 0.5;

/// The graph as it is drawn as SVG: P-positions have two lines, N-positions round corners, all else broken lines; winning
/// moves are thick, moves of Left are blue, of Right red. Beyond 70 arrows only winning moves are named.
pub fn tikz(g: &GraphAnswer) -> String {
    let faces = faces(&drawable(g), LONG, true);
    let sizes: Vec<_> = faces.iter().zip(&g.nodes).map(|(f, n)| size(f, n)).collect();
    let places = placed(g, &sizes);
    let mut out = String::from(
        "\\begin{tikzpicture}[x=1pt, y=-1pt, font=\\ttfamily\\scriptsize, every node/.style={align=center}]\n",
    );
    let crowded = g.edges.len() > super::move_graph::NAMED;
    for (arrow, e) in places.arrows.iter().zip(&g.edges) {
        let mut way = at(arrow.way[0][0]);
        for [_, b, c, d] in &arrow.way {
            let _ = write!(way, " .. controls {} and {} .. {}", at(*b), at(*c), at(*d));
        }
        let (end, toward) = (arrow.way[arrow.way.len() - 1][3], arrow.toward);
        let tip = (end.0 + toward.0 * super::arrows::HEAD, end.1 + toward.1 * super::arrows::HEAD);
        let _ = writeln!(out, "  \\draw[->{}] {way} -- {};", line(e), at(tip));
        if !crowded || e.winning {
            let name = shorten(&one_line(&clean(&e.moves.join(", "))), MOVE);
            let _ = writeln!(
                out,
                "  \\node[fill=white, inner sep=1pt] at {} {{{}}};",
                at(middle(arrow)),
                tex(&name)
            );
        }
    }
    for (i, n) in g.nodes.iter().enumerate() {
        let _ = writeln!(
            out,
            "  \\node[draw{}, fill=white, minimum width={:.0}pt] at {} {{{}}};",
            frame(n),
            sizes[i].0,
            at(places.nodes[i]),
            label(n, &faces[i])
        );
    }
    if g.folded > 0 {
        let _ = writeln!(out, "  % {}", super::move_graph::note(g));
    }
    out + "\\end{tikzpicture}\n"
}

/// A picture of letters, line by line: `.` is an empty square, `#` none, any other letter is in a square. Where letters
/// are no squares, as in a drawing of lines, `boxed` is false.
pub fn tikz_board(lines: &[String], boxed: bool) -> String {
    let mut out = format!(
        "\\begin{{tikzpicture}}[x={}cm, y=-{SQUARE}cm, font=\\ttfamily]\n",
        if boxed { SQUARE } else { SQUARE / 2.0 }
    );
    for (row, text) in lines.iter().enumerate() {
        let mut column = 0.0;
        for c in clean(text).chars() {
            let here = column;
            column += if wide(&c.to_string(), 1.0) > 1.0 { 2.0 } else { 1.0 };
            if c == ' ' || boxed && c == '#' {
                continue;
            }
            if boxed {
                let _ = writeln!(out, "  \\draw ({here},{row}) rectangle ({},{});", here + 1.0, row + 1);
            }
            if !boxed || c != '.' {
                let (x, y) = (here + 0.5, row as f64 + 0.5);
                let _ = writeln!(out, "  \\node at ({x},{y}) {{{}}};", tex(&c.to_string()));
            }
        }
    }
    out + "\\end{tikzpicture}\n"
}

fn at((x, y): (f64, f64)) -> String {
    format!("({x:.1},{y:.1})")
}

/// Where the name of an arrow stands: in the middle of its way.
fn middle(arrow: &super::arrows::Arrow) -> (f64, f64) {
    let [a, b, c, d] = arrow.way[arrow.way.len() / 2];
    let half = |a: f64, b: f64, c: f64, d: f64| (a + 3.0 * b + 3.0 * c + d) / 8.0;
    (half(a.0, b.0, c.0, d.0), half(a.1, b.1, c.1, d.1))
}

fn line(e: &EdgeAnswer) -> String {
    let color = match e.owner {
        Some("Left") => ", blue",
        Some(_) => ", red",
        None => "",
    };
    format!("{color}{}", if e.winning { ", very thick" } else { "" })
}

fn frame(n: &NodeAnswer) -> &'static str {
    match n.outcome.as_str() {
        "P" => ", double",
        "N" => ", rounded corners=5pt",
        "Left" => ", blue",
        "Right" => ", red",
        _ => ", dashed",
    }
}

/// The picture or the position, then the outcome and the value.
fn label(n: &NodeAnswer, face: &Face) -> String {
    let number = face.number.map_or(String::new(), |n| format!(" #{n}"));
    let more = if n.folded { " ..." } else { "" };
    let standing = format!("{} {}{number}{more}", n.outcome, star(&n.value));
    let lines = face.lines.iter().map(|l| tex(l).replace(' ', "~"));
    let standing = format!("\\textbf{{{}}}", tex(standing.trim_end()));
    lines.chain([standing]).collect::<Vec<_>>().join("\\\\")
}

/// A text as TeX reads it inside a drawing, where a star would belong to the command before it.
fn tex(text: &str) -> String {
    crate::layout::tex(text).replace('*', "{*}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_squares_and_signs_are_escaped() {
        let board = tikz_board(&["x.#".into(), "\u{1b}_".into()], true);
        assert_eq!(board.matches("rectangle").count(), 4, "{board}");
        assert!(board.contains("\\node at (0.5,0.5) {x};") && board.contains("{\\_}"), "{board}");
        assert!(!tikz_board(&["/\\".into()], false).contains("rectangle"));
        assert_eq!(tex("a_{1} *2 ∞"), "a\\_\\{1\\} {*}2 $\\infty$");
    }
}
