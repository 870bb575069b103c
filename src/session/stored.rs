//! Values on disk: solved into a folder, checked there, and read by later questions.

use super::{Asked, Loaded, Session, Trouble};
use crate::check::ir::WinRule;
use crate::diagnostic::Diagnostic;
use crate::disk::{Alone, Fault, Folder, Manifest, Peers, Text, shares};
use crate::engine::fact::Fact;
use crate::engine::{Budget, Exhausted};
use crate::rules::Stop;
use crate::rules::solve::{Failed, Other, Shares, Stored, Wanted};
use crate::session::ask::stopped_answer;
use crate::value::{GamePosition, Part, Position};
use std::path::Path;

impl Session {
    /// Finds the value of every position reachable from one under normal play, in a folder; resumes where an
    /// earlier run stopped. `loaded` is the text that contains the game.
    ///
    /// # Errors
    /// Mistakes, a damaged folder, or a budget that ran out; finished work stays, and the same call resumes.
    pub fn solve_into(
        &mut self,
        loaded: &Loaded,
        position: &str,
        folder: &Path,
        wanted: Wanted,
    ) -> Asked<Stored> {
        self.solve_with(loaded, position, folder, wanted, &mut Alone)
    }

    /// The same with several workers, of which this is one; each has its share of the positions in its own folder.
    ///
    /// # Errors
    /// As for [`Session::solve_into`], and if another worker is gone or does something else.
    pub fn solve_with(
        &mut self,
        loaded: &Loaded,
        position: &str,
        folder: &Path,
        wanted: Wanted,
        peers: &mut dyn Peers,
    ) -> Asked<Stored> {
        let root = self.one_part(position)?;
        let texts = self.texts(loaded);
        let place = shares::place(folder, peers.me(), peers.count());
        let opened =
            place.and_then(|place| Folder::to_write(&place)).map_err(|fault| faulty(&fault, folder))?;
        self.afresh();
        let solved = self.games.solve_into(&opened, &root, &texts, wanted, peers);
        solved.map_err(|failed| trouble(failed, folder))
    }

    /// Finds the value of one position by a search that keeps its facts in a folder; resumes where an earlier run stopped,
    /// and adds the facts of `others`, folders of searches with the same rules, for the same position or another one. In the
    /// end the folder holds the proof of the value.
    ///
    /// # Errors
    /// As for [`Session::solve_into`], and if two folders have two values for one position.
    pub fn search_into(
        &mut self,
        loaded: &Loaded,
        position: &str,
        folder: &Path,
        others: &[&Path],
    ) -> Asked<Stored> {
        self.search_with(loaded, position, folder, others, &mut Alone)
    }

    /// The same with several workers, of which this is one: they share their facts. The first has the folder, and begins
    /// with the facts of `others`.
    ///
    /// # Errors
    /// As for [`Session::search_into`], and if another worker is gone or does something else.
    pub fn search_with(
        &mut self,
        loaded: &Loaded,
        position: &str,
        folder: &Path,
        others: &[&Path],
        peers: &mut dyn Peers,
    ) -> Asked<Stored> {
        let root = self.one_part(position)?;
        let texts = self.texts(loaded);
        let first = peers.me() == 0;
        let opened = first.then(|| Folder::to_write(folder)).transpose();
        let opened = opened.map_err(|fault| faulty(&fault, folder))?;
        let others = others.iter().filter(|_| first).map(|other| self.other(other));
        let others = others.collect::<Asked<Vec<Other>>>()?;
        self.afresh();
        let found = self.games.search_into(opened.as_ref(), &root, &texts, &others, peers);
        found.map_err(|failed| trouble(failed, folder))
    }

    /// A folder of a search, to be read.
    fn other(&mut self, path: &Path) -> Asked<Other> {
        let failed = |fault: Fault| faulty(&fault, path);
        let folder = Folder::to_read(path).map_err(failed)?;
        let manifest = Manifest::read(&folder).and_then(|m| m.ok_or(Fault::Nothing)).map_err(failed)?;
        let root = self.one_part(&manifest.position).map_err(|_| failed(Fault::OtherRules))?;
        Ok((folder, manifest, root))
    }

    /// The texts that rules are in.
    fn texts(&self, loaded: &Loaded) -> Vec<Text> {
        let text = |id| {
            let source = self.sources.get(id);
            Text { name: source.name.clone(), text: source.text.to_string() }
        };
        loaded.texts.iter().map(|id| text(*id)).collect()
    }

    /// From now on, questions about positions of a folder read it. The rules must be loaded.
    ///
    /// # Errors
    /// If the folder has values of other rules, or they are incomplete or damaged.
    pub fn read_stored(&mut self, folder: &Path) -> Asked<()> {
        let failed = |fault: Fault| faulty(&fault, folder);
        let shares = shares::to_read(folder).map_err(failed)?;
        // A position that these rules do not have is one of others.
        let root = self.one_part(&shares[0].1.position).map_err(|_| failed(Fault::OtherRules))?;
        self.afresh();
        self.games.read_stored(shares, &root).map_err(|why| trouble(why, folder))
    }

