//! Whether values by place are right: each is the least value that its options do not have, and all options come earlier.
//! Shares only the files with the code that computed them.

use super::blocks::Blocks;
use super::halt::Halt;
use super::shard::Shard;
use crate::engine::Meter;
use std::collections::BTreeSet;

/// What is wrong with the value at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// An option does not come earlier, or has no place.
    Late(u64),
    /// The position has one value and should have the other.
    Value(u64, u16, u64),
}

/// An option: the place of each part, and the nim-sum of its heaps; `None` if some part has no place.
pub type Choice = Option<(Vec<u64>, u64)>;

/// Checks part `i` of `n`, counted from 0; how many values that were. `options` lists those of the position at a place.
///
/// # Errors
/// What is wrong, or what stopped it.
pub fn verify<E: From<Halt<u64>>>(
    blocks: &mut Blocks,
    part: (u32, u32),
    meter: &Meter,
    options: &mut dyn FnMut(u64) -> Result<Vec<Choice>, E>,
) -> Result<Result<u64, Wrong>, E> {
    let cut = *blocks.cut();
    let mut count = 0;
    let shard = Shard::new(part, cut.files());
    for file in (0..cut.files()).filter(|file| shard.reads(*file)) {
        let from = file * cut.range;
        for place in (from..from + cut.full(file)).filter(|place| shard.has(*place)) {
            meter.position().map_err(Halt::Exhausted)?;
            if let Some(wrong) = check(blocks, place, options(place)?).map_err(Halt::Fault)? {
                return Ok(Err(wrong));
            }
            count += 1;
        }
    }
    Ok(Ok(count))
}

/// What is wrong with the value at a place, if anything is.
fn check(blocks: &mut Blocks, place: u64, options: Vec<Choice>) -> Result<Option<Wrong>, super::Fault> {
    let mut seen = BTreeSet::new();
    for option in options {
        let Some((parts, heaps)) = option else { return Ok(Some(Wrong::Late(place))) };
        let mut sum = heaps;
        for part in parts {
            if part >= place {
                return Ok(Some(Wrong::Late(place)));
            }
            sum ^= u64::from(blocks.value(part)?);
        }
        seen.insert(sum);
    }
    let least = (0..).zip(&seen).find(|(i, v)| i != *v).map_or(seen.len() as u64, |(i, _)| i);
    let value = blocks.value(place)?;
    Ok((u64::from(value) != least).then_some(Wrong::Value(place, value, least)))
}
