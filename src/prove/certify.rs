//! Writes certificates: what a solver has found out, as claims that follow from each other.
//!
//! The solver gives the winner and its carrier. If the winner's connections join its edges inside
//! it, they are derived ([`super::derive`]), with the pairs that it captures filled
//! ([`super::capture`]). Else play goes on. Where the winner is to move, its move is followed.
//! Where the loser is to move, there must be a semi for each of its moves: a semi that is known
//! rules out all moves that it does not need, so that only replies to moves that all semis need are
//! followed. A claim needs no position, so it serves wherever its stones stand and its cells are
//! free; if it lacks one stone it is a semi, by playing there.

use super::capture::CapturedFill;
use super::certificate::Certificate;
use super::derive::{Derivation, shortest};
use super::draft::Draft;
use super::options::{BRIEF, PLAIN};
use super::rules::{CertificateClaim, CertificateRules, CertificateStep};
use super::solver::{ProofLimits, Solver};
use crate::board::{Cell, CellSet, Colour, Position};
use crate::think::Observer;
use std::collections::HashMap;

/// Why there is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotCertified {
    /// The limits do not allow it.
    #[error("a position that the proof needs is undecided within the limits")]
    Undecided,
    /// Results that contradict each other, or a rule that should hold and does not.
    #[error("the proof does not fit together: {0}")]
    Broken(&'static str),
}

/// A certificate of the winner of a position. The solver searches whatever it does not know yet,
/// each time within the limits. Where it knows more than a certificate can state, the game is played
/// on.
pub fn certify<const W: usize>(
    position: &Position<W>,
    solver: &Solver<W>,
    limits: ProofLimits,
    observer: &dyn Observer,
) -> Result<Certificate, NotCertified> {
    let result = solver.solve(position, limits, observer);
    let winner = result.winner.ok_or(NotCertified::Undecided)?;
    let rules = CertificateRules {
        geometry: position.geometry(),
        winner,
    };
    let mut writer = CertificateWriter {
        solver,
        limits,
        observer,
        winner,
        draft: Draft::new(rules),
        known: HashMap::new(),
        winning: Vec::new(),
    };
    let root = writer.claim(position)?;
    let steps = writer.draft.steps_to(root);
    Ok(Certificate::write(position, winner, &steps))
}

struct CertificateWriter<'a, const W: usize> {
    solver: &'a Solver<W>,
    limits: ProofLimits,
    observer: &'a dyn Observer,
    winner: Colour,
    draft: Draft<W>,
    /// The claim for a position: both sides' stones, and whether the winner is to move.
    known: HashMap<(CellSet<W>, CellSet<W>, bool), usize>,
    /// The claims that were made for whole positions.
    winning: Vec<usize>,
}

