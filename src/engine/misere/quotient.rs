//! The misère quotient: which positions of a set of games can stand for each other in every sum of them.
//! (T. E. Plambeck 2005, "Taming the wild in impartial combinatorial games"; T. E. Plambeck and A. N. Siegel 2008,
//! "Misère quotients for impartial games")
//!
//! Two sums X, Y of given parts are equivalent if X + Z and Y + Z have the same outcome for every sum Z of these parts.
//! The classes form a commutative monoid, the quotient, and which classes hold the P-positions decides every outcome. It
//! is found in two steps that check each other: a table of outcomes is refined until it looks like a monoid
//! (`Table`, after D. Angluin 1987), and then it is *proved* right for all sums, of any size (`Transitions`). A
//! sum on which the proof fails refines the table.

use super::bits::Bits;
use super::forms::{Form, sum};
use super::outcome::Solver;
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::rules::Rules;
use std::collections::HashMap;
use std::rc::Rc;

/// A finite commutative monoid with its P-portion, and the element of each part.
#[derive(Clone, Debug)]
pub struct Quotient {
    order: usize,
    /// The product of x and y is at `x * order + y`. Element 0 is the identity.
    products: Rc<Vec<u32>>,
    p: Rc<Bits>,
    /// By number of the part; `NONE` if it does not belong to the quotient.
    elements: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Quotient {
    /// The quotient of no parts at all: one element, which is won by whoever is to move.
    fn trivial() -> Quotient {
        Quotient { order: 1, products: Rc::new(vec![0]), p: Rc::new(Bits::new(1)), elements: vec![] }
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Whether the positions of an element are P-positions.
    pub fn is_p(&self, element: u32) -> bool {
        self.p.has(element as usize)
    }

    /// The product of two elements.
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.products[x as usize * self.order + y as usize]
    }

    /// The element of a form, if all its parts belong to the quotient.
    pub fn of(&self, form: &[u32]) -> Option<u32> {
        form.iter().try_fold(0, |x, part| match self.elements.get(*part as usize) {
            None | Some(&NONE) => None,
            Some(&y) => Some(self.times(x, y)),
        })
    }

    /// For a part with these options: the elements z beside which it has a move to a P-position.
    fn reach(&self, options: &[Form]) -> Bits {
        let mut reach = Bits::new(self.order);
        let to: std::collections::BTreeSet<u32> = options.iter().filter_map(|o| self.of(o)).collect();
        for z in 0..self.order {
            if to.iter().any(|e| self.is_p(self.times(z as u32, *e))) {
                reach.add(z);
            }
        }
        reach
    }

    fn put(&mut self, part: u32, element: u32) {
        if self.elements.len() <= part as usize {
            self.elements.resize(part as usize + 1, NONE);
        }
        self.elements[part as usize] = element;
    }
}

/// All that happens to sums of the parts, as far as outcomes are concerned: for each sum X the pair of its element x and of
/// the set of elements z such that X, beside z, has a move to a P-position. These pairs are finitely many and form a
/// monoid as well. The outcomes that the quotient tells are right for every sum if and only if they are right
/// for these: by induction on the length of play.
#[derive(Debug, Default)]
struct Transitions {
    pairs: Vec<(u32, Bits)>,
    index: HashMap<(u32, Bits), u32>,
    /// How each pair came about: from which, by adding which part.
    from: Vec<(u32, u32)>,
}

/// Why a quotient is not proved.
enum Refuted {
    /// The outcome of this sum does not follow from those of its options.
    By(Form),
    Exhausted(Exhausted),
}

impl From<Exhausted> for Refuted {
    fn from(what: Exhausted) -> Refuted {
        Refuted::Exhausted(what)
    }
}

impl Transitions {
    /// Nothing but the sum of no parts.
    fn new(q: &Quotient) -> Transitions {
        let nothing = (0, Bits::new(q.order));
        Transitions {
            index: HashMap::from([(nothing.clone(), 0)]),
            pairs: vec![nothing],
            from: vec![(0, NONE)],
        }
    }

