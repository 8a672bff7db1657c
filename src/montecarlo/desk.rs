//! The tree and all that belongs to it, for one hand at a time: it walks down to a leaf, gives it
//! what was seen there or plays on by chance, and tells the nodes on the way.
//!
//! What is seen at a position depends on the moves that lead there from the look that all began
//! with ([`Start`]), not on who looks or when. So hands may look ahead at leaves that the search is
//! likely to come to: what they saw waits here until it does, and the tree becomes what one hand
//! alone would make of it. Which leaves are likely shows a walk through the tree as it would be if
//! each look that is missing found no surprise.
//!
//! [`Start`]: super::hand::Start

use super::dice::Dice;
use super::eyes::{Eyes, Sight};
use super::knowledge::Knowledge;
use super::options::MonteCarloOptions;
use super::playout::Playout;
use super::tree::{State, Tree};
use crate::board::{BoardSize, Cell, CellSet, Colour};
use std::collections::HashMap;

/// How many looks may wait to be asked for.
const WAITING: usize = 4096;

/// How many leaves ahead somebody may be of the search.
const AHEAD: usize = 24;

/// What the search did together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Playouts.
    pub nodes: u64,
    /// Looks that it came to.
    pub looks: u64,
    /// The longest line that was looked at.
    pub depth: u32,
}

/// What there is to do at a leaf.
enum Task<const W: usize> {
    /// A look.
    Look,
    /// Playouts from this board.
    Play([CellSet<W>; 2]),
    /// Nothing: it is solved.
    Nothing,
}

/// How a visit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visit {
    /// The nodes have been told.
    Done,
    /// Nobody has looked at the leaf at the end of the line.
    Missing,
    /// There is nothing to visit.
    Over,
}

/// The tree, the chances, and the looks that nobody has asked for yet.
pub(super) struct Desk<const W: usize> {
    options: MonteCarloOptions,
    pub tree: Tree<W>,
    pub counts: Counts,
    pub eyes: Eyes<W>,
    /// Who is to move at the root.
    mover: Colour,
    playout: Playout,
    dice: Dice,
    /// From the root to a leaf.
    line: Vec<usize>,
    /// The moves that lead to the end of it from where looks start: first those to the root.
    moves: Vec<Cell>,
    /// How many of them lead to the root.
    played: usize,
    /// Looks that wait, by the moves that lead there.
    seen: HashMap<Vec<Cell>, Sight<W>>,
    /// Where somebody looks.
    busy: Vec<Vec<Cell>>,
}

impl<const W: usize> Desk<W> {
    /// An empty tree for boards of this size, with chances that start at a seed.
    pub fn new(size: BoardSize, options: MonteCarloOptions, seed: u64) -> Self {
        let policy = options.policy.then(|| Knowledge::shipped().policy());
        Self {
            tree: Tree::new(options.bytes),
            counts: Counts::default(),
            eyes: Eyes::new(size.cells()),
            mover: Colour::Black,
            playout: Playout::new(size, policy),
            dice: Dice::new(seed),
            line: Vec::new(),
            moves: Vec::new(),
            played: 0,
            seen: HashMap::new(),
            busy: Vec::new(),
            options,
        }
    }

