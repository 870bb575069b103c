//! The rules of a game of bags, in counts.

use super::Counted;
use super::elements::filtered;
use crate::check::builtins::Builtin;
use crate::check::ir::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Game, GameId, LetId, Program, Slot,
};
use crate::check::types::{Shape, Type};
use crate::lowered::again::{
    binary, call, chosen, compare, if_then, index, int, list_of, local, only, put, range, total, truth,
};
use crate::lowered::plain::{has_loop, renumber};
use crate::source::Span;
use crate::value::Value;
use num_bigint::BigInt;
use std::collections::HashMap;

/// Calls inside calls are followed so deep.
const DEEPEST: u32 = 6;

/// Rules that are being written in counts.
pub(super) struct Rewriting<'p> {
    program: &'p Program,
    id: GameId,
    game: Game,
    counted: &'p Counted,
    /// The definition of the list of elements; behind it comes that of the map from each to its place.
    elements: LetId,
    values: &'p [Value],
    /// The slots that hold counts, and whether they are those of the position.
    counts: HashMap<Slot, bool>,
    /// The slots that hold elements, by the slot of their place, and the bag of the position that has them for sure.
    places: HashMap<Vec<Slot>, (Slot, Option<Slot>)>,
    depth: u32,
    fails: bool,
}

/// The place of an element: 0 if it has none, unless it surely has one; and the bag of the position that has the element for sure.
struct Place {
    at: Expr,
    is_sure: bool,
    of: Option<Slot>,
}

impl<'p> Rewriting<'p> {
    pub(super) fn new(
        program: &'p Program,
        id: GameId,
        counted: &'p Counted,
        (elements, values): (LetId, &'p [Value]),
    ) -> Rewriting<'p> {
        let counts = counted.params.iter().map(|p| (*p as Slot, true)).collect();
        let game = program.game(id).clone();
        let (places, depth, fails) = (HashMap::new(), 0, false);
        Rewriting { program, id, game, counted, elements, values, counts, places, depth, fails }
    }

    /// All clauses; `None` if something is not understood.
    pub(super) fn all(mut self) -> Option<Game> {
        let mut moves = std::mem::take(&mut self.game.moves);
        let (mut ends, mut wins) = (std::mem::take(&mut self.game.ends), std::mem::take(&mut self.game.wins));
        ends.iter_mut().chain(&mut wins).for_each(|e| self.expr(e));
        for m in &mut moves {
            // A slot is bound in one place of a move, but perhaps in several moves.
            self.places.clear();
            self.counts.retain(|_, is_param| *is_param);
            self.binders(&mut m.binders, false);
            m.guard.iter_mut().for_each(|e| self.expr(e));
            self.target(&mut m.target);
            m.shown.clear();
        }
        if self.fails {
            return None;
        }
        (self.game.moves, self.game.ends, self.game.wins) = (moves, ends, wins);
        for p in &self.counted.params {
            let param = &mut self.game.params[*p];
            param.ty = list_of(Type::Int);
            param.shape = Shape::Elements(Box::new(Shape::nat()));
            self.game.slots[*p] = param.ty.clone();
        }
        let game = &mut self.game;
        (game.starts, game.picture, game.decreases) = (None, None, None);
        Some(self.game)
    }

    fn fresh(&mut self, ty: &Type) -> Slot {
        self.game.slots.push(ty.clone());
        self.game.slots.len() as Slot - 1
    }

