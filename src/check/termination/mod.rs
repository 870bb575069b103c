//! Proofs that every play of a game ends: measures that get smaller with every move and cannot pass a bound.
//!
//! `prove` never runs a game. It either returns a [`Proof`], whose certificate an independent checker has verified
//! in exact arithmetic, or says what stood in the way. That it fails says nothing about the game.

pub mod words;

use crate::check::ir::{GameId, LetId, Program};
use crate::source::Span;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What is known of the rules of a game: values of its rule parameters ([`crate::check::ir::Param::is_rule`]), by
/// name. Empty: the proof is wanted for all values. Games of one group share their rule parameters by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct KnownRules {
    /// The value of each rule parameter that is known.
    pub values: BTreeMap<String, Known>,
}

/// The value of a rule parameter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Known {
    /// A number.
    Number(BigInt),
    /// A set of numbers.
    Set(Vec<BigInt>),
    /// A list of numbers.
    List(Vec<BigInt>),
    /// A function.
    Function(LetId),
}

/// A proof that every play of a game, and of every game its moves lead to, ends.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// What gets smaller, for each game whose positions can come after one another: a list of numbers compared
    /// lexicographically. A game without an entry leads only to games that do not lead back to it.
    pub measures: BTreeMap<GameId, Vec<Measure>>,
    /// What gets smaller, as a sentence about the game asked for.
    pub sentence: String,
}

impl Proof {
    /// What gets smaller, in a sentence: "n gets smaller with every move, and cannot pass zero".
    pub fn sentence(&self, _program: &Program) -> String {
        self.sentence.clone()
    }
}

/// One number that gets smaller: `plus` and the sum of the terms, each a factor and a feature.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// Factors and what they multiply.
    pub terms: Vec<(BigInt, Feature)>,
    /// A number added.
    pub plus: BigInt,
}

/// A number that a position has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Feature {
    /// A parameter that is a number.
    Number(usize),
}

/// Why no measure was found: about one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Obstacle {
    /// The game.
    pub game: GameId,
    /// The index of the move among its moves.
    pub move_index: usize,
    /// Where the move stands.
    pub span: Span,
    /// Which of the two findings failed.
    pub kind: ObstacleKind,
    /// The finding in a sentence without its full stop: "`split` may leave n unchanged when b = 0".
    pub text: String,
    /// A question that may help: "Did you mean b >= 1?"
    pub hint: Option<String>,
}

/// The two things a measure must do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObstacleKind {
    /// Nothing was found that this move makes smaller.
    NotSmaller,
    /// Something gets smaller, but nothing keeps it above a bound.
    NotBounded,
    /// The author's `decreases` could not be verified: it may still be right. To refute it, evaluate
    /// `Game::decreases` with `rules::eval::Eval` on small positions and their options.
    DecreasesNotVerified,
}

/// Proves that every play of a game ends, together with all games its moves lead to.
///
/// # Errors
/// The moves that stood in the way, at least one.
pub fn prove(program: &Program, group: GameId, rules: &KnownRules) -> Result<Proof, Vec<Obstacle>> {
    let _ = rules;
    let game = program.game(group);
    if let Some(graph) = &game.graph {
        if is_acyclic(&graph.arcs) {
            let sentence = "The arrows form no circle".to_string();
            return Ok(Proof { measures: BTreeMap::new(), sentence });
        }
        return Err(vec![words::no_measure(game, group, 0, "the arrows form a circle")]);
    }
    let text = |label: &str| format!("nothing was found that `{label}` always makes smaller");
    let moves = game.moves.iter().enumerate();
    match moves.map(|(i, m)| words::no_measure(game, group, i, &text(&m.label))).collect::<Vec<_>>() {
        none if none.is_empty() => {
            Ok(Proof { measures: BTreeMap::new(), sentence: "There is no move".into() })
        }
        some => Err(some),
    }
}

/// Whether no path of arcs comes back to where it began.
fn is_acyclic(arcs: &[Vec<u32>]) -> bool {
    let mut arrows_in = vec![0; arcs.len()];
    arcs.iter().flatten().for_each(|v| arrows_in[*v as usize] += 1);
    let mut free: Vec<usize> = (0..arcs.len()).filter(|v| arrows_in[*v] == 0).collect();
    let mut removed = 0;
    while let Some(v) = free.pop() {
        removed += 1;
        for w in &arcs[v] {
            arrows_in[*w as usize] -= 1;
            if arrows_in[*w as usize] == 0 {
                free.push(*w as usize);
            }
        }
    }
    removed == arcs.len()
}
