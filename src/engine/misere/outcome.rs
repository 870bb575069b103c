//! Outcomes of sums under misère play: depth first with a memo on multisets of parts, on a stack of its own.
//!
//! The search first tries positions that look like P-positions from the nim-values alone. (It does not search sums of tame
//! parts, which play like Nim.) The order decides the time, never the result.

use super::forms::{Form, Parts, sum};
use super::memo::Memo;
use super::quotient::Quotient;
use crate::engine::Halt;
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::rules::Rules;

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

/// Outcomes of positions of some rules, and everything found on the way.
///
/// Takes any acyclic rules. Every position that a single part leads to gets a normal form; of their sums, only as many
/// are looked at as an answer needs. Costs about 40 bytes for each of these. Gives up on cycles.
#[derive(Debug)]
pub struct Solver<R: Rules> {
    /// The parts.
    pub parts: Parts<R>,
    search: Search,
}

impl<R: Rules> Solver<R> {
    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Solver<R> {
        Solver { parts: Parts::new(rules), search: Search::default() }
    }

    /// The normal form of a sum.
    ///
    /// # Errors
    /// What the rules report, a play without end, or a budget that ran out.
    pub fn form(&mut self, parts: &[R::Key], heaps: &[u64], meter: &Meter) -> Result<Form, R> {
        let mut form = Form::new();
        for key in parts {
            let search = &mut self.search;
            let mut is_n =
                |parts: &mut Parts<R>, form: &[u32]| Ok(!search.previous_wins(parts, form, meter)?);
            form = sum(&form, &self.parts.form(*key, meter, &mut is_n)?);
        }
        for heap in heaps {
            form = sum(&form, &self.parts.heap(*heap));
        }
        Ok(form)
    }

    /// Whether the previous player wins, a player who cannot move being the winner.
    ///
    /// # Errors
    /// A budget that ran out; what was found stays known.
    pub fn previous_wins(&mut self, form: &[u32], meter: &Meter) -> std::result::Result<bool, Exhausted> {
        self.search.previous_wins(&mut self.parts, form, meter)
    }

    /// Whether the outcome of a form is known without a search.
    pub fn is_known(&self, form: &[u32]) -> bool {
        self.search.known(&self.parts, form).is_some()
    }

    /// The misère nim-value: the least n for which the position with a nim-heap of n is won by the previous player.
    ///
    /// # Errors
    /// As for [`Solver::previous_wins`].
    pub fn misere_value(&mut self, form: &[u32], meter: &Meter) -> std::result::Result<u64, Exhausted> {
        if let Some(tame) = self.parts.tame(form) {
            return Ok(tame.misere_value());
        }
        let mut n = 0;
        loop {
            let heap = self.parts.heap(n);
            if self.previous_wins(&sum(form, &heap), meter)? {
                return Ok(n);
            }
            n += 1;
        }
    }

    /// From now on takes the outcomes of sums from a quotient, which must be proved.
    pub fn trust(&mut self, quotient: &Quotient) {
        self.search.quotient = Some(quotient.clone());
    }

    /// How many sums and parts were solved.
    pub fn solved(&self) -> usize {
        self.search.memo.len() + self.parts.known()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.search.bytes() + self.parts.bytes()
    }
}

/// The search: its memo and its stack.
#[derive(Debug, Default)]
pub struct Search {
    memo: Memo,
    /// A quotient that is proved: it tells the outcomes of all sums of its parts.
    quotient: Option<Quotient>,
    frames: Vec<Frame>,
    /// The options of all open positions that have no outcome yet, behind each other.
    waiting: Vec<u32>,
    /// Where each of them ends in `waiting`, and whether it looks like a P-position.
    ends: Vec<(u32, bool)>,
}

/// An open position.
#[derive(Debug)]
struct Frame {
    form: Form,
    /// Its first option in `ends`, and where that begins in `waiting`.
    ends: usize,
    waiting: usize,
    /// How many options have been looked at: first those that look like P-positions, then the others.
    next: usize,
    promising: bool,
}

impl Search {
    /// Memory held, in bytes.
    fn bytes(&self) -> u64 {
        self.memo.bytes() + (self.waiting.capacity() * 4 + self.ends.capacity() * 8) as u64
    }

