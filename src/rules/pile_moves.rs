//! Moves from large piles: counted and found by the period, where there are too many to try.

use super::Stop;
use super::choices::move_name;
use super::heaps::Family;
use super::heaps::one_pile;
use super::piles::Pile;
use super::solve::Games;
use super::sums::Growing;
use crate::check::ir::GameId;
use crate::engine;
use crate::engine::sequence::Repetition;
use crate::value::{GamePosition, Int, Part, Position, Value};
use std::collections::BTreeSet;

/// Piles up to this size have few enough moves to go through all of them.
const FEW: i64 = 20_000;
/// How many moves of one family are examined one by one.
const LONG: i64 = 2_000_000;

/// Moves in one part of a sum, and how many there are in all.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The first of them: names, and what the part becomes.
    pub(super) moves: Vec<(String, Position)>,
    /// How many there are.
    pub(super) count: Int,
}

type Result<T> = std::result::Result<T, Stop>;

impl Games {
    /// The moves from a large pile to positions of value `wanted`: at most `most` are listed, and all are counted.
    /// `None` for other games, and where they cannot be counted.
    pub(super) fn winning_in_pile(
        &self,
        position: &GamePosition,
        wanted: &Int,
        most: usize,
    ) -> Result<Option<Found>> {
        let families = self.families(position)?;
        let Some(families) = families else { return Ok(None) };
        let game = self.machine.program.game(GameId(position.game.id));
        self.with_pile(position, |pile| {
            let mut found = Found { moves: vec![], count: Int::from(0) };
            for family in &families {
                self.machine.meter().look()?;
                let Some(hits) = pile.hits(family, wanted, most - found.moves.len().min(most)) else {
                    return Ok(None);
                };
                found.count = found.count.add(&hits.1);
                for x in hits.0 {
                    let (Some(args), Some(to)) = (family.arguments(&x), pile.after(position, family, &x))
                    else {
                        return Ok(None);
                    };
                    found.moves.push((move_name(&game.moves[family.index].label, &args), to));
                }
            }
            Ok(Some(found))
        })
    }

    /// How many moves there are from a large pile; `None` for small ones, and where they cannot be counted.
    pub(super) fn count_in_pile(&self, position: &GamePosition) -> Result<Option<Int>> {
        let families = self.families(position)?;
        Ok(families.map(|all| all.iter().fold(Int::from(0), |n, f| n.add(&f.count()))))
    }

    /// The families of moves of a large pile.
    fn families(&self, position: &GamePosition) -> Result<Option<Vec<Family>>> {
        self.with_pile(position, |pile| {
            let Some(n) = pile.size_of(position).filter(|n| *n > Int::from(FEW)) else { return Ok(None) };
            let all: Option<Vec<Family>> = pile.rules.ways.iter().map(|w| w.from(&n)).collect();
            Ok(all.map(|all| all.into_iter().filter(|f| !f.count().is_zero()).collect()))
        })
    }

    /// Some moves from a large pile to positions of value `wanted`, at most this many: those that all large piles with the
    /// same remainder have. `None` where no period is proved by residues.
    pub(super) fn some_winning_in_pile(
        &self,
        position: &GamePosition,
        wanted: &Int,
        most: usize,
    ) -> Result<Option<Vec<(String, Position)>>> {
        let Some((pile, _)) = one_pile(&self.machine, position) else { return Ok(None) };
        let Value::Int(n) = &position.args[pile] else { return Ok(None) };
        let Some(known) = self.residues(position, u64::MAX)?.filter(|r| *n >= Int::from(r.from as i64))
        else {
            return Ok(None);
        };
        let game = self.machine.program.game(GameId(position.game.id));
        let mut found: Vec<(String, Position)> = vec![];
        for w in &known.class_of(n).witnesses {
            let to = w.after(position, pile, n);
            if found.len() < most && self.value(&to)? == *wanted {
                found.push((move_name(&game.moves[w.index].label, &w.arguments(n)), to));
            }
        }
        Ok(Some(found))
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

    /// Everything that a move leads to from a pile of n: nim-heaps and piles. `None` if that is something else.
    pub(crate) fn options_of_pile(&self, position: &GamePosition, n: u64) -> Option<Vec<(u64, Vec<u64>)>> {
        let (pile, _) = one_pile(&self.machine, position)?;
        let mut args = position.args.to_vec();
        args[pile] = Value::int(i64::try_from(n).ok()?);
        let at = GamePosition { game: position.game.clone(), args: args.into() };
        let mut all = BTreeSet::new();
        for choice in self.machine.choices(&at).ok()? {
            let (mut heap, mut piles) = (0, vec![]);
            for part in choice.target.parts {
                match part {
                    Part::Heap(k) => heap ^= k.to_u64()?,
                    Part::Game(p) => match &p.args[pile] {
                        Value::Int(m) => piles.push(m.to_u64()?),
                        _ => return None,
                    },
                }
            }
            piles.sort_unstable();
            all.insert((heap, piles));
        }
        Some(all.into_iter().collect())
    }
}

impl Pile {
    /// Which moves of a family lead to positions of value `wanted`: the first `most`, and how many.
    fn hits(&self, family: &Family, wanted: &Int, most: usize) -> Option<(Vec<Int>, Int)> {
        let mut hits = (vec![], Int::from(0));
        let one = Int::from(1);
        let count = family.count();
        if family.parts.iter().all(|p| p.1 == 0) {
            if self.leads_to(family, &family.low, wanted)? {
                hits.1 = count;
                hits.0 = self.first(family, most);
            }
            return Some(hits);
        }
        let (from, to) = if count <= Int::from(LONG) {
            (family.high.add(&one), family.high.clone())
        } else {
            self.periodic_part(family)?
        };
        // One by one in front of the part where everything repeats, and behind it.
        self.walk(family, wanted, &family.low, &from.subtract(&one), most, &mut hits)?;
        if from <= to {
            self.walk_period(family, wanted, &from, &to, most, &mut hits)?;
            self.walk(family, wanted, &to.add(&one), &family.high, most, &mut hits)?;
        }
        Some(hits)
    }

