//! The evaluation of a leaf of the proof search: decided with a carrier, or the moves that are left
//! and the cells that beat all others.
//!
//! Most leaves are never searched further, so an open one is put in order only when its moves are
//! tried: until then it lists none, and none is left out as inferior.
//!
//! One analysis follows the search along its line of play: what a line has in common with the last
//! one stays as it is.

use super::node::{OrderedMove, ProofNode};
use super::policy_order::PolicyOrder;
use super::regions::{OneMove, RegionBook};
use crate::hex::{Cell, CellSet, Position};
use crate::knowledge::analysis::Analysis;
use crate::solver::ProveOptions;

/// Evaluates positions along lines of play.
pub struct LeafEvaluator<const W: usize> {
    root: Position<W>,
    /// The moves from there to where all lines begin.
    begin: Vec<Cell>,
    options: ProveOptions,
    policy: Option<PolicyOrder>,
    /// The latest analysis; `None` before the first.
    analysis: Option<Analysis<W>>,
    played: Vec<Cell>,
    /// How many times connections were brought up to date.
    pub builds: u64,
}

impl<const W: usize> LeafEvaluator<W> {
    pub fn new(position: &Position<W>, options: &ProveOptions) -> Self {
        let policy = PolicyOrder::of(position.size(), options);
        Self {
            root: *position,
            begin: Vec::new(),
            options: *options,
            policy,
            analysis: None,
            played: Vec::new(),
            builds: 0,
        }
    }

    /// Lets all lines that follow begin after these moves from the root; the position there.
    pub fn begin_after(&mut self, moves: &[Cell]) -> Position<W> {
        self.begin.clear();
        self.begin.extend_from_slice(moves);
        let mut position = self.root;
        for &cell in moves {
            position.play(cell);
        }
        position
    }

    /// The position from which it goes along lines.
    pub fn root(&self) -> &Position<W> {
        &self.root
    }

    /// The evaluation of the position after a line. The moves of an open one are not in order.
    pub fn evaluate(&mut self, line: &[Cell], regions: &RegionBook<W>) -> ProofNode<W> {
        let analysis = self.follow(line, regions);
        decided(analysis).unwrap_or_else(|| unordered(analysis))
    }

    /// Leaves out the inferior moves of an open position after a line and puts the others in order:
    /// by the network, or without one those first through which most of the power flows.
    pub fn order(&mut self, line: &[Cell], regions: &RegionBook<W>, node: &mut ProofNode<W>) {
        let analysis = self.follow(line, regions);
        if let Some(decided) = decided(analysis) {
            let work = node.work;
            *node = decided;
            node.work = work;
            return;
        }
        let (mut consider, mut support) = (analysis.consider(), analysis.support());
        for OneMove { region, best } in regions.one_moves(analysis) {
            if consider.contains(best) {
                consider = (consider - region).with(best);
                support |= region;
            }
        }
        let (position, cover) = (*analysis.position(), cover(analysis, support));
        let moves = if consider.len() < 2 {
            consider.iter().map(OrderedMove::best).collect()
        } else {
            match &mut self.policy {
                Some(policy) => policy.order(&position, consider),
                None => self.order_by_resistance(line, regions, consider),
            }
        };
        node.order(&moves, cover);
    }

    /// These moves after a line, those first through which most of the power flows.
    fn order_by_resistance(
        &mut self,
        line: &[Cell],
        regions: &RegionBook<W>,
        moves: CellSet<W>,
    ) -> Vec<OrderedMove> {
        let ranked = self.follow(line, regions).ranking().into_iter();
        let ranked = ranked.map(|ranked| ranked.cell);
        let ordered = ranked.filter(|&cell| moves.contains(cell)).enumerate();
        let ordered = ordered.map(|(place, cell)| OrderedMove {
            cell,
            more: self.options.behind(place),
        });
        ordered.collect()
    }

    /// The filled board after a line.
    pub fn board(&mut self, line: &[Cell], regions: &RegionBook<W>) -> Position<W> {
        *self.follow(line, regions).board()
    }

