//! Which places of an axis have a name: round numbers, or every word that there is room for. One rule for both axes.

use super::sheet::wide;
use crate::layout::width;

/// An axis with no more places than this names each of them, unless they are numbers.
const SHORT: usize = 30;

/// The places of an axis that are named, and how.
#[derive(Debug, PartialEq)]
pub(super) struct Named {
    /// Indices.
    pub(super) places: Vec<usize>,
    /// The names stand slanted, since they are wider than the places are apart.
    pub(super) slanted: bool,
}

/// The named places of an axis whose ticks are so far apart; names stand one behind the other, each as wide as it is, or
/// one below the other, each as high as a line.
pub(super) fn named(ticks: &[String], apart: f64, letters: f64, below: bool) -> Named {
    let widest = ticks.iter().map(|t| wide(t, letters)).fold(0.0, f64::max);
    let takes = if below { letters * 1.3 } else { widest + letters };
    named_in((apart * ticks.len() as f64 / takes).floor().max(1.0) as usize, ticks, below)
}

/// The same, where there is room for so many names.
fn named_in(room: usize, ticks: &[String], below: bool) -> Named {
    if let Some((first, step)) = progression(ticks) {
        let last = first + step * (ticks.len() as f64 - 1.0);
        let index = |v: f64| ((v - first) / step).round() as usize;
        let on = |v: &f64| ((v - first) / step).fract().abs() < 1e-9;
        let places: Vec<usize> = round_steps(first, last, room).into_iter().filter(on).map(index).collect();
        if places.len() > 1 {
            return Named { places, slanted: false };
        }
    }
    let all = |slanted| Named { places: (0..ticks.len()).collect(), slanted };
    if ticks.len() <= room {
        return all(false);
    }
    if ticks.len() <= SHORT && !below {
        return all(true);
    }
    let step = every(ticks.len(), room);
    Named { places: (0..ticks.len()).step_by(step).collect(), slanted: false }
}

/// The named places of an axis of a terminal, whose ticks are so many columns apart: a blank is between two names.
pub(super) fn named_in_columns(ticks: &[String], apart: usize) -> Vec<usize> {
    let widest = ticks.iter().map(|t| width(t)).max().unwrap_or(1);
    named_in((apart * ticks.len() / (widest + 1)).max(1), ticks, false).places
}

/// The named places of two axes, one down and one across: of numbers the same ones, where both axes have room for a
/// few of them.
pub(super) fn named_alike(down: &[String], across: &[String], apart: f64, letters: f64) -> (Named, Named) {
    let (one, two) = (named(down, apart, letters, true), named(across, apart, letters, false));
    let numbers = |ticks: &[String]| ticks.iter().map(|t| t.parse::<i64>().ok()).collect::<Option<Vec<_>>>();
    let (Some(a), Some(b)) = (numbers(down), numbers(across)) else { return (one, two) };
    let step = |all: &[i64], n: &Named| match n.places.as_slice() {
        [first, second, ..] => all[*second] - all[*first],
        _ => 1,
    };
    let step = step(&a, &one).max(step(&b, &two)).max(1);
    let on = |all: &[i64], own: Named| {
        let places: Vec<usize> = (0..all.len()).filter(|&i| all[i] % step == 0).collect();
        if places.len() > 1 { Named { places, slanted: own.slanted } } else { own }
    };
    (on(&a, one), on(&b, two))
}

/// The first number and the step of ticks that are numbers with equal steps.
fn progression(ticks: &[String]) -> Option<(f64, f64)> {
    let numbers: Vec<f64> =
        ticks.iter().map(|t| t.parse::<i64>().ok().map(|n| n as f64)).collect::<Option<_>>()?;
    let step = numbers.get(1)? - numbers[0];
    (step > 0.0 && numbers.windows(2).all(|w| w[1] - w[0] == step)).then_some((numbers[0], step))
}

