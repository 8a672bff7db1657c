//! A hand at the tree: it walks down to a leaf, looks at it or plays on by chance, and tells the nodes on the way. Several hands may
//! work on one tree, each on a thread: the tree is locked while one reads or writes it, not while it looks or plays on. What a hand
//! is at counts as lost until it comes back, so that others go elsewhere.

use super::dice::Dice;
use super::eyes::{Eyes, Sight};
use super::knowledge::Knowledge;
use super::options::Options;
use super::pattern::Ground;
use super::playout::Playout;
use super::tree::{State, Tree};
use crate::analysis::Analysis;
use crate::board::{BoardSize, Cell, CellSet, Colour};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// What a hand needs, kept from search to search.
pub(super) struct Tools {
    playout: Playout,
    ground: Ground,
    dice: Dice,
}

impl Tools {
    /// Tools for boards of this size whose chances start at a seed.
    pub fn new(size: BoardSize, options: &Options, seed: u64) -> Self {
        let policy = options.policy.then(|| Knowledge::shipped().policy());
        Self {
            playout: Playout::new(size, policy),
            ground: Ground::new(size),
            dice: Dice::new(seed),
        }
    }
}

/// What hands did together.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Playouts.
    pub nodes: AtomicU64,
    /// Looks.
    pub looks: AtomicU64,
    /// The longest line that was looked at.
    pub depth: AtomicU32,
    /// Whether they shall stop.
    pub stop: AtomicBool,
}

/// A tree that hands share.
pub(super) type Shared<const W: usize> = Mutex<Tree<W>>;

/// The tree, for one hand.
pub(super) fn lock<const W: usize>(tree: &Shared<W>) -> MutexGuard<'_, Tree<W>> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What there is to do at a leaf.
enum Task<const W: usize> {
    /// A look.
    Look,
    /// Playouts from this board.
    Play([CellSet<W>; 2]),
    /// To wait for somebody who looks.
    Wait,
    /// Nothing: it is solved.
    Nothing,
}

/// A hand.
pub(super) struct Hand<'a, const W: usize> {
    options: Options,
    tree: &'a Shared<W>,
    counts: &'a Counts,
    tools: &'a mut Tools,
    eyes: Eyes<W>,
    mover: Colour,
    /// Whether others work on the tree.
    shares: bool,
    /// From the root to a leaf.
    line: Vec<usize>,
    /// The moves of it.
    moves: Vec<Cell>,
}

