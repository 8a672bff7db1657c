//! Memory between the steps of training.

use super::backward::Gradients;
use crate::network::float::FloatNetwork;
use crate::network::kernel::Row;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Gradients whose memory is used again in the next step; what is in them does not matter.
#[derive(Debug)]
pub(super) struct Idle<R: Row>(Mutex<Vec<Gradients<R>>>);

impl<R: Row> Default for Idle<R> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<R: Row> Clone for Idle<R> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<R: Row> PartialEq for Idle<R> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<R: Row> Idle<R> {
    fn list(&self) -> MutexGuard<'_, Vec<Gradients<R>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Zero gradients.
    pub fn take(&self, network: &FloatNetwork<R>) -> Gradients<R> {
        let idle = self.list().pop();
        match idle {
            Some(mut gradients) => {
                gradients.clear();
                gradients
            }
            None => Gradients::new(network),
        }
    }

    /// Takes back what is no longer needed.
    pub fn give(&self, gradients: Gradients<R>) {
        self.list().push(gradients);
    }
}
