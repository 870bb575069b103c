//! Sequences of sums in which piles grow with the index, read off the expression that `period` and tables ask about.

use super::eval::Eval;
use super::heaps::one_pile;
use super::machine::Machine;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, GameId, Slot};
use crate::value::{GamePosition, Part, Position, Value};

/// The positions `G(step n + shift)` for every n, with everything else fixed.
#[derive(Clone, Debug)]
pub(crate) struct Growing {
    /// One of them.
    pub(crate) position: GamePosition,
    /// What n is multiplied by: at least 1.
    pub(crate) step: i64,
    /// What is added then.
    pub(crate) shift: i64,
}

/// A sequence of sums: piles that grow with the index, and perhaps something that stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// The piles.
    pub(crate) piles: Vec<Growing>,
    /// Whether anything else is next to them.
    pub(crate) adjacent: bool,
}

impl Sums {
    /// The piles, if they are those of the game one by one and alone.
    pub(crate) fn one_by_one(&self) -> Option<&Growing> {
        match self.piles.as_slice() {
            [one] if one.step == 1 && !self.adjacent => Some(one),
            _ => None,
        }
    }
}

/// What an expression stands for while the index of a sequence is open.
#[derive(Clone)]
enum Open {
    Fixed(Value),
    /// The index multiplied by a number, and another one added.
    Index(i64, i64),
    Sums(Sums),
}

impl Machine {
    /// The sequence that an expression stands for, if it is one of piles that grow with the index by fixed steps.
    pub(crate) fn sums(&self, frame: &[Value], expr: &Expr, slot: Slot) -> Option<Sums> {
        let mut frame: Vec<Open> = frame.iter().cloned().map(Open::Fixed).collect();
        frame[slot as usize] = Open::Index(1, 0);
        match self.follow(&frame, expr)? {
            Open::Sums(sums) => Some(sums),
            _ => None,
        }
    }

    /// The same, if it is one of single piles, one by one.
    pub(crate) fn shifted(&self, frame: &[Value], expr: &Expr, slot: Slot) -> Option<Growing> {
        self.sums(frame, expr, slot)?.one_by_one().cloned()
    }

    fn follow(&self, frame: &[Open], e: &Expr) -> Option<Open> {
        match &e.kind {
            ExprKind::Local(s) => Some(frame[*s as usize].clone()),
            ExprKind::Binary(op, a, b) => match (self.follow(frame, a)?, self.follow(frame, b)?) {
                (Open::Fixed(_), Open::Fixed(_)) => self.fixed(frame, e),
                (a, b) => combined(*op, a, b),
            },
            ExprKind::Position(id, args) => {
                let args: Vec<Open> = args.iter().map(|a| self.follow(frame, a)).collect::<Option<_>>()?;
                self.growing(*id, args)
            }
            ExprKind::Builtin(Builtin::Value, args) => match self.follow(frame, &args[0])? {
                sums @ Open::Sums(_) => Some(sums),
                _ => None,
            },
            ExprKind::Call(id, args) => {
                let definition = self.program.definition(*id);
                let mut inner: Vec<Open> =
                    args.iter().map(|a| self.follow(frame, a)).collect::<Option<_>>()?;
                if inner.iter().all(|x| matches!(x, Open::Fixed(_))) {
                    return self.fixed(frame, e);
                }
                inner.resize(definition.slots.len(), Open::Fixed(Value::Bool(false)));
                self.follow(&inner, &definition.body)
            }
            _ => self.fixed(frame, e),
        }
    }

    /// Positions of a game of one pile of which only the pile grows.
    fn growing(&self, id: GameId, args: Vec<Open>) -> Option<Open> {
        let (mut grows, mut values) = (None, vec![]);
        for (i, arg) in args.into_iter().enumerate() {
            match arg {
                Open::Fixed(v) => values.push(v),
                Open::Index(step, shift) if grows.is_none() => {
                    grows = Some((i, step, shift));
                    values.push(Value::int(1 << 20));
                }
                _ => return None,
            }
        }
        let Some((pile, step, shift)) = grows else {
            return self
                .position(id, values)
                .ok()
                .map(|p| Open::Fixed(Value::Position(Position::one(Part::Game(p)))));
        };
        let position = self.position(id, values).ok()?;
        let (is_pile, _) = one_pile(self, &position)?;
        let piles = vec![Growing { position, step, shift }];
        (is_pile == pile).then_some(Open::Sums(Sums { piles, adjacent: false }))
    }

    /// The value of an expression in which the index does not occur.
    fn fixed(&self, frame: &[Open], e: &Expr) -> Option<Open> {
        let mut open = false;
        e.walk(&mut |e| {
            if let ExprKind::Local(s) = &e.kind {
                open |= !matches!(frame.get(*s as usize), Some(Open::Fixed(_)));
            }
        });
        let value = |x: &Open| match x {
            Open::Fixed(v) => v.clone(),
            _ => Value::Bool(false),
        };
        let values: Vec<Value> = frame.iter().map(value).collect();
        let run = || Eval::new(self, None, values.len(), &values).eval(e).ok();
        if open { None } else { run().map(Open::Fixed) }
    }
}

/// Sums, and lines of the index; `None` for all else.
fn combined(op: BinaryOp, a: Open, b: Open) -> Option<Open> {
    use Open::{Fixed, Index};
    Some(match (op, a, b) {
        (BinaryOp::Add, Index(step, shift), Fixed(k)) | (BinaryOp::Add, Fixed(k), Index(step, shift)) => {
            Index(step, shift.checked_add(small(&k)?)?)
        }
        (BinaryOp::Subtract, Index(step, shift), Fixed(k)) => Index(step, shift.checked_sub(small(&k)?)?),
        (BinaryOp::Add, Index(a, k), Index(b, l)) => Index(a.checked_add(b)?, k.checked_add(l)?),
        (BinaryOp::Multiply, Index(step, shift), Fixed(k))
        | (BinaryOp::Multiply, Fixed(k), Index(step, shift)) => {
            let by = small(&k).filter(|k| *k > 0)?;
            Index(step.checked_mul(by).filter(|s| *s < 1 << 19)?, shift.checked_mul(by)?)
        }
        (BinaryOp::Sum, Open::Sums(a), Open::Sums(b)) => {
            Open::Sums(Sums { piles: [a.piles, b.piles].concat(), adjacent: a.adjacent || b.adjacent })
        }
        (BinaryOp::Sum, Open::Sums(a), Fixed(_)) | (BinaryOp::Sum, Fixed(_), Open::Sums(a)) => {
            Open::Sums(Sums { adjacent: true, ..a })
        }
        _ => return None,
    })
}

fn small(v: &Value) -> Option<i64> {
    v.as_i64().filter(|k| k.unsigned_abs() < 1 << 19)
}
