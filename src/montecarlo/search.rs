//! The search: visits until the time is up, so many playouts are made, or the position is decided.

use super::dice::Dice;
use super::eyes::{Eyes, Sight};
use super::knowledge::Knowledge;
use super::options::Options;
use super::pattern::Ground;
use super::playout::Playout;
use super::tree::{Node, State, Tree};
use crate::analysis::Analysis;
use crate::board::{BoardSize, Cell, CellSet, Colour, Position};
use crate::observer::{Observer, Progress, Work};
use crate::search::{Candidate, Limits, Outcome, RootMove, Score};
use std::time::{Duration, Instant};

/// How often progress is told.
const TELL: Duration = Duration::from_millis(200);

/// After so many playouts somebody is asked whether to end.
const ASK: u64 = 64;

/// The most moves that a tree follows at once: ours and the answer to it.
const FOLLOWED: usize = 2;

/// A search that keeps its tree from move to move.
pub struct Search<const W: usize> {
    options: Options,
    tree: Tree<W>,
    /// The position at the root of the tree.
    root: Option<Position<W>>,
    playout: Playout,
    ground: Ground,
    dice: Dice,
}

/// One search of it.
struct Run<'a, const W: usize> {
    search: &'a mut Search<W>,
    eyes: Eyes<W>,
    mover: Colour,
    limits: Limits,
    observer: &'a dyn Observer,
    start: Instant,
    told: Instant,
    asked: u64,
    nodes: u64,
    looks: u64,
    /// The longest line that was looked at.
    depth: u32,
    /// From the root to a leaf.
    line: Vec<usize>,
    /// Moves that are left out at the root.
    without: &'a [Cell],
}

impl<const W: usize> Search<W> {
    /// A search of boards of this size whose chances start at a seed.
    pub fn new(size: BoardSize, options: Options, seed: u64) -> Self {
        let policy = options.policy.then(|| Knowledge::shipped().policy());
        Self {
            tree: Tree::new(options.bytes),
            root: None,
            playout: Playout::new(size, policy),
            ground: Ground::new(size),
            dice: Dice::new(seed),
            options,
        }
    }

    /// The bytes that its trees may take.
    pub fn bytes(&self) -> usize {
        2 * self.tree.bytes()
    }

    /// Searches a position from a look at it that does not decide it.
    pub fn search(
        &mut self,
        look: &Analysis<W>,
        limits: Limits,
        observer: &dyn Observer,
    ) -> Outcome {
        self.follow(look.position());
        self.run(look, &[], limits, observer)
    }

    /// The same as if these moves could not be made now: what it says is lost is lost but for them. Its tree is of no use for
    /// another search. There is no move and no score if no other is worth considering.
    pub fn search_without(
        &mut self,
        look: &Analysis<W>,
        without: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> Outcome {
        if look.consider().iter().all(|cell| without.contains(&cell)) {
            return Outcome::default();
        }
        self.tree.clear();
        let outcome = self.run(look, without, limits, observer);
        self.tree.clear();
        self.root = None;
        outcome
    }

    fn run(
        &mut self,
        look: &Analysis<W>,
        without: &[Cell],
        limits: Limits,
        observer: &dyn Observer,
    ) -> Outcome {
        let start = Instant::now();
        let mut run = Run {
            eyes: Eyes::new(look.clone()),
            mover: look.position().to_move(),
            search: self,
            limits,
            observer,
            start,
            told: start,
            asked: 0,
            nodes: 0,
            looks: 0,
            depth: 0,
            line: Vec::new(),
            without,
        };
        run.go();
        run.outcome()
    }

    /// Brings the tree to a position: the part of it that is below, or a new one.
    fn follow(&mut self, position: &Position<W>) {
        let root = self.root.replace(*position);
        let moves = root.filter(|_| self.options.keep);
        let moves = moves.and_then(|root| between(&root, position));
        let kept = match moves.as_deref() {
            Some([]) if !self.tree.kids(0).is_empty() => return,
            Some(moves) => self.tree.below(moves),
            None => None,
        };
        // The old one is let go of before there is a new one.
        if let Some(kept) = kept {
            self.tree = kept;
        } else {
            self.tree.clear();
        }
    }
}

/// The moves that lead from a position to another, if they are few.
fn between<const W: usize>(from: &Position<W>, to: &Position<W>) -> Option<Vec<Cell>> {
    let fits = from.size() == to.size()
        && Colour::ALL
            .into_iter()
            .all(|colour| from.stones(colour).is_subset(to.stones(colour)));
    let new = from.empty() - to.empty();
    if !fits || new.len() > FOLLOWED {
        return None;
    }
    let mut position = *from;
    let mut moves = Vec::new();
    while moves.len() < new.len() {
        let own = to.stones(position.to_move()) - from.stones(position.to_move());
        let cell = own.iter().find(|cell| !moves.contains(cell))?;
        position.play(cell);
        moves.push(cell);
    }
    (position == *to).then_some(moves)
}

impl<const W: usize> Run<'_, W> {
    fn go(&mut self) {
        if matches!(self.search.tree.node(0).state, State::Leaf | State::Grown) {
            self.line.push(0);
            self.look();
        }
        while !self.is_over() {
            self.visit();
        }
    }

