//! No engine outlives the match, however the match ends.
//!
//! Each child process leads a process group of its own, so that what it starts in turn goes with
//! it. A match that ends, or gives an engine up, kills the group. A match that is itself killed
//! (even by a signal that cannot be caught) can do nothing any more: so a guard, a second process
//! of our own program, listens at a pipe to which groups in play are written (`+123`, and `-123`
//! when one is gone). The kernel closes the pipe when the match ends, and the guard kills the
//! groups that are left. It has a group of its own too, so that Ctrl-C in a terminal does not reach
//! it. Groups are written off before their leader's number can be used again, so no other
//! process is hit. A match killed in the microseconds between the start of a child and the
//! line to the guard leaves a child, which finds its own input closed.

use crate::base::lock::unpoisoned;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;

/// The hidden subcommand that runs the guard.
pub const SUBCOMMAND: &str = "guard";

/// The match's end of the pipe to the guard.
#[derive(Debug)]
pub struct Guard {
    child: Child,
    pipe: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// Starts a guard; `program` is the path of this program.
    pub fn start(program: &Path) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.arg(SUBCOMMAND).stdin(Stdio::piped());
        lead_group(command.stdout(Stdio::null()).stderr(Stdio::null()));
        let mut child = command.spawn()?;
        let pipe = Mutex::new(child.stdin.take());
        Ok(Self { child, pipe })
    }

    /// Adds a group.
    pub fn watch(&self, group: u32) -> io::Result<()> {
        self.write(&format!("+{group}\n"))
    }

    /// Removes a group that has ended.
    pub fn release(&self, group: u32) {
        // A guard that has ended needs no news.
        let _ = self.write(&format!("-{group}\n"));
    }

    fn write(&self, line: &str) -> io::Result<()> {
        let mut pipe = unpoisoned(self.pipe.lock());
        pipe.as_mut()
            .map_or(Ok(()), |pipe| pipe.write_all(line.as_bytes()))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(unpoisoned(self.pipe.lock()).take());
        let _ = self.child.wait();
    }
}

/// The guard's work: reads until the match ends, then kills the groups that are left.
pub fn stand(input: impl BufRead) {
    // On Linux, killing all processes by this program's name leaves the guard.
    let _ = fs::write("/proc/self/comm", "match-guard");
    for group in left_over(input) {
        kill_group(group);
    }
}

fn left_over(input: impl BufRead) -> BTreeSet<u32> {
    let mut groups = BTreeSet::new();
    for line in input.lines().map_while(Result::ok) {
        let number = |text: &str| text.parse::<u32>().ok().filter(|&group| group > 1);
        if let Some(group) = line.strip_prefix('+').and_then(number) {
            groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(number) {
            groups.remove(&group);
        }
    }
    groups
}

/// Makes the process of this command the leader of a group.
#[cfg(unix)]
pub(super) fn lead_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Kills a group at once.
#[cfg(unix)]
pub(super) fn kill_group(group: u32) {
    let group = i32::try_from(group).ok().filter(|&group| group > 1);
    if let Some(group) = group.and_then(rustix::process::Pid::from_raw) {
        // It may have ended already.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(windows)]
pub(super) fn lead_group(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    /// `CREATE_NEW_PROCESS_GROUP`: ctrl-C in the terminal does not reach it.
    const NEW_GROUP: u32 = 0x200;
    command.creation_flags(NEW_GROUP);
}

/// Kills a process with all that it has started.
#[cfg(windows)]
pub(super) fn kill_group(group: u32) {
    let mut command = Command::new("taskkill");
    command.args(["/T", "/F", "/PID", &group.to_string()]);
    // It may have ended already.
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
}

#[cfg(not(any(unix, windows)))]
pub(super) fn lead_group(_: &mut Command) {}

#[cfg(not(any(unix, windows)))]
pub(super) fn kill_group(_: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guard_knows_which_groups_are_left() {
        let groups = left_over("+10\n+11\n-10\nx\n+1\n+0\n+-5\n+12\n".as_bytes());
        assert_eq!(groups.into_iter().collect::<Vec<_>>(), [11, 12]);
    }
}
