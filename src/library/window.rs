//! What was played in a part of the board, wherever it looked the same.
//!
//! A window is a rectangle of cells. One that touches a corner is looked for in all corners of the
//! kind, one that touches an edge alone everywhere along the edges, both on boards of any size; one
//! inside the board only in its own place. In each case under the symmetries of the board: turned,
//! and reflected with the colours exchanged.

use super::filter::{GameFilter, NoSuchPlayer, Selected};
use super::games::{KeptGame, Library};
use super::replay::{Replay, Toggled};
use super::score::Score;
use super::step::StepKind;
use crate::base::random::SplitMix64;
use crate::hex::{Board, BoardSize, Cell, Colour, Image};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The most cells of a window.
pub const LARGEST: usize = 100;

/// A rectangle of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    size: BoardSize,
    columns: Range<usize>,
    rows: Range<usize>,
}

/// Why a text names no window.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WindowFault {
    /// It is not two cells.
    #[error("a window is written as two of its corners: a1-e5")]
    Unreadable,
    /// One of them is not on the board.
    #[error("{0} is not a cell of the board {1}")]
    OffBoard(String, BoardSize),
    /// It is too large.
    #[error("a window has at most {LARGEST} cells, this one {0}")]
    TooLarge(usize),
}

/// What was played in a window.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Local {
    /// How often it was found, once for each place in a game.
    pub score: Score,
    /// How often nothing was played in it any more.
    pub left: usize,
    /// The next moves in it, most frequent first.
    pub moves: Vec<LocalMove>,
}

/// A move in a window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalMove {
    /// Its colour.
    pub colour: Colour,
    /// Its cell.
    pub cell: Cell,
    /// Its games, in the colours of the window.
    pub score: Score,
}

/// The window in a place of a board, seen from one side.
#[derive(Debug)]
struct Placement {
    image: Image,
    /// Equal for those that have the same cells.
    place: usize,
}

/// All places of a window on boards of a size.
#[derive(Debug)]
struct Placements {
    all: Vec<Placement>,
    /// For each cell of the board the placements that have it, and its number in the window.
    by_cell: Vec<Vec<(usize, usize)>>,
}

impl Window {
    /// A window of a board, by two of its corners.
    pub fn read(text: &str, size: BoardSize) -> Result<Self, WindowFault> {
        let (one, other) = text.trim().split_once('-').ok_or(WindowFault::Unreadable)?;
        let cell = |name: &str| {
            let off = |_| WindowFault::OffBoard(name.chars().take(20).collect(), size);
            size.read(name.trim()).map_err(off)
        };
        let (one, other) = (cell(one)?, cell(other)?);
        let range = |one: usize, other: usize| one.min(other)..one.max(other) + 1;
        let columns = range(size.column(one), size.column(other));
        let rows = range(size.row(one), size.row(other));
        let cells = columns.len() * rows.len();
        if cells > LARGEST {
            return Err(WindowFault::TooLarge(cells));
        }
        Ok(Self {
            size,
            columns,
            rows,
        })
    }

    /// Its cells, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let cells = self.size.all();
        cells.filter(|&cell| {
            self.columns.contains(&self.size.column(cell))
                && self.rows.contains(&self.size.row(cell))
        })
    }

    /// Which ends of a side a part of it touches.
    fn ends(range: &Range<usize>, side: usize) -> [bool; 2] {
        [range.start == 0, range.end == side]
    }

    /// Whether it is the same elsewhere along the edges, and on boards of other sizes: it touches an
    /// edge, and none that lie opposite.
    fn is_movable(&self) -> bool {
        let columns = Self::ends(&self.columns, self.size.width());
        let rows = Self::ends(&self.rows, self.size.height());
        columns != [true; 2] && rows != [true; 2] && [columns, rows] != [[false; 2]; 2]
    }

    /// Where a part of one side of its board lies on that side of another board.
    fn ranges(&self, own: &Range<usize>, side: usize, other: usize) -> Vec<Range<usize>> {
        if !self.is_movable() {
            return vec![own.clone()];
        }
        let all = (0..=other.saturating_sub(own.len())).map(|start| start..start + own.len());
        let like = |range: &Range<usize>| {
            range.end <= other && Self::ends(range, other) == Self::ends(own, side)
        };
        all.filter(like).collect()
    }

    /// Its places on a board of this size.
    fn placements(&self, size: BoardSize) -> Option<Placements> {
        if size != self.size && !self.is_movable() {
            return None;
        }
        let columns = self.ranges(&self.columns, self.size.width(), size.width());
        let rows = self.ranges(&self.rows, self.size.height(), size.height());
        let mut placements = Placements {
            all: Vec::new(),
            by_cell: vec![Vec::new(); size.cells()],
        };
        let mut places = HashMap::new();
        for &image in Image::of(size) {
            for columns in &columns {
                for rows in &rows {
                    let cells = rows.clone().flat_map(|row| {
                        let cell = move |column| size.cell(column, row);
                        columns.clone().filter_map(cell)
                    });
                    let cells: Vec<Cell> = cells.map(|cell| image.cell(size, cell)).collect();
                    let mut sorted = cells.clone();
                    sorted.sort_unstable();
                    let next = places.len();
                    let place = *places.entry(sorted).or_insert(next);
                    let number = placements.all.len();
                    placements.all.push(Placement { image, place });
                    for (at, cell) in cells.into_iter().enumerate() {
                        placements.by_cell[cell.index()].push((number, at));
                    }
                }
            }
        }
        Some(placements)
    }
}

