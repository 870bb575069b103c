//! Random positions of the declared types, the edges and large values included, and what a game's moves may lead to.
#![allow(dead_code)] // each test file uses its own part

use fairgame::check::ir::{ExprKind, GameId, Let, LetId, Program};
use fairgame::check::termination::{Known, KnownRules};
use fairgame::check::types::{Shape, Type};
use fairgame::engine::{Budget, Exhausted};
use fairgame::rules::Stop;
use fairgame::rules::machine::Machine;
use fairgame::value::{Cell, Drawing, GamePosition, Int, OrdMap, Part, Value};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// A small generator of numbers, the same every day.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// What lines `# with name = value` say of the rules.
pub(crate) fn known<'t>(program: &Program, lines: impl Iterator<Item = &'t str>) -> KnownRules {
    let mut rules = KnownRules::default();
    for line in lines {
        let Some((name, value)) = line.split_once(" = ") else { continue };
        let inner = value.trim_matches(|c| "{}[]".contains(c));
        let numbers: Vec<BigInt> = inner.split(", ").filter_map(|n| n.parse().ok()).collect();
        let known = match (value.chars().next(), numbers.first()) {
            (Some('{'), _) => Known::Set(numbers),
            (Some('['), _) => Known::List(numbers),
            (_, Some(n)) => Known::Number(n.clone()),
            _ => match program.lets.iter().rposition(|l| l.name == value) {
                Some(id) => Known::Function(LetId(id as u32)),
                None => continue,
            },
        };
        rules.values.insert(name.to_string(), known);
    }
    rules
}

/// A rule as a value.
pub(crate) fn value_of(known: &Known, program: &Program) -> Value {
    let int = |n: &BigInt| Value::Int(n.into());
    match known {
        Known::Number(n) => int(n),
        Known::Set(ns) => Value::Set(ns.iter().map(int).collect()),
        Known::List(ns) => Value::List(ns.iter().map(int).collect()),
        Known::Function(id) => Value::Function(id.0, program.definition(*id).name.as_str().into()),
    }
}

/// The definitions that fit a function type.
pub(crate) fn functions(program: &Program, ty: &Type) -> Vec<Value> {
    let fits = |l: &Let| {
        let params: Vec<Type> = l.params.iter().map(|p| p.ty.clone()).collect();
        l.is_function && Type::Function(params, Box::new(l.body.ty.clone())) == *ty
    };
    let all = program.lets.iter().enumerate().filter(|(_, l)| fits(l));
    all.map(|(i, l)| Value::Function(i as u32, l.name.as_str().into())).collect()
}

/// A random value of a declared type, often at an edge of it; collections have up to `most` elements.
pub(crate) fn value(
    program: &Program,
    ty: &Type,
    shape: &Shape,
    most: usize,
    random: &mut Random,
) -> Option<Value> {
    let inner = match shape {
        Shape::Elements(s) => (**s).clone(),
        _ => Shape::Any,
    };
    Some(match ty {
        Type::Int => Value::Int(number(shape, most, random)),
        Type::Bool => Value::Bool(random.below(2) == 0),
        Type::Enum(names) => Value::Case(random.below(names.len()) as u32, names.clone()),
        Type::Cell => Value::Cell(cell(most, random)),
        Type::Text => Value::text(["", "a", "a|b", "..x\n.x."][random.below(4)]),
        Type::Drawing => {
            let texts = ["1", "2", "3", "2 a 2 a, 3", "3 3", "1 a 2 a, 2"];
            Value::Drawing(Drawing::read(texts[random.below(texts.len())]).ok()?)
        }
        Type::Set(t) => Value::Set(several(program, t, &inner, most, random)?.into_iter().collect()),
        Type::List(t) => Value::List(several(program, t, &inner, most, random)?.into_iter().collect()),
        Type::Bag(t) => {
            let mut bag = OrdMap::new();
            for x in several(program, t, &inner, most, random)? {
                // Doubles are common.
                *bag.entry(x).or_insert(0) += 1 + random.below(3) as u64 / 2;
            }
            Value::Bag(bag)
        }
        Type::Map(k, v) => {
            let (ks, vs) = match shape {
                Shape::Map(k, v) => ((**k).clone(), (**v).clone()),
                _ => (Shape::Any, Shape::Any),
            };
            let keys = several(program, k, &ks, most, random)?;
            let entry = |key: Value| Some((key, value(program, v, &vs, most / 2, random)?));
            Value::Map(keys.into_iter().map(entry).collect::<Option<_>>()?)
        }
        Type::Tuple(ts) => {
            let shapes = |i: usize| match shape {
                Shape::Tuple(s) => s[i].clone(),
                _ => Shape::Any,
            };
            let entries = ts.iter().enumerate();
            let entries: Option<Vec<Value>> =
                entries.map(|(i, t)| value(program, t, &shapes(i), most, random)).collect();
            Value::Tuple(entries?.into())
        }
        Type::Function(..) => {
            let all = functions(program, ty);
            all.get(random.below(all.len()))?.clone()
        }
        Type::Position | Type::Unknown(_) | Type::Wrong => return None,
    })
}

