//! Who wins, for all positions below one, where positions have places: the solver keeps only the state of a position and the
//! nodes that lead to it. The key of a position is its place, so there is no table of keys, and moves are listed twice
//! instead of being kept. Several threads share the work where there are many positions: they list level by level, breadth
//! first, and then go backwards from the ends of play, by remoteness. The result does not depend on the threads.
//!
//! Costs 8 bytes for each place that there is, 4 for each arc, and lists of the nodes of one level.

use super::explore::Play;
use super::retro::Fate;
use crate::engine::rules::{ForThread, Key, Options, Rules};
use crate::engine::stop::{Stop, Unfit};
use crate::engine::workers::{in_pieces, is_few};
use crate::engine::{Exhausted, Meter, Order};
use std::convert::Infallible;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What is found, by node.
#[derive(Debug)]
pub struct Placed {
    states: Vec<AtomicU32>,
    reached: u64,
}

/// The state of a node: what is known about it in the upper two bits, and a number. 0 of nodes that are not reached.
const OPEN: u32 = 1 << 30;
const WIN: u32 = 2 << 30;
const LOSS: u32 = 3 << 30;
/// Of a node that is open, how many moves are not known to lose; of others, the remoteness.
const NUMBER: u32 = OPEN - 1;

/// There are no more nodes, and places that play never comes to are at most so many for each that it does.
const MOST: u64 = 1 << 28;
const GAPS: u64 = 8;

/// For so many nodes, what leads to them is fetched together.
const AT_ONCE: usize = 16;

type Ended<T> = Result<T, Stop>;

impl Placed {
    /// The fate of a node and its remoteness, which is exact; `None` if it was not reached.
    pub fn of(&self, node: u32) -> Option<(Fate, Option<(u32, bool)>)> {
        let state = self.states[node as usize].load(Relaxed);
        let far = Some((state & NUMBER, true));
        match state & !NUMBER {
            0 => None,
            WIN => Some((Fate::Win, far)),
            LOSS => Some((Fate::Loss, far)),
            _ => Some((Fate::Draw, None)),
        }
    }

    /// How many nodes were reached.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * self.states.len() as u64
    }

    /// Solves everything that can be reached from a place, whoever begins. `None` if that is a small part of all places, or memory
    /// is short.
    ///
    /// # Errors
    /// A budget that ran out; or a position has no place, or a move leads to a sum.
    pub fn solve<P>(
        rules: &mut P,
        order: &(impl Order<Key = P::Key> + Sync),
        root: u64,
        misere: bool,
        meter: &Meter,
    ) -> Ended<Option<Placed>>
    where
        P: Play<Mistake = Infallible>,
    {
        let sides = rules.sides() as u32;
        let nodes = order.count() * u64::from(sides);
        if nodes > MOST || meter.grow(0, 8 * nodes).is_err() {
            return Ok(None);
        }
        let zeroes = |n: u64| (0..n).map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
        let graph =
            Graph { order, sides, misere, states: zeroes(nodes), starts: zeroes(nodes + 1), from: vec![] };
        let reached = graph.reach(rules, root as u32, meter)?;
        if reached * GAPS < nodes {
            return Ok(None);
        }
        let Some(graph) = graph.with_arcs(rules, meter)? else { return Ok(None) };
        graph.go_back(meter)?;
        Ok(Some(Placed { states: graph.states, reached }))
    }
}

/// The nodes, and where play to each comes from.
struct Graph<'o, O> {
    order: &'o O,
    sides: u32,
    misere: bool,
    states: Vec<AtomicU32>,
    /// How many arcs lead to each node; then where those of the nodes up to it end, and at last where its own begin.
    starts: Vec<AtomicU32>,
    from: Vec<AtomicU32>,
}

/// The moves of one node after the other.
struct Moves<K> {
    options: Options<K>,
    row: Vec<u32>,
}

/// Rules on a thread of their own, with room for moves; none where there were no more rules to give.
type Own<P> = Option<(P, Moves<<P as Rules>::Key>)>;

