//! Games, graphs and definitions: declared first, so that they may refer to each other in any order.

use super::ir::{self, Binder, BinderKind, Claim, ExprKind, Game, GameId, Graph, Let, LetId, Move, Param};
use super::scope::{Checker, Context, Entity, GameSource, LetState, wrong_expr};
use super::types::{Shape, Type};
use super::uses::Kind;
use crate::check::hints::whose_turn;
use crate::check::nearest;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::sync::Arc;

const TYPE_WORDS: &[&str] = &[
    "nat",
    "int",
    "bool",
    "text",
    "cell",
    "drawing",
    "position",
    "set of nat",
    "bag of nat",
    "list of nat",
    "map of nat to nat",
];

/// What a type of other languages is called here.
fn type_elsewhere(word: &str) -> Option<&'static str> {
    let small = word.to_lowercase();
    let one = small.strip_suffix('s').unwrap_or(&small);
    let plain = ["nat", "int", "bool", "text", "cell", "position", "drawing"].into_iter();
    own_type(&small).or_else(|| own_type(one)).or_else(|| plain.into_iter().find(|own| *own == one))
}

fn own_type(small: &str) -> Option<&'static str> {
    Some(match small {
        "integer" | "long" | "z" | "ℤ" => "int",
        "number" | "num" | "natural" | "unsigned" | "uint" | "n" | "ℕ" | "ℕ₀" | "float" | "double"
        | "real" => "nat",
        "string" | "str" | "char" | "letter" | "word" => "text",
        "boolean" | "logical" => "bool",
        "array" | "vector" | "row" => "list of nat",
        "coordinate" | "square" | "point" => "cell",
        "cells" | "board" => "set of cell",
        "dict" | "dictionary" => "map of nat to nat",
        "pair" | "tuple" | "couple" => "(nat, nat)",
        "triple" => "(nat, nat, nat)",
        "vertex" | "node" | "id" | "index" | "count" | "size" => "nat",
        "edge" => "(nat, nat)",
        "positive" | "posint" => "1..",
        "set" => "set of nat",
        "pile" | "heap" => "nat",
        "piles" | "heaps" => "list of nat",
        "game" => "position",
        _ => return None,
    })
}

impl Checker {
    /// Checks all definitions, whatever is asked about them.
    pub(super) fn definitions(&mut self, items: &[ast::Item]) {
        self.declare(items);
        self.define();
    }

    /// Gives every top-level name its id, and every game its parameters.
    fn declare(&mut self, items: &[ast::Item]) {
        for item in items {
            match item {
                ast::Item::Let(def) => self.declare_let(def),
                ast::Item::Game(def) => self.declare_game(&def.name, GameSource::Rules(def.clone())),
                ast::Item::Graph(def) => self.declare_game(&def.name, GameSource::Graph(def.clone())),
                ast::Item::Use(_) | ast::Item::Statement(_) => {}
            }
        }
        for id in 0..self.game_defs.len() {
            let (params, slots) = match self.game_defs[id].clone() {
                GameSource::Rules(def) => self.params(&def.params, true),
                GameSource::Graph(def) => self.graph(&def, id),
            };
            self.program.games[id].params = params;
            self.program.games[id].slots = slots;
        }
    }

    /// Checks the bodies of all definitions and games.
    fn define(&mut self) {
        for id in 0..self.let_states.len() {
            self.define_let(LetId(id as u32));
        }
        for id in 0..self.game_defs.len() {
            if let GameSource::Rules(def) = self.game_defs[id].clone() {
                self.define_game(GameId(id as u32), &def);
            }
        }
    }

