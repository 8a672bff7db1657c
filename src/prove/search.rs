//! Depth-first proof-number search (Nagai 2002), focused as in Pawlewicz et al. 2014, §VII.A.
//!
//! A node has two numbers: how many leaves must be proved for its side to move to win, and for it
//! to lose. The search goes to the leaf that matters most for both, but leaves a move only when it
//! has fallen behind the next by a share of 1 + ε. Of the moves that are left only some are
//! searched side by side, the best by resistance; another comes in where one is refuted. Where all
//! moves have to be refuted, the hardest counts in full and each other for two leaves (after Ueda
//! et al. 2008): refutations have much in common, so to add up what they take would tell of more
//! work than there is.
//!
//! Before a position is looked at, claims of other positions are asked. Positions and their turned
//! images share one place in the table. Each thread walks by itself; a move that another is busy
//! with counts as half as hard again, and who decides a position calls back those that are below
//! it.

use super::claim::{Claim, Word};
use super::claims::Claims;
use super::look::Looker;
use super::node::{NEVER, Node};
use super::options::ProveOptions;
use super::table::Table;
use crate::board::{Cell, CellSet, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

/// What the threads of a search share.
pub(super) struct Shared<'a, const W: usize> {
    pub options: &'a ProveOptions,
    pub table: &'a Table<W>,
    /// The positions that each thread has gone through, by depth.
    pub paths: Vec<Vec<AtomicU64>>,
    /// Where another has decided what each thread works at: the depth to which it may go back.
    pub recalls: Vec<AtomicUsize>,
    pub nodes: AtomicU64,
    pub most_nodes: u64,
    pub stopped: AtomicBool,
    /// Asked by the first thread, now and then.
    pub watch: &'a (dyn Fn(&Node<W>, u64) -> bool + Sync),
    pub claims: &'a RwLock<Claims<W>>,
}

/// One thread of a search.
pub(super) struct Search<'a, const W: usize> {
    shared: &'a Shared<'a, W>,
    number: usize,
    pub looker: Looker<W>,
    position: Position<W>,
    turned: Position<W>,
    line: Vec<Cell>,
    /// What is known of the root.
    root: Option<Node<W>>,
}

/// A move.
struct Child {
    cell: Cell,
    key: Key,
    win: u32,
    loss: u32,
}

/// Where a position lies in the table, and whether it lies there turned.
#[derive(Clone, Copy)]
struct Key {
    hash: u64,
    turned: bool,
}

/// How long a node may be worked at.
#[derive(Clone, Copy)]
struct Most {
    win: u32,
    loss: u32,
}

impl<'a, const W: usize> Search<'a, W> {
    pub fn new(shared: &'a Shared<'a, W>, number: usize, position: &Position<W>) -> Self {
        Self {
            shared,
            number,
            looker: Looker::new(position, shared.options.looks()),
            position: *position,
            turned: position.rotated(),
            line: Vec::new(),
            root: None,
        }
    }

    /// Searches until the root is decided or something stops it.
    pub fn run(&mut self) -> Node<W> {
        let most = Most {
            win: NEVER,
            loss: NEVER,
        };
        let key = self.key();
        self.visit(key, most)
    }

