//! A move as linear clauses: guards, loops, and parts that change with the choices by fixed steps.
//!
//! A rule is brought into this form however it is spelled. What a clause says is exact: the options of a
//! position are those of all its clauses together.

use super::linear::{Linear, NUMBERS, VARIABLES};

/// A clause as it is found: constraints (each form is at least 0) in no particular order.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// The choices, in an order in which each is bounded by the position and the choices before it.
    pub(super) choices: Vec<usize>,
    pub(super) constraints: Vec<Linear>,
    pub(super) parts: Vec<(usize, Vec<Linear>)>,
    pub(super) heaps: Vec<Linear>,
}

/// One of the ways in which a position has options.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::rules::packed) struct Clause {
    /// Forms over the numbers of the position, all at least 0.
    pub(super) guards: Vec<Linear>,
    /// From the outermost to the innermost.
    pub(super) loops: Vec<Loop>,
    /// The parts of each option: the instance and its numbers.
    pub(super) parts: Vec<(usize, Vec<Linear>)>,
    /// Nim-heaps of each option, their sizes.
    pub(super) heaps: Vec<Linear>,
}

/// A choice that runs through all numbers between its bounds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Loop {
    pub(super) variable: usize,
    /// At least each of these, rounded up.
    pub(super) lower: Vec<Bound>,
    /// At most each of these, rounded down.
    pub(super) upper: Vec<Bound>,
}

/// `form / by`
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Bound {
    pub(super) form: Linear,
    pub(super) by: i64,
}

/// A move becomes at most this many clauses; what needs more is left to register code.
const MOST: usize = 64;
/// Choices with so few fixed values are written out.
const WRITTEN_OUT: i64 = 8;

/// The clauses of a draft over numbers that are at least `lows`; `None` if it is too much.
pub(super) fn clauses(draft: Draft, lows: &[i64]) -> Option<Vec<Clause>> {
    written_out(draft.clone(), lows, true).or_else(|| written_out(draft, lows, false))
}

/// The clauses of a draft, in which choices of few values, and forms of choices if wanted, are written out.
fn written_out(draft: Draft, lows: &[i64], forms: bool) -> Option<Vec<Clause>> {
    let mut left = vec![draft];
    let mut done = vec![];
    while let Some(mut draft) = left.pop() {
        draft.solve_equations()?;
        if draft.is_impossible(lows) {
            continue;
        }
        match draft.few_values() {
            Some((variable, from, to)) => {
                for n in from..=to {
                    left.push(draft.with(variable, &Linear::constant(n))?);
                }
            }
            None => match draft.few_values_of_a_form().filter(|_| forms) {
                Some((form, most)) => {
                    for n in 0..=most {
                        left.push(draft.where_equal(&form, n)?);
                    }
                }
                None => done.push(draft.finish(lows)?),
            },
        }
        if left.len() + done.len() > MOST {
            return None;
        }
    }
    Some(done)
}

impl Draft {
    pub(super) fn new() -> Draft {
        Draft { choices: vec![], constraints: vec![], parts: vec![], heaps: vec![] }
    }

    /// Whether a variable is one of its choices.
    pub(super) fn uses(&self, variable: usize) -> bool {
        self.choices.contains(&variable)
    }

    /// The draft where a form is at least 0, too.
    pub(super) fn and(mut self, form: Linear) -> Draft {
        self.constraints.push(form);
        self
    }

    /// The draft with a choice replaced by a form.
    fn with(&self, variable: usize, form: &Linear) -> Option<Draft> {
        let replace = |f: &Linear| f.replace(variable, form);
        let part = |(i, args): &(usize, Vec<Linear>)| {
            Some((*i, args.iter().map(replace).collect::<Option<Vec<_>>>()?))
        };
        Some(Draft {
            choices: self.choices.iter().copied().filter(|c| *c != variable).collect(),
            constraints: self.constraints.iter().map(replace).collect::<Option<_>>()?,
            parts: self.parts.iter().map(part).collect::<Option<_>>()?,
            heaps: self.heaps.iter().map(replace).collect::<Option<_>>()?,
        })
    }