    /// Whether the previous player wins a form.
    ///
    /// # Errors
    /// A budget that ran out.
    pub fn previous_wins<R: Rules>(
        &mut self,
        parts: &mut Parts<R>,
        form: &[u32],
        meter: &Meter,
    ) -> std::result::Result<bool, Exhausted> {
        if let Some(known) = self.known(parts, form) {
            return Ok(known);
        }
        self.frames.clear();
        self.waiting.clear();
        self.ends.clear();
        let mut result = self.enter(parts, form.to_vec(), meter)?;
        while !self.frames.is_empty() {
            match result.take() {
                // An option is a P-position: the position it belongs to is none.
                Some(true) => result = Some(self.leave(false, meter)?),
                _ => match self.next_option(parts) {
                    Next::Known => result = Some(self.leave(false, meter)?),
                    Next::None => result = Some(self.leave(true, meter)?),
                    Next::Look(option) => result = self.enter(parts, option, meter)?,
                },
            }
        }
        Ok(result.unwrap_or_else(|| unreachable!("the first position has been left")))
    }

    fn known<R: Rules>(&self, parts: &Parts<R>, form: &[u32]) -> Option<bool> {
        match parts.tame(form) {
            Some(tame) => Some(tame.previous_wins()),
            None => match self.quotient.as_ref().and_then(|q| Some(q.is_p(q.of(form)?))) {
                Some(known) => Some(known),
                None => self.memo.get(form),
            },
        }
    }

    /// Opens a position and lists its options; its outcome if that is known at once.
    fn enter<R: Rules>(
        &mut self,
        parts: &mut Parts<R>,
        form: Form,
        meter: &Meter,
    ) -> std::result::Result<Option<bool>, Exhausted> {
        let (ends, waiting) = (self.ends.len(), self.waiting.len());
        let mut count = 0;
        let mut late = None;
        let won = parts.each_option(&form, &mut |parts, option| {
            count += 1;
            if count & 0xfff == 0
                && let Err(e) = meter.look()
            {
                late = Some(e);
                return true;
            }
            match self.known(parts, option) {
                Some(previous_wins) => previous_wins,
                None => {
                    self.waiting.extend_from_slice(option);
                    let likely = parts.value(option) == 0;
                    self.ends.push((self.waiting.len() as u32, likely));
                    false
                }
            }
        });
        if let Some(e) = late {
            return Err(e);
        }
        meter.ticks_of(count)?;
        if won || self.ends.len() == ends {
            self.ends.truncate(ends);
            self.waiting.truncate(waiting);
            self.memo.set(&form, !won);
            self.count(meter)?;
            return Ok(Some(!won));
        }
        self.frames.push(Frame { form, ends, waiting, next: 0, promising: true });
        Ok(None)
    }

    /// The next option of the open position whose outcome has to be found.
    fn next_option<R: Rules>(&mut self, parts: &Parts<R>) -> Next {
        let Some(frame) = self.frames.last() else { unreachable!("a position is open") };
        let (mut next, mut promising) = (frame.next, frame.promising);
        loop {
            let Some(&(end, likely)) = self.ends.get(frame.ends + next) else {
                if !promising {
                    return Next::None;
                }
                (next, promising) = (0, false);
                continue;
            };
            let at = frame.ends + next;
            let start = if next == 0 { frame.waiting } else { self.ends[at - 1].0 as usize };
            next += 1;
            if likely != promising {
                continue;
            }
            let option = &self.waiting[start..end as usize];
            match self.known(parts, option) {
                Some(true) => return Next::Known,
                Some(false) => {}
                None => {
                    let option = option.to_vec();
                    let Some(frame) = self.frames.last_mut() else { unreachable!("a position is open") };
                    (frame.next, frame.promising) = (next, promising);
                    return Next::Look(option);
                }
            }
        }
    }

    /// Closes the open position with its outcome.
    fn leave(&mut self, previous_wins: bool, meter: &Meter) -> std::result::Result<bool, Exhausted> {
        let Some(frame) = self.frames.pop() else { unreachable!("a position is open") };
        self.ends.truncate(frame.ends);
        self.waiting.truncate(frame.waiting);
        self.memo.set(&frame.form, previous_wins);
        self.count(meter)?;
        Ok(previous_wins)
    }

    fn count(&self, meter: &Meter) -> std::result::Result<(), Exhausted> {
        meter.position()?;
        if self.memo.len() & 0xff == 0 { meter.memory(self.bytes()) } else { Ok(()) }
    }
}

/// What is next for an open position.
enum Next {
    /// An option is known to be a P-position.
    Known,
    /// All options are known, and none is.
    None,
    /// The outcome of this option is needed.
    Look(Form),
}
