//! Plays that grow for ever, with a proof.
//!
//! A round is a few moves from x to y, where y stands to x in a direction (see `monotone`): its numbers are larger,
//! say, or its sets. If every guard that was true stays true in that direction, every condition that ends play stays
//! false, and the moves with the same choices lead from larger positions to larger ones (so y stands to x as the
//! position after y stands to y), then the round can be played again and again, for ever.

use super::explore::Explored;
use super::monotone::{Dir, Frame, between, keeps_elements, stays_within};
use super::play::{Endless, Step};
use crate::check::ir::{BinaryOp, BinderKind, Expr, ExprKind, GameId, Param};
use crate::check::types::Shape;
use crate::rules::choices::Choice;
use crate::rules::machine::Machine;
use crate::value::{GamePosition, Part, Position, Value};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// From this many positions rounds are tried, of this many moves at most, to this many ends each.
const STARTS: usize = 60;
const LONGEST: usize = 3;
const ENDS: usize = 40;
/// How many moves are played after the first round, to be shown and to see that they can be made.
const MORE: usize = 12;
const SHOWN: usize = 3;

/// A play that grows for ever, from a position as small as possible.
pub(super) fn growing(machine: &Machine, explored: &Explored) -> Option<Endless> {
    let (starts, mut known) = (explored.by_size(), HashMap::new());
    (1..=LONGEST).find_map(|moves| {
        starts.iter().take(STARTS).find_map(|start| from_here(machine, explored, &mut known, *start, moves))
    })
}

/// The moves of positions: each is the beginning of many rounds.
type Moves = HashMap<u32, Option<Rc<[Choice]>>>;

fn from_here(
    machine: &Machine,
    explored: &Explored,
    known: &mut Moves,
    start: u32,
    moves: usize,
) -> Option<Endless> {
    let first = explored.place(start);
    let params = &machine.program.game(GameId(first.game.id)).params;
    let larger = |p: &GamePosition| {
        let dirs = if p.game.id == first.game.id { directions(first, p) } else { None };
        dirs.is_some_and(|dirs| params.iter().zip(dirs).all(|(p, d)| stays_within(p, d)))
    };
    let mut queue = VecDeque::from([vec![start]]);
    let mut ends = 0;
    while let Some(way) = queue.pop_front() {
        for to in explored.next(way[way.len() - 1]) {
            let mut longer = way.clone();
            longer.push(*to);
            if longer.len() <= moves {
                if queue.len() < ENDS * LONGEST {
                    queue.push_back(longer);
                }
            } else if larger(explored.place(*to)) {
                if let Some(play) = certified(machine, explored, known, &longer) {
                    return Some(play);
                }
                ends += 1;
                if ends > ENDS {
                    return None;
                }
            }
        }
    }
    None
}

/// The direction of each parameter from one position of a game to another; none if there is none, or nothing changes.
fn directions(from: &GamePosition, to: &GamePosition) -> Option<Vec<Option<Dir>>> {
    let dirs: Vec<Option<Dir>> = from.args.iter().zip(to.args.iter()).map(|(a, b)| between(a, b)).collect();
    let moved = dirs.iter().any(|d| *d != Some(Dir::Same));
    (moved && dirs.iter().all(Option::is_some)).then_some(dirs)
}

/// The play along these positions again and again, if it can be proved to go on.
fn certified(machine: &Machine, explored: &Explored, known: &mut Moves, way: &[u32]) -> Option<Endless> {
    let places: Vec<&GamePosition> = way.iter().map(|id| explored.place(*id)).collect();
    let begin = directions(places[0], places[places.len() - 1])?;
    let mut dirs = begin.clone();
    let mut round = vec![];
    for ((from, to), id) in places.iter().zip(&places[1..]).zip(way) {
        let listed = || machine.choices(from).ok().map(Rc::from);
        let choices = known.entry(*id).or_insert_with(listed).clone()?;
        let wanted = Part::Game((*to).clone());
        let mut fitting = choices.iter().filter(|c| c.target.parts.contains(&wanted));
        let (choice, after) = fitting.find_map(|c| Some((c.clone(), step(machine, from, c, to, &dirs)?)))?;
        dirs = after;
        round.push(Step::new(from, choice));
    }
    let goes_round = begin.iter().zip(&dirs).all(|(b, d)| d.is_some_and(|d| d == Dir::Same || Some(d) == *b));
    let goes_on = if goes_round { play_on(machine, &round, places[places.len() - 1])? } else { return None };
    Some(Endless::Grows { round, goes_on })
}

