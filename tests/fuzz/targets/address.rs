//! An address of a store is read or refused, and never shows its password.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::cluster::Address;

fuzz_target!(|text: &str| {
    let secret = "hunter2hunter2";
    if let Ok(address) = Address::read(&format!("postgres://me:{secret}@host/{text}")) {
        assert!(!address.to_string().contains(secret));
    }
    let _ = Address::read(text);
});
