//! Proofs that stay right while a text changes elsewhere: those that rest on the rules of a game alone.

use crate::answer::{GameVerdict, VerdictAnswer};
use crate::check::fingerprint;
use crate::check::ir::{GameId, Program};
use crate::source::Sources;
use std::collections::HashMap;

/// Proofs are kept of games that depend on no more than so many others: of 1,500 games in a ring, each would be compared with
/// all of them.
const MOST: usize = 60;

/// For the name of a game: the rules that the proof covers, and the verdict.
#[derive(Default, Debug)]
pub(super) struct Judged(HashMap<String, (Rules, VerdictAnswer)>);

/// What a proof rests on: the game as written, since the proof names its parameters, and everything that its rules name.
#[derive(PartialEq, Eq, Debug)]
struct Rules {
    text: String,
    print: [u8; 32],
}

impl Rules {
    fn of(program: &Program, id: GameId, sources: &Sources) -> Option<Rules> {
        let text = sources.slice(program.game(id).item).to_string();
        Some(Rules { text, print: fingerprint::of_small_game(program, id, MOST)? })
    }
}

impl Judged {
    /// The verdict on a game whose rules have not changed.
    pub(super) fn known(&self, program: &Program, id: GameId, sources: &Sources) -> Option<VerdictAnswer> {
        let (rules, verdict) = self.0.get(&program.game(id).name)?;
        (Rules::of(program, id, sources)? == *rules).then(|| verdict.clone())
    }

    /// Keeps a verdict that names no place of the text and no position of its statements.
    pub(super) fn keep(&mut self, program: &Program, id: GameId, sources: &Sources, verdict: &VerdictAnswer) {
        let rests_on_rules = verdict.verdict == GameVerdict::Proved && verdict.rules.is_empty();
        // What could not be verified of a `decreases` was tried on positions of statements.
        let rests_on_rules = rests_on_rules && program.game(id).decreases.is_none();
        let has_no_place = verdict.finding.is_none() && verdict.places.is_empty();
        let by_search = verdict.sentence.starts_with("all ");
        if rests_on_rules
            && has_no_place
            && !by_search
            && let Some(rules) = Rules::of(program, id, sources)
        {
            self.0.insert(program.game(id).name.clone(), (rules, verdict.clone()));
        }
    }
}
