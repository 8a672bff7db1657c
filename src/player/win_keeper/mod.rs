//! Plays the moves of an engine, and keeps its proved wins.
//!
//! 1. A stone that ends the game is played.
//! 2. A proved win stays proved: as long as connections prove it, a move is played after which they
//!    still do, the one that is nearest to the end ([`SearchRoot::keep_winning`]). Where a new
//!    analysis does not see the win, the one that saw it follows the moves since ([`HeldWin`]).
//! 3. A position that connections prove to be lost is made as long as it can be.
//! 4. Every other position is searched. A proof that the search finds is kept for the next move,
//!    and with it the root that the search began with: the next search walks the tree of the last
//!    one, and finds its proofs in the table. A search for a win that was proved before has half of
//!    the time; if it does not find the win again, a solver has the other half, and then ten times
//!    as much. For an engine without a solver, the search itself gets more. If neither finds the win
//!    again, the best move of the search is played.
//!
//! A solver may run beside the search: a win that it proves is played at once, and it is asked
//! first at the next move.
//!
//! A stored win is only a hint: it is proved again after each move.

mod allowance;
mod held_win;
mod solver_beside;

use super::engine::{Engine, SearchRoot};
use super::{MoveReport, MoveRequest, Player, PlayerOptions};
use crate::hex::{BoardSize, Cell, Move, Position};
use crate::knowledge::evaluate::longest_resistance;
use crate::solver::{ProofLimits, ProveOptions, Solver};
use crate::think::{RootMove, Score, SearchLimits, SearchOutcome, Until};
use allowance::{SearchAllowance, TimeBudget};
use held_win::HeldWin;
use solver_beside::search_beside;
use std::time::Instant;

/// A player around an engine, for boards of one size.
pub(super) struct WinKeeper<E: Engine<W>, const W: usize> {
    engine: E,
    size: BoardSize,
    threads: usize,
    resigns: bool,
    /// The win after our last move.
    held: Option<HeldWin<E::Root, W>>,
    /// The solver that runs beside every search, if that is wanted.
    beside: Option<Solver<W>>,
    /// The solver that finds proofs again, if none runs beside.
    prover: Option<Solver<W>>,
    report: MoveReport,
}

/// Positions that the solver may search to find a win again that it may have proved itself.
const RECALL_NODES: u64 = 200;

/// What the search of a move came to.
#[derive(Default)]
struct Searched {
    outcome: SearchOutcome,
    /// Whether the solver has proved that the side to move loses.
    lost: bool,
    /// A move that the solver has proved to win.
    proved: Option<Cell>,
}

/// A move that joins the edges now.
pub(super) fn winning_stone<const W: usize>(position: &Position<W>) -> Option<Cell> {
    let mover = position.to_move();
    position.empty().iter().find(|&cell| {
        let stones = position.stones(mover).with(cell);
        position.geometry().joins(stones, mover)
    })
}

fn new_solver<const W: usize>(size: BoardSize) -> Solver<W> {
    Solver::new(size, ProveOptions::default())
}

impl<E: Engine<W>, const W: usize> WinKeeper<E, W> {
    pub fn new(size: BoardSize, options: &PlayerOptions) -> Self {
        let beside = E::HAS_SOLVER && options.player.solver;
        Self {
            engine: E::new(size, options),
            size,
            threads: options.player.threads,
            resigns: options.player.resign,
            held: None,
            beside: beside.then(|| new_solver(size)),
            prover: None,
            report: MoveReport::default(),
        }
    }

