//! Which way expressions change when what is in a frame grows or shrinks.
//!
//! Numbers grow by size, truth values from false to true, sets and bags by inclusion, lists and texts by taking in entries
//! and letters.
//! A direction says: the new value stands to the old one like this, whatever the amounts are, and working it out
//! meets no mistake that was not met before. What is not understood is `None`.

use crate::builtin::collection;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Param};
use crate::check::types::{Shape, Type};
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::value::Value;

/// How a new value stands to the old one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dir {
    /// It is the same.
    Same,
    /// It is the same or larger.
    Up,
    /// It is the same or smaller.
    Down,
}

use Dir::{Down, Same, Up};

impl Dir {
    /// The direction of what shrinks when this grows.
    fn turned(self) -> Dir {
        match self {
            Same => Same,
            Up => Down,
            Down => Up,
        }
    }

    /// The direction of what grows with both.
    fn and(self, other: Dir) -> Option<Dir> {
        match (self, other) {
            (Same, d) | (d, Same) => Some(d),
            (a, b) => (a == b).then_some(a),
        }
    }
}

/// A frame with its old values, and the directions of its slots; `None` is not known.
pub(super) struct Frame<'a> {
    pub(super) machine: &'a Machine,
    pub(super) run: Eval<'a>,
    pub(super) dirs: Vec<Option<Dir>>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(machine: &'a Machine, slots: usize, args: &[Value], dirs: &[Option<Dir>]) -> Frame<'a> {
        let mut dirs = dirs.to_vec();
        dirs.resize(slots.max(args.len()), None);
        Frame { machine, run: Eval::new(machine, None, slots, args), dirs }
    }

    /// The old value of an expression.
    pub(super) fn value(&mut self, e: &Expr) -> Option<Value> {
        self.run.eval(e).ok()
    }

    fn is_fixed(&self, e: &Expr) -> bool {
        let mut fixed = true;
        e.each_free_slot(&mut |slot| fixed &= self.dirs[slot as usize] == Some(Same));
        fixed
    }

    /// The sign of an expression that was never negative, if it does not shrink.
    fn stays_natural(&mut self, e: &Expr) -> Option<Dir> {
        let dir = self.dir(e)?;
        let natural = matches!(self.value(e)?, Value::Int(n) if !n.is_negative());
        (natural && dir != Down).then_some(dir)
    }

    /// Which way an expression goes.
    pub(super) fn dir(&mut self, e: &Expr) -> Option<Dir> {
        if self.is_fixed(e) {
            return Some(Same);
        }
        match &e.kind {
            ExprKind::Local(slot) => self.dirs[*slot as usize],
            ExprKind::Negate(a) | ExprKind::Not(a) => Some(self.dir(a)?.turned()),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b),
            ExprKind::In(x, source) => self.is_in(x, source),
            ExprKind::Range(lo, hi) => {
                let lo = self.dir(lo)?.turned();
                hi.as_ref().map_or(Some(lo), |hi| lo.and(self.dir(hi)?))
            }
            ExprKind::If(c, a, b) => match (self.dir(c)?, self.value(c)?) {
                (Same | Up, Value::Bool(true)) => self.dir(a),
                (Same | Down, Value::Bool(false)) => self.dir(b),
                _ => None,
            },
            ExprKind::Builtin(f, args) => self.builtin(*f, args),
            ExprKind::Call(id, args) => {
                let definition = self.machine.program.definition(*id);
                let mut inner = self.call(&definition.params, definition.slots.len(), args)?;
                inner.dir(&definition.body)
            }
            ExprKind::For(fold, item, binders) => self.fold(*fold, item, binders),
            _ => None,
        }
    }

    /// The frame of a call, if its arguments keep to the declared types.
    pub(super) fn call(&mut self, params: &[Param], slots: usize, args: &[Expr]) -> Option<Frame<'a>> {
        let values: Option<Vec<Value>> = args.iter().map(|a| self.value(a)).collect();
        let dirs: Vec<Option<Dir>> = args.iter().map(|a| self.dir(a)).collect();
        let fit = params.iter().zip(&dirs).all(|(p, d)| stays_within(p, *d));
        fit.then(|| Frame::new(self.machine, slots, &values.unwrap_or_default(), &dirs))
            .filter(|f| f.run.frame.len() >= params.len())
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Dir> {
        use BinaryOp::*;
        match op {
            Add | And | Or | Union | Common | Concat => self.dir(a)?.and(self.dir(b)?),
            Subtract | Minus => self.dir(a)?.and(self.dir(b)?.turned()),
            Multiply => match (self.is_fixed(a), self.is_fixed(b)) {
                (true, _) => self.times(b, a),
                (_, true) => self.times(a, b),
                _ => self.stays_natural(a)?.and(self.stays_natural(b)?),
            },
            Divide if self.is_fixed(b) => match self.value(b)? {
                Value::Int(n) if !n.is_negative() && !n.is_zero() => self.dir(a),
                _ => None,
            },
            Power => self.power(a, b),
            With | Without if self.is_fixed(b) => self.dir(a),
            // A number in a text may have other digits as it grows.
            Join if [a, b].iter().all(|side| side.ty == Type::Text || self.is_fixed(side)) => {
                self.dir(a)?.and(self.dir(b)?)
            }
            _ => None,
        }
    }

    fn times(&mut self, a: &Expr, fixed: &Expr) -> Option<Dir> {
        let Value::Int(n) = self.value(fixed)? else { return None };
        let dir = self.dir(a)?;
        Some(if n.is_negative() { dir.turned() } else { dir })
    }

    /// Powers of numbers from 1 on grow with both.
    fn power(&mut self, a: &Expr, b: &Expr) -> Option<Dir> {
        let Value::Int(n) = self.value(a)? else { return None };
        let dirs = self.stays_natural(a)?.and(self.stays_natural(b)?);
        dirs.filter(|_| !n.is_zero())
    }

    fn compare(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> Option<Dir> {
        let upwards = self.dir(b)?.and(self.dir(a)?.turned());
        let numbers = a.ty == Type::Int;
        match op {
            CompareOp::Less | CompareOp::LessEqual if numbers => upwards,
            // Once apart, and drifting away from each other: never equal again.
            CompareOp::Equal | CompareOp::NotEqual if numbers => {
                let (x, y) = (self.value(a)?, self.value(b)?);
                let apart = match upwards? {
                    Up => x < y,
                    Down => x > y,
                    Same => true,
                };
                let stays = if op == CompareOp::NotEqual { Up } else { Down };
                apart.then_some(stays)
            }
            _ => None,
        }
    }

    fn is_in(&mut self, x: &Expr, source: &Expr) -> Option<Dir> {
        if let ExprKind::Range(lo, hi) = &source.kind {
            let x_dir = self.dir(x)?;
            let above = x_dir.and(self.dir(lo)?.turned())?;
            return match hi {
                Some(hi) => above.and(self.dir(hi)?.and(x_dir.turned())?),
                None => Some(above),
            };
        }
        if self.is_fixed(x) { self.dir(source) } else { None }
    }

    fn builtin(&mut self, f: Builtin, args: &[Expr]) -> Option<Dir> {
        match (f, args) {
            (Builtin::Size | Builtin::Indices, [a]) => {
                self.dir(a).filter(|_| a.ty.element().is_some() || a.ty == Type::Text)
            }
            (Builtin::Largest, [a]) => self.dir(a).filter(|d| *d == Up),
            (Builtin::Least, [a]) => self.dir(a).filter(|d| *d == Up).map(Dir::turned),
            (Builtin::Min | Builtin::Max, [_, _, ..]) => {
                let mut all = Same;
                for a in args {
                    all = all.and(self.dir(a)?)?;
                }
                Some(all)
            }
            (Builtin::Abs, [a]) => self.stays_natural(a),
            _ => None,
        }
    }

    /// Which way the choices of some binders go: more of them, or fewer; each choice with the same values.
    fn choices(&mut self, binders: &[Binder]) -> Option<Dir> {
        let mut all = Same;
        for binder in binders {
            match &binder.kind {
                BinderKind::In { slots, source, .. } => {
                    all = all.and(self.dir(source)?)?;
                    slots.iter().for_each(|s| self.dirs[*s as usize] = Some(Same));
                }
                BinderKind::Is { .. } => return None,
            }
            if let Some(guard) = &binder.guard {
                all = all.and(self.dir_if_simple(guard)?)?;
            }
        }
        Some(all)
    }

    /// The direction of a condition on bound names: only where no old value of them is needed.
    fn dir_if_simple(&mut self, e: &Expr) -> Option<Dir> {
        match &e.kind {
            _ if self.is_fixed(e) => Some(Same),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) => {
                self.dir_if_simple(a)?.and(self.dir_if_simple(b)?)
            }
            ExprKind::Not(a) => Some(self.dir_if_simple(a)?.turned()),
            ExprKind::Compare(CompareOp::Less | CompareOp::LessEqual, a, b) if a.ty == Type::Int => {
                self.dir_if_simple(b)?.and(self.dir_if_simple(a)?.turned())
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => self.dir_if_simple(a)?.and(self.dir_if_simple(b)?),
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                self.dir_if_simple(a)?.and(self.dir_if_simple(b)?.turned())
            }
            ExprKind::In(x, source) if self.is_fixed(x) => self.dir_if_simple(source),
            ExprKind::Local(slot) => self.dirs[*slot as usize],
            _ => None,
        }
    }

    fn fold(&mut self, fold: Fold, item: &Expr, binders: &[Binder]) -> Option<Dir> {
        let choices = self.choices(binders)?;
        let item = self.dir_if_simple(item)?;
        match fold {
            Fold::Any | Fold::Count => choices.and(item),
            Fold::None => Some(choices.and(item)?.turned()),
            Fold::All => choices.turned().and(item),
            Fold::Set if item == Same => Some(choices),
            _ => None,
        }
    }
}

