//! Positions of a family numbered without gaps, for values on disk that are stored by place: boxes of digits in the order that plays
//! show, and chains. Here some plays show that options come earlier; the code that fills the places checks it for each.

use super::boxes::Elements;
use super::digits::{Counted, Place, Shape};
use super::family::Family;
use super::layout::{Field, Kind, mask};
use super::numbering::{Link, Numbering};
use super::orders;
use super::tight::Room;
use crate::check::types::Type;
use crate::engine::{MOST_PLACES, Meter, Order, Unfit};
use crate::rules::machine::Machine;
use crate::value::{GamePosition, Value};

/// The places of the positions of a family, up to that of one of them.
pub(in crate::rules) struct Index {
    numbers: Numbers,
    /// The largest number there is room for in each parameter, or part of one.
    largest: Vec<u64>,
    /// How positions are laid out in keys.
    layout: String,
    count: u64,
}

enum Numbers {
    /// All positions of a box.
    Box(Shape, Counted, Vec<Place>),
    /// Digits that hang together, in the only field.
    Chain(Numbering, Entries),
}

/// Where the digits of a chain are in a key.
#[derive(Clone, Copy)]
enum Entries {
    /// The elements of a set, a bit each.
    Set { at: u32, bits: u32 },
    /// The entries of a list, behind its length.
    List { at: u32, len_bits: u32, entry: u32 },
    /// Those of a bag, the least first.
    Bag { at: u32, len_bits: u32, entry: u32 },
}

/// Binary digits of a place before gaps are taken out, at most.
const MOST_BITS: u32 = 56;

const KIND: Unfit = Unfit::Kind("its positions are not few digits, alike in all games");

impl Index {
    /// The places of all positions up to one, with the family that they are positions of, which has room for numbers up to some.
    ///
    /// # Errors
    /// Why there are none.
    pub(in crate::rules) fn new(
        machine: &Machine,
        root: &GamePosition,
        numbers: &[u64],
        room: Room,
    ) -> Result<(Family, Index), Unfit> {
        let (family, largest) = family_of(machine, root, numbers, room)?;
        let key = family.pack(root).ok_or(KIND)? as u64;
        let links = [Link::Falling, Link::NotRising].into_iter();
        let chains = links.filter_map(|link| Numbers::chain(&family, key, link));
        let chains = chains.filter(|numbers| numbers.falls(&family, key, &machine.meter()).is_ok());
        let boxed = Numbers::boxed(&family, root, key, &machine.meter());
        let why = boxed.as_ref().err().copied();
        let best = chains.chain(boxed.ok()).min_by_key(Numbers::size);
        machine.meter().look().map_err(|_| Unfit::Idle)?;
        let numbers = best.ok_or(why.unwrap_or(KIND))?;
        Index::of(&family, numbers, largest, key).map(|index| (family, index))
    }

    fn of(family: &Family, numbers: Numbers, largest: Vec<u64>, key: u64) -> Result<Index, Unfit> {
        let count = numbers.place(key).ok_or(Unfit::Misfit)? + 1;
        let layout = family.layout();
        let few = count <= MOST_PLACES;
        if few { Ok(Index { numbers, largest, layout, count }) } else { Err(KIND) }
    }

    /// All that places depend on; [`Index::restored`] reads it.
    pub(in crate::rules) fn save(&self) -> Vec<u8> {
        let kind = match &self.numbers {
            Numbers::Box(_, _, order) => {
                let place = |p: &Place| format!(" {}{}", p.digit, if p.rises { "-" } else { "" });
                format!("box{}", order.iter().map(place).collect::<String>())
            }
            Numbers::Chain(numbers, _) => name(numbers.link).into(),
        };
        let largest: Vec<String> = self.largest.iter().map(u64::to_string).collect();
        format!("{kind}\n{}\n{}", largest.join(" "), self.layout).into_bytes()
    }

