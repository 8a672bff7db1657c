//! Runs long work in its own thread: meanwhile a line shows its progress, and Ctrl-C asks it to
//! end. A second Ctrl-C leaves without waiting for it.

use super::columns::{columns, cut};
#[cfg(not(unix))]
use super::ctrl_c::Keys;
#[cfg(unix)]
use super::keys::Keys;
use super::screen::Screen;
use crate::base::lock::unpoisoned;
use crate::hex::BoardSize;
use crate::think::{Found, Observer, Progress, ScoreScale, WorkKind};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two updates of the line, and before the first.
const EVERY: Duration = Duration::from_millis(80);
const PATIENCE: Duration = Duration::from_millis(200);

/// How the work ended.
pub enum Waited<T> {
    /// With a result.
    Done(T),
    /// With a panic.
    Failed,
    /// The user has left.
    Left,
}

/// The state that the work shares with the thread that waits for it.
#[derive(Default)]
struct ThinkingObserver {
    stopped: AtomicBool,
    progress: Mutex<Option<Progress>>,
}

impl Observer for ThinkingObserver {
    fn should_stop(&self, _work: WorkKind) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn progress(&self, progress: &Progress) {
        let mut last = unpoisoned(self.progress.lock());
        *last = Some(progress.clone());
    }
}

/// Does work about a board of this size.
pub fn think<T: Send + 'static>(
    screen: &mut Screen,
    size: BoardSize,
    work: impl FnOnce(&dyn Observer) -> T + Send + 'static,
) -> Waited<T> {
    let watch = Arc::new(ThinkingObserver::default());
    let (done, result) = mpsc::channel();
    let seen = Arc::clone(&watch);
    thread::spawn(move || {
        let found = catch_unwind(AssertUnwindSafe(|| work(&*seen)));
        // The waiting thread may have left.
        let _ = done.send(found.ok());
    });
    if !screen.lively {
        return result
            .recv()
            .ok()
            .flatten()
            .map_or(Waited::Failed, Waited::Done);
    }
    let mut keys = Keys::take();
    let start = Instant::now();
    let mut spinner = Spinner::default();
    let shown = io::stderr().is_terminal();
    let thought = loop {
        match result.recv_timeout(EVERY) {
            Ok(Some(found)) => break Waited::Done(found),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => break Waited::Failed,
            Err(RecvTimeoutError::Timeout) => {}
        }
        match keys.as_mut().map_or(0, Keys::interrupts) {
            0 => {}
            1 => watch.stopped.store(true, Ordering::Relaxed),
            _ => break Waited::Left,
        }
        if shown && start.elapsed() >= PATIENCE {
            let progress = unpoisoned(watch.progress.lock());
            let stopping = watch.stopped.load(Ordering::Relaxed);
            let line = line(progress.as_ref(), start.elapsed(), size, stopping);
            // The spinner and a space come before it.
            spinner.turn(cut(&line, columns() - 2));
        }
    };
    spinner.clear();
    if let Some(keys) = &mut keys {
        screen.type_ahead(&keys.text());
    }
    thought
}

/// A spinner.
#[derive(Default)]
struct Spinner {
    turns: usize,
}

impl Spinner {
    fn turn(&mut self, words: &str) {
        let sign = ['|', '/', '-', '\\'][self.turns % 4];
        self.turns += 1;
        // A closed stderr must not stop the work.
        let _ = write!(io::stderr(), "\r{sign} {words}\u{1b}[K");
    }

    fn clear(&self) {
        if self.turns > 0 {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

/// The line of progress.
fn line(progress: Option<&Progress>, elapsed: Duration, size: BoardSize, stopping: bool) -> String {
    let mut text = format!("thinking {:.1} s", elapsed.as_secs_f64());
    if let Some(progress) = progress {
        if progress.depth > 0 {
            let _ = write!(text, ", depth {}", progress.depth);
        }
        match (&progress.found, progress.score) {
            (Found::Proof { done, .. }, _) => {
                let _ = write!(text, ", {:.0}% of the proof", done * 100.0);
            }
            (Found::Book(_), Some(score)) => {
                let words = score.words(ScoreScale::Mean);
                let _ = write!(text, ", {words} (book)");
            }
            (Found::Search(_, scale), Some(score)) => {
                let _ = write!(text, ", {}", score.words(*scale));
            }
            (_, None) => {}
        }
        if !progress.pv.is_empty() {
            let _ = write!(text, ": {}", size.names(progress.pv.iter().copied()));
        }
    }
    if stopping {
        text = format!("stopping; press Ctrl-C again to leave. {text}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Cell, Colour};
    use crate::think::Score;

    #[test]
    fn the_line_shows_depth_and_moves() {
        let size: BoardSize = "11".parse().unwrap();
        let mut progress = Progress {
            depth: 3,
            nodes: 7,
            time: Duration::ZERO,
            colour: Colour::Black,
            score: Some(Score::estimate(250)),
            pv: vec![Cell::new(60), Cell::new(0)],
            found: Found::Search(Vec::new(), ScoreScale::Mean),
        };
        let words = |progress: &Progress, stopping| {
            let elapsed = Duration::from_millis(1250);
            line(Some(progress), elapsed, size, stopping)
        };
        assert_eq!(
            words(&progress, false),
            "thinking 1.2 s, depth 3, wins 62%: f6 a1"
        );
        progress.found = Found::Book(Vec::new());
        assert!(words(&progress, false).contains("wins 62% (book)"));
        progress.found = Found::Proof {
            done: 0.384,
            open: Vec::new(),
        };
        assert!(words(&progress, false).contains(", 38% of the proof: f6"));
        assert!(words(&progress, true).starts_with("stopping; press Ctrl-C again"));
    }
}
