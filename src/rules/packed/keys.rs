//! Positions as keys: a tag for the game, and a field for each parameter; from values and back, and from registers and back.

use super::code::{Aside, Code, Reg, word_cell};
use super::family::Family;
use super::layout::{Field, Kind, leaf_values, mask, pack_list, pack_word, unpack_list};
use super::list_values::map_words;
use super::loops::word_of;
use super::universe::Sets;
use super::vm::{Ended, Sink, Vm};
use super::word::Word;
use crate::builtin::collection::{elements, with};
use crate::check::types::Type;
use crate::engine::{Exhausted, Meter, Options};
use crate::rules::machine::Machine;
use crate::value::{Cell, GamePosition, OrdMap, Value};

impl Family {
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
            Kind::Word { lo, hi } => pack_word(*lo, *hi, self.sets.word_of(value)?).map(u128::from),
            Kind::Cell(room) => room.pack(self.sets.word_of(value)?).map(u128::from),
            Kind::Set { lo, hi } => {
                let mut bits = 0;
                for v in elements(value) {
                    let bit = u32::try_from(self.sets.word_of(&v)?).ok().filter(|b| lo <= b && b <= hi)?;
                    bits |= 1 << bit;
                }
                Some(bits)
            }
            Kind::Cells => {
                let mut bits = 0;
                for v in elements(value) {
                    let (row, col) = word_cell(self.sets.word_of(&v)?);
                    bits |= 1 << self.grid.bit(row, col)?;
                }
                Some(bits)
            }
            Kind::Over { over, allowed } => over.bits_of(value).filter(|bits| bits & !allowed == 0),
            Kind::List { .. } => {
                let mut words: Vec<i64> =
                    elements(value).map(|v| self.sets.word_of(&v)).collect::<Option<_>>()?;
                if matches!(value, Value::Bag(_)) {
                    words.sort_unstable();
                }
                pack_list(&field.kind, &words)
            }
            Kind::Map { .. } => pack_list(&field.kind, &map_words(value, &self.sets)?),
            Kind::Flat { form, piece } => {
                let mut words = vec![];
                form.write_run(value, &self.grid, &mut words)?;
                piece.pack(&words)
            }
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
            Kind::Word { lo, .. } => self.sets.value_of(lo.wrapping_add(low(field.bits) as i64), ty),
            Kind::Cell(room) => self.sets.value_of(room.unpack(bits), ty),
            Kind::Set { .. } => Value::Set(
                (0..field.bits)
                    .filter(|b| bits >> b & 1 == 1)
                    .map(|b| self.sets.value_of(b.into(), &element))
                    .collect(),
            ),
            Kind::Cells => {
                let cell = |b: u32| {
                    let (row, col) = self.grid.cell(b);
                    Value::Cell(Cell { row, col })
                };
                Value::Set((0..field.bits).filter(|b| bits >> b & 1 == 1).map(cell).collect())
            }
            Kind::Over { over, .. } => over.set_of(bits & mask(field.bits)),
            Kind::Flat { form, piece } => {
                let mut words = vec![];
                piece.unpack(bits & mask(field.bits), &mut words);
                form.read_run(ty, &self.grid, &words)
            }
            Kind::Map { .. } => {
                let mut words = vec![];
                unpack_list(&field.kind, bits, &mut words);
                let Type::Map(_, value) = ty else { unreachable!("only maps are kept as maps") };
                let pairs = words.chunks_exact(2);
                Value::Map(
                    pairs
                        .map(|w| (self.sets.value_of(w[0], &element), self.sets.value_of(w[1], value)))
                        .collect(),
                )
            }
            Kind::List { .. } => {
                let mut words = vec![];
                unpack_list(&field.kind, bits, &mut words);
                let values = words.into_iter().map(|w| self.sets.value_of(w, &element));
                match ty {
                    Type::Bag(_) => values.fold(Value::Bag(OrdMap::new()), |bag, x| with(&bag, x)),
                    _ => Value::List(values.collect()),
                }
            }
        }
    }

    #[inline]
    pub(super) fn tag(&self, key: u128) -> usize {
        (key & mask(self.tag_bits)) as usize
    }
}

impl Sets {
    /// A value as a word.
    pub(super) fn word_of(&self, value: &Value) -> Option<i64> {
        match value {
            Value::Text(_) => self.names()?.word(value),
            other => word_of(other),
        }
    }

    /// The value of a type that is in a word.
    pub(super) fn value_of(&self, word: i64, ty: &Type) -> Value {
        match (ty, self.names()) {
            (Type::Text, Some(names)) => names.text(word),
            _ => value_of(word, ty),
        }
    }
}

/// The value of a type that is in a word.
pub(super) fn value_of(word: i64, ty: &Type) -> Value {
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

/// A field of a key, into the register of its parameter.
pub(super) fn load(vm: &mut Vm, field: &Field, bits: u128, to: Reg) {
    match (&field.kind, to) {
        (Kind::Word { lo, .. }, Reg::I(r)) => {
            vm.words[r as usize] = lo.wrapping_add((bits & mask(field.bits)) as u64 as i64);
        }
        (Kind::Cell(room), Reg::I(r)) => vm.words[r as usize] = room.unpack(bits),
        (Kind::Set { .. } | Kind::Cells | Kind::Over { .. }, Reg::B(r)) => {
            vm.sets[r as usize] = bits & mask(field.bits)
        }
        (Kind::List { .. } | Kind::Map { .. }, Reg::L(r)) => {
            let start = vm.scratch.len();
            unpack_list(&field.kind, bits, &mut vm.scratch);
            vm.lists[r as usize] = (start as u32, (vm.scratch.len() - start) as u32);
        }
        (Kind::Flat { piece, .. }, Reg::L(r)) => {
            let start = vm.scratch.len();
            piece.unpack(bits & mask(field.bits), &mut vm.scratch);
            vm.lists[r as usize] = (start as u32, (vm.scratch.len() - start) as u32);
        }
        _ => unreachable!("fields and registers are made for the same parameter"),
    }
}

/// Packs the parts that code hands out.
pub(super) struct Collect<'a, K> {
    pub(super) family: &'a Family,
    pub(super) code: &'a Code,
    pub(super) out: &'a mut Options<K>,
    pub(super) meter: &'a Meter,
    pub(super) machine: Option<&'a Machine>,
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
                (Kind::Cell(room), Reg::I(r)) => room.pack(vm.words[r as usize]).map(u128::from),
                (Kind::Set { lo, hi }, Reg::B(r)) => {
                    let allowed = mask(hi + 1) & !mask(*lo);
                    let bits = vm.sets[r as usize];
                    (bits & !allowed == 0).then_some(bits)
                }
                (Kind::Cells, Reg::B(r)) => Some(vm.sets[r as usize]),
                (Kind::Over { allowed, .. }, Reg::B(r)) => {
                    let bits = vm.sets[r as usize];
                    (bits & !allowed == 0).then_some(bits)
                }
                (Kind::List { .. } | Kind::Map { .. }, Reg::L(r)) => pack_list(&field.kind, vm.list(r)),
                (Kind::Flat { piece, .. }, Reg::L(r)) => piece.pack(vm.list(r)),
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

    fn drop_option(&mut self) {
        self.out.drop_option();
    }

    fn aside(&mut self, vm: &mut Vm, aside: &Aside) -> Ended {
        let machine = self.machine.unwrap_or_else(|| unreachable!("rules with asides have their program"));
        vm.evaluated(aside, machine, &self.family.grid)
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look().and_then(|()| self.meter.memory(self.out.bytes()))
    }
}
