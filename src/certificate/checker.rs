//! Checks in one pass whether a certificate proves its claim. The checker uses the board and the
//! rules of claims ([`super::rules`]), and no connections, fill-in or search.

use super::format::{Certificate, FORMAT, JOINT_FORMAT, OLDER};
use super::node::CertificateNode;
use super::rules::{CertificateClaim, CertificateRules, CertificateStep, Unsound};
use crate::hex::record::{BadRecord, PositionRecord};
use crate::hex::{
    BoardSize, CellSet, Colour, Edge, End, Geometry, NotAColour, Position, TooLarge,
    UnacceptableSize,
};

/// Wide enough for every board with certificates.
const WIDE: usize = BoardSize::WORDS_WITH_CONNECTIONS;

/// The steps between two checks whether to stop.
const AT_ONCE: usize = 256;

/// What a certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The position.
    pub position: Position<WIDE>,
    /// The winner.
    pub winner: Colour,
    /// The number of the winner's claims.
    pub nodes: usize,
    /// The empty cells that the winner needs, whatever happens elsewhere.
    pub carrier: CellSet<WIDE>,
}

/// Why a certificate is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotProved {
    /// It has another format or version.
    #[error("the format is neither {FORMAT} nor {JOINT_FORMAT}")]
    Format,
    /// Its position is invalid.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// Its board is invalid.
    #[error(transparent)]
    Size(#[from] UnacceptableSize),
    /// Its board is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
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
        /// The reason.
        reason: Unsound,
    },
    /// A position names a claim that does not exist.
    #[error("there is no claim {0}")]
    NoClaim(usize),
    /// A claim of one of two lists does not follow.
    #[error("{winner}'s {why}")]
    List {
        /// The owner of the list.
        winner: Colour,
        /// The reason.
        why: Box<Self>,
    },
    /// One of several positions is not proved.
    #[error("position {position}: {why}")]
    Position {
        /// Its number, from 0.
        position: usize,
        /// The reason.
        why: Box<Self>,
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

/// Checks a certificate: what it proves, or the first fault. Takes time in proportion to its
/// length, and never panics.
pub fn check(certificate: &Certificate) -> Result<Checked, NotProved> {
    let kept = check_keeping(certificate, &|| false)?;
    // It is `None` only if it was stopped.
    kept.map(|(checked, ..)| checked).ok_or(NotProved::Empty)
}

/// What a certificate proves, with its steps and what each of them claims.
pub(super) type CheckedSteps = (
    Checked,
    Vec<CertificateStep<WIDE>>,
    Vec<CertificateClaim<WIDE>>,
);

/// Checks a certificate and keeps its steps and claims; `None` if it was stopped before the end.
pub(super) fn check_keeping(
    certificate: &Certificate,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<CheckedSteps>, NotProved> {
    let Certificate {
        format,
        position,
        winner,
        nodes,
    } = certificate;
    let (position, mut checker) = Checker::of_one(format, position, winner)?;
    let mut steps = Vec::with_capacity(nodes.len());
    for some in nodes.chunks(AT_ONCE) {
        if should_stop() {
            return Ok(None);
        }
        for node in some {
            steps.push(checker.add(node)?);
        }
    }
    let checked = checker.prove(position, checker.last()?)?;
    Ok(Some((checked, steps, checker.claims)))
}

/// Checks the claims of one winner, one after another, and keeps them.
pub(super) struct Checker {
    rules: CertificateRules<WIDE>,
    /// Whether the format has captures.
    captures: bool,
    claims: Vec<CertificateClaim<WIDE>>,
}

impl Checker {
    /// An empty list, for this winner on a board.
    fn new(size: BoardSize, winner: Colour, captures: bool) -> Self {
        let geometry = Geometry::of(size);
        Self {
            rules: CertificateRules { geometry, winner },
            captures,
            claims: Vec::new(),
        }
    }

    /// An empty list for the winner of one position, and the position.
    pub fn of_one(
        format: &str,
        position: &PositionRecord,
        winner: &str,
    ) -> Result<(Position<WIDE>, Self), NotProved> {
        if ![FORMAT, OLDER].contains(&format) {
            return Err(NotProved::Format);
        }
        let winner: Colour = winner.parse()?;
        let position = position.board()?.with_connections()?;
        let claims = Self::new(position.size(), winner, format == FORMAT);
        Ok((position, claims))
    }

    /// An empty list for this winner of several positions of a board.
    pub fn of_several(
        format: &str,
        [width, height]: [usize; 2],
        winner: Colour,
    ) -> Result<Self, NotProved> {
        if format != JOINT_FORMAT {
            return Err(NotProved::Format);
        }
        let size = BoardSize::new(width, height)?.with_connections()?;
        Ok(Self::new(size, winner, true))
    }

    /// Adds the claim of a node, if it follows, and returns the node's step.
    pub fn add(&mut self, claimed: &CertificateNode) -> Result<CertificateStep<WIDE>, NotProved> {
        let node = self.claims.len();
        let wrong = |reason| NotProved::Node { node, reason };
        if !self.captures && matches!(claimed, CertificateNode::Capture { .. }) {
            return Err(wrong(Unsound::NoCaptures));
        }
        let step = read(self.rules.geometry.size(), claimed).map_err(wrong)?;
        let stated = self.rules.conclude(&step, &self.claims);
        self.claims.push(stated.map_err(wrong)?);
        Ok(step)
    }

    /// The memory of the claims in bytes, while their list grows.
    pub fn memory(&self) -> usize {
        3 * self.claims.len() * size_of::<CertificateClaim<WIDE>>()
    }

    /// The number of the last claim.
    pub fn last(&self) -> Result<usize, NotProved> {
        self.claims.len().checked_sub(1).ok_or(NotProved::Empty)
    }

    /// What the claim with this number proves of a position.
    pub fn prove(&self, position: Position<WIDE>, number: usize) -> Result<Checked, NotProved> {
        let winner = self.rules.winner;
        let claim = self.claims.get(number).ok_or(NotProved::NoClaim(number))?;
        let mut edges = self.rules.edges();
        edges.sort();
        if claim.ends != edges {
            return Err(NotProved::NotTheEdges);
        }
        if !claim.stones.is_subset(position.stones(winner)) {
            return Err(NotProved::StonesMissing);
        }
        if !claim.cells.is_disjoint(position.stones(!winner)) {
            return Err(NotProved::CellsTaken);
        }
        if !claim.full && position.to_move() != winner {
            return Err(NotProved::NotToMove);
        }
        Ok(Checked {
            position,
            winner,
            nodes: self.claims.len(),
            carrier: claim.cells & position.empty(),
        })
    }
}

/// The step of a node.
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
