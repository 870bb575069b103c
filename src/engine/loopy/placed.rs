//! Who wins, for all positions below one, where positions have places: the solver keeps only the state of a position and the
//! nodes that lead to it. The key of a position is its place, so there is no table of keys, and moves are listed twice
//! instead of being kept. Several threads share the work where there are many positions: they list level by level, breadth
//! first, and then go backwards from the ends of play, by remoteness. The result does not depend on the threads.
//!
//! Costs 8 bytes for each place that there is, 4 for each arc, and lists of the nodes of one level.

use super::explore::Play;
use super::few::Few;
use super::retro::Fate;
use super::swept::keep_each_once;
use crate::engine::prefetch::prefetch;
use crate::engine::rules::{ForThread, Key, Options, Rules};
use crate::engine::stop::{Stop, Unfit};
use crate::engine::workers::{in_pieces, is_few};
use crate::engine::{Exhausted, Meter, Order};
use bytemuck::zeroed_vec;
use std::convert::Infallible;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// What is found, by node.
#[derive(Debug)]
pub struct Placed {
    pub(super) states: Vec<u32>,
    pub(super) reached: u64,
    /// Which nodes these are, if there are states of some only.
    pub(super) few: Option<Few>,
}

/// The state of a node: what is known about it in the upper two bits, and a number. 0 of nodes that are not reached.
pub(super) const OPEN: u32 = 1 << 30;
pub(super) const WIN: u32 = 2 << 30;
pub(super) const LOSS: u32 = 3 << 30;
/// Of a node that is open, how many moves are not known to lose; of others, the remoteness.
pub(super) const NUMBER: u32 = OPEN - 1;

/// There are no more nodes with states of their own, and places that play never comes to are at most so many for each that it does.
pub(super) const MOST: u64 = 1 << 28;
const GAPS: u64 = 8;
/// Of more places than this for each that is reached, marks take more memory than positions by name.
const MOST_GAPS: u64 = 256;

/// What changes for so many nodes is fetched together, before any of it changes.
pub(super) const AT_ONCE: usize = 16;

pub(super) type Ended<T> = Result<T, Stop>;

impl Placed {
    /// The fate of a node and its remoteness, which is exact; `None` if it was not reached.
    pub fn of(&self, node: u32) -> Option<(Fate, Option<(u32, bool)>)> {
        let node = self.few.as_ref().map_or(Some(node), |few| few.number(node))?;
        let state = self.states[node as usize];
        let far = Some((state & NUMBER, true));
        match state & !NUMBER {
            0 => None,
            WIN => Some((Fate::Win, far)),
            LOSS => Some((Fate::Loss, far)),
            _ => Some((Fate::Draw, None)),
        }
    }

    /// Whether it knows only of those that were reached, which are few: no others can be added.
    pub fn are_few(&self) -> bool {
        self.few.is_some()
    }

    /// How many nodes were reached.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        4 * self.states.len() as u64 + self.few.as_ref().map_or(0, Few::bytes)
    }

    /// Solves everything that can be reached from a place, whoever begins. `None` if that is next to nothing of all places, or memory
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
        let at = Nodes { order, sides: rules.sides() as u32, few: None };
        let nodes = at.count();
        if nodes > u64::from(u32::MAX) || meter.grow(0, nodes / 4).is_err() {
            return Ok(None);
        }
        let (few, reached) = Few::reached(&at, rules, root, nodes / GAPS, meter)?;
        if reached < nodes / MOST_GAPS {
            return Ok(None);
        }
        if reached <= nodes / GAPS {
            return few.solve(&at, rules, reached, misere, meter);
        }
        drop(few);
        if nodes > MOST || meter.grow(0, 8 * nodes).is_err() {
            return Ok(None);
        }
        let mut graph = Graph::of(nodes, misere, meter);
        let reached = graph.reach(&at, rules, root, meter)?;
        Ok(graph.solve(&at, rules, meter)?.then(|| graph.done(Some(reached))))
    }
}

