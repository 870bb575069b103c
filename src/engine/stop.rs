//! The one way in which work ends without an answer: a budget ran out, something is wrong, or the engine does not fit. Every
//! layer uses these types; only the type of a mistake differs from layer to layer.

use super::budget::Exhausted;
use std::convert::Infallible;

/// Why work stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop<M = Infallible> {
    /// What was asked for, or the rules, have a mistake.
    Mistake(M),
    /// A budget ran out; the text says how far the work got, and is empty where nobody has said it yet.
    Exhausted(Exhausted, String),
    /// This engine is not for it, or cannot go on with it: another one may.
    Unfit(Unfit),
}

/// Why an engine is not for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// A value has more binary digits than the engine's words.
    WideValue,
    /// Something that comes up has no room in the words that hold positions: a number, a list, an argument outside its type.
    Misfit,
    /// A move leads to a position that has no value yet in the order of a table, or to none of the table.
    OutOfOrder,
    /// Its values differ from what the rules say of a sample: a mistake of the engine.
    Refuted,
    /// The work of several threads: what stops one of them must be found again by one alone.
    Threads,
    /// The engine has nothing to do here, and is no slower or faster way to an answer.
    Idle,
    /// The game or the position is not of the kind that it takes; what it would have to be, in words.
    Kind(&'static str),
}

impl Unfit {
    /// In words that go on behind the name of the engine.
    pub fn words(self) -> &'static str {
        match self {
            Unfit::WideValue => "a value has too many binary digits",
            Unfit::Misfit => "a number or a position that a move leads to has no room in its words",
            Unfit::OutOfOrder => "a move leads to a position that does not come earlier in the table",
            Unfit::Refuted => "a sample of its values differs from the rules",
            Unfit::Threads => "one of several threads stopped",
            Unfit::Idle => "it has nothing to do here",
            Unfit::Kind(why) => why,
        }
    }
}

impl<M> Stop<M> {
    /// A mistake.
    pub fn mistake(what: impl Into<M>) -> Stop<M> {
        Stop::Mistake(what.into())
    }

    /// The same, and how far the work got, if a budget ran out and nobody has said it yet.
    pub fn so_far(self, far: impl FnOnce() -> String) -> Stop<M> {
        match self {
            Stop::Exhausted(what, text) if text.is_empty() => Stop::Exhausted(what, far()),
            other => other,
        }
    }
}

impl<M> From<Exhausted> for Stop<M> {
    fn from(what: Exhausted) -> Stop<M> {
        Stop::Exhausted(what, String::new())
    }
}

impl<M> From<Unfit> for Stop<M> {
    fn from(why: Unfit) -> Stop<M> {
        Stop::Unfit(why)
    }
}

impl Stop {
    /// The same where mistakes can be made, too.
    pub fn widen<M>(self) -> Stop<M> {
        match self {
            Stop::Mistake(never) => match never {},
            Stop::Exhausted(what, far) => Stop::Exhausted(what, far),
            Stop::Unfit(why) => Stop::Unfit(why),
        }
    }
}

/// What stopped a solver over [`Rules`](super::Rules), and the positions that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halt<K, M> {
    /// Why.
    pub why: Stop<Wrong<M>>,
    /// The position whose moves were being listed, or whose value it is.
    pub at: Option<K>,
    /// The play that was being looked at, its beginning first; or the play that is wrong.
    pub play: Vec<K>,
}

/// What is wrong with a game, as a solver sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong<M> {
    /// The rules say so themselves, at a position.
    Rules(M),
    /// A play comes back to where it was: its last position leads to the first.
    Cycle,
    /// A play is longer than the solver was told to expect: its first positions, and some of the later ones.
    Deep,
}

/// Plays longer than this are looked at first: what is proved to go on for ever need not get any larger.
pub const LONG: usize = 1 << 12;
/// Plays longer than this are looked at again, in case they never end.
pub const LONGEST: usize = 1 << 16;

/// The length at which a solver asks next, after it has asked at one.
pub fn asks_next(length: usize) -> usize {
    if length < LONGEST { LONGEST } else { usize::MAX }
}

/// The first positions of a long play, and some of the later ones.
pub(super) fn sampled<K>(play: impl ExactSizeIterator<Item = K> + Clone) -> Vec<K> {
    let later = play.clone().step_by((play.len() / 64).max(1)).skip(1);
    play.take(8).chain(later).collect()
}

impl<K, M> From<Exhausted> for Halt<K, M> {
    /// A budget ran out where no play is being looked at.
    fn from(what: Exhausted) -> Halt<K, M> {
        Halt::exhausted(what, vec![])
    }
}

impl<K, M> Halt<K, M> {
    /// What the rules reported at a position.
    pub fn at(position: K, stop: Stop<M>) -> Halt<K, M> {
        let why = match stop {
            Stop::Mistake(m) => Stop::Mistake(Wrong::Rules(m)),
            Stop::Exhausted(what, far) => Stop::Exhausted(what, far),
            Stop::Unfit(why) => Stop::Unfit(why),
        };
        Halt { why, at: Some(position), play: vec![] }
    }

    /// A budget ran out in the middle of a play.
    pub fn exhausted(what: Exhausted, play: Vec<K>) -> Halt<K, M> {
        Halt { why: what.into(), at: None, play }
    }

    /// A play that comes back to where it was.
    pub fn cycle(play: Vec<K>) -> Halt<K, M> {
        Halt { why: Stop::Mistake(Wrong::Cycle), at: None, play }
    }

    /// A play that is longer than expected.
    pub fn deep(play: Vec<K>) -> Halt<K, M> {
        Halt { why: Stop::Mistake(Wrong::Deep), at: None, play }
    }

    /// A value that is too large for the solver.
    pub fn wide(position: K) -> Halt<K, M> {
        Halt { why: Stop::Unfit(Unfit::WideValue), at: Some(position), play: vec![] }
    }

    /// The same with other keys: positions, say.
    pub fn map<L>(self, key: impl Fn(K) -> L) -> Halt<L, M> {
        Halt { why: self.why, at: self.at.map(&key), play: self.play.into_iter().map(&key).collect() }
    }

    /// What the rules or a budget said, without the positions; cycles and long plays are not looked for by whoever asks.
    pub fn into_stop(self) -> Stop<M> {
        match self.why {
            Stop::Mistake(Wrong::Rules(m)) => Stop::Mistake(m),
            Stop::Mistake(Wrong::Cycle | Wrong::Deep) => Stop::Unfit(Unfit::Kind("play need not end")),
            Stop::Exhausted(what, far) => Stop::Exhausted(what, far),
            Stop::Unfit(why) => Stop::Unfit(why),
        }
    }
}

impl<K> Halt<K, Infallible> {
    /// The same where mistakes can be made, too.
    pub fn widen<M>(self) -> Halt<K, M> {
        let why = match self.why {
            Stop::Mistake(Wrong::Rules(never)) => match never {},
            Stop::Mistake(Wrong::Cycle) => Stop::Mistake(Wrong::Cycle),
            Stop::Mistake(Wrong::Deep) => Stop::Mistake(Wrong::Deep),
            Stop::Exhausted(what, far) => Stop::Exhausted(what, far),
            Stop::Unfit(why) => Stop::Unfit(why),
        };
        Halt { why, at: self.at, play: self.play }
    }
}