/// The round played on from its end, as a check of the proof; the first moves of it.
fn play_on(machine: &Machine, round: &[Step], end: &GamePosition) -> Option<Vec<Step>> {
    let mut here = end.clone();
    let mut steps = vec![];
    for i in 0..MORE.max(2 * round.len()) {
        let model = &round[i % round.len()];
        let next = &round[(i + 1) % round.len()].from.game;
        let choices = machine.choices(&here).ok()?;
        let again = choices.into_iter().find(|c| c.index == model.index && c.args == model.args)?;
        let parts = again.target.parts.iter();
        let to = parts
            .filter_map(|p| if let Part::Game(p) = p { Some(p) } else { None })
            .find(|p| p.game.id == next.id);
        let to = to?.clone();
        if steps.len() < SHOWN.max(round.len()) {
            steps.push(Step::new(&here, again));
        }
        here = to;
    }
    Some(steps)
}

/// The directions of the next position's parameters, if the move can still be made, with the same choices, from
/// positions in these directions.
fn step(
    machine: &Machine,
    from: &GamePosition,
    choice: &Choice,
    to: &GamePosition,
    dirs: &[Option<Dir>],
) -> Option<Vec<Option<Dir>>> {
    let game = machine.program.game(GameId(from.game.id));
    let mut frame = Frame::new(machine, game.slots.len(), &from.args, dirs);
    for end in game.ends.iter().chain(&game.wins) {
        matches!(frame.dir(end)?, Dir::Same | Dir::Down).then_some(())?;
    }
    let m = &game.moves[choice.index];
    let mut chosen = choice.args.iter();
    for binder in &m.binders {
        match &binder.kind {
            BinderKind::In { slots, source, .. } => {
                stays_true(frame.dir(source)?)?;
                for slot in slots {
                    frame.run.frame[*slot as usize] = chosen.next()?.clone();
                    frame.dirs[*slot as usize] = Some(Dir::Same);
                }
            }
            BinderKind::Is { slot, value, .. } => {
                frame.dirs[*slot as usize] = Some(frame.dir(value)?);
                frame.run.frame[*slot as usize] = frame.value(value)?;
            }
        }
        if let Some(guard) = &binder.guard {
            stays_true(frame.dir(guard)?)?;
        }
    }
    if let Some(guard) = &m.guard {
        stays_true(frame.dir(guard)?)?;
    }
    let mut found = None;
    leads(&mut frame, &m.target, to, &mut found).then_some(())?;
    found
}

fn stays_true(dir: Dir) -> Option<()> {
    matches!(dir, Dir::Same | Dir::Up).then_some(())
}

/// Whether every part of a target stays a position; finds the directions of the part that is `to`.
fn leads(
    frame: &mut Frame<'_>,
    target: &Expr,
    to: &GamePosition,
    found: &mut Option<Vec<Option<Dir>>>,
) -> bool {
    match &target.kind {
        ExprKind::Nothing => true,
        ExprKind::Heap(k) => matches!(frame.dir(k), Some(Dir::Same | Dir::Up)),
        ExprKind::Binary(BinaryOp::Sum, a, b) => leads(frame, a, to, found) && leads(frame, b, to, found),
        ExprKind::If(c, a, b) => match (frame.dir(c), frame.value(c)) {
            (Some(Dir::Same | Dir::Up), Some(Value::Bool(true))) => leads(frame, a, to, found),
            (Some(Dir::Same | Dir::Down), Some(Value::Bool(false))) => leads(frame, b, to, found),
            _ => false,
        },
        ExprKind::Call(id, args) => {
            let definition = frame.machine.program.definition(*id);
            let inner = frame.call(&definition.params, definition.slots.len(), args);
            inner.is_some_and(|mut inner| leads(&mut inner, &definition.body, to, found))
        }
        ExprKind::Position(id, args) => {
            let params = &frame.machine.program.game(*id).params;
            let dirs: Vec<Option<Dir>> = args.iter().map(|a| frame.dir(a)).collect();
            let fits = params.iter().zip(args).zip(&dirs).all(|((p, a), d)| fits(frame, p, a, *d));
            let is_it = frame.value(target) == Some(Value::Position(Position::one(Part::Game(to.clone()))));
            if is_it && found.is_none() {
                *found = Some(dirs);
            }
            fits
        }
        _ => false,
    }
}

fn fits(frame: &Frame<'_>, param: &Param, arg: &Expr, dir: Option<Dir>) -> bool {
    let collection = matches!(param.shape, Shape::Elements(_) | Shape::Map(..) | Shape::Tuple(_));
    stays_within(param, dir) && (!collection || param.shape.is_any() || keeps_elements(frame, arg))
}
