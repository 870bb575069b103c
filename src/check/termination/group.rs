//! One group of games whose positions can come after one another: what its moves do, the measures found, and what was
//! in the way.

use super::certificate::Certificate;
use super::run::Run;
use super::synthesis::{Factors, Found, check_each, find};
use super::transitions::{Below, Moved, Subject, Transition};
use super::{KnownRules, Measure, Obstacle, ObstacleKind, Proof, is_acyclic, obstacles, wording};
use crate::check::ir::{Clauses, GameId, Links, Program};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Proves that play cannot go on for ever inside the group of a game; and what it leads to outside.
pub(super) fn prove(
    program: &Program,
    links: &Links,
    id: GameId,
    rules: &KnownRules,
) -> Result<(Proof, Below), Vec<Obstacle>> {
    if let Some(graph) = &program.game(id).graph {
        return if is_acyclic(&graph.arcs) {
            let sentence = "no path of arrows returns to its beginning".to_string();
            Ok((
                Proof { measures: BTreeMap::new(), sentence, unverified: vec![], groups: vec![] },
                Below::new(),
            ))
        } else {
            Err(vec![wording::obstacle(program, id, 0, "the arrows form a cycle")])
        };
    }
    let members = links.members(id);
    within_bounds(program, id, &members)?;
    let mut run = Run::new(program);
    let reachable = links.reachable(id);
    let unverified = match verify_decreases(program, id, &members, &mut run, rules) {
        Hint::Verified(proof, below) if below.iter().all(|(to, _)| reachable.contains(to)) => {
            return Ok((*proof, below));
        }
        Hint::NotVerified(obstacles) => obstacles,
        Hint::Verified(..) | Hint::None => vec![],
    };
    match attempt(program, id, &members, &mut run, rules) {
        // What nobody saw that it leads to might lead back.
        Ok((_, below)) if below.iter().any(|(to, _)| !reachable.contains(to)) => {
            Err(vec![wording::obstacle(program, id, 0, "fairgame does not understand where its moves lead")])
        }
        Ok((proof, below)) => Ok((Proof { unverified, ..proof }, below)),
        Err(obstacles) => Err(unverified.into_iter().chain(obstacles).collect()),
    }
}

/// See [`super::rank`].
pub(super) fn rank(program: &Program, id: GameId) -> Option<BTreeMap<GameId, Measure>> {
    let members = Links::new(program, Clauses::Moves).family(id);
    if members.iter().any(|g| program.game(*g).graph.is_some()) {
        return None;
    }
    within_bounds(program, id, &members).ok()?;
    let (proof, below) =
        attempt(program, id, &members, &mut Run::new(program), &KnownRules::default()).ok()?;
    if !below.is_empty() {
        return None;
    }
    let one = |(id, mut all): (GameId, Vec<Measure>)| all.pop().filter(|_| all.is_empty()).map(|m| (id, m));
    proof.measures.into_iter().map(one).collect()
}

/// With more moves than this no proof is looked for.
const MOST_MOVES: usize = 2000;

/// Games that lead to each other are looked at together, move by move; that there are too many for it is said.
fn within_bounds(program: &Program, id: GameId, members: &BTreeSet<GameId>) -> Result<(), Vec<Obstacle>> {
    let moves: usize = members.iter().map(|g| program.game(*g).moves.len()).sum();
    if moves <= MOST_MOVES {
        return Ok(());
    }
    let games = match members.len() {
        1 => String::new(),
        n => format!("{n} games that lead to each other, with "),
    };
    let text =
        format!("no proof was tried: there are {games}{moves} moves, and a proof takes at most {MOST_MOVES}");
    Err(vec![wording::obstacle(program, id, 0, &text)])
}

/// Looks for measures of some games together: first with few numbers watched, then with more.
fn attempt<'a>(
    program: &'a Program,
    id: GameId,
    members: &BTreeSet<GameId>,
    run: &mut Run<'a>,
    rules: &KnownRules,
) -> Result<(Proof, Below), Vec<Obstacle>> {
    let mut subjects = Subject::of_all(members, run, program, rules);
    let mut moved: Vec<Moved<'_>> = subjects.iter().map(|s| s.moves(run, &subjects, false)).collect();
    if let Some(proof) = conclude(program, id, &subjects, &moved) {
        return Ok((proof, below(&moved)));
    }
    subjects.iter_mut().zip(&moved).for_each(|(s, m)| s.watch_more(run, m));
    run.start_again();
    moved = subjects.iter().map(|s| s.moves(run, &subjects, true)).collect();
    if let Some(proof) = conclude(program, id, &subjects, &moved) {
        return Ok((proof, below(&moved)));
    }
    let obstacles = obstacles::find(program, run, &subjects, &moved);
    for watch in [Subject::watch_last, Subject::watch_cases] {
        subjects.iter_mut().for_each(watch);
        // Nothing is tried again that was tried already.
        if !subjects.iter().any(Subject::watches_more) {
            continue;
        }
        run.start_again();
        moved = subjects.iter().map(|s| s.moves(run, &subjects, true)).collect();
        if let Some(proof) = conclude(program, id, &subjects, &moved) {
            return Ok((proof, below(&moved)));
        }
    }
    Err(obstacles)
}

/// What became of the author's `decreases`.
enum Hint {
    None,
    Verified(Box<Proof>, Below),
    NotVerified(Vec<Obstacle>),
}

