//! The one trait every solver takes: positions as small keys, options pushed into a flat arena.

use super::budget::Meter;
use super::memo::stored::Stored;
use super::stop::Stop;
use std::fmt::Debug;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;

/// A position of one part, as small as the layout allows: a machine word, two, or an index.
pub trait Key: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How a table stores it.
    type Stored: Stored<Self>;
    /// A well-mixed word, for open-addressing tables.
    fn mix(self) -> u64;
    /// All its bits.
    fn bits(self) -> u128;
    /// The key of these bits.
    fn of_bits(bits: u128) -> Self;
}

impl Key for u32 {
    type Stored = AtomicU32;
    #[inline]
    fn mix(self) -> u64 {
        mix(u64::from(self))
    }
    fn bits(self) -> u128 {
        self.into()
    }
    fn of_bits(bits: u128) -> u32 {
        bits as u32
    }
}

impl Key for u64 {
    type Stored = [AtomicU32; 2];
    #[inline]
    fn mix(self) -> u64 {
        mix(self)
    }
    fn bits(self) -> u128 {
        self.into()
    }
    fn of_bits(bits: u128) -> u64 {
        bits as u64
    }
}

impl Key for u128 {
    type Stored = [[AtomicU32; 2]; 2];
    #[inline]
    fn mix(self) -> u64 {
        mix((self >> 64) as u64 ^ mix(self as u64))
    }
    fn bits(self) -> u128 {
        self
    }
    fn of_bits(bits: u128) -> u128 {
        bits
    }
}

fn mix(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^ (x >> 32)
}

/// What a solver sees of a game.
pub trait Rules {
    /// Positions.
    type Key: Key;
    /// What a mistake in the rules is, found while options are listed.
    type Mistake;

    /// Pushes every option of a position: each is a sum of parts and nim-heaps. The sum is never expanded.
    /// The same option may come more than once.
    ///
    /// # Errors
    /// Whatever stops the listing; what was pushed before is to be ignored.
    fn options(
        &mut self,
        position: Self::Key,
        out: &mut Options<Self::Key>,
    ) -> Result<(), Stop<Self::Mistake>>;

    /// Lists every option of a position: into `out`, which is empty, unless the rules have them at hand as they are.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    fn list<'l>(
        &'l mut self,
        position: Self::Key,
        out: &'l mut Options<Self::Key>,
    ) -> Result<Listed<'l, Self::Key>, Stop<Self::Mistake>> {
        self.options(position, out)?;
        Ok(Listed::of(out))
    }

    /// Whether [`Rules::split`] or [`Rules::canonical`] ever does anything.
    fn simplifies(&self) -> bool {
        false
    }

    /// Whether a single value is searched for before everything below its position is solved: where parts are known
    /// again, or where positions are so many that a search, which meets few of them, is likely to be quicker.
    fn prefers_search(&self) -> bool {
        self.simplifies()
    }

    /// How many positions are solved in the time in which a search meets one, where everything below a position may be solved
    /// sooner than a search ends, though that meets fewer positions; 0 if only a search should be tried.
    fn solved_a_searched(&self) -> u64 {
        0
    }

    /// Pushes the parts a position falls into; their sum has its value.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    fn split(&mut self, position: Self::Key, out: &mut Vec<Self::Key>) -> Result<(), Stop<Self::Mistake>> {
        out.push(position);
        Ok(())
    }

    /// The one of all positions known to be worth the same as a part that stands for them.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    fn canonical(&mut self, part: Self::Key) -> Result<Self::Key, Stop<Self::Mistake>> {
        Ok(part)
    }

    /// Pushes the parts a position falls into, each in canonical form.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    fn simplify(&mut self, position: Self::Key, out: &mut Vec<Self::Key>) -> Result<(), Stop<Self::Mistake>> {
        let from = out.len();
        self.split(position, out)?;
        for part in &mut out[from..] {
            *part = self.canonical(*part)?;
        }
        Ok(())
    }

    /// How much work a position may be, roughly: searches look at light ones first.
    fn weight(&self, _position: Self::Key) -> u64 {
        1
    }

    /// How far from the middle of a position the move to an option is made, where that means something: of options of
    /// equal weight, searches look at those from the middle first, since they tend to cut more.
    fn off_middle(&mut self, _position: Self::Key, _option: &[Self::Key]) -> Option<u64> {
        None
    }

    /// Whether an option looks the same from both ends, where that means something. Such a one is likely to be worth 0, for who
    /// is to answer a move can make its image: searches look at it first where they look for 0.
    fn is_even(&self, _option: &[Self::Key]) -> bool {
        false
    }

    /// Memory the rules themselves hold, in bytes: interned positions, say.
    fn bytes(&self) -> u64 {
        0
    }

    /// The same rules for another thread, which makes them with a meter of its own; `None` where they cannot leave
    /// their thread.
    fn for_thread(&self) -> Option<ForThread<Self>>
    where
        Self: Sized,
    {
        None
    }

    /// Whether every play from a position is proved to end, as far as rules know.
    fn is_sure_to_end(&self, _position: Self::Key) -> bool {
        true
    }

    /// Rounds of loops that listing options took so far, where they are counted.
    fn rounds(&self) -> u64 {
        0
    }

    /// A number that decreases with every move, where one is known: solvers may go level by level.
    fn rank(&self, _position: Self::Key) -> Option<u64> {
        None
    }
}