/// The key of a stone in a window.
fn key(colour: Colour, at: usize) -> u64 {
    SplitMix64::nth(1, (2 * at + colour.index()) as u64)
}

/// A search for a window.
struct LocalSearch {
    cells: Vec<Cell>,
    wanted: u64,
    local: Local,
    moves: BTreeMap<(usize, Colour), Score>,
}

impl LocalSearch {
    /// Goes through a game.
    fn scan(&mut self, library: &Library, game: &KeptGame, placements: &Placements) {
        let mut hashes = vec![0_u64; placements.all.len()];
        let mut is_done = vec![false; placements.all.len()];
        let mut replay = Replay::new(game.size);
        for step in library.steps(game) {
            let is_move = matches!(step.kind, StepKind::Place(_));
            replay.apply(step, |stone| {
                let touched = &placements.by_cell[stone.cell.index()];
                if is_move {
                    self.played(game, stone, touched, (&hashes, &mut is_done), placements);
                }
                for &(number, at) in touched {
                    let colour = placements.all[number].image.colour(stone.colour);
                    hashes[number] ^= key(colour, at);
                }
            });
        }
        let mut left = vec![false; placements.all.len()];
        for (number, placement) in placements.all.iter().enumerate() {
            let is_new = !is_done[placement.place] && hashes[number] == self.wanted;
            if is_new && !std::mem::replace(&mut left[placement.place], true) {
                let winner = game.winner.map(|winner| placement.image.colour(winner));
                self.local.score.add(winner);
                self.local.left += 1;
            }
        }
    }

    /// Counts a stone that was played in the window. Where the window is symmetric, the first of the
    /// moves that its symmetries make equal counts.
    fn played(
        &mut self,
        game: &KeptGame,
        stone: Toggled,
        touched: &[(usize, usize)],
        (hashes, is_done): (&[u64], &mut [bool]),
        placements: &Placements,
    ) {
        let mut found: BTreeMap<usize, (usize, Colour, Image)> = BTreeMap::new();
        for &(number, at) in touched {
            let Placement { image, place } = placements.all[number];
            if !is_done[place] && hashes[number] == self.wanted {
                let this = (at, image.colour(stone.colour), image);
                let one = found.entry(place).or_insert(this);
                if (this.1, this.0) < (one.1, one.0) {
                    *one = this;
                }
            }
        }
        for (place, (at, colour, image)) in found {
            is_done[place] = true;
            let winner = game.winner.map(|winner| image.colour(winner));
            self.local.score.add(winner);
            self.moves.entry((at, colour)).or_default().add(winner);
        }
    }

    fn end(mut self) -> Local {
        let moves = self
            .moves
            .into_iter()
            .map(|((at, colour), score)| LocalMove {
                colour,
                cell: self.cells[at],
                score,
            });
        self.local.moves = moves.collect();
        self.local.moves.sort_by_key(|one| Reverse(one.score.games));
        self.local
    }
}

impl Library {
    /// What was played in a window that looked as it does in this position, in the games of a
    /// filter. Each place of a game counts once.
    pub fn local(
        &self,
        board: &Board,
        window: &Window,
        filter: &GameFilter,
    ) -> Result<Local, NoSuchPlayer> {
        let selected = Selected::new(filter, self)?;
        let cells: Vec<Cell> = window.cells().collect();
        let keys = cells.iter().enumerate().filter_map(|(at, &cell)| {
            let colour = board.at(cell)?;
            Some(key(colour, at))
        });
        let mut search = LocalSearch {
            wanted: keys.fold(0, |all, key| all ^ key),
            cells,
            local: Local::default(),
            moves: BTreeMap::new(),
        };
        let mut boards: HashMap<BoardSize, Option<Placements>> = HashMap::new();
        for game in self.games().iter().filter(|game| selected.has(game)) {
            let placements = boards
                .entry(game.size)
                .or_insert_with(|| window.placements(game.size));
            if let Some(placements) = placements {
                search.scan(self, game, placements);
            }
        }
        Ok(search.end())
    }
}