/// What a node has, side by side: whoever changes one reads the other.
pub(super) type Node = [AtomicU32; 2];

/// Its state,
pub(super) const STATE: usize = 0;
/// and how many arcs lead to it; then where those of the nodes up to it end, and at last where its own begin.
pub(super) const START: usize = 1;

/// What nodes stand for: a place, and who is to move there, if that makes a difference.
pub(super) struct Nodes<'o, O> {
    pub(super) order: &'o O,
    pub(super) sides: u32,
    /// Of which nodes there are numbers only.
    pub(super) few: Option<&'o Few>,
}

impl<O: Order> Nodes<'_, O> {
    /// How many nodes there are, whether reached or not.
    pub(super) fn count(&self) -> u64 {
        self.order.count() * u64::from(self.sides)
    }

    /// The nodes of a place.
    pub(super) fn at(&self, place: u64) -> Vec<u32> {
        (0..self.sides).map(|side| place as u32 * self.sides + side).collect()
    }

    /// The place of a node, and who is to move.
    fn split(&self, node: u32) -> (u32, u32) {
        let node = self.few.map_or(node, |few| few.node(node));
        (node / self.sides, node % self.sides)
    }

    /// The node of a position, where some player is to move.
    fn node(&self, key: O::Key, side: u32) -> Option<u32> {
        let node = self.order.place(key)? as u32 * self.sides + side;
        self.few.map_or(Some(node), |few| few.number(node))
    }
}

/// The nodes, and where play to each comes from.
pub(super) struct Graph {
    pub(super) misere: bool,
    /// Whether one thread does all.
    alone: bool,
    /// All nodes, and one behind them.
    pub(super) nodes: Vec<Node>,
    from: Vec<AtomicU32>,
}

/// The moves of a few nodes, one row after the other.
pub(super) struct Moves<K> {
    options: Options<K>,
    pub(super) rows: Vec<u32>,
}

/// Rules on a thread of their own, with room for moves; none where there were no more rules to give.
pub(super) type Own<P> = Option<(P, Moves<<P as Rules>::Key>)>;

/// For each thread, the rules on it.
pub(super) fn of_threads<P: Play>(rules: &P, meter: &Meter) -> Ended<impl Fn(Rc<Meter>) -> Own<P> + Sync> {
    let makers: Option<Vec<ForThread<P>>> = (0..meter.threads()).map(|_| rules.for_thread()).collect();
    let makers = Mutex::new(makers.ok_or(Unfit::Threads)?);
    Ok(move |meter: Rc<Meter>| {
        let make = makers.lock().ok()?.pop()?;
        Some((make(meter), Moves::default()))
    })
}

impl<K> Default for Moves<K> {
    fn default() -> Moves<K> {
        Moves { options: Options::default(), rows: vec![] }
    }
}

