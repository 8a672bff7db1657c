//! Which moves are searched, and how deep.
//!
//! A [`Selection`] splits the moves of a node: those that it selects are searched first; those that
//! it omits are searched only as long as all others are proved lost, so that a loss is proved by
//! every move. [`WidthSelection`] has the selections of the engine: all moves, a beam, or moves
//! that are not too bad (van Rijswijck 2000, §6.1, §7.1), each a ply deep.

use super::node::{Node, PLY, RemainingDepth};
use super::options::{LeafSide, SearchOptions, SelectionKind, Taper};
use super::position::{Candidate, SearchPosition};
use super::window::Window;
use super::worker::{PvsWorker, SearchStopped};
use crate::hex::Cell;
use crate::think::Score;

/// Decides which moves of a node are searched and which depth remains below them.
pub trait Selection<P: SearchPosition<W>, const W: usize>: Sync {
    /// The iterations from one to the next.
    fn iteration_step(&self) -> u32;

    /// The depth at the root.
    fn root_depth(&self, iteration: u32) -> RemainingDepth;

    /// Whether to evaluate the node, as far as that can be decided without its moves.
    fn is_leaf(&self, node: Node) -> bool;

    /// Whether the move of this rank is searched before those that are omitted.
    fn selects(&self, node: Node, moves: &[Candidate], rank: usize) -> bool;

    /// The depth that remains after a selected move; `None` if the move costs more than there is.
    /// `on_pv`: whether it continues the principal variation.
    fn depth_after(
        &self,
        position: &mut P,
        node: Node,
        moves: &[Candidate],
        rank: usize,
        on_pv: bool,
    ) -> Option<RemainingDepth>;

    /// The depth that remains after an omitted move.
    fn depth_after_omitted(&self, node: Node) -> RemainingDepth {
        node.depth.less(PLY)
    }

    /// The score of a leaf. `last` is the move before it; `None` after a pass.
    fn evaluate(&self, position: &mut P, _last: Option<Cell>) -> Score {
        Score::estimate(position.evaluate())
    }

    /// A score for a node whose moves need not be searched, if there is one.
    fn cut_off(
        &self,
        _worker: &mut PvsWorker<'_, P, W>,
        _node: Node,
        _window: Window,
    ) -> Result<Option<Score>, SearchStopped> {
        Ok(None)
    }
}

/// A rule for the width of the tree, the same for all nodes of a ply.
#[derive(Clone, Copy, Debug)]
enum Width<'a> {
    /// All moves.
    Full,
    /// The best so many, at each ply.
    Beam(&'a [f64]),
    /// Moves whose badness is not above what [`Taper`] allows.
    Taper { taper: Taper, table: &'a [f64] },
}

/// A selection by width, in which every move costs one ply.
#[derive(Clone, Copy, Debug)]
pub struct WidthSelection<'a> {
    width: Width<'a>,
    leaves: LeafSide,
}

impl<'a> WidthSelection<'a> {
    /// The selection of these options.
    pub fn new(options: &'a SearchOptions) -> Self {
        let width = match options.select {
            SelectionKind::Full => Width::Full,
            SelectionKind::Beam => Width::Beam(&options.beam_width),
            SelectionKind::Taper => Width::Taper {
                taper: options.taper,
                table: &options.taper_table,
            },
        };
        Self {
            width,
            leaves: options.leaves,
        }
    }

    /// Whether the move of this rank is searched.
    pub fn admits(&self, node: Node, moves: &[Candidate], rank: usize) -> bool {
        match self.width {
            Width::Full => true,
            Width::Beam(widths) => (rank as f64) < at_ply(widths, node.ply),
            // The best move is searched, however bad.
            Width::Taper { taper, table } => {
                let all = node.ply == 0 && taper != Taper::Table;
                let badness = f64::from(moves[rank].badness);
                rank == 0 || all || badness <= allowed(node, taper, table)
            }
        }
    }
}

impl<P: SearchPosition<W>, const W: usize> Selection<P, W> for WidthSelection<'_> {
    fn iteration_step(&self) -> u32 {
        self.leaves.iteration_step()
    }

    fn root_depth(&self, iteration: u32) -> RemainingDepth {
        RemainingDepth::plies(iteration.cast_signed() * PLY)
    }

    fn is_leaf(&self, node: Node) -> bool {
        node.ply > 0 && node.depth.plies[0] <= 0 && self.leaves.may_evaluate(node.ply)
    }

    fn selects(&self, node: Node, moves: &[Candidate], rank: usize) -> bool {
        self.admits(node, moves, rank)
    }

    fn depth_after(
        &self,
        _position: &mut P,
        node: Node,
        _moves: &[Candidate],
        _rank: usize,
        _on_pv: bool,
    ) -> Option<RemainingDepth> {
        Some(node.depth.less(PLY))
    }
}

