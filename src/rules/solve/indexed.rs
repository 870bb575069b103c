//! Values on disk that stand by the places of positions ([`Index`]): found in order, held against the rules, checked and read.

use super::for_disk::{
    Failed, Stored, about, begin_again_for_all, check_about, in_budget, keep_value, roomy, rules_of, tables,
};
use crate::check::ir::{GameId, WinRule};
use crate::disk::manifest::{self, hex, key_hex, key_unhex, unhex};
use crate::disk::verify_ranges::{Choice, Wrong, verify};
use crate::disk::{Blocks, Cut, Fault, Folder, Halt, Manifest, Places, Progress, Text, fill};
use crate::engine::fact::Fact;
use crate::engine::{Meter, Order, Stop, Unfit};
use crate::rules::machine::Machine;
use crate::rules::packed::{Index, Packed, Room};
use crate::rules::ranking::Measure;
use crate::rules::spot::{Spot, places};
use crate::value::{GamePosition, Int, Part, Position};
use std::rc::Rc;

type Result<T> = std::result::Result<T, Failed>;

/// Why values are not stored by place, in words.
pub(super) type Why = String;

/// A file has at least so many values, and at most; in small folders a part of all, so that machines can share the check.
const LEAST_RANGE: u64 = 1 << 8;
const MOST_RANGE: u64 = 1 << 24;
const FILES: u64 = 64;
/// A block has at most so many.
const MOST_BLOCK: u64 = 1 << 16;
/// If fewer than this part of the positions that have a place can be reached, levels are quicker.
const FEW: u64 = 16;
/// So many are looked at in any case to see that, and this part of all.
const TRIED: u64 = 1 << 16;
const TRIED_SHARE: u64 = 1 << 12;

/// The rules of positions with places.
pub(super) struct ByPlace {
    rules: Packed<u64>,
    index: Index,
}

impl ByPlace {
    fn new(machine: &Rc<Machine>, root: &GamePosition, room: Room) -> std::result::Result<ByPlace, Unfit> {
        let (family, index) = Index::new(machine, root, &[], room)?;
        Ok(ByPlace { rules: Packed::new(family, machine, false), index })
    }

    /// As a manifest says, which is of these rules and this position.
    pub(super) fn restored(
        machine: &Rc<Machine>,
        root: &GamePosition,
        m: &Manifest,
    ) -> Result<(ByPlace, Cut)> {
        check_about(machine, root, m)?;
        let index = unhex(&m.layout).and_then(|bytes| Index::restored(machine, root, &bytes));
        let key = index.as_ref().and_then(|(family, _)| family.pack(root));
        let cut = m.cut().filter(|_| key.is_some() && key == key_unhex(&m.key));
        match (index, cut) {
            (Some((family, index)), Some(cut)) if index.count() == cut.count => {
                Ok((ByPlace { rules: Packed::new(family, machine, false), index }, cut))
            }
            _ => {
                in_budget(machine)?;
                Err(Fault::OtherVersion("positions are laid out differently".into()).into())
            }
        }
    }

    fn manifest(&self, machine: &Machine, root: &GamePosition, texts: &[Text], most: u64) -> Manifest {
        let count = self.index.count();
        let room = 1 << (most / 8).max(1).ilog2();
        let range = (count / FILES).next_power_of_two().clamp(LEAST_RANGE, MOST_RANGE);
        let range = range.min(room).max(LEAST_RANGE);
        let block = (range / 4).min(MOST_BLOCK);
        let key = self.rules.family().pack(root);
        Manifest {
            format: manifest::ARRAY.into(),
            position: Position::one(Part::Game(root.clone())).to_string(),
            rules: rules_of(machine, GameId(root.game.id)),
            bits: u64::BITS,
            layout: hex(&self.index.save()),
            key: key_hex(key.unwrap_or_else(|| unreachable!("it was laid out for this position"))),
            part: None,
            places: Some(Places { count, range, block }),
            levels: None,
            texts: texts.to_vec(),
        }
    }

    fn position(&self, place: u64) -> GamePosition {
        self.rules.family().unpack(self.index.key(place).into())
    }

    /// The place of a position among those that have values.
    fn place(&self, position: &GamePosition) -> Option<u64> {
        let key = self.rules.family().pack(position)?;
        self.index.place(key as u64).filter(|place| *place < self.index.count())
    }

    /// The value of a position; `None` if it has no place.
    pub(super) fn value(
        &self,
        blocks: &mut Blocks,
        position: &GamePosition,
    ) -> std::result::Result<Option<u64>, Fault> {
        self.place(position).map(|place| blocks.value(place).map(u64::from)).transpose()
    }
}

