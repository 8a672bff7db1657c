//! Who may end a closure early: sound at any point, all that is known holds.

use crate::think::{Observer, WorkKind};

/// An observer, and whether the closure has a limit of its own.
#[derive(Clone, Copy)]
pub struct ClosureWatch<'a> {
    /// The observer.
    pub observer: &'a dyn Observer,
    /// The kind of work that it is asked about.
    pub kind: WorkKind,
}

impl ClosureWatch<'_> {
    /// Whether to stop.
    #[inline]
    pub fn should_stop(&self) -> bool {
        self.observer.should_stop(self.kind)
    }
}
