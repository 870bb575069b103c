//! Outcomes of multisets: a compact open-addressing table.

/// Outcomes by multiset. A multiset is a sorted slice of part numbers, kept once in an arena.
#[derive(Debug, Default)]
pub(super) struct Memo {
    arena: Vec<u32>,
    /// 0 where empty, else twice the place in the arena plus 2, plus 1 for a P-position.
    slots: Vec<u64>,
    used: usize,
}

impl Memo {
    /// How many multisets have an outcome.
    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.arena.capacity() * 4 + self.slots.capacity() * 8) as u64
    }

    /// Whether the previous player wins, if that is known.
    pub(super) fn get(&self, form: &[u32]) -> Option<bool> {
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.slot(form)] {
            0 => None,
            entry => Some(entry & 1 == 1),
        }
    }

    /// Records an outcome.
    pub(super) fn set(&mut self, form: &[u32], previous_wins: bool) {
        if self.used * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let slot = self.slot(form);
        if self.slots[slot] == 0 {
            self.slots[slot] = (self.arena.len() as u64 + 1) << 1 | u64::from(previous_wins);
            self.arena.push(form.len() as u32);
            self.arena.extend_from_slice(form);
            self.used += 1;
        }
    }

    fn slot(&self, form: &[u32]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(form) as usize & mask;
        while self.slots[slot] != 0 && self.stored(self.slots[slot]) != form {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn stored(&self, entry: u64) -> &[u32] {
        let at = (entry >> 1) as usize - 1;
        &self.arena[at + 1..at + 1 + self.arena[at] as usize]
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1024);
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        let mask = size - 1;
        for entry in old.into_iter().filter(|e| *e != 0) {
            // All stored multisets differ, so the first free slot is the right one.
            let mut slot = hash(self.stored(entry)) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = entry;
        }
    }
}

fn hash(form: &[u32]) -> u64 {
    let mut h = form.len() as u64;
    for part in form {
        h = (h.rotate_left(26) ^ u64::from(*part)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    h ^ (h >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_every_multiset() {
        let mut memo = Memo::default();
        let forms: Vec<Vec<u32>> = (0..5000u32).map(|i| (0..i % 5).map(|j| i / 5 + j).collect()).collect();
        for (i, f) in forms.iter().enumerate() {
            memo.set(f, i % 3 == 0);
        }
        let different: std::collections::BTreeSet<_> = forms.iter().collect();
        assert_eq!(memo.len(), different.len());
        for (i, f) in forms.iter().enumerate().filter(|(_, f)| !f.is_empty()) {
            assert_eq!(memo.get(f), Some(i % 3 == 0));
        }
        assert_eq!(memo.get(&[1, 1]), None);
    }
}
