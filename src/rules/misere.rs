//! Misère play of any game that ends: outcomes, winning moves, misère nim-values and genera.

use super::Stop;
use super::general::{General, heap_size};
use super::questions::SumMove;
use super::solve::Games;
use crate::check::ir::WinRule;
use crate::diagnostic::Diagnostic;
use crate::engine::misere::genus::Genera;
use crate::engine::misere::quotient::Growing;
use crate::engine::misere::{Form, Genus, Solver};
use crate::engine::{Budget, Exhausted, Meter, Stop as Why, Wrong};
use crate::value::{GamePosition, Int, Part, Position};
use std::rc::Rc;
use std::time::Duration;

/// What is known of misère play, over general values: claims of equal value are about normal play, and not used.
pub(super) struct Misere {
    solver: Solver<General>,
    genera: Genera,
    /// The quotient of the parts asked about so far, as long as it is easily found.
    growing: Growing,
}

type Result<T> = std::result::Result<T, Stop>;

/// Moves in nim-heaps up to this size are tried one by one.
const SMALL_HEAP: u64 = 1000;

impl Misere {
    pub(super) fn new(machine: Rc<super::machine::Machine>) -> Misere {
        Misere {
            solver: Solver::new(General::new(machine, false)),
            genera: Genera::default(),
            growing: Growing::default(),
        }
    }
}

/// A genus that nobody asked for takes at most so many sums, or as many as the outcome took, and one part in so many of
/// the time that is left.
const GENUS_SUMS: u64 = 20_000;
const GENUS_SHARE: u32 = 16;

/// A quotient is tried on the way as long as a part takes at most so many sums, and so much time.
const EASY_SUMS: u64 = 300_000;
const EASY_TIME: Duration = Duration::from_secs(2);
/// And as long as there are at most so many parts: the quotient is for games that fall apart.
const EASY_PARTS: usize = 2000;

impl Misere {
    /// Whether the previous player wins. Where a quotient is easily found, and proved, it tells; else it is searched.
    fn previous_wins(&mut self, form: &[u32], meter: &Meter) -> std::result::Result<bool, Exhausted> {
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
}

impl Games {
    /// Whether the previous player wins.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub fn previous_wins(&self, position: &Position, rule: WinRule) -> Result<bool> {
        match rule {
            WinRule::Normal => self.has_value(position, &Int::from(0)),
            WinRule::Misere => {
                let form = self.form(position)?;
                self.searched(position, |m, meter| m.previous_wins(&form, meter))
            }
        }
    }

