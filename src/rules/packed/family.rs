//! A family: all games that a position can lead to, with their rules fixed, compiled and laid out together.

use super::bits::Grid;
use super::code::{Code, Placed, Reg, word_cell};
use super::compile::{claim, eight_wide, grid_for, linear_moves, moves};
use super::dense::Clause;
use super::expr::map_words;
use super::layout::{
    Field, Kind, Needs, field, leaf_values, leaves, mask, pack_cell, pack_list, pack_word, unpack_cell,
    unpack_list,
};
use super::loops::word_of;
use super::symmetry::{self, Symmetry};
use super::vm::{Ended, Sink, Vm};
use crate::builtin::collection::{elements, with};
use crate::check::ir::{GameId, Program, Slot};
use crate::check::types::Type;
use crate::engine::{Exhausted, ForThread, Key, Meter, Options, Rules};
use crate::rules::machine::Machine;
use crate::value::{Cell, GameInfo, GamePosition, OrdMap, Value};
use std::rc::Rc;
use std::sync::Arc;

/// Why packed rules stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bail {
    /// Something did not fit: ask the general evaluation.
    Misfit,
    /// A budget ran out.
    Exhausted(Exhausted),
}

/// A machine word that keys are kept in.
pub trait Word: Key {
    /// Its width.
    const BITS: u32;
    /// The lower bits of a wide word.
    fn narrow(wide: u128) -> Self;
    /// As a wide word.
    fn wide(self) -> u128;
}

impl Word for u64 {
    const BITS: u32 = 64;
    fn narrow(wide: u128) -> u64 {
        wide as u64
    }
    fn wide(self) -> u128 {
        u128::from(self)
    }
}

impl Word for u128 {
    const BITS: u32 = 128;
    fn narrow(wide: u128) -> u128 {
        wide
    }
    fn wide(self) -> u128 {
        self
    }
}

/// The instances found so far: a game with its rule parameters known.
#[derive(Debug, Default)]
pub(super) struct Plan {
    instances: Vec<(GameId, Vec<Option<Value>>)>,
    /// Expressions whose values are remembered.
    memories: u16,
}

const MAX_INSTANCES: usize = 64;

impl Plan {
    /// A place to remember the values of one more expression.
    pub(super) fn memory(&mut self) -> Option<u16> {
        self.memories = self.memories.checked_add(1)?;
        Some(self.memories - 1)
    }

    /// The index of an instance, new or known.
    pub(super) fn instance(&mut self, id: GameId, rules: Vec<Option<Value>>) -> Option<usize> {
        let wanted = (id, rules);
        if let Some(i) = self.instances.iter().position(|i| *i == wanted) {
            return Some(i);
        }
        self.instances.push(wanted);
        (self.instances.len() <= MAX_INSTANCES).then_some(self.instances.len() - 1)
    }
}

/// Compiled games, not yet bound to a word size. Nothing in it belongs to a thread.
pub(in crate::rules) struct Family {
    pub(super) program: Arc<Program>,
    needs: Needs,
    pub(super) grid: Grid,
    tag_bits: u32,
    pub(super) instances: Vec<Instance>,
}

pub(super) struct Instance {
    pub(super) id: GameId,
    info: Arc<GameInfo>,
    pub(super) rules: Vec<Option<Value>>,
    pub(super) placed: Placed,
    moves: Code,
    /// For dense tables: the moves that are linear, and the code of the others, if there are any.
    pub(super) clauses: Vec<Clause>,
    pub(super) rest: Option<Code>,
    splits: Option<Code>,
    same: Vec<Code>,
    /// The field that `splits` cuts into islands, if it does nothing else.
    islands: Option<usize>,
    /// The field that `same` turns, mirrors or shifts, if it does nothing else.
    symmetry: Option<(usize, Symmetry)>,
}

impl Instance {
    /// Whether there are clauses that say how positions split, or which are the same.
    pub(super) fn has_claims(&self) -> bool {
        self.splits.is_some() || !self.same.is_empty()
    }

