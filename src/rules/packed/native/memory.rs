//! Machine code in memory, and calling it: the only place of the program where code that it made itself runs.
//!
//! What is relied on: [`Executable::run`] jumps to the beginning of a function that [`translate`](super::translate) made for the
//! frame of the same key type. Such code
//! - is a function of the platform's C calling convention that takes the address of a [`Frame`] and two words, each of 64 bits, and
//!   gives such a word;
//! - calls nothing but [`flat_op`], with the address of its frame, and of an operation that [`Executable`] keeps as long as the
//!   code, after it has written to the frame where the runs of words are that the operation reads, and how many words are in each:
//!   in `scratch`, below `used`, in the input of the run or in constants; it leaves by returning only: there are no divisions by 0 or overflowing ones, no traps, no endless loops
//!   (each round of a loop takes from `fuel`);
//! - reads and writes the frame; code that fills an array reads and writes `table` at places that are put together of digits
//!   of no more bits than in the shape (see [`Shape::places`](super::super::digits::Shape::places)), so that there are more places; it does so in
//!   whole bytes, or in pairs of bytes at even addresses, which the processor reads and writes in one, so that threads may fill
//!   one array together; it reads and writes `seen` at places that a value has, or one behind; writes to `parts`, `heaps`, `ends`, `scratch`, `build` after comparing the place with their
//!   ends, and to `memory` after comparing the place with its size, and reads there nothing else than what lies within;
//! - in a run goes along places that lie between two which are put together so ([`runs`](super::runs)); reads lists of members by a number whose bounds are known ([`ranges`](super::ranges)) and
//!   of which each has a list, up to the number above all others behind each list;
//! - reads the powers of a number by a place of six bits, of which there are as many;
//! - reads the keys of a map by a place below their number, and their places by a number that was compared with the length of
//!   that table ([`keyed`](super::keyed));
//! - reads constants whose addresses are written in it, which [`Executable`] keeps as long as the code.

use super::super::code::FlatOp;
use super::super::flat_ops::{Gives, Operands};
use super::backend::Code;
use super::translate::Translator;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// What the code is given and gives back. The fields are known to the code by their places ([`Frame::PARTS`] and so on).
#[repr(C)]
struct Frame {
    /// Addresses, which are words of 64 bits on every processor.
    parts: u64,
    parts_end: u64,
    heaps: u64,
    heaps_end: u64,
    ends: u64,
    ends_end: u64,
    scratch: u64,
    scratch_end: u64,
    build: u64,
    build_end: u64,
    memory: u64,
    fuel: u64,
    table: u64,
    seen: u64,
    key: u64,
    here: u64,
    stamp: u64,
    left: u64,
    held: u64,
    /// For an operation on flat values: two runs, and what is put together for it, as addresses and lengths; a number.
    first: [u64; 2],
    second: [u64; 2],
    item: [u64; 2],
    i: i64,
    /// How far `scratch` is in use.
    used: u64,
    /// Where it may write more than fits a number: a vector.
    made: u64,
}

/// An address as code knows it.
fn address<T>(of: *mut T) -> u64 {
    of.expose_provenance() as u64
}

/// Where things are in a [`Frame`], in bytes.
pub(super) mod place {
    pub(in super::super) const PARTS: i32 = 0;
    pub(in super::super) const PARTS_END: i32 = 8;
    pub(in super::super) const HEAPS: i32 = 16;
    pub(in super::super) const HEAPS_END: i32 = 24;
    pub(in super::super) const ENDS: i32 = 32;
    pub(in super::super) const ENDS_END: i32 = 40;
    pub(in super::super) const SCRATCH: i32 = 48;
    pub(in super::super) const SCRATCH_END: i32 = 56;
    pub(in super::super) const BUILD: i32 = 64;
    pub(in super::super) const BUILD_END: i32 = 72;
    pub(in super::super) const MEMORY: i32 = 80;
    pub(in super::super) const FUEL: i32 = 88;
    pub(in super::super) const TABLE: i32 = 96;
    pub(in super::super) const SEEN: i32 = 104;
    pub(in super::super) const KEY: i32 = 112;
    pub(in super::super) const HERE: i32 = 120;
    pub(in super::super) const STAMP: i32 = 128;
    pub(in super::super) const LEFT: i32 = 136;
    /// What code reads again that it has just written.
    pub(in super::super) const HELD: i32 = 144;
    /// Of each run its address; its length comes 8 bytes later.
    pub(in super::super) const FIRST: i32 = 152;
    pub(in super::super) const SECOND: i32 = 168;
    pub(in super::super) const ITEM: i32 = 184;
    pub(in super::super) const NUMBER: i32 = 200;
    pub(in super::super) const USED: i32 = 208;
}

