//! Lists and texts that only get shorter at their ends: `Row(coins[2..])`. Whatever play leaves of them is a slice of what there was
//! at first, and is known by where it begins and how long it is: two numbers, or one where only one end is taken from. Rules of such
//! a game are written here as rules of these numbers, beside what there was at first, which is a list that the rules name.
//!
//! The same goes for lists of such lists: stacks that are taken from at the top are a list of heights.

mod parameters;
mod rewrite;
mod views;

use super::again::{definition, written};
use crate::check::ir::{Expr, ExprKind, GameId, LetId, Program};
use crate::check::types::Type;
use crate::value::Value;
use num_bigint::BigInt;
use rewrite::Rewriting;

/// What play leaves of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// Any part of it in one piece.
    Middle,
    /// The same without some of its first elements.
    End,
    /// The same without some of its last elements.
    Begin,
}

/// A parameter that becomes numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    /// Which parameter.
    pub param: usize,
    /// What play leaves of it, or of each list in it.
    pub left: Left,
    /// Whether it is a list of lists, or of texts.
    pub is_rows: bool,
}

/// Which parameters of a game become numbers; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cuts {
    /// In order.
    pub cuts: Vec<Cut>,
    /// What their lists are made of.
    pub element: Type,
}

/// What there was at first.
pub(crate) struct Whole {
    /// All lists, one behind the other.
    pub elements: Vec<Value>,
    /// For each parameter that becomes numbers, where its lists begin and how long they are; a list is the only one of its parameter.
    pub rows: Vec<Vec<(usize, usize)>>,
}

/// The parameters of a game in plain rules that become numbers; `None` if there are none, or the game leads to others.
pub(crate) fn cuts(program: &Program, id: GameId) -> Option<Cuts> {
    let game = program.game(id);
    if game.splits.is_some() || !game.same.is_empty() || game.graph.is_some() {
        return None;
    }
    let found = game.params.iter().find_map(|p| element(&p.ty).filter(|_| !p.is_rule))?;
    let mut params: Vec<usize> = (0..game.params.len()).collect();
    params.retain(|p| !game.params[*p].is_rule && element(&game.params[*p].ty) == Some(found.clone()));
    let as_cut =
        |param: &usize| Cut { param: *param, left: Left::Middle, is_rows: is_rows(&game.params[*param].ty) };
    while !params.is_empty() {
        let cuts = Cuts { cuts: params.iter().map(as_cut).collect(), element: found.clone() };
        match Rewriting::new(program, id, &cuts, None).all() {
            Ok(rewritten) => {
                return rewritten.cuts_something.then_some(Cuts { cuts: rewritten.cuts, ..cuts });
            }
            Err(Some(param)) => params.retain(|p| *p != param),
            Err(None) => return None,
        }
    }
    None
}

/// The program with the rules of a game in numbers. Its parameters keep their places; where both the beginning and the length of a
/// list are needed, the beginnings are behind all others, in order.
pub(crate) fn in_numbers(program: &Program, id: GameId, cuts: &Cuts, whole: &Whole) -> Option<Program> {
    let mut program = program.clone();
    let list = |elements: Vec<Expr>, ty: &Type| {
        let span = program.game(id).span;
        Expr { kind: ExprKind::List(elements), ty: Type::List(Box::new(ty.clone())), span }
    };
    let elements = whole.elements.iter().map(|x| written(x, &cuts.element, program.game(id).span));
    let mut lets = vec![list(elements.collect::<Option<_>>()?, &cuts.element)];
    for (cut, rows) in cuts.cuts.iter().zip(&whole.rows) {
        let fixed = rows.iter().map(|(at, n)| if cut.left == Left::End { at + n } else { *at });
        let span = program.game(id).span;
        let fixed = fixed.map(|n| Expr { kind: ExprKind::Int(BigInt::from(n)), ty: Type::Int, span });
        lets.push(list(fixed.collect(), &Type::Int));
    }
    let first = program.lets.len() as u32;
    for body in lets {
        let name = format!("whole {}", program.lets.len());
        program.lets.push(definition(name, body));
    }
    let rewritten = Rewriting::new(&program, id, cuts, Some((LetId(first), whole))).all().ok()?;
    program.games[id.index()] = rewritten.game;
    Some(program)
}

/// What a list, a text, or a list of these is made of.
fn element(ty: &Type) -> Option<Type> {
    match ty {
        Type::Text => Some(Type::Text),
        Type::List(of) => element(of).or_else(|| is_simple(of).then(|| (**of).clone())),
        _ => None,
    }
}

fn is_simple(ty: &Type) -> bool {
    matches!(ty, Type::Int | Type::Bool)
}

/// Whether values of a type are lists of lists, or of texts.
fn is_rows(ty: &Type) -> bool {
    matches!(ty, Type::List(of) if matches!(**of, Type::List(_) | Type::Text))
}

/// Whether a type is that of a list of such elements, or of a text of such letters.
fn is_row(ty: &Type, element: &Type) -> bool {
    match ty {
        Type::Text => *element == Type::Text,
        Type::List(of) => **of == *element,
        _ => false,
    }
}
