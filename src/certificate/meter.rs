//! Limits the memory that reading takes, whatever the text.

use std::cell::Cell;
use std::io::{self, Read};

/// The most memory that one byte of text takes when it is read. Three bytes make an empty string of
/// 24 bytes, in a list that is being copied to one of twice its length.
const BYTES_PER_BYTE: usize = 32;

/// How much text may still be read before some of it is dropped.
pub struct Meter {
    left: Cell<usize>,
    spent: Cell<bool>,
    most: usize,
}

impl Meter {
    /// A meter for this many bytes of memory.
    pub fn new(most: usize) -> Self {
        Self {
            left: Cell::new(most / BYTES_PER_BYTE),
            spent: Cell::new(false),
            most,
        }
    }

    /// Whether the text exceeded the limit.
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// Allows as much text as fits beside the memory in use.
    pub fn allow(&self, kept: usize) {
        self.left
            .set(self.most.saturating_sub(kept) / BYTES_PER_BYTE);
    }
}

/// A reader that stops at the limit of its meter.
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
