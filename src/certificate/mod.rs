//! Certificates of periods, and their checker; those that play ends are in [`ending`]. A certificate is a line of JSON that holds what is needed to see that a
//! period lasts for ever: the rules in normal form, the theorem, its numbers, and the values (see docs/periods.md).
//!
//! The checker is to be believed without believing the solver, so nothing here is shared with it: the rules are read
//! again, each value is compared with the options of its pile, and the conditions of the theorems are written out again.

mod arithmetic;
pub mod ending;
mod growing;
pub mod residues;

use serde::{Deserialize, Serialize};

/// What is in the field `format`.
pub const FORMAT: &str = "fairgame period certificate 1";

/// A proof of a period, as it is written to a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`]
    pub format: String,
    /// The sequence as it was asked for: for readers, not part of the proof.
    pub sequence: String,
    /// The least pile that is a position.
    pub first: u64,
    /// What may be left of a pile.
    pub pieces: Vec<Piece>,
    /// From this pile on every value is the one `period` earlier, plus `saltus`.
    pub start: u64,
    /// The period.
    pub period: u64,
    /// What is added each time.
    pub saltus: i64,
    /// The last pile whose value the proof uses.
    pub needed: u64,
    /// Binary digits of the value whose parity tells common values from rare ones, for fewer comparisons; 0 for none.
    pub mask: u16,
    /// Whether the parity of the pile is added to that.
    pub by_place: bool,
    /// Where values grow: the options of this many piles are looked at.
    #[serde(skip_serializing_if = "is_zero_64", default)]
    pub round: u64,
    /// Where values grow: smaller parts are looked at one by one.
    #[serde(skip_serializing_if = "is_zero_64", default)]
    pub small: u64,
    /// The values of the piles 0, 1, ..., start + period - 1.
    pub values: Vec<u16>,
    /// A checksum of everything else.
    pub checksum: String,
}

/// Some options of every pile from `from` to `until`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The first pile that has them.
    pub from: u64,
    /// The last one, if there is a last.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub until: Option<u64>,
    /// Which remainders the pile and its parts have.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub every: Option<Every>,
    /// A nim-heap beside what is left.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub heap: u16,
    /// Piles of fixed size beside it.
    #[serde(rename = "beside", skip_serializing_if = "Vec::is_empty", default)]
    pub adjacent: Vec<u64>,
    /// How many piles are left: 0, 1, 2 or 3.
    pub piles: u8,
    /// How much is taken.
    #[serde(default)]
    pub take: u64,
    /// The least size of each pile.
    #[serde(skip_serializing_if = "is_zero_64", default)]
    pub least: u64,
    /// The least difference of two piles.
    #[serde(skip_serializing_if = "is_zero_64", default)]
    pub apart: u64,
    /// Whether more may be taken, so that any smaller pile from `least` on is left.
    #[serde(skip_serializing_if = "is_false", default)]
    pub more: bool,
}

fn is_false(x: &bool) -> bool {
    !*x
}

/// Piles of which a number leaves a remainder.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Every {
    /// The number.
    pub modulus: u64,
    /// The remainder.
    pub pile: u64,
    /// The remainder of the smaller of two parts, if it matters.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub small: Option<u64>,
}

impl Piece {
    fn has(&self, n: u64) -> bool {
        let class = self.every.is_none_or(|e| n % e.modulus == e.pile);
        self.from <= n && self.until.is_none_or(|u| n <= u) && class
    }

    /// Whether a pile of m may be split with one part a.
    fn allows(&self, m: u64, a: u64) -> bool {
        let small = a.min(m - a);
        let class = self.every.is_none_or(|e| e.small.is_none_or(|r| small % e.modulus == r));
        small >= self.least && m - 2 * small >= self.apart && class
    }
}

fn is_zero(x: &u16) -> bool {
    *x == 0
}

fn is_zero_64(x: &u64) -> bool {
    *x == 0
}

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It is wrong, or no certificate at all: a sentence.
    Wrong(String),
    /// The time allowed is over; this many piles were right.
    Stopped(u64),
}

type Check<T = ()> = Result<T, Refused>;

/// Longer sequences are not checked.
const LONGEST: u64 = 1 << 28;
/// Up to this pile the checker examines all options; after it, those that the parity of the values allows.
const PLAIN: u64 = 4096;

impl Certificate {
    /// The line for the file, with its checksum.
    pub fn line(mut self) -> String {
        self.checksum = self.sum();
        written(&self)
    }

