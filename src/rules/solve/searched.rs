//! Searches that keep what they find in a folder: the value of one position, by looking at few others, where claims are used. A
//! run may end at any moment, folders are united, and what is left in the end is a proof.

use super::Games;
use super::for_disk::{
    Ended, Failed, Keyed, Stored, about, in_budget, is_for_disk, known, mistake, new_manifest, no_layout,
    roomy, rules_of, too_wide,
};
use super::proofs::{Ranks, name, parts_of};
use crate::check::ir::GameId;
use crate::disk::sharing::{follow, round};
use crate::disk::{self, Alone, Fault, Folder, Manifest, Peers, Progress, Text, findings, manifest};
use crate::engine::fact::Fact;
use crate::engine::proof::{self, Proof};
use crate::engine::search::Search;
use crate::engine::{self, Budget, Exhausted, Halt, Meter, Rules, Unfit, Wrong as WrongRules};
use crate::rules::ahead::{MOST_LAYOUTS, ahead};
use crate::rules::machine::Machine;
use crate::rules::packed::{Packed, Word};
use crate::value::{GamePosition, Part, Position};
use std::convert::Infallible;
use std::rc::Rc;
use std::time::Duration;

type Result<T> = std::result::Result<T, Failed>;

/// What was found elsewhere, of the same rules: a folder, what it is about, and its position.
pub type Other = (Folder, Manifest, GamePosition);

impl Games {
    /// Finds the value of a position by a search that keeps what it finds in a folder; goes on where an earlier run was, and
    /// with what `others` hold. In the end the folder holds what proves the value. Many workers share what they find; the
    /// first of them alone has the folder.
    ///
    /// # Errors
    /// What is wrong, or that a budget ran out; what was found stays.
    pub fn search_into(
        &self,
        folder: Option<&Folder>,
        root: &GamePosition,
        texts: &[Text],
        others: &[Other],
        peers: &mut dyn Peers,
    ) -> Result<Stored> {
        let machine = &self.machine;
        is_for_disk(machine, root)?;
        let alone = self.with(|ctx, engines| engines.claims.checked(ctx, root))?;
        let fresh = |keyed: &Keyed| new_manifest(machine, root, keyed, texts, manifest::SEARCH, &Alone);
        let there = folder.map(Manifest::read).transpose()?.flatten();
        let mut manifest = match there {
            Some(m) if !m.is_search() => return Err(Fault::OtherKind.into()),
            Some(m) => m,
            None => {
                let keyed = Keyed::new(machine, root, None, true).ok_or_else(|| no_layout(machine, root))?;
                let first = fresh(&keyed);
                folder.map_or(Ok(()), |folder| first.write(folder))?;
                first
            }
        };
        let mut keyed = known(machine, root, &manifest)?;
        for _ in 0..MOST_LAYOUTS {
            if peers.count() > 1 {
                let value = folder.map(Progress::read).transpose()?.and_then(|progress| progress.value);
                let (followed, value) = follow(manifest, value, peers)?;
                keyed = known(machine, root, &followed)?;
                if let Some(value) = value.filter(|_| folder.is_none()) {
                    return self.concluded(root, alone, &elsewhere(value));
                }
            }
            let done = match &mut keyed {
                Keyed::One(rules) => run(machine, folder, rules, root, others, peers),
                Keyed::Two(rules) => run(machine, folder, rules, root, others, peers),
            };
            match done {
                Ok(progress) => return self.concluded(root, alone, &progress),
                Err(Ended::Failed(failed)) => return Err(failed),
                Err(Ended::Misfit(at)) => {
                    // Either the rules have a mistake here, which this words, or the position is too large for the layout.
                    machine.choices(&at)?;
                    let needs = ahead(machine, &at, keyed.family().needs())?.ok_or_else(|| too_wide(root))?;
                    let wider = Keyed::new(machine, root, Some(&needs), true);
                    keyed = wider.ok_or_else(|| no_layout(machine, root))?;
                    manifest = fresh(&keyed);
                    folder.map_or(Ok(()), |folder| manifest.write(folder))?;
                }
            }
        }
        Err(too_wide(root))
    }

    fn concluded(&self, root: &GamePosition, alone: Option<u64>, progress: &Progress) -> Result<Stored> {
        let name = Position::one(Part::Game(root.clone())).to_string();
        let shares = [(progress.positions.unwrap_or(0), progress.digest.clone().unwrap_or_default())];
        let rules = rules_of(&self.machine, GameId(root.game.id));
        let stored = about(&name, progress, &shares, rules, true)?;
        match alone.filter(|value| *value != stored.value) {
            Some(value) => Err(Failed::Stop(
                self.with(|_, engines| engines.claims.led_astray(root, value, stored.value)),
            )),
            None => Ok(Stored { rests_on: self.take_rests_on(), ..stored }),
        }
    }

