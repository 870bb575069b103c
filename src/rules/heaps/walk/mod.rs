//! What numbers are while the pile is left open: lines in it and in what is chosen. Every way through the rules is a
//! [`Path`], a system of linear conditions on them, with remainders. `lowered::symbolic` goes through the rules.

mod sym;

use super::line::{Line, PILE, System};
use super::remainders::{Congruence, MOST, remainder};
use crate::check::ir::{Expr, GameId, Param};
use crate::check::types::Shape;
use crate::lowered::symbolic::{self, Domain, Form, MANY, Seen};
use crate::rules::machine::Machine;
use crate::rules::open::{self, Known};
use crate::value::Value;
use sym::{is_narrow, line, substitute, variables};

pub(super) use crate::lowered::symbolic::Unseen;

/// A value that may depend on the pile.
pub(super) type Sym = symbolic::Sym<Line, Piles>;

/// A position: a nim-heap, and piles of this game.
pub(super) type Piles = (u64, Vec<Line>);

impl Known for Sym {
    fn known(&self) -> Option<&Value> {
        if let Sym::Known(v) = self { Some(v) } else { None }
    }
}

/// One way through the rules so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// Under which conditions it is open.
    pub(super) system: System,
    /// For each variable: nothing if it was chosen, or the line and the number whose quotient it is, rounded down.
    pub(super) quotients: Vec<Option<(Line, i64)>>,
    /// Which remainders lines have on it.
    pub(super) congruences: Vec<Congruence>,
    /// Whether another path may make the same choices.
    pub(super) shared: bool,
}

/// The walk through the rules of one game.
pub(super) struct Walk<'a> {
    pub(super) machine: &'a Machine,
    pub(super) game: GameId,
    /// What the position asked about is given: its rules, and its pile.
    pub(super) given: &'a [Value],
    /// Which parameter is the pile.
    pub(super) pile: usize,
    /// The least pile.
    pub(super) first: i64,
    /// Steps left before it is given up.
    pub(super) steps: u32,
}

impl Path {
    /// A new variable.
    fn variable(&mut self, quotient: Option<(Line, i64)>) -> usize {
        self.quotients.push(quotient);
        self.quotients.len() - 1
    }

    fn and(mut self, line: Line) -> Path {
        if line.as_number().is_none_or(|c| c < 0) {
            self.system.require(line);
        }
        self
    }

    /// The remainders that a line may have modulo a number, each with the way to it.
    fn remainders(self, line: &Line, modulus: i64) -> Seen<Vec<(Path, i64)>> {
        if let Some(known) = remainder(&self.congruences, line, modulus) {
            return Ok(vec![(self, known)]);
        }
        if modulus > MOST {
            return Err(Unseen);
        }
        let with = |r: i64| {
            let mut path = self.clone();
            path.congruences.push(Congruence::new(line, modulus, r));
            (path, r)
        };
        Ok((0..modulus).map(with).collect())
    }

    /// Whether it is certainly closed.
    pub(super) fn is_closed(&self) -> bool {
        self.system.lines.iter().any(|l| l.as_number().is_some_and(|c| c < 0))
            || self.congruences.iter().any(|c| c.truth() == Some(false))
            || self.system.is_empty()
    }

    /// The way on which a variable has a value.
    fn where_it_is(&self, v: usize, value: &Line) -> Option<Path> {
        let mut path = Path { system: self.system.with(v, value)?, ..self.clone() };
        let here = Line::variable(v).minus(value)?;
        path.system.require(here.times(-1)?);
        path.system.require(here);
        for q in path.quotients.iter_mut().flatten() {
            q.0 = q.0.with(v, value)?;
        }
        for c in &mut path.congruences {
            *c = c.with(v, value)?;
        }
        Some(path)
    }
}

impl Form for Line {
    fn constant(n: i64) -> Line {
        Line::number(n)
    }

    fn plus(&self, other: &Line, times: i64) -> Option<Line> {
        Line::plus(self, other, times)
    }

    fn as_number(&self) -> Option<i64> {
        Line::as_number(self)
    }
}