    /// The first field that is a set of cells or numbers.
    fn board(&self) -> Option<&(Field, u32)> {
        self.placed.fields.iter().find(|(field, _)| matches!(field.kind, Kind::Cells | Kind::Set { .. }))
    }
}

/// The first and the last element of a set.
fn ends(bits: u128) -> Option<(u32, u32)> {
    (bits != 0).then(|| (bits.trailing_zeros(), 127 - bits.leading_zeros()))
}

impl Family {
    /// The middle of a board or a strip: twice the row and column, from 0.
    fn middle(&self, field: &Field, bits: u128) -> Option<(i32, i32)> {
        if field.kind == Kind::Cells {
            let (top, bottom, left, right) = self.grid.bounds(bits)?;
            return Some(((top + bottom) as i32, (left + right) as i32));
        }
        ends(bits).map(|(first, last)| (0, (first + last) as i32))
    }

    /// The row and column, from 0, of an element of a board or a strip.
    #[inline]
    fn place(&self, field: &Field, bit: u32) -> (i32, i32) {
        if field.kind == Kind::Cells { self.grid.place(bit) } else { (0, bit as i32) }
    }

    /// Compiles and lays out what a position can lead to, for keys of `bits` bits; `None` if packed rules
    /// cannot express it. `before` is what earlier positions of the same games needed.
    pub(in crate::rules) fn new(
        machine: &Machine,
        root: &GamePosition,
        before: Option<&Family>,
        bits: u32,
    ) -> Option<Family> {
        Family::with_needs(machine, root, before.map(|b| &b.needs), bits)
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
        let family = Family::with_needs(machine, root, Some(&needs), bits)?;
        (family.layout().as_bytes() == layout && family.pack(root).is_some()).then_some(family)
    }

    /// All that keys depend on.
    fn layout(&self) -> String {
        let instance = |i: &Instance| format!("{} {:?} {:?}", i.info.name, i.rules, i.placed.fields);
        let instances: Vec<String> = self.instances.iter().map(instance).collect();
        format!("{:?} {} {}", self.grid, self.tag_bits, instances.join("; "))
    }

    fn with_needs(
        machine: &Machine,
        root: &GamePosition,
        before: Option<&Needs>,
        bits: u32,
    ) -> Option<Family> {
        let mut needs = Needs::default();
        if !root.args.iter().all(|v| needs.take(v)) {
            return None;
        }
        if let Some(before) = before {
            needs.join(before);
        }
        let games = machine.reachable(GameId(root.game.id));
        let square = games.iter().any(|g| !machine.program.game(*g).same.is_empty());
        let roomy = if bits == 64 && square { eight_wide(&needs) } else { None };
        let family = roomy.and_then(|grid| Family::on_grid(machine, root, needs.clone(), grid, bits));
        family.or_else(|| Family::on_grid(machine, root, needs.clone(), grid_for(&needs, square)?, bits))
    }

