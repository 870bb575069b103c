//! The rules of a game of one pile, evaluated for all large piles of one class at once: what a move may lead to, and
//! what some move surely leads to. Anything not understood counts as possible and as not sure.

mod eval;
mod positions;
mod surely;
mod truth;

use super::number::{Num, Piles, Run};
use crate::check::ir::{Expr, GameId, Param};
use crate::check::types::Shape;
use crate::rules::machine::Machine;
use crate::rules::open::{self, Known};
use crate::value::Value;
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};

pub(super) use crate::lowered::symbolic::Unseen;

pub(super) type Result<T> = std::result::Result<T, Unseen>;

/// A value that may depend on the pile and on what is chosen.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Abs {
    /// Always the same.
    Known(Value),
    /// A number of which something is known.
    Num(Num),
    /// Anything.
    Unknown,
}

impl Known for Abs {
    fn known(&self) -> Option<&Value> {
        if let Abs::Known(v) = self { Some(v) } else { None }
    }
}

/// How a choice was come to.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The choice is there for every pile that is meant, not only for some.
    pub(super) sure: bool,
    /// What guards say of expressions: the expression by its hash, and a number within whose bounds it is.
    facts: Vec<(u64, Num)>,
    /// If it is not sure: it is there for each of these numbers, for every pile that is meant.
    pub(super) range: Option<Range>,
}

/// The numbers of one remainder that a choice runs through.
#[derive(Clone, Debug)]
pub(in crate::rules::residues) struct Range {
    /// Which choice that is, as in [`Run`].
    pub(in crate::rules::residues) choice: u32,
    /// Their remainder.
    pub(in crate::rules::residues) class: i64,
    /// They are at least this.
    pub(in crate::rules::residues) low: i64,
    /// They are all that fulfil these conditions: the first times the number is at most the second times n plus the third.
    pub(in crate::rules::residues) most: Vec<(i64, i64, i64)>,
}

type Frame = Vec<Abs>;

/// A position that a move leads to: a nim-heap and piles of this game.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) heap: u64,
    pub(super) parts: Vec<Num>,
}

pub(super) struct Walk<'a> {
    pub(super) machine: &'a Machine,
    pub(super) game: GameId,
    /// What the position asked about is given: its rules, and its pile.
    pub(super) given: &'a [Value],
    /// Which parameter is the pile.
    pub(super) pile: usize,
    /// The least pile.
    pub(super) first: i64,
    pub(super) piles: Piles,
    /// How many numbers at both ends of a range are looked at one by one.
    pub(super) near: i64,
    /// Steps left before it is given up.
    pub(super) steps: &'a Cell<u32>,
    /// Choices from long ranges so far.
    pub(super) choices: Cell<u32>,
}

/// A collection with more elements is not examined.
const MANY: usize = 2000;

impl State {
    pub(super) fn new() -> State {
        State { sure: true, facts: vec![], range: None }
    }

    /// The same with the facts of another: of an outer frame, or of what was known before a choice inside.
    fn within(mut self, outer: &State) -> State {
        self.facts = outer.facts.clone();
        self
    }

    /// The same facts, for a question about all piles and choices that are meant.
    fn fresh(&self) -> State {
        State { sure: true, facts: self.facts.clone(), range: None }
    }

    fn inner(&self) -> State {
        State { sure: self.sure, facts: vec![], range: self.range.clone() }
    }

    fn doubtful(mut self, doubtful: bool) -> State {
        self.sure &= !doubtful;
        self.range = self.range.filter(|_| !doubtful);
        self
    }

    /// Where it is not sure whether `x <= y`: sure still of those numbers of a range for which it is so.
    fn where_at_most(mut self, x: &Num, y: &Num) -> State {
        let range = self.range.take();
        self.sure = false;
        self.range = range.and_then(|mut range| {
            let (x, y) = (x.running()?, y.running()?);
            let known = |r: &Run| r.of == 0 || r.choice == range.choice;
            range.most.push((x.of.checked_sub(y.of)?, y.a.checked_sub(x.a)?, y.c.checked_sub(x.c)?));
            (known(&x) && known(&y)).then_some(range)
        });
        self
    }
}

impl Walk<'_> {
    fn step(&self) -> Result<()> {
        let left = self.steps.get().checked_sub(1).ok_or(Unseen)?;
        self.steps.set(left);
        if left & 0xfff == 0 { self.machine.meter().look().map_err(|_| Unseen) } else { Ok(()) }
    }

    fn concrete(&self, frame: &Frame, e: &Expr) -> Option<Result<Value>> {
        open::concrete(self.machine, frame, e)
    }

    /// The frame and the body of a call; arguments must be what the parameters are declared to be.
    fn call<'e>(&'e self, state: &State, frame: &Frame, e: &'e Expr) -> Result<(Frame, &'e Expr)> {
        let (definition, args) = open::called(self.machine, frame, e).ok_or(Unseen)?;
        let mut inner: Frame = vec![Abs::Unknown; definition.slots.len()];
        for (i, (arg, param)) in args.iter().zip(&definition.params).enumerate() {
            inner[i] = self.eval(state, frame, arg)?;
            if !self.fits(param, &inner[i]) {
                return Err(Unseen);
            }
        }
        Ok((inner, &definition.body))
    }

    fn fits(&self, param: &Param, x: &Abs) -> bool {
        match (&param.shape, x) {
            (_, Abs::Known(v)) => crate::rules::shape::misfit(param, v).is_none(),
            (Shape::Any, _) => true,
            (Shape::Range(low, high), Abs::Num(x)) => {
                let small = |b: &num_bigint::BigInt| i64::try_from(b).ok();
                low.as_ref().is_none_or(|l| small(l).is_some_and(|l| x.low >= Some(l)))
                    && high.as_ref().is_none_or(|h| small(h).is_some_and(|h| x.high.is_some_and(|x| x <= h)))
            }
            _ => false,
        }
    }

    fn abs(&self, x: Num) -> Abs {
        match x.as_number() {
            Some(n) => Abs::Known(Value::int(n)),
            None => Abs::Num(x),
        }
    }

    fn as_num(&self, x: &Abs) -> Num {
        match x {
            Abs::Num(x) => x.clone(),
            Abs::Known(v) => match v.as_i64().filter(|v| v.unsigned_abs() < 1 << 50) {
                Some(v) => self.piles.fixed(v),
                None => self.piles.any(),
            },
            Abs::Unknown => self.piles.any(),
        }
    }
}

fn hash_of(e: &Expr) -> u64 {
    let mut state = DefaultHasher::new();
    e.hash(&mut state);
    state.finish()
}
