//! Outcomes where values do not say all: games with cycles, moves of one player only, other ways to win,
//! misère play; and remoteness.

use super::Stop;
use super::arenas::{grows, node, size_of};
use super::general::General;
use super::machine::Machine;
use super::solve::Games;
use crate::check::ir::{GameId, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::{Arena, Explorer, Fate, Label};
use crate::syntax::ast::Owner;
use crate::value::{Int, Part, Position};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, Stop>;

/// What a game, or any game its moves lead to, has beyond plain play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kind {
    /// Declared `loopy`.
    pub loopy: bool,
    /// `left move` or `right move`.
    pub partizan: bool,
    /// `wins when`
    pub wins: bool,
}

impl Kind {
    /// Every play ends, both players have the same moves, and whoever moves last wins.
    pub fn is_plain(self) -> bool {
        self == Kind::default()
    }
}

/// A player of a game with an owner. In impartial games it does not matter which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Who makes the `left move`s.
    Left,
    /// Who makes the `right move`s.
    Right,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// `Left` or `Right`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Left => "Left",
            Player::Right => "Right",
        }
    }

    /// Whether this player may make a move of that owner.
    pub fn may(self, owner: Owner) -> bool {
        matches!(
            (self, owner),
            (_, Owner::Both) | (Player::Left, Owner::Left) | (Player::Right, Owner::Right)
        )
    }
}

/// What the player to move can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Win, loss, draw or open.
    pub fate: Fate,
    /// For a win or a loss, if it was worked out: how many moves it takes, and whether that is exact (it may
    /// be less otherwise).
    pub remoteness: Option<(u32, bool)>,
}

impl Standing {
    fn of(fate: Fate) -> Standing {
        Standing { fate, remoteness: None }
    }
}

/// What a position is worth in sums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It plays like a nim-heap of this size.
    Nim(Int),
    /// Infinity: with the values that can be reached from it by a move.
    Infinite(BTreeSet<Int>),
    /// The player to move has won by a `wins when`, whatever lies beside it.
    Won,
    /// Moves of one player only: no nim-heap.
    Partizan,
    /// Not decided by the positions looked at.
    Open,
}

/// Sums of several parts are expanded up to so many places to say how long they last; further only where
/// nothing else can decide them.
const EXPANDED: usize = 50_000;

impl Machine {
    /// What the games of a position have beyond plain play.
    pub fn kind(&self, position: &Position) -> Kind {
        let mut kind = Kind::default();
        for part in &position.parts {
            let Part::Game(p) = part else { continue };
            for id in self.at_hand(GameId(p.game.id)).iter() {
                let game = self.program.game(*id);
                kind.loopy |= game.loopy;
                kind.partizan |= !id.is_impartial() && game.moves.iter().any(|m| m.owner != Owner::Both);
                kind.wins |= !game.wins.is_empty();
            }
        }
        kind
    }

