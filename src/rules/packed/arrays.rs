//! Arrays of all positions of a box, filled in the order of their keys by machine code in which the rules and the look-ups are one;
//! by several threads where they are long.

use super::array_files::Header;
use super::cone::cone;
use super::digits::Shape;
use super::family::{Family, Instance};
use super::native::{Filler, lists_are_few, to_share};
use super::needs::Needs;
use super::orders;
use super::room::{Boxed, Entries, Space, box_of, box_up_to, few_enough};
use super::tight::Room;
use crate::check::ir::WinRule;
use crate::check::types::{Shape as Declared, Type};
use crate::engine::{Meter, Stop, Unfit, fill_together};
use crate::rules::machine::Machine;
use crate::rules::ranking::{Measure, Ranking, is_much_more};
use crate::rules::spot;
use crate::value::{GamePosition, Int};
use std::io::{self, Write};
use std::rc::Rc;

/// Nim-values of all positions of a box, or who wins and in how many moves: 1 byte each while they are small, then 2. Nothing is assumed of the order: a move that
/// leads to a position without a value ends the attempt.
pub(in crate::rules) struct Filled {
    family: Family,
    /// All games of it as one, with moves for an array; from when they are wanted.
    joined: Option<Family>,
    shape: Shape,
    filler: Option<Filler>,
    kept: Kept,
    /// One more than each value, 0 where there is none yet, and [`Kept::void`] where a position is void.
    values: Vec<u8>,
    /// The largest number there is room for in each parameter, or part of one;
    numbers: Vec<u64>,
    /// and in each entry of a list or map, where that is less.
    entries: Entries,
    /// Whether some numbers may be negative, for which there is no room at all.
    may_be_negative: bool,
    /// How many positions had a value before there was machine code: those of an array that was restored.
    begun: u64,
    /// How many positions were filled when a sample was last compared with the rules.
    compared: u64,
    /// How many positions several threads have filled.
    together: u64,
}

/// What is in an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    /// Bytes of a value: 1 or 2.
    pub(super) width: u64,
    /// Under which rule.
    pub(super) rule: WinRule,
    /// Whether it is who wins, and in how many moves, as a number ([`crate::engine::loopy::Lasts`]), and not a nim-value.
    pub(super) lasts: bool,
    /// Whether there are positions that are void: from which a move does not fit, or leads to one that is. Rules that keep numbers
    /// in order, say, are never asked about the others; a box has them all the same.
    pub(super) voids: bool,
}

impl Kept {
    /// What is kept for a position that is void: more than one more than any value.
    pub(super) fn void(&self) -> u64 {
        (1 << (8 * self.width)) - 1
    }
}

/// What a thread takes at once is at least this share of what is filled by one thread alone, and at most this share of what
/// each has to do.
const LEAST_SHARE: u64 = 8;
const MOST_SHARE: u64 = 4;

impl Filled {
    /// The box of a position, with nothing in it yet; with room for numbers up to some, and for the few elements of sets that an
    /// array `before` has besides.
    ///
    /// # Errors
    /// Why there is none.
    pub(in crate::rules) fn new(
        machine: &Machine,
        root: &GamePosition,
        numbers: &[u64],
        space: Space,
        before: Option<&Filled>,
    ) -> Result<Filled, Unfit> {
        let meter = machine.meter();
        let boxed = |family: &Family, key| box_of(family, key, space, &meter);
        Filled::in_box(machine, root, (numbers, space.room), before, &boxed)
    }

