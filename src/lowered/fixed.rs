//! Rule parameters as definitions: the towers in `Popper(put(heights, i, heights[i] - 1), towers)`, which no move changes. In a parameter
//! they would say how much room there is for lists that do change; a definition says nothing of that, and is looked up.

use super::again::{Renewed, Style, View, Walk, definition, int, spelled};
use crate::check::ir::{Binder, Expr, ExprKind, GameId, LetId, Program, Slot};
use crate::check::types::{Shape, Type};
use crate::source::Span;
use crate::value::Value;
use num_bigint::BigInt;

/// The rule parameters of a game in plain rules that are more than one number; `None` if there are none.
pub(crate) fn fixed(program: &Program, id: GameId) -> Option<Vec<usize>> {
    let game = program.game(id);
    if game.splits.is_some() || !game.same.is_empty() || game.graph.is_some() {
        return None;
    }
    let is_more = |param: &usize| game.params[*param].is_rule && is_collection(&game.params[*param].ty);
    let params: Vec<usize> = (0..game.params.len()).filter(is_more).collect();
    (!params.is_empty()).then_some(params)
}

fn is_collection(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Set(_) | Type::Bag(_) | Type::Map(..) | Type::Tuple(_) | Type::Text)
}

/// The program with some parameters of a game as definitions of these values.
pub(crate) fn with_fixed(
    program: &Program,
    id: GameId,
    params: &[usize],
    values: &[Value],
) -> Option<Program> {
    let mut program = program.clone();
    let span = program.game(id).span;
    let first = LetId(program.lets.len() as u32);
    let mut renewed = vec![];
    for (by, (param, value)) in params.iter().zip(values).enumerate() {
        let body = spelled(value, &program.game(id).params[*param].ty, span)?;
        let name = format!("fixed {}", program.lets.len());
        program.lets.push(definition(name, body));
        let zero = Some(BigInt::ZERO);
        renewed.push(Renewed { param: *param, by, ty: Type::Int, shape: Shape::Range(zero.clone(), zero) });
    }
    let game = Walk::new(&program, id, &renewed, Fixed { first }).all()?;
    program.games[id.index()] = game;
    Some(program)
}

/// What stays is the number 0 in a position, and a definition wherever it is looked at.
struct Fixed {
    first: LetId,
}

impl Style for Fixed {
    fn view(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<View> {
        let held = walk.held.get(&e.local()?)?;
        Some(View { row: int(0, e.span), by: held.by })
    }

    fn short(_: &mut Walk<'_, Self>, _: &Expr) -> Option<Expr> {
        None
    }

    fn written_out(walk: &mut Walk<'_, Self>, view: &View, ty: &Type) -> Expr {
        let kind = ExprKind::Global(LetId(walk.style.first.0 + view.by as u32));
        Expr { kind, ty: ty.clone(), span: view.row.span }
    }

    fn element(_: &Walk<'_, Self>, _: usize, at: &Expr) -> Expr {
        at.clone()
    }

    fn chosen(_: &mut Walk<'_, Self>, _: &[Slot], _: &Expr, _: bool, _: Span) -> Option<Vec<Binder>> {
        None
    }
}
