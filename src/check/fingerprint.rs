//! A fingerprint of the rules of a program: the same for the same games and definitions, whatever their comments,
//! layout and statements.

use super::ir::{Binder, Claim, Expr, Program};
use sha2::{Digest, Sha256};
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

// What an expression says, not where it stands.

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
