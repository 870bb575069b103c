//! Bags over a few elements as lists of how often each of them is there: `Coins(purse without x with y)`. Rules of such a game are
//! written here as rules of these counts, beside a list of the elements, which the rules name. To run through a bag is to run through
//! the elements that are there at all, to take one out is to count one less, and to count equal ones is to look.
//!
//! The elements are those that are there at first and those that moves may put there, as they are written. Where another one turns
//! up, the rules in counts make a mistake, and whoever asks leaves the position to others.

mod elements;
mod rewrite;

use super::again::{Renewed, Walk, definition, is_written, list_of, written};
use crate::check::ir::{Expr, ExprKind, GameId, LetId, Program};
use crate::check::types::{Shape, Type};
use crate::value::Value;
pub(crate) use elements::{Joining, joining};
use num_bigint::BigInt;
use rewrite::InCounts;

/// Which parameters of a game become counts, and what may join them.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// In order.
    pub params: Vec<usize>,
    /// What their bags are made of.
    pub element: Type,
    pub joining: Joining,
}

/// The parameters of a game in plain rules that become counts; `None` if there are none.
pub(crate) fn counted(program: &Program, id: GameId) -> Option<Counted> {
    let game = program.game(id);
    if game.splits.is_some() || !game.same.is_empty() || game.graph.is_some() {
        return None;
    }
    let bag = |param: usize| match &game.params[param].ty {
        Type::Bag(of) if !game.params[param].is_rule => Some((**of).clone()),
        _ => None,
    };
    let params: Vec<usize> = (0..game.params.len()).filter(|p| bag(*p).is_some()).collect();
    let element = bag(*params.first()?)?;
    if !is_written(&element) || params.iter().any(|p| bag(*p).as_ref() != Some(&element)) {
        return None;
    }
    let joining = joining(program, id, &params)?;
    Some(Counted { params, element, joining })
}

/// The program with the rules of a game in counts of these elements, which are in order. Parameters keep their places.
pub(crate) fn in_counts(
    program: &Program,
    id: GameId,
    counted: &Counted,
    elements: &[Value],
) -> Option<Program> {
    let mut program = program.clone();
    let span = program.game(id).span;
    let each = elements.iter().map(|x| written(x, &counted.element, span));
    let each = each.collect::<Option<Vec<_>>>()?;
    let number = |i: usize| Expr { kind: ExprKind::Int(BigInt::from(i + 1)), ty: Type::Int, span };
    let places = each.iter().cloned().zip((0..each.len()).map(number)).collect();
    let list = Type::List(Box::new(counted.element.clone()));
    let map = Type::Map(Box::new(counted.element.clone()), Box::new(Type::Int));
    let first = LetId(program.lets.len() as u32);
    for (kind, ty) in [(ExprKind::List(each), list), (ExprKind::Map(places), map)] {
        let body = Expr { kind, ty, span };
        let name = format!("elements {}", program.lets.len());
        program.lets.push(definition(name, body));
    }
    let renewed = counted.params.iter().map(|param| {
        let shape = Shape::Elements(Box::new(Shape::nat()));
        Renewed { param: *param, by: 0, ty: list_of(Type::Int), shape }
    });
    let renewed: Vec<Renewed> = renewed.collect();
    let style = InCounts { element: &counted.element, elements: first, values: elements };
    let game = Walk::new(&program, id, &renewed, style).all()?;
    program.games[id.index()] = game;
    Some(program)
}
