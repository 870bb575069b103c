//! Games of one pile: their sequences of values, computed as far as they are asked for, and piles of any size once a
//! period is proved.

use super::ctx::Ctx;
use super::heaps::{Recognised, one_pile, recognise};
use super::ranking::Ranking;
use super::spot;
use crate::engine::sequence::{Proof, Sequence};
use crate::engine::{Meter, Stop, Unfit};
use crate::value::{GamePosition, Int, Part, Value};
use std::io::{self, Write};
use std::rc::Rc;

/// A game of one pile with its rule parameters fixed, and what is known about it.
#[derive(Debug)]
pub(crate) struct Pile {
    /// The rules.
    pub(crate) rules: Recognised,
    /// The values.
    pub(crate) sequence: Sequence,
    /// One of its positions.
    like: GamePosition,
    /// How many values there were when a sample was last compared with the rules, and whether a period was proved.
    compared: (u64, bool),
}

/// How many piles behind the last value computed are compared, too, once a period is proved.
const BEHIND: u64 = 4;

impl Pile {
    /// The game of a position, with what an earlier run has left.
    ///
    /// # Errors
    /// Why it is no game of one pile.
    pub(super) fn new(ctx: &mut Ctx<'_>, position: &GamePosition) -> Result<Pile, Unfit> {
        let Some(rules) = recognise(ctx.machine, position) else {
            let one = one_pile(ctx.machine, position).is_some();
            return Err(Unfit::Kind(match one {
                true => "what its moves leave of a pile is not seen to follow linear conditions",
                false => "a position is not one pile that both players play on",
            }));
        };
        let mut sequence = new_sequence(ctx, &rules);
        if let Some(bytes) = ctx.earlier.sequence(ctx.machine, position)
            && !sequence.restore(&bytes)
        {
            sequence = new_sequence(ctx, &rules);
        }
        Ok(Pile { rules, sequence, like: position.clone(), compared: (0, false) })
    }

    /// How large the pile of a position is.
    pub(crate) fn size_of(&self, position: &GamePosition) -> Option<Int> {
        match &position.args[self.rules.pile] {
            Value::Int(n) => Some(n.clone()),
            _ => None,
        }
    }

    /// Where no theorem could ever help, a pile that is too large for a table is nothing for this solver.
    pub(super) fn is_for(&self, n: Option<u64>) -> bool {
        n.is_some_and(|n| n <= 1 << 26) || self.sequence.can_be_proved()
    }

    /// The value of a pile of any size; for very large ones a period must be found first.
    pub(crate) fn value_of(&mut self, n: &Int, meter: &Meter) -> Result<Int, Stop> {
        if !self.is_for(n.to_u64()) {
            return Err(Unfit::WideValue.into());
        }
        if let Some(small) = n.to_u64() {
            match self.sequence.value(small, meter) {
                Ok(v) => return Ok(Int::from(num_bigint::BigInt::from(v))),
                Err(Stop::Unfit(_)) if self.sequence.proof().is_some() => {}
                Err(halted) => return Err(halted),
            }
        } else {
            self.sequence.extend(u64::MAX, meter)?;
        }
        let proof = self.sequence.proof().ok_or(Unfit::WideValue)?;
        self.by_period(n, *proof).ok_or(Unfit::WideValue.into())
    }

    /// The value of a pile behind the first exceptions, by the period.
    fn by_period(&self, n: &Int, proof: Proof) -> Option<Int> {
        let number = |x: u64| Int::from(num_bigint::BigInt::from(x));
        let repetition = proof.repetition;
        let behind = n.subtract(&number(repetition.start as u64));
        let period = number(repetition.period as u64);
        let place = behind.modulo(&period)?.to_u64()? + repetition.start as u64;
        let grown = behind.divide(&period)?.multiply(&Int::from(repetition.saltus)).ok()?;
        Some(number(self.sequence.computed(place)?).add(&grown))
    }

    /// The value of a pile, if it is known without computing any more.
    pub(crate) fn known(&self, n: &Int) -> Option<Int> {
        match n.to_u64().and_then(|n| self.sequence.known(n)) {
            Some(v) => Some(Int::from(num_bigint::BigInt::from(v))),
            None => self.by_period(n, *self.sequence.proof()?),
        }
    }

    /// How far the values are known, in a sentence.
    pub(crate) fn how_far(&self, position: &GamePosition) -> String {
        match self.sequence.len() {
            0 => String::new(),
            n => {
                let last = self.with_size(position, n - 1);
                format!("solved up to {last}; no period is proved so far")
            }
        }
    }

    /// The position with a pile of n instead, as text.
    pub(crate) fn with_size(&self, position: &GamePosition, n: u64) -> String {
        Part::Game(self.at(position, Int::from(num_bigint::BigInt::from(n)))).to_string()
    }

    /// The position with a pile of n instead.
    pub(super) fn at(&self, position: &GamePosition, n: Int) -> GamePosition {
        let mut args = position.args.to_vec();
        args[self.rules.pile] = Value::Int(n);
        GamePosition { game: position.game.clone(), args: args.into() }
    }
}

fn new_sequence(ctx: &Ctx<'_>, rules: &Recognised) -> Sequence {
    match ctx.tuning.periods {
        true => Sequence::new(rules.form.clone()),
        false => Sequence::without_period(rules.form.clone()),
    }
}

impl Ranking for Pile {
    fn title(&self) -> &'static str {
        "the sequence of a game of one pile"
    }

    fn known_value(&self, position: &GamePosition) -> Option<Int> {
        self.known(&self.size_of(position)?)
    }

    fn value(&mut self, position: &GamePosition, meter: &Rc<Meter>) -> Result<Int, Stop> {
        let n = self.size_of(position).ok_or(Unfit::Misfit)?;
        self.value_of(&n, meter)
    }

    fn solved(&self) -> u64 {
        self.sequence.len()
    }

    fn bytes(&self) -> u64 {
        self.sequence.bytes()
    }

    /// Once there are a quarter more values than before, or a period is proved: then also piles that it tells.
    fn not_compared(&self) -> Vec<(u64, Vec<GamePosition>)> {
        let (size, proved) = (self.sequence.len(), self.sequence.proof().is_some());
        let (before, was_proved) = self.compared;
        if size < before + before / 4 + 16 && proved == was_proved {
            return vec![];
        }
        let behind = if proved { size..size + BEHIND } else { 0..0 };
        let places = spot::places(size).into_iter().chain(behind).filter(|n| *n >= self.rules.form.first);
        vec![(size, places.map(|n| self.at(&self.like, Int::from(n as i64))).collect())]
    }

    fn set_compared(&mut self) {
        self.compared = (self.sequence.len(), self.sequence.proof().is_some());
    }

    fn recognised(&self) -> Vec<&'static str> {
        self.sequence.recognised()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.sequence.save())
    }

    fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        self.sequence.restore(bytes).then_some(())
    }
}
