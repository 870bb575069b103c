//! What stopped an engine, in words: a play without end, a play that keeps growing, a value that is no number.

use super::ctx::Ctx;
use super::{Mistake, Stop};
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::engine::{self, Exhausted, Halt, Rules, Wrong};
use crate::rules::choices::Choice;
use crate::rules::endless::{self, Endless};
use crate::rules::general::General;
use crate::rules::machine::Machine;
use crate::rules::{provers, verdict, weight};
use crate::value::{GamePosition, Part, Position};

type Result<T> = std::result::Result<T, Stop>;

/// What stopped an engine, in words.
pub(super) fn explain(
    ctx: &Ctx<'_>,
    root: &GamePosition,
    solved: usize,
    halt: Halt<GamePosition, Box<Mistake>>,
) -> Stop {
    match (halt.why, halt.at) {
        (engine::Stop::Mistake(Wrong::Rules(m)), _) => Stop::Mistake(m),
        (engine::Stop::Mistake(Wrong::Cycle | Wrong::Deep), _) => cycle(ctx, root, &halt.play),
        (engine::Stop::Exhausted(what, text), Some(at)) => Stop::Exhausted(what, far_at(&text, solved, &at)),
        (engine::Stop::Exhausted(what, _), None) => {
            Stop::Exhausted(what, how_far(ctx.machine, what, (root, solved), &halt.play))
        }
        (engine::Stop::Unfit(_), at) => {
            let p = Part::Game(at.unwrap_or_else(|| root.clone())).in_trace();
            let title = format!("The value of {p} has more than 32 binary digits");
            Stop::mistake(Diagnostic::error("value-too-big", title))
        }
    }
}

/// A long play in which every position is larger than the one before, from some position on that is soon reached: a number
/// gets smaller until it is below zero. It is refused if it is known to go on for ever; else if it is
/// looked at for the last time, and `longest` the length at which the solver would ask again.
pub(super) fn refuse_growing(
    ctx: &Ctx<'_>,
    root: &GamePosition,
    play: &[GamePosition],
    longest: usize,
) -> Result<()> {
    let sizes: Vec<u64> = play.iter().map(weight::size).collect();
    let from = sizes.windows(2).rposition(|pair| pair[0] >= pair[1]).map_or(0, |last| last + 1);
    if 2 * from > play.len() {
        return Ok(());
    }
    let play = &play[from..];
    let (told, near) = (told_already(ctx, root, play), &play[..play.len().min(4)]);
    // What goes on for ever elsewhere in the game may end here.
    if longest == usize::MAX
        && let Some(stop) = told
    {
        return Err(stop);
    }
    if let Some(d) = verdict::endless_near(ctx.machine, near) {
        return Err(told.unwrap_or_else(|| Stop::mistake(d)));
    }
    if longest < usize::MAX {
        return Ok(());
    }
    let game = ctx.machine.program.game(GameId(play[0].game.id));
    let title = format!("A play of {} keeps growing, and no end is in sight", game.name);
    let mut d = Diagnostic::error("keeps-growing", title).at(game.span, "");
    let mut rules = General::new(ctx.machine.clone(), true);
    for pair in play.windows(2).take(4) {
        if let Some(c) = step_between(ctx.machine, &mut rules, &pair[0], &pair[1]) {
            d = d.play(endless::line(&endless::Step::new(&pair[0], c), false));
        }
    }
    let far = play.last().map(verdict::trace).unwrap_or_default();
    Err(Stop::mistake(
        d.play(format!("... and so on: tens of thousands of moves later it is at {far}"))
            .hint("Does some move have to make a number smaller, or should a range have a largest number?"),
    ))
}

/// A play that comes back to where it was: the shortest found near it.
pub(super) fn cycle(ctx: &Ctx<'_>, root: &GamePosition, play: &[GamePosition]) -> Stop {
    if let Some(stop) = told_already(ctx, root, play) {
        return stop;
    }
    if let Some(d) = verdict::endless_near(ctx.machine, play) {
        return Stop::mistake(d);
    }
    // Claims were part of it, or it is too long to be found again.
    let mut rules = General::new(ctx.machine.clone(), true);
    let steps = (0..play.len()).map(|i| {
        let (from, to) = (&play[i], &play[(i + 1) % play.len()]);
        step_between(ctx.machine, &mut rules, from, to).map(|c| endless::Step::new(from, c))
    });
    match steps.collect::<Option<Vec<_>>>() {
        Some(steps) => Stop::mistake(endless::describe(ctx.machine, &Endless::Cycle(steps))),
        None => {
            let at = verdict::trace(&play[0]);
            let title = format!("Wrong: a play can go on for ever: it comes back to {at}");
            Stop::mistake(Diagnostic::error("cycle", title))
        }
    }
}

/// Says what stops a question in a few words, where the endless play was shown before.
fn told_already(ctx: &Ctx<'_>, root: &GamePosition, play: &[GamePosition]) -> Option<Stop> {
    let told = &ctx.notes.told;
    let game = play.iter().find(|p| told.contains(&p.game.id))?;
    let title = format!("{} has no value here: play can go on for ever", verdict::trace(root));
    let d = Diagnostic::error("cycle", title);
    Some(Stop::mistake(d.note(format!("An endless play of {} is shown above.", game.game.name))))
}

/// The move that leads from one position to another, through claims where they are used.
fn step_between(
    machine: &Machine,
    rules: &mut General,
    from: &GamePosition,
    to: &GamePosition,
) -> Option<Choice> {
    let wanted = rules.intern(to.clone());
    let mut leads = |target: &Position| {
        target.parts.iter().any(|part| match part {
            Part::Heap(_) => false,
            Part::Game(p) => {
                let key = rules.intern(p.clone());
                let mut parts = vec![];
                key == wanted || (rules.simplify(key, &mut parts).is_ok() && parts.contains(&wanted))
            }
        })
    };
    machine.choices(from).unwrap_or_default().into_iter().find(|c| leads(&c.target))
}

/// How far a search got that stopped while the moves of a position were listed.
fn far_at(text: &str, solved: usize, at: &GamePosition) -> String {
    let why = if text.is_empty() { String::new() } else { format!("{text}; ") };
    let at = Part::Game(at.clone()).in_trace();
    format!("{why}{solved} positions solved; stopped while listing the moves of {at}")
}

/// How far a search got, in a sentence; a long play is shown where it seems to grow, unless it is proved that it ends.
fn how_far(
    machine: &Machine,
    what: Exhausted,
    (root, solved): (&GamePosition, usize),
    play: &[GamePosition],
) -> String {
    let root_text = Part::Game(root.clone()).in_trace();
    // How far several threads go beyond their budget is chance.
    let solved = if let Exhausted::Positions(most) = what { most } else { solved as u64 };
    let mut text = format!("{solved} positions solved on the way to {root_text}");
    if matches!(what, Exhausted::Interrupted) || play.len() < 12 {
        return text;
    }
    let grows = play.windows(2).all(|w| weight::size(&w[0]) < weight::size(&w[1]));
    if grows && !provers::is_proved(machine, root) {
        let shown: Vec<String> = play.iter().take(6).map(|p| Part::Game(p.clone()).in_trace()).collect();
        text += &format!("; a play that keeps growing: {} -> ...", shown.join(" -> "));
    }
    text
}
