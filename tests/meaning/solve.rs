//! Who wins, from the definitions: nim-values by mex, and outcomes backwards from the ends of play over whole sums.

use super::play::Reached;
use super::value::{Fail, Part, Position, Result};
use super::world::World;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// The nim-value of every part reached, where it has one; none if some part can repeat.
pub(crate) fn nim_values(reached: &Reached) -> Option<Vec<Option<u64>>> {
    let mut values = vec![None; reached.parts.len()];
    for at in reached.order()? {
        if reached.won[at] {
            continue;
        }
        let sum =
            |to: &Vec<usize>| to.iter().map(|p| values[*p]).try_fold(0, |a, v: Option<u64>| Some(a ^ v?));
        // Nobody moves to where the other player has won.
        let mut options: Vec<u64> = reached.to[at].iter().filter_map(sum).collect();
        options.sort_unstable();
        options.dedup();
        values[at] =
            Some((0..).zip(&options).find(|(n, v)| n != *v).map_or(options.len() as u64, |(n, _)| n));
    }
    Some(values)
}

/// How a player stands who is to move, and in how many moves that is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Win(u32),
    Loss(u32),
    Draw,
}

/// Outcomes of all sums that can be reached from one.
pub(crate) struct Outcomes {
    numbers: HashMap<(Vec<Part>, bool), usize>,
    fates: Vec<Fate>,
    /// Where each can be moved to.
    to: Vec<Vec<usize>>,
    partizan: bool,
}

/// Lengths and numbers of plays, and the misère nim-value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plays {
    pub(crate) shortest: u64,
    pub(crate) longest: u64,
    /// With an odd number of positions, with an even one.
    pub(crate) odd: num_bigint::BigUint,
    pub(crate) even: num_bigint::BigUint,
    pub(crate) misere_value: u64,
}

/// A sum by what is in it. Heaps of 0 and the order do not matter.
fn key(p: &Position) -> Vec<Part> {
    let mut key: Vec<Part> = p.iter().filter(|part| **part != Part::Heap(BigInt::ZERO)).cloned().collect();
    key.sort();
    key
}

impl Outcomes {
    /// Of a sum; with whoever cannot move winning, if `misere`.
    pub(crate) fn of(
        world: &World,
        start: &Position,
        partizan: bool,
        misere: bool,
        most: usize,
    ) -> Result<Outcomes> {
        let mut known = Outcomes { numbers: HashMap::new(), fates: vec![], to: vec![], partizan };
        let mut nodes: Vec<(Vec<Part>, bool)> = vec![];
        for left in [true, false].into_iter().take(if partizan { 2 } else { 1 }) {
            known.numbers.insert((key(start), left), nodes.len());
            nodes.push((key(start), left));
        }
        let (mut to, mut over): (Vec<Vec<usize>>, Vec<bool>) = (vec![], vec![]);
        let mut next = 0;
        while next < nodes.len() {
            if nodes.len() > most {
                return Err(Fail::TooMuch);
            }
            let (sum, left) = nodes[next].clone();
            if sum.len() > 10 {
                return Err(Fail::TooMuch);
            }
            let mut won = false;
            for part in &sum {
                won |= world.has_won(part)?;
            }
            let mut options = vec![];
            for q in if won { vec![] } else { options_of(world, &sum, partizan.then_some(left))? } {
                let node = (key(&q), left != partizan);
                let number = *known.numbers.entry(node.clone()).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() - 1
                });
                options.push(number);
            }
            over.push(won || misere);
            to.push(options);
            next += 1;
        }
        known.fates = backwards(&to, &over);
        known.to = to;
        Ok(known)
    }

    /// How the player to move stands in a sum that was reached.
    pub(crate) fn fate(&self, p: &Position, left: bool) -> Option<Fate> {
        self.numbers.get(&(key(p), left || !self.partizan)).map(|i| self.fates[*i])
    }

    /// How long plays are and how many; of a sum that ends whoever plays.
    pub(crate) fn plays(&self, p: &Position) -> Option<Plays> {
        let mut known: Vec<Option<Plays>> = vec![None; self.to.len()];
        let start = *self.numbers.get(&(key(p), true))?;
        let mut stack = vec![start];
        // Each is worked out when all it leads to is; the caller knows that there are no cycles.
        while let Some(at) = stack.last().copied() {
            let open: Vec<usize> = self.to[at].iter().copied().filter(|j| known[*j].is_none()).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            stack.pop();
            let options: Vec<&Plays> = self.to[at].iter().filter_map(|j| known[*j].as_ref()).collect();
            known[at] = Some(Plays::from_options(&options));
        }
        known[start].clone()
    }

    /// Which tree of moves a sum has, of those known by their branches; of a sum that ends whoever plays.
    pub(crate) fn tree(&self, p: &Position, known: &mut HashMap<Vec<usize>, usize>) -> Option<usize> {
        let start = *self.numbers.get(&(key(p), true))?;
        let mut trees: Vec<Option<usize>> = vec![None; self.to.len()];
        let mut stack = vec![start];
        while let Some(at) = stack.last().copied() {
            let open: Vec<usize> = self.to[at].iter().copied().filter(|j| trees[*j].is_none()).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            stack.pop();
            let mut branches: Vec<usize> = self.to[at].iter().filter_map(|j| trees[*j]).collect();
            branches.sort_unstable();
            branches.dedup();
            let new = known.len();
            trees[at] = Some(*known.entry(branches).or_insert(new));
        }
        trees[start]
    }

    /// The outcome as the language names it.
    pub(crate) fn name(&self, p: &Position) -> Option<&'static str> {
        use Fate::*;
        let first = self.fate(p, true)?;
        if !self.partizan {
            return Some(match first {
                Win(_) => "N",
                Loss(_) => "P",
                Draw => "draw",
            });
        }
        Some(match (first, self.fate(p, false)?) {
            (Win(_), Win(_)) => "N",
            (Loss(_), Loss(_)) => "P",
            (Draw, Draw) => "draw",
            (Win(_), Loss(_)) => "Left",
            (Loss(_), Win(_)) => "Right",
            (Win(_), Draw) => "Left_if_first",
            (Draw, Loss(_)) => "Left_if_second",
            (Draw, Win(_)) => "Right_if_first",
            (Loss(_), Draw) => "Right_if_second",
        })
    }
}

