//! Values on disk: how the positions of a game come into a folder, whether they are right, and a folder as an engine.

use super::Games;
use super::engine::{Answer, Asked, Engine, Rest, Result, Usage};
use super::fired::Fired;
use super::for_disk::{
    Ended, Failed, Keyed, Stored, about, begin_again_for_all, in_budget, is_for_disk, keep_value, known,
    mistake, new_manifest, no_layout, room, roomy, rules_of, too_wide,
};
use super::indexed::{self, ByPlace};
use super::proofs;
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::disk::agree::{Agreed, agree};
use crate::disk::manifest::{self, key_unhex};
use crate::disk::verify::{Choice, Wrong, verify};
use crate::disk::{Blocks, Fault, Folder, Halt, Manifest, Peers, Progress, Table, Tables, Text, down, up};
use crate::engine::fact::Fact;
use crate::engine::{self, Rules, Unfit};
use crate::rules::Stop;
use crate::rules::ahead::{MOST_LAYOUTS, ahead};
use crate::rules::ctx::Ctx;
use crate::rules::machine::Machine;
use crate::rules::packed::{Packed, Word};
use crate::value::{GamePosition, Part, Position};
use std::cell::RefCell;
use std::rc::Rc;

impl Games {
    /// Finds the value of every position that can be reached from one, in a folder; goes on where an earlier run was. Values
    /// are stored by place where positions have places in an order and one process does it, and else by levels. Of many workers
    /// each has a folder for its share.
    ///
    /// # Errors
    /// What is wrong, or that a budget ran out; what was finished stays.
    pub fn solve_into(
        &self,
        folder: &Folder,
        root: &GamePosition,
        texts: &[Text],
        wanted: Wanted,
        peers: &mut dyn Peers,
    ) -> std::result::Result<Stored, Failed> {
        let machine = &self.machine;
        let only = wanted.only;
        let levels = match () {
            () if wanted.levels => "that was asked for".into(),
            () if peers.count() > 1 => "processes share positions by their keys".into(),
            () => match indexed::solve(machine, folder, root, texts, only)? {
                Ok(stored) => return Ok(stored),
                Err(why) => why,
            },
        };
        is_for_disk(machine, root)?;
        let mut keyed = begin(machine, folder, root, (texts, &levels, wanted), peers)?;
        for _ in 0..MOST_LAYOUTS {
            let done = match &mut keyed {
                Keyed::One(rules) => run(machine, folder, rules, root, peers),
                Keyed::Two(rules) => run(machine, folder, rules, root, peers),
            };
            let at = match done {
                Ok((progress, shares)) => {
                    let progress = keep_value(folder, progress, only)?;
                    let name = Position::one(Part::Game(root.clone())).to_string();
                    let rules = rules_of(machine, GameId(root.game.id));
                    let stored = about(&name, &progress, &shares, rules, false)?;
                    return Ok(Stored { levels: Some(levels).filter(|why| !why.is_empty()), ..stored });
                }
                Err(Ended::Misfit(at)) => at,
                Err(Ended::Failed(failed)) => return Err(failed),
            };
            // Either the rules have a mistake here, which this words, or the position is too large for the layout.
            machine.choices(&at)?;
            let needs = ahead(machine, &at, keyed.family().needs())?.ok_or_else(|| too_wide(root))?;
            keyed = Keyed::new(machine, root, Some(&needs), false).ok_or_else(|| no_layout(machine, root))?;
            by_levels(machine, root, &keyed, (texts, &levels), peers).write(folder)?;
        }
        Err(too_wide(root))
    }

    /// From now on positions of a folder have the values that it holds.
    ///
    /// # Errors
    /// If these are of other rules, or not all there.
    pub fn read_stored(&self, shares: Shares, root: &GamePosition) -> std::result::Result<(), Failed> {
        let opened = Opened::new(&self.machine, shares, root)?;
        self.solved.borrow_mut().engines.stored.0.push(opened);
        Ok(())
    }

    /// Whether the values of a folder are right: of every `n`-th file from file `i` on, counted from 0. How many positions
    /// that were.
    ///
    /// # Errors
    /// What is wrong, or what stopped it.
    pub fn verify_stored(
        &self,
        shares: Shares,
        root: &GamePosition,
        shard: (u32, u32),
    ) -> std::result::Result<(Stored, u64), Failed> {
        let mut opened = Opened::new(&self.machine, shares, root)?;
        if opened.value(&self.machine, root)? != Some(opened.about.value) {
            return Err(Failed::Wrong("that of the position asked about is another one".into()));
        }
        let (machine, search) = (&self.machine, opened.about.search);
        let count = match &mut opened.table {
            Keys::One(rules, table) if search => proofs::check(machine, rules, table.get_mut(), root, shard),
            Keys::Two(rules, table) if search => proofs::check(machine, rules, table.get_mut(), root, shard),
            Keys::One(rules, table) => check(machine, rules, table.get_mut(), root, shard),
            Keys::Two(rules, table) => check(machine, rules, table.get_mut(), root, shard),
            Keys::Places(made, blocks) => indexed::check(machine, made, blocks.get_mut(), root, shard),
        }?;
        if search {
            opened.about.rests_on = self.unproved_claims(root);
        }
        Ok((opened.about, count))
    }

