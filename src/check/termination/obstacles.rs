//! What stood in the way of a proof: which move does not make a simple measure smaller, and in which case.

use super::group::gathered;
use super::linear::{Lin, Var};
use super::run::Run;
use super::simplex::{Optimum, maximise};
use super::synthesis::{Factors, find as find_measures, measured_change, measured_value};
use super::transitions::{Moved, Subject, Transition};
use super::{Doubt, Feature, Measure, Number, Obstacle, ObstacleKind, wording};
use crate::check::ir::Program;

/// The moves in the way, each once, with what is wrong with it.
pub(super) fn find(
    program: &Program,
    run: &Run<'_>,
    subjects: &[Subject<'_>],
    moved: &[Moved<'_>],
) -> Vec<Obstacle> {
    let mut out: Vec<Obstacle> = vec![];
    for (subject, m) in subjects.iter().zip(moved) {
        if let Some(index) = m.unclear {
            let label = &program.game(subject.id).moves[index].label;
            out.push(wording::obstacle(
                program,
                subject.id,
                index,
                &format!("fairgame does not understand where `{label}` leads"),
            ));
        }
    }
    let (widths, transitions) = gathered(subjects, moved);
    let left: Vec<&Transition> =
        find_measures(&widths, &transitions).left.iter().map(|i| &transitions[*i]).collect();
    let blamed = match subjects {
        [only] => blame(program, run, only, &transitions, &left),
        _ => vec![],
    };
    for o in blamed {
        if out.iter().all(|p| (p.game, p.move_index) != (o.game, o.move_index)) {
            out.push(o);
        }
    }
    if out.is_empty() {
        for t in left {
            let label = &program.game(t.from).moves[t.index].label;
            if out.iter().all(|o| (o.game, o.move_index) != (t.from, t.index)) {
                let text = format!("no number was found that `{label}` always makes smaller");
                out.push(wording::obstacle(program, t.from, t.index, &text));
            }
        }
    }
    out
}

/// How one transition changes a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    Smaller,
    /// Smaller, but without a bound.
    Unbounded,
    /// Smaller or the same.
    MayStay,
    /// The same.
    Stays,
    MayGrow,
    Grows,
}

/// The simple measure that most moves make smaller, and what is wrong with the other moves.
fn blame(
    program: &Program,
    run: &Run<'_>,
    subject: &Subject<'_>,
    all: &[Transition],
    left: &[&Transition],
) -> Vec<Obstacle> {
    let mut best: Option<(usize, Measure, Factors, Vec<Effect>)> = None;
    for factors in simple_measures(subject) {
        let Some(effects) = left.iter().map(|t| effect(&factors, t)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let score = |(t, e): (&&Transition, &Effect)| match e {
            Effect::Smaller => 16,
            Effect::Unbounded => 10,
            Effect::MayStay => 8 + usize::from(case(run, &factors, t).is_some()),
            Effect::MayGrow => 2,
            Effect::Stays | Effect::Grows => 1,
        };
        let score: usize = left.iter().zip(&effects).map(score).sum();
        if best.as_ref().is_none_or(|b| b.0 < score) {
            best = Some((score, super::group::measure(subject, &factors), factors, effects));
        }
    }
    let Some((_, of, factors, effects)) = best else { return vec![] };
    let name = wording::expression(subject.game, &of);
    if effects.iter().all(|e| matches!(e, Effect::Smaller)) {
        return vec![];
    }
    // Of the cases of one move, each is only one of those that there may be.
    let is_one_case = |t: &Transition, e: Effect| {
        let same = |u: &Transition| (u.from, u.index, &u.chosen) == (t.from, t.index, &t.chosen);
        all.iter().any(|u| same(u) && effect(&factors, u) != Some(e))
    };
    let wrong = left.iter().zip(&effects).filter(|(_, e)| **e != Effect::Smaller);
    wrong.map(|(t, e)| said(program, run, &factors, (&name, &of), t, (*e, is_one_case(t, *e)))).collect()
}

/// Each watched number, and the sum of the numbers that a position is.
fn simple_measures(subject: &Subject<'_>) -> Vec<Factors> {
    let width = subject.features.len();
    let is_rule = |f: &Feature| matches!(f, Feature::Of { param, .. } if subject.game.params[*param].is_rule);
    let fits = |i: &usize| {
        !is_rule(&subject.features[*i].0) && !matches!(subject.features[*i].0, Feature::Slack { .. })
    };
    let mut all: Vec<Vec<i128>> = vec![];
    for i in (0..width).filter(fits) {
        let mut one = vec![0; width];
        one[i] = 1;
        all.push(one);
    }
    let number = |i: &usize| matches!(subject.features[*i].0, Feature::Of { number: Number::Itself, .. });
    let numbers: Vec<usize> = (0..width).filter(fits).filter(number).collect();
    if numbers.len() > 1 {
        let mut sum = vec![0; width];
        numbers.iter().for_each(|i| sum[*i] = 1);
        all.push(sum);
    }
    all.into_iter().map(|cs| Factors::from([(subject.id, (cs, 0))])).collect()
}

fn least(lin: &Lin, facts: &[Lin]) -> Option<i128> {
    match maximise(&lin.times(-1)?, facts) {
        Optimum::Bounded { value, .. } => Some(-value),
        Optimum::Infeasible { .. } => Some(1),
        _ => None,
    }
}

fn effect(factors: &Factors, t: &Transition) -> Option<Effect> {
    let change = measured_change(factors, t)?;
    Some(match least(&change, &t.facts) {
        Some(n) if n > 0 => {
            let bounded =
                |old| measured_value(factors, t, old).is_some_and(|v| least(&v, &t.facts).is_some());
            if bounded(true) || bounded(false) { Effect::Smaller } else { Effect::Unbounded }
        }
        Some(0) if least(&change.times(-1)?, &t.facts) == Some(0) => Effect::Stays,
        Some(0) => Effect::MayStay,
        _ if least(&change.times(-1)?, &t.facts).is_some_and(|n| n > 0) => Effect::Grows,
        _ => Effect::MayGrow,
    })
}

fn said(
    program: &Program,
    run: &Run<'_>,
    factors: &Factors,
    (name, of): (&str, &Measure),
    t: &Transition,
    (e, is_one_case): (Effect, bool),
) -> Obstacle {
    let label = &program.game(t.from).moves[t.index].label;
    let case = match e {
        Effect::MayStay | Effect::MayGrow => case(run, factors, t),
        _ => None,
    };
    let fixed: Vec<String> = t.chosen.iter().map(|(name, n)| format!("{name} = {n}")).collect();
    let fixed = if fixed.is_empty() { String::new() } else { format!(" when {}", fixed.join(", ")) };
    let when = case.as_ref().map(|c| format!(" when {}", c.0)).unwrap_or_else(|| fixed.clone());
    let (kind, text) = match e {
        Effect::Smaller | Effect::Unbounded => (
            ObstacleKind::NotBounded,
            format!("{name} gets smaller with `{label}`, but nothing keeps it from passing zero"),
        ),
        // It may not get smaller at all, and nothing is known that would make it.
        Effect::MayGrow if case.is_none() && t.needs.is_empty() => (
            ObstacleKind::NotSmaller,
            format!("no number was found that `{label}` always makes smaller{fixed}"),
        ),
        // No case is known in which it does not: that it always does was not seen, which says nothing of the game.
        Effect::MayStay | Effect::MayGrow if case.is_none() => (
            ObstacleKind::NotSmaller,
            format!(
                "no proof was found that `{label}` makes {name} smaller{fixed}{}",
                wording::needs(&t.needs)
            ),
        ),
        Effect::MayStay => (ObstacleKind::NotSmaller, format!("`{label}` may leave {name} unchanged{when}")),
        Effect::MayGrow => (ObstacleKind::NotSmaller, format!("`{label}` may make {name} larger{when}")),
        Effect::Stays if is_one_case => {
            (ObstacleKind::NotSmaller, format!("`{label}` may leave {name} unchanged{fixed}"))
        }
        Effect::Grows if is_one_case => {
            (ObstacleKind::NotSmaller, format!("`{label}` may make {name} larger{fixed}"))
        }
        Effect::Stays => (ObstacleKind::NotSmaller, format!("`{label}` leaves {name} unchanged{fixed}")),
        Effect::Grows => (ObstacleKind::NotSmaller, format!("`{label}` makes {name} larger{fixed}")),
    };
    let is_doubt = case.is_some() || is_one_case && matches!(e, Effect::Stays | Effect::Grows);
    let doubt = is_doubt.then(|| Doubt { name: name.into(), of: of.clone(), when });
    let hint = case.map(|c| format!("Did you mean {}?", c.1));
    Obstacle { kind, hint, doubt, ..wording::obstacle(program, t.from, t.index, &text) }
}

/// The case in which a measure does not decrease, and the condition that would exclude it.
fn case(run: &Run<'_>, factors: &Factors, t: &Transition) -> Option<(String, String)> {
    let change = measured_change(factors, t)?;
    let named = |v: Var| run.names.get(v as usize).cloned().flatten();
    let mut vars: Vec<(Var, String)> = vec![];
    for f in t.facts.iter().chain([&change]) {
        for (v, _) in &f.terms {
            if let Some(name) = named(*v)
                && vars.iter().all(|(w, _)| w != v)
            {
                vars.push((*v, name));
            }
        }
    }
    vars.sort();
    let smaller_with = |fact: Option<Lin>| -> Option<bool> {
        let mut facts = t.facts.clone();
        facts.push(fact?);
        // Some play is left, and in all of it the measure falls.
        let possible = !matches!(maximise(&Lin::default(), &facts), Optimum::Infeasible { .. });
        Some(possible && least(&change, &facts).is_some_and(|n| n > 0))
    };
    for (v, name) in vars.iter().rev() {
        let lin = Lin::var(*v);
        if let Optimum::Bounded { value, denominator, .. } = maximise(&lin.times(-1)?, &t.facts) {
            let low = (-value).div_euclid(denominator);
            if smaller_with(lin.shifted(-low - 1)) == Some(true) {
                return Some((format!("{name} = {low}"), format!("{name} >= {}", low + 1)));
            }
        }
    }
    for (v, name) in vars.iter().rev() {
        for (w, other) in &vars {
            let Some(gap) = Lin::var(*w).plus(-1, &Lin::var(*v)).filter(|_| v != w && name != other) else {
                continue;
            };
            if least(&gap, &t.facts) == Some(0) && smaller_with(gap.shifted(-1)) == Some(true) {
                return Some((format!("{name} = {other}"), format!("{name} < {other}")));
            }
        }
    }
    for (v, name) in vars.iter().rev() {
        let lin = Lin::var(*v);
        if smaller_with(lin.shifted(-1)) == Some(true) {
            return Some((format!("{name} <= 0"), format!("{name} >= 1")));
        }
    }
    None
}
