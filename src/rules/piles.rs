//! Games of one pile: their sequences of values, computed as far as they are asked for, and piles of any size once a
//! period is proved.

use super::Stop;
use super::eval::Eval;
use super::heaps::{Recognised, one_pile, recognise};
use super::solve::{FamilyKey, Games, rules_of};
use super::spot;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, GameId, Slot};
use crate::engine::sequence::{Form, Proof, Sequence};
use crate::engine::{self, Unfit};
use crate::value::{GamePosition, Int, Part, Position, Value};
use std::collections::HashMap;

/// A game of one pile with its rule parameters fixed, and what is known of it.
#[derive(Debug)]
pub(crate) struct Pile {
    /// The rules.
    pub(crate) rules: Recognised,
    /// The values.
    pub(crate) sequence: Sequence,
    /// How many values there were when a sample was last compared with the rules, and whether a period was proved.
    compared: (u64, bool),
}

/// The games looked at so far; `None` for those that are no games of one pile.
#[derive(Debug, Default)]
pub(crate) struct Piles {
    known: HashMap<FamilyKey, Option<Box<Pile>>>,
    /// Whether every value is to be computed, even where a period is proved.
    pub(crate) no_period: bool,
}

type Result<T> = std::result::Result<T, Stop>;

impl Piles {
    /// The sequences, by family.
    pub(super) fn sequences(&self) -> impl Iterator<Item = (&FamilyKey, &Sequence)> {
        self.known.iter().filter_map(|(key, pile)| pile.as_ref().map(|p| (key, &p.sequence)))
    }

    /// How many values there are, and the bytes of all sequences.
    pub(super) fn usage(&self) -> (u64, u64) {
        let all = self.known.values().flatten().map(|p| &p.sequence);
        all.fold((0, 0), |(n, b), s| (n + s.len(), b + s.bytes()))
    }
}

impl Games {
    /// The nim-value of a position of a game of one pile; `None` for other games.
    pub(super) fn pile_value(&self, position: &GamePosition) -> Result<Option<Int>> {
        match self.sequence_value(position)? {
            Some(v) => Ok(Some(v)),
            None => self.value_by_residues(position),
        }
    }

    /// The nim-value from the sequence of a taking-and-breaking game.
    fn sequence_value(&self, position: &GamePosition) -> Result<Option<Int>> {
        self.with_pile(position, |pile| {
            let Some(n) = pile.size_of(position) else { return Ok(None) };
            let found = pile.value(&n, &self.machine.meter());
            match found {
                Ok(v) => Ok(Some(v)),
                Err(engine::Stop::Unfit(_)) => Ok(None),
                Err(stop) => Err(stop.widen().so_far(|| pile.how_far(position))),
            }
        })
    }

    /// The values of the piles behind the index `n` of a sequence, at most `many`, as far as they are easily known: none
    /// where something else must tell.
    ///
    /// # Errors
    /// When a budget runs out before the first of them.
    pub(crate) fn pile_values(
        &self,
        piles: &Growing,
        n: i64,
        many: i64,
        values: &mut Vec<u64>,
    ) -> Result<()> {
        values.clear();
        let meter = self.machine.meter();
        meter.look()?;
        self.with_pile(&piles.position, |pile| {
            let Some(from) = n.checked_add(piles.shift).filter(|m| *m >= pile.rules.form.first as i64) else {
                return Ok(None);
            };
            let (from, to) = (from as u64, from as u64 + many as u64);
            if !pile.is_for(Some(to)) {
                return Ok(None);
            }
            let stopped = pile.sequence.extend(to, &meter);
            values.extend((from..to).map_while(|m| pile.sequence.known(m)));
            match stopped {
                Err(stop @ engine::Stop::Exhausted(..)) if values.is_empty() => {
                    Err(stop.widen().so_far(|| pile.how_far(&piles.position)))
                }
                _ => Ok(Some(())),
            }
        })
        .map(|done| {
            if done.is_none() {
                values.clear();
            }
        })
    }

    /// Whether proved periods may stand for values, as usual, or every value is computed: for measurements. Forgets what
    /// is known of games of one pile.
    pub fn use_periods(&self, wanted: bool) {
        *self.piles.borrow_mut() = Piles { no_period: !wanted, ..Piles::default() };
    }

    /// The rules of a position's game in the normal form of taking-and-breaking games, if they are recognised as such.
    pub fn normal_form(&self, position: &GamePosition) -> Option<Form> {
        self.with_pile(position, |pile| Ok(Some(pile.rules.form.clone()))).ok().flatten()
    }

