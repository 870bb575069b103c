//! Listing the places that are reachable, breadth first, with a frontier that grows on demand.

use super::arcs::Arcs;
use super::longest::{longest, shortest};
use super::retro::{End, Fates, fates};
use crate::engine::memo::Table;
use crate::engine::rules::{Options, Rules};
use crate::engine::{Exhausted, Halt, Meter, Stop};
use std::cell::RefCell;
use std::collections::HashMap;

/// Rules as far as they concern games with cycles, owners and other ways to win.
pub trait Play: Rules {
    /// 1 if both players have the same moves, 2 if there are moves of their own.
    fn sides(&self) -> usize {
        1
    }

    /// As [`Rules::options`], of one player: side 0 is Left.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    fn options_of(
        &mut self,
        position: Self::Key,
        _side: usize,
        out: &mut Options<Self::Key>,
    ) -> Result<(), Stop<Self::Mistake>> {
        self.options(position, out)
    }

    /// Whether the player to move has won already, by a rule of the game; such a position has no options.
    ///
    /// # Errors
    /// As for [`Rules::options`].
    fn won(&mut self, _position: Self::Key) -> Result<bool, Stop<Self::Mistake>> {
        Ok(false)
    }
}

/// Whether only a position is too large to list its moves: it is left as it is then.
fn is_too_large<K, M>(halt: &Halt<K, M>) -> bool {
    matches!(halt.why, Stop::Exhausted(Exhausted::TooLarge, _))
}

/// A sum on the table: its parts and its nim-heaps, in order, heaps of nothing left out.
pub type Sum<K> = (Vec<K>, Vec<u64>);

/// The places reached so far.
#[derive(Debug)]
pub struct Explorer<R: Play> {
    /// The rules.
    pub rules: R,
    /// Sums of one part and no heap, by key: the usual case.
    single: Table<R::Key>,
    sums: HashMap<Sum<R::Key>, u32>,
    places: Vec<Place<R::Key>>,
    many: Vec<Sum<R::Key>>,
    /// How many parts and heaps these have together.
    in_sums: usize,
    arcs: Arcs,
    /// Places from which no cycle can be reached (2), as far as so many rows of arcs say.
    without_cycle: RefCell<(usize, Vec<u8>)>,
    /// For places that are listed: whether the player to move has won.
    won: Vec<bool>,
    /// For nodes: whether all that play in turns reaches from there is listed, as far as that was found.
    settled: Vec<bool>,
    listed: usize,
    options: Options<R::Key>,
    rows: Vec<Vec<u32>>,
}

/// The sides of both players, or of the one that stands for both.
const EVERYBODY: &[usize] = &[0, 1];

#[derive(Clone, Copy, Debug)]
enum Place<K> {
    One(K),
    Many(u32),
}

