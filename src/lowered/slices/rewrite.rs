//! The rules of a game whose lists are slices of what there was at first, in numbers.

use super::views::{Rows, View, add, compare, index, int};
use super::{Cut, Cuts, Left, Whole, is_row};
use crate::check::builtins::Builtin;
use crate::check::ir::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Game, GameId, LetId, Program, Slot,
};
use crate::check::types::Type;
use crate::lowered::plain::has_loop;
use std::collections::HashMap;

/// Rules that are being written in numbers.
pub(super) struct Rewriting<'p> {
    pub(super) id: GameId,
    pub(super) game: Game,
    pub(super) cuts: &'p Cuts,
    /// The definitions that hold what there was at first, and what that is.
    pub(super) whole: Option<(LetId, &'p Whole)>,
    pub(super) views: HashMap<Slot, View>,
    pub(super) rows: HashMap<Slot, Rows>,
    /// For each parameter that becomes numbers, the slot of where its lists begin, if that is held.
    pub(super) begins: Vec<Option<Slot>>,
    pub(super) left: Vec<(bool, bool)>,
    pub(super) cuts_something: bool,
    /// Something that is not understood.
    pub(super) fails: bool,
    /// A parameter of which a move leaves something else than slices.
    pub(super) not_cut: Option<usize>,
}

/// What was written.
pub(super) struct Rewritten {
    pub(super) game: Game,
    pub(super) cuts: Vec<Cut>,
    /// Whether a move takes anything from a list.
    pub(super) cuts_something: bool,
}

impl<'p> Rewriting<'p> {
    pub(super) fn new(
        program: &Program,
        id: GameId,
        cuts: &'p Cuts,
        whole: Option<(LetId, &'p Whole)>,
    ) -> Rewriting<'p> {
        let game = program.game(id).clone();
        let mut new = Rewriting {
            id,
            game,
            cuts,
            whole,
            views: HashMap::new(),
            rows: HashMap::new(),
            begins: vec![],
            left: vec![(true, true); cuts.cuts.len()],
            cuts_something: false,
            fails: false,
            not_cut: None,
        };
        (0..cuts.cuts.len()).for_each(|i| new.see_param(i));
        new
    }

    /// One of the definitions that hold what there was at first.
    pub(super) fn definition(&self, i: usize) -> LetId {
        LetId(self.whole.map_or(0, |(first, _)| first.0 + i as u32))
    }

    pub(super) fn fresh(&mut self, ty: &Type) -> Slot {
        self.game.slots.push(ty.clone());
        self.game.slots.len() as Slot - 1
    }

    /// All clauses.
    ///
    /// # Errors
    /// A parameter of which a move leaves something else than slices; none if the game is no such game at all.
    pub(super) fn all(mut self) -> Result<Rewritten, Option<usize>> {
        let (mut moves, mut ends, mut wins) = (
            std::mem::take(&mut self.game.moves),
            std::mem::take(&mut self.game.ends),
            std::mem::take(&mut self.game.wins),
        );
        ends.iter_mut().chain(&mut wins).for_each(|e| self.expr(e));
        for m in &mut moves {
            self.binders(&mut m.binders);
            m.guard.iter_mut().for_each(|e| self.expr(e));
            self.target(&mut m.target);
            m.shown.clear();
        }
        if self.fails || self.not_cut.is_some() {
            return Err(self.not_cut.filter(|_| !self.fails));
        }
        (self.game.moves, self.game.ends, self.game.wins) = (moves, ends, wins);
        let left = |(cut, left): (&Cut, &(bool, bool))| Cut {
            left: match left {
                (_, true) => Left::End,
                (true, false) => Left::Begin,
                _ => Left::Middle,
            },
            ..*cut
        };
        let cuts = self.cuts.cuts.iter().zip(&self.left).map(left).collect();
        let cuts_something = self.cuts_something;
        Ok(Rewritten { cuts, cuts_something, game: self.with_parameters() })
    }

