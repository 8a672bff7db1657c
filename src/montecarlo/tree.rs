//! The tree: nodes in a block of memory whose size is given once, what they found, and what is
//! proved.
//!
//! The children of a node stand side by side and are made all at once, when the node has been
//! looked at, or has grown before that. A node counts for whom moved into it: its parent chooses
//! among such numbers. What is proved counts for the side to move: a node with a child that is lost
//! is won; one that was looked at, and whose children are all won, is lost: they are all the moves
//! that are worth considering, so nothing else could save it. A tree that moves on with the game is
//! copied into another block, so each may have half of the memory.

use super::eyes::Sight;
use super::options::MonteCarloOptions;
use super::playout::Playout;
use super::ring;
use crate::board::{Cell, CellSet, Colour};

/// What is known of a node, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum State {
    /// Nobody has looked.
    #[default]
    Leaf,
    /// It has been looked at, and has all children that are worth considering.
    Open,
    /// It is proved to be won.
    Won,
    /// It is proved to be lost.
    Lost,
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The move that leads to it.
    pub cell: Cell,
    /// What is known of it.
    pub state: State,
    /// How far from it the proof is plain.
    pub far: u16,
    /// How many children it has.
    kids: u16,
    /// The first of them.
    first: u32,
    /// The filled board that was seen here.
    view: u32,
    /// Playouts through it, and judgements by their worth in playouts.
    pub visits: f32,
    /// What they were worth together to whom moved into it.
    wins: f32,
    /// Playouts through its parent in which whom moved into it had its cell in the end, and how
    /// many of them were won.
    amaf_visits: f32,
    amaf_wins: f32,
    /// How good it looks.
    prior: f32,
}

impl Node {
    fn new(cell: Cell, prior: f32) -> Self {
        Self {
            cell,
            state: State::Leaf,
            far: 0,
            kids: 0,
            first: 0,
            view: 0,
            visits: 0.0,
            wins: 0.0,
            amaf_visits: 0.0,
            amaf_wins: 0.0,
            prior,
        }
    }

    /// Its worth for whom moved into it, if anybody was there.
    pub fn worth(&self) -> Option<f32> {
        (self.visits > 0.0).then(|| self.wins / self.visits)
    }

    /// Where its children stand.
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.kids)
    }

    /// Whether it is proved.
    pub fn is_solved(&self) -> bool {
        matches!(self.state, State::Won | State::Lost)
    }
}

/// What was found of a node by visits: how many they were, and what they were worth together.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    visits: f32,
    wins: f32,
}

/// Filled boards: the stones of Black and White.
type View<const W: usize> = [CellSet<W>; 2];

/// The tree. The root is the first node.
#[derive(Clone, Debug)]
pub struct Tree<const W: usize> {
    nodes: Vec<Node>,
    views: Vec<View<W>>,
    most_nodes: usize,
    most_views: usize,
}

impl<const W: usize> Tree<W> {
    /// A root that nobody has looked at, in so many bytes at most.
    pub fn new(bytes: usize) -> Self {
        // Half for another tree, and of the rest an eighth for views: a node has mostly eight
        // children or more.
        let most_nodes = (bytes / 2 / 8 * 7 / size_of::<Node>()).max(1000);
        let most_views = (bytes / 2 / 8 / size_of::<View<W>>()).max(16);
        let mut tree = Self {
            nodes: Vec::with_capacity(most_nodes),
            views: Vec::with_capacity(most_views),
            most_nodes,
            most_views,
        };
        tree.nodes.push(Node::new(Cell::new(0), 1.0));
        tree
    }