    /// Whether there is nothing more to do, or no time for it.
    fn is_over(&mut self) -> bool {
        let tree = &self.search.tree;
        if tree.node(0).is_solved() || tree.kids(0).is_empty() {
            return true;
        }
        let limits = &self.limits;
        let spent = self.nodes + self.looks;
        if limits.nodes.is_some_and(|most| spent >= most) {
            return true;
        }
        if spent == 0 {
            return false;
        }
        let now = Instant::now();
        if limits.until.is_some_and(|until| now >= until) {
            return true;
        }
        if self.nodes < self.asked {
            return false;
        }
        self.asked = self.nodes + ASK;
        let work = if limits.endless {
            Work::Endless
        } else {
            Work::Limited
        };
        if self.observer.should_stop(work) || self.is_settled(now) {
            return true;
        }
        if now - self.told >= TELL {
            self.told = now;
            self.report();
        }
        false
    }

    /// Whether it makes no difference what else is found: one move is left, or none can become the most visited in time.
    fn is_settled(&self, now: Instant) -> bool {
        let limits = &self.limits;
        if limits.endless || limits.thorough {
            return false;
        }
        let open = self.search.tree.kids(0).iter();
        let mut visits: Vec<f32> = open
            .filter(|kid| kid.state != State::Won)
            .map(|kid| kid.visits)
            .collect();
        visits.sort_by(|a, b| b.total_cmp(a));
        let &[most, next, ..] = visits.as_slice() else {
            return limits.nodes.is_none();
        };
        let (Some(until), Some(_)) = (limits.until, limits.enough) else {
            return false;
        };
        let spent = (now - self.start).as_secs_f32();
        let left = until.saturating_duration_since(now).as_secs_f32();
        let pace = visits.iter().sum::<f32>() / spent.max(1e-3);
        spent > left / 4.0 && next + pace * left < most
    }

    /// Walks down to a leaf, looks at it and plays on by chance.
    fn visit(&mut self) {
        let options = self.search.options;
        let tree = &self.search.tree;
        self.line.clear();
        let mut index = 0;
        self.line.push(index);
        let wanted = loop {
            let node = tree.node(index);
            let wanted = match node.state {
                State::Leaf | State::Grown => node.visits >= options.knowledge,
                _ => false,
            };
            if wanted || !matches!(node.state, State::Open | State::Grown) {
                break wanted;
            }
            let Some(kid) = tree.choose(index, &options) else {
                // All children that it has lose.
                break node.state == State::Grown;
            };
            index = kid;
            self.line.push(index);
        };
        let leaf = tree.node(index);
        let room = tree.has_room(self.search.playout.cells());
        if wanted && room {
            self.look();
        } else if leaf.state == State::Leaf && leaf.visits >= options.growth && room {
            self.grow();
        }
        if !self.search.tree.node(index).is_solved() {
            self.play_out();
        }
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
        let length = self.line.len();
        [1, 2].map(|back| {
            let place = length.checked_sub(back).filter(|&place| place > 0)?;
            Some(self.search.tree.node(self.line[place]).cell)
        })
    }

