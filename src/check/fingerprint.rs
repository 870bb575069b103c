//! A fingerprint of the rules of a program: the same for the same games and definitions, whatever their comments,
//! layout and statements.

use super::ir::{Binder, Claim, Expr, GameId, LetId, Named, Program};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// The fingerprint (SHA-256) of all games and definitions. What they look like to people (pictures, documentation) and
/// where play starts does not matter.
pub fn fingerprint(program: &Program) -> [u8; 32] {
    let mut state = State(Sha256::new());
    for game in &program.games {
        (&game.name, game.loopy, &game.ends, &game.wins, game.moves.len()).hash(&mut state);
        game.graph.iter().for_each(|g| (&g.vertices, &g.arcs).hash(&mut state));
        game.params.iter().for_each(|p| (&p.ty, &p.shape, p.is_rule).hash(&mut state));
        for m in &game.moves {
            (m.owner as u8, &m.binders, &m.guard, &m.target).hash(&mut state);
        }
        (&game.splits, &game.same).hash(&mut state);
    }
    for definition in &program.lets {
        definition.params.iter().for_each(|p| (&p.ty, &p.shape).hash(&mut state));
        (definition.params.len(), &definition.body).hash(&mut state);
    }
    state.0.finalize().into()
}

/// The fingerprint of one game: of all that its positions depend on, whatever else the program has, and in which order.
/// None where a parameter holds a position or a function, which may come from anywhere.
pub fn of_game(program: &Program, id: GameId) -> Option<[u8; 32]> {
    of_small_game(program, id, usize::MAX)
}

/// The same of a game that depends on no more than so many others, and definitions; of one that does it is not computed.
pub(crate) fn of_small_game(program: &Program, id: GameId, most: usize) -> Option<[u8; 32]> {
    let mut numbers = Numbers::default();
    numbers.game(id);
    let mut part = Program::default();
    while numbers.games.all.len() + numbers.lets.all.len() <= most {
        if let Some(&of) = numbers.games.all.get(part.games.len()) {
            let mut game = program.games[of].clone();
            (game.picture, game.decreases) = (None, None);
            game.for_each_expr_mut(&mut |e| numbers.renumber(e));
            part.games.push(game);
        } else if let Some(&of) = numbers.lets.all.get(part.lets.len()) {
            let mut definition = program.lets[of].clone();
            numbers.renumber(&mut definition.body);
            part.lets.push(definition);
        } else {
            return of_part(&part);
        }
    }
    None
}

/// The fingerprint of a game and all that it depends on, which come in the order in which they are met.
fn of_part(part: &Program) -> Option<[u8; 32]> {
    let params = part.games.iter().flat_map(|g| &g.params).map(|p| &p.ty);
    let starts: Vec<&Option<Expr>> = part.games.iter().map(|g| &g.starts).collect();
    let closed = params.into_iter().all(|ty| !ty.has_function() && !ty.has_position());
    closed.then(|| {
        let mut state = State(Sha256::new());
        (fingerprint(part), starts).hash(&mut state);
        state.0.finalize().into()
    })
}

/// Games and definitions in the order in which they are met.
#[derive(Default)]
struct Numbers {
    games: Numbered,
    lets: Numbered,
}

/// Some of many, in the order in which they are met, and the place of each.
#[derive(Default)]
struct Numbered {
    all: Vec<usize>,
    places: HashMap<usize, u32>,
}

impl Numbers {
    fn game(&mut self, id: GameId) -> GameId {
        let new = GameId(self.games.number(id.index()));
        if id.is_impartial() { new.impartial() } else { new }
    }

    fn definition(&mut self, id: LetId) -> LetId {
        LetId(self.lets.number(id.0 as usize))
    }

    fn renumber(&mut self, e: &mut Expr) {
        match e.names() {
            Some(Named::Game(id)) => *id = self.game(*id),
            Some(Named::Definition(id)) => *id = self.definition(*id),
            None => {}
        }
        e.for_each_child_mut(&mut |child| self.renumber(child));
    }
}

impl Numbered {
    /// The place of one of them, behind all others if it is new.
    fn number(&mut self, one: usize) -> u32 {
        let next = self.all.len() as u32;
        let at = *self.places.entry(one).or_insert(next);
        if at == next {
            self.all.push(one);
        }
        at
    }
}

/// Whatever is hashed goes into the digest.
struct State(Sha256);

impl Hasher for State {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        unreachable!("the digest is asked itself")
    }
}

// What an expression says, not where it is.

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind && self.ty == other.ty
    }
}

impl PartialEq for Binder {
    fn eq(&self, other: &Binder) -> bool {
        self.kind == other.kind && self.guard == other.guard
    }
}

impl Hash for Expr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        self.ty.hash(state);
    }
}

impl Hash for Binder {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        self.guard.hash(state);
    }
}

impl Hash for Claim {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.target.hash(state);
        self.binders.hash(state);
    }
}
