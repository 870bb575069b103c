//! Values by place: one position after the other, in an order in which the options of each come earlier. The work checks
//! this: an option without a value ends it.

use super::blocks::Blocks;
use super::folder::Folder;
use super::halt::Halt;
use super::manifest::Progress;
use super::ranges::{Block, Cut, named};
use crate::engine::{Meter, Options, Order, Rules, Stop, Unfit};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// After so long what is in memory goes to the disk, too.
const OFTEN: Duration = Duration::from_secs(60);

/// The clock is looked at once in this many positions.
const LOOK: u64 = 1 << 10;

/// The work, as far as it is.
struct Filling<'a, R: Rules, O> {
    rules: &'a mut R,
    order: &'a O,
    meter: &'a Meter,
    blocks: Blocks,
    /// The values of the block that is not full yet, and the place of the first one.
    now: Vec<u16>,
    from: u64,
    options: Options<R::Key>,
    seen: Seen,
    /// When something went to the disk.
    written: Instant,
}

/// Finds the value of the position at each place, going on where an earlier run was; the last one is the position asked about. So
/// many bytes of values are kept in memory.
///
/// # Errors
/// What stopped it; what was found until then stays, unless it cannot be written. [`Halt::Rises`] if an option does not come
/// earlier; [`Halt::Unlisted`] with [`Unfit::Misfit`] if one has no place.
pub fn fill<R: Rules<Mistake = Infallible>>(
    folder: &Folder,
    (rules, order): (&mut R, &impl Order<Key = R::Key>),
    cut: Cut,
    most: u64,
    meter: &Meter,
) -> Result<Progress, Halt<R::Key>> {
    let progress = Progress::read(folder)?;
    if progress.digest.is_some() {
        return Ok(progress);
    }
    folder.sweep(|name| named(name).is_some())?;
    let mut blocks = Blocks::begun(folder, cut, most)?;
    let now = blocks.take_open().map_or(vec![], |block| (0..block.len()).map(|i| block.get(i)).collect());
    let (options, from) = (Options::default(), blocks.count());
    let (seen, written) = (Seen::new(), Instant::now());
    let mut filling = Filling { rules, order, meter, blocks, now, from, options, seen, written };
    filling.all(folder)?;
    filling.done(folder, progress)
}