    /// Where a move leads.
    fn target(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Position(id, args) if *id == self.id => self.arguments(args),
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

    /// Writes an expression in numbers.
    pub(super) fn expr(&mut self, e: &mut Expr) {
        if let Some(view) = self.view(e) {
            *e = self.written_out(&view, &e.ty);
            return;
        }
        if let Some(rows) = self.rows_of(e) {
            *e = self.rows_written_out(&rows, &e.ty);
            return;
        }
        if let Some(short) = self.short(e) {
            *e = short;
            return;
        }
        match &mut e.kind {
            ExprKind::For(_, item, binders) => {
                self.binders(binders);
                self.expr(item);
            }
            ExprKind::MapFor(key, value, binders) => {
                self.binders(binders);
                self.expr(key);
                self.expr(value);
            }
            ExprKind::Position(..) | ExprKind::Start(_) | ExprKind::Successors(..) => self.fails = true,
            _ => e.for_each_child_mut(&mut |child| self.expr(child)),
        }
    }

    /// What is asked of a list without a look at all of it: its size, its places, one of its elements, whether it is empty.
    fn short(&mut self, e: &Expr) -> Option<Expr> {
        let set = |kind| Expr { kind, ty: e.ty.clone(), span: e.span };
        match &e.kind {
            ExprKind::Builtin(Builtin::Size, of) => {
                if let Some(view) = self.view(&of[0]) {
                    return Some(view.n);
                }
                let rows = self.rows_of(&of[0])?;
                Some(set(ExprKind::Builtin(Builtin::Size, vec![rows.n])))
            }
            ExprKind::Builtin(Builtin::Indices, of) => {
                if let Some(view) = self.view(&of[0]) {
                    return Some(set(ExprKind::Range(Box::new(int(1, e.span)), Some(Box::new(view.n)))));
                }
                let rows = self.rows_of(&of[0])?;
                Some(set(ExprKind::Builtin(Builtin::Indices, vec![rows.n])))
            }
            ExprKind::Index(row, place) => {
                let view = self.view(row)?;
                let mut place = (**place).clone();
                self.expr(&mut place);
                (!has_loop(&place)).then(|| index(&self.all_elements(e), &view.place(&place)))
            }
            ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) => {
                let view = if is_empty(b) { self.view(a) } else { self.view(b).filter(|_| is_empty(a)) }?;
                Some(compare(*op, &view.n, &int(0, e.span)))
            }
            _ => None,
        }
    }

    /// The slice that an expression gives.
    pub(super) fn view(&mut self, e: &Expr) -> Option<View> {
        if !is_row(&e.ty, &self.cuts.element) {
            return None;
        }
        match &e.kind {
            ExprKind::Local(slot) => self.views.get(slot).cloned(),
            ExprKind::Index(rows, place) => {
                let rows = self.rows_of(rows)?;
                let mut place = (**place).clone();
                self.expr(&mut place);
                (!has_loop(&place)).then(|| rows.row(&place))
            }
            ExprKind::For(Fold::List, item, binders) => self.slice(item, binders),
            ExprKind::Builtin(Builtin::Letters | Builtin::Join, of) if of.len() == 1 => self.view(&of[0]),
            ExprKind::If(c, a, b) => {
                let (a, b) = (self.view(a)?, self.view(b)?);
                let mut c = (**c).clone();
                self.expr(&mut c);
                (!has_loop(&c)).then(|| View::either(c, a, b))
            }
            _ => is_empty(e).then(|| View::empty(e.span)),
        }
    }

