//! Lines of GTP are answered, whatever they are: a panic would be an internal error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mustplay::gtp::{Session, SessionSettings};
use mustplay::player;

/// Commands that use files or wait.
const LEFT_OUT: [&str; 5] = ["loadsgf", "printsgf", "sleep", "gogui", "param_"];

fuzz_target!(|bytes: &[u8]| {
    let player = player::parse("mustplay:max_nodes=2").expect("a player");
    let size = "4".parse().expect("a size");
    let mut session = Session::new(SessionSettings { size, player });
    for line in bytes.split(|&byte| byte == b'\n').take(12) {
        let text = String::from_utf8_lossy(line);
        if LEFT_OUT.iter().any(|name| text.contains(name)) || session.is_over() {
            continue;
        }
        session.answer_line(line);
        if session.game.size().cells() > 30 {
            return;
        }
    }
});
