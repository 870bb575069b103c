//! Lists that are built element by element: those that are held in words, there; the others in memory.

use super::super::code::{Code, Element, FlatOp, L, Op, Reg};
use super::super::flat::Form as Written;
use super::backend::{Value, Variable};
use super::counts::Counts;
use super::forms::Form;
use super::memory::place;
use super::pieces::{Held, Run};
use super::translate::Body;
use std::collections::HashMap;

/// Lists that are begun, added to and ended: which one each instruction belongs to, and the register that gets it.
pub(super) fn builds(code: &Code) -> Option<HashMap<usize, L>> {
    let (mut of, mut open) = (HashMap::new(), vec![]);
    for (at, op) in code.ops.iter().enumerate() {
        match op {
            Op::Begin(_) => open.push(vec![at]),
            Op::Push(_) => open.last_mut()?.push(at),
            Op::Flat(flat) if matches!(code.flats[*flat as usize], FlatOp::Push(_)) => {
                open.last_mut()?.push(at);
            }
            Op::End(l, _) => of.extend(open.pop()?.into_iter().chain([at]).map(|at| (at, *l))),
            _ => {}
        }
    }
    open.is_empty().then_some(of)
}

impl Body<'_> {
    /// Adds to a list that was begun.
    pub(super) fn push_element(&mut self, element: &Element, at: usize) -> Option<()> {
        let l = *self.builds.get(&at)?;
        if self.forms[l as usize] == Form::Memory {
            return self.append_element(element, (self.build, place::BUILD_END));
        }
        if let Some(counts) = self.counts(l) {
            return self.count_in_build(l, &counts, element);
        }
        let run = self.run_in_word(l)?;
        let item = self.item(&run.of, element)?;
        self.add_to_build(l, &run, item)
    }

    /// Adds to a bag that is built as the numbers of its elements.
    fn count_in_build(&mut self, l: L, counts: &Counts, element: &Element) -> Option<()> {
        let (bits, _) = self.build(l)?;
        let before = self.b.use_var(bits);
        let made = self.counted_with(counts, before, element)?;
        self.b.def_var(bits, made);
        Some(())
    }

    fn add_to_build(&mut self, l: L, run: &Run, item: Value) -> Option<()> {
        let (bits, length) = self.build(l)?;
        let held = Held { bits: self.b.use_var(bits), length: self.b.use_var(length) };
        let made = self.appended(run, held, item);
        self.b.def_var(bits, made.bits);
        self.b.def_var(length, made.length);
        Some(())
    }

    /// Where a list that ends in a register is built, if it is one in a word.
    fn build(&self, l: L) -> Option<(Variable, Variable)> {
        self.building.get(&l).copied()
    }

    /// Begins, adds to or ends a list in a word; false if it is one in memory.
    pub(super) fn build_op(&mut self, op: Op, at: usize) -> Option<bool> {
        let Some(l) = self.builds.get(&at).copied() else { return Some(false) };
        let Some((bits, length)) = self.build(l) else { return Some(false) };
        match op {
            Op::Begin(_) => {
                let held = self.held(l).bits;
                let ty = self.type_of(held);
                let (empty, none) = (self.typed(0, ty), self.number(0));
                self.b.def_var(bits, empty);
                self.b.def_var(length, none);
            }
            Op::Push(x) if let Some(counts) = self.counts(l) => {
                self.count_in_build(l, &counts, &Element::new(Written::Word, vec![Reg::I(x)]))?;
            }
            Op::Push(x) => {
                let run = self.run_in_word(l)?;
                let item = self.gathered(&run.of, &mut [Reg::I(x)].iter())?;
                self.add_to_build(l, &run, item)?;
            }
            _ => {
                let made = Held { bits: self.b.use_var(bits), length: self.b.use_var(length) };
                self.hold(l, made);
            }
        }
        Some(true)
    }
}
