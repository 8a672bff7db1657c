//! Access control. Pages of other sites cannot reach the server: a foreign `Host` (DNS rebinding)
//! and a foreign `Origin` are refused, and requests that change anything or take time must be JSON,
//! which a form of another page cannot send.

use super::answer::Answer;
use super::settings::ServeSettings;
use crate::web::assets::POLICY;
use crate::web::refusal::Refusal;
use hyper::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue,
    ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::LazyLock;

/// The maximum length of a URL.
const LONGEST: usize = 4096;

/// The content security policy: the page's, and that no other page may frame it, which only a
/// header can say.
static CONTENT_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let text = format!("{POLICY}; frame-ancestors 'none'");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
});

/// Checks a request and returns its path, without the token if that is in it.
pub fn admit(request: &Parts, settings: &ServeSettings) -> Result<String, Refusal> {
    let uri = &request.uri;
    let path = uri.path();
    if uri.to_string().len() > LONGEST {
        let why = format!("The address has more than {LONGEST} characters.");
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, why));
    }
    check_host(&request.headers, settings)?;
    check_origin(&request.headers)?;
    let inner = check_token(request, path, settings)?;
    match request.method {
        Method::GET | Method::HEAD => {}
        Method::POST => check_kind(&request.headers)?,
        _ => {
            let why = "Only GET, HEAD and POST are supported.";
            return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, why));
        }
    }
    Ok(inner)
}

fn forbidden(why: &str) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, why)
}

/// The only value of a header, as text.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(Refusal::bad(format!("The header {name} is given twice.")));
    }
    let text = first.map(|value| value.to_str()).transpose();
    text.map_err(|_| Refusal::bad(format!("The header {name} is not plain text.")))
}

/// A host without its port and brackets; `None` if it is not a name or an address with or without a
/// port.
fn bare(host: &str) -> Option<&str> {
    let (bare, port) = if let Some(rest) = host.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        address.parse::<Ipv6Addr>().ok()?;
        (address, port)
    } else {
        host.split_at(host.find(':').unwrap_or(host.len()))
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let valid = port.is_empty() || port.strip_prefix(':').is_some_and(is_port);
    valid.then_some(bare)
}

/// A host name that resolves here may belong to anyone; an IP address may not.
fn check_host(headers: &HeaderMap, settings: &ServeSettings) -> Result<(), Refusal> {
    let host =
        single(headers, &HOST)?.ok_or_else(|| Refusal::bad("The header Host is missing."))?;
    let refused = || forbidden("This server does not accept that host name (header Host).");
    let bare = bare(host).ok_or_else(refused)?;
    let listens = |address: IpAddr| {
        let here = &settings.addresses;
        here.contains(&address) || here.iter().any(IpAddr::is_unspecified)
    };
    let allowed = bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(listens)
        || settings
            .hosts
            .iter()
            .any(|name| name.eq_ignore_ascii_case(bare));
    allowed.then_some(()).ok_or_else(refused)
}

fn check_origin(headers: &HeaderMap) -> Result<(), Refusal> {
    let site = fetches(headers, "sec-fetch-site");
    // Other pages may link here, but nothing else: a frame is no link.
    let links = fetches(headers, "sec-fetch-mode") == Some(b"navigate")
        && fetches(headers, "sec-fetch-dest") == Some(b"document");
    if matches!(site, Some(b"cross-site" | b"same-site")) && !links {
        return Err(forbidden("Requests from other sites are refused."));
    }
    let Some(origin) = single(headers, &ORIGIN)? else {
        return Ok(());
    };
    let host = single(headers, &HOST)?.unwrap_or_default();
    let same = ["http://", "https://"]
        .iter()
        .filter_map(|scheme| origin.strip_prefix(scheme))
        .any(|origin| origin.eq_ignore_ascii_case(host));
    same.then_some(())
        .ok_or_else(|| forbidden("Requests from other sites are refused (header Origin)."))
}

/// What a header of the browser says of the request.
fn fetches<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a [u8]> {
    headers.get(name).map(HeaderValue::as_bytes)
}

/// Checks that a browser loads the page itself, not as a frame or a file of another: pages take
/// memory, and the oldest are forgotten.
pub fn admit_page(headers: &HeaderMap) -> Result<(), Refusal> {
    let dest = fetches(headers, "sec-fetch-dest");
    dest.is_none_or(|dest| dest == b"document")
        .then_some(())
        .ok_or_else(|| forbidden("Open this page in a tab of its own."))
}

fn check_kind(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = single(headers, &CONTENT_TYPE)?.unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let json = kind.eq_ignore_ascii_case("application/json");
    json.then_some(()).ok_or_else(|| {
        let why = "Send JSON, with the header Content-Type: application/json.";
        Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why)
    })
}

