//! A graph for Graphviz.

use crate::answer::GraphAnswer;
use std::fmt::Write;

/// The graph in the DOT language: P-positions are drawn with two lines, winning moves in bold, moves of Left
/// blue and of Right red. Every position and every move is written in full.
pub fn dot(g: &GraphAnswer) -> String {
    let mut out = String::from("digraph game {\n  rankdir = TB;\n  node [fontname = \"monospace\"];\n");
    for (i, n) in g.nodes.iter().enumerate() {
        let shape = match n.outcome.as_str() {
            "P" => "box, peripheries = 2",
            "N" => "box, style = rounded",
            "Left" => "box, color = blue",
            "Right" => "box, color = red",
            _ => "box, style = dashed",
        };
        let dots = if n.folded { "\\n..." } else { "" };
        let _ = writeln!(
            out,
            "  n{i} [label = \"{}\\n{}{}{dots}\", shape = {shape}];",
            escaped(&n.position),
            n.outcome,
            if n.value.is_empty() { String::new() } else { format!(": {}", n.value) }
        );
    }
    for e in &g.edges {
        let style = match (e.owner, e.winning) {
            (None, false) => "",
            (None, true) => ", style = bold",
            (Some("Left"), false) => ", color = blue, fontcolor = blue",
            (Some("Left"), true) => ", color = blue, fontcolor = blue, style = bold",
            (Some(_), false) => ", color = red, fontcolor = red",
            (Some(_), true) => ", color = red, fontcolor = red, style = bold",
        };
        let _ = writeln!(
            out,
            "  n{} -> n{} [label = \"{}\"{style}];",
            e.from,
            e.to,
            escaped(&e.moves.join("\n"))
        );
    }
    if g.folded > 0 {
        let _ = writeln!(out, "  label = \"{}\";", escaped(&super::move_graph::note(g)));
    }
    out + "}\n"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
