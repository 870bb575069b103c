//! What a text defines: definitions, games and graphs by name, with those of the modules it uses.

use super::value::{Fail, Result, Value, nonsense};
use fairgame::source::FileId;
use fairgame::syntax::ast::{Expr, GameDef, GraphDef, Item, LetDef, Param, Statement, Type, TypeKind};
use fairgame::syntax::parse::parse;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// A game by its rules or by its arrows.
pub(crate) enum Source {
    Rules(GameDef),
    Graph(GraphDef),
}

/// A function with some of its arguments fixed: its name, and what is fixed.
pub(crate) type Partly = (String, Vec<Option<Value>>);

/// Everything that a text defines.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) lets: HashMap<String, LetDef>,
    /// In the order of their definition.
    pub(crate) games: Vec<(String, Source)>,
    /// The names of enumerations, and which of their enumeration they are.
    pub(crate) cases: HashMap<String, usize>,
    /// What the text asks.
    pub(crate) statements: Vec<Statement>,
    used: HashSet<String>,
    /// Functions with some arguments fixed, by how they are written: of which function, and with what.
    pub(crate) partly: RefCell<HashMap<String, Partly>>,
    /// How much more may be done.
    pub(crate) fuel: Cell<u64>,
}

/// Names with their values, innermost last.
pub(crate) type Scope = Vec<(String, Value)>;

impl World {
    /// Reads a text and the modules of the library it uses.
    pub(crate) fn of(text: &str) -> Result<World> {
        let mut world = World { fuel: Cell::new(0), ..World::default() };
        world.take(text, true)?;
        Ok(world)
    }

    fn take(&mut self, text: &str, own: bool) -> Result<()> {
        let parsed = parse(FileId(0), text);
        if let Some(d) = parsed.diagnostics.iter().find(|d| d.is_error()) {
            return nonsense(format!("{d:?}"));
        }
        for item in parsed.items {
            match item {
                Item::Use(u) => {
                    if self.used.insert(u.path.clone()) {
                        let entry = fairgame::library::entry(&u.path);
                        let entry = entry.ok_or_else(|| Fail::Nonsense(format!("no module {}", u.path)))?;
                        self.take(entry.text, false)?;
                    }
                }
                Item::Let(def) => self.add_let(def),
                Item::Game(def) => self.add_game(def),
                Item::Graph(def) => self.add_graph(def),
                Item::Statement(s) if own => self.statements.push(s),
                Item::Statement(_) => {}
            }
        }
        Ok(())
    }

    fn add_let(&mut self, def: LetDef) {
        self.cases_of(def.params.iter().flatten());
        self.lets.insert(def.name.text.clone(), def);
    }

    fn add_game(&mut self, def: GameDef) {
        self.cases_of(&def.params);
        self.games.push((def.name.text.clone(), Source::Rules(def)));
    }

    fn add_graph(&mut self, def: GraphDef) {
        for (i, vertex) in vertices(&def).into_iter().enumerate() {
            self.cases.insert(vertex, i);
        }
        self.games.push((def.name.text.clone(), Source::Graph(def)));
    }

    fn cases_of<'p>(&mut self, params: impl IntoIterator<Item = &'p Param>) {
        params.into_iter().for_each(|p| self.cases_in(&p.ty));
    }

    fn cases_in(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Enum(names) => {
                self.cases.extend(names.iter().enumerate().map(|(i, n)| (n.text.clone(), i)));
            }
            TypeKind::Set(t) | TypeKind::Bag(t) | TypeKind::List(t) => self.cases_in(t),
            TypeKind::Map(k, v) => [k, v].into_iter().for_each(|t| self.cases_in(t)),
            TypeKind::Tuple(ts) => ts.iter().for_each(|t| self.cases_in(t)),
            TypeKind::Function(ps, r) => {
                ps.iter().for_each(|t| self.cases_in(t));
                self.cases_in(r);
            }
            _ => {}
        }
    }

    /// A game by its name.
    pub(crate) fn game(&self, name: &str) -> Option<(usize, &Source)> {
        self.games.iter().enumerate().find(|(_, g)| g.0 == name).map(|(i, g)| (i, &g.1))
    }

    /// One step of work.
    pub(crate) fn tick(&self) -> Result<()> {
        match self.fuel.get().checked_sub(1) {
            Some(left) => {
                self.fuel.set(left);
                Ok(())
            }
            None => Err(Fail::TooMuch),
        }
    }

    /// Whether a value is of a declared type.
    pub(crate) fn fits(&self, ty: &Type, value: &Value) -> Result<bool> {
        let all = |t: &Type, values: &mut dyn Iterator<Item = &Value>| -> Result<bool> {
            for v in values {
                if !self.fits(t, v)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        Ok(match (&ty.kind, value) {
            (TypeKind::Nat, Value::Int(n)) => *n >= 0.into(),
            (TypeKind::Range { lo, hi, exclusive }, Value::Int(n)) => {
                let bound = |e: &Expr| self.eval(e, &mut vec![])?.into_int();
                let above = bound(lo)? <= *n;
                let below = match hi {
                    None => true,
                    Some(hi) if *exclusive => *n < bound(hi)?,
                    Some(hi) => *n <= bound(hi)?,
                };
                above && below
            }
            (TypeKind::Set(t), Value::Set(vs)) => all(t, &mut vs.iter())?,
            (TypeKind::Bag(t), Value::Bag(vs)) => all(t, &mut vs.keys())?,
            (TypeKind::List(t), Value::List(vs)) => all(t, &mut vs.iter())?,
            (TypeKind::Map(k, v), Value::Map(m)) => all(k, &mut m.keys())? && all(v, &mut m.values())?,
            (TypeKind::Tuple(ts), Value::Tuple(vs)) if ts.len() == vs.len() => {
                for (t, v) in ts.iter().zip(vs) {
                    if !self.fits(t, v)? {
                        return Ok(false);
                    }
                }
                true
            }
            (TypeKind::Int, Value::Int(_))
            | (TypeKind::Bool, Value::Bool(_))
            | (TypeKind::Text, Value::Text(_))
            | (TypeKind::Enum(_), Value::Case(..))
            | (TypeKind::Position, Value::Position(_))
            | (TypeKind::Function(..), Value::Function(_)) => true,
            (TypeKind::Cell, Value::Tuple(_)) => {
                let (row, col) = value.clone().into_cell()?;
                [row, col].iter().all(|n| i32::try_from(n).is_ok())
            }
            (kind, value) => return nonsense(format!("{value:?} cannot be {kind:?}")),
        })
    }
}

/// The vertices of a graph in the order in which they are named.
pub(crate) fn vertices(def: &GraphDef) -> Vec<String> {
    let mut all: Vec<String> = vec![];
    for name in def.edges.iter().flat_map(|line| std::iter::once(&line.from).chain(&line.to)) {
        if !all.contains(&name.text) {
            all.push(name.text.clone());
        }
    }
    all
}
