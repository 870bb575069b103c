//! Whether every play of the games in a text ends.

use super::{Loaded, Session};
use crate::answer::{ClaimAnswer, GameVerdict, VerdictAnswer};
use crate::check::ir::GameId;
use crate::check::unused::unused;
use crate::diagnostic::Diagnostic;
use crate::rules::hygiene;
use crate::rules::machine::Machine;
use crate::rules::verdict::Judge;
use std::rc::Rc;

/// Which games verdicts are wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// Those that the text itself defines.
    Own,
    /// Those, and games of other files it uses that are not proved to end.
    Used,
}

impl Session {
    /// Warnings about what does nothing in a text: guards that are always true, parameters and games that nothing uses.
    pub fn remarks(&mut self, loaded: &Loaded) -> Vec<Diagnostic> {
        let Some(text) = loaded.texts.first().filter(|_| loaded.is_fine()) else { return vec![] };
        let machine = Machine::new(self.program.clone());
        let mut found = unused(&self.program, *text);
        found.extend(hygiene::idle_guards(&machine, &|file| file == *text));
        found
    }

    /// The verdicts on the claims of the games that a text itself defines.
    pub fn claims(&mut self, loaded: &Loaded) -> Vec<ClaimAnswer> {
        let Some(text) = loaded.texts.first().filter(|_| loaded.is_fine()) else { return vec![] };
        let program = self.program.clone();
        let fresh = || Judge::new(Rc::new(Machine::new(program.clone())));
        let judge = self.judge.get_or_insert_with(fresh);
        let games = program.games.iter().enumerate().filter(|(_, g)| g.span.file == *text);
        games.flat_map(|(i, _)| judge.claims(GameId(i as u32))).collect()
    }

    /// The verdicts on the games of a text that was loaded last, in order of definition. Bounded work, and none for
    /// games that are proved to end.
    pub fn verdicts(&mut self, loaded: &Loaded, which: Which) -> Vec<VerdictAnswer> {
        let Some(text) = loaded.texts.first().filter(|_| loaded.is_fine()) else { return vec![] };
        let program = self.program.clone();
        let fresh = || Judge::new(Rc::new(Machine::new(program.clone())));
        let mut judge = self.judge.take().unwrap_or_else(fresh);
        let mut verdicts = vec![];
        for (i, game) in program.games.iter().enumerate() {
            let id = GameId(i as u32);
            let own = game.span.file == *text;
            let used = which == Which::Used && loaded.texts.contains(&game.span.file);
            if !own && !used {
                continue;
            }
            let mut verdict = judge.verdict(id);
            let from_library = !self.is_users(game.span.file);
            let least = if from_library { GameVerdict::Wrong } else { GameVerdict::Checked };
            if !own && verdict.verdict < least {
                continue;
            }
            if verdict.is_error() && !verdict.play.is_empty() {
                self.games.tell(id);
            }
            verdict.lines = verdict.places.iter().map(|span| self.sources.line(*span)).collect();
            verdicts.push(verdict);
        }
        self.judge = Some(judge);
        verdicts
    }
}
