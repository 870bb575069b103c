//! A family: all games that a position can lead to, with their rules fixed, compiled and laid out together.

use super::before::{grid_and_sets, is_square};
use super::bits::Grid;
use super::code::{Code, Placed};
use super::compile::{claim, eight_wide, grid_for, is_won, linear_moves, moves, moves_of};
use super::dense::Clause;
use super::flat::Form;
use super::layout::{Field, Kind, field, leaves};
use super::needs::Needs;
use super::plan::{Listed, Plan};
use super::sorted::unordered;
use super::symmetry::{self, Symmetry};
use super::universe::Sets;
use crate::check::ir::{GameId, Program, Slot};
use crate::check::types::Type;
use crate::rules::machine::Machine;
use crate::value::{GameInfo, GamePosition, Value};
use std::sync::Arc;

/// Compiled games, not yet bound to a word size. Nothing in it belongs to a thread.
pub(in crate::rules) struct Family {
    pub(super) program: Arc<Program>,
    pub(super) needs: Needs,
    /// How sets are held.
    pub(super) sets: Sets,
    pub(super) grid: Grid,
    pub(super) tag_bits: u32,
    pub(super) instances: Vec<Instance>,
}

pub(super) struct Instance {
    pub(super) id: GameId,
    pub(super) info: Arc<GameInfo>,
    pub(super) rules: Vec<Option<Value>>,
    pub(super) placed: Placed,
    pub(super) moves: Code,
    /// The moves of Left, and those of Right; only where they are asked about by player.
    pub(super) sides: Vec<Code>,
    /// Whether the moves can be put into tables: as clauses and code without anything left to the general evaluation.
    pub(super) for_tables: bool,
    /// For dense tables: the moves that are linear, and the code of the others, if there are any.
    pub(super) clauses: Vec<Clause>,
    pub(super) rest: Option<Code>,
    pub(super) splits: Option<Code>,
    pub(super) same: Vec<Code>,
    /// One option where the player to move has won already; only where all moves are listed.
    pub(super) won: Option<Code>,
    /// The field that `splits` cuts into islands, if it does nothing else.
    pub(super) islands: Option<usize>,
    /// The field that `same` turns, mirrors or shifts, if it does nothing else.
    pub(super) symmetry: Option<(usize, Symmetry)>,
    /// The fields that are lists of which the order does not matter.
    pub(super) unordered: Vec<usize>,
}

/// Layouts are made again for what the rules name at most so often.
const MOST_ROUNDS: usize = 8;

/// Which code of an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Moves,
    /// Those of a player: side 0 is Left.
    Side(usize),
    Splits,
    Won,
    Same(usize),
}

impl Which {
    /// The code, if there is any.
    pub(super) fn of(self, instance: &Instance) -> Option<&Code> {
        match self {
            Which::Moves => Some(&instance.moves),
            Which::Side(side) => instance.sides.get(side),
            Which::Splits => instance.splits.as_ref(),
            Which::Won => instance.won.as_ref(),
            Which::Same(i) => instance.same.get(i),
        }
    }
}

impl Instance {
    /// Whether there are clauses that say which positions are the same.
    pub(super) fn has_same(&self) -> bool {
        !self.same.is_empty()
    }

    /// The same, or how positions split.
    pub(super) fn has_claims(&self) -> bool {
        self.splits.is_some() || !self.same.is_empty()
    }
}

impl Family {
    /// Compiles and lays out what a position can lead to, for keys of `bits` bits; `None` if packed rules
    /// cannot express it. `before` is what earlier positions of the same games needed.
    pub(in crate::rules) fn new(
        machine: &Machine,
        root: &GamePosition,
        before: Option<&Family>,
        bits: u32,
    ) -> Option<Family> {
        // What earlier positions had may be too much for one layout.
        let alone = || Family::with_needs(machine, root, None, bits, Listed::Usual);
        before
            .and_then(|b| Family::with_needs(machine, root, Some(&b.needs), bits, Listed::Usual))
            .or_else(alone)
    }

