//! The two colours and the four edges they own.

use std::fmt;
use std::str::FromStr;

/// A player. Black moves first and joins north and south, White joins west and east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Joins the north edge (row 1) to the south edge.
    Black,
    /// Joins the west edge (column a) to the east edge.
    White,
}

impl Colour {
    /// Both, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The two edges that this colour must join.
    pub const fn edges(self) -> [Edge; 2] {
        match self {
            Self::Black => [Edge::North, Edge::South],
            Self::White => [Edge::West, Edge::East],
        }
    }

    /// 0 for Black, 1 for White: the index of tables kept by colour.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`: the letter of drawings, results and SGF.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Black => "B",
            Self::White => "W",
        }
    }

    /// `Black` or `White`: the player's name in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }
}

/// `!colour` is the opponent.
impl std::ops::Not for Colour {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A text that names no colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a colour")]
pub struct NotAColour;

/// Reads `b`, `black`, `w`, `white` in any case.
impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Self, NotAColour> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("b") || is("black") {
            Ok(Self::Black)
        } else if is("w") || is("white") {
            Ok(Self::White)
        } else {
            Err(NotAColour)
        }
    }
}

/// An edge of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    /// Above row 1; Black's.
    North,
    /// Below the last row; Black's.
    South,
    /// Left of column a; White's.
    West,
    /// Right of the last column; White's.
    East,
}

impl Edge {
    /// All four, Black's first.
    pub const ALL: [Self; 4] = [Self::North, Self::South, Self::West, Self::East];

    /// The colour that owns this edge.
    pub const fn colour(self) -> Colour {
        match self {
            Self::North | Self::South => Colour::Black,
            Self::West | Self::East => Colour::White,
        }
    }

    /// The edge across the board.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::North => Self::South,
            Self::South => Self::North,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }

    /// 0 to 3 in the order of [`Edge::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::North => "north",
            Self::South => "south",
            Self::West => "west",
            Self::East => "east",
        })
    }
}

/// A text that names no edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not an edge")]
pub struct NotAnEdge;

/// Reads `north`, `south`, `west`, `east` in any case.
impl FromStr for Edge {
    type Err = NotAnEdge;

    fn from_str(text: &str) -> Result<Self, NotAnEdge> {
        Self::ALL
            .into_iter()
            .find(|edge| edge.to_string().eq_ignore_ascii_case(text))
            .ok_or(NotAnEdge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_belongs_to_the_colour_that_lists_it() {
        for colour in Colour::ALL {
            let [a, b] = colour.edges();
            assert_eq!((a.colour(), b.colour()), (colour, colour));
            assert_eq!((a.opposite(), b.opposite()), (b, a));
        }
    }

    #[test]
    fn names_read_back_in_any_case() {
        for colour in Colour::ALL {
            assert_eq!(colour.to_string().to_uppercase().parse(), Ok(colour));
            assert_eq!(colour.letter().parse(), Ok(colour));
            assert_eq!(colour.title().parse(), Ok(colour));
        }
        for edge in Edge::ALL {
            assert_eq!(edge.to_string().to_uppercase().parse(), Ok(edge));
        }
        assert_eq!("blac".parse::<Colour>(), Err(NotAColour));
        assert_eq!("".parse::<Edge>(), Err(NotAnEdge));
    }
}
