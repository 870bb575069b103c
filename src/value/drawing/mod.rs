//! Drawings of spots and curves in the plane, as far as it matters for what can still be drawn: the game of Sprouts.
//!
//! The curves cut the plane into regions. At the border of a region lie closed *lines*, one for each connected piece of
//! the drawing that touches it, and walking along a line one meets spots. So a drawing is a collection of regions, a
//! region a collection of lines, and a line a word of spots that is read cyclically (Applegate, Jacobson and Sleator 1991;
//! Lemoine and Viennot 2010). A spot has *lives*: as many more curve ends as it can take.
//!
//! What makes no difference to play is left out: spots without a life, regions in which no curve can be drawn, the
//! direction of a region. Regions that share no spot are independent; together with all that hangs on it, a region
//! belongs to one *land*. Each land is kept in a canonical form, so that drawings which are equal are the same.

mod canonical;
mod sketch;
mod text;

pub use sketch::{Line, Region, Sketch};

use std::sync::Arc;

/// A drawing in canonical form: its lands, in order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Drawing {
    lands: Arc<[Land]>,
}

/// A land in canonical form: the words of its lines behind each other, in one row of numbers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Land(Arc<[u16]>);

/// A spot has at most this many lives, and a drawing this many spots: then every spot fits 16 bits of a code.
pub const MOST_LIVES: u8 = 99;
/// See [`MOST_LIVES`].
pub const MOST_SPOTS: usize = 250;

impl Drawing {
    /// What a sketch shows, without what makes no difference to play.
    pub fn of(sketch: Sketch) -> Drawing {
        Drawing::from_lands(sketch.reduced().lands().iter().map(|s| Land(canonical::code(s))))
    }

    fn from_lands(lands: impl Iterator<Item = Land>) -> Drawing {
        let mut lands: Vec<Land> = lands.collect();
        lands.sort_unstable();
        Drawing { lands: lands.into() }
    }

    /// Its lands, each as a drawing: nothing that is drawn in one matters to another.
    pub fn lands(&self) -> impl Iterator<Item = Drawing> + '_ {
        self.lands.iter().map(|land| Drawing { lands: [land.clone()].into() })
    }

    /// The same drawing with land `i` drawn again.
    #[must_use]
    pub fn redrawn(&self, i: usize, land: Sketch) -> Drawing {
        let others = self.lands.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, l)| l.clone());
        Drawing::from_lands(others.chain(Drawing::of(land).lands.iter().cloned()))
    }

    /// The lands as sketches; equal ones are side by side.
    pub fn sketches(&self) -> impl Iterator<Item = Sketch> + '_ {
        self.lands.iter().map(|land| canonical::decode(&land.0))
    }

    /// How many lives its spots have together: a curve takes two of them.
    pub fn lives(&self) -> u64 {
        self.sketches().map(|s| s.lives.iter().map(|l| u64::from(*l)).sum::<u64>()).sum()
    }

    /// Roughly how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.lands.iter().map(|land| 32 + 2 * land.0.len() as u64).sum()
    }
}
