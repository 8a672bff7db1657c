//! A library that many requests share, and that follows its store.

use super::explore::Explored;
use super::filter::{GameFilter, NoSuchPlayer};
use super::game::LibraryGame;
use super::games::Library;
use super::source::GameSource;
use super::table;
use super::window::{Local, Window};
use crate::base::lock::unpoisoned;
use crate::cluster::facts::FactBook;
use crate::cluster::{Address, Store, StoreFault};
use crate::hex::{Board, BoardSize, Colour};
use crate::solver::KnownWinners;
use std::collections::HashMap;
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

/// How old what is in memory may be.
const AGE: Duration = Duration::from_secs(2);

/// How long a store may be unreachable for a request. What is in memory answers then.
const PATIENCE: Duration = Duration::from_millis(100);

/// The facts of a board.
struct BoardFacts {
    book: FactBook,
    winners: KnownWinners,
}

/// The store, and when it was read.
struct Source {
    store: Store,
    /// When its games were read; `None` if there are more.
    read: Option<Instant>,
    facts_read: HashMap<BoardSize, Instant>,
}

/// A library with its store.
pub struct SharedLibrary {
    source: Mutex<Source>,
    library: RwLock<Library>,
    facts: RwLock<HashMap<BoardSize, BoardFacts>>,
}

impl SharedLibrary {
    /// Opens a store and reads its games.
    pub fn open(address: &Address) -> Result<Self, StoreFault> {
        let mut store = Store::open_to_read(address)?.patient(PATIENCE, |_| false);
        let read = Some(Instant::now());
        let library = Library::load(&mut store)?;
        Ok(Self {
            source: Mutex::new(Source {
                store,
                read,
                facts_read: HashMap::new(),
            }),
            library: RwLock::new(library),
            facts: RwLock::default(),
        })
    }

    /// Reads what was added to the store since, unless another request does so, or did just now.
    fn refresh(&self) {
        let Ok(mut source) = self.source.try_lock() else {
            return;
        };
        if source.read.is_some_and(|read| read.elapsed() < AGE) {
            return;
        }
        source.read = Some(Instant::now());
        let last = unpoisoned(self.library.read()).last();
        let Ok(games) = source.store.read(|tx| table::after(tx, last)) else {
            return;
        };
        if !games.is_empty() {
            let mut library = unpoisoned(self.library.write());
            for (id, game) in &games {
                library.add(*id, game);
            }
            source.read = None;
        }
    }

    /// The same for the facts of a board. Those that cannot be read are left out: a check of the
    /// store names them.
    fn refresh_facts(&self, size: BoardSize) {
        let Ok(mut source) = self.source.try_lock() else {
            return;
        };
        let read = source.facts_read.get(&size);
        if read.is_some_and(|read| read.elapsed() < AGE) {
            return;
        }
        source.facts_read.insert(size, Instant::now());
        let mut facts = unpoisoned(self.facts.write());
        let facts = facts.entry(size).or_insert_with(|| BoardFacts {
            book: FactBook::default(),
            winners: KnownWinners::new(size),
        });
        let BoardFacts { book, winners } = facts;
        if let Ok(fresh) = source.store.read(|tx| book.pull(tx, size)) {
            let fresh = fresh.iter().filter_map(|claim| claim.fact().ok());
            fresh.for_each(|fact| winners.add(&fact));
        }
    }
}

impl GameSource for SharedLibrary {
    fn games(&self) -> usize {
        unpoisoned(self.library.read()).games().len()
    }

    fn explore(
        &self,
        board: &Board,
        filter: &GameFilter,
        most: usize,
    ) -> Result<Explored, NoSuchPlayer> {
        self.refresh();
        unpoisoned(self.library.read()).explore(board, filter, most)
    }

    fn local(
        &self,
        board: &Board,
        window: &Window,
        filter: &GameFilter,
    ) -> Result<Local, NoSuchPlayer> {
        self.refresh();
        unpoisoned(self.library.read()).local(board, window, filter)
    }

    fn game(&self, id: i64) -> Result<Option<LibraryGame>, String> {
        let mut source = unpoisoned(self.source.lock());
        let game = source.store.read(|tx| table::game(tx, id));
        game.map_err(|why| why.to_string())
    }

    fn winners(&self, boards: &[Board]) -> Vec<Option<Colour>> {
        let Some(first) = boards.first() else {
            return Vec::new();
        };
        self.refresh_facts(first.size());
        let facts = unpoisoned(self.facts.read());
        let winners = facts.get(&first.size()).map(|facts| &facts.winners);
        let winner = |board: &Board| winners.and_then(|winners| winners.winner(board));
        boards.iter().map(winner).collect()
    }
}
