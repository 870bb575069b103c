//! Finite choice: no binder runs through infinitely many values, also not by way of a definition, a choice or a set
//! that is made of others. Ranges with an end, and all collections, are finite; so only ranges without one matter.

use super::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, LetId, Program, Slot};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Slots that hold a range without an end, and where that is written.
type Endless = BTreeMap<Slot, Span>;

/// Reports every binder of the rules, the definitions and the statements that may run through infinitely many values.
pub(super) fn check_choices(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let mut look = Look { program, diagnostics, known: RefCell::default() };
    for definition in &program.lets {
        look.inside(&definition.body, &mut Endless::new());
    }
    for game in &program.games {
        for m in &game.moves {
            let mut endless = Endless::new();
            look.binders(&m.binders, &mut endless);
            m.guard.iter().chain([&m.target]).for_each(|e| look.inside(e, &mut endless));
        }
        for claim in game.splits.iter().chain(&game.same) {
            let mut endless = Endless::new();
            look.binders(&claim.binders, &mut endless);
            look.inside(&claim.target, &mut endless);
        }
        // Conditions, `starts`, `picture` and `decreases`; what was looked at above is not reported again.
        game.for_each_expr(&mut |e| look.inside(e, &mut Endless::new()));
    }
    for statement in &program.statements {
        let mut endless = Endless::new();
        look.binders(statement.kind.binders(), &mut endless);
        statement.kind.for_each_expr(&mut |e| look.inside(e, &mut endless));
    }
}

struct Look<'p> {
    program: &'p Program,
    diagnostics: &'p mut Vec<Diagnostic>,
    /// The definitions looked at, and the places of ranges without an end that they may give.
    known: RefCell<BTreeMap<LetId, Option<Span>>>,
}

impl Look<'_> {
    /// Looks at binders in their order; names for endless ranges are noted.
    fn binders(&mut self, binders: &[Binder], endless: &mut Endless) {
        for binder in binders {
            match &binder.kind {
                BinderKind::Is { slot, value, .. } => {
                    if let Some(at) = self.endless(value, endless) {
                        endless.insert(*slot, at);
                    }
                    self.inside(value, endless);
                }
                BinderKind::In { names, source, .. } => {
                    if let Some(at) = self.endless(source, endless) {
                        self.report(&names[0], source.span, at);
                    }
                    self.inside(source, endless);
                }
            }
            binder.guard.iter().for_each(|g| self.inside(g, endless));
        }
    }

    /// Looks at the comprehensions and folds inside an expression.
    fn inside(&mut self, e: &Expr, endless: &mut Endless) {
        match &e.kind {
            ExprKind::For(_, item, binders) => {
                self.binders(binders, endless);
                self.inside(item, endless);
            }
            ExprKind::MapFor(key, value, binders) => {
                self.binders(binders, endless);
                self.inside(key, endless);
                self.inside(value, endless);
            }
            _ => e.for_each_child(&mut |child| self.inside(child, endless)),
        }
    }

    /// The place of a range without an end that an expression may give, or runs through.
    fn endless(&self, e: &Expr, slots: &Endless) -> Option<Span> {
        use BinaryOp::*;
        let inner = |e: &Expr| self.endless(e, slots);
        match &e.kind {
            ExprKind::Range(_, None) => Some(e.span),
            ExprKind::Local(slot) => slots.get(slot).copied(),
            ExprKind::If(_, a, b) => inner(a).or_else(|| inner(b)),
            ExprKind::Global(id) | ExprKind::Call(id, _) => {
                let known = self.known.borrow().get(id).copied();
                known.unwrap_or_else(|| {
                    let found = self.endless(&self.program.definition(*id).body, &Endless::new());
                    self.known.borrow_mut().insert(*id, found);
                    found
                })
            }
            ExprKind::Binary(With | Without, a, _) => inner(a),
            ExprKind::Binary(Union | Common | Minus | Flip, a, b) => inner(a).or_else(|| inner(b)),
            ExprKind::Builtin(_, args) => args.iter().find_map(inner),
            _ => None,
        }
    }

    fn report(&mut self, name: &str, source: Span, range: Span) {
        let known = |d: &Diagnostic| d.code == "infinite-source" && d.span() == Some(source);
        if self.diagnostics.iter().any(known) {
            return;
        }
        let title = format!("`{name}` runs through infinitely many numbers");
        let d = Diagnostic::error("infinite-source", title);
        let d = if source == range {
            d.at(source, "this range has no end")
        } else {
            d.at(source, "nothing ends this").also(range, "this range has no end")
        };
        self.diagnostics.push(d.hint(format!("Should there be a largest {name}, as in `{name} in 1..n`?")));
    }
}