    fn on_grid(
        machine: &Machine,
        root: &GamePosition,
        needs: Needs,
        grid: Grid,
        bits: u32,
    ) -> Option<Family> {
        let mut plan = Plan::default();
        plan.instance(GameId(root.game.id), rules_of(root))?;
        let mut instances = vec![];
        while instances.len() < plan.instances.len() {
            let (id, rules) = plan.instances[instances.len()].clone();
            instances.push(compile(machine, &mut plan, grid, id, rules)?);
        }
        let tag_bits = usize::BITS - (instances.len() - 1).leading_zeros();
        let mut family = Family { program: machine.program.clone(), needs, grid, tag_bits, instances };
        family.lay_out(bits)?;
        Some(family)
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
                leaves.map(|(ty, shape)| field(&ty, &shape, &self.needs, Some(&self.grid))).collect();
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

    /// The key of a position of a game in the family; `None` if it does not fit.
    pub(in crate::rules) fn pack(&self, position: &GamePosition) -> Option<u128> {
        let tag = self.instance_of(position)?;
        let mut key = tag as u128;
        let instance = &self.instances[tag];
        let mut values = vec![];
        for (slot, param) in self.program.game(instance.id).state_params() {
            leaf_values(&param.ty, &position.args[slot], &mut values);
        }
        for ((field, at), value) in instance.placed.fields.iter().zip(values) {
            key |= self.pack_value(field, value)? << at;
        }
        Some(key)
    }

    fn pack_value(&self, field: &Field, value: &Value) -> Option<u128> {
        match &field.kind {
            Kind::Word { lo, hi } => pack_word(*lo, *hi, word_of(value)?).map(u128::from),
            Kind::Cell => pack_cell(word_of(value)?).map(u128::from),
            Kind::Set { lo, hi } => {
                let mut bits = 0;
                for v in elements(value) {
                    let bit = u32::try_from(word_of(&v)?).ok().filter(|b| lo <= b && b <= hi)?;
                    bits |= 1 << bit;
                }
                Some(bits)
            }
            Kind::Cells => {
                let mut bits = 0;
                for v in elements(value) {
                    let (row, col) = word_cell(word_of(&v)?);
                    bits |= 1 << self.grid.bit(row, col)?;
                }
                Some(bits)
            }
            Kind::List { .. } => {
                let mut words: Vec<i64> = elements(value).map(|v| word_of(&v)).collect::<Option<_>>()?;
                if matches!(value, Value::Bag(_)) {
                    words.sort_unstable(); // cells left of the first column come behind others as words
                }
                pack_list(&field.kind, &words)
            }
            Kind::Map { .. } => pack_list(&field.kind, &map_words(value)?),
        }
    }

    /// The position behind a key.
    pub(in crate::rules) fn unpack(&self, key: u128) -> GamePosition {
        let instance = &self.instances[self.tag(key)];
        let game = self.program.game(instance.id);
        let mut fields = instance.placed.fields.iter();
        let args: Vec<Value> = game
            .params
            .iter()
            .zip(&instance.rules)
            .map(|(param, rule)| match rule {
                Some(v) => v.clone(),
                None => self.unpack_leaves(&mut fields, key, &param.ty),
            })
            .collect();
        GamePosition { game: instance.info.clone(), args: args.into() }
    }

    /// The value of a parameter, from its field or those of its parts.
    fn unpack_leaves<'f>(
        &self,
        fields: &mut impl Iterator<Item = &'f (Field, u32)>,
        key: u128,
        ty: &Type,
    ) -> Value {
        if let Type::Tuple(types) = ty {
            return Value::Tuple(types.iter().map(|ty| self.unpack_leaves(fields, key, ty)).collect());
        }
        let (field, at) = fields.next().unwrap_or_else(|| unreachable!("a field for each parameter"));
        self.unpack_value(field, key >> at, ty)
    }

    fn unpack_value(&self, field: &Field, bits: u128, ty: &Type) -> Value {
        let element = ty.element().unwrap_or(Type::Int);
        let low = |n: u32| (bits & mask(n)) as u64;
        match &field.kind {
            Kind::Word { lo, .. } => value_of(lo.wrapping_add(low(field.bits) as i64), ty),
            Kind::Cell => value_of(unpack_cell(low(16)), ty),
            Kind::Set { .. } => Value::Set(
                (0..field.bits)
                    .filter(|b| bits >> b & 1 == 1)
                    .map(|b| value_of(b.into(), &element))
                    .collect(),
            ),
            Kind::Cells => {
                let cell = |b: u32| {
                    let (row, col) = self.grid.cell(b);
                    Value::Cell(Cell { row, col })
                };
                Value::Set((0..field.bits).filter(|b| bits >> b & 1 == 1).map(cell).collect())
            }
            Kind::Map { .. } => {
                let mut words = vec![];
                unpack_list(&field.kind, bits, &mut words);
                let Type::Map(_, value) = ty else { unreachable!("only maps are kept as maps") };
                let pairs = words.chunks_exact(2);
                Value::Map(pairs.map(|w| (value_of(w[0], &element), value_of(w[1], value))).collect())
            }
            Kind::List { .. } => {
                let mut words = vec![];
                unpack_list(&field.kind, bits, &mut words);
                let values = words.into_iter().map(|w| value_of(w, &element));
                match ty {
                    Type::Bag(_) => values.fold(Value::Bag(OrdMap::new()), |bag, x| with(&bag, x)),
                    _ => Value::List(values.collect()),
                }
            }
        }
    }

