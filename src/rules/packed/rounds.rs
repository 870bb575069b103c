//! Loops in code: over numbers, the words of a list, the elements of a set, cells in a line, islands and arcs.

use super::code::{Arcs, Op, Reg};
use super::compile::{Compiler, Env, Numbering, Val};
use super::loops::{Take, touching_pairs};
use super::registers::parts_of;
use crate::check::ir::{Binder, Expr, GameId};
use crate::check::types::Type;

impl<'c> Compiler<'c> {
    /// Counts from the number behind `before` to `last`.
    pub(super) fn counting(&mut self, before: u16, last: u16, take: Take<'_, 'c>) -> Option<()> {
        let (counter, head, exit) = (self.word()?, self.label(), self.label());
        let limit = self.word()?;
        self.emit(Op::Move(counter, before))?;
        self.emit(Op::Move(limit, last))?;
        self.place(head);
        self.emit(Op::Step(counter, limit, exit))?;
        let next = self.label();
        take(self, Val::I(counter), next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    /// A loop over the cells from one on, not that one, in steps that stay on a set.
    pub(super) fn ray_loop(&mut self, args: &[Expr], env: &mut Env, take: Take<'_, 'c>) -> Option<()> {
        let [from, step, on] = args else { return None };
        let from = self.word_for(from, env)?;
        let step = self.value(step, env)?;
        let [rows, cols] = parts_of(&step)?.try_into().ok()?;
        let (rows, cols) = (self.in_register(rows, &Type::Int)?, self.in_register(cols, &Type::Int)?);
        let (Reg::I(rows), Reg::I(cols)) = (rows, cols) else { return None };
        let (head, fine, exit, zero) = (self.label(), self.label(), self.label(), self.constant(0)?);
        self.emit(Op::JumpUnlessEq(rows, zero, fine))?;
        self.emit(Op::JumpUnlessEq(cols, zero, fine))?;
        self.emit(Op::Jump(exit))?;
        self.place(fine);
        let row = self.word_op(|d| Op::Row(d, from))?;
        let col = self.word_op(|d| Op::Col(d, from))?;
        self.place(head);
        self.emit(Op::Add(row, row, rows))?;
        self.emit(Op::Add(col, col, cols))?;
        let at = Val::I(self.word_op(|d| Op::Cell(d, row, col))?);
        self.branch_member(&at, &Type::Cell, on, env, exit, true)?;
        let next = self.label();
        take(self, at, next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    /// A loop over the entries of a list.
    pub(super) fn list_loop(&mut self, list: u16, take: Take<'_, 'c>) -> Option<()> {
        let (index, len, one) = (self.counter(-1)?, self.word()?, self.constant(1)?);
        let (head, exit, item) = (self.label(), self.label(), self.word()?);
        self.emit(Op::Len(len, list))?;
        self.emit(Op::Sub(len, len, one))?;
        self.place(head);
        self.emit(Op::Step(index, len, exit))?;
        self.emit(Op::At(item, list, index))?;
        let next = self.label();
        take(self, Val::I(item), next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    pub(super) fn set_loop(
        &mut self,
        set: u16,
        (numbering, element): (Numbering, &Type),
        take: Take<'_, 'c>,
    ) -> Option<()> {
        let cells = numbering == Numbering::Cells;
        let (left, item) = (self.set()?, self.word()?);
        let (head, exit, next) = (self.label(), self.label(), self.label());
        self.emit(Op::SetMove(left, set))?;
        self.taken.push((item, numbering));
        self.place(head);
        self.emit(if cells { Op::NextCell(item, left, exit) } else { Op::Next(item, left, exit) })?;
        let val = self.taken_value(item, numbering, element);
        take(self, val, next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    /// The pairs of touching cells of a set, each once.
    pub(super) fn pairs_loop(
        &mut self,
        item: &Expr,
        binders: &[Binder],
        env: &mut Env,
        take: Take<'_, 'c>,
    ) -> Option<()> {
        let set = self.set_for(touching_pairs(item, binders)?, env)?;
        let (across, standing, domino) = (self.set()?, self.set()?, self.set()?);
        let (head, exit, next) = (self.label(), self.label(), self.label());
        self.emit(Op::Dominoes(across, standing, set))?;
        self.place(head);
        self.emit(Op::NextDomino(domino, across, standing, exit))?;
        take(self, Val::B(domino), next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    pub(super) fn island_loop(&mut self, cells: &Expr, env: &mut Env, take: Take<'_, 'c>) -> Option<()> {
        let set = self.set_for(cells, env)?;
        let (left, island) = (self.set()?, self.set()?);
        let (head, exit, next) = (self.label(), self.label(), self.label());
        self.emit(Op::SetMove(left, set))?;
        self.place(head);
        self.emit(Op::NextIsland(island, left, exit))?;
        take(self, Val::B(island), next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    pub(super) fn arcs_loop(
        &mut self,
        id: GameId,
        vertex: &Expr,
        env: &mut Env,
        take: Take<'_, 'c>,
    ) -> Option<()> {
        let graph = self.machine.plain().game(id).graph.clone()?;
        let v = self.word_for(vertex, env)?;
        let names: Vec<i64> = match vertex.ty {
            Type::Int => graph.vertices.iter().map(|n| n.parse().ok()).collect::<Option<_>>()?,
            _ => (0..graph.vertices.len() as i64).collect(),
        };
        let first = names.iter().copied().min()?;
        let mut to =
            vec![vec![]; usize::try_from(names.iter().max()? - first + 1).ok().filter(|n| *n < 1 << 20)?];
        for (name, arcs) in names.iter().zip(&graph.arcs) {
            to[(name - first) as usize] = arcs.iter().map(|a| names[*a as usize]).collect();
        }
        self.code.arcs.push(Arcs { first, to });
        let list = self.list()?;
        self.emit(Op::Arcs(list, v, self.code.arcs.len() as u32 - 1))?;
        self.list_loop(list, take)
    }
}
