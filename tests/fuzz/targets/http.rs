//! Requests of a page are answered: a panic would be an internal error. A request is a line with the
//! method and the address, headers, an empty line and the body; a line of dashes ends it.
#![no_main]

use http::{HeaderName, HeaderValue, Method, Request};
use libfuzzer_sys::fuzz_target;
use mustplay::web::{ServeSettings, UnconnectedServer};
use std::time::Duration;

/// Searches end so soon.
const PATIENCE: Duration = Duration::from_millis(20);

fuzz_target!(|bytes: &[u8]| {
    let settings = ServeSettings {
        addresses: Vec::new(),
        port: 0,
        token: None,
        hosts: Vec::new(),
        searches: 1,
        memory: 256,
    };
    let server = UnconnectedServer::new(settings).expect("a server");
    let page = Request::get("/api/page").header("host", "localhost");
    let page = server.answer(page.body(Vec::new()).expect("a request"), PATIENCE);
    let page = page.expect("a page").1;
    let page: serde_json::Value = serde_json::from_slice(&page).expect("JSON");
    let page = page["page"].as_str().expect("a token");
    for part in split(bytes, b"\n---\n").take(4) {
        if let Some(request) = read(part, page) {
            server.answer(request, PATIENCE);
        }
    }
});

/// The parts between such marks.
fn split<'a>(bytes: &'a [u8], mark: &'static [u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let all = rest?;
        let at = all.windows(mark.len()).position(|part| part == mark);
        rest = at.map(|at| &all[at + mark.len()..]);
        Some(&all[..at.unwrap_or(all.len())])
    })
}

/// A request with the headers that a page sends, unless others replace them.
fn read(text: &[u8], page: &str) -> Option<Request<Vec<u8>>> {
    let mut parts = split(text, b"\n\n");
    let mut lines = split(parts.next()?, b"\n");
    let mut first = lines.next()?.splitn(2, |&byte| byte == b' ');
    let method = Method::from_bytes(first.next()?).ok()?;
    let address = std::str::from_utf8(first.next()?).ok()?;
    let mut request = Request::new(parts.next().unwrap_or_default().to_vec());
    *request.method_mut() = method;
    *request.uri_mut() = address.parse().ok()?;
    let headers = request.headers_mut();
    headers.insert("host", HeaderValue::from_static("localhost"));
    let json = HeaderValue::from_static("application/json");
    headers.insert("content-type", json);
    headers.insert("x-mustplay-page", HeaderValue::from_str(page).ok()?);
    for line in lines {
        let mut halves = line.splitn(2, |&byte| byte == b':');
        let name = HeaderName::from_bytes(halves.next()?).ok()?;
        headers.insert(name, HeaderValue::from_bytes(halves.next()?).ok()?);
    }
    Some(request)
}
