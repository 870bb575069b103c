//! What is kept from one run to the next: tables, sequences, and the positions of graphs, each in a separate block.

mod blocks;

use super::Stop;
use super::ctx::{FamilyKey, QUICK, family_of};
use super::machine::Machine;
use super::packed::{Dense, Family, Filled, Packed, Ranked, Word};
use super::ranking::Ranking;
use crate::check::ir::GameId;
use crate::engine::depth_first::Solver;
use crate::value::{GamePosition, Value};
pub(super) use blocks::Block;
pub use blocks::{Check, Persisted, Source};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What is before the names of blocks, except of dense tables.
pub(super) const SEQUENCE: &str = "sequence ";
pub(super) const CHAIN: &str = "chain ";
pub(super) const ARRAY: &str = "array ";
pub(super) const GRAPH: &str = "graph ";

type Result<T> = std::result::Result<T, Stop>;

/// The blocks of an earlier run.
#[derive(Default)]
pub(super) struct Earlier {
    /// Those that were not asked for yet.
    blocks: BTreeMap<String, Persisted>,
    /// Graphs that were, and how many positions they hold: as long as it is no more, the block is up to date.
    graphs: BTreeMap<String, (Persisted, usize)>,
    /// How many blocks there were.
    count: usize,
}

/// Positions are solved about so much more slowly than they are read: before a large block is read, this share of its
/// positions is tried without it.
const TRY_SHARE: u64 = 16;
/// The bytes of a position in a block, at least.
const ENTRY: u64 = 12;

/// Everything that is to be saved, by name.
pub(super) struct Blocks<'e> {
    earlier: &'e Earlier,
    all: BTreeMap<String, Block<'e>>,
}

impl<'e> Blocks<'e> {
    /// The blocks of an earlier run that were not asked for.
    pub(super) fn new(earlier: &'e Earlier) -> Blocks<'e> {
        let old = earlier.blocks.iter();
        let all = old.map(|(name, block)| (name.clone(), Block::Persisted(block.clone()))).collect();
        Blocks { earlier, all }
    }

    /// Adds a block.
    pub(super) fn add(&mut self, name: String, block: Block<'e>) {
        self.all.insert(name, block);
    }

    /// Adds a graph: the block that it was read from, if nothing was added to it. One that was not needed so far holds more
    /// than what was found without it.
    pub(super) fn add_graph<K: Word>(&mut self, name: String, solver: &'e Solver<Packed<K>>) {
        if !self.all.contains_key(&name) {
            let up_to_date = self.earlier.graphs.get(&name).filter(|(_, held)| *held == blocks::held(solver));
            let block = up_to_date.map_or(Block::Graph(solver), |(block, _)| Block::Persisted(block.clone()));
            self.all.insert(name, block);
        }
    }

    /// Those of some games, in memory; what is too large to be copied is left out.
    pub(super) fn copied(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<(String, Persisted)> {
        let wanted = self.all.iter().filter(|(name, _)| wanted(game_of(name)));
        wanted.filter_map(|(name, block)| Some((name.clone(), block.copied()?))).collect()
    }

    /// Whether there is anything but the blocks of an earlier run.
    pub(super) fn has_news(&self) -> bool {
        let persisted = self.all.values().filter(|b| matches!(b, Block::Persisted(_))).count();
        persisted < self.all.len() || persisted != self.earlier.count
    }

    /// Writes each block with its name in front.
    ///
    /// # Errors
    /// If it cannot be written, or what was not asked for can no longer be read.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.all.iter().try_for_each(|(name, block)| {
            blocks::write_bytes(out, name.as_bytes())?;
            block.write(out)
        })
    }
}

/// The game that the name of a block speaks of.
fn game_of(block: &str) -> &str {
    let family = block.split('(').next().unwrap_or(block);
    family.rsplit(' ').next().unwrap_or(family)
}

/// What a family is called in names of blocks.
pub(super) fn family_name(machine: &Machine, (game, rules): &FamilyKey) -> String {
    let rules = rules.iter().map(|r| r.as_ref().map_or("_".into(), Value::to_string));
    format!("{}({})", machine.program.game(GameId(*game)).name, rules.collect::<Vec<_>>().join(", "))
}