    fn afresh(&mut self) {
        self.games.machine.start(self.budget.clone());
        self.games.begin(WinRule::Normal);
    }

    /// The only part of a position.
    fn one_part(&mut self, position: &str) -> Asked<GamePosition> {
        match self.position(position)?.parts.as_slice() {
            [Part::Game(p)] => Ok(p.clone()),
            parts => {
                let what = if parts.is_empty() { "none" } else { "several parts, or a nim-heap" };
                let d = Diagnostic::error(
                    "not-for-the-disk",
                    format!("One part of one game is needed, and this is {what}"),
                )
                .hint("Should each part have its own folder?");
                Err(Trouble::Mistakes(vec![d]))
            }
        }
    }
}

/// The rules of a folder loaded, and its position.
fn loaded(folder: &Path, budget: Budget) -> Asked<(Session, Shares, GamePosition)> {
    let shares = shares::to_read(folder).map_err(|fault| faulty(&fault, folder))?;
    let manifest = shares[0].1.clone();
    let mut session = Session::new(budget);
    let texts = manifest.texts.iter().map(|t| (t.name.clone(), t.text.clone())).collect();
    let loaded = session.load_given(texts);
    if !loaded.is_fine() {
        return Err(Trouble::Mistakes(loaded.diagnostics));
    }
    let root = session.one_part(&manifest.position)?;
    session.afresh();
    Ok((session, shares, root))
}

/// Checks the values of a folder by the rules stored in it: those of every `n`-th file, beginning with file `i`,
/// from 0. Returns the number of positions.
///
/// # Errors
/// A wrong value, or what stopped the check.
pub fn verify_stored(folder: &Path, shard: (u32, u32), budget: Budget) -> Asked<(Stored, u64)> {
    let (session, shares, root) = loaded(folder, budget)?;
    session.games.verify_stored(shares, &root, shard).map_err(|failed| trouble(failed, folder))
}

/// Shows every position of a folder with its value, those with few moves left first, until `show` returns false.
///
/// # Errors
/// If they cannot be read.
pub fn each_stored(
    folder: &Path,
    budget: Budget,
    show: &mut dyn FnMut(&Position, Fact) -> bool,
) -> Asked<Stored> {
    let (session, shares, root) = loaded(folder, budget)?;
    session.games.each_stored(shares, &root, show).map_err(|failed| trouble(failed, folder))
}

/// What is wrong with the workers themselves.
pub fn trouble_with_workers(fault: Fault) -> Trouble {
    faulty(&fault, Path::new("the folder"))
}

/// Whether a folder can take the shares of so many workers, as far as that is seen before they begin.
///
/// # Errors
/// If it holds something else, or the shares of another number of workers.
pub fn takes_shares(folder: &Path, count: usize) -> Asked<()> {
    shares::place(folder, 0, count).map(drop).map_err(|fault| faulty(&fault, folder))
}

/// Somebody stopped the workers while one of them was not there yet, or not any more.
pub fn stopped_workers() -> Trouble {
    let stays = "what is finished stays, and the same command goes on with it";
    Trouble::Stopped(stopped_answer(Exhausted::Interrupted, stays.into()))
}

fn faulty(fault: &Fault, folder: &Path) -> Trouble {
    let (title, hint) = fault.words(&folder.display().to_string());
    Trouble::Mistakes(vec![Diagnostic::error(fault.code(), title).hint(hint)])
}

fn trouble(failed: Failed, folder: &Path) -> Trouble {
    match failed {
        Failed::Folder(fault) => faulty(&fault, folder),
        Failed::Wrong(what) => {
            let title = format!("{} holds a value that is wrong: {what}", folder.display());
            let hint = "Should the folder be deleted, and solved again?";
            Trouble::Mistakes(vec![Diagnostic::error("wrong-value-stored", title).hint(hint)])
        }
        Failed::Contradicts(other, what) => {
            let title = format!("{other} contradicts what was known before: {what}");
            let hint = "Should `fairgame verify` look at each of the folders?";
            Trouble::Mistakes(vec![Diagnostic::error("wrong-value-stored", title).hint(hint)])
        }
        Failed::Stop(Stop::Mistake(m)) => Trouble::Mistakes(vec![m.diagnostic]),
        Failed::Stop(Stop::Exhausted(what, far)) => {
            let stays =
                format!("what is finished is in {}, and the same command continues it", folder.display());
            Trouble::Stopped(stopped_answer(what, if far.is_empty() { stays } else { far }))
        }
        Failed::Stop(Stop::Unfit(why)) => unreachable!("it was seen before: {}", why.words()),
    }
}
