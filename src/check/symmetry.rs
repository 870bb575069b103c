//! `same as`: which turns, mirror images and shifts of a board change nothing, proved from the rules.
//!
//! A rule *respects* a movement s of the grid if what it gives for a moved position is what it gives for the
//! position, moved: f(s x) = s f(x), where numbers and truth values stay as they are. If every clause of a game
//! respects s, then s maps the plays from a position one to one to those from the moved position, so both have
//! the same value. `turned(S)`, `mirrored(S)` and `shifted(S)` are each S moved by some movement.

use super::builtins::Builtin;
use super::ir::{
    BinaryOp, Binder, BinderKind, Claim, Clauses, CompareOp, Expr, ExprKind, Fold, Game, GameId, LetId,
    Links, Program,
};
use super::types::Type;
use std::cell::RefCell;
use std::collections::HashMap;

/// Whether a `same as` claim of a game follows from its rules.
pub(crate) fn is_proved(program: &Program, id: GameId, claim: &Claim) -> bool {
    let game = program.game(id);
    let Some(all) = movements(game, id, claim) else { return false };
    let rules = Rules { program, known: RefCell::default(), all };
    Links::new(program, Clauses::Moves).reachable(id).into_iter().all(|id| rules.game(program.game(id)))
}

/// Whether a claim needs turns and mirror images (true) or only shifts; none if it is of another kind.
fn movements(game: &Game, id: GameId, claim: &Claim) -> Option<bool> {
    let ExprKind::Position(target, args) = &claim.target.kind else { return None };
    if *target != id || !claim.binders.is_empty() {
        return None;
    }
    let mut boards = 0;
    let mut all = false;
    for (i, (arg, param)) in args.iter().zip(&game.params).enumerate() {
        let mut arg = arg;
        while let ExprKind::Builtin(f @ (Builtin::Turned | Builtin::Mirrored | Builtin::Shifted), inner) =
            &arg.kind
        {
            all |= *f != Builtin::Shifted;
            arg = &inner[0];
        }
        if !matches!(arg.kind, ExprKind::Local(slot) if slot as usize == i) {
            return None;
        }
        boards += usize::from(param.ty == Type::Set(Box::new(Type::Cell)));
        if param.ty != Type::Set(Box::new(Type::Cell)) && has_cells(&param.ty) {
            return None;
        }
    }
    (boards == 1).then_some(all)
}

/// Whether a cell may be anywhere inside a value of the type.
fn has_cells(ty: &Type) -> bool {
    match ty {
        Type::Cell | Type::Position | Type::Unknown(_) | Type::Wrong | Type::Function(..) => true,
        Type::Set(t) | Type::Bag(t) | Type::List(t) => has_cells(t),
        Type::Map(k, v) => has_cells(k) || has_cells(v),
        Type::Tuple(ts) => ts.iter().any(has_cells),
        Type::Int | Type::Bool | Type::Text | Type::Drawing | Type::Enum(_) => false,
    }
}

/// Whether a position is anywhere inside a value of the type.
fn has_positions(ty: &Type) -> bool {
    match ty {
        Type::Position | Type::Unknown(_) | Type::Wrong | Type::Function(..) => true,
        Type::Set(t) | Type::Bag(t) | Type::List(t) => has_positions(t),
        Type::Map(k, v) => has_positions(k) || has_positions(v),
        Type::Tuple(ts) => ts.iter().any(has_positions),
        Type::Cell | Type::Int | Type::Bool | Type::Text | Type::Drawing | Type::Enum(_) => false,
    }
}

struct Rules<'p> {
    program: &'p Program,
    /// Whether the bodies of functions respect the movements, once they were looked at.
    known: RefCell<HashMap<LetId, bool>>,
    /// Turns and mirror images, too, rather than shifts alone.
    all: bool,
}

