//! The shipped networks. They are part of the program; the WebAssembly module gets the files of the
//! two large ones from its host (`given`).

use super::{Quantised, Weights};
use crate::base::shipped::checked;
use std::sync::{Arc, LazyLock};

impl Quantised {
    /// The shipped network that puts the moves of the solver in order.
    pub fn shipped_for_solver() -> &'static Arc<Self> {
        static SHIPPED: LazyLock<Arc<Quantised>> = LazyLock::new(|| {
            let file = "positions/learned/network-solver.bin";
            let bytes = include_bytes!("../../positions/learned/network-solver.bin");
            Arc::new(Quantised::new(&checked(file, Weights::read(bytes))))
        });
        &SHIPPED
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Quantised {
    /// The shipped network that reads what an analysis sees.
    pub fn shipped_for_analyses() -> &'static Arc<Self> {
        static SHIPPED: LazyLock<Arc<Quantised>> = LazyLock::new(|| {
            let file = "positions/learned/network-analyses.bin";
            let bytes = include_bytes!("../../positions/learned/network-analyses.bin");
            Arc::new(Quantised::new(&checked(file, Weights::read(bytes))))
        });
        &SHIPPED
    }

    /// The shipped network that reads stones alone.
    pub fn shipped() -> &'static Arc<Self> {
        static SHIPPED: LazyLock<Arc<Quantised>> = LazyLock::new(|| {
            let file = "positions/learned/network.bin";
            let bytes = include_bytes!("../../positions/learned/network.bin");
            Arc::new(Quantised::new(&checked(file, Weights::read(bytes))))
        });
        &SHIPPED
    }
}
