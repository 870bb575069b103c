//! Periods of games of one pile in which a move may take any number of an infinite set: the powers of two, the primes, the
//! multiples of five (docs/periods.md, "residues").
//!
//! For all large piles of one remainder together, [`walk`] finds what a move may leave (as remainders) and what some
//! moves surely leave (this many less than there are, or every pile of some remainder). If nothing that may be left has the
//! value that the period gives the pile, and every smaller value is that of something surely left, the period holds for
//! ever. Values may grow with every period (`growing`).

mod growing;
mod number;
mod walk;

use super::Stop;
use super::ctx::Ctx;
use super::heaps::one_pile;
use super::machine::Machine;
use super::ranking::Measure;
use super::{sampled, spot};
use crate::check::ir::{BinaryOp, GameId, LetId, WinRule};
use crate::engine::sequence::{Repetition, Theorem, find_period};
use crate::lowered::{self, Form, Op, StepKind};
use crate::value::{GamePosition, Int, Part, Position, Value};
use number::{Num, Piles, gcd};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use walk::{State, Sum, Walk};

/// A pile that is left of a pile of n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum Left {
    /// n less this.
    Less(u64),
    /// As many as this.
    Fixed(u64),
    /// Some pile with this remainder that is smaller by at least so much.
    Like(u64, u64),
}

/// Piles that may be left of a pile of n: every m with `least <= m <= n - take` and some remainder modulo `step`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Every {
    pub(crate) take: u64,
    pub(crate) least: u64,
    pub(crate) step: u64,
    /// The remainder; if there is none, that of n - take.
    pub(crate) like: Option<u64>,
    /// A nim-heap beside the pile.
    pub(crate) heap: u64,
}

/// What is left of a pile: a nim-heap, and piles.
pub(crate) type Leaving = (u64, Vec<Left>);

/// A move that every large pile with some remainder has.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    /// Which move of the game.
    pub(super) index: usize,
    /// What comes after the label.
    shown: Vec<Term>,
    /// What it leaves.
    leaving: Leaving,
}

/// What is chosen in a move: always the same, or `a * n + c`.
#[derive(Clone, Debug)]
enum Term {
    Fixed(Value),
    Line(i64, i64),
}

/// The moves of all large piles with one remainder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Class {
    /// Moves that are surely there.
    pub(super) witnesses: Vec<Witness>,
    /// What they surely lead to.
    pub(crate) sure: BTreeSet<Leaving>,
    /// Single piles that they surely lead to, all of those meant.
    pub(crate) every: BTreeSet<Every>,
    /// What they lead to: every option is one of these.
    pub(crate) all: BTreeSet<Leaving>,
}

/// A period proved by residues.
#[derive(Clone, Debug)]
pub(crate) struct Residues {
    /// The least pile.
    pub(crate) first: u64,
    /// The values of the piles 0, 1, ...; those below the least count as 0. As far as the proof needs them.
    pub(crate) values: Vec<u64>,
    /// The period, which holds for ever.
    pub(crate) repetition: Repetition,
    /// A multiple of the period, modulo which the moves are the same for all piles from `from` on.
    pub(crate) classes: Vec<Class>,
    /// See `classes`.
    pub(crate) from: u64,
}

/// How many values are looked at for a period, at first and at most.
const LOOK: [u64; 2] = [240, FARTHEST];
/// See `LOOK`.
pub(super) const FARTHEST: u64 = 1000;
/// Remainders modulo more than this are not examined.
const MODULUS: i64 = 360;
/// How many piles behind the values of a proof are compared with the rules before it is used, and some further on.
const BEHIND: u64 = 8;
/// Steps before a proof is given up, wherever it is what was asked for.
pub(super) const STEPS: u32 = 4_000_000;

/// Gives the value of a small pile; `None` where it is too large to look at.
pub(in crate::rules) type Small<'a> =
    &'a mut dyn FnMut(&mut Ctx<'_>, &GamePosition) -> Result<Option<u64>, Stop>;