impl<const W: usize> CertificateWriter<'_, W> {
    /// A claim that the winner wins a position.
    fn claim(&mut self, position: &Position<W>) -> Result<usize, NotCertified> {
        let own = position.stones(self.winner);
        let other = position.stones(!self.winner);
        let moves = position.to_move() == self.winner;
        let key = (own, other, moves);
        if let Some(&claim) = self.known.get(&key) {
            return Ok(claim);
        }
        let claim = match self.fitting(position) {
            Some(claim) => claim,
            None => self.new_claim(position)?,
        };
        let stated = self.draft.claim(claim);
        if !stated.fits(own, other) || !(stated.full || moves) {
            return Err(NotCertified::Broken("a claim does not fit its position"));
        }
        self.known.insert(key, claim);
        if !self.winning.contains(&claim) {
            self.winning.push(claim);
        }
        Ok(claim)
    }

    /// A claim that there is already.
    fn fitting(&self, position: &Position<W>) -> Option<usize> {
        let (own, other) = (position.stones(self.winner), position.stones(!self.winner));
        let moves = position.to_move() == self.winner;
        let fits = |claim: &usize| {
            let stated = self.draft.claim(*claim);
            (stated.full || moves) && stated.fits(own, other)
        };
        self.winning.iter().copied().find(fits)
    }

    fn new_claim(&mut self, position: &Position<W>) -> Result<usize, NotCertified> {
        let edges = self.draft.rules.edges();
        let own = position.stones(self.winner);
        if let Some(cells) = shortest(&self.draft.rules, own, edges) {
            let path = CertificateStep::Path { ends: edges, cells };
            return self
                .draft
                .add(path)
                .ok_or(NotCertified::Broken("stones that do not join"));
        }
        let result = self.solver.solve(position, self.limits, self.observer);
        let winner = result.winner.ok_or(NotCertified::Undecided)?;
        if winner != self.winner {
            return Err(NotCertified::Broken("the winner loses"));
        }
        let mut alone = *position;
        for cell in position.empty() - result.carrier {
            alone.place(!winner, cell);
        }
        let moves = position.to_move() == winner;
        let captured = CapturedFill::new(&self.draft.rules, &alone);
        // What is quick to find mostly does. Where the winner is to move there is always its move.
        let mut brief = Derivation::new(&mut self.draft, &captured.board, winner, BRIEF);
        let mut joined = brief.winning_full();
        if joined.is_none() && moves {
            joined = brief.winning_semis(false).first().copied();
        }
        if let Some(joined) = joined {
            return self.release(&captured, joined);
        }
        if !moves {
            let mut plain = Derivation::new(&mut self.draft, &captured.board, winner, PLAIN);
            if let Some(full) = plain.winning_full() {
                return self.release(&captured, full);
            }
            let semis = plain.winning_semis(true);
            return self.for_all_moves(position, &captured, semis);
        }
        if let Some(&threat) = self.threats(position).first() {
            return Ok(threat);
        }
        let cell = result.best.ok_or_else(|| self.no_move(result.nodes))?;
        self.by_move(position, cell)
    }

    /// Why there is no winning move in a position that is won, on which so many positions were spent:
    /// the limits may have ended the search for it.
    fn no_move(&self, nodes: u64) -> NotCertified {
        let spent = self.limits.nodes.is_some_and(|most| nodes >= most);
        if spent || self.limits.is_over(self.observer) {
            NotCertified::Undecided
        } else {
            NotCertified::Broken("no winning move")
        }
    }

    /// A claim for the board as it is, from one for the board with captured cells filled.
    fn release(&mut self, captured: &CapturedFill<W>, claim: usize) -> Result<usize, NotCertified> {
        captured
            .release(&mut self.draft, claim)
            .ok_or(NotCertified::Broken("a pair that is not captured"))
    }

    /// A semi by this move.
    fn by_move(&mut self, position: &Position<W>, cell: Cell) -> Result<usize, NotCertified> {
        let mut after = *position;
        after.play(cell);
        let child = self.claim(&after)?;
        // A move that its claim does without was not needed.
        if !self.draft.claim(child).stones.contains(cell) {
            return Ok(child);
        }
        let step = CertificateStep::Move { cell, child };
        self.draft
            .add(step)
            .ok_or(NotCertified::Broken("a move without a full"))
    }

    /// Semis by claims that lack one stone, and claims that are semis already.
    fn threats(&mut self, position: &Position<W>) -> Vec<usize> {
        let (own, other) = (position.stones(self.winner), position.stones(!self.winner));
        let empty = position.empty();
        let mut threats = Vec::new();
        for place in 0..self.winning.len() {
            let claim = self.winning[place];
            let stated: CertificateClaim<W> = *self.draft.claim(claim);
            if !stated.cells.is_disjoint(other) {
                continue;
            }
            let mut missing = (stated.stones - own).iter();
            match (missing.next(), missing.next()) {
                (None, _) => threats.push(claim),
                (Some(cell), None) if stated.full && empty.contains(cell) => {
                    threats.extend(self.draft.add(CertificateStep::Move { cell, child: claim }));
                }
                _ => {}
            }
        }
        threats.sort_by_key(|&claim| self.draft.claim(claim).cells.len());
        threats
    }

    /// A full from semis, with which the loser's moves are answered.
    fn for_all_moves(
        &mut self,
        position: &Position<W>,
        captured: &CapturedFill<W>,
        semis: Vec<usize>,
    ) -> Result<usize, NotCertified> {
        let full = self.full_of(position, captured.cells(), &semis)?;
        if let Some(claim) = captured.release(&mut self.draft, full) {
            return Ok(claim);
        }
        // What joins the semis needs cells that break a pair: then each semi must do without, and
        // so must the full.
        let released = semis.into_iter();
        let released: Vec<usize> = released
            .filter_map(|semi| captured.release(&mut self.draft, semi))
            .collect();
        self.full_of(position, CellSet::EMPTY, &released)
    }

    /// The same where these cells count as the winner's.
    fn full_of(
        &mut self,
        position: &Position<W>,
        held: CellSet<W>,
        semis: &[usize],
    ) -> Result<usize, NotCertified> {
        let mut common = position.empty() - held;
        let mut chosen = Vec::new();
        let mut semis = semis.to_vec();
        semis.extend(self.threats(position));
        for semi in semis {
            let cells = self.draft.claim(semi).cells;
            if !common.is_subset(cells) {
                common &= cells;
                chosen.push(semi);
            }
        }
        while let Some(cell) = common.first() {
            let mut after = *position;
            after.play(cell);
            let semi = self.claim(&after)?;
            common &= self.draft.claim(semi).cells;
            chosen.push(semi);
        }
        self.draft
            .side_by_side(&chosen, position.stones(self.winner) | held)
            .ok_or(NotCertified::Broken("a move without an answer"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::prove::ProveOptions;
    use crate::think::NoObserver;

    /// With few nodes there may be no certificate, but never one that is said to be wrong.
    #[test]
    fn where_limits_end_a_proof_nothing_is_broken() {
        let size: BoardSize = "6".parse().unwrap();
        let mut undecided = 0;
        for cell in size.all() {
            let mut position = Position::<1>::new(size);
            position.play(cell);
            let solver = Solver::new(size, ProveOptions::default());
            let result = solver.solve(&position, ProofLimits::default(), &NoObserver);
            let winner = result.winner.unwrap();
            // What is left of the board if the loser has all that its winner does not need.
            let mut model = position;
            for cell in position.empty() - result.carrier {
                model.place(!winner, cell);
            }
            for nodes in 1..12 {
                let limits = ProofLimits {
                    until: None,
                    nodes: Some(nodes),
                };
                for solver in [&solver, &Solver::new(size, ProveOptions::default())] {
                    match certify(&model, solver, limits, &NoObserver) {
                        Ok(_) => {}
                        Err(NotCertified::Undecided) => undecided += 1,
                        Err(why @ NotCertified::Broken(_)) => panic!("{nodes} nodes: {why}"),
                    }
                }
            }
        }
        assert!(undecided > 0);
    }
}
