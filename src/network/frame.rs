//! The padded board on which convolutions run.
//!
//! A board of w columns and h rows lies in h + 2 rows of w + 2 places each, row by row. The places
//! of the outer ring are never written, so that a convolution reads zeros there, and each of the
//! seven taps of a cell is a fixed distance away:
//!
//! ```text
//!     0 1
//!    2 3 4      the cell is 3; tap t and tap 6 - t lie opposite each other
//!     5 6
//! ```

use crate::hex::BoardSize;
use std::sync::OnceLock;

/// How many places a convolution reads for a cell: itself and its six neighbours.
pub const TAPS: usize = 7;

/// The padded board of one size.
#[derive(Debug)]
pub struct Frame {
    size: BoardSize,
    cells: Vec<usize>,
    taps: [isize; TAPS],
}

impl Frame {
    /// The frame of boards of this size.
    pub fn of(size: BoardSize) -> &'static Self {
        static FRAMES: [OnceLock<Frame>; BoardSize::MOST_CELLS] =
            [const { OnceLock::new() }; BoardSize::MOST_CELLS];
        let index = (size.height() - 1) * BoardSize::LONGEST + size.width() - 1;
        FRAMES[index].get_or_init(|| Self::new(size))
    }

    fn new(size: BoardSize) -> Self {
        let stride = size.width() + 2;
        let place = |cell| (size.row(cell) + 1) * stride + size.column(cell) + 1;
        let down = stride.cast_signed();
        Self {
            size,
            cells: size.all().map(place).collect(),
            taps: [-down, 1 - down, -1, 0, 1, down - 1, down],
        }
    }

    /// The size of its board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The number of places, border and all.
    pub fn places(&self) -> usize {
        (self.size.width() + 2) * (self.size.height() + 2)
    }

    /// The places of the cells, row by row.
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }

    /// How far the places that a convolution reads are from that of the cell.
    pub fn taps(&self) -> [isize; TAPS] {
        self.taps
    }

    /// The place that a tap of a cell's place reads.
    pub fn tap(&self, place: usize, tap: usize) -> usize {
        place.wrapping_add_signed(self.taps[tap])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Geometry;

    #[test]
    fn taps_are_the_neighbours_and_stay_within() {
        for text in ["1", "3", "7x4", "19"] {
            let size: BoardSize = text.parse().unwrap();
            let frame = Frame::of(size);
            let geometry = Geometry::<6>::of(size);
            for cell in size.all() {
                let place = frame.cells()[cell.index()];
                let read: Vec<usize> = (0..TAPS).map(|tap| frame.tap(place, tap)).collect();
                assert!(read.iter().all(|&place| place < frame.places()));
                for other in size.all() {
                    let near = other == cell || geometry.neighbours(cell).contains(other);
                    assert_eq!(read.contains(&frame.cells()[other.index()]), near);
                }
            }
        }
    }
}
