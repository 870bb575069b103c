//! All Grundy functions of a small graph: every g with g(v) = mex of the values of the followers of v.

use super::arcs::{Arcs, Reverse};
use crate::engine::{Exhausted, Meter};

/// What a search for Grundy functions found.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// How many were found.
    pub count: u64,
    /// The first of them: the value of every node.
    pub listed: Vec<Vec<u32>>,
    /// Why the search ended before it was through; there may be more functions then.
    pub stopped: Option<Exhausted>,
}

/// Counts all Grundy functions of a graph of which all arcs are known, and lists the first `list` of them.
///
/// An acyclic graph has exactly one; with cycles there may be none or several (Berge 1958). Values that
/// follow from others are filled in first and what is left is searched, so the time may grow exponentially
/// with the number of cycles.
///
/// # Errors
/// When time is up before the search begins.
pub fn grundy_functions(arcs: &Arcs, list: usize, meter: &Meter) -> Result<Functions, Exhausted> {
    let reverse = arcs.reverse(meter)?;
    let n = arcs.nodes();
    let mut search =
        Search { arcs, reverse: &reverse, value: vec![None; n], trail: vec![], seen: vec![], meter };
    let mut found = Functions::default();
    found.stopped = search.run(list, &mut found).err();
    Ok(found)
}

struct Search<'a> {
    arcs: &'a Arcs,
    reverse: &'a Reverse,
    value: Vec<Option<u32>>,
    /// Nodes in the order they got values.
    trail: Vec<u32>,
    seen: Vec<bool>,
    meter: &'a Meter,
}

/// A node whose value was chosen: the next value to try, and how many nodes had values before.
struct Choice {
    node: u32,
    next: u32,
    before: usize,
}

impl Search<'_> {
    fn run(&mut self, list: usize, found: &mut Functions) -> Result<(), Exhausted> {
        let n = self.arcs.nodes() as u32;
        let ready = (0..n).filter(|v| self.arcs.of(*v).is_empty()).collect();
        if !self.settle(ready)? {
            return Ok(());
        }
        let mut choices: Vec<Choice> = vec![];
        loop {
            match (0..n).find(|v| self.value[*v as usize].is_none()) {
                Some(node) => choices.push(Choice { node, next: 0, before: self.trail.len() }),
                None => {
                    self.meter.position()?;
                    found.count += 1;
                    if found.listed.len() < list {
                        found.listed.push(self.value.iter().flatten().copied().collect());
                    }
                }
            }
            if !self.next_choice(&mut choices)? {
                return Ok(());
            }
        }
    }

    /// Goes on to the next value of the last choice that has one; false when there is none.
    fn next_choice(&mut self, choices: &mut Vec<Choice>) -> Result<bool, Exhausted> {
        while let Some(last) = choices.last_mut() {
            for node in self.trail.drain(last.before..) {
                self.value[node as usize] = None;
            }
            let (node, value) = (last.node, last.next);
            if value as usize > self.arcs.of(node).len() {
                choices.pop();
                continue;
            }
            last.next += 1;
            self.meter.position()?;
            if self.assign(node, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn assign(&mut self, node: u32, value: u32) -> Result<bool, Exhausted> {
        self.value[node as usize] = Some(value);
        self.trail.push(node);
        if !self.possible(node) {
            return Ok(false);
        }
        let before = self.reverse.of(node).to_vec();
        self.settle(before)
    }

    /// Fills in what follows for these nodes and those before them; false if something contradicts.
    fn settle(&mut self, mut queue: Vec<u32>) -> Result<bool, Exhausted> {
        while let Some(node) = queue.pop() {
            self.meter.tick()?;
            if self.value[node as usize].is_none() {
                if self.arcs.of(node).iter().any(|to| self.value[*to as usize].is_none()) {
                    continue;
                }
                self.value[node as usize] = Some(self.mex(node));
                self.trail.push(node);
                queue.extend_from_slice(self.reverse.of(node));
            }
            if !self.possible(node) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn mex(&mut self, node: u32) -> u32 {
        self.look_at(node);
        self.seen.iter().position(|s| !s).unwrap_or(self.seen.len()) as u32
    }

    /// Marks the values among the followers; counts those that have none yet.
    fn look_at(&mut self, node: u32) -> usize {
        let followers = self.arcs.of(node);
        self.seen.clear();
        self.seen.resize(followers.len() + 1, false);
        let mut missing = 0;
        for to in followers {
            match self.value[*to as usize] {
                Some(v) if (v as usize) < self.seen.len() => self.seen[v as usize] = true,
                Some(_) => {}
                None => missing += 1,
            }
        }
        missing
    }

    /// Whether the value of a node can still be the mex of its followers.
    fn possible(&mut self, node: u32) -> bool {
        let Some(value) = self.value[node as usize] else { return true };
        let missing = self.look_at(node);
        let value = value as usize;
        let lacking = self.seen.iter().take(value).filter(|s| !**s).count();
        value < self.seen.len() && !self.seen[value] && lacking <= missing
    }
}
