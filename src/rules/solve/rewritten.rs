//! Rules of a game written again over other data, in which positions are numbers and lists of numbers: a program of its own, with the
//! arrays and graphs that hold such positions.

use super::arrays::Arrays;
use super::engine::{Answer, Asked, Engine, Result, Usage, ask};
use super::fired::Fired;
use super::graph::Graph;
use crate::check::ir::{GameId, Program};
use crate::engine::{Halt, Stop};
use crate::rules::ctx::{Ctx, Notes};
use crate::rules::machine::Machine;
use crate::rules::persisted::Earlier;
use crate::rules::stops;
use crate::value::{GamePosition, Value};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// The rules, and the engines that hold their positions.
pub(super) struct Rewritten {
    id: GameId,
    machine: Rc<Machine>,
    arrays: Arrays,
    word: Graph<u64>,
    words: Graph<u128>,
}

impl Rewritten {
    /// For a program in which the rules of a game are others: of those that play ends, if it is known that it does.
    pub(super) fn new(ctx: &Ctx<'_>, id: GameId, program: Program) -> Rewritten {
        let machine = Rc::new(Machine::new(Arc::new(program)));
        // Every play of the game as it is written again is one of the game.
        machine.endings.replace(ctx.machine.endings.borrow().clone());
        let (arrays, word, words) = Default::default();
        Rewritten { id, machine, arrays, word, words }
    }

    /// A position with these arguments, if they fit.
    pub(super) fn position(&self, args: Vec<Value>) -> Option<GamePosition> {
        self.machine.position(self.id, args).ok()
    }

    fn all(&self) -> [&dyn Engine; 3] {
        [&self.arrays, &self.word, &self.words]
    }

    /// What is asked of a position, answered for one as it is written again.
    ///
    /// # Errors
    /// A budget that ran out, in words of the position as it was; whatever else stops those who answer.
    pub(super) fn answer(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        position: &GamePosition,
    ) -> Result<Answer> {
        let Rewritten { machine, arrays, word, words, .. } = self;
        machine.measure(ctx.meter.clone());
        let (mut notes, mut earlier) = (Notes::default(), Earlier::default());
        let (meter, tuning) = (ctx.meter.clone(), ctx.tuning);
        let mut inside = Ctx { machine, meter, tuning, notes: &mut notes, earlier: &mut earlier };
        match ask(&mut [arrays, word, words], &mut inside, &Asked { position, ..*asked }) {
            Err(Stop::Exhausted(what, _)) => {
                let solved = self.usage().positions as usize;
                let halt = Halt { why: Stop::Exhausted(what, String::new()), at: None, play: vec![] };
                Err(stops::explain(ctx, asked.position, solved, halt))
            }
            answer => answer,
        }
    }

    pub(super) fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        self.all().into_iter().for_each(|engine| usage += engine.usage());
        usage
    }

    /// What was used, under the name of who wrote the rules again.
    pub(super) fn tell(&self, name: &'static str, fired: &mut Fired) {
        if self.usage().positions > 0 {
            fired.add(name, 1);
        }
        self.all().into_iter().for_each(|engine| engine.tell(fired));
    }

    pub(super) fn used(&self, name: &str, used: &mut BTreeMap<String, u64>) {
        let mut inside = BTreeMap::new();
        self.all().into_iter().for_each(|engine| engine.used(&mut inside));
        used.extend(inside.into_iter().map(|(what, n)| (format!("{name}, {what}"), n)));
    }
}