    /// The places that [`Index::save`] wrote for the same game and position, if they are the same now.
    pub(in crate::rules) fn restored(
        machine: &Machine,
        root: &GamePosition,
        bytes: &[u8],
    ) -> Option<(Family, Index)> {
        let (kind, rest) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
        let (largest, layout) = rest.split_once('\n')?;
        let largest: Vec<u64> = largest.split_whitespace().map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let (family, largest) = family_of(machine, root, &largest, Room::Own).ok()?;
        let key = family.pack(root)? as u64;
        let numbers = match kind.strip_prefix("box") {
            Some(order) => Numbers::in_order(&family, key, &read_order(order)?)?,
            None => {
                let link = [Link::Falling, Link::NotRising].into_iter().find(|link| name(*link) == kind)?;
                Numbers::chain(&family, key, link)?
            }
        };
        let index = Index::of(&family, numbers, largest, key).ok()?;
        (index.layout == layout && index.save() == bytes).then_some((family, index))
    }
}

fn name(link: Link) -> &'static str {
    match link {
        Link::Falling => "falling",
        Link::NotRising => "not rising",
        Link::Free => "free",
    }
}

fn read_order(text: &str) -> Option<Vec<Place>> {
    let place = |word: &str| {
        let digit = word.strip_suffix('-').unwrap_or(word).parse().ok()?;
        Some(Place { digit, rises: word.ends_with('-') })
    };
    text.split_whitespace().map(place).collect()
}

/// Games that all have the same parameters: where one has fewer, a position of it would have several places.
fn family_of(
    machine: &Machine,
    root: &GamePosition,
    numbers: &[u64],
    room: Room,
) -> Result<(Family, Vec<u64>), Unfit> {
    let (family, largest) = Family::tight(machine, root, numbers, room, None).ok_or(KIND)?;
    let count = family.instances[0].placed.fields.len();
    let alike = family.instances.iter().all(|i| i.placed.fields.len() == count);
    let coded = family.instances.iter().all(|i| i.moves.asides.is_empty());
    if alike && coded { Ok((family, largest)) } else { Err(KIND) }
}

impl Numbers {
    /// The box of all positions, in the order that plays show.
    fn boxed(family: &Family, root: &GamePosition, key: u64, meter: &Meter) -> Result<Numbers, Unfit> {
        if root.args.iter().any(|v| matches!(v, Value::Bag(_))) {
            return Err(KIND);
        }
        let shape = Shape::of(&family.fields_of_all(), key, MOST_BITS, Elements::All).ok_or(KIND)?;
        let order = orders::order(&shape, &orders::plays(family, &shape, key, meter)?)?;
        Ok(Numbers::of(&shape, order))
    }

    fn of(shape: &Shape, order: Vec<Place>) -> Numbers {
        let shape = shape.in_order(&order);
        let counted = shape.counted();
        Numbers::Box(shape, counted, order)
    }

    fn in_order(family: &Family, key: u64, order: &[Place]) -> Option<Numbers> {
        let shape = Shape::of(&family.fields_of_all(), key, MOST_BITS, Elements::All)?;
        let mut digits: Vec<usize> = order.iter().map(|place| place.digit).collect();
        digits.sort_unstable();
        let all = digits.iter().copied().eq(0..shape.digits().len());
        all.then(|| Numbers::of(&shape, order.to_vec()))
    }

    /// A chain with digits no larger than those of a key.
    fn chain(family: &Family, key: u64, link: Link) -> Option<Numbers> {
        let [instance] = family.instances.as_slice() else { return None };
        let [(field, at)] = instance.placed.fields.as_slice() else { return None };
        let (_, param) = family.program.game(instance.id).state_params().next()?;
        let entries = entries(field, *at, &param.ty, link)?;
        let digits: Vec<u32> = entries.digits(key).map(|d| d as u32).collect();
        let in_order = link == Link::Falling || digits.is_sorted_by(|a, b| a >= b);
        let numbering = Numbering::new(link, &digits, MOST_PLACES).filter(|_| in_order)?;
        Some(Numbers::Chain(numbering, entries))
    }

    fn size(&self) -> u64 {
        match self {
            Numbers::Box(shape, ..) => shape.size(),
            Numbers::Chain(numbering, _) => numbering.size(),
        }
    }

