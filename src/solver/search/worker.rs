//! Depth-first proof-number search (Nagai 2002), focused as in Pawlewicz et al. 2014, §VII.A.
//!
//! A node has a proof number, how many leaves must be proved for its side to move to win, and a
//! disproof number, how many for it to lose. The search goes to the most-proving node, the leaf
//! that matters for both, but leaves a move only when its number exceeds that of the next by a
//! share of 1 + ε: thresholds are passed down. A move that was not searched yet counts for more the
//! less likely it is by a network ([`super::policy_order`]). Of the moves that are left only some
//! are searched side by side, the best; another comes in where one is refuted. Where all moves have
//! to be refuted, the hardest counts in full and each other for two leaves (after Ueda et al. 2008):
//! refutations have much in common, so to add up what they take would show more work than there is.
//!
//! Regions that are games of their own are searched by themselves once enough was searched below a
//! node ([`super::regions`]); where that settles one, the node is evaluated again.
//!
//! Before a leaf is evaluated, the claims of other positions are probed. What is decided from one
//! of them alone adds none of its own, and neither does a position that a move wins: the claim of
//! the position after it covers it. Positions and their turned images share one place in the table.
//!
//! Each thread searches by itself, and a thread that decides a position calls back those that are
//! below it. Where all moves have to be refuted, threads spread over them: the disproof number of
//! one that another thread is busy with counts half as much again. Where one move is expected to
//! win, they search below it together, as the others would be needless if it does.

use super::leaf::LeafEvaluator;
use super::node::{OrderedMove, ProofNode};
use super::selection::{Child, TableKey, select};
use super::shared::SharedSearch;
use crate::base::lock::unpoisoned;
use crate::hex::{Cell, CellSet, Position};
use crate::solver::claims::{Claim, Consequence};
use crate::solver::{INFINITE, ProofNumbers};
use std::sync::atomic::Ordering;

/// From what a position is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DecisionSource {
    /// It was decided before.
    Table,
    /// From one claim, if only that of the position after the winning move.
    Claim,
    /// From more.
    New,
}

/// One thread of a search.
pub struct ProofWorker<'a, const W: usize> {
    pub shared: &'a SharedSearch<'a, W>,
    pub number: usize,
    pub leaves: &'a mut LeafEvaluator<W>,
    position: Position<W>,
    turned: Position<W>,
    pub line: Vec<Cell>,
    /// What is known of the root.
    pub root: Option<ProofNode<W>>,
}

impl<'a, const W: usize> ProofWorker<'a, W> {
    /// A thread that searches a position, at which the lines of its leaves begin.
    pub fn new(
        shared: &'a SharedSearch<'a, W>,
        number: usize,
        position: &Position<W>,
        leaves: &'a mut LeafEvaluator<W>,
    ) -> Self {
        Self {
            shared,
            number,
            leaves,
            position: *position,
            turned: position.rotated(),
            line: Vec::new(),
            root: None,
        }
    }

    /// Searches until the root is decided or something stops it.
    pub fn run(&mut self) -> ProofNode<W> {
        let thresholds = self.shared.ends.at(0);
        let key = self.key();
        self.visit(key, thresholds)
    }

    fn key(&self) -> TableKey {
        let (one, other) = (self.position.hash(), self.turned.hash());
        TableKey {
            hash: one.min(other),
            turned: other < one,
        }
    }

    fn play(&mut self, cell: Cell) {
        self.line.push(cell);
        self.position.play(cell);
        self.turned.play(self.position.size().rotate(cell));
    }

    fn undo(&mut self, cell: Cell) {
        self.line.pop();
        self.position.undo(cell);
        self.turned.undo(self.position.size().rotate(cell));
    }

    fn probe(&self, key: TableKey) -> Option<ProofNode<W>> {
        let node = self.shared.table.probe(key.hash);
        node.map(|node| self.oriented(key, node))
    }

    fn oriented(&self, key: TableKey, node: ProofNode<W>) -> ProofNode<W> {
        if key.turned {
            node.rotated(&self.position)
        } else {
            node
        }
    }

    fn store(&self, key: TableKey, node: ProofNode<W>) {
        let node = self.oriented(key, node);
        if self.shared.merges {
            self.shared.table.merge(key.hash, node);
        } else {
            self.shared.table.store(key.hash, node);
        }
    }

