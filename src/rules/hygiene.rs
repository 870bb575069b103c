//! Moves that can never be made, found by trying small positions: a warning, never more than was tried.

use super::eval::{Eval, Machine};
use crate::builtin::board;
use crate::check::ir::{Expr, ExprKind, Game, GameId, Move, Param, StatementKind, each_in_binders};
use crate::check::types::{Shape, Type};
use crate::diagnostic::Diagnostic;
use crate::engine::Budget;
use crate::source::FileId;
use crate::value::{GamePosition, Part, Value};
use num_traits::ToPrimitive;
use std::collections::HashSet;
use std::time::Duration;

/// So many positions of a game are tried, and so many followers of those that were named.
const POSITIONS: usize = 400;
/// The whole search may take this long; what was not tried by then is not warned about.
const TIME: Duration = Duration::from_millis(400);

/// Warns about moves of the games in `files` that were possible in none of the small positions tried.
pub(crate) fn impossible_moves(machine: &Machine, is_new: &dyn Fn(FileId) -> bool) -> Vec<Diagnostic> {
    machine.start(Budget { time: Some(TIME), ..Budget::default() });
    let mut found = vec![];
    for (i, game) in machine.program.games.iter().enumerate() {
        if game.graph.is_some() || game.moves.is_empty() || !is_new(game.span.file) {
            continue;
        }
        let Some((seen, tried)) = tried_moves(machine, GameId(i as u32)) else { continue };
        let named = !named_positions(machine, GameId(i as u32)).is_empty();
        for (m, _) in game.moves.iter().zip(seen).filter(|(_, seen)| !seen) {
            if !named && depends_on_rules(game, m) {
                continue; // which rules it is for, only a named position can say
            }
            found.push(
                Diagnostic::warning("move-never-possible", format!("`{}` was never possible", m.label))
                    .at(
                        m.span,
                        format!("in none of the {tried} small positions of {} that were tried", game.name),
                    )
                    .hint("Can its guard hold, and is there anything to choose from?"),
            );
        }
    }
    found
}

/// Whether what a move allows depends on the rule parameters of its game.
fn depends_on_rules(game: &Game, m: &Move) -> bool {
    let mut found = false;
    let mut look = |e: &Expr| {
        e.walk(&mut |e| match &e.kind {
            ExprKind::Local(slot) | ExprKind::CallLocal(slot, _) => {
                found |= game.params.get(*slot as usize).is_some_and(|p| p.is_rule);
            }
            _ => {}
        });
    };
    each_in_binders(&m.binders, &mut look);
    m.guard.iter().for_each(&mut look);
    found
}

/// Which moves were possible somewhere, and in how many positions that was tried; `None` if too few could
/// be tried to say anything.
fn tried_moves(machine: &Machine, id: GameId) -> Option<(Vec<bool>, usize)> {
    let game = machine.program.game(id);
    let mut seen = vec![false; game.moves.len()];
    let mut left = named_positions(machine, id);
    left.extend(small_positions(machine, id));
    let mut known: HashSet<GamePosition> = left.iter().cloned().collect();
    let mut tried = 0;
    let mut next = 0;
    while next < left.len() && tried < POSITIONS && seen.contains(&false) {
        let position = left[next].clone();
        next += 1;
        let Ok(choices) = machine.choices(&position) else {
            if machine.meter().look().is_err() {
                return None;
            }
            continue;
        };
        tried += 1;
        for choice in choices {
            seen[choice.index] = true;
            for part in choice.target.parts {
                if let Part::Game(p) = part
                    && p.game.id == id.0
                    && known.len() < 4 * POSITIONS
                    && known.insert(p.clone())
                {
                    left.push(p);
                }
            }
        }
    }
    (tried >= 5).then_some((seen, tried))
}

/// Positions of the game that the file itself names: its start, and what statements ask about.
fn named_positions(machine: &Machine, id: GameId) -> Vec<GamePosition> {
    let mut found = vec![];
    let mut keep = |value: Result<Value, super::Stop>| {
        if let Ok(Value::Position(p)) = value {
            found.extend(p.parts.into_iter().filter_map(|part| match part {
                Part::Game(p) if p.game.id == id.0 => Some(p),
                _ => None,
            }));
        }
    };
    let game = machine.program.game(id);
    if let Some(start) = &game.starts {
        keep(Eval::new(machine, None, game.slots.len(), &[]).eval(start));
    }
    for s in &machine.program.statements {
        let e = match &s.kind {
            StatementKind::Show { expr, .. } | StatementKind::Play { start: expr, .. } => expr,
            StatementKind::Expect { expr, binders, .. } if binders.is_empty() => expr,
            _ => continue,
        };
        keep(Eval::new(machine, None, s.slots.len(), &[]).eval(e));
    }
    found
}

