//! Evaluation of ir expressions over general values: exact for every type, and the meaning that all
//! faster code is compared with.

use super::Stop;
use super::each::Flow;
use super::machine::{Machine, Oracle};
use super::native::{self, wrong};
use super::shape::misfit;
use crate::builtin::collection::{self, SetOp};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind, GameId, LetId, Slot};
use crate::check::types::Type;
use crate::diagnostic::Diagnostic;
use crate::engine::Meter;
use crate::value::{Cell, GamePosition, Int, OrdMap, Part, Position, Value};
use num_bigint::BigInt;
use std::rc::Rc;

/// One evaluation: a frame of slots on a machine.
pub struct Eval<'a> {
    pub(super) machine: &'a Machine,
    oracle: Option<&'a dyn Oracle>,
    pub(super) meter: Rc<Meter>,
    /// The slots.
    pub frame: Vec<Value>,
    /// Choices that are made already: the only value that a slot takes where it runs through a range.
    pub(super) pins: Vec<(Slot, Value)>,
}

pub(super) type Result<T, E = Stop> = std::result::Result<T, E>;

/// Collections larger than this are refused.
const MAX_ELEMENTS: usize = 5_000_000;
/// Ranges longer than this are not even begun.
const MAX_RANGE: i64 = 1 << 40;

impl<'a> Eval<'a> {
    /// An evaluation with `slots` slots, the first of them filled.
    pub fn new(
        machine: &'a Machine,
        oracle: Option<&'a dyn Oracle>,
        slots: usize,
        args: &[Value],
    ) -> Eval<'a> {
        let mut frame = args.to_vec();
        frame.resize(slots.max(args.len()), Value::Bool(false));
        Eval { machine, oracle, meter: machine.meter(), frame, pins: vec![] }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A mistake with its place, or a budget that ran out.
    pub fn eval(&mut self, e: &Expr) -> Result<Value> {
        use ExprKind::*;
        self.meter.work_of(1)?;
        Ok(match &e.kind {
            Int(n) => Value::Int(n.clone().into()),
            Bool(b) => Value::Bool(*b),
            Text(t) => Value::Text(t.clone()),
            Case(i) => match &e.ty {
                Type::Enum(names) => Value::Case(*i, names.clone()),
                _ => unreachable!("a case has an enumeration type"),
            },
            Local(slot) => self.frame[*slot as usize].clone(),
            Global(id) => self.global(*id)?,
            Function(id) => Value::Function(id.0, self.machine.program.definition(*id).name.as_str().into()),
            Call(id, args) => {
                let args = self.all(args)?;
                self.call(*id, &args)?
            }
            CallLocal(slot, args) => {
                let args = self.all(args)?;
                match &self.frame[*slot as usize] {
                    Value::Function(id, _) => self.call(LetId(*id), &args)?,
                    _ => unreachable!("a called slot holds a function"),
                }
            }
            Builtin(f, args) => self.builtin(*f, args, e)?,
            Negate(a) => Value::Int(self.int(a)?.negate()),
            Not(a) => Value::Bool(!self.truth(a)?),
            Binary(op, a, b) => self.binary(*op, a, b, e)?,
            Compare(op, a, b) => Value::Bool(self.compare(*op, a, b)?),
            In(x, source) => Value::Bool(self.is_in(x, source)?),
            Range(lo, hi) => self.range_set(lo, hi.as_deref(), e)?,
            Tuple(parts) => Value::Tuple(self.items(parts)?.into()),
            Cell(row, col) => self.cell(row, col, e)?,
            Set(items) => Value::Set(self.items(items)?.into_iter().collect()),
            List(items) => Value::List(self.items(items)?.into_iter().collect()),
            Bag(items) => {
                let empty = Value::Bag(OrdMap::new());
                self.items(items)?.into_iter().fold(empty, |bag, x| collection::with(&bag, x))
            }
            Map(entries) => {
                let (mut map, mut weight) = (OrdMap::new(), 0);
                for (k, v) in entries {
                    let (k, v) = (self.eval(k)?, self.eval(v)?);
                    self.weigh(&k, &mut weight)?;
                    self.weigh(&v, &mut weight)?;
                    map.insert(k, v);
                }
                Value::Map(map)
            }
            For(fold, item, binders) => self.fold(*fold, item, binders, e)?,
            MapFor(k, v, binders) => {
                let (mut map, mut weight) = (OrdMap::new(), 0);
                self.each(binders, &mut |run| {
                    let (k, v) = (run.eval(k)?, run.eval(v)?);
                    run.weigh(&v, &mut weight)?;
                    run.weigh(&k, &mut weight)?;
                    map.insert(k, v);
                    Ok(Flow::Next)
                })?;
                Value::Map(map)
            }
            If(c, a, b) => {
                if self.truth(c)? {
                    self.eval(a)?
                } else {
                    self.eval(b)?
                }
            }
            Index(base, i) => {
                let (base, i) = (self.eval(base)?, self.eval(i)?);
                collection::index(&base, &i).map_err(|why| wrong(e.span, "no-such-place", &why))?
            }
            Field(p, is_row) => match self.eval(p)? {
                Value::Cell(c) => Value::int(i64::from(if *is_row { c.row } else { c.col })),
                _ => unreachable!("only cells have fields"),
            },
            Position(id, args) => {
                Value::Position(crate::value::Position::one(Part::Game(self.position(*id, args, e)?)))
            }
            Heap(k) => {
                let size = self.int(k)?;
                if size.is_negative() {
                    return Err(wrong(
                        k.span,
                        "negative-heap",
                        &format!("a nim-heap has 0 or more, not {size}"),
                    ));
                }
                Value::Position(crate::value::Position::one(Part::Heap(size)))
            }
            Nothing => Value::Position(crate::value::Position::default()),
            Start(id) => {
                let game = self.machine.program.game(*id);
                match &game.starts {
                    Some(start) => Eval::new(self.machine, self.oracle, game.slots.len(), &[]).eval(start)?,
                    None => return Err(wrong(e.span, "no-start", &format!("{} has no `starts`", game.name))),
                }
            }
            Successors(id, v) => {
                let v = self.eval(v)?;
                native::successors(self.machine.program.game(*id), &v)
            }
            Wrong => return Err(wrong(e.span, "has-mistake", "this could not be understood")),
        })
    }

