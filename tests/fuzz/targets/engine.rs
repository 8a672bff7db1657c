//! The text that names an engine, with the options of a player, is read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::arena::EngineSpec;

fuzz_target!(|text: &str| {
    let _ = EngineSpec::parse(text);
});
