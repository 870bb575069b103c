//! Rules over general values: any game, positions interned. The engine of last resort, and the meaning
//! that packed rules are compared with.

use super::kind::Player;
use super::machine::Machine;
use super::{Mistake, Stop};
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::Play;
use crate::engine::{Options, Rules};
use crate::value::{GamePosition, Int, Part, Position};
use std::collections::HashMap;
use std::rc::Rc;

/// Positions of any games of a program, as indices in the order they were met.
pub struct General {
    machine: Rc<Machine>,
    use_claims: bool,
    sides: usize,
    positions: Vec<GamePosition>,
    index: HashMap<GamePosition, u32>,
    bytes: u64,
}

impl General {
    /// Rules of a program; `use_claims` says whether `splits into` and `same as` are applied.
    pub fn new(machine: Rc<Machine>, use_claims: bool) -> General {
        General { machine, use_claims, sides: 1, positions: vec![], index: HashMap::new(), bytes: 0 }
    }

    /// The same with moves of two players: Left and Right.
    pub fn with_sides(self, sides: usize) -> General {
        General { sides, ..self }
    }

    /// The key of a position.
    pub fn intern(&mut self, position: GamePosition) -> u32 {
        if let Some(key) = self.index.get(&position) {
            return *key;
        }
        let key = self.positions.len() as u32;
        self.bytes += 160 + position.args.iter().map(super::weight::bytes).sum::<u64>();
        self.positions.push(position.clone());
        self.index.insert(position, key);
        key
    }

    /// The position behind a key.
    pub fn position(&self, key: u32) -> &GamePosition {
        &self.positions[key as usize]
    }

    fn push(&mut self, target: &Position, out: &mut Options<u32>) -> Result<(), Stop> {
        for part in &target.parts {
            match part {
                Part::Heap(k) => out.push_heap(heap_size(k)?),
                Part::Game(p) => {
                    let key = self.intern(p.clone());
                    out.push_part(key);
                }
            }
        }
        out.end_option();
        Ok(())
    }
}

/// A nim-heap inside the rules of a game, as a word.
pub(super) fn heap_size(k: &Int) -> Result<u64, Stop> {
    k.to_u64().ok_or_else(|| {
        Stop::mistake(Diagnostic::error(
            "heap-too-big",
            format!("A nim-heap *{k} inside a game is too big to work with"),
        ))
    })
}

impl Rules for General {
    type Key = u32;
    type Mistake = Box<Mistake>;

    fn options(&mut self, position: u32, out: &mut Options<u32>) -> Result<(), Stop> {
        let machine = self.machine.clone();
        let position = self.positions[position as usize].clone();
        // Nobody moves of his own will to where the other player has won: in values such moves count as none.
        let wins = !machine.program.games.iter().all(|g| g.wins.is_empty());
        machine.each_choice(&position, &mut |choice| {
            if wins && machine.has_won_in(&choice.target)? {
                return Ok(());
            }
            self.push(&choice.target, out)
        })
    }

    fn simplifies(&self) -> bool {
        self.use_claims
    }

    fn weight(&self, position: u32) -> u64 {
        super::weight::size(&self.positions[position as usize])
    }

    /// Gives canonical parts at once, so that others need not be kept.
    fn split(&mut self, position: u32, out: &mut Vec<u32>) -> Result<(), Stop> {
        if !self.use_claims {
            out.push(position);
            return Ok(());
        }
        let whole = self.positions[position as usize].clone();
        for part in self.machine.parts(&whole)? {
            let canonical = self.machine.canonical(part)?;
            out.push(self.intern(canonical));
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn is_sure_to_end(&self, position: u32) -> bool {
        self.machine.is_sure_to_end(self.position(position))
    }

    fn rank(&self, position: u32) -> Option<u64> {
        self.machine.rank(self.position(position))
    }
}

impl Play for General {
    fn sides(&self) -> usize {
        self.sides
    }

    fn options_of(&mut self, position: u32, side: usize, out: &mut Options<u32>) -> Result<(), Stop> {
        let machine = self.machine.clone();
        let position = self.positions[position as usize].clone();
        let player = if side == 0 { Player::Left } else { Player::Right };
        machine.each_choice(&position, &mut |choice| {
            if self.sides == 1 || player.may(machine.owner(GameId(position.game.id), choice.index)) {
                self.push(&choice.target, out)?;
            }
            Ok(())
        })
    }

    fn won(&mut self, position: u32) -> Result<bool, Stop> {
        let position = &self.positions[position as usize];
        let game = self.machine.program.game(GameId(position.game.id));
        if game.wins.is_empty() { Ok(false) } else { self.machine.has_won(position) }
    }
}

impl Machine {
    /// The parts into which a position splits by its `splits into` clause, applied until nothing changes.
    /// A part that is the whole again is no split.
    ///
    /// # Errors
    /// A mistake in the clause.
    pub fn parts(&self, position: &GamePosition) -> Result<Vec<GamePosition>, Stop> {
        let mut done = vec![];
        let mut left = vec![(position.clone(), 0)];
        while let Some((position, depth)) = left.pop() {
            let game = self.program.game(GameId(position.game.id));
            let split = match &game.splits {
                Some(claim) if depth < 32 => self.claimed(&position, claim)?,
                _ => Position::one(Part::Game(position.clone())),
            };
            if split.parts.iter().any(|p| matches!(p, Part::Heap(_))) {
                let d = Diagnostic::error("heap-in-claim", "`splits into` names positions, not nim-heaps")
                    .at(game.span, "");
                return Err(Stop::mistake(d));
            }
            let whole = Part::Game(position.clone());
            if split.parts == [whole] {
                done.push(position);
                continue;
            }
            left.extend(split.parts.into_iter().rev().filter_map(|p| match p {
                Part::Game(p) => Some((p, depth + 1)),
                Part::Heap(_) => None,
            }));
        }
        Ok(done)
    }

    /// The least of the positions that `same as` clauses lead to from a position, itself included.
    ///
    /// # Errors
    /// A mistake in a clause.
    pub fn canonical(&self, position: GamePosition) -> Result<GamePosition, Stop> {
        let orbit = self.orbit(position)?;
        Ok(orbit.into_iter().min().unwrap_or_else(|| unreachable!("an orbit holds its position")))
    }

    /// The positions that `same as` clauses lead to from a position, itself included.
    ///
    /// # Errors
    /// A mistake in a clause.
    pub fn orbit(&self, position: GamePosition) -> Result<Vec<GamePosition>, Stop> {
        let game = self.program.game(GameId(position.game.id));
        let mut orbit = vec![position];
        let mut next = 0;
        while next < orbit.len() && orbit.len() < MAX_ORBIT {
            for claim in &game.same {
                let image = self.claimed(&orbit[next], claim)?;
                if let [Part::Game(image)] = image.parts.as_slice()
                    && image.game.id == game_id(&orbit[0])
                    && !orbit.contains(image)
                {
                    orbit.push(image.clone());
                }
            }
            next += 1;
        }
        Ok(orbit)
    }
}

fn game_id(p: &GamePosition) -> u32 {
    p.game.id
}

/// Orbits are followed up to this many positions.
pub(super) const MAX_ORBIT: usize = 64;
