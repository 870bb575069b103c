//! What is in the nodes of a graph and beside its arrows. What is shortened has a number and is listed in full, so
//! that no two positions and no two moves look the same.

use crate::answer::{GraphAnswer, NodeAnswer};
use crate::layout::{clean, one_line, shorten, shorten_position, width};
use std::collections::HashMap;

/// A move, or several, take no more columns.
const MOVE: usize = 24;

/// What is in a node, and what is listed of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Face {
    /// The game's picture, the board, or the position.
    pub(super) lines: Vec<String>,
    /// Behind the outcome, if it needs a number.
    pub(super) number: Option<usize>,
}

/// The faces of all nodes, where a position may take this many columns.
pub(super) fn faces(g: &GraphAnswer, columns: usize, pictures: bool) -> Vec<Face> {
    let lines = |n: &NodeAnswer| match pictures && !n.picture.is_empty() {
        true => n.picture.iter().map(|l| clean(l)).collect(),
        false => vec![shorten_position(&clean(&n.position), columns)],
    };
    let all: Vec<Vec<String>> = g.nodes.iter().map(lines).collect();
    let mut met: HashMap<&Vec<String>, usize> = HashMap::new();
    all.iter().for_each(|l| *met.entry(l).or_default() += 1);
    let cut = |i: usize| {
        all[i].len() == 1 && g.nodes[i].picture.is_empty() && all[i][0] != clean(&g.nodes[i].position)
    };
    let number = |i: usize| (met[&all[i]] > 1 || cut(i)).then_some(i + 1);
    let numbers: Vec<Option<usize>> = (0..all.len()).map(number).collect();
    all.iter().zip(numbers).map(|(lines, number)| Face { lines: lines.clone(), number }).collect()
}

/// `#3  Cram(board("...|..."))`, of each position with a number.
pub(super) fn listed(g: &GraphAnswer, faces: &[Face]) -> Vec<String> {
    let numbered = faces.iter().zip(&g.nodes).filter_map(|(f, n)| Some((f.number?, n)));
    numbered.map(|(i, n)| format!("#{i} {}", shorten_position(&one_line(&clean(&n.position)), 400))).collect()
}

/// A node in one short word: for lists.
pub(super) fn called(face: &Face, node: &NodeAnswer) -> String {
    match face.number {
        Some(n) => format!("#{n}"),
        None => shorten_position(&clean(&node.position), 60),
    }
}

/// What is next to the arrows.
pub(super) struct Moves {
    /// For each edge: the moves, or their short form with a letter.
    pub(super) names: Vec<String>,
    /// For each edge the letter alone, such as `[b]`.
    pub(super) letters: Vec<String>,
    /// For each edge all moves in full.
    pub(super) full: Vec<String>,
}

impl Moves {
    /// Gives the letters in use again, in order; for each edge its letter, if its name has one.
    pub(super) fn in_order(&self, names: &mut [String]) -> Vec<String> {
        let mut new: HashMap<&str, String> = HashMap::new();
        let mut all = vec![String::new(); names.len()];
        for (i, name) in names.iter_mut().enumerate() {
            let Some(start) = name.strip_suffix(self.letters[i].as_str()) else { continue };
            let next = new.len();
            let letter = new.entry(&self.full[i]).or_insert_with(|| format!("[{}]", in_letters(next)));
            *name = format!("{start}{letter}");
            all[i] = letter.clone();
        }
        all
    }
}

/// The moves of all edges; `named` says which edges have a name.
pub(super) fn moves(g: &GraphAnswer, named: &dyn Fn(usize) -> bool) -> Moves {
    let full: Vec<String> = g.edges.iter().map(|e| in_full(&e.moves)).collect();
    let mut letters: HashMap<&str, String> = HashMap::new();
    let mut all = Moves { names: vec![], letters: vec![], full: full.clone() };
    for (i, text) in full.iter().enumerate() {
        let next = letters.len();
        let letter = letters.entry(text).or_insert_with(|| format!("[{}]", in_letters(next))).clone();
        let name = match named(i) {
            false => String::new(),
            true if width(text) <= MOVE => text.clone(),
            true => format!("{} {letter}", in_short(&g.edges[i].moves)),
        };
        all.names.push(name);
        all.letters.push(letter);
    }
    all
}

