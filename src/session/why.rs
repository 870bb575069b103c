//! `why`: the reason why a position is won or lost, one level deep.

use super::ask::stopped;
use super::{Question, Session};
use crate::answer::{Answer, WhyAnswer, WhyOption, WhyPart, WhyReply, WhyWin};
use crate::check::ir::{StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::rules::Stop;
use crate::rules::questions::SumMove;
use crate::value::{Int, Part, Position, Value};
use std::collections::BTreeMap;

/// How many moves of a lost position are shown with their replies.
pub(super) const REPLIES: usize = 6;

impl Session {
    /// Explains the subject of a question: a position, or a period.
    pub fn why(&mut self, question: &Question) -> Answer {
        self.games.machine.start_after(self.budget.clone(), self.walk.spent());
        self.games.begin(question.statement.kind.rule());
        self.reasons(question).unwrap_or_else(|stop| stopped(stop, question))
    }

    fn reasons(&self, question: &Question) -> Result<Answer, Stop> {
        let of_what = || {
            let d = Diagnostic::error("why-of-what", "`why` explains a position, or a `period`");
            Stop::mistake(d.at(question.span(), "neither of them"))
        };
        let StatementKind::Show { expr, .. } = &question.statement.kind else {
            return if question.kind == "period" { self.why_period(question) } else { Err(of_what()) };
        };
        let Value::Position(p) = self.eval(question).eval(expr)? else { return Err(of_what()) };
        self.why_won(&p)
    }

    /// Why a position is won or lost.
    pub(super) fn why_won(&self, p: &Position) -> Result<Answer, Stop> {
        if !self.games.is_plain(p) {
            return self.why_standing(p).map(|w| Answer::WhyStanding(Box::new(w)));
        }
        let why = match self.games.rule() {
            WinRule::Normal => self.why_position(p),
            WinRule::Misere => self.why_misere(p),
        };
        why.map(|w| Answer::Why(Box::new(w)))
    }

    fn why_position(&self, p: &Position) -> Result<WhyAnswer, Stop> {
        let value = self.games.value(p)?;
        let parts = p.parts.iter().map(|part| {
            let value = self.games.part_value(part)?;
            Ok(WhyPart { position: part.in_trace(), value: value.to_big().to_string() })
        });
        let parts = parts.collect::<Result<Vec<_>, Stop>>()?;
        let moves = self.games.move_count(p)?;
        let single = matches!(p.parts.as_slice(), [Part::Game(_)]);
        let listed = if single { self.games.moves(p)? } else { vec![] };
        Ok(WhyAnswer {
            position: p.to_string(),
            outcome: if value.is_zero() { "P" } else { "N" }.into(),
            misere: false,
            value: value.to_big().to_string(),
            options: self.options_by_value(&listed)?,
            replies: if value.is_zero() { self.replies(&listed)? } else { vec![] },
            winning: self.wins(p)?,
            parts,
            moves,
            rests_on: self.games.take_rests_on(),
        })
    }

    /// Under misère play nim-values mean nothing: what counts is who wins each option.
    fn why_misere(&self, p: &Position) -> Result<WhyAnswer, Stop> {
        let lost = self.games.previous_wins(p, WinRule::Misere)?;
        let listed = self.games.moves(p)?;
        let win = |m: SumMove| WhyWin {
            part: m.part + 1,
            before: String::new(),
            after: String::new(),
            becomes: m.becomes.in_trace(),
            to: m.to.in_trace(),
            name: m.name,
        };
        Ok(WhyAnswer {
            position: p.to_string(),
            outcome: if lost { "P" } else { "N" }.into(),
            misere: true,
            value: String::new(),
            parts: vec![],
            moves: listed.len(),
            options: vec![],
            replies: if lost { self.misere_replies(&listed)? } else { vec![] },
            winning: self.games.winning_under(p, WinRule::Misere)?.into_iter().map(win).collect(),
            rests_on: self.games.take_rests_on(),
        })
    }

    /// Replies to the first moves of a lost position; after the last bean there is no reply.
    fn misere_replies(&self, moves: &[SumMove]) -> Result<Vec<WhyReply>, Stop> {
        let open: Vec<SumMove> = {
            let mut open = vec![];
            for m in moves.iter().take(2 * REPLIES) {
                if self.games.move_count(&m.to)? > 0 {
                    open.push(m.clone());
                }
            }
            open
        };
        self.replies(&open)
    }

    /// The values of the options, each with one move that leads to it.
    fn options_by_value(&self, moves: &[SumMove]) -> Result<Vec<WhyOption>, Stop> {
        let mut by_value: BTreeMap<Int, (usize, &SumMove)> = BTreeMap::new();
        for m in moves {
            by_value.entry(self.games.value(&m.to)?).or_insert((0, m)).0 += 1;
        }
        let option = |(value, (moves, m)): (Int, (usize, &SumMove))| WhyOption {
            value: value.to_big().to_string(),
            name: m.name.clone(),
            to: m.to.in_trace(),
            moves,
        };
        Ok(by_value.into_iter().map(option).collect())
    }

    /// Replies to the first moves of a lost position.
    fn replies(&self, moves: &[SumMove]) -> Result<Vec<WhyReply>, Stop> {
        let reply = |m: &SumMove| {
            let wins = self.games.winning_under(&m.to, self.games.rule())?;
            let answer =
                wins.first().unwrap_or_else(|| unreachable!("every move from a lost position loses"));
            Ok(WhyReply {
                name: m.name.clone(),
                to: m.to.in_trace(),
                reply: answer.name.clone(),
                then: answer.to.in_trace(),
            })
        };
        moves.iter().take(REPLIES).map(reply).collect()
    }

    fn wins(&self, p: &Position) -> Result<Vec<WhyWin>, Stop> {
        let win = |m: SumMove| {
            let text = |value: Int| value.to_big().to_string();
            Ok(WhyWin {
                part: m.part + 1,
                before: text(self.games.part_value(&p.parts[m.part])?),
                after: text(self.games.value(&m.becomes)?),
                becomes: m.becomes.in_trace(),
                to: m.to.in_trace(),
                name: m.name,
            })
        };
        self.games.winning(p)?.into_iter().map(win).collect()
    }
}