/// How a run ended, as the word that code gives back.
pub(super) mod status {
    pub(in super::super) const DONE: i64 = 0;
    /// Something does not fit, or is not what the code was made for: the interpreter knows.
    pub(in super::super) const MISFIT: i64 = 1;
    pub(in super::super) const NO_FUEL: i64 = 2;
    pub(in super::super) const NO_ROOM: i64 = 3;
    /// In code that fills an array: an option of the position has no value yet.
    pub(in super::super) const OUT_OF_ORDER: i64 = 4;
    /// A value has no room.
    pub(in super::super) const WIDE: i64 = 5;
    /// There is no room for a list.
    pub(in super::super) const NO_LISTS: i64 = 6;
}

/// Room for what one run makes, kept between runs.
#[derive(Default)]
pub(super) struct Room<K> {
    pub(super) parts: Vec<K>,
    pub(super) heaps: Vec<u64>,
    pub(super) ends: Vec<[u32; 2]>,
    pub(super) scratch: Vec<i64>,
    pub(super) build: Vec<i64>,
    /// What was computed before: this many words for each pool.
    pub(super) memory: Vec<i64>,
    /// For what operations on flat values make.
    pub(super) made: Vec<i64>,
}

impl Frame {
    fn of<K>(room: &mut Room<K>, fuel: u64) -> Frame {
        let ends = |range: Range<*mut i64>| (address(range.start), address(range.end));
        let (scratch, scratch_end) = ends(room.scratch.as_mut_ptr_range());
        let (build, build_end) = ends(room.build.as_mut_ptr_range());
        let (parts, heaps, option_ends) =
            (room.parts.as_mut_ptr_range(), room.heaps.as_mut_ptr_range(), room.ends.as_mut_ptr_range());
        Frame {
            parts: address(parts.start),
            parts_end: address(parts.end),
            heaps: address(heaps.start),
            heaps_end: address(heaps.end),
            ends: address(option_ends.start),
            ends_end: address(option_ends.end),
            scratch,
            scratch_end,
            build,
            build_end,
            memory: address(room.memory.as_mut_ptr()),
            fuel,
            table: 0,
            seen: 0,
            key: 0,
            here: 0,
            stamp: 0,
            left: 0,
            held: 0,
            first: [0; 2],
            second: [0; 2],
            item: [0; 2],
            i: 0,
            used: 0,
            made: address(std::ptr::from_mut(&mut room.made)),
        }
    }
}

/// An array that is filled, and the stamps of the values seen.
pub(super) struct Array<'a> {
    pub(super) table: &'a [AtomicU8],
    /// How many places there are.
    pub(super) places: u64,
    /// Bytes of a value: 1 or 2.
    pub(super) width: u64,
    /// One for each value, and one more.
    pub(super) seen: &'a mut [u32],
}

/// How far an array is filled: the next key, its place, the stamp before it, and how many positions are to be filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    pub(super) key: u64,
    pub(super) here: u64,
    pub(super) stamp: u64,
    pub(super) left: u64,
}

/// How many parts, heaps and ends a run made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) parts: usize,
    pub(super) heaps: usize,
    pub(super) ends: usize,
}

/// A function in memory, by its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function(usize);

/// Machine code that may be run, and the constants that it reads.
pub(super) struct Executable {
    code: Code,
    _constants: Vec<Box<[i64]>>,
    _operations: Vec<Arc<FlatOp>>,
}

impl Executable {
    /// Puts functions into memory; `None` if the system gives none that may be run.
    pub(super) fn new(translator: Translator) -> Option<Executable> {
        let Translator { compiler, constants, operations, .. } = translator;
        Some(Executable { code: Code::new(compiler)?, _constants: constants, _operations: operations })
    }

    /// One of them, by the number that the compiler gave.
    pub(super) fn function(&self, number: usize) -> Function {
        Function(number)
    }

    /// Runs a function of this memory for a key; its status, what it made, and the fuel that is left.
    #[inline]
    pub(super) fn run<K>(
        &self,
        function: Function,
        key: u128,
        fuel: u64,
        room: &mut Room<K>,
    ) -> (i64, Made, u64) {
        let mut frame = Frame::of(room, fuel);
        let (parts, heaps, ends) = (frame.parts, frame.heaps, frame.ends);
        let status = self.call(function, &mut frame, key);
        let made = Made {
            parts: (frame.parts - parts) as usize / size_of::<K>(),
            heaps: (frame.heaps - heaps) as usize / 8,
            ends: (frame.ends - ends) as usize / 8,
        };
        (status, made, frame.fuel)
    }

    /// Fills an array from a place on, for some positions more; its status.
    pub(super) fn fill(
        &self,
        function: Function,
        fuel: u64,
        room: &mut Room<u64>,
        at: &mut At,
        array: &mut Array<'_>,
    ) -> i64 {
        let values = 1 << (8 * array.width);
        let room_for_all =
            array.table.len() as u64 == array.places * array.width && array.seen.len() > values;
        assert!(room_for_all && at.here < array.places, "there is room for each place and for each value");
        assert!(is_even(array.table) || array.width == 1, "pairs of bytes stand at even addresses");
        let mut frame = Frame::of(room, fuel);
        (frame.table, frame.seen) =
            (address(array.table.as_ptr().cast_mut()), address(array.seen.as_mut_ptr()));
        (frame.key, frame.here, frame.stamp, frame.left) = (at.key, at.here, at.stamp, at.left);
        let status = self.call(function, &mut frame, 0);
        *at = At { key: frame.key, here: frame.here, stamp: frame.stamp, left: frame.left };
        status
    }

