//! Parts that a network can do without.

use super::TAPS;
use super::analysis_planes::{CONSIDERED, FILLED, POWER, SCORE, SHARE, TIES};
use super::planes::STONES;
use super::shape::{Layout, Shape};
use std::ops::Range;

/// A part of a network, by its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Part {
    /// What is true of the whole board, in convolutions.
    Pooling,
    /// The border that belongs to the sides.
    Edges,
    /// The cells that fill-in colours.
    FillIn,
    /// The moves worth considering, and how many they are.
    Moves,
    /// The power through each cell, and the score by resistance.
    Power,
    /// The connections of cells to the edges.
    Connections,
}

impl Part {
    /// The planes that it reads.
    fn planes(self) -> Vec<usize> {
        match self {
            Self::Pooling => Vec::new(),
            Self::Edges => (2..STONES).collect(),
            Self::FillIn => (FILLED..CONSIDERED).collect(),
            Self::Moves => vec![CONSIDERED, SHARE],
            Self::Power => (POWER..TIES).chain(SCORE..SHARE).collect(),
            Self::Connections => (TIES..SCORE).collect(),
        }
    }

    /// Where its free weights stand: where they are 0 the network does without it. None, if the
    /// network does not have it.
    pub fn weights(self, shape: Shape, layout: &Layout) -> Vec<Range<usize>> {
        if self == Self::Pooling {
            let pools = layout.convolutions.iter().map(|one| one.pool.clone());
            return pools.flatten().collect();
        }
        let (first, half) = (&layout.convolutions[0], shape.half());
        let planes = self.planes();
        let seen = planes.iter().filter(|&&plane| plane < first.inputs);
        let weights = seen.flat_map(|plane| {
            (0..TAPS).map(move |tap| {
                let start = first.weights.start + (tap * first.inputs + plane) * half;
                start..start + half
            })
        });
        weights.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::analysis_planes::PLANES;
    use super::*;
    use crate::knowledge::analysis::Recipe;
    use crate::network::Input;
    use clap::ValueEnum;

    #[test]
    fn parts_read_all_planes_but_stones_once_and_both_of_twins() {
        let mut planes: Vec<usize> = Part::value_variants()
            .iter()
            .flat_map(|part| part.planes())
            .collect();
        planes.sort_unstable();
        assert_eq!(planes, (2..PLANES).collect::<Vec<_>>());
        for part in Part::value_variants() {
            let planes = part.planes();
            assert!(
                planes
                    .iter()
                    .all(|&plane| planes.contains(&Input::Analysis(Recipe::Quick).twin(plane)))
            );
        }
    }

    #[test]
    fn a_network_of_stones_has_pooling_and_edges_alone() {
        for (name, count) in [("32x2", 2), ("32x2+quick", 6)] {
            let shape: Shape = name.parse().unwrap();
            let layout = Layout::new(shape);
            let has = |part: &&Part| !part.weights(shape, &layout).is_empty();
            assert_eq!(Part::value_variants().iter().filter(has).count(), count);
        }
    }
}
