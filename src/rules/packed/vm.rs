//! Runs register code: one flat loop over small instructions.

use super::answers::Answers;
use super::bits::Grid;
use super::code::{Aside, Code, I, KeyBits, L, MembersRun, Op, cell_word, word_cell};
use super::recalled::{Memory, Next};
use crate::engine::{Exhausted, Stop, Unfit};
use num_integer::Integer;

/// One register for every number a register can have, so that none needs a check; memory is touched only
/// where registers are used.
const BANK: usize = 1 << 16;

/// The registers and scratch memory of a run; kept between runs.
pub(super) struct Vm {
    pub(super) words: Box<[i64; BANK]>,
    pub(super) sets: Box<[u128; BANK]>,
    /// Lists as (start, length) in `scratch`.
    pub(super) lists: Box<[(u32, u32); BANK]>,
    pub(super) scratch: Vec<i64>,
    pub(super) building: Vec<i64>,
    /// For what is made and used up within one instruction.
    pub(super) spare: Vec<i64>,
    pub(super) made: Vec<i64>,
    memory: Memory,
    pub(super) answers: Answers,
    /// Rounds of loops until the clock is looked at.
    fuel: u32,
    /// How often the fuel was spent.
    spent: u64,
}

/// Rounds of loops between two looks at the clock.
const FUEL: u32 = 1 << 16;

fn bank<T: Clone>(zero: T) -> Box<[T; BANK]> {
    let Ok(bank) = vec![zero; BANK].into_boxed_slice().try_into() else {
        unreachable!("a bank has its size")
    };
    bank
}

impl Default for Vm {
    fn default() -> Vm {
        Vm {
            words: bank(0),
            sets: bank(0),
            lists: bank((0, 0)),
            scratch: vec![],
            building: vec![],
            spare: vec![],
            made: vec![],
            memory: Memory::default(),
            answers: Answers::default(),
            fuel: FUEL,
            spent: 0,
        }
    }
}

/// What the code hands out while it runs.
pub(super) trait Sink {
    /// A part of the option, by its index in the pool; false if it does not fit its layout.
    fn part(&mut self, vm: &Vm, spec: u32) -> bool;
    /// A nim-heap of the option; false if it is negative.
    fn heap(&mut self, size: i64) -> bool;
    /// The option is complete.
    fn end_option(&mut self);
    /// The option is forgotten.
    fn drop_option(&mut self) {
        unreachable!("tables and chains are for games without `wins when`")
    }
    /// A run of options over a chain; false if one does not fit.
    fn chain_run(&mut self, _vm: &Vm, _spec: u32) -> bool {
        unreachable!("such runs stand only in code for chains")
    }
    /// An option for each of some numbers; false if one does not fit.
    fn members_run(&mut self, _vm: &Vm, _run: &MembersRun, _members: &[i64]) -> bool {
        unreachable!("such runs stand only in code for tables")
    }
    /// What is left to the general evaluation.
    fn aside(&mut self, _vm: &mut Vm, _aside: &Aside) -> Ended {
        unreachable!("tables and chains have code without any")
    }
    /// A long run looks at the clock; what stops it.
    fn tick(&mut self) -> Result<(), Exhausted>;
}

/// How a run ends: that something did not fit says nothing of what it was.
pub(super) type Ended = Result<(), Stop>;

/// Something did not fit.
pub(super) const BAIL: Ended = Err(Stop::Unfit(Unfit::Misfit));

impl Vm {
    /// Rounds of loops so far.
    pub(super) fn rounds(&self) -> u64 {
        self.spent * u64::from(FUEL) + u64::from(FUEL - self.fuel)
    }

    /// Forgets the last run.
    pub(super) fn prepare(&mut self, code: &Code) {
        self.scratch.clear();
        self.building.clear();
        for (d, n) in &code.constants {
            self.words[*d as usize] = *n;
        }
    }

