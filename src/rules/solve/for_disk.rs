//! What all have in common that solve on disk: whether a position can be, how positions are laid out there, and what can go wrong.

use super::super::Stop;
use crate::check::fingerprint::{fingerprint, of_game};
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::disk::manifest::{self, hex, key_hex, unhex};
use crate::disk::{Fault, Folder, Halt, Manifest, Peers, Progress, Room, Text};
use crate::engine::{self, Meter};
use crate::rules::machine::Machine;
use crate::rules::packed::{Family, Needs, Packed, Word};
use crate::value::{GamePosition, Part, Position};
use std::rc::Rc;

/// Why there is no result.
#[derive(Debug)]
pub enum Failed {
    /// The folder, or a file in it.
    Folder(Fault),
    /// The rules, or a budget.
    Stop(Stop),
    /// Stored values that are wrong, in a sentence.
    Wrong(String),
    /// A folder that says something else than what was known before it was read, and what, in a sentence.
    Contradicts(String, String),
}

impl From<Fault> for Failed {
    fn from(fault: Fault) -> Failed {
        Failed::Folder(fault)
    }
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Failed {
        Failed::Stop(stop)
    }
}

/// What a folder holds in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The position asked about.
    pub position: String,
    /// Its nim-value.
    pub value: u64,
    /// How many positions can be reached.
    pub positions: u64,
    /// The checksum of all files.
    pub digest: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// Whether it is what a search has found: `positions` are those that the value rests on.
    pub search: bool,
    /// Whether values stand by the places of positions in an order: `positions` are all that have one up to that asked about.
    pub by_place: bool,
    /// Why they were found level by level, and not by place; in words.
    pub levels: Option<String>,
    /// Claims that it rests on and that are not proved, in sentences.
    pub rests_on: Vec<String>,
}

/// The fingerprint of all that the positions of a game depend on.
pub(super) fn rules_of(machine: &Machine, id: GameId) -> String {
    hex(&of_game(&machine.program, id).unwrap_or_else(|| fingerprint(&machine.program)))
}

pub(super) fn mistake(code: &'static str, title: String, why: &str) -> Failed {
    Failed::Stop(Stop::mistake(Diagnostic::error(code, title).note(why)))
}

/// A position can be solved into a folder.
///
/// # Errors
/// Why it cannot.
pub(super) fn is_for_disk(machine: &Machine, root: &GamePosition) -> std::result::Result<(), Failed> {
    let name = Part::Game(root.clone()).in_trace();
    if !machine.kind(&Position::one(Part::Game(root.clone()))).is_plain() {
        let why = "On disk, fairgame solves only impartial games that terminate, without `wins when`.";
        return Err(mistake("not-for-the-disk", format!("{name} cannot be solved on disk"), why));
    }
    if machine.rank(root).is_none() {
        in_budget(machine)?;
        let tried = machine.program.game(GameId(root.game.id)).decreases.is_some();
        let why = match tried {
            true => {
                "The order of the work needs one number that is proved to get smaller with every move, and the one that `decreases` names is not. Is there a simpler one?"
            }
            false => {
                "The order of the work needs one number that gets smaller with every move, and none is known. Should the game have a `decreases`?"
            }
        };
        return Err(mistake("not-for-the-disk", format!("{name} cannot be solved on disk"), why));
    }
    Ok(())
}

/// The rules over keys of some width.
pub(super) enum Keyed {
    One(Packed<u64>),
    Two(Packed<u128>),
}

impl Keyed {
    /// For a family in 64 bits, or else in 128; `claims` says whether these are used.
    pub(super) fn new(
        machine: &Rc<Machine>,
        root: &GamePosition,
        needs: Option<&Needs>,
        claims: bool,
    ) -> Option<Keyed> {
        // A folder tells what room numbers have, and not which keys and how many elements were met.
        let family = |bits| match needs {
            Some(needs) => Family::wider(machine, root, needs, bits).filter(|f| !f.has_flat_fields()),
            None => Family::new(machine, root, None, bits),
        };
        let any_size = Family::has_parts_of_any_size(machine, root)
            || needs.is_some() && Family::has_universes(machine, root);
        let one = || family(u64::BITS).map(|f| Keyed::One(Packed::new(f, machine, claims)));
        let two = || family(u128::BITS).map(|f| Keyed::Two(Packed::new(f, machine, claims)));
        if any_size { None } else { one().or_else(two) }
    }

    /// As a manifest says.
    fn restored(machine: &Rc<Machine>, root: &GamePosition, manifest: &Manifest) -> Option<Keyed> {
        let layout = unhex(&manifest.layout)?;
        let family = Family::restored(machine, root, &layout, manifest.bits)?;
        let claims = manifest.is_search();
        match manifest.bits {
            u64::BITS => Some(Keyed::One(Packed::new(family, machine, claims))),
            u128::BITS => Some(Keyed::Two(Packed::new(family, machine, claims))),
            _ => None,
        }
    }

    pub(super) fn family(&self) -> &Family {
        match self {
            Keyed::One(rules) => rules.family(),
            Keyed::Two(rules) => rules.family(),
        }
    }

    fn bits(&self) -> u32 {
        if matches!(self, Keyed::One(_)) { u64::BITS } else { u128::BITS }
    }
}