    #[inline]
    fn tag(&self, key: u128) -> usize {
        (key & mask(self.tag_bits)) as usize
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
    let game = machine.program.game(id);
    let (clauses, rest) = linear_moves(machine, plan, grid, id, &rules)?;
    let moves = moves(machine, plan, grid, id, &rules)?;
    let splits = match &game.splits {
        Some(c) => Some(claim(machine, plan, grid, id, &rules, c)?),
        None => None,
    };
    let same = game.same.iter().map(|c| claim(machine, plan, grid, id, &rules, c)).collect::<Option<_>>()?;
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
        clauses,
        rest,
        splits,
        same,
        islands,
        symmetry,
    })
}

fn value_of(word: i64, ty: &Type) -> Value {
    match ty {
        Type::Bool => Value::Bool(word != 0),
        Type::Enum(names) => Value::Case(word as u32, names.clone()),
        Type::Cell => {
            let (row, col) = word_cell(word);
            Value::Cell(Cell { row, col })
        }
        _ => Value::int(word),
    }
}

/// Packed rules over keys of one word size.
pub struct Packed<K> {
    family: Arc<Family>,
    /// The program they come from, but not in other threads.
    machine: Option<Rc<Machine>>,
    vm: Vm,
    meter: Rc<Meter>,
    use_claims: bool,
    claim: Options<K>,
    orbit: Vec<K>,
    parts: Vec<K>,
    known_canonical: Vec<Option<(K, K)>>,
    /// A position, and the middle of its first board or strip: twice the row and column.
    middle: Option<(K, Option<(i32, i32)>)>,
}

impl<K: Word> Packed<K> {
    /// Rules for a family laid out for this word size.
    pub(in crate::rules) fn new(family: Family, machine: &Rc<Machine>, use_claims: bool) -> Packed<K> {
        Packed { machine: Some(machine.clone()), ..Packed::of(Arc::new(family), machine.meter(), use_claims) }
    }

    fn of(family: Arc<Family>, meter: Rc<Meter>, use_claims: bool) -> Packed<K> {
        Packed {
            family,
            machine: None,
            vm: Vm::default(),
            meter,
            use_claims,
            claim: Options::default(),
            orbit: vec![],
            parts: vec![],
            known_canonical: vec![],
            middle: None,
        }
    }

    /// The family.
    pub(in crate::rules) fn family(&self) -> &Family {
        &self.family
    }

    /// The program they come from; `None` in other threads.
    pub(in crate::rules) fn machine(&self) -> Option<&Machine> {
        self.machine.as_deref()
    }

    /// Counts what follows on another meter.
    pub(in crate::rules) fn measure(&mut self, meter: Rc<Meter>) {
        self.meter = meter;
    }

    fn run(
        &mut self,
        key: K,
        which: impl Fn(&Instance) -> Option<&Code>,
        out: &mut Options<K>,
    ) -> Result<bool, Bail> {
        let wide = key.wide();
        let family = &*self.family;
        let instance = &family.instances[family.tag(wide)];
        let Some(code) = which(instance) else { return Ok(false) };
        let vm = &mut self.vm;
        vm.prepare(code);
        for ((field, at), input) in instance.placed.fields.iter().zip(&code.inputs) {
            load(vm, field, wide >> at, *input);
        }
        let mut sink = Collect { family, code, out, meter: &self.meter };
        match vm.run(code, &family.grid, &mut sink) {
            Ended::Fine => Ok(true),
            Ended::Bail => Err(Bail::Misfit),
            Ended::Stopped(what) => Err(Bail::Exhausted(what)),
        }
    }

    /// Appends what a claim makes of a position; false where it says nothing or does not fit.
    fn claimed(
        &mut self,
        key: K,
        which: impl Fn(&Instance) -> Option<&Code>,
        out: &mut Vec<K>,
    ) -> Result<bool, Bail> {
        let mut claim = std::mem::take(&mut self.claim);
        claim.clear();
        let ran = self.run(key, which, &mut claim);
        if ran == Ok(true) {
            out.extend_from_slice(claim.parts());
        }
        self.claim = claim;
        match ran {
            Err(Bail::Misfit) => Ok(false),
            other => other,
        }
    }

