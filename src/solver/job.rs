//! A solver that works at pieces of proofs which others keep: what it is given is a position and a
//! budget, what it gives back is the winner, or the moves that are left with their numbers.
//!
//! Its table and its claims live as long as it does, so that a piece begins with what earlier ones
//! have found out. It also accepts results of others, see [`Fact`]. Several threads may use it at
//! once.

use super::claims::{Answers, Consequence, Fact, Origin, claims_of};
use super::excerpt::{self, BadExcerpt};
use super::numbers::ProofNumbers;
use super::options::ProveOptions;
use super::result::ProofResult;
use super::search::{OrderedMove, SearchEnd};
use super::solve::{KEPT_WORK, Solver};
use crate::base::lock::unpoisoned;
use crate::hex::{BoardSize, Cell, CellSet, Image, Position};
use crate::think::{Limits, Observer};
use std::sync::{Mutex, MutexGuard};

/// A move of an open position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobMove {
    /// The move.
    pub cell: Cell,
    /// The proof and the disproof number of the side to move after it.
    pub numbers: ProofNumbers,
    /// Positions searched below it.
    pub work: u32,
}

/// What is left of a position that a job leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenPosition<const W: usize> {
    /// The moves that may still win, best first.
    pub moves: Vec<JobMove>,
    /// The cells by which the opponent beats all others.
    pub cover: CellSet<W>,
}

/// What came out of a job.
#[derive(Clone, Debug)]
pub struct JobResult<const W: usize> {
    /// What is known of the position.
    pub result: ProofResult<W>,
    /// From which position that was asked for it follows, if it was not searched.
    pub origin: Option<Origin>,
    /// What is left, if the winner is not known.
    pub open: Option<OpenPosition<W>>,
    /// Claims that were found on the way.
    pub facts: Vec<Fact>,
}

/// Solves pieces of proofs on boards of one size.
pub struct JobSolver<const W: usize> {
    solver: Solver<W>,
    size: BoardSize,
    answers: Mutex<Answers<W>>,
}

impl<const W: usize> JobSolver<W> {
    /// A solver that knows nothing yet.
    pub fn new(size: BoardSize, options: ProveOptions) -> Self {
        Self {
            solver: Solver::of_several(size, options),
            size,
            answers: Mutex::new(Answers::new(size)),
        }
    }

    /// The solver, with all that it has found out.
    pub fn into_solver(self) -> Solver<W> {
        self.solver
    }

    fn answers(&self) -> MutexGuard<'_, Answers<W>> {
        unpoisoned(self.answers.lock())
    }

    /// Believes a fact of another, of a board of this size.
    pub fn believe(&self, fact: &Fact) {
        assert_eq!(fact.size(), self.size);
        let claim = fact.claim().resize();
        let lasts = fact.of().is_some() || fact.work() >= KEPT_WORK;
        self.solver.claims().believe(claim, lasts);
        if let Some(name) = fact.of() {
            self.answers().keep(claim, name);
        }
    }

    /// What follows for a position, without search, from claims.
    pub fn following(&self, position: &Position<W>) -> Option<(ProofResult<W>, Option<Origin>)> {
        if self.solver.options().claims == 0 {
            return None;
        }
        if let Some((result, origin)) = self.answers().following(position) {
            return Some((result, Some(origin)));
        }
        let Err(Consequence::Decided(winner, carrier, by)) = self.solver.claims().probe(position)
        else {
            return None;
        };
        let wins = winner == position.to_move();
        let result = ProofResult {
            winner: Some(winner),
            carrier,
            best: by.filter(|_| wins),
            numbers: ProofNumbers::decided(wins),
            nodes: 0,
            builds: 0,
        };
        Some((result, None))
    }

    /// Works at a position within limits, and until its numbers have grown to an end. `name` is its
    /// name if it is one that was asked for: then a winning move is found, too, and what follows
    /// from it serves others first.
    pub fn work(
        &self,
        position: &Position<W>,
        name: Option<&str>,
        limits: Limits,
        ends: SearchEnd,
        observer: &dyn Observer,
    ) -> JobResult<W> {
        let asked = name.and_then(|_| self.answers().following(position));
        if let Some((result, origin)) = asked.filter(|_| self.solver.options().claims > 0) {
            return JobResult {
                result,
                origin: Some(origin),
                open: None,
                facts: Vec::new(),
            };
        }
        let replies = self.answers().replies(position);
        let mut result = self
            .solver
            .search_until(position, &replies, limits, ends, observer);
        let mut facts = Vec::new();
        if let Some(name) = name {
            self.solver
                .find_move(position, &mut result, limits, observer);
            let claims = claims_of(&self.solver, position, &mut result, limits, observer);
            for (claim, position) in claims {
                if self.answers().keep(claim, name) {
                    self.solver.claims().keep_found(claim, &position);
                    let work = u32::try_from(result.nodes).unwrap_or(u32::MAX);
                    facts.push(Fact::new(&claim, self.size, Some(name), work));
                }
            }
        }
        facts.extend(self.take_facts());
        let open = result.winner.is_none().then(|| self.open(position));
        JobResult {
            result,
            origin: None,
            open: open.flatten(),
            facts,
        }
    }

    /// What is known below a position, as it is in this image, for another to go on from there;
    /// `None` if it has been forgotten.
    pub fn excerpt(&self, position: &Position<W>, image: Image) -> Option<Vec<u8>> {
        excerpt::write(&self.solver, position, image)
    }

    /// Takes in what another knows below a position.
    pub fn take_in(&self, position: &Position<W>, bytes: &[u8]) -> Result<(), BadExcerpt> {
        excerpt::read(&self.solver, position, bytes)
    }

    /// From now on claims that took so much work are shared as facts.
    pub fn share_from(&self, work: u32) {
        self.solver.claims().share_from(work);
    }

    /// The claims that were found since this was asked last, or a job ended, and are worth to be
    /// kept.
    pub fn take_facts(&self) -> Vec<Fact> {
        self.solver.claims().take_facts()
    }

    /// What is left of a position; `None` if it has been forgotten.
    fn open(&self, position: &Position<W>) -> Option<OpenPosition<W>> {
        let node = self.solver.probe(position)?;
        let known = |ordered: OrderedMove| {
            let mut after = *position;
            after.play(ordered.cell);
            let node = self.solver.probe(&after);
            JobMove {
                cell: ordered.cell,
                numbers: node.map_or_else(|| ordered.unsearched(), |node| node.numbers),
                work: node.map_or(0, |node| node.work),
            }
        };
        (node.wins().is_none()).then(|| OpenPosition {
            moves: node.ordered().into_iter().map(known).collect(),
            cover: node.cover,
        })
    }
}
