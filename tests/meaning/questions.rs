//! The questions of the language about positions, answered from the definitions.

use super::play::without_owners;
use super::value::{Result, Value, nonsense};
use super::world::World;

/// The answer to a question.
pub(crate) fn ask(_world: &World, name: &str, args: &[Value]) -> Result<Value> {
    match (name, args) {
        ("impartial", [Value::Position(p)]) => Ok(Value::Position(without_owners(p))),
        _ => nonsense(format!("{name} is no question here")),
    }
}
