//! Which parameters never change during play: the rules of a game rather than part of its positions.

use super::ir::{Expr, ExprKind, Game, GameId, Program};
use crate::diagnostic::Diagnostic;
use std::collections::HashSet;

type Param = (usize, usize);

/// Marks the parameters that every move passes on unchanged.
///
/// A parameter is a rule if wherever a move of the game, or of a game that leads back to it, builds a
/// position of the game, it hands on the parameter of the same name untouched. A game that never comes
/// back to itself has no rules in this sense: its parameters are its position.
pub(super) fn infer_rule_params(program: &mut Program, diagnostics: &mut Vec<Diagnostic>) {
    let groups = groups(program);
    let mut rules: HashSet<Param> = program
        .games
        .iter()
        .enumerate()
        .filter(|(g, game)| groups[*g].contains(g) && game.graph.is_none())
        .flat_map(|(g, game)| (0..game.params.len()).map(move |p| (g, p)))
        .collect();
    while let Some(changed) = first_changed(program, &groups, &rules) {
        rules.remove(&changed);
    }
    for (g, game) in program.games.iter().enumerate() {
        // Where no move changes anything, the parameters are the position after all.
        if (0..game.params.len()).all(|p| rules.contains(&(g, p)))
            && !game.params.iter().any(|p| p.ty.has_function())
        {
            rules.retain(|(h, _)| *h != g);
        }
    }
    while let Some(changed) = first_changed(program, &groups, &rules) {
        rules.remove(&changed);
    }
    for (g, game) in program.games.iter_mut().enumerate() {
        for (p, param) in game.params.iter_mut().enumerate() {
            param.is_rule = rules.contains(&(g, p));
            if param.ty.has_function() && !param.is_rule && groups[g].contains(&g) {
                diagnostics.push(
                    Diagnostic::error(
                        "function-changes",
                        format!("The function `{}` must stay the same during play", param.name),
                    )
                    .at(param.span, "a move passes something else here")
                    .hint(format!("Can every move hand on `{}` unchanged?", param.name)),
                );
            }
        }
    }
}

/// A parameter believed to be a rule that some move changes.
fn first_changed(program: &Program, groups: &[HashSet<usize>], rules: &HashSet<Param>) -> Option<Param> {
    let mut found = None;
    for (from, game) in program.games.iter().enumerate() {
        each_position(program, game, &mut |to, args| {
            if found.is_some() || !groups[from].contains(&to) {
                return;
            }
            let params = &program.games[to].params;
            let kept =
                |p: usize| args.is_some_and(|args| passes_on(game, from, &args[p], &params[p].name, rules));
            found = (0..params.len()).map(|p| (to, p)).find(|&(to, p)| rules.contains(&(to, p)) && !kept(p));
        });
    }
    found
}

fn passes_on(game: &Game, from: usize, arg: &Expr, name: &str, rules: &HashSet<Param>) -> bool {
    match arg.kind {
        ExprKind::Local(slot) => {
            let slot = slot as usize;
            slot < game.params.len() && game.params[slot].name == name && rules.contains(&(from, slot))
        }
        ExprKind::Wrong => true,
        _ => false,
    }
}

/// Calls `visit` on every position built in the moves and claims of a game: with its arguments, or
/// without them where a `let` builds it (what is passed on there is not looked into).
fn each_position(program: &Program, game: &Game, visit: &mut dyn FnMut(usize, Option<&[Expr]>)) {
    let targets = game.moves.iter().map(|m| &m.target);
    let claims = game.splits.iter().chain(&game.same).map(|c| &c.target);
    let mut called = vec![];
    for target in targets.chain(claims) {
        target.walk(&mut |e| match &e.kind {
            ExprKind::Position(GameId(to), args) => visit(*to as usize, Some(args)),
            ExprKind::Call(id, _) | ExprKind::Global(id) | ExprKind::Function(id) => called.push(*id),
            _ => {}
        });
    }
    let mut seen = HashSet::new();
    while let Some(id) = called.pop() {
        if seen.insert(id) {
            program.definition(id).body.walk(&mut |e| match &e.kind {
                ExprKind::Position(GameId(to), _) => visit(*to as usize, None),
                ExprKind::Call(id, _) | ExprKind::Global(id) | ExprKind::Function(id) => called.push(*id),
                _ => {}
            });
        }
    }
}

/// For each game, the games it is mutually reachable with (itself only if it comes back to itself).
fn groups(program: &Program) -> Vec<HashSet<usize>> {
    let n = program.games.len();
    let mut reach: Vec<HashSet<usize>> = vec![HashSet::new(); n];
    for (g, game) in program.games.iter().enumerate() {
        each_position(program, game, &mut |to, _| {
            reach[g].insert(to);
        });
    }
    loop {
        let before: usize = reach.iter().map(HashSet::len).sum();
        for g in 0..n {
            let next: HashSet<usize> = reach[g].iter().flat_map(|&h| reach[h].iter().copied()).collect();
            reach[g].extend(next);
        }
        if reach.iter().map(HashSet::len).sum::<usize>() == before {
            break;
        }
    }
    (0..n).map(|g| reach[g].iter().copied().filter(|&h| reach[h].contains(&g)).collect()).collect()
}