    /// Searches the position until it is decided or its numbers reach the thresholds.
    fn visit(&mut self, key: TableKey, thresholds: ProofNumbers) -> ProofNode<W> {
        let depth = self.line.len();
        let path = &self.shared.paths[self.number];
        path[depth].store(key.hash, Ordering::Relaxed);
        let wanting = depth == 0 && self.shared.wants_move;
        let lacks_move =
            |node: &ProofNode<W>| wanting && node.wins() == Some(true) && node.best().is_none();
        let known = self.probe(key).filter(|node| !lacks_move(node));
        let (mut node, mut source) = match known {
            Some(node) if node.wins().is_some() => (node, DecisionSource::Table),
            Some(node) => (node, DecisionSource::New),
            None => self.evaluate_leaf(),
        };
        if lacks_move(&node) {
            // A claim names the winner, but not the moves.
            node = self.leaves.evaluate(&self.line, self.shared.regions);
            source = DecisionSource::New;
        }
        if depth == 0 && node.wins().is_none() {
            if known.is_some() && !wanting {
                self.apply_claims(&mut node);
            }
            if node.wins().is_none() && !node.is_ordered() {
                self.leaves
                    .order(&self.line, self.shared.regions, &mut node);
            }
            node.prefer(self.shared.first);
        }
        if node.wins().is_none() {
            self.search_children(key, &mut node, thresholds);
            source = match node.best() {
                Some(best) if node.wins() == Some(true) && self.loses_after(best) => {
                    DecisionSource::Claim
                }
                _ => DecisionSource::New,
            };
        }
        if node.wins().is_some() && source != DecisionSource::Table {
            self.keep_claim(&mut node, source);
            self.recall(depth, key);
        }
        self.store(key, node);
        self.shared.paths[self.number][depth].store(0, Ordering::Relaxed);
        node
    }

    /// Whether the opponent is known to lose after a move.
    fn loses_after(&mut self, cell: Cell) -> bool {
        self.play(cell);
        let key = self.key();
        self.undo(cell);
        let known = self.probe(key);
        known.is_some_and(|node| node.wins() == Some(false))
    }

    /// Keeps the claim of a decided position, unless another covers it and it took little work.
    fn keep_claim(&self, node: &mut ProofNode<W>, source: DecisionSource) {
        let claims = || unpoisoned(self.shared.claims.write());
        let lasts = node.work >= self.shared.kept_work;
        if source == DecisionSource::Claim && !lasts && !claims().shares(node.work) {
            return;
        }
        let mover = self.position.to_move();
        let wins = node.wins() == Some(true);
        let winner = if wins { mover } else { !mover };
        let claim = Claim::new(&self.position, winner, node.cover);
        node.cover = claim.carrier;
        if lasts {
            claims().keep_new(claim, &self.position, node.work);
        } else {
            claims().store_new(claim, &self.position, node.work);
        }
    }

    /// Calls back the other threads that are below this position, which is decided.
    fn recall(&self, depth: usize, key: TableKey) {
        for (number, path) in self.shared.paths.iter().enumerate() {
            if number != self.number && path[depth].load(Ordering::Relaxed) == key.hash {
                self.shared.recalls[number].fetch_min(depth, Ordering::Relaxed);
            }
        }
    }

    /// Whether there is nothing left to find here: the search is over, or another thread has
    /// decided a position above this one.
    fn is_recalled(&self) -> bool {
        let recall = self.shared.recalls[self.number].load(Ordering::Relaxed);
        self.shared.stopped.load(Ordering::Relaxed) || recall < self.line.len()
    }

    /// What follows from the claims in the position: that it is decided, or threats.
    fn probe_claims(&self) -> Result<Vec<CellSet<W>>, Consequence<W>> {
        let claims = unpoisoned(self.shared.claims.read());
        claims.probe(&self.position)
    }

    /// Applies the claims that have come since to an open node.
    fn apply_claims(&self, node: &mut ProofNode<W>) {
        match self.probe_claims() {
            Err(Consequence::Decided(winner, carrier, by)) => {
                let work = node.work;
                *node = ProofNode::decided(winner == self.position.to_move(), carrier, by);
                node.work = work;
            }
            Err(Consequence::Threat(threat)) => exclude_all(node, &[threat]),
            Ok(threats) => exclude_all(node, &threats),
        }
    }

    fn evaluate_leaf(&mut self) -> (ProofNode<W>, DecisionSource) {
        let nodes = 1 + self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        let threats = match self.probe_claims() {
            Err(Consequence::Decided(winner, carrier, by)) => {
                let wins = winner == self.position.to_move();
                let node = ProofNode::decided(wins, carrier, by);
                return (node, DecisionSource::Claim);
            }
            Err(Consequence::Threat(carrier)) => vec![carrier],
            Ok(threats) => threats,
        };
        let mut node = self.leaves.evaluate(&self.line, self.shared.regions);
        exclude_all(&mut node, &threats);
        let asked = self.number == 0 && {
            let root = self.root.unwrap_or(node);
            (self.shared.watch)(&root, nodes)
        };
        if asked || nodes >= self.shared.most_nodes {
            self.shared.stopped.store(true, Ordering::Relaxed);
        }
        (node, DecisionSource::New)
    }

    /// Takes over the decision of another thread that has called this one back to here.
    fn adopt_decision(&self, here: TableKey, node: &mut ProofNode<W>) {
        let recall = &self.shared.recalls[self.number];
        if recall.load(Ordering::Relaxed) == self.line.len() {
            recall.store(usize::MAX, Ordering::Relaxed);
            if let Some(known) = self.probe(here)
                && known.wins().is_some()
            {
                *node = known;
            }
        }
    }