    fn claim_name(&mut self, name: &ast::Name, entity: Entity) {
        if let Some((_, before)) = self.names.get(&name.text) {
            let d = Diagnostic::error("defined-twice", format!("`{}` is defined twice", name.text))
                .at(name.span, "here again")
                .also(*before, "first here")
                .hint("Which of the two should have another name?");
            let two = (self.names[&name.text].0, entity);
            let other_file = before.file != name.span.file;
            let one_kind = matches!(two, (Entity::Let(_), Entity::Let(_)))
                || other_file && matches!(two, (Entity::Game(_), Entity::Game(_)));
            self.report(d);
            // What is a game and a value at once is used as either, and two games have other parameters: no use of it is a
            // second mistake.
            if !one_kind {
                self.names.remove(&name.text);
                self.broken.insert(name.text.clone());
                return;
            }
        }
        self.names.insert(name.text.clone(), (entity, name.span));
    }

    fn declare_let(&mut self, def: &ast::LetDef) {
        let id = LetId(self.program.lets.len() as u32);
        self.claim_name(&def.name, Entity::Let(id));
        let kind = if def.params.is_some() { Kind::Function } else { Kind::Constant };
        self.note_definition(&def.name, kind, None);
        // Its body waits, but the names of enumerations are known everywhere, above it, too.
        def.params.iter().flatten().for_each(|p| self.name_cases(&p.ty));
        self.let_states.push(LetState::Waiting(def.clone()));
        self.asks.push(false);
        self.program.lets.push(Let {
            name: def.name.text.clone(),
            is_function: def.params.is_some(),
            params: vec![],
            slots: vec![],
            body: wrong_expr(def.body.span),
            doc: def.doc.clone(),
            span: def.name.span,
        });
    }

    /// The names of the enumerations in a type.
    fn name_cases(&mut self, ty: &ast::Type) {
        use ast::TypeKind::*;
        match &ty.kind {
            Enum(names) => self.add_cases(&Arc::new(names.iter().map(|n| n.text.clone()).collect())),
            Set(t) | Bag(t) | List(t) => self.name_cases(t),
            Map(k, v) => [k, v].into_iter().for_each(|t| self.name_cases(t)),
            Tuple(ts) => ts.iter().for_each(|t| self.name_cases(t)),
            Function(ps, r) => ps.iter().chain([&**r]).for_each(|t| self.name_cases(t)),
            _ => {}
        }
    }

    fn declare_game(&mut self, name: &ast::Name, source: GameSource) {
        let id = GameId(self.program.games.len() as u32);
        self.claim_name(name, Entity::Game(id));
        let kind = match &source {
            GameSource::Rules(_) => Kind::Game,
            GameSource::Graph(_) => Kind::Graph,
        };
        self.note_definition(name, kind, Some(Type::Position));
        let (loopy, doc, item) = match &source {
            GameSource::Rules(def) => (def.loopy, def.doc.clone(), def.span),
            GameSource::Graph(def) => (false, def.doc.clone(), def.span),
        };
        self.game_defs.push(source);
        self.program.games.push(Game {
            name: name.text.clone(),
            loopy,
            graph: None,
            params: vec![],
            slots: vec![],
            moves: vec![],
            ends: vec![],
            wins: vec![],
            splits: None,
            same: vec![],
            starts: None,
            picture: None,
            decreases: None,
            doc,
            span: name.span,
            item,
        });
    }

    /// The parameters of a game or of a function.
    fn params(&mut self, params: &[ast::Param], game: bool) -> (Vec<Param>, Vec<Type>) {
        let mut done: Vec<Param> = vec![];
        for p in params {
            if let Some(before) = done.iter().find(|q| q.name == p.name.text) {
                let d = Diagnostic::error(
                    "defined-twice",
                    format!("Two parameters are called `{}`", p.name.text),
                )
                .at(p.name.span, "here again")
                .also(before.span, "first here");
                self.report(d);
            }
            let (ty, shape) = self.declared_type(&p.ty);
            let ty = self.unifier.resolve(&ty);
            self.report_large_type(p.ty.span);
            self.note_parameter(p, ty.clone());
            if game && let Some(d) = whose_turn(&p.name, &ty, &shape) {
                self.report(d);
            }
            done.push(Param { name: p.name.text.clone(), ty, shape, is_rule: false, span: p.name.span });
        }
        let slots = done.iter().map(|p| p.ty.clone()).collect();
        (done, slots)
    }