impl<K: Key> Moves<K> {
    /// Appends where a node leads, each once; gives how many there are, and `None` where its player has won already.
    pub(super) fn list<P, O>(&mut self, rules: &mut P, at: &Nodes<'_, O>, node: u32) -> Ended<Option<u32>>
    where
        P: Play<Key = K, Mistake = Infallible>,
        O: Order<Key = K>,
    {
        let (place, side) = at.split(node);
        let key = at.order.key(place.into());
        if rules.won(key)? {
            return Ok(None);
        }
        let before = self.rows.len();
        self.options.clear();
        rules.options_of(key, side as usize, &mut self.options)?;
        let other = (side + 1) % at.sides;
        for option in self.options.parts_alone().ok_or(Unfit::Misfit)? {
            self.rows.push(at.node(*option, other).ok_or(Unfit::Misfit)?);
        }
        keep_each_once(&mut self.rows, before);
        Ok(Some((self.rows.len() - before) as u32))
    }
}

/// The state of a node with so many moves; `None` where its player has won already.
pub(super) fn state_of(moves: Option<u32>, misere: bool) -> u32 {
    match moves {
        None => WIN,
        Some(0) if misere => WIN,
        Some(0) => LOSS,
        Some(moves) => OPEN | moves,
    }
}

/// Goes where play goes, level by level, where `visit` lists the moves of some nodes and gives those that nobody has come to before.
/// Gives how many nodes there are; stops soon after `most`.
pub(super) fn spread<P: Play<Mistake = Infallible>>(
    rules: &mut P,
    roots: Vec<u32>,
    most: u64,
    meter: &Meter,
    visit: &(impl Fn(&mut P, &mut Moves<P::Key>, &[u32], &Meter) -> Ended<Vec<u32>> + Sync),
) -> Ended<u64> {
    let (mut level, mut all, mut moves) = (roots, 0, Moves::default());
    while !level.is_empty() && all <= most {
        all += level.len() as u64;
        if is_few(level.len(), meter) {
            level = visit(rules, &mut moves, &level, meter)?;
            continue;
        }
        let start = of_threads(rules, meter)?;
        let next = in_pieces(meter, level.len(), start, |own: &mut Own<P>, piece, meter| {
            let (rules, moves) = own.as_mut().ok_or(Unfit::Threads)?;
            visit(rules, moves, &level[piece], meter)
        });
        meter.solved_by_workers(level.len() as u64)?;
        level = next?;
    }
    Ok(all)
}

impl Graph {
    /// Of so many nodes, about which nothing is known yet.
    pub(super) fn of(nodes: u64, misere: bool, meter: &Meter) -> Graph {
        // Play may come to few of them: memory that nobody writes to stays with the system.
        let nodes = zeroed_vec(nodes as usize + 1);
        Graph { misere, alone: meter.threads() == 1, nodes, from: vec![] }
    }

    /// What was found; of nodes that were not counted, those with a state.
    pub(super) fn done(self, reached: Option<u64>) -> Placed {
        let Graph { nodes, from, .. } = self;
        drop(from);
        let states: Vec<u32> = nodes.into_iter().map(|[state, _]| state.into_inner()).collect();
        let reached = reached.unwrap_or_else(|| states.iter().filter(|state| **state != 0).count() as u64);
        Placed { states, reached, few: None }
    }

