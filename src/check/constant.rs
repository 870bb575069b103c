//! Which parameters never change during play: the rules of a game rather than part of its positions.

use super::handed;
use super::ir::{Clauses, GameId, Links, Program, Slot};
use crate::diagnostic::Diagnostic;
use std::collections::{HashMap, HashSet};

/// A game and the index of one of its parameters.
type Param = (usize, usize);

/// Marks the parameters that every move passes on unchanged.
///
/// A parameter is a rule if wherever the game, or one that leads back to it, builds a position of the game, it passes on
/// the parameter of the same name untouched. A game that never comes back to itself has no rules in this sense: its
/// parameters are its position. Claims count: what they lead to is solved with the same rules.
pub(super) fn infer_rule_params(program: &mut Program, diagnostics: &mut Vec<Diagnostic>) {
    let links = Links::new(program, Clauses::MovesAndClaims);
    let comes_back = |g: usize| links.comes_back(GameId(g as u32));
    let games = program.games.iter().enumerate();
    let candidates = games.filter(|(g, game)| comes_back(*g) && game.graph.is_none());
    let all = candidates.flat_map(|(g, game)| (0..game.params.len()).map(move |p| (g, p))).collect();
    let mut rules = Rules { all, follow: HashMap::new() };
    let changed = rules.read(program, &links);
    rules.remove(changed);
    for (g, game) in program.games.iter().enumerate() {
        // Where no move changes anything, the parameters are the position after all.
        let params = || (0..game.params.len()).map(move |p| (g, p));
        if params().all(|p| rules.all.contains(&p)) && !game.params.iter().any(|p| p.ty.has_function()) {
            rules.remove(params().collect());
        }
    }
    for (g, game) in program.games.iter_mut().enumerate() {
        for (p, param) in game.params.iter_mut().enumerate() {
            param.is_rule = rules.all.contains(&(g, p));
            if param.ty.has_function() && !param.is_rule && comes_back(g) {
                diagnostics.push(
                    Diagnostic::error(
                        "function-changes",
                        format!("The function `{}` must stay the same during play", param.name),
                    )
                    .at(param.span, "a move passes something else here")
                    .hint(format!("Can every move pass on `{}` unchanged?", param.name)),
                );
            }
        }
    }
}

/// The parameters believed to be rules, and which are none if another is none.
struct Rules {
    all: HashSet<Param>,
    follow: HashMap<Param, Vec<Param>>,
}

impl Rules {
    /// Notes what is passed on from parameter to parameter; gives those that get something else, or may.
    fn read(&mut self, program: &Program, links: &Links) -> Vec<Param> {
        let mut changed = vec![];
        for (g, game) in program.games.iter().enumerate() {
            handed::for_each_built(program, links, g, &mut |to, args| {
                for (p, arg) in args.iter().enumerate() {
                    let here = (to.index(), p);
                    let same =
                        |slot: &Slot| game.params[*slot as usize].name == program.game(to).params[p].name;
                    match arg.filter(same) {
                        Some(slot) => self.follow.entry((g, slot as usize)).or_default().push(here),
                        None => changed.push(here),
                    }
                }
            });
        }
        for id in links.built_unseen() {
            changed.extend((0..program.game(id).params.len()).map(|p| (id.index(), p)));
        }
        changed
    }

    /// Takes away parameters, and those that are passed on from them.
    fn remove(&mut self, mut changed: Vec<Param>) {
        while let Some(param) = changed.pop() {
            if self.all.remove(&param) {
                changed.extend(self.follow.get(&param).into_iter().flatten());
            }
        }
    }
}
