//! How much is in a value, what is inside its elements counted.
//!
//! Values share what they are made of, so a value that takes little memory may still be endless to go through: of
//! `let x1 = [x0, x0]`, `let x2 = [x1, x1]` and so on, each is twice as long to write, to compare and to hash.

use super::{Int, Part, Position, Value};

impl Value {
    /// Whether it is a number that fits a word, a truth value, a name or a cell: nothing is inside it.
    #[inline]
    pub fn is_simple(&self) -> bool {
        matches!(
            self,
            Value::Int(Int::Small(_))
                | Value::Bool(_)
                | Value::Case(..)
                | Value::Cell(_)
                | Value::Function(..)
        )
    }

    /// Whether there may be more in it than its elements.
    pub fn is_nested(&self) -> bool {
        let inside = |v: Option<&Value>| v.is_some_and(|v| !v.is_simple());
        match self {
            Value::Set(s) => inside(s.get_min()),
            Value::Bag(b) => inside(b.get_min().map(|(k, _)| k)),
            Value::List(l) => inside(l.front()),
            Value::Map(m) => m.get_min().is_some_and(|(k, v)| !k.is_simple() || !v.is_simple()),
            Value::Tuple(parts) => parts.iter().any(|v| !v.is_simple()),
            Value::Position(p) => p.parts.iter().any(|part| matches!(part, Part::Game(_))),
            _ => false,
        }
    }

    /// How many simple values it takes to write it down; `None` if these are more than `most`.
    pub fn weight_within(&self, most: u64) -> Option<u64> {
        let mut left = most;
        self.take(&mut left).then(|| most - left)
    }

    /// Takes its weight from what is left; false if that is too little.
    fn take(&self, left: &mut u64) -> bool {
        let own = match self {
            Value::Int(n) => 1 + n.bits() / 64,
            Value::Text(t) => 1 + t.len() as u64 / 8,
            _ => 1,
        };
        let Some(rest) = left.checked_sub(own) else { return false };
        *left = rest;
        match self {
            Value::Tuple(parts) => parts.iter().all(|v| v.take(left)),
            Value::Set(s) => s.iter().all(|v| v.take(left)),
            Value::Bag(b) => b.iter().all(|(v, n)| take_times(v, *n, left)),
            Value::List(l) => l.iter().all(|v| v.take(left)),
            Value::Map(m) => m.iter().all(|(k, v)| k.take(left) && v.take(left)),
            Value::Position(p) => p.take(left),
            _ => true,
        }
    }
}

/// A bag is written with all copies of an element.
fn take_times(v: &Value, times: u64, left: &mut u64) -> bool {
    let Some(weight) = v.weight_within(*left) else { return false };
    let rest = weight.checked_mul(times).and_then(|all| left.checked_sub(all));
    rest.is_some_and(|rest| {
        *left = rest;
        true
    })
}

impl Position {
    fn take(&self, left: &mut u64) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Heap(k) => Value::Int(k.clone()).take(left),
            Part::Game(p) => p.args.iter().all(|v| v.take(left)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_counts_each_time() {
        let twice = |v: &Value| Value::List([v.clone(), v.clone()].into_iter().collect());
        let mut v = Value::int(1);
        for _ in 0..60 {
            v = twice(&v);
        }
        assert!(v.is_nested());
        assert_eq!(v.weight_within(1_000_000), None);
        assert_eq!(twice(&twice(&Value::int(1))).weight_within(100), Some(7));
        assert_eq!(Value::text("12345678").weight_within(2), Some(2));
    }
}