    fn key(&self) -> Key {
        let (one, other) = (self.position.hash(), self.turned.hash());
        Key {
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

    fn known(&self, key: Key) -> Option<Node<W>> {
        let node = self.shared.table.get(key.hash);
        node.map(|node| self.seen_from(key, node))
    }

    fn seen_from(&self, key: Key, node: Node<W>) -> Node<W> {
        if key.turned {
            node.turned(&self.position)
        } else {
            node
        }
    }

    fn keep(&self, key: Key, node: Node<W>) {
        let node = self.seen_from(key, node);
        if self.shared.paths.len() > 1 {
            self.shared.table.join(key.hash, node);
        } else {
            self.shared.table.put(key.hash, node);
        }
    }

    /// Works at the position until it is decided or its numbers exceed what they may be.
    fn visit(&mut self, key: Key, most: Most) -> Node<W> {
        let depth = self.line.len();
        let path = &self.shared.paths[self.number];
        path[depth].store(key.hash, Ordering::Relaxed);
        let known = self.known(key);
        let was_decided = known.is_some_and(|node| node.wins().is_some());
        let mut node = known.unwrap_or_else(|| self.first_look());
        if node.wins().is_none() {
            self.open(key, &mut node, most);
        }
        if let Some(wins) = node.wins().filter(|_| !was_decided) {
            let mover = self.position.to_move();
            let winner = if wins { mover } else { !mover };
            let claim = Claim::new(&self.position, winner, node.cover);
            node.cover = claim.carrier;
            let claims = self.shared.claims.write();
            claims.unwrap_or_else(PoisonError::into_inner).keep(claim);
            self.recall(depth, key);
        }
        self.keep(key, node);
        self.shared.paths[self.number][depth].store(0, Ordering::Relaxed);
        node
    }

    /// Tells the other threads that are below this position that it is decided.
    fn recall(&self, depth: usize, key: Key) {
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

    /// What the claims say of the position.
    fn said(&self) -> Result<Vec<CellSet<W>>, Word<W>> {
        let claims = self.shared.claims.read();
        let claims = claims.unwrap_or_else(PoisonError::into_inner);
        claims.say(&self.position)
    }

    fn first_look(&mut self) -> Node<W> {
        let nodes = 1 + self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        let threats = match self.said() {
            Err(Word::Decided(winner, carrier, by)) => {
                let wins = winner == self.position.to_move();
                return Node::decided(wins, carrier, by);
            }
            Err(Word::Threat(carrier)) => vec![carrier],
            Ok(threats) => threats,
        };
        let mut node = self.looker.at(&self.line);
        for threat in threats {
            if node.wins().is_none() {
                node.exclude(threat);
            }
        }
        let asked = self.number == 0 && {
            let root = self.root.unwrap_or(node);
            (self.shared.watch)(&root, nodes)
        };
        if asked || nodes >= self.shared.most_nodes {
            self.shared.stopped.store(true, Ordering::Relaxed);
        }
        node
    }

    /// Takes in what another thread has found here meanwhile.
    fn come_back(&self, here: Key, node: &mut Node<W>) {
        let recall = &self.shared.recalls[self.number];
        if recall.load(Ordering::Relaxed) == self.line.len() {
            recall.store(usize::MAX, Ordering::Relaxed);
            if let Some(known) = self.known(here)
                && known.wins().is_some()
            {
                *node = known;
            }
        }
    }

    fn children(&mut self, node: &Node<W>) -> Vec<Child> {
        let child = |cell| {
            self.play(cell);
            let key = self.key();
            self.undo(cell);
            Child {
                cell,
                key,
                win: 1,
                loss: 1,
            }
        };
        node.moves().into_iter().map(child).collect()
    }

    /// Searches the moves of an open position.
    fn open(&mut self, here: Key, node: &mut Node<W>, most: Most) {
        let start = self.shared.nodes.load(Ordering::Relaxed);
        let before = node.work;
        let mut children = self.children(node);
        loop {
            self.learn(node, &mut children);
            let nodes = self.shared.nodes.load(Ordering::Relaxed);
            node.work = before.saturating_add((nodes - start) as u32);
            if self.line.is_empty() {
                self.root = Some(*node);
            }
            if node.wins().is_some() {
                return;
            }
            children.retain(|child| node.open.contains(child.cell));
            let share = (self.shared.options.factor_thousandths() * children.len()).div_ceil(1000);
            let width = (self.shared.options.base + share).clamp(1, children.len());
            let choice = choose(&children[..width], self.shared.options.siblings);
            (node.win, node.loss) = (choice.win, choice.loss);
            if choice.win >= most.win || choice.loss >= most.loss || self.is_recalled() {
                return;
            }
            let best = &children[choice.best];
            let share = u64::from(choice.next)
                * u64::from(self.shared.options.epsilon_thousandths())
                / 1000;
            let ahead = u32::try_from(share).unwrap_or(NEVER);
            let most = Most {
                win: most.loss.saturating_sub(choice.beside),
                loss: most.win.min(choice.next.saturating_add(ahead.max(1))),
            };
            let (cell, key) = (best.cell, best.key);
            self.play(cell);
            let found = self.visit(key, most);
            self.undo(cell);
            let best = &mut children[choice.best];
            (best.win, best.loss) = (found.win, found.loss);
            hear(node, cell, &found);
            self.come_back(here, node);
        }
    }

    /// Takes in what the table knows of moves.
    fn learn(&self, node: &mut Node<W>, children: &mut [Child]) {
        let depth = self.line.len() + 1;
        for child in children {
            if node.wins().is_some() {
                return;
            }
            if !node.open.contains(child.cell) {
                continue;
            }
            if let Some(found) = self.known(child.key) {
                (child.win, child.loss) = (found.win, found.loss);
                hear(node, child.cell, &found);
            }
            let mut others = self.shared.paths.iter().enumerate();
            let busy = others.any(|(number, path)| {
                number != self.number && path[depth].load(Ordering::Relaxed) == child.key.hash
            });
            if busy {
                child.loss = child.loss.saturating_add(child.loss / 2).min(NEVER - 1);
            }
        }
    }
}

/// Takes in what is known of the position after a move.
fn hear<const W: usize>(node: &mut Node<W>, cell: Cell, found: &Node<W>) {
    match found.wins() {
        _ if node.wins().is_some() => {}
        Some(false) => node.win_by(cell, found.cover),
        Some(true) => node.refute(cell, found.cover),
        None => {}
    }
}

/// What to search next.
struct Choice {
    best: usize,
    /// The numbers of the node.
    win: u32,
    loss: u32,
    /// What of `loss` the other moves are counted for.
    beside: u32,
    /// The number of the second best.
    next: u32,
}

/// The move of which least is left to prove. Beside the hardest to refute each counts for so many,
/// or all add up.
fn choose(children: &[Child], siblings: u32) -> Choice {
    let mut choice = Choice {
        best: 0,
        win: NEVER,
        loss: 0,
        beside: 0,
        next: NEVER,
    };
    let hardest = children.iter().map(|child| child.win).max();
    for (index, child) in children.iter().enumerate() {
        choice.loss = choice.loss.saturating_add(child.win).min(NEVER - 1);
        if child.loss < choice.win {
            choice.next = choice.win;
            (choice.best, choice.win) = (index, child.loss);
        } else {
            choice.next = choice.next.min(child.loss);
        }
    }
    choice.beside = if siblings == 0 {
        choice.loss - children[choice.best].win
    } else {
        siblings.saturating_mul(children.len() as u32 - 1)
    };
    if siblings > 0 {
        let hardest = hardest.unwrap_or(0);
        choice.loss = hardest.saturating_add(choice.beside).min(NEVER - 1);
    }
    choice
}
