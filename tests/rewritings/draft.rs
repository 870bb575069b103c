#![allow(dead_code)]
//! A program being rewritten: where a rewriting may apply, what is bound there, and names that are new.

use crate::program::Program;
use crate::tree;
use fairgame::check::types::Type;
use fairgame::source::Span;
use fairgame::syntax::ast::*;
use num_bigint::BigInt;
use std::collections::{HashMap, HashSet};

/// Which of the places a rewriting applies at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Places {
    /// All of them.
    Every,
    /// About half of them, by this seed.
    Some(u64),
}

/// A program being rewritten.
pub(crate) struct Draft<'p> {
    /// What it was.
    pub(crate) program: &'p Program,
    /// What it is now.
    pub(crate) items: Vec<Item>,
    /// At how many places it was changed.
    pub(crate) changed: usize,
    places: Places,
    fresh: usize,
}

impl<'p> Draft<'p> {
    /// Nothing rewritten yet.
    pub(crate) fn new(program: &'p Program, places: Places) -> Draft<'p> {
        Draft { program, items: program.items.clone(), changed: 0, places, fresh: 0 }
    }

    /// Whether to apply at the place at hand; counts it.
    pub(crate) fn take(&mut self) -> bool {
        let take = match &mut self.places {
            Places::Every => true,
            Places::Some(seed) => {
                *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (*seed >> 40) & 1 == 0
            }
        };
        self.changed += usize::from(take);
        take
    }

    /// A name that is used nowhere.
    pub(crate) fn fresh(&mut self, stem: &str) -> String {
        loop {
            self.fresh += 1;
            let name = format!("{stem}{}", self.fresh);
            if !self.program.names.contains(&name) {
                return name;
            }
        }
    }

    /// Calls `change` on every move of every game.
    pub(crate) fn moves(&mut self, mut change: impl FnMut(&mut Self, &mut MoveDef)) {
        let mut items = std::mem::take(&mut self.items);
        for item in &mut items {
            if let Item::Game(g) = item {
                for c in &mut g.clauses {
                    if let Clause::Move(m) = c {
                        change(self, m);
                    }
                }
            }
        }
        self.items = items;
    }

    /// Calls `change` on every expression of games and definitions, innermost first, with the names bound there.
    pub(crate) fn rules(&mut self, mut change: impl FnMut(&mut Self, &mut Expr, &Bound)) {
        let mut items = std::mem::take(&mut self.items);
        for item in &mut items {
            if !matches!(item, Item::Statement(_)) {
                in_scope(item, &mut |e, bound| change(self, e, bound));
            }
        }
        self.items = items;
    }

    /// Calls `change` on every expression of games, innermost first, with the names bound there.
    pub(crate) fn in_games(&mut self, mut change: impl FnMut(&mut Self, &mut Expr, &Bound)) {
        let mut items = std::mem::take(&mut self.items);
        for item in &mut items {
            if matches!(item, Item::Game(_)) {
                in_scope(item, &mut |e, bound| change(self, e, bound));
            }
        }
        self.items = items;
    }

    /// Calls `change` on every guard of moves, binders and ends.
    pub(crate) fn guards(&mut self, mut change: impl FnMut(&mut Self, &mut Expr)) {
        let mut items = std::mem::take(&mut self.items);
        for item in &mut items {
            if let Item::Statement(_) = item {
                continue;
            }
            if let Item::Game(g) = item {
                for c in &mut g.clauses {
                    match c {
                        Clause::Move(m) => m.guard.iter_mut().for_each(|g| change(self, g)),
                        Clause::EndsWhen(e, _) | Clause::WinsWhen(e, _) => change(self, e),
                        _ => {}
                    }
                }
            }
            tree::all_binders_mut(item, &mut |binders| {
                binders.iter_mut().filter_map(|b| b.guard.as_mut()).for_each(|g| change(self, g));
            });
        }
        self.items = items;
    }

    /// The names bound outside of an expression that occur in it, with their types; none if one has no known type.
    pub(crate) fn free(&self, e: &Expr, bound: &Bound) -> Option<Vec<(String, Type)>> {
        let mut seen: HashMap<String, Option<Type>> = HashMap::new();
        let mut called = false;
        each_free(e, &mut |name, at| {
            if bound.has(name) {
                called |= at.is_none();
                let ty = at.and_then(|at| self.program.ty(at)).filter(|t| is_written(t)).cloned();
                let known = seen.entry(name.to_string()).or_default();
                *known = known.take().or(ty);
            }
        });
        let mut free: Vec<(String, Type)> = vec![];
        for (name, ty) in seen {
            free.push((name, ty?));
        }
        free.sort_by(|a, b| a.0.cmp(&b.0));
        (!called).then_some(free)
    }
}

fn is_written(t: &Type) -> bool {
    match t {
        Type::Unknown(_) | Type::Wrong => false,
        Type::Set(t) | Type::Bag(t) | Type::List(t) => is_written(t),
        Type::Map(k, v) => is_written(k) && is_written(v),
        Type::Tuple(ts) => ts.iter().all(is_written),
        Type::Function(ps, r) => ps.iter().all(is_written) && is_written(r),
        // Vertices of a graph that are numbers are no names.
        Type::Enum(names) => {
            names.len() > 1 && names.iter().all(|n| n.starts_with(|c: char| c.is_alphabetic()))
        }
        _ => true,
    }
}

/// The names bound at a place: parameters and binders.
#[derive(Clone, Default)]
pub(crate) struct Bound {
    names: Vec<String>,
}

impl Bound {
    /// Whether a name is bound.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|n| n == name)
    }