    /// Whether the player to move has won in some part.
    ///
    /// # Errors
    /// A mistake in a `wins when`.
    pub fn has_won_in(&self, position: &Position) -> Result<bool> {
        for part in &position.parts {
            if let Part::Game(p) = part
                && self.has_won(p)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Games {
    /// What `player`, to move, can force; in games that are impartial it does not matter who that is.
    ///
    /// # Errors
    /// A mistake in the rules, a cycle in a game that is not declared loopy, or a budget that ran out.
    pub fn standing(&self, position: &Position, rule: WinRule, player: Player) -> Result<Standing> {
        let kind = self.machine.kind(position);
        if kind.is_plain() {
            let lost = self.previous_wins(position, rule)?;
            return Ok(Standing::of(if lost { Fate::Loss } else { Fate::Win }));
        }
        if rule == WinRule::Misere || position.parts.len() == 1 {
            return self.whole(position, rule, player, usize::MAX);
        }
        let by_parts = self.by_parts(position, player)?;
        match by_parts {
            Some(fate) if !self.is_small(position)? => Ok(Standing::of(fate)),
            Some(fate) => {
                let whole = self.whole(position, rule, player, EXPANDED);
                let whole = whole.ok().filter(|w| w.fate == fate);
                Ok(whole.unwrap_or(Standing::of(fate)))
            }
            None => self.whole(position, rule, player, usize::MAX),
        }
    }

    /// Whether a sum has few positions: the product of those of its parts.
    fn is_small(&self, position: &Position) -> Result<bool> {
        let mut arena = self.arenas.general(self.machine.kind(position)).borrow_mut();
        let mut all = 1usize;
        for part in &position.parts {
            let most = EXPANDED / all;
            let place = self.place(&mut arena, &Position::one(part.clone()))?;
            let (places, complete) = match arena.explorer.reach(&[place], most, &self.machine.meter()) {
                Ok(reached) => reached,
                Err(trouble) => return Err(self.troubled(trouble, &arena)),
            };
            if !complete || places.len() > most {
                return Ok(false);
            }
            all *= places.len().max(1);
        }
        Ok(true)
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
        if let Some((fate, remoteness)) = self.packed_fate(position, kind, rule, most)? {
            return Ok(Standing { fate, remoteness });
        }
        let mut arena = self.arenas.general(kind).borrow_mut();
        let place = self.place(&mut arena, position)?;
        let reach = self.reach(most);
        let root_size = size_of(position);
        let mut grows =
            |e: &Explorer<General>| grows(e, root_size, |rules, k| super::weight::size(rules.position(k)));
        let misere = rule == WinRule::Misere;
        let meter = self.machine.meter();
        let decided = arena.decide(place, misere, reach, &mut grows, &meter);
        let found = match decided {
            Ok(fates) => {
                let node = node(place, kind, player);
                Ok(Standing { fate: fates.of(node), remoteness: fates.remoteness(node) })
            }
            Err(trouble) => Err(self.troubled(trouble, &arena)),
        };
        if !kind.loopy {
            self.refuse_cycle(&arena, place)?;
        }
        found
    }

    /// Games that are not declared loopy must have no cycle that can be reached from the position asked about: what
    /// other questions listed does not matter, and asking again gives the same answer.
    fn refuse_cycle(&self, arena: &Arena<General>, from: u32) -> Result<()> {
        let Some(places) = arena.explorer.cycle_from(from, &self.machine.meter())? else { return Ok(()) };
        let single = |place: &u32| match arena.explorer.sum(*place) {
            (parts, _) if parts.len() == 1 => Some(arena.explorer.rules.position(parts[0]).clone()),
            _ => None,
        };
        let play: Option<Vec<_>> = places.iter().map(single).collect();
        match play {
            Some(play) => Err(self.cycle(&play[0], &play)),
            None => Err(Stop::mistake(Diagnostic::error(
                "cycle",
                "This game may never end: a play of a sum comes round again",
            ))),
        }
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
        let one = Position::one(part.clone());
        let own = self.machine.kind(&one);
        if own.wins && self.machine.has_won(p)? {
            return Ok(Worth::Won);
        }
        if !own.loopy && !own.partizan {
            return self.part_value(part).map(Worth::Nim);
        }
        let kind = Kind { partizan: sum.partizan, ..own };
        let (label, values) = match self.packed_label(&one, kind)? {
            Some(found) => found,
            None => self.general_label(&one, kind)?,
        };
        Ok(match label {
            Label::Value(v) => Worth::Nim(Int::from(i64::from(v))),
            Label::Infinite if kind.partizan => Worth::Partizan,
            Label::Infinite => Worth::Infinite(values.into_iter().map(|v| Int::from(i64::from(v))).collect()),
            Label::Open => Worth::Open,
        })
    }

    fn general_label(&self, position: &Position, kind: Kind) -> Result<(Label, Vec<u32>)> {
        let mut arena = self.arenas.general(kind).borrow_mut();
        let place = self.place(&mut arena, position)?;
        let root_size = size_of(position);
        let mut grows =
            |e: &Explorer<General>| grows(e, root_size, |rules, k| super::weight::size(rules.position(k)));
        let found = arena.label(place, self.reach(usize::MAX), &mut grows, &self.machine.meter());
        let found = match found {
            Ok(found) => found,
            Err(trouble) => return Err(self.troubled(trouble, &arena)),
        };
        if !kind.loopy {
            self.refuse_cycle(&arena, place)?;
        }
        Ok(found)
    }
}

fn xor(a: &Int, b: &Int) -> Int {
    a.xor(b).unwrap_or_else(|| unreachable!("nim-values are natural"))
}
