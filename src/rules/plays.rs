//! Lengths and numbers of plays, and all Grundy functions of small graphs, for positions of the language.

use super::kind::Player;
use super::solve::Games;
use super::{Kind, Mistake, Stop};
use crate::check::builtins::Builtin;
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::{Arcs, Plays, grundy_functions};
use crate::value::{Int, OrdMap, Part, Position, Value, Vector};
use num_bigint::BigInt;
use std::collections::HashMap;
use std::hash::Hash;

type Result<T> = std::result::Result<T, Stop>;

/// How many Grundy functions are listed at most; all are counted.
const LISTED: usize = 1000;

/// All functions g with g = mex of the followers on the positions reached.
#[derive(Clone, Debug)]
pub struct FunctionList {
    /// The positions, nearest first.
    pub positions: Vec<Position>,
    /// How many functions there are.
    pub count: u64,
    /// The first of them: a value for every position.
    pub listed: Vec<Vec<u32>>,
}

/// Nodes found so far, with their moves.
struct Graph<N> {
    index: HashMap<N, u32>,
    nodes: Vec<N>,
    plays: Plays,
}

impl<N: Hash + Eq + Clone> Graph<N> {
    /// Everything that is reachable from some nodes.
    fn new(
        games: &Games,
        roots: &[N],
        options: &mut dyn FnMut(&N) -> Result<Vec<Vec<N>>>,
    ) -> Result<Graph<N>> {
        let meter = games.machine.meter();
        let mut graph = Graph { index: HashMap::new(), nodes: vec![], plays: Plays::default() };
        for root in roots {
            graph.node(root);
        }
        let mut next = 0;
        while next < graph.nodes.len() {
            let node = graph.nodes[next].clone();
            let moves = options(&node)?;
            let moves = moves.iter().map(|sum| sum.iter().map(|n| graph.node(n)).collect()).collect();
            graph.plays.options.push(moves);
            meter.position()?;
            next += 1;
        }
        graph.plays.order = graph.order();
        Ok(graph)
    }

    fn node(&mut self, node: &N) -> u32 {
        if let Some(i) = self.index.get(node) {
            return *i;
        }
        let i = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.index.insert(node.clone(), i);
        i
    }

    /// Nodes whose moves lead to nodes before them, as far as there are any.
    fn order(&self) -> Option<Vec<u32>> {
        let n = self.nodes.len();
        let mut before: Vec<Vec<u32>> = vec![vec![]; n];
        let mut left = vec![0u32; n];
        for (node, moves) in self.plays.options.iter().enumerate() {
            for to in moves.iter().flatten() {
                before[*to as usize].push(node as u32);
                left[node] += 1;
            }
        }
        let mut order: Vec<u32> = (0..n as u32).filter(|i| left[*i as usize] == 0).collect();
        let mut next = 0;
        while let Some(node) = order.get(next) {
            next += 1;
            for b in std::mem::take(&mut before[*node as usize]) {
                left[b as usize] -= 1;
                if left[b as usize] == 0 {
                    order.push(b);
                }
            }
        }
        (order.len() == n).then_some(order)
    }
}

impl Games {
    /// The number of moves of a shortest or longest play.
    pub(super) fn length(&self, p: &Position, longest: bool) -> Result<Value> {
        if let Some(length) = self.length_by_codes(p, longest)? {
            return length.map(|n| Value::int(n as i64)).ok_or_else(|| endless(p, of_length(longest)));
        }
        let (plays, sum) = self.graph_of_plays(p)?;
        let total = if longest {
            plays.longest().map(|all| sum.iter().map(|i| all[*i as usize]).sum())
        } else {
            let all = plays.shortest(&self.machine.meter())?;
            sum.iter().map(|i| all[*i as usize]).sum::<Option<u64>>()
        };
        match total {
            Some(n) => Ok(Value::int(n as i64)),
            None => Err(endless(p, of_length(longest))),
        }
    }

    /// The same where positions have codes, and no move leads to a sum: of a sum, that of all parts together.
    fn length_by_codes(&self, p: &Position, longest: bool) -> Result<Option<Option<u64>>> {
        let kind = self.machine.kind(p);
        if p.parts.len() > 1 && (kind.partizan || kind.wins) {
            return Ok(None);
        }
        let mut total = Some(0);
        for part in &p.parts {
            let Part::Game(_) = part else { return Ok(None) };
            let one = Position::one(part.clone());
            let found: Result<_> = self.with(|ctx, engines| {
                let found = engines.arenas.length(ctx, &one, longest)?;
                if found.is_some() {
                    engines.arenas.tell_trail(&mut ctx.notes.trail);
                }
                Ok(found)
            });
            let Some(length) = found? else { return Ok(None) };
            total = total.zip(length).map(|(a, b)| a + b);
        }
        Ok(Some(total))
    }