impl Plays {
    fn from_options(options: &[&Plays]) -> Plays {
        if options.is_empty() {
            return Plays { odd: 1u32.into(), misere_value: 1, ..Plays::default() };
        }
        Plays {
            shortest: 1 + options.iter().map(|o| o.shortest).min().unwrap_or(0),
            longest: 1 + options.iter().map(|o| o.longest).max().unwrap_or(0),
            odd: options.iter().map(|o| &o.even).sum(),
            even: options.iter().map(|o| &o.odd).sum(),
            misere_value: (0..).find(|n| options.iter().all(|o| o.misere_value != *n)).unwrap_or(0),
        }
    }
}

/// The sums one move away; of one player, if they have moves of their own.
fn options_of(world: &World, sum: &[Part], left: Option<bool>) -> Result<Vec<Position>> {
    let mut all = vec![];
    for (i, part) in sum.iter().enumerate() {
        for m in world.moves(part)? {
            let may = left.is_none_or(|left| m.owner == 'B' || (m.owner == 'L') == left);
            if may {
                all.push([&sum[..i], &m.to, &sum[i + 1..]].concat());
            }
        }
    }
    Ok(all)
}

/// Backwards from the ends of play. `over` says of each node without moves whether whoever is to move there has won.
fn backwards(to: &[Vec<usize>], over: &[bool]) -> Vec<Fate> {
    let mut fates: Vec<Option<Fate>> = (0..to.len())
        .map(|i| to[i].is_empty().then(|| if over[i] { Fate::Win(0) } else { Fate::Loss(0) }))
        .collect();
    for round in 1.. {
        let found: Vec<(usize, Fate)> = (0..to.len())
            .filter(|i| fates[*i].is_none())
            .filter_map(|i| {
                let mut options = to[i].iter().map(|j| fates[*j]);
                if options.clone().any(|f| matches!(f, Some(Fate::Loss(_)))) {
                    Some((i, Fate::Win(round)))
                } else if options.all(|f| matches!(f, Some(Fate::Win(_)))) {
                    Some((i, Fate::Loss(round)))
                } else {
                    None
                }
            })
            .collect();
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|(i, fate)| fates[i] = Some(fate));
    }
    fates.into_iter().map(|f| f.unwrap_or(Fate::Draw)).collect()
}

/// The nim-value of a sum of parts with these values.
pub(crate) fn value_of(reached: &Reached, values: &[Option<u64>], p: &Position) -> Option<u64> {
    p.iter().try_fold(0, |total, part| {
        let value = match part {
            Part::Heap(k) => k.to_u64()?,
            game => values[*reached.numbers.get(game)?]?,
        };
        Some(total ^ value)
    })
}
