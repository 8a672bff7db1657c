//! Limits how much runs at once: places for work, and shares of the memory for searches. Others
//! wait their turn, and beyond a limit they are refused.
//!
//! - *Instant* requests take milliseconds; *texts* are large bodies and what is read from them.
//!   Each kind has its own places, so that neither waits for a search.
//! - A search needs a place and a share of the memory. *Long* ones, streams, give both back when
//!   others wait; *short* ones may also take a place and a share that long ones never get.
//!
//! A page keeps the share of its player for its next request, until others want it.

use super::pages::Pages;
use crate::base::memory;
use crate::web::page_state::{PageState, Share};
use crate::web::refusal::Refusal;
use crate::web::requests::Lane;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The least megabytes of a share: the two analyses that a player needs on 19x19, 42 each, and some
/// for its tree.
const LEAST: usize = 128;

/// The megabytes of a share for which no memory is set.
const USUAL: usize = 256;

/// The megabytes of a share that are left to what a player has besides its tree.
const BESIDE: usize = 64;

/// The maximum number of waiting requests of each kind, and of instant ones, each of which takes
/// milliseconds: as many as readers of a library who ask at the same moment.
const QUEUE: usize = 32;
const INSTANT_QUEUE: usize = 256;

/// The maximum waiting time of a request.
const PATIENCE: Duration = Duration::from_secs(30);

/// The places for instant requests.
const INSTANT: usize = 4;

/// The places for texts: each takes up to some 60 megabytes.
const TEXTS: usize = 2;

/// A place for a running request.
pub type Place = OwnedSemaphorePermit;

/// The places of running work.
#[derive(Clone)]
pub struct Workers(Arc<Shared>);

struct Shared {
    instant: Places,
    texts: Places,
    searches: Arc<Semaphore>,
    /// One more place and share, for short searches only.
    reserved: Arc<Semaphore>,
    shares: Arc<Semaphore>,
    /// The megabytes of a share.
    share: usize,
    short: AtomicUsize,
    long: AtomicUsize,
    /// How many wait for a share.
    poor: AtomicUsize,
    /// How many wait for a place or a share, and those that have given way.
    waiting: AtomicUsize,
    over: AtomicBool,
}

/// Places with a queue.
struct Places {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How many may wait.
    queue: usize,
}

/// Counts a waiting request while it lives.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }

    /// `None` if too many wait already.
    fn queue(count: &'a AtomicUsize, most: usize) -> Option<Self> {
        let waiting = Self::new(count);
        (count.load(Ordering::Relaxed) <= most).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Places {
    fn new(places: usize, queue: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(places)),
            waiting: AtomicUsize::new(0),
            queue,
        }
    }

    /// Takes a place, in order of arrival.
    async fn place(&self) -> Result<Place, Refusal> {
        if let Ok(place) = Arc::clone(&self.free).try_acquire_owned() {
            return Ok(place);
        }
        let _waiting = Waiting::queue(&self.waiting, self.queue).ok_or_else(Refusal::busy)?;
        let place = Arc::clone(&self.free).acquire_owned();
        match tokio::time::timeout(PATIENCE, place).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Refusal::busy()),
        }
    }
}

/// How many shares there are for so many places.
fn shares_of(searches: usize) -> usize {
    2 * searches + 1
}

/// The megabytes for so many searches where none are set: at most half of what the machine has.
pub fn usual_memory(searches: usize) -> usize {
    let usual = USUAL * shares_of(searches);
    let half = memory::available().map_or(usize::MAX, |bytes| bytes >> 21);
    usual.min(half.max(2 * LEAST))
}

