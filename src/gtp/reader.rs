//! The thread that reads ahead. Requests wait in a queue, because many clients write a whole script
//! at once and read later; once they take too much memory ([`Backlog`]), the client has to wait. A
//! command that was sent is answered in full: neither `quit` nor the end of input cuts it short. An
//! interrupt does, and so does a client that is gone; both reach the running command at once
//! through its [`RequestObserver`].

use super::backlog::Backlog;
use super::client::Client;
use super::line::{self, GtpRequest, InputLine, LONGEST_LINE};
use crate::think::{Observer, WorkKind};
use std::io::{self, BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

/// A request that waits for its turn.
pub struct QueuedRequest {
    /// The request.
    pub request: GtpRequest,
    /// The observer of its command.
    pub observer: RequestObserver,
    /// The memory that it takes, about.
    bytes: usize,
}

#[derive(Default)]
struct Signals {
    /// The number of requests that have come in.
    requests: AtomicU64,
    /// The number of lines of any kind.
    lines: AtomicU64,
    /// The number of interrupts.
    interrupts: AtomicU64,
    /// The number of the last request before the last interrupt.
    interrupted: AtomicU64,
    /// Whether `quit` has come in, or the input has ended.
    closing: AtomicBool,
    /// Whether the input has ended and the output is closed.
    gone: AtomicBool,
    /// The memory of the requests that wait.
    backlog: Backlog,
}

/// The time between two checks of the output, once the input has ended.
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// Stops a running command after an interrupt, or once its client is gone. An interrupt concerns
/// every request before it, so that one just before the start of a command is not missed.
pub struct RequestObserver {
    number: u64,
    /// The number of its line.
    line: u64,
    signals: Arc<Signals>,
}

impl Observer for RequestObserver {
    fn should_stop(&self, _work: WorkKind) -> bool {
        self.signals.interrupted.load(Ordering::Relaxed) >= self.number
            || self.signals.gone.load(Ordering::Relaxed)
    }
}

impl Client for RequestObserver {
    fn has_sent_more(&self) -> bool {
        self.signals.lines.load(Ordering::Relaxed) > self.line || self.has_ended()
    }

    fn has_ended(&self) -> bool {
        self.signals.closing.load(Ordering::Relaxed)
    }

    fn write_lines(&self, _lines: &str) {}
}

/// Stops work between requests as soon as any line arrives.
pub struct IdleObserver {
    /// The numbers of requests and interrupts at its start.
    before: [u64; 2],
    signals: Arc<Signals>,
}

impl Observer for IdleObserver {
    fn should_stop(&self, _work: WorkKind) -> bool {
        let now = [&self.signals.requests, &self.signals.interrupts];
        now.map(|count| count.load(Ordering::Relaxed)) != self.before
            || self.signals.closing.load(Ordering::Relaxed)
    }
}

/// The requests in their order, until the input has ended.
pub struct Queue {
    receiver: Receiver<QueuedRequest>,
    signals: Arc<Signals>,
    taken: u64,
}

impl Queue {
    /// The next request. If none is waiting, `meanwhile` runs until one arrives.
    pub fn next(&mut self, meanwhile: impl FnOnce(&IdleObserver)) -> Option<QueuedRequest> {
        let queued = match self.receiver.try_recv() {
            Ok(queued) => Some(queued),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => {
                let interrupts = self.signals.interrupts.load(Ordering::Relaxed);
                meanwhile(&IdleObserver {
                    // A request that is already waiting stops it at once.
                    before: [self.taken, interrupts],
                    signals: Arc::clone(&self.signals),
                });
                self.receiver.recv().ok()
            }
        };
        self.taken += u64::from(queued.is_some());
        if let Some(queued) = &queued {
            self.signals.backlog.leave(queued.bytes);
        }
        queued
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.signals.backlog.close();
    }
}

/// Starts reading; the queue ends with the input or after `quit`. An error means that no
/// thread can be started.
pub fn start(mut input: impl BufRead + Send + 'static) -> io::Result<Queue> {
    let (sender, receiver) = mpsc::channel();
    let signals = Arc::new(Signals::default());
    let queue = Queue {
        receiver,
        signals: Arc::clone(&signals),
        taken: 0,
    };
    let started = thread::Builder::new().spawn(move || {
        let mut number = 0;
        while let Some(bytes) = next_line(&mut input) {
            let line = signals.lines.fetch_add(1, Ordering::Relaxed) + 1;
            let request = match line::read(&bytes) {
                InputLine::Empty => continue,
                InputLine::Interrupt => {
                    signals.interrupted.store(number, Ordering::Relaxed);
                    signals.interrupts.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                InputLine::Request(request) => request,
            };
            number += 1;
            signals.requests.store(number, Ordering::Relaxed);
            let last = matches!(&request.words, Ok(words) if *words == ["quit"]);
            let observer = RequestObserver {
                number,
                line,
                signals: Arc::clone(&signals),
            };
            // After quit only interrupts are read. A dropped receiver has stopped answering.
            if !signals.closing.load(Ordering::Relaxed) {
                let bytes = request.memory();
                signals.backlog.enter(bytes);
                let queued = QueuedRequest {
                    request,
                    observer,
                    bytes,
                };
                if sender.send(queued).is_err() {
                    break;
                }
            }
            if last {
                signals.closing.store(true, Ordering::Relaxed);
            }
        }
        signals.closing.store(true, Ordering::Relaxed);
        drop(sender);
        // Without the queue and its requests there is nothing to stop.
        while Arc::strong_count(&signals) > 1 {
            if is_output_closed() {
                signals.gone.store(true, Ordering::Relaxed);
                return;
            }
            thread::sleep(WATCH_EVERY);
        }
    });
    let wrong = |why: io::Error| io::Error::new(why.kind(), format!("no thread can start: {why}"));
    started.map(|_| queue).map_err(wrong)
}

/// Whether the standard output is a pipe, socket or terminal that was closed at its other end.
#[cfg(unix)]
fn is_output_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    let stdout = io::stdout();
    // An error or the other end closed is reported without being asked for.
    let mut output = [PollFd::new(&stdout, PollFlags::empty())];
    let is_reported = poll(&mut output, Some(&now)) == Ok(1);
    let closed = PollFlags::ERR | PollFlags::HUP;
    is_reported && output[0].revents().intersects(closed)
}

/// Elsewhere that shows when an answer is written.
#[cfg(not(unix))]
fn is_output_closed() -> bool {
    false
}

/// The next line without its line break and the blanks before it; the last may do without a line
/// break. Of a longer line than any command takes, one byte more than that is kept. `None` at the
/// end.
fn next_line(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                // A process that shares the input has made it non-blocking.
                thread::sleep(Duration::from_millis(5));
                continue;
            }
            Err(_) => &[],
        };
        if bytes.is_empty() {
            return begun.then_some(line);
        }
        begun = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
        let kept = if line.is_empty() {
            part.trim_ascii_start()
        } else {
            part
        };
        let left = LONGEST_LINE + 1 - line.len();
        line.extend_from_slice(kept.get(..left).unwrap_or(kept));
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Some(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::backlog::MOST_WAITING;
    use std::io::{BufReader, Cursor};

    fn all(input: impl BufRead + Send + 'static) -> Vec<QueuedRequest> {
        let mut queue = start(input).unwrap();
        std::iter::from_fn(|| queue.next(|_| ())).collect()
    }

    fn names(input: &[u8]) -> Vec<String> {
        let queue = all(BufReader::with_capacity(7, Cursor::new(input.to_vec())));
        let name = |queued: QueuedRequest| {
            queued
                .request
                .words
                .map_or_else(|why| why.to_string(), |words| words.join(" "))
        };
        queue.into_iter().map(name).collect()
    }

    #[test]
    fn lines_are_cut_at_line_breaks_alone() {
        assert_eq!(
            names(b"first line\r\n\n\r\n second\n#\nlast one"),
            ["first line", "second", "last one"]
        );
        assert_eq!(names(b""), [""; 0]);
        assert_eq!(names(b"a\nquit\nb\n"), ["a", "quit"]);
        assert_eq!(names(b"quit now\nb\n"), ["quit now", "b"]);
    }

    #[test]
    fn a_line_too_long_is_one_request_unless_it_is_blank() {
        let long = |start: &str, fill: u8| {
            let mut input = start.as_bytes().to_vec();
            input.resize(LONGEST_LINE + 100, fill);
            input.extend(b"\nname\n");
            names(&input)
        };
        assert_eq!(
            long("", b'x'),
            ["the line has more than 16777216 bytes", "name"]
        );
        assert_eq!(long("", b' '), ["name"]);
        assert_eq!(long("# ", b'x'), ["name"]);
        assert_eq!(long("echo a # ", b'x'), ["echo a", "name"]);
    }

    /// The same line again and again, and how many bytes of it were read.
    struct Endless(Arc<AtomicU64>);

    impl io::Read for Endless {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            const LINE: &[u8] = b"name\n";
            let read = to.len().min(LINE.len());
            to[..read].copy_from_slice(&LINE[..read]);
            self.0.fetch_add(read as u64, Ordering::Relaxed);
            Ok(read)
        }
    }

    #[test]
    fn no_more_is_read_than_may_wait() {
        let read = Arc::new(AtomicU64::new(0));
        // Waits until nothing more is read.
        let settled = || {
            let mut before = u64::MAX;
            while before != read.load(Ordering::Relaxed) {
                before = read.load(Ordering::Relaxed);
                thread::sleep(Duration::from_millis(200));
            }
            before
        };
        let mut queue = start(BufReader::with_capacity(5, Endless(Arc::clone(&read)))).unwrap();
        let most = settled();
        let InputLine::Request(request) = line::read(b"name") else {
            panic!("a request");
        };
        let waiting = MOST_WAITING.div_ceil(request.memory()) as u64;
        // One more was read, and waits for memory.
        assert!((waiting + 1..=waiting + 2).contains(&(most / 5)), "{most}");
        for _ in 0..100 {
            assert!(queue.next(|_| ()).is_some());
        }
        assert_eq!(settled(), most + 500);
        // Without a queue the reader ends.
        drop(queue);
        let start = std::time::Instant::now();
        while Arc::strong_count(&read) > 1 {
            assert!(start.elapsed() < Duration::from_secs(10), "it reads on");
            thread::yield_now();
        }
    }

    #[test]
    fn an_interrupt_concerns_what_came_before_it() {
        let all = all(Cursor::new(b"a\nb\n# interrupt\nc\n".to_vec()));
        let stopped: Vec<bool> = all
            .iter()
            .map(|queued| queued.observer.should_stop(WorkKind::Limited))
            .collect();
        assert_eq!(stopped, [true, true, false]);
        assert!(
            all.iter()
                .take(2)
                .all(|queued| queued.observer.has_sent_more())
        );
        // The end of the input stops nothing.
        let start = std::time::Instant::now();
        while !all[2].observer.has_ended() {
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "the end was not noticed"
            );
            thread::yield_now();
        }
        assert!(!all[2].observer.should_stop(WorkKind::Endless));
    }
}
