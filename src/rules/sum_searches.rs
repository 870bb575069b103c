//! Who wins a sum of positions, by a search: where players have moves of their own, the sum has no nim-value.

use super::Stop;
use super::coded::{Coded, Held, compiled};
use super::ctx::{Ctx, FamilyKey, family_of};
use super::kind::{Kind, Player};
use super::packed::Packed;
use super::searches::Turn;
use crate::check::ir::WinRule;
use crate::engine::loopy::{Forced, Sums, Wins};
use crate::engine::{self, Halt};
use crate::value::{GamePosition, Part, Position};
use std::collections::HashMap;

/// What the engine is called.
const NAME: &str = "search of outcomes of sums";

type Search = Forced<Sums<Packed<u64>>, Wins>;

/// Searches over sums of positions with the same rules, by these, and whether play is misère.
#[derive(Default)]
pub(super) struct SumSearches(HashMap<(FamilyKey, bool), Search>);

impl SumSearches {
    /// What the engine is called; positions and bytes.
    pub(super) fn held(&self) -> impl Iterator<Item = Held> {
        self.0.values().map(|search| (NAME, search.solved(), search.bytes()))
    }

    /// Whether a player wins a sum of positions of games with the same rules, which must be proved to end; `None`
    /// if it is none, does not fit, or so many others are decided before.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn find(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        (kind, rule, player): (Kind, WinRule, Player),
        most: usize,
    ) -> Result<Option<(bool, &'static str)>, Stop> {
        let parts = position.parts.iter().map(|part| match part {
            Part::Game(part) => Some(part),
            Part::Heap(_) => None,
        });
        let Some(parts) = parts.collect::<Option<Vec<&GamePosition>>>() else { return Ok(None) };
        let plain = kind.partizan && !kind.loopy && !kind.wins;
        if parts.is_empty() || !plain {
            return Ok(None);
        }
        let family = family_of(parts[0]);
        if parts.iter().any(|part| family_of(part) != family) {
            return Ok(None);
        }
        let misere = rule == WinRule::Misere;
        let key = (family, misere);
        let mut codes = self.0.get_mut(&key).and_then(|search| codes(search, &parts));
        if codes.is_none() {
            let found = parts.iter().find_map(|first| new(ctx, Turn::of(first, kind, rule, player), &parts));
            let Some((search, fitting)) = found else { return Ok(None) };
            self.0.insert(key.clone(), search);
            codes = Some(fitting);
        }
        let (Some(codes), Some(search)) = (codes, self.0.get_mut(&key)) else { return Ok(None) };
        search.rules.rules.count_on(ctx.meter.clone());
        let Some(sum) = search.rules.number(&codes) else { return Ok(None) };
        let most = Some(most as u64).filter(|most| *most < usize::MAX as u64);
        match search.find(sum, player as usize, most, &ctx.meter) {
            Ok(wins) => Ok(wins.map(|wins| (wins, NAME))),
            Err(Halt { why: engine::Stop::Unfit(_), .. }) => {
                self.0.remove(&key);
                Ok(None)
            }
            Err(halt) => {
                let far = || format!("who wins is known for {} sums", search.solved());
                Err(halt.into_stop().widen().so_far(far))
            }
        }
    }
}

/// The codes of all parts; `None` if one does not fit.
fn codes(search: &mut Search, parts: &[&GamePosition]) -> Option<Vec<u64>> {
    parts.iter().map(|part| search.rules.rules.code(part)).collect()
}

/// A search with room for what one position leads to, if all parts fit.
fn new(ctx: &Ctx<'_>, turn: Turn<'_>, parts: &[&GamePosition]) -> Option<(Search, Vec<u64>)> {
    let rules = compiled::<Packed<u64>>(ctx.machine, turn.part, turn.listed)?;
    let mut search = Forced::new(Sums::new(rules), Wins { stuck_wins: turn.misere });
    let codes = codes(&mut search, parts)?;
    Some((search, codes))
}