    #[inline]
    fn place(&self, key: u64) -> Option<u64> {
        match self {
            Numbers::Box(_, counted, _) => counted.before(key),
            Numbers::Chain(numbering, entries) => numbering.rank(entries.digits(key).map(|d| d as i64)),
        }
    }

    fn key(&self, place: u64) -> u64 {
        match self {
            Numbers::Box(shape, ..) => shape.key(place),
            Numbers::Chain(numbering, entries) => entries.key(&numbering.digits_at(place)),
        }
    }

    /// Whether options come earlier in some plays.
    fn falls(&self, family: &Family, root: u64, meter: &Meter) -> Result<(), Unfit> {
        orders::falls(family, root, meter, &|key| self.place(key))
    }
}

fn entries(field: &Field, at: u32, ty: &Type, link: Link) -> Option<Entries> {
    let of_numbers = ty.element() == Some(Type::Int);
    match (&field.kind, ty, link) {
        (Kind::Set { lo: 0, .. }, Type::Set(_), Link::Falling) if of_numbers => {
            Some(Entries::Set { at, bits: field.bits })
        }
        (Kind::List { cells: false, lo: 0, len_bits, entry, .. }, Type::List(_), Link::NotRising)
            if of_numbers =>
        {
            Some(Entries::List { at, len_bits: *len_bits, entry: *entry })
        }
        (Kind::List { cells: false, lo: 0, len_bits, entry, .. }, Type::Bag(_), Link::NotRising)
            if of_numbers =>
        {
            Some(Entries::Bag { at, len_bits: *len_bits, entry: *entry })
        }
        _ => None,
    }
}

/// The digits of a key, the most significant first.
struct DigitsOf {
    entries: Entries,
    /// What is left of a set; how many entries of a list were taken.
    left: u64,
    taken: u32,
    count: u32,
    key: u64,
}

impl Iterator for DigitsOf {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if let Entries::Set { .. } = self.entries {
            let top = self.left.checked_ilog2()?;
            self.left ^= 1 << top;
            return Some(top.into());
        }
        if self.taken == self.count {
            return None;
        }
        let i = self.taken;
        self.taken += 1;
        let (at, len_bits, entry, i) = match self.entries {
            Entries::List { at, len_bits, entry } => (at, len_bits, entry, i),
            Entries::Bag { at, len_bits, entry } => (at, len_bits, entry, self.count - 1 - i),
            Entries::Set { .. } => unreachable!("seen above"),
        };
        Some(self.key >> (at + len_bits + i * entry) & mask(entry) as u64)
    }
}

impl Entries {
    #[inline]
    fn digits(self, key: u64) -> DigitsOf {
        let (left, count) = match self {
            Entries::Set { at, bits } => (key >> at & mask(bits) as u64, 0),
            Entries::List { at, len_bits, .. } | Entries::Bag { at, len_bits, .. } => {
                (0, (key >> at & mask(len_bits) as u64) as u32)
            }
        };
        DigitsOf { entries: self, left, taken: 0, count, key }
    }

    fn key(self, digits: &[u32]) -> u64 {
        let list = |at: u32, len_bits: u32, entry: u32, digits: &mut dyn Iterator<Item = &u32>| {
            let length = (digits.size_hint().0 as u64) << at;
            (0..).zip(digits).fold(length, |key, (i, d)| key | u64::from(*d) << (at + len_bits + i * entry))
        };
        match self {
            Entries::Set { at, .. } => digits.iter().fold(0, |key, d| key | 1 << (at + d)),
            Entries::List { at, len_bits, entry } => list(at, len_bits, entry, &mut digits.iter()),
            Entries::Bag { at, len_bits, entry } => list(at, len_bits, entry, &mut digits.iter().rev()),
        }
    }
}

impl Order for Index {
    type Key = u64;

    fn count(&self) -> u64 {
        self.count
    }

    #[inline]
    fn place(&self, key: u64) -> Option<u64> {
        self.numbers.place(key)
    }

    #[inline]
    fn key(&self, place: u64) -> u64 {
        let key = self.numbers.key(place);
        debug_assert_eq!(self.place(key), Some(place), "both ways are one");
        key
    }
}
