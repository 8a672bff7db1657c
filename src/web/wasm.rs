//! The engine as a WebAssembly module, which imports nothing but the host's clock
//! ([`crate::base::instant`]).
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
//! | `{"do": "kernels"}` | `{"kernels": ["portable", "simd128"]}`, the fastest last |
//! | `{"do": "bench", "kernel": "simd128"}` | `{"numbers": "A B C"}`, those of [`crate::player::bench`] |
//! | `{"do": "visits", "kernel": "simd128", "size": "11", "nodes": 500}` | `{"visits": 500, "seconds": 1.9}` of a search of the empty board |
//!
//! Without `kernel` the fastest one runs. What cannot be done has the answer `{"error": "..."}`.
#![allow(
    unsafe_code,
    reason = "the host passes memory by address; functions have names for it"
)]

use crate::at_width;
use crate::base::instant::Instant;
use crate::hex::{BoardSize, Position};
use crate::knowledge::analysis::Analysis;
use crate::network::Evaluator;
use crate::network::kernel::InstructionSet;
use crate::papers;
use crate::player::PlayerOptions;
use crate::player::bench::Signature;
use crate::search::tree::TreeSearch;
use crate::think::{Limits, NoObserver};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
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
/// It is from [`request`], and freed once.
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
    Ok(match request {
        Request::Kernels => {
            let kernels = InstructionSet::all().into_iter().map(|set| set.to_string());
            json!({ "kernels": kernels.collect::<Vec<_>>() })
        }
        Request::Bench { kernel } => {
            papers::register();
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
