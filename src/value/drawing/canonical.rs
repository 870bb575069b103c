//! One code for all sketches of the same land.
//!
//! Spots get colours that say what is around them, refined until nothing changes. Where spots that are met in several
//! places still have equal colours, each of them is tried as the first, and the least code is taken (McKay 1981). Two
//! namings that say the same show a symmetry, and what is symmetric is tried once.

use super::sketch::{Line, Region, Sketch};
use std::sync::Arc;

/// How many namings are compared at most. Beyond that, for very symmetric lands, two sketches of the same land may
/// get different codes: then a position is counted twice, and nothing else happens.
const MOST_NAMINGS: u32 = 2000;

/// Ends a line, and a region.
const END_LINE: u16 = 0;
const END_REGION: u16 = 1;
/// A spot met once is its lives and this; one met in several places is `SPOT + 128 * name + lives`.
const ALONE: u16 = 1;
const NAMED: u16 = 128;

/// The code of a connected, reduced sketch.
pub(super) fn code(sketch: &Sketch) -> Arc<[u16]> {
    let visits = sketch.visits();
    let mut naming = Naming { sketch, visits: &visits, chosen: vec![], best: None, left: MOST_NAMINGS };
    let colours = sketch.lives.iter().zip(&visits).map(|(l, v)| mix(u64::from(*l), *v as u64)).collect();
    naming.search(colours);
    naming.best.map(|leaf| leaf.code).unwrap_or_default().into()
}

/// The sketch of a code.
pub(super) fn decode(code: &[u16]) -> Sketch {
    let (mut sketch, mut region, mut line) = (Sketch::default(), Region::new(), Line::new());
    let mut named: Vec<u16> = vec![];
    for c in code {
        match *c {
            END_LINE => region.push(std::mem::take(&mut line)),
            END_REGION => sketch.regions.push(std::mem::take(&mut region)),
            alone if alone < NAMED => {
                line.push(sketch.lives.len() as u16);
                sketch.lives.push((alone - ALONE) as u8);
            }
            spot => {
                let name = usize::from(spot / NAMED) - 1;
                // Names are given in the order they are met.
                if name == named.len() {
                    named.push(sketch.lives.len() as u16);
                    sketch.lives.push((spot % NAMED) as u8);
                }
                line.push(named[name]);
            }
        }
    }
    sketch
}

struct Naming<'s> {
    sketch: &'s Sketch,
    visits: &'s [usize],
    /// The spots that were made the first of their colour, on the way here.
    chosen: Vec<usize>,
    best: Option<Leaf>,
    left: u32,
}

/// A naming in which all spots that are named have different colours.
struct Leaf {
    code: Vec<u16>,
    named: Vec<u64>,
    chosen: Vec<usize>,
}

impl Naming<'_> {
    /// Goes through the namings. Gives the number of choices to go back to: where a naming says the same as the best one,
    /// what was chosen differently makes no difference, and neither does anything behind it.
    fn search(&mut self, mut colours: Vec<u64>) -> usize {
        let named = self.refine(&mut colours);
        let Some(class) = smallest_class(&named) else { return self.compare(&colours, &named) };
        let depth = self.chosen.len();
        for (_, spot) in class {
            let mut first = colours.clone();
            first[*spot] = mix(first[*spot], 1);
            self.chosen.push(*spot);
            let back = self.search(first);
            self.chosen.pop();
            if back < depth || self.left == 0 {
                return back;
            }
        }
        depth
    }

    /// Compares a naming with the best one so far.
    fn compare(&mut self, colours: &[u64], named: &[(u64, usize)]) -> usize {
        self.left = self.left.saturating_sub(1);
        let code = self.spelled(colours, named);
        let named: Vec<u64> = named.iter().map(|(c, _)| *c).collect();
        let depth = self.chosen.len();
        let Some(best) = &self.best else {
            self.best = Some(Leaf { code, named, chosen: self.chosen.clone() });
            return depth;
        };
        if code < best.code {
            self.best = Some(Leaf { code, named, chosen: self.chosen.clone() });
        } else if code == best.code && named == best.named {
            return self.chosen.iter().zip(&best.chosen).take_while(|(a, b)| a == b).count();
        }
        depth
    }

    /// Colours every spot by what is around it, until no more of those that are named are distinguished. Gives these, in the
    /// order of their colours.
    fn refine(&self, colours: &mut [u64]) -> Vec<(u64, usize)> {
        let spots = (0..colours.len()).filter(|s| self.visits[*s] > 1);
        let mut named: Vec<(u64, usize)> = spots.map(|s| (0, s)).collect();
        let mut seen = vec![0u64; colours.len()];
        let (mut rounds, mut told) = (0, 0);
        loop {
            named.iter_mut().for_each(|(c, s)| *c = colours[*s]);
            named.sort_unstable();
            let now = named.chunk_by(|a, b| a.0 == b.0).count();
            // A first round is not in vain: it puts the spots in an order.
            if now == named.len() || rounds > 1 && now == told {
                return named;
            }
            (rounds, told) = (rounds + 1, now);
            seen.fill(0);
            for region in &self.sketch.regions {
                look_around(region, colours, &mut seen);
            }
            colours.iter_mut().zip(&seen).for_each(|(colour, seen)| *colour = mix(*colour, *seen));
        }
    }

    /// The code, spots named in the order of their colours; all that are named have different ones.
    fn spelled(&self, colours: &[u64], named: &[(u64, usize)]) -> Vec<u16> {
        let spell = |s: &u16| {
            let (s, lives) = (usize::from(*s), u16::from(self.sketch.lives[usize::from(*s)]));
            match named.binary_search(&(colours[s], s)) {
                Ok(name) => NAMED * (name as u16 + 1) + lives,
                Err(_) => ALONE + lives,
            }
        };
        let mut regions: Vec<Vec<u16>> = vec![];
        for region in &self.sketch.regions {
            let there: Vec<Vec<u16>> = region.iter().map(|line| line.iter().map(spell).collect()).collect();
            let back = there.iter().map(|word| word.iter().rev().copied().collect()).collect();
            regions.push(region_code(there).min(region_code(back)));
        }
        regions.sort_unstable();
        renamed(regions.concat())
    }
}

