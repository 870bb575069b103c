//! A guard moved between a name for the target and the move. Where the target can be made whether the guard holds or not, it
//! may be named before.

use super::{Rewriting, SAME};
use crate::draft::*;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "guard at a name for the target",
            why: "it decides whether there is a move, and the target can be made in any case",
            shows: SAME,
            apply: |d| each_made(d, behind_target),
        },
        Rewriting {
            name: "guard at one of two names for the target",
            why: "both name one position, and the guard says that they do",
            shows: SAME,
            apply: |d| each_made(d, between_targets),
        },
        Rewriting {
            name: "guard at a target chosen from a set of one",
            why: "there is one choice, and it can be made whether the guard holds or not",
            shows: super::CHOICES,
            apply: |d| each_made(d, at_choice),
        },
    ]
}

/// Calls `change` on every move with a guard whose target can be made in any case, with the guard taken out.
fn each_made(d: &mut Draft, change: impl Fn(&mut Draft, &mut MoveDef, Expr)) {
    let games: Vec<GameDef> = games_of(&d.items);
    let mut items = std::mem::take(&mut d.items);
    for item in &mut items {
        let Item::Game(g) = item else { continue };
        for c in &mut g.clauses {
            if let Clause::Move(m) = c
                && (m.guard.is_some() || m.binders.last().is_some_and(|b| b.guard.is_some()))
                && (Made { games: &games, params: &g.params, binders: &m.binders }).target(&m.target)
                && d.take()
            {
                let guard = taken_out(m);
                change(d, m, guard);
            }
        }
    }
    d.items = items;
}

fn games_of(items: &[Item]) -> Vec<GameDef> {
    items.iter().filter_map(|i| if let Item::Game(g) = i { Some(g.clone()) } else { None }).collect()
}

/// The guards of the last binder and of the move, as one.
fn taken_out(m: &mut MoveDef) -> Expr {
    let last = m.binders.last_mut().and_then(|b| b.guard.take());
    match (last, m.guard.take()) {
        (last, Some(guard)) => and(last, guard),
        (last, None) => last.expect("there is a guard"),
    }
}

fn named(d: &mut Draft, m: &mut MoveDef) -> (String, Expr) {
    let place = d.fresh("place");
    let target = std::mem::replace(&mut m.target, name(&place));
    (place, target)
}

fn behind_target(d: &mut Draft, m: &mut MoveDef, guard: Expr) {
    let (place, target) = named(d, m);
    m.binders.push(Binder { guard: Some(guard), ..is(&place, target) });
}

fn at_choice(d: &mut Draft, m: &mut MoveDef, guard: Expr) {
    let (place, target) = named(d, m);
    m.binders.push(Binder { guard: Some(guard), ..within(&place, new(ExprKind::Set(vec![target]))) });
}

fn between_targets(d: &mut Draft, m: &mut MoveDef, guard: Expr) {
    let first = d.fresh("place");
    let (second, target) = named(d, m);
    let same = compare(name(&first), CompareOp::Equal, name(&second));
    m.binders.push(is(&first, target));
    m.binders.push(Binder { guard: Some(and(Some(guard), same)), ..is(&second, name(&first)) });
}

/// What is known where a target stands.
struct Made<'a> {
    games: &'a [GameDef],
    params: &'a [Param],
    binders: &'a [Binder],
}

impl Made<'_> {
    /// Whether a position can be made whatever guards say.
    fn target(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Plus, a, b) => self.target(a) && self.target(b),
            ExprKind::Call(f, args) => match self.games.iter().find(|g| g.name.text == f.text) {
                Some(g) if g.params.len() == args.len() => {
                    args.iter().zip(&g.params).all(|(arg, p)| self.fits(arg, &p.ty.kind))
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn fits(&self, e: &Expr, ty: &TypeKind) -> bool {
        match &e.kind {
            // What is passed on.
            ExprKind::Name(n) if self.param(n).is_some_and(|p| same(&p.ty.kind, ty)) => true,
            ExprKind::Name(n) if *ty == TypeKind::Nat => self.range(n).is_some_and(|(lo, _)| is_natural(lo)),
            ExprKind::Number(_) => *ty == TypeKind::Nat,
            ExprKind::Bool(_) => true,
            ExprKind::Binary(BinaryOp::Minus, a, b) if *ty == TypeKind::Nat => self.at_most(b, a),
            ExprKind::Binary(BinaryOp::Without, s, x) => self.fits(s, ty) && is_name(x),
            ExprKind::Binary(BinaryOp::With, s, x) => {
                let cells =
                    |ty: &TypeKind| matches!(ty, TypeKind::Set(t) if matches!(t.kind, TypeKind::Cell));
                cells(ty) && self.fits(s, ty) && is_name(x)
            }
            _ => false,
        }
    }

    fn param(&self, name: &str) -> Option<&Param> {
        let is_bound = self.binders.iter().any(|b| match &b.kind {
            BinderKind::In { names, .. } => names.iter().any(|n| n.text == name),
            BinderKind::Is { name: n, .. } => n.text == name,
        });
        self.params.iter().find(|p| p.name.text == name && !is_bound)
    }

    /// The ends of the range that a name is chosen from.
    fn range(&self, name: &str) -> Option<(&Expr, &Expr)> {
        self.binders.iter().find_map(|b| match &b.kind {
            BinderKind::In { names, tuple: false, source } if names[0].text == name => match &source.kind {
                ExprKind::Range { lo, hi: Some(hi), .. } => Some((&**lo, &**hi)),
                _ => None,
            },
            _ => None,
        })
    }

    /// Whether one name is chosen from numbers up to another.
    fn at_most(&self, k: &Expr, n: &Expr) -> bool {
        let (ExprKind::Name(k), ExprKind::Name(n)) = (&k.kind, &n.kind) else { return false };
        let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Name(m) if m == n);
        let fits = |hi: &Expr| match &hi.kind {
            ExprKind::Call(f, args) => f.text == "min" && args.len() > 1 && args.iter().any(is_it),
            _ => is_it(hi),
        };
        self.param(n).is_some() && self.range(k).is_some_and(|(_, hi)| fits(hi))
    }
}

fn is_natural(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Number(_))
}

fn is_name(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Name(_))
}

/// Whether two types are written alike.
fn same(a: &TypeKind, b: &TypeKind) -> bool {
    use TypeKind::*;
    match (a, b) {
        (Nat, Nat) | (Int, Int) | (Bool, Bool) | (Cell, Cell) | (Text, Text) => true,
        (Set(a), Set(b)) | (Bag(a), Bag(b)) | (List(a), List(b)) => same(&a.kind, &b.kind),
        _ => false,
    }
}
