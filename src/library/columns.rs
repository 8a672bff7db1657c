//! Where positions occur: for each number of stones a list of the positions of all games.

use super::replay::Replay;
use super::step::Step;
use crate::hex::{Board, BoardSize, Image, ImageHashes};

/// The bits of a hash that number the image; those above are compared.
const IMAGE: u64 = 3;

/// The positions with a number of stones.
#[derive(Default, Debug)]
struct Column {
    /// The hash that the position shares with its images, and in the lowest bits the image that has
    /// it.
    hashes: Vec<u64>,
    games: Vec<u32>,
    steps: Vec<u16>,
}

/// The positions of all games on boards of a size.
#[derive(Debug)]
pub struct Columns {
    size: BoardSize,
    /// By the number of stones.
    columns: Vec<Column>,
}

/// A place where a position occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The game.
    pub game: u32,
    /// How many steps come before.
    pub step: u16,
    /// The image of the game in which the position is the one that the others are compared with.
    pub image: Image,
}

/// A position to find.
pub struct Wanted {
    hash: u64,
    stones: usize,
    /// The images of the position that have this hash: several if it is symmetric.
    pub images: Vec<Image>,
}

impl Wanted {
    /// A position.
    pub fn new(board: &Board) -> Self {
        let hashes = ImageHashes::of(board);
        let (hash, _) = hashes.canonical(board.to_move());
        let images = hashes.images(board.to_move());
        Self {
            hash,
            stones: board.size().cells() - board.empty().len(),
            images: images
                .filter(|&(other, _)| other == hash)
                .map(|(_, image)| image)
                .collect(),
        }
    }
}

impl Columns {
    /// No positions.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            columns: Vec::new(),
        }
    }

    /// Adds the positions of a game before each move and at its end.
    pub fn add(&mut self, game: u32, steps: &[Step]) {
        let mut replay = Replay::new(self.size);
        for place in 0..=steps.len().min(usize::from(u16::MAX)) {
            let next = steps.get(place).copied();
            if next.is_none_or(|step| !step.is_setup()) {
                self.push(game, place as u16, &replay, next);
            }
            if let Some(step) = next {
                replay.apply(step, |_| ());
            }
        }
    }

    fn push(&mut self, game: u32, step: u16, replay: &Replay, next: Option<Step>) {
        let (hash, image) = replay.canonical(next);
        let stones = replay.stones();
        if self.columns.len() <= stones {
            self.columns.resize_with(stones + 1, Column::default);
        }
        let column = &mut self.columns[stones];
        let images = Image::of(self.size).iter();
        let number = images.take_while(|&&other| other != image).count() as u64;
        column.hashes.push((hash & !IMAGE) | number);
        column.games.push(game);
        column.steps.push(step);
    }

    /// Where a position occurs, in the order of the games and of their moves.
    pub fn find(&self, wanted: &Wanted) -> impl Iterator<Item = Occurrence> {
        let column = self.columns.get(wanted.stones);
        let hash = wanted.hash & !IMAGE;
        let images = Image::of(self.size);
        column.into_iter().flat_map(move |column| {
            let hashes = column.hashes.iter().enumerate();
            let same = hashes.filter(move |&(_, &other)| other & !IMAGE == hash);
            same.map(move |(place, &other)| Occurrence {
                game: column.games[place],
                step: column.steps[place],
                image: images[(other & IMAGE) as usize],
            })
        })
    }

    /// How many positions there are, as they occur.
    pub fn positions(&self) -> usize {
        self.columns.iter().map(|column| column.games.len()).sum()
    }
}