    /// Where a move leads.
    fn target(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Position(id, args) if *id == self.id => {
                for (p, arg) in args.iter_mut().enumerate() {
                    if !self.counted.params.contains(&p) {
                        self.expr(arg);
                        continue;
                    }
                    match self.view(arg) {
                        Some(counts) => *arg = counts,
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

    /// Writes an expression in counts.
    fn expr(&mut self, e: &mut Expr) {
        if let Some(counts) = self.view(e) {
            *e = self.written_out(&counts, &e.ty);
            return;
        }
        if let Some(short) = self.short(e) {
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
                Some(body) => *e = body,
                None => args.iter_mut().for_each(|arg| self.expr(arg)),
            },
            ExprKind::Position(..) | ExprKind::Start(_) | ExprKind::Successors(..) => self.fails = true,
            _ => e.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    /// What is asked of a bag without a look at all of it: whether and how often something is in it, its size, whether it is empty.
    fn short(&mut self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::In(x, bag) => {
                let counts = self.view(bag)?;
                let place = self.place(x);
                let there = compare(CompareOp::Less, int(0, e.span), index(&counts, &place.at));
                Some(place.if_any(there, truth(false, e.span)))
            }
            ExprKind::Builtin(Builtin::Size, of) => Some(total(self.view(&of[0])?)),
            ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) => {
                let is_empty = |e: &Expr| matches!(&e.kind, ExprKind::Bag(items) if items.is_empty());
                let all = if is_empty(b) { self.view(a) } else { self.view(b).filter(|_| is_empty(a)) };
                match all {
                    Some(counts) => Some(compare(*op, total(counts), int(0, e.span))),
                    None => Some(compare(*op, self.view(a)?, self.view(b)?)),
                }
            }
            ExprKind::For(Fold::Count, item, binders) => self.copies(item, binders),
            _ => None,
        }
    }

    /// `count(x == a for x in bag)`.
    fn copies(&mut self, item: &Expr, binders: &[Binder]) -> Option<Expr> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let ([slot], ExprKind::Compare(CompareOp::Equal, a, b)) = (&slots[..], &item.kind) else {
            return None;
        };
        let other = if a.local() == Some(*slot) { b } else { a };
        let one = if a.local() == Some(*slot) { a } else { b };
        let mut reads = false;
        other.each_slot(&mut |s| reads |= s == *slot);
        if reads || one.local() != Some(*slot) {
            return None;
        }
        let counts = self.view(source)?;
        let place = self.place(other);
        let copies = index(&counts, &place.at);
        Some(place.if_any(copies, int(0, item.span)))
    }

    /// The counts of a bag.
    fn view(&mut self, e: &Expr) -> Option<Expr> {
        if !matches!(&e.ty, Type::Bag(of) if **of == self.counted.element) {
            return None;
        }
        match &e.kind {
            ExprKind::Local(slot) => {
                self.counts.contains_key(slot).then(|| local(*slot, list_of(Type::Int), e.span))
            }
            ExprKind::Binary(BinaryOp::With, bag, x) => {
                let counts = self.view_to_repeat(bag)?;
                let place = self.place(x);
                let more = binary(BinaryOp::Add, index(&counts, &place.at), int(1, e.span));
                Some(put(counts, place.at, more))
            }
            ExprKind::Binary(BinaryOp::Without, bag, x) => {
                let counts = self.view_to_repeat(bag)?;
                let place = self.place(x);
                let mut less = binary(BinaryOp::Subtract, index(&counts, &place.at), int(1, e.span));
                if place.of.is_none() || place.of != counts.local() {
                    less = call(Builtin::Max, vec![less, int(0, e.span)], Type::Int);
                }
                let without = put(counts.clone(), place.at.clone(), less);
                Some(place.if_any(without, counts))
            }
            ExprKind::Binary(BinaryOp::Union, bag, more) => {
                let ExprKind::Bag(items) = &more.kind else { return None };
                let with =
                    items.iter().fold((**bag).clone(), |bag, x| binary(BinaryOp::With, bag, x.clone()));
                self.view(&with)
            }
            ExprKind::Binary(BinaryOp::Minus, bag, less) => {
                let ExprKind::Bag(items) = &less.kind else { return None };
                let without = |bag, x: &Expr| binary(BinaryOp::Without, bag, x.clone());
                self.view(&items.iter().fold((**bag).clone(), without))
            }
            ExprKind::If(c, a, b) => {
                let (a, b) = (self.view(a)?, self.view(b)?);
                let mut c = (**c).clone();
                self.expr(&mut c);
                self.fails |= has_loop(&c);
                Some(if_then(c, a, b))
            }
            ExprKind::For(..) => self.filtered(e),
            ExprKind::Bag(items) if items.is_empty() => {
                let zeros = self.values.iter().map(|_| int(0, e.span)).collect();
                Some(Expr { kind: ExprKind::List(zeros), ty: list_of(Type::Int), span: e.span })
            }
            _ => None,
        }
    }

    /// The same, to be written more than once: a name is bound in one place.
    fn view_to_repeat(&mut self, e: &Expr) -> Option<Expr> {
        let counts = self.view(e)?;
        self.fails |= has_loop(&counts);
        Some(counts)
    }

    /// The counts of `bag(x for x in bag where ...)`.
    fn filtered(&mut self, e: &Expr) -> Option<Expr> {
        let (slot, source, guard) = filtered(e)?;
        let Some(guard) = guard else { return self.view(source) };
        let counts = self.view_to_repeat(source)?;
        let (i, span) = (self.fresh(&Type::Int), e.span);
        let place = local(i, Type::Int, span);
        self.forget(&[slot]);
        self.places.insert(vec![slot], (i, None));
        let mut guard = guard.clone();
        self.expr(&mut guard);
        let there = index(&counts, &place);
        let stays = binary(BinaryOp::And, compare(CompareOp::Less, int(0, span), there.clone()), guard);
        let value = index(&self.all_elements(span), &place);
        let kind = BinderKind::Is { slot, name: String::new(), value };
        let each = chosen(vec![i], range(int(self.values.len() as i64, span)), span);
        let binders = vec![each, Binder { kind, guard: None, span }];
        let item = Box::new(if_then(stays, there, int(0, span)));
        Some(Expr { kind: ExprKind::For(Fold::List, item, binders), ty: list_of(Type::Int), span })
    }

    /// The place of an element among all.
    fn place(&mut self, x: &Expr) -> Place {
        let slots: Option<Vec<Slot>> = match &x.kind {
            ExprKind::Local(slot) => Some(vec![*slot]),
            ExprKind::Tuple(parts) => parts.iter().map(Expr::local).collect(),
            _ => None,
        };
        if let Some((at, of)) = slots.and_then(|slots| self.places.get(&slots)) {
            return Place { at: local(*at, Type::Int, x.span), is_sure: true, of: *of };
        }
        if let Some(number) = super::elements::small(x) {
            let found = self.values.iter().position(|v| v.as_i64() == Some(number));
            let at = int(found.map_or(0, |i| i as i64 + 1), x.span);
            return Place { at, is_sure: found.is_some(), of: None };
        }
        let mut x = x.clone();
        self.expr(&mut x);
        // It is written more than once, and a name is bound in one place.
        self.fails |= has_loop(&x);
        let map = Type::Map(Box::new(self.counted.element.clone()), Box::new(Type::Int));
        let places = Expr { kind: ExprKind::Global(LetId(self.elements.0 + 1)), ty: map, span: x.span };
        let is_one = ExprKind::In(Box::new(x.clone()), Box::new(places.clone()));
        let is_one = Expr { kind: is_one, ty: Type::Bool, span: x.span };
        let (span, at) = (x.span, ExprKind::Index(Box::new(places), Box::new(x)));
        let at = if_then(is_one, Expr { kind: at, ty: Type::Int, span }, int(0, span));
        Place { at, is_sure: false, of: None }
    }

    /// Binders in counts: of equal elements of a bag one, or each.
    fn binders(&mut self, binders: &mut Vec<Binder>, each_copy: bool) {
        for mut binder in std::mem::take(binders) {
            let mut guard = binder.guard.take();
            let mut all = self.binder(binder, each_copy);
            guard.iter_mut().for_each(|g| self.expr(g));
            if let Some(last) = all.last_mut() {
                last.guard = match (last.guard.take(), guard) {
                    (Some(a), Some(b)) => Some(binary(BinaryOp::And, a, b)),
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
            BinderKind::In { slots, source, .. } => {
                let Some(counts) = self.view_to_repeat(source) else {
                    self.expr(source);
                    return vec![binder];
                };
                let i = self.fresh(&Type::Int);
                let there = index(&counts, &local(i, Type::Int, span));
                let mut place = chosen(vec![i], range(int(self.values.len() as i64, span)), span);
                place.guard = Some(compare(CompareOp::Less, int(0, span), there.clone()));
                let of = counts.local().filter(|slot| self.counts.get(slot) == Some(&true));
                self.places.insert(slots.to_vec(), (i, of));
                let element = index(&self.all_elements(span), &local(i, Type::Int, span));
                let kind = match &slots[..] {
                    [slot] => BinderKind::Is { slot: *slot, name: String::new(), value: element },
                    _ => chosen(slots.to_vec(), only(element), span).kind,
                };
                let mut all = vec![place, Binder { kind, guard: None, span }];
                if each_copy {
                    let copy = self.fresh(&Type::Int);
                    all.push(chosen(vec![copy], range(there), span));
                }
                all
            }
            BinderKind::Is { slot, value, .. } => {
                if let Some(counts) = self.view(value) {
                    self.hold(*slot);
                    *value = counts;
                } else {
                    let held = value.local().and_then(|of| self.places.get(&vec![of]).copied());
                    held.map(|held| self.places.insert(vec![*slot], held));
                    self.expr(value);
                }
                vec![binder]
            }
        }
    }

    /// Slots that hold something else from now on.
    fn forget(&mut self, slots: &[Slot]) {
        self.places.retain(|held, _| !held.iter().any(|slot| slots.contains(slot)));
        self.counts.retain(|slot, is_param| *is_param || !slots.contains(slot));
    }

    /// A slot that holds counts from now on.
    fn hold(&mut self, slot: Slot) {
        self.counts.insert(slot, false);
        self.game.slots[slot as usize] = list_of(Type::Int);
    }

    /// What a function says of bags, in the place of a call.
    fn called(&mut self, id: LetId, args: &[Expr]) -> Option<Expr> {
        let definition = self.program.definition(id);
        let views: Vec<Option<Expr>> = args.iter().map(|arg| self.view(arg)).collect();
        if views.iter().all(Option::is_none) || self.depth == DEEPEST {
            return None;
        }
        let first = self.game.slots.len() as Slot;
        self.game.slots.extend_from_slice(&definition.slots);
        let mut body = definition.body.clone();
        renumber(&mut body, &|slot| first + slot);
        let mut names = vec![];
        for (((param, arg), view), slot) in definition.params.iter().zip(args).zip(views).zip(first..) {
            // What is demanded of the elements of the game is so of all that are counted.
            let of_game = &self.game.params[self.counted.params[0]].shape;
            let fits = param.shape.is_any() || view.is_some() && param.shape == *of_game;
            self.fails |= !fits && !matches!(param.shape, Shape::Range(..));
            let value = match view {
                Some(counts) => {
                    self.hold(slot);
                    counts
                }
                None => {
                    let held = arg.local().and_then(|of| self.places.get(&vec![of]).copied());
                    held.map(|held| self.places.insert(vec![slot], held));
                    let mut arg = arg.clone();
                    self.expr(&mut arg);
                    self.fails |= !fits && has_loop(&arg);
                    demanded(arg, &param.shape)
                }
            };
            let kind = BinderKind::Is { slot, name: String::new(), value };
            names.push(Binder { kind, guard: None, span: arg.span });
        }
        self.depth += 1;
        self.expr(&mut body);
        self.depth -= 1;
        Some(named(body, names))
    }

    fn all_elements(&self, span: Span) -> Expr {
        let ty = list_of(self.counted.element.clone());
        Expr { kind: ExprKind::Global(self.elements), ty, span }
    }

    /// Counts as a bag.
    fn written_out(&mut self, counts: &Expr, ty: &Type) -> Expr {
        let (i, copy, span) = (self.fresh(&Type::Int), self.fresh(&Type::Int), counts.span);
        let place = local(i, Type::Int, span);
        let element = index(&self.all_elements(span), &place);
        let each = chosen(vec![i], range(int(self.values.len() as i64, span)), span);
        let copies = chosen(vec![copy], range(index(counts, &place)), span);
        let kind = ExprKind::For(Fold::Bag, Box::new(element), vec![each, copies]);
        Expr { kind, ty: ty.clone(), span }
    }
}

impl Place {
    /// Something where the element has a place, else something else.
    fn if_any(&self, some: Expr, none: Expr) -> Expr {
        if self.is_sure {
            return some;
        }
        if self.at.number().is_some() {
            return none;
        }
        let span = some.span;
        if_then(compare(CompareOp::Equal, self.at.clone(), int(0, span)), none, some)
    }
}

/// A number, or a mistake where it is none of those that are demanded.
fn demanded(n: Expr, shape: &Shape) -> Expr {
    let Shape::Range(lo, hi) = shape else { return n };
    let span = n.span;
    let end = |end: &BigInt| Expr { kind: ExprKind::Int(end.clone()), ty: Type::Int, span };
    let wrong = || binary(BinaryOp::Divide, int(1, span), int(0, span));
    let above = lo.iter().map(|lo| compare(CompareOp::LessEqual, end(lo), n.clone()));
    let below = hi.iter().map(|hi| compare(CompareOp::LessEqual, n.clone(), end(hi)));
    let checks: Vec<Expr> = above.chain(below).collect();
    checks.into_iter().fold(n.clone(), |n, fits| if_then(fits, n, wrong()))
}

/// `let name = ... in e`.
fn named(e: Expr, names: Vec<Binder>) -> Expr {
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
