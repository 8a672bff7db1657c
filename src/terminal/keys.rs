//! The keyboard during a search: keys are read one by one without echo, so that Ctrl-C arrives as a
//! key and does not end the program. Dropping this restores the terminal's mode.
//!
//! Unix only, through termios. crossterm would support Windows too, but costs a dozen crates (mio,
//! signal-hook and `parking_lot` among them) for two calls; there `ctrl_c` is enough.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io;

/// The bytes of ctrl-C, of the start of a longer key, and of backspace.
const INTERRUPT: u8 = 3;
const ESCAPE: u8 = 27;
const BACKSPACES: [u8; 2] = [8, 127];

/// The keyboard.
pub struct Keys {
    before: Termios,
    typed: Typed,
}

/// Keys typed during the search.
#[derive(Default)]
struct Typed {
    text: String,
    interrupts: u32,
}

impl Typed {
    fn receive(&mut self, keys: &[u8]) {
        for &key in keys {
            match key {
                // An arrow key or the like, which arrives as several bytes.
                ESCAPE => break,
                INTERRUPT => self.interrupts += 1,
                b'\r' | b'\n' => self.text.push('\n'),
                b' '..=b'~' => self.text.push(char::from(key)),
                _ if BACKSPACES.contains(&key) && !self.text.ends_with('\n') => {
                    self.text.pop();
                }
                _ => {}
            }
        }
    }
}

impl Keys {
    /// Takes over the keyboard; `None` if there is none.
    pub fn take() -> Option<Self> {
        let before = tcgetattr(io::stdin()).ok()?;
        let mut quiet = before.clone();
        quiet.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        tcsetattr(io::stdin(), OptionalActions::Now, &quiet).ok()?;
        Some(Self {
            before,
            typed: Typed::default(),
        })
    }

    /// How often ctrl-C has been typed so far.
    pub fn interrupts(&mut self) -> u32 {
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let stdin = io::stdin();
        let mut bytes = [0; 64];
        loop {
            let mut waiting = [PollFd::new(&stdin, PollFlags::IN)];
            if poll(&mut waiting, Some(&now)) != Ok(1) {
                break;
            }
            match rustix::io::read(&stdin, &mut bytes) {
                Ok(count) if count > 0 => self.typed.receive(&bytes[..count.min(bytes.len())]),
                _ => break,
            }
        }
        self.typed.interrupts
    }

    /// The other keys, as the beginning of the next input.
    pub fn text(&mut self) -> String {
        std::mem::take(&mut self.typed.text)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // A closed terminal needs no mode.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_ahead_is_kept_and_interrupts_are_counted() {
        let mut typed = Typed::default();
        typed.receive(b"d5\x7f4\rhi\x03n\x1b[A");
        typed.receive(b"t\x7f\x7f\x7f\x7f\x7f\x03");
        assert_eq!((typed.text.as_str(), typed.interrupts), ("d4\n", 2));
    }
}
