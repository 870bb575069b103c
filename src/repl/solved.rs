//! Which engines found an answer, as `:time` says it.

use crate::api::SolvedBy;

/// A line for each engine that answered, and one for each that is asked before it and did not.
pub(super) fn solved_by(engines: &[SolvedBy]) -> String {
    engines.iter().map(one).collect()
}

fn one(by: &SolvedBy) -> String {
    let SolvedBy { engine, positions, bytes_per_position: bytes, not, .. } = by;
    let held = match positions {
        0 => String::new(),
        1 => ": 1 position".to_string(),
        n => format!(": {n} positions, {bytes} byte{} each", if *bytes == 1 { "" } else { "s" }),
    };
    let not = not.iter().map(|n| format!("    not by {}: {}\n", n.engine, n.why));
    format!("  by {engine}{held}\n{}", not.collect::<String>())
}