/// Finds the value of every position up to one, by place; or says why that is not the way.
///
/// # Errors
/// What is wrong, or that a budget ran out; what was finished stays.
pub(super) fn solve(
    machine: &Rc<Machine>,
    folder: &Folder,
    root: &GamePosition,
    texts: &[Text],
    only: bool,
) -> Result<std::result::Result<Stored, Why>> {
    if !machine.kind(&Position::one(Part::Game(root.clone()))).is_plain() {
        return Ok(Err("it is no game of normal play that ends".into()));
    }
    if let Some(manifest) = Manifest::read(folder)? {
        if !manifest.is_by_place() {
            // It goes on as it was begun.
            check_about(machine, root, &manifest)?;
            return Ok(Err(manifest.levels.unwrap_or_default()));
        }
        let (mut made, cut) = ByPlace::restored(machine, root, &manifest)?;
        begin_again_for_all(folder, &manifest, only)?;
        return attempt(machine, folder, root, (&mut made, cut), only).map(|done| done.map_err(words));
    }
    let (most, mut room, mut first) = (tables(&machine.meter()), Room::Own, None);
    loop {
        let done = match tried(machine, root, room) {
            Err(halt) => Err(halt),
            Ok(None) => return Ok(Err("few of the positions that have a place can be reached".into())),
            Ok(Some(mut made)) => {
                let manifest = made.manifest(machine, root, texts, most);
                manifest.write(folder)?;
                let cut = manifest.cut().unwrap_or_else(|| unreachable!("it was just made"));
                attempt(machine, folder, root, (&mut made, cut), only)?.map_err(Tried::Unfit)
            }
        };
        match done {
            Ok(stored) => return Ok(Ok(stored)),
            Err(Tried::Failed(failed)) => return Err(failed),
            Err(Tried::Unfit(why)) => {
                in_budget(machine)?;
                // What does not fit where there is little room may fit where there is more.
                let first = *first.get_or_insert(why);
                match room.wider().filter(|_| why == Unfit::Misfit) {
                    Some(wider) => room = wider,
                    None => return Ok(Err(words(first))),
                }
            }
        }
    }
}

fn words(why: Unfit) -> Why {
    why.words().into()
}

/// Why an attempt came to nothing.
enum Tried {
    Unfit(Unfit),
    Failed(Failed),
}

impl From<Halt<u64>> for Tried {
    fn from(halt: Halt<u64>) -> Tried {
        match halt {
            Halt::Fault(fault) => Tried::Failed(fault.into()),
            Halt::Exhausted(what) | Halt::Unlisted(_, Stop::Exhausted(what, _)) => {
                Tried::Failed(Failed::Stop(what.into()))
            }
            Halt::Unlisted(_, Stop::Unfit(why)) => Tried::Unfit(why),
            Halt::Unlisted(_, Stop::Mistake(_)) | Halt::NoRank(_) => Tried::Unfit(Unfit::Misfit),
            Halt::Rises(_) => Tried::Unfit(Unfit::OutOfOrder),
            Halt::Wide(_) => Tried::Unfit(Unfit::WideValue),
        }
    }
}

/// Places for the positions below one, if a good part of those that have a place can be reached.
fn tried(
    machine: &Rc<Machine>,
    root: &GamePosition,
    room: Room,
) -> std::result::Result<Option<ByPlace>, Tried> {
    let usual = machine.meter();
    let meter = roomy(&usual);
    // What is tried here takes little memory, whatever the process holds already.
    machine.measure(meter.clone());
    let made = ByPlace::new(machine, root, room);
    machine.measure(usual.clone());
    let mut made = made.map_err(Tried::Unfit)?;
    made.rules.measure(meter.clone());
    let count = made.index.count();
    let most = (count / FEW).min((count / TRIED_SHARE).max(TRIED)).min(tables(&usual) / 64);
    let root = made.index.key(count - 1);
    let reached = fill::reached(&mut made.rules, &made.index, root, most as usize, &meter)?;
    let few = reached.is_some_and(|reached| reached < count / FEW);
    Ok((!few).then_some(made))
}

/// Fills the places, and holds a sample of the values against the rules.
fn attempt(
    machine: &Rc<Machine>,
    folder: &Folder,
    root: &GamePosition,
    (made, cut): (&mut ByPlace, Cut),
    only: bool,
) -> Result<std::result::Result<Stored, Unfit>> {
    let (usual, most) = (machine.meter(), tables(&machine.meter()));
    let meter = roomy(&usual);
    made.rules.measure(meter.clone());
    let before = Progress::read(folder)?;
    if before.digest.is_some() && !before.only {
        // What is said to be there should be.
        Blocks::solved(folder, &before, cut, most)?;
    }
    let progress = match fill::fill(folder, (&mut made.rules, &made.index), cut, most, &meter) {
        Ok(progress) => progress,
        Err(halt) => match Tried::from(halt) {
            Tried::Unfit(why) => return Ok(Err(why)),
            Tried::Failed(failed) => return Err(failed),
        },
    };
    if before.digest.is_none() && !agrees(machine, folder, made, &progress, (cut, most))? {
        return Ok(Err(Unfit::Refuted));
    }
    let name = Position::one(Part::Game(root.clone())).to_string();
    let progress = keep_value(folder, progress, only)?;
    let rules = rules_of(machine, GameId(root.game.id));
    stored(&name, &progress, rules).map(Ok)
}

