//! Ctrl-C during a search where keys cannot be read one by one: on Windows. What is typed meanwhile
//! waits for the prompt, which shows it.

use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// The exit code after Ctrl-C, by the convention of shells.
const INTERRUPTED: i32 = 130;

/// Whether a search listens; otherwise Ctrl-C ends the program, as without a handler.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// How often it was pressed.
static PRESSED: AtomicU32 = AtomicU32::new(0);

/// Counts presses of Ctrl-C.
pub struct Keys(());

impl Keys {
    /// Starts to count; `None` if that is impossible.
    pub fn take() -> Option<Self> {
        static HANDLED: OnceLock<bool> = OnceLock::new();
        let press = || {
            if !LISTENS.load(Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
            PRESSED.fetch_add(1, Ordering::Relaxed);
        };
        let handled = *HANDLED.get_or_init(|| ctrlc::set_handler(press).is_ok());
        PRESSED.store(0, Ordering::Relaxed);
        LISTENS.store(handled, Ordering::Relaxed);
        handled.then_some(Self(()))
    }

    /// How often it was pressed since [`Keys::take`].
    pub fn interrupts(&mut self) -> u32 {
        PRESSED.load(Ordering::Relaxed)
    }

    /// Always empty: the prompt reads what was typed.
    pub fn text(&mut self) -> String {
        String::new()
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        LISTENS.store(false, Ordering::Relaxed);
    }
}