impl Domain for Walk<'_> {
    type Path = Path;
    type Form = Line;
    type Sum = Piles;

    const APART: bool = true;
    const MOST_PARTS: usize = 7;

    fn step(&mut self) -> Seen<()> {
        self.steps = self.steps.checked_sub(1).ok_or(Unseen)?;
        Ok(())
    }

    fn known(&mut self, frame: &[Sym], e: &Expr) -> Option<Seen<Value>> {
        open::concrete(self.machine, frame, e)
    }

    fn number(&self, value: &Value) -> Option<Line> {
        value.as_i64().filter(|x| x.unsigned_abs() < 1 << 40).map(Line::number)
    }

    fn and(&mut self, path: Path, line: Line) -> Path {
        path.and(line)
    }

    fn is_closed(&self, path: &Path) -> bool {
        path.is_closed()
    }

    fn choice(&mut self, mut path: Path) -> Seen<(Path, Line)> {
        let x = Line::variable(path.variable(None));
        Ok((path, x))
    }

    fn elements(&mut self, path: Path, known: &Value) -> Seen<Vec<(Path, Sym)>> {
        let all: Vec<Value> = crate::builtin::collection::elements(known).take(MANY + 1).collect();
        if all.len() > MANY {
            return Err(Unseen);
        }
        Ok(all.into_iter().map(|x| (path.clone(), Sym::Known(x))).collect())
    }

    fn divided(&mut self, mut path: Path, a: Line, by: i64, rest: bool) -> Seen<Vec<(Path, Sym)>> {
        if rest {
            if a.variables().all(|v| is_narrow(&path, v)) {
                return Err(Unseen); // each value is a case of its own
            }
            let cases = path.remainders(&a, by)?.into_iter();
            return Ok(cases.map(|(p, r)| (p, Sym::Known(Value::int(r)))).collect());
        }
        let q = Line::variable(path.variable(Some((a.clone(), by))));
        let rest = a.plus(&q, -by).ok_or(Unseen)?;
        let below = Line::number(by - 1).minus(&rest).ok_or(Unseen)?;
        Ok(vec![(path.and(rest).and(below), Sym::Form(q))])
    }

    fn fits(&self, path: &Path, param: &Param, x: &Sym) -> bool {
        match (&param.shape, x) {
            (_, Sym::Known(v)) => crate::rules::shape::misfit(param, v).is_none(),
            (Shape::Any, _) => true,
            (Shape::Range(lo, hi), Sym::Form(l)) => {
                let bound = |b: &num_bigint::BigInt| i64::try_from(b).ok().map(Line::number);
                let above = lo.as_ref().map(|lo| bound(lo).and_then(|lo| l.minus(&lo)));
                let below = hi.as_ref().map(|hi| bound(hi).and_then(|hi| hi.minus(l)));
                above.into_iter().chain(below).all(|need| need.is_some_and(|need| path.system.implies(&need)))
            }
            _ => false,
        }
    }

    fn nothing() -> Piles {
        (0, vec![])
    }

    fn heap(&self, size: &Sym) -> Seen<Piles> {
        let size = line(size)?.as_number().and_then(|k| u64::try_from(k).ok());
        Ok((size.filter(|k| *k < 1 << 16).ok_or(Unseen)?, vec![]))
    }

    /// Rules never change during play. The checker saw that they do not; here nothing is taken on trust, since a value would be
    /// wrong without a word.
    fn position(&mut self, path: &Path, id: GameId, args: &[Sym]) -> Seen<Piles> {
        let same = |(i, (arg, given)): (usize, (&Sym, &Value))| i == self.pile || arg.known() == Some(given);
        let handed_on = id == self.game && args.iter().zip(self.given).enumerate().all(same);
        let pile = line(args.get(self.pile).filter(|_| handed_on).ok_or(Unseen)?)?;
        let least = pile.minus(&Line::number(self.first));
        let smaller = Line::variable(PILE).minus(&pile).and_then(|d| d.minus(&Line::number(1)));
        let holds = |d: Option<Line>| d.is_some_and(|d| path.system.implies(&d));
        if holds(least) && holds(smaller) { Ok((0, vec![pile])) } else { Err(Unseen) }
    }

    fn add(&self, (h, p): &Piles, (k, q): &Piles) -> Seen<Piles> {
        if p.len() + q.len() > 8 {
            return Err(Unseen);
        }
        Ok((h ^ k, p.iter().chain(q).cloned().collect()))
    }

    fn met(&self, path: Path) -> Path {
        Path { shared: true, ..path }
    }

    fn narrow(&self, path: &Path, frame: &[Sym], e: &Expr) -> Option<(usize, i64, i64)> {
        let mut open = vec![];
        e.each_slot(&mut |slot| open.extend(frame.get(slot as usize).map(variables).unwrap_or_default()));
        open.into_iter().find_map(|v| match path.system.range(v) {
            (Some(low), Some(high)) => {
                let few = path.quotients[v].is_none() && high.saturating_sub(low) <= MANY as i64;
                few.then_some((v, low, high))
            }
            _ => None,
        })
    }

    fn where_it_is(&self, path: &Path, frame: &[Sym], v: usize, n: i64) -> Seen<(Path, Vec<Sym>)> {
        let value = Line::number(n);
        let frame = frame.iter().map(|x| substitute(x, v, &value)).collect::<Seen<Vec<Sym>>>()?;
        Ok((path.where_it_is(v, &value).ok_or(Unseen)?, frame))
    }
}
