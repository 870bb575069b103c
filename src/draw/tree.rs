//! A graph as an indented list.

use super::faces::{Face, Moves, faces, listed, moves};
use crate::answer::{EdgeAnswer, GraphAnswer};
use crate::layout::{Look, Paint, width, wrap};
use std::collections::BTreeSet;

/// Deeper positions are left out.
const DEEP: usize = 12;

/// Every position once with its moves; winning moves first and marked.
pub fn tree(g: &GraphAnswer, look: &Look) -> String {
    let columns = look.columns().saturating_sub(34).max(24);
    let mut moves = moves(g, &|_| true);
    let mut names = std::mem::take(&mut moves.names);
    let letters = moves.in_order(&mut names);
    let moves = Moves { names, letters, ..moves };
    let tree = Tree { g, faces: faces(g, columns, false), moves, look };
    let mut out = String::new();
    tree.write(0, 0, None, &mut BTreeSet::new(), &mut out);
    out + &tree.legend()
}

struct Tree<'a> {
    g: &'a GraphAnswer,
    faces: Vec<Face>,
    moves: Moves,
    look: &'a Look,
}

impl Tree<'_> {
    fn write(
        &self,
        at: usize,
        depth: usize,
        by: Option<usize>,
        seen: &mut BTreeSet<usize>,
        out: &mut String,
    ) {
        let node = &self.g.nodes[at];
        let look = self.look;
        let how = by.map_or(String::new(), |i| self.arrow(i));
        let value = super::move_graph::star(&node.value);
        let number = self.faces[at].number.map_or(String::new(), |n| format!(" #{n}"));
        let first = seen.insert(at);
        let leaves = self.g.edges.iter().any(|e| e.from == at);
        let rest = match (first, leaves || node.folded) {
            (false, true) => "  as above".to_string(),
            (true, true) if depth >= DEEP => "  ...".to_string(),
            (true, _) if node.folded => "  ...".to_string(),
            _ => String::new(),
        };
        let outcome = look.paint(look.outcome(&node.outcome), &node.outcome);
        let line = format!(
            "{}{how}{}{number}  {outcome} {value}{}",
            "  ".repeat(depth),
            self.faces[at].lines[0],
            look.paint(Paint::Dim, &rest)
        );
        *out += look.hung(line.trim_end()).trim_end();
        out.push('\n');
        if first && depth < DEEP {
            let mut edges: Vec<usize> =
                (0..self.g.edges.len()).filter(|i| self.g.edges[*i].from == at).collect();
            edges.sort_by_key(|i| !self.g.edges[*i].winning);
            edges.into_iter().for_each(|i| self.write(self.g.edges[i].to, depth + 1, Some(i), seen, out));
        }
    }

    /// `! take(1)  ->  `, in the colour of whoever may make the move.
    fn arrow(&self, i: usize) -> String {
        let e = &self.g.edges[i];
        let mark = if e.winning { "! " } else { "  " };
        let text = format!("{mark}{}{}", owner(e), self.moves.names[i]);
        let paint = match (e.owner, e.winning) {
            (Some("Left"), _) => Paint::Left,
            (Some(_), _) => Paint::Right,
            (None, true) => Paint::Won,
            (None, false) => Paint::Dim,
        };
        format!("{}  ->  ", self.look.paint(paint, &text))
    }

    /// What signs and numbers mean.
    fn legend(&self) -> String {
        let g = self.g;
        let mut said = vec![];
        said.extend(g.edges.iter().any(|e| e.winning).then(|| "! a winning move".to_string()));
        let owned = g.edges.iter().any(|e| e.owner.is_some());
        said.extend(owned.then(|| "L, R: a move of Left, of Right".to_string()));
        said.extend((g.folded > 0).then(|| super::move_graph::note(g)));
        let mut out = said.iter().map(|s| wrap(s, self.look.columns(), "")).collect::<String>();
        let short = self.moves.letters.iter().zip(&self.moves.full).filter(|(letter, _)| !letter.is_empty());
        let short: BTreeSet<(usize, String)> =
            short.map(|(letter, full)| (width(letter), format!("{letter} {full}"))).collect();
        let list = short.into_iter().map(|s| s.1).chain(listed(g, &self.faces));
        list.for_each(|l| out += &wrap(&l, self.look.columns(), ""));
        if out.is_empty() { out } else { self.look.paint(Paint::Dim, out.trim_end()) + "\n" }
    }
}

/// Whose move it is.
fn owner(e: &EdgeAnswer) -> &'static str {
    match e.owner {
        Some("Left") => "L ",
        Some(_) => "R ",
        None => "",
    }
}
