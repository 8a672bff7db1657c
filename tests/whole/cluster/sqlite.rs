//! A store in a file on a full disk: workers report it and wait, continue once space is available,
//! and lose nothing that was written. The shell's limit on file sizes stands in for a full disk.

use super::jobs::{map, plain, solving, verify};
use crate::support::engine::stdout;
use crate::support::folder::Folder;
use crate::support::skip::skip;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The largest file size in kilobytes.
const LIMIT: u32 = 160;

/// Runs mustplay with the limit on file sizes.
fn limited(arguments: &[&str]) -> Child {
    let script = format!("ulimit -S -f {LIMIT}; exec \"$@\"");
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
    // Without patience a worker ends with a message. It cannot give its lease back, so others wait
    // until that has expired.
    let mut child = limited(&[&work[..], &["--store-patience", "0", "--lease", "1"]].concat());
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

#[test]
fn a_read_only_store_is_inspected() {
    let folder = Folder::new("store-read-only");
    let store = folder.file("five");
    let solved = stdout(&solving("5", &store), b"");
    let parent = Path::new(&store).parent().expect("a folder");
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its rights");
    };
    allow(Path::new(&store), 0o444);
    allow(parent, 0o555);
    // Root may write everywhere.
    let is_root = fs::metadata(&store).expect("a file").uid() == 0;
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_mustplay");
        let mut command = if is_root {
            let mut command = Command::new("runuser");
            command.args(["-u", "nobody", "--", program]);
            command
        } else {
            Command::new(program)
        };
        let output = command
            .args(arguments)
            .current_dir("/")
            .output()
            .expect("it starts");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    for (arguments, words) in [
        (&["status"][..], "proofs 5x5"),
        (&["map"], "5x5"),
        (&["check", "--all"], "5x5: 13 winners certified"),
    ] {
        let (code, printed, errors) = run(&[&["store"], arguments, &["--store", &store]].concat());
        assert_eq!(code, Some(0), "{errors}");
        assert!(printed.contains(words), "{printed}");
        if arguments == ["map"] {
            assert_eq!(map(&printed, "5x5"), map(&solved, "5x5"));
        }
    }
    let (code, _, errors) = run(&["work", "--store", &store]);
    assert!(
        code == Some(1) && errors.contains("Check the rights"),
        "{errors}"
    );
    // With a log that cannot be read, the file alone would be an old state.
    allow(parent, 0o755);
    fs::write(format!("{store}-wal"), "x").expect("written");
    allow(parent, 0o555);
    let (code, _, errors) = run(&["store", "map", "--store", &store]);
    allow(parent, 0o755);
    assert!(
        code == Some(1) && errors.contains("copy both files"),
        "{errors}"
    );
}
