//! Cursors wait here for workers, each where it was left, so that the nearest has few moves to
//! make.

use super::AnalysisCursor;
use crate::hex::Cell;

/// How many cursors there are on 11x11 after few requests, and after how many requests there is one
/// more, up to twice as many. One takes some four megabytes there, and its making as long as five
/// moves.
const BASE_COUNT: usize = 12;
const REQUESTS_PER_CURSOR: usize = 32;

/// The fewest on large boards, where one takes tens of megabytes.
const MIN_COUNT: usize = 3;

/// The cost from which on a new cursor is made, if there may be one more.
const NEW_FROM: usize = 2;

/// The cursors that no worker uses, and how many there are.
pub struct CursorPool<const W: usize> {
    idle: Vec<AnalysisCursor<W>>,
    /// All cursors, those in use included.
    count: usize,
    base_count: usize,
    requests: usize,
    /// The bytes that all of them may take, and those of the largest.
    most_bytes: usize,
    largest: usize,
}

impl<const W: usize> CursorPool<W> {
    /// An empty pool for boards of so many cells. Its cursors take so many bytes at most, but for
    /// one of each worker.
    pub fn new(cells: usize, most_bytes: usize) -> Self {
        Self {
            idle: Vec::new(),
            count: 0,
            base_count: (BASE_COUNT * 121 * 121 / (cells * cells)).clamp(MIN_COUNT, BASE_COUNT),
            requests: 0,
            most_bytes,
            largest: 0,
        }
    }

    /// Drops all cursors.
    pub fn clear(&mut self) {
        self.idle.clear();
        (self.count, self.requests) = (0, 0);
    }

    /// Takes the cursor that is nearest to the end of a line; `None` if a new one is to be made.
    pub fn take(&mut self, line: &[Cell]) -> Option<AnalysisCursor<W>> {
        self.requests += 1;
        let costs = self.idle.iter().map(|cursor| cursor.cost(line));
        let nearest = costs.enumerate().min_by_key(|&(_, cost)| cost);
        let most = self.base_count + self.requests / REQUESTS_PER_CURSOR;
        match nearest {
            Some((index, cost))
                if cost < NEW_FROM
                    || self.count >= most.min(2 * self.base_count)
                    || !self.has_capacity(self.count + 1) =>
            {
                Some(self.idle.swap_remove(index))
            }
            _ => {
                self.count += 1;
                None
            }
        }
    }

    /// Whether so many cursors fit.
    fn has_capacity(&self, count: usize) -> bool {
        count * self.largest <= self.most_bytes
    }

    /// Takes a cursor back, or drops it if all of them have grown too large.
    pub fn give_back(&mut self, cursor: AnalysisCursor<W>) {
        self.largest = self.largest.max(cursor.bytes());
        if !self.idle.is_empty() && !self.has_capacity(self.count) {
            self.count -= 1;
            return;
        }
        self.idle.push(cursor);
    }
}
