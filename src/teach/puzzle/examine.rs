//! Whether a position is a puzzle.

use super::{Puzzle, Refutation};
use crate::at_width;
use crate::hex::{Board, Cell, Position};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::solver::{ProofResult, ProveOptions, Solver};
use crate::think::{Limits, Observer};

/// How many moves besides the solution are refuted, and the memory of the solver.
const TEMPTING: usize = 3;
const MEMORY: usize = 4 << 20;

/// The puzzle that a position is, if it is one: `Ok(None)` if another number of moves than one
/// wins, or if the evaluation considers no other move, so that the solution is trivial. An error if
/// the solver did not settle the position within so many positions.
pub fn examine(
    board: &Board,
    nodes: u64,
    observer: &dyn Observer,
) -> Result<Option<Puzzle>, Unknown> {
    at_width!(board.size(), W => Examination::<W>::new(board.resize(), nodes, observer).run())
}

/// The solver did not settle the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown;

struct Examination<'a, const W: usize> {
    position: Position<W>,
    solver: Solver<W>,
    /// The numbers of positions that are left and that were spent.
    left: u64,
    spent: u64,
    observer: &'a dyn Observer,
}

impl<'a, const W: usize> Examination<'a, W> {
    fn new(position: Position<W>, nodes: u64, observer: &'a dyn Observer) -> Self {
        let options = ProveOptions {
            table_bytes: MEMORY,
            ..ProveOptions::default()
        };
        Self {
            solver: Solver::new(position.size(), options),
            position,
            left: nodes,
            spent: 0,
            observer,
        }
    }

    /// The winner and the proof; a result that is known already is free.
    fn solve(&mut self, position: &Position<W>) -> Result<ProofResult<W>, Unknown> {
        let limits = Limits::nodes(self.left.max(1));
        let verdict = self.solver.solve(position, limits, self.observer);
        self.left = self.left.saturating_sub(verdict.nodes);
        self.spent += verdict.nodes;
        verdict.winner.map(|_| verdict).ok_or(Unknown)
    }

    fn after(&self, cell: Cell) -> Position<W> {
        let mut after = self.position;
        after.play(cell);
        after
    }

    fn run(mut self) -> Result<Option<Puzzle>, Unknown> {
        let mover = self.position.to_move();
        if self.position.winner().is_some() {
            return Ok(None);
        }
        let analysis = Analysis::new(&self.position, Recipe::Thorough.options());
        let decided = analysis.decided().map(|(winner, _)| winner);
        let ranking: Vec<Cell> = analysis
            .ranking()
            .iter()
            .map(|ranked| ranked.cell)
            .collect();
        if decided == Some(!mover) || ranking.len() < 2 {
            return Ok(None);
        }
        let Some(solution) = self.only_winner(&ranking)? else {
            return Ok(None);
        };
        let effort = self.spent;
        let place = ranking.iter().position(|&cell| cell == solution);
        let tempting = ranking.iter().filter(|&&cell| cell != solution);
        let refutations = tempting.take(TEMPTING).map(|&cell| self.refute(cell));
        let refutations = refutations.collect::<Result<Vec<_>, _>>()?;
        let after = self.after(solution);
        let won = self.solve(&after)?;
        let mut line = vec![solution];
        line.extend(self.solver.line(&after));
        Ok(Some(Puzzle {
            board: self.position.resize(),
            solution,
            line,
            moves: won.carrier.len() as u32 / 2 + 1,
            effort,
            // A move that the evaluation leaves out comes after all others.
            rank: place.unwrap_or(ranking.len()) as u32 + 1,
            refutations,
        }))
    }

    /// The winning move, if there is exactly one; moves with the best evaluation are tried first.
    fn only_winner(&mut self, ranking: &[Cell]) -> Result<Option<Cell>, Unknown> {
        let mover = self.position.to_move();
        let mut left = self.position.empty();
        let rest: Vec<Cell> = left.iter().collect();
        let mut found = None;
        for &cell in ranking.iter().chain(&rest) {
            if !left.contains(cell) {
                continue;
            }
            left.remove(cell);
            let verdict = self.solve(&self.after(cell))?;
            if verdict.winner != Some(mover) {
                // Every move outside the carrier of the opponent's win loses as well.
                left &= verdict.carrier;
            } else if found.replace(cell).is_some() {
                return Ok(None);
            }
        }
        Ok(found)
    }

    /// The refutation of a move that loses.
    fn refute(&mut self, cell: Cell) -> Result<Refutation, Unknown> {
        let after = self.after(cell);
        let verdict = self.solve(&after)?;
        let best = verdict.best.ok_or(Unknown)?;
        let mut line = self.solver.line(&after);
        if line.first() != Some(&best) {
            line = vec![best];
        }
        Ok(Refutation {
            cell,
            line,
            carrier: verdict.carrier.with(best).resize(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::puzzles;
    use super::*;
    use crate::hex::CellSet;
    use crate::teach::truth::{Truth, after, open_positions};
    use crate::think::NoObserver;

    fn found(position: &Position<1>, nodes: u64) -> Result<Option<Puzzle>, Unknown> {
        examine(&position.resize(), nodes, &NoObserver)
    }

    /// No other move wins, and what is said to refute a move does.
    #[test]
    fn puzzles_hold_by_exhaustive_play() {
        let mut truth = Truth::default();
        for position in puzzles() {
            let mover = position.to_move();
            let puzzle = found(&position, 10_000).expect("settled");
            let puzzle = puzzle.expect("a puzzle");
            assert_eq!(puzzle.board, position.resize());
            assert_eq!(
                truth.winning(&position),
                CellSet::of(puzzle.solution),
                "{position:?}"
            );
            assert_eq!(puzzle.line.first(), Some(&puzzle.solution));
            assert!(puzzle.rank >= 1 && puzzle.effort > 0);
            assert!((1..=TEMPTING).contains(&puzzle.refutations.len()));
            for refutation in &puzzle.refutations {
                assert_ne!(refutation.cell, puzzle.solution);
                let tried = after(&position, refutation.cell);
                assert!(truth.winning(&tried).contains(refutation.line[0]));
                let carrier = refutation.carrier.resize();
                assert!(truth.wins_within(&tried, !mover, carrier), "{position:?}");
            }
        }
    }

    /// With another number of winning moves there is none, nor where the evaluation considers no
    /// other move.
    #[test]
    fn other_positions_are_refused() {
        let mut truth = Truth::default();
        let mut trivial = 0;
        for position in open_positions(4, 3, 100) {
            let winning = truth.winning(&position);
            let puzzle = found(&position, 10_000).expect("settled");
            if puzzle.is_some() {
                assert_eq!(winning.len(), 1, "{position:?}");
            } else if winning.len() == 1 {
                trivial += 1;
                let analysis = Analysis::new(&position, Recipe::Thorough.options());
                assert!(analysis.ranking().len() < 2, "{position:?}");
            }
        }
        assert!(trivial > 10, "{trivial}");
        let over = crate::position! { 2 x 2: . B / W B };
        assert!(found(&over, 100).expect("settled").is_none());
    }

    #[test]
    fn a_position_may_stay_unsettled() {
        let position = crate::position! { 5 x 5:
            . . . . .
             . . . . .
              B . . . .
               . . . . .
                . . . . .
        };
        assert_eq!(found(&position, 1).err(), Some(Unknown));
        let puzzle = found(&position, 1000).expect("settled").expect("a puzzle");
        assert_eq!(position.size().name(puzzle.solution), "b4");
    }
}
