//! A running request: it knows whether to go on, and sends events.

use super::workers::{Place, Workers};
use crate::base::lock::unpoisoned;
use crate::library::{PageStore, SharedStore};
use crate::think::{Observer, WorkKind};
use crate::web::call::{Call, event};
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use hyper::StatusCode;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::sync::mpsc::Sender;

/// How long unlimited work continues while others wait for its place.
const SLICE: Duration = Duration::from_millis(1500);

/// The number of events a client may leave unread before progress events are dropped.
pub const UNREAD: usize = 16;

/// How others tell a running request to end.
#[derive(Default)]
pub struct Signals {
    /// Its answer is no longer wanted.
    stop: AtomicBool,
    /// The best answer so far is wanted at once.
    hurry: AtomicBool,
    /// Wakes a request that has given way.
    stopped: Notify,
}

impl Signals {
    /// Ends the work: its answer is no longer wanted.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_one();
    }

    /// Ends a search with the best answer so far.
    pub fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }
}

/// A running request.
pub struct RunningRequest {
    signals: Arc<Signals>,
    until: Instant,
    /// Where events go, if the answer is a stream of them.
    events: Option<Sender<String>>,
    workers: Workers,
    store: Option<Arc<SharedStore>>,
    place: Mutex<Option<Place>>,
    /// When it got its place.
    since: Mutex<Instant>,
}

/// Stops the work when dropped: the client has disconnected or has its answer.
pub struct StopOnDrop(pub Arc<Signals>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl RunningRequest {
    /// A request with this time limit, at this place.
    pub fn new(
        signals: Arc<Signals>,
        limit: Duration,
        events: Option<Sender<String>>,
        workers: Workers,
        place: Place,
    ) -> Self {
        let now = Instant::now();
        Self {
            signals,
            until: now + limit,
            events,
            workers,
            store: None,
            place: Mutex::new(Some(place)),
            since: Mutex::new(now),
        }
    }

    /// The same with the store of the server.
    #[must_use]
    pub fn with_store(mut self, store: Option<Arc<SharedStore>>) -> Self {
        self.store = store;
        self
    }
}

impl Call for RunningRequest {
    /// Whether the client has disconnected, a newer request has replaced it, the time is up, or the
    /// server ends.
    fn is_over(&self) -> bool {
        let stopped = self.signals.stop.load(Ordering::Relaxed) || self.workers.are_over();
        stopped || Instant::now() >= self.until
    }

    fn refusal(&self) -> Refusal {
        if self.workers.are_over() {
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "The server ends.")
        } else if self.signals.stop.load(Ordering::Relaxed) {
            Refusal::replaced()
        } else {
            Refusal::too_late()
        }
    }

    fn send(&self, name: &str, value: &Value) {
        if let Some(events) = &self.events
            && events.capacity() > UNREAD / 2
        {
            // A disconnected client ends the work elsewhere.
            let _ = events.try_send(event(name, value));
        }
    }

    fn announce(&self, name: &str, value: &Value) {
        if let Some(events) = &self.events {
            let _ = events.try_send(event(name, value));
        }
    }

    fn store(&self) -> Option<&dyn PageStore> {
        let store = self.store.as_deref();
        store.map(|store| store as &dyn PageStore)
    }

    fn should_give_way(&self) -> bool {
        let since = *unpoisoned(self.since.lock());
        self.workers.are_wanted() && since.elapsed() >= SLICE
    }

    /// Releases the place and waits for another; if others wait for memory, drops what the search
    /// has found, too. Call only on a worker thread.
    fn give_way(&self, state: &mut PageState) {
        let mut place = unpoisoned(self.place.lock());
        if place.take().is_some() {
            if self.workers.are_poor() {
                state.forget();
            }
            *place = Handle::current().block_on(async {
                tokio::select! {
                    place = self.workers.search_again(state) => place,
                    () = self.signals.stopped.notified() => None,
                }
            });
        }
        *unpoisoned(self.since.lock()) = Instant::now();
    }
}

impl Observer for RunningRequest {
    fn should_stop(&self, _work: WorkKind) -> bool {
        self.is_over() || self.signals.hurry.load(Ordering::Relaxed)
    }
}

/// A request that is never ended early.
#[cfg(test)]
pub fn running() -> RunningRequest {
    let place = Arc::new(tokio::sync::Semaphore::new(1)).try_acquire_owned();
    RunningRequest::new(
        Arc::default(),
        Duration::from_hours(1),
        None,
        Workers::new(1, 0),
        place.expect("a place"),
    )
}
