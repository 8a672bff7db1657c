//! A child process that reads and writes lines.
//!
//! Two threads read its output: lines of stdout go to the referee through a queue of bounded
//! length, so that a flood fills a pipe and not the memory; of stderr, the first line since the
//! last command is kept, or else the last one, to be quoted if the process crashes. Lines outside
//! answers (banners, live graphics) are passed over, up to a limit.

use super::engine::{Fault, Reason};
use super::guard::{self, Guard};
use crate::base::lock::unpoisoned;
use crate::base::parameter::shortened;
use anstream::adapter::strip_str;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The most bytes that are read after one command, response and everything else together.
const LONGEST_ANSWER: usize = 1 << 20;
/// A longer line arrives in parts.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait in the queue.
const QUEUE: usize = 256;
/// How long a program may take to quit.
const FAREWELL: Duration = Duration::from_secs(1);

/// A response: the text behind `=`, or the error behind `?`.
pub type GtpResponse = Result<String, String>;

/// A running process with its pipes.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaint: Arc<Mutex<Complaint>>,
    listener: Option<JoinHandle<()>>,
    guard: Option<Arc<Guard>>,
}

impl Process {
    /// Starts a program, the first of these words, with the others as its arguments.
    pub fn start(words: &[String], guard: Option<Arc<Guard>>) -> Result<Self, String> {
        let (name, arguments) = words.split_first().ok_or("no program")?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped());
        guard::lead_group(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
        let mut child = command.spawn().map_err(|why| format!("{name}: {why}"))?;
        let stdin = child.stdin.take();
        let (sender, lines) = mpsc::sync_channel(QUEUE);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward_lines(stdout, &sender));
        }
        let complaint = Arc::new(Mutex::new(Complaint::default()));
        let kept = Arc::clone(&complaint);
        let stderr = child.stderr.take();
        let listener = stderr.map(|stderr| thread::spawn(move || keep_complaint(stderr, &kept)));
        let process = Self {
            child,
            stdin,
            lines,
            complaint,
            listener,
            guard,
        };
        if let Some(guard) = &process.guard {
            let watched = guard.watch(process.child.id());
            watched.map_err(|why| format!("the guard is gone: {why}"))?;
        }
        Ok(process)
    }

    /// Sends a line.
    pub fn send(&mut self, command: &str) -> Result<(), Fault> {
        // Lines from before the command are no response to it.
        self.drain();
        self.complaint().fresh = false;
        let line = format!("{command}\n");
        let sent = self.stdin.as_mut().map(|stdin| {
            stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush())
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash()),
        }
    }

    fn complaint(&self) -> MutexGuard<'_, Complaint> {
        unpoisoned(self.complaint.lock())
    }

    /// Drops the lines in the queue; only so many, for they may never end.
    fn drain(&mut self) {
        for _ in 0..2 * QUEUE {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
    }

    /// Reads the next response.
    pub fn answer(&mut self, limit: Duration) -> Result<GtpResponse, NoReply> {
        let until = Instant::now() + limit;
        let mut answer: Option<(bool, String)> = None;
        let mut received = 0;
        loop {
            let wait = until.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(wait) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(NoReply::Late {
                        answered: received > 0,
                    });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(NoReply::Fault(self.crash())),
            };
            received += line.len() + 1;
            if received > LONGEST_ANSWER {
                let detail = format!("more than {LONGEST_ANSWER} bytes for one command");
                return Err(NoReply::Fault(Fault::new(Reason::Garbage, detail)));
            }
            match &mut answer {
                None => answer = opening_of(&line),
                Some((good, text)) if line.trim().is_empty() => {
                    let text = text.trim().to_owned();
                    return Ok(if *good { Ok(text) } else { Err(text) });
                }
                Some((_, text)) => {
                    let _ = write!(text, "\n{line}");
                }
            }
        }
    }

    /// The fault of a program that has closed its pipes: its exit status and what it complained of.
    fn crash(&mut self) -> Fault {
        let until = Instant::now() + Duration::from_millis(200);
        let mut end = None;
        let received = |listener: &Option<JoinHandle<()>>| {
            listener.as_ref().is_none_or(JoinHandle::is_finished)
        };
        while (end.is_none() || !received(&self.listener)) && Instant::now() < until {
            end = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(1));
        }
        let mut detail = end.map_or("closed its output".to_owned(), |status| status.to_string());
        let line = &self.complaint().line;
        if !line.is_empty() {
            let _ = write!(detail, "; it printed: {line}");
        }
        Fault::new(Reason::Crash, detail)
    }
    /// Asks the program to quit, and waits a while.
    pub fn farewell(&mut self) {
        if self.send("quit").is_ok() {
            self.stdin = None;
            let until = Instant::now() + FAREWELL;
            while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
                // The queue may have no reader any more, and a full pipe must not block the
                // process.
                self.drain();
                thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// Why there is no response.
pub enum NoReply {
    /// Time is over.
    Late {
        /// Whether there were lines, but none that begins a response or ends one.
        answered: bool,
    },
    /// The process is at fault.
    Fault(Fault),
}

/// The response that begins with this line, if one does: whether it is a success, and its text.
fn opening_of(line: &str) -> Option<(bool, String)> {
    let good = line.starts_with('=');
    let text = line.strip_prefix(['=', '?'])?;
    let text = text.trim_start_matches(|c: char| c.is_ascii_digit());
    Some((good, text.trim().to_owned()))
}

/// Sends lines to the queue until the program or the referee ends.
fn forward_lines(stdout: impl Read, lines: &SyncSender<String>) {
    each_line(stdout, |line| {
        lines.send(line.trim_end().to_owned()).is_ok()
    });
}

/// What a program has printed on stderr.
#[derive(Default)]
struct Complaint {
    line: String,
    /// Whether it is the first line since the last command: what comes after it explains less.
    fresh: bool,
}

/// Keeps the first line since the last command that is not blank, or else the last one before,
/// without the escapes that colour it.
fn keep_complaint(stderr: impl Read, kept: &Mutex<Complaint>) {
    each_line(stderr, |line| {
        let plain = strip_str(line).to_string();
        let line = shortened(plain.trim());
        let mut kept = unpoisoned(kept.lock());
        if !line.is_empty() && !kept.fresh {
            *kept = Complaint { line, fresh: true };
        }
        true
    });
}

/// Passes on each line, in pieces of bounded length, until the end or until `show` returns false.
fn each_line(from: impl Read, mut show: impl FnMut(&str) -> bool) {
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = from
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) || !show(&String::from_utf8_lossy(&bytes)) {
            break;
        }
    }
}

