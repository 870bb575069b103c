//! What moves may put into bags: the elements that rules name, or any number up to the largest.

use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Game, GameId, Program, Slot};
use crate::check::types::Type;
use std::collections::HashMap;

/// What moves put into the bags of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joining {
    /// Elements and collections of elements that rules name: they look at no name that has another value elsewhere.
    pub elements: Vec<Expr>,
    pub collections: Vec<Expr>,
    /// Whether there are numbers besides, of which nothing is known.
    pub others: bool,
    /// Whether a move may put more into a bag than it takes out.
    pub grows: bool,
}

/// What joins the bags in these parameters; `None` if that is not seen.
pub(crate) fn joining(program: &Program, id: GameId, params: &[usize]) -> Option<Joining> {
    let game = program.game(id);
    let mut seen = Seen { game, params, sources: HashMap::new(), found: Joining::default() };
    for m in &game.moves {
        m.binders.iter().for_each(|b| seen.note(b));
        seen.target(&m.target, id)?;
    }
    Some(seen.found)
}

struct Seen<'p> {
    game: &'p Game,
    params: &'p [usize],
    /// What binds each slot.
    sources: HashMap<Slot, &'p BinderKind>,
    found: Joining,
}

impl<'p> Seen<'p> {
    fn note(&mut self, binder: &'p Binder) {
        binder.slots().iter().for_each(|slot| {
            self.sources.insert(*slot, &binder.kind);
        });
    }

    fn target(&mut self, e: &'p Expr, id: GameId) -> Option<()> {
        match &e.kind {
            ExprKind::Position(to, args) => {
                (*to == id).then_some(())?;
                self.params.iter().try_for_each(|p| {
                    let more = self.bag(&args[*p])?;
                    self.found.grows |= more > 0;
                    Some(())
                })
            }
            ExprKind::Binary(BinaryOp::Sum, a, b) | ExprKind::If(_, a, b) => {
                self.target(a, id)?;
                self.target(b, id)
            }
            ExprKind::Heap(_) | ExprKind::Nothing => Some(()),
            _ => None,
        }
    }

    /// By how many elements more than a bag of the position a bag has at most, as it is written.
    fn bag(&mut self, e: &'p Expr) -> Option<i64> {
        match &e.kind {
            ExprKind::Local(slot) => match self.sources.get(slot) {
                None => Some(0),
                Some(BinderKind::Is { value, .. }) => self.bag(value),
                Some(BinderKind::In { .. }) => None,
            },
            ExprKind::Binary(BinaryOp::With, bag, x) => {
                self.element(x)?;
                Some(self.bag(bag)? + 1)
            }
            ExprKind::Binary(BinaryOp::Without, bag, _) => Some(self.bag(bag)? - 1),
            ExprKind::Binary(BinaryOp::Minus, bag, _) => self.bag(bag),
            ExprKind::Binary(BinaryOp::Union, bag, more) => match &more.kind {
                ExprKind::Bag(items) => {
                    items.iter().try_for_each(|x| self.element(x))?;
                    Some(self.bag(bag)? + items.len() as i64)
                }
                _ => None,
            },
            ExprKind::Bag(items) => items.is_empty().then_some(0),
            ExprKind::For(..) => self.bag(filtered(e)?.1),
            ExprKind::If(_, a, b) => Some(self.bag(a)?.max(self.bag(b)?)),
            _ => None,
        }
    }

    /// Takes note of an element that is put into a bag.
    fn element(&mut self, x: &'p Expr) -> Option<()> {
        let free = |e: &Expr| {
            let mut slots = 0;
            e.each_slot(&mut |_| slots += 1);
            slots == 0
        };
        if free(x) {
            self.found.elements.push(x.clone());
            return Some(());
        }
        match x.local().and_then(|slot| self.sources.get(&slot)) {
            Some(BinderKind::In { slots, source, .. }) if slots.len() == 1 => {
                if self.is_bag(source) {
                    return Some(());
                }
                if free(source) && !matches!(source.kind, ExprKind::Range(..)) {
                    self.found.collections.push(source.clone());
                    return Some(());
                }
            }
            Some(BinderKind::Is { value, .. }) => return self.element(value),
            _ => {}
        }
        if let ExprKind::If(_, a, b) = &x.kind {
            self.element(a)?;
            return self.element(b);
        }
        self.found.others |= x.ty == Type::Int;
        (x.ty == Type::Int).then_some(())
    }

    /// Whether a collection is a bag of the position.
    fn is_bag(&self, e: &Expr) -> bool {
        let is_one = |slot: Slot| self.params.contains(&(slot as usize));
        e.local().is_some_and(is_one)
            && matches!(self.game.params.get(self.params[0]), Some(p) if p.ty == e.ty)
    }
}

/// `bag(x for x in bag where ...)`: the slot, the bag, and the condition.
pub(super) fn filtered(e: &Expr) -> Option<(Slot, &Expr, Option<&Expr>)> {
    let ExprKind::For(Fold::Bag, item, binders) = &e.kind else { return None };
    let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = &binders[..] else {
        return None;
    };
    let [slot] = slots[..] else { return None };
    (item.local() == Some(slot)).then_some((slot, source, guard.as_ref()))
}

/// A number that is written there, if it is small.
pub(super) fn small(e: &Expr) -> Option<i64> {
    i64::try_from(e.number()?).ok()
}
