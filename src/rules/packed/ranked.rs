//! Tables over a [`Chain`]: games whose position is one set of this many numbers, one bag or one list of fixed length,
//! solved in order without hashing.
//!
//! Nothing is assumed of the rules: an option outside the chain, or one that does not come earlier, ends the attempt,
//! and the graph solver takes over.

use super::chain::{Chain, Digits, Link};
use super::chain_fill::{Given, Walk, Width};
use super::code::{ChainRun, Code, Op};
use super::compile::moves_over_chain;
use super::family::{Family, Instance};
use super::layout::Kind;
use super::loops::word_of;
use super::plan::Plan;
use crate::builtin::collection::{elements, with};
use crate::check::types::Type;
use crate::engine::{Exhausted, Meter, Stop, Unfit};
use crate::rules::machine::Machine;
use crate::rules::ranking::{Ranking, is_much_more};
use crate::rules::spot;
use crate::value::{GamePosition, Int, OrdMap, Part, Value};
use std::io::{self, Write};
use std::rc::Rc;

/// Nim-values of the positions of a chain, 1 byte each while they are small, then 2.
pub(in crate::rules) struct Ranked {
    family: Family,
    code: Code,
    chain: Chain,
    /// How a position is read as digits.
    digits: Digits,
    values: Values,
    walk: Walk,
    /// How many positions several threads have filled.
    together: usize,
    /// How many positions were filled when a sample was last compared with the rules.
    compared: u64,
}

/// So many show whether play keeps digits in order: most moves that do not keep them are found among them.
const FIRST_OPTIONS: usize = 64;

enum Values {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Ranked {
    /// Tables for what a position can lead to, the likeliest first; none if that is no chain. They hold what `before`
    /// holds, too, if they can.
    pub(in crate::rules) fn all(
        machine: &Rc<Machine>,
        root: &GamePosition,
        before: &[Ranked],
    ) -> Vec<Ranked> {
        [Link::Falling, Link::NotRising, Link::Free]
            .into_iter()
            .filter_map(|link| Ranked::new(machine, root, before, link))
            .collect()
    }

    fn new(machine: &Rc<Machine>, root: &GamePosition, before: &[Ranked], link: Link) -> Option<Ranked> {
        let family = Family::new(machine, root, None, u128::BITS)?;
        let [instance] = family.instances.as_slice() else { return None };
        let [(field, _)] = instance.placed.fields.as_slice() else { return None };
        let (_, param) = machine.plain().game(instance.id).state_params().next()?;
        let digits = match (&field.kind, &param.ty, link) {
            // Digits begin at 0, which the declared types must allow.
            (Kind::Set { lo: 0, .. }, Type::Set(t), Link::Falling) if **t == Type::Int => Digits::Set,
            (Kind::List { cells: false, lo: ..=0, .. }, Type::List(t), Link::NotRising | Link::Free)
                if **t == Type::Int =>
            {
                Digits::List
            }
            (Kind::List { cells: false, lo: ..=0, .. }, Type::Bag(t), Link::NotRising)
                if **t == Type::Int =>
            {
                Digits::Bag
            }
            _ => return None,
        };
        let mut bounds = digits_of(&family, digits, root)?;
        let falls = bounds.is_sorted_by(|a, b| a >= b);
        if instance.has_claims() || link == Link::NotRising && !falls {
            return None;
        }
        let is_like = |t: &&Ranked| (t.chain.link, t.chain.digits()) == (link, bounds.len());
        if let Some(before) = before.iter().find(is_like) {
            bounds.iter_mut().enumerate().for_each(|(j, bound)| *bound = before.chain.bound(j).max(*bound));
        }
        let chain = Chain::new(link, &bounds)?;
        let mut plan = Plan::default();
        plan.instance(instance.id, instance.rules.clone())?;
        let code = moves_over_chain(machine, &mut plan, family.grid, instance.id, &instance.rules)?;
        let (walk, values) = (Walk::new(&chain)?, Values::Bytes(vec![]));
        Some(Ranked { family, code, chain, digits, values, walk, together: 0, compared: 0 })
    }

    /// Whether a position has a place in the table.
    pub(in crate::rules) fn holds(&self, position: &GamePosition) -> bool {
        self.rank(position).is_some()
    }

    /// Whether the first options of a position have places, too: where one has none, the table is of no use. A mistake in the rules
    /// says nothing here: filling the table meets it again.
    pub(in crate::rules) fn holds_options(&self, machine: &Machine, position: &GamePosition) -> bool {
        let (mut left, mut all) = (FIRST_OPTIONS, true);
        let _ = machine.each_choice(position, &mut |choice| {
            all = choice.target.parts.iter().all(|part| match part {
                Part::Game(p) => self.holds(p),
                Part::Heap(_) => true,
            });
            left -= 1;
            if all && left > 0 { Ok(()) } else { Err(Exhausted::TooLarge.into()) }
        });
        all
    }

