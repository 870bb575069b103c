//! Lists whose sizes are known: what is asked of all their entries, written out.

use super::Slot;
use super::expr::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold};
use crate::check::builtins::Builtin;
use crate::check::types::Type;
use num_traits::ToPrimitive;

/// What is asked of more entries than this is left as it is.
const MOST: i64 = 6;

impl Expr {
    /// Writes the sizes of lists down that are known, what their places are, and the least, the largest and the sum of a few.
    pub fn write_sizes(&mut self, known: &dyn Fn(Slot) -> Option<i64>) {
        self.for_each_child_mut(&mut |e| e.write_sizes(known));
        if let Some(kind) = self.sized(known).or_else(|| self.of_few_entries(known)) {
            self.kind = kind;
        }
    }

    fn sized(&self, known: &dyn Fn(Slot) -> Option<i64>) -> Option<ExprKind> {
        let ExprKind::Builtin(f @ (Builtin::Size | Builtin::Indices), args) = &self.kind else { return None };
        let n = args[0].local().and_then(known)?;
        Some(match f {
            Builtin::Size => self.int(n).kind,
            _ => ExprKind::Range(Box::new(self.int(1)), Some(Box::new(self.int(n)))),
        })
    }

    fn int(&self, n: i64) -> Expr {
        Expr { kind: ExprKind::Int(n.into()), ty: Type::Int, span: self.span }
    }

    /// `min(... for x in p)` as `min(..., ..., ...)`, with an entry of p for x in each; and the like.
    fn of_few_entries(&self, known: &dyn Fn(Slot) -> Option<i64>) -> Option<ExprKind> {
        if let ExprKind::Builtin(
            f @ (Builtin::Min | Builtin::Max | Builtin::Least | Builtin::Largest),
            args,
        ) = &self.kind
        {
            let ([list], Type::Int) = (&args[..], &self.ty) else { return None };
            let entries = list.few_entries(known).filter(|all| all.len() > 1)?;
            let is_least = matches!(f, Builtin::Min | Builtin::Least);
            return Some(ExprKind::Builtin(if is_least { Builtin::Min } else { Builtin::Max }, entries));
        }
        let ExprKind::For(fold, item, binders) = &self.kind else { return None };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = &binders[..] else {
            return None;
        };
        let [slot] = slots[..] else { return None };
        let each: Vec<Expr> = source.few_entries(known)?;
        let mut items = each.iter().map(|entry| item.with(slot, entry));
        let ((Fold::Min | Fold::Max, 2..) | (Fold::Sum, 1..)) = (fold, items.len()) else { return None };
        Some(match fold {
            Fold::Min => ExprKind::Builtin(Builtin::Min, items.collect()),
            Fold::Max => ExprKind::Builtin(Builtin::Max, items.collect()),
            _ => {
                let first = items.next()?;
                let add = |a: Expr, b: Expr| ExprKind::Binary(BinaryOp::Add, Box::new(a), Box::new(b));
                let sum = |a: Expr, b: Expr| Expr { kind: add(a, b), ty: Type::Int, span: self.span };
                items.fold(first, sum).kind
            }
        })
    }

    /// The entries of a list, or the numbers of a range, if these are few.
    fn few_entries(&self, known: &dyn Fn(Slot) -> Option<i64>) -> Option<Vec<Expr>> {
        if let Some((lo, hi)) = self.ends() {
            let (lo, hi) = (lo.number()?.to_i64()?, hi.number()?.to_i64()?);
            return (hi.checked_sub(lo)? < MOST).then(|| (lo..=hi).map(|i| self.int(i)).collect());
        }
        let n = self.local().and_then(known).filter(|n| *n <= MOST)?;
        let Type::List(entry) = &self.ty else { return None };
        let at = |i: i64| ExprKind::Index(Box::new(self.clone()), Box::new(self.int(i)));
        Some((1..=n).map(|i| Expr { kind: at(i), ty: (**entry).clone(), span: self.span }).collect())
    }

    /// The same with an expression in place of a name.
    fn with(&self, slot: Slot, value: &Expr) -> Expr {
        fn put(e: &mut Expr, slot: Slot, value: &Expr) {
            if e.local() == Some(slot) {
                *e = value.clone();
                return;
            }
            e.for_each_child_mut(&mut |e| put(e, slot, value));
        }
        let mut all = self.clone();
        put(&mut all, slot, value);
        all
    }
}