    /// Leaves a root that nobody has looked at.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.views.clear();
        self.nodes.push(Node::new(Cell::new(0), 1.0));
    }

    /// The bytes of its block.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.views.capacity() * size_of::<View<W>>()
    }

    /// A node.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The children of a node.
    pub fn kids(&self, index: usize) -> &[Node] {
        &self.nodes[self.nodes[index].children()]
    }

    /// The filled board that was seen at a node that has children.
    pub fn view(&self, index: usize) -> View<W> {
        self.views[self.nodes[index].view as usize]
    }

    /// Whether a node with so many children more fits.
    pub fn has_room(&self, kids: usize) -> bool {
        self.nodes.len() + kids <= self.most_nodes && self.views.len() < self.most_views
    }

    /// The child to visit next: by what was found of it, by playouts in which its cell was taken
    /// elsewhere, and by its prior.
    pub fn choose(&self, index: usize, options: &MonteCarloOptions) -> Option<usize> {
        let node = &self.nodes[index];
        // What a leaf is told when it becomes a node is the measure of what is little and what is
        // much.
        let unit = 1.0 + options.judgement;
        let spread = options.explore * (node.visits.max(1.0) * unit).sqrt();
        // Nobody knows what a move that was never tried is worth: somewhat less than the position,
        // for its mover.
        let guess = 1.0 - node.worth().unwrap_or(0.5) - options.caution;
        let worth = |kid: &Node| {
            let visits = kid.visits + 1.0;
            let mut worth = (kid.wins + guess) / visits;
            if let Some(bias) = options.rave {
                let amaf = kid.amaf_visits;
                if amaf > 0.0 {
                    let share = amaf / (amaf + visits + amaf * visits * bias);
                    worth += share * (kid.amaf_wins / amaf - worth);
                }
            }
            worth + spread * kid.prior / (kid.visits + unit)
        };
        let mut best: Option<(f32, usize)> = None;
        for kid in node.children() {
            let child = &self.nodes[kid];
            if child.state == State::Won {
                continue;
            }
            let worth = worth(child);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, kid));
            }
        }
        best.map(|(_, kid)| kid)
    }

    /// What was found of a node by visits.
    pub fn found(&self, index: usize) -> Found {
        let Node { visits, wins, .. } = self.nodes[index];
        Found { visits, wins }
    }

    /// Sets that.
    pub fn set_found(&mut self, index: usize, found: Found) {
        let node = &mut self.nodes[index];
        (node.visits, node.wins) = (found.visits, found.wins);
    }

    /// Tells a line from the root to a leaf what so many playouts, or what counts as much, are
    /// worth for Black each; `to_move` at the root.
    pub fn tell(&mut self, line: &[usize], mut to_move: Colour, for_black: f32, count: f32) {
        for &index in line {
            let worth = match !to_move {
                Colour::Black => for_black,
                Colour::White => 1.0 - for_black,
            };
            self.nodes[index].visits += count;
            self.nodes[index].wins += count * worth;
            to_move = !to_move;
        }
    }

    /// Tells the children of a line which of their cells their mover had when the board was full,
    /// and whether it won.
    pub fn tell_all(
        &mut self,
        line: &[usize],
        mut to_move: Colour,
        playout: &Playout,
        winner: Colour,
    ) {
        for &index in line {
            let own = ring::of(to_move);
            let won = if winner == to_move { 1.0 } else { 0.0 };
            let kids = self.nodes[index].children();
            for kid in &mut self.nodes[kids] {
                if playout.on(kid.cell) == own {
                    kid.amaf_visits += 1.0;
                    kid.amaf_wins += won;
                }
            }
            to_move = !to_move;
        }
    }

    /// Gives the last node of a line what was seen there, and its ancestors what follows. False if
    /// there was no room.
    pub fn learn(&mut self, line: &[usize], sight: &Sight<W>) -> bool {
        let Some((&index, above)) = line.split_last() else {
            return false;
        };
        match sight.won {
            Some(won) => self.solve(index, won, 0),
            None if !self.has_room(sight.moves.len()) => return false,
            None => {
                self.open(index, sight);
                if !self.conclude(index) {
                    return true;
                }
            }
        }
        for &index in above.iter().rev() {
            if !self.conclude(index) {
                break;
            }
        }
        true
    }

    /// Gives a node the children that were seen to be worth considering.
    fn open(&mut self, index: usize, sight: &Sight<W>) {
        let first = self.nodes.len() as u32;
        let kids = sight.moves.iter();
        self.nodes
            .extend(kids.map(|&(cell, prior)| Node::new(cell, prior)));
        let node = &mut self.nodes[index];
        (node.first, node.kids) = (first, sight.moves.len() as u16);
        (node.view, node.state) = (self.views.len() as u32, State::Open);
        self.views.push(sight.view);
    }

    fn solve(&mut self, index: usize, won: bool, far: u16) {
        let node = &mut self.nodes[index];
        node.state = if won { State::Won } else { State::Lost };
        node.far = far;
    }

    /// Whether a node is solved by its children.
    fn conclude(&mut self, index: usize) -> bool {
        let kids = self.kids(index);
        let lost = kids.iter().filter(|kid| kid.state == State::Lost);
        if let Some(far) = lost.map(|kid| kid.far).min() {
            self.solve(index, true, far + 1);
            return true;
        }
        if kids.iter().any(|kid| kid.state != State::Won) {
            return false;
        }
        let far = kids.iter().map(|kid| kid.far).max().unwrap_or(0);
        self.solve(index, false, far + 1);
        true
    }

    /// The child that is best to play: one that wins, else the most visited that does not lose,
    /// else the one that loses last.
    pub fn best(&self, index: usize) -> Option<usize> {
        let kids = self.nodes[index].children();
        let rank = |&kid: &usize| {
            let kid = &self.nodes[kid];
            match kid.state {
                State::Lost => (2, -f32::from(kid.far)),
                State::Won => (0, f32::from(kid.far)),
                _ => (1, kid.visits),
            }
        };
        // The first among equals, which looks best.
        kids.rev().max_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })
    }

    /// The tree below the node that these moves lead to, if it is there and has been looked at.
    pub fn below(&self, moves: &[Cell]) -> Option<Self> {
        let mut index = 0;
        for &cell in moves {
            let mut kids = self.nodes[index].children();
            index = kids.find(|&kid| self.nodes[kid].cell == cell)?;
        }
        // What is solved at a look of its own has no children to choose from.
        if self.nodes[index].kids == 0 {
            return None;
        }
        let mut tree = Self {
            nodes: Vec::with_capacity(self.most_nodes),
            views: Vec::with_capacity(self.most_views),
            most_nodes: self.most_nodes,
            most_views: self.most_views,
        };
        tree.nodes.push(self.nodes[index]);
        let mut done = 0;
        while done < tree.nodes.len() {
            let node = tree.nodes[done];
            if node.kids > 0 {
                tree.nodes[done].first = tree.nodes.len() as u32;
                tree.nodes[done].view = tree.views.len() as u32;
                tree.views.push(self.views[node.view as usize]);
                tree.nodes.extend_from_slice(&self.nodes[node.children()]);
            }
            done += 1;
        }
        Some(tree)
    }
}
