//! Packed rules over keys of any length: positions are in bytes, each once, and its key is which one.
//! There is no layout that a number or a list could outgrow.

use super::claims::Claims;
use super::code::{Aside, Code};
use super::family::{Family, Instance, Which};
use super::flat::{Form, set_of};
use super::keys::value_of;
use super::layout::{leaf_values, leaves};
use super::middle::{Middle, Seen};
use super::moves::effort;
use super::native::{Native, Runs};
use super::parts::{Demand, Input, load, read_bits, write};
use super::store::{Store, read_number, read_word, write_number};
use super::vm::{Ended, Sink, Vm};
use crate::check::ir::WinRule;
use crate::check::types::{Shape, Type};
use crate::engine::{Exhausted, ForThread, Meter, Options, Rules, Stop, Unfit};
use crate::rules::general::MAX_ORBIT;
use crate::rules::machine::Machine;
use crate::value::{GamePosition, Value};
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Machine code for positions in bytes, and what it needs.
#[derive(Default)]
struct Translated {
    /// One for all threads.
    native: Arc<OnceLock<Option<Native>>>,
    runs: Runs<u64>,
    input: Input,
    buffer: Vec<u8>,
    /// How often the interpreter ran.
    interpreted: u64,
}

/// The index of a part that machine code wrote down as its game and the values of its parameters; none if there are too many.
fn written(parts: &[Vec<Demand>], part: &[u64], buffer: &mut Vec<u8>, store: &Store) -> Option<u32> {
    let (tag, mut words) = part.split_first()?;
    buffer.clear();
    write_number(*tag, buffer);
    parts[*tag as usize].iter().for_each(|part| part.take(&mut words, buffer));
    store.index_of(buffer)
}

/// Packed rules over positions in bytes.
pub(in crate::rules) struct InBytes {
    family: Arc<Family>,
    /// Each part of a position, for each game.
    parts: Arc<[Vec<Demand>]>,
    machine: Rc<Machine>,
    vm: Vm,
    translated: Translated,
    meter: Rc<Meter>,
    store: Store,
    claim: Options<u32>,
    /// What was seen last of a position whose options are ordered.
    middle: Option<(u32, Option<(Seen, Middle)>)>,
    /// Under which rule, as in [`Packed`](super::Packed).
    rule: WinRule,
    claims: Claims,
}

impl InBytes {
    /// Rules for a family that was compiled for keys of any length.
    pub(in crate::rules) fn new(family: Family, machine: &Rc<Machine>) -> Option<InBytes> {
        let demand = |(ty, shape): (Type, Shape)| {
            let form = family.form(&ty)?;
            Some(Demand::new(ty, form, &shape))
        };
        let demands = |i: &Instance| {
            let params = machine.plain().game(i.id).state_params();
            params.flat_map(|(_, p)| leaves(&p.ty, &p.shape)).map(demand).collect::<Option<Vec<Demand>>>()
        };
        Some(InBytes {
            parts: family.instances.iter().map(demands).collect::<Option<_>>()?,
            family: Arc::new(family),
            machine: machine.clone(),
            vm: Vm::default(),
            translated: Translated::default(),
            meter: machine.meter(),
            store: Store::default(),
            claim: Options::default(),
            middle: None,
            rule: WinRule::Normal,
            claims: Claims::All,
        })
    }

    /// The same under a winning rule, with the claims that hold there.
    pub(in crate::rules) fn under(self, rule: WinRule) -> InBytes {
        match rule {
            WinRule::Normal => InBytes { rule, ..self },
            WinRule::Misere => InBytes { rule, ..self.with_symmetries() },
        }
    }

    /// The same with one of all positions from which play is the same, turned, mirrored or shifted: for any way to win.
    pub(in crate::rules) fn with_symmetries(self) -> InBytes {
        InBytes { claims: Claims::of_tree(&self.family, Some(&self.machine)), ..self }
    }

    /// The family.
    pub(in crate::rules) fn family(&self) -> &Family {
        &self.family
    }

    /// Whether sets of numbers and cells are runs of words, of any length, rather than bits.
    pub(in crate::rules) fn has_runs(&self) -> bool {
        self.family.sets.runs
    }

