//! Matches against fake engines, and the files of matches.

use crate::support::engine::{FOLDER, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// A fake engine that misbehaves in this way.
pub fn fake(how: &str) -> String {
    format!("fake=cmd:{FOLDER}/arena/fake.sh {how}")
}

/// The JSON output of a match, and its stderr.
pub fn held(arguments: &[&str]) -> (Value, String) {
    let output = run(&[&["match", "--json"], arguments].concat(), b"");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {printed}");
    (
        serde_json::from_slice(&output.stdout).expect("JSON"),
        printed,
    )
}

/// The lines of a file of games, header first.
pub fn lines(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file of games");
    let json = |line: &str| serde_json::from_str(line).expect("JSON");
    text.lines().map(json).collect()
}

/// The moves of each game, by its number.
pub fn games(path: &str) -> BTreeMap<u64, Value> {
    let game = |line: &Value| {
        (
            line["game"].as_u64().expect("a number"),
            line["moves"].clone(),
        )
    };
    lines(path)[1..].iter().map(game).collect()
}

/// Waits until something is true, for a minute at most.
pub fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what}: never");
        thread::sleep(Duration::from_millis(1));
    }
}
