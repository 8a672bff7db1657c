//! SGF with variations and properties of others is read or refused; what is read is written, and read
//! again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::hex::sgf::parse;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(collection) = parse(bytes) {
        let written = collection.to_string();
        let again = parse(written.as_bytes());
        let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
        assert_eq!(again.to_string(), written);
    }
});