/// Round numbers from low to high, at most about `most`: multiples of 1, 2 or 5 and a power of ten. Where only one would
/// be among them, the next smaller steps are taken, since one number alone gives no scale.
pub(super) fn round_steps(low: f64, high: f64, most: usize) -> Vec<f64> {
    let rough = ((high - low) / most.max(1) as f64).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    let steps = [0.5, 1.0, 2.0, 5.0, 10.0].map(|m| m * power);
    let wanted = steps.iter().position(|s| *s >= rough * 0.999).unwrap_or(steps.len() - 1);
    let multiples = |step: f64| {
        let (first, last) = ((low / step).ceil(), (high / step).floor());
        let count = if last < first { 0 } else { (last - first).min(60.0) as usize + 1 };
        (0..count).map(|i| (first + i as f64) * step).collect::<Vec<f64>>()
    };
    let marks = multiples(steps[wanted]);
    let smaller =
        wanted.checked_sub(1).map(|i| steps[i]).filter(|s| most > 1 && marks.len() < 2 && s.fract() == 0.0);
    smaller.map_or(marks, multiples)
}

/// One label in this many, in round steps.
fn every(n: usize, room: usize) -> usize {
    let least = n.div_ceil(room.max(1));
    let power = 10usize.pow(least.ilog10());
    [1, 2, 5, 10].into_iter().map(|m| m * power).find(|s| *s >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(all: impl IntoIterator<Item = i64>) -> Vec<String> {
        all.into_iter().map(|n| n.to_string()).collect()
    }

    #[test]
    fn round_numbers_are_named() {
        assert_eq!(round_steps(0.0, 9.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(round_steps(-3.0, 12.0, 4), [0.0, 5.0, 10.0]);
        assert_eq!(round_steps(71.0, 82.0, 30).len(), 12);
        // Not 0 alone.
        assert_eq!(round_steps(-20.0, 44.0, 2), [-20.0, 0.0, 20.0, 40.0]);
        let all = ticks(3..=57);
        let shown: Vec<&str> =
            named(&all, 8.0, 11.0, false).places.iter().map(|i| all[*i].as_str()).collect();
        assert_eq!(shown, ["5", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55"]);
        // Only odd numbers: those of the round ones that are there.
        let odd = ticks((1..60).step_by(2));
        assert!(named(&odd, 30.0, 11.0, false).places.len() > 1);
    }

    #[test]
    fn two_axes_have_names_by_one_rule() {
        let all = ticks(0..=80);
        let (down, across) = named_alike(&all, &all, 16.0, 11.0);
        assert_eq!(down.places, across.places);
        let (down, across) = named_alike(&ticks(0..=8), &ticks(0..=8), 34.0, 11.0);
        assert_eq!((down.places.len(), across.places.len()), (9, 9));
        let (down, across) = named_alike(&ticks(1..=3), &ticks(0..=200), 12.0, 11.0);
        assert_eq!(down.places, [0, 1, 2]);
        assert!(across.places.len() > 5);
    }

    #[test]
    fn a_blank_stands_between_names_of_a_terminal() {
        assert_eq!(named_in_columns(&ticks(0..=7), 2), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(named_in_columns(&ticks(0..=15), 2), [0, 2, 4, 6, 8, 10, 12, 14]);
        assert_eq!(named_in_columns(&ticks(0..=400), 1)[..3], [0, 5, 10]);
    }

    #[test]
    fn every_word_of_a_short_axis_is_named() {
        let words: Vec<String> = (0..12).map(|i| format!("vertex_{i}")).collect();
        assert_eq!(named(&words, 20.0, 11.0, false), Named { places: (0..12).collect(), slanted: true });
        assert_eq!(named(&words, 90.0, 11.0, false), Named { places: (0..12).collect(), slanted: false });
        let powers = ticks([1, 2, 4, 8, 16]);
        assert_eq!(named(&powers, 9.0, 11.0, false).places.len(), 5);
        let many: Vec<String> = (0..500).map(|i| format!("v{i}")).collect();
        let few = named(&many, 2.0, 11.0, false).places;
        assert!(few.len() < 40 && few[1] == 20, "{few:?}");
    }
}