    fn bytes(&self, q: &Quotient) -> u64 {
        (self.pairs.len() * (2 * q.order.div_ceil(64) * 8 + 120)) as u64
    }

    /// Adds all sums with some copies of one more part.
    fn extend(&mut self, q: &Quotient, part: u32, reach: &Bits, meter: &Meter) -> Result<(), Refuted> {
        let x = q.elements[part as usize];
        if self.index.contains_key(&(x, reach.clone())) && q.p.has(x as usize) != reach.has(0) {
            return Ok(());
        }
        let mut next = 0;
        while next < self.pairs.len() {
            let (y, there) = &self.pairs[next];
            let mut both = Bits::new(q.order);
            for z in 0..q.order {
                let (zx, zy) = (q.times(z as u32, x), q.times(z as u32, *y));
                if there.has(zx as usize) || reach.has(zy as usize) {
                    both.add(z);
                }
            }
            let pair = (q.times(x, *y), both);
            if q.is_p(pair.0) == pair.1.has(0) {
                return Err(Refuted::By(sum(&self.word(next as u32), &[part])));
            }
            if !self.index.contains_key(&pair) {
                self.index.insert(pair.clone(), self.pairs.len() as u32);
                self.pairs.push(pair);
                self.from.push((next as u32, part));
                meter.memory(self.bytes(q))?;
            }
            meter.ticks_of(q.order as u32)?;
            next += 1;
        }
        Ok(())
    }

    /// A sum with this pair.
    fn word(&self, pair: u32) -> Form {
        let mut form = Form::new();
        let mut at = pair;
        while at != 0 {
            let (before, part) = self.from[at as usize];
            form.push(part);
            at = before;
        }
        form.sort_unstable();
        form
    }
}

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

    /// Finds the quotient anew, with one more part.
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

/// Outcomes of sums beside contexts. Sums with different rows are in different classes.
#[derive(Debug, Default)]
struct Table {
    parts: Vec<u32>,
    contexts: Vec<Form>,
    /// One sum for each row; the first is nothing.
    sums: Vec<Form>,
    rows: HashMap<Bits, u32>,
    /// The row of each sum with one more part, by part, and the sum with the same row.
    steps: Vec<Vec<Bits>>,
    leads: Vec<Vec<u32>>,
}

impl Table {
    /// Starts with the sums and contexts of the last quotient, which all differ.
    fn begin(&mut self, parts: Vec<u32>) {
        if self.contexts.is_empty() {
            self.contexts.push(vec![]);
            self.sums.push(vec![]);
        }
        self.steps = vec![vec![]; parts.len()];
        self.parts = parts;
    }

    /// Adds sums until every sum with one more part has the row of one of them.
    fn close<R: Rules>(&mut self, solver: &mut Solver<R>, meter: &Meter) -> Result<(), Exhausted> {
        self.rows.clear();
        for i in 0..self.sums.len() {
            let mut row = Bits::default();
            self.fill(&mut row, &self.sums[i].clone(), solver, meter)?;
            self.rows.insert(row, i as u32);
        }
        self.leads = vec![vec![]; self.parts.len()];
        let mut next = 0;
        while next < self.sums.len() {
            for p in 0..self.parts.len() {
                let more = joined(&self.sums[next], self.parts[p]);
                let mut row = self.steps[p].get(next).cloned().unwrap_or_default();
                self.fill(&mut row, &more, solver, meter)?;
                let to = match self.rows.get(&row) {
                    Some(to) => *to,
                    None => {
                        self.rows.insert(row.clone(), self.sums.len() as u32);
                        self.sums.push(more);
                        self.sums.len() as u32 - 1
                    }
                };
                self.leads[p].push(to);
                if next < self.steps[p].len() { self.steps[p][next] = row } else { self.steps[p].push(row) }
            }
            let cells = (self.sums.len() * self.parts.len() * (self.contexts.len() / 8 + 64)) as u64;
            meter.memory(cells)?;
            next += 1;
        }
        Ok(())
    }

