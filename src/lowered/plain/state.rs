//! What is known about a body while it is made plain.

use super::bounds::{Ends, Name};
use crate::check::ir::{Expr, ExprKind, Program, Slot};
use crate::check::types::{Shape, Type};
use std::collections::{HashMap, HashSet};

/// What is called is written out until a clause has grown by this many expressions.
pub(super) const ROOM: usize = 3_000;

/// A body that is being made plain.
pub(super) struct Plain<'p> {
    pub(super) program: &'p Program,
    /// The types of the slots of its frame.
    pub(super) slots: Vec<Type>,
    /// What the declared types of its parameters demand, which come first among the slots.
    pub(super) shapes: &'p [Shape],
    /// Whether it is the body of a game of one pile: of one number, and what stays the same.
    pub(super) of_pile: bool,
    /// What bounds the numbers that have names, where that is known. A slot is bound in one place.
    pub(super) ends: HashMap<Name, Ends>,
    /// Of which list or map a choice is a place or a key.
    pub(super) places: HashMap<Slot, Slot>,
    /// Numbers and other things with names, of which it is asked before that they are different.
    pub(super) apart: HashSet<(Slot, Slot)>,
    pub(super) changed: bool,
    pub(super) room: usize,
}

impl<'p> Plain<'p> {
    pub(super) fn new(program: &'p Program, slots: &[Type], shapes: &'p [Shape]) -> Plain<'p> {
        let ends = HashMap::new();
        let mut plain = Plain {
            program,
            slots: slots.to_vec(),
            shapes,
            of_pile: false,
            ends,
            places: HashMap::new(),
            apart: HashSet::new(),
            changed: false,
            room: ROOM,
        };
        shapes.iter().zip(0..).for_each(|(shape, slot)| plain.note_shape((slot, vec![]), shape));
        plain
    }
}

/// An expression in the place of another, of the same type.
pub(super) fn like(e: &Expr, kind: ExprKind) -> Expr {
    Expr { kind, ty: e.ty.clone(), span: e.span }
}
