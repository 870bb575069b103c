//! What is put into a table is found there, whatever it has become meanwhile.

use super::*;
use std::collections::HashMap;

/// Keys of which 15 bits differ, some of which are met late, and some others; values that fit a byte, and larger ones.
fn entries() -> impl Iterator<Item = (u64, u32)> {
    (0..40_000u64).map(|i| {
        let x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let late = if i > 20_000 { x >> 9 & 7 } else { 0 };
        let key = 5 | ((x & 0x3f) << 4) | (((x >> 6) & 0x1f) << 20) | (late << 40);
        let other = u64::from(i % 97 == 0) << 50;
        (key | other | ((i % 97) * other), (key.mix() % 300) as u32)
    })
}

#[test]
fn values_stay_what_they_are_when_a_map_becomes_an_array() {
    let (mut table, mut known) = (Table::<u64>::default(), HashMap::new());
    for (key, value) in entries() {
        let expected = known.get(&key).map_or(Entry::Unknown, |v| Entry::Value(*v));
        assert_eq!(table.get(key), expected);
        if expected == Entry::Unknown {
            let (_, slot) = table.open(key);
            assert_eq!(table.get(key), Entry::Open);
            assert!(table.set_at(slot, key, value));
        }
        known.insert(key, value);
    }
    assert!(table.entries.is_array(), "it became an array");
    assert_eq!(table.solved(), known.len());
    assert_eq!(table.iter().collect::<HashMap<_, _>>(), known);
}

/// Keys that belong anywhere, and many that belong to the first or to the last slots.
fn crowded<K: Key>(of: impl Fn(u64) -> K) -> Vec<K> {
    let keys = (0..1u64 << 18).map(|i| of(i.wrapping_mul(0xd134_2543_de82_ef95) | 1));
    let crowded = |k: &K| matches!(k.mix() >> 54, 0 | 0x3ff) || k.mix().is_multiple_of(31);
    keys.filter(crowded).collect()
}

fn keeps_all_keys<K: Key>(keys: Vec<K>) {
    let mut map = Map::<K>::default();
    for (i, key) in keys.iter().enumerate() {
        assert_eq!(map.update(*key, |_| i as u32), None);
        if i % 977 == 0 {
            assert!(keys[..=i].iter().enumerate().all(|(i, key)| map.get(*key) == Some(i as u32)));
        }
    }
    assert!(keys.iter().enumerate().all(|(i, key)| map.get(*key) == Some(i as u32)));
    assert_eq!(map.iter().count(), keys.len());
}

#[test]
fn a_map_keeps_all_keys_as_it_grows() {
    keeps_all_keys(crowded(|x| x));
    keeps_all_keys(crowded(|x| u128::from(x) << 50));
}

#[test]
fn threads_fill_an_array_together() {
    let mut table = Table::<u64>::default();
    let known: HashMap<u64, u32> = entries().collect();
    let solved: usize = table.share(|shared| {
        let fill = |from: usize| {
            let mut values = Values::new(shared.hand());
            let all: Vec<_> = entries().collect();
            let (before, after) = all.split_at(from);
            for (key, value) in after.iter().chain(before) {
                values.pause();
                values.open(*key);
                values.set(*key, *value);
            }
            values.solved()
        };
        let solved = std::thread::scope(|scope| {
            let threads = [0, 20_000].map(|from| scope.spawn(move || fill(from)));
            threads.into_iter().map(|t| t.join().unwrap_or(0)).sum()
        });
        (solved, solved)
    });
    assert!(table.entries.is_array(), "it became an array");
    assert!(solved >= known.len());
    assert_eq!(table.iter().collect::<HashMap<_, _>>(), known);
}

/// Keys of up to 54 bits, and with them some of 64; values of a byte, and larger ones.
fn short_and_long() -> impl Iterator<Item = (u64, u32)> {
    (0..30_000u64).map(|i| {
        let key = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> if i % 7 == 0 { 0 } else { 10 };
        (key, if i % 11 == 0 { 250 + (i % 9) as u32 } else { (i % 40) as u32 })
    })
}

#[test]
fn short_and_long_keys_stand_beside_each_other() {
    let (mut table, mut known) = (Table::<u64>::default(), HashMap::new());
    for (key, value) in short_and_long() {
        let (entry, slot) = table.open(key);
        if known.insert(key, value).is_some() {
            continue;
        }
        assert_eq!(entry, Entry::Unknown);
        assert_eq!(table.open(key).0, Entry::Open);
        assert!(table.set_at(slot, key, value));
        assert_eq!(table.get(key), Entry::Value(value));
        assert_eq!(table.open(key).0, Entry::Value(value));
    }
    assert!(!table.entries.is_array());
    assert_eq!(table.solved(), known.len());
    assert_eq!(table.iter().collect::<HashMap<_, _>>(), known);
}

#[test]
fn threads_fill_slots_together() {
    let mut table = Table::<u64>::default();
    let known: HashMap<u64, u32> = short_and_long().collect();
    let solved: usize = table.share(|shared| {
        let fill = |from: usize| {
            let mut values = Values::new(shared.hand());
            let all: Vec<_> = known.iter().collect();
            let (before, after) = all.split_at(from);
            for (key, value) in after.iter().chain(before) {
                values.pause();
                values.open(**key);
                values.set(**key, **value);
            }
            values.solved()
        };
        let solved = std::thread::scope(|scope| {
            let threads = [0, 15_000].map(|from| scope.spawn(move || fill(from)));
            threads.into_iter().map(|t| t.join().unwrap_or(0)).sum()
        });
        (solved, solved)
    });
    assert!(solved >= known.len());
    assert_eq!(table.iter().collect::<HashMap<_, _>>(), known);
}
