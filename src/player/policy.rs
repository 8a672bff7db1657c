//! The player by the network of policy and value alone.

use super::{MoveReport, MoveRequest, Player, PlayerOptions};
use crate::hex::SwapRight;
use crate::hex::{Board, Cell, Move};
use crate::network::Evaluator;
use crate::think::Score;
use std::sync::Arc;

/// Plays the move with the highest prior.
#[derive(Debug)]
pub struct Policy {
    evaluator: Evaluator,
    report: MoveReport,
}

impl Policy {
    /// A player by the network of these options.
    pub fn new(options: &PlayerOptions) -> Self {
        let network = options.stones_network();
        Self {
            evaluator: Evaluator::new(Arc::clone(network)),
            report: MoveReport::default(),
        }
    }

    /// The first stone after which the chances are closest to even, of those that it would not take
    /// over itself.
    fn even(&mut self, board: &Board) -> Option<Cell> {
        let mut unfair = |cell: &Cell| {
            let mut next = *board;
            next.play(*cell);
            let value = self.evaluator.evaluate(&next).value;
            (value < u16::MAX / 2, value.abs_diff(u16::MAX / 2))
        };
        board.empty().iter().min_by_key(|cell| unfair(cell))
    }
}

impl Player for Policy {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let mut board = *request.game.board();
        board.set_to_move(request.colour);
        if request.swap == SwapRight::MayBeSwapped && board.empty().len() == board.size().cells() {
            return self.even(&board).map_or(Move::Resign, Move::Place);
        }
        let prediction = self.evaluator.evaluate(&board);
        if request.swap == SwapRight::MaySwap && prediction.value < u16::MAX / 2 {
            return Move::Swap;
        }
        let value = Score::of_win_rate(prediction.win());
        let best = prediction.moves.first().map(|&(cell, _)| cell);
        self.report = MoveReport {
            best,
            score: Some(value.to_string()),
            value: Some(value),
            evaluations: 1,
            nodes: 1,
            ..MoveReport::default()
        };
        best.map_or(Move::Resign, Move::Place)
    }

    fn report(&self) -> Option<&MoveReport> {
        Some(&self.report)
    }
}