    /// Every position of a folder with its value, in order; until `show` returns false.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn each_stored(
        &self,
        shares: Shares,
        root: &GamePosition,
        show: &mut dyn FnMut(&Position, Fact) -> bool,
    ) -> std::result::Result<Stored, Failed> {
        let opened = Opened::new(&self.machine, shares, root)?;
        let search = opened.about.search;
        match &opened.table {
            Keys::One(rules, table) => each(rules, &mut table.borrow_mut(), search, show),
            Keys::Two(rules, table) => each(rules, &mut table.borrow_mut(), search, show),
            Keys::Places(made, blocks) => indexed::each(made, &mut blocks.borrow_mut(), show),
        }?;
        Ok(opened.about)
    }
}

/// The folders of a result, each with what it is about.
pub type Shares = Vec<(Folder, Manifest)>;

/// How a folder is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The value of the position asked about alone: everything else is deleted in the end.
    pub only: bool,
    /// Level by level, also where positions have places in an order.
    pub levels: bool,
}

/// The texts of the rules, and why values stand by levels.
type Told<'t> = (&'t [Text], &'t str);

/// The rules as all workers lay them out, and where all go on.
fn begin(
    machine: &Rc<Machine>,
    folder: &Folder,
    root: &GamePosition,
    (texts, levels, wanted): (&[Text], &str, Wanted),
    peers: &mut dyn Peers,
) -> std::result::Result<Keyed, Failed> {
    let told = (texts, levels);
    let manifest = match Manifest::read(folder)? {
        Some(manifest) if manifest.is_by_place() && !wanted.levels && peers.count() == 1 => {
            // It was tried by place, and that was not the way.
            fresh(machine, folder, root, told, peers)?
        }
        Some(manifest) => manifest,
        None => fresh(machine, folder, root, told, peers)?,
    };
    if manifest.is_search() || manifest.is_by_place() {
        return Err(Fault::OtherKind.into());
    }
    // Of other rules nothing is said to the others.
    known(machine, root, &manifest)?;
    begin_again_for_all(folder, &manifest, wanted.only)?;
    let manifest = match agree(folder, &manifest, peers)? {
        Agreed::GoOn => manifest,
        Agreed::Afresh => {
            let first = fresh(machine, folder, root, told, peers)?;
            agree(folder, &first, peers)?;
            first
        }
    };
    known(machine, root, &manifest)
}

/// Begins a folder, with the layout that the text alone gives.
fn fresh(
    machine: &Rc<Machine>,
    folder: &Folder,
    root: &GamePosition,
    told: Told<'_>,
    peers: &dyn Peers,
) -> std::result::Result<Manifest, Failed> {
    let keyed = Keyed::new(machine, root, None, false).ok_or_else(|| no_layout(machine, root))?;
    let manifest = by_levels(machine, root, &keyed, told, peers);
    manifest.write(folder)?;
    Ok(manifest)
}

fn by_levels(
    machine: &Machine,
    root: &GamePosition,
    keyed: &Keyed,
    (texts, levels): Told<'_>,
    peers: &dyn Peers,
) -> Manifest {
    let manifest = new_manifest(machine, root, keyed, texts, manifest::FORMAT, peers);
    Manifest { levels: Some(levels.to_string()).filter(|why| !why.is_empty()), ..manifest }
}

/// Down and up.
fn run<K: Word>(
    machine: &Rc<Machine>,
    folder: &Folder,
    rules: &mut Packed<K>,
    root: &GamePosition,
    peers: &mut dyn Peers,
) -> std::result::Result<manifest::Done, Ended> {
    let meter = machine.meter();
    let (room, meter) = (room::<K>(&meter), roomy(&meter));
    rules.measure(meter.clone());
    let key = rules.family().pack(root).map(K::narrow);
    let key = key.ok_or_else(|| Ended::Failed(too_wide(root)))?;
    let ended = |rules: &Packed<K>, halt| ended(machine, rules, halt);
    let before = Progress::read(folder).map_err(Failed::from).map_err(Ended::Failed)?;
    if before.digest.is_some() && !before.only {
        // What is said to be there should be.
        Table::<K>::solved(folder, &before, room.frames).map_err(Failed::from).map_err(Ended::Failed)?;
    }
    let progress = down::down(folder, rules, key, room, &meter, peers).map_err(|halt| ended(rules, halt))?;
    // Positions of both ways count once.
    let meter = roomy(&meter);
    rules.measure(meter.clone());
    up::up(folder, rules, key, progress, room, &meter, peers).map_err(|halt| ended(rules, halt))
}

