//! How many positions play comes to, at least: random plays meet the same one after as many moves the less often, the more there are
//! (as birthdays: of n plays, n^2 / 2 pairs, one in m is alike if there are m positions, and more if some are likelier than others).

use crate::engine::random::next;
use crate::engine::{Options, Rules};
use std::collections::HashMap;

/// Plays are looked at as far as so many moves.
const MOVES: usize = 48;
/// So few plays show nothing.
const FEW: u64 = 16;
/// Twice as many plays show as many positions, or hardly more: by such a part.
const SETTLED: u64 = 4;

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

/// How many positions play from one comes to, it seems; no more is looked for than `enough`, nor after so many listings of options.
/// Where some are much likelier than others, it comes to many times more: of a list of four colours, to twice as many, where a
/// position has the last move, to forty times.
pub(super) fn positions<R: Rules>(rules: &mut R, root: R::Key, enough: u64, mut listings: u64) -> u64 {
    let (mut depths, mut random, mut options) = (vec![], 1u64, Options::default());
    let mut before = 0;
    for play in 1u64.. {
        let mut key = root;
        for depth in 0..MOVES {
            options.clear();
            if listings == 0 || rules.options(key, &mut options).is_err() {
                return before;
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
        if play.is_multiple_of(FEW) {
            let seem: u64 = depths.iter().map(Depth::positions).sum();
            if seem >= enough || play.is_power_of_two() && seem < before + before / SETTLED {
                return seem;
            }
            before = if play.is_power_of_two() { seem } else { before };
        }
    }
    before
}