impl Rules<'_> {
    fn game(&self, game: &Game) -> bool {
        let moves = game.moves.iter().all(|m| {
            self.binders(&m.binders) && m.guard.iter().all(|g| self.fixed(g)) && self.fixed(&m.target)
        });
        let ends = || game.ends.iter().chain(&game.wins).all(|e| self.fixed(e));
        moves && ends()
    }

    /// Whether an expression respects the movements; a number stays the same.
    fn fixed(&self, e: &Expr) -> bool {
        self.weight(e) == Some((0, 0))
    }

    /// How often a shift down and a shift to the right are added to a number; (0, 0) for everything else that respects
    /// the movements, none for what does not.
    fn weight(&self, e: &Expr) -> Option<(i64, i64)> {
        match &e.kind {
            ExprKind::Field(p, row) if !self.all => {
                self.fixed(p).then_some(if *row { (1, 0) } else { (0, 1) })
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let ((r, c), (s, d)) = (self.weight(a)?, self.weight(b)?);
                Some(if *op == BinaryOp::Add { (r + s, c + d) } else { (r - s, c - d) })
            }
            _ => self.respects(e).then_some((0, 0)),
        }
    }

    /// Whether what a function gives respects the movements, if its arguments do.
    fn definition(&self, id: LetId) -> bool {
        if let Some(known) = self.known.borrow().get(&id) {
            return *known;
        }
        let fixed = self.fixed(&self.program.definition(id).body);
        self.known.borrow_mut().insert(id, fixed);
        fixed
    }

    fn all_fixed(&self, es: &[Expr]) -> bool {
        es.iter().all(|e| self.fixed(e))
    }

    fn respects(&self, e: &Expr) -> bool {
        use ExprKind::*;
        match &e.kind {
            Int(_) | Bool(_) | Text(_) | Case(_) | Local(_) | Nothing => true,
            Global(id) => !has_cells(&self.program.definition(*id).body.ty),
            Call(id, args) => self.all_fixed(args) && self.definition(*id),
            Builtin(f, args) => !args.iter().any(|e| has_positions(&e.ty)) && self.builtin(*f, args),
            Negate(a) | Not(a) | Heap(a) => self.fixed(a),
            Binary(BinaryOp::Join, a, b) => {
                !has_cells(&a.ty) && !has_cells(&b.ty) && self.fixed(a) && self.fixed(b)
            }
            // Sums are compared with their parts in order, which is that of the cells they were made for.
            Compare(_, a, b) | In(a, b) | Index(a, b) if [a, b].iter().any(|e| has_positions(&e.ty)) => false,
            Binary(op, a, b) if *op != BinaryOp::Sum && [a, b].iter().any(|e| has_positions(&e.ty)) => false,
            Compare(op, a, b) => {
                let ordered = matches!(op, CompareOp::Less | CompareOp::LessEqual);
                let same = self.weight(a).is_some_and(|w| self.weight(b) == Some(w));
                same && !(ordered && has_cells(&a.ty))
            }
            Binary(_, a, b) | In(a, b) | Index(a, b) => self.fixed(a) && self.fixed(b),
            Range(a, b) => self.fixed(a) && b.iter().all(|b| self.fixed(b)),
            Tuple(xs) | Set(xs) | List(xs) | Bag(xs) | Position(_, xs) => self.all_fixed(xs),
            If(c, a, b) => self.fixed(c) && self.fixed(a) && self.fixed(b),
            For(fold, item, binders) => {
                // The cells of a set come in reading order, which a turn changes.
                let ordered = *fold == Fold::List && binders.iter().any(|b| !in_order(b));
                !ordered && self.binders(binders) && self.fixed(item)
            }
            // A cell written with numbers, a place on its own, a function that nobody can see.
            Cell(..) | Field(..) | Function(_) | CallLocal(..) | Map(_) | MapFor(..) | Start(_)
            | Successors(..) | Wrong => false,
        }
    }

    fn builtin(&self, f: super::builtins::Builtin, args: &[Expr]) -> bool {
        use super::builtins::Builtin::*;
        let plain = || args.iter().all(|a| !has_cells(&a.ty));
        let may = match f {
            Touching | Islands | Size | Indices | Put | Reverse => true,
            Turned | Mirrored => !self.all,
            Ray => !self.all,
            Abs | Min | Max | Total | NimTimes | NimInverse | Least | Largest | Sort | Mex => plain(),
            _ => false,
        };
        may && self.all_fixed(args)
    }

    fn binders(&self, binders: &[Binder]) -> bool {
        binders.iter().all(|b| {
            let source = match &b.kind {
                // A cell taken apart gives its row and its column, which move.
                BinderKind::In { slots, source, .. } => {
                    let cell = source.ty.element() == Some(Type::Cell);
                    !(cell && slots.len() > 1) && self.fixed(source)
                }
                BinderKind::Is { value, .. } => self.fixed(value),
            };
            source && b.guard.iter().all(|g| self.fixed(g))
        })
    }
}

/// Whether a binder runs through its source in an order that no movement changes.
fn in_order(binder: &Binder) -> bool {
    match &binder.kind {
        BinderKind::In { source, .. } => matches!(source.ty, Type::List(_)) || !has_cells(&source.ty),
        BinderKind::Is { .. } => true,
    }
}
