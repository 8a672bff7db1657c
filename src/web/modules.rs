//! The engine as modules of WebAssembly, which `tests/wasm/build` makes, and the networks that they
//! need: files that a browser loads.

use super::assets::Asset;
use crate::base::files;
use crate::base::gzip::compress;
use crate::network::Quantised;
use std::io;
use std::path::Path;

/// The content type of files that are compressed already.
const PACKED: &str = "application/octet-stream";

/// The modules, by what a browser has beyond plain WebAssembly.
const NAMES: [&str; 3] = ["relaxed", "simd128", "plain"];

/// The modules that are compiled in, compressed.
#[cfg(feature = "browser")]
const COMPILED_IN: Option<[&[u8]; 3]> = {
    macro_rules! module {
        ($name:literal) => {
            include_bytes!(concat!(
                env!(
                    "MUSTPLAY_MODULES",
                    "set MUSTPLAY_MODULES to the folder of the modules"
                ),
                "/",
                $name,
                ".wasm.gz"
            ))
        };
    }
    Some([module!("relaxed"), module!("simd128"), module!("plain")])
};
#[cfg(not(feature = "browser"))]
const COMPILED_IN: Option<[&[u8]; 3]> = None;

/// Why there are no modules.
#[derive(Debug, thiserror::Error)]
pub enum NoModules {
    /// None are compiled in.
    #[error(
        "this program was built without the engine for browsers; build that with tests/wasm/build \
         and name its folder: --modules target/modules"
    )]
    NotCompiledIn,
    /// A file cannot be read.
    #[error("cannot read {0}: {1}")]
    File(String, io::Error),
    /// A file is something else.
    #[error("{0} is not a module of WebAssembly")]
    Foreign(String),
    /// A file cannot be compressed.
    #[error("cannot compress the engine: {0}")]
    Compress(#[from] io::Error),
}

/// The modules, compressed.
pub struct Modules(Vec<Vec<u8>>);

impl Modules {
    /// Those that are compiled in.
    pub fn compiled_in() -> Result<Self, NoModules> {
        let modules = COMPILED_IN.ok_or(NoModules::NotCompiledIn)?;
        Ok(Self(modules.map(<[u8]>::to_vec).into()))
    }

    /// Those of a folder.
    pub fn read(folder: &Path) -> Result<Self, NoModules> {
        let modules = NAMES.map(|name| {
            let path = folder.join(format!("{name}.wasm"));
            let shown = path.display().to_string();
            let module = files::read(&path).map_err(|why| NoModules::File(shown.clone(), why))?;
            if !module.starts_with(b"\0asm") {
                return Err(NoModules::Foreign(shown));
            }
            Ok(compress(&module)?)
        });
        modules.into_iter().collect::<Result<_, _>>().map(Self)
    }

    /// The files of an engine in the browser.
    pub fn assets(self) -> Vec<Asset> {
        let modules = NAMES.into_iter().zip(self.0);
        let modules = modules.map(|(name, module)| (format!("engine-{name}.gz"), module));
        let networks = [
            ("stones", Quantised::shipped()),
            ("analyses", Quantised::shipped_for_analyses()),
        ];
        let networks = networks.map(|(name, network)| {
            let packed = compress(&network.weights().packed()).unwrap_or_default();
            (format!("network-{name}.gz"), packed)
        });
        let all = modules.chain(networks);
        all.map(|(name, content)| Asset {
            name,
            kind: PACKED,
            content,
            packed: Vec::new(),
        })
        .collect()
    }

    /// Whether a file is one of the modules.
    pub fn is_module(name: &str) -> bool {
        name.starts_with("engine-")
    }
}
