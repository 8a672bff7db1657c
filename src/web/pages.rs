//! The pages that are open. Each has a token, given when it is loaded, and three slots: a newer
//! request in a slot ends the one before it.

use super::page_state::PageState;
use super::settings::fresh_token;
use crate::base::lock::unpoisoned;
use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::Mutex as AsyncMutex;

/// The pages that are remembered; the ones used longest ago are forgotten first.
const REMEMBERED: usize = 256;

/// The pages whose players and tables are kept, which take memory.
const KEPT: usize = 8;

/// The slots of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Searches.
    Search,
    /// Explanations, beside a search.
    Explain,
    /// What takes no search.
    Instant,
}

/// A slot: its state, and the flag that stops its running request.
#[derive(Default)]
struct PageSlot {
    state: Arc<AsyncMutex<PageState>>,
    running: Option<Arc<AtomicBool>>,
}

struct Page {
    token: String,
    slots: [PageSlot; 3],
}

/// All pages, the one used last at the end.
#[derive(Default)]
pub struct Pages(Mutex<VecDeque<Page>>);

impl Pages {
    /// The token of a new page.
    pub fn open(&self) -> io::Result<String> {
        let token = fresh_token()?;
        let mut pages = unpoisoned(self.0.lock());
        if pages.len() >= REMEMBERED
            && let Some(old) = pages.pop_front()
        {
            old.stop();
        }
        pages.push_back(Page {
            token: token.clone(),
            slots: Default::default(),
        });
        Ok(token)
    }

    /// Occupies a slot of a page for work that `stop` ends; what ran there before is ended. `None`
    /// if there is no such page.
    pub fn enter(
        &self,
        token: &str,
        slot: Slot,
        stop: &Arc<AtomicBool>,
    ) -> Option<Arc<AsyncMutex<PageState>>> {
        let mut pages = unpoisoned(self.0.lock());
        let at = pages.iter().position(|page| page.token == token)?;
        let mut page = pages.remove(at)?;
        let entered = &mut page.slots[slot as usize];
        if let Some(before) = entered.running.replace(Arc::clone(stop)) {
            before.store(true, Ordering::Relaxed);
        }
        let state = Arc::clone(&entered.state);
        pages.push_back(page);
        let forgotten = pages.len().saturating_sub(KEPT);
        for page in pages.iter_mut().take(forgotten) {
            page.forget();
        }
        Some(state)
    }

    /// Ends all work.
    pub fn stop(&self) {
        let pages = unpoisoned(self.0.lock());
        pages.iter().for_each(Page::stop);
    }
}

impl Page {
    fn stop(&self) {
        for stop in self.slots.iter().filter_map(|slot| slot.running.as_ref()) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Drops what it keeps, unless it is at work.
    fn forget(&mut self) {
        for slot in &mut self.slots {
            if Arc::strong_count(&slot.state) == 1 {
                slot.state = Arc::default();
            }
        }
    }
}
