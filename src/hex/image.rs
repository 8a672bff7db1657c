//! The images of a position under the symmetries of its board: what holds for it holds for them.
//!
//! A board turned by 180° is the same board. A square board reflected, so that columns become rows,
//! is the same board with the colours exchanged: what Black wins, White wins there.

use super::{BoardSize, Cell, CellSet, Colour, Position, zobrist};
use std::fmt;

/// A symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Image {
    /// The board as it is.
    Same,
    /// Turned by 180°.
    Turned,
    /// Reflected, colours exchanged.
    Reflected,
    /// Reflected and turned, colours exchanged.
    ReflectedTurned,
}

impl Image {
    /// Those of a board: a board that is not square has two.
    pub fn of(size: BoardSize) -> &'static [Self] {
        let all = &[
            Self::Same,
            Self::Turned,
            Self::Reflected,
            Self::ReflectedTurned,
        ];
        if size.width() == size.height() {
            all
        } else {
            &all[..2]
        }
    }

    fn reflects(self) -> bool {
        matches!(self, Self::Reflected | Self::ReflectedTurned)
    }

    /// The colour that plays a colour's part.
    pub fn colour(self, colour: Colour) -> Colour {
        if self.reflects() { !colour } else { colour }
    }

    /// The image of a position.
    #[must_use]
    pub fn position<const W: usize>(self, position: &Position<W>) -> Position<W> {
        let mut image = Position::new(position.size());
        for colour in Colour::ALL {
            for cell in self.cells(position.size(), position.stones(colour)) {
                image.place(self.colour(colour), cell);
            }
        }
        image.set_to_move(self.colour(position.to_move()));
        image
    }

    /// Where a cell comes to lie. Every symmetry is its own inverse.
    #[must_use]
    pub fn cell(self, size: BoardSize, cell: Cell) -> Cell {
        match self {
            Self::Same => cell,
            Self::Turned => size.rotate(cell),
            Self::Reflected => size.reflect(cell),
            Self::ReflectedTurned => size.rotate(size.reflect(cell)),
        }
    }

    /// Where cells come to lie.
    #[must_use]
    pub fn cells<const W: usize>(self, size: BoardSize, cells: CellSet<W>) -> CellSet<W> {
        cells.iter().map(|cell| self.cell(size, cell)).collect()
    }
}

impl fmt::Display for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Same => "same",
            Self::Turned => "turned",
            Self::Reflected => "reflected",
            Self::ReflectedTurned => "reflected and turned",
        })
    }
}

/// The hashes of all images of a position, kept stone by stone: what a position and its images have
/// in common is found without making them.
#[derive(Clone, Copy, Debug)]
pub struct ImageHashes {
    size: BoardSize,
    hashes: [u64; 4],
}

impl ImageHashes {
    /// Those of an empty board.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            hashes: [zobrist::size(size); 4],
        }
    }

    /// Those of a position.
    pub fn of<const W: usize>(position: &Position<W>) -> Self {
        let mut hashes = Self::new(position.size());
        for colour in Colour::ALL {
            for cell in position.stones(colour) {
                hashes.toggle(colour, cell);
            }
        }
        hashes
    }

    /// Adds a stone, or removes it.
    pub fn toggle(&mut self, colour: Colour, cell: Cell) {
        for (hash, image) in self.hashes.iter_mut().zip(Image::of(self.size)) {
            *hash ^= zobrist::stone(image.colour(colour), image.cell(self.size, cell));
        }
    }

    /// The images with this side to move, and the hashes of their positions.
    pub fn images(&self, to_move: Colour) -> impl Iterator<Item = (u64, Image)> {
        self.hashes
            .into_iter()
            .zip(Image::of(self.size))
            .map(move |(hash, &image)| match image.colour(to_move) {
                Colour::Black => (hash, image),
                Colour::White => (hash ^ zobrist::WHITE_TO_MOVE, image),
            })
    }

    /// The lowest of these hashes, which all images share, and the first image that has it.
    pub fn canonical(&self, to_move: Colour) -> (u64, Image) {
        let lowest = self.images(to_move).min_by_key(|&(hash, _)| hash);
        lowest.unwrap_or((self.hashes[0], Image::Same))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position;

    #[test]
    fn images_share_their_lowest_hash() {
        let square: Position<1> = position! { 3 x 3: B . W / . B . / . W . };
        let oblong: Position<1> = position! { 4 x 3: B . W . / . B . . / . W . . };
        for position in [square, oblong] {
            let size = position.size();
            let (lowest, _) = ImageHashes::of(&position).canonical(position.to_move());
            for &image in Image::of(size) {
                let other = image.position(&position);
                let hashes = ImageHashes::of(&other);
                let (hash, back) = hashes.canonical(other.to_move());
                assert_eq!(hash, lowest, "{image}");
                assert_eq!(back.position(&other).hash(), lowest, "{image}");
                assert_eq!(image.position(&other), position, "{image}");
            }
            let mut hashes = ImageHashes::of(&position);
            let cell = size.read("b1").unwrap();
            hashes.toggle(Colour::White, cell);
            assert_ne!(hashes.canonical(position.to_move()).0, lowest);
            hashes.toggle(Colour::White, cell);
            assert_eq!(hashes.canonical(position.to_move()).0, lowest);
        }
    }
}
