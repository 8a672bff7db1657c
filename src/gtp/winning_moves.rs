//! The winning moves of a position: first those that the solver knows, then those that are easy to
//! prove. Each open move gets a few positions, then all that are still open get more, and so on, so
//! that one hard move does not keep the others waiting.
//!
//! Moves into cells that fill-in settles are not tried: at best they make the opponent answer, and
//! each would take a long proof.

use super::client::{Client, Drawing};
use crate::hex::{AnyCells, Board, Cell};
use crate::knowledge::analysis::{Analysis, Recipe};
use crate::solver::AnySolver;
use crate::think::{Limits, Observer, WorkKind};

/// The positions that each move gets in the first round, and how many times as many in the next.
const FIRST_ROUND: u64 = 16;
const GROWTH: u64 = 4;

/// The positions that take no noticeable time.
const EASY: u64 = 256;

/// The search for the winning moves of a position.
pub struct WinningMoves<'a> {
    solver: &'a mut dyn AnySolver,
    client: &'a dyn Client,
    position: Board,
    limits: Limits,
    nodes: u64,
    /// The moves proved to win.
    pub won: AnyCells,
    /// The moves of which nothing is proved.
    pub open: AnyCells,
}

/// Stops work on one move as it stops the whole, and draws none of its progress: that would be of
/// a position with another side to move.
struct Part<'a>(&'a dyn Client, WorkKind);

impl Observer for Part<'_> {
    fn should_stop(&self, _: WorkKind) -> bool {
        self.0.should_stop(self.1)
    }
}

impl<'a> WinningMoves<'a> {
    /// The search, before it begins. The game is not over.
    pub fn new(
        solver: &'a mut dyn AnySolver,
        client: &'a dyn Client,
        position: &Board,
        limits: Limits,
    ) -> Self {
        let analysis = Analysis::watched(position, Recipe::Thorough.options(), client);
        // Where all is settled, any move may win.
        let board = match analysis.board().winner() {
            Some(_) => position,
            None => analysis.board(),
        };
        Self {
            solver,
            client,
            position: *position,
            limits,
            nodes: 0,
            won: AnyCells::default(),
            open: board.empty(),
        }
    }

    /// Searches until no move is open, or it is stopped.
    pub fn run(&mut self) {
        let best = self.recall();
        let mut positions = FIRST_ROUND;
        while !self.open.is_empty() {
            let rest = self.open.iter().filter(|&cell| Some(cell) != best);
            let round: Vec<Cell> = best.into_iter().chain(rest).collect();
            for cell in round {
                if self.is_over() {
                    return;
                }
                if self.open.contains(cell) {
                    self.draw(cell);
                    self.prove(cell, positions);
                }
            }
            positions = positions.saturating_mul(GROWTH);
        }
    }

    fn is_over(&self) -> bool {
        let used_up = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        used_up || self.limits.is_over(self.client)
    }

    /// Takes over what is known already; returns the move to try first.
    fn recall(&mut self) -> Option<Cell> {
        let known = self.solver.proof_numbers(&self.position).into_iter();
        let known = known.filter_map(|(cell, numbers)| Some((cell, numbers.wins()?)));
        let (won, lost): (Vec<_>, Vec<_>) = known.partition(|&(_, wins)| wins);
        for (cell, _) in won {
            self.win(cell);
        }
        // A known result costs nothing.
        let part = Part(self.client, self.limits.work());
        let root = self.solver.solve(&self.position, Limits::nodes(1), &part);
        if root.winner == Some(!self.position.to_move()) {
            self.open = AnyCells::default();
            return None;
        }
        let best = root.best.filter(|&cell| !self.won.contains(cell));
        if let Some(best) = best.filter(|_| root.winner.is_some()) {
            // It may be settled: then it wins by what it makes the opponent answer.
            self.prove(best, EASY);
        }
        for (cell, _) in lost {
            // For what the opponent needs.
            self.prove(cell, 1);
        }
        best.filter(|&cell| self.open.contains(cell))
    }

    fn win(&mut self, cell: Cell) {
        self.open.remove(cell);
        self.won.insert(cell);
    }

    /// Tries to prove who wins after a move.
    fn prove(&mut self, cell: Cell, positions: u64) {
        let mut after = self.position;
        after.play(cell);
        let rest = self.limits.after(self.nodes);
        let most = rest.nodes.map_or(positions, |most| most.min(positions));
        let limits = Limits {
            nodes: Some(most),
            ..rest
        };
        let part = Part(self.client, self.limits.work());
        let result = self.solver.solve(&after, limits, &part);
        self.nodes += result.nodes;
        match result.winner {
            Some(winner) if winner == self.position.to_move() => self.win(cell),
            Some(_) => {
                self.open.remove(cell);
                // Whatever does not touch what the opponent needs loses as well.
                self.open &= result.carrier;
            }
            None => {}
        }
    }

    /// Draws the moves found so far, or the one that is tried.
    fn draw(&self, tried: Cell) {
        let first = self.won.first().unwrap_or(tried);
        let mut labels: Vec<(Cell, String)> =
            self.won.iter().map(|cell| (cell, "W".to_owned())).collect();
        if labels.is_empty() {
            labels.push((tried, "?".to_owned()));
        }
        let colour = self.position.to_move();
        self.client.draw(&Drawing {
            colour,
            line: vec![first],
            labels,
            status: format!(
                "Winning moves of {}: {} proved so far, {} cells open.",
                colour.title(),
                self.won.len(),
                self.open.len()
            ),
        });
    }

    /// What was found, in a sentence.
    pub fn words(&self) -> String {
        let colour = self.position.to_move();
        let side = colour.title();
        let open = self.open.len();
        match (self.won.is_empty(), open) {
            (true, 0) => format!(
                "No move wins: {} wins with {side} to move (proved).",
                (!colour).title()
            ),
            (false, 0) => format!(
                "Green: all moves that win for {side} (proved), without those on settled cells."
            ),
            (true, _) => format!(
                "No move of {side} is proved to win yet, {open} are open. Ask again to go on."
            ),
            (false, _) => format!(
                "Green: moves proved to win for {side}. {open} others are open: ask again to go on."
            ),
        }
    }
}