    /// Lists the options of positions from one on, for some positions more: its status, and how many words there are in `parts` and in
    /// `ends`.
    pub(super) fn list(
        &self,
        function: Function,
        fuel: u64,
        room: &mut Room<u64>,
        at: &mut At,
    ) -> (i64, usize, usize) {
        let mut frame = Frame::of(room, fuel);
        let (parts, ends) = (frame.parts, frame.ends);
        (frame.key, frame.here, frame.left) = (at.key, at.here, at.left);
        let status = self.call(function, &mut frame, 0);
        *at = At { key: frame.key, here: frame.here, stamp: 0, left: frame.left };
        let words = |from: u64, to: u64| (to - from) as usize / size_of::<u64>();
        (status, words(parts, frame.parts), words(ends, frame.ends))
    }

    #[allow(unsafe_code)]
    #[inline]
    fn call(&self, function: Function, frame: &mut Frame, key: u128) -> i64 {
        // SAFETY: what is at `entry` is a function of this type (see the top of the file): only the translator makes a
        // `Function`, and `Code` has what the compiler made of it, for as long as it lives: in memory that may be run and is
        // not changed, or in the table of functions.
        let code = unsafe {
            std::mem::transmute::<*const u8, extern "C" fn(u64, u64, u64) -> i64>(self.code.entry(function.0))
        };
        code(address(frame), key as u64, (key >> 64) as u64)
    }
}

/// Where [`flat_op`] is.
pub(super) fn address_of_flat_op() -> i64 {
    let function: extern "C" fn(u64, u64, u64) -> i64 = flat_op;
    function as usize as i64
}

/// Does an operation on flat values for machine code: what it gives is in the frame afterwards, a run in `first`, all else in
/// `i`. Gives a status.
#[allow(unsafe_code)]
extern "C" fn flat_op(frame: u64, operation: u64, _: u64) -> i64 {
    // SAFETY: only machine code calls this, with its frame, which nobody else uses as long as the code runs, and with an
    // operation that `Executable` keeps (see the top of the file).
    let (frame, operation) = unsafe {
        (
            &mut *std::ptr::with_exposed_provenance_mut::<Frame>(frame as usize),
            &*std::ptr::with_exposed_provenance::<FlatOp>(operation as usize),
        )
    };
    // SAFETY: `made` is the address of a vector of the room that the frame is of; nothing else uses it while the code runs.
    let made = unsafe { &mut *std::ptr::with_exposed_provenance_mut::<Vec<i64>>(frame.made as usize) };
    made.clear();
    // SAFETY: so many words are there, and nobody writes to them while this runs: what is written below lies behind `used`.
    let run = |[from, length]: [u64; 2]| unsafe {
        let from = std::ptr::with_exposed_provenance::<i64>(from as usize);
        if length == 0 { &[] } else { std::slice::from_raw_parts(from, length as usize) }
    };
    let (a, item) = (run(frame.first), run(frame.item));
    let operands = Operands { a, b: run(frame.second), item, i: frame.i };
    let parts: [&[i64]; 3] = match operation.on_runs(&operands, made) {
        None => return status::MISFIT,
        Some(Gives::Same) => return status::DONE,
        Some(Gives::Word(n)) => {
            frame.i = n;
            return status::DONE;
        }
        Some(Gives::At(at)) => {
            frame.i = at as i64;
            return status::DONE;
        }
        Some(Gives::Run) => [made, &[], &[]],
        Some(Gives::Spliced { at, length, put }) => {
            [&a[..at], if put { item } else { &[] }, &a[at + length..]]
        }
    };
    let length = parts.iter().map(|part| part.len()).sum::<usize>();
    if (frame.scratch_end - frame.used) as usize / 8 < length {
        return status::NO_LISTS;
    }
    let mut to = std::ptr::with_exposed_provenance_mut::<i64>(frame.used as usize);
    for part in parts {
        // SAFETY: there is room for all three between `used` and `scratch_end`, and none of them lies there.
        unsafe {
            std::ptr::copy_nonoverlapping(part.as_ptr(), to, part.len());
            to = to.add(part.len());
        }
    }
    frame.first = [frame.used, length as u64];
    frame.used += 8 * length as u64;
    status::DONE
}

/// Bytes that nobody else has, as threads share them.
#[allow(unsafe_code)]
pub(in super::super) fn to_share(bytes: &mut [u8]) -> &[AtomicU8] {
    // SAFETY: an `AtomicU8` has the size, the alignment and the valid values of a byte, and nobody else has these bytes for as long
    // as they are borrowed.
    unsafe { &*(std::ptr::from_mut(bytes) as *const [AtomicU8]) }
}

/// Whether bytes begin at an even address, as almost all do that an allocator gives.
fn is_even(table: &[AtomicU8]) -> bool {
    table.as_ptr().addr().is_multiple_of(2)
}
