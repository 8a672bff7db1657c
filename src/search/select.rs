//! Which moves are searched, and what is left for what comes after them.
//!
//! Plies are counted in hundredths. Under `Full`, `Beam`, `Taper` and `Dynamic` every move costs
//! one ply. Under SEX search (van Rijswijck 2000, §6.2) a move costs what its category says, and
//! the search goes as deep as the budget lasts: where the side is to move at whose turn positions
//! are judged, only moves that the budget allows are searched; where the other is, all are (§7.3).

use super::costs::{Costs, PLY};
use super::options::{CostBasis, LeafSide, SearchOptions, SelectionKind, Taper};
use super::position::Candidate;
use super::table::RemainingDepth;

/// A place in the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Plies from the root.
    pub ply: usize,
    /// What is left to search.
    pub left: RemainingDepth,
}

/// The rule of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection<'a> {
    options: &'a SearchOptions,
    iteration: u32,
}

impl<'a> Selection<'a> {
    pub fn new(options: &'a SearchOptions, iteration: u32) -> Self {
        Self { options, iteration }
    }

    /// What is left at the root.
    pub fn start(self) -> RemainingDepth {
        RemainingDepth {
            plies: [self.iteration.cast_signed() * PLY; 2],
            breadth: match self.options.select {
                SelectionKind::Dynamic => self.iteration,
                _ => 0,
            },
        }
    }

    /// Whether positions may be judged at this distance from the root.
    fn judges(self, ply: usize) -> bool {
        match self.options.leaves {
            LeafSide::Any => true,
            LeafSide::Own => ply.is_multiple_of(2),
            LeafSide::Other => !ply.is_multiple_of(2),
        }
    }

    /// Whether the search ends here, as far as can be told without the moves.
    pub fn is_leaf(self, place: Node) -> bool {
        let spent = match self.options.select {
            // Whoever cannot pay for any move finds out when he looks at them.
            SelectionKind::Sex => place.left.plies == [0; 2],
            _ => place.left.plies[0] <= 0,
        };
        place.ply > 0 && spent && self.judges(place.ply)
    }

    /// Whether a move's cost is known only when it is played.
    pub fn needs_tension(self) -> bool {
        self.options.select == SelectionKind::Sex && self.options.sex_cost == CostBasis::Tension
    }

    /// Whether the move of this rank is searched, and what is then left. `leading` says that it is
    /// the principal variation's.
    pub fn below(
        self,
        place: Node,
        moves: &[Candidate],
        rank: usize,
        leading: bool,
    ) -> Option<RemainingDepth> {
        let badness = moves[rank].badness;
        let next = self.spent(place, self.ply_for(moves, rank));
        match self.options.select {
            SelectionKind::Full => Some(next),
            SelectionKind::Beam => {
                let width = at(&self.options.beam_width, place.ply);
                ((rank as f64) < width).then_some(next)
            }
            // What looks best is searched, however bad.
            SelectionKind::Taper => {
                (rank == 0 || self.is_good_enough(place, badness)).then_some(next)
            }
            SelectionKind::Dynamic => {
                let breadth = place.left.breadth;
                (place.ply == 0 || rank == 0 || badness <= breadth).then(|| RemainingDepth {
                    breadth: breadth.saturating_sub(badness),
                    ..next
                })
            }
            SelectionKind::Sex => self.paid(place, self.cost(moves, rank, leading)),
        }
    }

    /// What is left after a move that costs its tension, if it is searched.
    pub fn below_tension(
        self,
        place: Node,
        tension: Option<u32>,
        leading: bool,
    ) -> Option<RemainingDepth> {
        let costs = &self.options.sex_costs.tension;
        let cost = costs[Costs::by_tension(tension)];
        self.paid(place, if leading { least(costs) } else { cost })
    }

    /// What is left after a move that the selection would leave out.
    pub fn below_all(self, place: Node) -> RemainingDepth {
        self.spent(place, PLY)
    }

    /// What is left after a pass, so many plies less than after a move.
    pub fn less(self, place: Node, plies: u32) -> RemainingDepth {
        self.spent(place, (plies.cast_signed() + 1) * PLY)
    }

