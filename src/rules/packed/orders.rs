//! The order in which the positions of a box are filled: plays from one of them suggest it, and filling the box checks it.

use super::digits::{Place, Shape, value};
use super::family::Family;
use super::keys::{Collect, load};
use super::layout::{Field, Kind};
use super::vm::Vm;
use crate::check::ir::{BinaryOp, Expr};
use crate::engine::random::next;
use crate::engine::{Meter, Options, Unfit};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

/// How many plays are looked at, and how many moves of each.
const PLAYS: usize = 48;
const MOVES: usize = 24;
/// After so many plays in which nothing new happened there are no more.
const QUIET_PLAYS: usize = 12;
/// Of plays that show how large numbers get, so many, to their end if they have no more options than this together.
const FEW_PLAYS: usize = 12;
const LISTED: usize = 1 << 13;
/// For so many digits, a play shows how large they get: of three tanks, of which one is poured into the next and that into the third, the
/// third one gets as much as all of them have, which plays at random do not show.
const MOST_DIGITS: usize = 12;
/// Of the options of a position, at most so many.
const OPTIONS: usize = 128;
/// How many positions of stretches of one length show how long threads wait for each other.
const SAMPLES: usize = 128;
/// Shares of a stretch that make no difference.
const ALIKE: f64 = 0.01;

/// What is seen in plays from a position.
#[derive(Default)]
pub(super) struct Plays {
    /// How the digits change in moves: each way once.
    changes: BTreeSet<Vec<Ordering>>,
    /// Some of the positions that come up in a few of them.
    pub(super) met: Vec<u64>,
}

/// Digits from the least significant one on, such that in each move that was seen the first digit that changes, from the most
/// significant one on, goes the way that is said about it.
///
/// # Errors
/// If there is no such order.
pub(super) fn order(shape: &Shape, plays: &Plays) -> Result<Vec<Place>, Unfit> {
    let mut left = plays.changes.clone();
    let mut free: Vec<usize> = (0..shape.digits().len()).collect();
    let mut chosen = vec![];
    while !left.is_empty() {
        let one_way = |digit: usize, way: Ordering| {
            left.iter().all(|c| c[digit] == Ordering::Equal || c[digit] == way)
                && left.iter().any(|c| c[digit] == way)
        };
        // As they stand, where nothing says otherwise: the last one counts most.
        let found = free.iter().rev().find_map(|digit| {
            let falls = one_way(*digit, Ordering::Less).then_some(Place { digit: *digit, rises: false });
            falls.or_else(|| {
                one_way(*digit, Ordering::Greater).then_some(Place { digit: *digit, rises: true })
            })
        });
        let found = found.ok_or(Unfit::OutOfOrder)?;
        left.retain(|c| c[found.digit] == Ordering::Equal);
        free.retain(|digit| *digit != found.digit);
        chosen.push(found);
    }
    let rest = free.into_iter().map(|digit| Place { digit, rises: false });
    Ok(rest.chain(chosen.into_iter().rev()).collect())
}

/// Plays from a position, until they show nothing new.
///
/// # Errors
/// If something does not fit.
pub(super) fn plays(family: &Family, shape: &Shape, root: u64, meter: &Meter) -> Result<Plays, Unfit> {
    seen(family, shape, root, meter).ok_or(Unfit::Misfit)
}

fn seen(family: &Family, shape: &Shape, root: u64, meter: &Meter) -> Option<Plays> {
    let (mut vm, mut random) = (Vm::default(), 1u64);
    let mut seen = Plays { met: vec![root], ..Plays::default() };
    let (mut options, mut news) = (Options::default(), 0);
    for play in 0..PLAYS {
        let (mut key, known) = (root, seen.changes.len());
        for _ in 0..MOVES {
            meter.look().ok()?;
            list(family, &mut vm, key, &mut options, meter)?;
            let keys = options.parts();
            if keys.is_empty() {
                break;
            }
            for option in keys.iter().step_by(keys.len().div_ceil(OPTIONS)) {
                shape.place(*option)?;
                let change =
                    |d: &super::digits::Digit| (option >> d.at & d.mask()).cmp(&(key >> d.at & d.mask()));
                seen.changes.insert(shape.digits().iter().map(change).collect());
                if play < FEW_PLAYS {
                    seen.met.push(*option);
                }
            }
            key = keys[next(&mut random) as usize % keys.len()];
        }
        news = if seen.changes.len() > known { play } else { news };
        if play - news >= QUIET_PLAYS {
            break;
        }
    }
    Some(seen)
}