    /// The type and bounds that a written type stands for.
    pub(super) fn declared_type(&mut self, ty: &ast::Type) -> (Type, Shape) {
        use ast::TypeKind::*;
        let elements = |s: Shape| if s.is_any() { Shape::Any } else { Shape::Elements(Box::new(s)) };
        match &ty.kind {
            Nat => (Type::Int, Shape::nat()),
            Int => (Type::Int, Shape::Any),
            Range { lo, hi, exclusive } => {
                (Type::Int, self.range_shape(lo, hi.as_deref(), *exclusive, ty.span))
            }
            Bool => (Type::Bool, Shape::Any),
            Text => (Type::Text, Shape::Any),
            Cell => (Type::Cell, Shape::Any),
            Drawing => (Type::Drawing, Shape::Any),
            Position => (Type::Position, Shape::Any),
            Set(t) => {
                let (t, s) = self.element_type(t);
                (Type::Set(Box::new(t)), elements(s))
            }
            Bag(t) => {
                let (t, s) = self.element_type(t);
                (Type::Bag(Box::new(t)), elements(s))
            }
            List(t) => {
                let (t, s) = self.element_type(t);
                (Type::List(Box::new(t)), elements(s))
            }
            Map(k, v) => {
                let ((k, ks), (v, vs)) = (self.declared_type(k), self.declared_type(v));
                (Type::Map(Box::new(k), Box::new(v)), Shape::Map(Box::new(ks), Box::new(vs)))
            }
            Tuple(ts) => {
                let (ts, shapes) = ts.iter().map(|t| self.declared_type(t)).unzip();
                (Type::Tuple(ts), Shape::Tuple(shapes))
            }
            Enum(written) => {
                let names = Arc::new(written.iter().map(|n| n.text.clone()).collect::<Vec<_>>());
                self.add_cases(&names);
                self.note_cases(written, &Type::Enum(names.clone()));
                (Type::Enum(names), Shape::Any)
            }
            Function(params, result) => {
                let params = params.iter().map(|t| self.declared_type(t).0).collect();
                let (result, _) = self.declared_type(result);
                (Type::Function(params, Box::new(result)), Shape::Any)
            }
            Unknown(word) if self.is_broken(word) => (Type::Wrong, Shape::Any),
            Unknown(word) => {
                let d = Diagnostic::error("unknown-type", format!("There is no type `{word}`"))
                    .at(ty.span, "not a type");
                let own = type_elsewhere(word).map(str::to_owned);
                let d = match own.or_else(|| nearest(word, TYPE_WORDS.iter().copied())) {
                    Some(near) => d.instead(ty.span, near),
                    None => d.note(format!(
                        "Types are written like {}, 0..7 or red | black.",
                        TYPE_WORDS.join(", ")
                    )),
                };
                self.report(d);
                (Type::Wrong, Shape::Any)
            }
        }
    }

    /// The type of elements: `set of cells` means `set of cell`.
    fn element_type(&mut self, ty: &ast::Type) -> (Type, Shape) {
        let ast::TypeKind::Unknown(word) = &ty.kind else { return self.declared_type(ty) };
        let own = match word.to_lowercase().as_str() {
            "cells" | "squares" | "fields" | "coordinates" => "cell",
            "nats" | "numbers" | "naturals" | "piles" | "heaps" => "nat",
            "texts" | "strings" | "words" => "text",
            "pairs" | "edges" | "tuples" => "(nat, nat)",
            _ => return self.declared_type(ty),
        };
        let d =
            Diagnostic::error("unknown-type", format!("There is no type `{word}`")).at(ty.span, "not a type");
        self.report(d.instead(ty.span, own));
        (Type::Wrong, Shape::Any)
    }

