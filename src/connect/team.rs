//! Two threads that build the connections of both colours at once.
//!
//! A build takes about a millisecond, and waking a thread may take as long, above all on virtual
//! machines that wake it on the processor of its waker. So the second thread, once it has had work,
//! looks out for more for a while before it sleeps: what comes build after build, as in a search,
//! finds it awake.

use super::closure::Connections;
use crate::board::Position;
use std::hint::spin_loop;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a thread without work stays awake.
const AWAKE: Duration = Duration::from_millis(2);

type Work<const W: usize> = (Box<Connections<W>>, Position<W>);

/// A second thread for the second colour.
pub struct Team<const W: usize> {
    work: Sender<Work<W>>,
    done: Receiver<Box<Connections<W>>>,
}

impl<const W: usize> Default for Team<W> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const W: usize> Team<W> {
    /// Starts the second thread. It ends with the team.
    pub fn new() -> Self {
        let (work, orders) = channel::<Work<W>>();
        let (results, done) = channel();
        thread::spawn(move || {
            while let Some((mut connections, position)) = next(&orders) {
                connections.rebuild(&position);
                if results.send(connections).is_err() {
                    break;
                }
            }
        });
        Self { work, done }
    }

    /// Builds the connections of both colours anew, in the same memory.
    pub fn rebuild(
        &self,
        [mut black, white]: [Box<Connections<W>>; 2],
        position: &Position<W>,
    ) -> [Box<Connections<W>>; 2] {
        self.work
            .send((white, *position))
            .expect("the second thread lives as long as the team");
        black.rebuild(position);
        let white = next(&self.done).expect("the second thread lives as long as the team");
        [black, white]
    }
}

/// The next thing that comes, awaited awake at first; `None` if nothing can come any more.
fn next<T>(from: &Receiver<T>) -> Option<T> {
    let start = Instant::now();
    while start.elapsed() < AWAKE {
        for _ in 0..64 {
            match from.try_recv() {
                Ok(thing) => return Some(thing),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => spin_loop(),
            }
        }
    }
    from.recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Colour};
    use crate::connect::ConnectOptions;

    #[test]
    fn a_team_builds_what_one_alone_does() {
        let mut position = Position::<1>::new("6".parse().unwrap());
        let team = Team::new();
        let build = |colour| {
            Box::new(Connections::new(
                &position,
                colour,
                ConnectOptions::default(),
            ))
        };
        let mut both = Colour::ALL.map(build);
        for cell in [14, 8, 21, 3, 27] {
            position.play(Cell::new(cell));
            both = team.rebuild(both, &position);
            for connections in &both {
                let alone =
                    Connections::new(&position, connections.colour(), ConnectOptions::default());
                assert!(connections.is_same(&alone));
            }
            // Long enough for the second thread to fall asleep, now and then.
            thread::sleep(Duration::from_millis(3 * (cell as u64 % 2)));
        }
    }
}
