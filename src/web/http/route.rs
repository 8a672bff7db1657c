//! Dispatches requests to their handlers.

use super::access;
use super::answer::{self, Answer};
use super::body::{RequestBody, received};
use super::connections::Ticket;
use super::files;
use super::job::work;
use super::server::ServerState;
use crate::web::refusal::Refusal;
use crate::web::requests;
use hyper::header::{ALLOW, CONNECTION, HeaderMap, HeaderValue, LOCATION, TRANSFER_ENCODING};
use hyper::{Method, Request, StatusCode};
use serde_json::json;
use std::sync::Arc;

/// The header that carries a page's token.
const PAGE: &str = "x-mustplay-page";

/// Answers a request.
pub async fn answer(
    request: Request<impl RequestBody>,
    shared: Arc<ServerState>,
    ticket: &Ticket,
) -> Answer {
    let in_pieces = request.headers().contains_key(TRANSFER_ENCODING);
    let mut answer = match admitted(request, &shared, ticket).await {
        Ok(answer) => answer,
        Err(refusal) => answer::refused(&refusal),
    };
    if in_pieces {
        // A proxy that goes by a second, other length would take what follows for another request.
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(CONNECTION, close);
    }
    access::protect(&mut answer);
    answer
}

async fn admitted(
    request: Request<impl RequestBody>,
    shared: &Arc<ServerState>,
    ticket: &Ticket,
) -> Result<Answer, Refusal> {
    let (parts, body) = request.into_parts();
    let path = access::admit(&parts, &shared.settings)?;
    let answer = if parts.method != Method::POST {
        let working = ticket.work();
        let answer = get(&path, parts.uri.query(), &parts.headers, shared)?;
        (answer, working)
    } else if path == requests::MOVE_NOW {
        (move_now(page_of(&parts.headers)?, shared)?, ticket.work())
    } else {
        let route = requests::find(&path).ok_or_else(Refusal::not_found)?;
        // A connection whose body is still to come counts as idle.
        let body = received(body, &parts.headers).await?;
        let working = ticket.work();
        let answer = work(route, body, page_of(&parts.headers)?, shared).await?;
        (answer, working)
    };
    Ok(answer::working(answer.0, answer.1))
}

/// The refusal of a page that is not remembered.
pub fn expired() -> Refusal {
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
        let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, why);
        let mut answer = answer::refused(&refusal);
        let headers = answer.headers_mut();
        headers.insert(ALLOW, HeaderValue::from_static("POST"));
        return Ok(answer);
    }
    if !files::is_page(path) {
        return files::file(path, headers).ok_or_else(Refusal::not_found);
    }
    if let Some(token) = &shared.settings.token
        && let Some(to) = with_token_in_path(token, query.unwrap_or_default())
    {
        let mut away = answer::text("");
        *away.status_mut() = StatusCode::SEE_OTHER;
        let to = HeaderValue::from_str(&to);
        let to = to.map_err(|_| Refusal::bad("The address is not valid text."))?;
        away.headers_mut().insert(LOCATION, to);
        return Ok(away);
    }
    access::admit_page(headers)?;
    let page = shared.pages.open().map_err(|_| Refusal::internal())?;
    Ok(files::page(&page, headers))
}

/// The address of the page with the token of its query in its path: the page's files have relative
/// paths, which must carry the token too. `None` if the query does not hold the token.
fn with_token_in_path(token: &str, query: &str) -> Option<String> {
    let holds = |pair: &&str| pair.strip_prefix("token=") == Some(token);
    query.split('&').find(holds)?;
    let others = query.split('&').filter(|pair| !pair.starts_with("token="));
    let others = others.collect::<Vec<_>>().join("&");
    let mark = if others.is_empty() { "" } else { "?" };
    Some(format!("/t/{token}/{mark}{others}"))
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
