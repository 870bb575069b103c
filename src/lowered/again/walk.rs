//! The walk over the rules of a game whose positions hold something else from now on: counts in place of bags, lists in place of maps.
//! What is common to all such writings is here: where a move leads, what names hold, what functions say. A [`Style`] says the rest.

use super::{chosen, compare, if_then, index, int, list_of, local, only};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Game, GameId, LetId};
use crate::check::ir::{Program, Slot};
use crate::check::types::{Shape, Type};
use crate::lowered::plain::{has_loop, renumber};
use crate::source::Span;
use num_bigint::BigInt;
use std::collections::HashMap;

/// Calls inside calls are followed so deep.
const DEEPEST: u32 = 6;

/// What an expression is as it is written again, and by which elements: lists by the same ones can stand for each other.
#[derive(Clone)]
pub(in crate::lowered) struct View {
    pub(in crate::lowered) row: Expr,
    pub(in crate::lowered) by: usize,
}

/// A slot that holds a list in place of something else.
#[derive(Clone, Copy)]
pub(in crate::lowered) struct Held {
    pub(in crate::lowered) by: usize,
    /// Whether it is one of the position.
    pub(in crate::lowered) is_param: bool,
}

/// Slots that hold an element of which the place is known.
#[derive(Clone, Copy)]
pub(in crate::lowered) struct Known {
    /// The slot of the place.
    pub(in crate::lowered) at: Slot,
    pub(in crate::lowered) by: usize,
    /// What of the position has the element for sure.
    pub(in crate::lowered) of: Option<Slot>,
}

/// A parameter that is written again.
#[derive(Clone)]
pub(in crate::lowered) struct Renewed {
    pub(in crate::lowered) param: usize,
    pub(in crate::lowered) by: usize,
    /// What it is from now on.
    pub(in crate::lowered) ty: Type,
    pub(in crate::lowered) shape: Shape,
}

/// What one way of writing rules again says.
pub(in crate::lowered) trait Style: Sized {
    /// What an expression is as it is written again; `None` if it is nothing that is.
    fn view(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<View>;

    /// What is asked of such a thing without a look at all of it.
    fn short(walk: &mut Walk<'_, Self>, e: &Expr) -> Option<Expr>;

    /// The same as it was before, for whoever takes it as it was.
    fn written_out(walk: &mut Walk<'_, Self>, view: &View, ty: &Type) -> Expr;

    /// The element at a place.
    fn element(walk: &Walk<'_, Self>, by: usize, at: &Expr) -> Expr;

    /// The choices in place of one from such a thing: each element once, or each copy of it.
    fn chosen(
        walk: &mut Walk<'_, Self>,
        slots: &[Slot],
        source: &Expr,
        each_copy: bool,
        span: Span,
    ) -> Option<Vec<Binder>>;
}

/// Rules that are being written again.
pub(in crate::lowered) struct Walk<'p, S> {
    pub(in crate::lowered) program: &'p Program,
    id: GameId,
    game: Game,
    renewed: &'p [Renewed],
    pub(in crate::lowered) style: S,
    pub(in crate::lowered) held: HashMap<Slot, Held>,
    pub(in crate::lowered) places: HashMap<Vec<Slot>, Known>,
    depth: u32,
    pub(in crate::lowered) fails: bool,
}

impl<'p, S: Style> Walk<'p, S> {
    pub(in crate::lowered) fn new(
        program: &'p Program,
        id: GameId,
        renewed: &'p [Renewed],
        style: S,
    ) -> Walk<'p, S> {
        let held = renewed.iter().map(|r| (r.param as Slot, Held { by: r.by, is_param: true })).collect();
        let game = program.game(id).clone();
        Walk { program, id, game, renewed, style, held, places: HashMap::new(), depth: 0, fails: false }
    }

    /// All clauses; `None` if something is not understood.
    pub(in crate::lowered) fn all(mut self) -> Option<Game> {
        let mut moves = std::mem::take(&mut self.game.moves);
        let (mut ends, mut wins) = (std::mem::take(&mut self.game.ends), std::mem::take(&mut self.game.wins));
        ends.iter_mut().chain(&mut wins).for_each(|e| self.expr(e));
        for m in &mut moves {
            // A slot is bound in one place of a move, but perhaps in several moves.
            self.places.clear();
            self.held.retain(|_, held| held.is_param);
            self.binders(&mut m.binders, false);
            m.guard.iter_mut().for_each(|e| self.expr(e));
            self.target(&mut m.target);
            m.shown.clear();
        }
        if self.fails {
            return None;
        }
        (self.game.moves, self.game.ends, self.game.wins) = (moves, ends, wins);
        for Renewed { param, ty, shape, .. } in self.renewed {
            let p = &mut self.game.params[*param];
            (p.ty, p.shape) = (ty.clone(), shape.clone());
            self.game.slots[*param] = ty.clone();
        }
        let game = &mut self.game;
        (game.starts, game.picture, game.decreases) = (None, None, None);
        Some(self.game)
    }

    pub(in crate::lowered) fn fresh(&mut self, ty: &Type) -> Slot {
        self.game.slots.push(ty.clone());
        self.game.slots.len() as Slot - 1
    }

    /// What a slot holds, as an expression.
    pub(in crate::lowered) fn held(&self, slot: Slot, span: Span) -> Option<View> {
        let held = self.held.get(&slot)?;
        let renewed = self.renewed.iter().find(|r| r.by == held.by)?;
        Some(View { row: local(slot, renewed.ty.clone(), span), by: held.by })
    }

    /// Where a move leads.
    fn target(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Position(id, args) if *id == self.id => {
                for (p, arg) in args.iter_mut().enumerate() {
                    let Some(by) = self.renewed.iter().find(|r| r.param == p).map(|r| r.by) else {
                        self.expr(arg);
                        continue;
                    };
                    match S::view(self, arg).filter(|view| view.by == by) {
                        Some(view) => *arg = view.row,
                        None => self.fails = true,
                    }
                }
            }
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                self.target(a);
                self.target(b);
            }
            ExprKind::If(c, a, b) => {
                self.expr(c);
                self.target(a);
                self.target(b);
            }
            ExprKind::Heap(k) => self.expr(k),
            ExprKind::Nothing => {}
            _ => self.fails = true,
        }
    }

