//! Options are looked at a few at a time: what is known about their parts lies far away in memory, and is asked for before it is
//! needed.

use super::Result;
use super::known::{Known, VALUE};
use super::walk::RECENT;
use super::worker::Worker;
use crate::engine::memo::{Memo, place};
use crate::engine::prefetch::prefetch;
use crate::engine::rules::{Options, Rules};
use crate::engine::stop::Halt;

/// So many options are looked at together where all are.
const ALL: usize = 8;

/// So many where the first one that has the value asked about is the last: others may have been looked at for nothing.
const SOME: usize = 2;

/// How many options are looked at together, by the value asked about.
pub(super) fn at_once(wanted: Option<u32>) -> usize {
    if wanted.is_some() { SOME } else { ALL }
}

/// A part of an option that was looked at: as it was split off, in canonical form, and what was lately known about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead<K> {
    piece: K,
    part: K,
    known: Known,
}

impl<R: Rules, M: Memo<Key = R::Key>> Worker<'_, R, M> {
    /// Finds the parts of some options, as far as there is no mistake, which is reported when its turn comes.
    pub(super) fn look_ahead(&mut self, options: &Options<R::Key>, group: &[(u32, u32)]) {
        let mut split = std::mem::take(&mut self.walk.split);
        split.clear();
        self.walk.ends.clear();
        for &(_, i) in group {
            let whole = options.get(i as usize).0;
            if whole.iter().any(|part| self.rules.split(*part, &mut split).is_err()) {
                break;
            }
            self.walk.ends.push(split.len());
        }
        split.iter().filter_map(|piece| self.walk.recent.get(place(*piece, RECENT))).for_each(prefetch);
        self.walk.ahead.clear();
        for piece in &split {
            let Ok(ahead) = self.ahead(*piece) else { break };
            if ahead.known.value().is_none() {
                self.known.fetch(&[ahead.part]);
            }
            self.walk.ahead.push(ahead);
        }
        self.walk.split = split;
    }

    /// The canonical form of a part.
    fn ahead(&mut self, piece: R::Key) -> Result<Ahead<R::Key>, R> {
        let slot = place(piece, RECENT);
        if let Some((lately, part, known)) = self.walk.recent.get(slot)
            && *lately == piece
        {
            return Ok(Ahead { piece, part: *part, known: *known });
        }
        let part = self.rules.canonical(piece).map_err(|stop| Halt::at(piece, stop))?;
        let recent = &mut self.walk.recent;
        if recent.is_empty() {
            *recent = vec![(piece, part, Known(0)); RECENT];
        }
        recent[slot] = (piece, part, Known(0));
        Ok(Ahead { piece, part, known: Known(0) })
    }

    /// Adds the parts of an option, which may be among those looked at together.
    pub(super) fn add_parts(&mut self, whole: &[R::Key], which: usize, heap: &mut u64) -> Result<(), R> {
        let from = if which == 0 { Some(0) } else { self.walk.ends.get(which - 1).copied() };
        let end = self.walk.ends.get(which).copied().filter(|end| *end <= self.walk.ahead.len());
        if let Some((from, end)) = from.zip(end) {
            (from..end).for_each(|at| self.add_ahead(self.walk.ahead[at], heap));
            return Ok(());
        }
        let mut split = std::mem::take(&mut self.walk.split);
        split.clear();
        whole
            .iter()
            .try_for_each(|part| self.rules.split(*part, &mut split).map_err(|stop| Halt::at(*part, stop)))?;
        for piece in split.drain(..) {
            let ahead = self.ahead(piece)?;
            self.add_ahead(ahead, heap);
        }
        self.walk.split = split;
        Ok(())
    }

    fn add_ahead(&mut self, ahead: Ahead<R::Key>, heap: &mut u64) {
        if let Some(value) = ahead.known.value() {
            *heap ^= value;
        } else if let Some(value) = self.add_part(ahead.part, heap) {
            let recent = &mut self.walk.recent[place(ahead.piece, RECENT)];
            if recent.0 == ahead.piece {
                recent.2 = Known(VALUE | value as u32);
            }
        }
    }
}