    /// A move by connections if they decide the game, else by search.
    fn decide(
        &mut self,
        position: &Position<W>,
        request: &MoveRequest,
        begun: Instant,
    ) -> Option<Cell> {
        let held = self.held.take().and_then(|held| held.follow(position));
        if let Some(cell) = winning_stone(position) {
            self.report = certain("won in 1", Some(cell), Score::LOST.to_parent());
            return Some(cell);
        }
        let mut allowance = SearchAllowance {
            request,
            begun,
            empty: position.empty().len(),
            was_won: held.is_some(),
            threads: self.threads,
        };
        let until = allowance.limits(TimeBudget::Full).until;
        let clock = Until {
            observer: request.observer,
            until,
        };
        let mut root = self.engine.prepare_root(position, &clock);
        let winner = root.proved_winner();
        if winner == Some(!position.to_move()) {
            let cell = root.hold_out(until);
            self.report = certain("lost", cell, Score::LOST);
            return cell;
        }
        if let Some(cell) = root.keep_winning(until) {
            return Some(self.hold(position, Some(root), cell));
        }
        // The root that knows what stood on the board before may see more, and takes longer.
        let by_solver = held.as_ref().is_some_and(HeldWin::is_by_solver);
        let mut held_root = held.and_then(HeldWin::into_root);
        if let Some(root) = &mut held_root
            && let Some(cell) = root.keep_winning(until)
        {
            return Some(self.hold(position, held_root, cell));
        }
        // What the solver has proved is in its table; what the search has, in its tree.
        let nodes = (!by_solver).then_some(RECALL_NODES);
        if allowance.was_won
            && (by_solver || self.engine.solver().is_some())
            && let Some(cell) = self.prove(position, &allowance, TimeBudget::Full, nodes)
        {
            return Some(cell);
        }
        allowance.was_won |= winner.is_some();
        // The root that the proof began with knows its connections.
        self.find(position, &held_root.unwrap_or(root), &allowance)
    }

    /// A move by search, and by the solver if a win is not found again.
    fn find(
        &mut self,
        position: &Position<W>,
        root: &E::Root,
        allowance: &SearchAllowance,
    ) -> Option<Cell> {
        let start = Instant::now();
        let Searched {
            outcome,
            lost,
            proved,
        } = self.search(position, root, allowance);
        if let Some(cell) = proved {
            return Some(self.hold(position, None, cell));
        }
        let won = outcome.score.is_some_and(Score::is_won);
        if E::HAS_SOLVER && allowance.was_won && !won {
            for budget in [TimeBudget::Full, TimeBudget::Extended] {
                if let Some(cell) = self.prove(position, allowance, budget, None) {
                    return Some(cell);
                }
            }
        }
        let best = outcome.best;
        self.held = best
            .filter(|_| won)
            .map(|cell| HeldWin::after(position, Some(root.clone()), cell));
        self.report = MoveReport {
            lost: lost || outcome.score.is_some_and(Score::is_lost),
            time: start.elapsed(),
            ..MoveReport::from(outcome)
        };
        best
    }

    /// Searches a position, with one time budget or one after another.
    fn search(
        &mut self,
        position: &Position<W>,
        root: &E::Root,
        allowance: &SearchAllowance,
    ) -> Searched {
        self.engine.carry_over_to(position);
        let budgets = match (allowance.was_won, E::HAS_SOLVER) {
            (true, true) => &[TimeBudget::Half][..],
            (true, false) => &[TimeBudget::Full, TimeBudget::Extended],
            (false, _) => &[TimeBudget::Full],
        };
        let observer = allowance.request.observer;
        let mut searched = Searched::default();
        let (mut nodes, mut evaluations) = (0, 0);
        for &budget in budgets {
            let limits = allowance.limits(budget);
            let engine = &mut self.engine;
            let found = match &mut self.beside {
                None => engine.search(root, limits, observer),
                Some(solver) => {
                    let (found, verdict) = search_beside(solver, position, observer, |observer| {
                        engine.search(root, limits, observer)
                    });
                    let winner = verdict.as_ref().and_then(|verdict| verdict.winner);
                    searched.lost = winner == Some(!position.to_move());
                    if winner == Some(position.to_move()) {
                        searched.proved = verdict.and_then(|verdict| verdict.best);
                    }
                    found
                }
            };
            nodes += found.nodes;
            evaluations += found.evaluations;
            let won = found.score.is_some_and(Score::is_won);
            // A search that was stopped early may know less than the one before.
            if won || found.depth >= searched.outcome.depth {
                searched.outcome = found;
            }
            if won || searched.proved.is_some() {
                break;
            }
        }
        searched.outcome.nodes = nodes;
        searched.outcome.evaluations = evaluations;
        searched
    }

