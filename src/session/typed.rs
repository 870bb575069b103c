//! Questions from a program to a session: with positions as values, and values as answers.

use super::{Player, Question, Session};
use crate::answer::{Answer, GraphAnswer, StoppedAnswer};
use crate::check::builtins::Builtin;
use crate::check::ir::{GameId, StatementKind, WinRule};
use crate::check::types::{Type, player_type};
use crate::diagnostic::Diagnostic;
use crate::rules::Stop;
use crate::rules::machine::Oracle;
use crate::rules::questions::SumMove;
use crate::session::ask::stopped_answer;
use crate::syntax::ast::Owner;
use crate::value::{GamePosition, Int, Part, Position, Value};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The question, or the rules, have mistakes.
    Mistakes(Vec<Diagnostic>),
    /// A budget ran out, or the question was cancelled.
    Stopped(StoppedAnswer),
}

/// The result of a question from a program.
pub type Asked<T> = Result<T, Trouble>;

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// `take(3)`, `take(3) in 2` in a sum.
    pub name: String,
    /// The part of a sum in which it is made, from 0.
    pub part: usize,
    /// The owner, if only one player may make it.
    pub player: Option<Player>,
    /// The position after it.
    pub to: Position,
}

impl Move {
    /// `partizan`: whether owners of moves matter.
    fn new(m: SumMove, partizan: bool) -> Move {
        let player = match m.owner {
            Owner::Left if partizan => Some(Player::Left),
            Owner::Right if partizan => Some(Player::Right),
            _ => None,
        };
        Move { name: m.name, part: m.part, player, to: m.to }
    }
}

impl Session {
    /// The value of any expression.
    ///
    /// ```
    /// # let mut session = fairgame::Session::default();
    /// session.open("my.game", "let squares = { k^2 for k in 1..3 }");
    /// assert_eq!(session.evaluate("squares").unwrap().to_string(), "{1, 4, 9}");
    /// ```
    ///
    /// # Errors
    /// Mistakes in the expression or during its evaluation, or a budget that ran out.
    pub fn evaluate(&mut self, expression: &str) -> Asked<Value> {
        let question = self.question_of(expression)?;
        self.asked(|s| match &question.statement.kind {
            StatementKind::Show { expr, .. } => s.eval(&question).eval(expr),
            _ => Err(Stop::mistake(Diagnostic::error("not-an-expression", "This is not an expression"))),
        })
    }

    /// The position that an expression gives.
    ///
    /// # Errors
    /// As for [`Session::evaluate`], and if it is not a position.
    pub fn position(&mut self, expression: &str) -> Asked<Position> {
        match self.evaluate(expression)? {
            Value::Position(p) => Ok(p),
            other => mistake("not-a-position", format!("A position is needed, and this is {other}")),
        }
    }

