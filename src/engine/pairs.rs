//! Equal parts of a sum.

/// Equal parts of a sum cancel: their nim-sum is 0.
pub(super) fn cancel_pairs<K: Ord + Copy>(parts: &mut Vec<K>) {
    cancel_pairs_from(parts, 0);
}

pub(super) fn cancel_pairs_from<K: Ord + Copy>(parts: &mut Vec<K>, from: usize) {
    if parts.len() - from < 2 {
        return;
    }
    parts[from..].sort_unstable();
    let mut kept = from;
    for i in from..parts.len() {
        if kept > from && parts[kept - 1] == parts[i] {
            kept -= 1;
        } else {
            parts[kept] = parts[i];
            kept += 1;
        }
    }
    parts.truncate(kept);
}