fn small_positions(machine: &Machine, id: GameId) -> Vec<GamePosition> {
    let params = &machine.program.game(id).params;
    let wide = params.len() < 2;
    let mut rows: Vec<Vec<Value>> = vec![vec![]];
    for param in params {
        let values = samples(machine, param, wide);
        rows = rows
            .iter()
            .flat_map(|row| values.iter().map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat()))
            .collect();
        rows.truncate(4 * POSITIONS);
    }
    rows.into_iter().filter_map(|args| machine.position(id, args).ok()).collect()
}

/// Small values of a parameter's type.
fn samples(machine: &Machine, param: &Param, wide: bool) -> Vec<Value> {
    match (&param.ty, &param.shape) {
        (Type::Function(..), _) => functions(machine, &param.ty),
        (ty, shape) => values_of(ty, shape, if wide { 24 } else { 7 }),
    }
}

/// The definitions of the program that fit a function type.
fn functions(machine: &Machine, ty: &Type) -> Vec<Value> {
    let fits = |l: &&(usize, &crate::check::ir::Let)| {
        let params: Vec<Type> = l.1.params.iter().map(|p| p.ty.clone()).collect();
        l.1.is_function && Type::Function(params, Box::new(l.1.body.ty.clone())) == *ty
    };
    let all = machine.program.lets.iter().enumerate();
    all.filter(|l| fits(&l)).map(|(i, l)| Value::Function(i as u32, l.name.as_str().into())).take(3).collect()
}

fn values_of(ty: &Type, shape: &Shape, most: i64) -> Vec<Value> {
    let element = |s: &Shape| if let Shape::Elements(s) = s { (**s).clone() } else { Shape::Any };
    match ty {
        Type::Int => numbers(shape, most),
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Text => vec![Value::text("ab")],
        Type::Enum(names) => (0..names.len() as u32).map(|i| Value::Case(i, names.clone())).collect(),
        Type::Cell => cells("...|...|...").into_iter().collect(),
        Type::Set(t) if **t == Type::Cell => boards(),
        Type::Set(t) => {
            prefixes(values_of(t, &element(shape), 6)).map(|v| Value::Set(v.into_iter().collect())).collect()
        }
        Type::List(t) => {
            prefixes(values_of(t, &element(shape), 3)).map(|v| Value::List(v.into_iter().collect())).collect()
        }
        Type::Bag(t) => prefixes(values_of(t, &element(shape), 3))
            .map(|v| Value::Bag(v.into_iter().map(|x| (x, 1u64)).collect()))
            .collect(),
        Type::Tuple(ts) => {
            let firsts: Option<Vec<Value>> = ts.iter().map(|t| values_of(t, &Shape::Any, 2).pop()).collect();
            firsts.map(|v| Value::Tuple(v.into())).into_iter().collect()
        }
        _ => vec![],
    }
}

fn numbers(shape: &Shape, most: i64) -> Vec<Value> {
    let (lo, hi) = match shape {
        Shape::Range(lo, hi) => {
            (lo.as_ref().and_then(ToPrimitive::to_i64), hi.as_ref().and_then(ToPrimitive::to_i64))
        }
        _ => (Some(-2), None),
    };
    let lo = lo.unwrap_or(-2);
    (lo..=hi.unwrap_or(i64::MAX).min(lo.saturating_add(most))).map(Value::int).collect()
}

/// All of some values, then fewer and fewer; single ones; and every other one.
fn prefixes(values: Vec<Value>) -> impl Iterator<Item = Vec<Value>> {
    let shorter: Vec<Vec<Value>> = (0..=values.len()).rev().map(|n| values[..n].to_vec()).collect();
    let singles: Vec<Vec<Value>> = values.iter().map(|v| vec![v.clone()]).collect();
    let spaced: Vec<Value> = values.iter().step_by(2).cloned().collect();
    let gaps: Vec<Value> = values.iter().skip(1).step_by(2).cloned().collect();
    shorter.into_iter().chain(singles).chain([spaced, gaps])
}

fn cells(drawing: &str) -> Vec<Value> {
    board::board(drawing).unwrap_or_default().into_iter().map(Value::Cell).collect()
}

fn boards() -> Vec<Value> {
    let drawings = [
        "...|...|...",
        "....|....|....",
        "..|..",
        "......",
        ".|.|.|.|.",
        "..x|.x.|x..",
        ".",
        "x..|...|..x",
        "...|.x.|...",
    ];
    drawings.iter().map(|d| Value::Set(cells(d).into_iter().collect())).collect()
}
