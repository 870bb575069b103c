//! What a layout rests on before anything is compiled: the grid, how sets lie on it, and which parts have no fixed width.

use super::bits::Grid;
use super::compile::{Class, class, grid_for};
use super::family::Family;
use super::layout::{field, leaves};
use super::needs::Needs;
use super::universe::{Sets, Universe};
use crate::check::ir::GameId;
use crate::check::types::Type;
use crate::rules::machine::Machine;
use crate::value::GamePosition;

impl Family {
    /// Whether a part of the positions that a position leads to has no width that could be known beforehand.
    pub(in crate::rules) fn has_parts_of_any_size(machine: &Machine, root: &GamePosition) -> bool {
        let games = machine.at_hand(GameId(root.game.id));
        let needs = Needs::of(machine, root, None);
        let sets = needs.map(|needs| Sets::over(machine, GameId(root.game.id), &needs)).unwrap_or_default();
        let of_game = |g: &GameId| {
            let mut params = machine.plain().game(*g).state_params();
            params.any(|(_, p)| {
                leaves(&p.ty, &p.shape).iter().any(|(ty, _)| class(ty, &sets) == Some(Class::Flat))
            })
        };
        games.iter().any(of_game)
    }

    /// Whether parts of any size of the positions that a position leads to take more bits than a key has, as large as they are
    /// in this position.
    pub(in crate::rules) fn has_parts_too_large(machine: &Machine, root: &GamePosition, bits: u32) -> bool {
        let Some(needs) = Needs::of(machine, root, None) else { return true };
        let Some((grid, sets)) = grid_and_sets(machine, root, &needs, false) else { return true };
        let flat = |ty: &Type| class(ty, &sets) == Some(Class::Flat);
        let of_game = |g: &GameId| {
            let params = machine.plain().game(*g).state_params();
            let parts = params.flat_map(|(_, p)| leaves(&p.ty, &p.shape)).filter(|(ty, _)| flat(ty));
            let widths = parts.map(|(ty, shape)| Some(field(&ty, &shape, &needs, &grid, &sets)?.0.bits));
            widths.sum::<Option<u32>>().is_none_or(|sum| sum > bits)
        };
        machine.at_hand(GameId(root.game.id)).iter().any(of_game)
    }

    /// Whether sets that a position leads to are over the elements that were met.
    pub(in crate::rules) fn has_universes(machine: &Machine, root: &GamePosition) -> bool {
        Needs::of(machine, root, None)
            .is_some_and(|needs| Sets::over(machine, GameId(root.game.id), &needs).has_universes())
    }
}

impl Needs {
    /// What a position needs, and earlier ones did; none if nothing packed can hold it. Of its rules only those count that
    /// decide something.
    pub(super) fn of(machine: &Machine, root: &GamePosition, before: Option<&Needs>) -> Option<Needs> {
        let mut needs = before.cloned().unwrap_or_default();
        if needs.names.is_none() && !needs.spelled {
            needs.names = machine.names(GameId(root.game.id));
        }
        let (rules, state): (Vec<_>, Vec<_>) =
            root.args.iter().zip(&root.game.is_rule).partition(|(_, rule)| **rule);
        let asked = root.game.is_rule.iter().zip(machine.asked(GameId(root.game.id)));
        let asked = asked.filter(|(rule, _)| **rule).map(|(_, asked)| *asked);
        let rules = rules.into_iter().zip(asked).filter_map(|(rule, asked)| asked.then_some(rule));
        if !state.iter().all(|(v, _)| needs.take(v)) {
            return None;
        }
        needs.off_grid |= grid_for(&needs, false).is_none();
        if needs.has_large_elements() || needs.off_grid {
            // Then small numbers, or cells, are elements, too, also of sets that came before.
            state.iter().for_each(|(v, _)| {
                needs.take(v);
            });
        }
        // Large tables are no elements.
        let met = needs.clone();
        let fits = rules.into_iter().all(|(v, _)| needs.take(v));
        if needs.elements.len() > Universe::MOST || needs.off_grid {
            needs.elements = met.elements;
        }
        // What is a rule takes no room.
        (needs.keys, needs.copies, needs.deep, needs.inside) = (met.keys, met.copies, met.deep, met.inside);
        fits.then_some(needs)
    }
}

/// Whether boards may be turned.
pub(super) fn is_square(machine: &Machine, root: &GamePosition) -> bool {
    let games = machine.at_hand(GameId(root.game.id));
    games.iter().any(|g| !machine.plain().game(*g).same.is_empty())
}

/// The grid for the cells at hand, and how sets lie on it. Of more cells than a set of bits has room for each is two numbers, and
/// sets of them are over those that were met; if positions have no sets, known ones are as large as they are.
pub(super) fn grid_and_sets(
    machine: &Machine,
    root: &GamePosition,
    needs: &Needs,
    square: bool,
) -> Option<(Grid, Sets)> {
    if let Some(grid) = grid_for(needs, square) {
        return Some((grid, Sets::over(machine, GameId(root.game.id), needs)));
    }
    let sets = || Sets::over(machine, GameId(root.game.id), needs);
    let sets = if has_sets(machine, root) { needs.off_grid.then(sets)? } else { Sets::as_runs() };
    let turned = is_square(machine, root);
    (!turned).then(|| Some((Grid::new(1, 1, 1, 1)?, sets)))?
}

/// Whether a part of the positions that a position leads to is a set.
fn has_sets(machine: &Machine, root: &GamePosition) -> bool {
    fn is_or_has(ty: &Type) -> bool {
        match ty {
            Type::Set(_) => true,
            Type::List(t) | Type::Bag(t) => is_or_has(t),
            Type::Map(k, v) => is_or_has(k) || is_or_has(v),
            Type::Tuple(types) => types.iter().any(is_or_has),
            _ => false,
        }
    }
    let games = machine.at_hand(GameId(root.game.id));
    games.iter().any(|g| machine.plain().game(*g).state_params().any(|(_, p)| is_or_has(&p.ty)))
}