    /// The moves to a position that the previous player wins.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn winning_under(&self, position: &Position, rule: WinRule) -> Result<Vec<SumMove>> {
        if rule == WinRule::Normal {
            return self.winning(position);
        }
        if self.previous_wins(position, rule)? {
            return Ok(vec![]);
        }
        let mut all = vec![];
        for m in self.moves_worth_trying(position)? {
            self.machine.meter().look()?;
            if self.previous_wins(&m.to, rule)? {
                all.push(m);
            }
        }
        Ok(all)
    }

    /// The moves; in a large nim-heap among tame parts only those that can win.
    fn moves_worth_trying(&self, position: &Position) -> Result<Vec<SumMove>> {
        let large = |p: &Part| matches!(p, Part::Heap(k) if k.to_u64().is_none_or(|k| k > SMALL_HEAP));
        if !position.parts.iter().any(large) || !self.is_tame(position)? {
            return self.moves(position);
        }
        let mut all = vec![];
        for (i, part) in position.parts.iter().enumerate() {
            let Part::Heap(size) = part else {
                all.extend(self.moves_in(position, i)?);
                continue;
            };
            let others = self.value(&position.replace(i, &Position::default()))?;
            let one = crate::value::Int::from(1);
            let sizes = others.xor(&one).into_iter().chain([others.clone()]);
            let mut sizes: Vec<_> = sizes.filter(|s| s < size).collect();
            sizes.sort();
            all.extend(sizes.iter().map(|left| super::questions::heap_move_in(position, i, left)));
        }
        Ok(all)
    }

    /// The misère nim-value.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn misere_value(&self, position: &Position) -> Result<u64> {
        let form = self.form(position)?;
        self.searched(position, |m, meter| m.solver.misere_value(&form, meter))
    }

    /// The genus.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn genus(&self, position: &Position) -> Result<Genus> {
        let form = self.form(position)?;
        self.searched(position, |m, meter| m.genera.genus(&mut m.solver.parts, &form, meter))
    }

    /// The genus, if it takes little beside what the question has taken so far: every sum that is not tame must be looked
    /// at, which may be far more than an outcome takes.
    ///
    /// # Errors
    /// A mistake in the rules, or Ctrl-C.
    pub fn easy_genus(&self, position: &Position) -> Result<Option<Genus>> {
        let usual = self.machine.meter();
        let left = usual.budget().time.map(|limit| limit.saturating_sub(usual.elapsed()) / GENUS_SHARE);
        let budget = Budget {
            positions: GENUS_SUMS.max(usual.positions()).min(usual.positions_left()),
            time: left,
            ..usual.budget().clone()
        };
        self.machine.measure(Rc::new(Meter::new(budget)));
        let found = self.genus(position);
        self.machine.measure(usual);
        match found {
            Ok(genus) => Ok(Some(genus)),
            Err(Stop::Exhausted(Exhausted::Interrupted, text)) => {
                Err(Stop::Exhausted(Exhausted::Interrupted, text))
            }
            Err(Stop::Exhausted(..)) => Ok(None),
            Err(mistake) => Err(mistake),
        }
    }

    /// Adds a position, and all it leads to, to a quotient; its normal form.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`]; what was added before stays.
    pub fn grow(&self, growing: &mut Growing, position: &Position) -> Result<Form> {
        let form = self.form(position)?;
        self.searched(position, |m, meter| growing.add(&form, &mut m.solver, meter))?;
        Ok(form)
    }

    /// Whether the position, and every position it leads to, is played like Nim.
    ///
    /// # Errors
    /// As for [`Games::previous_wins`].
    pub fn is_tame(&self, position: &Position) -> Result<bool> {
        let form = self.form(position)?;
        Ok(self.misere.borrow().solver.parts.tame(&form).is_some())
    }

    /// The normal form of a position.
    fn form(&self, position: &Position) -> Result<Form> {
        let (mut keys, mut heaps) = (vec![], vec![]);
        for part in &position.parts {
            match part {
                Part::Heap(k) => heaps.push(heap_size(k)?),
                Part::Game(p) => {
                    self.refuse_unplain(p)?;
                    keys.push(self.misere.borrow_mut().solver.parts.rules.intern(p.clone()));
                }
            }
        }
        let mut misere = self.misere.borrow_mut();
        let halt = match misere.solver.form(&keys, &heaps, &self.machine.meter()) {
            Ok(form) => return Ok(form),
            Err(halt) => halt,
        };
        let halt = halt.map(|k| misere.solver.parts.rules.position(k).clone());
        let solved = misere.solver.solved();
        if let Why::Mistake(Wrong::Deep) = &halt.why {
            misere.solver.parts.longest = usize::MAX;
            drop(misere);
            self.refuse_growing(&halt.play[0], &halt.play)?;
            return self.form(position);
        }
        drop(misere);
        let root = position.parts.iter().find_map(|p| match p {
            Part::Game(p) => Some(p),
            Part::Heap(_) => None,
        });
        let root: &GamePosition = root.unwrap_or_else(|| unreachable!("nim-heaps alone stop nothing"));
        Err(self.explain(root, solved, halt))
    }

    /// Runs a search; how far it got is said when a budget runs out.
    fn searched<T>(
        &self,
        position: &Position,
        search: impl FnOnce(&mut Misere, &Meter) -> std::result::Result<T, Exhausted>,
    ) -> Result<T> {
        let misere = &mut *self.misere.borrow_mut();
        search(misere, &self.machine.meter()).map_err(|what| {
            let solved = misere.solver.solved();
            Stop::Exhausted(what, format!("{solved} sums solved on the way to {}", position.in_trace()))
        })
    }
}

/// What a question under misère play must not ask.
pub(super) fn no_value(position: &Position) -> Stop {
    let d = Diagnostic::error("value-under-misere", "`value` is the nim-value of normal play")
        .note("Under misère play no number of its parts gives the outcome of a sum.")
        .hint("Did you mean `outcome(...)`, or the misère nim-value, `misere_value(...)`?");
    Stop::mistake(d.play(format!("in the position {}", position.in_trace())))
}
