//! A certificate is proved or refused within its memory, and what is proved while it is read is
//! proved when it is read whole.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::certificate::{Certificate, check, check_text};

fuzz_target!(|bytes: &[u8]| {
    let streamed = check_text(bytes, 64);
    if let Ok(whole) = serde_json::from_slice::<Certificate>(bytes) {
        if streamed.is_ok() {
            assert!(check(&whole).is_ok());
        }
    }
});
