//! What a file defines and nothing uses: parameters that no rule looks at, games that no statement leads to.

use super::ir::{Expr, Game, GameId, LetId, Program};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use std::collections::HashSet;

/// Warns about the games of a file.
pub(crate) fn unused(program: &Program, file: FileId) -> Vec<Diagnostic> {
    let mut found = vec![];
    let reached = reached_by_statements(program);
    for (i, game) in program.games.iter().enumerate().filter(|(_, g)| g.span.file == file) {
        found.extend(idle_params(game, GameId(i as u32)));
        let asked = program.statements.iter().any(|s| s.span.file == file);
        if asked && !reached.contains(&GameId(i as u32)) && game.starts.is_none() {
            found.push(
                Diagnostic::warning("game-never-used", format!("{} is never used", game.name))
                    .at(game.span, "no statement of this file asks about it")
                    .hint(format!("Should there be a `show {}(...)`?", game.name)),
            );
        }
    }
    found
}

/// Parameters that are only passed on.
fn idle_params(game: &Game, id: GameId) -> Vec<Diagnostic> {
    let mut used = HashSet::new();
    game.for_each_expr(&mut |e| uses(e, id, &mut used));
    // A graph is a game with one parameter; without moves there is nothing to say.
    let idle = game.params.iter().enumerate().filter(|(i, p)| {
        !used.contains(&(*i as u32))
            && !p.name.starts_with('_')
            && game.graph.is_none()
            && !game.moves.is_empty()
    });
    idle.map(|(_, p)| {
        Diagnostic::warning("parameter-never-used", format!("No rule of {} uses `{}`", game.name, p.name))
            .at(p.span, "only passed on")
            .hint("Can it be left out, or is a rule missing?")
    })
    .collect()
}

/// The parameters that an expression looks at, not counting those that a position of the same game passes on.
fn uses(e: &Expr, id: GameId, used: &mut HashSet<u32>) {
    if let Some((_, args)) = e.position().filter(|(to, _)| *to == id) {
        let looked_at = args.iter().zip(0..).filter(|(a, i)| a.local() != Some(*i));
        looked_at.for_each(|(a, _)| uses(a, id, used));
        return;
    }
    used.extend(e.looks_at());
    e.for_each_child(&mut |child| uses(child, id, used));
}

/// The games that statements name, or that the rules of those lead to.
fn reached_by_statements(program: &Program) -> HashSet<GameId> {
    let mut reach = Reach { program, games: HashSet::new(), lets: HashSet::new() };
    program.statements.iter().for_each(|s| s.kind.for_each_expr(&mut |e| reach.expr(e)));
    reach.games
}

struct Reach<'p> {
    program: &'p Program,
    games: HashSet<GameId>,
    lets: HashSet<LetId>,
}

impl Reach<'_> {
    fn expr(&mut self, e: &Expr) {
        let program = self.program;
        if let Some(id) = e.game().filter(|id| self.games.insert(*id)) {
            program.game(id).for_each_expr(&mut |e| self.expr(e));
        }
        if let Some(id) = e.definition().filter(|id| self.lets.insert(*id)) {
            self.expr(&program.definition(id).body);
        }
        e.for_each_child(&mut |child| self.expr(child));
    }
}