    /// Puts a list into a register.
    pub(super) fn load_list(&mut self, l: L, words: impl Iterator<Item = i64>) {
        self.set_list(l, |s| s.extend(words));
    }

    pub(super) fn list(&self, l: L) -> &[i64] {
        let (start, len) = self.lists[l as usize];
        &self.scratch[start as usize..(start + len) as usize]
    }

    pub(super) fn set_list(&mut self, l: L, make: impl FnOnce(&mut Vec<i64>)) -> bool {
        let start = self.scratch.len();
        make(&mut self.scratch);
        self.lists[l as usize] = (start as u32, (self.scratch.len() - start) as u32);
        self.scratch.len() < MAX_SCRATCH
    }

    /// Runs code from its beginning.
    #[allow(clippy::too_many_lines)] // one arm an instruction
    pub(super) fn run(&mut self, code: &Code, grid: &Grid, sink: &mut impl Sink) -> Ended {
        let mut pc = 0usize;
        macro_rules! word {
            ($r:expr) => {
                self.words[$r as usize]
            };
        }
        macro_rules! set {
            ($r:expr) => {
                self.sets[$r as usize]
            };
        }
        macro_rules! spend {
            () => {
                self.fuel -= 1;
                if self.fuel == 0 {
                    self.fuel = FUEL;
                    self.spent += 1;
                    if let Err(what) = sink.tick() {
                        return Err(what.into());
                    }
                }
            };
        }
        macro_rules! or_bail {
            ($e:expr) => {
                match $e {
                    Some(v) => v,
                    None => return BAIL,
                }
            };
        }
        loop {
            let op = code.ops[pc];
            pc += 1;
            match op {
                Op::Const(d, v) => word!(d) = v,
                Op::Move(d, a) => word!(d) = word!(a),
                Op::Add(d, a, b) => word!(d) = or_bail!(word!(a).checked_add(word!(b))),
                Op::Sub(d, a, b) => word!(d) = or_bail!(word!(a).checked_sub(word!(b))),
                Op::Mul(d, a, b) => word!(d) = or_bail!(word!(a).checked_mul(word!(b))),
                Op::Div(d, a, b) => word!(d) = or_bail!(div_floor(word!(a), word!(b))),
                Op::Mod(d, a, b) => word!(d) = or_bail!(mod_floor(word!(a), word!(b))),
                Op::Pow(d, a, b) => word!(d) = or_bail!(power(word!(a), word!(b))),
                Op::Gcd(d, a, b) => word!(d) = word!(a).gcd(&word!(b)),
                Op::Halve(d, a, b) => word!(d) = or_bail!(halved(word!(a), word!(b))),
                Op::Xor(d, a, b) => {
                    let (a, b) = (word!(a), word!(b));
                    if a < 0 || b < 0 {
                        return BAIL;
                    }
                    word!(d) = a ^ b;
                }
                Op::Min(d, a, b) => word!(d) = word!(a).min(word!(b)),
                Op::Max(d, a, b) => word!(d) = word!(a).max(word!(b)),
                Op::Neg(d, a) => word!(d) = or_bail!(word!(a).checked_neg()),
                Op::Abs(d, a) => word!(d) = or_bail!(word!(a).checked_abs()),
                Op::Check(a, pool) => {
                    let (lo, hi) = code.bounds[pool as usize];
                    if word!(a) < lo || word!(a) > hi {
                        return BAIL;
                    }
                }
                Op::Jump(to) => pc = to as usize,
                Op::Loop(to) => {
                    pc = to as usize;
                    spend!();
                }
                Op::JumpIf(a, to) => {
                    if word!(a) != 0 {
                        pc = to as usize;
                    }
                }
                Op::JumpUnless(a, to) => {
                    if word!(a) == 0 {
                        pc = to as usize;
                    }
                }
                Op::JumpUnlessEq(a, b, to) => {
                    if word!(a) != word!(b) {
                        pc = to as usize;
                    }
                }
                Op::JumpIfEq(a, b, to) => {
                    if word!(a) == word!(b) {
                        pc = to as usize;
                    }
                }
                Op::JumpUnlessLt(a, b, to) => {
                    if word!(a) >= word!(b) {
                        pc = to as usize;
                    }
                }
                Op::JumpUnlessLe(a, b, to) => {
                    if word!(a) > word!(b) {
                        pc = to as usize;
                    }
                }
                Op::Step(a, hi, to) => {
                    if word!(a) >= word!(hi) {
                        pc = to as usize;
                    } else {
                        word!(a) += 1;
                    }
                }
                Op::Cell(d, r, c) => {
                    let (r, c) = (i32::try_from(word!(r)).ok(), i32::try_from(word!(c)).ok());
                    word!(d) = cell_word(or_bail!(r), or_bail!(c));
                }
                Op::Row(d, p) => word!(d) = i64::from(word_cell(word!(p)).0),
                Op::Col(d, p) => word!(d) = i64::from(word_cell(word!(p)).1),
                Op::SetConst(d, pool) => set!(d) = code.sets[pool as usize],
                Op::SetMove(d, a) => set!(d) = set!(a),
                Op::SetOr(d, a, b) => set!(d) = set!(a) | set!(b),
                Op::SetAnd(d, a, b) => set!(d) = set!(a) & set!(b),
                Op::SetMinus(d, a, b) => set!(d) = set!(a) & !set!(b),
                Op::SetXor(d, a, b) => set!(d) = set!(a) ^ set!(b),
                Op::SetShift(d, a, by) => set!(d) = shifted(set!(a), by),
                Op::ListBits(d, l) => set!(d) = or_bail!(places(self.list(l))),
                Op::KeyBits(d, l, of) => set!(d) = or_bail!(key_bits(grid, self.list(l), of)),
                Op::SetEq(d, a, b) => word!(d) = i64::from(set!(a) == set!(b)),
                Op::SetRange(d, lo, hi) => set!(d) = or_bail!(range_bits(word!(lo), word!(hi))),
                Op::Has(d, s, x) => {
                    let x = word!(x);
                    word!(d) = if (0..128).contains(&x) { (set!(s) >> x & 1) as i64 } else { 0 };
                }
                Op::With(d, s, x) => set!(d) = set!(s) | or_bail!(number_bit(word!(x))),
                Op::Without(d, s, x) => set!(d) = set!(s) & !number_bit(word!(x)).unwrap_or(0),
                Op::HasCell(d, s, x) => {
                    let (row, col) = word_cell(word!(x));
                    word!(d) = grid.bit(row, col).map_or(0, |bit| (set!(s) >> bit & 1) as i64);
                }
                Op::WithCell(d, s, x) => set!(d) = set!(s) | or_bail!(cell_bit(grid, word!(x))),
                Op::WithoutCell(d, s, x) => set!(d) = set!(s) & !cell_bit(grid, word!(x)).unwrap_or(0),
                Op::Count(d, s) => word!(d) = i64::from(set!(s).count_ones()),
                Op::Least(d, s) => word!(d) = or_bail!(lowest(set!(s))),
                Op::Largest(d, s) => word!(d) = or_bail!(highest(set!(s))),
                Op::LeastMissing(d, s) => word!(d) = i64::from(set!(s).trailing_ones()),
                Op::BitToCell(d, a) => {
                    let (row, col) = grid.cell(word!(a) as u32);
                    word!(d) = cell_word(row, col);
                }
                Op::Next(d, s, to) => match lowest(set!(s)) {
                    Some(bit) => {
                        word!(d) = bit;
                        set!(s) &= set!(s) - 1;
                    }
                    None => pc = to as usize,
                },
                Op::NextCell(d, s, to) => match lowest(set!(s)) {
                    Some(bit) => {
                        let (row, col) = grid.cell(bit as u32);
                        word!(d) = cell_word(row, col);
                        set!(s) &= set!(s) - 1;
                    }
                    None => pc = to as usize,
                },
                Op::StepAgain(a, hi, to) => {
                    if word!(a) < word!(hi) {
                        word!(a) += 1;
                        pc = to as usize;
                        spend!();
                    }
                }
                Op::NextAgain(d, s, to) => {
                    if let Some(bit) = lowest(set!(s)) {
                        word!(d) = bit;
                        set!(s) &= set!(s) - 1;
                        pc = to as usize;
                        spend!();
                    }
                }
                Op::NextCellAgain(d, s, to) => {
                    if let Some(bit) = lowest(set!(s)) {
                        let (row, col) = grid.cell(bit as u32);
                        word!(d) = cell_word(row, col);
                        set!(s) &= set!(s) - 1;
                        pc = to as usize;
                        spend!();
                    }
                }
                Op::Dominoes(across, standing, s) => {
                    (set!(across), set!(standing)) = grid.dominoes(set!(s));
                }
                Op::NextDomino(d, across, standing, to) => {
                    match next_domino(grid, set!(across), set!(standing)) {
                        Some((domino, a, s)) => (set!(d), set!(across), set!(standing)) = (domino, a, s),
                        None => pc = to as usize,
                    }
                }
                Op::NextDominoAgain(d, across, standing, to) => {
                    if let Some((domino, a, s)) = next_domino(grid, set!(across), set!(standing)) {
                        (set!(d), set!(across), set!(standing)) = (domino, a, s);
                        pc = to as usize;
                        spend!();
                    }
                }
                Op::NextIsland(d, s, to) => {
                    if set!(s) == 0 {
                        pc = to as usize;
                    } else {
                        let island = grid.island(set!(s));
                        set!(d) = island;
                        set!(s) &= !island;
                    }
                }
                Op::Turned(d, s) => set!(d) = or_bail!(grid.turned(set!(s))),
                Op::Mirrored(d, s) => set!(d) = or_bail!(grid.mirrored(set!(s))),
                Op::Shifted(d, s) => set!(d) = or_bail!(grid.shifted(set!(s))),
                Op::Ray(d, p, rows, cols, on) => {
                    let step = (i32::try_from(word!(rows)).ok(), i32::try_from(word!(cols)).ok());
                    let step = (or_bail!(step.0), or_bail!(step.1));
                    set!(d) = grid.ray(word_cell(word!(p)), step, set!(on));
                }
                Op::BitsList(d, s, n) => {
                    let set = set!(s);
                    if !self.set_list(d, |s| s.extend((1..=n).map(|i| i64::from(set >> i & 1 == 1)))) {
                        return BAIL;
                    }
                }
                Op::ListConst(d, pool) => {
                    let ok = self.set_list(d, |s| s.extend_from_slice(&code.lists[pool as usize]));
                    if !ok {
                        return BAIL;
                    }
                }
                Op::ListMove(d, a) => self.lists[d as usize] = self.lists[a as usize],
                Op::Touching(d, p) => {
                    let (row, col) = word_cell(word!(p));
                    let (up, down) = (row.wrapping_sub(1), row.wrapping_add(1));
                    let (left, right) = (col.wrapping_sub(1), col.wrapping_add(1));
                    let cells = [(up, col), (row, left), (row, right), (down, col)];
                    if !self.set_list(d, |s| s.extend(cells.map(|(r, c)| cell_word(r, c)))) {
                        return BAIL;
                    }
                }
                Op::TouchingIn(d, p, on) => {
                    set!(d) = grid.touching(word_cell(word!(p)), set!(on));
                }
                Op::SetMask(d, p, pool) => {
                    let masks = &code.masks[pool as usize];
                    let (row, col) = word_cell(word!(p));
                    let at = if masks.is_cell { grid.bit(row, col) } else { u32::try_from(word!(p)).ok() };
                    set!(d) = *or_bail!(at.and_then(|at| masks.sets.get(at as usize)));
                }
                Op::Connected(d, s, from, pool) => {
                    let (all, beside) = (set!(s), &code.masks[pool as usize].sets);
                    let (mut found, mut front) = (set!(from) & all, set!(from) & all);
                    while front != 0 {
                        let near = beside[front.trailing_zeros() as usize] & all & !found;
                        (found, front) = (found | near, front & (front - 1) | near);
                    }
                    set!(d) = found;
                }
                Op::Arcs(d, v, pool) => {
                    let arcs = &code.arcs[pool as usize];
                    let from = usize::try_from(word!(v) - arcs.first).ok().and_then(|i| arcs.to.get(i));
                    let from = from.map_or(&[][..], Vec::as_slice);
                    if !self.set_list(d, |s| s.extend_from_slice(from)) {
                        return BAIL;
                    }
                }
                Op::Len(d, l) => word!(d) = i64::from(self.lists[l as usize].1),
                Op::Get(d, l, i) => word!(d) = or_bail!(self.entry(l, i)),
                Op::At(d, l, i) => {
                    let (start, _) = self.lists[l as usize];
                    word!(d) = self.scratch[start as usize + word!(i) as usize];
                }
                Op::Entry(d, i, pool) => word!(d) = code.lists[pool as usize][word!(i) as usize],
                Op::EntryList(d, i, pool) => {
                    let list = &code.lists[code.rows[pool as usize].start + word!(i) as usize];
                    if !self.set_list(d, |s| s.extend_from_slice(list)) {
                        return BAIL;
                    }
                }
                Op::Put(d, l, i, x) => {
                    if self.entry(l, i).is_none() {
                        return BAIL;
                    }
                    let (start, len) = self.lists[l as usize];
                    let (at, x) = (word!(i) as usize - 1, word!(x));
                    let ok = self.set_list(d, |s| {
                        s.extend_from_within(start as usize..(start + len) as usize);
                        let new = s.len() - len as usize;
                        s[new + at] = x;
                    });
                    if !ok {
                        return BAIL;
                    }
                }
                Op::Concat(d, a, b) => {
                    let (a, b) = (self.lists[a as usize], self.lists[b as usize]);
                    let ok = self.set_list(d, |s| {
                        s.extend_from_within(a.0 as usize..(a.0 + a.1) as usize);
                        s.extend_from_within(b.0 as usize..(b.0 + b.1) as usize);
                    });
                    if !ok {
                        return BAIL;
                    }
                }
                Op::Sort(d, a) | Op::Reverse(d, a) => {
                    let (start, len) = self.lists[a as usize];
                    let sort = matches!(op, Op::Sort(..));
                    let ok = self.set_list(d, |s| {
                        s.extend_from_within(start as usize..(start + len) as usize);
                        let new = s.len() - len as usize;
                        if sort { s[new..].sort_unstable() } else { s[new..].reverse() }
                    });
                    if !ok {
                        return BAIL;
                    }
                }
                Op::Insert(d, l, x) | Op::Remove(d, l, x) => {
                    let (start, len) = self.lists[l as usize];
                    let x = word!(x);
                    let insert = matches!(op, Op::Insert(..));
                    let ok = self.set_list(d, |s| {
                        s.extend_from_within(start as usize..(start + len) as usize);
                        let new = s.len() - len as usize;
                        let at = new + s[new..].partition_point(|y| *y < x);
                        if insert {
                            s.insert(at, x);
                        } else if s.get(at) == Some(&x) {
                            s.remove(at);
                        }
                    });
                    if !ok {
                        return BAIL;
                    }
                }
                Op::MapGet(d, l, k) => {
                    let map = self.list(l);
                    let at = or_bail!(place_in_map(map, word!(k)).ok());
                    word!(d) = map[2 * at + 1];
                }
                Op::MapHas(d, l, k) => {
                    word!(d) = i64::from(place_in_map(self.list(l), word!(k)).is_ok());
                }
                Op::MapPut(d, l, k, x) => {
                    let (start, len) = self.lists[l as usize];
                    let (key, value) = (word!(k), word!(x));
                    let place = place_in_map(self.list(l), key);
                    let ok = self.set_list(d, |s| {
                        let new = s.len();
                        s.extend_from_within(start as usize..(start + len) as usize);
                        match place {
                            Ok(at) => s[new + 2 * at + 1] = value,
                            Err(at) => drop(s.splice(new + 2 * at..new + 2 * at, [key, value])),
                        }
                    });
                    if !ok {
                        return BAIL;
                    }
                }
                Op::ListEq(d, a, b) => word!(d) = i64::from(self.list(a) == self.list(b)),
                Op::ListHas(d, l, x) => word!(d) = i64::from(self.list(l).contains(&word!(x))),
                Op::ListHasSorted(d, pool, x) => {
                    word!(d) = i64::from(code.lists[pool as usize].binary_search(&word!(x)).is_ok());
                }
                Op::Begin(d) => word!(d) = self.building.len() as i64,
                Op::Push(x) => {
                    self.building.push(word!(x));
                    if self.building.len() > MAX_SCRATCH {
                        return BAIL;
                    }
                }
                Op::End(d, mark) => {
                    let start = self.scratch.len();
                    let built = word!(mark) as usize;
                    self.scratch.extend_from_slice(&self.building[built..]);
                    self.building.truncate(built);
                    self.lists[d as usize] = (start as u32, (self.scratch.len() - start) as u32);
                    if self.scratch.len() > MAX_SCRATCH {
                        return BAIL;
                    }
                }
                Op::Recall(d, x, pool, to) => {
                    if let Some(v) = self.memory.value(pool, word!(x)) {
                        word!(d) = v;
                        pc = to as usize;
                    }
                }
                Op::Remember(x, v, pool) => self.memory.remember(pool, word!(x), word!(v)),
                Op::MembersOf(p, pool) => self.memory.choose(pool, word!(p)),
                Op::BeginMembers(first, pool) => self.memory.begin(pool, word!(first)),
                Op::NextMember(d, index, limit, pool, to) => {
                    match self.memory.next(pool, word!(index), word!(limit)) {
                        Next::Member(x) => {
                            word!(d) = x;
                            word!(index) += 1;
                            pc += 1;
                        }
                        Next::Try(x) => word!(d) = x,
                        Next::End => pc = to as usize,
                    }
                }
                Op::KnowMembers(d, limit, pool, to) => match self.memory.unknown(pool, word!(limit)) {
                    Some(x) => word!(d) = x,
                    None => pc = to as usize,
                },
                Op::MembersRun(run) => {
                    let run = &code.members_runs[run as usize];
                    let members = self.memory.up_to(run.pool, word!(run.limit));
                    if !sink.members_run(self, run, members) {
                        return BAIL;
                    }
                }
                Op::Learn(x, yes, pool) => {
                    if !self.memory.learn(pool, word!(x), word!(yes) != 0) {
                        return BAIL;
                    }
                }
                Op::Part(spec) => {
                    if !sink.part(self, spec) {
                        return BAIL;
                    }
                }
                Op::Heap(a) => {
                    if !sink.heap(word!(a)) {
                        return BAIL;
                    }
                }
                Op::EndOption => sink.end_option(),
                Op::DropOption => sink.drop_option(),
                Op::ChainRun(spec) => {
                    if !sink.chain_run(self, spec) {
                        return BAIL;
                    }
                }
                Op::NextElement(at, l, element, to) => {
                    match self.next_element(l, word!(at), &code.elements[element as usize]) {
                        Some(next) => word!(at) = next,
                        None => pc = to as usize,
                    }
                }
                Op::Flat(op) => or_bail!(self.flat(&code.flats[op as usize])),
                Op::Aside(aside) => sink.aside(self, &code.asides[aside as usize])?,
                Op::Bail => return BAIL,
                Op::Halt => return Ok(()),
            }
        }
    }

