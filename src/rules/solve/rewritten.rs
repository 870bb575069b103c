//! Rules of a game written again over other data, in which positions are numbers and lists of numbers: a program of its own, with the
//! arrays and graphs that hold such positions.

use super::arrays::Arrays;
use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, ask};
use super::fired::Fired;
use super::graph::Graph;
use crate::check::ir::{GameId, Program};
use crate::engine::{Halt, Stop, Unfit};
use crate::rules::ctx::{Ctx, Notes};
use crate::rules::machine::Machine;
use crate::rules::persisted::Earlier;
use crate::rules::stops;
use crate::value::{GamePosition, Value};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// A program of its own beside the one that is asked about.
pub(super) struct Beside {
    id: GameId,
    machine: Rc<Machine>,
}

impl Beside {
    /// For a program in which the rules of a game are others.
    pub(super) fn new(id: GameId, program: Program) -> Beside {
        Beside { id, machine: Rc::new(Machine::new(Arc::new(program))) }
    }

    /// A position with these arguments, if they fit.
    pub(super) fn position(&self, args: Vec<Value>) -> Option<GamePosition> {
        self.machine.position(self.id, args).ok()
    }

    /// Asks engines about positions of this program, in place of one of the other.
    pub(super) fn with<T>(
        &self,
        ctx: &Ctx<'_>,
        as_it_was: &GamePosition,
        ask: impl FnOnce(&mut Ctx<'_>) -> T,
    ) -> T {
        let machine = &self.machine;
        machine.measure(ctx.meter.clone());
        // A proof that a search may ask for ends with the question.
        machine.start_beside(ctx.meter.budget());
        machine.as_it_was.replace(Some((ctx.machine.clone(), as_it_was.clone())));
        let (mut notes, mut earlier) = (Notes::default(), Earlier::default());
        let (meter, tuning) = (ctx.meter.clone(), ctx.tuning);
        ask(&mut Ctx { machine, meter, tuning, notes: &mut notes, earlier: &mut earlier })
    }
}

/// The rules, and the engines that hold their positions.
pub(super) struct Rewritten {
    beside: Beside,
    /// Those that write the rules once more.
    again: Vec<Box<dyn Engine>>,
    arrays: Arrays,
    word: Graph<u64>,
    words: Graph<u128>,
}

impl Rewritten {
    /// For a program in which the rules of a game are others.
    pub(super) fn new(id: GameId, program: Program) -> Rewritten {
        let (arrays, word, words) = Default::default();
        Rewritten { beside: Beside::new(id, program), again: vec![], arrays, word, words }
    }

    /// Engines that are asked before arrays and graphs.
    pub(super) fn ask_first(&mut self, again: Vec<Box<dyn Engine>>) {
        self.again = again;
    }

    /// A position with these arguments, if they fit.
    pub(super) fn position(&self, args: Vec<Value>) -> Option<GamePosition> {
        self.beside.position(args)
    }

    fn all(&self) -> impl Iterator<Item = &dyn Engine> {
        let own: [&dyn Engine; 3] = [&self.arrays, &self.word, &self.words];
        self.again.iter().map(|engine| &**engine).chain(own)
    }

    /// What is asked of a position, answered for one as it is written again.
    ///
    /// # Errors
    /// A budget that ran out, in words of the position as it was; whatever else stops those who answer.
    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, position: &GamePosition) -> Result<Answer> {
        let Rewritten { beside, again, arrays, word, words } = self;
        let mut all: Vec<&mut dyn Engine> = again.iter_mut().map(|engine| &mut **engine as _).collect();
        all.extend([arrays as &mut dyn Engine, word, words]);
        let answer =
            beside.with(ctx, asked.position, |inside| ask(&mut all, inside, &Asked { position, ..*asked }));
        match answer {
            Err(Stop::Exhausted(what, _)) => {
                let solved = self.usage().positions as usize;
                let halt = Halt { why: Stop::Exhausted(what, String::new()), at: None, play: vec![] };
                Err(stops::explain(ctx, asked.position, solved, halt))
            }
            answer => answer,
        }
    }

    fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        self.all().for_each(|engine| usage += engine.usage());
        usage
    }

    fn used(&self, name: &str, used: &mut BTreeMap<String, u64>) {
        let mut inside = BTreeMap::new();
        self.all().for_each(|engine| engine.used(&mut inside));
        used.extend(inside.into_iter().map(|(what, n)| (format!("{name}, {what}"), n)));
    }
}

/// Who writes rules again.
pub(super) trait Writer: Default {
    /// The name of the engine, and what says that it was used.
    const NAME: &'static str;
    const FIRED: &'static str;
    /// Why it has nothing to write for a position.
    const UNFIT: Unfit;

    /// Rules of which a position is one, and what it is there.
    fn begin(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Rewritten, GamePosition)>;

    /// The rules, once they are written.
    fn rules(&self) -> Option<&Rewritten>;
}

/// The engine over rules that are written again.
#[derive(Default)]
pub(in crate::rules) struct Again<W> {
    writer: W,
    /// Whether something went wrong: others answer.
    given_up: bool,
}

impl<W: Writer> Engine for Again<W> {
    fn name(&self) -> &'static str {
        W::NAME
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        if self.given_up || !ctx.tuning.tables || !ctx.tuning.words || !asked.kind.is_plain() {
            return Err(Unfit::Idle.into());
        }
        match self.writer.begin(ctx, asked.position) {
            Some(_) => Ok(()),
            None => Err(W::UNFIT.into()),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        let Some((rules, position)) = self.writer.begin(ctx, asked.position) else {
            return Err(Unfit::Idle.into());
        };
        match rules.answer(ctx, asked, &position) {
            Ok(answer) => {
                ctx.notes.trail.answered(W::NAME);
                Ok(answer)
            }
            // Mistakes, what does not fit and endless plays are left to the rules as they were written.
            Err(Stop::Mistake(_) | Stop::Unfit(_)) => {
                (self.writer, self.given_up) = (W::default(), true);
                Err(Unfit::Misfit.into())
            }
            Err(stop) => Err(stop),
        }
    }

    fn usage(&self) -> Usage {
        self.writer.rules().map_or(Usage::default(), Rewritten::usage)
    }

    fn tell(&self, fired: &mut Fired) {
        if self.usage().positions > 0 {
            fired.add(W::FIRED, 1);
        }
        self.writer.rules().iter().flat_map(|rules| rules.all()).for_each(|engine| engine.tell(fired));
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        self.writer.rules().iter().for_each(|rules| rules.used(W::NAME, used));
    }
}
