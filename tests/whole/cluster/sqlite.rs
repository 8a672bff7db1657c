//! A store in a file on a full disk: workers report it and wait, continue once space is available,
//! and lose nothing that was written. The shell's limit on file sizes stands in for a full disk.

use super::jobs::{map, plain, solving, verify};
use crate::support::engine::stdout;
use crate::support::folder::Folder;
use crate::support::skip::skip;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// The largest file size in kilobytes.
const LIMIT: u32 = 160;

/// Runs mustplay with the limit on file sizes. A write beyond it returns an error instead of
/// raising a signal.
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
fn workers_report_a_full_disk_wait_and_lose_nothing() {
    let folder = Folder::new("store-full");
    let store = folder.file("full");
    let work = [&solving("5", &store)[..], &["--job-nodes", "3"]].concat();
    // Without patience a worker ends with a message.
    let mut child = limited(&[&work[..], &["--store-patience", "0"]].concat());
    let mut printed = String::new();
    let mut errors = child.stderr.take().expect("piped");
    errors.read_to_string(&mut printed).expect("UTF-8");
    assert_eq!(child.wait().expect("ended").code(), Some(1), "{printed}");
    assert!(fs::metadata(&store).expect("a store").len() <= u64::from(LIMIT) * 1024);
    // With patience a worker waits until space is available, if the system allows raising the
    // limit.
    let mut child = limited(&work);
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let line = lines.next().expect("a sentence").expect("UTF-8");
    assert!(line.contains("retrying"), "{line}");
    let raised = Command::new("prlimit")
        .args(["--pid", &child.id().to_string(), "--fsize=unlimited"])
        .status();
    let missing = match raised {
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