    fn sum(&self) -> String {
        let plain = written(&Certificate { checksum: String::new(), ..self.clone() });
        format!("{:016x}", fnv(plain.as_bytes()))
    }
}

fn written(c: &Certificate) -> String {
    serde_json::to_string(c).unwrap_or_else(|e| unreachable!("a certificate is plain data: {e}"))
}

/// The hash of Fowler, Noll and Vo, FNV-1a with 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3))
}

/// What a certificate that is accepted proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The sequence as it was asked for.
    pub sequence: String,
    /// From this pile on every value is the one `period` earlier, plus `saltus`.
    pub start: u64,
    /// The period.
    pub period: u64,
    /// What is added each time.
    pub saltus: i64,
    /// The last pile whose value was used.
    pub needed: u64,
}

/// Checks a line of a file. `go_on` is asked now and then, with the number of steps since, whether there is time left.
///
/// # Errors
/// Why it is not accepted.
pub fn verify(line: &str, go_on: &mut dyn FnMut(u64) -> bool) -> Check<Accepted> {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    let no_certificate = |e: serde_json::Error| wrong(format!("this is not a certificate: {e}"));
    let head: Head = serde_json::from_str(line).map_err(no_certificate)?;
    match head.format.as_str() {
        FORMAT => verify_values(serde_json::from_str(line).map_err(no_certificate)?, go_on),
        residues::FORMAT => verify_residues(serde_json::from_str(line).map_err(no_certificate)?),
        other => Err(wrong(format!("the format is `{other}`, not `{FORMAT}` or `{}`", residues::FORMAT))),
    }
}

const CHANGED: &str = "the checksum does not fit: the file was changed or is damaged";

fn verify_residues(c: residues::Certificate) -> Check<Accepted> {
    if c.checksum != c.sum() {
        return Err(wrong(CHANGED.into()));
    }
    c.check()?;
    let needed = c.values.len() as u64 - 1;
    Ok(Accepted { sequence: c.sequence, start: c.start, period: c.period, saltus: c.saltus as i64, needed })
}

impl Accepted {
    fn of(c: Certificate) -> Accepted {
        let Certificate { sequence, start, period, saltus, needed, .. } = c;
        Accepted { sequence, start, period, saltus, needed }
    }
}

fn verify_values(c: Certificate, go_on: &mut dyn FnMut(u64) -> bool) -> Check<Accepted> {
    if c.checksum != c.sum() {
        return Err(wrong(CHANGED.into()));
    }
    plausible(&c)?;
    if c.saltus != 0 {
        return arithmetic::verify(c, go_on);
    }
    let enough = enough(&c).ok_or_else(|| wrong("the numbers are too large".into()))?;
    if c.needed < enough {
        let why = format!("the proof needs the values up to {enough}, and has them up to {}", c.needed);
        return Err(wrong(why));
    }
    let values = Values::of(&c);
    Checker::new(&c, values).all(go_on)?;
    Ok(Accepted::of(c))
}

fn wrong(sentence: String) -> Refused {
    Refused::Wrong(sentence)
}

/// Whether the numbers make sense together.
fn plausible(c: &Certificate) -> Check {
    let fail = |why: &str| Err(wrong(why.into()));
    if c.period == 0 || c.needed >= LONGEST || c.start >= LONGEST || c.period >= LONGEST {
        return fail("the period or a range is 0 or too large to be checked");
    }
    if !(0..1 << 16).contains(&c.saltus) {
        return fail("the saltus is negative or too large to be checked");
    }
    if c.values.len() as u64 != c.start + c.period {
        return fail("there must be a value for each pile below start + period");
    }
    if c.start < c.first || c.pieces.len() > 1 << 16 {
        return fail("the start lies before the first position, or there are too many rules");
    }
    for p in &c.pieces {
        let shape = match p.piles {
            0 => true,
            1 if p.more => p.take > 0 && p.least >= c.first,
            1 => p.take > 0 && p.from >= c.first.saturating_add(p.take),
            2 | 3 => (p.take > 0 || p.least > 0) && p.least >= c.first,
            _ => false,
        };
        let every = p.every.is_none_or(|e| {
            (2..1 << 16).contains(&e.modulus) && e.small.is_none_or(|r| r < e.modulus && p.piles == 2)
        });
        let sizes = [p.from, p.take, p.least, p.apart].iter().all(|x| *x < LONGEST);
        let adjacent = p.adjacent.iter().all(|b| *b >= c.first && *b < p.from);
        if !(shape
            && every
            && sizes
            && (p.piles == 1 || !p.more)
            && adjacent
            && p.from >= c.first
            && p.adjacent.len() < 16)
        {
            return fail("a rule does not lead to smaller piles");
        }
    }
    Ok(())
}

