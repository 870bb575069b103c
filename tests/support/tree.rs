//! Walks through the syntax tree, to look at it and to change it.
#![allow(dead_code)] // each test uses its own part

use fairgame::source::Span;
use fairgame::syntax::ast::*;

/// Calls `visit` on every expression directly inside an expression, those of binders included.
pub(crate) fn parts_mut(e: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    match &mut e.kind {
        ExprKind::Number(_)
        | ExprKind::Text(_)
        | ExprKind::Bool(_)
        | ExprKind::Nothing
        | ExprKind::Name(_) => {}
        ExprKind::Call(_, args) => args.iter_mut().for_each(visit),
        ExprKind::Tuple(parts) | ExprKind::Set(parts) | ExprKind::List(parts) | ExprKind::Chain(parts, _) => {
            parts.iter_mut().for_each(visit);
        }
        ExprKind::Index(a, index) => {
            visit(a);
            index.iter_mut().for_each(visit);
        }
        ExprKind::Field(a, _) | ExprKind::Unary(_, a) => visit(a),
        ExprKind::Binary(_, a, b) | ExprKind::Entry(a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Range { lo, hi, .. } => {
            visit(lo);
            hi.iter_mut().for_each(|h| visit(h));
        }
        ExprKind::SetFor(a, binders) | ExprKind::ListFor(a, binders) | ExprKind::Fold(_, a, binders) => {
            in_binders_mut(binders, visit);
            visit(a);
        }
        ExprKind::Let(_, a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::If(c, a, b) => {
            visit(c);
            visit(a);
            visit(b);
        }
    }
}

/// Calls `visit` on every expression directly inside binders.
pub(crate) fn in_binders_mut(binders: &mut [Binder], visit: &mut dyn FnMut(&mut Expr)) {
    for b in binders {
        match &mut b.kind {
            BinderKind::In { source, .. } => visit(source),
            BinderKind::Is { value, .. } => visit(value),
        }
        b.guard.iter_mut().for_each(&mut *visit);
    }
}

/// Calls `visit` on every expression directly inside a clause.
pub(crate) fn in_clause_mut(clause: &mut Clause, visit: &mut dyn FnMut(&mut Expr)) {
    match clause {
        Clause::Move(m) => {
            in_binders_mut(&mut m.binders, visit);
            m.guard.iter_mut().for_each(&mut *visit);
            visit(&mut m.target);
        }
        Clause::EndsWhen(e, _)
        | Clause::WinsWhen(e, _)
        | Clause::Starts(e, _)
        | Clause::Picture(e, _)
        | Clause::Decreases(e, _) => visit(e),
        Clause::SplitsInto { target, binders, .. } => {
            in_binders_mut(binders, visit);
            visit(target);
        }
        Clause::SameAs(targets, _) => targets.iter_mut().for_each(visit),
    }
}

/// Calls `visit` on every expression directly inside a statement.
pub(crate) fn in_statement_mut(kind: &mut StatementKind, visit: &mut dyn FnMut(&mut Expr)) {
    match kind {
        StatementKind::Show { expr, .. } | StatementKind::Functions { expr } | StatementKind::Bare(expr) => {
            visit(expr);
        }
        StatementKind::Table { exprs, binders, .. } => {
            in_binders_mut(binders, visit);
            exprs.iter_mut().for_each(visit);
        }
        StatementKind::Period { expr, source, .. }
        | StatementKind::Quotient { expr, source, .. }
        | StatementKind::Sparse { expr, source, .. } => {
            source.iter_mut().for_each(&mut *visit);
            visit(expr);
        }
        StatementKind::Compare { left, right, binders } => {
            in_binders_mut(binders, visit);
            visit(left);
            visit(right);
        }
        StatementKind::Play { start, steps, .. } => {
            visit(start);
            for step in steps {
                step.args.iter_mut().for_each(&mut *visit);
                step.part.iter_mut().for_each(&mut *visit);
            }
        }
        StatementKind::Expect { expr, is, binders, .. } => {
            in_binders_mut(binders, visit);
            visit(expr);
            if let Some(Verdict::Position(p)) = is {
                visit(p);
            }
        }
    }
}

/// Calls `visit` on every expression directly inside an item, bounds of types left out.
pub(crate) fn in_item_mut(item: &mut Item, visit: &mut dyn FnMut(&mut Expr)) {
    match item {
        Item::Let(d) => visit(&mut d.body),
        Item::Game(g) => g.clauses.iter_mut().for_each(|c| in_clause_mut(c, visit)),
        Item::Statement(s) => in_statement_mut(&mut s.kind, visit),
        Item::Use(_) | Item::Graph(_) => {}
    }
}

/// Calls `visit` on an expression and everything inside it, innermost first.
pub(crate) fn inside_mut(e: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    parts_mut(e, &mut |part| inside_mut(part, visit));
    visit(e);
}

/// Calls `visit` on an expression and everything inside it.
pub(crate) fn inside(e: &Expr, visit: &mut dyn FnMut(&Expr)) {
    inside_mut(&mut e.clone(), &mut |e| visit(e));
}

/// Every list of binders inside an expression, its own included.
fn binders_of_mut(e: &mut Expr) -> Option<&mut Vec<Binder>> {
    match &mut e.kind {
        ExprKind::SetFor(_, b) | ExprKind::ListFor(_, b) | ExprKind::Fold(_, _, b) => Some(b),
        _ => None,
    }
}

/// The lists of binders of an item outside of expressions: of its moves, claims and questions.
pub(crate) fn outer_binders_mut(item: &mut Item, visit: &mut dyn FnMut(&mut Vec<Binder>)) {
    match item {
        Item::Game(g) => {
            for c in &mut g.clauses {
                match c {
                    Clause::Move(MoveDef { binders, .. }) | Clause::SplitsInto { binders, .. } => {
                        visit(binders)
                    }
                    _ => {}
                }
            }
        }
        Item::Statement(s) => match &mut s.kind {
            StatementKind::Table { binders, .. }
            | StatementKind::Compare { binders, .. }
            | StatementKind::Expect { binders, .. } => visit(binders),
            _ => {}
        },
        _ => {}
    }
}

/// Calls `visit` on every list of binders of an item, wherever it stands.
pub(crate) fn all_binders_mut(item: &mut Item, visit: &mut dyn FnMut(&mut Vec<Binder>)) {
    outer_binders_mut(item, visit);
    in_item_mut(item, &mut |e| {
        inside_mut(e, &mut |e| {
            if let Some(b) = binders_of_mut(e) {
                visit(b);
            }
        });
    });
}

/// The names that binders bind.
pub(crate) fn bound_mut(binders: &mut [Binder]) -> impl Iterator<Item = &mut Name> {
    binders.iter_mut().flat_map(|b| match &mut b.kind {
        BinderKind::In { names, .. } => names.iter_mut().collect::<Vec<_>>(),
        BinderKind::Is { name, .. } => vec![name],
    })
}

/// Calls `visit` on every type of an item.
pub(crate) fn types_mut(item: &mut Item, visit: &mut dyn FnMut(&mut Type)) {
    let params = match item {
        Item::Let(d) => d.params.as_mut(),
        Item::Game(g) => Some(&mut g.params),
        _ => None,
    };
    for p in params.into_iter().flatten() {
        types_inside_mut(&mut p.ty, visit);
    }
}

fn types_inside_mut(t: &mut Type, visit: &mut dyn FnMut(&mut Type)) {
    match &mut t.kind {
        TypeKind::Set(a) | TypeKind::Bag(a) | TypeKind::List(a) => types_inside_mut(a, visit),
        TypeKind::Map(k, v) => {
            types_inside_mut(k, visit);
            types_inside_mut(v, visit);
        }
        TypeKind::Tuple(ts) => ts.iter_mut().for_each(|t| types_inside_mut(t, visit)),
        TypeKind::Function(ps, r) => {
            ps.iter_mut().for_each(|t| types_inside_mut(t, visit));
            types_inside_mut(r, visit);
        }
        _ => {}
    }
    visit(t);
}

/// Whether two expressions are the same except in their places.
pub(crate) fn same(a: &Expr, b: &Expr) -> bool {
    let erased = |e: &Expr| {
        let mut e = e.clone();
        inside_mut(&mut e, &mut erase_expr);
        let shape = Item::Statement(Statement { kind: StatementKind::Bare(e), span: Span::default() });
        without_spans(&[shape])
    };
    erased(a) == erased(b)
}

/// The same tree with no places: two texts mean the same if these are equal.
pub(crate) fn without_spans(items: &[Item]) -> Vec<Item> {
    let mut items = items.to_vec();
    items.iter_mut().for_each(erase_item);
    items
}

fn erase_item(item: &mut Item) {
    let none = Span::default();
    all_binders_mut(item, &mut |binders| {
        bound_mut(binders).for_each(|n| n.span = none);
        binders.iter_mut().for_each(|b| b.span = none);
    });
    in_item_mut(item, &mut |e| inside_mut(e, &mut erase_expr));
    types_mut(item, &mut |t| {
        t.span = none;
        match &mut t.kind {
            TypeKind::Range { lo, hi, .. } => {
                inside_mut(lo, &mut erase_expr);
                hi.iter_mut().for_each(|h| inside_mut(h, &mut erase_expr));
            }
            TypeKind::Enum(names) => names.iter_mut().for_each(|n| n.span = none),
            _ => {}
        }
    });
    match item {
        Item::Use(u) => (u.span, u.path_span) = (none, none),
        Item::Let(d) => {
            (d.span, d.name.span) = (none, none);
            d.params.iter_mut().flatten().for_each(|p| p.name.span = none);
        }
        Item::Game(g) => {
            (g.span, g.name.span) = (none, none);
            g.params.iter_mut().for_each(|p| p.name.span = none);
            g.clauses.iter_mut().for_each(erase_clause);
        }
        Item::Graph(g) => {
            (g.span, g.name.span) = (none, none);
            for line in &mut g.edges {
                line.from.span = none;
                line.to.iter_mut().for_each(|n| n.span = none);
            }
        }
        Item::Statement(s) => {
            s.span = none;
            erase_statement(&mut s.kind);
        }
    }
}

fn erase_expr(e: &mut Expr) {
    e.span = Span::default();
    match &mut e.kind {
        ExprKind::Call(name, _)
        | ExprKind::Field(_, name)
        | ExprKind::Fold(name, ..)
        | ExprKind::Let(name, ..) => {
            name.span = Span::default();
        }
        ExprKind::Chain(_, signs) => signs.iter_mut().for_each(|(_, span)| *span = Span::default()),
        _ => {}
    }
}

fn erase_clause(clause: &mut Clause) {
    let none = Span::default();
    match clause {
        Clause::Move(m) => (m.span, m.label.span) = (none, none),
        Clause::EndsWhen(_, span)
        | Clause::WinsWhen(_, span)
        | Clause::SameAs(_, span)
        | Clause::Starts(_, span)
        | Clause::Picture(_, span)
        | Clause::Decreases(_, span)
        | Clause::SplitsInto { span, .. } => *span = none,
    }
}

fn erase_statement(kind: &mut StatementKind) {
    let none = Span::default();
    match kind {
        StatementKind::Show { under, .. } => under.iter_mut().for_each(|n| n.span = none),
        StatementKind::Table { only, under, .. } => {
            only.iter_mut().chain(under).for_each(|n| n.span = none);
        }
        StatementKind::Period { name, .. } | StatementKind::Sparse { name, .. } => name.span = none,
        StatementKind::Quotient { name, .. } => name.iter_mut().for_each(|n| n.span = none),
        StatementKind::Play { steps, under, .. } => {
            under.iter_mut().for_each(|n| n.span = none);
            steps.iter_mut().for_each(|s| (s.span, s.label.span) = (none, none));
        }
        StatementKind::Expect { is, under, .. } => {
            under.iter_mut().for_each(|n| n.span = none);
            if let Some(Verdict::Word(w)) = is {
                w.span = none;
            }
        }
        StatementKind::Functions { .. } | StatementKind::Compare { .. } | StatementKind::Bare(_) => {}
    }
}
