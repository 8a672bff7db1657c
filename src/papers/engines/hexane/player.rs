//! Hexane (McMahan 2000): local connections, the group graph, and play where both sides want to.
//!
//! In this order:
//!
//! 1. It **holds** a connection of its edges once it has found one: it answers moves that disturb a
//!    part of it, and otherwise shortens it. Each turn every part is searched again on its own
//!    cells, so nothing outdated is trusted.
//! 2. It **joins** its edges if there is a valid path of length 0 or 1, and holds that path from
//!    then on.
//! 3. It **blocks** a cell where all the opponent's paths of length 1 meet: the one that leaves the
//!    opponent farthest from joining.
//! 4. It **answers** moves that disturb a connection on its own shortest path.
//! 5. Otherwise it plays in the **active region** R: a random cell of both sides' paths, if there
//!    is one.
//!
//! When the opponent is connected, the game is lost, and it **resists**: it plays where, after the
//! best reply, the opponent still needs the most stones (the thesis, §5: it "should try to play in
//! a way that maximizes the number of moves before the loss").
//!
//! It never swaps. Its searches are limited in positions, so its moves depend only on the seed
//! unless time runs out.

use super::situation::{Bond, Situation, State, bonds, carriers};
use super::{CellSet, Chains, Position};
use super::{Feasibility, LocalOptions, Side};
use crate::hex::{Board, BoardSize, Cell, Colour, Move};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// The most positions of a move without another limit: at most some tenths of a second.
const MOST_NODES: u64 = 250_000;

/// The player.
#[derive(Debug)]
pub struct Hexane {
    chance: StdRng,
    resigns: bool,
    options: LocalOptions,
    /// The board of the bonds below.
    size: Option<BoardSize>,
    /// The bonds that join its edges, if it has found any.
    held: Vec<Bond>,
    /// The bonds on the path that it is following.
    kept: Vec<Bond>,
}

impl Hexane {
    /// A player with this random seed, which may resign when a loss is proved.
    pub fn new(seed: u64, resigns: bool) -> Self {
        Self::with_options(seed, resigns, LocalOptions::default())
    }

