//! Register code as machine code, for calculations that are long enough.
//!
//! The interpreter (`vm`) of the same code is the reference. Machine code is made for the positions that fit in the usual way:
//! whatever it meets that does not, and every mistake, it leaves to the interpreter, position by position. Code with an
//! instruction that has no translation is run by the interpreter throughout.

// The instructions are those of a trait in one back end, and not in the other.
#![cfg_attr(target_arch = "wasm32", allow(unused_imports))]

#[cfg(target_arch = "x86_64")]
#[path = "cranelift.rs"]
mod backend;
#[cfg(target_arch = "wasm32")]
#[path = "wasm/mod.rs"]
mod backend;
mod builds;
mod called;
mod counts;
mod declared;
mod emit;
mod fields;
mod filling;
mod flat;
mod forms;
mod found;
mod keyed;
mod listing;
mod lists;
mod maps;
mod members;
mod memory;
mod options;
mod ordered;
mod pieces;
mod ranges;
mod remembered;
mod runs;
mod sets;
mod translate;
mod truths;
mod words;

use super::arrays::Kept;
use super::code::Code;
use super::digits::Shape;
use super::family::{Family, Which};
use super::parts::Demand;
use super::recalled::UNKNOWN;
use super::word::Word;
use crate::engine::{Fills, Meter, Options, Stop, Unfit};
pub(super) use listing::Lister;
pub(super) use members::are_few as lists_are_few;
pub(super) use memory::to_share;
use memory::{Array, At, Executable, Function, Made, Room, status};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// The machine code of a family.
pub(super) struct Native {
    memory: Executable,
    /// For each instance, for each of its codes, the function and whether each option is one part.
    functions: Vec<Vec<Option<(Function, bool)>>>,
    /// How many codes there are.
    codes: usize,
    pools: usize,
}

/// How positions are given to code, and by it: as words of so many bits, or as runs of words, of which so much was declared.
#[derive(Clone, Copy)]
pub(super) enum Keys<'k> {
    Words(u32),
    Runs(&'k [Vec<Demand>]),
}

/// Room for one run, and how many there were.
pub(super) struct Runs<K> {
    room: Room<K>,
    fuel: u64,
}

/// Where the functions of an instance stand.
fn place(which: Which) -> usize {
    match which {
        Which::Moves => 0,
        Which::Splits => 1,
        Which::Won => 2,
        Which::Side(side) => 3 + side,
        Which::Same(i) => 5 + i,
    }
}

/// A run takes at most this many rounds of loops before the clock is looked at; then twice as many, and so on.
const FUEL: u64 = 1 << 18;
/// What takes more is left to the interpreter.
const MOST_FUEL: u64 = 1 << 24;
/// Room for parts and ends at first, and at most.
const PARTS: usize = 1 << 10;
const MOST_PARTS: usize = 1 << 20;
/// Words for lists at first, and at most.
const SCRATCH: usize = 1 << 13;
const MOST_SCRATCH: usize = 1 << 20;
/// Values that are remembered for each expression.
const REMEMBERED: usize = 1 << 16;
/// More expressions than this are not remembered.
const MOST_POOLS: usize = 64;

impl<K: Word> Default for Runs<K> {
    fn default() -> Self {
        let room = Room {
            parts: vec![],
            heaps: vec![],
            ends: vec![],
            scratch: vec![],
            build: vec![],
            memory: vec![],
            made: vec![],
        };
        Runs { room, fuel: FUEL }
    }
}

impl<K: Word> Runs<K> {
    fn make_room(&mut self, pools: usize) {
        let Room { parts, heaps, ends, scratch, build, memory, .. } = &mut self.room;
        *parts = vec![K::narrow(0); PARTS];
        *heaps = vec![0; PARTS];
        *ends = vec![[0; 2]; PARTS];
        *scratch = vec![0; SCRATCH];
        *build = vec![0; SCRATCH];
        *memory = vec![UNKNOWN; pools * REMEMBERED];
    }

    /// Twice the room; false if that is too much.
    fn grow(&mut self) -> bool {
        let more = self.room.parts.len() * 2;
        if more > MOST_PARTS {
            return false;
        }
        self.room.parts.resize(more, K::narrow(0));
        self.room.heaps.resize(more, 0);
        self.room.ends.resize(more, [0; 2]);
        true
    }

    /// Twice the room for lists; false if that is too much.
    fn grow_lists(&mut self) -> bool {
        let more = self.room.scratch.len() * 2;
        if more > MOST_SCRATCH {
            return false;
        }
        self.room.scratch.resize(more, 0);
        self.room.build.resize(more, 0);
        true
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let Room { parts, heaps, ends, scratch, build, memory, made } = &self.room;
        let words = heaps.len() + ends.len() + scratch.len() + build.len() + memory.len() + made.capacity();
        (parts.len() * size_of::<K>() + 8 * words) as u64
    }
}

