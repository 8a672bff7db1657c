//! Ctrl-C during a search where keys cannot be read one by one: on Windows. What is typed meanwhile
//! waits for the prompt, which shows it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// How often it was pressed.
static PRESSED: AtomicU32 = AtomicU32::new(0);

/// The one key that is heard.
pub struct Keys;

impl Keys {
    /// Listens; `None` if that is impossible.
    pub fn take() -> Option<Self> {
        static LISTENS: OnceLock<bool> = OnceLock::new();
        let press = || {
            PRESSED.fetch_add(1, Ordering::Relaxed);
        };
        let listens = *LISTENS.get_or_init(|| ctrlc::set_handler(press).is_ok());
        PRESSED.store(0, Ordering::Relaxed);
        listens.then_some(Self)
    }

    /// How often it was pressed since.
    pub fn interrupts(&mut self) -> u32 {
        PRESSED.load(Ordering::Relaxed)
    }

    /// Nothing: see above.
    pub fn text(&mut self) -> String {
        String::new()
    }
}