/// Makes rules in the thread that is to use them.
pub type ForThread<R> = Box<dyn FnOnce(Rc<Meter>) -> R + Send>;

/// Options as they were listed.
#[derive(Clone, Copy, Debug)]
pub enum Listed<'l, K> {
    /// Each is one part.
    Alone(&'l [K]),
    /// Each is a sum.
    Sums(&'l Options<K>),
}

impl<'l, K: Copy> Listed<'l, K> {
    /// Options in an arena.
    pub fn of(options: &'l Options<K>) -> Listed<'l, K> {
        options.parts_alone().map_or(Listed::Sums(options), Listed::Alone)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Listed::Alone(keys) => keys.len(),
            Listed::Sums(options) => options.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Options in one flat arena: parts and nim-heaps of all options behind each other. While each option is one part, their ends
/// are not written down.
#[derive(Clone, Debug)]
pub struct Options<K> {
    parts: Vec<K>,
    heaps: Vec<u64>,
    ends: Vec<(u32, u32)>,
    /// How many options there are.
    count: usize,
}

impl<K> Default for Options<K> {
    fn default() -> Self {
        Options { parts: vec![], heaps: vec![], ends: vec![], count: 0 }
    }
}

impl<K: Copy> Options<K> {
    /// Forgets all options, keeping the memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.heaps.clear();
        self.ends.clear();
        self.count = 0;
    }

    /// Adds a part to the option being built.
    pub fn push_part(&mut self, key: K) {
        self.parts.push(key);
    }

    /// Adds a nim-heap `*k` to the option being built.
    pub fn push_heap(&mut self, k: u64) {
        if k > 0 {
            self.heaps.push(k);
        }
    }

    /// Completes the option being built.
    pub fn end_option(&mut self) {
        let alone = self.parts.len() == self.count + 1 && self.heaps.is_empty();
        if !self.ends.is_empty() || !alone {
            // Those before it, if it is the first that is more or less than one part.
            (self.ends.len()..self.count).for_each(|i| self.ends.push((i as u32 + 1, 0)));
            self.ends.push((self.parts.len() as u32, self.heaps.len() as u32));
        }
        self.count += 1;
    }

    /// Adds an option of no parts where there is none at all. Under misère play a player who cannot move has won: as if one
    /// move were left, to a position that is lost.
    pub fn or_one_to_nothing(&mut self) {
        if self.is_empty() {
            self.end_option();
        }
    }

    /// Forgets the option being built.
    pub fn drop_option(&mut self) {
        let alone = (self.count as u32, 0);
        let (parts, heaps) = self.ends.last().copied().unwrap_or(alone);
        self.parts.truncate(parts as usize);
        self.heaps.truncate(heaps as usize);
    }

    /// How many options there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The parts and the nim-heaps of every option.
    pub fn iter(&self) -> impl Iterator<Item = (&[K], &[u64])> {
        (0..self.count).map(|i| self.get(i))
    }

    /// The parts and the nim-heaps of an option.
    #[inline]
    pub fn get(&self, i: usize) -> (&[K], &[u64]) {
        if self.ends.is_empty() {
            return (&self.parts[i..=i], &[]);
        }
        let (parts_from, heaps_from) = if i == 0 { (0, 0) } else { self.ends[i - 1] };
        let (parts_to, heaps_to) = self.ends[i];
        (
            &self.parts[parts_from as usize..parts_to as usize],
            &self.heaps[heaps_from as usize..heaps_to as usize],
        )
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.parts.capacity() * size_of::<K>() + (self.heaps.capacity() + self.ends.capacity()) * 8) as u64
    }

    /// Adds options of one part each.
    pub fn extend_alone(&mut self, keys: &[K]) {
        if self.ends.is_empty() {
            self.parts.extend_from_slice(keys);
            self.count += keys.len();
        } else {
            keys.iter().for_each(|key| {
                self.push_part(*key);
                self.end_option();
            });
        }
    }

    /// Adds options: their parts and nim-heaps, and how many of both there are up to the end of each.
    pub fn extend(&mut self, parts: &[K], heaps: &[u64], ends: &[[u32; 2]]) {
        let (mut part, mut heap) = (0, 0);
        for [part_end, heap_end] in ends.iter().map(|end| end.map(|n| n as usize)) {
            parts[part..part_end].iter().for_each(|key| self.push_part(*key));
            heaps[heap..heap_end].iter().for_each(|size| self.push_heap(*size));
            self.end_option();
            (part, heap) = (part_end, heap_end);
        }
    }

    /// All options, if each of them is one part.
    pub fn parts_alone(&self) -> Option<&[K]> {
        self.ends.is_empty().then(|| &self.parts[..self.count])
    }

    /// All parts of all options.
    pub fn parts(&self) -> &[K] {
        &self.parts
    }

    /// The same, to be exchanged for others one by one.
    pub fn parts_mut(&mut self) -> &mut [K] {
        &mut self.parts
    }
}
