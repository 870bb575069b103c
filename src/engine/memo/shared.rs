//! A map that several threads fill.

use super::map::{Map, Memo};
use super::slots::Full;
use crate::engine::rules::Key;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

/// A map that several threads fill at once. Whoever finds it full waits until the others pause, and makes it larger.
pub(in crate::engine) struct Shared<K: Key> {
    map: RwLock<Map<K>>,
    /// How many threads found it full and wait for the others.
    waiting: AtomicUsize,
}

impl<K: Key> Shared<K> {
    pub(in crate::engine) fn new(map: Map<K>) -> Shared<K> {
        Shared { map: RwLock::new(map), waiting: AtomicUsize::new(0) }
    }

    /// The map, when the threads are done.
    pub(in crate::engine) fn into_map(self) -> Map<K> {
        self.map.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one more thread sees of it.
    pub(in crate::engine) fn hand(&self) -> Hand<'_, K> {
        Hand { shared: self, map: Some(self.read()) }
    }

    fn read(&self) -> RwLockReadGuard<'_, Map<K>> {
        self.map.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a thread sleeps before it looks whether there is room.
const PAUSE: Duration = Duration::from_micros(20);

/// A hand on a [`Shared`] map. The map cannot grow while it is held: pause often.
pub(in crate::engine) struct Hand<'s, K: Key> {
    shared: &'s Shared<K>,
    map: Option<RwLockReadGuard<'s, Map<K>>>,
}

impl<K: Key> Hand<'_, K> {
    #[inline]
    fn map(&self) -> &Map<K> {
        self.map.as_deref().unwrap_or_else(|| unreachable!("it is let go only in order to be taken again"))
    }

    fn grow(&mut self) {
        self.map = None;
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        {
            let mut map = self.shared.map.write().unwrap_or_else(PoisonError::into_inner);
            // Unless another thread has done it.
            map.grow();
        }
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        self.map = Some(self.shared.read());
    }
}

impl<K: Key> Memo for Hand<'_, K> {
    type Key = K;
    const SHARED: bool = true;

    #[inline]
    fn get(&self, key: K) -> Option<u32> {
        self.map().get(key)
    }

    fn fetch(&self, keys: &[K]) {
        self.map().fetch(keys);
    }

    fn update_at(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize) {
        (self.update(key, change), 0)
    }

    fn replace_at(&mut self, _: usize, _: K, _: u32) -> Option<u32> {
        None
    }

    fn update(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> Option<u32> {
        loop {
            match self.map().update_shared(key, &change) {
                Ok(old) => return old,
                Err(Full) => self.grow(),
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.map().bytes()
    }

    fn growth(&self) -> u64 {
        self.map().growth()
    }

    #[inline]
    fn pause(&mut self) {
        if self.shared.waiting.load(Ordering::Relaxed) > 0 {
            self.map = None;
            // Whoever waits to write comes first: a lock that is asked for again at once may be had at once.
            while self.shared.waiting.load(Ordering::Relaxed) > 0 {
                std::thread::sleep(PAUSE);
            }
            self.map = Some(self.shared.read());
        }
    }
}