    /// Leaves a root that nobody has looked at.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.start_anew();
    }

    /// Lets looks start at the root. Those that were made before are let go of.
    pub fn start_anew(&mut self) {
        self.moves.clear();
        self.played = 0;
        self.eyes.clear();
        self.seen.clear();
    }

    /// Moves on to the node that these moves lead to; false if it is not there, or nobody has
    /// looked at it.
    pub fn follow(&mut self, moves: &[Cell]) -> bool {
        let Some(kept) = self.tree.below(moves) else {
            return false;
        };
        self.tree = kept;
        self.moves.truncate(self.played);
        self.moves.extend(moves);
        self.played = self.moves.len();
        self.seen.retain(|line, _| line.starts_with(&self.moves));
        true
    }

    /// How many moves the root is from where looks start.
    pub fn played(&self) -> usize {
        self.played
    }

    /// Begins a search.
    pub fn begin(&mut self, mover: Colour) {
        self.mover = mover;
        self.counts = Counts::default();
        self.busy.clear();
    }

    /// Whether nobody has looked at the root.
    pub fn is_new(&self) -> bool {
        self.tree.node(0).state == State::Leaf
    }

    /// Gives the root what was seen there.
    pub fn open(&mut self, sight: &Sight<W>) {
        self.line.clear();
        self.moves.truncate(self.played);
        self.line.push(0);
        self.take(sight);
    }

    /// Whether the root is solved, or has no moves.
    pub fn is_over(&self) -> bool {
        self.tree.node(0).is_solved() || self.tree.kids(0).is_empty()
    }

    /// Playouts and looks.
    pub fn spent(&self) -> u64 {
        self.counts.nodes + self.counts.looks
    }

    /// Walks down to a leaf, gives it what was seen there or plays on by chance, and tells the
    /// nodes on the way.
    pub fn visit(&mut self) -> Visit {
        match self.walk() {
            Task::Look => {
                let Some(sight) = self.seen.remove(&self.moves) else {
                    return Visit::Missing;
                };
                self.take(&sight);
                let leaf = self.line.last().copied().unwrap_or_default();
                if !self.tree.node(leaf).is_solved() {
                    let view = self.view();
                    self.play_out(view, self.options.playouts);
                }
            }
            Task::Play(view) => {
                // Else nothing would come of the visit, and the next would be the same.
                self.play_out(view, self.options.playouts.max(1));
            }
            Task::Nothing => return Visit::Over,
        }
        Visit::Done
    }

    /// The moves to a leaf that somebody should look at, after a visit that missed a look: that
    /// leaf, or if somebody does, one that the search is likely to come to.
    pub fn wanted(&mut self) -> Option<Vec<Cell>> {
        let mut told = Vec::new();
        let mut guessed = Vec::new();
        let mut found = self.is_free();
        while !found && guessed.len() < AHEAD {
            let for_black = self.guess(guessed.contains(&self.line));
            for &index in &self.line {
                told.push((index, self.tree.found(index)));
            }
            let count = self.options.judgement + self.options.playouts as f32;
            self.tree.tell(&self.line, self.mover, for_black, count);
            guessed.push(self.line.clone());
            found = match self.walk() {
                Task::Look => self.is_free(),
                Task::Play(_) => false,
                Task::Nothing => break,
            };
        }
        for (index, found) in told.into_iter().rev() {
            self.tree.set_found(index, found);
        }
        if !found {
            return None;
        }
        self.busy.push(self.moves.clone());
        Some(self.moves.clone())
    }

    /// Whether nobody looks or has looked at the end of the line.
    fn is_free(&self) -> bool {
        !self.busy.contains(&self.moves) && !self.seen.contains_key(&self.moves)
    }

    /// What the leaf at the end of the line is expected to be worth for Black: what was seen there
    /// or, as long as that is not known, as much as its parent; if that was expected before, and
    /// the search would still go there, it is lost for whom moved into it.
    fn guess(&self, again: bool) -> f32 {
        let seen = self.seen.get(&self.moves);
        if let Some(sight) = seen.filter(|_| !again) {
            return sight.for_black;
        }
        let parent = match self.line[..] {
            [.., parent, _] if !again => self.tree.node(parent).worth(),
            _ => Some(1.0),
        };
        // For whom moved into the parent, who is to move at the leaf.
        let worth = parent.unwrap_or(0.5);
        match self.to_move() {
            Colour::Black => worth,
            Colour::White => 1.0 - worth,
        }
    }

    /// Keeps a look until the search comes to it.
    pub fn keep(&mut self, moves: Vec<Cell>, sight: Sight<W>) {
        self.busy.retain(|line| *line != moves);
        if self.seen.len() >= WAITING {
            self.seen.clear();
        }
        self.seen.insert(moves, sight);
    }

    /// Walks down to a leaf, and says what there is to do.
    fn walk(&mut self) -> Task<W> {
        let options = self.options;
        self.line.clear();
        self.moves.truncate(self.played);
        let mut index = 0;
        self.line.push(index);
        let wanted = loop {
            let node = self.tree.node(index);
            if node.state != State::Open {
                break node.state == State::Leaf && node.visits >= options.knowledge;
            }
            let Some(kid) = self.tree.choose(index, &options) else {
                break false;
            };
            index = kid;
            self.line.push(index);
            self.moves.push(self.tree.node(index).cell);
        };
        let room = self.tree.has_room(self.playout.cells());
        if wanted && room {
            return Task::Look;
        }
        if self.tree.node(index).is_solved() {
            return Task::Nothing;
        }
        Task::Play(self.view())
    }

    /// Who is to move at the end of the line.
    fn to_move(&self) -> Colour {
        match self.line.len() % 2 {
            1 => self.mover,
            _ => !self.mover,
        }
    }

    /// The board that playouts begin on at the leaf at the end of the line.
    fn view(&self) -> [CellSet<W>; 2] {
        match self.line[..] {
            [.., parent, leaf] if self.tree.kids(leaf).is_empty() => {
                let mut stones = self.tree.view(parent);
                stones[(!self.to_move()).index()].insert(self.tree.node(leaf).cell);
                stones
            }
            [.., leaf] => self.tree.view(leaf),
            [] => [CellSet::EMPTY; 2],
        }
    }

    /// Gives the leaf at the end of the line what was seen there.
    fn take(&mut self, sight: &Sight<W>) {
        self.counts.looks += 1;
        self.counts.depth = self.counts.depth.max(self.line.len() as u32 - 1);
        self.tree.learn(&self.line, sight);
        let count = self.options.judgement;
        self.tree
            .tell(&self.line, self.mover, sight.for_black, count);
    }

    /// Plays on by chance from the board at the end of the line, so many times.
    fn play_out(&mut self, stones: [CellSet<W>; 2], count: u32) {
        let to_move = self.to_move();
        let options = self.options;
        let mut won = 0.0;
        for _ in 0..count {
            let (playout, dice) = (&mut self.playout, &mut self.dice);
            let winner = playout.run(stones, to_move, options.bridges, dice);
            if winner == Colour::Black {
                won += 1.0;
            }
            if options.rave.is_some() {
                self.tree.tell_all(&self.line, self.mover, playout, winner);
            }
        }
        self.counts.nodes += u64::from(count);
        if count > 0 {
            let count = count as f32;
            self.tree.tell(&self.line, self.mover, won / count, count);
        }
    }
}

/// The last stone of a line and the one before, if they are part of it.
pub(super) fn last(moves: &[Cell]) -> [Option<Cell>; 2] {
    let count = moves.len();
    [1, 2].map(|back| count.checked_sub(back).map(|place| moves[place]))
}
