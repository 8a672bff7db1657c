//! Runs the handlers of routes on worker threads.

use super::answer::{self, Answer};
use super::body::{LARGE, expanded};
use super::route::expired;
use super::running_request::{RunningRequest, Signals, StopOnDrop, UNREAD};
use super::server::ServerState;
use super::workers::Place;
use crate::web::call::Call;
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use crate::web::requests::{Lane, Reply, Request as Asked, Route};
use hyper::body::Bytes;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::sync::{Mutex, OwnedMutexGuard};

/// The time that a page's request waits until the one before it has ended.
const BEFORE: Duration = Duration::from_secs(20);

/// Reads a body. A large one is read on a worker thread, in a place for texts, which is returned.
async fn read(
    route: &'static Route,
    body: Bytes,
    is_packed: bool,
    shared: &ServerState,
) -> Result<(Asked, Option<Place>), Refusal> {
    if let Some(small) = expanded(&body, is_packed, LARGE)? {
        return Ok((Asked::new(&small)?, None));
    }
    let place = shared.workers.text().await?;
    let read = move || {
        let whole = expanded(&body, is_packed, route.body)?;
        Asked::new(&whole.ok_or_else(|| Refusal::too_large(route.body))?)
    };
    let asked = tokio::task::spawn_blocking(read).await;
    let asked = asked.map_err(|_| Refusal::internal())??;
    Ok((asked, Some(place)))
}

/// Answers the request with this body, of this page.
pub async fn work(
    route: &'static Route,
    (body, is_packed): (Bytes, bool),
    page: Option<&str>,
    shared: &Arc<ServerState>,
) -> Result<Answer, Refusal> {
    let (asked, text) = read(route, body, is_packed, shared).await?;
    let signals = Arc::new(Signals::default());
    let guard = StopOnDrop(Arc::clone(&signals));
    let state = match page {
        Some(page) => {
            let state = shared.pages.enter(page, route.slot, &signals);
            state.ok_or_else(expired)?
        }
        None => Arc::new(Mutex::new(PageState::default())),
    };
    // What ran in this slot has to end first.
    let state = tokio::time::timeout(BEFORE, state.lock_owned());
    let mut state = state.await.map_err(|_| Refusal::busy())?;
    let workers = &shared.workers;
    let place = match (route.lane, text) {
        (Lane::Instant, Some(text)) => text,
        (Lane::Instant, None) => workers.instant().await?,
        (lane, _) => workers.search(lane, &mut state, &shared.pages).await?,
    };
    let job = Job {
        route,
        asked,
        signals,
        shared: Arc::clone(shared),
    };
    if route.streams {
        let (sender, receiver) = mpsc::channel(2 * UNREAD);
        tokio::task::spawn_blocking(move || job.stream(state, place, sender));
        return Ok(answer::events(receiver, guard));
    }
    let done = tokio::task::spawn_blocking(move || job.run(state, place)).await;
    drop(guard);
    let reply = done.map_err(|_| Refusal::internal())?;
    reply.map(answer::replied)
}

/// A job for a worker thread.
struct Job {
    route: &'static Route,
    asked: Asked,
    signals: Arc<Signals>,
    shared: Arc<ServerState>,
}

impl Job {
    fn call(&self, events: Option<mpsc::Sender<String>>, place: Place) -> RunningRequest {
        let (signals, workers) = (Arc::clone(&self.signals), self.shared.workers.clone());
        let call = RunningRequest::new(signals, self.route.limit, events, workers, place);
        call.with_store(self.shared.store.clone())
    }

    fn run(&self, mut state: OwnedMutexGuard<PageState>, place: Place) -> Result<Reply, Refusal> {
        let call = self.call(None, place);
        self.work(&mut state, &call)
    }

    /// A panic ends only this job; its state is dropped.
    fn work(&self, state: &mut PageState, call: &RunningRequest) -> Result<Reply, Refusal> {
        state.player_memory = self.shared.workers.player_memory();
        let work = || {
            // A stream has begun and ends with what it has.
            if call.is_over() && !self.route.streams {
                return Err(call.refusal());
            }
            (self.route.run)(&self.asked, state, call)
        };
        let done = catch_unwind(AssertUnwindSafe(work));
        let done = done.unwrap_or_else(|_| {
            *state = PageState::default();
            Err(Refusal::internal())
        });
        // What ran on the reserved share is not kept, nor what others wait for.
        if state.share.is_none() || state.is_light() || self.shared.workers.are_poor() {
            state.forget();
        }
        done
    }

    /// Errors are sent as events because the stream has started.
    fn stream(
        &self,
        mut state: OwnedMutexGuard<PageState>,
        place: Place,
        events: mpsc::Sender<String>,
    ) {
        let call = self.call(Some(events), place);
        match self.work(&mut state, &call) {
            Ok(Reply::Json(value)) => call.announce("done", &value),
            Ok(Reply::Text(_)) => call.announce("done", &json!({})),
            Err(refusal) => call.announce("error", &json!({ "why": refusal.why })),
        }
    }
}
