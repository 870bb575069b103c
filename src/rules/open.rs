//! What the walks through rules with the pile left open have in common: expressions in which nothing is open, and the
//! functions that are called.

use super::eval::Eval;
use super::machine::Machine;
use crate::check::ir::{Called, Expr, Let, LetId, Slot};
use crate::check::types::Type;
use crate::lowered::symbolic::Unseen;
use crate::value::Value;

/// What a local name stands for, where it is known.
pub(super) trait Known {
    /// The value, if it does not depend on what is open.
    fn known(&self) -> Option<&Value>;
}

/// The value of an expression that depends on nothing open; `None` if it does depend on it, and for positions.
pub(super) fn concrete<T: Known>(machine: &Machine, frame: &[T], e: &Expr) -> Option<Result<Value, Unseen>> {
    if e.ty == Type::Position {
        return None;
    }
    let is_known = |slot: Slot| frame.get(slot as usize).is_some_and(|x| x.known().is_some());
    let mut open = false;
    e.each_free_slot(&mut |slot| open |= !is_known(slot));
    if open {
        return None;
    }
    let values: Vec<Value> = frame.iter().map(|x| x.known().cloned().unwrap_or(Value::Bool(false))).collect();
    Some(Eval::new(machine, None, values.len(), &values).eval(e).map_err(|_| Unseen))
}

/// Whether a position is given what the family has, except its pile: the rules, which never change during play. The
/// checker saw that they do not; here nothing is taken on trust, since a value would be wrong without a word.
pub(super) fn hands_on<T: Known>(
    machine: &Machine,
    frame: &[T],
    given: &[Value],
    args: &[Expr],
    pile: usize,
) -> bool {
    let same = |(arg, value): (&Expr, &Value)| concrete(machine, frame, arg) == Some(Ok(value.clone()));
    args.iter().zip(given).enumerate().all(|(i, pair)| i == pile || same(pair))
}

/// The function that is called, and its arguments.
pub(super) fn called<'m, 'e, T: Known>(
    machine: &'m Machine,
    frame: &[T],
    e: &'e Expr,
) -> Option<(&'m Let, &'e [Expr])> {
    let (called, args) = e.call()?;
    let id = match called {
        Called::Definition(id) => id,
        Called::Slot(slot) => match frame[slot as usize].known() {
            Some(Value::Function(id, _)) => LetId(*id),
            _ => return None,
        },
    };
    Some((machine.program.definition(id), args))
}