impl Native {
    /// The machine code of a family whose keys have this many bits; `None` where the processor or the system has none.
    pub(super) fn new(family: &Family, bits: u32) -> Option<Native> {
        Native::over(family, Keys::Words(bits))
    }

    /// That of a family whose positions are in bytes, with what was declared of their parts.
    pub(super) fn in_bytes(family: &Family, parts: &[Vec<Demand>]) -> Option<Native> {
        Native::over(family, Keys::Runs(parts))
    }

    fn over(family: &Family, keys: Keys<'_>) -> Option<Native> {
        let mut translator = translate::Translator::new()?;
        let (mut functions, mut all) = (vec![], 0);
        for (tag, instance) in family.instances.iter().enumerate() {
            let codes = std::iter::once(Some(&instance.moves))
                .chain([instance.splits.as_ref(), instance.won.as_ref()])
                .chain([instance.sides.first(), instance.sides.get(1)]);
            let codes = codes.chain(instance.same.iter().map(Some));
            let one = |code: Option<&Code>| {
                all += usize::from(code.is_some());
                translator.add(family, tag, code?, keys)
            };
            functions.push(codes.map(one).collect::<Vec<_>>());
        }
        let pools = translator.pools;
        let memory = Executable::new(translator)?;
        let place = |f: Option<(usize, bool)>| f.map(|(i, alone)| (memory.function(i), alone));
        let functions = functions.into_iter().map(|fs| fs.into_iter().map(place).collect()).collect();
        Some(Native { memory, functions, codes: all, pools })
    }

    /// How many of the codes there are, and how many run as machine code.
    pub(super) fn counted(&self) -> (usize, usize) {
        (self.codes, self.functions.iter().flatten().flatten().count())
    }

    /// Whether a code of an instance is machine code.
    pub(super) fn has(&self, (tag, which): (usize, Which)) -> bool {
        matches!(self.functions[tag].get(place(which)), Some(Some(_)))
    }

    /// Whether it is all of the code or a part, as a name.
    pub(super) fn extent(&self) -> &'static str {
        let (all, translated) = self.counted();
        if all == translated { "code: native" } else { "code: native in part" }
    }

    /// Lists what a code hands out for a key, in the room of the runs ([`Runs::listed`]); `None` if the interpreter must do it.
    ///
    /// # Errors
    /// When time is up or somebody pressed Ctrl-C.
    #[inline]
    pub(super) fn run<K: Word>(
        &self,
        (tag, which): (usize, Which),
        key: u128,
        runs: &mut Runs<K>,
        meter: &Meter,
    ) -> Result<Option<Ran>, Stop> {
        let Some(Some((function, alone))) = self.functions[tag].get(place(which)) else { return Ok(None) };
        if runs.room.parts.is_empty() {
            runs.make_room(self.pools);
        }
        loop {
            let (ended, made, _) = self.memory.run(*function, key, runs.fuel, &mut runs.room);
            match ended {
                status::DONE => return Ok(Some(Ran { made, alone: *alone })),
                status::NO_FUEL if runs.fuel < MOST_FUEL => {
                    meter.look()?;
                    runs.fuel *= 2;
                }
                status::NO_ROOM if runs.grow() => meter.look()?,
                status::NO_LISTS if runs.grow_lists() => meter.look()?,
                _ => return Ok(None),
            }
        }
    }
}

/// What a run has listed.
pub(super) struct Ran {
    made: Made,
    /// Whether each option is one part.
    alone: bool,
}

impl Ran {
    /// Whether there are no options.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        if self.alone { self.made.parts == 0 } else { self.made.ends == 0 }
    }
}

impl<K: Word> Runs<K> {
    /// The options that a run has listed, if each is one part.
    #[inline]
    pub(super) fn alone(&self, ran: &Ran) -> Option<&[K]> {
        ran.alone.then(|| &self.room.parts[..ran.made.parts])
    }

    /// The same, to be exchanged for others one by one.
    #[inline]
    pub(super) fn alone_mut(&mut self, ran: &Ran) -> Option<&mut [K]> {
        ran.alone.then(|| &mut self.room.parts[..ran.made.parts])
    }

    /// What a run over positions in bytes has listed: of each part how many words follow, its game, and the values of its
    /// parameters; the nim-heaps; of each option how many words and heaps there are up to its end.
    pub(super) fn words(&self, ran: &Ran) -> (&[K], &[u64], &[[u32; 2]]) {
        let Room { parts, heaps, ends, .. } = &self.room;
        (&parts[..ran.made.parts], &heaps[..ran.made.heaps], &ends[..ran.made.ends])
    }

    /// Adds the options that a run has listed.
    pub(super) fn listed(&self, ran: &Ran, out: &mut Options<K>) {
        match (self.alone(ran), ran.made, &self.room) {
            (Some(parts), ..) => out.extend_alone(parts),
            (None, made, Room { parts, heaps, ends, .. }) => {
                out.extend(&parts[..made.parts], &heaps[..made.heaps], &ends[..made.ends]);
            }
        }
    }
}

