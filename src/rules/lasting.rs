//! How long play takes that is proved to end, or found to: a search beside the listing of all positions, each as far as the other.

use super::Stop;
use super::arenas::{Arenas, Asked, Decide, Found, Question, node, reach};
use super::coded::{Coded, ends};
use super::ctx::Ctx;
use super::packed::{InBytes, Packed};
use super::searches::{Kept, Searched, Turn};
use super::solve::turns::{self, ToMove, Turns};
use crate::check::ir::WinRule;
use crate::engine::Meter;
use crate::engine::loopy::{Arena, Ends, Explorer, Fate, Lasting, Lasts, Play};
use crate::value::Part;

/// So many positions are listed first, breadth first: who wins within a few moves is found among the first, however many there are.
const SOON: usize = 30_000;
/// In each further stage, so many times more.
const FURTHER: usize = 4;
/// A search looks at so many times more positions. Of rules with eight million it takes a thirtieth of the time for each.
const QUICKER: u64 = 64;
/// An array has so many times more: a position in it takes 5 to 20 ns.
const PLACES: u64 = 1024;

/// How many positions are listed first. Where other threads help soon, so does a search.
fn at_first(ctx: &Ctx<'_>) -> usize {
    usize::try_from(ctx.meter.budget().alone).map_or(SOON, |alone| alone.clamp(1, SOON))
}

/// Whether all is settled when so many positions are listed, or positions grow without end.
struct Soon<'q> {
    ctx: &'q Ctx<'q>,
    asked: Decide<'q>,
    /// Whether every play is proved to end.
    ends: bool,
    soon: usize,
}

impl Question for Soon<'_> {
    type Answer = bool;

    fn ask<R: Play>(
        &mut self,
        arena: &mut Arena<R>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Asked<bool, R> {
        let Decide { kind, rule, player, most, .. } = self.asked;
        let alone = self.ends || kind.loopy;
        let nodes = if alone { vec![node(place, kind, player)] } else { arena.nodes_of(place) };
        let is_soon = arena.is_soon_decided(&nodes, rule == WinRule::Misere, self.soon, meter)?;
        let enough = !self.ends && self.soon >= reach(self.ctx, most).bound;
        Ok(is_soon || (enough && grows(&arena.explorer)))
    }
}

impl Arenas {
    /// What a player can force in a position of one part, and in how many moves; `None` where it is best found among all positions
    /// listed: few of them say so, positions do not fit, or play need not end.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn lasting(
        &mut self,
        ctx: &Ctx<'_>,
        asked: Decide<'_>,
        turns: &mut Turns,
    ) -> Result<Option<Found>, Stop> {
        let Decide { position, kind, rule, player, most } = asked;
        let [Part::Game(part)] = &position.parts[..] else { return Ok(None) };
        if kind.loopy && !kind.partizan || most < usize::MAX {
            return Ok(None);
        }
        let turn = Turn::of(part, kind, rule, player);
        if let Some(lasting) = self.known(ctx, turn)? {
            return Ok(Some(found(lasting)));
        }
        if kind.loopy {
            return Ok(self.beside_lists(ctx, asked, Lasts { stuck_wins: turn.misere }, turn)?.map(found));
        }
        let ends = ends(position, ctx.machine);
        let to_move = ToMove { part, kind, rule, player };
        if ends
            && turns.come_first(ctx)
            && let Some(lasting) = self.in_turns(ctx, to_move, turns, u64::MAX)?
        {
            return Ok(Some(found(lasting)));
        }
        let mut first = at_first(ctx);
        // What works in slices goes on where it was.
        while ctx.meter.budget().until.is_some()
            && (first as u64).saturating_mul(QUICKER) < self.lasting_solved()
        {
            first *= FURTHER;
        }
        let mut soon = Soon { ctx, asked, ends, soon: first };
        while !self.ask(ctx, position, kind, &mut soon)? {
            let most = Some(soon.soon as u64 * QUICKER);
            // In turns, not all of play is met.
            let sure = ends || !kind.partizan;
            let places = (soon.soon as u64).saturating_mul(PLACES);
            if ends && let Some(lasting) = self.in_turns(ctx, to_move, turns, places)? {
                return Ok(Some(found(lasting)));
            }
            let ends = if sure {
                Searched::Found(())
            } else {
                self.search(ctx, Ends, Turn { side: 0, ..turn }, most)?
            };
            let lasting = match ends {
                Searched::Found(()) => self.search(ctx, Lasts { stuck_wins: turn.misere }, turn, most)?,
                Searched::Open => Searched::Open,
                Searched::Unfit => Searched::Unfit,
            };
            match lasting {
                Searched::Found(lasting) => return Ok(Some(found(lasting))),
                Searched::Open => soon.soon = soon.soon.saturating_mul(FURTHER),
                Searched::Unfit => return Ok(None),
            }
        }
        Ok(None)
    }

    /// What a search finds in a loopy game whose players have moves of their own: that play may repeat concerns sums, where a
    /// player may move twice in a row, and in turns it often ends, for one of them only advances. `None` if a play comes back, or few
    /// positions say all there is to know.
    ///
    /// # Errors
    /// As for [`Arenas::lasting`].
    pub(super) fn beside_lists<A: Kept>(
        &mut self,
        ctx: &Ctx<'_>,
        asked: Decide<'_>,
        aim: A,
        turn: Turn<'_>,
    ) -> Result<Option<A::Found>, Stop> {
        let mut soon = Soon { ctx, asked, ends: false, soon: at_first(ctx) };
        while !self.ask(ctx, asked.position, asked.kind, &mut soon)? {
            match self.search(ctx, aim, turn, Some(soon.soon as u64 * QUICKER))? {
                Searched::Found(found) => return Ok(Some(found)),
                Searched::Open => soon.soon = soon.soon.saturating_mul(FURTHER),
                Searched::Unfit => return Ok(None),
            }
        }
        Ok(None)
    }

    /// What an array of all positions says, if there are no more than this.
    ///
    /// # Errors
    /// A budget that ran out.
    pub(super) fn in_turns(
        &mut self,
        ctx: &Ctx<'_>,
        asked: ToMove<'_>,
        turns: &mut Turns,
        most: u64,
    ) -> Result<Option<Lasting>, Stop> {
        let found = turns.lasting(ctx, asked, most)?;
        if found.is_some() {
            self.answered_by(turns::NAME);
        }
        Ok(found)
    }

    /// Of how many positions it was found how long play takes.
    fn lasting_solved(&self) -> u64 {
        let held = [<Packed<u64>>::NAMES, <Packed<u128>>::NAMES, InBytes::NAMES]
            .map(|names| self.held_by(names.lasts));
        held.iter().map(|(positions, _)| *positions as u64).sum()
    }
}

fn found(Lasting { wins, moves }: Lasting) -> Found {
    (if wins { Fate::Win } else { Fate::Loss }, Some((moves, true)))
}