impl Earlier {
    /// Takes the blocks that [`Blocks::write`] wrote for the same rules.
    pub(super) fn restore(&mut self, blocks: impl IntoIterator<Item = (String, Persisted)>) {
        self.blocks.extend(blocks);
        self.count = self.blocks.len();
    }

    /// How many positions are to be tried without the graph of an earlier run, if there is one that was not read.
    pub(super) fn worth_trying_without<K: Word>(
        &self,
        machine: &Machine,
        position: &GamePosition,
    ) -> Option<u64> {
        let (_, persisted) = self.block(machine, position, graph_name::<K>)?;
        Some((persisted.length() / ENTRY / TRY_SHARE).max(QUICK))
    }

    /// The block of an earlier run for a position; `name` makes it out of that of its family.
    fn block(
        &self,
        machine: &Machine,
        position: &GamePosition,
        name: impl Fn(&str) -> String,
    ) -> Option<(String, Persisted)> {
        if self.blocks.is_empty() {
            return None;
        }
        let name = name(&family_name(machine, &family_of(position)));
        let persisted = self.blocks.get(&name).cloned()?;
        Some((name, persisted))
    }

    /// The bytes of a block; it is done with then.
    fn take_block(
        &mut self,
        machine: &Machine,
        position: &GamePosition,
        name: impl Fn(&str) -> String,
    ) -> Option<Vec<u8>> {
        let (name, persisted) = self.block(machine, position, name)?;
        // The bytes, and the table made of them.
        machine.meter().grow(0, 3 * persisted.length()).ok()?;
        self.blocks.remove(&name);
        persisted.bytes().ok()
    }

    /// The values for a game of one pile, as bytes.
    pub(super) fn sequence(&mut self, machine: &Machine, position: &GamePosition) -> Option<Vec<u8>> {
        self.take_block(machine, position, |family| SEQUENCE.to_string() + family)
    }

    /// The tables for a position, if there are any and they fit.
    pub(super) fn tables(
        &mut self,
        machine: &std::rc::Rc<Machine>,
        position: &GamePosition,
    ) -> Option<Box<Dense>> {
        let bytes = self.take_block(machine, position, str::to_string)?;
        let mut dense = Dense::new(Family::new(machine, position, None, u64::BITS)?).ok()?;
        dense.restore(&bytes)?;
        Some(Box::new(dense))
    }

    /// Gives a table over a chain its values, if there are any and they fit.
    pub(super) fn restore_chain(&mut self, machine: &Machine, position: &GamePosition, table: &mut Ranked) {
        let kind = table.kind();
        if let Some(bytes) = self.take_block(machine, position, |family| format!("{CHAIN}{kind} {family}")) {
            table.restore(&bytes);
        }
    }

    /// The array of an earlier run, if there is one that has a place for the position.
    pub(super) fn array(&mut self, machine: &Machine, position: &GamePosition) -> Option<Box<Filled>> {
        let bytes = self.take_block(machine, position, |family| ARRAY.to_string() + family)?;
        Filled::restored(machine, position, &bytes).map(Box::new)
    }

    /// The graph of an earlier run, if there is one whose layout the position fits.
    ///
    /// # Errors
    /// When a budget runs out while it is read: it is read again when it is needed again.
    pub(super) fn graph<K: Word>(
        &mut self,
        machine: &std::rc::Rc<Machine>,
        position: &GamePosition,
    ) -> Result<Option<Solver<Packed<K>>>> {
        let Some((name, persisted)) = self.block(machine, position, graph_name::<K>) else { return Ok(None) };
        let meter = machine.meter();
        let read = persisted.open(|mut file| {
            let before = blocks::read_bytes(&mut file)?;
            let Some(family) = Family::restored(machine, position, &before, K::BITS) else {
                return Ok(None);
            };
            let mut solver = Solver::new(Packed::new(family, machine, true));
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
        self.blocks.remove(&name);
        if let Some(solver) = &solver {
            self.graphs.insert(name, (persisted, blocks::held(solver)));
        }
        Ok(solver)
    }
}

fn graph_name<K: Word>(family: &str) -> String {
    format!("{GRAPH}{} {family}", K::BITS)
}
