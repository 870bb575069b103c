//! The moves of positions, and everything that can be reached from one.

use super::value::{Fail, Part, Position, Result, Value};
use super::world::{Scope, Source, World, vertices};
use fairgame::syntax::ast::{BinderKind, Clause, Expr, GameDef, MoveDef, Owner};
use std::collections::HashMap;

/// A move of one part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Move {
    pub(crate) name: String,
    /// Who may make it: both, Left, Right.
    pub(crate) owner: char,
    pub(crate) to: Position,
}

/// What a game is, beside its moves.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) loopy: bool,
    pub(crate) partizan: bool,
    pub(crate) wins: bool,
}

impl World {
    /// The position that a game starts with.
    pub(crate) fn start(&self, def: &GameDef) -> Result<Value> {
        for clause in &def.clauses {
            if let Clause::Starts(target, _) = clause {
                return self.eval(target, &mut vec![]);
            }
        }
        super::value::nonsense(format!("{} starts nowhere", def.name.text))
    }

    /// What a game says of itself.
    pub(crate) fn own_kind(&self, game: usize) -> Kind {
        match &self.games[game].1 {
            Source::Graph(_) => Kind { loopy: true, ..Kind::default() },
            Source::Rules(def) => Kind {
                loopy: def.loopy,
                partizan: moves(def).any(|m| m.owner != Owner::Both),
                wins: def.clauses.iter().any(|c| matches!(c, Clause::WinsWhen(..))),
            },
        }
    }

    /// Whether the player to move has won, or play is over for another reason; else none.
    fn is_over(&self, def: &GameDef, scope: &mut Scope) -> Result<Option<bool>> {
        for wins in [true, false] {
            for clause in &def.clauses {
                let (condition, won): (&Expr, bool) = match clause {
                    Clause::WinsWhen(c, _) => (c, true),
                    Clause::EndsWhen(c, _) => (c, false),
                    _ => continue,
                };
                if won == wins && self.eval(condition, scope)?.into_bool()? {
                    return Ok(Some(won));
                }
            }
        }
        Ok(None)
    }

    /// Whether the player to move has won.
    pub(crate) fn has_won(&self, part: &Part) -> Result<bool> {
        let Part::Game(game, _, args, _) = part else { return Ok(false) };
        let Source::Rules(def) = &self.games[*game].1 else { return Ok(false) };
        Ok(self.is_over(def, &mut named(def, args))? == Some(true))
    }

    /// The moves of a part, in the order of the rules.
    pub(crate) fn moves(&self, part: &Part) -> Result<Vec<Move>> {
        match part {
            Part::Heap(k) => {
                let k = u32::try_from(k).map_err(|_| Fail::TooMuch)?;
                let leave =
                    |i: u32| Move { name: format!("leave({i})"), owner: 'B', to: vec![Part::Heap(i.into())] };
                Ok((0..k).map(leave).collect())
            }
            Part::Game(game, _, args, impartial) => {
                let mut all = match &self.games[*game].1 {
                    Source::Graph(_) => self.arrows(*game, args)?,
                    Source::Rules(def) => self.by_rules(def, args)?,
                };
                if *impartial {
                    all.iter_mut().for_each(|m| (m.owner, m.to) = ('B', without_owners(&m.to)));
                }
                Ok(all)
            }
        }
    }

    fn arrows(&self, game: usize, args: &[Value]) -> Result<Vec<Move>> {
        let (name, Source::Graph(def)) = &self.games[game] else { return Ok(vec![]) };
        let [Value::Case(_, here)] = args else { return super::value::nonsense("no vertex") };
        let all = vertices(def);
        let lines = def.edges.iter().filter(|line| line.from.text == *here);
        let go = |to: &fairgame::syntax::ast::Name| {
            let i = all.iter().position(|v| *v == to.text).unwrap_or(0);
            let part = Part::Game(game, name.clone(), vec![Value::Case(i, to.text.clone())], false);
            Move { name: format!("go({})", to.text), owner: 'B', to: vec![part] }
        };
        Ok(lines.flat_map(|line| line.to.iter().map(go)).collect())
    }

    fn by_rules(&self, def: &GameDef, args: &[Value]) -> Result<Vec<Move>> {
        let mut scope = named(def, args);
        let mut all = vec![];
        if self.is_over(def, &mut scope)?.is_some() {
            return Ok(all);
        }
        for m in moves(def) {
            let shown: Vec<&str> = m
                .binders
                .iter()
                .flat_map(|b| match &b.kind {
                    BinderKind::In { names, .. } => names.iter().map(|n| n.text.as_str()).collect(),
                    BinderKind::Is { .. } => vec![],
                })
                .collect();
            self.each(&m.binders, &mut scope, &mut |scope| {
                if let Some(guard) = &m.guard
                    && !self.eval(guard, scope)?.into_bool()?
                {
                    return Ok(true);
                }
                let to = self.eval(&m.target, scope)?.into_position()?;
                let owner = match m.owner {
                    Owner::Both => 'B',
                    Owner::Left => 'L',
                    Owner::Right => 'R',
                };
                all.push(Move { name: label(&m.label.text, &shown, scope), owner, to });
                Ok(true)
            })?;
        }
        Ok(all)
    }

