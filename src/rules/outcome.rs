//! Outcomes where values do not say all: games with cycles, moves of one player only, other ways to win,
//! misère play; and remoteness.

use super::Stop;
use super::arenas::Decide;
use super::kind::Kind;
pub use super::kind::Player;
use super::solve::{Games, xor};
pub use super::worth::Worth;
use crate::check::ir::WinRule;
use crate::engine::loopy::Fate;
use crate::value::{Int, Part, Position};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, Stop>;

/// What the player to move can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Win, loss, draw or open.
    pub fate: Fate,
    /// For a win or a loss, if it was computed: how many moves it takes, and whether that is exact (it may
    /// be less otherwise).
    pub remoteness: Option<(u32, bool)>,
}

impl Standing {
    fn of(fate: Fate) -> Standing {
        Standing { fate, remoteness: None }
    }
}

/// Sums of several parts are expanded up to this many places to say how long they last; further only where
/// nothing else can decide them.
const EXPANDED: usize = 50_000;
/// So many sums are searched before it is asked what the parts are worth.
const SOON: usize = 10_000;
/// So many positions of a sum are listed before it is searched who wins.
const LISTED: usize = 200_000;

/// The parts that play can go on in: nobody moves in `*0`.
fn without_empty_heaps(position: &Position) -> Position {
    let empty = |part: &&Part| matches!(part, Part::Heap(k) if k.is_zero());
    Position { parts: position.parts.iter().filter(|part| !empty(part)).cloned().collect() }
}

impl Games {
    /// What `player`, to move, can force; in games that are impartial it does not matter who that is.
    ///
    /// # Errors
    /// A mistake in the rules, a cycle in a game that is not declared loopy, or a budget that ran out.
    pub fn standing(&self, position: &Position, rule: WinRule, player: Player) -> Result<Standing> {
        let position = &without_empty_heaps(position);
        let kind = self.machine.kind(position);
        if kind.is_plain() {
            let lost = self.previous_wins(position, rule)?;
            return Ok(Standing::of(if lost { Fate::Loss } else { Fate::Win }));
        }
        if position.parts.len() == 1 {
            return self.whole(position, rule, player, usize::MAX);
        }
        if rule == WinRule::Misere {
            return self.searched_or_whole(position, rule, player);
        }
        let by_parts = self.by_parts(position, player)?;
        match by_parts {
            Some(fate) if !self.with(|ctx, e| e.arenas.is_small(ctx, position, EXPANDED))? => {
                Ok(Standing::of(fate))
            }
            Some(fate) => {
                let whole = self.whole(position, rule, player, EXPANDED);
                let whole = whole.ok().filter(|w| w.fate == fate);
                Ok(whole.unwrap_or(Standing::of(fate)))
            }
            None => self.searched_or_whole(position, rule, player),
        }
    }

    /// A sum of which the parts do not say who wins: all of it, which says how long play takes, too; of a large one, who wins by
    /// a search.
    fn searched_or_whole(&self, position: &Position, rule: WinRule, player: Player) -> Result<Standing> {
        let whole = self.whole(position, rule, player, LISTED)?;
        if whole.fate != Fate::Open {
            return Ok(whole);
        }
        let most = usize::MAX;
        let decide = Decide { position, kind: self.machine.kind(position), rule, player, most };
        let wins = self.with(|ctx, engines| {
            let wins = engines.force(position, |arenas, turns| arenas.forced(ctx, decide, turns));
            engines.arenas.tell_trail(&mut ctx.notes.trail);
            wins
        })?;
        match wins {
            Some(wins) => Ok(Standing::of(if wins { Fate::Win } else { Fate::Loss })),
            None => self.whole(position, rule, player, most),
        }
    }

