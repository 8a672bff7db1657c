//! Limits the number of parallel searches; others wait their turn, and beyond a limit they are
//! refused.

use super::answer::Refusal;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of waiting requests.
const QUEUE: usize = 32;

/// The maximum waiting time of a request.
const PATIENCE: Duration = Duration::from_secs(30);

/// The places of running work.
#[derive(Clone)]
pub struct Workers {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// Counts a waiting request while it lives.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workers {
    /// So many places.
    pub fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places.max(1))),
            waiting: Arc::default(),
        }
    }

    /// Whether a request waits for a place.
    pub fn are_wanted(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// The numbers of free places and of waiting requests.
    pub fn load(&self) -> (usize, usize) {
        let waiting = self.waiting.load(Ordering::Relaxed);
        (self.places.available_permits(), waiting)
    }

    /// Takes a place, in order of arrival.
    pub async fn place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(place);
        }
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= QUEUE {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Refusal::busy());
        }
        let _waiting = Waiting(Arc::clone(&self.waiting));
        let place = Arc::clone(&self.places).acquire_owned();
        match tokio::time::timeout(PATIENCE, place).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Refusal::busy()),
        }
    }

    /// Takes a place again after releasing it, without a time limit.
    pub async fn place_again(&self) -> Option<OwnedSemaphorePermit> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(Arc::clone(&self.waiting));
        Arc::clone(&self.places).acquire_owned().await.ok()
    }
}
