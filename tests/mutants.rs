//! Games that are proved to end, changed at random: whatever is still proved must hold on small positions. There the
//! measure must fall with every move, not pass zero, and no position may repeat.
//!
//! `MUTANTS=5000 SEED=7 cargo test --test house mutants` tries more, and others.

use crate::mutate;
use crate::wide;

use fairgame::check::ir::GameId;
use fairgame::check::termination::{KnownRules, Proof, prove};
use fairgame::check::types::{Shape, Type};
use fairgame::engine::Budget;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::value::{Cell, GamePosition, Part, Value};
use mutate::mutated;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use wide::{Random, follow, functions, known, value_of};

/// Some small values of a type.
fn values(ty: &Type, shape: &Shape, random: &mut Random, many: usize) -> Vec<Value> {
    let inner = match shape {
        Shape::Elements(s) => (**s).clone(),
        _ => Shape::Any,
    };
    match ty {
        Type::Int => {
            use num_traits::ToPrimitive;
            let (lo, hi) = match shape {
                Shape::Range(lo, hi) => (
                    lo.as_ref().map_or(-2, |n| n.to_i64().unwrap_or(0)),
                    hi.as_ref().map_or(i64::MAX, |n| n.to_i64().unwrap_or(i64::MAX)),
                ),
                _ => (-2, i64::MAX),
            };
            (lo..=hi.min(lo + many as i64)).map(Value::int).collect()
        }
        Type::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Type::Enum(names) => (0..names.len() as u32).map(|i| Value::Case(i, names.clone())).collect(),
        Type::Cell => {
            (1..=3).flat_map(|row| (1..=3).map(move |col| Value::Cell(Cell { row, col }))).collect()
        }
        Type::Set(t) | Type::Bag(t) | Type::List(t) => {
            let pool = values(t, &inner, random, 6);
            let mut all = vec![];
            for _ in 0..many + 4 {
                let n = random.below(if **t == Type::Cell { 7 } else { 5 });
                let chosen: Vec<Value> =
                    (0..n).filter_map(|_| pool.get(random.below(pool.len())).cloned()).collect();
                all.push(match ty {
                    Type::Set(_) => Value::Set(chosen.into_iter().collect()),
                    Type::List(_) => Value::List(chosen.into_iter().collect()),
                    _ => {
                        let mut bag = fairgame::value::OrdMap::new();
                        chosen.into_iter().for_each(|x| *bag.entry(x).or_insert(0) += 1);
                        Value::Bag(bag)
                    }
                });
            }
            all
        }
        Type::Map(k, v) => {
            let (ks, vs) = match shape {
                Shape::Map(k, v) => ((**k).clone(), (**v).clone()),
                _ => (Shape::Any, Shape::Any),
            };
            let (keys, entries) = (values(k, &ks, random, 4), values(v, &vs, random, 4));
            let pick = |random: &mut Random, from: &[Value]| from.get(random.below(from.len())).cloned();
            let map = |random: &mut Random| {
                let n = random.below(4);
                (0..n).filter_map(|_| Some((pick(random, &keys)?, pick(random, &entries)?))).collect()
            };
            (0..many).map(|_| Value::Map(map(random))).collect()
        }
        Type::Tuple(ts) => {
            let shapes = |i: usize| match shape {
                Shape::Tuple(s) => s[i].clone(),
                _ => Shape::Any,
            };
            let parts: Vec<Vec<Value>> =
                ts.iter().enumerate().map(|(i, t)| values(t, &shapes(i), random, 4)).collect();
            let one = |random: &mut Random| -> Option<Value> {
                let entries: Option<Vec<Value>> =
                    parts.iter().map(|p| p.get(random.below(p.len())).cloned()).collect();
                entries.map(|e| Value::Tuple(e.into()))
            };
            (0..many + 4).filter_map(|_| one(random)).collect()
        }
        _ => vec![],
    }
}

/// Small positions of a game.
fn positions(machine: &Machine, id: GameId, rules: &KnownRules, random: &mut Random) -> Vec<GamePosition> {
    let program = &machine.program;
    let game = program.game(id);
    let mut pools = vec![];
    for p in &game.params {
        let pool = match rules.values.get(&p.name).filter(|_| p.is_rule) {
            Some(known) => vec![value_of(known, program)],
            None if p.ty.has_function() => functions(program, &p.ty).into_iter().take(3).collect(),
            None => values(&p.ty, &p.shape, random, 7),
        };
        pools.push(pool);
    }
    let mut found = vec![];
    for _ in 0..60 {
        let args: Option<Vec<Value>> =
            pools.iter().map(|p: &Vec<Value>| p.get(random.below(p.len())).cloned()).collect();
        found.extend(args.and_then(|args| machine.position(id, args).ok()));
    }
    found
}

/// The moves of a position, up to the first mistake in the rules.
fn options(machine: &Machine, p: &GamePosition) -> Vec<(String, GamePosition)> {
    let mut out = vec![];
    let _ = machine.each_choice(p, &mut |choice| {
        for part in &choice.target.parts {
            if let Part::Game(q) = part {
                out.push((choice.name(), q.clone()));
            }
        }
        Ok(())
    });
    out
}

