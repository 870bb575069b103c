//! Questions about positions: moves, options, winning moves, outcomes.

use super::Stop;
use super::choices::Choice;
use super::eval::Oracle;
use super::solve::Games;
use crate::check::builtins::Builtin;
use crate::check::ir::WinRule;
use crate::check::types::{Type, outcome_type};
use crate::diagnostic::Diagnostic;
use crate::value::{Int, Part, Position, Value};

/// A move of a sum: a labelled move in one of its parts.
#[derive(Clone, Debug)]
pub struct SumMove {
    /// `take(3)`, or `take(3) in 2` when there are several parts.
    pub name: String,
    /// The part it is made in, from 0.
    pub part: usize,
    /// What that part becomes.
    pub becomes: Position,
    /// The whole sum after the move.
    pub to: Position,
}

type Result<T> = std::result::Result<T, Stop>;

/// Nim-heaps of more than this have too many moves to list.
const MAX_HEAP_MOVES: u64 = 1_000_000;

impl Games {
    /// Every move of a sum, part by part, in the order of the rules.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub fn moves(&self, position: &Position) -> Result<Vec<SumMove>> {
        let mut all = vec![];
        for i in 0..position.parts.len() {
            all.extend(self.moves_in(position, i)?);
        }
        Ok(all)
    }

    /// The moves in one part of a sum.
    pub(super) fn moves_in(&self, position: &Position, part: usize) -> Result<Vec<SumMove>> {
        let moves = self.part_moves(&position.parts[part])?;
        Ok(moves.into_iter().map(|(name, becomes)| sum_move(position, part, &name, becomes)).collect())
    }

    /// How many moves there are; very many are not counted exactly.
    ///
    /// # Errors
    /// As for [`Games::moves`].
    pub fn move_count(&self, position: &Position) -> Result<usize> {
        position.parts.iter().try_fold(0usize, |count, part| {
            let more = match part {
                Part::Heap(k) => k.to_u64().and_then(|k| usize::try_from(k).ok()).unwrap_or(usize::MAX),
                Part::Game(p) => match self.count_in_pile(p)? {
                    Some(n) => n.to_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX),
                    None => self.part_moves(part)?.len(),
                },
            };
            Ok(count.saturating_add(more))
        })
    }

    fn part_moves(&self, part: &Part) -> Result<Vec<(String, Position)>> {
        let p = match part {
            Part::Game(p) => p,
            Part::Heap(k) => return heap_moves(k),
        };
        self.refuse_unsolved(p)?;
        let named = |c: Choice| (c.name(), c.target);
        Ok(self.machine.choices(p)?.into_iter().map(named).collect())
    }

    /// The moves that leave a position of value 0; none from a P-position.
    ///
    /// # Errors
    /// As for [`Games::value`], and if there are too many to list.
    pub fn winning(&self, position: &Position) -> Result<Vec<SumMove>> {
        let (moves, more) = self.winning_up_to(position, MAX_HEAP_MOVES as usize)?;
        match more {
            None => Ok(moves),
            Some(count) => Err(Stop::mistake(
                Diagnostic::error(
                    "too-many-moves",
                    format!("There are {count} winning moves, too many to list"),
                )
                .hint("Did you mean `show`, which lists the first of them?"),
            )),
        }
    }

    /// The same, but of the moves in a large pile only the first `most`; then it is also told how many there are.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn winning_up_to(&self, position: &Position, most: usize) -> Result<(Vec<SumMove>, Option<Int>)> {
        let total = self.value(position)?;
        if total.is_zero() {
            return Ok((vec![], None));
        }
        let mut all = vec![];
        let mut unlisted = Int::from(0);
        for (i, part) in position.parts.iter().enumerate() {
            let wanted = xor(&total, &self.part_value(part)?);
            let moves = match part {
                Part::Heap(k) if wanted < *k => vec![heap_move(&wanted)],
                Part::Heap(_) => vec![],
                Part::Game(p) => match self.winning_in_pile(p, &wanted, most)? {
                    Some(found) => {
                        unlisted = unlisted.add(&found.count).subtract(&Int::from(found.moves.len() as i64));
                        let moves = found.moves.into_iter();
                        all.extend(moves.map(|(name, becomes)| sum_move(position, i, &name, becomes)));
                        continue;
                    }
                    None => self.part_moves(part)?,
                },
            };
            for (name, becomes) in moves {
                self.machine.meter().look()?;
                if self.value(&becomes)? == wanted {
                    all.push(sum_move(position, i, &name, becomes));
                }
            }
        }
        let count = unlisted.add(&Int::from(all.len() as i64));
        Ok((all, (!unlisted.is_zero()).then_some(count)))
    }

    /// `P` (index 0) or `N` (index 1) of the outcome type, under the winning rule of the question.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn outcome(&self, position: &Position) -> Result<Value> {
        let index = u32::from(!self.previous_wins(position, self.rule.get())?);
        match outcome_type() {
            Type::Enum(names) => Ok(Value::Case(index, names)),
            _ => unreachable!("outcomes are an enumeration"),
        }
    }
}

