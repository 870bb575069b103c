//! All positions of a box, with where their moves lead, by machine code that goes from each to the next.

use super::boxes::Elements;
use super::digits::Shape;
use super::family::{Family, Instance};
use super::moves::Packed;
use super::native::{Lister, lists_are_few};
use crate::engine::loopy::{Rows, Sweep};
use crate::engine::{Meter, Stop};
use std::ops::Range;

/// The positions of a box by their digits.
#[derive(Debug)]
pub(in crate::rules) struct Numbered {
    /// How positions are laid out in keys.
    layout: String,
    shape: Shape,
}

impl Numbered {
    /// The place of a key, if it has one.
    pub(in crate::rules) fn place(&self, key: u64) -> Option<u64> {
        self.shape.place(key)
    }

    /// Whether keys of a family are laid out as those here.
    pub(in crate::rules) fn are_of(&self, family: &Family) -> bool {
        self.layout == family.layout()
    }
}

/// Machine code that lists them: that of each player, where moves have owners.
pub(in crate::rules) struct Swept {
    listers: Vec<Lister>,
}

/// Places are numbers of at most this many bits.
const MOST_BITS: u32 = 30;
/// Boxes of more positions than this take too long.
const LARGEST: u64 = 1 << 28;

impl Swept {
    /// For the positions that are like one; `None` if they are not few digits, or there is no machine code for their moves.
    pub(in crate::rules) fn new(rules: &Packed<u64>, key: u64, meter: &Meter) -> Option<(Swept, Numbered)> {
        let (family, machine) = (rules.family(), rules.machine()?);
        let is_plain = |i: &Instance| {
            !i.has_claims() && std::iter::once(&i.moves).chain(&i.sides).all(|moves| moves.asides.is_empty())
        };
        let is_plain = family.instances.iter().all(is_plain) && are_alike(family);
        if family.may_be_won() || !is_plain {
            return None;
        }
        let shape = Shape::of(&family.fields_of_all(), key, MOST_BITS, Elements::All)?;
        let shape = Some(shape.without_gaps()).filter(|shape| shape.size() <= LARGEST)?;
        let root = family.unpack(key.into());
        let lister = |side| {
            let joined = |with_lists| family.joined(machine, &root, side, with_lists);
            let with_lists = joined(true).filter(|all| lists_are_few(all, &shape));
            Lister::new(&with_lists.or_else(|| joined(false))?, &shape, meter)
        };
        let sides = if family.has_sides() { vec![Some(0), Some(1)] } else { vec![None] };
        let listers = sides.into_iter().map(lister).collect::<Option<_>>()?;
        Some((Swept { listers }, Numbered { layout: family.layout(), shape }))
    }
}

/// Whether what is in the fields of one game means the same in those of another, which are numbered together.
fn are_alike(family: &Family) -> bool {
    let all = family.fields_of_all();
    let all = &all[usize::from(family.tag_bits > 0)..];
    let is_alike = |i: &Instance| {
        let pairs = i.placed.fields.iter().zip(all);
        pairs.into_iter().all(|((own, at), (field, there))| {
            at == there && own.bits == field.bits && own.kind == field.kind
        })
    };
    family.instances.iter().all(is_alike)
}

impl Sweep for Swept {
    fn size(&self) -> u64 {
        self.listers[0].shape().size()
    }

    fn sides(&self) -> usize {
        self.listers.len()
    }

    fn another(&self) -> Box<dyn Sweep> {
        Box::new(Swept { listers: self.listers.iter().map(Lister::another).collect() })
    }

    fn list(
        &mut self,
        positions: Range<u64>,
        side: usize,
        out: &mut Rows,
        meter: &Meter,
    ) -> Result<(), Stop> {
        self.listers[side].list(positions, out, meter)
    }
}
