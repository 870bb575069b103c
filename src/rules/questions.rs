//! Questions about positions: moves, options, winning moves, outcomes.

use super::Stop;
use super::choices::Choice;
use super::kind::Player;
use super::machine::Oracle;
pub use super::moves::SumMove;
use super::moves::{MAX_HEAP_MOVES, heap_move, heap_move_in, heap_moves, sum_move};
use super::solve::{Games, xor};
use crate::check::builtins::Builtin;
use crate::check::ir::{GameId, WinRule};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::Owner;
use crate::value::{GamePosition, Int, Part, Position, Value};

type Result<T> = std::result::Result<T, Stop>;

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
        let in_part = |(name, owner, becomes): (String, Owner, Position)| {
            self.moved(position, part, &name, owner, becomes)
        };
        moves.into_iter().map(in_part).collect()
    }

    /// A move of a sum, with all parts that stay beside it: each move holds them, so the budget is asked.
    fn moved(
        &self,
        position: &Position,
        part: usize,
        name: &str,
        owner: Owner,
        becomes: Position,
    ) -> Result<SumMove> {
        let (meter, parts) = (self.machine.meter(), position.parts.len());
        meter.grow(0, (parts * size_of::<Part>()) as u64)?;
        meter.work_of(u32::try_from(parts).unwrap_or(u32::MAX))?;
        Ok(sum_move(position, part, name, owner, becomes))
    }

    /// The moves of that name, in any part of a sum; of a pile as large as can be.
    ///
    /// # Errors
    /// As for [`Games::moves`].
    pub fn moves_named(&self, position: &Position, label: &str, args: &[Value]) -> Result<Vec<SumMove>> {
        let mut all = vec![];
        for (i, part) in position.parts.iter().enumerate() {
            match part {
                Part::Game(p) => {
                    for c in self.machine.choices_named(p, label, args)? {
                        let owner = self.machine.owner(GameId(p.game.id), c.index);
                        all.push(self.moved(position, i, &c.name(), owner, c.target)?);
                    }
                }
                Part::Heap(k) => match args {
                    [Value::Int(left)] if label == "leave" && !left.is_negative() && left < k => {
                        all.push(heap_move_in(position, i, left));
                    }
                    _ => {}
                },
            }
        }
        Ok(all)
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
                    None => match self.part_moves(part) {
                        Err(stop) if too_many(&stop) && self.has_period(p)? => usize::MAX,
                        moves => moves?.len(),
                    },
                },
            };
            Ok(count.saturating_add(more))
        })
    }

    /// Whether a period is proved of the game of a pile, so that its value is known without its moves.
    fn has_period(&self, p: &GamePosition) -> Result<bool> {
        let of_sequence = self.with_pile(p, |pile| Ok(pile.sequence.proof().copied()))?;
        Ok(of_sequence.is_some() || self.residues(p, u64::MAX)?.is_some())
    }

    fn part_moves(&self, part: &Part) -> Result<Vec<(String, Owner, Position)>> {
        let p = match part {
            Part::Game(p) => p,
            Part::Heap(k) => return heap_moves(k),
        };
        let owner = |c: &Choice| self.machine.owner(GameId(p.game.id), c.index);
        let named = |c: Choice| (c.name(), owner(&c), c.target);
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
            Some(count) => {
                let title = match count {
                    Count::Exactly(count) => format!("There are {count} winning moves, too many to list"),
                    Count::Open => "There are too many moves to find all winning ones".to_string(),
                };
                Err(Stop::mistake(
                    Diagnostic::error("too-many-moves", title)
                        .hint("Did you mean `show`, which lists the first of them?"),
                ))
            }
        }
    }

    /// The same, but of the moves in a large pile only the first `most`; then it is also told how many there are.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn winning_up_to(&self, position: &Position, most: usize) -> Result<(Vec<SumMove>, Option<Count>)> {
        if !self.is_plain(position) {
            return Ok((
                self.winning_of(position, self.machine.the_player(position, None, "winning")?)?,
                None,
            ));
        }
        let total = self.value(position)?;
        if total.is_zero() {
            return Ok((vec![], None));
        }
        let mut found = Winning { moves: vec![], unlisted: Int::from(0), open: false };
        for (i, part) in position.parts.iter().enumerate() {
            let wanted = xor(&total, &self.part_value(part)?);
            let moves = match part {
                Part::Heap(k) if wanted < *k => vec![heap_move(&wanted)],
                Part::Heap(_) => vec![],
                Part::Game(p) => match self.winning_or_all(p, &wanted, most, &mut found)? {
                    Moves::Winning(moves) => {
                        for (name, to) in moves {
                            found.moves.push(self.moved(position, i, &name, Owner::Both, to)?);
                        }
                        continue;
                    }
                    Moves::All(moves) => moves,
                },
            };
            for (name, owner, becomes) in moves {
                self.machine.meter().look()?;
                if self.has_value(&becomes, &wanted)? {
                    found.moves.push(self.moved(position, i, &name, owner, becomes)?);
                }
            }
        }
        let count = found.unlisted.add(&Int::from(found.moves.len() as i64));
        let count = match (found.open, found.unlisted.is_zero()) {
            (true, _) => Some(Count::Open),
            (false, true) => None,
            (false, false) => Some(Count::Exactly(count)),
        };
        Ok((found.moves, count))
    }

    /// The winning moves in a part as far as a proved period tells them, else all of its moves.
    fn winning_or_all(
        &self,
        p: &GamePosition,
        wanted: &Int,
        most: usize,
        found: &mut Winning,
    ) -> Result<Moves> {
        if let Some(pile) = self.winning_in_pile(p, wanted, most)? {
            let listed = Int::from(pile.moves.len() as i64);
            found.unlisted = found.unlisted.add(&pile.count).subtract(&listed);
            return Ok(Moves::Winning(pile.moves));
        }
        match self.part_moves(&Part::Game(p.clone())) {
            Err(stop) if too_many(&stop) => {
                let some = match self.some_winning_in_pile(p, wanted, most)? {
                    Some(some) => some,
                    None if self.has_period(p)? => vec![],
                    None => return Err(stop),
                };
                found.open = true;
                Ok(Moves::Winning(some))
            }
            moves => moves.map(Moves::All),
        }
    }
}

