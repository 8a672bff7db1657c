//! The open connections: at most a fixed number; beyond that the ones idle longest are closed, so
//! that they cannot block others.

use crate::base::lock::unpoisoned;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::Notify;

/// The most connections.
const MOST: usize = 400;

/// The state of a connection.
struct Connection {
    since: Instant,
    /// The number of its running requests.
    working: usize,
    close: Arc<Notify>,
}

#[derive(Default)]
struct Open {
    last: u64,
    all: HashMap<u64, Connection>,
}

/// All connections.
#[derive(Clone, Default)]
pub struct OpenConnections(Arc<Mutex<Open>>);

/// One connection, from its side.
pub struct Ticket {
    number: u64,
    open: Arc<Mutex<Open>>,
    /// Notified when it has to close.
    pub close: Arc<Notify>,
}

/// Marks a running request while it lives.
pub struct Working {
    number: u64,
    open: Arc<Mutex<Open>>,
}

impl OpenConnections {
    /// Registers a connection. If there are too many, an idle one is closed for it; `None` if none
    /// is idle.
    pub fn admit(&self) -> Option<Ticket> {
        let mut open = unpoisoned(self.0.lock());
        if open.all.len() >= MOST {
            let idle = open.all.iter().filter(|(_, one)| one.working == 0);
            let number = *idle.min_by_key(|(_, one)| one.since)?.0;
            if let Some(old) = open.all.remove(&number) {
                old.close.notify_one();
            }
        }
        open.last += 1;
        let number = open.last;
        let close = Arc::new(Notify::new());
        let connection = Connection {
            since: Instant::now(),
            working: 0,
            close: Arc::clone(&close),
        };
        open.all.insert(number, connection);
        Some(Ticket {
            number,
            open: Arc::clone(&self.0),
            close,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        let open = unpoisoned(self.0.lock());
        open.all.len()
    }
}

impl Ticket {
    /// Marks that one of its requests is running.
    pub fn work(&self) -> Working {
        change(&self.open, self.number, |one| one.working += 1);
        Working {
            number: self.number,
            open: Arc::clone(&self.open),
        }
    }
}

fn change(open: &Mutex<Open>, number: u64, by: impl FnOnce(&mut Connection)) {
    let mut open = unpoisoned(open.lock());
    if let Some(one) = open.all.get_mut(&number) {
        by(one);
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        change(&self.open, self.number, |one| {
            one.working = one.working.saturating_sub(1);
            one.since = Instant::now();
        });
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut open = unpoisoned(self.open.lock());
        open.all.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_idle_connection_is_closed() {
        let connections = OpenConnections::default();
        let mut tickets: Vec<Ticket> = (0..MOST).map(|_| connections.admit().unwrap()).collect();
        let working = tickets[0].work();
        assert_eq!(connections.count(), MOST);
        let newest = connections.admit().unwrap();
        assert_eq!(connections.count(), MOST);
        drop(tickets.remove(1));
        assert_eq!(connections.count(), MOST, "it had been closed already");
        drop(newest);
        assert_eq!(connections.count(), MOST - 1);
        let all: Vec<Working> = tickets.iter().map(Ticket::work).collect();
        let last = connections.admit().unwrap();
        let busy = last.work();
        assert!(connections.admit().is_none());
        drop((working, all, busy));
        assert!(connections.admit().is_some());
    }
}
