//! What operations give for values, and the limits that hold for them: the same wherever rules are evaluated.

use super::machine::{Machine, Oracle};
use super::native::{self, wrong};
use super::shape::misfit;
use super::{Kind, Mistake, Stop};
use crate::builtin::collection::{self, SetOp};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, GameId, LetId};
use crate::check::types::Type;
use crate::diagnostic::Diagnostic;
use crate::engine::{Exhausted, Meter};
use crate::source::Span;
use crate::value::{Cell, GamePosition, Int, OrdMap, Part, Position, Value};
use std::rc::Rc;

type Result<T> = std::result::Result<T, Stop>;

/// Collections larger than this are refused.
const MAX_ELEMENTS: usize = 5_000_000;
/// Ranges longer than this are not even begun.
const MAX_RANGE: i64 = 1 << 40;

/// Operations on values of a machine, within the budget of the question that is being answered.
#[derive(Clone)]
pub(crate) struct Operate<'a> {
    pub(super) machine: &'a Machine,
    pub(super) oracle: Option<&'a dyn Oracle>,
    pub(super) meter: Rc<Meter>,
}

impl<'a> Operate<'a> {
    pub(super) fn new(machine: &'a Machine, oracle: Option<&'a dyn Oracle>) -> Operate<'a> {
        Operate { machine, oracle, meter: machine.meter() }
    }

    /// An operator on two operands that are both needed.
    pub(super) fn binary(&self, op: BinaryOp, x: Value, y: Value, span: Span) -> Result<Value> {
        use BinaryOp::*;
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
                    // The sum, and once more where a definition keeps it.
                    self.copied(2 * (p.parts.len() + q.parts.len()))?;
                    Ok(Value::Position(p.plus(&q)))
                }
                _ => unreachable!("checked to be positions"),
            },
            _ => match (x, y) {
                (Value::Int(x), Value::Int(y)) => native::arithmetic(op, &x, &y)
                    .map(Value::Int)
                    .map_err(|why| wrong(span, "cannot-compute", &why)),
                _ => unreachable!("checked to be numbers"),
            },
        }
    }

    fn concat(&self, x: Value, y: Value) -> Result<Value> {
        let (Value::List(mut x), Value::List(y)) = (x, y) else { unreachable!("checked to be lists") };
        x.append(y);
        self.check_size(x.len())?;
        Ok(Value::List(x))
    }

    pub(super) fn compare(&self, op: CompareOp, a: &Value, b: &Value) -> Result<bool> {
        self.go_through(a)?;
        Ok(match op {
            CompareOp::Equal => a == b,
            CompareOp::NotEqual => a != b,
            CompareOp::Less => a < b,
            CompareOp::LessEqual => a <= b,
        })
    }

    pub(super) fn is_in(&self, x: &Value, source: &Value) -> Result<bool> {
        if matches!(source, Value::List(_)) {
            self.go_through(source)?;
        }
        Ok(collection::contains(source, x))
    }

    /// A native function, except `iterate`.
    pub(super) fn native(&self, f: Builtin, values: &[Value], ty: &Type, span: Span) -> Result<Value> {
        // Of nothing, only the type tells that it is a sum of positions.
        if f == Builtin::Total && *ty == Type::Position && collection::size(&values[0]) == 0 {
            return Ok(Value::Position(Position::default()));
        }
        values.iter().try_for_each(|v| self.go_through(v))?;
        if let (Builtin::Impartial, [Value::Position(p)]) = (f, values) {
            return Ok(Value::Position(self.machine.impartial(p)));
        }
        if !f.is_question() {
            return native::call(f, values).map_err(|why| wrong(span, "cannot-compute", &why));
        }
        match (&values[0], self.oracle) {
            (Value::Position(p), Some(oracle)) => oracle.ask(f, p, &values[1..]),
            _ => Err(wrong(
                span,
                "question-in-rules",
                "the rules of a game cannot ask for a value or an outcome",
            )),
        }
    }

    /// The set of the numbers from the one to the other.
    pub(super) fn range(&self, lo: &Int, hi: &Int) -> Result<Value> {
        let count = self.range_length(lo, hi)?;
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
            Stop::Exhausted(Exhausted::TooLarge, what)
        })
    }

    pub(super) fn cell(&self, row: &Int, col: &Int, span: Span) -> Result<Value> {
        let small = |n: &Int| n.to_i64().and_then(|n| i32::try_from(n).ok());
        match (small(row), small(col)) {
            (Some(row), Some(col)) => Ok(Value::Cell(Cell { row, col })),
            _ => Err(wrong(span, "cell-too-far", "a cell's row and column have at most nine digits")),
        }
    }

    pub(super) fn bag(items: Vec<Value>) -> Value {
        items.into_iter().fold(Value::Bag(OrdMap::new()), |bag, x| collection::with(&bag, x))
    }

    pub(super) fn index(&self, base: &Value, i: &Value, span: Span) -> Result<Value> {
        collection::index(base, i).map_err(|why| wrong(span, "no-such-place", &why))
    }

    /// The size of a nim-heap, which is written there.
    pub(super) fn heap(&self, size: Int, span: Span) -> Result<Int> {
        if size.is_negative() {
            return Err(wrong(span, "negative-heap", &format!("a nim-heap has 0 or more, not {size}")));
        }
        Ok(size)
    }

    /// A position with its arguments checked against their declared types; `spans` are where they are written.
    pub(super) fn position(
        &self,
        id: GameId,
        values: Vec<Value>,
        span_of: &dyn Fn(usize) -> Span,
    ) -> Result<GamePosition> {
        let mut weight = 0;
        values.iter().filter(|v| v.is_nested()).try_for_each(|v| self.weigh(v, &mut weight))?;
        let Some((i, reason)) = self.machine.misfit(id, &values) else {
            return Ok(GamePosition { game: self.machine.info(id).clone(), args: values.into() });
        };
        let text: Vec<String> = values.iter().map(Value::to_string).collect();
        let game = self.machine.program.game(id);
        let name = format!("{}({})", game.name, text.join(", "));
        let diagnostic = Diagnostic::error("leaves-its-type", format!("{name} is not a position"))
            .at(span_of(i), reason)
            .also(game.params[i].span, "declared here");
        Err(Stop::Mistake(Box::new(Mistake { diagnostic, kind: Kind::LeavesItsType(name) })))
    }

    /// A mistake unless an argument fits the declared type of a parameter of a definition.
    pub(super) fn fit(&self, id: LetId, param: usize, value: &Value) -> Result<()> {
        let definition = self.machine.program.definition(id);
        let param = &definition.params[param];
        misfit(param, value).map_or(Ok(()), |reason| {
            let why = format!("in a call of {}, {reason}", definition.name);
            Err(wrong(param.span, "argument-out-of-range", &why))
        })
    }

    /// Adds what is in an element to the weight of its collection, which must stay below the limit: see
    /// [`Value::weight_within`].
    pub(super) fn weigh(&self, element: &Value, weight: &mut u64) -> Result<()> {
        let most = MAX_ELEMENTS as u64;
        let own = if element.is_simple() { Some(1) } else { element.weight_within(most) };
        let own = own.filter(|own| *weight + own <= most).ok_or_else(|| {
            let what = format!("a value with more than {MAX_ELEMENTS} elements in it");
            Stop::Exhausted(Exhausted::TooLarge, what)
        })?;
        *weight += own;
        if own > 1 {
            self.meter.work_of(own as u32)?;
        }
        Ok(())
    }

    /// Counts the work of going through a value once.
    #[inline]
    pub(super) fn go_through(&self, v: &Value) -> Result<()> {
        let n = match v {
            Value::Int(Int::Big(n)) => n.bits() / 16,
            Value::Text(t) => t.len() as u64 / 16,
            Value::Set(s) => s.len() as u64,
            Value::Bag(b) => b.len() as u64,
            Value::List(l) => l.len() as u64,
            Value::Map(m) => m.len() as u64,
            Value::Position(p) => return self.copied(p.parts.len()),
            _ => return Ok(()),
        };
        Ok(self.meter.work_of(u32::try_from(n).unwrap_or(u32::MAX))?)
    }

    /// Before this many parts of a position are copied: they share nothing.
    pub(super) fn copied(&self, parts: usize) -> Result<()> {
        self.meter.grow(0, (parts * size_of::<Part>()) as u64)?;
        Ok(self.meter.work_of(u32::try_from(parts).unwrap_or(u32::MAX))?)
    }

    pub(super) fn check_size(&self, len: usize) -> Result<()> {
        if len > MAX_ELEMENTS {
            let what = Exhausted::TooLarge;
            return Err(Stop::Exhausted(what, format!("a collection of more than {MAX_ELEMENTS} elements")));
        }
        Ok(())
    }
}
