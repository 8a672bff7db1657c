//! A line on the terminal with the progress of work and the time left. Hidden if stderr is not a
//! terminal. Written by hand because a crate would do more than one line needs.

use crate::base::lock::unpoisoned;
use crate::terminal::{columns, cut};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const WIDTH: usize = 24;
const EVERY: Duration = Duration::from_millis(100);

/// A progress line.
pub struct ProgressLine {
    total: usize,
    /// The steps done before the work began.
    before: usize,
    start: Instant,
    shown: Option<Mutex<Option<Instant>>>,
}

impl ProgressLine {
    /// The line for this many steps, of which some are done already.
    pub fn new(total: usize, before: usize) -> Self {
        Self {
            total,
            before,
            start: Instant::now(),
            shown: io::stderr().is_terminal().then(Mutex::default),
        }
    }

    /// Shows the number of steps done.
    pub fn at(&self, done: usize, words: &str) {
        let Some(shown) = &self.shown else {
            return;
        };
        let mut shown = unpoisoned(shown.lock());
        if shown.is_none_or(|at| at.elapsed() >= EVERY) {
            let line = self.line(done, words, self.start.elapsed());
            // A closed stderr must not stop the program.
            let _ = write!(io::stderr(), "\r{}\u{1b}[K", cut(&line, columns()));
            *shown = Some(Instant::now());
        }
    }

    /// Shows the progress of a step in words.
    pub fn within(&self, words: &str) {
        let Some(shown) = &self.shown else {
            return;
        };
        let mut shown = unpoisoned(shown.lock());
        if shown.is_none_or(|at| at.elapsed() >= EVERY) {
            let _ = write!(io::stderr(), "\r{}\u{1b}[K", cut(words, columns()));
            *shown = Some(Instant::now());
        }
    }

    /// Prints a permanent line above the progress line.
    pub fn print(&self, words: &str) {
        self.clear();
        let _ = writeln!(io::stderr(), "{words}");
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }

    fn line(&self, done: usize, words: &str, elapsed: Duration) -> String {
        let full = (WIDTH * done / self.total.max(1)).min(WIDTH);
        let bar = format!("{}{}", "#".repeat(full), ".".repeat(WIDTH - full));
        let now = done.saturating_sub(self.before);
        let left = self.total.saturating_sub(done);
        let eta = if now == 0 {
            "?".to_owned()
        } else {
            let seconds = elapsed.as_secs_f64() * left as f64 / now as f64;
            clock(Duration::from_secs_f64(seconds.min(1e9)).as_secs())
        };
        format!("[{bar}] {done}/{} {words} ETA {eta}", self.total)
    }
}

/// `1:02:03`, or `2:03` within the hour.
fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_the_time_left() {
        let progress = ProgressLine::new(200, 50);
        let line = |done, seconds| progress.line(done, "games", Duration::from_secs(seconds));
        assert_eq!(
            line(50, 9),
            format!("[{}{}] 50/200 games ETA ?", "#".repeat(6), ".".repeat(18))
        );
        assert!(line(100, 60).ends_with("100/200 games ETA 2:00"));
        assert!(line(51, 60).ends_with("ETA 2:29:00"));
        assert!(line(200, 60).ends_with("ETA 0:00"));
    }
}