    fn add(&mut self, names: impl IntoIterator<Item = String>) -> usize {
        let before = self.names.len();
        self.names.extend(names);
        before
    }
}

fn names_of(binder: &Binder) -> Vec<String> {
    match &binder.kind {
        BinderKind::In { names, .. } => names.iter().map(|n| n.text.clone()).collect(),
        BinderKind::Is { name, .. } => vec![name.text.clone()],
    }
}

type Visit<'v> = &'v mut dyn FnMut(&mut Expr, &Bound);

/// Calls `visit` on every expression of an item, innermost first, with the names bound there.
pub(crate) fn in_scope(item: &mut Item, visit: Visit) {
    let mut bound = Bound::default();
    match item {
        Item::Let(d) => {
            bound.add(d.params.iter().flatten().map(|p| p.name.text.clone()));
            scoped(&mut d.body, &mut bound, visit);
        }
        Item::Game(g) => {
            bound.add(g.params.iter().map(|p| p.name.text.clone()));
            for c in &mut g.clauses {
                clause_in_scope(c, &mut bound, visit);
            }
        }
        Item::Statement(s) => statement_in_scope(&mut s.kind, &mut bound, visit),
        Item::Use(_) | Item::Graph(_) => {}
    }
}

fn clause_in_scope(clause: &mut Clause, bound: &mut Bound, visit: Visit) {
    let before = bound.names.len();
    match clause {
        Clause::Move(m) => {
            binders_in_scope(&mut m.binders, bound, visit);
            m.guard.iter_mut().for_each(|g| scoped(g, bound, visit));
            scoped(&mut m.target, bound, visit);
        }
        Clause::SplitsInto { target, binders, .. } => {
            binders_in_scope(binders, bound, visit);
            scoped(target, bound, visit);
        }
        Clause::Starts(e, _) => scoped(e, &mut Bound::default(), visit),
        other => tree::in_clause_mut(other, &mut |e| scoped(e, bound, visit)),
    }
    bound.names.truncate(before);
}

fn statement_in_scope(kind: &mut StatementKind, bound: &mut Bound, visit: Visit) {
    match kind {
        StatementKind::Table { exprs, binders, .. } => {
            binders_in_scope(binders, bound, visit);
            exprs.iter_mut().for_each(|e| scoped(e, bound, visit));
        }
        StatementKind::Period { expr, name, source } | StatementKind::Sparse { expr, name, source } => {
            source.iter_mut().for_each(|s| scoped(s, bound, visit));
            bound.add([name.text.clone()]);
            scoped(expr, bound, visit);
        }
        StatementKind::Quotient { expr, name, source } => {
            source.iter_mut().for_each(|s| scoped(s, bound, visit));
            bound.add(name.iter().map(|n| n.text.clone()));
            scoped(expr, bound, visit);
        }
        StatementKind::Compare { left, right, binders } => {
            binders_in_scope(binders, bound, visit);
            scoped(left, bound, visit);
            scoped(right, bound, visit);
        }
        StatementKind::Expect { expr, is, binders, .. } => {
            binders_in_scope(binders, bound, visit);
            scoped(expr, bound, visit);
            if let Some(Verdict::Position(p)) = is {
                scoped(p, bound, visit);
            }
        }
        other => tree::in_statement_mut(other, &mut |e| scoped(e, bound, visit)),
    }
}

fn binders_in_scope(binders: &mut [Binder], bound: &mut Bound, visit: Visit) {
    for b in binders {
        match &mut b.kind {
            BinderKind::In { source, .. } => scoped(source, bound, visit),
            BinderKind::Is { value, .. } => scoped(value, bound, visit),
        }
        bound.add(names_of(b));
        b.guard.iter_mut().for_each(|g| scoped(g, bound, visit));
    }
}

fn scoped(e: &mut Expr, bound: &mut Bound, visit: Visit) {
    match &mut e.kind {
        ExprKind::SetFor(a, binders) | ExprKind::ListFor(a, binders) | ExprKind::Fold(_, a, binders) => {
            let before = bound.names.len();
            binders_in_scope(binders, bound, visit);
            scoped(a, bound, visit);
            bound.names.truncate(before);
        }
        ExprKind::Let(n, value, body) => {
            scoped(value, bound, visit);
            let before = bound.names.len();
            bound.add([n.text.clone()]);
            scoped(body, bound, visit);
            bound.names.truncate(before);
        }
        _ => tree::parts_mut(e, &mut |part| scoped(part, bound, visit)),
    }
    visit(e, bound);
}

