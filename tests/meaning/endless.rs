//! Games that are proved to end, played at random by the second interpreter: no play repeats or goes on.

use super::deep::deep;
use super::value::{Fail, Part, part_written};
use super::world::World;
use super::{programs, set, shrink};
use crate::programs::Program;
use crate::random::share;
use fairgame::check::termination::{KnownRules, prove};
use fairgame::engine::Budget;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::parse::parse_expr;
use std::collections::{BTreeMap, HashSet};

/// A play of so many moves from a small position does not end.
const LONG: usize = 400;
/// A position that takes more letters than this is not small any more, and says nothing.
const LETTERS: usize = 4_000;
/// So many plays from each position.
const PLAYS: u64 = 12;

/// Whether the game `G` of a text is proved to end, for all rules; nothing if it is no program. The search for a proof alone
/// is asked: what a play shows comes first where people ask.
fn is_proved(text: &str) -> Option<bool> {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("random", text);
    if !loaded.is_fine() {
        return None;
    }
    let program = session.program();
    let game = program.game_named("G")?;
    Some(prove(program, game, &KnownRules::default()).is_ok())
}

/// A play that does not end, if one is found.
fn endless_play(program: &Program) -> Option<String> {
    let world = World::of(&program.text).ok()?;
    program.positions.iter().find_map(|p| (0..PLAYS).find_map(|seed| one_play(&world, p, seed)))
}

fn one_play(world: &World, from: &str, seed: u64) -> Option<String> {
    let start = parse_expr(FileId(0), from).ok()?;
    world.fuel.set(50_000);
    let start = world.eval(&start, &mut vec![]).and_then(super::value::Value::into_position).ok()?;
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ (seed << 32) ^ from.len() as u64;
    let mut part = start.into_iter().next()?;
    let mut seen = HashSet::new();
    for _ in 0..LONG {
        let written = part_written(&part);
        if written.len() > LETTERS {
            return None;
        }
        if !seen.insert(part.clone()) {
            return Some(format!("{from} comes back to {written}"));
        }
        world.fuel.set(50_000);
        let next: Vec<Part> = match world.moves(&part) {
            Ok(moves) => {
                moves.into_iter().flat_map(|m| m.to).filter(|p| matches!(p, Part::Game(..))).collect()
            }
            Err(Fail::Mistake(_) | Fail::TooMuch) => return None,
            Err(Fail::Nonsense(why)) => return Some(format!("{from}: nonsense: {why}")),
        };
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        part = next.get((random >> 33) as usize % next.len().max(1))?.clone();
    }
    Some(format!("{from} goes on to {}", part_written(&part)))
}

/// How often what was said; panics at games that are proved to end and do not.
fn look(make: fn(u64) -> Program, from: u64, count: u64) -> BTreeMap<&'static str, usize> {
    let (mut said, mut wrong) = (BTreeMap::<&str, usize>::new(), vec![]);
    for seed in from..from + count {
        let program = make(seed);
        let proved = is_proved(&program.text);
        let what = proved.map_or("no program", |is| if is { "proved" } else { "not proved" });
        *said.entry(what).or_default() += 1;
        if proved != Some(true) {
            continue;
        }
        if let Some(why) = endless_play(&program) {
            let shows = |text: &str| {
                let program = Program { text: text.into(), ..program.clone() };
                is_proved(text) == Some(true) && endless_play(&program).is_some()
            };
            let small =
                if wrong.len() < 3 { shrink::shrunk(&program.text, 150, &shows) } else { String::new() };
            wrong.push(format!("=== seed {seed}: {why}\n{}\n--- small:\n{small}", program.text));
        }
    }
    println!("{said:?}, {} wrong", wrong.len());
    assert!(
        wrong.is_empty(),
        "{} proved and endless\n{}",
        wrong.len(),
        wrong[..wrong.len().min(6)].join("\n")
    );
    said
}

fn nothing_endless_is_proved(make: fn(u64) -> Program, from: u64, count: u64) {
    let (from, count) = (set("FROM", from), set("COUNT", count));
    let said = deep(move || look(make, from, count));
    let of = |what: &str| said.get(what).copied().unwrap_or(0) as u64;
    assert!(of("no program") * 4 <= count, "{said:?}");
    assert!(of("proved") * 20 >= count && of("not proved") > 0, "{said:?}");
}

#[test]
fn games_that_look_as_if_they_ended_are_not_proved() {
    nothing_endless_is_proved(programs::endless::program, 0, 20);
    nothing_endless_is_proved(programs::pointed::program, 0, 40);
}

#[test]
#[ignore = "takes long"]
fn many_games_that_look_as_if_they_ended_are_not_proved() {
    nothing_endless_is_proved(programs::endless::program, 60, share(1_440));
    nothing_endless_is_proved(programs::pointed::program, 120, share(2_880));
}
