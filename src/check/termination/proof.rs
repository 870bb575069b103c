//! What is proved, of which rules, and what is in the way of a proof: plain data.

use crate::check::ir::{Game, GameId, LetId, Program};
use crate::check::types::{Shape, Type};
use crate::source::Span;
use num_bigint::{BigInt, Sign};
use std::collections::BTreeMap;

/// What is known about the rules of a game: values of its rule parameters ([`crate::check::ir::Param::is_rule`]), by
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
    /// What decreases, for each game whose positions can come after one another: a list of numbers compared
    /// lexicographically. A game without an entry leads only to games that do not lead back to it.
    pub measures: BTreeMap<GameId, Vec<Measure>>,
    /// What decreases, as a sentence about the game asked for.
    pub sentence: String,
    /// What the author's `decreases` says, where that could not be verified and something else was found instead.
    pub unverified: Vec<Obstacle>,
    /// The games whose positions can come after one another, group by group, with what is known about their rules.
    pub groups: Vec<ProvedGroup>,
}

/// Games whose positions can come after one another, and what decreases in them.
#[derive(Clone, PartialEq, Debug)]
pub struct ProvedGroup {
    /// One of them.
    pub game: GameId,
    /// What is known about their rules.
    pub rules: KnownRules,
    /// What decreases in each; nothing for a graph.
    pub measures: BTreeMap<GameId, Vec<Measure>>,
}

impl Proof {
    /// What decreases, in a sentence: "n gets smaller with every move, and cannot pass zero".
    pub fn sentence(&self, _program: &Program) -> String {
        self.sentence.clone()
    }
}

/// One number that decreases: `plus` and the sum of the terms, each a factor and a feature.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measure {
    /// Factors and what they multiply.
    pub terms: Vec<(BigInt, Feature)>,
    /// A number added.
    pub plus: BigInt,
    /// What is added in words, so that it cannot pass zero.
    pub told_more: BigInt,
    /// Whether a move may take more from that than there is; it is there only while that is above zero.
    pub may_pass_zero: bool,
}

impl Measure {
    /// Whether it may be negative: something is taken away, or numbers that are not declared to be natural are added.
    pub(super) fn may_be_negative(&self, game: &Game) -> bool {
        self.terms.iter().any(|(c, f)| c.sign() == Sign::Minus || f.may_be_negative(game))
    }
}

impl Feature {
    fn may_be_negative(&self, game: &Game) -> bool {
        match self {
            Feature::Of { param, at, number } => match number {
                Number::Itself => {
                    let param = &game.params[*param];
                    let shape = at.iter().try_fold(&param.shape, |shape, i| match shape {
                        Shape::Tuple(shapes) => shapes.get(*i),
                        _ => None,
                    });
                    let is_natural =
                        |s: &Shape| matches!(s, Shape::Range(Some(lo), _) if lo.sign() != Sign::Minus);
                    !matches!(param.ty, Type::Bool | Type::Enum(_)) && !shape.is_some_and(is_natural)
                }
                Number::Row | Number::Col => true,
                Number::Of(of) => {
                    use Statistic::{LargestCol, LargestRow, LeastCol, LeastRow};
                    matches!(of, LeastRow | LeastCol | LargestRow | LargestCol)
                }
                Number::Abs | Number::Is(_) | Number::Lives => false,
            },
            Feature::Slack { .. } => false,
            Feature::While { of, .. } => of.may_be_negative(game),
            Feature::Decreases(_) => true,
        }
    }
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
    /// How many elements, or values of a map, are this case of an enumeration.
    Count(usize),
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
    /// Where the move is.
    pub span: Span,
    /// Which of the two findings failed.
    pub kind: ObstacleKind,
    /// The finding in a sentence without its full stop: "`split` may leave n unchanged when b = 0".
    pub text: String,
    /// A question that may help: "Did you mean b >= 1?"
    pub hint: Option<String>,
    /// What was not shown, if the positions of the game can say whether it is so.
    pub doubt: Option<Doubt>,
}

/// A number that was not shown to get smaller with a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Doubt {
    /// What it is called: "size(row)".
    pub name: String,
    /// The number.
    pub of: Measure,
    /// The case in which it was not shown, the only one: " when k = 0".
    pub when: String,
}

/// The two things a measure must do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObstacleKind {
    /// Nothing was found that this move makes smaller.
    NotSmaller,
    /// Something decreases, but nothing keeps it above a bound.
    NotBounded,
    /// The author's `decreases` could not be verified: it may still be right. To refute it, evaluate
    /// `Game::decreases` with `rules::eval::Eval` on small positions and their options.
    DecreasesNotVerified,
}
