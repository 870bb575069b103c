//! The proofs that searches leave: their positions looked up, and all of them checked.

use super::for_disk::{Failed, room, roomy};
use crate::check::ir::GameId;
use crate::disk::verify_search::{Choice, Wrong, verify};
use crate::disk::{Fault, Tables};
use crate::engine::fact::Fact;
use crate::engine::{Halt, Rules};
use crate::rules::Stop;
use crate::rules::machine::Machine;
use crate::rules::packed::{Packed, Word};
use crate::value::{GamePosition, Part};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Failed>;

/// A position as it is written.
pub(super) fn name<K: Word>(rules: &Packed<K>, key: K) -> String {
    Part::Game(rules.family().unpack(key.wide())).in_trace()
}

/// The rank of a part in canonical form: the least of what it stands for, as claims need not keep the measure of a position
/// (where black is as good as white, and counts otherwise). Remembers some.
pub(super) struct Ranks<'m, K> {
    machine: &'m Machine,
    root: GameId,
    known: HashMap<K, Option<u64>>,
}

/// So many are remembered.
const REMEMBERED: usize = 1 << 18;

impl<'m, K: Word> Ranks<'m, K> {
    /// Of plays that begin in a game.
    pub(super) fn new(machine: &'m Machine, root: GameId) -> Self {
        Ranks { machine, root, known: HashMap::new() }
    }

    /// That of a part.
    pub(super) fn of(&mut self, rules: &Packed<K>, part: K) -> Option<u64> {
        if let Some(known) = self.known.get(&part) {
            return *known;
        }
        if self.known.len() == REMEMBERED {
            self.known.clear();
        }
        let orbit = self.machine.orbit(rules.family().unpack(part.wide())).ok()?;
        let rank = orbit.iter().filter_map(|position| self.machine.rank_from(self.root, position)).min();
        *self.known.entry(part).or_insert(rank)
    }
}

/// The parts of a position in canonical form, without equal ones; `None` if it does not fit.
pub(super) fn parts_of<K: Word>(
    rules: &mut Packed<K>,
    position: &GamePosition,
) -> std::result::Result<Option<Vec<K>>, Halt<K, Infallible>> {
    let Some(key) = rules.family().pack(position).map(K::narrow) else { return Ok(None) };
    let mut parts = vec![];
    rules.simplify(key, &mut parts).map_err(|stop| Halt::at(key, stop))?;
    Ok(Some(without_pairs(parts)))
}

fn without_pairs<K: Ord>(mut parts: Vec<K>) -> Vec<K> {
    parts.sort_unstable();
    let mut left: Vec<K> = vec![];
    for part in parts {
        if left.last() == Some(&part) {
            left.pop();
        } else {
            left.push(part);
        }
    }
    left
}

/// The value of a position in a folder, if the values of all its parts are there.
pub(super) fn value<K: Word>(
    (machine, root): (&Machine, GameId),
    rules: &mut Packed<K>,
    tables: &mut Tables<K>,
    position: &GamePosition,
) -> std::result::Result<Option<u64>, Fault> {
    let Ok(Some(parts)) = parts_of(rules, position) else { return Ok(None) };
    let (mut sum, mut ranks) = (0, Ranks::new(machine, root));
    for part in parts {
        let Some(rank) = ranks.of(rules, part) else { return Ok(None) };
        let word = tables.value(rank, part)?;
        let Some(value) = word.and_then(Fact::of_word).and_then(Fact::value) else { return Ok(None) };
        sum ^= value;
    }
    Ok(Some(sum))
}

/// Checks a shard of a proof by the general evaluation: of moves, of claims, and of ranks. Compiled rules only name the part
/// that stands for others, and that it is one of them is checked.
pub(super) fn check<K: Word>(
    machine: &Rc<Machine>,
    rules: &mut Packed<K>,
    tables: &mut Tables<K>,
    root: &GamePosition,
    shard: (u32, u32),
) -> Result<u64> {
    let usual = machine.meter();
    let meter = roomy(&usual);
    rules.measure(meter.clone());
    let batch = room::<K>(&usual).batch;
    let ranks = Ranks::new(machine, GameId(root.game.id));
    let mut checker = Checker { machine, ranks, rules, checked: HashSet::new() };
    let mut options = |key: K| checker.options(key);
    let checked = verify(&mut tables.parts[0], shard, batch, &meter, &mut options)?;
    let what = match checked {
        Ok(count) => return Ok(count),
        Err(Wrong::Order(key)) => format!("{} does not stand in order", name(rules, key)),
        Err(Wrong::Rank(key)) => format!("an option of {} has no lower rank", name(rules, key)),
        Err(Wrong::Open(key)) => {
            format!("the entry of {} does not follow from those of its options", name(rules, key))
        }
    };
    Err(Failed::Wrong(what))
}

struct Checker<'c, K: Word> {
    machine: &'c Rc<Machine>,
    ranks: Ranks<'c, K>,
    rules: &'c mut Packed<K>,
    /// Parts, and the parts that stand for them.
    checked: HashSet<(K, K)>,
}

impl<K: Word> Checker<'_, K> {
    fn options(&mut self, key: K) -> Result<Vec<Choice<K>>> {
        let machine = self.machine;
        let position = self.rules.family().unpack(key.wide());
        let mut all = vec![];
        machine.each_choice(&position, &mut |choice| {
            let (mut parts, mut heap) = (vec![], 0);
            for part in &choice.target.parts {
                match part {
                    Part::Game(p) => {
                        for part in machine.parts(p)? {
                            parts.push(self.stands_for(part)?);
                        }
                    }
                    Part::Heap(k) => heap ^= k.to_u64().unwrap_or(u64::MAX),
                }
            }
            all.push((without_pairs(parts), heap));
            Ok(())
        })?;
        Ok(all)
    }

    /// The rank and the key of the part that stands for one; what is larger than any key if it is none.
    fn stands_for(&mut self, part: GamePosition) -> std::result::Result<(u64, K), Stop> {
        let missing = (0, K::of_bits(u128::MAX));
        let Some(key) = self.rules.family().pack(&part).map(K::narrow) else { return Ok(missing) };
        let Ok(least) = self.rules.canonical(key) else { return Ok(missing) };
        if !self.checked.contains(&(key, least)) {
            let one = self.rules.family().unpack(least.wide());
            if !self.machine.orbit(part)?.contains(&one) {
                return Ok(missing);
            }
            if self.checked.len() == REMEMBERED {
                self.checked.clear();
            }
            self.checked.insert((key, least));
        }
        Ok(self.ranks.of(self.rules, least).map_or(missing, |rank| (rank, least)))
    }
}