/// Whether the places of options are smaller than those of positions, in plays from one of them.
///
/// # Errors
/// If one is not, or something does not fit.
pub(super) fn falls(
    family: &Family,
    root: u64,
    meter: &Meter,
    place: &dyn Fn(u64) -> Option<u64>,
) -> Result<(), Unfit> {
    let (mut vm, mut options, mut random) = (Vm::default(), Options::default(), 1u64);
    for _ in 0..PLAYS {
        let mut key = root;
        for _ in 0..MOVES {
            meter.look().map_err(|_| Unfit::Misfit)?;
            list(family, &mut vm, key, &mut options, meter).ok_or(Unfit::Misfit)?;
            let (own, keys) = (place(key).ok_or(Unfit::Misfit)?, options.parts());
            if keys.is_empty() {
                break;
            }
            for option in keys.iter().step_by(keys.len().div_ceil(OPTIONS)) {
                let option = place(*option).ok_or(Unfit::Misfit)?;
                if option >= own {
                    return Err(Unfit::OutOfOrder);
                }
            }
            key = keys[next(&mut random) as usize % keys.len()];
        }
    }
    Ok(())
}

/// Of stretches of an array, those that several threads can fill side by side with the least waiting: where options in the
/// stretches just before are further on in theirs, a thread waits for another one. The shortest of those alike; `None` if
/// there are none.
pub(super) fn stretch(family: &Family, shape: &Shape, sizes: Vec<u64>, meter: &Meter) -> Option<u64> {
    let (mut vm, mut options, mut random) = (Vm::default(), Options::default(), 1u64);
    let waits: Vec<f64> = sizes
        .iter()
        .map(|size| {
            let waits = (0..SAMPLES).map(|sample| {
                let before = in_a_stretch(*size, sample, shape, &mut random);
                list(family, &mut vm, shape.key(before), &mut options, meter)?;
                let options = options.parts().iter().filter(|key| shape.place(**key).is_some());
                let options: Vec<u64> = options.map(|key| shape.before(*key)).collect();
                Some(wait_for(before, &options, *size, meter.threads() as u64))
            });
            let waits: Vec<f64> = waits.flatten().collect();
            meter.look().ok()?;
            // The longest one delays all that follows in a stretch; the others tell apart where some position waits in any case.
            let longest = waits.iter().copied().fold(1.0 / meter.threads() as f64, f64::max);
            Some(longest + waits.iter().sum::<f64>() / SAMPLES as f64)
        })
        .collect::<Option<_>>()?;
    let least = waits.iter().copied().reduce(f64::min)?;
    let alike = waits.iter().position(|wait| *wait <= least + ALIKE)?;
    Some(sizes[alike])
}

/// How many positions come before one of which it is seen how long it waits: any one, and by turns one near the beginning of its
/// stretch, the nearer the likelier. Moves that take away little lead out of a stretch there alone.
fn in_a_stretch(size: u64, sample: usize, shape: &Shape, random: &mut u64) -> u64 {
    let before = (next(random) << 31 | next(random)) % shape.size();
    if sample.is_multiple_of(2) {
        return before;
    }
    let near = size >> (next(random) % u64::from(size.ilog2() + 1));
    (before / size * size + next(random) % near).min(shape.size() - 1)
}

/// For how much of a stretch a position has to wait for others, if each of them is begun when one thread's share of the one before
/// is done.
fn wait_for(before: u64, options: &[u64], size: u64, threads: u64) -> f64 {
    let (own, at) = (before / size, before % size);
    let wait = |option: &u64| {
        let earlier = own.saturating_sub(*option / size);
        let further = (option % size).saturating_sub(at);
        (1..threads).contains(&earlier).then(|| further as f64 / (size * earlier) as f64)
    };
    options.iter().filter_map(wait).fold(0.0, f64::max)
}

/// The positions that come up in a few plays, some of them several times; `None` if something does not fit.
pub(super) fn met(family: &Family, root: u64, meter: &Meter) -> Option<Vec<u64>> {
    let mut met = vec![];
    few_plays(family, root, meter, |_, options| met.extend_from_slice(options))?;
    Some(met)
}

/// A few plays from a position: some at random, and one for each digit in which each move makes it as large as it can. Takes in each
/// position and its options. `None` if something does not fit.
pub(super) fn few_plays(
    family: &Family,
    root: u64,
    meter: &Meter,
    mut take: impl FnMut(u64, &[u64]),
) -> Option<()> {
    let mut plays = FewPlays { family, vm: Vm::default(), options: Options::default(), random: 1, listed: 0 };
    for _ in 0..FEW_PLAYS {
        plays.play(root, meter, &mut take, |_| 0)?;
    }
    for digit in digits_of(family, root) {
        plays.listed = 0;
        plays.play(root, meter, &mut take, |key| value(digit, key))?;
    }
    Some(())
}

struct FewPlays<'f> {
    family: &'f Family,
    vm: Vm,
    options: Options<u64>,
    random: u64,
    /// How many options were met.
    listed: usize,
}

