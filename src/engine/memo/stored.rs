//! Keys in words of 32 bits that several threads see.

use std::sync::atomic::{AtomicU32, Ordering};

/// Where a key is stored for several threads to see: in words of 32 bits, so that a slot has no padding.
pub trait Stored<K>: Default + Send + Sync {
    /// Reads it.
    fn load(&self) -> K;
    /// Writes it.
    fn store(&self, key: K);
}

impl Stored<u32> for AtomicU32 {
    #[inline]
    fn load(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }
    #[inline]
    fn store(&self, key: u32) {
        self.store(key, Ordering::Relaxed);
    }
}

impl Stored<u64> for [AtomicU32; 2] {
    #[inline]
    fn load(&self) -> u64 {
        u64::from(Stored::load(&self[0])) | u64::from(Stored::load(&self[1])) << 32
    }
    #[inline]
    fn store(&self, key: u64) {
        Stored::store(&self[0], key as u32);
        Stored::store(&self[1], (key >> 32) as u32);
    }
}

impl Stored<u128> for [[AtomicU32; 2]; 2] {
    #[inline]
    fn load(&self) -> u128 {
        u128::from(self[0].load()) | u128::from(self[1].load()) << 64
    }
    #[inline]
    fn store(&self, key: u128) {
        self[0].store(key as u64);
        self[1].store((key >> 64) as u64);
    }
}
