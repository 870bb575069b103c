//! `expect`: holds, or the smallest case that fails with everything needed to see why.

use super::{Question, Session};
use crate::answer::{Answer, ExpectAnswer};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, StatementKind, Verdict, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::Fate;
use crate::rules::Stop;
use crate::rules::each::Flow;
use crate::rules::eval::Eval;
use crate::rules::outcome::Player;
use crate::source::Span;
use crate::value::{Int, Position, Value};
use std::collections::BTreeMap;

impl Session {
    pub(super) fn expect(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Expect { expr, is, binders, .. } = &question.statement.kind else {
            unreachable!("asked about an expectation")
        };
        let mut cases = 0;
        let mut failure = None;
        let mut run = self.eval(question);
        let walked = run.each(binders, &mut |run| {
            cases += 1;
            failure = self.case(run, question, expr, is.as_ref())?;
            let Some(d) = failure.take() else { return Ok(Flow::Next) };
            failure = Some(with_case(d, run, binders));
            Ok(Flow::Done)
        });
        if let Err(stop) = walked {
            return Err(add_cases(stop, cases, binders));
        }
        Ok(Answer::Expect(ExpectAnswer {
            expectation: question.text.clone(),
            passed: failure.is_none(),
            cases,
            rests_on: self.games().take_rests_on(),
            failure: failure.map(Box::new),
        }))
    }

    /// The failure of one case, if any.
    fn case(
        &self,
        run: &mut Eval<'_>,
        question: &Question,
        expr: &Expr,
        is: Option<&Verdict>,
    ) -> Result<Option<Diagnostic>, Stop> {
        let failed = |title: String| {
            Diagnostic::error("expectation-failed", title).at(question.statement.span, "does not hold")
        };
        let Some(is) = is else {
            if run.truth(expr)? {
                return Ok(None);
            }
            return self.compared(run, expr, failed("This expectation fails".into())).map(Some);
        };
        let position = run.target(expr)?;
        let plain = self.games().is_plain(&position);
        if plain && self.games().rule() == WinRule::Misere {
            return self.misere_case(run, &position, is, failed);
        }
        let expected = match is {
            Verdict::Outcome(e) => {
                let outcome = self.games().outcome(&position)?;
                let wanted = run.eval(e)?;
                if outcome == wanted {
                    return Ok(None);
                }
                if !plain {
                    let title = format!("{} is {outcome}, not {wanted}", position.in_trace());
                    return self.with_outcomes(failed(title), &position).map(Some);
                }
                format!("{} is {outcome}, not {wanted}", position.in_trace())
            }
            Verdict::SameValue(e) => {
                let wanted = self.games().value(&run.target(e)?)?;
                let value = self.games().value(&position)?;
                if wanted == value {
                    return Ok(None);
                }
                format!("{} is *{value}, not *{wanted}", position.in_trace())
            }
        };
        let value = self.games().value(&position)?;
        self.with_options(failed(expected), &position, &value).map(Some)
    }

    /// The same under misère play, where a position has an outcome and no value.
    fn misere_case(
        &self,
        run: &mut Eval<'_>,
        position: &Position,
        is: &Verdict,
        failed: impl Fn(String) -> Diagnostic,
    ) -> Result<Option<Diagnostic>, Stop> {
        let Verdict::Outcome(wanted) = is else {
            let d = Diagnostic::error("value-under-misere", "Under misère play a position has no value")
                .note("No nim-heap can stand for it in every sum, as in normal play.")
                .hint("Did you mean `is P` or `is N`, or an expectation of genus(...)?");
            return Err(Stop::mistake(d));
        };
        let (outcome, wanted) = (self.games().outcome(position)?, run.eval(wanted)?);
        if outcome == wanted {
            return Ok(None);
        }
        let mut d = failed(format!("{} is {outcome} under misère, not {wanted}", position.in_trace()));
        let moves = self.games().moves(position)?;
        if moves.is_empty() {
            return Ok(Some(
                d.play(format!("{} has no moves: the player to move wins", position.in_trace())),
            ));
        }
        if let Some(m) = self.games().winning_under(position, WinRule::Misere)?.first() {
            return Ok(Some(d.play(format!("{} ->  {}   wins", m.name, m.to.in_trace()))));
        }
        for m in moves.iter().take(12) {
            let reply = self.games().winning_under(&m.to, WinRule::Misere)?;
            let reply = match reply.first() {
                Some(reply) => format!("is answered by {} ->  {}", reply.name, reply.to.in_trace()),
                None => "leaves no move, and so loses".into(),
            };
            d = d.play(format!("{} ->  {}   {reply}", m.name, m.to.in_trace()));
        }
        if moves.len() > 12 {
            d = d.play(format!("... and {} more moves", moves.len() - 12));
        }
        Ok(Some(d))
    }

    /// Shows the moves and where they lead.
    fn with_outcomes(&self, mut d: Diagnostic, position: &Position) -> Result<Diagnostic, Stop> {
        let partizan = self.games().machine.kind(position).partizan;
        let players = [Player::Left, Player::Right];
        for player in &players[..if partizan { 2 } else { 1 }] {
            // That it is false is known, whatever more there is to say.
            let judged = match self.games().judged(position, *player) {
                Err(Stop::Exhausted(..)) => return Ok(d),
                judged => judged?,
            };
            let who = if partizan { format!("{}:  ", player.name()) } else { String::new() };
            if judged.is_empty() {
                d = d.play(format!("{who}{} has no moves", position.in_trace()));
            }
            for j in judged.iter().take(8) {
                let then = match j.then.fate {
                    Fate::Loss => "wins",
                    Fate::Win => "loses",
                    Fate::Draw => "holds the draw",
                    Fate::Open => "is open",
                };
                d = d.play(format!("{who}{} ->  {}   {then}", j.step.name, j.step.to.in_trace()));
            }
            if judged.len() > 8 {
                d = d.play(format!("{who}... and {} more moves", judged.len() - 8));
            }
        }
        Ok(d)
    }

