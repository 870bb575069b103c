//! Small values of a type and small positions of a game, smallest first: what searches begin with.

use super::machine::Machine;
use super::named::named_positions;
use super::weight;
use crate::builtin::board;
use crate::check::ir::{Game, GameId};
use crate::check::types::{Shape, Type};
use crate::value::{Drawing, GamePosition, Value};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// How many positions are made of a type at most.
const MOST: usize = 700;
/// A type with at most this many values is tried completely.
const FEW: usize = 1500;
/// This many sets of rules are tried.
const RULES: usize = 6;

/// Positions of a game to begin with.
pub(super) struct Samples {
    /// Those that the file itself names: the start, and what statements ask about.
    pub(super) named: Vec<GamePosition>,
    /// Small ones of the declared types, smallest first, with the rules that named ones have.
    pub(super) small: Vec<GamePosition>,
    /// Whether `small` holds every position of the game there is.
    pub(super) all: bool,
    /// Whether the rules were made up, since no named position has any.
    pub(super) made_up: bool,
}

/// Small positions of a game, and those that the file names.
pub(super) fn samples(machine: &Machine, id: GameId) -> Samples {
    let named = named_positions(machine, id);
    let game = machine.program.game(id);
    let all = all_positions(machine, id);
    if let Some(small) = all {
        return Samples { named, small, all: true, made_up: false };
    }
    let (rules, made_up) = rule_rows(machine, game, &named);
    let open = game.params.iter().filter(|p| !p.is_rule).count();
    let most = [40, 40, 15, 8, 5][open.min(4)].max(3);
    let places: Vec<usize> = (0..game.params.len()).filter(|i| !game.params[*i].is_rule).collect();
    let values = |i: &usize| values_of(&game.params[*i].ty, &game.params[*i].shape, most);
    let each: Vec<Vec<Value>> = places.iter().map(values).collect();
    let chosen = rows_of(&each, 8 * MOST);
    let filled = |rule_row: &Vec<Value>| {
        let filled = |row: &Vec<Value>| {
            let mut whole = rule_row.clone();
            places.iter().zip(row).for_each(|(i, v)| whole[*i] = v.clone());
            whole
        };
        chosen.iter().map(filled).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<Value>> = rules.iter().flat_map(filled).take(8 * MOST).collect();
    let mut small: Vec<GamePosition> =
        rows.into_iter().filter_map(|args| machine.position(id, args).ok()).collect();
    small.sort_by_cached_key(|p| (weight::size(p), p.clone()));
    small.truncate(MOST);
    Samples { named, small, all: false, made_up }
}

/// How many numbers of the rules are looked at.
const NUMBERS: usize = 12;

/// Positions like the first of some, with a number that the rules name, or one beside it, in the place of one of theirs:
/// what is far from all small ones.
pub(super) fn near_numbers(machine: &Machine, id: GameId, like: &[GamePosition]) -> Vec<GamePosition> {
    let game = machine.program.game(id);
    let Some(first) = like.iter().find(|p| p.game.id == id.0) else { return vec![] };
    let mut numbers: BTreeSet<i64> = BTreeSet::new();
    game.for_each_expr(&mut |e| {
        e.walk(&mut |e| {
            if let Some(n) = e.number().and_then(ToPrimitive::to_i64)
                && numbers.len() < NUMBERS
            {
                numbers.insert(n);
            }
        });
    });
    let places = game.params.iter().enumerate().filter(|(_, p)| !p.is_rule && p.ty == Type::Int);
    let mut found = vec![];
    for (i, _) in places {
        for n in numbers.iter().flat_map(|n| [n.saturating_sub(1), *n, n.saturating_add(1)]) {
            let mut args = first.args.to_vec();
            args[i] = Value::int(n);
            found.extend(machine.position(id, args).ok());
        }
    }
    found
}

/// Every position of a game, if its declared types allow only a few.
fn all_positions(machine: &Machine, id: GameId) -> Option<Vec<GamePosition>> {
    let mut rows: Vec<Vec<Value>> = vec![vec![]];
    for param in &machine.program.game(id).params {
        let values = all_values(&param.ty, &param.shape)?;
        if rows.len() * values.len() > FEW {
            return None;
        }
        rows = rows
            .iter()
            .flat_map(|row| values.iter().map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat()))
            .collect();
    }
    let mut all: Vec<GamePosition> =
        rows.into_iter().filter_map(|args| machine.position(id, args).ok()).collect();
    all.sort_by_cached_key(|p| (weight::size(p), p.clone()));
    Some(all)
}

