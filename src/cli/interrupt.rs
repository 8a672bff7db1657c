//! Ctrl-C during long work: the first ends the work and keeps the results so far, the second ends
//! the program.

use crate::think::{Found, Observer, Progress, WorkKind, is_late};
use std::io::{self, Write};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The exit code after Ctrl-C, by the convention of shells.
const INTERRUPTED: i32 = 130;

const ENDING: &str = "Finishing with the results so far. Press Ctrl-C again to exit at once.";

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Whether ctrl-C was pressed.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt(&'static AtomicBool);

impl Interrupt {
    /// Starts to listen. Where that is impossible, Ctrl-C ends the program as usual.
    pub fn listen() -> Self {
        static LISTENS: OnceLock<()> = OnceLock::new();
        LISTENS.get_or_init(|| {
            // The only error is that there is no way to listen.
            let _ = ctrlc::set_handler(|| {
                if PRESSED.swap(true, Ordering::Relaxed) {
                    process::exit(INTERRUPTED);
                }
                let _ = writeln!(io::stderr(), "\r{ENDING}\u{1b}[K");
            });
        });
        Self(&PRESSED)
    }

    /// Whether it was pressed.
    pub fn is_pressed(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Ends work at Ctrl-C or at a time limit, and shows its progress.
pub struct Watch<'a> {
    /// Ctrl-C.
    pub interrupt: Interrupt,
    /// When to end the work.
    pub until: Option<Instant>,
    /// Shows progress.
    pub show: &'a (dyn Fn(&Progress) + Sync),
}

impl Observer for Watch<'_> {
    fn should_stop(&self, _work: WorkKind) -> bool {
        self.interrupt.is_pressed() || is_late(self.until)
    }

    fn progress(&self, progress: &Progress) {
        (self.show)(progress);
    }
}

/// The progress of a proof in words.
pub fn proof_words(progress: &Progress) -> String {
    let done = match &progress.found {
        Found::Proof { done, .. } => format!(", {:.0}% proved", 100.0 * done),
        _ => String::new(),
    };
    format!(
        "{} positions, {:.0} s{done}",
        progress.nodes,
        progress.time.as_secs_f64()
    )
}