fn ended<K: Word>(machine: &Machine, rules: &Packed<K>, halt: Halt<K>) -> Ended {
    let place = |key: K| rules.family().unpack(key.wide());
    let name = |key: K| Part::Game(place(key)).in_trace();
    Ended::Failed(match halt {
        Halt::Fault(fault) => fault.into(),
        Halt::Exhausted(what) => Failed::Stop(what.into()),
        Halt::Unlisted(key, engine::Stop::Unfit(Unfit::Misfit)) => return Ended::Misfit(place(key)),
        Halt::Unlisted(key, engine::Stop::Exhausted(what, _)) => {
            let _ = key;
            Failed::Stop(what.into())
        }
        Halt::Unlisted(key, _) | Halt::NoRank(key) | Halt::Rises(key) => {
            // If the rules have a mistake there, it is worded.
            match machine.choices(&place(key)).map_err(Failed::from).and_then(|_| in_budget(machine)) {
                Err(failed) => failed,
                Ok(()) => {
                    let why = "The number that gets smaller with every move is not smaller there, or could not be computed.";
                    mistake("not-for-the-disk", format!("{} cannot be solved on disk", name(key)), why)
                }
            }
        }
        Halt::Wide(key) => {
            mistake("not-for-the-disk", format!("The value of {} has more than 16 bits", name(key)), "")
        }
    })
}

/// The folders that are read.
#[derive(Default)]
pub(in crate::rules) struct Folders(Vec<Opened>);

/// One of them.
pub(super) struct Opened {
    /// Locked as long as it is read.
    shares: Vec<(Folder, Progress)>,
    about: Stored,
    /// The game of the position that it is about.
    game: GameId,
    table: Keys,
}

enum Keys {
    One(Packed<u64>, RefCell<Tables<u64>>),
    Two(Packed<u128>, RefCell<Tables<u128>>),
    Places(Box<ByPlace>, RefCell<Blocks>),
}

impl Opened {
    fn new(
        machine: &Rc<Machine>,
        shares: Shares,
        root: &GamePosition,
    ) -> std::result::Result<Opened, Failed> {
        let manifest = shares[0].1.clone();
        if manifest.is_by_place() {
            return Opened::by_place(machine, shares, root);
        }
        let keyed = known(machine, root, &manifest)?;
        let shares: Vec<(Folder, Progress)> = shares
            .into_iter()
            .map(|(folder, _)| Progress::read(&folder).map(|progress| (folder, progress)))
            .collect::<std::result::Result<_, Fault>>()?;
        let done = |(_, p): &(Folder, Progress)| Some((p.positions?, p.digest.clone()?));
        let done: Option<Vec<_>> = shares.iter().map(done).collect();
        let (done, rules) = (done.ok_or(Fault::Unfinished)?, manifest.rules.clone());
        let about = about(&manifest.position, &shares[0].1, &done, rules, manifest.is_search())?;
        let about = Stored { levels: manifest.levels, ..about };
        if keyed.family().pack(root) != key_unhex(&manifest.key) {
            return Err(Fault::OtherVersion("positions are laid out differently".into()).into());
        }
        let meter = machine.meter();
        let table = match keyed {
            Keyed::One(rules) => {
                Keys::One(rules, RefCell::new(Tables::solved(&shares, room::<u64>(&meter).frames)?))
            }
            Keyed::Two(rules) => {
                Keys::Two(rules, RefCell::new(Tables::solved(&shares, room::<u128>(&meter).frames)?))
            }
        };
        Ok(Opened { shares, about, game: GameId(root.game.id), table })
    }

    /// The same where values are stored by place.
    fn by_place(
        machine: &Rc<Machine>,
        shares: Shares,
        root: &GamePosition,
    ) -> std::result::Result<Opened, Failed> {
        let Some((folder, manifest)) = shares.into_iter().next() else { return Err(Fault::Nothing.into()) };
        let progress = Progress::read(&folder)?;
        let (about, made, blocks) = indexed::opened(machine, &folder, &progress, &manifest, root)?;
        let table = Keys::Places(Box::new(made), RefCell::new(blocks));
        Ok(Opened { shares: vec![(folder, progress)], about, game: GameId(root.game.id), table })
    }

