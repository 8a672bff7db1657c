//! Who watches work that takes time, and may ask it to end.

/// What kind of work asks whether to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// It has a limit of its own.
    Limited,
    /// It goes on until it is told to end.
    Endless,
}

/// Watches work. The core reports and asks through this, and knows nothing of who is there.
pub trait Observer: Sync {
    /// Whether to finish soon, with the best answer so far. Work asks every few milliseconds.
    fn should_stop(&self, work: Work) -> bool;
}

/// Nobody watches: work ends by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Observer for Nobody {
    fn should_stop(&self, _work: Work) -> bool {
        false
    }
}
