//! Dynamic width, SEX search, and the ideas that the thesis tried and rejected.
//!
//! *Dynamic width* (van Rijswijck 2000, §8.1) limits the badness of a whole line, so the tree is
//! sparse below bad moves. In *SEX search* (§6.2) a move costs what its category says, and the
//! search goes as deep as the budget allows. Positions are evaluated with one particular side to
//! move: of that side's moves only those within the budget are searched, of the other side's all
//! (§7.3).
//!
//! The *rejected ideas* (§6.5) are options, off by default: null moves, pruning above a threshold,
//! balanced evaluation, singular extensions. They change estimates and what is searched, so they
//! can miss an important move. But a node that one of them cuts off gets an estimate, never a win
//! or a loss, so proofs stay valid.

use super::costs::Costs;
use super::options::{Budgets, CostBasis, LineSelection, QueenbeeOptions};
use crate::hex::Cell;
use crate::player::searches::Selections;
use crate::search::alpha_beta::{
    Candidate, LeafSide, Node, PLY, PlainPosition, PvsWorker, RemainingDepth, SearchOptions,
    SearchPosition, SearchStopped, Selection, WidthSelection, Window,
};
use crate::think::Score;

/// The selection of Queenbee.
#[derive(Clone, Copy, Debug)]
pub struct QueenbeeSelection<'a> {
    options: &'a QueenbeeOptions,
    leaves: LeafSide,
    costs: Costs,
    kind: Kind<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Kind<'a> {
    Width(WidthSelection<'a>),
    Dynamic,
    Sex,
}

/// The selection for these options.
pub fn selection<'a, P: SearchPosition<W>, const W: usize>(
    search: &'a SearchOptions,
    options: &'a QueenbeeOptions,
) -> Box<dyn Selection<P, W> + 'a> {
    let queenbee = QueenbeeSelection::new(search, options);
    match queenbee.kind {
        Kind::Width(width) if !queenbee.has_ideas() => Box::new(width),
        _ => Box::new(queenbee),
    }
}

impl Selections for QueenbeeOptions {
    fn selection<'a, const W: usize>(
        &'a self,
        search: &'a SearchOptions,
    ) -> Box<dyn Selection<PlainPosition<W>, W> + 'a> {
        selection(search, self)
    }
}

impl<'a> QueenbeeSelection<'a> {
    /// The selection of these options.
    pub fn new(search: &'a SearchOptions, options: &'a QueenbeeOptions) -> Self {
        let kind = match options.select {
            LineSelection::Off => Kind::Width(WidthSelection::new(search)),
            LineSelection::Dynamic => Kind::Dynamic,
            LineSelection::Sex => Kind::Sex,
        };
        Self {
            options,
            leaves: search.leaves,
            costs: Costs::of(options),
            kind,
        }
    }

    /// Whether one of the rejected ideas is switched on.
    fn has_ideas(&self) -> bool {
        let options = self.options;
        options.null_move > 0 || options.prune || options.balanced || options.singular > 0
    }

    /// The side whose budget pays for a move at this ply.
    fn side(&self, ply: usize) -> usize {
        if self.options.sex_budgets == Budgets::Two {
            ply % 2
        } else {
            0
        }
    }

    /// The depth after a move of this cost.
    fn less(&self, node: Node, cost: i32) -> RemainingDepth {
        if !matches!(self.kind, Kind::Sex) || !(self.options.sex_budgets == Budgets::Two) {
            return node.depth.less(cost);
        }
        let mut depth = node.depth;
        let plies = &mut depth.plies[node.ply % 2];
        *plies = (*plies - cost).max(0);
        depth
    }

    /// The depth after a move of this cost, if the budget allows the move.
    fn paid(&self, node: Node, cost: i32) -> Option<RemainingDepth> {
        // The search cannot stop where positions are not evaluated.
        let free = node.ply == 0 || !self.leaves.may_evaluate(node.ply);
        (free || cost <= node.depth.plies[self.side(node.ply)]).then(|| self.less(node, cost))
    }

    /// The cost of a move by its category; moves of the principal variation cost the least.
    fn cost(&self, moves: &[Candidate], rank: usize, on_pv: bool) -> i32 {
        let costs = &self.costs.badness;
        if on_pv {
            least(costs)
        } else {
            costs[Costs::by_badness(category(moves, rank))]
        }
    }

    /// The same by its tension.
    fn tension_cost(&self, tension: Option<u32>, on_pv: bool) -> i32 {
        let costs = &self.costs.tension;
        if on_pv {
            least(costs)
        } else {
            costs[Costs::by_tension(tension)]
        }
    }

