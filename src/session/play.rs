//! `play`: a line of moves, each checked and judged.

use super::{Question, Session};
use crate::answer::{Answer, PlayAnswer, PlayStepAnswer};
use crate::check::ir::{PlayStep, StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::rules::Stop;
use crate::rules::choices::move_name;
use crate::rules::eval::Eval;
use crate::rules::questions::SumMove;
use crate::value::{Position, Value};

impl Session {
    pub(super) fn play(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Play { start, steps, rule } = &question.statement.kind else {
            unreachable!("asked about a play")
        };
        let rule = *rule;
        let mut run = self.eval(question);
        let first = run.target(start)?;
        let mut here = first.clone();
        let mut done = vec![];
        for (i, step) in steps.iter().enumerate() {
            let m = self.find_move(&mut run, &here, step)?;
            let lost = |p: &Position| self.games().previous_wins(p, rule);
            let (before, after) = (lost(&here)?, lost(&m.to)?);
            done.push(PlayStepAnswer {
                player: 1 + (i % 2) as u8,
                name: m.name,
                to: m.to.in_trace(),
                outcome: if after { "P" } else { "N" }.into(),
                good: (!before).then_some(after),
            });
            here = m.to;
        }
        let end = self.how_it_stands(&here, steps.len(), rule)?;
        Ok(Answer::Play(PlayAnswer {
            start: first.to_string(),
            steps: done,
            end,
            rests_on: self.games().take_rests_on(),
        }))
    }

    fn how_it_stands(&self, here: &Position, played: usize, rule: WinRule) -> Result<String, Stop> {
        let (mover, other) = if played.is_multiple_of(2) { ("first", "second") } else { ("second", "first") };
        if self.games().move_count(here)? == 0 && rule == WinRule::Misere {
            return Ok(format!(
                "no move is left: the {mover} player cannot move and wins, for this is misère play"
            ));
        }
        if self.games().move_count(here)? == 0 {
            return Ok(format!("no move is left: the {other} player made the last one and wins"));
        }
        Ok(match self.games().winning_under(here, rule)?.first() {
            Some(m) => format!("the {mover} player is to move and can win, by {}", m.name),
            None => format!("the {mover} player is to move, and every move loses"),
        })
    }

    /// The move that a step means, by its label, its arguments and its part.
    fn find_move(&self, run: &mut Eval<'_>, here: &Position, step: &PlayStep) -> Result<SumMove, Stop> {
        let args: Vec<Value> = step.args.iter().map(|a| run.eval(a)).collect::<Result<_, _>>()?;
        let part = step.part.as_ref().map(|p| run.int(p)).transpose()?;
        let name = move_name(&step.label, &args);
        let all = self.games().moves(here)?;
        let base = |m: &SumMove| m.name.split(" in ").next().unwrap_or_default().to_string();
        let fits = |m: &&SumMove| {
            base(m) == name && part.as_ref().is_none_or(|p| p.to_u64() == Some(m.part as u64 + 1))
        };
        let found: Vec<&SumMove> = all.iter().filter(fits).collect();
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
            Some(m) => Ok((*m).clone()),
            None => Err(Stop::mistake(not_legal(step, &name, here, &all))),
        }
    }
}

fn not_legal(step: &PlayStep, name: &str, here: &Position, all: &[SumMove]) -> Diagnostic {
    let d =
        Diagnostic::error("not-a-legal-move", format!("`{name}` is not a legal move in {}", here.in_trace()))
            .at(step.span, "not possible here");
    if all.is_empty() {
        return d.note("The play is over: no move is left.");
    }
    let names: Vec<&str> = all.iter().take(12).map(|m| m.name.as_str()).collect();
    let more = if all.len() > 12 { ", ..." } else { "" };
    d.note(format!("Legal moves: {}{more}", names.join(", ")))
}
