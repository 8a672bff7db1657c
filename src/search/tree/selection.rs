//! Selection, step 1 of a visit: from the root to a leaf, at each node the move with the highest
//! sum of mean value and exploration, by its prior (PUCT).

use super::graph::SearchGraph;
use super::node::{NodeIndex, SearchNode};
use super::outcome::Outcome;
use super::visit::Visit;

/// More than any value with its exploration: a move whose visits are forced.
const FORCED: f64 = 10.0;

/// Where a visit stops on its way down.
pub(super) enum Stop {
    /// At a node at which it ends: a decided one, or one that was visited more often by other ways.
    Node,
    /// At a node that is due for analysis.
    Analysis,
    /// At a position that its last move had not led to before.
    Leaf,
}

/// What is done at a node.
pub(super) enum Selected {
    /// The move at this index is visited.
    Move(usize),
    /// Its moves decide it, at this distance.
    Decided(Outcome, u16),
}

/// The value of a move with its exploration, which is so much for a prior of 1 and no visits.
pub(super) fn puct(value: f64, exploration: f64, prior: f64, visits: f64) -> f64 {
    value + exploration * prior / (1.0 + visits)
}

impl<const W: usize> SearchGraph<W> {
    /// Takes a visit down from its last node to the next stop; one for an analysis only if there
    /// may be one.
    pub fn descend(&mut self, visit: &mut Visit<W>, may_analyze: bool) -> Stop {
        loop {
            let at = visit.node();
            let node = self.node(at);
            if !node.is_open() {
                return Stop::Node;
            }
            if may_analyze && self.is_due_for_analysis(node) {
                return Stop::Analysis;
            }
            let index = match self.select(at, &[]) {
                Selected::Move(index) => index,
                Selected::Decided(outcome, distance) => {
                    self.node_mut(at).decide(outcome, distance);
                    return Stop::Node;
                }
            };
            visit.play(index, node.moves()[index].0);
            let edge = *self.node_mut(at).edge_mut(index);
            let Some(child) = edge.child else {
                return Stop::Leaf;
            };
            visit.enter(child);
            if self.node(child).visits() > edge.visits {
                return Stop::Node;
            }
        }
    }

    fn is_due_for_analysis(&self, node: &SearchNode<W>) -> bool {
        node.analysis().is_none() && node.visits() >= self.options().analysis_visits
    }

    /// The move to visit next, after some virtual visits of its first moves.
    pub fn select(&self, at: NodeIndex, ahead: &[u32]) -> Selected {
        let node = self.node(at);
        let forced = self.forced_at(at);
        let scale = node.prior_scale();
        let all = f64::from(node.visits() + ahead.iter().sum::<u32>());
        let exploration = self.options().exploration * all.sqrt();
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        let mut tried = 0.0;
        let mut has_unvisited = false;
        for (index, _, prior) in node.candidates() {
            let prior = f64::from(prior) * scale;
            let edge = node.edge(index);
            let visits = edge.visits + ahead.get(index).unwrap_or(&0);
            let child = edge.child.map(|child| self.node(child));
            let score = match child {
                Some(child) => {
                    tried += prior;
                    let visits = f64::from(visits);
                    match child.outcome() {
                        Outcome::Lost => {
                            return Selected::Decided(Outcome::Won, child.distance() + 1);
                        }
                        Outcome::Won => continue,
                        Outcome::Open if visits < forced * (prior * all).sqrt() => FORCED + prior,
                        Outcome::Open => puct(1.0 - child.mean(), exploration, prior, visits),
                    }
                }
                None if visits > 0 => {
                    // Virtual visits alone: nothing is known of it.
                    tried += prior;
                    puct(node.mean(), exploration, prior, f64::from(visits))
                }
                None if !has_unvisited => {
                    has_unvisited = true;
                    let reduction = self.options().fpu_reduction * f64::sqrt(tried);
                    puct((node.mean() - reduction).max(0.0), exploration, prior, 0.0)
                }
                // The other moves without visits have lower priors.
                None if index >= node.edge_count() => break,
                None => continue,
            };
            if score > most {
                (best, most) = (Some(index), score);
            }
        }
        if let Some(index) = best {
            return Selected::Move(index);
        }
        let conclusion = self.conclusion(node);
        let (outcome, distance) = conclusion.expect("a node without moves left is lost");
        Selected::Decided(outcome, distance)
    }
}