    /// How its positions are numbered: what digits have to do with each other, and how many there are.
    pub(in crate::rules) fn kind(&self) -> String {
        format!("{:?} {}", self.chain.link, self.chain.digits()).to_lowercase()
    }

    /// Whether everything in this table is in another one.
    pub(in crate::rules) fn is_replaced_by(&self, other: &Ranked) -> bool {
        (self.chain.link, self.chain.digits()) == (other.chain.link, other.chain.digits())
    }

    /// How many positions there are in all.
    pub(in crate::rules) fn size(&self) -> usize {
        self.chain.size()
    }

    /// Whether it is a box of digits that have nothing to do with each other, and options are found one by one.
    pub(in crate::rules) fn is_plain_box(&self) -> bool {
        self.chain.link == Link::Free && self.is_one_by_one()
    }

    /// Whether moves put lists in order: play comes to few of the arrangements of each.
    pub(in crate::rules) fn puts_in_order(&self) -> bool {
        self.code.ops.iter().any(|op| matches!(op, Op::Sort(..)))
    }

    /// Whether all options are found one by one.
    pub(in crate::rules) fn is_one_by_one(&self) -> bool {
        self.code.chain_runs.is_empty()
    }

    /// How options are found: one by one, or by runs of these kinds.
    pub(in crate::rules) fn runs(&self) -> Vec<&'static str> {
        let kind = |run: &ChainRun| match run {
            ChainRun::Add { .. } => "an element added",
            ChainRun::Move(_) => "elements moved",
            ChainRun::Cut { .. } => "a row cut",
            ChainRun::CutRows(_) => "rows cut",
        };
        let runs: Vec<_> = self.code.chain_runs.iter().map(kind).collect();
        if runs.is_empty() { vec!["one by one"] } else { runs }
    }

    /// How many positions several threads have filled.
    pub(in crate::rules) fn together(&self) -> u64 {
        self.together as u64
    }

    /// The position with a number.
    fn position_at(&self, rank: u64) -> GamePosition {
        let digits = self.chain.digits_at(rank as usize).into_iter().map(|d| Value::int(d.into()));
        let state = match self.digits {
            Digits::Set => Value::Set(digits.collect()),
            Digits::List => Value::List(digits.collect()),
            Digits::Bag => digits.fold(Value::Bag(OrdMap::new()), |bag, x| with(&bag, x)),
        };
        let Instance { rules, info, .. } = &self.family.instances[0];
        let args = rules.iter().map(|rule| rule.clone().unwrap_or_else(|| state.clone()));
        GamePosition { game: info.clone(), args: args.collect() }
    }

    /// The number of a position, if it is in the table.
    fn rank(&self, position: &GamePosition) -> Option<usize> {
        let digits = digits_of(&self.family, self.digits, position)?;
        self.chain.rank(digits.into_iter().map(i64::from))
    }

    /// Whether the budgets hold values of all positions up to this one.
    pub(in crate::rules) fn is_affordable(&self, position: &GamePosition, meter: &Meter) -> bool {
        self.rank(position).is_none_or(|rank| self.may_grow(rank, meter).is_ok())
    }

    /// Whether there may be values of all positions up to this one: asked before there is room for them.
    fn may_grow(&self, rank: usize, meter: &Meter) -> Result<(), Exhausted> {
        let more = (rank as u64 + 1).saturating_sub(self.solved());
        meter.may_solve(more)?;
        meter.grow(self.bytes(), if matches!(self.values, Values::Bytes(_)) { more } else { 2 * more })
    }

    /// Solves what is not solved yet up to a position.
    fn fill(&mut self, code: &Code, rank: usize, meter: &Meter) -> Result<(), Stop> {
        if let Values::Bytes(values) = &mut self.values {
            let mut values = std::mem::take(values);
            let filled = self.fill_with(&mut values, code, rank, meter);
            self.values = Values::Bytes(values);
            match filled {
                Err(Stop::Unfit(Unfit::WideValue)) => {}
                other => return other,
            }
            let far = |what| Stop::Exhausted(what, format!("{} positions solved", self.solved()));
            meter.grow(self.bytes(), 2 * (rank as u64 + 1)).map_err(far)?;
            let Values::Bytes(values) = &self.values else { unreachable!("they have just been put back") };
            self.values = Values::Words(values.iter().map(|v| u16::from(*v)).collect());
        }
        let Values::Words(values) = &mut self.values else { unreachable!("bytes were left behind") };
        let mut values = std::mem::take(values);
        let filled = self.fill_with(&mut values, code, rank, meter);
        self.values = Values::Words(values);
        filled
    }

