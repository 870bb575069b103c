//! The search for a period in values that are given, and what is enough to know that it lasts.

use super::form::{Form, Left};
use super::repeats::Repetition;

/// Why a period holds for ever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theorem {
    /// Every value depends on boundedly many before it, and those have repeated: the pigeonhole principle.
    Window,
    /// Guy and Smith 1956: a larger part of every split is itself in the periodic range.
    GuySmith,
    /// The same where the two parts of a split must differ: see docs/periods.md.
    Unequal,
    /// The same with splits into three.
    Three,
    /// Any number may be taken, but the values do not grow: what may be left has every value that occurs.
    Bounded,
    /// No residue that a move can take leads from a value to itself: see docs/periods.md.
    Residues,
    /// The same where the values grow by a saltus with every period.
    ResiduesGrow,
    /// Any number may be taken, or three piles left, and the values grow by a saltus with every period.
    Arithmetic,
    /// The periods of the piles in a sum are proved, and the sum repeats with all of them.
    Sums,
}

impl Theorem {
    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Theorem::Window => "the values as far back as a move reaches have repeated",
            Theorem::GuySmith => "theorem of Guy and Smith (1956)",
            Theorem::Unequal => "theorem of Guy and Smith, for splits into unequal piles",
            Theorem::Three => "theorem of Guy and Smith, for splits into three",
            Theorem::Bounded => "a large pile can be left with every value that occurs",
            Theorem::Residues => "no move leads from a residue to one with the same value",
            Theorem::ResiduesGrow => "the values of what may be left grow by the same, for each residue",
            Theorem::Arithmetic => "the values grow by the same with every period",
            Theorem::Sums => "the periods of all its piles are proved",
        }
    }
}

/// A period that holds for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// From where on, how long, and how much is added each time.
    pub repetition: Repetition,
    /// Why.
    pub theorem: Theorem,
    /// The last pile whose value the proof uses.
    pub needed: u64,
    /// What else a checker needs where the values grow.
    pub growth: Option<Growth>,
}

/// Where to look in a proof for values that grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The options of this many piles are looked at.
    pub round: u64,
    /// Parts of splits below this count as small.
    pub small: u64,
}

/// What is enough for a proof that `start` and `period` are for ever; `None` if no theorem applies to such rules.
///
/// The conditions are those of docs/periods.md, where they are proved. `e` is the last exception, at least 0 and at
/// least one less than the least part of a split. Where rules speak of remainders, the theorems are about a multiple of the
/// period and of what they are remainders of.
pub fn enough(form: &Form, start: u64, period: u64) -> Option<(Theorem, u64)> {
    let multiple = form.multiple(period)?;
    let (theorem, last) = enough_for(form, start, multiple)?;
    if multiple == period { Some((theorem, last)) } else { Some((theorem, last.checked_add(period)?)) }
}

fn enough_for(form: &Form, start: u64, period: u64) -> Option<(Theorem, u64)> {
    let mut theorem = Theorem::Window;
    let (mut take, mut least, mut apart, mut unequal) = (0, 0, 0u64, false);
    let (mut three, mut below) = (false, vec![]);
    for piece in form.lasting() {
        take = take.max(piece.left.take().unwrap_or(0));
        match piece.left {
            Left::Nothing | Left::One { .. } => {}
            Left::Below { take, least } => below.push((take, least)),
            Left::Two { least: l, apart: d, .. } => {
                (least, apart) = (least.max(l), apart.max(d));
                unequal |= d > 0 || piece.when.small.is_some();
                theorem = if theorem == Theorem::Window { Theorem::GuySmith } else { theorem };
            }
            Left::Three { least: l, .. } => {
                least = least.max(l);
                three = true;
            }
        }
    }
    let e = start.max(form.first).max(1).max(least) - 1;
    let mut last = form.regular_from().saturating_sub(1);
    for (take, least) in &below {
        last = last.max((e + 1).max(*least).checked_add(*take)?.checked_add(period)?);
    }
    if theorem == Theorem::Window && !three {
        last = last.max(e + take);
        // With no exception at all, the values from 0 on are those of a window, too.
        let theorem = if below.is_empty() { theorem } else { Theorem::Bounded };
        return Some((theorem, last.checked_add(period)?));
    }
    last = last.max(2 * e + period + take);
    if unequal {
        theorem = Theorem::Unequal;
        last = last.max((2 * e + 2 * period + take + apart).saturating_sub(1));
    }
    if three {
        theorem = Theorem::Three;
        last = last.max(3 * e + 2 * period + take);
    }
    if !below.is_empty() {
        theorem = Theorem::Bounded;
    }
    Some((theorem, last.checked_add(period)?))
}

/// What a search through the values found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A period that is proved by the values there are.
    Proved(Proof),
    /// What looks like one, and the last pile whose value a proof would need.
    Likely(u64),
    /// Nothing yet.
    Nothing,
}

/// Looks for a period at the end of the values.
///
/// For each length p, the range from which on values agree with those p later is found from the end. A longer p is
/// only of use if its range begins earlier than that of all shorter ones, so it must agree in the place before the
/// earliest beginning so far: without this test, values that nearly have a period take quadratic time.
pub(super) fn search(form: &Form, g: &[u16]) -> Found {
    let n = g.len();
    let tail = 64.min(n / 4);
    let mut earliest: Option<usize> = None;
    let mut likely = Found::Nothing;
    for p in 1..n / 2 {
        if g[n - 1 - p] != g[n - 1] || g[n - 2 - p] != g[n - 2] {
            continue;
        }
        match earliest {
            Some(0) => break,
            Some(s) if s - 1 + p >= n || g[s - 1] != g[s - 1 + p] => continue,
            _ => {}
        }
        if g[n - tail - p..n - p] != g[n - tail..] {
            continue;
        }
        let start = agree_from(g, p);
        let Some((theorem, needed)) = enough(form, start as u64, p as u64) else { return Found::Nothing };
        if needed < n as u64 {
            let start = start.max(form.first as usize);
            let repetition = Repetition { start, period: p, saltus: 0 };
            return Found::Proved(Proof { repetition, theorem, needed, growth: None });
        }
        if earliest.is_none_or(|s| start < s) {
            earliest = Some(start);
            likely = match likely {
                Found::Likely(other) => Found::Likely(other.min(needed)),
                _ => Found::Likely(needed),
            };
        }
    }
    likely
}

/// The first place from which on every value is the one p later.
fn agree_from(g: &[u16], p: usize) -> usize {
    let (mut early, mut late) = (&g[..g.len() - p], &g[p..]);
    while let (Some((a, x)), Some((b, y))) = (early.split_last_chunk::<64>(), late.split_last_chunk::<64>()) {
        if x != y {
            break;
        }
        (early, late) = (a, b);
    }
    let same = early.iter().rev().zip(late.iter().rev()).take_while(|(x, y)| x == y).count();
    early.len() - same
}
