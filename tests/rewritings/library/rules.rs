//! A rule parameter that nothing asks for.

use super::{Rewriting, SAME, Shows};
use crate::draft::*;
use crate::program::mentions;
use crate::tree;
use fairgame::syntax::ast::*;
use std::collections::HashSet;

pub(super) fn all() -> Vec<Rewriting> {
    vec![Rewriting {
        name: "one more rule",
        why: "a number that every position hands on, and nothing asks for, decides nothing",
        shows: Shows { back: Some(without), ..SAME },
        apply: one_more,
    }]
}

/// The number handed on, and the name under which it is.
const SPARE: u32 = 990_099;
const NAME: &str = "spare_zzz";

fn without(text: &str) -> String {
    text.replace(&format!(", {SPARE}"), "")
}

fn one_more(d: &mut Draft) {
    let games: HashSet<String> = d.items.iter().filter_map(game_name).collect();
    if games.is_empty() || !can_hand_on(d, &games) || !d.take() {
        return;
    }
    let ty = Type { kind: TypeKind::Nat, span: Default::default() };
    for item in &mut d.items {
        in_scope(item, &mut |e, bound| hand_on(e, bound, &games));
        let Item::Game(g) = item else { continue };
        g.params.push(Param { name: word(NAME), ty: ty.clone() });
        // What play starts with stands for itself.
        for c in g.clauses.iter_mut().filter(|c| !matches!(c, Clause::Starts(..))) {
            tree::in_clause_mut(c, &mut |e| tree::inside_mut(e, &mut by_name));
        }
    }
}

fn by_name(e: &mut Expr) {
    if matches!(&e.kind, ExprKind::Number(n) if *n == SPARE.into()) {
        *e = name(NAME);
    }
}

fn game_name(item: &Item) -> Option<String> {
    match item {
        Item::Game(g) => Some(g.name.text.clone()),
        _ => None,
    }
}

fn hand_on(e: &mut Expr, bound: &Bound, games: &HashSet<String>) {
    match &mut e.kind {
        ExprKind::Call(f, args) if games.contains(&f.text) && !bound.has(&f.text) => args.push(number(SPARE)),
        ExprKind::Index(base, piles) => {
            let ExprKind::Name(g) = &base.kind else { return };
            if games.contains(g) && !bound.has(g) {
                let parts = piles.iter().map(|p| call(g, vec![p.clone(), number(SPARE)]));
                let sum = parts.reduce(|a, b| binary(BinaryOp::Plus, a, b));
                *e = sum.unwrap_or_else(|| new(ExprKind::Nothing));
            }
        }
        _ => {}
    }
}

/// Whether every position of a game is built where the number is at hand: by rules, or by what is asked; and no game is
/// named without its arguments, other than for what it starts with.
fn can_hand_on(d: &Draft, games: &HashSet<String>) -> bool {
    let mut builders = games.clone();
    let mut lets = HashSet::new();
    for _ in 0..d.items.len() {
        for item in &d.items {
            if let Item::Let(def) = item
                && mentions(&def.body, &builders)
            {
                builders.insert(def.name.text.clone());
                lets.insert(def.name.text.clone());
            }
        }
    }
    let start = |name: &str| {
        d.items.iter().any(|i| {
            matches!(i, Item::Game(g) if g.name.text == name
                && g.clauses.iter().any(|c| matches!(c, Clause::Starts(..))))
        })
    };
    let mut fine = true;
    for item in &d.items {
        let rules = matches!(item, Item::Game(_));
        in_scope(&mut item.clone(), &mut |e, bound| match &e.kind {
            ExprKind::Name(n) if games.contains(n) && !bound.has(n) => fine &= start(n),
            ExprKind::Name(n) if lets.contains(n) => fine &= !rules && !bound.has(n),
            ExprKind::Call(f, _) | ExprKind::Fold(f, ..) if lets.contains(&f.text) => fine &= !rules,
            _ => {}
        });
        if let Item::Statement(s) = item {
            fine &= !matches!(s.kind, StatementKind::Quotient { name: None, .. });
        }
    }
    fine
}
