//! The games of a store in memory.

use super::columns::Columns;
use super::game::{GameDate, LibraryGame};
#[cfg(not(target_arch = "wasm32"))]
use super::game_table;
use super::step::{self, Step};
#[cfg(not(target_arch = "wasm32"))]
use crate::cluster::{Store, StoreFault};
use crate::hex::{BoardSize, Colour, SwapStyle};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// What is in memory of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptGame {
    /// Its number in the store.
    pub id: i64,
    /// The size of its board.
    pub size: BoardSize,
    /// The numbers of the names of those who began as Black and as White.
    pub players: [u32; 2],
    /// Their ratings; not a number if unknown.
    pub ratings: [f32; 2],
    /// The colour that won.
    pub winner: Option<Colour>,
    /// When it was played.
    pub date: Option<GameDate>,
    /// Whether the players changed sides.
    pub exchanged: bool,
    /// Where its steps are.
    steps: Range<usize>,
}

impl KeptGame {
    /// The index of the player who won.
    pub fn winning_player(&self) -> Option<usize> {
        let winner = self.winner?;
        Some(if self.exchanged { !winner } else { winner }.index())
    }
}

/// The games of a store.
#[derive(Default, Debug)]
pub struct Library {
    games: Vec<KeptGame>,
    steps: Vec<u8>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    boards: BTreeMap<(usize, usize), Columns>,
    last: i64,
}

impl Library {
    /// A library without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// All games of a store.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn load(store: &mut Store) -> Result<Self, StoreFault> {
        let mut library = Self::new();
        while library.pull(store)? > 0 {}
        Ok(library)
    }

    /// Reads games that were added to the store since, some thousands at most, and returns how many.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn pull(&mut self, store: &mut Store) -> Result<usize, StoreFault> {
        let last = self.last;
        let games = store.read(|tx| game_table::after(tx, last))?;
        for (id, game) in &games {
            self.add(*id, game);
        }
        Ok(games.len())
    }

    /// Adds a game.
    pub fn add(&mut self, id: i64, game: &LibraryGame) {
        let number = self.games.len() as u32;
        let size = game.size;
        let columns = self.boards.entry((size.width(), size.height()));
        columns
            .or_insert_with(|| Columns::new(size))
            .add(number, &game.steps);
        let start = self.steps.len();
        self.steps.extend(step::pack(&game.steps));
        let kept = KeptGame {
            id,
            size,
            players: [0, 1].map(|side| self.name(&game.names[side])),
            ratings: game
                .ratings
                .map(|rating| rating.map_or(f32::NAN, |rating| rating as f32)),
            winner: game.winner,
            date: game.date,
            exchanged: game.swaps_sides(),
            steps: start..self.steps.len(),
        };
        self.games.push(kept);
        self.last = self.last.max(id);
    }

    /// The highest number of a game in the store; 0 without games.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// The number of a name.
    fn name(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The names of all players, by their numbers; an empty one is unknown.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The names of the players of a game.
    pub fn players(&self, game: &KeptGame) -> [&str; 2] {
        game.players
            .map(|number| self.names.get(number as usize).map_or("", String::as_str))
    }

    /// The games, in the order in which they were added.
    pub fn games(&self) -> &[KeptGame] {
        &self.games
    }

    /// The steps of a game.
    pub fn steps(&self, game: &KeptGame) -> Vec<Step> {
        let bytes = self.steps.get(game.steps.clone()).unwrap_or_default();
        step::unpack(bytes, game.size).unwrap_or_default()
    }

    /// A step of a game; `None` behind its end.
    pub fn step(&self, game: &KeptGame, place: u16) -> Option<Step> {
        let bytes = self.steps.get(game.steps.clone())?;
        let pair = bytes.as_chunks().0.get(usize::from(place))?;
        Step::of_bytes(*pair, game.size)
    }

    /// The positions of the games on boards of a size.
    pub fn columns(&self, size: BoardSize) -> Option<&Columns> {
        self.boards.get(&(size.width(), size.height()))
    }

    /// How many positions there are, as they occur.
    pub fn positions(&self) -> usize {
        self.boards.values().map(Columns::positions).sum()
    }
}

impl LibraryGame {
    /// Whether the players changed sides.
    pub fn swaps_sides(&self) -> bool {
        let sides = step::StepKind::Swap(SwapStyle::Sides);
        self.steps.iter().any(|step| step.kind == sides)
    }
}