    /// A position of a game, from its arguments.
    ///
    /// # Errors
    /// If there is no such game, or arguments do not fit its parameters.
    pub fn position_of(&mut self, game: &str, arguments: Vec<Value>) -> Asked<Position> {
        let Some(id) = self.program.game_named(game) else {
            return mistake("unknown-name", format!("There is no game `{game}`"));
        };
        let params = &self.program.game(id).params;
        if params.len() != arguments.len() {
            let title = format!("{game} takes {} arguments, not {}", params.len(), arguments.len());
            return mistake("wrong-number-of-arguments", title);
        }
        if let Some((p, v)) = params.iter().zip(&arguments).find(|(p, v)| !self.fits(v, &p.ty)) {
            return mistake("wrong-type", format!("{} should be {}, and is {v}", p.name, p.ty.phrase()));
        }
        match self.games.machine.position(id, arguments) {
            Ok(p) => Ok(Position::one(Part::Game(p))),
            Err((_, why)) => mistake("does-not-fit", format!("This is not a position of {game}: {why}")),
        }
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// If it has none, or a budget ran out.
    pub fn value_of(&mut self, position: &Position) -> Asked<Int> {
        self.about(position, |s, p| s.games.value(p))
    }

    /// Who wins: `P`, `N`, `draw`, or any other value of `outcome(...)`.
    ///
    /// # Errors
    /// Mistakes in the rules, or a budget that ran out.
    pub fn outcome_of(&mut self, position: &Position) -> Asked<String> {
        self.about(position, |s, p| s.games.outcome_name(p).map(String::from))
    }

    /// Every legal move, in the order of the rules.
    ///
    /// # Errors
    /// As for [`Session::outcome_of`].
    pub fn moves_of(&mut self, position: &Position) -> Asked<Vec<Move>> {
        self.about(position, |s, p| s.listed(p, s.games.moves(p)?))
    }

    /// The positions one move away, each once.
    ///
    /// # Errors
    /// As for [`Session::outcome_of`].
    pub fn options_of(&mut self, position: &Position) -> Asked<Vec<Position>> {
        let mut options: Vec<Position> = vec![];
        for m in self.moves_of(position)? {
            if !options.contains(&m.to) {
                options.push(m.to);
            }
        }
        Ok(options)
    }

    /// The moves that win.
    ///
    /// # Errors
    /// As for [`Session::outcome_of`], and if there are too many to list.
    pub fn winning_of(&mut self, position: &Position) -> Asked<Vec<Move>> {
        self.about(position, |s, p| match s.games.is_plain(p) {
            true => s.listed(p, s.games.winning_under(p, s.games.rule())?),
            false => s.listed(p, s.games.winning(p)?),
        })
    }

    fn listed(&self, position: &Position, moves: Vec<SumMove>) -> Result<Vec<Move>, Stop> {
        let partizan = self.games.machine.kind(position).partizan;
        Ok(moves.into_iter().map(|m| Move::new(m, partizan)).collect())
    }

    /// The answer of the language to a question about it: `remoteness`, `genus`, `misere_value`, `longest`, ...; of a game with
    /// moves of one player, some ask about the player to move.
    ///
    /// ```
    /// # fn main() -> Result<(), fairgame::Trouble> {
    /// # let mut session = fairgame::Session::default();
    /// session.open("my.game", "use \"heaps\"");
    /// let position = session.position("Nim(2) + Nim(2)")?;
    /// assert_eq!(session.tell_of("longest", &position, None)?.to_string(), "4");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As for [`Session::evaluate`], and if the language has no such question.
    pub fn tell_of(&mut self, question: &str, position: &Position, player: Option<Player>) -> Asked<Value> {
        use Builtin::{Moves, Options, Remoteness, Winning};
        let Some(builtin) = Builtin::named(question).filter(|b| b.is_question()) else {
            return mistake("unknown-name", format!("There is no question `{question}` about a position"));
        };
        if player.is_some() && !matches!(builtin, Moves | Options | Remoteness | Winning) {
            return mistake("wrong-number-of-arguments", format!("`{question}` asks about no player"));
        }
        let more: Vec<Value> = player.map(player_value).into_iter().collect();
        self.about(position, |s, p| s.games.ask(builtin, p, &more))
    }

    /// The names and types of the parameters of a game.
    pub fn parameters_of(&self, game: &str) -> Option<Vec<(String, Type)>> {
        let game = self.program.game(self.program.game_named(game)?);
        Some(game.params.iter().map(|p| (p.name.clone(), p.ty.clone())).collect())
    }

    /// How its games draw it, if they have a `picture`.
    ///
    /// # Errors
    /// Mistakes in the rules, or a budget that ran out.
    pub fn picture_of(&mut self, position: &Position) -> Asked<Option<String>> {
        self.about(position, |s, p| s.picture(p))
    }

    /// Everything that `show` says of it.
    ///
    /// # Errors
    /// As for [`Session::evaluate`].
    pub fn show_of(&mut self, position: &Position) -> Asked<Answer> {
        self.about(position, |s, p| s.said_of(p))
    }

    /// Why it is won or lost.
    ///
    /// # Errors
    /// As for [`Session::evaluate`].
    pub fn why_of(&mut self, position: &Position) -> Asked<Answer> {
        self.about(position, |s, p| s.why_won(p))
    }

    /// The positions reachable from it, at most `most` of them, nearest first.
    ///
    /// # Errors
    /// As for [`Session::evaluate`].
    pub fn graph_of(&mut self, position: &Position, most: usize) -> Asked<GraphAnswer> {
        self.reach_of(position, most).map(|found| found.0)
    }

    /// The same, with the positions themselves: one for each node.
    ///
    /// # Errors
    /// As for [`Session::evaluate`].
    pub fn reach_of(&mut self, position: &Position, most: usize) -> Asked<(GraphAnswer, Vec<Position>)> {
        self.about(position, |s, p| s.explore_all(p.clone(), most))
    }

    /// The one question of a line; its definitions are added.
    ///
    /// # Errors
    /// Mistakes in the line, or a line without a question.
    pub fn question_of(&mut self, line: &str) -> Asked<Question> {
        let loaded = self.enter(line);
        if !loaded.is_fine() {
            return Err(Trouble::Mistakes(loaded.diagnostics));
        }
        match loaded.questions.into_iter().next() {
            Some(question) => Ok(question),
            None => mistake("nothing-asked", "There is nothing to answer here"),
        }
    }

    fn about<T>(
        &mut self,
        position: &Position,
        ask: impl FnOnce(&Session, &Position) -> Result<T, Stop>,
    ) -> Asked<T> {
        let position = self.current(position)?;
        self.asked(|s| ask(s, &position))
    }

    fn asked<T>(&mut self, ask: impl FnOnce(&Session) -> Result<T, Stop>) -> Asked<T> {
        self.asked_under(if self.misere { WinRule::Misere } else { WinRule::Normal }, ask)
    }

    pub(super) fn asked_under<T>(
        &mut self,
        rule: WinRule,
        ask: impl FnOnce(&Session) -> Result<T, Stop>,
    ) -> Asked<T> {
        self.games.machine.start(self.budget.clone());
        self.games.begin(rule);
        ask(self).map_err(|stop| match stop {
            Stop::Mistake(m) => Trouble::Mistakes(vec![m.diagnostic]),
            Stop::Exhausted(what, how_far) => Trouble::Stopped(stopped_answer(what, how_far)),
            Stop::Unfit(why) => unreachable!("the last engine takes every game: {}", why.words()),
        })
    }

    /// The same position under the current rules: a program may keep it longer than the text stays unchanged.
    fn current(&mut self, position: &Position) -> Asked<Position> {
        let mut parts = vec![];
        for part in &position.parts {
            match part {
                Part::Heap(_) => parts.push(part.clone()),
                Part::Game(p) if self.is_current(p) => parts.push(part.clone()),
                Part::Game(p) => {
                    let now = self.position_of(&p.game.name, p.args.to_vec())?;
                    let now = if GameId(p.game.id).is_impartial() {
                        self.games.machine.impartial(&now)
                    } else {
                        now
                    };
                    parts.extend(now.parts);
                }
            }
        }
        Ok(Position { parts })
    }

    fn is_current(&self, p: &GamePosition) -> bool {
        self.games.machine.knows(&p.game)
    }

    /// Whether a value has a type. Functions belong to the program that defines them: none comes from outside.
    fn fits(&self, value: &Value, ty: &Type) -> bool {
        match (value, ty) {
            (Value::Int(_), Type::Int)
            | (Value::Bool(_), Type::Bool)
            | (Value::Text(_), Type::Text)
            | (Value::Cell(_), Type::Cell)
            | (Value::Drawing(_), Type::Drawing) => true,
            (Value::Position(p), Type::Position) => p.parts.iter().all(|part| match part {
                Part::Heap(_) => true,
                Part::Game(p) => self.is_current(p),
            }),
            (Value::Case(i, names), Type::Enum(of)) => names == of && (*i as usize) < of.len(),
            (Value::Set(all), Type::Set(t)) => all.iter().all(|v| self.fits(v, t)),
            (Value::Bag(all), Type::Bag(t)) => all.iter().all(|(v, n)| *n > 0 && self.fits(v, t)),
            (Value::List(all), Type::List(t)) => all.iter().all(|v| self.fits(v, t)),
            (Value::Map(all), Type::Map(k, t)) => all.iter().all(|(a, b)| self.fits(a, k) && self.fits(b, t)),
            (Value::Tuple(all), Type::Tuple(ts)) => {
                all.len() == ts.len() && all.iter().zip(ts).all(|(v, t)| self.fits(v, t))
            }
            _ => false,
        }
    }
}

fn player_value(player: Player) -> Value {
    let Type::Enum(names) = player_type() else { unreachable!("players have names") };
    Value::Case(u32::from(player == Player::Right), names)
}

pub(super) fn mistake<T>(code: &'static str, title: impl Into<String>) -> Asked<T> {
    Err(Trouble::Mistakes(vec![Diagnostic::error(code, title.into())]))
}
