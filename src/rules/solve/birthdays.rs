//! How many positions play comes to, at least: random plays meet the same one after as many moves the less often, the more there are
//! (as birthdays: of n plays, n^2 / 2 pairs, one in m is alike if there are m positions, and more if some are likelier than others).

use crate::engine::random::next;
use crate::engine::{Options, Rules};
use std::collections::HashMap;

/// Plays are looked at as far as so many moves.
const MOVES: usize = 48;
/// So few plays show nothing.
const FEW: u64 = 16;

/// The positions of plays after some number of moves.
struct Depth<K> {
    /// How often each was met,
    met: HashMap<K, u64>,
    plays: u64,
    /// and how many pairs of plays were in one position.
    alike: u64,
}

impl<K: std::hash::Hash + Eq> Depth<K> {
    fn add(&mut self, key: K) {
        let met = self.met.entry(key).or_default();
        self.alike += *met;
        *met += 1;
        self.plays += 1;
    }

    /// How many positions there are, it seems.
    fn positions(&self) -> u64 {
        self.plays * self.plays.saturating_sub(1) / 2 / self.alike.max(1)
    }
}

/// Whether play from a position comes to so many, it seems, after at most so many listings of options.
pub(super) fn is_at_least<R: Rules>(rules: &mut R, root: R::Key, enough: u64, mut listings: u64) -> bool {
    let (mut depths, mut random, mut options) = (vec![], 1u64, Options::default());
    for play in 1.. {
        let mut key = root;
        for depth in 0..MOVES {
            options.clear();
            if listings == 0 || rules.options(key, &mut options).is_err() {
                return false;
            }
            listings -= 1;
            let keys = options.parts();
            if keys.is_empty() {
                break;
            }
            key = keys[next(&mut random) as usize % keys.len()];
            if depth == depths.len() {
                depths.push(Depth { met: HashMap::new(), plays: 0, alike: 0 });
            }
            depths[depth].add(key);
        }
        if play % FEW == 0 && depths.iter().map(Depth::positions).sum::<u64>() >= enough {
            return true;
        }
    }
    false
}
