//! A graph as an indented list.

use super::move_graph::moves;
use crate::answer::GraphAnswer;
use crate::layout::{Look, Paint, clean, shorten, shorten_position};
use std::collections::BTreeSet;

/// Deeper positions are left out.
const DEEP: usize = 12;

/// Every position once with its moves; winning moves first and marked.
pub fn tree(g: &GraphAnswer, look: &Look) -> String {
    let mut out = String::new();
    let mut seen = BTreeSet::new();
    write(g, 0, 0, None, look, &mut seen, &mut out);
    if g.folded > 0 {
        out += &format!("{}\n", look.paint(Paint::Dim, &super::move_graph::note(g)));
    }
    out
}

fn write(
    g: &GraphAnswer,
    at: usize,
    depth: usize,
    by: Option<&crate::answer::EdgeAnswer>,
    look: &Look,
    seen: &mut BTreeSet<usize>,
    out: &mut String,
) {
    let node = &g.nodes[at];
    let indent = "  ".repeat(depth);
    let how = by.map_or(String::new(), |e| {
        let text = shorten(&clean(&moves(&e.moves)), 30);
        let mark = if e.winning { "! " } else { "  " };
        format!(
            "{}  ->  ",
            look.paint(if e.winning { Paint::Good } else { Paint::Dim }, &format!("{mark}{text}"))
        )
    });
    let value = super::move_graph::star(&node.value);
    let position =
        shorten_position(&clean(&node.position), look.columns().saturating_sub(40 + 2 * depth).max(24));
    let first = seen.insert(at);
    let leaves = g.edges.iter().any(|e| e.from == at);
    let rest = match (first, leaves || node.folded) {
        (false, true) => "  as above".to_string(),
        (true, true) if depth >= DEEP => "  ...".to_string(),
        (true, _) if node.folded => "  ...".to_string(),
        _ => String::new(),
    };
    *out += &format!("{indent}{how}{position}  {} {value}{}\n", node.outcome, look.paint(Paint::Dim, &rest));
    if first && depth < DEEP {
        let mut edges: Vec<_> = g.edges.iter().filter(|e| e.from == at).collect();
        edges.sort_by_key(|e| !e.winning);
        edges.into_iter().for_each(|e| write(g, e.to, depth + 1, Some(e), look, seen, out));
    }
}
