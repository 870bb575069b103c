//! What is known about misère play where moves lead to sums: normal forms of positions, outcomes of their sums, and genera; over codes
//! of positions where the rules allow it, as for outcomes.

use super::ahead::MOST_LAYOUTS;
use super::coded::{Coded, compiled};
use super::ctx::{Ctx, FamilyKey, family_of};
use super::general::{General, heap_size};
use super::machine::Machine;
use super::packed::{InBytes, Listed, Packed};
use super::{Mistake, Stop, stops};
use crate::engine::misere::genus::{Genera, Genus};
use crate::engine::misere::quotient::Growing;
use crate::engine::misere::{Form, Solver};
use crate::engine::{self, Budget, Exhausted, Halt, Meter, Rules, Unfit, Wrong};
use crate::value::{GamePosition, Part, Position};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

type Result<T> = std::result::Result<T, Stop>;
type Found<T> = std::result::Result<T, Exhausted>;

/// What is known about misère play.
pub(super) struct Misere {
    /// Over general values, of all games together.
    general: Known<General>,
    /// Over codes, by family.
    coded: HashMap<FamilyKey, Layout>,
}

/// What is known over positions of one kind: claims of equal value are about normal play, and not used.
struct Known<R: Rules> {
    solver: Solver<R>,
    genera: Genera,
    /// The quotient of the parts asked about so far, as long as it is easily found.
    growing: Growing,
}

/// What may be asked about a normal form.
pub(super) trait Forms {
    /// What an engine over such positions is called.
    fn name(&self) -> &'static str;

    /// Whether the previous player wins. Where a quotient is easily found, and proved, it tells; else it is searched.
    fn previous_wins(&mut self, form: &[u32], meter: &Meter) -> Found<bool>;

    /// The misère nim-value.
    fn misere_value(&mut self, form: &[u32], meter: &Meter) -> Found<u64>;

    /// The genus.
    fn genus(&mut self, form: &[u32], meter: &Meter) -> Found<Genus>;

    /// Whether it, and all that it leads to, is played like Nim.
    fn is_tame(&self, form: &[u32]) -> bool;

    /// How many sums and parts were solved, and the bytes held.
    fn held(&self) -> (usize, u64);
}

/// What comes of looking for a normal form.
enum Formed {
    /// The form.
    Of(Form),
    /// This part of the position does not fit.
    TooLarge(GamePosition),
    /// Something that it leads to does not, after this position.
    Misfit(Option<GamePosition>),
}

/// Over codes of positions.
trait OverCodes: Forms {
    /// The normal form of a position.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    fn form(&mut self, ctx: &Ctx<'_>, position: &Position) -> Result<Formed>;

    /// The same codes with room for what comes up in play from another position on; `None` if there is none.
    ///
    /// # Errors
    /// A budget that ran out.
    fn wider(
        &self,
        ctx: &Ctx<'_>,
        asked: &GamePosition,
        at: &GamePosition,
    ) -> Result<Option<Box<dyn OverCodes>>>;

    /// Whether all games of a sum are of the family.
    fn has_all(&self, position: &Position) -> bool;
}

/// How positions of a family are laid out, and what is known about them.
struct Layout {
    known: Option<Box<dyn OverCodes>>,
    /// In words, in two, in bytes; not at all.
    level: usize,
}

/// Positions with normal forms.
trait Positions: Rules {
    const NAME: &'static str;

    /// The key of a position; `None` if it does not fit.
    fn key_of(&mut self, position: &GamePosition) -> Option<Self::Key>;

    /// The position of a key.
    fn of_key(&self, key: Self::Key) -> GamePosition;

    /// What stopped, where mistakes can be made.
    fn widen(halt: Halt<GamePosition, Self::Mistake>) -> Halt<GamePosition, Box<Mistake>>;
}

impl Positions for General {
    const NAME: &'static str = "misère forms over values";

    fn key_of(&mut self, position: &GamePosition) -> Option<u32> {
        Some(self.intern(position.clone()))
    }

    fn of_key(&self, key: u32) -> GamePosition {
        self.position(key).clone()
    }

    fn widen(halt: Halt<GamePosition, Box<Mistake>>) -> Halt<GamePosition, Box<Mistake>> {
        halt
    }
}

impl<R: Coded> Positions for R {
    const NAME: &'static str = R::NAMES.forms;

    fn key_of(&mut self, position: &GamePosition) -> Option<R::Key> {
        self.code(position)
    }

    fn of_key(&self, key: R::Key) -> GamePosition {
        self.decoded(key)
    }

    fn widen(halt: Halt<GamePosition, Self::Mistake>) -> Halt<GamePosition, Box<Mistake>> {
        halt.widen()
    }
}