    /// The board that playouts begin on at the leaf at the end of the line.
    fn view(&self) -> [CellSet<W>; 2] {
        let tree = &self.search.tree;
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
    fn grow(&mut self) {
        let width = self.search.options.width;
        let (view, to_move, last) = (self.view(), self.to_move(), self.last());
        let search = &mut *self.search;
        let Some(&leaf) = self.line.last().filter(|_| width > 0) else {
            return;
        };
        search.ground.set(view);
        let knowledge = Knowledge::shipped();
        let empty = search.ground.size().all();
        let empty = empty.filter(|&cell| !view.iter().any(|stones| stones.contains(cell)));
        let mut moves: Vec<(Cell, f32)> = empty
            .map(|cell| (cell, knowledge.of(&search.ground, cell, to_move, last)))
            .collect();
        let all: f32 = moves.iter().map(|&(_, weight)| weight).sum();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        moves.truncate(width);
        for (_, weight) in &mut moves {
            *weight /= all;
        }
        if !moves.is_empty() {
            search.tree.grow(leaf, view, &moves);
        }
    }

    /// Looks at the leaf at the end of the line.
    fn look(&mut self) {
        let to_move = self.to_move();
        let search = &mut *self.search;
        let cells = self.line[1..].iter();
        let cells: Vec<Cell> = cells.map(|&index| search.tree.node(index).cell).collect();
        let mut sight: Sight<W> = self.eyes.at(&cells, &search.options);
        if cells.is_empty() {
            let left_out = |cell: &Cell| self.without.contains(cell);
            sight.moves.retain(|(cell, _)| !left_out(cell));
        }
        self.looks += 1;
        if search.options.patterns > 0.0 {
            let last = [1, 2].map(|back| cells.len().checked_sub(back).map(|place| cells[place]));
            search.ground.set(sight.view);
            sight.weigh(|cell| {
                let weight = Knowledge::shipped().of(&search.ground, cell, to_move, last);
                weight.powf(search.options.patterns)
            });
        }
        self.depth = self.depth.max(cells.len() as u32);
        search.tree.learn(&self.line, &sight);
        // A look takes milliseconds on large boards.
        self.asked = self.nodes;
        let count = search.options.judgement;
        search
            .tree
            .tell(&self.line, self.mover, sight.for_black, count);
    }

    /// Plays on by chance from the leaf at the end of the line, some times.
    fn play_out(&mut self) {
        let (stones, to_move) = (self.view(), self.to_move());
        let search = &mut *self.search;
        let options = search.options;
        let mut won = 0.0;
        for _ in 0..options.playouts {
            let (playout, dice) = (&mut search.playout, &mut search.dice);
            let winner = playout.run(stones, to_move, options.bridges, dice);
            if winner == Colour::Black {
                won += 1.0;
            }
            if options.rave.is_some() {
                let tree = &mut search.tree;
                tree.tell_all(&self.line, self.mover, playout, winner);
            }
        }
        self.nodes += u64::from(options.playouts);
        let count = options.playouts as f32;
        search.tree.tell(&self.line, self.mover, won / count, count);
    }

    /// What both sides are expected to play.
    fn expected(&self) -> Vec<Cell> {
        let tree = &self.search.tree;
        let mut line = Vec::new();
        let mut index = 0;
        while let Some(kid) = tree.best(index) {
            index = kid;
            line.push(tree.node(kid).cell);
        }
        line
    }

    /// The moves at the root, the best first.
    fn moves(&self) -> Vec<RootMove> {
        let tree = &self.search.tree;
        let best = tree.best(0).map(|best| tree.node(best).cell);
        let mut moves: Vec<&Node> = tree.kids(0).iter().collect();
        let order = |kid: &Node| {
            let open = if kid.state == State::Won { 0.0 } else { 1.0 };
            (best == Some(kid.cell), open * kid.visits)
        };
        moves.sort_by(|a, b| {
            let (a, b) = (order(a), order(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        let root = |kid: &Node| RootMove {
            candidate: Candidate {
                cell: kid.cell,
                merit: kid.visits as i32,
                badness: u32::MAX,
            },
            score: score(kid),
        };
        moves.into_iter().map(root).collect()
    }

    /// The score of the position.
    fn score(&self) -> Option<Score> {
        let tree = &self.search.tree;
        let root = tree.node(0);
        if root.is_solved() {
            return Some(proved(root));
        }
        tree.best(0).and_then(|best| score(tree.node(best)))
    }

    fn report(&self) {
        let moves = self.moves();
        let told = moves.iter().filter_map(|root| {
            let score = root.score?;
            Some((root.candidate.cell, score.to_string()))
        });
        self.observer.progress(&Progress {
            depth: self.depth,
            nodes: self.nodes,
            time: self.start.elapsed(),
            colour: self.mover,
            score: self.score().map(|score| score.to_string()),
            line: self.expected(),
            moves: told.collect(),
        });
    }

    fn outcome(self) -> Outcome {
        self.report();
        let root = self.moves();
        Outcome {
            best: root.first().map(|root| root.candidate.cell),
            score: self.score(),
            line: self.expected(),
            depth: self.depth,
            nodes: self.nodes,
            evaluations: self.looks,
            root,
        }
    }
}

/// What is proved of a node, for its side to move.
fn proved(node: &Node) -> Score {
    let won = node.state == State::Won;
    // An even number of moves from the end it is the same side's turn.
    let end = if won == (node.far.is_multiple_of(2)) {
        Score::WON
    } else {
        Score::LOST
    };
    (0..node.far).fold(end, |score, _| score.before())
}

/// What a node is worth to whom moved into it, if anybody was there: a proof, or how much likelier than half a win is, twice.
fn score(node: &Node) -> Option<Score> {
    if node.is_solved() {
        return Some(proved(node).before());
    }
    let worth = node.worth()?;
    Some(Score::estimate(
        ((2.0 * worth - 1.0) * 1000.0).round() as i32
    ))
}