/// The last pile whose value a theorem needs, by the conditions of docs/periods.md.
fn enough(c: &Certificate) -> Option<u64> {
    let lasting: Vec<&Piece> = c.pieces.iter().filter(|p| p.until.is_none()).collect();
    let largest = |f: &dyn Fn(&Piece) -> u64| lasting.iter().map(|p| f(p)).max().unwrap_or(0);
    let take = largest(&|p| if p.piles > 0 && !p.more { p.take } else { 0 });
    let least = largest(&|p| if p.piles > 1 { p.least } else { 0 });
    let apart = largest(&|p| if p.piles == 2 { p.apart } else { 0 });
    let piles = largest(&|p| u64::from(p.piles));
    let regular = c.pieces.iter().map(|p| p.until.map_or(p.from, |u| u.saturating_add(1))).max().unwrap_or(0);
    // Where remainders matter, the theorem is about a multiple of the period, of which the period is then seen.
    let modulus = lasting.iter().filter_map(|p| p.every).try_fold(1, |all, e| multiple(all, e.modulus))?;
    let period = multiple(c.period, modulus)?;
    let seen = if period == c.period { 0 } else { c.period };
    let ordered = lasting.iter().any(|p| p.every.is_some_and(|e| e.small.is_some()));
    let e = c.start.max(1).max(least) - 1;
    let mut last = regular.max(c.first).max(1) - 1;
    last = last.max(match piles {
        0 | 1 => e.checked_add(take)?,
        _ => (2 * e).checked_add(period)?.checked_add(take)?,
    });
    for p in lasting.iter().filter(|p| p.more) {
        // A whole period can be left.
        last = last.max((e + 1).max(p.least) + period + p.take);
    }
    if piles > 1 && (apart > 0 || ordered) {
        last = last.max((2 * e + 2 * period + take + apart).max(1) - 1);
    }
    if piles > 2 {
        last = last.max(3 * e + 2 * period + take);
    }
    last.checked_add(period)?.checked_add(seen)
}

/// The least common multiple, if it is not too large.
fn multiple(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b).filter(|m| *m < LONGEST)
}

/// The values that the certificate claims.
struct Values(Vec<u16>);

impl Values {
    fn of(c: &Certificate) -> Values {
        let mut all = c.values.clone();
        for n in all.len()..=c.needed as usize {
            all.push(all[n - c.period as usize]);
        }
        Values(all)
    }

    fn at(&self, n: u64) -> u16 {
        self.0[n as usize]
    }
}

struct Checker<'a> {
    c: &'a Certificate,
    g: Values,
    /// Values seen among the options of a pile: the pile that saw them last.
    seen: Vec<u64>,
    /// The piles so far whose value is not common.
    rare: Vec<u64>,
    /// The parity of the numbers taken in splits, for `by_place`.
    offset: u64,
    steps: u64,
}

