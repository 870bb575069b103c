//! Without machine code: the interpreter does all the work.

use super::arrays::Kept;
use super::digits::Shape;
use super::family::{Family, Which};
use super::parts::Demand;
use super::word::Word;
use crate::engine::loopy::Rows;
use crate::engine::{Fills, Meter, Options, Stop};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::AtomicU8;

/// There is none.
pub(super) enum Native {}

/// There are none.
pub(super) fn lists_are_few(_: &Family, _: &Shape) -> bool {
    true
}

/// Nothing ever ran.
pub(super) enum Ran {}

impl Ran {
    /// Whether there are no options.
    pub(super) fn is_empty(&self) -> bool {
        match *self {}
    }
}

/// Nothing is kept for it.
pub(super) struct Runs<K>(PhantomData<K>);

impl<K> Default for Runs<K> {
    fn default() -> Self {
        Runs(PhantomData)
    }
}

impl<K> Runs<K> {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        0
    }

    pub(super) fn alone(&self, ran: &Ran) -> Option<&[K]> {
        match *ran {}
    }

    pub(super) fn alone_mut(&mut self, ran: &Ran) -> Option<&mut [K]> {
        match *ran {}
    }

    pub(super) fn words(&self, ran: &Ran) -> (&[K], &[u64], &[[u32; 2]]) {
        match *ran {}
    }

    pub(super) fn listed(&self, ran: &Ran, _: &mut Options<K>) {
        match *ran {}
    }
}

impl Native {
    pub(super) fn new(_: &Family, _: u32) -> Option<Native> {
        None
    }

    pub(super) fn in_bytes(_: &Family, _: &[Vec<Demand>]) -> Option<Native> {
        None
    }

    pub(super) fn has(&self, _: (usize, Which)) -> bool {
        match *self {}
    }

    pub(super) fn extent(&self) -> &'static str {
        match *self {}
    }

    pub(super) fn counted(&self) -> (usize, usize) {
        match *self {}
    }

    pub(super) fn run<K: Word>(
        &self,
        _: (usize, Which),
        _: u128,
        _: &mut Runs<K>,
        _: &Meter,
    ) -> Result<Option<Ran>, Stop> {
        match *self {}
    }
}

/// There is none.
pub(super) enum Filler {}

impl Filler {
    pub(super) fn new(_: &Family, _: &Shape, _: Kept, _: &Meter) -> Option<Filler> {
        None
    }

    pub(super) fn go_on_after(&mut self, _: &Filler) {
        match *self {}
    }

    pub(super) fn go_on_from(&mut self, _: u64) {
        match *self {}
    }

    pub(super) fn bytes(&self) -> u64 {
        match *self {}
    }

    pub(super) fn solved(&self) -> u64 {
        match *self {}
    }

    pub(super) fn for_threads(&self, _: usize, _: &[AtomicU8]) -> Vec<Filler> {
        match *self {}
    }

    pub(super) fn fill(&mut self, _: &[AtomicU8], _: u64, _: &Meter) -> Result<u64, Stop> {
        match *self {}
    }
}

impl Fills for Filler {
    fn fill(&mut self, _: Range<u64>, _: &Meter) -> (u64, Result<(), Stop>) {
        match *self {}
    }
}

/// None is ever made.
pub(super) struct Lister(Shape);

impl Lister {
    pub(super) fn new(_: &Family, _: &Shape, _: &Meter) -> Option<Lister> {
        None
    }

    pub(super) fn another(&self) -> Lister {
        Lister(self.0.clone())
    }

    pub(super) fn shape(&self) -> &Shape {
        &self.0
    }

    pub(super) fn list(&mut self, _: Range<u64>, _: &mut Rows, _: &Meter) -> Result<(), Stop> {
        Ok(())
    }
}

/// Nothing is shared.
pub(super) fn to_share(_: &mut [u8]) -> &[AtomicU8] {
    &[]
}
