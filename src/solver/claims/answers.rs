//! Positions that were asked for and are decided, and what follows from them for others.
//!
//! Their claims are few and worth more effort than those of the search: from them an open position
//! may follow as it stands, and the moves that won there are worth a try elsewhere.

use super::claim::{Claim, Consequence};
use crate::hex::{BoardSize, Cell, Image, Position};
use crate::solver::{ProofNumbers, ProofResult, Solver};
use crate::think::{Limits, Observer};
use std::fmt;

/// Replies that won elsewhere that are tried first.
const MOST_REPLIES: usize = 4;

/// From what a position was found to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The name of the position.
    pub name: String,
    /// The symmetry under which it follows.
    pub image: Image,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.image {
            Image::Same => f.write_str(&self.name),
            image => write!(f, "{} {image}", self.name),
        }
    }
}

/// A claim of a position that was asked for, or of the one after its winning move.
struct Answer<const W: usize> {
    claim: Claim<W>,
    name: String,
}

/// The claims of positions that were asked for.
pub struct Answers<const W: usize> {
    size: BoardSize,
    list: Vec<Answer<W>>,
}

impl<const W: usize> Answers<W> {
    /// None yet, for boards of this size.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            list: Vec::new(),
        }
    }

    /// Keeps a claim of the position of this name; whether it is new.
    pub fn keep(&mut self, claim: Claim<W>, name: &str) -> bool {
        let new = self.list.iter().all(|answer| answer.claim != claim);
        if new {
            let name = name.to_owned();
            self.list.push(Answer { claim, name });
        }
        new
    }

    /// What follows for a position.
    pub fn following(&self, position: &Position<W>) -> Option<(ProofResult<W>, Origin)> {
        self.list.iter().find_map(|answer| {
            Image::of(self.size).iter().find_map(|&image| {
                let claim = answer.claim.image(image, self.size);
                let Some(Consequence::Decided(winner, carrier, by)) = claim.consequence(position)
                else {
                    return None;
                };
                let wins = winner == position.to_move();
                if wins && by.is_none() && claim.to_move == winner {
                    // It does not name the move.
                    return None;
                }
                let result = ProofResult {
                    winner: Some(winner),
                    carrier,
                    best: by.or(position.empty().first()).filter(|_| wins),
                    numbers: ProofNumbers::decided(wins),
                    nodes: 0,
                    builds: 0,
                };
                let name = answer.name.clone();
                Some((result, Origin { name, image }))
            })
        })
    }

    /// Moves that won in other positions, those first that need fewest of the opponent's stones
    /// away.
    pub fn replies(&self, position: &Position<W>) -> Vec<Cell> {
        let mover = position.to_move();
        let (own, other) = (position.stones(mover), position.stones(!mover));
        let mut found: Vec<(usize, Cell)> = Vec::new();
        for answer in &self.list {
            for &image in Image::of(self.size) {
                let claim = answer.claim.image(image, self.size);
                let mut missing = (claim.stones - own).iter();
                if let (Some(cell), None) = (missing.next(), missing.next())
                    && claim.winner == mover
                    && position.empty().contains(cell)
                {
                    found.push(((claim.carrier & other).len(), cell));
                }
            }
        }
        found.sort();
        let mut replies = Vec::new();
        for (_, cell) in found {
            if !replies.contains(&cell) && replies.len() < MOST_REPLIES {
                replies.push(cell);
            }
        }
        replies
    }
}

/// The claims of a position that is decided and, if it is won by a move, of the one after it; each
/// with its position.
pub fn claims_of<const W: usize>(
    solver: &Solver<W>,
    position: &Position<W>,
    result: &mut ProofResult<W>,
    limits: Limits,
    observer: &dyn Observer,
) -> Vec<(Claim<W>, Position<W>)> {
    let Some(winner) = result.winner else {
        return Vec::new();
    };
    let mut claims = vec![(Claim::new(position, winner, result.carrier), *position)];
    let by = result.best.filter(|&cell| position.empty().contains(cell));
    if let Some(best) = by
        && winner == position.to_move()
    {
        let mut after = *position;
        after.play(best);
        let next = solver.search(&after, &[], limits, observer);
        result.nodes += next.nodes;
        if next.winner == Some(winner) {
            claims.push((Claim::new(&after, winner, next.carrier), after));
        }
    }
    claims
}