/// The token may be in a header, in the query, or in front of the path, as `/t/TOKEN/`.
fn check_token(request: &Parts, path: &str, settings: &ServeSettings) -> Result<String, Refusal> {
    let (given, inner) = match path.strip_prefix("/t/") {
        Some(rest) => {
            let (token, inner) = rest.split_once('/').unwrap_or((rest, ""));
            (Some(token), format!("/{inner}"))
        }
        None => (None, path.to_owned()),
    };
    let Some(token) = &settings.token else {
        return Ok(inner);
    };
    let header = single(&request.headers, &AUTHORIZATION)?;
    let header = header.and_then(|text| text.strip_prefix("Bearer "));
    let query = request.uri.query().unwrap_or_default().split('&');
    let query = query.filter_map(|pair| pair.strip_prefix("token="));
    let mut all = given.into_iter().chain(header).chain(query);
    if all.any(|given| same(given, token)) {
        return Ok(inner);
    }
    let why = "This server requires a token: in the header Authorization: Bearer TOKEN, in the \
        path as /t/TOKEN/, or as ?token=TOKEN.";
    Err(Refusal::new(StatusCode::UNAUTHORIZED, why))
}

/// Whether two texts are equal, in a time that does not depend on where they differ.
fn same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Sets the headers of every answer.
pub fn protect(answer: &mut Answer) {
    let headers = answer.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, CONTENT_POLICY.clone());
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let own = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(own, HeaderValue::from_static("same-origin"));
    if !headers.contains_key("cache-control") {
        let name = HeaderName::from_static("cache-control");
        headers.insert(name, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::Request;

    fn settings(token: Option<&str>) -> ServeSettings {
        ServeSettings {
            addresses: vec!["127.0.0.1".parse().unwrap(), "::1".parse().unwrap()],
            port: 0,
            token: token.map(str::to_owned),
            hosts: vec!["hex.example".to_owned()],
            searches: 1,
            memory: 384,
        }
    }

    fn status(method: &str, path: &str, headers: &[(&str, &str)], token: Option<&str>) -> u16 {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        match admit(&parts, &settings(token)) {
            Ok(_) => 200,
            Err(refusal) => refusal.status,
        }
    }

    #[test]
    fn names_that_are_not_known_here_are_refused() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8088",
            "[::1]:9",
            "hex.example:1",
        ] {
            assert_eq!(status("GET", "/", &[("host", host)], None), 200, "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "10.0.0.1",
            "localhost:80@evil.com",
            "localhost:80:81",
            "[::1]evil.com",
            "[::1",
            "[localhost]",
            "::1",
            "",
        ] {
            assert_eq!(status("GET", "/", &[("host", host)], None), 403, "{host}");
        }
        assert_eq!(status("GET", "/", &[], None), 400);
        let two = [("host", "localhost"), ("host", "evil.example")];
        assert_eq!(status("GET", "/", &two, None), 400);
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let asked = |name: &str, value: &str| {
            let headers = [("host", "localhost:8088"), (name, value)];
            status("GET", "/ping", &headers, None)
        };
        assert_eq!(asked("origin", "http://localhost:8088"), 200);
        for origin in [
            "http://localhost:99",
            "http://evil.example",
            "null",
            "localhost:8088",
        ] {
            assert_eq!(asked("origin", origin), 403, "{origin}");
        }
        assert_eq!(asked("sec-fetch-site", "cross-site"), 403);
        for (mode, dest, expected) in [
            ("navigate", "document", 200),
            ("navigate", "iframe", 403),
            ("navigate", "object", 403),
            ("no-cors", "document", 403),
        ] {
            let headers = [
                ("host", "localhost"),
                ("sec-fetch-site", "cross-site"),
                ("sec-fetch-mode", mode),
                ("sec-fetch-dest", dest),
            ];
            assert_eq!(
                status("GET", "/", &headers, None),
                expected,
                "{mode} {dest}"
            );
        }
        assert_eq!(asked("sec-fetch-site", "same-origin"), 200);
        let form = [("host", "localhost"), ("content-type", "text/plain")];
        assert_eq!(status("POST", "/api/read", &form, None), 415);
        let json = [
            ("host", "localhost"),
            ("content-type", "application/json; charset=utf-8"),
        ];
        assert_eq!(status("POST", "/api/read", &json, None), 200);
        assert_eq!(status("DELETE", "/", &json, None), 405);
    }

    #[test]
    fn the_token_may_be_in_three_places() {
        let host = ("host", "localhost");
        let asked = |path: &str, header: &str| {
            let headers = [host, ("authorization", header)];
            status("GET", path, &headers, Some("abc"))
        };
        assert_eq!(asked("/ping", "Bearer abc"), 200);
        assert_eq!(asked("/ping?x=1&token=abc", ""), 200);
        assert_eq!(asked("/t/abc/ping", ""), 200);
        for path in [
            "/ping",
            "/t/abd/ping",
            "/t/",
            "/t/ab",
            "/ping?token=abcd",
            "/ping?token=",
        ] {
            assert_eq!(asked(path, "Bearer"), 401, "{path}");
        }
    }
}