    /// `[row[i] for i in lo..hi]`, perhaps with a name for the row.
    fn slice(&mut self, item: &Expr, binders: &[Binder]) -> Option<View> {
        let (names, [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }]) =
            binders.split_at(binders.len() - 1)
        else {
            return None;
        };
        let ([i], ExprKind::Range(lo, Some(hi)), ExprKind::Index(row, place)) =
            (&slots[..], &source.kind, &item.kind)
        else {
            return None;
        };
        for name in names {
            let BinderKind::Is { slot, value, .. } = &name.kind else { return None };
            let view = self.view(value).filter(|_| name.guard.is_none())?;
            self.views.insert(*slot, view);
        }
        let mut reads = false;
        row.each_local(&mut |slot, _| reads |= slot == *i);
        if reads || place.local() != Some(*i) {
            return None;
        }
        let view = self.view(row)?;
        let (mut lo, mut hi) = ((**lo).clone(), (**hi).clone());
        self.expr(&mut lo);
        self.expr(&mut hi);
        // They are written more than once, and a name is bound in one place.
        (!has_loop(&lo) && !has_loop(&hi)).then(|| view.slice(lo, hi))
    }

    /// The lists that an expression gives: those of a parameter, some of them perhaps shorter.
    pub(super) fn rows_of(&mut self, e: &Expr) -> Option<Rows> {
        match &e.kind {
            ExprKind::Local(slot) => self.rows.get(slot).cloned(),
            ExprKind::Builtin(Builtin::Put, args) => {
                let rows = self.rows_of(&args[0])?;
                let mut place = args[1].clone();
                self.expr(&mut place);
                let row = self.view(&args[2]).filter(|_| !has_loop(&place))?;
                rows.put(&place, row)
            }
            _ => None,
        }
    }

    fn binders(&mut self, binders: &mut Vec<Binder>) {
        for mut binder in std::mem::take(binders) {
            let mut guard = binder.guard.take();
            let mut named = self.binder(binder);
            guard.iter_mut().for_each(|g| self.expr(g));
            if let Some(last) = named.last_mut() {
                last.guard = guard;
            }
            binders.extend(named);
        }
    }

    /// A binder in numbers, without its guard: the last of these has it.
    fn binder(&mut self, mut binder: Binder) -> Vec<Binder> {
        let span = binder.span;
        let named = |slot: Slot, value: Expr| Binder {
            kind: BinderKind::Is { slot, name: String::new(), value },
            guard: None,
            span,
        };
        match &mut binder.kind {
            BinderKind::In { slots, source, .. } => {
                let alone = if let [slot] = slots[..] { Some(slot) } else { None };
                if let Some((slot, view)) = alone.zip(self.view(source)) {
                    let i = self.place();
                    let hi = Some(Box::new(view.n.clone()));
                    let range = ExprKind::Range(Box::new(int(1, span)), hi);
                    let there = add(&view.at, &local(i, span));
                    let element = index(&self.all_elements(source), &there);
                    return vec![chosen(i, range, span), named(slot, element)];
                }
                if let Some((slot, rows)) = alone.zip(self.rows_of(source)) {
                    let i = self.place();
                    self.views.insert(slot, rows.row(&local(i, span)));
                    return vec![chosen(i, ExprKind::Builtin(Builtin::Indices, vec![rows.n]), span)];
                }
                self.expr(source);
            }
            BinderKind::Is { slot, value, .. } => {
                let (slot, view, rows) = (*slot, self.view(value), self.rows_of(value));
                if let Some(view) = view {
                    let (at, n) = (self.place(), self.place());
                    let held = View { at: local(at, span), n: local(n, span), kept: view.kept };
                    self.views.insert(slot, held);
                    return vec![named(at, view.at), named(n, view.n)];
                }
                if rows.is_some() {
                    // A name for all lists is rare, and would be one for two lists of numbers.
                    self.fails = true;
                }
                self.expr(value);
            }
        }
        vec![binder]
    }

    fn place(&mut self) -> Slot {
        self.fresh(&Type::Int)
    }

    /// All that there was at first.
    fn all_elements(&self, near: &Expr) -> Expr {
        let ty = Type::List(Box::new(self.cuts.element.clone()));
        Expr { kind: ExprKind::Global(self.definition(0)), ty, span: near.span }
    }

    /// A slice as a list, or a text.
    fn written_out(&mut self, view: &View, ty: &Type) -> Expr {
        let (i, span) = (self.place(), view.n.span);
        let lo = add(&view.at, &int(1, span));
        let range = ExprKind::Range(Box::new(lo), Some(Box::new(add(&view.at, &view.n))));
        let element = index(&self.all_elements(&view.n), &local(i, span));
        let kind = ExprKind::For(Fold::List, Box::new(element), vec![chosen(i, range, span)]);
        let list = Expr { kind, ty: Type::List(Box::new(self.cuts.element.clone())), span };
        if *ty == Type::Text {
            return Expr { kind: ExprKind::Builtin(Builtin::Join, vec![list]), ty: Type::Text, span };
        }
        list
    }

    fn rows_written_out(&mut self, rows: &Rows, ty: &Type) -> Expr {
        let (i, span) = (self.place(), rows.n.span);
        let Type::List(row_type) = ty else { unreachable!("rows are lists of lists") };
        let row = self.written_out(&rows.row(&local(i, span)), row_type);
        let each = chosen(i, ExprKind::Builtin(Builtin::Indices, vec![rows.n.clone()]), span);
        Expr { kind: ExprKind::For(Fold::List, Box::new(row), vec![each]), ty: ty.clone(), span }
    }
}

fn is_empty(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::List(elements) => elements.is_empty(),
        ExprKind::Text(text) => text.is_empty(),
        _ => false,
    }
}

fn local(slot: Slot, span: crate::source::Span) -> Expr {
    Expr { kind: ExprKind::Local(slot), ty: Type::Int, span }
}

/// A choice from some numbers.
fn chosen(slot: Slot, kind: ExprKind, span: crate::source::Span) -> Binder {
    let source = Expr { kind, ty: Type::Set(Box::new(Type::Int)), span };
    let kind = BinderKind::In { slots: vec![slot], names: vec![String::new()], source };
    Binder { kind, guard: None, span }
}
