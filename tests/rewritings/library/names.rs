//! Other names, definitions written out, and definitions where there were none.

use super::{Rewriting, SAME, Shows};
use crate::draft::*;
use crate::tree;
use fairgame::check::types::Type;
use fairgame::syntax::ast::*;
use std::collections::{HashMap, HashSet};

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "other names",
            why: "names of games, definitions, parameters and binders mean nothing by themselves",
            shows: Shows { back: Some(|t| t.replace(ENDING, "")), ..SAME },
            apply: renamed,
        },
        Rewriting {
            name: "other names of moves",
            why: "the names of moves mean nothing by themselves",
            shows: Shows { back: Some(|t| t.replace(ENDING, "")), ..SAME },
            apply: relabelled,
        },
        Rewriting {
            name: "definitions written out",
            why: "a name stands for its value, a call for what the function says of its arguments",
            shows: SAME,
            apply: |d| d.rules(written_out),
        },
        Rewriting {
            name: "conditions by functions",
            why: "a function of everything that occurs in a condition says the same as the condition",
            shows: SAME,
            apply: |d| by_functions(d, &Type::Bool),
        },
        Rewriting {
            name: "numbers by functions",
            why: "a function of everything that occurs in a number says the same as the number",
            shows: SAME,
            apply: |d| by_functions(d, &Type::Int),
        },
        Rewriting {
            name: "positions by functions",
            why: "a function of everything that occurs in a position says the same as the position",
            shows: SAME,
            apply: |d| by_functions(d, &Type::Position),
        },
        Rewriting {
            name: "sets by functions",
            why: "a function of everything that occurs in a set says the same as the set",
            shows: SAME,
            apply: |d| by_functions(d, &Type::Set(Box::new(Type::Int))),
        },
    ]
}

/// What new names end in: it occurs in no name of the project.
const ENDING: &str = "_zzz";

fn longer(name: &str) -> String {
    let stem = name.trim_end_matches('\'');
    format!("{stem}{ENDING}{}", &name[stem.len()..])
}

fn renamed(d: &mut Draft) {
    if !d.take() {
        return;
    }
    let mut items = std::mem::take(&mut d.items);
    let mut defined: HashSet<String> = items.iter().filter_map(defines).map(|n| n.text.clone()).collect();
    // A name that an enumeration has, too, means the one or the other by its place: the types know, the tree does not.
    let cases = cases(&mut items);
    defined.retain(|n| !cases.contains(n));
    for item in &mut items {
        in_scope(item, &mut |e, bound| {
            let known = |n: &str| bound.has(n) || defined.contains(n);
            match &mut e.kind {
                ExprKind::Name(n) if known(n) => *n = longer(n),
                ExprKind::Call(f, _) | ExprKind::Fold(f, ..) if known(&f.text) => f.text = longer(&f.text),
                // Its own name comes last: what is bound by it has been seen under the old one.
                ExprKind::Let(n, ..) => n.text = longer(&n.text),
                _ => {}
            }
        });
        tree::all_binders_mut(item, &mut |binders| {
            tree::bound_mut(binders).for_each(|n| n.text = longer(&n.text));
        });
        rename_what_is_defined(item, &cases);
    }
    d.items = items;
}

/// The names of all enumerations: of types, of graphs, of outcomes.
fn cases(items: &mut [Item]) -> HashSet<String> {
    let outcomes = fairgame::check::types::OUTCOMES.iter().map(|o| o.to_string());
    let mut cases: HashSet<String> = outcomes.collect();
    for item in items {
        tree::types_mut(item, &mut |t| {
            if let TypeKind::Enum(names) = &t.kind {
                cases.extend(names.iter().map(|n| n.text.clone()));
            }
        });
        if let Item::Graph(g) = item {
            cases.extend(g.edges.iter().flat_map(|l| l.to.iter().chain([&l.from])).map(|v| v.text.clone()));
        }
    }
    cases
}

fn defines(item: &Item) -> Option<&Name> {
    match item {
        Item::Let(d) => Some(&d.name),
        Item::Game(g) => Some(&g.name),
        Item::Graph(g) => Some(&g.name),
        _ => None,
    }
}

fn rename_what_is_defined(item: &mut Item, cases: &HashSet<String>) {
    let asks = matches!(item, Item::Statement(_));
    let (name, params) = match item {
        Item::Let(d) => (Some(&mut d.name), d.params.as_deref_mut().unwrap_or_default()),
        Item::Game(g) => (Some(&mut g.name), &mut g.params[..]),
        Item::Graph(g) => (Some(&mut g.name), Default::default()),
        Item::Statement(s) => match &mut s.kind {
            StatementKind::Period { name, .. } | StatementKind::Sparse { name, .. } => {
                (Some(name), Default::default())
            }
            StatementKind::Quotient { name, .. } => (name.as_mut(), Default::default()),
            _ => (None, Default::default()),
        },
        Item::Use(_) => (None, Default::default()),
    };
    let name = name.filter(|n| asks || !cases.contains(&n.text));
    name.into_iter().for_each(|n| n.text = longer(&n.text));
    params.iter_mut().for_each(|p| p.name.text = longer(&p.name.text));
}

