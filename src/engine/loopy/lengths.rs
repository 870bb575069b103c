//! How long plays are and how many there are, without expanding sums.

use crate::engine::{Exhausted, Meter};
use num_bigint::BigUint;

/// What plays from a set of positions look like: every node with its moves, each of which leads to a sum of
/// nodes (of one node, where sums are not taken apart).
#[derive(Clone, Debug, Default)]
pub struct Plays {
    /// `options[node][move]` lists the parts that the move leads to; a move may occur several times.
    pub options: Vec<Vec<Vec<u32>>>,
    /// Nodes in an order in which every move leads to earlier ones; `None` if there is a cycle.
    pub order: Option<Vec<u32>>,
}

impl Plays {
    /// The number of moves of a shortest play from each node; `None` where no play ends.
    ///
    /// # Errors
    /// When time is up.
    pub fn shortest(&self, meter: &Meter) -> Result<Vec<Option<u64>>, Exhausted> {
        let mut found: Vec<Option<u64>> = self.options.iter().map(|o| o.is_empty().then_some(0)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for node in 0..self.options.len() {
                meter.tick()?;
                let length = |parts: &Vec<u32>| parts.iter().map(|p| found[*p as usize]).sum::<Option<u64>>();
                let best = self.options[node].iter().filter_map(length).min().map(|n| n + 1);
                if let Some(best) = best
                    && found[node].is_none_or(|known| best < known)
                {
                    found[node] = Some(best);
                    changed = true;
                }
            }
        }
        Ok(found)
    }

    /// The number of moves of a longest play from each node; `None` if there is a cycle.
    pub fn longest(&self) -> Option<Vec<u64>> {
        let mut found = vec![0; self.options.len()];
        for &node in self.order.as_ref()? {
            let length = |parts: &Vec<u32>| 1 + parts.iter().map(|p| found[*p as usize]).sum::<u64>();
            found[node as usize] = self.options[node as usize].iter().map(length).max().unwrap_or(0);
        }
        Some(found)
    }

    /// How many plays a sum of nodes has with an even and with an odd number of moves; `None` if there is a
    /// cycle. Plays are sequences of moves; those of a sum are the plays of its parts, shuffled.
    ///
    /// # Errors
    /// When time is up.
    pub fn count(&self, sum: &[u32], meter: &Meter) -> Result<Option<[BigUint; 2]>, Exhausted> {
        let Some(order) = &self.order else { return Ok(None) };
        let single = sum.len() == 1 && self.options.iter().flatten().all(|parts| parts.len() == 1);
        if single {
            let found = self.parities(order, meter)?;
            return Ok(Some(found[sum[0] as usize].clone()));
        }
        let by_length = self.by_length(order, meter)?;
        let all = shuffle(sum, &by_length, meter)?;
        let mut count = [BigUint::ZERO, BigUint::ZERO];
        for (length, plays) in all.iter().enumerate() {
            count[length % 2] += plays;
        }
        Ok(Some(count))
    }

    fn parities(&self, order: &[u32], meter: &Meter) -> Result<Vec<[BigUint; 2]>, Exhausted> {
        let mut found = vec![[BigUint::ZERO, BigUint::ZERO]; self.options.len()];
        for &node in order {
            let mut count = [BigUint::ZERO, BigUint::ZERO];
            for parts in &self.options[node as usize] {
                meter.tick()?;
                let [even, odd] = &found[parts[0] as usize];
                count[0] += odd;
                count[1] += even;
            }
            if self.options[node as usize].is_empty() {
                count[0] = BigUint::from(1u8);
            }
            found[node as usize] = count;
        }
        Ok(found)
    }

    /// For each node, how many plays have 0, 1, 2, ... moves.
    fn by_length(&self, order: &[u32], meter: &Meter) -> Result<Vec<Vec<BigUint>>, Exhausted> {
        let mut found: Vec<Vec<BigUint>> = vec![vec![]; self.options.len()];
        for &node in order {
            let mut all: Vec<BigUint> = vec![];
            for parts in &self.options[node as usize] {
                for (length, plays) in shuffle(parts, &found, meter)?.into_iter().enumerate() {
                    if all.len() <= length + 1 {
                        all.resize(length + 2, BigUint::ZERO);
                    }
                    all[length + 1] += plays;
                }
            }
            if self.options[node as usize].is_empty() {
                all.push(BigUint::from(1u8));
            }
            found[node as usize] = all;
        }
        Ok(found)
    }
}

/// The plays of a sum by their lengths: two plays of i and j moves can be shuffled in (i + j)! / (i! j!) ways.
fn shuffle(sum: &[u32], by_length: &[Vec<BigUint>], meter: &Meter) -> Result<Vec<BigUint>, Exhausted> {
    let mut all = vec![BigUint::from(1u8)];
    for part in sum {
        let part = &by_length[*part as usize];
        if all.len() == 1 {
            all = part.iter().map(|n| n * &all[0]).collect();
            continue;
        }
        let mut both = vec![BigUint::ZERO; (all.len() + part.len()).saturating_sub(1)];
        for (i, a) in all.iter().enumerate().filter(|(_, a)| **a != BigUint::ZERO) {
            // (i + j)! / (i! j!), as j grows.
            let mut ways = BigUint::from(1u8);
            for (j, b) in part.iter().enumerate() {
                meter.tick()?;
                if j > 0 {
                    ways = ways * (i + j) / j;
                }
                both[i + j] += a * b * &ways;
            }
        }
        all = both;
    }
    Ok(all)
}
