//! Evaluation of ir expressions over general values: exact for every type, and the meaning that all
//! faster code is compared with.

use super::Stop;
use super::each::Flow;
use super::machine::{Machine, Oracle};
use super::native::{self, wrong};
use super::operate::Operate;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind, GameId, LetId, Slot};
use crate::check::types::Type;
use crate::value::{GamePosition, Int, OrdMap, Part, Position, Value};
use num_bigint::BigInt;

/// One evaluation: a frame of slots on a machine.
pub struct Eval<'a> {
    pub(crate) operate: Operate<'a>,
    /// The slots.
    pub frame: Vec<Value>,
    /// Choices that are made already: the only value that a slot takes where it runs through a range.
    pub(super) pins: Vec<(Slot, Value)>,
}

pub(super) type Result<T, E = Stop> = std::result::Result<T, E>;

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
        Eval { operate: Operate::new(machine, oracle), frame, pins: vec![] }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A mistake with its place, or a budget that ran out.
    pub fn eval(&mut self, e: &Expr) -> Result<Value> {
        use ExprKind::*;
        self.operate.meter.work_of(1)?;
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
            Function(id) => {
                Value::Function(id.0, self.operate.machine.program.definition(*id).name.as_str().into())
            }
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
            Bag(items) => Operate::bag(self.items(items)?),
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
                self.operate.index(&base, &i, e.span)?
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
                let size = self.operate.heap(size, k.span)?;
                Value::Position(crate::value::Position::one(Part::Heap(size)))
            }
            Nothing => Value::Position(crate::value::Position::default()),
            Start(id) => {
                let game = self.operate.machine.program.game(*id);
                match &game.starts {
                    Some(start) => {
                        Eval::new(self.operate.machine, self.operate.oracle, game.slots.len(), &[])
                            .eval(start)?
                    }
                    None => return Err(wrong(e.span, "no-start", &format!("{} has no `starts`", game.name))),
                }
            }
            Successors(id, v) => {
                let v = self.eval(v)?;
                native::successors(self.operate.machine.program.game(*id), &v)
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
        if let Some(v) = &self.operate.machine.globals.borrow()[id.0 as usize] {
            if let Value::Position(p) = v {
                self.operate.copied(p.parts.len())?;
            }
            return Ok(v.clone());
        }
        let value = self.call(id, &[])?;
        self.operate.go_through(&value)?;
        self.operate.machine.globals.borrow_mut()[id.0 as usize] = Some(value.clone());
        Ok(value)
    }

    /// Calls a definition.
    fn call(&mut self, id: LetId, args: &[Value]) -> Result<Value> {
        for (param, arg) in args.iter().enumerate() {
            self.operate.fit(id, param, arg)?;
        }
        let definition = self.operate.machine.program.definition(id);
        self.operate.machine.given(id, args, || {
            let mut run = Eval::new(self.operate.machine, self.operate.oracle, definition.slots.len(), args);
            let value = run.eval(&definition.body)?;
            if value.is_nested() {
                run.weigh(&value, &mut 0)?;
            }
            Ok(value)
        })
    }

    fn builtin(&mut self, f: Builtin, args: &[Expr], e: &Expr) -> Result<Value> {
        let values = self.all(args)?;
        match f {
            Builtin::Iterate => self.iterate(&values, e),
            _ => self.operate.native(f, &values, &e.ty, e.span),
        }
    }

    /// `iterate(f, x, n)`: calls a definition n times, each time on what it gave before, or until nothing changes.
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
            self.operate.meter.tick()?;
            let before = std::mem::replace(&mut value, Value::Bool(false));
            value = self.call(LetId(*id), std::slice::from_ref(&before))?;
            // From here on nothing changes; of long values it would take long to see that.
            if is_short(&value) && value == before {
                break;
            }
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
        self.operate.binary(op, x, y, e.span)
    }

    fn compare(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> Result<bool> {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        self.operate.compare(op, &a, &b)
    }

    fn is_in(&mut self, x: &Expr, source: &Expr) -> Result<bool> {
        let x = self.eval(x)?;
        if let Some(ends) = source.as_box() {
            return self.is_in_box(&x, &ends);
        }
        let ExprKind::Range(lo, hi) = &source.kind else {
            let source = self.eval(source)?;
            return self.operate.is_in(&x, &source);
        };
        let above = x >= self.eval(lo)?;
        match hi {
            Some(hi) => Ok(x <= self.eval(hi)? && above),
            None => Ok(above),
        }
    }

    /// Whether a cell or a tuple has each part between two ends. Where nothing is between two, later ends are not looked at.
    fn is_in_box(&mut self, x: &Value, ends: &[(&Expr, &Expr)]) -> Result<bool> {
        let parts = match x {
            Value::Cell(c) => vec![Value::int(c.row.into()), Value::int(c.col.into())],
            Value::Tuple(parts) => parts.iter().cloned().collect(),
            _ => vec![],
        };
        let mut is_in = true;
        for (part, (lo, hi)) in parts.iter().zip(ends) {
            let (lo, hi) = (self.eval(lo)?, self.eval(hi)?);
            if hi < lo {
                return Ok(false);
            }
            is_in &= *part >= lo && *part <= hi;
        }
        Ok(is_in)
    }

    fn range_set(&mut self, lo: &Expr, hi: Option<&Expr>, e: &Expr) -> Result<Value> {
        let Some(hi) = hi else {
            return Err(wrong(e.span, "infinite-set", "a set cannot hold infinitely many numbers"));
        };
        let (lo, hi) = (self.int(lo)?, self.int(hi)?);
        self.operate.range(&lo, &hi)
    }

    fn cell(&mut self, row: &Expr, col: &Expr, e: &Expr) -> Result<Value> {
        let (row, col) = (self.int(row)?, self.int(col)?);
        self.operate.cell(&row, &col, e.span)
    }

    /// A position with its arguments checked against their declared types.
    fn position(&mut self, id: GameId, args: &[Expr], e: &Expr) -> Result<GamePosition> {
        let values = self.all(args)?;
        self.operate.position(id, values, &|i| args.get(i).map_or(e.span, |a| a.span))
    }

    pub(super) fn limit(&self, len: usize) -> Result<Flow> {
        self.operate.check_size(len)?;
        Ok(Flow::Next)
    }

    /// See [`Operate::weigh`].
    pub(super) fn weigh(&self, element: &Value, weight: &mut u64) -> Result<()> {
        self.operate.weigh(element, weight)
    }
}

impl From<&BigInt> for Int {
    fn from(n: &BigInt) -> Int {
        Int::from(n.clone())
    }
}

/// Whether two such values are compared at once.
fn is_short(value: &Value) -> bool {
    match value {
        Value::Tuple(parts) => parts.iter().all(is_short),
        other => matches!(other, Value::Int(_) | Value::Bool(_) | Value::Case(..) | Value::Cell(_)),
    }
}
