//! What `mustplay` says of a position if some moves cannot be made: how opening books grow.

use super::PlayerOptions;
use crate::analysis::Analysis;
use crate::at_width;
use crate::board::{Board, Cell, Position};
use crate::book::{Judge, Judgement};
use crate::montecarlo::{self, MonteCarloOptions};
use crate::think::NoObserver;
use crate::think::{Score, SearchLimits};
use std::time::{Duration, Instant};

/// A player that has seen nothing before, for each position anew.
#[derive(Clone, Debug)]
pub struct BookEvaluator {
    options: PlayerOptions,
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl BookEvaluator {
    /// The player with these options, which searches so many positions at most, or so long.
    pub fn new(options: &PlayerOptions, nodes: Option<u64>, time: Option<Duration>) -> Self {
        Self {
            options: options.effective(),
            nodes,
            time,
        }
    }

    fn at<const W: usize>(&self, position: &Position<W>, without: &[Cell]) -> Judgement {
        let look = Analysis::new(position, self.options.analysis());
        if let Some((winner, _)) = look.decided() {
            let won = winner == position.to_move();
            return Judgement {
                best: None,
                score: Some(if won { Score::WON } else { Score::LOST }),
                effort: 1,
            };
        }
        let limits = SearchLimits {
            until: self.time.and_then(|time| Instant::now().checked_add(time)),
            nodes: self.nodes,
            threads: 1,
            // What a move without alternative is worth is asked, too.
            thorough: true,
            ..SearchLimits::default()
        };
        let options = MonteCarloOptions::read(&self.options.montecarlo);
        let seed = self.options.player.whole("seed");
        let mut search = montecarlo::MonteCarloSearch::<W>::new(position.size(), options, seed);
        let outcome = search.search_without(&look, without, limits, &NoObserver);
        Judgement {
            best: outcome.best,
            score: outcome.score,
            effort: outcome.nodes + outcome.evaluations,
        }
    }
}

impl Judge for BookEvaluator {
    fn judge(&self, board: &Board, without: &[Cell]) -> Judgement {
        at_width!(board.size(), W => self.at::<W>(&board.resize(), without))
    }
}
