//! The rules as the arithmetic theorem takes them.

use crate::engine::sequence::form::{Form, Left};

/// The moves that every large pile has.
pub(super) struct Rules {
    pub(super) moves: Vec<Move>,
}

/// What a move leaves of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Nothing,
    One,
    /// Any one pile that is small enough.
    Below,
    Two,
    Three,
}

/// A move; `take` is how much it takes, or takes at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) kind: Kind,
    pub(super) take: usize,
    pub(super) least: usize,
    /// Two parts differ by at least so much.
    pub(super) apart: usize,
    /// The value of what is next to it.
    pub(super) adjacent: u64,
}

impl Rules {
    /// Whether such rules may let values grow.
    pub(super) fn may_grow(form: &Form) -> bool {
        !form.has_remainders()
            && form.lasting().any(|p| matches!(p.left, Left::Below { .. } | Left::Three { .. }))
    }

    /// The moves that have no end; `g` holds the values of the piles beside them. `None` where their
    /// numbers are too large.
    pub(super) fn of(form: &Form, g: &[u16]) -> Option<Rules> {
        let mut moves = vec![];
        for p in form.lasting() {
            let mut adjacent = p.heap;
            for b in &p.adjacent {
                adjacent ^= u64::from(*g.get(usize::try_from(*b).ok()?)?);
            }
            let (kind, take, least, apart) = match p.left {
                Left::Nothing => (Kind::Nothing, 0, 0, 0),
                Left::One { take } => (Kind::One, take, 0, 0),
                Left::Below { take, least } => (Kind::Below, take, least, 0),
                Left::Two { take, least, apart } => (Kind::Two, take, least, apart),
                Left::Three { take, least } => (Kind::Three, take, least, 0),
            };
            let small = [take, least, apart, adjacent].iter().all(|x| *x < FAR);
            if !small {
                return None;
            }
            let (take, least, apart) = (take as usize, least as usize, apart as usize);
            moves.push(Move { kind, take, least, apart, adjacent });
        }
        Some(Rules { moves })
    }

    /// The largest nim-heap beside what is left.
    pub(super) fn adjacent(&self) -> u64 {
        self.moves.iter().map(|m| m.adjacent).max().unwrap_or(0)
    }

    /// The largest of some numbers of the moves.
    pub(super) fn most(&self, f: impl Fn(&Move) -> usize) -> usize {
        self.moves.iter().map(f).max().unwrap_or(0)
    }
}

/// Rules with larger numbers are not looked at.
const FAR: u64 = 1 << 20;
