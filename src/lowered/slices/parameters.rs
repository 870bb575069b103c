//! Parameters that become numbers: what they hold, what moves put there, and the slots behind them.

use super::rewrite::Rewriting;
use super::views::{Ats, Kept, Rows, View, int, subtract};
use super::{Cut, Left};
use crate::check::ir::{Expr, ExprKind, Game, Param, Slot};
use crate::check::types::{Shape, Type};
use crate::lowered::plain::{renumber, renumber_binders};
use num_bigint::BigInt;

impl Rewriting<'_> {
    /// What a parameter holds from now on.
    pub(super) fn see_param(&mut self, i: usize) {
        let Cut { param, left, is_rows } = self.cuts.cuts[i];
        let span = self.game.params[param].span;
        let ty = if is_rows { Type::List(Box::new(Type::Int)) } else { Type::Int };
        let held = (left == Left::Middle).then(|| self.fresh(&ty));
        self.begins.push(held);
        let local = |slot: Slot| Expr { kind: ExprKind::Local(slot), ty: ty.clone(), span };
        let n = local(param as Slot);
        if is_rows {
            let fixed = Expr { kind: ExprKind::Global(self.definition(1 + i)), ty: ty.clone(), span };
            let at = held.map_or(Ats::Fixed(left, fixed), |slot| Ats::Held(local(slot)));
            self.rows.insert(param as Slot, Rows { param, at, n, begin: true, end: true });
        } else {
            let first = self.whole.map_or((0, 0), |(_, whole)| whole.rows[i][0]);
            let at = match (held, left) {
                (Some(slot), _) => local(slot),
                (None, Left::End) => subtract(&int(first.0 + first.1, span), &n),
                (None, _) => int(first.0, span),
            };
            let kept = Kept::Of { param, row: None, begin: true, end: true };
            self.views.insert(param as Slot, View { at, n, kept });
        }
    }

    /// What a move puts into the parameters.
    pub(super) fn arguments(&mut self, args: &mut Vec<Expr>) {
        let mut more = vec![];
        for (param, arg) in args.iter_mut().enumerate() {
            let Some(i) = self.cuts.cuts.iter().position(|cut| cut.param == param) else {
                self.expr(arg);
                continue;
            };
            self.cuts_something |= arg.local() != Some(param as Slot);
            let Some((at, n, (begin, end))) = self.argument(param, arg) else {
                self.not_cut.get_or_insert(param);
                continue;
            };
            let all = &mut self.left[i];
            *all = (all.0 && begin, all.1 && end);
            *arg = n;
            more.extend(at.filter(|_| self.begins[i].is_some()));
        }
        args.extend(more);
    }

    /// Where the lists of an argument begin, if that is held, how long they are, and which ends they surely have.
    fn argument(&mut self, param: usize, arg: &Expr) -> Option<(Option<Expr>, Expr, (bool, bool))> {
        if let Some(View { at, n, kept }) = self.view(arg) {
            return Some((Some(at), n, kept.left_of(param, None).unwrap_or((false, false))));
        }
        let rows = self.rows_of(arg)?;
        let ends = if rows.param == param { (rows.begin, rows.end) } else { (false, false) };
        let at = if let Ats::Held(at) = rows.at { Some(at) } else { None };
        Some((at, rows.n, ends))
    }

    /// The game with numbers as parameters, and slots behind them.
    pub(super) fn with_parameters(mut self) -> Game {
        let longest = self.whole.map_or(0, |(_, whole)| whole.elements.len());
        let before = self.game.params.len() as Slot;
        let held: Vec<Slot> = self.begins.iter().flatten().copied().collect();
        let number = Shape::Range(Some(BigInt::ZERO), Some(longest.into()));
        let shape =
            |is_rows: bool| if is_rows { Shape::Elements(Box::new(number.clone())) } else { number.clone() };
        let mut more = vec![];
        for (cut, begin) in self.cuts.cuts.iter().zip(&self.begins) {
            let param = &mut self.game.params[cut.param];
            param.ty = if cut.is_rows { Type::List(Box::new(Type::Int)) } else { Type::Int };
            param.shape = shape(cut.is_rows);
            let begins = || Param { name: format!("{} begins", param.name), ..param.clone() };
            more.extend(begin.map(|_| begins()));
        }
        self.game.params.extend(more);
        let to = |slot: Slot| match held.iter().position(|s| *s == slot) {
            _ if slot < before => slot,
            Some(i) => before + i as Slot,
            None => slot + held.len() as Slot,
        };
        let mut slots = vec![Type::Int; self.game.slots.len() + held.len()];
        self.game.slots.iter().zip(0..).for_each(|(ty, slot)| slots[to(slot) as usize] = ty.clone());
        self.game.params.iter().zip(0usize..).for_each(|(p, slot)| slots[slot] = p.ty.clone());
        let game = &mut self.game;
        game.slots = slots;
        for m in &mut game.moves {
            renumber_binders(&mut m.binders, &to);
            m.guard.iter_mut().chain([&mut m.target]).for_each(|e| renumber(e, &to));
        }
        game.ends.iter_mut().chain(&mut game.wins).for_each(|e| renumber(e, &to));
        (game.starts, game.picture, game.decreases) = (None, None, None);
        self.game
    }
}
