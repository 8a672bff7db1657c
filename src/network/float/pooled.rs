//! Mean and maximum over the cells of a board.

use crate::network::kernel::{CHANNELS, Row};

/// What a pooling has seen.
#[derive(Clone, Debug, Default)]
pub struct Pooled {
    /// The mean of each channel, then its maximum.
    pub numbers: Vec<f32>,
    /// Where each maximum is.
    pub places: Vec<u32>,
}

impl Pooled {
    /// Mean and maximum over these cells of all channels.
    #[allow(clippy::inline_always, reason = "for the instructions of the caller")]
    #[inline(always)]
    pub(super) fn of<R: Row>((cells, channels, numbers): (&[usize], usize, &[R])) -> Self {
        let rows = channels / CHANNELS;
        let share = 1.0 / cells.len() as f32;
        let mut pooled = Self {
            numbers: vec![0.0; 2 * channels],
            places: vec![0; channels],
        };
        let (means, maxima) = pooled.numbers.split_at_mut(channels);
        for row in 0..rows {
            let mut sums = [0.0; CHANNELS];
            let mut most = [f32::NEG_INFINITY; CHANNELS];
            let mut places = [0; CHANNELS];
            for &cell in cells {
                let numbers = numbers[cell * rows + row].numbers();
                for lane in 0..CHANNELS {
                    sums[lane] += numbers[lane];
                    let is_more = numbers[lane] > most[lane];
                    places[lane] = if is_more { cell as u32 } else { places[lane] };
                    most[lane] = if is_more { numbers[lane] } else { most[lane] };
                }
            }
            let lanes = row * CHANNELS..(row + 1) * CHANNELS;
            means[lanes.clone()].copy_from_slice(&sums.map(|sum| sum * share));
            maxima[lanes.clone()].copy_from_slice(&most);
            pooled.places[lanes].copy_from_slice(&places);
        }
        pooled
    }
}