    /// Does something with the game of a position, if it is one of one pile.
    pub(crate) fn with_pile<T>(
        &self,
        position: &GamePosition,
        f: impl FnOnce(&mut Pile) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        let mut piles = self.piles.borrow_mut();
        let no_period = piles.no_period;
        let key = (position.game.id, rules_of(position));
        let pile = piles.known.entry(key).or_insert_with(|| {
            let rules = recognise(&self.machine, position)?;
            let new = || match no_period {
                true => Sequence::without_period(rules.form.clone()),
                false => Sequence::new(rules.form.clone()),
            };
            let mut sequence = new();
            if let Some(bytes) = self.persisted_sequence(position)
                && !sequence.restore(&bytes)
            {
                sequence = new();
            }
            Some(Box::new(Pile { rules, sequence, compared: (0, false) }))
        });
        let Some(found) = pile else { return Ok(None) };
        let result = f(found);
        if !self.pile_is_right(position, found) {
            *pile = None;
            return Ok(None);
        }
        result
    }

    /// Whether what was computed since values were last compared agrees with the rules.
    fn pile_is_right(&self, position: &GamePosition, pile: &mut Pile) -> bool {
        let (size, proved) = (pile.sequence.len(), pile.sequence.proof().is_some());
        let (before, was_proved) = pile.compared;
        if size < before + before / 4 + 16 && proved == was_proved {
            return true;
        }
        // Behind what was computed, the period tells.
        let behind = if proved { size..size + BEHIND } else { 0..0 };
        let place = |n: &u64| *n >= pile.rules.form.first;
        let sample = spot::places(size).into_iter().chain(behind).filter(place);
        let sample = sample.map(|n| pile.at(position, Int::from(n as i64)));
        let mut known = |p: &GamePosition| pile.known(&pile.size_of(p)?);
        let right = self.is_right("the sequence of a game of one pile", size, sample, &mut known);
        pile.compared = (size, proved);
        right
    }
}

/// So many piles behind the last value computed are compared, too, once a period is proved.
const BEHIND: u64 = 4;

/// The positions `G(step n + shift)` for every n, with everything else fixed.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    /// One of them.
    pub(crate) position: GamePosition,
    /// What n is multiplied by: at least 1.
    pub(crate) step: i64,
    /// What is added then.
    pub(crate) shift: i64,
}

/// A sequence of sums: piles that grow with the index, and perhaps something that stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// The piles.
    pub(crate) piles: Vec<Growing>,
    /// Whether anything else stands beside them.
    pub(crate) adjacent: bool,
}

impl Sums {
    /// The piles, if they are those of the game one by one and alone.
    pub(crate) fn one_by_one(&self) -> Option<&Growing> {
        match self.piles.as_slice() {
            [one] if one.step == 1 && !self.adjacent => Some(one),
            _ => None,
        }
    }
}

/// What an expression stands for while the index of a sequence is open.
#[derive(Clone)]
enum Open {
    Fixed(Value),
    /// The index multiplied by a number, and another one added.
    Index(i64, i64),
    Sums(Sums),
}

impl Games {
    /// The sequence that an expression stands for, if it is one of piles that grow with the index by fixed steps.
    pub(crate) fn sums(&self, frame: &[Value], expr: &Expr, slot: Slot) -> Option<Sums> {
        let mut frame: Vec<Open> = frame.iter().cloned().map(Open::Fixed).collect();
        frame[slot as usize] = Open::Index(1, 0);
        match self.follow(&frame, expr)? {
            Open::Sums(sums) => Some(sums),
            _ => None,
        }
    }

    /// The same, if it is one of single piles, one by one.
    pub(crate) fn shifted(&self, frame: &[Value], expr: &Expr, slot: Slot) -> Option<Growing> {
        self.sums(frame, expr, slot)?.one_by_one().cloned()
    }

    fn follow(&self, frame: &[Open], e: &Expr) -> Option<Open> {
        match &e.kind {
            ExprKind::Local(s) => Some(frame[*s as usize].clone()),
            ExprKind::Binary(op, a, b) => match (self.follow(frame, a)?, self.follow(frame, b)?) {
                (Open::Fixed(_), Open::Fixed(_)) => self.fixed(frame, e),
                (a, b) => combined(*op, a, b),
            },
            ExprKind::Position(id, args) => {
                let args: Vec<Open> = args.iter().map(|a| self.follow(frame, a)).collect::<Option<_>>()?;
                self.growing(*id, args)
            }
            ExprKind::Builtin(Builtin::Value, args) => match self.follow(frame, &args[0])? {
                sums @ Open::Sums(_) => Some(sums),
                _ => None,
            },
            ExprKind::Call(id, args) => {
                let definition = self.machine.program.definition(*id);
                let mut inner: Vec<Open> =
                    args.iter().map(|a| self.follow(frame, a)).collect::<Option<_>>()?;
                if inner.iter().all(|x| matches!(x, Open::Fixed(_))) {
                    return self.fixed(frame, e);
                }
                inner.resize(definition.slots.len(), Open::Fixed(Value::Bool(false)));
                self.follow(&inner, &definition.body)
            }
            _ => self.fixed(frame, e),
        }
    }