/// A region's lines, each read from where it is least, in order.
fn region_code(lines: Vec<Vec<u16>>) -> Vec<u16> {
    let mut lines: Vec<Vec<u16>> = lines.into_iter().map(least_rotation).collect();
    lines.sort_unstable();
    let mut code: Vec<u16> = lines.into_iter().flat_map(|line| line.into_iter().chain([END_LINE])).collect();
    code.push(END_REGION);
    code
}

fn least_rotation(word: Vec<u16>) -> Vec<u16> {
    let from = |at: usize| word[at..].iter().chain(&word[..at]);
    let least = (0..word.len()).min_by(|a, b| from(*a).cmp(from(*b))).unwrap_or(0);
    from(least).copied().collect()
}

/// The same code with names in the order they are met.
fn renamed(mut code: Vec<u16>) -> Vec<u16> {
    let mut names: Vec<u16> = vec![];
    for c in code.iter_mut().filter(|c| **c >= NAMED) {
        let (name, lives) = (*c / NAMED, *c % NAMED);
        let at = names.iter().position(|n| *n == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        *c = NAMED * (at as u16 + 1) + lives;
    }
    code
}

/// The smallest set of spots with the same colour, if there is one of several.
fn smallest_class(named: &[(u64, usize)]) -> Option<&[(u64, usize)]> {
    named.chunk_by(|a, b| a.0 == b.0).filter(|class| class.len() > 1).min_by_key(|class| class.len())
}

/// A factor for hashes of words that are read cyclically, and its inverse modulo 2^64.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
const STEP_BACK: u64 = inverse(STEP);

/// The inverse of an odd number modulo 2^64, by Newton's method: each round doubles the digits that are right.
const fn inverse(a: u64) -> u64 {
    let (mut x, mut round) = (a, 0);
    while round < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(a.wrapping_mul(x)));
        round += 1;
    }
    x
}

/// Adds up, for each spot, what is seen from its places in a region: its line read from there, in either direction, and
/// all lines of the region.
fn look_around(region: &Region, colours: &[u64], seen: &mut [u64]) {
    let views: Vec<Vec<[u64; 2]>> = region.iter().map(|line| views(line, colours)).collect();
    let whole = [0, 1].map(|direction| {
        let line = |views: &Vec<[u64; 2]>| views.iter().map(|v| v[direction]).min().unwrap_or(0);
        views.iter().map(|v| mix(line(v), 0)).fold(0, u64::wrapping_add)
    });
    for (line, views) in region.iter().zip(&views) {
        for (spot, view) in line.iter().zip(views) {
            let (there, back) = (mix(whole[0], view[0]), mix(whole[1], view[1]));
            let sum = &mut seen[usize::from(*spot)];
            *sum = sum.wrapping_add(mix(there.min(back), there.max(back)));
        }
    }
}

/// For each place of a line a hash of the colours met from there on, forwards and backwards.
fn views(line: &Line, colours: &[u64]) -> Vec<[u64; 2]> {
    let length = line.len();
    let colour = |at: usize| colours[usize::from(line[at])];
    // The sum of colour times STEP^i: going on by a place takes one out at one end and puts it in at the other.
    let (mut there, mut back, mut power) = (0u64, 0u64, 1u64);
    for i in 0..length {
        there = there.wrapping_add(colour(i).wrapping_mul(power));
        back = back.wrapping_add(colour((length - i) % length).wrapping_mul(power));
        power = power.wrapping_mul(STEP);
    }
    let last = power.wrapping_mul(STEP_BACK);
    let mut views = Vec::with_capacity(length);
    for at in 0..length {
        views.push([mix(there, length as u64), mix(back, length as u64)]);
        let next = colour((at + 1) % length);
        there = there.wrapping_sub(colour(at)).wrapping_mul(STEP_BACK);
        there = there.wrapping_add(colour(at).wrapping_mul(last));
        back = back.wrapping_sub(next.wrapping_mul(last)).wrapping_mul(STEP).wrapping_add(next);
    }
    views
}

/// A colour made of two: what differs, differs afterwards too, except by bad luck of one in 2^64, which only costs time.
fn mix(a: u64, b: u64) -> u64 {
    let mut x = a.rotate_left(23) ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (x >> 29)
}