/// A quotient is tried on the way as long as a part takes at most this many sums, and so much time.
const EASY_SUMS: u64 = 300_000;
const EASY_TIME: Duration = Duration::from_secs(2);
/// And as long as there are at most this many parts: the quotient is for games that split.
const EASY_PARTS: usize = 2000;

impl<R: Positions> Known<R> {
    fn new(rules: R) -> Known<R> {
        let mut solver = Solver::new(rules);
        solver.parts.longest = engine::LONG;
        Known { solver, genera: Genera::default(), growing: Growing::default() }
    }

    /// The normal form of a position.
    fn form(&mut self, ctx: &Ctx<'_>, position: &Position) -> Result<Formed> {
        let (mut keys, mut heaps) = (vec![], vec![]);
        for part in &position.parts {
            match part {
                Part::Heap(k) => heaps.push(heap_size(k)?),
                Part::Game(p) => match self.solver.parts.rules.key_of(p) {
                    Some(key) => keys.push(key),
                    None => return Ok(Formed::TooLarge(p.clone())),
                },
            }
        }
        loop {
            let halt = match self.solver.form(&keys, &heaps, &ctx.meter) {
                Ok(form) => return Ok(Formed::Of(form)),
                Err(halt) => R::widen(halt.map(|k| self.solver.parts.rules.of_key(k))),
            };
            match halt.why {
                engine::Stop::Unfit(_) => return Ok(Formed::Misfit(halt.at)),
                engine::Stop::Mistake(Wrong::Deep) => {
                    let longest = &mut self.solver.parts.longest;
                    *longest = engine::asks_next(*longest);
                    stops::refuse_growing(ctx, &halt.play[0], &halt.play, *longest)?;
                }
                _ => return Err(stops::explain(ctx, first_game(position), self.solver.solved(), halt)),
            }
        }
    }
}

impl<R: Positions> Forms for Known<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn previous_wins(&mut self, form: &[u32], meter: &Meter) -> Found<bool> {
        if !self.solver.is_known(form) && self.solver.parts.count() <= EASY_PARTS {
            let all = meter.budget();
            let budget = Budget {
                positions: EASY_SUMS.min(all.positions),
                time: Some(all.time.map_or(EASY_TIME, |t| t.saturating_sub(meter.elapsed()).min(EASY_TIME))),
                ..all.clone()
            };
            // What runs out here is only the try.
            let _ = self.growing.add(form, &mut self.solver, &Meter::new(budget));
            meter.look()?;
        }
        self.solver.previous_wins(form, meter)
    }

    fn misere_value(&mut self, form: &[u32], meter: &Meter) -> Found<u64> {
        self.solver.misere_value(form, meter)
    }

    fn genus(&mut self, form: &[u32], meter: &Meter) -> Found<Genus> {
        self.genera.genus(&mut self.solver.parts, form, meter)
    }

    fn is_tame(&self, form: &[u32]) -> bool {
        self.solver.parts.tame(form).is_some()
    }

    fn held(&self) -> (usize, u64) {
        (self.solver.solved(), self.solver.parts.bytes())
    }
}

impl<R: Coded + 'static> OverCodes for Known<R> {
    fn form(&mut self, ctx: &Ctx<'_>, position: &Position) -> Result<Formed> {
        self.solver.parts.rules.count_on(ctx.meter.clone());
        Known::form(self, ctx, position)
    }

    fn wider(
        &self,
        ctx: &Ctx<'_>,
        asked: &GamePosition,
        at: &GamePosition,
    ) -> Result<Option<Box<dyn OverCodes>>> {
        let rules = self.solver.parts.rules.wider(ctx.machine, asked, at, Listed::All)?;
        Ok(rules.map(|rules| Box::new(Known::new(rules)) as Box<dyn OverCodes>))
    }

    fn has_all(&self, position: &Position) -> bool {
        self.solver.parts.rules.has_games_of(position)
    }
}

type Over = fn(&Rc<Machine>, &GamePosition) -> Option<Box<dyn OverCodes>>;

/// Codes of one kind for what a position leads to.
fn over<R: Coded + 'static>(machine: &Rc<Machine>, position: &GamePosition) -> Option<Box<dyn OverCodes>> {
    let rules = compiled::<R>(machine, position, Listed::All)?;
    Some(Box::new(Known::new(rules)))
}

impl Layout {
    /// The first one that there is for a position, at some level or beyond.
    fn from(level: usize, machine: &Rc<Machine>, position: &GamePosition) -> Layout {
        const KINDS: [Over; 3] = [over::<Packed<u64>>, over::<Packed<u128>>, over::<InBytes>];
        let made =
            |level: usize| KINDS[level](machine, position).map(|known| Layout { known: Some(known), level });
        (level..KINDS.len()).find_map(made).unwrap_or(Layout { known: None, level: KINDS.len() })
    }