    fn in_box(
        machine: &Machine,
        root: &GamePosition,
        (numbers, room): (&[u64], Room),
        before: Option<&Filled>,
        boxed: &dyn Fn(&Family, u64) -> Boxed,
    ) -> Result<Filled, Unfit> {
        const KIND: Unfit =
            Unfit::Kind("its positions are not few digits, alike in all games and without claims");
        let has_bags = root.args.iter().any(|v| matches!(v, crate::value::Value::Bag(_)));
        let before = before.and_then(|filled| filled.family.needs.few_more(&Needs::of(machine, root, None)?));
        let made = Family::tight(machine, root, numbers, room, before.as_ref()).filter(|_| !has_bags);
        let (family, numbers) = made.ok_or(KIND)?;
        if family.instances.iter().any(|i| i.has_claims() || !i.moves.asides.is_empty()) {
            return Err(KIND);
        }
        let key = family.pack(root).ok_or(KIND)? as u64;
        let may_be_negative = family.parameters_alike().ok_or(KIND)?.iter().any(|(ty, shape)| {
            let numbers = if let Declared::Elements(inner) = shape { inner } else { shape };
            let is_number = |ty: &Type| *ty == Type::Int;
            let is_any = matches!(numbers, Declared::Any | Declared::Range(None, _));
            is_any && (is_number(ty) || ty.element().is_some_and(|ty| is_number(&ty)))
        });
        let (shape, entries) = boxed(&family, key)?;
        Ok(Filled {
            family,
            joined: None,
            shape,
            filler: None,
            kept: Kept { width: 1, rule: WinRule::Normal, lasts: false, voids: false },
            values: vec![],
            numbers,
            entries,
            may_be_negative,
            begun: 0,
            compared: 0,
            together: 0,
        })
    }

    /// Whether what does not fit may be a negative number, for which no box has room.
    pub(in crate::rules) fn may_be_negative(&self) -> bool {
        self.may_be_negative
    }

    /// Whether there are at least 24 positions of the box for each that a graph has, where lists are put in order.
    pub(in crate::rules) fn has_many_arrangements(&self) -> bool {
        self.family.instances.iter().any(Instance::has_many_arrangements)
    }

    /// Whether a position is one of the box.
    pub(in crate::rules) fn has_room_for(&self, position: &GamePosition) -> bool {
        let key = self.family.pack(position);
        key.is_some_and(|key| self.entries.hold(key as u64))
    }

    /// Whether it was begun, and not filled as far as a position that it has room for.
    pub(in crate::rules) fn is_begun_for(&self, position: &GamePosition) -> bool {
        self.solved() > 0 && self.key(position).is_some_and(|key| self.shape.before(key) >= self.solved())
    }

    /// Whether a position has less in some entry of a list or map than there is room for.
    pub(in crate::rules) fn has_entries_that_grow(&self, position: &GamePosition) -> bool {
        self.family.pack(position).is_some_and(|key| self.entries.grow_from(key as u64))
    }

    /// Whether some entry of a list or map has less room than others.
    pub(in crate::rules) fn has_uneven_entries(&self) -> bool {
        self.entries.are_uneven()
    }

    /// The same under a winning rule.
    pub(in crate::rules) fn under(self, rule: WinRule) -> Filled {
        Filled { kept: Kept { rule, ..self.kept }, ..self }
    }

    /// The same for who wins, and in how many moves, or for nim-values.
    pub(in crate::rules) fn lasting(self, lasts: bool) -> Filled {
        Filled { kept: Kept { lasts, ..self.kept }, ..self }
    }

    /// The same with positions that are void, or without.
    pub(in crate::rules) fn with_voids(self, voids: bool) -> Filled {
        Filled { kept: Kept { voids, ..self.kept }, ..self }
    }

    /// Looks for an order of the positions, and compiles the moves for an array of them: of all, if so wanted, else without those
    /// that no play comes to, as far as the order of their digits shows that.
    ///
    /// # Errors
    /// If there is no order, or not all options of positions like the first one fit.
    pub(in crate::rules) fn prepare(
        &mut self,
        machine: &Machine,
        root: &GamePosition,
        whole: bool,
    ) -> Result<(), Unfit> {
        let key = self.family.pack(root).ok_or(Unfit::Misfit)? as u64;
        const NO_CODE: Unfit = Unfit::Kind("its games together have no code for an array");
        let joined = |with_lists| self.family.joined(machine, root, None, with_lists);
        let with_lists = joined(true).filter(|all| lists_are_few(all, &self.shape));
        let joined = self.joined.insert(with_lists.or_else(|| joined(false)).ok_or(NO_CODE)?);
        let plays = orders::plays(joined, &self.shape, key, &machine.meter())?;
        let order = orders::order(&self.shape, &plays)?;
        let cone = if whole { vec![] } else { cone(joined, &self.shape, &plays.met, &machine.meter()) };
        self.kept.voids |= !cone.is_empty();
        self.shape = self.shape.in_order(&order).within(cone);
        few_enough(&self.shape)
    }