    fn all(&mut self, exprs: &[Expr]) -> Result<Vec<Value>> {
        exprs.iter().map(|e| self.eval(e)).collect()
    }

    /// The elements of a collection that is written out.
    fn items(&mut self, exprs: &[Expr]) -> Result<Vec<Value>> {
        let items = self.all(exprs)?;
        let mut weight = 0;
        items.iter().try_for_each(|item| self.weigh(item, &mut weight))?;
        Ok(items)
    }

    /// The number an expression stands for.
    ///
    /// # Errors
    /// As for [`Eval::eval`].
    pub fn int(&mut self, e: &Expr) -> Result<Int> {
        match self.eval(e)? {
            Value::Int(n) => Ok(n),
            other => unreachable!("checked to be a number: {other}"),
        }
    }

    /// The truth value an expression stands for.
    ///
    /// # Errors
    /// As for [`Eval::eval`].
    pub fn truth(&mut self, e: &Expr) -> Result<bool> {
        match self.eval(e)? {
            Value::Bool(b) => Ok(b),
            other => unreachable!("checked to be a truth value: {other}"),
        }
    }

    /// The position an expression stands for.
    ///
    /// # Errors
    /// As for [`Eval::eval`].
    pub fn target(&mut self, e: &Expr) -> Result<Position> {
        match self.eval(e)? {
            Value::Position(p) => Ok(p),
            other => unreachable!("checked to be a position: {other}"),
        }
    }

    fn global(&mut self, id: LetId) -> Result<Value> {
        if let Some(v) = &self.machine.globals.borrow()[id.0 as usize] {
            return Ok(v.clone());
        }
        let value = self.call(id, &[])?;
        self.machine.globals.borrow_mut()[id.0 as usize] = Some(value.clone());
        Ok(value)
    }

    /// Calls a definition.
    fn call(&mut self, id: LetId, args: &[Value]) -> Result<Value> {
        let definition = self.machine.program.definition(id);
        for (param, arg) in definition.params.iter().zip(args) {
            if let Some(reason) = misfit(param, arg) {
                return Err(wrong(
                    param.span,
                    "argument-out-of-range",
                    &format!("in a call of {}, {reason}", definition.name),
                ));
            }
        }
        self.machine.given(id, args, || {
            let mut run = Eval::new(self.machine, self.oracle, definition.slots.len(), args);
            let value = run.eval(&definition.body)?;
            if value.is_nested() {
                run.weigh(&value, &mut 0)?;
            }
            Ok(value)
        })
    }