fn in_full(names: &[String]) -> String {
    names.iter().map(|n| one_line(&clean(n))).collect::<Vec<_>>().join(", ")
}

/// `place(...)`, or how many.
fn in_short(names: &[String]) -> String {
    match names {
        [one] => match one.split_once('(') {
            Some((label, _)) => format!("{}(...)", shorten(&clean(label), 14)),
            None => shorten(&clean(one), 18),
        },
        many => format!("{} moves", many.len()),
    }
}

/// a, b, ..., z, aa, ab, ...
fn in_letters(n: usize) -> String {
    let last = char::from(b'a' + (n % 26) as u8);
    if n < 26 { last.to_string() } else { in_letters(n / 26 - 1) + &last.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::EdgeAnswer;

    fn graph(positions: &[&str], names: &[&[&str]]) -> GraphAnswer {
        let node = |p: &&str| NodeAnswer {
            position: p.to_string(),
            value: "0".into(),
            outcome: "P".into(),
            picture: vec![],
            folded: false,
        };
        let edge = |m: &&[&str]| EdgeAnswer {
            from: 0,
            to: 1,
            moves: m.iter().map(|m| m.to_string()).collect(),
            winning: false,
            owner: None,
        };
        GraphAnswer {
            nodes: positions.iter().map(node).collect(),
            edges: names.iter().map(edge).collect(),
            folded: 0,
            more: false,
            misere: false,
            rests_on: vec![],
        }
    }

    #[test]
    fn what_is_shortened_has_a_number_and_is_listed() {
        let (a, b) = ("G([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])", "G([1, 2, 3, 4, 5, 6, 7, 8, 10, 9, 11])");
        let g = graph(&[a, b, "G([1])"], &[]);
        let all = faces(&g, 20, true);
        assert_eq!(all.iter().map(|f| f.number).collect::<Vec<_>>(), [Some(1), Some(2), None]);
        assert_eq!(listed(&g, &all), [format!("#1 {a}"), format!("#2 {b}")]);
    }

    #[test]
    fn pictures_that_look_the_same_are_told_apart() {
        let mut g = graph(&["G(1)", "G(2)", "G(3)"], &[]);
        g.nodes[0].picture = vec!["..".into()];
        g.nodes[1].picture = vec!["..".into()];
        g.nodes[2].picture = vec![".".into()];
        let numbers: Vec<_> = faces(&g, 20, true).iter().map(|f| f.number).collect();
        assert_eq!(numbers, [Some(1), Some(2), None]);
    }

    #[test]
    fn no_two_moves_look_the_same() {
        let long = ["place((1, 1), (1, 2), (1, 3))", "place((1, 1), (1, 2), (2, 3))"];
        let g = graph(
            &["A", "B"],
            &[&["go"], &[long[0]], &[long[1]], &["a", "b"], &["take(10)", "take(20)", "take(30)"]],
        );
        let m = moves(&g, &|_| true);
        assert_eq!(m.names, ["go", "place(...) [b]", "place(...) [c]", "a, b", "3 moves [e]"]);
        let mut names = m.names.clone();
        assert_eq!(m.in_order(&mut names), ["", "[a]", "[b]", "", "[c]"]);
        assert_eq!(names[4], "3 moves [c]");
        assert_eq!(m.full[4], "take(10), take(20), take(30)");
        assert_eq!(
            (in_letters(25), in_letters(26), in_letters(51), in_letters(52)),
            ("z".into(), "aa".into(), "az".into(), "ba".into())
        );
    }
}
