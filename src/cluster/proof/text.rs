//! Positions and cells as text in the tables: `a1 b2/c3/white` is Black's stones, White's, and the
//! side to move. One of the symmetric images of a position represents all.

use super::super::StoreFault;
use super::{WideCells, WidePosition};
use crate::hex::{BoardSize, Cell, Colour, Image, Position};

/// The image that represents a position, and the symmetry to it, which is its own inverse.
pub fn canonical<const W: usize>(position: &Position<W>) -> (Position<W>, Image) {
    let size = position.size();
    let images = Image::of(size).iter();
    let images = images.map(|&image| (image.position(position), image));
    let order = |(position, _): &(Position<W>, Image)| {
        let sets = Colour::ALL.map(|colour| position.stones(colour).words());
        (position.to_move().index(), sets)
    };
    images.min_by_key(order).unwrap_or((*position, Image::Same))
}

/// The symmetry to the image of a position in which the sides move as they do below `above`, a
/// position before it. A worker's table does not know a position again with its colours exchanged.
pub fn below(above: &WidePosition, position: &WidePosition) -> Image {
    let empty = [above, position].map(|position| position.empty().len());
    let exchanged = empty[0].abs_diff(empty[1]) % 2 == 1;
    let to_move = if exchanged {
        !above.to_move()
    } else {
        above.to_move()
    };
    let mut images = Image::of(position.size()).iter().copied();
    let same_sides = |image: &Image| image.colour(position.to_move()) == to_move;
    images.find(same_sides).unwrap_or(Image::Same)
}

/// A position in the text form of the tables.
pub fn write_position<const W: usize>(position: &Position<W>) -> String {
    let names = |colour| position.size().names(position.stones(colour));
    let [black, white] = Colour::ALL.map(names);
    format!("{black}/{white}/{}", position.to_move())
}

/// Reads the text form of a position.
pub fn read_position(size: BoardSize, text: &str) -> Result<WidePosition, StoreFault> {
    let wrong = || StoreFault::Broken(format!("the position {text:.200}"));
    let parts: Vec<&str> = text.split('/').collect();
    let [black, white, to_move] = parts[..] else {
        return Err(wrong());
    };
    let mut position = WidePosition::new(size);
    for (colour, names) in Colour::ALL.into_iter().zip([black, white]) {
        for cell in read_cells(size, names)? {
            position.check(cell).map_err(|_| wrong())?;
            position.place(colour, cell);
        }
    }
    position.set_to_move(to_move.parse().map_err(|_| wrong())?);
    Ok(position)
}

/// Reads names of cells separated by spaces.
pub fn read_cells(size: BoardSize, text: &str) -> Result<WideCells, StoreFault> {
    text.split_whitespace()
        .map(|name| read_cell(size, name))
        .collect()
}

/// Reads the name of a cell.
pub fn read_cell(size: BoardSize, name: &str) -> Result<Cell, StoreFault> {
    let wrong = |_| StoreFault::Broken(format!("the cell {name:.20}"));
    size.read(name).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_one_position_and_positions_come_back() {
        for (size, images) in [("4", 4), ("4x3", 2)] {
            let size: BoardSize = size.parse().unwrap();
            let position = read_position(size, "a1 b1/c3/white").unwrap();
            let (one, image) = canonical(&position);
            let mut different = std::collections::HashSet::new();
            for &image in Image::of(size) {
                let mut other = WidePosition::new(size);
                for colour in Colour::ALL {
                    for cell in image.cells(size, position.stones(colour)) {
                        other.place(image.colour(colour), cell);
                    }
                }
                other.set_to_move(image.colour(position.to_move()));
                different.insert(write_position(&other));
                assert_eq!(write_position(&canonical(&other).0), write_position(&one));
            }
            assert_eq!(different.len(), images);
            // A symmetry is its own inverse.
            let stones = one.stones(image.colour(Colour::White));
            assert_eq!(image.cells(size, stones), position.stones(Colour::White));
        }
        let size: BoardSize = "3".parse().unwrap();
        for wrong in ["a1/b2", "a1/a1/white", "z9//black", "//red", ""] {
            assert!(read_position(size, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_sides_below_a_position_are_its_own() {
        let read = |text| read_position("4".parse().unwrap(), text).unwrap();
        for above in ["//black", "b2//white", "b2/c3/black"] {
            let mut position = read(above);
            for cell in ["a1", "d4", "a4", "b1"] {
                position.play(position.size().read(cell).unwrap());
                for &image in Image::of(position.size()) {
                    let seen = image.position(&position);
                    let image = below(&read(above), &seen);
                    let back = image.position(&seen);
                    assert_eq!(back.to_move(), position.to_move());
                    assert!([position, position.rotated()].contains(&back));
                }
            }
        }
    }
}
