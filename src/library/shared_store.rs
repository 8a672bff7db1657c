//! A store that many requests share, with its games in memory, which follow it.

use super::analysis::KeptAnalysis;
use super::analysis_table;
use super::explore::Explored;
use super::filter::{GameFilter, NoSuchPlayer};
use super::game::LibraryGame;
use super::game_table;
use super::games::Library;
use super::page_store::PageStore;
use super::window::{Local, Window};
use crate::base::lock::unpoisoned;
use crate::cluster::facts;
use crate::cluster::{Address, Store, StoreFault, Transaction};
use crate::hex::{Board, BoardSize, Colour};
use crate::solver::{Fact, KnownWinners};
use std::collections::HashMap;
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

/// How old what is in memory may be.
const AGE: Duration = Duration::from_secs(2);

/// How long a store may be unreachable for a request. What is in memory answers then.
const PATIENCE: Duration = Duration::from_millis(100);

/// How long for what is to be kept.
const WRITING: Duration = Duration::from_secs(5);

/// The facts of a board, and the number of the last.
struct BoardFacts {
    last: i64,
    winners: KnownWinners,
}

/// The store, and when it was read.
struct Source {
    store: Store,
    /// When its games were read; `None` if there are more.
    read: Option<Instant>,
    facts_read: HashMap<BoardSize, Instant>,
}

/// A store with its games.
pub struct SharedStore {
    source: Mutex<Source>,
    /// The connection that writes, if the store is written to.
    writer: Option<Mutex<Store>>,
    library: RwLock<Library>,
    facts: RwLock<HashMap<BoardSize, BoardFacts>>,
}

impl SharedStore {
    /// Opens a store and reads its games. If it is written to, it is created if there is none.
    pub fn open(address: &Address, is_written: bool) -> Result<Self, StoreFault> {
        let writer = is_written.then(|| Store::open(address, true)).transpose()?;
        let writer = writer.map(|store| Mutex::new(store.patient(WRITING, |_| false)));
        let mut store = Store::open_to_read(address)?.patient(PATIENCE, |_| false);
        let read = Some(Instant::now());
        let library = Library::load(&mut store)?;
        Ok(Self {
            source: Mutex::new(Source {
                store,
                read,
                facts_read: HashMap::new(),
            }),
            writer,
            library: RwLock::new(library),
            facts: RwLock::default(),
        })
    }

    /// Writes, if the store is written to. What cannot be written is lost, as without a store.
    fn write(&self, work: impl FnMut(&mut Transaction<'_>) -> Result<(), StoreFault>) {
        if let Some(writer) = &self.writer {
            let _ = unpoisoned(writer.lock()).write(work);
        }
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
        let Ok(games) = source.store.read(|tx| game_table::after(tx, last)) else {
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
        let mut boards = unpoisoned(self.facts.write());
        let facts = boards.entry(size).or_insert_with(|| BoardFacts {
            last: 0,
            winners: KnownWinners::new(size),
        });
        let last = facts.last;
        let Ok(fresh) = source.store.read(|tx| facts::after(tx, size, last)) else {
            return;
        };
        for claim in fresh {
            facts.last = claim.id;
            if let Ok(stored) = claim.fact() {
                facts.winners.add(&stored.fact);
            }
        }
    }
}

impl PageStore for SharedStore {
    fn games(&self) -> usize {
        self.refresh();
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
        let game = source.store.read(|tx| game_table::game(tx, id));
        game.map_err(|why| why.to_string())
    }

    fn winners(&self, boards: &[Board]) -> Vec<Option<Colour>> {
        let Some(first) = boards.first() else {
            return Vec::new();
        };
        self.refresh_facts(first.size());
        let facts = unpoisoned(self.facts.read());
        let winners = facts.get(&first.size()).map(|facts| &facts.winners);
        let winner = |board: &Board| {
            let board = board.with_connections().ok()?;
            winners.and_then(|winners| winners.winner(&board))
        };
        boards.iter().map(winner).collect()
    }

    fn analysis(&self, board: &Board) -> Option<KeptAnalysis> {
        let mut source = unpoisoned(self.source.lock());
        let found = source.store.read(|tx| analysis_table::find(tx, board));
        found.ok().flatten()
    }

    fn keep_analysis(&self, board: &Board, analysis: &KeptAnalysis) {
        self.write(|tx| analysis_table::keep(tx, board, analysis));
    }

    fn keep_fact(&self, fact: &Fact) {
        self.write(|tx| facts::keep(tx, std::slice::from_ref(fact), None));
    }
}