    /// Writes an expression again.
    pub(in crate::lowered) fn expr(&mut self, e: &mut Expr) {
        if let (Some(_), Some(known)) = (e.local(), self.known_place(e)) {
            *e = S::element(self, known.by, &local(known.at, Type::Int, e.span));
            return;
        }
        if let Some(view) = S::view(self, e) {
            *e = S::written_out(self, &view, &e.ty);
            return;
        }
        if let Some(short) = S::short(self, e) {
            *e = short;
            return;
        }
        match &mut e.kind {
            ExprKind::For(fold, item, binders) => {
                use Fold::*;
                let each_copy = matches!(fold, List | Bag | Sum | SumPositions | Count);
                self.binders(binders, each_copy);
                self.expr(item);
            }
            ExprKind::MapFor(key, value, binders) => {
                self.binders(binders, false);
                self.expr(key);
                self.expr(value);
            }
            ExprKind::Call(id, args) => match self.called(*id, args) {
                Some((mut body, names)) => {
                    self.depth += 1;
                    self.expr(&mut body);
                    self.depth -= 1;
                    *e = named(body, names);
                }
                None => args.iter_mut().for_each(|arg| self.expr(arg)),
            },
            ExprKind::Position(..) | ExprKind::Start(_) | ExprKind::Successors(..) => self.fails = true,
            _ => e.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    /// An expression written again, as another one.
    pub(in crate::lowered) fn again(&mut self, e: &Expr) -> Expr {
        let mut e = e.clone();
        self.expr(&mut e);
        e
    }

    /// A condition and two things of which it chooses one.
    pub(in crate::lowered) fn either(&mut self, c: &Expr, a: &Expr, b: &Expr) -> Option<View> {
        let (a, b) = (S::view(self, a)?, S::view(self, b)?);
        let c = self.again(c);
        self.fails |= has_loop(&c) || a.by != b.by;
        Some(View { row: if_then(c, a.row, b.row), by: a.by })
    }

    /// What a function gives that says something of what is written again.
    pub(in crate::lowered) fn view_of_call(&mut self, id: LetId, args: &[Expr]) -> Option<View> {
        let (body, names) = self.called(id, args)?;
        self.depth += 1;
        let view = S::view(self, &body);
        self.depth -= 1;
        let View { row, by } = view?;
        Some(View { row: named(row, names), by })
    }

    /// What gives some slots the element at a place: one slot needs no value, since its place stands for it.
    pub(in crate::lowered) fn taken_apart(
        &self,
        slots: &[Slot],
        by: usize,
        at: &Expr,
        span: Span,
    ) -> Option<Binder> {
        (slots.len() > 1).then(|| chosen(slots.to_vec(), only(S::element(self, by, at)), span))
    }

    /// The place of an element that some names hold.
    pub(in crate::lowered) fn known_place(&self, x: &Expr) -> Option<Known> {
        let slots: Option<Vec<Slot>> = match &x.kind {
            ExprKind::Local(slot) => Some(vec![*slot]),
            ExprKind::Tuple(parts) => parts.iter().map(Expr::local).collect(),
            _ => None,
        };
        self.places.get(&slots?).copied()
    }

    /// Binders, each with its guard.
    pub(in crate::lowered) fn binders(&mut self, binders: &mut Vec<Binder>, each_copy: bool) {
        for mut binder in std::mem::take(binders) {
            let mut guard = binder.guard.take();
            let mut all = self.binder(binder, each_copy);
            guard.iter_mut().for_each(|g| self.expr(g));
            if let Some(last) = all.last_mut() {
                last.guard = match (last.guard.take(), guard) {
                    (Some(a), Some(b)) => Some(super::binary(BinaryOp::And, a, b)),
                    (a, b) => a.or(b),
                };
            }
            binders.extend(all);
        }
    }

    fn binder(&mut self, mut binder: Binder, each_copy: bool) -> Vec<Binder> {
        let span = binder.span;
        self.forget(binder.slots());
        match &mut binder.kind {
            BinderKind::In { slots, source, .. } => match S::chosen(self, slots, source, each_copy, span) {
                Some(all) => return all,
                None => self.expr(source),
            },
            BinderKind::Is { slot, value, .. } => match S::view(self, value) {
                Some(view) => {
                    self.hold(*slot, &view);
                    *value = view.row;
                }
                None => {
                    self.same_place(*slot, value);
                    self.expr(value);
                }
            },
        }
        vec![binder]
    }

    /// Slots that hold something else from now on.
    pub(in crate::lowered) fn forget(&mut self, slots: &[Slot]) {
        self.places.retain(|held, _| !held.iter().any(|slot| slots.contains(slot)));
        self.held.retain(|slot, held| held.is_param || !slots.contains(slot));
    }

    /// A slot that holds this from now on.
    fn hold(&mut self, slot: Slot, view: &View) {
        self.held.insert(slot, Held { by: view.by, is_param: false });
        self.game.slots[slot as usize] = view.row.ty.clone();
    }

    /// A slot that holds a value from now on, whose place may be known.
    fn same_place(&mut self, slot: Slot, value: &Expr) {
        if let Some(known) = self.known_place(value) {
            self.places.insert(vec![slot], known);
        }
    }

    /// What a function says of what is written again, and the names of its arguments.
    fn called(&mut self, id: LetId, args: &[Expr]) -> Option<(Expr, Vec<Binder>)> {
        let definition = self.program.definition(id);
        let views: Vec<Option<View>> = args.iter().map(|arg| S::view(self, arg)).collect();
        if views.iter().all(Option::is_none) || self.depth == DEEPEST {
            return None;
        }
        let first = self.game.slots.len() as Slot;
        self.game.slots.extend_from_slice(&definition.slots);
        let mut body = definition.body.clone();
        renumber(&mut body, &|slot| first + slot);
        let mut names = vec![];
        for (((param, arg), view), slot) in definition.params.iter().zip(args).zip(views).zip(first..) {
            let fits =
                param.shape.is_any() || view.as_ref().is_some_and(|view| self.demands(view.by, &param.shape));
            self.fails |= !fits && !matches!(param.shape, Shape::Range(..));
            let value = match view {
                Some(view) => {
                    self.hold(slot, &view);
                    view.row
                }
                None => {
                    self.same_place(slot, arg);
                    if param.shape.is_any() && self.places.contains_key(&vec![slot]) {
                        continue;
                    }
                    let arg = self.again(arg);
                    self.fails |= !fits && has_loop(&arg);
                    demanded(arg, &param.shape)
                }
            };
            let kind = BinderKind::Is { slot, name: String::new(), value };
            names.push(Binder { kind, guard: None, span: arg.span });
        }
        Some((body, names))
    }

    /// Whether all parameters by some elements demand just this: so it is of all that is made of them.
    fn demands(&self, by: usize, shape: &Shape) -> bool {
        let params = &self.program.game(self.id).params;
        self.renewed.iter().filter(|r| r.by == by).all(|r| params[r.param].shape == *shape)
    }
}

/// A number, or a mistake where it is none of those that are demanded.
fn demanded(n: Expr, shape: &Shape) -> Expr {
    let Shape::Range(lo, hi) = shape else { return n };
    let span = n.span;
    let end = |end: &BigInt| Expr { kind: ExprKind::Int(end.clone()), ty: Type::Int, span };
    let wrong = || super::binary(BinaryOp::Divide, int(1, span), int(0, span));
    let above = lo.iter().map(|lo| compare(CompareOp::LessEqual, end(lo), n.clone()));
    let below = hi.iter().map(|hi| compare(CompareOp::LessEqual, n.clone(), end(hi)));
    let checks: Vec<Expr> = above.chain(below).collect();
    checks.into_iter().fold(n.clone(), |n, fits| if_then(fits, n, wrong()))
}

/// `let name = ... in e`.
fn named(e: Expr, names: Vec<Binder>) -> Expr {
    if names.is_empty() {
        return e;
    }
    let (ty, span) = (e.ty.clone(), e.span);
    let fold =
        |fold: Fold, ty: Type, e: Expr| Expr { kind: ExprKind::For(fold, Box::new(e), names), ty, span };
    match ty {
        Type::Bool => fold(Fold::All, ty, e),
        Type::Int => fold(Fold::Sum, ty, e),
        _ => {
            let row = fold(Fold::List, list_of(ty), e);
            index(&row, &int(1, span))
        }
    }
}