    /// The same with other moves listed, and with room for no more than what is needed.
    pub(in crate::rules) fn with_moves(
        machine: &Machine,
        root: &GamePosition,
        needs: Option<&Needs>,
        bits: u32,
        listed: Listed,
    ) -> Option<Family> {
        Family::with_needs(machine, root, needs, bits, listed)
    }

    /// What is done in one go that is spelled as several things, a name for each.
    pub(in crate::rules) fn recognised(&self) -> Vec<&'static str> {
        let mut found: Vec<&'static str> = self.instances.iter().flat_map(|i| i.moves.recognised()).collect();
        let islands = self.instances.iter().filter(|i| i.islands.is_some());
        found.extend(islands.map(|_| "claim: islands in words"));
        let symmetric = self.instances.iter().filter(|i| i.symmetry.is_some());
        found.extend(symmetric.map(|_| "claim: symmetry in words"));
        found
    }

    /// As bytes: what its positions need, and in words how they are laid out.
    pub(in crate::rules) fn save(&self) -> Vec<u8> {
        let mut bytes = self.needs.save();
        bytes.extend(self.layout().into_bytes());
        bytes
    }

    /// The family that [`Family::save`] gave for the same game and rules, if it is laid out in the same way and has room
    /// for a position.
    pub(in crate::rules) fn restored(
        machine: &Machine,
        root: &GamePosition,
        bytes: &[u8],
        bits: u32,
    ) -> Option<Family> {
        let (needs, layout) = Needs::restored(bytes)?;
        let family = Family::with_needs(machine, root, Some(&needs), bits, Listed::Usual)?;
        (family.layout().as_bytes() == layout && family.pack(root).is_some()).then_some(family)
    }

    /// All that keys depend on.
    pub(super) fn layout(&self) -> String {
        let instance = |i: &Instance| format!("{} {:?} {:?}", i.info.name, i.rules, i.placed.fields);
        let instances: Vec<String> = self.instances.iter().map(instance).collect();
        format!("{:?} {} {}", self.grid, self.tag_bits, instances.join("; "))
    }

    pub(super) fn with_needs(
        machine: &Machine,
        root: &GamePosition,
        before: Option<&Needs>,
        bits: u32,
        listed: Listed,
    ) -> Option<Family> {
        let mut needs = Needs::of(machine, root, before)?;
        let mut plan = Plan { listed, met: needs.to_meet(), ..Plan::default() };
        let family = Family::on_some_grid(machine, root, &needs, bits, &mut plan);
        // Cells that the rules name are likely to be played on. Names have no code before there is room for all of them, and
        // each definition may have more.
        for _ in 0..MOST_ROUNDS {
            let before = needs.clone();
            needs.join_named(&plan.met);
            if needs == before {
                break;
            }
            let roomy = Family::on_some_grid(machine, root, &needs, bits, &mut plan);
            if roomy.is_some() || needs.names.is_none() {
                return roomy.or(family);
            }
        }
        let letters = || Family::with_needs(machine, root, Some(&needs.spelled()?), bits, listed);
        family.or_else(letters)
    }

    /// Lays it out on the first grid that fits.
    fn on_some_grid(
        machine: &Machine,
        root: &GamePosition,
        needs: &Needs,
        bits: u32,
        plan: &mut Plan,
    ) -> Option<Family> {
        let square = is_square(machine, root);
        let roomy = if bits == 64 && square { eight_wide(needs) } else { None };
        let mut laid_out = |grid: Grid, sets: Sets| {
            let small_numbers = needs.number < 128;
            let met = needs.to_meet();
            let mut fresh = Plan { listed: plan.listed, sets, small_numbers, met, ..Plan::default() };
            let family = Family::compiled(machine, root, needs.clone(), grid, &mut fresh);
            plan.met.join_named(&fresh.met);
            let mut family = family?;
            family.lay_out(bits)?;
            Some(family)
        };
        let sets = Sets::over(machine, GameId(root.game.id), needs);
        if let Some(family) = roomy.and_then(|grid| laid_out(grid, sets)) {
            return Some(family);
        }
        let (grid, sets) = grid_and_sets(machine, root, needs, square)?;
        let as_runs = sets.has_universes().then(|| sets.without_universes());
        // A few cells of many take less room by themselves than as bits, where sets get others than they had.
        let own = || Needs::of(machine, root, None).map_or(0, |own| own.elements.len());
        if needs.off_grid && needs.elements.len() > own() {
            let as_runs = as_runs.and_then(|sets| laid_out(grid, sets));
            return as_runs.or_else(|| laid_out(grid, sets));
        }
        laid_out(grid, sets).or_else(|| laid_out(grid, as_runs?))
    }

    /// Compiles all games that a position leads to.
    fn compiled(
        machine: &Machine,
        root: &GamePosition,
        needs: Needs,
        grid: Grid,
        plan: &mut Plan,
    ) -> Option<Family> {
        plan.instance(GameId(root.game.id), rules_of(root))?;
        let mut instances = vec![];
        while instances.len() < plan.instances.len() {
            let (id, rules) = plan.instances[instances.len()].clone();
            instances.push(compile(machine, plan, grid, id, rules)?);
        }
        let tag_bits = usize::BITS - (instances.len() - 1).leading_zeros();
        let sets = plan.sets.clone();
        let program = machine.plain().clone();
        Some(Family { program, needs, sets, grid, tag_bits, instances })
    }

    /// Compiles what a position can lead to for keys of any length, with sets as runs of words or as bits; `None` if its
    /// positions are not first-order values.
    pub(in crate::rules) fn in_bytes(
        machine: &Machine,
        root: &GamePosition,
        listed: Listed,
        runs: bool,
    ) -> Option<Family> {
        Family::of_any_size(machine, root, None, listed, runs).or_else(|| {
            let letters = Needs::of(machine, root, None)?.spelled()?;
            Family::of_any_size(machine, root, Some(&letters), listed, runs)
        })
    }

    fn of_any_size(
        machine: &Machine,
        root: &GamePosition,
        before: Option<&Needs>,
        listed: Listed,
        runs: bool,
    ) -> Option<Family> {
        let needs = Needs::of(machine, root, before);
        let fits = needs.is_some();
        let mut needs = needs.unwrap_or_default();
        let compiled = |needs: &Needs, grid: Grid, met: &mut Needs| {
            let sets = if runs { Sets::as_runs() } else { Sets::default() }.with_names(needs);
            let mut plan = Plan { listed, sets, met: needs.to_meet(), ..Plan::default() };
            let family = Family::compiled(machine, root, needs.clone(), grid, &mut plan);
            met.join_named(&plan.met);
            family
        };
        let square = is_square(machine, root);
        let grid = |needs: &Needs| {
            if runs { Grid::new(1, 1, 1, 1) } else { grid_for(needs, square).filter(|_| fits) }
        };
        let mut met = needs.to_meet();
        let mut family = compiled(&needs, grid(&needs)?, &mut met);
        for _ in 0..MOST_ROUNDS {
            let names = needs.names.clone();
            needs.names.iter_mut().for_each(|all| all.extend(met.names.iter().flatten().cloned()));
            if family.is_some() || needs.names == names {
                break;
            }
            family = compiled(&needs, grid(&needs)?, &mut met);
        }
        if runs {
            return family;
        }
        // With the cells that the rules name, and one row or column more on each side, if there is room for that.
        needs.join_named(&met);
        needs.margin = 1;
        let Some(grid) = needs.cells.and_then(|_| grid_for(&needs, square)) else { return family };
        compiled(&needs, grid, &mut met).or(family)
    }

    /// Whether a part of its keys is for what was met in a position, and nothing beside that says so.
    pub(in crate::rules) fn has_flat_fields(&self) -> bool {
        let fields = self.instances.iter().flat_map(|i| &i.placed.fields);
        let flat = |(field, _): &(Field, u32)| matches!(field.kind, Kind::Flat { .. });
        self.sets.names().is_some() || fields.into_iter().any(flat)
    }

    /// Whether a part of its positions is a collection of anything: there are many such positions.
    pub(super) fn has_collections(&self) -> bool {
        let fields = self.instances.iter().flat_map(|i| &i.placed.fields);
        let of_any = |kind: &Kind| matches!(kind, Kind::Flat { piece, .. } if !piece.has_known_places());
        fields.into_iter().any(|(field, _)| of_any(&field.kind))
    }

    /// Whether lists are sorted, since their order does not matter.
    pub(in crate::rules) fn has_lists_in_any_order(&self) -> bool {
        self.instances.iter().any(Instance::has_unordered)
    }

    /// Its instances, in their order, for code that is made for it later.
    pub(super) fn plan(&self) -> Plan {
        let instances = self.instances.iter().map(|i| (i.id, i.rules.clone())).collect();
        Plan { instances, sets: self.sets.clone(), ..Plan::default() }
    }

    /// What its positions need; for a layout with more room.
    pub(in crate::rules) fn needs(&self) -> &Needs {
        &self.needs
    }

    /// The same games laid out with room for more, which comes up in play.
    pub(in crate::rules) fn wider(
        machine: &Machine,
        root: &GamePosition,
        needs: &Needs,
        bits: u32,
    ) -> Option<Family> {
        Family::with_needs(machine, root, Some(needs), bits, Listed::Usual)
    }

    /// A family of one code, which makes numbers of a number: lists of what satisfies a condition are made with it.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn of_numbers(&self, moves: Code, (lo, hi): (i64, i64)) -> Option<Family> {
        let bits = u64::BITS - hi.abs_diff(lo).leading_zeros();
        Some(self.of_one(moves, vec![(Field { kind: Kind::Word { lo, hi }, bits }, 0)]))
    }

    /// A family of one game with these moves and fields.
    pub(super) fn of_one(&self, moves: Code, fields: Vec<(Field, u32)>) -> Family {
        let of = &self.instances[0];
        let instance = Instance {
            id: of.id,
            info: of.info.clone(),
            rules: of.rules.clone(),
            placed: Placed { fields },
            moves,
            sides: vec![],
            for_tables: false,
            clauses: vec![],
            rest: None,
            splits: None,
            same: vec![],
            won: None,
            islands: None,
            symmetry: None,
            unordered: vec![],
        };
        Family {
            program: self.program.clone(),
            needs: self.needs.clone(),
            sets: self.sets.clone(),
            grid: self.grid,
            tag_bits: 0,
            instances: vec![instance],
        }
    }

    /// How values of a type are written as words.
    pub(super) fn form(&self, ty: &Type) -> Option<Form> {
        Form::of(ty, &self.sets)
    }

    /// Whether something in it is left to the general evaluation.
    pub(super) fn has_asides(&self) -> bool {
        let codes = |i: &Instance| i.splits.iter().chain(&i.same).any(|c| !c.asides.is_empty());
        self.instances.iter().any(|i| !i.moves.asides.is_empty() || codes(i))
    }

    /// How many sides there are: 2 if the moves of each player are known apart.
    pub(in crate::rules) fn sides(&self) -> usize {
        if self.has_sides() { 2 } else { 1 }
    }

    /// Whether the moves of each player are known apart.
    pub(in crate::rules) fn has_sides(&self) -> bool {
        self.instances.iter().any(|i| !i.sides.is_empty())
    }

    /// Whether a position is of one of its games.
    pub(in crate::rules) fn has(&self, position: &GamePosition) -> bool {
        self.instance_of(position).is_some()
    }

    /// Whether every move leads to one part, and to no nim-heap.
    pub(in crate::rules) fn has_no_sums(&self) -> bool {
        self.instances.iter().all(|i| i.moves.is_each_alone() && i.sides.iter().all(Code::is_each_alone))
    }

    /// Whether some game has a `wins when`.
    pub(in crate::rules) fn may_be_won(&self) -> bool {
        self.instances.iter().any(|i| !self.program.game(i.id).wins.is_empty())
    }

    /// Fields behind the tag: least widths first, spare bits shared among those that can use them.
    fn lay_out(&mut self, bits: u32) -> Option<()> {
        for instance in &mut self.instances {
            let game = self.program.game(instance.id);
            let leaves = game.state_params().flat_map(|(_, p)| leaves(&p.ty, &p.shape));
            let fields: Option<Vec<(Field, bool)>> =
                leaves.map(|(ty, shape)| field(&ty, &shape, &self.needs, &self.grid, &self.sets)).collect();
            let mut fields = fields?;
            let used = self.tag_bits + fields.iter().map(|(f, _)| f.bits).sum::<u32>();
            let mut spare = bits.checked_sub(used)?;
            let mut flexible = fields.iter().filter(|(_, flexible)| *flexible).count() as u32;
            for (f, is_flexible) in &mut fields {
                if *is_flexible {
                    spare -= f.widen(spare / flexible);
                    flexible -= 1;
                }
                f.settle();
            }
            let mut at = self.tag_bits;
            instance.placed.fields = fields
                .into_iter()
                .map(|(f, _)| {
                    at += f.bits;
                    let place = at - f.bits;
                    (f, place)
                })
                .collect();
        }
        Some(())
    }

    /// The instance that a position belongs to.
    pub(super) fn instance_of(&self, position: &GamePosition) -> Option<usize> {
        let (id, rules) = (GameId(position.game.id), rules_of(position));
        self.instances.iter().position(|i| i.id == id && i.rules == rules)
    }

    /// The value of the only parameter of a position that is no rule; `None` if the game is not of the family.
    pub(super) fn only_state(&self, position: &GamePosition) -> Option<Value> {
        self.instance_of(position)?;
        let mut state = position.args.iter().zip(&position.game.is_rule).filter(|(_, rule)| !**rule);
        match (state.next(), state.next()) {
            (Some((value, _)), None) => Some(value.clone()),
            _ => None,
        }
    }
}

