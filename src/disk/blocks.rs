//! Values by place, looked up in files: the blocks that were used last are kept in memory, as many as there is room for.

use super::fault::Fault;
use super::folder::Folder;
use super::manifest::{Progress, hex};
use super::ranges::{self, Block, Cut, Range};
use sha2::{Digest, Sha256};

/// No block is kept there; and none of that number is kept.
const NONE: u32 = u32::MAX;
/// At least so many blocks are kept, whatever the room.
const LEAST: usize = 8;

/// A block in memory.
#[derive(Debug)]
struct Kept {
    number: u64,
    block: Block,
    /// Whether it was used since the last look for one to be dropped.
    used: bool,
}

/// The values that a folder holds, and those that are on their way there.
#[derive(Debug)]
pub struct Blocks {
    cut: Cut,
    /// Binary digits of a place in its block.
    shift: u32,
    /// The files, in order.
    ranges: Vec<Range>,
    /// Where each block is among those kept, by its number.
    slots: Vec<u32>,
    kept: Vec<Kept>,
    /// Where the search for a block that may be dropped goes on.
    hand: usize,
    /// Bytes of all blocks that are kept, and how many there may be.
    held: u64,
    most: u64,
    /// Blocks from this one on are in no full file yet and stay.
    fresh: u64,
    /// How many values the file has that is not full.
    part: Option<u64>,
}

impl Blocks {
    /// The files of a folder as far as they are there without a gap, and not more than so many bytes of them in memory. Each
    /// block is compared with its checksum; a file that is not what was written is deleted, and what it held is found again.
    ///
    /// # Errors
    /// If a file cannot be read or deleted.
    pub fn begun(folder: &Folder, cut: Cut, most: u64) -> Result<Blocks, Fault> {
        let mut blocks = Blocks::none(cut, most);
        let names = folder.names()?;
        let there: Vec<(u64, u64)> = names.iter().filter_map(|name| ranges::named(name)).collect();
        for number in 0..cut.files() {
            let counts = there.iter().filter(|(n, _)| *n == number).map(|(_, count)| *count);
            let Some(count) = counts.clone().max() else { break };
            let mut shorter = counts.filter(|n| *n < count);
            shorter.try_for_each(|n| folder.remove(&ranges::name(number, n)))?;
            let opened = Range::open(folder, &cut, number, count);
            let range = match opened.and_then(|range| range.is_whole().map(|()| range)) {
                Ok(range) => range,
                Err(Fault::Damaged(_)) => {
                    folder.remove(&ranges::name(number, count))?;
                    break;
                }
                Err(fault) => return Err(fault),
            };
            if count < cut.full(number) {
                // The file that was not full yet is written once more.
                for i in 0..range.blocks() {
                    blocks.add(range.block(i)?);
                }
                blocks.part = Some(count);
                break;
            }
            blocks.ranges.push(range);
            blocks.fresh = blocks.ranges.len() as u64 * cut.blocks();
            blocks.slots.resize(blocks.fresh as usize, NONE);
        }
        Ok(blocks)
    }

    /// The files of a folder in which everything is solved.
    ///
    /// # Errors
    /// If files are missing, or are not those of the result.
    pub fn solved(folder: &Folder, progress: &Progress, cut: Cut, most: u64) -> Result<Blocks, Fault> {
        if progress.only {
            return Err(Fault::OnlyOne);
        }
        let wanted = progress.digest.as_ref().ok_or(Fault::Unfinished)?;
        let mut blocks = Blocks::none(cut, most);
        for number in 0..cut.files() {
            blocks.ranges.push(Range::open(folder, &cut, number, cut.full(number))?);
        }
        blocks.fresh = cut.files() * cut.blocks();
        blocks.slots.resize(blocks.fresh as usize, NONE);
        if blocks.digest() == *wanted { Ok(blocks) } else { Err(Fault::damaged(&folder.at("range"))) }
    }

    fn none(cut: Cut, most: u64) -> Blocks {
        let shift = cut.block.trailing_zeros();
        let (ranges, slots, kept) = (vec![], vec![], vec![]);
        Blocks { cut, shift, ranges, slots, kept, hand: 0, held: 0, most, fresh: 0, part: None }
    }

    /// How the values are cut.
    pub fn cut(&self) -> &Cut {
        &self.cut
    }

    /// The SHA-256 of those of all files.
    pub fn digest(&self) -> String {
        let mut all = Sha256::new();
        self.ranges.iter().for_each(|range| all.update(range.digest));
        hex(&all.finalize())
    }

    /// How many values there are, in files and on their way.
    pub fn count(&self) -> u64 {
        let fresh = self.fresh_blocks().map(|block| block.len() as u64);
        (self.ranges.len() as u64 * self.cut.range).min(self.cut.count) + fresh.sum::<u64>()
    }

    /// A value at a place below [`Blocks::count`].
    ///
    /// # Errors
    /// If its block cannot be read, or is not what was written.
    #[inline]
    pub fn value(&mut self, place: u64) -> Result<u16, Fault> {
        let (number, at) = (place >> self.shift, place & (self.cut.block - 1));
        let slot = match self.slots[number as usize] {
            NONE => self.load(number)?,
            slot => slot as usize,
        };
        let kept = &mut self.kept[slot];
        kept.used = true;
        Ok(kept.block.get(at as usize))
    }

    #[cold]
    fn load(&mut self, number: u64) -> Result<usize, Fault> {
        let range = &self.ranges[(number / self.cut.blocks()) as usize];
        let block = range.block(number % self.cut.blocks())?;
        while self.held + block.bytes() > self.most && self.drop_one() {}
        Ok(self.keep(number, block))
    }

