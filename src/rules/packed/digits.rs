//! Keys as digits: the positions of a box, numbered by what is left of their keys when the bits that never change are taken out.

use super::bits::mask;

/// A digit of a key: a number, or stretch of bits that are free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    /// Where it is in a key.
    pub(super) at: u32,
    pub(super) bits: u32,
    /// Its largest value.
    pub(super) most: u64,
    /// What an option may have there at most: where that is more, larger values have places that stay empty.
    pub(super) room: u64,
    /// What each counts for in a place.
    pub(super) step: u64,
    /// Whether it grows in play: larger ones come first.
    pub(super) rises: bool,
}

/// What is at a place of an order: which digit, and whether it grows in play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) digit: usize,
    pub(super) rises: bool,
}

/// A digit that is never larger than another one; or always smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Below {
    pub(super) low: (u32, u32),
    pub(super) high: (u32, u32),
    pub(super) strictly: bool,
}

impl Below {
    pub(super) fn holds(&self, key: u64) -> bool {
        let (low, high) = (value(self.low, key), value(self.high, key));
        low < high || low == high && !self.strictly
    }
}

/// What is in some bits of a key, from one on.
pub(super) fn value((at, bits): (u32, u32), key: u64) -> u64 {
    key >> at & mask(bits) as u64
}

/// The positions of a box numbered without gaps, in few operations a digit.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    /// The bits that are the same in all keys, and what they are.
    fixed: u64,
    base: u64,
    /// What the largest values of the digits that grow in play count for together.
    most: u64,
    digits: Vec<CountedDigit>,
}

#[derive(Clone, Copy, Debug)]
struct CountedDigit {
    at: u32,
    mask: u64,
    most: u64,
    /// What each counts for; less than nothing, modulo 2^64, if it grows in play.
    weight: u64,
}

impl Counted {
    /// How many positions come before one; `None` if it has no place.
    #[inline]
    pub(super) fn before(&self, key: u64) -> Option<u64> {
        let (mut sum, mut fits) = (self.most, key & self.fixed == self.base);
        for d in &self.digits {
            let value = key >> d.at & d.mask;
            fits &= value <= d.most;
            sum = sum.wrapping_add(value.wrapping_mul(d.weight));
        }
        fits.then_some(sum)
    }
}

/// Bits side by side in a key that count like a number in a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) at: u32,
    pub(super) bits: u32,
    /// What each counts for; less than nothing if it grows in play.
    pub(super) step: i64,
}

/// How places are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Steps {
    /// Whatever an option may have in its digits has a place of its own.
    Apart,
    /// The same, with digits that are full joined to one.
    Joined,
    /// Without gaps: what is in the bits of digits must be known to be one.
    Tight,
}

/// How positions of a box are numbered.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    digits: Vec<Digit>,
    runs: Vec<Run>,
    fixed: u64,
    base: u64,
    /// Of the fixed bits, those that a field has: the lengths of lists.
    checked: u64,
    /// The place of the digits 0: not the first where digits grow in play, which count downwards.
    origin: u64,
    /// The order in which digits are: positions with others are void.
    cone: Vec<Below>,
}

/// Bits stand in a place as in a key up to this many, as shifts are quicker than products.
const LOW_BITS: u32 = 11;
/// Positions that differ by one in a digit above those are an odd number of such stretches apart. A processor's cache keeps few
/// lines whose addresses differ by a multiple of 4096: with powers of two Nim on 80, 80, 80 with a pass takes twice as long.
const LINE: u64 = 64;

impl Digit {
    pub(super) fn mask(&self) -> u64 {
        mask(self.bits) as u64
    }

    /// Whether it is all that its bits can be.
    fn is_full(&self) -> bool {
        self.most == self.mask()
    }

    /// Whether another one follows its bits in a key and in a place.
    fn goes_on_with(&self, next: &Digit) -> bool {
        self.at + self.bits == next.at && self.step << self.bits == next.step && self.rises == next.rises
    }

