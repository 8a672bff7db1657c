//! A certificate while it is read: the fields before its nodes, and its lists of nodes.

use super::checker::{Checker, NotProved};
use super::format::JointPosition;
use super::node::{CertificateNode, Object};
use crate::hex::record::PositionRecord;
use crate::hex::{BoardSize, Colour, Position};

/// Wide enough for every board with certificates.
const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// All fields except nodes.
#[derive(Default)]
pub struct Header {
    pub format: Option<String>,
    pub width: Option<usize>,
    pub height: Option<usize>,
    pub black: Option<Vec<String>>,
    pub white: Option<Vec<String>>,
    pub to_move: Option<String>,
    pub winner: Option<String>,
    pub positions: Option<Vec<Object<JointPosition>>>,
}

/// The board and the winner of one of several positions.
pub fn joint(size: [usize; 2], one: &JointPosition) -> Result<(Position<WIDE>, Colour), NotProved> {
    let record = PositionRecord {
        width: size[0],
        height: size[1],
        black: one.black.clone(),
        white: one.white.clone(),
        to_move: one.to_move.clone(),
    };
    Ok((record.board()?.with_connections()?, one.winner.parse()?))
}

/// Whose claims a list of nodes holds: the winner's of the position, or one colour's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListKind {
    One,
    Several(Colour),
}

impl ListKind {
    pub const ALL: [Self; 3] = [
        Self::One,
        Self::Several(Colour::Black),
        Self::Several(Colour::White),
    ];

    pub fn field(self) -> &'static str {
        match self {
            Self::One => "nodes",
            Self::Several(Colour::Black) => "black_nodes",
            Self::Several(Colour::White) => "white_nodes",
        }
    }

    pub fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Several(colour) => 1 + colour.index(),
        }
    }

    /// A fault of a claim of this list.
    pub fn fault(self, why: NotProved) -> NotProved {
        match (self, why) {
            (Self::Several(winner), why @ NotProved::Node { .. }) => NotProved::List {
                winner,
                why: why.into(),
            },
            (_, why) => why,
        }
    }
}

/// A list of nodes.
pub struct NodeList {
    pub is_there: bool,
    pub checker: Option<Checker>,
    /// The nodes, if they come before the other fields.
    pub kept: Vec<CertificateNode>,
}

impl NodeList {
    pub const EMPTY: Self = Self {
        is_there: false,
        checker: None,
        kept: Vec::new(),
    };
}

impl Header {
    /// The position, if there is one, and its winner.
    pub fn one(&self) -> Option<(PositionRecord, &str)> {
        let record = PositionRecord {
            width: self.width?,
            height: self.height?,
            black: self.black.clone()?,
            white: self.white.clone()?,
            to_move: self.to_move.clone()?,
        };
        Some((record, self.winner.as_ref()?))
    }

    /// The checker of a list, once all fields that it needs have been read.
    pub fn begin(&self, kind: ListKind) -> Option<Result<Checker, NotProved>> {
        let format = self.format.as_ref()?;
        Some(match kind {
            ListKind::One => {
                let (record, winner) = self.one()?;
                Checker::of_one(format, &record, winner).map(|(_, checker)| checker)
            }
            ListKind::Several(winner) => {
                Checker::of_several(format, [self.width?, self.height?], winner)
            }
        })
    }
}