/// Kills the whole group. A group whose leader has not been waited for keeps its number, so the
/// kill and the line to the guard come first.
impl Drop for Process {
    fn drop(&mut self) {
        let group = self.child.id();
        guard::kill_group(group);
        let _ = self.child.kill();
        if let Some(guard) = &self.guard {
            guard.release(group);
        }
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_since_the_last_command_is_quoted() {
        let kept = Mutex::new(Complaint::default());
        let line = || kept.lock().unwrap().line.clone();
        keep_complaint(
            &b"\n\x1b[1;31mno such file\x1b[0m\nnote: see the log\n"[..],
            &kept,
        );
        assert_eq!(line(), "no such file");
        kept.lock().unwrap().fresh = false;
        keep_complaint(&b" \n"[..], &kept);
        assert_eq!(line(), "no such file");
        keep_complaint(&b"thread main panicked\nnote\n"[..], &kept);
        assert_eq!(line(), "thread main panicked");
    }

    #[test]
    fn answers_begin_with_a_mark() {
        assert_eq!(opening_of("= A1"), Some((true, "A1".to_owned())));
        assert_eq!(opening_of("=7 a1\t"), Some((true, "a1".to_owned())));
        assert_eq!(opening_of("?no"), Some((false, "no".to_owned())));
        assert_eq!(opening_of("gogui-gfx:"), None);
    }
}