    /// A form that is at least and at most 0 fixes a choice that it contains once.
    fn solve_equations(&mut self) -> Option<()> {
        'again: loop {
            for form in &self.constraints {
                let opposite = form.times(-1)?;
                if !form.has_choice() || !self.constraints.contains(&opposite) {
                    continue;
                }
                let Some(v) = self.choices.iter().copied().rev().find(|v| form.by[*v].abs() == 1) else {
                    continue;
                };
                *self = self.with(v, &form.without(v).times(-form.by[v])?)?;
                continue 'again;
            }
            return Some(());
        }
    }

    /// Whether some constraint can never hold.
    fn is_impossible(&self, lows: &[i64]) -> bool {
        self.constraints.iter().any(|f| most(f, lows).is_some_and(|most| most < 0))
    }

    /// A choice between fixed bounds that allow only few values.
    fn few_values(&self) -> Option<(usize, i64, i64)> {
        self.choices.iter().find_map(|v| {
            let (mut from, mut to) = (i64::MIN, i64::MAX);
            for form in &self.constraints {
                let by = form.by[*v];
                if by != 0 && form.without(*v).is_constant() {
                    match by {
                        1.. => from = from.max(-form.constant.div_euclid(by)),
                        _ => to = to.min(form.constant.div_euclid(-by)),
                    }
                }
            }
            (from > i64::MIN && to < i64::MAX && to.saturating_sub(from) < WRITTEN_OUT)
                .then_some((*v, from, to))
        })
    }

    /// A form of choices that is at least 0 and has only few values, and the largest of them: the remainder of `k mod 3`,
    /// or `j - k` where j runs through `k..k + 1`. One of the choices must follow from a value and the others.
    fn few_values_of_a_form(&self) -> Option<(Linear, i64)> {
        self.constraints.iter().find_map(|form| {
            let follows = self.choices.iter().any(|v| form.by[*v].abs() == 1);
            let sum = |other: &Linear| form.plus(other, 1).filter(Linear::is_constant).map(|s| s.constant);
            let most = self.constraints.iter().filter_map(sum).min()?;
            (follows && (1..WRITTEN_OUT).contains(&most)).then_some((*form, most))
        })
    }

    /// The draft where a form has that value.
    fn where_equal(&self, form: &Linear, value: i64) -> Option<Draft> {
        let above = form.plus(&Linear::constant(-value), 1)?;
        Some(self.clone().and(above).and(above.times(-1)?))
    }

    /// Sorts the constraints to the guards and the bounds of the loops.
    fn finish(self, lows: &[i64]) -> Option<Clause> {
        let mut guards = vec![];
        let mut loops: Vec<Loop> =
            self.choices.iter().map(|v| Loop { variable: *v, lower: vec![], upper: vec![] }).collect();
        for form in self.constraints {
            match loops.iter_mut().rev().find(|l| form.by[l.variable] != 0) {
                Some(l) => {
                    let by = form.by[l.variable];
                    let rest = form.without(l.variable);
                    match by {
                        1.. => l.lower.push(Bound { form: rest.times(-1)?, by }),
                        _ => l.upper.push(Bound { form: rest, by: -by }),
                    }
                }
                None if form.has_choice() => return None,
                None if least(&form, lows).is_some_and(|least| least >= 0) => {}
                None => guards.push(form),
            }
        }
        for l in &mut loops {
            keep_tightest(&mut l.upper, |f, g| is_at_least(g, f, lows));
            keep_tightest(&mut l.lower, |f, g| is_at_least(f, g, lows));
            if l.lower.is_empty() || l.upper.is_empty() {
                return None;
            }
        }
        guards.sort();
        guards.dedup();
        let mut parts = self.parts;
        parts.sort();
        Clause { guards, loops, parts, heaps: self.heaps }.normal()
    }
}