    /// Shows the options, their values and the mex.
    fn with_options(&self, mut d: Diagnostic, position: &Position, value: &Int) -> Result<Diagnostic, Stop> {
        let moves = self.games().moves(position)?;
        if moves.is_empty() {
            return Ok(d.play(format!("{} has no moves, so its value is 0 and it is P", position.in_trace())));
        }
        let mut by_value: BTreeMap<Int, Vec<(String, String)>> = BTreeMap::new();
        for m in moves {
            by_value.entry(self.games().value(&m.to)?).or_default().push((m.name, m.to.in_trace()));
        }
        let values: Vec<String> = by_value.keys().map(Int::to_string).collect();
        for (value, moves) in by_value.iter().take(12) {
            let (name, to) = &moves[0];
            let more =
                if moves.len() > 1 { format!("   and {} more", moves.len() - 1) } else { String::new() };
            d = d.play(format!("value {value}:  {name} ->  {to}{more}"));
        }
        if by_value.len() > 12 {
            d = d.play(format!("... and {} more values", by_value.len() - 12));
        }
        let shown = match values.len() {
            n if n > 24 => format!("{}, ... and {} more", values[..24].join(", "), n - 24),
            _ => values.join(", "),
        };
        Ok(d.note(format!("The least number that is not among {{{shown}}} is {value}: the nim-value.")))
    }

    /// For a comparison that fails: the values of both sides.
    fn compared(&self, run: &mut Eval<'_>, expr: &Expr, d: Diagnostic) -> Result<Diagnostic, Stop> {
        let Some((sign, a, b)) = expr.sides() else { return Ok(d) };
        let (left, right) = (run.eval(a)?, run.eval(b)?);
        if let (Value::Position(_), Value::Position(_)) = (&left, &right) {
            let d = d.note("`==` compares positions as they are written, part by part.");
            return Ok(match sign {
                Some(CompareOp::Equal) => {
                    d.hint("Did you mean `is`, which compares values, in place of `==`?")
                }
                _ => d.hint("Did you mean to compare their values, as in `value(...) != value(...)`?"),
            });
        }
        let side = |e: &Expr| self.sources.slice(e.span).to_string();
        let mut d = d;
        for (e, v) in [(a, &left), (b, &right)] {
            if side(e) != v.to_string() {
                d = d.play(format!("{}  is  {v}", side(e)));
            }
        }
        if let (Some(CompareOp::Equal), Value::Int(_), Some(p)) = (sign, &left, asked_value(run, a)?) {
            let value = self.games().value(&p)?;
            return self.with_options(d, &p, &value);
        }
        match (sign, nim_sum_as_power(run, a, &right)?) {
            (Some(CompareOp::Equal), Some(sign)) => {
                Ok(d.hint("Did you mean `xor`, the nim-sum? `^` is a power.").replace(sign, " xor "))
            }
            _ => Ok(d),
        }
    }
}

/// Where the sign stands in `5 ^ 3`, if the nim-sum of the two is what was wanted.
fn nim_sum_as_power(run: &mut Eval<'_>, e: &Expr, wanted: &Value) -> Result<Option<Span>, Stop> {
    let Some((BinaryOp::Power, a, b)) = e.binary() else { return Ok(None) };
    let sign = Span { start: a.span.end, end: b.span.start, ..e.span };
    let numbers = (run.eval(a)?.as_i64(), run.eval(b)?.as_i64(), wanted.as_i64());
    let (Some(a), Some(b), Some(wanted)) = numbers else { return Ok(None) };
    Ok((a >= 0 && b >= 0 && a ^ b == wanted).then_some(sign))
}

/// The position in `value(P)`, if the expression has that form.
fn asked_value(run: &mut Eval<'_>, e: &Expr) -> Result<Option<Position>, Stop> {
    match e.native() {
        Some((Builtin::Value, args)) => run.target(&args[0]).map(Some),
        _ => Ok(None),
    }
}

/// States the values of the binders for which it fails.
fn with_case(mut d: Diagnostic, run: &Eval<'_>, binders: &[Binder]) -> Diagnostic {
    let at = binding(run, binders);
    if !at.is_empty() {
        d.title = format!("{} for {at}", d.title);
    }
    d
}

pub(super) fn binding(run: &Eval<'_>, binders: &[Binder]) -> String {
    let mut all = vec![];
    for b in binders {
        match &b.kind {
            BinderKind::In { slots, names, .. } => {
                all.extend(names.iter().zip(slots).map(|(n, s)| format!("{n} = {}", run.frame[*s as usize])));
            }
            BinderKind::Is { slot, name, .. } => all.push(format!("{name} = {}", run.frame[*slot as usize])),
        }
    }
    all.join(", ")
}

fn add_cases(stop: Stop, cases: u64, binders: &[Binder]) -> Stop {
    match stop {
        Stop::Exhausted(what, text) if !binders.is_empty() => {
            let text = if text.is_empty() { text } else { format!("; {text}") };
            Stop::Exhausted(what, format!("the first {} cases hold{text}", cases.saturating_sub(1)))
        }
        other => other,
    }
}