/// Machine code that fills an array with the values of positions in an order, and how far it is.
pub(super) struct Filler {
    memory: Arc<Executable>,
    function: Function,
    pools: usize,
    runs: Runs<u64>,
    shape: Shape,
    width: u64,
    seen: Vec<u32>,
    at: At,
    /// How many positions have a value.
    solved: u64,
}

/// How many positions are filled before the budgets are looked at; fewer where they take long.
const AT_ONCE: u64 = 1 << 14;

impl Filler {
    /// For values of so many bytes, from the first position on; `None` if there is no machine code for it.
    pub(super) fn new(family: &Family, shape: &Shape, kept: Kept, meter: &Meter) -> Option<Filler> {
        let lists = members::lists(family, shape, meter)?;
        let mut translator = translate::Translator::new()?;
        let function = translator.add_filling(family, shape, kept, &lists)?;
        let (mut runs, pools) = (Runs::default(), translator.pools);
        runs.make_room(pools);
        let memory = Executable::new(translator)?;
        let key = shape.first();
        let at = At { key, here: shape.place(key).unwrap_or_default(), stamp: 0, left: 0 };
        let seen = vec![0; (1 << (8 * kept.width)) + 1];
        Some(Filler {
            function: memory.function(function),
            memory: Arc::new(memory),
            pools,
            runs,
            shape: shape.clone(),
            width: kept.width,
            seen,
            at,
            solved: 0,
        })
    }

    /// The same code for a thread of its own.
    fn another(&self) -> Filler {
        let mut runs = Runs::default();
        runs.make_room(self.pools);
        let seen = vec![0; self.seen.len()];
        let (memory, shape) = (self.memory.clone(), self.shape.clone());
        Filler { memory, runs, shape, seen, at: At { stamp: 0, ..self.at }, ..*self }
    }

    /// For so many threads that fill one array.
    pub(super) fn for_threads<'t>(&self, threads: usize, table: &'t [AtomicU8]) -> Vec<FillsArray<'t>> {
        (0..threads).map(|_| FillsArray { filler: self.another(), table }).collect()
    }

    /// Goes on where another one stopped.
    pub(super) fn go_on_after(&mut self, other: &Filler) {
        self.at = At { stamp: 0, left: 0, ..other.at };
        self.solved = other.solved;
    }

    /// Goes on where this many positions have a value.
    pub(super) fn go_on_from(&mut self, solved: u64) {
        let key = self.shape.key(solved);
        let here = self.shape.place(key).unwrap_or_default();
        (self.at, self.solved) = (At { key, here, stamp: self.at.stamp, left: 0 }, solved);
    }

    /// How many positions have a value.
    pub(super) fn solved(&self) -> u64 {
        self.solved
    }

    /// Memory held, in bytes, without the array.
    pub(super) fn bytes(&self) -> u64 {
        self.runs.bytes() + 4 * self.seen.len() as u64
    }

    /// Gives values to at most this many positions; how many.
    ///
    /// # Errors
    /// If time is up; or why it cannot go on.
    pub(super) fn fill(&mut self, table: &[AtomicU8], most: u64, meter: &Meter) -> Result<u64, Stop> {
        if self.at.stamp >= u64::from(u32::MAX) - 2 * AT_ONCE {
            (self.at.stamp, _) = (0, self.seen.fill(0));
        }
        let wanted = most.min(AT_ONCE);
        self.at.left = wanted;
        loop {
            let mut array =
                Array { table, places: self.shape.places(), width: self.width, seen: &mut self.seen };
            let ended = self.memory.fill(
                self.function,
                self.runs.fuel,
                &mut self.runs.room,
                &mut self.at,
                &mut array,
            );
            let done = wanted - self.at.left;
            if ended != status::NO_FUEL || done > 0 {
                self.solved += done;
            }
            match ended {
                status::DONE => return Ok(done),
                status::NO_FUEL if done > 0 => return Ok(done),
                status::NO_FUEL if self.runs.fuel < MOST_FUEL => {
                    meter.look()?;
                    self.runs.fuel *= 2;
                }
                status::OUT_OF_ORDER => return Err(Unfit::OutOfOrder.into()),
                status::WIDE => return Err(Unfit::WideValue.into()),
                _ => return Err(Unfit::Misfit.into()),
            }
        }
    }
}

/// One of the threads that fill an array.
pub(super) struct FillsArray<'t> {
    filler: Filler,
    table: &'t [AtomicU8],
}

impl Fills for FillsArray<'_> {
    fn fill(&mut self, places: Range<u64>, meter: &Meter) -> (u64, Result<(), Stop>) {
        let FillsArray { filler, table } = self;
        if filler.solved != places.start {
            filler.go_on_from(places.start);
        }
        let ended = filler.fill(table, places.end - places.start, meter).map(drop);
        let filled = filler.solved - places.start;
        let counted = meter.positions_of(filled).and_then(|()| meter.look());
        (filled, ended.and_then(|()| Ok(counted?)))
    }
}