    /// The claims that a proof about a position rests on and that are not proved.
    pub(super) fn unproved_claims(&self, root: &GamePosition) -> Vec<String> {
        self.with(|ctx, engines| engines.claims.unproved(ctx.machine, root))
    }
}

/// How far a worker is whose folder is with the first one.
fn elsewhere(value: u64) -> Progress {
    let digest = Some(String::new());
    Progress { value: Some(value), positions: Some(0), digest, ..Progress::default() }
}

/// A search on its way.
struct Run<'w, K: Word> {
    machine: &'w Rc<Machine>,
    /// Where what is found is kept, by the first worker.
    folder: Option<&'w Folder>,
    peers: &'w mut dyn Peers,
    /// What all workers know.
    shared: Search<K>,
    rules: &'w mut Packed<K>,
    search: Search<K>,
    progress: Progress,
    usual: Rc<Meter>,
    /// Positions that the budget was asked for.
    used: u64,
    /// When what is known was last written, and how long after that it is written again.
    saved: Duration,
    every: Duration,
    /// How long workers search until they share.
    share: Duration,
}

/// What is known is written after a quarter of a second, then less and less often, but
const MOST: Duration = Duration::from_secs(60);
/// and so that this part of the time goes into it at most.
const PART: u32 = 20;

/// After so long, and twice as long each time up to so long, workers share what they have found.
const SHARE: Duration = Duration::from_millis(100);
const SHARE_LAST: Duration = Duration::from_secs(4);

fn run<K: Word>(
    machine: &Rc<Machine>,
    folder: Option<&Folder>,
    rules: &mut Packed<K>,
    root: &GamePosition,
    others: &[Other],
    peers: &mut dyn Peers,
) -> std::result::Result<Progress, Ended> {
    let mut progress = Progress::default();
    if let Some(folder) = folder {
        progress = Progress::read(folder)?;
        findings::sweep(folder, &progress)?;
        if progress.value.is_some() {
            return Ok(progress);
        }
    }
    let usual = machine.meter();
    let (search, shared) = (Search::in_turn(peers.me() as u64), Search::default());
    let (used, saved, every, share) = (0, usual.elapsed(), Duration::from_millis(250), SHARE);
    let mut run =
        Run { machine, folder, peers, shared, rules, search, progress, usual, used, saved, every, share };
    run.rules.measure(run.usual.clone());
    if let Some(folder) = folder {
        run.load(folder)?;
        for other in others {
            run.unite(other)?;
        }
    }
    run.value(root)
}

