//! The positions that a file itself names: where games start, and what statements ask about.

use super::each::Flow;
use super::eval::Eval;
use super::machine::Machine;
use super::remembered::Named;
use super::weight;
use crate::check::ir::{Expr, GameId, Sequence, Statement, StatementKind};
use crate::check::types::Type;
use crate::value::{GamePosition, Part, Value};
use std::rc::Rc;
use std::time::Duration;

/// How many cases of a statement with `for` are looked at.
const CASES: usize = 40;
/// So much work is done for all statements of a file, in rounds of loops.
const STEPS: u64 = 60_000;
/// It takes no longer, whatever a step of it costs.
const TIME: Duration = Duration::from_millis(400);

/// Positions of the game that the file itself names, smallest first: its start, and what statements ask about.
pub(super) fn named_positions(machine: &Machine, id: GameId) -> Vec<GamePosition> {
    let game = machine.program.game(id);
    let mut starts = Named::default();
    if let Some(start) = &game.starts
        && let Ok(value) = Eval::new(machine, None, game.slots.len(), &[]).eval(start)
    {
        keep(&value, &mut starts);
    }
    let mut found = starts.remove(&id.0).unwrap_or_default();
    found.extend(in_statements(machine).get(&id.0).into_iter().flatten().cloned());
    let mut found: Vec<GamePosition> = found.into_iter().collect();
    found.sort_by_cached_key(|p| (weight::size(p), p.clone()));
    found
}

/// What the statements of a file name, of all games: each statement is looked at once, however many games there are.
fn in_statements(machine: &Machine) -> Rc<Named> {
    if let Some(known) = machine.named.get() {
        return known.clone();
    }
    let asked = machine.meter();
    machine.start(machine.budget_beside(TIME, Some(STEPS)));
    let mut found = Named::default();
    for statement in &machine.program.statements {
        named_in(machine, statement, &mut found);
    }
    let found = Rc::new(found);
    // What was stopped meanwhile may have missed some.
    if machine.meter().look().is_ok() {
        let _ = machine.named.set(found.clone());
    }
    machine.measure(asked);
    found
}

/// Positions that a statement asks about, for the first cases of its binders.
fn named_in(machine: &Machine, statement: &Statement, found: &mut Named) {
    let (exprs, binders): (Vec<&Expr>, &[_]) = match &statement.kind {
        StatementKind::Show { expr, .. }
        | StatementKind::Functions { expr }
        | StatementKind::Play { start: expr, .. } => (vec![expr], &[]),
        StatementKind::Expect { expr, binders, .. } => (vec![expr], binders),
        StatementKind::Table { exprs, binders, .. } => (exprs.iter().collect(), binders),
        StatementKind::Compare { left, right, binders } => (vec![left, right], binders),
        StatementKind::Period { expr, slot, .. }
        | StatementKind::Quotient(Sequence { expr, slot, .. })
        | StatementKind::Sparse(Sequence { expr, slot, .. }) => {
            for n in 0..CASES as i64 {
                let mut run = Eval::new(machine, None, statement.slots.len(), &[]);
                run.frame[*slot as usize] = Value::int(n);
                positions_in(&mut run, expr, found);
            }
            return;
        }
    };
    let mut cases = 0;
    let mut run = Eval::new(machine, None, statement.slots.len(), &[]);
    // A binder with a mistake is reported when the statement is asked.
    let _ = run.each(binders, &mut |run| {
        exprs.iter().for_each(|e| positions_in(run, e, found));
        cases += 1;
        Ok(if cases < CASES { Flow::Next } else { Flow::Done })
    });
}

/// The largest parts of an expression that are positions and can be computed as it stands.
fn positions_in(run: &mut Eval<'_>, e: &Expr, found: &mut Named) {
    if e.ty == Type::Position
        && let Ok(value) = run.eval(e)
    {
        keep(&value, found);
        return;
    }
    if let Some((item, binders)) = e.choices() {
        let mut cases = 0;
        let _ = run.each(binders, &mut |run| {
            positions_in(run, item, found);
            cases += 1;
            Ok(if cases < CASES { Flow::Next } else { Flow::Done })
        });
        return;
    }
    e.for_each_child(&mut |child| positions_in(run, child, found));
}

fn keep(value: &Value, found: &mut Named) {
    let Value::Position(p) = value else { return };
    for part in &p.parts {
        if let Part::Game(p) = part {
            found.entry(p.game.id).or_default().insert(p.clone());
        }
    }
}
