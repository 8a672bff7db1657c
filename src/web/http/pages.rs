//! The open pages. Each has a token, assigned when it is loaded, and three slots: a newer request
//! in a slot ends the one before it.

use super::running_request::Signals;
use super::settings::fresh_token;
use crate::base::lock::unpoisoned;
use crate::web::page_state::PageState;
use crate::web::requests::Slot;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use tokio::sync::Mutex as AsyncMutex;

/// The maximum number of pages; the least recently used are dropped first.
const REMEMBERED: usize = 256;

/// The maximum number of pages whose players and tables, which take memory, are kept.
const KEPT: usize = 8;

/// A slot: its state, and the signals to its running request.
#[derive(Default)]
struct PageSlot {
    state: Arc<AsyncMutex<PageState>>,
    running: Option<Arc<Signals>>,
}

struct Page {
    token: String,
    slots: [PageSlot; 3],
}

/// All pages, the most recently used last.
#[derive(Default)]
pub struct Pages(Mutex<VecDeque<Page>>);

impl Pages {
    /// Opens a page and returns its token.
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

    /// Occupies a slot of a page for work with these signals; what ran there before is ended. `None`
    /// if there is no such page.
    pub fn enter(
        &self,
        token: &str,
        slot: Slot,
        signals: &Arc<Signals>,
    ) -> Option<Arc<AsyncMutex<PageState>>> {
        let mut pages = unpoisoned(self.0.lock());
        let at = pages.iter().position(|page| page.token == token)?;
        let mut page = pages.remove(at)?;
        let entered = &mut page.slots[slot as usize];
        if let Some(before) = entered.running.replace(Arc::clone(signals)) {
            before.stop();
        }
        let state = Arc::clone(&entered.state);
        pages.push_back(page);
        let forgotten = pages.len().saturating_sub(KEPT);
        for page in pages.iter_mut().take(forgotten) {
            page.forget();
        }
        Some(state)
    }

    /// Asks the running search of a page for its best answer so far. False if there is no such
    /// page.
    pub fn hurry(&self, token: &str) -> bool {
        let pages = unpoisoned(self.0.lock());
        let page = pages.iter().find(|page| page.token == token);
        let running = page.and_then(|page| page.slots[Slot::Search as usize].running.as_ref());
        running.inspect(|signals| signals.hurry());
        page.is_some()
    }

    /// Drops the player of an idle page, the least recently used first. False if there is none.
    pub fn forget_one(&self) -> bool {
        let mut pages = unpoisoned(self.0.lock());
        pages.iter_mut().any(Page::forget_one)
    }
}

impl Page {
    fn stop(&self) {
        let running = self.slots.iter().filter_map(|slot| slot.running.as_ref());
        running.for_each(|signals| signals.stop());
    }

    /// Drops the player or the explainer of a slot that has one, unless a request is running.
    fn forget_one(&mut self) -> bool {
        let idle = self.slots.iter_mut();
        let mut idle = idle.filter_map(|slot| Some(Arc::get_mut(&mut slot.state)?.get_mut()));
        let kept = idle.find(|state| state.share.is_some());
        kept.map(PageState::forget).is_some()
    }

    /// Drops its state unless a request is running.
    fn forget(&mut self) {
        for slot in &mut self.slots {
            if Arc::strong_count(&slot.state) == 1 {
                slot.state = Arc::default();
            }
        }
    }
}
