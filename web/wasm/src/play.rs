//! A play against the computer, or of two people at one table.

use crate::board::{Board, boards};
use crate::shapes::trouble;
use fairgame::{Answer, Contest, Ending, Hope, Level, Look, Move, Player, Question, Reply, Session};
use serde::Serialize;

/// A play in progress.
#[derive(Clone)]
pub(crate) struct Match {
    contest: Contest,
    question: Question,
}

/// More moves than this are not listed.
const LISTED: usize = 400;

/// How a play stands.
#[derive(Serialize)]
pub(crate) struct Standing {
    position: String,
    /// How its games draw it, or the board it is.
    drawn: Vec<String>,
    boards: Vec<Board>,
    moves: Vec<Choice>,
    /// So many are not listed.
    more: usize,
    made: Vec<String>,
    /// Who is to move: 1 began.
    turn: usize,
    /// Left and Right, for the player who began and the other, where that makes a difference.
    sides: Option<[&'static str; 2]>,
    ended: Option<Ended>,
    /// The play as it would be typed.
    statement: String,
    /// Where it began.
    start: String,
    misere: bool,
}

/// A move that can be made.
#[derive(Serialize)]
struct Choice {
    name: String,
    to: String,
    /// The places of the boards that it is about, by board and place.
    touches: Vec<[usize; 2]>,
    /// The one place that means this move, if there is one.
    means: Option<[usize; 2]>,
}

/// How it ended.
#[derive(Serialize)]
struct Ended {
    /// 1, 2, or 0 for a draw.
    winner: usize,
    why: &'static str,
}

/// What the player to move can force.
#[derive(Serialize)]
pub(crate) struct Hint {
    hope: &'static str,
    moves: Vec<String>,
    lasts: Option<u32>,
}

impl Match {
    pub(crate) fn begin(
        session: &mut Session,
        position: &str,
        moves: &[String],
        misere: bool,
    ) -> Result<Match, String> {
        let under = if misere { " under misere" } else { "" };
        let question = session.question_of(&format!("show {position}{under}")).map_err(|t| trouble(&t))?;
        let contest = session.contest(&question, Player::Left).map_err(|a| said(session, &question, a))?;
        let mut game = Match { contest, question };
        moves.iter().try_for_each(|name| game.make_named(session, name))?;
        Ok(game)
    }

    fn make_named(&mut self, session: &mut Session, name: &str) -> Result<(), String> {
        let legal = self.tried(session, Session::legal)?;
        let same = |legal: &str| plain(legal) == plain(name);
        // A part may be left out where only one fits.
        let fits = |legal: &str| plain(legal).rsplit_once("in").is_some_and(|(m, _)| m == plain(name));
        let exact = legal.iter().position(|m| same(&m.name));
        let number = exact.or_else(|| legal.iter().position(|m| fits(&m.name)));
        match number {
            Some(number) => self.make(session, number),
            None => Err(format!("`{name}` is no move of {}", self.contest.position())),
        }
    }

    fn tried<T>(
        &self,
        session: &mut Session,
        ask: impl FnOnce(&mut Session, &Contest) -> Result<T, Answer>,
    ) -> Result<T, String> {
        let asked = ask(session, &self.contest);
        asked.map_err(|answer| said(session, &self.question, answer))
    }

    pub(crate) fn make(&mut self, session: &mut Session, number: usize) -> Result<(), String> {
        let legal = self.tried(session, Session::legal)?.len();
        if number >= legal {
            return Err("there is no such move".into());
        }
        session.make(&mut self.contest, number).map_err(|answer| said(session, &self.question, answer))
    }

    pub(crate) fn undo(&mut self) -> bool {
        self.contest.undo()
    }

