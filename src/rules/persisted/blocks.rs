//! Blocks in a file: a length and this many bytes. Large ones are neither written nor read as a whole.

use crate::engine::depth_first::Solver;
use crate::engine::{Exhausted, Meter, Rules};
use crate::rules::packed::{Packed, Word};
use crate::rules::ranking::Ranking;
use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::rc::Rc;

/// What blocks are read from.
pub trait Source: Read + Seek {}

impl<T: Read + Seek> Source for T {}

/// Looks at a whole source.
type Test = Box<dyn Fn(&mut dyn Source) -> bool>;

/// Whether the bytes of a source are those that were written: seen when the first block is read, since that takes as
/// long as to read them all.
pub struct Check {
    passed: Cell<Option<bool>>,
    test: Test,
}

impl Check {
    /// To be made when it is needed.
    pub fn new(test: impl Fn(&mut dyn Source) -> bool + 'static) -> Rc<Check> {
        Rc::new(Check { passed: Cell::new(None), test: Box::new(test) })
    }

    /// Made already, and passed.
    pub fn passed() -> Rc<Check> {
        Rc::new(Check { passed: Cell::new(Some(true)), test: Box::new(|_| true) })
    }

    fn passes(&self, source: &mut dyn Source) -> bool {
        let passed = self.passed.get().unwrap_or_else(|| (self.test)(source));
        self.passed.set(Some(passed));
        passed
    }
}

/// A block of an earlier run.
#[derive(Clone)]
pub struct Persisted {
    source: Rc<RefCell<dyn Source>>,
    check: Rc<Check>,
    at: u64,
    length: u64,
}

impl Persisted {
    /// The `length` bytes of a source from `at` on.
    pub fn new(source: Rc<RefCell<dyn Source>>, check: Rc<Check>, at: u64, length: u64) -> Persisted {
        Persisted { source, check, at, length }
    }

    /// How many bytes it has.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads it from its beginning.
    pub(super) fn open<T>(&self, read: impl FnOnce(&mut dyn Read) -> io::Result<T>) -> io::Result<T> {
        let source = &mut *self.source.borrow_mut();
        if !self.check.passes(source) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        source.seek(SeekFrom::Start(self.at))?;
        read(&mut BufReader::with_capacity(1 << 16, source).take(self.length))
    }

    /// All its bytes.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![];
        self.open(|file| file.read_to_end(&mut bytes))?;
        Ok(bytes)
    }
}

/// What a block is made of.
pub(in crate::rules) enum Block<'e> {
    Persisted(Persisted),
    /// A table in an order.
    Table(&'e dyn Ranking),
    /// The positions of a graph.
    Graph(&'e dyn Written),
}

impl Block<'_> {
    /// Writes its length and its bytes; that those of an earlier run are damaged is `InvalidData`.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Block::Persisted(persisted) => {
                out.write_all(&persisted.length.to_le_bytes())?;
                let copied = persisted.open(|mut file| io::copy(&mut file, out))?;
                if copied == persisted.length { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
            }
            Block::Table(table) => write_counted(out, &|out| table.save(out)),
            Block::Graph(graph) => graph.write(out),
        }
    }
}

impl Block<'_> {
    /// The block in memory; `None` if it is large.
    pub(super) fn copied(&self) -> Option<Persisted> {
        if let Block::Persisted(persisted) = self {
            return Some(persisted.clone());
        }
        let mut bytes = Bounded(vec![]);
        self.write(&mut bytes).ok()?;
        let (at, length) = (8, bytes.0.len().checked_sub(8)? as u64);
        let source = Rc::new(RefCell::new(io::Cursor::new(bytes.0)));
        Some(Persisted::new(source, Check::passed(), at, length))
    }
}

/// Blocks up to this size are copied from one program to the next.
const MOST_COPIED: usize = 64 << 20;