    fn range_shape(&mut self, lo: &ast::Expr, hi: Option<&ast::Expr>, exclusive: bool, span: Span) -> Shape {
        let lo = self.constant(lo);
        let hi = match hi {
            Some(hi) => self.constant(hi).map(|h| Some(if exclusive { h - 1 } else { h })),
            None => Some(None),
        };
        match (lo, hi) {
            (Some(lo), Some(hi)) => Shape::Range(Some(lo), hi),
            _ => {
                let d = Diagnostic::error("range-not-constant", "The bounds of a type must be fixed numbers")
                    .at(span, "known only during play")
                    .hint("Could the type be `nat`, and a guard (`where ...`) keep the number in bounds?");
                self.report(d);
                Shape::Any
            }
        }
    }

    /// The number a constant expression stands for: literals, arithmetic and `let` names.
    fn constant(&mut self, e: &ast::Expr) -> Option<BigInt> {
        let (checked, _) = self.framed(Context::Free, |c| c.expr_of(e, &Type::Int, "a bound of a type"));
        self.constant_value(&checked)
    }

    fn constant_value(&self, e: &ir::Expr) -> Option<BigInt> {
        use ir::BinaryOp::*;
        match &e.kind {
            ExprKind::Int(n) => Some(n.clone()),
            ExprKind::Negate(a) => Some(-self.constant_value(a)?),
            ExprKind::Global(id) => self.constant_value(&self.program.definition(*id).body),
            ExprKind::Binary(op @ (Add | Subtract | Multiply | Power), a, b) => {
                let (a, b) = (self.constant_value(a)?, self.constant_value(b)?);
                match op {
                    Add => Some(a + b),
                    Subtract => Some(a - b),
                    Multiply => Some(a * b),
                    _ => b.to_u32().filter(|b| *b < 10_000).map(|b| a.pow(b)),
                }
            }
            _ => None,
        }
    }

    /// Checks a definition if it has not been checked yet.
    pub(super) fn define_let(&mut self, id: LetId) {
        let state = std::mem::replace(&mut self.let_states[id.0 as usize], LetState::Checking);
        let LetState::Waiting(def) = state else {
            self.let_states[id.0 as usize] = state;
            return;
        };
        let ((params, body), frame) = self.framed(Context::Free, |c| {
            let (params, _) = c.params(def.params.as_deref().unwrap_or(&[]), false);
            c.bind_params(&params);
            (params, c.expr(&def.body, None))
        });
        self.asks[id.0 as usize] = frame.asks;
        let body = self.resolved(body);
        let entry = &mut self.program.lets[id.0 as usize];
        entry.params = params;
        entry.slots = frame.slots;
        entry.body = body;
        let ty = entry.body.ty.clone();
        self.let_states[id.0 as usize] = LetState::Done;
        let kind = if def.params.is_some() { Kind::Function } else { Kind::Constant };
        self.note_definition(&def.name, kind, Some(ty));
    }

    /// Whether a definition is being checked right now: a use of it inside itself.
    pub(super) fn is_recursive_use(&self, id: LetId) -> bool {
        matches!(self.let_states[id.0 as usize], LetState::Checking)
    }