/// What a folder by place holds in the end.
fn stored(name: &str, progress: &Progress, rules: String) -> Result<Stored> {
    let share = (progress.positions.ok_or(Fault::Unfinished)?, progress.digest.clone().unwrap_or_default());
    Ok(Stored { by_place: true, ..about(name, progress, &[share], rules, false)? })
}

/// Whether a sample of the values agrees with the rules; a difference is a mistake of the program.
fn agrees(
    machine: &Rc<Machine>,
    folder: &Folder,
    made: &ByPlace,
    progress: &Progress,
    (cut, most): (Cut, u64),
) -> Result<bool> {
    let mut blocks = Blocks::solved(folder, progress, cut, most)?;
    let mut fault = None;
    let sample = places(cut.count).into_iter().map(|place| made.position(place));
    let differing =
        Spot::new(machine, cut.count, Measure::Value(WinRule::Normal)).differing(sample, &mut |position| {
            let value = made.value(&mut blocks, position);
            value.map_err(|e| fault = Some(e)).ok().flatten().map(|value| Int::from(value as i64))
        });
    if let Some(fault) = fault {
        return Err(fault.into());
    }
    debug_assert!(
        differing.is_none(),
        "values by place give {differing:?} another value than its options do"
    );
    if differing.is_some() {
        // What is wrong is not to be read by anybody.
        Progress::default().write(folder)?;
    }
    Ok(differing.is_none())
}

/// A folder by place, to be read: what it holds, the places, and the values.
pub(super) fn opened(
    machine: &Rc<Machine>,
    folder: &Folder,
    progress: &Progress,
    manifest: &Manifest,
    root: &GamePosition,
) -> Result<(Stored, ByPlace, Blocks)> {
    let (made, cut) = ByPlace::restored(machine, root, manifest)?;
    let about = stored(&manifest.position, progress, manifest.rules.clone())?;
    let blocks = Blocks::solved(folder, progress, cut, tables(&machine.meter()))?;
    Ok((about, made, blocks))
}

/// Checks a shard by the general evaluation.
pub(super) fn check(
    machine: &Rc<Machine>,
    made: &ByPlace,
    blocks: &mut Blocks,
    root: &GamePosition,
    shard: (u32, u32),
) -> Result<u64> {
    let meter: Rc<Meter> = roomy(&machine.meter());
    let name = |place: u64| Part::Game(made.position(place)).in_trace();
    if made.place(root) != Some(blocks.cut().count - 1) {
        return Err(Failed::Wrong(format!("{} is not there", Part::Game(root.clone()).in_trace())));
    }
    let mut options = |place: u64| -> Result<Vec<Choice>> {
        let mut all = vec![];
        machine.each_choice(&made.position(place), &mut |choice| {
            let mut option: Choice = Some((vec![], 0));
            for part in &choice.target.parts {
                match part {
                    Part::Game(p) => match (made.place(p), &mut option) {
                        (Some(place), Some((parts, _))) => parts.push(place),
                        _ => option = None,
                    },
                    Part::Heap(k) => {
                        let heap = k.to_u64().unwrap_or(u64::MAX);
                        option.iter_mut().for_each(|(_, heaps)| *heaps ^= heap);
                    }
                }
            }
            all.push(option);
            Ok(())
        })?;
        Ok(all)
    };
    match verify(blocks, shard, &meter, &mut options)? {
        Ok(count) => Ok(count),
        Err(Wrong::Late(place)) => {
            Err(Failed::Wrong(format!("an option of {} does not come before it", name(place))))
        }
        Err(Wrong::Value(place, is, should)) => {
            Err(Failed::Wrong(format!("the value of {} is {should}, and {is} is stored", name(place))))
        }
    }
}

/// Every position with its value, in the order of places; until `show` returns false.
pub(super) fn each(
    made: &ByPlace,
    blocks: &mut Blocks,
    show: &mut dyn FnMut(&Position, Fact) -> bool,
) -> Result<()> {
    for place in 0..blocks.cut().count {
        let value = blocks.value(place)?;
        if !show(&Position::one(Part::Game(made.position(place))), Fact::Value(value.into())) {
            break;
        }
    }
    Ok(())
}
