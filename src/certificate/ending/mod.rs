//! Certificates that every play of a game ends, and their checker. A certificate is a line of JSON that holds the rules as
//! text, what decreases, and for every way through every move what proves it (see docs/termination.md).
//!
//! The checker is to be believed without believing the search: it reads the rules itself (`moves`), in its own exact
//! arithmetic, and takes nothing from `check::termination`. It begins behind the type checker, at the ir.

mod bounds;
mod choose;
mod folds;
mod members;
mod moves;
mod natives;
mod numbers;
mod poly;
mod read;
mod replaced;
mod totals;
mod value;

use crate::check::ir::Program;
pub use moves::{Passage, passages};
use num_bigint::BigInt;
pub use poly::{Name, Poly};
pub use read::Unread;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is in the field `format`.
pub const FORMAT: &str = "fairgame ending certificate 1";

/// A proof that play ends, as it is written to a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`]
    pub format: String,
    /// The game.
    pub game: String,
    /// The rules: the file, and what it uses, in the order in which they are read.
    pub texts: Vec<Text>,
    /// Games whose positions can come after one another. A move leads to the same group or one behind it; the game is
    /// in the first.
    pub groups: Vec<Group>,
    /// A checksum of everything else.
    pub checksum: String,
}

/// A text with its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// A path, or the name of a module.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Games whose positions can come after one another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The games, with as many measures each.
    pub games: Vec<Member>,
    /// What proves that each move makes the measures smaller.
    pub transitions: Vec<Transition>,
}

/// A game of a group.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its name.
    pub game: String,
    /// Rules whose values are known, if it is not proved for all.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub rules: BTreeMap<String, Rule>,
    /// What decreases, compared lexicographically.
    pub measures: Vec<Measure>,
}

/// The value of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// A number.
    Number(String),
    /// A set of numbers.
    Set(Vec<String>),
    /// A list of numbers.
    List(Vec<String>),
    /// The name of a definition.
    Function(String),
}

/// A number that decreases: `plus`, and the sum of factors times features.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// What is added.
    pub plus: String,
    /// Factors and features.
    pub terms: Vec<(String, Feature)>,
}

/// A number that a position has. Parameters are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Feature {
    /// Of a parameter, or of an entry of a tuple.
    Of {
        /// The parameter.
        param: usize,
        /// The way to the entry.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        at: Vec<usize>,
        /// What of it.
        number: Number,
    },
    /// How many numbers of a range are not in a set. An end is a parameter, or nothing, and a number added.
    Missing {
        /// The set.
        param: usize,
        /// Where the range begins.
        from: (Option<usize>, String),
        /// Where it ends.
        to: (Option<usize>, String),
    },
    /// How many elements of one set are not in another.
    MissingOf {
        /// The other.
        param: usize,
        /// The one.
        of: usize,
    },
    /// A number while a parameter is a truth value (0 or 1) or a case, else 0.
    While {
        /// The parameter.
        param: usize,
        /// The case.
        case: u32,
        /// The number.
        of: Box<Feature>,
    },
    /// The author's `decreases`, or that entry of it.
    Decreases(usize),
}

/// A number of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // they say it
pub enum Number {
    Itself,
    Abs,
    Case(u32),
    Row,
    Col,
    Size,
    Sum,
    Count(u32),
    Rows,
    Cols,
    Binary,
    Moment,
    MomentFromEnd,
    BinaryByPlace,
    Squares,
    PowersOfThree,
    Sizes,
    Sums,
    LeastRow,
    LeastCol,
    LargestRow,
    LargestCol,
}

/// What proves that a move makes the measures smaller, on every way on which the inequalities used hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transition {
    /// The game.
    pub from: String,
    /// The index of the move.
    pub index: usize,
    /// The new position, or a part of it, over the unknowns.
    pub to: String,
    /// For each measure up to the one that decreases.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub levels: Vec<Level>,
    /// That there is no such move: the inequalities contradict each other.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub impossible: Option<Sum>,
}

/// What is proved of one measure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// By how much it decreases.
    pub falls: Sum,
    /// That it is not negative before the move.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub before: Option<Sum>,
    /// That it is not negative after it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after: Option<Sum>,
}