fn several(
    program: &Program,
    ty: &Type,
    shape: &Shape,
    most: usize,
    random: &mut Random,
) -> Option<Vec<Value>> {
    // An empty one now and then, and a full one.
    let n = match random.below(8) {
        0 => 0,
        1 => most,
        _ => random.below(most + 1),
    };
    // Places near each other, so that moves find their neighbours.
    let (n, most) = if matches!(ty, Type::Tuple(_)) { (4 * n, 1) } else { (n, most * 2 / 3) };
    (0..n).map(|_| value(program, ty, shape, most, random)).collect()
}

fn number(shape: &Shape, most: usize, random: &mut Random) -> Int {
    let (lo, hi) = match shape {
        Shape::Range(lo, hi) => (lo.clone(), hi.clone()),
        _ => (None, None),
    };
    let small = BigInt::from(random.below(2 * most + 3));
    let free = |random: &mut Random| match random.below(12) {
        0 => BigInt::from(0),
        1 => BigInt::from(1),
        2 => BigInt::from(40 + random.below(300)),
        3 => BigInt::from(random.below(3)),
        _ => small.clone(),
    };
    let n = match (lo, hi) {
        (None, None) if random.below(3) == 0 => -free(random),
        (None, None) => free(random),
        (Some(lo), None) => lo + free(random),
        (None, Some(hi)) => hi - free(random),
        (Some(lo), Some(hi)) => match random.below(8) {
            0 => hi,
            1 => lo,
            _ => (lo.clone() + free(random)).min(hi).max(lo),
        },
    };
    Int::from(&n)
}

fn cell(most: usize, random: &mut Random) -> Cell {
    let side = 2 + most / 2;
    let mut one = || match random.below(24) {
        0 => -(random.below(4) as i32),
        _ => 1 + random.below(side) as i32,
    };
    Cell { row: one(), col: one() }
}

/// The games that positions of a game are followed by, after any number of moves.
pub(crate) fn follow(program: &Program, id: GameId) -> BTreeSet<GameId> {
    let (mut games, mut lets) = (BTreeSet::new(), BTreeSet::new());
    let mut left = vec![Node::Game(id)];
    while let Some(node) = left.pop() {
        let mut look = |e: &fairgame::check::ir::Expr| match &e.kind {
            ExprKind::Position(g, _) | ExprKind::Start(g) if games.insert(*g) => left.push(Node::Game(*g)),
            ExprKind::Call(l, _) | ExprKind::Global(l) | ExprKind::Function(l) if lets.insert(*l) => {
                left.push(Node::Let(*l));
            }
            _ => {}
        };
        match node {
            Node::Game(g) => program.game(g).for_each_expr(&mut |e| e.walk(&mut look)),
            Node::Let(l) => program.definition(l).body.walk(&mut look),
        }
    }
    games
}

enum Node {
    Game(GameId),
    Let(LetId),
}

/// A random position of a game.
pub(crate) fn position(
    machine: &Machine,
    id: GameId,
    rules: &KnownRules,
    random: &mut Random,
) -> Option<GamePosition> {
    let program = &machine.program;
    let most = [2, 4, 6, 9][random.below(4)];
    let args =
        program.game(id).params.iter().map(|p| match rules.values.get(&p.name).filter(|_| p.is_rule) {
            Some(known) => Some(value_of(known, program)),
            None => value(program, &p.ty, &p.shape, most, random),
        });
    machine.position(id, args.collect::<Option<_>>()?).ok()
}

/// The first parts that the moves of a position lead to, up to a mistake in the rules.
pub(crate) fn options(machine: &Machine, p: &GamePosition, most: usize) -> Vec<(String, GamePosition)> {
    let mut out = vec![];
    machine.start(Budget { steps: Some(40), ..Budget::default() });
    let _ = machine.each_choice(p, &mut |choice| {
        for part in &choice.target.parts {
            if let Part::Game(q) = part {
                out.push((choice.name(), q.clone()));
            }
        }
        if out.len() < most { Ok(()) } else { Err(Stop::from(Exhausted::Interrupted)) }
    });
    out
}