    /// The same with other local searches.
    pub fn with_options(seed: u64, resigns: bool, options: LocalOptions) -> Self {
        Self {
            chance: StdRng::seed_from_u64(seed),
            resigns,
            options,
            size: None,
            held: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// The move of a colour on a board, within this many nodes and this depth, or as soon as `stop`
    /// returns true.
    pub fn choose_move(
        &mut self,
        board: &Board,
        colour: Colour,
        (nodes, depth): (Option<u64>, Option<u32>),
        stop: &dyn Fn() -> bool,
    ) -> Move {
        let mut options = self.options;
        let nodes = std::cell::Cell::new(nodes.unwrap_or(u64::MAX).min(MOST_NODES));
        if let Some(depth) = depth {
            options.depth = options.depth.min(depth as usize);
        }
        let position: Position = board.resize();
        let situation = Situation {
            chains: Chains::new(&position),
            position,
            colour,
            options,
            nodes: &nodes,
            stop,
        };
        self.choose_at(&situation)
    }

    fn choose_at(&mut self, situation: &Situation) -> Move {
        let size = Some(situation.position.size());
        if self.size != size {
            self.size = size;
            self.held.clear();
            self.kept.clear();
        }
        if let Some(cell) = self.hold(situation) {
            return Move::Place(cell);
        }
        let own = situation.side(situation.colour);
        if let Some(cell) = self.join(situation, &own) {
            return Move::Place(cell);
        }
        let kept = std::mem::take(&mut self.kept);
        let state = situation.state(&kept);
        let other = situation.side(!situation.colour);
        let (cell, lost) = match other.paths().length {
            Some(0) => (self.hold_out(situation, &other), true),
            Some(1) => match self.block(situation, &own, &other, &state) {
                Some(cell) => (Some(cell), false),
                None => (
                    self.hold_out(situation, &other),
                    other.paths().common().is_empty(),
                ),
            },
            _ => (self.approach(&own, &other, &state), false),
        };
        if lost && self.resigns {
            return Move::Resign;
        }
        self.keep(situation, &own, cell, state);
        let cell = cell.or_else(|| self.any(situation.position.empty()));
        cell.map_or(Move::Resign, Move::Place)
    }

    /// Holds a connection of the edges, if there is one to hold.
    fn hold(&mut self, situation: &Situation) -> Option<Cell> {
        let held = std::mem::take(&mut self.held);
        let mut state = situation.state(&held);
        if held.is_empty() || state.lost > 0 || state.broken.len() > 1 {
            return None;
        }
        let cell = if let Some((bond, answers)) = state.broken.pop() {
            state.standing.push(bond);
            if !situation.joins_edges(&state.standing) {
                return None;
            }
            situation.shortest(&state.standing, answers)
        } else {
            if !situation.joins_edges(&state.standing) {
                return None;
            }
            let cells = carriers(&state.standing);
            situation
                .shortest(&state.standing, cells)
                .or_else(|| situation.position.empty().first())
        };
        self.held = state.standing;
        cell
    }

    /// Joins the edges, if there is a valid path for it.
    fn join(&mut self, situation: &Situation, own: &Side) -> Option<Cell> {
        if own.paths().length.is_none_or(|length| length > 1) {
            return None;
        }
        let paths = own.paths().paths.iter();
        let path = paths.min_by_key(|path| path.carrier.len())?;
        self.held = bonds(situation.colour, own.graph(), path, path.played);
        match path.played.first() {
            Some(key) => Some(key),
            None => self.hold(situation),
        }
    }

    /// Plays where all threats of the opponent meet, if that stops them.
    fn block(
        &mut self,
        situation: &Situation,
        own: &Side,
        other: &Side,
        state: &State,
    ) -> Option<Cell> {
        const TRIED: usize = 8;
        let meet = other.paths().common();
        let answers = state.answers();
        let own_cells = own.feasible_paths(other, Feasibility::Uncrossed);
        let wishes = [answers, own_cells.played(), own_cells.cells(), meet];
        let mut candidates: Vec<Cell> = Vec::new();
        let mut rest = meet;
        for wish in wishes {
            let cells: Vec<Cell> = (rest & wish).iter().collect();
            let count = cells.len();
            candidates.extend(cells.sample(&mut self.chance, count));
            rest -= wish;
        }
        let mut best: Option<(usize, Cell)> = None;
        for cell in candidates.into_iter().take(TRIED) {
            let after = situation
                .after(situation.colour, cell)
                .side(!situation.colour);
            // Without a path the distance is the greatest.
            let length = after.paths().length.unwrap_or(usize::MAX);
            if best.is_none_or(|(most, _)| length > most) {
                best = Some((length, cell));
            }
            if (situation.stop)() {
                break;
            }
        }
        best.filter(|&(length, _)| length > 1).map(|(_, cell)| cell)
    }

    /// Answers a move that disturbs its path, or plays in the active region.
    fn approach(&mut self, own: &Side, other: &Side, state: &State) -> Option<Cell> {
        let rule = Feasibility::Uncrossed;
        let mine = own.feasible_paths(other, rule);
        let theirs = other.feasible_paths(own, rule);
        let region = mine.cells() & theirs.cells();
        let choices = [
            state.answers(),
            region & mine.played() & theirs.played(),
            region & (mine.played() | theirs.played()),
            region,
            mine.played(),
            own.paths().played(),
        ];
        let choice = choices.into_iter().find(|cells| !cells.is_empty())?;
        self.any(choice)
    }

    /// Plays where the opponent then needs the most stones.
    fn hold_out(&mut self, situation: &Situation, other: &Side) -> Option<Cell> {
        let cells = other.paths().cells();
        let mut best: (usize, Vec<Cell>) = (0, Vec::new());
        for cell in cells {
            let after = situation.after(situation.colour, cell);
            let replies = (cells.without(cell)).iter().map(|reply| {
                let end = after.after(!situation.colour, reply);
                end.distance(!situation.colour).unwrap_or(usize::MAX)
            });
            let left = replies.min().unwrap_or(usize::MAX);
            if left > best.0 {
                best = (left, Vec::new());
            }
            if left == best.0 {
                best.1.push(cell);
            }
            if (situation.stop)() {
                break;
            }
        }
        best.1.choose(&mut self.chance).copied()
    }

    /// Remembers the bonds on its path, and what this move restored.
    fn keep(&mut self, situation: &Situation, own: &Side, cell: Option<Cell>, state: State) {
        if let Some(path) = own.paths().paths.first() {
            let played = cell.map_or(CellSet::EMPTY, CellSet::of);
            self.kept = bonds(situation.colour, own.graph(), path, played);
        }
        for (bond, answers) in state.broken {
            if cell.is_some_and(|cell| answers.contains(cell)) {
                self.kept.push(bond);
            }
        }
    }

    fn any(&mut self, cells: CellSet) -> Option<Cell> {
        let cells: Vec<Cell> = cells.iter().collect();
        cells.choose(&mut self.chance).copied()
    }
}
