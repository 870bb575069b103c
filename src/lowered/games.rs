//! The bodies of a game, of a definition, of an expression.

use super::build::{Env, Lowering, Opener};
use super::form::{Arg, Atom, Form};
use crate::check::ir::{Claim, Expr, Game, GameId, LetId, Move, Param, Program};
use crate::check::types::Type;
use crate::value::Value;

/// How many ends of play are inside each other; more are one condition, since nothing may be nested without bounds.
const NESTED_ENDS: usize = 16;

/// A game in lowered form. Every body takes the parameters of the game.
#[derive(Clone, Debug)]
pub struct LoweredGame {
    /// Its options, in the order of the moves; none where play has ended or is won.
    pub moves: Form,
    /// Whether the player to move has won.
    pub wins: Form,
    /// The sum that a position is claimed to split into.
    pub splits: Option<Form>,
    /// The sums that a position is claimed to be worth the same as.
    pub same: Vec<Form>,
    /// The sum that play begins with; it takes no parameters.
    pub starts: Option<Form>,
    /// How a position is drawn.
    pub picture: Option<Form>,
    /// What the author says decreases.
    pub decreases: Option<Form>,
}

impl LoweredGame {
    /// All its bodies, with a word for each.
    pub fn bodies(&self) -> impl Iterator<Item = (&'static str, &Form)> {
        let claims =
            self.splits.iter().map(|f| ("splits into", f)).chain(self.same.iter().map(|f| ("same as", f)));
        let others = [("starts", &self.starts), ("picture", &self.picture), ("decreases", &self.decreases)];
        let others = others.into_iter().filter_map(|(word, f)| Some((word, f.as_ref()?)));
        [("moves", &self.moves), ("wins when", &self.wins)].into_iter().chain(claims).chain(others)
    }
}

/// Lowers a game. Rules that are given are known in it; the others are parameters, as what belongs to positions is.
pub fn game(program: &Program, id: GameId, rules: &[Option<Value>]) -> LoweredGame {
    let game = program.game(id);
    let body = || Body::new(program, game, rules);
    let value = |e| body().value(e);
    LoweredGame {
        moves: body().moves(),
        wins: body().wins(),
        splits: game.splits.as_ref().map(|claim| body().claim(claim)),
        same: game.same.iter().map(|claim| body().claim(claim)).collect(),
        starts: game.starts.as_ref().map(|start| starts(program, game, start)),
        picture: game.picture.as_ref().map(value),
        decreases: game.decreases.as_ref().map(value),
    }
}

/// Lowers a definition. What it is given is not looked at here, but where it is called.
pub fn definition(program: &Program, id: LetId) -> Form {
    let definition = program.definition(id);
    expression(program, &definition.params, &definition.slots, &definition.body)
}

/// Lowers an expression of a frame with these parameters and slots.
pub fn expression(program: &Program, params: &[Param], slots: &[Type], e: &Expr) -> Form {
    let mut lowering = Lowering::new(program);
    let mut env: Env = vec![None; slots.len().max(params.len())];
    for (slot, param) in params.iter().enumerate() {
        env[slot] = Some(Atom::Var(lowering.fresh(Some(&param.name), &param.ty)));
    }
    let gives = vec![lowering.value(e, &mut env)];
    lowering.finish(params.len(), gives)
}

fn starts(program: &Program, game: &Game, start: &Expr) -> Form {
    let mut lowering = Lowering::new(program);
    lowering.parts(start, &mut vec![None; game.slots.len()]);
    lowering.finish(0, vec![])
}

/// A body of a game in the making.
struct Body<'p> {
    game: &'p Game,
    lowering: Lowering<'p>,
    env: Env,
}

impl<'p> Body<'p> {
    fn new(program: &'p Program, game: &'p Game, rules: &[Option<Value>]) -> Body<'p> {
        let mut lowering = Lowering::new(program);
        let mut env: Env = vec![None; game.slots.len()];
        for (slot, param) in game.params.iter().enumerate() {
            let var = lowering.fresh(Some(&param.name), &param.ty);
            let known = rules.get(slot).cloned().flatten();
            env[slot] = Some(known.map_or(Atom::Var(var), Atom::Const));
        }
        Body { game, lowering, env }
    }

    fn value(mut self, e: &'p Expr) -> Form {
        let gives = vec![self.lowering.value(e, &mut self.env)];
        self.lowering.finish(self.game.params.len(), gives)
    }

    fn claim(mut self, claim: &'p Claim) -> Form {
        self.lowering.each(&claim.binders, &mut self.env);
        self.lowering.parts(&claim.target, &mut self.env);
        self.lowering.finish(self.game.params.len(), vec![])
    }

    fn wins(mut self) -> Form {
        let gives = vec![self.any(self.game.wins.iter())];
        self.lowering.finish(self.game.params.len(), gives)
    }

    /// Whether one of these holds; those behind the first are not looked at.
    fn any(&mut self, conditions: impl Iterator<Item = &'p Expr>) -> Arg {
        let mut so_far = Arg { is: Atom::Const(Value::Bool(false)), span: self.game.span };
        for e in conditions {
            let Body { lowering, env, .. } = self;
            let known = Arg { is: Atom::Const(Value::Bool(true)), span: e.span };
            so_far = lowering.choose(so_far, &Type::Bool, e.span, |_| known, |l| l.truth(e, env));
        }
        so_far
    }

    fn moves(mut self) -> Form {
        let game = self.game;
        if game.ends.len() + game.wins.len() <= NESTED_ENDS {
            for end in game.ends.iter().chain(&game.wins) {
                self.lowering.guard(end, false, &mut self.env);
            }
        } else {
            let over = self.any(game.ends.iter().chain(&game.wins));
            self.lowering.when(over, false, game.span);
        }
        for (index, m) in game.moves.iter().enumerate() {
            self.one_move(index, m);
        }
        self.lowering.finish(game.params.len(), vec![])
    }

    fn one_move(&mut self, index: usize, m: &'p Move) {
        let (lowering, env) = (&mut self.lowering, &mut self.env);
        let at = lowering.depth_now();
        lowering.each(&m.binders, env);
        m.guard.iter().for_each(|g| lowering.guard(g, true, env));
        let shown = m.shown.iter().filter_map(|slot| env.get(*slot as usize).cloned().flatten());
        let shown = shown.map(|is| Arg { is, span: m.span }).collect();
        lowering.open(Opener::Option(index, shown), m.clause);
        lowering.parts(&m.target, env);
        lowering.close(at);
    }
}
