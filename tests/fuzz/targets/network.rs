//! A network is read or refused; what is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::network::Weights;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(weights) = Weights::read(bytes) {
        let written = weights.bytes();
        let again = Weights::read(&written).expect("a network that was written is read");
        assert_eq!(again.bytes(), written);
    }
});