    /// Whether positions are left out that no play seems to come to.
    pub(in crate::rules) fn is_in_part(&self) -> bool {
        !self.shape.cone().is_empty()
    }

    /// How many positions there are in all.
    pub(in crate::rules) fn size(&self) -> u64 {
        self.shape.size()
    }

    /// What it takes at least, in bytes.
    pub(in crate::rules) fn least_bytes(&self) -> u64 {
        self.bytes_of(1)
    }

    /// The array that [`Ranking::save`] wrote, if it has a place for a position.
    pub(in crate::rules) fn restored(machine: &Machine, root: &GamePosition, bytes: &[u8]) -> Option<Filled> {
        let (Header { numbers, entries, .. }, _) = Header::of(bytes)?;
        let made = [(Room::Held, false), (Room::Own, false), (Room::Held, true), (Room::Own, true)];
        let meter = machine.meter();
        made.into_iter().find_map(|(room, whole)| {
            let space = Space { room, even: true, doubled: 0 };
            let boxed = |family: &Family, key| match entries.as_slice() {
                [] => box_of(family, key, space, &meter),
                most => box_up_to(family, key, room, most),
            };
            let mut filled = Filled::in_box(machine, root, (&numbers, room), None, &boxed).ok()?;
            filled.prepare(machine, root, whole).ok()?;
            filled.restore(bytes)?;
            Some(filled)
        })
    }

    /// The largest number there is room for in each parameter, or part of one.
    pub(in crate::rules) fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Makes the machine code; false if there is none for these rules.
    pub(in crate::rules) fn translate(&mut self, meter: &Meter) -> bool {
        if self.filler.is_none() {
            let joined = self.joined.as_ref();
            self.filler = joined.and_then(|all| Filler::new(all, &self.shape, self.kept, meter));
            let begun = self.begun;
            self.filler.iter_mut().for_each(|filler| filler.go_on_from(begun));
        }
        self.filler.is_some()
    }

    /// All that places depend on.
    fn layout(&self) -> String {
        format!("{} {:?} from 1, or void", self.family.layout(), self.shape)
    }

    fn key(&self, position: &GamePosition) -> Option<u64> {
        let key = self.family.pack(position)? as u64;
        self.shape.place(key).map(|_| key)
    }

    /// The first position without a value.
    pub(in crate::rules) fn next_position(&self) -> GamePosition {
        self.position_at(self.solved().min(self.size() - 1))
    }

    /// Whether no play seems to come from a position to the first one without a value.
    pub(in crate::rules) fn seems_beyond(&self, root: &GamePosition, meter: &Meter) -> bool {
        let next = self.shape.key(self.solved().min(self.size() - 1));
        let root = self.family.pack(root);
        root.is_some_and(|root| orders::seems_unreachable(&self.family, (root as u64, next), meter))
    }

    fn position_at(&self, before: u64) -> GamePosition {
        self.family.unpack(self.shape.key(before).into())
    }

    /// Bytes of the array for values of this many bytes.
    fn bytes_of(&self, width: u64) -> u64 {
        width * self.shape.places()
    }