fn xor(a: &Int, b: &Int) -> Int {
    a.xor(b).unwrap_or_else(|| unreachable!("nim-values are natural"))
}

fn sum_move(position: &Position, part: usize, name: &str, becomes: Position) -> SumMove {
    let name = if position.parts.len() > 1 { format!("{name} in {}", part + 1) } else { name.to_string() };
    let to = position.replace(part, &becomes);
    SumMove { name, part, becomes, to }
}

/// A move in a nim-heap, named by what it leaves.
fn heap_move(left: &Int) -> (String, Position) {
    let becomes = if left.is_zero() { Position::default() } else { Position::one(Part::Heap(left.clone())) };
    (format!("leave({left})"), becomes)
}

/// The move in part `part` of a sum, a nim-heap, that leaves so many.
pub(super) fn heap_move_in(position: &Position, part: usize, left: &Int) -> SumMove {
    let (name, becomes) = heap_move(left);
    sum_move(position, part, &name, becomes)
}

fn heap_moves(k: &Int) -> Result<Vec<(String, Position)>> {
    match k.to_u64().filter(|k| *k <= MAX_HEAP_MOVES) {
        Some(k) => Ok((0..k as i64).map(|j| heap_move(&Int::from(j))).collect()),
        None => Err(Stop::mistake(
            Diagnostic::error("too-many-moves", format!("The nim-heap *{k} has too many moves to list"))
                .hint("Did you mean winning(...), which needs no list?"),
        )),
    }
}

impl Oracle for Games {
    fn ask(&self, question: Builtin, position: &Position) -> Result<Value> {
        let names =
            |moves: Vec<SumMove>| Value::List(moves.into_iter().map(|m| Value::text(m.name)).collect());
        match question {
            Builtin::Value if self.rule.get() == WinRule::Misere => Err(super::misere::no_value(position)),
            Builtin::Value => Ok(Value::Int(self.value(position)?)),
            Builtin::MisereValue => Ok(Value::int(self.misere_value(position)? as i64)),
            Builtin::Genus => Ok(Value::text(self.genus(position)?.to_string())),
            Builtin::Tame => Ok(Value::Bool(self.is_tame(position)?)),
            Builtin::Outcome => self.outcome(position),
            Builtin::Moves => self.moves(position).map(names),
            Builtin::Winning => self.winning_under(position, self.rule.get()).map(names),
            Builtin::Options => {
                let mut seen = std::collections::BTreeSet::new();
                let to = self.moves(position)?.into_iter().map(|m| m.to);
                Ok(Value::List(to.filter(|p| seen.insert(p.clone())).map(Value::Position).collect()))
            }
            _ => Err(Stop::mistake(Diagnostic::error(
                "no-solver-yet",
                format!("{} cannot be answered in this version", question.name()),
            ))),
        }
    }
}