impl<R: Rules<Mistake = Infallible>, O: Order<Key = R::Key>> Filling<'_, R, O> {
    /// All blocks, one after the other.
    fn all(&mut self, folder: &Folder) -> Result<(), Halt<R::Key>> {
        while self.from < self.blocks.cut().count {
            if let Err(halt) = self.block(folder) {
                if matches!(halt, Halt::Exhausted(_)) {
                    // If that fails, the next run goes on from where the last one could be written.
                    let _ = self.blocks.write(folder, &self.now);
                }
                return Err(halt);
            }
            self.blocks.add(Block::of(&self.now));
            self.from += self.now.len() as u64;
            self.now.clear();
            if self.blocks.is_full() {
                self.write(folder)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, folder: &Folder) -> Result<(), Halt<R::Key>> {
        self.blocks.write(folder, &self.now)?;
        self.written = Instant::now();
        Ok(())
    }

    fn done(mut self, folder: &Folder, progress: Progress) -> Result<Progress, Halt<R::Key>> {
        let count = self.blocks.cut().count;
        let value = self.blocks.value(count - 1)?;
        let digest = Some(self.blocks.digest());
        let done = Progress { positions: Some(count), value: Some(value.into()), digest, ..progress };
        done.write(folder)?;
        Ok(done)
    }

    /// The values of the block that is not full yet.
    fn block(&mut self, folder: &Folder) -> Result<(), Halt<R::Key>> {
        let cut = *self.blocks.cut();
        let end = (self.from + cut.block).min(cut.count);
        let mut place = self.from + self.now.len() as u64;
        while place < end {
            let value = self.value(self.order.key(place))?;
            self.now.push(value);
            self.meter.position()?;
            place += 1;
            if place.is_multiple_of(LOOK) && place < end && self.written.elapsed() > OFTEN {
                self.write(folder)?;
            }
        }
        Ok(())
    }

    /// The value of the position that comes next.
    fn value(&mut self, key: R::Key) -> Result<u16, Halt<R::Key>> {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let value = self.value_by(key, &mut options);
        self.options = options;
        value
    }

    #[inline]
    fn value_by(&mut self, key: R::Key, options: &mut Options<R::Key>) -> Result<u16, Halt<R::Key>> {
        match self.rules.options(key, options) {
            Ok(()) => {}
            Err(Stop::Exhausted(what, _)) => return Err(Halt::Exhausted(what)),
            Err(stop) => return Err(Halt::Unlisted(key, stop)),
        }
        self.seen.clear();
        if let Some(parts) = options.parts_alone() {
            for part in parts {
                let value = self.known(key, *part)?;
                self.seen.add(value);
            }
        } else {
            for (parts, heaps) in options.iter() {
                let heaps = heaps.iter().fold(0, |sum, heap| sum ^ heap);
                let mut sum = u16::try_from(heaps).map_err(|_| Halt::Wide(key))?;
                for part in parts {
                    sum ^= self.known(key, *part)?;
                }
                self.seen.add(sum);
            }
        }
        self.seen.least().ok_or(Halt::Wide(key))
    }

    /// The value of a part of an option, which comes earlier.
    #[inline]
    fn known(&mut self, of: R::Key, part: R::Key) -> Result<u16, Halt<R::Key>> {
        let Some(place) = self.order.place(part) else {
            return Err(Halt::Unlisted(of, Stop::Unfit(Unfit::Misfit)));
        };
        match place.checked_sub(self.from) {
            None => Ok(self.blocks.value(place)?),
            Some(at) => {
                let value = usize::try_from(at).ok().and_then(|at| self.now.get(at));
                value.copied().ok_or(Halt::Rises(of))
            }
        }
    }
}

/// The values of the options of a position: those below 64 in a word, the others in a stamp each.
struct Seen {
    small: u64,
    stamps: Vec<u32>,
    stamp: u32,
}

impl Seen {
    fn new() -> Seen {
        Seen { small: 0, stamps: vec![0; 1 << 16], stamp: 0 }
    }

    fn clear(&mut self) {
        self.small = 0;
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    #[inline]
    fn add(&mut self, value: u16) {
        match value {
            0..64 => self.small |= 1 << value,
            _ => self.stamps[value as usize] = self.stamp,
        }
    }

    /// The least value that was not added.
    #[inline]
    fn least(&self) -> Option<u16> {
        if self.small != u64::MAX {
            return Some(self.small.trailing_ones() as u16);
        }
        let more = self.stamps[64..].iter().position(|stamp| *stamp != self.stamp)?;
        u16::try_from(64 + more).ok()
    }
}

/// So many options are looked at for each position that may be met: where a position has thousands, it is seen sooner that there
/// are many.
const OPTIONS: u64 = 16;

/// How many positions can be reached from one, if that are no more than so many. Each option comes earlier, as far as it was
/// looked at.
///
/// # Errors
/// As for [`fill`].
pub fn reached<R: Rules<Mistake = Infallible>>(
    rules: &mut R,
    order: &impl Order<Key = R::Key>,
    root: R::Key,
    most: usize,
    meter: &Meter,
) -> Result<Option<u64>, Halt<R::Key>> {
    let mut met = std::collections::HashSet::from([root]);
    let (mut open, mut options, mut looked_at) = (vec![root], Options::default(), 0);
    while let Some(key) = open.pop() {
        options.clear();
        rules.options(key, &mut options).map_err(|stop| match stop {
            Stop::Exhausted(what, _) => Halt::Exhausted(what),
            stop => Halt::Unlisted(key, stop),
        })?;
        for part in options.parts() {
            let place = order.place(*part).ok_or(Halt::Unlisted(key, Stop::Unfit(Unfit::Misfit)))?;
            if order.place(key).is_none_or(|own| place >= own) {
                return Err(Halt::Rises(key));
            }
            if met.insert(*part) {
                open.push(*part);
            }
        }
        looked_at += options.len() as u64;
        meter.ticks_of(1 + options.len() as u32)?;
        if met.len() > most || looked_at > OPTIONS * most as u64 {
            return Ok(None);
        }
    }
    Ok(Some(met.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn the_least_value_is_found() {
        let mut seen = Seen::new();
        for most in [0, 5, 63, 64, 65, 300, 65535] {
            seen.clear();
            (0..most).for_each(|value| seen.add(value));
            assert_eq!(seen.least(), Some(most));
            seen.add(most);
            assert_eq!(seen.least(), most.checked_add(1));
        }
    }
}