fn relabelled(d: &mut Draft) {
    let mut labels = HashSet::new();
    d.moves(|d, m| {
        // A verb of the language may stand there as it is, and nothing behind it.
        labels.insert(m.label.text.clone());
        if d.take() {
            m.label.text = longer(&m.label.text);
        }
    });
    if d.changed == 0 {
        return;
    }
    let mut items = std::mem::take(&mut d.items);
    let partly = items.iter().any(|i| {
        matches!(i, Item::Game(g) if g.clauses.iter().any(|c| {
            matches!(c, Clause::Move(m) if !m.label.text.contains(ENDING))
        }))
    });
    if partly {
        // Statements name moves without saying of which game.
        d.changed = 0;
        d.items = d.program.items.clone();
        return;
    }
    // The moves of heaps and of graphs keep their names.
    let graph = items.iter().any(|i| matches!(i, Item::Graph(_)));
    labels.retain(|l| l != "leave" && (l != "go" || !graph));
    for item in &mut items {
        if let Item::Statement(s) = item
            && let StatementKind::Play { steps, .. } = &mut s.kind
        {
            for step in steps.iter_mut().filter(|s| labels.contains(&s.label.text)) {
                step.label.text = longer(&step.label.text);
            }
        }
        tree::in_item_mut(item, &mut |e| tree::inside_mut(e, &mut |e| relabel_text(e, &labels)));
    }
    d.items = items;
}

/// `"take(3) in 2"` as a text.
fn relabel_text(e: &mut Expr, labels: &HashSet<String>) {
    if let ExprKind::Text(t) = &mut e.kind {
        let end = t.find(['(', ' ']).unwrap_or(t.len());
        if labels.contains(&t[..end]) {
            *t = longer(&t[..end]) + &t[end..];
        }
    }
}

fn written_out(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    let (called, args) = match &e.kind {
        ExprKind::Name(n) => (n.clone(), None),
        ExprKind::Call(f, args) => (f.text.clone(), Some(args.clone())),
        _ => return,
    };
    if bound.has(&called) {
        return;
    }
    let definition = d.program.items.iter().find_map(|i| match i {
        Item::Let(def) if def.name.text == called => Some(def),
        _ => None,
    });
    let Some(def) = definition else { return };
    // The bare name of a game, for the position that it starts with, may not stand in rules.
    let captured = free_names(&def.body).iter().any(|n| bound.has(n) || d.program.has_game(n));
    let params = def.params.as_deref().unwrap_or_default();
    let args = args.unwrap_or_default();
    let fits = def.params.is_some() == matches!(e.kind, ExprKind::Call(..)) && params.len() == args.len();
    if captured
        || !fits
        || !is_short(&def.body)
        || !keeps_types(d, def)
        || !args.iter().all(is_typed)
        || args.iter().any(super::held::is_open)
        || !d.take()
    {
        return;
    }
    let env: HashMap<String, Expr> = params.iter().map(|p| p.name.text.clone()).zip(args).collect();
    *e = substituted(&def.body, &env, d);
}

/// What is long is worked out once for all by its definition, and again and again without it.
fn is_short(body: &Expr) -> bool {
    let mut size = 0;
    tree::inside(body, &mut |_| size += 1);
    size < 60
}

/// Whether the types of a definition are found again where it is written out: pairs that are cells because a parameter
/// says so, and names of enumerations, are not.
fn keeps_types(d: &Draft, def: &LetDef) -> bool {
    let mut plain = true;
    let mut item = Item::Let(def.clone());
    tree::types_mut(&mut item, &mut |t| {
        plain &= !matches!(t.kind, TypeKind::Enum(_) | TypeKind::Cell | TypeKind::Unknown(_));
    });
    let known = |t: &Type| !format!("{t:?}").contains("Unknown") && !format!("{t:?}").contains("Enum");
    plain && d.program.ty(&def.body).is_some_and(known)
}

fn is_typed(arg: &Expr) -> bool {
    !matches!(&arg.kind, ExprKind::Tuple(_) | ExprKind::Set(_) | ExprKind::List(_))
}

fn by_functions(d: &mut Draft, ty: &Type) {
    let mut functions = vec![];
    d.in_games(|d, e, bound| {
        let worth = match &e.kind {
            ExprKind::Binary(..) | ExprKind::Chain(..) | ExprKind::If(..) | ExprKind::Fold(..) => true,
            ExprKind::Unary(op, _) => *op == UnaryOp::Not,
            ExprKind::Call(f, _) => *ty == Type::Position && d.program.has_game(&f.text),
            ExprKind::SetFor(..) | ExprKind::Set(_) => true,
            _ => false,
        };
        let same_type = match (d.program.ty(e), ty) {
            (Some(Type::Set(t)), Type::Set(_)) => {
                !matches!(**t, Type::Unknown(_) | Type::Tuple(_) | Type::Cell)
            }
            (Some(t), _) => t == ty,
            (None, _) => false,
        };
        if !worth || !same_type {
            return;
        }
        let Some(free) = d.free(e, bound) else { return };
        // A rule that is a function may only be handed on where the move is seen to do so.
        let hands_on = *ty == Type::Position && free.iter().any(|(_, t)| t.has_function());
        if hands_on || !d.take() {
            return;
        }
        let f = d.fresh("said");
        let args: Vec<Expr> = free.iter().map(|(n, _)| place_of(e, n)).collect();
        functions.push(function(&f, &free, e));
        *e = Expr { kind: call(&f, args).kind, span: e.span };
    });
    d.items.extend(
        functions
            .into_iter()
            .flat_map(|text| fairgame::syntax::parse::parse(fairgame::source::FileId(9), &text).items),
    );
}

/// The name as it occurs, with its place: its type is known by that.
fn place_of(e: &Expr, name: &str) -> Expr {
    let mut found = None;
    each_free(e, &mut |n, at| {
        if n == name
            && let Some(at) = at
        {
            found.get_or_insert(at.clone());
        }
    });
    found.expect("a free name occurs")
}

fn function(name: &str, params: &[(String, Type)], body: &Expr) -> String {
    let params: Vec<String> = params.iter().map(|(n, t)| format!("{n}: {t}")).collect();
    format!("let {name}({}) = {}\n", params.join(", "), crate::printer::expr(body))
}
