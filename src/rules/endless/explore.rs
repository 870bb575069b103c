//! The positions looked at and where their moves lead, as a graph of numbers.

use crate::check::ir::GameId;
use crate::engine::{Exhausted, Meter};
use crate::rules::Stop;
use crate::rules::choices::Choice;
use crate::rules::machine::Machine;
use crate::rules::weight;
use crate::value::{GamePosition, Part};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

/// A position with more moves than this is left out.
const MOVES: usize = 3000;
/// How many edges are followed in looking for cycles at most, unless less is allowed.
pub(crate) const EDGES: usize = 3_000_000;

/// Positions met in a search, and the moves of those that were looked at, smallest first.
pub(crate) struct Explored {
    places: Vec<GamePosition>,
    index: HashMap<GamePosition, u32>,
    /// Where the moves of each lead, without repetition; `None` if they were not listed.
    next: Vec<Option<Vec<u32>>>,
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
    /// Games whose positions are followed.
    games: HashSet<GameId>,
    listed: usize,
    /// How many edges may still be followed in looking for cycles.
    edges_left: usize,
    /// A position whose rules have a mistake, the smallest, and the mistake.
    pub(crate) mistake: Option<(u64, Stop)>,
    /// What may be used in looking.
    meter: Rc<Meter>,
    /// Whether the budget ran out, or a position could not be listed.
    pub(crate) gaps: bool,
}

impl Explored {
    /// Nothing looked at yet; positions of other games than `games` are not followed.
    pub(crate) fn new(games: Vec<GameId>, meter: Meter) -> Explored {
        Explored {
            places: vec![],
            index: HashMap::new(),
            next: vec![],
            waiting: BinaryHeap::new(),
            games: games.into_iter().collect(),
            listed: 0,
            edges_left: EDGES,
            mistake: None,
            meter: Rc::new(meter),
            gaps: false,
        }
    }

    /// A position to begin with, or one that was met.
    pub(crate) fn add(&mut self, position: GamePosition) -> u32 {
        if let Some(id) = self.index.get(&position) {
            return *id;
        }
        let id = self.places.len() as u32;
        self.waiting.push(Reverse((weight::size(&position), id)));
        self.places.push(position.clone());
        self.index.insert(position, id);
        self.next.push(None);
        id
    }

    /// Lists the moves of positions, smallest first, until `most` are listed. True if there is nothing more to do.
    pub(super) fn explore(&mut self, machine: &Machine, most: usize) -> bool {
        self.measure(machine);
        while self.listed < most {
            let Some(Reverse((_, id))) = self.waiting.pop() else { return true };
            match self.successors(machine, id) {
                Ok(next) => {
                    self.next[id as usize] = Some(next);
                    self.listed += 1;
                }
                Err(stop) => {
                    self.gaps = true;
                    match stop {
                        Stop::Mistake(_) => self.keep(id, stop),
                        Stop::Exhausted(Exhausted::TooLarge, _) | Stop::Unfit(_) => {}
                        Stop::Exhausted(..) => {
                            self.waiting.clear();
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    fn successors(&mut self, machine: &Machine, id: u32) -> Result<Vec<u32>, Stop> {
        let position = self.places[id as usize].clone();
        let mut next = vec![];
        let mut moves = 0;
        machine.each_choice(&position, &mut |choice| {
            moves += 1;
            if moves > MOVES {
                return Err(Exhausted::TooLarge.into());
            }
            for part in choice.target.parts {
                if let Part::Game(p) = part
                    && self.games.contains(&GameId(p.game.id))
                {
                    next.push(self.add(p));
                }
            }
            Ok(())
        })?;
        next.sort_unstable();
        next.dedup();
        Ok(next)
    }

    fn keep(&mut self, id: u32, stop: Stop) {
        let size = weight::size(&self.places[id as usize]);
        if self.mistake.as_ref().is_none_or(|m| size < m.0) {
            self.mistake = Some((size, stop));
        }
    }

    /// Up to `most` positions whose moves can be listed, smallest first.
    pub(crate) fn listed_positions(&mut self, machine: &Machine, most: usize) -> Vec<GamePosition> {
        self.explore(machine, most);
        self.by_size().into_iter().map(|id| self.place(id).clone()).collect()
    }

    /// No more than this many edges are followed in looking for cycles.
    pub(crate) fn with_edges(mut self, edges: usize) -> Explored {
        self.edges_left = edges;
        self
    }

    /// How many edges were followed.
    pub(super) fn follow(&mut self, edges: usize) {
        self.edges_left = self.edges_left.saturating_sub(edges);
    }

    /// How many edges may still be followed.
    pub(crate) fn edges_left(&self) -> usize {
        self.edges_left
    }

    /// How many positions have their moves listed.
    pub(crate) fn listed(&self) -> usize {
        self.listed
    }

    /// What the machine does from now on is counted as a part of the search.
    pub(super) fn measure(&self, machine: &Machine) {
        machine.measure(self.meter.clone());
    }

    /// The work done so far, in rounds of loops.
    pub(crate) fn steps(&self) -> u64 {
        self.meter.steps()
    }

    /// How many positions were met.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Where the moves of a position lead; nowhere if they were not listed.
    pub(super) fn next(&self, id: u32) -> &[u32] {
        self.next[id as usize].as_deref().unwrap_or(&[])
    }

    /// The position behind a number.
    pub(super) fn place(&self, id: u32) -> &GamePosition {
        &self.places[id as usize]
    }

    /// The numbers of the positions with listed moves, smallest position first.
    pub(super) fn by_size(&self) -> Vec<u32> {
        let mut ids: Vec<u32> =
            (0..self.len() as u32).filter(|id| self.next[*id as usize].is_some()).collect();
        ids.sort_by_cached_key(|id| (weight::size(self.place(*id)), self.place(*id).clone()));
        ids
    }

    /// The move from one position to another, the first in the order of the rules.
    pub(super) fn choice(&self, machine: &Machine, from: u32, to: u32) -> Option<Choice> {
        let wanted = Part::Game(self.place(to).clone());
        let choices = machine.choices(self.place(from)).ok()?;
        choices.into_iter().find(|c| c.target.parts.contains(&wanted))
    }
}
