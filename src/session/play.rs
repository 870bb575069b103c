//! `play`: a line of moves, each checked and judged.

use super::{Question, Session};
use crate::answer::{Answer, PlayAnswer, PlayStepAnswer};
use crate::check::ir::{PlayStep, StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::Exhausted;
use crate::engine::loopy::Fate;
use crate::rules::Stop;
use crate::rules::choices::move_name;
use crate::rules::eval::Eval;
use crate::rules::outcome::Player;
use crate::rules::questions::SumMove;
use crate::source::Span;
use crate::syntax::ast::Owner;
use crate::value::{Position, Value};

impl Session {
    /// The position and the moves of a `play`, as typed; none if it is another statement.
    pub fn play_as_typed(&self, question: &Question) -> Option<(String, Vec<String>)> {
        let StatementKind::Play { steps, .. } = &question.statement.kind else { return None };
        let (whole, text) = (question.statement.span, |span| self.sources.slice(span).trim());
        let between = |from, to| text(Span::new(whole.file, from, to));
        let steps: Vec<Span> = steps.iter().map(|s| s.span).collect();
        let begins = steps.first().map_or(whole.end, |s| s.start) as usize;
        let ends = steps.last().map_or(whole.end, |s| s.end) as usize;
        let position = between(whole.start as usize + "play".len(), begins).trim_end_matches(':').trim_end();
        let under = between(ends, whole.end as usize);
        let position = format!("{position} {under}").trim_end().to_string();
        Some((position, steps.into_iter().map(|s| text(s).to_string()).collect()))
    }

    pub(super) fn play(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Play { start, steps, .. } = &question.statement.kind else {
            unreachable!("asked about a play")
        };
        let mut run = self.eval(question);
        let first = run.target(start)?;
        let mut here = first.clone();
        let mut done = vec![];
        let mut turn = self.games().machine.kind(&here).partizan.then(|| self.who_begins(steps));
        for (i, step) in steps.iter().enumerate() {
            let m = self.find_move(&mut run, &here, step, turn)?;
            let mover = turn.unwrap_or(Player::Left);
            let partizan = self.games().machine.kind(&here).partizan;
            turn = partizan.then(|| mover.other());
            let (outcome, good) = self.judge(&here, &m.to, mover)?;
            done.push(PlayStepAnswer {
                player: 1 + (i % 2) as u8,
                side: turn.map(|_| mover.name()),
                name: m.name,
                to: m.to.in_trace(),
                outcome,
                good,
            });
            here = m.to;
        }
        let end = self.how_it_stands(&here, steps.len(), turn)?;
        Ok(Answer::Play(PlayAnswer {
            start: first.to_string(),
            steps: done,
            end,
            rests_on: self.games().take_rests_on(),
        }))
    }

    /// Who makes the first move where Left and Right have moves of their own: the first step that only one of them can
    /// make decides it.
    fn who_begins(&self, steps: &[PlayStep]) -> Player {
        let owner_of = |step: &PlayStep| {
            let moves = || self.program.games.iter().flat_map(|g| &g.moves).filter(|m| m.label == step.label);
            let only = |owner| moves().next().is_some() && moves().all(|m| m.owner == owner);
            [(Owner::Left, Player::Left), (Owner::Right, Player::Right)].into_iter().find(|(o, _)| only(*o))
        };
        let partizan =
            steps.iter().enumerate().find_map(|(i, step)| owner_of(step).map(|(_, player)| (i, player)));
        match partizan {
            Some((i, player)) if i % 2 == 1 => player.other(),
            Some((_, player)) => player,
            None => Player::Left,
        }
    }

    /// The outcome after a move, and whether the move kept what the mover had.
    fn judge(&self, here: &Position, to: &Position, mover: Player) -> Result<(String, Option<bool>), Stop> {
        let games = self.games();
        let rule = games.rule();
        let before = games.standing(here, rule, mover)?.fate;
        let after = games.standing(to, rule, mover.other())?.fate;
        let good = match (before, after) {
            (Fate::Win, _) => Some(after == Fate::Loss),
            (Fate::Draw, _) => Some(after == Fate::Draw),
            _ => None,
        };
        Ok((games.outcome_name(to)?.into(), good))
    }

    fn how_it_stands(&self, here: &Position, played: usize, turn: Option<Player>) -> Result<String, Stop> {
        let rule = self.games().rule();
        let (mover, other) = if played.is_multiple_of(2) { ("first", "second") } else { ("second", "first") };
        if !self.games().is_plain(here) {
            return self.who_stands_how(here, mover, other, turn);
        }
        if self.games().move_count(here)? == 0 && rule == WinRule::Misere {
            return Ok(format!(
                "no move is left: the {mover} player cannot move and wins, for this is misère play"
            ));
        }
        if self.games().move_count(here)? == 0 {
            return Ok(format!("no move is left: the {other} player made the last one and wins"));
        }
        let winning = match rule {
            WinRule::Normal => self.games().winning_up_to(here, 1)?.0,
            WinRule::Misere => self.games().winning_under(here, rule)?,
        };
        Ok(match winning.first() {
            Some(m) => format!("the {mover} player is to move and can win, by {}", m.name),
            None => format!("the {mover} player is to move, and every move loses"),
        })
    }

    /// The same if values do not decide it.
    fn who_stands_how(
        &self,
        here: &Position,
        mover: &str,
        other: &str,
        turn: Option<Player>,
    ) -> Result<String, Stop> {
        let games = self.games();
        let player = turn.unwrap_or(Player::Left);
        let (mover, other) = match turn {
            Some(player) => (player.name().to_string(), player.other().name().to_string()),
            None => (format!("the {mover} player"), format!("the {other} player")),
        };
        if games.machine.has_won_in(here)? {
            return Ok(format!("{mover} has won"));
        }
        let judged = games.judged(here, player)?;
        let by = |fate| judged.iter().find(|j| j.then.fate == fate).map(|j| j.step.name.as_str());
        let standing = games.standing(here, games.rule(), player)?;
        if judged.is_empty() {
            return Ok(match standing.fate {
                Fate::Win => format!("no move is left, and {mover} wins"),
                _ => format!("no move is left for {mover}: {other} wins"),
            });
        }
        Ok(match (standing.fate, by(Fate::Loss), by(Fate::Draw)) {
            (Fate::Win, Some(best), _) => format!("{mover} is to move and can win, by {best}"),
            (Fate::Draw, _, Some(hold)) => format!("{mover} is to move and can hold the draw, by {hold}"),
            (Fate::Open, ..) => format!("{mover} is to move; who wins is open"),
            _ => format!("{mover} is to move, and every move loses"),
        })
    }

    /// The move that a step means, by its label, its arguments and its part.
    fn find_move(
        &self,
        run: &mut Eval<'_>,
        here: &Position,
        step: &PlayStep,
        turn: Option<Player>,
    ) -> Result<SumMove, Stop> {
        let args: Vec<Value> = step.args.iter().map(|a| run.eval(a)).collect::<Result<_, _>>()?;
        let part = step.part.as_ref().map(|p| run.int(p)).transpose()?;
        let name = move_name(&step.label, &args);
        let may = |m: &SumMove| turn.is_none_or(|player| player.may(m.owner));
        let fits =
            |m: &SumMove| may(m) && part.as_ref().is_none_or(|p| p.to_u64() == Some(m.part as u64 + 1));
        let found: Vec<SumMove> =
            self.games().moves_named(here, &step.label, &args)?.into_iter().filter(fits).collect();
        let several = found
            .windows(2)
            .any(|w| w[0].part != w[1].part && here.parts[w[0].part] != here.parts[w[1].part]);
        match found.first() {
            Some(_) if several => {
                let d = Diagnostic::error(
                    "which-part",
                    format!("`{name}` can be made in several parts of {}", here.in_trace()),
                )
                .at(step.span, "in which part?")
                .hint(format!("Did you mean `{name} in {}`?", found[0].part + 1));
                Err(Stop::mistake(d))
            }
            Some(m) => Ok(m.clone()),
            None => {
                let legal = match self.games().moves(here) {
                    Err(Stop::Exhausted(Exhausted::TooLarge, _)) => None,
                    moves => Some(moves?.into_iter().filter(may).collect::<Vec<_>>()),
                };
                Err(Stop::mistake(not_legal(step, &name, here, legal.as_deref())))
            }
        }
    }
}

/// `legal`: the moves there are, unless they are too many to list.
fn not_legal(step: &PlayStep, name: &str, here: &Position, legal: Option<&[SumMove]>) -> Diagnostic {
    let d =
        Diagnostic::error("not-a-legal-move", format!("`{name}` is not a legal move in {}", here.in_trace()))
            .at(step.span, "not possible here");
    let Some(all) = legal else { return d };
    if all.is_empty() {
        return d.note("The play is over: no move is left.");
    }
    // `take(2, 1)`: the move in the first part.
    let meant = name.trim_end().strip_suffix(')').and_then(|open| open.rsplit_once(','));
    let meant = meant.map(|(label, part)| format!("{}) in {}", label.trim_end(), part.trim()));
    let d = match meant.filter(|meant| all.iter().any(|m| m.name == *meant)) {
        Some(meant) => d.instead(step.span, meant),
        None => d,
    };
    let names: Vec<&str> = all.iter().take(12).map(|m| m.name.as_str()).collect();
    let more = if all.len() > 12 { format!(", ... and {} more", all.len() - 12) } else { String::new() };
    d.note(format!("Legal moves: {}{more}", names.join(", ")))
}
