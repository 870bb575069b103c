//! `period`: repetition in a sequence of values, and whether it is proved.

use super::{Question, Session};
use crate::answer::{Answer, PeriodAnswer};
use crate::check::ir::{Expr, Slot, StatementKind};

use crate::engine::sequence::{Proof, Repetition, begun_period, find_period};
use crate::rules::Stop;
use crate::rules::eval::Eval;
use crate::rules::sums::{Growing, Sums};
use crate::value::Value;

/// How far a sequence is computed when the statement does not say, and nothing can be proved.
const FAR: i64 = 1000;
/// Without a range or a proof, the search ends after this part of the time allowed.
const SHARE: u32 = 3;
/// With fewer values than this, no period counts as seen.
const FEWEST: usize = 20;

impl Session {
    pub(super) fn period(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Period { expr, slot, source, name: index } = &question.statement.kind else {
            unreachable!("asked about a period")
        };
        let mut run = self.eval(question);
        let indices = source.as_ref().map(|source| Indices::of(&mut run, source)).transpose()?;
        let name = self.sources.slice(expr.span).to_string();
        let sums = self.games().machine.sums(&run.frame, expr, *slot);
        if let Some(piles) = sums.as_ref().and_then(Sums::one_by_one) {
            let found = self.period_of_piles(piles, indices.as_ref(), &name)?;
            let proved = found.as_ref().is_some_and(|a| a.proved);
            let by_residues = match proved {
                true => None,
                false => self.period_by_residues(piles, indices.as_ref(), &name)?,
            };
            if let Some(answer) = by_residues.or(found) {
                return Ok(Answer::Period(answer));
            }
        }
        if let Some(sums) = sums.filter(|s| s.one_by_one().is_none())
            && let Some(answer) =
                self.period_of_sums(&mut run, (expr, (*slot, index)), &sums, indices.as_ref(), &name)?
        {
            return Ok(Answer::Period(answer));
        }
        let indices = indices.unwrap_or(Indices::Range(0, FAR));
        self.period_as_seen(&mut run, expr, (*slot, index), &indices, name).map(Answer::Period)
    }

    /// The period of a sequence of sums, if those of all its piles are proved and the range is long enough.
    fn period_of_sums(
        &self,
        run: &mut Eval<'_>,
        (expr, slot): (&Expr, (Slot, &str)),
        sums: &Sums,
        indices: Option<&Indices>,
        name: &str,
    ) -> Result<Option<PeriodAnswer>, Stop> {
        let Some(mut common) = self.common_period(sums)? else { return Ok(None) };
        let (from, to) = match indices {
            None => (common.first, None),
            Some(indices) => match indices.range() {
                Some(range) => (range.0.max(common.first), Some(range.1)),
                None => return Ok(None),
            },
        };
        common.start = common.start.max(from);
        if to.is_some_and(|to| to < common.last()) {
            return Ok(None);
        }
        let indices = Indices::Range(from, common.last().max(to.unwrap_or(0)));
        let values = self.values_of(run, expr, slot, &indices)?;
        let Some(proof) = common.proof(from, &values) else { return Ok(None) };
        let seen = Seen { shift: 0, from: from as u64, to: to.map(|t| t as u64), last: common.last() as u64 };
        let value = |n: u64| values.get((n as i64 - from) as usize).map(|v| *v as u64);
        let rests_on = self.games().take_rests_on();
        Ok(Some(PeriodAnswer { rests_on, ..proved(proof, seen, &value, name) }))
    }