    /// The array for wider values.
    fn widen(&mut self, meter: &Meter) -> Result<(), Stop> {
        if self.kept.width > 1 {
            return Err(Unfit::WideValue.into());
        }
        let (narrow, wide) = (self.kept, Kept { width: 2, ..self.kept });
        meter.grow(self.bytes(), self.bytes_of(2))?;
        let joined = self.joined.as_ref();
        let wider = joined.and_then(|all| Filler::new(all, &self.shape, wide, meter));
        let (Some(before), Some(mut wider)) = (&self.filler, wider) else { return Err(Unfit::Misfit.into()) };
        wider.go_on_after(before);
        let mut values = vec![0; self.bytes_of(2) as usize];
        // Where there is no value yet, nothing is written.
        let known = self.values.iter().zip(values.chunks_exact_mut(2)).filter(|(v, _)| **v != 0);
        for (v, place) in known {
            let v = if u64::from(*v) == narrow.void() { wide.void() } else { u64::from(*v) };
            place.copy_from_slice(&(v as u16).to_le_bytes());
        }
        (self.values, self.kept, self.filler) = (values, wide, Some(wider));
        Ok(())
    }

    /// Gives values to the first of so many equal parts of what there is up to a position.
    ///
    /// # Errors
    /// What also stops [`Ranking::value`].
    pub(in crate::rules) fn fill_part(
        &mut self,
        position: &GamePosition,
        parts: u64,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let key = self.key(position).ok_or(Unfit::Misfit)?;
        let wanted = self.shape.before(key) + 1;
        meter.may_solve(wanted.saturating_sub(self.solved()))?;
        self.reserve(meter)?;
        self.fill(wanted / parts, meter)
    }

    /// Memory for all values.
    fn reserve(&mut self, meter: &Meter) -> Result<(), Stop> {
        if self.values.is_empty() {
            meter.grow(0, self.bytes_of(1))?;
            self.values = vec![0; self.bytes_of(1) as usize];
        }
        Ok(())
    }

    /// Gives values to so many positions in all.
    fn fill(&mut self, wanted: u64, meter: &Meter) -> Result<(), Stop> {
        if self.solved() < wanted && !self.translate(meter) {
            return Err(Unfit::Idle.into());
        }
        let alone = if meter.threads() > 1 { meter.budget().alone } else { u64::MAX };
        let alone = self.solved().saturating_add(alone).min(wanted);
        let mut stretch = None;
        while self.solved() < wanted {
            let stretch = match self.solved() < alone {
                true => None,
                false => *stretch.get_or_insert_with(|| self.stretch(wanted, meter)),
            };
            let ended = match stretch {
                Some(stretch) => self.fill_together(wanted, stretch, meter),
                None if self.solved() < alone => self.fill_alone(alone, meter),
                None => self.fill_alone(wanted, meter),
            };
            match ended {
                Err(Stop::Unfit(Unfit::WideValue)) => self.widen(meter)?,
                ended => ended?,
            }
        }
        Ok(())
    }

    /// The same by one thread, and perhaps to fewer.
    fn fill_alone(&mut self, wanted: u64, meter: &Meter) -> Result<(), Stop> {
        let most = wanted - self.solved();
        let Some(filler) = &mut self.filler else { return Err(Unfit::Idle.into()) };
        let before = filler.solved();
        let ended = filler.fill(to_share(&mut self.values), most, meter);
        meter.positions_of(filler.solved() - before)?;
        meter.look()?;
        ended.map(drop)
    }

    /// The same by several threads, each of which takes so many positions at once.
    fn fill_together(&mut self, wanted: u64, stretch: u64, meter: &Meter) -> Result<(), Stop> {
        let Some(filler) = &mut self.filler else { return Err(Unfit::Idle.into()) };
        let from = filler.solved();
        let threads = filler.for_threads(meter.threads(), to_share(&mut self.values));
        let end_of = |at: u64| (at / stretch + 1) * stretch;
        let (filled, ended) = fill_together(threads, from..wanted, end_of, meter);
        filler.go_on_from(filled);
        self.together += filled - from;
        ended
    }

