//! Where claims are kept from one run to the next.
//!
//! A claim needs no position, so it can be kept by itself: what one run, one shard or one machine
//! has found out, others start with. The contents of a store are trusted: a [`ClaimRecord`] is
//! checked for consistency, not proved again. Everything that is exported is certified.

use super::claim::Claim;
use crate::hex::record::{BadRecord, WrongFormat, cell, check_format, names};
use crate::hex::{BoardSize, CellSet, Colour, Geometry, NotAColour};
use serde::{Deserialize, Serialize};
use std::io;

/// The name of the format of a [`ClaimRecord`].
pub const CLAIM_FORMAT: &str = "mustplay-claim/1";

/// A claim as it is written: the winner wins every position in which these stones are its own, none
/// of these cells is the opponent's, and the winner or `to_move` is to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClaimRecord {
    /// [`CLAIM_FORMAT`].
    pub format: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The winner.
    pub winner: String,
    /// The side to move.
    pub to_move: String,
    /// The winner's stones.
    pub stones: Vec<String>,
    /// The cells that it needs besides.
    pub cells: Vec<String>,
    /// The name of the position that it answers, if it answers one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// How many positions were searched for it, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<u32>,
}

/// Where claims are kept: a file, or a store that machines share.
pub trait ClaimStore: Send {
    /// The claims that are kept for boards of this size.
    fn known(&mut self, size: BoardSize) -> io::Result<Vec<ClaimRecord>>;

    /// Keeps more.
    fn keep(&mut self, claims: &[ClaimRecord]) -> io::Result<()>;
}

/// Why a record is no claim.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadClaim {
    /// It is of another kind or version.
    #[error(transparent)]
    Format(#[from] WrongFormat),
    /// It is of a board of another size.
    #[error("it is of another board, {0}x{1}")]
    Size(usize, usize),
    /// A name that is not the name of a cell.
    #[error(transparent)]
    Cell(#[from] BadRecord),
    /// A colour that is neither black nor white.
    #[error(transparent)]
    Colour(#[from] NotAColour),
    /// All of its cells together do not join the winner's edges.
    #[error("its cells do not join the winner's edges")]
    NoWay,
}

impl ClaimRecord {
    /// The record of a claim, of the position of this name.
    pub(in crate::solver) fn new<const W: usize>(
        claim: &Claim<W>,
        size: BoardSize,
        of: Option<&str>,
    ) -> Self {
        Self {
            format: CLAIM_FORMAT.to_owned(),
            width: size.width(),
            height: size.height(),
            winner: claim.winner.to_string(),
            to_move: claim.to_move.to_string(),
            stones: names(size, claim.stones),
            cells: names(size, claim.carrier),
            of: of.map(str::to_owned),
            work: None,
        }
    }

    /// The claim, if it can be one.
    pub(in crate::solver) fn claim<const W: usize>(
        &self,
        size: BoardSize,
    ) -> Result<Claim<W>, BadClaim> {
        check_format(&self.format, CLAIM_FORMAT)?;
        if (self.width, self.height) != (size.width(), size.height()) {
            return Err(BadClaim::Size(self.width, self.height));
        }
        let set = |names: &[String]| -> Result<CellSet<W>, BadRecord> {
            names.iter().map(|name| cell(size, name)).collect()
        };
        let (stones, cells) = (set(&self.stones)?, set(&self.cells)?);
        let winner: Colour = self.winner.parse()?;
        if !Geometry::of(size).joins(stones | cells, winner) {
            return Err(BadClaim::NoWay);
        }
        Ok(Claim {
            winner,
            to_move: self.to_move.parse()?,
            stones,
            carrier: cells - stones,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_as_they_were_written_and_others_are_refused() {
        let size: BoardSize = "3".parse().unwrap();
        let set = |names: &str| -> CellSet<1> {
            let names = names.split_whitespace();
            names.map(|name| size.read(name).unwrap()).collect()
        };
        let claim = Claim {
            winner: Colour::Black,
            to_move: Colour::White,
            stones: set("b2"),
            carrier: set("b1 c1 a3 b3"),
        };
        let record = ClaimRecord::new(&claim, size, Some("b2"));
        assert_eq!(record.claim(size), Ok(claim));
        let wrong = |change: fn(&mut ClaimRecord)| {
            let mut record = record.clone();
            change(&mut record);
            record.claim::<1>(size).unwrap_err()
        };
        assert!(matches!(
            wrong(|one| one.format = "mustplay-claim/9".into()),
            BadClaim::Format(_)
        ));
        assert_eq!(wrong(|one| one.width = 4), BadClaim::Size(4, 3));
        assert_eq!(wrong(|one| one.cells.clear()), BadClaim::NoWay);
        assert!(matches!(
            wrong(|one| one.stones[0] = "z9".into()),
            BadClaim::Cell(_)
        ));
        assert!(matches!(
            wrong(|one| one.winner = "red".into()),
            BadClaim::Colour(_)
        ));
    }
}