/// The period of a game of one pile, if residues prove it in so many steps with values of piles below `most`; `value` gives those of small
/// piles, `None` where one is too large to look at.
///
/// # Errors
/// What `value` reports.
pub(super) fn prove(
    ctx: &mut Ctx<'_>,
    position: &GamePosition,
    (most, steps): (u64, u32),
    value: Small<'_>,
) -> Result<Option<Residues>, Stop> {
    let Some((pile, first)) = one_pile(ctx.machine, position) else { return Ok(None) };
    let (mut values, steps) = (vec![0; first as usize], Cell::new(steps));
    for look in LOOK.map(|look| look.min(most)) {
        while (values.len() as u64) < look {
            let Some(value) = value(ctx, &with_pile(position, pile, values.len() as u64))? else {
                return Ok(None);
            };
            values.push(value);
        }
        let seen: Vec<i64> = values[first as usize..].iter().map(|v| *v as i64).collect();
        let Some(r) = find_period(&seen).filter(|r| r.saltus >= 0) else { continue };
        let repetition = Repetition { start: r.start + first as usize, ..r };
        let proof =
            Proof { machine: ctx.machine, position, pile, first, values: &values, repetition, steps: &steps };
        if let Some(proved) = proof.find() {
            return Ok(Some(proved).filter(|r| are_right(ctx, r, position, pile)));
        }
    }
    Ok(None)
}

/// The position with a pile of n.
fn with_pile(position: &GamePosition, pile: usize, n: u64) -> GamePosition {
    let mut args = position.args.to_vec();
    args[pile] = Value::int(n as i64);
    GamePosition { game: position.game.clone(), args: args.into() }
}

/// Whether the values that a period gives agree with the rules behind those it was read off.
fn are_right(ctx: &mut Ctx<'_>, r: &Residues, position: &GamePosition, pile: usize) -> bool {
    let size = r.values.len() as u64;
    let places = (0..BEHIND).chain(spot::places(2 * size)).map(|n| with_pile(position, pile, size + n));
    let places: Vec<GamePosition> = places.collect();
    let mut known = |p: &GamePosition| match &p.args[pile] {
        Value::Int(n) => r.value(n),
        _ => None,
    };
    sampled::agrees(
        ctx,
        ("a period proved by residues", Measure::Value(WinRule::Normal)),
        size,
        places,
        &mut known,
    )
}

/// The search for a proof.
struct Proof<'a> {
    machine: &'a Machine,
    position: &'a GamePosition,
    pile: usize,
    first: i64,
    values: &'a [u64],
    repetition: Repetition,
    /// How many steps are left.
    steps: &'a Cell<u32>,
}

impl Proof<'_> {
    fn find(&self) -> Option<Residues> {
        let period = i64::try_from(self.repetition.period).ok()?;
        let usual = divisors_in(self.machine, self.position)
            .into_iter()
            .fold(period, |m, d| Some(m / gcd(m, d) * d).filter(|m| *m <= MODULUS).unwrap_or(m));
        (1..=3).map(|k| k * usual).filter(|m| *m <= MODULUS).find_map(|m| self.modulo(m))
    }

    /// The proof with remainders modulo m, from the first pile on for which it may do.
    fn modulo(&self, modulus: i64) -> Option<Residues> {
        let near = (2 * modulus).clamp(24, 96);
        let start = (self.repetition.start as i64).max(self.first);
        // Values that grow are more, and ranges may end at a part of n.
        let wide = if self.repetition.saltus > 0 { 8 } else { 2 };
        let from = start + wide * near + modulus;
        if from + modulus > self.values.len() as i64 {
            return None;
        }
        let classes = (0..modulus).map(|class| {
            let piles = Piles { modulus, class, from };
            self.class(Walk {
                machine: self.machine,
                game: GameId(self.position.game.id),
                given: &self.position.args,
                pile: self.pile,
                first: self.first,
                piles,
                near,
                steps: self.steps,
                choices: Cell::new(0),
            })
        });
        let found = Residues {
            first: self.first as u64,
            values: self.values[..(from + modulus) as usize].to_vec(),
            repetition: self.repetition,
            classes: classes.collect::<Option<_>>()?,
            from: from as u64,
        };
        let holds = if found.repetition.saltus > 0 { growing::holds(&found) } else { found.holds() };
        holds.then_some(found)
    }

    /// The moves of one class of piles.
    fn class(&self, walk: Walk<'_>) -> Option<Class> {
        let game = self.machine.plain().game(walk.game);
        let mut frame: Vec<walk::Abs> = vec![walk::Abs::Unknown; game.slots.len()];
        for (i, arg) in self.position.args.iter().enumerate() {
            frame[i] = walk::Abs::Known(arg.clone());
        }
        frame[self.pile] = walk::Abs::Num(walk.piles.line(1, 0));
        let start = (self.repetition.start as i64).max(self.first);
        let grows = self.repetition.saltus > 0;
        let mut state = State::new();
        let mut class = Class::default();
        for end in &game.ends {
            match walk.assume(state, frame, end, false).ok()? {
                Some(on) => (state, frame) = on,
                None => return Some(class),
            }
        }
        for (index, m) in game.moves.iter().enumerate() {
            for (state, frame) in walk.choices(state.clone(), &frame, &m.binders).ok()? {
                let guarded = match &m.guard {
                    Some(guard) => walk.assume(state, frame, guard, true).ok()?,
                    None => Some((state, frame)),
                };
                let Some((state, frame)) = guarded else { continue };
                for (state, sum) in walk.positions(&state, &frame, &m.target).ok()? {
                    let range = state.range.as_ref().filter(|_| grows);
                    class.every.extend(range.and_then(|range| growing::every(&sum, range, &walk)));
                    for leaving in leavings(&sum, &walk.piles, walk.piles.from - start, grows) {
                        if state.sure && leaving.1.iter().all(|p| !matches!(p, Left::Like(..))) {
                            class.sure.insert(leaving.clone());
                            let shown: Option<Vec<Term>> =
                                m.shown.iter().map(|s| term(&frame[*s as usize])).collect();
                            let leaving = leaving.clone();
                            class.witnesses.extend(shown.map(|shown| Witness { index, shown, leaving }));
                        }
                        class.all.insert(leaving);
                    }
                }
            }
        }
        Some(class)
    }
}

