//! What follows the sums of a convolution of eight bits.

use super::Frame;

/// The largest activation.
pub const MOST: f32 = 127.0;

/// Added to a number below 2^22, it leaves the nearest whole number, the even one of two, in the
/// lowest bits.
pub(super) const ROUND: f32 = 12_582_912.0;

/// From sums to activations: sum times scale plus bias, plus the trunk if there is one, which is
/// updated; then without what is negative, times `inverse`, as a whole number up to [`MOST`].
#[derive(Debug)]
pub struct Finish<'a> {
    /// Of each channel.
    pub scale: &'a [f32],
    /// Of each channel.
    pub bias: &'a [f32],
    /// By place and channel.
    pub trunk: Option<&'a mut [f32]>,
    /// Activations for a unit.
    pub inverse: f32,
    /// The activations by place and channel.
    pub out: &'a mut [u8],
}

/// An activation in eight bits.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "it takes the instruction set of its caller"
)]
pub fn quantise(activation: f32, inverse: f32) -> u8 {
    let scaled = activation * inverse;
    let above = if scaled > 0.0 { scaled } else { 0.0 };
    let within = if above < MOST { above } else { MOST };
    (within + ROUND).to_bits() as u8
}

impl Finish<'_> {
    /// Panics unless all places and channels fit.
    pub fn check(&self, frame: &Frame, channels: usize) {
        let all = frame.places() * channels;
        assert!(self.scale.len() == channels && self.bias.len() == channels);
        assert!(self.out.len() >= all);
        assert!(self.trunk.as_ref().is_none_or(|trunk| trunk.len() >= all));
    }

    /// The sums of `N` channels of a place, from channel `first` on.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "it takes the instruction set of its caller"
    )]
    pub fn place<const N: usize>(&mut self, place: usize, first: usize, sums: &[i32; N]) {
        let units = |numbers: [f32; N], inverse| numbers.map(|number| quantise(number, inverse));
        self.place_with(place, first, sums, units);
    }

    /// The same with a function that [quantises](quantise) numbers.
    #[inline(always)]
    #[allow(
        clippy::inline_always,
        reason = "it takes the instruction set of its caller"
    )]
    pub fn place_with<const N: usize>(
        &mut self,
        place: usize,
        first: usize,
        sums: &[i32; N],
        units: impl Fn([f32; N], f32) -> [u8; N],
    ) {
        let at = place * self.scale.len() + first;
        let scale = &self.scale[first..first + N];
        let bias = &self.bias[first..first + N];
        let mut numbers = [0.0; N];
        for channel in 0..N {
            numbers[channel] = sums[channel] as f32 * scale[channel] + bias[channel];
        }
        if let Some(trunk) = &mut self.trunk {
            let trunk = &mut trunk[at..at + N];
            for (number, trunk) in numbers.iter_mut().zip(trunk) {
                *trunk += *number;
                *number = *trunk;
            }
        }
        self.out[at..at + N].copy_from_slice(&units(numbers, self.inverse));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn activations_are_rounded_and_cut_off() {
        let cases = [
            (-3.0, 0),
            (0.0, 0),
            (0.5, 0),
            (1.5, 2),
            (1.4, 1),
            (126.6, 127),
            (1e9, 127),
        ];
        for (number, expected) in cases {
            assert_eq!(quantise(number, 1.0), expected, "{number}");
        }
        assert_eq!(quantise(2.0, 10.0), 20);
    }
}
