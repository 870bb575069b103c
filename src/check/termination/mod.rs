//! Proofs that every play of a game ends: measures that get smaller with every move and cannot pass a bound.
//!
//! `prove` never runs a game. It either returns a [`Proof`] or says what stood in the way. That it fails says nothing about
//! the game. The arithmetic of every proof is multiplied out in exact numbers by code that shares nothing with the search;
//! whether the inequalities are what the rules say is checked on request, by a reading of the rules that shares
//! nothing with this one: see `crate::certificate::ending` and docs/termination.md.

mod assume;
mod assume_in;
mod binding;
mod calls;
mod certificate;
mod collections;
mod elements;
mod entries;
mod group;
mod linear;
mod membership;
mod needs;
mod numbers;
mod obstacles;
mod run;
mod simplex;
mod statistics;
mod symbol;
mod synthesis;
mod totals;
mod transitions;
mod wording;

use crate::check::ir::{Clauses, GameId, LetId, Links, Program};
use crate::source::Span;
use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::BTreeMap;
use transitions::Below;

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
    /// What the author's `decreases` says, where that could not be verified and something else was found instead.
    pub unverified: Vec<Obstacle>,
    /// The games whose positions can come after one another, group by group, with what is known of their rules.
    pub groups: Vec<ProvedGroup>,
}

/// Games whose positions can come after one another, and what gets smaller in them.
#[derive(Clone, PartialEq, Debug)]
pub struct ProvedGroup {
    /// One of them.
    pub game: GameId,
    /// What is known of their rules.
    pub rules: KnownRules,
    /// What gets smaller in each; nothing for a graph.
    pub measures: BTreeMap<GameId, Vec<Measure>>,
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
    /// Something of a parameter, or of an entry of a tuple: `at` is the way to it.
    Of {
        /// The index of the parameter.
        param: usize,
        /// Entries of tuples, from the outside in.
        at: Vec<usize>,
        /// What of it.
        number: Number,
    },
    /// How many elements of a fixed set are not in a parameter.
    Slack {
        /// The index of the parameter.
        param: usize,
        /// The fixed set.
        of: Slack,
    },
    /// Something of a parameter where another is a certain case, else 0.
    While {
        /// The index of the parameter that is a truth value or a case of an enumeration.
        param: usize,
        /// Which case; of a truth value, 0 or 1.
        case: usize,
        /// What of the position.
        of: Box<Feature>,
    },
    /// The author's `decreases`: its only number, or an entry of its tuple.
    Decreases(usize),
}

/// A set that does not change during play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slack {
    /// A parameter that is a rule.
    Rule(usize),
    /// All numbers between two, both included: each a parameter that is a rule (or nothing) and a number added.
    Range((Option<usize>, BigInt), (Option<usize>, BigInt)),
    /// Written in the rules: no name for it here.
    Written,
}

/// A number of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Number {
    /// The number itself; of a truth value 0 or 1.
    Itself,
    /// The number without its sign.
    Abs,
    /// 1 if it is this case of an enumeration, else 0.
    Is(usize),
    /// The row of a cell.
    Row,
    /// The column of a cell.
    Col,
    /// The lives of the spots of a drawing.
    Lives,
    /// What a collection has.
    Of(Statistic),
}

/// A number that a collection has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Statistic {
    /// How many elements.
    Size,
    /// The sum of the elements, or of the values of a map. Truth values count 0 and 1, cases by their index.
    Sum,
    /// The sum of 2^x for its elements x: the number whose binary digits a set of natural numbers is.
    Binary,
    /// The sum of place times entry, for a list; of key times value, for a map.
    Moment,
    /// The sum of 2^place times entry, for a list.
    BinaryByPlace,
    /// The sum of (size + 1 - place) times entry, for a list.
    MomentFromEnd,
    /// The sum of the squares of the elements, or of the values of a map.
    Squares,
    /// The sum of 3^x for its elements x.
    PowersOfThree,
    /// The sum of the rows of its cells, or of the first entries of its tuples; negative ones count nothing.
    Rows,
    /// The sum of the columns of its cells, or of the second entries, in the same way.
    Cols,
    /// The sizes of the collections in it, summed up.
    Sizes,
    /// The sums of the collections in it, summed up.
    Sums,
    /// The least row of its cells.
    LeastRow,
    /// The least column of its cells.
    LeastCol,
    /// The largest row of its cells.
    LargestRow,
    /// The largest column of its cells.
    LargestCol,
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

/// So much work goes into one proof, in entries of the dictionaries of linear programs.
const WORK: u64 = 300_000_000;

/// Proves that every play of a game ends, together with all games its moves lead to: if possible for all values of the
/// rules, else for those that are known.
///
/// # Errors
/// The moves that stood in the way, at least one.
pub fn prove(program: &Program, game: GameId, rules: &KnownRules) -> Result<Proof, Vec<Obstacle>> {
    prove_linked(program, (&Links::new(program, Clauses::Moves), &Groups::default()), game, rules)
}

/// What was found of a group, and where it leads; or what stood in the way.
type Found = Result<(Proof, Below), Vec<Obstacle>>;

/// What was found of groups of games that lead to each other, by the first of the group and what is known of the
/// rules: it is the same whichever of them is asked about.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    known: RefCell<BTreeMap<(GameId, KnownRules), Found>>,
}

impl Groups {
    fn prove(&self, program: &Program, links: &Links, id: GameId, rules: &KnownRules) -> Found {
        let members = links.members(id);
        let alone = members.len() == 1 || members.iter().any(|g| program.game(*g).decreases.is_some());
        let Some(first) = members.first().filter(|_| !alone) else {
            return group::prove(program, links, id, rules);
        };
        let key = (*first, rules.clone());
        let known = self.known.borrow().get(&key).cloned();
        let found = known.unwrap_or_else(|| group::prove(program, links, id, rules));
        self.known.borrow_mut().entry(key).or_insert_with(|| found.clone());
        found.map(|(proof, below)| {
            let sentence = wording::sentence(program, id, &proof.measures);
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
    let general = simplex::within(WORK, || prove_with(program, (links, groups), game, &all));
    match general {
        Err(_) if *rules != all => {
            simplex::within(WORK, || prove_with(program, (links, groups), game, rules))
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

/// For a game and all that have to do with it: one number for each that gets smaller with every move, also from game
/// to game, if there is one for all values of the rules. It is the same whichever of them is asked about. Where a move is made from a position, or where it leads, the
/// number is not negative.
pub fn rank(program: &Program, game: GameId) -> Option<BTreeMap<GameId, Measure>> {
    simplex::within(WORK, || group::rank(program, game))
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