impl Workers {
    /// So many places for searches, which may take so many megabytes together: a share for each, for
    /// one that has given way for each, and one reserved for a short search. If these would be small,
    /// there are fewer.
    pub fn new(searches: usize, megabytes: usize) -> Self {
        let share = (megabytes / shares_of(searches)).max(LEAST);
        let shares = (megabytes / share).saturating_sub(1).max(1);
        Self(Arc::new(Shared {
            instant: Places::new(INSTANT, INSTANT_QUEUE),
            texts: Places::new(TEXTS, QUEUE),
            searches: Arc::new(Semaphore::new(searches.max(1))),
            reserved: Arc::new(Semaphore::new(1)),
            shares: Arc::new(Semaphore::new(shares)),
            share,
            short: AtomicUsize::new(0),
            long: AtomicUsize::new(0),
            poor: AtomicUsize::new(0),
            waiting: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        }))
    }

    /// The megabytes that a player may set for its search, so that it keeps to its share.
    pub fn player_memory(&self) -> usize {
        self.0.share - BESIDE
    }

    /// Whether a search waits for a place or a share.
    pub fn are_wanted(&self) -> bool {
        self.0.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether a search waits for a share.
    pub fn are_poor(&self) -> bool {
        self.0.poor.load(Ordering::Relaxed) > 0
    }

    /// The numbers of free places and of waiting searches.
    pub fn load(&self) -> (usize, usize) {
        let waiting = self.0.waiting.load(Ordering::Relaxed);
        (self.0.searches.available_permits(), waiting)
    }

    /// Ends all work.
    pub fn stop(&self) {
        self.0.over.store(true, Ordering::Relaxed);
        // Waiting requests are notified.
        self.0.searches.close();
        self.0.shares.close();
    }

    /// Whether all work is to end.
    pub fn are_over(&self) -> bool {
        self.0.over.load(Ordering::Relaxed)
    }

    /// Takes a place for an instant request.
    pub async fn instant(&self) -> Result<Place, Refusal> {
        self.0.instant.place().await
    }

    /// Takes a place for a text.
    pub async fn text(&self) -> Result<Place, Refusal> {
        self.0.texts.place().await
    }

    /// Takes a place for a search of a page, and a share of the memory if the page has none.
    pub async fn search(
        &self,
        lane: Lane,
        state: &mut PageState,
        pages: &Pages,
    ) -> Result<Place, Refusal> {
        if self.has_share(state, pages)
            && let Ok(place) = Arc::clone(&self.0.searches).try_acquire_owned()
        {
            return Ok(place);
        }
        let is_short = lane == Lane::Short;
        let queue = if is_short {
            &self.0.short
        } else {
            &self.0.long
        };
        let _queued = Waiting::queue(queue, QUEUE).ok_or_else(Refusal::busy)?;
        let _waiting = Waiting::new(&self.0.waiting);
        let reserved = Arc::clone(&self.0.reserved).acquire_owned();
        let either = async {
            tokio::select! {
                biased;
                place = self.share_and_place(state) => place,
                place = reserved, if is_short => place.ok(),
            }
        };
        let place = tokio::time::timeout(PATIENCE, either).await;
        place.ok().flatten().ok_or_else(Refusal::busy)
    }

    /// Whether a page has a share, or gets one at once, if need be that of an idle page.
    fn has_share(&self, state: &mut PageState, pages: &Pages) -> bool {
        while state.share.is_none() {
            match Arc::clone(&self.0.shares).try_acquire_owned() {
                Ok(share) => state.share = Some(Box::new(share)),
                Err(_) if pages.forget_one() => {}
                Err(_) => return false,
            }
        }
        true
    }

    /// Takes a share, if there is none yet, and a place. Shares come first: who has a place never
    /// waits for a share.
    async fn share_and_place(&self, state: &mut PageState) -> Option<Place> {
        if state.share.is_none() {
            let _poor = Waiting::new(&self.0.poor);
            let share = Arc::clone(&self.0.shares).acquire_owned().await;
            state.share = share.ok().map(|share| Box::new(share) as Share);
        }
        Arc::clone(&self.0.searches).acquire_owned().await.ok()
    }

    /// Takes a place again after giving way, without a time limit.
    pub async fn search_again(&self, state: &mut PageState) -> Option<Place> {
        let _waiting = Waiting::new(&self.0.waiting);
        self.share_and_place(state).await
    }
}
