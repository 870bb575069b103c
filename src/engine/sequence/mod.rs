//! Sequences of nim-values: games whose position is one pile, solved from the smallest pile on, and their periods.
//!
//! [`Form`] is the normal form of such rules and [`Sequence`] their values, computed as far as they are asked for. It
//! picks a kernel: `subtraction` for a few numbers that may be taken, `sparse` for splits into two, `classes` where
//! remainders matter, `triples` for splits into three, `plain` for everything else and for the first piles. As soon as a
//! period is proved, nothing more is computed.

mod arithmetic;
mod classes;
mod cpu;
mod form;
mod mask;
mod period;
mod plain;
mod repeats;
mod scan;
mod shape;
mod sparse;
mod subtraction;
mod triples;

pub use arithmetic::{Free, Growing, Reach};
pub use form::{Form, Left, Piece, Remainders};
pub use period::{Growth, Proof, Theorem, enough};
pub use repeats::{Repetition, begun_period, find_period};

use super::{Exhausted, Meter, Stop, Unfit};
use classes::Classes;
use period::Found;
use plain::Plain;
use sparse::Sparse;
use std::time::Duration;
use subtraction::Subtraction;
use triples::Triples;

/// The values of a game with one pile, for piles 0, 1, 2, ...; piles below the first position count as 0.
#[derive(Debug)]
pub struct Sequence {
    form: Form,
    kernel: Kernel,
    words: Vec<u16>,
    proof: Option<Proof>,
    /// Whether periods are looked for at all.
    periods: bool,
    /// When there are this many values, a period is looked for again.
    look_at: u64,
}

#[derive(Debug)]
enum Kernel {
    Plain(Box<Plain>),
    Classes(Box<Classes>),
    Sparse(Box<Sparse>),
    Subtraction(Subtraction),
    Triples(Box<Triples>),
}

/// Values are computed in runs of about this many steps before a budget is asked.
const RUN: u64 = 1 << 16;
/// How many values are computed before the clock is looked at, or an eighth of those there are.
const ROUND: u64 = 4096;
/// Values that grow are not looked at for a period behind this.
const FAR_TO_GROW: u64 = 1 << 15;
/// A faster kernel begins when there are this many values.
const BEGIN_KERNEL: usize = 64;

impl Sequence {
    /// Nothing computed yet. The form must be sound.
    pub fn new(form: Form) -> Sequence {
        debug_assert!(form.is_sound());
        let subtraction = Subtraction::new(&form).map(Kernel::Subtraction);
        let triples = || Triples::new(&form).map(|t| Kernel::Triples(Box::new(t)));
        let plain = || Kernel::Plain(Box::new(Plain::new(&form)));
        let kernel = subtraction.or_else(triples).unwrap_or_else(plain);
        Sequence { form, kernel, words: vec![], proof: None, periods: true, look_at: 64 }
    }

    /// The same without looking for periods: every value is computed.
    pub fn without_period(form: Form) -> Sequence {
        Sequence { periods: false, ..Sequence::new(form) }
    }

    /// The values as bytes, two each, for a later run.
    pub fn save(&self) -> Vec<u8> {
        let value = |n: u64| self.computed(n).and_then(|v| u16::try_from(v).ok()).unwrap_or(0);
        (0..self.len()).flat_map(|n| value(n).to_le_bytes()).collect()
    }