    fn fill_with<V: Width>(
        &mut self,
        values: &mut Vec<V>,
        code: &Code,
        rank: usize,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let (chain, digits, grid) = (&self.chain, self.digits, &self.family.grid);
        let filled = Given { chain, digits, code, grid }.fill(&mut self.walk, values, rank, meter);
        let filled = filled.map_err(|stop| stop.so_far(|| format!("{} positions solved", values.len())))?;
        self.together += filled.together;
        Ok(())
    }
}

impl Ranking for Ranked {
    fn title(&self) -> &'static str {
        "a table over a chain"
    }

    /// The nim-value of a position, if it is known already.
    fn known_value(&self, position: &GamePosition) -> Option<Int> {
        let rank = self.rank(position)?;
        match &self.values {
            Values::Bytes(v) => v.get(rank).map(|v| Int::from(i64::from(*v))),
            Values::Words(v) => v.get(rank).map(|v| Int::from(i64::from(*v))),
        }
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// A budget that ran out, with how far the table got; or why the game is not for such a table.
    fn value(&mut self, position: &GamePosition, meter: &Rc<Meter>) -> Result<Int, Stop> {
        let rank = self.rank(position).ok_or(Stop::Unfit(Unfit::OutOfOrder))?;
        self.may_grow(rank, meter)?;
        let code = std::mem::take(&mut self.code);
        let done = self.fill(&code, rank, meter);
        self.code = code;
        done?;
        self.known_value(position).ok_or(Stop::Unfit(Unfit::OutOfOrder))
    }

    /// How many positions have a value.
    fn solved(&self) -> u64 {
        match &self.values {
            Values::Bytes(v) => v.len() as u64,
            Values::Words(v) => v.len() as u64,
        }
    }

    /// Memory held, in bytes.
    fn bytes(&self) -> u64 {
        match &self.values {
            Values::Bytes(v) => v.capacity() as u64,
            Values::Words(v) => v.capacity() as u64 * 2,
        }
    }

    fn not_compared(&self) -> Vec<(u64, Vec<GamePosition>)> {
        let size = self.solved();
        if !is_much_more(size, self.compared) {
            return vec![];
        }
        vec![(size, spot::places(size).into_iter().map(|place| self.position_at(place)).collect())]
    }

    fn set_compared(&mut self) {
        self.compared = self.solved();
    }

    /// How its digits hang together, and which runs of options are single instructions, by name.
    fn recognised(&self) -> Vec<&'static str> {
        let link = match self.chain.link {
            Link::Falling => "chain: digits fall",
            Link::NotRising => "chain: digits do not rise",
            Link::Free => "chain: digits are free",
        };
        let runs = self.code.chain_runs.iter().map(|run| match run {
            ChainRun::Add { .. } => "chain run: one more in a set",
            ChainRun::Move(_) => "chain run: elements of a set move",
            ChainRun::Cut { .. } => "chain run: rows cut",
            ChainRun::CutRows(_) => "chain run: all rows cut",
        });
        let together = (self.together > 0).then_some("chain: by several threads");
        runs.chain([link]).chain(together).collect()
    }

    /// Writes the table as bytes: the largest value of each digit, the width of a value in bytes, and the values.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        (0..self.chain.digits()).try_for_each(|j| out.write_all(&self.chain.bound(j).to_le_bytes()))?;
        match &self.values {
            Values::Bytes(v) => {
                out.write_all(&[1])?;
                out.write_all(v)
            }
            Values::Words(v) => {
                out.write_all(&[2])?;
                v.iter().try_for_each(|v| out.write_all(&v.to_le_bytes()))
            }
        }
    }

    /// If its digits may be as large as those
    /// of this table.
    fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        let (bounds, values) = bytes.split_at_checked(self.chain.digits() * 4)?;
        let bounds: Vec<u32> = bounds.as_chunks().0.iter().map(|b| u32::from_le_bytes(*b)).collect();
        if self.solved() > 0 || bounds.iter().enumerate().any(|(j, bound)| *bound < self.chain.bound(j)) {
            return None;
        }
        let chain = Chain::new(self.chain.link, &bounds)?;
        let values = match values.split_first()? {
            (1, v) => Values::Bytes(v.to_vec()),
            (2, v) if v.len().is_multiple_of(2) => {
                Values::Words(v.as_chunks().0.iter().map(|v| u16::from_le_bytes(*v)).collect())
            }
            _ => return None,
        };
        (self.chain, self.values) = (chain, values);
        self.walk = Walk::new(&self.chain)?;
        Some(())
    }
}

/// A position as digits, the most significant first.
fn digits_of(family: &Family, digits: Digits, position: &GamePosition) -> Option<Vec<u32>> {
    let state = family.only_state(position)?;
    let words = elements(&state).map(|v| u32::try_from(word_of(&v)?).ok());
    let mut words: Vec<u32> = words.collect::<Option<_>>()?;
    if digits != Digits::List {
        words.sort_unstable_by(|a, b| b.cmp(a));
    }
    Some(words)
}
