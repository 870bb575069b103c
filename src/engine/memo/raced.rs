//! For tests: a map that another thread seems to fill, too.

use super::map::{Map, Memo};

/// A map that another thread changes whenever a key is about to be changed here.
pub(in crate::engine) struct Raced<F> {
    pub(in crate::engine) map: Map<u64>,
    pub(in crate::engine) other: F,
}

impl<F: FnMut(u64, &mut Map<u64>)> Memo for Raced<F> {
    type Key = u64;
    const SHARED: bool = true;

    fn get(&self, key: u64) -> Option<u32> {
        self.map.get(key)
    }

    fn fetch(&self, _: &[u64]) {}

    fn update_at(&mut self, key: u64, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize) {
        (self.update(key, change), 0)
    }

    fn replace_at(&mut self, _: usize, _: u64, _: u32) -> Option<u32> {
        None
    }

    fn update(&mut self, key: u64, change: impl Fn(Option<u32>) -> u32) -> Option<u32> {
        (self.other)(key, &mut self.map);
        self.map.update(key, change)
    }

    fn bytes(&self) -> u64 {
        0
    }

    fn growth(&self) -> u64 {
        0
    }
}
