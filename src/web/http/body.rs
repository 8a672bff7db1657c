//! Reads the bodies of requests, within a time and a size.

use crate::web::refusal::Refusal;
use flate2::bufread::GzDecoder;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::StatusCode;
use hyper::body::{Body, Bytes};
use hyper::header::{CONTENT_ENCODING, HeaderMap, HeaderValue};
use std::error::Error;
use std::io::Read;
use std::time::Duration;

/// The maximum size of a body as sent.
const BODY: usize = 256 << 10;

/// The size from which on a body is large: it is read on a worker thread.
pub const LARGE: usize = 16 << 10;

/// The time limit for a body.
const SLOWEST: Duration = Duration::from_secs(15);

/// The body of a request: of a connection, or there already.
pub trait RequestBody: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> {}

impl<B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>>> RequestBody for B {}

/// Reads a body as it is sent, and whether it is compressed.
pub async fn received(
    body: impl RequestBody,
    headers: &HeaderMap,
) -> Result<(Bytes, bool), Refusal> {
    let is_packed = match headers.get(CONTENT_ENCODING).map(HeaderValue::as_bytes) {
        None | Some(b"identity") => false,
        Some(b"gzip") => true,
        Some(_) => {
            let why = "The body must be plain or gzip.";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
        }
    };
    let read = Limited::new(body, BODY).collect();
    match tokio::time::timeout(SLOWEST, read).await {
        Ok(Ok(body)) => Ok((body.to_bytes(), is_packed)),
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

/// The content of a body; `None` if it has more than `most` bytes, which are not read then.
pub fn expanded(body: &Bytes, is_packed: bool, most: usize) -> Result<Option<Bytes>, Refusal> {
    if !is_packed {
        return Ok((body.len() <= most).then(|| body.clone()));
    }
    let invalid = || Refusal::bad("The body is not valid gzip.");
    let mut content = Vec::new();
    let mut read = GzDecoder::new(&body[..]).take(most as u64 + 1);
    read.read_to_end(&mut content).map_err(|_| invalid())?;
    if content.len() > most {
        return Ok(None);
    }
    // A second stream may follow in gzip: thousands of empty ones would take long.
    let rest = read.into_inner().into_inner();
    rest.is_empty()
        .then(|| Some(content.into()))
        .ok_or_else(invalid)
}