    fn first(&self, family: &Family, most: usize) -> Vec<Int> {
        let steps = (0..most as i64).map(|i| family.low.add(&Int::from(i)));
        steps.take_while(|x| *x <= family.high).collect()
    }

    /// Whether the move for x leads to a position of that value.
    fn leads_to(&self, family: &Family, x: &Int, wanted: &Int) -> Option<bool> {
        let mut value = Int::from(family.heap as i64);
        for n in family.piles(x)? {
            value = value.xor(&self.known(&n)?)?;
        }
        Some(value == *wanted)
    }

    fn walk(
        &self,
        family: &Family,
        wanted: &Int,
        from: &Int,
        to: &Int,
        most: usize,
        hits: &mut (Vec<Int>, Int),
    ) -> Option<()> {
        let steps = to.subtract(from).to_i64().filter(|s| *s <= LONG)?;
        for i in 0..=steps {
            let x = from.add(&Int::from(i));
            if self.leads_to(family, &x, wanted)? {
                hits.1 = hits.1.add(&Int::from(1));
                if hits.0.len() < most {
                    hits.0.push(x);
                }
            }
        }
        Some(())
    }

    /// Where the piles that are left are all beyond the exceptions: from there values repeat with x.
    fn periodic_part(&self, family: &Family) -> Option<(Int, Int)> {
        let Repetition { start, saltus: 0, .. } = self.sequence.proof()?.repetition else { return None };
        let start = Int::from(start as i64);
        let (mut from, mut to) = (family.low.clone(), family.high.clone());
        for (constant, factor) in &family.parts {
            match factor {
                0 => {}
                1 => from = from.max(start.subtract(constant)),
                -1 => to = to.min(constant.subtract(&start)),
                _ => return None,
            }
        }
        Some((from, to))
    }

    fn walk_period(
        &self,
        family: &Family,
        wanted: &Int,
        from: &Int,
        to: &Int,
        most: usize,
        hits: &mut (Vec<Int>, Int),
    ) -> Option<()> {
        let period = self.sequence.proof()?.repetition.period as i64;
        let places = to.subtract(from).add(&Int::from(1));
        let rounds = places.divide(&Int::from(period))?;
        let rest = places.modulo(&Int::from(period))?.to_i64()?;
        let mut here: (Vec<Int>, Int) = (vec![], Int::from(0));
        let last = from.add(&Int::from(period - 1));
        self.walk(family, wanted, from, &last.min(to.clone()), usize::MAX, &mut here)?;
        let in_rest = here.0.iter().filter(|x| **x < from.add(&Int::from(rest))).count() as i64;
        let count = if rounds.is_zero() {
            here.1.clone()
        } else {
            rounds.multiply(&here.1).ok()?.add(&Int::from(in_rest))
        };
        hits.1 = hits.1.add(&count);
        let mut shift = Int::from(0);
        while hits.0.len() < most && !here.0.is_empty() {
            for x in &here.0 {
                let x = x.add(&shift);
                if x > *to || hits.0.len() >= most {
                    return Some(());
                }
                hits.0.push(x);
            }
            shift = shift.add(&Int::from(period));
        }
        Some(())
    }

    /// The position after the move for x.
    fn after(&self, position: &GamePosition, family: &Family, x: &Int) -> Option<Position> {
        let mut parts = vec![];
        for n in family.piles(x)? {
            let mut args = position.args.to_vec();
            args[self.rules.pile] = Value::Int(n);
            parts.push(Part::Game(GamePosition { game: position.game.clone(), args: args.into() }));
        }
        if family.heap > 0 {
            parts.push(Part::Heap(Int::from(family.heap as i64)));
        }
        Some(Position { parts })
    }
}