/// Whether a folder is of these rules and this position.
///
/// # Errors
/// If not.
pub(super) fn check_about(
    machine: &Machine,
    root: &GamePosition,
    m: &Manifest,
) -> std::result::Result<(), Failed> {
    if m.rules != rules_of(machine, GameId(root.game.id)) {
        return Err(Fault::OtherRules.into());
    }
    if m.position != Position::one(Part::Game(root.clone())).to_string() {
        return Err(Fault::OtherPosition(m.position.clone()).into());
    }
    Ok(())
}

/// The rules as a manifest says, which must be of these rules and this position.
pub(super) fn known(
    machine: &Rc<Machine>,
    root: &GamePosition,
    m: &Manifest,
) -> std::result::Result<Keyed, Failed> {
    check_about(machine, root, m)?;
    if let Some(keyed) = Keyed::restored(machine, root, m) {
        return Ok(keyed);
    }
    in_budget(machine)?;
    Err(Fault::OtherVersion("positions are laid out differently".into()).into())
}

pub(super) fn new_manifest(
    machine: &Machine,
    root: &GamePosition,
    keyed: &Keyed,
    texts: &[Text],
    format: &str,
    peers: &dyn Peers,
) -> Manifest {
    let many = peers.count() > 1;
    let key = keyed.family().pack(root).unwrap_or_else(|| unreachable!("it was laid out for this position"));
    Manifest {
        format: if many { manifest::PART } else { format }.into(),
        position: Position::one(Part::Game(root.clone())).to_string(),
        rules: rules_of(machine, GameId(root.game.id)),
        bits: keyed.bits(),
        layout: hex(&keyed.family().save()),
        key: key_hex(key),
        part: many.then(|| (peers.me(), peers.count())),
        places: None,
        levels: None,
        texts: texts.to_vec(),
    }
}

/// What is not found within a budget may be there nevertheless.
pub(super) fn in_budget(machine: &Machine) -> std::result::Result<(), Failed> {
    machine.meter().look().map_err(|what| Failed::Stop(what.into()))
}

pub(super) fn no_layout(machine: &Machine, root: &GamePosition) -> Failed {
    in_budget(machine).err().unwrap_or_else(|| too_wide(root))
}

pub(super) fn too_wide(root: &GamePosition) -> Failed {
    let name = Part::Game(root.clone()).in_trace();
    let why = "Its positions, or those that it leads to, take more than 128 bits each.";
    mistake("not-for-the-disk", format!("{name} cannot be solved on disk"), why)
}

/// Why a run with one layout ended.
pub(super) enum Ended {
    /// This position did not fit the layout.
    Misfit(GamePosition),
    Failed(Failed),
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Ended {
        Ended::Failed(fault.into())
    }
}

/// How much memory tables may take: what the process holds already is not theirs, and as much again stays free.
pub(super) fn room<K: Word>(meter: &Meter) -> Room {
    Room::within::<K>(tables(meter))
}

/// The same in bytes.
pub(super) fn tables(meter: &Meter) -> u64 {
    let budget = meter.budget();
    let held = budget.held.map_or(0, |held| held());
    budget.bytes.saturating_sub(held).max(budget.bytes / 8) / 2
}

/// Deletes all but the value, where that alone is wanted.
pub(super) fn keep_value(folder: &Folder, mut progress: Progress, only: bool) -> Result<Progress, Fault> {
    if only && !progress.only {
        progress.only = true;
        progress.keys.clear();
        progress.write(folder)?;
        folder.sweep(|_| false)?;
    }
    Ok(progress)
}

/// Where one value was kept alone, and all are wanted now, the work begins again.
pub(super) fn begin_again_for_all(folder: &Folder, manifest: &Manifest, only: bool) -> Result<(), Fault> {
    if !only && Progress::read(folder)?.only { manifest.write(folder) } else { Ok(()) }
}

/// A meter for what is bounded by its room.
pub(super) fn roomy(meter: &Meter) -> Rc<Meter> {
    Rc::new(Meter::new(engine::Budget { held: None, bytes: u64::MAX, ..meter.budget().clone() }))
}

pub(super) fn about(
    position: &str,
    progress: &Progress,
    shares: &[manifest::Share],
    rules: String,
    search: bool,
) -> std::result::Result<Stored, Failed> {
    let value = progress.value.ok_or(Fault::Unfinished)?;
    let (positions, digest) = manifest::together(shares);
    let position = position.to_string();
    let (by_place, levels, rests_on) = (false, None, vec![]);
    Ok(Stored { position, value, positions, digest, rules, search, by_place, levels, rests_on })
}

impl<K: Word> From<Halt<K>> for Failed {
    fn from(halt: Halt<K>) -> Failed {
        match halt {
            Halt::Fault(fault) => Failed::Folder(fault),
            Halt::Exhausted(what) => Failed::Stop(what.into()),
            Halt::Unlisted(..) | Halt::NoRank(_) | Halt::Rises(_) | Halt::Wide(_) => {
                unreachable!("nothing is solved here")
            }
        }
    }
}

impl From<Failed> for Ended {
    fn from(failed: Failed) -> Ended {
        Ended::Failed(failed)
    }
}
