//! The values of the options of one position, of any size: stamps, and the least value without one.

/// A stamp for each value that was seen among the options of a position.
pub(super) struct Stamps {
    stamps: Vec<u32>,
    stamp: u32,
    /// How many there may be.
    most: usize,
    /// A value was seen for which there may be no stamp.
    refused: bool,
}

/// Values are kept below this.
pub(super) const LIMIT: u32 = 1 << 30;

impl Default for Stamps {
    fn default() -> Stamps {
        Stamps { stamps: vec![0; 256], stamp: 0, most: 256, refused: false }
    }
}

impl Stamps {
    /// A new position: nothing is seen yet.
    pub(super) fn clear(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.stamps.capacity() as u64 * 4
    }

    /// Makes do with so many bytes more, while the old stamps are copied to the new ones.
    pub(super) fn keep_within(&mut self, bytes: u64) {
        self.most = usize::try_from(bytes / 4).unwrap_or(usize::MAX).max(self.stamps.len());
        self.refused = false;
    }

    /// Whether there was no room for a value that was seen.
    pub(super) fn refused(&self) -> bool {
        self.refused
    }

    #[inline(always)]
    pub(super) fn mark(&mut self, value: u32) {
        if value as usize >= self.stamps.len() {
            self.grow(value);
        }
        if let Some(place) = self.stamps.get_mut(value as usize) {
            *place = self.stamp;
        }
    }

    #[cold]
    fn grow(&mut self, value: u32) {
        let wanted = (value as usize + 1).next_power_of_two();
        match wanted <= self.most {
            true => self.stamps.resize(wanted, 0),
            false => self.refused = true,
        }
    }

    /// Marks many values that all lie below `bound`.
    #[inline(always)]
    pub(super) fn mark_all(&mut self, bound: u32, values: impl Iterator<Item = u32>) {
        if bound as usize > self.stamps.len() {
            self.grow(bound);
        }
        let (stamp, stamps) = (self.stamp, self.stamps.as_mut_slice());
        for value in values {
            if let Some(place) = stamps.get_mut(value as usize) {
                *place = stamp;
            }
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, value: u32) -> bool {
        self.stamps.get(value as usize) == Some(&self.stamp)
    }

    /// The least value that was not seen, from some value on.
    pub(super) fn least_missing(&self, from: u32) -> u32 {
        let rest = &self.stamps[(from as usize).min(self.stamps.len())..];
        let missing = rest.iter().position(|s| *s != self.stamp).unwrap_or(rest.len());
        from + missing as u32
    }
}