    /// How many positions a thread takes at once, if there are enough for several threads.
    fn stretch(&self, wanted: u64, meter: &Meter) -> Option<u64> {
        let least = (meter.budget().alone / LEAST_SHARE).max(1);
        let most = (wanted - self.solved()) / (MOST_SHARE * meter.threads() as u64);
        let sizes = self.shape.stretches().into_iter().filter(|size| (least..=most).contains(size)).collect();
        orders::stretch(self.joined.as_ref()?, &self.shape, sizes, meter)
    }
}

impl Ranking for Filled {
    fn title(&self) -> &'static str {
        "an array filled by machine code"
    }

    fn known_value(&self, position: &GamePosition) -> Option<Int> {
        let key = self.key(position)?;
        let place = self.shape.place(key)? as usize;
        if self.shape.before(key) >= self.solved() {
            return None;
        }
        let kept = match self.kept.width {
            1 => u64::from(self.values[place]),
            _ => u64::from(u16::from_le_bytes([self.values[2 * place], self.values[2 * place + 1]])),
        };
        (kept != self.kept.void()).then(|| Int::from(kept as i64 - 1))
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// A budget that ran out, with how far the array got; or why the game is not for it.
    fn value(&mut self, position: &GamePosition, meter: &Rc<Meter>) -> Result<Int, Stop> {
        let key = self.key(position).ok_or(Unfit::Misfit)?;
        let wanted = self.shape.before(key) + 1;
        meter.may_solve(wanted.saturating_sub(self.solved()))?;
        self.reserve(meter)?;
        let filled = self.fill(wanted, meter);
        filled.map_err(|stop| stop.so_far(|| format!("{} positions solved", self.solved())))?;
        self.known_value(position).ok_or(Stop::Unfit(Unfit::Misfit))
    }

    fn measure(&self) -> Measure {
        if self.kept.lasts { Measure::Lasting(self.kept.rule) } else { Measure::Value(self.kept.rule) }
    }

    fn solved(&self) -> u64 {
        self.filler.as_ref().map_or(self.begun, Filler::solved)
    }

    fn bytes(&self) -> u64 {
        self.values.len() as u64 + self.filler.as_ref().map_or(0, Filler::bytes)
    }

    fn not_compared(&self) -> Vec<(u64, Vec<GamePosition>)> {
        let size = self.solved();
        if !is_much_more(size, self.compared) {
            return vec![];
        }
        let positions = spot::places(size).into_iter().map(|place| self.position_at(place));
        // A game that has fewer parameters than others is at several places, and is asked about at one; what is void, at none.
        vec![(size, positions.filter(|position| self.known_value(position).is_some()).collect())]
    }

    fn set_compared(&mut self) {
        self.compared = self.solved();
    }

    fn recognised(&self) -> Vec<&'static str> {
        let width = if self.kept.width == 1 { "array: bytes" } else { "array: two bytes each" };
        let together = (self.together > 0).then_some("array: by several threads");
        let voids = self.kept.voids.then_some("array: with void positions");
        let in_part = self.is_in_part().then_some("array: numbers in order");
        [Some(width), together, voids, in_part].into_iter().flatten().collect()
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        let Kept { width, voids, .. } = self.kept;
        let entries = if self.entries.are_uneven() { self.entries.saved() } else { vec![] };
        let (numbers, layout) = (self.numbers.clone(), self.layout());
        let header =
            Header { width, voids, solved: self.solved(), numbers, entries, layout: layout.as_bytes() };
        header.write(out)?;
        out.write_all(&self.values)
    }

    fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        let (Header { width, voids, solved, layout, .. }, values) = Header::of(bytes)?;
        let fits = layout == self.layout().as_bytes() && [1, 2].contains(&width) && solved <= self.size();
        if !fits || values.len() as u64 != self.bytes_of(width) {
            return None;
        }
        self.kept = Kept { width, voids: voids || self.kept.voids, ..self.kept };
        (self.values, self.begun, self.filler) = (values.to_vec(), solved, None);
        Some(())
    }
}