    pub(crate) fn reply(&mut self, session: &mut Session, level: &str, seed: u64) -> Result<(), String> {
        if self.tried(session, Session::ending)?.is_some() {
            return Ok(());
        }
        let level = Level::named(level).unwrap_or(Level::Perfect);
        let mut seed = seed | 1;
        let chosen = self.tried(session, |s, c| s.choose(c, level, &mut seed));
        // What cannot be computed in time is played by guess: somebody waits.
        let chosen = match chosen {
            Ok(number) => number,
            Err(_) => self.tried(session, |s, c| s.choose(c, Level::Random, &mut seed))?,
        };
        self.make(session, chosen)
    }

    pub(crate) fn advice(&self, session: &mut Session) -> Result<Hint, String> {
        let advice = self.tried(session, Session::advice)?;
        let hope = match advice.hope {
            Hope::Win => "win",
            Hope::Loss => "loss",
            Hope::Draw => "draw",
            Hope::Open => "open",
        };
        let moves = advice.moves.into_iter().take(20).map(|m| m.name).collect();
        Ok(Hint { hope, moves, lasts: advice.lasts })
    }

    pub(crate) fn seen(&self, session: &mut Session) -> Result<Standing, String> {
        let legal = self.tried(session, Session::legal)?;
        let ending = self.tried(session, Session::ending)?;
        let drawn = self.tried(session, Session::drawn).unwrap_or_default();
        let made = self.contest.names().to_vec();
        let turn = 1 + made.len() % 2;
        let (boards, known) = self.boards(session);
        let choice = |m: &fairgame::MoveAnswer| {
            let on_boards = known.iter().find(|(known, _, _)| known.name == m.name);
            let (touches, means) = on_boards.map_or((vec![], None), |(_, t, m)| (t.clone(), *m));
            Choice { name: m.name.clone(), to: m.to.clone(), touches, means }
        };
        let side = |n| self.contest.side(n).map(Player::name);
        Ok(Standing {
            position: self.contest.position(),
            drawn,
            moves: legal.iter().take(LISTED).map(choice).collect(),
            more: legal.len().saturating_sub(LISTED),
            boards,
            turn,
            sides: side(1).zip(side(2)).map(|(one, two)| [one, two]),
            ended: ending.map(|e| self.ended(e, turn)),
            statement: self.contest.statement(),
            start: self.start(),
            misere: self.contest.is_misere(),
            made,
        })
    }

    fn start(&self) -> String {
        let mut first = self.contest.clone();
        while first.undo() {}
        first.position()
    }

    fn ended(&self, ending: Ending, turn: usize) -> Ended {
        let other = 3 - turn;
        match ending {
            Ending::NoMove if self.contest.is_misere() => {
                Ended { winner: turn, why: "There is no move left, and under misère that wins" }
            }
            Ending::NoMove => Ended { winner: other, why: "There is no move left" },
            Ending::Won => Ended { winner: turn, why: "The position says that it is won" },
            Ending::Repeated => Ended { winner: 0, why: "The same position has come three times" },
        }
    }

    /// The boards of the position, and what each move is about on them.
    #[allow(clippy::type_complexity)]
    fn boards(
        &self,
        session: &mut Session,
    ) -> (Vec<Board>, Vec<(Move, Vec<[usize; 2]>, Option<[usize; 2]>)>) {
        let position = session.position(&self.contest.position());
        let Ok(position) = position else { return (vec![], vec![]) };
        let Ok(mut moves) = session.moves_of(&position) else { return (vec![], vec![]) };
        moves.truncate(LISTED);
        let first = session.position(&self.start()).unwrap_or_else(|_| position.clone());
        boards(&position, &first, moves)
    }
}

/// A move without spaces, as two people may write it in two ways.
fn plain(name: &str) -> String {
    name.split_whitespace().collect()
}

fn said(session: &Session, question: &Question, answer: Answer) -> String {
    let reply = Reply::new(&session.sources, question, answer);
    match reply.finding() {
        Some(d) => d.title.clone(),
        None => reply.text(&Look::default()).trim().to_string(),
    }
}