impl<'a, const W: usize> Hand<'a, W> {
    /// A hand that knows a look at the root.
    pub fn new(
        options: Options,
        tree: &'a Shared<W>,
        counts: &'a Counts,
        tools: &'a mut Tools,
        look: Analysis<W>,
        shares: bool,
    ) -> Self {
        Self {
            options,
            tree,
            counts,
            tools,
            mover: look.position().to_move(),
            eyes: Eyes::new(look),
            shares,
            line: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Looks at the root, if nobody has, as if there were no such moves as these.
    pub fn begin(&mut self, without: &[Cell]) {
        let state = lock(self.tree).node(0).state;
        if matches!(state, State::Leaf | State::Grown) {
            self.line.push(0);
            self.look(without);
        }
    }

    /// Walks down to a leaf, looks at it or plays on by chance.
    pub fn visit(&mut self) {
        match self.walk() {
            Task::Look => {
                self.look(&[]);
                let (view, open) = {
                    let tree = lock(self.tree);
                    let leaf = self.line.last().copied().unwrap_or_default();
                    (self.view(&tree), !tree.node(leaf).is_solved())
                };
                if open {
                    self.play_out(view);
                }
            }
            Task::Play(view) => self.play_out(view),
            Task::Wait => thread::yield_now(),
            Task::Nothing => {}
        }
        if self.shares {
            lock(self.tree).discharge(&self.line);
        }
    }

    /// Walks down to a leaf, and says what there is to do.
    fn walk(&mut self) -> Task<W> {
        let (options, shares) = (self.options, self.shares);
        let tree = self.tree;
        let mut tree = lock(tree);
        self.line.clear();
        self.moves.clear();
        let mut index = 0;
        self.line.push(index);
        let wanted = loop {
            let node = tree.node(index);
            let wanted = match node.state {
                State::Leaf | State::Grown => node.visits >= options.knowledge && !node.busy,
                _ => false,
            };
            if wanted || !matches!(node.state, State::Open | State::Grown) {
                break wanted;
            }
            let Some(kid) = tree.choose(index, &options) else {
                // All children that it has lose.
                break node.state == State::Grown && !node.busy;
            };
            index = kid;
            self.line.push(index);
            self.moves.push(tree.node(index).cell);
        };
        if shares {
            tree.charge(&self.line);
        }
        let room = tree.has_room(self.tools.playout.cells());
        let leaf = tree.node(index);
        if wanted && room {
            tree.mark(index);
            return Task::Look;
        }
        if leaf.is_solved() {
            return Task::Nothing;
        }
        if leaf.busy && room {
            return Task::Wait;
        }
        // What has grown is made anew when it is looked at, while others may be below it.
        let grows = options.width > 0 && !shares;
        if grows && leaf.state == State::Leaf && leaf.visits >= options.growth && room {
            self.grow(&mut tree);
        }
        Task::Play(self.view(&tree))
    }

    /// Who is to move at the end of the line.
    fn to_move(&self) -> Colour {
        match self.line.len() % 2 {
            1 => self.mover,
            _ => !self.mover,
        }
    }

    /// The last stone of the line and the one before, if they are part of it.
    fn last(&self) -> [Option<Cell>; 2] {
        let count = self.moves.len();
        [1, 2].map(|back| count.checked_sub(back).map(|place| self.moves[place]))
    }

    /// The board that playouts begin on at the leaf at the end of the line.
    fn view(&self, tree: &Tree<W>) -> [CellSet<W>; 2] {
        match self.line[..] {
            [.., parent, leaf] if tree.kids(leaf).is_empty() => {
                let mut stones = tree.view(parent);
                stones[(!self.to_move()).index()].insert(tree.node(leaf).cell);
                stones
            }
            [.., leaf] => tree.view(leaf),
            [] => [CellSet::EMPTY; 2],
        }
    }

    /// Gives the leaf at the end of the line the likeliest moves as children.
    fn grow(&mut self, tree: &mut Tree<W>) {
        let (view, to_move, last) = (self.view(tree), self.to_move(), self.last());
        let Some(&leaf) = self.line.last() else {
            return;
        };
        let ground = &mut self.tools.ground;
        ground.set(view);
        let knowledge = Knowledge::shipped();
        let empty = ground.size().all();
        let empty = empty.filter(|&cell| !view.iter().any(|stones| stones.contains(cell)));
        let mut moves: Vec<(Cell, f32)> = empty
            .map(|cell| (cell, knowledge.of(ground, cell, to_move, last)))
            .collect();
        let all: f32 = moves.iter().map(|&(_, weight)| weight).sum();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        moves.truncate(self.options.width);
        for (_, weight) in &mut moves {
            *weight /= all;
        }
        if !moves.is_empty() {
            tree.grow(leaf, view, &moves);
        }
    }

    /// Looks at the leaf at the end of the line, as if there were no such moves as these.
    fn look(&mut self, without: &[Cell]) {
        let last = self.last();
        let to_move = self.to_move();
        let mut sight: Sight<W> = self.eyes.at(&self.moves, &self.options);
        sight.moves.retain(|(cell, _)| !without.contains(cell));
        self.counts.looks.fetch_add(1, Ordering::Relaxed);
        if self.options.patterns > 0.0 {
            let ground = &mut self.tools.ground;
            ground.set(sight.view);
            sight.weigh(|cell| {
                let weight = Knowledge::shipped().of(ground, cell, to_move, last);
                weight.powf(self.options.patterns)
            });
        }
        let depth = self.moves.len() as u32;
        self.counts.depth.fetch_max(depth, Ordering::Relaxed);
        let mut tree = lock(self.tree);
        tree.learn(&self.line, &sight);
        let count = self.options.judgement;
        tree.tell(&self.line, self.mover, sight.for_black, count);
    }

    /// Plays on by chance from a board, some times.
    fn play_out(&mut self, stones: [CellSet<W>; 2]) {
        let to_move = self.to_move();
        let options = self.options;
        let mut won = 0.0;
        for _ in 0..options.playouts {
            let (playout, dice) = (&mut self.tools.playout, &mut self.tools.dice);
            let winner = playout.run(stones, to_move, options.bridges, dice);
            if winner == Colour::Black {
                won += 1.0;
            }
            if options.rave.is_some() {
                lock(self.tree).tell_all(&self.line, self.mover, playout, winner);
            }
        }
        self.counts
            .nodes
            .fetch_add(u64::from(options.playouts), Ordering::Relaxed);
        let count = options.playouts as f32;
        if options.playouts == 0 {
            return;
        }
        lock(self.tree).tell(&self.line, self.mover, won / count, count);
    }
}
