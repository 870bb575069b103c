//! The genus of a position: its nim-value, and its misère nim-values with more and more nim-heaps of 2.
//! (J. H. Conway 1976, chapter 12; E. R. Berlekamp, J. H. Conway and R. K. Guy 1982, chapter 13)

use super::forms::{Form, Parts, Tame};
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::nimber::mex;
use crate::engine::rules::Rules;
use std::collections::HashMap;
use std::fmt;

/// `g^{abc}`: the nim-value g in normal play, and the misère nim-values a, b, c, ... of the position with 0, 1, 2, ...
/// nim-heaps of 2 beside it. From the last one written but one they alternate, by 2, for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genus {
    /// The nim-value in normal play.
    pub value: u64,
    /// The misère nim-values; the last two alternate for ever.
    pub misere: Vec<u64>,
}

impl Genus {
    /// The genus of the sum of no parts, or of nim positions.
    fn of_tame(tame: Tame) -> Genus {
        let first = tame.misere_value();
        let misere = if tame.firm { vec![first, first ^ 2] } else { vec![first, tame.value ^ 2, tame.value] };
        Genus { value: tame.value, misere }
    }

    /// The misère nim-value with `n` nim-heaps of 2 beside the position.
    pub fn with_twos(&self, n: usize) -> u64 {
        let last = self.misere.len() - 1;
        match self.misere.get(n) {
            Some(v) => *v,
            None => self.misere[last - (n - last) % 2],
        }
    }

    /// The genus of a position whose options have these.
    ///
    /// With n+1 heaps of 2 one may move in the position, or turn a heap into 0 or 1; beyond all that is written of the
    /// options, only the value before and the parity of n matter, so what repeats once goes on for ever.
    fn of_options(value: u64, options: &[Genus]) -> Genus {
        let settled = options.iter().map(|o| o.misere.len()).max().unwrap_or(0);
        let mut misere: Vec<u64> = vec![];
        loop {
            let n = misere.len();
            if n > settled + 2 && misere[n - 1] == misere[n - 3] {
                break;
            }
            assert!(n < settled + 64, "misère nim-values alternate by 2 in the end (Conway 1976)");
            let twos = misere.last().map(|v| [*v, v ^ 1]);
            misere.push(match (options, &twos) {
                ([], None) => 1,
                _ => mex(options.iter().map(|o| o.with_twos(n)).chain(twos.into_iter().flatten())),
            });
        }
        while let [.., a, _, c] = misere.as_slice()
            && a == c
        {
            misere.pop();
        }
        Genus { value, misere }
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.misere.iter().all(|v| *v < 10) { "" } else { "," };
        let misere: Vec<String> = self.misere.iter().map(u64::to_string).collect();
        write!(f, "{}^{{{}}}", self.value, misere.join(between))
    }
}

/// Genera by form.
#[derive(Debug, Default)]
pub struct Genera {
    known: HashMap<Form, Genus>,
    bytes: u64,
}

impl Genera {
    /// The genus of a form. Every position of the sum that is not tame is looked at.
    ///
    /// # Errors
    /// A budget that ran out.
    pub fn genus<R: Rules>(
        &mut self,
        parts: &mut Parts<R>,
        form: &[u32],
        meter: &Meter,
    ) -> Result<Genus, Exhausted> {
        let mut stack = vec![form.to_vec()];
        while let Some(form) = stack.pop() {
            if self.get(parts, &form).is_some() {
                continue;
            }
            let options = parts.options(&form);
            meter.ticks_of(options.len() as u32)?;
            let missing: Vec<Form> =
                options.iter().filter(|o| self.get(parts, o).is_none()).cloned().collect();
            if !missing.is_empty() {
                stack.push(form);
                stack.extend(missing);
                continue;
            }
            let genera: Vec<Genus> = options.iter().filter_map(|o| self.get(parts, o)).collect();
            let genus = Genus::of_options(parts.value(&form), &genera);
            self.bytes += 128 + (form.len() * 4 + genus.misere.len() * 8) as u64;
            self.known.insert(form, genus);
            meter.position()?;
            meter.memory(self.bytes)?;
        }
        Ok(self.get(parts, form).unwrap_or_else(|| unreachable!("the first form has been left")))
    }

    fn get<R: Rules>(&self, parts: &Parts<R>, form: &[u32]) -> Option<Genus> {
        match parts.tame(form) {
            Some(tame) => Some(Genus::of_tame(tame)),
            None => self.known.get(form).cloned(),
        }
    }
}
