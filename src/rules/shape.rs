//! Whether values fit the types that parameters were declared with.

use crate::check::ir::Param;
use crate::check::types::Shape;
use crate::value::{Int, Value};
use num_bigint::BigInt;

/// Why a value does not fit, in words; `None` if it does.
pub(super) fn misfit(param: &Param, value: &Value) -> Option<String> {
    let reason = against(&param.shape, value)?;
    Some(format!("{} {reason}", param.name))
}

/// Whether a value fits.
pub(super) fn fits(shape: &Shape, value: &Value) -> bool {
    against(shape, value).is_none()
}

fn against(shape: &Shape, value: &Value) -> Option<String> {
    match (shape, value) {
        (Shape::Any, _) => None,
        (Shape::Range(lo, hi), Value::Int(n)) => outside(lo.as_ref(), hi.as_ref(), n),
        (Shape::Elements(s), Value::Set(vs)) => first(vs.iter(), s),
        (Shape::Elements(s), Value::Bag(vs)) => first(vs.keys(), s),
        (Shape::Elements(s), Value::List(vs)) => first(vs.iter(), s),
        (Shape::Map(k, v), Value::Map(m)) => first(m.keys(), k).or_else(|| first(m.values(), v)),
        (Shape::Tuple(shapes), Value::Tuple(vs)) => {
            shapes.iter().zip(vs.iter()).find_map(|(s, v)| against(s, v).map(held))
        }
        _ => None,
    }
}

fn first<'a>(mut values: impl Iterator<Item = &'a Value>, shape: &Shape) -> Option<String> {
    values.find_map(|v| against(shape, v)).map(held)
}

/// The same of what holds the value.
fn held(reason: String) -> String {
    reason.replacen("would be", "would hold", 1)
}

fn outside(lo: Option<&BigInt>, hi: Option<&BigInt>, n: &Int) -> Option<String> {
    let big = || n.to_big();
    let below = lo.is_some_and(|lo| match (n, lo.bits()) {
        (Int::Small(n), 0) => *n < 0,
        _ => big() < *lo,
    });
    if below {
        return Some(format!("would be {n}, below {}", lo.map(BigInt::to_string).unwrap_or_default()));
    }
    let above = hi.is_some_and(|hi| big() > *hi);
    above.then(|| format!("would be {n}, above {}", hi.map(BigInt::to_string).unwrap_or_default()))
}
