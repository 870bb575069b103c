//! Values of which their declared types are known, and numbers of the program.

use super::linear::Lin;
use super::run::{Out, Run};
use super::symbol::{Coll, Kind, Node, Path, Val};
use crate::check::ir::Param;
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::rc::Rc;

impl<'a> Run<'a> {
    /// An unknown value of a type; what the type demands is added to the path.
    pub(super) fn unknown(
        &mut self,
        path: &mut Path<'a>,
        ty: &'a Type,
        shape: &Shape,
        name: Option<&str>,
    ) -> Val<'a> {
        match ty {
            Type::Int => {
                let v = Lin::var(self.fresh_var(name));
                demand(path, &v, shape);
                Val::Num(v)
            }
            Type::Bool => {
                let v = Lin::var(self.fresh_var(name));
                path.assert(Some(v.clone()));
                path.assert_le(&v, &Lin::number(1));
                Val::Bool(v)
            }
            Type::Enum(names) => {
                let cases: Rc<[Lin]> = (0..names.len()).map(|_| self.fresh()).collect();
                cases.iter().for_each(|c| path.assert(Some(c.clone())));
                if let Some(total) = cases.iter().try_fold(Lin::default(), |sum, c| sum.plus(1, c)) {
                    path.assert_eq(&total, &Lin::number(1));
                }
                Val::Case(cases)
            }
            Type::Cell => {
                let part = |s: &str| name.map(|n| format!("{n}.{s}"));
                let row = Val::Num(Lin::var(self.fresh_var(part("row").as_deref())));
                let col = Val::Num(Lin::var(self.fresh_var(part("col").as_deref())));
                Val::Tuple([row, col].into())
            }
            // How many lives it has is all that is known about a drawing, and that it is one.
            Type::Drawing => {
                let lives = Lin::var(self.fresh_var(name.map(|n| format!("lives({n})")).as_deref()));
                path.assert(Some(lives.clone()));
                Val::Tuple([Val::Num(lives), Val::Opaque(self.fresh_id())].into())
            }
            // How many letters it has is all that is known about a text, and that it is one.
            Type::Text => {
                let size = Lin::var(self.fresh_var(name.map(|n| format!("size({n})")).as_deref()));
                path.assert(Some(size.clone()));
                self.text(size)
            }
            Type::Tuple(types) => {
                let shape_of = |i: usize| match shape {
                    Shape::Tuple(shapes) => shapes.get(i).cloned().unwrap_or_default(),
                    _ => Shape::Any,
                };
                let entries = types.iter().enumerate();
                Val::Tuple(entries.map(|(i, t)| self.unknown(path, t, &shape_of(i), None)).collect())
            }
            Type::Set(t) | Type::Bag(t) | Type::List(t) => {
                let node =
                    Node::Unknown { id: self.fresh_id(), element: t, value: None, shape: shape.clone() };
                Val::Coll(Rc::new(Coll { kind: Kind::of(ty), node }))
            }
            Type::Map(k, v) => {
                let node =
                    Node::Unknown { id: self.fresh_id(), element: k, value: Some(v), shape: shape.clone() };
                Val::Coll(Rc::new(Coll { kind: Kind::Map, node }))
            }
            _ => Val::Opaque(self.fresh_id()),
        }
    }

    pub(super) fn opaque(&mut self, mut path: Path<'a>, ty: &'a Type) -> Out<'a, Val<'a>> {
        let v = self.unknown(&mut path, ty, &Shape::Any, None);
        vec![(path, v)]
    }
}

/// Whether an unknown value of a type has unknown numbers or elements.
pub(super) fn has_parts(ty: &Type) -> bool {
    use Type::*;
    matches!(
        ty,
        Int | Bool | Enum(_) | Cell | Drawing | Text | Tuple(_) | Set(_) | Bag(_) | List(_) | Map(..)
    )
}

/// A number of the program, unless it is too large.
pub(super) fn number(n: &BigInt) -> Option<Lin> {
    i128::try_from(n).ok().filter(|n| n.abs() < 1 << 50).map(Lin::number)
}

/// Adds what a declared type demands of a number.
fn demand(path: &mut Path<'_>, v: &Lin, shape: &Shape) {
    if let Shape::Range(lo, hi) = shape {
        if let Some(lo) = lo.as_ref().and_then(number) {
            path.assert_le(&lo, v);
        }
        if let Some(hi) = hi.as_ref().and_then(number) {
            path.assert_le(v, &hi);
        }
    }
}

/// Adds what the declared type of a parameter demands of an argument of a position that play leads to: one that does not
/// fit is a mistake, which ends the play.
pub(super) fn fits(path: &mut Path<'_>, param: &Param, arg: &Val<'_>) {
    fits_shape(path, &param.shape, arg);
}

pub(super) fn fits_shape(path: &mut Path<'_>, shape: &Shape, arg: &Val<'_>) {
    match (shape, arg) {
        (Shape::Range(..), Val::Num(n)) => demand(path, n, shape),
        (Shape::Tuple(shapes), Val::Tuple(entries)) => {
            shapes.iter().zip(entries.iter()).for_each(|(s, v)| fits_shape(path, s, v));
        }
        _ => {}
    }
}
