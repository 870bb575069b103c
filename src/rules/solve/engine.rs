//! What an engine is: it says whether a position is for it, and answers. The list of them, in order of preference, is in
//! `families`; [`ask`] goes through it.

use super::fired::Fired;
use crate::check::ir::WinRule;
use crate::engine::Unfit;
use crate::rules::Stop;
use crate::rules::ctx::Ctx;
use crate::rules::kind::Kind;
use crate::rules::packed::Packed;
use crate::rules::persisted::Blocks;
use crate::value::{GamePosition, Int};
use std::collections::BTreeMap;

/// An engine for nim-values of single parts.
pub(in crate::rules) trait Engine {
    /// Its name, as `--json` and `:time` say it.
    fn name(&self) -> &'static str;

    /// Whether a position is for it, as far as that is seen before anything is solved.
    ///
    /// # Errors
    /// Why it is not; a budget that ran out, or a mistake, while it looked.
    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()>;

    /// The answer. `rest` are the engines behind it in the list, for what it does not know itself.
    ///
    /// # Errors
    /// A mistake in the rules or a budget that ran out, which end the question; or why it cannot go on, and then the next
    /// engine is asked.
    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer>;

    /// How many positions it holds, and in how many bytes.
    fn usage(&self) -> Usage;

    /// Adds what it holds to the blocks that are saved; the names begin with what it is and end with its family.
    fn save<'e>(&'e self, _family: &str, _blocks: &mut Blocks<'e>) {}

    /// Adds whether it holds values, and what it recognised in the rules.
    fn tell(&self, _fired: &mut Fired) {}

    /// Adds which loops of it were used, and for how many positions: for tests, which ask whether they reach them all.
    fn used(&self, _used: &mut BTreeMap<String, u64>) {}

    /// The graph solver over single words, if this is it: tables try it for a while before they are filled, since a graph may
    /// be far smaller.
    fn one_word(&mut self) -> Option<&mut super::graph::Graph<u64>> {
        None
    }

    /// The same over two words.
    fn two_words(&mut self) -> Option<&mut super::graph::Graph<u128>> {
        None
    }

    /// Whether machine code is ready to fill an array of all positions of a box with a position: chains leave it to that.
    fn fills_box(&mut self, _ctx: &Ctx<'_>, _asked: &Asked<'_>) -> bool {
        false
    }

    /// Whether an array that was filled, or a graph, has a position: nobody else need look for it.
    fn knows(&mut self, _asked: &Asked<'_>) -> bool {
        false
    }
}

/// The engines behind another one.
pub(in crate::rules) type Rest<'l, 'e> = &'l mut [&'e mut dyn Engine];

pub(in crate::rules) type Result<T> = std::result::Result<T, Stop>;

/// A question about one part.
pub(in crate::rules) struct Asked<'p> {
    /// The part.
    pub(in crate::rules) position: &'p GamePosition,
    /// What its games have beyond plain play.
    pub(in crate::rules) kind: Kind,
    /// What is asked of it.
    pub(in crate::rules) want: Want,
    /// Under which rule: the misère nim-value is 1 where there is no move.
    pub(in crate::rules) rule: WinRule,
    /// Whether its options are known to take long to find.
    pub(in crate::rules) long: bool,
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Want {
    /// Its nim-value.
    Value,
    /// Whether it has this nim-value.
    Is(u64),
}

/// What is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Answer {
    /// This is the nim-value.
    Value(Int),
    /// The nim-value asked about is not it.
    Not,
}

impl Answer {
    pub(in crate::rules) fn of(value: u64) -> Answer {
        Answer::Value(Int::from(num_bigint::BigInt::from(value)))
    }
}

impl Asked<'_> {
    /// Whether tables may be used: play is plain.
    ///
    /// # Errors
    /// Why not.
    pub(in crate::rules) fn is_for_tables(&self, ctx: &Ctx<'_>) -> std::result::Result<(), Unfit> {
        match (ctx.tuning.tables, self.kind.wins) {
            (false, _) => Err(Unfit::Idle),
            (true, true) => Err(Unfit::Kind("a game has `wins when`")),
            (true, false) => Ok(()),
        }
    }

    /// The same for tables that leave out moves by which the other player has won.
    ///
    /// # Errors
    /// Why not.
    pub(in crate::rules) fn is_for_arrays(&self, ctx: &Ctx<'_>) -> std::result::Result<(), Unfit> {
        if ctx.tuning.tables { Ok(()) } else { Err(Unfit::Idle) }
    }
}

/// How much is held, by which engine: for measurements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Positions with a value.
    pub positions: u64,
    /// Bytes of their tables.
    pub bytes: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.positions += other.positions;
        self.bytes += other.bytes;
    }
}

impl std::ops::SubAssign for Usage {
    fn sub_assign(&mut self, other: Usage) {
        self.positions -= other.positions;
        self.bytes -= other.bytes;
    }
}

/// The answer of the first engine that has one.
///
/// # Errors
/// What ended the question, or that no engine of the list takes the position.
pub(in crate::rules) fn ask(engines: Rest<'_, '_>, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<Answer> {
    let Some((engine, rest)) = engines.split_first_mut() else {
        return Err(Unfit::Idle.into());
    };
    match engine.fits(ctx, asked).and_then(|()| engine.answer(ctx, asked, rest)) {
        Err(Stop::Unfit(why)) => {
            ctx.notes.trail.passed(engine.name(), why);
            ask(rest, ctx, asked)
        }
        answer => answer,
    }
}

/// What the graph solvers of a family over words are made of.
pub(in crate::rules) type Words<K> = crate::engine::depth_first::Solver<Packed<K>>;
