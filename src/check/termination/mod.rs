//! Proofs that every play of a game ends: measures that decrease with every move and cannot pass a bound.
//!
//! `prove` never runs a game. It either returns a [`Proof`] or says what stood in the way. That it fails says nothing about
//! the game. The arithmetic of every proof is multiplied out in exact numbers by code that shares nothing with the search;
//! whether the inequalities are what the rules say is checked on request, by a reading of the rules that shares
//! nothing with this one: see `crate::certificate::ending` and docs/termination.md.

mod allowance;
mod assume;
mod assume_in;
mod binding;
mod calls;
mod certificate;
mod collections;
mod elements;
mod entries;
mod fixed;
mod folds;
mod group;
mod linear;
mod membership;
mod multiples;
mod needs;
mod numbers;
mod obstacles;
mod proof;
mod run;
mod said;
mod simplex;
mod statistics;
mod symbol;
mod synthesis;
mod texts;
mod totals;
mod transitions;
mod unknowns;
mod wording;

use crate::check::ir::{Clauses, GameId, Links, Program};
pub use proof::{
    Doubt, Feature, Known, KnownRules, Measure, Number, Obstacle, ObstacleKind, Proof, ProvedGroup, Slack,
    Statistic,
};
use std::cell::RefCell;
use std::collections::BTreeMap;
use transitions::Below;

/// So much work goes into one proof, in entries of the dictionaries of linear programs.
const WORK: u64 = 300_000_000;

pub(crate) use allowance::{MayGoOn, watched};

/// Proves that every play of a game ends, together with all games its moves lead to: if possible for all values of the
/// rules, else for those that are known.
///
/// # Errors
/// The moves that stood in the way, at least one.
pub fn prove(program: &Program, game: GameId, rules: &KnownRules) -> Result<Proof, Vec<Obstacle>> {
    prove_linked(program, (&Links::new(program, Clauses::Moves), &Groups::default()), game, rules)
}

/// What was found about a group, and where it leads; or what stood in the way.
type Found = Result<(Proof, Below), Vec<Obstacle>>;

/// What was found about groups of games that lead to each other, by the first of the group and what is known about the
/// rules: it is the same whichever of them is asked about.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    known: RefCell<BTreeMap<(GameId, KnownRules), Found>>,
}

impl Groups {
    fn prove(&self, program: &Program, links: &Links, id: GameId, rules: &KnownRules) -> Found {
        let members = links.members(id);
        // What authors say is verified of the game that is asked about.
        let alike = members.iter().all(|g| program.game(*g).decreases.is_none());
        let key = (members.first().copied().filter(|_| alike).unwrap_or(id), rules.clone());
        let known = self.known.borrow().get(&key).cloned();
        let found = known.unwrap_or_else(|| group::prove(program, links, id, rules));
        // Where the work allowed is done, nothing is known.
        if found.is_ok() || !allowance::is_spent() {
            self.known.borrow_mut().entry(key).or_insert_with(|| found.clone());
        }
        found.map(|(proof, below)| {
            let sentence = match proof.measures.contains_key(&id) {
                true => wording::sentence(program, id, &proof.measures),
                false => proof.sentence.clone(),
            };
            (Proof { sentence, ..proof }, below)
        })
    }
}

/// The same, if it is known which games lead to which, and perhaps something of their groups.
///
/// # Errors
/// As for [`prove`].
pub(crate) fn prove_linked(
    program: &Program,
    (links, groups): (&Links, &Groups),
    game: GameId,
    rules: &KnownRules,
) -> Result<Proof, Vec<Obstacle>> {
    let all = KnownRules::default();
    let general = allowance::within(WORK, || prove_with(program, (links, groups), game, &all));
    match general {
        Err(_) if *rules != all => {
            allowance::within(WORK, || prove_with(program, (links, groups), game, rules))
        }
        result => result,
    }
}

fn prove_with(
    program: &Program,
    (links, groups): (&Links, &Groups),
    game: GameId,
    rules: &KnownRules,
) -> Result<Proof, Vec<Obstacle>> {
    let mut done: Below = Below::new();
    let mut left: Below = Below::from([(game, rules.clone())]);
    let mut proof =
        Proof { measures: BTreeMap::new(), sentence: String::new(), unverified: vec![], groups: vec![] };
    while let Some((id, rules)) = left.pop_first() {
        if !done.insert((id, rules.clone())) {
            continue;
        }
        let (part, below) = groups.prove(program, links, id, &rules)?;
        if id == game {
            proof.sentence = part.sentence;
        }
        proof.groups.push(ProvedGroup { game: id, rules: rules.clone(), measures: part.measures.clone() });
        proof.unverified.extend(part.unverified);
        proof.measures.extend(part.measures);
        left.extend(below);
    }
    Ok(proof)
}

/// For a game and all that have to do with it: one number for each that decreases with every move, also from game
/// to game, if there is one for all values of the rules. It is the same whichever of them is asked about. Where a move is made from a position, or where it leads, the
/// number is not negative.
pub fn rank(program: &Program, game: GameId) -> Option<BTreeMap<GameId, Measure>> {
    allowance::within(WORK, || group::rank(program, game))
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

/// What follows from some inequalities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Follows {
    /// They contradict each other: the sum of these multiples of them is negative.
    Nothing(Vec<(usize, i128)>),
    /// `denominator` times the goal is `value` and the sum of these multiples of them.
    AtLeast {
        /// The value.
        value: i128,
        /// The denominator, which is positive.
        denominator: i128,
        /// The multiples.
        multipliers: Vec<(usize, i128)>,
    },
}

/// A linear expression: factors of unknowns, and a number added.
pub type Linear = (BTreeMap<u32, i128>, i128);

/// How small a linear expression can be where others are not negative, with the multipliers of Farkas' lemma. Whoever
/// asks multiplies them out. Nothing if there is no bound, or if it was not found.
pub fn least(goal: &Linear, facts: &[Linear]) -> Option<Follows> {
    let lin = |(terms, constant): &Linear| {
        let terms = terms.iter().filter(|t| *t.1 != 0).map(|(v, c)| (*v, *c)).collect();
        linear::Lin { terms, constant: *constant }
    };
    let facts: Vec<linear::Lin> = facts.iter().map(lin).collect();
    match simplex::maximise(&lin(goal).times(-1)?, &facts) {
        simplex::Optimum::Infeasible { multipliers } => Some(Follows::Nothing(multipliers)),
        simplex::Optimum::Bounded { value, denominator, multipliers, .. } => {
            Some(Follows::AtLeast { value: -value, denominator, multipliers })
        }
        _ => None,
    }
}