    /// The normal form of a position, in as wide a layout as it takes; `None` if there is none.
    fn form(&mut self, ctx: &Ctx<'_>, position: &Position, first: &GamePosition) -> Result<Option<Form>> {
        let (mut root, mut tries) = (first.clone(), 0);
        while let Some(known) = self.known.as_mut().filter(|known| known.has_all(position)) {
            let formed = known.form(ctx, position)?;
            tries += 1;
            let (level, roomier) = match formed {
                Formed::Of(form) => return Ok(Some(form)),
                // A larger position may need another layout; then so may another part.
                Formed::TooLarge(part) => {
                    root = part;
                    (self.level + usize::from(tries > 2), None)
                }
                Formed::Misfit(at) => {
                    // Either the rules have a mistake here, which the general evaluation words, or it is too large.
                    at.iter().try_for_each(|at| ctx.machine.choices(at).map(|_| ()))?;
                    let at = at.filter(|_| tries < MOST_LAYOUTS);
                    let roomier = at.map(|at| known.wider(ctx, &root, &at)).transpose()?.flatten();
                    (self.level + 1, roomier)
                }
            };
            *self = match roomier {
                Some(known) => Layout { known: Some(known), level: self.level },
                None => Layout::from(level, ctx.machine, &root),
            };
        }
        Ok(None)
    }
}

impl Misere {
    /// Nothing known yet.
    pub(super) fn new(machine: Rc<Machine>) -> Misere {
        Misere { general: Known::new(General::new(machine, false)), coded: HashMap::new() }
    }

    /// Works with the normal form of a position; how far that got is said when a budget runs out.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub(super) fn with_form<T>(
        &mut self,
        ctx: &mut Ctx<'_>,
        position: &Position,
        work: impl FnOnce(&mut dyn Forms, &Form, &Meter) -> Found<T>,
    ) -> Result<T> {
        refuse_unplain(ctx, position)?;
        if let Some(first) = game_of(position) {
            let new = || Layout::from(0, ctx.machine, first);
            let layout = self.coded.entry(family_of(first)).or_insert_with(new);
            if let Some(form) = layout.form(ctx, position, first)?
                && let Some(known) = &mut layout.known
            {
                ctx.notes.trail.answered(known.name());
                let done = work(known.as_mut(), &form, &ctx.meter);
                return done.map_err(|what| so_far(what, known.held().0, position));
            }
        }
        self.in_general(ctx, position, |known, form, meter| work(known, form, meter))
    }

    /// Adds a position, and all it leads to, to a quotient; its normal form.
    ///
    /// # Errors
    /// As for [`Misere::with_form`]; what was added before stays.
    pub(super) fn grow(
        &mut self,
        ctx: &mut Ctx<'_>,
        growing: &mut Growing,
        position: &Position,
    ) -> Result<Form> {
        refuse_unplain(ctx, position)?;
        self.in_general(ctx, position, |known, form, meter| {
            growing.add(form, &mut known.solver, meter)?;
            Ok(form.clone())
        })
    }

    fn in_general<T>(
        &mut self,
        ctx: &mut Ctx<'_>,
        position: &Position,
        work: impl FnOnce(&mut Known<General>, &Form, &Meter) -> Found<T>,
    ) -> Result<T> {
        let Formed::Of(form) = self.general.form(ctx, position)? else {
            return Err(Stop::Unfit(Unfit::Misfit));
        };
        ctx.notes.trail.answered(General::NAME);
        let done = work(&mut self.general, &form, &ctx.meter);
        done.map_err(|what| so_far(what, self.general.held().0, position))
    }

    /// Positions and bytes held by an engine.
    pub(super) fn held_by(&self, engine: &str) -> (usize, u64) {
        let coded = self.coded.values().filter_map(|layout| layout.known.as_deref());
        let held = coded.filter(|known| known.name() == engine).map(|known| known.held());
        let general = (engine == General::NAME).then(|| self.general.held());
        held.chain(general).fold((0, 0), |(n, b), (m, c)| (n + m, b + c))
    }
}

fn refuse_unplain(ctx: &Ctx<'_>, position: &Position) -> Result<()> {
    position.parts.iter().try_for_each(|part| match part {
        Part::Heap(_) => Ok(()),
        Part::Game(p) => ctx.machine.refuse_unplain(p),
    })
}

fn so_far(what: Exhausted, solved: usize, position: &Position) -> Stop {
    Stop::Exhausted(what, format!("{solved} sums solved on the way to {}", position.in_trace()))
}

fn game_of(position: &Position) -> Option<&GamePosition> {
    position.parts.iter().find_map(|p| match p {
        Part::Game(p) => Some(p),
        Part::Heap(_) => None,
    })
}

fn first_game(position: &Position) -> &GamePosition {
    game_of(position).unwrap_or_else(|| unreachable!("nim-heaps alone stop nothing"))
}
