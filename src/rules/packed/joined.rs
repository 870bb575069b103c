//! Games that lead to each other as one game: the first digit says which one, and parameters at the same place are the same digits.
//! Arrays hold them all together.

use super::code::{Code, Op, Reg};
use super::compile::{Compiler, Env, Val};
use super::family::{Family, Instance};
use super::layout::{Field, Kind, leaves};
use super::plan::Plan;
use crate::check::ir::{Game, Move, Slot};
use crate::check::types::{Shape, Type};
use crate::rules::machine::Machine;
use crate::value::{GamePosition, Value};

impl Family {
    /// What all games have in their parameters, in order: those of the game that has most, of which the others have the first
    /// ones; `None` if they differ.
    pub(super) fn parameters_alike(&self) -> Option<Vec<(Type, Shape)>> {
        let of = |i: &Instance| -> Vec<(Type, Shape)> {
            self.program.game(i.id).state_params().flat_map(|(_, p)| leaves(&p.ty, &p.shape)).collect()
        };
        let all: Vec<_> = self.instances.iter().map(of).collect();
        let longest = all.iter().max_by_key(|leaves| leaves.len())?.clone();
        all.iter().all(|leaves| longest.starts_with(leaves)).then_some(longest)
    }

    /// All games as one, with its moves for an array of positions that are like one, or those of one player; `None` if something has
    /// no code. With lists of the numbers that satisfy conditions on another number, or without.
    pub(super) fn joined(
        &self,
        machine: &Machine,
        root: &GamePosition,
        side: Option<usize>,
        with_lists: bool,
    ) -> Option<Family> {
        let mut plan = self.plan();
        let fields = self.fields_of_all();
        let moves = self.moves_into_array(machine, &mut plan, (root, side, with_lists), &fields);
        let moves = moves.filter(|moves| plan.count() == self.instances.len() && moves.asides.is_empty());
        // One game has moves already.
        let one = &self.instances[0];
        let made = || Some(side.map_or(Some(&one.moves), |side| one.sides.get(side))?.clone());
        let moves = moves.or_else(|| if self.tag_bits == 0 { made() } else { None })?;
        Some(self.of_one(moves, fields))
    }

    /// The fields of all games as one: which game it is, and those of the game that has most.
    pub(super) fn fields_of_all(&self) -> Vec<(Field, u32)> {
        let last = self.instances.len() as i64 - 1;
        let which = (Field { kind: Kind::Word { lo: 0, hi: last }, bits: self.tag_bits }, 0);
        let longest = self.instances.iter().map(|i| &i.placed.fields).max_by_key(|fields| fields.len());
        (self.tag_bits > 0)
            .then_some(which)
            .into_iter()
            .chain(longest.into_iter().flatten().cloned())
            .collect()
    }

    fn moves_into_array(
        &self,
        machine: &Machine,
        plan: &mut Plan,
        (root, side, with_lists): (&GamePosition, Option<usize>, bool),
        fields: &[(Field, u32)],
    ) -> Option<Code> {
        let mut c = Compiler::new(machine, plan, self.grid);
        c.for_array = true;
        c.lists_of_two = with_lists;
        let which = match self.tag_bits {
            0 => None,
            _ => Some(c.word()?),
        };
        c.code.inputs.extend(which.map(Reg::I));
        let end = c.label();
        for (i, instance) in self.instances.iter().enumerate() {
            let next = c.label();
            if let Some(which) = which {
                let i = c.constant(i as i64)?;
                c.emit(Op::JumpUnlessEq(which, i, next))?;
            }
            let mut game = self.program.game(instance.id).clone();
            game.moves.retain(|m| side.is_none_or(|side| instance.id.is_impartial() || m.is_of(side)));
            let mut registers = c.code.inputs.split_off(usize::from(which.is_some())).into_iter();
            let env = c.inputs_in(&game, &instance.rules, &mut registers)?;
            c.code.inputs.extend(registers);
            c.moves_of_lengths(game, env, root)?;
            c.emit(Op::Jump(end))?;
            c.place(next);
        }
        c.place(end);
        if which.is_some() {
            c.join_parts(fields)?;
        }
        c.finish()
    }
}

impl Compiler<'_> {
    /// The moves of a game whose lists are as long as those that a position has at the same places.
    fn moves_of_lengths(&mut self, mut game: Game, env: Env, root: &GamePosition) -> Option<()> {
        let state = root.args.iter().zip(&root.game.is_rule).filter(|(_, rule)| !**rule);
        let values: Vec<&Value> = state.map(|(value, _)| value).collect();
        let slots: Vec<usize> = game.state_params().map(|(slot, _)| slot).collect();
        let held = |slot: Slot| values.get(slots.iter().position(|s| *s == slot as usize)?).copied();
        let length = |slot: Slot| match held(slot)? {
            Value::List(list) => Some(list.len() as i64),
            _ => None,
        };
        for (slot, val) in (0..).zip(&env.slots) {
            let Some(Val::L(l)) = val else { continue };
            match held(slot) {
                Some(Value::List(list)) => {
                    self.lengths.push((*l, list.len() as i64));
                    self.places_of.push((*l, (1..=list.len() as i64).map(Value::int).collect()));
                }
                Some(Value::Map(map)) => self.places_of.push((*l, map.keys().cloned().collect())),
                _ => {}
            }
        }
        // Those that take least are first: if one of their options is void, nothing else is looked at.
        game.moves.sort_by_key(|m| m.binders.len());
        game.moves.iter_mut().flat_map(Move::expressions_mut).for_each(|e| e.write_sizes(&length));
        self.list_moves(&game, &game.moves, env, false)
    }

    /// Makes parts of any of the games parts of all as one: the number of the game comes first, and what a game does not have is
    /// least.
    fn join_parts(&mut self, fields: &[(Field, u32)]) -> Option<()> {
        let mut parts = std::mem::take(&mut self.code.parts);
        for part in &mut parts {
            let which = self.constant(part.instance as i64)?;
            part.args.insert(0, Reg::I(which));
            for (field, _) in fields.get(part.args.len()..)? {
                let Kind::Word { lo, .. } = field.kind else { return None };
                part.args.push(Reg::I(self.constant(lo)?));
            }
            part.instance = 0;
        }
        self.code.parts = parts;
        Some(())
    }
}
