//! Numbers that begin where a line of the cache does.
//!
//! A register of 64 bytes that is read from two lines takes two reads; a tile of sixteen of them
//! made the kernel of AMX half as fast.

use std::ops::{Deref, DerefMut};

/// Bytes of a line of the cache.
const LINE: usize = 64;

/// Numbers, the first of them at the beginning of a line.
#[derive(Debug)]
pub struct Aligned<T> {
    padded: Vec<T>,
    start: usize,
    count: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// So many numbers, all 0.
    #[must_use]
    pub fn zeros(count: usize) -> Self {
        let lost = LINE / size_of::<T>();
        let padded = vec![T::default(); count + lost];
        let start = padded.as_ptr().align_offset(LINE).min(lost);
        Self {
            padded,
            start,
            count,
        }
    }

    /// Becomes so many numbers, all 0.
    pub fn clear_to(&mut self, count: usize) {
        if self.start + count > self.padded.len() {
            *self = Self::zeros(count);
        } else {
            self.count = count;
            self.fill(T::default());
        }
    }
}

impl<T: Copy + Default> Default for Aligned<T> {
    fn default() -> Self {
        Self::zeros(0)
    }
}

impl<T: Copy + Default> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        let mut clone = Self::zeros(self.count);
        clone.copy_from_slice(self);
        clone
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.padded[self.start..][..self.count]
    }
}

impl<T> DerefMut for Aligned<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.padded[self.start..][..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_with_a_line_and_are_cleared() {
        let mut numbers = Aligned::<f32>::default();
        for count in [0, 5, 700, 16] {
            numbers.clear_to(count);
            assert_eq!(*numbers, vec![0.0; count]);
            numbers.fill(1.5);
            let clone = numbers.clone();
            assert_eq!(*clone, vec![1.5; count]);
            for numbers in [&numbers, &clone] {
                assert!(numbers.as_ptr().addr().is_multiple_of(LINE));
            }
        }
    }
}
