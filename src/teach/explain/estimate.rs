//! The estimate of a position that is not proved, by a tree search.

use crate::hex::Cell;
use crate::knowledge::analysis::Analysis;
use crate::search::tree::{KeptTree, TreeSearch};
use crate::think::Observer;
use crate::think::{Limits, Score, SearchOutcome};
use std::sync::Arc;

/// The estimate of a position by a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The best move.
    pub best: Cell,
    /// The share of games that the side to move is estimated to win, from 0 to 1.
    pub share: f64,
    /// What both sides are expected to play.
    pub line: Vec<Cell>,
    /// The moves, the best first, each with its estimated win rate if it was searched.
    pub moves: Vec<(Cell, Option<f64>)>,
    /// Visits of the search.
    pub visits: u64,
    /// The most visited positions, from which another search can go on.
    pub tree: KeptTree,
}

/// The visits below which the share means nothing.
const FEW: u64 = 100;

impl Estimate {
    /// The share, if there were so many visits that it means something.
    pub fn chances(&self) -> Option<f64> {
        (self.visits >= FEW).then_some(self.share)
    }
}

/// What came out of a search.
pub(super) enum SearchResult {
    /// The search ended: the side to move wins, by this move, or loses.
    Settled(bool, Option<Cell>),
    /// An estimate.
    Open(Estimate),
    /// It found no move.
    Nothing,
}

/// Searches a position that its analysis leaves open.
pub(super) fn search_open<const W: usize>(
    analysis: &Arc<Analysis<W>>,
    search: &mut TreeSearch<W>,
    limits: Limits,
    observer: &dyn Observer,
) -> SearchResult {
    let outcome = search.run(analysis, limits, observer);
    if let Some(score) = outcome.score
        && score.is_proved()
    {
        return SearchResult::Settled(score.is_won(), outcome.best);
    }
    let estimate = estimate_of(outcome, search.kept_tree(KeptTree::MOST));
    estimate.map_or(SearchResult::Nothing, SearchResult::Open)
}

fn estimate_of(outcome: SearchOutcome, tree: KeptTree) -> Option<Estimate> {
    let best = outcome.best?;
    let moves = outcome.moves.iter();
    Some(Estimate {
        best,
        share: outcome.score.map_or(0.5, share),
        line: outcome.pv,
        moves: moves
            .map(|root| (root.cell, root.score.map(share)))
            .collect(),
        visits: outcome.nodes,
        tree,
    })
}

/// A score as a share of games won: estimates are how much likelier than half a win is, twice, in
/// thousandths.
fn share(score: Score) -> f64 {
    if score.is_proved() {
        return f64::from(u8::from(score.is_won()));
    }
    (f64::from(score.value()) / 2000.0 + 0.5).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::think::RootMove;

    #[test]
    fn scores_are_shares_of_games() {
        let estimates = [-5000, -1000, 0, 500, 1000, 5000].map(Score::estimate);
        let shares: Vec<f64> = estimates.into_iter().map(share).collect();
        assert_eq!(shares, [0.0, 0.0, 0.5, 0.75, 1.0, 1.0]);
        let proofs = [Score::LOST, Score::WON, Score::WON.to_parent()];
        let shares: Vec<f64> = proofs.into_iter().map(share).collect();
        assert_eq!(shares, [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_share_of_few_visits_means_nothing() {
        let [best, other] = [4, 7].map(Cell::new);
        let outcome = |nodes| SearchOutcome {
            best: Some(best),
            score: Some(Score::estimate(-200)),
            pv: vec![best, other],
            nodes,
            moves: vec![
                RootMove::known(best, Score::estimate(-200)),
                RootMove {
                    score: None,
                    ..RootMove::known(other, Score::LOST)
                },
            ],
            ..SearchOutcome::default()
        };
        let estimate = estimate_of(outcome(FEW), KeptTree::default()).expect("a move");
        assert_eq!(estimate.chances(), Some(0.4));
        assert_eq!(estimate.moves, [(best, Some(0.4)), (other, None)]);
        assert_eq!(estimate.line, [best, other]);
        let estimate = estimate_of(outcome(FEW - 1), KeptTree::default()).expect("a move");
        assert_eq!((estimate.chances(), estimate.share), (None, 0.4));
        let nothing = SearchOutcome::default();
        assert_eq!(estimate_of(nothing, KeptTree::default()), None);
    }
}