/// `times` times an expression is `value` and the sum of multiples of inequalities, each written as what is at least 0; or
/// of products of two, `(...) * (...)`. So the expression is at least `value / times`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    /// The value.
    pub value: String,
    /// The denominator.
    pub times: String,
    /// The multiples.
    pub of: BTreeMap<String, String>,
}

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is wrong: a sentence.
    Wrong(String),
    /// The rules say something that is not read here; the certificate may be right.
    Unread(Unread),
}

impl From<Unread> for Refusal {
    fn from(unread: Unread) -> Refusal {
        Refusal::Unread(unread)
    }
}

fn wrong<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::Wrong(why))
}

fn whole(n: &str) -> Option<BigInt> {
    n.parse().ok()
}

/// Whether a line of a file says that it is such a certificate.
pub fn is_one(line: &str) -> bool {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    serde_json::from_str::<Head>(line).is_ok_and(|head| head.format == FORMAT)
}

impl Certificate {
    /// The line for the file, with its checksum.
    pub fn line(mut self) -> String {
        self.checksum = self.sum();
        written(&self)
    }

    fn sum(&self) -> String {
        format!(
            "{:016x}",
            super::fnv(written(&Certificate { checksum: String::new(), ..self.clone() }).as_bytes())
        )
    }

    /// The rules for which it is proved, as text.
    pub fn rules_in_words(&self) -> String {
        let member = self.groups.iter().flat_map(|g| &g.games).find(|m| m.game == self.game);
        let rule = |(name, rule): (&String, &Rule)| {
            let value = match rule {
                Rule::Number(n) | Rule::Function(n) => n.clone(),
                Rule::Set(ns) => format!("{{{}}}", ns.join(", ")),
                Rule::List(ns) => format!("[{}]", ns.join(", ")),
            };
            format!("{name} = {value}")
        };
        member.map_or(String::new(), |m| m.rules.iter().map(rule).collect::<Vec<_>>().join(", "))
    }

    /// Reads a line.
    ///
    /// # Errors
    /// Why it is no certificate, or not the one that was written.
    pub fn read(line: &str) -> Result<Certificate, String> {
        let c: Certificate =
            serde_json::from_str(line).map_err(|e| format!("this is not a certificate: {e}"))?;
        if c.format != FORMAT {
            return Err(format!("the format is `{}`, not `{FORMAT}`", c.format));
        }
        if c.checksum != c.sum() { Err(super::CHANGED.into()) } else { Ok(c) }
    }

    /// Checks the proof against the rules, which are the checked program of its texts. How many ways there are through
    /// the moves.
    ///
    /// # Errors
    /// Why it is not accepted.
    pub fn check(&self, program: &Program) -> Result<usize, Refusal> {
        if !self.groups.first().is_some_and(|g| g.games.iter().any(|m| m.game == self.game)) {
            return wrong(format!("it says nothing about {}", self.game));
        }
        let mut ways = 0;
        for (i, group) in self.groups.iter().enumerate() {
            ways += group.check(program, &self.groups[i + 1..])?;
        }
        Ok(ways)
    }
}

fn written(c: &Certificate) -> String {
    serde_json::to_string(c).unwrap_or_else(|e| unreachable!("a certificate is plain data: {e}"))
}

impl Group {
    fn check(&self, program: &Program, behind: &[Group]) -> Result<usize, Refusal> {
        let graph = self
            .games
            .iter()
            .find_map(|m| program.game_named(&m.game).and_then(|id| program.game(id).graph.as_ref()));
        if let Some(graph) = graph {
            // Arrows lead to vertices of the same graph, and there is nothing else in the group.
            return match self.games.len() == 1 && runs_out(&graph.arcs) {
                true => Ok(graph.arcs.len()),
                false => wrong("the arrows of a graph form a cycle".into()),
            };
        }
        let mut used = vec![false; self.transitions.len()];
        let mut ways = 0;
        for which in 0..self.games.len() {
            for passage in passages(program, &self.games, which)?.0 {
                ways += 1;
                self.covers(program, behind, which, &passage, &mut used)?;
            }
        }
        match used.iter().position(|u| !u) {
            Some(i) => wrong(format!("there is no move as transition {} says", i + 1)),
            None => Ok(ways),
        }
    }