    /// The least position that `same as` clauses lead to; images that do not fit the layout are passed over.
    fn least_image(&mut self, key: K) -> Result<K, Bail> {
        let wide = key.wide();
        let instance = &self.family.instances[self.family.tag(wide)];
        let count = instance.same.len();
        if count == 0 {
            return Ok(key);
        }
        if let Some((field, symmetry)) = &instance.symmetry {
            let (field, at) = &instance.placed.fields[*field];
            let cells = wide >> at & mask(field.bits);
            let least = symmetry.least(&self.family.grid, cells);
            return Ok(K::narrow(wide & !(mask(field.bits) << at) | least << at));
        }
        let slot = key.mix() as usize & (CANONICAL - 1);
        if let Some(Some((from, to))) = self.known_canonical.get(slot)
            && *from == key
        {
            return Ok(*to);
        }
        let mut orbit = std::mem::take(&mut self.orbit);
        orbit.clear();
        orbit.push(key);
        let mut next = 0;
        while next < orbit.len() && orbit.len() < crate::rules::general::MAX_ORBIT {
            for i in 0..count {
                let before = orbit.len();
                self.claimed(orbit[next], |instance| instance.same.get(i), &mut orbit)?;
                let is_new = orbit.len() == before + 1 && !orbit[..before].contains(&orbit[before]);
                if !is_new {
                    orbit.truncate(before);
                }
            }
            next += 1;
        }
        let least = orbit.iter().min().copied().unwrap_or(key);
        self.orbit = orbit;
        if self.known_canonical.is_empty() {
            self.known_canonical = vec![None; CANONICAL];
        }
        self.known_canonical[slot] = Some((key, least));
        Ok(least)
    }
}

/// Canonical forms lately found are kept: direct-mapped.
const CANONICAL: usize = 1 << 15;

fn load(vm: &mut Vm, field: &Field, bits: u128, to: Reg) {
    match (&field.kind, to) {
        (Kind::Word { lo, .. }, Reg::I(r)) => {
            vm.words[r as usize] = lo.wrapping_add((bits & mask(field.bits)) as u64 as i64);
        }
        (Kind::Cell, Reg::I(r)) => vm.words[r as usize] = unpack_cell((bits & 0xffff) as u64),
        (Kind::Set { .. } | Kind::Cells, Reg::B(r)) => vm.sets[r as usize] = bits & mask(field.bits),
        (Kind::List { .. } | Kind::Map { .. }, Reg::L(r)) => {
            let start = vm.scratch.len();
            unpack_list(&field.kind, bits, &mut vm.scratch);
            vm.lists[r as usize] = (start as u32, (vm.scratch.len() - start) as u32);
        }
        _ => unreachable!("fields and registers are made for the same parameter"),
    }
}

/// Packs the parts that code hands out.
struct Collect<'a, K> {
    family: &'a Family,
    code: &'a Code,
    out: &'a mut Options<K>,
    meter: &'a Meter,
}

impl<K: Word> Sink for Collect<'_, K> {
    #[inline]
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        let placed = &self.family.instances[spec.instance].placed;
        let mut key = spec.instance as u128;
        for ((field, at), reg) in placed.fields.iter().zip(&spec.args) {
            let packed = match (&field.kind, *reg) {
                (Kind::Word { lo, hi }, Reg::I(r)) => {
                    pack_word(*lo, *hi, vm.words[r as usize]).map(u128::from)
                }
                (Kind::Cell, Reg::I(r)) => pack_cell(vm.words[r as usize]).map(u128::from),
                (Kind::Set { lo, hi }, Reg::B(r)) => {
                    let allowed = mask(hi + 1) & !mask(*lo);
                    let bits = vm.sets[r as usize];
                    (bits & !allowed == 0).then_some(bits)
                }
                (Kind::Cells, Reg::B(r)) => Some(vm.sets[r as usize]),
                (Kind::List { .. } | Kind::Map { .. }, Reg::L(r)) => pack_list(&field.kind, vm.list(r)),
                _ => None,
            };
            match packed {
                Some(bits) => key |= bits << at,
                None => return false,
            }
        }
        self.out.push_part(K::narrow(key));
        true
    }

    fn heap(&mut self, size: i64) -> bool {
        let Ok(size) = u64::try_from(size) else { return false };
        self.out.push_heap(size);
        true
    }

    #[inline]
    fn end_option(&mut self) {
        self.out.end_option();
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look().and_then(|()| self.meter.memory(self.out.bytes()))
    }
}