    fn paid(self, place: Node, cost: i32) -> Option<RemainingDepth> {
        // Where positions are not judged, nobody may stop.
        let side = if self.options.two_budgets {
            place.ply % 2
        } else {
            0
        };
        let free = place.ply == 0 || !self.judges(place.ply);
        (free || cost <= place.left.plies[side]).then(|| self.spent(place, cost))
    }

    fn spent(self, place: Node, cost: i32) -> RemainingDepth {
        let mut left = place.left;
        let both = !(self.options.select == SelectionKind::Sex && self.options.two_budgets);
        for side in [0, 1] {
            if both || side == place.ply % 2 {
                left.plies[side] = (left.plies[side] - cost).max(0);
            }
        }
        left
    }

    /// The cost of a move by its category.
    fn cost(self, moves: &[Candidate], rank: usize, leading: bool) -> i32 {
        let costs = &self.options.sex_costs.badness;
        if leading {
            return least(costs);
        }
        costs[Costs::by_badness(category(moves, rank))]
    }

    /// A ply, or nothing for a move that is far ahead of all others (§6.5, singular extensions).
    fn ply_for(self, moves: &[Candidate], rank: usize) -> i32 {
        let ahead = i64::from(self.options.singular);
        if ahead > 0 && moves[rank].badness == 0 && category(moves, rank) <= -ahead {
            0
        } else {
            PLY
        }
    }

    fn is_good_enough(self, place: Node, badness: u32) -> bool {
        if place.ply == 0 && self.options.taper != Taper::Table {
            return true;
        }
        let from_root = place.ply as f64;
        let left = f64::from(place.left.plies[0]) / f64::from(PLY);
        let most = match self.options.taper {
            Taper::Hyperbolic => left / from_root,
            Taper::Fraction => left / (from_root + left),
            Taper::Table => at(&self.options.taper_table, place.ply),
            Taper::Growing => f64::from(self.iteration) - from_root,
        };
        f64::from(badness) <= most.max(0.0) * self.options.taper_scale
    }
}

/// The category of a move (formula 6.1): its badness, or, for the best, how far the second best is
/// behind it, less than 0.
pub fn category(moves: &[Candidate], rank: usize) -> i64 {
    let badness = moves[rank].badness;
    if badness > 0 {
        return i64::from(badness);
    }
    let others = moves.iter().enumerate();
    let others = others.filter(|&(other, _)| other != rank);
    let second = others.map(|(_, candidate)| candidate.badness).min();
    -i64::from(second.unwrap_or(0))
}

/// What moves of the principal variation cost.
fn least(costs: &[i32]) -> i32 {
    costs.iter().min().copied().unwrap_or(PLY)
}

