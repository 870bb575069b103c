//! Lists whose order does not matter, in order: of all arrangements of a position one is solved.

use super::bits::mask;
use super::family::{Family, Instance};
use super::layout::{Field, Kind, leaves};
use super::word::Word;
use crate::check::ir::GameId;
use crate::check::types::Type;
use crate::lowered;
use crate::rules::machine::Machine;

/// Lists with room for fewer entries are left as they are: there are at most two arrangements of each.
const FEWEST: u32 = 3;
/// Nor are those with room for more.
const MOST: usize = 32;

/// Where none of so many positions had a list to be put in order, none is likely to have: entries only go.
const UNCHANGED: u32 = 1 << 16;

/// Puts lists in order, as long as that may be of use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Arranger {
    /// How many more positions are looked at; `u32::MAX` once one was changed: all.
    left: u32,
}

impl Arranger {
    /// For positions of a family.
    pub(super) fn of(family: &Family) -> Arranger {
        let any = family.instances.iter().any(Instance::has_unordered);
        Arranger { left: if any { UNCHANGED } else { 0 } }
    }

    /// Whether lists are put in order.
    pub(super) fn is_at_work(self) -> bool {
        self.left > 0
    }

    /// Arranges all of some positions.
    #[inline]
    pub(super) fn arrange<K: Word>(&mut self, family: &Family, keys: &mut [K]) {
        if self.left == 0 {
            return;
        }
        let mut changed = false;
        for key in &mut *keys {
            let arranged = family.instances[family.tag(key.wide())].arranged(*key);
            changed |= arranged != *key;
            *key = arranged;
        }
        if changed {
            self.left = u32::MAX;
        } else if self.left < u32::MAX {
            self.left = self.left.saturating_sub(keys.len() as u32);
        }
    }
}

/// The fields of a game that are lists, of which it is proved that the order does not matter. None where there are claims, which
/// may speak of lists as they are.
pub(super) fn unordered(machine: &Machine, id: GameId) -> Vec<usize> {
    let plain = GameId(id.index() as u32);
    let game = machine.program.game(plain);
    if game.splits.is_some() || !game.same.is_empty() {
        return vec![];
    }
    let (mut fields, mut next) = (vec![], 0);
    for (i, param) in game.params.iter().enumerate().filter(|(_, p)| !p.is_rule) {
        if matches!(param.ty, Type::List(_)) && is_unordered(machine, plain, i) {
            fields.push(next);
        }
        next += leaves(&param.ty, &param.shape).len();
    }
    fields
}

/// From the rules as written, or from the same in plain rules: how they are spelled does not matter.
fn is_unordered(machine: &Machine, id: GameId, param: usize) -> bool {
    let in_plain = || {
        let form = lowered::game(machine.plain(), id, &[]);
        lowered::is_unordered(machine.plain(), id, param, &form)
    };
    lowered::is_unordered(&machine.program, id, param, &machine.lowered(id)) || in_plain()
}

impl Instance {
    /// Whether a position of this game has lists to be put in order.
    pub(super) fn has_unordered(&self) -> bool {
        self.unordered.iter().any(|field| is_long(&self.placed.fields[*field].0))
    }

    /// Whether that makes one of at least 24, where all entries are different.
    pub(super) fn has_many_arrangements(&self) -> bool {
        let is_longer = |field: &Field| matches!(field.kind, Kind::List { cap, .. } if cap > FEWEST);
        self.unordered.iter().any(|field| is_longer(&self.placed.fields[*field].0))
    }

    /// The arrangement that stands for all.
    #[inline]
    pub(super) fn arranged<K: Word>(&self, key: K) -> K {
        let mut wide = key.wide();
        for (field, at) in self.unordered.iter().map(|field| &self.placed.fields[*field]) {
            if is_long(field) {
                wide = in_order(field, *at, wide);
            }
        }
        K::narrow(wide)
    }
}

fn is_long(field: &Field) -> bool {
    matches!(field.kind, Kind::List { cap, .. } if (FEWEST..=MOST as u32).contains(&cap))
}

fn in_order(field: &Field, at: u32, key: u128) -> u128 {
    let Kind::List { len_bits, entry, .. } = field.kind else { return key };
    let (len, first) = ((key >> at & mask(len_bits)) as usize, at + len_bits);
    let each = || (0..len as u32).map(|i| key >> (first + i * entry) & mask(entry));
    if each().is_sorted() {
        return key;
    }
    let mut entries = [0; MOST];
    entries.iter_mut().zip(each()).for_each(|(e, it)| *e = it);
    let entries = &mut entries[..len];
    entries.sort_unstable();
    let sorted = entries.iter().rev().fold(0, |all, e| all << entry | e);
    key & !(mask(entry * len as u32) << first) | sorted << first
}
