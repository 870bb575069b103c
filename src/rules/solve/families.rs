//! The engines of one family, and the list of all: fastest first. This is the only place that knows their order.

use super::arrays::Arrays;
use super::bytes::Bytes;
use super::chains::Chains;
use super::claimed::Claimed;
use super::counts::Counts;
use super::dense::Tables;
use super::engine::Engine;
use super::entries::Entries;
use super::fixed::Fixed;
use super::general::Interned;
use super::graph::Graph;
use super::held::{ByEngine, Holds};
use super::residues::ByResidues;
use super::rewritten::Again;
use super::sequences::Sequences;
use super::slices::Slices;
use super::stored::Folders;
use super::turns::Turns;
use crate::rules::arenas::Arenas;

/// The engines that hold positions of one family: a game with its rule parameters.
#[derive(Default)]
pub(in crate::rules) struct Family {
    pub(in crate::rules) sequences: Sequences,
    pub(in crate::rules) residues: ByResidues,
    tables: Tables,
    chains: Chains,
    fixed: Again<Fixed>,
    entries: Again<Entries>,
    slices: Again<Slices>,
    counts: Again<Counts>,
    arrays: Arrays,
    word: Graph<u64>,
    words: Graph<u128>,
    bytes: Bytes,
    /// Not for nim-values.
    pub(in crate::rules) turns: Turns,
}

impl Family {
    /// All engines in the order in which they are asked.
    ///
    /// - *Stored* values first: they need only be read, and nobody opens a folder for anything else.
    /// - *Sequences*: 1 or 2 bytes a pile, and a proved period answers piles of any size at once.
    /// - *Residues* only for large piles, of which no engine below could list the moves.
    /// - *Labels* for what has no nim-value as a rule: everything below takes plain play for granted.
    /// - *Claims* before everything that uses claims.
    /// - *Tables* and *chains* before graphs: an array needs no hashing and mostly one byte a position.
    /// - *Fixed* before all that take a position as it is: what does not change need not be in it.
    /// - *Entries* before what takes maps as they are, and before those that write lists again.
    /// - *Slices* before what takes lists as they are: what is left of a long one is two numbers.
    /// - *Counts* before what takes bags as they are: how often an element is there is one number.
    /// - *Arrays* after them, since the loops of the others take fewer steps than there are options.
    /// - *One word* before *two*: a key of half the size in each slot.
    /// - *Bytes* where words are too short: keys of any length take longer to find.
    /// - *General* evaluation last, since it takes everything.
    pub(in crate::rules) fn list<'e>(
        &'e mut self,
        stored: &'e mut Folders,
        labels: &'e mut Arenas,
        claims: &'e mut Claimed,
        general: &'e mut Interned,
    ) -> [&'e mut dyn Engine; 16] {
        let Family {
            sequences,
            residues,
            tables,
            chains,
            fixed,
            entries,
            slices,
            counts,
            arrays,
            word,
            words,
            bytes,
            ..
        } = self;
        [
            stored, sequences, residues, labels, claims, tables, chains, fixed, entries, slices, counts,
            arrays, word, words, bytes, general,
        ]
    }

    /// Those that take misère play, in the same order: of positions that stay one part.
    pub(in crate::rules) fn under_misere(&mut self) -> [&mut dyn Engine; 8] {
        let Family { fixed, entries, slices, counts, arrays, word, words, bytes, .. } = self;
        [fixed, entries, slices, counts, arrays, word, words, bytes]
    }

    /// Those that hold positions of this family alone, in the same order.
    pub(in crate::rules) fn own(&self) -> [&dyn Engine; 13] {
        [
            &self.sequences,
            &self.residues,
            &self.tables,
            &self.chains,
            &self.fixed,
            &self.entries,
            &self.slices,
            &self.counts,
            &self.arrays,
            &self.word,
            &self.words,
            &self.bytes,
            &self.turns,
        ]
    }

    /// Lets go of what was solved; periods that are proved stay.
    pub(in crate::rules) fn forget(&mut self) {
        *self = Family { residues: std::mem::take(&mut self.residues), ..Family::default() };
    }
}

impl Holds for Family {
    fn held(&self) -> ByEngine {
        let mut held = ByEngine::new();
        for engine in self.own() {
            let usage = engine.usage();
            if usage.positions > 0 || usage.bytes > 0 {
                *held.entry(engine.name()).or_default() += usage;
            }
        }
        held
    }
}

/// Whether an engine is asked before another one: the names in the order of [`Family::list`].
pub(super) fn is_before(engine: &str, other: &str) -> bool {
    let order = [
        "stored",
        "sequence",
        "residues",
        "labels",
        "claims",
        "dense",
        "chain",
        "fixed",
        "entries",
        "slices",
        "counts",
        "array",
        "packed in 64 bits",
        "packed in 128 bits",
        "packed in bytes",
        "turns",
        "outcomes by place",
        "outcomes in 64 bits",
        "outcomes in 128 bits",
        "outcomes in bytes",
        "search of remoteness in 64 bits",
        "search of remoteness in 128 bits",
        "search of remoteness in bytes",
    ];
    let place = |name: &str| order.iter().position(|n| *n == name).unwrap_or(order.len());
    place(engine) < place(other)
}
