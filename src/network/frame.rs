//! The padded board on which convolutions run.
//!
//! A board of w columns and h rows lies in h + 2 rows of w + 2 places each, row by row, so that each
//! of the seven taps of a cell is a fixed distance away. In the outer ring, the first convolution
//! reads which side owns each edge. None writes there, so that the others read zeros:
//!
//! ```text
//!     0 1
//!    2 3 4      the cell is 3; tap t and tap 6 - t lie opposite each other
//!     5 6
//! ```
//!
//! Learning runs many boards of a size at once, in a [stack](Frame::stack) of them.

use crate::hex::BoardSize;
use std::sync::OnceLock;

/// How many places a convolution reads for a cell: itself and its six neighbours.
pub const TAPS: usize = 7;

/// The padded board of one size.
#[derive(Debug)]
pub struct Frame {
    size: BoardSize,
    places: usize,
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
        Self {
            size,
            places: stride * (size.height() + 2),
            cells: size.all().map(place).collect(),
            taps: taps(stride),
        }
    }

    /// So many boards, one below the other. As the border holds zeros alone, neighbours share it:
    /// the last place of a row is also the one before the next row, and the row below a board the
    /// one above the next.
    pub fn stack(size: BoardSize, boards: usize) -> Self {
        let (stride, height) = (size.width() + 1, size.height() + 1);
        let place =
            |board| move |cell| (board * height + size.row(cell) + 1) * stride + size.column(cell);
        Self {
            size,
            places: stride * (boards * height + 1),
            cells: (0..boards)
                .flat_map(|board| size.all().map(place(board)))
                .collect(),
            taps: taps(stride),
        }
    }

    /// The size of its boards.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The places of the cells of each board.
    pub fn boards(&self) -> std::slice::ChunksExact<'_, usize> {
        self.cells.chunks_exact(self.size.cells())
    }

    /// The number of places, border and all.
    pub fn places(&self) -> usize {
        self.places
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

/// How far the places of the taps are where a place and the one below are so far apart.
fn taps(stride: usize) -> [isize; TAPS] {
    let down = stride.cast_signed();
    [-down, 1 - down, -1, 0, 1, down - 1, down]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Cell, Geometry};

    #[test]
    fn taps_are_the_neighbours_and_stay_within() {
        for text in ["1", "3", "7x4", "19"] {
            let size: BoardSize = text.parse().unwrap();
            let geometry = Geometry::<6>::of(size);
            let frames = [
                Frame::new(size),
                Frame::stack(size, 1),
                Frame::stack(size, 3),
            ];
            for (frame, boards) in frames.iter().zip([1, 1, 3]) {
                assert_eq!(frame.boards().len(), boards);
                for (cells, cell) in frame
                    .boards()
                    .flat_map(|cells| size.all().map(move |cell| (cells, cell)))
                {
                    let place = cells[cell.index()];
                    let read: Vec<usize> = (0..TAPS).map(|tap| frame.tap(place, tap)).collect();
                    assert!(read.iter().all(|&place| place < frame.places()));
                    let near = |&other: &usize| {
                        let other = cells
                            .iter()
                            .position(|&place| place == other)
                            .map(Cell::new);
                        other.is_some_and(|other| {
                            other == cell || geometry.neighbours(cell).contains(other)
                        })
                    };
                    for place in frame.cells() {
                        assert_eq!(read.contains(place), near(place));
                    }
                }
            }
        }
    }
}