    /// The analysis of the position after a line, with what is known of regions filled.
    fn follow(&mut self, line: &[Cell], regions: &RegionBook<W>) -> &Analysis<W> {
        let analysis = self.analysis.get_or_insert_with(|| {
            self.builds += 1;
            Analysis::new(&self.root, self.options.analysis())
        });
        let line = || self.begin.iter().chain(line);
        let pairs = self.played.iter().zip(line());
        let common = pairs.take_while(|(a, b)| a == b).count();
        while self.played.len() > common {
            analysis.undo();
            self.played.pop();
        }
        let mut is_new = false;
        for &cell in line().skip(common) {
            let (mover, one_moves) = (analysis.position().to_move(), regions.one_moves(analysis));
            let won = one_moves.iter().find(|one_move| one_move.best == cell);
            analysis.play(cell);
            if let Some(won) = won {
                let rest = won.region & analysis.board().empty();
                if !rest.is_empty() && analysis.decided().is_none() {
                    analysis.fill(mover, rest);
                }
            }
            regions.fill(analysis);
            self.played.push(cell);
            self.builds += 1;
            is_new = true;
        }
        // More may be known of the regions of an earlier position.
        if !is_new {
            regions.fill(analysis);
        }
        analysis
    }
}

fn decided<const W: usize>(analysis: &Analysis<W>) -> Option<ProofNode<W>> {
    let mover = analysis.position().to_move();
    let decision = analysis.decision()?;
    let wins = decision.winner == mover;
    Some(ProofNode::decided(wins, decision.carrier, decision.key))
}

fn unordered<const W: usize>(analysis: &Analysis<W>) -> ProofNode<W> {
    ProofNode::unordered(analysis.left(), cover(analysis, CellSet::EMPTY))
}

/// The cells of the real board by which the opponent beats the moves that are left out; these of
/// the filled board are some of them.
fn cover<const W: usize>(analysis: &Analysis<W>, more: CellSet<W>) -> CellSet<W> {
    let opponent = !analysis.position().to_move();
    let cells = analysis.connections(opponent).cover() | more;
    analysis.real_carrier(opponent, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{BoardSize, Colour};
    use crate::solver::Solver;
    use crate::think::{Limits, NoObserver};
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    /// A position and the same one turned may leave out different ones of moves that are worth the
    /// same, and so every win together.
    #[test]
    fn merged_views_of_a_position_keep_a_win() {
        let size = BoardSize::square(5).unwrap();
        let solver = Solver::<1>::new(size, ProveOptions::default());
        let view = |position: &Position<1>| {
            let mut leaves = LeafEvaluator::new(position, &ProveOptions::default());
            let mut node = leaves.evaluate(&[], &RegionBook::default());
            if node.wins().is_none() {
                leaves.order(&[], &RegionBook::default(), &mut node);
            }
            node
        };
        let random = &mut StdRng::seed_from_u64(1);
        let (mut open, mut none_in_both) = (0, 0);
        for _ in 0..4000 {
            let mut position = Position::<1>::new(size);
            for cell in size.all() {
                if random.random_bool(0.25) {
                    position.place(Colour::ALL[usize::from(random.random_bool(0.5))], cell);
                }
            }
            if random.random_bool(0.5) {
                position.set_to_move(Colour::White);
            }
            let (one, turned) = (view(&position), view(&position.rotated()));
            let other = turned.rotated(&position);
            if one.wins().is_some() || other.wins().is_some() {
                continue;
            }
            let wins = |&cell: &Cell| {
                let mut after = position;
                after.play(cell);
                let found = solver.solve(&after, Limits::default(), &NoObserver);
                found.winner == Some(position.to_move())
            };
            if !position.empty().iter().any(|cell| wins(&cell)) {
                continue;
            }
            open += 1;
            let both = (one.open & other.open).iter();
            none_in_both += usize::from(!both.into_iter().any(|cell| wins(&cell)));
            for (mut node, with) in [(one, other), (other, one)] {
                node.merge(&with);
                assert!(node.moves().iter().any(wins), "{position:?}");
            }
        }
        assert!(open > 100 && none_in_both > 0, "{open} {none_in_both}");
    }
}