    /// How many values come before one; and the value before which so many come.
    fn counted(&self, value: u64) -> u64 {
        if self.rises { self.most - value } else { value }
    }
}

impl Run {
    pub(super) fn mask(&self) -> u64 {
        mask(self.bits) as u64
    }
}

impl Shape {
    /// The shape of digits in the order of keys, with the bits of a key and those that fields have; `None` if places have more bits
    /// than `most_bits`.
    pub(super) fn new(digits: Vec<Digit>, key: u64, used: u64, most_bits: u32) -> Option<Shape> {
        let bits: u32 = digits.iter().map(|d| d.bits).sum();
        if bits > most_bits || digits.iter().any(|d| d.most > d.mask()) {
            return None;
        }
        Some(Shape::laid_out(digits, (key, used), Steps::Apart))
    }

    /// The same with digits in an order, from the least significant one on; those that are full are joined to one where they
    /// are side by side.
    pub(super) fn in_order(&self, order: &[Place]) -> Shape {
        let digit = |place: &Place| Digit { rises: place.rises, ..self.digits[place.digit] };
        Shape::laid_out(order.iter().map(digit).collect(), (self.base, self.checked), Steps::Joined)
    }

    /// The same without places between those of positions.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn without_gaps(&self) -> Shape {
        Shape::laid_out(self.digits.clone(), (self.base, self.checked), Steps::Tight)
    }

    fn laid_out(digits: Vec<Digit>, (key, used): (u64, u64), steps: Steps) -> Shape {
        let (mut places, mut bits, mut origin, mut size) = (1u64, 0, 0u64, 1);
        let mut joined: Vec<Digit> = vec![];
        let mut runs: Vec<Run> = vec![];
        for digit in digits {
            let step = match bits <= LOW_BITS {
                _ if steps == Steps::Tight => size,
                true => 1 << bits,
                false if digit.is_full() && places == 1 << bits => places,
                false => LINE * (places.div_ceil(LINE) | 1),
            };
            let d = Digit { step, ..digit };
            bits += d.bits;
            size *= d.most + 1;
            places += step * d.room;
            // Whatever is in its bits, a place is none before the first one.
            if d.rises {
                origin += (if steps == Steps::Tight { d.most } else { d.mask() }) * step;
            }
            match joined.last_mut() {
                Some(last)
                    if steps == Steps::Joined && last.is_full() && d.is_full() && last.goes_on_with(&d) =>
                {
                    last.bits += d.bits;
                    last.most = last.mask();
                }
                _ => joined.push(d),
            }
            let run =
                Run { at: d.at, bits: d.bits, step: if d.rises { -(step as i64) } else { step as i64 } };
            match runs.last_mut() {
                Some(last) if last.at + last.bits == d.at && last.step << last.bits == run.step => {
                    last.bits += d.bits;
                }
                _ => runs.push(run),
            }
        }
        let fixed = !runs.iter().fold(0, |all, run| all | run.mask() << run.at);
        Shape { digits: joined, runs, fixed, base: key & fixed, checked: used & fixed, origin, cone: vec![] }
    }

    /// The same without the positions whose digits are in another order than this.
    pub(super) fn within(self, cone: Vec<Below>) -> Shape {
        Shape { cone, ..self }
    }

    /// The order in which digits are.
    pub(super) fn cone(&self) -> &[Below] {
        &self.cone
    }

    pub(super) fn digits(&self) -> &[Digit] {
        &self.digits
    }

    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The bits of fields in which no two keys differ, and what they are.
    pub(super) fn fixed(&self) -> (u64, u64) {
        (self.checked, self.base & self.checked)
    }

    /// How many places there are: more than any that bits of digits can be put together to.
    pub(super) fn places(&self) -> u64 {
        self.digits.iter().map(|d| d.mask() * d.step).sum::<u64>() + 1
    }

    /// How many positions there are; places may be more.
    pub(super) fn size(&self) -> u64 {
        self.digits.iter().map(|d| d.most + 1).product()
    }

    /// How many positions in a row have the same digits except the lower ones and the lower bits of one, for each place to cut.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn stretches(&self) -> Vec<u64> {
        let (mut all, mut size) = (vec![], 1);
        for d in &self.digits {
            all.extend((0..d.bits).map(|bit| size << bit));
            size *= d.most + 1;
        }
        all
    }

    /// The place of the digits 0.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn origin(&self) -> u64 {
        self.origin
    }

    /// The first key.
    pub(super) fn first(&self) -> u64 {
        self.key(0)
    }

    /// The place of a key, if it has one.
    pub(super) fn place(&self, key: u64) -> Option<u64> {
        let fits = |d: &Digit| key >> d.at & d.mask() <= d.most;
        let here = key & self.fixed == self.base && self.digits.iter().all(fits);
        let add = |place: u64, run: &Run| {
            place.wrapping_add((key >> run.at & run.mask()).wrapping_mul(run.step as u64))
        };
        here.then(|| self.runs.iter().fold(self.origin, add))
    }

    /// The same without gaps.
    pub(super) fn counted(&self) -> Counted {
        let (mut size, mut most, mut digits) = (1u64, 0u64, vec![]);
        for d in &self.digits {
            if d.rises {
                most += d.most * size;
            }
            let weight = if d.rises { size.wrapping_neg() } else { size };
            digits.push(CountedDigit { at: d.at, mask: d.mask(), most: d.most, weight });
            size *= d.most + 1;
        }
        Counted { fixed: self.fixed, base: self.base, most, digits }
    }

    /// How many positions come before one that has a place.
    pub(super) fn before(&self, key: u64) -> u64 {
        let digits = self.digits.iter().rev();
        let counted = |d: &Digit| d.counted(key >> d.at & d.mask());
        digits.fold(0, |before, d| before * (d.most + 1) + counted(d))
    }

    /// The key before which this many come.
    pub(super) fn key(&self, before: u64) -> u64 {
        let mut left = before;
        self.digits.iter().fold(self.base, |key, d| {
            let digit = d.counted(left % (d.most + 1));
            left /= d.most + 1;
            key | digit << d.at
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Digits side by side in a key, in another order in a place; with gaps between some of them.
    fn digits() -> impl Strategy<Value = Vec<Digit>> {
        let digit = (1u32..9, any::<(u64, u64)>(), any::<bool>(), any::<bool>(), 0u32..3);
        prop::collection::vec(digit, 1..5).prop_map(|all| {
            let mut end = 0;
            let mut place = |(bits, (most, room), full, rises, gap): (u32, (u64, u64), bool, bool, u32)| {
                let (at, mask) = (end + gap / 2, mask(bits) as u64);
                end = at + bits;
                let most = if full { mask } else { most & mask };
                Digit { at, bits, most, room: most.max(room & mask), step: 0, rises }
            };
            all.into_iter().map(&mut place).collect()
        })
    }

    proptest! {
        #[test]
        fn each_position_has_a_place_of_its_own(
            digits in digits().prop_shuffle(),
            base in any::<u64>(),
            steps in prop::sample::select(vec![Steps::Apart, Steps::Joined, Steps::Tight]),
        ) {
            let shape = Shape::laid_out(digits, (base, u64::MAX), steps);
            prop_assume!(shape.size() < 1 << 18);
            let mut seen = vec![false; shape.places() as usize];
            for before in 0..shape.size() {
                let key = shape.key(before);
                prop_assert_eq!(shape.before(key), before);
                prop_assert_eq!(shape.counted().before(key), Some(before));
                let place = shape.place(key).unwrap() as usize;
                prop_assert!(!std::mem::replace(&mut seen[place], true));
                prop_assert!(steps != Steps::Tight || (place as u64) < shape.size());
            }
            prop_assert!(shape.place(shape.first() ^ (shape.fixed & shape.fixed.wrapping_neg())).is_none());
        }
    }
}