    /// The period of a game of one pile: computed until it is proved, if there is no range. `None` if the solver
    /// for such games gives up.
    fn period_of_piles(
        &self,
        piles: &Growing,
        indices: Option<&Indices>,
        name: &str,
    ) -> Result<Option<PeriodAnswer>, Stop> {
        let meter = self.games().machine.meter();
        self.games().with_pile(&piles.position, |pile| {
            let first = (pile.rules.form.first as i64 - piles.shift).max(0);
            let (from, to) = match indices {
                None => (first, None),
                Some(indices) => match indices.range() {
                    Some(range) => (range.0.max(first), Some(range.1)),
                    None => return Ok(None),
                },
            };
            let end = match to {
                Some(to) => (to + piles.shift + 1).max(0) as u64,
                None if pile.sequence.can_be_proved() => u64::MAX,
                None => (FAR + piles.shift + 1).max(0) as u64,
            };
            let patience = meter.budget().time.filter(|_| to.is_none()).map(|time| time / SHARE);
            let computed = match patience {
                Some(patience) => pile.sequence.extend_for(patience, end, &meter),
                None => pile.sequence.extend(end, &meter),
            };
            match computed {
                Ok(()) => {}
                Err(crate::engine::Stop::Unfit(_)) => return Ok(None),
                Err(stop) => return Err(stop.widen().so_far(|| pile.how_far(&piles.position))),
            }
            let (from, to) = (from as u64, to.map(|t| t.max(0) as u64));
            Ok(Some(match pile.sequence.proof() {
                Some(proof) => {
                    let seen = Seen { shift: piles.shift, from, to, last: pile.sequence.len() - 1 };
                    proved(*proof, seen, &|n| pile.sequence.known(n), name)
                }
                None => {
                    let first = (from as i64 + piles.shift) as u64;
                    let at = |n: u64| pile.sequence.computed(n).and_then(|v| u16::try_from(v).ok());
                    let values: Vec<u16> = (first..pile.sequence.len().min(end)).map_while(at).collect();
                    describe(name.to_string(), from, &values)
                }
            }))
        })
    }

    /// The period of a game of one pile from which a move takes any number of an infinite set, if residues prove it
    /// within the range.
    fn period_by_residues(
        &self,
        piles: &Growing,
        indices: Option<&Indices>,
        name: &str,
    ) -> Result<Option<PeriodAnswer>, Stop> {
        let range = match indices.map(Indices::range) {
            None => None,
            Some(Some(range)) => Some(range),
            Some(None) => return Ok(None),
        };
        let to = range.map(|r| r.1);
        let most = to.map_or(u64::MAX, |to| (to + piles.shift + 1).max(0) as u64);
        let Some(found) = self.games().residues(&piles.position, most)? else { return Ok(None) };
        let last = found.values.len() as u64 - 1;
        let first = (found.first as i64 - piles.shift).max(0);
        let from = range.map_or(0, |r| r.0).max(first) as u64;
        let theorem = found.theorem();
        let proof = Proof { repetition: found.repetition, theorem, needed: last, growth: None };
        let seen = Seen { shift: piles.shift, from, to: to.map(|t| t.max(0) as u64), last };
        let value = |n: u64| found.value(&crate::value::Int::from(n as i64)).and_then(|v| v.to_u64());
        Ok(Some(proved(proof, seen, &value, name)))
    }

    /// Repetition in the values of any sequence, as far as computed.
    fn period_as_seen(
        &self,
        run: &mut Eval<'_>,
        expr: &Expr,
        slot: (Slot, &str),
        indices: &Indices,
        sequence: String,
    ) -> Result<PeriodAnswer, Stop> {
        let values = self.values_of(run, expr, slot, indices)?;
        let first = indices.iter().nth(indices.len() - values.len()).unwrap_or(0).max(0) as u64;
        let rests_on = self.games().take_rests_on();
        Ok(PeriodAnswer { rests_on, ..describe(sequence, first, &values) })
    }

    /// The values of any sequence; without those of the first indices if these give no position.
    fn values_of(
        &self,
        run: &mut Eval<'_>,
        expr: &Expr,
        (slot, index): (Slot, &str),
        indices: &Indices,
    ) -> Result<Vec<i64>, Stop> {
        let mut values = vec![];
        let name = |n: i64| format!("stopped at {index} = {n}");
        let at = |stop: Stop, n: i64| match stop {
            Stop::Exhausted(what, how_far) if how_far.is_empty() => Stop::Exhausted(what, name(n)),
            Stop::Exhausted(what, how_far) => Stop::Exhausted(what, format!("{}; {how_far}", name(n))),
            mistake => mistake,
        };
        for n in indices.iter() {
            run.frame[slot as usize] = Value::int(n);
            let value = match run.eval(expr) {
                Ok(Value::Position(p)) => self.games().value(&p).map_err(|stop| at(stop, n))?,
                Ok(Value::Int(n)) => n,
                Ok(_) => unreachable!("checked to be a position or a number"),
                // A sequence may begin at 1: piles of 0 that are no position are passed over.
                Err(Stop::Mistake(m)) if values.is_empty() && n < 2 && m.leaves_its_type() => {
                    continue;
                }
                Err(stop) => return Err(at(stop, n)),
            };
            values.push(value.to_i64().unwrap_or(i64::MAX));
        }
        Ok(values)
    }
}

/// What was examined: the sequence is that of the piles n + shift, for n from `from` on, perhaps up to `to`; values are
/// known up to the pile `last`.
struct Seen {
    shift: i64,
    from: u64,
    to: Option<u64>,
    last: u64,
}

