//! Tests that cannot run on this machine; one line lists them after all tests.

use std::fs::File;
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex};
use std::{env, thread};

/// Joins the lines of its input into one and prints it at the end of the input.
const SUMMARY: &str =
    "list=$(sort -u | paste -sd, - | sed 's/,/, /g'); echo \"skipped: $list\" >&2";

/// The list of skipped tests, one per line. It goes to the file named by `MUSTPLAY_SKIPPED`, or
/// else to a shell that prints it when this process ends, because libtest runs nothing after the
/// last test.
static LIST: LazyLock<Mutex<Box<dyn Write + Send>>> = LazyLock::new(|| {
    let list: Box<dyn Write + Send> = match env::var_os("MUSTPLAY_SKIPPED") {
        Some(path) => {
            let list = File::options().create(true).append(true).open(path);
            Box::new(list.expect("a list"))
        }
        None => match shell() {
            Some(shell) => Box::new(shell),
            None => Box::new(io::stderr()),
        },
    };
    Mutex::new(list)
});

fn shell() -> Option<impl Write> {
    let mut command = Command::new("sh");
    command.args(["-c", SUMMARY]).stdin(Stdio::piped());
    command.spawn().ok()?.stdin
}

/// Lists the calling test as skipped, because a program it needs is not installed.
pub fn skip(program: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let mut list = LIST.lock().expect("no test fails while it holds the list");
    writeln!(list, "{test} (needs {program})").expect("a list");
}