/// Calls `visit` on every name in an expression that is not bound in it; without its place where it is called.
pub(crate) fn each_free(e: &Expr, visit: &mut dyn FnMut(&str, Option<&Expr>)) {
    let mut e = e.clone();
    scoped(&mut e, &mut Bound::default(), &mut |e, bound| match &e.kind {
        ExprKind::Name(n) if !bound.has(n) => visit(n, Some(e)),
        ExprKind::Call(f, _) | ExprKind::Fold(f, ..) if !bound.has(&f.text) => visit(&f.text, None),
        _ => {}
    });
}

/// The names in an expression that are not bound in it.
pub(crate) fn free_names(e: &Expr) -> HashSet<String> {
    let mut names = HashSet::new();
    each_free(e, &mut |name, _| {
        names.insert(name.to_string());
    });
    names
}

/// An expression with expressions in place of names. What is bound in it gets new names, so that nothing is caught.
pub(crate) fn substituted(e: &Expr, env: &HashMap<String, Expr>, d: &mut Draft) -> Expr {
    let mut e = e.clone();
    match &mut e.kind {
        ExprKind::Name(n) => {
            if let Some(value) = env.get(n) {
                return value.clone();
            }
        }
        ExprKind::SetFor(a, binders) | ExprKind::ListFor(a, binders) | ExprKind::Fold(_, a, binders) => {
            let mut env = env.clone();
            for b in binders {
                match &mut b.kind {
                    BinderKind::In { source, .. } => *source = substituted(source, &env, d),
                    BinderKind::Is { value, .. } => *value = substituted(value, &env, d),
                }
                for n in tree::bound_mut(std::slice::from_mut(b)) {
                    let fresh = d.fresh("inner");
                    let old = std::mem::replace(&mut n.text, fresh.clone());
                    env.insert(old, name(&fresh));
                }
                b.guard.iter_mut().for_each(|g| *g = substituted(g, &env, d));
            }
            **a = substituted(a, &env, d);
        }
        ExprKind::Let(n, value, body) => {
            **value = substituted(value, env, d);
            let fresh = d.fresh("inner");
            let old = std::mem::replace(&mut n.text, fresh.clone());
            let mut env = env.clone();
            env.insert(old, name(&fresh));
            **body = substituted(body, &env, d);
        }
        _ => {
            tree::parts_mut(&mut e, &mut |part| *part = substituted(part, env, d));
            if let ExprKind::Call(f, _) = &mut e.kind
                && let Some(Expr { kind: ExprKind::Name(other), .. }) = env.get(&f.text)
            {
                f.text = other.clone();
            }
        }
    }
    e
}

// ---- expressions that are new

/// An expression without a place.
pub(crate) fn new(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

/// A name without a place.
pub(crate) fn word(text: &str) -> Name {
    Name { text: text.into(), span: Span::default() }
}

/// A name as an expression.
pub(crate) fn name(text: &str) -> Expr {
    new(ExprKind::Name(text.into()))
}

/// A number.
pub(crate) fn number(n: u32) -> Expr {
    new(ExprKind::Number(BigInt::from(n)))
}

/// A call.
pub(crate) fn call(f: &str, args: Vec<Expr>) -> Expr {
    new(ExprKind::Call(word(f), args))
}

/// `a op b`
pub(crate) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    new(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

/// `a op b`, a comparison.
pub(crate) fn compare(a: Expr, op: CompareOp, b: Expr) -> Expr {
    new(ExprKind::Chain(vec![a, b], vec![(op, Span::default())]))
}

/// `not a`
pub(crate) fn not(a: Expr) -> Expr {
    new(ExprKind::Unary(UnaryOp::Not, Box::new(a)))
}

/// `a and b`, or `b` alone.
pub(crate) fn and(a: Option<Expr>, b: Expr) -> Expr {
    match a {
        Some(a) => binary(BinaryOp::And, a, b),
        None => b,
    }
}

/// `if c then a else b`
pub(crate) fn choice(c: Expr, a: Expr, b: Expr) -> Expr {
    new(ExprKind::If(Box::new(c), Box::new(a), Box::new(b)))
}

/// `x = value`
pub(crate) fn is(x: &str, value: Expr) -> Binder {
    Binder { kind: BinderKind::Is { name: word(x), value }, guard: None, span: Span::default() }
}

/// `x in source`
pub(crate) fn within(x: &str, source: Expr) -> Binder {
    let kind = BinderKind::In { names: vec![word(x)], tuple: false, source };
    Binder { kind, guard: None, span: Span::default() }
}
