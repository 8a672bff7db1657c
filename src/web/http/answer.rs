//! Answers: JSON, text, files of the page, errors and event streams.

use super::connections::Working;
use super::running_request::StopOnDrop;
use crate::web::refusal::Refusal;
use crate::web::requests::Reply;
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

/// A refusal, in plain text.
pub fn refused(refusal: &Refusal) -> Answer {
    let mut answer = text(format!("{}\n", refusal.why));
    let internal = StatusCode::INTERNAL_SERVER_ERROR;
    *answer.status_mut() = StatusCode::from_u16(refusal.status).unwrap_or(internal);
    if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
        let headers = answer.headers_mut();
        headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
    }
    answer
}

/// What a handler has replied.
pub fn replied(reply: Reply) -> Answer {
    match reply {
        Reply::Json(value) => json(&value),
        Reply::Text(words) => text(words),
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