type Listing<T, R> = Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<R: Play> Explorer<R> {
    /// Nothing reached yet.
    pub fn new(rules: R) -> Explorer<R> {
        Explorer {
            rules,
            single: Table::of_numbers(),
            sums: HashMap::new(),
            places: vec![],
            many: vec![],
            in_sums: 0,
            arcs: Arcs::default(),
            without_cycle: RefCell::default(),
            won: vec![],
            settled: vec![],
            listed: 0,
            options: Options::default(),
            rows: vec![],
        }
    }

    /// The moves found so far, between nodes.
    pub fn arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// How many places were reached, and of how many nodes the moves are listed: for each player one, where moves have owners.
    pub fn size(&self) -> (usize, usize) {
        (self.places.len(), self.listed)
    }

    /// Of how many places the moves are listed, of both players where these have moves of their own.
    pub fn places_listed(&self) -> usize {
        self.listed / self.rules.sides()
    }

    /// Whether the player to move has won in a place, as far as it is listed.
    pub fn has_won(&self, place: u32) -> bool {
        self.won[place as usize]
    }

    /// The sum that lies at a place.
    pub fn sum(&self, place: u32) -> Sum<R::Key> {
        match self.places[place as usize] {
            Place::One(key) => (vec![key], vec![]),
            Place::Many(i) => self.many[i as usize].clone(),
        }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        // Each is held twice: in the order of places, and to be found.
        let parts = 2 * (self.many.len() * 56 + self.in_sums * size_of::<R::Key>().max(size_of::<u64>()));
        self.rules.bytes()
            + self.single.bytes()
            + self.arcs.bytes()
            + (self.places.capacity() * (size_of::<Place<R::Key>>() + 1) + self.settled.capacity() + parts)
                as u64
    }

    /// The place of a sum, new or known.
    pub fn place(&mut self, parts: &[R::Key], heaps: &[u64]) -> u32 {
        if let ([key], []) = (parts, heaps) {
            return self.single_place(*key);
        }
        let mut sum = (parts.to_vec(), heaps.to_vec());
        sum.0.sort_unstable();
        sum.1.retain(|h| *h > 0);
        sum.1.sort_unstable();
        if let ([key], []) = (&sum.0[..], &sum.1[..]) {
            return self.single_place(*key);
        }
        if let Some(place) = self.sums.get(&sum) {
            return *place;
        }
        let place = self.add(Place::Many(self.many.len() as u32));
        self.in_sums += sum.0.len() + sum.1.len();
        self.many.push(sum.clone());
        self.sums.insert(sum, place);
        place
    }

    fn single_place(&mut self, key: R::Key) -> u32 {
        let next = self.places.len() as u32;
        let place = self.single.get_or_set(key, next);
        if place == next {
            self.add(Place::One(key));
        }
        place
    }

    fn add(&mut self, place: Place<R::Key>) -> u32 {
        self.places.push(place);
        self.won.push(false);
        (0..self.rules.sides()).for_each(|_| self.arcs.add_node());
        self.places.len() as u32 - 1
    }

    /// Lists the moves of the places that are reachable from `roots`, nearest first, until `most` of them
    /// are listed; true if that is all of them.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out; what was listed stays known.
    pub fn explore(&mut self, roots: &[u32], most: usize, meter: &Meter) -> Listing<bool, R> {
        self.reach(roots, most, meter).map(|(_, all)| all)
    }

    /// As [`Explorer::explore`]; gives the places met, and whether they are all that are reachable.
    ///
    /// # Errors
    /// As for [`Explorer::explore`].
    pub fn reach(&mut self, roots: &[u32], most: usize, meter: &Meter) -> Listing<(Vec<u32>, bool), R> {
        let sides = self.rules.sides() as u32;
        let mut queue: Vec<u32> = roots.to_vec();
        let mut seen = vec![false; self.places.len()];
        queue.iter().for_each(|r| seen[*r as usize] = true);
        let mut head = 0;
        let mut all = true;
        while let Some(&place) = queue.get(head) {
            if !self.is_listed(place) {
                if head >= most {
                    return Ok((queue, false));
                }
                match self.list(place, &EVERYBODY[..sides as usize], meter) {
                    Err(halt) if is_too_large(&halt) => all = false,
                    listed => listed?,
                }
                seen.resize(self.places.len(), false);
            }
            head += 1;
            for side in 0..sides {
                for &to in self.arcs.of(place * sides + side) {
                    let to = to / sides;
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        queue.push(to);
                    }
                }
            }
            meter.tick()?;
        }
        Ok((queue, all))
    }

    /// As [`Explorer::explore`], for play in which the players take turns, from some nodes: where moves have owners, a move
    /// is listed only where it can be that player's turn.
    ///
    /// # Errors
    /// As for [`Explorer::explore`].
    pub fn explore_turns(&mut self, from: &[u32], most: usize, meter: &Meter) -> Listing<bool, R> {
        // Every option of a position is asked about, and most plays from there are the same.
        let mut seen = std::mem::take(&mut self.settled);
        seen.resize(self.arcs.nodes(), false);
        let mut queue = from.to_vec();
        queue.retain(|node| !std::mem::replace(&mut seen[*node as usize], true));
        let found = self.list_turns(&mut queue, &mut seen, most, meter);
        if !matches!(found, Ok(true)) {
            queue.iter().for_each(|node| seen[*node as usize] = false);
        }
        self.settled = seen;
        found
    }

    /// Lists what play in turns reaches from the nodes of a queue, other than by way of those that were seen.
    fn list_turns(
        &mut self,
        queue: &mut Vec<u32>,
        seen: &mut Vec<bool>,
        most: usize,
        meter: &Meter,
    ) -> Listing<bool, R> {
        let sides = self.rules.sides() as u32;
        let (mut head, mut all) = (0, true);
        while let Some(&node) = queue.get(head) {
            if !self.arcs.known(node) {
                if head >= most.saturating_mul(sides as usize) {
                    return Ok(false);
                }
                match self.list(node / sides, &[(node % sides) as usize], meter) {
                    Err(halt) if is_too_large(&halt) => all = false,
                    listed => listed?,
                }
                seen.resize(self.arcs.nodes(), false);
            }
            head += 1;
            for &to in self.arcs.of(node) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    queue.push(to);
                }
            }
            meter.tick()?;
        }
        Ok(all)
    }

    /// Whether the moves of all players are listed in a place.
    fn is_listed(&self, place: u32) -> bool {
        self.arcs.all_known(place, self.rules.sides() as u32)
    }

    /// Lists the moves of some players in a place, as far as they are not.
    fn list(&mut self, place: u32, which: &[usize], meter: &Meter) -> Listing<(), R> {
        let sides = self.rules.sides();
        // One side or two: their numbers are kept where they are, since this is done at every place.
        let (mut unknown, mut count) = ([0; EVERYBODY.len()], 0);
        for &side in which {
            if !self.arcs.known(place * sides as u32 + side as u32) {
                unknown[count] = side;
                count += 1;
            }
        }
        let which = &unknown[..count];
        let at = self.places[place as usize];
        let sum = match at {
            Place::One(_) => (vec![], vec![]),
            Place::Many(i) => self.many[i as usize].clone(),
        };
        let mut won = false;
        let parts = if let Place::One(key) = &at { std::slice::from_ref(key) } else { &sum.0[..] };
        for &key in parts {
            won = won || self.rules.won(key).map_err(|stop| Halt::at(key, stop))?;
        }
        let mut rows = std::mem::take(&mut self.rows);
        rows.resize(sides, vec![]);
        for (&side, row) in which.iter().zip(&mut rows) {
            row.clear();
            match at {
                _ if won => {}
                Place::One(key) => self.moves_of_one(key, side, row)?,
                Place::Many(_) => self.moves_of_many(&sum.0, &sum.1, side, row, meter)?,
            }
            let other = ((side + 1) % sides) as u32;
            row.iter_mut().for_each(|to| *to = *to * sides as u32 + other);
            row.sort_unstable();
            row.dedup();
        }
        for (side, row) in which.iter().zip(&rows) {
            self.arcs.set(place * sides as u32 + *side as u32, row);
        }
        self.rows = rows;
        self.won[place as usize] = won;
        self.listed += 1;
        if self.listed & 0xfff == 0 {
            meter.grow(self.bytes(), self.single.growth())?;
        }
        Ok(meter.position()?)
    }

    /// The places that a player can move to from one part.
    fn moves_of_one(&mut self, key: R::Key, side: usize, to: &mut Vec<u32>) -> Listing<(), R> {
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        self.rules.options_of(key, side, &mut options).map_err(|stop| Halt::at(key, stop))?;
        match options.parts_alone() {
            Some(parts) => {
                self.single.fetch(parts);
                to.extend(parts.iter().map(|key| self.single_place(*key)));
            }
            None => to.extend(options.iter().map(|(parts, heaps)| self.place(parts, heaps))),
        }
        self.options = options;
        Ok(())
    }

    /// The places that a player can move to from a sum: one part moves, the others stay. Parts are in order, and of equal
    /// ones only the first need move: where sums grow, most are equal.
    fn moves_of_many(
        &mut self,
        parts: &[R::Key],
        heaps: &[u64],
        side: usize,
        to: &mut Vec<u32>,
        meter: &Meter,
    ) -> Listing<(), R> {
        let mut options = std::mem::take(&mut self.options);
        let size = parts.len() + heaps.len();
        for (i, &key) in parts.iter().enumerate() {
            if i > 0 && parts[i - 1] == key {
                continue;
            }
            options.clear();
            self.rules.options_of(key, side, &mut options).map_err(|stop| Halt::at(key, stop))?;
            for (new, more) in options.iter() {
                meter.work_of(size as u32)?;
                let others = parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, k)| *k);
                let all: Vec<R::Key> = others.chain(new.iter().copied()).collect();
                let heaps: Vec<u64> = heaps.iter().chain(more).copied().collect();
                to.push(self.place(&all, &heaps));
            }
        }
        self.options = options;
        for (i, &heap) in heaps.iter().enumerate() {
            if i > 0 && heaps[i - 1] == heap {
                continue;
            }
            for smaller in 0..heap {
                meter.work_of(size as u32)?;
                let mut heaps = heaps.to_vec();
                heaps[i] = smaller;
                to.push(self.place(parts, &heaps));
            }
        }
        Ok(())
    }

    /// What each node's player to move can force, under normal or misère play.
    ///
    /// # Errors
    /// When time is up.
    pub fn fates(&self, misere: bool, meter: &Meter) -> Result<Fates, Exhausted> {
        let sides = self.rules.sides() as u32;
        let stuck = if misere { End::Won } else { End::Lost };
        let end = |node: u32| {
            if !self.arcs.known(node) || !self.arcs.of(node).is_empty() {
                End::No
            } else if self.won[(node / sides) as usize] {
                End::Won
            } else {
                stuck
            }
        };
        fates(&self.arcs, end, meter)
    }

    /// The number of moves of a longest play from a node below which all is listed; `None` if a play can go on for ever.
    ///
    /// # Errors
    /// When time is up.
    pub fn longest(&self, root: u32, meter: &Meter) -> Result<Option<u64>, Exhausted> {
        longest(&self.arcs, root, meter)
    }

    /// The number of moves of a shortest play from a node below which all is listed; `None` if no play ends.
    ///
    /// # Errors
    /// When time is up.
    pub fn shortest(&self, root: u32, meter: &Meter) -> Result<Option<u64>, Exhausted> {
        shortest(&self.arcs, root, meter)
    }

    /// The place that the moves of both players together lead to, by number.
    fn follower(&self, place: u32, number: usize) -> Option<u32> {
        let sides = self.rules.sides() as u32;
        let first = self.arcs.of(place * sides);
        let to = match number.checked_sub(first.len()) {
            None => first.get(number),
            Some(more) if sides == 2 => self.arcs.of(place * sides + 1).get(more),
            Some(_) => None,
        };
        to.map(|to| to / sides)
    }

    /// A cycle in the moves of both players together that are reachable from a place, if there is one: places that
    /// lead to each other, the last to the first.
    ///
    /// # Errors
    /// When time is up.
    pub fn cycle_from(&self, root: u32, meter: &Meter) -> Result<Option<Vec<u32>>, Exhausted> {
        let mut kept = self.without_cycle.borrow_mut();
        if kept.0 != self.arcs.rows() {
            *kept = (self.arcs.rows(), vec![0; self.places.len()]);
        }
        // What was on the way when a search was left is open again; from what was done no cycle can be reached.
        let state = &mut kept.1;
        state.resize(self.places.len(), 0);
        state.iter_mut().filter(|s| **s == 1).for_each(|s| *s = 0);
        if state[root as usize] == 2 {
            return Ok(None);
        }
        let mut open: Vec<(u32, usize)> = vec![(root, 0)];
        state[root as usize] = 1;
        while let Some((place, next)) = open.last_mut() {
            meter.tick()?;
            let Some(to) = self.follower(*place, *next) else {
                state[*place as usize] = 2;
                open.pop();
                continue;
            };
            *next += 1;
            match state[to as usize] {
                0 => {
                    state[to as usize] = 1;
                    open.push((to, 0));
                }
                1 => {
                    let from = open.iter().position(|o| o.0 == to).unwrap_or(0);
                    return Ok(Some(open[from..].iter().map(|o| o.0).collect()));
                }
                _ => {}
            }
        }
        Ok(None)
    }
}