    /// Finds the nodes that are reachable, how many moves each has, and how many lead to each; gives how many nodes there are.
    fn reach<P, O>(&self, at: &Nodes<'_, O>, rules: &mut P, root: u64, meter: &Meter) -> Ended<u64>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order + Sync,
    {
        let roots = at.at(root);
        roots.iter().for_each(|node| self.node(*node)[STATE].store(OPEN, Relaxed));
        spread(rules, roots, u64::MAX, meter, &|rules, moves, level, meter| {
            self.reach_from(at, rules, moves, level, meter)
        })
    }

    /// Decides all nodes of which moves were counted; `false` if memory is short.
    pub(super) fn solve<P, O>(&mut self, at: &Nodes<'_, O>, rules: &P, meter: &Meter) -> Ended<bool>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order + Sync,
    {
        let Some(arcs) = self.end_rows(meter)? else { return Ok(false) };
        self.make_room(arcs);
        self.find_arcs(at, rules, meter)?;
        self.go_back(meter)?;
        Ok(true)
    }

    /// Lists the moves of some nodes; gives those that nobody has come to before.
    fn reach_from<P, O>(
        &self,
        at: &Nodes<'_, O>,
        rules: &mut P,
        moves: &mut Moves<O::Key>,
        level: &[u32],
        meter: &Meter,
    ) -> Ended<Vec<u32>>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order,
    {
        let mut next = vec![];
        for nodes in level.chunks(AT_ONCE) {
            self.count_arcs_from(at, rules, moves, nodes.iter().copied())?;
            let is_new = |to: &u32| {
                self.change(&self.node(*to)[STATE], |state| (state == 0).then_some(OPEN)).is_some()
            };
            next.extend(moves.rows.iter().copied().filter(is_new));
            meter.positions_solved(nodes.len() as u64)?;
        }
        Ok(next)
    }

    /// Lists the moves of some nodes, and counts how many lead to each.
    pub(super) fn count_arcs_from<P, O>(
        &self,
        at: &Nodes<'_, O>,
        rules: &mut P,
        moves: &mut Moves<O::Key>,
        nodes: impl Iterator<Item = u32>,
    ) -> Ended<()>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order,
    {
        moves.rows.clear();
        for node in nodes {
            let state = state_of(moves.list(rules, at, node)?, self.misere);
            self.node(node)[STATE].store(state, Relaxed);
        }
        moves.rows.iter().for_each(|to| prefetch(self.node(*to)));
        for to in &moves.rows {
            self.change(&self.node(*to)[START], |start| Some(start + 1));
        }
        Ok(())
    }

    /// From how many arcs lead to each node, where those to it will end; gives how many there are, and `None` if there is no room for
    /// them.
    pub(super) fn end_rows(&mut self, meter: &Meter) -> Ended<Option<u32>> {
        let mut arcs = 0u32;
        for node in &mut self.nodes {
            arcs = arcs.checked_add(*node[START].get_mut()).ok_or(Unfit::Misfit)?;
            *node[START].get_mut() = arcs;
        }
        let fits = meter.grow(8 * self.nodes.len() as u64, 4 * u64::from(arcs)).is_ok();
        Ok(fits.then_some(arcs))
    }

    pub(super) fn make_room(&mut self, arcs: u32) {
        self.from = zeroed_vec(arcs as usize);
    }

    /// Writes down from where arcs lead to the nodes that are reachable.
    fn find_arcs<P, O>(&self, at: &Nodes<'_, O>, rules: &P, meter: &Meter) -> Ended<()>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order + Sync,
    {
        let start = of_threads(rules, meter)?;
        in_pieces(meter, self.nodes.len(), start, |own: &mut Own<P>, piece, meter| {
            let (rules, moves) = own.as_mut().ok_or(Unfit::Threads)?;
            let (all, mut arcs) = (piece.start as u32..piece.end as u32, vec![]);
            for from in all.clone().step_by(AT_ONCE) {
                let some = from..all.end.min(from + AT_ONCE as u32);
                meter.ticks_of(some.len() as u32)?;
                arcs.clear();
                self.arcs_from(at, rules, moves, some, &mut arcs)?;
            }
            Ok(Vec::<()>::new())
        })?;
        Ok(())
    }

    /// Writes down the arcs that some nodes have.
    fn arcs_from<P, O>(
        &self,
        at: &Nodes<'_, O>,
        rules: &mut P,
        moves: &mut Moves<O::Key>,
        nodes: Range<u32>,
        arcs: &mut Vec<(u32, u32)>,
    ) -> Ended<()>
    where
        P: Play<Key = O::Key, Mistake = Infallible>,
        O: Order,
    {
        moves.rows.clear();
        for node in nodes.filter(|node| self.state(*node) & !NUMBER == OPEN) {
            moves.list(rules, at, node)?;
            let row = &moves.rows[arcs.len()..];
            arcs.extend(row.iter().map(|to| (node, *to)));
        }
        self.add_arcs(arcs);
        Ok(())
    }

    /// Writes down a few arcs, from and to.
    pub(super) fn add_arcs(&self, arcs: &mut [(u32, u32)]) {
        arcs.iter().for_each(|(_, to)| prefetch(self.node(*to)));
        for (_, to) in arcs.iter_mut() {
            let start = self.change(&self.node(*to)[START], |start| Some(start - 1)).unwrap_or(1);
            *to = start - 1;
            prefetch(&self.from[*to as usize]);
        }
        arcs.iter().for_each(|(node, at)| self.from[*at as usize].store(*node, Relaxed));
    }

    /// Decides nodes from the ends of play on, those of one remoteness after those of a smaller one.
    pub(super) fn go_back(&self, meter: &Meter) -> Ended<()> {
        let nothing = |_: Rc<Meter>| ();
        let ends = |(): &mut (), piece: Range<usize>, meter: &Meter| {
            meter.ticks_of(piece.len() as u32)?;
            let nodes = (piece.start as u32)..(piece.end as u32);
            Ok(nodes.filter(|node| self.state(*node) & WIN != 0).collect())
        };
        let mut level: Vec<u32> = in_pieces(meter, self.nodes.len(), nothing, ends)?;
        let mut far = 0;
        while !level.is_empty() {
            far += 1;
            if far > NUMBER {
                return Err(Unfit::Misfit.into());
            }
            // There may be as many levels as nodes.
            level = match is_few(level.len(), meter) {
                true => self.back_from(&level, far, meter)?,
                false => in_pieces(meter, level.len(), nothing, |(), piece, meter| {
                    Ok(self.back_from(&level[piece], far, meter)?)
                })?,
            };
        }
        Ok(())
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn state(&self, node: u32) -> u32 {
        self.node(node)[STATE].load(Relaxed)
    }

    /// Changes a number, if `change` wants it changed; what it was before. One thread alone need not lock the memory, which would
    /// make it wait for each change before the next.
    pub(super) fn change(&self, number: &AtomicU32, change: impl Fn(u32) -> Option<u32>) -> Option<u32> {
        if !self.alone {
            return number.fetch_update(Relaxed, Relaxed, change).ok();
        }
        let before = number.load(Relaxed);
        number.store(change(before)?, Relaxed);
        Some(before)
    }

    /// The nodes that lead to one, when all arcs are there.
    pub(super) fn before(&self, node: u32) -> &[AtomicU32] {
        let (own, next) = (self.node(node), self.node(node + 1));
        &self.from[own[START].load(Relaxed) as usize..next[START].load(Relaxed) as usize]
    }

    /// Decides what leads to some nodes, and gives what is decided by it. What is read is on its way before: the nodes two steps
    /// ahead, where the arcs to them stand one step ahead.
    fn back_from(&self, level: &[u32], far: u32, meter: &Meter) -> Result<Vec<u32>, Exhausted> {
        let mut next = vec![];
        let ahead = |from: usize| level[from.min(level.len())..].iter().take(AT_ONCE);
        for (i, nodes) in level.chunks(AT_ONCE).enumerate() {
            meter.ticks_of(nodes.len() as u32)?;
            ahead((i + 2) * AT_ONCE).for_each(|node| prefetch(self.node(*node)));
            ahead((i + 1) * AT_ONCE).filter_map(|node| self.before(*node).first()).for_each(prefetch);
            let before = nodes.iter().flat_map(|node| self.before(*node));
            before.for_each(|before| prefetch(self.node(before.load(Relaxed))));
            for node in nodes {
                self.decide_before(*node, far, &mut next);
            }
        }
        Ok(next)
    }

    fn decide_before(&self, node: u32, far: u32, next: &mut Vec<u32>) {
        let is_lost = self.state(node) & !NUMBER == LOSS;
        let decide = |state: u32| match (state & !NUMBER, is_lost) {
            (OPEN, true) => Some(WIN | far),
            (OPEN, false) if state == OPEN | 1 => Some(LOSS | far),
            (OPEN, false) => Some(state - 1),
            _ => None,
        };
        for before in self.before(node).iter().map(|before| before.load(Relaxed)) {
            let found = self.change(&self.node(before)[STATE], decide);
            if found.is_some_and(|state| is_lost || state == OPEN | 1) {
                next.push(before);
            }
        }
    }
}