/// For each thread, the rules on it.
fn of_threads<P: Play>(rules: &P, meter: &Meter) -> Ended<impl Fn(Rc<Meter>) -> Own<P> + Sync> {
    let makers: Option<Vec<ForThread<P>>> = (0..meter.threads()).map(|_| rules.for_thread()).collect();
    let makers = Mutex::new(makers.ok_or(Unfit::Threads)?);
    Ok(move |meter: Rc<Meter>| {
        let make = makers.lock().ok()?.pop()?;
        Some((make(meter), Moves::default()))
    })
}

impl<K> Default for Moves<K> {
    fn default() -> Moves<K> {
        Moves { options: Options::default(), row: vec![] }
    }
}

impl<K: Key> Moves<K> {
    /// Where a node leads, in order, each once; and whether its player has won already.
    fn list<P, O>(&mut self, rules: &mut P, graph: &Graph<'_, O>, node: u32) -> Ended<bool>
    where
        P: Play<Key = K, Mistake = Infallible>,
        O: Order<Key = K>,
    {
        let (place, side) = (node / graph.sides, node % graph.sides);
        let key = graph.order.key(place.into());
        self.row.clear();
        if rules.won(key)? {
            return Ok(true);
        }
        self.options.clear();
        rules.options_of(key, side as usize, &mut self.options)?;
        let other = (side + 1) % graph.sides;
        for option in self.options.parts_alone().ok_or(Unfit::Misfit)? {
            let place = graph.order.place(*option).ok_or(Unfit::Misfit)?;
            self.row.push(place as u32 * graph.sides + other);
        }
        self.row.sort_unstable();
        self.row.dedup();
        Ok(false)
    }
}

impl<O: Order + Sync> Graph<'_, O> {
    /// Finds the nodes that are reachable, how many moves each has, and how many lead to each; gives how many nodes there are.
    fn reach<P>(&self, rules: &mut P, root: u32, meter: &Meter) -> Ended<u64>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
    {
        let mut level: Vec<u32> = (0..self.sides).map(|side| root * self.sides + side).collect();
        level.iter().for_each(|node| self.states[*node as usize].store(OPEN, Relaxed));
        let (mut all, mut moves) = (0, Moves::default());
        while !level.is_empty() {
            all += level.len() as u64;
            level = match is_few(level.len(), meter) {
                true => self.reach_from(rules, &mut moves, &level, meter)?,
                false => self.reach_together(rules, &level, meter)?,
            };
        }
        Ok(all)
    }

    fn reach_together<P>(&self, rules: &P, level: &[u32], meter: &Meter) -> Ended<Vec<u32>>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
    {
        let start = of_threads(rules, meter)?;
        let next = in_pieces(meter, level.len(), start, |own: &mut Own<P>, piece, meter| {
            let (rules, moves) = own.as_mut().ok_or(Unfit::Threads)?;
            self.reach_from(rules, moves, &level[piece], meter)
        });
        meter.solved_by_workers(level.len() as u64)?;
        next
    }

    /// Lists the moves of some nodes; gives those that nobody has come to before.
    fn reach_from<P>(
        &self,
        rules: &mut P,
        moves: &mut Moves<O::Key>,
        level: &[u32],
        meter: &Meter,
    ) -> Ended<Vec<u32>>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
    {
        let mut next = vec![];
        for node in level {
            let won = moves.list(rules, self, *node)?;
            let state = match moves.row.len() as u32 {
                0 if won || self.misere => WIN,
                0 => LOSS,
                moves => OPEN | moves,
            };
            self.states[*node as usize].store(state, Relaxed);
            fetch(&self.states, moves.row.iter().copied());
            fetch(&self.starts, moves.row.iter().copied());
            for to in &moves.row {
                self.starts[*to as usize].fetch_add(1, Relaxed);
                let state = &self.states[*to as usize];
                if state.load(Relaxed) == 0 && state.compare_exchange(0, OPEN, Relaxed, Relaxed).is_ok() {
                    next.push(*to);
                }
            }
            meter.position()?;
        }
        Ok(next)
    }

