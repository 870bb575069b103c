//! The rules of a family, over keys: options, claims, canonical forms, weights.

use super::claims::Claims;
use super::family::{Family, Instance, Which};
use super::keys::{Collect, load};
use super::layout::{Field, Kind, mask};
use super::measured::Measures;
use super::middle::{Middle, is_even};
use super::native::{Native, Ran, Runs};
use super::plan::Listed as Moves;
use super::sorted::Arranger;
use super::vm::Vm;
use super::weights::Weights;
use super::word::Word;
use crate::check::ir::WinRule;
use crate::engine::{ForThread, Listed, Meter, Options, Rules, Stop};
use crate::rules::machine::Machine;
use std::cell::OnceCell;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// Packed rules over keys of one word size.
pub struct Packed<K> {
    family: Arc<Family>,
    /// Its code as machine code, once that was worth making; `None` in it where there is none.
    native: Arc<OnceLock<Option<Native>>>,
    /// The program they come from; in other threads only where something is left to the general evaluation.
    machine: Option<Rc<Machine>>,
    vm: Vm,
    runs: Runs<K>,
    /// Runs of the interpreter so far.
    interpreted: u64,
    meter: Rc<Meter>,
    claims: Claims,
    /// Puts lists in order, of which the order does not matter.
    arranger: Arranger,
    /// Under which rule: under misère play a position without moves has one to a position that is lost.
    rule: WinRule,
    claim: Options<K>,
    orbit: Vec<K>,
    parts: Vec<K>,
    known_canonical: Vec<Option<(K, K)>>,
    /// What decreases, made when it is first asked for.
    measures: OnceCell<Measures>,
    weights: OnceCell<Weights>,
    /// A position, and the middle of its first board or strip: twice the row and column.
    middle: Option<(K, Option<Middle>)>,
}

impl<K: Word> Packed<K> {
    /// Rules for a family laid out for this word size.
    pub(in crate::rules) fn new(family: Family, machine: &Rc<Machine>, use_claims: bool) -> Packed<K> {
        Packed {
            machine: Some(machine.clone()),
            ..Packed::of(Arc::new(family), Arc::default(), machine.meter(), Claims::of(use_claims))
        }
    }

    /// The same under a winning rule, with the claims that hold there.
    pub(in crate::rules) fn under(self, rule: WinRule) -> Packed<K> {
        let claims = match rule {
            WinRule::Misere if self.claims != Claims::None => Claims::of_tree(&self.family, self.machine()),
            _ => self.claims,
        };
        Packed { rule, claims, ..self }
    }

    /// The same with one of all positions from which play is the same, turned, mirrored or shifted: for any way to win.
    pub(in crate::rules) fn with_symmetries(self) -> Packed<K> {
        Packed { claims: Claims::of_tree(&self.family, self.machine()), ..self }
    }

    /// The same with positions arranged in one of all ways that are worth the same, for whoever wants values and no plays.
    pub(in crate::rules) fn in_order(self) -> Packed<K> {
        Packed { arranger: Arranger::of(&self.family), ..self }
    }

    /// The same with all moves, laid out for positions like one, with no more room in each part than for numbers up to some.
    pub(in crate::rules) fn for_numbers(
        &self,
        root: &crate::value::GamePosition,
        numbers: &[u64],
        listed: Moves,
    ) -> Option<Packed<K>> {
        let machine = self.machine.as_ref()?;
        let before = self.family.needs.of_rules();
        let family = Family::tight_with_all_moves(machine, root, (numbers, before.as_ref()), listed)?;
        let native = Arc::default();
        let same = Packed::of(Arc::new(family), native, self.meter.clone(), self.claims);
        Some(Packed { machine: Some(machine.clone()), rule: self.rule, ..same })
    }

    fn of(
        family: Arc<Family>,
        native: Arc<OnceLock<Option<Native>>>,
        meter: Rc<Meter>,
        claims: Claims,
    ) -> Packed<K> {
        Packed {
            family,
            native,
            machine: None,
            vm: Vm::default(),
            runs: Runs::default(),
            interpreted: 0,
            meter,
            claims,
            arranger: Arranger::default(),
            rule: WinRule::Normal,
            claim: Options::default(),
            orbit: vec![],
            parts: vec![],
            known_canonical: vec![],
            measures: OnceCell::new(),
            weights: OnceCell::new(),
            middle: None,
        }
    }