    /// Fills a row up to the last context.
    fn fill<R: Rules>(
        &self,
        row: &mut Bits,
        form: &[u32],
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        for context in &self.contexts[row.len()..] {
            meter.tick()?;
            row.push(solver.previous_wins(&sum(form, context), meter)?);
        }
        Ok(())
    }

    /// Looks for a sum and two parts that lead to different rows in different order; the reason is a new context.
    fn commute<R: Rules>(&mut self, solver: &mut Solver<R>, meter: &Meter) -> Result<bool, Exhausted> {
        for a in 0..self.parts.len() {
            for b in 0..a {
                for s in 0..self.sums.len() {
                    let (sa, sb) = (self.leads[a][s] as usize, self.leads[b][s] as usize);
                    let (ab, ba) = (self.leads[b][sa], self.leads[a][sb]);
                    if ab == ba {
                        continue;
                    }
                    let different = self.steps[b][sa].first_difference(&self.steps[a][sb]);
                    let different = different.unwrap_or_else(|| unreachable!("rows of two sums differ"));
                    let context = self.contexts[different].clone();
                    let (pa, pb) = (self.parts[a], self.parts[b]);
                    let both = sum(&sum(&self.sums[s], &[pa, pb]), &context);
                    let truth = solver.previous_wins(&both, meter)?;
                    let part = if truth == self.steps[b][sa].has(different) { pa } else { pb };
                    self.add_context(sum(&context, &[part]));
                    return Ok(true);
                }
            }
            meter.ticks_of((a * self.sums.len()) as u32)?;
        }
        Ok(false)
    }

    fn add_context(&mut self, context: Form) {
        assert!(!self.contexts.contains(&context), "a context that tells apart what no other does is new");
        self.contexts.push(context);
    }

    /// The monoid that the table looks like.
    fn quotient(&self, meter: &Meter) -> Result<Quotient, Exhausted> {
        let order = self.sums.len();
        meter.memory((order * order * 4) as u64)?;
        let (mut products, mut p) = (vec![0; order * order], Bits::new(order));
        for (y, form) in self.sums.iter().enumerate() {
            for x in 0..order {
                let place = |part: &u32| self.parts.iter().position(|p| p == part);
                let step = |z: u32, part: &u32| place(part).map_or(z, |p| self.leads[p][z as usize]);
                products[x * order + y] = form.iter().fold(x as u32, step);
            }
            meter.ticks_of((order * form.len()) as u32)?;
        }
        for (row, x) in &self.rows {
            if row.has(0) {
                p.add(*x as usize);
            }
        }
        let mut q = Quotient { order, products: Rc::new(products), p: Rc::new(p), elements: vec![] };
        for (p, part) in self.parts.iter().enumerate() {
            q.put(*part, self.leads[p][0]);
        }
        Ok(q)
    }

    /// A context from a sum that the quotient misjudges: taking its parts one by one, somewhere the sum that stands for
    /// those taken, beside those not taken yet, gets another outcome.
    fn learn<R: Rules>(
        &mut self,
        q: &Quotient,
        wrong: &[u32],
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        let mut here = 0u32;
        let mut truth = solver.previous_wins(wrong, meter)?;
        for (i, part) in wrong.iter().enumerate() {
            here = q.times(here, q.elements[*part as usize]);
            let rest = &wrong[i + 1..];
            let next = solver.previous_wins(&sum(&self.sums[here as usize], rest), meter)?;
            if next != truth {
                self.add_context(rest.to_vec());
                return Ok(());
            }
            truth = next;
        }
        unreachable!("what stands for a sum has the outcome that the quotient says")
    }
}

/// A multiset with one more part; unlike in a form, nothing is left out, so that every sum of the table grew from another.
fn joined(form: &[u32], part: u32) -> Form {
    let mut more = form.to_vec();
    more.insert(form.partition_point(|p| *p <= part), part);
    more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::budget::Budget;
    use crate::engine::rules::Options;

    /// An octal game, by its digits.
    struct Octal(Vec<u32>);

    impl Rules for Octal {
        type Key = u32;
        type Fault = ();

        fn options(&mut self, n: u32, out: &mut Options<u32>) -> Result<(), ()> {
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