/// The answer if the period is proved.
fn proved(proof: Proof, seen: Seen, value: &dyn Fn(u64) -> Option<u64>, name: &str) -> PeriodAnswer {
    let Repetition { start, period, saltus } = proof.repetition;
    let Seen { shift, from, to, last } = seen;
    let start = (start as i64 - shift).max(from as i64);
    let index = |pile: u64| (pile as i64 - shift).max(0) as u64;
    let at = |n: i64| value((n + shift) as u64).map(|v| v as i64);
    // Where every value is what the period makes of it, running backwards.
    let round = |n: i64| (start - n + period as i64 - 1) / period as i64;
    let is_exception = |n: &i64| {
        let rounds = round(*n);
        at(*n) != at(*n + rounds * period as i64).map(|v| v - rounds * saltus)
    };
    let exceptions: Vec<u64> = (from as i64..start).filter(is_exception).map(|n| n as u64).collect();
    PeriodAnswer {
        period: Some(period as u64),
        last_exception: exceptions.last().copied(),
        saltus,
        exceptions: exceptions.len() as u64,
        exceptions_listed: exceptions,
        theorem: Some(proof.theorem.name().to_string()),
        needed: Some(index(proof.needed)),
        verdict: format!("proved: {}", proof.theorem.name()),
        proved: true,
        ..unknown(name.to_string(), from, to.unwrap_or(0).max(index(last)))
    }
}

fn describe<T: Copy + Into<i64>>(sequence: String, first: u64, values: &[T]) -> PeriodAnswer {
    let to = first + values.len().saturating_sub(1) as u64;
    if values.len() < FEWEST {
        let verdict = format!("too short to tell: {} values, and at least {FEWEST} are needed", values.len());
        return PeriodAnswer { verdict, ..unknown(sequence, first, to) };
    }
    match find_period(values) {
        Some(Repetition { start, period, saltus }) => {
            let times = (values.len() - start) / period;
            PeriodAnswer {
                period: Some(period as u64),
                last_exception: (start > 0).then(|| first + start as u64 - 1),
                saltus,
                times: Some(times as u64),
                verdict: format!("repeats as far as {to}, {times} times over"),
                ..unknown(sequence, first, to)
            }
        }
        None => match begun_period(values) {
            Some(period) => {
                let verdict =
                    format!("too short to tell: period {period} holds twice, and three times are needed");
                PeriodAnswer { verdict, ..unknown(sequence, first, to) }
            }
            None => unknown(sequence, first, to),
        },
    }
}

/// The indices that a statement names.
enum Indices {
    /// All from the first to the last, which may be very many.
    Range(i64, i64),
    /// Those of any other collection, in order.
    Listed(Vec<i64>),
}

impl Indices {
    fn of(run: &mut Eval<'_>, source: &Expr) -> Result<Indices, Stop> {
        if let Some((lo, hi)) = source.ends() {
            let (lo, hi) = (run.eval(lo)?.as_i64(), run.eval(hi)?.as_i64());
            if let (Some(lo), Some(hi)) = (lo, hi) {
                return Ok(Indices::Range(lo, hi));
            }
        }
        let all = run.eval(source)?;
        let all: Vec<i64> = crate::builtin::collection::elements(&all).filter_map(|v| v.as_i64()).collect();
        Ok(match (all.first(), all.last()) {
            (Some(&first), Some(&last)) if all.is_sorted_by(|a, b| b - a == 1) => Indices::Range(first, last),
            _ => Indices::Listed(all),
        })
    }

    /// The first and the last, if none between them is left out.
    fn range(&self) -> Option<(i64, i64)> {
        match self {
            Indices::Range(first, last) => (first <= last).then_some((*first, *last)),
            Indices::Listed(_) => None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Indices::Range(first, last) => usize::try_from(last - first + 1).unwrap_or(0),
            Indices::Listed(all) => all.len(),
        }
    }

    fn iter(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Indices::Range(first, last) => Box::new(*first..=*last),
            Indices::Listed(all) => Box::new(all.iter().copied()),
        }
    }
}

fn unknown(sequence: String, from: u64, to: u64) -> PeriodAnswer {
    PeriodAnswer {
        sequence,
        period: None,
        last_exception: None,
        saltus: 0,
        exceptions: 0,
        exceptions_listed: vec![],
        from,
        to,
        theorem: None,
        needed: None,
        times: None,
        verdict: format!("no period seen up to {to}"),
        proved: false,
        rests_on: vec![],
    }
}
