//! Regions of the board that are searched by themselves.

use super::leaf::LeafEvaluator;
use super::node::ProofNode;
use super::regions::RegionState;
use super::shared::{SearchEnd, SharedSearch};
use super::worker::ProofWorker;
use crate::hex::{Colour, Position};
use crate::knowledge::inferior::{CutRegion, cut_regions};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Positions below a node after which its regions are searched for the first time, and then
/// whenever there are four times as many.
const FIRST_WORK: u32 = 8;

/// A search of a region takes at most one position for so many that were searched below its node.
const SHARE: u32 = 2;

/// How many times a node's regions are searched by the time that so much was searched below it.
fn searches(work: u32) -> Option<u32> {
    (work / FIRST_WORK).checked_ilog2().map(|log| log / 2)
}

impl<const W: usize> ProofWorker<'_, W> {
    /// Whether more is found out about a region of the position, if it is time to search them:
    /// after so much work, now that it is more.
    pub(super) fn settles_region(&mut self, before: u32, now: u32) -> bool {
        if !self.shared.options.cut_regions || searches(before) >= searches(now) {
            return false;
        }
        let regions = self.shared.regions;
        let (mut tried, mut settles) = (Vec::new(), false);
        loop {
            let board = self.leaves.board(&self.line, regions);
            let mut cut = cut_regions(&board).into_iter();
            let untried = |region: &CutRegion<W>| {
                regions.get(&region.shape).is_none() && !tried.contains(&region.shape)
            };
            let Some(region) = cut.find(untried) else {
                return settles;
            };
            if let Some(alone) = region.alone(&board)
                && let Some(state) = self.search_alone(&alone, (now / SHARE).into())
            {
                settles |= state != RegionState::First([None; 2]);
                regions.learn(region.shape.clone(), state);
            }
            tried.push(region.shape);
        }
    }

    /// What can be found out with so many positions of each side of a region that is alone.
    fn search_alone(&mut self, alone: &Position<W>, most: u64) -> Option<RegionState> {
        let mut wins_first = true;
        let mut moves = [None; 2];
        for mover in Colour::ALL {
            let node = self.search_from(alone, mover, most);
            match node.wins() {
                Some(true) => moves[mover.index()] = node.best(),
                Some(false) => return Some(RegionState::Held(!mover)),
                None => wins_first = false,
            }
        }
        wins_first.then_some(RegionState::First(moves))
    }

    fn search_from(&mut self, alone: &Position<W>, to_move: Colour, most: u64) -> ProofNode<W> {
        let mut position = *alone;
        position.set_to_move(to_move);
        let (outer, number, root) = (self.shared, self.number, self.root);
        let watch = move |_: &ProofNode<W>, _: u64| {
            let asked = root.filter(|_| number == 0);
            let nodes = outer.nodes.load(Ordering::Relaxed);
            if asked.is_some_and(|root| (outer.watch)(&root, nodes)) {
                outer.stopped.store(true, Ordering::Relaxed);
            }
            outer.stopped.load(Ordering::Relaxed)
        };
        let path = (0..position.empty().len() + 2).map(|_| AtomicU64::new(0));
        let shared = SharedSearch {
            paths: vec![path.collect()],
            recalls: vec![AtomicUsize::new(usize::MAX)],
            nodes: AtomicU64::new(0),
            most_nodes: most,
            stopped: AtomicBool::new(false),
            watch: &watch,
            options: outer.options,
            table: outer.table,
            claims: outer.claims,
            regions: outer.regions,
            merges: outer.merges,
            kept_work: outer.kept_work,
            first: &[],
            ends: SearchEnd::NEVER,
            wants_move: false,
        };
        let mut leaves = LeafEvaluator::new(&position, outer.options);
        let node = ProofWorker::new(&shared, 0, &position, &mut leaves).run();
        let nodes = shared.nodes.load(Ordering::Relaxed);
        outer.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.leaves.builds += leaves.builds;
        node
    }
}