    /// One ply, or none for a move that is far ahead of all others (§6.5, singular extensions).
    fn ply_for(&self, moves: &[Candidate], rank: usize) -> i32 {
        let ahead = i64::from(self.options.singular);
        if ahead > 0 && moves[rank].badness == 0 && category(moves, rank) <= -ahead {
            0
        } else {
            PLY
        }
    }

    /// The depth after a move whose cost is known without playing it.
    fn depth_by_rank(
        &self,
        node: Node,
        moves: &[Candidate],
        rank: usize,
        on_pv: bool,
    ) -> Option<RemainingDepth> {
        match self.kind {
            Kind::Width(width) => {
                let searched = width.admits(node, moves, rank);
                searched.then(|| self.less(node, self.ply_for(moves, rank)))
            }
            Kind::Dynamic => {
                let (badness, breadth) = (moves[rank].badness, node.depth.breadth);
                (node.ply == 0 || rank == 0 || badness <= breadth).then(|| RemainingDepth {
                    breadth: breadth.saturating_sub(badness),
                    ..self.less(node, self.ply_for(moves, rank))
                })
            }
            Kind::Sex => self.paid(node, self.cost(moves, rank, on_pv)),
        }
    }

    fn is_by_tension(&self) -> bool {
        matches!(self.kind, Kind::Sex) && self.options.sex_cost == CostBasis::Tension
    }

    /// Null move: passes and searches the opponent's moves to a reduced depth (Goetsch and Campbell
    /// 1990). A move never harms its side, so a position that is too good after a pass is too good.
    /// There is at most one pass in a line.
    fn null_move<P: SearchPosition<W>, const W: usize>(
        &self,
        worker: &mut PvsWorker<'_, P, W>,
        node: Node,
        window: Window,
    ) -> Result<Option<Score>, SearchStopped> {
        let plies = self.options.null_move;
        if plies == 0 || window.beta.is_proved() {
            return Ok(None);
        }
        let next = node.child(self.less(node, (plies.cast_signed() + 1) * PLY));
        // A zero window just below beta.
        let zero = Window::zero(window.beta.previous()).of_child();
        let searched = worker.with_pass(|worker| worker.search_node(next, zero, None, None));
        let Some(score) = searched else {
            return Ok(None);
        };
        let score = score?.to_parent();
        Ok((score >= window.beta).then_some(window.beta))
    }
}

