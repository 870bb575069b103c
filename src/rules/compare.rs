//! Whether two positions have the same tree of moves, and the move that shows that they have not.

use super::Stop;
use super::general::{General, heap_size};
use super::questions::SumMove;
use super::solve::Games;
use crate::engine::trees::Trees;
use crate::value::{Part, Position};

/// A position as a trace shows it; with the rules of its game where another one would look the same.
pub fn told_apart(position: &Position, from: &Position) -> String {
    let text = position.in_trace();
    if text == from.in_trace() { position.to_string() } else { text }
}

/// Trees of positions, compared.
pub struct Comparison<'g> {
    games: &'g Games,
    trees: Trees<General>,
}

type Result<T> = std::result::Result<T, Stop>;

impl<'g> Comparison<'g> {
    /// Nothing compared yet.
    pub fn new(games: &'g Games) -> Comparison<'g> {
        Comparison { games, trees: Trees::new(General::new(games.machine.clone(), false)) }
    }

    /// Why two positions have different trees, in a sentence; `None` if they are the same. Both must be known to end.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub fn difference(&mut self, a: &Position, b: &Position) -> Result<Option<String>> {
        if self.tree(a)? == self.tree(b)? {
            return Ok(None);
        }
        let (mut a, mut b) = (a.clone(), b.clone());
        let mut played = vec![];
        loop {
            let (ours, theirs) = (self.games.moves(&a)?, self.games.moves(&b)?);
            let (only, in_first) = match (self.unmatched(&ours, &theirs)?, self.unmatched(&theirs, &ours)?) {
                (Some(m), _) => (m, true),
                (None, Some(m)) => (m, false),
                (None, None) => unreachable!("different trees have different options"),
            };
            let others = if in_first { &theirs } else { &ours };
            // A move of the same name leads on: the difference is behind it.
            if let Some(other) = others.iter().find(|m| m.name == only.name) {
                played.push(only.name);
                (a, b) = if in_first { (only.to, other.to.clone()) } else { (other.to.clone(), only.to) };
                continue;
            }
            let (here, there) = if in_first { (&a, &b) } else { (&b, &a) };
            let after =
                if played.is_empty() { String::new() } else { format!("after {}: ", played.join(", ")) };
            return Ok(Some(format!(
                "{after}{} has {} ->  {}, and no move of {} leads to the same",
                told_apart(here, there),
                only.name,
                only.to.in_trace(),
                told_apart(there, here)
            )));
        }
    }

    /// A move of the first list whose target has the tree of no target of the second.
    fn unmatched(&mut self, ours: &[SumMove], theirs: &[SumMove]) -> Result<Option<SumMove>> {
        let known: Vec<u32> = theirs.iter().map(|m| self.tree(&m.to)).collect::<Result<_>>()?;
        for m in ours {
            if !known.contains(&self.tree(&m.to)?) {
                return Ok(Some(m.clone()));
            }
        }
        Ok(None)
    }

    fn tree(&mut self, position: &Position) -> Result<u32> {
        let (mut keys, mut heaps) = (vec![], vec![]);
        for part in &position.parts {
            match part {
                Part::Heap(k) => heaps.push(heap_size(k)?),
                Part::Game(p) => keys.push(self.trees.rules.intern(p.clone())),
            }
        }
        let meter = self.games.machine.meter();
        self.trees.tree((keys, heaps), &meter).map_err(|halt| {
            halt.into_stop()
                .so_far(|| format!("the moves of {} were not compared to the end", position.in_trace()))
        })
    }
}
