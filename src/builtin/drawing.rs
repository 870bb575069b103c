//! Sprouts: the curves that can be added to a drawing.

pub use crate::value::drawing::MOST_LIVES;
use crate::value::drawing::{Drawing, Line, MOST_SPOTS, Region, Sketch};
use std::collections::BTreeSet;

/// A drawing with more curves than this to add is too large to work with.
const MOST_CURVES: usize = 200_000;
const TOO_LARGE: &str = "this drawing is too large: there are too many ways to add a curve";

/// All drawings with one more curve, from a spot to another or back to itself. It takes a life of either end, and has a
/// new spot on it with `lives` of its own.
///
/// A curve between two lines of a region makes them one. A curve between two places of a line cuts the region in two,
/// and each of the other lines may lie on either side.
///
/// # Errors
/// If there are too many curves.
pub fn curves(drawing: &Drawing, lives: u8) -> Result<BTreeSet<Drawing>, String> {
    let mut found = BTreeSet::new();
    let mut before = None;
    let too_large = |land: &Sketch| land.lives.len() > 2 * MOST_SPOTS;
    if drawing.sketches().any(|land| too_large(&land)) {
        return Err(TOO_LARGE.into());
    }
    for (i, land) in drawing.sketches().enumerate() {
        if before.as_ref() == Some(&land) {
            continue;
        }
        let visits = land.visits();
        for at in 0..land.regions.len() {
            let region = Curves { land: &land, visits: &visits, at, lives };
            region.each(&mut |land| {
                found.insert(drawing.redrawn(i, land));
                if found.len() > MOST_CURVES {
                    return Err(TOO_LARGE.to_string());
                }
                Ok(())
            })?;
        }
        before = Some(land);
    }
    Ok(found)
}

type Sink<'f> = dyn FnMut(Sketch) -> Result<(), String> + 'f;
/// Takes the lines on one side of a curve and those on the other.
type Sides<'f> = dyn FnMut(&[Line], &[Line]) -> Result<(), String> + 'f;

/// The curves within one region.
struct Curves<'s> {
    land: &'s Sketch,
    visits: &'s [usize],
    at: usize,
    lives: u8,
}

impl Curves<'_> {
    fn each(&self, sink: &mut Sink<'_>) -> Result<(), String> {
        let groups = self.groups();
        for (g, group) in groups.iter().enumerate() {
            self.within(group[0], &groups, sink)?;
            if let [first, second, ..] = group[..] {
                self.between(first, second, sink)?;
            }
            for other in &groups[g + 1..] {
                self.between(group[0], other[0], sink)?;
            }
        }
        Ok(())
    }

    fn region(&self) -> &Region {
        &self.land.regions[self.at]
    }

    /// The lines of the region; those that look the same and have no spot that is met elsewhere are interchangeable.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<(Option<Vec<u8>>, Vec<usize>)> = vec![];
        for (i, line) in self.region().iter().enumerate() {
            let alone = line.iter().all(|s| self.visits[usize::from(*s)] == 1);
            // Lines come in canonical form: what is the same looks the same.
            let look = alone.then(|| line.iter().map(|s| self.land.lives[usize::from(*s)]).collect());
            match groups.iter_mut().find(|(l, _)| l.is_some() && *l == look) {
                Some((_, group)) => group.push(i),
                None => groups.push((look, vec![i])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Lives after a curve from one spot to another; `None` if they have not enough. The new spot comes last.
    fn spent(&self, from: u16, to: u16) -> Option<Vec<u8>> {
        let mut lives = self.land.lives.clone();
        for spot in [from, to] {
            let left = &mut lives[usize::from(spot)];
            *left = left.checked_sub(1)?;
        }
        lives.push(self.lives);
        Some(lives)
    }

    fn new_spot(&self) -> u16 {
        self.land.lives.len() as u16
    }

    fn draw(&self, lives: Vec<u8>, regions: [Region; 2], sink: &mut Sink<'_>) -> Result<(), String> {
        let others =
            self.land.regions.iter().enumerate().filter(|(i, _)| *i != self.at).map(|(_, r)| r.clone());
        sink(Sketch { lives, regions: others.chain(regions).collect() })
    }

    /// Curves from one line to another.
    fn between(&self, a: usize, b: usize, sink: &mut Sink<'_>) -> Result<(), String> {
        let region = self.region();
        let rest: Region =
            region.iter().enumerate().filter(|(i, _)| *i != a && *i != b).map(|(_, l)| l.clone()).collect();
        for i in 0..region[a].len() {
            for k in 0..region[b].len() {
                let Some(lives) = self.spent(region[a][i], region[b][k]) else { continue };
                // Once round the first line, over the curve, once round the second, and back over the curve.
                let mut line = round(&region[a], i);
                line.push(self.new_spot());
                line.extend(round(&region[b], k));
                line.push(self.new_spot());
                let whole = rest.iter().cloned().chain([line]).collect();
                self.draw(lives, [whole, vec![]], sink)?;
            }
        }
        Ok(())
    }

    /// Curves from one place of a line to another, or back to the same.
    fn within(&self, a: usize, groups: &[Vec<usize>], sink: &mut Sink<'_>) -> Result<(), String> {
        let line = &self.region()[a];
        for i in 0..line.len() {
            for k in i..line.len() {
                let Some(lives) = self.spent(line[i], line[k]) else { continue };
                let mut inside: Line = line[i..=k].to_vec();
                let mut outside: Line = if i == k { round(line, i) } else { line[k..].to_vec() };
                if i != k {
                    outside.extend(&line[..=i]);
                }
                inside.push(self.new_spot());
                outside.push(self.new_spot());
                self.shared(a, groups, &mut |one, other| {
                    let inner = one.iter().chain([&inside]).cloned().collect();
                    let outer = other.iter().chain([&outside]).cloned().collect();
                    self.draw(lives.clone(), [inner, outer], sink)
                })?;
            }
        }
        Ok(())
    }

    /// All ways to put the other lines of the region on two sides.
    fn shared(&self, without: usize, groups: &[Vec<usize>], each: &mut Sides<'_>) -> Result<(), String> {
        let groups: Vec<Vec<&Line>> = groups
            .iter()
            .map(|g| g.iter().filter(|i| **i != without).map(|i| &self.region()[*i]).collect())
            .collect();
        let ways = groups.iter().try_fold(1usize, |all, g: &Vec<&Line>| all.checked_mul(g.len() + 1));
        if ways.is_none_or(|ways| ways > MOST_CURVES) {
            return Err(TOO_LARGE.into());
        }
        let mut taken = vec![0; groups.len()];
        loop {
            let side = |first: bool| -> Vec<Line> {
                let part = |(g, n): (&Vec<&Line>, &usize)| -> Vec<Line> {
                    let lines = if first { &g[..*n] } else { &g[*n..] };
                    lines.iter().map(|l| (*l).clone()).collect()
                };
                groups.iter().zip(&taken).flat_map(part).collect()
            };
            each(&side(true), &side(false))?;
            let Some(next) = (0..groups.len()).find(|i| taken[*i] < groups[*i].len()) else { return Ok(()) };
            taken[..next].fill(0);
            taken[next] += 1;
        }
    }
}

/// Once round a line from a place, back to the spot there.
fn round(line: &[u16], at: usize) -> Line {
    let mut all = [&line[at..], &line[..at]].concat();
    if line.len() > 1 {
        all.push(line[at]);
    }
    all
}