    fn graph(&mut self, def: &ast::GraphDef, id: usize) -> (Vec<Param>, Vec<Type>) {
        let mut vertices: Vec<String> = vec![];
        let mut index = |name: &str| match vertices.iter().position(|v| v == name) {
            Some(i) => i as u32,
            None => {
                vertices.push(name.to_string());
                vertices.len() as u32 - 1
            }
        };
        let lines: Vec<(u32, Vec<u32>)> = def
            .edges
            .iter()
            .map(|l| (index(&l.from.text), l.to.iter().map(|t| index(&t.text)).collect()))
            .collect();
        let mut arcs = vec![vec![]; vertices.len()];
        for (from, to) in lines {
            arcs[from as usize].extend(to);
        }
        let numbered = vertices.iter().all(|v| v.parse::<u32>().is_ok());
        let vertices = Arc::new(vertices);
        let ty = if numbered { Type::Int } else { Type::Enum(vertices.clone()) };
        if !numbered {
            self.add_cases(&vertices);
        }
        let named = def.edges.iter().flat_map(|l| std::iter::once(&l.from).chain(&l.to));
        let named: Vec<ast::Name> = named.cloned().collect();
        self.note_cases(&named, &ty);
        let game = &mut self.program.games[id];
        let graph = Graph { vertices: vertices.clone(), arcs };
        game.loopy = graph.has_cycle();
        game.graph = Some(graph);
        game.moves = vec![graph_move(GameId(id as u32), &ty, def)];
        let shape = if numbered { graph_shape(&vertices) } else { Shape::Any };
        let param =
            Param { name: "vertex".into(), ty: ty.clone(), shape, is_rule: false, span: def.name.span };
        (vec![param], vec![ty.clone(), ty])
    }

    fn define_game(&mut self, id: GameId, def: &ast::GameDef) {
        let params = self.program.game(id).params.clone();
        let (game, frame) = self.framed(Context::Rules, |c| {
            c.bind_params(&params);
            let mut game = c.program.game(id).clone();
            for clause in &def.clauses {
                c.clause(clause, &mut game);
            }
            game
        });
        let mut game = game;
        game.slots = frame.slots;
        self.resolve_game(&mut game);
        self.report_large_type(def.name.span);
        self.diagnostics.extend(super::players::named_after_players(def));
        if def.clauses.is_empty() {
            let d = Diagnostic::warning(
                "no-moves",
                format!("{} has no moves: every position is lost for the player to move", game.name),
            )
            .at(def.name.span, "no clause follows");
            self.report(d);
        }
        self.program.games[id.0 as usize] = game;
    }

    fn resolve_game(&self, game: &mut Game) {
        let f = |t: &Type| self.unifier.resolve(t);
        for m in &mut game.moves {
            m.binders.iter_mut().for_each(|b| b.map_types(&f));
            m.guard.iter_mut().for_each(|g| g.map_types(&f));
            m.target.map_types(&f);
        }
        for claim in game.splits.iter_mut().chain(&mut game.same) {
            claim.binders.iter_mut().for_each(|b| b.map_types(&f));
            claim.target.map_types(&f);
        }
        let others = game.ends.iter_mut().chain(&mut game.wins);
        let others = others.chain(&mut game.starts).chain(&mut game.picture).chain(&mut game.decreases);
        others.for_each(|e| e.map_types(&f));
    }

    fn clause(&mut self, clause: &ast::Clause, game: &mut Game) {
        match clause {
            ast::Clause::Move(m) => {
                let checked = self.scoped(|c| c.move_clause(m));
                game.moves.push(checked);
            }
            ast::Clause::EndsWhen(e, _) => game.ends.push(self.expr_of(e, &Type::Bool, "`ends when`")),
            ast::Clause::WinsWhen(e, _) => game.wins.push(self.expr_of(e, &Type::Bool, "`wins when`")),
            ast::Clause::SplitsInto { target, binders, span } => {
                let claim = self.scoped(|c| {
                    let binders = c.binders(binders);
                    Claim { target: c.target(target, "the parts"), binders, span: *span }
                });
                if let Some(before) = &game.splits {
                    let d = Diagnostic::error("defined-twice", "A game splits in one way")
                        .at(*span, "here again")
                        .also(before.span, "first here");
                    self.report(d);
                }
                game.splits = Some(claim);
            }
            ast::Clause::SameAs(targets, span) => {
                for t in targets {
                    let target = self.target(t, "the same position");
                    game.same.push(Claim { target, binders: vec![], span: *span });
                }
            }
            ast::Clause::Starts(e, span) => {
                if let Some(before) = &game.starts {
                    let d = Diagnostic::error("defined-twice", "A game starts from one position")
                        .at(*span, "here again")
                        .also(before.span, "first here")
                        .hint("Can one of them be left out?");
                    self.report(d);
                }
                game.starts = Some(self.in_statement_scope(|c| c.target(e, "the start")))
            }
            ast::Clause::Picture(e, _) => game.picture = Some(self.expr_of(e, &Type::Text, "a picture")),
            ast::Clause::Decreases(e, _) => game.decreases = Some(self.decreasing(e)),
        }
    }

