//! What is known of a body while it is made plain.

use crate::check::ir::{Expr, ExprKind, Program, Slot};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::collections::HashMap;

/// What is called is written out until a clause has grown by this many expressions.
pub(super) const ROOM: usize = 3_000;

/// A body that is being made plain.
pub(super) struct Plain<'p> {
    pub(super) program: &'p Program,
    /// The types of the slots of its frame.
    pub(super) slots: Vec<Type>,
    /// What the declared types of its parameters demand, which come first among the slots.
    pub(super) shapes: &'p [Shape],
    /// The least numbers that slots hold, where that is known. A slot is bound in one place.
    pub(super) least: HashMap<Slot, BigInt>,
    pub(super) changed: bool,
    pub(super) room: usize,
}

impl<'p> Plain<'p> {
    pub(super) fn new(program: &'p Program, slots: &[Type], shapes: &'p [Shape]) -> Plain<'p> {
        let least = shapes.iter().zip(0..).filter_map(|(shape, slot)| match shape {
            Shape::Range(Some(lo), _) => Some((slot, lo.clone())),
            _ => None,
        });
        let least = least.collect();
        Plain { program, slots: slots.to_vec(), shapes, least, changed: false, room: ROOM }
    }
}

/// An expression in the place of another, of the same type.
pub(super) fn like(e: &Expr, kind: ExprKind) -> Expr {
    Expr { kind, ty: e.ty.clone(), span: e.span }
}
