//! Checks whether a certificate proves its claim, in one pass. It knows the board and
//! the rules of claims ([`super::rules`]), and nothing of connections, fill-in or search.

use super::certificate::{Certificate, CertificateNode, FORMAT, OLDER};
use super::rules::{CertificateClaim, CertificateRules, CertificateStep, Unsound};
use crate::board::record::{BadRecord, PositionRecord};
use crate::board::{BoardSize, CellSet, Colour, Edge, End, Geometry, NotAColour, Position};

/// Wide enough for every board.
const WIDE: usize = BoardSize::MOST_WORDS;

/// What a certificate has proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The position.
    pub position: Position<WIDE>,
    /// Who wins it.
    pub winner: Colour,
    /// How many claims there are.
    pub nodes: usize,
    /// The empty cells that the winner needs, whatever happens elsewhere.
    pub carrier: CellSet<WIDE>,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotProved {
    /// It is of another kind or version.
    #[error("its format is not {FORMAT}")]
    Format,
    /// Its position is none.
    #[error(transparent)]
    Position(#[from] BadRecord),
    /// The winner is neither black nor white.
    #[error(transparent)]
    Colour(#[from] NotAColour),
    /// There are no claims.
    #[error("it has no claims")]
    Empty,
    /// A claim does not follow.
    #[error("claim {node}: {reason}")]
    Node {
        /// Its number, from 0.
        node: usize,
        /// Why not.
        reason: Unsound,
    },
    /// The last claim is about other ends.
    #[error("the last claim does not join the winner's edges")]
    NotTheEdges,
    /// The last claim needs what the winner does not have.
    #[error("the last claim needs stones that the winner does not have")]
    StonesMissing,
    /// The last claim needs what the loser has.
    #[error("the last claim needs cells where the loser has stones")]
    CellsTaken,
    /// The last claim needs the winner to move.
    #[error("the last claim needs the winner to be on the move")]
    NotToMove,
}

/// Whether a certificate is right: what it proves, or the first fault. Takes time in proportion to
/// its length, and does not panic whatever is in it.
pub fn check(certificate: &Certificate) -> Result<Checked, NotProved> {
    let Certificate {
        format,
        position,
        winner,
        nodes,
    } = certificate;
    let mut checking = Checking::new(format, position, winner)?;
    for node in nodes {
        checking.add(node)?;
    }
    checking.end()
}

/// What a certificate proves, with its steps and what each of them claims.
pub(super) type PlayedOut = (
    Checked,
    Vec<CertificateStep<WIDE>>,
    Vec<CertificateClaim<WIDE>>,
);

/// Checks a certificate, and keeps what was found on the way.
pub(super) fn check_keeping(certificate: &Certificate) -> Result<PlayedOut, NotProved> {
    let Certificate {
        format,
        position,
        winner,
        nodes,
    } = certificate;
    let mut checking = Checking::new(format, position, winner)?;
    let size = checking.position.size();
    let mut steps = Vec::with_capacity(nodes.len());
    for (node, claimed) in nodes.iter().enumerate() {
        checking.add(claimed)?;
        let step = read(size, claimed).map_err(|reason| NotProved::Node { node, reason });
        steps.push(step?);
    }
    let claims = checking.claims.clone();
    Ok((checking.end()?, steps, claims))
}

/// The claims of a certificate, as far as they have been checked.
pub(super) struct Checking {
    position: Position<WIDE>,
    rules: CertificateRules<WIDE>,
    /// Whether the format has captures.
    captures: bool,
    claims: Vec<CertificateClaim<WIDE>>,
}

impl Checking {
    /// None yet, for this winner of this position.
    pub fn new(format: &str, position: &PositionRecord, winner: &str) -> Result<Self, NotProved> {
        if ![FORMAT, OLDER].contains(&format) {
            return Err(NotProved::Format);
        }
        let winner: Colour = winner.parse()?;
        let position = position.board()?;
        let rules = CertificateRules {
            geometry: Geometry::of(position.size()),
            winner,
        };
        Ok(Self {
            position,
            rules,
            captures: format == FORMAT,
            claims: Vec::new(),
        })
    }

    /// Adds the claim of a node, if it follows.
    pub fn add(&mut self, claimed: &CertificateNode) -> Result<(), NotProved> {
        let node = self.claims.len();
        let wrong = |reason| NotProved::Node { node, reason };
        if !self.captures && matches!(claimed, CertificateNode::Capture { .. }) {
            return Err(wrong(Unsound::NoCaptures));
        }
        let stated = read(self.position.size(), claimed)
            .and_then(|step| self.rules.conclude(&step, &self.claims));
        self.claims.push(stated.map_err(wrong)?);
        Ok(())
    }

    /// The memory of the claims while their list grows, in bytes.
    pub fn memory(&self) -> usize {
        3 * self.claims.len() * size_of::<CertificateClaim<WIDE>>()
    }

    /// What they prove together.
    pub fn end(self) -> Result<Checked, NotProved> {
        let (position, winner) = (self.position, self.rules.winner);
        let root = self.claims.last().ok_or(NotProved::Empty)?;
        let mut edges = self.rules.edges();
        edges.sort();
        if root.ends != edges {
            return Err(NotProved::NotTheEdges);
        }
        if !root.stones.is_subset(position.stones(winner)) {
            return Err(NotProved::StonesMissing);
        }
        if !root.cells.is_disjoint(position.stones(!winner)) {
            return Err(NotProved::CellsTaken);
        }
        if !root.full && position.to_move() != winner {
            return Err(NotProved::NotToMove);
        }
        Ok(Checked {
            position,
            winner,
            nodes: self.claims.len(),
            carrier: root.cells & position.empty(),
        })
    }
}

/// A step from what is written.
fn read(size: BoardSize, claimed: &CertificateNode) -> Result<CertificateStep<WIDE>, Unsound> {
    let cells = |names: &[String]| -> Result<CellSet<WIDE>, Unsound> {
        let cells = names.iter().map(|name| size.read(name));
        Ok(cells.collect::<Result<_, _>>()?)
    };
    let end = |name: &str| -> Result<End, Unsound> {
        match name.parse::<Edge>() {
            Ok(edge) => Ok(End::edge(size, edge)),
            Err(_) => Ok(size.read(name)?.into()),
        }
    };
    Ok(match claimed {
        CertificateNode::Path { x, y, cells: names } => CertificateStep::Path {
            ends: [end(x)?, end(y)?],
            cells: cells(names)?,
        },
        &CertificateNode::And { a, b } => CertificateStep::And([a, b]),
        CertificateNode::Move { cell, child } => CertificateStep::Move {
            cell: size.read(cell)?,
            child: *child,
        },
        CertificateNode::Or { children, stones } => CertificateStep::Or {
            children: children.clone(),
            stones: cells(stones)?,
        },
        CertificateNode::Capture {
            cells: [x, y],
            child,
            stones,
        } => CertificateStep::Capture {
            pair: [size.read(x)?, size.read(y)?],
            child: *child,
            stones: cells(stones)?,
        },
    })
}