    /// The entry of a list, counted from 1.
    fn entry(&self, l: L, i: I) -> Option<i64> {
        let index = usize::try_from(self.words[i as usize]).ok()?.checked_sub(1)?;
        self.list(l).get(index).copied()
    }
}

/// Which entry of a map has a key, or before which one it belongs.
fn place_in_map(map: &[i64], key: i64) -> Result<usize, usize> {
    let (entries, _) = map.as_chunks::<2>();
    entries.binary_search_by_key(&key, |[k, _]| *k)
}

/// Scratch memory of one run, in words.
pub(super) const MAX_SCRATCH: usize = 1 << 24;

/// A domino, and what is left of those across and of those that stand.
#[inline]
fn next_domino(grid: &Grid, across: u128, standing: u128) -> Option<(u128, u128, u128)> {
    if across != 0 {
        return Some((grid.domino(across & across.wrapping_neg(), true), across & (across - 1), standing));
    }
    let cell = standing & standing.wrapping_neg();
    (cell != 0).then(|| (grid.domino(cell, false), 0, standing & !cell))
}

#[inline]
fn lowest(s: u128) -> Option<i64> {
    (s != 0).then(|| i64::from(s.trailing_zeros()))
}

#[inline]
fn highest(s: u128) -> Option<i64> {
    (s != 0).then(|| i64::from(127 - s.leading_zeros()))
}

