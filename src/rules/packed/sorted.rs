//! Lists whose order does not matter, in order: of all arrangements of a position one is solved.

use super::bits::mask;
use super::family::Instance;
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
        let proved = || lowered::is_unordered(&machine.program, plain, i, &machine.lowered(plain));
        if matches!(param.ty, Type::List(_)) && proved() {
            fields.push(next);
        }
        next += leaves(&param.ty, &param.shape).len();
    }
    fields
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
    let mut entries = [0u128; MOST];
    let entries = &mut entries[..len];
    let mut rest = key >> first;
    for e in &mut *entries {
        (*e, rest) = (rest & mask(entry), rest >> entry);
    }
    if entries.is_sorted() {
        return key;
    }
    entries.sort_unstable();
    let sorted = entries.iter().rev().fold(0, |all, e| all << entry | e);
    key & !(mask(entry * len as u32) << first) | sorted << first
}