impl<K: Word> Rules for Packed<K> {
    type Key = K;
    type Fault = Bail;

    fn options(&mut self, position: K, out: &mut Options<K>) -> Result<(), Bail> {
        self.run(position, |instance| Some(&instance.moves), out).map(|_| ())
    }

    fn rank(&self, position: K) -> Option<u64> {
        self.machine()?.rank(&self.family.unpack(position.wide()))
    }

    fn for_thread(&self) -> Option<ForThread<Packed<K>>> {
        let (family, use_claims) = (self.family.clone(), self.use_claims);
        Some(Box::new(move |meter| Packed::of(family, meter, use_claims)))
    }

    fn simplifies(&self) -> bool {
        self.use_claims && self.family.instances.iter().any(Instance::has_claims)
    }

    fn split(&mut self, position: K, out: &mut Vec<K>) -> Result<(), Bail> {
        let wide = position.wide();
        let family = &self.family;
        let instance = &family.instances[family.tag(wide)];
        if !self.use_claims || instance.splits.is_none() {
            out.push(position);
            return Ok(());
        }
        if let Some(field) = instance.islands {
            let (field, at) = &instance.placed.fields[field];
            let mut cells = wide >> at & mask(field.bits);
            let others = wide & !(mask(field.bits) << at);
            while cells != 0 {
                let island = family.grid.island(cells);
                cells &= !island;
                out.push(K::narrow(others | island << at));
            }
            return Ok(());
        }
        let mut left = std::mem::take(&mut self.parts);
        left.clear();
        left.push(position);
        let mut steps = 0;
        while let Some(key) = left.pop() {
            let before = left.len();
            steps += 1;
            let split = steps < MAX_SPLITS && self.claimed(key, |i| i.splits.as_ref(), &mut left)?;
            if split && left[before..] != [key] {
                continue;
            }
            left.truncate(before);
            out.push(key);
        }
        self.parts = left;
        Ok(())
    }

    /// How many cells, the sum of the numbers: what moves tend to make smaller.
    fn weight(&self, position: K) -> u64 {
        let wide = position.wide();
        let instance = &self.family.instances[self.family.tag(wide)];
        instance.placed.fields.iter().map(|(field, at)| field.weight(wide >> at & mask(field.bits))).sum()
    }

    fn off_middle(&mut self, position: K, option: &[K]) -> Option<u64> {
        let &[option] = option else { return None };
        let (before, after) = (position.wide(), option.wide());
        let instance = &self.family.instances[self.family.tag(before)];
        let (field, at) = instance.board()?;
        let middle = match self.middle {
            Some((key, middle)) if key == position => middle,
            _ => self.family.middle(field, before >> at & mask(field.bits)),
        };
        self.middle = Some((position, middle));
        let changed = (before ^ after) >> at & mask(field.bits);
        let same_game = self.family.tag(before) == self.family.tag(after);
        let ((row, col), (first, last)) = (middle?, ends(changed).filter(|_| same_game)?);
        let ((r, c), (s, d)) = (self.family.place(field, first), self.family.place(field, last));
        let (off_row, off_col) = (r + s - row, c + d - col);
        Some((off_row * off_row + off_col * off_col) as u64)
    }

    fn canonical(&mut self, part: K) -> Result<K, Bail> {
        if self.use_claims { self.least_image(part) } else { Ok(part) }
    }
}

/// Splitting stops after this many steps, whatever a clause says.
const MAX_SPLITS: u32 = 1000;