    /// Finds a win again by a solver.
    fn prove(
        &mut self,
        position: &Position<W>,
        allowance: &SearchAllowance,
        budget: TimeBudget,
        nodes: Option<u64>,
    ) -> Option<Cell> {
        let limits = ProofLimits {
            until: allowance.limits(budget).until,
            nodes,
        };
        let solver = match (&mut self.beside, self.engine.solver()) {
            (Some(solver), _) | (None, Some(solver)) => solver,
            (None, None) => self.prover.get_or_insert_with(|| new_solver(self.size)),
        };
        let verdict = solver.solve(position, limits, allowance.request.observer);
        let wins = verdict.winner == Some(position.to_move());
        let cell = verdict.best.filter(|_| wins)?;
        Some(self.hold(position, None, cell))
    }

    /// Plays a move that is proved to win: by this root, or by the solver.
    fn hold(&mut self, position: &Position<W>, root: Option<E::Root>, cell: Cell) -> Cell {
        self.held = Some(HeldWin::after(position, root, cell));
        self.report = certain("won", Some(cell), Score::WON);
        cell
    }
}

/// The report on a move that was not searched.
fn certain(words: &str, cell: Option<Cell>, value: Score) -> MoveReport {
    MoveReport {
        score: Some(words.to_owned()),
        value: Some(value),
        lost: value.is_lost(),
        pv: cell.into_iter().collect(),
        moves: cell
            .map(|cell| RootMove::known(cell, value))
            .into_iter()
            .collect(),
        ..MoveReport::default()
    }
}

fn position_of<const W: usize>(request: &MoveRequest) -> Position<W> {
    let mut position: Position<W> = request.game.board().resize();
    position.set_to_move(request.colour);
    position
}

impl<E: Engine<W>, const W: usize> Player for WinKeeper<E, W> {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let begun = Instant::now();
        let position = position_of(request);
        let cell = self.decide(&position, request, begun);
        if self.resigns && self.report.lost {
            return Move::Resign;
        }
        // A search that was stopped before it began knows no move.
        let cell = cell.or_else(|| longest_resistance(&position, position.empty()));
        cell.map_or(Move::Resign, Move::Place)
    }

    fn ponder(&mut self, request: &MoveRequest) {
        let position = position_of(request);
        if position.winner().is_some() || position.empty().is_empty() {
            return;
        }
        self.engine.carry_over_to(&position);
        let limits = SearchLimits {
            threads: self.threads,
            endless: true,
            ..SearchLimits::default()
        };
        let root = self.engine.prepare_root(&position, request.observer);
        self.engine.ponder(&root, limits, request.observer);
    }

    fn analyze(&mut self, request: &MoveRequest) {
        let position = position_of(request);
        let root = self.engine.prepare_root(&position, request.observer);
        if winning_stone(&position).is_some() || root.proved_winner().is_some() {
            // Nothing is left to search for.
            let _ = self.choose(request);
            return;
        }
        self.engine.carry_over_to(&position);
        let limits = SearchLimits {
            threads: self.threads,
            endless: true,
            search_forced_moves: true,
            ..SearchLimits::default()
        };
        let outcome = self.engine.search(&root, limits, request.observer);
        self.report = MoveReport::from(outcome);
    }

    fn forget(&mut self) {
        self.engine.forget();
        self.held = None;
        self.beside = self.beside.take().map(|_| new_solver(self.size));
        self.prover = None;
        self.report = MoveReport::default();
    }

    fn report(&self) -> Option<&MoveReport> {
        Some(&self.report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Colour;
    use crate::position;

    #[test]
    fn a_move_that_ends_the_game_is_seen() {
        let one: Position<1> = position! { 3 x 3:
            . B .
             . W .
              . . .
        };
        assert_eq!(winning_stone(&one), None);
        let mut joined: Position<1> = position! { 3 x 3:
            . B .
             . . .
              B . .
        };
        joined.set_to_move(Colour::Black);
        let cell = winning_stone(&joined).map(|cell| joined.size().name(cell));
        assert_eq!(cell.as_deref(), Some("a2"));
    }
}