    /// Whether some transition proves what a way needs.
    fn covers(
        &self,
        program: &Program,
        behind: &[Group],
        which: usize,
        passage: &Passage,
        used: &mut [bool],
    ) -> Result<(), Refusal> {
        let member = &self.games[which];
        let outside = || behind.iter().flat_map(|g| &g.games).any(|m| passage.leads_to(program, m));
        if passage.inside.is_none() && outside() {
            return Ok(());
        }
        let facts = Facts::of(passage);
        let fits = |t: &Transition| {
            t.from == member.game
                && t.index == passage.index
                && t.to == passage.target
                && t.holds(passage, &facts)
        };
        let Some(i) = self.transitions.iter().position(fits) else {
            let known: Vec<String> = passage.facts.iter().map(|f| format!("{f} >= 0")).collect();
            let label = program
                .game_named(&member.game)
                .map_or("", |id| program.game(id).moves.get(passage.index).map_or("", |m| m.label.as_str()));
            return wrong(format!(
                "nothing proves that `{label}` makes {} smaller where it leads to {} and {}",
                member.game,
                passage.target,
                if known.is_empty() { "nothing is known".into() } else { known.join(", ") }
            ));
        };
        used[i] = true;
        Ok(())
    }
}

/// Whether no path of arrows comes back: vertices that no arrow leaves are taken away, again and again.
fn runs_out(arcs: &[Vec<u32>]) -> bool {
    let mut left: Vec<bool> = vec![true; arcs.len()];
    loop {
        let ends = |v: usize| left[v] && arcs[v].iter().all(|w| !left[*w as usize]);
        let gone: Vec<usize> = (0..arcs.len()).filter(|v| ends(*v)).collect();
        if gone.is_empty() {
            return !left.contains(&true);
        }
        gone.into_iter().for_each(|v| left[v] = false);
    }
}

/// What is known on a way, by what it says.
pub struct Facts(BTreeMap<String, Rc<Poly>>);

impl Facts {
    /// Of a way.
    pub fn of(passage: &Passage) -> Facts {
        Facts(passage.facts.iter().map(|f| (f.to_string(), f.clone())).collect())
    }

    /// What is at least 0: one of them, or the product of two.
    fn get(&self, name: &str) -> Option<Poly> {
        if let Some(fact) = self.0.get(name) {
            return Some((**fact).clone());
        }
        let (f, g) = name.strip_prefix('(')?.strip_suffix(')')?.split_once(") * (")?;
        Some(self.0.get(f)?.times(self.0.get(g)?))
    }
}

impl Transition {
    /// Whether it proves that a way makes the measures smaller.
    pub fn holds(&self, passage: &Passage, facts: &Facts) -> bool {
        if let Some(sum) = &self.impossible {
            return sum.value().is_some_and(|v| v > BigInt::ZERO) && sum.is(&Poly::default(), facts);
        }
        let Some((_, old, new)) = &passage.inside else { return false };
        for (i, level) in self.levels.iter().enumerate() {
            let (Some(a), Some(b), Some(least)) = (old.get(i), new.get(i), level.falls.value()) else {
                return false;
            };
            if least < BigInt::ZERO || !level.falls.is(&a.minus(b), facts) {
                return false;
            }
            if i + 1 == self.levels.len() {
                let bounded = |sum: &Option<Sum>, n: &Poly| {
                    sum.as_ref()
                        .is_some_and(|s| s.value().is_some_and(|v| v >= BigInt::ZERO) && s.is(n, facts))
                };
                return least > BigInt::ZERO && (bounded(&level.before, a) || bounded(&level.after, b));
            }
        }
        false
    }
}

impl Sum {
    fn value(&self) -> Option<BigInt> {
        whole(&self.value)
    }

    /// Whether it is what it says it is, of this expression.
    fn is(&self, of: &Poly, facts: &Facts) -> bool {
        let (Some(value), Some(times)) = (self.value(), whole(&self.times)) else { return false };
        let mut sum = Poly::number(value);
        for (name, by) in &self.of {
            match (facts.get(name), whole(by)) {
                (Some(fact), Some(by)) if by >= BigInt::ZERO => sum = sum.plus(&fact.scaled(&by)),
                _ => return false,
            }
        }
        times > BigInt::ZERO && sum == of.scaled(&times)
    }
}
