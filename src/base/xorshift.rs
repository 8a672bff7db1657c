//! Random numbers in a few instructions, the same on every machine for the same seed: xorshift with
//! a multiplication (xorshift64*, Vigna 2016).

/// The generator.
#[derive(Clone, Debug)]
pub struct XorShift(u64);

impl XorShift {
    /// A generator that starts at a seed.
    pub fn new(seed: u64) -> Self {
        // The state must not be zero, and near seeds must begin far apart.
        let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Self((mixed ^ (mixed >> 31)) | 1)
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// A number below this one, which is above 0.
    pub fn below(&mut self, most: usize) -> usize {
        ((u64::from(self.next_u32()) * most as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_even_and_the_same_for_the_same_seed() {
        let mut counts = [0_u32; 7];
        let (mut one, mut same) = (XorShift::new(3), XorShift::new(3));
        for _ in 0..70_000 {
            let number = one.below(7);
            assert_eq!(number, same.below(7));
            counts[number] += 1;
        }
        let even = counts.iter().all(|count| (9_600..10_400).contains(count));
        assert!(even, "{counts:?}");
        assert_ne!(XorShift::new(0).next_u32(), XorShift::new(1).next_u32());
    }
}
