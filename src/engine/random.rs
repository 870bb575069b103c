//! Numbers that look like any other, and are the same in each run: what is tried at random leads to the same answers.

/// The next one, below 2^31 (the upper bits of a linear congruence: Knuth, volume 2, 3.3.4).
pub(crate) fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *random >> 33
}