impl<K: Word> Run<'_, K> {
    /// What an earlier run has written.
    fn load(&mut self, folder: &Folder) -> std::result::Result<(), Ended> {
        let Run { machine, rules, search, progress, .. } = self;
        Ok(findings::each(folder, progress, &mut |key: K, fact| learn(machine, rules, search, key, fact))?)
    }

    /// What was found elsewhere, as far as these keys have room for it.
    fn unite(&mut self, (folder, about, root): &Other) -> std::result::Result<(), Ended> {
        if !about.is_search() {
            return Err(Fault::OtherKind.into());
        }
        let progress = Progress::read(folder)?;
        let taken = match known(self.machine, root, about).map_err(Ended::Failed)? {
            Keyed::One(theirs) => self.take(folder, &progress, &theirs),
            Keyed::Two(theirs) => self.take(folder, &progress, &theirs),
        };
        taken.map_err(|ended| match ended {
            Ended::Failed(Failed::Wrong(what)) => Ended::Failed(Failed::Contradicts(folder.name(), what)),
            other => other,
        })?;
        self.save()
    }

    fn take<T: Word>(
        &mut self,
        folder: &Folder,
        progress: &Progress,
        theirs: &Packed<T>,
    ) -> std::result::Result<(), Ended> {
        let Run { machine, rules, search, .. } = self;
        Ok(findings::each(folder, progress, &mut |key: T, fact| {
            let key = rules.family().pack(&theirs.family().unpack(key.wide()));
            let part = key.and_then(|key| rules.canonical(K::narrow(key)).ok());
            part.map_or(Ok(()), |part| learn(machine, rules, search, part, fact))
        })?)
    }

    fn value(&mut self, root: &GamePosition) -> std::result::Result<Progress, Ended> {
        let parts = parts_of(self.rules, root).map_err(|halt| self.ended(halt))?;
        let parts = parts.ok_or_else(|| Ended::Failed(too_wide(root)))?;
        let mut value = 0;
        for part in &parts {
            value ^= loop {
                if let Some(value) = self.slice(*part)? {
                    break value;
                }
            };
        }
        self.conclude(GameId(root.game.id), &parts, value)
    }

    /// Searches until what is known is to be written, or shared; then there is no value yet.
    fn slice(&mut self, part: K) -> std::result::Result<Option<u64>, Ended> {
        let budget = self.usual.budget();
        let (elapsed, mut until) = (self.usual.elapsed(), self.saved + self.every);
        let many = self.peers.count() > 1;
        if many {
            until = elapsed + self.share;
        }
        let left = budget.time.map(|limit| limit.saturating_sub(elapsed));
        let time = left.unwrap_or(Duration::MAX).min(until.saturating_sub(elapsed));
        let positions = budget.positions.saturating_sub(self.used);
        let meter = Rc::new(Meter::new(Budget { time: Some(time), positions, ..budget.clone() }));
        self.rules.measure(meter.clone());
        let found = self.search.part_value(self.rules, part, &meter);
        self.used += meter.positions();
        let found = found.map(Some).or_else(|halt| self.is_over(halt));
        if many {
            return self.share(part, found.err());
        }
        match found {
            Ok(None) => self.save().map(|()| None),
            Ok(found) => Ok(found),
            Err(halt) => {
                self.save()?;
                Err(self.ended(halt))
            }
        }
    }

    /// Nothing, if only the time of a slice is over; or what stopped it.
    fn is_over(&self, halt: Halt<K, Infallible>) -> std::result::Result<Option<u64>, Halt<K, Infallible>> {
        match (self.usual.look(), &halt.why) {
            (Ok(()), engine::Stop::Exhausted(Exhausted::Time(_), _)) => Ok(None),
            (Err(what), engine::Stop::Exhausted(Exhausted::Time(_), far)) => {
                Err(Halt { why: engine::Stop::Exhausted(what, far.clone()), ..halt })
            }
            _ => Err(halt),
        }
    }

    /// Gives the others what was found since they heard last, and takes what they have; the value of a part, if it is known now.
    fn share(
        &mut self,
        part: K,
        halt: Option<Halt<K, Infallible>>,
    ) -> std::result::Result<Option<u64>, Ended> {
        let news: Vec<(K, Fact)> =
            self.search.facts().filter(|(part, fact)| self.shared.fact(*part) != Some(*fact)).collect();
        for (part, fact) in &news {
            self.shared.unite(*part, *fact);
        }
        let heard = round(self.peers, news, halt.map(told));
        let (facts, halt) = match heard {
            Ok(heard) => heard,
            Err(fault) => {
                // One is gone; what was found stays.
                self.save()?;
                return Err(fault.into());
            }
        };
        for (part, fact) in facts {
            learn(self.machine, self.rules, &mut self.search, part, fact)?;
            self.shared.unite(part, fact);
        }
        self.share = (self.share * 2).min(SHARE_LAST);
        if halt.is_some() || self.usual.elapsed() > self.saved + self.every {
            self.save()?;
        }
        match halt {
            Some(halt) => Err(self.stopped(halt)),
            None => Ok(self.search.fact(part).and_then(Fact::value)),
        }
    }

    /// What one of the workers was stopped by.
    fn stopped(&self, halt: disk::Halt<K>) -> Ended {
        let (why, at) = match halt {
            disk::Halt::Fault(fault) => return fault.into(),
            disk::Halt::Exhausted(what) => (engine::Stop::Exhausted(what, String::new()), None),
            disk::Halt::Unlisted(key, _) => (engine::Stop::Unfit(Unfit::Misfit), Some(key)),
            disk::Halt::Wide(key) => (engine::Stop::Unfit(Unfit::WideValue), Some(key)),
            disk::Halt::NoRank(_) | disk::Halt::Rises(_) => (engine::Stop::Mistake(WrongRules::Deep), None),
        };
        self.ended(Halt { why, at, play: vec![] })
    }

    fn save(&mut self) -> std::result::Result<(), Ended> {
        let Some(folder) = self.folder else { return Ok(()) };
        let before = self.usual.elapsed();
        self.progress = findings::save(folder, &self.progress, self.search.facts())?;
        self.saved = self.usual.elapsed();
        self.every = (self.every * 2).min(MOST).max((self.saved - before) * PART);
        Ok(())
    }

    /// Writes the proof.
    fn conclude(&mut self, root: GameId, parts: &[K], value: u64) -> std::result::Result<Progress, Ended> {
        let Some(folder) = self.folder else { return Ok(elsewhere(value)) };
        // A proof is not written by halves, so positions do not bound it.
        let budget = roomy(&self.usual).budget().clone();
        let meter = Rc::new(Meter::new(Budget { positions: u64::MAX, ..budget }));
        self.rules.measure(meter.clone());
        let mut ranks = Ranks::new(self.machine, root);
        let mut rank = |rules: &Packed<K>, part| ranks.of(rules, part);
        let begun = Proof::new(self.rules, &mut self.search, &meter, &mut rank, parts);
        let written = begun.map_err(Unproved::Search).and_then(|mut proof| {
            let mut next = || proof.fact().map_err(Unproved::Search);
            findings::conclude(folder, &self.progress, value, &mut next)
        });
        written.map_err(|why| match why {
            Unproved::Fault(fault) => fault.into(),
            Unproved::Search(proof::Failed::Halt(halt)) => self.ended(halt),
            Unproved::Search(proof::Failed::Contradiction(key)) => Ended::Failed(Failed::Wrong(format!(
                "that of {} contradicts those of its options",
                self.name(key)
            ))),
            Unproved::Search(proof::Failed::NoRank(key)) => {
                let why =
                    "The number that gets smaller with every move is not smaller there, or could not be computed.";
                let title =
                    format!("What the value rests on leads to {}, which is not for it", self.name(key));
                in_budget(self.machine)
                    .err()
                    .unwrap_or_else(|| mistake("not-for-the-disk", title, why))
                    .into()
            }
        })
    }

    fn name(&self, key: K) -> String {
        name(self.rules, key)
    }

    fn ended(&self, halt: Halt<K, Infallible>) -> Ended {
        let refused = |title: String, why| mistake("not-for-the-disk", title, why).into();
        match (halt.why, halt.at) {
            (engine::Stop::Exhausted(what, _), _) => {
                let usual = self.usual.budget().positions;
                let what =
                    if matches!(what, Exhausted::Positions(_)) { Exhausted::Positions(usual) } else { what };
                Failed::Stop(what.into()).into()
            }
            (engine::Stop::Unfit(Unfit::Misfit), Some(key)) => {
                Ended::Misfit(self.rules.family().unpack(key.wide()))
            }
            (engine::Stop::Unfit(Unfit::WideValue), Some(key)) => refused(
                format!("The value of {} is too large for a search", self.name(key)),
                "Searches take values below 128.",
            ),
            (engine::Stop::Mistake(WrongRules::Cycle), _) => refused(
                "Play comes back to where it was, by a claim".into(),
                "A search needs plays that end.",
            ),
            _ => refused(
                "A play is too long for a search".into(),
                "Searches take plays of up to 65,536 moves.",
            ),
        }
    }
}

