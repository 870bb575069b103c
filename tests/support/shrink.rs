//! Makes a program small that shows something: items, clauses, binders and guards are left out, and expressions replaced
//! by smaller ones, as long as it still shows.

use crate::{printer, tree};
use fairgame::source::{FileId, Span};
use fairgame::syntax::ast::*;
use fairgame::syntax::parse::parse;

/// The smallest program found by so many tries, greedily.
pub(crate) fn shrunk(text: &str, tries: usize, shows: &dyn Fn(&str) -> bool) -> String {
    let items = parse(FileId(0), text).items;
    let mut shrinking = Shrinking { text: printer::program(&items), items, left: tries, shows };
    while shrinking.once() && shrinking.left > 0 {}
    shrinking.text
}

struct Shrinking<'s> {
    text: String,
    items: Vec<Item>,
    left: usize,
    shows: &'s dyn Fn(&str) -> bool,
}

impl Shrinking<'_> {
    /// Tries everything once; whether anything could go.
    fn once(&mut self) -> bool {
        let mut any = self.each(|items, i| (i < items.len()).then(|| drop(items.remove(i))));
        any |= self.each(|items, i| in_clauses(items, i, |clauses, at| drop(clauses.remove(at))));
        any |= self.each(|items, i| in_binders(items, i, |binders, at| drop(binders.remove(at))));
        any |= self.each(without_guard);
        any | self.expressions()
    }

    /// Makes the 0th, 1st, ... change of a kind until there are no more, and keeps what still shows.
    fn each(&mut self, change: impl Fn(&mut Vec<Item>, usize) -> Option<()>) -> bool {
        let (mut at, mut any) = (0, false);
        loop {
            let mut items = self.items.clone();
            if self.left == 0 || change(&mut items, at).is_none() {
                return any;
            }
            if self.keeps(items) {
                any = true;
            } else {
                at += 1;
            }
        }
    }

    /// Replaces expressions, outermost first, by their parts and by what is simplest.
    fn expressions(&mut self) -> bool {
        let (mut at, mut any) = (0, false);
        while self.left > 0 {
            let Some(here) = nth(&mut self.items.clone(), at, None) else { break };
            let smaller = parts(&here).into_iter().chain(simplest(&here));
            let mut kept = false;
            for e in smaller {
                let mut items = self.items.clone();
                nth(&mut items, at, Some(e));
                if self.left > 0 && self.keeps(items) {
                    kept = true;
                    break;
                }
            }
            any |= kept;
            at += usize::from(!kept);
        }
        any
    }

    fn keeps(&mut self, items: Vec<Item>) -> bool {
        let text = printer::program(&items);
        // What is no smaller would go on for ever; what does not parse is no try.
        if text.len() >= self.text.len() || !parse(FileId(0), &text).diagnostics.is_empty() {
            return false;
        }
        self.left -= 1;
        let shows = (self.shows)(&text);
        if shows {
            (self.text, self.items) = (text, items);
        }
        shows
    }
}

/// Changes the list of clauses in which the clause of that number is.
fn in_clauses(items: &mut [Item], mut i: usize, change: impl Fn(&mut Vec<Clause>, usize)) -> Option<()> {
    for item in items {
        if let Item::Game(g) = item {
            if i < g.clauses.len() {
                change(&mut g.clauses, i);
                return Some(());
            }
            i -= g.clauses.len();
        }
    }
    None
}

/// Changes the list of binders in which the binder of that number is.
fn in_binders(items: &mut [Item], i: usize, change: impl Fn(&mut Vec<Binder>, usize)) -> Option<()> {
    let mut left = Some(i);
    for item in items {
        tree::all_binders_mut(item, &mut |binders| match left {
            Some(i) if i < binders.len() => {
                change(binders, i);
                left = None;
            }
            Some(i) => left = Some(i - binders.len()),
            None => {}
        });
    }
    left.is_none().then_some(())
}

/// Takes away the guard of that number: of a move or of a binder.
fn without_guard(items: &mut Vec<Item>, i: usize) -> Option<()> {
    let mut left = Some(i);
    let mut take = |guard: &mut Option<Expr>| match left {
        _ if guard.is_none() => {}
        Some(0) => {
            *guard = None;
            left = None;
        }
        Some(i) => left = Some(i - 1),
        None => {}
    };
    for item in items {
        if let Item::Game(g) = item {
            for c in &mut g.clauses {
                if let Clause::Move(m) = c {
                    take(&mut m.guard);
                }
            }
        }
        tree::all_binders_mut(item, &mut |binders| binders.iter_mut().for_each(|b| take(&mut b.guard)));
    }
    left.is_none().then_some(())
}

/// The expression of that number, outermost first; it is replaced, if there is something to put there.
fn nth(items: &mut [Item], i: usize, by: Option<Expr>) -> Option<Expr> {
    fn visit(e: &mut Expr, left: &mut usize, by: &Option<Expr>, found: &mut Option<Expr>) {
        if found.is_some() {
            return;
        }
        if *left == 0 {
            *found = Some(e.clone());
            if let Some(by) = by {
                *e = by.clone();
            }
            return;
        }
        *left -= 1;
        tree::parts_mut(e, &mut |part| visit(part, left, by, found));
    }
    let (mut left, mut found) = (i, None);
    for item in items {
        tree::in_item_mut(item, &mut |e| visit(e, &mut left, &by, &mut found));
    }
    found
}

fn parts(e: &Expr) -> Vec<Expr> {
    let mut parts = vec![];
    tree::parts_mut(&mut e.clone(), &mut |part| parts.push(part.clone()));
    parts
}

/// What may stand for an expression, as simple as can be; what is of another type is not taken.
fn simplest(e: &Expr) -> Vec<Expr> {
    let all = match &e.kind {
        ExprKind::Name(_) | ExprKind::Nothing | ExprKind::Bool(_) | ExprKind::Text(_) => vec![],
        ExprKind::Number(n) if *n <= 1.into() => vec![],
        ExprKind::Set(all) | ExprKind::List(all) if all.is_empty() => vec![],
        ExprKind::Number(_) => vec![ExprKind::Number(0.into()), ExprKind::Number(1.into())],
        ExprKind::Chain(..) => vec![ExprKind::Bool(true), ExprKind::Bool(false)],
        _ => vec![
            ExprKind::Number(0.into()),
            ExprKind::Number(1.into()),
            ExprKind::Bool(true),
            ExprKind::Nothing,
            ExprKind::Set(vec![]),
            ExprKind::List(vec![]),
        ],
    };
    all.into_iter().map(|kind| Expr { kind, span: Span::default() }).collect()
}
