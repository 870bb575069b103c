//! A quotient that grows by one game after another, proved at every step.

use super::contexts::Table;
use super::monoid::{NONE, Quotient};
use super::transitions::{Refuted, Transitions};
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::misere::forms::Form;
use crate::engine::misere::outcome::Solver;
use crate::engine::rules::Rules;

/// The quotient of more and more parts, proved at every step.
#[derive(Debug)]
pub struct Growing {
    /// The quotient of the parts added so far.
    pub quotient: Quotient,
    parts: Vec<u32>,
    table: Table,
    transitions: Transitions,
    /// While a part is being added: how many classes are known to differ.
    pub at_least: usize,
    /// Parts whose quotient took too long once.
    given_up: Vec<u32>,
}

impl Default for Growing {
    fn default() -> Growing {
        let quotient = Quotient::trivial();
        let transitions = Transitions::new(&quotient);
        Growing {
            quotient,
            parts: vec![],
            table: Table::default(),
            transitions,
            at_least: 1,
            given_up: vec![],
        }
    }
}

impl Growing {
    /// Whether a part was added.
    pub fn has(&self, part: u32) -> bool {
        self.quotient.of(&[part]).is_some()
    }

    /// The parts added so far.
    pub fn parts(&self) -> &[u32] {
        &self.parts
    }

    /// How many pairs the last proof looked at.
    pub fn proof_size(&self) -> usize {
        self.transitions.pairs.len()
    }

    /// Adds a form: its parts and those they lead to.
    ///
    /// # Errors
    /// A budget that ran out; the quotient is that of the parts added so far.
    pub fn add<R: Rules>(
        &mut self,
        form: &[u32],
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        let mut stack = form.to_vec();
        while let Some(&part) = stack.last() {
            if self.has(part) {
                stack.pop();
                continue;
            }
            meter.tick()?;
            if self.given_up.contains(&part) {
                return Err(Exhausted::TooLarge);
            }
            let options = options_of(part, solver);
            let missing: Vec<u32> = options.iter().flatten().copied().filter(|p| !self.has(*p)).collect();
            if missing.is_empty()
                && let Err(what) = self.add_part(part, &options, solver, meter)
            {
                if what != Exhausted::Interrupted {
                    self.given_up.push(part);
                }
                return Err(what);
            }
            stack.extend(missing);
        }
        Ok(())
    }

    /// Adds a part whose options are sums of parts that were added before.
    fn add_part<R: Rules>(
        &mut self,
        part: u32,
        options: &[Form],
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        if !self.fits(part, options, meter)? {
            self.refine(part, solver, meter)?;
        }
        self.parts.push(part);
        solver.trust(&self.quotient);
        Ok(())
    }

