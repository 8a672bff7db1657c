//! The shipped networks. They are part of the program; the WebAssembly module gets the files of the
//! two large ones from its host (`given`).

use super::{Quantised, Weights};
use crate::base::shipped::checked;
use std::sync::{Arc, LazyLock};

/// The network of a file in `positions/learned`, read when it is first asked for.
macro_rules! shipped {
    ($file:literal) => {{
        static SHIPPED: LazyLock<Arc<Quantised>> = LazyLock::new(|| {
            let bytes = include_bytes!(concat!("../../positions/learned/", $file));
            let weights = checked(concat!("positions/learned/", $file), Weights::read(bytes));
            Arc::new(Quantised::new(&weights))
        });
        &SHIPPED
    }};
}

impl Quantised {
    /// The shipped network that puts the moves of the solver in order.
    pub fn shipped_for_solver() -> &'static Arc<Self> {
        shipped!("network-solver.bin")
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Quantised {
    /// The shipped network that reads what an analysis sees.
    pub fn shipped_for_analyses() -> &'static Arc<Self> {
        shipped!("network-analyses.bin")
    }

    /// The shipped network that reads stones alone.
    pub fn shipped() -> &'static Arc<Self> {
        shipped!("network.bin")
    }
}