    fn builtin(&mut self, f: Builtin, args: &[Expr], e: &Expr) -> Result<Value> {
        let values = self.all(args)?;
        if f == Builtin::Iterate {
            return self.iterate(&values, e);
        }
        // Of nothing, only the type tells that it is a sum of positions.
        if f == Builtin::Total && e.ty == Type::Position && collection::size(&values[0]) == 0 {
            return Ok(Value::Position(Position::default()));
        }
        values.iter().try_for_each(|v| self.go_through(v))?;
        if let (Builtin::Impartial, [Value::Position(p)]) = (f, values.as_slice()) {
            return Ok(Value::Position(self.machine.impartial(p)));
        }
        if !f.is_question() {
            return native::call(f, &values).map_err(|why| wrong(e.span, "cannot-compute", &why));
        }
        match (&values[0], self.oracle) {
            (Value::Position(p), Some(oracle)) => oracle.ask(f, p, &values[1..]),
            _ => Err(wrong(
                e.span,
                "question-in-rules",
                "the rules of a game cannot ask for a value or an outcome",
            )),
        }
    }

    /// `iterate(f, x, n)`: calls a definition n times, each time on what it gave before.
    fn iterate(&mut self, values: &[Value], e: &Expr) -> Result<Value> {
        let [Value::Function(id, _), first, Value::Int(times)] = values else {
            unreachable!("checked to be a function, a beginning and a number")
        };
        if times.is_negative() {
            return Err(wrong(e.span, "cannot-compute", &format!("nothing can be done {times} times")));
        }
        let mut value = first.clone();
        let mut done = Int::from(0);
        while done < *times {
            self.meter.tick()?;
            value = self.call(LetId(*id), std::slice::from_ref(&value))?;
            done = done.add(&Int::from(1));
        }
        Ok(value)
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, e: &Expr) -> Result<Value> {
        use BinaryOp::*;
        match op {
            And => return Ok(Value::Bool(self.truth(a)? && self.truth(b)?)),
            Or => return Ok(Value::Bool(self.truth(a)? || self.truth(b)?)),
            _ => {}
        }
        let (x, y) = (self.eval(a)?, self.eval(b)?);
        if !matches!(op, With | Without) {
            self.go_through(&x)?;
        }
        self.go_through(&y)?;
        let set = |op| Ok(collection::combine(op, &x, &y));
        match op {
            Join => {
                let text = x.plain() + &y.plain();
                self.check_size(text.len())?;
                Ok(Value::text(text))
            }
            With => Ok(collection::with(&x, y)),
            Without => Ok(collection::without(&x, &y)),
            Union => {
                let both = collection::size(&x).saturating_add(collection::size(&y));
                self.check_size(usize::try_from(both).unwrap_or(usize::MAX))?;
                set(SetOp::Union)
            }
            Common => set(SetOp::Common),
            Minus => set(SetOp::Minus),
            Flip => set(SetOp::Flip),
            Concat => self.concat(x, y),
            Sum => match (x, y) {
                (Value::Position(p), Value::Position(q)) => {
                    self.check_size(p.parts.len() + q.parts.len())?;
                    Ok(Value::Position(p.plus(&q)))
                }
                _ => unreachable!("checked to be positions"),
            },
            _ => match (x, y) {
                (Value::Int(x), Value::Int(y)) => native::arithmetic(op, &x, &y)
                    .map(Value::Int)
                    .map_err(|why| wrong(e.span, "cannot-compute", &why)),
                _ => unreachable!("checked to be numbers"),
            },
        }
    }

    fn concat(&mut self, x: Value, y: Value) -> Result<Value> {
        let (Value::List(mut x), Value::List(y)) = (x, y) else { unreachable!("checked to be lists") };
        x.append(y);
        self.check_size(x.len())?;
        Ok(Value::List(x))
    }