/// Whether a value that goes that way keeps to the type its parameter is declared with.
pub(super) fn stays_within(param: &Param, dir: Option<Dir>) -> bool {
    match (&param.shape, dir) {
        (_, Some(Same)) | (Shape::Any, _) => true,
        (Shape::Range(_, None), Some(Up)) | (Shape::Range(None, _), Some(Down)) => true,
        // What is in a smaller collection was in it before; see `keeps_elements` for larger ones.
        (Shape::Elements(_), Some(_)) => true,
        (shape, _) => shape.is_any(),
    }
}

/// Whether a collection can hold nothing but what it held before and fixed things.
pub(super) fn keeps_elements(frame: &Frame<'_>, e: &Expr) -> bool {
    use BinaryOp::*;
    if frame.is_fixed(e) {
        return true;
    }
    match &e.kind {
        ExprKind::Local(_) => true,
        ExprKind::Binary(With, a, x) => keeps_elements(frame, a) && frame.is_fixed(x),
        ExprKind::Binary(Without | Minus | Common, a, _) => keeps_elements(frame, a),
        ExprKind::Binary(Union | Concat | Join, a, b) => keeps_elements(frame, a) && keeps_elements(frame, b),
        ExprKind::If(_, a, b) => keeps_elements(frame, a) && keeps_elements(frame, b),
        _ => false,
    }
}

/// How one value stands to another, where both are of a kind that has directions.
pub(super) fn between(old: &Value, new: &Value) -> Option<Dir> {
    if old == new {
        return Some(Same);
    }
    let pick = |up: bool, down: bool| if up { Some(Up) } else { down.then_some(Down) };
    match (old, new) {
        (Value::Int(a), Value::Int(b)) => pick(a < b, a > b),
        (Value::Set(a), Value::Set(b)) => pick(a.is_subset(b), b.is_subset(a)),
        (Value::Bag(_), Value::Bag(_)) => {
            let within = |a: &Value, b: &Value| collection::combine(collection::SetOp::Common, a, b) == *a;
            pick(within(old, new), within(new, old))
        }
        (Value::List(a), Value::List(b)) => pick(within(a.iter(), b.iter()), within(b.iter(), a.iter())),
        (Value::Text(a), Value::Text(b)) => pick(within(a.chars(), b.chars()), within(b.chars(), a.chars())),
        _ => None,
    }
}

/// Whether some entries are among others, in the same order.
fn within<T: PartialEq>(mut few: impl Iterator<Item = T>, mut many: impl Iterator<Item = T>) -> bool {
    few.all(|x| many.any(|y| y == x))
}