impl Clause {
    /// The same clause with its innermost choice counted from 0 where it has one lower bound, its parts in
    /// order and its choices numbered from outside: rules that say the same mostly look the same then.
    fn normal(mut self) -> Option<Clause> {
        if let Some(l) = self.loops.last()
            && let [Bound { form, by: 1 }] = l.lower.as_slice()
        {
            let (form, x) = (*form, l.variable);
            let from = Linear::variable(x).plus(&form, 1)?;
            self = self.map(&|f| f.replace(x, &from), &|v| v)?;
        }
        let new = |v: usize| self.loops.iter().position(|l| l.variable == v).map_or(v, |i| NUMBERS + i);
        let renumber = |f: &Linear| {
            let mut moved = Linear::constant(f.constant);
            (0..VARIABLES).filter(|v| f.by[*v] != 0).for_each(|v| moved.by[new(v)] = f.by[v]);
            Some(moved)
        };
        self.map(&renumber, &new)
    }

    /// The clause with every form replaced; `to` says what becomes of the variable of a loop.
    fn map(&self, f: &dyn Fn(&Linear) -> Option<Linear>, to: &dyn Fn(usize) -> usize) -> Option<Clause> {
        let all = |forms: &[Linear]| forms.iter().map(f).collect::<Option<Vec<_>>>();
        let bounds = |l: &Loop, bounds: &[Bound]| {
            // With the choice itself on the same side, so that it is replaced like everything else.
            let moved = |b: &Bound| {
                let whole = f(&b.form.plus(&Linear::variable(l.variable), -b.by)?)?;
                Some(Bound { form: whole.without(to(l.variable)), by: b.by })
            };
            let mut moved = bounds.iter().map(moved).collect::<Option<Vec<_>>>()?;
            moved.sort();
            Some(moved)
        };
        let one = |l: &Loop| {
            let (lower, upper) = (bounds(l, &l.lower)?, bounds(l, &l.upper)?);
            Some(Loop { variable: to(l.variable), lower, upper })
        };
        let part = |(i, args): &(usize, Vec<Linear>)| Some((*i, all(args)?));
        let mut clause = Clause {
            guards: all(&self.guards)?,
            loops: self.loops.iter().map(one).collect::<Option<_>>()?,
            parts: self.parts.iter().map(part).collect::<Option<_>>()?,
            heaps: all(&self.heaps)?,
        };
        clause.guards.sort();
        clause.parts.sort();
        clause.heaps.sort();
        Some(clause)
    }

    /// The clause with the two numbers of a position exchanged, where its parts are of instance `own`.
    fn exchanged(&self, own: usize) -> Option<Clause> {
        let swapped = |f: &Linear| {
            let mut f = *f;
            f.by.swap(0, 1);
            Some(f)
        };
        let mut clause = self.map(&swapped, &|v| v)?;
        for (instance, args) in &mut clause.parts {
            if *instance == own {
                args.swap(0, 1);
            }
        }
        clause.parts.sort();
        Some(clause)
    }
}

/// Whether (a, b) and (b, a) have the same options up to the same exchange, so that they have the same value.
pub(super) fn are_symmetric(clauses: &[Clause], own: usize, lows: &[i64]) -> bool {
    let exchanged = || clauses.iter().map(|c| c.exchanged(own)).collect::<Option<Vec<_>>>();
    let [a, b] = lows else { return false };
    a == b
        && exchanged().is_some_and(|mut all| {
            let mut clauses = clauses.to_vec();
            clauses.sort();
            all.sort();
            all == clauses
        })
}

/// The least a form over the numbers of a position can be, if there is one.
fn least(form: &Linear, lows: &[i64]) -> Option<i64> {
    if form.has_choice() || form.by.iter().any(|c| *c < 0) {
        return None;
    }
    Some(lows.iter().zip(form.by).fold(form.constant, |sum, (low, by)| sum + low * by))
}

