//! Dispatches requests to their handlers.

use super::access;
use super::answer::{self, Answer, Refusal};
use super::assets;
use super::connections::Ticket;
use super::page_state::PageState;
use super::pages::Slot;
use super::requests::{self, Reply, Request as Asked, Route};
use super::running_request::{RunningRequest, Signals, StopOnDrop, UNREAD};
use super::server::ServerState;
use flate2::bufread::MultiGzDecoder;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_ENCODING, HeaderMap, HeaderValue, LOCATION};
use hyper::{Method, Request, StatusCode};
use serde_json::json;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit};

/// The maximum size of a body as sent.
pub const BODY: usize = 256 << 10;

/// The maximum size of a body after decompression.
pub const EXPANDED: usize = 4 << 20;

/// The time limit for a body.
const SLOWEST: Duration = Duration::from_secs(15);

/// The header that carries a page's token.
const PAGE: &str = "x-mustplay-page";

/// Answers a request.
pub async fn answer(
    request: Request<Incoming>,
    shared: Arc<ServerState>,
    ticket: &Ticket,
) -> Answer {
    let mut answer = match admitted(request, &shared, ticket).await {
        Ok(answer) => answer,
        Err(refusal) => refusal.answer(),
    };
    access::protect(&mut answer);
    answer
}

async fn admitted(
    request: Request<Incoming>,
    shared: &Arc<ServerState>,
    ticket: &Ticket,
) -> Result<Answer, Refusal> {
    let (parts, body) = request.into_parts();
    let path = access::admit(&parts, &shared.settings)?;
    if parts.method != Method::POST {
        return get(&path, parts.uri.query(), &parts.headers, shared);
    }
    if path == requests::MOVE_NOW {
        return move_now(page_of(&parts.headers)?, shared);
    }
    let route = requests::find(&path).ok_or_else(not_found)?;
    let body = expanded(whole_body(body).await?, &parts.headers)?;
    let _working = ticket.work();
    let asked = Asked::new(&body)?;
    work(route, asked, page_of(&parts.headers)?, shared).await
}

fn not_found() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "Not found.")
}

fn expired() -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, "This page has expired; reload it.")
}

/// Asks the running search of a page for its best answer so far.
fn move_now(page: Option<&str>, shared: &ServerState) -> Result<Answer, Refusal> {
    let page = page.ok_or_else(|| Refusal::bad("The page token is missing."))?;
    if !shared.pages.hurry(page) {
        return Err(expired());
    }
    Ok(answer::json(&json!({})))
}

fn page_of(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let page = headers.get(PAGE).map(HeaderValue::to_str).transpose();
    page.map_err(|_| Refusal::bad("The page token is not valid text."))
}

async fn whole_body(body: Incoming) -> Result<Bytes, Refusal> {
    let read = Limited::new(body, BODY).collect();
    match tokio::time::timeout(SLOWEST, read).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(why)) if why.is::<LengthLimitError>() => {
            let why = format!("The body has more than {} KB.", BODY >> 10);
            Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why))
        }
        Ok(Err(_)) => Err(Refusal::bad("The body is incomplete.")),
        Err(_) => {
            let why = "The body took too long to arrive.";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, why))
        }
    }
}

/// Decompresses a body by its header.
fn expanded(body: Bytes, headers: &HeaderMap) -> Result<Bytes, Refusal> {
    match headers.get(CONTENT_ENCODING).map(HeaderValue::as_bytes) {
        None | Some(b"identity") => return Ok(body),
        Some(b"gzip") => {}
        Some(_) => {
            let why = "The body must be plain or gzip.";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
    }
    let mut content = Vec::new();
    let mut read = MultiGzDecoder::new(&body[..]).take(EXPANDED as u64 + 1);
    let read = read.read_to_end(&mut content);
    read.map_err(|_| Refusal::bad("The body is not valid gzip."))?;
    if content.len() > EXPANDED {
        let why = format!("The body expands to more than {} MB.", EXPANDED >> 20);
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why));
    }
    Ok(content.into())
}

