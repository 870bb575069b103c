//! Rules that are written again: the expressions for it, and the walk.

mod walk;

use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Let, Slot};
use crate::check::types::Type;
use crate::source::Span;
use num_bigint::BigInt;
pub(super) use walk::{Known, Renewed, Style, View, Walk};

pub(super) fn list_of(ty: Type) -> Type {
    Type::List(Box::new(ty))
}

pub(super) fn int(n: impl Into<BigInt>, span: Span) -> Expr {
    Expr { kind: ExprKind::Int(n.into()), ty: Type::Int, span }
}

pub(super) fn truth(b: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Bool(b), ty: Type::Bool, span }
}

pub(super) fn local(slot: Slot, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(slot), ty, span }
}

pub(super) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty.clone(), a.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
}

pub(super) fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    let span = a.span;
    Expr { kind: ExprKind::Compare(op, Box::new(a), Box::new(b)), ty: Type::Bool, span }
}

pub(super) fn if_then(c: Expr, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty.clone(), a.span);
    Expr { kind: ExprKind::If(Box::new(c), Box::new(a), Box::new(b)), ty, span }
}

pub(super) fn call(f: Builtin, args: Vec<Expr>, ty: Type) -> Expr {
    let span = args[0].span;
    Expr { kind: ExprKind::Builtin(f, args), ty, span }
}

pub(super) fn total(counts: Expr) -> Expr {
    call(Builtin::Total, vec![counts], Type::Int)
}

pub(super) fn index(row: &Expr, place: &Expr) -> Expr {
    let ty = if let Type::List(of) = &row.ty { (**of).clone() } else { Type::Int };
    Expr { kind: ExprKind::Index(Box::new(row.clone()), Box::new(place.clone())), ty, span: place.span }
}

pub(super) fn put(row: Expr, place: Expr, entry: Expr) -> Expr {
    let ty = row.ty.clone();
    call(Builtin::Put, vec![row, place, entry], ty)
}

/// `1..hi`.
pub(super) fn range(hi: Expr) -> Expr {
    let span = hi.span;
    let kind = ExprKind::Range(Box::new(int(1, span)), Some(Box::new(hi)));
    Expr { kind, ty: Type::Set(Box::new(Type::Int)), span }
}

/// A list of one.
pub(super) fn only(x: Expr) -> Expr {
    let (ty, span) = (list_of(x.ty.clone()), x.span);
    Expr { kind: ExprKind::List(vec![x]), ty, span }
}

/// A choice from something.
pub(super) fn chosen(slots: Vec<Slot>, source: Expr, span: Span) -> Binder {
    let names = vec![String::new(); slots.len()];
    Binder { kind: BinderKind::In { slots, names, source }, guard: None, span }
}

/// A definition of a value.
pub(super) fn definition(name: String, body: Expr) -> Let {
    let span = body.span;
    Let { name, is_function: false, params: vec![], slots: vec![], body, doc: None, span }
}
