//! Bounds the memory that reading takes, whatever the text.

use std::cell::Cell;
use std::io::{self, Read};

/// The most memory that a byte of text takes once it is read: three bytes make an empty string, of
/// 24 bytes, in a list that is being copied to one of twice its length.
const BYTES_PER_BYTE: usize = 32;

/// How much text may still be read before some of it is forgotten.
pub struct Meter {
    left: Cell<usize>,
    spent: Cell<bool>,
    most: usize,
}

impl Meter {
    /// For so many bytes of memory, of which nothing is taken yet.
    pub fn new(most: usize) -> Self {
        Self {
            left: Cell::new(most / BYTES_PER_BYTE),
            spent: Cell::new(false),
            most,
        }
    }

    /// Whether there was more text than it allowed.
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// Allows as much text as fits beside what is kept.
    pub fn allow(&self, kept: usize) {
        self.left
            .set(self.most.saturating_sub(kept) / BYTES_PER_BYTE);
    }
}

/// A text of which no more is read than its meter allows.
pub struct MeteredReader<'a, R> {
    /// The text.
    pub text: R,
    /// How much of it may be read.
    pub meter: &'a Meter,
}

impl<R: Read> Read for MeteredReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer)?;
        let Some(left) = self.meter.left.get().checked_sub(read) else {
            self.meter.spent.set(true);
            return Err(io::Error::other("too long"));
        };
        self.meter.left.set(left);
        Ok(read)
    }
}