    /// The same, except how long it takes, which is more work.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn fate(&self, position: &Position, rule: WinRule, player: Player) -> Result<Fate> {
        let kind = self.machine.kind(position);
        if !kind.is_plain() {
            // Of a large sum, its parts may say more, and sooner.
            let most = if position.parts.len() > 1 { SOON } else { usize::MAX };
            let decide = Decide { position, kind, rule, player, most };
            let wins = self.with(|ctx, engines| {
                let wins = engines.force(position, |arenas, turns| arenas.forced(ctx, decide, turns));
                engines.arenas.tell_trail(&mut ctx.notes.trail);
                wins
            })?;
            if let Some(wins) = wins {
                return Ok(if wins { Fate::Win } else { Fate::Loss });
            }
        }
        self.standing(position, rule, player).map(|standing| standing.fate)
    }

    /// Who wins by what the parts are worth; `None` where that does not say.
    fn by_parts(&self, position: &Position, player: Player) -> Result<Option<Fate>> {
        match self.worth(position)? {
            Worth::Nim(v) => Ok(Some(if v.is_zero() { Fate::Loss } else { Fate::Win })),
            Worth::Infinite(k) => Ok(Some(if k.contains(&Int::from(0)) { Fate::Win } else { Fate::Draw })),
            Worth::Won => Ok(Some(Fate::Win)),
            Worth::Partizan => self.reduced(position, player),
            Worth::Open => Ok(None),
        }
    }

    /// The whole sum with those parts that play like nim-heaps exchanged for one heap, expanded.
    fn reduced(&self, position: &Position, player: Player) -> Result<Option<Fate>> {
        let mut heap = Int::from(0);
        let mut rest = Position::default();
        for part in &position.parts {
            match self.part_worth(part, self.machine.kind(position))? {
                Worth::Nim(v) => heap = xor(&heap, &v),
                _ => rest.parts.push(part.clone()),
            }
        }
        if rest.parts.len() + 1 >= position.parts.len() {
            return Ok(None);
        }
        rest.parts.push(Part::Heap(heap));
        self.whole(&rest, WinRule::Normal, player, usize::MAX).map(|s| Some(s.fate))
    }

    /// By listing all positions of the whole, at most `most` of them.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn whole(&self, position: &Position, rule: WinRule, player: Player, most: usize) -> Result<Standing> {
        let kind = self.machine.kind(position);
        let decide = Decide { position, kind, rule, player, most };
        let (fate, remoteness) = self.with(|ctx, engines| {
            let found = engines.force(position, |arenas, turns| arenas.decide(ctx, decide, turns));
            engines.arenas.tell_trail(&mut ctx.notes.trail);
            found
        })?;
        Ok(Standing { fate, remoteness })
    }

    /// What a position is worth in sums under normal play.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn worth(&self, position: &Position) -> Result<Worth> {
        let kind = self.machine.kind(position);
        let mut heap = Int::from(0);
        let mut infinite = vec![];
        let mut other = None;
        for part in &position.parts {
            match self.part_worth(part, kind)? {
                Worth::Nim(v) => heap = xor(&heap, &v),
                Worth::Infinite(k) => infinite.push(k),
                Worth::Won => return Ok(Worth::Won),
                worth => other = Some(worth),
            }
        }
        if let Some(worth) = other {
            return Ok(worth);
        }
        Ok(match infinite.pop() {
            None => Worth::Nim(heap),
            Some(k) if infinite.is_empty() => Worth::Infinite(k.iter().map(|v| xor(v, &heap)).collect()),
            Some(_) => Worth::Infinite(BTreeSet::new()),
        })
    }

    /// What one part is worth, among parts that together are of some kind.
    fn part_worth(&self, part: &Part, sum: Kind) -> Result<Worth> {
        let Part::Game(p) = part else { return self.part_value(part).map(Worth::Nim) };
        let own = self.machine.kind(&Position::one(part.clone()));
        let won = own.wins && self.machine.has_won(p)?;
        if !won && !own.loopy && !own.partizan {
            return self.part_value(part).map(Worth::Nim);
        }
        self.with(|ctx, engines| engines.arenas.worth(ctx, p, sum.partizan))
    }
}