    /// What is done in one go that is spelled as several things, a name for each; and whether there is machine code.
    pub(in crate::rules) fn recognised(&self) -> Vec<&'static str> {
        let mut found = self.family.recognised();
        found.extend(self.translated.native.get().and_then(Option::as_ref).map(Native::extent));
        found
    }

    /// Whether machine code lists all options.
    pub(in crate::rules) fn is_translated(&self) -> bool {
        let all = |native: &Native| native.counted().0 == native.counted().1;
        self.translated.native.get().and_then(Option::as_ref).is_some_and(all)
    }

    /// Counts what follows on another meter.
    pub(in crate::rules) fn measure(&mut self, meter: Rc<Meter>) {
        self.meter = meter;
    }

    /// The key of a position; `None` if it is of no game of the family, or does not fit.
    pub(in crate::rules) fn key(&mut self, position: &GamePosition) -> Option<u32> {
        let tag = self.family.instance_of(position)?;
        let mut bytes = vec![];
        write_number(tag as u64, &mut bytes);
        let mut values = vec![];
        for (slot, param) in self.family.program.game(self.family.instances[tag].id).state_params() {
            leaf_values(&param.ty, &position.args[slot], &mut values);
        }
        let mut words = vec![];
        for (part, value) in self.parts[tag].iter().zip(values) {
            words.clear();
            part.form.write(value, &self.family.grid, &mut words)?;
            part.write(&words, &mut bytes);
        }
        self.store.index_of(&bytes)
    }

    /// The position behind a key.
    pub(in crate::rules) fn position(&self, key: u32) -> GamePosition {
        self.store.with(key, |bytes| self.read_position(bytes))
    }

    fn read_position(&self, mut bytes: &[u8]) -> GamePosition {
        let tag = read_number(&mut bytes) as usize;
        let instance = &self.family.instances[tag];
        let params = self.family.program.game(instance.id).params.iter().zip(&instance.rules);
        let mut parts = self.parts[tag].iter();
        let args = params.map(|(param, rule)| match rule {
            Some(v) => v.clone(),
            None => self.family.read(&param.ty, &mut parts, &mut bytes),
        });
        GamePosition { game: instance.info.clone(), args: args.collect() }
    }

    fn run(&mut self, key: u32, which: Which, out: &mut Options<u32>) -> Result<bool, Stop> {
        let tag = self.tag(key);
        let Some(code) = which.of(&self.family.instances[tag]) else { return Ok(false) };
        let before = self.store.added();
        if self.translated.interpreted < self.meter.budget().interpreted {
            let (in_words, before) = (code.flats.is_empty(), self.vm.rounds());
            let ended = self.interpret(key, which, out);
            self.translated.interpreted += effort(in_words, self.vm.rounds() - before);
            ended?;
        } else if !self.run_translated(key, (tag, which), out)? {
            self.interpret(key, which, out)?;
        }
        // Where positions are large, few of them take long.
        if self.store.added() - before > LARGE {
            self.meter.look()?;
        }
        Ok(true)
    }

    /// Runs the machine code, if there is some; false where the interpreter must do it.
    fn run_translated(
        &mut self,
        key: u32,
        (tag, which): (usize, Which),
        out: &mut Options<u32>,
    ) -> Result<bool, Stop> {
        let Translated { native, runs, input, buffer, .. } = &mut self.translated;
        let native = native.get_or_init(|| Native::in_bytes(&self.family, &self.parts));
        let Some(native) = native.as_ref().filter(|native| native.has((tag, which))) else {
            return Ok(false);
        };
        let Some(code) = which.of(&self.family.instances[tag]) else { return Ok(false) };
        let begin = self.store.with(key, |mut bytes| {
            read_number(&mut bytes);
            input.read(&mut bytes, &code.inputs)
        });
        let Some(ran) = native.run((tag, which), begin.into(), runs, &self.meter)? else { return Ok(false) };
        let (mut words, mut heaps, ends) = runs.words(&ran);
        let (all, heaps_of_all) = (words.len(), heaps.len());
        let behind = [all as u32, heaps_of_all as u32];
        for (i, end) in ends.iter().chain([&behind]).enumerate() {
            while all - words.len() < end[0] as usize {
                let (part, rest) = words[1..].split_at(words[0] as usize);
                words = rest;
                let index = written(&self.parts, part, buffer, &self.store).ok_or(Unfit::Misfit)?;
                out.push_part(index);
            }
            let (now, rest) = heaps.split_at(end[1] as usize - (heaps_of_all - heaps.len()));
            now.iter().for_each(|heap| out.push_heap(*heap));
            heaps = rest;
            if i < ends.len() {
                out.end_option();
            }
        }
        Ok(true)
    }

    fn interpret(&mut self, key: u32, which: Which, out: &mut Options<u32>) -> Result<bool, Stop> {
        let family = &*self.family;
        let Some(code) = which.of(&family.instances[self.tag(key)]) else { return Ok(false) };
        let vm = &mut self.vm;
        vm.prepare(code);
        self.store.with(key, |mut bytes| {
            read_number(&mut bytes);
            code.inputs.iter().for_each(|input| load(vm, &mut bytes, *input));
        });
        let (parts, machine, meter, store) = (&*self.parts, &*self.machine, &*self.meter, &self.store);
        let mut sink = Collect { family, parts, code, out, meter, machine, store, buffer: vec![] };
        vm.run(code, &family.grid, &mut sink).map(|()| true)
    }

    /// The options of one player, where the moves of each are known apart; of all otherwise.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    pub(in crate::rules) fn options_of_side(
        &mut self,
        position: u32,
        side: usize,
        out: &mut Options<u32>,
    ) -> Result<(), Stop> {
        let which = if self.family.has_sides() { Which::Side(side) } else { Which::Moves };
        self.run(position, which, out).map(|_| ())
    }

    /// Whether the player to move has won already.
    ///
    /// # Errors
    /// When time is up; or if something does not fit.
    pub(in crate::rules) fn has_won(&mut self, position: u32) -> Result<bool, Stop> {
        let instance = &self.family.instances[self.tag(position)];
        if self.family.program.game(instance.id).wins.is_empty() {
            return Ok(false);
        }
        if instance.won.is_none() {
            return self.machine.has_won(&self.position(position)).map_err(|_| Unfit::Misfit.into());
        }
        let mut won = std::mem::take(&mut self.claim);
        won.clear();
        let ran = self.run(position, Which::Won, &mut won);
        let is_won = !won.is_empty();
        self.claim = won;
        ran.map(|_| is_won)
    }

    /// The parts that a claim gives; none where it says nothing or does not fit.
    fn claimed(&mut self, key: u32, which: Which) -> Result<Option<Vec<u32>>, Stop> {
        let mut claim = std::mem::take(&mut self.claim);
        claim.clear();
        let ran = self.run(key, which, &mut claim);
        let parts = claim.parts().to_vec();
        self.claim = claim;
        match ran {
            Ok(true) => Ok(Some(parts)),
            Ok(false) | Err(Stop::Unfit(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// What searches see of a position.
    fn seen(&self, key: u32) -> Option<Seen> {
        self.store.with(key, |mut bytes| {
            let tag = read_number(&mut bytes) as usize;
            self.parts[tag].iter().find_map(|part| part.seen(&self.family, &mut bytes))
        })
    }

    fn tag(&self, key: u32) -> usize {
        self.store.with(key, |mut bytes| read_number(&mut bytes) as usize)
    }
}

/// New positions of so many bytes together.
const LARGE: usize = 1 << 16;
/// Splitting stops after this many steps, whatever a clause says.
const MAX_SPLITS: u32 = 1000;

impl Rules for InBytes {
    type Key = u32;
    type Mistake = Infallible;

    fn options(&mut self, position: u32, out: &mut Options<u32>) -> Result<(), Stop> {
        self.run(position, Which::Moves, out)?;
        if self.rule == WinRule::Misere {
            out.or_one_to_nothing();
        }
        Ok(())
    }

    fn simplifies(&self) -> bool {
        self.claims.simplify(&self.family)
    }

    /// Positions of such games are many, and a search may meet few of them.
    fn prefers_search(&self) -> bool {
        true
    }

    /// A position takes as long either way, for strings are looked up for each option. A game of few positions whose search asks
    /// about each again and again took 10 seconds with 0 and takes 1; with 8, one of which a search meets few took 12 instead of 5.
    fn solved_a_searched(&self) -> u64 {
        u64::from(!self.simplifies())
    }

    fn split(&mut self, position: u32, out: &mut Vec<u32>) -> Result<(), Stop> {
        if self.claims != Claims::All {
            out.push(position);
            return Ok(());
        }
        let mut left = vec![position];
        let mut steps = 0;
        while let Some(key) = left.pop() {
            steps += 1;
            let split = if steps < MAX_SPLITS { self.claimed(key, Which::Splits)? } else { None };
            match split {
                Some(parts) if parts != [key] => left.extend(parts),
                _ => out.push(key),
            }
        }
        Ok(())
    }

    fn canonical(&mut self, part: u32) -> Result<u32, Stop> {
        let same = self.family.instances[self.tag(part)].same.len();
        let count = if self.claims == Claims::None { 0 } else { same };
        let mut orbit = vec![part];
        let mut next = 0;
        while next < orbit.len() && orbit.len() < MAX_ORBIT && count > 0 {
            for i in 0..count {
                let image = self.claimed(orbit[next], Which::Same(i))?;
                if let Some([image]) = image.as_deref()
                    && !orbit.contains(image)
                {
                    orbit.push(*image);
                }
            }
            next += 1;
        }
        if let [alone] = orbit[..] {
            return Ok(alone);
        }
        Ok(orbit.into_iter().min_by_key(|k| self.store.with(*k, <[u8]>::to_vec)).unwrap_or(part))
    }

    fn weight(&self, position: u32) -> u64 {
        self.store.with(position, <[u8]>::len) as u64
    }

    fn off_middle(&mut self, position: u32, option: &[u32]) -> Option<u64> {
        let &[option] = option else { return None };
        if self.middle.as_ref().is_none_or(|(key, _)| *key != position) {
            let seen = self.seen(position).and_then(|seen| seen.middle().map(|middle| (seen, middle)));
            self.middle = Some((position, seen));
        }
        let (before, middle) = self.middle.as_ref()?.1.as_ref()?;
        let (first, last) = before.taken(&self.seen(option)?)?;
        Some(middle.distance(first, last))
    }

    fn is_even(&self, option: &[u32]) -> bool {
        matches!(option, [option] if self.seen(*option).is_some_and(|seen| seen.is_even()))
    }

    fn bytes(&self) -> u64 {
        self.store.held() + self.vm.answers.bytes() + self.translated.runs.bytes()
    }

    fn for_thread(&self) -> Option<ForThread<InBytes>> {
        let (family, parts, native) =
            (self.family.clone(), self.parts.clone(), self.translated.native.clone());
        let (store, rule, claims) = (self.store.for_thread(), self.rule, self.claims);
        let interpreted = self.translated.interpreted;
        Some(Box::new(move |meter| {
            let machine = Rc::new(Machine::new(family.program.clone()));
            machine.measure(meter.clone());
            InBytes {
                family,
                parts,
                machine,
                vm: Vm::default(),
                translated: Translated { native, interpreted, ..Translated::default() },
                meter,
                store: store(),
                claim: Options::default(),
                middle: None,
                rule,
                claims,
            }
        }))
    }

    fn is_sure_to_end(&self, position: u32) -> bool {
        self.machine.is_sure_to_end(&self.position(position))
    }

    fn rank(&self, position: u32) -> Option<u64> {
        self.machine.rank(&self.position(position))
    }
}

impl Family {
    /// The value of a parameter, from those of its parts.
    fn read<'p>(&self, ty: &Type, parts: &mut impl Iterator<Item = &'p Demand>, bytes: &mut &[u8]) -> Value {
        if let Type::Tuple(types) = ty {
            return Value::Tuple(types.iter().map(|ty| self.read(ty, parts, bytes)).collect());
        }
        let part = parts.next().unwrap_or_else(|| unreachable!("a part for each parameter"));
        match part.form {
            Form::Word => value_of(read_word(bytes), &part.ty),
            Form::Name(ref names) => names.text(read_word(bytes)),
            Form::Bits => set_of(&part.ty, read_bits(bytes), &self.grid),
            Form::Over(ref over) => over.set_of(read_bits(bytes)),
            _ => {
                let length = read_number(bytes);
                let run: Vec<i64> = (0..length).map(|_| read_word(bytes)).collect();
                part.form.read_run(&part.ty, &self.grid, &run)
            }
        }
    }
}

/// Takes up the parts that code hands out.
struct Collect<'a> {
    family: &'a Family,
    parts: &'a [Vec<Demand>],
    code: &'a Code,
    out: &'a mut Options<u32>,
    meter: &'a Meter,
    machine: &'a Machine,
    store: &'a Store,
    buffer: Vec<u8>,
}

impl Sink for Collect<'_> {
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        self.buffer.clear();
        write_number(spec.instance as u64, &mut self.buffer);
        for (part, reg) in self.parts[spec.instance].iter().zip(&spec.args) {
            if !vm.fits(&part.fit, &part.form, *reg) {
                return false;
            }
            write(vm, *reg, &mut self.buffer);
        }
        let key = self.store.index_of(&self.buffer);
        key.map(|key| self.out.push_part(key)).is_some()
    }

    fn heap(&mut self, size: i64) -> bool {
        let Ok(size) = u64::try_from(size) else { return false };
        self.out.push_heap(size);
        true
    }

    fn end_option(&mut self) {
        self.out.end_option();
    }

    fn drop_option(&mut self) {
        self.out.drop_option();
    }

    fn aside(&mut self, vm: &mut Vm, aside: &Aside) -> Ended {
        vm.evaluated(aside, self.machine, &self.family.grid)
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look().and_then(|()| self.meter.memory(self.out.bytes() + self.store.held()))
    }
}