/// Tries what the author says decreases. In a group, every game must say it, with as many numbers.
fn verify_decreases<'a>(
    program: &'a Program,
    id: GameId,
    members: &BTreeSet<GameId>,
    run: &mut Run<'a>,
    rules: &KnownRules,
) -> Hint {
    if program.game(id).decreases.is_none() {
        return Hint::None;
    }
    let mut subjects = Subject::of_all(members, run, program, rules);
    let widths: BTreeSet<usize> = subjects.iter_mut().map(Subject::watch_decreases).collect();
    let (Some(width), 1) = (widths.first(), widths.len()) else { return Hint::None };
    let moved: Vec<Moved<'_>> = subjects.iter().map(|s| s.moves(run, &subjects, true)).collect();
    run.start_again();
    let (_, transitions) = gathered(&subjects, &moved);
    let found = check_each(members, *width, &transitions);
    let left = found.left.clone();
    let without_value: Vec<(GameId, usize, Span)> = subjects
        .iter()
        .zip(&moved)
        .flat_map(|(s, m)| m.without_value.iter().map(|(index, span)| (s.id, *index, *span)))
        .collect();
    if moved.iter().all(|m| m.unclear.is_none())
        && without_value.is_empty()
        && let Some(proof) = certified(program, id, &subjects, transitions.clone(), found)
    {
        return Hint::Verified(Box::new(proof), below(&moved));
    }
    let mut obstacles: Vec<Obstacle> = vec![];
    for (game, index, span) in without_value {
        if obstacles.iter().all(|o| o.span != span) {
            let label = &program.game(game).moves[index].label;
            let text = format!("this may have no value before `{label}`: it is not proved that it has one");
            let kind = ObstacleKind::DecreasesNotVerified;
            obstacles.push(Obstacle { kind, span, ..wording::obstacle(program, game, index, &text) });
        }
    }
    for t in left.into_iter().map(|i| &transitions[i]) {
        if obstacles.iter().all(|o| o.move_index != t.index || o.game != t.from) {
            let label = &program.game(t.from).moves[t.index].label;
            let text = format!(
                "the measure after `decreases` could not be verified for `{label}`{}",
                wording::needs(&t.needs)
            );
            let kind = ObstacleKind::DecreasesNotVerified;
            obstacles.push(Obstacle { kind, ..wording::obstacle(program, t.from, t.index, &text) });
        }
    }
    Hint::NotVerified(obstacles)
}

fn below(moved: &[Moved<'_>]) -> Below {
    moved.iter().flat_map(|m| m.below.iter().cloned()).collect()
}

/// A proof, if measures are found that make every transition smaller.
fn conclude(program: &Program, id: GameId, subjects: &[Subject<'_>], moved: &[Moved<'_>]) -> Option<Proof> {
    if moved.iter().any(|m| m.unclear.is_some()) {
        return None;
    }
    let (widths, transitions) = gathered(subjects, moved);
    let found = find(&widths, &transitions);
    certified(program, id, subjects, transitions, found)
}

pub(super) fn gathered(
    subjects: &[Subject<'_>],
    moved: &[Moved<'_>],
) -> (BTreeMap<GameId, usize>, Vec<Transition>) {
    let widths = subjects.iter().map(|s| (s.id, s.features.len())).collect();
    (widths, moved.iter().flat_map(|m| m.transitions.iter().cloned()).collect())
}

/// What was found as a proof, if nothing is left and the checker agrees.
fn certified(
    program: &Program,
    id: GameId,
    subjects: &[Subject<'_>],
    transitions: Vec<Transition>,
    found: Found,
) -> Option<Proof> {
    if !found.left.is_empty() {
        return None;
    }
    let mut certificate = Certificate { transitions, measures: found.measures, steps: found.steps };
    let mut told = certificate.clone();
    certificate.lift(&vec![false; certificate.measures.len()]);
    if !certificate.holds() {
        return None;
    }
    // Ranks of positions on disk are these measures; in a sentence they may begin higher.
    let may_be_negative =
        |f: &Factors| subjects.iter().any(|s| measure(s, f).may_be_negative(program.game(s.id)));
    let may_be_negative: Vec<bool> = certificate.measures.iter().map(may_be_negative).collect();
    told.lift(&may_be_negative);
    let measured = |s: &Subject<'_>| {
        let of = |level: usize| {
            let (own, told_of) =
                (measure(s, &certificate.measures[level]), measure(s, &told.measures[level]));
            let may_pass_zero = may_be_negative[level] && told.may_pass_zero(level);
            Measure { told_more: told_of.plus - &own.plus, may_pass_zero, ..own }
        };
        (0..certificate.measures.len()).map(of).collect()
    };
    let measures: BTreeMap<GameId, Vec<Measure>> = subjects.iter().map(|s| (s.id, measured(s))).collect();
    let sentence = wording::sentence(program, id, &measures);
    Some(Proof { measures, sentence, unverified: vec![], groups: vec![] })
}

pub(super) fn measure(subject: &Subject<'_>, factors: &Factors) -> Measure {
    let Some((cs, plus)) = factors.get(&subject.id) else { return Measure::default() };
    let terms = cs.iter().zip(&subject.features).filter(|(c, _)| **c != 0);
    let terms = terms.map(|(c, (f, _))| ((*c).into(), f.clone())).collect();
    Measure { terms, plus: (*plus).into(), ..Measure::default() }
}
