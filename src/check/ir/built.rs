//! Which positions the rules of a game build, and which games they lead to: the one reading of the rules that all who
//! ask such a thing share.
//!
//! A position that a move leads to has come from somewhere: it is written in the move, in its target or in what a binder
//! takes its values from; or in a definition used there, or in the `starts` of a game; or a parameter holds it; or a
//! function gives it that a parameter holds. What a parameter holds may be any position, or any function of its type,
//! for questions may put in what they like. Conditions give truth values, so no position comes out of them. So the
//! places where positions are written form a graph of mentions, and where a game leads is what can be reached in it.

use super::{BinderKind, Claim, Expr, ExprKind, Game, GameId, LetId, Program};
use crate::check::types::Type;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, BTreeSet};

/// Which clauses of a game are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clauses {
    /// Those that say where play goes: the moves.
    Moves,
    /// And the claims: what positions are replaced by when they are solved.
    MovesAndClaims,
}

impl Game {
    /// Calls `visit` on every expression out of which a position may come into play, or into a claim.
    fn for_each_origin(&self, clauses: Clauses, visit: &mut dyn FnMut(&Expr)) {
        let mut binders_and_target = |binders: &[super::Binder], target: &Expr| {
            for binder in binders {
                match &binder.kind {
                    BinderKind::In { source, .. } => visit(source),
                    BinderKind::Is { value, .. } => visit(value),
                }
            }
            visit(target);
        };
        self.moves.iter().for_each(|m| binders_and_target(&m.binders, &m.target));
        let claims = self.splits.iter().chain(&self.same).filter(|_| clauses == Clauses::MovesAndClaims);
        claims.for_each(|Claim { binders, target, .. }| binders_and_target(binders, target));
    }
}

/// The graph of mentions. Its nodes are the games, the definitions, the `starts` of the games, all the positions that
/// there are, and for each type all the functions of it.
#[derive(Debug)]
pub(crate) struct Links {
    games: usize,
    lets: usize,
    functions: BTreeMap<Type, usize>,
    arrows: Vec<Vec<u32>>,
    /// Nodes are in the same group if they lead to each other.
    group: Vec<u32>,
}

impl Links {
    /// Reads the rules once.
    pub(crate) fn new(program: &Program, clauses: Clauses) -> Links {
        let (games, lets) = (program.games.len(), program.lets.len());
        let (arrows, group) = (vec![vec![]; 2 * games + lets + 1], vec![]);
        let mut links = Links { games, lets, functions: BTreeMap::new(), arrows, group };
        links.add_functions(program);
        for (g, game) in program.games.iter().enumerate() {
            game.for_each_origin(clauses, &mut |e| links.add(g, game.params.len(), e));
            game.starts.iter().for_each(|e| links.add(links.start(g), 0, e));
        }
        for (l, definition) in program.lets.iter().enumerate() {
            links.add(games + l, 0, &definition.body);
        }
        let any = links.any_position();
        links.arrows[any] = (0..games as u32).collect();
        for to in &mut links.arrows {
            to.sort_unstable();
            to.dedup();
        }
        links.find_groups();
        links
    }

    fn start(&self, game: usize) -> usize {
        self.games + self.lets + game
    }

    fn any_position(&self) -> usize {
        2 * self.games + self.lets
    }

    fn add_functions(&mut self, program: &Program) {
        for (l, definition) in program.lets.iter().enumerate().filter(|(_, l)| l.is_function) {
            let params = definition.params.iter().map(|p| p.ty.clone()).collect();
            let ty = Type::Function(params, Box::new(definition.body.ty.clone()));
            let node = *self.functions.entry(ty).or_insert(self.arrows.len());
            self.arrows.resize(self.arrows.len().max(node + 1), vec![]);
            self.arrows[node].push((self.games + l) as u32);
        }
    }

    /// Adds what an expression mentions. The slots before `params` hold what no rule shows; in a definition there are
    /// none, since what it is given is written where it is used.
    fn add(&mut self, node: usize, params: usize, e: &Expr) {
        use ExprKind::*;
        match &e.kind {
            Position(id, _) => self.arrows[node].push(id.index() as u32),
            Start(id) => {
                let start = self.start(id.index()) as u32;
                self.arrows[node].push(start);
            }
            Call(id, _) | Global(id) | Function(id) => {
                self.arrows[node].push((self.games + id.0 as usize) as u32)
            }
            Local(slot) if (*slot as usize) < params => self.add_held(node, &e.ty),
            CallLocal(slot, args) if (*slot as usize) < params => {
                let params = args.iter().map(|a| a.ty.clone()).collect();
                self.add_held(node, &Type::Function(params, Box::new(e.ty.clone())));
            }
            // What these hold or give was written elsewhere among the origins, or is built by their parts. A function
            // of the language is called by native ones, and is one of these parts. `Successors` gives vertices.
            Local(_) | CallLocal(..) | Builtin(..) | Successors(..) | Int(_) | Bool(_) | Text(_)
            | Case(_) | Negate(_) | Not(_) | Binary(..) | Compare(..) | In(..) | Range(..) | Tuple(_)
            | Cell(..) | Set(_) | List(_) | Bag(_) | Map(_) | For(..) | MapFor(..) | If(..) | Index(..)
            | Field(..) | Heap(_) | Nothing | Wrong => {}
        }
        e.for_each_child(&mut |child| self.add(node, params, child));
    }