    /// The value of a position; `None` if it is not there.
    fn value(
        &mut self,
        machine: &Machine,
        position: &GamePosition,
    ) -> std::result::Result<Option<u64>, Fault> {
        let game = (machine, self.game);
        match (&mut self.table, self.about.search) {
            (Keys::One(rules, table), false) => value(rules, table, position),
            (Keys::Two(rules, table), false) => value(rules, table, position),
            (Keys::One(rules, table), true) => proofs::value(game, rules, table.get_mut(), position),
            (Keys::Two(rules, table), true) => proofs::value(game, rules, table.get_mut(), position),
            (Keys::Places(made, blocks), _) => made.value(blocks.get_mut(), position),
        }
    }
}

fn value<K: Word>(
    rules: &Packed<K>,
    table: &RefCell<Tables<K>>,
    position: &GamePosition,
) -> std::result::Result<Option<u64>, Fault> {
    let Some(key) = rules.family().pack(position).map(K::narrow) else { return Ok(None) };
    let Some(rank) = rules.rank(key) else { return Ok(None) };
    Ok(table.borrow_mut().value(rank, key)?.map(u64::from))
}

impl Engine for Folders {
    fn name(&self) -> &'static str {
        "stored"
    }

    fn fits(&mut self, _: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        if self.0.is_empty() || !asked.kind.is_plain() { Err(Unfit::Idle.into()) } else { Ok(()) }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        for opened in &mut self.0 {
            match opened.value(ctx.machine, asked.position) {
                Ok(None) => {}
                Ok(Some(value)) => {
                    ctx.notes.trail.answered("stored");
                    return Ok(Answer::of(value));
                }
                Err(fault) => {
                    let (title, hint) = fault.words(&opened.shares[0].0.name());
                    return Err(Stop::mistake(Diagnostic::error(fault.code(), title).hint(hint)));
                }
            }
        }
        Err(Unfit::Idle.into())
    }

    fn usage(&self) -> Usage {
        Usage { positions: self.0.iter().map(|opened| opened.about.positions).sum(), bytes: 0 }
    }

    fn tell(&self, fired: &mut Fired) {
        self.0.iter().for_each(|_| fired.add("engine: stored", 1));
    }
}

/// Checks a shard by the general evaluation, and by ranks that it computes.
fn check<K: Word>(
    machine: &Rc<Machine>,
    rules: &Packed<K>,
    table: &mut Tables<K>,
    root: &GamePosition,
    shard: (u32, u32),
) -> std::result::Result<u64, Failed> {
    let (family, id) = (rules.family(), GameId(root.game.id));
    let usual = machine.meter();
    let meter = roomy(&usual);
    let name = |key: K| Part::Game(family.unpack(key.wide())).in_trace();
    let wrong = |what: String| Failed::Wrong(what);
    let missing = |p: &GamePosition| {
        Failed::Wrong(format!("{} is reachable, but missing", Part::Game(p.clone()).in_trace()))
    };
    let place = |position: &GamePosition| {
        let key = family.pack(position).map(K::narrow)?;
        Some((machine.rank_from(id, position)?, key))
    };
    let at = place(root).ok_or_else(|| missing(root))?;
    if table.value(at.0, at.1)?.is_none() {
        return Err(missing(root));
    }
    let mut options = |key: K| -> std::result::Result<Vec<Choice<K>>, Failed> {
        let mut all = vec![];
        machine.each_choice(&family.unpack(key.wide()), &mut |choice| {
            let mut option: Choice<K> = (vec![], 0);
            for part in &choice.target.parts {
                match part {
                    // What is larger than any key stands for what is not there.
                    Part::Game(p) => option.0.push(place(p).unwrap_or((0, K::of_bits(u128::MAX)))),
                    Part::Heap(k) => option.1 ^= k.to_u64().unwrap_or(u64::MAX),
                }
            }
            all.push(option);
            Ok(())
        })?;
        Ok(all)
    };
    let batch = room::<K>(&usual).batch;
    match verify(table, shard, batch, &meter, &mut options)? {
        Ok(count) => Ok(count),
        Err(Wrong::Order(key)) => Err(wrong(format!("{} does not stand in order", name(key)))),
        Err(Wrong::Missing(of, _)) => Err(wrong(format!("an option of {} is missing", name(of)))),
        Err(Wrong::Value(key, is, should)) => {
            Err(wrong(format!("the value of {} is {should}, and {is} is stored", name(key))))
        }
    }
}

fn each<K: Word>(
    rules: &Packed<K>,
    table: &mut Tables<K>,
    search: bool,
    show: &mut dyn FnMut(&Position, Fact) -> bool,
) -> std::result::Result<(), Failed> {
    for part in &mut table.parts {
        for frame in (0..part.places().len()).rev() {
            let read = part.frame(frame)?;
            for (key, value) in read.keys.iter().zip(&read.values) {
                let position = Position::one(Part::Game(rules.family().unpack(key.wide())));
                let fact = if search { Fact::of_word(*value) } else { Some(Fact::Value((*value).into())) };
                if !fact.is_none_or(|fact| show(&position, fact)) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