    /// What a claim says a position is worth: each of these.
    pub(crate) fn claimed(&self, part: &Part, claim: &str) -> Result<Vec<Position>> {
        let Part::Game(game, _, args, _) = part else { return Ok(vec![]) };
        let Source::Rules(def) = &self.games[*game].1 else { return Ok(vec![]) };
        let mut scope = named(def, args);
        let mut all = vec![];
        for clause in &def.clauses {
            match clause {
                Clause::SplitsInto { target, binders, .. } if claim == "splits into" => {
                    let mut sum = vec![];
                    self.each(binders, &mut scope, &mut |scope| {
                        sum.extend(self.eval(target, scope)?.into_position()?);
                        Ok(true)
                    })?;
                    all.push(sum);
                }
                Clause::SameAs(targets, _) if claim == "same as" => {
                    for target in targets {
                        all.push(self.eval(target, &mut scope)?.into_position()?);
                    }
                }
                _ => {}
            }
        }
        Ok(all)
    }

    /// Every part that can be reached from some parts, with its moves; at most `most`.
    pub(crate) fn reached(&self, from: &[Part], most: usize) -> Result<Reached> {
        let mut reached = Reached::default();
        for part in from {
            reached.add(part);
        }
        let mut next = 0;
        while next < reached.parts.len() {
            if reached.parts.len() > most {
                return Err(Fail::TooMuch);
            }
            let part = reached.parts[next].clone();
            let all = match self.moves(&part) {
                Err(Fail::Mistake(why)) => {
                    reached.mistakes.push((next, why));
                    vec![]
                }
                all => all?,
            };
            let mut to = vec![];
            for m in &all {
                to.push(m.to.iter().map(|p| reached.add(p)).collect());
            }
            reached.won.push(match self.has_won(&part) {
                Err(Fail::Mistake(_)) => false,
                won => won?,
            });
            reached.moves.push(all);
            reached.to.push(to);
            next += 1;
        }
        Ok(reached)
    }
}

fn moves(def: &GameDef) -> impl Iterator<Item = &MoveDef> {
    def.clauses.iter().filter_map(|c| match c {
        Clause::Move(m) => Some(m),
        _ => None,
    })
}

fn named(def: &GameDef, args: &[Value]) -> Scope {
    def.params.iter().map(|p| p.name.text.clone()).zip(args.iter().cloned()).collect()
}

/// The label and what was chosen.
fn label(name: &str, shown: &[&str], scope: &Scope) -> String {
    if shown.is_empty() {
        return name.to_string();
    }
    // A name that is bound twice stands for what was bound last, so the choices are read from the end.
    let mut values = vec![];
    let mut at = scope.len();
    for n in shown.iter().rev() {
        at = (0..at).rev().find(|i| scope[*i].0 == *n).unwrap_or(0);
        values.push(scope[at].1.plain());
    }
    values.reverse();
    format!("{name}({})", values.join(", "))
}

/// The same position with both players making all moves.
pub(crate) fn without_owners(p: &Position) -> Position {
    let impartial = |part: &Part| match part {
        Part::Game(i, name, args, _) => Part::Game(*i, name.clone(), args.clone(), true),
        heap => heap.clone(),
    };
    p.iter().map(impartial).collect()
}

/// What can be reached, by number.
#[derive(Default)]
pub(crate) struct Reached {
    pub(crate) parts: Vec<Part>,
    pub(crate) numbers: HashMap<Part, usize>,
    pub(crate) moves: Vec<Vec<Move>>,
    /// For each move the parts that it leaves.
    pub(crate) to: Vec<Vec<Vec<usize>>>,
    pub(crate) won: Vec<bool>,
    /// Where the rules make a mistake.
    pub(crate) mistakes: Vec<(usize, &'static str)>,
}

impl Reached {
    fn add(&mut self, part: &Part) -> usize {
        if let Some(i) = self.numbers.get(part) {
            return *i;
        }
        self.numbers.insert(part.clone(), self.parts.len());
        self.parts.push(part.clone());
        self.parts.len() - 1
    }

    /// Of each game a position that can repeat, if one has been reached.
    pub(crate) fn on_cycles(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = vec![];
        for (at, part) in self.parts.iter().enumerate() {
            let Part::Game(_, name, ..) = part else { continue };
            if found.iter().all(|f| f.0 != *name) && self.comes_back(at) {
                found.push((name.clone(), super::value::part_written(part)));
            }
        }
        found
    }

    fn comes_back(&self, at: usize) -> bool {
        let mut seen = vec![false; self.parts.len()];
        let mut open: Vec<usize> = self.to[at].iter().flatten().copied().collect();
        while let Some(next) = open.pop() {
            if next == at {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(self.to[next].iter().flatten());
            }
        }
        false
    }

    /// The parts in an order in which each comes after all it leads to; none if some part can repeat.
    pub(crate) fn order(&self) -> Option<Vec<usize>> {
        let mut state = vec![0u8; self.parts.len()];
        let mut order = vec![];
        for root in 0..self.parts.len() {
            let mut stack = vec![(root, false)];
            while let Some((at, done)) = stack.pop() {
                if done {
                    state[at] = 2;
                    order.push(at);
                    continue;
                }
                match state[at] {
                    0 => {}
                    1 => return None,
                    _ => continue,
                }
                state[at] = 1;
                stack.push((at, true));
                for next in self.to[at].iter().flatten() {
                    match state[*next] {
                        0 => stack.push((*next, false)),
                        1 => return None,
                        _ => {}
                    }
                }
            }
        }
        Some(order)
    }
}