impl LeafSide {
    /// Whether nodes at this distance from the root may be evaluated.
    pub fn may_evaluate(self, ply: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Own => ply.is_multiple_of(2),
            Self::Other => !ply.is_multiple_of(2),
        }
    }

    /// The iterations from one to the next: where leaves belong to one side, every second iteration
    /// has the same leaves as the one before.
    pub fn iteration_step(self) -> u32 {
        match self {
            Self::Any => 1,
            Self::Own | Self::Other => 2,
        }
    }
}

/// The badness that a taper allows, below the root.
fn allowed(node: Node, taper: Taper, table: &[f64]) -> f64 {
    let from_root = node.ply as f64;
    let left = f64::from(node.depth.plies[0]) / f64::from(PLY);
    let most = match taper {
        Taper::Hyperbolic => left / from_root,
        Taper::Fraction => left / (from_root + left),
        Taper::Table => at_ply(table, node.ply),
        Taper::Growing => f64::from(node.iteration) - from_root,
    };
    most.max(0.0)
}

/// The number for a distance from the root; the last goes on.
fn at_ply(numbers: &[f64], ply: usize) -> f64 {
    numbers
        .get(ply)
        .or(numbers.last())
        .copied()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::parameter::Numbers;
    use crate::search::alpha_beta::PlainPosition;

    fn moves(badness: &[u32]) -> Vec<Candidate> {
        let one = |(index, &badness): (usize, &u32)| Candidate {
            cell: Cell::new(index),
            merit: 0,
            badness,
        };
        badness.iter().enumerate().map(one).collect()
    }

    fn searched(options: &SearchOptions, node: Node, moves: &[Candidate]) -> Vec<usize> {
        let selection = WidthSelection::new(options);
        let ranks = 0..moves.len();
        ranks
            .filter(|&rank| selection.admits(node, moves, rank))
            .collect()
    }

    fn node(iteration: u32, ply: usize, plies: i32) -> Node {
        Node {
            ply,
            depth: RemainingDepth::plies(plies * PLY),
            iteration,
        }
    }

    #[test]
    fn beams_and_tapers_have_the_width_they_claim() {
        let moves = moves(&[0, 1, 2, 3, 9]);
        let mut options = SearchOptions {
            select: SelectionKind::Beam,
            beam_width: Numbers::of(&[4.0, 2.0]),
            ..SearchOptions::default()
        };
        assert_eq!(searched(&options, node(3, 0, 3), &moves).len(), 4);
        assert_eq!(searched(&options, node(3, 2, 1), &moves), [0, 1]);
        options.select = SelectionKind::Taper;
        assert_eq!(searched(&options, node(5, 0, 5), &moves).len(), 5);
        // h/d = 4/1, 3/2, 1/4.
        assert_eq!(searched(&options, node(5, 1, 4), &moves), [0, 1, 2, 3]);
        assert_eq!(searched(&options, node(5, 2, 3), &moves), [0, 1]);
        assert_eq!(searched(&options, node(5, 4, 1), &moves), [0]);
        options.taper = Taper::Fraction;
        assert_eq!(searched(&options, node(4, 2, 2), &moves), [0]);
        options.taper = Taper::Table;
        options.taper_table = Numbers::of(&[3.0, 2.0]);
        assert_eq!(searched(&options, node(4, 0, 4), &moves).len(), 4);
        assert_eq!(searched(&options, node(4, 3, 1), &moves).len(), 3);
        options.taper = Taper::Growing;
        assert_eq!(searched(&options, node(4, 3, 1), &moves), [0, 1]);
    }

    #[test]
    fn positions_are_evaluated_at_the_turn_that_is_asked_for() {
        let options = SearchOptions {
            leaves: LeafSide::Own,
            ..SearchOptions::default()
        };
        let selection = WidthSelection::new(&options);
        let is_leaf = |ply, plies| {
            let selection: &dyn Selection<PlainPosition<1>, 1> = &selection;
            selection.is_leaf(node(1, ply, plies))
        };
        assert!(!is_leaf(1, 0) && is_leaf(2, 0));
        assert!(!is_leaf(0, 0) && !is_leaf(2, 1));
    }
}