    /// The family.
    pub(in crate::rules) fn family(&self) -> &Family {
        &self.family
    }

    /// The program they come from; in most other threads there is none.
    pub(in crate::rules) fn machine(&self) -> Option<&Machine> {
        self.machine.as_deref()
    }

    /// Whether there is machine code for it.
    pub(in crate::rules) fn is_translated(&self) -> bool {
        matches!(self.native.get(), Some(Some(_)))
    }

    /// Whether machine code lists all options.
    pub(in crate::rules) fn is_quick(&self) -> bool {
        let all = |native: &Native| native.counted().0 == native.counted().1;
        matches!(self.native.get(), Some(Some(native)) if all(native))
    }

    /// What is done in one go that is spelled as several things, a name for each; and whether there is machine code.
    pub(in crate::rules) fn recognised(&self) -> Vec<&'static str> {
        let mut found = self.family.recognised();
        found.extend(self.arranger.is_at_work().then_some("lists: one of all arrangements"));
        found.extend(self.native.get().and_then(Option::as_ref).map(Native::extent));
        found
    }

    /// Counts what follows on another meter.
    pub(in crate::rules) fn measure(&mut self, meter: Rc<Meter>) {
        self.meter = meter;
    }

    fn run(&mut self, key: K, which: Which, out: &mut Options<K>) -> Result<bool, Stop> {
        let family = &*self.family;
        let tag = family.tag(key.wide());
        if which.of(&family.instances[tag]).is_none() {
            return Ok(false);
        }
        match self.run_translated(key, (tag, which))? {
            Some(ran) => self.runs.listed(&ran, out),
            None => self.interpret(key, (tag, which), out)?,
        }
        Ok(true)
    }

    /// Runs the machine code, if there is some for it and it was worth making.
    #[inline]
    fn run_translated(&mut self, key: K, at: (usize, Which)) -> Result<Option<Ran>, Stop> {
        if self.interpreted < self.meter.budget().interpreted {
            return Ok(None);
        }
        let native = self.native.get_or_init(|| Native::new(&self.family, K::BITS));
        native.as_ref().map_or(Ok(None), |native| native.run(at, key.wide(), &mut self.runs, &self.meter))
    }

    fn interpret(&mut self, key: K, (tag, which): (usize, Which), out: &mut Options<K>) -> Result<(), Stop> {
        let family = &*self.family;
        let instance = &family.instances[tag];
        let Some(code) = which.of(instance) else { return Ok(()) };
        let before = self.vm.rounds();
        let vm = &mut self.vm;
        vm.prepare(code);
        for ((field, at), input) in instance.placed.fields.iter().zip(&code.inputs) {
            load(vm, field, key.wide() >> at, *input);
        }
        let machine = self.machine.as_deref();
        let mut sink = Collect { family, code, out, meter: &self.meter, machine };
        let ended = vm.run(code, &family.grid, &mut sink);
        self.interpreted += effort(code.flats.is_empty(), vm.rounds() - before);
        ended
    }

    /// The options of one player, where the moves of each are known apart; of all otherwise.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    pub(in crate::rules) fn options_of_side(
        &mut self,
        position: K,
        side: usize,
        out: &mut Options<K>,
    ) -> Result<(), Stop> {
        let which = if self.family.has_sides() { Which::Side(side) } else { Which::Moves };
        self.run(position, which, out)?;
        self.arranger.arrange(&self.family, out.parts_mut());
        Ok(())
    }

    /// Whether the player to move has won already; `None` if there is no code for that.
    ///
    /// # Errors
    /// When time is up; or if something does not fit.
    pub(in crate::rules) fn has_won(&mut self, position: K) -> Result<Option<bool>, Stop> {
        let tag = self.family.tag(position.wide());
        let instance = &self.family.instances[tag];
        if instance.won.is_none() {
            let never = self.family.program.game(instance.id).wins.is_empty();
            return Ok(never.then_some(false));
        }
        if let Some(ran) = self.run_translated(position, (tag, Which::Won))? {
            return Ok(Some(!ran.is_empty()));
        }
        let mut won = std::mem::take(&mut self.claim);
        won.clear();
        let ran = self.interpret(position, (tag, Which::Won), &mut won);
        let is_won = !won.is_empty();
        self.claim = won;
        ran.map(|()| Some(is_won))
    }

    /// Appends what a claim makes of a position; false where it says nothing or does not fit.
    fn claimed(&mut self, key: K, which: Which, out: &mut Vec<K>) -> Result<bool, Stop> {
        let mut claim = std::mem::take(&mut self.claim);
        claim.clear();
        let ran = self.run(key, which, &mut claim);
        if ran == Ok(true) {
            out.extend_from_slice(claim.parts());
        }
        self.claim = claim;
        match ran {
            Err(Stop::Unfit(_)) => Ok(false),
            other => other,
        }
    }

    /// The least position that `same as` clauses lead to; images that do not fit the layout are passed over.
    fn least_image(&mut self, key: K) -> Result<K, Stop> {
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
        // Where the cycle begins that a single clause leads to: after `sort(l)`, whatever l was.
        let (mut next, mut settled) = (0, 0);
        while next < orbit.len() && orbit.len() < crate::rules::general::MAX_ORBIT {
            for i in 0..count {
                let before = orbit.len();
                self.claimed(orbit[next], Which::Same(i), &mut orbit)?;
                let image = orbit.get(before).filter(|_| orbit.len() == before + 1);
                let known = image.map_or(Some(next), |image| orbit[..before].iter().position(|k| k == image));
                if let Some(known) = known {
                    settled = known;
                    orbit.truncate(before);
                }
            }
            next += 1;
        }
        let all = if count == 1 { &orbit[settled..] } else { &orbit[..] };
        let least = all.iter().min().copied().unwrap_or(key);
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

impl<K: Word> Rules for Packed<K> {
    type Key = K;
    type Mistake = Infallible;

    fn options(&mut self, position: K, out: &mut Options<K>) -> Result<(), Stop> {
        self.run(position, Which::Moves, out)?;
        self.arranger.arrange(&self.family, out.parts_mut());
        if self.rule == WinRule::Misere {
            out.or_one_to_nothing();
        }
        Ok(())
    }

    fn list<'l>(&'l mut self, position: K, out: &'l mut Options<K>) -> Result<Listed<'l, K>, Stop> {
        let tag = self.family.tag(position.wide());
        match self.run_translated(position, (tag, Which::Moves))? {
            None => self.interpret(position, (tag, Which::Moves), out)?,
            Some(ran) => {
                // Under misère play an end of the game has an option of no parts.
                let fits = |keys: &[K]| self.rule == WinRule::Normal || !keys.is_empty();
                if self.runs.alone(&ran).is_some_and(fits) {
                    let keys = self.runs.alone_mut(&ran).unwrap_or_default();
                    self.arranger.arrange(&self.family, keys);
                    return Ok(Listed::Alone(keys));
                }
                self.runs.listed(&ran, out);
            }
        }
        self.arranger.arrange(&self.family, out.parts_mut());
        if self.rule == WinRule::Misere {
            out.or_one_to_nothing();
        }
        Ok(Listed::of(out))
    }

    fn bytes(&self) -> u64 {
        self.runs.bytes() + self.vm.answers.bytes()
    }

    fn rounds(&self) -> u64 {
        self.vm.rounds()
    }

    fn rank(&self, position: K) -> Option<u64> {
        let machine = self.machine()?;
        let (wide, family) = (position.wide(), &*self.family);
        let measures = self.measures.get_or_init(|| Measures::new(family, machine));
        let evaluated = || machine.rank_from(family.instances[0].id, &family.unpack(wide));
        measures.rank(family.tag(wide), wide).or_else(evaluated)
    }

    fn is_sure_to_end(&self, position: K) -> bool {
        let unpacked = || self.family.unpack(position.wide());
        self.machine().is_some_and(|machine| machine.is_sure_to_end(&unpacked()))
    }

    fn for_thread(&self) -> Option<ForThread<Packed<K>>> {
        let (family, native, claims) = (self.family.clone(), self.native.clone(), self.claims);
        // Machine code that is there already is not made again.
        let (rule, interpreted, arranger) = (self.rule, self.interpreted, self.arranger);
        Some(Box::new(move |meter| {
            let machine = family.has_asides().then(|| {
                let machine = Machine::new(family.program.clone());
                machine.measure(meter.clone());
                Rc::new(machine)
            });
            Packed { machine, rule, interpreted, arranger, ..Packed::of(family, native, meter, claims) }
        }))
    }

    fn simplifies(&self) -> bool {
        self.claims.simplify(&self.family)
    }

    /// Collections of anything have many positions, in words as in bytes.
    fn prefers_search(&self) -> bool {
        self.simplifies() || self.family.has_collections()
    }

    fn solved_a_searched(&self) -> u64 {
        if !self.simplifies() && self.is_quick() { 8 } else { 0 }
    }

    fn split(&mut self, position: K, out: &mut Vec<K>) -> Result<(), Stop> {
        let wide = position.wide();
        let family = &self.family;
        let instance = &family.instances[family.tag(wide)];
        if self.claims != Claims::All || instance.splits.is_none() {
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
            let split = steps < MAX_SPLITS && self.claimed(key, Which::Splits, &mut left)?;
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
        self.weights.get_or_init(|| Weights::new(&self.family)).of(self.family.tag(wide), wide)
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
        let (middle, (first, last)) = (middle?, ends(changed).filter(|_| same_game)?);
        let ((r, c), (s, d)) = (self.family.place(field, first), self.family.place(field, last));
        Some(middle.distance((r as i32, c as i32), (s as i32, d as i32)))
    }

    fn is_even(&self, option: &[K]) -> bool {
        let &[option] = option else { return false };
        let wide = option.wide();
        let instance = &self.family.instances[self.family.tag(wide)];
        let Some((field, at)) = instance.board() else { return false };
        is_even(wide >> at & mask(field.bits))
    }

    fn canonical(&mut self, part: K) -> Result<K, Stop> {
        if self.claims == Claims::None { Ok(part) } else { self.least_image(part) }
    }
}

/// How much of the interpreter's work one run is, after which machine code is made. Listing options takes so many times as long
/// where values are not all in words, and by how often loops go round: a condition on each four of a set's numbers took a second before
/// there was machine code, and 0.03 s of it thereafter.
pub(super) fn effort(in_words: bool, rounds: u64) -> u64 {
    let once = if in_words { 1 } else { 8 };
    once + rounds / 16
}

/// Splitting stops after this many steps, whatever a clause says.
const MAX_SPLITS: u32 = 1000;

impl Instance {
    /// The first field that is a set of cells or numbers.
    fn board(&self) -> Option<&(Field, u32)> {
        self.placed.fields.iter().find(|(field, _)| matches!(field.kind, Kind::Cells | Kind::Set { .. }))
    }
}

impl Family {
    fn middle(&self, field: &Field, bits: u128) -> Option<Middle> {
        let (top, bottom, left, right) = if field.kind == Kind::Cells {
            self.grid.bounds(bits)?
        } else {
            let (first, last) = ends(bits)?;
            (0, 0, first, last)
        };
        Some(Middle::between((top as i32, left as i32), (bottom as i32, right as i32)))
    }

    /// The row and column, from 0, of an element of a board or a strip.
    #[inline]
    fn place(&self, field: &Field, bit: u32) -> (u32, u32) {
        if field.kind == Kind::Cells { self.grid.place(bit) } else { (0, bit) }
    }
}

/// The first and the last element of a set.
fn ends(bits: u128) -> Option<(u32, u32)> {
    (bits != 0).then(|| (bits.trailing_zeros(), 127 - bits.leading_zeros()))
}
