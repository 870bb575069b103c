//! Searches over codes of positions: who wins, how long that takes, and whether play ends.

use super::Stop;
use super::ahead::MOST_LAYOUTS;
use super::coded::{Coded, Codes, Names, compiled};
use super::ctx::{Ctx, FamilyKey, family_of};
use super::kind::{Kind, Player};
use super::packed::Listed;
use crate::check::ir::WinRule;
use crate::engine::loopy::{Aim, Ends, Forced, Lasts, Wins};
use crate::engine::{self, Halt, Unfit};
use crate::value::GamePosition;
use std::collections::HashMap;

/// Searches with one aim over codes of one kind, by family, and whether play is misère.
pub(super) struct Searches<R: Coded, A: Aim>(HashMap<(FamilyKey, bool), Option<Forced<R, A>>>);

impl<R: Coded, A: Aim> Default for Searches<R, A> {
    fn default() -> Searches<R, A> {
        Searches(HashMap::new())
    }
}

/// An aim whose searches are kept beside what was listed over the same codes.
pub(super) trait Kept: Aim {
    /// Its searches.
    fn of<R: Coded>(codes: &mut Codes<R>) -> &mut Searches<R, Self>;

    /// What the engine is called.
    fn name(names: &Names) -> &'static str;
}

impl Kept for Wins {
    fn of<R: Coded>(codes: &mut Codes<R>) -> &mut Searches<R, Wins> {
        &mut codes.wins
    }

    fn name(names: &Names) -> &'static str {
        names.wins
    }
}

impl Kept for Lasts {
    fn of<R: Coded>(codes: &mut Codes<R>) -> &mut Searches<R, Lasts> {
        &mut codes.lasts
    }

    fn name(names: &Names) -> &'static str {
        names.lasts
    }
}

impl Kept for Ends {
    fn of<R: Coded>(codes: &mut Codes<R>) -> &mut Searches<R, Ends> {
        &mut codes.ends
    }

    fn name(names: &Names) -> &'static str {
        names.lasts
    }
}

/// A position of one part, and who is to move there.
#[derive(Clone, Copy)]
pub(super) struct Turn<'p> {
    /// The position.
    pub(super) part: &'p GamePosition,
    /// Whether who cannot move has won.
    pub(super) misere: bool,
    /// Whose moves there are, apart or together,
    pub(super) listed: Listed,
    /// and whose turn it is.
    pub(super) side: usize,
}

impl<'p> Turn<'p> {
    /// The turn of a player in a game of some kind.
    pub(super) fn of(part: &'p GamePosition, kind: Kind, rule: WinRule, player: Player) -> Turn<'p> {
        let (listed, side) = if kind.partizan { (Listed::OfEach, player as usize) } else { (Listed::All, 0) };
        Turn { part, misere: rule == WinRule::Misere, listed, side }
    }
}

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Searched<F> {
    /// Positions do not fit, a move leads to a sum, or a play comes back.
    Unfit,
    /// Nothing after as many positions as it might look at.
    Open,
    /// This.
    Found(F),
}

impl<R: Coded, A: Aim> Searches<R, A> {
    /// Each of them that holds something.
    pub(super) fn all(&self) -> impl Iterator<Item = &Forced<R, A>> {
        self.0.values().flatten().filter(|search| search.solved() > 0)
    }

    /// What is known about a position already.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn known(&mut self, ctx: &Ctx<'_>, turn: Turn<'_>) -> Result<Option<A::Found>, Stop> {
        let slot = self.0.get_mut(&(family_of(turn.part), turn.misere));
        let Some(search) = slot.and_then(Option::as_mut) else { return Ok(None) };
        search.rules.count_on(ctx.meter.clone());
        let Some(code) = search.rules.code(turn.part) else { return Ok(None) };
        match search.known(code, turn.side) {
            Ok(found) => Ok(found),
            Err(Halt { why: engine::Stop::Unfit(_), .. }) => Ok(None),
            Err(halt) => Err(halt.into_stop().widen()),
        }
    }

    /// What a search finds for a position, which looks at so many others at most; where something does not fit, again with more room.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn find(
        &mut self,
        ctx: &Ctx<'_>,
        aim: A,
        turn: Turn<'_>,
        most: Option<u64>,
    ) -> Result<Searched<A::Found>, Stop> {
        let Turn { part, misere, listed, side } = turn;
        let new = || {
            let rules = compiled::<R>(ctx.machine, part, listed)?;
            rules.games().has_no_sums().then(|| Forced::new(rules.for_outcomes(), aim))
        };
        let slot = self.0.entry((family_of(part), misere)).or_insert_with(new);
        let Some(mut code) = slot.as_mut().map(|search| search.rules.code(part)) else {
            return Ok(Searched::Unfit);
        };
        if code.is_none() {
            *slot = new();
            code = slot.as_mut().and_then(|search| search.rules.code(part));
        }
        for layout in 0..=MOST_LAYOUTS {
            let (Some(root), Some(search)) = (code, slot.as_mut()) else { return Ok(Searched::Unfit) };
            search.rules.count_on(ctx.meter.clone());
            let at = match search.find(root, side, most, &ctx.meter) {
                Ok(found) => return Ok(found.map_or(Searched::Open, Searched::Found)),
                Err(Halt { why: engine::Stop::Unfit(Unfit::Misfit), at, .. }) if layout < MOST_LAYOUTS => at,
                Err(Halt { why: engine::Stop::Unfit(_), .. }) => None,
                Err(halt) => {
                    let far = || format!("who wins is known for {} positions", search.solved());
                    return Err(halt.into_stop().widen().so_far(far));
                }
            };
            let at = at.map(|key| search.rules.decoded(key));
            // Either the rules have a mistake here, which the general evaluation words, or it is too large.
            at.iter().try_for_each(|at| ctx.machine.choices(at).map(|_| ()))?;
            let wider =
                at.map(|at| search.rules.wider(ctx.machine, part, &at, listed)).transpose()?.flatten();
            *slot = wider.map(|rules| Forced::new(rules.for_outcomes(), aim));
            code = slot.as_mut().and_then(|search| search.rules.code(part));
        }
        Ok(Searched::Unfit)
    }
}
