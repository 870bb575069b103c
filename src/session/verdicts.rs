//! Whether every play of the games in a text ends.

use super::{Loaded, Session};
use crate::answer::{ClaimAnswer, GameVerdict, VerdictAnswer};
use crate::check::ir::{GameId, Program};
use crate::check::unused::unused;
use crate::diagnostic::Diagnostic;
use crate::rules::hygiene;
use crate::rules::machine::Machine;
use crate::rules::provers::proofs;
use crate::rules::verdict::Judge;
use std::rc::Rc;
use std::sync::Arc;

/// The games that need verdicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those that the text itself defines.
    Own,
    /// Those, and games of other files it uses that are not proved to end.
    Used,
}

impl Session {
    /// Warnings about parts of a text without effect: guards that are always true, parameters and games that nothing uses.
    pub fn remarks(&mut self, loaded: &Loaded) -> Vec<Diagnostic> {
        let Some(text) = loaded.texts.first().filter(|_| loaded.is_fine()) else { return vec![] };
        let machine = Machine::new(self.program.clone());
        machine.start_beside(&self.budget);
        let mut found = unused(&self.program, *text);
        if self.read.hurries {
            found.extend(self.impossible_moves(&machine, &loaded.texts));
        }
        found.extend(hygiene::idle_guards(&machine, &|file| file == *text));
        found
    }

    /// The verdicts on the claims of the games that a text itself defines.
    pub fn claims(&mut self, loaded: &Loaded) -> Vec<ClaimAnswer> {
        let Some(text) = loaded.texts.first().filter(|_| loaded.is_fine()) else { return vec![] };
        let program = self.program.clone();
        let fresh = || Judge::new(Rc::new(Machine::new(program.clone())));
        let judge = self.judge.get_or_insert_with(fresh);
        judge.start(&self.budget);
        let games = program.games.iter().enumerate().filter(|(_, g)| g.span.file == *text);
        games.flat_map(|(i, _)| judge.claims(GameId(i as u32))).collect()
    }

    /// Whether there is a proof that every play of a game ends. Without one, this searches for no play.
    pub fn is_proved_to_end(&self, game: &str) -> bool {
        self.program
            .game_named(game)
            .is_some_and(|id| !proofs(&Machine::new(self.program.clone()), id).is_empty())
    }

    /// Whether a game has claims, and all of them follow from its rules. If one does not, it is not tried on positions.
    pub fn has_proved_claims(&self, game: &str) -> bool {
        let Some(id) = self.program.game_named(game) else { return false };
        let claims = self.program.game(id);
        let any = claims.splits.is_some() || !claims.same.is_empty();
        any && Machine::new(self.program.clone()).claims_proved(id)
    }

    /// The verdicts on the games of the text loaded last, in order of definition. Bounded work, and none for
    /// games that are proved to end.
    pub fn verdicts(&mut self, loaded: &Loaded, which: Which) -> Vec<VerdictAnswer> {
        (0..self.program.games.len()).filter_map(|game| self.verdict_of(loaded, which, game)).collect()
    }

    /// The verdict on one of the games of the program, by its number: so that other work fits between them. None for a
    /// game that needs none.
    pub fn verdict_of(&mut self, loaded: &Loaded, which: Which, game: usize) -> Option<VerdictAnswer> {
        let text = loaded.texts.first().filter(|_| loaded.is_fine())?;
        let program = self.program.clone();
        let file = program.games.get(game)?.span.file;
        let own = file == *text;
        if !own && (which == Which::Own || !loaded.texts.contains(&file)) {
            return None;
        }
        let id = GameId(game as u32);
        let mut verdict = self.judged_again(&program, id);
        let from_library = !self.is_users(file);
        let least = if from_library { GameVerdict::Wrong } else { GameVerdict::Checked };
        if !own && verdict.verdict < least {
            return None;
        }
        if verdict.is_error() && !verdict.play.is_empty() {
            self.games.tell(id);
        }
        verdict.lines = verdict.places.iter().map(|span| self.sources.line(*span)).collect();
        Some(verdict)
    }

    /// The verdict on a game; proofs for the same rules are reused.
    fn judged_again(&mut self, program: &Arc<Program>, id: GameId) -> VerdictAnswer {
        let known = self.judged.known(program, id, &self.sources);
        let judge = self.judge.get_or_insert_with(|| Judge::new(Rc::new(Machine::new(program.clone()))));
        judge.start(&self.budget);
        if let Some(known) = known {
            judge.know(id, known);
        }
        let verdict = judge.verdict(id);
        if verdict.verdict == GameVerdict::Proved && verdict.rules.is_empty() {
            self.games.know_that_plays_end(id);
        }
        self.judged.keep(program, id, &self.sources, &verdict);
        verdict
    }
}