    fn children(&mut self, node: &ProofNode<W>) -> Vec<Child> {
        let child = |ordered: OrderedMove| {
            self.play(ordered.cell);
            let key = self.key();
            self.undo(ordered.cell);
            Child {
                cell: ordered.cell,
                key,
                numbers: ordered.unsearched(),
            }
        };
        node.ordered().into_iter().map(child).collect()
    }

    /// How many of so many moves are searched side by side.
    fn width(&self, moves: usize) -> usize {
        let share = (self.shared.options.factor_thousandths() * moves).div_ceil(1000);
        (self.shared.options.base + share).clamp(1, moves)
    }

    /// The numbers of an open position with so many moves, none of which was searched.
    fn first_numbers(&self, moves: usize) -> ProofNumbers {
        let others = self.width(moves) as u32 - 1;
        ProofNumbers::new(1, 1 + others * self.shared.options.siblings.max(1))
    }

    /// Searches the moves of an open position.
    fn search_children(
        &mut self,
        here: TableKey,
        node: &mut ProofNode<W>,
        mut thresholds: ProofNumbers,
    ) {
        let start = self.shared.nodes.load(Ordering::Relaxed);
        let before = node.work;
        if !node.is_ordered() {
            node.numbers = self.first_numbers(node.open.len());
            if node.numbers.reach(thresholds) {
                return;
            }
            // To put first what has refuted the moves beside this one changes nothing: the 25 openings
            // of 7x7 take 960 to 996 positions instead of 983 (geometric mean).
            self.leaves.order(&self.line, self.shared.regions, node);
            if node.wins().is_some() {
                return;
            }
        }
        let mut children = self.children(node);
        loop {
            self.probe_children(node, &mut children);
            let nodes = self.shared.nodes.load(Ordering::Relaxed);
            let work = before.saturating_add((nodes - start) as u32);
            if node.wins().is_none() && self.settles_region(node.work, work) {
                node.work = work;
                self.evaluate_again(node);
                children = self.children(node);
                continue;
            }
            if self.line.is_empty() {
                thresholds = self.shared.ends.at(nodes);
            }
            node.work = work;
            if self.line.is_empty() {
                self.root = Some(*node);
            }
            if node.wins().is_some() {
                return;
            }
            children.retain(|child| node.open.contains(child.cell));
            let width = self.width(children.len());
            let selection = select(&children[..width], self.shared.options.siblings);
            node.numbers = selection.numbers;
            if node.numbers.reach(thresholds) || self.is_recalled() {
                return;
            }
            let best = &children[selection.best];
            let share = u64::from(selection.next)
                * u64::from(self.shared.options.epsilon_thousandths())
                / 1000;
            let ahead = u32::try_from(share).unwrap_or(INFINITE);
            let below = ProofNumbers {
                proof: thresholds.disproof.saturating_sub(selection.beside),
                disproof: thresholds
                    .proof
                    .min(selection.next.saturating_add(ahead.max(1))),
            };
            let (cell, key) = (best.cell, best.key);
            self.play(cell);
            let found = self.visit(key, below);
            self.undo(cell);
            children[selection.best].numbers = found.numbers;
            update(node, cell, &found);
            self.adopt_decision(here, node);
        }
    }

    /// Evaluates an open position again.
    fn evaluate_again(&mut self, node: &mut ProofNode<W>) {
        let work = node.work;
        *node = self.leaves.evaluate(&self.line, self.shared.regions);
        if node.wins().is_none() {
            self.leaves.order(&self.line, self.shared.regions, node);
        }
        node.work = work;
    }

    /// Updates moves by what the table has of them.
    fn probe_children(&self, node: &mut ProofNode<W>, children: &mut [Child]) {
        let depth = self.line.len() + 1;
        for child in children {
            if node.wins().is_some() {
                return;
            }
            if !node.open.contains(child.cell) {
                continue;
            }
            if let Some(found) = self.probe(child.key) {
                child.numbers = found.numbers;
                update(node, child.cell, &found);
            }
            let mut others = self.shared.paths.iter().enumerate();
            let busy = others.any(|(number, path)| {
                number != self.number && path[depth].load(Ordering::Relaxed) == child.key.hash
            });
            if busy && !child.numbers.expect_loss() {
                let number = child.numbers.disproof;
                child.numbers.disproof = number.saturating_add(number / 2).min(INFINITE - 1);
            }
        }
    }
}

/// Excludes from an open node what leaves a threat untouched.
fn exclude_all<const W: usize>(node: &mut ProofNode<W>, threats: &[CellSet<W>]) {
    for &threat in threats {
        if node.wins().is_none() {
            node.exclude(threat);
        }
    }
}

/// Updates a node by what is known of the position after a move.
fn update<const W: usize>(node: &mut ProofNode<W>, cell: Cell, found: &ProofNode<W>) {
    match found.wins() {
        _ if node.wins().is_some() => {}
        Some(false) => node.win_by(cell, found.cover),
        Some(true) => node.refute(cell, found.cover),
        None => {}
    }
}
