//! Maps whose keys stay the same all through a play, as lists of their values: `Shop(put(stock, "tea", stock["tea"] - 1))`. Rules of such
//! a game are written here as rules of these lists, beside a list of the keys, which the rules name. A key is a place then, and
//! to run through the keys is to run through the places.
//!
//! The keys are those of the position that is asked about. Where another one turns up, the rules over lists make a mistake, and whoever
//! asks leaves the position to others.

mod rewrite;

use super::again::{Renewed, Walk, definition, is_written, list_of, written};
use crate::check::ir::{Expr, ExprKind, GameId, LetId, Program};
use crate::check::types::{Shape, Type};
use crate::value::Value;
use num_bigint::BigInt;
use rewrite::InEntries;

/// The keys of some maps of a position, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    pub ty: Type,
    pub values: Vec<Value>,
    /// What the maps have for each.
    pub entry: Type,
}

/// Which parameters of a game are maps, as far as their keys can be places; `None` if none is.
pub(crate) fn maps(program: &Program, id: GameId) -> Option<Vec<usize>> {
    let game = program.game(id);
    if game.splits.is_some() || !game.same.is_empty() || game.graph.is_some() {
        return None;
    }
    let is_one = |param: &usize| {
        let param = &game.params[*param];
        matches!(&param.ty, Type::Map(k, _) if !param.is_rule && is_written(k))
    };
    let params: Vec<usize> = (0..game.params.len()).filter(is_one).collect();
    (!params.is_empty()).then_some(params)
}

/// The program with the rules of a game over lists in place of the maps in some parameters, each by the keys that are said; what has a
/// value beforehand is `known`. `None` if a map may get other keys.
pub(crate) fn in_entries(
    program: &Program,
    id: GameId,
    by: &[(usize, usize)],
    all: &[Keys],
    known: &dyn Fn(&Expr) -> Option<Value>,
) -> Option<Program> {
    let mut program = program.clone();
    let span = program.game(id).span;
    let first = LetId(program.lets.len() as u32);
    for Keys { ty, values, .. } in all {
        let keys = values.iter().map(|key| written(key, ty, span)).collect::<Option<Vec<_>>>()?;
        let number = |i: usize| Expr { kind: ExprKind::Int(BigInt::from(i + 1)), ty: Type::Int, span };
        let places = keys.iter().cloned().zip((0..keys.len()).map(number)).collect();
        let map = Type::Map(Box::new(ty.clone()), Box::new(Type::Int));
        for (kind, ty) in [(ExprKind::List(keys), list_of(ty.clone())), (ExprKind::Map(places), map)] {
            let name = format!("keys {}", program.lets.len());
            program.lets.push(definition(name, Expr { kind, ty, span }));
        }
    }
    let renewed = by.iter().map(|(param, by)| {
        let shape = match &program.game(id).params[*param].shape {
            Shape::Map(_, of) => Shape::Elements(of.clone()),
            _ => Shape::Any,
        };
        Renewed { param: *param, by: *by, ty: list_of(all[*by].entry.clone()), shape }
    });
    let renewed: Vec<Renewed> = renewed.collect();
    let style = InEntries { all, first, known };
    let game = Walk::new(&program, id, &renewed, style).all()?;
    program.games[id.index()] = game;
    Some(program)
}
