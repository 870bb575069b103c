//! Choices from the cells of a drawing: `p in garden` where `abs(p.row - q.row) <= 1` is a row and a column, `p = (r, c)`, where p is
//! in the garden. What is asked of the row and the column saves their loops: a garden of 1,500 cells has eight near each.

use super::binders::{entries_chosen, is_small, reads_entry_of};
use super::collections::joined;
use super::facts::{number, source};
use super::state::Plain;
use crate::builtin::board::board;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Slot};
use crate::check::types::Type;

/// Smaller drawings are left whole: their cells have masks.
const MASK: usize = 128;
/// Definitions inside definitions are followed so deep.
const DEEPEST: u32 = 4;

/// The first and the last row, and the first and the last column, of the cells of a drawing.
type Frame = [(i64, i64); 2];

impl Plain<'_> {
    /// Takes the first choice from a large drawing apart of which a row or a column is looked at.
    pub(super) fn spread_drawing(&mut self, binders: &mut Vec<Binder>, tail: &[&mut Expr]) -> bool {
        let found = (0..binders.len()).find_map(|at| {
            let BinderKind::In { slots, source, .. } = &binders[at].kind else { return None };
            let asks = |e: &Expr| slots.len() > 1 || reads_entry_of(e, slots[0]);
            let behind = binders[at + 1..].iter().flat_map(|b| &b.guard).chain(tail.iter().map(|e| &**e));
            let asked = binders[at].guard.iter().chain(behind).any(asks);
            let frame = asked.then(|| self.frame_of(source, DEEPEST)).flatten()?;
            Some((at, self.by_row_and_column(&binders[at], frame)?))
        });
        let is_found = found.is_some();
        if let Some((at, apart)) = found {
            binders.splice(at..=at, apart);
        }
        is_found
    }

    fn by_row_and_column(&mut self, binder: &Binder, frame: Frame) -> Option<Vec<Binder>> {
        let BinderKind::In { slots, names, source } = &binder.kind else { return None };
        let numbers: [Slot; 2] = match slots[..] {
            [_] => [self.fresh(&Type::Int), self.fresh(&Type::Int)],
            [row, col] => [row, col],
            _ => return None,
        };
        let at = |kind, ty| Expr { kind, ty, span: source.span };
        let number = |n: i64| Box::new(at(ExprKind::Int(n.into()), Type::Int));
        let [row, col] = numbers.map(|slot| Box::new(at(ExprKind::Local(slot), Type::Int)));
        let cell = at(ExprKind::Cell(row, col), Type::Cell);
        let is_cell = at(ExprKind::In(Box::new(cell.clone()), Box::new(source.clone())), Type::Bool);
        let mut apart: Vec<Binder> = numbers
            .iter()
            .zip(frame)
            .enumerate()
            .map(|(i, (slot, (first, last)))| {
                let range = ExprKind::Range(number(first), Some(number(last)));
                let name = if names.len() > 1 { names[i].clone() } else { String::new() };
                let source = at(range, Type::Set(Box::new(Type::Int)));
                let kind = BinderKind::In { slots: vec![*slot], names: vec![name], source };
                Binder { kind, guard: None, span: binder.span }
            })
            .collect();
        let behind = apart.last_mut()?;
        behind.guard = Some(is_cell);
        match slots[..] {
            [slot] => {
                let kind = BinderKind::Is { slot, name: names[0].clone(), value: cell };
                apart.push(Binder { kind, guard: binder.guard.clone(), span: binder.span });
            }
            _ => behind.guard = joined(behind.guard.take(), binder.guard.clone()),
        }
        Some(apart)
    }

    /// Between which rows and columns the cells are that are drawn, if there are more than masks are for.
    fn frame_of(&self, cells: &Expr, deep: u32) -> Option<Frame> {
        match &cells.kind {
            ExprKind::Builtin(Builtin::Board, args) => {
                let [Expr { kind: ExprKind::Text(drawing), .. }] = &args[..] else { return None };
                let cells = board(drawing).ok().filter(|cells| cells.len() > MASK)?;
                let mut ends = [(i64::MAX, i64::MIN); 2];
                for cell in cells.iter() {
                    let take = |(lo, hi): &mut (i64, i64), n: i64| (*lo, *hi) = ((*lo).min(n), (*hi).max(n));
                    take(&mut ends[0], cell.row.into());
                    take(&mut ends[1], cell.col.into());
                }
                Some(ends)
            }
            ExprKind::For(..) => rectangle(cells),
            ExprKind::Global(id) if deep > 0 => self.frame_of(&self.program.definition(*id).body, deep - 1),
            ExprKind::Binary(BinaryOp::Minus | BinaryOp::Without | BinaryOp::Common, all, _) => {
                self.frame_of(all, deep)
            }
            _ => None,
        }
    }
}

/// The frame of `{(r, c) for r in 1..40, c in 1..30}`, if it is no smaller.
fn rectangle(cells: &Expr) -> Option<Frame> {
    let (_, binders) = entries_chosen(cells)?;
    let end = |binder: &Binder| match &source(binder).kind {
        ExprKind::Range(lo, Some(hi)) => Some((number(lo)?.try_into().ok()?, number(hi)?.try_into().ok()?)),
        _ => None,
    };
    let [row, col] = binders else { return None };
    (cells.ty.element() == Some(Type::Cell) && !is_small(binders)).then_some([end(row)?, end(col)?])
}
