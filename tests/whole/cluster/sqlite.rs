//! A store in a file on a disk that is full: workers say so and wait, go on when there is room, and
//! what was written is whole. The disk is one by the limit on the size of files that a shell sets.

use super::jobs::{map, plain, solving, verify};
use crate::support::engine::stdout;
use crate::support::folder::Folder;
use crate::support::skip::skip;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// Kilobytes that a file may have at most.
const LIMIT: u32 = 160;

/// The program, whose files may not grow beyond the limit. A write that goes further is an error,
/// and no signal.
fn limited(arguments: &[&str]) -> Child {
    let script = format!("trap '' XFSZ; ulimit -S -f {LIMIT}; exec \"$@\"");
    Command::new("bash")
        .args(["-c", &script, "bash", env!("CARGO_BIN_EXE_mustplay")])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell")
}

#[test]
fn a_full_disk_is_reported_and_waited_for_and_breaks_nothing() {
    let folder = Folder::new("store-full");
    let store = folder.file("full");
    let work = [&solving("5", &store)[..], &["--job-nodes", "3"]].concat();
    // One that has no patience ends with a sentence.
    let mut child = limited(&[&work[..], &["--store-patience", "0"]].concat());
    let mut printed = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut printed).expect("UTF-8");
    assert_eq!(child.wait().expect("ended").code(), Some(1), "{printed}");
    assert!(fs::metadata(&store).expect("a store").len() <= u64::from(LIMIT) * 1024);
    // One that has waits until there is room, if the system can give it some.
    let mut child = limited(&work);
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let line = lines.next().expect("a sentence").expect("UTF-8");
    assert!(line.contains("retrying"), "{line}");
    let room = Command::new("prlimit")
        .args(["--pid", &child.id().to_string(), "--fsize=unlimited"])
        .status();
    let missing = match room {
        Ok(status) if status.success() => None,
        Ok(_) => Some("CAP_SYS_RESOURCE"),
        Err(_) => Some("prlimit"),
    };
    let ended = if let Some(missing) = missing {
        skip(missing);
        child.kill().expect("killed");
        child.wait().expect("ended");
        stdout(&work, b"")
    } else {
        let output = child.wait_with_output().expect("ended");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(map(&ended, "5x5"), plain("5"));
    verify(&store, "5x5", 13);
}