impl<'a> Checker<'a> {
    fn new(c: &'a Certificate, g: Values) -> Checker<'a> {
        let offset = c.pieces.iter().find(|p| p.piles == 2).map_or(0, |p| p.take & 1);
        Checker { c, g, seen: vec![u64::MAX; 1 << 16], rare: vec![], offset, steps: 0 }
    }

    /// Each value is the least that no option has.
    fn all(&mut self, go_on: &mut dyn FnMut(u64) -> bool) -> Check {
        let splits = self.c.pieces.iter().filter(|p| p.piles == 2);
        let even = splits.clone().all(|p| p.take & 1 == self.offset) || !self.c.by_place;
        let parity = self.c.mask != 0 && even && self.c.pieces.iter().all(|p| p.piles < 3 && !p.more);
        for n in self.c.first..=self.c.needed {
            if n < PLAIN || !parity {
                self.plainly(n)?;
            } else {
                self.by_parity(n)?;
            }
            if !self.is_common(n, self.g.at(n)) {
                self.rare.push(n);
            }
            if self.steps > 1 << 24 {
                if !go_on(self.steps) {
                    return Err(Refused::Stopped(n));
                }
                self.steps = 0;
            }
        }
        Ok(())
    }

    fn here(&self, n: u64) -> Vec<(Piece, u16)> {
        let adjacent = |p: &Piece| p.adjacent.iter().fold(p.heap, |x, b| x ^ self.g.at(*b));
        self.c.pieces.iter().filter(|p| p.has(n)).map(|p| (p.clone(), adjacent(p))).collect()
    }

    /// All options one by one.
    fn plainly(&mut self, n: u64) -> Check {
        for (p, x) in self.here(n) {
            let Some(m) = n.checked_sub(p.take) else { continue };
            match p.piles {
                0 => self.see(n, x),
                1 if p.more => (p.least..=m).for_each(|left| self.see(n, x ^ self.g.at(left))),
                1 => self.see(n, x ^ self.g.at(m)),
                2 => {
                    for a in (p.least..=m / 2).filter(|a| p.allows(m, *a)) {
                        self.see(n, x ^ self.g.at(a) ^ self.g.at(m - a));
                    }
                }
                _ => {
                    for a in p.least..=m / 3 {
                        for b in a..=(m - a) / 2 {
                            self.see(n, x ^ self.g.at(a) ^ self.g.at(b) ^ self.g.at(m - a - b));
                        }
                    }
                }
            }
        }
        let v = self.g.at(n);
        if self.seen[usize::from(v)] == n {
            return Err(self.has_option(n, v));
        }
        match (0..v).find(|u| self.seen[usize::from(*u)] != n) {
            Some(u) => Err(self.lacks_option(n, v, u)),
            None => Ok(()),
        }
    }

    fn see(&mut self, n: u64, v: u16) {
        self.seen[usize::from(v)] = n;
        self.steps += 1;
    }

    /// The parity of some digits, plus that of the pile: it adds up over the parts of a split.
    fn is_common(&self, n: u64, v: u16) -> bool {
        let place = u64::from(self.c.by_place) & (n ^ self.offset);
        (u64::from((v & self.c.mask).count_ones()) ^ place) & 1 == 1
    }

    /// All smaller values are found among the first splits. The value itself is looked for among all of them, or, if
    /// a split with that value must have exactly one part that is rare, among those with a rare part.
    fn by_parity(&mut self, n: u64) -> Check {
        let v = self.g.at(n);
        let pieces = self.here(n);
        let splits: Vec<&(Piece, u16)> = pieces.iter().filter(|(p, _)| p.piles == 2).collect();
        for (p, x) in pieces.iter().filter(|(p, _)| p.piles < 2) {
            let Some(m) = n.checked_sub(p.take) else { continue };
            let u = if p.piles == 0 { *x } else { x ^ self.g.at(m) };
            self.see(n, u);
        }
        let mut missing = (0..v).filter(|u| self.seen[usize::from(*u)] != n).count();
        let mut step = 0;
        while missing > 0 {
            let mut more = false;
            for (p, x) in &splits {
                let Some(m) = n.checked_sub(p.take) else { continue };
                let a = p.least + step;
                if a > m / 2 {
                    continue;
                }
                more = true;
                if !p.allows(m, a) {
                    continue;
                }
                let u = x ^ self.g.at(a) ^ self.g.at(m - a);
                if u < v && self.seen[usize::from(u)] != n {
                    missing -= 1;
                }
                self.see(n, u);
            }
            step += 1;
            if !more {
                let u = (0..v).find(|u| self.seen[usize::from(*u)] != n).unwrap_or(0);
                return Err(self.lacks_option(n, v, u));
            }
        }
        if self.seen[usize::from(v)] == n {
            return Err(self.has_option(n, v));
        }
        for (p, x) in splits {
            let Some(m) = n.checked_sub(p.take) else { continue };
            let wanted = v ^ x;
            let hit = |a: u64| p.allows(m, a) && self.g.at(a) ^ self.g.at(m - a) == wanted;
            let found = if self.is_common(n, wanted) {
                self.steps += self.rare.len() as u64;
                self.rare.iter().take_while(|a| **a <= m).any(|a| hit(*a))
            } else {
                self.steps += m / 2;
                (0..=m / 2).any(hit)
            };
            if found {
                return Err(self.has_option(n, v));
            }
        }
        Ok(())
    }

    fn has_option(&self, n: u64, v: u16) -> Refused {
        wrong(format!("a pile of {n} is said to have the value {v}, but a move from it leads to that value"))
    }

    fn lacks_option(&self, n: u64, v: u16, u: u16) -> Refused {
        wrong(format!(
            "a pile of {n} is said to have the value {v}, but no move from it leads to the value {u}"
        ))
    }
}