    fn keep(&mut self, number: u64, block: Block) -> usize {
        self.held += block.bytes();
        self.kept.push(Kept { number, block, used: true });
        self.slots[number as usize] = self.kept.len() as u32 - 1;
        self.kept.len() - 1
    }

    /// Drops a block that was not used lately; false if all are needed.
    fn drop_one(&mut self) -> bool {
        for _ in 0..2 * self.kept.len() {
            if self.kept.len() <= LEAST {
                break;
            }
            self.hand = (self.hand + 1) % self.kept.len();
            let kept = &mut self.kept[self.hand];
            if kept.number < self.fresh && !std::mem::take(&mut kept.used) {
                self.drop_at(self.hand);
                return true;
            }
        }
        false
    }

    fn drop_at(&mut self, slot: usize) {
        let gone = self.kept.swap_remove(slot);
        self.held -= gone.block.bytes();
        self.slots[gone.number as usize] = NONE;
        if let Some(moved) = self.kept.get(slot) {
            self.slots[moved.number as usize] = slot as u32;
        }
    }

    /// Adds the next block.
    pub fn add(&mut self, block: Block) {
        let number = self.slots.len() as u64;
        self.slots.push(NONE);
        self.keep(number, block);
        while self.held > self.most && self.drop_one() {}
    }

    /// The last block taken back, if it is not full: whoever goes on begins with it.
    pub fn take_open(&mut self) -> Option<Block> {
        let last = self.slots.len() as u64;
        let slot = *self.slots.last()? as usize;
        let open = last > self.fresh && (self.kept[slot].block.len() as u64) < self.cut.block;
        open.then(|| {
            let block = std::mem::replace(&mut self.kept[slot].block, Block::Bytes(vec![]));
            self.held -= block.bytes();
            self.drop_at(slot);
            self.slots.pop();
            block
        })
    }

    fn fresh_blocks(&self) -> impl Iterator<Item = &Block> + Clone {
        let slots = &self.slots[self.fresh as usize..];
        slots.iter().map(|slot| &self.kept[*slot as usize].block)
    }

    /// Whether the blocks that are in no file yet fill one.
    pub fn is_full(&self) -> bool {
        let number = self.ranges.len() as u64;
        number < self.cut.files()
            && self.fresh_blocks().map(|block| block.len() as u64).sum::<u64>() == self.cut.full(number)
    }

    /// Writes what is in no file yet, with what is known about the block that is not full.
    ///
    /// # Errors
    /// If it cannot be written; then what stood there stays.
    pub fn write(&mut self, folder: &Folder, open: &[u16]) -> Result<(), Fault> {
        let number = self.ranges.len() as u64;
        let last = Block::of(open);
        let blocks = self.fresh_blocks().chain((!open.is_empty()).then_some(&last));
        let count: u64 = blocks.clone().map(|block| block.len() as u64).sum();
        if count == 0 {
            return Ok(());
        }
        ranges::write(folder, &self.cut, number, blocks)?;
        if let Some(before) = self.part.replace(count).filter(|before| *before < count) {
            folder.remove(&ranges::name(number, before))?;
        }
        if self.is_full() {
            self.part = None;
            self.ranges.push(Range::open(folder, &self.cut, number, count)?);
            self.fresh = self.slots.len() as u64;
            while self.held > self.most && self.drop_one() {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        /// Whatever the room and wherever it was stopped, the values are those that were put in.
        #[test]
        fn values_stay_what_they_are(
            values in proptest::collection::vec(prop_oneof![9 => 0u16..9, 1 => any::<u16>()], 1..300),
            most in 0u64..200,
            stops in proptest::collection::vec(0usize..300, 0..4),
            asked in proptest::collection::vec(any::<u64>(), 50),
        ) {
            let dir = tempfile::tempdir().unwrap();
            let folder = Folder::to_write(dir.path()).unwrap();
            let cut = Cut { about: [1; 32], count: values.len() as u64, range: 16, block: 4 };
            let mut blocks = Blocks::begun(&folder, cut, most).unwrap();
            let mut open: Vec<u16> = vec![];
            for (i, value) in values.iter().enumerate() {
                open.push(*value);
                if open.len() == 4 || i + 1 == values.len() {
                    blocks.add(Block::of(&open));
                    open.clear();
                    if blocks.is_full() {
                        blocks.write(&folder, &[]).unwrap();
                    }
                }
                if stops.contains(&i) && i + 1 < values.len() {
                    blocks.write(&folder, &open).unwrap();
                    blocks = Blocks::begun(&folder, cut, most).unwrap();
                    let taken = blocks.take_open();
                    open = taken.map_or(vec![], |block| (0..block.len()).map(|i| block.get(i)).collect());
                    prop_assert_eq!(blocks.count() + open.len() as u64, i as u64 + 1);
                }
                for place in asked.iter().map(|n| n % (i as u64 + 1)) {
                    if place < blocks.count() {
                        prop_assert_eq!(blocks.value(place).unwrap(), values[place as usize]);
                    }
                }
            }
            let progress = Progress { digest: Some(blocks.digest()), ..Progress::default() };
            let mut solved = Blocks::solved(&folder, &progress, cut, most).unwrap();
            for (place, value) in (0..).zip(&values) {
                prop_assert_eq!(solved.value(place).unwrap(), *value);
            }
            prop_assert_eq!(folder.names().unwrap().len() as u64, cut.files() + 1);
        }
    }
}