    fn compare(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> Result<bool> {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        self.go_through(&a)?;
        Ok(match op {
            CompareOp::Equal => a == b,
            CompareOp::NotEqual => a != b,
            CompareOp::Less => a < b,
            CompareOp::LessEqual => a <= b,
        })
    }

    fn is_in(&mut self, x: &Expr, source: &Expr) -> Result<bool> {
        let x = self.eval(x)?;
        let ExprKind::Range(lo, hi) = &source.kind else {
            let source = self.eval(source)?;
            if matches!(source, Value::List(_)) {
                self.go_through(&source)?;
            }
            return Ok(collection::contains(&source, &x));
        };
        let above = x >= self.eval(lo)?;
        match hi {
            Some(hi) => Ok(x <= self.eval(hi)? && above),
            None => Ok(above),
        }
    }

    fn range_set(&mut self, lo: &Expr, hi: Option<&Expr>, e: &Expr) -> Result<Value> {
        let Some(hi) = hi else {
            return Err(wrong(e.span, "infinite-set", "a set cannot hold endlessly many numbers"));
        };
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        let count = self.range_length(&lo, &hi)?;
        self.check_size(usize::try_from(count).unwrap_or(usize::MAX))?;
        self.meter.work_of(count as u32)?;
        Ok(Value::Set((0..count).map(|i| Value::Int(lo.add(&Int::from(i)))).collect()))
    }

    /// How many numbers a range has. Ranges that nobody could go through stop here.
    pub(crate) fn range_length(&self, lo: &Int, hi: &Int) -> Result<i64> {
        if lo > hi {
            return Ok(0);
        }
        let count = hi.subtract(lo).add(&Int::from(1));
        count.to_i64().filter(|n| *n <= MAX_RANGE).ok_or_else(|| {
            let what = format!("a range of {count} numbers is too long to go through");
            Stop::Exhausted(crate::engine::Exhausted::TooLarge, what)
        })
    }

    fn cell(&mut self, row: &Expr, col: &Expr, e: &Expr) -> Result<Value> {
        let small = |n: Int| n.to_i64().and_then(|n| i32::try_from(n).ok());
        match (small(self.int(row)?), small(self.int(col)?)) {
            (Some(row), Some(col)) => Ok(Value::Cell(Cell { row, col })),
            _ => Err(wrong(e.span, "cell-too-far", "a cell's row and column have at most nine digits")),
        }
    }

    /// A position with its arguments checked against their declared types.
    fn position(&mut self, id: GameId, args: &[Expr], e: &Expr) -> Result<GamePosition> {
        let values = self.all(args)?;
        let mut weight = 0;
        values.iter().filter(|v| v.is_nested()).try_for_each(|v| self.weigh(v, &mut weight))?;
        match self.machine.position(id, values) {
            Ok(position) => Ok(position),
            Err((i, reason)) => Err(self.no_position(id, args, e, i, &reason)?),
        }
    }

    /// A mistake: the argument with index i does not fit its declared type.
    fn no_position(&mut self, id: GameId, args: &[Expr], e: &Expr, i: usize, reason: &str) -> Result<Stop> {
        let text: Vec<String> = self.all(args)?.iter().map(Value::to_string).collect();
        let game = self.machine.program.game(id);
        let name = format!("{}({})", game.name, text.join(", "));
        let span = args.get(i).map_or(e.span, |a| a.span);
        let diagnostic = Diagnostic::error("leaves-its-type", format!("{name} is not a position"))
            .at(span, reason)
            .also(game.params[i].span, "declared here");
        Ok(Stop::Mistake(Box::new(super::Mistake { diagnostic, kind: super::Kind::LeavesItsType(name) })))
    }

    pub(super) fn limit(&self, len: usize) -> Result<Flow> {
        self.check_size(len)?;
        Ok(Flow::Next)
    }

    /// Adds what is in an element to the weight of its collection, which must stay below the limit: see
    /// [`Value::weight_within`].
    pub(super) fn weigh(&self, element: &Value, weight: &mut u64) -> Result<()> {
        let most = MAX_ELEMENTS as u64;
        let own = if element.is_simple() { Some(1) } else { element.weight_within(most) };
        let own = own.filter(|own| *weight + own <= most).ok_or_else(|| {
            let what = format!("a value with more than {MAX_ELEMENTS} elements in it");
            Stop::Exhausted(crate::engine::Exhausted::TooLarge, what)
        })?;
        *weight += own;
        if own > 1 {
            self.meter.work_of(own as u32)?;
        }
        Ok(())
    }

    /// Counts the work of going through a value once.
    #[inline]
    fn go_through(&self, v: &Value) -> Result<()> {
        let n = match v {
            Value::Int(Int::Big(n)) => n.bits() / 16,
            Value::Text(t) => t.len() as u64 / 16,
            Value::Set(s) => s.len() as u64,
            Value::Bag(b) => b.len() as u64,
            Value::List(l) => l.len() as u64,
            Value::Map(m) => m.len() as u64,
            _ => return Ok(()),
        };
        Ok(self.meter.work_of(u32::try_from(n).unwrap_or(u32::MAX))?)
    }

    fn check_size(&self, len: usize) -> Result<()> {
        if len > MAX_ELEMENTS {
            let what = crate::engine::Exhausted::TooLarge;
            return Err(Stop::Exhausted(what, format!("a collection of more than {MAX_ELEMENTS} elements")));
        }
        Ok(())
    }
}

impl From<&BigInt> for Int {
    fn from(n: &BigInt) -> Int {
        Int::from(n.clone())
    }
}
