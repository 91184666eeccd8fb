//! Dice: the same seed gives the same person everywhere.

/// A small generator (splitmix64).
pub struct Dice(u64);

impl Dice {
    /// Dice of a seed; the salt makes each mission different.
    #[must_use]
    pub fn new(seed: u64, salt: &str) -> Self {
        Self(salt.bytes().fold(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15), |all, byte| {
            (all ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        }))
    }

    /// A number below `limit` (0 when the limit is 0).
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        usize::try_from(z % u64::try_from(limit.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// Another order.
    pub fn shuffle(&mut self, list: &mut [usize]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