    /// Takes up the values that [`Sequence::save`] gave for the same rules; false if these cannot be such values.
    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let (words, rest) = bytes.as_chunks::<2>();
        if !self.is_empty() || !rest.is_empty() {
            return false;
        }
        let words = words.iter().map(|w| u16::from_le_bytes(*w));
        match &mut self.kernel {
            Kernel::Subtraction(s) => {
                if !s.restore(words) {
                    return false;
                }
            }
            _ => {
                self.words = words.collect();
                self.begin_kernel();
            }
        }
        if self.periods && self.len() >= self.look_at {
            self.look();
        }
        true
    }

    /// The rules.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// How many values are computed.
    pub fn len(&self) -> u64 {
        match &self.kernel {
            Kernel::Subtraction(s) => s.len() as u64,
            _ => self.words.len() as u64,
        }
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let kernel = match &self.kernel {
            Kernel::Subtraction(s) => s.bytes(),
            Kernel::Sparse(s) => s.bytes(),
            Kernel::Classes(c) => c.bytes(),
            Kernel::Plain(_) => 1 << 18,
            Kernel::Triples(t) => t.bytes(),
        };
        kernel + 2 * self.words.capacity() as u64
    }

    /// The period, if one is proved.
    pub fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// Whether some theorem could prove a period of such rules.
    pub fn can_be_proved(&self) -> bool {
        self.periods
            && (self.proof.is_some()
                || enough(&self.form, 1, 1).is_some()
                || arithmetic::may_grow(&self.form))
    }

    /// The kernel at work, what may be left of a pile, and the theorem behind a period, by name.
    pub fn recognised(&self) -> Vec<&'static str> {
        let mut found = vec![match &self.kernel {
            Kernel::Plain(_) => "kernel: plain",
            Kernel::Classes(_) => "kernel: classes",
            Kernel::Sparse(_) => "kernel: sparse",
            Kernel::Subtraction(_) => "kernel: subtraction",
            Kernel::Triples(_) => "kernel: triples",
        }];
        found.extend(self.form.recognised());
        found.extend(self.proof.map(|p| match p.theorem {
            Theorem::Window => "period: window",
            Theorem::GuySmith => "period: Guy and Smith",
            Theorem::Unequal => "period: unequal",
            Theorem::Three => "period: three",
            Theorem::Bounded => "period: bounded",
            Theorem::Residues => "period: residues",
            Theorem::ResiduesGrow => "period: residues that grow",
            Theorem::Arithmetic => "period: arithmetic",
            Theorem::Sums => "period: sums",
        }));
        found
    }

    /// Some binary digits of values, and whether the parity of the pile is added: their parity tells common values from
    /// rare ones, if the sparse kernel is at work.
    pub fn split(&self) -> (u16, bool) {
        match &self.kernel {
            Kernel::Sparse(s) => s.split(),
            _ => (0, false),
        }
    }

    /// Which kernel computes values now.
    pub fn kernel(&self) -> &'static str {
        match &self.kernel {
            Kernel::Plain(_) => "plain",
            Kernel::Classes(_) => "classes",
            Kernel::Sparse(_) => "sparse",
            Kernel::Subtraction(_) => "subtraction",
            Kernel::Triples(_) => "triples",
        }
    }

    /// A computed value.
    pub fn computed(&self, n: u64) -> Option<u64> {
        (n < self.len()).then(|| match &self.kernel {
            Kernel::Subtraction(s) => u64::from(s.at(n as usize)),
            _ => u64::from(self.words[n as usize]),
        })
    }

    /// The value of a pile, if it is known without computing any more.
    pub fn known(&self, n: u64) -> Option<u64> {
        if let Some(v) = self.computed(n) {
            return Some(v);
        }
        let Repetition { start, period, saltus } = self.proof?.repetition;
        let (start, period) = (start as u64, period as u64);
        let rounds = (n - start) / period;
        let grown = u64::try_from(saltus).ok()?.checked_mul(rounds)?;
        self.computed(start + (n - start) % period)?.checked_add(grown)
    }

    /// The value of a pile; computes all smaller ones first, unless a period is proved on the way.
    ///
    /// # Errors
    /// When a budget runs out, or values get too large.
    pub fn value(&mut self, n: u64, meter: &Meter) -> Result<u64, Stop> {
        if let Some(v) = self.known(n) {
            return Ok(v);
        }
        self.extend(n.saturating_add(1), meter)?;
        self.known(n).ok_or(Stop::Unfit(Unfit::WideValue))
    }

    /// Computes on until there are `to` values, or a period is proved.
    ///
    /// # Errors
    /// As for [`Sequence::value`].
    pub fn extend(&mut self, to: u64, meter: &Meter) -> Result<(), Stop> {
        while self.len() < to && self.proof.is_none() {
            meter.look()?;
            let before = self.len();
            let mut end = to.min(before + self.run());
            if self.periods {
                end = end.min(self.look_at.max(before + 1));
            }
            let room = meter.budget().positions.saturating_sub(meter.positions());
            if room == 0 {
                return Err(Exhausted::Positions(meter.budget().positions).into());
            }
            end = end.min(before.saturating_add(room));
            meter.grow(self.bytes(), 2 * (end - before) + self.bytes() / 8)?;
            self.compute(end as usize)?;
            meter.positions_of(self.len() - before)?;
            if self.periods && self.len() >= self.look_at {
                self.look();
            }
        }
        Ok(())
    }

    /// The same, but only until the question at hand has taken so long.
    ///
    /// # Errors
    /// As for [`Sequence::value`].
    pub fn extend_for(&mut self, time: Duration, to: u64, meter: &Meter) -> Result<(), Stop> {
        while self.len() < to && self.proof.is_none() && meter.elapsed() < time {
            let round = (self.len() / 8).max(ROUND);
            self.extend(to.min(self.len() + round), meter)?;
        }
        Ok(())
    }

    /// How many values are computed before a budget is asked.
    fn run(&self) -> u64 {
        match &self.kernel {
            // At first no more than doubles, since a faster kernel may take over.
            Kernel::Plain(_) => (RUN / Plain::effort(&self.form, self.len())).clamp(1, self.len().max(64)),
            Kernel::Triples(t) => (RUN / t.effort(&self.form, self.len()).max(1)).max(1),
            Kernel::Sparse(_) | Kernel::Classes(_) => (RUN >> 6).max(1),
            Kernel::Subtraction(_) => RUN,
        }
    }

    fn compute(&mut self, to: usize) -> Result<(), Stop> {
        if !matches!(self.kernel, Kernel::Subtraction(_)) && to > self.words.capacity() {
            // By eighths rather than doubling: 2 bytes a value, and little more.
            let more = (to - self.words.len()).max(self.words.len() / 8);
            self.words.reserve_exact(more);
        }
        match &mut self.kernel {
            Kernel::Subtraction(s) => s.extend(to),
            Kernel::Sparse(s) => s.extend(&mut self.words, to).map_err(|_| Unfit::WideValue)?,
            Kernel::Classes(c) => c.extend(&mut self.words, to).map_err(|_| Unfit::WideValue)?,
            Kernel::Triples(triples) => {
                while self.words.len() < to {
                    let n = self.words.len() as u64;
                    let v = match n < self.form.first {
                        true => 0,
                        false => triples.value(&self.form, &self.words, n).map_err(|_| Unfit::WideValue)?,
                    };
                    self.words.push(v);
                }
            }
            Kernel::Plain(plain) => {
                while self.words.len() < to {
                    let n = self.words.len() as u64;
                    let v = match n < self.form.first {
                        true => 0,
                        false => plain.value(&self.form, &self.words, n).map_err(|_| Unfit::WideValue)?,
                    };
                    self.words.push(v);
                }
                self.begin_kernel();
            }
        }
        Ok(())
    }

    fn begin_kernel(&mut self) {
        let n = self.words.len();
        if n < BEGIN_KERNEL || (n as u64) < self.form.regular_from() {
            return;
        }
        if self.form.has_remainders() {
            if let Some(classes) = Classes::new(&self.form, &self.words) {
                self.kernel = Kernel::Classes(Box::new(classes));
            }
            return;
        }
        if let Some(shape) = shape::Regular::new(&self.form, &self.words)
            && shape.from <= n
        {
            self.kernel = Kernel::Sparse(Box::new(Sparse::new(shape, &self.words)));
        }
    }

    /// Looks for a period, and decides when to look again.
    fn look(&mut self) {
        let n = self.len();
        self.look_at = n + n / 2;
        if let Kernel::Subtraction(s) = &mut self.kernel {
            self.look_at = n + n.clamp(64, RUN);
            self.proof = s.period().and_then(|repetition| {
                let (start, period) = (repetition.start as u64, repetition.period as u64);
                let (theorem, needed) = enough(&self.form, start, period)?;
                Some(Proof { repetition, theorem, needed, growth: None })
            });
            return;
        }
        match self.search() {
            Found::Proved(proof) => self.proof = Some(proof),
            Found::Likely(needed) if needed < 3 * n => {
                self.look_at = (needed + 1).clamp(n + 1, self.look_at.max(n + 1))
            }
            Found::Likely(_) | Found::Nothing => {}
        }
    }

    fn search(&self) -> Found {
        let n = self.len();
        if n <= FAR_TO_GROW
            && arithmetic::may_grow(&self.form)
            && let Some(found) = find_period(&self.words).filter(|r| r.saltus != 0)
        {
            return arithmetic::prove(&self.form, &self.words, found);
        }
        period::search(&self.form, &self.words)
    }
}

/// The first values by the definition, every option of every pile looked at: what the kernels are compared with.
///
/// Ends early where a value has more than 16 binary digits.
pub fn plain_values(form: &Form, count: u64) -> Vec<u64> {
    let mut plain = Plain::new(form);
    let mut g = vec![];
    for n in 0..count {
        let v = if n < form.first { Ok(0) } else { plain.value(form, &g, n) };
        let Ok(v) = v else { break };
        g.push(v);
    }
    g.into_iter().map(u64::from).collect()
}
