//! What a search asks about positions: who wins, how long that takes, or whether play ends.

use super::Play;
use crate::engine::rules::Options;
use crate::engine::stop::Stop;
use std::fmt::Debug;

/// A question about positions, each with a player to move, whose answer follows from the answers for the options.
pub trait Aim: Copy + Debug + Send + Sync {
    /// What is found about a position.
    type Found: Copy + Eq + Debug;
    /// What the options that were looked at say about a position.
    type SoFar: Copy + Debug + Default;
    /// In the entry of a position, so many bits are for each side.
    const BITS: u32;
    /// Whether entries are small, so that a byte holds most of them.
    const SMALL: bool;
    /// Whether the lightest options should be looked at first: some option may make the others needless.
    const HURRIES: bool;

    /// A finding as a number of so many bits, less two numbers; `None` if it is too large.
    fn number(found: Self::Found) -> Option<u32>;

    /// The finding that a number stands for.
    fn of_number(number: u32) -> Self::Found;

    /// What is found where the player to move has won already.
    fn won() -> Self::Found;

    /// What is found where there is no move.
    fn stuck(self) -> Self::Found;

    /// Takes account of an option: whether the others do not matter any more.
    fn heed(so_far: &mut Self::SoFar, option: Self::Found) -> bool;

    /// What is found when all options that matter are taken account of.
    fn found(so_far: Self::SoFar) -> Self::Found;

    /// Lists the options for which something is to be found.
    ///
    /// # Errors
    /// As for [`Play::options_of`].
    fn list<R: Play>(
        self,
        rules: &mut R,
        position: R::Key,
        side: usize,
        out: &mut Options<R::Key>,
    ) -> Result<(), Stop<R::Mistake>> {
        rules.options_of(position, side, out)
    }

    /// Who moves after the player of a side.
    fn next(self, side: usize, sides: usize) -> usize {
        (side + 1) % sides
    }
}

/// Who wins.
///
/// A player wins if a move leads to a position that the other one, who is then to move, loses; the search is over at the first such
/// move.
#[derive(Clone, Copy, Debug)]
pub struct Wins {
    /// Whether a player who cannot move has won, as under misère play.
    pub stuck_wins: bool,
}

impl Aim for Wins {
    type Found = bool;
    type SoFar = bool;
    const BITS: u32 = 2;
    const SMALL: bool = true;
    const HURRIES: bool = true;

    fn number(found: bool) -> Option<u32> {
        Some(found.into())
    }

    #[inline]
    fn of_number(number: u32) -> bool {
        number != 0
    }

    fn won() -> bool {
        true
    }

    fn stuck(self) -> bool {
        self.stuck_wins
    }

    #[inline]
    fn heed(wins: &mut bool, option: bool) -> bool {
        *wins |= !option;
        *wins
    }

    fn found(wins: bool) -> bool {
        wins
    }
}

/// Who wins, and the moves until then: see [`Lasts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lasting {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The remoteness: the moves until the end when the winner hurries and the loser delays.
    pub moves: u32,
}

/// Who wins, and how long it takes (Steinhaus 1925): one move more than the shortest of the losses that a winner can reach, or than
/// the longest of the wins that a loser must give.
///
/// All moves are looked at, but where one wins at once.
#[derive(Clone, Copy, Debug)]
pub struct Lasts {
    /// Whether a player who cannot move has won, as under misère play.
    pub stuck_wins: bool,
}

/// Among the options: the shortest loss, and the longest win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extremes {
    shortest_loss: Option<u32>,
    longest_win: u32,
}

impl Aim for Lasts {
    type Found = Lasting;
    type SoFar = Extremes;
    const BITS: u32 = 15;
    const SMALL: bool = false;
    const HURRIES: bool = false;

    #[inline]
    fn number(found: Lasting) -> Option<u32> {
        found.moves.checked_mul(2).map(|twice| twice | u32::from(found.wins))
    }

    #[inline]
    fn of_number(number: u32) -> Lasting {
        Lasting { wins: number & 1 != 0, moves: number / 2 }
    }

    fn won() -> Lasting {
        Lasting { wins: true, moves: 0 }
    }

    fn stuck(self) -> Lasting {
        Lasting { wins: self.stuck_wins, moves: 0 }
    }

    #[inline]
    fn heed(so_far: &mut Extremes, option: Lasting) -> bool {
        if option.wins {
            so_far.longest_win = so_far.longest_win.max(option.moves);
            return false;
        }
        so_far.shortest_loss =
            Some(so_far.shortest_loss.map_or(option.moves, |least| least.min(option.moves)));
        option.moves == 0
    }

    #[inline]
    fn found(so_far: Extremes) -> Lasting {
        match so_far.shortest_loss {
            Some(moves) => Lasting { wins: true, moves: moves + 1 },
            None => Lasting { wins: false, moves: so_far.longest_win + 1 },
        }
    }
}

/// Whether every play ends, whoever moves: no position comes back.
#[derive(Clone, Copy, Debug)]
pub struct Ends;

impl Aim for Ends {
    type Found = ();
    type SoFar = ();
    const BITS: u32 = 2;
    const SMALL: bool = true;
    const HURRIES: bool = false;

    fn number((): ()) -> Option<u32> {
        Some(0)
    }

    fn of_number(_: u32) {}

    fn won() {}

    fn stuck(self) {}

    fn heed((): &mut (), (): ()) -> bool {
        false
    }

    fn found((): ()) {}

    fn list<R: Play>(
        self,
        rules: &mut R,
        position: R::Key,
        _side: usize,
        out: &mut Options<R::Key>,
    ) -> Result<(), Stop<R::Mistake>> {
        (0..rules.sides()).try_for_each(|side| rules.options_of(position, side, out))
    }

    fn next(self, side: usize, _sides: usize) -> usize {
        side
    }
}
