//! The normal form of taking-and-breaking rules: what may be left of a pile of n.

use num_integer::Integer;

/// Remainders modulo larger numbers are not distinguished.
const MODULUS: u64 = 1 << 16;

/// The rules of a game whose position is one pile: from a pile of n, each *piece* gives some options.
///
/// Pieces stand for sets of options, so it does not matter when two of them overlap. An option is a sum of smaller
/// piles of the same game and, perhaps, a nim-heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Form {
    /// The least pile that is a position.
    pub first: u64,
    /// What may be left.
    pub pieces: Vec<Piece>,
}

/// Some options of every pile n with `from <= n <= until`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// The least pile that has these options.
    pub from: u64,
    /// The largest one, if there is a largest.
    pub until: Option<u64>,
    /// A nim-heap that is next to what is left (0 for none).
    pub heap: u64,
    /// Piles of fixed size that are next to it; each is smaller than `from`.
    pub adjacent: Vec<u64>,
    /// What is left otherwise.
    pub left: Left,
    /// Which remainders the pile and its parts must have.
    pub when: Remainders,
}

/// A condition on a pile, and on the smaller part of a split of it, modulo a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Remainders {
    /// The number; 1 if there is no condition.
    pub modulus: u64,
    /// The remainder of the pile.
    pub pile: u64,
    /// The remainder of the smaller part, if that matters. The other part has what then remains.
    pub small: Option<u64>,
}

impl Remainders {
    /// No condition.
    pub const ANY: Remainders = Remainders { modulus: 1, pile: 0, small: None };

    /// The smaller parts that are allowed from some size on: the first, and from each to the next.
    pub fn parts_from(&self, least: u64) -> (u64, usize) {
        match self.small {
            None => (least, 1),
            Some(r) => {
                (least + (r + self.modulus - least % self.modulus) % self.modulus, self.modulus as usize)
            }
        }
    }
}

/// What is left of a pile of n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Left {
    /// Nothing.
    Nothing,
    /// One pile of n - take.
    One {
        /// How much is taken: at least 1.
        take: u64,
    },
    /// Any one pile m with `least <= m <= n - take`.
    Below {
        /// How much is taken at least: 1 or more.
        take: u64,
        /// The least pile that may be left.
        least: u64,
    },
    /// Any two piles a <= b with `a + b = n - take`, `a >= least` and `b - a >= apart`.
    Two {
        /// How much is taken: at least 1, or 0 if `least` is positive.
        take: u64,
        /// The least size of both piles.
        least: u64,
        /// The least difference of the two: 0 if they may be equal, 1 if not.
        apart: u64,
    },
    /// Any three piles of together n - take, each at least `least`.
    Three {
        /// How much is taken: at least 1, or 0 if `least` is positive.
        take: u64,
        /// The least size of each.
        least: u64,
    },
}

impl Piece {
    /// The options of every pile from `from` on, with nothing beside.
    pub fn new(from: u64, left: Left) -> Piece {
        Piece { from, until: None, heap: 0, adjacent: vec![], left, when: Remainders::ANY }
    }

    /// Whether a pile of n has these options.
    pub fn has(&self, n: u64) -> bool {
        self.from <= n && self.until.is_none_or(|last| n <= last) && n % self.when.modulus == self.when.pile
    }
}

impl Left {
    /// How much is taken, where that is a fixed number.
    pub fn take(self) -> Option<u64> {
        match self {
            Left::Nothing | Left::Below { .. } => None,
            Left::One { take } | Left::Two { take, .. } | Left::Three { take, .. } => Some(take),
        }
    }
}

impl Form {
    /// Whether every option of every pile is a sum of smaller positions: what all solvers here rely on.
    pub fn is_sound(&self) -> bool {
        self.pieces.iter().all(|p| self.is_smaller(p))
    }

    fn is_smaller(&self, p: &Piece) -> bool {
        let whole = |least: u64, take: u64| (take > 0 || least > 0) && least >= self.first;
        p.from >= self.first
            && p.when.modulus > 0
            && p.adjacent.iter().all(|b| *b >= self.first && *b < p.from)
            && match p.left {
                Left::Nothing => true,
                Left::One { take } => take > 0 && p.from >= self.first.saturating_add(take),
                Left::Below { take, least } => take > 0 && least >= self.first,
                Left::Two { take, least, .. } | Left::Three { take, least } => whole(least, take),
            }
    }

    /// The kinds of its pieces, each once, by name.
    pub(super) fn recognised(&self) -> Vec<&'static str> {
        let has = |kind: fn(&Piece) -> bool| self.pieces.iter().any(kind);
        let kinds = [
            (has(|p| p.left == Left::Nothing), "form: nothing is left"),
            (has(|p| matches!(p.left, Left::One { .. })), "form: one pile"),
            (has(|p| matches!(p.left, Left::Below { .. })), "form: any smaller pile"),
            (has(|p| matches!(p.left, Left::Two { .. })), "form: two piles"),
            (has(|p| matches!(p.left, Left::Three { .. })), "form: three piles"),
            (has(|p| p.heap > 0), "form: a heap beside"),
            (has(|p| !p.adjacent.is_empty()), "form: a fixed pile beside"),
            (has(|p| p.until.is_some()), "form: small piles of their own"),
            (has(|p| p.when != Remainders::ANY), "form: remainders"),
        ];
        kinds.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
    }

    /// From this pile on every piece without an end gives options, and every other piece gives none any more.
    pub fn regular_from(&self) -> u64 {
        let start = |p: &Piece| p.until.map_or(p.from, |last| last.saturating_add(1));
        self.pieces.iter().map(start).max().unwrap_or(0).max(self.first)
    }

    /// What the options of a pile of n behind [`Form::regular_from`] depend on is n modulo this number: 1 if they are the
    /// same for all. `None` if it is very large.
    pub fn modulus(&self) -> Option<u64> {
        self.lasting()
            .map(|p| p.when.modulus)
            .try_fold(1u64, |all, m| Some(all.lcm(&m)).filter(|m| *m <= MODULUS))
    }

    /// The least multiple of a period after which the same moves repeat; `None` if it is very large.
    pub fn multiple(&self, period: u64) -> Option<u64> {
        let modulus = self.modulus()?;
        period.checked_mul(modulus / modulus.gcd(&period))
    }

    /// Whether some condition speaks of remainders.
    pub fn has_remainders(&self) -> bool {
        self.pieces.iter().any(|p| p.when != Remainders::ANY)
    }

    /// The pieces that have no end.
    pub fn lasting(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|p| p.until.is_none())
    }

    /// The octal or hexadecimal game with these digits behind the point, and `before` in front of it.
    pub fn of_code(before: u8, digits: &[u8]) -> Form {
        let mut pieces = vec![];
        for (take, digit) in std::iter::once(&before).chain(digits).enumerate() {
            let take = take as u64;
            if digit & 1 != 0 && take > 0 {
                pieces.push(Piece { until: Some(take), ..Piece::new(take, Left::Nothing) });
            }
            if digit & 2 != 0 && take > 0 {
                pieces.push(Piece::new(take + 1, Left::One { take }));
            }
            if digit & 4 != 0 {
                pieces.push(Piece::new(take, Left::Two { take, least: 1, apart: 0 }));
            }
            if digit & 8 != 0 {
                pieces.push(Piece::new(take, Left::Three { take, least: 1 }));
            }
        }
        Form { first: 0, pieces }
    }

    /// Taking any number in the set.
    pub fn of_set(set: &[u64]) -> Form {
        Form { first: 0, pieces: set.iter().map(|&take| Piece::new(take, Left::One { take })).collect() }
    }
}