/// GET requests: files of the page, and status.
fn get(
    path: &str,
    query: Option<&str>,
    headers: &HeaderMap,
    shared: &ServerState,
) -> Result<Answer, Refusal> {
    if path == "/ping" {
        return Ok(answer::text("pong"));
    }
    if path == "/status" {
        return Ok(status(shared));
    }
    if path == "/api/page" {
        let page = shared.pages.open().map_err(|_| Refusal::internal())?;
        return Ok(answer::json(&json!({ "page": page })));
    }
    if requests::addresses().any(|known| known == path) {
        let why = "This address requires POST.";
        let mut answer = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, why).answer();
        let headers = answer.headers_mut();
        headers.insert(ALLOW, HeaderValue::from_static("POST"));
        return Ok(answer);
    }
    if !assets::is_page(path) {
        return assets::file(path, headers).ok_or_else(not_found);
    }
    // The page's files have relative paths, which must carry the token too.
    let token = query.and_then(|query| query.strip_prefix("token="));
    if let Some(token) = token.filter(|_| shared.settings.token.is_some()) {
        let mut away = answer::text("");
        *away.status_mut() = StatusCode::SEE_OTHER;
        let to = HeaderValue::from_str(&format!("/t/{token}/"));
        let to = to.map_err(|_| Refusal::bad("The token is not valid text."))?;
        away.headers_mut().insert(LOCATION, to);
        return Ok(away);
    }
    let page = shared.pages.open().map_err(|_| Refusal::internal())?;
    Ok(assets::page(&page, headers))
}

fn status(shared: &ServerState) -> Answer {
    let (free, waiting) = shared.workers.load();
    answer::json(&json!({
        "program": "mustplay",
        "version": env!("CARGO_PKG_VERSION"),
        "searches": shared.settings.searches,
        "free": free,
        "waiting": waiting,
        "connections": shared.connections.count(),
    }))
}

/// Runs the handler of a route on a worker thread.
async fn work(
    route: &'static Route,
    asked: Asked,
    page: Option<&str>,
    shared: &Arc<ServerState>,
) -> Result<Answer, Refusal> {
    let signals = Arc::new(Signals::default());
    let guard = StopOnDrop(Arc::clone(&signals));
    let state = match page {
        Some(page) => {
            let state = shared.pages.enter(page, route.slot, &signals);
            state.ok_or_else(expired)?
        }
        None => Arc::new(Mutex::new(PageState::default())),
    };
    let job = Job {
        route,
        asked,
        signals,
        shared: Arc::clone(shared),
    };
    if route.streams {
        let (sender, receiver) = mpsc::channel(2 * UNREAD);
        // A full queue is reported before the stream starts.
        let (state, place) = job.enter(state).await?;
        tokio::task::spawn_blocking(move || job.stream(state, place, sender));
        return Ok(answer::events(receiver, guard));
    }
    let (state, place) = job.enter(state).await?;
    let done = tokio::task::spawn_blocking(move || job.run(state, place)).await;
    drop(guard);
    match done {
        Ok(reply) => reply.map(Reply::answer),
        Err(_) => Err(Refusal::internal()),
    }
}

/// A job for a worker thread.
struct Job {
    route: &'static Route,
    asked: Asked,
    signals: Arc<Signals>,
    shared: Arc<ServerState>,
}

type Entered = (OwnedMutexGuard<PageState>, Option<OwnedSemaphorePermit>);

impl Job {
    /// Waits until what ran in this slot has ended, and for a place.
    async fn enter(&self, state: Arc<Mutex<PageState>>) -> Result<Entered, Refusal> {
        let state = tokio::time::timeout(Duration::from_secs(20), state.lock_owned());
        let state = state.await.map_err(|_| Refusal::busy())?;
        let place = match self.route.slot {
            Slot::Instant if !self.route.works => None,
            _ => Some(self.shared.workers.place().await?),
        };
        Ok((state, place))
    }

    fn call(
        &self,
        events: Option<mpsc::Sender<String>>,
        place: Option<OwnedSemaphorePermit>,
    ) -> RunningRequest {
        let (signals, workers) = (Arc::clone(&self.signals), self.shared.workers.clone());
        RunningRequest::new(signals, self.route.limit, events, workers, place)
    }

    fn run(
        &self,
        mut state: OwnedMutexGuard<PageState>,
        place: Option<OwnedSemaphorePermit>,
    ) -> Result<Reply, Refusal> {
        let call = self.call(None, place);
        self.work(&mut state, &call)
    }

    /// A panic ends only this job; its state is dropped.
    fn work(&self, state: &mut PageState, call: &RunningRequest) -> Result<Reply, Refusal> {
        let work = || (self.route.run)(&self.asked, state, call);
        let done = catch_unwind(AssertUnwindSafe(work));
        done.unwrap_or_else(|_| {
            *state = PageState::default();
            Err(Refusal::internal())
        })
    }

    /// Errors are sent as events because the stream has started.
    fn stream(
        &self,
        mut state: OwnedMutexGuard<PageState>,
        place: Option<OwnedSemaphorePermit>,
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
