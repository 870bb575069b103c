//! What is kept from one run to the next: tables, sequences, and the positions of graphs, each in a block of its own.

mod blocks;

use super::engines::{Engine, Engines, QUICK};
use super::{Games, Result, rules_of};
use crate::check::ir::GameId;
use crate::engine::depth_first::Solver;
use crate::rules::packed::{Dense, Family, Packed, Ranked, Word};
use crate::value::{GamePosition, Value};
use blocks::Block;
pub use blocks::{Check, Persisted, Source};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What stands before the names of blocks, but for dense tables.
const SEQUENCE: &str = "sequence ";
const CHAIN: &str = "chain ";
const GRAPH: &str = "graph ";

/// The blocks of an earlier run.
#[derive(Default)]
pub(super) struct Earlier {
    /// Those that were not asked for yet.
    blocks: RefCell<BTreeMap<String, Persisted>>,
    /// Graphs that were, and how many positions they hold: as long as it is no more, the block is up to date.
    graphs: RefCell<BTreeMap<String, (Persisted, usize)>>,
    /// How many blocks there were.
    count: Cell<usize>,
}

/// Positions are solved about so much more slowly than they are read: before a large block is read, this share of its
/// positions is tried without it.
const TRY_SHARE: u64 = 16;
/// The bytes of a position in a block, at least.
const ENTRY: u64 = 12;