    /// Positions of a game of one pile of which only the pile grows.
    fn growing(&self, id: GameId, args: Vec<Open>) -> Option<Open> {
        let (mut grows, mut values) = (None, vec![]);
        for (i, arg) in args.into_iter().enumerate() {
            match arg {
                Open::Fixed(v) => values.push(v),
                Open::Index(step, shift) if grows.is_none() => {
                    grows = Some((i, step, shift));
                    values.push(Value::int(1 << 20));
                }
                _ => return None,
            }
        }
        let Some((pile, step, shift)) = grows else {
            return self
                .machine
                .position(id, values)
                .ok()
                .map(|p| Open::Fixed(Value::Position(Position::one(Part::Game(p)))));
        };
        let position = self.machine.position(id, values).ok()?;
        let (is_pile, _) = one_pile(&self.machine, &position)?;
        let piles = vec![Growing { position, step, shift }];
        (is_pile == pile).then_some(Open::Sums(Sums { piles, adjacent: false }))
    }

    /// The value of an expression in which the index does not occur.
    fn fixed(&self, frame: &[Open], e: &Expr) -> Option<Open> {
        let mut open = false;
        e.walk(&mut |e| {
            if let ExprKind::Local(s) = &e.kind {
                open |= !matches!(frame.get(*s as usize), Some(Open::Fixed(_)));
            }
        });
        let value = |x: &Open| match x {
            Open::Fixed(v) => v.clone(),
            _ => Value::Bool(false),
        };
        let values: Vec<Value> = frame.iter().map(value).collect();
        let run = || Eval::new(&self.machine, None, values.len(), &values).eval(e).ok();
        if open { None } else { run().map(Open::Fixed) }
    }
}

/// Sums, and lines of the index; `None` for all else.
fn combined(op: BinaryOp, a: Open, b: Open) -> Option<Open> {
    use Open::{Fixed, Index};
    Some(match (op, a, b) {
        (BinaryOp::Add, Index(step, shift), Fixed(k)) | (BinaryOp::Add, Fixed(k), Index(step, shift)) => {
            Index(step, shift.checked_add(small(&k)?)?)
        }
        (BinaryOp::Subtract, Index(step, shift), Fixed(k)) => Index(step, shift.checked_sub(small(&k)?)?),
        (BinaryOp::Add, Index(a, k), Index(b, l)) => Index(a.checked_add(b)?, k.checked_add(l)?),
        (BinaryOp::Multiply, Index(step, shift), Fixed(k))
        | (BinaryOp::Multiply, Fixed(k), Index(step, shift)) => {
            let by = small(&k).filter(|k| *k > 0)?;
            Index(step.checked_mul(by).filter(|s| *s < 1 << 19)?, shift.checked_mul(by)?)
        }
        (BinaryOp::Sum, Open::Sums(a), Open::Sums(b)) => {
            Open::Sums(Sums { piles: [a.piles, b.piles].concat(), adjacent: a.adjacent || b.adjacent })
        }
        (BinaryOp::Sum, Open::Sums(a), Fixed(_)) | (BinaryOp::Sum, Fixed(_), Open::Sums(a)) => {
            Open::Sums(Sums { adjacent: true, ..a })
        }
        _ => return None,
    })
}

fn small(v: &Value) -> Option<i64> {
    v.as_i64().filter(|k| k.unsigned_abs() < 1 << 19)
}

impl Pile {
    /// How large the pile of a position is.
    pub(crate) fn size_of(&self, position: &GamePosition) -> Option<Int> {
        match &position.args[self.rules.pile] {
            Value::Int(n) => Some(n.clone()),
            _ => None,
        }
    }

    /// Where no theorem could ever help, a pile that is too large for a table is nothing for this solver.
    fn is_for(&self, n: Option<u64>) -> bool {
        n.is_some_and(|n| n <= 1 << 26) || self.sequence.can_be_proved()
    }

    /// The value of a pile of any size; for very large ones a period must be found first.
    pub(crate) fn value(
        &mut self,
        n: &Int,
        meter: &crate::engine::Meter,
    ) -> std::result::Result<Int, engine::Stop> {
        if !self.is_for(n.to_u64()) {
            return Err(Unfit::WideValue.into());
        }
        if let Some(small) = n.to_u64() {
            match self.sequence.value(small, meter) {
                Ok(v) => return Ok(Int::from(num_bigint::BigInt::from(v))),
                Err(engine::Stop::Unfit(_)) if self.sequence.proof().is_some() => {}
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
    fn at(&self, position: &GamePosition, n: Int) -> GamePosition {
        let mut args = position.args.to_vec();
        args[self.rules.pile] = Value::Int(n);
        GamePosition { game: position.game.clone(), args: args.into() }
    }
}