#[inline]
fn number_bit(x: i64) -> Option<u128> {
    (0..128).contains(&x).then(|| 1u128 << x)
}

#[inline]
/// Keys of a map, whose words are in turn with those of their values.
fn key_bits(grid: &Grid, map: &[i64], of: KeyBits) -> Option<u128> {
    let wanted = map.as_chunks().0.iter().filter(|[_, value]| !of.only_true || *value != 0);
    wanted
        .map(|[key, _]| if of.cells { cell_bit(grid, *key) } else { number_bit(*key) })
        .try_fold(0, |set, bit| Some(set | bit?))
}

fn cell_bit(grid: &Grid, x: i64) -> Option<u128> {
    let (row, col) = word_cell(x);
    grid.bit(row, col).map(|bit| 1u128 << bit)
}

pub(super) fn range_bits(lo: i64, hi: i64) -> Option<u128> {
    if lo > hi {
        return Some(0);
    }
    ((0..128).contains(&lo) && hi < 128).then(|| (u128::MAX >> (127 - (hi - lo))) << lo)
}

fn div_floor(a: i64, b: i64) -> Option<i64> {
    a.checked_div(b).map(|_| Integer::div_floor(&a, &b))
}

#[inline]
fn mod_floor(a: i64, b: i64) -> Option<i64> {
    if b > 0 {
        return Some(a.rem_euclid(b));
    }
    a.checked_rem(b).map(|_| Integer::mod_floor(&a, &b))
}

fn power(a: i64, b: i64) -> Option<i64> {
    match a {
        0 if b > 0 => Some(0),
        1 if b >= 0 => Some(1),
        _ => a.checked_pow(u32::try_from(b).ok()?),
    }
}

/// A number divided by 2 so many times, rounded down.
fn halved(a: i64, times: i64) -> Option<i64> {
    (times >= 0).then(|| a >> times.min(63))
}

/// The numbers of a set, each so much larger.
fn shifted(set: u128, by: i32) -> u128 {
    if by >= 0 { set << by } else { set >> -by }
}

/// The places of a list, counted from 1, that hold `true`.
fn places(list: &[i64]) -> Option<u128> {
    let bits = list.iter().zip(1..).fold(0, |set, (x, i)| set | u128::from(*x != 0) << (i & 127));
    (list.len() < 127).then_some(bits)
}