fn term(x: &walk::Abs) -> Option<Term> {
    match x {
        walk::Abs::Known(v) => Some(Term::Fixed(v.clone())),
        walk::Abs::Num(x) => x.exact.map(|(a, c)| Term::Line(a, c)),
        walk::Abs::Unknown => None,
    }
}

/// Everything that a sum whose parts are known in part can be. A pile is known exactly where its value is known: it is one
/// of the first, or so little less than n that it is beyond the exceptions.
fn leavings(sum: &Sum, piles: &Piles, most: i64, grows: bool) -> Vec<Leaving> {
    let kinds = |x: &Num| match x.exact {
        Some((1, c)) if (-most..0).contains(&c) => vec![Left::Less(c.unsigned_abs())],
        Some((0, c)) if (0..piles.from).contains(&c) => vec![Left::Fixed(c as u64)],
        _ => {
            // By how much it is smaller is of use only where values grow.
            let less = x.below.filter(|_| grows).map_or(1, |b| (-b).clamp(1, most) as u64);
            (0..x.residues.len()).filter(|r| x.residues[*r]).map(|r| Left::Like(r as u64, less)).collect()
        }
    };
    let mut all: Vec<Leaving> = vec![(sum.heap, vec![])];
    for part in &sum.parts {
        let kinds = kinds(part);
        let longer = |(heap, parts): &Leaving| -> Vec<Leaving> {
            kinds.iter().map(|k| (*heap, parts.iter().copied().chain([*k]).collect())).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Term {
    fn at(&self, n: &Int) -> Value {
        match self {
            Term::Fixed(v) => v.clone(),
            Term::Line(a, c) => {
                let product = n
                    .multiply(&Int::from(*a))
                    .unwrap_or_else(|_| unreachable!("n is a number that was written"));
                Value::Int(product.add(&Int::from(*c)))
            }
        }
    }
}

impl Witness {
    /// What is chosen in the move from a pile of n.
    pub(super) fn arguments(&self, n: &Int) -> Vec<Value> {
        self.shown.iter().map(|t| t.at(n)).collect()
    }

    /// Where the move leads from a pile of n.
    pub(super) fn after(&self, position: &GamePosition, pile: usize, n: &Int) -> Position {
        let (heap, parts) = &self.leaving;
        let mut to = Position::default();
        for part in parts {
            let size = match part {
                Left::Less(k) => n.subtract(&Int::from(*k as i64)),
                Left::Fixed(c) => Int::from(*c as i64),
                Left::Like(..) => unreachable!("what a witness leaves is known exactly"),
            };
            let mut args = position.args.to_vec();
            args[pile] = Value::Int(size);
            to.parts.push(Part::Game(GamePosition { game: position.game.clone(), args: args.into() }));
        }
        if *heap > 0 {
            to.parts.push(Part::Heap(Int::from(*heap as i64)));
        }
        to
    }
}

impl Residues {
    /// The moves of all large piles with the same remainder as n.
    pub(super) fn class_of(&self, n: &Int) -> &Class {
        let class = n.modulo(&Int::from(self.classes.len() as i64)).and_then(|r| r.to_u64());
        &self.classes[class.unwrap_or(0) as usize]
    }

    /// Why the period holds.
    pub(crate) fn theorem(&self) -> Theorem {
        if self.repetition.saltus > 0 { Theorem::ResiduesGrow } else { Theorem::Residues }
    }

    /// The value of a pile of any size.
    pub(crate) fn value(&self, n: &Int) -> Option<Int> {
        if let Some(v) = n.to_u64().and_then(|n| self.values.get(usize::try_from(n).ok()?)) {
            return Some(Int::from(*v as i64));
        }
        let behind = n.subtract(&Int::from(self.repetition.start as i64));
        let period = Int::from(self.repetition.period as i64);
        let place = behind.modulo(&period)?.to_u64()? as usize;
        let grown = behind.divide(&period)?.multiply(&Int::from(self.repetition.saltus)).ok()?;
        Some(Int::from(self.values[self.repetition.start + place] as i64).add(&grown))
    }

    /// Whether what is known about the moves makes the period hold for ever.
    fn holds(&self) -> bool {
        let modulus = self.classes.len() as u64;
        // What piles of one remainder are worth: all of them, small ones, too.
        let mut worth: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for (n, v) in self.values.iter().enumerate().skip(self.first as usize) {
            worth.entry(n as u64 % modulus).or_default().insert(*v);
        }
        let at = |n: u64| self.values[n as usize];
        (self.from..self.from + modulus).all(|n| {
            let class = &self.classes[(n % modulus) as usize];
            let value = at(n);
            let none = BTreeSet::new();
            let values = |(heap, parts): &Leaving| {
                parts.iter().fold(BTreeSet::from([*heap]), |so_far, part| {
                    let more = match part {
                        Left::Less(k) => BTreeSet::from([at(n - k)]),
                        Left::Fixed(c) => BTreeSet::from([at(*c)]),
                        Left::Like(r, _) => worth.get(r).unwrap_or(&none).clone(),
                    };
                    so_far.iter().flat_map(|a| more.iter().map(move |b| a ^ b)).collect()
                })
            };
            let there: BTreeSet<u64> = class.sure.iter().flat_map(values).collect();
            class.all.iter().all(|l| !values(l).contains(&value)) && (0..value).all(|u| there.contains(&u))
        })
    }
}

/// The numbers that the moves divide by, once the rules of the position are known; definitions that are computed once
/// count, too.
fn divisors_in(machine: &Machine, position: &GamePosition) -> BTreeSet<i64> {
    let (id, given) = (GameId(position.game.id), position.args.iter());
    let rules: Vec<Option<Value>> =
        given.zip(&position.game.is_rule).map(|(v, is_rule)| is_rule.then(|| v.clone())).collect();
    let game = lowered::game(machine.plain(), id, &rules);
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut todo = divisors_of(&game.moves, &mut found);
    while let Some(id) = todo.pop() {
        if seen.insert(id) {
            todo.extend(divisors_of(&machine.lowered_definition(id), &mut found));
        }
    }
    found
}

/// Adds the numbers that a form divides by; gives the definitions that it names.
fn divisors_of(form: &Form, found: &mut BTreeSet<i64>) -> Vec<LetId> {
    let mut named = vec![];
    form.walk(&mut |step| match &step.kind {
        StepKind::Let { op: Op::Binary(BinaryOp::Mod | BinaryOp::Divide), args, .. } => {
            let divisor = args[1].constant().and_then(Value::as_i64);
            found.extend(divisor.filter(|d| (2..=MODULUS).contains(d)));
        }
        StepKind::Let { op: Op::Call(id) | Op::Global(id), .. } => named.push(*id),
        _ => {}
    });
    named
}
