//! A hand at the tree: it goes on with the search until a look is missing, and looks there, or
//! ahead, if somebody else does. Several hands may work, each on a thread: one at a time has the
//! tree ([`Desk`]), while the others look.

use super::desk::{Desk, Visit, last};
use super::eyes::{Eye, Sight, seen};
use super::knowledge::Knowledge;
use super::options::MonteCarloOptions;
use super::pattern::Ground;
use crate::analysis::Analysis;
use crate::board::{Cell, Colour};
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How long a hand with nothing to look at waits, at most, before it asks again.
const PAUSE: Duration = Duration::from_millis(1);

/// The look from which all others start, along lines of play.
pub(super) type Start<const W: usize> = Mutex<Analysis<W>>;

/// A desk that hands share.
pub(super) type Shared<const W: usize> = Mutex<Desk<W>>;

/// How often a hand asks for the desk before it sleeps until it is free: longer than anybody mostly
/// has it, since to be woken takes longer still.
const ASK: u32 = 20_000;

/// The desk, for one hand.
pub(super) fn lock<const W: usize>(desk: &Shared<W>) -> MutexGuard<'_, Desk<W>> {
    for _ in 0..ASK {
        match desk.try_lock() {
            Ok(desk) => return desk,
            Err(TryLockError::Poisoned(desk)) => return desk.into_inner(),
            Err(TryLockError::WouldBlock) => spin_loop(),
        }
    }
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How hands know of each other.
#[derive(Debug, Default)]
pub(super) struct Bell {
    /// Whether they shall stop.
    stop: AtomicBool,
    /// Rung when somebody has looked.
    looked: Condvar,
}

impl Bell {
    /// Tells all to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.looked.notify_all();
    }

    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A hand.
pub(super) struct Hand<'a, const W: usize> {
    options: MonteCarloOptions,
    desk: &'a Shared<W>,
    bell: &'a Bell,
    start: &'a Start<W>,
    ground: Ground,
    /// Who is to move where looks start.
    mover: Colour,
    /// How many playouts and looks there may be.
    most: Option<u64>,
}

impl<'a, const W: usize> Hand<'a, W> {
    /// A hand that may spend so many playouts and looks.
    pub fn new(
        options: MonteCarloOptions,
        desk: &'a Shared<W>,
        bell: &'a Bell,
        start: &'a Start<W>,
        most: Option<u64>,
    ) -> Self {
        let (size, mover) = {
            let look = start.lock().unwrap_or_else(PoisonError::into_inner);
            (look.position().size(), look.position().to_move())
        };
        Self {
            options,
            desk,
            bell,
            start,
            ground: Ground::new(size),
            mover,
            most,
        }
    }

    /// Opens the root with a look at it, if nobody has, as if there were no such moves as these.
    pub fn begin(&mut self, look: &Analysis<W>, without: &[Cell]) {
        if lock(self.desk).is_new() {
            let mut sight = self.weigh(seen(look, &self.options), &[]);
            sight.moves.retain(|(cell, _)| !without.contains(cell));
            lock(self.desk).open(&sight);
        }
    }

    /// One visit, or a look that one needs, or may need soon.
    pub fn work(&mut self) {
        let mut desk = lock(self.desk);
        if self.most.is_some_and(|most| desk.spent() >= most) || desk.is_over() {
            return self.pause(desk);
        }
        match desk.visit() {
            Visit::Done => {}
            Visit::Over => self.pause(desk),
            Visit::Missing => match desk.wanted() {
                None => self.pause(desk),
                Some(moves) => {
                    let eye = desk.eyes.take(&moves);
                    drop(desk);
                    let mut eye = eye.unwrap_or_else(|| self.new_eye());
                    let sight = eye.at(&moves, &self.options);
                    let sight = self.weigh(sight, &moves);
                    let mut desk = lock(self.desk);
                    desk.eyes.give(eye);
                    desk.keep(moves, sight);
                    drop(desk);
                    self.bell.looked.notify_all();
                }
            },
        }
    }

    fn new_eye(&self) -> Eye<W> {
        let look = self.start.lock().unwrap_or_else(PoisonError::into_inner);
        Eye::new(look.clone())
    }

    /// Waits until somebody has looked, but not for long.
    fn pause(&self, desk: MutexGuard<'_, Desk<W>>) {
        // Who is told to stop meanwhile waits as long as all others.
        let _ = self.bell.looked.wait_timeout(desk, PAUSE);
    }

    /// What is seen at the end of a line, with what was learned about moves like these.
    fn weigh(&mut self, mut sight: Sight<W>, moves: &[Cell]) -> Sight<W> {
        if self.options.patterns > 0.0 {
            let ground = &mut self.ground;
            ground.set(sight.view);
            let last = last(moves);
            let to_move = match moves.len() % 2 {
                0 => self.mover,
                _ => !self.mover,
            };
            sight.weigh(|cell| {
                let weight = Knowledge::shipped().of(ground, cell, to_move, last);
                weight.powf(self.options.patterns)
            });
        }
        sight
    }
}
