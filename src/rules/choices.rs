//! The moves of one position, with labels and arguments: what traces, plays and explanations show.

use super::beyond;
use super::each::Flow;
use super::eval::Eval;
use super::leaving;
use super::machine::Machine;
use super::{Kind, Stop};
use crate::check::ir::{Claim, GameId, Move, Program};
use crate::syntax::ast::Owner;
use crate::value::{GamePosition, Part, Position, Value};

/// One labelled move.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Its index among the moves of the game.
    pub index: usize,
    /// Its name.
    pub label: String,
    /// What was chosen.
    pub args: Vec<Value>,
    /// Where it leads.
    pub target: Position,
}

impl Choice {
    /// `take(3)`, or `peel` when there was nothing to choose.
    pub fn name(&self) -> String {
        move_name(&self.label, &self.args)
    }
}

/// `take(3)`, or `peel` when there was nothing to choose.
pub fn move_name(label: &str, args: &[Value]) -> String {
    if args.is_empty() {
        return label.to_string();
    }
    let args: Vec<String> = args.iter().map(Value::plain).collect();
    format!("{label}({})", args.join(", "))
}

type Result<T> = std::result::Result<T, Stop>;

impl Machine {
    /// Every move of a position, in the order of the rules.
    ///
    /// # Errors
    /// A mistake with the move that shows it, or a budget that ran out.
    pub fn choices(&self, position: &GamePosition) -> Result<Vec<Choice>> {
        let mut all = vec![];
        self.each_choice(position, &mut |choice| {
            all.push(choice);
            Ok(())
        })?;
        Ok(all)
    }

    /// The moves of that name, without going through long ranges: often there is one.
    ///
    /// # Errors
    /// As for [`Machine::choices`].
    pub fn choices_named(&self, position: &GamePosition, label: &str, args: &[Value]) -> Result<Vec<Choice>> {
        let mut all = vec![];
        self.each_choice_of(position, Some((label, args)), &mut |choice| {
            if choice.args == args {
                all.push(choice);
            }
            Ok(())
        })?;
        Ok(all)
    }

    /// Calls `visit` with every move of a position, in the order of the rules.
    ///
    /// # Errors
    /// As for [`Machine::choices`], or what `visit` gives.
    pub fn each_choice(
        &self,
        position: &GamePosition,
        visit: &mut dyn FnMut(Choice) -> Result<()>,
    ) -> Result<()> {
        self.each_choice_of(position, None, visit)
    }

    /// The same; of some label, and with some choices made where they run through a range.
    fn each_choice_of(
        &self,
        position: &GamePosition,
        wanted: Option<(&str, &[Value])>,
        visit: &mut dyn FnMut(Choice) -> Result<()>,
    ) -> Result<()> {
        let game = self.program.game(GameId(position.game.id));
        let mut run = Eval::new(self, None, game.slots.len(), &position.args);
        for end in game.ends.iter().chain(&game.wins) {
            if run.truth(end).map_err(|s| in_position(s, position))? {
                return Ok(());
            }
        }
        let impartial = GameId(position.game.id).is_impartial();
        for (index, m) in game.moves.iter().enumerate() {
            if let Some((label, args)) = wanted {
                if m.label != label || m.shown.len() != args.len() {
                    continue;
                }
                run.pins = m.shown.iter().copied().zip(args.iter().cloned()).collect();
            }
            let mut body = |run: &mut Eval<'_>| {
                if let Some(guard) = &m.guard
                    && !run.truth(guard)?
                {
                    return Ok(Flow::Next);
                }
                let args: Vec<Value> = m.shown.iter().map(|s| run.frame[*s as usize].clone()).collect();
                let target =
                    run.target(&m.target).map_err(|s| in_move(s, position, m, &args, &self.program))?;
                let target = if impartial { self.impartial(&target) } else { target };
                visit(Choice { index, label: m.label.clone(), args, target })?;
                Ok(Flow::Next)
            };
            run.each(&m.binders, &mut body)
                .map_err(|s| in_position(beyond::explained(s, game, m), position))?;
        }
        Ok(())
    }

    /// Who may make a move of a game, by its index.
    pub fn owner(&self, game: GameId, index: usize) -> Owner {
        if game.is_impartial() { Owner::Both } else { self.program.game(game).moves[index].owner }
    }

    /// Whether the player to move has won by a `wins when` clause.
    ///
    /// # Errors
    /// A mistake in the clause.
    pub fn has_won(&self, position: &GamePosition) -> Result<bool> {
        let game = self.program.game(GameId(position.game.id));
        let mut run = Eval::new(self, None, game.slots.len(), &position.args);
        for won in &game.wins {
            if run.truth(won).map_err(|s| in_position(s, position))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The position drawn as text, if its game has a `picture`.
    ///
    /// # Errors
    /// A mistake in the clause.
    pub fn picture(&self, position: &GamePosition) -> Result<Option<String>> {
        let game = self.program.game(GameId(position.game.id));
        let Some(picture) = &game.picture else { return Ok(None) };
        let drawn = Eval::new(self, None, game.slots.len(), &position.args).eval(picture);
        drawn.map(|v| Some(v.plain())).map_err(|s| in_position(s, position))
    }

    /// The sum that a claim says the position is worth.
    ///
    /// # Errors
    /// A mistake in the clause.
    pub fn claimed(&self, position: &GamePosition, claim: &Claim) -> Result<Position> {
        let game = self.program.game(GameId(position.game.id));
        let mut run = Eval::new(self, None, game.slots.len(), &position.args);
        let mut total = Position::default();
        run.each(&claim.binders, &mut |run| {
            total.parts.extend(run.target(&claim.target)?.parts);
            Ok(Flow::Next)
        })
        .map_err(|s| in_position(s, position))?;
        Ok(if GameId(position.game.id).is_impartial() { self.impartial(&total) } else { total })
    }
}

/// Adds the move that led to a mistake, as a concrete play.
pub(super) fn in_move(stop: Stop, from: &GamePosition, m: &Move, args: &[Value], program: &Program) -> Stop {
    let Stop::Mistake(mut mistake) = stop else { return stop };
    if mistake.diagnostic.play.is_empty() {
        let leaves = match &mistake.kind {
            Kind::LeavesItsType(to) => Some(to.clone()),
            _ => None,
        };
        let to = leaves.as_deref().unwrap_or("?");
        mistake.diagnostic.play.push(format!("{}   {} ->  {to}", short(from), move_name(&m.label, args)));
        if leaves.is_some() {
            mistake.diagnostic.title = format!("A move of {} leaves its declared type", from.game.name);
            mistake.diagnostic =
                leaving::mended(mistake.diagnostic, program, program.game(GameId(from.game.id)), m);
        }
    }
    Stop::Mistake(mistake)
}

/// Adds the position in which a mistake showed, unless a move is shown already.
pub(super) fn in_position(stop: Stop, position: &GamePosition) -> Stop {
    let Stop::Mistake(mut mistake) = stop else { return stop };
    if mistake.diagnostic.play.is_empty() {
        mistake.diagnostic.play.push(format!("in the position {}", short(position)));
    }
    Stop::Mistake(mistake)
}

fn short(position: &GamePosition) -> String {
    Part::Game(position.clone()).in_trace()
}