    /// Whether the part belongs to an element that is there already; if so, it is put there.
    fn fits(&mut self, part: u32, options: &[Form], meter: &Meter) -> Result<bool, Exhausted> {
        let q = &mut self.quotient;
        let reach = q.reach(options);
        for x in 0..q.order as u32 {
            let possible = |z: u32| !(q.is_p(q.times(x, z)) && reach.has(z as usize));
            if q.is_p(x) == reach.has(0) || !(0..q.order as u32).all(possible) {
                continue;
            }
            q.put(part, x);
            let before = self.transitions.pairs.len();
            match self.transitions.extend(q, part, &reach, meter) {
                Ok(()) => return Ok(true),
                Err(refuted) => {
                    let added = self.transitions.pairs.split_off(before);
                    for pair in &added {
                        self.transitions.index.remove(pair);
                    }
                    self.transitions.from.truncate(before);
                    q.put(part, NONE);
                    if let Refuted::Exhausted(what) = refuted {
                        return Err(what);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Finds the quotient again, with one more part.
    fn refine<R: Rules>(
        &mut self,
        part: u32,
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        let mut parts = self.parts.clone();
        parts.push(part);
        self.table.begin(parts.clone());
        loop {
            self.table.close(solver, meter)?;
            self.at_least = self.table.sums.len();
            if self.table.commute(solver, meter)? {
                continue;
            }
            let quotient = self.table.quotient(meter)?;
            match proved(&quotient, &parts, solver, meter) {
                Ok(transitions) => {
                    (self.quotient, self.transitions) = (quotient, transitions);
                    return Ok(());
                }
                Err(Refuted::Exhausted(what)) => return Err(what),
                Err(Refuted::By(form)) => {
                    let wrong = misjudged(&quotient, form, solver, meter)?;
                    self.table.learn(&quotient, &wrong, solver, meter)?;
                }
            }
        }
    }
}

fn options_of<R: Rules>(part: u32, solver: &mut Solver<R>) -> Vec<Form> {
    solver.parts.options(&[part]).into_iter().collect()
}

/// The proof that a quotient is right.
fn proved<R: Rules>(
    q: &Quotient,
    parts: &[u32],
    solver: &mut Solver<R>,
    meter: &Meter,
) -> Result<Transitions, Refuted> {
    let mut transitions = Transitions::new(q);
    for &part in parts {
        let reach = q.reach(&options_of(part, solver));
        transitions.extend(q, part, &reach, meter)?;
    }
    Ok(transitions)
}

/// A sum whose outcome is not what the quotient says: the given one or one of its options.
fn misjudged<R: Rules>(
    q: &Quotient,
    form: Form,
    solver: &mut Solver<R>,
    meter: &Meter,
) -> Result<Form, Exhausted> {
    let mut suspects = vec![form.clone()];
    suspects.extend(solver.parts.options(&form));
    for suspect in suspects {
        let said = q.of(&suspect).map(|x| q.is_p(x));
        if said != Some(solver.previous_wins(&suspect, meter)?) {
            return Ok(suspect);
        }
    }
    unreachable!("an outcome that does not follow from those of the options is wrong, or one of theirs is")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Stop;
    use crate::engine::budget::Budget;
    use crate::engine::rules::Options;

    /// An octal game, by its digits.
    struct Octal(Vec<u32>);

    impl Rules for Octal {
        type Key = u32;
        type Mistake = ();

        fn options(&mut self, n: u32, out: &mut Options<u32>) -> Result<(), Stop<()>> {
            for (i, digit) in self.0.iter().enumerate() {
                let k = i as u32 + 1;
                if k == n && digit & 1 != 0 {
                    out.end_option();
                }
                if k < n && digit & 2 != 0 {
                    out.push_part(n - k);
                    out.end_option();
                }
                for a in 1..n.saturating_sub(k) {
                    if digit & 4 != 0 && a <= n - k - a {
                        out.push_part(a);
                        out.push_part(n - k - a);
                        out.end_option();
                    }
                }
            }
            Ok(())
        }
    }

    /// Orders of the partial quotients, and the number of P-elements of the last.
    fn orders(code: &[u32], up_to: u32) -> (Vec<usize>, usize) {
        let mut solver = Solver::new(Octal(code.to_vec()));
        let mut growing = Growing::default();
        let meter = Meter::new(Budget::default());
        let mut orders = vec![];
        for n in 1..=up_to {
            let Ok(form) = solver.form(&[n], &[], &meter) else { panic!("{n}") };
            growing.add(&form, &mut solver, &meter).unwrap();
            orders.push(growing.quotient.order());
        }
        let q = &growing.quotient;
        let p = (0..q.order() as u32).filter(|x| q.is_p(*x)).count();
        (orders, p)
    }

    #[test]
    fn published_orders() {
        let (kayles, p) = orders(&[7, 7], 28);
        assert_eq!((*kayles.last().unwrap(), p), (40, 9));
        let (orders, _) = orders(&[7, 5], 20);
        assert_eq!(*orders.last().unwrap(), 8);
    }
}
