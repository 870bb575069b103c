//! A program: its games and definitions, and what these are made of.

use super::{Binder, Expr, Statement};
use crate::check::types::{Shape, Type};
use crate::source::Span;
use std::sync::Arc;

/// Index of a game in [`Program::games`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GameId(pub u32);

impl GameId {
    /// Set in the id of a game whose owners are forgotten: `impartial G(...)`.
    const IMPARTIAL: u32 = 1 << 31;

    /// The same game with both players making all of its moves.
    pub fn impartial(self) -> GameId {
        GameId(self.0 | Self::IMPARTIAL)
    }

    /// Whether its owners are forgotten.
    pub fn is_impartial(self) -> bool {
        self.0 & Self::IMPARTIAL != 0
    }

    /// Its index in [`Program::games`].
    pub fn index(self) -> usize {
        (self.0 & !Self::IMPARTIAL) as usize
    }
}

/// Index of a definition in [`Program::lets`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LetId(pub u32);

/// A place in a frame.
pub type Slot = u32;

/// A checked program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All games, in order of definition.
    pub games: Vec<Game>,
    /// All `let` definitions.
    pub lets: Vec<Let>,
    /// What the file asks, in order.
    pub statements: Vec<Statement>,
}

impl Program {
    /// The game behind an id.
    pub fn game(&self, id: GameId) -> &Game {
        &self.games[id.index()]
    }

    /// The definition behind an id.
    pub fn definition(&self, id: LetId) -> &Let {
        &self.lets[id.0 as usize]
    }

    /// The game of that name, if there is one.
    pub fn game_named(&self, name: &str) -> Option<GameId> {
        self.games.iter().rposition(|g| g.name == name).map(|i| GameId(i as u32))
    }
}

/// A parameter of a game or a function.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// What its declared type demands beyond that: bounds of numbers.
    pub shape: Shape,
    /// Never changes during play: a rule of the game rather than part of the position (inferred).
    pub is_rule: bool,
    /// Where it is declared.
    pub span: Span,
}

/// `n: nat`
impl std::fmt::Display for Param {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.shape.declared(&self.ty))
    }
}

/// `let name = body`, `let name(params) = body`
#[derive(Clone, Debug)]
pub struct Let {
    /// Its name.
    pub name: String,
    /// Written with parentheses.
    pub is_function: bool,
    /// Its parameters: slots 0, 1, ...
    pub params: Vec<Param>,
    /// The types of the slots of its frame, parameters first.
    pub slots: Vec<Type>,
    /// What it stands for.
    pub body: Expr,
    /// The comment above.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: Span,
}

/// A family of positions with its rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// Declared `loopy`, or a graph with a cycle.
    pub loopy: bool,
    /// Written as `graph`: its vertices, and the arcs from each.
    pub graph: Option<Graph>,
    /// Its parameters: slots 0, 1, ...
    pub params: Vec<Param>,
    /// The types of the slots of the frame of its clauses, parameters first.
    pub slots: Vec<Type>,
    /// Its moves, in order.
    pub moves: Vec<Move>,
    /// `ends when`: no moves where one of these holds.
    pub ends: Vec<Expr>,
    /// `wins when`: the player to move has won.
    pub wins: Vec<Expr>,
    /// `splits into`
    pub splits: Option<Claim>,
    /// `same as`: positions claimed to have the same value.
    pub same: Vec<Claim>,
    /// `starts`
    pub starts: Option<Expr>,
    /// `picture`
    pub picture: Option<Expr>,
    /// `decreases`
    pub decreases: Option<Expr>,
    /// The comment above.
    pub doc: Option<String>,
    /// Where its name stands.
    pub span: Span,
    /// The text of the whole item.
    pub item: Span,
}

/// A `splits into` or `same as` clause: a position, or one for each choice of the binders.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position (or part).
    pub target: Expr,
    /// `for` binders; empty when there are none.
    pub binders: Vec<Binder>,
    /// The clause.
    pub span: Span,
}

/// An explicit move graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The names of the vertices, in order of appearance (numbers when all are numbers).
    pub vertices: Arc<Vec<String>>,
    /// `arcs[v]` lists where vertex `v` leads, as written.
    pub arcs: Vec<Vec<u32>>,
}

impl Graph {
    /// Whether arcs lead from some vertex back to it: what is left when ends of play are taken away again and again.
    pub fn has_cycle(&self) -> bool {
        let mut into: Vec<Vec<usize>> = vec![vec![]; self.arcs.len()];
        for (v, arcs) in self.arcs.iter().enumerate() {
            arcs.iter().for_each(|&w| into[w as usize].push(v));
        }
        let mut left: Vec<usize> = self.arcs.iter().map(Vec::len).collect();
        let mut ends: Vec<usize> = (0..left.len()).filter(|&v| left[v] == 0).collect();
        let mut taken = 0;
        while let Some(end) = ends.pop() {
            taken += 1;
            for &v in &into[end] {
                left[v] -= 1;
                if left[v] == 0 {
                    ends.push(v);
                }
            }
        }
        taken < self.arcs.len()
    }
}

/// One clause `move LABEL(binders) where guard to TARGET`.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub label: String,
    /// Who may make it.
    pub owner: crate::syntax::ast::Owner,
    /// What is chosen, read left to right.
    pub binders: Vec<Binder>,
    /// The guard behind the parentheses.
    pub guard: Option<Expr>,
    /// The position it leads to.
    pub target: Expr,
    /// Slots whose values a trace shows: what was chosen.
    pub shown: Vec<Slot>,
    /// Where its name stands.
    pub span: Span,
    /// The whole clause.
    pub clause: Span,
}