    /// What a parameter of this type may hold.
    fn add_held(&mut self, node: usize, ty: &Type) {
        match ty {
            Type::Position | Type::Unknown(_) | Type::Wrong => {
                let any = self.any_position() as u32;
                self.arrows[node].push(any);
            }
            Type::Function(_, result) => {
                self.arrows[node].extend(self.functions.get(ty).map(|f| *f as u32));
                self.add_held(node, result);
            }
            Type::Set(t) | Type::Bag(t) | Type::List(t) => self.add_held(node, t),
            Type::Map(k, v) => {
                self.add_held(node, k);
                self.add_held(node, v);
            }
            Type::Tuple(ts) => ts.iter().for_each(|t| self.add_held(node, t)),
            Type::Int | Type::Bool | Type::Text | Type::Cell | Type::Drawing | Type::Enum(_) => {}
        }
    }

    fn find_groups(&mut self) {
        let edges =
            self.arrows.iter().zip(0u32..).flat_map(|(to, from)| to.iter().map(move |to| (from, *to)));
        self.group = components(self.arrows.len(), edges);
    }

    /// The games that a game leads to, in the order of a search from it; itself first.
    pub(crate) fn reachable(&self, id: GameId) -> Vec<GameId> {
        let first = id.index() as u32;
        let (mut seen, mut order, mut next) = (BTreeSet::from([first]), vec![first], 0);
        while next < order.len() {
            for to in &self.arrows[order[next] as usize] {
                if seen.insert(*to) {
                    order.push(*to);
                }
            }
            next += 1;
        }
        order.into_iter().filter(|node| (*node as usize) < self.games).map(GameId).collect()
    }

    /// Whether a game leads back to itself.
    pub(crate) fn comes_back(&self, id: GameId) -> bool {
        let group = self.group[id.index()];
        self.arrows[id.index()].iter().any(|to| self.group[*to as usize] == group)
    }

    /// Whether two games lead to each other; or, if they are the same, whether it leads back to itself.
    pub(crate) fn together(&self, a: GameId, b: GameId) -> bool {
        self.group[a.index()] == self.group[b.index()] && (a.index() != b.index() || self.comes_back(a))
    }

    /// A game and all that it leads to and that lead back to it.
    pub(crate) fn members(&self, id: GameId) -> BTreeSet<GameId> {
        let group = self.group[id.index()];
        (0..self.games as u32).filter(|g| self.group[*g as usize] == group).map(GameId).collect()
    }

    /// All games that have to do with a game: those it leads to, those that lead to it, and so on.
    pub(crate) fn family(&self, id: GameId) -> BTreeSet<GameId> {
        let mut back: Vec<Vec<u32>> = vec![vec![]; self.arrows.len()];
        for (from, to) in self.arrows.iter().enumerate() {
            to.iter().for_each(|to| back[*to as usize].push(from as u32));
        }
        let first = id.index() as u32;
        let (mut found, mut left) = (BTreeSet::from([first]), vec![first]);
        while let Some(node) = left.pop() {
            let adjacent = self.arrows[node as usize].iter().chain(&back[node as usize]);
            left.extend(adjacent.filter(|n| found.insert(**n)));
        }
        found.into_iter().filter(|node| (*node as usize) < self.games).map(GameId).collect()
    }

    /// Whether what a definition mentions leads to a game.
    pub(crate) fn definition_leads_to(&self, id: LetId, game: GameId) -> bool {
        // A definition that a game uses leads back to it, or is no way back at all.
        self.group[self.games + id.0 as usize] == self.group[game.index()]
    }

    /// The games of which positions are built, by something that leads back to them, where neither their rules nor the
    /// definitions these call show what they are given: in a `starts`, in what a parameter holds, or by functions that
    /// parameters hold.
    pub(crate) fn built_unseen(&self) -> BTreeSet<GameId> {
        let starts = self.games + self.lets;
        let mut left: Vec<usize> = (starts..self.arrows.len()).collect();
        let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
        while let Some(node) = left.pop() {
            for to in self.arrows[node].iter().map(|to| *to as usize) {
                if self.group[to] != self.group[node] {
                    continue;
                }
                if to < self.games {
                    found.insert(GameId(to as u32));
                } else if seen.insert(to) {
                    left.push(to);
                }
            }
        }
        found
    }
}

/// For each of this many nodes the number of its strongly connected part; parts that others lead to come first.
pub(crate) fn components(nodes: usize, arrows: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let mut graph = DiGraph::<(), ()>::from_edges(arrows);
    while graph.node_count() < nodes {
        graph.add_node(());
    }
    let mut part = vec![0; nodes];
    for (number, inside) in (0..).zip(kosaraju_scc(&graph)) {
        inside.into_iter().for_each(|node| part[node.index()] = number);
    }
    part
}