    /// The same graph with its arcs, from where they lead.
    fn with_arcs<P>(mut self, rules: &P, meter: &Meter) -> Ended<Option<Self>>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
    {
        let mut arcs = 0u32;
        for start in &mut self.starts {
            arcs = arcs.checked_add(*start.get_mut()).ok_or(Unfit::Misfit)?;
            *start.get_mut() = arcs;
        }
        if meter.grow(8 * self.states.len() as u64, 4 * u64::from(arcs)).is_err() {
            return Ok(None);
        }
        self.from = (0..arcs).map(|_| AtomicU32::new(0)).collect();
        let start = of_threads(rules, meter)?;
        in_pieces(meter, self.states.len(), start, |own: &mut Own<P>, piece, meter| {
            let (rules, moves) = own.as_mut().ok_or(Unfit::Threads)?;
            for node in piece {
                meter.tick()?;
                if self.states[node].load(Relaxed) & !NUMBER == OPEN {
                    moves.list(rules, &self, node as u32)?;
                    for to in &moves.row {
                        let at = self.starts[*to as usize].fetch_sub(1, Relaxed) - 1;
                        self.from[at as usize].store(node as u32, Relaxed);
                    }
                }
            }
            Ok(Vec::<()>::new())
        })?;
        Ok(Some(self))
    }

    /// Decides nodes from the ends of play on, those of one remoteness after those of a smaller one.
    fn go_back(&self, meter: &Meter) -> Ended<()> {
        let nothing = |_: Rc<Meter>| ();
        let ends = |(): &mut (), piece: Range<usize>, meter: &Meter| {
            meter.ticks_of(piece.len() as u32)?;
            let is_end = |node: &usize| self.states[*node].load(Relaxed) & WIN != 0;
            Ok(piece.filter(is_end).map(|node| node as u32).collect())
        };
        let mut level: Vec<u32> = in_pieces(meter, self.states.len(), nothing, ends)?;
        let mut far = 0;
        while !level.is_empty() {
            far += 1;
            if far > NUMBER {
                return Err(Unfit::Misfit.into());
            }
            level = in_pieces(meter, level.len(), nothing, |(), piece, meter| {
                Ok(self.back_from(&level[piece], far, meter)?)
            })?;
        }
        Ok(())
    }

    /// The nodes that lead to one, when all arcs are there.
    fn before(&self, node: u32) -> impl Iterator<Item = u32> {
        let (start, end) = (&self.starts[node as usize], &self.starts[node as usize + 1]);
        let arcs = start.load(Relaxed) as usize..end.load(Relaxed) as usize;
        self.from[arcs].iter().map(|from| from.load(Relaxed))
    }

    fn back_from(&self, level: &[u32], far: u32, meter: &Meter) -> Result<Vec<u32>, Exhausted> {
        let mut next = vec![];
        for (i, node) in level.iter().enumerate() {
            meter.tick()?;
            if i % AT_ONCE == 0 {
                let soon = &level[i..level.len().min(i + AT_ONCE)];
                fetch(&self.states, soon.iter().flat_map(|node| self.before(*node)));
            }
            let is_lost = self.states[*node as usize].load(Relaxed) & !NUMBER == LOSS;
            for before in self.before(*node) {
                let decide = |state: u32| match (state & !NUMBER, is_lost) {
                    (OPEN, true) => Some(WIN | far),
                    (OPEN, false) if state == OPEN | 1 => Some(LOSS | far),
                    (OPEN, false) => Some(state - 1),
                    _ => None,
                };
                let state = &self.states[before as usize];
                let found = state.fetch_update(Relaxed, Relaxed, decide);
                if found.is_ok_and(|state| is_lost || state == OPEN | 1) {
                    next.push(before);
                }
            }
        }
        Ok(next)
    }
}

/// Reads what is soon changed, node after node: a change waits until what was there is read, but reading does not wait.
fn fetch(all: &[AtomicU32], nodes: impl Iterator<Item = u32>) {
    std::hint::black_box(nodes.fold(0, |read, node| read ^ all[node as usize].load(Relaxed)));
}
