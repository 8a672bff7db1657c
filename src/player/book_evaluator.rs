//! The evaluation of a position without some moves, by the search of a player: for opening books.

use super::PlayerOptions;
use crate::at_width;
use crate::hex::{Board, Cell, Position};
use crate::knowledge::analysis::Analysis;
use crate::player::book::{PositionEvaluation, PositionEvaluator};
use crate::search::tree::TreeSearch;
use crate::think::{Budget, Limits, NoObserver, Score};
use std::sync::Arc;

/// Searches each position with a tree of its own.
#[derive(Clone, Debug)]
pub struct BookEvaluator {
    options: PlayerOptions,
    /// Of a search.
    budget: Budget,
}

impl BookEvaluator {
    /// The player with these options, with this budget for each search.
    pub fn new(options: &PlayerOptions, budget: Budget) -> Self {
        Self {
            options: options.clone(),
            budget,
        }
    }

    fn at<const W: usize>(&self, position: &Position<W>, without: &[Cell]) -> PositionEvaluation {
        let analysis = Analysis::new(position, self.options.analysis());
        if let Some((winner, _)) = analysis.decided() {
            let won = winner == position.to_move();
            return PositionEvaluation {
                best: None,
                score: Some(if won { Score::WON } else { Score::LOST }),
                effort: 1,
            };
        }
        let limits = Limits {
            // A single move is searched too, for its value.
            search_forced_moves: true,
            ..self.budget.from_now()
        };
        let networks = [
            self.options.stones_network(),
            self.options.analysis_network(),
        ];
        let options = self.options.tree.varied(self.options.player.seed);
        let mut search = TreeSearch::<W>::with_networks(position.size(), options, networks);
        let outcome = search.run_without(&Arc::new(analysis), without, limits, &NoObserver);
        PositionEvaluation {
            best: outcome.best,
            score: outcome.score,
            effort: outcome.nodes,
        }
    }
}

impl PositionEvaluator for BookEvaluator {
    fn evaluate(&self, board: &Board, without: &[Cell]) -> PositionEvaluation {
        at_width!(board.size(), W => self.at::<W>(&board.resize(), without))
    }
}
