//! The engine as a WebAssembly module, which imports nothing but three functions of its host: the
//! clock ([`crate::base::instant`]), one that takes events, and one that tells whether to end the
//! running request with what is known.
//!
//! A request is a text of JSON that the host writes into memory of the module, and so is the
//! answer:
//!
//! ```text
//! let place = allocate(length);         // the host writes the request there
//! let answer = request(place, length);  // frees it
//! // At `answer`: the place and the length of the text, 32 bits each.
//! release(answer);
//! ```
//!
//! | request | answer |
//! |---|---|
//! | `{"do": "answer", "path": "/api/move", "body": "{...}"}` | `{"status": 200, "kind": "application/json", "text": "..."}`, as a server answers |
//! | `{"do": "kernels"}` | `{"kernels": ["portable", "simd128"]}`, the fastest last |
//! | `{"do": "bench", "kernel": "simd128"}` | `{"numbers": "A B C"}`, those of [`crate::player::bench`] |
//! | `{"do": "visits", "kernel": "simd128", "size": "11", "nodes": 500}` | `{"visits": 500, "seconds": 1.9}` of a search of the empty board |
//!
//! Without `kernel` the fastest one runs. What cannot be done has the answer `{"error": "..."}`.
//! Where a server answers with a stream, each event is given to the host, as a server sends it, and
//! the last of them is `done` or `error`.
//!
//! A module is one page: what a request leaves, such as a tree or a proof, is there for the next.
//! A panic is a trap, after which the module cannot be used any more.
//!
//! Before all requests but `kernels` the host gives the files of both shipped networks, in the same
//! way by [`network`], whose answer is `{}` or an error.
#![allow(
    unsafe_code,
    reason = "the host passes memory by address; functions have names for it"
)]

use crate::at_width;
use crate::base::instant::Instant;
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::Analysis;
use crate::network::kernel::InstructionSet;
use crate::network::{Evaluator, Quantised};
use crate::player::PlayerOptions;
use crate::player::bench::Signature;
use crate::search::tree::TreeSearch;
use crate::think::{Limits, NoObserver, Observer, WorkKind};
use crate::web::call::{Call, event};
use crate::web::page_state::PageState;
use crate::web::refusal::Refusal;
use crate::web::requests::{self, Reply, Request as Asked, Route};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The megabytes that a player may set for its search.
const PLAYER_MEMORY: usize = 64;

/// Requests that have tables of their own: the player's search goes before them.
const HEAVY: [&str; 3] = ["/api/review", "/api/solve", "/api/openings/prove"];

/// The time between two questions to the host whether to go on.
const EVERY: Duration = Duration::from_millis(50);

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes the text of an event.
    #[link_name = "event"]
    fn take_event(text: *const u8, length: usize);

    /// Whether the running request is to end with what is known: 1 or 0.
    safe fn interrupted() -> i32;
}

thread_local! {
    /// What is kept between requests.
    static STATE: RefCell<PageState> = RefCell::default();
}

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    Answer {
        path: String,
        body: String,
    },
    Kernels,
    Bench {
        kernel: Option<String>,
    },
    Visits {
        kernel: Option<String>,
        size: String,
        nodes: u64,
    },
}

/// A text for the host: its place and length.
#[repr(C)]
pub struct Text {
    bytes: *mut u8,
    length: usize,
}

/// Memory for a request.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers a request.
///
/// # Safety
/// The request is at an address from [`allocate`], and has the length that was asked for. It is
/// freed here.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn request(bytes: *mut u8, length: usize) -> *mut Text {
    // SAFETY: the caller's.
    unsafe { reply(bytes, length, answer) }
}

/// Takes the file of a shipped network, packed or not.
///
/// # Safety
/// As for [`request`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn network(bytes: *mut u8, length: usize) -> *mut Text {
    let take = |file: &[u8]| {
        let given = Quantised::give_shipped(file);
        given.map(|()| json!({})).map_err(|why| why.to_string())
    };
    // SAFETY: the caller's.
    unsafe { reply(bytes, length, take) }
}

/// The text of what this makes of the bytes.
///
/// # Safety
/// As for [`request`].
unsafe fn reply(
    bytes: *mut u8,
    length: usize,
    answer: impl FnOnce(&[u8]) -> Result<Value, String>,
) -> *mut Text {
    // SAFETY: the caller's.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(bytes, length)) };
    let answer = answer(&request).unwrap_or_else(|why| json!({ "error": why }));
    let answer = answer.to_string().into_bytes().into_boxed_slice();
    let length = answer.len();
    let bytes = Box::into_raw(answer).cast();
    Box::into_raw(Box::new(Text { bytes, length }))
}

/// Frees an answer.
///
/// # Safety
/// It is from [`request`] or [`network`], and freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(text: *mut Text) {
    // SAFETY: the caller's.
    unsafe {
        let text = Box::from_raw(text);
        let bytes = std::ptr::slice_from_raw_parts_mut(text.bytes, text.length);
        drop(Box::from_raw(bytes));
    }
}

