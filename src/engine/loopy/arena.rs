//! Places listed and solved together: explores as far as a question needs and keeps what was found.

use super::explore::{Explorer, Play};
use super::labels::{Label, labels};
use super::retro::Fates;
use crate::engine::rules::Rules;
use crate::engine::{Exhausted, Halt, Meter};
use std::collections::HashSet;

/// How far to explore.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// How many places are looked at before asking whether positions grow without end.
    pub bound: usize,
    /// At most this many in any case.
    pub most: usize,
}

/// An explorer with what was solved on its places.
#[derive(Debug)]
pub struct Arena<R: Play> {
    /// The places.
    pub explorer: Explorer<R>,
    /// For normal and for misère play: how many places were listed then, and what was found.
    fates: [Option<(usize, Fates)>; 2],
    labels: Option<(usize, Vec<Label>)>,
    /// Nodes that stay open, for normal and for misère play: the bound does not decide them.
    given_up: HashSet<(u32, bool)>,
}

type Done<T, R> = Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

/// The first stage of a search looks at this many places, each further one at this many times more.
const FIRST: usize = 64;
const FACTOR: usize = 4;
/// One in so many of the places whose fates were found.
const FEW_MORE: usize = 8;

impl<R: Play> Arena<R> {
    /// Nothing explored yet.
    pub fn new(rules: R) -> Arena<R> {
        Arena { explorer: Explorer::new(rules), fates: [None, None], labels: None, given_up: HashSet::new() }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let solved = self.fates.iter().flatten().count() as u64 + 1;
        self.explorer.bytes() + solved * 8 * self.explorer.arcs().nodes() as u64
    }

    /// Finds what can be forced at some nodes, places with a player to move: explores until that is settled, all is
    /// explored, or enough is. `grows` is asked whether the positions reached get larger and larger.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub fn decide(
        &mut self,
        nodes: &[u32],
        misere: bool,
        reach: Reach,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Done<&Fates, R> {
        let settled = |f: &Fates| nodes.iter().all(|n| f.settled(*n));
        let mut most = FIRST.min(reach.bound);
        while !self.is_given_up(nodes, misere)
            && !self.fates[usize::from(misere)].as_ref().is_some_and(|(_, f)| settled(f))
        {
            let all = self.explorer.explore_turns(nodes, most, meter)?;
            let may_go_on = !all && most < reach.most;
            if may_go_on && self.has_few_more(misere) && !(most >= reach.bound && grows(&self.explorer)) {
                most = next(most, reach);
                continue;
            }
            if settled(self.known_fates(misere, meter)?) {
                break;
            }
            if all || (most >= reach.bound && grows(&self.explorer)) || most >= reach.most {
                self.given_up.extend(nodes.iter().map(|n| (*n, misere)));
                break;
            }
            most = next(most, reach);
        }
        Ok(self.known_fates(misere, meter)?)
    }

    /// The nodes of a place: one for each player who may be to move, as far as that matters.
    pub fn nodes_of(&self, place: u32) -> Vec<u32> {
        let sides = self.explorer.rules.sides() as u32;
        (place * sides..(place + 1) * sides).collect()
    }

    fn is_given_up(&self, nodes: &[u32], misere: bool) -> bool {
        nodes.iter().all(|n| self.given_up.contains(&(*n, misere)))
    }

    /// Whether [`Arena::decide`] is soon done: it has settled the nodes, or all there is is listed, with this many places at most.
    ///
    /// # Errors
    /// As for [`Arena::decide`].
    pub fn is_soon_decided(
        &mut self,
        nodes: &[u32],
        misere: bool,
        soon: usize,
        meter: &Meter,
    ) -> Done<bool, R> {
        let settled = |f: &Fates| nodes.iter().all(|n| f.settled(*n));
        let mut most = FIRST.min(soon);
        loop {
            let all = self.is_given_up(nodes, misere)
                || self.explorer.explore_turns(nodes, most, meter)?
                || (most >= soon || !self.has_few_more(misere)) && settled(self.known_fates(misere, meter)?);
            if all || most >= soon {
                return Ok(all);
            }
            most = most.saturating_mul(FACTOR).min(soon);
        }
    }

    /// Whether hardly any places were listed since fates were found: to find them again takes as long as for all.
    fn has_few_more(&self, misere: bool) -> bool {
        let before = self.fates[usize::from(misere)].as_ref().map_or(0, |(listed, _)| *listed);
        self.explorer.size().1 - before < before / FEW_MORE
    }

    /// What is known about all places listed so far.
    fn known_fates(&mut self, misere: bool, meter: &Meter) -> Result<&Fates, Exhausted> {
        let slot = &mut self.fates[usize::from(misere)];
        let listed = self.explorer.size().1;
        if slot.as_ref().is_none_or(|(n, _)| *n != listed) {
            let arcs = self.explorer.arcs();
            meter.grow(self.explorer.bytes(), 17 * arcs.nodes() as u64 + 4 * arcs.len() as u64)?;
            *slot = Some((listed, self.explorer.fates(misere, meter)?));
        }
        Ok(&slot.get_or_insert_default().1)
    }

    /// The label of a place under normal play, exploring as [`Arena::decide`] does; with it the labels
    /// among its options (of the first side), in order.
    ///
    /// # Errors
    /// As for [`Arena::decide`].
    pub fn label(
        &mut self,
        place: u32,
        reach: Reach,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Done<(Label, Vec<u32>), R> {
        let mut most = FIRST.min(reach.bound);
        loop {
            let all = match self.labels.as_ref().and_then(|(_, l)| l.get(place as usize)) {
                None | Some(Label::Open) => self.explorer.explore(&[place], most, meter)?,
                Some(_) => true,
            };
            let label = self.known_labels(meter)?[place as usize];
            let enough = all || (most >= reach.bound && grows(&self.explorer)) || most >= reach.most;
            if label != Label::Open || enough {
                return Ok((label, self.labels_from(place)));
            }
            most = next(most, reach);
        }
    }

    fn known_labels(&mut self, meter: &Meter) -> Result<&Vec<Label>, Exhausted> {
        let listed = self.explorer.size().1;
        if self.labels.as_ref().is_none_or(|(n, _)| *n != listed) {
            let won = |place| self.explorer.has_won(place);
            let all = labels(self.explorer.arcs(), self.explorer.rules.sides(), won, meter)?;
            self.labels = Some((listed, all));
        }
        Ok(&self.labels.get_or_insert_default().1)
    }

    fn labels_from(&self, place: u32) -> Vec<u32> {
        let Some((_, labels)) = &self.labels else { return vec![] };
        let sides = self.explorer.rules.sides() as u32;
        let followers = self.explorer.arcs().of(place * sides).iter();
        let mut values: Vec<u32> = followers
            .filter_map(|to| match labels.get((to / sides) as usize) {
                Some(Label::Value(v)) => Some(*v),
                _ => None,
            })
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

fn next(most: usize, reach: Reach) -> usize {
    let more = most.saturating_mul(FACTOR);
    if most < reach.bound { more.min(reach.bound) } else { more.min(reach.most) }
}
