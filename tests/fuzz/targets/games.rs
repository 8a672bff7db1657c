//! A game in any format is read or refused; what is read is written as SGF and read as the same
//! position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::hex::format::{ReadSettings, read};
use mustplay::hex::sgf;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(game) = read(bytes, ReadSettings::default()) {
        let written = sgf::from_game(&game).to_string();
        let again = read(written.as_bytes(), ReadSettings::default());
        let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
        assert!(again.board() == game.board(), "{written}");
    }
});