fn answer(request: &[u8]) -> Result<Value, String> {
    let request = serde_json::from_slice(request).map_err(|why| why.to_string())?;
    if !matches!(request, Request::Kernels) {
        Quantised::check_shipped().map_err(|why| why.to_string())?;
    }
    Ok(match request {
        Request::Answer { path, body } => match answered(&path, &body) {
            Ok(Reply::Json(value)) => {
                json!({ "status": 200, "kind": "application/json", "text": value.to_string() })
            }
            Ok(Reply::Text(text)) => {
                json!({ "status": 200, "kind": "text/plain; charset=utf-8", "text": text })
            }
            Err(refusal) => json!({ "status": refusal.status, "text": refusal.why }),
        },
        Request::Kernels => {
            let kernels = InstructionSet::all().into_iter().map(|set| set.to_string());
            json!({ "kernels": kernels.collect::<Vec<_>>() })
        }
        Request::Bench { kernel } => {
            let signature = Signature::compute(kernel_of(kernel)?, |_| ());
            json!({ "numbers": signature.to_string(), "effort": signature.effort() })
        }
        Request::Visits {
            kernel,
            size,
            nodes,
        } => {
            let size: BoardSize = size.parse().map_err(|why| format!("{why}"))?;
            visits(size, nodes, kernel_of(kernel)?)
        }
    })
}

/// The kernel of this name, or the fastest.
fn kernel_of(name: Option<String>) -> Result<InstructionSet, String> {
    name.map_or(Ok(InstructionSet::best()), |name| {
        name.parse().map_err(|why| format!("{why}"))
    })
}

/// Searches the empty board.
fn visits(size: BoardSize, nodes: u64, kernel: InstructionSet) -> Value {
    let player = PlayerOptions::default();
    let networks = [player.stones_network(), player.analysis_network()].map(Arc::clone);
    let evaluators = networks.map(|network| Evaluator::with_set(network, kernel));
    at_width!(size, W => {
        let analysis = Arc::new(Analysis::new(&Position::<W>::new(size), player.analysis()));
        let mut search = TreeSearch::with_evaluators(size, player.tree, evaluators);
        let start = Instant::now();
        let outcome = search.run(&analysis, Limits::nodes(nodes), &NoObserver);
        json!({ "visits": outcome.nodes, "seconds": start.elapsed().as_secs_f64() })
    })
}

/// The answer at an address, as a server gives it.
fn answered(path: &str, body: &str) -> Result<Reply, Refusal> {
    let route = requests::find(path).ok_or_else(Refusal::not_found)?;
    if body.len() > route.body {
        return Err(Refusal::too_large(route.body));
    }
    let asked = Asked::new(body.as_bytes())?;
    let call = HostCall {
        route,
        until: Instant::now() + route.limit,
        checked: AtomicU64::new(0),
        start: Instant::now(),
        is_over: AtomicBool::new(false),
    };
    STATE.with_borrow_mut(|state| {
        state.player_memory = PLAYER_MEMORY;
        if HEAVY.contains(&route.path) {
            state.forget();
        }
        let reply = (route.run)(&asked, state, &call);
        if !route.streams {
            return reply;
        }
        match reply {
            Ok(Reply::Json(value)) => call.announce("done", &value),
            Ok(Reply::Text(_)) => call.announce("done", &json!({})),
            Err(refusal) => call.announce("error", &json!({ "why": refusal.why })),
        }
        Ok(Reply::Json(json!({})))
    })
}

/// A request that runs in the module.
struct HostCall {
    route: &'static Route,
    until: Instant,
    start: Instant,
    /// When the host was asked last whether to go on, in milliseconds after the start.
    checked: AtomicU64,
    /// Whether it has said no.
    is_over: AtomicBool,
}

impl Call for HostCall {
    fn is_over(&self) -> bool {
        if self.is_over.load(Ordering::Relaxed) {
            return true;
        }
        let now = self.start.elapsed().as_millis() as u64;
        let checked = self.checked.load(Ordering::Relaxed);
        if now < checked + EVERY.as_millis() as u64 {
            return false;
        }
        self.checked.store(now, Ordering::Relaxed);
        let is_over = Instant::now() >= self.until || interrupted() != 0;
        self.is_over.store(is_over, Ordering::Relaxed);
        is_over
    }

    fn refusal(&self) -> Refusal {
        if Instant::now() >= self.until {
            Refusal::too_late()
        } else {
            Refusal::replaced()
        }
    }

    fn send(&self, name: &str, value: &Value) {
        self.announce(name, value);
    }

    #[allow(unsafe_code, reason = "the host reads the text at once")]
    fn announce(&self, name: &str, value: &Value) {
        if self.route.streams {
            let text = event(name, value);
            // SAFETY: the text lives until the host has read it.
            unsafe { take_event(text.as_ptr(), text.len()) };
        }
    }
}

impl Observer for HostCall {
    fn should_stop(&self, _: WorkKind) -> bool {
        self.is_over()
    }
}
