//! Graphs as collections of edges: which edges hang together.

use super::collection::elements;
use crate::value::Value;
use std::collections::{BTreeSet, HashMap};

/// The vertices that an edge joins: the first two entries of a tuple, or all elements of a set.
pub fn ends(edge: &Value) -> Vec<Value> {
    match edge {
        Value::Tuple(parts) => parts.iter().take(2).cloned().collect(),
        set => elements(set).collect(),
    }
}

/// The edges that are reachable from a vertex, as a set: those that end in it, those that meet one of these,
/// and so on. Edges have no direction. Linear in the number of edges.
pub fn connected(edges: &Value, from: &Value) -> Value {
    let all: Vec<Value> = elements(edges).collect();
    let mut at: HashMap<Value, Vec<usize>> = HashMap::new();
    for (i, edge) in all.iter().enumerate() {
        for v in ends(edge) {
            at.entry(v).or_default().push(i);
        }
    }
    let (mut found, mut left) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(v) = left.pop() {
        for i in at.remove(&v).unwrap_or_default() {
            if found.insert(i) {
                left.extend(ends(&all[i]));
            }
        }
    }
    Value::Set(found.into_iter().map(|i| all[i].clone()).collect())
}