/// What the others hear of what stopped a search.
fn told<K: Word>(halt: Halt<K, Infallible>) -> disk::Halt<K> {
    let at = halt.at.unwrap_or(K::of_bits(0));
    match halt.why {
        engine::Stop::Exhausted(what, _) => disk::Halt::Exhausted(what),
        engine::Stop::Unfit(Unfit::WideValue) => disk::Halt::Wide(at),
        engine::Stop::Unfit(Unfit::Misfit) if halt.at.is_some() => {
            disk::Halt::Unlisted(at, engine::Stop::Unfit(Unfit::Misfit))
        }
        _ => disk::Halt::NoRank(at),
    }
}

/// Why a proof was not written.
enum Unproved<K> {
    Fault(Fault),
    Search(proof::Failed<K, Infallible>),
}

impl<K> From<Fault> for Unproved<K> {
    fn from(fault: Fault) -> Self {
        Unproved::Fault(fault)
    }
}

/// Takes up a fact that was found before or elsewhere. Two values for one part are a mistake of somebody: nothing is believed then.
fn learn<K: Word>(
    machine: &Machine,
    rules: &Packed<K>,
    search: &mut Search<K>,
    part: K,
    fact: Fact,
) -> Result<()> {
    if search.met().is_multiple_of(1 << 12) {
        machine.meter().memory(search.bytes()).map_err(|what| Failed::Stop(what.into()))?;
    }
    if search.unite(part, fact) {
        return Ok(());
    }
    let said = |fact: Option<Fact>| match fact {
        Some(Fact::Value(value)) => format!("{value}"),
        _ => "another one".into(),
    };
    let (one, two) = (said(search.fact(part)), said(Some(fact)));
    Err(Failed::Wrong(format!("the value of {} is {one} here and {two} there", name(rules, part))))
}