impl Games {
    /// Writes what was solved so far, each block with its name in front; also what was restored and not asked for.
    ///
    /// # Errors
    /// If it cannot be written, or what was not asked for can no longer be read.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.with_blocks(|all| {
            all.into_iter().try_for_each(|(name, block)| {
                blocks::write_bytes(out, name.as_bytes())?;
                block.write(out)
            })
        })
    }

    /// Whether there is anything to save but the blocks of an earlier run.
    pub fn has_news(&self) -> bool {
        self.with_blocks(|all| {
            let persisted = all.values().filter(|b| matches!(b, Block::Persisted(_))).count();
            persisted < all.len() || persisted != self.earlier.count.get()
        })
    }

    fn with_blocks<T>(&self, then: impl FnOnce(BTreeMap<String, Block<'_>>) -> T) -> T {
        let (families, piles) = (self.families.borrow(), self.piles.borrow());
        let earlier = self.earlier.blocks.borrow();
        let mut all: BTreeMap<String, Block<'_>> = earlier
            .iter()
            .map(|(name, persisted)| (name.clone(), Block::Persisted(persisted.clone())))
            .collect();
        for ((game, rules), engines) in families.iter() {
            self.blocks_of(&self.family_name(*game, rules), engines, &mut all);
        }
        for ((game, rules), sequence) in piles.sequences() {
            if !sequence.is_empty() {
                all.insert(SEQUENCE.to_string() + &self.family_name(*game, rules), Block::Sequence(sequence));
            }
        }
        then(all)
    }

    fn blocks_of<'e>(&self, name: &str, engines: &'e Engines, all: &mut BTreeMap<String, Block<'e>>) {
        if let Some(Some(dense)) = &engines.dense {
            all.insert(name.to_string(), Block::Dense(dense));
        }
        for table in engines.chains().filter(|t| t.solved() > 0) {
            all.insert(chain_name(table, name), Block::Chain(table));
        }
        // A block that was not needed so far holds more than what was found without it.
        let whole = graph_name::<u64>(name);
        if let Engine::Ready(solver) = &engines.narrow
            && !all.contains_key(&whole)
        {
            let block = self.up_to_date(&whole, solver).unwrap_or(Block::Narrow(solver));
            all.insert(whole, block);
        }
        let whole = graph_name::<u128>(name);
        if let Engine::Ready(solver) = &engines.wide
            && !all.contains_key(&whole)
        {
            let block = self.up_to_date(&whole, solver).unwrap_or(Block::Wide(solver));
            all.insert(whole, block);
        }
    }

    /// The block that a graph was read from, if nothing was added to it.
    fn up_to_date<K: Word>(&self, name: &str, solver: &Solver<Packed<K>>) -> Option<Block<'static>> {
        let graphs = self.earlier.graphs.borrow();
        let (persisted, held) = graphs.get(name)?;
        (*held == blocks::held(solver)).then(|| Block::Persisted(persisted.clone()))
    }

    /// Takes the blocks that [`Games::save`] wrote for the same rules.
    pub fn restore(&self, blocks: impl IntoIterator<Item = (String, Persisted)>) {
        let mut all = self.earlier.blocks.borrow_mut();
        all.extend(blocks);
        self.earlier.count.set(all.len());
    }

    /// Takes over what was solved of a program that was read before, of games that are the same in both: `same` says whether
    /// that of a name is. What is too large to be copied is left.
    pub fn inherit(&self, before: &Games, same: &dyn Fn(&str) -> bool) {
        let copied = before.with_blocks(|all| {
            let wanted = all.into_iter().filter(|(name, _)| same(game_of(name)));
            wanted.filter_map(|(name, block)| Some((name, block.copied()?))).collect::<Vec<_>>()
        });
        self.restore(copied);
    }

    /// How many positions are to be tried without the graph of an earlier run, if there is one that was not read.
    pub(super) fn worth_trying_without<K: Word>(&self, position: &GamePosition) -> Option<u64> {
        let (_, persisted) = self.block(position, graph_name::<K>)?;
        Some((persisted.length() / ENTRY / TRY_SHARE).max(QUICK))
    }

    fn family_name(&self, game: u32, rules: &[Option<Value>]) -> String {
        let rules = rules.iter().map(|r| r.as_ref().map_or("_".into(), Value::to_string));
        format!("{}({})", self.machine.program.game(GameId(game)).name, rules.collect::<Vec<_>>().join(", "))
    }

    /// The block of an earlier run for a position; `name` makes it out of that of its family.
    fn block(&self, position: &GamePosition, name: impl Fn(&str) -> String) -> Option<(String, Persisted)> {
        if self.earlier.blocks.borrow().is_empty() {
            return None;
        }
        let name = name(&self.family_name(position.game.id, &rules_of(position)));
        let persisted = self.earlier.blocks.borrow().get(&name).cloned()?;
        Some((name, persisted))
    }

    /// The bytes of a block; it is done with then.
    fn take_block(&self, position: &GamePosition, name: impl Fn(&str) -> String) -> Option<Vec<u8>> {
        let (name, persisted) = self.block(position, name)?;
        // The bytes, and the table made of them.
        self.machine.meter().grow(0, 3 * persisted.length()).ok()?;
        self.earlier.blocks.borrow_mut().remove(&name);
        persisted.bytes().ok()
    }

    /// The values of an earlier run for a game of one pile, as bytes.
    pub(crate) fn persisted_sequence(&self, position: &GamePosition) -> Option<Vec<u8>> {
        self.take_block(position, |family| SEQUENCE.to_string() + family)
    }

    /// The tables of an earlier run for a position, if there are any and they fit.
    pub(super) fn persisted_tables(&self, position: &GamePosition) -> Option<Box<Dense>> {
        let bytes = self.take_block(position, str::to_string)?;
        let mut dense = Dense::new(Family::new(&self.machine, position, None, u64::BITS)?)?;
        dense.restore(&bytes)?;
        Some(Box::new(dense))
    }

    /// Gives a table over a chain the values of an earlier run, if there are any and they fit.
    pub(super) fn restore_chain(&self, position: &GamePosition, table: &mut Ranked) {
        if let Some(bytes) = self.take_block(position, |family| chain_name(table, family)) {
            table.restore(&bytes);
        }
    }

    /// The graph of an earlier run, if there is one whose layout the position fits.
    ///
    /// # Errors
    /// When a budget runs out while it is read: it is read again when it is needed again.
    pub(super) fn persisted_graph<K: Word>(
        &self,
        position: &GamePosition,
    ) -> Result<Option<Solver<Packed<K>>>> {
        let Some((name, persisted)) = self.block(position, graph_name::<K>) else { return Ok(None) };
        let meter = self.machine.meter();
        let read = persisted.open(|mut file| {
            let before = blocks::read_bytes(&mut file)?;
            let Some(family) = Family::restored(&self.machine, position, &before, K::BITS) else {
                return Ok(None);
            };
            let mut solver = Solver::new(Packed::new(family, &self.machine, true));
            match blocks::read_graph(&mut solver, &mut file, &meter)? {
                Ok(()) => Ok(Some(Ok(solver))),
                Err(what) => Ok(Some(Err(what))),
            }
        });
        let solver = match read {
            Ok(Some(Err(what))) => return Err(what.into()),
            Ok(Some(Ok(solver))) => Some(solver),
            // Another layout, or a file that was spoilt meanwhile.
            Ok(None) | Err(_) => None,
        };
        self.earlier.blocks.borrow_mut().remove(&name);
        if let Some(solver) = &solver {
            self.earlier.graphs.borrow_mut().insert(name, (persisted, blocks::held(solver)));
        }
        Ok(solver)
    }

    /// The values of all positions of a game whose numbers are at most those of a position, by dense tables
    /// alone, with their numbers in order; `None` where these do not take the game. Adds how often each loop was used.
    /// For tests: questions go through [`Games::value`].
    pub fn tabulated(
        &self,
        corner: &GamePosition,
        used: &mut BTreeMap<&'static str, u64>,
    ) -> Option<Vec<(Vec<i64>, u64)>> {
        let mut dense = Dense::new(Family::new(&self.machine, corner, None, u64::BITS)?)?;
        dense.value(corner, &self.machine.meter()).ok()?;
        dense.used().for_each(|(name, n)| *used.entry(name).or_default() += n);
        dense.values_up_to(corner)
    }
}

/// The game that the name of a block speaks of.
fn game_of(block: &str) -> &str {
    let family = block.split('(').next().unwrap_or(block);
    family.rsplit(' ').next().unwrap_or(family)
}

fn chain_name(table: &Ranked, family: &str) -> String {
    format!("{CHAIN}{} {family}", table.kind())
}

fn graph_name<K: Word>(family: &str) -> String {
    format!("{GRAPH}{} {family}", K::BITS)
}