    /// How many plays there are, in all or with an odd or even number of positions.
    pub(super) fn count_plays(&self, p: &Position, what: Builtin) -> Result<Value> {
        let (plays, sum) = self.graph_of_plays(p)?;
        let Some([even, odd]) = plays.count(&sum, &self.machine.meter())? else {
            return Err(endless(p, "a number of plays"));
        };
        // A play of an even number of moves has an odd number of positions.
        let count = match what {
            Builtin::OddPlays => even,
            Builtin::EvenPlays => odd,
            _ => even + odd,
        };
        Ok(Value::Int(Int::from(BigInt::from(count))))
    }

    /// The plays of a position, part by part where the parts do not touch each other: nodes of the sum.
    fn graph_of_plays(&self, p: &Position) -> Result<(Plays, Vec<u32>)> {
        let kind = self.machine.kind(p);
        if kind.partizan || kind.wins {
            let root = (p.clone(), Player::Left);
            let graph = Graph::new(self, std::slice::from_ref(&root), &mut |(p, player)| {
                if kind.wins && self.machine.has_won_in(p)? {
                    return Ok(vec![]);
                }
                let next = if kind.partizan { player.other() } else { *player };
                let moves = self.moves(p)?.into_iter().filter(|m| player.may(m.owner));
                Ok(moves.map(|m| vec![(sorted(m.to), next)]).collect())
            })?;
            return Ok((graph.plays, vec![0]));
        }
        let graph = Graph::new(self, &p.parts, &mut |part: &Part| {
            let moves = self.moves(&Position::one(part.clone()))?;
            Ok(moves.into_iter().map(|m| m.to.parts).collect())
        })?;
        let sum = p.parts.iter().map(|part| graph.index[part]).collect();
        Ok((graph.plays, sum))
    }

    /// All Grundy functions on the positions that are reachable from the parts of a position.
    ///
    /// # Errors
    /// Moves of one player only; more positions or more searching than the budget allows.
    pub fn grundy_functions(&self, p: &Position) -> Result<FunctionList> {
        let kind = self.machine.kind(p);
        if kind.partizan || kind.wins {
            let d = Diagnostic::error(
                "no-grundy-functions",
                "Grundy functions are for impartial games in which the last move wins",
            );
            return Err(Stop::mistake(d));
        }
        let roots: Vec<Position> = p.parts.iter().map(|part| Position::one(part.clone())).collect();
        let graph = Graph::new(self, &roots, &mut |p: &Position| {
            Ok(self.moves(p)?.into_iter().map(|m| vec![sorted(m.to)]).collect())
        })?;
        let followers = |moves: &Vec<Vec<u32>>| {
            let mut to: Vec<u32> = moves.iter().flatten().copied().collect();
            to.sort_unstable();
            to.dedup();
            Some(to)
        };
        let lists: Vec<Option<Vec<u32>>> = graph.plays.options.iter().map(followers).collect();
        let found = grundy_functions(&Arcs::of_lists(&lists), LISTED, &self.machine.meter())?;
        if let Some(what) = found.stopped {
            return Err(Stop::Exhausted(
                what,
                format!("{} Grundy functions were found by then", found.count),
            ));
        }
        Ok(FunctionList { positions: graph.nodes, count: found.count, listed: found.listed })
    }
}

impl FunctionList {
    /// A list of maps from positions to values.
    ///
    /// # Errors
    /// More functions than a list may hold.
    pub fn as_value(&self) -> Result<Value> {
        if self.count > self.listed.len() as u64 {
            let title = format!("There are {} Grundy functions, too many to list", self.count);
            return Err(Stop::mistake(Diagnostic::error("too-many-functions", title)));
        }
        let one = |values: &Vec<u32>| {
            let entries = self.positions.iter().zip(values);
            let map: OrdMap<Value, Value> =
                entries.map(|(p, v)| (Value::Position(p.clone()), Value::int((*v).into()))).collect();
            Value::Map(map)
        };
        Ok(Value::List(self.listed.iter().map(one).collect::<Vector<Value>>()))
    }
}

fn sorted(mut p: Position) -> Position {
    p.parts.sort();
    p
}

fn of_length(longest: bool) -> &'static str {
    if longest { "a longest play" } else { "a play that ends" }
}

fn endless(p: &Position, what: &str) -> Stop {
    let title = format!("{} does not have {what}: play can go on for ever", p.in_trace());
    let diagnostic = Diagnostic::error("endless-plays", title);
    Stop::Mistake(Box::new(Mistake { diagnostic, kind: Kind::NoNumber("endless") }))
}