/// Bytes that do not become too many.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_COPIED {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The length of what is written, and then that itself: it is computed twice rather than held in addition to the table.
fn write_counted(out: &mut dyn Write, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut count = Count(0);
    write(&mut count)?;
    out.write_all(&count.0.to_le_bytes())?;
    let mut buffered = BufWriter::with_capacity(1 << 16, out);
    write(&mut buffered)?;
    buffered.flush()
}

/// Counts the bytes that are written.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn write_bytes(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(bytes)
}

pub(super) fn number(file: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// A number, and this many bytes.
pub(super) fn read_bytes(file: &mut dyn Read) -> io::Result<Vec<u8>> {
    let length = number(file)?;
    let mut bytes = vec![];
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// How many positions a graph holds something of.
pub(super) fn held<R: Rules>(solver: &Solver<R>) -> usize {
    solver.solved() + solver.search.met()
}

/// A graph that can be written.
pub(in crate::rules) trait Written {
    /// Its block.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl<K: Word> Written for Solver<Packed<K>> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write_graph(self, out)
    }
}

/// The layout of the keys; how many positions have a value, each as its key and 4 bytes; the same for the search.
fn write_graph<K: Word>(solver: &Solver<Packed<K>>, out: &mut dyn Write) -> io::Result<()> {
    let layout = solver.rules.family().save();
    let entry = u64::from(K::BITS / 8 + 4);
    let (solved, met) = (solver.solved() as u64, solver.search.met() as u64);
    out.write_all(&(8 + layout.len() as u64 + 16 + entry * (solved + met)).to_le_bytes())?;
    write_bytes(out, &layout)?;
    write_entries(solved, solver.known(), out)?;
    write_entries(met, solver.search.known(), out)
}

fn write_entries<K: Word>(
    count: u64,
    entries: impl Iterator<Item = (K, u32)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    out.write_all(&count.to_le_bytes())?;
    for (key, entry) in entries {
        out.write_all(&key.wide().to_le_bytes()[..K::BITS as usize / 8])?;
        out.write_all(&entry.to_le_bytes())?;
    }
    Ok(())
}

/// Reads what [`write_graph`] wrote behind the layout.
pub(super) fn read_graph<K: Word>(
    solver: &mut Solver<Packed<K>>,
    file: &mut dyn Read,
    meter: &Meter,
) -> io::Result<Result<(), Exhausted>> {
    let solved = count::<K>(file, solver.bytes(), meter)?;
    let Ok(solved) = solved else { return Ok(solved.map(drop)) };
    solver.reserve(solved);
    let done = read_entries(solved, file, meter, &mut |key, value| solver.learn(key, value))?;
    let Ok(()) = done else { return Ok(done) };
    let met = count::<K>(file, solver.bytes(), meter)?;
    let Ok(met) = met else { return Ok(met.map(drop)) };
    solver.search.reserve(met);
    read_entries(met, file, meter, &mut |part, known| solver.search.learn(part, known))
}

/// How many entries come, if there is memory for them beside what is held.
fn count<K: Word>(file: &mut dyn Read, held: u64, meter: &Meter) -> io::Result<Result<usize, Exhausted>> {
    let count = number(file)?;
    let bytes = count.saturating_mul(u64::from(K::BITS / 8 + 4) * 5 / 4);
    Ok(meter.grow(held, bytes).map(|()| count as usize))
}

fn read_entries<K: Word>(
    count: usize,
    file: &mut dyn Read,
    meter: &Meter,
    learn: &mut dyn FnMut(K, u32),
) -> io::Result<Result<(), Exhausted>> {
    for _ in 0..count {
        let mut bytes = [0; 16];
        file.read_exact(&mut bytes[..K::BITS as usize / 8])?;
        let key = K::narrow(u128::from_le_bytes(bytes));
        let mut entry = [0; 4];
        file.read_exact(&mut entry)?;
        learn(key, u32::from_le_bytes(entry));
        if let Err(what) = meter.tick() {
            return Ok(Err(what));
        }
    }
    Ok(Ok(()))
}
