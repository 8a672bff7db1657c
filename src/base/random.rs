//! Random numbers that are the same everywhere for the same seed. Playouts, where each instruction
//! counts, draw from [`super::xorshift`].

/// The step of the state: 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A generator for one of many tasks that share a seed.
    pub fn of(seed: u64, task: u64) -> Self {
        Self(Self::nth(
            seed ^ task.wrapping_mul(0xd6e8_feb8_6659_fd93),
            1,
        ))
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let bits = Self::nth(self.0, 1);
        self.0 = self.0.wrapping_add(GOLDEN);
        bits
    }

    /// The number at this place in the sequence of a seed, counted from 1.
    pub const fn nth(seed: u64, place: u64) -> u64 {
        let mut bits = seed.wrapping_add(place.wrapping_mul(GOLDEN));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// A number below this one, which is above 0.
    pub fn below(&mut self, most: usize) -> usize {
        ((u128::from(self.next_u64()) * most as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A normally distributed number.
    pub fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// A number of a gamma distribution of this shape (Marsaglia and Tsang 2000).
    pub fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let boost = libm::pow(1.0 - self.unit(), 1.0 / shape);
            return boost * self.gamma(shape + 1.0);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / libm::sqrt(9.0 * d);
        loop {
            let x = self.normal();
            let v = 1.0 + c * x;
            let v = v * v * v;
            if v > 0.0 && libm::log(1.0 - self.unit()) < 0.5 * x * x + d - d * v + d * libm::log(v)
            {
                return d * v;
            }
        }
    }

    /// The index of one of these weights, the heavier the likelier; the first if all are 0.
    pub fn pick(&mut self, weights: &[f64]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f64>();
        let mut last = 0;
        for (index, &weight) in weights.iter().enumerate() {
            if weight > 0.0 {
                if left < weight {
                    return index;
                }
                left -= weight;
                last = index;
            }
        }
        last
    }

    /// Brings these into any order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distributions_have_their_means() {
        let mut random = SplitMix64::new(1);
        let count = 20_000;
        let mean = |mut one: Box<dyn FnMut() -> f64 + '_>| {
            (0..count).map(|_| one()).sum::<f64>() / f64::from(count)
        };
        let mut other = random.clone();
        assert!(mean(Box::new(|| random.normal())).abs() < 0.03);
        for shape in [0.1, 1.0, 3.5] {
            assert!((mean(Box::new(|| other.gamma(shape))) / shape - 1.0).abs() < 0.06);
        }
        let mut counts = [0; 3];
        for _ in 0..count {
            counts[other.pick(&[1.0, 0.0, 3.0])] += 1;
        }
        assert!(
            counts[1] == 0 && (4_700..5_300).contains(&counts[0]),
            "{counts:?}"
        );
        assert_ne!(SplitMix64::of(1, 2), SplitMix64::of(2, 1));
    }

    #[test]
    fn the_streams_are_those_of_games_and_tables() {
        let mut random = SplitMix64::new(0);
        let first: [u64; 2] = [random.next_u64(), random.next_u64()];
        assert_eq!(first, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
        assert_eq!(first, [1, 2].map(|place| SplitMix64::nth(0, place)));
        assert_eq!(SplitMix64::of(7, 3).next_u64(), 0x95f6_ba2f_f8f1_c828);
        assert_eq!(SplitMix64::new(1).below(1000), 566);
        let mut items = [0, 1, 2, 3, 4, 5];
        SplitMix64::new(2).shuffle(&mut items);
        assert_eq!(items, [1, 0, 4, 2, 5, 3]);
    }
}