/// The number for a distance from the root; the last goes on.
fn at(numbers: &[f64], ply: usize) -> f64 {
    numbers
        .get(ply)
        .or(numbers.last())
        .copied()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;

    fn moves(badness: &[u32]) -> Vec<Candidate> {
        let one = |(index, &badness): (usize, &u32)| Candidate {
            cell: Cell::new(index),
            merit: 0,
            badness,
        };
        badness.iter().enumerate().map(one).collect()
    }

    fn searched(
        options: &SearchOptions,
        iteration: u32,
        place: Node,
        moves: &[Candidate],
    ) -> Vec<usize> {
        let selection = Selection::new(options, iteration);
        let ranks = 0..moves.len();
        ranks
            .filter(|&rank| selection.below(place, moves, rank, false).is_some())
            .collect()
    }

    fn place(ply: usize, plies: i32) -> Node {
        Node {
            ply,
            left: RemainingDepth::plies(plies * PLY),
        }
    }

    #[test]
    fn a_move_far_ahead_of_all_others_costs_nothing() {
        let mut options = SearchOptions {
            singular: 3,
            ..SearchOptions::default()
        };
        let left = |options: &SearchOptions, badness: &[u32]| {
            let selection = Selection::new(options, 4);
            let moves = moves(badness);
            let left = selection.below(place(1, 4), &moves, 0, false);
            left.map(|left| left.plies[0])
        };
        assert_eq!(left(&options, &[0, 3, 5]), Some(400));
        assert_eq!(left(&options, &[0, 2, 5]), Some(300));
        assert_eq!(left(&options, &[0, 0, 5]), Some(300));
        options.singular = 0;
        assert_eq!(left(&options, &[0, 3, 5]), Some(300));
    }

    #[test]
    fn beams_and_tapers_are_as_wide_as_they_say() {
        let moves = moves(&[0, 1, 2, 3, 9]);
        let mut options = SearchOptions {
            select: SelectionKind::Beam,
            beam_width: vec![4.0, 2.0],
            ..SearchOptions::default()
        };
        assert_eq!(searched(&options, 3, place(0, 3), &moves).len(), 4);
        assert_eq!(searched(&options, 3, place(2, 1), &moves), [0, 1]);
        options.select = SelectionKind::Taper;
        assert_eq!(searched(&options, 5, place(0, 5), &moves).len(), 5);
        // h/d = 4/1, 3/2, 1/4.
        assert_eq!(searched(&options, 5, place(1, 4), &moves), [0, 1, 2, 3]);
        assert_eq!(searched(&options, 5, place(2, 3), &moves), [0, 1]);
        assert_eq!(searched(&options, 5, place(4, 1), &moves), [0]);
        options.taper = Taper::Fraction;
        options.taper_scale = 4.0;
        assert_eq!(searched(&options, 4, place(2, 2), &moves), [0, 1, 2]);
        options.taper = Taper::Table;
        options.taper_scale = 1.0;
        options.taper_table = vec![3.0, 2.0];
        assert_eq!(searched(&options, 4, place(0, 4), &moves).len(), 4);
        assert_eq!(searched(&options, 4, place(3, 1), &moves).len(), 3);
        options.taper = Taper::Growing;
        assert_eq!(searched(&options, 4, place(3, 1), &moves), [0, 1]);
        options.select = SelectionKind::Dynamic;
        let selection = Selection::new(&options, 3);
        let start = Node {
            ply: 0,
            left: selection.start(),
        };
        // Below a bad move the tree is sparse.
        let below = |rank| selection.below(start, &moves, rank, false).unwrap().breadth;
        assert_eq!((below(0), below(2), below(4)), (3, 1, 0));
    }

    #[test]
    fn costs_are_those_of_the_tables() {
        let options = SearchOptions {
            select: SelectionKind::Sex,
            sex_costs: Costs::EXTENSIONS,
            ..SearchOptions::default()
        };
        let selection = Selection::new(&options, 3);
        let left = |moves: &[Candidate], rank, leading| {
            let below = selection.below(place(1, 3), moves, rank, leading);
            below.map(|left| left.plies)
        };
        let alone = moves(&[0, 3, 9]);
        assert_eq!(left(&alone, 0, false), Some([250; 2]));
        assert_eq!(left(&alone, 1, false), Some([200; 2]));
        let reductions = SearchOptions {
            sex_costs: Costs::REDUCTIONS,
            two_budgets: true,
            leaves: LeafSide::Other,
            ..options.clone()
        };
        let selection = Selection::new(&reductions, 3);
        // Category 3 costs four plies, which a budget of three does not pay; the opponent's turn is
        // not asked.
        assert_eq!(selection.below(place(1, 3), &alone, 1, false), None);
        let paid = selection.below(place(1, 4), &alone, 1, false);
        assert_eq!(paid.map(|left| left.plies), Some([400, 0]));
        let asked = selection.below(place(2, 3), &alone, 2, false);
        assert_eq!(asked.map(|left| left.plies), Some([0, 300]));
        let tension = selection.below_tension(place(1, 3), Some(1), false);
        assert_eq!(tension.map(|left| left.plies), Some([300, 50]));
        assert!(selection.needs_tension() || reductions.sex_cost == CostBasis::Badness);
    }

    #[test]
    fn positions_are_judged_at_the_turn_that_is_asked_for() {
        let options = SearchOptions {
            leaves: LeafSide::Own,
            ..SearchOptions::default()
        };
        let selection = Selection::new(&options, 1);
        assert!(!selection.is_leaf(place(1, 0)) && selection.is_leaf(place(2, 0)));
        assert!(!selection.is_leaf(place(0, 0)) && !selection.is_leaf(place(2, 1)));
    }
}