/// The rule parameters of a position.
fn rules_of(position: &GamePosition) -> Vec<Option<Value>> {
    position.args.iter().zip(&position.game.is_rule).map(|(v, rule)| rule.then(|| v.clone())).collect()
}

fn compile(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    id: GameId,
    rules: Vec<Option<Value>>,
) -> Option<Instance> {
    let game = machine.plain().game(id);
    plan.asides = false;
    let linear = linear_moves(machine, plan, grid, id, &rules);
    let for_tables = linear.is_some();
    let (clauses, rest) = linear.unwrap_or_default();
    plan.asides = true;
    let moves = moves(machine, plan, grid, id, &rules)?;
    let splits = match &game.splits {
        Some(c) => Some(claim(machine, plan, grid, id, &rules, c)?),
        None => None,
    };
    let same = game.same.iter().map(|c| claim(machine, plan, grid, id, &rules, c)).collect::<Option<_>>()?;
    let won = if plan.listed.all() { is_won(machine, plan, grid, id, &rules) } else { None };
    let sides = if plan.listed == Listed::OfEach { 0..2 } else { 0..0 };
    let sides = sides.map(|side| moves_of(machine, plan, grid, (id, &rules), side)).collect::<Option<_>>()?;
    // The field of a parameter that is no tuple: rules have none, tuples several.
    let before = |slot: Slot| game.state_params().filter(move |(i, _)| *i < slot as usize);
    let field = |slot: Slot| before(slot).map(|(_, p)| leaves(&p.ty, &p.shape).len()).sum();
    let islands = symmetry::islands(game, id).map(field);
    let symmetry = symmetry::symmetry(game, id).map(|(slot, s)| (field(slot), s));
    let placed = Placed { fields: vec![] };
    Some(Instance {
        id,
        info: machine.info(id).clone(),
        rules,
        placed,
        moves,
        sides,
        for_tables,
        clauses,
        rest,
        splits,
        same,
        won,
        islands,
        symmetry,
        unordered: unordered(machine, id),
    })
}
