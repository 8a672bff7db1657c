//! The solver of a session, and its explainer: they keep what they have found out as long as board
//! and options stay.

use crate::board::BoardSize;
use crate::explain::{AnyExplainer, explainer};
use crate::prove::{AnySolver, ProofLimits, ProveOptions, solver};

/// The solver and its options.
pub struct Proofs {
    /// The options of `param_dfpn`.
    pub options: ProveOptions,
    made: Option<Made>,
    explainer: Option<(BoardSize, Box<dyn AnyExplainer>)>,
}

struct Made {
    size: BoardSize,
    options: ProveOptions,
    solver: Box<dyn AnySolver>,
}

impl Default for Proofs {
    fn default() -> Self {
        Self {
            options: ProveOptions::default(),
            made: None,
            explainer: None,
        }
    }
}

impl Proofs {
    /// The solver for boards of this size, as the options are now.
    pub fn solver(&mut self, size: BoardSize) -> &mut dyn AnySolver {
        let options = self.options.of_solver();
        let fits = |made: &Made| made.size == size && made.options == options;
        let made = self.made.take().filter(fits);
        let new = || Made {
            size,
            options,
            solver: solver(size, options),
        };
        let made = self.made.insert(made.unwrap_or_else(new));
        &mut *made.solver
    }

    /// The explainer for boards of this size.
    pub fn explainer(&mut self, size: BoardSize) -> &mut dyn AnyExplainer {
        let made = self.explainer.take().filter(|(of, _)| *of == size);
        let (_, explainer) = self
            .explainer
            .insert(made.unwrap_or_else(|| (size, explainer(size))));
        &mut **explainer
    }

    /// Forgets all that was found out.
    pub fn forget(&mut self) {
        self.made = None;
        self.explainer = None;
    }

    /// What a command may spend, by the options.
    pub fn limits(&self) -> ProofLimits {
        ProofLimits::of(&self.options)
    }
}
