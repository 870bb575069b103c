//! Tables as bytes: for each instance the shape, how far it is filled, and the values.

use super::boxes::{Table, Word};
use super::{Dense, Tables};
use std::io::{self, Write};

/// Writes tables as bytes, little-endian.
pub(super) fn save(dense: &Dense, out: &mut dyn Write) -> io::Result<()> {
    match &dense.tables {
        Tables::Narrow(t) => save_all(1, t, |v| [v], out),
        Tables::Middle(t) => save_all(2, t, u16::to_le_bytes, out),
        Tables::Wide(t) => save_all(4, t, u32::to_le_bytes, out),
    }
}

/// Takes values that [`save`] gave for the same rules, before anything is solved; they are put in their places when they
/// are first asked for. `None` if the bytes do not fit.
pub(super) fn restore_all(dense: &mut Dense, bytes: &[u8]) -> Option<()> {
    let mut bytes = Bytes(bytes);
    let width = bytes.number()?;
    while matches!((width, &dense.tables), (2 | 4, Tables::Narrow(_)) | (4, Tables::Middle(_))) {
        dense.tables.widen();
    }
    for (i, game) in dense.games.iter_mut().enumerate() {
        let lined = !game.lines.is_empty();
        super::each_width!(&mut dense.tables, t => {
            restore(&mut t[i], &mut bytes, lined, game.symmetric)?;
            game.lines.iter_mut().for_each(|l| l.lay_out(&t[i].shape));
        });
    }
    bytes.0.is_empty().then_some(())
}

fn save_all<T: Word, const N: usize>(
    width: u64,
    tables: &[Table<T>],
    bytes: impl Fn(T) -> [u8; N],
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(&width.to_le_bytes())?;
    for table in tables {
        let filled = &table.values[..table.filled];
        table.shape.lengths.iter().try_for_each(|n| out.write_all(&(*n as u64).to_le_bytes()))?;
        out.write_all(&(filled.len() as u64).to_le_bytes())?;
        filled.iter().try_for_each(|v| out.write_all(&bytes(*v)))?;
    }
    Ok(())
}

fn restore<T: Word>(table: &mut Table<T>, bytes: &mut Bytes<'_>, lined: bool, symmetric: bool) -> Option<()> {
    let lengths: Vec<usize> =
        table.shape.lengths.iter().map(|_| bytes.number().map(|n| n as usize)).collect::<Option<_>>()?;
    let filled = bytes.number()? as usize;
    let values = bytes.take(filled.checked_mul(size_of::<T>())?)?;
    if lengths.contains(&0) {
        return (filled == 0).then_some(());
    }
    let last = |(low, length): (&i64, &usize)| low.checked_add_unsigned(*length as u64 - 1);
    let corner: Vec<i64> = table.shape.lows.iter().zip(&lengths).map(last).collect::<Option<_>>()?;
    table.enlarge(&corner, lined, symmetric, false)?;
    if table.shape.lengths != lengths || filled > table.shape.size() {
        return None;
    }
    let word = |b: &[u8]| T::narrow(b.iter().rev().fold(0, |n, b| n << 8 | u32::from(*b)));
    let values = values.chunks_exact(size_of::<T>()).map(word).collect();
    table.before = Some((table.shape.clone(), values, filled));
    Some(())
}

/// Bytes that are read from the front.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, n: usize) -> Option<&'b [u8]> {
        let (first, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(first)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
}