fn most(form: &Linear, lows: &[i64]) -> Option<i64> {
    least(&form.times(-1)?, lows).map(|n| -n)
}

fn is_at_least(f: &Bound, g: &Bound, lows: &[i64]) -> bool {
    let same_choices = f.form.by[NUMBERS..] == g.form.by[NUMBERS..];
    f.by == g.by
        && same_choices
        && f.form.minus(&g.form).and_then(|d| least(&d, lows)).is_some_and(|least| least >= 0)
}

/// Drops every bound that another one makes superfluous; `tighter(f, g)`: whenever f holds, so does g.
fn keep_tightest(bounds: &mut Vec<Bound>, tighter: impl Fn(&Bound, &Bound) -> bool) {
    bounds.sort();
    bounds.dedup();
    let mut i = 0;
    while i < bounds.len() {
        let superfluous = (0..bounds.len()).any(|j| j != i && tighter(&bounds[j], &bounds[i]));
        if superfluous {
            bounds.remove(i);
        } else {
            i += 1;
        }
    }
}

impl Loop {
    /// First and last value, given those of the variables before it.
    #[inline]
    pub(super) fn range(&self, values: &[i64; VARIABLES]) -> (i64, i64) {
        let lower = self.lower.iter().map(|b| ceiling(b.form.at(values), b.by)).max();
        let upper = self.upper.iter().map(|b| floor(b.form.at(values), b.by)).min();
        (lower.unwrap_or(0), upper.unwrap_or(-1))
    }
}

#[inline]
pub(super) fn floor(n: i64, by: i64) -> i64 {
    if by == 1 { n } else { n.div_euclid(by) }
}

#[inline]
pub(super) fn ceiling(n: i64, by: i64) -> i64 {
    if by == 1 { n } else { -(-n).div_euclid(by) }
}

/// All positions behind one, in one direction, as far as the numbers go: what a rook, a bishop or a queen
/// can reach, and a whole heap of Nim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// Which numbers decrease, by 1 each step.
    pub(super) moving: Vec<bool>,
}

impl Clause {
    /// The line that the options of this clause are, if they are one, of positions of instance `own`.
    pub(super) fn line(&self, own: usize, lows: &[i64]) -> Option<Line> {
        let ([l], [(instance, args)], []) =
            (self.loops.as_slice(), self.parts.as_slice(), self.heaps.as_slice())
        else {
            return None;
        };
        if *instance != own || args.len() != lows.len() {
            return None;
        }
        // How far away an option is: the same form for every number that changes.
        let gap = |k: usize| Linear::variable(k).minus(&args[k]);
        let gaps: Vec<Linear> = (0..args.len()).map(gap).collect::<Option<_>>()?;
        let moving: Vec<bool> = gaps.iter().map(|g| *g != Linear::default()).collect();
        let gap = gaps.iter().zip(&moving).find(|(_, m)| **m)?.0;
        let sign = gap.by[l.variable];
        if sign.abs() != 1 || !gaps.iter().zip(&moving).all(|(g, m)| !m || g == gap) {
            return None;
        }
        // The choice, by the gap t: x = sign * (t - rest). Its bounds become bounds of t.
        let rest = gap.without(l.variable);
        let mut lower = vec![];
        let mut upper = vec![];
        for (bounds, is_lower) in [(&l.lower, true), (&l.upper, false)] {
            for b in bounds {
                if b.by != 1 {
                    return None;
                }
                let bound = rest.plus(&b.form, sign)?;
                if is_lower == (sign > 0) { lower.push(bound) } else { upper.push(bound) }
            }
        }
        let edges = (0..args.len()).filter(|k| moving[*k]);
        let mut edges: Vec<Linear> =
            edges.map(|k| Linear::variable(k).plus(&Linear::constant(-lows[k]), 1)).collect::<Option<_>>()?;
        edges.sort();
        upper.sort();
        (lower == [Linear::constant(1)] && upper == edges).then_some(Line { moving })
    }
}
