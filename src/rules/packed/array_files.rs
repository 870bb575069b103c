//! Arrays as they are saved: a few numbers, the layout, the values.

use std::io::{self, Write};

/// What stands before the values of a saved array: five numbers, the largest numbers there is room for, those in each entry of lists
/// and maps if they are uneven, the layout.
pub(super) struct Header<'b> {
    pub(super) width: u64,
    pub(super) voids: bool,
    pub(super) solved: u64,
    pub(super) numbers: Vec<u64>,
    /// Empty if all have as much room as the largest.
    pub(super) entries: Vec<u64>,
    pub(super) layout: &'b [u8],
}

/// In the second number: there are positions that are void; each entry of a list or map has its own largest number.
const VOIDS: u64 = 1;
const UNEVEN: u64 = 2;

impl Header<'_> {
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let uneven = !self.entries.is_empty();
        let flags = if self.voids { VOIDS } else { 0 } | if uneven { UNEVEN } else { 0 };
        let lengths = [self.width, flags, self.solved, self.numbers.len() as u64, self.layout.len() as u64];
        let count = [self.entries.len() as u64];
        let entries = count.iter().chain(&self.entries).filter(|_| uneven);
        for word in lengths.iter().chain(&self.numbers).chain(entries) {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(self.layout)
    }

    /// What [`Header::write`] wrote, and the values behind it.
    pub(super) fn of(bytes: &[u8]) -> Option<(Header<'_>, &[u8])> {
        let (words, rest) = bytes.split_first_chunk::<{ 5 * size_of::<u64>() }>()?;
        let (words, _) = words.as_chunks();
        let [width, flags, solved, count, length] = [0, 1, 2, 3, 4].map(|i| u64::from_le_bytes(words[i]));
        let (numbers, rest) = words_of(count, rest)?;
        let (entries, rest) = match flags & UNEVEN {
            0 => (vec![], rest),
            _ => {
                let (count, rest) = rest.split_first_chunk()?;
                words_of(u64::from_le_bytes(*count), rest)?
            }
        };
        let (layout, values) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        let voids = flags & VOIDS != 0;
        Some((Header { width, voids, solved, numbers, entries, layout }, values))
    }
}

/// So many numbers, and what is behind them.
fn words_of(count: u64, bytes: &[u8]) -> Option<(Vec<u64>, &[u8])> {
    let (words, rest) =
        bytes.split_at_checked(usize::try_from(count).ok()?.checked_mul(size_of::<u64>())?)?;
    let (words, _) = words.as_chunks();
    Some((words.iter().map(|word| u64::from_le_bytes(*word)).collect(), rest))
}