impl FewPlays<'_> {
    /// One play, in which each move leads to one of the largest options.
    fn play(
        &mut self,
        root: u64,
        meter: &Meter,
        take: &mut impl FnMut(u64, &[u64]),
        large: impl Fn(u64) -> u64,
    ) -> Option<()> {
        let mut key = root;
        for moves in 0.. {
            meter.look().ok()?;
            // In games with cycles, a play need not end.
            if moves >= MOVES && self.listed > LISTED {
                break;
            }
            list(self.family, &mut self.vm, key, &mut self.options, meter)?;
            let keys = self.options.parts();
            take(key, keys);
            self.listed += keys.len();
            let Some(largest) = keys.iter().map(|key| large(*key)).max() else { break };
            let of = keys.iter().filter(|key| large(**key) == largest);
            key = *of.clone().nth(next(&mut self.random) as usize % of.count())?;
        }
        Some(())
    }
}

/// Whether no play seems to come from one position to another: some numbers side by side, together, are more there than at first, and no
/// move in a few plays makes them more.
pub(super) fn seems_unreachable(family: &Family, (root, at): (u64, u64), meter: &Meter) -> bool {
    let digits = digits_of(family, root);
    let total = |range: &Range<usize>, key| digits[range.clone()].iter().map(|d| value(*d, key)).sum::<u64>();
    let ranges = (0..digits.len()).flat_map(|from| (from + 1..=digits.len()).map(move |to| from..to));
    let mut more: Vec<_> = ranges.filter(|range| total(range, at) > total(range, root)).collect();
    let seen = few_plays(family, root, meter, |key, options| {
        more.retain(|range| options.iter().all(|option| total(range, *option) <= total(range, key)));
    });
    seen.is_some() && !more.is_empty()
}

/// Where the first numbers of a key are, in its parameters and in the entries of its lists and maps.
fn digits_of(family: &Family, key: u64) -> Vec<(u32, u32)> {
    let of = |(field, at): &(Field, u32)| match field.kind {
        Kind::Word { lo, hi } if hi > lo => vec![(*at, field.bits)],
        Kind::List { len_bits, entry, cells: false, .. } => {
            let length = value((*at, len_bits), key) as u32;
            (0..length).map(|i| (at + len_bits + i * entry, entry)).collect()
        }
        Kind::Map { len_bits, key: of, value: entry, .. } if !entry.cell => {
            let (length, each) = (value((*at, len_bits), key) as u32, of.bits + entry.bits);
            (0..length).map(|i| (at + len_bits + i * each + of.bits, entry.bits)).collect()
        }
        _ => vec![],
    };
    family.fields_of_all().iter().flat_map(of).take(MOST_DIGITS).collect()
}

/// A number that one position in so many has is as large as numbers become, it seems.
const RARE: usize = 256;

/// Room for a number of which the largest is in so many of some positions: more where few have it, as others may have larger ones.
pub(super) fn roomy(most: u64, have: usize, of: usize) -> u64 {
    if have * RARE < of { most + most / 8 } else { most }
}

impl Family {
    /// The largest number in each field of some positions; more where few of them have it.
    pub(in crate::rules) fn numbers_like(&self, keys: &[u64]) -> Vec<u64> {
        let mut most = vec![];
        keys.iter().for_each(|key| self.take_numbers(*key, &mut most));
        let mut have = vec![0; most.len()];
        for key in keys {
            let fields = &self.instances[self.tag((*key).into())].placed.fields;
            for (i, (field, at)) in fields.iter().enumerate() {
                have[i] += usize::from(field.largest_number(u128::from(key >> at)) == most[i]);
            }
        }
        most.into_iter().zip(have).map(|(most, have)| roomy(most, have, keys.len())).collect()
    }

    /// The numbers by which the rules divide to take the remainder, the smallest first.
    pub(in crate::rules) fn divisors(&self) -> Vec<u64> {
        let mut found = vec![];
        let mut take = |e: &Expr| {
            e.walk(&mut |e| {
                let Some((BinaryOp::Mod, _, by)) = e.binary() else { return };
                found.extend(by.number().and_then(|n| u64::try_from(n).ok()));
            });
        };
        self.instances.iter().for_each(|i| self.program.game(i.id).for_each_expr(&mut take));
        self.program.lets.iter().for_each(|l| take(&l.body));
        found.sort_unstable();
        found.dedup();
        found
    }

    fn take_numbers(&self, key: u64, most: &mut Vec<u64>) {
        let fields = &self.instances[self.tag(key.into())].placed.fields;
        most.resize(most.len().max(fields.len()), 0);
        for ((field, at), most) in fields.iter().zip(most) {
            *most = (*most).max(field.largest_number(u128::from(key >> at)));
        }
    }
}

/// The keys of the options; `None` if something does not fit.
pub(super) fn list(
    family: &Family,
    vm: &mut Vm,
    key: u64,
    out: &mut Options<u64>,
    meter: &Meter,
) -> Option<()> {
    let instance = &family.instances[family.tag(key.into())];
    let code = &instance.moves;
    out.clear();
    vm.prepare(code);
    for ((field, at), input) in instance.placed.fields.iter().zip(&code.inputs) {
        load(vm, field, u128::from(key >> at), *input);
    }
    let mut sink = Collect { family, code, out, meter, machine: None };
    vm.run(code, &family.grid, &mut sink).ok()
}