/// Winning moves found so far.
struct Winning {
    moves: Vec<SumMove>,
    /// How many more there are.
    unlisted: Int,
    /// There may be more that nobody counted.
    open: bool,
}

/// Moves in a part.
enum Moves {
    /// They win.
    Winning(Vec<(String, Position)>),
    /// All there are.
    All(Vec<(String, Owner, Position)>),
}

/// How many winning moves there are, where not all of them are listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Count {
    /// The number.
    Exactly(Int),
    /// There are too many moves to look at all of them.
    Open,
}

/// Whether nobody could go through the moves, whatever the budget.
fn too_many(stop: &Stop) -> bool {
    matches!(stop, Stop::Exhausted(crate::engine::Exhausted::TooLarge, _))
}

impl Games {
    /// The moves of one player, if one is named, else of both.
    fn moves_of(&self, position: &Position, player: Option<&Value>) -> Result<Vec<SumMove>> {
        let mut all = self.moves(position)?;
        if let Some(Value::Case(i, _)) = player {
            let player = if *i == 0 { Player::Left } else { Player::Right };
            all.retain(|m| player.may(m.owner));
        }
        Ok(all)
    }
}

impl Oracle for Games {
    fn ask(&self, question: Builtin, position: &Position, more: &[Value]) -> Result<Value> {
        let names =
            |moves: Vec<SumMove>| Value::List(moves.into_iter().map(|m| Value::text(m.name)).collect());
        match question {
            Builtin::Value if self.rule() == WinRule::Misere => Err(no_value(position)),
            Builtin::Value => Ok(Value::Int(self.value(position)?)),
            Builtin::MisereValue => Ok(Value::int(self.misere_value(position)? as i64)),
            Builtin::Genus => Ok(Value::text(self.genus(position)?.to_string())),
            Builtin::Tame => Ok(Value::Bool(self.is_tame(position)?)),
            Builtin::Outcome => self.outcome(position),
            Builtin::Moves => self.moves_of(position, more.first()).map(names),
            Builtin::Winning if self.is_plain(position) => {
                self.winning_under(position, self.rule()).map(names)
            }
            Builtin::Winning => {
                let player = self.machine.the_player(position, more.first(), "winning")?;
                self.winning_of(position, player).map(names)
            }
            Builtin::Remoteness => {
                let player = self.machine.the_player(position, more.first(), "remoteness")?;
                self.remoteness(position, player).map(|r| Value::int(r.into()))
            }
            Builtin::BooleanValue => self.boolean_value(position),
            Builtin::Shortest | Builtin::Longest => self.length(position, question == Builtin::Longest),
            Builtin::Plays | Builtin::OddPlays | Builtin::EvenPlays => self.count_plays(position, question),
            Builtin::GrundyFunctions => self.grundy_functions(position)?.as_value(),
            Builtin::Options => {
                let mut seen = std::collections::BTreeSet::new();
                let to = self.moves_of(position, more.first())?.into_iter().map(|m| m.to);
                Ok(Value::List(to.filter(|p| seen.insert(p.clone())).map(Value::Position).collect()))
            }
            _ => unreachable!("{} asks nothing about a position", question.name()),
        }
    }
}

/// What a question under misère play must not ask.
fn no_value(position: &Position) -> Stop {
    let d = Diagnostic::error("value-under-misere", "`value` is the nim-value of normal play")
        .note("Under misère play no number of its parts gives the outcome of a sum.")
        .hint("Did you mean `outcome(...)`, or the misère nim-value, `misere_value(...)`?");
    Stop::mistake(d.play(format!("in the position {}", position.in_trace())))
}