/// All values of a type, if there are only a few.
fn all_values(ty: &Type, shape: &Shape) -> Option<Vec<Value>> {
    match (ty, shape) {
        (Type::Bool, _) => Some(vec![Value::Bool(false), Value::Bool(true)]),
        (Type::Enum(names), _) => {
            Some((0..names.len() as u32).map(|i| Value::Case(i, names.clone())).collect())
        }
        (Type::Int, Shape::Range(Some(lo), Some(hi))) => {
            let (lo, hi) = (lo.to_i64()?, hi.to_i64()?);
            (hi.saturating_sub(lo) < FEW as i64).then(|| (lo..=hi).map(Value::int).collect())
        }
        (Type::Set(t), shape) => {
            let elements = all_values(t, &element(shape))?;
            (elements.len() <= 10).then(|| subsets(&elements, elements.len()).map(set).collect())
        }
        (Type::Tuple(ts), shape) => {
            let mut rows = vec![vec![]];
            for (i, t) in ts.iter().enumerate() {
                let values = all_values(t, &entry(shape, i))?;
                if rows.len() * values.len() > FEW {
                    return None;
                }
                rows = product(&rows, &values);
            }
            Some(rows.into_iter().map(|row| Value::Tuple(row.into())).collect())
        }
        _ => None,
    }
}

/// The rules to try a game with, in rows as long as its parameters: those of named positions; if there are none,
/// small ones, and true is given.
fn rule_rows(machine: &Machine, game: &Game, named: &[GamePosition]) -> (Vec<Vec<Value>>, bool) {
    let empty = vec![Value::Bool(false); game.params.len()];
    if !game.params.iter().any(|p| p.is_rule) {
        return (vec![empty], false);
    }
    let known: BTreeSet<Vec<Value>> =
        named.iter().map(|p| p.args.to_vec()).map(|a| only_rules(game, a)).collect();
    if !known.is_empty() {
        return (known.into_iter().take(RULES).collect(), false);
    }
    let mut rows = vec![empty];
    for (i, param) in game.params.iter().enumerate().filter(|(_, p)| p.is_rule) {
        let values = match &param.ty {
            Type::Function(..) => functions(machine, &param.ty),
            ty => values_of(ty, &param.shape, 8),
        };
        let extended = rows.iter().flat_map(|row| {
            values.iter().take(16).map(move |v| {
                let mut row = row.clone();
                row[i] = v.clone();
                row
            })
        });
        rows = extended.take(24).collect();
    }
    (rows, true)
}

fn only_rules(game: &Game, mut args: Vec<Value>) -> Vec<Value> {
    for (arg, param) in args.iter_mut().zip(&game.params) {
        if !param.is_rule {
            *arg = Value::Bool(false);
        }
    }
    args
}

/// The definitions of the program that fit a function type.
fn functions(machine: &Machine, ty: &Type) -> Vec<Value> {
    let fits = |l: &crate::check::ir::Let| {
        let params: Vec<Type> = l.params.iter().map(|p| p.ty.clone()).collect();
        l.is_function && Type::Function(params, Box::new(l.body.ty.clone())) == *ty
    };
    let all = machine.program.lets.iter().enumerate();
    all.filter(|(_, l)| fits(l))
        .map(|(i, l)| Value::Function(i as u32, l.name.as_str().into()))
        .take(3)
        .collect()
}

/// Small values of a type, about `most` numbers of them.
pub(super) fn values_of(ty: &Type, shape: &Shape, most: usize) -> Vec<Value> {
    if let Some(all) = all_values(ty, shape).filter(|all| all.len() <= 4 * most) {
        return all;
    }
    let few = if most < 16 { 3 } else { 4 };
    match ty {
        Type::Int => numbers(shape, most as i64),
        Type::Text => ["", "a", "ab", "ba", "aab"].map(Value::text).to_vec(),
        Type::Cell => cells("...|...|..."),
        Type::Drawing => drawings(),
        Type::Set(t) if **t == Type::Cell => boards(most),
        Type::Set(t) => {
            let elements = values_of(t, &element(shape), 7);
            let long = subsets(&elements, 1 + elements.len() / 2);
            let whole = (3..=elements.len()).map(|n| elements[..n].to_vec());
            subsets(&elements[..elements.len().min(few + 1)], few)
                .chain(whole)
                .chain(long)
                .take(8 * most)
                .map(set)
                .collect()
        }
        Type::List(t) => rows(&values_of(t, &element(shape), few), 3, 6 * most)
            .into_iter()
            .map(|row| Value::List(row.into_iter().collect()))
            .collect(),
        Type::Bag(t) => rows(&values_of(t, &element(shape), few), 3, 6 * most)
            .into_iter()
            .filter(|row| row.is_sorted())
            .map(bag)
            .collect(),
        Type::Tuple(ts) => {
            let each = ts.iter().enumerate().map(|(i, t)| values_of(t, &entry(shape, i), few));
            let all = rows_of(&each.collect::<Vec<_>>(), 6 * most);
            all.into_iter().map(|row| Value::Tuple(row.into())).collect()
        }
        Type::Map(k, v) => {
            let (keys, values) = match shape {
                Shape::Map(ks, vs) => (values_of(k, ks, 2), values_of(v, vs, 3)),
                _ => (values_of(k, &Shape::Any, 2), values_of(v, &Shape::Any, 3)),
            };
            let keys = &keys[..keys.len().min(3)];
            let entries = keys.iter().fold(vec![vec![]], |rows, _| product(&rows, &values));
            let map = |row: Vec<Value>| Value::Map(keys.iter().cloned().zip(row).collect());
            entries.into_iter().take(4 * most).map(map).collect()
        }
        _ => vec![],
    }
}

