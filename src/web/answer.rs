//! Answers: JSON, text, files of the page, errors and event streams.

use super::connections::Working;
use super::running_request::StopOnDrop;
use crate::base::message::plain;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use hyper::{Response, StatusCode};
use serde_json::Value;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::Receiver;

/// The body of an answer.
pub type AnswerBody = UnsyncBoxBody<Bytes, Infallible>;

/// An answer.
pub type Answer = Response<AnswerBody>;

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// The reason, as a sentence.
    pub why: String,
}

impl Refusal {
    /// A request that cannot be understood.
    pub fn bad(why: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, why)
    }

    /// A refusal with another status.
    pub fn new(status: StatusCode, why: impl Into<String>) -> Self {
        let why = plain(&why.into());
        Self { status, why }
    }

    /// An internal error.
    pub fn internal() -> Self {
        let why = "Internal error; other requests still work.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }

    /// The server is busy.
    pub fn busy() -> Self {
        let why = "The server is busy with other requests; try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, why)
    }

    /// The refusal as an answer in plain text.
    pub fn answer(&self) -> Answer {
        let mut answer = text(format!("{}\n", self.why));
        *answer.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            let headers = answer.headers_mut();
            headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        answer
    }
}

/// An answer with this body.
pub fn whole(kind: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()).boxed_unsync());
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// Plain text.
pub fn text(body: impl Into<Bytes>) -> Answer {
    whole("text/plain; charset=utf-8", body)
}

/// JSON.
pub fn json(value: &Value) -> Answer {
    whole("application/json", value.to_string())
}

/// An answer whose connection works until its body has ended.
pub fn working(answer: Answer, working: Working) -> Answer {
    let held = |body| WorkingBody {
        body,
        _working: working,
    };
    answer.map(|body| held(body).boxed_unsync())
}

/// Server-sent events while the sender lives. If the client disconnects, the work ends.
pub fn events(events: Receiver<String>, work: StopOnDrop) -> Answer {
    let body = EventBody {
        events,
        _work: work,
    };
    let mut answer = Response::new(body.boxed_unsync());
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("text/event-stream");
    headers.insert(CONTENT_TYPE, kind);
    answer
}

/// One event as it is sent.
pub fn event(name: &str, value: &Value) -> String {
    format!("event: {name}\ndata: {value}\n\n")
}

/// A body during which its connection works.
struct WorkingBody {
    body: AnswerBody,
    _working: Working,
}

impl Body for WorkingBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body of events.
struct EventBody {
    events: Receiver<String>,
    _work: StopOnDrop,
}

impl Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.events.poll_recv(context);
        next.map(|event| event.map(|text| Ok(Frame::data(text.into()))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}
