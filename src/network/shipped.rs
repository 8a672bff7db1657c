//! The shipped networks. They are part of the program, but not of the WebAssembly module, which gets
//! their files from its host (`given`).

use super::{Quantised, Weights};
use crate::base::shipped::checked;
use std::sync::{Arc, LazyLock};

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
