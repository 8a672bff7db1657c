//! Proofs as jobs, in memory. Whatever the order in which jobs end, and however many are lost, the
//! winners are those of exhaustive play. While anything is open some leaf is available.

use crate::support::job_tree::JobTree;
use crate::support::sampling::asked;
use crate::support::small_boards::Oracle;
use mustplay::cluster::proof::{
    JobNodeId, JobNodeState, RootView, WidePosition, Widening, mark, select,
};
use mustplay::hex::{BoardSize, CellSet, Position};
use mustplay::solver::{JobMove, JobSolver, ProofNumbers, ProveOptions, SearchEnd};
use mustplay::think::{Limits, NoObserver};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The most leaves in work at a time.
const LEASES: usize = 5;

struct Run {
    tree: JobTree,
    roots: Vec<JobNodeId>,
    leases: Vec<JobNodeId>,
    widening: Widening,
    solver: JobSolver<1>,
}

impl Run {
    fn new(size: BoardSize, random: &mut StdRng) -> Self {
        let options = ProveOptions::DEFAULT;
        let mut tree = JobTree::default();
        let opening = |cell| {
            let mut position = WidePosition::new(size);
            position.play(cell);
            tree.find_or_add(&position, ProofNumbers::NEW).0
        };
        let roots = size.all().map(opening).collect();
        let widening = Widening {
            siblings: random.random_range(0..3),
            ..Widening::of(&options)
        };
        Self {
            tree,
            roots,
            leases: Vec::new(),
            widening,
            solver: JobSolver::new(size, options),
        }
    }

    fn lease(&mut self) -> bool {
        let view = |&node: &JobNodeId| RootView {
            node,
            free: self.tree.at(node).free,
            spent: self.tree.at(node).positions,
            worker: 0,
        };
        let views: Vec<RootView> = self.roots.iter().map(view).collect();
        for node in &self.tree.nodes {
            assert_eq!(node.free > 0, node.need > 0.0, "{node:?}");
            assert!(node.need <= 1.0, "{node:?}");
        }
        let Ok(path) = select(&mut self.tree, &views, self.widening, 0);
        let Some(leaf) = path.and_then(|found| found.path.last().copied()) else {
            return false;
        };
        let node = self.tree.at_mut(leaf);
        assert!(node.state == JobNodeState::Leaf && node.free == 1);
        mark(node, true);
        self.tree.update(leaf, self.widening);
        self.leases.push(leaf);
        true
    }

    /// Ends one of the jobs, with or without a result.
    fn end(&mut self, random: &mut StdRng) {
        let leaf = self
            .leases
            .swap_remove(random.random_range(0..self.leases.len()));
        let node = self.tree.at(leaf);
        let position: Position<1> = node.position.resize();
        let limits = Limits::nodes(random.random_range(1..4));
        // Half of the jobs get a fresh solver, like that of a new worker.
        let lost = random.random_bool(0.2);
        let fresh = JobSolver::new(position.size(), ProveOptions::DEFAULT);
        let solver = if random.random_bool(0.5) {
            &fresh
        } else {
            &self.solver
        };
        let found = solver.work(&position, None, limits, SearchEnd::NEVER, &NoObserver);
        let node = self.tree.at_mut(leaf);
        node.positions += found.result.nodes;
        if lost {
            mark(node, false);
        } else if let Some(winner) = found.result.winner {
            let best = found.result.best;
            node.decide(winner, found.result.carrier.resize(), best);
        } else if let Some(open) = &found.open {
            let cover = open.cover.resize();
            self.tree.split(leaf, &open.moves, cover, self.widening);
        } else {
            mark(node, false);
        }
        self.tree.update(leaf, self.widening);
    }
}

#[test]
fn jobs_in_any_order_give_the_winners_of_exhaustive_play() {
    let random = &mut StdRng::seed_from_u64(30);
    let (mut split, mut games) = (0, 0);
    for _ in 0..asked().unwrap_or(6) {
        for size in ["3", "3x4", "4x3", "4"] {
            let size: BoardSize = size.parse().expect("a size");
            let mut run = Run::new(size, random);
            while run
                .roots
                .iter()
                .any(|&id| run.tree.at(id).winner().is_none())
            {
                let more = run.leases.len() < LEASES && random.random_bool(0.6);
                if !(more && run.lease()) {
                    assert!(!run.leases.is_empty() || run.lease(), "no free leaf");
                    run.end(random);
                }
            }
            while !run.leases.is_empty() {
                run.end(random);
            }
            for node in &run.tree.nodes {
                split += usize::from(node.state == JobNodeState::Inner);
            }
            let mut oracle = Oracle::new(&Position::new(size));
            for node in run.tree.nodes.iter().filter(|node| node.winner().is_some()) {
                let position: Position<1> = node.position.resize();
                assert_eq!(
                    node.winner(),
                    Some(oracle.winner(&position, position.to_move())),
                    "{node:?}"
                );
                // The carrier suffices: all other cells may be the opponent's.
                let mut alone = position;
                let winner = node.winner().expect("decided");
                for cell in position.empty() - node.cover.resize() {
                    alone.place(!winner, cell);
                }
                assert_eq!(oracle.winner(&alone, alone.to_move()), winner, "{node:?}");
                games += 1;
            }
        }
    }
    assert!(split > 0 && games > 100, "{split} {games}");
}

/// Leases go to all replies that have to be refuted before they go to a second move at a place
/// where the first is expected to win.
#[test]
fn siblings_of_a_move_that_is_expected_to_win_come_last() {
    let size: BoardSize = "5".parse().expect("a size");
    let widening = Widening {
        base: 9,
        factor: 1.0,
        siblings: 2,
    };
    let mut tree = JobTree::default();
    let root = tree.add(WidePosition::new(size), ProofNumbers::NEW);
    let moves = |names: [&str; 2], first: [u32; 2], second: [u32; 2]| {
        [(names[0], first), (names[1], second)].map(|(name, [proof, disproof])| JobMove {
            cell: size.read(name).expect("a cell"),
            numbers: ProofNumbers::new(proof, disproof),
            work: 1,
        })
    };
    // Black's moves, which White is expected to refute, by one of two answers each.
    let openings = moves(["a1", "b1"], [4, 40], [4, 41]);
    tree.split(root, &openings, CellSet::EMPTY, widening);
    let after = |tree: &mut JobTree, name: &str| {
        let mut position = tree.at(root).position;
        position.play(size.read(name).expect("a cell"));
        tree.find_or_add(&position, ProofNumbers::NEW).0
    };
    let (one, other) = (after(&mut tree, "a1"), after(&mut tree, "b1"));
    for node in [one, other] {
        let answers = moves(["c3", "d2"], [40, 4], [41, 5]);
        tree.split(node, &answers, CellSet::EMPTY, widening);
        tree.update(node, widening);
    }
    let mut leased = Vec::new();
    while tree.at(root).free > 0 {
        let view = RootView {
            node: root,
            free: tree.at(root).free,
            spent: 0,
            worker: 0,
        };
        let Ok(found) = select(&mut tree, &[view], widening, 0);
        let path = found.expect("a free leaf").path;
        leased.push((path[1], tree.at(path[2]).numbers.proof));
        mark(tree.at_mut(path[2]), true);
        tree.update(path[2], widening);
    }
    assert_eq!(leased[..2], [(one, 40), (other, 40)]);
    assert_eq!(leased.len(), 4);
}