    /// The start of a game stands for itself: its parameters have no values there.
    fn in_statement_scope<T>(&mut self, inside: impl FnOnce(&mut Checker) -> T) -> T {
        let hidden = std::mem::take(&mut self.frame.scope);
        let result = inside(self);
        self.frame.scope = hidden;
        result
    }

    fn decreasing(&mut self, e: &ast::Expr) -> ir::Expr {
        // Numbers in brackets are no cell, also where they are a row and a column.
        let numbers = match &e.kind {
            ast::ExprKind::Tuple(parts) => Some(Type::Tuple(vec![Type::Int; parts.len()])),
            _ => None,
        };
        let checked = self.expr(e, numbers.as_ref());
        let ty = self.unifier.resolve(&checked.ty);
        let fits = match &ty {
            Type::Tuple(ts) => ts.iter().all(|t| *t == Type::Int),
            t => matches!(t, Type::Int | Type::Wrong),
        };
        if !fits {
            let d = Diagnostic::error(
                "wrong-type",
                format!("`decreases` needs a number, or numbers as in (a, b); this is {}", ty.phrase()),
            )
            .at(e.span, ty.phrase());
            self.report(d);
        }
        checked
    }

    fn move_clause(&mut self, m: &ast::MoveDef) -> Move {
        self.note_definition(&m.label, Kind::Move, None);
        self.note_hidden(&m.binders);
        let binders = self.binders(&m.binders);
        let guard = m.guard.as_ref().map(|g| self.expr_of(g, &Type::Bool, "a guard"));
        let target = self.target(&m.target, "where the move leads");
        self.note_absent(&binders, guard.as_ref(), &target);
        let shown = binders.iter().flat_map(chosen_slots).collect();
        Move {
            label: m.label.text.clone(),
            owner: m.owner,
            binders,
            guard,
            target,
            shown,
            span: m.label.span,
            clause: m.span,
        }
    }
}

/// The slots that a binder lets the player choose.
fn chosen_slots(binder: &Binder) -> Vec<ir::Slot> {
    match &binder.kind {
        BinderKind::In { slots, .. } => slots.clone(),
        BinderKind::Is { .. } => vec![],
    }
}

fn graph_shape(vertices: &[String]) -> Shape {
    let numbers = || vertices.iter().filter_map(|v| v.parse::<BigInt>().ok());
    Shape::Range(numbers().min(), numbers().max())
}

/// The one move of a graph: along an arc.
fn graph_move(id: GameId, ty: &Type, def: &ast::GraphDef) -> Move {
    let local = |slot| ir::Expr { kind: ExprKind::Local(slot), ty: ty.clone(), span: def.name.span };
    let source = ir::Expr {
        kind: ExprKind::Successors(id, Box::new(local(0))),
        ty: Type::List(Box::new(ty.clone())),
        span: def.span,
    };
    let kind = BinderKind::In { slots: vec![1], names: vec!["vertex".into()], source };
    Move {
        label: "go".into(),
        owner: ast::Owner::Both,
        binders: vec![Binder { kind, guard: None, span: def.span }],
        guard: None,
        target: ir::Expr { kind: ExprKind::Position(id, vec![local(1)]), ty: Type::Position, span: def.span },
        shown: vec![1],
        span: def.name.span,
        clause: def.span,
    }
}
