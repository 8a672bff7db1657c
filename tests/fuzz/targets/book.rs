//! A book is read or refused; what is read is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::player::book::{read, write};

fuzz_target!(|text: &str| {
    if let Ok(book) = read(text) {
        let written = write(&book);
        let again = read(&written).expect("a book that was written is read");
        assert_eq!(write(&again), written);
    }
});