/// What contradicts a proof, if anything does.
fn refuted(machine: &Machine, id: GameId, proof: &Proof, starts: Vec<GamePosition>) -> Option<String> {
    let mut seen: HashMap<GamePosition, Vec<GamePosition>> = HashMap::new();
    let mut left = starts;
    let back: BTreeSet<u32> = group(machine, id);
    let mut moves = 0;
    while let Some(p) = left.pop() {
        if seen.len() > 1500 || moves > 12_000 || seen.contains_key(&p) {
            continue;
        }
        let next = options(machine, &p);
        moves += next.len();
        for (label, q) in next.iter().filter(|(_, q)| back.contains(&p.game.id) && back.contains(&q.game.id))
        {
            let value = |x: &GamePosition| -> Option<Vec<i128>> {
                let measures = proof.measures.get(&GameId(x.game.id))?;
                measures.iter().map(|m| machine.measured(m, x)).collect()
            };
            let (Some(a), Some(b)) = (value(&p), value(q)) else {
                return Some(format!("{label}: no value of the measure from {p:?} to {q:?}"));
            };
            let first = a.iter().zip(&b).find(|(a, b)| a != b);
            if !first.is_some_and(|(a, b)| a > b && *a >= 0) {
                return Some(format!("{label}: {a:?} -> {b:?} from {p:?}"));
            }
        }
        let targets: Vec<GamePosition> = next.into_iter().map(|(_, q)| q).collect();
        left.extend(targets.iter().cloned());
        seen.insert(p, targets);
    }
    cycle(&seen).map(|p| format!("repeats: {p:?}"))
}

/// The games that lead to a game and that it leads to, with itself.
fn group(machine: &Machine, id: GameId) -> BTreeSet<u32> {
    let back = |g: &GameId| *g == id || follow(&machine.program, *g).contains(&id);
    follow(&machine.program, id).into_iter().filter(back).map(|g| g.0).collect()
}

/// A position that can repeat.
fn cycle(arrows: &HashMap<GamePosition, Vec<GamePosition>>) -> Option<&GamePosition> {
    let mut done: HashSet<&GamePosition> = HashSet::new();
    for start in arrows.keys() {
        let mut on_path: HashSet<&GamePosition> = HashSet::new();
        let mut stack = vec![(start, 0)];
        while let Some((p, i)) = stack.pop() {
            if i == 0 && (done.contains(p) || !on_path.insert(p)) {
                continue;
            }
            match arrows.get(p).and_then(|next| next.get(i)) {
                Some(q) => {
                    stack.push((p, i + 1));
                    if on_path.contains(q) {
                        return Some(q);
                    }
                    if !done.contains(q) {
                        stack.push((q, 0));
                    }
                }
                None => {
                    on_path.remove(p);
                    done.insert(p);
                }
            }
        }
    }
    None
}

/// Games proved, and the first contradiction.
fn examine(text: &str, random: &mut Random) -> Option<(usize, usize, Option<String>)> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    if !loaded.is_fine() {
        return None;
    }
    let machine = Machine::new(Arc::new(session.program().clone()));
    let rules = known(&machine.program, text.lines().filter_map(|l| l.strip_prefix("# with ")));
    let (mut proved, mut games) = (0, 0);
    for name in loaded.defined {
        let Some(id) = machine.program.game_named(&name) else { continue };
        if machine.program.game(id).graph.is_some() {
            continue;
        }
        games += 1;
        let Ok(proof) = prove(&machine.program, id, &rules) else { continue };
        proved += 1;
        machine.start(Budget { steps: Some(400), ..Budget::default() });
        let starts = positions(&machine, id, &rules, random);
        if let Some(why) = refuted(&machine, id, &proof, starts) {
            return Some((games, proved, Some(format!("{}\n{why}", proof.sentence(&machine.program)))));
        }
    }
    Some((games, proved, None))
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// What a section is about, for the count of what is still proved.
fn constructs(text: &str) -> Vec<&'static str> {
    let words = [
        ("bags", "bag of"),
        ("lists", "list of"),
        ("sets", "set of"),
        ("maps", "map of"),
        ("cells", "cell"),
        ("tuples", "((nat"),
        ("truth values", "bool"),
        ("cases", " | "),
        ("the library", "use \""),
        ("what ends play", "ends when"),
    ];
    let mut found: Vec<&str> = words.iter().filter(|w| text.contains(w.1)).map(|w| w.0).collect();
    if text.matches("game ").count() > 1 {
        found.push("several games");
    }
    if found.is_empty() {
        found.push("numbers");
    }
    found
}

/// At least so many percent of the mutants' games are proved, for each construct that is met often enough to tell:
/// if less is, nothing is tried.
const LEAST: usize = 40;

#[test]
#[ignore = "takes long"]
fn no_mutant_is_proved_wrongly() {
    let path = format!("{}/tests/termination/proved.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("proved.txt");
    let sections: Vec<&str> = text.split("----\n").collect();
    let mut random = Random(setting("SEED", 1) * 0x9e37_79b9 + 1);
    let wanted = setting("MUTANTS", 250) as usize;
    let (mut made, mut wrong) = (0, vec![]);
    let mut by_construct: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    while made < wanted {
        let section = sections[random.below(sections.len())];
        let mut mutant = section.to_string();
        for _ in 0..=random.below(3) {
            mutant = mutated(&mutant, &mut random).unwrap_or(mutant);
        }
        if let Some((games, proved, why)) = examine(&mutant, &mut random) {
            made += 1;
            for construct in constructs(section).into_iter().chain(["all"]) {
                let count = by_construct.entry(construct).or_default();
                count.0 += games;
                count.1 += proved;
            }
            if let Some(why) = why {
                eprintln!("WRONG\n{mutant}\n{why}\n");
                wrong.push(mutant);
            }
        }
    }
    eprintln!("{made} mutants, {} wrong; games and how many are proved: {by_construct:?}", wrong.len());
    assert!(wrong.is_empty(), "{} wrong proofs", wrong.len());
    for (construct, (games, proved)) in by_construct {
        let enough = games < 10 || proved * 100 >= games * LEAST;
        assert!(enough, "{construct}: only {proved} of {games} games are proved");
    }
}