impl<P: SearchPosition<W>, const W: usize> Selection<P, W> for QueenbeeSelection<'_> {
    fn iteration_step(&self) -> u32 {
        match self.kind {
            Kind::Sex => 1,
            _ => self.leaves.iteration_step(),
        }
    }

    fn root_depth(&self, iteration: u32) -> RemainingDepth {
        RemainingDepth {
            breadth: match self.kind {
                Kind::Dynamic => iteration,
                _ => 0,
            },
            ..RemainingDepth::plies(iteration.cast_signed() * PLY)
        }
    }

    fn is_leaf(&self, node: Node) -> bool {
        let spent = match self.kind {
            // Whether the budget allows any move is known only after move generation.
            Kind::Sex => node.depth.plies == [0; 2],
            _ => node.depth.plies[0] <= 0,
        };
        node.ply > 0 && spent && self.leaves.may_evaluate(node.ply)
    }

    fn selects(&self, node: Node, moves: &[Candidate], rank: usize) -> bool {
        self.is_by_tension() || self.depth_by_rank(node, moves, rank, false).is_some()
    }

    fn depth_after(
        &self,
        position: &mut P,
        node: Node,
        moves: &[Candidate],
        rank: usize,
        on_pv: bool,
    ) -> Option<RemainingDepth> {
        if self.is_by_tension() {
            let tension = tension(position, moves[rank].cell);
            return self.paid(node, self.tension_cost(tension, on_pv));
        }
        self.depth_by_rank(node, moves, rank, on_pv)
    }

    fn depth_after_omitted(&self, node: Node) -> RemainingDepth {
        self.less(node, PLY)
    }

    /// The evaluation. If balanced, the mean of it and of that of the position before, both for the
    /// side to move, so that neither side profits from the last move.
    fn evaluate(&self, position: &mut P, last: Option<Cell>) -> Score {
        let own = position.evaluate();
        let value = match last.filter(|_| self.options.balanced) {
            Some(cell) => {
                position.undo();
                let before = position.evaluate();
                position.play(cell);
                i64::midpoint(own.into(), -i64::from(before))
            }
            None => own.into(),
        };
        Score::estimate(value.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The score of a node that is good enough for the side to move: at once, or even after a pass.
    fn cut_off(
        &self,
        worker: &mut PvsWorker<'_, P, W>,
        node: Node,
        window: Window,
    ) -> Result<Option<Score>, SearchStopped> {
        if self.options.prune {
            let now = Score::estimate(worker.position.evaluate());
            if now > Score::estimate(self.options.prune_threshold) {
                return Ok(Some(now));
            }
        }
        self.null_move(worker, node, window)
    }
}

/// The category of a move (formula 6.1): its badness or, for the best move, minus the lead over the
/// second best.
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

/// The tension of a move: how much it changes the difference of both sides' two-distances; `None`
/// if that is infinite.
pub fn tension<P: SearchPosition<W>, const W: usize>(position: &mut P, cell: Cell) -> Option<u32> {
    let difference = |position: &P| {
        let [black, white] = position.distances();
        Some(black?.cast_signed() - white?.cast_signed())
    };
    let before = difference(position);
    position.play(cell);
    let after = difference(position);
    position.undo();
    Some(before?.abs_diff(after?))
}

/// The cost of moves of the principal variation.
fn least(costs: &[i32]) -> i32 {
    costs.iter().min().copied().unwrap_or(PLY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::engines::queenbee::Weights;

    fn moves(badness: &[u32]) -> Vec<Candidate> {
        let one = |(index, &badness): (usize, &u32)| Candidate {
            cell: Cell::new(index),
            merit: 0,
            badness,
        };
        badness.iter().enumerate().map(one).collect()
    }

    fn node(ply: usize, plies: i32) -> Node {
        Node {
            ply,
            depth: RemainingDepth::plies(plies * PLY),
            iteration: 4,
        }
    }

    #[test]
    fn a_move_far_ahead_of_all_others_costs_nothing() {
        let mut options = QueenbeeOptions {
            singular: 3,
            ..QueenbeeOptions::default()
        };
        let search = SearchOptions::default();
        let left = |options: &QueenbeeOptions, badness: &[u32]| {
            let selection = QueenbeeSelection::new(&search, options);
            let left = selection.depth_by_rank(node(1, 4), &moves(badness), 0, false);
            left.map(|left| left.plies[0])
        };
        assert_eq!(left(&options, &[0, 3, 5]), Some(400));
        assert_eq!(left(&options, &[0, 2, 5]), Some(300));
        assert_eq!(left(&options, &[0, 0, 5]), Some(300));
        options.singular = 0;
        assert_eq!(left(&options, &[0, 3, 5]), Some(300));
    }

    #[test]
    fn below_a_bad_move_the_dynamic_tree_is_sparse() {
        let moves = moves(&[0, 1, 2, 3, 9]);
        let options = QueenbeeOptions {
            select: LineSelection::Dynamic,
            ..QueenbeeOptions::default()
        };
        let search = SearchOptions::default();
        let selection = QueenbeeSelection::new(&search, &options);
        let start = Node {
            depth: RemainingDepth {
                breadth: 3,
                ..RemainingDepth::plies(3 * PLY)
            },
            ..node(0, 3)
        };
        let below = |rank| {
            selection
                .depth_by_rank(start, &moves, rank, false)
                .unwrap()
                .breadth
        };
        assert_eq!((below(0), below(2), below(4)), (3, 1, 0));
    }

    #[test]
    fn costs_are_those_of_the_tables() {
        let options = QueenbeeOptions {
            select: LineSelection::Sex,
            sex_weights: Weights::Extensions,
            ..QueenbeeOptions::default()
        };
        let search = SearchOptions::default();
        let selection = QueenbeeSelection::new(&search, &options);
        let left = |moves: &[Candidate], rank, on_pv| {
            let below = selection.depth_by_rank(node(1, 3), moves, rank, on_pv);
            below.map(|left| left.plies)
        };
        let alone = moves(&[0, 3, 9]);
        assert_eq!(left(&alone, 0, false), Some([250; 2]));
        assert_eq!(left(&alone, 1, false), Some([200; 2]));
        assert_eq!(left(&alone, 1, true), Some([250; 2]));
        let reductions = QueenbeeOptions {
            sex_weights: Weights::Reductions,
            sex_budgets: Budgets::Two,
            ..options.clone()
        };
        let search = SearchOptions {
            leaves: LeafSide::Other,
            ..search
        };
        let selection = QueenbeeSelection::new(&search, &reductions);
        // Category 3 costs four plies, which a budget of three does not allow; the opponent's moves
        // are not limited.
        assert_eq!(selection.depth_by_rank(node(1, 3), &alone, 1, false), None);
        let paid = selection.depth_by_rank(node(1, 4), &alone, 1, false);
        assert_eq!(paid.map(|left| left.plies), Some([400, 0]));
        let asked = selection.depth_by_rank(node(2, 3), &alone, 2, false);
        assert_eq!(asked.map(|left| left.plies), Some([0, 300]));
        let tension = selection.paid(node(1, 3), selection.tension_cost(Some(1), false));
        assert_eq!(tension.map(|left| left.plies), Some([300, 50]));
        assert!(!selection.is_by_tension());
    }
}
