//! Machine code in memory, and calling it: the only place of the program where code that it made itself runs.
//!
//! What is relied on: [`Executable::run`] jumps to the beginning of a function that [`translate`](super::translate) made for the
//! frame of the same key type. Such code
//! - is a function of the platform's C calling convention that takes the address of a [`Frame`] and two words, and gives a word;
//! - calls nothing, and leaves by returning only: there are no divisions by 0 or overflowing ones, no traps, no endless loops
//!   (each round of a loop takes from `fuel`);
//! - reads and writes the frame; code that fills an array reads and writes `table` at places that are put together of digits
//!   which fit (see [`Shape`](super::super::digits::Shape)), so that each has no more binary digits than the shape; it does so in
//!   whole bytes, or in pairs of bytes at even addresses, which the processor reads and writes in one, so that threads may fill
//!   one array together; it reads and writes `seen` at places that a value has, or one behind; writes to `parts`, `heaps`, `ends`, `scratch`, `build` after comparing the place with their
//!   ends, and to `memory` after comparing the place with its size, and reads there nothing else than what lies within;
//! - in a run goes along places that lie between two which are put together so ([`runs`](super::runs)); reads lists of members by a number whose bounds are known ([`ranges`](super::ranges)) and
//!   of which each has a list, up to the number above all others behind each list;
//! - reads the keys of a map by a place below their number, and their places by a number that was compared with the length of
//!   that table ([`keyed`](super::keyed));
//! - reads constants whose addresses are written in it, which [`Executable`] keeps as long as the code.

use memmap2::{Mmap, MmapMut};
use std::sync::atomic::AtomicU8;

/// What the code is given and gives back. The fields are known to the code by their places ([`Frame::PARTS`] and so on).
#[repr(C)]
struct Frame {
    parts: *mut u8,
    parts_end: *mut u8,
    heaps: *mut u64,
    heaps_end: *mut u64,
    ends: *mut [u32; 2],
    ends_end: *mut [u32; 2],
    scratch: *mut i64,
    scratch_end: *mut i64,
    build: *mut i64,
    build_end: *mut i64,
    memory: *mut i64,
    fuel: u64,
    table: *mut u8,
    seen: *mut u32,
    key: u64,
    here: u64,
    stamp: u64,
    left: u64,
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
}

impl Frame {
    fn of<K>(room: &mut Room<K>, fuel: u64) -> Frame {
        let parts = room.parts.as_mut_ptr_range();
        let heaps = room.heaps.as_mut_ptr_range();
        let ends = room.ends.as_mut_ptr_range();
        let scratch = room.scratch.as_mut_ptr_range();
        let build = room.build.as_mut_ptr_range();
        Frame {
            parts: parts.start.cast(),
            parts_end: parts.end.cast(),
            heaps: heaps.start,
            heaps_end: heaps.end,
            ends: ends.start,
            ends_end: ends.end,
            scratch: scratch.start,
            scratch_end: scratch.end,
            build: build.start,
            build_end: build.end,
            memory: room.memory.as_mut_ptr(),
            fuel,
            table: std::ptr::null_mut(),
            seen: std::ptr::null_mut(),
            key: 0,
            here: 0,
            stamp: 0,
            left: 0,
        }
    }
}

/// An array that is filled, and the stamps of the values seen.
pub(super) struct Array<'a> {
    pub(super) table: &'a [AtomicU8],
    /// Binary digits of a place.
    pub(super) bits: u32,
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

/// A function in memory: where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function(usize);

/// Machine code that may be run, and the constants that it reads.
pub(super) struct Executable {
    code: Mmap,
    _constants: Vec<Box<[i64]>>,
}

impl Executable {
    /// Puts functions into memory; `None` if the system gives none that may be run.
    pub(super) fn new(
        functions: &[Vec<u8>],
        constants: Vec<Box<[i64]>>,
    ) -> Option<(Executable, Vec<Function>)> {
        let place = |at: &mut usize, code: &Vec<u8>| {
            let begin = *at;
            *at += code.len().next_multiple_of(ALIGNED);
            Some(begin)
        };
        let begins: Vec<usize> = functions.iter().scan(0, place).collect();
        let size = functions.iter().map(|code| code.len().next_multiple_of(ALIGNED)).sum::<usize>();
        let mut memory = MmapMut::map_anon(size.max(1)).ok()?;
        for (begin, code) in begins.iter().zip(functions) {
            memory[*begin..*begin + code.len()].copy_from_slice(code);
        }
        let code = memory.make_exec().ok()?;
        Some((Executable { code, _constants: constants }, begins.into_iter().map(Function).collect()))
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
        let parts = room.parts.as_mut_ptr();
        let (heaps, ends) = (room.heaps.as_mut_ptr(), room.ends.as_mut_ptr());
        let mut frame = Frame::of(room, fuel);
        let status = self.call(function, &mut frame, key);
        let made = Made {
            parts: (frame.parts as usize - parts as usize) / size_of::<K>(),
            heaps: (frame.heaps as usize - heaps as usize) / 8,
            ends: (frame.ends as usize - ends as usize) / 8,
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
        let (places, values) = (1 << array.bits, 1 << (8 * array.width));
        let room_for_all = array.table.len() as u64 == places * array.width && array.seen.len() > values;
        assert!(room_for_all && at.here < places, "there is room for each place and for each value");
        assert!(is_even(array.table) || array.width == 1, "pairs of bytes stand at even addresses");
        let mut frame = Frame::of(room, fuel);
        (frame.table, frame.seen) = (array.table.as_ptr().cast_mut().cast(), array.seen.as_mut_ptr());
        (frame.key, frame.here, frame.stamp, frame.left) = (at.key, at.here, at.stamp, at.left);
        let status = self.call(function, &mut frame, 0);
        *at = At { key: frame.key, here: frame.here, stamp: frame.stamp, left: frame.left };
        status
    }

    #[allow(unsafe_code)]
    #[inline]
    fn call(&self, function: Function, frame: &mut Frame, key: u128) -> i64 {
        let entry = self.code[function.0..].as_ptr();
        // SAFETY: the bytes from `entry` on are a function of this type (see the top of the file): only `Executable::new` makes
        // a `Function`, of bytes that the translator made, and the memory that holds them may be run and is not changed.
        let code =
            unsafe { std::mem::transmute::<*const u8, extern "C" fn(*mut Frame, u64, u64) -> i64>(entry) };
        code(frame, key as u64, (key >> 64) as u64)
    }
}

/// Bytes that nobody else has, as threads share them.
#[allow(unsafe_code)]
pub(in super::super) fn to_share(bytes: &mut [u8]) -> &[AtomicU8] {
    // SAFETY: an `AtomicU8` has the size, the alignment and the valid values of a byte, and nobody else has these bytes for as long
    // as they are borrowed.
    unsafe { &*(std::ptr::from_mut(bytes) as *const [AtomicU8]) }
}

/// Whether bytes begin at an even address, as all do that an allocator gives, but for a few.
fn is_even(table: &[AtomicU8]) -> bool {
    table.as_ptr().addr().is_multiple_of(2)
}

/// Functions begin at multiples of this many bytes.
const ALIGNED: usize = 16;