fn element(shape: &Shape) -> Shape {
    if let Shape::Elements(s) = shape { (**s).clone() } else { Shape::Any }
}

fn entry(shape: &Shape, i: usize) -> Shape {
    if let Shape::Tuple(s) = shape { s.get(i).cloned().unwrap_or_default() } else { Shape::Any }
}

/// Every row with one of the values behind it.
fn product(rows: &[Vec<Value>], values: &[Value]) -> Vec<Vec<Value>> {
    rows.iter()
        .flat_map(|row| values.iter().map(move |v| [row.as_slice(), std::slice::from_ref(v)].concat()))
        .collect()
}

/// Rows with a value for each place: all there are, in order; or where that is more than `most`, those that differ from
/// the first in the fewest places.
fn rows_of(each: &[Vec<Value>], most: usize) -> Vec<Vec<Value>> {
    if each.iter().any(Vec::is_empty) {
        return vec![];
    }
    let all = each.iter().try_fold(1_usize, |n, values| n.checked_mul(values.len()));
    if all.is_some_and(|n| n <= most) {
        return each.iter().fold(vec![vec![]], |rows, values| product(&rows, values));
    }
    let mut rows = vec![each.iter().map(|values| values[0].clone()).collect::<Vec<_>>()];
    // Where the last change of each row is, so that each is made once.
    let mut changed = vec![0];
    let mut next = 0;
    while next < rows.len() && rows.len() < most {
        for place in changed[next]..each.len() {
            for v in each[place].iter().skip(1).take(most.saturating_sub(rows.len())) {
                let mut row = rows[next].clone();
                row[place] = v.clone();
                rows.push(row);
                changed.push(place + 1);
            }
        }
        next += 1;
    }
    rows
}

/// Rows of up to `longest` of the values, shortest first.
fn rows(values: &[Value], longest: usize, most: usize) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..longest {
        last = product(&last, values);
        all.extend(last.iter().cloned());
        if all.len() > most {
            break;
        }
    }
    all.truncate(most);
    all
}

/// The subsets of up to `largest` of some values.
fn subsets(values: &[Value], largest: usize) -> impl Iterator<Item = Vec<Value>> + '_ {
    let codes = 0..1u32 << values.len().min(12);
    codes.filter(move |c| c.count_ones() as usize <= largest).map(|code| {
        values
            .iter()
            .take(12)
            .enumerate()
            .filter(|(i, _)| code >> i & 1 == 1)
            .map(|(_, v)| v.clone())
            .collect()
    })
}

fn set(elements: Vec<Value>) -> Value {
    Value::Set(elements.into_iter().collect())
}

fn bag(elements: Vec<Value>) -> Value {
    use crate::builtin::collection::with;
    elements.into_iter().fold(Value::Bag(Default::default()), |bag, x| with(&bag, x))
}

/// Numbers from the least on; around 0 where there is no least.
fn numbers(shape: &Shape, most: i64) -> Vec<Value> {
    let word = |n: &Option<num_bigint::BigInt>| n.as_ref().and_then(ToPrimitive::to_i64);
    let (lo, hi) = if let Shape::Range(lo, hi) = shape { (word(lo), word(hi)) } else { (None, None) };
    let lo = lo.or(hi.map(|hi| hi.saturating_sub(most))).unwrap_or(-most / 4);
    (lo..=hi.unwrap_or(i64::MAX).min(lo.saturating_add(most - 1))).map(Value::int).collect()
}

/// Small drawings: spots, and what a curve or two make of them.
fn drawings() -> Vec<Value> {
    let texts =
        ["", "1", "1, 1", "2", "3", "3, 3", "2 a 2 a", "a b | a b", "2 2 2, 3", "a b, 3 | a b", "3, 3, 3"];
    texts.iter().filter_map(|t| Drawing::read(t).ok()).map(Value::Drawing).collect()
}

fn cells(drawing: &str) -> Vec<Value> {
    board::board(drawing).unwrap_or_default().into_iter().map(Value::Cell).collect()
}

/// All boards in small rectangles, and a few larger ones.
fn boards(most: usize) -> Vec<Value> {
    let mut all: BTreeSet<Value> = BTreeSet::new();
    let rectangles = if most < 16 { ["..|..", "...", ".|.|."] } else { ["...|...", "....", ".|.|.|."] };
    for drawing in rectangles {
        all.extend(subsets(&cells(drawing), 12).map(set));
    }
    let larger = ["...|...|...", "......", "..x|.x.|x..", "x..|...|..x", "...|.x.|...", "....|....|...."];
    all.into_iter().chain(larger.iter().map(|d| set(cells(d)))).collect()
}
