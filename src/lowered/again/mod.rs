//! Rules that are written again: the expressions for it, and the walk.

mod walk;

use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Let, Slot};
use crate::check::types::Type;
use crate::source::Span;
use crate::value::Value;
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

/// Whether values of a type are written in the rules in a few words.
pub(super) fn is_written(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Text | Type::Enum(_) => true,
        Type::Tuple(types) => types.iter().all(is_written),
        _ => false,
    }
}

/// A value that is written in a few words.
pub(super) fn written(value: &Value, ty: &Type, span: Span) -> Option<Expr> {
    let kind = match (value, ty) {
        (Value::Int(n), _) => ExprKind::Int(n.to_big()),
        (Value::Bool(b), _) => ExprKind::Bool(*b),
        (Value::Text(text), _) => ExprKind::Text(text.clone()),
        (Value::Case(i, _), _) => ExprKind::Case(*i),
        (Value::Tuple(parts), Type::Tuple(types)) => {
            let parts = parts.iter().zip(types).map(|(part, ty)| written(part, ty, span));
            ExprKind::Tuple(parts.collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(Expr { kind, ty: ty.clone(), span })
}

/// Any value as it would be written in the rules.
pub(super) fn spelled(value: &Value, ty: &Type, span: Span) -> Option<Expr> {
    let all = |values: &mut dyn Iterator<Item = &Value>, ty: &Type| -> Option<Vec<Expr>> {
        values.map(|x| spelled(x, ty, span)).collect()
    };
    let kind = match (value, ty) {
        (Value::List(row), Type::List(of)) => ExprKind::List(all(&mut row.iter(), of)?),
        (Value::Set(set), Type::Set(of)) => ExprKind::Set(all(&mut set.iter(), of)?),
        (Value::Bag(bag), Type::Bag(of)) => {
            let mut copies = bag.iter().flat_map(|(x, n)| std::iter::repeat_n(x, *n as usize));
            ExprKind::Bag(all(&mut copies, of)?)
        }
        (Value::Map(map), Type::Map(key, of)) => {
            let (keys, values) = (all(&mut map.keys(), key)?, all(&mut map.values(), of)?);
            ExprKind::Map(keys.into_iter().zip(values).collect())
        }
        (Value::Tuple(parts), Type::Tuple(types)) => {
            let parts = parts.iter().zip(types).map(|(part, ty)| spelled(part, ty, span));
            ExprKind::Tuple(parts.collect::<Option<_>>()?)
        }
        (Value::Cell(cell), _) => {
            ExprKind::Cell(Box::new(int(cell.row, span)), Box::new(int(cell.col, span)))
        }
        _ => return written(value, ty, span),
    };
    Some(Expr { kind, ty: ty.clone(), span })
}
